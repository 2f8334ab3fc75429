"""WebSockets as uvicorn speaks them, with a short way in and out.

A table tells the same thing to everybody at it, often: a message is framed once and the frame goes
to each connection as it is. What comes in is handed over at once, with no task between. Who reads
too slowly is not waited for: frames pile up here, and are counted.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

WIRE = "lammer.wire"
"""The extension in an ASGI scope under which a connection is found."""


def framed(message: bytes) -> bytes:
    """A text message as a server sends it: unmasked, in one frame (RFC 6455, 5.2).

    >>> framed(b"{}")
    b'\\x81\\x02{}'
    >>> framed(b"x" * 126)[:4], framed(b"x" * 65536)[:10]
    (b'\\x81~\\x00~', b'\\x81\\x7f\\x00\\x00\\x00\\x00\\x00\\x01\\x00\\x00')
    """
    size = len(message)
    if size < 126:
        return b"\x81" + size.to_bytes(1, "big") + message
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + message
    return b"\x81\x7f" + size.to_bytes(8, "big") + message


class Wire(WebSocketsSansIOProtocol):
    """One connection. Until ``take`` is called it is read by ASGI messages; then by calls, and
    only its end comes as a message."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._hear: Callable[[str | None], None] | None = None
        self._resting: asyncio.TimerHandle | None = None
        self._early: deque[str | None] = deque()
        self._out: list[bytes] = []

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: Any = self.scope["extensions"]
            extensions[WIRE] = self

    # Out

    @property
    def behind(self) -> int:
        """Frames that wait for the other side to read."""
        return len(self._out)

    def tell(self, frame: bytes) -> None:
        """Send a frame, with others of this moment, when the other side has room for it."""
        self._out.append(frame)
        if len(self._out) == 1:
            self.loop.call_soon(self._flush)

    def _flush(self) -> None:
        if self.close_sent or self.transport.is_closing():
            self._out.clear()
        elif self._out and self.writable.is_set():
            out, self._out = self._out, []
            self.transport.write(out[0] if len(out) == 1 else b"".join(out))

    def resume_writing(self) -> None:
        super().resume_writing()
        self._flush()

    # In

    def take(self, hear: Callable[[str | None], None]) -> None:
        """Hand over each message from now on, None for one that is not text; first those that have
        come already."""
        self._hear = hear
        waiting = []
        while not self.queue.empty():
            waiting.append(self.queue.get_nowait())
        for message in waiting:
            if message["type"] == "websocket.receive":
                self._came(message.get("text"))
            else:
                self.queue.put_nowait(message)
        if self.read_paused and self._resting is None and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def rest(self, seconds: float) -> None:
        """Read nothing for a while."""
        if self._resting is None:
            self._resting = self.loop.call_later(seconds, self._go_on)
            if not self.transport.is_closing():
                self.transport.pause_reading()

    def _go_on(self) -> None:
        self._resting = None
        while self._early and self._resting is None:
            self._came(self._early.popleft())
        if self._resting is None and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def _came(self, text: str | None) -> None:
        if self._resting is not None:
            self._early.append(text)
        elif self._hear is not None:
            self._hear(text)

    def send_receive_event_to_app(self) -> None:
        if self._hear is None:
            super().send_receive_event_to_app()
            return
        text: str | None = None
        if self.curr_msg_data_type == "text":
            try:
                text = b"".join(self.frames).decode()
            except UnicodeDecodeError:
                super().send_receive_event_to_app()  # It closes the connection.
                return
        self.frames = []
        if not self.close_sent:
            self._came(text)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._resting is not None:
            self._resting.cancel()
        self._hear = None
        self._early.clear()
        self._out.clear()
        super().connection_lost(exc)
