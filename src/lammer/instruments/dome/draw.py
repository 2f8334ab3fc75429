"""Three dice are drawn as two are, one more for each shake."""

from typing import ClassVar

from lammer.instruments.dice.draw import DiceDraw, DiceFollower
from lammer.instruments.dome.commands import MANY


class DomeFollower(DiceFollower):
    """Shakes of three dice, each by itself."""

    no_outcome = "Not three dice."
    many = MANY


class DomeDraw(DiceDraw):
    """Three dice for each shake."""

    follower: ClassVar[type[DiceFollower]] = DomeFollower


DRAW = DomeDraw()
