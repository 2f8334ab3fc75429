"""Events of a table: each with its clauses and the chips that moved.

An event contains all that ``apply`` needs, so a table can be rebuilt from its log. Each kind is a
type; its own fields are the ``body`` of its log line, by ``lammer.core.codec``: a field at its
default is omitted.
"""

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cache
from typing import Annotated, Any, ClassVar, Literal

from lammer.core.codec import (
    ABSENT,
    Absent,
    AsObject,
    Malformed,
    Reads,
    Shape,
    encoder,
    shape,
    show,
)
from lammer.core.frozen import frozen
from lammer.core.product import Product, Status
from lammer.core.wager import Call
from lammer.instruments import load
from lammer.ledger import Transfer
from lammer.table.commands import (
    Accept,
    BuyIn,
    CallBet,
    CashOut,
    Command,
    CommitSeed,
    Correct,
    Coupon,
    EnterStep,
    Leave,
    MakeBet,
    NoMoreBets,
    Reveal,
    SeatOpening,
    Seed,
    Sit,
    Verbal,
    Withdraw,
)
from lammer.table.keys import text

Holder = int | Literal["dealer"]
DEALER: Literal["dealer"] = "dealer"

LAST: Mapping[str, Any] = {"last": True}
"""Marks a field that is written after those of a derived event."""
_OUTSIDE = frozenset(("actor", "clauses"))
"""The parts of a log line that are not in its body."""


@frozen
class Event(Product):
    """Something that happened; ``name`` is its name in the log.

    ``actor`` is who did it: "seat-1", a role, or "table". ``entered_by`` are the commands that name
    what was done, so that it is recorded; when it comes of anything else, the program decided it,
    or only says that it is done (``says_only``).
    """

    name: ClassVar[str] = ""
    entered_by: ClassVar[tuple[type[Command], ...]] = ()
    says_only: ClassVar[bool] = False
    actor: str
    clauses: tuple[str, ...]
    moves: tuple[Transfer, ...] = field(default=(), kw_only=True)

    @property
    def status(self) -> Status:  # type: ignore[override]
        return "asserted" if self.says_only else "enforced"

    def proves(self, command: type[object] | None) -> Status:
        if command is None and self.entered_by:
            return "asserted"  # Read from a log: nothing was decided.
        return "recorded" if command in self.entered_by else self.status

    @property
    def player(self) -> int | None:
        """The seat of the player that the event is about, if any."""
        return None

    @property
    def bet_name(self) -> str | None:
        """The bet that the event is about, if any."""
        return None

    @property
    def body(self) -> dict[str, Any]:
        """The event's own fields as plain data, without its transfers."""
        data = body_shape(type(self)).write(self)
        data.pop("moves", None)
        return data


def body_shape(kind: type[Event]) -> Shape:
    """Return the shape of the body of a log line."""
    return shape(kind, _OUTSIDE)


def body_text(event: Event, command: str = "") -> str:
    """Return the body of an event's log line in canonical JSON; ``command`` is the JSON of the
    command that led to it, for the first event of a command.

    >>> body_text(BetLost("table", (), 1, "pass", 500, moves=(("layout-1", "bank", 500),)))
    '{"moves":[["layout-1","bank",500]],"seat":1,"stake":500,"wager":"pass"}'
    """
    kind = type(event)
    encode = _ENCODERS.get(kind)
    if encode is None:
        encode = _ENCODERS[kind] = encoder(kind, _OUTSIDE, "command")
    return encode(event, command)


_ENCODERS: dict[type[Event], Callable[[Any, str], str]] = {}


@frozen
class SeatEvent(Event):
    """An event of one player."""

    seat: int

    @property
    def player(self) -> int | None:
        return self.seat


@frozen
class BetEvent(SeatEvent):
    """An event of one player's bet; ``wager`` is the name of the bet, such as come-6."""

    wager: str

    @property
    def bet_name(self) -> str | None:
        return self.wager


@frozen
class TrialEvent(Event):
    """A trial that counts; exactly one for each."""


@frozen
class VoidTrial(Event):
    """A trial that does not count; ``caller`` is who called it void, None if it is void by
    itself."""

    reason: str
    caller: str | None


# People and their chips


@frozen
class Opened(Event):
    """A table is opened. An instrument with further data derives its own event."""

    name = "open"
    says_only = True
    format: int
    rules: str
    game: str
    digest: str
    house: AsObject[Any]
    seats: tuple[SeatOpening, ...]
    offered: int | None


@frozen
class SatDown(SeatEvent):
    name = "sit"
    entered_by = (Sit,)
    rail: int
    player_name: str = field(default="", metadata={"key": "name"})


