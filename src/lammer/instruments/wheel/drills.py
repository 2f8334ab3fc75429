"""How drills say where a wheel came to rest: as it is painted on the wheel and on the layout."""

from collections.abc import Mapping
from typing import Any

from lammer.instruments.wheel.law import Place, name_of, wheel_law
from lammer.school.instrument import InstrumentDrills
from lammer.table.rules import Rules


class WheelDrills(InstrumentDrills):
    def outcome_words(self, rules: Rules, outcome: Place, _keys: Mapping[str, Any]) -> str:
        return wheel_law(rules.procedure).label(name_of(outcome))


DRILLS = WheelDrills()
