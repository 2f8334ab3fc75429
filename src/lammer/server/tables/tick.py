"""The game at one table: carries out commands, and collects what must be written with them.

Nothing here waits or sends. Changes are collected in a ``Tick``; a ``Checkpoint`` holds the state
before them, to roll back to if the tick cannot be written. The table is an immutable value, so a
rollback keeps the old one.
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
from lammer.server.client_commands import (
    Confirm,
    DrawTrial,
    NoBet,
    ParsedCommand,
    SitRequest,
    as_sent,
)
from lammer.server.errors import Refused
from lammer.server.history import hands, scoreboard
from lammer.server.history.meters import metered
from lammer.server.history.scoreboard import RECENT, Score
from lammer.server.ops.limits import ServerLimits
from lammer.server.people.names import check_not_taken, clean_name
from lammer.server.people.permissions import CREW, OWN_TABLE, Requester, authorized, runs_game
from lammer.server.people.pseudonyms import in_charge, in_role
from lammer.server.people.purses import Purses
from lammer.server.storage.winding_up import NO_CLIENT
from lammer.server.tables import autopilot
from lammer.server.tables.confirmations import ENDS_WAITING, BetCommand, Confirmations
from lammer.store.port import LogEntry, Person, PublishedHead, TableRecord, Tick, Transfer
from lammer.table.commands import (
    BuyIn,
    CallBet,
    Command,
    CommitSeed,
    Coupon,
    MakeBet,
    Reduce,
    Remove,
    Reveal,
    Sit,
    Verbal,
    Withdraw,
    read,
)
from lammer.table.decide import decide
from lammer.table.entered_by import BY_HOUSE
from lammer.table.events import Accepted, Declined, Event, Offered, Passed, TrialCorrected
from lammer.table.log import SECOND, Log, Origin, stamp
from lammer.table.run import Answer, Run
from lammer.table.state import LastTrial, TableState
from lammer.table.turns.corrections import corrected_trial, occupied_seats
from lammer.table.views.narrate import UNDECIDED
from lammer.table.views.undo import as_data as undo_data
from lammer.table.views.undo import undo_of

MOST_STAKE = 10**10
"""Cents on one bet: a hundred million dollars, far beyond any table, and small enough for every sum
that is stored."""
MOST_RAIL = 10**14
"""Cents on a rail above which nothing more may be bet."""
LEAST_BUY_IN, MOST_BUY_IN = 10_000, 50_000
"""Bounds in cents of a buy-in without an amount."""
STATE_EVERY = 1000
"""Lines of one hand after which the table is stored, so that recovery reads no more than these."""
NEW_WALK_IN = -1
"""A walk-in whom the crew seats and who has no person in the store yet."""
UNDOABLE = (MakeBet, Reduce, Remove, CallBet, Verbal)
"""Changes to bets that a player can take back."""
SEED_LOST = "the house was put back to a backup, or its seed was lost"
TURN_EVENTS = (Offered, Accepted, Declined, Passed)
"""Events that end a player's turn to act, as a trial does."""
TAKES_CHIPS = (Sit, SitRequest, BuyIn, Verbal)
"""Commands that take chips from a purse."""
_FROM_PURSE = (Sit, BuyIn, Verbal)
_PUTS_CHIPS = (MakeBet, Verbal, Coupon, BuyIn)
_NOTHING = Answer((), None)


class HouseServices(Protocol):
    """What a game uses of the house."""

    id: str
    limits: ServerLimits
    purses: Purses
    walk_ins: set[int]

    def time(self) -> datetime: ...


class Checkpoint(NamedTuple):
    """The state of a table that can be rolled back to."""

    table: TableState
    now: datetime
    lines: int
    head: str
    seats: dict[int, int]
    hands: hands.HandTracker
    seed: bytes | None
    recent: tuple[Any, ...]
    score: Score
    confirmations: Confirmations
    origin: Origin | None
    old_digest: str | None
    published: PublishedHead | None


class TickResult(NamedTuple):
    """A tick, its log lines, the chips held in purses for it, and for each command the table before
    it and its events."""

    tick: Tick
    lines: list[bytes]
    held: list[tuple[int, int]]
    steps: list[tuple[TableState, tuple[Event, ...]]]
    score: Score
    """What is shown with these lines: the score after the last command that changed it, though the
    house may have renewed the instrument since."""
    said: tuple[str, ...] = ()
    """Sentences for lines that no command led to, which come first."""


