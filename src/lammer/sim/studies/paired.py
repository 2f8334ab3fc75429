"""Strategies against each other on the same dice: exactly, as one machine, where that is small
enough; otherwise by playing the same sessions with each of them.

What a session ends with counts bets that are up at their exact worth, or at their stakes with the
ending ``face``. Bets that run out would need dice of their own: their mean is the exact worth.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from string import ascii_uppercase
from typing import Any, Protocol, cast

import numpy as np

from lammer.sim.effort import LEAST_SECONDS
from lammer.sim.exact.field import TooMuchWork
from lammer.sim.exact.joint import MOST_JOINT_WORK, SAME, JointFindings, JointSide, solve_joint
from lammer.sim.model.interpret import LONG_PLAYED, RUINED, PlayedSession
from lammer.sim.model.world import Layout
from lammer.sim.model.worth import Worth
from lammer.sim.play.position_player import StrategySessions
from lammer.sim.play.python_player import FunctionSessions, answer_function, of_its_game
from lammer.sim.play.recorded_sessions import RecordedSessions, answer_recorded
from lammer.sim.play.workers import SessionSource, parts
from lammer.sim.report.findings import Floats
from lammer.sim.report.pairs import PairedDifference, PairShare, sampled_pair
from lammer.sim.report.result import Ending, Result, StrategyComparison
from lammer.sim.sample.sampler import Engine, Kernel, kernel_for
from lammer.sim.simulate import (
    PLAYED_SESSIONS,
    Means,
    Prepared,
    Question,
    answered,
    check_work,
    prepare,
    table_rules,
)
from lammer.sim.strategy.parts import Strategy
from lammer.table.rules import Rules

Player = Strategy | Callable[..., Any]
PAIRED_SESSIONS = 200_000
"""Sessions that are played for differences, by default, if all strategies are compiled."""
CHUNK_MOST = 10_000
"""Sessions between two looks at the clock, if they are played one by one."""
CHUNK_ROLLS = 2**22
"""Rolls that are played between two looks at the clock."""


class Contender(Protocol):
    """Something that plays the numbered sessions of a seed."""

    @property
    def rules(self) -> Rules: ...

    @property
    def slow(self) -> bool:
        """True if it is played one by one."""

    def finals(self, first: int, count: int) -> Floats:
        """Return what sessions end with, in cents; fewer, if they were stopped."""


def _worth(worth: Worth, ending: Ending, layout: Layout) -> Fraction:
    """Return what the bets of a layout are worth above their stakes."""
    return worth.fair(layout) if layout.bets and ending != "face" else Fraction(0)


class CompiledContender:
    """A strategy that was compiled."""

    slow = False

    def __init__(self, prepared: Prepared, means: Means, seed: int) -> None:
        assert prepared.automaton is not None
        self.rules, self.seed = prepared.rules, seed
        self._question, self._sampling = prepared.question, prepared.sampling
        self._automaton = prepared.automaton
        self._engine: Engine = "auto" if means.engine == "gpu" else means.engine
        worth, layouts = (
            Worth(prepared.rules),
            cast("tuple[Layout, ...]", prepared.automaton.layouts),
        )
        self._worths = [_worth(worth, prepared.question.ending, each) for each in layouts]
        self._kernel: tuple[Kernel, Any] | None = None

    @property
    def side(self) -> JointSide | None:
        """Return the strategy as one side of a joint machine; None if it has no exact answer."""
        if self._sampling.no_exact:
            return None
        return JointSide(self._automaton, self._bankroll, self._worths)

    @property
    def _bankroll(self) -> int:
        return self._question.bankroll // self._automaton.unit

    def finals(self, first: int, count: int) -> Floats:
        automaton, bankroll = self._automaton, self._bankroll
        if self._kernel is None:
            kernels = self._sampling.kernels
            self._kernel = kernel_for(automaton, bankroll, self._engine, kernels)
        kernel, packed = self._kernel
        played = kernel.play(packed, bankroll, self._question.rolls, self.seed, first, count)
        up = np.where(played.end == RUINED, 0, automaton.layout[played.state])
        more = np.array([float(each) for each in self._worths])
        found: Floats = played.final * float(automaton.unit) + more[up]
        return found


class PlayedContender:
    """A strategy or a function that is played one by one."""

    slow = True

    def __init__(self, source: SessionSource, rules: Rules, ending: Ending, means: Means) -> None:
        self.rules, self._source, self._means, self._ending = rules, source, means, ending
        self._worth = Worth(rules)

    def finals(self, first: int, count: int) -> Floats:
        means = self._means
        played = parts(self._source, first, count, means.threads, means.cluster, means.stop)
        ends = [self._final(each) for part in played for each in part.sessions]
        return np.array(ends, np.float64)

    def _final(self, played: PlayedSession) -> float:
        """Return what a session ends with; who is ruined has nothing up."""
        if played.end == RUINED:
            return float(played.final)
        return played.final + float(_worth(self._worth, self._ending, played.left))


@dataclass
class _Sums:
    count: int = 0
    total: float = 0.0
    squares: float = 0.0
    above: int = 0
    equal: int = 0

    def add(self, apart: Floats) -> None:
        self.count += len(apart)
        self.total += float(apart.sum())
        self.squares += float(apart @ apart)
        above, below = int((apart > SAME).sum()), int((apart < -SAME).sum())
        self.above += above
        self.equal += len(apart) - above - below

    def all(self) -> tuple[int, float, float, int, int]:
        return self.count, self.total, self.squares, self.above, self.equal


def differences(
    contenders: Sequence[Contender],
    labels: Sequence[str],
    rolls: int | None,
    ending: Ending,
    means: Means,
    seed: int,
    most_work: float = MOST_JOINT_WORK,
) -> tuple[PairedDifference, ...]:
    """Return the difference of each two strategies with the same rules: exact if that is possible
    and no sample was asked for, otherwise of sessions of the seed."""
    if ending == "run-out":
        ending = "fair"
    pairs = list(combinations(range(len(contenders)), 2))
    found: dict[tuple[int, int], PairedDifference] = {}
    notes: dict[tuple[int, int], str] = {}
    for one, two in pairs:
        if not _same_outcomes(contenders[one].rules, contenders[two].rules):
            continue
        try:
            joint = _exactly(
                contenders[one], contenders[two], rolls, means, most_work * min(3 / len(pairs), 1)
            )
        except TooMuchWork as problem:
            joint, notes[one, two] = None, f"It is {problem}."
        if joint is not None:
            above, equal, below = (PairShare(each, 0.0) for each in joint[2:])
            found[one, two] = PairedDifference(
                labels[one], labels[two], "exact", ending, None, None, joint.mean, 0.0, joint.sd,
                above, equal, below,
            )  # fmt: skip
        else:
            notes.setdefault((one, two), "")
    if notes:
        sums = _sampled(contenders, list(notes), rolls, means)
        for (one, two), each in sums.items():
            names = labels[one], labels[two]
            if each.count:
                found[one, two] = sampled_pair(names, ending, seed, each.all(), notes[one, two])
    return tuple(found[pair] for pair in pairs if pair in found)


def _same_outcomes(one: Rules, two: Rules) -> bool:
    mine, other = one.space, two.space
    return (mine.key, mine.outcomes, mine.weights) == (other.key, other.outcomes, other.weights)


def _exactly(
    one: Contender, two: Contender, rolls: int | None, means: Means, most_work: float
) -> JointFindings | None:
    """Return the exact difference of two; None if there is none, or a sample was asked for. Raises
    ``TooMuchWork``."""
    asked = means.method == "sample" or (means.sessions is not None and means.method != "exact")
    if asked or rolls is None:
        return None
    if not isinstance(one, CompiledContender) or not isinstance(two, CompiledContender):
        return None
    left, right, told = one.side, two.side, means.progress
    if left is None or right is None:
        return None
    return solve_joint(
        left,
        right,
        rolls,
        most_work=most_work,
        progress=None if told is None else lambda at, of: told("comparing", at, of),
        stop=means.stop,
    )


def _sampled(
    contenders: Sequence[Contender],
    pairs: Sequence[tuple[int, int]],
    rolls: int | None,
    means: Means,
) -> dict[tuple[int, int], _Sums]:
    """Play the same sessions with every strategy of these pairs, and sum their differences."""
    playing = sorted({each for pair in pairs for each in pair})
    slow = any(contenders[each].slow for each in playing)
    usual = PLAYED_SESSIONS if slow else PAIRED_SESSIONS
    sessions = usual if means.sessions is None else means.sessions
    if means.seconds is None:
        check_work(sessions, rolls, slow=slow)
    each_roll = LONG_PLAYED if rolls is None else rolls
    size = max(1, min(sessions, CHUNK_MOST if slow else CHUNK_ROLLS // each_roll))
    sums = {pair: _Sums() for pair in pairs}
    for at in range(0, sessions, size):
        first, count = means.first + at, min(size, sessions - at)
        finals = _finals({each: contenders[each] for each in playing}, first, count, means)
        done = min(map(len, finals.values()))
        for (one, two), total in sums.items():
            total.add(finals[one][:done] - finals[two][:done])
        if means.progress is not None:
            means.progress("comparing", at + done, sessions)
        if means.stop is not None and means.stop():
            break
    return sums


def _finals(
    playing: Mapping[int, Contender], first: int, count: int, means: Means
) -> dict[int, Floats]:
    """Play a range of sessions with each; compiled ones in threads, the others use processes."""
    found = {at: each.finals(first, count) for at, each in playing.items() if each.slow}
    compiled = {at: each for at, each in playing.items() if not each.slow}
    if compiled:
        with ThreadPoolExecutor(min(len(compiled), means.threads or len(compiled))) as pool:
            waiting = {at: pool.submit(each.finals, first, count) for at, each in compiled.items()}
            found |= {at: each.result() for at, each in waiting.items()}
    return found


def contender_of(prepared: Prepared, means: Means, seed: int) -> Contender:
    """Return what plays a strategy that was prepared."""
    if prepared.automaton is not None:
        return CompiledContender(prepared, means, seed)
    question = prepared.question
    source = StrategySessions(question, seed)
    return PlayedContender(source, prepared.rules, question.ending, means)


def compared(asked: Sequence[tuple[Question, Player]], means: Means) -> StrategyComparison:
    """Return the results of several strategies side by side, sampled ones on the same dice, with
    the difference of each two of them. One that is interrupted is the last. The time allowed is
    shared out evenly."""
    seed = means.seed if means.seed is not None else secrets.randbits(63)
    means = replace(means, seed=seed)
    results: list[Result] = []
    contenders: list[Contender] = []
    whole = means.clock()
    for at, (question, player) in enumerate(asked):
        share = None if means.seconds is None else whole.left / (len(asked) + 1 - at)
        mine = means if share is None else replace(means, seconds=max(share, LEAST_SECONDS))
        if isinstance(player, Strategy):
            clock = mine.clock()
            prepared = prepare(question, means.progress, clock)
            results.append(answered(prepared, mine, clock))
            contenders.append(contender_of(prepared, means, seed))
        else:
            results.append(answer_function(question, player, mine))
            source = FunctionSessions(of_its_game(question), player, seed)
            rules = table_rules(source.question)
            contenders.append(PlayedContender(source, rules, question.ending, means))
        if results[-1].interrupted:
            return StrategyComparison(tuple(results))
    question = asked[0][0]
    means = replace(means, stop=whole.over)
    pairs = differences(contenders, ascii_uppercase, question.rolls, question.ending, means, seed)
    return StrategyComparison(tuple(results), pairs)


def compared_recorded(sources: Sequence[RecordedSessions], means: Means) -> StrategyComparison:
    """Return the results of several strategies in the same sessions of a record, with the
    difference of each two of them."""
    results = tuple(answer_recorded(source, means) for source in sources)
    question = sources[0].question
    contenders = [
        PlayedContender(source, table_rules(source.question), question.ending, means)
        for source in sources
    ]
    whole = replace(means, method="sample", sessions=sources[0].sessions, stop=None, seconds=None)
    found = differences(contenders, ascii_uppercase, question.rolls, question.ending, whole, 0)
    pairs = tuple(replace(pair, method="recorded", seed=None) for pair in found)
    return StrategyComparison(results, pairs)
