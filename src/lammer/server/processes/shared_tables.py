"""Which tables this process runs of those that all processes of a house share: it takes, gives,
loses and moves them, and sends clients to where they are."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from lammer.server.errors import AnotherProcess, Refused
from lammer.server.ops.logs import log_line
from lammer.server.processes.leases import LOOKS_PER_LEASE, Changes, Leases
from lammer.server.processes.placement import home_of, lightest
from lammer.store.port import StoreError, TablePlace
from lammer.table.log import stamp

if TYPE_CHECKING:
    from lammer.server.house import HouseServer
    from lammer.server.tables.runner import TableRunner

LOOK_PAUSE = 0.05
"""The least number of seconds between two checks, however often others wake this process."""
OVERDUE = "This process cannot reach the database; no commands are accepted until it can."


class SharedTables:
    """The tables of the house, as this process shares them with others."""

    def __init__(self, house: "HouseServer", leases: Leases) -> None:
        self._house, self._leases = house, leases
        self._look = asyncio.Event()
        """Set to check at once which tables to run."""
        self._leaving = self._overdue = False
        """Whether tables are handed over at the end; whether the lease has ended."""
        self._seen_changes: dict[int, int] = {}
        """When the people changed whose changes by other processes are known here."""
        self._end_listening: Callable[[], None] | None = None

    def lease_lost(self, runner: "TableRunner") -> None:
        """Stop running a table that another process has taken."""
        if not runner.moved:
            log_line(logging.WARNING, "Another process runs this table.", table=runner.record.table)
            runner.move()
            self._house.spawn(self._drop(runner))

    async def _drop(self, runner: "TableRunner") -> None:
        """Forget a table after the tick under way, and let its clients connect again."""
        async with runner.between_ticks():
            self.forget(runner)
        await runner.stop()
        for listener in list(runner.listeners):
            listener.table_gone()

    def forget(self, runner: "TableRunner") -> None:
        """Forget a table that this process runs no more."""
        table = runner.record.table
        if self._house.tables.get(table) is runner:
            del self._house.tables[table]
            self._house.broken.pop(table, None)
            self._house.other_rules.pop(table, None)
            self._house.elsewhere[table] = runner.record
            self._leases.gone(table)
            self._look.set()

    async def move_table(self, table: str, to: str | None = None) -> None:
        """Let another process run a table, after the tick under way: ``to``, or the one with the
        least to do. Raises ``Refused`` if there is no such process, or it may not take tables."""
        runner = await self._house.find(table)
        able = {each.name for each in self._leases.processes if each.may_take}
        if to is None:
            loads = self._leases.loads()
            others = {name: load for name, load in loads.items() if name != self._leases.name}
            to = lightest(others, table)
        if to is None:
            raise Refused("no-such-process", "No other process can take tables.", 409,
                          instead="Start another one with --name.")  # fmt: skip
        if to not in able:
            raise Refused("no-such-process", f"No process {to} can take tables.", 404,
                          instead="GET /api/v1/processes lists them.")  # fmt: skip
        if to == self._leases.name:
            return
        runner.move()
        async with runner.between_ticks():
            if self._house.tables.get(table) is not runner:
                return
            await runner.stop()
            await self._leases.release(table, to)
            self.forget(runner)
        if to is not None:
            await self._wake([to])
        for listener in list(runner.listeners):
            listener.table_gone()

    async def share_load(self, process: str) -> dict[str, str]:
        """Move tables of this process to others that have less to do, until it has its share;
        return where each went. Raises ``AnotherProcess`` if another is meant."""
        if process != self._leases.name:
            if process not in self._leases.others:
                raise Refused("no-such-process", f"There is no process {process}.", 404,
                              instead="GET /api/v1/processes lists them.")  # fmt: skip
            raise AnotherProcess(f"The process {process} does that itself.", process)
        moved = {}
        for table, to in self._leases.to_share().items():
            with suppress(Refused):
                await self.move_table(table, to)
                moved[table] = to
        return moved

    async def hand_over(self) -> None:
        """Give all tables to others, each to the one with the least to do, before this one ends."""
        if not set(self._leases.loads()) - {self._leases.name}:
            return
        self._leaving = True
        with suppress(TimeoutError):
            async with asyncio.timeout(self._leases.seconds):
                for table in list(self._house.tables):
                    with suppress(Refused, StoreError):
                        await self.move_table(table)

    async def _wake(self, processes: list[str]) -> None:
        """Wake all processes, so that they check at once instead of a little later."""
        with suppress(StoreError):
            await self._house.writer.read(lambda store: store.wake(processes))

    async def wake_others(self) -> None:
        await self._wake(self._leases.others)

    def processes(self) -> list[dict[str, Any]]:
        """Return the processes that serve the house, with the number of tables that each runs."""
        counts = Counter(each.process for each in self._leases.places.values() if not each.orphan)
        return [
            {
                "process": each.name,
                "tables": counts[each.name],
                "since": stamp(datetime.fromtimestamp(each.since // 1000, UTC)),
                "lease_s": round(each.lease_ms / 1000, 1),
            }
            for each in self._leases.processes
        ]

    def place(self, table: str) -> TablePlace | None:
        """Return which process runs an open table, as far as this one knows."""
        return self._leases.places.get(table)

    def start(self) -> None:
        """Take notice of what other processes do, from now on."""
        loop = asyncio.get_running_loop()

        def woken() -> None:
            loop.call_soon_threadsafe(self._look.set)

        self._end_listening = self._house.writer.store.listen(woken)
        self._house.people.listen(lambda _: self._house.spawn(self.wake_others()), own=True)
        self._house.spawn(self._follow_leases())

    async def end(self) -> None:
        """Take no notice any more."""
        if self._end_listening is not None:
            await asyncio.to_thread(self._end_listening)

    async def _follow_leases(self) -> None:
        """Renew the lease again and again, drop tables that others have, take those that fall to
        this process."""
        while True:
            with suppress(TimeoutError):
                # ``wait_for`` would swallow a cancellation at the moment it is woken.
                async with asyncio.timeout(self._leases.seconds / LOOKS_PER_LEASE):
                    await self._look.wait()
            self._look.clear()
            if self._house.reloading:
                continue
            try:
                await self.look()
            except StoreError as problem:
                log_line(logging.ERROR, f"The lease was not renewed: {problem}")
                if self._leases.refused is not None:
                    self._replaced()
                    return
            except Exception as problem:  # noqa: BLE001
                log_line(logging.ERROR, f"Leases failed: {type(problem).__name__}: {problem}")
            await asyncio.sleep(LOOK_PAUSE)

    def _replaced(self) -> None:
        """End, because another process of this name serves the house; clients go on there."""
        self._leaving = True
        for runner in list(self._house.tables.values()):
            self.lease_lost(runner)
        for callback in self._house.on_replaced:
            callback()

    async def look(self) -> None:
        """Renew the lease and act on what the store says of tables."""
        changes = await self._leases.look()
        for table in changes.lost:
            runner = self._house.tables.get(table)
            if runner is None:
                self._leases.gone(table)
                self._house.broken.pop(table, None)
                self._house.other_rules.pop(table, None)
            else:
                self.lease_lost(runner)
        await self._note_places()
        await self._note_people()
        taken = await self._leases.take({} if self._leaving else changes.to_take)
        waiting = set(taken)
        try:
            for table in taken:
                record = self._house.elsewhere.get(table)
                if record is None:
                    continue
                await self._house.restore_table(record)
                self._house.elsewhere.pop(table, None)
                waiting.discard(table)
        finally:
            for table in waiting:  # A later check takes them again.
                self._leases.gone(table)
        if not self._leaving:
            await self._give_to_new(changes)
            if self._leases.may_take and not self._house.first_opened:
                await self._house.open_first_tables()

    async def _note_people(self) -> None:
        """Take notice of people whose sessions, roles, names or purses other processes changed."""
        seen = self._seen_changes
        since = max(seen.values()) if seen else None
        found = await self._house.writer.read(lambda store: store.changed_people(since))
        for person, at in found.items():
            if since is not None and seen.get(person) != at:
                self._house.people.changed_elsewhere(person)
        self._seen_changes = {0: since or 0, **found}
        changed = set(await self._house.purses.refresh())
        if changed:
            for runner in self._house.tables.values():
                if not changed.isdisjoint(runner.connected):
                    runner.updates.send_soon()

    async def _note_places(self) -> None:
        """Keep the records of tables that this process does not run."""
        house, places = self._house, self._leases.places
        for table in [each for each in house.elsewhere if each not in places]:
            del house.elsewhere[table]
        for table in list(places):
            if not (table in house.tables or table in house.elsewhere or table in house.broken):
                found = await house.writer.read(lambda store, t=table: store.table(t))  # type: ignore[misc]
                if found is not None and found.closed is None and table not in house.tables:
                    house.elsewhere[table] = found

    async def _give_to_new(self, changes: Changes) -> None:
        """Give tables that nobody is at to processes that came."""
        idle = [
            key
            for key, runner in self._house.tables.items()
            if not (runner.listeners or runner.seats or runner.stopped)
        ]
        for table, to in self._leases.to_give(idle, changes.arrived).items():
            with suppress(Refused):
                await self.move_table(table, to)

    def check(self) -> None:
        """Take no commands while the lease has ended by this process's own clock, and let clients
        go on at another process, which may have the tables."""
        overdue = self._leases.overdue
        if overdue == self._overdue:
            return
        self._overdue = overdue
        for runner in self._house.tables.values():
            if overdue or runner.unavailable == OVERDUE:
                runner.unavailable = OVERDUE if overdue else None
            if overdue and self._leases.others:
                for listener in list(runner.listeners):
                    listener.table_gone()

    def check_reachable(self, what: str, *, by_name: bool = False) -> None:
        """Raise ``AnotherProcess`` while this process is cut off from the database: what is asked
        of it would wait. One that was asked for ``by_name`` only refuses, since another sent the
        client here, or the client chose it."""
        others = self._leases.others
        if not others or not self._leases.overdue:
            return
        if by_name:
            raise Refused("store-down", OVERDUE, 503, instead="Try again in a moment.",
                          retry_after=1)  # fmt: skip
        raise AnotherProcess(OVERDUE, home_of(what, others) or "")

    def nobody_runs(self) -> list[str]:
        """Return the open tables that no process runs at this moment, as far as is known here."""
        return [each.table for each in self._leases.places.values() if each.orphan]
