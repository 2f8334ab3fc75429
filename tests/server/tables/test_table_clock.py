"""The clock of an automatic table, and a player who tries to hold the table up."""

import asyncio
from collections.abc import Iterator
from contextlib import closing

import pytest

from lammer.server.house import HouseServer
from lammer.server.table_requests import TableRequest
from lammer.server.tables.clock import LONGEST_TURN
from lammer.store.port import Store
from tests.server.storage.test_faulty_store import add_player, new_store
from tests.server.support.running import PATIENCE
from tests.server.tables.test_abandoned_tables import AbsentPlayer

CLOCK = 30
STEP = 20
"""Seconds between two bets of somebody who keeps the clock from running out."""


@pytest.fixture
def inner() -> Iterator[Store]:
    with closing(new_store()) as store:
        yield store


def test_nobody_holds_a_table_by_betting(inner: Store) -> None:
    """Chips put down and taken up set the clock anew, four clocks long; then the dice are thrown,
    and the next turn has as long."""
    who = add_player(inner, "Ann")
    by = inner.person(who.person or 0)
    now = [0.0]

    async def run() -> None:
        house = await HouseServer.open(inner, monotonic=lambda: now[0])
        try:
            runner = await house.open_table(TableRequest(by, "nj-2011", "craps", {}, clock=CLOCK))
            ann = AbsentPlayer(runner, who)
            await ann.does("sit", rail=50_000)
            await ann.does("accept-dice")
            assert "goes_on_in" not in runner.legal(1)  # Nothing is bet: nobody waits.
            for turn in (1, 2):
                if "pass" not in ann.bets and runner.table.point is None:
                    await ann.does("bet", wager="pass", amount=500)
                began, trials = now[0], len(runner.game.recent)
                assert runner.legal(1)["goes_on_in"] == CLOCK
                while len(runner.game.recent) == trials:
                    assert now[0] - began < LONGEST_TURN * CLOCK, turn
                    now[0] += STEP
                    left = runner.legal(1)["goes_on_in"]
                    assert left == max(
                        0, min(CLOCK - STEP, LONGEST_TURN * CLOCK - (now[0] - began))
                    )
                    seq, goes_on = runner.seq, left == 0
                    runner.clock.check(now[0])
                    async with asyncio.timeout(PATIENCE):
                        while goes_on and runner.seq == seq:
                            await asyncio.sleep(0.001)
                    if not goes_on:
                        assert runner.seq == seq
                        up = "field" in ann.bets
                        if up:
                            await ann.does("remove", wager="field")
                        else:
                            await ann.does("bet", wager="field", amount=500)
                assert now[0] - began >= LONGEST_TURN * CLOCK, turn
                if runner.table.hands.holder is None:
                    await ann.does("accept-dice")
        finally:
            await house.close()

    asyncio.run(run())


def test_no_clock_runs_against_a_visitor_who_is_alone(inner: Store) -> None:
    """It runs once somebody else sits down, or the visitor is not connected any more; who opened
    the table alone has set it."""
    visitor, other = add_player(inner, "Ann"), add_player(inner, "Bob")
    now = [0.0]

    async def run() -> None:
        house = await HouseServer.open(inner, monotonic=lambda: now[0])
        try:
            runner = await house.open_table(TableRequest(None, "nj-2011", "craps", {}, clock=CLOCK))
            assert visitor.person is not None
            runner.connected[visitor.person] = 1
            ann = AbsentPlayer(runner, visitor)
            await ann.does("sit", rail=50_000)
            await ann.does("accept-dice")
            await ann.does("bet", wager="pass", amount=500)
            seq = runner.seq
            now[0] += 10 * CLOCK
            runner.clock.check(now[0])
            assert (runner.idle, runner.seq) == (True, seq)
            assert "goes_on" not in runner.legal(1)

            bob = AbsentPlayer(runner, other)
            await bob.does("sit", rail=50_000)
            assert runner.legal(1)["goes_on_in"] == CLOCK
            await bob.does("leave")
            assert "goes_on" not in runner.legal(1)

            runner.connected[visitor.person] = 0
            runner.clock.check(now[0])
            assert runner.legal(1)["goes_on_in"] == CLOCK
            now[0] += CLOCK
            runner.clock.check(now[0])
            async with asyncio.timeout(PATIENCE):
                while not runner.game.recent:
                    await asyncio.sleep(0.001)
        finally:
            await house.close()

    asyncio.run(run())


def test_the_clock_runs_for_who_opened_the_table(inner: Store) -> None:
    who = add_player(inner, "Ann")
    by = inner.person(who.person or 0)

    async def run() -> None:
        house = await HouseServer.open(inner, monotonic=lambda: 0.0)
        try:
            runner = await house.open_table(TableRequest(by, "nj-2011", "craps", {}, clock=CLOCK))
            runner.connected[who.person or 0] = 1
            ann = AbsentPlayer(runner, who)
            await ann.does("sit", rail=50_000)
            await ann.does("accept-dice")
            await ann.does("bet", wager="pass", amount=500)
            assert runner.legal(1)["goes_on_in"] == CLOCK
        finally:
            await house.close()

    asyncio.run(run())
