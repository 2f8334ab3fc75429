"""A hand that goes on and on is not read from its beginning when the house starts."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from lammer.server.house import HouseServer
from lammer.server.people.permissions import Requester
from lammer.server.tables.tick import TableGame
from lammer.server.verification.house_check import check_house
from lammer.store.port import Store
from lammer.store.sql import SqlStore
from tests.server.storage.test_failed_writes import seated
from tests.server.storage.test_faulty_store import TABLE, add_player, asked, new_store
from tests.server.support.table_helpers import until
from tests.store.faulty import Faulty

UP = {"do": "bet", "wager": "place-6", "amount": 600}
DOWN = {"do": "remove", "wager": "place-6"}


@pytest.fixture
def inner() -> Iterator[Store]:
    with closing(new_store()) as store:
        yield store


class ReadCounts(Faulty):
    """Counts the lines that are read, apart from those that the lobby shows."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, {})
        self.first: list[int] = []

    def __getattr__(self, name: str) -> Any:
        found = super().__getattr__(name)
        if name != "entries":
            return found

        def entries(table: str, first: int, last: int) -> Any:
            self.first.append(first)
            return found(table, first, last)

        return entries


async def long_hand(house: HouseServer, who: Requester, commands: int) -> None:
    """Bets that go up and down, and a roll before most of them."""
    runner = house.tables[TABLE]
    await until(lambda: runner.table.pledge)
    await seated(runner, who)
    asking = [UP if at % 2 else DOWN for at in range(commands)]
    asking[7:7] = [{"do": "bet", "wager": "pass", "amount": 500}, {"do": "roll"}]
    for number, raw in enumerate(asking, 4):
        await asked(runner, who, number, raw)


def _seen(game: TableGame) -> tuple[Any, ...]:
    """All of a table but its rules; the score as it is stored, for one that was read has lists."""
    table: Any = game.table
    score = json.dumps([game.score.stored, game.score.lying])
    return table._replace(rules=None), game.hands, game.seats, score


@pytest.mark.parametrize("spoilt", [False, True])
def test_of_a_long_hand_only_the_end_is_read_again(
    inner: Store, monkeypatch: pytest.MonkeyPatch, spoilt: bool
) -> None:
    monkeypatch.setattr("lammer.server.tables.tick.STATE_EVERY", 12)
    ann = add_player(inner, "Ann")
    where: dict[str, Any] = {}

    async def play() -> None:
        house = await HouseServer.open(inner)
        try:
            await long_hand(house, ann, 60)
            game = house.tables[TABLE].game
            where["before"] = _seen(game)
            where["lines"] = game.log.lines
        finally:
            await house.close()

    asyncio.run(play())
    stored = inner.table_state(TABLE)
    assert stored is not None
    assert where["lines"] - stored[0] < 40
    if spoilt:
        wrong = stored[1].replace(b'"stake":600', b'"stake":700')
        assert isinstance(inner, SqlStore)
        inner._execute("UPDATE table_state SET state = ?", (wrong[:-9],))

    async def again() -> None:
        counting = ReadCounts(inner)
        house = await HouseServer.open(counting.store)
        try:
            game = house.tables[TABLE].game
            assert _seen(game) == where["before"]
            read = [each for each in counting.first if each > 1]
            if not spoilt:
                assert stored[0] + 1 in read
        finally:
            await house.close()

    asyncio.run(again())
    assert isinstance(inner, SqlStore)
    assert [each.findings for each in check_house(inner) if each.table == TABLE] == [[]] or spoilt


def test_a_stored_state_that_is_not_the_table_s_is_found(
    inner: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lammer.server.tables.tick.STATE_EVERY", 12)
    ann = add_player(inner, "Ann")

    async def play() -> None:
        house = await HouseServer.open(inner)
        try:
            await long_hand(house, ann, 30)
        finally:
            await house.close()

    asyncio.run(play())
    stored = inner.table_state(TABLE)
    assert stored is not None
    assert isinstance(inner, SqlStore)
    for state in (
        (stored[0], stored[1].replace(b'"first":', b'"first":9')),
        (stored[0] + 10_000, stored[1]),
    ):
        sql = "UPDATE table_state SET seq = ?, state = ? WHERE table_key = ?"
        inner._execute(sql, (*state, TABLE))
        (findings,) = (each.findings for each in check_house(inner) if each.table == TABLE)
        assert [each.kind for each in findings] == ["hand"]
