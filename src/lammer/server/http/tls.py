"""TLS handshakes under the limits of the house.

asyncio's server passes a connection to its protocol only after the TLS handshake: until then
nothing would count it, and only asyncio's own minute would end it. Here each connection is counted
when it is accepted, and its handshake may take as long as the head of a request.
"""

import asyncio
import logging
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress

from lammer.server.http.timeouts import TimedHttpProtocol
from lammer.server.ops.logs import log_line

RETRY_SECONDS = 1.0
"""Seconds until the next try when the system accepts no more connections."""


def server_context(certificate: str, key: str | None) -> ssl.SSLContext:
    """Return the TLS context of a server; ``OSError`` if the files cannot be used."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context


class TlsListener:
    """Accepts connections at a socket until it is closed; ``make`` gives each its protocol."""

    def __init__(
        self,
        listening_socket: socket.socket,
        make: Callable[[], TimedHttpProtocol],
        context: ssl.SSLContext,
    ) -> None:
        self._socket, self._make, self._context = listening_socket, make, context
        self._loop = asyncio.get_running_loop()
        self._handshakes: set[asyncio.Task[None]] = set()
        self._accepting = self._loop.create_task(self._accept())

    def close(self) -> None:
        """Accept no more, and end the handshakes under way."""
        for task in (self._accepting, *self._handshakes):
            task.cancel()

    async def wait_closed(self) -> None:
        await asyncio.gather(self._accepting, *self._handshakes, return_exceptions=True)

    async def _accept(self) -> None:
        while True:
            try:
                connection, address = await self._loop.sock_accept(self._socket)
            except ConnectionAbortedError:
                continue
            except OSError as problem:
                log_line(logging.ERROR, f"Accept failed: {problem}")
                await asyncio.sleep(RETRY_SECONDS)
                continue
            protocol = self._make()
            if not protocol.begin_handshake(address[0]):
                protocol.end_handshake()
                connection.close()  # Before the handshake no reason can be sent.
                continue
            task = self._loop.create_task(self._handshake(connection, protocol))
            self._handshakes.add(task)
            task.add_done_callback(self._handshakes.discard)

    async def _handshake(self, connection: socket.socket, protocol: TimedHttpProtocol) -> None:
        """Pass a connection to its protocol; close it if the handshake fails."""
        try:
            with suppress(OSError, EOFError):  # No TLS, too slow, or disconnected.
                await self._loop.connect_accepted_socket(
                    lambda: protocol,
                    connection,
                    ssl=self._context,
                    ssl_handshake_timeout=protocol.head_seconds,
                )
        finally:
            protocol.end_handshake()
