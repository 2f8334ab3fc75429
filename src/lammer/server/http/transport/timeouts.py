"""uvicorn's HTTP protocol with limits: on connections, on the size of a request's head, and on the
time for its head, for its body, and for reading the answer."""

import asyncio
import logging
from collections import Counter
from http import HTTPStatus
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from lammer.server.errors import Refused
from lammer.server.http import error_responses
from lammer.server.http.transport.proxies import TrustedProxies
from lammer.server.ops.logs import log_line
from lammer.server.ops.rate_limits import neighbourhood

MOST_HEAD = 32768
"""Bytes of a request before its body."""
_NOT_HTTP = Refused("malformed", "This is no HTTP request.", 400)
_TIMED_OUT = Refused("too-slow", "The request did not come in time.", 408,
                    instead="Send it again, and all of it.")  # fmt: skip
_HEAD_TOO_LARGE = Refused("too-large", f"The head of a request may have {MOST_HEAD} bytes.", 431)
_NO_ROOM = Refused("too-many-connections", "The house has no room for more connections.", 503,
                   instead="Try again in a moment.")  # fmt: skip


class TimedHttpProtocol(HttpToolsProtocol):
    """One connection. ``timed_protocol`` makes the class with the limits of a house."""

    most = 5000
    each = 3000
    proxies: ClassVar[TrustedProxies] = TrustedProxies()
    addresses: ClassVar[Counter[str]] = Counter()
    handshakes: ClassVar[set["TimedHttpProtocol"]] = set()
    """Connections during their TLS handshake."""
    head_seconds: float = 15
    body_seconds: float = 30
    reading_seconds: float = 30

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._head_bytes = 0
        self._deadline: asyncio.TimerHandle | None = None
        self._write_deadline: asyncio.TimerHandle | None = None
        self._counted_address: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.end_handshake()
        if not self._count(self.client[0] if self.client else ""):
            self._refuse(_NO_ROOM)
            return
        self._set_deadline(self.head_seconds)

    def begin_handshake(self, address: str) -> bool:
        """Count a connection that begins its TLS handshake; return whether there is room for it."""
        self.handshakes.add(self)
        return self._count(address)

    def end_handshake(self) -> None:
        if self in self.handshakes:
            self.handshakes.discard(self)
            self._uncount()

    def _count(self, address: str) -> bool:
        """Count a connection of an address; return whether there is room for it."""
        self._counted_address = neighbourhood(address)
        self.addresses[self._counted_address] += 1
        all_of_them = len(self.connections) + len(self.handshakes)
        if all_of_them > self.most:
            return False
        return self.addresses[self._counted_address] <= self.each or address in self.proxies

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_deadline()
        self._cancel_write_deadline()
        self._uncount()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._head_bytes += len(data)
        super().data_received(data)
        if self.transport.is_closing() or self._counted_address is None:
            return
        if self._head_bytes > MOST_HEAD:
            self._refuse(_HEAD_TOO_LARGE)
        elif self._deadline is None and self._idle:
            self._set_deadline(
                self.head_seconds
            )  # This was no request: a blank line, or the rest of a body.

    def on_message_begin(self) -> None:
        self._set_deadline(self.head_seconds)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._head_bytes = 0
        self._set_deadline(self.body_seconds)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._head_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._head_bytes = 0
        self._cancel_deadline()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._cancel_deadline()
        if not self._idle or self.flow.write_paused:
            # The handler of the earlier request would never notice the end.
            self.transport.abort()
            return
        self._uncount()  # From here on it counts as a live connection.
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        self._refuse(_NOT_HTTP)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._cancel_write_deadline()
        self._write_deadline = self.loop.call_later(self.reading_seconds, self._reads_too_slowly)

    def resume_writing(self) -> None:
        self._cancel_write_deadline()
        super().resume_writing()

    def _cancel_write_deadline(self) -> None:
        if self._write_deadline is not None:
            self._write_deadline.cancel()
            self._write_deadline = None

    def _reads_too_slowly(self) -> None:
        log_line(logging.INFO, "Client disconnected: it reads too slowly")
        self.transport.abort()

    @property
    def _idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _uncount(self) -> None:
        if self._counted_address is not None:
            self.addresses[self._counted_address] -= 1
            if self.addresses[self._counted_address] <= 0:
                del self.addresses[self._counted_address]
            self._counted_address = None

    def _set_deadline(self, seconds: float) -> None:
        self._cancel_deadline()
        self._deadline = self.loop.call_later(seconds, self._missed_deadline)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _missed_deadline(self) -> None:
        if not self.transport.is_closing():
            self._refuse(_TIMED_OUT)

    def _refuse(self, problem: Refused) -> None:
        self._cancel_deadline()
        begun = self.cycle is not None and self.cycle.response_started
        if not begun or self._idle:  # Else it would interrupt an answer.
            self.transport.write(_refusal(problem))
        self.transport.close()


def _refusal(problem: Refused) -> bytes:
    headers, content = error_responses.encoded_refusal(problem)
    first = f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}".encode()
    lines = [name + b": " + text for name, text in (*headers, (b"connection", b"close"))]
    return b"\r\n".join((first, *lines, b"", content))


def timed_protocol(
    most: int,
    each: int,
    head: float,
    body: float,
    reading: float,
    proxies: TrustedProxies = TrustedProxies(),  # noqa: B008
) -> type[TimedHttpProtocol]:
    """Return the protocol class for these limits: connections in all and for one address, and
    seconds. One of the ``proxies`` speaks for many clients, and has no limit of its own."""
    waits = {"head_seconds": head, "body_seconds": body, "reading_seconds": reading}
    counted: dict[str, Any] = {"addresses": Counter(), "handshakes": set(), "proxies": proxies}
    return type(
        "TimedHttpProtocol", (TimedHttpProtocol,), {"most": most, "each": each, **waits, **counted}
    )
