"""Errors: one form for all of them.

``{"error": {"code": ..., "detail": ..., "clauses": [...], "instead": ...}}``: a code for programs,
a text for people, the clauses of the regulation if any apply, and what to do instead.
"""

import logging
import re
import secrets
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import ResponseSpec

from lammer.server.errors import AnotherProcess, Refused
from lammer.server.http.pages.error_page import error_page, wants_page
from lammer.server.http.pages.html import PageFrame
from lammer.server.http.transport.paths import process_path
from lammer.server.ops.logs import REQUEST, log_line
from lammer.store.port import Conflict, StoreError
from lammer.table.commands import Malformed

AnyRequest = Request[Any, Any, Any]
Encoded = tuple[list[tuple[bytes, bytes]], bytes]
"""The headers and the content of a response."""


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is wrong. ``at`` is the path of the process that has what was asked for."""

    code: str
    detail: str
    clauses: list[str] = []
    instead: str = ""
    at: str = ""


class Failure(msgspec.Struct, frozen=True):
    """The body of every error."""

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
TEMPORARY = (429, 503)
"""Statuses that may pass; such responses have a ``Retry-After`` header."""
RETRY = 5
"""The seconds in it, unless the error has its own."""
EVERYWHERE = (400, 429, 503)
"""Statuses that every operation can answer with."""


def answers(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the errors of an operation, for its documentation."""
    return {
        status: ResponseSpec(
            data_container=Failure, description=HTTPStatus(status).phrase, generate_examples=False
        )
        for status in sorted({*EVERYWHERE, *statuses})
    }


def body(
    code: str, detail: str, instead: str = "", clauses: tuple[str, ...] = (), at: str = ""
) -> dict[str, Any]:
    """Return an error body as plain data.

    >>> body("locked", "Not now.")
    {'error': {'code': 'locked', 'detail': 'Not now.'}}
    """
    problem = Problem(code, detail, list(clauses), instead, at)
    found: dict[str, Any] = msgspec.to_builtins(Failure(problem))
    return found


def headers_of(refused: Refused) -> dict[str, str]:
    """Return the headers of a refusal.

    >>> headers_of(Refused("busy", "Not now.", 503))
    {'Retry-After': '5'}
    """
    found = {}
    after = refused.retry_after
    if after is None and refused.status in TEMPORARY:
        after = RETRY
    if after is not None:
        found["Retry-After"] = str(after)
    if refused.status == 401:
        found["WWW-Authenticate"] = "Bearer"
    return found


