"""The rules in force at one table, cached: the house's wagers by name, and the effect of each
machine by (bet, state, call, cell)."""

from collections.abc import Callable, Hashable, Iterable
from copy import copy
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, Any, NamedTuple

from lammer.core.cite import Cite, Cites, clause_ids
from lammer.core.procedure import Authority, CrewStep, Procedure
from lammer.core.ruleset import Choice, Ruleset
from lammer.core.settle import Result, Step, steps
from lammer.core.wager import Call, Vig, Wager
from lammer.house import Elections, House, house
from lammer.instruments import load

if TYPE_CHECKING:
    from lammer.table.instrument import Instrument

MOST_CACHED = 4096
HOUSE = ("house",)
"""The "clause" of a refusal that no text covers."""


class Effect(NamedTuple):
    """A step of a machine in whole numbers: ``back`` and ``paid`` of the stake, as ratios."""

    result: Result
    next_state: str | None
    back: tuple[int, int]
    paid: tuple[int, int]
    clauses: tuple[str, ...]


class Rules:
    """A house's rules in the form that a table needs. Nothing changes but its caches."""

    def __init__(self, house: House) -> None:
        assert house.rules.procedure is not None
        self.house = house
        self.ruleset = house.rules
        self.space = house.rules.space
        self.procedure: Procedure = house.rules.procedure
        self.long_form: bool = house.elections.long_form
        steps = self.procedure.steps if self.long_form else ()
        self.steps: dict[str, CrewStep] = {step.key: step for step in steps}
        self.pay_unit: int = house.elections.pay_unit
        self.wagers: dict[str, Wager] = {wager.key: wager for wager in house.rules.wagers}
        self.start = self.space.contexts[0]
        self.instrument: Instrument = load(self.procedure.trial.thing)
        self._known: dict[Effect, Effect] = {}
        self._effects: dict[tuple[str, str, Call | None], list[Effect | None]] = {}
        self._off: dict[tuple[str, str, Call | None], bool] = {}
        turn = self.procedure.turn
        self._trials: dict[tuple[str, Hashable], tuple[int, str, bool]] = {
            (context, outcome): (
                cell := self.space.cell(context, outcome),
                self.space.after(context, outcome),
                turn is not None and cell in turn.must_pass,
            )
            for context in self.space.contexts
            for outcome in self.space.outcomes
        }
        self.reopens = any(wager.offer.reopens_when for wager in self.wagers.values())
        self.tallied = any(
            wager in self.wagers for t in self.procedure.tallies for wager in t.wagers
        )
        self._trial_clauses: dict[tuple[str, str], tuple[str, ...]] = {}
        self.allowed: dict[Hashable, tuple[str, ...]] = {}
        self._vig_rates: dict[str, Fraction | None] = {}
        self.reasons: dict[tuple[str, str, Call | None, int], str] = {}
        self._ids: dict[tuple[Cite, ...], tuple[str, ...]] = {}
        self._travelled = {
            f"{wager.key}-{state}": (wager, state)
            for wager in self.wagers.values()
            if wager.travels
            for state in getattr(wager.machine, "states", {})
            if state != wager.machine.start
        }

    @property
    def digest(self) -> str:
        return self.house.law.digest

    def trial(self, context: str, outcome: Hashable) -> tuple[int, str, bool]:
        """Return the cell of an outcome, the next context, and whether the holder must pass."""
        return self._trials[context, outcome]

    def ids(self, *cites: tuple[Cite, ...]) -> tuple[str, ...]:
        """Return the ids of these clauses, without repetitions. Cached."""
        key = cites[0] if len(cites) == 1 else tuple(one for group in cites for one in group)
        found = self._ids.get(key)
        if found is None:
            found = self._ids[key] = clause_ids(key)
        return found

    def trial_clauses(self, before: str, after: str) -> tuple[str, ...]:
        """Return the clauses of a trial itself: how it is made and called, the settlement, and the
        change of context."""
        found = self._trial_clauses.get((before, after))
        if found is None:
            trial, cycle = self.procedure.trial, self.ruleset.cycle
            change: tuple[Cite, ...] = ()
            if cycle is not None:
                change = cycle.change(sets_point=before == self.start != after)
                change = () if before == after != self.start else change
            found = self.ids(trial.thrown, trial.called, trial.settled, change)
            self._trial_clauses[before, after] = found
        return found

    def cache_allowed(self, question: Hashable, clauses: tuple[str, ...]) -> tuple[str, ...]:
        """Cache and return the clauses that allow something. The cache is bounded."""
        if len(self.allowed) >= MOST_CACHED:
            self.allowed.clear()
        self.allowed[question] = clauses
        return clauses

    def effects(self, wager: str, state: str, called: Call | None) -> list[Effect | None]:
        """Return what each cell does to a bet in that state; None if the bet stands."""
        key = wager, state, called
        found = self._effects.get(key)
        if found is None:
            found = [None] * self.space.size
            for cells, done in steps(self.wagers[wager], state, called):
                effect = self._shared_effect(_effect(done))
                for cell in cells:
                    found[cell] = effect
            self._effects[key] = found
        return found

    def is_off(self, context: str, wager: str, called: Call | None) -> bool:
        """Return whether a bet does not work in a context, whatever the outcome. A bet that works
        may still be unable to win: a Fire Bet on a come-out roll is on."""
        key = context, wager, called
        found = self._off.get(key)
        if found is None:
            many = len(self.space.outcomes)
            first = self.space.contexts.index(context) * many
            works = self.wagers[wager].working.cells(called)
            found = not any(cell in works for cell in range(first, first + many))
            self._off[key] = found
        return found

    def _shared_effect(self, effect: Effect) -> Effect:
        """Return one object for equal effects: the thousand states of a Bonus wager share a few."""
        return self._known.setdefault(effect, effect)

    def bet_name(self, wager: Wager, state: str) -> str:
        """Return the name of a bet; one that has moved carries its number."""
        if wager.travels and state != wager.machine.start:
            return f"{wager.key}-{state}"
        return wager.key

    @property
    def moved_names(self) -> frozenset[str]:
        """The names of bets that have moved, such as come-6."""
        return frozenset(self._travelled)

    def moved_wager(self, name: str) -> tuple[Wager, str] | None:
        """Return the wager and state of a name such as come-6."""
        return self._travelled.get(name)

    def words_for(self, name: str) -> str:
        """Return the display name of a bet: ``come-6`` is "Come Bet on the 6"."""
        moved = self._travelled.get(name)
        return self.wagers[name].name if moved is None else f"{moved[0].name} on the {moved[1]}"

    def supplements(self, wager: str, state: str) -> Iterable[Wager]:
        """Yield the odds that may stand behind a bet in this state."""
        for each in self.ruleset.supplements(wager):
            if each.behind is not None and state in each.behind.states:
                yield each

    def vig(self, wager: Wager) -> Vig | None:
        return self.house.vigs.get(wager.key) if wager.vig is not None else None

    def charge(self, wager: Wager, stake: int) -> int:
        """Return the vigorish on a stake in cents, rounded down to the pay unit (R-40), or to the
        cent as the house elects."""
        rate = self._vig_rate(wager)
        if rate is None or wager.vig is None:
            return 0
        if wager.vig.to_the_cent:
            return _ROUNDED[str(self.option(wager.vig.rounding))](stake * rate)
        return stake * rate.numerator // rate.denominator // self.pay_unit * self.pay_unit

    def _vig_rate(self, wager: Wager) -> Fraction | None:
        """Return the vigorish as a share of the stake; None without any. Cached."""
        if wager.key not in self._vig_rates:
            vig, rate = self.vig(wager), None
            if vig is not None:
                (payout,) = wager.payouts()
                rate = vig.charge(payout.odds)
            self._vig_rates[wager.key] = rate
        return self._vig_rates[wager.key]

    def option(self, key: str | None) -> Choice:
        """Return the house's choice, or the default."""
        chosen = self.house.elections.options.get(key or "")
        if chosen is not None:
            return chosen
        return next(option.default for option in self.ruleset.choices if option.key == key)

    def marks_vigorish(self, wager: Wager) -> bool:
        """Return whether vigorish on this wager is marked and collected later."""
        vig = wager.vig
        return vig is not None and vig.collect is not None and self.option(vig.collect) == "mark"

    @property
    def owing_cites(self) -> Cites:
        """The clauses by which vigorish may be marked and collected later."""
        return next((w.vig.marked for w in self.wagers.values() if w.vig and w.vig.marked), ())

    def authority_data(self, authority: Authority) -> dict[str, Any]:
        """Return the authorized roles and their clauses, for the wire."""
        return {"roles": [*self.roles(authority)], "clauses": [*self.ids(authority.cites)]}

    def roles(self, authority: Authority) -> tuple[str, ...]:
        """Return the authorized roles: fewer, if the licensee designated some; none, if it
        designated others only."""
        chosen = self.designated(authority)
        return tuple(role for role in authority.roles if role in chosen or "all" in chosen)

    def designated(self, authority: Authority) -> tuple[str, ...]:
        """Return the roles that the licensee designated, or "all"."""
        return tuple(
            str(self.house.elections.options.get(authority.option or "", "all")).split(",")
        )


_shared: dict[tuple[int, str], Rules] = {}
_MOST_SHARED = 32
"""Houses whose rules are cached."""


def shared_rules(law: Ruleset, elected: Elections) -> Rules:
    """Return the rules of a house with these elections, which must be lawful. Tables of the same
    law and elections share what does not change; each has its own cache of what is allowed."""
    key = id(law), repr(elected)
    found = _shared.pop(key, None)
    if found is None:
        found = Rules(house(law, elected))
        if len(_shared) >= _MOST_SHARED:
            del _shared[next(iter(_shared))]
    _shared[key] = found
    rules = copy(found)
    rules.allowed = {}
    return rules


_ROUNDED: dict[str, Callable[[Fraction], int]] = {
    "down": floor,
    "up": ceil,
    "nearest": lambda exact: floor(exact + Fraction(1, 2)),
}


def _effect(done: Step) -> Effect:
    back, paid = _ratio(done.share), _ratio(done.pays)
    return Effect(done.result, done.next_state, back, paid, done.clauses)


def _ratio(value: Fraction) -> tuple[int, int]:
    return value.numerator, value.denominator
