"""Practice tables that people have open. Nothing of them touches purses, meters or history.

A session is a function of its setting and its answers, and these are in the store before they are
acknowledged. So one that is not in memory is opened again where it was, after the house was
restarted or had to make room: at most the task that was asked then is lost.
"""

import asyncio
import json
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from lammer.core.codec import Malformed, canonical
from lammer.school.practice import PracticeSession, Setting
from lammer.school.practice.report import answered_data, score_data, setting_data
from lammer.school.practice.rounds import NoCrew
from lammer.school.practice.session import Answered, WrongTask
from lammer.school.practice.tasks import Task
from lammer.school.table_tests.table_test import TestPart, rules_of
from lammer.server.errors import Refused
from lammer.server.ops.limits import ServerLimits
from lammer.server.ops.rate_limits import TokenBuckets
from lammer.server.people.accounts import AccountStore, timestamp
from lammer.sim.play.bots import newcomer
from lammer.store.port import Conflict, PracticeProgress, PracticeRecord

HOUR = 3600
MOST_KEPT = 50
"""Sessions of a person that are kept; the oldest makes room."""
MOST_ANSWER = 8192
"""The limit of an answer in bytes."""


class PracticeCaller(NamedTuple):
    """Who opens a session, and from where."""

    person: int
    address: str


@dataclass
class OpenPractice:
    """A session that somebody has open; ``asked_at`` is when the present task was asked."""

    record: PracticeRecord
    session: PracticeSession
    asked_at: float


class PracticeTables:
    """The sessions of a house. In memory a person's oldest makes room for a new one, and in a full
    house that which was unused for longest."""

    def __init__(
        self,
        writer: AccountStore,
        limits: ServerLimits,
        clock: Callable[[], datetime],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._writer, self._limits = writer, limits
        self._clock, self._monotonic = clock, monotonic
        hourly = limits.openings_per_hour
        self._openings = TokenBuckets(hourly / HOUR, hourly, time=monotonic)
        self._by_address = TokenBuckets(5 * hourly / HOUR, 5 * hourly, time=monotonic)
        self._open: OrderedDict[str, OpenPractice] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._open)

    def __contains__(self, key: object) -> bool:
        """Return whether a session is in memory."""
        return key in self._open

    def forget(self) -> None:
        """Forget what is in memory: the store may be another one now."""
        self._open.clear()

    def lock(self, key: str) -> AbstractAsyncContextManager[None]:
        """Return what somebody who reads or answers a session holds."""
        found = self._locks.get(key)
        if found is None:
            found = self._locks[key] = asyncio.Lock()
        return found

    async def open(
        self, who: PracticeCaller, setting: Setting, elected: Mapping[str, Any]
    ) -> OpenPractice:
        """Open a session; ``elected`` are the elections of its house. Raises ``Refused``."""
        self._take(who)
        session = await asyncio.to_thread(_begun, setting)
        law = setting.rules.house.law
        record = PracticeRecord(
            id=0,
            key=secrets.token_urlsafe(12),
            person=who.person,
            rules=law.key,
            game=law.game,
            digest=setting.rules.digest,
            setting=canonical({**setting_data(setting), "house": dict(elected)}),
            begun=self._now(),
            score=_score(session),
        )
        kept = await self._writer.write(lambda store: store.begin_practice(record, MOST_KEPT))
        return self._hold(OpenPractice(kept, session, self._monotonic()))

    async def find(self, who: PracticeCaller, key: str) -> OpenPractice:
        """Return a session of a person, from memory, or from the store if it went on in another
        process since; ``Refused`` if the person has no such session. The caller holds its lock."""
        found, record = self._open.get(key), await self.kept(who.person, key)
        if found is None or not _is_level(found.session, record):
            self._take(who)
            bodies = await self._writer.read(lambda store: store.practice_answers(record.id))
            session = await asyncio.to_thread(_resumed, record, bodies)
            found = self._hold(OpenPractice(record, session, self._monotonic()))
        self._open.move_to_end(key)
        return found

    async def kept(self, person: int, key: str) -> PracticeRecord:
        """Return the record of a session; ``Refused`` if the person has no such session."""
        record = await self._writer.read(lambda store: store.practice(key))
        if record is None or record.person != person:
            raise _not_found()
        return record

    async def all_kept(self, person: int) -> list[PracticeRecord]:
        """Return somebody's sessions, the latest first."""
        return await self._writer.read(lambda store: store.practices_of(person))

    async def results(
        self, person: int, key: str
    ) -> tuple[PracticeRecord, Sequence[dict[str, Any]]]:
        """Return somebody's session with the tasks that were answered, as they were graded."""
        record = await self.kept(person, key)
        bodies = await self._writer.read(lambda store: store.practice_answers(record.id))
        return record, [json.loads(each) for each in bodies]

    async def answer(
        self, found: OpenPractice, number: int, answer: Mapping[str, Any]
    ) -> tuple[Answered, Task]:
        """Grade and store an answer; return it with the task that it is about. The caller holds the
        lock. Raises ``Refused``."""
        if len(canonical(answer)) > MOST_ANSWER:
            raise Refused("malformed", "answer: it is too long.", 422)
        seconds = round(self._monotonic() - found.asked_at, 1)
        session, before = found.session, len(found.session.answered)
        done = await asyncio.to_thread(_answered, session, number, answer, seconds)
        if len(session.answered) != before:
            await self._keep(found, done)
            found.asked_at = self._monotonic()
        latest = session.latest
        assert latest is not None
        return done, latest

    async def _keep(self, found: OpenPractice, done: Answered) -> None:
        """Write an answer. If that fails the store knows how far the session went."""
        session, at = found.session, self._now()
        body = canonical(answered_data(done))
        progress = PracticeProgress(_score(session), at if session.task is None else None)
        practice, number = found.record.id, len(session.answered)
        try:
            await self._writer.write(
                lambda store: store.add_practice_answer(practice, number, at, body, progress)
            )
        except Conflict as problem:
            self._open.pop(found.record.key, None)
            raise Refused("gone-on", f"{problem}", 409, instead="Read it again.") from None
        except BaseException:
            self._open.pop(found.record.key, None)
            raise

    async def end(self, found: OpenPractice) -> None:
        """End a session before its last round. The caller holds the lock."""
        if found.session.task is None:
            return
        found.session.end()
        progress = PracticeProgress(_score(found.session), self._now())
        practice = found.record.id
        await self._writer.write(lambda store: store.end_practice(practice, progress))

    def _now(self) -> str:
        return timestamp(self._clock().replace(microsecond=0))

    def _take(self, who: PracticeCaller) -> None:
        """Count an opening; ``Refused`` if there were too many."""
        wait = self._openings.wait(str(who.person)) or self._by_address.wait(who.address)
        if wait:
            detail = "Too many practice tables were opened."
            raise Refused("too-many", detail, 429, retry_after=wait)

    def _hold(self, found: OpenPractice) -> OpenPractice:
        person = found.record.person
        mine = [key for key, each in self._open.items() if each.record.person == person]
        for key in mine[: max(0, len(mine) + 1 - self._limits.practice_per_person)]:
            del self._open[key]
        while len(self._open) >= self._limits.practice:
            self._open.popitem(last=False)
        self._open[found.record.key] = found
        return found


