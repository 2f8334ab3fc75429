"""Figures printed by other people, against ours: the files ``*.edges``.

A line is ``wager field value [SOURCE]``. A fraction must be equal; a decimal or a percentage
must be ours, rounded to as many digits as were printed.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from lammer.games import load
from lammer.odds import Figure, figure, hand_length, sheet
from lammer.odds.sheet import lawful_vigs

HERE = Path(__file__).parent
RULES_OF = {"all": "md-2013", "lay": "nj-2005"}
"""Bonus Craps is Maryland's; the lay bets people print are charged on the win, as in 2005."""
OTHER_GAMES = ("mini-dice", "punto-banco", "sic-bo", "wheel-games")
"""Read by ``test_second_opinion_cards.py`` and ``test_second_opinion_wheel.py``, which know their
fields."""
LINE = re.compile(r"(?P<wager>\S+) (?P<field>\S+) (?P<value>\S+) \[(?P<source>\w+)\]( \(.*\))?")


def printed() -> Iterator[object]:
    for path in sorted(HERE.glob("*.edges")):
        if path.stem in OTHER_GAMES:
            continue
        text = path.read_text(encoding="utf-8")
        sources = set(re.findall(r"^source (\w+):", text, flags=re.MULTILINE))
        for line in text.splitlines():
            if not line or line.startswith(("#", "source ")):
                continue
            match = LINE.fullmatch(line)
            assert match, f"{path.name}: {line}"
            assert match["source"] in sources, f"{path.name}: no source {match['source']}"
            name = f"{match['source']} {match['wager']} {match['field']} {match['value']}"
            yield pytest.param(match["wager"], match["field"], match["value"], id=name)


def ours(wager: str, field: str) -> Fraction:
    """Our figure for a field as the files name it."""
    name, *detail = field.split(":")
    if wager == "hand":
        at = int(detail[0]) if detail else 1
        found = hand_length(load("nj-2011"), at)
        return found.mean if name == "mean_hand" else found.rows[-1][2]
    line = figure_of(wager, detail[0] if detail else "")
    if name == "with_odds":
        return next(each.edge for each in line.with_odds if each.multiple == detail[0])
    if name == "points":
        assert line.points is not None
        return line.points[int(detail[0])]
    if name == "sd":
        return line.variance
    value = getattr(line, name)
    assert isinstance(value, Fraction)
    return value


def figure_of(key: str, detail: str) -> Figure:
    rules = load(RULES_OF.get(key.split("-")[0], "nj-2011"))
    wager = rules.wager(key, detail if detail in ("A", "B") else None)
    vigs = [vig for vig in lawful_vigs(wager) if vig.when == (detail or "bet")]
    return figure(rules, wager, vigs[0] if vigs else None)


def agrees(exact: Fraction, text: str) -> bool:
    """Whether a printed number is ``exact``, to the digits it was printed with.

    >>> agrees(Fraction(7, 495), "1.41%"), agrees(Fraction(7, 495), "1.42%")
    (True, False)
    """
    if re.fullmatch(r"\d+/\d+", text):
        return exact == Fraction(text)
    if text.startswith("1/"):
        return agrees(1 / exact / 10**9, text.removeprefix("1/").removesuffix("e9"))
    number = text.removesuffix("%")
    digits = len(number.partition(".")[2])
    scale = 100 if text.endswith("%") else 1
    return abs(exact * scale - Fraction(number)) <= Fraction(1, 2 * 10**digits)


@pytest.mark.parametrize(("wager", "field", "value"), list(printed()))
def test_published(wager: str, field: str, value: str) -> None:
    exact = ours(wager, field)
    if field == "sd":
        low, high = (Fraction(value) + sign * Fraction(1, 2000) for sign in (-1, 1))
        assert low**2 <= exact <= high**2
    else:
        assert agrees(exact, value), f"ours is {exact} = {float(exact)}"


def test_most_wagers_have_a_published_figure() -> None:
    """What nobody seems to print is left to the second opinion alone."""
    have = {param.values[0] for param in printed()}  # type: ignore[attr-defined]
    lines = {f.wager for rules in ("nj-2011", "md-2013") for f in sheet(load(rules))}
    silent = {name for name in lines - have if not name.startswith("hop-")}
    assert silent == {"six-seven-eight"}
