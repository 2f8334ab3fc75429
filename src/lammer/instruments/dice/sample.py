"""Two dice as the simulator samples them: 36 equally likely outcomes."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from lammer.instruments.dice.commands import Roll
from lammer.instruments.dice.recorded_rolls import rolls
from lammer.sim.model.instrument import TableTrial
from lammer.sim.sample.equal import EqualOutcomes
from lammer.table.commands import Command
from lammer.table.rules import Rules

Dice = tuple[int, int]


class DiceSampling(EqualOutcomes):
    """Dice are called by their total."""

    no_recording: ClassVar[str] = ""
    shows: ClassVar[tuple[str, ...]] = ("dice",)

    def called(self, outcome: Dice) -> int:
        return sum(outcome)

    def command(self, outcome: Dice) -> Command:
        return Roll(outcome)

    def recorded(self, lines: Iterable[str]) -> Iterator[TableTrial]:
        return map(self.table_trial, rolls(lines))


def at_table(rules: Rules) -> DiceSampling:
    """Return the dice of a table."""
    return DiceSampling(rules)
