"""What goes over the wire: each body that is read and each that is sent, as a type.

What is read has no room for anything unknown, and numbers are numbers. Amounts are cents.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from lammer.server.table_requests import MOST_HOUSE

MOST_NUMBER = 2**53 - 1
"""The largest whole number that every JSON reader keeps."""

Name = Annotated[str, Meta(min_length=1, max_length=60)]
Login = Annotated[str, Meta(min_length=1, max_length=60)]
Password = Annotated[str, Meta(min_length=1, max_length=400)]
Word = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(min_length=1, max_length=100)]
Role = Literal["dealer", "stickperson", "boxperson", "floorperson", "surveillance", "administrator"]


class RequestBody(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Base of all that is read."""


class NewGuest(RequestBody):
    """Somebody who sits down without an account."""

    name: Name


class NewAccount(RequestBody):
    """An account: for the guest who asks, or for somebody new."""

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


class TakenInvitation(RequestBody):
    token: Token


class NewTable(RequestBody):
    """A table to open: the rule set and game, the house's elections as in a house file, the text of
    such a file, the kind, a name, and the seconds after which the house goes on by itself."""

    rules: Word
    game: Word | None = None
    house: dict[str, Any] = {}
    file: Annotated[str, Meta(max_length=MOST_HOUSE)] = ""
    kind: Literal["automatic", "staffed"] = "automatic"
    name: Annotated[str, Meta(max_length=60)] = ""
    clock: Annotated[int, Meta(ge=5, le=600)] | None = None


class ResponseBody(msgspec.Struct, kw_only=True):
    """Base of all that is sent."""


class SeatSeen(ResponseBody):
    """What somebody has at a table: on the rail, and in bets."""

    table: str
    name: str
    rail: int
    bets: int


class Me(ResponseBody):
    """Somebody as they see themselves: the purse; their seats, and all chips there; what
    ``POST /me/chips`` would give; and the tables they opened that are open still."""

    id: int
    kind: str
    name: str
    login: str | None
    roles: list[str]
    created: str
    purse: int
    at_tables: int
    seats: list[SeatSeen]
    top_up: int
    opened: list[str]


class Entered(ResponseBody):
    """Somebody who came in; the token is for programs, a browser has it as a cookie."""

    token: str
    person: Me


class SessionSeen(ResponseBody):
    id: int
    created: str
    expires: str
    seen: str
    agent: str
    current: bool


class Sessions(ResponseBody):
    sessions: list[SessionSeen]


class GivenRole(ResponseBody):
    """Play chips that were given, and the purse after it."""

    given: int
    purse: int


class TransferSeen(ResponseBody):
    """Chips into a purse or out of it; ``line`` of the log of ``table`` says why."""

    number: int
    cents: int
    why: str
    at: str
    table: str | None
    line: int | None


class Transfers(ResponseBody):
    """The latest first; ``next`` is the ``before`` of the page after this one."""

    transfers: list[TransferSeen]
    next: int | None


class Everybody(ResponseBody):
    """In the order they came; ``next`` is the ``after`` of the page after this one."""

    people: list[Me]
    next: int | None


class Invited(ResponseBody):
    """A link that gives the role once, to an account."""

    token: str
    role: str
    link: str


class GameSeen(ResponseBody):
    rules: str
    name: str
    games: list[str]


class HouseSeen(ResponseBody):
    name: str
    version: str
    started: str
    chips: int
    rules: list[GameSeen]
    kinds: list[str]
    roles: list[str]
    limits: dict[str, int]


class TableList(ResponseBody):
    """``next`` is the ``after`` of the page after this one."""

    tables: list[dict[str, Any]]
    next: str | None


class LogLines(ResponseBody):
    """Lines of a log as they are sealed; ``text`` has the sentence for each, "" if the table was
    opened under rules that are others now; ``next`` is the ``from`` of the page after this one,
    ``head`` the last line there is."""

    lines: list[dict[str, Any]]
    text: list[str]
    next: int | None
    head: int


class HandShare(ResponseBody):
    """A person's part in one hand that is over, in cents: chips at the table ``before`` and
    ``after`` it, what was ``brought`` in meanwhile less what was taken away, what was ``staked``
    (each bet as it was made), what the bank paid (``won``) and took (``lost``), and the
    ``vigorish``. before + brought + won - lost - vigorish is after. ``name`` is the table's."""

    table: str
    name: str
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


class HandList(ResponseBody):
    """The latest first; ``next`` is the ``after`` of the page after this one."""

    hands: list[HandShare]
    next: str | None


class OffBets(ResponseBody):
    """The bets that are off after a line and until the next entry, by seat."""

    after: int
    bets: dict[str, list[str]]


class WholeHand(ResponseBody):
    """A hand to replay. ``standing`` is the table just before the hand, as it is stored; ``lines``
    are the hand's, and ``text`` has the sentence for each. ``start`` is the state before the first
    of these lines, as a live snapshot has it; ``states`` has what each line changed, as a live
    message's ``state`` does, null where nothing. ``off``: which bets were off, from when on.
    ``start``, ``states`` and ``off`` are null, and every sentence is "", if the table was opened
    under rules that are others now. ``next``: the ``from`` with which the lines go on, for a hand
    too long for one answer."""

    table: str
    hand: int
    began: str
    parts: list[HandShare]
    standing: dict[str, Any]
    lines: list[dict[str, Any]]
    off: list[OffBets] | None
    text: list[str]
    start: dict[str, Any] | None
    states: list[dict[str, Any] | None] | None
    next: int | None


