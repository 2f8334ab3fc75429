"""The lab of a house: who may ask how much, the questions that were asked, and their answers.

What somebody asks is kept in memory for a while. A question has a key that cannot be guessed, and
whoever knows it may read the answer.
"""

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from lammer.server.errors import Refused
from lammer.server.lab.workers import LabTask, WorkerPool
from lammer.server.ops.limits import ServerLimits
from lammer.server.ops.metrics import Metrics
from lammer.server.ops.rate_limits import TokenBuckets

HOUR = 3600
QUICK_SECONDS = 10
"""Seconds for a check, and for what a page begins with."""
QUICK_EACH, QUICK_ROOM = 2, 50
"""Checks of one person at once, and all that may wait."""
KEPT, KEPT_SECONDS = 300, 900
"""Answers that are kept, and for how long."""
MUCH = 5
"""How many times the share of one guest all guests of one address have together."""


JobKind = Literal["simulate", "design"]


class Asker(NamedTuple):
    """Who asks: an account or a guest; whoever has neither counts as a guest. Guests of one address
    may ask ``MUCH`` times what one of them may."""

    person: int | None
    guest: bool
    address: str

    @property
    def key(self) -> str:
        return f"address {self.address}" if self.person is None else f"person {self.person}"


@dataclass(eq=False)
class LabJob:
    """A question, with the key by which it is asked for again."""

    key: str
    kind: JobKind
    asker: Asker
    task: LabTask
    made: float