@frozen
class Left(SeatEvent):
    """A player leaves with ``rail`` cents; the bets named stay and are settled."""

    name = "leave"
    entered_by = (Leave,)
    rail: int
    bets: tuple[str, ...]


@frozen
class BoughtIn(SeatEvent):
    name = "buy-in"
    entered_by = (BuyIn,)
    amount: int


@frozen
class CashedOut(SeatEvent):
    name = "cash-out"
    entered_by = (CashOut,)
    amount: int


@frozen
class CashConverted(SeatEvent):
    """The cash of a verbal bet is exchanged for chips."""

    name = "convert"
    entered_by = (Verbal,)
    cash: int
    confirmed_by: tuple[str, ...]


# Turns


@frozen
class Offered(Event):
    """The instrument is offered to a seat. ``asking``: because the holder does not make the stake
    that is due; ``declined`` are the seats that count as having declined already."""

    name = "offer"
    offered: int | None
    before: Holder | None
    asking: bool
    declined: tuple[int, ...] | None = None


@frozen
class Accepted(SeatEvent):
    """``dealer``: the dealer uses it for the player."""

    name = "accept"
    entered_by = (Accept,)
    dealer: bool = False


@frozen
class Declined(SeatEvent):
    """``only_for``: all have declined and it returns to the holder, who goes on only for bets that
    have their number, or does not; ``holder``: all have declined, and the dealer has it or
    nobody."""

    name = "decline"
    offered: int | None
    only_for: bool | None = field(default=None, metadata={"key": "alone"})
    holder: Holder | Absent | None = ABSENT


@frozen
class Passed(Event):
    """The holder gives up the instrument. ``carried`` are the seats whose tallied bets continue
    with the successor."""

    name = "pass"
    seat: Holder
    why: str
    offered: int | None
    on_behalf_of: int | None = None
    holder: Holder | None = None
    carried: tuple[int, ...] = ()

    @property
    def player(self) -> int | None:
        return self.seat if isinstance(self.seat, int) else None


@frozen
class OnlyForChanged(Event):
    """The holder begins or ends going on without the stake that is due, only for bets that have
    their number (``OnlyFor``)."""

    name = "alone"
    seat: Holder | None
    on: bool

    @property
    def player(self) -> int | None:
        return self.seat if isinstance(self.seat, int) else None


# Bets


@frozen
class BetMade(BetEvent):
    """A bet made, or added to: ``amount`` more, ``stake`` in total. ``state`` is set for a bet that
    does not begin at its machine's start, ``confirmed_by`` for a late one. ``part_of`` is the wager
    that was asked for, where it is put down as two; ``put_down_as`` is in older logs alone, in
    which such a wager was one bet."""

    name = "bet"
    entered_by = (MakeBet, Verbal)
    amount: int
    stake: int
    charge: int = 0
    state: str | None = None
    leave_up: bool | None = None
    confirmed_by: tuple[str, ...] | None = None
    put_down_as: AsObject[int] | None = None
    area: int | None = None
    coupon: int | None = None
    part_of: str | None = None


@frozen
class CouponLaid(BetEvent):
    name = "coupon"
    entered_by = (Coupon,)
    amount: int


@frozen
class BetRemoved(BetEvent):
    """``with_bet`` is the bet that it was removed with; ``barred`` the wager and state in which it
    may not be put back."""

    name = "remove"
    stake: int
    refund: int = 0
    with_bet: str | None = field(default=None, metadata={"key": "with"})
    barred: tuple[str, str] | None = None


@frozen
class BetReduced(BetEvent):
    """``reduced``: it may not be raised again."""

    name = "reduce"
    by: int
    stake: int
    refund: int = 0
    with_bet: str | None = field(default=None, metadata={"key": "with"})
    reduced: bool = False


@frozen
class BetCalled(BetEvent):
    """A bet called on or off; ``button`` is the marker that shows it, ``confirmed_by`` who placed
    it, where that was entered."""

    name = "call"
    entered_by = (CallBet,)
    working: bool
    button: Call | None
    confirmed_by: tuple[str, ...] | None = None


@frozen
class BetDecided(BetEvent):
    """What a trial does to a bet that does not stay as it is."""

    stake: int


@frozen
class BetWon(BetDecided):
    name = "wins"
    paid: int
    returned: int
    coupon: int = 0
    charge: int = 0
    leave_up: bool = False


@frozen
class BetLost(BetDecided):
    """A bet is lost; ``returned`` of the stake goes back, where only a part of it is collected."""

    name = "loses"
    returned: int = 0


@frozen
class BetVoid(BetDecided):
    name = "void"
    coupon: int | None = None


