"""Two automata on the same dice, exactly: the distribution of the difference of what they end with.

Mass lies on pairs of nodes (``plan``) and, in each, on pairs of equities: a box for each pair. An
outcome moves both sides at once, so a box moves as rectangles, one for each pair of segments it
ends in. A side that has ended stays where it is, as a node of its own for each worth that bets left
on the layout can have; when both have, the mass is at rest.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

import numpy as np

from lammer.sim.exact.field import TooMuchWork
from lammer.sim.exact.plan import nodes_of
from lammer.sim.model.automaton import FOREVER, Automaton, Ints
from lammer.sim.report.findings import Floats

MOST_PAIRS, MOST_MOVES = 4_000, 400_000
"""Pairs of nodes that can come about, and moves between them."""
MOST_CELLS = 20_000_000
"""Pairs of equities held at one time: 160 MB."""
MOST_JOINT_WORK = 4e9
"""Elementary operations of one pair of strategies: some seconds."""
PER_MOVE = 3_000
"""The fixed cost of a move, in elementary operations."""
LEAST = 1e-20
"""A row or column at the edge of a box that holds less is dropped."""
SAME = 1e-6
"""Differences below this, in cents, are none: sums of fractions are rounded."""
PREDICTED_AT = (16, 32, 64, 128, 512, 2048)
"""Rolls after which the work that is left is predicted."""

Progress = Callable[[int, int], None]


class JointSide(NamedTuple):
    """A strategy that is compared: ``worth`` is what each layout of the automaton is worth above
    its stakes, in cents, and ``bankroll`` is in units."""

    automaton: Automaton
    bankroll: int
    worth: Sequence[Fraction]


class JointFindings(NamedTuple):
    """The difference of two final bankrolls in cents, the first less the second: its mean and
    standard deviation, and the chances that it is above zero, zero, and below."""

    mean: float
    sd: float
    above: float
    equal: float
    below: float


class _Branch(NamedTuple):
    """Where a side can come to with one outcome: a node for each interval of its equity before."""

    low: int
    high: int
    into: int


class _Side:
    """The nodes of a side. Those from ``nodes`` on have ended, one for each distinct worth."""

    def __init__(self, side: JointSide) -> None:
        self.automaton = side.automaton
        self.rows, self.charges, self.node = nodes_of(side.automaton)
        self.nodes = len(self.rows)
        self.worths = sorted({Fraction(0), *side.worth})
        places = {worth: at for at, worth in enumerate(self.worths)}
        layout = side.automaton.layout.tolist()
        self.ended = [self.nodes + places[side.worth[each]] for each in layout]
        self._nothing = self.nodes + places[Fraction(0)]
        self._branches: dict[tuple[int, int], tuple[_Branch, ...]] = {}
        start = int(self.node[side.automaton.segment(0, side.bankroll)])
        self.start = start if start >= 0 else self.ended[0]

    def effects(self, node: int) -> tuple[Ints, Ints]:
        """Return the state that each outcome leads to, and what it does to equity; without states
        (-1) if it has ended."""
        whole = self.automaton
        if node >= self.nodes:
            still = np.zeros(whole.outcomes, np.int64)
            return still - 1, still
        row = int(self.rows[node])
        return whole.to[row], whole.gain[row] + int(self.charges[node])

    def branches(self, node: int, state: int, shift: int) -> tuple[_Branch, ...]:
        """Return where the decision in a state leads, by the equity before the outcome."""
        if state < 0:
            return (_Branch(-int(FOREVER), int(FOREVER), node),)
        key = state, shift
        if key not in self._branches:
            self._branches[key] = tuple(self._decisions(state, shift))
        return self._branches[key]

    def _decisions(self, state: int, shift: int) -> list[_Branch]:
        whole, found = self.automaton, list[_Branch]()
        low = -int(FOREVER)
        for k in range(int(whole.first[state]), int(whole.first[state + 1])):
            below = int(whole.below[k])
            high = below if below == FOREVER else below - shift
            to = int(self.node[k])
            into = to if to >= 0 else self._nothing if to == -1 else self.ended[state]
            if found and found[-1].into == into:
                found[-1] = found[-1]._replace(high=high)
            else:
                found.append(_Branch(low, high, into))
            low = high
        return found

    def last(self, node: int, state: int) -> int:
        """Return the node of a side that has played its last trial."""
        return node if state < 0 else self.ended[state]


@dataclass
class _Moves:
    """Moves of boxes from pair to pair, as columns: sources, bounds of both equities, targets,
    shifts, chances."""

    columns: list[list[int]] = field(default_factory=lambda: [[] for _ in range(8)])
    chance: list[float] = field(default_factory=list)

    def add(self, chance: float, *numbers: int) -> None:
        for column, number in zip(self.columns, numbers, strict=True):
            column.append(number)
        self.chance.append(chance)

    def arrays(self) -> tuple[list[Ints], Floats]:
        return [np.array(column, np.int64) for column in self.columns], np.array(self.chance)


class _Pairs:
    """Every pair of nodes that can come about, with its moves."""

    def __init__(self, one: _Side, two: _Side, weights: Ints) -> None:
        self.one, self.two = one, two
        self.number: dict[tuple[int, int], int] = {}
        self.waiting: deque[tuple[int, int]] = deque()
        moves, last = _Moves(), _Moves()
        self.at(one.start, two.start)
        total = int(weights.sum())
        while self.waiting:
            pair = self.waiting.popleft()
            self._follow(pair, weights, total, moves, last)
            if len(self.number) > MOST_PAIRS or len(moves.chance) > MOST_MOVES:
                raise TooMuchWork(len(moves.chance), "moves")
        self.moves, self.last = moves.arrays(), last.arrays()
        resting = [a >= one.nodes and b >= two.nodes for a, b in self.number]
        self.rests = np.array(resting, bool)

    def at(self, one: int, two: int) -> int:
        pair = one, two
        if pair not in self.number:
            self.number[pair] = len(self.number)
            if one < self.one.nodes or two < self.two.nodes:
                self.waiting.append(pair)
        return self.number[pair]

    def _follow(
        self, pair: tuple[int, int], weights: Ints, total: int, moves: _Moves, last: _Moves
    ) -> None:
        here = self.number[pair]
        to_one, gain_one = self.one.effects(pair[0])
        to_two, gain_two = self.two.effects(pair[1])
        keys = np.stack([to_one, gain_one, to_two, gain_two])
        found, place = np.unique(keys, axis=1, return_inverse=True)
        shares = np.bincount(place.ravel(), weights, found.shape[1]) / total
        for (s, g, t, h), chance in zip(found.T.tolist(), shares.tolist(), strict=True):
            if not chance:
                continue
            for a in self.one.branches(pair[0], s, g):
                for b in self.two.branches(pair[1], t, h):
                    into = self.at(a.into, b.into)
                    moves.add(chance, here, a.low, a.high, b.low, b.high, into, g, h)
            ends = self.at(self.one.last(pair[0], s), self.two.last(pair[1], t))
            far = int(FOREVER)
            last.add(chance, here, -far, far, -far, far, ends, g, h)


class _Box(NamedTuple):
    """Mass by both equities, from ``low`` of each on."""

    low: tuple[int, int]
    mass: Floats

    @property
    def high(self) -> tuple[int, int]:
        return self.low[0] + self.mass.shape[0], self.low[1] + self.mass.shape[1]


def _trimmed(box: _Box) -> _Box | None:
    """Return the part of a box that holds something."""
    rows = np.flatnonzero(box.mass.max(axis=1) >= LEAST)
    columns = np.flatnonzero(box.mass.max(axis=0) >= LEAST)
    if not len(rows) or not len(columns):
        return None
    a, b, c, d = int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1
    return _Box((box.low[0] + a, box.low[1] + c), box.mass[a:b, c:d])


class _JointField:
    """The mass between two trials."""

    def __init__(self, pairs: _Pairs, bankrolls: tuple[int, int]) -> None:
        self.pairs, self.work, self.rolls = pairs, 0.0, 0
        self.boxes: dict[int, _Box] = {0: _Box(bankrolls, np.ones((1, 1)))}
        self.spent = 0.0
        """The work of the last roll."""

    def roll(self, moves: tuple[list[Ints], Floats]) -> None:
        """Move all mass that is not at rest by one trial."""
        (source, a_low, a_high, b_low, b_high, into, g, h), chance = moves
        count = len(self.pairs.number)
        bounds = np.zeros((4, count), np.int64)
        for at, box in self.boxes.items():
            if not self.pairs.rests[at]:
                bounds[:, at] = box.low[0], box.high[0], box.low[1], box.high[1]
        a, b = np.maximum(a_low, bounds[0][source]), np.minimum(a_high, bounds[1][source])
        c, d = np.maximum(b_low, bounds[2][source]), np.minimum(b_high, bounds[3][source])
        on = np.flatnonzero((a < b) & (c < d))
        held = {at: box for at, box in self.boxes.items() if self.pairs.rests[at]}
        made = self._room(held, into[on], (a + g)[on], (b + g)[on], (c + h)[on], (d + h)[on])
        listed = (source, into, a, b, c, d, g, h)
        for s, t, a0, b0, c0, d0, up, over, p in zip(
            *(column[on].tolist() for column in listed), chance[on].tolist(), strict=True
        ):
            (x, y), mass = self.boxes[s]
            (i, j), target = made[t]
            part = mass[a0 - x : b0 - x, c0 - y : d0 - y] * p
            target[a0 + up - i : b0 + up - i, c0 + over - j : d0 + over - j] += part
        self.spent = float(((b - a) * (d - c))[on].sum()) + PER_MOVE * len(on)
        self.work += self.spent
        self.rolls += 1
        self.boxes = {}
        for at, box in made.items():
            trimmed = _trimmed(box)
            if trimmed is not None:
                self.boxes[at] = trimmed

    def _room(
        self, held: dict[int, _Box], into: Ints, a: Ints, b: Ints, c: Ints, d: Ints
    ) -> dict[int, _Box]:
        """Return empty boxes that hold what comes, those at rest with what they have."""
        count, far = len(self.pairs.number), int(FOREVER)
        lows, highs = np.full((2, count), far), np.full((2, count), -far)
        for axis, (low, high) in enumerate(((a, b), (c, d))):
            np.minimum.at(lows[axis], into, low)
            np.maximum.at(highs[axis], into, high)
        for at, rest in held.items():
            lows[:, at] = np.minimum(lows[:, at], rest.low)
            highs[:, at] = np.maximum(highs[:, at], rest.high)
        there = np.flatnonzero(lows[0] < highs[0])
        sizes = np.maximum(highs - lows, 0)[:, there]
        cells = float((sizes[0].astype(np.float64) * sizes[1]).sum())
        if cells > MOST_CELLS:
            raise TooMuchWork(8 * cells, "bytes")
        made = {}
        for at in there.tolist():
            corner = int(lows[0][at]), int(lows[1][at])
            mass = np.zeros((int(highs[0][at]) - corner[0], int(highs[1][at]) - corner[1]))
            box = held.get(at)
            if box is not None:
                i, j = box.low[0] - corner[0], box.low[1] - corner[1]
                mass[i : i + box.mass.shape[0], j : j + box.mass.shape[1]] = box.mass
            made[at] = _Box(corner, mass)
        return made

    def settled(self) -> bool:
        return all(self.pairs.rests[at] for at in self.boxes)

    def ahead(self, rolls: int) -> float:
        """Predict the work of all rolls: the boxes grow about as fast as the rolls."""
        return self.work + self.spent * (rolls**2 - self.rolls**2) / (2 * max(self.rolls, 1))


def solve_joint(
    one: JointSide,
    two: JointSide,
    rolls: int,
    *,
    most_work: float = MOST_JOINT_WORK,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> JointFindings:
    """Return the difference of two strategies after sessions of at most this many rolls on the same
    dice. Raises ``TooMuchWork`` beyond the limits, or when it is stopped."""
    if one.automaton.outcomes != two.automaton.outcomes:
        raise ValueError("automata of different outcomes have nothing in common")
    sides = _Side(one), _Side(two)
    pairs = _Pairs(*sides, one.automaton.weights)
    field = _JointField(pairs, (one.bankroll, two.bankroll))
    while field.rolls < rolls and not field.settled():
        field.roll(pairs.last if field.rolls == rolls - 1 else pairs.moves)
        predicted = field.ahead(rolls) / 2 if field.rolls in PREDICTED_AT else 0.0
        if max(field.work, predicted) > most_work or (stop is not None and stop()):
            raise TooMuchWork(max(field.work, predicted))
        if progress is not None:
            progress(field.rolls, rolls)
    return _summed(field, sides, (one.automaton.unit, two.automaton.unit))


def _summed(
    field: _JointField, sides: tuple[_Side, _Side], units: tuple[int, int]
) -> JointFindings:
    """Return what the mass at rest says."""
    pair_of = {number: pair for pair, number in field.pairs.number.items()}
    sums = np.zeros(6)
    for at, box in field.boxes.items():
        ends = []
        for axis, (side, unit) in enumerate(zip(sides, units, strict=True)):
            node = pair_of[at][axis]
            worth = float(side.worths[node - side.nodes]) if node >= side.nodes else 0.0
            equities = np.arange(box.low[axis], box.high[axis], dtype=np.float64)
            ends.append(equities * unit + worth)
        apart = ends[0][:, None] - ends[1][None, :]
        mass, above, below = box.mass, apart > SAME, apart < -SAME
        sums += (
            float(mass.sum()),
            float((mass * apart).sum()),
            float((mass * apart * apart).sum()),
            float(mass[above].sum()),
            float(mass[~above & ~below].sum()),
            float(mass[below].sum()),
        )
    mean = float(sums[1] / sums[0])
    sd = sqrt(max(float(sums[2] / sums[0]) - mean**2, 0.0))
    return JointFindings(mean, sd, *(float(each / sums[0]) for each in sums[3:]))
