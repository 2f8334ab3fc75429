"""One table of the house and the task that owns it.

Commands wait in line and are taken in order, as many as are there: a tick. What they lead to is
decided on the pure table, written down in one transaction, and only then told to anybody. If it
could not be written down it did not happen: the table is as it was, dice and all.
"""

import asyncio
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from lammer.core.legality import Refusal
from lammer.core.money import dollars
from lammer.fair.draw import SEED_BYTES, commitment
from lammer.ledger import CAGE
from lammer.server import hands, upkeep, view
from lammer.server.asking import THE_HOUSE, Who, meant, theirs
from lammer.server.meters import metered
from lammer.server.refused import Refused
from lammer.store.port import Conflict, Entry, Felt, Superseded, Tick, Transfer, Trouble, Unsure
from lammer.table.command import Malformed
from lammer.table.command import read as read_command
from lammer.table.decide import decide
from lammer.table.event import Event
from lammer.table.legal import as_data, legal
from lammer.table.log import SECOND, Log, stamp
from lammer.table.run import Answer, Run
from lammer.table.state import Table

if TYPE_CHECKING:
    from lammer.server.house import House

Message = dict[str, Any]
ROUNDS = 2
"""How often the house goes round an idle table by itself before it waits for somebody."""
RECENT = 40
"""Trials shown to whoever comes in."""


class Asked(NamedTuple):
    """A command in line: who asks, under which number, and where the answer goes."""

    who: Who
    number: int
    raw: Mapping[str, Any]
    answer: Callable[[Message], None]
    walk_in: int | None = None
    """The person whom the crew seats under a name."""


class Listener:
    """Somebody who sees what happens at a table."""

    def hear(self, text: str) -> None:
        raise NotImplementedError

    def gone(self) -> None:
        """The table is made anew: come back to it."""
        raise NotImplementedError


class _Mark(NamedTuple):
    """A table as it is written down, to go back to."""

    table: Table
    now: datetime
    lines: int
    head: str
    seats: dict[int, int]
    hands: hands.Hands
    source: upkeep.Source | None
    recent: tuple[Any, ...]


def error(code: str, detail: str, clauses: Iterable[str] = (), instead: str = "") -> Message:
    """A refusal as it is sent."""
    named = list(clauses)
    found: Message = {"code": code, "detail": detail}
    if named:
        found |= {"clause": named[0], "clauses": named}
    return {**found, "instead": instead} if instead else found


