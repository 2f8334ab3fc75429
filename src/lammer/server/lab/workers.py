"""Worker processes that carry out tasks for the server, apart from it.

A worker is started when there is something to do, and ended when it has had nothing to do for a
while. One that takes too long is killed, and one that dies is replaced. The server only waits for
lines of text, so nothing else in it is held up.
"""

import asyncio
import itertools
import json
import logging
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Literal

from lammer.server.ops.logs import log_line
from lammer.server.ops.metrics import Metrics

GRACE = 5
"""Seconds after its time in which a task must have ended."""
STARTING = 120
"""Seconds that a worker may take to start."""
LONGEST_LINE = 2**23
"""Bytes of an answer."""
_KEPT = ("HOME", "LANG", "LD_LIBRARY_PATH", "PATH", "TMPDIR", "XDG_CACHE_HOME")
_KEPT_FROM = ("LC_", "NUMBA_", "PYTHON")
"""The environment that workers have: nothing of the house's."""

Kind = Literal["long", "quick"]
State = Literal["waiting", "running", "done", "refused"]


@dataclass(eq=False)
class LabTask:
    """Something for a worker to do: ``ask`` is what, ``seconds`` how long it may take. It ends with
    an ``answer``, or as refused with a ``code`` and what is wrong with it (``faults``)."""

    do: str
    ask: dict[str, Any]
    seconds: int
    state: State = "waiting"
    progress: dict[str, Any] | None = None
    answer: dict[str, Any] | None = None
    code: str = ""
    faults: list[dict[str, Any]] = field(default_factory=list)
    stopping: bool = False
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def over(self) -> bool:
        return self.ended.is_set()

    def end(self, answer: dict[str, Any]) -> None:
        self.state, self.answer = "done", answer
        self.ended.set()

    def refuse(self, code: str, faults: list[dict[str, Any]] | None = None) -> None:
        self.state, self.code, self.faults = "refused", code, faults or []
        self.ended.set()


class _WorkerDied(Exception):
    """Raised when a worker ends in the middle of a task."""


