"""Classes over HTTP: who teaches and who is in them, the tests they are assigned, and results."""

import asyncio
import json
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from litestar import Response, delete, get, post
from litestar.params import JSONBody, PathParameter

from lammer.core.codec import Malformed
from lammer.school.skills import find_skill
from lammer.school.table_tests.ready_tests import ready_tests
from lammer.school.table_tests.table_test import TableTest, keys_of, read_text, rules_of
from lammer.server.errors import Refused
from lammer.server.http.access import (
    AnyRequest,
    house_of,
    protected,
    require_person,
    require_roles,
    signed_in,
    slots_of,
)
from lammer.server.http.error_responses import answers
from lammer.server.http.export_files import ExportKind, export_file
from lammer.server.http.routes.school import skill_view
from lammer.server.http.schemas import classes as shapes
from lammer.server.http.schemas.base import MOST_NUMBER
from lammer.server.people.roles import INSTRUCTOR, has_role
from lammer.server.school.classes import OWN, Attended, School, definition_of
from lammer.store.port import ClassTest, Person, SittingRecord, Store

Number = Annotated[int, PathParameter(ge=1, le=MOST_NUMBER)]
instructors_only = require_roles(INSTRUCTOR)


def school_of(request: AnyRequest) -> School:
    return house_of(request).school


async def read_file(text: str) -> TableTest:
    """Return the test in the text of a file; ``Refused`` if it is none."""
    try:
        return await asyncio.to_thread(read_text, text)
    except Malformed as problem:
        raise Refused("malformed", f"{problem}.", 422, instead=problem.instead) from None


def marks(each: SittingRecord) -> shapes.SittingMarks:
    found = {} if each.result is None else json.loads(each.result)
    return shapes.SittingMarks(sitting=each.id, begun=each.begun, **found)


def view_of_test(test: ClassTest, taken: Iterable[SittingRecord] = ()) -> shapes.TestView:
    definition = json.loads(test.definition)
    return shapes.TestView(
        test=test.id,
        name=definition["name"],
        count=sum(part["count"] for part in definition["part"]),
        minutes=definition.get("minutes"),
        pass_mark=definition["pass_mark"],
        sittings=test.sittings,
        created=test.created,
        withdrawn=test.withdrawn,
        taken=[marks(each) for each in taken],
    )


async def _class_view(request: AnyRequest, who: Person, found: Attended) -> shapes.ClassView:
    def read(store: Store) -> tuple[Person | None, list[list[SittingRecord]]]:
        own = [store.sittings_of(each.id, who.id) for each in found.tests]
        return store.person(found.school_class.instructor), own

    instructor, taken = await house_of(request).writer.read(read)
    here, is_own = found.school_class, found.school_class.kind == OWN
    tests = zip(found.tests, taken, strict=True)
    link = f"/school/join#{here.token}" if found.teaches and here.closed is None else None
    return shapes.ClassView(
        school_class=here.id,
        name=here.name,
        instructor="" if instructor is None else instructor.name,
        created=here.created,
        closed=here.closed,
        own=is_own,
        teaches=found.teaches,
        link=link,
        tests=[view_of_test(test, its) for test, its in tests],
        members=[shapes.MemberView(**each._asdict()) for each in found.members],
    )


@get("/school/classes", summary="My classes", **protected(signed_in))
async def classes(request: AnyRequest) -> shapes.ClassList:
    """Those that I teach or am in, and the tests that I take alone."""
    who = (await require_person(request)).person
    found = await school_of(request).classes(who)
    views = [await _class_view(request, who, each) for each in found]
    return shapes.ClassList(may_teach=has_role(who, INSTRUCTOR), classes=views)


