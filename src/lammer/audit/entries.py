"""Reads a record: one entry a line, from CSV or JSON Lines."""

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple

from lammer.audit.instrument import AMOUNT, Keys, record_of
from lammer.core import codec
from lammer.core.codec import Malformed, Reads, plain, show
from lammer.core.money import dollars
from lammer.games.registry import did_you_mean, nearest
from lammer.instruments import INSTRUMENTS
from lammer.table.keys import MOST_SEATS, Flag, Word, cents, whole
from lammer.table.refusals import MOST_CENTS
from lammer.table.script import MOST_BYTES, parse


class UnreadableEntry(Malformed):
    """A line that is no entry of a record; ``number`` is its line."""

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


class RecordEntry(NamedTuple):
    """One line of a record."""

    line: int
    kind: str
    seat: Annotated[int, Reads(_seat)] = 0
    wager: Word = ""
    cents: Annotated[int, Reads(_cents)] = 0
    leave_up: Flag | None = None
    shown: Mapping[str, Any] = {}
    """The outcome, by the instrument's columns."""


_BET = ("seat", "wager")
_ANYWHERE: Mapping[str, Keys] = {
    "bet": (AMOUNT, ("leave_up",)),
    "reduce": (AMOUNT, ()),
    "remove": (_BET, ("cents",)),
    "call-on": (_BET, ()),
    "call-off": (_BET, ()),
    "coupon": (AMOUNT, ()),
    "payment": (AMOUNT, ()),
    "vigorish": (AMOUNT, ()),
    "refund": (AMOUNT, ()),
    "return": (AMOUNT, ()),
    "take": (AMOUNT, ()),
}


@cache
def kinds(thing: str) -> Mapping[str, Keys]:
    """Return the kinds of entry in the record of a game with this instrument, each with its keys.

    >>> kinds("shoe")["deal"]
    (('cards',), ('cut_card',))
    """
    return {**_ANYWHERE, **record_of(thing).kinds}


_IGNORED = ("at", "note")
_OWN = ("kind", "seat", "wager", "cents", "leave_up")


@cache
def _columns(things: tuple[str, ...]) -> Mapping[str, codec.FieldForm]:
    """Return the columns that instruments add, each with its reader."""
    return {
        key: one
        for thing in things
        for key, one in codec.shape(record_of(thing).columns).fields.items()
    }


def columns() -> tuple[str, ...]:
    """Return the columns that a record may have."""
    return (*_OWN, *_columns(tuple(INSTRUMENTS)), *_IGNORED)


def _form(key: str) -> codec.Form:
    own = codec.shape(RecordEntry, _UNREAD).fields
    return (own if key in own else _columns(tuple(INSTRUMENTS)))[key].form


_UNREAD = frozenset(("line", "kind", "shown"))

Shape = Literal["csv", "json", "log"]


def shape(first: bytes) -> Shape | None:
    """Return the format of a file by its first line that is not blank: a record as CSV or JSON
    Lines, a table's log, or None.

    >>> shape(b"seat,kind,wager,cents,dice"), shape(b'{"kind": "roll", "dice": "3-4"}')
    ('csv', 'json')
    >>> shape(b'{"actor":"house","event":"open","hash":"ab"}'), shape(b"hello") is None
    ('log', True)
    """
    if first.lstrip(b"\xef\xbb\xbf \r\n").startswith(b"{"):
        try:
            keys = set(json.loads(first.decode("utf-8-sig")))
        except (ValueError, RecursionError):
            # Damaged: the reader of its format reports what is wrong.
            keys = {key for key in ("hash", "event", "kind") if f'"{key}"'.encode() in first}
        if keys & {"hash", "event"}:
            return "log"
        return "json" if "kind" in keys else None
    try:
        return "csv" if "kind" in _cells(_decoded(first)) else None
    except Malformed:
        return None


def entries(lines: Iterable[tuple[int, bytes]], thing: str) -> Iterator[RecordEntry]:
    """Yield the entries of a record of a game with this instrument, one at a time."""
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


_HOW = "A record begins with a CSV header (kind,seat,wager,cents,...) or is JSON Lines."


def _reader(first: bytes) -> tuple[Callable[[bytes], dict[str, Any]], bool]:
    """Return the reader of the lines of this record, and whether the first line is an entry."""
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
        if name not in columns():
            hint = did_you_mean(nearest(name, columns())).strip()
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
    """Return the value of a CSV cell; an unsuitable one is left for the key's reader to refuse."""
    values = () if key in ("kind", *_IGNORED) else _form(key).values
    if int in values and _DIGITS.fullmatch(cell):
        return int(cell)
    return _TRUTH.get(cell, cell) if bool in values else cell


def _object(line: bytes) -> dict[str, Any]:
    line = line.removeprefix(b"\xef\xbb\xbf")
    if not line.lstrip().startswith(b"{"):
        raise Malformed("", "not an object", 'Write {"kind": "bet", ...}.')
    return {key: value for key, value in parse(line).items() if value is not None and value != ""}


def _entry(number: int, raw: Mapping[str, Any], thing: str) -> RecordEntry:
    needed, allowed = _keys(raw.get("kind"), thing)
    kind = str(raw["kind"])
    for key in raw:
        if key not in ("kind", *needed, *allowed, *_IGNORED):
            raise Malformed(plain(key), f"has no place in a {kind}", _hint(key))
    for key in needed:
        if key not in raw:
            raise Malformed(key, f"is missing in a {kind}")
    here = (key for key in (*needed, *allowed) if key in raw)
    found = {key: _form(key).read(raw[key], key) for key in here}
    shown = {key: found.pop(key) for key in [*found] if key not in _OWN}
    return RecordEntry(number, kind, **found, shown=shown)


def _keys(kind: Any, thing: str) -> Keys:
    here = kinds(thing)
    if not isinstance(kind, str):
        raise Malformed("kind", "is missing", f"One of: {', '.join(here)}.")
    if kind in here:
        return here[kind]
    if any(kind in kinds(other) for other in INSTRUMENTS):
        what = f"{kind} has no place in a game with {record_of(thing).words}"
        raise Malformed("kind", what, f"One of: {', '.join(here)}.")
    hint = did_you_mean(nearest(kind[:40], list(here))).strip()
    raise Malformed("kind", f'there is no kind "{plain(kind)}"', hint)


def _hint(key: str) -> str:
    known = columns()
    return "" if key in known else did_you_mean(nearest(key[:40], known)).strip()
