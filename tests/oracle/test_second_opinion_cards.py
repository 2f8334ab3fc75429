"""The games beside craps, to the last digit, against ``second_opinion_*.py`` of each: calculations
written from the texts and readings alone, by other methods, sharing no code with the program. Both
sides also answer to the ``.edges`` of the game, the figures other people have printed."""

import io
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from lammer.cli import main
from lammer.games import load
from lammer.odds import plain_figure, sheet
from tests.oracle import (
    second_opinion_mini_dice,
    second_opinion_punto_banco,
    second_opinion_sic_bo,
)

HERE = Path(__file__).parent
LINE = re.compile(r"(?P<wager>\S+) (?P<field>\S+) (?P<value>\S+) \[(?P<source>\w+)\]( \(.*\))?")
LEFT_OUT = {"clause", "clauses", "pays", "borrowed"}
VIG = {"rate": "1/20", "base": "win", "when": "win"}

Figures = Mapping[str, Mapping[str, Fraction]]
Lookup = Callable[[str, str], Fraction]


# What each side says


def told(*arguments: str) -> Any:
    """The JSON that a command prints."""
    out = io.StringIO()
    with redirect_stdout(out), pytest.raises(SystemExit) as done:
        main([*arguments, "--json"])
    assert done.value.code == 0
    return json.loads(out.getvalue())


@cache
def our_coups(rules: str, decks: int, removed: str = "") -> Any:
    less = ("--removed", removed) if removed else ()
    return told("odds", rules, "--decks", str(decks), *less)


def our_punto_banco(decks: int, removed: str = "") -> Any:
    return our_coups("nj-2001", decks, removed)


@cache
def our_mini_dice() -> dict[str, dict[str, Any]]:
    lines = map(plain_figure, sheet(load("nj-1997", "mini-dice")))
    return {line["wager"]: line for line in lines}


@cache
def their_counts(decks: int, removed: str = "") -> dict[str, int]:
    return second_opinion_punto_banco.counts(decks, Counter(removed.split()))


@cache
def their_punto_banco(decks: int, removed: str = "") -> Figures:
    return second_opinion_punto_banco.figures(decks, Counter(removed.split()))


def plain(figures: Figures) -> dict[str, dict[str, Any]]:
    return {
        wager: {"wager": wager} | {name: str(value) for name, value in entry.items()}
        for wager, entry in figures.items()
    }


def without_display(line: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in line.items() if name not in LEFT_OUT}


# The program against the second opinion


def test_mini_dice() -> None:
    theirs = plain(second_opinion_mini_dice.figures())
    assert {wager: without_display(line) for wager, line in our_mini_dice().items()} == theirs


def test_mini_dice_on_the_command_line() -> None:
    said = told("odds", "nj-1997")
    assert (said["rules"], said["game"]) == ("nj-1997", "mini-dice")
    theirs = plain(second_opinion_mini_dice.figures())
    assert {line["wager"]: without_display(line) for line in said["wagers"]} == theirs


def test_sic_bo_on_the_command_line() -> None:
    said = told("odds", "ac-sic-bo")
    assert (said["rules"], said["game"]) == ("ac-sic-bo", "sic-bo")
    theirs = plain(second_opinion_sic_bo.figures())
    assert {line["wager"]: without_display(line) for line in said["wagers"]} == theirs
    assert [line["wager"] for line in said["wagers"]] == list(theirs)


@pytest.mark.parametrize(
    ("wager", "edge"),
    [
        ("small", "1/36"),
        ("big", "1/36"),
        ("triple-3", "35/216"),
        ("any-triple", "5/36"),
        ("total-9", "41/216"),
        ("number-2", "17/216"),
    ],
)
def test_the_edges_everybody_knows_of_sic_bo(wager: str, edge: str) -> None:
    line = next(each for each in told("odds", "ac-sic-bo")["wagers"] if each["wager"] == wager)
    assert line["edge_per_bet_made"] == edge


SHOES = [
    (1, ""),
    (4, ""),
    (6, ""),
    (8, ""),
    (1, "9h 9d Ks"),
    (6, "9h 9d Ks"),
    (8, "9h 9d Ks"),
    (8, "4h 4h 4h As Tc"),
]


@pytest.mark.parametrize(
    ("rules", "game"), [("nj-2001", "punto-banco"), ("ac-minibaccarat", "minibaccarat")]
)
@pytest.mark.parametrize(("decks", "removed"), SHOES)
def test_coups(rules: str, game: str, decks: int, removed: str) -> None:
    """Of minibaccarat the cards and the payouts are the same by R-120 and R-121."""
    said = our_coups(rules, decks, removed)
    assert (said["rules"], said["game"], said["decks"]) == (rules, game, decks)
    ways = their_counts(decks, removed)
    assert said["counts"] == {name: str(ways[name]) for name in ("player", "banker", "tie")}
    assert sum(map(int, said["counts"].values())) == ways["total"]
    theirs = plain(their_punto_banco(decks, removed))
    theirs["banker"]["vig"] = VIG
    assert {line["wager"]: without_display(line) for line in said["wagers"]} == theirs


def test_a_shoe_has_eight_decks_unless_told() -> None:
    assert told("odds", "nj-2001") == our_punto_banco(8)


def test_the_order_of_what_is_gone_does_not_matter() -> None:
    assert our_punto_banco(6, "Ks 9d 9h")["counts"] == our_punto_banco(6, "9h 9d Ks")["counts"]


# The second opinion against itself: other methods, and the tables as printed


