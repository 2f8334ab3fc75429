"""A tick that could not be written has no effect: nothing of it is sent, held or remembered, and
the house continues."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from lammer.server.errors import Refused
from lammer.server.house import HouseServer
from lammer.server.ops.limits import ServerLimits
from lammer.server.people.permissions import Requester
from lammer.server.table_requests import TableRequest, first_tables
from lammer.server.tables.answers import QueuedCommand
from lammer.server.tables.runner import TableRunner
from lammer.store.port import Store, StoreError
from tests.server.storage.test_faulty_store import (
    TABLE,
    KeepingListener,
    add_player,
    asked,
    new_store,
)
from tests.server.support.money_calls import MONEY, counted
from tests.server.support.table_helpers import until
from tests.store.faulty import Faulty


@pytest.fixture
def inner() -> Iterator[Store]:
    store = new_store()
    yield store
    store.close()


def at_house(
    inner: Store,
    test: Callable[[HouseServer, Faulty], Awaitable[None]],
    limits: ServerLimits | None = None,
    monotonic: Callable[[], float] = time.monotonic,
) -> None:
    async def run() -> None:
        faulty = Faulty(inner, {})
        house = await HouseServer.open(faulty.store, limits, monotonic=monotonic)
        try:
            await until(lambda: all(runner.table.pledge for runner in house.tables.values()))
            await test(house, faulty)
        finally:
            faulty.release()
            await house.close()

    asyncio.run(run())


def together(runner: TableRunner, who: Requester, first: int, *raws: dict[str, Any]) -> list[Any]:
    """Several commands that come in one tick: the futures of their answers."""
    loop = asyncio.get_running_loop()
    answers = [loop.create_future() for _ in raws]
    for number, (raw, answer) in enumerate(zip(raws, answers, strict=True), first):
        sent = runner.read_message(who, raw)
        runner.submit(QueuedCommand(who, number, sent, answer.set_result))
    return answers


async def seated(runner: TableRunner, who: Requester) -> None:
    assert (await asked(runner, who, 1, {"do": "sit", "rail": 50_000}))["ok"]
    assert (await asked(runner, who, 2, {"do": "accept-dice"}))["ok"]
    assert (await asked(runner, who, 3, {"do": "bet", "wager": "pass", "amount": 1000}))["ok"]


def test_refusals_of_a_tick_taken_back_tell_nothing_of_the_dice(inner: Store) -> None:
    """What is refused after a roll in the same tick was decided on a table with that roll."""
    ann = add_player(inner, "Ann")

    async def test(house: HouseServer, faulty: Faulty) -> None:
        runner = house.tables[TABLE]
        await seated(runner, ann)
        before = runner.snapshot()
        faulty.fail_next("before")
        answers = together(
            runner,
            ann,
            4,
            {"do": "bet", "wager": "field", "amount": 100},
            {"do": "roll"},
            {"do": "cash-out", "amount": 10**12},
            {"do": "remove", "wager": "pass"},
            {"do": "roll"},
        )
        found = [(await answer)["refusal"] for answer in answers]
        assert {each["code"] for each in found} == {"not-stored"}
        assert len({each["detail"] for each in found}) == 1
        assert runner.snapshot() == before

    at_house(inner, test)


def test_a_number_twice_in_a_tick_taken_back_was_not_done(inner: Store) -> None:
    ann = add_player(inner, "Ann")

    async def test(house: HouseServer, faulty: Faulty) -> None:
        runner = house.tables[TABLE]
        await seated(runner, ann)
        bet = {"do": "bet", "wager": "field", "amount": 100}
        faulty.fail_next("before")
        first, second = together(runner, ann, 4, bet, bet)
        second_again: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        sent = runner.read_message(ann, bet)
        runner.submit(QueuedCommand(ann, 4, sent, second_again.set_result))
        for answer in (first, second, second_again):
            assert (await answer)["refusal"]["code"] == "not-stored"
        done = await asked(runner, ann, 4, bet)
        again = await asked(runner, ann, 4, bet)
        assert (done["ok"], again["again"], again["seq"]) == (True, True, done["seq"])

    at_house(inner, test)


def test_numbers_hold_however_few_are_kept_in_memory(inner: Store) -> None:
    """Two clients in one tick, and room for one: an old number is still an old number."""
    ann = add_player(inner, "Ann")
    other = ann._replace(client="other")

    async def test(house: HouseServer, _: Faulty) -> None:
        runner = house.tables[TABLE]
        await seated(runner, ann)
        bet = {"do": "bet", "wager": "field", "amount": 100}
        for number in range(4, 8):
            assert (await asked(runner, ann, number, bet))["ok"]
            assert (await asked(runner, other, number, bet))["ok"]
        old, new = asyncio.get_running_loop().create_future(), asyncio.get_running_loop()
        fresh = new.create_future()
        sent = runner.read_message(ann, bet)
        runner.submit(QueuedCommand(other, 8, sent, fresh.set_result))
        runner.submit(QueuedCommand(ann, 4, sent, old.set_result))
        assert (await fresh)["ok"]
        assert (await old)["again"]
        stake = runner.table.seats[1].bets["field"].stake
        assert stake == 900

    at_house(inner, test, ServerLimits(clients=1))


def test_a_number_used_for_another_command_is_not_called_done(inner: Store) -> None:
    ann = add_player(inner, "Ann")

    async def test(house: HouseServer, _: Faulty) -> None:
        runner = house.tables[TABLE]
        await seated(runner, ann)
        found = await asked(runner, ann, 3, {"do": "bet", "wager": "field", "amount": 100})
        assert found["refusal"]["code"] == "number-used"
        skipped = await asked(runner, ann, 9, {"do": "bet", "wager": "field", "amount": 100})
        assert skipped["ok"]
        passed = await asked(runner, ann, 5, {"do": "bet", "wager": "field", "amount": 100})
        assert passed["refusal"]["code"] == "passed-over"

    at_house(inner, test)


@pytest.mark.parametrize("point", ["before", "after"])
def test_chips_on_their_way_come_back_or_arrive(inner: Store, point: Any) -> None:
    ann = add_player(inner, "Ann")
    assert ann.person is not None
    person = ann.person

    async def test(house: HouseServer, faulty: Faulty) -> None:
        runner = house.tables[TABLE]
        faulty.fail_next(point)
        found = await asked(runner, ann, 1, {"do": "sit", "rail": 60_000})
        assert found["ok"] == (point == "after")
        left = 40_000 if found["ok"] else 100_000
        assert await house.purses.look_up(person) == inner.purse(person) == left
        assert house.purses.free(person) == left

    at_house(inner, test)


def test_a_table_stopped_in_the_middle_of_a_write_holds_no_chips(inner: Store) -> None:
    ann = add_player(inner, "Ann")
    assert ann.person is not None
    person = ann.person

    async def test(house: HouseServer, faulty: Faulty) -> None:
        runner = house.tables[TABLE]
        faulty.fail_next("hang")
        (answer,) = together(runner, ann, 1, {"do": "sit", "rail": 60_000})
        await until(faulty.hanging.is_set)
        await runner.stop()
        faulty.release()
        assert not answer.done()
        house.purses.forget(person)
        assert await house.purses.look_up(person) == inner.purse(person)

    at_house(inner, test)


def test_the_clock_goes_on_after_a_write_that_failed(inner: Store) -> None:
    ann = add_player(inner, "Ann")
    now = [0.0]

    async def run() -> None:
        faulty = Faulty(inner, {})
        house = await HouseServer.open(faulty.store, monotonic=lambda: now[0])
        try:
            runner = house.tables[TABLE]
            await until(lambda: runner.table.pledge)
            await seated(runner, ann)
            faulty.fail_next("before")
            before = runner.seq
            now[0] += 31
            await until(lambda: any(each.point == "before" for each in faulty.done))
            assert runner.seq == before
            now[0] += 31
            await until(lambda: runner.seq > before)
        finally:
            await house.close()

    asyncio.run(run())


@pytest.mark.parametrize("point", ["before", "after"])
def test_a_close_whose_answer_is_lost(inner: Store, point: Any) -> None:
    async def test(house: HouseServer, faulty: Faulty) -> None:
        faulty.fail_next(point)
        if point == "before":
            with pytest.raises(Refused, match="not-stored"):
                await house.close_table(TABLE)
            assert house.tables[TABLE].stopped is None
        else:
            await house.close_table(TABLE)
        assert (TABLE in house.tables) == (point == "before")
        record = inner.table(TABLE)
        assert record is not None
        assert (record.closed is None) == (point == "before")

    at_house(inner, test)


def test_whose_roles_change_has_nothing_done_that_waits_in_line(inner: Store) -> None:
    ann = add_player(inner, "Ann")
    assert ann.person is not None
    person = ann.person

    async def test(house: HouseServer, faulty: Faulty) -> None:
        runner = house.tables[TABLE]
        await seated(runner, ann)
        faulty.fail_next("hang")
        bet = {"do": "bet", "wager": "field", "amount": 100}
        (first,) = together(runner, ann, 4, bet)
        await until(faulty.hanging.is_set)
        (second,) = together(runner, ann, 5, bet)
        runner.drop_person(person)
        faulty.release()
        assert (await first)["ok"]
        assert (await second)["refusal"]["code"] == "signed-out"

    at_house(inner, test)


def test_sums_stay_such_that_they_can_be_kept(inner: Store) -> None:
    ann = add_player(inner, "Ann")

    async def test(house: HouseServer, _: Faulty) -> None:
        runner = house.tables[TABLE]
        await seated(runner, ann)
        huge = {"do": "bet", "wager": "field", "amount": 10**13}
        assert (await asked(runner, ann, 4, huge))["refusal"]["code"] == "too-much"
        generous = {"payouts": {"any-seven": "1000000 to 1"}}
        with pytest.raises(Refused, match="too-generous"):
            await house.open_table(TableRequest(None, "nj-2011", "craps", generous))

    at_house(inner, test)


def test_a_house_that_cannot_be_read_at_once_is_read_later(
    inner: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lammer.server.house.WATCH_SECONDS", 0.01)

    class Moody(Faulty):
        refuses = 0

        def __getattr__(self, name: str) -> Any:
            if name == "tables" and self.refuses:
                self.refuses -= 1

                def refuse(*_: Any, **__: Any) -> None:
                    raise StoreError("not now")

                return refuse
            return super().__getattr__(name)

    async def run() -> None:
        moody = Moody(inner, {})
        house = await HouseServer.open(moody.store)
        try:
            moody.refuses = 2
            house.superseded()
            assert not house.health()[0]
            await until(lambda: house.health()[0])
            assert moody.refuses == 0
            assert len(house.tables) == len(first_tables())
        finally:
            await house.close()

    asyncio.run(run())


def test_what_is_told_while_a_tick_is_written_is_the_table_before_it(inner: Store) -> None:
    ann = add_player(inner, "Ann")

    async def test(house: HouseServer, faulty: Faulty) -> None:
        runner, watcher = house.tables[TABLE], KeepingListener()
        await seated(runner, ann)
        runner.listeners.add(watcher)
        before = runner.snapshot()
        faulty.fail_next("hang")
        (answer,) = together(runner, ann, 4, {"do": "roll"})
        await until(faulty.hanging.is_set)
        assert runner.snapshot() == before
        assert not watcher.lines
        faulty.release()
        assert (await answer)["ok"]
        assert runner.snapshot()["seq"] > before["seq"]
        assert watcher.lines

    at_house(inner, test)


def test_a_buy_in_and_a_cash_out_take_one_trip_through_the_writer(inner: Store) -> None:
    async def test(house: HouseServer, _: Faulty) -> None:
        ann, runner = add_player(inner, "Ann"), house.tables[TABLE]
        await runner.look_up_number(ann.key)
        await house.purses.look_up(ann.person or 0)
        store = counted(house)
        for number, raw in enumerate(MONEY, 1):
            assert (await asked(runner, ann, number, raw))["ok"]
            assert store.taken() == ["commit"], raw
        assert house.purses.free(ann.person or 0) == inner.purse(ann.person or 0) == 100_000

    at_house(inner, test)
