"""The log: what a table writes as it plays, one line an event, each line sealed to the one before.

Keys are sorted, there are no spaces, the text is UTF-8; ``hash`` is the SHA-256 of the line without
it. The first event of a command carries the command itself, so that the log can be judged again
from nothing but what was asked.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from lammer.core.legality import Refusal
from lammer.table.event import Event

FIRST = "0" * 64
"""What stands for the hash of the line before the first."""

_encode = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, check_circular=False
).encode


def seal(line: Mapping[str, Any]) -> tuple[bytes, str]:
    """A line as bytes, with its hash put in; and the hash.

    >>> line, hash = seal({"seq": 1, "prev": FIRST})
    >>> line.startswith(b'{"hash":"' + hash.encode() + b'","prev":"000')
    True
    """
    text = _encode(line)
    digest = sha256(text.encode()).hexdigest()
    # "hash" sorts after "event" and before "prev": it is put where the sorted keys want it.
    at = max(text.rfind(',"prev":'), 0)
    return _with_hash(text, digest, at), digest


def _with_hash(text: str, digest: str, at: int) -> bytes:
    if at:
        return f'{text[:at]},"hash":"{digest}"{text[at:]}'.encode()
    return f'{{"hash":"{digest}",{text[1:]}'.encode()


def stamp(at: datetime) -> str:
    """A time in UTC as it is written.

    >>> from datetime import timezone
    >>> stamp(datetime(1970, 1, 1, tzinfo=timezone.utc))
    '1970-01-01T00:00:00Z'
    """
    return at.isoformat().replace("+00:00", "Z")


class Log:
    """The end of a log: the number and hash of its last line. ``keep`` gets each line."""

    def __init__(self, keep: Callable[[bytes], None]) -> None:
        self._keep = keep
        self.lines = 0
        self.head = FIRST

    def record(self, events: Sequence[Event], command: Mapping[str, Any], at: datetime) -> None:
        when = stamp(at)
        given: dict[str, Any] = {"command": dict(command)}
        for event in events:
            body = {**event.body, **given}
            given = {}
            if event.moves:
                body["moves"] = event.moves
            self._write(when, event.actor, event.name, body, event.clauses)

    def refuse(self, refusal: Refusal, command: Mapping[str, Any], at: datetime) -> None:
        body = {"command": dict(command), "code": refusal.code, "detail": refusal.detail}
        self._write(stamp(at), "table", "refused", body, refusal.clauses)

    def close(self, at: datetime) -> str:
        body = {"lines": self.lines, "head": self.head}
        self._write(stamp(at), "house", "close", body, ())
        return self.head

    def _write(
        self, at: str, actor: str, name: str, body: Mapping[str, Any], clauses: Sequence[str]
    ) -> None:
        self.lines += 1
        line = {
            "seq": self.lines,
            "at": at,
            "actor": actor,
            "event": name,
            "body": body,
            "clauses": clauses,
            "prev": self.head,
        }
        sealed, self.head = seal(line)
        self._keep(sealed + b"\n")