def _begun(setting: Setting) -> PracticeSession:
    try:
        return PracticeSession(setting, newcomer)
    except NoCrew as problem:
        raise Refused("no-staff", f"{problem}", 409, clauses=problem.clauses) from None
    except ValueError as problem:
        raise Refused("malformed", f"{problem}.", 422) from None


def _resumed(record: PracticeRecord, bodies: Sequence[str]) -> PracticeSession:
    """Return a session as it was; ``Refused`` if this program's rules are others."""
    try:
        session = _begun(_setting_of(record))
        for body in bodies:
            kept = json.loads(body)
            session.answer(session.number, kept["answer"], kept["seconds"])
    except (Malformed, LookupError, ValueError) as problem:
        raise _other_rules(f"{problem}") from None
    if record.ended is not None:
        session.end()
    return session


def _setting_of(record: PracticeRecord) -> Setting:
    kept = json.loads(record.setting)
    rules = rules_of(TestPart(record.rules, (), 1, record.game, kept.pop("house")))
    if rules.digest != record.digest:
        raise _other_rules("the rules are others now")
    return Setting(rules, **{**kept, "duties": tuple(kept["duties"])})


def _answered(
    session: PracticeSession, number: int, answer: Mapping[str, Any], seconds: float
) -> Answered:
    try:
        return session.answer(number, answer, seconds)
    except Malformed as problem:
        raise Refused("malformed", f"{problem}.", 422, instead=problem.instead) from None
    except WrongTask as problem:
        raise Refused("not-asked", f"{problem}", 409) from None


def _score(session: PracticeSession) -> str:
    played = session.round
    return canonical({**score_data(session), "round": 0 if played is None else played.number})


def _is_level(session: PracticeSession, record: PracticeRecord) -> bool:
    """Return whether a session in memory has gone as far as in the store."""
    ended = session.task is None
    return _score(session) == record.score and ended == (record.ended is not None)


def _other_rules(why: str) -> Refused:
    detail = f"This session cannot go on: {why.rstrip('.')}."
    return Refused("other-rules", detail, 409, instead="Open another one; its results are kept.")


def _not_found() -> Refused:
    return Refused(
        "not-found", "There is no such practice table of yours.", 404,
        instead="Open one: POST /api/v1/school/{rules}/{game}/practice.",
    )  # fmt: skip
