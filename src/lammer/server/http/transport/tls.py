"""TLS handshakes under the limits of the house.

asyncio's server passes a connection to its protocol only after the TLS handshake: until then
nothing would count it, and only asyncio's own minute would end it. Here each connection is counted
when it is accepted, and its handshake may take as long as the head of a request.
"""

import asyncio
import logging
import os
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress

from lammer.server.http.transport.timeouts import TimedHttpProtocol
from lammer.server.ops.logs import log_line

RETRY_SECONDS = 1.0
"""Seconds until the next try when the system accepts no more connections."""


def server_context(certificate: str, key: str | None) -> ssl.SSLContext:
    """Return the TLS context of a server; ``OSError`` if the files cannot be used. A key with a
    pass phrase cannot: nobody may be there to type it."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key, password=lambda: "")
    return context


class RenewedCertificate:
    """A certificate that is read again when its files have changed. One that cannot be used is
    refused with a line in the log, and the one before stays. Raises ``OSError`` if the first cannot
    be used."""

    def __init__(self, certificate: str, key: str | None) -> None:
        self._certificate, self._key = certificate, key
        self._read = self._seen = self._stamps()
        self.context = server_context(certificate, key)

    def check(self) -> None:
        """Read the files again if they changed, and have not changed any more since the last check:
        certificate and key are seldom replaced at the same moment."""
        found = self._stamps()
        if found == self._seen != self._read:
            self.renew()
        self._seen = found

    def renew(self) -> None:
        """Read the files again: connections from now on have what is in them."""
        self._read = self._stamps()
        try:
            self.context = server_context(self._certificate, self._key)
        except (OSError, ValueError) as problem:
            reason = getattr(problem, "reason", None) or getattr(problem, "strerror", None)
            log_line(
                logging.ERROR,
                "The new certificate cannot be used; the one before is kept",
                problem=str(reason or problem),
            )
        else:
            log_line(logging.WARNING, "The certificate was read again")

    def _stamps(self) -> list[tuple[int, ...] | None]:
        """Return what changes with the files; None for one that is not there."""
        found: list[tuple[int, ...] | None] = []
        for path in (self._certificate, self._key or self._certificate):
            try:
                status = os.stat(path)
            except OSError:
                found.append(None)
            else:
                found.append((status.st_ino, status.st_size, status.st_mtime_ns))
        return found


class TlsListener:
    """Accepts connections at a socket until it is closed; ``make`` gives each its protocol."""

    def __init__(
        self,
        listening_socket: socket.socket,
        make: Callable[[], TimedHttpProtocol],
        certificate: RenewedCertificate,
    ) -> None:
        self._socket, self._make, self._certificate = listening_socket, make, certificate
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
                    ssl=self._certificate.context,
                    ssl_handshake_timeout=protocol.head_seconds,
                )
        finally:
            protocol.end_handshake()
