"""Events of a shoe."""

from dataclasses import field

from lammer.core.frozen import frozen
from lammer.instruments.shoe.commands import ChangeProcedure, Cut, Deal, NoDeal, Recut, Shuffle
from lammer.table.events import (
    Event,
    Holder,
    Opened,
    SeatEvent,
    TrialCorrected,
    TrialEvent,
    VoidTrial,
    kinds_in,
)


@frozen
class CardsCalled(Event):
    name = "cards"
    says_only = True
    call: str


@frozen
class CardsDealt(TrialEvent):
    """``cards`` in dealing order; the first two of each hand."""

    name = "deal"
    entered_by = (Deal,)
    player_cards: tuple[str, ...] = field(metadata={"key": "player"})
    banker_cards: tuple[str, ...] = field(metadata={"key": "banker"})
    cards: tuple[str, ...]


@frozen
class DealVoid(VoidTrial):
    """``cards`` came out of the shoe and are not played."""

    name = "no-deal"
    entered_by = (NoDeal,)
    cards: tuple[str, ...] = ()


@frozen
class CuttingCardOut(Event):
    name = "cutting-card"
    entered_by = (Deal, NoDeal)


@frozen
class HandCounted(Event):
    name = "count"
    says_only = True
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
    says_only = True
    call: str


@frozen
class ShoeOver(Event):
    name = "shoe-over"


@frozen
class CardsShuffled(Event):
    name = "shuffle"
    entered_by = (Shuffle,)
    decks: int


@frozen
class CardsCut(SeatEvent):
    name = "cut"
    entered_by = (Cut,)


@frozen
class CardsRecut(Event):
    name = "recut"
    entered_by = (Recut,)
    seat: Holder
    reason: str | None = None

    @property
    def player(self) -> int | None:
        return self.seat if isinstance(self.seat, int) else None


@frozen
class ProcedureChanged(Event):
    """Winners are paid another way; the times at which that was notified."""

    name = "procedure"
    entered_by = (ChangeProcedure,)
    procedure: int
    commission_at: str | None
    surveillance_at: str | None


@frozen
class ShoeOpened(Opened):
    """A table is opened with a shoe of this many decks, and a procedure of paying winners."""

    name = "open"
    decks: int = field(kw_only=True)
    procedure: int = field(kw_only=True)


@frozen
class CoupTakenBack(TrialCorrected):
    """A coup is taken back; its cards and, if it came in it, the cutting card are in the shoe."""

    name = "correct"
    cards: tuple[str, ...] = field(kw_only=True)
    cut_card: bool = field(default=False, kw_only=True)

    @property
    def shown(self) -> str:
        return " ".join(self.cards)


EVENTS = kinds_in(globals())