class TableGame:
    """A table with its people, hands and seed. ``seats`` maps seats to people."""

    def __init__(self, house: HouseServices, record: TableRecord, run: Run, log: Log) -> None:
        self._house, self.record = house, record
        self.run, self.log = run, log
        self.pseudonym_key = ""
        """What the pseudonyms in the log are made with."""
        self.seats: dict[int, int] = {}
        self.hands = hands.new_hand(1, 2, run.table, {})
        self.seed: bytes | None = None
        self.recent: tuple[Any, ...] = ()
        self.score = scoreboard.NEW
        # Numbers must not repeat after a restart.
        self.confirmations = Confirmations(last_number=secrets.randbits(40))
        self.new_lines: list[bytes] = []
        self.tick = Tick(record.table)
        self.old_digest: str | None = None
        """That of the rules that the table was played under, until it goes on under others."""
        self.published: PublishedHead | None = None
        """The head of the log that was published last."""
        self.epoch = 0
        """That under which this process has the table."""
        self.turns = 0
        """Counts trials and changes of the player to act. It is not exact after a correction."""
        self.crew_names: dict[int, str] = {}
        """The names of people with a role of the crew who are connected."""
        self.short: set[int] = set()
        """People whose purses had too few chips for a command since this was cleared."""
        self._held: list[tuple[int, int]] = []
        self._steps: list[tuple[TableState, tuple[Event, ...]]] = []
        """For each command of this tick, the table before it and its events."""
        self._said: tuple[str, ...] = ()
        self._sent_score: Score | None = None
        """The score after the last command of this tick that changed it."""
        self._state_at = 0
        """The line after which the table was stored last in the middle of a hand."""
        self._by_house = False
        """True while the house acts; chips it brings to a table are its own."""

    @property
    def table(self) -> TableState:
        return self.run.table

    @property
    def automatic(self) -> bool:
        return self.record.kind == "automatic"

    def keep(self, line: bytes) -> None:
        """Take a line from the log."""
        self.new_lines.append(line)

    def seat_of(self, person: int | None) -> int | None:
        return seat_of(self.seats, person)

    def is_crew(self, who: Requester) -> bool:
        """True if somebody runs the game here."""
        return runs_game(self.record.kind, self.seat_of(who.person), who)

    # Ticks

    def checkpoint(self) -> Checkpoint:
        run, log = self.run, self.log
        return Checkpoint(
            run.table, run.now, log.lines, log.head, dict(self.seats),
            self.hands.copy(), self.seed, self.recent, self.score, self.confirmations.copy(),
            log.origin, self.old_digest, self.published,
        )  # fmt: skip

    def roll_back(self, checkpoint: Checkpoint) -> None:
        """Restore the state at the checkpoint and discard what was collected since."""
        self.log.lines, self.log.head = checkpoint.lines, checkpoint.head
        self.log.origin, self.old_digest = checkpoint.origin, checkpoint.old_digest
        self.run = Run.resume(checkpoint.table, checkpoint.now, self.log)
        self.seats, self.hands, self.seed = checkpoint.seats, checkpoint.hands, checkpoint.seed
        self.recent, self.score = checkpoint.recent, checkpoint.score
        self.confirmations = checkpoint.confirmations
        self.release(self.collect(checkpoint).held)
        self.published = checkpoint.published

    def collect(self, checkpoint: Checkpoint) -> TickResult:
        """Return the tick since the checkpoint; the next one begins empty."""
        tick, books, before = self.tick, self.run.table.books, checkpoint.table.books
        tick.lines = list(enumerate(self.new_lines, checkpoint.lines + 1))
        tick.epoch = self.epoch
        tick.balances = {
            account: cents for account, cents in books.items() if before.get(account) != cents
        }
        if self.new_lines and tick.closed is None:
            tick.state = self._state_to_keep()
        if self.new_lines:
            tick.published = self._head_to_publish(at_once=tick.closed is not None)
        score = self._sent_score or self.score
        found = TickResult(tick, self.new_lines, self._held, self._steps, score, self._said)
        self.tick, self.new_lines, self._held = Tick(self.record.table), [], []
        self._steps, self._sent_score, self._said = [], None, ()
        return found

    def _state_to_keep(self) -> tuple[int, bytes] | None:
        """Return the table after the last line, if the hand has become so long that reading it all
        would hold up the next start."""
        lines, hand = self.log.lines, self.hands
        since = lines - max(hand.first_seq, self._state_at)
        if since < STATE_EVERY or hand.over or isinstance(self.table.last, LastTrial):
            return None
        self._state_at = lines
        return lines, hands.table_state(hand, self.table, self.seats, self.score)

    def _head_to_publish(self, *, at_once: bool = False) -> PublishedHead | None:
        """Return the head of the log, as published from now on; None if it is published already, or
        not due."""
        last, log, now = self.published, self.log, self._house.time()
        if last is not None:
            since = (now - datetime.fromisoformat(last.at)).total_seconds()
            due = at_once or not 0 <= since < self._house.limits.publishing
            if last.seq == log.lines or not due:
                return None
        self.published = PublishedHead(log.lines, log.head, stamp(now.replace(microsecond=0)))
        return self.published

    def tick_to_publish(self) -> Tick | None:
        """Return what publishes the head of a log that stands still; None if it is not due."""
        head = self._head_to_publish()
        return None if head is None else Tick(self.record.table, published=head, epoch=self.epoch)

    def release(self, held: Iterable[tuple[int, int]]) -> None:
        for person, cents in held:
            self._house.purses.release(person, cents)

    # Commands

    def carry_out(self, who: Requester, sent: ParsedCommand, walk_in: int | None = None) -> Answer:
        """Carry out a command of a client or of the house, if the sender is permitted to and the
        rules allow it. Raises ``Refused`` and ``Malformed``; then nothing was done."""
        self._change_rules()
        kind = sent.kind
        self._by_house = who.person is None
        if kind is Confirm or kind is NoBet:
            return self._confirmation(who, sent)
        if kind is SitRequest:
            return self._sit(who, sent, walk_in)
        table = self.run.table
        if who.person is not None:
            sent = authorized(table, self.record.kind, seat_of(self.seats, who.person), who, sent)
            sent = self._with_own_word(who, sent)
        by = self._entered_by(who, sent.command)
        if isinstance(sent.command, DrawTrial):
            sent = self._draw(sent)
        self._check_amount(table, sent.command)
        answer = self._execute(sent, by)
        short = answer.refusal
        if short is not None and short.code == "not-confirmed" and not self.automatic:
            bet = sent.command
            assert isinstance(bet, BetCommand)
            hopeless = self._refusal_of(replace(bet, confirmed_by=CREW))
            if hopeless is not None:  # It would be refused even if the whole crew confirmed it.
                return Answer((), hopeless)
            self.confirmations.add(bet, sent.raw, short.clauses)
        return answer

    def _entered_by(self, who: Requester, command: Command) -> str:
        """Return who enters a command, as the log says it."""
        if who.person is None:
            return BY_HOUSE
        if not self.is_crew(who):
            seat = seat_of(self.seats, who.person) or getattr(command, "seat", None)
            return f"seat-{seat}"
        role = command.role if isinstance(command, Confirm) else getattr(command, "caller", None)
        return in_role(self.pseudonym_key, who.person, role or who.crew[0])

    def _with_own_word(self, who: Requester, sent: ParsedCommand) -> ParsedCommand:
        """Return a call that the dealer enters as confirmed, since entering it is the placing of
        the marker."""
        command, calls = sent.command, self.table.rules.procedure.making.calls
        if not isinstance(command, CallBet) or calls is None or command.confirmed_by:
            return sent
        word = tuple(role for role in calls.roles if role in who.crew)
        if not word or not self.is_crew(who):
            return sent
        raw = {**sent.raw, "confirmed_by": list(word)}
        return ParsedCommand(replace(command, confirmed_by=word), raw)

    def _as_sent(self, command: Command) -> ParsedCommand:
        return as_sent(command, self.run.table.rules.procedure.trial.thing)

    def roles_needed(self, table: TableState, command: BetCommand) -> list[str]:
        """Return the crew roles whose confirmation a bet at a table requires: those without whom it
        is not made, even if all others confirm it."""
        now = max(self._house.time(), self.run.now)
        found = []
        for role in CREW:
            others = tuple(each for each in CREW if each != role)
            decision = decide(table, replace(command, confirmed_by=others), now)
            if isinstance(decision, Refusal) and decision.code == "not-confirmed":
                found.append(role)
        return found

    def _refusal_of(self, command: Command) -> Refusal | None:
        """Return why the table would refuse a command now; None if it would not."""
        decision = decide(self.run.table, command, max(self._house.time(), self.run.now))
        return decision if isinstance(decision, Refusal) else None

    def _check_amount(self, table: TableState, command: Command) -> None:
        """Refuse amounts that could lead to sums too large to store."""
        if not isinstance(command, _PUTS_CHIPS):
            return
        seat = table.seats.get(command.seat)
        if seat is None:
            return
        bet = None if isinstance(command, BuyIn) else seat.bets.get(command.wager)
        up = 0 if bet is None else bet.stake
        if up + command.amount > MOST_STAKE or table.rail(seat.number) > MOST_RAIL:
            detail = f"No bet, and no buy-in, is above {dollars(MOST_STAKE)} in this house."
            raise Refused("too-much", detail, 422)

    def undo_of(self, sent: ParsedCommand, answer: Answer) -> dict[str, Any]:
        """Return how the sender takes a change to bets in this tick back, as part of the answer."""
        if not isinstance(sent.command, UNDOABLE):
            return {}
        before = answer.before
        assert before is not None
        return undo_data(undo_of(before, answer.events), before.rules.procedure.trial.thing)

    def set_up(self) -> None:
        """Go on under the present rules, withdraw a pledge whose seed is lost, and pledge the next
        seed."""
        self._change_rules()
        if self.automatic:
            self._maintain_pledge(False, stamp(self.run.now))

    def _change_rules(self) -> None:
        """Go on under the present rules at a table that was played under others. A past trial can
        then no longer be taken back, and another hand begins."""
        if self.old_digest is None:
            return
        table, now = self.table, max(self._house.time(), self.run.now)
        if table.last is not None:
            self._confirm_trial(table, self.log.lines, stamp(self.run.now))
        origin = Origin(self._house.id, self.record.table)
        self.log.change_rules(now, self.old_digest, table.rules.digest, origin)
        self.run = Run.resume(table._replace(last=None), now, self.log)
        self.old_digest, self._said = None, (UNDECIDED["rules"],)
        self._next_hand(self.log.lines, stamp(now), self.table)

    def closed(self, at: str, by: Person | None) -> None:
        """End the log of an empty table, revealing the seed if one is pledged."""
        self._change_rules()
        if self.table.pledge is not None:
            self._end_pledge()
        self.tick.played += self.hands.finish(self.log.lines, at, self.table)
        self.tick.seats.update(dict.fromkeys(self.seats))
        self.seats.clear()
        self.log.close(self.run.now + SECOND, in_charge(self.pseudonym_key, by))
        if by is not None:
            self.tick.entries.append(LogEntry(self.log.lines, by.id, NO_CLIENT, 1))
        self.tick.secret, self.tick.closed = b"", at

    def _draw(self, sent: ParsedCommand) -> ParsedCommand:
        """Return the next trial with its outcome, drawn from the seed."""
        if self.seed is None:
            self.set_up()
        self._prepare_instrument()
        assert self.seed is not None
        raw = {**sent.raw, **autopilot.drawn(self.table, self.seed)}
        return ParsedCommand(read(raw, self.table.rules.procedure.trial.thing), raw)

    def _prepare_instrument(self) -> None:
        """Do what the instrument needs before another trial."""
        table, now = self.run.table, max(self._house.time(), self.run.now)
        first = table.rules.instrument.preparation(table, now)
        if first is not None:
            self._execute(self._as_sent(first))

    def _execute(self, parsed: ParsedCommand, by: str = BY_HOUSE) -> Answer:
        """Carry out a command now; if the table accepts it, do what follows from it."""
        before, earlier = self.run.table, self.run.now
        now = max(self._house.time(), earlier)
        at, first = stamp(now), self.log.lines + 1
        answer = self._decide(before, parsed, now, by)
        if answer.refusal is None:
            if before.last is not None and corrected_trial(before, answer.events) is None:
                self._confirm_trial(before, first - 1, stamp(earlier))
            self._follow_up(before, answer.events, first, at)
        return answer

    def _decide(self, before: TableState, parsed: ParsedCommand, now: datetime, by: str) -> Answer:
        """Return the table's answer; refused if chips it needs are not in the purse."""
        if isinstance(parsed.command, _FROM_PURSE):
            decision = decide(before, parsed.command, now)
            if isinstance(decision, Refusal):
                return Answer((), decision)
            short = self._hold_chips(decision)
            if short is not None:
                return Answer((), short)
        answer = self.run.carry_out(parsed.command, now, {**parsed.raw, "at": stamp(now)}, by)
        if answer.ok:
            self._steps.append((before, answer.events))
        return answer

    def _hold_chips(self, events: Iterable[Event]) -> Refusal | None:
        """Hold the chips that come from the cage in their owners' purses; return a refusal if a
        purse does not have enough."""
        needed: dict[int, int] = {}
        for event in events:
            for source, _, cents in event.moves:
                if source == CAGE:
                    person = self._player_of(event)
                    if person is not None and self._granted_as(person) is None:
                        needed[person] = needed.get(person, 0) + cents
        for person, cents in needed.items():
            free = self._house.purses.free(person)
            if cents > free:
                self.short.add(person)
                detail = f"There is {dollars(free)} in the purse, and {dollars(cents)} is asked."
                return Refusal("not-enough-chips", detail, ("house",))
        for person, cents in needed.items():
            self._house.purses.hold(person, cents)
            self._held.append((person, cents))
        return None

    def _player_of(self, event: Event) -> int | None:
        """Return the person at the seat that an event is about."""
        return None if event.player is None else self.seats.get(event.player)

    def _granted_as(self, person: int) -> str | None:
        """Return the reason for which chips are granted instead of taken from a purse: to a
        walk-in, or by the house. None if they are not."""
        if person in self._house.walk_ins:
            return "walk-in"
        return "top-up" if self._by_house else None

    # What follows from a command

    def _confirm_trial(self, before: TableState, last: int, at: str) -> None:
        """Do what was deferred while a trial could be taken back, as of its ``last`` line: free the
        seats it vacated, and end the hand it ended."""
        for seat in occupied_seats(before) - before.seats.keys():
            self._vacate(seat, last, at, before)
        if self.hands.over:
            self._next_hand(last, at, before)

    def _follow_up(
        self, before: TableState, events: tuple[Event, ...], first: int, at: str
    ) -> None:
        """Update hands, meters, purses and seats; then do what the house does next."""
        self._meter(events, before)
        table = self.table
        over = self.hands.add_events(events, before, table, first, self.seats)
        score = scoreboard.after(self.score, before, table, events)
        if score is not self.score:
            self.score = self._sent_score = score
        noted = (table.rules.instrument.outcome_event, TrialCorrected, *TURN_EVENTS)
        for offset, event in enumerate(events):
            if event.moves:
                self._purse_moves(event, first + offset, at)
            if isinstance(event, noted):
                self._note_turn(event)
            if self.confirmations and isinstance(event, ENDS_WAITING):
                self.confirmations.clear()
        if not self.seats.keys() <= table.seats.keys():
            for seat in self.seats.keys() - occupied_seats(table):
                self._vacate(seat, self.log.lines, at, table)
        if self.automatic:
            self._maintain_pledge(over, at)
        elif over:
            self._next_hand(self.log.lines, at, table)
        for command in autopilot.payout_commands(self.run.table):
            self._execute(self._as_sent(command))

    def _maintain_pledge(self, over: bool, at: str) -> None:
        """Reveal a seed that is used up, withdraw a lost one, renew the instrument if due, pledge
        the next seed."""
        table = self.run.table
        if table.pledge is not None and (self.seed is None or autopilot.wants_reveal(table)):
            self._end_pledge()
        renewal = table.rules.instrument.renewal(self.run.table)
        if renewal is not None:
            self._as_house(renewal)
        if over:
            self._next_hand(self.log.lines, at, self.table)
        if autopilot.wants_pledge(self.run.table):
            seed = secrets.token_bytes(SEED_BYTES)
            self._as_house(CommitSeed(commitment(seed)))
            self.seed = seed
            self.tick.secret = seed

    def _end_pledge(self) -> None:
        """Reveal the pledged seed, or withdraw the pledge if the seed is lost."""
        if self.seed is None:
            self._as_house(Withdraw(SEED_LOST))
        else:
            self._as_house(Reveal(self.seed.hex()))
        self.seed = None
        self.tick.secret = b""

    def _as_house(self, command: Command) -> None:
        """Carry out a command of the house, which the table must not refuse."""
        before = self.table
        now = max(self._house.time(), self.run.now)
        raw = self._as_sent(command).raw
        answer = self.run.carry_out(command, now, {**raw, "at": stamp(now)}, BY_HOUSE)
        assert answer.ok, (raw["do"], answer.refusal)
        self._steps.append((before, answer.events))
        self._meter(answer.events, before)
        self.score = scoreboard.after(self.score, before, self.table, answer.events)

    def _meter(self, events: tuple[Event, ...], before: TableState) -> None:
        meters = self.tick.meters
        for key, (times, cents) in metered(events, before).items():
            more = meters.get(key, (0, 0))
            meters[key] = (more[0] + times, more[1] + cents)

    def _next_hand(self, last: int, at: str, table: TableState) -> None:
        """End the hand with line ``last``, after which the table is ``table``, and begin the
        next."""
        self.tick.played += self.hands.finish(last, at, table)
        people = {seat: person for seat, person in self.seats.items() if seat in table.seats}
        self.hands = hands.new_hand(self.hands.number + 1, last + 1, table, people)
        self.tick.hands.append(hands.hand_record(self.hands, table, people, self.score, at))

    def _purse_moves(self, event: Event, seq: int, at: str) -> None:
        for source, target, cents in event.moves:
            if CAGE not in (source, target):
                continue
            person = self._player_of(event)
            if person is None:
                continue
            change = -cents if source == CAGE else cents
            given = self._granted_as(person)
            if change < 0 and given is not None:
                self.tick.transfers.append(Transfer(person, cents, given, at))
            moved = Transfer(person, change, event.name, at, self.record.table, seq)
            self.tick.transfers.append(moved)

    def _vacate(self, seat: int, last: int, at: str, table: TableState) -> None:
        """Free a seat, unless its player has just sat down there again."""
        played = self.hands.leave(seat, last, at, table)
        if played is not None:
            self.tick.played.append(played)
        if seat not in self.table.seats:
            self.seats.pop(seat)
            self.tick.seats[seat] = None

    def _note_turn(self, event: Event) -> None:
        """Count a turn; keep the outcome of a trial for new clients."""
        if isinstance(event, TrialCorrected):
            self.recent = self.recent[:-1]
            return
        self.turns += 1
        seen = self.table.rules.instrument.outcome(event)
        if seen is not None:
            self.recent = (*self.recent[-RECENT + 1 :], seen)

    # Sitting down

    def seats_new_walk_in(self, who: Requester, request: SitRequest) -> bool:
        """True if this seats a walk-in who is new here, so that a person must be created first."""
        try:
            person, _, sit = self._seating(who, request, None)
            return person == NEW_WALK_IN and self._refusal_of(sit) is None
        except Refused:
            return False

    def _sit(self, who: Requester, sent: ParsedCommand, walk_in: int | None) -> Answer:
        request = sent.readable()
        assert isinstance(request, SitRequest)
        person, has_seat, sit = self._seating(who, request, walk_in)
        if person == NEW_WALK_IN:
            refusal = self._refusal_of(sit)
            assert refusal is not None, "nobody was made for somebody who may sit down"
            return Answer((), refusal)
        raw = {"do": sit.verb, "seat": sit.seat, "rail": sit.rail, "name": sit.name}
        command, by = ParsedCommand(sit, raw), self._entered_by(who, sit)
        if has_seat:
            return self._execute(command, by)
        return self._sit_at_new_seat(person, sit, command, by)

    def _seating(
        self, who: Requester, request: SitRequest, walk_in: int | None
    ) -> tuple[int, bool, Sit]:
        """Return who sits down, whether they have a seat here, and the command. Raises
        ``Refused``."""
        if "surveillance" in who.roles:
            raise Refused("not-yours", "Surveillance sees all play and touches nothing.", 403)
        person, name = who.person, who.name
        if request.name is not None:
            if not self.is_crew(who):
                raise Refused("not-yours", "You sit under your own name.", 403)
            name = clean_name(request.name)
            back = self._returning_walk_in(request.seat, name)
            if back is None:
                check_not_taken(name, self._names_here(), "Enter the player under another name.")
            person = back or walk_in or NEW_WALK_IN
        assert person is not None
        has = self.seat_of(person)
        if has is not None and has in self.table.seats:
            name = self.table.seats[has].name
        elif request.name is None:
            self._check_sits(who)
        seat = request.seat
        if seat is None:
            seat = has or self._free_seat()
        if has is not None and seat != has:
            raise Refused("seated", f"You have seat {has} at this table.", 409)
        if has is None and seat in self.seats:
            raise Refused("seat-taken", f"Seat {seat} is taken.", 409)
        rail = request.rail
        if rail is None:
            walked_in = request.name is not None
            rail = 0 if walked_in else usual_buy_in(self._house.purses.free(person))
        return person, has is not None, Sit(seat, rail, name)

    def _check_sits(self, who: Requester) -> None:
        """Refuse a seat to the crew of a staffed table, and to somebody whose name is read as that
        of another player there, or of the crew."""
        if self.is_crew(who):
            detail = f"You are {who.crew[0]}: who enters the game at a table does not play there."
            raise Refused("not-yours", detail, 403, instead="Play at an automatic table.")
        check_not_taken(who.name, self._names_here())

    def _names_here(self) -> list[str]:
        """Return the names of the players, and at a staffed table of the crew."""
        players = [each.name for each in self.table.seats.values() if each.name is not None]
        return players if self.automatic else [*players, *self.crew_names.values()]

    def _returning_walk_in(self, seat: int | None, name: str) -> int | None:
        """Return the walk-in who left bets at a seat and returns to it under the same name
        (R-68)."""
        if seat is None:
            return None
        there, person = self.table.seats.get(seat), self.seats.get(seat)
        back = there is not None and there.gone and there.name == name
        return person if back and person in self._house.walk_ins else None

    def _sit_at_new_seat(self, person: int, sit: Sit, command: ParsedCommand, by: str) -> Answer:
        """Sit down. The seat is assigned before, so that the player's purse is found, and freed
        again if the table refuses."""
        self.seats[sit.seat] = person
        answer: Answer | None = None
        try:
            answer = self._execute(command, by)
        finally:
            if answer is None or not answer.ok:
                self.seats.pop(sit.seat, None)
        if answer.ok:
            self.tick.seats[sit.seat] = person
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

    # Confirmations by the crew

    def _confirmation(self, who: Requester, sent: ParsedCommand) -> Answer:
        """Confirm or reject a waiting bet. It is made when every required role has confirmed it."""
        if self.automatic:
            raise Refused("not-authorised", "There is no crew at this table.", 403)
        if who.crew and not self.is_crew(who):
            raise Refused("not-yours", OWN_TABLE, 403, instead="Leave the table first.")
        command = sent.readable()
        assert isinstance(command, Confirm)
        if isinstance(command, NoBet):
            self.confirmations.reject(who, command)
            return _NOTHING
        number, found = command.waiting, self.confirmations.confirmed(who, command)
        answer = self._execute(found.with_confirmations, self._entered_by(who, command))
        if answer.refusal is not None and answer.refusal.code == "not-confirmed":
            self.confirmations.keep(number, found)
            return _NOTHING
        if answer.refusal is None:
            self.confirmations.drop(number, "made")
        else:
            self.confirmations.drop(number, "refused", answer.refusal.clauses)
        return answer


def seat_of(seats: Mapping[int, int], person: int | None) -> int | None:
    """Return a person's seat, kept after leaving for as long as chips lie there."""
    for seat, holder in seats.items():
        if holder == person:
            return seat
    return None


def usual_buy_in(purse: int) -> int:
    """Return the cents of a buy-in without an amount: half of the purse in whole dollars, so that a
    second table can be joined, within bounds.

    >>> [usual_buy_in(purse) for purse in (300_000, 100_000, 50_001, 15_000, 700, 0)]
    [50000, 50000, 25000, 10000, 700, 0]
    """
    return min(purse, max(LEAST_BUY_IN, min(purse // 200 * 100, MOST_BUY_IN)))
