"""Samples sessions by the million and sums them exactly.

Sessions are played in chunks, by threads, on any engine. All sums are integers, so the order of
chunks does not matter: a seed and a range of sessions have one result, wherever it is computed.
What needs every roll (drawdown, the fan of bankrolls, the times of ends, visits) comes from the
first sessions only.
"""

import math
import os
import sys
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal, Protocol, TypeVar, cast

import numpy as np

from lammer.sim.model.automaton import Automaton, Ints
from lammer.sim.report.findings import (
    PLAYED_OUT,
    QUANTILES,
    FinalLayouts,
    Findings,
    Floats,
    Spread,
)
from lammer.sim.sample.packed import (
    UNDECIDED,
    Packed,
    PlayedChunk,
    Tracked,
    most_rolls,
    pack,
    pack_weighted,
)

T = TypeVar("T")
Engine = Literal["auto", "numba", "numpy", "gpu"]
Progress = Callable[[int, int], None]
Stop = Callable[[], bool]

TRACKED = 100_000
"""The limit of sessions recorded roll by roll."""
TRACKED_ROLLS = 100_000_000
"""The approximate limit of rolls recorded; long sessions are fewer."""
TRACKED_LEAST = 1_000
POINTS = 50
"""Rolls, after the start, at which the fan is drawn."""
MOST_WORK = 10**15
"""The limit of rolls of a request."""
MOST_THREADS = 256
CHUNK_ROLLS = 2**23
CHUNK_MOST = 2**18
CHUNK_ENDLESS = 2**12
"""Sessions in a chunk if they have no limit of rolls."""
CHUNK_TRACKED = 2**11
MOST_COUNTED = 2**62
"""The limit of a key of a tally."""
NARROW = 2**21
"""A histogram is counted if its values span no more than this, and sorted otherwise."""


class Kernel(Protocol):
    """The interface of ``kernel_numba``, ``kernel_numpy`` and the kernels of instruments."""

    def play(
        self, packed: Any, bankroll: int, rolls: int | None, seed: int, first: int, count: int, /
    ) -> PlayedChunk: ...

    def track(
        self,
        packed: Any,
        bankroll: int,
        rolls: int | None,
        seed: int,
        first: int,
        count: int,
        at: Ints,
        /,
    ) -> Tracked: ...


class Kernels(Protocol):
    """The kernels that play an instrument's automata; they can be pickled for another machine."""

    @property
    def no_gpu(self) -> str:
        """Return why a GPU cannot play them, as a sentence; empty if it can."""

    def pack(self, automaton: Automaton, bankroll: int) -> Any:
        """Return the tables of an automaton for the kernels."""

    def module(self, engine: Literal["numba", "numpy"]) -> Kernel:
        """Import and return the kernel of an engine."""


@dataclass(frozen=True)
class EqualKernels:
    """The kernels for up to 256 equally likely outcomes."""

    no_gpu: str = ""

    def pack(self, automaton: Automaton, bankroll: int) -> Packed:
        return pack(automaton, bankroll)

    def module(self, engine: Literal["numba", "numpy"]) -> Kernel:
        return cast("Kernel", import_module(f"lammer.sim.sample.kernel_{engine}"))


EQUAL = EqualKernels()


@dataclass(frozen=True)
class WeightedKernels:
    """The kernels for up to 256 outcomes of different weights."""

    no_gpu: str = ""

    def pack(self, automaton: Automaton, bankroll: int) -> Packed:
        return pack_weighted(automaton, bankroll)

    def module(self, engine: Literal["numba", "numpy"]) -> Kernel:
        return cast("Kernel", import_module(f"lammer.sim.sample.kernel_{engine}"))


WEIGHTED = WeightedKernels()


@dataclass(frozen=True)
class Sum:
    """A sum and the sum of the squares, exact."""

    total: int = 0
    squares: int = 0

    def __add__(self, other: "Sum") -> "Sum":
        return Sum(self.total + other.total, self.squares + other.squares)

    @classmethod
    def of(cls, values: Ints) -> "Sum":
        """Sum at most ``CHUNK_MOST`` values, none negative."""
        most = int(values.max())
        if most < 2**22:
            return cls(int(values.sum()), int(np.dot(values, values)))
        if most >= 2**41:
            whole: list[int] = values.tolist()
            return cls(sum(whole), sum(each * each for each in whole))
        high, low = values >> 20, values & (2**20 - 1)
        crossed = int((high * low).sum()) << 21
        squares = (int((high * high).sum()) << 40) + crossed + int((low * low).sum())
        return cls(int(values.sum()), squares)

    def mean_and_error(self, count: int) -> tuple[float, float]:
        if count < 2:
            return float(Fraction(self.total, max(count, 1))), 0.0
        spread = Fraction(count * self.squares - self.total**2, count * (count - 1))
        return float(Fraction(self.total, count)), math.sqrt(spread / count)


