"""Sessions that are played one by one, spread over processes of this machine or of a cluster.

What plays a session there is the same as here, and the parts come back in the order of the
sessions: so the results do not depend on how many workers there were, and what there is when play
is stopped are the first sessions, as if only so many had been asked for.
"""

import signal
import sys
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, process
from multiprocessing import active_children, get_all_start_methods, get_context
from typing import NamedTuple

from lammer.core.legality import Refusal
from lammer.sim.model.interpret import LONG_PLAYED, PlayedSession
from lammer.sim.sample.sampler import threads_there

Stop = Callable[[], bool]

SPREAD = 100_000
"""Trials from which on sessions are spread over the cores of this machine, unless the number of
threads is given."""
PART_SECONDS, PART_MOST = 0.1, 1_000
"""How long a part of a process should take, and the most sessions of one."""
PART_TRIALS = 200_000
"""Trials of a part on a cluster."""
PER_WORKER = 3
"""Parts in progress for each process."""
LOOK = 0.1
"""Seconds between two looks at whether to stop."""


class PlayedPart(NamedTuple):
    """Sessions that follow one another, what was refused in them, and how long they took."""

    sessions: list[PlayedSession]
    refused: dict[str, Refusal]
    seconds: float


class SessionSource(ABC):
    """Plays the sessions of a question, by number; the same ones wherever it is. It can be pickled
    for a cluster."""

    @property
    @abstractmethod
    def ends(self) -> tuple[str, ...]:
        """Return the names of the ends."""

    @property
    @abstractmethod
    def rolls(self) -> int | None:
        """Return the most trials of a session, if there is a limit."""

    @abstractmethod
    def play(self, session: int, refused: dict[str, Refusal]) -> PlayedSession:
        """Play one session; refusals worth reporting are added to ``refused``."""

    def part(self, first: int, count: int) -> PlayedPart:
        began, refused = time.perf_counter(), dict[str, Refusal]()
        done = [self.play(session, refused) for session in range(first, first + count)]
        return PlayedPart(done, refused, time.perf_counter() - began)


class WorkerLost(Exception):
    """Raised when a process that played sessions ended unexpectedly."""


def parts(
    source: SessionSource,
    first: int,
    count: int,
    threads: int | None = None,
    cluster: str | None = None,
    stop: Stop | None = None,
) -> Iterator[PlayedPart]:
    """Yield sessions ``first .. first + count - 1`` in parts, in their order, until ``stop``."""
    each = source.rolls or LONG_PLAYED
    if cluster is not None:
        from lammer.sim.sample import cluster as on_cluster

        size = max(1, PART_TRIALS // each)
        yield from on_cluster.in_parts(cluster, source, _part_of, first, count, size, stop)
        return
    workers = min(threads_there(threads), count)
    little = threads is None and count * each < SPREAD
    if workers > 1 and not little and "fork" in get_all_start_methods():
        yield source.part(first, 1)  # So that there is something, however soon it is stopped.
        yield from _in_processes(source, first + 1, count - 1, workers, stop)
        return
    for session in range(first, first + count):
        yield source.part(session, 1)
        if stop is not None and stop():
            return


def _part_of(source: SessionSource, first: int, count: int) -> PlayedPart:
    return source.part(first, count)


# Processes of this machine. They are forked, so that a player need not be importable.


_source: SessionSource | None = None


def _begin(source: SessionSource) -> None:
    global _source
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _source = source


def _part(first: int, count: int) -> PlayedPart:
    assert _source is not None
    return _source.part(first, count)


def _in_processes(
    source: SessionSource, first: int, count: int, workers: int, stop: Stop | None
) -> Iterator[PlayedPart]:
    sys.stdout.flush()
    sys.stderr.flush()
    before = set(active_children())
    pool = ProcessPoolExecutor(
        workers, mp_context=get_context("fork"), initializer=_begin, initargs=(source,)
    )
    waiting: deque[Future[PlayedPart]] = deque()
    at, end, size, done = first, first + count, 1, False
    try:
        while True:
            while at < end and len(waiting) < PER_WORKER * workers:
                some = min(size, end - at)
                waiting.append(pool.submit(_part, at, some))
                at += some
            if not waiting:
                done = True
                return
            part = _result(waiting.popleft(), stop)
            if part is None:
                return
            yield part
            if stop is not None and stop():
                return
            each = max(part.seconds / len(part.sessions), 1e-6)
            size = max(1, min(2 * size, PART_MOST, int(PART_SECONDS / each)))
    except process.BrokenProcessPool:
        raise WorkerLost("a process that played sessions has ended by itself") from None
    finally:
        if not done:
            for child in set(active_children()) - before:
                child.terminate()
        pool.shutdown(cancel_futures=True)


def _result(future: "Future[PlayedPart]", stop: Stop | None) -> PlayedPart | None:
    """Return the next result; None if play is stopped before it comes."""
    while True:
        try:
            return future.result(LOOK)
        except TimeoutError:
            if future.done():
                raise
        if stop is not None and stop():
            return None
