"""Bodies about rules: rule sets, catalogues, odds sheets, comparisons, clauses and readings."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from lammer.server.http.schemas.base import ResponseBody


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
