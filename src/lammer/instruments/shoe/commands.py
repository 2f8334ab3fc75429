"""Commands for a shoe: coups, cards, and how winners are paid."""

from dataclasses import dataclass
from typing import ClassVar

from lammer.instruments.shoe.keys import HandOfCards
from lammer.table.commands import Command, IssuedBy
from lammer.table.keys import Flag, Role, SeatOrDealer, TimeText, Whole, Word


@dataclass(frozen=True, slots=True)
class Deal(Command):
    """The cards of one coup in dealing order; ``cut_card``: the cutting card came out in it."""

    verb: ClassVar[str] = "deal"
    issued_by: ClassVar[IssuedBy] = "holder"
    cards: HandOfCards
    cut_card: Flag = False
    seat: SeatOrDealer | None = None


@dataclass(frozen=True, slots=True)
class NoDeal(Command):
    """A round that is not completed; ``cards`` are those that came out of the shoe in it."""

    verb: ClassVar[str] = "no-deal"
    issued_by: ClassVar[IssuedBy] = "crew"
    reason: Word
    caller: Role | None = None
    cards: HandOfCards = ()
    cut_card: Flag = False


@dataclass(frozen=True, slots=True)
class Shuffle(Command):
    verb: ClassVar[str] = "shuffle"
    issued_by: ClassVar[IssuedBy] = "crew"


@dataclass(frozen=True, slots=True)
class Cut(Command):
    verb: ClassVar[str] = "cut"
    issued_by: ClassVar[IssuedBy] = "crew"
    seat: Whole


@dataclass(frozen=True, slots=True)
class Recut(Command):
    verb: ClassVar[str] = "recut"
    issued_by: ClassVar[IssuedBy] = "crew"
    caller: Role
    seat: SeatOrDealer | None = None
    reason: Word | None = None


@dataclass(frozen=True, slots=True)
class ChangeProcedure(Command):
    """Another way to pay winners, with the times at which it was notified in writing."""

    verb: ClassVar[str] = "change-procedure"
    issued_by: ClassVar[IssuedBy] = "crew"
    procedure: Whole
    commission_at: TimeText | None = None
    surveillance_at: TimeText | None = None
