"""HTTP as uvicorn speaks it, with an end to its patience: so many connections, so long for the head
of a request and so much of it, so long to read an answer, and no more."""

import asyncio
import logging
from collections import Counter
from http import HTTPStatus
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from lammer.server.http import errors
from lammer.server.ops.logs import say
from lammer.server.ops.rate_limits import neighbourhood
from lammer.server.refused import Refused

MOST_HEAD = 32768
"""Bytes of a request before its body."""
_NOT_HTTP = Refused("malformed", "This is no HTTP request.", 400)
_TOO_LATE = Refused("too-slow", "The request did not come in time.", 408,
                    instead="Send it again, and all of it.")  # fmt: skip
_TOO_LONG = Refused("too-large", f"The head of a request may have {MOST_HEAD} bytes.", 431)
_NO_ROOM = Refused("too-many-connections", "The house has no room for more connections.", 503,
                   instead="Try again in a moment.")  # fmt: skip


class TimedHttpProtocol(HttpToolsProtocol):
    """One connection. ``patient`` makes the class for a house: at most so many connections, so many
    seconds for the head of a request, for its body, and to read what is sent."""

    most = 5000
    each = 3000
    addresses: ClassVar[Counter[str]] = Counter()
    handshakes: ClassVar[set["TimedHttpProtocol"]] = set()
    """Connections that are still in their TLS handshake."""
    head_seconds: float = 15
    body_seconds: float = 30
    reading_seconds: float = 30

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._head = 0
        self._late: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None
        self._from: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.end_handshake()
        if not self._count(self.client[0] if self.client else ""):
            self._turn_away(_NO_ROOM)
            return
        self._wait(self.head_seconds)

    def begin_handshake(self, address: str) -> bool:
        """Count a connection that begins its TLS handshake; whether there is room for it."""
        self.handshakes.add(self)
        return self._count(address)

    def end_handshake(self) -> None:
        """Count it no longer as one in its handshake, if it is counted so."""
        if self in self.handshakes:
            self.handshakes.discard(self)
            self._gone()

    def _count(self, address: str) -> bool:
        """Count a connection of an address; whether there is room for it."""
        self._from = neighbourhood(address)
        self.addresses[self._from] += 1
        all_of_them = len(self.connections) + len(self.handshakes)
        return all_of_them <= self.most and self.addresses[self._from] <= self.each

    def connection_lost(self, exc: Exception | None) -> None:
        self._no_hurry()
        self._is_read()
        self._gone()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._head += len(data)
        super().data_received(data)
        if self.transport.is_closing() or self._from is None:
            return
        if self._head > MOST_HEAD:
            self._turn_away(_TOO_LONG)
        elif self._late is None and self._idle:
            self._wait(self.head_seconds)  # What came was no request: a blank line, an old body.

    def on_message_begin(self) -> None:
        self._wait(self.head_seconds)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._head = 0
        self._wait(self.body_seconds)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._head = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._head = 0
        self._no_hurry()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._no_hurry()
        if not self._idle or self.flow.write_paused:
            # Whoever answers what was asked before would never hear of its end.
            self.transport.abort()
            return
        self._gone()  # From here on it is counted as a live one.
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        self._turn_away(_NOT_HTTP)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._is_read()
        self._unread = self.loop.call_later(self.reading_seconds, self._not_read)

    def resume_writing(self) -> None:
        self._is_read()
        super().resume_writing()

    def _is_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _not_read(self) -> None:
        say(logging.INFO, "a client reads too slowly")
        self.transport.abort()

    @property
    def _idle(self) -> bool:
        """Whether everything that was asked is answered."""
        return self.cycle is None or self.cycle.response_complete

    def _gone(self) -> None:
        if self._from is not None:
            self.addresses[self._from] -= 1
            if self.addresses[self._from] <= 0:
                del self.addresses[self._from]
            self._from = None

    def _wait(self, seconds: float) -> None:
        self._no_hurry()
        self._late = self.loop.call_later(seconds, self._too_late)

    def _no_hurry(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _too_late(self) -> None:
        if not self.transport.is_closing():
            self._turn_away(_TOO_LATE)

    def _turn_away(self, problem: Refused) -> None:
        self._no_hurry()
        begun = self.cycle is not None and self.cycle.response_started
        if not begun or self._idle:  # Else it would stand in the middle of an answer.
            self.transport.write(_refusal(problem))
        self.transport.close()


def _refusal(problem: Refused) -> bytes:
    """A whole answer, in the one shape of errors."""
    headers, content = errors.whole(problem)
    first = f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}".encode()
    lines = [name + b": " + text for name, text in (*headers, (b"connection", b"close"))]
    return b"\r\n".join((first, *lines, b"", content))


def patient(
    most: int, each: int, head: float, body: float, reading: float
) -> type[TimedHttpProtocol]:
    """The protocol of a house that takes so many connections at once, so many of them from one
    address, and waits so long."""
    waits = {"head_seconds": head, "body_seconds": body, "reading_seconds": reading}
    counted: dict[str, Any] = {"addresses": Counter(), "handshakes": set()}
    return type(
        "TimedHttpProtocol", (TimedHttpProtocol,), {"most": most, "each": each, **waits, **counted}
    )
