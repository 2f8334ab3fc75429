"""A rule set: one game under one edition of one regulation, as data.

It holds the wagers in the text's order, the payout law, the layout they are drawn on, and the
clauses that speak of the list as a whole. It knows nothing of chips or players.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from lammer.core.cite import Cite, clause_ids
from lammer.core.odds import Odds
from lammer.core.procedure import Procedure, Trial
from lammer.core.product import Product, Status
from lammer.core.space import Cells, Space
from lammer.core.wager import Payout, Wager

EXPERIMENTAL_AREA = "Experimental, outside the regulation"
"""The title of the area where wagers lie that no text has."""


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the layout, with its spots in the order they are read."""

    title: str
    spots: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Own:
    """A rule that stands for a section not printed: the project's, under a reading."""

    words: str
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class ListLaw:
    """What the text says of its list of wagers and payouts as a whole. ``no_others`` is its word
    on wagers that are not in the list, where that is apart; ``other_names`` are bets that people
    ask for and the list has as another wager, with the reading that says so; ``own`` is what the
    project put where the text is not printed. ``instead`` says what could be bet instead of a key
    that is not in the list; "" if there is nothing to say."""

    only_these: tuple[Cite, ...]
    no_other_charge: tuple[Cite, ...]
    odds_words: tuple[Cite, ...]
    posted_limits: tuple[Cite, ...]
    posted_least: tuple[Cite, ...] = ()
    posted_most: tuple[Cite, ...] = ()
    no_others: tuple[Cite, ...] = ()
    other_names: Mapping[str, tuple[str, tuple[Cite, ...]]] = field(default_factory=dict)
    own: tuple[Own, ...] = ()
    instead: Callable[[str], str] | None = field(default=None, compare=False, repr=False)

    @property
    def least(self) -> tuple[Cite, ...]:
        """Why nothing under the posted minimum is taken."""
        return self.posted_least or self.posted_limits

    @property
    def most(self) -> tuple[Cite, ...]:
        """Why nothing over the posted maximum is taken."""
        return self.posted_most or self.posted_limits


@dataclass(frozen=True, slots=True)
class CycleWords:
    """How a cycle is spoken of. ``before`` and ``during`` ({point}) name its stage. ``begins`` and
    ``ends`` are sentences of a gaming guide: {noun} is what a trial is called, {points} and {stays}
    are the outcomes that set a point and those that do not, {over} those other than the point that
    end the cycle, with what follows. ``holder`` is what the holder of the instrument is called."""

    before: str
    during: str
    begins: str
    ends: str
    holder: str


@dataclass(frozen=True, slots=True)
class Cycle:
    """When a new cycle of the game begins, when a point is set, and what ends a shooter's hand
    (None in a game without a shooter). ``words`` are no part of the digest."""

    come_out: tuple[Cite, ...]
    point: tuple[Cite, ...]
    hand_ends: Cells | None
    hand_cites: tuple[Cite, ...]
    words: CycleWords | None = field(default=None, compare=False)

    @property
    def cites(self) -> tuple[Cite, ...]:
        """The clauses by which a cycle begins and a point is set."""
        return (*self.come_out, *self.point)

    def change(self, *, sets_point: bool) -> tuple[Cite, ...]:
        """Return the clauses of a change of context: to a point, or back to the beginning."""
        return self.point if sets_point else self.come_out


Change = Callable[[Wager, tuple[Cite, ...]], Wager]
Choice = str | bool | int


def _as_is(wager: Wager, _: tuple[Cite, ...]) -> Wager:
    return wager


