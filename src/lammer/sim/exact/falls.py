"""The chance that a session ever falls so far from its peak, exactly.

For one bound at a time mass lies on (node, equity, present fall), the fall below the bound: what
comes to it has fallen so far, and leaves.
"""

from collections.abc import Callable

import numpy as np

from lammer.sim.exact.field import TooMuchWork
from lammer.sim.exact.plan import SETTLED, ExactPlan, plan_of
from lammer.sim.model.automaton import FOREVER, Automaton
from lammer.sim.report.findings import Floats

LEAST = 1e-20
"""An equity at the edge whose falls hold less is dropped."""
PER_MOVE = 6_000
"""The fixed cost of a move, in elementary operations."""
MOST_CELLS = 20_000_000
MOST_FALL_WORK = 2.5e9
"""Elementary operations for all bounds together: some seconds."""


class _Falling:
    """The mass that has not fallen so far yet: for each node its lowest equity, and [equity,
    fall]."""

    def __init__(self, automaton: Automaton, plan: ExactPlan, bankroll: int, bound: int) -> None:
        self.plan, self.bound, self.fallen, self.work = plan, bound, 0.0, 0.0
        start = int(plan.node[automaton.segment(0, bankroll)])
        mass = np.zeros((1, bound))
        mass[0, 0] = 1.0
        self.boxes: dict[int, tuple[int, Floats]] = {start: (bankroll, mass)} if start >= 0 else {}

    def roll(self) -> None:
        moves, nodes = self.plan.moves, self.plan.nodes
        low, high = np.zeros(nodes, np.int64), np.zeros(nodes, np.int64)
        for node, (base, mass) in self.boxes.items():
            low[node], high[node] = base, base + len(mass)
        a = np.maximum(moves.low, low[moves.source])
        b = np.minimum(moves.high, high[moves.source])
        on = np.flatnonzero(a < b)
        goes_on = on[moves.into[on] >= 0]
        lows, highs = np.full(nodes, FOREVER), np.full(nodes, -FOREVER)
        np.minimum.at(lows, moves.into[goes_on], (a + moves.shift)[goes_on])
        np.maximum.at(highs, moves.into[goes_on], (b + moves.shift)[goes_on])
        there = np.flatnonzero(lows < highs).tolist()
        if float((highs - lows)[there].sum()) * self.bound > MOST_CELLS:
            raise TooMuchWork(8.0 * MOST_CELLS, "bytes")
        made = {
            node: (int(lows[node]), np.zeros((int(highs[node] - lows[node]), self.bound)))
            for node in there
        }
        listed = (moves.source, moves.into, a, b, moves.shift)
        for source, into, c, d, shift, chance in zip(
            *(column[on].tolist() for column in listed), moves.chance[on].tolist(), strict=True
        ):
            base, mass = self.boxes[source]
            part = mass[c - base : d - base]
            if shift < 0:
                self.fallen += chance * float(part[:, max(self.bound + shift, 0) :].sum())
            if into >= 0:
                to, target = made[into]
                _moved(part, target[c + shift - to : d + shift - to], shift, chance)
        self.work += float((b - a)[on].sum()) * self.bound + PER_MOVE * len(on)
        self.boxes = {}
        for node, (base, mass) in made.items():
            held = np.flatnonzero(mass.max(axis=1) >= LEAST)
            if len(held):
                first, last = int(held[0]), int(held[-1]) + 1
                self.boxes[node] = base + first, mass[first:last]

    def live(self) -> float:
        return sum(float(mass.sum()) for _, mass in self.boxes.values())


def _moved(part: Floats, target: Floats, shift: int, chance: float) -> None:
    """Add mass whose equity changes by so much: what rises falls less, at a new peak not at all."""
    bound = part.shape[1]
    if shift < 0:
        if -shift < bound:
            target[:, -shift:] += chance * part[:, : bound + shift]
        return
    if shift < bound:
        target[:, : bound - shift] += chance * part[:, shift:]
    if shift:
        target[:, 0] += chance * part[:, :shift].sum(axis=1)


def chances_of_falls(
    automaton: Automaton,
    bankroll: int,
    rolls: int | None,
    bounds: list[int],
    *,
    most_work: float = MOST_FALL_WORK,
    progress: Callable[[int, int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> list[float]:
    """Return for each bound, in units and rising, the chance that a session falls at least so far
    from a peak; for as many as the work allows, until it is stopped. Raises ``TooMuchWork`` if it
    allows none."""
    plan, found, work, last = plan_of(automaton), list[float](), 0.0, (0.0, 1)
    for at, bound in enumerate(bounds):
        if bound <= 0:
            found.append(1.0)
            continue
        if work + last[0] * bound / last[1] > most_work:
            break
        falling = _Falling(automaton, plan, bankroll, bound)
        played = 0
        while falling.boxes and (rolls is None or played < rolls):
            falling.roll()
            played += 1
            if work + falling.work > most_work or (stop is not None and stop()):
                if not found:
                    raise TooMuchWork(work + falling.work)
                return found
            if rolls is None and played % 64 == 0 and falling.live() < SETTLED:
                break
        work, last = work + falling.work, (falling.work, bound)
        found.append(min(falling.fallen, 1.0))
        if progress is not None:
            progress(at + 1, len(bounds))
    return found
