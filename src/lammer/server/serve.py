"""Runs a house: opens the store and the tables, and serves until the process is stopped."""

import asyncio
import gc
import ipaddress
import resource
import secrets
import signal
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import uvicorn

from lammer.server.house import PROCESS, HouseServer
from lammer.server.http.app import make_app
from lammer.server.http.transport.middleware import LOOPBACK, MiddlewareOptions
from lammer.server.http.transport.paths import PathApp
from lammer.server.http.transport.proxies import THIS_MACHINE, Network, TrustedProxies, network
from lammer.server.http.transport.timeouts import timed_protocol
from lammer.server.http.transport.tls import RenewedCertificate, TlsListener
from lammer.server.ops import logs
from lammer.server.ops.limits import ServerLimits
from lammer.server.table_requests import ElectionsFile, rules_digest
from lammer.server.ws.protocol import LiveProtocol
from lammer.server.ws.transport import WebSocketTransport
from lammer.store import open_store
from lammer.store.port import Member, Store, StoreError

SPARE = 500
"""Connections for HTTP requests, in addition to the live ones."""
GRACE = 5
"""Seconds that pending responses get when the house closes."""
ABORT_EVERY = 100
"""Ticks, of a tenth of a second, between two checks for lingering connections."""
RENEW_EVERY = 50
"""Ticks between two looks at the files of the certificate."""
GC_THRESHOLD = 20_000
"""New objects after which the garbage collector looks for cycles: more than pending commands
hold."""
SEND_BUFFER = 256 * 1024
"""Bytes that the kernel buffers for a client that does not read."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a house. ``files``: elections of tables that it opens itself; ``names``:
    further host names; ``behind_tls``: a proxy in front of it terminates TLS; ``base``: the path
    below which it is reached; ``proxies``: further proxies that are believed; ``process``: its name
    among several processes of the house."""

    database: str
    host: str = "127.0.0.1"
    port: int = 8000
    name: str = "Lammer"
    names: tuple[str, ...] = ()
    certificate: str | None = None
    key: str | None = None
    behind_tls: bool = False
    metrics_token: str | None = None
    limits: ServerLimits = field(default_factory=ServerLimits)
    files: tuple[ElectionsFile, ...] = ()
    base: str = ""
    proxies: tuple[Network, ...] = ()
    process: str | None = None

    @property
    def tls(self) -> bool:
        return self.certificate is not None

    def public(self, port: int) -> str:
        """Return the address for people: behind a proxy, the proxy's name; with a certificate, or
        when other machines can reach it, its own."""
        if self.behind_tls and self.names:
            return f"https://{self.names[0]}{self.base}"
        named = bool(self.names) and (self.tls or not is_loopback(self.host))
        return self._at(self.names[0] if named else self.host, port) + self.base

    @property
    def is_forwarded(self) -> bool:
        """True if a proxy stands in front of the house, and is believed."""
        return self.behind_tls or bool(self.proxies)

    @property
    def trusted(self) -> tuple[Network, ...]:
        """Return the proxies that are believed: those of this machine, and those named."""
        return (*map(network, THIS_MACHINE), *self.proxies) if self.is_forwarded else ()

    def address(self, port: int) -> str:
        return self._at(self.host, port)

    def _at(self, host: str, port: int) -> str:
        host = f"[{host}]" if ":" in host and not host.startswith("[") else host
        return f"{'https' if self.tls else 'http'}://{host}:{port}"


@dataclass(frozen=True, slots=True)
class RunningServer:
    """A house that is being served: its address, its public address, the token for the first
    administrator if there is none yet, and a function that stops it."""

    address: str
    public: str
    administrator: str | None
    house: HouseServer
    close: Callable[[], None]


def is_loopback(host: str) -> bool:
    """True if only this machine can reach the host.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


class Listening:
    """Dispatches WebSockets to the live protocol and everything else to the pages."""

    def __init__(self, live: LiveProtocol, pages: Any) -> None:
        self._live, self._pages = live, pages

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await self._live(scope, receive, send)
        else:
            await self._pages(scope, receive, send)


class _Server(uvicorn.Server):
    """A server that reports when it listens, and can be stopped without a signal."""

    def __init__(
        self,
        config: uvicorn.Config,
        listening: Callable[[int], None],
        tls: RenewedCertificate | None = None,
        leave: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        super().__init__(config)
        self._listening, self._tls, self._leave = listening, tls, leave
        self._closing: set[Any] = set()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Close the house in order on SIGINT and SIGTERM; uvicorn would raise the signal again
        before the tables are closed. With TLS, SIGHUP reads the certificate again. Signals arrive
        in the main thread only."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        loop = asyncio.get_running_loop()
        signals = [signal.SIGINT, signal.SIGTERM]
        for each in signals:
            loop.add_signal_handler(each, self.handle_exit, each, None)
        if self._tls is not None:
            loop.add_signal_handler(signal.SIGHUP, self._tls.renew)
            signals.append(signal.SIGHUP)
        try:
            yield
        finally:
            for each in signals:
                loop.remove_signal_handler(each)

    def close(self) -> None:
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Hand the tables over while clients can still be told where they are."""
        if self._leave is not None:
            await self._leave()
        await super().shutdown(sockets)

    async def on_tick(self, counter: int) -> bool:
        if counter % ABORT_EVERY == 0:
            self._abort_lingering()
        if self._tls is not None and counter % RENEW_EVERY == 0:
            self._tls.check()
        return await super().on_tick(counter)

    def _abort_lingering(self) -> None:
        """Abort connections that were closing at the last check too: if a client never reads the
        rest, they would stay open for ever."""
        closing = {
            each
            for each in self.server_state.connections
            if each.transport is not None and each.transport.is_closing()
        }
        for each in closing & self._closing:
            each.transport.abort()
        self._closing = closing

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        if self._tls is None or sockets is None:
            await super().startup(sockets)
        else:
            protocol: Any = self.config.http_protocol_class
            make = partial(
                protocol,
                config=self.config,
                server_state=self.server_state,
                app_state=self.lifespan.state,
            )
            listeners: Any = [TlsListener(each, make, self._tls) for each in sockets]
            self.servers, self.started = listeners, True
        if self.started:
            found = sockets or [each for server in self.servers for each in server.sockets]
            self._listening(found[0].getsockname()[1])


