"""TLS handshakes count against the limits of the house, and must end in time: on both event loops,
with real sockets."""

import asyncio
import logging
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
import uvloop
from uvicorn.server import ServerState

from lammer.server.http.transport.timeouts import TimedHttpProtocol, timed_protocol
from lammer.server.http.transport.tls import RenewedCertificate, TlsListener
from tests.server.support.certificates import Certificate, self_signed
from tests.server.support.running import PATIENCE
from tests.server.support.table_helpers import until

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
LONG = 10 * PATIENCE
"""Seconds for a handshake, where a test is not about its end."""


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return self_signed(tmp_path_factory.mktemp("tls"))


@pytest.fixture(params=[asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
def run(request: pytest.FixtureRequest) -> Callable[[Awaitable[None]], None]:
    def run(work: Any) -> None:
        with asyncio.Runner(loop_factory=request.param) as runner:
            runner.run(asyncio.wait_for(work, PATIENCE))

    return run


async def _app(scope: Any, receive: Any, send: Any) -> None:
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]}
    )
    await send({"type": "http.response.body", "body": b"ok"})


class TlsServer:
    """A server that speaks TLS on a port of this machine."""

    def __init__(self, protocol: type[TimedHttpProtocol], port: int, trust: ssl.SSLContext) -> None:
        self.protocol, self._port, self.trust = protocol, port, trust
        self._open: list[asyncio.StreamWriter] = []

    async def silent(self) -> Streams:
        """A connection that says nothing."""
        return self._cached(await asyncio.open_connection("127.0.0.1", self._port))

    async def secure(self) -> Streams:
        """A connection after its handshake."""
        return self._cached(await asyncio.open_connection("127.0.0.1", self._port, ssl=self.trust))

    def _cached(self, streams: Streams) -> Streams:
        self._open.append(streams[1])
        return streams

    async def counted(self, of_address: int, in_handshake: int) -> None:
        """Wait until so many connections are counted."""
        protocol = self.protocol
        await until(
            lambda: (
                (sum(protocol.addresses.values()), len(protocol.handshakes))
                == (of_address, in_handshake)
            )
        )

    def hang_up(self) -> None:
        for each in self._open:
            each.transport.abort()


@asynccontextmanager
async def site(
    certificate: Certificate,
    most: int = 100,
    each: int = 100,
    head: float = LONG,
    renewed: RenewedCertificate | None = None,
) -> AsyncIterator[TlsServer]:
    protocol = timed_protocol(most, each, head, LONG, LONG)
    config = uvicorn.Config(_app, log_config=None, access_log=False, ws="none")
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    problems: list[dict[str, Any]] = []
    loop.set_exception_handler(lambda _, context: problems.append(context))
    door = socket.create_server(("127.0.0.1", 0))
    door.setblocking(False)
    listener = TlsListener(
        door,
        lambda: protocol(config=config, server_state=state, app_state={}),
        renewed or RenewedCertificate(*certificate),
    )
    trust = ssl.create_default_context(cafile=certificate.certificate)
    found = TlsServer(protocol, door.getsockname()[1], trust)
    try:
        yield found
        found.hang_up()
        await found.counted(0, 0)
        await until(lambda: not state.connections)
    finally:
        found.hang_up()
        listener.close()
        await listener.wait_closed()
        door.close()
    assert problems == []


async def is_cut(streams: Streams) -> bool:
    """Whether the other side ends the connection without a word."""
    try:
        return await streams[0].read() == b""
    except ConnectionResetError:
        return True


async def answer(streams: Streams) -> bytes:
    streams[1].write(REQUEST)
    return await streams[0].readuntil(b"ok")


