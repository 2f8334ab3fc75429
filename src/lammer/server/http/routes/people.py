"""People over HTTP: signing in and out, one's own data, roles."""

from collections.abc import Sequence
from typing import Annotated, cast

from litestar import Response, delete, get, patch, post, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody, PathParameter, QueryParameter

from lammer.server.errors import Refused
from lammer.server.house import HouseServer, SeatChips
from lammer.server.http.access import (
    AnyRequest,
    administrators_only,
    agent_of,
    client_address,
    house_of,
    known_of,
    protected,
    require_person,
    signed_in,
    watchers_only,
)
from lammer.server.http.error_responses import answers
from lammer.server.http.schemas import people as shapes
from lammer.server.http.schemas.base import MOST_NUMBER, Role
from lammer.server.http.transport.middleware import (
    COOKIE,
    DEVICE_COOKIE,
    MiddlewareOptions,
    Scope,
    cookie_of,
    is_secure,
)
from lammer.server.people.accounts import GUEST_CHIPS
from lammer.server.people.roles import ADMINISTRATOR, has_role
from lammer.server.tables.tick import usual_buy_in
from lammer.store.port import Person, Store

Number = Annotated[int, PathParameter(ge=1, le=MOST_NUMBER)]
RoleInPath = Annotated[Role, PathParameter()]
Limit = Annotated[int, QueryParameter(ge=1, le=200, description="How many at most.")]
_LASTS = 30 * 24 * 3600
_DEVICE_LASTS = 400 * 24 * 3600
"""Seconds, the longest that browsers keep a cookie."""


def _person_view(
    house: HouseServer, person: Person, purse: int, elsewhere: Sequence[SeatChips]
) -> shapes.Me:
    """Return what is told of a person; ``elsewhere`` are seats at tables of other processes."""
    found = [*house.seats_of(person.id), *elsewhere]
    seats = [shapes.SeatView(**each._asdict()) for each in found]
    at_tables = sum(each.rail + each.bets for each in seats)
    return shapes.Me(
        id=person.id, kind=person.kind, name=person.name, login=person.login,
        roles=list(person.roles), created=person.created, purse=purse, at_tables=at_tables,
        seats=seats, top_up=max(0, GUEST_CHIPS - purse - at_tables),
        sits_with=usual_buy_in(purse), opened=house.opened_by(person.id),
    )  # fmt: skip


async def _me(house: HouseServer, person: Person) -> shapes.Me:
    purse, elsewhere = await house.writer.read(
        lambda store: (store.purse(person.id), house.seats_elsewhere(store, person.id))
    )
    return _person_view(house, person, purse, elsewhere)


def _cookie(
    request: AnyRequest, value: str | None, key: str = COOKIE, lasts: int = _LASTS
) -> Cookie:
    options: MiddlewareOptions = request.app.state.options
    return Cookie(
        key=key,
        value=value or "",
        path=options.base or "/",
        httponly=True,
        samesite="strict",
        secure=is_secure(cast("Scope", request.scope), options),
        max_age=lasts if value else 0,
    )


async def _signed_in(request: AnyRequest, person: Person, token: str) -> Response[shapes.SignedIn]:
    house = house_of(request)
    me, cookies = await _me(house, person), [_cookie(request, token)]
    if person.kind == "account":
        proof = house.people.device_proof(person)
        cookies.append(_cookie(request, proof, DEVICE_COOKIE, _DEVICE_LASTS))
    return Response(shapes.SignedIn(token=token, person=me), cookies=cookies, status_code=201)


@post("/guests", responses=answers(403, 413, 415, 422), summary="Come in as a guest")
async def new_guest(
    request: AnyRequest, data: JSONBody[shapes.NewGuest]
) -> Response[shapes.SignedIn]:
    """A guest has a name, play chips and a session: a cookie for a browser, the token for a
    program."""
    person, token = await house_of(request).people.guest(
        data.name, address=client_address(request), agent=agent_of(request)
    )
    return await _signed_in(request, person, token)


@post("/accounts", responses=answers(403, 409, 413, 415, 422), summary="Make an account")
async def new_account(
    request: AnyRequest, data: JSONBody[shapes.NewAccount]
) -> Response[shapes.SignedIn]:
    """A guest becomes the account and keeps chips and seats; anybody else gets a new one. Earlier
    sessions end, and a new one begins."""
    known = await known_of(request)
    person, token = await house_of(request).people.register(
        known.person if known is not None else None,
        data.login,
        data.password,
        data.name,
        address=client_address(request),
        agent=agent_of(request),
    )
    return await _signed_in(request, person, token)


