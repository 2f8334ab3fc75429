"""Errors: one shape, whatever went wrong and wherever.

``{"error": {"code": ..., "detail": ..., "clauses": [...], "instead": ...}}``: a code for programs,
words for people, the clauses of the regulation where one spoke, and what to do instead.
"""

import logging
import re
import secrets
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import ResponseSpec

from lammer.server.ops.logs import REQUEST, say
from lammer.server.refused import Refused
from lammer.store.port import Conflict, StoreError
from lammer.table.commands import Malformed


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What went wrong."""

    code: str
    detail: str
    clauses: list[str] = []
    instead: str = ""


class Failure(msgspec.Struct, frozen=True):
    """The one shape of every error."""

    error: Problem


_CODES = {
    400: "malformed",
    401: "not-signed-in",
    403: "not-yours",
    404: "not-found",
    405: "wrong-method",
    413: "too-large",
    415: "only-json",
    429: "too-many",
    500: "our-mistake",
    503: "store-down",
}
_INSTEAD = {
    401: "Sign in: POST /api/v1/guests or /api/v1/sessions, then send the token.",
    404: "See /api/v1/docs for what there is.",
    405: "The Allow header says which methods there are here.",
    413: "Send less: the body may have 64 KiB.",
    500: "Try again; if it happens again, tell whoever runs the house the X-Request-Id.",
    503: "Try again in a moment.",
}
PASSING = (429, 503)
"""Statuses of what may go better in a while: their answers say when to try again."""
RETRY = 5
"""In how many seconds, if nothing better is known."""
EVERYWHERE = (400, 429, 503)
"""Statuses that any operation can answer with."""


def answers(*statuses: int) -> dict[int, ResponseSpec]:
    """The errors of an operation, for its documentation."""
    return {
        status: ResponseSpec(
            data_container=Failure,
            description=HTTPStatus(status).phrase,
            generate_examples=False,
        )
        for status in sorted({*EVERYWHERE, *statuses})
    }


def body(
    code: str, detail: str, instead: str = "", clauses: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The shape as plain data.

    >>> body("locked", "Not now.")
    {'error': {'code': 'locked', 'detail': 'Not now.'}}
    """
    problem = Problem(code, detail, list(clauses), instead)
    found: dict[str, Any] = msgspec.to_builtins(Failure(problem))
    return found


def headers_of(refused: Refused) -> dict[str, str]:
    """The headers of a refusal.

    >>> headers_of(Refused("busy", "Not now.", 503))
    {'Retry-After': '5'}
    """
    found = {}
    after = refused.retry_after
    if after is None and refused.status in PASSING:
        after = RETRY
    if after is not None:
        found["Retry-After"] = str(after)
    if refused.status == 401:
        found["WWW-Authenticate"] = "Bearer"
    return found


def whole(problem: Refused) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """The headers and the content of a refusal that does not pass the gate, under a number of its
    own that is in the log."""
    number = secrets.token_hex(8)
    kept = REQUEST.set(number)
    say(logging.INFO, "turned away", code=problem.code, status=problem.status)
    REQUEST.reset(kept)
    said = body(problem.code, problem.detail, problem.instead, problem.clauses)
    content = msgspec.json.encode(said)
    headers = {
        **headers_of(problem),
        "Content-Type": "application/json",
        "Content-Length": str(len(content)),
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "X-Request-Id": number,
    }
    return [(name.lower().encode(), text.encode()) for name, text in headers.items()], content


def of_refused(_: Request[Any, Any, Any], problem: Refused) -> Response[Any]:
    said = body(problem.code, problem.detail, problem.instead, problem.clauses)
    return Response(said, status_code=problem.status, headers=headers_of(problem))


def of_malformed(_: Request[Any, Any, Any], problem: Malformed) -> Response[Any]:
    return Response(body("malformed", problem.sentence, problem.instead), status_code=422)


def of_trouble(_: Request[Any, Any, Any], problem: StoreError) -> Response[Any]:
    if isinstance(problem, Conflict):
        said = "Somebody was quicker, or it is there already."
        return Response(body("conflict", said, "Look again, then decide."), status_code=409)
    say(logging.ERROR, "the store is in trouble", problem=str(problem))
    said = "The house cannot write or read at this moment."
    return Response(
        body("store-down", said, _INSTEAD[503]), status_code=503, headers={"Retry-After": "2"}
    )


