"""While a table has much to do, the others and the clients get their turn; and nothing changes in
what comes of it."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from typing import Any

import pytest

from lammer.server.house import HouseServer
from lammer.server.tables import runner as runners
from lammer.server.tables.runner import TableRunner
from lammer.server.ws.protocol import LiveProtocol
from lammer.store.port import Store, Tick
from tests.server.storage.test_failed_writes import at_house, together
from tests.server.storage.test_faulty_store import TABLE, add_player, asked, new_store
from tests.server.support.running import PATIENCE
from tests.server.tables.test_lines_once import check_once, has_sent
from tests.server.ws.test_welcome import a_guest, at_live, connected, welcomed
from tests.store.faulty import Faulty

OTHER = "mini-dice-1"
BET = {"do": "bet", "wager": "field", "amount": 500}


@pytest.fixture
def inner() -> Iterator[Store]:
    with closing(new_store()) as store:
        yield store


@pytest.fixture
def slow_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command takes longer than a tick may."""
    seconds = count(step=2 * runners.TICK_SECONDS)
    for clock in ("perf_counter", "thread_time"):
        monkeypatch.setattr(runners, clock, lambda: next(seconds))


@pytest.mark.usefixtures("slow_commands")
def test_commands_for_which_a_tick_has_no_time_wait_for_the_next(
    inner: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: HouseServer, _: Faulty) -> None:
        ann, bob = add_player(inner, "Ann"), add_player(inner, "Bob")
        busy, other = house.tables[TABLE], house.tables[OTHER]
        for runner, who in ((busy, ann), (other, bob)):
            assert (await asked(runner, who, 1, {"do": "sit", "rail": 50_000}))["ok"]
        ticks: list[Tick] = []
        commit = house.writer.commit

        def noted(tick: Tick, notify: Any) -> None:
            ticks.append(tick)
            commit(tick, notify)

        monkeypatch.setattr(house.writer, "commit", noted)
        many = together(busy, ann, 2, *([BET] * 20))
        answered: list[int] = []
        for at, each in enumerate(many):
            each.add_done_callback(lambda _, at=at: answered.append(at))
        (one,) = together(other, bob, 2, {"do": "buy-in", "amount": 1000})
        assert (await asyncio.wait_for(one, PATIENCE))["ok"]
        assert len(answered) <= 1, "it waited for all of them"
        answers = await asyncio.wait_for(asyncio.gather(*many), PATIENCE)
        assert answered == sorted(answered)
        seqs = [each["seq"] for each in answers]
        assert seqs == list(range(seqs[0], seqs[0] + 20))
        lines = [len(tick.lines) for tick in ticks if tick.table == TABLE]
        assert lines == [1] * 20

    at_house(inner, test)


@pytest.mark.usefixtures("slow_commands")
def test_a_client_that_comes_again_takes_back_what_went_back_to_the_queue(inner: Store) -> None:
    async def test(house: HouseServer, faulty: Faulty) -> None:
        ann, runner = add_player(inner, "Ann"), house.tables[TABLE]
        assert (await asked(runner, ann, 1, {"do": "sit", "rail": 50_000}))["ok"]
        faulty.fail_next("hang-after")
        first, *rest = together(runner, ann, 2, *([BET] * 5))
        while not faulty.hanging.is_set():
            await asyncio.sleep(0)
        dropping = asyncio.ensure_future(runner.drop_client(ann.key))
        found = await asyncio.wait_for(asyncio.gather(*rest), PATIENCE)
        assert {each["refusal"]["code"] for each in found} == {"came-anew"}
        faulty.release()
        await asyncio.wait_for(dropping, PATIENCE)
        assert (await first)["ok"]
        assert runner.numbers.written(ann.key).number == 2

    at_house(inner, test)


def test_what_a_long_tick_tells_is_put_together_beside_the_loop(
    inner: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread waits until another table has answered; on the loop that could not be. Who comes
    meanwhile gets the lines after a snapshot of before."""
    monkeypatch.setattr(runners, "LONG_LINES", 0)
    real, reached, goes_on = TableRunner._announcement, asyncio.Event(), threading.Event()

    async def test(house: HouseServer, live: LiveProtocol, _: Faulty) -> None:
        loop = asyncio.get_running_loop()
        ann, _token = await a_guest(house)
        bob, _token = await a_guest(house)
        busy, other = house.tables[TABLE], house.tables[OTHER]

        def held(runner: TableRunner, tick: Any) -> Any:
            if runner is busy:
                loop.call_soon_threadsafe(reached.set)
                assert goes_on.wait(PATIENCE)
            return real(runner, tick)

        monkeypatch.setattr(TableRunner, "_announcement", held)
        answer = asyncio.ensure_future(asked(busy, ann, 1, {"do": "sit", "rail": 50_000}))
        await asyncio.wait_for(reached.wait(), PATIENCE)
        assert (await asked(other, bob, 1, {"do": "sit", "rail": 1000}))["ok"]
        async with connected(live) as joined:
            await welcomed(joined)
            assert not answer.done()
            goes_on.set()
            last = (await answer)["to"]
            assert joined.hello["snapshot"]["seq"] < last
            await has_sent(busy, joined)
            check_once(joined, last)

    at_live(inner, test)


def test_a_house_that_ends_meanwhile_tells_nothing_and_keeps_what_was_written(
    inner: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runners, "LONG_LINES", 0)
    reached, goes_on = threading.Event(), threading.Event()
    real = TableRunner._announcement

    def held(runner: TableRunner, tick: Any) -> Any:
        reached.set()
        assert goes_on.wait(PATIENCE)
        return real(runner, tick)

    async def test(house: HouseServer, _: Faulty) -> None:
        ann, runner = add_player(inner, "Ann"), house.tables[TABLE]
        assert (await asked(runner, ann, 1, {"do": "sit", "rail": 50_000}))["ok"]
        before = runner.seq
        monkeypatch.setattr(TableRunner, "_announcement", held)
        (answer,) = together(runner, ann, 2, {"do": "buy-in", "amount": 1000})
        while not (reached.is_set() and (inner.head(TABLE) or (0, b""))[0] > before):
            await asyncio.sleep(0.001)
        await runner.stop()
        goes_on.set()
        assert not answer.done()
        assert (runner.seq, house.purses.is_known(ann.person or 0)) == (before, False)
        assert inner.purse(ann.person or 0) == 49_000
        assert inner.verify() == []

    at_house(inner, test)
