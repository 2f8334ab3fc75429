"""The 36 cells of a shake: two dice, and nothing that came before matters."""

from lammer.core.cite import Cites
from lammer.core.space import Cells, Space
from lammer.core.wager import Chart, Lose, Payout, Rule, Win
from lammer.instruments.dice.faces import ROLLS, say

NUMBERS = (4, 5, 6, 8, 9, 10)
PLAY = "play"

SHAKE = Space(
    key="mini-dice",
    contexts=(PLAY,),
    outcomes=ROLLS,
    weights=(1,) * len(ROLLS),
    follow=((0,) * len(ROLLS),),
    name=say,
)


def total(*totals: int) -> Cells:
    """Every shake of one of these totals.

    >>> len(total(7)), len(total(8, 9, 10, 11, 12))
    (6, 15)
    """
    return SHAKE.where(lambda _, dice: sum(dice) in totals)


def number_before_seven(number: int, cites: Cites, pays: Payout) -> Chart:
    return Chart({"up": (Rule(total(number), Win(pays), cites), Rule(total(7), Lose(), cites))})
