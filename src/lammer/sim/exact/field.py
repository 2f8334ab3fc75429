"""Probability mass over (node, equity), and the numpy engine that moves it roll by roll, in slices.

Nothing is dropped except cells at the edge of a node's mass that hold less than ``TINY``: a hundred
thousand million of them sum to 1e-19.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from lammer.sim.exact.plan import PER_MOVE, PER_ROLL, TINY, ExactPlan
from lammer.sim.model.automaton import FOREVER, Automaton, Ints
from lammer.sim.report.findings import Floats

MOST_BYTES = 2**30
DONE, NO_ROOM, OVER = 0, 1, 2
"""Why an engine returned."""


class TooMuchWork(ValueError):
    """The request takes more work, or more memory, than is allowed."""

    def __init__(self, estimate: float, what: str = "operations") -> None:
        super().__init__(f"too much to solve exactly: about {estimate:.2g} {what}")
        self.estimate = estimate


class MassTally:
    """Sums of many small amounts: engines add to ``fresh``; rounding errors are compensated."""

    def __init__(self, *shape: int) -> None:
        self.fresh, self.total, self.lost = np.zeros(shape), np.zeros(shape), np.zeros(shape)

    def settle(self) -> None:
        """Add ``fresh`` to the total, keeping the rounding errors."""
        before = self.total
        self.total = before + self.fresh
        taken = self.total - before
        self.lost += (before - (self.total - taken)) + (self.fresh - taken)
        self.fresh[...] = 0.0

    def value(self) -> Floats:
        return self.total + (self.lost + self.fresh)

    def widen(self, before: int, width: int) -> None:
        """Add columns: ``before`` in front, ``width`` in all."""
        self.settle()
        for name in ("fresh", "total", "lost"):
            old = getattr(self, name)
            wide = np.zeros((*old.shape[:-1], width))
            wide[..., before : before + old.shape[-1]] = old
            setattr(self, name, wide)


@dataclass
class Field:
    """The mass is in ``now``, column ``i`` for equity ``base + i``; ``then`` is spare.

    A node has mass in ``low <= equity < high`` only; columns outside hold garbage. ``seen`` is the
    mass in each piece before every roll, summed; ``latest`` before the last.
    """

    base: int
    now: Floats
    then: Floats
    ended: MassTally
    low: Ints
    high: Ints
    seen: MassTally
    latest: Floats
    rolls: int = 0
    work: float = 0.0

    @property
    def width(self) -> int:
        return int(self.now.shape[1])

    def live(self) -> float:
        low, high = self.low - self.base, self.high - self.base
        return math.fsum(
            float(self.now[i, low[i] : high[i]].sum()) for i in np.flatnonzero(low < high)
        )


class Runner(NamedTuple):
    """An engine: ``advance`` plays rolls and returns how many and why it stopped, ``pile`` sums
    nodes and ends, ``at_once`` is the work of one call."""

    advance: Callable[[ExactPlan, Field, int, float], tuple[int, int]]
    pile: Callable[[Field], Floats]
    at_once: float


def bytes_for(plan: ExactPlan, ends: int, width: int) -> int:
    return 8 * width * (2 * plan.nodes + 4 * ends + 4)


def begin(automaton: Automaton, plan: ExactPlan, bankroll: int) -> Field:
    """Return a field with all mass at the bankroll in state 0."""
    base = bankroll + plan.smallest
    width = plan.largest - plan.smallest + 2
    ends = len(automaton.ends)
    if bytes_for(plan, ends, width) > MOST_BYTES:
        raise TooMuchWork(bytes_for(plan, ends, width), "bytes")
    made = Field(
        base,
        np.zeros((plan.nodes, width)),
        np.zeros((plan.nodes, width)),
        MassTally(ends, width),
        np.zeros(plan.nodes, np.int64),
        np.zeros(plan.nodes, np.int64),
        MassTally(len(plan.piece_low)),
        np.zeros(len(plan.piece_low)),
    )
    start = int(plan.node[automaton.segment(0, bankroll)])
    if start < 0:
        made.ended.fresh[-1 - start, bankroll - base] = 1.0
    else:
        made.now[start, bankroll - base] = 1.0
        made.low[start], made.high[start] = bankroll, bankroll + 1
    return made


def reach(plan: ExactPlan, field: Field) -> tuple[int, int]:
    """Return the equities that the next roll can lead to."""
    live = field.low < field.high
    low = int(field.low[live].min()) + plan.smallest
    return low, int(field.high[live].max()) + plan.largest


def widen(plan: ExactPlan, field: Field, low: int, stop: int) -> None:
    """Add columns for these equities; raises ``TooMuchWork`` beyond ``MOST_BYTES``."""
    base, width = field.base, field.width
    low, stop = min(low, base), max(stop, base + width)
    needed = bytes_for(plan, len(field.ended.total), stop - low)
    if needed > MOST_BYTES:
        raise TooMuchWork(needed, "bytes")
    # One after another, so that at most two exist at a time.
    field.then = field.now
    field.now = np.zeros((plan.nodes, stop - low))
    field.now[:, base - low : base - low + width] = field.then
    field.then = np.zeros(0)
    field.then = np.zeros(field.now.shape)
    field.ended.widen(base - low, stop - low)
    field.base = low


def grow(plan: ExactPlan, field: Field) -> None:
    """Make room for more rolls, half as much again if memory allows."""
    low, high = reach(plan, field)
    more, stop = field.width // 2, field.base + field.width
    # Few rules lead below zero: no more room there than needed.
    lower = min(low, max(low - more, plan.smallest)) if low < field.base else field.base
    upper = high + 1 + more if high >= stop else stop
    try:
        widen(plan, field, lower, upper)
    except TooMuchWork:
        widen(plan, field, low, high + 1)


def weigh(plan: ExactPlan, field: Field) -> Floats:
    low = np.maximum(plan.piece_low, field.low[plan.piece_source])
    high = np.minimum(plan.piece_high, field.high[plan.piece_source])
    there = np.flatnonzero(low < high)
    sums = np.zeros(len(low))
    if len(there):
        flat = field.now.ravel()
        at = plan.piece_source[there] * field.width - field.base
        bounds = np.column_stack([low[there] + at, high[there] + at]).ravel()
        # The last cell is never live, so an index may point there.
        sums[there] = np.add.reduceat(flat, np.minimum(bounds, len(flat) - 1))[::2]
    return sums


def roll(plan: ExactPlan, field: Field, scaled: Floats) -> None:
    """Play one trial and the decision after it."""
    moves, base, width = plan.moves, field.base, field.width
    low = np.maximum(moves.low, field.low[moves.source])
    high = np.minimum(moves.high, field.high[moves.source])
    on = np.flatnonzero(low < high)
    low, high, source, into, shift = (
        low[on],
        high[on],
        moves.source[on],
        moves.into[on],
        moves.shift[on],
    )
    nodes = into >= 0
    new_low, new_high = np.full(plan.nodes, FOREVER), np.full(plan.nodes, -FOREVER)
    np.minimum.at(new_low, into[nodes], (low + shift)[nodes])
    np.maximum.at(new_high, into[nodes], (high + shift)[nodes])
    empty = new_low >= new_high
    new_low[empty] = new_high[empty] = 0

    now, then = field.now.ravel(), field.then.ravel()
    ended = field.ended.fresh.ravel()
    at = np.arange(plan.nodes) * width - base
    for a, b in zip((at + new_low)[~empty].tolist(), (at + new_high)[~empty].tolist(), strict=True):
        then[a:b] = 0.0
    first = source * width - base + low
    target = np.where(nodes, into, -1 - into) * width - base + low + shift
    listed = (first, high - low, target, nodes, moves.chance[on])
    before = (-1, 0, 0.0)
    for a, n, t, inside, chance in zip(*(column.tolist() for column in listed), strict=True):
        part = scaled[:n]
        if before != (a, n, chance):
            np.multiply(now[a : a + n], chance, out=part)
            before = (a, n, chance)
        goal = then[t : t + n] if inside else ended[t : t + n]
        np.add(goal, part, out=goal)
    field.low, field.high = new_low, new_high
    field.now, field.then = field.then, field.now
    field.work += float((high - low).sum()) + PER_MOVE * len(on) + PER_ROLL


def trim(field: Field) -> None:
    """Narrow every node's bounds to the cells that hold more than ``TINY``."""
    now, base = field.now, field.base
    for i in np.flatnonzero(field.low < field.high).tolist():
        low, high = int(field.low[i]), int(field.high[i])
        much = now[i, low - base : high - base] >= TINY
        first, last = int(much.argmax()), int(much[::-1].argmax())
        if much[first]:
            field.low[i], field.high[i] = low + first, high - last
        else:
            field.low[i] = field.high[i] = 0


