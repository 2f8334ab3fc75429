"""A shaker as the simulator samples it: sealed dice, shaken and not thrown."""

from lammer.instruments.dice.sample import Dice, DiceSampling
from lammer.instruments.shaker.commands import Shake
from lammer.table.commands import Command
from lammer.table.rules import Rules


class ShakerSampling(DiceSampling):
    """The sampling of dice, with another command that enters them."""

    def command(self, outcome: Dice) -> Command:
        return Shake(outcome)


def at_table(rules: Rules) -> ShakerSampling:
    """Return the shaker of a table."""
    return ShakerSampling(rules)
