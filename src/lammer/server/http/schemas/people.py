"""Bodies about people: accounts, sessions, purses, invitations."""

from typing import Annotated

from msgspec import Meta

from lammer.server.http.schemas.base import (
    Login,
    Name,
    Password,
    RequestBody,
    ResponseBody,
    Role,
    Token,
)


class NewGuest(RequestBody):
    """A player without an account."""

    name: Name


class NewAccount(RequestBody):
    """An account: for the guest of the request, or for somebody new."""

    login: Login
    password: Password
    name: Annotated[str, Meta(max_length=60)] = ""


class Credentials(RequestBody):
    login: Login
    password: Password


class NewName(RequestBody):
    name: Name


class NewPassword(RequestBody):
    old: Password
    new: Password


class NewInvitation(RequestBody):
    role: Role


class AcceptedInvitation(RequestBody):
    token: Token


class SeatView(ResponseBody):
    """A person's chips at a table: on the rail, and in bets."""

    table: str
    name: str
    rail: int
    bets: int


class Me(ResponseBody):
    """The person of the request: the purse; their seats, and all chips there; what ``POST
    /me/chips`` would give; what they bring to the next table if they name no amount; and the open
    tables that they opened."""

    id: int
    kind: str
    name: str
    login: str | None
    roles: list[str]
    created: str
    purse: int
    at_tables: int
    seats: list[SeatView]
    top_up: int
    sits_with: int
    opened: list[str]


class SignedIn(ResponseBody):
    """A person who signed in; the token is for programs, a browser has a cookie."""

    token: str
    person: Me


class SessionView(ResponseBody):
    id: int
    created: str
    expires: str
    seen: str
    agent: str
    current: bool


class Sessions(ResponseBody):
    sessions: list[SessionView]


class GrantedChips(ResponseBody):
    """Play chips that were granted, and the purse after it."""

    given: int
    purse: int


class TransferView(ResponseBody):
    """Chips into a purse or out of it; ``line`` of the log of ``table`` says why. ``name`` is the
    table's."""

    number: int
    cents: int
    why: str
    at: str
    table: str | None
    name: str
    line: int | None


class Transfers(ResponseBody):
    """The latest first; ``next`` is the ``before`` of the next page."""

    transfers: list[TransferView]
    next: int | None


class PeopleList(ResponseBody):
    """In the order of ids; ``next`` is the ``after`` of the next page."""

    people: list[Me]
    next: int | None


class InvitedRole(ResponseBody):
    role: str


class InvitationLink(ResponseBody):
    """A link that gives the role once, to an account."""

    token: str
    role: str
    link: str
