"""Tables that all players have left with bets up: the house winds them up."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from typing import Any

import pytest

from lammer.audit.log.auditor import audit_log
from lammer.server.house import HouseServer
from lammer.server.ops.limits import ServerLimits
from lammer.server.people.permissions import Requester
from lammer.server.table_requests import TableRequest
from lammer.server.tables.runner import TableRunner
from lammer.store.port import Store
from tests.server.storage.test_faulty_store import add_player, asked, new_store
from tests.server.support.running import PATIENCE

ABSENT, DESERTED = 600, 900
Play = Callable[["AbsentPlayer"], Awaitable[None]]


@pytest.fixture
def inner() -> Iterator[Store]:
    with closing(new_store()) as store:
        yield store


class AbsentPlayer:
    """Somebody at a table of their own, who is never connected."""

    def __init__(self, runner: TableRunner, who: Requester) -> None:
        self.runner, self.who, self.number = runner, who, 0

    async def does(self, verb: str, **more: Any) -> None:
        self.number += 1
        found = await asked(self.runner, self.who, self.number, {"do": verb, **more})
        assert found["ok"], (verb, more, found)

    @property
    def bets(self) -> set[str]:
        there = self.runner.table.seats.get(1)
        return set() if there is None else set(there.bets)


async def field_only(ann: AbsentPlayer) -> None:
    """The dice are offered, and nobody takes them."""
    await ann.does("bet", wager="field", amount=500)


async def line_and_place(ann: AbsentPlayer) -> None:
    await ann.does("accept-dice")
    await ann.does("bet", wager="pass", amount=500)
    await ann.does("bet", wager="place-6", amount=600)


async def shoot_to_a_point(ann: AbsentPlayer) -> None:
    while ann.runner.table.point is None:
        if ann.runner.table.hands.holder is None:
            await ann.does("accept-dice")
        if "pass" not in ann.bets:
            await ann.does("bet", wager="pass", amount=500)
        await ann.does("roll")


async def come_bet_alone(ann: AbsentPlayer) -> None:
    """A come bet on its number, and the dice back on the come-out."""
    while not any(name.startswith("come-") for name in ann.bets) or ann.runner.table.point:
        await shoot_to_a_point(ann)
        await ann.does("bet", wager="come", amount=500)
        await ann.does("roll")
        if ann.runner.table.point and any(name.startswith("come-") for name in ann.bets):
            await ann.does("roll")


async def fire_alone(ann: AbsentPlayer) -> None:
    """A Fire Bet, a point made, and no bet on the line."""
    while "fire" not in ann.bets or ann.runner.table.point is not None:
        if ann.runner.table.hands.holder is None:
            await ann.does("accept-dice")
        if "fire" not in ann.bets and ann.runner.table.hands.fresh:
            await ann.does("bet", wager="fire", amount=100)
        if ann.runner.table.point is None:
            await ann.does("bet", wager="pass", amount=500)
        await ann.does("roll")


async def bonus_alone(ann: AbsentPlayer) -> None:
    """Bonus bets, and dice that nobody takes; without a chip on the rail."""
    await ann.does("bet", wager="all-small", amount=100)
    await ann.does("bet", wager="all-tall", amount=100)
    await ann.does("cash-out", amount=ann.runner.table.rail(1))


async def left_with_a_point(ann: AbsentPlayer) -> None:
    await shoot_to_a_point(ann)
    await ann.does("leave")
    assert ann.runner.table.seats[1].gone


async def left_with_fire(ann: AbsentPlayer) -> None:
    await fire_alone(ann)
    await ann.does("leave")


async def button(ann: AbsentPlayer) -> None:
    await ann.does("bet", wager="pass", amount=500)
    await ann.does("roll")
    await ann.does("bet", wager="place-6", amount=600)


async def shaken(ann: AbsentPlayer) -> None:
    await ann.does("bet", wager="field", amount=1000)


async def dealt(ann: AbsentPlayer) -> None:
    await ann.does("bet", wager="player", amount=1000)


async def left_at_the_shoe(ann: AbsentPlayer) -> None:
    await dealt(ann)
    await ann.does("leave")


CRAPS, MINI, BUTTON = (
    ("nj-2011", "craps"),
    ("nj-2011", "mini-craps"),
    ("nj-2011", "automated-craps"),
)
CASES: list[tuple[tuple[str, str], Play]] = [
    (CRAPS, field_only),
    (CRAPS, line_and_place),
    (CRAPS, shoot_to_a_point),
    (CRAPS, come_bet_alone),
    (CRAPS, fire_alone),
    (CRAPS, left_with_a_point),
    (CRAPS, left_with_fire),
    (("md-2013", "craps"), bonus_alone),
    (MINI, field_only),
    (MINI, shoot_to_a_point),
    (BUTTON, button),
    (("nj-1997", "mini-dice"), shaken),
    (("nj-2001", "punto-banco"), dealt),
    (("nj-2001", "punto-banco"), left_at_the_shoe),
]


@pytest.mark.parametrize("clock", [None, 30])
@pytest.mark.parametrize(("kind", "leaves_up"), CASES)
def test_an_abandoned_table_comes_to_its_end(
    inner: Store, kind: tuple[str, str], leaves_up: Play, clock: int | None
) -> None:
    """What may be taken down is, what must stay is decided; then the table is closed, and every
    chip is where it belongs."""
    who = add_player(inner, "Ann")
    by = inner.person(who.person or 0)
    house_file = {"fire": "A"} if kind == CRAPS else {}
    now = [0.0]

    async def run() -> str:
        limits = ServerLimits(absent=ABSENT, abandoned=ABSENT, deserted=DESERTED)
        house = await HouseServer.open(inner, limits, monotonic=lambda: now[0])
        try:
            runner = await house.open_table(TableRequest(by, *kind, house_file, clock=clock))
            ann = AbsentPlayer(runner, who)
            await ann.does("sit", rail=50_000)
            await leaves_up(ann)
            await _nothing_happens_before(runner, now)
            async with asyncio.timeout(PATIENCE):
                while runner.seats:
                    now[0] += 31
                    runner.clock.check(now[0])
                    runner.clock.remove_absent()
                    await asyncio.sleep(0.001)
            await house._close_empty()
            now[0] += DESERTED + 1
            await house._close_empty()
            assert runner.record.table not in house.tables
            return runner.record.table
        finally:
            await house.close()

    table = asyncio.run(run())
    lines = list(enumerate(inner.lines(table, 1), 1))
    assert [each.what for each in audit_log(lines)] == []
    assert inner.verify() == []
    assert inner.at_tables(who.person or 0) == 0


async def _nothing_happens_before(runner: TableRunner, now: list[float]) -> None:
    """As long as they may come back the house takes nothing down."""
    runner.clock.remove_absent()
    now[0] += ABSENT - 1
    before = runner.seq
    runner.clock.remove_absent()
    await asyncio.sleep(0.01)
    assert runner.seq == before or runner.record.clock is not None


def test_the_line_bet_of_an_abandoned_fire_bet_is_the_houses(inner: Store) -> None:
    """The rules want one of the shooter; the player's own chips are not bet for that."""
    who = add_player(inner, "Ann")
    by = inner.person(who.person or 0)
    now = [0.0]

    async def run() -> tuple[str, int]:
        house = await HouseServer.open(inner, monotonic=lambda: now[0])
        try:
            runner = await house.open_table(TableRequest(by, *CRAPS, {"fire": "A"}))
            ann = AbsentPlayer(runner, who)
            await ann.does("sit", rail=50_000)
            await fire_alone(ann)
            seq = runner.seq
            runner.clock.remove_absent()
            async with asyncio.timeout(PATIENCE):
                while runner.seats:
                    now[0] += 601
                    runner.clock.remove_absent()
                    await asyncio.sleep(0.001)
            return runner.record.table, seq
        finally:
            await house.close()

    table, seq = asyncio.run(run())
    after = [json.loads(line) for line in inner.lines(table, seq + 1)]
    bets = [line["body"]["amount"] for line in after if line["event"] == "bet"]
    brought = [line["body"]["amount"] for line in after if line["event"] == "buy-in"]
    assert bets
    assert bets == brought
    given = [
        each for _, each in inner.transfers(who.person or 0, 2**53, 200) if each.why == "top-up"
    ]
    assert sum(each.cents for each in given) == sum(brought)


def test_somebody_who_is_there_keeps_the_bets_of_all(inner: Store) -> None:
    ann, bob = add_player(inner, "Ann"), add_player(inner, "Bob")
    by = inner.person(ann.person or 0)
    now = [0.0]

    async def run() -> None:
        house = await HouseServer.open(inner, monotonic=lambda: now[0])
        try:
            runner = await house.open_table(TableRequest(by, *CRAPS, {}))
            one, two = AbsentPlayer(runner, ann), AbsentPlayer(runner, bob)
            await one.does("sit", rail=50_000)
            await two.does("sit", rail=50_000)
            await one.does("bet", wager="field", amount=500)
            runner.connected[bob.person or 0] = 1
            runner.clock.remove_absent()
            now[0] += 20 * ABSENT
            runner.clock.remove_absent()
            await asyncio.sleep(0.01)
            assert one.bets == {"field"}
            assert sorted(runner.seats) == [1, 2]
        finally:
            await house.close()

    asyncio.run(run())