def test_the_second_opinion_on_mini_dice() -> None:
    second_opinion_mini_dice.check()


def test_the_second_opinion_on_sic_bo() -> None:
    second_opinion_sic_bo.check()


def test_the_second_opinion_on_punto_banco() -> None:
    second_opinion_punto_banco.check()


# Both against what others have printed


def printed(name: str) -> Iterator[object]:
    text = (HERE / name).read_text(encoding="utf-8")
    sources = set(re.findall(r"^source (\w+):", text, flags=re.MULTILINE))
    for line in text.splitlines():
        if line and not line.startswith(("#", "source ")):
            match = LINE.fullmatch(line)
            assert match, f"{name}: {line}"
            assert match["source"] in sources, f"{name}: no source {match['source']}"
            key = f"{match['source']} {match['wager']} {match['field']} {match['value']}"
            yield pytest.param(match["wager"], match["field"], match["value"], id=key)


def in_mini_dice(figures: Mapping[str, Mapping[str, Any]]) -> Lookup:
    return lambda wager, field: Fraction(figures[wager][field])


def our_value(
    wager: str, name: str, decks: int, removed: str = "", rules: str = "nj-2001"
) -> Fraction:
    said = our_coups(rules, decks, removed)
    if name == "counts":
        return Fraction(said["counts"][wager])
    return Fraction(next(line[name] for line in said["wagers"] if line["wager"] == wager))


def their_value(wager: str, name: str, decks: int, removed: str = "") -> Fraction:
    if name == "counts":
        return Fraction(their_counts(decks, removed)[wager])
    return their_punto_banco(decks, removed)[wager][name]


def in_punto_banco(value: Callable[..., Fraction]) -> Lookup:
    """A field is ``name:decks`` or ``name:decks:card+card``."""

    def look(wager: str, field: str) -> Fraction:
        name, decks, *gone = field.split(":")
        if name == "p_win_lost":
            (cards,) = gone
            less = value(wager, "p_win", int(decks), cards.replace("+", " "))
            return value(wager, "p_win", int(decks)) - less
        cards = " ".join(gone).replace("+", " ")
        asked = (int(decks), cards) if cards else (int(decks),)
        return value(wager, "variance" if name == "sd" else name, *asked)

    return look


def agrees(exact: Fraction, text: str, *, root: bool = False) -> bool:
    """Whether a printed number is ``exact``, or its root, to the digits it was printed with.

    >>> agrees(Fraction(1, 6), "16.67%"), agrees(Fraction(1, 6), "16.66%")
    (True, False)
    >>> agrees(Fraction(2), "1.41", root=True), agrees(Fraction(2), "1.42", root=True)
    (True, False)
    """
    if "/" in text:
        return exact == Fraction(text)
    number = text.removesuffix("%")
    scale = 100 if text.endswith("%") else 1
    half = Fraction(1, 2 * 10 ** len(number.partition(".")[2]))
    low, high = ((Fraction(number) + sign * half) / scale for sign in (-1, 1))
    return low**2 <= exact <= high**2 if root else low <= exact <= high


def compare(look: Lookup, wager: str, field: str, value: str) -> None:
    exact = look(wager, field)
    assert agrees(exact, value, root=field.startswith("sd")), f"{exact} = {float(exact)}"


MINI_DICE = list(printed("mini-dice.edges"))
PUNTO_BANCO = list(printed("punto-banco.edges"))
SIC_BO = list(printed("sic-bo.edges"))


@cache
def our_sic_bo() -> dict[str, dict[str, Any]]:
    lines = map(plain_figure, sheet(load("ac-sic-bo")))
    return {line["wager"]: line for line in lines}


@pytest.mark.parametrize(("wager", "field", "value"), SIC_BO)
def test_published_sic_bo(wager: str, field: str, value: str) -> None:
    compare(in_mini_dice(our_sic_bo()), wager, field, value)
    compare(in_mini_dice(second_opinion_sic_bo.figures()), wager, field, value)


@pytest.mark.parametrize(("wager", "field", "value"), MINI_DICE)
def test_published_mini_dice(wager: str, field: str, value: str) -> None:
    compare(in_mini_dice(our_mini_dice()), wager, field, value)


@pytest.mark.parametrize(("wager", "field", "value"), PUNTO_BANCO)
def test_published_punto_banco(wager: str, field: str, value: str) -> None:
    compare(in_punto_banco(our_value), wager, field, value)


@pytest.mark.parametrize(("wager", "field", "value"), PUNTO_BANCO)
def test_published_minibaccarat(wager: str, field: str, value: str) -> None:
    compare(in_punto_banco(partial(our_value, rules="ac-minibaccarat")), wager, field, value)


@pytest.mark.parametrize(("wager", "field", "value"), MINI_DICE)
def test_the_second_opinion_knows_mini_dice(wager: str, field: str, value: str) -> None:
    compare(in_mini_dice(second_opinion_mini_dice.figures()), wager, field, value)


@pytest.mark.parametrize(("wager", "field", "value"), PUNTO_BANCO)
def test_the_second_opinion_knows_punto_banco(wager: str, field: str, value: str) -> None:
    compare(in_punto_banco(their_value), wager, field, value)


def test_every_wager_has_a_published_figure() -> None:
    for params, figures in (
        (MINI_DICE, second_opinion_mini_dice.figures()),
        (PUNTO_BANCO, their_punto_banco(8)),
    ):
        assert {param.values[0] for param in params} == figures.keys()  # type: ignore[attr-defined]
