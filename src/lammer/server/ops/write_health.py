"""Whether the store accepts writes, judged by the outcomes of the last ones.

A house can answer every read while no write succeeds: the disk is full, or another program holds
the database. So each outcome is noted here, and after a failure, or a while without writes, a small
probing write is due.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import NamedTuple

from lammer.store.port import Conflict, InvalidData, StoreError, Superseded

PROBE_SECONDS = 5
"""After so long without a successful write, one is tried. A probe is smaller than what tables
write, so it ends a failure only if nothing else has failed for as long."""


class WriteFailure(NamedTuple):
    """Since when writes fail, by the wall clock and the monotonic one; the time of the last
    failure; the reason."""

    since: datetime
    began: float
    last: float
    why: str


class WriteHealth:
    """The outcomes of the last writes. All methods are called in the event loop."""

    def __init__(
        self,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._now, self._monotonic = now, monotonic
        self._succeeded = monotonic()
        self._failure: WriteFailure | None = None

    def note(self, problem: Exception | None) -> None:
        """Note the outcome of a write; None for success. A write that is itself wrong says nothing
        about the store."""
        if problem is None:
            self._succeeded, self._failure = self._monotonic(), None
        elif isinstance(problem, StoreError) and not isinstance(
            problem, Conflict | InvalidData | Superseded
        ):
            self._failed(problem)

    def probed(self) -> None:
        self._succeeded = self._monotonic()
        failure = self._failure
        if failure is not None and self._succeeded - failure.last >= PROBE_SECONDS:
            self._failure = None

    def _failed(self, problem: StoreError) -> None:
        now, why = self._monotonic(), _without_driver_text(problem)
        if self._failure is None:
            self._failure = WriteFailure(self._now(), now, now, why)
        else:
            self._failure = self._failure._replace(last=now, why=why)

    def probe_is_due(self) -> bool:
        return self._failure is not None or self._monotonic() - self._succeeded >= PROBE_SECONDS

    def failing_seconds(self) -> float:
        """Return for how long writes have failed; 0 if the last one succeeded."""
        return 0.0 if self._failure is None else self._monotonic() - self._failure.began

    def description(self) -> str | None:
        """Return since when writes fail, and why; None while they succeed."""
        if self._failure is None:
            return None
        since = self._failure.since.isoformat(timespec="seconds").replace("+00:00", "Z")
        return f"has failed to write since {since}: {self._failure.why}"


def _without_driver_text(problem: StoreError) -> str:
    """Return the reason without the driver's text, which may name hosts and users.

    >>> _without_driver_text(StoreError("The disk is full. Make room. (database or disk is full)"))
    'The disk is full. Make room.'
    """
    return str(problem).partition(" (")[0]
