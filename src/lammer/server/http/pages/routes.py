"""The HTML pages: those that JavaScript modules fill (``lammer.server.assets``), and the
documentation of the API. Nothing is loaded from another host."""

import asyncio
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from typing import Annotated, Any, NamedTuple, cast

from litestar import MediaType, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import PathParameter

from lammer.server.assets import asset_at, felt_module, instrument_module, marker_module, modules_of
from lammer.server.errors import Refused
from lammer.server.http.access import AnyRequest, frame_of, house_of
from lammer.server.http.pages.html import PageFrame, page, top
from lammer.server.http.transport.compression import GZIPPED, VARIES, compressed, wants_gzip
from lammer.server.http.transport.middleware import Scope, token_of
from lammer.server.tables.runner import TableRunner


def _row(cells: Iterable[object], tag: str = "td") -> str:
    inside = "".join(f"<{tag}>{escape(str(cell))}</{tag}>" for cell in cells)
    return f"<tr>{inside}</tr>\n"


def shell(
    frame: PageFrame, shown: "PageSource", known: bool = False, more: tuple[str, ...] = ()
) -> str:
    """Return a page that a module fills: head, links, an empty main element. Its root says whether
    the browser sent a session (``known``), which saves a request. ``more`` are modules of games and
    instruments that it preloads."""
    sheets = "".join(
        f'<link rel="stylesheet" href="{frame.at("/static/web/css/")}{name}.css">\n'
        for name in ("base", *shown.styles)
    )
    scripts = [f"web/js/{each}.js" for each in (shown.script, *shown.ahead)]
    ahead = "".join(
        f'<link rel="modulepreload" href="{frame.at("/static/")}{name}">\n'
        for name in modules_of(*scripts, *more)[1:]
    )
    session = " data-session" if known else ""
    script = frame.at(f"/static/web/js/{shown.script}.js")
    return (
        f'<!doctype html>\n<html lang="en"{session}>\n{frame.head}'
        f"<title>{escape(shown.title)} - {escape(frame.house)}</title>\n{sheets}"
        f'<script type="module" src="{script}"></script>\n{ahead}'
        f"</head>\n<body>\n{top(frame, shown.under)}"
        f'<main id="main" class="{shown.classes}" tabindex="-1"></main>\n'
        "<noscript><p>This page is a program: it needs JavaScript.</p></noscript>\n"
        "</body>\n</html>\n"
    )


class PageSource(NamedTuple):
    """A page: its paths, its title, the module that fills it, its style sheets, its link in the
    navigation, the modules that it preloads, and the classes of its main element."""

    paths: tuple[str, ...]
    title: str
    script: str
    styles: tuple[str, ...] = ()
    under: str = ""
    ahead: tuple[str, ...] = ()
    classes: str = ""


_PAGES = (
    PageSource(("/",), "Tables", "pages/lobby", ("lobby",), "/"),
    PageSource(("/tables/{table:str}",), "Table", "table/page", ("felt", "table"), "/",
         ("felt/index", "felt/chips"), "wide table-page coming"),
    PageSource(("/history", "/history/{table:str}/{hand:str}"), "History", "pages/history",
               ("history",), "/history"),
    PageSource(("/odds", "/odds/{rules:str}/{game:str}"), "Odds", "pages/odds", ("reference",),
               "/odds"),
    PageSource(("/guide/{rules:str}/{game:str}", "/tables/{table:str}/guide"), "How to play",
               "pages/guide", ("reference", "guide"), "/"),
    PageSource(("/first-hand/{rules:str}/{game:str}",), "A first hand", "pages/first-hand",
               ("felt", "first-hand"), "/"),
    PageSource(("/compare",), "Two rule sets", "pages/compare", ("reference",), "/odds"),
    PageSource(("/law", "/law/{clause:str}"), "Law", "pages/law", ("reference",), "/law"),
    PageSource(("/lab",), "The lab", "pages/lab", ("reference", "lab"), "/lab", classes="wide"),
    PageSource(("/lab/design",), "Design a wager", "pages/lab-design", ("reference", "lab"), "/lab",
               classes="wide"),
    PageSource(("/school", "/school/{rules:str}/{game:str}"), "School", "pages/school",
               ("felt", "school"), "/school"),
    PageSource(("/school/practice/{rules:str}/{game:str}",), "Practice table", "pages/practice",
               ("felt", "school"), "/school"),
    PageSource(("/school/classes", "/school/classes/{number:int}", "/school/join"), "Classes",
               "pages/classes", ("lobby", "school"), "/school"),
    PageSource(("/school/course", "/school/course/{number:int}"), "Course", "pages/course",
               ("school",), "/school"),
    PageSource(("/school/for-schools",), "For schools", "pages/for-schools", ("school",),
               "/school"),
    PageSource(("/school/results/{number:int}",), "Results", "pages/test-results", ("school",),
               "/school"),
    PageSource(("/school/sittings/{number:int}",), "Table test", "pages/sitting",
               ("felt", "school"), "/school"),
    PageSource(("/floor",), "Floor", "pages/floor", ("floor",), "/floor", classes="wide"),
    PageSource(("/account",), "Account", "pages/account", ("lobby", "chips-menu")),
)  # fmt: skip


