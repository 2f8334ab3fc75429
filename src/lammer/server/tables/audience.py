"""Everybody who is sent what happens at a table.

Players and crew are sent each message at once. All spectators are sent the same, so their messages
are collected, encoded and framed once. The cost of a spectator is the write to the connection, so
writes to spectators are limited per second: with many spectators, several ticks go out in one
write.
"""

import asyncio
from collections.abc import Callable, Iterator, MutableSet, Sequence

from lammer.server.tables.updates import SeatUpdates, Subscriber

WRITES_PER_SECOND = 50_000
"""Writes to all spectators of one table together. Five hundred of them are written to at most once
every ten milliseconds, a handful without delay."""


class Listener:
    """Receives what is sent to everybody at a table."""

    watches = False
    """True for somebody who only watches, as long as the connection lasts."""

    def send(self, message: bytes) -> None:
        raise NotImplementedError

    def table_gone(self, closed: bool = False) -> None:
        """Called when the table was rebuilt from the store, so that clients must reconnect; or
        closed."""
        raise NotImplementedError


class Spectator(Listener, Subscriber):
    """A listener that may only watch."""

    watches = True

    def framed(self, messages: Sequence[bytes]) -> bytes:
        """Return messages as they are written to the transport of any spectator."""
        raise NotImplementedError


class Audience(MutableSet[Listener]):
    """The listeners of a table."""

    def __init__(self, loop: asyncio.AbstractEventLoop, updates: SeatUpdates) -> None:
        self._loop, self._updates = loop, updates
        self._players: set[Listener] = set()
        self._spectators: dict[Spectator, asyncio.WriteTransport | None] = {}
        """Each with the transport that can be written to at once; None for a client that reads
        slowly."""
        self._updated: set[Spectator] = set()
        """The spectators that asked for updates of what is offered."""
        self._waiting: list[bytes] = []
        self._update: Callable[[], bytes] | None = None
        """Builds the pending update."""
        self._scheduled = False
        """True if a write is scheduled."""
        self._pause_ends = 0.0
        """When the pause after the last write ends, by the time of the loop."""

    def __len__(self) -> int:
        return len(self._players) + len(self._spectators)

    def __iter__(self) -> Iterator[Listener]:
        yield from (*self._players, *self._spectators)

    def __contains__(self, listener: object) -> bool:
        return listener in self._players or listener in self._spectators

    def add(self, listener: Listener) -> None:
        """Send everything from now on. Messages that wait are older, so they are sent to the others
        first."""
        self.flush()
        if isinstance(listener, Spectator) and listener.watches:
            self._spectators[listener] = None
        else:
            self._players.add(listener)

    def discard(self, listener: Listener) -> None:
        self._players.discard(listener)
        if isinstance(listener, Spectator):
            self._spectators.pop(listener, None)
            self._updated.discard(listener)

    def has_room(self, spectator: Spectator, transport: asyncio.WriteTransport | None) -> None:
        """Note the transport of a spectator that has read everything; None if it has not."""
        if spectator in self._spectators:
            self._spectators[spectator] = transport

    def subscribe(self, listener: Spectator) -> None:
        """Send a listener updates too, the first soon."""
        if listener in self._spectators:
            self._updated.add(listener)
            self._updates.send_to(listener)
        else:
            self._updates.subscribe(listener)

    def send(self, message: bytes) -> None:
        """Send everybody a message; spectators soon."""
        for listener in tuple(self._players):
            listener.send(message)
        if self._spectators:
            self._waiting.append(message)
            self._schedule()

    def send_updates(self, update: Callable[[], bytes]) -> None:
        """Send updates soon, because the table has changed. ``update`` builds the one for
        spectators."""
        self._updates.send_soon()
        if self._updated:
            self._update = update
            self._schedule()

    def _schedule(self) -> None:
        if self._scheduled:
            return
        self._scheduled = True
        pause = self._pause_ends - self._loop.time()
        if pause > 0:
            self._loop.call_later(pause, self._write)
        else:
            self._loop.call_soon(self._write)

    def _write(self) -> None:
        self._scheduled = False
        self._pause_ends = self._loop.time() + len(self._spectators) / WRITES_PER_SECOND
        self.flush()

    def flush(self) -> None:
        """Send spectators the messages that wait for them."""
        if not self._waiting and self._update is None:
            return
        messages, self._waiting = self._waiting, []
        update, self._update = self._update, None
        more: list[bytes] = []
        try:
            more += [] if update is None else [update()]
        finally:  # A failing update must not keep the lines back.
            self._send_to_spectators(messages, more)

    def _send_to_spectators(self, messages: list[bytes], update: list[bytes]) -> None:
        if not self._spectators:
            return
        framed = next(iter(self._spectators)).framed
        usual, updated, slow = framed(messages), framed(messages + update), []
        for each, transport in tuple(self._spectators.items()):
            frames = updated if each in self._updated else usual
            if transport is None:
                slow.append(each)
            elif frames and not transport.is_closing():
                transport.write(frames)
        for message in messages:
            for each in slow:
                each.send(message)
        if update:
            for each in self._updated.intersection(slow):
                self._updates.send_to(each)
