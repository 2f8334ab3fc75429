"""Practice tables over HTTP: opened by whoever is signed in, answered task by task."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter

from lammer.school.answers.text import where
from lammer.school.posing.posed_question import charged_on_wins
from lammer.school.practice import PracticeSession, Setting, Task
from lammer.school.practice.report import (
    COLUMNS,
    export_rows,
    fault_data,
    score_data,
    task_data,
)
from lammer.school.practice.session import Answered, PracticeFault
from lammer.school.questions import shown_in_question
from lammer.server.errors import Refused
from lammer.server.http.access import (
    AnyRequest,
    client_address,
    house_of,
    protected,
    require_person,
    signed_in,
)
from lammer.server.http.export_files import ExportKind, export_file
from lammer.server.http.routes.school import Game, RuleSet, drawn_state, rules_of
from lammer.server.http.schemas import practice as shapes
from lammer.server.ops.rate_limits import neighbourhood
from lammer.server.school.practice import OpenPractice, PracticeCaller
from lammer.store.port import PracticeRecord

Practice = Annotated[
    str,
    PathParameter(pattern=r"^[A-Za-z0-9_-]{1,40}$", max_length=40, description="A session."),
]


async def _caller(request: AnyRequest) -> PracticeCaller:
    known = await require_person(request)
    return PracticeCaller(known.person.id, neighbourhood(client_address(request)))


@asynccontextmanager
async def _mine(request: AnyRequest, practice: str) -> AsyncIterator[OpenPractice]:
    """Lock the session of the person who asks."""
    who, tables = await _caller(request), house_of(request).practice
    async with tables.lock(practice):
        yield await tables.find(who, practice)


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
    anybody's purse, the meters or the history. What is answered is kept."""
    here = await asyncio.to_thread(rules_of, rules, game, data.house)
    duties = tuple(dict.fromkeys(data.duties))
    seed = secrets.randbelow(2**31) if data.seed is None else data.seed
    setting = Setting(here, seed, data.players, duties, data.hints, data.timed, data.rounds)
    tables = house_of(request).practice
    return _view(await tables.open(await _caller(request), setting, data.house))


@get("/school/practice", summary="One's own practice tables", **protected(signed_in))
async def own_practice(request: AnyRequest) -> list[shapes.PracticeSummary]:
    """The latest first, with their scores."""
    who = await _caller(request)
    return [_summary(each) for each in await house_of(request).practice.all_kept(who.person)]


def _summary(kept: PracticeRecord) -> shapes.PracticeSummary:
    setting, score = json.loads(kept.setting), json.loads(kept.score)
    return shapes.PracticeSummary(
        practice=kept.key,
        rules=kept.rules,
        game=kept.game,
        begun=kept.begun,
        ended=kept.ended,
        seed=setting["seed"],
        rounds=setting["rounds"],
        round=score["round"],
        tasks=score["tasks"],
        right=score["right"],
        cost=score["cost"],
        owed=score["owed"],
    )


@get(
    "/school/practice/{practice:str}",
    summary="One's own practice table",
    **protected(signed_in, 404, 409, 429),
)
async def one_practice(request: AnyRequest, practice: Practice) -> shapes.PracticeView:
    """With the present task."""
    async with _mine(request, practice) as found:
        return _view(found)


@post(
    "/school/practice/{practice:str}/answers",
    status_code=200,
    summary="Answer the task of now",
    **protected(signed_in, 404, 409, 413, 415, 422, 429),
)
async def answer_task(
    request: AnyRequest, practice: Practice, data: JSONBody[shapes.PracticeAnswer]
) -> shapes.PracticeGrade:
    """It is kept before it is acknowledged. The answer to the task before, sent again, is graded as
    it was and changes nothing; one to any other task is refused."""
    async with _mine(request, practice) as found:
        done, task = await house_of(request).practice.answer(found, data.number, data.answer)
        return _grade(found, done, task)


@post(
    "/school/practice/{practice:str}/end",
    status_code=200,
    summary="End a practice table",
    **protected(signed_in, 404, 409, 415, 429),
)
async def end_practice(request: AnyRequest, practice: Practice) -> shapes.PracticeView:
    """Before its last round; what was wrong is listed."""
    async with _mine(request, practice) as found:
        await house_of(request).practice.end(found)
        return _view(found)


@get(
    "/school/practice/{practice:str}/record",
    summary="What was done, as a record to audit",
    media_type="application/x-ndjson",
    **protected(signed_in, 404, 409, 429),
)
async def practice_record(request: AnyRequest, practice: Practice) -> Response[str]:
    """The rounds that are over, one entry a line, as `lammer audit` reads them."""
    async with _mine(request, practice) as found:
        record = found.session.record()
    lines = "".join(f"{json.dumps(each)}\n" for each in record)
    headers = {"Content-Disposition": 'attachment; filename="practice.jsonl"'}
    return Response(lines, media_type="application/x-ndjson", headers=headers)


@get(
    "/school/practice/{practice:str}/export",
    summary="The results of a practice table as a file",
    media_type="text/csv",
    **protected(signed_in, 404, 409),
)
async def practice_export(
    request: AnyRequest, practice: Practice, kind: ExportKind = "csv"
) -> Response[str]:
    """A row, or an object, for each task that was answered; where hints are off, once it is
    over."""
    who = await _caller(request)
    kept, answered = await house_of(request).practice.results(who.person, practice)
    setting = json.loads(kept.setting)
    if setting["hints"] == "off" and kept.ended is None:
        raise Refused("goes-on", "This session goes on.", 409, instead="End it first.")
    of_all = {
        "practice": kept.key,
        "begun": kept.begun,
        "rules": kept.rules,
        "game": kept.game,
        "digest": kept.digest,
        **{key: setting[key] for key in ("seed", "players", "hints", "timed")},
    }
    return export_file(kind, f"practice-{kept.key}", COLUMNS, export_rows(of_all, answered))


def _view(found: OpenPractice) -> shapes.PracticeView:
    session = found.session
    setting, law = session.setting, session.setting.rules.house.law
    over = session.task is None
    played = session.round
    return shapes.PracticeView(
        practice=found.record.key,
        rules=law.key,
        game=law.game,
        players={str(seat): name for seat, name in session.players().items()},
        seed=setting.seed,
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
    lies = shown_in_question(posed, told=task.asked != "call")
    data = task_data(session, task)
    data["table"]["charges"] = charged_on_wins(posed.table)
    return shapes.PracticeTaskView(
        **data,
        where=where(task),
        state=drawn_state(posed.table),
        shown=None if lies is None else dict(lies),
    )


def _score(session: PracticeSession) -> shapes.PracticeScore:
    score = score_data(session)
    kinds = [shapes.FaultCount(**each) for each in score.pop("kinds")]
    return shapes.PracticeScore(**score, kinds=kinds)


def _fault_view(fault: PracticeFault) -> shapes.FaultView:
    return shapes.FaultView(**fault_data(fault))


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


HANDLERS = (
    *(open_practice, own_practice, one_practice, answer_task, end_practice),
    *(practice_record, practice_export),
)
