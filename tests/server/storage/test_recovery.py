"""Failures of the store, the clock or the house itself: it recovers by itself, nobody waits for
ever, and what fails for one table fails for no other."""

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from lammer.server.errors import Refused
from lammer.server.house import HouseServer
from lammer.server.ops.limits import ServerLimits
from lammer.server.people.permissions import Requester
from lammer.server.storage.store_writer import StoreWriter
from lammer.server.table_requests import TableRequest, first_tables
from lammer.server.tables import runner as runner_module
from lammer.server.tables.runner import TableRunner
from lammer.server.tables.tick import SEED_LOST
from lammer.store.port import (
    InvalidData,
    OutcomeUnknown,
    Person,
    Store,
    StoreError,
    TableRecord,
    Tick,
    Transfer,
)
from lammer.store.sqlite import SqliteStore
from tests.server.storage.test_failed_writes import at_house, seated, together
from tests.server.storage.test_faulty_store import (
    AT,
    TABLE,
    KeepingListener,
    add_player,
    asked,
    new_store,
)
from tests.server.support.running import PATIENCE
from tests.server.support.table_helpers import until
from tests.store.faulty import Faulty, Point
from tests.store.store_data import behind, record, tick

BET = {"do": "bet", "wager": "field", "amount": 100}
OTHER, THIRD = "mini-craps-1", "automated-craps-1"


@pytest.fixture
def inner() -> Iterator[Store]:
    with closing(new_store()) as store:
        yield store


def events(store: Store, table: str = TABLE) -> list[str]:
    return [json.loads(line)["event"] for line in store.lines(table, 1)]


# A seed that is lost


def without_seed(inner: Store, ann: Requester | None) -> None:
    """A table at which somebody may have bet, and whose seed the store does not have any more."""

    async def test(house: HouseServer, _: Faulty) -> None:
        if ann is not None:
            await seated(house.tables[TABLE], ann)

    at_house(inner, test)
    behind(inner, Tick(TABLE, secret=b""))


@pytest.mark.parametrize("verb", ["roll", "seed", "leave"])
def test_a_seed_that_is_lost_is_withdrawn_with_whatever_comes_next(inner: Store, verb: str) -> None:
    """Also if it could not be when the table was taken up."""
    ann = add_player(inner, "Ann")
    without_seed(inner, ann)

    async def run() -> None:
        faulty = Faulty(inner, {1: "before"})
        house = await HouseServer.open(faulty.store, monotonic=lambda: 0.0)
        try:
            runner = house.tables[TABLE]
            await until(lambda: faulty.done)
            raw = {"do": verb, **({"seed": "mine"} if verb == "seed" else {})}
            done = await asked(runner, ann, 4, raw)
            assert done["ok"], done
            assert runner.game.seed is not None
            assert (await asked(runner, ann, 4, raw))["again"]
        finally:
            await house.close()

    asyncio.run(run())
    found = events(inner)
    assert found.count("withdraw") == 1
    after = found[found.index("withdraw") + 1]
    assert after == "commit"
    assert SEED_LOST in b"".join(inner.lines(TABLE, 1)).decode()


def test_the_last_player_leaves_a_table_whose_seed_is_lost_after_a_roll(inner: Store) -> None:
    ann = add_player(inner, "Ann")

    async def rolled(house: HouseServer, _: Faulty) -> None:
        runner = house.tables[TABLE]
        await seated(runner, ann)
        assert (await asked(runner, ann, 4, {"do": "roll"}))["ok"]

    at_house(inner, rolled)
    behind(inner, Tick(TABLE, secret=b""))

    async def run() -> None:
        faulty = Faulty(inner, {1: "before"})
        house = await HouseServer.open(faulty.store, monotonic=lambda: 0.0)
        try:
            await until(lambda: faulty.done)
            assert (await asked(house.tables[TABLE], ann, 5, {"do": "leave"}))["ok"]
        finally:
            await house.close()

    asyncio.run(run())
    assert "withdraw" in events(inner)


