"""Several real processes of one house on a real PostgreSQL, struck under load: killed, stopped for
longer than their lease, cut off from the database, ended and started again, the database too."""

import asyncio
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle

import httpx
import psycopg
import pytest

from lammer.store import open_store
from tests.postgres import Postgres
from tests.postgres import running as postgres_running
from tests.relay import Relay
from tests.server.support.bettors import (
    LoadBettor,
    compare_with_house,
    drawn_as_pledged,
    under_load,
)
from tests.server.support.running import PATIENCE, Running, RunningHouse, running, wait_until

LEASE_S = 1
TABLES = ("craps-1", "craps-1", "mini-craps-1", "mini-dice-1", "punto-banco-1")
LIMITS = (
    *("--limit", "commands_per_second=5000", "--limit", "commands_at_once=5000"),
    *("--limit", f"lease={LEASE_S}"),
)


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    yield from postgres_running()


class SeveralProcesses(RunningHouse):
    """The processes of a house, each with a network of its own to the database. ``address`` is that
    of another one whenever it is asked for, as for a client that tries them in turn."""

    def __init__(
        self, postgres: Postgres, database: str, processes: list[Running], relays: list[Relay]
    ) -> None:
        self.postgres, self.processes = postgres, processes
        self._relays = dict(zip(processes, relays, strict=True))
        self._turns = cycle(processes)
        self._lock = threading.Lock()
        super().__init__(database)

    def network(self, one: Running) -> Relay:
        return self._relays[one]

    @property
    def address(self) -> str:
        with self._lock:
            return next(each.address for each in self._turns if each.is_alive)

    @address.setter
    def address(self, _: str) -> None:
        """There is more than one."""

    def guest(self, name: str = "Guest") -> str:
        """Come in at a process that has its lease; the token."""
        tokens: list[str] = []

        def came() -> bool:
            status, found = self.call("POST", "/api/v1/guests", {"name": name})
            tokens[:] = [found["token"]] if status == 201 else []
            return bool(tokens)

        wait_until(came, what="a process to take somebody in")
        return tokens[0]

    def tables(self) -> dict[str, list[str]]:
        """Which process runs which table, by the database."""
        store = open_store(self.database)
        try:
            found: dict[str, list[str]] = {}
            for place in store.places():
                if not place.orphan and place.process is not None:
                    found.setdefault(place.process, []).append(place.table)
            return found
        finally:
            store.close()


@contextmanager
def several(postgres: Postgres, names: str) -> Iterator[SeveralProcesses]:
    database = postgres.new_database()
    with ExitStack() as stack:
        relays = [Relay(postgres.socket) for _ in names]
        for each in relays:
            stack.callback(each.remove)
        made = [
            stack.enter_context(running(relay.address(database), *LIMITS, "--name", name))
            for name, relay in zip(names, relays, strict=True)
        ]
        yield SeveralProcesses(postgres, database, made, relays)


# Blows


def stop_for_longer_than_the_lease(house: SeveralProcesses, one: Running) -> None:
    assert one.process is not None
    one.process.send_signal(signal.SIGSTOP)
    time.sleep(2.5 * LEASE_S)
    one.process.send_signal(signal.SIGCONT)


def kill(house: SeveralProcesses, one: Running) -> None:
    one.kill()
    one.start()


def end_in_order(house: SeveralProcesses, one: Running) -> None:
    assert one.terminate() == 0
    one.start()


def cut_connections(house: SeveralProcesses, one: Running) -> None:
    with psycopg.connect(house.postgres.address, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name LIKE 'lammer %'"
        )


def cut_the_network(house: SeveralProcesses, one: Running) -> None:
    """So that nothing arrives any more, in neither direction, and nobody is told."""
    house.network(one).cut()
    time.sleep(2.5 * LEASE_S)
    house.network(one).heal()


def close_the_network(house: SeveralProcesses, one: Running) -> None:
    house.network(one).close()
    time.sleep(2.5 * LEASE_S)
    house.network(one).heal()


