"""The one desk at which everything is written down: a thread that writes, and a few that read.

Ticks that are waiting are written together, in one transaction; each caller hears of its own when
it is durable, and not before.
"""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from lammer.server.ops.write_health import WriteHealth
from lammer.store.port import Conflict, Store, StoreError, Superseded, Tick, Unfit, Unsure

T = TypeVar("T")
TOGETHER = 256
"""Ticks in one transaction."""
READERS = 4


class WriterBusy(StoreError):
    """More is waiting to be written than the house takes on."""


class _Write(NamedTuple):
    do: Callable[[Store], Any] | None
    tick: Tick | None
    heard: Callable[[Any], None]
    """Called in the event loop with what came of it."""


class StoreWriter:
    """Writes to a store in order, from the event loop it is made in."""

    def __init__(self, store: Store, most: int = 4096, writes: WriteHealth | None = None) -> None:
        self.store = store
        self.writes = WriteHealth() if writes is None else writes
        self._most = most
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[_Write] = deque()
        self._bell: SimpleQueue[None] = SimpleQueue()
        """Rung for the thread when it is asleep, and only then: a bell costs more than a look."""
        self._asleep = False
        self._closing = False
        self._busy_since: float | None = None
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="lammer-read")
        self._thread = threading.Thread(target=self._work, name="lammer-write", daemon=True)
        self._thread.start()
        self.commits = 0
        self.ticks = 0

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def stalled(self) -> float:
        """For how many seconds the store has been busy with one write."""
        since = self._busy_since
        return 0.0 if since is None else time.monotonic() - since

    def commit(self, tick: Tick, heard: Callable[[Exception | None], None]) -> None:
        """Write a tick; ``heard`` is called when it is durable, or with why it is not."""
        self._put(_Write(None, tick, heard))

    async def committed(self, tick: Tick) -> None:
        """The same for a task that waits for it."""
        answer: asyncio.Future[None] = self._loop.create_future()
        self.commit(tick, partial(_settle, answer))
        await answer

    async def write(self, do: Callable[[Store], T]) -> T:
        """Have the writing thread do something with the store."""
        answer: asyncio.Future[T] = self._loop.create_future()
        self._put(_Write(do, None, partial(_settle, answer)))
        return await answer

    async def probe(self) -> None:
        """Find out with a small write whether the store takes any, and note it in ``writes``."""
        try:
            await self.write(lambda store: store.probe())
        except StoreError:
            return  # Noted with every other failure; or so much waits that nothing more is taken.
        self.writes.probed()

    async def read(self, do: Callable[[Store], T]) -> T:
        """Have a reading thread do something with the store."""
        return await self._loop.run_in_executor(self._readers, do, self.store)

    def _put(self, wanted: _Write) -> None:
        if self._closing or len(self._waiting) >= self._most:
            why = "is closing" if self._closing else f"has {self._most} writes waiting"
            raise WriterBusy(f"The house {why}; try again in a moment.")
        self._waiting.append(wanted)
        if self._asleep:
            self._asleep = False
            self._bell.put(None)

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        self._closing = True
        self._bell.put(None)
        await asyncio.to_thread(self._thread.join)
        self._readers.shutdown(wait=True, cancel_futures=True)

    def _tell(self, group: Sequence[_Write], results: Sequence[Any]) -> None:
        self._note(group, results)
        for each, result in zip(group, results, strict=True):
            try:
                each.heard(result)
            except Exception as problem:  # noqa: BLE001
                context = {"message": "Nobody could be told of a write", "exception": problem}
                self._loop.call_exception_handler(context)

    def _note(self, group: Sequence[_Write], results: Sequence[Any]) -> None:
        """Note what came of a group. What is done beside the ticks may be a read, whose success
        says nothing about writes."""
        for each, result in zip(group, results, strict=True):
            if isinstance(result, Exception) or each.tick is not None:
                self.writes.note(result)
            if isinstance(result, Exception) and not _of_one(result):
                return  # What follows was not tried.

    # In the writing thread

    def _work(self) -> None:
        while self._wait():
            group = _next_group(self._waiting)
            self._busy_since = time.monotonic()
            results = self._done(group)
            self._busy_since = None
            self._loop.call_soon_threadsafe(self._tell, group, results)

    def _wait(self) -> bool:
        """Sleep until there is something to write; whether there is, or the desk is closed."""
        while not self._waiting and not self._closing:
            self._asleep = True
            if not self._waiting and not self._closing:  # Nothing came before it was said.
                self._bell.get()
            self._asleep = False
        return bool(self._waiting)

    def _done(self, group: Sequence[_Write]) -> list[Any]:
        (first, *_) = group
        if first.tick is None:
            return [_outcome(first.do, self.store)]
        ticks = [each.tick for each in group if each.tick is not None]
        outcome = _outcome(lambda store: store.commit(ticks), self.store)
        self.commits += 1
        if outcome is None:
            self.ticks += len(ticks)
            return [None] * len(group)
        if len(ticks) == 1 or isinstance(outcome, Unsure | Superseded):
            return [outcome] * len(group)
        return self._one_by_one(ticks)

    def _one_by_one(self, ticks: Sequence[Tick]) -> list[Any]:
        """One of them is at fault: each by itself, so that the others are not. If it is the store
        that fails the rest is not tried: each could take as long as the first."""
        results: list[Any] = []
        for tick in ticks:
            outcome = _outcome(_committing(tick), self.store)
            self.commits += 1
            self.ticks += outcome is None
            results.append(outcome)
            if outcome is not None and not _of_one(outcome):
                break
        rest = len(ticks) - len(results)
        return [*results, *[_not_tried(outcome)] * rest] if rest else results


def _next_group(waiting: deque[_Write]) -> list[_Write]:
    """Ticks that are waiting, together; anything else by itself, in its place."""
    group = [waiting.popleft()]
    while (
        group[0].tick is not None
        and waiting
        and waiting[0].tick is not None
        and len(group) < TOGETHER
    ):
        group.append(waiting.popleft())
    return group


def _committing(tick: Tick) -> Callable[[Store], None]:
    return lambda store: store.commit([tick])


def _of_one(problem: Exception) -> bool:
    """Whether a tick is at fault itself, so that nothing is said of others."""
    return isinstance(problem, Conflict | Unfit) or not isinstance(problem, StoreError)


def _not_tried(problem: StoreError) -> StoreError:
    """The outcome of a tick after one at which the store failed: it is not written, for sure."""
    if isinstance(problem, Superseded):
        return problem
    return StoreError(f"Not tried, after: {problem}")


def _outcome(do: Callable[[Store], Any] | None, store: Store) -> Any:
    """What came of it; a failure as a value, whatever it is: nothing may end the thread."""
    assert do is not None
    try:
        return do(store)
    except Exception as problem:  # noqa: BLE001
        return problem


def _settle(answer: "asyncio.Future[Any]", result: Any) -> None:
    if answer.done():
        return
    if isinstance(result, Exception):
        answer.set_exception(result)
    else:
        answer.set_result(result)


__all__ = ["Conflict", "StoreError", "StoreWriter", "Superseded", "Unsure", "WriterBusy"]
