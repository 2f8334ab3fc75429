"""Drills over HTTP: skills, questions, answers, and what is asked next.

A question is a function of the rules, the skill and the seed, so the house keeps none of them: who
answers names the skill and the seed. For people who are signed in it keeps their progress.
"""

import asyncio
import json
import secrets
from datetime import UTC, datetime
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from lammer.core.codec import Malformed
from lammer.games.registry import UnknownName
from lammer.school import (
    DrillQuestion,
    Grade,
    Skill,
    UnknownSkill,
    find_skill,
    grade,
    question,
    skills,
)
from lammer.school.answers.reasons import reasons
from lammer.school.answers.text import HOW, where
from lammer.school.course import NoLesson
from lammer.school.course import lesson as lesson_of
from lammer.school.posing.posed_question import Frame, charged_on_wins
from lammer.school.posing.question_table import STAND_IN, without_holder
from lammer.school.questions import MOST_SEED, NoQuestion, shown_in_question, why
from lammer.school.questions import as_data as question_data
from lammer.school.table_tests.table_test import TestPart
from lammer.school.table_tests.table_test import rules_of as rules_of_part
from lammer.server.catalogue import catalogue, without_figures
from lammer.server.errors import Refused
from lammer.server.http.access import (
    AnyRequest,
    house_of,
    person_of,
    protected,
    require_person,
    signed_in,
)
from lammer.server.http.error_responses import answers
from lammer.server.http.export_files import ExportKind, export_file
from lammer.server.http.schemas import school as shapes
from lammer.server.school.progress import Reviewed, due_of, next_skill, reviewed, states
from lammer.store.port import DrillProgress
from lammer.table.rules import Rules
from lammer.table.state import TableState
from lammer.table.views.public import full_state

_NAME = r"^[a-z0-9-]{1,40}$"
_SKILL = r"^[a-z0-9.-]{1,80}$"
RuleSet = Annotated[str, PathParameter(pattern=_NAME, max_length=40, description="A rule set.")]
Game = Annotated[str, PathParameter(pattern=_NAME, max_length=40, description="A game of it.")]
SkillName = Annotated[
    str | None, QueryParameter(pattern=_SKILL, description="A skill; the one due.")
]
Seed = Annotated[
    int | None,
    # A bound of 0 would not be documented.
    QueryParameter(gt=-1, lt=MOST_SEED, description="Its seed; a fresh one."),
]
Elected = Annotated[
    str,
    QueryParameter(max_length=2000, description="Elections as in a house file, as a JSON object."),
]
LessonOf = Annotated[int | None, QueryParameter(ge=1, le=99, description="A lesson's number.")]
PartOf = Annotated[
    int | None, QueryParameter(gt=-1, le=99, description="One of its parts, from 0 on.")
]
MOST_SECONDS = 3600.0
"""An answer is taken to have needed no longer."""


def rules_of(key: str, game: str, elected: dict[str, Any]) -> Rules:
    """Return the rules of a game with these elections and otherwise the project's defaults;
    ``Refused`` if there is no such game, or the elections are not lawful."""
    try:
        return rules_of_part(TestPart(key, (), 1, game, elected))
    except UnknownName as unknown:
        raise Refused("not-found", f"{unknown}.", 404) from None
    except Malformed as problem:
        raise Refused("malformed", f"{problem}.", 422, instead=problem.instead) from None


async def _rules(key: str, game: str, elected: str) -> Rules:
    try:
        found = json.loads(elected) if elected else {}
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise Refused("malformed", "house: it is no JSON object.", 422,
                      instead='Write {"odds": 5}, as in a house file.')  # fmt: skip
    return await asyncio.to_thread(rules_of, key, game, found)


def skill_view(skill: Skill) -> shapes.SkillView:
    return shapes.SkillView(
        skill=skill.key,
        what=skill.what,
        asked=skill.asked,
        seconds=skill.seconds,
        wagers=list(skill.wagers),
    )


@get(
    "/school/{rules:str}/{game:str}/skills",
    responses=answers(404, 422),
    summary="The skills of a game",
)
async def skill_list(rules: RuleSet, game: Game, house: Elected = "") -> list[shapes.SkillView]:
    """In the order they are learned, computed from the rules and the elections."""
    found = await asyncio.to_thread(skills, await _rules(rules, game, house))
    return [skill_view(each) for each in found]


