"""Bodies about the house, its tables and processes, their logs, and hands."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from lammer.server.http.schemas.base import RequestBody, ResponseBody, Word
from lammer.server.http.schemas.rules import ExactNumber
from lammer.server.table_requests import MOST_HOUSE


class NewPlace(RequestBody):
    """The process that shall run a table; null for any other."""

    process: Annotated[str, Meta(max_length=40)] | None = None


class NewTable(RequestBody):
    """A table to open: the rule set and game, the elections as in a house file, the text of such a
    file, the kind, a name, and the seconds after which the house moves by itself."""

    rules: Word
    game: Word | None = None
    house: dict[str, Any] = {}
    file: Annotated[str, Meta(max_length=MOST_HOUSE)] = ""
    kind: Literal["automatic", "staffed"] = "automatic"
    name: Annotated[str, Meta(max_length=60)] = ""
    clock: Annotated[int, Meta(ge=5, le=600)] | None = None


class GameView(ResponseBody):
    rules: str
    name: str
    games: list[str]


class HouseView(ResponseBody):
    """``id``: its public id, which the first line of each log names; ``chips``: what a new guest is
    given; ``sits_with``: how much of it they bring to a table if they name no amount."""

    id: str
    name: str
    version: str
    started: str
    chips: int
    sits_with: int
    rules: list[GameView]
    kinds: list[str]
    roles: list[str]
    limits: dict[str, int]


class MovedTables(ResponseBody):
    """Which process each table was moved to."""

    moved: dict[str, str]


class ProcessView(ResponseBody):
    """A process: how many ``tables`` it runs, and for how many seconds its lease lasts."""

    process: str
    tables: int
    since: str
    lease_s: float


class TableList(ResponseBody):
    """``next`` is the ``after`` of the next page."""

    tables: list[dict[str, Any]]
    next: str | None


class LogLines(ResponseBody):
    """Lines of a log as they are sealed; ``text`` has the sentence for each, "" if the rules have
    changed since the table was opened; ``next`` is the ``from`` of the next page, ``head`` the last
    line."""

    lines: list[dict[str, Any]]
    text: list[str]
    next: int | None
    head: int


class HeadOfLog(ResponseBody):
    """The number and the hash of a line of a log, published at that time."""

    seq: int
    hash: str
    at: str


class PublishedHeads(ResponseBody):
    """In the order of the lines. ``next``: what follows comes after it, null for nothing."""

    heads: list[HeadOfLog]
    next: int | None


class LoggedPerson(ResponseBody):
    """A person whom lines of a log name by a ``pseudonym`` after their role."""

    pseudonym: str
    person: int
    name: str
    login: str | None


class LoggedPeople(ResponseBody):
    """In the order of ids."""

    people: list[LoggedPerson]


class HandShare(ResponseBody):
    """A person's part in a hand that is over, in cents: chips at the table ``before`` and ``after``
    it, what was ``brought`` in less what was taken away, what was ``staked`` (each bet when it was
    made), what the bank paid (``won``) and took (``lost``), and the ``vigorish``. before + brought
    + won - lost - vigorish is after, and won - lost - vigorish is the ``net``. ``name`` is the
    table's."""

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
    net: int


class HandList(ResponseBody):
    """The latest first; ``next`` is the ``after`` of the next page."""

    hands: list[HandShare]
    next: str | None


class HandLuck(ResponseBody):
    """A part in a hand: its ``net`` result in cents, what the odds predict for what was bet
    and done (``expected``), and the rest: ``luck``, beside its standard ``deviation``. The last
    three are null if the hand cannot be replayed."""

    table: str
    hand: int
    first: int
    seat: int
    net: int
    expected: "ExactNumber | None" = None
    luck: "ExactNumber | None" = None
    deviation: str | None = None


class LuckList(ResponseBody):
    """The latest first; ``total`` is over those of this page that could be replayed."""

    hands: list[HandLuck]
    total: dict[str, Any]
    next: str | None


class OffBets(ResponseBody):
    """The bets that are off after a line and until the next entry, by seat."""

    after: int
    bets: dict[str, list[str]]


class ShownAfter(ResponseBody):
    """What lies on the table of the last trial after a line and until the next entry; null: the
    table is clear."""

    after: int
    shown: dict[str, Any] | None


class WholeHand(ResponseBody):
    """A hand to replay. ``standing`` is the stored snapshot of the table before the hand; ``lines``
    are the hand's, and ``text`` has the sentence for each. ``start`` is the state before the first
    of these lines, as in a live snapshot; ``states`` has what each line changed, as in a live
    message's ``state``, null if nothing. ``score`` is what the game showed of earlier trials before
    these lines, ``scores`` that after each line, null if nothing changed. ``shown``: what lies on
    the table, and from when on. ``nets`` has what each line brought a seat's chips at play, in
    cents, null if it moved none; ``leads`` the clause of each that decides. ``off``: which bets
    were off, and from when on. ``start``, ``states``, ``scores``, ``shown`` and ``off`` are
    null, and every sentence is "", if the rules have changed since the table was opened.
    ``next``: the ``from`` of the next page, if the hand is too long for one response."""

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
    score: dict[str, Any] | None
    scores: list[dict[str, Any] | None] | None
    shown: list[ShownAfter] | None
    nets: list[dict[str, int] | None]
    leads: list[str | None]
    next: int | None
