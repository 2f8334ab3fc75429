"""A task of a worker: what was asked, when to stop, and how far it is."""

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

MUTE = 0.2
"""Seconds between two reports of progress."""


class LabOrder(NamedTuple):
    """A task as it was sent; ``seconds`` is how long it may take."""

    id: int
    do: str
    ask: Mapping[str, Any]
    seconds: float


class StoppedEarly(Exception):
    """Raised in a task that is stopped before it has any result."""


class TaskControl:
    """What a task asks about itself, and where it reports how far it is."""

    def __init__(self, task: LabOrder, send: Callable[[dict[str, Any]], None]) -> None:
        self._id, self._send = task.id, send
        self._until = time.monotonic() + task.seconds
        self._told = 0.0
        self.asked = threading.Event()
        """Set when somebody asked to stop."""
        self.late = False
        """True once its time was over."""

    def stopped(self) -> bool:
        """Return whether the task should end with the result so far."""
        self.late = self.late or time.monotonic() >= self._until
        return self.late or self.asked.is_set()

    @property
    def left(self) -> float:
        """Return the seconds that are left."""
        return max(self._until - time.monotonic(), 0.0)

    def progress(self, what: str, done: float, of: float, strategy: int = 0) -> None:
        now = time.monotonic()
        if now - self._told >= MUTE:
            self._told = now
            told = {"what": what, "done": float(done), "of": float(of), "strategy": strategy}
            self._send({"id": self._id, "progress": told})

    def go_on(self) -> None:
        """Raise ``StoppedEarly`` if the task should stop, where it has no result to keep."""
        if self.stopped():
            raise StoppedEarly


Work = Callable[[Mapping[str, Any], TaskControl], dict[str, Any]]