def bound(settings: Settings) -> socket.socket:
    """Return the listening socket; ``OSError`` if it cannot be bound."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        made.bind((settings.host, settings.port))
        made.listen(2048)
        made.setblocking(False)
    except OSError:
        made.close()
        raise
    return made


async def serve(
    settings: Settings,
    opened: Callable[[RunningServer], None],
    restored_link: Callable[[RunningServer], None],
    *,
    monotonic: Callable[[], float] = time.monotonic,
) -> None:
    """Serve a house until the process is stopped. ``opened`` is called when it listens;
    ``restored_link`` after a restore that left it without an administrator, with the new link;
    ``monotonic`` is the clock (seconds) of its tables and limits.
    Raises ``StoreError`` if the store, ``OSError`` if the port, ``UnusableFile`` if a house file
    cannot be used."""
    _raise_file_limit()
    listening_socket = bound(settings)
    store: Store | None = None
    try:
        store = open_store(settings.database)
        store.migrate()
        store.lease()
        house = await HouseServer.open(
            store,
            settings.limits,
            name=settings.name,
            member=_member(settings, listening_socket, store),
            files=settings.files,
            monotonic=monotonic,
        )
        try:
            await _serve(settings, house, listening_socket, opened, restored_link)
        finally:
            await house.close()
    finally:
        listening_socket.close()
        if store is not None:
            with suppress(StoreError):
                store.close()


def _member(settings: Settings, listening_socket: socket.socket, store: Store) -> Member:
    """Return this process among those that serve the house. The digest of all rule sets is needed
    only where there may be others."""
    rules = rules_digest() if store.shared else ""
    address = settings.address(listening_socket.getsockname()[1])
    return Member(settings.process or PROCESS, secrets.token_hex(8), rules, address)


async def _serve(
    settings: Settings,
    house: HouseServer,
    listening_socket: socket.socket,
    opened: Callable[[RunningServer], None],
    restored_link: Callable[[RunningServer], None],
) -> None:
    hosts = (*LOOPBACK, *settings.names, settings.host.lower(), _bracketed(settings.host))
    secure = settings.tls or settings.behind_tls
    options = MiddlewareOptions(
        tuple(dict.fromkeys(hosts)),
        secure,
        settings.metrics_token,
        settings.base,
    )
    live, limits = LiveProtocol(house, options), house.limits
    gc.collect()
    gc.freeze()  # Rules and rule sets stay; the collector need not scan them.
    gc.set_threshold(GC_THRESHOLD, 10, 10)
    token = await house.people.first_administrator(alone=house.leases.alone)

    def open_at(port: int, token: str | None) -> RunningServer:
        address, public = settings.address(port), settings.public(port)
        return RunningServer(address, public, token, house, server.close)

    def listening(port: int) -> None:
        opened(open_at(port, token))

    async def restored() -> None:
        token = await house.people.first_administrator(alone=not house.leases.shared)
        if token is not None:
            restored_link(open_at(listening_socket.getsockname()[1], token))

    house.on_reload.append(lambda: house.spawn(restored()))

    logs.silence_libraries()
    config = uvicorn.Config(
        PathApp(Listening(live, make_app(house, options)), settings.base, house.leases.name),
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=settings.is_forwarded,
        forwarded_allow_ips=[str(each) for each in settings.trusted],
        ws=WebSocketTransport,
        ws_max_size=limits.frame * 4,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=GRACE,
        http=timed_protocol(
            limits.connections + SPARE,
            min(limits.connections_per_address, limits.connections) + SPARE // 2,
            limits.head,
            limits.sending,
            limits.reading,
            TrustedProxies(settings.trusted),
        ),
    )
    tls = None
    if settings.certificate is not None:
        tls = RenewedCertificate(settings.certificate, settings.key)
    server = _Server(config, listening, tls, house.sharing.hand_over)
    house.on_replaced.append(server.close)
    await server.serve(sockets=[listening_socket])


def _bracketed(host: str) -> str:
    return f"[{host.lower()}]" if ":" in host else host.lower()


def _raise_file_limit() -> None:
    """Allow as many open files, and so connections, as the system permits."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
