"""What drills say of dice under a dome: what its crew does."""

from collections.abc import Mapping
from typing import ClassVar

from lammer.school.instrument import InstrumentDrills


class DomeDrills(InstrumentDrills):
    does: ClassVar[Mapping[str, str]] = {
        "disputed-face": "rules on a disputed face",
        "new-dice": "inspects new dice and has them sealed in the shaker",
    }


DRILLS = DomeDrills()
