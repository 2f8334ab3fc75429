"""Authentication and authorization of requests, checked before the body is read."""

from collections.abc import Awaitable, Callable
from typing import Any, cast

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.exceptions import ClientException, InternalServerException
from litestar.handlers import BaseRouteHandler
from litestar.params import QueryParameter
from litestar.types.empty import Empty

from lammer.server.errors import Refused
from lammer.server.house import HouseServer
from lammer.server.http.error_responses import answers
from lammer.server.http.pages.html import PageFrame
from lammer.server.http.schemas.base import MOST_NUMBER
from lammer.server.http.transport.middleware import RELEASE, address_of, header, token_of
from lammer.server.ops import strict_json
from lammer.server.ops.rate_limits import neighbourhood
from lammer.server.people.accounts import KnownPerson
from lammer.server.people.roles import ADMINISTRATOR, SURVEILLANCE, has_role
from lammer.store.port import Person
from lammer.table.commands import plain

Connection = ASGIConnection[Any, Any, Any, Any]
Guard = Callable[[Connection, BaseRouteHandler], Awaitable[None]]
AnyRequest = Request[Any, Any, Any]

SECURITY: list[dict[str, list[str]]] = [{"bearer": []}, {"cookie": []}]
WATCHING = (ADMINISTRATOR, SURVEILLANCE, "floorperson")
"""Roles that may see what others did."""
AT_ONCE = 8
PER_ADDRESS = 2
"""Expensive reads at the same time: in all, and for one address."""

_KNOWN = "lammer_known"


def _number(text: str) -> float | int:
    """Parse a number as JSON means it: 30.0 is the integer 30."""
    found = float(text)
    return int(found) if found.is_integer() and abs(found) < MOST_NUMBER else found


_DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(float_hook=_number)


class StrictRequest(Request[Any, Any, Any]):
    """Decodes a body to the type its handler names, without conversions: "5" is no number."""

    async def json(self) -> Any:
        wanted = self.route_handler.parsed_data_field
        if wanted is None:
            return await super().json()
        if self._json is Empty:
            try:
                raw = strict_json.decode(await self.body(), _DECODER)
                self._json = msgspec.convert(raw, wanted.annotation)
            except (
                *(msgspec.MsgspecError, UnicodeDecodeError, RecursionError),
                strict_json.RepeatedKey,
            ) as problem:
                raise ClientException(str(problem)) from None
        return self._json

    async def body(self) -> bytes:
        try:
            return await super().body()
        except InternalServerException:  # What is raised when the client has gone.
            raise ClientException("The request broke off.") from None


def query_parameters(handler: BaseRouteHandler) -> list[str]:
    """Return the names of a handler's query parameters, as the OpenAPI document has them."""
    fields = handler.parsed_fn_signature.parameters.items()
    return [
        field.kwarg_definition.name or name
        for name, field in fields
        if isinstance(field.kwarg_definition, QueryParameter)
    ]


async def check_query(request: AnyRequest) -> None:
    """Refuse a parameter that is not documented, and one that is repeated."""
    given = [name for name, _ in request.query_params.multi_items()]
    known = query_parameters(request.route_handler) if given else []
    for name in given:
        if name not in known or given.count(name) > 1:
            what = "is there twice" if name in known else "is no parameter here"
            instead = f"There are: {', '.join(known)}." if known else "There are none here."
            raise Refused("malformed", f"{plain(name)}: {what}.", 400, instead=instead)


def house_of(connection: Connection) -> HouseServer:
    return cast("HouseServer", connection.app.state.house)


def frame_of(connection: Connection) -> PageFrame:
    return cast("PageFrame", connection.app.state.frame)


async def known_of(connection: Connection) -> KnownPerson | None:
    """Return the person and session of a request; None for nobody."""
    scope = cast("dict[str, Any]", connection.scope)
    if _KNOWN not in scope:
        token = token_of(scope)
        people = house_of(connection).people
        scope[_KNOWN] = None if token is None else await people.known(token)
    found: KnownPerson | None = scope[_KNOWN]
    return found


async def person_of(connection: Connection) -> Person | None:
    known = await known_of(connection)
    return known.person if known is not None else None


async def signed_in(connection: Connection, _: BaseRouteHandler) -> None:
    """Guard: for everybody who is signed in."""
    await require_person(connection)


async def require_person(connection: Connection) -> KnownPerson:
    known = await known_of(connection)
    if known is None:
        instead = "Sign in: POST /api/v1/guests or /api/v1/sessions, then send the token."
        raise Refused("not-signed-in", "You are not signed in.", 401, instead=instead)
    return known


def require_roles(*roles: str) -> Guard:
    """Return a guard: for people with one of these roles."""

    async def guard(connection: Connection, _: BaseRouteHandler) -> None:
        known = await require_person(connection)
        if not has_role(known.person, *roles):
            said = f"This is for a person with the role {' or '.join(roles)}."
            instead = "An administrator can invite you to a role."
            raise Refused("not-your-role", said, 403, instead=instead)

    return guard


administrators_only = require_roles(ADMINISTRATOR)
watchers_only = require_roles(*WATCHING)


async def require_not_surveillance(connection: Connection, _: BaseRouteHandler) -> None:
    """Guard: for everybody who may change something at a table, which surveillance may not."""
    known = await require_person(connection)
    if has_role(known.person, SURVEILLANCE):
        raise Refused("not-your-role", "Surveillance sees all play and touches nothing.", 403)


def protected(guard: Guard, *statuses: int) -> dict[str, Any]:
    """Return what a route behind a guard has: its guard, its security, and its errors."""
    return {"guards": [guard], "security": SECURITY, "responses": answers(401, *statuses)}


def agent_of(request: AnyRequest) -> str:
    return header(cast("dict[str, Any]", request.scope), b"user-agent") or ""


def client_address(request: AnyRequest) -> str:
    return address_of(cast("dict[str, Any]", request.scope))


class ReadSlots:
    """Limits how many expensive reads run at the same time."""

    def __init__(self, most: int = AT_ONCE, each: int = PER_ADDRESS) -> None:
        self._most, self._each = most, each
        self._held: dict[str, int] = {}

    def take(self, request: AnyRequest) -> None:
        """Hold a slot until the response is sent; ``Refused`` if there is none."""
        address = neighbourhood(client_address(request))
        held = self._held.get(address, 0)
        if held >= self._each or sum(self._held.values()) >= self._most:
            detail = "Too many long reads at once."
            instead = "Wait until one of yours has ended."
            raise Refused("busy", detail, 429, instead=instead, retry_after=2)
        self._held[address] = held + 1
        scope = cast("dict[str, Any]", request.scope)
        scope[RELEASE].append(lambda: self._let_go(address))

    def _let_go(self, address: str) -> None:
        left = self._held.pop(address) - 1
        if left:
            self._held[address] = left


def slots_of(request: AnyRequest) -> ReadSlots:
    return cast("ReadSlots", request.app.state.slots)