@get(
    "/school/{rules:str}/{game:str}/catalogue",
    responses=answers(404, 422),
    summary="The layout that questions are drawn on",
)
async def drill_catalogue(rules: RuleSet, game: Game, house: Elected = "") -> dict[str, Any]:
    """As of a table with these elections."""
    here = await _rules(rules, game, house)
    return await asyncio.to_thread(lambda: without_figures(catalogue(here.house)))


@get(
    "/school/{rules:str}/{game:str}/question",
    responses=answers(404, 422),
    summary="A question, without its answer",
)
async def new_question(
    request: AnyRequest,
    rules: RuleSet,
    game: Game,
    skill: SkillName = None,
    seed: Seed = None,
    house: Elected = "",
    lesson: LessonOf = None,
    part: PartOf = None,
) -> dict[str, Any]:
    """Without `skill` it is about the one that is due, of a `lesson` if one is named, without
    `seed` a fresh one. `state` and `shown` draw the table. The answer goes to the same path."""
    here = await _rules(rules, game, house)
    if skill is None:
        skill = await _due_skill(request, here, lesson, part)
    made = secrets.randbelow(2**31) if seed is None else seed
    return await asyncio.to_thread(lambda: question_view(_posed(here, skill, made)))


async def _due_skill(request: AnyRequest, here: Rules, lesson: int | None, part: int | None) -> str:
    person = await person_of(request)
    known = await asyncio.to_thread(_asked_about, here, lesson, part)
    if person is None:
        return secrets.choice(known).key
    progress = await _progress(request, person.id, here)
    latest = max(progress.values(), key=lambda each: each.at, default=None)
    now = datetime.now(UTC)
    return next_skill(states(known, progress, now), now, latest.skill if latest else None)


def _asked_about(here: Rules, number: int | None, of: int | None) -> tuple[Skill, ...]:
    """Return the skills of a game, or those that a lesson, or a part of it, has of it."""
    known, law = skills(here), here.house.law
    if number is None:
        return known
    try:
        found = lesson_of(number)
    except NoLesson as none:
        raise Refused("not-found", f"{none}.".capitalize(), 404) from None
    keys = {
        each.key
        for at, part in enumerate(found.parts)
        if (part.rules, part.game) == (law.key, law.game) and of in (None, at)
        for each in found.skills(at)
    }
    return tuple(each for each in known if each.key in keys) or known


async def _progress(request: AnyRequest, person: int, here: Rules) -> dict[str, DrillProgress]:
    kept = await house_of(request).writer.read(lambda store: store.drill_progress(person))
    law = here.house.law
    return {each.skill: each for each in kept if (each.rules, each.game) == (law.key, law.game)}


def _posed(here: Rules, skill: str, seed: int) -> DrillQuestion:
    try:
        return question(here, skill, seed)
    except UnknownSkill as unknown:
        raise Refused("not-found", f"{unknown}.", 404, instead=unknown.instead) from None
    except NoQuestion as none:
        raise Refused("not-found", f"{none}.", 404) from None


def question_view(asked: DrillQuestion) -> dict[str, Any]:
    """Return a question as pages draw it, without its answer."""
    posed = asked.posed
    state = drawn_state(posed.table)
    if asked.skill.asked == "works":
        for seat in state["seats"].values():
            for bet in seat["bets"].values():
                bet.pop("off", None)
    wants_reason, data = asked.skill.asked == "legal", question_data(asked, with_answer=False)
    data["table"]["charges"] = charged_on_wins(posed.table)
    return {
        **data,
        "where": where(asked),
        "what": asked.skill.what,
        "seconds": asked.skill.seconds,
        "how": HOW[asked.skill.asked],
        **({"reasons": [each._asdict() for each in reasons(asked)]} if wants_reason else {}),
        "state": state,
        "shown": shown_in_question(asked.posed, told=asked.skill.asked != "call"),
        **({"frames": [_frame_view(each) for each in posed.frames]} if posed.frames else {}),
    }


def _frame_view(frame: Frame) -> dict[str, Any]:
    """Return a step of a record as pages draw it."""
    return {"state": drawn_state(frame.table), "shown": frame.lies}


def drawn_state(table: TableState) -> dict[str, Any]:
    """Return a table without whoever holds the instrument for the players."""
    state = full_state(without_holder(table))
    state["seats"] = {k: v for k, v in state["seats"].items() if k != str(STAND_IN)}
    return state


