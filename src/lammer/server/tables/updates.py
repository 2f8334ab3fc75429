"""Sends subscribers what their seat may do, after each tick.

Computing that for one seat takes far longer than a tick. So it is done for one subscriber at a
time, each followed by a pause as long as it took. A subscriber that still waits when the next tick
comes gets one update for both.
"""

import asyncio
from typing import Protocol

RETRY = 0.1
"""Seconds until subscribers that read slowly are tried again."""


class Subscriber(Protocol):
    """A connection that is sent updates."""

    @property
    def has_room(self) -> bool:
        """True if everything sent before has been handed to the network."""

    def update(self) -> None:
        """Send the current state."""


class SeatUpdates:
    """The subscribers of one table, and which of them wait for an update."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._subscribers: set[Subscriber] = set()
        self._waiting: dict[Subscriber, None] = {}
        self._scheduled = False

    def subscribe(self, subscriber: Subscriber) -> None:
        """Send updates from now on, the first at once."""
        self._subscribers.add(subscriber)
        self.send_to(subscriber)

    def send_to(self, subscriber: Subscriber) -> None:
        """Send one an update soon, and none after it."""
        self._waiting[subscriber] = None
        self._schedule(0)

    def unsubscribe(self, subscriber: Subscriber) -> None:
        self._subscribers.discard(subscriber)
        self._waiting.pop(subscriber, None)

    def send_soon(self) -> None:
        """Send everybody an update soon: the table has changed."""
        if self._subscribers:
            self._waiting |= dict.fromkeys(self._subscribers)
            self._schedule(0)

    def _schedule(self, seconds: float) -> None:
        if not self._scheduled:
            self._scheduled = True
            self._loop.call_later(seconds, self._next)

    def _next(self) -> None:
        self._scheduled = False
        ready = next((each for each in self._waiting if each.has_room), None)
        if ready is None:
            if self._waiting:
                self._schedule(RETRY)
            return
        del self._waiting[ready]
        began = self._loop.time()
        try:
            ready.update()
        finally:
            if self._waiting:
                self._schedule(self._loop.time() - began)
