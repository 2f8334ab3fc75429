"""What happens with a wheel."""

from dataclasses import field

from lammer.core.frozen import frozen
from lammer.table.events import TrialCorrected, TrialEvent, VoidTrial, kinds_in


@frozen
class BallAtRest(TrialEvent):
    name = "spin"
    pocket: str


@frozen
class SpinVoid(VoidTrial):
    name = "no-spin"


@frozen
class SpinTakenBack(TrialCorrected):
    """A spin is taken back; ``pocket`` is the one that was entered."""

    name = "correct"
    pocket: str = field(kw_only=True)

    @property
    def shown(self) -> str:
        return self.pocket


EVENTS = kinds_in(globals())
