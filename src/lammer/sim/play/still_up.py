"""What is still up when one session ends: its stakes, and what they are worth exactly."""

from typing import NamedTuple

from lammer.core.money import dollars
from lammer.sim.model.world import Layout
from lammer.sim.model.worth import NeverDecided, Worth
from lammer.table.rules import Rules


class StillUp(NamedTuple):
    """The bets that are up at the end, in cents: their stakes, and their exact worth."""

    stakes: int
    worth: float

    def final_fair(self, final: int) -> float:
        """Return what a session that ended with so much ends with at fair value."""
        return final - self.stakes + self.worth

    def words(self, final: int) -> str:
        """Return a sentence about it; empty if nothing is up."""
        if not self.stakes:
            return ""
        fair = round(self.final_fair(final))
        return (
            f"Of the {dollars(final)}, {dollars(self.stakes)} is still up; at its exact worth, "
            f"{dollars(fair - final + self.stakes)}, that makes {dollars(fair)}."
        )


def still_up(rules: Rules, left: Layout) -> StillUp:
    """Return what is up; bets that are never decided count at their stakes.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> from lammer.table.state import Bet
    >>> on_the_ten = Layout("10", (("pass", Bet("pass", "10", 10_00)),))
    >>> still_up(Rules(house(load("nj-2011"), Elections())), on_the_ten).words(490_00)
    'Of the $490, $10 is still up; at its exact worth, $6.67, that makes $486.67.'
    """
    stakes = sum(bet.stake for _, bet in left.bets)
    try:
        return StillUp(stakes, stakes + float(Worth(rules).fair(left)))
    except NeverDecided:
        return StillUp(stakes, float(stakes))
