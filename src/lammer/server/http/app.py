"""The application: routes, error handlers, the OpenAPI document, and the middleware."""

from collections.abc import Iterable
from functools import cache, partial
from threading import Lock
from typing import Any

from litestar import Litestar, Response, Router, route
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler

from lammer.server.house import HouseServer
from lammer.server.http.access import ReadSlots, StrictRequest, check_query
from lammer.server.http.error_responses import HANDLERS
from lammer.server.http.openapi import document
from lammer.server.http.pages.html import PageFrame
from lammer.server.http.pages.invitation_page import JOINING
from lammer.server.http.pages.routes import PAGES
from lammer.server.http.routes import classes as routes_classes
from lammer.server.http.routes import course as routes_course
from lammer.server.http.routes import evidence as routes_evidence
from lammer.server.http.routes import house as routes_house
from lammer.server.http.routes import lab as routes_lab
from lammer.server.http.routes import people as routes_people
from lammer.server.http.routes import practice as routes_practice
from lammer.server.http.routes import processes as routes_processes
from lammer.server.http.routes import rules as routes_rules
from lammer.server.http.routes import school as routes_school
from lammer.server.http.routes import sittings as routes_sittings
from lammer.server.http.routes import tables as routes_tables
from lammer.server.http.transport.middleware import Middleware, MiddlewareOptions

BASE = "/api/v1"


def _options_handlers(handlers: Iterable[HTTPRouteHandler]) -> list[HTTPRouteHandler]:
    """Return a handler of OPTIONS for each path, which lists its methods."""
    methods: dict[str, set[str]] = {}
    for handler in handlers:
        for path in handler.paths:
            methods.setdefault(path, {"OPTIONS"}).update(map(str, handler.http_methods))
    return [_options_handler(path, ", ".join(sorted(found))) for path, found in methods.items()]


def _options_handler(path: str, allow: str) -> HTTPRouteHandler:
    @route(path, http_method=["OPTIONS"], include_in_schema=False, status_code=204)
    async def methods() -> Response[None]:
        return Response(None, status_code=204, headers={"Allow": allow})

    return methods


def _routers() -> list[Router]:
    """Return a router for each part. They stand side by side, since Litestar copies every handler
    once for each router above it."""
    parts = {
        "house": (*routes_house.HANDLERS, *routes_processes.HANDLERS),
        "people": routes_people.HANDLERS,
        "tables": (*routes_tables.HANDLERS, *routes_evidence.HANDLERS),
        "rules": routes_rules.HANDLERS,
        "lab": routes_lab.HANDLERS,
        "school": (
            *routes_school.HANDLERS,
            *routes_course.HANDLERS,
            *routes_classes.HANDLERS,
            *routes_sittings.HANDLERS,
            *routes_practice.HANDLERS,
        ),
    }
    return [
        Router(
            BASE,
            before_request=check_query,
            tags=[tag],
            route_handlers=[*_options_handlers(found), *found],
        )
        for tag, found in parts.items()
    ]


_BUILDING = Lock()


@cache
def _document() -> dict[str, Any]:
    return document(_routers())


def api_document() -> dict[str, Any]:
    """Return the OpenAPI document, the same each time; needs no house. It is built when it is first
    asked for, which takes too long for the event loop: ask in a thread there."""
    with _BUILDING:
        return _document()


def api_document_at(base: str) -> dict[str, Any]:
    """Return the document of a house that is reached below a path."""
    return {**api_document(), "servers": [{"url": base}]} if base else api_document()


def make_app(house: HouseServer, options: MiddlewareOptions | None = None) -> Litestar:
    """Return the HTTP application of a house. Without ``options`` it answers to this machine's
    names only."""
    chosen = MiddlewareOptions() if options is None else options
    frame = PageFrame(house.name, chosen.base)
    app = Litestar(
        route_handlers=[*_routers(), routes_house.health, routes_house.metrics, *PAGES, *JOINING],
        exception_handlers=HANDLERS,
        request_class=StrictRequest,
        request_max_body_size=house.limits.body,
        openapi_config=None,
        state=State(
            {
                "house": house,
                "options": chosen,
                "frame": frame,
                "slots": ReadSlots(),
                "kept": routes_rules.BodyCache(),
                "document": partial(api_document_at, chosen.base),
            }
        ),
        logging_config=None,
        debug=False,
    )
    app.asgi_handler = Middleware(app.asgi_handler, house, chosen, frame)
    return app
