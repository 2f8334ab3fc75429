"""What happened at the table: an event with its clauses and the chips that moved.

An event holds all that ``apply`` needs, so a log of events is the table. Each kind is a type; its
own fields are the ``body`` of its log line, by ``lammer.core.codec``: a field at its default is
left out of the line.
"""

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, ClassVar, Literal

from lammer.core.codec import ABSENT, Absent, AsObject, Malformed, Shape, encoder, shape, show
from lammer.core.frozen import frozen
from lammer.core.legality import Code
from lammer.core.product import Product, Status
from lammer.core.wager import Call
from lammer.ledger import Transfer
from lammer.table.commands import SeatOpening

Holder = int | Literal["dealer"]
DEALER: Literal["dealer"] = "dealer"

_OUTSIDE = frozenset(("actor", "clauses"))
"""What a log line has beside its body."""


@frozen
class Event(Product):
    """One thing that happened; ``name`` is its word in the log.

    ``actor`` is who did it: "seat-1", a role, or "table". ``recorded`` says that it enters a
    procedure people carry out; the others are the program's own decisions.
    """

    name: ClassVar[str] = ""
    recorded: ClassVar[bool] = False
    actor: str
    clauses: tuple[str, ...]
    moves: tuple[Transfer, ...] = field(default=(), kw_only=True)

    @property
    def status(self) -> Status:  # type: ignore[override]
        return "recorded" if self.recorded else "enforced"

    @property
    def player(self) -> int | None:
        """The seat of a player that the event is about, if it is about one."""
        return None

    @property
    def bet_name(self) -> str | None:
        """The bet that the event is about, if it is about one."""
        return None

    @property
    def body(self) -> dict[str, Any]:
        """The event's own fields as plain data, without its transfers."""
        data = body_shape(type(self)).write(self)
        data.pop("moves", None)
        return data


def body_shape(kind: type[Event]) -> Shape:
    """How the body of a log line is written and read."""
    return shape(kind, _OUTSIDE)


def body_text(event: Event, command: str = "") -> str:
    """The body of an event's log line in canonical JSON; ``command`` is the JSON of the command
    that led to it, in the first line of what it led to.

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
    """A trial that counts, one for each."""

    recorded = True


@frozen
class VoidTrial(Event):
    """A trial that does not count; ``caller`` is who said so, None if it is so by itself."""

    recorded = True
    reason: str
    caller: str | None


# People and their chips


@frozen
class Opened(Event):
    """A table is opened. ``dice_since`` is said of a shaker, ``decks`` and ``procedure`` of a
    shoe."""

    name = "open"
    recorded = True
    format: int
    rules: str
    game: str
    digest: str
    house: AsObject[Any]
    seats: tuple[SeatOpening, ...]
    offered: int | None
    dice_since: str | None = None
    decks: int | None = None
    procedure: int | None = None


@frozen
class SatDown(SeatEvent):
    name = "sit"
    recorded = True
    rail: int
    player_name: str = field(default="", metadata={"key": "name"})


@frozen
class Left(SeatEvent):
    """A player gets up with ``rail``; the bets named stay and are settled."""

    name = "leave"
    recorded = True
    rail: int
    bets: tuple[str, ...]


@frozen
class BoughtIn(SeatEvent):
    name = "buy-in"
    recorded = True
    amount: int


@frozen
class CashedOut(SeatEvent):
    name = "cash-out"
    recorded = True
    amount: int


@frozen
class CashConverted(SeatEvent):
    """The cash of a verbal bet is turned into chips."""

    name = "convert"
    recorded = True
    cash: int
    confirmed_by: tuple[str, ...]


# Whose turn it is


@frozen
class Offered(Event):
    """What goes round is offered to a seat. ``asking``: because the shooter makes no line bet;
    ``declined`` are those who count as having declined already."""

    name = "offer"
    recorded = True
    offered: int | None
    before: Holder | None
    asking: bool
    declined: tuple[int, ...] | None = None


@frozen
class Accepted(SeatEvent):
    """``dealer``: the dealer uses it for the player."""

    name = "accept"
    recorded = True
    dealer: bool = False


@frozen
class Declined(SeatEvent):
    """``alone``: everybody was asked and it goes back to the shooter, who rolls only for the come
    bets, or does not; ``holder``: everybody was asked and the dealer has it, or nobody."""

    name = "decline"
    recorded = True
    offered: int | None
    alone: bool | None = None
    holder: Holder | Absent | None = ABSENT


@frozen
class Passed(Event):
    """Whoever has it gives it up. ``carried`` are the seats whose tallied bets go on with the
    successor."""

    name = "pass"
    recorded = True
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
class RollsAlone(Event):
    """Rolling only for the come bets, begun or over."""

    name = "alone"
    recorded = True
    seat: Holder | None
    on: bool

    @property
    def player(self) -> int | None:
        return self.seat if isinstance(self.seat, int) else None


# Bets


@frozen
class BetMade(BetEvent):
    """A bet made, or added to: ``amount`` more, ``stake`` in all. ``state`` is said of a bet that
    does not begin at its machine's start, ``confirmed_by`` of a late one."""

    name = "bet"
    recorded = True
    amount: int
    stake: int
    charge: int = 0
    state: str | None = None
    leave_up: bool | None = None
    confirmed_by: tuple[str, ...] | None = None
    put_down_as: AsObject[int] | None = None
    area: int | None = None
    coupon: int | None = None


