"""This process among those that serve the house: its lease, its tables, and which process has each
of the others.

This is a copy of what the database said last, and no write depends on it: in the transaction of
every tick the epoch of the table decides. A process that was held up may still believe that it has
a table; it can write nothing there, and its next ``look`` corrects it.
"""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from lammer.server.ops.logs import log_line
from lammer.server.processes.placement import loads_of, to_give, to_share, to_take
from lammer.server.storage.store_writer import StoreWriter
from lammer.store.port import (
    LeaseLost,
    Member,
    NameTaken,
    ProcessRecord,
    Store,
    StoreError,
    TablePlace,
)

LOOKS_PER_LEASE = 4
"""How often a lease is renewed while it lasts."""
STEADY = 2
"""Looks in a row that must succeed before tables of others are taken: after a failure of the
database everybody's lease has ended, and everybody gets a chance to renew it."""
LEFT_OVER = 2
"""Leases after which a table that nobody has is anybody's."""
RATE_SECONDS = 60
"""For how long what happened at a table counts in how busy it is."""


class Changes(NamedTuple):
    """What has changed in the store: tables that this process has lost, and those it should take,
    with the epochs they had."""

    lost: list[str]
    to_take: Mapping[str, int]
    arrived: frozenset[str]
    """Processes that have joined since the last check."""


