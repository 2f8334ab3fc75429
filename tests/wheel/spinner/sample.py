"""A wheel as the simulator samples it: 38 equally likely pockets."""

from typing import ClassVar

from lammer.sim.sample.equal import EqualOutcomes
from lammer.table.commands import Command
from lammer.table.rules import Rules
from tests.wheel.spinner.commands import Spin


class SpinSampling(EqualOutcomes):
    shows: ClassVar[tuple[str, ...]] = ("pocket",)

    def called(self, outcome: str) -> int | str:
        return outcome if outcome in ("0", "00") else int(outcome)

    def command(self, outcome: str) -> Command:
        return Spin(outcome)


def at_table(rules: Rules) -> SpinSampling:
    return SpinSampling(rules)
