"""The bodies of requests and responses, as types.

A request with unknown keys is refused, and numbers are not converted. Amounts are cents.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from lammer.server.table_requests import MOST_HOUSE

MOST_NUMBER = 2**53 - 1
"""The largest integer that every JSON parser keeps."""

Name = Annotated[str, Meta(min_length=1, max_length=60)]
Login = Annotated[str, Meta(min_length=1, max_length=60)]
Password = Annotated[str, Meta(min_length=1, max_length=400)]
Word = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(min_length=1, max_length=100)]
Role = Literal[
    "dealer",
    "stickperson",
    "boxperson",
    "floorperson",
    "surveillance",
    "instructor",
    "administrator",
]


class RequestBody(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Base of all request bodies."""


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


class NewPlace(RequestBody):
    """The process that shall run a table; null for any other."""

    process: Annotated[str, Meta(max_length=40)] | None = None


class AcceptedInvitation(RequestBody):
    token: Token


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


class ResponseBody(msgspec.Struct, kw_only=True):
    """Base of all response bodies."""


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


class ExactNumber(ResponseBody, omit_defaults=True):
    """A number, as a fraction and rounded; of a share, also as a percentage."""

    exact: str
    decimal: str
    percent: str | None = None


class PaintedName(ResponseBody):
    """How the name of an outcome is painted: whole, where there is little room, and its colour."""

    label: str
    short: str
    colour: str


class InstrumentView(ResponseBody, omit_defaults=True):
    """What produces the outcomes of a game, and the page's module that shows it; ``painted``: the
    names of outcomes, where they are shown otherwise than they are called."""

    key: str
    module: str | None
    painted: dict[str, PaintedName] | None = None


class RulesetView(ResponseBody):
    """``wagers``: how many a house that elects nothing offers; ``about``: how the game plays, in a
    line; ``drawing``: where a small drawing of it is; ``family``: the heading under which it is
    listed; ``noun``: what it calls a roll;
    ``crewed``: whether it has a crew; ``later``: what became of the text."""

    rules: str
    game: str
    name: str
    citation: str
    later: str
    digest: str
    instrument: InstrumentView
    puck: bool
    marker: str | None
    about: str
    drawing: str | None
    family: str
    noun: str
    crewed: bool
    first_hand: bool
    wagers: int


class Rulesets(ResponseBody):
    rulesets: list[RulesetView]


class FileView(ResponseBody):
    """A house file, in TOML."""

    file: str


class SpotView(ResponseBody):
    """A spot of the layout and the wagers on it."""

    spot: str
    wagers: list[str]


class AreaView(ResponseBody):
    title: str
    spots: list[SpotView]


class PaysView(ResponseBody, kw_only=True, omit_defaults=True):
    """``when``: the outcome, how many points were made, or the number of the bet behind, if it
    makes a difference. ``share``: the part of a combined bet that is paid so."""

    odds: str
    when: str | None = None
    share: str | None = None


class EdgeView(ResponseBody):
    """The house's share of each unit: per bet made, per roll; and how many rolls a bet lasts. Null
    if it depends on the number."""

    per_bet: ExactNumber
    per_roll: ExactNumber | None
    rolls: ExactNumber | None


class LimitsView(ResponseBody, omit_defaults=True):
    """In cents; without a maximum that is not posted, or a step that depends on the number."""

    min: int | None
    max: int | None = None
    step: int | None = None