def advance(plan: ExactPlan, field: Field, rolls: int, least: float) -> tuple[int, int]:
    scaled = np.empty(field.width)
    for done in range(rolls):
        sums = weigh(plan, field)
        if not sums.sum() > least:
            return done, OVER
        low, high = reach(plan, field)
        if low < field.base or high >= field.base + field.width:
            return done, NO_ROOM
        field.latest[:] = sums
        field.seen.fresh += sums
        roll(plan, field, scaled)
        field.rolls += 1
        if field.rolls % 8 == 0:
            trim(field)
    return rolls, DONE


def last_roll(plan: ExactPlan, field: Field) -> tuple[Ints, Ints, Floats]:
    """Play the last trial, after which nothing is live: return where the mass is then, as (what,
    equity, mass), ``what`` as in ``ExactPlan.last``."""
    moves = plan.last
    field.latest[:] = weigh(plan, field)
    field.seen.fresh += field.latest
    low = np.maximum(moves.low, field.low[moves.source])
    high = np.minimum(moves.high, field.high[moves.source])
    on = np.flatnonzero(low < high)
    low, high, shift = low[on], high[on], moves.shift[on]
    into = -1 - moves.into[on]
    found: list[tuple[Ints, Ints, Floats]] = []
    starts = np.flatnonzero(np.diff(into, prepend=-1))
    first = moves.source[on] * field.width - field.base + low
    now = field.now.ravel()
    for a, b in pairwise([*starts.tolist(), len(on)]):
        base = int((low + shift)[a:b].min())
        row = np.zeros(int((high + shift)[a:b].max()) - base)
        targets = (low + shift)[a:b] - base
        listed = (first[a:b], targets, (high - low)[a:b], moves.chance[on[a:b]])
        for at, to, n, chance in zip(*(column.tolist() for column in listed), strict=True):
            row[to : to + n] += now[at : at + n] * chance
        held = np.flatnonzero(row)
        found.append((np.full(len(held), into[a]), base + held, row[held]))
    field.low[:] = field.high[:] = 0
    field.rolls += 1
    field.seen.settle()
    nothing = np.zeros(0, np.int64)
    whole = zip(*(found or [(nothing, nothing, np.zeros(0))]), strict=True)
    what, values, mass = (np.concatenate(each) for each in whole)
    return what, values, mass


def pile(field: Field) -> Floats:
    """Return the mass by equity, all nodes and ends together."""
    total: Floats = field.ended.value().sum(axis=0)
    low, high = (field.low - field.base).tolist(), (field.high - field.base).tolist()
    for row, a, b in zip(field.now, low, high, strict=True):
        total[a:b] += row[a:b]
    return total
