"""Classes, the tests they are assigned, and sittings of tests.

An instructor sees the results of the own classes, a learner the own ones; for everybody else there
is nothing there. Where somebody takes a test alone, the class is of kind ``own``: it has nobody
else in it, and no link.

An open sitting is kept in memory as long as it goes on here. What was answered is in the store
before it is acknowledged, so a sitting that is not in memory is resumed from its log.
"""

import asyncio
import json
import secrets
from collections import OrderedDict
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from lammer.core.codec import Malformed, canonical
from lammer.school.table_tests.sitting import LateAnswer, Sitting, WrongQuestion, resume
from lammer.school.table_tests.table_test import TableTest, as_data, read_test
from lammer.server.errors import Refused
from lammer.server.people.accounts import AccountStore, timestamp
from lammer.server.people.names import clean_name
from lammer.server.people.roles import INSTRUCTOR, has_role
from lammer.store.port import (
    ClassMember,
    ClassTest,
    Conflict,
    Person,
    SchoolClass,
    SittingRecord,
    Store,
)

OTHER_RULES = "other-rules"
OWN = "own"
"""The kind of the class in which somebody takes tests alone."""
MOST_CLASSES = 100
"""Classes that somebody teaches, and that somebody is in."""
MOST_MEMBERS = 300
MOST_TESTS = 200
"""Tests of a class."""
MOST_OWN = 100
"""Tests that somebody takes alone."""
MOST_ANSWER = 16_384
"""The limit of an answer in bytes."""
MOST_OPEN = 512
"""Sittings kept in memory."""


class Attended(NamedTuple):
    """A class as somebody sees it: whether they teach it, its tests, and for its instructor who is
    in it."""

    school_class: SchoolClass
    teaches: bool
    tests: tuple[ClassTest, ...]
    members: tuple[ClassMember, ...]


class Taken(NamedTuple):
    """A sitting with its test, its class and whose it is."""

    record: SittingRecord
    test: ClassTest
    school_class: SchoolClass
    person: Person


