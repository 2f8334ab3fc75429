"""Two dice as the simulator samples them: 36 equally likely outcomes."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from lammer.core.legality import Refusal
from lammer.sim.model.instrument import TableTrial
from lammer.sim.play import recorded_dice
from lammer.sim.sample.equal import EqualOutcomes
from lammer.table.commands import Command, NewDice, Roll
from lammer.table.rules import Rules

Dice = tuple[int, int]


class DiceSampling(EqualOutcomes):
    """Dice are called by their total."""

    no_recording: ClassVar[str] = ""

    def called(self, outcome: Dice) -> int:
        return sum(outcome)

    def command(self, outcome: Dice) -> Command:
        return Roll(outcome)

    def recorded(self, lines: Iterable[str]) -> Iterator[TableTrial]:
        return map(self.table_trial, recorded_dice.rolls(lines))

    def remedy(self, refusal: Refusal) -> Command | None:
        return NewDice("floorperson") if refusal.code == "dice-too-old" else None


def at_table(rules: Rules) -> DiceSampling:
    """The dice of a table."""
    return DiceSampling(rules)