class WagerView(ResponseBody, kw_only=True, omit_defaults=True):
    """A wager at a house; keys that do not apply are omitted. ``plain``: when a new bet wins and
    loses. ``win``: its chance to win; of odds, where it depends on the number of their bet,
    ``win_on``; ``win_text`` says either. ``multiples``: of odds, how many times the bet they may
    be, by its number; ``multiples_text``: the same as a layout prints it. ``short_label``: the
    label in the box of its number. ``totals``: of a bet on the next roll with several payouts, the
    totals that each is for. ``put_down_as``: the two wagers that it is up as at this house, if it
    is. ``edge_exact_text``: the sentence of ``edge_text`` with fractions that are too long for
    it."""

    name: str
    label: Annotated[str, Meta(max_length=14)]
    short_label: Annotated[str, Meta(max_length=14)] | None = None
    spot: str
    number: int | None = None
    dice: list[int] | None = None
    barred: list[list[int]] = []
    totals: list[list[str | list[int]]] = []
    kind: str
    one_roll: bool = False
    behind: str | None = None
    travels: bool = False
    states: list[str] = []
    table: str | None = None
    plain: str
    pays: list[PaysView]
    pays_text: str
    win: ExactNumber | None = None
    win_on: dict[str, ExactNumber] | None = None
    win_text: str | None = None
    vigorish: str | None = None
    vig_rate: str | None = None
    edge: EdgeView | None = None
    edge_percent: str | None = None
    edge_text: str | None = None
    edge_exact_text: str | None = None
    limits: LimitsView | None = None
    limits_text: str = ""
    multiples: dict[str, str] | None = None
    multiples_text: str | None = None
    when: str
    working: str | None = None
    put_down_as: list[str] = []
    control: str
    clause: str
    borrowed: str | None = None


class MovedBetView(ResponseBody):
    """A bet that has moved to its number: its wager, and what people call it."""

    wager: str
    name: str


class ClauseText(ResponseBody):
    """Where a clause is printed, and a summary of it."""

    citation: str
    words: str


class InscriptionView(ResponseBody):
    """A text on the layout beside its areas."""

    words: str
    clauses: list[str]


class Catalogue(ResponseBody):
    """The layout of a house, area by area, and its wagers by key; the clauses that define them in
    ``law``; and who of the crew may call what in ``procedure``. ``felt`` is the page's module that
    draws the layout; ``puck`` says whether a puck marks a point, and ``marker`` is the module that
    shows it; ``odds`` is the posted multiple in words."""

    format: int
    rules: str
    game: str
    name: str
    citation: str
    later: str
    digest: str
    instrument: InstrumentView
    puck: bool
    marker: str | None
    first_hand: bool
    felt: str | None
    thing: str
    trial: str
    noun: str
    seats: int
    pay_unit: int
    odds: str | None
    areas: list[AreaView]
    inscriptions: list[InscriptionView]
    wagers: dict[str, WagerView]
    moved: dict[str, MovedBetView]
    law: dict[str, ClauseText]
    procedure: dict[str, Any]


class GuideItemView(ResponseBody):
    text: str
    clauses: list[str]


class GuideTableView(ResponseBody):
    """A table of a guide; the first cell of each row is its heading."""

    caption: str
    head: list[str]
    rows: list[list[str]]
    clauses: list[str]


class GuideSectionView(ResponseBody):
    title: str
    items: list[GuideItemView]
    tables: list[GuideTableView]


class GuideWagerView(ResponseBody):
    """A wager for newcomers; of odds, ``win`` is null: they go with another bet."""

    key: str
    name: str
    plain: str
    pays: str
    win: ExactNumber | None
    edge: ExactNumber | None
    when: str
    changes: str
    limits: str
    clause: str


class GuideAreaView(ResponseBody):
    title: str
    wagers: list[GuideWagerView]


class GuideView(ResponseBody):
    """A gaming guide: sections of sentences and tables, and the wagers by the areas of the
    layout."""

    format: int
    rules: str
    game: str
    title: str
    citation: str
    later: str
    sections: list[GuideSectionView]
    wagers: list[GuideAreaView]


class EventView(ResponseBody):
    """Something that happened at the table of a first hand, as in a log but not sealed."""

    seq: int
    event: str
    actor: str
    body: dict[str, Any]
    clauses: list[str]
    text: str


class FirstHandStep(ResponseBody):
    """A step: what is said, the bet whose place is shown and when it wins (``plain``), the state of
    the table, what the button says, and what it leads to: events, and by seat the results of a
    trial. ``shown`` is what lies on the table. The last step leads to nothing."""

    text: str
    spot: str | None
    plain: str
    state: dict[str, Any]
    shown: dict[str, Any] | None
    button: str
    events: list[EventView]
    results: dict[str, Any]


class FirstHandView(ResponseBody):
    """A demonstration of a game with fixed outcomes, played at seat ``seat`` of no table."""

    format: int
    rules: str
    game: str
    seat: int
    steps: list[FirstHandStep]