class Exactly(ResponseBody):
    """A number that need not be whole: as a fraction, and rounded for people."""

    exact: str
    decimal: str


class InstrumentSeen(ResponseBody):
    """What produces the outcomes of a game, and the page's module that shows it."""

    key: str
    module: str | None


class RulesetSeen(ResponseBody):
    """``wagers``: how many a house that elects nothing takes."""

    rules: str
    game: str
    name: str
    citation: str
    digest: str
    instrument: InstrumentSeen
    puck: bool
    wagers: int


class Rulesets(ResponseBody):
    rulesets: list[RulesetSeen]


class FileSeen(ResponseBody):
    """A house file, in TOML."""

    file: str


class SpotSeen(ResponseBody):
    """A spot of the layout and the wagers that lie on it."""

    spot: str
    wagers: list[str]


class AreaSeen(ResponseBody):
    title: str
    spots: list[SpotSeen]


class PaysSeen(ResponseBody, kw_only=True, omit_defaults=True):
    """``when``: what comes, how many points were made, or which number the bet behind is on, where
    it makes a difference. ``share``: how much of a bet made in parts is paid so."""

    odds: str
    when: str | None = None
    share: str | None = None


class EdgeSeen(ResponseBody):
    """What the house keeps of each unit: per bet made, per roll; and how many rolls a bet lasts.
    Null where it depends on the number."""

    per_bet: Exactly
    per_roll: Exactly | None
    rolls: Exactly | None


class LimitsSeen(ResponseBody, omit_defaults=True):
    """In cents; without a most that is not posted, or a step that depends on the number."""

    min: int | None
    max: int | None = None
    step: int | None = None


class WagerSeen(ResponseBody, kw_only=True, omit_defaults=True):
    """What there is to know of a wager at a house; what does not apply is left out. ``multiples``:
    of odds, how many times the bet they may be, by the number it is on."""

    name: str
    label: Annotated[str, Meta(max_length=14)]
    spot: str
    number: int | None = None
    dice: list[int] | None = None
    barred: list[list[int]] = []
    kind: str
    one_roll: bool = False
    behind: str | None = None
    travels: bool = False
    states: list[str] = []
    table: str | None = None
    pays: list[PaysSeen]
    vigorish: str | None = None
    edge: EdgeSeen | None = None
    limits: LimitsSeen
    multiples: dict[str, str] | None = None
    when: str
    working: str | None = None
    control: str
    clause: str
    borrowed: str | None = None


class LawSeen(ResponseBody):
    """Where a clause is printed, and what it says, in our words."""

    citation: str
    words: str


class InscriptionSeen(ResponseBody):
    """What is written on a layout beside its areas."""

    words: str
    clauses: list[str]


class Catalogue(ResponseBody):
    """The layout of a house, area by area, and its wagers by key; the clauses that define them, in
    ``law``; and who of the crew may call what, in ``procedure``. ``felt`` is the page's module that
    draws the layout; ``puck`` says whether a puck marks a point."""

    format: int
    rules: str
    game: str
    name: str
    citation: str
    digest: str
    instrument: InstrumentSeen
    puck: bool
    felt: str | None
    thing: str
    trial: str
    noun: str
    seats: int
    pay_unit: int
    areas: list[AreaSeen]
    inscriptions: list[InscriptionSeen]
    wagers: dict[str, WagerSeen]
    law: dict[str, LawSeen]
    procedure: dict[str, Any]


class Sheet(ResponseBody):
    """The exact figures of every wager but odds, in the layout's order."""

    format: int
    rules: str
    game: str
    digest: str
    wagers: list[dict[str, Any]]


class SideSeen(ResponseBody):
    rules: str
    game: str
    digest: str


class SaidSeen(ResponseBody):
    value: str
    clauses: list[str]


class DifferenceSeen(ResponseBody):
    matter: str
    wagers: list[str]
    left: SaidSeen
    right: SaidSeen


class RulesComparison(ResponseBody):
    format: int
    left: SideSeen
    right: SideSeen
    differences: list[DifferenceSeen]


class ClauseLine(ResponseBody):
    id: str
    citation: str
    section: str
    kind: str
    status: str
    words: str


class Clauses(ResponseBody):
    """``found``: how many there are in all; ``next`` is the ``after`` of the page after this."""

    clauses: list[ClauseLine]
    found: int
    next: str | None


class ReadingLine(ResponseBody):
    id: str
    title: str
    standing: str
    clauses: list[str]


class Readings(ResponseBody):
    readings: list[ReadingLine]


class ReadingTouching(ReadingLine):
    text: str


class ReadingSeen(ReadingTouching):
    """``where``: the places of the rule sets that follow it."""

    where: list[str]
    sources: dict[str, str]


class LentSeen(ResponseBody):
    """Another rule set that follows a clause because its own text is not printed."""

    rules: str
    borrowed: str
    where: list[str]


class ClauseSeen(ClauseLine):
    """``where`` it is held and the ``tests`` that prove it; ``reason``: why software cannot hold
    it; the clauses before and after it in its text."""

    edition: str
    games: list[str]
    where: list[str]
    tests: list[str]
    reason: str | None
    readings: list[ReadingTouching]
    previous: str | None
    next: str | None
    borrowed: str | msgspec.UnsetType = msgspec.UNSET
    lent: list[LentSeen] | msgspec.UnsetType = msgspec.UNSET
