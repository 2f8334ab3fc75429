"""The words of roulette: "17 straight", "split 8 11", "corner 17/21", "13-16 double street"."""

import re
from collections.abc import Iterable, Mapping

from lammer.games.roulette.wheels import LayoutPosition, WheelName, inside
from lammer.instruments.wheel.law import wheel_law
from lammer.table import TableState
from lammer.typed.intents import Spot, Unclear
from lammer.typed.vocabulary import Found, Vocabulary, spoken

_P = r"(?:00|[12]\d|3[0-6]|\d)"
_SEVERAL = rf"{_P}(?: {_P})+"
_KINDS: Mapping[str, str] = {
    "straight": "straight(?: up)?|number|no|plein|en plein",
    "split": "split|cheval",
    "street": "street|row|transversale",
    "trio": "trio",
    "corner": "corner|square|quarter|carre",
    "line": "(?:6 |double )?line|double street|sixline|sixain",
}
_PLACES = {"1": "first|1 st|bottom", "2": "second|2 nd|middle", "3": "third|3 rd|top|last"}
_ZEROS = (("double zero|double 0|zero zero|0 0", "00"), ("zero", "0"))
_WHEELS: tuple[WheelName, ...] = ("double-zero", "single-zero")


def _ways_to_name(position: LayoutPosition) -> Iterable[tuple[str, ...]]:
    """Yield the numbers by which people name a position: all of them, the first and the last, the
    lowest; of a six line also those that begin its streets."""
    pockets = position.pockets
    yield pockets
    if position.key.startswith(("street", "corner", "line")):
        yield pockets[:1]
        yield (pockets[0], pockets[-1])
    if position.kind == "line":
        yield (pockets[0], pockets[3])


_POSITIONS = {
    (position.key.partition("-")[0], numbers): position.key
    for wheel in _WHEELS
    for position in inside(wheel)
    for numbers in _ways_to_name(position)
}


def _others(line: str) -> Spot | None:
    """Return the position that the words name, if they name one of the numbers."""
    for pattern, zero in _ZEROS:
        line = re.sub(rf"\b(?:{pattern})\b", zero, line)
    if re.fullmatch(_P, line):
        return Spot(f"straight-{line}")
    for kind, words in _KINDS.items():
        match = re.fullmatch(rf"(?:{words}) ([\d ]+)|([\d ]+?) (?:{words})", line)
        if match and (named := _position(kind, (match[1] or match[2]).split())):
            return Spot(named)
    for number, words in _PLACES.items():
        if re.fullmatch(f"(?:{words}) column|col(?:umn)? {number}", line):
            return Spot(f"column-{number}")
        if re.fullmatch(f"(?:{words}) (?:dozen|12)|dozen {number}", line):
            return Spot(f"dozen-{number}")
    return Spot("several", line) if re.fullmatch(_SEVERAL, line) else None


def _position(kind: str, numbers: list[str]) -> str:
    """Return the key of the position; of one that there is not, a key that the table refuses with
    those there are; "" where too few numbers say which it is."""
    ordered = tuple(sorted(numbers, key=_place))
    found = _POSITIONS.get((kind, ordered))
    if found is None and kind == "street":
        found = _POSITIONS.get(("trio", ordered))
    if found is None and kind == "split" and len(ordered) < 2:
        return ""
    return found or "-".join((kind, *ordered))


def _place(pocket: str) -> int:
    """Return where a number is on the layout: the zeros first."""
    return int(pocket) if pocket.strip("0") else -3 + len(pocket)


def _which(_table: TableState, _seat: int, spot: Spot) -> Found:
    """Return the bet that is meant, or a question where several numbers may be one bet or
    several."""
    if spot.key != "several":
        return spot.key
    ordered = tuple(sorted(spot.number.split(), key=_place))
    known = [_POSITIONS[kind, ordered] for kind in _KINDS if (kind, ordered) in _POSITIONS]
    what = f"{spot.number}: one bet on all of them, or one on each?"
    each = f'"{", ".join(ordered)} for 5 each"'
    return Unclear(what, f"Say {' or '.join((*(_quoted(key) for key in known), each))}.")


def _quoted(key: str) -> str:
    return f'"{spoken(key)} for 5"'


# Bets that people ask for and that are no position of the layout

