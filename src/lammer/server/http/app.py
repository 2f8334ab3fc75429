"""The application: routes, error handlers, the OpenAPI document, and the middleware."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from litestar import Litestar, Response, Router, route
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler

from lammer.server.house import HouseServer
from lammer.server.http import routes_classes as routes_classes
from lammer.server.http import routes_course as routes_course
from lammer.server.http import routes_evidence as routes_evidence
from lammer.server.http import routes_house as routes_house
from lammer.server.http import routes_people as routes_people
from lammer.server.http import routes_practice as routes_practice
from lammer.server.http import routes_rules as routes_rules
from lammer.server.http import routes_school as routes_school
from lammer.server.http import routes_sittings as routes_sittings
from lammer.server.http import routes_tables as routes_tables
from lammer.server.http.access import ReadSlots, StrictRequest, check_query
from lammer.server.http.error_responses import HANDLERS
from lammer.server.http.invitation_page import JOINING
from lammer.server.http.middleware import Middleware, MiddlewareOptions
from lammer.server.http.openapi import document
from lammer.server.http.pages import PAGES

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


def _router() -> Router:
    parts = {
        "house": routes_house.HANDLERS,
        "people": routes_people.HANDLERS,
        "tables": (*routes_tables.HANDLERS, *routes_evidence.HANDLERS),
        "rules": routes_rules.HANDLERS,
        "school": (
            *routes_school.HANDLERS,
            *routes_course.HANDLERS,
            *routes_classes.HANDLERS,
            *routes_sittings.HANDLERS,
            *routes_practice.HANDLERS,
        ),
    }
    return Router(
        BASE,
        before_request=check_query,
        route_handlers=[
            Router("/", tags=[tag], route_handlers=[*_options_handlers(found), *found])
            for tag, found in parts.items()
        ],
    )


@cache
def api_document() -> dict[str, Any]:
    """Return the OpenAPI document, the same each time; needs no house."""
    return document([_router()])


def make_app(house: HouseServer, options: MiddlewareOptions | None = None) -> Litestar:
    """Return the HTTP application of a house. Without ``options`` it answers to this machine's
    names only."""
    chosen = MiddlewareOptions() if options is None else options
    app = Litestar(
        route_handlers=[_router(), routes_house.health, routes_house.metrics, *PAGES, *JOINING],
        exception_handlers=HANDLERS,
        request_class=StrictRequest,
        request_max_body_size=house.limits.body,
        openapi_config=None,
        state=State(
            {
                "house": house,
                "options": chosen,
                "slots": ReadSlots(),
                "kept": routes_rules.BodyCache(),
                "document": api_document(),
            }
        ),
        logging_config=None,
        debug=False,
    )
    app.asgi_handler = Middleware(app.asgi_handler, house, chosen)
    return app
