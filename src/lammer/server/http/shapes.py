"""What goes over the wire: each body that is read and each that is sent, as a type.

What is read has no room for anything unknown, and numbers are numbers. Amounts are cents.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

MOST_NUMBER = 2**53 - 1
"""The largest whole number that every JSON reader keeps."""

Name = Annotated[str, Meta(min_length=1, max_length=60)]
Login = Annotated[str, Meta(min_length=1, max_length=60)]
Password = Annotated[str, Meta(min_length=1, max_length=400)]
Word = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(min_length=1, max_length=100)]
Role = Literal["dealer", "stickperson", "boxperson", "floorperson", "surveillance", "administrator"]


class Asked(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Base of all that is read."""


class NewGuest(Asked):
    """Somebody who sits down without an account."""

    name: Name


class NewAccount(Asked):
    """An account: for the guest who asks, or for somebody new."""

    login: Login
    password: Password
    name: Annotated[str, Meta(max_length=60)] = ""


class Credentials(Asked):
    login: Login
    password: Password


class NewName(Asked):
    name: Name


class NewPassword(Asked):
    old: Password
    new: Password


class NewInvitation(Asked):
    role: Role


class TakenInvitation(Asked):
    token: Token


class NewTable(Asked):
    """A table to open: the rule set and game, the house's elections as in a house file, the kind,
    a name, and the seconds after which the house goes on by itself."""

    rules: Word
    game: Word | None = None
    house: dict[str, Any] = {}
    kind: Literal["automatic", "staffed"] = "automatic"
    name: Annotated[str, Meta(max_length=60)] = ""
    clock: Annotated[int, Meta(ge=5, le=600)] | None = None


class Sent(msgspec.Struct, kw_only=True):
    """Base of all that is sent."""


class Me(Sent):
    """Somebody as they see themselves; ``purse`` and ``at_tables`` in cents."""

    id: int
    kind: str
    name: str
    login: str | None
    roles: list[str]
    created: str
    purse: int
    at_tables: int


class Entered(Sent):
    """Somebody who came in; the token is for programs, a browser has it as a cookie."""

    token: str
    person: Me


class SessionSeen(Sent):
    id: int
    created: str
    expires: str
    seen: str
    agent: str
    current: bool


class Sessions(Sent):
    sessions: list[SessionSeen]


class Given(Sent):
    """Play chips that were given, and the purse after it."""

    given: int
    purse: int


class TransferSeen(Sent):
    """Chips into a purse or out of it; ``line`` of the log of ``table`` says why."""

    number: int
    cents: int
    why: str
    at: str
    table: str | None
    line: int | None


class Transfers(Sent):
    """The latest first; ``next`` is the ``before`` of the page after this one."""

    transfers: list[TransferSeen]
    next: int | None


class Everybody(Sent):
    """In the order they came; ``next`` is the ``after`` of the page after this one."""

    people: list[Me]
    next: int | None


class Invited(Sent):
    """A link that gives the role once, to an account."""

    token: str
    role: str
    link: str


class GameSeen(Sent):
    rules: str
    name: str
    games: list[str]


class HouseSeen(Sent):
    name: str
    version: str
    started: str
    chips: int
    rules: list[GameSeen]
    kinds: list[str]
    roles: list[str]
    limits: dict[str, int]


class Tables(Sent):
    """``next`` is the ``after`` of the page after this one."""

    tables: list[dict[str, Any]]
    next: str | None


class Lines(Sent):
    """Lines of a log as they are sealed; ``next`` is the ``from`` of the page after this one,
    ``head`` the last line there is."""

    lines: list[dict[str, Any]]
    next: int | None
    head: int


class Part(Sent):
    """A person's part in one hand that is over, in cents: chips at the table ``before`` and
    ``after`` it, what was ``brought`` in meanwhile less what was taken away, what was ``staked``
    (each bet as it was made), what the bank paid (``won``) and took (``lost``), and the
    ``vigorish``. before + brought + won - lost - vigorish is after."""

    table: str
    hand: int
    seat: int
    first: int
    last: int
    ended: str
    before: int
    after: int
    brought: int
    staked: int
    won: int
    lost: int
    vigorish: int


class Hands(Sent):
    """The latest first; ``next`` is the ``after`` of the page after this one."""

    hands: list[Part]
    next: str | None


class WholeHand(Sent):
    """A hand to replay: the table just before its first line, and its lines. ``next``: where the
    lines go on, for a hand too long for one answer."""

    table: str
    hand: int
    began: str
    parts: list[Part]
    standing: dict[str, Any]
    lines: list[dict[str, Any]]
    next: int | None
