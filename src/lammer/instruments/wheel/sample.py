"""A wheel as the simulator samples it: equally likely places."""

from typing import Any, ClassVar

from lammer.instruments.wheel.commands import SpinWheel
from lammer.instruments.wheel.law import Place, name_of, wheel_law
from lammer.sim.sample.equal import EqualOutcomes
from lammer.table.commands import Command
from lammer.table.rules import Rules


class PlaceSampling(EqualOutcomes):
    """Every place of the rim is as likely as any other."""

    shows: ClassVar[tuple[str, ...]] = ("pocket", "stop", "place")

    def called(self, outcome: Place) -> int | str:
        name = name_of(outcome)
        return int(name) if name.isdigit() and name.lstrip("0") else name

    def command(self, outcome: Place) -> Command:
        keys: dict[str, Any] = wheel_law(self.rules.procedure).outcome_data(outcome)
        return SpinWheel(**keys)


def at_table(rules: Rules) -> PlaceSampling:
    """Return the wheel of a table."""
    return PlaceSampling(rules)
