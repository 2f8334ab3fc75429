"""Reads the entries of a record: one a line, what happened and to whose bet."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple

from lammer.audit.record.instrument import AMOUNT, MONEY, Keys, record_of
from lammer.audit.record.sheet import IGNORED, LineReader, Raw, is_blank, line_reader, nothing_here
from lammer.core import codec
from lammer.core.codec import Malformed, Reads, plain, show
from lammer.core.money import dollars
from lammer.games.registry import did_you_mean, nearest
from lammer.instruments import INSTRUMENTS
from lammer.table.keys import MOST_SEATS, Flag, cents, text, whole
from lammer.table.refusals import MOST_CENTS

MOST_WORDS = 200
"""Characters of a list of wagers."""


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
    if isinstance(value, str) and re.fullmatch(r"[$0-9.,]*[.$][$0-9.,]*", value):
        what = f"{show(value)} is not a whole number of cents"
        raise Malformed(key, what, "Dollars are written in a column named dollars.")
    # That only a net payment can be nothing is checked with its kind.
    nothing = value == 0 and not isinstance(value, bool)
    return _not_too_much(key, value, 0 if nothing else cents(key, value))


def _dollars(key: str, value: Any) -> int:
    found = re.fullmatch(r"([0-9]{1,18})(?:\.([0-9]{1,2}))?", str(value), re.ASCII)
    if found is None or isinstance(value, bool):
        what = f"{show(value)} is no amount in dollars"
        raise Malformed(key, what, 'Write 12 or 12.50; in JSON "12.50", in quotes.')
    amount = int(found[1]) * 100 + int((found[2] or "").ljust(2, "0"))
    return _not_too_much(key, value, amount)


def _not_too_much(key: str, value: Any, amount: int) -> int:
    if amount <= MOST_CENTS:
        return amount
    raise Malformed(key, f"{show(value)} is too much", f"At most {dollars(MOST_CENTS)}.")


def _wagers(key: str, value: Any) -> str:
    if isinstance(value, str) and len(value) > MOST_WORDS:
        raise Malformed(key, f"{len(value)} characters", f"At most {MOST_WORDS}.")
    return value if isinstance(value, str) else text(key, value)


def _made(key: str, value: Any) -> tuple[str, ...]:
    """Read the numbers that a Fire or Bonus bet has already: "4 5 9", or a list of them."""
    if isinstance(value, list):
        return tuple(str(whole(key, each)) for each in value)
    found = re.findall(r"[0-9]+", str(value))
    if not found or re.sub(r"[0-9 ,;+/]", "", str(value)):
        raise Malformed(key, f"{show(value)} is no list of numbers", "Write 4 5 9.")
    return tuple(found)


def _person(key: str, value: Any) -> str:
    return text(key, str(value) if isinstance(value, int) else value)


class RecordEntry(NamedTuple):
    """One line of a record.

    ``wager`` is as it was typed; ``names`` are the bets it means, none for all of the seat (once
    the table has told). ``net``: the amount is a payment less the parts that lost. ``made`` is what
    a bet had gathered before the record began.
    """

    line: int
    kind: str
    seat: Annotated[int, Reads(_seat)] = 0
    wager: Annotated[str, Reads(_wagers)] = ""
    cents: Annotated[int, Reads(_cents)] = 0
    leave_up: Flag | None = None
    net: Flag = False
    made: Annotated[tuple[str, ...], Reads(_made)] = ()
    dealer: Annotated[str, Reads(_person)] = ""
    shift: Annotated[str, Reads(_person)] = ""
    shown: Mapping[str, Any] = {}
    """The outcome, by the instrument's columns."""
    names: tuple[str, ...] = ()


class _OtherKeys(NamedTuple):
    """Keys of an entry that stand for another."""

    dollars: Annotated[int, Reads(_dollars)] = 0


_BET = ("seat", "wager")
_ANYWHERE: Mapping[str, Keys] = {
    "up": (AMOUNT, ("leave_up", "made")),
    "bet": (AMOUNT, ("leave_up",)),
    "reduce": (AMOUNT, ()),
    "remove": (_BET, ("cents",)),
    "call-on": (_BET, ()),
    "call-off": (_BET, ()),
    "coupon": (AMOUNT, ()),
    "payment": (MONEY, ("wager", "net")),
    "vigorish": (MONEY, ("wager",)),
    "refund": (MONEY, ("wager",)),
    "return": (MONEY, ("wager",)),
    "take": (MONEY, ("wager",)),
}
SUMS = frozenset(("payment", "vigorish", "refund", "return", "take"))
"""Kinds whose amount may be that of several bets."""
_ON_EVERY_LINE = ("dealer", "shift")


@cache
def kinds(thing: str) -> Mapping[str, Keys]:
    """Return the kinds of entry in the record of a game with this instrument, each with its keys.

    >>> kinds("shoe")["deal"]
    (('cards',), ('cut_card',))
    """
    return {**_ANYWHERE, **record_of(thing).kinds}


