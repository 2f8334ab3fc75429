"""The inner loops of the exact solver, compiled by numba.

They do what ``lammer.sim.exact.field`` does with whole arrays in numpy, on the same arrays.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit

from lammer.sim.exact.field import DONE, NO_ROOM, OVER
from lammer.sim.exact.plan import PER_MOVE, PER_ROLL, TINY
from lammer.sim.model.automaton import Ints
from lammer.sim.report.findings import Floats

F = TypeVar("F", bound=Callable[..., Any])


def _compiled(function: F) -> F:
    return cast("F", njit(cache=True, nogil=True)(function))


def _in_any_order(function: F) -> F:
    return cast("F", njit(cache=True, nogil=True, fastmath={"reassoc", "nsz"})(function))


@_compiled
def _add(target: Floats, source: Floats, chance: float) -> None:
    for i in range(len(source)):
        target[i] += chance * source[i]


@_in_any_order
def _sum(part: Floats) -> float:
    total = 0.0
    for i in range(len(part)):
        total += part[i]
    return total


@_compiled
def _weigh(
    now: Floats, base: int, low: Ints, high: Ints,
    first: Ints, piece_low: Ints, piece_high: Ints, sums: Floats,
) -> float:  # fmt: skip
    """Compute the mass in each piece, and in all."""
    total = 0.0
    for node in range(len(low)):
        for piece in range(first[node], first[node + 1]):
            start, stop = max(low[node], piece_low[piece]), min(high[node], piece_high[piece])
            sums[piece] = 0.0
            if start < stop:
                sums[piece] = _sum(now[node, start - base : stop - base])
                total += sums[piece]
    return total


@_compiled
def _bound(
    low: Ints, high: Ints, new_low: Ints, new_high: Ints,
    first: Ints, move_low: Ints, move_high: Ints, into: Ints, shift: Ints,
) -> tuple[int, int]:  # fmt: skip
    """Compute where each node will have mass; return the least equity of all, and one after the
    greatest."""
    new_low[:] = 0
    new_high[:] = 0
    least, most = np.int64(2**62), np.int64(-(2**62))
    for node in range(len(low)):
        for move in range(first[node], first[node + 1]):
            start, stop = max(low[node], move_low[move]), min(high[node], move_high[move])
            if start >= stop:
                continue
            start += shift[move]
            stop += shift[move]
            least, most = min(least, start), max(most, stop)
            to = into[move]
            if to >= 0 and new_low[to] == new_high[to]:
                new_low[to], new_high[to] = start, stop
            elif to >= 0:
                new_low[to], new_high[to] = min(new_low[to], start), max(new_high[to], stop)
    return int(least), int(most)


@_compiled
def _trim(row: Floats, base: int, start: int, stop: int) -> tuple[int, int]:
    """Return bounds narrowed to the cells that hold more than ``TINY``."""
    while start < stop and row[start - base] < TINY:
        start += 1
    while start < stop and row[stop - 1 - base] < TINY:
        stop -= 1
    return start, stop


@_compiled
def _move(
    now: Floats, then: Floats, ended: Floats, base: int, low: Ints, high: Ints,
    first: Ints, move_low: Ints, move_high: Ints, into: Ints, shift: Ints, chance: Floats,
) -> float:  # fmt: skip
    """Do all moves of one roll; return their work."""
    work = float(PER_ROLL)
    for node in range(len(low)):
        for move in range(first[node], first[node + 1]):
            start, stop = max(low[node], move_low[move]), min(high[node], move_high[move])
            if start >= stop:
                continue
            at = shift[move] - base
            target = then[into[move]] if into[move] >= 0 else ended[-1 - into[move]]
            source = now[node, start - base : stop - base]
            _add(target[start + at : stop + at], source, chance[move])
            work += stop - start + PER_MOVE
    return work


@_compiled
def advance(
    rolls: int, least: float, base: int, now: Floats, then: Floats, ended: Floats,
    low: Ints, high: Ints, seen: Floats, latest: Floats,
    piece_first: Ints, piece_low: Ints, piece_high: Ints,
    move_first: Ints, move_low: Ints, move_high: Ints, into: Ints, shift: Ints, chance: Floats,
) -> tuple[int, int, float]:  # fmt: skip
    """Play this many rolls; return how many were played, why it stopped, and the work. After an odd
    number of rolls, ``now`` and ``then`` have changed places."""
    nodes, width = now.shape
    new_low, new_high = np.zeros(nodes, np.int64), np.zeros(nodes, np.int64)
    sums = np.zeros(len(piece_low))
    work = 0.0
    for roll in range(rolls):
        total = _weigh(now, base, low, high, piece_first, piece_low, piece_high, sums)
        if not total > least:
            return roll, OVER, work
        first, last = _bound(
            low, high, new_low, new_high, move_first, move_low, move_high, into, shift
        )
        if first < base or last >= base + width:
            return roll, NO_ROOM, work
        latest[:] = sums
        seen += sums
        for node in range(nodes):
            then[node, new_low[node] - base : new_high[node] - base] = 0.0
        work += _move(
            now, then, ended, base, low, high, move_first, move_low, move_high, into, shift, chance
        )
        for node in range(nodes):
            low[node], high[node] = _trim(then[node], base, new_low[node], new_high[node])
        now, then = then, now
    return rolls, DONE, work


@_compiled
def pile(now: Floats, low: Ints, high: Ints, total: Floats) -> None:
    """Add every node's live part to the total."""
    for node in range(len(low)):
        _add(total[low[node] : high[node]], now[node, low[node] : high[node]], 1.0)
