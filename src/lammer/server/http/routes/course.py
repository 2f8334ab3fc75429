"""The course over HTTP: its lessons, and how far somebody is with them."""

import asyncio
from datetime import UTC, datetime
from functools import cache
from typing import Annotated

from litestar import get
from litestar.params import PathParameter

from lammer.core.numbers import short_percent
from lammer.school.course import (
    NoLesson,
    course,
    examples,
    lesson,
    paragraphs,
    situation,
    wagers,
)
from lammer.server.errors import Refused
from lammer.server.http.access import AnyRequest, house_of, person_of
from lammer.server.http.error_responses import answers
from lammer.server.http.schemas import school as shapes
from lammer.server.school.progress import due_of

LessonNumber = Annotated[int, PathParameter(ge=1, le=99, description="From 1 on.")]


@get("/school/course", responses=answers(), summary="The lessons of the course")
async def lessons(request: AnyRequest) -> list[shapes.LessonSummary]:
    """In their order. For people who are signed in with how many skills they have learned for
    now."""
    person = await person_of(request)
    keys = await asyncio.to_thread(_keys)
    due: dict[tuple[str, str], datetime] | None = None
    if person is not None:
        kept = await house_of(request).writer.read(lambda store: store.drill_progress(person.id))
        due = {(each.rules, each.skill): due_of(each) for each in kept}
    now = datetime.now(UTC)
    return [
        shapes.LessonSummary(
            lesson=each.number,
            title=each.title,
            skills=len(keys[each.number]),
            learned=None
            if due is None
            else sum(due[key] > now for key in keys[each.number] if key in due),
        )
        for each in course().lessons
    ]


@cache
def _keys() -> dict[int, frozenset[tuple[str, str]]]:
    """Return the skills of each lesson, each with its rule set."""
    return {
        each.number: frozenset(
            (part.rules, skill.key)
            for number, part in enumerate(each.parts)
            for skill in each.skills(number)
        )
        for each in course().lessons
    }


@get("/school/course/{number:int}", responses=answers(404), summary="A lesson")
async def one_lesson(number: LessonNumber) -> shapes.LessonView:
    """What it says, the wagers that it is about, examples with their answers, and the skills to
    practise."""
    try:
        return await asyncio.to_thread(lesson_view, number)
    except NoLesson as none:
        raise Refused("not-found", f"{none}.".capitalize(), 404) from None


@cache
def lesson_view(number: int) -> shapes.LessonView:
    """Return a lesson, which is the same every time; raises ``NoLesson``."""
    found = lesson(number)
    parts = [
        shapes.LessonPart(
            rules=part.rules,
            game=str(part.game),
            house=dict(part.house),
            skills=[shapes.NamedSkill(skill=each.key, what=each.what) for each in found.skills(at)],
        )
        for at, part in enumerate(found.parts)
    ]
    return shapes.LessonView(
        lesson=found.number,
        of=len(course().lessons),
        title=found.title,
        text=list(paragraphs(found)),
        parts=parts,
        wagers=[
            shapes.LessonWager(
                name=each.name,
                plain=each.plain,
                pays=each.pays,
                edge=None if each.edge is None else short_percent(each.edge),
                clause=each.clause,
            )
            for each in wagers(found)
        ],
        examples=[
            shapes.LessonExampleView(
                skill=each.key,
                seed=each.seed,
                rules=each.rules.house.law.key,
                game=each.rules.house.law.game,
                house=dict(part.house),
                what=each.skill.what,
                bets=list(situation(each)),
                words=each.posed.words,
                reckon=each.posed.reckon,
                clauses=list(each.posed.clauses[:3]),
            )
            for part, each in examples(found)
        ],
    )


HANDLERS = (lessons, one_lesson)
