"""The shooter's hand: the exact distribution of its length.

A hand is all the rolls of one shooter up to and including the loser 7 (a 7 thrown while a come-out
point stands, R-20). Passing the dice by choice is not considered.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from lammer.core.cite import clause_ids
from lammer.core.product import Product, Status
from lammer.core.ruleset import Ruleset
from lammer.core.space import Cells, Space
from lammer.odds.solve import expected_visits


@dataclass(frozen=True, slots=True)
class HandLength(Product):
    """Mean, variance, and for each length the chance of it and of at least it.

    ``rows`` are (rolls, P(hand = rolls), P(hand >= rolls)).
    """

    status: ClassVar[Status] = "enforced"

    mean: Fraction
    variance: Fraction
    rows: tuple[tuple[int, Fraction, Fraction], ...]
    clauses: tuple[str, ...]


def hand_length(ruleset: Ruleset, longest: int = 40) -> HandLength:
    """Return the length of a hand, with a row for each length from 1 to ``longest``.

    >>> from lammer.games import load
    >>> hand_length(load("nj-2011")).mean
    Fraction(1671, 196)
    """
    cycle = ruleset.cycle
    if cycle is None or cycle.hand_ends is None:
        raise ValueError(f"{ruleset.game} has no shooter")
    mean, variance = _moments(ruleset.space, cycle.hand_ends)
    rows = tuple(_rows(ruleset.space, cycle.hand_ends, longest))
    named = clause_ids((*cycle.hand_cites, *cycle.cites))
    return HandLength(mean, variance, rows, named)


def _ways(space: Space, ends: Cells) -> list[dict[int, int]]:
    """Return for each context the weights of the next contexts without ending the hand."""
    width = len(space.outcomes)
    ways: list[dict[int, int]] = []
    for context, row in enumerate(space.follow):
        to: dict[int, int] = {}
        for outcome, after in enumerate(row):
            if context * width + outcome not in ends:
                to[after] = to.get(after, 0) + space.weights[outcome]
        ways.append(to)
    return ways


def _moments(space: Space, ends: Cells) -> tuple[Fraction, Fraction]:
    """With v the visits and m the mean length still to come, E[L(L + 1)] / 2 = sum of v m."""
    whole = sum(space.weights)
    steps = {
        context: {to: Fraction(weight, whole) for to, weight in ways.items()}
        for context, ways in enumerate(_ways(space, ends))
    }
    visits = expected_visits(steps, 0)
    to_come = {c: sum(expected_visits(steps, c).values(), Fraction(0)) for c in visits}
    mean = to_come[0]
    half = sum((count * to_come[c] for c, count in visits.items()), Fraction(0))
    return mean, 2 * half - mean - mean * mean


def _rows(space: Space, ends: Cells, longest: int) -> Iterator[tuple[int, Fraction, Fraction]]:
    """Yield rows, counted in integer weights, so that every probability is one exact division."""
    ways = _ways(space, ends)
    whole = sum(space.weights)
    alive = {0: 1}
    weight = 1
    for rolls in range(1, longest + 1):
        before = sum(alive.values())
        after: dict[int, int] = {}
        for context, count in alive.items():
            for to, ways_there in ways[context].items():
                after[to] = after.get(to, 0) + count * ways_there
        ended = before * whole - sum(after.values())
        yield rolls, Fraction(ended, weight * whole), Fraction(before, weight)
        alive, weight = after, weight * whole