class School:
    """The classes of a house."""

    def __init__(self, writer: AccountStore, clock: Callable[[], datetime]) -> None:
        self._writer, self._clock = writer, clock
        self._open: OrderedDict[int, Sitting] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def now(self) -> datetime:
        return self._clock().replace(microsecond=0)

    def forget(self) -> None:
        """Forget what is in memory: the store may be another one now."""
        self._open.clear()

    # Classes

    async def create(self, by: Person, name: str) -> SchoolClass:
        """Create a class that ``by`` teaches."""
        _require_instructor(by)
        plain, token, at = clean_name(name), secrets.token_urlsafe(32), timestamp(self.now())

        def make(store: Store) -> SchoolClass:
            taught = [each for each in store.classes_of(by.id) if each.instructor == by.id]
            _limit(len(taught), MOST_CLASSES, "classes")
            return store.add_class(plain, by.id, token, at)

        return await self._writer.write(make)

    async def classes(self, who: Person) -> list[Attended]:
        """Return the classes that somebody teaches or is in; their own tests come first."""

        def read(store: Store) -> list[Attended]:
            found = [_attended(store, each, who) for each in store.classes_of(who.id)]
            return sorted(found, key=lambda each: each.school_class.kind != OWN)

        return await self._writer.read(read)

    async def attended(self, who: Person, id: int) -> Attended:
        """Return one of them; ``Refused`` for any other."""

        def read(store: Store) -> Attended:
            return _attended(store, _class_of(store, who, id), who)

        return await self._writer.read(read)

    async def look(self, token: str) -> SchoolClass:
        """Return the class that a link leads to; ``Refused`` if there is none, or it is closed."""
        return await self._writer.read(lambda store: _by_token(store, token))

    async def join(self, who: Person, token: str) -> SchoolClass:
        def join(store: Store) -> SchoolClass:
            found = _by_token(store, token)
            if found.instructor == who.id:
                raise Refused("own-class", "You teach this class.", 409)
            members = store.class_members(found.id)
            if all(each.person != who.id for each in members):
                _limit(len(members), MOST_MEMBERS, "people in this class")
                _limit(len(store.classes_of(who.id)), MOST_CLASSES, "classes that you are in")
                store.join_class(found.id, who.id, timestamp(self.now()))
            return found

        return await self._writer.write(join)

    async def close(self, by: Person, id: int) -> None:
        """Close a class: nobody joins it any more, and no sitting begins. Results stay."""

        def close(store: Store) -> None:
            store.close_class(_taught(store, by, id).id, timestamp(self.now()))

        await self._writer.write(close)

    # Tests

    async def assign(self, by: Person, id: int, test: TableTest, sittings: int) -> ClassTest:
        """Assign a test to a class; everybody may take it so often."""

        def assign(store: Store) -> ClassTest:
            found = _taught(store, by, id)
            if found.closed is not None:
                raise _closed()
            _limit(len(store.tests_of(found.id)), MOST_TESTS, "tests of this class")
            return store.add_test(found.id, _text(test), sittings, timestamp(self.now()))

        return await self._writer.write(assign)

    async def withdraw(self, by: Person, test: int) -> None:
        """Withdraw a test: no sitting of it begins any more. Results stay."""

        def withdraw(store: Store) -> None:
            found, _ = _taught_test(store, by, test)
            store.withdraw_test(found.id, timestamp(self.now()))

        await self._writer.write(withdraw)

    async def own_test(self, who: Person, test: TableTest) -> ClassTest:
        """Keep a test that somebody takes alone, and once."""
        at = timestamp(self.now())

        def keep(store: Store) -> ClassTest:
            own = next((each for each in store.classes_of(who.id) if each.kind == OWN), None)
            if own is None:
                own = store.add_class("Tests of my own", who.id, f"{OWN}-{who.id}", at, OWN)
            _limit(len(store.tests_of(own.id)), MOST_OWN, "tests of your own")
            return store.add_test(own.id, _text(test), 1, at)

        return await self._writer.write(keep)

    async def results(
        self, by: Person, test: int
    ) -> tuple[ClassTest, SchoolClass, list[tuple[ClassMember, list[SittingRecord]]]]:
        """Return all sittings of a test, by person; sittings whose time is over are ended."""

        def read(store: Store) -> tuple[ClassTest, SchoolClass, list[SittingRecord]]:
            return *_taught_test(store, by, test), store.sittings_of(test)

        _, _, sittings = await self._writer.read(read)
        for each in sittings:
            if each.result is None:
                await self._ended_if_possible(each.id)

        def again(
            store: Store,
        ) -> tuple[ClassTest, SchoolClass, list[tuple[ClassMember, list[SittingRecord]]]]:
            found, school_class = _taught_test(store, by, test)
            taken = store.sittings_of(test)
            members = store.class_members(school_class.id)
            return (
                *(found, school_class),
                [(each, [one for one in taken if one.person == each.person]) for each in members],
            )

        return await self._writer.read(again)

    # Sittings

    async def sittings(self, who: Person, test: int) -> list[SittingRecord]:
        """Return somebody's own sittings of a test."""
        return await self._writer.read(lambda store: store.sittings_of(test, who.id))

    async def begin(self, who: Person, test: int) -> SittingRecord:
        """Begin a sitting, or return the one that goes on. The seed is a fresh one, unless the
        test has its own."""
        found, going = await self._writer.read(lambda store: _to_take(store, who, test))
        if going is not None:
            return going
        definition = definition_of(found)
        seed = secrets.randbelow(2**48) if definition.seed is None else definition.seed
        at = self.now()
        sitting = await asyncio.to_thread(Sitting, definition, who.name, seed, at)
        lines = tuple(sitting.lines)
        try:
            made = await self._writer.write(
                lambda store: store.begin_sitting(test, who.id, timestamp(at), lines)
            )
        except Conflict as problem:
            raise Refused(
                "taken", str(problem), 409, instead="An instructor can assign it again."
            ) from None
        self._hold(made.id, sitting)
        return made

    async def taken(self, who: Person, id: int) -> Taken:
        """Return a sitting: one's own, or as its instructor one of the class."""
        return await self._writer.read(lambda store: _taken(store, who, id))

    async def sitting(self, who: Person, id: int) -> tuple[Taken, Sitting]:
        """The same as its log has it. One whose time is over is ended."""
        await self.taken(who, id)
        sitting = await self._ended_if_late(id)
        return await self.taken(who, id), sitting

    async def log(self, who: Person, id: int) -> list[bytes]:
        """Return the log of a sitting that is over, as it was kept, whether these rules can make it
        again or not. ``Refused`` for one that goes on."""
        found = await self.taken(who, id)
        if found.record.result is None:
            await self._ended_if_late(id)
            found = await self.taken(who, id)
        if found.record.result is None:
            raise goes_on()
        return await self._writer.read(lambda store: store.sitting_lines(id))

    async def answer(self, who: Person, id: int, number: int, given: dict[str, Any]) -> Sitting:
        """Take the answer to the open question of one's own sitting. ``Refused`` for what is no
        answer, is late, or is to another question; then nothing has changed."""
        await self._own(who, id)
        if len(canonical(given)) > MOST_ANSWER:
            raise Refused("malformed", "answer: it is too long.", 422)
        async with self._lock(id):
            sitting = await self._held(id)
            before = len(sitting.lines)
            try:
                await asyncio.to_thread(sitting.answer, number, given, self.now())
            except Malformed as problem:
                raise Refused("malformed", f"{problem}.", 422, instead=problem.instead) from None
            except WrongQuestion as problem:
                raise _not_open(sitting, problem) from None
            except LateAnswer as problem:
                await self._keep(id, sitting, before)
                raise Refused("time-over", f"{problem}.", 409) from None
            except BaseException:
                self._open.pop(id, None)
                raise
            await self._keep(id, sitting, before)
            return sitting

    async def hand_in(self, who: Person, id: int) -> Sitting:
        """End one's own sitting; what is not answered is not right."""
        await self._own(who, id)
        async with self._lock(id):
            sitting = await self._held(id)
            before, now = len(sitting.lines), self.now()
            if not sitting.expire(now):
                sitting.finish(now)
            await self._keep(id, sitting, before)
            return sitting

    async def _own(self, who: Person, id: int) -> None:
        found = await self.taken(who, id)
        if found.record.person != who.id:
            raise Refused("not-yours", "Somebody else takes this test.", 403)

    async def _ended_if_late(self, id: int) -> Sitting:
        async with self._lock(id):
            sitting = await self._held(id)
            before = len(sitting.lines)
            if sitting.expire(self.now()):
                await self._keep(id, sitting, before)
            return sitting

    async def _ended_if_possible(self, id: int) -> None:
        """The same; one that these rules cannot make again stays as it is, and hinders nobody."""
        try:
            await self._ended_if_late(id)
        except Refused as problem:
            if problem.code != OTHER_RULES:
                raise

    def _lock(self, id: int) -> AbstractAsyncContextManager[None]:
        found = self._locks.get(id)
        if found is None:
            found = self._locks[id] = asyncio.Lock()
        return found

    async def _held(self, id: int) -> Sitting:
        """Return a sitting as it stands: from memory, or made again from its log if it went on in
        another process since."""
        held = self._open.get(id)
        lines = await self._writer.read(lambda store: store.sitting_lines(id))
        if held is not None and len(held.lines) == len(lines):
            return held
        try:
            sitting = await asyncio.to_thread(resume, lines)
        except ValueError as problem:
            detail = f"This sitting cannot be graded any more: {problem}"
            instead = (
                "Its log, once it is over, is kept: the version that wrote it grades it again."
            )
            raise Refused(OTHER_RULES, detail, 409, instead=instead) from None
        self._hold(id, sitting)
        return sitting

    def _hold(self, id: int, sitting: Sitting) -> None:
        self._open[id] = sitting
        self._open.move_to_end(id)
        if len(self._open) > MOST_OPEN:
            self._open.popitem(last=False)

    async def _keep(self, id: int, sitting: Sitting, before: int) -> None:
        """Write the lines after ``before``. If that fails the store knows how far it went."""
        lines = tuple(sitting.lines[before:])
        if not lines:
            return
        try:
            await self._writer.write(
                lambda store: store.add_sitting_lines(id, before + 1, lines, summary(sitting))
            )
        except Conflict as problem:
            self._open.pop(id, None)
            raise Refused("gone-on", str(problem), 409, instead="Read it again.") from None
        except BaseException:
            self._open.pop(id, None)
            raise


