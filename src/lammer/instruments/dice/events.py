"""Events of two dice."""

from dataclasses import field

from lammer.core.frozen import frozen
from lammer.instruments.dice.commands import DisputedFace, NoRoll, Rest, Roll, Select, Throw
from lammer.table.events import Event, SeatEvent, TrialCorrected, TrialEvent, VoidTrial, kinds_in


@frozen
class DiceSelected(SeatEvent):
    name = "select"
    entered_by = (Select,)
    of: int
    taken: int
    away: int


@frozen
class DiceThrown(Event):
    name = "throw"
    entered_by = (Throw,)


@frozen
class DiceRolled(TrialEvent):
    """``reopens``: it lost bets on wagers that may be made again after that."""

    name = "roll"
    entered_by = (Roll, Rest, DisputedFace)
    dice: tuple[int, int]
    total: int
    point: int | None
    ruled_by: str | None = None
    reopens: bool = field(default=False, metadata={"key": "swept"})


@frozen
class RollVoid(VoidTrial):
    name = "no-roll"
    entered_by = (NoRoll, DisputedFace)
    dice: tuple[int, int] | None = None


@frozen
class DiceTakenBack(TrialCorrected):
    """A roll or a shake is taken back; ``dice`` are the faces it had shown."""

    name = "correct"
    dice: tuple[int, int] = field(kw_only=True)

    @property
    def shown(self) -> str:
        return "-".join(map(str, self.dice))


EVENTS = kinds_in(globals())
