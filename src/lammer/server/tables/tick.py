"""The game at one table, command by command, and everything that is written down with it.

Nothing here waits and nothing is told to anybody. What is done is gathered in a ``Tick``; what was
before it is a ``Checkpoint``, to go back to if the tick cannot be written. The table is a value
that is never changed, so going back is keeping the old one.
"""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from lammer.core.legality import Refusal
from lammer.core.money import dollars
from lammer.fair.draw import SEED_BYTES, commitment
from lammer.ledger import CAGE
from lammer.server.people.permissions import CREW, Requester, meant
from lammer.server.people.purses import Purses
from lammer.server.refused import Refused
from lammer.server.tables import autopilot as upkeep
from lammer.server.tables import hands
from lammer.server.tables.confirmations import ENDS_WAITING, WORDS, Confirmations
from lammer.server.tables.meters import metered
from lammer.store.port import TableRecord, Tick, Transfer
from lammer.table.commands import (
    BuyIn,
    Command,
    Coupon,
    MakeBet,
    Malformed,
    Sit,
    Verbal,
    written,
)
from lammer.table.commands import read as read_command
from lammer.table.corrections import places, taken_back
from lammer.table.decide import decide
from lammer.table.events import Accepted, Declined, Event, Offered, Passed, TrialCorrected
from lammer.table.log import SECOND, Log, stamp
from lammer.table.run import Answer, Run
from lammer.table.state import Table

RECENT = 40
"""Trials shown to whoever comes in."""
MOST_STAKE = 10**10
"""Cents on one bet: a hundred million dollars, far beyond any table and within every sum kept."""
MOST_RAIL = 10**14
"""Cents on a rail beyond which nothing more is bet."""
LEAST_BUY_IN, MOST_BUY_IN = 10_000, 50_000
"""Cents brought to a table by somebody who does not say how much."""
NEWCOMER = -1
"""Somebody whom the crew seats and who is no person yet."""
SEED_IS_GONE = "the house was put back to a backup, or its seed was lost"
TURNS = (Offered, Accepted, Declined, Passed)
"""After these, and after a trial, somebody else's time runs, or a new one's."""
_BRINGING = frozenset(("sit", "buy-in", "verbal"))
_NOTHING = Answer((), None)


class PurseBank(Protocol):
    """What a game needs of the house."""

    purses: Purses
    walk_ins: set[int]

    def time(self) -> datetime: ...

    def clean_name(self, name: object) -> str: ...


class ParsedCommand(NamedTuple):
    """A command, and the message as it was sent, which is what the log keeps of it."""

    command: Command
    raw: Mapping[str, Any]


class Checkpoint(NamedTuple):
    """A table as it is written down."""

    table: Table
    now: datetime
    lines: int
    head: str
    seats: dict[int, int]
    hands: hands.HandTracker
    seed: bytes | None
    recent: tuple[Any, ...]
    words: Confirmations


class Gathered(NamedTuple):
    """A tick, its lines, the purses' chips that are on their way with it, and what each command
    led to, with the table before it."""

    tick: Tick
    lines: list[bytes]
    held: list[tuple[int, int]]
    happened: list[tuple[Table, tuple[Event, ...]]]