@post("/sessions", responses=answers(401, 403, 413, 415), summary="Sign in")
async def new_session(
    request: AnyRequest, data: JSONBody[shapes.Credentials]
) -> Response[shapes.SignedIn]:
    """After five wrong passwords in a row each further try has to wait longer (`locked`, with
    `Retry-After`). What strangers try does not hold up a browser, or an address, that has signed in
    to this login before."""
    scope = cast("Scope", request.scope)
    person, token = await house_of(request).people.login(
        data.login,
        data.password,
        address=client_address(request),
        agent=agent_of(request),
        device=cookie_of(scope, DEVICE_COOKIE) or "",
    )
    return await _signed_in(request, person, token)


@delete("/sessions/current", summary="Sign out", **protected(signed_in, 403, 415))
async def sign_out(request: AnyRequest) -> Response[None]:
    """A guest who signs out cannot sign in again."""
    await house_of(request).people.logout(await require_person(request))
    return Response(None, status_code=204, cookies=[_cookie(request, None)])


@get("/me", summary="Who I am", **protected(signed_in))
async def me(request: AnyRequest) -> shapes.Me:
    return await _me(house_of(request), (await require_person(request)).person)


@patch("/me", summary="Change my name", **protected(signed_in, 403, 413, 415, 422))
async def rename(request: AnyRequest, data: JSONBody[shapes.NewName]) -> shapes.Me:
    house = house_of(request)
    person = await house.people.rename((await require_person(request)).person, data.name)
    return await _me(house, person)


@put(
    "/me/password",
    status_code=204,
    summary="Change my password",
    **protected(signed_in, 403, 413, 415, 422),
)
async def change_password(request: AnyRequest, data: JSONBody[shapes.NewPassword]) -> None:
    """All other sessions end."""
    known = await require_person(request)
    await house_of(request).people.change_password(
        known, data.old, data.new, address=client_address(request)
    )


@get("/me/sessions", summary="Where I am signed in", **protected(signed_in))
async def sessions(request: AnyRequest) -> shapes.Sessions:
    return shapes.Sessions(sessions=await _sessions(request))


@get("/me/sessions/{session:int}", summary="One of my sessions", **protected(signed_in, 404))
async def one_session(request: AnyRequest, session: Number) -> shapes.SessionView:
    for each in await _sessions(request):
        if each.id == session:
            return each
    raise Refused("no-session", "There is no such session.", 404)


async def _sessions(request: AnyRequest) -> list[shapes.SessionView]:
    known = await require_person(request)
    found = await house_of(request).people.sessions(known.person)
    return [
        shapes.SessionView(
            id=each.id,
            created=each.created,
            expires=each.expires,
            seen=each.seen,
            agent=each.agent,
            current=each.id == known.session.id,
        )
        for each in found
    ]


@delete(
    "/me/sessions/{session:int}",
    summary="End one of my sessions",
    **protected(signed_in, 403, 404, 415),
)
async def end_session(request: AnyRequest, session: Number) -> None:
    house, known = house_of(request), await require_person(request)
    await house.people.revoke(known.person, session)


@post("/me/chips", summary="Get play chips", **protected(signed_in, 403, 409, 415))
async def top_up(request: AnyRequest) -> shapes.GrantedChips:
    """Raises purse and chips at tables to the amount of a new guest; at most once a minute."""
    house, known = house_of(request), await require_person(request)
    given = await house.people.top_up(known.person)
    house.purses.forget(known.person.id)
    await house.purses.look_up(known.person.id)
    purse = await house.writer.read(lambda store: store.purse(known.person.id))
    return shapes.GrantedChips(given=given, purse=purse)


Before = Annotated[
    int, QueryParameter(ge=1, le=MOST_NUMBER, description="`next` of the page before.")
]


