"""``/health`` follows the outcomes of writes: unhealthy while they fail, also if nobody plays, and
healthy again without a restart."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from lammer.server.house import HouseServer
from lammer.server.ops.write_health import PROBE_SECONDS, WriteHealth
from lammer.store import sqlite
from lammer.store.port import Conflict, InvalidData, OutcomeUnknown, Store, StoreError, Superseded
from tests.server.storage.test_faulty_store import TABLE, add_player, asked, new_store, settled
from tests.server.support.over_http import opened
from tests.server.support.table_helpers import until
from tests.store.faulty import Faulty

FULL = "The disk is full. Make room; the store recovers by itself. (database or disk is full)"
WORDS = (
    "has failed to write since 2026-01-01T00:00:00Z: The disk is full. Make room; the store"
    " recovers by itself."
)
SIT = {"do": "sit", "rail": 50_000}


class SteppedClocks:
    """A wall clock and a steady one that go on only when a test says so."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=self.seconds)

    def monotonic(self) -> float:
        return self.seconds

    def pass_by(self, seconds: float) -> None:
        self.seconds += seconds


@pytest.fixture
def inner() -> Iterator[Store]:
    with closing(new_store()) as store:
        yield store


def at_house(
    store: Store, clock: SteppedClocks, test: Callable[[HouseServer], Awaitable[None]]
) -> None:
    async def run() -> None:
        house = await HouseServer.open(store, now=clock.now, monotonic=clock.monotonic)
        try:
            await settled(house)
            await test(house)
        finally:
            await house.close()

    asyncio.run(run())


def store_said(house: HouseServer) -> tuple[bool, str]:
    well, details = house.health()
    assert details["ok"] is well
    return well, details["store"]


# What outcomes mean


@pytest.mark.parametrize("problem", [StoreError(FULL), OutcomeUnknown(FULL)])
def test_a_failure_is_kept_with_its_beginning_until_a_write_succeeds(problem: StoreError) -> None:
    clock = SteppedClocks()
    health = WriteHealth(clock.now, clock.monotonic)
    assert health.description() is None
    health.note(problem)
    clock.pass_by(60)
    health.note(problem)
    assert health.description() == WORDS
    assert health.failing_seconds() == 60
    health.note(None)
    assert health.description() is None
    assert health.failing_seconds() == 0


@pytest.mark.parametrize(
    "problem", [Conflict("x"), InvalidData("x"), Superseded("x"), ValueError("x")]
)
def test_a_write_that_is_wrong_itself_says_nothing_about_the_store(problem: Exception) -> None:
    clock = SteppedClocks()
    health = WriteHealth(clock.now, clock.monotonic)
    health.note(problem)
    assert health.description() is None
    health.note(StoreError(FULL))
    health.note(problem)
    assert health.description() == WORDS


def test_a_probe_ends_a_failure_only_when_nothing_has_failed_for_a_while() -> None:
    clock = SteppedClocks()
    health = WriteHealth(clock.now, clock.monotonic)
    health.note(StoreError(FULL))
    clock.pass_by(PROBE_SECONDS - 1)
    health.probed()
    assert health.description() == WORDS
    assert health.probe_is_due()
    clock.pass_by(1)
    health.probed()
    assert health.description() is None
    assert not health.probe_is_due()
    clock.pass_by(PROBE_SECONDS)
    assert health.probe_is_due()


# In a house


def test_health_goes_red_with_nobody_playing_and_recovers(inner: Store) -> None:
    faulty, clock = Faulty(inner, {}), SteppedClocks()

    async def test(house: HouseServer) -> None:
        assert store_said(house) == (True, "answers")
        faulty.down = FULL
        await house.probe_if_due()
        assert store_said(house) == (True, "answers")  # A write has just succeeded.
        clock.pass_by(PROBE_SECONDS)
        await house.probe_if_due()
        assert house.health()[0] is False
        began = clock.now().isoformat().replace("+00:00", "Z")
        assert store_said(house)[1].startswith(f"has failed to write since {began}: The disk is")
        clock.pass_by(60)
        await house.probe_if_due()
        assert f"since {began}:" in store_said(house)[1]
        assert b"lammer_store_failing_seconds 60.0\n" in house.metrics.text()
        faulty.down = None
        clock.pass_by(PROBE_SECONDS)
        await house.probe_if_due()
        assert store_said(house) == (True, "answers")
        assert b"lammer_store_failing_seconds 0.0\n" in house.metrics.text()

    at_house(faulty.store, clock, test)


def test_health_goes_red_with_a_command_that_is_not_stored_and_recovers(inner: Store) -> None:
    ann = add_player(inner, "Ann")
    faulty, clock = Faulty(inner, {}), SteppedClocks()

    async def test(house: HouseServer) -> None:
        runner = house.tables[TABLE]
        faulty.down = FULL
        assert (await asked(runner, ann, 1, SIT))["refusal"]["code"] == "not-stored"
        assert store_said(house) == (False, WORDS)
        # A read in the writing thread is no write.
        house.purses.forget()
        await house.purses.look_up(ann.person or 0)
        assert store_said(house) == (False, WORDS)
        faulty.down = None
        assert (await asked(runner, ann, 1, SIT))["ok"]
        assert store_said(house) == (True, "answers")

    at_house(faulty.store, clock, test)


def test_health_while_another_program_holds_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0)
    path, clock = tmp_path / "house.sqlite", SteppedClocks()

    async def test(house: HouseServer) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            clock.pass_by(PROBE_SECONDS)
            await house.probe_if_due()
            well, said = store_said(house)
            assert not well
            assert said.endswith(
                "Another program is writing to the database. Try again, or end it."
            )
            assert "locked" not in said
            other.execute("ROLLBACK")
        clock.pass_by(PROBE_SECONDS)
        await house.probe_if_due()
        assert store_said(house) == (True, "answers")

    with closing(new_store(path)) as store:
        at_house(store, clock, test)


def test_a_running_house_tries_a_write_by_itself(
    inner: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without anybody asking for it; the clock of the test stands still but for one step."""
    faulty, clock = Faulty(inner, {}), SteppedClocks()
    real = asyncio.sleep
    monkeypatch.setattr("lammer.server.house.asyncio.sleep", lambda s: real(min(s, 0.01)))

    async def test(house: HouseServer) -> None:
        faulty.down = FULL
        clock.pass_by(PROBE_SECONDS)
        await until(lambda: not house.health()[0])
        faulty.down = None
        clock.pass_by(PROBE_SECONDS)
        await until(lambda: house.health()[0])

    at_house(faulty.store, clock, test)


def test_health_over_http_says_503_since_when_and_why() -> None:
    with opened() as site, site.client() as client:
        writer = site.house.writer
        inner, faulty = writer.store, Faulty(writer.store, {})
        faulty.down = FULL
        writer.store = faulty.store
        site.inside(writer.probe)
        answer = client.get("/health")
        assert (answer.status_code, answer.json()["ok"]) == (503, False)
        assert "has failed to write since 20" in answer.json()["store"]
        assert "The disk is full." in answer.json()["store"]
        assert int(answer.headers["Retry-After"]) > 0
        writer.store = inner
        site.ask(site.guest()[0], TABLE, SIT)
        assert client.get("/health").status_code == 200
