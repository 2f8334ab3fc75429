"""What a seat may do is sent after each tick to clients that asked for updates."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from lammer.server.house import HouseServer
from lammer.server.table_requests import TableRequest
from lammer.server.ws.protocol import LiveProtocol
from lammer.store.port import Store
from tests.server.storage.test_faulty_store import TABLE, asked, new_store
from tests.server.support.table_helpers import until
from tests.server.ws.test_welcome import ConnectionEnd, a_guest, at_live, connected, welcomed
from tests.store.faulty import Faulty

PUSH = "&push=1"
GAME: tuple[dict[str, Any], ...] = (
    {"do": "sit", "rail": 50_000},
    {"do": "accept-dice"},
    {"do": "bet", "wager": "pass", "amount": 1000},
    {"do": "roll"},
)


@pytest.fixture
def inner() -> Iterator[Store]:
    with closing(new_store()) as store:
        yield store


def updates(client: ConnectionEnd) -> list[dict[str, Any]]:
    return [each for each in client.received if "legal" in each and "re" not in each]


async def updated(client: ConnectionEnd, seq: int) -> dict[str, Any]:
    """The update after a line."""
    await until(lambda: updates(client) and updates(client)[-1]["seq"] >= seq)
    return updates(client)[-1]


def test_an_update_is_what_the_questions_answer(inner: Store) -> None:
    async def test(house: HouseServer, live: LiveProtocol, _: Faulty) -> None:
        ann, token = await a_guest(house)
        runner = house.tables[TABLE]
        async with connected(live, token, PUSH) as own, connected(live, query=PUSH) as watcher:
            first = await updated(own, runner.seq)
            assert (first["seat"], "you" in first) == (None, False)
            for number, raw in enumerate(GAME, 1):
                last = (await asked(runner, ann, number, raw))["to"]
                for client in (own, watcher):
                    update = await updated(client, last)
                    answer = await client.ask("legal")
                    assert (update["seq"], update["seat"]) == (answer["seq"], answer["seat"])
                    for legal in (update["legal"], answer["legal"]):
                        legal.pop("goes_on_in", None)
                    assert update["legal"] == answer["legal"]
                assert (await updated(own, last))["you"] == (await own.ask("me"))["you"]
                assert "you" not in await updated(watcher, last)
        assert update["seat"] is None

    at_live(inner, test)


def test_nothing_is_sent_to_who_did_not_ask(inner: Store) -> None:
    async def test(house: HouseServer, live: LiveProtocol, _: Faulty) -> None:
        ann, token = await a_guest(house)
        runner = house.tables[TABLE]
        async with connected(live, token) as plain, connected(live, query=PUSH) as watcher:
            await welcomed(plain)
            last = (await asked(runner, ann, 1, {"do": "sit", "rail": 50_000}))["to"]
            await updated(watcher, last)
            assert updates(plain) == []
        async with connected(live, query="&push=yes") as refused:
            await until(lambda: not live.connections)
        assert refused.received == []

    at_live(inner, test)


def test_who_reads_slowly_gets_one_update_for_many_ticks(inner: Store) -> None:
    async def test(house: HouseServer, live: LiveProtocol, _: Faulty) -> None:
        ann, token = await a_guest(house)
        runner = house.tables[TABLE]
        async with connected(live, token, PUSH) as own, connected(live, query=PUSH) as watcher:
            await updated(own, runner.seq)
            own.unsent = 1
            before = len(updates(own))
            await asked(runner, ann, 1, {"do": "sit", "rail": 50_000})
            for number in range(2, 8):
                bet = {"do": "bet", "wager": "field", "amount": 500}
                last = (await asked(runner, ann, number, bet))["to"]
            await updated(watcher, last)  # Others do not wait for it.
            assert len(updates(own)) == before
            own.unsent = 0
            await updated(own, last)
            assert len(updates(own)) == before + 1

    at_live(inner, test)


def test_the_crew_is_sent_updates_of_the_seat_it_asked_about(inner: Store) -> None:
    async def test(house: HouseServer, live: LiveProtocol, _: Faulty) -> None:
        ann, _token = await a_guest(house)
        dealer, token = await a_guest(house)
        assert dealer.person is not None
        inner.give_role(dealer.person, "dealer")
        runner = await house.open_table(TableRequest(None, "nj-2011", "craps", {}, "staffed"))
        last = (await asked(runner, ann, 1, {"do": "sit", "seat": 3, "rail": 50_000}))["to"]
        async with connected(live, token, PUSH, runner.record.table) as crew:
            assert (await updated(crew, last))["seat"] is None
            legal = (await crew.ask("legal", seat=3))["legal"]
            last = (await asked(runner, ann, 2, {"do": "buy-in", "amount": 1000}))["to"]
            update = await updated(crew, last)
            assert (update["seat"], update["legal"]["seat"]) == (3, legal["seat"])
            await crew.ask("legal")
            last = (await asked(runner, ann, 3, {"do": "buy-in", "amount": 1000}))["to"]
            assert (await updated(crew, last))["seat"] is None

    at_live(inner, test)