@post(
    "/school/classes",
    summary="Create a class (instructor)",
    **protected(instructors_only, 403, 409, 413, 415, 422),
)
async def new_class(request: AnyRequest, data: JSONBody[shapes.NewClass]) -> shapes.ClassView:
    """`link` joins it, for everybody who has it, until the class is closed."""
    who = (await require_person(request)).person
    made = await school_of(request).create(who, data.name)
    return await _class_view(request, who, Attended(made, True, (), ()))


@post(
    "/school/classes/look",
    status_code=200,
    responses=answers(403, 404, 413, 415),
    summary="The class that a link leads to",
)
async def look_at_class(request: AnyRequest, data: JSONBody[shapes.ClassLink]) -> shapes.ClassName:
    found = await school_of(request).look(data.token)
    teacher = await house_of(request).writer.read(lambda store: store.person(found.instructor))
    return shapes.ClassName(name=found.name, instructor="" if teacher is None else teacher.name)


@post(
    "/school/classes/join",
    status_code=200,
    summary="Join a class",
    **protected(signed_in, 403, 404, 409, 413, 415),
)
async def join_class(request: AnyRequest, data: JSONBody[shapes.ClassLink]) -> shapes.ClassView:
    """For everybody who is signed in, guests too."""
    who = (await require_person(request)).person
    school = school_of(request)
    joined = await school.join(who, data.token)
    return await _class_view(request, who, await school.attended(who, joined.id))


@get("/school/classes/{school_class:int}", summary="One of my classes", **protected(signed_in, 404))
async def one_class(request: AnyRequest, school_class: Number) -> shapes.ClassView:
    who = (await require_person(request)).person
    return await _class_view(request, who, await school_of(request).attended(who, school_class))


@delete(
    "/school/classes/{school_class:int}",
    summary="Close a class (instructor)",
    **protected(instructors_only, 403, 404, 415),
)
async def close_class(request: AnyRequest, school_class: Number) -> None:
    """Nobody joins it any more and no sitting begins; results stay."""
    await school_of(request).close((await require_person(request)).person, school_class)


# Tests


@get("/school/ready-tests", responses=answers(), summary="Table tests that are ready")
async def ready() -> list[shapes.ReadyTest]:
    """One for each game, computed from its skills, and one for each lesson of the course: to be
    taken, assigned, or changed first."""
    found = await asyncio.to_thread(ready_tests)
    return [shapes.ReadyTest(name=each.name, file=each.file) for each in found]


@post(
    "/school/test-check",
    status_code=200,
    responses=answers(403, 413, 415, 422),
    summary="Read a table test",
)
async def check_test(data: JSONBody[shapes.TestText]) -> shapes.CheckedTest:
    """What its file asks about; 422 says what is wrong with it."""
    found = await read_file(data.file)
    parts = await asyncio.to_thread(lambda: list(_parts(found)))
    return shapes.CheckedTest(
        name=found.name,
        count=found.count,
        minutes=found.minutes,
        pass_mark=found.pass_mark,
        fixed=found.seed is not None,
        parts=parts,
    )


def _parts(test: TableTest) -> Iterator[shapes.TestPartView]:
    for part in test.part:
        here = rules_of(part)
        views = [skill_view(find_skill(here, key)) for key in keys_of(part)]
        law = here.house.law
        yield shapes.TestPartView(rules=law.key, game=law.game, count=part.count, skills=views)


@post(
    "/school/classes/{school_class:int}/tests",
    summary="Assign a table test (instructor)",
    **protected(instructors_only, 403, 404, 409, 413, 415, 422),
)
async def assign_test(
    request: AnyRequest, school_class: Number, data: JSONBody[shapes.AssignedTest]
) -> shapes.TestView:
    """The file of `lammer drill --test`."""
    who, test = (await require_person(request)).person, await read_file(data.file)
    return view_of_test(await school_of(request).assign(who, school_class, test, data.sittings))


@delete(
    "/school/assignments/{test:int}",
    summary="Withdraw a table test (instructor)",
    **protected(instructors_only, 403, 404, 415),
)
async def withdraw_test(request: AnyRequest, test: Number) -> None:
    """No sitting of it begins any more; results stay."""
    await school_of(request).withdraw((await require_person(request)).person, test)