@dataclass(frozen=True)
class SampleTally:
    """The sums of sessions.

    ``ends`` counts the sessions that lasted all their rolls, then those of each end of the
    automaton; ``keys`` and ``counts`` are the histogram of final equity and what was up: a key is
    the equity times ``kinds``, plus 0 for the ruined, else 1 and the layout. It is never longer
    than there are sessions, or than there are keys.
    """

    sessions: int
    kinds: int
    keys: Ints
    counts: Ints
    ends: tuple[int, ...]
    rolls: Sum
    staked: Sum
    longest: int

    @classmethod
    def none(cls, ends: int, layouts: int = 1) -> "SampleTally":
        """Return an empty tally for an automaton with this many ends and layouts."""
        empty = np.empty(0, np.int64)
        return cls(0, layouts + 1, empty, empty, (0,) * (ends + 1), Sum(), Sum(), 0)

    @classmethod
    def of(cls, played: PlayedChunk, ends: int, up: Ints, layouts: int) -> "SampleTally":
        """Return the tally of some sessions; ``up`` is the layout of each state."""
        if not len(played.final):
            return cls.none(ends, layouts)
        keys, counts = histogram(keys_of(played.final, played.end, up[played.state], layouts + 1))
        by_end = np.bincount(played.end.astype(np.int64) - UNDECIDED, minlength=ends + 1)
        return cls(
            len(played.final),
            layouts + 1,
            keys,
            counts,
            tuple(by_end.tolist()),
            Sum.of(played.rolls),
            Sum.of(played.staked),
            int(played.rolls.max()),
        )

    def merge(self, other: "SampleTally") -> "SampleTally":
        if (len(self.ends), self.kinds) != (len(other.ends), other.kinds):
            raise ValueError("tallies of different automata")
        keys, place = np.unique(np.concatenate([self.keys, other.keys]), return_inverse=True)
        counts = np.zeros(len(keys), np.int64)
        np.add.at(counts, place, np.concatenate([self.counts, other.counts]))
        return SampleTally(
            self.sessions + other.sessions,
            self.kinds,
            keys,
            counts,
            tuple(a + b for a, b in zip(self.ends, other.ends, strict=True)),
            self.rolls + other.rolls,
            self.staked + other.staked,
            max(self.longest, other.longest),
        )

    def final(self) -> Spread:
        """Return the histogram of final equity."""
        values = self.keys // self.kinds
        starts = np.flatnonzero(np.diff(values, prepend=values[0] - 1))
        return Spread(values[starts], np.add.reduceat(self.counts, starts))

    def left(self, layouts: tuple[Hashable, ...]) -> FinalLayouts:
        """Return final equity by what was up."""
        values, kind = np.divmod(self.keys, self.kinds)
        order = np.lexsort((values, kind))
        return FinalLayouts(layouts, kind[order] - 1, values[order], self.counts[order])

    def findings(
        self,
        labels: tuple[str, ...],
        layouts: tuple[Hashable, ...],
        rolls: int | None,
        seed: int,
        watched: "Watched",
        wanted: int,
    ) -> Findings:
        """Return the findings, with what was recorded; ``wanted`` is how many sessions were
        requested."""
        if not self.sessions:
            raise ValueError("no session was played")
        ends = dict(zip((*labels, PLAYED_OUT), (*self.ends[1:], self.ends[0]), strict=True))
        return Findings(
            method="sampled",
            sessions=self.sessions,
            seed=seed,
            final=self.final(),
            ends=ends,
            rolls=self.rolls.mean_and_error(self.sessions),
            staked=self.staked.mean_and_error(self.sessions),
            visits=watched.visits,
            at=watched.at,
            fan=watched.fan,
            gone=watched.gone,
            drawdown=watched.drawdown,
            undecided=self.ends[0] / self.sessions if rolls is None else 0.0,
            complete=self.sessions >= wanted,
            left=self.left(layouts),
        )


@dataclass(frozen=True)
class Watched:
    """What was recorded roll by roll; the fields are those of ``Findings``."""

    visits: Floats | None
    at: Ints
    fan: Ints
    gone: Floats
    drawdown: Spread