class Leases:
    """The lease of this process. ``seconds``: how long it lasts unless it is renewed."""

    def __init__(
        self,
        writer: StoreWriter,
        member: Member,
        seconds: float,
        monotonic: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._writer, self.member = writer, member
        self.seconds, self._monotonic, self._sleep = seconds, monotonic, sleep
        self.epochs: dict[str, int] = {}
        """The tables that this process has, with their epochs."""
        self.places: dict[str, TablePlace] = {}
        """Every open table of the house."""
        self.processes: list[ProcessRecord] = []
        self.alone = True
        """Whether this was the only process when it joined."""
        self.refused: str | None = None
        """Why this process may not serve the house any more, if another has its name."""
        self._renewed = monotonic()
        self._steady = 0
        self._orphans: dict[str, float] = {}
        """Since when nobody has a table."""
        self._rates: dict[str, float] = {}
        """How many lines a second were added to the log of each table lately."""
        self._looked = monotonic()

    @property
    def name(self) -> str:
        return self.member.name

    @property
    def shared(self) -> bool:
        """True if other processes may serve the house too."""
        return self._writer.store.shared

    @property
    def others(self) -> list[str]:
        """The other processes that served the house when this one looked last."""
        return [each.name for each in self.processes if each.name != self.name]

    @property
    def may_take(self) -> bool:
        """Whether this process could take and open tables when it looked last."""
        return any(each.may_take for each in self.processes if each.name == self.name)

    @property
    def overdue(self) -> bool:
        """True if the lease has ended by this process's own clock."""
        return self.shared and self._monotonic() - self._renewed > self.seconds

    @property
    def _lease_ms(self) -> int:
        return round(self.seconds * 1000)

    async def join(self) -> None:
        """Serve the house. If a process of this name has a lease, wait until that ends; raise
        ``NameTaken`` as soon as it is renewed, because then the other lives."""
        before = None
        while True:
            try:
                await self._join()
                self._steady = STEADY - 1  # It saw no failure of the database.
            except NameTaken as problem:
                if before is not None and problem.seconds > before:
                    raise
                before = problem.seconds
                await self._sleep(min(problem.seconds, 0.2) + 0.01)
            else:
                await self.look()
                return

    async def _join(self) -> None:
        began = self._monotonic()
        self.alone = await self._writer.write(lambda store: store.join(self.member, self._lease_ms))
        self._renewed, self.refused = began, None

    async def leave(self) -> None:
        """Give back all tables; another process may take them at once."""
        await self._writer.write(lambda store: store.leave())

    async def look(self) -> Changes:
        """Renew the lease, and read which process has which table."""
        known, began = dict(self.epochs), self._monotonic()
        try:
            if self.shared:
                await self._renew(began)
            before = {each.instance for each in self.processes}
            self.processes, places = await self._writer.read(_view)
        except BaseException:
            self._steady = 0
            raise
        self._steady += 1
        self._measure(places)
        self.places = {place.table: place for place in places}
        await self._give_up()
        lost = [
            table
            for table, epoch in known.items()
            if self.epochs.get(table) == epoch and not self._is_mine(table, epoch)
        ]
        arrived = {each.name for each in self.processes if each.instance not in before}
        return Changes(lost, self._to_take(), frozenset(arrived - {self.name}))

    def _measure(self, places: Sequence[TablePlace]) -> None:
        """Note how fast the log of every table of the house grows."""
        now = self._monotonic()
        seconds, self._looked = now - self._looked, now
        if seconds <= 0:
            return
        weight = 1 - math.exp(-seconds / RATE_SECONDS)
        rates = {}
        for place in places:
            before = self.places.get(place.table, place).lines or place.lines
            rate = max(place.lines - before, 0) / seconds
            rates[place.table] = weight * rate + (1 - weight) * self._rates.get(place.table, 0.0)
        self._rates = rates

    def loads(self) -> Mapping[str, float]:
        """Return how much each process that may take tables has to do; as lines a second, with
        something for each table."""
        able = [each.name for each in self.processes if each.may_take]
        return loads_of(self.places.values(), self._rates, able)

    def to_share(self) -> Mapping[str, str]:
        """Return which tables of this process should go to others that have less to do."""
        return to_share(list(self.places.values()), self._rates, self.loads(), self.name)

    async def _renew(self, began: float) -> None:
        try:
            await self._writer.write(lambda store: store.renew(self._lease_ms))
        except LeaseLost:
            try:
                await self._join()
            except NameTaken as problem:
                self.refused = str(problem)
                raise
        self._renewed = began

    async def _give_up(self) -> None:
        """Let others have the tables that are this process's by the store, which it does not run
        and may not take: a process of its name with other rules had them."""
        if self.may_take:
            return
        held = {
            table: place.epoch
            for table, place in self.places.items()
            if place.process == self.name and table not in self.epochs
        }
        if held:
            await self._writer.write(lambda store: store.release(held))

    def _is_mine(self, table: str, epoch: int) -> bool:
        place = self.places.get(table)
        return place is None or (place.epoch == epoch and place.process == self.name)

    def _to_take(self) -> Mapping[str, int]:
        now, orphans = self._monotonic(), self._orphans
        self._orphans = {
            table: orphans.get(table, now) for table, place in self.places.items() if place.orphan
        }
        left = {
            table
            for table, since in self._orphans.items()
            if now - since > LEFT_OVER * self.seconds
        }
        found = to_take(self.places.values(), self.processes, self.name, self.epochs, left)
        if self._steady >= STEADY or not self.shared:
            return found
        return {table: epoch for table, epoch in found.items() if self._was_left(table)}

    def _was_left(self, table: str) -> bool:
        """True if no process has a table, and none could have been held up with it."""
        process = self.places[table].process
        return process is None or process == self.name

    def to_give(self, idle: Collection[str], arrived: Collection[str]) -> Mapping[str, str]:
        """Return which of these tables that nobody is at should go to processes that arrived."""
        return to_give(idle, self.processes, arrived)

    async def take(self, tables: Mapping[str, int]) -> Mapping[str, int]:
        """Take tables that were seen at these epochs; return those taken."""
        if not tables:
            return {}
        taken = await self._writer.write(lambda store: store.take(tables))
        for table, epoch in taken.items():
            self.epochs[table] = epoch
            self.places[table] = self._place(table, self.name, epoch)
        return taken

    def _place(self, table: str, process: str | None, epoch: int) -> TablePlace:
        known = self.places.get(table)
        lines = 0 if known is None else known.lines
        return TablePlace(table, process, epoch, process is None, lines)

    def opened(self, table: str, epoch: int) -> None:
        """Note a table that this process has opened."""
        self.epochs[table] = epoch
        self.places[table] = self._place(table, self.name, epoch)

    def gone(self, table: str) -> None:
        """Note that this process has a table no more, or that it is closed."""
        self.epochs.pop(table, None)

    def closed(self, table: str) -> None:
        self.gone(table)
        self.places.pop(table, None)

    async def release(self, table: str, to: str | None = None) -> None:
        """Give a table that this process runs no more to another process, or to any."""
        epoch = self.epochs.pop(table, None)
        if epoch is None:
            return
        try:
            await self._writer.write(lambda store: store.release({table: epoch}, to))
        except StoreError as problem:
            # The store says that this process has the table; a later check takes it again.
            log_line(logging.ERROR, f"Not given back: {problem}", table=table)
            return
        self.places[table] = self._place(table, to, epoch)

    def forget(self) -> None:
        """Forget everything, because the database was restored."""
        self.epochs.clear()
        self.places.clear()
        self._orphans.clear()


def _view(store: Store) -> tuple[list[ProcessRecord], list[TablePlace]]:
    return store.processes(), store.places()
