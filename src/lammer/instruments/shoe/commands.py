"""What is asked of a shoe: coups, cards and how winners are paid."""

from dataclasses import dataclass
from typing import ClassVar

from lammer.instruments.shoe.keys import HandOfCards
from lammer.table.commands import AskedBy, Command
from lammer.table.keys import Flag, Role, SeatOrDealer, TimeText, Whole, Word


@dataclass(frozen=True, slots=True)
class Deal(Command):
    """The cards of one coup in dealing order; ``cut_card``: the cutting card came out in it."""

    verb: ClassVar[str] = "deal"
    asked_by: ClassVar[AskedBy] = "holder"
    cards: HandOfCards
    cut_card: Flag = False
    seat: SeatOrDealer | None = None


@dataclass(frozen=True, slots=True)
class NoDeal(Command):
    """A round that is not completed; ``cards`` are those that came out of the shoe in it."""

    verb: ClassVar[str] = "no-deal"
    asked_by: ClassVar[AskedBy] = "crew"
    reason: Word
    caller: Role | None = None
    cards: HandOfCards = ()
    cut_card: Flag = False


@dataclass(frozen=True, slots=True)
class Shuffle(Command):
    verb: ClassVar[str] = "shuffle"
    asked_by: ClassVar[AskedBy] = "crew"


@dataclass(frozen=True, slots=True)
class Cut(Command):
    verb: ClassVar[str] = "cut"
    asked_by: ClassVar[AskedBy] = "crew"
    seat: Whole


@dataclass(frozen=True, slots=True)
class Recut(Command):
    verb: ClassVar[str] = "recut"
    asked_by: ClassVar[AskedBy] = "crew"
    caller: Role
    seat: SeatOrDealer | None = None
    reason: Word | None = None


@dataclass(frozen=True, slots=True)
class ChangeProcedure(Command):
    """Another way to pay winners, with the times at which it was notified in writing."""

    verb: ClassVar[str] = "change-procedure"
    asked_by: ClassVar[AskedBy] = "crew"
    procedure: Whole
    commission_at: TimeText | None = None
    surveillance_at: TimeText | None = None
