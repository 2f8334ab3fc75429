"""People over HTTP: coming in, going out, one's own things, roles."""

from typing import Annotated, Any

from litestar import Request, Response, delete, get, patch, post, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody, PathParameter, QueryParameter

from lammer.server.house import HouseServer
from lammer.server.http import schemas as shapes
from lammer.server.http.access import (
    SECURITY,
    WATCHING,
    agent_of,
    house_of,
    known_of,
    only,
    signed_in,
    somebody,
    where_from,
)
from lammer.server.http.errors import answers
from lammer.server.http.middleware import COOKIE, MiddlewareOptions
from lammer.server.people.accounts import GUEST_CHIPS
from lammer.server.people.roles import ADMINISTRATOR, has_role
from lammer.server.refused import Refused
from lammer.store.port import Person

Number = Annotated[int, PathParameter(ge=1, le=shapes.MOST_NUMBER)]
Role = Annotated[shapes.Role, PathParameter()]
Limit = Annotated[int, QueryParameter(ge=1, le=200, description="How many at most.")]
_LASTS = 30 * 24 * 3600

Asks = Request[Any, Any, Any]


def _seen(house: HouseServer, person: Person, purse: int) -> shapes.Me:
    seats = [shapes.SeatSeen(**each._asdict()) for each in house.seats_of(person.id)]
    at_tables = sum(each.rail + each.bets for each in seats)
    return shapes.Me(
        id=person.id,
        kind=person.kind,
        name=person.name,
        login=person.login,
        roles=list(person.roles),
        created=person.created,
        purse=purse,
        at_tables=at_tables,
        seats=seats,
        top_up=max(0, GUEST_CHIPS - purse - at_tables),
        opened=house.opened_by(person.id),
    )


async def _me(house: HouseServer, person: Person) -> shapes.Me:
    purse = await house.writer.read(lambda store: store.purse(person.id))
    return _seen(house, person, purse)


def _cookie(request: Asks, token: str | None) -> Cookie:
    options: MiddlewareOptions = request.app.state.options
    return Cookie(
        key=COOKIE,
        value=token or "",
        path="/",
        httponly=True,
        samesite="strict",
        secure=options.tls,
        max_age=_LASTS if token else 0,
    )


async def _entered(request: Asks, person: Person, token: str) -> Response[shapes.Entered]:
    me = await _me(house_of(request), person)
    return Response(
        shapes.Entered(token=token, person=me), cookies=[_cookie(request, token)], status_code=201
    )


@post("/guests", responses=answers(403, 413, 415, 422), summary="Come in as a guest")
async def new_guest(request: Asks, data: JSONBody[shapes.NewGuest]) -> Response[shapes.Entered]:
    """A guest has a name, play chips and a session; the session is a cookie for a browser and the
    token for a program."""
    person, token = await house_of(request).people.guest(
        data.name, address=where_from(request), agent=agent_of(request)
    )
    return await _entered(request, person, token)


@post("/accounts", responses=answers(403, 409, 413, 415, 422), summary="Make an account")
async def new_account(request: Asks, data: JSONBody[shapes.NewAccount]) -> Response[shapes.Entered]:
    """A guest who asks becomes the account and keeps chips and seats; anybody else starts anew.
    The sessions there were end; a new one begins."""
    known = await known_of(request)
    person, token = await house_of(request).people.register(
        known.person if known is not None else None,
        data.login,
        data.password,
        data.name,
        address=where_from(request),
        agent=agent_of(request),
    )
    return await _entered(request, person, token)


@post("/sessions", responses=answers(401, 403, 413, 415), summary="Sign in")
async def new_session(
    request: Asks, data: JSONBody[shapes.Credentials]
) -> Response[shapes.Entered]:
    """After five wrong passwords in a row a login rests for a quarter of an hour."""
    person, token = await house_of(request).people.login(
        data.login, data.password, address=where_from(request), agent=agent_of(request)
    )
    return await _entered(request, person, token)


@delete(
    "/sessions/current",
    guards=[signed_in],
    security=SECURITY,
    responses=answers(401, 403, 415),
    summary="Sign out",
)
async def sign_out(request: Asks) -> Response[None]:
    """A guest who signs out cannot come back."""
    await house_of(request).people.logout(await somebody(request))
    return Response(None, status_code=204, cookies=[_cookie(request, None)])


@get("/me", guards=[signed_in], security=SECURITY, responses=answers(401), summary="Who I am")
async def me(request: Asks) -> shapes.Me:
    return await _me(house_of(request), (await somebody(request)).person)


@patch(
    "/me",
    guards=[signed_in],
    security=SECURITY,
    responses=answers(401, 403, 413, 415, 422),
    summary="Change my name",
)
async def rename(request: Asks, data: JSONBody[shapes.NewName]) -> shapes.Me:
    house = house_of(request)
    person = await house.people.rename((await somebody(request)).person, data.name)
    return await _me(house, person)


@put(
    "/me/password",
    guards=[signed_in],
    security=SECURITY,
    responses=answers(401, 403, 413, 415, 422),
    status_code=204,
    summary="Change my password",
)
async def change_password(request: Asks, data: JSONBody[shapes.NewPassword]) -> None:
    """All other sessions end."""
    known = await somebody(request)
    await house_of(request).people.change_password(
        known, data.old, data.new, address=where_from(request)
    )


@get(
    "/me/sessions",
    guards=[signed_in],
    security=SECURITY,
    responses=answers(401),
    summary="Where I am signed in",
)
async def sessions(request: Asks) -> shapes.Sessions:
    return shapes.Sessions(sessions=await _sessions(request))