@frozen
class CouponLaid(BetEvent):
    name = "coupon"
    recorded = True
    amount: int


@frozen
class BetRemoved(BetEvent):
    """``with_bet`` is the bet that it came down with; ``barred`` the wager and state in which it
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
    """A bet called on or off; ``button`` is what shows it."""

    name = "call"
    recorded = True
    working: bool
    button: Call | None


@frozen
class BetDecided(BetEvent):
    """What a trial does to a bet that does not stand as it is."""

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
    name = "loses"


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
    """A winner that was to be left up and is down, and why."""

    name = "down"
    code: Code
    detail: str


@frozen
class VigorishCharged(BetEvent):
    """Vigorish by itself: collected, or marked, and then ``owed`` in all."""

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
    recorded = True
    wager: str
    number: int
    count: int | None = None


@frozen
class TalliedBet:
    """A bet of which somebody is told."""

    seat: int
    wager: str
    stake: int


@frozen
class Told(Event):
    name = "tell"
    recorded = True
    to: str
    count: int
    bets: tuple[TalliedBet, ...]


@frozen
class MarkersOff(Event):
    name = "markers-off"
    recorded = True
    wager: str
    told: bool


# A trial taken back; what a program draws from


@frozen
class TrialCorrected(Event):
    """The trial that was entered last is taken back with its ``lines``. ``point`` is said where
    there is a puck, ``closed`` where the betting is closed for a trial."""

    name = "correct"
    recorded = True
    reason: str
    trial: str
    dice: tuple[int, int] | None = None
    cards: tuple[str, ...] | None = None
    cut_card: bool = False
    point: int | Absent | None = ABSENT
    closed: bool | None = None
    lines: int = field(kw_only=True)


@frozen
class SeedPledged(Event):
    name = "commit"
    recorded = True
    hash: str


@frozen
class SeedAdded(SeatEvent):
    name = "seed"
    recorded = True
    seed: str


@frozen
class SeedRevealed(Event):
    name = "reveal"
    recorded = True
    hash: str
    seed: str
    trials: int


@frozen
class PledgeWithdrawn(Event):
    name = "withdraw"
    recorded = True
    hash: str
    reason: str
    trials: int


# Dice


@frozen
class DiceSelected(SeatEvent):
    name = "select"
    recorded = True
    of: int
    taken: int
    away: int


@frozen
class DiceThrown(Event):
    name = "throw"
    recorded = True


@frozen
class DiceRolled(TrialEvent):
    """``swept``: it took bets whose offer may reopen."""

    name = "roll"
    dice: tuple[int, int]
    total: int
    point: int | None
    ruled_by: str | None = None
    swept: bool = False


@frozen
class RollVoid(VoidTrial):
    name = "no-roll"
    dice: tuple[int, int] | None = None


# The shaker, and the announcement before a shake or a coup


@frozen
class BettingClosed(Event):
    name = "no-more-bets"
    recorded = True
    call: str


@frozen
class ShakerUncovered(TrialEvent):
    name = "shake"
    dice: tuple[int, int]
    total: int
    dealer_shakes: int | None = None
    shakes: int | None = None
    ruled_by: str | None = None


@frozen
class ShakeVoid(VoidTrial):
    name = "no-shake"
    dice: tuple[int, int] | None = None


@frozen
class DiceRenewed(Event):
    name = "new-dice"
    recorded = True
    dice_since: str


# The shoe


@frozen
class CardsCalled(Event):
    name = "cards"
    recorded = True
    call: str


@frozen
class CardsDealt(TrialEvent):
    """``cards`` in dealing order; the first two of each hand."""

    name = "deal"
    player_cards: tuple[str, ...] = field(metadata={"key": "player"})
    banker_cards: tuple[str, ...] = field(metadata={"key": "banker"})
    cards: tuple[str, ...]


@frozen
class DealVoid(VoidTrial):
    """``cards`` came out of the shoe and are not played."""

    name = "no-deal"
    cards: tuple[str, ...] = ()


@frozen
class CuttingCardOut(Event):
    name = "cutting-card"
    recorded = True


@frozen
class HandCounted(Event):
    name = "count"
    recorded = True
    hand: str
    count: int


@frozen
class CardDrawn(Event):
    name = "draw"
    hand: str
    count: int
    card: str


@frozen
class HandStays(Event):
    """A hand takes no third card; ``hand`` is "both" after a natural."""

    name = "stay"
    hand: str
    count: int | None = None


@frozen
class CoupResult(Event):
    name = "result"
    player_count: int = field(metadata={"key": "player"})
    banker_count: int = field(metadata={"key": "banker"})
    winner: str
    call: str | None = None


@frozen
class LastHandCalled(Event):
    name = "last-hand"
    recorded = True
    call: str


@frozen
class ShoeOver(Event):
    name = "shoe-over"
    recorded = True


@frozen
class CardsShuffled(Event):
    name = "shuffle"
    recorded = True
    decks: int


@frozen
class CardsCut(SeatEvent):
    name = "cut"
    recorded = True


@frozen
class CardsRecut(Event):
    name = "recut"
    recorded = True
    seat: Holder
    reason: str | None = None

    @property
    def player(self) -> int | None:
        return self.seat if isinstance(self.seat, int) else None


@frozen
class ProcedureChanged(Event):
    """Winners are paid another way; the times at which that was notified."""

    name = "procedure"
    recorded = True
    procedure: int
    commission_at: str | None
    surveillance_at: str | None


def kinds_in(module: Mapping[str, Any]) -> dict[str, type[Event]]:
    """The kinds of event that a module defines, by their words in the log."""
    found = (each for each in module.values() if isinstance(each, type) and issubclass(each, Event))
    return {kind.name: kind for kind in found if kind.name}


EVENTS: Mapping[str, type[Event]] = kinds_in(globals())
"""Every kind of event by its word in the log."""
TRIALS = frozenset(kind.name for kind in EVENTS.values() if issubclass(kind, TrialEvent))
"""The words of trials that count."""


def read_event(
    name: str,
    body: Mapping[str, Any],
    actor: str = "",
    clauses: tuple[str, ...] = (),
    moves: tuple[Transfer, ...] = (),
) -> Event:
    """The event of a log line; keys of the body that it has not are passed over. Raises
    ``Malformed`` if it is none."""
    kind = EVENTS.get(name)
    if kind is None:
        raise Malformed("event", f"there is no event {show(name)}")
    given = {"actor": actor, "clauses": clauses, "moves": moves}
    body = {key: value for key, value in body.items() if key != "moves"}
    found: Event = body_shape(kind).read(body, given=given, others=True)
    return found
