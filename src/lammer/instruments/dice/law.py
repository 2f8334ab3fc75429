"""What a text says of thrown dice."""

from dataclasses import dataclass

from lammer.core.cite import Cites
from lammer.core.procedure import InstrumentLaw, Procedure, Trial


@dataclass(frozen=True, slots=True)
class ThrownDice(InstrumentLaw):
    """Two thrown dice: ``leaned`` are the clauses by which a die that leans on something is read;
    none where such a throw is void. ``called_after`` are those by which a throw may be called void
    after it was read; none where nobody calls."""

    leaned: Cites
    called_after: Cites = ()

    def digested(self) -> dict[str, object]:
        return {"leaned": self.leaned, "called_after": self.called_after}

    def summary(self, trial: Trial) -> tuple[str, Cites]:
        return trial.thing, trial.thrown


def dice_law(procedure: Procedure) -> ThrownDice:
    """Return what the text says of the dice of a game that throws them."""
    law = procedure.trial.instrument
    assert isinstance(law, ThrownDice)
    return law