async def _transfers(request: AnyRequest, person: int, before: int, limit: int) -> shapes.Transfers:
    def read(store: Store) -> list[shapes.TransferView]:
        found = store.transfers(person, before, limit)
        records = {each.table: store.table(each.table) for _, each in found if each.table}
        names = {table: record.name for table, record in records.items() if record}
        return [
            shapes.TransferView(
                number=number,
                cents=each.cents,
                why=each.why,
                at=each.at,
                table=each.table,
                name=names.get(each.table or "", ""),
                line=each.seq,
            )
            for number, each in found
        ]

    rows = await house_of(request).writer.read(read)
    return shapes.Transfers(transfers=rows, next=rows[-1].number if len(rows) == limit else None)


@get("/me/transfers", summary="What went into and out of my purse", **protected(signed_in))
async def transfers(
    request: AnyRequest, before: Before = MOST_NUMBER, limit: Limit = 50
) -> shapes.Transfers:
    return await _transfers(request, (await require_person(request)).person.id, before, limit)


@get(
    "/people/{person:int}/transfers",
    summary="Somebody's purse (administrator, surveillance, floorperson)",
    **protected(watchers_only, 403, 404),
)
async def transfers_of(
    request: AnyRequest, person: Number, before: Before = MOST_NUMBER, limit: Limit = 50
) -> shapes.Transfers:
    """What went into and out of a purse."""
    return await _transfers(request, person, before, limit)


@post(
    "/invitations",
    summary="Invite somebody to a role (administrator)",
    **protected(administrators_only, 403, 413, 415),
)
async def invite(
    request: AnyRequest, data: JSONBody[shapes.NewInvitation]
) -> shapes.InvitationLink:
    """The link works once, within seven days."""
    token = await house_of(request).people.invite((await require_person(request)).person, data.role)
    return shapes.InvitationLink(token=token, role=data.role, link=f"/invitation#{token}")


@post(
    "/invitations/look",
    status_code=200,
    responses=answers(403, 404, 413, 415),
    summary="The role an invitation gives",
)
async def look_at_invitation(
    request: AnyRequest, data: JSONBody[shapes.AcceptedInvitation]
) -> shapes.InvitedRole:
    """For whoever has the link, before they make an account. 404 if it was used or is too old."""
    return shapes.InvitedRole(role=await house_of(request).people.invited_to(data.token))


@post(
    "/invitations/accept",
    status_code=200,
    summary="Take the role an invitation gives",
    **protected(signed_in, 403, 404, 409, 413, 415),
)
async def accept(request: AnyRequest, data: JSONBody[shapes.AcceptedInvitation]) -> shapes.Me:
    """For accounts: a guest must register first."""
    house, person = house_of(request), (await require_person(request)).person
    return await _me(house, await house.people.accept(person, data.token))


@get(
    "/people",
    summary="Everybody (administrator, surveillance, floorperson)",
    **protected(watchers_only, 403),
)
async def people(
    request: AnyRequest,
    after: Annotated[
        int, QueryParameter(ge=0, le=MOST_NUMBER, description="`next` of the page before.")
    ] = 0,
    limit: Limit = 50,
) -> shapes.PeopleList:
    """Logins are shown to administrators only."""
    house, by = house_of(request), (await require_person(request)).person
    found = await house.people.list_people(by, after, limit)
    if not has_role(by, ADMINISTRATOR):
        found = [(each._replace(login=None), purse) for each, purse in found]
    elsewhere = await house.writer.read(
        lambda store: [house.seats_elsewhere(store, each.id) for each, _ in found]
    )
    rows = [
        _person_view(house, each, purse, seats)
        for (each, purse), seats in zip(found, elsewhere, strict=True)
    ]
    return shapes.PeopleList(people=rows, next=rows[-1].id if len(rows) == limit else None)


@delete(
    "/people/{person:int}/roles/{role:str}",
    summary="Take a role from somebody (administrator)",
    **protected(administrators_only, 403, 404, 409, 415),
)
async def take_role(request: AnyRequest, person: Number, role: RoleInPath) -> None:
    await house_of(request).people.take_role((await require_person(request)).person, person, role)


@delete(
    "/people/{person:int}/sessions",
    summary="Sign somebody out everywhere (administrator)",
    **protected(administrators_only, 403, 404, 415),
)
async def end_sessions(request: AnyRequest, person: Number) -> None:
    await house_of(request).people.revoke_all((await require_person(request)).person, person)


HANDLERS = (
    *(new_guest, new_account, new_session, sign_out, me, rename, change_password, sessions),
    *(one_session, end_session, top_up, transfers, transfers_of, invite, accept, people),
    look_at_invitation,
    *(take_role, end_sessions),
)