@dataclass(frozen=True, slots=True)
class Option:
    """A choice the house file may make, or may not: ``lawful`` are the values the text (or our
    reading of it) leaves open, ``known`` all that can be written.

    ``wagers`` are those it touches; ``change`` is what another value than the default does to each
    of them, by the clauses ``otherwise``. ``space`` is what it does to the outcomes, ``procedure``
    to what people do; ``equipment`` gives the rules with other equipment, whose outcomes and wagers
    are others. ``sentence`` says a value in a sentence for players; None if it is nothing to
    them. ``games`` are those that it is an option of (none named: all). With ``several`` a house
    file may list more than one value; they are kept as one text, in the order of ``known``, with
    commas between.

    ``stricter`` are values by which a house asks more of itself than the text does, or accepts less
    than it may (R-92): the house's own, no part of what the text says or of the digest.
    """

    key: str
    default: Choice
    lawful: tuple[Choice, ...]
    known: tuple[Choice, ...]
    cites: tuple[Cite, ...]
    words: str
    wagers: tuple[str, ...] = ()
    otherwise: tuple[Cite, ...] = ()
    change: Change = field(compare=False, repr=False, default=_as_is)
    space: Callable[[Choice], Space] | None = field(compare=False, repr=False, default=None)
    procedure: Callable[[Choice, Procedure], Procedure] | None = field(
        compare=False, repr=False, default=None
    )
    equipment: Callable[[Choice, "Ruleset"], "Ruleset"] | None = field(
        compare=False, repr=False, default=None
    )
    sentence: Callable[[Choice], str] | None = field(compare=False, repr=False, default=None)
    stricter: tuple[Choice, ...] = field(compare=False, default=())
    games: tuple[str, ...] = field(compare=False, repr=False, default=())
    several: bool = field(compare=False, repr=False, default=False)

    @property
    def open(self) -> tuple[Choice, ...]:
        """The values that a house may elect."""
        return (*self.lawful, *self.stricter)

    def values(self, value: Choice) -> tuple[Choice, ...]:
        """Return the values that a choice stands for: one, or each of several."""
        return tuple(str(value).split(",")) if self.several else (value,)

    def chosen(self, value: Choice, wager: Wager) -> Wager:
        """Return the wager under this choice."""
        if value == self.default or wager.key not in self.wagers:
            return wager
        return self.change(wager, self.otherwise)


def settled(
    key: str,
    value: Choice,
    cites: tuple[Cite, ...],
    words: str,
    known: tuple[Choice, ...] = (True, False),
    *,
    stricter: tuple[Choice, ...] = (),
    procedure: Callable[[Choice, Procedure], Procedure] | None = None,
) -> Option:
    """Return an option that the text has decided: a house file may state it, but not change it,
    save to something stricter."""
    return Option(key, value, (value,), known, cites, words, stricter=stricter, procedure=procedure)


