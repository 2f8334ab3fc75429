"""Compiles rules and a strategy into one automaton, by following every reachable position.

The bankroll is not part of a position: the strategy is asked what it does with each bankroll, and
each comparison it makes narrows the interval of bankrolls for which the answer holds (``Purse``).
So it is not assumed that the bankroll matters only at certain bounds: the bounds are found.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import gcd

import numpy as np

from lammer.sim.model.automaton import FOREVER, Automaton, Ints
from lammer.sim.model.memory import (
    every_line,
    needs_exact_bankroll,
    raises_without_top,
    without_top,
)
from lammer.sim.model.player import StrategyLogic
from lammer.sim.model.purse import FAR, Purse
from lammer.sim.model.world import NOTHING_UP, Layout, Position, SimulatedTurn, World
from lammer.sim.strategy.parts import Measure, Strategy
from lammer.table.rules import Rules

MOST_STATES = 300_000
MOST_WITH_BANKROLL = 2_000
"""The limit of positions together with the bankroll."""
MOST_WITH_FALLS = 30_000
"""The limit of positions together with how far the bankroll is below its best."""
MOST_WITH_RAISES = 30_000
"""The limit of positions where a line raises a bet without a top: most have no end."""
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

    def positions(self) -> Iterator[Position]:
        """Yield the position of each state."""
        return iter(self.states)

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
        equity = position.on_layout
        while equity < FAR:
            purse = Purse(equity, position.on_layout)
            self.add_segment(position, purse, self.row)
            equity = min(purse.high, FAR)
            self.segments.below.append(equity)
        self.first.append(len(self.segments.below))

    def add_segment(
        self, position: Position, purse: Purse, row_of: Callable[[Position], int]
    ) -> None:
        """Note what is done with a purse, all but how far it holds; ``row_of`` numbers the layout
        after it."""
        turn = SimulatedTurn(self.world, position, purse)
        end = self.logic.decide(turn, position.memory)
        charge, staked = 0, 0
        made: tuple[tuple[str, int], ...] = ()
        if end is not None:
            row = -1 - end
        else:
            now = turn.now()
            memory = self.logic.paid(now.memory, purse.charged)
            row = row_of(now._replace(memory=memory))
            charge, staked = -purse.charged, purse.staked
            made = tuple(sorted(turn.made.items()))
        segments = self.segments
        segments.row.append(row)
        segments.charge.append(charge)
        segments.staked.append(staked)
        segments.parts.append(made)

    def row(self, position: Position) -> int:
        """Return the row of a layout after the decision."""
        found = self.rows.get(position)
        if found is None:
            found = self.rows[position] = self.add_row(position, lambda after, _: self.state(after))
        return found

    def add_row(self, position: Position, state_of: Callable[[Position, int], int]) -> int:
        """Add the row of a layout: where each outcome leads, and its gain. ``state_of`` numbers
        the position after a gain. Return the row's number."""
        number, size = len(self.to), len(self.world.trials)
        to, gain = [0] * size, [0] * size
        self.to.append(to)
        self.gain.append(gain)
        for stands_for, outcomes in self.world.groups(position):
            after, summary = self.world.after(position, stands_for)
            memory = self.logic.after(position.memory, summary)
            state = state_of(after._replace(memory=memory), summary.gain)
            for outcome in outcomes:
                to[outcome], gain[outcome] = state, summary.gain
        return number


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
    logic = StrategyLogic(strategy, bankroll, goal)
    builder = _followed(logic, World.of(strategy, rules), most_states, progress)
    return _assembled(builder, bankroll), logic


def positions_of(logic: StrategyLogic, world: World) -> tuple[tuple[Position, int | None], ...]:
    """Return the position of each state of a compiled strategy's automaton, in their order, and the
    equity in cents where a state stands for one. Raises ``NotCompiled``."""
    builder = _followed(logic, world, MOST_STATES, None)
    if isinstance(builder, _DollarBuilder):
        return tuple(builder.numbers)
    return tuple((position, None) for position in builder.positions())


