"""What people do at a table, as data: who holds the instrument, who may call what, by which clause.

A wager's machine says what a roll does to a bet; this says how the game comes to a roll. The
table reads it the way it reads wagers: nothing here decides anything. The vocabulary is that of
any game whose instrument of chance (dice, a shaker, a shoe) goes round among the players.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Literal, get_args

from lammer.core.cite import Cites
from lammer.core.space import Cells

Role = Literal["player", "dealer", "stickperson", "boxperson", "floorperson", "surveillance"]
ROLES: tuple[Role, ...] = get_args(Role)


@dataclass(frozen=True, slots=True)
class Authority:
    """The roles that may do something, or that must all agree to it, as the reader says.

    ``option`` is the house option by which the licensee designates fewer of them.
    """

    roles: tuple[Role, ...]
    cites: Cites
    option: str | None = None


@dataclass(frozen=True, slots=True)
class Coupons:
    """Match play coupons: on which wagers, and how they are settled (``terms``)."""

    wagers: tuple[str, ...]
    cites: Cites
    terms: Cites


@dataclass(frozen=True, slots=True)
class Making:
    """How and until when wagers are made.

    ``late`` are those who must confirm a wager made during a trial, ``late_until`` the end of that
    time in words; None where there is no such wager, ``late_cites`` saying why. ``reduced`` is why
    what is left of a bet must be one that could be made; ``no_coupons`` and ``no_verbal`` why there
    are none, where there are none. ``calls`` are those who confirm a call that puts a marker on a
    bet, at a house that elects it.
    """

    before: Cites
    late: Authority | None
    late_cites: Cites
    chips: Cites
    reduced: Cites
    coupons: Coupons | None
    verbal: Authority | None
    converted: Cites
    no_coupons: Cites = ()
    no_verbal: Cites = ()
    calls: Authority | None = field(default=None, compare=False)
    late_until: str = field(default="the outcome is known", compare=False)


@dataclass(frozen=True, slots=True)
class Seating:
    """How many may play; where only the seated may, that a player with an undecided wager stays;
    elsewhere, what becomes of the bets of one who leaves (``left``)."""

    most: int
    most_cites: Cites
    seated: Cites = ()
    stay: Cites = ()
    left: Cites = ()


@dataclass(frozen=True, slots=True)
class Selection:
    """The holder takes ``take`` out of a set of at least ``least``; the rest is put away."""

    least: int
    take: int
    present: Cites
    taken: Cites
    rest: Cites


@dataclass(frozen=True, slots=True)
class Order:
    """An order to give up the instrument, for one of these reasons; ``also`` are other names under
    which one of them is understood, and which are not offered."""

    authority: Authority
    reasons: tuple[str, ...]
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OnlyForWords:
    """How ``OnlyFor`` is spoken of: going on so (``goes_on``, ``marker``, ``only``), its end
    (``over``), and why the holder's stake is wanted or not: none is due now (``not_due``), it is up
    (``has_stake``), no wager waits for its number (``nothing_up``), somebody else has such a stake
    (``others_stake``), it comes too late for this trial (``late``)."""

    goes_on: str
    marker: str
    only: str
    over: str
    not_due: str
    has_stake: str
    nothing_up: str
    others_stake: str
    late: str


@dataclass(frozen=True, slots=True)
class OnlyFor:
    """Going on without the stake a holder must have, only to decide wagers that have their number.

    ``offer`` are the clauses of first offering the instrument to the others, ``alone`` those of
    going on when nobody else will, ``marker`` of showing it, ``over`` of its end.
    """

    wagers: tuple[str, ...]
    offer: Cites
    alone: Cites
    marker: Cites
    over: Cites
    words: OnlyForWords = field(compare=False)


@dataclass(frozen=True, slots=True)
class Turn:
    """How the instrument goes round from seat 1, and when it must be given up.

    ``stake`` are the wagers of which the holder must have one before a new cycle, ``stake_words``
    say so. ``must_pass`` are the cells after which it is passed, ``must_pass_key`` the name of that
    reason and ``must_pass_words`` what the holder has then done; by a dealer too, if
    ``dealer_passes``.

    ``nobody`` are the clauses by which the dealer takes it when no player does (none: the players
    are asked again; ``nobody_at_first``, before anybody had it), ``first_empty`` those of the first
    offer where nobody sits at seat 1, ``unrefused`` those by which such a dealer offers it to
    players who have not refused it, ``designated`` those by which a player takes it and has the
    dealer use it. Seats are numbered clockwise from the dealer's left, or, if a house elects it,
    from the right.
    """

    kept: Cites
    first: Cites
    declined: Cites
    accepted: Cites
    relinquished: Cites
    successor: Cites
    may_pass: Cites
    must_pass: Cells
    must_pass_key: str
    must_pass_cites: Cites
    order: Order
    clockwise: bool = True
    selection: Selection | None = None
    stake: tuple[str, ...] = ()
    stake_cites: Cites = ()
    only_for: OnlyFor | None = None
    dealer_passes: bool = False
    nobody: Cites = ()
    nobody_at_first: Cites = ()
    first_empty: Cites = ()
    unrefused: Cites = ()
    designated: Cites = ()
    stake_words: str = field(default="", compare=False)
    stake_when: str = field(default="", compare=False)
    must_pass_words: str = field(default="", compare=False)
    numbered_clockwise: bool = field(default=True, compare=False)

    @property
    def rising(self) -> bool:
        """True if it goes to the next higher number of a seat."""
        return self.clockwise == self.numbered_clockwise

    def offering(self, seat: int) -> Cites:
        """Return the clauses by which this seat is offered it first."""
        return self.first_empty if self.first_empty and seat != 1 else self.first


@dataclass(frozen=True, slots=True)
class VoidReason:
    """A reason for which a trial does not count: by itself, or only if called by somebody in
    ``callers``. ``none`` is why it is no reason at all, ``over`` why no card is dealt after it
    until they are shuffled."""

    key: str
    words: str
    cites: Cites
    callers: Authority | None = None
    none: Cites = ()
    over: Cites = ()


@dataclass(frozen=True, slots=True)
class InstrumentLaw:
    """What the text says of one instrument of chance; each instrument that has such a law derives
    its own from this. ``digest_key`` names it in the digest of a rule set."""

    digest_key: ClassVar[str]

    def digested(self) -> dict[str, object]:
        """Return the entries of the trial's digest that this law makes."""
        return {self.digest_key: self}

    def manner(self) -> Cites:
        """Return the clauses of how it is used, which decide nothing by themselves."""
        return ()

    def summary(self, trial: "Trial") -> tuple[str, Cites]:
        """Return the instrument in a few words, with the clauses, to compare rule sets."""
        raise NotImplementedError

    def page_data(self) -> dict[str, object]:
        """Return what a page must know of it to show an outcome."""
        return {}


