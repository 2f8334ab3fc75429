"""Statistics of an audit: errors by dealer, shift and wager, and the win against its theory.

The theory of a bet is its exact edge when it is made, and vigorish charged at that time. Changes of
the bets' worth by trials are chance.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from lammer.audit.finding import Finding
from lammer.audit.watch import Act, JudgedTrial, Watcher
from lammer.report.intervals import Deviations, error_rate_bounds
from lammer.table.rules import Rules
from lammer.table.views.luck import LuckOfTable

MOST_NAMES = 200
"""The most dealers, shifts or wagers that are listed separately."""
OTHERS = "(others)"
T = TypeVar("T")
_NONE = Fraction(0)


@dataclass(slots=True)
class ErrorCount:
    """How many acts were judged, and how many of them were wrong."""

    acts: int = 0
    wrong: int = 0

    @property
    def bounds(self) -> tuple[Fraction, Fraction]:
        return error_rate_bounds(min(self.wrong, self.acts), self.acts)


@dataclass(slots=True)
class WagerMoney:
    """The money of one wager in cents: stakes that were decided, the house's win by the rules and
    by the record, and its theory."""

    decided: int = 0
    staked: int = 0
    due: Fraction = _NONE
    done: Fraction = _NONE
    theory: Fraction = _NONE


@dataclass(slots=True)
class AuditStatistics(Watcher):
    """Statistics of one record or log. ``luck`` is the house's result of chance."""

    dealers: dict[str, ErrorCount] = field(default_factory=dict)
    shifts: dict[str, ErrorCount] = field(default_factory=dict)
    wagers: dict[str, ErrorCount] = field(default_factory=dict)
    every: ErrorCount = field(default_factory=ErrorCount)
    money: dict[str, WagerMoney] = field(default_factory=dict)
    deviations: Deviations = field(default_factory=Deviations)
    luck: Fraction = _NONE
    trials: int = 0
    rules: Rules | None = None
    _measure: LuckOfTable | None = None
    _worths: dict[tuple[int, str], Fraction] = field(default_factory=dict)
    """The house's expectation of each bet after the last trial."""

    # Errors

    def acted(self, act: Act) -> None:
        dealer, shift = act.staff
        for counts, name in (
            (self.dealers, dealer),
            (self.shifts, shift),
            (self.wagers, act.wager),
        ):
            _count(_of(counts, name, ErrorCount), act)
        _count(self.every, act)

    # Money

    def won(self, money: str, wager: str, due: int | Fraction, done: int | Fraction) -> None:
        found = self._money(wager)
        found.due += due
        found.done += done
        if money in ("vigorish", "mark") and self._is_charged_at_the_bet(wager):
            found.theory += due

    def _is_charged_at_the_bet(self, name: str) -> bool:
        if self.rules is None:
            return True  # Before the first trial there is only vigorish taken with the bet.
        wager = self.rules.wagers.get(name)
        vig = self.rules.vig(wager) if wager is not None else None
        return vig is not None and vig.when == "bet"

    def correct(self, findings: Iterable[Finding]) -> None:
        """Apply the findings in a log, whose acts were counted as right and as due."""
        lines = set()
        for each in findings:
            if each.off_by_cents:
                self._money(each.wager or "").due += each.off_by_cents
            if each.kind in ("decision", "books") and each.line not in lines:
                lines.add(each.line)
                for count in (self.every, _of(self.wagers, each.wager or "", ErrorCount)):
                    count.wrong += 1
                    count.acts = max(count.acts, count.wrong)

    def _money(self, name: str) -> WagerMoney:
        return _of(self.money, self._key(name), WagerMoney)

    def _key(self, name: str) -> str:
        moved = self.rules.moved_wager(name) if self.rules is not None else None
        return moved[0].key if moved is not None else name

    # Trials

    def tried(self, trial: JudgedTrial) -> None:
        table = trial.table
        measure = self._measured(table.rules)
        space = table.rules.space
        width = len(space.outcomes)
        at, came = divmod(trial.cell, width)
        to = space.contexts[space.follow[at][came]]
        totals = [_NONE] * width
        worths: dict[tuple[int, str], Fraction] = {}
        self.trials += 1
        for number, seat in table.seats.items():
            for name, bet in seat.bets.items():
                changes = measure.changes(bet, table.context)
                totals = [a - b for a, b in zip(totals, changes, strict=True)]
                now = bet.stake - measure.worth(bet, table.context)
                money = self._money(bet.wager)
                money.theory += now - self._worths.get((number, name), _NONE)
                effect = table.rules.effects(bet.wager, bet.state, bet.called)[trial.cell]
                if effect is None or effect.result in ("stands", "off"):
                    worths[number, name] = bet.stake - measure.worth(bet, to)
                elif effect.result == "moves":
                    assert effect.next_state is not None
                    moved = bet._replace(state=effect.next_state, called=None)
                    name = table.rules.bet_name(table.rules.wagers[bet.wager], moved.state)
                    worths[number, name] = bet.stake - measure.worth(moved, to)
                else:
                    money.decided += 1
                    money.staked += bet.stake
        mean = sum(w * x for w, x in zip(space.weights, totals, strict=True))
        mean /= Fraction(sum(space.weights))
        self.deviations.add((x - mean for x in totals), space.weights)
        self.luck += totals[came] - mean
        self._worths = worths

    def _measured(self, rules: Rules) -> LuckOfTable:
        if self._measure is None or rules is not self.rules:
            self.rules, self._measure = rules, LuckOfTable(rules)
        return self._measure

    # Sums

    @property
    def total(self) -> WagerMoney:
        """Return the sum over all wagers."""
        found = WagerMoney()
        for each in self.money.values():
            found.decided += each.decided
            found.staked += each.staked
            found.due += each.due
            found.done += each.done
            found.theory += each.theory
        return found

    @property
    def undecided(self) -> Fraction:
        """Return the house's expectation of bets that no trial decided: still up, or removed."""
        total = self.total
        return total.theory + self.luck - total.due


def _count(count: ErrorCount, act: Act) -> None:
    count.acts += 1
    count.wrong += not act.right


def _of(counts: dict[str, T], name: str, new: type[T]) -> T:
    if name not in counts and len(counts) >= MOST_NAMES:
        name = OTHERS
    return counts.setdefault(name, new())
