"""TLS handshakes under the limits of the house.

The event loop's own server shows a connection to its protocol only when the TLS handshake is done:
until then nothing would count it, and nothing but the loop's own minute would end it. Here each
connection is counted when it is accepted, and has as long for the handshake as for the head of a
request.
"""

import asyncio
import logging
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress

from lammer.server.ops.http_timeouts import TimedHttpProtocol
from lammer.server.ops.logs import say

NO_FILES = 1.0
"""Seconds until the next try when the system has no room for another connection."""


def server_context(certificate: str, key: str | None) -> ssl.SSLContext:
    """What a server needs to speak TLS; ``OSError`` if the files cannot be used."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context


class TlsListener:
    """Accepts connections at a socket until it is closed; ``make`` gives each its protocol."""

    def __init__(
        self, door: socket.socket, make: Callable[[], TimedHttpProtocol], context: ssl.SSLContext
    ) -> None:
        self._door, self._make, self._context = door, make, context
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
                connection, address = await self._loop.sock_accept(self._door)
            except ConnectionAbortedError:
                continue
            except OSError as problem:
                say(logging.ERROR, f"No connection can be accepted: {problem}")
                await asyncio.sleep(NO_FILES)
                continue
            protocol = self._make()
            if not protocol.begin_handshake(address[0]):
                protocol.end_handshake()
                connection.close()  # There is no way to say why before the handshake.
                continue
            task = self._loop.create_task(self._shake_hands(connection, protocol))
            self._handshakes.add(task)
            task.add_done_callback(self._handshakes.discard)

    async def _shake_hands(self, connection: socket.socket, protocol: TimedHttpProtocol) -> None:
        """Hand a connection over to its protocol; one whose handshake fails is closed."""
        try:
            with suppress(OSError, EOFError):  # No TLS, too late, or gone.
                await self._loop.connect_accepted_socket(
                    lambda: protocol,
                    connection,
                    ssl=self._context,
                    ssl_handshake_timeout=protocol.head_seconds,
                )
        finally:
            protocol.end_handshake()