@get(
    "/school/assignments/{test:int}/results",
    summary="Results of a table test (its instructor)",
    **protected(instructors_only, 403, 404),
)
async def results(request: AnyRequest, test: Number) -> shapes.TestResults:
    """By person and by skill; answers are those of a sitting."""
    slots_of(request).take(request)
    who = (await require_person(request)).person
    found, school_class, people = await school_of(request).results(who, test)
    views = [
        shapes.PersonResults(
            person=each.person, name=each.name, sittings=[marks(one) for one in taken]
        )
        for each, taken in people
    ]
    skills: dict[str, list[int]] = {}
    for person in views:
        for one in person.sittings:
            for key, (right, of) in one.skills.items():
                before = skills.get(key, [0, 0])
                skills[key] = [before[0] + right, before[1] + of]
    return shapes.TestResults(
        test=view_of_test(found),
        school_class=school_class.id,
        class_name=school_class.name,
        people=views,
        skills=skills,
        what=await asyncio.to_thread(_what, found, tuple(skills)),
    )


def _what(test: ClassTest, keys: Iterable[str]) -> dict[str, str]:
    """Return in words what skills of a test are about, as far as these rules have them."""
    known: dict[str, str] = {}
    try:
        parts = definition_of(test).part
    except Refused:
        return known
    for part in parts:
        here = rules_of(part)
        known |= {key: find_skill(here, key).what for key in keys_of(part)}
    return {key: known[key] for key in keys if key in known}


COLUMNS = (
    *("class", "test", "person", "name", "sitting", "begun", "ended", "passed", "right", "count"),
    *("head", "question", "skill", "question_right", "seconds", "answer", "mistakes", "clauses"),
)
"""Columns of an export: a row for each answer, with its sitting."""


@get(
    "/school/assignments/{test:int}/export",
    summary="Results of a table test as a file (its instructor)",
    media_type="text/csv",
    **protected(instructors_only, 403, 404),
)
async def export(
    request: AnyRequest,
    test: Number,
    kind: ExportKind = "csv",
) -> Response[str]:
    """A row, or an object, for each answer of each sitting; of a sitting without answers one."""
    slots_of(request).take(request)
    who = (await require_person(request)).person
    found, school_class, people = await school_of(request).results(who, test)
    sittings = [(member.name, one) for member, taken in people for one in taken]

    def read(store: Store) -> list[dict[str, Any]]:
        of_all = {"class": school_class.name, "test": json.loads(found.definition)["name"]}
        return [
            {**of_all, "person": one.person, "name": name, **row}
            for name, one in sittings
            for row in _rows(one, store.sitting_lines(one.id))
        ]

    rows = await house_of(request).writer.read(read)
    return export_file(kind, f"test-{test}", COLUMNS, rows)


def _rows(one: SittingRecord, lines: list[bytes]) -> Iterator[dict[str, Any]]:
    found = {} if one.result is None else json.loads(one.result)
    sitting = {"sitting": one.id, "begun": one.begun} | {
        key: found.get(key) for key in ("ended", "passed", "right", "count", "head")
    }
    skill, many = "", 0
    for line in lines:
        data = json.loads(line)
        body = data["body"]
        if data["event"] == "question":
            skill = body["skill"]
        elif data["event"] == "answer":
            many += 1
            yield {
                **sitting,
                "question": body["number"] + 1,
                "skill": skill,
                "question_right": body["right"],
                "seconds": body["seconds"],
                "answer": body["answer"],
                "mistakes": body.get("mistakes", []),
                "clauses": body.get("clauses", []),
            }
    if not many:
        yield sitting


HANDLERS = (
    *(classes, new_class, look_at_class, join_class, one_class, close_class),
    *(ready, check_test, assign_test, withdraw_test, results, export),
)
