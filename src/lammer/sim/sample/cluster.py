"""Sampling on many machines with Dask distributed; the results do not depend on the number of
workers."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from lammer.sim.model.automaton import Automaton
from lammer.sim.report.findings import Findings
from lammer.sim.sample.sampler import EQUAL, Kernels, SampleTally, check_request, tally, watch

S = TypeVar("S")
T = TypeVar("T")
LOCAL = "local"
PARTS_PER_WORKER = 4
"""Parts in progress for each worker: enough to keep it busy, few enough to hold in memory."""
PART_ROLLS = 2**30
MOST_PARTS = 1_000_000
SECONDS_TO_CONNECT = 10
Progress = Callable[[int, int], None]


class NoCluster(ValueError):
    """A cluster that cannot be reached, or cannot be used."""


def sample(
    automaton: Automaton,
    bankroll: int,
    rolls: int | None,
    sessions: int,
    seed: int,
    address: str,
    *,
    first: int = 0,
    kernels: Kernels = EQUAL,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> Findings:
    """Play sessions ``first .. first + sessions - 1`` of a seed on the workers of a cluster.

    ``address`` is a scheduler's, or "local" for processes of this machine. Each part is a range of
    sessions, so which worker plays it, and when, changes nothing. On a keyboard interrupt what is
    done is kept.
    """
    check_request(rolls, sessions, first)
    total = SampleTally.none(len(automaton.ends), len(automaton.layouts))
    asked = _Asked(automaton, bankroll, rolls, seed, kernels)
    size = max(PART_ROLLS // (rolls or 10_000), -(-sessions // MOST_PARTS), 1)
    try:
        for part in in_parts(address, asked, _tally, first, sessions, size, stop):
            total = total.merge(part)
            if progress is not None:
                progress(total.sessions, total.rolls.total)
    except KeyboardInterrupt:
        if not total.sessions:
            raise
    watched = watch(automaton, bankroll, rolls, seed, total, first=first, kernels=kernels)
    return total.findings(automaton.ends, automaton.layouts, rolls, seed, watched, sessions)


class _Asked(NamedTuple):
    """What the workers play, sent to each of them once."""

    automaton: Automaton
    bankroll: int
    rolls: int | None
    seed: int
    kernels: Kernels


def _tally(asked: _Asked, first: int, count: int) -> SampleTally:
    """Play one part on a worker; in one thread, since workers have one each."""
    return tally(
        asked.automaton, asked.bankroll, asked.rolls, asked.seed, first=first, count=count,
        threads=1, kernels=asked.kernels,
    )  # fmt: skip


def in_parts(
    address: str,
    payload: S,
    work: Callable[[S, int, int], T],
    first: int,
    count: int,
    size: int,
    stop: Callable[[], bool] | None = None,
) -> Iterator[T]:
    """Yield the results of ``work(payload, first, count)`` of parts of this many sessions, in
    order, until ``stop`` (then the first of them at least); only a few parts are in progress at a
    time.
    """
    with connected(address) as client:
        sent = client.scatter([payload], broadcast=True)[0]
        starts = iter(range(first, first + count, size))
        room = PARTS_PER_WORKER * max(sum(client.nthreads().values()), 1)
        waiting: deque[Any] = deque()

        def submit(some: int) -> None:
            for start in islice(starts, some):
                part = min(size, first + count - start)
                waiting.append(client.submit(work, sent, start, part, pure=False))

        submit(room)
        while waiting:
            yield waiting.popleft().result()
            if stop is not None and stop():
                return
            submit(1)


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Yield a client of a cluster, closed afterwards."""
    try:
        from distributed import Client, LocalCluster
    except ModuleNotFoundError:
        raise NoCluster("a cluster needs Dask distributed: install lammer[cluster]") from None
    if address == LOCAL:
        with (
            LocalCluster(threads_per_worker=1, dashboard_address=None) as local,
            Client(local) as c,
        ):
            yield c
        return
    try:
        client = Client(address, timeout=SECONDS_TO_CONNECT)
    except (OSError, ValueError, TimeoutError) as problem:
        raise NoCluster(f"no cluster answers at {address}: {problem}") from None
    with client:
        yield client
