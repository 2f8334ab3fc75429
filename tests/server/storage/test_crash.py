"""Nothing acknowledged is lost, done twice or done partly: the house is killed at random moments
during play, its database is killed, its disk is full."""

import asyncio
import random
import resource
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lammer.store import open_store
from tests.postgres import Postgres
from tests.postgres import running as postgres_running
from tests.server.support.bettors import (
    LoadBettor,
    compare_with_house,
    drawn_as_pledged,
    under_load,
)
from tests.server.support.running import Message, Running, running, wait_until

TABLES = ("craps-1", "craps-1", "mini-craps-1", "automated-craps-1", "mini-dice-1", "punto-banco-1")
LIMITS = (
    "--limit",
    "commands_per_second=5000",
    "--limit",
    "commands_at_once=5000",
    "--limit",
    "lines_per_hour_guest=10000000",
    "--limit",
    "lines_per_hour=10000000",
)


def players(house: Running, seed: int) -> list[LoadBettor]:
    found = []
    for at, table in enumerate(TABLES):
        name = f"bettor-{seed * 100 + at}"
        found.append(LoadBettor(house, table, house.guest(name), seed * 100 + at))
    return found


def everything_holds(house: Running, bettors: list[LoadBettor]) -> dict[str, int]:
    """The house goes on with all its tables; its books, logs, dice and promises hold."""
    wait_until(lambda: house.call("GET", "/health")[0] == 200, what="a house that is well")
    assert not house.get("/health")["stopped"]
    logs = {table: house.log(table) for table in dict.fromkeys(TABLES)}
    house.kill()
    store = open_store(house.database)
    try:
        store.migrate()
        assert store.verify() == []
        logs = {table: b"".join(store.lines(table, 1)) for table in logs}
        counts = compare_with_house(store, bettors, logs)
    finally:
        store.close()
    for table, log in logs.items():
        assert not drawn_as_pledged(table, log).unpledged
    return counts


@pytest.fixture
def rounds(request: pytest.FixtureRequest) -> int:
    return 80 if request.config.getoption("--long") else 2


def killed(house: Running) -> Callable[[], None]:
    def blow() -> None:
        house.kill()
        house.start()

    return blow


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_killed_at_random_moments_the_house_loses_nothing(
    tmp_path: Path, seed: int, rounds: int
) -> None:
    with running(tmp_path / "house.sqlite", *LIMITS) as house:
        bettors = players(house, seed)
        asyncio.run(under_load(house, bettors, rounds, random.Random(seed), killed(house)))
        counts = everything_holds(house, bettors)
    assert counts["answered"] > 20
    assert counts["kept"] > 10
    assert all(each.record.times_back > rounds for each in bettors)


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    yield from postgres_running()


def strike(postgres: Postgres, chance: random.Random) -> Callable[[], None]:
    def blow() -> None:
        how = chance.choice(("kill", "immediate", "fast"))
        if how == "kill":
            postgres.kill()
        else:
            postgres.stop(how)
        postgres.start()

    return blow


@pytest.mark.long
def test_its_database_killed_under_it_the_house_loses_nothing(
    postgres: Postgres, rounds: int
) -> None:
    with running(postgres.new_database(), *LIMITS) as house:
        bettors = players(house, 3)
        chance = random.Random(3)
        blow = strike(postgres, chance)
        asyncio.run(under_load(house, bettors, rounds // 2 + 1, chance, blow))
        assert house.is_alive
        everything_holds(house, bettors)


@pytest.mark.long
def test_killed_itself_on_postgres_the_house_loses_nothing(postgres: Postgres, rounds: int) -> None:
    with running(postgres.new_database(), *LIMITS) as house:
        bettors = players(house, 4)
        blow = killed(house)
        asyncio.run(under_load(house, bettors, rounds // 2 + 1, random.Random(4), blow))
        everything_holds(house, bettors)


def test_with_a_full_disk_nothing_is_taken_and_with_room_it_goes_on(
    tmp_path: Path, rounds: int
) -> None:
    """The room is a limit on the size of files, lowered and raised from outside."""
    with running(tmp_path / "house.sqlite", *LIMITS) as house:
        bettors = players(house, 5)
        assert house.process is not None
        pid, unlimited = house.process.pid, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)

        def told() -> int:
            return sum(each.record.not_kept for each in bettors)

        def blow() -> None:
            """Whether it is refused or waits, nothing is taken while nothing can be written."""
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
            full = time.monotonic()
            wait_until(lambda: all(_has_tried(each, full) for each in bettors), what="a try")
            before, end = told(), time.monotonic() + 10
            while time.monotonic() < end and told() <= before + 5:
                time.sleep(0.05)
            taken = [found for each in bettors for found in _taken(each, full)]
            assert taken == []
            assert house.is_alive
            resource.prlimit(pid, resource.RLIMIT_FSIZE, unlimited)

        asyncio.run(under_load(house, bettors, rounds, random.Random(5), blow))
        assert house.is_alive
        everything_holds(house, bettors)


def _has_tried(bettor: LoadBettor, since: float) -> bool:
    """Whether a player has sent something since, or still has no answer to what was sent before."""
    sent = bettor.record.sent_at.copy()
    return bettor.waits or max(sent.values(), default=0) > since


def _taken(bettor: LoadBettor, since: float) -> list[Message]:
    """What was sent since, and taken. What was on its way before may have been written, and is
    then answered as something done already."""
    answered = bettor.record.answered.copy()
    sent = bettor.record.sent_at.copy()
    late = [each for number, each in answered.items() if sent[number] > since]
    return [each for each in late if each["ok"] and "again" not in each]
