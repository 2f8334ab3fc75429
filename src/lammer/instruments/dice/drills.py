"""What is shown of dice in drills: where they came to rest."""

from collections.abc import Mapping
from typing import Any, ClassVar

from lammer.core.procedure import VoidReason
from lammer.instruments.dice.law import ThrownDice
from lammer.instruments.dice.resting_position import resting_position
from lammer.school.instrument import InstrumentDrills
from lammer.school.posing.seeded_choices import SeededChoices
from lammer.table.rules import Rules

LEANED = "one edge of a die rests on a stack of chips"


class DiceDrills(InstrumentDrills):
    """A picture of two dice at rest."""

    does: ClassVar[Mapping[str, str]] = {"disputed-face": "rules on a disputed face"}

    def looks_like(
        self, rules: Rules, reason: VoidReason | None, picks: SeededChoices
    ) -> VoidReason | None:
        law = rules.procedure.trial.instrument
        leaned = law.leaned if isinstance(law, ThrownDice) else ()
        if reason is None or reason.key != "cocked" or not leaned or picks.chance(1, 2):
            return reason
        return VoidReason("leaned", LEANED, (), none=leaned)

    def resting(
        self, rules: Rules, _keys: Mapping[str, Any], happened: str, picks: SeededChoices
    ) -> Mapping[str, Any]:
        thrown = rules.procedure.turn is not None
        found = resting_position(happened, picks, thrown=thrown)
        if found is None:
            return {}
        # How much of a die rests on chips is not seen from above.
        on_chips = any("sides" in die for die in found["dice"])
        return {"lying": found, **({"in_words": True} if on_chips else {})}


DRILLS = DiceDrills()
