"""A record as somebody else kept it, read: one entry a line, from CSV or JSON Lines."""

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple

from lammer.core import codec
from lammer.core.codec import Malformed, Reads, plain, show
from lammer.core.money import dollars
from lammer.core.procedure import THINGS, Thing
from lammer.games.registry import did_you_mean, nearest
from lammer.table.keys import MOST_SEATS, Flag, Word, cents, faces, hand_of_cards, whole
from lammer.table.refusals import MOST_CENTS
from lammer.table.script import MOST_BYTES, parse


class UnreadableEntry(Malformed):
    """A line that is no entry of a record; ``number`` says which."""

    def __init__(self, number: int, problem: Malformed) -> None:
        super().__init__(problem.key, problem.what, problem.instead)
        self.number = number


def _seat(key: str, value: Any) -> int:
    number = whole(key, value)
    if 1 <= number <= MOST_SEATS:
        return number
    raise Malformed(key, f"there is no seat {show(value)}", f"Seats are 1 to {MOST_SEATS}.")


def _cents(key: str, value: Any) -> int:
    amount = cents(key, value)
    if amount <= MOST_CENTS:
        return amount
    raise Malformed(key, f"{show(value)} is too much", f"At most {dollars(MOST_CENTS)}.")


_PAIR = re.compile(r"([0-9])-([0-9])")


def _dice(key: str, value: Any) -> tuple[int, int]:
    pair = _PAIR.fullmatch(value) if isinstance(value, str) else None
    if pair is not None:
        return faces(key, [int(pair[1]), int(pair[2])])
    if isinstance(value, list):
        return faces(key, value)
    raise Malformed(key, f"{show(value)} is not two dice", "Write 3-4.")


def _cards(key: str, value: Any) -> tuple[str, ...]:
    return hand_of_cards(key, value.split() if isinstance(value, str) else value)


class RecordEntry(NamedTuple):
    """One line of a record, read."""

    line: int
    kind: str
    seat: Annotated[int, Reads(_seat)] = 0
    wager: Word = ""
    cents: Annotated[int, Reads(_cents)] = 0
    dice: Annotated[tuple[int, int], Reads(_dice)] | None = None
    leave_up: Flag | None = None
    cards: Annotated[tuple[str, ...], Reads(_cards)] = ()
    cut_card: Flag = False


Keys = tuple[tuple[str, ...], tuple[str, ...]]
"""The keys an entry must have, and those it may have."""

_AMOUNT = ("seat", "wager", "cents")
_BET = ("seat", "wager")
_NOTHING: Keys = ((), ())
_ANYWHERE: Mapping[str, Keys] = {
    "bet": (_AMOUNT, ("leave_up",)),
    "reduce": (_AMOUNT, ()),
    "remove": (_BET, ("cents",)),
    "call-on": (_BET, ()),
    "call-off": (_BET, ()),
    "coupon": (_AMOUNT, ()),
    "payment": (_AMOUNT, ()),
    "vigorish": (_AMOUNT, ()),
    "refund": (_AMOUNT, ()),
    "return": (_AMOUNT, ()),
    "take": (_AMOUNT, ()),
}
_WITH: Mapping[Thing, Mapping[str, Keys]] = {
    "dice": {
        "roll": (("dice",), ()),
        "roll-alone": (("dice",), ()),
        "no-roll": ((), ("dice",)),
        "shooter": ((), ("seat",)),
    },
    "shaker": {
        "no-more-bets": _NOTHING,
        "shake": (("dice",), ()),
        "no-shake": ((), ("dice",)),
    },
    "shoe": {
        "no-more-bets": _NOTHING,
        "deal": (("cards",), ("cut_card",)),
        "no-deal": ((), ("cards", "cut_card")),
        "shuffle": _NOTHING,
        "mark": (_AMOUNT, ()),
        "collect": (_AMOUNT, ()),
    },
}


@cache
def kinds(thing: Thing) -> Mapping[str, Keys]:
    """The kinds of entry in the record of a game in which this goes round, each with its keys.

    >>> kinds("shoe")["deal"]
    (('cards',), ('cut_card',))
    """
    return {**_ANYWHERE, **_WITH[thing]}


_IGNORED = ("at", "note")
COLUMNS = (
    *("kind", "seat", "wager", "cents", "dice", "leave_up", "cards", "cut_card"),
    *_IGNORED,
)

Shape = Literal["csv", "json", "log"]


def shape(first: bytes) -> Shape | None:
    """What a file is by its first line that is not blank: a record as CSV or JSON Lines, a table's
    own log, or None of these.

    >>> shape(b"seat,kind,wager,cents,dice"), shape(b'{"kind": "roll", "dice": "3-4"}')
    ('csv', 'json')
    >>> shape(b'{"actor":"house","event":"open","hash":"ab"}'), shape(b"hello") is None
    ('log', True)
    """
    if first.lstrip(b"\xef\xbb\xbf \r\n").startswith(b"{"):
        try:
            keys = set(json.loads(first.decode("utf-8-sig")))
        except (ValueError, RecursionError):
            # Damaged: to be complained of by whoever it was written for.
            keys = {key for key in ("hash", "event", "kind") if f'"{key}"'.encode() in first}
        if keys & {"hash", "event"}:
            return "log"
        return "json" if "kind" in keys else None
    try:
        return "csv" if "kind" in _cells(_decoded(first)) else None
    except Malformed:
        return None