@pytest.mark.parametrize("point", ["before", "after", "lost", "conflict"])
def test_a_table_settles_in_by_itself_however_often_that_fails(inner: Store, point: Point) -> None:
    ann = add_player(inner, "Ann")
    without_seed(inner, ann)

    async def run() -> None:
        faulty = Faulty(inner, {1: point, 2: point})
        house = await HouseServer.open(faulty.store, monotonic=lambda: 100 * time.monotonic())
        try:
            await until(lambda: events(inner)[-2:] == ["withdraw", "commit"])
            await until(lambda: house.tables[TABLE].game.seed and not house.writer.waiting)
        finally:
            await house.close()

    asyncio.run(run())
    assert events(inner)[-2:] == ["withdraw", "commit"]


def test_a_table_whose_seed_is_lost_is_closed_with_a_withdrawal(inner: Store) -> None:
    without_seed(inner, None)

    async def run() -> None:
        faulty = Faulty(inner, {1: "before"})
        house = await HouseServer.open(faulty.store, monotonic=lambda: 0.0)
        try:
            await until(lambda: faulty.done)
            await house.close_table(TABLE)
        finally:
            await house.close()

    asyncio.run(run())
    assert events(inner)[-2:] == ["withdraw", "close"]


# The clock


def test_a_clock_that_went_back_does_not_keep_old_dice_in_the_shaker(inner: Store) -> None:
    ann = add_player(inner, "Ann")
    now = [datetime(2026, 1, 31, 20, 0, 0, tzinfo=UTC)]
    late = now[0] + timedelta(hours=25)

    async def run() -> None:
        house = await HouseServer.open(inner, now=lambda: now[0])
        try:
            runner = house.tables["mini-dice-1"]
            await until(lambda: runner.table.pledge)
            assert (await asked(runner, ann, 1, {"do": "sit", "rail": 50_000}))["ok"]
            assert (await asked(runner, ann, 2, BET | {"amount": 1000}))["ok"]
            assert (await asked(runner, ann, 3, {"do": "accept-shaker"}))["ok"]
            now[0] = late
            assert (await asked(runner, ann, 4, {"do": "buy-in", "amount": 1000}))["ok"]
            now[0] = late - timedelta(hours=10)
            found = await asked(runner, ann, 5, {"do": "shake"})
            assert found["ok"], found
        finally:
            await house.close()

    asyncio.run(run())
    assert "new-dice" in events(inner, "mini-dice-1")


