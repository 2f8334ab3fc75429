"""The expected visits to each node and equity below a top, until all play has ended.

With mass ``b`` now and moves ``Q``, that is ``x = b + x Q``. Equities are taken in blocks as wide
as the longest move, so that a block is linked to its neighbours only, and eliminated from the
bottom up. The residual ``b + x Q - x`` is computed by a roll and eliminated again: its size bounds
the error of every probability.
"""

import numpy as np

from lammer.sim.exact.field import MOST_BYTES, Field, MassTally, roll, weigh, widen
from lammer.sim.exact.plan import ExactPlan
from lammer.sim.report.findings import Floats

PER_BLOCK = 2e5
"""The fixed cost of a block, in elementary operations."""
REFINED = 4
"""The most times that the residual is eliminated again."""
GOOD = 1e-9
"""The largest residual that is accepted."""


def _blocks(plan: ExactPlan, top: int) -> tuple[int, int]:
    """Return how many equities a block has, and how many blocks there are."""
    size = max(plan.largest, -plan.smallest, 1)
    return size, -(-top // size)


def tail_cost(plan: ExactPlan, top: int) -> float:
    """Return the work of ``finish``, in elementary operations; infinite without memory for it."""
    size, blocks = _blocks(plan, top)
    side = plan.nodes * size
    if 8 * 4 * blocks * side * side > MOST_BYTES // 2:
        return float("inf")
    return blocks * (1.5 * side**3 + PER_BLOCK)


class _Elimination:
    """Solves ``x = b + x Q`` for any ``b``."""

    def __init__(self, plan: ExactPlan, top: int) -> None:
        self.size, self.count = _blocks(plan, top)
        side = plan.nodes * self.size
        self.down, same, self.up = bands = np.zeros((3, self.count, side, side))
        moves = plan.moves
        for i in np.flatnonzero(moves.into >= 0):
            shift = int(moves.shift[i])
            first = max(int(moves.low[i]), 0, -shift)
            at = np.arange(first, max(first, min(int(moves.high[i]), top, top - shift)))
            block, within = np.divmod(at, self.size)
            into, within_into = np.divmod(at + shift, self.size)
            row = within * plan.nodes + moves.source[i]
            column = within_into * plan.nodes + moves.into[i]
            bands[into - block + 1, block, row, column] += moves.chance[i]
        self.inverse = np.empty_like(same)
        one = np.eye(side)
        for n in range(self.count):
            here = one - same[n]
            if n:
                here -= self.down[n] @ self.inverse[n - 1] @ self.up[n - 1]
            self.inverse[n] = np.linalg.inv(here)

    def solve(self, given: Floats) -> Floats:
        """Solve for ``given`` [node, equity]."""
        nodes, top = given.shape
        found = np.zeros((self.count * self.size, nodes))
        found[:top] = given.T
        self._sweep(found.reshape(self.count, -1))
        return found[:top].T

    def _sweep(self, found: Floats) -> None:
        for i in range(1, self.count):
            found[i] += found[i - 1] @ self.inverse[i - 1] @ self.up[i - 1]
        for i in range(self.count - 1, -1, -1):
            if i + 1 < self.count:
                found[i] += found[i + 1] @ self.down[i + 1]
            found[i] = found[i] @ self.inverse[i]


def _whole(plan: ExactPlan, ends: int, top: int, mass: Floats) -> Field:
    """Return a field with mass [node, equity] from zero to the top."""
    base, width = plan.smallest, top + plan.largest - plan.smallest + 2
    low, high = np.zeros(plan.nodes, np.int64), np.full(plan.nodes, top, np.int64)
    pieces = len(plan.piece_low)
    made = Field(
        base,
        np.zeros((plan.nodes, width)),
        np.zeros((plan.nodes, width)),
        MassTally(ends, width),
        low,
        high,
        MassTally(pieces),
        np.zeros(pieces),
    )
    made.now[:, -base : top - base] = mass
    return made


def _now(plan: ExactPlan, field: Field, top: int) -> Floats:
    """Return the live mass as [node, equity] from zero to the top."""
    mass = np.zeros((plan.nodes, top))
    for i in np.flatnonzero(field.low < field.high):
        low, high = int(field.low[i]), int(field.high[i])
        mass[i, low:high] = field.now[i, low - field.base : high - field.base]
    return mass


def finish(plan: ExactPlan, field: Field, top: int) -> float | None:
    """Play until all has ended, and add it to the field; return the residual mass. None, with
    nothing added, if that is not small: some play does not end."""
    live = field.low < field.high
    if not live.any() or int(field.low[live].min()) < 0 or int(field.high[live].max()) > top:
        return None
    try:
        elimination = _Elimination(plan, top)
    except np.linalg.LinAlgError:
        return None
    now = left = _now(plan, field, top)
    come, rest = np.zeros_like(now), float("inf")
    for _ in range(REFINED):
        come = np.maximum(come + elimination.solve(left), 0.0)
        whole = _whole(plan, len(field.ended.total), top, come)
        seen = weigh(plan, whole)
        roll(plan, whole, np.empty(whole.width))
        left = now + whole.now[:, -whole.base : top - whole.base] - come
        before, rest = rest, float(np.abs(left).sum() + whole.now[:, : -whole.base].sum())
        if not rest < before / 2:
            break
    if not rest < GOOD:
        return None
    widen(plan, field, whole.base, whole.base + whole.width)
    start = whole.base - field.base
    field.ended.fresh[:, start : start + whole.width] += whole.ended.fresh
    field.seen.fresh += seen
    field.latest[:] = 0.0
    field.low[:] = field.high[:] = 0
    return rest