def definition_of(test: ClassTest) -> TableTest:
    """Return what a test consists of; ``Refused`` if this program's rules have no such test."""
    try:
        return read_test(json.loads(test.definition))
    except Malformed as problem:
        detail = f"This test cannot be asked any more: {problem}."
        raise Refused(OTHER_RULES, detail, 409, instead="Assign it again.") from None


def name_of(test: ClassTest) -> str:
    return str(json.loads(test.definition)["name"])


def summary(sitting: Sitting) -> str | None:
    """Return the result of a sitting as it is kept beside its log; None while it goes on."""
    found = sitting.result
    if found is None:
        return None
    return canonical(
        {
            "right": found.right,
            "count": found.asked,
            "passed": found.passed,
            "skills": {key: list(pair) for key, pair in found.by_skill.items()},
            "seconds": sum(each.seconds for each in sitting.marked),
            "ended": json.loads(sitting.lines[-1])["at"],
            "head": sitting.head,
        }
    )


def _text(test: TableTest) -> str:
    return canonical(as_data(test))


def _attended(store: Store, found: SchoolClass, who: Person) -> Attended:
    teaches = found.instructor == who.id and found.kind != OWN
    members = store.class_members(found.id) if teaches else ()
    return Attended(found, teaches, tuple(store.tests_of(found.id)), tuple(members))