class TableGame:
    """A table with its people, its hands, its seed; ``seats`` says whose each seat is."""

    def __init__(self, bank: PurseBank, record: TableRecord, run: Run, log: Log) -> None:
        self._bank, self.record = bank, record
        self.run, self.log = run, log
        self.seats: dict[int, int] = {}
        self.hands = hands.begins(1, 2, run.table, {})
        self.seed: bytes | None = None
        self.recent: tuple[Any, ...] = ()
        self.words = Confirmations(
            asked=secrets.randbits(40)
        )  # No number comes again after a restart.
        self.made: list[bytes] = []
        self.tick = Tick(record.table)
        self.turns = 0
        """How often a trial was made or it came to another to make one; it need not be right
        after something was taken back."""
        self._held: list[tuple[int, int]] = []
        self._happened: list[tuple[Table, tuple[Event, ...]]] = []
        """What the commands of this tick led to, each with the table before it."""
        self._by_house = False
        """Whether the house asks; chips that it has brought are its own."""

    @property
    def table(self) -> Table:
        return self.run.table

    @property
    def automatic(self) -> bool:
        return self.record.kind == "automatic"

    def keep(self, line: bytes) -> None:
        """Where the log puts its lines."""
        self.made.append(line)

    def seat_of(self, person: int | None) -> int | None:
        return seat_of(self.seats, person)

    # Ticks

    def mark(self) -> Checkpoint:
        run, log = self.run, self.log
        return Checkpoint(
            run.table, run.now, log.lines, log.head, dict(self.seats),
            self.hands.copy(), self.seed, self.recent, self.words.copy(),
        )  # fmt: skip

    def back_to(self, mark: Checkpoint) -> None:
        """As if nothing had been done since; what was gathered is forgotten."""
        self.log.lines, self.log.head = mark.lines, mark.head
        self.run = Run.going_on(mark.table, mark.now, self.log)
        self.seats, self.hands, self.seed = mark.seats, mark.hands, mark.seed
        self.recent, self.words = mark.recent, mark.words
        self.let_go(self.gathered(mark).held)

    def gathered(self, mark: Checkpoint) -> Gathered:
        """The tick since the mark, complete; the next begins empty."""
        tick, books, before = self.tick, self.run.table.books, mark.table.books
        tick.lines = list(enumerate(self.made, mark.lines + 1))
        tick.balances = {
            account: cents for account, cents in books.items() if before.get(account) != cents
        }
        found = Gathered(tick, self.made, self._held, self._happened)
        self.tick, self.made, self._held = Tick(self.record.table), [], []
        self._happened = []
        return found

    def let_go(self, held: Iterable[tuple[int, int]]) -> None:
        for person, cents in held:
            self._bank.purses.let_go(person, cents)

    # What is asked

    def ask(self, who: Requester, raw: Mapping[str, Any], walk_in: int | None = None) -> Answer:
        """Do what somebody asks, if it is theirs to ask and the rules allow it. Raises ``Refused``
        and ``Malformed``; then nothing was done."""
        verb = raw.get("do")
        self._by_house = who.person is None
        if verb in WORDS:
            return self._word(who, raw)
        if verb == "sit" and not self._by_house:
            return self._sit(who, raw, walk_in)
        table = self.run.table
        if who.person is not None:
            raw = meant(table, self.record.kind, seat_of(self.seats, who.person), who, raw)
        if self.automatic and upkeep.is_trial(table.rules, raw):
            raw = {**raw, **self._drawn()}
        asked = self._parsed(raw)
        self._not_beyond_counting(table, asked.command)
        answer = self._do_now(asked)
        short = answer.refusal
        if short is not None and short.code == "not-confirmed" and not self.automatic:
            hopeless = self._refused_with_every_word(asked.command)
            if hopeless is not None:
                return Answer((), hopeless)
            self.words.add(raw, short.clauses)
        return answer

    def _parsed(self, raw: Mapping[str, Any]) -> ParsedCommand:
        """The command that somebody asks for; ``Malformed`` if it is none. From here on the table
        and its people are asked with the command itself."""
        return ParsedCommand(read_command(raw, self.run.table.rules.procedure.trial.thing), raw)

    def _as_written(self, command: Command) -> ParsedCommand:
        """A command of the house's own, as somebody would write it."""
        return ParsedCommand(command, written(command, self.run.table.rules.procedure.trial.thing))

    def _refused_with_every_word(self, command: Command) -> Refusal | None:
        """Why a bet would not be made even if all of the crew gave their word for it."""
        assert isinstance(command, MakeBet | Verbal | Coupon)
        return self._refusal_of(replace(command, confirmed_by=CREW))

    def _refusal_of(self, command: Command) -> Refusal | None:
        """Why the table would not do something now."""
        decision = decide(self.run.table, command, max(self._bank.time(), self.run.now))
        return decision if isinstance(decision, Refusal) else None

    def _not_beyond_counting(self, table: Table, command: Command) -> None:
        """Refuse what would lead to sums that nobody keeps."""
        if not isinstance(command, MakeBet | Verbal | Coupon | BuyIn):
            return
        seat = table.seats.get(command.seat)
        if seat is None:
            return
        bet = None if isinstance(command, BuyIn) else seat.bets.get(command.wager)
        up = 0 if bet is None else bet.stake
        if up + command.amount > MOST_STAKE or table.rail(seat.number) > MOST_RAIL:
            detail = f"No bet, and no buy-in, is above {dollars(MOST_STAKE)} in this house."
            raise Refused("too-much", detail, 422)

    def settle_in(self) -> None:
        """What the house does at a table that has just been opened or taken up: a pledge whose seed
        is lost is withdrawn, and the next one made."""
        if self.automatic:
            self._keep_up(False, stamp(self.run.now))

    def closed(self, at: str) -> None:
        """The end of the log, of a table that is empty; a seed that is left is shown."""
        if self.table.pledge is not None:
            self._end_pledge()
        self.tick.played += self.hands.ends(self.log.lines, at, self.table)
        self.tick.seats.update(dict.fromkeys(self.seats))
        self.seats.clear()
        self.log.close(self.run.now + SECOND)
        self.tick.secret, self.tick.closed = b"", at

    def _drawn(self) -> dict[str, Any]:
        """What the next trial shows, drawn by the house."""
        if self.seed is None:
            self.settle_in()
        self._before_drawing()
        assert self.seed is not None
        return upkeep.drawn(self.table, self.seed)

    def _before_drawing(self) -> None:
        """Do what must be done with the instrument before another trial."""
        table, now = self.run.table, max(self._bank.time(), self.run.now)
        first = table.rules.instrument.preparation(table, now)
        if first is not None:
            self._do_now(self._as_written(first))

    def _do_now(self, asked: ParsedCommand) -> Answer:
        """Ask the table, at this moment; if it does it, keep account, and do what follows."""
        before, earlier = self.run.table, self.run.now
        now = max(self._bank.time(), earlier)
        at, first = stamp(now), self.log.lines + 1
        answer = self._paid_for(before, asked, now)
        if answer.refusal is None:
            if before.last is not None and taken_back(before, answer.events) is None:
                self._stands(before, first - 1, stamp(earlier))
            self._account(before, answer.events, first, at)
        return answer

    def _paid_for(self, before: Table, asked: ParsedCommand, now: datetime) -> Answer:
        """The table's answer, if the chips brought to it are in somebody's purse."""
        if isinstance(asked.command, Sit | BuyIn | Verbal):
            decision = decide(before, asked.command, now)
            if isinstance(decision, Refusal):
                return Answer((), decision)
            short = self._short_of(decision)
            if short is not None:
                return Answer((), short)
        answer = self.run.carry_out(asked.command, now, {**asked.raw, "at": stamp(now)})
        if answer.ok:
            self._happened.append((before, answer.events))
        return answer

    def _short_of(self, events: Iterable[Event]) -> Refusal | None:
        """Hold the chips that come from the cage in their owners' purses, or say what is
        missing."""
        needed: dict[int, int] = {}
        for event in events:
            for source, _, cents in event.moves:
                if source == CAGE:
                    person = self._player_of(event)
                    if person is not None and self._given_out(person) is None:
                        needed[person] = needed.get(person, 0) + cents
        for person, cents in needed.items():
            free = self._bank.purses.free(person)
            if cents > free:
                detail = f"There is {dollars(free)} in the purse, and {dollars(cents)} is asked."
                return Refusal("not-enough-chips", detail, ("house",))
        for person, cents in needed.items():
            self._bank.purses.hold(person, cents)
            self._held.append((person, cents))
        return None

    def _player_of(self, event: Event) -> int | None:
        """Whose seat an event is about."""
        return None if event.player is None else self.seats.get(event.player)

    def _given_out(self, person: int) -> str | None:
        """Why chips are given out as they are asked for, if they are: to a walk-in; or the house
        brings them."""
        if person in self._bank.walk_ins:
            return "walk-in"
        return "top-up" if self._by_house else None

    # What follows from it

    def _stands(self, before: Table, last: int, at: str) -> None:
        """Something was done after a trial that could have been taken back: it stands, and what
        waited for that is done, as of the trial's ``last`` line. Places it took away are free, and
        the hand it ended is over."""
        for seat in places(before) - before.seats.keys():
            self._vacate(seat, last, at, before)
        if self.hands.over:
            self._next_hand(last, at, before)

    def _account(self, before: Table, events: tuple[Event, ...], first: int, at: str) -> None:
        """Hands, meters, purses and seats after what happened; then what the house does next."""
        self._meter(events, before)
        table = self.table
        over = self.hands.take_in(events, before, table, first, self.seats)
        for offset, event in enumerate(events):
            if event.moves:
                self._purse_moves(event, first + offset, at)
            self._shown(event)
            self.turns += isinstance(event, (*TURNS, table.rules.instrument.shown))
            if self.words and isinstance(event, ENDS_WAITING):
                self.words.clear()
        if not self.seats.keys() <= table.seats.keys():
            for seat in self.seats.keys() - places(table):
                self._vacate(seat, self.log.lines, at, table)
        if self.automatic:
            self._keep_up(over, at)
        elif over:
            self._next_hand(self.log.lines, at, table)
        for command in upkeep.paid_out(self.run.table):
            self._do_now(self._parsed(command))

    def _keep_up(self, over: bool, at: str) -> None:
        """Reveal what is over, give up what is lost, renew the instrument, pledge the next seed."""
        table = self.run.table
        if table.pledge is not None and (self.seed is None or upkeep.wants_reveal(table)):
            self._end_pledge()
        renewal = table.rules.instrument.renewal(self.run.table)
        if renewal is not None:
            self._house_does(self._as_written(renewal).raw)
        if over:
            self._next_hand(self.log.lines, at, self.table)
        if upkeep.wants_pledge(self.run.table):
            seed = secrets.token_bytes(SEED_BYTES)
            self._house_does({"do": "commit", "hash": commitment(seed)})
            self.seed = seed
            self.tick.secret = seed

    def _end_pledge(self) -> None:
        """Show the seed that is pledged; if it is lost, say so."""
        if self.seed is None:
            self._house_does({"do": "withdraw", "reason": SEED_IS_GONE})
        else:
            self._house_does({"do": "reveal", "seed": self.seed.hex()})
        self.seed = None
        self.tick.secret = b""

    def _house_does(self, command: Mapping[str, Any]) -> None:
        """Something the house does that nobody can refuse."""
        before = self.table
        now = max(self._bank.time(), self.run.now)
        asked = self._parsed(command)
        answer = self.run.carry_out(asked.command, now, {**command, "at": stamp(now)})
        assert answer.ok, (command["do"], answer.refusal)
        self._happened.append((before, answer.events))
        self._meter(answer.events, before)

    def _meter(self, events: tuple[Event, ...], before: Table) -> None:
        meters = self.tick.meters
        for key, (times, cents) in metered(events, before).items():
            more = meters.get(key, (0, 0))
            meters[key] = (more[0] + times, more[1] + cents)

    def _next_hand(self, last: int, at: str, table: Table) -> None:
        """The hand ends with this line, after which the table stood so, and the next begins."""
        self.tick.played += self.hands.ends(last, at, table)
        people = {seat: person for seat, person in self.seats.items() if seat in table.seats}
        self.hands = hands.begins(self.hands.number + 1, last + 1, table, people)
        self.tick.hands.append(hands.kept(self.hands, table, people, at))

    def _purse_moves(self, event: Event, seq: int, at: str) -> None:
        for source, target, cents in event.moves:
            if CAGE not in (source, target):
                continue
            person = self._player_of(event)
            if person is None:
                continue
            change = -cents if source == CAGE else cents
            given = self._given_out(person)
            if change < 0 and given is not None:
                self.tick.transfers.append(Transfer(person, cents, given, at))
            moved = Transfer(person, change, event.name, at, self.record.table, seq)
            self.tick.transfers.append(moved)

    def _vacate(self, seat: int, last: int, at: str, table: Table) -> None:
        """A place that is nobody's any more, unless its player has just sat down there again."""
        played = self.hands.leaves(seat, last, at, table)
        if played is not None:
            self.tick.played.append(played)
        if seat not in self.table.seats:
            self.seats.pop(seat)
            self.tick.seats[seat] = None

    def _shown(self, event: Event) -> None:
        """Trials are remembered for whoever comes in."""
        if isinstance(event, TrialCorrected):
            self.recent = self.recent[:-1]
        seen = self.table.rules.instrument.outcome(event)
        if seen is not None:
            self.recent = (*self.recent[-RECENT + 1 :], seen)

    # Sitting down

    def seats_somebody_new(self, who: Requester, raw: Mapping[str, Any]) -> bool:
        """Whether this seats a walk-in who was never here, so that there must be a person first."""
        try:
            person, _, command = self._sitting(who, raw, None)
            return person == NEWCOMER and self._refusal_of(command.command) is None
        except (Refused, Malformed):
            return False

    def _sit(self, who: Requester, raw: Mapping[str, Any], walk_in: int | None) -> Answer:
        person, has_seat, command = self._sitting(who, raw, walk_in)
        if person == NEWCOMER:
            refusal = self._refusal_of(command.command)
            assert refusal is not None, "nobody was made for somebody who may sit down"
            return Answer((), refusal)
        return self._do_now(command) if has_seat else self._seated(person, command)

    def _sitting(
        self, who: Requester, raw: Mapping[str, Any], walk_in: int | None
    ) -> tuple[int, bool, ParsedCommand]:
        """Who sits down, whether they have a seat here, and the command. Raises ``Refused`` and
        ``Malformed``."""
        for key in raw:
            if key not in ("do", "seat", "rail", "name"):
                raise Malformed(str(key)[:40], "there is no such key here")
        if "surveillance" in who.roles:
            raise Refused("not-yours", "Surveillance sees all play and touches nothing.", 403)
        person, name = who.person, who.name
        if "name" in raw:
            if self.automatic or not who.crew:
                raise Refused("not-yours", "You sit under your own name.", 403)
            name = self._bank.clean_name(raw["name"])
            person = self._left_by(whole(raw.get("seat")), name) or walk_in or NEWCOMER
        assert person is not None
        has = self.seat_of(person)
        if has is not None and has in self.table.seats:
            name = self.table.seats[has].name
        seat = raw.get("seat", has or self._free_seat())
        if has is not None and seat != has:
            raise Refused("seated", f"You have seat {has} at this table.", 409)
        if has is None and whole(seat) in self.seats:
            raise Refused("seat-taken", f"Seat {seat} is taken.", 409)
        rail = raw.get("rail")
        if "rail" not in raw:
            rail = 0 if "name" in raw else usual_buy_in(self._bank.purses.free(person))
        sits = {"do": "sit", "seat": seat, "rail": rail, "name": name}
        return person, has is not None, self._parsed(sits)

    def _left_by(self, seat: int, name: str) -> int | None:
        """The walk-in who left bets at a seat and comes back to it, under the same name (R-68)."""
        there, person = self.table.seats.get(seat), self.seats.get(seat)
        back = there is not None and there.gone and there.name == name
        return person if back and person in self._bank.walk_ins else None

    def _seated(self, person: int, asked: ParsedCommand) -> Answer:
        """The seat is theirs while it is asked for, so that their chips are found; and stays so."""
        seat = whole(asked.raw["seat"])
        if seat >= 0:
            self.seats[seat] = person
        answer: Answer | None = None
        try:
            answer = self._do_now(asked)
        finally:
            if answer is None or not answer.ok:
                self.seats.pop(seat, None)
        if answer.ok:
            self.tick.seats[seat] = person
        return answer

    def _free_seat(self) -> int:
        seating = self.table.rules.procedure.seating
        free = (n for n in range(1, seating.most + 1) if n not in self.table.seats)
        found = next((number for number in free if number not in self.seats), None)
        if found is None:
            clauses = self.table.rules.ids(seating.most_cites)
            detail = f"The table is full: {seating.most} players."
            raise Refused("table-full", detail, 409, clauses=clauses)
        return found

    # The word of the crew

    def _word(self, who: Requester, raw: Mapping[str, Any]) -> Answer:
        """Somebody of the crew gives the word for a bet, and it is made once all have; or says
        no."""
        if self.automatic:
            raise Refused("not-authorised", "There is no crew at this table.", 403)
        if raw["do"] == "no-bet":
            self.words.refuse(who, raw)
            return _NOTHING
        number, found = self.words.with_word(who, raw)
        bet = {**found.command, "confirmed_by": list(found.given)}
        answer = self._do_now(self._parsed(bet))
        if answer.refusal is not None and answer.refusal.code == "not-confirmed":
            self.words.keep(number, found)
            return _NOTHING
        if answer.refusal is None:
            self.words.drop(number, "made")
        else:
            self.words.drop(number, "refused", answer.refusal.clauses)
        return answer


def seat_of(seats: Mapping[int, int], person: int | None) -> int | None:
    """The seat somebody has; left or not, it is theirs while their chips are there."""
    for seat, holder in seats.items():
        if holder == person:
            return seat
    return None


def usual_buy_in(purse: int) -> int:
    """Return the cents that somebody who does not say how much brings to a table: half of the
    purse in whole dollars, so that another table can be joined too, within the usual bounds.

    >>> [usual_buy_in(purse) for purse in (300_000, 100_000, 50_001, 15_000, 700, 0)]
    [50000, 50000, 25000, 10000, 700, 0]
    """
    return min(purse, max(LEAST_BUY_IN, min(purse // 200 * 100, MOST_BUY_IN)))


def whole(value: object) -> int:
    """A seat out of a message; -1 if it is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) else -1


def brings(raw: Mapping[str, Any]) -> bool:
    """Whether a command brings chips from a purse, if it is a command at all."""
    verb = raw.get("do")
    return isinstance(verb, str) and verb in _BRINGING