def restart_the_database(house: SeveralProcesses, one: Running) -> None:
    house.postgres.stop("immediate")
    time.sleep(random.Random(one.port).uniform(0, 2 * LEASE_S))
    house.postgres.start()


Blow = Callable[[SeveralProcesses, Running], None]
BLOWS: tuple[Blow, ...] = (
    stop_for_longer_than_the_lease,
    cut_the_network,
    close_the_network,
    cut_connections,
    kill,
    end_in_order,
    restart_the_database,
)


def everything_holds(house: SeveralProcesses, bettors: list[LoadBettor]) -> dict[str, int]:
    """Each table is run by one process; what was acknowledged and shown is kept, once; the books
    are zero and every log audits."""
    every = set(TABLES)

    def settled() -> bool:
        found = [table for tables in house.tables().values() for table in tables]
        return every <= set(found) and len(found) == len(set(found))

    wait_until(settled, what="every table to be run")
    for each in house.processes:
        wait_until(lambda one=each: one.call("GET", "/health")[0] == 200, what="health")
        assert not each.get("/health")["stopped"], each.get("/health")
    for each in house.processes:
        each.kill()
    store = open_store(house.database)
    try:
        assert store.verify() == []
        logs = {table: b"".join(store.lines(table, 1)) for table in every}
        counts = compare_with_house(store, bettors, logs)
    finally:
        store.close()
    for table, log in logs.items():
        drawn_as_pledged(table, log)
    return counts


def played(house: SeveralProcesses, seed: int, blows: list[Blow]) -> dict[str, int]:
    chance = random.Random(seed)
    bettors = []
    for at, table in enumerate(TABLES):
        token = house.guest(f"bettor-{seed * 100 + at}")
        bettors.append(LoadBettor(house, table, token, seed * 100 + at))
    order = iter(blows)

    def strike() -> None:
        next(order)(house, chance.choice(house.processes))

    asyncio.run(under_load(house, bettors, len(blows), chance, strike))
    return everything_holds(house, bettors)


@pytest.mark.long
def test_a_process_that_is_cut_off_from_the_database_is_replaced_and_comes_back(
    postgres: Postgres,
) -> None:
    with several(postgres, "ab") as house:
        a = house.processes[0]
        token = house.guest("Ann")
        wait_until(lambda: set(house.tables()) == {"a", "b"}, what="each to run some tables")
        bettors = [
            LoadBettor(house, table, house.guest(f"bettor-{at}"), at)
            for at, table in enumerate(TABLES)
        ]

        def cut() -> None:
            house.network(a).cut()
            wait_until(lambda: set(house.tables()) == {"b"}, what="b to run all tables")
            wait_until(lambda: a.call("GET", "/health")[0] == 503, what="a to notice")
            sent = httpx.get(f"{a.address}/api/v1/me?x=1", timeout=PATIENCE)
            assert (sent.status_code, sent.headers["location"]) == (307, "/p/b/api/v1/me?x=1")
            assert sent.json()["error"]["code"] == "moved"
            status, found = a.call("GET", "/p/a/api/v1/me")
            assert (status, found["error"]["code"]) == (503, "store-down")

        def heal() -> None:
            house.network(a).heal()
            wait_until(
                lambda: a.call("GET", "/p/a/api/v1/me", token=token)[0] == 200, what="a to answer"
            )

        order = iter((cut, heal))

        def happen() -> None:
            next(order)()

        asyncio.run(under_load(house, bettors, 2, random.Random(1), happen))
        counts = everything_holds(house, bettors)
    assert counts["answered"] > 20


def test_struck_at_random_moments_two_processes_lose_nothing(postgres: Postgres) -> None:
    with several(postgres, "ab") as house:
        counts = played(house, 1, [stop_for_longer_than_the_lease, cut_connections, kill])
    assert counts["answered"] > 20
    assert counts["kept"] > 10


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 8))
def test_struck_hundreds_of_times_three_processes_lose_nothing(
    postgres: Postgres, seed: int
) -> None:
    chance = random.Random(seed)
    with several(postgres, "abc") as house:
        counts = played(house, seed, [chance.choice(BLOWS) for _ in range(40)])
    assert counts["kept"] > 100
