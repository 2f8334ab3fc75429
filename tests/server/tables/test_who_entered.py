"""The log of a house says who entered each line; who a pseudonym is, only some may ask."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.support.crew import Staffed
from tests.server.support.running import in_thread
from tests.server.support.table_helpers import QUICK, at, is_well, new_table, passes_audit, play


@pytest.fixture(scope="module")
def staffed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staffed]:
    with in_thread(tmp_path_factory.mktemp("entered") / "house.sqlite", *QUICK) as opened:
        yield Staffed(opened)
        is_well(opened)


def lines(staffed: Staffed, table: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in staffed.house.log(table).splitlines()]


def people(staffed: Staffed, table: str, by: str) -> dict[str, str]:
    """The login of each pseudonym."""
    found = staffed.house.get(f"/api/v1/tables/{table}/people", staffed.tokens.get(by, by))
    return {each["pseudonym"]: each["login"] for each in found["people"]}


def staffed_hand(staffed: Staffed) -> str:
    """A table at which a dealer, a boxperson and a player enter lines; closed by a floorperson."""
    house, anna, table = staffed.house, staffed.house.guest("Anna"), staffed.table()

    async def hand() -> None:
        async with (
            staffed.crew(table, "dealer", "boxperson") as (dealer, box),
            at(house, table, anna) as one,
        ):
            await one.done("sit", seat=1, rail=30_000)
            await one.done("accept-dice")
            await one.done("bet", wager="pass", amount=1000)
            await dealer.done("roll", dice=[2, 2])
            await box.done("correct", caller="boxperson", reason="wrong-dice")
            await dealer.done("roll", dice=[1, 1])
            await one.done("leave")

    play(hand())
    status, _ = house.call("DELETE", f"/api/v1/tables/{table}", token=staffed.tokens["floorperson"])
    assert status == 204
    return table


def test_each_line_of_a_staffed_table_says_who_entered_it(staffed: Staffed) -> None:
    table = staffed_hand(staffed)
    found = lines(staffed, table)
    assert found[0]["house"] == staffed.house.get("/api/v1/house")["id"]
    assert found[0]["table"] == table
    names = people(staffed, table, "surveillance")
    said = []
    for line in found:
        role, _, name = line["by"].partition("-")
        said.append((line["event"], role, names.get(name, name)))
    assert said == [
        ("open", "floorperson", "the-floorperson"),
        ("sit", "seat", "1"),
        ("offer", "seat", "1"),
        ("accept", "seat", "1"),
        ("bet", "seat", "1"),
        ("roll", "dealer", "the-dealer"),
        ("moves", "dealer", "the-dealer"),
        ("correct", "boxperson", "the-boxperson"),
        ("roll", "dealer", "the-dealer"),
        ("loses", "dealer", "the-dealer"),
        ("leave", "seat", "1"),
        ("pass", "seat", "1"),
        ("close", "floorperson", "the-floorperson"),
    ]
    assert "the-dealer" not in staffed.house.log(table).decode()
    passes_audit(staffed.house, table)


def test_a_pseudonym_is_of_one_table(staffed: Staffed) -> None:
    one, other = staffed_hand(staffed), staffed_hand(staffed)
    here, there = people(staffed, one, "surveillance"), people(staffed, other, staffed.boss)
    assert sorted(map(str, here.values())) == sorted(map(str, there.values()))
    assert here.keys().isdisjoint(there)


def test_only_surveillance_and_administrators_may_ask_who_it_is(staffed: Staffed) -> None:
    table = staffed.table()
    for token in (*(staffed.tokens[role] for role in ("dealer", "floorperson")), None):
        status, _ = staffed.house.call("GET", f"/api/v1/tables/{table}/people", token=token)
        assert status == (401 if token is None else 403)
    assert list(people(staffed, table, staffed.boss).values()) == ["the-floorperson"]


def test_at_an_automatic_table_it_is_a_seat_or_the_house(staffed: Staffed) -> None:
    house, anna = staffed.house, staffed.house.guest("Anna")
    table = new_table(house, anna)

    async def hand() -> None:
        async with at(house, table, anna) as one:
            await one.done("sit", seat=4, rail=30_000)
            await one.done("accept-dice")
            await one.done("bet", wager="pass", amount=1000)
            await one.done("roll")

    play(hand())
    found = {line["event"]: line["by"] for line in lines(staffed, table)}
    assert found["open"].startswith("player-")
    assert {found[event] for event in ("sit", "offer", "accept", "bet", "roll")} == {"seat-4"}
    assert found["commit"] == "house"
    passes_audit(house, table)