@get(
    "/me/sessions/{session:int}",
    guards=[signed_in],
    security=SECURITY,
    responses=answers(401, 404),
    summary="One of my sessions",
)
async def one_session(request: Asks, session: Number) -> shapes.SessionSeen:
    for each in await _sessions(request):
        if each.id == session:
            return each
    raise Refused("no-session", "There is no such session.", 404)


async def _sessions(request: Asks) -> list[shapes.SessionSeen]:
    known = await somebody(request)
    found = await house_of(request).people.sessions(known.person)
    return [
        shapes.SessionSeen(
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
    guards=[signed_in],
    security=SECURITY,
    responses=answers(401, 403, 404, 415),
    summary="End one of my sessions",
)
async def end_session(request: Asks, session: Number) -> None:
    house, known = house_of(request), await somebody(request)
    await house.people.revoke(known.person, session)


@post(
    "/me/chips",
    guards=[signed_in],
    security=SECURITY,
    responses=answers(401, 403, 409, 415),
    summary="Get play chips",
)
async def top_up(request: Asks) -> shapes.GivenRole:
    """Brings purse and chips at tables back up to what a guest starts with; at most once a
    minute."""
    house, known = house_of(request), await somebody(request)
    given = await house.people.top_up(known.person)
    house.purses.forget(known.person.id)
    await house.purses.look_up(known.person.id)
    purse = await house.writer.read(lambda store: store.purse(known.person.id))
    return shapes.GivenRole(given=given, purse=purse)


Before = Annotated[
    int, QueryParameter(ge=1, le=shapes.MOST_NUMBER, description="`next` of the page before.")
]


async def _transfers(request: Asks, person: int, before: int, limit: int) -> shapes.Transfers:
    found = await house_of(request).writer.read(
        lambda store: store.transfers(person, before, limit)
    )
    rows = [
        shapes.TransferSeen(
            number=number,
            cents=each.cents,
            why=each.why,
            at=each.at,
            table=each.table,
            line=each.seq,
        )
        for number, each in found
    ]
    return shapes.Transfers(transfers=rows, next=rows[-1].number if len(rows) == limit else None)


@get(
    "/me/transfers",
    guards=[signed_in],
    security=SECURITY,
    responses=answers(401),
    summary="What went into and out of my purse",
)
async def transfers(
    request: Asks, before: Before = shapes.MOST_NUMBER, limit: Limit = 50
) -> shapes.Transfers:
    return await _transfers(request, (await somebody(request)).person.id, before, limit)


@get(
    "/people/{person:int}/transfers",
    guards=[only(*WATCHING)],
    security=SECURITY,
    responses=answers(401, 403, 404),
    summary="Somebody's purse (administrator, surveillance, floorperson)",
)
async def their_transfers(
    request: Asks, person: Number, before: Before = shapes.MOST_NUMBER, limit: Limit = 50
) -> shapes.Transfers:
    """What went into and out of it."""
    return await _transfers(request, person, before, limit)


@post(
    "/invitations",
    guards=[only(ADMINISTRATOR)],
    security=SECURITY,
    responses=answers(401, 403, 413, 415),
    summary="Invite somebody to a role (administrator)",
)
async def invite(request: Asks, data: JSONBody[shapes.NewInvitation]) -> shapes.Invited:
    """The link is good once, for seven days."""
    token = await house_of(request).people.invite((await somebody(request)).person, data.role)
    return shapes.Invited(token=token, role=data.role, link=f"/invitation#{token}")


@post(
    "/invitations/accept",
    guards=[signed_in],
    security=SECURITY,
    status_code=200,
    responses=answers(401, 403, 404, 409, 413, 415),
    summary="Take the role an invitation gives",
)
async def accept(request: Asks, data: JSONBody[shapes.TakenInvitation]) -> shapes.Me:
    """For accounts: a guest registers first."""
    house, person = house_of(request), (await somebody(request)).person
    return await _me(house, await house.people.accept(person, data.token))


@get(
    "/people",
    guards=[only(*WATCHING)],
    security=SECURITY,
    responses=answers(401, 403),
    summary="Everybody (administrator, surveillance, floorperson)",
)
async def people(
    request: Asks,
    after: Annotated[
        int, QueryParameter(ge=0, le=shapes.MOST_NUMBER, description="`next` of the page before.")
    ] = 0,
    limit: Limit = 50,
) -> shapes.Everybody:
    """Logins are shown to administrators only."""
    house, by = house_of(request), (await somebody(request)).person
    found = await house.people.everybody(by, after, limit)
    if not has_role(by, ADMINISTRATOR):
        found = [(each._replace(login=None), purse) for each, purse in found]
    rows = [_seen(house, each, purse) for each, purse in found]
    return shapes.Everybody(people=rows, next=rows[-1].id if len(rows) == limit else None)


@delete(
    "/people/{person:int}/roles/{role:str}",
    guards=[only(ADMINISTRATOR)],
    security=SECURITY,
    responses=answers(401, 403, 404, 409, 415),
    summary="Take a role from somebody (administrator)",
)
async def take_role(request: Asks, person: Number, role: Role) -> None:
    await house_of(request).people.take_role((await somebody(request)).person, person, role)


@delete(
    "/people/{person:int}/sessions",
    guards=[only(ADMINISTRATOR)],
    security=SECURITY,
    responses=answers(401, 403, 404, 415),
    summary="Sign somebody out everywhere (administrator)",
)
async def end_sessions(request: Asks, person: Number) -> None:
    await house_of(request).people.revoke_all((await somebody(request)).person, person)


HANDLERS = (
    *(
        new_guest,
        new_account,
        new_session,
        sign_out,
        me,
        rename,
        change_password,
        sessions,
        one_session,
    ),
    *(end_session, top_up, transfers, their_transfers, invite, accept, people),
    *(take_role, end_sessions),
)
