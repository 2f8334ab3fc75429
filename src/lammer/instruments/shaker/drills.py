"""What is shown of shaken dice in drills: how they lie in the shaker."""

from collections.abc import Mapping
from typing import Any, ClassVar

from lammer.instruments.dice.resting_position import resting_position
from lammer.school.instrument import InstrumentDrills
from lammer.school.posing.seeded_choices import SeededChoices
from lammer.table.rules import Rules


class ShakerDrills(InstrumentDrills):
    """A picture of two dice at rest."""

    does: ClassVar[Mapping[str, str]] = {
        "disputed-face": "rules on a disputed face",
        "new-dice": "inspects new dice and has them sealed in the shaker",
    }

    def resting(
        self, _rules: Rules, _keys: Mapping[str, Any], happened: str, picks: SeededChoices
    ) -> Mapping[str, Any]:
        found = resting_position(happened, picks, thrown=False)
        return {} if found is None else {"lying": found}


DRILLS = ShakerDrills()
