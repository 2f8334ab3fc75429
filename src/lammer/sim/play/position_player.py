"""Findings of sessions that are played one by one, for strategies that are not compiled and for
functions."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from lammer.sim.model.automaton import Ints
from lammer.sim.model.interpret import LONG_PLAYED, Interpreter, PlayedSession
from lammer.sim.model.world import World
from lammer.sim.report.findings import Findings, Spread
from lammer.sim.sample.packed import UNDECIDED, PlayedChunk
from lammer.sim.sample.sampler import SampleTally, Watched, checkpoints, fan_of, histogram

if TYPE_CHECKING:
    from lammer.sim.simulate import Prepared

CHUNK = 100
MOST_WATCHED = 5_000_000
"""Trials that are recorded one by one, from the first sessions."""
Progress = Callable[[int, int], None]


def sample(
    prepared: "Prepared",
    sessions: int,
    seed: int,
    first: int = 0,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> Findings:
    """Play sessions of a strategy on the rules themselves; return findings as for an automaton."""
    question, sampling = prepared.question, prepared.sampling
    player = Interpreter(prepared.logic, World.of(question.strategy, prepared.rules))
    lived = (
        player.session(sampling.outcomes(seed, session), question.rolls or LONG_PLAYED)
        for session in range(first, first + sessions)
    )
    return findings(lived, prepared.logic.ends, question.rolls, seed, sessions, progress, stop)


def findings(
    lived: Iterator[PlayedSession],
    ends: tuple[str, ...],
    rolls: int | None,
    seed: int,
    sessions: int,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> Findings:
    """Combine sessions, in cents. If it was stopped, or interrupted by the keyboard: those that
    were done."""
    total, chunk = SampleTally.none(len(ends)), list[PlayedSession]()
    watched: list[PlayedSession] = []
    room = MOST_WATCHED
    try:
        for session in lived:
            if len(watched) == total.sessions + len(chunk) and room >= len(session.trail):
                watched.append(session)
                room -= len(session.trail)
            chunk.append(session._replace(trail=[]))
            if len(chunk) < CHUNK:
                continue
            total, chunk = total.merge(SampleTally.of(_played(chunk), len(ends))), []
            if progress is not None:
                progress(total.sessions, total.rolls.total)
            if stop is not None and stop():
                break
    except KeyboardInterrupt:
        if not chunk and not total.sessions:
            raise
    total = total.merge(SampleTally.of(_played(chunk), len(ends)))
    return total.findings(ends, rolls, seed, _watched(watched, ends, rolls), sessions)


def _played(done: list[PlayedSession]) -> PlayedChunk:
    return PlayedChunk(
        _ints([each.final for each in done]),
        np.array([UNDECIDED if each.end is None else each.end for each in done], np.int16),
        _ints([each.rolls for each in done]),
        _ints([each.staked for each in done]),
    )


def _ints(values: list[int]) -> Ints:
    return np.array(values, np.int64)


def _watched(done: list[PlayedSession], ends: tuple[str, ...], rolls: int | None) -> Watched:
    at = checkpoints(rolls, max(each.rolls for each in done))
    equity = np.array([[each.trail[min(int(n), each.rolls)] for n in at] for each in done])
    falls = _ints([_drawdown(each.trail) for each in done])
    length = _ints([each.rolls for each in done])
    end = np.array([UNDECIDED if each.end is None else each.end for each in done])
    gone = [[((end == e) & (length <= n)).mean() for e in range(len(ends))] for n in at]
    return Watched(
        visits=None,
        at=at,
        fan=fan_of(equity.astype(np.int64)),
        gone=np.array(gone, np.float64).reshape(len(at), len(ends)),
        drawdown=Spread(*histogram(falls)),
    )


def _drawdown(trail: list[int]) -> int:
    """Return the largest fall from a peak.

    >>> _drawdown([10, 12, 7, 9, 13, 11])
    5
    """
    peak, worst = trail[0], 0
    for value in trail:
        peak = max(peak, value)
        worst = max(worst, peak - value)
    return worst