def _followed(
    logic: StrategyLogic, world: World, most_states: int, progress: Progress | None
) -> "_Builder":
    """Return every position that can come about. Raises ``NotCompiled``."""
    why = needs_exact_bankroll(logic.strategy, world.rules)
    grows = without_top(logic.strategy)
    if why is not None or grows is not None:
        return _with_every_bankroll(logic, world, why, grows)
    falls = Measure("drawdown") in (slot.measure for slot in logic.slots)
    if falls:
        most_states = min(most_states, MOST_WITH_FALLS)
    if raises_without_top(logic.strategy):
        most_states = min(most_states, MOST_WITH_RAISES)
    builder = _Builder(logic, world, most_states)
    builder.state(world.begin(logic.start))
    told = time.monotonic()
    while builder.queue:
        builder.decide(builder.queue.popleft())
        why = builder.too_large()
        if why is not None:
            raise NotCompiled(
                f"it looks at its drawdown, and {why}" if falls else why,
                "Cap what grows: raise ... up to 60, fewer steps, a lower count, fewer bets.",
            )
        if progress is not None and time.monotonic() - told > A_MOMENT:
            told = time.monotonic()
            progress(len(builder.first), len(builder.states))
    return builder


def _with_every_bankroll(
    logic: StrategyLogic, world: World, why: str | None, grows: str | None
) -> "_DollarBuilder":
    """Return the positions with every bankroll told apart, if they stay few. Raises ``NotCompiled``
    with the reason why there is no other machine."""
    builder = _DollarBuilder(logic, world, MOST_WITH_BANKROLL)
    builder.enter(world.begin(logic.start), logic.bankroll)
    while builder.waiting:
        builder.decide_at(*builder.waiting.popleft())
        if builder.too_large() is not None:
            if why is None:
                raise NotCompiled(
                    f"{grows} can grow without end",
                    f"Give it a top, such as: amount {grows} up to 500: ...",
                )
            raise NotCompiled(why, "It is played on the rules themselves, roll by roll.")
    return builder


class _DollarBuilder(_Builder):
    """Follows every position together with the bankroll, for strategies that depend on it to the
    dollar."""

    def __init__(self, logic: StrategyLogic, world: World, most_states: int) -> None:
        super().__init__(logic, world, most_states)
        self.numbers: dict[tuple[Position, int], int] = {}
        self.waiting: deque[tuple[Position, int]] = deque()
        self.rows_of: dict[tuple[Position, int], int] = {}

    def positions(self) -> Iterator[Position]:
        return (position for position, _ in self.numbers)

    def too_large(self) -> str | None:
        large = len(self.numbers) > self.most_states
        return f"more than {self.most_states:,} positions" if large else None

    def enter(self, position: Position, equity: int) -> int:
        key = position, equity
        found = self.numbers.get(key)
        if found is None:
            found = self.numbers[key] = len(self.numbers)
            self.waiting.append(key)
        return found

    def decide_at(self, position: Position, equity: int) -> None:
        """Compute what is done with one bankroll: a single segment."""
        purse = Purse(equity, position.on_layout)
        self.add_segment(position, purse, lambda now: self.row_at(now, equity - purse.charged))
        self.segments.below.append(FAR)
        self.first.append(len(self.segments.below))

    def row_at(self, position: Position, equity: int) -> int:
        key = position, equity
        found = self.rows_of.get(key)
        if found is None:
            found = self.rows_of[key] = self.add_row(
                position, lambda after, gain: self.enter(after, equity + gain)
            )
        return found


def _assembled(builder: _Builder, bankroll: int) -> Automaton:
    segments = builder.segments
    gain, charge, staked = _ints(builder.gain), _ints(segments.charge), _ints(segments.staked)
    unit = gcd(
        bankroll, *(int(each) for part in (gain, charge, staked) for each in np.unique(part))
    )
    unit = max(unit, 1)
    below = _ints(segments.below)
    below = np.where(below >= FAR, FOREVER, -(-below // unit))
    layouts: dict[Layout, int] = {NOTHING_UP: 0}
    up = _ints([layouts.setdefault(each.layout, len(layouts)) for each in builder.positions()])
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
        up,
        tuple(layouts),
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
    return replace(
        whole,
        first=counts[whole.first].astype(np.int64),
        below=whole.below[keep],
        row=whole.row[keep],
        charge=whole.charge[keep],
        staked=whole.staked[keep],
        parts=tuple(part for part, kept in zip(whole.parts, keep, strict=True) if kept),
    )
