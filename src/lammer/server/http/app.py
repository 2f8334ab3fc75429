"""The application: the handlers, the errors, the document, and the gate before them all."""

from collections.abc import Iterable
from typing import Any

from litestar import Litestar, Response, Router, route
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler

from lammer.server.house import HouseServer
from lammer.server.http import routes_house as of_house
from lammer.server.http import routes_people as of_people
from lammer.server.http import routes_rules as of_rules
from lammer.server.http import routes_tables as of_tables
from lammer.server.http.access import Places, StrictRequest, check_query
from lammer.server.http.errors import HANDLERS
from lammer.server.http.invitation_page import JOINING
from lammer.server.http.middleware import Middleware, MiddlewareOptions
from lammer.server.http.openapi import document
from lammer.server.http.pages import PAGES

BASE = "/api/v1"


def _asked_for_methods(handlers: Iterable[HTTPRouteHandler]) -> list[HTTPRouteHandler]:
    """For each path, the answer to OPTIONS: every method there is on it."""
    methods: dict[str, set[str]] = {}
    for handler in handlers:
        for path in handler.paths:
            methods.setdefault(path, {"OPTIONS"}).update(map(str, handler.http_methods))
    return [_telling(path, ", ".join(sorted(found))) for path, found in methods.items()]


def _telling(path: str, allow: str) -> HTTPRouteHandler:
    @route(path, http_method=["OPTIONS"], include_in_schema=False, status_code=204)
    async def methods() -> Response[None]:
        return Response(None, status_code=204, headers={"Allow": allow})

    return methods


def _router() -> Router:
    parts = {
        "house": of_house.HANDLERS,
        "people": of_people.HANDLERS,
        "tables": of_tables.HANDLERS,
        "rules": of_rules.HANDLERS,
    }
    return Router(
        BASE,
        before_request=check_query,
        route_handlers=[
            Router("/", tags=[tag], route_handlers=[*_asked_for_methods(found), *found])
            for tag, found in parts.items()
        ],
    )


def api_document() -> dict[str, Any]:
    """The OpenAPI document, without a house."""
    return document([_router()])


def make_app(house: HouseServer, options: MiddlewareOptions | None = None) -> Litestar:
    """The house over HTTP. ``options``: the names it answers to and the like; without them, only
    this machine's own."""
    chosen = MiddlewareOptions() if options is None else options
    app = Litestar(
        route_handlers=[_router(), of_house.health, of_house.metrics, *PAGES, *JOINING],
        exception_handlers=HANDLERS,
        request_class=StrictRequest,
        request_max_body_size=house.limits.body,
        openapi_config=None,
        state=State(
            {
                "house": house,
                "options": chosen,
                "places": Places(),
                "kept": of_rules.BodyCache(),
                "document": api_document(),
            }
        ),
        logging_config=None,
        debug=False,
    )
    app.asgi_handler = Middleware(app.asgi_handler, house, chosen)
    return app