_ANNOUNCED: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "voisins",
        r"voisins?(?: du| de)?(?: zero)?|neighbou?rs?(?: of)?(?: the)? zero|grande? serie",
        ("trio 0 2 3 twice", "split 4 7", "split 12 15", "split 18 21", "split 19 22",
         "split 32 35", "corner 25 twice"),
    ),
    (
        "tiers",
        "tiers?(?: du cylindre)?|petite? serie",
        ("split 5 8", "split 10 11", "split 13 16", "split 23 24", "split 27 30", "split 33 36"),
    ),
    (
        "orphelins",
        "orphelins?|orphans?",
        ("straight 1", "split 6 9", "split 14 17", "split 17 20", "split 31 34"),
    ),
    (
        "jeu zero",
        "jeu(?: du| de)? zero|zero (?:game|spiel)",
        ("straight 26", "split 0 3", "split 12 15", "split 32 35"),
    ),
)  # fmt: skip
"""Announced bets on parts of a wheel with one zero, and of which positions each consists."""
_NEIGHBOURS = re.compile(
    rf"neighbou?rs?(?: of| by| on)? ({_P})\b"
    rf"|\b({_P}) (?:by |with )?(?:2 )?(?:neighbou?rs?|voisins?)"
)
_FINALS = re.compile(r"finale?s? (?:en plein )?(\d)\b")
_WHOLE = re.compile(rf"(?:complete|maximum) (?:on )?({_P})\b|\b({_P}) (?:complete|maximum)")
_NOT_THERE = re.compile(
    r"(?:.* on |straight(?: up)? |number )?(\d\d)(?: straight(?: up)?)?(?: for .+)?"
)
_SNAKE = "1, 5, 9, 12, 14, 16, 19, 23, 27, 30, 32, 34"


def _declined(table: TableState, line: str) -> Unclear | None:
    """Return what to say instead of an announced bet, or of a number that there is not."""
    rim = wheel_law(table.rules.procedure).rim
    if (match := _NOT_THERE.fullmatch(line)) and match[1] not in rim and int(match[1]) > 36:
        return Unclear(f"There is no {match[1]} on this wheel.", f"Say {_numbers(rim)}.")
    if match := _NEIGHBOURS.search(line):
        number = match[1] or match[2]
        at = rim.index(number) if number in rim else -1
        around = [rim[(at + step) % len(rim)] for step in range(-2, 3)] if at >= 0 else []
        return _announce("neighbours", f" of {number}", ", ".join(around) or "17, 34, 6")
    if match := _FINALS.search(line):
        numbers = ", ".join(str(n) for n in range(int(match[1]), 37, 10))
        return _announce("finals", f" {match[1]}", numbers)
    if match := _WHOLE.search(line):
        number = match[1] or match[2]
        keys = [each.key for each in inside(_WHEELS["00" not in rim]) if number in each.pockets]
        return _announce("complete", f" {number}", ", ".join(spoken(key) for key in keys[:3]))
    if re.search(r"\bsnake\b", line):
        return _announce("snake", "", _SNAKE)
    for name, words, positions in _ANNOUNCED:
        if re.search(rf"\b(?:{words})\b", line):
            if "00" in rim:
                return _announce(name, "", "17, 34, 6", "It belongs to a wheel with one zero.")
            said = f"Its positions: {', '.join(positions)}."
            return _announce(name, "", ", ".join(positions[1:3]), said)
    return None


def _announce(name: str, of: str, instead: str, more: str = "") -> Unclear:
    """Return the words that no announced bet is taken, and the positions to bet on instead."""
    what = f'"{name}{of}" is an announced bet, and none is taken here: a bet is chips on the layout'
    said = (f"{what} (R-101).", more)
    return Unclear(" ".join(filter(None, said)), f'Say "{instead} for 5 each".')


def _numbers(rim: Iterable[str]) -> str:
    return "0, 00 or 1 to 36" if "00" in rim else "0 or 1 to 36"


WORDS = Vocabulary(
    spots=(
        ("reds?|rouge", "red"),
        ("blacks?|noir", "black"),
        ("odd|odd numbers?|impair", "odd"),
        ("even|even numbers?|pair", "even"),
        ("low|1 18|first (?:18|half)|low numbers?|manque", "low"),
        ("high|19 36|(?:second|last) (?:18|half)|high numbers?|passe", "high"),
        ("1 12", "dozen-1"),
        ("13 24", "dozen-2"),
        ("25 36", "dozen-3"),
        ("first 5|5 numbers?|top line|basket|(?:0 00|00 0) 1 2 3", "first-five"),
        ("first 4|4 numbers?|0 1 2 3", "first-four"),
    ),
    others=_others,
    made=_which,
    held=_which,
    declined=_declined,
    asks=lambda _table, _seat: (),
    wishes={"roll": "spin|s|spin (?:it|wheel|ball)|go|next|no more bets"},
    examples=(
        *("17 straight 5", "red 20", "spin", "split 8 11 for 5", "street 13 for 5"),
        *("corner 1 for 5", "line 31 for 5", "column 2 for 10", "dozen 1 for 10", "black 10"),
        *("17 for 5", "odd 10", "low 10", "00 for 5", "first five for 5", "trio 0 1 2 for 5"),
        *("17/20 split for 5", "17/21 corner for 5", "13/16 line for 5"),
        *("down on red", "press red 10", "less 5 on black", "everything down"),
        *("red 10, 17 for 5", "17, 20 and 23 for 5 each", "same bet"),
    ),
    down_example="down on red",
    call_example="red",
)
