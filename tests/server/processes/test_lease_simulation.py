"""Leases, simulated: processes, time, stalls, deaths and lost answers in every order, by seed.

The processes run the server's own code (``Leases``) on the store's own statements. Each waits
before and after whatever it asks of the store, and a schedule made from the seed says who goes on
next. So a process may stand still anywhere for longer than its lease, as one that is stopped does.
"""

import copy
import random
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import closing
from typing import Any, NamedTuple, cast

import pytest

from lammer.server.processes.leases import Leases
from lammer.server.storage.store_writer import StoreWriter
from lammer.store.port import (
    LeaseLost,
    Member,
    OutcomeUnknown,
    PurseTooLow,
    Store,
    StoreError,
    Tick,
    Transfer,
)
from lammer.store.sqlite import SqliteStore
from tests.store.store_data import AT, guest, record

LEASE_S = 5
TABLES = tuple(f"t-{number}" for number in range(4))
NAMES = ("a", "b", "c")
PURSE = 3000
TIME = "(SELECT CAST(value AS BIGINT) FROM meta WHERE key = 'test-time')"


class TurnStep:
    """Waits until the schedule goes on with this process."""

    def __await__(self) -> Generator["TurnStep", None, None]:
        yield self


class Acknowledged(NamedTuple):
    """A line of which a process has said that it is written."""

    table: str
    seq: int
    line: bytes


class LeaseWorld:
    """The database, the time, and what was acknowledged."""

    def __init__(self, store: SqliteStore, seed: int) -> None:
        self.chance = random.Random(seed)
        self.now_ms = 1_000_000
        store.migrate()
        store.shared, store.clock = True, TIME
        self.store = store
        store._execute("INSERT INTO meta (key, value) VALUES ('test-time', '0')", ())
        self.person = guest(store, PURSE).id
        for table in TABLES:
            store.open_table(record(table), Tick(table, [(1, b"opened")]))
        self.acknowledged: list[Acknowledged] = []
        self.faults = True
        self.short = 0

    def monotonic(self) -> float:
        return self.now_ms / 1000

    def process(self, name: str, number: int) -> "SimulatedProcess":
        store = copy.copy(self.store)  # The same database, another member.
        return SimulatedProcess(self, store, Member(name, f"{name}-{number}", "r"))

    def pass_time(self, ms: int) -> None:
        self.now_ms += ms
        sql = "UPDATE meta SET value = ? WHERE key = 'test-time'"
        self.store._execute(sql, (str(self.now_ms),))


class SimulatedProcess:
    """A process that looks after its leases and plays at its tables, until it is killed."""

    def __init__(self, world: LeaseWorld, store: SqliteStore, member: Member) -> None:
        self.world, self.store, self.member = world, store, member
        self.leases = Leases(
            cast("StoreWriter", self), member, LEASE_S, world.monotonic, self._sleep
        )
        self.heads: dict[str, int] = {}
        self.stopped_until = 0
        self.work: Coroutine[TurnStep, None, None] = self._live()

    def go_on(self) -> None:
        """Continue to the next step."""
        self.work.send(None)

    # What stands for the writer

    async def read(self, do: Callable[[Store], Any]) -> Any:
        await TurnStep()
        found = do(self.store)
        await TurnStep()
        return found

    async def write(self, do: Callable[[Store], Any]) -> Any:
        await TurnStep()
        lost = self.world.faults and self.world.chance.random() < 0.03
        if lost and self.world.chance.random() < 0.5:
            raise StoreError("The database was made to be away.")
        found = do(self.store)
        await TurnStep()
        if lost:
            raise OutcomeUnknown("The answer was made to be lost.")
        return found

    async def _sleep(self, seconds: float) -> None:
        until = self.world.now_ms + round(seconds * 1000)
        while self.world.now_ms < until:
            await TurnStep()

    # Its life

    async def _live(self) -> None:
        while True:
            try:
                await self.leases.join()
                break
            except StoreError:
                await TurnStep()
        while True:
            try:
                await self._look()
                for _ in range(self.world.chance.randrange(6)):
                    await self._play()
            except StoreError:
                await TurnStep()

    async def _look(self) -> None:
        changes = await self.leases.look()
        for table in changes.lost:
            self.leases.gone(table)
        taken = await self.leases.take(changes.to_take)
        for table in taken:
            await self._rebuild(table)
        mine = sorted(self.leases.epochs)
        if changes.arrived:
            for table, to in self.leases.to_give(mine, changes.arrived).items():
                await self.leases.release(table, to)
        elif mine and self.world.faults and self.world.chance.random() < 0.1:
            given = self.world.chance.choice(mine)
            await self.leases.release(given, self.world.chance.choice((None, *NAMES)))

    async def _rebuild(self, table: str) -> None:
        while True:
            try:
                head = await self.read(lambda store: store.head(table))
            except StoreError:
                continue
            self.heads[table] = head[0]
            return

    async def _play(self) -> None:
        """Write a line under the epoch at which the table was taken, with a chip from a purse that
        all share."""
        mine = [each for each in sorted(self.leases.epochs) if each in self.heads]
        if not mine:
            await TurnStep()
            return
        table = self.world.chance.choice(mine)
        epoch, seq = self.leases.epochs[table], self.heads[table] + 1
        line = f"{self.member.instance} {epoch} {seq}".encode()
        bought = self.world.chance.random() < 0.5
        person = self.world.person
        cents = -self.store.balances(table).get("cage", 0)
        tick = Tick(table, [(seq, line)], epoch=epoch)
        if bought:
            tick.transfers.append(Transfer(person, -10, "buy-in", AT, table, seq))
            tick.balances = {"cage": -cents - 10, "rail-1": cents + 10}
        try:
            await self.write(lambda store: store.commit([tick]))
        except LeaseLost:
            self.leases.gone(table)
            return
        except PurseTooLow:
            self.world.short += 1
            return
        except OutcomeUnknown:
            head = await self.read(lambda store: next(store.lines(table, seq, seq), None))
            if head != line:
                await self._rebuild(table)
                return
        except StoreError:
            return
        self.heads[table] = seq
        self.world.acknowledged.append(Acknowledged(table, seq, line))


