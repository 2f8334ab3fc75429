"""What the bets that are up are worth: each alone by its exact expectation (*fair value*), or all
together by the exact chances of what they bring if no bet is made any more (*run out*).

Bets are followed by the table's own settlement, with the chances of the table's own trials. A
winner comes down, also one that the player asked to leave up, since it could be taken; a bet that
is called off counts as one that works.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from lammer.odds.solve import components, expected_totals
from lammer.sim.model.world import Layout, Position, World
from lammer.table.rules import Rules
from lammer.table.state import Bet

MOST_RUN_OUT = 200_000
"""Layouts that can come about while bets run out."""


class NeverDecided(ValueError):
    """Raised for bets that would stay up for ever, or lead to too much."""


@dataclass(frozen=True)
class RunOut:
    """What the bets of a layout bring if they are left: the chance of each gain, in cents, and the
    mean of the trials it takes."""

    gains: dict[int, float]
    trials: float


class _Step(NamedTuple):
    to: Layout
    gain: int
    chance: Fraction


class Worth:
    """The worth of layouts at a table; what is found is kept."""

    def __init__(self, rules: Rules) -> None:
        self._world = World(rules, depends_on_new_hand=False)
        self._rules = rules
        weights = [trial.weight for trial in self._world.trials]
        self._chances = [Fraction(weight, sum(weights)) for weight in weights]
        self._fair: dict[Hashable, Fraction] = {}
        self._steps: dict[Layout, tuple[_Step, ...]] = {}
        self._run_outs: dict[Layout, RunOut] = {}

    def fair(self, layout: Layout) -> Fraction:
        """Return what the bets are worth above their stakes, in cents: below zero for a bet that
        is expected to lose.

        >>> from lammer.games import load
        >>> from lammer.house import Elections, house
        >>> worth = Worth(Rules(house(load("nj-2011"), Elections())))
        >>> on_the_four = Bet("pass", "4", 10_00), Bet("pass-odds", "up", 20_00)
        >>> [worth.fair(Layout("4", ((bet.wager, bet),))) for bet in on_the_four]
        [Fraction(-1000, 3), Fraction(0, 1)]
        """
        return sum((self._alone(layout.context, *each) for each in layout.bets), Fraction(0))

    def run_out(self, layout: Layout) -> RunOut:
        """Return what the bets bring together. Raises ``NeverDecided``.

        >>> from lammer.games import load
        >>> from lammer.house import Elections, house
        >>> worth = Worth(Rules(house(load("nj-2011"), Elections())))
        >>> on_the_four = Layout("4", (("pass", Bet("pass", "4", 10_00)),))
        >>> worth.run_out(on_the_four)
        RunOut(gains={1000: 0.3333333333333333, -1000: 0.6666666666666666}, trials=4.0)
        """
        start = self._usual(layout)
        if start not in self._run_outs:
            self._solve(start)
        return self._run_outs[start]

    def _alone(self, context: str, name: str, bet: Bet) -> Fraction:
        scaled = self._rules.wagers[bet.wager].vig is None and not bet.coupon
        key = (context, name, bet._replace(stake=1)) if scaled else (context, name, bet)
        if key not in self._fair:
            start = self._usual(Layout(context, ((name, bet),)))
            value = self._expected(start)
            self._fair[key] = value / bet.stake if scaled else value
        return self._fair[key] * (bet.stake if scaled else 1)

    def _expected(self, start: Layout) -> Fraction:
        found = self._reach(start)
        steps: dict[Layout, dict[Layout, Fraction]] = {}
        gains = {}
        for layout, each in found.items():
            ahead: dict[Layout, Fraction] = {}
            for to, _, chance in each:
                if to.bets:
                    ahead[to] = ahead.get(to, Fraction(0)) + chance
            steps[layout] = ahead
            gains[layout] = (sum((gain * chance for _, gain, chance in each), Fraction(0)),)
        try:
            return expected_totals(steps, gains, start)[start][0]
        except StopIteration:
            raise _never(start) from None

    def _usual(self, layout: Layout) -> Layout:
        """Return the layout as it runs out; in any one context if its bets do not depend on it."""
        bets = tuple(
            (name, bet._replace(leave_up=False, called="on" if bet.called == "on" else None))
            for name, bet in layout.bets
        )
        wagers, space = self._rules.wagers, self._rules.space
        sees = any(wagers[bet.wager].sees_context(space) for _, bet in bets)
        return Layout(layout.context if sees else self._rules.start, bets)

    def _reach(self, start: Layout) -> dict[Layout, tuple[_Step, ...]]:
        """Return every layout that the bets can come to, with its steps."""
        found: dict[Layout, tuple[_Step, ...]] = {}
        waiting = [start]
        while waiting:
            layout = waiting.pop()
            if layout in found:
                continue
            if layout not in self._steps:
                if len(self._steps) >= MOST_RUN_OUT:
                    raise NeverDecided("the bets that are up can come out in too many ways")
                self._steps[layout] = self._stepped(layout)
            found[layout] = self._steps[layout]
            waiting += [step.to for step in found[layout] if step.to.bets]
        return found

    def _stepped(self, layout: Layout) -> tuple[_Step, ...]:
        world, position = self._world, Position(layout.context, False, False, layout.bets, (), ())
        found: dict[tuple[Layout, int], Fraction] = {}
        for stands_for, outcomes in world.groups(position):
            after, summary = world.after(position, stands_for)
            to = self._usual(Layout(after.context, after.bets)) if after.bets else after.layout
            key = to, summary.gain
            chance = sum((self._chances[each] for each in outcomes), Fraction(0))
            found[key] = found.get(key, Fraction(0)) + chance
        return tuple(_Step(to, gain, chance) for (to, gain), chance in found.items())

    def _solve(self, start: Layout) -> None:
        found = self._reach(start)
        new = {layout: steps for layout, steps in found.items() if layout not in self._run_outs}
        ahead = {
            layout: {step.to: step.chance for step in steps if step.to in new}
            for layout, steps in new.items()
        }
        for component in reversed(components(ahead, start)):
            self._solve_together(component)

    def _solve_together(self, layouts: list[Layout]) -> None:
        """Find what layouts bring that can lead to one another, which changes no money."""
        place = {layout: i for i, layout in enumerate(layouts)}
        stays = np.eye(len(layouts))
        gains: dict[int, int] = {}
        leaves: list[tuple[int, int, float]] = []
        trials = np.ones(len(layouts))
        for layout, i in place.items():
            for to, gain, chance in self._steps[layout]:
                p = float(chance)
                if to in place:
                    assert not gain
                    stays[i, place[to]] -= p
                    continue
                later = self._run_outs[to] if to.bets else RunOut({0: 1.0}, 0.0)
                trials[i] += p * later.trials
                for more, share in later.gains.items():
                    column = gains.setdefault(gain + more, len(gains))
                    leaves.append((i, column, p * share))
        right = np.zeros((len(layouts), len(gains)))
        for i, column, p in leaves:
            right[i, column] += p
        if not leaves:
            raise _never(layouts[0])
        brought = np.linalg.solve(stays, np.column_stack([right, trials])).tolist()
        for layout, row in zip(layouts, brought, strict=True):
            shares = dict(zip(gains, row[:-1], strict=True))
            self._run_outs[layout] = RunOut({g: p for g, p in shares.items() if p}, row[-1])


def _never(layout: Layout) -> NeverDecided:
    return NeverDecided(f"{', '.join(name for name, _ in layout.bets)} would never be decided")
