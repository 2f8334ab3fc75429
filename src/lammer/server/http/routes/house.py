"""The house over HTTP: its description, health and metrics."""

import secrets
from dataclasses import asdict
from functools import cache
from importlib import import_module
from typing import Any, cast

from litestar import MediaType, Response, get

from lammer import __version__
from lammer.games import RULESETS, load
from lammer.server.errors import Refused
from lammer.server.http.access import AnyRequest, house_of, person_of
from lammer.server.http.error_responses import RETRY, answers
from lammer.server.http.schemas import tables as shapes
from lammer.server.http.transport.middleware import MiddlewareOptions, header
from lammer.server.people.accounts import GUEST_CHIPS, timestamp
from lammer.server.people.roles import ADMINISTRATOR, ROLES, has_role
from lammer.server.table_requests import KINDS
from lammer.server.tables.tick import usual_buy_in


@cache
def rule_sets() -> tuple[shapes.GameView, ...]:
    found = []
    for key, module in RULESETS.items():
        games = tuple(import_module(module).EDITION.games)
        found.append(shapes.GameView(rules=key, name=load(key).title, games=list(games)))
    return tuple(found)


@get("/house", responses=answers(), summary="The house: rule sets, games, limits")
async def house_view(request: AnyRequest) -> shapes.HouseView:
    house = house_of(request)
    return shapes.HouseView(
        id=house.id,
        name=house.name,
        version=__version__,
        started=timestamp(house.started),
        chips=GUEST_CHIPS,
        sits_with=usual_buy_in(GUEST_CHIPS),
        rules=list(rule_sets()),
        kinds=list(KINDS),
        roles=list(ROLES),
        limits=asdict(house.limits),
    )


@get("/health", include_in_schema=False)
async def health(request: AnyRequest) -> Response[dict[str, Any]]:
    """200 if the house is healthy, else 503."""
    well, details = house_of(request).health()
    if well:
        return Response(details)
    return Response(details, status_code=503, headers={"Retry-After": str(RETRY)})


@get("/metrics", include_in_schema=False, media_type=MediaType.TEXT)
async def metrics(request: AnyRequest) -> Response[bytes]:
    """For Prometheus, with the token, and for administrators. To come from this machine is not
    enough: so does what a proxy on it passes on, and not every proxy says that it does."""
    scope, options = (
        cast("dict[str, Any]", request.scope),
        cast("MiddlewareOptions", request.app.state.options),
    )
    if not _has_token(scope, options.metrics_token):
        person = await person_of(request)
        if not has_role(person, ADMINISTRATOR):
            detail = "Metrics are read with the token, or by an administrator."
            instead = "Start the house with --metrics-token and send it as a bearer."
            raise Refused("not-yours", detail, 401 if person is None else 403, instead=instead)
    return Response(house_of(request).metrics.text(), media_type="text/plain; version=0.0.4")


def _has_token(scope: dict[str, Any], wanted: str | None) -> bool:
    kind, _, token = (header(scope, b"authorization") or "").partition(" ")
    if wanted is None or kind.lower() != "bearer":
        return False
    return secrets.compare_digest(token.strip().encode(), wanted.encode())


HANDLERS = (house_view,)
