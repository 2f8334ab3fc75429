"""The words of roulette: "17 straight", "split 8 11", "red 20", "corner 1"."""

import re

from lammer.typed.intents import Spot
from lammer.typed.vocabulary import Vocabulary

_P = r"(00|\d|[12]\d|3[0-6])"
_ZERO = {"zero": "0", "double zero": "00", "double 0": "00"}
_WORDS: tuple[tuple[str, str], ...] = (
    (rf"(?:straight(?: up)?|number|no) {_P}|{_P}(?: straight(?: up)?)?", "straight"),
    (rf"split (?:on )?{_P} {_P}|{_P} {_P} split", "split"),
    (rf"street {_P}(?: \d+ \d+)?|{_P} street", "street"),
    (rf"trio {_P} {_P} {_P}|{_P} {_P} {_P} trio", "trio"),
    (rf"(?:corner|square|quarter) {_P}(?: \d+ \d+ \d+)?|{_P} (?:corner|square)", "corner"),
    (rf"(?:6 |double )?line {_P}|{_P} (?:6 |double )?line|double street {_P}", "line"),
    (r"column ([123])|col ([123])", "column"),
    (r"dozen ([123])", "dozen"),
)
_PLACES = {"1": "first|1 st|bottom", "2": "second|2 nd|middle", "3": "third|3 rd|top|last"}


def _others(line: str) -> Spot | None:
    """Return the position that the words name, if they name one of the numbers."""
    line = _ZERO.get(line, line)
    for pattern, kind in _WORDS:
        if match := re.fullmatch(pattern, line):
            found = [each for each in match.groups() if each is not None]
            return Spot("-".join((kind, *(_in_order(found) if kind in _SORTED else found))))
    for number, words in _PLACES.items():
        if re.fullmatch(f"(?:{words}) column", line):
            return Spot(f"column-{number}")
        if re.fullmatch(f"(?:{words}) (?:dozen|12)", line):
            return Spot(f"dozen-{number}")
    return None


_SORTED = ("split", "trio")


def _in_order(pockets: list[str]) -> list[str]:
    """Return pockets as the layout has them: the zeros first."""
    return sorted(pockets, key=lambda each: -2 + len(each) if not each.strip("0") else int(each))


WORDS = Vocabulary(
    spots=(
        ("reds?|rouge", "red"),
        ("blacks?|noir", "black"),
        ("odd|odd numbers?", "odd"),
        ("even|even numbers?", "even"),
        ("low|1 18|first (?:18|half)|low numbers?", "low"),
        ("high|19 36|(?:second|last) (?:18|half)|high numbers?", "high"),
        ("first 5|5 numbers?|top line|basket", "first-five"),
        ("first 4|4 numbers?", "first-four"),
    ),
    others=_others,
    asks=lambda _table, _seat: (),
    wishes={"roll": "spin|s|spin (?:it|wheel|ball)|go|next|no more bets"},
    examples=(
        *("17 straight 5", "red 20", "spin", "split 8 11 for 5", "street 13 for 5"),
        *("corner 1 for 5", "line 31 for 5", "column 2 for 10", "dozen 1 for 10", "black 10"),
        *("17 for 5", "odd 10", "low 10", "00 for 5", "first five for 5", "trio 0 1 2 for 5"),
        *("down on red", "press red 10", "less 5 on black", "everything down"),
        *("red 10, 17 for 5", "same bet"),
    ),
    down_example="down on red",
    call_example="red",
)