ChargeOrder = Literal["after-all", "before-all", "after-each", "before-each"]


@dataclass(frozen=True, slots=True)
class Way:
    """One way to pay the winners and take their vigorish, position after position from the highest
    down: the charges after or before all payments, or each after or before its own."""

    key: int
    charges: ChargeOrder
    cites: Cites


@dataclass(frozen=True, slots=True)
class Payment:
    """The order in which a trial is settled: the losers first; then the winners, where the text
    says how, by one of several ways of which the house elects one (``option``).

    ``changed`` are the clauses of notifying so many ``minutes`` before another is introduced,
    ``chosen`` of choosing it, ``one_place`` of using the same throughout a pit.
    """

    losers: Cites
    winners: Cites = ()
    ways: tuple[Way, ...] = ()
    option: str | None = None
    chosen: Cites = ()
    one_place: Cites = ()
    minutes: int = 0
    changed: Cites = ()


ENTERED_TWICE = "entered-twice"
"""The reason that says there was no such trial; for any other there was one, and not this."""


@dataclass(frozen=True, slots=True)
class Correction:
    """Who may take back a trial that was entered wrongly, and for which reasons."""

    authority: Authority
    reasons: tuple[str, ...]


_ALWAYS_DIGESTED: dict[str, object] = {"leaned": (), "shaker": None, "shoe": None}
"""Keys that the digest of every rule set has, whatever its instrument: digests never change."""

Called = Callable[[Any, str, str, bool], str]
"""Returns how an outcome is called: the outcome, the contexts before and after it, and whether the
trial was only for wagers that have their number (``OnlyFor``)."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One throw, shake or coup, until the next: its steps and its irregularities.

    ``thing`` is the key of the instrument that goes round, ``noun`` what one trial is called; they
    are no part of what the text says, and of the digest.

    ``closed`` are the clauses of announcing that no more bets are taken, where that is done, and
    ``closing_words`` the announcement; ``call`` says how an outcome is called, where that is more
    than its name.
    ``disputes`` are those who rule on a disputed outcome; ``void`` says what a trial that does not
    count does to the wagers; ``corrected`` who takes one back that was entered wrongly, where
    anybody enters them.
    """

    thrown: Cites
    called: Cites
    settled: Cites
    reasons: tuple[VoidReason, ...]
    void: Cites
    disputes: Authority | None = None
    closed: Cites = ()
    closing_words: str = ""
    payment: Payment | None = None
    instrument: InstrumentLaw | None = None
    corrected: Correction | None = None
    thing: str = field(kw_only=True, compare=False)
    noun: str = field(kw_only=True, compare=False)
    call: Called | None = field(default=None, compare=False, repr=False)

    def reason(self, key: str) -> VoidReason | None:
        return next((reason for reason in self.reasons if reason.key == key), None)

    def digested(self) -> dict[str, object]:
        """Return the fields that enter digests, with the entries of the instrument's law."""
        found = {each.name: getattr(self, each.name) for each in fields(self) if each.compare}
        law: InstrumentLaw | None = found.pop("instrument")
        return {**found, **_ALWAYS_DIGESTED, **(law.digested() if law is not None else {})}


