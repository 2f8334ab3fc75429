"""HTTP as uvicorn speaks it, with an end to its patience: so many connections, so long for the head
of a request and so much of it, and no more."""

import asyncio
from collections import Counter
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from lammer.server.rates import neighbourhood

MOST_HEAD = 32768
"""Bytes of a request before its body."""


class Patient(HttpToolsProtocol):
    """One connection. ``patient`` makes the class for a house: at most so many connections, so many
    seconds for the head of a request and for its body."""

    most = 5000
    each = 3000
    addresses: ClassVar[Counter[str]] = Counter()
    head_seconds = 15
    body_seconds = 30

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._head = 0
        self._late: asyncio.TimerHandle | None = None
        self._from: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._from = neighbourhood(self.client[0]) if self.client else ""
        self.addresses[self._from] += 1
        if len(self.connections) > self.most or self.addresses[self._from] > self.each:
            self._turn_away(b"503 Service Unavailable", b"retry-after: 5\r\n")
            return
        self._wait(self.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._no_hurry()
        self._gone()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._head += len(data)
        super().data_received(data)
        if self._head > MOST_HEAD and not self.transport.is_closing():
            self._turn_away(b"431 Request Header Fields Too Large")

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
        self._gone()  # From here on it is counted as a live one.
        super().handle_websocket_upgrade()

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
            self._turn_away(b"408 Request Timeout")

    def _turn_away(self, status: bytes, more: bytes = b"") -> None:
        self._no_hurry()
        self.transport.write(
            b"HTTP/1.1 "
            + status
            + b"\r\n"
            + more
            + b"connection: close\r\ncontent-length: 0\r\n\r\n"
        )
        self.transport.close()


def patient(most: int, each: int, head: int, body: int) -> type[Patient]:
    """The protocol of a house that takes so many connections at once, so many of them from one
    address, and waits so long."""
    own = {"most": most, "each": each, "head_seconds": head, "body_seconds": body}
    return type("Patient", (Patient,), {**own, "addresses": Counter()})
