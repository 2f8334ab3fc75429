"""The table of a record: what an entry does there, and what it makes due.

It is a table with unlimited chips that refuses nothing: what should have been refused is reported
and then accepted, since an accepted wager stands in full (R-59). Who held the instrument is not
recorded and assumed to be in order. What is due comes from the machines and the table; no rule
about a wager is written here.
"""

import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple, Protocol

from lammer.audit.finding import Finding
from lammer.audit.record.breakdown import parts_named, split
from lammer.audit.record.entries import SUMS, RecordEntry
from lammer.audit.record.instrument import Judge, record_of
from lammer.audit.record.open_money import OpenMoney, Place
from lammer.audit.record.start import bet_up
from lammer.audit.record.words import exact_share
from lammer.audit.watch import Act, JudgedTrial, Staff, Watcher
from lammer.core.codec import Malformed
from lammer.core.legality import Refusal
from lammer.core.money import dollars
from lammer.core.settle import returned_of_lost
from lammer.core.wager import Collection, Part, Wager
from lammer.house.house import House
from lammer.house.house import house as in_force
from lammer.ledger import rail
from lammer.table import Bet, Event, Seat, TableState, apply, decide
from lammer.table.bets.make import may_be_left_up
from lammer.table.commands import CallBet, Command, Coupon, MakeBet, NoMoreBets, Reduce, Remove
from lammer.table.events import (
    BetLost,
    BetMoved,
    BetReduced,
    BetRemoved,
    BetVoid,
    BetWon,
    VoidTrial,
)
from lammer.table.refusals import MOST_CENTS
from lammer.table.rules import Effect, Rules


class BetNames(Protocol):
    """Finds the bet that words mean; ``making`` says whether it is being made. Raises ``Malformed``
    where they mean none, or more than one."""

    def __call__(self, words: str, table: TableState, seat: int, *, making: bool) -> str: ...


def only_keys(words: str, table: TableState, seat: int, *, making: bool) -> str:  # noqa: ARG001
    """Take every bet to be written by its key."""
    return words


class RecordOptions(NamedTuple):
    """How a record is read: whether winners stay up unless a line says otherwise, how bets are
    named, and who is told what was judged."""

    leave_up: bool = False
    names: BetNames = only_keys
    watcher: Watcher = Watcher()


_RAIL = 100 * MOST_CENTS


