"""Runs one table: takes commands, commits what they lead to, and sends the result to everybody
there.

Commands wait in a queue. All waiting commands are carried out together, in order: a tick. The
events of a tick are decided on the pure table, written in one transaction, and sent only when that
is durable. If the write fails, the table is rolled back, drawn outcomes included, and nothing of
the tick is sent.
"""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from functools import partial
from itertools import islice
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Any, NamedTuple

from lammer.server.client_commands import (
    ParsedCommand,
    SetUp,
    SitRequest,
    as_sent,
    read_message,
)
from lammer.server.errors import Refused
from lammer.server.history.moments import moments
from lammer.server.history.scoreboard import Score, shown
from lammer.server.ops.logs import log_line
from lammer.server.people.permissions import THE_HOUSE, ClientKey, Requester, available
from lammer.server.tables.answers import (
    NOT_STORED,
    TROUBLES,
    Message,
    QueuedCommand,
    error,
    moved,
    not_stored,
    refused,
    repeated,
)
from lammer.server.tables.audience import Audience
from lammer.server.tables.clock import TableClock
from lammer.server.tables.idempotency import (
    CommandNumbers,
    EarlierAnswer,
    LastCommand,
    find_earlier,
    is_same,
)
from lammer.server.tables.staging import StagedChips
from lammer.server.tables.standing_bets import standing_bets
from lammer.server.tables.tick import (
    MOST_STAKE,
    TAKES_CHIPS,
    Checkpoint,
    TableGame,
    TickResult,
    seat_of,
)
from lammer.server.tables.updates import SeatUpdates
from lammer.store.port import (
    Conflict,
    LeaseLost,
    LogEntry,
    OutcomeUnknown,
    Person,
    PurseTooLow,
    StoreError,
    Superseded,
    TableRecord,
)
from lammer.table.commands import Command, Leave, Malformed, verb_for
from lammer.table.events import Left, TrialCorrected, TrialEvent
from lammer.table.log import EPOCH, Log
from lammer.table.rules import Rules
from lammer.table.run import Run
from lammer.table.state import TableState
from lammer.table.views import public, results
from lammer.table.views.crew import crew_verbs
from lammer.table.views.legal import as_data, legal, main_range
from lammer.table.views.narrate import narrated
from lammer.table.views.second_person import personal
from lammer.typed import quick
from lammer.typed.earlier_bets import NOTHING, EarlierBets, earlier_bets_after

if TYPE_CHECKING:
    from lammer.server.house import HouseServer

SIGNED_OUT = "Your permissions have changed; reconnect."
RECONNECTED = "Another connection of the same client came before this was done."
RECONNECT_SECONDS = 5
"""How long a client that reconnects waits for its earlier commands to end."""
POLL_SECONDS = 0.005
MOST_AT_ONCE = 100
"""Commands in one tick: between two ticks other tables and connections get their turn."""
TICK_SECONDS = 0.01
"""CPU time after which a tick begins no further command; the rest waits for the next one."""
LONG_LINES = 100
"""Lines of a tick above which its announcement is built in a thread."""
MOST_TRIES = 3
"""How often a tick is repeated because purses had fewer chips than this process knew."""


class _OutdatedPurses(Exception):
    """Purses have too few chips, as far as this process knows."""

    def __init__(self, people: frozenset[int]) -> None:
        self.people = people


class _RunningTick(NamedTuple):
    """A tick that is being written."""

    batch: list[QueuedCommand]
    answers: list[tuple[QueuedCommand, Message]]
    checkpoint: Checkpoint
    result: TickResult
    started: float
    tries: int = 0
    """How often it was carried out before without being written."""

    @property
    def is_long(self) -> bool:
        return len(self.result.lines) > LONG_LINES


class _Announcement(NamedTuple):
    """What is sent after a tick: the message with its lines, the results and earlier bets of each
    seat, and the table as shown, with its encoded state."""

    message: bytes
    by_seat: dict[str, Any]
    earlier: Mapping[int, EarlierBets]
    shown: tuple[TableState, bytes]


def described(record: TableRecord, rules: Rules) -> dict[str, Any]:
    """Return the public description of a table, as the lobby shows it; ``experimental`` only where
    it has wagers outside the regulation."""
    limits = main_range(rules)
    own = {"experimental": True} if rules.house.elections.wagers else {}
    return {
        "table": record.table,
        "name": record.name,
        "rules": record.rules,
        "game": record.game,
        "kind": record.kind,
        "clock": record.clock,
        "limits": {"min": limits.least, "max": limits.most or None},
        "seats": rules.procedure.seating.most,
        **own,
    }


