"""The house: its tables, its people, its accounts, and the background tasks."""

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec

from lammer.server.errors import AnotherProcess, Refused, TableMoved, no_such_table, table_moving
from lammer.server.history import hands, meters
from lammer.server.history.hand_luck import HandLucks
from lammer.server.history.hand_replay import HandReplays
from lammer.server.lab.lab import Lab
from lammer.server.ops.limits import ServerLimits
from lammer.server.ops.logs import log_line
from lammer.server.ops.metrics import Metrics
from lammer.server.ops.write_health import WriteHealth
from lammer.server.people.accounts import Accounts
from lammer.server.people.log_growth import LogGrowth
from lammer.server.people.names import clean_name
from lammer.server.people.pseudonyms import in_charge, new_key
from lammer.server.people.purses import Purses
from lammer.server.processes.leases import Leases
from lammer.server.processes.shared_tables import SharedTables
from lammer.server.school.classes import School
from lammer.server.school.practice import PracticeTables
from lammer.server.storage.recovery import (
    OtherRulesError,
    RecoveredTable,
    RecoveryError,
    rebuild,
)
from lammer.server.storage.store_writer import StoreWriter
from lammer.server.storage.winding_up import winding_up
from lammer.server.table_requests import (
    USUAL_CLOCK,
    ElectionsFile,
    OpeningLimits,
    TableRequest,
    by_player,
    check_file,
    elections_for,
    elections_text,
    first_tables,
    open_command,
    opened_rules,
    requested_rules,
)
from lammer.server.tables.idempotency import AT_ONCE
from lammer.server.tables.runner import TableRunner
from lammer.store.port import (
    Conflict,
    MayNotOpen,
    Member,
    OutcomeUnknown,
    Person,
    Store,
    StoreError,
    TablePlace,
    TableRecord,
    Tick,
    TooManyTables,
)
from lammer.table.commands import Malformed
from lammer.table.log import Log, Origin, stamp
from lammer.table.rules import Rules
from lammer.table.run import Run

TICK = 0.1
"""Seconds between two checks of the tables' clocks."""
WATCH_SECONDS = 1.0
"""Seconds between two checks of the store and of empty tables, and between two attempts to read a
restored database."""
PROCESS = "main"
"""The name of a process that is given none."""
MOST_NUMBERS = 20
"""How many numbers are tried for a new table while other processes open some too."""
MOST_FINDINGS = 50
"""Accounting errors that ``health`` lists."""

_encoder = msgspec.json.Encoder()


class _NumberTaken(Exception):
    """Another process has opened a table of this number."""


class SeatChips(NamedTuple):
    """A person's chips at a table, in cents."""

    table: str
    name: str
    rail: int
    bets: int


