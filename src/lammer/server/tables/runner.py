"""One table of the house and what owns it.

Commands wait in line and are taken in order, as many as are there: a tick. What they lead to is
decided on the pure table, written down in one transaction, and only then told to anybody. If it
could not be written down it did not happen: the table is as it was, dice and all.
"""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from lammer.server.ops.logs import say
from lammer.server.people.permissions import THE_HOUSE, theirs
from lammer.server.refused import Refused
from lammer.server.tables import view
from lammer.server.tables.answers import (
    NOT_STORED,
    TROUBLES,
    Message,
    QueuedCommand,
    error,
    not_stored,
    refused,
    repeated,
)
from lammer.server.tables.clock import TableClock
from lammer.server.tables.hand_replay import narrated
from lammer.server.tables.idempotency import (
    CommandNumbers,
    EarlierAnswer,
    Key,
    LastCommand,
    is_same,
    look_back,
)
from lammer.server.tables.tick import (
    MOST_STAKE,
    Checkpoint,
    Gathered,
    TableGame,
    brings,
    seat_of,
    whole,
)
from lammer.server.tables.updates import SeatUpdates
from lammer.store.port import Conflict, LogEntry, StoreError, Superseded, TableRecord, Unsure
from lammer.table.commands import Malformed
from lammer.table.crew import crew_verbs
from lammer.table.legal import as_data, legal, main_range
from lammer.table.log import EPOCH, Log
from lammer.table.run import Run
from lammer.table.state import Table

if TYPE_CHECKING:
    from lammer.server.house import HouseServer

SIGNED_OUT = "What you may do has changed; come back."
CAME_ANEW = "Another connection of the same client came before this was done."
PATIENCE = 5
"""Seconds that somebody who comes again waits for what they asked before."""
MOMENT = 0.005
SETTLE_IN: Mapping[str, Any] = {"do": "settle-in"}


class _RunningTick(NamedTuple):
    """Commands that are done together, on their way to be written down."""

    batch: list[QueuedCommand]
    answers: list[tuple[QueuedCommand, Message]]
    mark: Checkpoint
    gathered: Gathered
    started: float


class Listener:
    """Somebody who sees what happens at a table."""

    def hear(self, message: bytes) -> None:
        raise NotImplementedError

    def gone(self, closed: bool = False) -> None:
        """The table is made anew: come back to it; or it is closed."""
        raise NotImplementedError


