"""Quick bets over the network: what the buttons of a page stand for, and the same in words."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from lammer.server.house import HouseServer
from lammer.server.ws.protocol import LiveProtocol
from lammer.store.port import Store
from tests.server.storage.test_faulty_store import TABLE, asked, new_store
from tests.server.ws.test_welcome import ConnectionEnd, a_guest, at_live, connected, welcomed
from tests.store.faulty import Faulty


@pytest.fixture
def inner() -> Iterator[Store]:
    with closing(new_store()) as store:
        yield store


async def quick(client: ConnectionEnd) -> dict[str, dict[str, Any]]:
    return {each["key"]: each for each in (await client.ask("legal"))["legal"]["quick"]}


def test_the_commands_of_a_quick_bet_are_accepted(inner: Store) -> None:
    async def test(house: HouseServer, live: LiveProtocol, _: Faulty) -> None:
        ann, token = await a_guest(house)
        runner = house.tables[TABLE]
        async with connected(live, token) as client, connected(live) as watcher:
            await welcomed(client)
            assert "quick" not in (await watcher.ask("legal"))["legal"]
            await asked(runner, ann, 1, {"do": "sit", "rail": 50_000})
            inside = (await quick(client))["inside"]
            assert (inside["name"], inside["typed"]) == ("Inside", "inside")
            for number, command in enumerate(inside["commands"], 2):
                assert (await asked(runner, ann, number, dict(command)))["ok"]
            found = await quick(client)
            assert [each["do"] for each in found["down"]["commands"]] == ["remove"] * 4
            assert found["same"] == {
                "key": "same",
                "name": "Same bet",
                "typed": "same bet",
                "why": "There is nothing to repeat now.",
            }

    at_live(inner, test)


def test_the_house_remembers_what_a_seat_had(inner: Store) -> None:
    async def test(house: HouseServer, live: LiveProtocol, _: Faulty) -> None:
        ann, token = await a_guest(house)
        runner = house.tables[TABLE]
        async with connected(live, token) as client:
            await welcomed(client)
            game: tuple[dict[str, Any], ...] = (
                {"do": "sit", "rail": 50_000},
                {"do": "accept-dice"},
                {"do": "bet", "wager": "pass", "amount": 1000},
                {"do": "bet", "wager": "field", "amount": 500},
                {"do": "roll"},
            )
            for number, raw in enumerate(game, 1):
                assert (await asked(runner, ann, number, raw))["ok"]
            field = {"do": "bet", "wager": "field", "amount": 500}
            assert field in (await quick(client))["same"]["commands"]
            typed = await client.ask("typed", text="same bet on the field")
            assert typed["typed"] == {"commands": [field]}
            await asked(runner, ann, 6, {"do": "leave"})
            assert runner.earlier[1].had["field"] == 500
            await asked(runner, ann, 7, {"do": "sit", "rail": 10_000})
            typed = await client.ask("typed", text="same bet on the horn")
            assert typed["typed"]["unclear"] == "You have had no horn here."

    at_live(inner, test)
