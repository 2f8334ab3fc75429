"""Practice tables over HTTP: opened by whoever is signed in, answered task by task."""

import asyncio
import json
import secrets
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.params import JSONBody, PathParameter

from lammer.school.posed import table_data
from lammer.school.practice import PracticeSession, Setting, Task
from lammer.school.practice.session import Answered, PracticeFault
from lammer.school.questions import lying
from lammer.server.http import practice_schemas as shapes
from lammer.server.http.access import (
    client_address,
    house_of,
    protected,
    require_person,
    signed_in,
)
from lammer.server.http.routes_school import Game, RuleSet, drawn_state, rules_of
from lammer.server.ops.rate_limits import neighbourhood
from lammer.server.school.practice import Given, OpenPractice

AnyRequest = Request[Any, Any, Any]
Practice = Annotated[
    str,
    PathParameter(pattern=r"^[A-Za-z0-9_-]{1,40}$", max_length=40, description="A session."),
]


async def _mine(request: AnyRequest, practice: str) -> OpenPractice:
    known = await require_person(request)
    return house_of(request).practice.find(known.person.id, practice)


@post(
    "/school/{rules:str}/{game:str}/practice",
    status_code=201,
    summary="Open a practice table",
    **protected(signed_in, 404, 409, 413, 415, 422, 429),
)
async def open_practice(
    request: AnyRequest, rules: RuleSet, game: Game, data: JSONBody[shapes.NewPractice]
) -> shapes.PracticeView:
    """Players of the strategy library bet, the books follow the rules; nothing of it touches
    anybody's purse, the meters or the history. With `answers` it goes on where they end."""
    here = await asyncio.to_thread(rules_of, rules, game, data.house)
    known = await require_person(request)
    duties = tuple(dict.fromkeys(data.duties))
    seed = secrets.randbelow(2**31) if data.seed is None else data.seed
    setting = Setting(here, seed, data.players, duties, data.hints, data.timed, data.rounds)
    given = [Given(each.answer, each.seconds) for each in data.answers]
    address = neighbourhood(client_address(request))
    found = await house_of(request).practice.open(known.person.id, address, setting, given)
    return _view(found)


@get(
    "/school/practice/{practice:str}",
    summary="One's own practice table",
    **protected(signed_in, 404),
)
async def one_practice(request: AnyRequest, practice: Practice) -> shapes.PracticeView:
    """With the task of now."""
    found = await _mine(request, practice)
    async with found.lock:
        return _view(found)


@post(
    "/school/practice/{practice:str}/answers",
    status_code=200,
    summary="Answer the task of now",
    **protected(signed_in, 404, 409, 413, 415, 422),
)
async def answer_task(
    request: AnyRequest, practice: Practice, data: JSONBody[shapes.PracticeAnswer]
) -> shapes.PracticeGrade:
    """The answer to the task before, sent again, is graded as it was and changes nothing; one to
    any other task is refused."""
    found = await _mine(request, practice)
    async with found.lock:
        done, task = await house_of(request).practice.answer(found, data.number, data.answer)
        return _grade(found, done, task)


@post(
    "/school/practice/{practice:str}/end",
    status_code=200,
    summary="End a practice table",
    **protected(signed_in, 404),
)
async def end_practice(request: AnyRequest, practice: Practice) -> shapes.PracticeView:
    """Before its last round; what was wrong is listed."""
    found = await _mine(request, practice)
    async with found.lock:
        found.session.end()
        return _view(found)


@get(
    "/school/practice/{practice:str}/record",
    summary="What was done, as a record to audit",
    media_type="application/x-ndjson",
    **protected(signed_in, 404),
)
async def practice_record(request: AnyRequest, practice: Practice) -> Response[str]:
    """The rounds that are over, one entry a line, as `lammer audit` reads them."""
    found = await _mine(request, practice)
    async with found.lock:
        record = found.session.record()
    lines = "".join(f"{json.dumps(each)}\n" for each in record)
    headers = {"Content-Disposition": 'attachment; filename="practice.jsonl"'}
    return Response(lines, media_type="application/x-ndjson", headers=headers)


def _view(found: OpenPractice) -> shapes.PracticeView:
    session = found.session
    setting, law = session.setting, session.setting.rules.house.law
    over = session.task is None
    played = session.round
    return shapes.PracticeView(
        practice=found.key,
        rules=law.key,
        game=law.game,
        seed=setting.seed,
        players={str(seat): name for seat, name in session.players().items()},
        duties=list(setting.duties),
        hints=setting.hints,
        timed=setting.timed,
        rounds=setting.rounds,
        round=0 if played is None else played.number,
        said=[] if played is None else list(played.said),
        task=None if session.task is None else _task_view(session, session.task),
        score=_score(session),
        faults=[_fault_view(each) for each in session.faults] if over or _tells(session) else [],
    )


def _tells(session: PracticeSession) -> bool:
    return session.setting.hints != "off"


def _task_view(session: PracticeSession, task: Task) -> shapes.PracticeTaskView:
    posed = task.posed
    lies = lying(posed, told=task.asked != "call")
    return shapes.PracticeTaskView(
        number=session.number,
        duty=task.duty,
        asked=task.asked,
        words=posed.words,
        seconds=task.seconds,
        table=table_data(posed),
        state=drawn_state(posed.table),
        shown=None if lies is None else dict(lies),
        given=dict(posed.given),
        hints=list(task.way) if session.setting.hints == "before" else [],
    )


def _score(session: PracticeSession) -> shapes.PracticeScore:
    return shapes.PracticeScore(
        tasks=len(session.answered),
        right=sum(not each.faults for each in session.answered),
        cost=session.cost,
        owed=session.owed,
        kinds=[shapes.FaultCount(**each) for each in session.breakdown()],
    )


def _fault_view(fault: PracticeFault) -> shapes.FaultView:
    return shapes.FaultView(**{**fault._asdict(), "clauses": list(fault.clauses)})


def _grade(found: OpenPractice, done: Answered, task: Task) -> shapes.PracticeGrade:
    tells, posed = _tells(found.session), task.posed
    return shapes.PracticeGrade(
        number=done.number,
        right=not done.faults,
        seconds=done.seconds,
        faults=[_fault_view(each) for each in done.faults] if tells else [],
        answer=dict(posed.answer) if tells else None,
        why={"clauses": list(posed.clauses), "reckon": posed.reckon} if tells else None,
        next=_view(found),
    )


HANDLERS = (open_practice, one_practice, answer_task, end_practice, practice_record)
