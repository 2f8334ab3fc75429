"""Every client gets every line once: inside its snapshot, or after it, in order.

The house is paused at each await between taking a snapshot and sending lines.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from typing import Any

import pytest

from lammer.server.house import HouseServer
from lammer.server.tables.runner import TableRunner
from lammer.server.ws.protocol import LiveProtocol
from lammer.store.port import Store
from tests.server.storage.test_faulty_store import TABLE, asked, new_store
from tests.server.support.running import PATIENCE
from tests.server.support.table_helpers import until
from tests.server.ws.test_welcome import (
    ConnectionEnd,
    a_guest,
    at_live,
    connected,
    welcomed,
)
from tests.store.faulty import Faulty

SIT = {"do": "sit", "rail": 50_000}
MOVES_MONEY: dict[str, tuple[dict[str, Any], ...]] = {
    "sit": (SIT,),
    "buy-in": (SIT, {"do": "buy-in", "amount": 10_000}),
    "cash-out": (SIT, {"do": "cash-out", "amount": 10_000}),
    "leave": (SIT, {"do": "leave"}),
}


@pytest.fixture
def inner() -> Iterator[Store]:
    with closing(new_store()) as store:
        yield store


class Hold:
    """Holds calls of an asynchronous function until ``release`` is set."""

    def __init__(self, real: Callable[..., Awaitable[Any]], when: Callable[..., bool]) -> None:
        self._real, self._when = real, when
        self.reached, self.release = asyncio.Event(), asyncio.Event()

    async def __call__(self, *given: Any) -> Any:
        if self._when(*given):
            self.reached.set()
            await self.release.wait()
        return await self._real(*given)

    async def wait_until_reached(self) -> None:
        await asyncio.wait_for(self.reached.wait(), PATIENCE)


def sent_lines(client: ConnectionEnd) -> list[int]:
    """The numbers of all lines in messages, in the order of their arrival."""
    return [line["seq"] for each in client.received for line in each.get("lines", ())]


def check_once(client: ConnectionEnd, last: int, first: int | None = None) -> None:
    """All lines after the snapshot were sent once, and up to it those from ``first`` on."""
    begin = client.hello["snapshot"]["seq"] + 1 if first is None else first
    assert sent_lines(client) == list(range(begin, last + 1))


async def has_sent(runner: TableRunner, *clients: ConnectionEnd) -> None:
    """Wait until every client has the last line, as a line or in its snapshot."""
    await until(
        lambda: all(
            max([each.hello["snapshot"]["seq"], *sent_lines(each)]) >= runner.seq
            for each in clients
        )
    )


@pytest.mark.parametrize("name", MOVES_MONEY)
def test_who_joins_while_purses_are_looked_up_gets_each_line_once(inner: Store, name: str) -> None:
    """A tick that moves money is written, and the answer of the store is lost: the tick is found in
    the log, and purses are looked up before it is sent."""

    async def test(house: HouseServer, live: LiveProtocol, faulty: Faulty) -> None:
        ann, token = await a_guest(house)
        runner = house.tables[TABLE]
        *before, command = MOVES_MONEY[name]
        async with connected(live) as early, connected(live, token) as own:
            await welcomed(early)
            await welcomed(own)
            for number, raw in enumerate(before, 1):
                assert (await asked(runner, ann, number, raw))["ok"]
            await house.purses.look_up(ann.person or 0)
            purses = house.purses
            hold = Hold(purses.look_up, lambda person: not purses.is_known(person))
            purses.look_up = hold  # type: ignore[method-assign, assignment]
            faulty.fail_next("after")
            answer = asyncio.ensure_future(asked(runner, ann, len(before) + 1, command))
            await hold.wait_until_reached()
            async with connected(live) as joined, connected(live, query="&from=1") as back:
                await welcomed(joined)
                await welcomed(back)
                shown = (await early.ask("snapshot"))["snapshot"]
                sent = [early.hello["snapshot"]["seq"], *sent_lines(early)]
                assert shown["seq"] == max(sent)
                assert not answer.done()
                hold.release.set()
                last = (await answer)["to"]
                await has_sent(runner, early, own, joined, back)
                assert runner.seq == last
                for each in (early, own, joined):
                    check_once(each, last)
                check_once(back, last, first=1)

    at_live(inner, test)


@pytest.mark.parametrize("name", MOVES_MONEY)
def test_lines_written_while_a_client_is_welcomed_come_after_its_snapshot(
    inner: Store, name: str
) -> None:
    """The lines a client missed are read after its snapshot was taken; others go on meanwhile."""

    async def test(house: HouseServer, live: LiveProtocol, _: Faulty) -> None:
        ann, _token = await a_guest(house)
        runner = house.tables[TABLE]
        *before, command = MOVES_MONEY[name]
        for number, raw in enumerate(before, 1):
            assert (await asked(runner, ann, number, raw))["ok"]
        hold = Hold(live._missed_lines, lambda *_: True)
        live._missed_lines = hold  # type: ignore[method-assign, assignment]
        async with connected(live, query="&from=1") as client:
            await hold.wait_until_reached()
            seq = runner.seq
            last = (await asked(runner, ann, len(before) + 1, command))["to"]
            assert client.received == []
            hold.release.set()
            await welcomed(client)
            await has_sent(runner, client)
            assert client.hello["snapshot"]["seq"] == seq < last
            check_once(client, last, first=1)

    at_live(inner, test)


def test_who_joins_while_a_tick_is_written_gets_its_lines_after_the_snapshot(inner: Store) -> None:
    async def test(house: HouseServer, live: LiveProtocol, faulty: Faulty) -> None:
        ann, _token = await a_guest(house)
        runner = house.tables[TABLE]
        faulty.fail_next("hang-after")
        answer = asyncio.ensure_future(asked(runner, ann, 1, SIT))
        await until(faulty.hanging.is_set)
        async with connected(live) as joined:
            await welcomed(joined)
            faulty.release()
            last = (await answer)["to"]
            await has_sent(runner, joined)
            assert joined.hello["snapshot"]["seq"] < last
            check_once(joined, last)

    at_live(inner, test)
