"""An automaton prepared for the exact solver.

A *node* is what lies on the layout after a decision: a row of the automaton, and what making it
cost. So the decision that follows a trial is taken while the mass moves: a *move* carries the mass
of one node, between two equities, times a probability, to another node or to an end. After the last
trial no decision is taken: its moves lead to what is up then.

What was up is not to be forgotten when play ends. So an end is divided into *exits*, one for each
layout in which play ends so; the first is ruin.
"""

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple, TypeVar

import numpy as np

from lammer.sim.model.automaton import FOREVER, Automaton, Ints
from lammer.sim.report.findings import Floats

Amounts = TypeVar("Amounts", Ints, Floats)

TINY = 1e-30
"""A cell at the edge that holds less is dropped."""
SETTLED = 1e-16
"""Play until an end is finished when less mass than this is undecided."""
MOST_MONEY = 2**40
"""The limit in units of a bankroll, charge or gain."""
PER_MOVE, PER_ROLL = 32, 256
"""The fixed cost of a move, and of a roll, in elementary operations."""


@dataclass(frozen=True)
class Moves:
    """Moves of mass: by ``source``, then by interval; ``into`` is a node or -1 - end."""

    source: Ints
    low: Ints
    high: Ints
    into: Ints
    shift: Ints
    chance: Floats


@dataclass(frozen=True)
class Exits:
    """So many ends of an automaton by layout: ``end`` and ``layout`` of each exit; without layouts
    if ``layout`` is None."""

    ends: int
    end: Ints
    layout: Ints | None

    def ended(self, mass: Floats) -> Floats:
        """Return the mass of exits by their ends."""
        return np.bincount(self.end, mass, self.ends).astype(np.float64)