@pytest.mark.parametrize("limits", [{"each": 3}, {"most": 3}], ids=["address", "total"])
def test_handshakes_count_against_the_limits(
    run: Any, certificate: Certificate, limits: dict[str, Any]
) -> None:
    async def test() -> None:
        async with site(certificate, **limits) as here:
            waiting = [await here.silent() for _ in range(3)]
            await here.counted(3, 3)
            assert await is_cut(await here.silent())
            await here.counted(3, 3)
            waiting[0][1].transport.abort()
            await here.counted(2, 2)
            kept = await here.secure()
            assert b"200" in await answer(kept)
            await here.counted(3, 2)
            assert await is_cut(await here.silent())
            kept[1].transport.abort()
            await here.counted(2, 2)

    run(test())


@pytest.mark.parametrize("said", [b"", b"\x16\x03\x01"], ids=["nothing", "a beginning"])
def test_a_handshake_that_takes_too_long_is_cut(
    run: Any, certificate: Certificate, said: bytes
) -> None:
    async def test() -> None:
        async with site(certificate, head=0.05) as here:
            streams = await here.silent()
            streams[1].write(said)
            assert await is_cut(streams)
            await here.counted(0, 0)

    run(test())


def test_what_is_no_handshake_is_cut(run: Any, certificate: Certificate) -> None:
    async def test() -> None:
        async with site(certificate) as here:
            reader, writer = await here.silent()
            writer.write(REQUEST)
            answered = await reader.read()
            assert b"HTTP" not in answered  # At most an alert of TLS.
            await here.counted(0, 0)

    run(test())


def test_a_request_in_one_piece_with_the_end_of_the_handshake_is_answered(
    run: Any, certificate: Certificate
) -> None:
    async def test() -> None:
        async with site(certificate) as here:
            reader, writer = await here.silent()
            incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
            context = ssl.create_default_context(cafile=certificate.certificate)
            client = context.wrap_bio(incoming, outgoing, server_hostname="127.0.0.1")
            while True:
                try:
                    client.do_handshake()
                    break
                except ssl.SSLWantReadError:
                    writer.write(outgoing.read())
                    incoming.write(await reader.read(65536))
            client.write(REQUEST)
            writer.write(outgoing.read())
            answered = b""
            while not answered.endswith(b"ok"):
                try:
                    answered += client.read()
                except ssl.SSLWantReadError:
                    incoming.write(await reader.read(65536))
            assert b"200" in answered
            await here.counted(1, 0)

    run(test())


def _put(new: Certificate, place: Certificate) -> None:
    for source, target in zip(new, place, strict=True):
        Path(target).write_bytes(Path(source).read_bytes())


def test_a_renewed_certificate_is_shown_to_new_connections_and_a_broken_one_refused(
    run: Any, certificate: Certificate, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """One part is replaced after the other, and found at a later look."""
    folder, place = tmp_path / "other", Certificate(*(str(tmp_path / x) for x in ("c", "k")))
    folder.mkdir()
    other = self_signed(folder)
    _put(certificate, place)
    caplog.set_level(logging.WARNING, "lammer.server")
    shown = RenewedCertificate(*place)

    async def test() -> None:
        async with site(place, renewed=shown) as here:
            old_trust, new_trust = here.trust, ssl.create_default_context(cafile=other.certificate)
            before = await here.secure()

            async def looks_until(settled: int) -> None:
                for _ in range(settled):
                    shown.check()
                await here.secure()

            Path(place.certificate).write_bytes(Path(other.certificate).read_bytes())
            await looks_until(3)
            assert caplog.text.count("cannot be used") == 1
            Path(place.key).write_text("no key", encoding="ascii")
            await looks_until(3)
            Path(place.key).unlink()
            await looks_until(3)
            assert caplog.text.count("cannot be used") == 3
            Path(place.key).write_bytes(Path(other.key).read_bytes())
            shown.check()
            await here.secure()
            assert "read again" not in caplog.text
            shown.check()
            assert "read again" in caplog.text
            with pytest.raises(ssl.SSLCertVerificationError):
                await here.secure()
            here.trust = new_trust
            assert b"200" in await answer(await here.secure())
            assert b"200" in await answer(before)
            _put(certificate, place)
            shown.renew()
            here.trust = old_trust
            await here.secure()

    run(test())
