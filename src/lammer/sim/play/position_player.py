"""Findings of sessions that are played one by one, for strategies that are not compiled and for
functions."""

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lammer.core.legality import Refusal
from lammer.sim.model.automaton import Ints
from lammer.sim.model.instrument import Sampling, sampling_at
from lammer.sim.model.interpret import LONG_PLAYED, Interpreter, PlayedSession
from lammer.sim.model.player import StrategyLogic
from lammer.sim.model.world import NOTHING_UP, Layout, World
from lammer.sim.play.function_hand import add_refusals
from lammer.sim.play.workers import SessionSource, parts
from lammer.sim.report.findings import Findings, Spread
from lammer.sim.sample.packed import UNDECIDED, PlayedChunk
from lammer.sim.sample.sampler import SampleTally, Watched, checkpoints, fan_of, histogram

if TYPE_CHECKING:
    from lammer.sim.simulate import Means, Question

CHUNK = 100
MOST_LAYOUTS = 2**24
MOST_WATCHED = 5_000_000
"""Trials that are recorded one by one, from the first sessions."""
Progress = Callable[[int, int], None]


class StrategySessions(SessionSource):
    """The sessions of a strategy, played on the rules themselves."""

    def __init__(self, question: "Question", seed: int) -> None:
        self.question, self.seed = question, seed

    def __getstate__(self) -> dict[str, Any]:
        return {"question": self.question, "seed": self.seed}

    @cached_property
    def _player(self) -> tuple[Interpreter, Sampling]:
        from lammer.sim.simulate import table_rules

        question = self.question
        rules = table_rules(question)
        logic = StrategyLogic(question.strategy, question.bankroll, question.goal)
        return Interpreter(logic, World.of(question.strategy, rules)), sampling_at(rules)

    @property
    def ends(self) -> tuple[str, ...]:
        return self._player[0].logic.ends

    @property
    def rolls(self) -> int | None:
        return self.question.rolls

    def play(self, session: int, refused: dict[str, Refusal]) -> PlayedSession:  # noqa: ARG002
        player, sampling = self._player
        return player.session(sampling.outcomes(self.seed, session), self.rolls or LONG_PLAYED)


def sample(
    source: SessionSource,
    sessions: int,
    seed: int,
    means: "Means",
    refused: dict[str, Refusal],
    stop: Callable[[], bool],
) -> Findings:
    """Play this many sessions, or until ``stop``; return findings as for an automaton."""
    told = means.progress

    def progress(done: int, _rolls: int) -> None:
        if told is not None:
            told("playing", done, sessions)

    def lived() -> Iterator[PlayedSession]:
        for part in parts(source, means.first, sessions, means.threads, means.cluster, stop):
            add_refusals(refused, part.refused.values())
            yield from part.sessions

    return findings(lived(), source.ends, source.rolls, seed, sessions, progress)


def findings(
    lived: Iterator[PlayedSession],
    ends: tuple[str, ...],
    rolls: int | None,
    seed: int,
    sessions: int,
    progress: Progress | None = None,
) -> Findings:
    """Combine sessions, in cents. If there are fewer than requested, or the keyboard interrupts
    them, combine those that were played."""
    total, chunk = SampleTally.none(len(ends), MOST_LAYOUTS), list[PlayedSession]()
    layouts: dict[Layout, int] = {NOTHING_UP: 0}
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
            total, chunk = total.merge(_tally(chunk, ends, layouts)), []
            if progress is not None:
                progress(total.sessions, total.rolls.total)
    except KeyboardInterrupt:
        if not chunk and not total.sessions:
            raise
    total = total.merge(_tally(chunk, ends, layouts))
    seen = _watched(watched, ends, rolls)
    return total.findings(ends, tuple(layouts), rolls, seed, seen, sessions)


def _tally(
    done: list[PlayedSession], ends: tuple[str, ...], layouts: dict[Layout, int]
) -> SampleTally:
    """Return the tally of sessions; layouts that are new get the next numbers."""
    up = [layouts.setdefault(each.left, len(layouts)) for each in done]
    played = _played(done, np.array(up, np.int32))
    return SampleTally.of(played, len(ends), np.arange(len(layouts)), MOST_LAYOUTS)


def _played(done: list[PlayedSession], up: NDArray[np.int32]) -> PlayedChunk:
    return PlayedChunk(
        _ints([each.final for each in done]),
        np.array([UNDECIDED if each.end is None else each.end for each in done], np.int16),
        _ints([each.rolls for each in done]),
        _ints([each.staked for each in done]),
        up,
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
