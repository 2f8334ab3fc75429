"""Every figure of every sheet, to the last digit, against ``second_opinion.py``: a calculation
written from the texts alone, by other methods, sharing no code with the program."""

from collections.abc import Iterator
from typing import Any

import pytest

from lammer.games import load
from lammer.odds import hand_length, plain_figure, sheet
from tests.oracle import second_opinion

Key = tuple[str, str | None, str | None]


def key_of(line: dict[str, Any]) -> Key:
    return line["wager"], line.get("vig", {}).get("when"), line.get("table")


def games() -> Iterator[tuple[str, str]]:
    for rules in second_opinion.EDITIONS:
        for game in load(rules).games:
            yield rules, game


@pytest.mark.parametrize(("rules", "game"), list(games()))
def test_whole_sheet(rules: str, game: str) -> None:
    theirs = {key_of(line): line for line in second_opinion.sheet(rules, game)}
    ours = {key_of(line): line for line in map(plain_figure, sheet(load(rules, game)))}
    assert ours.keys() == theirs.keys()
    for key, line in theirs.items():
        left_out = {"clause", "clauses", "pays", "borrowed"}
        assert {name: ours[key][name] for name in ours[key] if name not in left_out} == line


def test_hand_length() -> None:
    theirs = second_opinion.hand_length()
    ours = hand_length(load("nj-2011"), longest=200)
    assert (ours.mean, ours.variance) == (theirs.mean, theirs.variance)
    assert all(more == theirs.at_least(rolls) for rolls, _, more in ours.rows)
    assert sum(p for _, p, _ in ours.rows) + theirs.at_least(201) == 1


def test_the_second_opinion_knows_the_published_figures() -> None:
    second_opinion.check_published()