class Owner:
    """A table, its line of commands, and everybody who listens."""

    def __init__(self, house: "House", felt: Felt, run: Run, log: Log) -> None:
        self.house, self.felt = house, felt
        self.run, self._log = run, log
        self.seats: dict[int, int] = {}
        self.hands = hands.begins(1, 2, run.table, {}) if run.is_open else hands.Hands(1, 2)
        self.source: upkeep.Source | None = None
        self.stopped: str | None = None
        self.listeners: set[Listener] = set()
        self.recent: tuple[Any, ...] = ()
        self.made: list[bytes] = []
        self._line: deque[Asked] = deque()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._numbers: OrderedDict[tuple[int | None, str], tuple[int, int]] = OrderedDict()
        self._tick = Tick(felt.table)
        self._held: list[tuple[int, int]] = []
        self._undo: list[tuple[tuple[int | None, str], tuple[int, int]]] = []
        self._pending: _Mark | None = None
        self._before: dict[tuple[int | None, str], tuple[int, int]] = {}
        self.ticking = asyncio.Lock()
        self._alone = 0
        self.deadline: float | None = None
        self.waiting: dict[int, Waiting] = {}
        self.connected: dict[int, int] = {}
        self._away: dict[int, float] = {}
        self._requests = 0
        self.in_trouble: str | None = None

    # What others ask of it

    # While a tick is being written down, everybody is told of the table before it.

    @property
    def table(self) -> Table:
        return self.run.table if self._pending is None else self._pending.table

    @property
    def seq(self) -> int:
        return self._log.lines if self._pending is None else self._pending.lines

    @property
    def head(self) -> str:
        return self._log.head if self._pending is None else self._pending.head

    def seat_of(self, person: int | None) -> int | None:
        """The seat somebody has; left or not, it is theirs while their chips are there."""
        seats = self.seats if self._pending is None else self._pending.seats
        return next((seat for seat, owner in seats.items() if owner == person), None)

    def chips_of(self, person: int) -> int:
        seat = self.seat_of(person)
        return 0 if seat is None else self.table.rail(seat) + self.table.layout(seat)

    def legal(self, seat: int | None) -> dict[str, Any]:
        """What this seat may do over the network: by the table's rules, with what is in its
        player's purse."""
        now = self.house.now()
        found = legal(self.table, seat, now)
        if seat is None:
            return as_data(found)
        person = self.seats.get(seat)
        free = 0 if person is None else self.house.purses.free(person)
        return theirs(self.table, self.felt.kind, found, free, now)

    def summary(self) -> dict[str, Any]:
        """A line of the lobby."""
        table, felt = self.table, self.felt
        recent = self.recent if self._pending is None else self._pending.recent
        return {
            "table": felt.table,
            "name": felt.name,
            "rules": felt.rules,
            "game": felt.game,
            "kind": felt.kind,
            "clock": felt.clock,
            "seats": table.rules.procedure.seating.most,
            "seated": len(table.seated()),
            "watching": len(self.listeners),
            "point": table.point,
            "recent": list(recent[-10:]),
            "stopped": self.stopped,
        }

    def snapshot(self) -> dict[str, Any]:
        """Everything a newcomer may see."""
        recent = self.recent if self._pending is None else self._pending.recent
        return {
            **self.summary(),
            "seq": self.seq,
            "head": self.head,
            "recent": list(recent),
            "digest": self.table.rules.digest,
            "state": view.whole(self.table),
        }

    def ask(self, asked: Asked) -> None:
        """Put a command in line; answered at once if there is no room, or nothing can be done."""
        why = self.stopped or self.in_trouble
        if why is not None:
            code = "stopped" if self.stopped else "store-down"
            asked.answer({"re": asked.number, "ok": False, "refusal": error(code, why)})
            return
        if len(self._line) >= self.house.limits.queue:
            detail = f"{len(self._line)} commands are waiting at this table."
            refusal = error("busy", detail, instead="Wait a moment and send it again.")
            asked.answer({"re": asked.number, "ok": False, "refusal": refusal})
            return
        self._line.append(asked)
        self._wake.set()

    def knows_number(self, person: int | None, client: str) -> bool:
        return (person, client) in self._numbers

    def remember_number(self, person: int | None, client: str, last: tuple[int, int]) -> None:
        """The highest number done for a client, looked up when it came."""
        if (person, client) not in self._numbers:
            self._numbers[person, client] = last
            self._forget_clients()

    def last_number(self, person: int | None, client: str) -> int:
        key = person, client
        return self._before.get(key, self._numbers.get(key, (0, 0)))[0]

    def start(self) -> None:
        self._task = asyncio.create_task(self._live(), name=f"table {self.felt.table}")

    async def stop(self) -> None:
        """End the task between two ticks."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    # The task

    async def _live(self) -> None:
        while True:
            await self._wake.wait()
            async with self.ticking:
                self._wake.clear()
                batch = list(self._line)
                self._line.clear()
                try:
                    await self._do(batch)
                except Exception as problem:  # noqa: BLE001
                    self.house.report(self, problem)
                    self.halt(f"The table stands still: {type(problem).__name__}: {problem}")
                    self._answer_all(batch, "stopped", self.stopped or "")

    async def _do(self, batch: list[Asked]) -> None:
        batch = await self._prepared(batch)
        mark = self._mark()
        try:
            answers = [(asked, self._one(asked)) for asked in batch]
        except Exception as problem:  # noqa: BLE001
            self._begin_again(mark)
            await self._at_fault(batch, problem)
            return
        if not self.made:
            self._tell(answers)
            if any(asked.raw is SETTLE_IN for asked in batch):
                self._set_clock()
            return
        self._finish(mark)
        tick, held = self._tick, self._held
        lines = self.made
        self._tick, self._held, self.made = Tick(self.felt.table), [], []
        self._before, self._undo = dict(reversed(self._undo)), []
        started = self.house.monotonic()
        self._pending = mark
        try:
            why = await self._written(tick, mark, lines)
        finally:
            self._pending = None
            before, self._before = self._before, {}
        self._let_go(held)
        if why is not None:
            self._numbers.update(before)
            self._tell([(a, _not_stored(a, m, why)) for a, m in answers])
            return
        self.house.counters_for_commit(self.house.monotonic() - started, len(lines))
        for moved in tick.transfers:
            self.house.purses.moved(moved.person, moved.cents)
        self._publish(mark.table, lines)
        self._tell(answers)
        self._set_clock()

    async def _written(self, tick: Tick, mark: _Mark, lines: list[bytes]) -> str | None:
        """Write a tick down; why not, if it could not be."""
        try:
            await self.house.desk.commit(tick)
        except Trouble as problem:
            if not await self._after_trouble(problem, mark, lines):
                return f"It could not be written down, so it did not happen: {problem}"
        return None

    def _begin_again(self, mark: _Mark) -> None:
        """Forget what was gathered for a tick that is not to be."""
        self._back_to(mark)
        self._let_go(self._held)
        self._numbers.update(reversed(self._undo))
        self._tick, self._held, self.made, self._undo = Tick(self.felt.table), [], [], []

    async def _at_fault(self, batch: list[Asked], problem: Exception) -> None:
        """Our own mistake about one of these: each by itself, so that the others are done."""
        if len(batch) > 1:
            for each in batch:
                await self._do([each])
            return
        self.house.report(self, problem)
        detail = "Something went wrong in the house, and nothing was done."
        self._answer_all(batch, "our-mistake", detail)

    async def _prepared(self, batch: list[Asked]) -> list[Asked]:
        """Everything that has to be looked up in the store; who asks when it cannot be is told."""
        ready = []
        for asked in batch:
            try:
                ready.append(await self._looked_up(asked))
            except Trouble as problem:
                why = f"The house cannot reach its books: {problem}"
                self._answer_all([asked], "store-down", why)
        return ready

    async def _looked_up(self, asked: Asked) -> Asked:
        """Which number a client is at, and whose chips may be brought: looked up before the tick,
        for that does not wait."""
        who, table = asked.who, self.felt.table
        if who.person is not None and (who.person, who.client) not in self._numbers:
            key = who.person, who.client
            last = await self.house.desk.read(lambda store: store.last_number(table, *key))
            self.remember_number(*key, last)
        if not _brings(asked.raw):
            return asked
        for person in {asked.who.person, self.seats.get(_number(asked.raw.get("seat")))}:
            if person is not None:
                await self.house.purses.look_up(person)
        name = asked.raw.get("name")
        if isinstance(name, str) and self.felt.kind == "staffed" and asked.who.crew:
            try:
                return asked._replace(walk_in=await self.house.walk_in(name))
            except Refused:
                return asked  # The same name is refused again when its turn comes.
        return asked

    def _mark(self) -> _Mark:
        return _Mark(
            self.table, self.run.now, self._log.lines, self._log.head, dict(self.seats),
            self.hands.copy(), self.source, self.recent,
        )  # fmt: skip

    def _back_to(self, mark: _Mark) -> None:
        self._log.lines, self._log.head = mark.lines, mark.head
        self.run = Run.going_on(mark.table, mark.now, self._log)
        self.seats, self.hands, self.source = mark.seats, mark.hands, mark.source
        self.recent = mark.recent

    async def _after_trouble(self, problem: Trouble, mark: _Mark, lines: list[bytes]) -> bool:
        """What to do when a tick failed; whether it was written down after all."""
        self.house.counters_for_trouble()
        if isinstance(problem, Superseded):
            self.house.superseded()
            self.halt("The house was restored from a backup; the table comes back in a moment.")
            return False
        if not isinstance(problem, Unsure | Conflict):
            self._back_to(mark)
            return False
        self.in_trouble = "The house cannot reach its books; nothing is taken until it can."
        try:
            head = await self.house.head_of(self.felt.table)
        finally:
            self.in_trouble = None
        if head is not None and head[1] == lines[-1]:
            return True
        if head is not None and head[0] == mark.lines:
            self._back_to(mark)
            return False
        self._back_to(mark)
        self.halt("The log in the store goes on differently; the table is read again.")
        self.house.read_again(self)
        return False

    def _let_go(self, held: list[tuple[int, int]]) -> None:
        for person, cents in held:
            self.house.purses.let_go(person, cents)

    def _tell(self, answers: list[tuple[Asked, Message]]) -> None:
        for asked, message in answers:
            asked.answer(message)

    def _answer_all(self, batch: list[Asked], code: str, detail: str) -> None:
        for asked in batch:
            refusal = error(code, detail)
            asked.answer({"re": asked.number, "ok": False, "refusal": refusal})

    def halt(self, why: str) -> None:
        """The table stands still until the house is started again or it is read again."""
        self.stopped = why
        self.deadline = None
        text = self.house.encode({"stopped": why})
        for listener in list(self.listeners):
            listener.hear(text)
        waiting = list(self._line)
        self._line.clear()
        self._answer_all(waiting, "stopped", why)

    # One command

    def _one(self, asked: Asked) -> Message:
        who, number = asked.who, asked.number
        last, seq = self._numbers.get((who.person, who.client), (0, 0))
        if who.person is not None and number <= last:
            again: Message = {"re": number, "ok": True, "again": True}
            return {**again, "seq": seq} if number == last and seq else again
        first = self._log.lines + 1
        try:
            answer = self._carried_out(asked)
        except Malformed as problem:
            refusal = error("malformed", str(problem), instead=problem.instead)
            return {"re": number, "ok": False, "refusal": refusal}
        except Refused as problem:
            refusal = error(problem.code, problem.detail, problem.clauses, problem.instead)
            return {"re": number, "ok": False, "refusal": refusal}
        if answer.refusal is not None:
            self.house.counters_for_refusal(answer.refusal.code)
            found = error(answer.refusal.code, answer.refusal.detail, answer.refusal.clauses)
            return {"re": number, "ok": False, "refusal": found}
        if self._log.lines >= first:
            self._tick.entries.append(Entry(first, who.person, who.client, number))
        if who.person is not None:
            self._undo.append(((who.person, who.client), (last, seq)))
            self._numbers[who.person, who.client] = (number, first)
            self._numbers.move_to_end((who.person, who.client))
            self._forget_clients()
            self._alone = 0
        return {"re": number, "ok": True, "seq": first, "to": self._log.lines}

    def _forget_clients(self) -> None:
        while len(self._numbers) > self.house.limits.clients:
            self._numbers.popitem(last=False)

    def settle_in(self) -> None:
        """What the house does at a table that has just been opened or taken up."""
        self.ask(Asked(THE_HOUSE, 0, SETTLE_IN, _nobody_hears))

    def _settled_in(self) -> Answer:
        """A pledge whose seed is lost is withdrawn, and the next one made."""
        if self.felt.kind == "automatic":
            if self.table.pledge is not None and self.source is None:
                self._house_does({"do": "withdraw", "reason": "the seed is lost"})
            self._keep_up(False, stamp(self.run.now))
        return Answer((), None)

    async def close(self, at: str) -> None:
        """Write the close of the log, of a table that is empty. Between two ticks."""
        mark = self._mark()
        played = self.hands.ends(self._log.lines, at, self.table)
        self._log.close(self.run.now + SECOND)
        lines, self.made = self.made, []
        tick = Tick(self.felt.table, lines=list(enumerate(lines, mark.lines + 1)), played=played)
        tick.secret, tick.closed = b"", at
        try:
            await self.house.desk.commit(tick)
        except BaseException:
            self._back_to(mark)
            raise
        self.halt("The table is closed.")

    def _carried_out(self, asked: Asked) -> Answer:
        who, raw = asked.who, asked.raw
        if raw is SETTLE_IN:
            return self._settled_in()
        if raw.get("do") == "confirm":
            return self._confirm(who, raw)
        if raw.get("do") == "sit":
            return self._sit(who, raw, asked.walk_in)
        if who.person is None:
            command = dict(raw)
        else:
            command = meant(self.table, self.felt.kind, self.seat_of(who.person), who, raw)
        answer = self._asked_of_table(command)
        if answer.refusal is not None and answer.refusal.code == "not-confirmed":
            self._wait_for_word(command)
        return answer

    def _asked_of_table(self, command: dict[str, Any]) -> Answer:
        """Ask the table, drawing what has to be drawn; then the house does what follows."""
        drawn = self.felt.kind == "automatic" and upkeep.is_trial(self.table.rules, command)
        if drawn:
            self._before_drawing()
            assert self.source is not None
            command = {**command, **self.source.drawn(self.table)}
        return self._do_now(command)

    def _before_drawing(self) -> None:
        """A shaker whose dice are too old gets fresh ones first."""
        fresh = upkeep.fresh_dice(self.table)
        if fresh is not None:
            probe = read_command({"do": "no-more-bets"}, "shaker")
            refused = decide(self.table, probe, self.house.now())
            if isinstance(refused, Refusal) and refused.code == "dice-too-old":
                self._do_now(fresh)

    def _do_now(self, command: Mapping[str, Any]) -> Answer:
        """Ask the table, at this moment; if it does it, keep account, and do what follows."""
        before = self.table
        now = max(self.house.now(), self.run.now)
        first = self._log.lines + 1
        answer = self._paid_for(before, {**command, "at": stamp(now)}, now)
        if answer.ok:
            self._account(before, answer.events, first, stamp(now))
        return answer

    def _paid_for(self, before: Table, command: Mapping[str, Any], now: datetime) -> Answer:
        """The table's answer, if the chips brought to it are in somebody's purse."""
        if _brings(command):
            decision = decide(before, read_command(command, _thing(before)), now)
            if isinstance(decision, Refusal):
                return Answer((), decision)
            short = self._short_of(decision)
            if short is not None:
                return Answer((), short)
        return self.run.do(command)

    def _short_of(self, events: Iterable[Event]) -> Refusal | None:
        """Hold the chips that come from the cage in their owners' purses, or say what is
        missing. A walk-in's chips are given out as they are asked for."""
        needed: dict[int, int] = {}
        for event in events:
            for source, _, cents in event.moves:
                if source == CAGE:
                    person = self.seats.get(event.body["seat"])
                    if person is not None and person not in self.house.walk_ins:
                        needed[person] = needed.get(person, 0) + cents
        for person, cents in needed.items():
            free = self.house.purses.free(person)
            if cents > free:
                detail = f"There is {dollars(free)} in the purse, and {dollars(cents)} is asked."
                return Refusal("not-enough-chips", detail, ("house",))
        for person, cents in needed.items():
            self.house.purses.hold(person, cents)
            self._held.append((person, cents))
        return None

    def _account(self, before: Table, events: tuple[Event, ...], first: int, at: str) -> None:
        """Hands, meters, purses and seats after what happened; then what the house does next."""
        self._meter(events, before)
        for offset, event in enumerate(events):
            self.hands.see(event, first, self.seats)
            if event.moves:
                self._purse_moves(event, first + offset, at)
            self._shown(event)
        over = self.hands.is_over(events, before, self.table)
        for seat in [seat for seat in self.seats if seat not in self.table.seats]:
            self._vacate(seat, at)
        self._waiting_is_over(events)
        if self.felt.kind == "automatic":
            self._keep_up(over, at)
        elif over:
            self._next_hand(at)
        for command in upkeep.paid_out(self.table):
            self._do_now(command)

    def _keep_up(self, over: bool, at: str) -> None:
        """Reveal what is over, have a new shoe, pledge the next seed."""
        if upkeep.wants_reveal(self.table):
            assert self.source is not None
            seed = self.source.seed
            self._house_does({"do": "reveal", "seed": seed.hex()})
            self.source = None
            self._tick.secret = b""
        if upkeep.wants_shuffle(self.table):
            self._house_does({"do": "shuffle"})
        if over:
            self._next_hand(at)
        if upkeep.wants_pledge(self.table):
            self._pledge()

    def _pledge(self) -> None:
        seed = secrets.token_bytes(SEED_BYTES)
        self._house_does({"do": "commit", "hash": commitment(seed)})
        self.source = upkeep.Source(seed)
        self._tick.secret = seed

    def _house_does(self, command: Mapping[str, Any]) -> None:
        """Something the house does that nobody can refuse."""
        before = self.table
        now = max(self.house.now(), self.run.now)
        answer = self.run.do({**command, "at": stamp(now)})
        assert answer.ok, (command["do"], answer.refusal)
        self._meter(answer.events, before)

    def _meter(self, events: tuple[Event, ...], before: Table) -> None:
        for key, (times, cents) in metered(events, before).items():
            more = self._tick.meters.get(key, (0, 0))
            self._tick.meters[key] = (more[0] + times, more[1] + cents)

    def _next_hand(self, at: str) -> None:
        last = self._log.lines
        self._tick.played += self.hands.ends(last, at, self.table)
        self.hands = hands.begins(self.hands.number + 1, last + 1, self.table, self.seats)
        self._tick.hands.append(hands.kept(self.hands, self.table, self.seats, at))

    def _purse_moves(self, event: Event, seq: int, at: str) -> None:
        for source, target, cents in event.moves:
            if CAGE not in (source, target):
                continue
            person = self.seats.get(event.body["seat"])
            if person is None:
                continue
            change = -cents if source == CAGE else cents
            if change < 0 and person in self.house.walk_ins:
                self._tick.transfers.append(Transfer(person, cents, "walk-in", at))
            why = event.name
            self._tick.transfers.append(Transfer(person, change, why, at, self.felt.table, seq))

    def _vacate(self, seat: int, at: str) -> None:
        played = self.hands.leaves(seat, self._log.lines, at, self.table)
        if played is not None:
            self._tick.played.append(played)
        self.seats.pop(seat)
        self._tick.seats[seat] = None

    def _shown(self, event: Event) -> None:
        """Trials are remembered for whoever comes in."""
        body = event.body
        if event.name in ("roll", "shake"):
            self.recent = (*self.recent[-RECENT + 1 :], {"dice": body["dice"]})
        elif event.name == "result":
            kept = {key: body[key] for key in ("player", "banker", "winner")}
            self.recent = (*self.recent[-RECENT + 1 :], kept)

    # Sitting down

    def _sit(self, who: Who, raw: Mapping[str, Any], walk_in: int | None) -> Answer:
        for key in raw:
            if key not in ("do", "seat", "rail", "name"):
                raise Malformed(str(key)[:40], "there is no such key here")
        if "surveillance" in who.roles:
            raise Refused("not-yours", "Surveillance sees all play and touches nothing.", 403)
        person, name = who.person, who.name
        if "name" in raw:
            if self.felt.kind != "staffed" or not who.crew:
                raise Refused("not-yours", "You sit under your own name.", 403)
            person, name = walk_in, self.house.clean_name(raw["name"])
        assert person is not None
        has = self.seat_of(person)
        if has is not None and has in self.table.seats:
            name = self.table.seats[has].name
        seat = raw.get("seat", has or self._free_seat())
        if has is not None and seat != has:
            raise Refused("seated", f"You have seat {has} at this table.", 409)
        if has is None and _number(seat) in self.seats:
            raise Refused("seat-taken", f"Seat {seat} is taken.", 409)
        free = self.house.purses.free(person)
        rail = raw.get("rail", min(free, USUAL_BUY_IN) if person not in self.house.walk_ins else 0)
        command: dict[str, Any] = {"do": "sit", "seat": seat, "rail": rail, "name": name}
        if has is None and isinstance(seat, int) and not isinstance(seat, bool):
            self.seats[seat] = person
        answer: Answer | None = None
        try:
            answer = self._do_now(command)
        finally:
            if has is None and (answer is None or not answer.ok):
                self.seats.pop(_number(seat), None)
        if answer.ok and has is None:
            self._tick.seats[int(seat)] = person
        return answer

    def _free_seat(self) -> int:
        most = self.table.rules.procedure.seating.most
        free = (n for n in range(1, most + 1) if n not in self.table.seats and n not in self.seats)
        found = next(free, None)
        if found is None:
            cites = self.table.rules.procedure.seating.most_cites
            detail = f"The table is full: {most} players."
            raise Refused("table-full", detail, 409, clauses=self.table.rules.ids(cites))
        return found

    # The word of the crew

    def _wait_for_word(self, command: Mapping[str, Any]) -> None:
        """A late or verbal bet waits for those whose word it needs, until the trial is over."""
        if self.felt.kind != "staffed":
            return
        given = tuple(command.get("confirmed_by") or ())
        kept = {key: value for key, value in command.items() if key != "confirmed_by"}
        theirs = [n for n, each in self.waiting.items() if each.command["seat"] == kept["seat"]]
        for number in theirs:
            if self.waiting[number].command == kept:
                return  # Asked again, it still waits once.
        if len(theirs) >= MOST_WAITING:
            del self.waiting[theirs[0]]
        self._requests += 1
        self.waiting[self._requests] = Waiting(kept, given)
        self._say_waiting()

    def _say_waiting(self) -> None:
        text = self.house.encode({"waiting": self.waiting_list()})
        for listener in list(self.listeners):
            listener.hear(text)

    def waiting_list(self) -> list[dict[str, Any]]:
        return [
            {"waiting": number, "command": each.command, "word": list(each.given)}
            for number, each in self.waiting.items()
        ]

    def _confirm(self, who: Who, raw: Mapping[str, Any]) -> Answer:
        """Somebody of the crew gives the word for a bet that waits for it."""
        if set(raw) - {"do", "waiting", "as"}:
            raise Malformed("do", "confirm takes the keys waiting and as, no others")
        role = raw.get("as", who.crew[0] if len(who.crew) == 1 else None)
        if self.felt.kind != "staffed" or not who.crew or role not in who.crew:
            yours = ", ".join(who.crew) or "no role of the crew"
            raise Refused("not-authorised", f"Give your word in a role you have: {yours}.", 403)
        found = self.waiting.get(_number(raw.get("waiting")))
        if found is None:
            raise Refused("nothing-waits", "No bet of that number waits for a word.", 404)
        given = tuple(dict.fromkeys((*found.given, str(role))))
        answer = self._do_now({**found.command, "confirmed_by": list(given)})
        number = _number(raw.get("waiting"))
        if answer.refusal is not None and answer.refusal.code == "not-confirmed":
            self.waiting[number] = found._replace(given=given)
        else:
            self.waiting.pop(number, None)
        self._say_waiting()
        return answer

    def _waiting_is_over(self, events: Iterable[Event]) -> None:
        if self.waiting and any(event.name in _ENDS_WAITING for event in events):
            self.waiting.clear()
            self._say_waiting()

    # The end of a tick

    def _finish(self, mark: _Mark) -> None:
        """What goes into the transaction beside what was gathered on the way."""
        tick, books, before = self._tick, self.table.books, mark.table.books
        tick.lines = list(enumerate(self.made, mark.lines + 1))
        tick.balances = {
            account: cents for account, cents in books.items() if before.get(account) != cents
        }

    def _publish(self, before: Table, lines: list[bytes]) -> None:
        if not self.listeners:
            return
        state = self.house.encode(view.changed(before, self.table))
        whole = b",".join(line[:-1] for line in lines).decode()
        text = f'{{"lines":[{whole}],"seq":{self.seq},"state":{state}}}'
        for listener in list(self.listeners):
            listener.hear(text)

    def keep(self, line: bytes) -> None:
        """Where the log puts its lines."""
        self.made.append(line)

    # The clock

    def _set_clock(self) -> None:
        clock = self.felt.clock
        waits = clock is not None and self.felt.kind == "automatic"
        move = upkeep.next_move(self.table) if waits else None
        if move is not None and not upkeep.is_trial(self.table.rules, move):
            waits = self._alone < ROUNDS * max(1, len(self.table.seats))
        if not waits or clock is None or move is None:
            self.deadline = None
        else:
            self.deadline = self.house.monotonic() + clock

    def on_the_clock(self) -> None:
        """Nobody did anything in time: the house goes on."""
        if self._line or self.ticking.locked():
            return  # Somebody has, just now.
        self.deadline = None
        move = upkeep.next_move(self.table)
        if move is None:
            return
        self._alone += not upkeep.is_trial(self.table.rules, move)
        self.ask(Asked(THE_HOUSE, 0, move, self._refused_the_clock))

    def send_away(self) -> None:
        """Players who have been gone for long, and have nothing up, are taken to have left."""
        if self.felt.kind != "automatic" or self.stopped is not None:
            return
        now = self.house.monotonic()
        for seat, person in self.seats.items():
            if self.connected.get(person):
                self._away.pop(person, None)
                continue
            since = self._away.setdefault(person, now)
            there = self.table.seats.get(seat)
            if there is None or there.gone or there.bets:
                continue
            if now - since > self.house.limits.absent:
                self._away[person] = now
                self.ask(Asked(THE_HOUSE, 0, {"do": "leave", "seat": seat}, _nobody_hears))
        for person in [each for each in self._away if each not in self.seats.values()]:
            del self._away[person]

    def _refused_the_clock(self, message: Message) -> None:
        """Whoever holds the dice and may not throw them is ordered to pass them on."""
        if message["ok"] or message["refusal"]["code"] != "needs-line-bet":
            return
        move = upkeep.ordered_pass(self.table)
        if move is not None and len(self.table.seated()) > 1:
            self.ask(Asked(THE_HOUSE, 0, move, _nobody_hears))


