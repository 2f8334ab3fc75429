"""The pages a person can read: the door, and the documentation of the API.

They are made here, in full, from text that is escaped; there is no script and nothing is fetched
from anywhere else.
"""

from collections.abc import Iterable, Mapping
from html import escape
from importlib.resources import files
from typing import Any

from litestar import MediaType, Request, Response, get

from lammer.server.http.access import house_of

Asks = Request[Any, Any, Any]
_MOST_TABLES = 200
_CSS = (files("lammer.server.http") / "static" / "house.css").read_bytes()


def page(title: str, parts: Iterable[str]) -> str:
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<title>{escape(title)}</title>\n<link rel="stylesheet" href="/static/house.css">\n'
        f"</head>\n<body>\n<main>\n{''.join(parts)}</main>\n</body>\n</html>\n"
    )


def _row(cells: Iterable[object], tag: str = "td") -> str:
    inside = "".join(f"<{tag}>{escape(str(cell))}</{tag}>" for cell in cells)
    return f"<tr>{inside}</tr>\n"


@get("/", include_in_schema=False, media_type=MediaType.HTML)
async def door(request: Asks) -> str:
    """Which tables are open, and how to sit down."""
    house = house_of(request)
    owners = [house.felts[key] for key in sorted(house.felts)[:_MOST_TABLES]]
    rows = [
        _row(
            (
                owner.felt.table,
                owner.felt.name,
                owner.felt.game,
                owner.felt.rules,
                owner.felt.kind,
                "stands still" if owner.stopped else "open",
            )
        )
        for owner in owners
    ]
    return page(
        house.name,
        (
            f"<h1>{escape(house.name)}</h1>\n",
            "<p>Play chips only: they cost nothing and are worth nothing.</p>\n",
            "<h2>Tables</h2>\n<table>\n",
            _row(("Table", "Name", "Game", "Rules", "Kind", "Now"), "th"),
            *(rows or ["<tr><td>No table is open.</td></tr>\n"]),
            "</table>\n<h2>How to sit down</h2>\n<ol>\n",
            "<li>Come in as a guest: <code>POST /api/v1/guests</code> with a name. "
            "You get chips and a token.</li>\n",
            "<li>Connect to a table: the WebSocket at "
            "<code>/api/v1/tables/TABLE/live</code>, with the token.</li>\n",
            '<li>Ask <code>{"do": "sit"}</code>, then bet.</li>\n</ol>\n',
            '<p>Everything else is in the <a href="/api/v1/docs">documentation of the API</a> '
            '(<a href="/api/v1/openapi.json">OpenAPI</a>).</p>\n',
        ),
    )


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


@get("/static/house.css", include_in_schema=False)
async def style() -> Response[bytes]:
    return Response(_CSS, media_type="text/css")


PAGES = (door, documentation, open_api, style)
