"""The pages a person can open: those that the modules of ``lammer.web`` fill, and the documentation
of the API, made here in full from text that is escaped. Nothing is fetched from anywhere else."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import PurePath
from posixpath import dirname, normpath
from typing import Annotated, Any, NamedTuple, cast

from litestar import MediaType, Request, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import PathParameter

from lammer.server.http.access import house_of
from lammer.server.http.compression import PACKED, VARIES, packed, takes_packed
from lammer.server.http.middleware import Scope, token_of
from lammer.server.refused import Refused

Asks = Request[Any, Any, Any]


HEAD = (
    '<head>\n<meta charset="utf-8">\n'
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    '<link rel="icon" href="/static/icon.svg" type="image/svg+xml">\n'
)


def page(title: str, parts: Iterable[str]) -> str:
    return (
        f'<!doctype html>\n<html lang="en">\n{HEAD}'
        f'<title>{escape(title)}</title>\n<link rel="stylesheet" href="/static/css/base.css">\n'
        f"</head>\n<body>\n<main>\n{''.join(parts)}</main>\n</body>\n</html>\n"
    )


def _row(cells: Iterable[object], tag: str = "td") -> str:
    inside = "".join(f"<{tag}>{escape(str(cell))}</{tag}>" for cell in cells)
    return f"<tr>{inside}</tr>\n"


_NAV = (
    ("/", "Tables"),
    ("/history", "History"),
    ("/odds", "Odds"),
    ("/law", "Law"),
    ("/floor", "Floor"),
)


def _link(href: str, word: str, here: bool) -> str:
    current = ' aria-current="page"' if here else ""
    staff = ' id="to-floor" hidden' if href == "/floor" else ""
    return f'<a href="{href}"{current}{staff}>{word}</a>'


def shell(house: str, shown: "PageSource", known: bool = False) -> str:
    """A page that a module of ours fills: head, links, an empty main part. The root says whether
    the browser sent a session (``known``): a stranger's page need not ask to be told so."""
    links = "".join(_link(href, word, href == shown.under) for href, word in _NAV)
    sheets = "".join(
        f'<link rel="stylesheet" href="/static/css/{name}.css">\n'
        for name in ("base", *shown.styles)
    )
    ahead = "".join(
        f'<link rel="modulepreload" href="/static/{name}">\n'
        for name in modules_of(shown.script, *shown.ahead)[1:]
    )
    session = " data-session" if known else ""
    return (
        f'<!doctype html>\n<html lang="en"{session}>\n{HEAD}'
        f"<title>{escape(shown.title)} - {escape(house)}</title>\n{sheets}"
        f'<script type="module" src="/static/js/{shown.script}.js"></script>\n{ahead}'
        "</head>\n<body>\n"
        '<a class="skip" href="#main">To the content</a>\n<header class="top">'
        f'<a class="brand" href="/">{escape(house)}</a><nav aria-label="Pages">{links}</nav>'
        '<div class="who" id="who"></div></header>\n<main id="main" tabindex="-1"></main>\n'
        "<noscript><p>This page is a program: it needs JavaScript.</p></noscript>\n"
        "</body>\n</html>\n"
    )


class PageSource(NamedTuple):
    """A page of ours: its paths, its title, the module that fills it, the styles it needs, the
    link at the top that stands for it, and the modules that it loads by itself at once."""

    paths: tuple[str, ...]
    title: str
    script: str
    styles: tuple[str, ...] = ()
    under: str = ""
    ahead: tuple[str, ...] = ()


_PAGES = (
    PageSource(("/",), "Tables", "pages/lobby", ("lobby",), "/"),
    PageSource(("/tables/{table:str}",), "Table", "table/page", ("felt", "table"), "/",
         ("felt/index", "felt/dice", "felt/chips")),
    PageSource(("/history", "/history/{table:str}/{hand:str}"), "History", "pages/history",
               ("history",), "/history"),
    PageSource(("/odds", "/odds/{rules:str}/{game:str}"), "Odds", "pages/odds", ("sheets",),
               "/odds"),
    PageSource(("/compare",), "Two rule sets", "pages/compare", ("sheets",), "/odds"),
    PageSource(("/law", "/law/{clause:str}"), "Law", "pages/law", ("sheets",), "/law"),
    PageSource(("/floor",), "Floor", "pages/floor", ("floor",), "/floor"),
    PageSource(("/account",), "Account", "pages/account", ("lobby",)),
)  # fmt: skip


def _serving(shown: PageSource) -> HTTPRouteHandler:
    @get(list(shown.paths), include_in_schema=False, media_type=MediaType.HTML)
    async def served(request: Asks) -> str:
        name, known = house_of(request).name, token_of(cast("Scope", request.scope)) is not None
        return shell(name, shown, known)

    return served


_KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


class Asset(NamedTuple):
    """A file of the pages as it is, packed where that is worth it, its media type, and its digest,
    by which a browser knows it again."""

    content: bytes
    packed: bytes
    kind: str
    digest: str


def _assets() -> dict[str, Asset]:
    """Every file of the pages, by its path: nothing else can be asked for."""
    found: dict[str, Asset] = {}
    waiting = [("", each) for each in files("lammer.web").iterdir()]
    while waiting:
        before, entry = waiting.pop()
        name = f"{before}{entry.name}"
        if entry.is_dir():
            waiting += [(f"{name}/", each) for each in entry.iterdir()]
        elif (kind := _KINDS.get(PurePath(name).suffix)) is not None:
            content = entry.read_bytes()
            digest = sha256(content).hexdigest()[:16]
            found[name] = Asset(content, packed(content), kind, digest)
    return found


_ASSETS = _assets()
_IMPORTED = re.compile(r'^(?:import|export)\s[^;()]*?\bfrom "(\.[^"]+)";', re.MULTILINE)


@cache
def modules_of(*scripts: str) -> tuple[str, ...]:
    """These modules, what they import, and what that does. A page names them all at once, so that
    the browser need not find them one after another.

    >>> modules_of("compare")[:3]
    ('js/pages/compare.js', 'js/lib/api.js', 'js/lib/dom.js')
    """
    found = [f"js/{script}.js" for script in scripts]
    for name in found:  # It grows meanwhile.
        text = _ASSETS[name].content.decode()
        paths = (normpath(f"{dirname(name)}/{each}") for each in _IMPORTED.findall(text))
        found += [path for path in dict.fromkeys(paths) if path not in found]
    return tuple(found)


@get("/static/{name:path}", include_in_schema=False)
async def asset(request: Asks, name: Annotated[str, PathParameter()]) -> Response[bytes]:
    """A module, a style sheet, a picture of the pages."""
    found = _ASSETS.get(name.lstrip("/"))
    if found is None:
        raise Refused("not-found", "There is no such file.", 404)
    packs = bool(found.packed) and takes_packed(request)
    tag = f'"{found.digest}{"-gzip" if packs else ""}"'
    headers = {"ETag": tag, **VARIES}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, media_type=found.kind, headers=headers)
    if packs:
        headers |= PACKED
    content = found.packed if packs else found.content
    return Response(content, media_type=found.kind, headers=headers)


@get("/api/v1/docs", include_in_schema=False, media_type=MediaType.HTML)
async def documentation(request: Asks) -> str:
    """The operations of the API, from the same document that programs read."""
    document = request.app.state.document
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
    return page("The API", parts)


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
    """A schema in a few words."""
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
async def open_api(request: Asks) -> dict[str, Any]:
    found: dict[str, Any] = request.app.state.document
    return found


PAGES = (*map(_serving, _PAGES), asset, documentation, open_api)
