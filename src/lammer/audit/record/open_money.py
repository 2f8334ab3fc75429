"""The money of a record between two trials: what is due on each bet of each seat, what was recorded
about it, and the difference.

An amount may be that of several bets: it is compared with the sum of what is due on them. A net
payment is compared with that sum less what the same bets lost.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from lammer.audit.finding import Finding
from lammer.audit.record.breakdown import parts_named
from lammer.audit.record.entries import RecordEntry
from lammer.audit.record.words import (
    done_words,
    money_words,
    no_charge_words,
    parts_words,
    result_words,
    whole,
)
from lammer.audit.watch import Act, JudgedTrial, Staff, Watcher
from lammer.core.settle import step
from lammer.core.wager import Wager
from lammer.table import Bet, TableState
from lammer.table.rules import Rules

Place = tuple[int, str]
"""A seat, and the name of a bet there."""
Key = tuple[str, int, str]
"""A kind of money, a seat, and the name of a bet there."""
_NET = {"refund": ("vigorish", -1)}
"""Refunded vigorish counts as negative vigorish."""
_BY_THE_ROLL = ("payment", "return", "take")
_VIGORISH = ("vigorish", "refund", "mark", "collect")
_TO_THE_HOUSE = ("vigorish", "mark", "collect", "take")
_OPTIONAL = ("return", "take", "mark")
"""Entries that a record may omit. A record with one of a kind must have all of that kind."""


@dataclass(slots=True)
class Account:
    """What is due on one wager of one seat between two rolls, and what was done about it, in cents;
    ``line`` is that of the last entry about it, or of what made it due."""

    line: int
    staff: Staff
    due: int | Fraction = 0
    done: int = 0
    clauses: tuple[str, ...] = ()


@dataclass(slots=True)
class _Sum:
    """An amount recorded for several bets of one seat, under the name ``label``; ``names`` is empty
    where it did not say for which."""

    money: str
    seat: int
    label: str
    names: tuple[str, ...]
    line: int
    staff: Staff
    done: int
    net: bool


@dataclass(slots=True)
class _Owing:
    """Vigorish marked on one wager of one seat since the shuffle, and what was collected of it, in
    cents. If it was marked wrongly, either the correct or the marked amount may be collected."""

    least: int = 0
    most: int = 0
    collected: int = 0


class Due(NamedTuple):
    """Money that is due and has not been recorded; ``lost`` is what the bet lost at the same
    time."""

    money: str
    seat: int
    name: str
    due: int | Fraction
    lost: int | Fraction


class _Answer(NamedTuple):
    """The result for a sum: the bets that it is for, what was due on each, and what they lost."""

    account: Account
    parts: tuple[tuple[str, int | Fraction], ...]
    lost: int | Fraction


@dataclass(slots=True)
class OpenMoney:
    """The open money at one table. ``roll`` is the trial that it belongs to, None if there was none
    or it was ``void``; ``staff`` is who deals."""

    rules: Rules
    watcher: Watcher
    roll: JudgedTrial | None = None
    void: bool = False
    staff: Staff = field(default_factory=Staff)
    overcharged: dict[Place, int] = field(default_factory=dict)
    """How much too high the vigorish for a bet that is up was, in cents; negative if too low."""
    unknown: set[Place] = field(default_factory=set)
    """Bets on a coup whose correct result is unknown."""
    _open: dict[Key, Account] = field(default_factory=dict)
    _sums: list[_Sum] = field(default_factory=list)
    _lost: dict[Place, int | Fraction] = field(default_factory=dict)
    _used: set[str] = field(default_factory=set)
    _owing: dict[Place, _Owing] = field(default_factory=dict)

    # What is due, and what was done

    def owe(
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
        account = self._open.setdefault((money, seat, name), Account(line, self.staff))
        account.due += due
        account.clauses = tuple(dict.fromkeys((*account.clauses, *clauses)))
        account.line = account.line if account.done else line

    def charge(self, line: int, seat: int, name: str, amount: int) -> None:
        """Make a charge due; one below zero is due back."""
        known = self.known(name)
        money = "mark" if known is not None and self.rules.marks_vigorish(known) else "vigorish"
        kind = "refund" if amount < 0 else money
        self.owe(money, line, seat, name, amount, self._vigorish(name, kind))

    def lose(self, seat: int, name: str, amount: int | Fraction) -> None:
        """Note what a bet lost, or a part of one that won."""
        self._lost[seat, name] = self._lost.get((seat, name), 0) + amount

    def record(self, entry: RecordEntry) -> Iterator[Finding]:
        """Record money that moved. It is judged when the next roll shows that no more follows."""
        self._used.add(entry.kind)
        money, sign = _NET.get(entry.kind, (entry.kind, 1))
        done = sign * entry.cents
        if len(entry.names) != 1 or entry.net:
            place = (entry.seat, entry.wager, entry.names, entry.line, self.staff)
            self._sums.append(_Sum(money, *place, done, entry.net))
            return
        (name,) = entry.names
        if self.known(name) is None:
            account = Account(entry.line, self.staff, 0, done)
            self._act(money, entry.seat, name, account, right=False)
            yield self.wrong(money, entry.seat, name, account)
            return
        account = self._open.setdefault((money, entry.seat, name), Account(entry.line, self.staff))
        account.done += done
        account.line, account.staff = entry.line, self.staff

    def outstanding(self) -> Iterator[Due]:
        """Yield what is due and must be recorded, with nothing recorded yet."""
        for (money, seat, name), account in self._open.items():
            if money in _OPTIONAL or account.done or not account.due or self._is_summed(seat, name):
                continue
            lost = self._lost.get((seat, name), 0) if money == "payment" else 0
            yield Due(money, seat, name, account.due, lost)

    def _is_summed(self, seat: int, name: str) -> bool:
        return any(each.seat == seat and name in each.names for each in self._sums)

    # The comparison

    def close(self, table: TableState) -> Iterator[Finding]:
        """Compare the money recorded since the last roll with what was due; nothing is open after
        that."""
        found = list(self._collected())
        for each in self._joined():
            found += self._compare_sum(each)
        for (money, seat, name), account in self._open.items():
            found += self._compare(money, seat, name, account, table)
        self._open.clear()
        self._sums.clear()
        self._lost.clear()
        self.unknown.clear()
        yield from sorted(found, key=lambda finding: finding.line)

    def _compare(
        self, money: str, seat: int, name: str, account: Account, table: TableState
    ) -> Iterator[Finding]:
        if money == "collect" or (seat, name) in self.unknown:
            return
        omitted = money in _OPTIONAL and not account.done and money not in self._used
        self._tell_money(money, name, account, omitted=omitted)
        if omitted or account.due == account.done == 0:
            return
        right = account.done == account.due
        self._act(money, seat, name, account, right=right)
        if right:
            return
        yield self.wrong(money, seat, name, account)
        bets = table.seats[seat].bets
        if money == "vigorish" and name in bets and self.charged_at_the_bet(name):
            over = self.overcharged.get((seat, name), 0) + account.done - int(account.due)
            self.overcharged[seat, name] = over

    def _tell_money(self, money: str, name: str, account: Account, *, omitted: bool) -> None:
        if money in ("payment", "vigorish", "mark", "take"):
            sign = -1 if money == "payment" else 1
            done = account.due if omitted else account.done
            self.watcher.won(money, name, sign * account.due, sign * done)

    def _act(self, money: str, seat: int, name: str, account: Account, *, right: bool) -> None:
        self.watcher.acted(Act(account.line, money, seat, name, account.staff, right))

    # Amounts for several bets

    def _joined(self) -> list[_Sum]:
        """Return the sums, with those that name the same bets merged. A sum without bets is for
        everything due to its seat that has no amount of its own."""
        found: list[_Sum] = []
        for each in sorted(self._sums, key=lambda one: not one.names):
            taken = {(one.money, one.seat, name) for one in found for name in one.names}
            names = each.names or tuple(
                name
                for (money, seat, name), account in self._open.items()
                if (money, seat) == (each.money, each.seat)
                and account.due
                and not account.done
                and (money, seat, name) not in taken
            )
            label = each.label or "+".join(names)
            joined = replace(each, label=label, names=names)
            for one in [o for o in found if _overlap(o, joined)]:
                found.remove(one)
                joined.names = tuple(dict.fromkeys((*one.names, *joined.names)))
                labels = (*one.label.split("+"), *joined.label.split("+"))
                joined.label = "+".join(dict.fromkeys(labels))
                joined.done += one.done
                joined.net |= one.net
                joined.line, joined.staff = max((one.line, one.staff), (joined.line, joined.staff))
            found.append(joined)
        return found

    def _compare_sum(self, each: _Sum) -> Iterator[Finding]:
        if any((each.seat, name) in self.unknown for name in each.names):
            for name in each.names:
                self._open.pop((each.money, each.seat, name), None)
            return
        account, parts, lost = self._answer(each)
        self._tell_sum(each.money, account, parts)
        right = account.done == account.due
        self._act(each.money, each.seat, each.label, account, right=right)
        if right:
            return
        if each.label and "+" not in each.label and not lost:
            yield self.wrong(each.money, each.seat, each.label, account)
        else:
            yield self._wrong_sum(each, account, parts, lost)

    def _answer(self, each: _Sum) -> _Answer:
        """Subtract the amounts due on the bets of a sum from the open accounts."""
        account = Account(each.line, each.staff, 0, each.done)
        parts: list[tuple[str, int | Fraction]] = []
        for name in each.names:
            own = self._open.pop((each.money, each.seat, name), None)
            if own is None:
                continue
            account.due += own.due
            account.done += own.done
            account.clauses = tuple(dict.fromkeys((*account.clauses, *own.clauses)))
            if own.due:
                parts.append((name, own.due))
        lost = self._taken_off(each) if each.net and account.due else 0
        account.due = whole(account.due - lost)
        return _Answer(account, tuple(parts), lost)

    def _taken_off(self, each: _Sum) -> int | Fraction:
        """Return what the bets of a net payment lost: it was not collected separately, and the rest
        of a stake was not returned separately."""
        total: int | Fraction = 0
        for name in each.names:
            lost = self._lost.get((each.seat, name), 0)
            total += lost
            if not lost:
                continue
            taken = self._open.get(("take", each.seat, name))
            if taken is not None:
                self.watcher.won("take", name, taken.due, taken.due)
                taken.due = 0
            back = self._open.get(("return", each.seat, name))
            if back is not None and back.due:
                back.due += lost
        return total

    def _tell_sum(
        self, money: str, account: Account, parts: tuple[tuple[str, int | Fraction], ...]
    ) -> None:
        """Report a sum bet by bet to the watcher; its difference counts with the last bet."""
        if money not in ("payment", "vigorish", "mark", "take"):
            return
        sign = -1 if money == "payment" else 1
        off = account.done - account.due
        for at, (name, due) in enumerate(parts or (("", 0),), start=1):
            done = due + off if at == max(len(parts), 1) else due
            self.watcher.won(money, name, sign * due, sign * done)

    # Findings

    def wrong(self, money: str, seat: int, name: str, account: Account) -> Finding:
        due, done, clauses = account.due, account.done, account.clauses
        if money == "vigorish" and (due < 0 or (due == 0 and done < 0)):
            money, due, done = "refund", -due, -done
        if due:
            what = money_words(self.name_words(name), money, due, done, self._on(money))
        else:
            why, clauses = self._why_not(money, seat, name)
            had = done_words(money, done)
            what = f"{self.name_words(name)}: {had}, nothing due: {why}."
        if money in _TO_THE_HOUSE:
            due, done = -due, -done
        return Finding(account.line, "payment", what, clauses, seat, name, due, done)

    def _wrong_sum(
        self,
        each: _Sum,
        account: Account,
        parts: tuple[tuple[str, int | Fraction], ...],
        lost: int | Fraction,
    ) -> Finding:
        money, due, done, clauses = each.money, account.due, account.done, account.clauses
        if money == "vigorish" and (due < 0 or (due == 0 and done < 0)):
            money, due, done = "refund", -due, -done
        labels = each.label.split("+") if each.label else ()
        bets = " and ".join(self.name_words(name) for name in labels) or "All bets"
        if parts:
            what = money_words(bets, money, due, done, self._on(money))
            named = ((self.name_words(name), amount) for name, amount in parts)
            what += f" ({parts_words(named, lost)}.)"
        else:
            whys = dict(self._why_not(money, each.seat, name) for name in each.names)
            why = "; ".join(whys) or "nothing of this seat was"
            what = f"{bets}: {done_words(money, done)}, nothing due: {why}."
            clauses = tuple(dict.fromkeys(one for some in whys.values() for one in some))
            clauses = clauses or self.rules.ids(self.rules.ruleset.law.only_these)
        if money in _TO_THE_HOUSE:
            due, done = -due, -done
        return Finding(
            account.line, "payment", what, clauses, each.seat, each.label or None, due, done
        )

    def _on(self, money: str) -> str:
        return f" on the {self.roll}" if self.roll and money in _BY_THE_ROLL else ""

    def _why_not(self, money: str, seat: int, name: str) -> tuple[str, tuple[str, ...]]:
        """Return why nothing is due, and by which clauses."""
        rules, wager = self.rules, self.known(name)
        if wager is None:
            return "there is no such wager", rules.ids(rules.ruleset.law.only_these)
        if money in _VIGORISH:
            return no_charge_words(rules, wager, money), self._vigorish(name, money)
        if self.roll is None:
            void = rules.procedure.trial.void if self.void else wager.cites
            return f"no {rules.procedure.trial.noun} has decided it", rules.ids(void)
        seated = self.roll.table.seats.get(seat)
        bets: Mapping[str, Bet] = seated.bets if seated is not None else {}
        bet = bets.get(name)
        for part in parts_named(rules.wagers, name) if bet is None else ():
            if part.wager in bets:
                return self._why_not(money, seat, part.wager)
        if bet is None:
            return f"it was not up for the {self.roll}", rules.ids(wager.cites)
        done = step(wager, bet.state, self.roll.cell, bet.called)
        return f"{result_words(done)} on the {self.roll}", done.clauses or rules.ids(wager.cites)

    # Wagers, by name

    def known(self, name: str) -> Wager | None:
        """Return the wager of a bet's name, such as come-6."""
        wager = self.rules.wagers.get(name)
        moved = self.rules.moved_wager(name) if wager is None else None
        return moved[0] if moved is not None else wager

    def name_words(self, name: str) -> str:
        wager = self.known(name)
        if wager is None:
            return f'"{name}"'
        moved = self.rules.moved_wager(name) if name != wager.key else None
        return wager.name if moved is None else f"{wager.name} on {moved[1]}"

    def charged_at_the_bet(self, name: str) -> bool:
        wager = self.rules.wagers.get(name)
        vig = self.rules.vig(wager) if wager is not None else None
        return vig is not None and vig.when == "bet"

    def _vigorish(self, name: str, money: str) -> tuple[str, ...]:
        """Return the clauses of the vigorish on a wager, or those by which there is none."""
        wager = self.known(name)
        law = wager.vig if wager is not None else None
        if wager is None or law is None:
            return self.rules.ids(self.rules.ruleset.law.no_other_charge)
        vig = self.rules.vig(wager)
        moment = law.moments[vig.when] if vig is not None else law.cites
        if money == "collect":
            return self.rules.ids(law.marked)
        changed = law.changed if money == "refund" else ()
        marked = law.marked if self.rules.marks_vigorish(wager) or money == "mark" else ()
        return self.rules.ids(moment, law.not_nil, law.to_the_cent, changed, marked)

    # Vigorish that is marked, and collected later

    def may_owe(self, seat: int, name: str, amount: int) -> None:
        """Note that vigorish may have been marked: it is unknown."""
        self._owing.setdefault((seat, name), _Owing()).most += amount

    def owes(self, seat: int, name: str, amount: int) -> None:
        """Note vigorish that was marked before the record began."""
        owing = self._owing.setdefault((seat, name), _Owing())
        owing.least += amount
        owing.most += amount

    def _collected(self) -> Iterator[Finding]:
        """Add marked vigorish to what is owed and subtract what was collected; yield what was
        collected beyond that. A record without marks counts as marked correctly."""
        for (money, seat, name), account in self._open.items():
            if money == "mark" and (seat, name) not in self.unknown:
                due = int(account.due)
                noted = account.done if "mark" in self._used else due
                owing = self._owing.setdefault((seat, name), _Owing())
                owing.least += min(due, noted)
                owing.most += max(due, noted)
        for (money, seat, name), account in self._open.items():
            if money == "collect":
                owing = self._owing.setdefault((seat, name), _Owing())
                owing.collected += account.done
                over = owing.collected > owing.most
                self._act(money, seat, name, account, right=not over)
                if over:
                    totals = owing.most, owing.collected
                    yield self._owed_finding(account.line, seat, name, *totals)
                    owing.collected = owing.most

    def all_collected(self, line: int) -> Iterator[Finding]:
        """Yield what was marked and not collected; nothing is owed after that."""
        for (seat, name), owing in self._owing.items():
            if owing.collected < owing.least:
                found = self._owed_finding(line, seat, name, owing.least, owing.collected)
                self.watcher.acted(Act(line, "collect", seat, name, self.staff, right=False))
                yield found
        self._owing.clear()

    def _owed_finding(self, line: int, seat: int, name: str, due: int, done: int) -> Finding:
        account = Account(line, self.staff, due, done, self._vigorish(name, "collect"))
        return self.wrong("collect", seat, name, account)


def _overlap(one: _Sum, other: _Sum) -> bool:
    same = (one.money, one.seat) == (other.money, other.seat)
    return same and bool(set(one.names) & set(other.names))
