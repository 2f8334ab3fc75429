"""What is shown of dice in drills: where they came to rest."""

from collections.abc import Mapping
from typing import Any

from lammer.instruments.dice.lying import lying
from lammer.school.instrument import InstrumentDrills
from lammer.school.picks import Picks
from lammer.table.rules import Rules


class DiceDrills(InstrumentDrills):
    """A picture of two dice at rest."""

    def resting(
        self, rules: Rules, _keys: Mapping[str, Any], happened: str, picks: Picks
    ) -> Mapping[str, Any]:
        thrown = rules.procedure.turn is not None
        found = lying(happened, picks, thrown=thrown)
        return {} if found is None else {"lying": found}


DRILLS = DiceDrills()
