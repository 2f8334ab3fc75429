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
from websockets.protocol import OPEN

from lammer.server.ops import logs

TEXT = 0x81
"""How a frame begins that is a text message by itself."""
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


def extent(data: bytes, at: int = 0) -> int:
    """Where a client's frame that begins at ``at`` ends; beyond the data if that is cut short.

    >>> extent(b"\\x81\\x82....{}"), extent(b"\\x81\\x82....{"), extent(b"\\x81")
    (8, 8, 2)
    """
    size = len(data)
    if size < at + 2:
        return at + 2
    length, masked = data[at + 1] & 127, 4 if data[at + 1] & 128 else 0
    if length < 126:
        return at + 2 + masked + length
    start = at + (4 if length == 126 else 10)
    if size < start:
        return start
    return start + masked + int.from_bytes(data[at + 2 : start], "big")


def unmasked(data: bytes) -> bytes:
    """The message in a whole frame, shorter than 65,536 bytes, of a client (RFC 6455, 5.3).

    >>> unmasked(b"\\x81\\x82\\x01\\x02\\x01\\x02z\\x7f")
    b'{}'
    """
    start = 4 if data[1] == 254 else 2
    size = len(data) - start - 4
    key = (data[start : start + 4] * (size // 4 + 1))[:size]
    found = int.from_bytes(data[start + 4 :], "little") ^ int.from_bytes(key, "little")
    return found.to_bytes(size, "little")


def whole_frames(data: bytes) -> bool:
    """Whether these are frames of a client from end to end, none of them cut short."""
    at = 0
    while at < len(data):
        at = extent(data, at)
    return at == len(data)


class WebSocketTransport(WebSocketsSansIOProtocol):
    """One connection. Until ``take`` is called it is read by ASGI messages; then by calls, and
    only its end comes as a message."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.logger = self.conn.logger = logs.websockets
        self.conn.debug = False  # It would log tokens, cookies and seeds.
        self._hear: Callable[[str | None], None] | None = None
        self._resting: asyncio.TimerHandle | None = None
        self._early: deque[str | None] = deque()
        self._out: list[bytes] = []
        self._in_step = False
        """Whether what comes next begins with a frame. Once that is not known it never is again."""

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

    def data_received(self, data: bytes) -> None:
        """Most often this is one short message, whole: it needs no more than to be unmasked. All
        else is the library's."""
        if not self._in_step:
            began = self.handshake_initiated
            super().data_received(data)
            self._in_step = not began and data.endswith(b"\r\n\r\n")
        elif not (self._hear is not None and data[0] == TEXT and self._short(data)):
            self._in_step = whole_frames(data)
            super().data_received(data)

    def _short(self, data: bytes) -> bool:
        """Take one whole message; whether that is what it was."""
        size, conn = len(data), self.conn
        if not (1 < size <= self.config.ws_max_size and 128 <= data[1] < 255):
            return False
        if extent(data) != size or conn.current_size is not None:
            return False
        if self.close_sent or conn.state is not OPEN:
            return False
        try:
            text = unmasked(data).decode()
        except UnicodeDecodeError:
            return False  # The library says so.
        self._came(text)
        return True

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