class Waiting(NamedTuple):
    """A bet that waits for the word of the crew, and whose word it has."""

    command: Mapping[str, Any]
    given: tuple[str, ...]


SETTLE_IN: Mapping[str, Any] = {"do": "settle-in"}
BRINGING = frozenset(("sit", "buy-in", "verbal"))
"""What brings chips from a purse to the table."""
MOST_WAITING = 4
"""Bets of one seat that wait for the word of the crew."""
USUAL_BUY_IN = 50_000
"""Cents brought to a table by somebody who does not say how much."""
_ENDS_WAITING = frozenset(("roll", "no-roll", "shake", "no-shake", "deal", "result"))


def _nobody_hears(_: Message) -> None:
    return None


def _number(value: object) -> int:
    """A seat or request number out of a message; -1 if it is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) else -1


def _brings(raw: Mapping[str, Any]) -> bool:
    """Whether it brings chips, if it is a command at all."""
    verb = raw.get("do")
    return isinstance(verb, str) and verb in BRINGING


def _thing(table: Table) -> str:
    return table.rules.procedure.trial.thing


def _not_stored(asked: Asked, message: Message, why: str) -> Message:
    """A refusal stays one; what was done was not."""
    if not message["ok"] or message.get("again"):
        return message
    refusal = error("not-stored", why, instead="Send it again, under the same number.")
    return {"re": asked.number, "ok": False, "refusal": refusal}
