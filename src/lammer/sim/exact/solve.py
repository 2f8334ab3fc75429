"""The exact distribution of a session's money.

Probabilities are kept as mass over what lies on the layout and equity (``plan``), and moved roll by
roll in whole slices (``field``, or compiled in ``kernel``). Play until an end is followed until
little mass is left; the rest is summed by linear algebra if that is less work (``tail``).
"""

import math
import sys
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lammer.sim.exact.field import (
    MOST_BYTES,
    NO_ROOM,
    OVER,
    Field,
    Runner,
    TooMuchWork,
    advance,
    begin,
    bytes_for,
    grow,
    last_roll,
    pile,
)
from lammer.sim.exact.plan import (
    MOST_MONEY,
    PER_MOVE,
    PER_ROLL,
    SETTLED,
    ExactPlan,
    Exits,
    WorkEstimate,
    estimate,
    merged,
    plan_of,
    top_of,
    with_exits,
)
from lammer.sim.exact.tail import finish, tail_cost
from lammer.sim.model.automaton import Automaton, Ints
from lammer.sim.report.findings import (
    PLAYED_OUT,
    QUANTILES,
    RUINED,
    FinalLayouts,
    Findings,
    Floats,
    Spread,
)

__all__ = ["MOST_WORK", "ExactSolution", "TooMuchWork", "cost", "solve"]

Engine = Literal["auto", "numpy", "numba"]
Progress = Callable[[int, int], None]
"""Called from time to time with how much is done, and of how much: rolls, or operations until an
end."""
Stop = Callable[[], bool]
"""Called from time to time; True stops."""

MOST_WORK = 1e11
"""Elementary operations: some 20 to 30 seconds with numba."""
CHECKPOINTS = 50
AT_ONCE, NUMPY_AT_ONCE = 3e8, 2e6
"""Operations between two calls of ``stop``, with numba and with numpy."""
NUMPY_SECONDS, NUMPY_CALL, NUMBA_LOADS = 2e-9, 4e-6, 0.6
"""Seconds of an operation in numpy, of a move in numpy, and of loading numba."""
NUMBA_SECONDS, NUMBA_MOVE = 6.5e-10, 8e-8
"""Seconds of an operation compiled, and of a move, whether or not there is mass to be moved; for
estimates, which are right to a factor of three or so."""
NOTE_SECONDS = 2.4e-8
"""Seconds to record one cell."""
TRIED, NUMPY_TRIED = 1e8, 4e6
"""Operations of play until an end after which it is estimated."""
DRAWN = 1e-3
"""For play until an end, ``at``, ``fan`` and ``gone`` are recorded until only this much is left."""
MOST_DRAWN = 5e9
"""Operations spent on that, if play can be finished without."""


def _checked(bankroll: int, rolls: int | None) -> None:
    if not 0 <= bankroll <= MOST_MONEY:
        raise ValueError(f"a bankroll is from 0 to {MOST_MONEY} units, not {bankroll}")
    if rolls is not None and not 0 <= rolls <= 10**12:
        raise ValueError(f"a session has from 0 to 10**12 rolls, not {rolls}")


def _numba() -> Runner:
    from lammer.sim.exact import kernel as spread_kernel

    def advance(plan: ExactPlan, field: Field, rolls: int, least: float) -> tuple[int, int]:
        moves = plan.moves
        done, why, work = spread_kernel.advance(
            rolls, least, field.base, field.now, field.then, field.ended.fresh,
            field.low, field.high, field.seen.fresh, field.latest,
            plan.piece_first, plan.piece_low, plan.piece_high,
            plan.move_first, moves.low, moves.high, moves.into, moves.shift, moves.chance,
        )  # fmt: skip
        if done % 2:
            field.now, field.then = field.then, field.now
        field.rolls += done
        field.work += work
        return done, why

    def pile(field: Field) -> Floats:
        total: Floats = field.ended.value().sum(axis=0)
        spread_kernel.pile(field.now, field.low - field.base, field.high - field.base, total)
        return total

    return Runner(advance, pile, AT_ONCE)


