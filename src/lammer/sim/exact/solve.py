"""The exact distribution of a session's money.

Probabilities are kept as mass over what lies on the layout and equity (``plan``), and moved roll by
roll in whole slices (``field``, or compiled in ``kernel``). Play until an end is followed until
little mass is left; the rest is summed by linear algebra if that is less work (``tail``).
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Literal

import numpy as np

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
    pile,
)
from lammer.sim.exact.plan import (
    MOST_MONEY,
    SETTLED,
    ExactPlan,
    WorkEstimate,
    estimate,
    plan_of,
    top_of,
)
from lammer.sim.exact.tail import finish, tail_cost
from lammer.sim.model.automaton import Automaton, Ints
from lammer.sim.report.findings import PLAYED_OUT, QUANTILES, Findings, Floats, Spread

__all__ = ["MOST_WORK", "TooMuchWork", "cost", "solve"]

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
DRAWN = 1e-3
"""For play until an end, ``at``, ``fan`` and ``gone`` are recorded until only this much is left."""
MOST_DRAWN = 5e9
"""Operations spent on that, if play could be finished without."""


def cost(automaton: Automaton, bankroll_units: int, rolls: int | None) -> float:
    _checked(bankroll_units, rolls)
    plan = plan_of(automaton)
    work, top = estimate(automaton, plan, bankroll_units, rolls).work, top_of(automaton, plan)
    if rolls is None and top is not None:
        return min(work, MOST_DRAWN + tail_cost(plan, top))
    return work


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

    def note(self, roll: int, base: int, pile: Floats, ended: Floats) -> None:
        so_far = np.cumsum(pile)
        ranks = np.searchsorted(so_far / so_far[-1], np.array(QUANTILES) - 1e-12)
        self.at.append(roll)
        self.fan.append(base + np.minimum(ranks, len(pile) - 1))
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
    field: Field
    runner: Runner
    track: _Track
    most_work: float
    progress: Progress | None
    stop: Stop | None
    tail: tuple[int, float] | None = None
    """The top below which play until an end may be finished at once, and the work done before."""
    left_over: float = 0.0
    ruined: float | None = None
    """Ruin before the last roll; None until then."""
    complete: bool = True

    def play(self) -> None:
        """Play until the last roll, an end of all mass, the limit, or a stop."""
        pace = 16
        if self.track.last in (0, 1):  # No bet is due, or the first roll is the last.
            self.ruined = self._ended()[0] if self.track.last else 0.0
        self._note()
        while (ahead := self._ahead()) > 0:
            before = self.field.work
            done, why = self._advance(min(ahead, pace))
            if done:
                a_roll = max((self.field.work - before) / done, 1.0)
                pace = max(1, int(self.runner.at_once / a_roll))
            if self.track.last is not None and self.field.rolls == self.track.last - 1:
                self.ruined = self._ended()[0]
            if self.field.rolls == self.track.mark():
                self._note()
            if why == OVER or (why == NO_ROOM and not self._room()) or self._cut():
                break
            if self._finished():
                break
        if self.complete:
            self._fill()
        elif self.track.at[-1] < self.field.rolls:
            self._note()

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
        if self.field.rolls < (self.track.last or 0) - 1:
            until = min(until, (self.track.last or 0) - 1)
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
        if self.progress is not None:
            most = int(self.most_work)
            self.progress(*((self.field.rolls, last) if last else (min(int(work), most), most)))
        if self.stop is not None and self._ahead() > 0 and self.stop():
            self.complete = False
        return not self.complete or (last is None and work > self.most_work)

    def _finished(self) -> bool:
        """Finish play until an end by linear algebra if possible, once enough is recorded."""
        if self.tail is None or not (self.track.drawn or self.field.work > self.tail[1]):
            return False
        left_over = finish(self.plan, self.field, self.tail[0])
        self.tail = None
        self.left_over = left_over or 0.0
        self.field.ended.settle()
        self.field.seen.settle()
        return left_over is not None

    def _note(self, roll: int | None = None) -> None:
        field, total = self.field, self.runner.pile(self.field)
        at = field.rolls if roll is None else roll
        ended = field.ended.value().sum(axis=1)
        if at == self.track.last and self.ruined is not None:
            ended[0] = self.ruined
        self.track.note(at, field.base, total, ended)

    def _ended(self) -> list[float]:
        found: list[float] = self.field.ended.value().sum(axis=1).tolist()
        return found

    def ends(self) -> tuple[list[float], float]:
        """Return the ends, and what was played out. After the last roll no bet is due, so nobody is
        ruined by it."""
        ended, live = self._ended(), self.field.live()
        if self.ruined is not None and self.field.rolls == self.track.last:
            live += ended[0] - self.ruined
            ended[0] = self.ruined
        return ended, live

    def _fill(self) -> None:
        """Fill the checkpoints after the end of all mass."""
        while self.track.last is not None and (mark := self.track.mark()) is not None:
            self._note(mark)


def _tail(
    automaton: Automaton, plan: ExactPlan, rolls: int | None, load: WorkEstimate, most_work: float
) -> tuple[int, float] | None:
    """Return the top if finishing by linear algebra is less work than following play to the end."""
    top = top_of(automaton, plan)
    if rolls is not None or top is None or top < 1:
        return None
    cheap = tail_cost(plan, top) < min(load.work, most_work)
    return (top, min(MOST_DRAWN, most_work / 2)) if cheap else None


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
    """Return the distribution of a session of at most so many rolls, or (None) until an end.

    Raises ``TooMuchWork`` if the estimate is over ``most_work``, or memory would run out. Play
    until an end is stopped at the limit instead, and ``undecided`` is the mass left.
    """
    _checked(bankroll_units, rolls)
    plan = plan_of(automaton)
    load = estimate(automaton, plan, bankroll_units, rolls)
    if rolls is not None and load.work > most_work:
        raise TooMuchWork(load.work)
    needed = bytes_for(plan, len(automaton.ends), int(load.width))
    if rolls is not None and needed > MOST_BYTES:
        raise TooMuchWork(needed, "bytes")
    runner = _runner(engine, load)
    field = begin(automaton, plan, bankroll_units)
    run = _Run(plan, field, runner, _Track(rolls), most_work, progress, stop)
    run.tail = _tail(automaton, plan, rolls, load, most_work)
    run.play()
    return _found(automaton, run, automaton.segment(0, bankroll_units))


def _found(automaton: Automaton, run: _Run, start: int) -> Findings:
    plan, field, track = run.plan, run.field, run.track
    visits = _visits(automaton, plan, field, start)
    pile, (ended, live) = run.runner.pile(field), run.ends()
    there = np.flatnonzero(pile)
    return Findings(
        method="exact",
        sessions=None,
        seed=None,
        final=Spread(field.base + there, pile[there]),
        ends={**dict(zip(automaton.ends, ended, strict=True)), PLAYED_OUT: live},
        rolls=(float(field.seen.value().sum()), 0.0),
        staked=(float(visits @ automaton.staked), 0.0),
        visits=visits,
        at=np.array(track.at, np.int64),
        fan=np.array(track.fan, np.int64),
        gone=np.array(track.gone),
        undecided=live + run.left_over if track.last is None else 0.0,
        complete=run.complete,
    )
