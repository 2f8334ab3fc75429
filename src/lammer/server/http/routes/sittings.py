"""Sittings of table tests over HTTP.

What is asked is in the log of a sitting with its seed, so a log is sent when the sitting is over.
"""

import asyncio
import json
from base64 import b64encode
from hashlib import sha256
from typing import Annotated, Any

from litestar import MediaType, Response, get, post
from litestar.params import JSONBody, PathParameter

from lammer.school.answers.text import bet_line, places, where
from lammer.school.table_tests.document import STYLE, document
from lammer.school.table_tests.sitting import Sitting
from lammer.school.table_tests.table_test import asked, part_of
from lammer.server.http.access import (
    AnyRequest,
    house_of,
    protected,
    require_person,
    signed_in,
    slots_of,
)
from lammer.server.http.routes.classes import Number, marks, read_file, school_of
from lammer.server.http.routes.school import question_view
from lammer.server.http.schemas import classes as shapes
from lammer.server.http.schemas.base import MOST_NUMBER
from lammer.server.people.accounts import timestamp
from lammer.server.school.classes import Taken, goes_on, name_of

_STYLE = b64encode(sha256(STYLE.encode()).digest()).decode()
_POLICY = (
    f"default-src 'none'; style-src 'sha256-{_STYLE}'; form-action 'none'; "
    "frame-ancestors 'none'; base-uri 'none'"
)
"""Of a document, which needs nothing but the style that it carries with it."""
SittingNumber = Annotated[int, PathParameter(ge=1, le=MOST_NUMBER)]


@post(
    "/school/sittings",
    summary="Take a table test alone",
    **protected(signed_in, 403, 409, 413, 415, 422),
)
async def own_sitting(request: AnyRequest, data: JSONBody[shapes.TestText]) -> shapes.SittingView:
    """A test of one's own, taken once; for guests too."""
    who, test = (await require_person(request)).person, await read_file(data.file)
    kept = await school_of(request).own_test(who, test)
    begun = await school_of(request).begin(who, kept.id)
    return await _view(request, begun.id)


@post(
    "/school/assignments/{test:int}/sittings",
    summary="Begin a sitting",
    **protected(signed_in, 403, 404, 409, 415),
)
async def begin_sitting(request: AnyRequest, test: Number) -> shapes.SittingView:
    """With a fresh seed, unless the test has its own. If a sitting of the test is open, that one is
    returned."""
    who = (await require_person(request)).person
    begun = await school_of(request).begin(who, test)
    return await _view(request, begun.id)


@get(
    "/school/sittings/{sitting:int}",
    summary="A sitting as it stands",
    **protected(signed_in, 404, 409),
)
async def one_sitting(request: AnyRequest, sitting: SittingNumber) -> shapes.SittingView:
    """For whoever takes the test, and for the instructor of the class."""
    return await _view(request, sitting)


@post(
    "/school/sittings/{sitting:int}/answers",
    status_code=200,
    summary="Answer the open question",
    **protected(signed_in, 403, 404, 409, 413, 415, 422),
)
async def answer(
    request: AnyRequest, sitting: SittingNumber, data: JSONBody[shapes.SittingAnswer]
) -> shapes.SittingView:
    """It counts once, by the house's clock. What is no answer, comes too late or is to another
    question is refused and changes nothing."""
    who = (await require_person(request)).person
    await school_of(request).answer(who, sitting, data.number, data.answer)
    return await _view(request, sitting)


@post(
    "/school/sittings/{sitting:int}/end",
    status_code=200,
    summary="Hand in a sitting",
    **protected(signed_in, 403, 404, 409, 415),
)
async def hand_in(request: AnyRequest, sitting: SittingNumber) -> shapes.SittingView:
    """What is not answered is not right."""
    who = (await require_person(request)).person
    await school_of(request).hand_in(who, sitting)
    return await _view(request, sitting)


@get(
    "/school/sittings/{sitting:int}/log",
    media_type="application/x-ndjson",
    summary="The sealed log of a sitting that is over",
    **protected(signed_in, 404, 409),
)
async def log(request: AnyRequest, sitting: SittingNumber) -> Response[bytes]:
    """One JSON object a line, as `lammer audit` grades it again."""
    who = (await require_person(request)).person
    lines = await school_of(request).log(who, sitting)
    headers = {"Content-Disposition": f'attachment; filename="sitting-{sitting}.jsonl"'}
    media = "application/x-ndjson"
    return Response(b"".join(lines), media_type=media, headers=headers)


@get(
    "/school/sittings/{sitting:int}/document",
    media_type=MediaType.HTML,
    summary="The result of a sitting as a page to print",
    **protected(signed_in, 404, 409),
)
async def printed(request: AnyRequest, sitting: SittingNumber) -> Response[str]:
    """Name, date, rules and digests, marks by skill, mistakes with clauses, the head of the log,
    and what that proves."""
    slots_of(request).take(request)
    _, found = await _over(request, sitting)
    page = await asyncio.to_thread(document, found)
    return Response(page, media_type=MediaType.HTML, headers={"Content-Security-Policy": _POLICY})


async def _over(request: AnyRequest, id: int) -> tuple[Taken, Sitting]:
    who = (await require_person(request)).person
    taken, found = await school_of(request).sitting(who, id)
    if found.result is None:
        raise goes_on()
    return taken, found


async def _view(request: AnyRequest, id: int) -> shapes.SittingView:
    house, who = house_of(request), (await require_person(request)).person
    taken, sitting = await school_of(request).sitting(who, id)
    own, test = taken.record.person == who.id, sitting.test
    question, answered = await asyncio.to_thread(_shown, sitting, own)
    return shapes.SittingView(
        marks=marks(taken.record),
        test=taken.test.id,
        name=name_of(taken.test),
        person=taken.record.person,
        taken_by=sitting.person,
        own=own,
        count=test.count,
        minutes=test.minutes,
        pass_mark=test.pass_mark,
        ends=None if sitting.ends_at is None else timestamp(sitting.ends_at),
        now=timestamp(house.time()),
        number=sitting.number,
        question=question,
        answers=answered,
    )


def _shown(
    sitting: Sitting, own: bool
) -> tuple[dict[str, Any] | None, list[shapes.AnsweredQuestion]]:
    """Return the open question without its seed, or every answer of a sitting that is over."""
    if sitting.number is not None:
        if not own:
            return None, []
        found = question_view(sitting.question())
        del found["seed"]
        return {**found, "house": dict(part_of(sitting.test, sitting.number).house)}, []
    return None, list(_answers(sitting))


def _answers(sitting: Sitting) -> list[shapes.AnsweredQuestion]:
    given = [
        data["body"]["answer"]
        for data in map(json.loads, sitting.lines)
        if data["event"] == "answer"
    ]
    found = []
    for marked, said in zip(sitting.marked, given, strict=True):
        one = asked(sitting.test, sitting.seed, marked.number)
        bets = [bet_line(one, *place) for place in places(one)]
        found.append(
            shapes.AnsweredQuestion(
                number=marked.number,
                skill=marked.skill,
                what=one.skill.what,
                words=one.posed.words,
                bets=[*filter(None, (where(one),)), *bets],
                right=marked.right,
                seconds=marked.seconds,
                given=said,
                answer=dict(one.posed.answer),
                mistakes=list(marked.mistakes),
                clauses=list(marked.clauses),
                reckon=one.posed.reckon,
            )
        )
    return found


HANDLERS = (own_sitting, begin_sitting, one_sitting, answer, hand_in, log, printed)