def _runner(engine: Engine, load: WorkEstimate) -> Runner:
    """Return the requested engine; by default numpy if it finishes before numba is loaded."""
    if engine not in ("auto", "numpy", "numba"):
        raise ValueError(f"no engine {engine!r}: auto, numpy or numba")
    if engine == "auto":
        quick = load.work * NUMPY_SECONDS + load.moves * NUMPY_CALL < NUMBA_LOADS
        there = sys.modules.get("numba") is not None or (
            not quick and find_spec("numba") is not None
        )
        engine = "numba" if there else "numpy"
    return Runner(advance, pile, NUMPY_AT_ONCE) if engine == "numpy" else _numba()


# The run


@dataclass
class _Track:
    """What is recorded, at the rolls ``at``.

    If ``last`` is known the checkpoints are too; otherwise they begin at every roll and are thinned
    as they become too many, until little enough of the play is left.
    """

    last: int | None
    at: list[int] = field(default_factory=list)
    fan: list[Ints] = field(default_factory=list)
    gone: list[Floats] = field(default_factory=list)
    every: int = 1
    drawn: bool = False

    def mark(self) -> int | None:
        """Return the next roll to record at."""
        if not self.at:
            return 0
        if self.last is None:
            return None if self.drawn else self.at[-1] + self.every
        if self.at[-1] >= self.last:
            return None
        a_part = self.last / CHECKPOINTS
        coming = (round(n * a_part) for n in range(int(self.at[-1] / a_part), CHECKPOINTS + 1))
        return next(roll for roll in coming if roll > self.at[-1])

    def note(self, roll: int, spread: Spread, ended: Floats) -> None:
        self.at.append(roll)
        self.fan.append(np.array([spread.quantile(q) for q in QUANTILES]))
        self.gone.append(ended)
        if self.last is None:
            self.drawn = bool(1 - ended.sum() < DRAWN)
            if len(self.at) > 2 * CHECKPOINTS:
                self.at, self.fan, self.gone = self.at[::2], self.fan[::2], self.gone[::2]
                self.every *= 2