class TableRunner:
    """A table, its line of commands, and everybody who listens."""

    def __init__(self, house: "HouseServer", record: TableRecord, run: Run, log: Log) -> None:
        self.house, self.record = house, record
        self.game = TableGame(house, record, run, log)
        self.stopped: str | None = None
        self.closed = False
        self.in_trouble: str | None = None
        self.listeners: set[Listener] = set()
        self.updates = SeatUpdates(asyncio.get_running_loop())
        self.connected: dict[int, int] = {}
        self.clock = TableClock(self)
        self.numbers = CommandNumbers(house.limits.clients)
        self._line: deque[QueuedCommand] = deque()
        self._loop = asyncio.get_running_loop()
        self._at_work = self._called = self._busy = False
        """Whether commands are done here at all; the line will be looked at; a tick is under way,
        or held off."""
        self._doing: list[QueuedCommand] = []
        """What is done in the tick under way."""
        self._between: deque[asyncio.Future[None]] = deque()
        self._task: asyncio.Task[None] | None = None
        """The tick under way, if it has to wait for more than its own writing."""
        self._dropped: set[int] = set()
        """Whose commands of the tick under way are not done, if it has not come to them yet."""
        self._old: deque[tuple[QueuedCommand, Key, LastCommand]] = deque()
        """Numbers that were sent before, to be looked up; the first is."""
        self._pending: Checkpoint | None = None
        self._told: list[dict[str, Any]] = []
        self._astray = False
        """The last tick did not follow on what is stored."""
        self._seen = run.table, house.encode(view.standing(run.table))[:-1]
        """The table that was shown last, and what stands beside its seats, without the end."""
        self._legal_at: tuple[Table, datetime, dict[Any, dict[str, Any]]]
        self._legal_at = run.table, EPOCH, {}
        """What seats may do at a table and time, as far as it has been worked out."""
        self._unsettled = False
        """What is done at a table that was just taken up could not be written down."""

    # What is told of it: while a tick is being written down, the table before it

    @property
    def table(self) -> Table:
        return self.game.table if self._pending is None else self._pending.table

    @property
    def seq(self) -> int:
        return self.game.log.lines if self._pending is None else self._pending.lines

    @property
    def head(self) -> str:
        return self.game.log.head if self._pending is None else self._pending.head

    @property
    def seats(self) -> Mapping[int, int]:
        return self.game.seats if self._pending is None else self._pending.seats

    @property
    def _recent(self) -> tuple[Any, ...]:
        return self.game.recent if self._pending is None else self._pending.recent

    def seat_of(self, person: int | None) -> int | None:
        """The seat somebody has; left or not, it is theirs while their chips are there."""
        return seat_of(self.seats, person)

    def waiting_list(self) -> list[dict[str, Any]]:
        """The bets that wait for the word of the crew."""
        words = self.game.words if self._pending is None else self._pending.words
        return words.as_data()

    def legal(self, seat: int | None, crew: bool = False) -> dict[str, Any]:
        """What this seat may do over the network: by the table's rules, with what is in its
        player's purse; and whether the house goes on when the clock has run out. For the ``crew``
        also what they may enter now."""
        data = dict(self._legal(seat, crew))
        if self.clock.runs and self.clock.next_move() is not None:
            data["goes_on"] = True
            due = self.clock.due()
            if due is not None:
                data["goes_on_in"] = round(max(0.0, due - self.house.monotonic()), 1)
        return data

    def _legal(self, seat: int | None, crew: bool) -> dict[str, Any]:
        """The same without the clock; worked out once for everybody at a seat, and once for
        everybody who watches, as long as the table is the same and for a second at most."""
        now, table = self.house.time(), self.table
        moment = now.replace(microsecond=0)
        if self._legal_at[0] is not table or self._legal_at[1] != moment:
            self._legal_at = table, moment, {}
        person = None if seat is None else self.seats.get(seat)
        free = 0 if person is None else self.house.purses.free(person)
        if person in self.house.walk_ins:
            free = MOST_STAKE  # A walk-in's chips are given out as they are asked for.
        known, key = self._legal_at[2], (seat, crew, free)
        if key not in known:
            found = legal(table, seat, now)
            if crew:
                found = found._replace(crew=crew_verbs(table, now))
            alone = seat is None
            known[key] = (
                as_data(found) if alone else theirs(table, self.record.kind, found, free, now, crew)
            )
        return known[key]

    def summary(self) -> dict[str, Any]:
        """A line of the lobby."""
        table, record = self.table, self.record
        limits = main_range(table.rules)
        return {
            "table": record.table,
            "name": record.name,
            "rules": record.rules,
            "game": record.game,
            "kind": record.kind,
            "clock": record.clock,
            "limits": {"min": limits.least, "max": limits.most or None},
            "seats": table.rules.procedure.seating.most,
            "seated": len(table.seated()),
            "watching": len(self.listeners),
            "point": table.point,
            "recent": list(self._recent[-10:]),
            "stopped": self.stopped,
        }

    def snapshot(self) -> dict[str, Any]:
        """Everything a newcomer may see."""
        return {
            **self.summary(),
            "seq": self.seq,
            "head": self.head,
            "recent": list(self._recent),
            "digest": self.table.rules.digest,
            "state": view.whole(self.table),
        }

    @property
    def idle(self) -> bool:
        """True if no command waits and no tick is under way."""
        return not (self._line or self._busy)

    # What others ask of it

    def ask(self, asked: QueuedCommand) -> None:
        """Put a command in line; answered at once if there is no room, or nothing can be done."""
        why = self.stopped or self.in_trouble
        if why is not None:
            code = "stopped" if self.stopped else "store-down"
            asked.answer(refused(asked.number, error(code, why)))
            return
        if len(self._line) >= self.house.limits.queue:
            detail = f"{len(self._line)} commands are waiting at this table."
            busy = error("busy", detail, instead="Wait a moment and send it again.")
            asked.answer(refused(asked.number, busy))
            return
        self._line.append(asked)
        self._call()

    def settle_in(self) -> None:
        """Have the house do what it does at a table that has just been opened or taken up."""
        self._unsettled = False
        self.ask(QueuedCommand(THE_HOUSE, 0, SETTLE_IN, self._settled_in))

    def _settled_in(self, message: Message) -> None:
        why = "" if message["ok"] else message["refusal"]["code"]
        self._unsettled = why in TROUBLES and why != "our-mistake"

    def settle_in_again(self) -> None:
        """If it could not be written down the last time."""
        if self._unsettled:
            self.settle_in()

    def start(self) -> None:
        self._at_work = True
        self._call()

    async def stop(self) -> None:
        """Do nothing more; of a tick that is on its way, whatever became of it, nothing is told."""
        self._at_work = False
        task, self._task = self._task, None
        if task is not None:
            await asyncio.sleep(0)  # What has not begun would not end in order either.
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def halt(self, why: str) -> None:
        """The table stands still until the house is started again or it is read again."""
        self.stopped = why
        self.clock.stop()
        self._tell_everybody(self.house.encode({"stopped": why}))
        waiting = list(self._line)
        self._line.clear()
        self._answer_all(waiting, "stopped", why)

    async def close(self, at: str) -> None:
        """Write the close of the log, of a table that is empty. Between two ticks."""
        mark = self.game.mark()
        self.game.closed(at)
        self._pending = mark
        tick = _RunningTick([], [], mark, self.game.gathered(mark), self.house.monotonic())
        try:
            written = await self._written(tick, await self._committed(tick))
        finally:
            self._pending = None
        if not written:
            raise Refused("not-stored", NOT_STORED, 503, instead="Try again in a moment.")
        self.closed = True
        self.halt("The table is closed.")
        for listener in list(self.listeners):
            listener.gone(closed=True)

    def drop(self, person: int) -> None:
        """What somebody may do has changed: what they have in line, or have prepared, is not
        done."""
        theirs = [asked for asked in self._line if asked.who.person == person]
        if theirs:
            kept = [asked for asked in self._line if asked.who.person != person]
            self._line = deque(kept)
            self._answer_all(theirs, "signed-out", SIGNED_OUT)
        if self._busy:
            self._dropped.add(person)

    async def drop_client(self, key: Key) -> None:
        """A client has come anew: what it has in line is not done; what it has in the tick under
        way is waited for, but not for ever."""
        theirs = [asked for asked in self._line if asked.who.key == key]
        if theirs:
            self._line = deque(asked for asked in self._line if asked.who.key != key)
            self._answer_all(theirs, "came-anew", CAME_ANEW)
        end = self._loop.time() + PATIENCE
        while any(asked.who.key == key for asked in self._doing):
            if self._loop.time() > end:
                raise StoreError("what the same client asked before does not come to its end")
            await asyncio.sleep(MOMENT)

    # Ticks

    def _call(self) -> None:
        """Have the line looked at in a moment: what comes together is done together."""
        if not (self._called or self._busy) and self._at_work:
            self._called = True
            self._loop.call_soon(self._turn)

    def _turn(self) -> None:
        """Take what is in line as the next tick, unless one is under way."""
        self._called = False
        if self._busy or not self._line or not self._at_work:
            return
        batch = self._taken()
        self._busy, self._doing = True, batch
        if not all(map(self._is_ready, batch)):
            self._later(batch, self._do, batch)
            return
        try:
            tick = self._begun(batch)
        except Exception as problem:  # noqa: BLE001
            self._later(batch, self._at_fault, batch, problem)
            return
        if tick is None:
            self._rest()
            return
        try:
            self.house.writer.commit(tick.gathered.tick, partial(self._heard, tick))
        except StoreError as problem:
            self._heard(tick, problem)

    def _taken(self) -> list[QueuedCommand]:
        """All that is in line. Who seats somebody by name has a tick alone: whether a person is
        made for that depends on what was done before."""
        named = (number for number, asked in enumerate(self._line) if self._is_named(asked))
        many = next(named, len(self._line)) if self.record.kind == "staffed" else len(self._line)
        return [self._line.popleft() for _ in range(max(many, 1))]

    def _is_named(self, asked: QueuedCommand) -> bool:
        return asked.raw.get("do") == "sit" and "name" in asked.raw and bool(asked.who.crew)

    def _heard(self, tick: "_RunningTick", problem: Exception | None) -> None:
        """What came of a tick: mostly it is written down, and there is nothing more to wait for."""
        if not self._at_work:
            self._forget(tick)
            self._rest()
        elif problem is not None or tick.gathered.tick.transfers:
            self._later(tick.batch, self._settled, tick, problem)
        else:
            self._pending = None
            try:
                self._told_of(tick)
            except Exception as mistake:  # noqa: BLE001
                self._break(tick.batch, mistake)
            self._rest()

    def _later(
        self, batch: list[QueuedCommand], do: Callable[..., Awaitable[None]], *given: Any
    ) -> None:
        """Go on in a task: there is something to wait for."""
        self._dropped.clear()
        work = self._guarded(batch, do, *given)
        self._task = asyncio.create_task(work, name=f"table {self.record.table}")

    async def _guarded(
        self, batch: list[QueuedCommand], do: Callable[..., Awaitable[None]], *given: Any
    ) -> None:
        try:
            await do(*given)
        except Exception as problem:  # noqa: BLE001
            self._break(batch, problem)
        finally:
            self._rest()

    def _break(self, batch: list[QueuedCommand], problem: Exception) -> None:
        self.house.report(self, problem)
        self.halt(f"The table stands still: {type(problem).__name__}: {problem}")
        self._answer_all(batch, "stopped", self.stopped or "")

    def _rest(self) -> None:
        """The tick is over: who waits for that is next, then what has come into line."""
        self._busy, self._doing = False, []
        while self._between:
            waiter = self._between.popleft()
            if not waiter.done():
                waiter.set_result(None)
                break
        if self._line:
            self._call()

    @asynccontextmanager
    async def between_ticks(self) -> AsyncIterator[None]:
        """As long as this is held no tick begins."""
        while self._busy:
            waiter = self._loop.create_future()
            self._between.append(waiter)
            await waiter
        self._busy = True
        try:
            yield
        finally:
            self._rest()

    async def _do(self, batch: list[QueuedCommand]) -> None:
        """One tick for which something has to be looked up, or that is done by itself."""
        self.numbers.begin()
        batch = await self._prepared(batch)
        try:
            tick = self._begun(batch)
        except Exception as problem:  # noqa: BLE001
            await self._at_fault(batch, problem)
            return
        if tick is not None:
            await self._settled(tick, await self._committed(tick))

    def _begun(self, batch: list[QueuedCommand]) -> "_RunningTick | None":
        """Do what is asked, on the table; None if there is nothing to write down. Until it is
        written, the table before it is what everybody is told of."""
        self.numbers.begin()
        mark = self.game.mark()
        try:
            answers = [(asked, self._one(asked)) for asked in batch]
        except Exception:
            self.game.back_to(mark)
            self.numbers.take_back()
            raise
        if not self.game.made:
            self.numbers.keep()
            self._tell_waiting()
            self._tell(answers)
            if any(asked.raw is SETTLE_IN for asked in batch):
                self.clock.restart()
            return None
        self.numbers.being_written()
        self._pending = mark
        return _RunningTick(batch, answers, mark, self.game.gathered(mark), self.house.monotonic())

    async def _committed(self, tick: "_RunningTick") -> Exception | None:
        """Have a tick written down and wait for it; why it was not, if it was not."""
        try:
            await self.house.writer.committed(tick.gathered.tick)
        except Exception as problem:  # noqa: BLE001
            return problem
        except BaseException:
            self._forget(tick)
            raise
        return None

    def _forget(self, tick: "_RunningTick") -> None:
        """The table is given up while a tick is on its way: nobody here knows what became of it."""
        self.game.back_to(tick.mark)
        self._pending = None
        self.game.let_go(tick.gathered.held)

    async def _settled(self, tick: "_RunningTick", problem: Exception | None) -> None:
        """The end of a tick: told, or if it was not written down, taken back.

        Whoever joins during any wait in here gets a snapshot of the table before the tick, and
        then its lines: nothing may be awaited between the new table being shown and the lines
        being sent, or a client would get lines that its snapshot already has.
        """
        try:
            written = await self._written(tick, problem)
            if written:
                await self.house.look_again({each.person for each in tick.gathered.tick.transfers})
        finally:
            self._pending = None
        if written:
            self._told_of(tick)
            return
        self.numbers.take_back()
        if self._astray:
            self._astray = False
            self.numbers.look_up_again()
        self._tell([(asked, not_stored(asked)) for asked in tick.batch])
        self.clock.restart()

    async def _written(self, tick: "_RunningTick", problem: Exception | None) -> bool:
        """Whether a tick is written down, perhaps in spite of a problem; if it is not, the table
        is what it was."""
        try:
            return problem is None or await self._after_all(tick, problem)
        except BaseException:
            self.game.back_to(tick.mark)
            raise
        finally:
            self.game.let_go(tick.gathered.held)

    def _told_of(self, tick: "_RunningTick") -> None:
        """A tick is written down: everybody is told."""
        self.numbers.keep()
        took = self.house.monotonic() - tick.started
        self.house.metrics.commit_seconds.observe(took)
        self.house.metrics.lines.inc(len(tick.gathered.lines))
        self._publish(tick.mark.table, tick.gathered)
        self._tell_waiting()
        self._tell(tick.answers)
        self.clock.restart()
        self.updates.send_soon()

    async def _after_all(self, tick: "_RunningTick", problem: Exception) -> bool:
        """Whether a tick whose writing failed was written down after all."""
        if not isinstance(problem, StoreError):
            raise problem
        say(logging.ERROR, f"A tick could not be written: {problem}", table=self.record.table)
        self._astray = isinstance(problem, Conflict)
        return await self._after_trouble(problem, tick.mark, tick.gathered.lines)

    async def _after_trouble(
        self, problem: StoreError, mark: Checkpoint, lines: list[bytes]
    ) -> bool:
        """What to do when a tick failed; whether it was written down after all."""
        self.house.metrics.write_failures.inc()
        if isinstance(problem, Superseded):
            self.game.back_to(mark)
            self.house.superseded()
            self.halt("The house was restored from a backup; the table comes back in a moment.")
            return False
        if not isinstance(problem, Unsure | Conflict):
            self.game.back_to(mark)
            return False
        self.in_trouble = "The house cannot reach its books; nothing is taken until it can."
        try:
            head = await self.house.head_of(self.record.table)
        finally:
            self.in_trouble = None
        if head is not None and head[1] == lines[-1]:
            return True
        self.game.back_to(mark)
        if head is None or head[0] != mark.lines:
            self.halt("The log in the store goes on differently; the table is read again.")
            self.house.read_again(self)
        return False

    async def _at_fault(self, batch: list[QueuedCommand], problem: Exception) -> None:
        """Our own mistake about one of these: each by itself, so that the others are done."""
        if len(batch) > 1:
            for each in batch:
                await self._do([each])
            return
        self._our_mistake(batch, problem)

    def _our_mistake(self, batch: list[QueuedCommand], problem: Exception) -> None:
        self.house.report(self, problem)
        detail = "Something went wrong in the house, and nothing was done."
        self._answer_all(batch, "our-mistake", detail)

    # Before a tick: what has to be looked up, for a tick does not wait

    def _is_ready(self, asked: QueuedCommand) -> bool:
        """Whether there is nothing to look up, as mostly."""
        who = asked.who
        if brings(asked.raw):
            return False
        last = self.numbers.last(who.key).number
        return who.person is None or 0 < last < asked.number

    async def _prepared(self, batch: list[QueuedCommand]) -> list[QueuedCommand]:
        """Everything that has to be looked up in the store; who asks when it cannot be is told."""
        ready = []
        for asked in batch:
            try:
                found = await self._looked_up(asked)
            except StoreError as problem:
                self._cannot_look_up(asked, problem)
            else:
                ready += [] if found is None else [found]
        if self._dropped:
            theirs = [asked for asked in ready if asked.who.person in self._dropped]
            ready = [asked for asked in ready if asked.who.person not in self._dropped]
            self._answer_all(theirs, "signed-out", SIGNED_OUT)
        return ready

    def _cannot_look_up(self, asked: QueuedCommand, problem: StoreError) -> None:
        say(logging.ERROR, f"Nothing can be looked up: {problem}", table=self.record.table)
        self._answer_all([asked], "store-down", "The house cannot reach its books.")

    async def _looked_up(self, asked: QueuedCommand) -> QueuedCommand | None:
        """Which number a client is at, and whose chips may be brought; None for a number that was
        sent before, which is answered beside the tick."""
        who = asked.who
        if who.person is not None:
            key = who.key
            await self.look_up_number(key)
            if asked.number <= self.numbers.last(key).number:
                self._again_later(asked, key)
                return None
        if not brings(asked.raw):
            return asked
        for person in {who.person, self.game.seats.get(whole(asked.raw.get("seat")))}:
            if person is not None:
                await self.house.purses.look_up(person)
        if self._is_named(asked) and self.game.seats_somebody_new(who, asked.raw):
            return asked._replace(walk_in=await self.house.walk_in(asked.raw["name"]))
        return asked

    async def look_up_number(self, key: Key) -> None:
        """How far a client has counted, unless that is known."""
        person, client = key
        if person is not None:
            table, read = self.record.table, self.house.writer.read
            await self.numbers.look_up(
                key, lambda: read(lambda store: store.last_number(table, person, client))
            )

    def _again_later(self, asked: QueuedCommand, key: Key) -> None:
        """Answer a number that was sent before when that is looked up; nothing waits for it."""
        if len(self._old) >= self.house.limits.queue:
            self._answer_all([asked], "busy", f"{len(self._old)} old commands are looked up.")
            return
        self._old.append((asked, key, self.numbers.last(key)))
        if len(self._old) == 1:
            self.house.spawn(self._answer_old())

    async def _answer_old(self) -> None:
        """One old number after the other, as long as there are any."""
        while self._old:
            asked, key, last = self._old[0]
            try:
                asked.answer(await self._what_became_of(asked, key, last))
            except StoreError as problem:
                self._cannot_look_up(asked, problem)
            except Exception as problem:  # noqa: BLE001
                self._our_mistake([asked], problem)
            finally:
                self._old.popleft()

    async def _what_became_of(self, asked: QueuedCommand, key: Key, last: LastCommand) -> Message:
        table, number, raw = self.record.table, asked.number, asked.raw
        async with self.house.looking_back:
            found = await self.house.writer.read(
                lambda store: look_back(store, table, key, number, last, raw)
            )
        return repeated(number, last.number, found)

    # In a tick

    def _one(self, asked: QueuedCommand) -> Message:
        who, number = asked.who, asked.number
        key = who.key
        if who.person is not None and number <= self.numbers.last(key).number:
            return self._twice(asked, key)
        first = self.game.log.lines + 1
        try:
            if asked.raw is SETTLE_IN:
                self.game.settle_in()
                return {"re": number, "ok": True}
            answer = self.game.ask(who, asked.raw, asked.walk_in)
        except Malformed as problem:
            return refused(number, error("malformed", problem.sentence, instead=problem.instead))
        except Refused as problem:
            found = error(problem.code, problem.detail, problem.clauses, problem.instead)
            return refused(number, found)
        if answer.refusal is not None:
            why = answer.refusal
            self.house.metrics.refusals.labels(why.code).inc()
            return refused(number, error(why.code, why.detail, why.clauses))
        if self.game.log.lines < first:
            return {"re": number, "ok": True}  # Noted, and nothing to write down.
        self.game.tick.entries.append(LogEntry(first, who.person, who.client, number))
        if who.person is not None:
            self.numbers.done(key, number, first)
            self.clock.player_moved()
        return {"re": number, "ok": True, "seq": first, "to": self.game.log.lines}

    def _twice(self, asked: QueuedCommand, key: Key) -> Message:
        """The answer to a number that came twice in this very tick, or came too late in it."""
        lines = [each.seq for each in self.game.tick.entries if each[1:] == (*key, asked.number)]
        earlier = EarlierAnswer(0)
        if lines:
            first = self.game.log.lines - len(self.game.made) + 1
            earlier = EarlierAnswer(lines[0], is_same(self.game.made[lines[0] - first], asked.raw))
        return repeated(asked.number, self.numbers.last(key).number, earlier)

    # Telling

    def _publish(self, before: Table, gathered: Gathered) -> None:
        if not self.listeners:
            return
        after = self.table
        seen, standing = self._seen
        if seen is not after and not view.stands_alike(seen, after):
            standing = self.house.encode(view.standing(after))[:-1]
        self._seen = after, standing
        lines = b",".join([line[:-1] for line in gathered.lines])
        text = [each for happened in gathered.happened for each in narrated(*happened)]
        encode = self.house.encode
        self._tell_everybody(
            b'{"lines":[%b],"text":%b,"seq":%d,"state":%b,"seats":%b}}'
            % (lines, encode(text), self.seq, standing, encode(view.changed(before, after)))
        )

    def _tell_waiting(self) -> None:
        """Which bets wait for the word of the crew, if that has changed."""
        if not (self.game.words or self._told):
            return
        waiting, ended = self.waiting_list(), self.game.words.ended(self._told)
        if waiting != self._told:
            self._told = waiting
            message = {"waiting": waiting, "ended": ended} if ended else {"waiting": waiting}
            self._tell_everybody(self.house.encode(message))

    def _tell_everybody(self, message: bytes) -> None:
        for listener in list(self.listeners):
            listener.hear(message)

    def _tell(self, answers: list[tuple[QueuedCommand, Message]]) -> None:
        for asked, message in answers:
            asked.answer(message)

    def _answer_all(self, batch: list[QueuedCommand], code: str, detail: str) -> None:
        for asked in batch:
            asked.answer(refused(asked.number, error(code, detail)))
