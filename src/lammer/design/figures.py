"""The exact figures of a designed wager: those of the odds sheet, its distribution, what the house
can lose on it, and which payout would meet an edge."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lammer.core.numbers import share_words
from lammer.core.odds import Odds
from lammer.design.wager import Designed, designed
from lammer.games.check import undecided
from lammer.odds import Figure, figure
from lammer.odds.solve import bet_chain, components, solve

MOST_WORK = 4_000_000
"""The limit of ``work_of`` a wager: some ten seconds."""
ENOUGH = 5
"""How many wagers of the limit are solved at once, for a table of payouts."""
MOST_DEALT = 400_000
"""The limit for a wager that is dealt: about a second, each time that a table is opened."""
MOST_PAYOUT = 10**9
"""The limit of odds, to one."""


class NoAnswer(ValueError):
    """Raised if a figure does not exist: what is wrong, and what to do instead."""

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
    """Solve a designed wager; raises ``NoAnswer`` for one whose worth depends on when it is made,
    or that may never be decided.

    >>> found, _ = designed({
    ...     "key": "low", "name": "Low Dice", "space": "two dice",
    ...     "one_roll": {"pays": {"3 to 6": "1 to 1", "2": "5 to 1"}},
    ... })
    >>> low = design_figure(found)
    >>> low.edge, low.hit_frequency
    (Fraction(1, 18), Fraction(5, 12))
    """
    space, wager = design.rules.space, design.wager
    if work_of(design) > MOST_WORK:
        raise NoAnswer(*too_large(design))
    try:
        found = figure(design.rules, wager)
    except ZeroDivisionError:  # A state that is never left is visited without end.
        (endless,) = undecided(design.rules, wager)
        raise NoAnswer(f"It has no worth: {endless}.", "Say what wins or loses there.") from None
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
            f'Even at 1 to 1 on "{key}" the edge is {share_words(at_one)}, '
            f"below {share_words(edge)}.",
            "Ask for a smaller edge, or lower another payout first.",
        )
    if most > MOST_PAYOUT:
        raise NoAnswer("It would pay more than a billion to one.", "Ask for a larger edge.")
    return Odds(int(most), 1)


def alternatives(
    data: Mapping[str, Any], key: str, odds: Iterable[Odds]
) -> tuple[tuple[Odds, DesignFigure], ...]:
    """Return the figures of the wager with each of these odds on one of its lines."""
    every = tuple(odds)
    if len(every) * work_of(_with(data, key, every[0])) > MOST_WORK * ENOUGH:
        raise NoAnswer(
            f"{len(every)} payouts of so large a machine are too many to be solved.",
            "Ask for fewer of them at a time.",
        )
    return tuple((each, design_figure(_with(data, key, each))) for each in every)


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


def work_of(design: Designed) -> int:
    """Return about how many multiplications of fractions it takes to solve a wager: positions that
    go round in a circle are solved together, in the third power of their number; once for each time
    at which it may be made.

    >>> found, _ = designed({
    ...     "key": "six", "name": "Six", "space": "two dice",
    ...     "before": {"wins": "6", "loses": "7", "pays": "7 to 6"},
    ... })
    >>> work_of(found)
    1
    """
    wager = design.wager
    times = len(wager.offer.contexts) if wager.sees_context(design.rules.space) else 1
    return sum(size**3 for size in _circles(design)) * times


def too_large(design: Designed) -> tuple[str, str]:
    """Return the message for a machine that is too large to be solved, and what to do instead."""
    circles = _circles(design)
    return (
        f"Its machine has {sum(circles):,} positions, of which up to {max(circles):,} go round in "
        "a circle: too many to be solved exactly.",
        "Have fewer counts, times or states, or one time at which it may be made.",
    )


def _circles(design: Designed) -> tuple[int, ...]:
    """Return the sizes of the sets of positions from which each of the set can be reached again."""
    space, wager = design.rules.space, design.wager
    start = (wager.machine.start, space.contexts.index(wager.offer.contexts[0]))
    chain = bet_chain(space, wager, start)
    return tuple(map(len, components({node: stop.steps for node, stop in chain.items()}, start)))