class Sheet(ResponseBody):
    """The exact figures of every wager but odds, in the layout's order."""

    format: int
    rules: str
    game: str
    digest: str
    later: str
    wagers: list[dict[str, Any]]


class SideView(ResponseBody):
    rules: str
    game: str
    digest: str


class CitedValue(ResponseBody):
    value: str
    clauses: list[str]


class DifferenceView(ResponseBody):
    matter: str
    wagers: list[str]
    left: CitedValue
    right: CitedValue


class RulesComparison(ResponseBody):
    format: int
    left: SideView
    right: SideView
    differences: list[DifferenceView]


class ClauseLine(ResponseBody):
    id: str
    citation: str
    section: str
    kind: str
    status: str
    words: str


class Clauses(ResponseBody):
    """``found``: how many match in all; ``next`` is the ``after`` of the next page."""

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


class ReadingWithText(ReadingLine):
    text: str


class ReadingView(ReadingWithText):
    """``where``: the places of the rule sets that follow it."""

    where: list[str]
    sources: dict[str, str]


class LentView(ResponseBody):
    """Another rule set that follows a clause because its own text is not printed."""

    rules: str
    borrowed: str
    where: list[str]


class ClauseView(ClauseLine):
    """``where`` it is held and the ``tests`` that prove it; ``reason``: why software cannot hold
    it; the clauses before and after it in its text; ``later``: what became of that."""

    edition: str
    later: str
    games: list[str]
    where: list[str]
    tests: list[str]
    reason: str | None
    readings: list[ReadingWithText]
    previous: str | None
    next: str | None
    borrowed: str | msgspec.UnsetType = msgspec.UNSET
    lent: list[LentView] | msgspec.UnsetType = msgspec.UNSET


# The school


class SkillView(ResponseBody):
    """A skill: what is asked in words, what an answer has, the seconds to work at, its wagers."""

    skill: str
    what: str
    asked: str
    seconds: int
    wagers: list[str]


class DrillAnswer(RequestBody):
    """An answer to the question of a skill and a seed, under the elections of ``house``;
    ``seconds`` it took."""

    skill: Annotated[str, Meta(min_length=1, max_length=80)]
    seed: Annotated[int, Meta(ge=0, le=MOST_NUMBER)]
    answer: dict[str, Any]
    seconds: Annotated[float, Meta(ge=0, le=1e9)] = 0.0
    house: dict[str, Any] = {}


class DrillMistakeView(ResponseBody):
    """A mistake; amounts are cents, from the player's side. ``reckon``: the way to what is right,
    where it is about one bet of several."""

    what: str
    clauses: list[str]
    reckon: str
    seat: int | None
    bet: str | None
    due: int | None
    given: int | None
    off_by: int | None


class DrillGrade(ResponseBody):
    """The grade of an answer, the right one, and why; ``due``: when the skill is asked again, for
    people who are signed in."""

    right: bool
    mistakes: list[DrillMistakeView]
    answer: dict[str, Any]
    why: dict[str, Any]
    due: str | None


class SkillProgress(ResponseBody):
    """How a person stands with a skill; ``recall`` is the chance of a right answer now."""

    skill: str
    correct: int
    asked: int
    due: str | None
    recall: float | None


# Classes and table tests


class NewClass(RequestBody):
    name: Name


class ClassLink(RequestBody):
    """The long word at the end of a link to join a class."""

    token: Token


TestFile = Annotated[str, Meta(min_length=1, max_length=20_000)]


class TestText(RequestBody):
    """A table test, as the text of its file."""

    file: TestFile


class AssignedTest(RequestBody):
    """A table test, as the text of its file, and how often everybody may take it."""

    file: TestFile
    sittings: Annotated[int, Meta(ge=1, le=20)] = 1


class SittingAnswer(RequestBody):
    """The answer to the open question of a sitting, by its number from 0 on."""

    number: Annotated[int, Meta(ge=0, le=MOST_NUMBER)]
    answer: dict[str, Any]


class ClassName(ResponseBody):
    """A class that a link leads to."""

    name: str
    instructor: str


