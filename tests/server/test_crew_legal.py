"""What the crew of a staffed table is told it may enter, and nobody else."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.crew import Staffed
from tests.server.playing import QUICK, at, play
from tests.server.running import Client, running


@pytest.fixture(scope="module")
def staffed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staffed]:
    with running(tmp_path_factory.mktemp("legal") / "house.sqlite", *QUICK) as opened:
        yield Staffed(opened)


async def legal(client: Client, **more: Any) -> Any:
    number = next(client.numbers)
    await client.send({"id": number, "ask": "legal", **more})
    return (await client.answer(number))["legal"]


def test_the_crew_is_told_what_it_may_enter(staffed: Staffed) -> None:
    house, table, anna = staffed.house, staffed.table(clock=30), staffed.house.guest("Anna")

    async def told() -> None:
        async with (
            staffed.crew(table, "dealer", "surveillance") as (dealer, watcher),
            at(house, table, anna) as one,
        ):
            await dealer.done("sit", seat=1, name="Walter", rail=50_000)
            await one.done("sit", seat=2)
            found = await legal(dealer)
            why = found["why"][found["crew"]["throw"]]
            assert (why[0], why[2]) == ("no-shooter", ["NJ11-1.7c-s1"])
            await dealer.done("accept-dice", seat=1)
            await dealer.done("bet", seat=1, wager="pass", amount=1000)
            found = await legal(dealer, seat=1)
            assert found["crew"]["throw"] is True
            assert found["crew"]["order-pass"] is True
            assert found["why"][found["crew"]["rest"]][0] == "dice-not-thrown"
            for refusal in found["do"].values():
                assert not isinstance(refusal, int) or refusal is True or found["why"][refusal]
            assert "crew" not in await legal(one)
            assert "crew" not in await legal(watcher)
            for each in (dealer, one, watcher):
                assert "goes_on" not in await legal(each), "the crew goes on, no clock"

    play(told())


def test_at_an_automatic_table_there_is_no_crew(staffed: Staffed) -> None:
    async def told() -> None:
        async with at(staffed.house, "craps-1", staffed.tokens["dealer"]) as dealer:
            assert "crew" not in await legal(dealer)

    play(told())


def test_the_catalogue_says_who_may_call_what(staffed: Staffed) -> None:
    table = staffed.table()
    found = staffed.house.get(f"/api/v1/tables/{table}/catalogue")["procedure"]
    assert found["disputes"]["roles"] == ["boxperson"]
    assert found["late"]["roles"] == ["dealer", "boxperson"]
    assert found["shoe"] is None
