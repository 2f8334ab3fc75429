"""The exact figures of a designed wager: those of the odds sheet, its distribution, what the house
can lose on it, and which payout would meet an edge."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lammer.core.odds import Odds
from lammer.core.wager import Chart
from lammer.design.wager import Designed, designed
from lammer.odds import Figure, figure
from lammer.odds.solve import solve

MOST_PAYOUT = 10**9
"""The limit of odds, to one."""


class NoAnswer(ValueError):
    """Raised where there is no such figure: what is wrong, and what to do instead."""

    def __init__(self, what: str, instead: str) -> None:
        self.what, self.instead = what, instead
        super().__init__(f"{what} {instead}")


@dataclass(frozen=True, slots=True)
class DesignFigure:
    """The figures of one wager. ``distribution`` has each net result for one unit bet, rising, with
    its probability; ``worst_case_cents`` is the most that the house can lose on one bet, None where
    the file names no maximum."""

    figure: Figure
    pays: str
    distribution: tuple[tuple[Fraction, Fraction], ...]
    hit_frequency: Fraction
    worst_case_cents: Fraction | None

    @property
    def edge(self) -> Fraction:
        return self.figure.edge_per_bet_made


def design_figure(design: Designed) -> DesignFigure:
    """Solve a designed wager; raises ``NoAnswer`` for one whose worth depends on when it is made.

    >>> found, _ = designed({
    ...     "key": "low", "name": "Low Dice", "space": "two dice",
    ...     "one_roll": {"pays": {"3 to 6": "1 to 1", "2": "5 to 1"}},
    ... })
    >>> low = design_figure(found)
    >>> low.edge, low.hit_frequency
    (Fraction(1, 18), Fraction(5, 12))
    """
    space, wager = design.rules.space, design.wager
    try:
        found = figure(design.rules, wager)
    except ValueError:
        times = ", ".join(wager.offer.contexts)
        raise NoAnswer(
            f"What {wager.key} is worth depends on when it is made ({times}).",
            "Say with offer when it may be made.",
        ) from None
    decided = solve(space, wager, wager.offer.contexts[0]).decided
    chances: dict[Fraction, Fraction] = {}
    for _, rule, p in decided:
        net = getattr(rule.effect, "net", Fraction(0))
        chances[net] = chances.get(net, Fraction(0)) + p
    worst = max(chances, default=Fraction(0))
    most = design.max_cents
    return DesignFigure(
        figure=found,
        pays=_pays(design),
        distribution=tuple(sorted(chances.items())),
        hit_frequency=sum((p for net, p in chances.items() if net > 0), Fraction(0)),
        worst_case_cents=None if most is None else worst * most,
    )


def _pays(design: Designed) -> str:
    lines = [(str(each.odds), key) for key, each in design.payouts.items()]
    if len(lines) == 1:
        return lines[0][0]
    return "; ".join(f"{odds} on {key}" for odds, key in lines)


def solve_payout(data: Mapping[str, Any], key: str, edge: Fraction) -> Odds:
    """Return the largest whole payout for a line whose edge is not below the one wanted; raises
    ``NoAnswer`` if there is none.

    >>> solve_payout({
    ...     "key": "seven", "name": "Seven", "space": "two dice",
    ...     "one_roll": {"pays": {"7": "4 to 1"}},
    ... }, "7", Fraction(1, 10))
    Odds(win=4, stake=1)
    """
    at_one = _edge_at(data, key, Odds(1, 1))
    slope = at_one - _edge_at(data, key, Odds(2, 1))
    if slope <= 0:
        raise NoAnswer(f'"{key}" is never paid.', "Name a line that wins.")
    most = 1 + (at_one - edge) // slope
    if most < 1:
        raise NoAnswer(
            f'Even at 1 to 1 on "{key}" the edge is {at_one}, below {edge}.',
            "Ask for a smaller edge, or lower another payout first.",
        )
    if most > MOST_PAYOUT:
        raise NoAnswer("It would pay more than a billion to one.", "Ask for a larger edge.")
    return Odds(int(most), 1)


def alternatives(
    data: Mapping[str, Any], key: str, odds: Iterable[Odds]
) -> tuple[tuple[Odds, DesignFigure], ...]:
    """Return the figures of the wager with each of these odds on one of its lines."""
    return tuple((each, design_figure(_with(data, key, each))) for each in odds)


def _edge_at(data: Mapping[str, Any], key: str, odds: Odds) -> Fraction:
    return design_figure(_with(data, key, odds)).edge


def _with(data: Mapping[str, Any], key: str, odds: Odds) -> Designed:
    found, faults = designed(data, {key: odds})
    if found is None:
        raise NoAnswer(f"{faults[0]}.", faults[0].instead)
    if key not in found.payouts:
        lines = ", ".join(f'"{each}"' for each in found.payouts)
        raise NoAnswer(f'there is no payout line "{key}".', f"Its lines: {lines}.")
    return found


def states_of(design: Designed) -> int:
    """Return how many states its machine has."""
    machine = design.wager.machine
    assert isinstance(machine, Chart)
    return len(machine.states)