@frozen
class BetMoved(BetDecided):
    """A bet goes to its number, or gathers another; ``now`` is its name after that."""

    name = "moves"
    now: str
    state: str


@frozen
class BetDown(BetEvent):
    """A winner that was to be left up and is not, and why."""

    name = "down"
    code: Annotated[str, Reads(text, words="code of a refusal")]
    detail: str


@frozen
class VigorishCharged(BetEvent):
    """Vigorish as a separate event: collected, or marked, and then ``owed`` in total."""

    name = "vigorish"
    charge: int
    owed: int | None = None
    source: str | None = field(default=None, metadata={"key": "from"})


@frozen
class VigorishCollected(SeatEvent):
    name = "collect"
    amount: int
    owed: int


# Markers


@frozen
class MarkerPut(Event):
    name = "marker"
    says_only = True
    wager: str
    number: int
    count: int | None = None


@frozen
class TalliedBet:
    """A bet of a reported tally."""

    seat: int
    wager: str
    stake: int


@frozen
class TallyReported(Event):
    """Somebody outside the game is informed of a tally, such as surveillance of four fire
    points."""

    name = "tell"
    says_only = True
    to: str
    count: int
    bets: tuple[TalliedBet, ...]


@frozen
class MarkersOff(Event):
    name = "markers-off"
    says_only = True
    wager: str
    told: bool


# Corrections and pledged seeds


@frozen
class TrialCorrected(Event):
    """The trial that was entered last is taken back with its ``lines``. ``point`` is set if there
    is a puck, ``closed`` if betting is closed for a trial. Each instrument derives an event with
    what the trial had shown."""

    name = "correct"
    entered_by = (Correct,)
    reason: str
    trial: str
    point: int | Absent | None = field(default=ABSENT, metadata=LAST)
    closed: bool | None = field(default=None, metadata=LAST)
    lines: int = field(kw_only=True, metadata=LAST)

    @property
    def shown(self) -> str:
        """What the trial had shown, in words."""
        return ""


@frozen
class SeedPledged(Event):
    name = "commit"
    entered_by = (CommitSeed,)
    hash: str


@frozen
class SeedAdded(SeatEvent):
    name = "seed"
    entered_by = (Seed,)
    seed: str


@frozen
class SeedRevealed(Event):
    name = "reveal"
    entered_by = (Reveal,)
    hash: str
    seed: str
    trials: int


@frozen
class PledgeWithdrawn(Event):
    name = "withdraw"
    entered_by = (Withdraw,)
    hash: str
    reason: str
    trials: int


# The announcement before a trial


@frozen
class BettingClosed(Event):
    name = "no-more-bets"
    entered_by = (NoMoreBets,)
    says_only = True
    call: str


@frozen
class StepEntered(Event):
    """A step of the long form; ``number`` and ``count`` are those of a marker, ``seats`` those
    whose bets were brought in, in that order."""

    name = "step"
    entered_by = (EnterStep,)
    step: str
    number: int | None = None
    count: int | None = None
    seats: tuple[int, ...] | None = None


def kinds_in(module: Mapping[str, Any]) -> dict[str, type[Event]]:
    """Return the kinds of event that a module defines, by their names in the log."""
    found = (each for each in module.values() if isinstance(each, type) and issubclass(each, Event))
    kinds = {kind.name: kind for kind in found if kind.name}
    return {name: kind for name, kind in kinds.items() if kind.__module__ == module["__name__"]}


COMMON_EVENTS: Mapping[str, type[Event]] = kinds_in(globals())
"""The kinds of event that any table can have, by their names in the log."""


@cache
def event_kinds(thing: str) -> Mapping[str, type[Event]]:
    """Return every kind of event of a table with this instrument, by its name in the log.

    >>> event_kinds("shaker")["shake"].__name__, event_kinds("dice").get("shake")
    ('ShakerUncovered', None)
    """
    return {**COMMON_EVENTS, **load(thing).events}


def read_event(
    thing: str,
    name: str,
    body: Mapping[str, Any],
    actor: str = "",
    clauses: tuple[str, ...] = (),
    moves: tuple[Transfer, ...] = (),
) -> Event:
    """Return the event of a log line of a table with this instrument; unknown keys of the body are
    ignored. Raises ``Malformed`` for what is not such a line."""
    kind = event_kinds(thing).get(name)
    if kind is None:
        raise Malformed("event", f"there is no event {show(name)}")
    given = {"actor": actor, "clauses": clauses, "moves": moves}
    body = {key: value for key, value in body.items() if key != "moves"}
    found: Event = body_shape(kind).read(body, given=given, others=True)
    return found
