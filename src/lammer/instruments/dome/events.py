"""Events of three dice under a dome."""

from dataclasses import field

from lammer.core.frozen import frozen
from lammer.instruments.dome.commands import DisputedDomeFace, DomeShake, NoDomeShake, Three
from lammer.instruments.shaker.events import DiceRenewed, DiceShaken, ShakerOpened
from lammer.table.events import TrialCorrected, VoidTrial, kinds_in


@frozen
class DomeLifted(DiceShaken):
    name = "shake"
    entered_by = (DomeShake, DisputedDomeFace)
    dice: Three
    dealer_shakes: int | None = None
    ruled_by: str | None = None


@frozen
class DomeShakeVoid(VoidTrial):
    name = "no-shake"
    entered_by = (NoDomeShake, DisputedDomeFace)
    dice: Three | None = None


@frozen
class DomeTakenBack(TrialCorrected):
    """A shake is taken back; ``dice`` are the faces it had shown."""

    name = "correct"
    dice: Three = field(kw_only=True)

    @property
    def shown(self) -> str:
        return "-".join(map(str, self.dice))


EVENTS = {
    **kinds_in(globals()),
    DiceRenewed.name: DiceRenewed,
    ShakerOpened.name: ShakerOpened,
}
