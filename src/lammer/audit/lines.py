"""Lines of a log: as read, and as expected."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from lammer.audit.resync import LineEvent, LoggedEvent, line_body
from lammer.core.codec import Malformed, canonical
from lammer.table.keys import is_digest
from lammer.table.script import parse

_KEYS = frozenset(("actor", "at", "body", "clauses", "event", "hash", "prev", "seq"))
MOST_LINES = 1 << 53


class Expected(NamedTuple):
    """The next line expected: the event, and the command if it is the first line of one."""

    event: LoggedEvent
    command: Mapping[str, Any] | None

    def body(self) -> str:
        """Return the body of the line as JSON."""
        return line_body(self.event, "" if self.command is None else canonical(self.command))


class LogLine(NamedTuple):
    """A line that was read: its number in the file, its bytes, its fields."""

    number: int
    line: bytes
    found: Mapping[str, Any]


def line_text(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as problem:
        raise Malformed("", f"not UTF-8 text: byte {problem.start + 1}") from None


def line_fields(line: bytes) -> dict[str, Any]:
    """Return a line of a log as data; raise ``Malformed`` if its shape is wrong."""
    found = parse(line)
    try:
        canonical(found).encode()
    except (TypeError, ValueError):
        raise Malformed("", "a number with a fraction, or half a character") from None
    if frozenset(found) != _KEYS:
        odd = sorted(frozenset(found) ^ _KEYS)
        raise Malformed(odd[0][:40], "a log line has " + ", ".join(sorted(_KEYS)))
    for key in ("actor", "at", "event", "hash", "prev"):
        if not isinstance(found[key], str):
            raise Malformed(key, "is not text")
    for key in ("hash", "prev"):
        if not is_digest(found[key]):
            raise Malformed(key, "is not a SHA-256 in small letters")
    seq = found["seq"]
    if not isinstance(seq, int) or isinstance(seq, bool) or not 0 < seq < MOST_LINES:
        raise Malformed("seq", "is not the number of a line")
    if not isinstance(found["body"], dict):
        raise Malformed("body", "is not an object")
    named = found["clauses"]
    if not isinstance(named, list) or not all(isinstance(each, str) for each in named):
        raise Malformed("clauses", "is not a list of clauses")
    return found


def as_event(found: Mapping[str, Any]) -> LineEvent:
    body = {key: value for key, value in found["body"].items() if key not in ("command", "moves")}
    moves = tuple(_move(each) for each in _as_list(found["body"].get("moves")))
    return LineEvent(found["event"], found["actor"], body, tuple(found["clauses"]), moves)


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _move(value: Any) -> tuple[str, str, int]:
    match value:
        case [str() as source, str() as target, int() as cents] if not isinstance(cents, bool):
            return source, target, cents
    raise Malformed("moves", "is not a list of transfers")


def is_same(expected: Expected, found: Mapping[str, Any]) -> bool:
    event = expected.event
    line = event.name, event.actor, list(event.clauses)
    same = line == (found["event"], found["actor"], found["clauses"])
    return same and expected.body() == canonical(found["body"])


def event_key(event: LoggedEvent) -> tuple[str, Any, Any]:
    body = event.body
    return event.name, body.get("seat"), body.get("wager")