@dataclass(frozen=True, slots=True)
class Tally:
    """Wagers whose progress is shown with markers: where they are put, what is marked, what takes
    the markers away, at how many marks (``tell_words``) somebody must be told, and how many
    numbered areas there are for them, if the text limits that. ``early`` is why they are not made
    during a trial, where other wagers may be."""

    wagers: tuple[str, ...]
    placed: Cites
    marked: Cites
    cleared: Cites
    carried: Cites = ()
    tell: Role | None = None
    tell_at: int = 0
    tell_cites: Cites = ()
    areas: int | None = None
    areas_cites: Cites = ()
    early: Cites = ()
    tell_words: str = field(default="marks", compare=False)


PostingKind = Literal[
    "words",
    "marks",
    "name",
    "areas",
    "limits",
    "payouts",
    "vigorish",
    "odds-words",
    "payment",
    "own",
]


@dataclass(frozen=True, slots=True)
class Posting:
    """Something the layout, the table or a publication must show; ``what`` is which kind of thing
    it is, ``needs`` the election it depends on."""

    key: str
    what: PostingKind
    words: str
    cites: Cites
    wagers: tuple[str, ...] = ()
    needs: str | None = None
    where: str = "layout"


Named = Literal["", "seats", "number", "marker"]
"""What a step names: nothing more, the seats whose bets it is about, the number of a marker, or its
number and its count."""


@dataclass(frozen=True, slots=True)
class CrewStep:
    """Something the crew does beside the bets and the trial; entered before the next trial begins
    where the house elects the long form.

    ``after`` is the event that makes it due, if it is about one of ``wagers`` (none: about
    anything); ``first`` the step that is entered before it, ``over`` the events by which it is not
    due any more. ``cites`` are all its clauses, ``again`` those for a holder who follows another.
    ``words`` say that it is done; {number}, {count} and {seats} stand for what is named.
    """

    key: str
    words: str
    by: tuple[Role, ...]
    cites: Cites
    after: str
    wagers: tuple[str, ...] = ()
    first: str = ""
    over: tuple[str, ...] = ()
    again: Cites = ()
    named: Named = ""

    def sentence(
        self,
        number: int | None = None,
        count: int | None = None,
        seats: tuple[int, ...] | None = None,
    ) -> str:
        """Return the sentence that says it is done."""
        return self.words.format(number=number, count=count, seats=", ".join(map(str, seats or ())))


@dataclass(frozen=True, slots=True)
class Procedure:
    """Everything people do at one game of one edition. ``turn`` is None where no player throws;
    ``unattended`` says why: the dealer does, or the game has no staff. ``steps`` are those of the
    long form; they are no part of the digest, since a table that does not elect them plays as if
    there were none; ``in_steps``: the long form enters the parts of a trial one by one, also where
    there are none.
    """

    making: Making
    seating: Seating
    turn: Turn | None
    trial: Trial
    tallies: tuple[Tally, ...] = ()
    postings: tuple[Posting, ...] = ()
    unattended: Cites = ()
    leave_up: Cites = ()
    steps: tuple[CrewStep, ...] = field(default=(), compare=False)
    in_steps: bool = field(default=False, compare=False)

    @property
    def has_long_form(self) -> bool:
        """Whether a house may elect the long form."""
        return self.in_steps or bool(self.steps)

    @property
    def by_dealer(self) -> bool:
        """Whether the dealer always has the instrument: nobody else does, and there is a crew."""
        return self.turn is None and self.trial.corrected is not None

    @property
    def manner(self) -> Cites:
        """The clauses of how things are done in a trial and around it, which decide nothing: where
        others are named with them, one of those leads."""
        turn, trial = self.turn, self.trial
        law = trial.instrument
        found = trial.thrown + trial.settled + (law.manner() if law is not None else ())
        if turn is not None:
            found += turn.kept
            if turn.selection is not None:
                found += turn.selection.present + turn.selection.rest
        return found

    def tally(self, wager: str) -> Tally | None:
        return next((tally for tally in self.tallies if wager in tally.wagers), None)
