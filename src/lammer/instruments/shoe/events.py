"""Events of a shoe."""

from dataclasses import field

from lammer.core.frozen import frozen
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


@frozen
class ShoeOpened(Opened):
    """A table is opened with a shoe of so many decks, and a procedure of paying winners."""

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
