"""A worker process: carries out one task after another, each a line of JSON on standard input.

``{"id": 1, "do": "simulate", "ask": {...}, "seconds": 20}`` is a task, ``{"stop": 1}`` asks for
what is done of it. Answers are lines on standard output: ``progress`` any number of times, then
``answer``, ``refused`` (what is wrong with the task) or ``failed`` (a defect of ours). At the end
of its input the process ends, whatever it does then.

It limits its own memory. If that does not suffice it says so and ends, for another to take its
place.
"""

import gc
import json
import os
import resource
import sys
import threading
import traceback
from collections.abc import Mapping
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

from lammer.lab.control import LabOrder, StoppedEarly, TaskControl, Work
from lammer.lab.faults import LabRefusal

MEBIBYTE = 2**20
NICE = 15
"""The niceness of a worker process: the server goes first."""
OUT_OF_MEMORY = 3
"""The exit status of a worker that ran out of memory."""


def limit_memory(mebibytes: int) -> None:
    """Limit the memory of this process, where the system can."""
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (mebibytes * MEBIBYTE,) * 2)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class _Process:
    def __init__(self, work: Mapping[str, Work], out: int) -> None:
        self._work, self._out = work, out
        self._tasks: SimpleQueue[LabOrder] = SimpleQueue()
        self._lock = threading.Lock()
        self._running: dict[int, TaskControl] = {}

    def send(self, message: dict[str, Any]) -> None:
        raw = json.dumps(message, separators=(",", ":"), allow_nan=False).encode() + b"\n"
        with self._lock:
            sent = 0
            while sent < len(raw):
                sent += os.write(self._out, raw[sent:])

    def listen(self) -> None:
        """Read tasks until the input ends; then end the process, even in the middle of one."""
        for line in sys.stdin.buffer:
            said = json.loads(line)
            if "stop" in said:
                control = self._running.get(said["stop"])
                if control is not None:
                    control.asked.set()
            else:
                task = LabOrder(**said)
                self._running[task.id] = TaskControl(task, self.send)
                self._tasks.put(task)
        os._exit(0)

    def work(self) -> int:
        """Carry out tasks until the process runs out of memory."""
        self.send({"ready": True})
        while True:
            task = self._tasks.get()
            control = self._running[task.id]
            found, status = self._done(task, control)
            del self._running[task.id]
            self.send({"id": task.id, **found})
            if status:
                return status
            gc.collect()

    def _done(self, task: LabOrder, control: TaskControl) -> tuple[dict[str, Any], int]:
        try:
            return {"answer": self._work[task.do](task.ask, control)}, 0
        except LabRefusal as refusal:
            return {"refused": refusal.as_data()}, 0
        except StoppedEarly:
            code = "too-long" if control.late else "stopped"
            return {"refused": {"code": code, "faults": []}}, 0
        except MemoryError:
            return {"refused": {"code": "too-large", "faults": []}}, OUT_OF_MEMORY
        except Exception:  # noqa: BLE001
            return {"failed": traceback.format_exc(limit=-8)}, 0


def main(kind: str, mebibytes: int) -> int:
    """Run a worker of a kind, ``quick`` or ``long``, with so much memory."""
    out = os.dup(1)
    os.dup2(2, 1)  # What a library prints must not be read as an answer.
    with suppress(OSError):
        os.nice(NICE)
    limit_memory(mebibytes)
    from lammer.lab.tasks import prepare, work

    process = _Process(work(), out)
    threading.Thread(target=process.listen, daemon=True).start()
    prepare(kind)
    return process.work()


if __name__ == "__main__":
    # Threads of a library must not keep the process.
    os._exit(main(sys.argv[1], int(sys.argv[2])))
