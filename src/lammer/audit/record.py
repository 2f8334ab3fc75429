"""Audits a plain record of bets and payments: which payments were wrong, by how much, and why.

The record has bets, rolls and payments, one entry a line, as CSV or JSON Lines. It is played at a
table with unlimited chips that refuses nothing: what should have been refused is reported and then
accepted, since an accepted wager stands in full (R-59). Who held the instrument is not recorded and
assumed to be in order.

Money is matched between two trials: what a roll or a bet makes due for a seat and a wager is
compared with what is recorded for them before the next roll. What is due comes from the machines
and the table; no rule about a wager is written here.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from lammer.audit.broken_down import parts_named, split
from lammer.audit.entries import RecordEntry, entries
from lammer.audit.finding import Finding
from lammer.audit.instrument import record_of
from lammer.core.legality import Refusal
from lammer.core.money import dollars
from lammer.core.settle import Step, step
from lammer.core.wager import Collection, Part, Wager
from lammer.house.house import House
from lammer.house.house import house as in_force
from lammer.ledger import rail
from lammer.table import Bet, Event, Seat, TableState, apply, decide
from lammer.table.commands import CallBet, Command, Coupon, MakeBet, Reduce, Remove
from lammer.table.events import BetLost, BetMoved, BetReduced, BetRemoved, BetVoid, BetWon
from lammer.table.refusals import MOST_CENTS
from lammer.table.rules import Effect, Rules


def judge(lines: Iterable[tuple[int, bytes]], house: House) -> Iterator[Finding]:
    """Yield the findings in a record as it is read; ``lines`` are numbered, as
    ``lammer.table.script.lines`` yields them. Raises ``UnreadableEntry`` at a line that is no
    entry.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> record = [b"kind,seat,wager,cents,dice", b"bet,1,field,500,", b"roll,,,,6-6",
    ...           b"payment,1,field,500,"]
    >>> for found in judge(enumerate(record, 1), house(load("nj-2011"), Elections())):
    ...     print(found.line, found.off_by_cents, found.what)
    4 -500 Field Bet: $10 due on the 6-6 of line 3, $5 paid, $5 too little.
    """
    judging = RecordJudge(house)
    for entry in entries(lines, judging.thing):
        yield from judging.take(entry)
    yield from judging.end()


@dataclass(slots=True)
class _Account:
    """What is due on one wager of one seat between two rolls, and what was done about it, in cents;
    ``line`` is that of the last entry about it, or of what made it due."""

    line: int
    due: int | Fraction = 0
    done: int = 0
    clauses: tuple[str, ...] = ()


@dataclass(slots=True)
class _Owing:
    """Vigorish marked on one wager of one seat since the shuffle, and what was collected of it, in
    cents. If it was marked wrongly, both the correct and the marked amount may be collected."""

    least: int = 0
    most: int = 0
    collected: int = 0


class JudgedTrial(NamedTuple):
    """The trial that the recorded money belongs to: its line, its description, the table before it,
    its cell."""

    line: int
    words: str
    table: TableState
    cell: int

    def __str__(self) -> str:
        return self.words


_Place = tuple[int, str]
"""A seat, and the name of a bet there."""

_NET: Mapping[str, tuple[str, int]] = {"refund": ("vigorish", -1)}
"""Refunded vigorish counts as negative vigorish."""

_BY_THE_ROLL = ("payment", "return", "take")
_VIGORISH = ("vigorish", "refund", "mark", "collect")
_TO_THE_HOUSE = ("vigorish", "mark", "collect", "take")
_OPTIONAL = ("return", "take", "mark")
"""Entries that a record may omit. A record with one of a kind must have all of that kind."""

_WORDS = {
    "payment": ("due", "paid"),
    "vigorish": ("vigorish due", "taken"),
    "refund": ("vigorish due back", "given back"),
    "mark": ("vigorish due", "marked"),
    "collect": ("vigorish owed", "collected"),
    "return": ("of the stake due back", "returned"),
    "take": ("of the stake lost", "collected"),
}
"""What is due, and what was done about it, in words."""
_RAIL = 100 * MOST_CENTS


class RecordJudge:
    """The table of a record, and the money open since the last roll."""

    def __init__(self, house: House) -> None:
        self._offered = Rules(house)
        tables = {key: table for key, table in house.elections.tables.items() if table}
        all_offered = replace(house.elections, offer={}, tables=tables)
        self.rules = Rules(in_force(house.law, all_offered))
        self.thing: str = self.rules.procedure.trial.thing
        self._instrument = record_of(self.thing)
        hands, kit = self._instrument.hands, self.rules.instrument.kit_at(self.rules)
        self.table = TableState(self.rules, self.rules.start, {}, {}, hands, kit=kit)
        self._roll: JudgedTrial | None = None
        self._void = False
        self.last_line = 0
        self._open: dict[tuple[str, int, str], _Account] = {}
        self._used: set[str] = set()
        self._removed_with: dict[_Place, int] = {}
        """Chips removed together with another bet since the last roll, which may be recorded
        too."""
        self._overcharged: dict[_Place, int] = {}
        """How much too high the vigorish for a bet that is up was, in cents; negative if too
        low."""
        self._owing: dict[_Place, _Owing] = {}
        self._unknown: set[_Place] = set()
        """Bets on a coup of which it is unknown how it should have ended."""
        self._handlers: Mapping[str, Callable[[RecordEntry], Iterator[Finding]]] = {
            "bet": self._bet,
            "remove": self._remove,
            "reduce": self._reduce,
            "call-on": self._call,
            "call-off": self._call,
            "coupon": self._coupon,
        }

    def take(self, entry: RecordEntry) -> Iterator[Finding]:
        """Process one entry of the record."""
        instrument = self._instrument
        if entry.seat and entry.kind not in instrument.about:
            self._seat(entry.seat)
        if entry.kind in instrument.ends:
            yield from self.close()
            self.last_line = entry.line
        if entry.kind in instrument.judges:
            yield from instrument.judges[entry.kind](self, entry)
            return
        handler = self._handlers.get(entry.kind, self._money)
        for each in self._come_down_as(entry):
            yield from handler(each)

    def _come_down_as(self, entry: RecordEntry) -> tuple[RecordEntry, ...]:
        """Return what comes down by an entry: of a wager that is put down as two, its parts."""
        parts = parts_named(self.rules.wagers, entry.wager)
        up = entry.kind not in ("remove", "reduce") or entry.wager in self._bets(entry.seat)
        return (parts and not up and split(entry, parts)) or (entry,)

    def close(self) -> Iterator[Finding]:
        """Compare the money recorded since the last roll with what was due."""
        self._pool_wholes()
        found = list(self._collected())
        for (money, seat, name), account in self._open.items():
            if money == "collect" or account.done == account.due or (seat, name) in self._unknown:
                continue
            if money in _OPTIONAL and not account.done and money not in self._used:
                continue
            found.append(self._wrong(money, seat, name, account))
            if money == "vigorish" and name in self._bets(seat) and self._charged_at_the_bet(name):
                over = self._overcharged.get((seat, name), 0) + account.done - int(account.due)
                self._overcharged[seat, name] = over
        self._open.clear()
        self._removed_with.clear()
        self._unknown.clear()
        yield from sorted(found, key=lambda finding: finding.line)

    def _pool_wholes(self) -> None:
        """Add what was done under the name of a wager that is put down as two to what is due on its
        parts and was done about them."""
        wagers = self.rules.wagers
        wholes = [key for key in self._open if parts_named(wagers, key[2])]
        pools: dict[tuple[str, int], _Account] = {}
        for money, seat, name in wholes:
            whole = self._open[money, seat, name]
            if name in self._bets(seat):
                continue
            pool = pools.setdefault((money, seat), whole)
            others = [part.wager for part in parts_named(wagers, name)]
            others += [name] if pool is not whole else []
            for other in others:
                account = self._open.pop((money, seat, other), None)
                if account is not None:
                    pool.due += account.due
                    pool.done += account.done
                    pool.clauses = tuple(dict.fromkeys((*pool.clauses, *account.clauses)))

    def end(self) -> Iterator[Finding]:
        """Yield the findings at the end of the record."""
        yield from self.close()
        yield from self._instrument.at_end(self)

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
        return self.do(entry, CallBet(entry.seat, entry.wager, entry.kind == "call-on"))

    def _coupon(self, entry: RecordEntry) -> Iterator[Finding]:
        return self.do(entry, Coupon(entry.seat, entry.wager, entry.cents))

    def _bet(self, entry: RecordEntry) -> Iterator[Finding]:
        parts = parts_named(self.rules.wagers, entry.wager)
        if parts:
            yield from self._bet_in_parts(entry, parts)
            return
        seat, name = entry.seat, entry.wager
        before = self._bets(seat).get(name)
        at = self.table
        if name in self.rules.wagers and name not in self._offered.wagers:
            at = at._replace(rules=self._offered)
        decision = decide(at, MakeBet(seat, name, entry.cents, entry.leave_up))
        if isinstance(decision, Refusal):
            yield self.refused(entry, decision)
            known = self._known(name)
            if known is None:
                return
            self._accept(entry, *known, decision.code != "no-leaving-up")
        else:
            for event in decision:
                self.apply(event)
        charged = self._bets(seat)[name].charged - (before.charged if before else 0)
        self._charge(entry.line, seat, name, charged)

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
            self._accept(each, wager, wager.machine.start, may_leave=False)

    def _accept(self, entry: RecordEntry, wager: Wager, state: str, may_leave: bool) -> None:
        """Put up a bet that should have been refused."""
        bet = self._bets(entry.seat).get(entry.wager, Bet(wager.key, state, 0))
        stake = bet.stake + entry.cents
        at_the_bet = self._charged_at_the_bet(wager.key)
        charge = self.rules.charge(wager, stake) if at_the_bet else 0
        left = may_leave and (bet.leave_up if entry.leave_up is None else entry.leave_up)
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
            what = f"{self._name(name)}: {dollars(bet.stake)} up, {dollars(entry.cents)} removed."
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
                refund += self._overcharged.pop(place, 0)
            self._charge(entry.line, entry.seat, name, -refund)

    # Trials

    def trial(self, entry: RecordEntry, words: str, outcome: Hashable) -> JudgedTrial:
        """Return the trial of an entry at the current table."""
        cell, _, _ = self.rules.trial(self.table.context, outcome)
        return JudgedTrial(entry.line, f"{words} of line {entry.line}", self.table, cell)

    def void(self) -> None:
        """Record a trial that does not count."""
        self._roll, self._void = None, True

    def undecided(self, after: TableState) -> None:
        """Record a trial of which it is unknown how it should have ended; the bets on it count as
        settled."""
        for number, seat in self.table.seats.items():
            for name, bet in seat.bets.items():
                self._unknown.add((number, name))
                wager = self.rules.wagers[bet.wager]
                if self.rules.marks_vigorish(wager):
                    owing = self._owing.setdefault((number, name), _Owing())
                    owing.most += self.rules.charge(wager, bet.stake)
        seats = {number: seat._replace(bets={}) for number, seat in after.seats.items()}
        self.table, self._roll, self._void = after._replace(seats=seats), None, False

    def end_series(self, line: int) -> Iterator[Finding]:
        """Begin a new series of trials after the last can decide nothing more; all vigorish must be
        collected."""
        yield from self.all_collected(line)
        self._roll, self._void = None, False

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
        effects = self.effects(roll.cell)
        self._roll, self._void, self.table = roll, False, after
        # A bet leaves its number before another moves there.
        effects.sort(key=lambda each: each[3].result == "moves")
        for number, name, bet, effect in effects:
            self._settle(roll.line, number, name, bet, effect)
        for number, name, bet, effect in effects:
            if effect.result == "wins" and bet.leave_up:
                again = RecordEntry(roll.line, "bet", number, name, bet.stake, leave_up=True)
                yield from self._bet(again)

    def _settle(self, line: int, seat: int, name: str, bet: Bet, effect: Effect) -> None:
        rules, result = self.rules, effect.result
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
        self._overcharged.pop((seat, name), None)
        payment = rules.procedure.trial.payment
        back = _exact_share(bet.stake, effect.back)
        lost = bet.stake - back
        left_up = bet.leave_up and result == "wins"
        self._owe("return", line, seat, name, 0 if left_up else back, effect.clauses)
        taken = rules.ids(payment.losers) if payment is not None else ()
        self._owe("take", line, seat, name, lost, effect.clauses + taken)
        if result != "wins":
            return
        clauses, coupons = effect.clauses, rules.procedure.making.coupons
        if bet.coupon and coupons is not None:
            clauses += rules.ids(coupons.terms)
        clauses += rules.ids(payment.winners) if payment is not None else ()
        due = _exact_share(bet.stake, effect.paid) + bet.coupon
        self._owe("payment", line, seat, name, due, clauses)
        vig = rules.vig(wager)
        if vig is not None and vig.when == "win":
            self._charge(line, seat, name, rules.charge(wager, bet.stake))

    # Money

    def _owe(
        self,
        money: str,
        line: int,
        seat: int,
        name: str,
        due: int | Fraction,
        clauses: tuple[str, ...],
    ) -> None:
        if not due:
            return
        account = self._open.setdefault((money, seat, name), _Account(line))
        account.due += due
        account.clauses = tuple(dict.fromkeys((*account.clauses, *clauses)))
        account.line = account.line if account.done else line

    def _charge(self, line: int, seat: int, name: str, amount: int) -> None:
        known = self._known(name)
        money = "mark" if known is not None and self.rules.marks_vigorish(known[0]) else "vigorish"
        kind = "refund" if amount < 0 else money
        self._owe(money, line, seat, name, amount, self._vigorish(name, kind))

    def _vigorish(self, name: str, money: str) -> tuple[str, ...]:
        """Return the clauses of the vigorish on a wager, or those by which there is none."""
        known = self._known(name)
        law = known[0].vig if known else None
        if known is None or law is None:
            return self.rules.ids(self.rules.ruleset.law.no_other_charge)
        vig = self.rules.vig(known[0])
        moment = law.moments[vig.when] if vig is not None else law.cites
        if money == "collect":
            return self.rules.ids(law.marked)
        changed = law.changed if money == "refund" else ()
        marked = law.marked if self.rules.marks_vigorish(known[0]) or money == "mark" else ()
        return self.rules.ids(moment, law.not_nil, law.to_the_cent, changed, marked)

    def _collected(self) -> Iterator[Finding]:
        """Add marked vigorish to what is owed and subtract what was collected; yield what was
        collected beyond that. A record without marks counts as marked correctly."""
        for (money, seat, name), account in self._open.items():
            if money == "mark" and (seat, name) not in self._unknown:
                due = int(account.due)
                noted = account.done if "mark" in self._used else due
                owing = self._owing.setdefault((seat, name), _Owing())
                owing.least += min(due, noted)
                owing.most += max(due, noted)
        for (money, seat, name), account in self._open.items():
            if money == "collect":
                owing = self._owing.setdefault((seat, name), _Owing())
                owing.collected += account.done
                if owing.collected > owing.most:
                    totals = owing.most, owing.collected
                    yield self._owed_finding(account.line, seat, name, *totals)
                    owing.collected = owing.most

    def all_collected(self, line: int) -> Iterator[Finding]:
        """Yield what was marked and not collected; nothing is owed after that."""
        for (seat, name), owing in self._owing.items():
            if owing.collected < owing.least:
                yield self._owed_finding(line, seat, name, owing.least, owing.collected)
        self._owing.clear()

    def _owed_finding(self, line: int, seat: int, name: str, due: int, done: int) -> Finding:
        account = _Account(line, due, done, self._vigorish(name, "collect"))
        return self._wrong("collect", seat, name, account)

    def _charged_at_the_bet(self, name: str) -> bool:
        wager = self.rules.wagers.get(name)
        vig = self.rules.vig(wager) if wager is not None else None
        return vig is not None and vig.when == "bet"

    def _money(self, entry: RecordEntry) -> Iterator[Finding]:
        """Record money that moved. It is judged when the next roll shows that no more follows."""
        self._used.add(entry.kind)
        money, sign = _NET.get(entry.kind, (entry.kind, 1))
        if self._known(entry.wager) is None:
            account = _Account(entry.line, 0, sign * entry.cents)
            yield self._wrong(money, entry.seat, entry.wager, account)
            return
        account = self._open.setdefault((money, entry.seat, entry.wager), _Account(entry.line))
        account.done += sign * entry.cents
        account.line = entry.line

    def _wrong(self, money: str, seat: int, name: str, account: _Account) -> Finding:
        due, done = account.due, account.done
        if money == "vigorish" and (due < 0 or (due == 0 and done < 0)):
            money, due, done = "refund", -due, -done
        (as_due, verb), clauses, bet = _WORDS[money], account.clauses, self._name(name)
        had = f"{_amount_words(done)} {verb}" if done else f"nothing {verb}"
        if not due:
            why, clauses = self._why_not(money, seat, name)
            what = f"{bet}: {had}, nothing due: {why}."
        else:
            on = f" on the {self._roll}" if self._roll and money in _BY_THE_ROLL else ""
            much, over = ("much", done - due) if done > due else ("little", due - done)
            off = f", {_amount_words(over)} too {much}" if done else ""
            what = f"{bet}: {_amount_words(due)} {as_due}{on}, {had}{off}."
        if money in _TO_THE_HOUSE:
            due, done = -due, -done
        return Finding(account.line, "payment", what, clauses, seat, name, due, done)

    def _name(self, name: str) -> str:
        known = self._known(name)
        if known is None:
            return f'"{name}"'
        wager, state = known
        return wager.name if name == wager.key else f"{wager.name} on {state}"

    def _why_not(self, money: str, seat: int, name: str) -> tuple[str, tuple[str, ...]]:
        """Return why nothing is due, and by which clauses."""
        rules, known = self.rules, self._known(name)
        if known is None:
            return "there is no such wager", rules.ids(rules.ruleset.law.only_these)
        wager = known[0]
        if money in _VIGORISH:
            return _no_charge_words(rules, wager, money), self._vigorish(name, money)
        if self._roll is None:
            void = rules.procedure.trial.void if self._void else wager.cites
            return f"no {rules.procedure.trial.noun} has decided it", rules.ids(void)
        seated = self._roll.table.seats.get(seat)
        bets: Mapping[str, Bet] = seated.bets if seated is not None else {}
        bet = bets.get(name)
        for part in parts_named(rules.wagers, name) if bet is None else ():
            if part.wager in bets:
                return self._why_not(money, seat, part.wager)
        if bet is None:
            return f"it was not up for the {self._roll}", rules.ids(wager.cites)
        done = step(wager, bet.state, self._roll.cell, bet.called)
        return f"{_result_words(done)} on the {self._roll}", done.clauses or rules.ids(wager.cites)


def _no_charge_words(rules: Rules, wager: Wager, money: str) -> str:
    vig = rules.vig(wager)
    if vig is None or not vig.rate:
        return "no vigorish is taken on it"
    if money == "vigorish" and rules.marks_vigorish(wager):
        return "it is marked, and collected later"
    if money == "mark" and not rules.marks_vigorish(wager):
        return "it is collected at once"
    no = {"refund": "no charge is owed back", "collect": "none is owed"}
    least = ", if it comes to a cent" if wager.vig is not None and wager.vig.to_the_cent else ""
    return no.get(money, f"it is charged at the {vig.when}{least}")


def _result_words(done: Step) -> str:
    return {
        "stands": "it stood, undecided,",
        "off": "it was off",
        "moves": "it went on, undecided,",
        "wins": "it won",
        "loses": "it lost",
        "void": "it was void",
    }[done.result]


def _exact_share(stake: int, ratio: tuple[int, int]) -> int | Fraction:
    exact = Fraction(stake * ratio[0], ratio[1])
    return exact.numerator if exact.denominator == 1 else exact


def _amount_words(amount: int | Fraction) -> str:
    if amount < 0:
        return f"-{_amount_words(-amount)}"
    return dollars(amount) if isinstance(amount, int) else f"{dollars(amount)} ({amount} cents)"