class SittingMarks(ResponseBody):
    """A sitting; what it came to is null while it goes on. ``skills``: right answers and questions
    by skill; ``head`` of its log."""

    sitting: int
    begun: str
    ended: str | None = None
    right: int | None = None
    count: int | None = None
    passed: bool | None = None
    seconds: int | None = None
    skills: dict[str, list[int]] = {}
    head: str | None = None


class TestView(ResponseBody):
    """A test of a class: its name, questions, minutes (null: no limit) and pass mark, how often
    everybody may take it, and the own ``taken`` sittings of whoever asks."""

    test: int
    name: str
    count: int
    minutes: int | None
    pass_mark: str
    sittings: int
    created: str
    withdrawn: str | None
    taken: list[SittingMarks]


class MemberView(ResponseBody):
    person: int
    name: str
    joined: str


class ClassView(ResponseBody):
    """A class: ``teaches`` says whether it is one's own; then it has its link and its members.
    ``own``: the tests that one takes alone."""

    school_class: int
    name: str
    instructor: str
    created: str
    closed: str | None
    own: bool
    teaches: bool
    link: str | None
    tests: list[TestView]
    members: list[MemberView]


class ClassList(ResponseBody):
    """The classes of whoever asks; ``may_teach``: whether they may create one."""

    may_teach: bool
    classes: list[ClassView]


class CheckedTest(ResponseBody):
    """A test that was read: its questions, and of each part the skills they are about."""

    name: str
    count: int
    minutes: int | None
    pass_mark: str
    fixed: bool
    parts: list["TestPartView"]


class TestPartView(ResponseBody):
    rules: str
    game: str
    count: int
    skills: list[SkillView]


class ReadyTest(ResponseBody):
    """A test that is ready to be assigned, or to be changed first: its file."""

    name: str
    file: str


class LessonSummary(ResponseBody):
    """A lesson of the course; ``learned``: how many of its skills are not due, for people who are
    signed in."""

    lesson: int
    title: str
    skills: int
    learned: int | None


class NamedSkill(ResponseBody):
    skill: str
    what: str


class LessonPart(ResponseBody):
    """Skills of a game to practise, under the elections of a house."""

    rules: str
    game: str
    house: dict[str, Any]
    skills: list[NamedSkill]


class LessonWager(ResponseBody):
    """A wager in plain words; ``edge`` in percent, null where it depends on the number."""

    name: str
    plain: str
    pays: str
    edge: str | None
    clause: str


class LessonExampleView(ResponseBody):
    """A question with its answer."""

    skill: str
    seed: int
    rules: str
    game: str
    house: dict[str, Any]
    what: str
    bets: list[str]
    words: str
    reckon: str
    clauses: list[str]


class LessonView(ResponseBody):
    """A lesson, one ``of`` so many."""

    lesson: int
    of: int
    title: str
    text: list[str]
    parts: list[LessonPart]
    wagers: list[LessonWager]
    examples: list[LessonExampleView]


class PersonResults(ResponseBody):
    person: int
    name: str
    sittings: list[SittingMarks]


class TestResults(ResponseBody):
    """Everybody in the class with their sittings of a test; ``skills``: right answers and questions
    of all of them, and what each is about."""

    test: TestView
    school_class: int
    class_name: str
    people: list[PersonResults]
    skills: dict[str, list[int]]
    what: dict[str, str]


class AnsweredQuestion(ResponseBody):
    """A question of a sitting that is over, with the answer given and the right one."""

    number: int
    skill: str
    what: str
    words: str
    bets: list[str]
    right: bool
    seconds: int
    given: dict[str, Any]
    answer: dict[str, Any]
    mistakes: list[str]
    clauses: list[str]
    reckon: str


class SittingView(ResponseBody):
    """A sitting as it stands: the ``question`` that is open, for whoever takes the test, or once it
    is over its marks and answers. ``now`` is the time of the house."""

    marks: SittingMarks
    test: int
    name: str
    person: int
    taken_by: str
    own: bool
    count: int
    minutes: int | None
    pass_mark: str
    ends: str | None
    now: str
    number: int | None
    question: dict[str, Any] | None
    answers: list[AnsweredQuestion]
