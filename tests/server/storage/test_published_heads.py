"""The house publishes heads of its logs: with lines, when a table stands still, at the close."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from lammer.server.house import HouseServer
from lammer.server.table_requests import TableRequest
from lammer.store.port import PublishedHead, Store
from tests.server.storage.test_faulty_store import add_player, asked, new_store, settled

START = datetime(2026, 1, 31, 20, 0, tzinfo=UTC)


@pytest.fixture
def store() -> Iterator[Store]:
    with closing(new_store()) as store:
        yield store


class SteppedClock:
    """A time that passes when it is told to."""

    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> datetime:
        return self.time

    def pass_(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)


def hashes(store: Store, table: str) -> dict[int, str]:
    found = [json.loads(line) for line in store.lines(table, 1)]
    return {line["seq"]: line["hash"] for line in found}


def published(store: Store, table: str) -> list[PublishedHead]:
    return store.published(table, 0, 1000)


def test_heads_are_published_with_lines_and_when_a_table_stands_still(store: Store) -> None:
    asyncio.run(_heads_are_published(store))


async def _heads_are_published(store: Store) -> None:
    clock, who = SteppedClock(), add_player(store, "Ann")
    house = await HouseServer.open(store, now=clock)
    try:
        request = TableRequest(store.person(who.person or 0), "nj-2011", "craps", {})
        runner = await house.open_table(request)
        table = runner.record.table
        assert (await asked(runner, who, 1, {"do": "sit", "rail": 50_000, "seat": 1}))["ok"]
        first = published(store, table)
        assert len(first) == 1

        clock.pass_(30)
        assert (await asked(runner, who, 2, {"do": "bet", "wager": "field", "amount": 500}))["ok"]
        await house._publish_heads()
        assert published(store, table) == first, "not yet"

        clock.pass_(31)
        await house._publish_heads()
        still = published(store, table)
        assert [each.seq for each in still] == [first[0].seq, runner.seq]
        clock.pass_(61)
        await house._publish_heads()
        assert published(store, table) == still, "the same head is not published twice"

        assert (await asked(runner, who, 3, {"do": "remove", "wager": "field"}))["ok"]
        with_lines = published(store, table)
        assert [each.seq for each in with_lines][-1] == runner.seq > still[-1].seq
        assert with_lines[-1].at == "2026-01-31T20:02:02Z"

        assert (await asked(runner, who, 4, {"do": "leave"}))["ok"]
        await house.close_table(table)
        last = published(store, table)
        lines = hashes(store, table)
        assert last[-1].seq == max(lines), "the close is published at once"
        assert all(lines[each.seq] == each.hash for each in last)
    finally:
        await house.close()


def test_a_house_that_starts_again_goes_on_from_what_it_published(store: Store) -> None:
    async def started(clock: SteppedClock) -> dict[str, list[PublishedHead]]:
        house = await HouseServer.open(store, now=clock)
        try:
            await settled(house)
            await house._publish_heads()
            return {table: published(store, table) for table in house.tables}
        finally:
            await house.close()

    clock = SteppedClock()
    first = asyncio.run(started(clock))
    assert first
    clock.pass_(10)
    assert asyncio.run(started(clock)) == first