@post(
    "/school/{rules:str}/{game:str}/question",
    responses=answers(403, 404, 413, 415, 422),
    status_code=200,
    summary="Answer a question",
)
async def answer_question(
    request: AnyRequest, rules: RuleSet, game: Game, data: JSONBody[shapes.DrillAnswer]
) -> shapes.DrillGrade:
    """What is wrong with it, in cents and with the clause. For people who are signed in it counts:
    once for a question, however often it is answered."""
    here = await asyncio.to_thread(rules_of, rules, game, data.house)
    asked = await asyncio.to_thread(_posed, here, data.skill, data.seed)
    try:
        found = grade(asked, data.answer)
    except Malformed as problem:
        raise Refused("malformed", f"{problem}.", 422, instead=problem.instead) from None
    due = await _kept(request, asked, found, data.seconds)
    return _grade_view(asked, found, due)


async def _kept(
    request: AnyRequest, asked: DrillQuestion, found: Grade, seconds: float
) -> datetime | None:
    """Keep an answer in the progress of whoever is signed in; return when the skill is due."""
    person = await person_of(request)
    if person is None:
        return None
    before = (await _progress(request, person.id, asked.rules)).get(asked.key)
    now, law = datetime.now(UTC), asked.rules.house.law
    took = min(max(seconds, 0.0), MOST_SECONDS)
    answer = Reviewed(asked.skill, law.key, asked.seed, found.right, took)
    after = reviewed(before, person.id, answer, now)
    if after != before:
        await house_of(request).writer.write(lambda store: store.keep_progress(after))
    return states([asked.skill], {asked.key: after}, now)[0].due


def _grade_view(asked: DrillQuestion, found: Grade, due: datetime | None) -> shapes.DrillGrade:
    mistakes = [
        shapes.DrillMistakeView(
            what=each.what,
            clauses=list(each.clauses),
            reckon=each.reckon,
            seat=each.seat,
            bet=each.bet,
            due=each.due,
            given=each.given,
            off_by=each.off_by,
        )
        for each in found.mistakes
    ]
    return shapes.DrillGrade(
        right=found.right,
        mistakes=mistakes,
        answer=dict(asked.posed.answer),
        why=dict(why(asked.posed)),
        due=None if due is None else due.isoformat(timespec="seconds").replace("+00:00", "Z"),
    )


@get(
    "/school/{rules:str}/{game:str}/progress",
    summary="One's own progress",
    **protected(signed_in, 404, 422),
)
async def own_progress(
    request: AnyRequest, rules: RuleSet, game: Game, house: Elected = ""
) -> list[shapes.SkillProgress]:
    """For each skill: how often it was asked and answered correctly, when it is due, and the chance
    that it would be answered correctly now."""
    here = await _rules(rules, game, house)
    known = await require_person(request)
    progress = await _progress(request, known.person.id, here)
    now = datetime.now(UTC)
    return [
        shapes.SkillProgress(
            skill=each.skill,
            correct=each.correct,
            asked=each.asked,
            due=None if each.due is None else each.due.isoformat(timespec="seconds"),
            recall=each.recall,
        )
        for each in states(skills(here), progress, now)
    ]


PROGRESS = ("rules", "game", "skill", "what", "asked", "correct", "due", "latest")
"""Columns of an export: a row for each skill that was asked."""


@get(
    "/school/progress/export",
    summary="One's own progress as a file",
    media_type="text/csv",
    **protected(signed_in),
)
async def export_progress(request: AnyRequest, kind: ExportKind = "csv") -> Response[str]:
    """A row, or an object, for each skill of each game that was asked."""
    known = await require_person(request)
    kept = await house_of(request).writer.read(lambda store: store.drill_progress(known.person.id))
    rows = await asyncio.to_thread(lambda: [_progress_row(each) for each in kept])
    return export_file(kind, "progress", PROGRESS, rows)


def _progress_row(kept: DrillProgress) -> dict[str, Any]:
    try:
        what = find_skill(rules_of(kept.rules, kept.game, {}), kept.skill).what
    except (UnknownSkill, Refused):  # A skill, or a game, of an earlier version.
        what = ""
    due = due_of(kept).isoformat(timespec="seconds").replace("+00:00", "Z")
    return {
        **{key: getattr(kept, key) for key in ("rules", "game", "skill")},
        "what": what,
        "asked": kept.asked,
        "correct": kept.correct,
        "due": due,
        "latest": kept.at,
    }


HANDLERS = (
    *(skill_list, drill_catalogue, new_question, answer_question, own_progress),
    export_progress,
)
