"""Run a house: the store opened, the tables taken up, the doors open until it is told to stop."""

import asyncio
import gc
import ipaddress
import resource
import signal
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import uvicorn

from lammer.server.house import HouseServer
from lammer.server.http.app import make_app
from lammer.server.http.middleware import LOOPBACK, MiddlewareOptions
from lammer.server.ops import logs
from lammer.server.ops.http_timeouts import patient
from lammer.server.ops.limits import ServerLimits
from lammer.server.ops.tls import TlsListener, server_context
from lammer.server.table_requests import ElectionsFile
from lammer.server.ws.protocol import LiveProtocol
from lammer.server.ws.transport import WebSocketTransport
from lammer.store import open_store
from lammer.store.port import Store, StoreError

SPARE = 500
"""Connections beside the live ones, for requests."""
GRACE = 5
"""Seconds that answers under way get when the house closes."""
LOOKS = 100
"""Ticks of a tenth of a second between two looks at the connections that are closing."""
YOUNG = 20_000
"""New objects after which cycles are looked for: more than commands under way hold at once."""
UNREAD = 256 * 1024
"""Bytes that the system keeps for one client who does not read them."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a house is started with. ``files``: the elections of tables that it opens itself;
    ``names``: other names that it answers to; ``behind_tls``: a proxy before it speaks https."""

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

    @property
    def tls(self) -> bool:
        return self.certificate is not None

    def public(self, port: int) -> str:
        """Where people find it: behind a proxy, under the proxy's name; with a certificate, or
        reached from elsewhere, under its own."""
        if self.behind_tls and self.names:
            return f"https://{self.names[0]}"
        named = bool(self.names) and (self.tls or not is_loopback(self.host))
        return self._at(self.names[0] if named else self.host, port)

    def address(self, port: int) -> str:
        """Where it listens."""
        return self._at(self.host, port)

    def _at(self, host: str, port: int) -> str:
        host = f"[{host}]" if ":" in host and not host.startswith("[") else host
        return f"{'https' if self.tls else 'http'}://{host}:{port}"


@dataclass(frozen=True, slots=True)
class RunningServer:
    """A house that has opened its doors: where, where people find it, the token of the first
    administrator's link, if there is no administrator yet, and what closes it from its loop."""

    address: str
    public: str
    administrator: str | None
    house: HouseServer
    close: Callable[[], None]


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the host.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


class Listening:
    """Sends what is live one way and everything else the other."""

    def __init__(self, live: LiveProtocol, pages: Any) -> None:
        self._live, self._pages = live, pages

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await self._live(scope, receive, send)
        else:
            await self._pages(scope, receive, send)


class _Server(uvicorn.Server):
    """A server that says when it listens, and ends without a signal of its own."""

    def __init__(
        self,
        config: uvicorn.Config,
        listening: Callable[[int], None],
        tls: ssl.SSLContext | None = None,
    ) -> None:
        super().__init__(config)
        self._listening, self._tls = listening, tls
        self._closing: set[Any] = set()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ctrl-C and a service manager's request end the house alike, and in order; uvicorn would
        raise the signal again before the tables are closed. Only the main thread hears signals."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        loop = asyncio.get_running_loop()
        signals = (signal.SIGINT, signal.SIGTERM)
        for each in signals:
            loop.add_signal_handler(each, self.handle_exit, each, None)
        try:
            yield
        finally:
            for each in signals:
                loop.remove_signal_handler(each)

    def close(self) -> None:
        self.should_exit = True

    async def on_tick(self, counter: int) -> bool:
        if counter % LOOKS == 0:
            self._let_go()
        return await super().on_tick(counter)

    def _let_go(self) -> None:
        """Connections that are closed and whose clients never read the last of it would stay for
        ever: those that were closing at the last look as well are cut."""
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
    """The socket to listen on; ``OSError`` if it cannot be had."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)
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
    again: Callable[[RunningServer], None],
) -> None:
    """Open the house and keep it open until the process is told to stop. ``opened`` hears where it
    is; ``again``, after a restore that left it without an administrator, the new link. Raises
    ``StoreError`` if the store cannot be had, ``OSError`` if the port cannot, ``UnusableFile`` if a
    table cannot be opened with its house file."""
    _more_files()
    door = bound(settings)
    store: Store | None = None
    try:
        store = open_store(settings.database)
        store.migrate()
        store.lease()
        house = await HouseServer.open(
            store, settings.limits, name=settings.name, files=settings.files
        )
        try:
            await _doors_open(settings, house, door, opened, again)
        finally:
            await house.close()
    finally:
        door.close()
        if store is not None:
            with suppress(StoreError):
                store.close()


async def _doors_open(
    settings: Settings,
    house: HouseServer,
    door: socket.socket,
    opened: Callable[[RunningServer], None],
    again: Callable[[RunningServer], None],
) -> None:
    hosts = (*LOOPBACK, *settings.names, settings.host.lower(), _bracketed(settings.host))
    secure = settings.tls or settings.behind_tls
    options = MiddlewareOptions(tuple(dict.fromkeys(hosts)), secure, settings.metrics_token)
    live, limits = LiveProtocol(house, options), house.limits
    await house.people.warm()
    gc.collect()
    gc.freeze()  # Rules and rule sets stay; there is no need to look through them again.
    gc.set_threshold(YOUNG, 10, 10)
    token = await house.people.first_administrator()

    def open_at(port: int, token: str | None) -> RunningServer:
        address, public = settings.address(port), settings.public(port)
        return RunningServer(address, public, token, house, server.close)

    def listening(port: int) -> None:
        opened(open_at(port, token))

    async def restored() -> None:
        anew = await house.people.first_administrator()
        if anew is not None:
            again(open_at(door.getsockname()[1], anew))

    house.on_reload.append(lambda: house.spawn(restored()))

    logs.keep_requests_out()
    config = uvicorn.Config(
        Listening(live, make_app(house, options)),
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=settings.behind_tls,
        forwarded_allow_ips="127.0.0.1,::1",
        ws=WebSocketTransport,
        ws_max_size=limits.frame * 4,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=GRACE,
        http=patient(
            limits.connections + SPARE,
            min(limits.connections_per_address, limits.connections) + SPARE // 2,
            limits.head,
            limits.sending,
            limits.reading,
        ),
    )
    tls = None
    if settings.certificate is not None:
        tls = server_context(settings.certificate, settings.key)
    server = _Server(config, listening, tls)
    await server.serve(sockets=[door])


def _bracketed(host: str) -> str:
    return f"[{host.lower()}]" if ":" in host else host.lower()


def _more_files() -> None:
    """As many connections as the system lets this process have."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
