"""Lines of a log: as read, and as expected."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from lammer.audit.log.resync import LineEvent, LoggedEvent, line_body
from lammer.core.codec import Malformed, canonical, form
from lammer.table.log import LogLine, read_log_line
from lammer.table.script import parse

_MOVES = form(tuple[tuple[str, str, int], ...])


class Expected(NamedTuple):
    """The next line expected: the event, and the command if it is the first line of one; its
    ``text`` in canonical JSON, if that is known."""

    event: LoggedEvent
    command: Mapping[str, Any] | None
    text: str = ""

    def body(self) -> str:
        """Return the body of the line as JSON."""
        if self.command is None:
            return line_body(self.event)
        return line_body(self.event, self.text or canonical(self.command))


class FileLine(NamedTuple):
    """A line of a file: its number, its bytes, what it says."""

    number: int
    line: bytes
    found: LogLine


def line_text(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as problem:
        raise Malformed("", f"not UTF-8 text: byte {problem.start + 1}") from None


def line_fields(line: bytes) -> LogLine:
    """Return a line of a log; raise ``Malformed`` if its shape is wrong."""
    return read_log_line(parse(line))


def as_event(found: LogLine) -> LineEvent:
    body = {key: value for key, value in found.body.items() if key not in ("command", "moves")}
    moves = _MOVES.read(_as_list(found.body.get("moves")), "moves")
    return LineEvent(found.event, found.actor, body, found.clauses, moves)


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def is_same(expected: Expected, found: LogLine) -> bool:
    event = expected.event
    line = event.name, event.actor, event.clauses
    same = line == (found.event, found.actor, found.clauses)
    return same and expected.body() == canonical(found.body)


def event_key(event: LoggedEvent) -> tuple[str, Any, Any]:
    body = event.body
    return event.name, body.get("seat"), body.get("wager")