@dataclass(frozen=True, slots=True)
class Unlisted(Product):
    """A wager that is not one of those the text permits."""

    status: ClassVar[Status] = "enforced"

    wager: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One game of one rule set."""

    key: str
    game: str
    games: tuple[str, ...]
    edition: str
    title: str
    space: Space
    wagers: tuple[Wager, ...]
    layout: tuple[Area, ...]
    law: ListLaw
    cycle: Cycle | None = None
    options: tuple[Option, ...] = ()
    procedure: Procedure | None = None
    practices: tuple[Option, ...] = field(default=(), compare=False)
    """Options about what the text leaves to people at the table, which it may or may not allow
    (R-92)."""
    added: tuple[Wager, ...] = field(default=(), compare=False)
    """Wagers outside the text that a house deals beside the listed ones; each is in ``wagers``."""

    @property
    def choices(self) -> tuple[Option, ...]:
        """Every option of a house file."""
        return (*self.options, *self.practices)

    def named(self, key: str) -> tuple[Wager, ...]:
        """Return the wagers of that key: one, or one for each pay table of a wager that has
        several."""
        return tuple(wager for wager in self.wagers if wager.key == key)

    def wager(self, key: str, variant: str | None = None) -> Wager:
        """Return the wager of that key; with several pay tables the first, or the one named.

        >>> from lammer.games import load
        >>> load("nj-2011").wager("hop-1-3").name
        'One-Three (Ace-Trey) on the Hop'
        """
        for each in self.named(key):
            if variant in (None, each.variant):
                return each
        raise KeyError(key)

    def permitted(self, key: str) -> tuple[Wager, ...] | Unlisted:
        """Return the wagers of that key, or the clause by which only listed wagers are permitted.

        >>> from lammer.games import load
        >>> load("md-2013").permitted("big-6")
        Unlisted(wager='big-6', clauses=('MD13-03A',))
        """
        return self.named(key) or Unlisted(key, clause_ids(self.law.only_these))

    def keys(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(wager.key for wager in self.wagers))

    def supplements(self, base: str) -> tuple[Wager, ...]:
        """Return the supplemental wagers (odds) that may stand behind a bet."""
        return tuple(w for w in self.wagers if w.behind is not None and w.behind.base == base)

    def payouts(self) -> dict[str, Payout]:
        """Return every payout line by key, in the order the wagers come."""
        found: dict[str, Payout] = {}
        for wager in self.wagers:
            for payout in wager.payouts():
                found.setdefault(payout.key, payout)
        return found

    def paying(self, better: Mapping[str, Odds]) -> "Ruleset":
        """Return the same rules with other odds on these payout lines, also in combined wagers; the
        clause that allows it is added to the payout's."""
        if not better:
            return self

        def change(payout: Payout) -> Payout:
            odds = better.get(payout.key, payout.odds)
            if odds.fraction == payout.odds.fraction:
                return replace(payout, odds=odds)
            return replace(payout, odds=odds, cites=(*payout.cites, *payout.law.uniform))

        return self.changing(lambda wager: replace(wager, machine=wager.machine.paying(change)))

    def changing(self, change: Callable[[Wager], Wager]) -> "Ruleset":
        return replace(self, wagers=tuple(change(wager) for wager in self.wagers))

    def equipped(self, chosen: Mapping[str, Choice]) -> "Ruleset":
        """Return the same rules with the equipment that a house has chosen."""
        rules = self
        for option in self.options:
            value = chosen.get(option.key, option.default)
            if option.equipment is not None and value != option.default and value in option.open:
                rules = option.equipment(value, rules)
        return rules.adding(self.added)

    def adding(self, wagers: tuple[Wager, ...]) -> "Ruleset":
        """Return the same rules with wagers outside the text, in an area of their own."""
        have = self.keys()
        new = tuple(each for each in wagers if each.key not in have)
        if not new:
            return self
        area = Area(EXPERIMENTAL_AREA, tuple(each.spot for each in new))
        return replace(self, wagers=(*self.wagers, *new), layout=(*self.layout, area), added=wagers)

    def with_other_equipment(self) -> Iterator[tuple[str, "Ruleset"]]:
        """Yield the rules with each other equipment that a house may have, by what it chooses."""
        for option in self.options:
            for value in option.open if option.equipment is not None else ():
                if value != option.default:
                    yield f"{option.key} = {value}", self.equipped({option.key: value})

    def area_of(self, wager: Wager) -> Area | None:
        return next((area for area in self.layout if wager.spot in area.spots), None)

    @property
    def digest(self) -> str:
        """SHA-256 of everything the rule set says, clauses included."""
        known = _digests.get(id(self))
        if known is not None and known[0] is self:
            return known[1]
        said = _plain(self)
        for choice, other in self.with_other_equipment():
            said[choice] = _plain((other.space, other.wagers, other.layout))
        text = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        digest = hashlib.sha256(text.encode()).hexdigest()
        if len(_digests) >= _MOST_DIGESTS:
            _digests.clear()
        _digests[id(self)] = self, digest
        return digest


_digests: dict[int, tuple[Ruleset, str]] = {}
_MOST_DIGESTS = 64
"""Rule sets do not change, so a digest is computed once; but not every rule set is kept."""


def _plain(value: Any) -> Any:
    """``value`` as JSON can hold it, so that equal rules give equal bytes."""
    match value:
        case None | bool() | int() | str():
            return value
        case Cells():
            return f"{value.mask:x}"
        case Fraction():
            return str(value)
        case tuple():
            return [_plain(each) for each in value]
        case dict():
            return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, Trial):
        return {"is": "Trial"} | {key: _plain(each) for key, each in value.digested().items()}
    if is_dataclass(value):
        named = (each.name for each in fields(value) if each.compare)
        return {"is": type(value).__name__} | {n: _plain(getattr(value, n)) for n in named}
    raise TypeError(f"{type(value).__name__} has no place in a rule set")
