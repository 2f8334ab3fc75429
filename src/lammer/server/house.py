"""The house: its tables, its people, its books, and the clock that keeps things going."""

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec

from lammer.core.legality import Refusal
from lammer.server.ops.limits import ServerLimits
from lammer.server.ops.logs import say
from lammer.server.ops.metrics import Metrics
from lammer.server.ops.write_health import WriteHealth
from lammer.server.people.accounts import Accounts
from lammer.server.people.names import clean_name
from lammer.server.people.purses import Purses
from lammer.server.refused import Refused, no_such_table
from lammer.server.table_requests import (
    USUAL_CLOCK,
    ElectionsFile,
    OpeningLimits,
    TableRequest,
    by_player,
    check_file,
    elections_text,
    first_tables,
    open_command,
    requested_rules,
)
from lammer.server.tables import hands, meters
from lammer.server.tables.hand_replay import HandReplays
from lammer.server.tables.idempotency import AT_ONCE
from lammer.server.tables.recovery import RecoveredTable, RecoveryError, opening, rebuilt
from lammer.server.tables.runner import TableRunner
from lammer.server.tables.store_writer import StoreWriter
from lammer.store.port import Conflict, Store, StoreError, TableRecord, Tick, Unsure
from lammer.table.commands import Malformed
from lammer.table.decide import rules_for
from lammer.table.log import Log, stamp
from lammer.table.rules import Rules
from lammer.table.run import Run

TICK = 0.1
"""Seconds between two looks at the clock."""
MOST_FINDINGS = 50
"""Of what does not add up, how much is told at once."""

_encoder = msgspec.json.Encoder()


class SeatChips(NamedTuple):
    """What somebody has at a table, in cents."""

    table: str
    name: str
    rail: int
    bets: int


