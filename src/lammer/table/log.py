"""The log of a table: one line for each event, each sealed to the one before.

Keys are sorted, there are no spaces, the text is UTF-8; ``hash`` is the SHA-256 of the line without
it. The first event of a command contains the command, so that an audit needs only the log. The
first line names the house and the table, every line who entered it; a log of an earlier version,
whose first line names neither, goes on without.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from typing import Annotated, Any, NamedTuple

from lammer.core.codec import AsObject, Malformed, Reads, shape, show
from lammer.core.codec import canonical as canonical
from lammer.core.legality import Refusal
from lammer.ledger import Transfer
from lammer.table.entered_by import BY_HOUSE
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


class Origin(NamedTuple):
    """Where a log is written: the public ids of the house and of the table."""

    house: str
    table: str


SCRIPT = Origin("script", "script")
"""The origin of a log that no house writes."""
_ID = re.compile(r"[a-z0-9-]{1,64}")


def _id(key: str, value: Any) -> str:
    if isinstance(value, str) and _ID.fullmatch(value):
        return value
    raise Malformed(key, f"{show(value)} is no public id")


Id = Annotated[str, Reads(_id)]


class LogLine(NamedTuple):
    """What a line of a log says. Keys in its body depend on its event. ``by`` is "" in a log of an
    earlier version; ``house`` and ``table`` are those of a first line."""

    actor: str
    at: str
    body: AsObject[Any]
    clauses: tuple[str, ...]
    event: str
    hash: Digest
    prev: Digest
    seq: Annotated[int, Reads(_line_number)]
    by: Id = ""
    house: Id = ""
    table: Id = ""

    @property
    def origin(self) -> Origin | None:
        """The origin that this line names, if it names one."""
        return Origin(self.house, self.table) if self.house and self.table else None

    def as_data(self) -> dict[str, Any]:
        """Return the line as plain data, with the keys that it has."""
        return {key: value for key, value in self._asdict().items() if value != ""}


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
    seq: int,
    at: str,
    actor: str,
    event: str,
    body: str,
    clauses: str,
    prev: str,
    by: str = "",
    origin: Origin | None = None,
) -> tuple[bytes, str]:
    """Return a line as bytes with its hash, and the hash. ``body`` and ``clauses`` are JSON; the
    other texts contain nothing that JSON would escape. ``origin`` is named by a first line.

    >>> line, hash = seal(1, "1970-01-01T00:00:00Z", "house", "close", "{}", "[]", FIRST, "house")
    >>> b',"hash":"' + hash.encode() + b'","prev":"000' in line
    True
    """
    who = f',"by":"{by}"' if by else ""
    first = (
        f'{{"actor":"{actor}","at":"{at}","body":{body}{who},"clauses":{clauses},"event":"{event}"'
    ).encode()
    rest = f',"prev":"{prev}","seq":{seq}'
    if origin is not None:
        rest = f',"house":"{origin.house}"{rest},"table":"{origin.table}"'
    second = f"{rest}}}".encode()
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


def resealed(line: LogLine, seq: int, prev: str) -> bytes:
    """Return what a line says, as it would be sealed there in a log."""
    body, clauses = canonical(line.body), canonical(line.clauses)
    return seal(
        seq, line.at, line.actor, line.event, body, clauses, prev, line.by, line.origin
    )[0]  # fmt: skip


class Log:
    """The end of a log: the number and hash of its last line. ``keep`` receives each line.
    Without an ``origin`` it is a log of an earlier version."""

    def __init__(self, keep: Callable[[bytes], None], origin: Origin | None = SCRIPT) -> None:
        self._keep = keep
        self.origin = origin
        self.lines = 0
        self.head = FIRST

    def record(
        self, events: Sequence[Event], command: str, at: datetime, by: str = BY_HOUSE
    ) -> None:
        """Write the events of a command; ``command`` is its JSON, ``by`` who entered it."""
        when = stamp(at)
        for event in events:
            self._write(when, event.actor, event.name, body_text(event, command), event.clauses, by)
            command = ""

    def refuse(self, refusal: Refusal, command: str, at: datetime, by: str) -> None:
        code, detail = canonical(refusal.code), canonical(refusal.detail)
        body = f'{{"code":{code},"command":{command},"detail":{detail}}}'
        self._write(stamp(at), "table", "refused", body, refusal.clauses, by)

    def close(self, at: datetime, by: str = BY_HOUSE) -> str:
        body = canonical({"lines": self.lines, "head": self.head})
        self._write(stamp(at), "house", "close", body, (), by)
        return self.head

    def change_rules(self, at: datetime, before: str, digest: str, origin: Origin) -> None:
        """Write that the table goes on under another version of its rules. A log of an earlier
        version names the house and the table from here on."""
        named, self.origin = self.origin, origin
        body = canonical({"before": before, "digest": digest})
        names = origin if named is None else None
        self._write(stamp(at), "house", "rules", body, (), BY_HOUSE, names)

    def wind_up(self, at: datetime, moves: Sequence[Transfer], by: str) -> None:
        """Write that all chips go back, bets too, at a table that cannot go on."""
        body = canonical({"moves": moves} if moves else {})
        self._write(stamp(at), "house", "wind-up", body, (), by)

    def _write(
        self,
        at: str,
        actor: str,
        name: str,
        body: str,
        clauses: tuple[str, ...],
        by: str,
        names: Origin | None = None,
    ) -> None:
        self.lines += 1
        origin = self.origin if self.lines == 1 else names
        sealed, self.head = seal(
            self.lines, at, actor, name, body, clause_list(clauses), self.head,
            "" if self.origin is None else by, origin,
        )  # fmt: skip
        self._keep(sealed)