def with_exits(automaton: Automaton, by_layout: bool = True) -> tuple[Automaton, Exits]:
    """Return the automaton with an end for each exit."""
    ends = len(automaton.ends)
    if not by_layout:
        return automaton, Exits(ends, np.arange(ends), None)
    width = len(automaton.layouts)
    layout = np.repeat(automaton.layout, np.diff(automaton.first))
    over = automaton.row < 0
    keys = (-1 - automaton.row[over]) * width + layout[over]
    exits, place = np.unique(np.append(keys, 0), return_inverse=True)
    row = automaton.row.copy()
    row[over] = -1 - place[:-1]
    divided = replace(automaton, row=row, ends=("",) * len(exits))
    return divided, Exits(ends, exits // width, exits % width)


@dataclass(frozen=True)
class ExactPlan:
    """An automaton between two trials.

    ``node`` has each segment's node, or -1 - exit. ``last`` are the moves of the last trial, sorted
    by ``into``, which is -1 - (end * layouts + layout), the end one after the last for those who
    have played all their rolls. Pieces are the intervals of each node on which
    every outcome leads to one segment; flow ``i`` brings ``flow_chance[i]`` of what was in pieces
    ``flow_start[i]`` to ``flow_stop[i] - 1`` to segment ``flow_into[i]``.
    """

    nodes: int
    node: Ints
    moves: Moves
    move_first: Ints
    piece_source: Ints
    piece_low: Ints
    piece_high: Ints
    piece_first: Ints
    flow_start: Ints
    flow_stop: Ints
    flow_into: Ints
    flow_chance: Floats
    smallest: int
    largest: int
    last: Moves
    layouts: int


def merged(keys: tuple[Ints, ...], weights: Amounts) -> tuple[list[Ints], Amounts]:
    """Merge equal keys, in rising order, with the sum of their weights."""
    order = np.lexsort(keys[::-1])
    columns = [key[order] for key in keys]
    new = np.zeros(len(order), bool)
    new[:1] = True
    for column in columns:
        new[1:] |= column[1:] != column[:-1]
    starts = np.flatnonzero(new)
    sums = np.add.reduceat(weights[order], starts) if len(starts) else weights
    return [column[starts] for column in columns], sums


def _firsts(sources: Ints, nodes: int) -> Ints:
    """Return where each node's part of a list sorted by node begins, and the end."""
    return np.searchsorted(sources, np.arange(nodes + 1)).astype(np.int64)


def _pieces(source: Ints, low: Ints, high: Ints) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    """Cut intervals at all given bounds: return (source, low, high), and which of them make up each
    given interval, the first and one after the last."""
    cuts, rank = np.unique(np.concatenate([low, high]), return_inverse=True)
    keys = np.concatenate([source, source]) * len(cuts) + rank
    marks, where = np.unique(keys, return_inverse=True)
    mark_source, mark_at = marks // len(cuts), cuts[marks % len(cuts)]
    starts = mark_at != FOREVER
    number = np.cumsum(starts) - starts
    stops = np.roll(mark_at, -1)
    first, last = number[where[: len(source)]], number[where[len(source) :]]
    return mark_source[starts], mark_at[starts], stops[starts], first, last


class _Flows(NamedTuple):
    """The effects of each node's outcomes: equal ones merged, one entry for each segment they end
    in."""

    source: Ints
    low: Ints
    high: Ints
    segment: Ints
    shift: Ints
    chance: Floats


def _checked(automaton: Automaton) -> None:
    automaton.check()
    money = (automaton.charge, automaton.gain, automaton.staked)
    if any(np.abs(amounts).max(initial=0) > MOST_MONEY for amounts in money):
        raise ValueError(f"an automaton with an amount over {MOST_MONEY} units")
    if int(automaton.weights.sum()) <= 0 or bool((automaton.weights < 0).any()):
        raise ValueError("an automaton whose weights are no chances")


def nodes_of(automaton: Automaton) -> tuple[Ints, Ints, Ints]:
    """Return the distinct (row, charge), and which of them, or which end, each segment leads to."""
    plays = automaton.row >= 0
    row, charge = automaton.row[plays], automaton.charge[plays]
    (rows, charges), _ = merged((row, charge), np.ones(len(row), np.int64))
    node = automaton.row.astype(np.int64)
    span = 2 * MOST_MONEY + 1
    node[plays] = np.searchsorted(rows * span + charges, row * span + charge)
    return rows, charges, node


def _chances(source: Ints, weight: Ints) -> Floats:
    """Return weights divided by their sum in each node, rounded so that no mass is lost: the
    difference to one is added to the smallest weight for which it is negligible."""
    firsts = np.flatnonzero(np.diff(source, prepend=-1))
    totals = np.add.reduceat(weight, firsts) if len(firsts) else weight
    chances: Floats = weight / np.repeat(totals, np.diff(firsts, append=len(source)))
    for start, stop in pairwise([*firsts.tolist(), len(source)]):
        part = chances[start:stop]
        where = int(np.where(part < 0.01, 2.0, part).argmin())
        part[where] += math.fsum([1.0, *(-part).tolist()])
    return chances


def _flows(automaton: Automaton, rows: Ints, charges: Ints) -> _Flows:
    source = np.repeat(np.arange(len(rows), dtype=np.int64), automaton.outcomes)
    weights = np.tile(automaton.weights, len(rows))
    states, shifts = automaton.to[rows].ravel(), (automaton.gain[rows] + charges[:, None]).ravel()
    kept = weights > 0
    outcomes = (source[kept], states[kept], shifts[kept])
    (source, state, shift), weight = merged(outcomes, weights[kept])
    first, below = automaton.first, automaton.below
    counts = first[state + 1] - first[state]
    which = np.repeat(np.arange(len(source)), counts)
    nth = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
    segment, shift = first[state][which] + nth, shift[which]
    high = np.where(below[segment] == FOREVER, FOREVER, below[segment] - shift)
    low = np.where(nth == 0, -FOREVER, below[segment - 1] - shift)
    return _Flows(source[which], low, high, segment, shift, _chances(source, weight)[which])


def plan_of(automaton: Automaton, exits: Exits | None = None) -> ExactPlan:
    """Return the plan of an automaton (``with_exits``); raises ``ValueError`` if it is inconsistent
    or its amounts are too large."""
    _checked(automaton)
    exits = exits or with_exits(automaton, by_layout=False)[1]
    rows, charges, node = nodes_of(automaton)
    flows = _flows(automaton, rows, charges)
    pieces = _pieces(flows.source, flows.low, flows.high)
    keys = (flows.source, flows.low, flows.high, node[flows.segment], flows.shift)
    columns, chance = merged(keys, flows.chance)
    # Equal chances of an interval are adjacent, so that what is scaled once serves all of them.
    order = np.lexsort((chance, columns[2], columns[1], columns[0]))
    source, low, high, into, shift = (column[order] for column in columns)
    return ExactPlan(
        nodes=len(rows),
        node=node,
        moves=Moves(source, low, high, into, shift, chance[order]),
        move_first=_firsts(source, len(rows)),
        piece_source=pieces[0],
        piece_low=pieces[1],
        piece_high=pieces[2],
        piece_first=_firsts(pieces[0], len(rows)),
        flow_start=pieces[3],
        flow_stop=pieces[4],
        flow_into=flows.segment,
        flow_chance=flows.chance,
        smallest=int(min(0, shift.min(initial=0))),
        largest=int(max(0, shift.max(initial=0))),
        last=_last_moves(automaton, exits, flows),
        layouts=len(automaton.layouts),
    )


def _last_moves(automaton: Automaton, exits: Exits, flows: _Flows) -> Moves:
    """Return the moves of the last trial. Nobody is ruined by it."""
    layouts, played_out = len(automaton.layouts), exits.ends
    layout = np.repeat(automaton.layout, np.diff(automaton.first))
    plays = automaton.row >= 0
    end = np.where(plays, 0, exits.end[np.where(plays, 0, -1 - automaton.row)])
    end = np.where(end == 0, played_out, end)
    into = -1 - (end * layouts + layout)
    keys = (into[flows.segment], flows.source, flows.low, flows.high, flows.shift)
    (to, source, low, high, shift), chance = merged(keys, flows.chance)
    return Moves(source, low, high, to, shift, chance)


class _Habits(NamedTuple):
    """What a roll does far from every threshold: the moves in use, their shifts and chances."""

    shift: Ints
    chance: Floats

    @property
    def drift(self) -> float:
        return float(self.chance @ self.shift)

    @property
    def variance(self) -> float:
        return max(float(self.chance @ (self.shift * self.shift)) - self.drift**2, 0.0)


def _habits(plan: ExactPlan, start: int, bankroll: int) -> _Habits:
    """Follow the moves that apply at the bankroll, ignoring the money."""
    if start < 0:
        return _Habits(np.zeros(0, np.int64), np.zeros(0))
    moves = plan.moves
    here = (moves.low <= bankroll) & (bankroll < moves.high) & (moves.into >= 0)
    source, into, chance = moves.source[here], moves.into[here], moves.chance[here]
    share = np.zeros(plan.nodes)
    share[start] = 1.0
    for _ in range(100):
        share = 0.5 * (share + np.bincount(into, share[source] * chance, plan.nodes))
        share /= share.sum()
    each = share[source] * chance
    return _Habits(moves.shift[here][each > 0], each[each > 0])


def top_of(automaton: Automaton, plan: ExactPlan) -> int | None:
    """Return the equity at which play has ended in every state, if there is one."""
    last = automaton.first[1:] - 1
    if bool((plan.node[last] >= 0).any()):
        return None
    lows = np.where(last > automaton.first[:-1], automaton.below[last - 1], 0)
    return int(lows.max())


def _rim(shift: Ints, chance: Floats, rolls: Floats) -> Floats:
    """Return how far up mass of at least ``TINY`` can get in this many rolls: Chernoff's bound for
    independent rolls."""
    longest = max(int(np.abs(shift).max(initial=0)), 1)
    tilt = np.geomspace(1e-6, 60, 64) / longest
    growth = np.log(np.maximum(chance @ np.exp(np.outer(shift, tilt)), TINY))
    bounds: Floats = ((np.outer(rolls, growth) - math.log(TINY)) / tilt).min(axis=1)
    return np.maximum(bounds, 0.0)


def _width(
    plan: ExactPlan, habits: _Habits, top: int | None, bankroll: int, rolls: Floats
) -> Floats:
    """Estimate how many equities are in play after this many rolls."""
    up = np.minimum(_rim(habits.shift, habits.chance, rolls), rolls * plan.largest)
    down = np.minimum(_rim(-habits.shift, habits.chance, rolls), rolls * -plan.smallest)
    if top is not None:
        up = np.minimum(up, max(top - bankroll, 0))
    return 1 + up + np.minimum(down, bankroll)


def _until_settled(habits: _Habits, top: int | None) -> float:
    """Estimate how many rolls it takes until ``SETTLED``, as a diffusion."""
    variance = max(habits.variance, TINY)
    rate = habits.drift**2 / (2 * variance)
    if top is not None:
        rate += variance * math.pi**2 / (2 * max(top, 1) ** 2)
    return min(-math.log(SETTLED) / max(rate, 1e-15), 1e15)


class WorkEstimate(NamedTuple):
    """An estimate: elementary operations, the number of moves, the width at the end."""

    work: float
    moves: float
    width: float


def estimate(
    automaton: Automaton, plan: ExactPlan, bankroll: int, rolls: int | None
) -> WorkEstimate:
    start = int(plan.node[automaton.segment(0, bankroll)])
    habits, top = _habits(plan, start, bankroll), top_of(automaton, plan)
    many = _until_settled(habits, top) if rolls is None else float(rolls)
    when = np.linspace(0, many, 65)
    width = _width(plan, habits, top, bankroll, when)
    moves = many * len(habits.shift)
    work = moves * (float(width.mean()) + PER_MOVE) + many * PER_ROLL
    return WorkEstimate(work, moves, float(width[-1]))
