"""The lab over HTTP: questions are given to worker processes, and their answers asked for."""

import json
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter

from lammer.server.errors import AnotherProcess, Refused
from lammer.server.http.access import (
    AnyRequest,
    client_address,
    house_of,
    known_of,
    protected,
    require_person,
    signed_in,
)
from lammer.server.http.error_responses import answers
from lammer.server.http.routes.rules import SAME, cached
from lammer.server.http.routes.tables import Table
from lammer.server.http.schemas import lab as shapes
from lammer.server.http.schemas.base import RequestBody
from lammer.server.lab.lab import Asker, JobKind, Lab, LabJob
from lammer.server.ops.rate_limits import neighbourhood

Job = Annotated[
    str,
    PathParameter(pattern=r"^[A-Za-z0-9_.-]{1,60}$", max_length=60, description="A question."),
]


async def asker_of(request: AnyRequest) -> Asker:
    """Return who asks. Nobody needs an account, and who has none asks as a guest."""
    known = await known_of(request)
    address = neighbourhood(client_address(request))
    if known is None:
        return Asker(None, True, address)
    return Asker(known.person.id, known.person.kind == "guest", address)


def _lab(request: AnyRequest) -> Lab:
    return house_of(request).lab


def _job(request: AnyRequest, key: str) -> LabJob:
    """Return a question; ``AnotherProcess`` if its key is from one that lives."""
    process, named, _ = key.rpartition(".")
    leases = house_of(request).leases
    if named and process in {each.name for each in leases.processes} - {leases.name}:
        raise AnotherProcess(f"The process {process} has this question.", process)
    return _lab(request).find(key)


@get("/lab", responses=answers(), summary="What one may ask of the lab")
async def lab_limits(request: AnyRequest) -> shapes.LabLimits:
    asker, limits = await asker_of(request), house_of(request).limits
    return shapes.LabLimits(
        seconds=_lab(request).seconds(asker),
        at_once=_lab(request).at_once(asker),
        per_hour=limits.lab_per_hour_guest if asker.guest else limits.lab_per_hour,
        account_seconds=limits.lab_seconds,
        memory=limits.lab_memory,
    )


@get("/lab/strategies", responses=answers() | {304: SAME}, summary="The library of strategies")
async def strategies(request: AnyRequest) -> Response[shapes.StrategyLibrary]:
    """Strategies that people play and write about, as text."""
    found = await _lab(request).static("library")
    return await cached(request, "lab strategies", lambda: found)


@get(
    "/lab/wagers",
    responses=answers() | {304: SAME},
    summary="Known wagers, as files to design from",
)
async def wagers(request: AnyRequest) -> Response[shapes.ExampleWagers]:
    found = await _lab(request).static("examples")
    return await cached(request, "lab wagers", lambda: found)


@post(
    "/lab/checks",
    status_code=200,
    responses=answers(413, 415, 422),
    summary="Check strategies before they are played",
)
async def check(request: AnyRequest, data: JSONBody[shapes.LabQuestion]) -> shapes.LabCheck:
    """Whether they can be read and the table takes them: each fault with its line, and what to
    write instead. Nothing is simulated."""
    lab, asker = _lab(request), await asker_of(request)
    task = await lab.check(asker, "check", msgspec.to_builtins(data))
    if task.answer is None and task.code != "wrong":
        raise lab.refusal(task, asker.guest)
    found = task.answer or {}
    return shapes.LabCheck(
        faults=_faults(task.faults),
        rules=found.get("rules"),
        game=found.get("game"),
        names=found.get("names", []),
    )


@post(
    "/lab/questions",
    status_code=202,
    responses=answers(413, 415, 422),
    summary="Ask what strategies do to a bankroll",
)
async def ask(request: AnyRequest, data: JSONBody[shapes.LabQuestion]) -> shapes.LabJobView:
    """The answer comes later, from `GET /lab/questions/{job}`; nobody needs to be signed in."""
    return await _begin(request, "simulate", data)


@post(
    "/lab/designs",
    status_code=202,
    responses=answers(413, 415, 422),
    summary="Ask what a designed wager is worth",
)
async def design(request: AnyRequest, data: JSONBody[shapes.DesignQuestion]) -> shapes.LabJobView:
    """The same for the text of a wager file: what `lammer design` says of it."""
    return await _begin(request, "design", data)


@get(
    "/lab/questions/{job:str}",
    responses=answers(307, 404),
    summary="A question and its answer",
)
async def question(request: AnyRequest, job: Job) -> shapes.LabJobView:
    """Answers are kept for a quarter of an hour. Whoever knows the key may ask."""
    return _view(_lab(request), _job(request, job))


@post(
    "/lab/questions/{job:str}/stop",
    status_code=200,
    responses=answers(307, 404),
    summary="Stop a question",
)
async def stop(request: AnyRequest, job: Job) -> shapes.LabJobView:
    """The answer is what was computed until then; it follows in a moment."""
    lab = _lab(request)
    found = _job(request, job)
    lab.stop(found)
    return _view(lab, found)


@get(
    "/tables/{table:str}/kept-up",
    summary="My bets as a strategy that keeps them up",
    **protected(signed_in, 307, 404, 409, 422),
)
async def kept_up(request: AnyRequest, table: Table) -> shapes.KeptUpBets:
    """As text, for a question to the lab."""
    house, person = house_of(request), (await require_person(request)).person
    runner = await house.find(table)
    seat = runner.seat_of(person.id)
    there = None if seat is None else runner.table.seats.get(seat)
    if seat is None or there is None or not there.bets:
        detail = "You have no bets at this table."
        raise Refused(
            "no-bets-up", detail, 409, instead="Bet first; or write a strategy in the lab."
        )
    record = runner.record
    elected: dict[str, Any] = json.loads(record.house)
    bets = {
        name: {"wager": bet.wager, "state": bet.state, "stake": bet.stake}
        for name, bet in there.bets.items()
    }
    chips = runner.table.rail(seat) + runner.table.layout(seat)
    wanted = {"rules": record.rules, "game": record.game, "house": elected, "bets": bets}
    asker = await asker_of(request)
    task = await house.lab.check(asker, "kept-up", wanted)
    if task.answer is None:
        raise house.lab.refusal(task, asker.guest)
    return shapes.KeptUpBets(
        strategy=task.answer["text"],
        notes=task.answer["notes"],
        rules=record.rules,
        game=record.game,
        house=task.answer["house"],
        bankroll=chips,
    )


async def _begin(request: AnyRequest, kind: JobKind, data: RequestBody) -> shapes.LabJobView:
    lab, asker = _lab(request), await asker_of(request)
    return _view(lab, lab.begin(asker, kind, msgspec.to_builtins(data)))


def _view(lab: Lab, job: LabJob) -> shapes.LabJobView:
    task, problem = job.task, None
    if task.state == "refused" and task.code != "wrong":
        refused = lab.refusal(task, job.asker.guest)
        problem = shapes.LabProblem(
            code=refused.code, detail=refused.detail, instead=refused.instead
        )
    return shapes.LabJobView(
        job=job.key,
        kind=job.kind,
        state=task.state,
        before=lab.long.before(task),
        seconds=task.seconds,
        progress=None if task.progress is None else shapes.LabProgress(**task.progress),
        faults=_faults(task.faults) if task.code == "wrong" else [],
        problem=problem,
        answer=task.answer,
    )


def _faults(found: list[dict[str, Any]]) -> list[shapes.LabFaultView]:
    return [shapes.LabFaultView(**each) for each in found]


HANDLERS = (
    *(lab_limits, strategies, wagers, check),
    *(ask, design, question, stop, kept_up),
)