class HouseServer:
    """A running house. Created by ``open``, ended by ``close``."""

    def __init__(
        self,
        store: Store,
        limits: ServerLimits | None = None,
        *,
        name: str = "Lammer",
        member: Member | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits = ServerLimits() if limits is None else limits
        self.name = name
        self.time, self.monotonic = now, monotonic
        writes = WriteHealth(now, monotonic)
        self.writer = StoreWriter(store, self.limits.writes, writes, monotonic)
        if member is None:
            member = Member(PROCESS, secrets.token_hex(8))
        self.leases = Leases(self.writer, member, self.limits.lease, monotonic)
        self.sharing = SharedTables(self, self.leases)
        self.elsewhere: dict[str, TableRecord] = {}
        """Open tables that other processes run, or nobody yet."""
        self.people = Accounts(self.writer, now, house=name)
        self.purses = Purses(self.writer)
        self.school = School(self.writer, now)
        self.metrics = Metrics()
        self.started = now()
        self.tables: dict[str, TableRunner] = {}
        self.broken: dict[str, str] = {}
        self.other_rules: dict[str, TableRecord] = {}
        """Tables that cannot go on under the present rules, and can only be closed."""
        self.books: list[str] = []
        """Accounting errors found when the store was read."""
        self.walk_ins: set[int] = set()
        self._rules: dict[tuple[str, str, str], Rules] = {}
        self.replays = HandReplays(self.rules_of)
        self.lucks = HandLucks(self.replays)
        self._tasks: set[asyncio.Task[None]] = set()
        self.reloading = False
        self._generation = 0
        self.id = ""
        """The public id of the house."""
        self._unreachable = False
        self._files: tuple[ElectionsFile, ...] = ()
        self.first_opened = False
        self._empty_since: dict[str, float] = {}
        self._last_key: dict[str, int] = {}
        self._opening = asyncio.Lock()
        self._openings = OpeningLimits(self.limits, monotonic)
        self.growth = LogGrowth(self.limits, monotonic)
        self.practice = PracticeTables(self.writer, self.limits, now, monotonic)
        several = member.name if store.shared else None
        self.lab = Lab(self.limits, self.metrics, monotonic, several)
        self._closed_meters: dict[str, Mapping[str, Any]] = {}
        """Reports of closed tables, which do not change any more."""
        self.earlier_lookups = asyncio.Semaphore(AT_ONCE)
        self.on_replaced: list[Callable[[], None]] = []
        """Called when another process has this one's name, and this one must end."""
        self.on_reload: list[Callable[[], None]] = [
            self.school.forget,
            self.practice.forget,
        ]
        self._measure()

    # Life

    @classmethod
    async def open(
        cls,
        store: Store,
        limits: ServerLimits | None = None,
        *,
        name: str = "Lammer",
        member: Member | None = None,
        files: Iterable[ElectionsFile] = (),
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic: Callable[[], float] = time.monotonic,
    ) -> "HouseServer":
        """Open a house on a store that is migrated and leased. Its tables are rebuilt; a table is
        added for each game that it never had, and for each of the ``files`` that no table was
        opened with. Raises ``UnusableFile`` if a table cannot be opened with its file; then no
        table is added."""
        house = cls(store, limits, name=name, member=member, now=now, monotonic=monotonic)
        try:
            house._generation = await house.writer.read(lambda store: store.generation())
            await house.leases.join()
            await house._load()
            if house.leases.shared:
                house.sharing.start()  # The lease is renewed while tables are opened.
            house._files = tuple(files)
            await house.open_first_tables()
        except BaseException:
            await house.close()
            raise
        house.spawn(house._clock())
        house.spawn(house._watch())
        house.spawn(house._probe_writes())
        house.people.listen(house._changed)
        return house

    async def open_first_tables(self) -> None:
        """Open the tables that the house opens by itself; one with other rules than the processes
        that came before it does so once they have ended."""
        wanted = await self._first_tables(self._files)
        self.first_opened = self.leases.may_take
        for request in wanted if self.first_opened else ():
            try:
                await self.open_table(request)
            except Conflict:
                pass  # Another process has opened it just now.
            except MayNotOpen:
                self.first_opened = False  # The next check of the store will find it.
                return

    async def _first_tables(self, files: tuple[ElectionsFile, ...]) -> list[TableRequest]:
        """Return the tables that the house opens by itself. A file that names its game takes
        precedence over one that does not."""
        chosen: dict[tuple[str, str], ElectionsFile] = {}
        for each in sorted(files, key=lambda file: file.game is not None):
            chosen |= {(each.rules, game): each for game in each.games}
        records = await self.writer.read(lambda store: store.tables())
        there = {(f.rules, f.game, f.house) for f in records if f.opened_by is None}
        found = []
        for rules, game in dict.fromkeys((*first_tables(), *chosen)):
            file = chosen.get((rules, game))
            house = {} if file is None else file.house
            if (rules, game) in first_tables() and game not in self._last_key:
                pass  # The house never had a table of this game.
            elif file is None or (rules, game, elections_text(house)) in there:
                continue
            if file is not None:
                await asyncio.to_thread(check_file, file, game)
            found.append(TableRequest(None, rules, game, house, clock=USUAL_CLOCK))
        return found

    def _changed(self, person: int) -> None:
        for runner in self.tables.values():
            runner.drop_person(person)

    async def close(self) -> None:
        """Stop every table between two ticks, and write what is waiting."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.sharing.end()
        await self.lab.close()
        await asyncio.gather(*(runner.stop() for runner in self.tables.values()))
        with suppress(StoreError):
            await self.leases.leave()
            await self.sharing.wake_others()
        await self.writer.close()
        self.people.close()

    def spawn(self, work: Any) -> None:
        """Run a coroutine in the background while the house is open."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        problem = None if task.cancelled() else task.exception()
        if problem is not None:
            log_line(logging.ERROR, f"{type(problem).__name__}: {problem}")

    async def _load(self) -> None:
        self.id = await self.writer.read(lambda store: store.house_id())
        self.books = await self.writer.read(lambda store: store.verify())
        for problem in self.books:
            log_line(logging.ERROR, f"Accounting error: {problem}")
        await self._read_numbers()
        changes = await self.leases.look()
        taken = await self.leases.take(changes.to_take)
        for record in await self.writer.read(lambda store: store.tables()):
            if record.table in taken:
                await self.restore_table(record)
            else:
                self.elsewhere[record.table] = record

    async def _read_numbers(self) -> None:
        """Find the highest number of a table of each game."""
        for record in await self.writer.read(lambda store: store.tables(closed=True)):
            game, _, number = record.table.rpartition("-")
            if number.isdecimal():
                self._last_key[game] = max(self._last_key.get(game, 0), int(number))

    async def restore_table(self, record: TableRecord) -> None:
        """Rebuild a table from the store. If that fails, only this table is stopped."""
        self.broken.pop(record.table, None)
        self.other_rules.pop(record.table, None)
        try:
            runner = await self._rebuild(record, self.rules_of(record))
        except Exception as problem:
            if isinstance(problem, StoreError) and not await self._store_answers():
                raise
            self._show_broken(record, problem)
            return
        self.tables[record.table] = runner
        runner.start()
        runner.set_up()

    async def _store_answers(self) -> bool:
        try:
            await self.writer.read(lambda store: store.ping())
        except StoreError:
            return False
        return True

    def _show_broken(self, record: TableRecord, problem: Exception) -> None:
        """Show a table that cannot be rebuilt as it was opened, if possible, with the reason."""
        if isinstance(problem, OtherRulesError | Refused | Malformed):
            self.other_rules[record.table] = record
        known = isinstance(problem, RecoveryError | Refused | Malformed | StoreError)
        what = str(problem) if known else f"{type(problem).__name__}: {problem}"
        why = self.broken[record.table] = f"{record.table} cannot go on: {what}."
        log_line(logging.ERROR, why, table=record.table)
        try:
            run = Run()
            opened = run.do({**open_command(record), "at": record.opened})
        except (Malformed, ValueError):
            return
        if opened.ok:
            runner = TableRunner(self, record, run, Log(lambda _: None))
            runner.stopped = why
            self.tables[record.table] = runner

    async def _rebuild(self, record: TableRecord, rules: Rules) -> TableRunner:
        def keep(line: bytes) -> None:
            runner.game.keep(line)

        epoch = self.leases.epochs.get(record.table, 0)
        made: RecoveredTable = await self.writer.read(
            lambda store: rebuild(store, record, rules, keep)
        )
        runner = TableRunner(self, record, made.run, made.log)
        game = runner.game
        game.seats, game.hands, game.seed = made.seats, made.hands, made.seed
        game.recent, game.score = made.recent, made.score
        game.old_digest = made.old_digest
        game.epoch = epoch
        game.published = await self.writer.read(lambda store: store.last_published(record.table))
        game.pseudonym_key = await self.writer.read(lambda store: store.pseudonym_key(record.table))
        for person in set(made.seats.values()):
            known = await self.writer.read(lambda store, p=person: store.person(p))  # type: ignore[misc]
            if known is not None and known.kind == "walk-in":
                self.walk_ins.add(person)
        if made.lost:
            log_line(logging.WARNING, "The pledged seed is lost; the pledge is withdrawn.",
                table=record.table)  # fmt: skip
        return runner

    async def find(self, table: str) -> TableRunner:
        """Return a table as ``runner`` does, also if another process has opened it just now."""
        await self.look_for(table)
        return self.runner(table)

    async def look_for(self, table: str) -> None:
        """Note a table that is not known here yet, if there is one in the store."""
        known = table in self.tables or table in self.elsewhere or table in self.broken
        if known or self.reloading or not self.leases.shared:
            return
        found = await self.writer.read(lambda store: _opened_now(store, table))
        if found is not None and found[1].process != self.leases.name:
            self.elsewhere[table], self.leases.places[table] = found

    def runner(self, table: str) -> TableRunner:
        found = self.tables.get(table)
        if found is None and self.reloading:
            detail = "The house was restored from a backup and is being read again."
            raise Refused("store-down", detail, 503, instead="Try again in a moment.")
        if found is None and table in self.elsewhere:
            place = self.leases.places.get(table)
            if place is None or place.orphan or place.process in (None, self.leases.name):
                raise table_moving(table)
            raise TableMoved(table, place.process or "")
        if found is None:
            raise no_such_table()
        return found

    def rules_of(self, record: TableRecord) -> Rules:
        """Return the rules of a table; tables with equal elections share one object."""
        key = record.rules, record.game, record.house
        found = self._rules.get(key)
        if found is None:
            if len(self._rules) >= self.limits.tables:
                self._rules.clear()
            found = self._rules[key] = opened_rules(open_command(record), opened=True)
        return found

    # Tables

    async def open_table(self, request: TableRequest) -> TableRunner:
        """Open a new table. Raises ``Refused``, or ``Malformed`` if its elections are; ``Conflict``
        or ``MayNotOpen`` for a table of the house itself; ``AnotherProcess`` if only that may open
        any."""
        async with self._opening:
            for attempt in range(MOST_NUMBERS):
                self._openings.check(request, self.records())
                try:
                    return await self._open_table(request, count=attempt == 0)
                except TooManyTables:
                    raise self._openings.enough(request.by) from None
                except MayNotOpen:
                    if request.by is None:
                        raise
                    raise self._opened_elsewhere() from None
                except _NumberTaken:
                    pass
                await self._read_numbers()
        raise Refused("busy", "Many tables are being opened.", 503, instead="Try again.")

    def records(self) -> list[TableRecord]:
        """Return the open tables of the house, whoever runs them."""
        return [*(each.record for each in self.tables.values()), *self.elsewhere.values()]

    async def _open_table(self, request: TableRequest, *, count: bool) -> TableRunner:
        if not self.leases.may_take:
            raise MayNotOpen("This process may open no table.")
        key = new_key()
        record, run, line = await asyncio.to_thread(self._new_table, request, key)
        if count:
            self._openings.check_rate(request)
        log = Log(lambda line: runner.game.keep(line), self._origin(record))
        log.lines, log.head = 1, json.loads(line)["hash"]
        runner = TableRunner(self, record, Run.resume(run.table, run.now, log), log)
        game = runner.game
        game.pseudonym_key, game.epoch = key, 1
        first = hands.hand_record(game.hands, run.table, {}, game.score, record.opened)
        tick = Tick(record.table, lines=[(1, line)], hands=[first], pseudonym_key=key, epoch=1)
        alike = request.by is not None or not self.leases.shared
        # Otherwise a check of the store could take it in between.
        self.leases.opened(record.table, game.epoch)
        try:
            await self._write_opened(record, tick, alike, self._openings.most(request.by))
        except BaseException:
            self.leases.closed(record.table)
            raise
        self.leases.opened(record.table, game.epoch)
        self.tables[record.table] = runner
        self._openings.opened(request, record.table)
        runner.start()
        runner.set_up()
        return runner

    async def _write_opened(
        self, record: TableRecord, tick: Tick, alike: bool, most: int | None
    ) -> None:
        try:
            await self.writer.write(
                lambda store: store.open_table(record, tick, alike=alike, most=most)
            )
        except TooManyTables:
            raise
        except Conflict:
            if await self.writer.read(lambda store: store.table(record.table)) is None:
                raise
            raise _NumberTaken from None
        except OutcomeUnknown:
            if await self.head_of(record.table) != tick.lines[-1]:
                raise

    def _opened_elsewhere(self) -> Refused:
        """Return that this process may open no table, and which may."""
        able = {each.name for each in self.leases.processes if each.may_take} - {self.leases.name}
        detail = "This process opens no table while the house is served by others with other rules."
        if able:
            return AnotherProcess(detail, min(able))
        return Refused("store-down", "No process can open tables at this moment.", 503,
                       instead="Try again in a moment.", retry_after=1)  # fmt: skip

    def _new_table(self, request: TableRequest, key: str) -> tuple[TableRecord, Run, bytes]:
        """Return a new table and the line that opens it. Called in a thread, because compiling
        rules takes a while."""
        record = self._new_record(request)
        lines: list[bytes] = []
        run = Run(lines.append, self._origin(record))
        command = {**open_command(record), "at": record.opened}
        refusal = run.do(command, by=in_charge(key, request.by)).refusal
        if refusal is not None:
            raise Refused(refusal.code, refusal.detail, 422, clauses=refusal.clauses)
        return record, run, lines[0]

    def _origin(self, record: TableRecord) -> Origin:
        return Origin(self.id, record.table)

    def _new_record(self, request: TableRequest) -> TableRecord:
        by, rules, _, house, kind, name, clock, _ = request
        made = requested_rules(request)
        game, house = made.house.law.game, elections_for(request.kind, made, house)
        number = self._last_key[game] = self._last_key.get(game, 0) + 1
        key = f"{game}-{number}"
        called = clean_name(name) if name else f"{game.replace('-', ' ').capitalize()} {number}"
        clock = None if kind == "staffed" else clock
        opened = stamp(self.time().replace(microsecond=0))
        by_id = None if by is None else by.id
        return TableRecord(
            key, called, rules, game, kind, clock, elections_text(house), by_id, opened
        )

    async def close_table(self, table: str, by: Person | None = None) -> None:
        """Close a table at which nobody has chips, or one that cannot go on under the present
        rules; ``by`` is None for the house."""
        if table in self.other_rules:
            await self._wind_up(self.other_rules[table], by)
            return
        runner = self.tables.get(table)
        if runner is None:
            raise no_such_table()
        async with runner.between_ticks():
            if self.tables.get(table) is not runner or runner.stopped is not None:
                raise Refused("stopped", f"{table} is stopped: {runner.stopped}", 409)
            if runner.table.seats:
                raise Refused("in-use", "Somebody sits at this table, or has chips there.", 409,
                              instead="Close it when everybody has left, you too.")  # fmt: skip
            await runner.close(stamp(max(self.time(), runner.game.run.now)), by)
            del self.tables[table]
            self.leases.closed(table)
        await runner.stop()

    async def _wind_up(self, record: TableRecord, by: Person | None) -> None:
        """Give back every chip at a table that cannot go on, and close it."""
        try:
            epoch = self.leases.epochs[record.table]
            tick = await self.writer.write(
                lambda store: _wound_up(store, record, by, self.time(), epoch)
            )
        except RecoveryError as problem:
            raise Refused("stopped", f"{record.table} cannot be closed: {problem}.", 409) from None
        self.other_rules.pop(record.table, None)
        self.broken.pop(record.table, None)
        self.leases.closed(record.table)
        runner = self.tables.pop(record.table, None)
        await self.refresh_purses({each.person for each in tick.transfers})
        for listener in list(runner.listeners if runner is not None else ()):
            listener.table_gone(closed=True)

    def opened_by(self, person: int) -> list[str]:
        return sorted(each.table for each in self.records() if each.opened_by == person)

    def seats_of(self, person: int) -> list[SeatChips]:
        """Return a person's seats and the chips there, in the order in which the tables were
        opened."""
        found = []
        for key, runner in self.tables.items():
            seat, table = runner.seat_of(person), runner.table
            if seat is not None:
                chips = table.rail(seat), table.layout(seat)
                found.append(SeatChips(key, runner.record.name, *chips))
        return found

    def at_tables(self, person: int) -> int:
        return sum(each.rail + each.bets for each in self.seats_of(person))

    def seats_elsewhere(self, store: Store, person: int) -> list[SeatChips]:
        """Return a person's seats at tables of other processes, by the store."""
        found = []
        for table in store.seated(person) if self.elsewhere else ():
            record = self.elsewhere.get(table)
            if record is not None:
                chips = store.balances(table)
                seats = [seat for seat, who in store.seats(table).items() if who == person]
                rail, bets = (
                    sum(chips.get(f"{kind}-{seat}", 0) for seat in seats)
                    for kind in ("rail", "layout")
                )
                found.append(SeatChips(table, record.name, rail, bets))
        return found

    async def report_meters(self, table: str | None, closed: bool = False) -> dict[str, Any]:
        """Report meters against theory, for one table or for the house: each open table, with
        ``closed`` also each closed one, and the sums of all that ever were."""
        records = {
            f.table: f for f in await self.writer.read(lambda store: store.tables(closed=True))
        }
        raw = await self.writer.read(lambda store: store.meters(table))
        known = self._closed_meters

        def made() -> dict[str, Any]:
            tables: dict[str, Any] = {}
            beside: list[Mapping[str, Any]] = []
            for key, found in raw.items():
                listed = closed or table is not None or records[key].closed is None
                if not listed and key in known:
                    beside.append(known[key])
                    continue
                try:
                    report = meters.report(self.rules_of(records[key]), found)
                except (Refused, Malformed, KeyError) as problem:
                    log_line(logging.ERROR, f"Meters cannot be reported: {problem}", table=key)
                    continue
                if listed:
                    tables[key] = report
                else:
                    known[key] = {each: report[each] for each in report if each != "wagers"}
                    beside.append(known[key])
            return {"tables": tables, "house": meters.together((*tables.values(), *beside))}

        return await asyncio.to_thread(made)

    # People at tables

    async def walk_in(self, name: str) -> int:
        """Add a person without an account, whom the crew seats; return the id."""
        called, at = clean_name(name), stamp(self.time().replace(microsecond=0))
        person = await self.writer.write(
            lambda store: store.add_person("walk-in", called, at, None)
        )
        self.walk_ins.add(person.id)
        await self.purses.look_up(person.id)
        return person.id

    # Failures

    async def head_of(self, table: str) -> tuple[int, bytes] | None:
        """Return the last line in the store; retries until the store answers."""
        wait = 0.05
        while True:
            try:
                return await self.writer.write(lambda store: store.head(table))
            except StoreError as problem:
                log_line(logging.ERROR, f"The store does not answer: {problem}", table=table)
            await asyncio.sleep(wait)
            wait = min(wait * 2, 1.0)

    async def line_of(self, table: str, seq: int) -> bytes | None:
        """Return a line in the store; retries until the store answers."""
        found: list[bytes] = []

        async def look_up() -> None:
            found[:] = await self.writer.read(lambda store: list(store.lines(table, seq, seq)))

        await self._retry(look_up)
        return found[0] if found else None

    def superseded(self) -> None:
        """Reload everything, because the database was restored from a backup."""
        if not self.reloading:
            self.reloading = True
            self.spawn(self._reload())

    async def _reload(self) -> None:
        log_line(logging.WARNING, "The database was restored; reloading everything.")
        try:
            await self._retry(self._reload_all)
        finally:
            self.reloading = False
        for callback in self.on_reload:
            callback()

    async def _reload_all(self) -> None:
        await asyncio.gather(*(runner.stop() for runner in self.tables.values()))
        for runner in self.tables.values():
            runner.halt("The house was restored from a backup.")
        self.tables.clear()
        self.elsewhere.clear()
        self.leases.forget()
        self.broken.clear()
        self.walk_ins.clear()
        self._closed_meters = {}
        self.purses.forget()
        self.people.forget()
        await self.writer.write(lambda store: store.lease())
        await self.leases.join()
        self._generation = await self.writer.read(lambda store: store.generation())
        await self._load()
        if self._generation != await self.writer.read(lambda store: store.generation()):
            log_line(logging.WARNING, "The database was restored again during the reload.")
            await self._reload_all()

    async def _retry(self, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except Exception as problem:  # noqa: BLE001
                log_line(logging.ERROR, f"Retrying after {type(problem).__name__}: {problem}")
                await asyncio.sleep(WATCH_SECONDS)
            else:
                return

    def reload_table(self, runner: TableRunner) -> None:
        """Rebuild a table from the store, in the background."""
        self.spawn(self._reload_table(runner))

    async def _reload_table(self, runner: TableRunner) -> None:
        await runner.stop()

        table = runner.record.table

        async def again() -> None:
            if self.leases.shared and table in (await self.leases.look()).lost:
                self.sharing.forget(runner)
            # Otherwise all tables are being reloaded.
            if self.tables.get(table) is runner:
                await self.restore_table(runner.record)

        await self._retry(again)
        for listener in list(runner.listeners):
            listener.table_gone()

    def report(self, runner: TableRunner, problem: Exception) -> None:
        """Log an unexpected exception."""
        log_line(logging.ERROR, f"{type(problem).__name__}: {problem}", table=runner.record.table)
        logging.getLogger("lammer.server").error("trace", exc_info=problem)

    def stopped(self) -> dict[str, str]:
        """Return the tables that are stopped, even those that cannot be shown, and why."""
        found = {key: runner.stopped for key, runner in self.tables.items() if runner.stopped}
        return self.broken | found

    def health(self) -> tuple[bool, dict[str, Any]]:
        """Return whether the house is healthy, and the details."""
        stalled, store = self.writer.stalled_seconds(), "answers"
        failing = self.writer.writes.description()
        if failing is not None:
            store = failing
        elif stalled >= self.limits.patience:
            store = f"has not answered for {stalled:.0f} seconds"
        elif self._unreachable or self.leases.overdue:
            store = "cannot be reached"
        stopped = self.stopped()
        running = len(self.tables) - sum(key in self.tables for key in stopped)
        well = store == "answers" and not self.reloading and (running > 0 or not stopped)
        found: dict[str, Any] = {
            "ok": well,
            "tables": len(self.tables),
            "stopped": stopped,
            "books": self.books[:MOST_FINDINGS],
            "waiting": self.writer.waiting,
            "store": store,
            "process": self.leases.name,
            "house": {
                "tables": len(self.leases.places),
                "processes": [each.name for each in self.leases.processes],
                "nobody_runs": self.sharing.nobody_runs(),
            },
        }
        return well, found

    # Background tasks

    async def _clock(self) -> None:
        looked = 0.0
        while True:
            await asyncio.sleep(TICK)
            now = self.monotonic()
            self.sharing.check()
            for runner in list(self.tables.values()):
                if runner.stopped is not None:
                    continue
                try:
                    runner.clock.check(now)
                    if now - looked >= 1:
                        runner.clock.remove_absent()
                        runner.retry_set_up()
                except Exception as problem:  # noqa: BLE001
                    self.report(runner, problem)
            looked = now if now - looked >= 1 else looked

    async def _watch(self) -> None:
        """Check periodically whether the store answers, whether it was restored, which players'
        tables are empty, and which idle logs have a head to publish."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            try:
                await self._check_generation()
                self._unreachable = False
                await self._close_empty()
                await self._publish_heads()
            except StoreError:
                self._unreachable = True
            except Exception as problem:  # noqa: BLE001
                log_line(
                    logging.ERROR, f"Periodic check failed: {type(problem).__name__}: {problem}"
                )

    async def _probe_writes(self) -> None:
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            await self.probe_if_due()

    async def probe_if_due(self) -> None:
        if not self.writer.writes.probe_is_due():
            return
        try:
            await self.writer.probe()
        except Exception as problem:  # noqa: BLE001
            log_line(logging.ERROR, f"Probing write failed: {type(problem).__name__}: {problem}")

    async def _check_generation(self) -> None:
        generation = await self.writer.read(lambda store: store.generation())
        if generation != self._generation:
            self.superseded()  # A reload under way notices it at its end.

    async def _close_empty(self) -> None:
        now = self.monotonic()
        for key, runner in list(self.tables.items()):
            if not by_player(runner.record) or runner.stopped or runner.listeners or runner.seats:
                self._empty_since.pop(key, None)
            elif now - self._empty_since.setdefault(key, now) > self.limits.deserted:
                self._empty_since.pop(key, None)
                with suppress(Refused, StoreError):
                    await self.close_table(key)

    async def _publish_heads(self) -> None:
        for runner in list(self.tables.values()):
            if runner.stopped is None:
                await runner.publish_head()

    async def refresh_purses(self, people: Collection[int]) -> None:
        """Look up purses that were written to. All are forgotten first, so that no old value is
        shown meanwhile."""
        for person in people:
            self.purses.forget(person)
        for person in people:
            with suppress(StoreError):
                await self.purses.look_up(person)

    # Helpers

    def encode(self, message: Any) -> bytes:
        return _encoder.encode(message)

    def _measure(self) -> None:
        """Make the gauges read their values when they are scraped."""
        metrics = self.metrics
        metrics.tables.set_function(lambda: len(self.tables))
        metrics.house_tables.set_function(lambda: len(self.leases.places))
        metrics.house_tables_left.set_function(lambda: len(self.sharing.nobody_runs()))
        metrics.house_processes.set_function(lambda: len(self.leases.processes))
        metrics.tables_stopped.set_function(lambda: len(self.stopped()))
        metrics.writes_waiting.set_function(lambda: self.writer.waiting)
        metrics.store_failing_seconds.set_function(self.writer.writes.failing_seconds)
        metrics.store_stalled_seconds.set_function(self.writer.stalled_seconds)


def _opened_now(store: Store, table: str) -> tuple[TableRecord, TablePlace] | None:
    record = store.table(table)
    if record is None or record.closed is not None:
        return None
    return next(((record, each) for each in store.places() if each.table == table), None)


def _wound_up(
    store: Store, record: TableRecord, by: Person | None, now: datetime, epoch: int
) -> Tick:
    """End a table that cannot go on; return what was written."""
    who = in_charge(store.pseudonym_key(record.table), by)
    tick = winding_up(store, record, None if by is None else by.id, who, now)
    tick.epoch = epoch
    store.commit([tick])
    return tick
