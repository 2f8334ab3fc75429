"""Commands for a shaker."""

from dataclasses import dataclass
from typing import ClassVar

from lammer.instruments.dice.keys import Faces
from lammer.table.commands import Command, IssuedBy
from lammer.table.keys import Counted, Role, SeatOrDealer


@dataclass(frozen=True, slots=True)
class Shake(Command):
    """A shake, uncovered; how often the dealer and then the holder shook, if that is entered."""

    verb: ClassVar[str] = "shake"
    issued_by: ClassVar[IssuedBy] = "holder"
    dice: Faces
    seat: SeatOrDealer | None = None
    dealer_shakes: Counted | None = None
    shakes: Counted | None = None


@dataclass(frozen=True, slots=True)
class NewDice(Command):
    verb: ClassVar[str] = "new-dice"
    issued_by: ClassVar[IssuedBy] = "crew"
    caller: Role