_OWN = ("kind", "seat", "wager", "cents", "leave_up", "net", "made", *_ON_EVERY_LINE)
_OTHER = codec.shape(_OtherKeys).fields
_UNREAD = frozenset(("line", "kind", "shown", "names"))


@cache
def _columns(things: tuple[str, ...]) -> Mapping[str, codec.FieldForm]:
    """Return the columns that instruments add, each with its reader."""
    return {
        key: one
        for thing in reversed(things)
        for key, one in codec.shape(record_of(thing).columns).fields.items()
    }


def columns() -> tuple[str, ...]:
    """Return the columns that a record may have."""
    return (*_OWN, *_OTHER, *_columns(tuple(INSTRUMENTS)), *IGNORED)


def _form(key: str, thing: str | None = None) -> codec.Form:
    """Return how a column is read: in a record of a game with this instrument, as it has it."""
    own = codec.shape(RecordEntry, _UNREAD).fields
    for fields in (own, _OTHER):
        if key in fields:
            return fields[key].form
    shown = {} if thing is None else _columns((thing,))
    return (shown.get(key) or _columns(tuple(INSTRUMENTS))[key]).form


@cache
def _types(_: tuple[str, ...]) -> Mapping[str, tuple[type, ...]]:
    """Return the types of the values of each column in JSON."""
    texts = ("kind", "dollars", "made", *_ON_EVERY_LINE, *IGNORED)
    return {key: (str,) if key in texts else _form(key).values for key in columns()}


def entries(
    lines: Iterable[tuple[int, bytes]], thing: str
) -> Iterator[RecordEntry | UnreadableEntry]:
    """Yield the entries of a record of a game with this instrument, one at a time, and the lines
    that are none. Raise ``UnreadableEntry`` if nothing can be read."""
    reader: LineReader | None = None
    number = 0
    try:
        for number, line in lines:
            try:
                if is_blank(line):
                    continue
                if reader is None:
                    reader = line_reader(line, _types(tuple(INSTRUMENTS)))
                    if reader is None or not reader.here:
                        continue
                raw = reader.read(line)
                if raw:
                    yield _entry(number, raw, thing)
            except Malformed as problem:
                if reader is None:
                    raise
                yield UnreadableEntry(number, problem)
    except Malformed as problem:
        raise UnreadableEntry(getattr(problem, "number", number), problem) from None
    if reader is None:
        raise UnreadableEntry(max(number, 1), nothing_here())


def _entry(number: int, raw: Raw, thing: str) -> RecordEntry:
    kind, (needed, allowed) = _kind(raw.get("kind"), thing)
    raw = _in_cents(raw, kind)
    for key in raw:
        if key not in ("kind", *needed, *allowed, *_ON_EVERY_LINE, *IGNORED):
            raise Malformed(plain(key), f"has no place in a {kind}", _hint(key))
    for key in needed:
        if key not in raw:
            raise Malformed(key, f"is missing in a {kind}")
    here = (key for key in (*needed, *allowed, *_ON_EVERY_LINE) if key in raw)
    found = {key: _form(key, thing).read(raw[key], key) for key in here}
    shown = {key: found.pop(key) for key in [*found] if key not in _OWN}
    if found.get("cents") == 0 and not found.get("net"):
        cents("cents", 0)
    return RecordEntry(number, kind, **found, shown=shown)


def _in_cents(raw: Raw, kind: str) -> Raw:
    """Return a line with its dollars as cents."""
    if "dollars" not in raw:
        return raw
    if "cents" in raw:
        what = f"is in a {kind} that has cents too"
        raise Malformed("dollars", what, "Write the one or the other.")
    amount = _form("dollars").read(raw["dollars"], "dollars")
    return {key: each for key, each in raw.items() if key != "dollars"} | {"cents": amount}


def _kind(kind: Any, thing: str) -> tuple[str, Keys]:
    """Return a kind as it is known, and its keys."""
    here = kinds(thing)
    if not isinstance(kind, str):
        raise Malformed("kind", "is missing", f"One of: {', '.join(here)}.")
    bare = re.sub(r"[ _-]+", "-", kind.strip().casefold())
    if bare in here:
        return bare, here[bare]
    if any(bare in kinds(other) for other in INSTRUMENTS):
        what = f"{bare} has no place in a game with {record_of(thing).words}"
        raise Malformed("kind", what, f"One of: {', '.join(here)}.")
    hint = did_you_mean(nearest(kind[:40], list(here))).strip()
    hint = hint or f"One of: {', '.join(here)}."
    raise Malformed("kind", f'there is no kind "{plain(kind)}"', hint)


def _hint(key: str) -> str:
    known = columns()
    return "" if key in known else did_you_mean(nearest(key[:40], known)).strip()