def test_a_table_that_a_player_opened_and_nobody_is_at_is_closed(
    inner: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lammer.server.house.WATCH_SECONDS", 0.01)
    ann = add_player(inner, "Ann")
    by = inner.person(ann.person or 0)
    now = [0.0]

    async def run() -> None:
        house = await HouseServer.open(
            inner, ServerLimits(deserted=60, tables_per_guest=3), monotonic=lambda: now[0]
        )
        try:
            deserted = await house.open_table(TableRequest(by, "nj-2011", "craps", {}))
            watched = await house.open_table(TableRequest(by, "nj-2011", "craps", {}))
            sat_at = await house.open_table(TableRequest(by, "nj-2011", "craps", {}))
            watched.listeners.add(KeepingListener())
            assert (await asked(sat_at, ann, 1, {"do": "sit", "rail": 1000}))["ok"]
            await until(lambda: deserted.record.table in house._empty_since)
            now[0] += 59
            looked = asyncio.Event()
            real = house._check_generation

            async def look() -> None:
                looked.set()
                await real()

            house._check_generation = look  # type: ignore[method-assign]
            for _ in range(2):
                looked.clear()
                await asyncio.wait_for(looked.wait(), PATIENCE)
            assert len(house.tables) == len(first_tables()) + 3
            now[0] += 2
            await until(lambda: len(house.tables) == len(first_tables()) + 2)
            assert deserted.record.table not in house.tables
            assert inner.table(deserted.record.table).closed  # type: ignore[union-attr]
        finally:
            await house.close()

    asyncio.run(run())


async def opening(house: HouseServer, who: Person | None, address: str) -> str:
    """Have a table opened: what came of it."""
    try:
        await house.open_table(TableRequest(who, "nj-1997", "mini-dice", {}, address=address))
    except Refused as refused:
        return f"{refused.code} {refused.status} {refused.retry_after}"
    return "opened"


def test_tables_are_not_opened_one_after_the_other(inner: Store) -> None:
    """Neither by one person nor from one address; an hour later they are, again."""
    by, other = (inner.person(add_player(inner, name).person or 0) for name in ("Ann", "Bob"))
    now = [0.0]

    async def run() -> None:
        limits = ServerLimits(openings_per_hour=2, tables_per_guest=50)
        house = await HouseServer.open(inner, limits, monotonic=lambda: now[0])

        async def opens(who: Person | None) -> str:
            return await opening(house, who, "192.0.2.1")

        try:
            assert [await opens(by) for _ in range(3)] == ["opened", "opened", "too-many 429 1800"]
            assert [await opens(other) for _ in range(2)] == ["opened"] * 2
            now[0] += 1800
            assert await opens(by) == "opened"
            assert await opens(None) == "opened"
        finally:
            await house.close()

    asyncio.run(run())


def test_one_address_opens_so_many_tables_whoever_asks(inner: Store) -> None:
    people = [inner.person(add_player(inner, f"P{each}").person or 0) for each in range(6)]

    async def run() -> list[str]:
        house = await HouseServer.open(inner, ServerLimits(openings_per_hour=1))
        try:
            return [
                (await opening(house, each, f"2001:db8::{number}")).split()[0]  # One network.
                for number, each in enumerate(people)
            ]
        finally:
            await house.close()

    assert asyncio.run(run()) == ["opened"] * 5 + ["too-many"]


def test_one_address_has_so_many_tables_open_whoever_asks(inner: Store) -> None:
    people = [inner.person(add_player(inner, f"P{each}").person or 0) for each in range(4)]

    async def run() -> None:
        house = await HouseServer.open(inner, ServerLimits(tables_per_address=2))

        async def opens(number: int, address: str) -> str:
            return (await opening(house, people[number], address)).split()[0]

        try:
            before = set(house.tables)
            assert [await opens(n, f"2001:db8::{n}") for n in (0, 1)] == ["opened"] * 2
            assert await opens(2, "2001:db8::2") == "too-many-tables"
            assert await opens(3, "192.0.2.1") == "opened", "from elsewhere"
            assert people[0] is not None
            (first,) = set(house.opened_by(people[0].id)) - before
            await house.close_table(first)
            assert await opens(2, "2001:db8::2") == "opened"
        finally:
            await house.close()

    asyncio.run(run())


# Ticks that are prepared, stopped, sent again


def test_whose_roles_change_has_nothing_done_that_is_being_prepared(inner: Store) -> None:
    ann, bob, cid = (add_player(inner, name) for name in ("Ann", "Bob", "Cid"))
    assert bob.person is not None
    person = bob.person

    async def test(house: HouseServer, faulty: Faulty) -> None:
        runner = house.tables[TABLE]
        await seated(house.tables[OTHER], ann)
        faulty.fail_next("hang")
        (first,) = together(house.tables[OTHER], ann, 4, BET)
        await until(faulty.hanging.is_set)
        (second,) = together(runner, bob, 1, {"do": "sit", "rail": 10_000})
        (third,) = together(runner, cid, 1, {"do": "sit", "rail": 10_000})
        await until(lambda: house.writer.waiting)
        runner.drop_person(person)
        faulty.release()
        assert (await first)["ok"]
        assert (await second)["refusal"]["code"] == "signed-out"
        assert (await third)["ok"]
        assert runner.seat_of(person) is None
        assert (await asked(runner, bob, 1, {"do": "sit", "rail": 10_000}))["ok"]

    at_house(inner, test)


@pytest.mark.parametrize("raw", [BET, {"do": "buy-in", "amount": 100}])
def test_who_waits_for_the_end_of_a_tick_of_a_table_that_is_given_up(
    inner: Store, raw: dict[str, Any]
) -> None:
    ann = add_player(inner, "Ann")

    async def test(house: HouseServer, faulty: Faulty) -> None:
        runner = house.tables[TABLE]
        await seated(runner, ann)
        faulty.fail_next("hang")
        together(runner, ann, 4, raw)
        await until(faulty.hanging.is_set)
        await runner.stop()
        faulty.release()
        async with asyncio.timeout(PATIENCE), runner.between_ticks():
            pass

    at_house(inner, test)


def test_a_table_given_up_at_the_very_moment_a_tick_is_written(inner: Store) -> None:
    """What goes on in a task that has not begun yet is ended in order as well."""
    ann = add_player(inner, "Ann")

    async def test(house: HouseServer, _: Faulty) -> None:
        runner = house.tables[TABLE]
        await seated(runner, ann)
        stopping: list[asyncio.Task[None]] = []
        real = runner._in_task

        def later(*given: Any) -> None:
            stopping.append(asyncio.ensure_future(runner.stop()))
            real(*given)

        runner._in_task = later  # type: ignore
        house.purses.forget()
        together(runner, ann, 4, {"do": "buy-in", "amount": 100})
        await until(lambda: stopping)
        await stopping[0]
        async with asyncio.timeout(PATIENCE), runner.between_ticks():
            pass

    at_house(inner, test)


def test_many_commands_take_several_ticks_with_turns_for_others_between(
    inner: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = add_player(inner, "Ann")
    monkeypatch.setattr(runner_module, "thread_time", lambda: 0.0)  # However slow the machine is.

    async def test(house: HouseServer, _: Faulty) -> None:
        runner, sizes = house.tables[TABLE], list[int]()
        await seated(runner, ann)
        real = runner._begin_tick

        def begun(batch: Any, *more: Any) -> Any:
            sizes.append(len(batch))
            return real(batch, *more)

        runner._begin_tick = begun  # type: ignore
        down = {"do": "remove", "wager": "field"}
        asking = [down if at % 2 else BET for at in range(250)]
        answers = await asyncio.gather(*together(runner, ann, 4, *asking))
        assert all(each["ok"] for each in answers)
        assert [each["seq"] for each in answers] == sorted(each["seq"] for each in answers)
        assert sizes == [100, 100, 50]

    at_house(inner, test)


def test_chips_go_to_and_from_a_purse_in_one_trip_through_the_writer(inner: Store) -> None:
    ann = add_player(inner, "Ann")
    assert ann.person is not None

    async def test(house: HouseServer, _: Faulty) -> None:
        runner, trips = house.tables[TABLE], list[str]()
        await seated(runner, ann)
        commit, write = house.writer.commit, house.writer.write

        def committing(*given: Any) -> None:
            trips.append("commit")
            commit(*given)

        async def writing(do: Any) -> Any:
            trips.append("write")
            return await write(do)

        house.writer.commit, house.writer.write = committing, writing  # type: ignore
        before = house.purses.free(ann.person or 0)
        for number, (verb, change) in enumerate(
            [("buy-in", -700), ("cash-out", 300), ("buy-in", -100)], 4
        ):
            answer = await asked(runner, ann, number, {"do": verb, "amount": abs(change)})
            assert answer["ok"], answer
            before += change
            assert house.purses.free(ann.person or 0) == before
        assert trips == ["commit"] * 3
        assert await house.writer.read(lambda store: store.purse(ann.person or 0)) == before
        house.purses.forget()
        looking = asyncio.ensure_future(house.purses.look_up(ann.person or 0))
        await asyncio.sleep(0)
        house.purses.moved([Transfer(ann.person or 0, -5, "buy-in", "", TABLE, 1)])
        assert await looking == before, "what was looked up before a write is looked up again"
        assert trips[3:] == ["write", "write"]

    at_house(inner, test)


class Slow(Faulty):
    """Whose entries are read when they may be."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, {})
        self.may_read = threading.Event()

    def __getattr__(self, name: str) -> Any:
        found = super().__getattr__(name)
        if name != "entries":
            return found

        def entries(*given: Any) -> Any:
            assert self.may_read.wait(PATIENCE)
            return found(*given)

        return entries


def test_numbers_that_are_sent_again_keep_nobody_waiting(inner: Store) -> None:
    ann, bob = add_player(inner, "Ann"), add_player(inner, "Bob")

    async def run() -> None:
        slow = Slow(inner)
        house = await HouseServer.open(slow.store, ServerLimits(queue=5))
        try:
            runner = house.tables[TABLE]
            await until(lambda: runner.table.pledge)
            await seated(runner, ann)
            old = [together(runner, ann, 1, {"do": "sit", "rail": 50_000})[0] for _ in range(5)]
            await until(lambda: len(runner._repeats) == 5)
            old += together(runner, ann, 2, {"do": "accept-dice"})
            assert (await old[-1])["refusal"]["code"] == "busy"
            assert (await asked(runner, bob, 1, {"do": "sit", "rail": 10_000}))["ok"]
            assert (await asked(runner, ann, 4, BET))["ok"]
            assert not any(each.done() for each in old[:-1])
            slow.may_read.set()
            found = [await each for each in old[:-1]]
            assert all(each["again"] and each["seq"] == found[0]["seq"] for each in found)
            again = await asked(runner, ann, 2, {"do": "accept-dice"})
            assert again["again"]
        finally:
            slow.may_read.set()
            await house.close()

    asyncio.run(run())


def test_a_number_that_cannot_be_looked_up_is_answered_all_the_same(inner: Store) -> None:
    ann = add_player(inner, "Ann")

    async def test(house: HouseServer, faulty: Faulty) -> None:
        runner = house.tables[TABLE]
        await seated(runner, ann)
        faulty.reads_fail.add("entries")
        found = await asked(runner, ann, 1, {"do": "sit", "rail": 50_000})
        assert found["refusal"]["code"] == "store-down"
        assert runner.stopped is None
        faulty.reads_fail.clear()
        assert (await asked(runner, ann, 1, {"do": "sit", "rail": 50_000}))["again"]

    at_house(inner, test)


# A table that is opened, read again, cannot be read


@pytest.mark.parametrize("point", ["after", "lost", "before"])
def test_a_table_opened_with_the_answer_lost(inner: Store, point: Point) -> None:
    async def test(house: HouseServer, faulty: Faulty) -> None:
        faulty.fail_next(point)
        if point == "after":
            runner = await house.open_table(TableRequest(None, "nj-2011", "craps", {}))
            assert house.tables["craps-2"] is runner
            await until(lambda: runner.table.pledge)
        else:
            with pytest.raises(StoreError):
                await house.open_table(TableRequest(None, "nj-2011", "craps", {}))
            assert "craps-2" not in house.tables
        assert (inner.table("craps-2") is not None) == (point == "after")
        runner = await house.open_table(TableRequest(None, "nj-2011", "craps", {}))
        assert house.tables[runner.record.table] is runner

    at_house(inner, test)


def test_a_table_whose_log_goes_on_differently_is_read_again(inner: Store) -> None:
    ann, bob = add_player(inner, "Ann"), add_player(inner, "Bob")

    async def test(house: HouseServer, _: Faulty) -> None:
        runner, watcher = house.tables[TABLE], KeepingListener()
        await seated(runner, ann)
        runner.listeners.add(watcher)
        await until(lambda: not house.writer.waiting and not house.writer.stalled_seconds())
        elsewhere = await HouseServer.open(inner)
        try:
            found = await asked(elsewhere.tables[TABLE], bob, 1, {"do": "sit", "rail": 20_000})
            assert found["ok"]
        finally:
            await elsewhere.close()
        assert isinstance(inner, SqliteStore)
        inner._execute("UPDATE head SET epoch = 1, process = 'main'", ())  # As if never taken.
        lost = await asked(runner, ann, 4, BET)
        assert lost["refusal"]["code"] == "not-stored"
        await until(lambda: house.tables[TABLE] is not runner)
        await until(lambda: "gone" in watcher.stopped)
        anew = house.tables[TABLE]
        assert anew.seat_of(bob.person) == 2
        assert (await asked(anew, ann, 4, BET))["ok"]
        assert not house.stopped()

    at_house(inner, test)
    assert inner.verify() == []


def test_a_database_that_was_restored_is_found_by_a_write(inner: Store) -> None:
    ann = add_player(inner, "Ann")

    async def test(house: HouseServer, faulty: Faulty) -> None:
        told = asyncio.Event()
        house.on_reload.append(told.set)
        runner = house.tables[TABLE]
        await seated(runner, ann)
        faulty.fail_next("superseded")
        assert (await asked(runner, ann, 4, BET))["refusal"]["code"] in ("not-stored", "stopped")
        async with asyncio.timeout(PATIENCE):
            while TABLE in house.tables:
                await asyncio.sleep(0)
            with pytest.raises(Refused) as away:
                house.runner(TABLE)
            assert away.value.status == 503, "it is not closed, it comes back"
            await told.wait()
        assert house.runner(TABLE) is not runner
        with pytest.raises(Refused) as closed:
            house.runner("craps-999")
        assert closed.value.status == 404
        assert (await asked(house.tables[TABLE], ann, 4, BET))["ok"]

    at_house(inner, test)


@pytest.mark.parametrize("looks", [False, True])
def test_a_restore_while_the_last_one_is_being_read_is_read_too(
    inner: Store, monkeypatch: pytest.MonkeyPatch, looks: bool
) -> None:
    """Whether or not the house looks for one just then."""
    seen: list[int] = []

    def restore() -> None:
        sql = "UPDATE meta SET value = value + 1 WHERE key = 'generation'"
        assert isinstance(inner, SqliteStore)
        inner._execute(sql, ())

    async def test(house: HouseServer, _: Faulty) -> None:
        told = asyncio.Event()
        house.on_reload.append(told.set)
        load = house._load

        async def loaded() -> None:
            await load()
            seen.append(inner.generation())
            if len(seen) == 1:
                restore()
                if looks:
                    await house._check_generation()

        monkeypatch.setattr(house, "_load", loaded)
        restore()
        await house._check_generation()
        await asyncio.wait_for(told.wait(), PATIENCE)
        assert not house.stopped()
        assert house.tables

    at_house(inner, test)
    assert seen == [inner.generation() - 1, inner.generation()]


def test_an_error_that_is_none_of_the_stores_own_stops_one_table(inner: Store) -> None:
    ann = add_player(inner, "Ann")

    async def test(house: HouseServer, faulty: Faulty) -> None:
        runner = house.tables[TABLE]
        await seated(runner, ann)
        faulty.fail_next("mistake")
        assert (await asked(runner, ann, 4, BET))["refusal"]["code"] == "stopped"
        assert list(house.stopped()) == [TABLE]
        await seated(house.tables[OTHER], ann._replace(client="elsewhere"))

    at_house(inner, test)


def test_a_table_that_cannot_be_shown_is_counted_until_it_is_gone(inner: Store) -> None:
    unknown = TableRecord("craps-9", "Old", "nj-1776", "craps", "automatic", None, "{}", None, AT)
    inner.open_table(unknown)

    async def test(house: HouseServer, _: Faulty) -> None:
        told = asyncio.Event()
        house.on_reload.append(told.set)
        assert "craps-9" not in house.tables
        assert list(house.health()[1]["stopped"]) == ["craps-9"]
        assert b"lammer_tables_stopped 1.0\n" in house.metrics.text()
        behind(inner, Tick("craps-9", closed=AT))
        house.superseded()
        await asyncio.wait_for(told.wait(), PATIENCE)
        assert not house.health()[1]["stopped"]
        assert b"lammer_tables_stopped 0.0\n" in house.metrics.text()

    at_house(inner, test)


def test_books_that_do_not_add_up_are_in_the_health_of_the_house(
    inner: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of when everything was read; a restore reads everything again."""
    monkeypatch.setattr(inner, "verify", lambda: ["Purse 1 is short."])

    async def test(house: HouseServer, _: Faulty) -> None:
        told = asyncio.Event()
        house.on_reload.append(told.set)
        well, found = house.health()
        assert well
        assert found["books"] == ["Purse 1 is short."]
        monkeypatch.setattr(inner, "verify", list)
        house.superseded()
        await asyncio.wait_for(told.wait(), PATIENCE)
        assert house.health()[1]["books"] == []

    at_house(inner, test)


# The store writer


@pytest.mark.parametrize(
    ("points", "codes", "tries"),
    [
        (("conflict", "conflict", None), ("not-stored", None), 3),
        (("conflict", None, "conflict"), (None, "not-stored"), 3),
        (("mistake", "mistake", None), ("stopped", None), 3),
        (("before", None, None), (None, None), 3),
        (("before", "before", None), ("not-stored", "not-stored"), 2),
        (("full", "lost", None), ("not-stored", "not-stored"), 2),
        (("before", "after", None), (None, "not-stored"), 2),
        (("lost", None, None), ("not-stored", "not-stored"), 1),
        (("after", None, None), (None, None), 1),
    ],
)
def test_ticks_that_are_written_together_and_fail(
    inner: Store, points: tuple[Point | None, ...], codes: tuple[str | None, ...], tries: int
) -> None:
    """What is one tick's fault is not the other's; but a store that fails is not asked again and
    again."""
    players = [add_player(inner, name) for name in ("Ann", "Bob", "Cid")]

    async def test(house: HouseServer, faulty: Faulty) -> None:
        runners: list[TableRunner] = [house.tables[each] for each in (TABLE, OTHER, THIRD)]
        for runner, who in zip(runners, players, strict=True):
            assert (await asked(runner, who, 1, {"do": "sit", "rail": 50_000}))["ok"]
        bet = {"do": "bet", "wager": "pass", "amount": 1000}
        plan: dict[int, Point] = {at: each for at, each in enumerate(points, 2) if each}
        before = faulty.from_here({1: "hang", **plan})
        (first,) = together(runners[2], players[2], 2, bet)
        await until(faulty.hanging.is_set)
        others = [together(runners[at], players[at], 2, bet)[0] for at in (0, 1)]
        await until(lambda: house.writer.waiting == 2)
        faulty.release()
        assert (await first)["ok"]
        found = [await each for each in others]
        assert [each.get("refusal", {}).get("code") for each in found] == list(codes)
        assert len(faulty.done) - before == 1 + tries
        for at, code in enumerate(codes):
            stored = inner.head(runners[at].record.table)
            assert stored is not None
            assert stored[0] == runners[at].seq
            if code == "not-stored":
                assert (await asked(runners[at], players[at], 2, bet))["ok"]
            elif code is None:
                assert (await asked(runners[at], players[at], 2, bet))["again"]

    at_house(inner, test)


def test_a_tick_that_cannot_be_kept_at_all_is_no_others_fault(inner: Store) -> None:
    inner.open_table(record("craps-8"))
    inner.open_table(record("craps-9"))
    huge = tick("craps-8", 1)
    huge.balances["cage"] = 10**30

    async def run() -> None:
        writer, hold = StoreWriter(inner), threading.Event()
        try:
            waiting = asyncio.ensure_future(writer.write(lambda _: hold.wait(PATIENCE)))
            await until(writer.stalled_seconds)
            heard: list[Exception | None] = []
            for each in (huge, tick("craps-9", 1)):
                writer.commit(each, heard.append)
            hold.set()
            await waiting
            await until(lambda: len(heard) == 2)
            assert isinstance(heard[0], InvalidData)
            assert heard[1] is None
        finally:
            hold.set()
            await writer.close()

    asyncio.run(run())
    assert inner.head("craps-8") is None
    assert inner.head("craps-9") is not None


def test_what_was_not_tried_is_not_in_doubt(inner: Store) -> None:
    """Of three ticks the first may have been written; the others, for sure, were not."""
    for number in (7, 8, 9):
        inner.open_table(record(f"craps-{number}"))
    faulty = Faulty(inner, {1: "before", 2: "after"})

    async def run() -> list[Exception | None]:
        writer, hold = StoreWriter(faulty.store), threading.Event()
        try:
            waiting = asyncio.ensure_future(writer.write(lambda _: hold.wait(PATIENCE)))
            await until(writer.stalled_seconds)
            heard: list[Exception | None] = []
            for number in (7, 8, 9):
                writer.commit(tick(f"craps-{number}", 1), heard.append)
            hold.set()
            await waiting
            await until(lambda: len(heard) == 3)
            return heard
        finally:
            hold.set()
            await writer.close()

    found = asyncio.run(run())
    assert [type(each) for each in found] == [OutcomeUnknown, StoreError, StoreError]
    heads = [inner.head(f"craps-{number}") is not None for number in (7, 8, 9)]
    assert heads == [True, False, False]


def test_more_writes_than_the_house_takes_on(inner: Store) -> None:
    players = [add_player(inner, name) for name in ("Ann", "Bob", "Cid")]
    tables = (TABLE, OTHER, THIRD)
    sit = {"do": "sit", "rail": 50_000}
    bet = {"do": "bet", "wager": "pass", "amount": 1000}

    async def sits(house: HouseServer, _: Faulty) -> None:
        for table, who in zip(tables, players, strict=True):
            assert (await asked(house.tables[table], who, 1, sit))["ok"]

    at_house(inner, sits)

    async def test(house: HouseServer, faulty: Faulty) -> None:
        runners = [house.tables[table] for table in tables]
        for runner, who in zip(runners, players, strict=True):
            assert (await asked(runner, who, 1, sit))["again"]
        faulty.fail_next("hang")
        (first,) = together(runners[0], players[0], 2, bet)
        await until(faulty.hanging.is_set)
        (second,) = together(runners[1], players[1], 2, bet)
        await until(lambda: house.writer.waiting == 1)
        assert (await asked(runners[2], players[2], 2, bet))["refusal"]["code"] == "not-stored"
        with pytest.raises(StoreError, match="1 writes waiting"):
            await house.writer.write(lambda store: store.ping())
        faulty.release()
        assert (await first)["ok"]
        assert (await second)["ok"]
        assert (await asked(runners[2], players[2], 2, bet))["ok"]

    at_house(inner, test, ServerLimits(writes=1))


def test_health_while_a_write_takes_too_long(inner: Store) -> None:
    ann, now = add_player(inner, "Ann"), [0.0]

    async def test(house: HouseServer, faulty: Faulty) -> None:
        runner = house.tables[TABLE]
        await seated(runner, ann)
        faulty.fail_next("hang")
        (answer,) = together(runner, ann, 4, BET)
        await until(faulty.hanging.is_set)
        assert house.health()[0]
        now[0] += house.limits.patience
        assert not house.health()[0]
        assert "has not answered for" in house.health()[1]["store"]
        faulty.release()
        assert (await answer)["ok"]
        assert house.health()[0]

    at_house(inner, test, monotonic=lambda: now[0])
