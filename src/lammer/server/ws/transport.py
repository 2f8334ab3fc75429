"""uvicorn's WebSocket protocol, with a faster path for sending and receiving.

A table sends the same message to everybody, often: it is framed once and the frame is written to
each connection. A received message is handled at once, without a task. Nothing waits for a client
that reads slowly: its frames are queued here and counted.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

from lammer.server.ops import logs

TEXT = 0x81
"""The first byte of a frame that is a complete text message."""
TRANSPORT = "lammer.transport"
"""The key in an ASGI scope's extensions under which the transport is found."""


def framed(message: bytes) -> bytes:
    """Return a text message as a server sends it: unmasked, in one frame (RFC 6455, 5.2).

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
    """Return where the client's frame at ``at`` ends; beyond the data if it is incomplete.

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
    """Return the message in a complete client's frame of less than 65,536 bytes (RFC 6455, 5.3).

    >>> unmasked(b"\\x81\\x82\\x01\\x02\\x01\\x02z\\x7f")
    b'{}'
    """
    start = 4 if data[1] == 254 else 2
    size = len(data) - start - 4
    key = (data[start : start + 4] * (size // 4 + 1))[:size]
    found = int.from_bytes(data[start + 4 :], "little") ^ int.from_bytes(key, "little")
    return found.to_bytes(size, "little")


def whole_frames(data: bytes) -> bool:
    """True if the data is a sequence of complete client's frames."""
    at = 0
    while at < len(data):
        at = extent(data, at)
    return at == len(data)


class WebSocketTransport(WebSocketsSansIOProtocol):
    """One connection. Until ``receive_with`` is called its messages go to ASGI; then to the
    handler, and ASGI only gets the disconnect."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.logger = self.conn.logger = logs.websockets
        self.conn.debug = False  # It would log tokens, cookies and seeds.
        self._handler: Callable[[str | None], None] | None = None
        self._pause: asyncio.TimerHandle | None = None
        self._held: deque[str | None] = deque()
        self._out: list[bytes] = []
        self._room: Callable[[asyncio.WriteTransport | None], None] | None = None
        self._at_frame = False
        """True if the next data begins with a frame. Once that is unknown it stays False."""

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: Any = self.scope["extensions"]
            extensions[TRANSPORT] = self

    # Sending

    @property
    def unsent(self) -> int:
        """Frames that the client has not read yet."""
        return len(self._out)

    def send_frame(self, frame: bytes) -> None:
        """Send a frame, together with others of this moment, when the client has room for it."""
        self._out.append(frame)
        if len(self._out) == 1:
            if self._room is not None:
                self._room(None)
            self.loop.call_soon(self._flush)

    def follow_room(self, room: Callable[[asyncio.WriteTransport | None], None]) -> None:
        """Call ``room`` with what frames may be written to whenever nothing waits, and with None
        when something does."""
        self._room = room
        self._flush()

    def _flush(self) -> None:
        if self.close_sent or self.transport.is_closing():
            self._out.clear()
        elif self.writable.is_set():
            out, self._out = self._out, []
            if out:
                self.transport.write(out[0] if len(out) == 1 else b"".join(out))
            if self._room is not None and self.writable.is_set():
                self._room(self.transport)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._room is not None:
            self._room(None)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._flush()

    # Receiving

    def receive_with(self, handler: Callable[[str | None], None]) -> None:
        """Pass each message to ``handler``, None for one that is not text; first those already
        received."""
        self._handler = handler
        waiting = []
        while not self.queue.empty():
            waiting.append(self.queue.get_nowait())
        for message in waiting:
            if message["type"] == "websocket.receive":
                self._received(message.get("text"))
            else:
                self.queue.put_nowait(message)
        if self.read_paused and self._pause is None and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def pause_reading(self, seconds: float) -> None:
        """Read nothing for some seconds."""
        if self._pause is None:
            self._pause = self.loop.call_later(seconds, self._resume)
            if not self.transport.is_closing():
                self.transport.pause_reading()

    def _resume(self) -> None:
        self._pause = None
        while self._held and self._pause is None:
            self._received(self._held.popleft())
        if self._pause is None and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def data_received(self, data: bytes) -> None:
        """Unmask a short complete message, the usual case, here; leave all else to the library."""
        if not self._at_frame:
            began = self.handshake_initiated
            super().data_received(data)
            self._at_frame = not began and data.endswith(b"\r\n\r\n")
        elif not (self._handler is not None and data[0] == TEXT and self._short_message(data)):
            self._at_frame = whole_frames(data)
            super().data_received(data)

    def _short_message(self, data: bytes) -> bool:
        """Handle the data if it is one complete message; return whether it was."""
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
            return False  # The library reports it.
        self._received(text)
        return True

    def _received(self, text: str | None) -> None:
        if self._pause is not None:
            self._held.append(text)
        elif self._handler is not None:
            self._handler(text)

    def send_receive_event_to_app(self) -> None:
        if self._handler is None:
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
            self._received(text)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._pause is not None:
            self._pause.cancel()
        self._handler = self._room = None
        self._held.clear()
        self._out.clear()
        super().connection_lost(exc)
