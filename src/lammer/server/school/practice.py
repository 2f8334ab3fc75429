"""Practice tables that people have open, in memory: nothing of them touches purses, meters or
history, and none is written to the store.

A session is a function of its setting and its answers, so a page that keeps both opens it again
after the house was restarted, or after it had to make room.
"""

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from lammer.core.codec import Malformed
from lammer.school.practice import PracticeSession, Setting
from lammer.school.practice.rounds import NoCrew
from lammer.school.practice.session import Answered, Late
from lammer.school.practice.tasks import Task
from lammer.server.errors import Refused
from lammer.server.ops.limits import ServerLimits
from lammer.server.ops.rate_limits import TokenBuckets
from lammer.sim.play.bots import newcomer

HOUR = 3600


class Given(NamedTuple):
    """An answer that was given before, to open a session again; and the seconds it took."""

    answer: Mapping[str, Any]
    seconds: float


@dataclass
class OpenPractice:
    """A session that somebody has open; ``asked_at`` is when the present task was asked. Who reads
    or answers it holds the ``lock``."""

    key: str
    person: int
    session: PracticeSession
    asked_at: float
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class PracticeTables:
    """The sessions of a house. A person's oldest makes room for a new one, and in a full house
    that which was unused for longest."""

    def __init__(
        self, limits: ServerLimits, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._limits, self._monotonic = limits, monotonic
        hourly = limits.openings_per_hour
        self._openings = TokenBuckets(hourly / HOUR, hourly, time=monotonic)
        self._by_address = TokenBuckets(5 * hourly / HOUR, 5 * hourly, time=monotonic)
        self._open: OrderedDict[str, OpenPractice] = OrderedDict()

    def __len__(self) -> int:
        return len(self._open)

    async def open(
        self, person: int, address: str, setting: Setting, given: Sequence[Given] = ()
    ) -> OpenPractice:
        """Open a session, with answers that were given before. Raises ``Refused``."""
        wait = self._openings.wait(str(person)) or self._by_address.wait(address)
        if wait:
            detail = "Too many practice tables were opened."
            raise Refused("too-many", detail, 429, retry_after=wait)
        session = await asyncio.to_thread(_begun, setting, given)
        mine = [key for key, each in self._open.items() if each.person == person]
        for key in mine[: max(0, len(mine) + 1 - self._limits.practice_per_person)]:
            del self._open[key]
        while len(self._open) >= self._limits.practice:
            self._open.popitem(last=False)
        key = secrets.token_urlsafe(12)
        found = self._open[key] = OpenPractice(key, person, session, self._monotonic())
        return found

    def find(self, person: int, key: str) -> OpenPractice:
        """Return somebody's session; ``Refused`` where there is none of theirs."""
        found = self._open.get(key)
        if found is None or found.person != person:
            raise Refused(
                "not-found", "There is no such practice table of yours.", 404,
                instead="Open one: POST /api/v1/school/{rules}/{game}/practice.",
            )  # fmt: skip
        self._open.move_to_end(key)
        return found

    async def answer(
        self, found: OpenPractice, number: int, answer: Mapping[str, Any]
    ) -> tuple[Answered, Task]:
        """Grade an answer, for whoever holds the lock; return it with the task that it is about.
        Raises ``Refused``."""
        seconds = round(self._monotonic() - found.asked_at, 1)
        before = found.session.number
        done = await asyncio.to_thread(_answered, found.session, number, answer, seconds)
        if found.session.number != before:
            found.asked_at = self._monotonic()
        latest = found.session.latest
        assert latest is not None
        return done, latest


def _begun(setting: Setting, given: Sequence[Given]) -> PracticeSession:
    try:
        session = PracticeSession(setting, newcomer)
    except NoCrew as problem:
        raise Refused("no-staff", f"{problem}", 409, clauses=problem.clauses) from None
    except ValueError as problem:
        raise Refused("malformed", f"{problem}.", 422) from None
    for each in given:
        _answered(session, session.number, each.answer, each.seconds)
    return session


def _answered(
    session: PracticeSession, number: int, answer: Mapping[str, Any], seconds: float
) -> Answered:
    try:
        return session.answer(number, answer, seconds)
    except Malformed as problem:
        raise Refused("malformed", f"{problem}.", 422, instead=problem.instead) from None
    except Late as problem:
        raise Refused("not-asked", f"{problem}", 409) from None
