"""Two processes of one house, in one program, on a real PostgreSQL."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial

import pytest

from lammer.server.errors import AnotherProcess, Refused, TableMoved
from lammer.server.house import HouseServer
from lammer.server.ops.limits import ServerLimits
from lammer.server.people.accounts import _source
from lammer.server.people.permissions import Requester
from lammer.server.processes.leases import Changes
from lammer.server.table_requests import TableRequest, first_tables
from lammer.server.tables.runner import TableRunner
from lammer.store import open_store
from lammer.store.port import LoginAttempt, Member, NameTaken, Store, Transfer
from lammer.store.sql import SqlStore
from tests.postgres import Postgres
from tests.postgres import running as postgres_running
from tests.server.storage.test_faulty_store import KeepingListener, add_player, asked
from tests.server.support.money_calls import MONEY, counted
from tests.server.support.table_helpers import play, until
from tests.store.store_data import AT

LIMITS = ServerLimits(lease=2, commands_per_second=10**6, lines_per_hour_guest=10**7)


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    yield from postgres_running()


@pytest.fixture
def database(server: Postgres) -> str:
    return server.emptied("shared")


def opened_store(database: str) -> Store:
    store = open_store(database)
    store.migrate()
    store.lease()
    return store


@asynccontextmanager
async def process(database: str, name: str, rules: str = "r") -> AsyncIterator[HouseServer]:
    store = await asyncio.to_thread(opened_store, database)
    try:
        member = Member(name, f"{name}-1", rules)
        house = await HouseServer.open(store, LIMITS, member=member)
        try:
            yield house
        finally:
            await house.close()
    finally:
        await asyncio.to_thread(store.close)


@asynccontextmanager
async def two(database: str) -> AsyncIterator[tuple[HouseServer, HouseServer]]:
    """Two processes, each with some tables."""
    async with process(database, "a") as a, process(database, "b") as b:
        await until(lambda: a.tables and b.tables and not set(a.tables) & set(b.tables))
        await until(lambda: len(a.tables) + len(b.tables) == len(a.records()))
        yield a, b


def craps(house: HouseServer) -> TableRunner:
    return next(runner for key, runner in sorted(house.tables.items()) if "craps" in key)


def test_the_processes_that_start_at_once_open_the_first_tables_once(database: str) -> None:
    async def run() -> None:
        async with two(database) as (a, b):
            games = [each.game for each in a.records()]
            assert len(games) == len(set(games))
            assert {each.table for each in a.records()} == {each.table for each in b.records()}
            for table, runner in a.tables.items():
                assert a.runner(table) is runner
                with pytest.raises(TableMoved) as moved:
                    b.runner(table)
                assert moved.value.process == "a"
            assert [each["process"] for each in b.sharing.processes()] == ["a", "b"]
            assert sum(each["tables"] for each in b.sharing.processes()) == len(games)

    play(run())


def test_a_second_process_of_the_same_name_is_refused(database: str) -> None:
    async def run() -> None:
        async with process(database, "a"):
            store = await asyncio.to_thread(opened_store, database)
            try:
                with pytest.raises(NameTaken):
                    await HouseServer.open(store, LIMITS, member=Member("a", "other"))
            finally:
                await asyncio.to_thread(store.close)

    play(run())


def test_tables_opened_at_once_have_numbers_of_their_own(database: str) -> None:
    async def run() -> None:
        async with two(database) as (a, b):
            add_player(a.writer.store, "Ann")
            by = a.writer.store.people(0, 1)[0]._replace(kind="account", roles=("floorperson",))
            wanted = TableRequest(by, "nj-1997", "mini-dice", {})
            made = await asyncio.gather(*(house.open_table(wanted) for house in (a, b) * 5))
            keys = sorted(runner.record.table for runner in made)
            assert keys == sorted(f"mini-dice-{number}" for number in range(2, 12))

    play(run())


def test_nobody_opens_more_tables_by_asking_two_processes_at_once(database: str) -> None:
    async def run() -> None:
        async with two(database) as (a, b):
            ann, _ = await a.people.guest("Ann")
            wanted = TableRequest(ann, "nj-1997", "mini-dice", {})
            for _ in range(5):
                came = await asyncio.gather(
                    *(house.open_table(wanted) for house in (a, b)), return_exceptions=True
                )
                refused = [each for each in came if isinstance(each, Refused)]
                (opened,) = [each for each in came if isinstance(each, TableRunner)]
                assert [each.code for each in refused] == ["too-many-tables"]
                table = opened.record.table
                await opened.house.close_table(table)
                await until(partial(_is_closed, (a, b), table))

    play(run())


def test_wrong_passwords_are_counted_for_the_house(database: str) -> None:
    """In whichever process they are tried; also from where somebody has signed in."""

    async def run() -> None:
        async with two(database) as (a, b):
            word = "a long enough word"
            await a.people.register(None, "boss", word, address="192.0.2.1")

            async def tried(house: HouseServer, word: str, address: str) -> str:
                try:
                    await house.people.login("boss", word, address=address)
                except Refused as problem:
                    return problem.code
                return "ok"

            found = [await tried((a, b)[n % 2], "wrong", "192.0.2.2") for n in range(6)]
            assert found == ["wrong-login"] * 5 + ["locked"]
            assert await tried(b, word, "192.0.2.2") == "locked"
            await a.writer.write(lambda store: _strangers_wait(store, "boss"))
            assert await tried(a, word, "192.0.2.3") == "locked"
            assert await tried(b, word, "192.0.2.1") == "ok"  # Known from the other process.

    play(run())


def test_a_table_moves_on_request_with_what_is_on_it(database: str) -> None:
    async def run() -> None:
        async with two(database) as (a, b):
            ann = add_player(a.writer.store, "Ann")
            runner = craps(a)
            table = runner.record.table
            assert (await asked(runner, ann, 1, {"do": "sit", "rail": 20_000}))["ok"]
            watcher = KeepingListener()
            runner.listeners.add(watcher)
            with pytest.raises(Refused, match="no-such-process"):
                await a.sharing.move_table(table, "c")
            await a.sharing.move_table(table, "b")
            assert "gone" in watcher.stopped
            late = await asked(runner, ann, 2, {"do": "leave"})
            assert late["refusal"]["code"] == "moved"
            await until(lambda: table in b.tables)
            assert table not in a.tables
            there = b.runner(table)
            assert there.seat_of(ann.person) == 1
            again = await asked(there, ann, 1, {"do": "sit", "rail": 20_000})
            assert again["again"]
            (seat,) = a.seats_elsewhere(a.writer.store, ann.person or 0)
            assert (seat.table, seat.rail, seat.bets) == (table, 20_000, 0)
            assert (await asked(there, ann, 2, {"do": "leave"}))["ok"]

    play(run())


def test_tables_are_shared_by_what_is_played_at_them_on_request(database: str) -> None:
    async def run() -> None:
        async with two(database) as (a, b):
            ann = add_player(a.writer.store, "Ann")
            for table in list(b.tables):
                await b.sharing.move_table(table)  # To the other one.
            await until(lambda: not b.tables and len(a.tables) == len(a.records()))
            busy = craps(a)
            assert (await asked(busy, ann, 1, {"do": "sit", "rail": 20_000}))["ok"]
            for number in range(2, 60):
                command = {"do": "cash-out" if number % 2 else "buy-in", "amount": 100}
                assert (await asked(busy, ann, number, command))["ok"]
            await a.sharing.look()
            moved = await a.sharing.share_load("a")
            # What is played at one table is more than all others together.
            assert set(moved) == {each.table for each in a.records()} - {busy.record.table}
            await until(lambda: set(b.tables) == set(moved))
            await b.sharing.look()
            assert await b.sharing.share_load("b") == {}
            with pytest.raises(AnotherProcess) as other:
                await a.sharing.share_load("b")
            assert other.value.process == "b"
            with pytest.raises(Refused, match="no-such-process"):
                await a.sharing.share_load("c")

    play(run())


def test_a_process_that_lost_its_table_writes_nothing_and_lets_it_go(database: str) -> None:
    """As after it stood still: another has taken the table, and this one does not know yet."""

    async def run() -> None:
        async with two(database) as (a, b):
            ann = add_player(a.writer.store, "Ann")
            runner = craps(a)
            table, store = runner.record.table, a.writer.store
            assert (await asked(runner, ann, 1, {"do": "sit", "rail": 20_000}))["ok"]
            epoch = a.leases.epochs[table]
            await a.writer.write(lambda store: store.release({table: epoch}, "b"))
            await until(lambda: b.leases.epochs.get(table) == epoch + 1)
            head = store.head(table)
            late = await asked(runner, ann, 2, {"do": "leave"})
            assert late["refusal"]["code"] in ("not-stored", "moved")
            assert store.head(table) == head
            await until(lambda: table not in a.tables)
            with pytest.raises(Refused):  # Moving, until it is known to whom it moved.
                a.runner(table)
            assert not a.stopped()
            await until(lambda: table in b.tables)

    play(run())


def test_whose_session_ends_is_known_in_every_process(database: str) -> None:
    async def run() -> None:
        async with two(database) as (a, b):
            ann, token = await a.people.guest("Ann")
            assert (await b.people.who(token)) is not None
            told: list[int] = []
            b.people.listen(told.append)
            await a.people.revoke_all(ann, ann.id)
            await until(lambda: told == [ann.id])
            assert (await b.people.who(token)) is None

    play(run())


def test_there_is_one_link_for_the_first_administrator(database: str) -> None:
    async def run() -> None:
        async with two(database) as (a, b):
            token = await a.people.first_administrator(alone=a.leases.alone)
            assert token is not None
            assert await b.people.first_administrator(alone=b.leases.alone) is None
            person, _ = await b.people.register(None, "boss", "a long enough word")
            assert "administrator" in (await b.people.accept(person, token)).roles
            assert await a.people.first_administrator() is None

    play(run())


def test_other_rules_wait_until_the_last_of_the_old_processes_ends(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with process(database, "old") as old:
            tables = set(old.tables)
            async with process(database, "new", rules="other") as new:
                await until(lambda: len(old.leases.processes) == 2)
                await asyncio.sleep(1)
                assert not new.tables
                assert set(old.tables) == tables
                with pytest.raises(Refused, match="no-such-process"):
                    await old.sharing.move_table(min(tables), "new")
                ann, _ = await new.people.guest("Ann")
                wanted = TableRequest(ann, "nj-2011", "craps", {})
                with pytest.raises(AnotherProcess, match="other rules") as elsewhere:
                    await new.open_table(wanted)
                assert elsewhere.value.process == "old"
                monkeypatch.setattr(type(new.leases), "may_take", True)  # As it may have been.
                with pytest.raises(AnotherProcess, match="other rules"):
                    await new.open_table(wanted)
                monkeypatch.undo()
                opened = (await old.open_table(wanted)).record.table
                await old.close()
                await until(lambda: set(new.tables) == tables | {opened})
                await new.close_table(opened)
                assert (await new.open_table(wanted)).record.table in new.tables


def test_first_tables_of_a_new_version_are_opened_once_it_may(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        usual = first_tables()
        monkeypatch.setattr("lammer.server.house.first_tables", lambda: usual[1:])
        async with process(database, "old") as old:
            assert len(old.tables) == len(usual) - 1
            monkeypatch.setattr("lammer.server.house.first_tables", lambda: usual)
            async with process(database, "new", rules="other") as new:
                await until(lambda: len(old.leases.processes) == 2)
                assert len(old.records()) == len(usual) - 1
                await old.close()
                await until(lambda: len(new.tables) == len(usual))
                assert {(each.rules, each.game) for each in new.records()} == set(usual)

    play(run())


def test_tables_left_by_a_process_whose_name_has_other_rules_now_go_to_the_others(
    database: str,
) -> None:
    """Otherwise nobody would take them: they have a process that lives, and it may not."""

    async def run() -> None:
        async with process(database, "a") as old, process(database, "b", rules="other") as new:
            table = min(old.tables)
            epoch = old.leases.epochs[table]
            await old.writer.write(lambda store: store.release({table: epoch}, "b"))
            await until(lambda: old.leases.epochs.get(table) == epoch + 1)
            await until(lambda: table in old.tables)
            assert not new.tables

    play(run())


def test_a_process_whose_name_another_has_lets_its_tables_go_and_ends(database: str) -> None:
    """As after it stood still, and was started again meanwhile."""

    async def run() -> None:
        async with process(database, "a") as a:
            ended: list[bool] = []
            a.on_replaced.append(lambda: ended.append(True))
            runner, watcher = craps(a), KeepingListener()
            runner.listeners.add(watcher)
            other = await asyncio.to_thread(opened_store, database)
            try:
                name = a.leases.member
                await asyncio.to_thread(lambda: _replace(other, name._replace(instance="again")))
                await until(lambda: ended)
                await until(lambda: not a.tables)
                assert "gone" in watcher.stopped
                with pytest.raises(Refused, match="moving"):
                    a.runner(runner.record.table)
                assert [each.name for each in other.processes()] == ["a"]
            finally:
                await asyncio.to_thread(other.close)

    play(run())


def _replace(store: Store, member: Member) -> None:
    """Serve in place of the process of this name, as if its lease had ended."""
    assert isinstance(store, SqlStore)
    store._execute("DELETE FROM process WHERE name = ?", (member.name,))
    store.join(member, 60_000)


def test_a_buy_in_and_a_cash_out_take_one_trip_to_the_database(database: str) -> None:
    async def run() -> None:
        async with two(database) as (a, _):
            ann, runner = add_player(a.writer.store, "Ann"), craps(a)
            await runner.look_up_number(ann.key)
            await a.purses.look_up(ann.person or 0)
            store = counted(a)
            for number, raw in enumerate(MONEY, 1):
                assert (await asked(runner, ann, number, raw))["ok"]
                assert store.taken() == ["commit"], raw
            assert a.purses.free(ann.person or 0) == 100_000

    play(run())


def test_chips_that_another_process_moved_are_found_by_the_buy_in(database: str) -> None:
    """What is known of a purse here is too little, or too much: it is read again, once."""

    async def run() -> None:
        async with two(database) as (a, b):
            ann = add_player(a.writer.store, "Ann")
            assert ann.person is not None
            person, here, there = ann.person, craps(a), min(b.tables.items())[1]
            assert (await asked(here, ann, 1, {"do": "sit", "rail": 90_000}))["ok"]
            assert (await asked(there, ann, 1, {"do": "sit", "rail": 10_000}))["ok"]
            b.leases.look, a.leases.look = _never, _never  # type: ignore[method-assign]
            store = counted(b)
            assert (await asked(here, ann, 2, {"do": "cash-out", "amount": 50_000}))["ok"]
            assert b.purses.free(person) == 0
            assert (await asked(there, ann, 2, {"do": "buy-in", "amount": 20_000}))["ok"]
            assert store.taken() == ["purse", "commit"]
            assert (await asked(here, ann, 3, {"do": "buy-in", "amount": 30_000}))["ok"]
            assert b.purses.free(person) == 30_000, "not known here"
            answer = await asked(there, ann, 3, {"do": "buy-in", "amount": 20_000})
            assert answer["refusal"]["code"] == "not-enough-chips"
            assert store.taken() == ["commit", "purse"]
            assert a.writer.store.purse(person) == 0
            assert a.writer.store.verify() == []

    play(run())


async def _never() -> Changes:
    """Nothing is heard of the others meanwhile."""
    await asyncio.Event().wait()
    raise AssertionError


def _is_closed(houses: tuple[HouseServer, ...], table: str) -> bool:
    """As far as each knows."""
    return not any(table in (*each.tables, *each.elsewhere) for each in houses)


def _strangers_wait(store: Store, login: str) -> None:
    """Let strangers wait a minute, as after many wrong passwords from many addresses."""
    strangers = LoginAttempt(_source(login, "strangers"), lambda _: 60_000)
    store.count_attempt([strangers], round(time.time() * 1000))


async def _spend(
    runner: TableRunner, who: Requester, attempts: int, first: int
) -> tuple[int, int, set[str]]:
    """Buy in for a dollar again and again; how much was bought and how often it was refused."""
    bought, refused, codes = 0, 0, set()
    for number in range(first, first + attempts):
        answer = await asked(runner, who, number, {"do": "buy-in", "amount": 100})
        if answer["ok"]:
            bought += 100
        else:
            refused += 1
            codes.add(answer["refusal"]["code"])
    return bought, refused, codes


@pytest.mark.parametrize(
    "attempts", [150, pytest.param(5000, marks=pytest.mark.long)], ids=["short", "long"]
)
def test_two_tables_in_two_processes_cannot_spend_the_same_chip(
    database: str, attempts: int
) -> None:
    """Whoever comes too late is refused as with an empty purse, and nothing else happens."""

    async def run() -> None:
        async with two(database) as (a, b):
            store = a.writer.store
            ann = add_player(store, "Ann")
            assert ann.person is not None
            ours = [min(house.tables.items())[1] for house in (a, b)]
            for runner in ours:
                assert (await asked(runner, ann, 1, {"do": "sit", "rail": 10_000}))["ok"]
            purse = store.purse(ann.person)
            assert purse == 80_000
            left = Transfer(ann.person, attempts * 100 - purse, "test", AT)
            await asyncio.to_thread(lambda: store.grant(left))
            for house in (a, b):
                house.purses.forget(ann.person)
            spent = await asyncio.gather(*(_spend(each, ann, attempts, 2) for each in ours))
            assert sum(bought for bought, _, _ in spent) == attempts * 100
            assert sum(refused for _, refused, _ in spent) == attempts
            assert set().union(*(codes for _, _, codes in spent)) == {"not-enough-chips"}
            assert min(bought for bought, _, _ in spent) > 0
            assert store.purse(ann.person) == 0
            assert store.verify() == []
            assert not {**a.stopped(), **b.stopped()}

    play(run())