def sample(
    automaton: Automaton,
    bankroll: int,
    rolls: int | None,
    sessions: int,
    seed: int,
    *,
    threads: int | None = None,
    first: int = 0,
    engine: Engine = "auto",
    kernels: Kernels = EQUAL,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Findings:
    """Play sessions ``first .. first + sessions - 1`` of a seed, from a bankroll in units, by the
    kernels of the instrument. ``rolls=None`` is play until it ends.

    ``progress`` is called with the sessions and rolls done so far; ``stop`` is called after each
    chunk. If it is stopped so, or by the keyboard, the findings are those of the sessions that were
    done.
    """
    found = tally(
        automaton, bankroll, rolls, seed, first=first, count=sessions, threads=threads,
        engine=engine, kernels=kernels, progress=progress, stop=stop,
    )  # fmt: skip
    watched = watch(
        automaton, bankroll, rolls, seed, found, first=first, threads=threads, engine=engine,
        kernels=kernels, most=TRACKED if found.sessions == sessions else TRACKED_LEAST,
    )  # fmt: skip
    return found.findings(automaton.ends, automaton.layouts, rolls, seed, watched, sessions)


def tally(
    automaton: Automaton,
    bankroll: int,
    rolls: int | None,
    seed: int,
    *,
    first: int,
    count: int,
    threads: int | None = None,
    engine: Engine = "auto",
    kernels: Kernels = EQUAL,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> SampleTally:
    """Return the tally of sessions ``first .. first + count - 1``, or of those done when it was
    stopped."""
    check_request(rolls, count, first)
    ends, up, layouts = len(automaton.ends), automaton.layout, len(automaton.layouts)
    if engine == "gpu":
        if kernels.no_gpu:
            raise ValueError(kernels.no_gpu)
        from lammer.sim.sample import gpu

        parts = gpu.tallies(automaton, bankroll, rolls, seed, first, count)
    else:
        kernel, packed = kernel_for(automaton, bankroll, engine, kernels)

        def part(start: int, size: int) -> SampleTally:
            played = kernel.play(packed, bankroll, rolls, seed, start, size)
            return SampleTally.of(played, ends, up, layouts)

        parts = _in_threads(part, _chunks(first, count, _chunk(rolls)), threads_there(threads))
    return _sum(parts, SampleTally.none(ends, layouts), progress, stop)


def _sum(
    parts: Iterator[SampleTally], total: SampleTally, progress: Progress | None, stop: Stop | None
) -> SampleTally:
    try:
        for each in parts:
            total = total.merge(each)
            if progress:
                progress(total.sessions, total.rolls.total)
            if stop and stop():
                break
    except KeyboardInterrupt:
        if not total.sessions:
            raise
    return total


def watch(
    automaton: Automaton,
    bankroll: int,
    rolls: int | None,
    seed: int,
    found: SampleTally,
    *,
    first: int = 0,
    threads: int | None = None,
    engine: Engine = "auto",
    kernels: Kernels = EQUAL,
    most: int = TRACKED,
) -> Watched:
    """Record the first of the sessions of a tally, at most this many, roll by roll."""
    at = checkpoints(rolls, found.longest)
    count = min(_tracked(found), most)
    on_cpu: Engine = "auto" if engine == "gpu" else engine
    kernel, packed = kernel_for(automaton, bankroll, on_cpu, kernels)

    def part(start: int, size: int) -> tuple[int, Tracked]:
        return start, kernel.track(packed, bankroll, rolls, seed, start, size, at)

    parts = dict(_in_threads(part, _chunks(first, count, CHUNK_TRACKED), threads_there(threads)))
    tracked = [parts[start] for start in sorted(parts)]
    length = np.concatenate([each.played.rolls for each in tracked])
    end = np.concatenate([each.played.end for each in tracked])
    equity = np.concatenate([each.equity for each in tracked])
    visits = sum((each.visits for each in tracked), np.zeros(automaton.segments, np.int64))
    ends = range(len(automaton.ends))
    gone = [[((end == e) & (length <= roll)).mean() for e in ends] for roll in at]
    return Watched(
        visits=visits / count,
        at=at,
        fan=fan_of(equity),
        gone=np.array(gone, np.float64).reshape(len(at), len(ends)),
        drawdown=Spread(*histogram(np.concatenate([each.drawdown for each in tracked]))),
    )


def drawdown(
    automaton: Automaton,
    bankroll: int,
    rolls: int | None,
    sessions: int,
    seed: int,
    kernels: Kernels = EQUAL,
) -> Spread:
    """Return the largest drawdowns in some sessions, by numpy unless numba is loaded anyway."""
    check_request(rolls, sessions)
    engine: Engine = "auto" if "numba" in sys.modules else "numpy"
    kernel, packed = kernel_for(automaton, bankroll, engine, kernels)
    nowhere = np.empty(0, np.int64)
    falls = [
        kernel.track(packed, bankroll, rolls, seed, start, size, nowhere).drawdown
        for start, size in _chunks(0, sessions, CHUNK_TRACKED)
    ]
    return Spread(*histogram(np.concatenate(falls)))


def check_request(rolls: int | None, sessions: int, first: int = 0) -> None:
    """Raise ``ValueError`` if the request cannot be played at all."""
    limit = most_rolls(rolls)
    if sessions < 1:
        raise ValueError(f"at least one session is played, not {sessions}")
    if first < 0 or first + sessions > 2**64:
        raise ValueError(f"sessions are numbered from 0 to 2**64 - 1, not from {first}")
    if sessions * limit > MOST_WORK:
        each = f"up to {limit}" if rolls is None else f"{limit}"
        raise ValueError(
            f"{sessions} sessions of {each} rolls are more than the {MOST_WORK} rolls that may be "
            "asked for"
        )


def checkpoints(rolls: int | None, longest: int) -> Ints:
    """Return the rolls at which the fan is drawn, from 0 to the last: evenly spaced; or, for play
    until it ends, closer together at first and up to the longest session."""
    if rolls is not None:
        return np.unique(np.linspace(0, rolls, POINTS + 1).round().astype(np.int64))
    spaced = np.geomspace(1, max(longest, 1), POINTS).round().astype(np.int64)
    return np.unique(np.concatenate([np.zeros(1, np.int64), spaced]))


def keys_of(final: Any, end: Any, layout: Any, kinds: int) -> Any:
    """Return final equity and what was up as one number each (``SampleTally``); of numpy's arrays
    or of a device's."""
    if max(int(final.max()), -int(final.min())) > MOST_COUNTED // kinds:
        raise ValueError("more money than can be counted")
    return final * kinds + (layout + 1) * (end != 0)


def histogram(values: Ints) -> tuple[Ints, Ints]:
    """Return the distinct values, rising, and how often each occurs."""
    least = int(values.min())
    if int(values.max()) - least > NARROW:
        found, counts = np.unique(values, return_counts=True)
        return found, counts.astype(np.int64)
    spread = np.bincount(values - least)
    held = np.flatnonzero(spread)
    return (held + least).astype(np.int64), spread[held].astype(np.int64)


def fan_of(equity: Ints) -> Ints:
    """Return the quantiles ``[at, quantile]`` of ``[session, at]``, as ``Spread.quantile`` defines
    them."""
    count = len(equity)
    ranks = [max(math.ceil((q - 1e-12) * count) - 1, 0) for q in QUANTILES]
    return np.ascontiguousarray(np.sort(equity, axis=0)[ranks].T)


def _tracked(found: SampleTally) -> int:
    affordable = TRACKED_ROLLS * found.sessions // max(found.rolls.total, 1)
    return min(found.sessions, TRACKED, max(affordable, TRACKED_LEAST))


def kernel_for(
    automaton: Automaton, bankroll: int, engine: Engine, kernels: Kernels
) -> tuple[Kernel, Any]:
    """Return the kernel for an automaton, and its tables."""
    if engine == "auto":
        engine = "numba" if find_spec("numba") else "numpy"
    if engine not in ("numba", "numpy"):
        raise ValueError(f"an engine is auto, numba, numpy or gpu, not {engine}")
    return kernels.module(engine), kernels.pack(automaton, bankroll)


def threads_there(asked: int | None) -> int:
    """Return how many threads to use: those asked for, or one for each core."""
    if asked is not None and not 1 <= asked <= MOST_THREADS:
        raise ValueError(f"1 to {MOST_THREADS} threads, not {asked}")
    affinity = getattr(os, "sched_getaffinity", None)
    there = len(affinity(0)) if affinity else os.cpu_count() or 1
    return asked or min(there, MOST_THREADS)


def _chunk(rolls: int | None) -> int:
    if rolls is None:
        return CHUNK_ENDLESS
    return max(1, min(CHUNK_MOST, CHUNK_ROLLS // max(rolls, 1)))


def _chunks(first: int, count: int, size: int) -> Iterator[tuple[int, int]]:
    for start in range(0, count, size):
        yield first + start, min(size, count - start)


def _in_threads(
    work: Callable[[int, int], T], parts: Iterator[tuple[int, int]], threads: int
) -> Iterator[T]:
    """Yield the result of each part, in order, so that what there is at any time are the first
    sessions; only a few parts are in progress at a time."""
    pool = ThreadPoolExecutor(threads)
    waiting: deque[Future[T]] = deque()
    try:
        for start, size in parts:
            waiting.append(pool.submit(work, start, size))
            if len(waiting) >= 2 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