def encoded_refusal(problem: Refused) -> Encoded:
    """Return the headers and the content of a refusal outside the middleware, with a request number
    of its own that is logged."""
    number = secrets.token_hex(8)
    kept = REQUEST.set(number)
    log_line(logging.INFO, "request refused", code=problem.code, status=problem.status)
    REQUEST.reset(kept)
    headers, content = encoded(problem)
    safe = (b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")
    return [*headers, *safe, (b"x-request-id", number.encode())], content


def encoded(problem: Refused, page_of: PageFrame | None = None) -> Encoded:
    """Return the headers and the content of a refusal: JSON, or a page in this
    frame."""
    text = body(problem.code, problem.detail, problem.instead, problem.clauses)
    if page_of is None:
        return _encoded(msgspec.json.encode(text), "application/json", headers_of(problem))
    content = error_page(page_of, problem.status, text["error"]).encode()
    return _encoded(content, "text/html; charset=utf-8", headers_of(problem))


def encoded_move(problem: AnotherProcess, frame: PageFrame, asked: Mapping[str, Any]) -> Encoded:
    """Return the headers and the content of an answer that sends the client to another process."""
    text = body(problem.code, problem.detail, problem.instead, at=process_path(problem.process))
    where = {"Location": _location(frame, asked, problem)}
    return _encoded(msgspec.json.encode(text), "application/json", where)


def _encoded(content: bytes, kind: str, headers: Mapping[str, str]) -> Encoded:
    every = {**headers, "Content-Type": kind, "Content-Length": str(len(content))}
    return [(name.lower().encode(), text.encode()) for name, text in every.items()], content


def _response(
    request: AnyRequest, status: int, text: dict[str, Any], headers: dict[str, str] | None = None
) -> Response[Any]:
    """Return an error in the form that was asked for: JSON, or a page."""
    if not wants_page(request.scope):
        return Response(text, status_code=status, headers=headers)
    frame: PageFrame = request.app.state.frame
    shown = error_page(frame, status, text["error"], REQUEST.get())
    return Response(shown, status_code=status, headers=headers, media_type=MediaType.HTML)


def of_refused(request: AnyRequest, problem: Refused) -> Response[Any]:
    text = body(problem.code, problem.detail, problem.instead, problem.clauses)
    return _response(request, problem.status, text, headers_of(problem))


def of_moved(request: AnyRequest, problem: AnotherProcess) -> Response[Any]:
    """Send the client to the same path at another process, with the same method and body."""
    where = _location(request.app.state.frame, request.scope, problem)
    at = process_path(problem.process)
    text = body(problem.code, problem.detail, problem.instead, at=at)
    return _response(request, problem.status, text, {"Location": where})


def _location(frame: PageFrame, asked: Mapping[str, Any], problem: AnotherProcess) -> str:
    query = asked["query_string"].decode("latin-1")
    path = process_path(problem.process) + quote(asked["path"].lstrip("/"))
    return frame.at(path) + (f"?{query}" if query else "")


def of_malformed(request: AnyRequest, problem: Malformed) -> Response[Any]:
    return _response(request, 422, body("malformed", problem.sentence, problem.instead))


def of_store_error(request: AnyRequest, problem: StoreError) -> Response[Any]:
    if isinstance(problem, Conflict):
        text = "Somebody was quicker, or it is there already."
        return _response(request, 409, body("conflict", text, "Look again, then decide."))
    log_line(logging.ERROR, "store error", problem=str(problem))
    text = "The house cannot write or read at this moment."
    return _response(request, 503, body("store-down", text, _INSTEAD[503]), {"Retry-After": "2"})


def of_http(request: AnyRequest, problem: HTTPException) -> Response[Any]:
    status = problem.status_code
    if status >= 500:
        log_line(logging.ERROR, "request failed", problem=problem.detail)
        text = "Something went wrong in the house."
    else:
        text = _words(problem)
    code, given = _CODES.get(status, "malformed"), dict(problem.headers or {})
    headers = {**({"Retry-After": str(RETRY)} if status in TEMPORARY else {}), **given}
    return _response(request, status, body(code, text, _INSTEAD.get(status, "")), headers)


def of_unexpected(request: AnyRequest, problem: Exception) -> Response[Any]:
    log_line(logging.ERROR, "request failed", problem=type(problem).__name__)
    logging.getLogger("lammer.server").error("request failed", exc_info=problem)
    text = "Something went wrong in the house."
    return _response(request, 500, body("our-mistake", text, _INSTEAD[500]))


HANDLERS: dict[int | type[Exception], Any] = {
    AnotherProcess: of_moved,
    Refused: of_refused,
    Malformed: of_malformed,
    StoreError: of_store_error,
    HTTPException: of_http,
    Exception: of_unexpected,
}

_PARAMETER_NAMES = {"first": "from"}
"""Parameters whose names are Python keywords."""
_CAUSE = re.compile(r"^\d{3}: ")


def _words(problem: HTTPException) -> str:
    """Return what is wrong with a request, and where."""
    if isinstance(problem, ValidationException) and isinstance(problem.extra, list):
        found = [
            f"{_PARAMETER_NAMES.get(key := each.get('key', 'the body'), key)}: "
            f"{plain_error(each.get('message', 'is wrong'))}."
            for each in problem.extra[:5]
            if isinstance(each, dict)
        ]
        if found:
            return " ".join(found)
    detail = _CAUSE.sub("", problem.detail) or HTTPStatus(problem.status_code).phrase
    text = plain_error(detail)
    if not _PLACE.search(detail):
        text = f"{text[:1].upper()}{text[1:]}"
    return text if text.endswith(".") else f"{text}."


_KINDS = {
    "str": "text", "int": "a whole number", "float": "a number", "bool": "true or false",
    "object": "an object", "array": "a list", "null": "null",
}  # fmt: skip
_PLACE = re.compile(r" - at `\$\.?([^`]*)`$")
_PLAIN_WORDS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
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
"""Messages of msgspec, and what they are replaced by."""


def plain_error(text: str) -> str:
    """Return what is wrong with a body, in plain words; unchanged if it is not known.

    >>> plain_error("Expected `str` of length >= 1 - at `$.name`")
    'name: a longer text is needed: 1 or more characters'
    >>> plain_error("Expected `int | null`, got `str` - at `$.clock`")
    'clock: a whole number or null is needed, and this is text'
    >>> plain_error("Object contains unknown field `nmae`")
    'there is no key "nmae" here'
    """
    place = _PLACE.search(text)
    rest = text[: place.start()] if place else text
    for pattern, words in _PLAIN_WORDS:
        found = pattern.fullmatch(rest)
        if found:
            rest = words.format(*(_kind(each) for each in found.groups()))
            break
    where = place[1] if place else ""
    return f"{where}: {rest}" if where else rest


def _kind(word: str) -> str:
    return " or ".join(_KINDS.get(each, each) for each in word.split(" | "))
