"""Three dice as the simulator samples them: 216 equally likely outcomes."""

from collections.abc import Iterable, Iterator

from lammer.instruments.dice.recorded_rolls import rolls_of
from lammer.instruments.dice.sample import DiceSampling
from lammer.instruments.dome.commands import MANY, DomeShake
from lammer.sim.model.instrument import TableTrial
from lammer.table.commands import Command
from lammer.table.rules import Rules


class DomeSampling(DiceSampling):
    """Three dice are called by their total, too."""

    def command(self, outcome: tuple[int, ...]) -> Command:
        first, second, third = outcome
        return DomeShake((first, second, third))

    def recorded(self, lines: Iterable[str]) -> Iterator[TableTrial]:
        return map(self.table_trial, rolls_of(MANY, lines))


def at_table(rules: Rules) -> DomeSampling:
    """Return the dice of a table."""
    return DomeSampling(rules)