def _is_in(store: Store, found: SchoolClass, who: Person) -> bool:
    return any(each.person == who.id for each in store.class_members(found.id))


def _class_of(store: Store, who: Person, id: int) -> SchoolClass:
    found = store.school_class(id)
    if found is None or not (found.instructor == who.id or _is_in(store, found, who)):
        raise Refused("not-found", "You are in no such class.", 404)
    return found


def _taught(store: Store, by: Person, id: int) -> SchoolClass:
    _require_instructor(by)
    found = store.school_class(id)
    if found is None or found.instructor != by.id or found.kind == OWN:
        raise Refused("not-found", "You teach no such class.", 404)
    return found


def _taught_test(store: Store, by: Person, test: int) -> tuple[ClassTest, SchoolClass]:
    found = store.class_test(test)
    if found is None:
        raise Refused("not-found", "You have assigned no such test.", 404)
    return found, _taught(store, by, found.school_class)


def _by_token(store: Store, token: str) -> SchoolClass:
    found = store.class_by_token(token)
    if found is None or found.closed is not None or found.kind == OWN:
        detail = "This link leads to no class: it was closed, or never was."
        raise Refused("no-class", detail, 404, instead="Ask the instructor for a new one.")
    return found


def _to_take(store: Store, who: Person, test: int) -> tuple[ClassTest, SittingRecord | None]:
    """Return a test that somebody may take, and the sitting of it that goes on."""
    found = store.class_test(test)
    if found is None:
        raise Refused("not-found", "You are assigned no such test.", 404)
    school_class = _class_of(store, who, found.school_class)
    going = [each for each in store.sittings_of(test, who.id) if each.result is None]
    if going:
        return found, going[-1]
    if school_class.kind != OWN and school_class.instructor == who.id:
        detail = "You teach this class."
        raise Refused("own-class", detail, 409, instead="Try the test as one of your own.")
    if school_class.closed is not None:
        raise _closed()
    if found.withdrawn is not None:
        raise Refused("withdrawn", "This test was withdrawn.", 409)
    return found, None


def _taken(store: Store, who: Person, id: int) -> Taken:
    record = store.sitting(id)
    test = None if record is None else store.class_test(record.test)
    school_class = None if test is None else store.school_class(test.school_class)
    person = None if record is None else store.person(record.person)
    if record is None or test is None or school_class is None or person is None:
        raise _no_sitting()
    teaches = school_class.instructor == who.id and has_role(who, INSTRUCTOR)
    if record.person != who.id and not teaches:
        raise _no_sitting()
    return Taken(record, test, school_class, person)


def _require_instructor(by: Person) -> None:
    if not has_role(by, INSTRUCTOR):
        detail = f"This is for a person with the role {INSTRUCTOR}."
        raise Refused("not-your-role", detail, 403, instead="An administrator can invite you.")


def _limit(there: int, most: int, what: str) -> None:
    if there >= most:
        raise Refused("too-many", f"There are {most} {what} already.", 409)


def _not_open(sitting: Sitting, problem: Exception) -> Refused:
    if sitting.number is None:
        return Refused("over", "This sitting is over.", 409)
    said = str(problem)
    return Refused("another-question", f"{said[:1].upper()}{said[1:]}.", 409,
                   instead=f"Question {sitting.number + 1} is.")  # fmt: skip


def _closed() -> Refused:
    return Refused("closed", "This class is closed.", 409)


def goes_on() -> Refused:
    return Refused("goes-on", "This sitting goes on.", 409, instead="Hand it in first.")


def _no_sitting() -> Refused:
    return Refused("not-found", "There is no such sitting of yours.", 404)
