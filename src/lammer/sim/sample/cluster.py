"""Sampling on many machines with Dask distributed; the results do not depend on the number of
workers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from lammer.sim.model.automaton import Automaton
from lammer.sim.report.findings import Findings
from lammer.sim.sample.sampler import EQUAL, Kernels, SampleTally, check_request, tally, watch

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
    total = SampleTally.none(len(automaton.ends))
    with connected(address) as client:
        try:
            for part in _done(client, automaton, bankroll, rolls, seed, first, sessions, kernels):
                total = total.merge(part)
                if progress is not None:
                    progress(total.sessions, total.rolls.total)
                if stop is not None and stop():
                    break
        except KeyboardInterrupt:
            if not total.sessions:
                raise
    watched = watch(automaton, bankroll, rolls, seed, total, first=first, kernels=kernels)
    return total.findings(automaton.ends, rolls, seed, watched, sessions)


def _part(
    automaton: Automaton,
    bankroll: int,
    rolls: int | None,
    seed: int,
    first: int,
    count: int,
    kernels: Kernels,
) -> SampleTally:
    """Run one part on a worker; in one thread, since workers have one each."""
    return tally(
        automaton, bankroll, rolls, seed, first=first, count=count, threads=1, kernels=kernels
    )


def _done(
    client: Any,
    automaton: Automaton,
    bankroll: int,
    rolls: int | None,
    seed: int,
    first: int,
    sessions: int,
    kernels: Kernels,
) -> Iterator[SampleTally]:
    """Yield the tallies of all parts as they finish, with a limited number in progress."""
    from distributed import as_completed

    size = max(PART_ROLLS // (rolls or 10_000), -(-sessions // MOST_PARTS), 1)
    starts = iter(range(first, first + sessions, size))
    sent = client.scatter(automaton, broadcast=True)
    under_way = as_completed()
    room = PARTS_PER_WORKER * max(sum(client.nthreads().values()), 1)
    left = 0

    def send() -> int:
        start = next(starts, None)
        if start is None:
            return 0
        count = min(size, first + sessions - start)
        task = client.submit(_part, sent, bankroll, rolls, seed, start, count, kernels, pure=False)
        under_way.add(task)
        return 1

    for _ in range(room):
        left += send()
    while left:
        yield next(under_way).result()
        left += send() - 1


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