class Lab:
    """The lab of a process. Where there are several, ``process`` is its name, with which the keys
    of its questions begin."""

    def __init__(
        self,
        limits: ServerLimits,
        metrics: Metrics,
        monotonic: Callable[[], float] = time.monotonic,
        process: str | None = None,
    ) -> None:
        self._limits, self._monotonic = limits, monotonic
        self._prefix = "" if process is None else f"{process}."
        memory, idle = limits.lab_memory, limits.lab_idle
        self.long = WorkerPool(
            "long", limits.lab_workers, memory, limits.lab_waiting, idle, metrics
        )
        self.quick = WorkerPool("quick", 1, memory, QUICK_ROOM, idle, metrics)
        self._jobs: OrderedDict[str, LabJob] = OrderedDict()
        hourly, guests = limits.lab_per_hour, limits.lab_per_hour_guest
        self._accounts = TokenBuckets(hourly / HOUR, hourly, time=monotonic)
        self._guests = TokenBuckets(guests / HOUR, guests, time=monotonic)
        self._addresses = TokenBuckets(MUCH * guests / HOUR, MUCH * guests, time=monotonic)
        self._checking: dict[str, int] = {}
        self._static: dict[str, dict[str, Any]] = {}
        metrics.lab_workers.set_function(lambda: len(self.long.pids) + len(self.quick.pids))
        metrics.lab_waiting.set_function(lambda: self.long.waiting + self.quick.waiting)

    async def close(self) -> None:
        await self.long.close()
        await self.quick.close()

    def seconds(self, asker: Asker) -> int:
        """Return how long a question may take."""
        return self._limits.lab_seconds_guest if asker.guest else self._limits.lab_seconds

    def at_once(self, asker: Asker) -> int:
        """Return how many unanswered questions somebody may have."""
        return self._limits.lab_per_guest if asker.guest else self._limits.lab_per_person

    # Questions

    def begin(self, asker: Asker, kind: JobKind, ask: dict[str, Any]) -> LabJob:
        """Have a question answered. Raises ``Refused`` if that is more than this person may ask, or
        more than waits."""
        self._forget()
        self._check_open(asker)
        if self.long.full:
            detail = "The lab has more questions than it can answer now."
            raise Refused("busy", detail, 503, instead="Try again in a moment.", retry_after=5)
        self._check_rate(asker)
        task = LabTask(kind, ask, self.seconds(asker))
        job = LabJob(self._prefix + secrets.token_urlsafe(12), kind, asker, task, self._monotonic())
        self._jobs[job.key] = job
        self.long.submit(task)
        return job

    def _check_open(self, asker: Asker) -> None:
        """Refuse somebody who has as many questions open as they may."""
        askers = [each.asker for each in self._jobs.values() if not each.task.over]
        mine, most = sum(each.key == asker.key for each in askers), self.at_once(asker)
        instead = "Wait for the answer, or stop it."
        if asker.person is not None and mine >= most:
            detail = f"You have {_questions(mine)} in the lab, and may have {most} at once."
            raise Refused("too-many", detail, 429, instead=instead)
        near = sum(each.guest and each.address == asker.address for each in askers)
        if asker.guest and near >= MUCH * most:
            detail = f"Guests at your address have {_questions(near)} in the lab already."
            raise Refused("too-many", detail, 429, instead=f"{instead} Or make an account.")

    def _check_rate(self, asker: Asker) -> None:
        """Refuse somebody who has asked too much in the last hour."""
        most = self._limits.lab_per_hour_guest if asker.guest else self._limits.lab_per_hour
        wait = (self._guests if asker.guest else self._accounts).wait(asker.key)
        if asker.guest and not wait:
            wait = self._addresses.wait(asker.address)
        if wait:
            detail = f"You may ask the lab {_questions(most)} an hour."
            instead = f"Try again in {_counted(wait)}."
            if asker.guest and self._limits.lab_per_hour > most:
                instead += f" An account may ask {self._limits.lab_per_hour}."
            raise Refused("too-many", detail, 429, instead=instead, retry_after=wait)

    def find(self, key: str) -> LabJob:
        """Return a question; raises ``Refused``."""
        self._forget()
        found = self._jobs.get(key)
        if found is None:
            detail = "There is no such question in the lab, or its answer was dropped."
            raise Refused("not-found", detail, 404, instead="Ask it again.")
        return found

    def stop(self, job: LabJob) -> None:
        self.long.stop(job.task)

    def _forget(self) -> None:
        """Drop old answers."""
        old = self._monotonic() - KEPT_SECONDS
        over = [each for each in self._jobs.values() if each.task.over]
        for at, each in enumerate(over):
            if each.made < old or len(over) - at > KEPT:
                del self._jobs[each.key]

    # Quick tasks

    async def check(self, asker: Asker, do: str, ask: dict[str, Any]) -> LabTask:
        """Carry out a quick task and return it, ended. Raises ``Refused`` if there are too many."""
        held = self._checking.get(asker.key, 0)
        if held >= QUICK_EACH * (1 if asker.person is not None else MUCH) or self.quick.full:
            detail = "The lab is checking as much as it can."
            raise Refused("busy", detail, 503, instead="Try again in a moment.", retry_after=2)
        self._checking[asker.key] = held + 1
        try:
            return await self._run_task(do, ask)
        finally:
            left = self._checking.pop(asker.key) - 1
            if left:
                self._checking[asker.key] = left

    async def _run_task(self, do: str, ask: dict[str, Any]) -> LabTask:
        task = LabTask(do, ask, QUICK_SECONDS)
        self.quick.submit(task)
        try:
            await task.ended.wait()
        finally:
            self.quick.stop(task)
        return task

    async def static(self, do: str) -> dict[str, Any]:
        """Return what a worker says that is always the same, such as the library."""
        found = self._static.get(do)
        if found is None:
            if self.quick.full:
                raise Refused("busy", "The lab is busy.", 503, retry_after=2)
            task = await self._run_task(do, {})
            if task.answer is None:
                raise self.refusal(task)
            found = self._static[do] = task.answer
        return found

    # What went wrong

    def refusal(self, task: LabTask, guest: bool = False) -> Refused:
        """Return in words why a task has no answer."""
        limits = self._limits
        if task.code in ("wrong", "not-installed") and task.faults:
            first = task.faults[0]
            status = 503 if task.code == "not-installed" else 422
            return Refused(
                task.code if status == 503 else "malformed",
                _sentence(first["what"]),
                status,
                instead=first["instead"],
                clauses=tuple(first["clauses"]),
            )
        seconds = task.seconds
        more = f" An account has {_counted(limits.lab_seconds)}."
        smaller = "Ask for fewer rolls, a smaller bankroll or fewer sessions."
        words = {
            "too-long": (
                f"It took longer than {_counted(seconds)}, and was ended.",
                smaller + (more if guest and limits.lab_seconds > seconds else ""),
                422,
            ),
            "too-large": (
                f"It needed more than {limits.lab_memory:,} MiB of memory, and was ended.",
                f"Sample it instead of an exact answer. {smaller}",
                422,
            ),
            "crashed": (
                "The process that worked it out ended without an answer, and was replaced.",
                "Try again; if it happens again, tell whoever runs the house.",
                503,
            ),
            "stopped": ("It was stopped before there was anything to tell.", "", 422),
            "closing": ("The house is closing.", "Try again when it is open.", 503),
            "no-worker": ("The lab cannot be started now.", "Try again in a moment.", 503),
        }
        detail, instead, status = words.get(
            task.code, ("Something went wrong in the lab.", "Tell whoever runs the house.", 503)
        )
        return Refused(task.code, detail, status, instead=instead)


def _questions(count: int) -> str:
    return f"{count:,} question{'' if count == 1 else 's'}"


def _counted(seconds: int) -> str:
    return f"{seconds:,} second{'' if seconds == 1 else 's'}"


def _sentence(what: str) -> str:
    said = f"{what[:1].upper()}{what[1:]}"
    return said if said.endswith((".", "?", "!")) else f"{said}."