class WorkerPool:
    """Up to ``most`` workers of a kind, each with so much memory (MiB), and the tasks that wait for
    them, at most ``room``. A worker without tasks is ended after ``idle`` seconds."""

    def __init__(
        self, kind: Kind, most: int, memory: int, room: int, idle: float, metrics: Metrics
    ) -> None:
        self._kind, self._most, self._memory = kind, most, memory
        self._room, self._idle, self._metrics = room, idle, metrics
        self._queue: asyncio.Queue[LabTask] = asyncio.Queue()
        self._waiting: list[LabTask] = []
        self._slots: set[asyncio.Task[None]] = set()
        self._free = 0
        self._numbers = itertools.count(1)
        self._running: dict[LabTask, tuple[Process, int]] = {}
        self.pids: set[int] = set()
        """The processes that there are now."""
        self._closed = False

    @property
    def full(self) -> bool:
        return self._closed or len(self._waiting) >= self._room

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def before(self, task: LabTask) -> int:
        """Return how many tasks wait before this one; 0 if it does not wait."""
        return self._waiting.index(task) if task in self._waiting else 0

    def submit(self, task: LabTask) -> None:
        """Have a task carried out. There must be room: ``full`` says so."""
        assert not self.full
        self._waiting.append(task)
        self._queue.put_nowait(task)
        self._enough_slots()

    def stop(self, task: LabTask) -> None:
        """End a task with what was computed until now. A task that waits is not begun."""
        if task.over or task.stopping:
            return
        task.stopping = True
        if task in self._waiting:
            self._waiting.remove(task)
            self._count(task, "stopped")
            task.refuse("stopped")
        elif task in self._running:
            process, number = self._running[task]
            _write(process, {"stop": number})
            asyncio.get_running_loop().call_later(GRACE, self._insist, task, number)

    def _insist(self, task: LabTask, number: int) -> None:
        """Kill the worker of a task that was stopped and goes on."""
        process, running = self._running.get(task, (None, 0))
        if process is not None and running == number:
            with suppress(ProcessLookupError):
                process.kill()

    async def close(self) -> None:
        """End every worker and every task."""
        self._closed = True
        for slot in self._slots:
            slot.cancel()
        await asyncio.gather(*self._slots, return_exceptions=True)
        while self._waiting:
            self._waiting.pop().refuse("closing")

    # Slots: each has one process after another.

    def _enough_slots(self) -> None:
        if self._waiting and self._free < len(self._waiting) and len(self._slots) < self._most:
            slot = asyncio.get_running_loop().create_task(self._slot())
            self._slots.add(slot)
            slot.add_done_callback(self._slot_ended)

    def _slot_ended(self, slot: "asyncio.Task[None]") -> None:
        self._slots.discard(slot)
        if slot.cancelled() or self._closed:
            return
        problem = slot.exception()
        if problem is not None:
            log_line(logging.ERROR, f"A lab worker: {type(problem).__name__}: {problem}")
        self._enough_slots()  # Something may have come in just now.

    async def _slot(self) -> None:
        process: Process | None = None
        try:
            while (task := await self._next()) is not None:
                if process is None or process.returncode is not None:
                    process = await self._replaced(process, task)
                if process is not None and not await self._carry_out(process, task):
                    await self._ended(process)
                    process = None
        finally:
            if process is not None:
                await self._ended(process)

    async def _next(self) -> LabTask | None:
        """Return the next task; None if there was none for a while."""
        while True:
            self._free += 1
            try:
                async with asyncio.timeout(self._idle):
                    task = await self._queue.get()
            except TimeoutError:
                return None
            finally:
                self._free -= 1
            if not task.over:
                self._waiting.remove(task)
                return task

    async def _replaced(self, process: Process | None, task: LabTask) -> Process | None:
        """Return a new process in place of one that ended; None, and the task refused, if there can
        be none."""
        if process is not None:
            await self._ended(process)
        try:
            return await self._started()
        except (OSError, TimeoutError, _WorkerDied) as problem:
            log_line(logging.ERROR, f"A lab worker cannot start: {type(problem).__name__}")
            self._count(task, "failed")
            task.refuse("no-worker")
            return None

    async def _started(self) -> Process:
        environment = {
            key: value
            for key, value in os.environ.items()
            if key in _KEPT or key.startswith(_KEPT_FROM)
        }
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "lammer.lab.worker", self._kind, str(self._memory),
            stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LONGEST_LINE, env=environment,
            start_new_session=True,  # Ctrl-C is for the house.
        )  # fmt: skip
        self.pids.add(process.pid)
        try:
            async with asyncio.timeout(STARTING):
                while "ready" not in await _line(process):
                    pass
        except BaseException:
            await self._ended(process)
            raise
        return process

    async def _ended(self, process: Process) -> None:
        """End a process, whatever it does."""
        with suppress(ProcessLookupError):
            process.kill()
        with suppress(OSError):
            await process.communicate()
        self.pids.discard(process.pid)

    async def _carry_out(self, process: Process, task: LabTask) -> bool:
        """Carry out a task, and return whether the process is good for another."""
        if task.stopping:  # While the process was started.
            self._count(task, "stopped")
            task.refuse("stopped")
            return True
        began, number = perf_counter(), next(self._numbers)
        task.state = "running"
        self._running[task] = process, number
        try:
            async with asyncio.timeout(task.seconds + GRACE):
                return await self._answered(process, task, number)
        except TimeoutError:
            self._count(task, "too-long")
            task.refuse("too-long")
        except (_WorkerDied, OSError, ValueError):
            outcome = "stopped" if task.stopping else "crashed"
            self._count(task, outcome)
            task.refuse(outcome)
        finally:
            del self._running[task]
            self._metrics.lab_seconds.labels(task.do).observe(perf_counter() - began)
            if not task.over:
                task.refuse("closing")
        return False

    async def _answered(self, process: Process, task: LabTask, number: int) -> bool:
        sent = {"id": number, "do": task.do, "ask": task.ask, "seconds": task.seconds}
        _write(process, sent)
        while True:
            said = await _line(process)
            if said.get("id") != number:
                continue
            if "progress" in said:
                task.progress = said["progress"]
            elif "answer" in said:
                self._count(task, "stopped" if task.stopping else "answered")
                task.end(said["answer"])
                return True
            elif "refused" in said:
                code = said["refused"]["code"]
                self._count(task, "refused" if code == "wrong" else code)
                task.refuse(code, said["refused"]["faults"])
                return bool(code != "too-large")
            else:
                log_line(logging.ERROR, f"The lab failed: {said['failed']}")
                self._count(task, "failed")
                task.refuse("failed")
                return False

    def _count(self, task: LabTask, outcome: str) -> None:
        self._metrics.lab_tasks.labels(task.do, outcome).inc()


def _write(process: Process, message: dict[str, Any]) -> None:
    assert process.stdin is not None
    with suppress(OSError):
        process.stdin.write(json.dumps(message).encode() + b"\n")


async def _line(process: Process) -> dict[str, Any]:
    assert process.stdout is not None
    line = await process.stdout.readline()
    if not line:
        raise _WorkerDied
    found: dict[str, Any] = json.loads(line)
    return found