def simulated(seed: int, steps: int) -> tuple[LeaseWorld, list[SimulatedProcess]]:
    """Let processes live, stand still, die and come back; then let them settle."""
    store = SqliteStore(":memory:")
    world, chance = LeaseWorld(store, seed), random.Random(seed + 1)
    number = 0
    living: dict[str, SimulatedProcess] = {name: world.process(name, 0) for name in NAMES}
    for _ in range(steps):
        happened = chance.random()
        name = chance.choice(NAMES)
        if happened < 0.004 and name in living:
            living.pop(name).work.close()
        elif happened < 0.012 and name not in living:
            number += 1
            living[name] = world.process(name, number)
        elif happened < 0.018 and name in living:
            living[name].stopped_until = world.now_ms + chance.randrange(20_000)
        elif happened < 0.1:
            world.pass_time(chance.choice((10, 100, 1000, 1000)))
        else:
            ready = [each for each in living.values() if each.stopped_until <= world.now_ms]
            if ready:
                chance.choice(ready).go_on()
            else:
                world.pass_time(1000)
    world.faults = False
    if not living:
        living["a"] = world.process("a", number + 1)
    for at in range(1500):
        for each in living.values():
            each.stopped_until = 0
            each.go_on()
        if at % 20 == 0:
            world.pass_time(500)
    return world, list(living.values())


def check(world: LeaseWorld, living: list[SimulatedProcess]) -> None:
    """Nothing acknowledged is lost or done twice, the books balance, and each table is run by one
    process that lives."""
    assert len({each[:2] for each in world.acknowledged}) == len(world.acknowledged)
    logs = {table: list(world.store.lines(table, 1)) for table in TABLES}
    for table, seq, line in world.acknowledged:
        assert logs[table][seq - 1] == line, (table, seq, line)
    for log in logs.values():
        epochs = [int(line.split()[1]) for line in log[1:]]
        assert epochs == sorted(epochs)
    assert world.store.verify() == []
    names = {each.member.name: each for each in living}
    for place in world.store.places():
        assert not place.orphan, place
        assert place.process is not None
        assert names[place.process].leases.epochs[place.table] == place.epoch
    runs = [table for each in living for table in each.leases.epochs]
    assert sorted(runs) == sorted(TABLES)


def closed(found: tuple[LeaseWorld, list[SimulatedProcess]]) -> Iterator[LeaseWorld]:
    world, living = found
    with closing(world.store):
        check(world, living)
        yield world
    for each in living:
        each.work.close()


SHORT = pytest.param(8, 1500, id="short")
LONG = pytest.param(1000, 3000, id="long", marks=pytest.mark.long)


@pytest.mark.parametrize(("seeds", "steps"), [SHORT, LONG])
def test_whatever_happens_to_processes_no_line_is_lost_or_written_twice(
    seeds: int, steps: int
) -> None:
    lines = short = 0
    most_epoch = 0
    for seed in range(seeds):
        for world in closed(simulated(seed, steps)):
            lines += len(world.acknowledged)
            short += world.short
            most_epoch = max(most_epoch, *(each.epoch for each in world.store.places()))
    assert lines > 50 * seeds
    assert short > 0
    assert most_epoch > 5


def test_the_simulation_finds_a_store_that_does_not_check_epochs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A store that writes under any epoch, as one would that relied on the lease alone."""
    true = SqliteStore.commit

    def unchecked(store: SqliteStore, ticks: list[Tick]) -> None:
        present = {each.table: each.epoch for each in store.places()}
        for tick in ticks:
            head = store.head(tick.table)
            assert head is not None
            tick.epoch = present[tick.table]
            if tick.lines[0][0] <= head[0]:
                raise LeaseLost("The log goes on differently.")
        true(store, ticks)

    monkeypatch.setattr(SqliteStore, "commit", unchecked)

    def found(seed: int) -> bool:
        try:
            for _ in closed(simulated(seed, 1500)):
                pass
        except AssertionError:
            return True
        return False

    assert any(found(seed) for seed in range(20))
