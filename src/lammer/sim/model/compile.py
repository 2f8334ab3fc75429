"""Compiles rules and a strategy into one automaton, by following every reachable position.

The bankroll is not part of a position: the strategy is asked what it does with each bankroll, and
each comparison it makes narrows the interval of bankrolls for which the answer holds (``Purse``).
So it is not assumed that the bankroll matters only at certain bounds: the bounds are found.
"""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from math import gcd

import numpy as np

from lammer.sim.model.automaton import FOREVER, Automaton, Ints
from lammer.sim.model.memory import (
    every_line,
    needs_exact_bankroll,
)
from lammer.sim.model.player import StrategyLogic
from lammer.sim.model.purse import FAR, Purse
from lammer.sim.model.world import Position, SimulatedTurn, World
from lammer.sim.strategy.parts import Strategy
from lammer.table.rules import Rules

MOST_STATES = 300_000
MOST_SEGMENTS, MOST_ROWS = 4_000_000, 600_000
MOST_READ = 20_000_000
"""The limit of lines carried out in all. Beyond any of these limits, a strategy is played, not
compiled."""
A_MOMENT = 0.1
"""Seconds between two reports of progress."""
Progress = Callable[[int, int], None]


class NotCompiled(Exception):
    """Raised if a strategy has no automaton: why, and what would make it compilable."""

    def __init__(self, why: str, instead: str) -> None:
        self.why, self.instead = why, instead
        super().__init__(f"{why}. {instead}")


@dataclass
class _Segments:
    below: list[int] = field(default_factory=list)
    row: list[int] = field(default_factory=list)
    charge: list[int] = field(default_factory=list)
    staked: list[int] = field(default_factory=list)
    parts: list[tuple[tuple[str, int], ...]] = field(default_factory=list)


class _Builder:
    def __init__(self, logic: StrategyLogic, world: World, most_states: int) -> None:
        self.logic, self.world = logic, world
        self.states: dict[Position, int] = {}
        self.queue: deque[Position] = deque()
        self.first = [0]
        self.segments = _Segments()
        self.rows: dict[Position, int] = {}
        self.to: list[list[int]] = []
        self.gain: list[list[int]] = []
        self.size = sum(1 for _ in every_line(logic.strategy.lines)) + len(logic.strategy.stops)
        self.most_states = most_states

    def too_large(self) -> str | None:
        """Return which limit was exceeded, if one was."""
        if len(self.states) > self.most_states:
            return f"more than {self.most_states:,} positions can come about"
        if len(self.segments.below) > MOST_SEGMENTS or len(self.to) > MOST_ROWS:
            return "the bankroll is looked at in too many ways"
        if len(self.segments.below) * self.size > MOST_READ:
            return "its lines would have to be read too often"
        return None

    def state(self, position: Position) -> int:
        found = self.states.get(position)
        if found is None:
            found = self.states[position] = len(self.states)
            self.queue.append(position)
        return found

    def decide(self, position: Position) -> None:
        """Compute the segments of a position: every interval of equities that is treated alike."""
        equity, segments = position.on_layout, self.segments
        while equity < FAR:
            purse = Purse(equity, position.on_layout)
            turn = SimulatedTurn(self.world, position, purse)
            end = self.logic.decide(turn, position.memory)
            high = min(purse.high, FAR)
            row, charge, staked = -1, 0, 0
            made: tuple[tuple[str, int], ...] = ()
            if end is not None:
                row = -1 - end
            else:
                now = turn.now()
                memory = self.logic.paid(now.memory, purse.charged)
                row = self.row(now._replace(memory=memory))
                charge, staked = -purse.charged, purse.staked
                made = tuple(sorted(turn.made.items()))
            segments.below.append(high)
            segments.row.append(row)
            segments.charge.append(charge)
            segments.staked.append(staked)
            segments.parts.append(made)
            equity = high
        self.first.append(len(segments.below))

    def row(self, position: Position) -> int:
        """Return the row of a layout after the decision: where each outcome leads."""
        found = self.rows.get(position)
        if found is None:
            found = self.rows[position] = len(self.to)
            size = len(self.world.trials)
            to, gain = [0] * size, [0] * size
            self.to.append(to)
            self.gain.append(gain)
            for stands_for, outcomes in self.world.groups(position):
                after, summary = self.world.after(position, stands_for)
                memory = self.logic.after(position.memory, summary)
                state = self.state(after._replace(memory=memory))
                for outcome in outcomes:
                    to[outcome], gain[outcome] = state, summary.gain
        return found


def compiled(
    strategy: Strategy,
    rules: Rules,
    bankroll: int,
    goal: int | None = None,
    *,
    most_states: int = MOST_STATES,
    progress: Progress | None = None,
) -> tuple[Automaton, StrategyLogic]:
    """Return the automaton of a strategy at a table, for a bankroll (cents), and its logic. Raises
    ``NotCompiled``."""
    why = needs_exact_bankroll(strategy, rules)
    if why is not None:
        raise NotCompiled(why, "It is played on the rules themselves, roll by roll.")
    logic = StrategyLogic(strategy, bankroll, goal)
    world = World.of(strategy, rules)
    builder = _Builder(logic, world, most_states)
    builder.state(world.begin(logic.start))
    told = time.monotonic()
    while builder.queue:
        builder.decide(builder.queue.popleft())
        why = builder.too_large()
        if why is not None:
            raise NotCompiled(
                why,
                "Cap what grows: raise ... up to 60, fewer steps, a lower count, fewer bets.",
            )
        if progress is not None and time.monotonic() - told > A_MOMENT:
            told = time.monotonic()
            progress(len(builder.first), len(builder.states))
    return _assembled(builder, bankroll), logic


def _assembled(builder: _Builder, bankroll: int) -> Automaton:
    segments = builder.segments
    gain, charge, staked = _ints(builder.gain), _ints(segments.charge), _ints(segments.staked)
    unit = gcd(
        bankroll, *(int(each) for part in (gain, charge, staked) for each in np.unique(part))
    )
    unit = max(unit, 1)
    below = _ints(segments.below)
    below = np.where(below >= FAR, FOREVER, -(-below // unit))
    made = Automaton(
        unit,
        len(builder.world.trials),
        _ints([trial.weight for trial in builder.world.trials]),
        _ints(builder.first),
        below,
        _ints(segments.row),
        charge // unit,
        staked // unit,
        _ints(builder.to).reshape(-1, len(builder.world.trials)),
        gain.reshape(-1, len(builder.world.trials)) // unit,
        builder.logic.ends,
        tuple(segments.parts),
    )
    made = _without_empty(made)
    made.check()
    return made


def _ints(values: object) -> Ints:
    return np.array(values, np.int64)


def _without_empty(whole: Automaton) -> Automaton:
    """Return the automaton without segments that contain no multiple of the unit."""
    keep = np.ones(whole.segments, bool)
    starts = np.zeros(whole.segments, bool)
    starts[whole.first[:-1]] = True
    same = np.zeros(whole.segments, bool)
    same[1:] = (whole.below[1:] == whole.below[:-1]) & ~starts[1:]
    keep[same] = False
    if keep.all():
        return whole
    counts = np.concatenate(([0], np.cumsum(keep)))
    return Automaton(
        whole.unit, whole.outcomes, whole.weights, counts[whole.first].astype(np.int64),
        whole.below[keep], whole.row[keep], whole.charge[keep], whole.staked[keep],
        whole.to, whole.gain, whole.ends,
        tuple(part for part, kept in zip(whole.parts, keep, strict=True) if kept),
    )  # fmt: skip
