"""The log of a table: one line for each event, each sealed to the one before.

Keys are sorted, there are no spaces, the text is UTF-8; ``hash`` is the SHA-256 of the line without
it. The first event of a command contains the command, so that an audit needs only the log.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from typing import Annotated, Any, NamedTuple

from lammer.core.codec import AsObject, Malformed, Reads, shape, show
from lammer.core.codec import canonical as canonical
from lammer.core.legality import Refusal
from lammer.table.events import Event, body_text
from lammer.table.keys import Digest

FIRST = "0" * 64
"""The ``prev`` of the first line."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SECOND = timedelta(seconds=1)
"""The clock of a script without times: its start, and what each line adds."""


MOST_LINES = 1 << 53


def _line_number(key: str, value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value < MOST_LINES:
        return value
    raise Malformed(key, f"{show(value)} is not the number of a line")


class LogLine(NamedTuple):
    """What a line of a log says. Keys in its body depend on its event."""

    actor: str
    at: str
    body: AsObject[Any]
    clauses: tuple[str, ...]
    event: str
    hash: Digest
    prev: Digest
    seq: Annotated[int, Reads(_line_number)]


def read_log_line(data: Mapping[str, Any]) -> LogLine:
    """Return the line of a log that is in this form. Raises ``Malformed``, also for what no line
    can contain: numbers with a fraction, halves of characters."""
    try:
        canonical(data).encode()
    except (TypeError, ValueError):
        raise Malformed("", "a number with a fraction, or half a character") from None
    line: LogLine = shape(LogLine).read(data)
    return line


def seal(
    seq: int, at: str, actor: str, event: str, body: str, clauses: str, prev: str
) -> tuple[bytes, str]:
    """Return a line as bytes with its hash, and the hash. ``body`` and ``clauses`` are JSON; the
    other texts contain nothing that JSON would escape.

    >>> line, hash = seal(1, "1970-01-01T00:00:00Z", "house", "close", "{}", "[]", FIRST)
    >>> b',"hash":"' + hash.encode() + b'","prev":"000' in line
    True
    """
    first = (
        f'{{"actor":"{actor}","at":"{at}","body":{body},"clauses":{clauses},"event":"{event}"'
    ).encode()
    second = f',"prev":"{prev}","seq":{seq}}}'.encode()
    digest = sha256(first + second).hexdigest()
    return b'%b,"hash":"%b"%b\n' % (first, digest.encode(), second), digest


@lru_cache(maxsize=4096)
def clause_list(clauses: tuple[str, ...]) -> str:
    return canonical(clauses)


@lru_cache(maxsize=64)
def stamp(at: datetime) -> str:
    """Return a time in UTC as it is written.

    >>> from datetime import timezone
    >>> stamp(datetime(1970, 1, 1, tzinfo=timezone.utc))
    '1970-01-01T00:00:00Z'
    """
    return at.isoformat().replace("+00:00", "Z")


class Log:
    """The end of a log: the number and hash of its last line. ``keep`` receives each line."""

    def __init__(self, keep: Callable[[bytes], None]) -> None:
        self._keep = keep
        self.lines = 0
        self.head = FIRST

    def record(self, events: Sequence[Event], command: str, at: datetime) -> None:
        """Write the events of a command; ``command`` is its JSON."""
        when = stamp(at)
        for event in events:
            self._write(when, event.actor, event.name, body_text(event, command), event.clauses)
            command = ""

    def refuse(self, refusal: Refusal, command: str, at: datetime) -> None:
        code, detail = canonical(refusal.code), canonical(refusal.detail)
        body = f'{{"code":{code},"command":{command},"detail":{detail}}}'
        self._write(stamp(at), "table", "refused", body, refusal.clauses)

    def close(self, at: datetime) -> str:
        body = canonical({"lines": self.lines, "head": self.head})
        self._write(stamp(at), "house", "close", body, ())
        return self.head

    def _write(self, at: str, actor: str, name: str, body: str, clauses: tuple[str, ...]) -> None:
        self.lines += 1
        said = clause_list(clauses)
        sealed, self.head = seal(self.lines, at, actor, name, body, said, self.head)
        self._keep(sealed)
