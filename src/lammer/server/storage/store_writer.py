"""Access to the store from the event loop: one thread writes, a few threads read.

Ticks that are waiting are written together, in one transaction; a caller is notified when its own
tick is durable, and not before.
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
from lammer.store.port import (
    Conflict,
    InvalidData,
    OutcomeUnknown,
    Store,
    StoreError,
    Superseded,
    Tick,
)

T = TypeVar("T")
MOST_TICKS = 256
"""Ticks in one transaction."""
READERS = 4


class WriterBusy(StoreError):
    """Too many writes are waiting already."""


class _Write(NamedTuple):
    do: Callable[[Store], Any] | None
    tick: Tick | None
    notify: Callable[[Any], None]
    """Called in the event loop with the result, or with the exception."""


class StoreWriter:
    """Writes to a store in order, from the event loop it is made in."""

    def __init__(
        self,
        store: Store,
        most: int = 4096,
        writes: WriteHealth | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store, self._monotonic = store, monotonic
        self.writes = WriteHealth() if writes is None else writes
        self._most = most
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[_Write] = deque()
        self._wake: SimpleQueue[None] = SimpleQueue()
        """Wakes the writing thread. Used only while it sleeps, because waking costs more than
        polling."""
        self._asleep = False
        self._closing = False
        self._busy_since: float | None = None
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="lammer-read")
        self._thread = threading.Thread(target=self._work, name="lammer-write", daemon=True)
        self._thread.start()
        self.ticks = 0

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def stalled_seconds(self) -> float:
        """For how many seconds the store has been busy with one write."""
        since = self._busy_since
        return 0.0 if since is None else self._monotonic() - since

    def commit(self, tick: Tick, notify: Callable[[Exception | None], None]) -> None:
        """Write a tick; ``notify`` is called with None when it is durable, or with the reason why
        it is not."""
        self._put(_Write(None, tick, notify))

    async def commit_and_wait(self, tick: Tick) -> None:
        """Write a tick and return when it is durable."""
        answer: asyncio.Future[None] = self._loop.create_future()
        self.commit(tick, partial(_settle, answer))
        await answer

    async def write(self, do: Callable[[Store], T]) -> T:
        """Return the result of ``do``, called in the writing thread."""
        answer: asyncio.Future[T] = self._loop.create_future()
        self._put(_Write(do, None, partial(_settle, answer)))
        return await answer

    async def probe(self) -> None:
        """Find out with a small write whether the store takes any, and note it in ``writes``."""
        try:
            await self.write(lambda store: store.probe())
        except StoreError:
            return  # The failure is noted in ``writes`` already, or the queue is full.
        self.writes.probed()

    async def read(self, do: Callable[[Store], T]) -> T:
        """Return the result of ``do``, called in a reading thread."""
        return await self._loop.run_in_executor(self._readers, do, self.store)

    def _put(self, wanted: _Write) -> None:
        if self._closing or len(self._waiting) >= self._most:
            why = "is closing" if self._closing else f"has {self._most} writes waiting"
            raise WriterBusy(f"The house {why}; try again in a moment.")
        self._waiting.append(wanted)
        if self._asleep:
            self._asleep = False
            self._wake.put(None)

    async def close(self) -> None:
        """Write what is waiting, then stop the threads."""
        self._closing = True
        self._wake.put(None)
        await asyncio.to_thread(self._thread.join)
        self._readers.shutdown(wait=True, cancel_futures=True)

    def _notify(self, group: Sequence[_Write], results: Sequence[Any]) -> None:
        self._note(group, results)
        for each, result in zip(group, results, strict=True):
            try:
                each.notify(result)
            except Exception as problem:  # noqa: BLE001
                context = {"message": "A caller could not be notified", "exception": problem}
                self._loop.call_exception_handler(context)

    def _note(self, group: Sequence[_Write], results: Sequence[Any]) -> None:
        """Note the outcomes of a group in ``writes``. Anything but a tick may be a read, whose
        success says nothing about writes."""
        for each, result in zip(group, results, strict=True):
            if isinstance(result, Exception) or each.tick is not None:
                self.writes.note(result)
            if isinstance(result, Exception) and not _fault_of_one(result):
                return  # The rest was not tried.

    # In the writing thread

    def _work(self) -> None:
        while self._wait():
            group = _next_group(self._waiting)
            self._busy_since = self._monotonic()
            results = self._run_group(group)
            self._busy_since = None
            self._loop.call_soon_threadsafe(self._notify, group, results)

    def _wait(self) -> bool:
        """Sleep until there is something to write; return False when the writer is closed."""
        while not self._waiting and not self._closing:
            self._asleep = True
            if not self._waiting and not self._closing:  # Nothing was added meanwhile.
                self._wake.get()
            self._asleep = False
        return bool(self._waiting)

    def _run_group(self, group: Sequence[_Write]) -> list[Any]:
        (first, *_) = group
        if first.tick is None:
            return [_outcome(first.do, self.store)]
        ticks = [each.tick for each in group if each.tick is not None]
        outcome = _outcome(lambda store: store.commit(ticks), self.store)
        if outcome is None:
            self.ticks += len(ticks)
            return [None] * len(group)
        if len(ticks) == 1 or isinstance(outcome, OutcomeUnknown | Superseded):
            return [outcome] * len(group)
        return self._one_by_one(ticks)

    def _one_by_one(self, ticks: Sequence[Tick]) -> list[Any]:
        """Write each tick by itself, so that only the one at fault fails. If the store itself fails
        the rest is not tried, because each could take as long as the first."""
        results: list[Any] = []
        for tick in ticks:
            outcome = _outcome(_committing(tick), self.store)
            self.ticks += outcome is None
            results.append(outcome)
            if outcome is not None and not _fault_of_one(outcome):
                break
        rest = len(ticks) - len(results)
        return [*results, *[_not_tried(outcome)] * rest] if rest else results


def _next_group(waiting: deque[_Write]) -> list[_Write]:
    """Remove and return the ticks at the front of the queue, or one write of another kind."""
    group = [waiting.popleft()]
    while (
        group[0].tick is not None
        and waiting
        and waiting[0].tick is not None
        and len(group) < MOST_TICKS
    ):
        group.append(waiting.popleft())
    return group


def _committing(tick: Tick) -> Callable[[Store], None]:
    return lambda store: store.commit([tick])


def _fault_of_one(problem: Exception) -> bool:
    """True if the fault is in one tick, so that others may still be written."""
    return isinstance(problem, Conflict | InvalidData) or not isinstance(problem, StoreError)


def _not_tried(problem: StoreError) -> StoreError:
    """Return the outcome of a tick that follows one at which the store failed: it is not
    written."""
    if isinstance(problem, Superseded):
        return problem
    return StoreError(f"Not tried, after: {problem}")


def _outcome(do: Callable[[Store], Any] | None, store: Store) -> Any:
    """Return the result or the exception as a value: no failure may end the thread."""
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