class RecordJudge:
    """The table of a record, and the money open since the last roll."""

    def __init__(self, house: House, options: RecordOptions) -> None:
        self._options = options
        self._offered = Rules(house)
        tables = {key: table for key, table in house.elections.tables.items() if table}
        all_offered = replace(house.elections, offer={}, tables=tables, long_form=False)
        self.rules = Rules(in_force(house.law, all_offered))
        self.thing: str = self.rules.procedure.trial.thing
        self._instrument = record_of(self.thing)
        hands, kit = self._instrument.hands, self.rules.instrument.kit_at(self.rules)
        self.table = TableState(self.rules, self.rules.start, {}, {}, hands, kit=kit)
        self.money = OpenMoney(self.rules, options.watcher)
        self.closing = False
        self.last_line = 0
        self._start: list[RecordEntry] | None = []
        """Entries about the state before the record, until it begins."""
        self._removed_with: dict[Place, int] = {}
        """Chips removed together with another bet since the last roll, which may be recorded
        too."""
        self._handlers: Mapping[str, Callable[[RecordEntry], Iterator[Finding]]] = {
            "bet": self._bet,
            "remove": self._remove,
            "reduce": self._reduce,
            "call-on": self._call,
            "call-off": self._call,
            "coupon": self._coupon,
        }

    def take(self, entry: RecordEntry) -> Iterator[Finding]:
        """Process one entry of the record. Raises ``Malformed`` if it has no place there."""
        instrument = self._instrument
        staff = self.money.staff
        self.money.staff = Staff(entry.dealer or staff.dealer, entry.shift or staff.shift)
        if entry.seat and entry.kind not in instrument.about:
            self._seat(entry.seat)
        if entry.kind == "up" or entry.kind in instrument.begins:
            self._note(entry)
            return
        yield from self._begin()
        if entry.kind in instrument.ends:
            yield from self.close()
            self.last_line = entry.line
        if entry.wager or entry.kind in SUMS:
            entry = self._named(entry)
        if entry.kind in instrument.judges:
            yield from instrument.judges[entry.kind](self, entry)
        elif entry.kind in self._handlers:
            handler = self._handlers[entry.kind]
            found = [each for part in self._come_down_as(entry) for each in handler(part)]
            self._acted(entry, right=not found)
            yield from found
        else:
            yield from self.money.record(entry)

    def _come_down_as(self, entry: RecordEntry) -> tuple[RecordEntry, ...]:
        """Return what is removed by an entry: for a wager that is put down as two, its parts."""
        parts = parts_named(self.rules.wagers, entry.wager)
        up = entry.kind not in ("remove", "reduce") or entry.wager in self._bets(entry.seat)
        return (parts and not up and split(entry, parts)) or (entry,)

    def close(self) -> Iterator[Finding]:
        """Compare the money recorded since the last roll with what was due."""
        self.closing = True
        yield from self.money.close(self.table)
        self.closing = False
        self._removed_with.clear()

    def end(self) -> Iterator[Finding]:
        """Yield the findings at the end of the record."""
        yield from self._begin()
        yield from self.close()
        yield from self._instrument.at_end(self)

    def _acted(self, entry: RecordEntry, *, right: bool) -> None:
        place = entry.seat, entry.wager
        act = Act(entry.line, entry.kind, *place, self.money.staff, right)
        self._options.watcher.acted(act)

    # The start

    def _note(self, entry: RecordEntry) -> None:
        """Keep an entry about the state before the record until it begins."""
        if self._start is None:
            what = f"{entry.kind} says what was so before the record, and it has begun"
            raise Malformed("kind", what, "Write it above the first bet, roll and payment.")
        entry = self._named(entry) if entry.wager else entry
        if entry.kind == "up":
            self._up(entry)  # Only to check that it is possible.
        elif entry.kind in self._instrument.judges:
            list(self._instrument.judges[entry.kind](self, entry))
        self._start.append(entry)

    def _begin(self) -> Iterator[Finding]:
        """Put up the bets that were up before the record, once the point is known."""
        noted, self._start = self._start, None
        for entry in noted or ():
            if entry.kind != "up":
                continue
            bet = self._up(entry)
            if bet is None:
                yield self.refused(entry, self._not_listed(entry))
                continue
            up = self._bets(entry.seat).get(entry.wager)
            if up is not None:
                more = bet.stake + up.stake, bet.charged + up.charged
                bet = bet._replace(stake=more[0], charged=more[1])
            self._put(entry.seat, entry.wager, bet)

    def _up(self, entry: RecordEntry) -> Bet | None:
        known = self._known(entry.wager)
        if known is None:
            return None
        wager, state = known
        left = self._left(entry, wager)
        context = self.table.context
        return bet_up(self.rules, context, wager, state, entry, left=bool(left))

    def _not_listed(self, entry: RecordEntry) -> Refusal:
        decision = decide(self.table, MakeBet(entry.seat, entry.wager, entry.cents))
        assert isinstance(decision, Refusal)
        return decision

    # The table

    def _seat(self, number: int) -> None:
        table = self.table
        if number not in table.seats:
            self.table = table._replace(
                seats={**table.seats, number: Seat(number, "", {})},
                books={**table.books, rail(number): _RAIL},
            )

    def _bets(self, seat: int) -> Mapping[str, Bet]:
        return self.table.seats[seat].bets

    def _put(self, number: int, name: str, bet: Bet) -> None:
        seat = self.table.seats[number]
        seat = seat._replace(bets={**seat.bets, name: bet})
        self.table = self.table._replace(seats={**self.table.seats, number: seat})

    def apply(self, event: Event) -> None:
        # Chips are not counted here: every rail has enough and does not change.
        self.table = apply(self.table, replace(event, moves=()) if event.moves else event)

    def _known(self, name: str) -> tuple[Wager, str] | None:
        """Return the wager of that name, and the state of a bet put there now: a line bet is on the
        point, a bet named with its number has it."""
        rules, context = self.rules, self.table.context
        wager = rules.wagers.get(name)
        if wager is None:
            return rules.moved_wager(name)
        machine = wager.machine
        if isinstance(machine, Collection):
            late = context in wager.offer.midway and machine.late is not None
            return wager, machine.late[0] if late and machine.late else machine.start
        states = getattr(machine, "states", {})
        return wager, context if context in states and not wager.travels else machine.start

    def _named(self, entry: RecordEntry) -> RecordEntry:
        """Return an entry with the bets that it means."""
        roll = self.money.roll
        table = roll.table if entry.kind in SUMS and roll is not None else self.table
        parts = [part for each in entry.wager.split("+") if (part := each.strip())]
        wagers = [name for part in parts for name in self._bets_named(part, entry, table)]
        names = [name for wager in wagers for name in self._paid_as(wager, entry)]
        if len(wagers) > 1 and entry.kind not in SUMS:
            what = f"a {entry.kind} is of one bet"
            raise Malformed("wager", what, "Write a line for each.")
        return entry._replace(wager="+".join(wagers), names=tuple(dict.fromkeys(names)))

    def _bets_named(self, words: str, entry: RecordEntry, table: TableState) -> list[str]:
        """Return the bet that words mean; the bets, if "and" stands between two of them."""
        several = [part for part in re.split(r"\band\b|[&,]", words) if part.strip()]
        if len(several) > 1 and words not in self.rules.wagers:
            # "C and e" is one bet: both halves mean it.
            with suppress(Malformed):
                names = [self._bet_named(part.strip(), entry, table) for part in several]
                known = all(self._known(each) is not None for each in names)
                if known and len(set(names)) == len(names):
                    return names
        return [self._bet_named(words, entry, table)]

    def _bet_named(self, words: str, entry: RecordEntry, table: TableState) -> str:
        """Return the bet that words mean."""
        if words in self.rules.wagers or self.rules.moved_wager(words) is not None:
            return words
        seen = table if entry.seat in table.seats else self.table
        making = entry.kind in ("bet", "up")
        return self._options.names(words, seen, entry.seat, making=making)

    def _paid_as(self, name: str, entry: RecordEntry) -> tuple[str, ...]:
        """Return the bets that money under this name is for: of a wager that is put down as two,
        its parts."""
        parts = tuple(part.wager for part in parts_named(self.rules.wagers, name))
        whole = entry.kind not in SUMS or name in self._bets(entry.seat)
        return parts if parts and not whole else (name,)

    # Bets

    def refused(self, entry: RecordEntry, refusal: Refusal) -> Finding:
        what = f"Should have been refused ({refusal.code}): {refusal.detail}"
        where = entry.seat or None, entry.wager or None
        return Finding(entry.line, "wager", what, refusal.clauses, *where)

    def do(self, entry: RecordEntry, command: Command) -> Iterator[Finding]:
        """Carry out what has no effect if it is refused: a call, a coupon, a second "No more
        bets"."""
        decision = decide(self.table, command)
        if isinstance(decision, Refusal):
            yield self.refused(entry, decision)
            return
        for event in decision:
            self.apply(event)

    def _call(self, entry: RecordEntry) -> Iterator[Finding]:
        """Carry out a call that was taken, so that whoever places the marker has placed it."""
        calls = self.rules.procedure.making.calls
        placed = () if calls is None else calls.roles
        call = CallBet(entry.seat, entry.wager, entry.kind == "call-on", placed)
        return self.do(entry, call)

    def _coupon(self, entry: RecordEntry) -> Iterator[Finding]:
        return self.do(entry, Coupon(entry.seat, entry.wager, entry.cents))

    def _bet(self, entry: RecordEntry) -> Iterator[Finding]:
        parts = parts_named(self.rules.wagers, entry.wager)
        if parts:
            yield from self._bet_in_parts(entry, parts)
            return
        seat, name = entry.seat, entry.wager
        bet = self._bets(seat).get(name)
        known = self._known(name)
        left = entry.leave_up
        if known is not None and bet is None:
            left = self._left(entry, known[0])
        at = self.table
        if name in self.rules.wagers and name not in self._offered.wagers:
            at = at._replace(rules=self._offered)
        decision = decide(at, MakeBet(seat, name, entry.cents, left))
        if isinstance(decision, Refusal):
            yield self.refused(entry, decision)
            if known is None:
                return
            may_leave = decision.code != "no-leaving-up"
            self._accept(entry, *known, left if may_leave else False)
        else:
            for event in decision:
                self.apply(event)
        charged = self._bets(seat)[name].charged
        self.money.charge(entry.line, seat, name, charged - (bet.charged if bet else 0))

    def _bet_in_parts(self, entry: RecordEntry, parts: tuple[Part, ...]) -> Iterator[Finding]:
        """Put up a wager that is put down as two; an amount that cannot be divided, as one bet."""
        decision = decide(self.table, MakeBet(entry.seat, entry.wager, entry.cents, entry.leave_up))
        if not isinstance(decision, Refusal):
            for event in decision:
                self.apply(event)
            return
        yield self.refused(entry, decision)
        for each in split(entry, parts) or (entry,):
            wager = self.rules.wagers[each.wager]
            self._accept(each, wager, wager.machine.start, left=False)

    def _left(self, entry: RecordEntry, wager: Wager) -> bool | None:
        """Return whether a new bet is left up when it wins: as its line says, else as usual in this
        record."""
        if entry.leave_up is None and self._options.leave_up and may_be_left_up(wager):
            return True
        return entry.leave_up

    def _accept(self, entry: RecordEntry, wager: Wager, state: str, left: bool | None) -> None:
        """Put up a bet that should have been refused."""
        bet = self._bets(entry.seat).get(entry.wager, Bet(wager.key, state, 0))
        stake = bet.stake + entry.cents
        at_the_bet = self.money.charged_at_the_bet(wager.key)
        charge = self.rules.charge(wager, stake) if at_the_bet else 0
        left = bet.leave_up if left is None else left
        bet = bet._replace(stake=stake, charged=max(charge, bet.charged), leave_up=left)
        self._put(entry.seat, entry.wager, bet)

    def _remove(self, entry: RecordEntry) -> Iterator[Finding]:
        seat, name = entry.seat, entry.wager
        bet = self._bets(seat).get(name)
        if bet is None and self._removed_with.pop((seat, name), None) is not None:
            return
        decision = decide(self.table, Remove(seat, name))
        if isinstance(decision, Refusal):
            yield self.refused(entry, decision)
            decision = self._forced_down(seat, name)
        if bet is not None and entry.cents and entry.cents != bet.stake:
            words = self.money.name_words(name)
            what = f"{words}: {dollars(bet.stake)} up, {dollars(entry.cents)} removed."
            clauses = self.rules.ids(self.rules.wagers[bet.wager].control.cites)
            paid = bet.stake, entry.cents
            yield Finding(entry.line, "payment", what, clauses, seat, name, *paid)
        self._come_down(entry, decision)

    def _reduce(self, entry: RecordEntry) -> Iterator[Finding]:
        seat, name = entry.seat, entry.wager
        place = seat, name
        with_another = min(entry.cents, self._removed_with.get(place, 0))
        by = entry.cents - with_another
        self._removed_with[place] = self._removed_with.get(place, 0) - with_another
        if not by:
            return
        decision = decide(self.table, Reduce(seat, name, by))
        if isinstance(decision, Refusal):
            yield self.refused(entry, decision)
            decision = self._forced_down(seat, name, by)
        self._come_down(entry, decision)

    def _forced_down(self, seat: int, name: str, by: int | None = None) -> tuple[Event, ...]:
        """Return the events that take down chips although the rules forbid it, with the odds behind
        a removed bet."""
        bets = self._bets(seat)
        bet = bets.get(name)
        if bet is None:
            return ()
        wager = self.rules.wagers[bet.wager]
        if by is not None and by < bet.stake:
            left = bet.stake - by
            refund = max(bet.charged - self.rules.charge(wager, left), 0)
            return (BetReduced("table", (), seat, name, by, left, refund),)
        odds = (each.key for each in self.rules.supplements(bet.wager, bet.state))
        return tuple(
            BetRemoved("table", (), seat, one, bets[one].stake, bets[one].charged)
            for one in (name, *odds)
            if one in bets
        )

    def _come_down(self, entry: RecordEntry, events: tuple[Event, ...]) -> None:
        for event in events:
            assert isinstance(event, BetRemoved | BetReduced)
            name, refund = event.wager, event.refund
            place = entry.seat, name
            before = self._bets(entry.seat)[name].stake
            self.apply(event)
            left = self._bets(entry.seat).get(name)
            if name != entry.wager:
                self._removed_with[place] = before - (left.stake if left is not None else 0)
            if left is None:
                # What was taken is refunded, not what should have been taken.
                refund += self.money.overcharged.pop(place, 0)
            self.money.charge(entry.line, entry.seat, name, -refund)

    # Trials

    def trial(self, entry: RecordEntry, words: str, outcome: Hashable) -> JudgedTrial:
        """Return the trial of an entry at the current table."""
        cell, _, _ = self.rules.trial(self.table.context, outcome)
        return JudgedTrial(entry.line, f"{words} of line {entry.line}", self.table, cell)

    def void(self) -> None:
        """Record a trial that does not count."""
        self.money.roll, self.money.void = None, True

    def undecided(self, after: TableState) -> None:
        """Record a trial of which it is unknown how it should have ended; the bets on it count as
        settled."""
        for number, seat in self.table.seats.items():
            for name, bet in seat.bets.items():
                self.money.unknown.add((number, name))
                wager = self.rules.wagers[bet.wager]
                if self.rules.marks_vigorish(wager):
                    self.money.may_owe(number, name, self.rules.charge(wager, bet.stake))
        seats = {number: seat._replace(bets={}) for number, seat in after.seats.items()}
        self.table = after._replace(seats=seats)
        self.money.roll, self.money.void = None, False

    def end_series(self, line: int) -> Iterator[Finding]:
        """Begin a new series of trials after the last can decide nothing more; all vigorish must be
        collected."""
        yield from self.money.all_collected(line)
        self.money.roll, self.money.void = None, False

    def effects(self, cell: int) -> list[tuple[int, str, Bet, Effect]]:
        """Return what the cell does to each bet on the table that does not stand."""
        return [
            (number, name, bet, effect)
            for number, seat in self.table.seats.items()
            for name, bet in seat.bets.items()
            if (effect := self.rules.effects(bet.wager, bet.state, bet.called)[cell])
        ]

    def decide(self, roll: JudgedTrial, after: TableState) -> Iterator[Finding]:
        """Settle every bet on the table by its machine and record what is due; ``after`` is the
        table after the trial, before settling bets."""
        self._options.watcher.tried(roll)
        effects = self.effects(roll.cell)
        self.money.roll, self.money.void, self.table = roll, False, after
        # A bet leaves its number before another moves there.
        effects.sort(key=lambda each: each[3].result == "moves")
        for number, name, bet, effect in effects:
            self._settle(roll.line, number, name, bet, effect)
        for number, name, bet, effect in effects:
            if effect.result == "wins" and bet.leave_up:
                again = RecordEntry(roll.line, "bet", number, name, bet.stake, leave_up=True)
                yield from self._bet(again)

    def _settle(self, line: int, seat: int, name: str, bet: Bet, effect: Effect) -> None:
        rules, result, money = self.rules, effect.result, self.money
        wager = rules.wagers[bet.wager]
        about = "table", effect.clauses, seat, name, bet.stake
        if result == "moves":
            assert effect.next_state is not None
            now = rules.bet_name(wager, effect.next_state)
            self.apply(BetMoved(*about, now, effect.next_state))
            return
        if result == "void":
            self.apply(BetVoid(*about, bet.coupon or None))
        else:
            self.apply(BetWon(*about, 0, 0) if result == "wins" else BetLost(*about))
        money.overcharged.pop((seat, name), None)
        payment = rules.procedure.trial.payment
        back = exact_share(bet.stake, effect.back)
        if result == "loses":
            back = returned_of_lost(bet.stake, Fraction(*effect.back))
        lost = bet.stake - back
        left_up = bet.leave_up and result == "wins"
        money.owe("return", line, seat, name, 0 if left_up else back, effect.clauses)
        taken = rules.ids(payment.losers) if payment is not None else ()
        money.owe("take", line, seat, name, lost, effect.clauses + taken)
        money.lose(seat, name, lost)
        if result != "wins":
            return
        clauses, coupons = effect.clauses, rules.procedure.making.coupons
        if bet.coupon and coupons is not None:
            clauses += rules.ids(coupons.terms)
        clauses += rules.ids(payment.winners) if payment is not None else ()
        due = exact_share(bet.stake, effect.paid) + bet.coupon
        money.owe("payment", line, seat, name, due, clauses)
        vig = rules.vig(wager)
        if vig is not None and vig.when == "win":
            money.charge(line, seat, name, rules.charge(wager, bet.stake))


def no_more_bets(judge: RecordJudge, entry: RecordEntry) -> Iterator[Finding]:
    """Carry out the announcement that closes the betting."""
    return judge.do(entry, NoMoreBets())


def void_by(event: type[VoidTrial]) -> Judge:
    """Return what processes the entry of a void trial, which makes this event if one had begun."""

    def void(judge: RecordJudge, _: RecordEntry) -> Iterator[Finding]:
        judge.void()
        if judge.table.thrown:
            judge.apply(event("table", (), "", None))
        return iter(())

    return void