def of_http(_: Request[Any, Any, Any], problem: HTTPException) -> Response[Any]:
    status = problem.status_code
    if status >= 500:
        say(logging.ERROR, "a request failed", problem=problem.detail)
        said = "Something went wrong in the house."
    else:
        said = _words(problem)
    code, given = _CODES.get(status, "malformed"), dict(problem.headers or {})
    return Response(
        body(code, said, _INSTEAD.get(status, "")),
        status_code=status,
        headers={**({"Retry-After": str(RETRY)} if status in PASSING else {}), **given},
    )


def of_anything(_: Request[Any, Any, Any], problem: Exception) -> Response[Any]:
    say(logging.ERROR, "a request failed", problem=type(problem).__name__)
    logging.getLogger("lammer.server").error("a request failed", exc_info=problem)
    said = "Something went wrong in the house."
    return Response(body("our-mistake", said, _INSTEAD[500]), status_code=500)


HANDLERS: dict[int | type[Exception], Any] = {
    Refused: of_refused,
    Malformed: of_malformed,
    StoreError: of_trouble,
    HTTPException: of_http,
    Exception: of_anything,
}

_WRITTEN = {"first": "from"}
"""Parameters whose name is a word that Python keeps for itself."""
_CAUSE = re.compile(r"^\d{3}: ")


def _words(problem: HTTPException) -> str:
    """What was wrong with a request, and where."""
    if isinstance(problem, ValidationException) and isinstance(problem.extra, list):
        found = [
            f"{_WRITTEN.get(key := each.get('key', 'the body'), key)}: "
            f"{plainly(each.get('message', 'is wrong'))}."
            for each in problem.extra[:5]
            if isinstance(each, dict)
        ]
        if found:
            return " ".join(found)
    detail = _CAUSE.sub("", problem.detail) or HTTPStatus(problem.status_code).phrase
    said = plainly(detail)
    if not _PLACE.search(detail):
        said = f"{said[:1].upper()}{said[1:]}"
    return said if said.endswith(".") else f"{said}."


_KINDS = {
    "str": "text", "int": "a whole number", "float": "a number", "bool": "true or false",
    "object": "an object", "array": "a list", "null": "null",
}  # fmt: skip
_PLACE = re.compile(r" - at `\$\.?([^`]*)`$")
_SAID: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (r"Expected `str` of length >= (\d+)", "a longer text is needed: {0} or more characters"),
        (r"Expected `str` of length <= (\d+)", "at most {0} characters are taken"),
        (r"Expected `(?:int|float)` >= (\S+)", "at least {0}"),
        (r"Expected `(?:int|float)` <= (\S+)", "at most {0}"),
        (r"Expected `str` matching regex '(.+)'", "it is not written as it must be: {0}"),
        (r"Expected `([^`]+)`, got `([^`]+)`", "{0} is needed, and this is {1}"),
        (r"Object missing required field `([^`]+)`", '"{0}" is missing'),
        (r"Object contains unknown field `([^`]+)`", 'there is no key "{0}" here'),
        (r"Invalid enum value '?([^']*)'?", '"{0}" is none of the words known here'),
        (r"Input data was truncated", "the JSON ends too early"),
        (r"JSON is malformed: (.*)", "this is not JSON: {0}"),
    )
)
"""What the reader of bodies says of them, and how we say it."""


def plainly(said: str) -> str:
    """What is wrong with a body, in plain words; as it is where we have none.

    >>> plainly("Expected `str` of length >= 1 - at `$.name`")
    'name: a longer text is needed: 1 or more characters'
    >>> plainly("Expected `int | null`, got `str` - at `$.clock`")
    'clock: a whole number or null is needed, and this is text'
    >>> plainly("Object contains unknown field `nmae`")
    'there is no key "nmae" here'
    """
    place = _PLACE.search(said)
    rest = said[: place.start()] if place else said
    for pattern, words in _SAID:
        found = pattern.fullmatch(rest)
        if found:
            rest = words.format(*(_kind(each) for each in found.groups()))
            break
    where = place[1] if place else ""
    return f"{where}: {rest}" if where else rest


def _kind(word: str) -> str:
    return " or ".join(_KINDS.get(each, each) for each in word.split(" | "))