def _modules_at(runner: TableRunner) -> tuple[str, ...]:
    """Return the modules that draw the game of a table and show its instrument."""
    rules = runner.table.rules
    law = rules.house.law
    found = (
        felt_module(law),
        instrument_module(rules.procedure.trial.thing),
        marker_module(law),
    )
    return tuple(each for each in found if each is not None)


def _serving(shown: PageSource) -> HTTPRouteHandler:
    @get(list(shown.paths), include_in_schema=False, media_type=MediaType.HTML)
    async def served(request: AnyRequest) -> str:
        here, known = house_of(request), token_of(cast("Scope", request.scope)) is not None
        runner = here.tables.get(request.path_params.get("table", "")) if shown.ahead else None
        return shell(frame_of(request), shown, known, _modules_at(runner) if runner else ())

    return served


_compressed = cache(compressed)
"""Each file is compressed once."""


@get("/static/{name:path}", include_in_schema=False)
async def asset(request: AnyRequest, name: Annotated[str, PathParameter()]) -> Response[bytes]:
    """A module, a style sheet or a picture of the pages."""
    found = asset_at(name.lstrip("/"))
    if found is None:
        raise Refused("not-found", "There is no such file.", 404)
    shorter = _compressed(found.content)
    packs = bool(shorter) and wants_gzip(request)
    tag = f'"{found.digest}{"-gzip" if packs else ""}"'
    headers = {"ETag": tag, **VARIES}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, media_type=found.kind, headers=headers)
    if packs:
        headers |= GZIPPED
    content = shorter if packs else found.content
    return Response(content, media_type=found.kind, headers=headers)


@get("/api/v1/docs", include_in_schema=False, media_type=MediaType.HTML)
async def documentation(request: AnyRequest) -> str:
    """The operations of the API, from the OpenAPI document."""
    document = await _document(request)
    parts = [
        "<h1>The API</h1>\n",
        f"<p>{escape(str(document['info'].get('description', '')))}</p>\n",
    ]
    for path, item in document["paths"].items():
        for method, operation in item.items():
            parts += _operation(method, path, operation)
    parts.append("<h2>Shapes</h2>\n")
    for name, schema in document["components"]["schemas"].items():
        parts += _shape(name, schema)
    return page(frame_of(request), "The API", parts)


def _operation(method: str, path: str, operation: Mapping[str, Any]) -> Iterable[str]:
    yield f"<h3><code>{escape(method.upper())} {escape(path)}</code></h3>\n"
    yield f"<p>{escape(operation.get('summary', ''))}."
    yield f" {escape(operation.get('description', ''))}</p>\n"
    rows = [
        _row((each["name"], each["in"], _kind(each["schema"]), each.get("description", "")))
        for each in operation.get("parameters", ())
    ]
    if "requestBody" in operation:
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        rows.append(_row(("body", "JSON", _kind(schema), "")))
    for status, answer in operation["responses"].items():
        kinds = [_kind(each["schema"]) for each in answer.get("content", {}).values()]
        rows.append(_row((status, "answer", ", ".join(kinds), answer.get("description", ""))))
    yield f"<table>\n{''.join(rows)}</table>\n"


def _shape(name: str, schema: Mapping[str, Any]) -> Iterable[str]:
    yield f'<h3 id="{escape(name)}">{escape(name)}</h3>\n'
    yield f"<p>{escape(schema.get('description', ''))}</p>\n<table>\n"
    needed = schema.get("required", ())
    for key, each in schema.get("properties", {}).items():
        yield _row((key, _kind(each), "required" if key in needed else "optional"))
    yield "</table>\n"


def _kind(schema: Mapping[str, Any]) -> str:
    """Return a schema in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for key in ("oneOf", "anyOf"):
        if key in schema:
            return " or ".join(_kind(each) for each in schema[key])
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    kind = schema.get("type", "anything")
    said = " or ".join(kind) if isinstance(kind, list) else str(kind)
    if said == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    bounds = (("minimum", "from"), ("maximum", "to"), ("maxLength", "at most"))
    limits = [f"{word} {schema[key]}" for key, word in bounds if key in schema]
    return " ".join((said, *limits))


@get("/api/v1/openapi.json", include_in_schema=False)
async def open_api(request: AnyRequest) -> dict[str, Any]:
    return await _document(request)


async def _document(request: AnyRequest) -> dict[str, Any]:
    return await asyncio.to_thread(request.app.state.document)


PAGES = (*map(_serving, _PAGES), asset, documentation, open_api)
