"""Chips that are staged on somebody's page: a roll that another asks for waits for them, not for
long, and for nothing else."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from typing import Any, NamedTuple

import pytest

from lammer.server.house import HouseServer
from lammer.server.tables import staging
from lammer.server.tables.runner import TableRunner
from lammer.server.ws.protocol import LiveProtocol
from lammer.store.port import Store
from tests.server.storage.test_faulty_store import TABLE, asked, new_store
from tests.server.support.table_helpers import until
from tests.server.ws.test_welcome import ConnectionEnd, a_guest, at_live, connected
from tests.store.faulty import Faulty

CLOSING = {"closing": True}
ROLL, FIELD = {"do": "roll"}, {"do": "bet", "wager": "field", "amount": 500}


@pytest.fixture
def inner() -> Iterator[Store]:
    with closing(new_store()) as store:
        yield store


class Two(NamedTuple):
    """The shooter, and somebody else at the table."""

    runner: TableRunner
    shooter: ConnectionEnd
    other: ConnectionEnd

    def events(self) -> list[str]:
        """What happened, as both were told it."""
        lines = [line for each in self.other.received for line in each.get("lines", ())]
        return [line["event"] for line in lines]

    async def answered(self, client: ConnectionEnd, number: int) -> dict[str, Any]:
        def found() -> list[dict[str, Any]]:
            return [each for each in client.received if each.get("re") == number]

        await until(found)
        return found()[0]


@asynccontextmanager
async def two(house: HouseServer, live: LiveProtocol) -> AsyncIterator[Two]:
    runner = house.tables[TABLE]
    (ann, own), (bob, others) = await a_guest(house), await a_guest(house)
    for who in (ann, bob):
        await asked(runner, who, 1, {"do": "sit", "rail": 50_000})
    await asked(runner, ann, 2, {"do": "accept-dice"})
    await asked(runner, ann, 3, {"do": "bet", "wager": "pass", "amount": 1000})
    async with connected(live, own) as shooter, connected(live, others) as other:
        await shooter.listening()
        await other.listening()
        yield Two(runner, shooter, other)


def test_a_roll_waits_for_chips_that_another_has_staged(
    inner: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staging, "WAITS", 600.0)
    monkeypatch.setattr(staging, "STAGED", 600.0)

    async def test(house: HouseServer, live: LiveProtocol, _: Faulty) -> None:
        async with two(house, live) as (runner, shooter, other):
            at = Two(runner, shooter, other)
            assert (await other.ask("staging", on=True))["ok"]
            shooter.send({"id": 10, **ROLL})
            shooter.send({"id": 11, **FIELD})
            await until(lambda: CLOSING in other.received)
            assert CLOSING not in shooter.received
            assert not runner.idle
            assert "roll" not in at.events()
            other.send({"id": 20, **FIELD})
            assert (await at.answered(other, 20))["ok"]
            other.send({"id": "done", "ask": "staging", "on": False})
            assert (await at.answered(shooter, 10))["ok"]
            assert (await at.answered(shooter, 11))["ok"], "what came after the roll comes after it"
            happened = [each for each in at.events() if each in ("bet", "roll")]
            assert happened == ["bet", "roll", "bet"]

    at_live(inner, test)


def test_a_roll_waits_no_longer_than_a_moment(
    inner: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staging, "WAITS", 0.01)

    async def test(house: HouseServer, live: LiveProtocol, _: Faulty) -> None:
        async with two(house, live) as (runner, shooter, other):
            await other.ask("staging", on=True)
            shooter.send({"id": 10, **ROLL})
            assert (await Two(runner, shooter, other).answered(shooter, 10))["ok"]

    at_live(inner, test)


@pytest.mark.parametrize("why", ["sent", "too-long-ago", "gone", "own"])
def test_a_roll_waits_for_nobody_else(
    inner: Store, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    monkeypatch.setattr(staging, "WAITS", 600.0)
    monkeypatch.setattr(staging, "STAGED", 0.0 if why == "too-long-ago" else 600.0)

    async def test(house: HouseServer, live: LiveProtocol, _: Faulty) -> None:
        async with two(house, live) as (runner, shooter, other):
            at = Two(runner, shooter, other)
            await (shooter if why == "own" else other).ask("staging", on=True)
            if why == "sent":
                await other.ask("staging", on=False)
            if why == "gone":
                runner.listeners.clear()
            roll = {"id": 10, **ROLL}
            shooter.send(roll)
            assert (await asyncio.wait_for(at.answered(shooter, 10), 60))["ok"]
            assert CLOSING not in other.received

    at_live(inner, test)


def test_who_watches_holds_nothing_up(inner: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staging, "WAITS", 600.0)

    async def test(house: HouseServer, live: LiveProtocol, _: Faulty) -> None:
        async with two(house, live) as (runner, shooter, other), connected(live) as watcher:
            assert (await watcher.ask("staging", on=True))["ok"]
            shooter.send({"id": 10, **ROLL})
            assert (await Two(runner, shooter, other).answered(shooter, 10))["ok"]

    at_live(inner, test)


def test_a_roll_that_waits_is_refused_with_its_table(
    inner: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staging, "WAITS", 600.0)

    async def test(house: HouseServer, live: LiveProtocol, _: Faulty) -> None:
        async with two(house, live) as (runner, shooter, other):
            await other.ask("staging", on=True)
            shooter.send({"id": 10, **ROLL})
            await until(lambda: CLOSING in other.received)
            runner.halt("The light went out.")
            answer = await Two(runner, shooter, other).answered(shooter, 10)
            assert answer["refusal"]["code"] == "stopped"

    at_live(inner, test)