class TableRunner:
    """A table, its queue of commands, and its listeners."""

    def __init__(self, house: "HouseServer", record: TableRecord, run: Run, log: Log) -> None:
        self.house, self.record = house, record
        self.game = TableGame(house, record, run, log)
        self.stopped: str | None = None
        self.closed = self.moved = False
        """Whether the table is closed; whether it has moved to another process."""
        self.unavailable: str | None = None
        self.updates = SeatUpdates(asyncio.get_running_loop())
        self.listeners = Audience(asyncio.get_running_loop(), self.updates)
        self.connected: dict[int, int] = {}
        self.clock = TableClock(self)
        self.staged = StagedChips(self)
        self.numbers = CommandNumbers(house.limits.clients)
        self._queue: deque[QueuedCommand] = deque()
        self._loop = asyncio.get_running_loop()
        self._started = self._scheduled = self._busy = False
        """Whether ticks may begin; whether the next one is scheduled; whether one is under way, or
        held off by ``between_ticks``."""
        self._batch: list[QueuedCommand] = []
        """The commands of the tick under way."""
        self._waiters: deque[asyncio.Future[None]] = deque()
        self._task: asyncio.Task[None] | None = None
        """The tick under way, if it awaits more than its own commit."""
        self._dropped: set[int] = set()
        """People whose commands in the tick under way are refused if they are not carried out
        yet."""
        self._repeats: deque[tuple[QueuedCommand, ClientKey, LastCommand]] = deque()
        """Commands whose numbers were used before; the first is being looked up."""
        self._before_tick: Checkpoint | None = None
        self._waiting_sent: list[dict[str, Any]] = []
        self._conflicted = False
        """True if the last tick conflicted with what is stored."""
        self._shown = run.table, house.encode(public.table_state(run.table))[:-1]
        """The table that was sent last, and its encoded state without the closing brace."""
        self._legal_cache: tuple[TableState, datetime, dict[Any, dict[str, Any]]]
        self._legal_cache = run.table, EPOCH, {}
        """What each seat may do, for one table and second."""
        self.earlier: Mapping[int, EarlierBets] = {}
        """The earlier bets of each seat, since the house began to run the table."""
        self.last_results: dict[str, Any] = {}
        """The results of the last trial for each seat, if the house has run the table since."""
        self._set_up_failed = False
        """True if setting up the table could not be written."""

    # What clients see: while a tick is being written, the state before it

    @property
    def table(self) -> TableState:
        return (self._before_tick or self.game).table

    @property
    def seq(self) -> int:
        return self.game.log.lines if self._before_tick is None else self._before_tick.lines

    @property
    def head(self) -> str:
        return self.game.log.head if self._before_tick is None else self._before_tick.head

    @property
    def seats(self) -> Mapping[int, int]:
        return (self._before_tick or self.game).seats

    @property
    def _recent(self) -> tuple[Any, ...]:
        return (self._before_tick or self.game).recent

    @property
    def _score(self) -> Score:
        return (self._before_tick or self.game).score

    def seat_of(self, person: int | None) -> int | None:
        """Return a person's seat, kept after leaving for as long as chips lie there."""
        return seat_of(self.seats, person)

    def waiting_list(self) -> list[dict[str, Any]]:
        confirmations, table = (self._before_tick or self.game).confirmations, self.table
        return confirmations.as_data(lambda command: self.game.roles_needed(table, command))

    def legal(
        self, seat: int | None, crew: bool = False, person: int | None = None
    ) -> dict[str, Any]:
        """Return what the seat may do over the network, by the rules and with the chips in its
        player's purse, and when the house moves next. With ``crew``, also what the crew may
        enter. The reasons are in the second person if ``person`` has the seat."""
        data = dict(self._legal(seat, crew))
        if seat is not None and seat == self.seat_of(person) and "why" in data:
            data["why"] = [
                [code, personal(detail, seat), clauses] for code, detail, clauses in data["why"]
            ]
        move = self.clock.next_move() if self.clock.runs else None
        if move is not None:
            data |= {"goes_on": True, "goes_on_with": verb_for(type(move), self.thing)}
            due = self.clock.due()
            if due is not None:
                data["goes_on_in"] = round(max(0.0, due - self.house.monotonic()), 1)
        return data

    def _legal(self, seat: int | None, crew: bool) -> dict[str, Any]:
        """Return the same without the clock. Cached for each seat, and once for all spectators,
        while the table is unchanged and for at most a second."""
        now, table = self.house.time(), self.table
        moment = now.replace(microsecond=0)
        if self._legal_cache[0] is not table or self._legal_cache[1] != moment:
            self._legal_cache = table, moment, {}
        person = None if seat is None else self.seats.get(seat)
        free = 0 if person is None else self.house.purses.free(person)
        if person in self.house.walk_ins:
            free = MOST_STAKE  # A walk-in gets chips when asking for them.
        known, key = self._legal_cache[2], (seat, crew, free)
        if key not in known:
            found = legal(table, seat, now)
            if crew:
                found = found._replace(crew=crew_verbs(table, now))
            kind = self.record.kind
            known[key] = (
                as_data(found) if seat is None else available(table, kind, found, free, now, crew)
            )
            if seat is not None and (standing := standing_bets(table, seat)):
                known[key]["standing"] = standing
            if seat is not None and seat in table.seats:
                earlier = self.earlier.get(seat, NOTHING)
                known[key]["quick"] = quick.as_data(quick.quick_bets(table, seat, earlier))
        return known[key]

    def summary(self) -> dict[str, Any]:
        table = self.table
        return {
            **described(self.record, table.rules),
            "seated": len(table.seated()),
            "watching": len(self.listeners),
            "point": table.point,
            "recent": list(self._recent[-10:]),
            "stopped": self.stopped,
        }

    def snapshot(self) -> dict[str, Any]:
        """Return everything that a new client may see."""
        return {
            **self.summary(),
            "seq": self.seq,
            "head": self.head,
            "recent": list(self._recent),
            "digest": self.table.rules.digest,
            "score": shown(self._score, self.table.rules),
            "shown": self._score.lying,
            "state": public.full_state(self.table),
        }

    @property
    def idle(self) -> bool:
        """True if no command waits and no tick is under way."""
        return not (self._queue or self._busy or self.staged.held)

    # Control

    @property
    def thing(self) -> str:
        """The key of the instrument."""
        return self.table.rules.procedure.trial.thing

    def read_message(self, who: Requester, raw: Mapping[str, Any]) -> ParsedCommand:
        """Return the command in a message of somebody at this table."""
        automatic = self.record.kind == "automatic"
        crew = self.game.is_crew(who)
        return read_message(raw, self.thing, automatic=automatic, crew=crew)

    def submit_for_house(
        self, command: Command, answer: Callable[[Message], None] = lambda _: None
    ) -> None:
        """Queue a command of the house."""
        self.submit(QueuedCommand(THE_HOUSE, 0, as_sent(command, self.thing), answer))

    def submit(self, queued: QueuedCommand) -> None:
        """Queue a command; refuse it at once if the queue is full or the table is stopped."""
        if self.moved:
            queued.answer(refused(queued.number, moved()))
            return
        why = self.stopped or self.unavailable
        if why is not None:
            code = "stopped" if self.stopped else "store-down"
            queued.answer(refused(queued.number, error(code, why)))
            return
        waiting = len(self._queue) + len(self.staged.held)
        if waiting >= self.house.limits.queue:
            detail = f"{waiting} commands are waiting at this table."
            busy = error("busy", detail, instead="Wait a moment and send it again.")
            queued.answer(refused(queued.number, busy))
            return
        if not self.staged.holds(queued):
            self.enqueue(queued)

    def enqueue(self, queued: QueuedCommand) -> None:
        """Queue a command that waits for nothing else."""
        self._queue.append(queued)
        self._schedule()

    def set_up(self) -> None:
        """Queue what the house does first at a table: withdraw a lost seed and pledge a new one."""
        self._set_up_failed = False
        self.submit_for_house(SetUp(), self._set_up_done)

    def _set_up_done(self, message: Message) -> None:
        why = "" if message["ok"] else message["refusal"]["code"]
        self._set_up_failed = why in TROUBLES and why != "our-mistake"

    def retry_set_up(self) -> None:
        if self._set_up_failed:
            self.set_up()

    def start(self) -> None:
        self._started = True
        self._schedule()

    async def stop(self) -> None:
        """Begin no more ticks. If a tick is being written, nothing of it is sent."""
        self._started = False
        task, self._task = self._task, None
        if task is not None:
            await asyncio.sleep(0)  # A task that has not begun would skip its ``finally``.
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def halt(self, why: str) -> None:
        """Refuse all commands until the table is rebuilt from the store."""
        self.stopped = why
        self.clock.stop()
        self.listeners.send(self.house.encode({"stopped": why}))
        self.listeners.flush()
        self.staged.release()
        waiting = list(self._queue)
        self._queue.clear()
        self._refuse_all(waiting, "stopped", why)

    def move(self) -> None:
        """Refuse all commands, because another process has the table or is to have it; nobody is
        told that it is stopped. What is waiting can be sent again there."""
        self.moved = True
        self.clock.stop()
        self.listeners.flush()
        self.staged.release()
        waiting = list(self._queue)
        self._queue.clear()
        for queued in waiting:
            queued.answer(refused(queued.number, moved()))

    async def publish_head(self) -> None:
        """Publish the head of a log that stands still, if it is due."""
        if not self.idle:
            return  # The next tick publishes it.
        async with self.between_ticks():
            before = self.game.published
            tick = self.game.tick_to_publish()
            if tick is None:
                return
            try:
                await self.house.writer.commit_and_wait(tick)
            except LeaseLost:
                self.house.sharing.lease_lost(self)
            except StoreError:
                self.game.published = before
                raise

    async def close(self, at: str, by: Person | None = None) -> None:
        """Write the end of the log of an empty table. Call it between two ticks."""
        checkpoint = self.game.checkpoint()
        self.game.closed(at, by)
        self._before_tick = checkpoint
        tick = _RunningTick(
            [], [], checkpoint, self.game.collect(checkpoint), self.house.monotonic()
        )
        try:
            written = await self._was_written(tick, await self._commit(tick))
        finally:
            self._before_tick = None
        if not written:
            raise Refused("not-stored", NOT_STORED, 503, instead="Try again in a moment.")
        self.closed = True
        self.halt("The table is closed.")
        for listener in list(self.listeners):
            listener.table_gone(closed=True)

    def drop_person(self, person: int) -> None:
        """Refuse the queued commands of a person whose permissions have changed."""
        self.staged.release()
        own = [queued for queued in self._queue if queued.who.person == person]
        if own:
            kept = [queued for queued in self._queue if queued.who.person != person]
            self._queue = deque(kept)
            self._refuse_all(own, "signed-out", SIGNED_OUT)
        if self._busy:
            self._dropped.add(person)

    async def drop_client(self, key: ClientKey) -> None:
        """Refuse a reconnecting client's queued commands and wait for those in the tick under way.
        Raises ``StoreError`` after ``RECONNECT_SECONDS``."""
        self.staged.release()
        own = [queued for queued in self._queue if queued.who.key == key]
        if own:
            self._queue = deque(queued for queued in self._queue if queued.who.key != key)
            self._refuse_all(own, "came-anew", RECONNECTED)
        end = self._loop.time() + RECONNECT_SECONDS
        while any(queued.who.key == key for queued in self._batch):
            if self._loop.time() > end:
                raise StoreError("earlier commands of the same client are still being written")
            await asyncio.sleep(POLL_SECONDS)

    # Ticks

    def _schedule(self) -> None:
        """Begin the next tick soon: commands that arrive together are carried out together."""
        if not (self._scheduled or self._busy) and self._started:
            self._scheduled = True
            self._loop.call_soon(self._next_tick)

    def _next_tick(self) -> None:
        """Begin a tick with what is queued, unless one is under way."""
        self._scheduled = False
        if self._busy or not self._queue or not self._started:
            return
        batch = self._take_batch()
        self._busy, self._batch = True, batch
        if not all(map(self._needs_no_lookup, batch)):
            self._in_task(self._do_batch, batch)
            return
        try:
            tick = self._begin_tick(batch)
        except _OutdatedPurses as outdated:
            self._in_task(self._do_with_fresh_purses, batch, 0, outdated.people)
            return
        except Exception as problem:  # noqa: BLE001
            self._in_task(self._do_singly, batch, problem)
            return
        if tick is None:
            self._end_tick()
            return
        if tick.is_long:
            self._in_task(self._write, tick)
            return
        try:
            self.house.writer.commit(tick.result.tick, partial(self._on_commit, tick))
        except StoreError as problem:
            self._on_commit(tick, problem)

    def _take_batch(self) -> list[QueuedCommand]:
        """Remove and return the commands of the next tick. Seating a walk-in by name takes a tick
        of its own, since whether it creates a person depends on the commands before it."""
        many = min(len(self._queue), MOST_AT_ONCE)
        if self.record.kind == "staffed":
            waiting = islice(self._queue, many)
            named = (at for at, queued in enumerate(waiting) if self._seats_by_name(queued))
            many = next(named, many)
        return [self._queue.popleft() for _ in range(max(many, 1))]

    def _seats_by_name(self, queued: QueuedCommand) -> bool:
        request = queued.sent.command
        named = isinstance(request, SitRequest) and request.name is not None
        return named and self.game.is_crew(queued.who)

    def _on_commit(self, tick: "_RunningTick", problem: Exception | None) -> None:
        """Called with the outcome of a commit; usually nothing more has to be awaited."""
        moved = tick.result.tick.transfers
        if not self._started:
            self._abandon(tick)
            for each in moved:
                self.house.purses.forget(each.person)
            self._end_tick()
        elif problem is not None:
            self._in_task(self._finish, tick, problem)
        else:
            self.game.release(tick.result.held)
            self.house.purses.moved(moved)
            self._before_tick = None
            try:
                self._announce(tick)
            except Exception as mistake:  # noqa: BLE001
                self._fail(tick.batch, mistake)
            self._end_tick()

    def _in_task(self, do: Callable[..., Awaitable[None]], *given: Any) -> None:
        self._dropped.clear()
        work = self._guarded(do, *given)
        self._task = asyncio.create_task(work, name=f"table {self.record.table}")

    async def _guarded(self, do: Callable[..., Awaitable[None]], *given: Any) -> None:
        try:
            await do(*given)
        except Exception as problem:  # noqa: BLE001
            self._fail(self._batch, problem)
        finally:
            self._end_tick()

    def _fail(self, batch: list[QueuedCommand], problem: Exception) -> None:
        self.house.report(self, problem)
        self.halt(f"The table is stopped: {type(problem).__name__}: {problem}")
        self._refuse_all(batch, "stopped", self.stopped or "")

    def _end_tick(self) -> None:
        """End a tick: resume a waiter, or begin the next tick."""
        self._busy, self._batch = False, []
        while self._waiters:
            waiter = self._waiters.popleft()
            if not waiter.done():
                waiter.set_result(None)
                break
        if self._queue:
            self._schedule()

    @asynccontextmanager
    async def between_ticks(self) -> AsyncIterator[None]:
        """Begin no tick while this is held."""
        while self._busy:
            waiter = self._loop.create_future()
            self._waiters.append(waiter)
            await waiter
        self._busy = True
        try:
            yield
        finally:
            self._end_tick()

    async def _do_batch(
        self, batch: list[QueuedCommand], tries: int = 0, fresh: frozenset[int] = frozenset()
    ) -> None:
        """Carry out a tick that needs lookups, or a single command. ``fresh``: the people whose
        purses were looked up for it."""
        self.numbers.begin()
        batch = await self._prepare(batch)
        try:
            tick = self._begin_tick(batch, fresh)
        except _OutdatedPurses as outdated:
            await self._do_with_fresh_purses(batch, tries, fresh | outdated.people)
            return
        except Exception as problem:  # noqa: BLE001
            await self._do_singly(batch, problem)
            return
        if tick is not None:
            await self._write(tick._replace(tries=tries))

    async def _write(self, tick: "_RunningTick") -> None:
        """Write a tick. If it is long, a thread builds its announcement meanwhile."""
        if not tick.is_long:
            await self._finish(tick, await self._commit(tick))
            return
        making = asyncio.ensure_future(asyncio.to_thread(self._announcement, tick))
        ready: _Announcement | None = None
        try:
            problem = await self._commit(tick)
            try:
                with suppress(Exception):  # Building it again raises the error where it is handled.
                    ready = await making
            except BaseException:
                self._abandon(tick)
                for each in tick.result.tick.transfers:
                    self.house.purses.forget(each.person)
                raise
        finally:
            making.cancel()
        await self._finish(tick, problem, ready)

    async def _do_with_fresh_purses(
        self, batch: list[QueuedCommand], tries: int, people: frozenset[int]
    ) -> None:
        """Carry out a tick with the present contents of these purses."""
        for person in people:
            self.house.purses.forget(person)
        try:
            for person in people:
                await self.house.purses.look_up(person)
        except StoreError as problem:
            for queued in batch:
                self._lookup_failed(queued, problem)
            return
        await self._do_batch(batch, tries, people)

    def _carry_out_some(self, batch: list[QueuedCommand]) -> list[tuple[QueuedCommand, Message]]:
        """Carry out commands for ``TICK_SECONDS``, at least one if there is any."""
        answers: list[tuple[QueuedCommand, Message]] = []
        began = perf_counter()
        end = thread_time() + TICK_SECONDS if len(batch) > 1 else 0.0
        for queued in batch:
            answers.append((queued, self._carry_out(queued)))
            # CPU time counts, but asking for it is a system call.
            if perf_counter() - began > TICK_SECONDS and thread_time() > end:
                break
        return answers

    def _begin_tick(
        self, batch: list[QueuedCommand], fresh: frozenset[int] = frozenset()
    ) -> "_RunningTick | None":
        """Carry out as many of these commands as there is time for; the rest goes back to the
        queue. Return None if nothing is to be written. Until the tick is written, clients see the
        table before it. If purses have too few chips that another process may have filled since
        they were read, nothing is done: ``_OutdatedPurses``."""
        self.numbers.begin()
        self.game.short.clear()
        checkpoint = self.game.checkpoint()
        try:
            answers = self._carry_out_some(batch)
        except Exception:
            self.game.roll_back(checkpoint)
            self.numbers.take_back()
            raise
        if self.house.leases.shared and not self.game.short <= fresh:
            self.game.roll_back(checkpoint)
            self.numbers.take_back()
            raise _OutdatedPurses(frozenset(self.game.short))
        if len(answers) < len(batch):
            self._queue.extendleft(reversed(batch[len(answers) :]))
            self._batch = batch = batch[: len(answers)]
        if not self.game.new_lines:
            self.numbers.keep()
            self._send_waiting()
            self._send_answers(answers)
            if any(isinstance(queued.sent.command, SetUp) for queued in batch):
                self.clock.restart()
            return None
        self.numbers.being_written()
        self._before_tick = checkpoint
        return _RunningTick(
            batch, answers, checkpoint, self.game.collect(checkpoint), self.house.monotonic()
        )

    async def _commit(self, tick: "_RunningTick") -> Exception | None:
        try:
            await self.house.writer.commit_and_wait(tick.result.tick)
        except Exception as problem:  # noqa: BLE001
            return problem
        except BaseException:
            self._abandon(tick)
            raise
        return None

    def _abandon(self, tick: "_RunningTick") -> None:
        """Roll back a tick whose outcome nobody will wait for."""
        self.game.roll_back(tick.checkpoint)
        self._before_tick = None
        self.game.release(tick.result.held)

    async def _finish(
        self,
        tick: "_RunningTick",
        problem: Exception | None,
        ready: _Announcement | None = None,
    ) -> None:
        """Announce a tick, or roll it back if it was not written.

        A client that joins during an await in this function gets a snapshot from before the tick,
        and then its lines. So nothing may be awaited between showing the new table and sending the
        lines, or a client would get lines that its snapshot already contains.
        """
        if isinstance(problem, PurseTooLow) and tick.tries < MOST_TRIES:
            await self._do_again(tick)
            return
        try:
            written = await self._was_written(tick, problem)
            moved = tick.result.tick.transfers
            if problem is None:
                self.house.purses.moved(moved)
            elif written:  # Another process may have moved chips, too.
                await self.house.refresh_purses({each.person for each in moved})
        finally:
            self._before_tick = None
        if written:
            self._announce(tick, ready)
            return
        self.numbers.take_back()
        if self._conflicted:
            self._conflicted = False
            self.numbers.look_up_again()
        self._send_answers([(queued, not_stored(queued)) for queued in tick.batch])
        self.clock.restart()

    async def _do_again(self, tick: "_RunningTick") -> None:
        """Repeat a tick, because a purse had fewer chips than this process knew: they were spent at
        a table of another process. Commands that the purses cannot pay for are refused this
        time."""
        self._abandon(tick)
        self.numbers.take_back()
        people = frozenset(each.person for each in tick.result.tick.transfers)
        await self._do_with_fresh_purses(tick.batch, tick.tries + 1, people)

    async def _was_written(self, tick: "_RunningTick", problem: Exception | None) -> bool:
        """Return whether a tick was written, possibly in spite of a problem; if not, roll the table
        back."""
        try:
            return problem is None or await self._written_despite(tick, problem)
        except BaseException:
            self.game.roll_back(tick.checkpoint)
            raise
        finally:
            self.game.release(tick.result.held)

    def _announce(self, tick: "_RunningTick", ready: _Announcement | None = None) -> None:
        """Send a durable tick to everybody; ``ready`` is its announcement, if already built."""
        self.numbers.keep()
        took = self.house.monotonic() - tick.started
        self.house.metrics.commit_seconds.observe(took)
        self.house.metrics.lines.inc(len(tick.result.lines))
        if ready is None:
            ready = self._announcement(tick)
        self.earlier, self._shown = ready.earlier, ready.shown
        if ready.message:
            self.listeners.send(ready.message)
        self._keep_results(tick.result, ready.by_seat)
        self._send_waiting()
        self._send_answers(tick.answers)
        self.clock.restart()
        self.listeners.send_updates(self._update_for_spectators)

    def _announcement(self, tick: "_RunningTick") -> _Announcement:
        """Build the announcement of a tick. Nothing is changed, so a thread may do it while the
        tick is being written."""
        before, result, after = tick.checkpoint, tick.result, self.game.table
        earlier, shown = self.earlier, self._shown
        for table, events in result.steps:
            earlier = earlier_bets_after(earlier, table, events)
        found = results.results(result.steps, after, before.lines + 1)
        by_seat = {str(each.seat): results.as_data(each) for each in found}
        message = b""
        if self.listeners or tick.is_long:  # A client may join while a thread does this.
            state = shown[1]
            if shown[0] is not after and not public.same_state(shown[0], after):
                state = self.house.encode(public.table_state(after))[:-1]
            shown = after, state
            message = self._lines_message(tick, after, state, by_seat)
        return _Announcement(message, by_seat, earlier, shown)

    async def _written_despite(self, tick: "_RunningTick", problem: Exception) -> bool:
        """True if a tick was written although its commit failed."""
        if not isinstance(problem, StoreError):
            raise problem
        log_line(logging.ERROR, f"Tick not written: {problem}", table=self.record.table)
        self._conflicted = isinstance(problem, Conflict)
        return await self._resolve_failure(problem, tick.checkpoint, tick.result.lines)

    async def _resolve_failure(
        self, problem: StoreError, checkpoint: Checkpoint, lines: list[bytes]
    ) -> bool:
        """Handle a failed commit; True if the tick was written after all."""
        self.house.metrics.write_failures.inc()
        if isinstance(problem, LeaseLost):
            self.game.roll_back(checkpoint)
            self.house.sharing.lease_lost(self)
            return False
        if isinstance(problem, Superseded):
            self.game.roll_back(checkpoint)
            self.house.superseded()
            self.halt("The house was restored from a backup; the table comes back in a moment.")
            return False
        if not isinstance(problem, OutcomeUnknown | Conflict):
            self.game.roll_back(checkpoint)
            return False
        self.unavailable = "The database is unavailable; no commands are accepted until it answers."
        try:
            head = await self.house.head_of(self.record.table)
        finally:
            self.unavailable = None
        if head is not None and await self._is_stored(head, checkpoint.lines + len(lines), lines):
            return True
        self.game.roll_back(checkpoint)
        if head is None or head[0] != checkpoint.lines:
            self.halt("The log in the store goes on differently; the table is read again.")
            self.house.reload_table(self)
        return False

    async def _is_stored(self, head: tuple[int, bytes], last: int, lines: list[bytes]) -> bool:
        """True if a tick is in the store, perhaps with lines of another process after it."""
        if head[0] <= last:
            return head[1] == lines[-1]
        line = await self.house.line_of(self.record.table, last)
        return line == lines[-1]

    async def _do_singly(self, batch: list[QueuedCommand], problem: Exception) -> None:
        """Carry out each command of a failed tick by itself, so that only the one at fault
        fails."""
        if len(batch) > 1:
            for each in batch:
                await self._do_batch([each])
            return
        self._report_bug(batch, problem)

    def _report_bug(self, batch: list[QueuedCommand], problem: Exception) -> None:
        self.house.report(self, problem)
        detail = "Something went wrong in the house, and nothing was done."
        self._refuse_all(batch, "our-mistake", detail)

    # Before a tick: store lookups, since a tick does not wait

    def _needs_no_lookup(self, queued: QueuedCommand) -> bool:
        """True if no store lookup is needed (the usual case)."""
        who = queued.who
        command = queued.sent.command
        if isinstance(command, TAKES_CHIPS):
            if isinstance(command, SitRequest) and command.name is not None:
                return False
            if not all(map(self.house.purses.is_known, self._purses_of(queued))):
                return False
        last = self.numbers.last(who.key).number
        return who.person is None or 0 < last < queued.number

    async def _prepare(self, batch: list[QueuedCommand]) -> list[QueuedCommand]:
        """Look up what the commands need in the store; refuse those for which that fails."""
        ready = []
        for queued in batch:
            try:
                found = await self._look_up(queued)
            except StoreError as problem:
                self._lookup_failed(queued, problem)
            else:
                ready += [] if found is None else [found]
        if self._dropped:
            own = [queued for queued in ready if queued.who.person in self._dropped]
            ready = [queued for queued in ready if queued.who.person not in self._dropped]
            self._refuse_all(own, "signed-out", SIGNED_OUT)
        return ready

    def _lookup_failed(self, queued: QueuedCommand, problem: StoreError) -> None:
        log_line(logging.ERROR, f"Lookup failed: {problem}", table=self.record.table)
        self._refuse_all([queued], "store-down", "The database is unavailable.")

    async def _look_up(self, queued: QueuedCommand) -> QueuedCommand | None:
        """Look up the client's last number and the purses that chips may come from. Return None for
        a number that was used before; it is answered separately."""
        who = queued.who
        if who.person is not None:
            key = who.key
            await self.look_up_number(key)
            if queued.number <= self.numbers.last(key).number:
                self._answer_repeat(queued, key)
                return None
        command = queued.sent.command
        if not isinstance(command, TAKES_CHIPS):
            return queued
        for person in self._purses_of(queued):
            await self.house.purses.look_up(person)
        if not isinstance(command, SitRequest) or command.name is None:
            return queued
        if not self.game.is_crew(who):
            return queued
        if self.game.seats_new_walk_in(who, command):
            return queued._replace(walk_in=await self.house.walk_in(command.name))
        return queued

    def _purses_of(self, queued: QueuedCommand) -> set[int]:
        """Return the people from whose purses a command may take chips."""
        seat = queued.sent.command.seat  # type: ignore[attr-defined]
        seated = None if seat is None else self.game.seats.get(seat)
        return {person for person in (queued.who.person, seated) if person is not None}

    async def look_up_number(self, key: ClientKey) -> None:
        """Look up a client's last number unless it is known."""
        person, client = key
        if person is not None:
            table, read = self.record.table, self.house.writer.read
            await self.numbers.look_up(
                key, lambda: read(lambda store: store.last_number(table, person, client))
            )

    def _answer_repeat(self, queued: QueuedCommand, key: ClientKey) -> None:
        """Answer a command whose number was used before, without holding up the tick."""
        if len(self._repeats) >= self.house.limits.queue:
            self._refuse_all([queued], "busy", f"{len(self._repeats)} old commands are looked up.")
            return
        self._repeats.append((queued, key, self.numbers.last(key)))
        if len(self._repeats) == 1:
            self.house.spawn(self._answer_repeats())

    async def _answer_repeats(self) -> None:
        while self._repeats:
            queued, key, last = self._repeats[0]
            try:
                queued.answer(await self._earlier_answer(queued, key, last))
            except StoreError as problem:
                self._lookup_failed(queued, problem)
            except Exception as problem:  # noqa: BLE001
                self._report_bug([queued], problem)
            finally:
                self._repeats.popleft()

    async def _earlier_answer(
        self, queued: QueuedCommand, key: ClientKey, last: LastCommand
    ) -> Message:
        table, number, sent = self.record.table, queued.number, queued.sent
        async with self.house.earlier_lookups:
            found = await self.house.writer.read(
                lambda store: find_earlier(store, table, key, number, last, sent)
            )
        return repeated(number, last.number, found)

    # In a tick

    def _carry_out(self, queued: QueuedCommand) -> Message:
        who, number = queued.who, queued.number
        key = who.key
        if who.person is not None and number <= self.numbers.last(key).number:
            return self._repeated_in_tick(queued, key)
        first = self.game.log.lines + 1
        try:
            if isinstance(queued.sent.command, SetUp):
                self.game.set_up()
                return {"re": number, "ok": True}
            metered = who.person is not None and self.game.automatic
            if metered and not isinstance(queued.sent.command, Leave):
                self.house.growth.check(who)
            answer = self.game.carry_out(who, queued.sent, queued.walk_in)
            if metered:
                self.house.growth.count(who, self.game.log.lines - first + 1)
        except Malformed as problem:
            return refused(number, error("malformed", problem.sentence, instead=problem.instead))
        except Refused as problem:
            found = error(problem.code, problem.detail, problem.clauses, problem.instead)
            return refused(number, found)
        if answer.refusal is not None:
            why = answer.refusal
            self.house.metrics.refusals.labels(why.code).inc()
            detail = self._said_to(queued, why.detail)
            return refused(number, error(why.code, detail, why.clauses))
        if self.game.log.lines < first:
            return {"re": number, "ok": True}  # There is nothing to write.
        self.game.tick.entries.append(LogEntry(first, who.person, who.client, number))
        if who.person is not None:
            self.numbers.done(key, number, first)
            self.clock.player_moved()
        done = {"re": number, "ok": True, "seq": first, "to": self.game.log.lines}
        return done if who.person is None else done | self.game.undo_of(queued.sent, answer)

    def _said_to(self, queued: QueuedCommand, detail: str) -> str:
        """Return a reason in the second person if it is about the sender's own seat."""
        seat = self.game.seat_of(queued.who.person)
        about = queued.sent.raw.get("seat", seat)
        return detail if seat is None or about != seat else personal(detail, seat)

    def _repeated_in_tick(self, queued: QueuedCommand, key: ClientKey) -> Message:
        """Return the answer to a number that was used in this tick, or is too low after it."""
        lines = [each.seq for each in self.game.tick.entries if each[1:] == (*key, queued.number)]
        earlier = EarlierAnswer(0)
        if lines:
            first = self.game.log.lines - len(self.game.new_lines) + 1
            earlier = EarlierAnswer(
                lines[0], is_same(self.game.new_lines[lines[0] - first], queued.sent)
            )
        return repeated(queued.number, self.numbers.last(key).number, earlier)

    # Sending

    def _lines_message(
        self, tick: "_RunningTick", after: TableState, state: bytes, by_seat: dict[str, Any]
    ) -> bytes:
        before, result, encode = tick.checkpoint, tick.result, self.house.encode
        lines = b",".join([line[:-1] for line in result.lines])
        text = [*result.said, *(each for step in result.steps for each in narrated(*step))]
        more = self._new_score(before, result, after.rules)
        if by_seat:
            more += b'"results":%b,' % encode(by_seat)
        found = list(moments(before.score, result.steps, after, before.lines + 1))
        if found:
            more += b'"moments":%b,' % encode(found)
        seats = encode(public.changed_seats(before.table, after))
        return b'{"lines":[%b],"text":%b,"seq":%d,%b"state":%b,"seats":%b}}' % (
            lines, encode(text), before.lines + len(result.lines), more, state, seats
        )  # fmt: skip

    def _keep_results(self, result: TickResult, by_seat: dict[str, Any]) -> None:
        """Keep the results of the last trial for each seat, until it is taken back or the player
        leaves."""
        for _, events in result.steps:
            for event in events:
                if isinstance(event, TrialEvent):
                    self.last_results = dict(by_seat)
                elif isinstance(event, TrialCorrected):
                    self.last_results = {}
                elif isinstance(event, Left):
                    self.last_results.pop(str(event.seat), None)

    def _new_score(self, before: Checkpoint, result: TickResult, rules: Rules) -> bytes:
        """Return the score and what lies on the table as part of a message, each if it has
        changed."""
        old, new, found = before.score, result.score, b""
        if new.stored != old.stored:
            found += b'"score":%b,' % self.house.encode(shown(new, rules))
        if new.lying is not old.lying:
            found += b'"shown":%b,' % self.house.encode(new.lying)
        return found

    def _send_waiting(self) -> None:
        """Send which bets wait for the crew's confirmation, if that has changed."""
        if not (self.game.confirmations or self._waiting_sent):
            return
        waiting, ended = self.waiting_list(), self.game.confirmations.ended(self._waiting_sent)
        if waiting != self._waiting_sent:
            self._waiting_sent = waiting
            message = {"waiting": waiting, "ended": ended} if ended else {"waiting": waiting}
            self.listeners.send(self.house.encode(message))

    def _update_for_spectators(self) -> bytes:
        """Return the update for spectators after a tick."""
        return self.house.encode({"seq": self.seq, "seat": None, "legal": self.legal(None)})

    def _send_answers(self, answers: list[tuple[QueuedCommand, Message]]) -> None:
        for queued, message in answers:
            queued.answer(message)

    def _refuse_all(self, batch: list[QueuedCommand], code: str, detail: str) -> None:
        for queued in batch:
            queued.answer(refused(queued.number, error(code, detail)))