@dataclass
class _Run:
    """A solution in progress."""

    plan: ExactPlan
    exits: Exits
    field: Field
    runner: Runner
    track: _Track
    most_work: float
    course: list[tuple[int, float, float]]
    """(rolls, mass in play, work) as it went."""
    progress: Progress | None = None
    stop: Stop | None = None
    bankroll: int = 0
    top: int | None = None
    """The equity at which play is over, if there is one."""
    tail: int | None = None
    """The same, while play until an end may be finished at once below it."""
    left_over: float = 0.0
    after: tuple[Ints, Ints, Floats] | None = None
    """Where the mass is after the last roll, if one was played (``last_roll``)."""
    complete: bool = True
    over: bool = False
    """True once ``play`` has come to its end."""

    def play(self, pause: float = math.inf) -> None:
        """Play until the last roll, an end of all mass, the limit, or a stop; or until so much work
        is done, to go on later."""
        if self.over:
            return
        pace = 16
        if not self.track.at:
            self._note()
        while (ahead := self._ahead()) > 0:
            if self.field.work >= pause:
                return
            before = self.field.work
            done, why = self._advance(min(ahead, pace))
            if done:
                a_roll = max((self.field.work - before) / done, 1.0)
                at_once = min(self.runner.at_once, max(pause - self.field.work, a_roll))
                pace = max(1, int(at_once / a_roll))
            if self.field.rolls == self.track.mark():
                self._note()
            left = float(self.field.latest.sum())
            self.course.append((max(self.field.rolls, 1), left, self.field.work))
            if why == OVER or (why == NO_ROOM and not self._room()) or self._cut():
                break
            if self._finished():
                break
        self.over = True
        if self.track.last != 0 and self.field.live() > SETTLED:
            self.after = last_roll(self.plan, self.field)
            self._tell()
        if self.complete:
            self._fill()
        elif self.track.at[-1] < self.field.rolls:
            self._note()

    def coming(self, until: float = SETTLED) -> WorkEstimate:
        """Return the work until so little mass is in play, from how it went so far: mass leaves as
        it did lately, or as a diffusion between ruin and the top; a roll takes more as the mass
        spreads, up to what all equities below the top take."""
        rolls, live, work = self.course[-1]
        before = next((c for c in reversed(self.course) if c[0] <= rolls / 2), self.course[0])
        lately = max(rolls - before[0], 1)
        rate = math.log(max(before[1], until) / max(live, until)) / lately
        if live > 0.1:
            rate = max(rate, self._diffusion(rolls))
        left = math.log(max(live, until) / until) / max(rate, 1e-12)
        each = (work - before[2]) / lately if rolls > before[0] else work / rolls
        most = math.inf if self.top is None else self._whole_roll(self.top)
        growing = min(left, rolls * max((most / max(each, 1.0)) ** 2 - 1, 0.0))
        work += each / math.sqrt(rolls) * ((rolls + growing) ** 1.5 - rolls**1.5) / 1.5
        if growing < left:
            work += (left - growing) * min(most, each)
        return WorkEstimate(work, len(self.plan.moves.source) * (rolls + left), self.field.width)

    def _diffusion(self, rolls: int) -> float:
        """Return the rate at which mass leaves a diffusion like the play so far."""
        final = self.final()
        variance, drift = final.sd**2 / rolls, (final.mean - self.bankroll) / rolls
        if variance <= 0:
            return 0.0
        across = 0.0 if self.top is None else math.pi**2 / (2 * max(self.top, 1) ** 2)
        return drift**2 / (2 * variance) + variance * across

    def _whole_roll(self, top: int) -> float:
        """Return the work of a roll with mass at all equities below the top."""
        moves = self.plan.moves
        wide = np.minimum(moves.high, top) - np.maximum(moves.low, 0)
        return float(np.maximum(wide, 0).sum()) + PER_MOVE * len(wide) + PER_ROLL

    def _advance(self, rolls: int) -> tuple[int, int]:
        least = SETTLED if self.track.last is None else 0.0
        came = self.runner.advance(self.plan, self.field, rolls, least)
        self.field.ended.settle()
        self.field.seen.settle()
        return came

    def _ahead(self) -> int:
        """Return the rolls until something is to be recorded, or play is over."""
        until = self.track.mark()
        if until is None:
            return 0 if self.track.last is not None else 2**31
        if self.track.last is not None:
            until = min(until, self.track.last - 1)
        return until - self.field.rolls

    def _room(self) -> bool:
        """Make more room; without a last roll, return False if there is none."""
        try:
            grow(self.plan, self.field)
        except TooMuchWork:
            if self.track.last is not None:
                raise
            return False
        return True

    def _cut(self) -> bool:
        """True if work or the caller demands to stop."""
        work, last = self.field.work, self.track.last
        if last is not None and work > 4 * self.most_work:
            raise TooMuchWork(work)
        self._tell()
        if self.stop is not None and self._ahead() > 0 and self.stop():
            self.complete = False
        return not self.complete or (last is None and work > self.most_work)

    def _tell(self) -> None:
        if self.progress is not None:
            rolls, last, most = self.field.rolls, self.track.last, int(self.most_work)
            done = min(int(self.field.work), most)
            self.progress(*((rolls, last) if last else (done, most)))

    def _finished(self) -> bool:
        """Finish play until an end by linear algebra if possible, once enough is recorded."""
        if self.tail is None or not (self.track.drawn or self.field.work > MOST_DRAWN):
            return False
        top, self.tail = self.tail, None
        if tail_cost(self.plan, top) > self.coming().work - self.field.work:
            return False
        left_over = finish(self.plan, self.field, top)
        self.left_over = left_over or 0.0
        self.field.ended.settle()
        self.field.seen.settle()
        return left_over is not None

    def _note(self, roll: int | None = None) -> None:
        at = self.field.rolls if roll is None else roll
        self.track.note(at, self.final(), self.ended()[:-1])

    def final(self) -> Spread:
        """Return the mass by equity, whatever it is in."""
        pile, base = self.runner.pile(self.field), self.field.base
        if self.after is None:
            there = np.flatnonzero(pile)
            return Spread(base + there, pile[there])
        _, values, mass = self.after
        base, stop = min(base, int(values.min())), max(base + len(pile), int(values.max()) + 1)
        whole = np.zeros(stop - base)
        whole[self.field.base - base :][: len(pile)] = pile
        whole += np.bincount(values - base, mass, len(whole))
        there = np.flatnonzero(whole)
        return Spread(base + there, whole[there])

    def ended(self) -> Floats:
        """Return the mass of each end, and last of what was played out. Without a roll nobody has
        come to a decision: no bet is due."""
        mass = self.field.ended.value().sum(axis=1)
        ended = np.append(self.exits.ended(mass), self.field.live())
        if self.after is not None:
            what, _, after = self.after
            ended += np.bincount(what // self.plan.layouts, after, len(ended))
        if self.track.last == 0:
            ended[[0, -1]] = 0.0, ended[0] + ended[-1]
        return ended

    def left(self, layouts: tuple[Hashable, ...]) -> FinalLayouts:
        """Return the mass by what was up and equity."""
        known = self.exits.layout is not None
        layout = self.exits.layout if known else np.zeros_like(self.exits.end)
        assert layout is not None
        exits, at = np.nonzero(self.field.ended.value())
        found = [(exits, self.field.base + at, self.field.ended.value()[exits, at])]
        ruined = (exits == 0) & (self.track.last != 0)
        up = [np.where(ruined, RUINED, layout[exits])]
        if self.after is not None:
            what, values, mass = self.after
            found.append((what, values, mass))
            up.append(what % self.plan.layouts if known else np.zeros_like(what))
        elif self.track.last == 0 or self.field.live():
            # Nothing is up at the start, and hardly any mass is undecided.
            node, at = np.nonzero(self._live())
            found.append((node, self.field.base + at, self.field.now[node, at]))
            up.append(np.zeros(len(node), np.int64))
        values, mass = (np.concatenate([each[i] for each in found]) for i in (1, 2))
        columns, total = merged((np.concatenate(up), values), mass)
        return FinalLayouts(layouts if known else (), columns[0], columns[1], total)

    def _live(self) -> NDArray[np.bool_]:
        """Return where live mass is, as [node, column]."""
        column = self.field.base + np.arange(self.field.width)
        low, high = self.field.low[:, None], self.field.high[:, None]
        found: NDArray[np.bool_] = (low <= column) & (column < high) & (self.field.now > 0)
        return found

    def _fill(self) -> None:
        """Fill the checkpoints after the end of all mass."""
        while self.track.last is not None and (mark := self.track.mark()) is not None:
            self._note(mark)


def _visits(automaton: Automaton, plan: ExactPlan, field: Field, start: int) -> Floats:
    """Return how often a session decides to play on in each segment, except after the last roll."""
    visits = np.zeros(automaton.segments)
    bounds = np.column_stack([plan.flow_start, plan.flow_stop]).ravel()
    if len(bounds) and field.rolls:
        before = np.append(field.seen.value() - field.latest, 0.0)
        sums = np.add.reduceat(before, bounds)[::2]
        visits += np.bincount(plan.flow_into, sums * plan.flow_chance, automaton.segments)
        visits[start] += 1.0
    return np.where(plan.node >= 0, visits, 0.0)


class ExactSolution:
    """A solution that can be begun, to learn how much work it is, and then carried through."""

    def __init__(
        self,
        automaton: Automaton,
        bankroll_units: int,
        rolls: int | None,
        engine: Engine = "auto",
        most_work: float = MOST_WORK,
    ) -> None:
        _checked(bankroll_units, rolls)
        self.automaton, self.engine = automaton, engine
        self.start = automaton.segment(0, bankroll_units)
        divided, exits = with_exits(automaton)
        plan = plan_of(divided, exits)
        self.load = load = estimate(automaton, plan, bankroll_units, rolls)
        self.needed = bytes_for(plan, len(exits.end), int(load.width))
        if self.needed > MOST_BYTES and len(exits.end) > len(automaton.ends):
            divided, exits = with_exits(automaton, by_layout=False)
            plan = plan_of(divided, exits)
            self.needed = bytes_for(plan, len(exits.end), int(load.width))
        self.divided, self.plan, self.exits = divided, plan, exits
        self.bankroll, self.rolls, self.most_work = bankroll_units, rolls, most_work
        self._run: _Run | None = None

    @property
    def work(self) -> float:
        """Return an estimate of the elementary operations of all of it. Play until an end is tried
        for a while, since only that shows how fast it ends."""
        if self.rolls is not None or self.needed > MOST_BYTES:
            return self.load.work
        run = self._begun()
        for _ in range(2):
            if run.course and run.field.work >= TRIED:
                break
            run.play(TRIED if run.runner.at_once == AT_ONCE else NUMPY_TRIED)
            if run.over:
                return run.field.work
            run.runner = _runner(self.engine, run.coming())
        work = run.coming().work
        if run.tail is not None:
            drawn = min(run.coming(DRAWN).work, max(MOST_DRAWN, run.field.work))
            work = min(work, drawn + tail_cost(self.plan, run.tail))
        return work

    @property
    def seconds(self) -> float:
        """Return about how long all of it takes."""
        work, moves = self.work, self.load.moves
        if self._run is not None and self.rolls is None:
            run = self._run
            moves = len(self.plan.moves.source) * run.field.rolls
            moves = moves if run.over else run.coming().moves
        elif self.rolls is not None:
            moves = len(self.plan.moves.source) * self.rolls
        quick = _runner(self.engine, WorkEstimate(work, moves, 0.0)).at_once != AT_ONCE
        if quick:
            return work * NUMPY_SECONDS + moves * NUMPY_CALL
        rolls = moves / max(len(self.plan.moves.source), 1)
        noted: float = CHECKPOINTS
        if self.rolls is None:
            noted *= 2 + math.log2(max(rolls / CHECKPOINTS, 1))
        cells = (len(self.exits.end) + self.plan.nodes) * self.load.width
        if self._run is not None:
            cells = (len(self.exits.end) + self.plan.nodes) * self._run.field.width
        return work * NUMBA_SECONDS + moves * NUMBA_MOVE + noted * cells * NOTE_SECONDS

    def _begun(self) -> "_Run":
        if self._run is None:
            load = self.load if self.rolls is not None else WorkEstimate(0.0, 0.0, 0.0)
            runner = _runner(self.engine, load)
            field = begin(self.divided, self.plan, self.bankroll)
            track = _Track(self.rolls)
            top = top_of(self.divided, self.plan)
            run = _Run(
                self.plan, self.exits, field, runner, track, self.most_work, [],
                bankroll=self.bankroll, top=top,
            )  # fmt: skip
            if self.rolls is None and top and tail_cost(self.plan, top) < self.most_work:
                run.tail = top
            self._run = run
        return self._run

    def carried_through(
        self, progress: Progress | None = None, stop: Stop | None = None
    ) -> Findings:
        """Return the findings. If it is stopped before the last roll, they are those of as many
        rolls as were played. Raises ``TooMuchWork``."""
        if self.rolls is not None and self.load.work > self.most_work:
            raise TooMuchWork(self.load.work)
        if self.rolls is not None and self.needed > MOST_BYTES:
            raise TooMuchWork(self.needed, "bytes")
        run = self._begun()
        run.progress, run.stop = progress, stop
        run.play()
        return _found(self.automaton, run, self.start)


def cost(automaton: Automaton, bankroll_units: int, rolls: int | None) -> float:
    """Return an estimate of the elementary operations that an exact answer takes."""
    return ExactSolution(automaton, bankroll_units, rolls).work


def solve(
    automaton: Automaton,
    bankroll_units: int,
    rolls: int | None,
    *,
    engine: Engine = "auto",
    most_work: float = MOST_WORK,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Findings:
    """Return the distribution of a session of at most this many rolls, or (None) until an end.

    Raises ``TooMuchWork`` if the estimate is over ``most_work``, or memory would run out. Play
    until an end is stopped at the limit instead, and ``undecided`` is the mass left.
    """
    solution = ExactSolution(automaton, bankroll_units, rolls, engine, most_work)
    if rolls is None:
        _ = solution.work  # To choose the engine.
    return solution.carried_through(progress, stop)


def _found(automaton: Automaton, run: _Run, start: int) -> Findings:
    plan, field, track = run.plan, run.field, run.track
    visits = _visits(automaton, plan, field, start)
    *ended, live = run.ended().tolist()
    return Findings(
        method="exact",
        sessions=None,
        seed=None,
        final=run.final(),
        ends={**dict(zip(automaton.ends, ended, strict=True)), PLAYED_OUT: live},
        rolls=(float(field.seen.value().sum()), 0.0),
        staked=(float(visits @ automaton.staked), 0.0),
        visits=visits,
        at=np.array(track.at, np.int64),
        fan=np.array(track.fan, np.int64),
        gone=np.array(track.gone),
        undecided=live + run.left_over if track.last is None else 0.0,
        complete=run.complete,
        left=run.left(automaton.layouts),
    )
