"""The tables that a house opens by itself, with and without house files."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from lammer.server.house import HouseServer
from lammer.server.ops.limits import ServerLimits
from lammer.server.table_requests import ElectionsFile, UnusableFile, first_tables
from lammer.store.port import Store
from tests.server.storage.test_faulty_store import new_store

OF_NJ = ElectionsFile("nj.toml", "nj-2011", None, "craps", {"odds": 3})
OF_MINI = ElectionsFile("mini.toml", "nj-2011", "mini-craps", "mini-craps", {"odds": 2})
OF_MARYLAND = ElectionsFile("md.toml", "md-2013", None, "craps", {"odds": 5})
FIRE = ElectionsFile("fire.toml", "nj-2011", None, "craps", {"fire": "B"})
Seen = dict[str, tuple[str, dict[str, Any]]]


@pytest.fixture
def inner() -> Iterator[Store]:
    with closing(new_store()) as store:
        yield store


def opened(inner: Store, *files: ElectionsFile, limits: ServerLimits | None = None) -> Seen:
    """Open a house and close it: its tables, each with its rules and elections."""

    async def run() -> None:
        house = await HouseServer.open(inner, limits, files=files)
        await house.close()

    asyncio.run(run())
    return {record.table: (record.rules, json.loads(record.house)) for record in inner.tables()}


def test_a_file_without_a_game_is_for_all_first_tables_of_its_rules(inner: Store) -> None:
    found = opened(inner, OF_NJ)
    assert len(found) == len(first_tables())
    for table, (rules, house) in found.items():
        assert house == ({"odds": 3} if rules == "nj-2011" else {}), table


def test_a_file_that_names_its_game_goes_before_one_that_does_not(inner: Store) -> None:
    for files in ((OF_NJ, OF_MINI), (OF_MINI, OF_NJ)):
        found = opened(inner, *files)
        assert found["craps-1"][1] == {"odds": 3}
        assert found["mini-craps-1"][1] == {"odds": 2}
        assert len(found) == len(first_tables())


def test_a_file_for_other_rules_has_a_table_of_its_own(inner: Store) -> None:
    """Once; and it has the first tables' keys after theirs."""
    for _ in range(2):
        found = opened(inner, OF_MARYLAND)
        assert len(found) == len(first_tables()) + 1
        assert found["craps-1"] == ("nj-2011", {})
        assert found["craps-2"] == ("md-2013", {"odds": 5})


def test_a_file_given_to_a_house_that_has_its_tables(inner: Store) -> None:
    """It is not passed over: a table with its elections is opened, unless there is one."""
    assert len(opened(inner)) == len(first_tables())
    for _ in range(2):
        found = opened(inner, OF_MINI)
        assert len(found) == len(first_tables()) + 1
        assert found["mini-craps-1"] == ("nj-2011", {})
        assert found["mini-craps-2"] == ("nj-2011", {"odds": 2})


def test_if_one_file_does_not_fit_no_table_is_opened(inner: Store) -> None:
    with pytest.raises(UnusableFile, match=r"fire\.toml cannot be used for mini-craps") as problem:
        opened(inner, FIRE, OF_MARYLAND)
    assert 'game = "craps"' in problem.value.instead
    assert inner.tables(closed=True) == []


def test_the_limit_of_tables_is_for_others_than_the_house(inner: Store) -> None:
    assert len(opened(inner, limits=ServerLimits(tables=4))) == len(first_tables())
