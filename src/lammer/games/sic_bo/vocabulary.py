"""The words of sic bo."""

import re

from lammer.instruments.shaker.law import shaker_law
from lammer.table import TableState
from lammer.typed.intents import Spot, Unclear
from lammer.typed.vocabulary import Asks, Found, Vocabulary

_N = "([1-6])s?"
_PAIR = re.compile(r"(?:pair|combo|combination|domino) ([1-6])(?: and | )([1-6])")
_SINGLES, _EITHER, _TOTALS = range(1, 4), range(4, 7), range(7, 18)
"""Bare numbers that are faces, those that may be faces or totals, and those that are totals."""


def _others(line: str) -> Spot | None:
    if match := _PAIR.fullmatch(line):
        low, high = sorted(match.groups())
        return Spot(f"double-{low}" if low == high else f"pair-{low}-{high}")
    number = int(line) if re.fullmatch(r"\d{1,2}", line) else 0
    if number in _SINGLES:
        return Spot(f"number-{number}")
    if number in _TOTALS:
        return Spot(f"total-{number}")
    return Spot("number", line) if number in _EITHER else None


def _which(_table: TableState, _seat: int, spot: Spot) -> Found:
    """Return the bet that is meant, or the question whether a number is a face or a total."""
    if spot.key != "number":
        return spot.key
    number = spot.number
    what = f"{number} is a face and a total."
    return Unclear(what, f'Say "number {number}" or "total {number}".')


def _asks(table: TableState, _seat: int) -> Asks:
    caller = table.rules.roles(shaker_law(table.rules.procedure).inspected)[0]
    yield "(?:new|fresh) dice", ({"do": "new-dice", "caller": caller},)


WORDS = Vocabulary(
    spots=(
        ("small|low|lo|little", "small"),
        ("big|high|hi|large", "big"),
        ("(?:any|all) (?:triples?|trips)|any 3 of kind", "any-triple"),
        (f"(?:triple|trips|3) {_N}", "triple-{}"),
        (f"(?:double|2) {_N}", "double-{}"),
        (r"(?:total|sum)(?: of)? (\d{1,2})", "total-{}"),
        (f"(?:number|single|any|one) {_N}", "number-{}"),
    ),
    others=_others,
    made=_which,
    held=_which,
    asks=_asks,
    wishes={
        "roll": "shake|s|shake (?:it|em|dice|shaker)|roll|r|roll (?:dice|em)|uncover|lift|next|go"
        "|no more bets"
    },
    examples=(
        *("small 10", "shake", "big 10", "any triple 5", "triple 4 1", "double 2 5", "total 9 5"),
        *("9 for 5", "pair 1 4 5", "pair 4 1 5", "number 3 10", "new dice", "small 10, total 9 5"),
        *("press small 10", "less 5 on big", "down on total 9", "everything down", "same bet"),
    ),
    down_example="down on small",
    call_example="small",
)
