"""``lammer`` with uvicorn's own WebSocket protocol in place of ``WebSocketTransport``.

    python bench/stock_transport.py serve ...

``bench/server.py`` starts it to compare the two. A connection has a queue and a task that sends
what is in it, as an ASGI application does; a message is decoded once for all connections.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from lammer.cli import main
from lammer.server import serve
from lammer.server.ws import connection, protocol
from lammer.server.ws.protocol import LiveProtocol, Receive, Scope, Send
from lammer.server.ws.transport import TRANSPORT


class AsgiTransport:
    """What ``WebSocketTransport`` offers, by ASGI messages alone."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._handler: Callable[[str | None], None] | None = None
        self._out: deque[str] = deque()
        self._wake = asyncio.Event()
        self._pause_seconds = 0.0

    @property
    def unsent(self) -> int:
        return len(self._out)

    def send_frame(self, text: str) -> None:
        self._out.append(text)
        self._wake.set()

    def follow_room(self, room: Any) -> None:
        """Never has it: each message is sent by itself."""

    def receive_with(self, handler: Callable[[str | None], None]) -> None:
        self._handler = handler

    def pause_reading(self, seconds: float) -> None:
        self._pause_seconds = seconds

    async def receive(self) -> Any:
        """Return the next message; once there is a listener, it gets those with content."""
        while True:
            if self._pause_seconds:
                seconds, self._pause_seconds = self._pause_seconds, 0.0
                await asyncio.sleep(seconds)
            message = await self._receive()
            if self._handler is None or message["type"] != "websocket.receive":
                return message
            self._handler(message.get("text"))

    async def send_queued(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._out:
                await self._send({"type": "websocket.send", "text": self._out.popleft()})


class StockLiveProtocol(LiveProtocol):
    """Every connection over the stock protocol."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        transport = AsgiTransport(receive, send)
        scope["extensions"][TRANSPORT] = transport
        sending = asyncio.ensure_future(transport.send_queued())
        try:
            await super().__call__(scope, transport.receive, send)
        finally:
            sending.cancel()


if __name__ == "__main__":
    server: Any = serve
    server.WebSocketTransport, server.LiveProtocol = WebSocketsSansIOProtocol, StockLiveProtocol
    connection.Connection.framed = lambda *_: b""  # type: ignore[method-assign]
    modules: Any = (connection, protocol)
    for module in modules:
        module.framed = bytes.decode
    main()
