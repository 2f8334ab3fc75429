"""Roulette and big six, to the last digit, against ``second_opinion_wheel.py``: written from the
readings alone, by counting, sharing no code with the program; and both against figures that other
people have printed (``wheel-games.edges``)."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from lammer.games import load
from lammer.house import elections, house
from lammer.odds import figure
from tests.oracle import second_opinion_wheel
from tests.oracle.test_published import LINE, agrees

Figures = Mapping[str, Mapping[str, Fraction]]
HOUSES: tuple[tuple[str, dict[str, Any], Figures], ...] = (
    ("ac-roulette", {}, second_opinion_wheel.roulette()),
    ("ac-roulette", {"half_on_zero": False}, second_opinion_wheel.roulette(half=False)),
    ("ac-roulette", {"wheel": "single-zero"}, second_opinion_wheel.roulette(1)),
    (
        "ac-roulette",
        {"wheel": "single-zero", "half_on_zero": False},
        second_opinion_wheel.roulette(1, half=False),
    ),
    ("ac-big-six", {}, second_opinion_wheel.big_six()),
)


@pytest.mark.parametrize(("rules", "elected", "theirs"), HOUSES)
def test_whole_sheet_of_a_wheel(rules: str, elected: dict[str, Any], theirs: Figures) -> None:
    law = load(rules)
    found, faults = elections(elected, law)
    assert not faults
    here = house(law, found).rules
    assert set(here.keys()) == set(theirs)
    for key, line in theirs.items():
        ours = figure(here, here.wager(key))
        assert {name: getattr(ours, name) for name in line} == line, key


def printed() -> Iterator[object]:
    path = Path(__file__).parent / "wheel-games.edges"
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith(("#", "source ")):
            match = LINE.fullmatch(line)
            assert match, line
            yield pytest.param(match["wager"], match["field"], match["value"], id=line)


@pytest.mark.parametrize(("wager", "field", "value"), list(printed()))
def test_printed_figures_of_a_wheel(wager: str, field: str, value: str) -> None:
    both: Figures = {**second_opinion_wheel.roulette(), **second_opinion_wheel.big_six()}
    rules = load("ac-big-six" if wager in second_opinion_wheel.STOPS else "ac-roulette")
    assert agrees(both[wager][field], value)
    assert agrees(getattr(figure(rules, rules.wager(wager)), field), value)


@pytest.mark.clause("NJ01-5.2", "NJ01-5.5", "R-102", "R-103", "R-107")
def test_the_edges_that_are_expected_of_these_games() -> None:
    def edges(rules: str, elected: dict[str, Any], *keys: str) -> list[str]:
        law = load(rules)
        here = house(law, elections(elected, law)[0]).rules
        return [str(figure(here, here.wager(key)).edge_per_bet_made) for key in keys]

    inside = ("straight-0", "split-8-11", "street-1", "corner-32", "line-31", "column-1", "dozen-3")
    assert edges("ac-roulette", {}, *inside, "first-five", "red") == ["1/19"] * 7 + ["3/38", "1/38"]
    one = {"wheel": "single-zero"}
    assert edges("ac-roulette", one, *inside, "first-four", "odd") == ["1/37"] * 8 + ["1/74"]
    stops = ("one", "two", "five", "ten", "twenty", "emblem-1", "emblem-2")
    assert edges("ac-big-six", {}, *stops) == ["1/9", "1/6", "2/9", "5/27", "2/9", "4/27", "4/27"]
