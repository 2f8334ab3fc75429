"""A house on a store whose writes fail, are slow or hang, at every point in turn and at random:
what is acknowledged is stored, what is not stored did not happen, and the table continues."""

import asyncio
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lammer.audit.log.auditor import audit_log
from lammer.fair.verify import DrawTally, verify
from lammer.server.house import HouseServer
from lammer.server.people.permissions import Requester
from lammer.server.tables.answers import QueuedCommand
from lammer.server.tables.audience import Listener
from lammer.server.tables.runner import TableRunner
from lammer.store import open_store
from lammer.store.port import Store, Transfer
from tests.server.support.running import PATIENCE
from tests.store.faulty import POINTS, Faulty, Point, planned
from tests.usual import usual

AT = "2026-01-01T00:00:00Z"
TABLE = "craps-1"
GAME: tuple[dict[str, Any], ...] = (
    {"do": "sit", "rail": 50_000},
    {"do": "accept-dice"},
    {"do": "seed", "seed": "mine"},
    {"do": "bet", "wager": "pass", "amount": 1000},
    {"do": "roll"},
    {"do": "bet", "wager": "field", "amount": 500},
    {"do": "roll"},
    {"do": "bet", "wager": "pass", "amount": 1000},
    {"do": "roll"},
    {"do": "buy-in", "amount": 10_000},
    {"do": "bet", "wager": "any-seven", "amount": 100},
    {"do": "roll"},
    {"do": "leave"},
)


@dataclass(eq=False)
class KeepingListener(Listener):
    """Somebody who sees what is shown, and keeps it."""

    lines: list[str] = field(default_factory=list)
    stopped: list[str] = field(default_factory=list)

    def send(self, message: bytes) -> None:
        found = json.loads(message)
        self.lines += [line["hash"] for line in found.get("lines", ())]
        if "stopped" in found:
            self.stopped.append(found["stopped"])

    def table_gone(self, closed: bool = False) -> None:
        self.stopped.append("closed" if closed else "gone")


def new_store(path: Path | None = None) -> Store:
    store = open_store(":memory:" if path is None else str(path))
    store.migrate()
    store.lease()
    return store


def add_player(store: Store, name: str) -> Requester:
    person = store.add_person("guest", name, AT, Transfer(0, 100_000, "grant", AT))
    return Requester(person.id, name, (), "client")


async def asked(
    runner: TableRunner, who: Requester, number: int, raw: dict[str, Any]
) -> dict[str, Any]:
    answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
    runner.submit(QueuedCommand(who, number, runner.read_message(who, raw), answer.set_result))
    return await asyncio.wait_for(answer, PATIENCE)


async def release_whatever_hangs(faulty: Faulty, watcher: KeepingListener) -> None:
    """While a write hangs nothing new may be shown; after a moment it goes on."""
    while True:
        await asyncio.sleep(0.001)
        if faulty.hanging.is_set():
            seen = len(watcher.lines)
            await asyncio.sleep(0.005)
            assert len(watcher.lines) == seen
            faulty.release()


async def settled(house: HouseServer) -> None:
    """Wait until every table has its pledge and nothing is being written: from here on, only the
    game writes, one thing after the other."""
    end = time.monotonic() + PATIENCE
    while (
        house.writer.waiting
        or house.writer.stalled_seconds()
        or any(each.table.pledge is None for each in house.tables.values())
    ):
        assert time.monotonic() < end, "the house does not come to rest"
        await asyncio.sleep(0.001)


async def game_on(
    inner: Store, plan: dict[int, Point]
) -> tuple[dict[int, dict[str, Any]], KeepingListener, Requester]:
    """The game played to its end however often it takes; every answer, and all that was shown."""
    who = add_player(inner, "Ann")
    faulty = Faulty(inner, {}, slow_s=0.01)
    house = await HouseServer.open(faulty.store)
    runner, watcher = house.tables[TABLE], KeepingListener()
    await settled(house)
    runner.listeners.add(watcher)
    before = faulty.from_here(plan)
    freeing = asyncio.create_task(release_whatever_hangs(faulty, watcher))
    answers: dict[int, dict[str, Any]] = {}
    try:
        for number, raw in enumerate(GAME, 1):
            end = time.monotonic() + PATIENCE
            while True:
                found = await asked(runner, who, number, dict(raw))
                kept = found["ok"] or found["refusal"]["code"] not in ("not-stored", "store-down")
                if kept:
                    answers[number] = found
                    break
                assert time.monotonic() < end, f"{raw} was never taken"
                await asyncio.sleep(0.001)
        assert not freeing.done(), freeing.result()
        assert runner.stopped is None
    finally:
        freeing.cancel()
        faulty.release()
        await house.close()
    reached = {number for number in plan if before + number <= len(faulty.done)}
    assert {each.number - before for each in faulty.done if each.point} == reached
    return answers, watcher, who


def held(
    inner: Store, answers: dict[int, dict[str, Any]], watcher: KeepingListener, who: Requester
) -> None:
    """What was answered and shown is what is kept, once each; and the house can go on from it."""
    head = inner.head(TABLE)
    assert head is not None
    log = [json.loads(line) for line in inner.lines(TABLE, 1)]
    entries = [each for each in inner.entries(TABLE, 1, head[0]) if each.person == who.person]
    numbers = [each.number for each in entries]
    assert len(set(numbers)) == len(numbers)
    assert numbers == [number for number, found in answers.items() if found["ok"]]
    for entry in entries:
        asked_for = GAME[entry.number - 1]
        command = log[entry.seq - 1]["body"]["command"]
        assert {key: command[key] for key in asked_for} == asked_for
    kept = [line["hash"] for line in log]
    assert watcher.lines == kept[-len(watcher.lines) :] if watcher.lines else True
    assert inner.verify() == []
    lines = [(line["seq"], raw) for line, raw in zip(log, inner.lines(TABLE, 1), strict=True)]
    found = [each.what for each in audit_log(lines)]
    assert found == ["The log has no closing line: it is not complete."]
    (*_, tally) = verify(lines)
    assert isinstance(tally, DrawTally)
    assert tally.ok


async def goes_on(inner: Store) -> None:
    house = await HouseServer.open(inner)
    try:
        assert not house.health()[1]["stopped"]
        assert house.tables[TABLE].game.seed is not None
    finally:
        await house.close()


@pytest.fixture
def inner() -> Iterator[Store]:
    store = new_store()
    yield store
    store.close()


@pytest.mark.parametrize(
    ("number", "point"),
    usual(
        [(number, point) for number in range(1, len(GAME) + 1) for point in POINTS],
        [(number, point) for number in range(1, len(GAME) + 1) for at, point in enumerate(POINTS)
         if (number + at) % 3 == 0],
    ),
)  # fmt: skip
def test_a_write_that_fails_at_each_point_in_turn(inner: Store, number: int, point: Point) -> None:
    answers, watcher, who = asyncio.run(game_on(inner, {number: point}))
    held(inner, answers, watcher, who)
    asyncio.run(goes_on(inner))


@settings(max_examples=min(settings().max_examples, 500))
@given(st.integers(0, 2**32), st.floats(0.1, 0.7))
def test_writes_that_fail_at_random(seed: int, share: float) -> None:
    inner = new_store()
    try:
        answers, watcher, who = asyncio.run(game_on(inner, planned(seed, 60, share)))
        held(inner, answers, watcher, who)
        asyncio.run(goes_on(inner))
    finally:
        inner.close()