class HouseServer:
    """Everything that runs. Made by ``open``, ended by ``close``."""

    def __init__(
        self,
        store: Store,
        limits: ServerLimits | None = None,
        *,
        name: str = "Lammer",
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits = ServerLimits() if limits is None else limits
        self.name = name
        self.time, self.monotonic = now, monotonic
        self.writer = StoreWriter(store, self.limits.writes, WriteHealth(now, monotonic))
        self.people = Accounts(self.writer, now)
        self.purses = Purses(self.writer)
        self.metrics = Metrics()
        self.started = now()
        self.tables: dict[str, TableRunner] = {}
        self.broken: dict[str, str] = {}
        self.books: list[str] = []
        """What does not add up, as of when everything was read."""
        self.walk_ins: set[int] = set()
        self._rules: dict[tuple[str, str, str], Rules] = {}
        self.replays = HandReplays(self.rules_of)
        self._tasks: set[asyncio.Task[None]] = set()
        self._reloading = False
        self._generation = 0
        self._unreachable = False
        self._deserted: dict[str, float] = {}
        self._last_key: dict[str, int] = {}
        self._opening = asyncio.Lock()
        self._openings = OpeningLimits(self.limits, monotonic)
        self._closed_meters: dict[str, Mapping[str, Any]] = {}
        """What closed tables came to, which does not change any more."""
        self.looking_back = asyncio.Semaphore(AT_ONCE)
        self.on_reload: list[Callable[[], None]] = []
        self._measure()

    # Life

    @classmethod
    async def open(
        cls,
        store: Store,
        limits: ServerLimits | None = None,
        *,
        name: str = "Lammer",
        files: Iterable[ElectionsFile] = (),
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic: Callable[[], float] = time.monotonic,
    ) -> "HouseServer":
        """A house on a store that is migrated and leased: its tables as they stood, one of each
        game that it never had, and one for each of the ``files`` that it has none for. Raises
        ``UnusableFile`` if a table cannot be opened with its file; then none is."""
        house = cls(store, limits, name=name, now=now, monotonic=monotonic)
        try:
            house._generation = await house.writer.read(lambda store: store.generation())
            await house._load()
            for wanted in await house._first_tables(tuple(files)):
                await house.open_table(wanted)
        except BaseException:
            await house.close()
            raise
        house.spawn(house._clock())
        house.spawn(house._watch())
        house.spawn(house._probe_writes())
        house.people.listen(house._changed)
        return house

    async def _first_tables(self, files: tuple[ElectionsFile, ...]) -> list[TableRequest]:
        """What the house opens by itself. A file that names its game goes before one that does
        not."""
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
                pass  # It never had one.
            elif file is None or (rules, game, elections_text(house)) in there:
                continue
            if file is not None:
                await asyncio.to_thread(check_file, file, game)
            found.append(TableRequest(None, rules, game, house, clock=USUAL_CLOCK))
        return found

    def _changed(self, person: int) -> None:
        for runner in self.tables.values():
            runner.drop(person)

    async def close(self) -> None:
        """End every table between two ticks, and write what is waiting."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(runner.stop() for runner in self.tables.values()))
        await self.writer.close()
        self.people.close()

    def spawn(self, work: Any) -> None:
        """Have something done beside everything else, as long as the house is open."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        problem = None if task.cancelled() else task.exception()
        if problem is not None:
            say(logging.ERROR, f"{type(problem).__name__}: {problem}")

    async def _load(self) -> None:
        self.books = await self.writer.read(lambda store: store.verify())
        for problem in self.books:
            say(logging.ERROR, f"The books of the house: {problem}")
        for record in await self.writer.read(lambda store: store.tables(closed=True)):
            game, _, number = record.table.rpartition("-")
            if number.isdecimal():
                self._last_key[game] = max(self._last_key.get(game, 0), int(number))
        for record in await self.writer.read(lambda store: store.tables()):
            await self._take_up(record)

    async def _take_up(self, record: TableRecord) -> None:
        """Open a table that is in the store; one that does not fit together stands still, whatever
        is wrong with it, and the others run."""
        self.broken.pop(record.table, None)
        try:
            runner = await self._rebuilt(record, self.rules_of(record))
        except Exception as problem:
            if isinstance(problem, StoreError) and not await self._store_answers():
                raise
            self._leave_standing(record, problem)
            return
        self.tables[record.table] = runner
        runner.start()
        runner.settle_in()

    async def _store_answers(self) -> bool:
        try:
            await self.writer.read(lambda store: store.ping())
        except StoreError:
            return False
        return True

    def _leave_standing(self, record: TableRecord, problem: Exception) -> None:
        """A table that cannot go on: shown as it was opened, if it can be, with the reason."""
        known = isinstance(problem, RecoveryError | Refused | Malformed | StoreError)
        what = str(problem) if known else f"{type(problem).__name__}: {problem}"
        why = self.broken[record.table] = f"{record.table} cannot go on: {what}."
        say(logging.ERROR, why, table=record.table)
        try:
            run = Run()
            opened = run.do({**open_command(record), "at": record.opened})
        except (Malformed, ValueError):
            return
        if opened.ok:
            runner = TableRunner(self, record, run, Log(lambda _: None))
            runner.stopped = why
            self.tables[record.table] = runner

    async def _rebuilt(self, record: TableRecord, rules: Rules) -> TableRunner:
        def keep(line: bytes) -> None:
            runner.game.keep(line)

        made: RecoveredTable = await self.writer.read(
            lambda store: rebuilt(store, record, rules, keep)
        )
        runner = TableRunner(self, record, made.run, made.log)
        game = runner.game
        game.seats, game.hands, game.seed = made.seats, made.hands, made.seed
        game.recent = made.recent
        for person in set(made.seats.values()):
            known = await self.writer.read(lambda store, p=person: store.person(p))  # type: ignore[misc]
            if known is not None and known.kind == "walk-in":
                self.walk_ins.add(person)
        if made.lost:
            say(logging.WARNING, "The seed that was pledged is lost; it is withdrawn.",
                table=record.table)  # fmt: skip
        return runner

    def runner(self, table: str) -> TableRunner:
        """Who runs a table that is open."""
        found = self.tables.get(table)
        if found is None and self._reloading:
            detail = "The house was restored from a backup and is being read again."
            raise Refused("store-down", detail, 503, instead="Come back in a moment.")
        if found is None:
            raise no_such_table()
        return found

    def rules_of(self, record: TableRecord) -> Rules:
        """The rules of a table; one object for all tables that have the same."""
        key = record.rules, record.game, record.house
        found = self._rules.get(key)
        if found is None:
            made = rules_for(opening(record))
            if isinstance(made, Refusal):
                raise Refused(made.code, made.detail, 422, clauses=made.clauses)
            if len(self._rules) >= self.limits.tables:
                self._rules.clear()
            found = self._rules[key] = made
        return found

    # Tables

    async def open_table(self, wanted: TableRequest) -> TableRunner:
        """A new table, with nobody at it. Raises ``Refused``, or ``Malformed`` for elections that
        are none."""
        async with self._opening:
            self._openings.check(wanted, [each.record for each in self.tables.values()])
            record, run, line = await asyncio.to_thread(self._laid_out, wanted)
            self._openings.check_rate(wanted)
            log = Log(lambda line: runner.game.keep(line))
            log.lines, log.head = 1, json.loads(line)["hash"]
            runner = TableRunner(self, record, Run.going_on(run.table, run.now, log), log)
            first = hands.kept(runner.game.hands, run.table, {}, record.opened)
            tick = Tick(record.table, lines=[(1, line)], hands=[first])
            try:
                await self.writer.write(lambda store: store.open_table(record, tick))
            except Conflict:
                raise Refused("taken", f"There is a table {record.table}.", 409) from None
            except Unsure:
                if await self.head_of(record.table) != (1, line):
                    raise
            self.tables[record.table] = runner
            runner.start()
            runner.settle_in()
            return runner

    def _laid_out(self, wanted: TableRequest) -> tuple[TableRecord, Run, bytes]:
        """A new table and the line that opens it. Putting rules together takes a moment, so this
        is done beside the tables that run."""
        record = self._new_record(wanted)
        made = self.rules_of(record)
        lines: list[bytes] = []
        run = Run(lines.append)
        refusal = run.do({**open_command(record), "at": record.opened}).refusal
        if refusal is not None:
            raise Refused(refusal.code, refusal.detail, 422, clauses=refusal.clauses)
        shared = Run.going_on(run.table._replace(rules=made), run.now, Log(lines.append))
        return record, shared, lines[0]

    def _new_record(self, wanted: TableRequest) -> TableRecord:
        by, rules, _, house, kind, name, clock, _ = wanted
        game = requested_rules(wanted).house.law.game
        number = self._last_key[game] = self._last_key.get(game, 0) + 1
        key = f"{game}-{number}"
        called = clean_name(name) if name else f"{game.replace('-', ' ').capitalize()} {number}"
        clock = None if kind == "staffed" else clock
        opened = stamp(self.time().replace(microsecond=0))
        by_id = None if by is None else by.id
        return TableRecord(
            key, called, rules, game, kind, clock, elections_text(house), by_id, opened
        )

    async def close_table(self, table: str) -> None:
        """Close a table at which nobody has chips."""
        runner = self.tables.get(table)
        if runner is None:
            raise no_such_table()
        async with runner.between_ticks():
            if self.tables.get(table) is not runner or runner.stopped is not None:
                raise Refused("stopped", f"{table} stands still: {runner.stopped}", 409)
            if runner.table.seats:
                raise Refused("in-use", "Somebody sits at this table, or has chips there.", 409,
                              instead="Close it when everybody has left, you too.")  # fmt: skip
            await runner.close(stamp(max(self.time(), runner.game.run.now)))
            del self.tables[table]
        await runner.stop()

    def opened_by(self, person: int) -> list[str]:
        """The tables that somebody opened, of those that are open."""
        return sorted(
            key for key, runner in self.tables.items() if runner.record.opened_by == person
        )

    def seats_of(self, person: int) -> list[SeatChips]:
        """Return a person's seats and what lies there, in the order of the tables' keys."""
        found = []
        for key, runner in sorted(self.tables.items()):
            seat, table = runner.seat_of(person), runner.table
            if seat is not None:
                chips = table.rail(seat), table.layout(seat)
                found.append(SeatChips(key, runner.record.name, *chips))
        return found

    def at_tables(self, person: int) -> int:
        """Return a person's chips at all tables."""
        return sum(each.rail + each.bets for each in self.seats_of(person))

    async def report_meters(self, table: str | None, closed: bool = False) -> dict[str, Any]:
        """Meters against theory, of one table or of the house: of that, each table that is open,
        with ``closed`` also each that was, and all that ever were together."""
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
                    say(logging.ERROR, f"No report of its meters: {problem}", table=key)
                    continue
                if listed:
                    tables[key] = report
                else:
                    known[key] = {each: report[each] for each in report if each != "wagers"}
                    beside.append(known[key])
            return {"tables": tables, "house": meters.together((*tables.values(), *beside))}

        return await asyncio.to_thread(made)

    # People at tables

    def clean_name(self, name: object) -> str:
        if not isinstance(name, str):
            raise Malformed("name", "is not text")
        return clean_name(name)

    async def walk_in(self, name: str) -> int:
        """Somebody without an account whom the crew seats."""
        called, at = clean_name(name), stamp(self.time().replace(microsecond=0))
        person = await self.writer.write(
            lambda store: store.add_person("walk-in", called, at, None)
        )
        self.walk_ins.add(person.id)
        await self.purses.look_up(person.id)
        return person.id

    # When something is wrong

    async def head_of(self, table: str) -> tuple[int, bytes] | None:
        """The last line in the store, however long it takes until the store answers."""
        wait = 0.05
        while True:
            try:
                return await self.writer.write(lambda store: store.head(table))
            except StoreError as problem:
                say(logging.ERROR, f"The store does not answer: {problem}", table=table)
            await asyncio.sleep(wait)
            wait = min(wait * 2, 1.0)

    def superseded(self) -> None:
        """The database was restored under the house: everything is read again."""
        if not self._reloading:
            self._reloading = True
            self.spawn(self._reload())

    async def _reload(self) -> None:
        say(logging.WARNING, "The database was restored; the house is read again.")
        try:
            await self._until_it_works(self._read_everything)
        finally:
            self._reloading = False
        for told in self.on_reload:
            told()

    async def _read_everything(self) -> None:
        await asyncio.gather(*(runner.stop() for runner in self.tables.values()))
        for runner in self.tables.values():
            runner.halt("The house was restored from a backup.")
        self.tables.clear()
        self.broken.clear()
        self.walk_ins.clear()
        self._closed_meters = {}
        self.purses.forget()
        self.people.forget()
        await self.writer.write(lambda store: store.lease())
        self._generation = await self.writer.read(lambda store: store.generation())
        await self._load()
        if self._generation != await self.writer.read(lambda store: store.generation()):
            say(logging.WARNING, "The database was restored once more meanwhile.")
            await self._read_everything()

    async def _until_it_works(self, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except Exception as problem:  # noqa: BLE001
                say(logging.ERROR, f"Not yet: {type(problem).__name__}: {problem}")
                await asyncio.sleep(1)
            else:
                return

    def read_again(self, runner: TableRunner) -> None:
        """Have a table made anew from the store."""
        self.spawn(self._read_again(runner))

    async def _read_again(self, runner: TableRunner) -> None:
        await runner.stop()

        async def again() -> None:
            if self.tables.get(runner.record.table) is runner:  # Or all of them are read again.
                await self._take_up(runner.record)

        await self._until_it_works(again)
        for listener in list(runner.listeners):
            listener.gone()

    def report(self, runner: TableRunner, problem: Exception) -> None:
        """Our own mistake, in the server's log."""
        say(logging.ERROR, f"{type(problem).__name__}: {problem}", table=runner.record.table)
        logging.getLogger("lammer.server").error("trace", exc_info=problem)

    def stopped(self) -> dict[str, str]:
        """The tables that stand still, also those that cannot even be shown, and why."""
        found = {key: runner.stopped for key, runner in self.tables.items() if runner.stopped}
        return self.broken | found

    def health(self) -> tuple[bool, dict[str, Any]]:
        """Whether the house is well, and what ails it."""
        stalled, store = self.writer.stalled(), "answers"
        failing = self.writer.writes.words()
        if failing is not None:
            store = failing
        elif stalled >= self.limits.patience:
            store = f"has not answered for {stalled:.0f} seconds"
        elif self._unreachable:
            store = "cannot be reached"
        stopped = self.stopped()
        running = len(self.tables) - sum(key in self.tables for key in stopped)
        well = store == "answers" and not self._reloading and (running > 0 or not stopped)
        found: dict[str, Any] = {
            "ok": well,
            "tables": len(self.tables),
            "stopped": stopped,
            "books": self.books[:MOST_FINDINGS],
            "waiting": self.writer.waiting,
            "store": store,
        }
        return well, found

    # The clock

    async def _clock(self) -> None:
        looked = 0.0
        while True:
            await asyncio.sleep(TICK)
            now = self.monotonic()
            for runner in list(self.tables.values()):
                if runner.stopped is not None:
                    continue
                try:
                    runner.clock.check(now)
                    if now - looked >= 1:
                        runner.clock.remove_absent()
                        runner.settle_in_again()
                except Exception as problem:  # noqa: BLE001
                    self.report(runner, problem)
            looked = now if now - looked >= 1 else looked

    async def _watch(self) -> None:
        """Once a second: whether the store answers, whether it was restored, which tables that
        players opened stand empty."""
        while True:
            await asyncio.sleep(1)
            try:
                await self._look_for_restore()
                self._unreachable = False
                await self._close_deserted()
            except StoreError:
                self._unreachable = True
            except Exception as problem:  # noqa: BLE001
                say(logging.ERROR, f"On watch: {type(problem).__name__}: {problem}")

    async def _probe_writes(self) -> None:
        """Once a second: whether a write has to be tried, because there was none for a while or the
        last one failed."""
        while True:
            await asyncio.sleep(1)
            await self.probe_if_due()

    async def probe_if_due(self) -> None:
        """Try a write, unless enough is known about those before."""
        if not self.writer.writes.probe_is_due():
            return
        try:
            await self.writer.probe()
        except Exception as problem:  # noqa: BLE001
            say(logging.ERROR, f"A write was tried: {type(problem).__name__}: {problem}")

    async def _look_for_restore(self) -> None:
        generation = await self.writer.read(lambda store: store.generation())
        if generation != self._generation:
            self.superseded()  # If it is being read again already, that is found at its end.

    async def _close_deserted(self) -> None:
        now = self.monotonic()
        for key, runner in list(self.tables.items()):
            if not by_player(runner.record) or runner.stopped or runner.listeners or runner.seats:
                self._deserted.pop(key, None)
            elif now - self._deserted.setdefault(key, now) > self.limits.deserted:
                self._deserted.pop(key, None)
                with suppress(Refused, StoreError):
                    await self.close_table(key)

    async def look_again(self, people: Collection[int]) -> None:
        """Look up the purses that something was written to. All are forgotten before the first is
        looked up, so that nobody is shown an old one meanwhile."""
        for person in people:
            self.purses.forget(person)
        for person in people:
            with suppress(StoreError):
                await self.purses.look_up(person)

    # Small things

    def encode(self, message: Any) -> bytes:
        return _encoder.encode(message)

    def _measure(self) -> None:
        """Have the gauges read their values when they are scraped."""
        metrics = self.metrics
        metrics.tables.set_function(lambda: len(self.tables))
        metrics.tables_stopped.set_function(lambda: len(self.stopped()))
        metrics.writes_waiting.set_function(lambda: self.writer.waiting)
        metrics.store_failing_seconds.set_function(self.writer.writes.failing_seconds)
        metrics.store_stalled_seconds.set_function(self.writer.stalled)