def entries(lines: Iterable[tuple[int, bytes]], thing: Thing = "dice") -> Iterator[RecordEntry]:
    """The entries of a record, one at a time; of a game in which this goes round."""
    read: Callable[[bytes], dict[str, Any]] | None = None
    number = 0
    try:
        for number, line in lines:
            if _blank(line):
                continue
            if read is None:
                read, here = _reader(line)
                if not here:
                    continue
            raw = read(line)
            if raw:
                yield _entry(number, raw, thing)
    except Malformed as problem:
        raise UnreadableEntry(getattr(problem, "number", number), problem) from None
    if read is None:
        raise UnreadableEntry(max(number, 1), Malformed("", "there is no record here", _HOW))


def _blank(line: bytes) -> bool:
    if len(line) > MOST_BYTES:
        raise Malformed("", f"longer than {MOST_BYTES} bytes")
    return not line.strip(b" \r\n\xef\xbb\xbf")


_HOW = "A record begins with a CSV header (kind,seat,wager,cents,dice) or is JSON Lines."


def _reader(first: bytes) -> tuple[Callable[[bytes], dict[str, Any]], bool]:
    """How the lines of this record are read, and whether the first is one of them."""
    match shape(first):
        case "csv":
            header = _header(_cells(_decoded(first)))
            return lambda line: _row(header, line), False
        case "json":
            return _object, True
        case "log":
            raise Malformed("", "this is a table's log, not a plain record")
        case None:
            raise Malformed("", "this is no record", _HOW)


def _decoded(line: bytes) -> str:
    try:
        return line.decode("utf-8-sig").strip("\r\n")
    except UnicodeDecodeError as problem:
        raise Malformed("", f"not UTF-8 text: byte {problem.start + 1}") from None


def _cells(line: str) -> list[str]:
    try:
        rows = list(csv.reader([line], strict=True))
    except csv.Error as problem:
        raise Malformed("", f"not CSV: {problem}") from None
    return [cell.strip() for cell in rows[0]] if rows else []


def _header(names: list[str]) -> list[str]:
    for name in names:
        if name not in COLUMNS:
            hint = did_you_mean(nearest(name, COLUMNS)).strip()
            raise Malformed("", f'there is no column "{plain(name)}"', hint)
        if names.count(name) > 1:
            raise Malformed(name, "stands there twice")
    return names


def _row(header: list[str], line: bytes) -> dict[str, Any]:
    cells = _cells(_decoded(line))
    if len(cells) != len(header):
        raise Malformed("", f"{len(cells)} cells under a header of {len(header)}")
    return {key: _value(key, cell) for key, cell in zip(header, cells, strict=True) if cell}


_DIGITS = re.compile(r"-?[0-9]{1,18}")
_TRUTH = {"yes": True, "true": True, "no": False, "false": False}


def _value(key: str, cell: str) -> str | int | bool:
    """What a cell of CSV stands for; what is not that is left for the key's reader to refuse."""
    if key in ("seat", "cents") and _DIGITS.fullmatch(cell):
        return int(cell)
    return _TRUTH.get(cell, cell) if key in ("leave_up", "cut_card") else cell


def _object(line: bytes) -> dict[str, Any]:
    line = line.removeprefix(b"\xef\xbb\xbf")
    if not line.lstrip().startswith(b"{"):
        raise Malformed("", "not an object", 'Write {"kind": "bet", ...}.')
    return {key: value for key, value in parse(line).items() if value is not None and value != ""}


def _entry(number: int, raw: Mapping[str, Any], thing: Thing) -> RecordEntry:
    needed, allowed = _keys(raw.get("kind"), thing)
    kind = str(raw["kind"])
    for key in raw:
        if key not in ("kind", *needed, *allowed, *_IGNORED):
            raise Malformed(plain(key), f"has no place in a {kind}", _hint(key))
    for key in needed:
        if key not in raw:
            raise Malformed(key, f"is missing in a {kind}")
    fields = codec.shape(RecordEntry).fields
    here = (key for key in (*needed, *allowed) if key in raw)
    found = {key: fields[key].form.read(raw[key], key) for key in here}
    return RecordEntry(number, kind, **found)


def _keys(kind: Any, thing: Thing) -> Keys:
    here = kinds(thing)
    if not isinstance(kind, str):
        raise Malformed("kind", "is missing", f"One of: {', '.join(here)}.")
    if kind in here:
        return here[kind]
    if any(kind in kinds(other) for other in THINGS):
        what = f"{kind} has no place in a game with {_SAID[thing]}"
        raise Malformed("kind", what, f"One of: {', '.join(here)}.")
    hint = did_you_mean(nearest(kind[:40], list(here))).strip()
    raise Malformed("kind", f'there is no kind "{plain(kind)}"', hint)


_SAID: Mapping[Thing, str] = {"dice": "dice", "shaker": "a shaker", "shoe": "a shoe"}


def _hint(key: str) -> str:
    return "" if key in COLUMNS else did_you_mean(nearest(key[:40], COLUMNS)).strip()
