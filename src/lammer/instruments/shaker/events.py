"""Events of a shaker."""

from dataclasses import field

from lammer.core.frozen import frozen
from lammer.instruments.dice.commands import DisputedFace, NoRoll
from lammer.instruments.dice.events import DiceTakenBack
from lammer.instruments.shaker.commands import NewDice, Shake
from lammer.table.events import Event, Opened, TrialEvent, VoidTrial, kinds_in


@frozen
class DiceShaken(TrialEvent):
    """A shake that counts, of this many dice: the faces uppermost, and their total."""

    dice: tuple[int, ...]
    total: int


@frozen
class ShakerUncovered(DiceShaken):
    name = "shake"
    entered_by = (Shake, DisputedFace)
    dice: tuple[int, int]
    dealer_shakes: int | None = None
    shakes: int | None = None
    ruled_by: str | None = None


@frozen
class ShakeVoid(VoidTrial):
    name = "no-shake"
    entered_by = (NoRoll, DisputedFace)
    dice: tuple[int, int] | None = None


@frozen
class DiceRenewed(Event):
    name = "new-dice"
    entered_by = (NewDice,)
    dice_since: str


@frozen
class ShakerOpened(Opened):
    """A table is opened with dice that have been in the shaker since a moment."""

    name = "open"
    dice_since: str = field(kw_only=True)


EVENTS = {**kinds_in(globals()), DiceTakenBack.name: DiceTakenBack}
