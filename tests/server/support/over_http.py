"""A real house behind a real HTTP server on a port of its own, for tests."""

import asyncio
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, closing, contextmanager
from dataclasses import replace
from functools import partial
from operator import methodcaller
from typing import Any, TypeVar

import httpx
import uvicorn
from argon2 import PasswordHasher

from lammer.server.house import HouseServer
from lammer.server.http import MiddlewareOptions, make_app
from lammer.server.http.transport.timeouts import timed_protocol
from lammer.server.ops.limits import ServerLimits
from lammer.server.people.accounts import Accounts, PeopleLimits
from lammer.server.people.permissions import Requester
from lammer.server.tables.answers import QueuedCommand
from lammer.store import open_store
from tests.server.support.running import PATIENCE, ClockLoop

T = TypeVar("T")

WEAK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
GOOD = "correct horse battery"
MANNERS = PeopleLimits(failure_seconds=0, logins_burst=10_000, newcomers_burst=100_000)
FREE = ServerLimits(requests_per_second=100_000, requests_at_once=100_000, tables_per_guest=3)


class Site:
    """A running house: its address, and a way to run code inside it."""

    def __init__(self, house: HouseServer, loop: asyncio.AbstractEventLoop, port: int) -> None:
        self.house, self.loop, self.port = house, loop, port
        self.number = 0
        self.over = threading.Event()
        self.url = f"http://127.0.0.1:{port}"

    def inside(self, do: Callable[[], Awaitable[T]]) -> T:
        """Run a function in the house's event loop."""

        async def doing() -> T:
            return await do()

        return asyncio.run_coroutine_threadsafe(doing(), self.loop).result(PATIENCE)

    def pass_time(self, seconds: float) -> None:
        """Advance the timers of its connections."""
        assert isinstance(self.loop, ClockLoop)
        self.inside(partial(self.loop.pass_time, seconds))

    def client(self, token: str | None = None) -> httpx.Client:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        # Without TLS no certificates need be read.
        return httpx.Client(base_url=self.url, headers=headers, timeout=PATIENCE, verify=False)

    def ask(self, person: int, table: str, raw: dict[str, Any]) -> dict[str, Any]:
        """Send a command to a table as a live client would; it must be carried out."""

        async def asked() -> dict[str, Any]:
            answered: asyncio.Future[dict[str, Any]] = self.loop.create_future()
            self.number += 1
            who = Requester(person, f"Person {person}", (), "test")
            runner = self.house.tables[table]
            sent = runner.read_message(who, raw)
            runner.submit(QueuedCommand(who, self.number, sent, answered.set_result))
            return await answered

        answer = self.inside(asked)
        assert answer["ok"], answer
        return answer

    def guest(self, name: str = "Bob") -> tuple[int, str]:
        with self.client() as client:
            came = client.post("/api/v1/guests", json={"name": name})
        assert came.status_code == 201, came.text
        return came.json()["person"]["id"], came.json()["token"]

    def account(self, login: str, *roles: str) -> tuple[int, str]:
        with self.client() as client:
            came = client.post("/api/v1/accounts", json={"login": login, "password": GOOD})
        assert came.status_code == 201, came.text
        person: int = came.json()["person"]["id"]
        for role in roles:
            give: Any = methodcaller("give_role", person, role)
            self.inside(lambda give=give: self.house.writer.write(give))  # type: ignore[misc]
        self.house.people._notify(person)
        return person, came.json()["token"]


@contextmanager
def opened(
    limits: ServerLimits = FREE,
    options: MiddlewareOptions | None = None,
    manners: PeopleLimits = MANNERS,
    monotonic: Callable[[], float] = time.monotonic,
) -> Iterator[Site]:
    """Run a house in a thread until the block ends."""
    up: list[Site] = []
    ready = threading.Event()

    def work() -> None:
        with asyncio.Runner(loop_factory=ClockLoop) as runner:
            runner.run(_serve(limits, options, manners, monotonic, up, ready))

    thread = threading.Thread(target=work)
    thread.start()
    try:
        while not ready.wait(0.1):
            assert thread.is_alive()
        yield up[0]
    finally:
        if up:
            up[0].over.set()
        thread.join(PATIENCE)
        assert not thread.is_alive()


async def _serve(
    limits: ServerLimits,
    options: MiddlewareOptions | None,
    manners: PeopleLimits,
    monotonic: Callable[[], float],
    up: list[Site],
    ready: threading.Event,
) -> None:
    async with AsyncExitStack() as stack:
        store = stack.enter_context(closing(open_store(":memory:")))
        store.migrate()
        store.lease()
        house = await HouseServer.open(store, limits, monotonic=monotonic)
        stack.push_async_callback(house.close)
        house.people.close()
        house.people = Accounts(house.writer, house.time, replace(manners), WEAK)
        # Named as TCP, so that asyncio lets small answers go at once.
        listening = stack.enter_context(
            socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        )
        listening.bind(("127.0.0.1", 0))
        listening.listen(128)
        config = uvicorn.Config(
            make_app(house, options), log_config=None, access_log=False, lifespan="off",
            http=timed_protocol(10_000, 10_000, limits.head, limits.sending, limits.reading),
        )  # fmt: skip
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            assert not serving.done(), "the house did not open"
            await asyncio.sleep(0.01)
        up.append(Site(house, asyncio.get_running_loop(), listening.getsockname()[1]))
        ready.set()
        while not up[0].over.is_set():
            await asyncio.sleep(0.02)
        server.should_exit = True
        await serving
