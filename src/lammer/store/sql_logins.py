"""Wrong passwords in SQL: counted for the house, in whichever process they are tried."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TypeVar

from lammer.store.batches import Row
from lammer.store.connection import SqlConnection
from lammer.store.port import LoginAttempt, TooEarly

T = TypeVar("T")
FAILURES_MS = 3_600_000
"""After so long without a wrong password the count begins again."""
KNOWN_MS = 30 * 86_400_000
"""How long it is known that somebody has signed in from a source."""

_LOCK = (
    "INSERT INTO login_source (source, failures, last, until, known) VALUES (?, 0, ?, 0, 0)"
    " ON CONFLICT (source) DO UPDATE SET known = login_source.known"
)
_FIND = "SELECT failures, last, until FROM login_source WHERE source = ?"
_COUNT = "UPDATE login_source SET failures = ?, last = ?, until = ? WHERE source = ?"
_KNOW = (
    "INSERT INTO login_source (source, failures, last, until, known) VALUES (?, 0, ?, 0, 1)"
    " ON CONFLICT (source) DO UPDATE SET failures = 0, last = excluded.last, until = 0, known = 1"
)
_CLEAN = "DELETE FROM login_source WHERE last < ? AND (known = 0 OR last < ?)"


class SqlLogins(ABC):
    """The part of a store about attempts to sign in."""

    @abstractmethod
    def _write(self, do: Callable[[SqlConnection], T], conflict: str = "") -> T: ...

    @abstractmethod
    def _rows(self, sql: str, values: Row = ()) -> list[Row]: ...

    def count_attempt(self, attempts: Sequence[LoginAttempt], now: int) -> None:
        def write(db: SqlConnection) -> None:
            # In one order, whoever counts, so that none waits for another that waits for it.
            for source in sorted(each.source for each in attempts):
                db.execute(_LOCK, (source, now))
            counted = []
            for at, each in enumerate(attempts):
                ((failures, last, until),) = db.query(_FIND, (each.source,))
                if until > now:
                    raise TooEarly(at, until - now)
                times = failures + 1 if now - last <= FAILURES_MS else 1
                counted.append((times, now, now + each.delay(times), each.source))
            for row in counted:
                db.execute(_COUNT, row)
            db.execute(_CLEAN, (now - FAILURES_MS, now - KNOWN_MS))

        self._write(write)

    def signed_in(self, known: str, others: Sequence[str], now: int) -> None:
        def write(db: SqlConnection) -> None:
            for each in sorted({known, *others}):
                if each == known:
                    db.execute(_KNOW, (each, now))
                else:
                    db.execute("DELETE FROM login_source WHERE source = ?", (each,))

        self._write(write)

    def signed_in_before(self, source: str) -> bool:
        sql = "SELECT 1 FROM login_source WHERE source = ? AND known = 1"
        return bool(self._rows(sql, (source,)))
