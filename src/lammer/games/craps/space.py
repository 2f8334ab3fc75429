"""The 252 cells of a craps roll: the puck (off, or on a number) and two dice.

A roll is a come-out roll exactly when the puck is off (NJ11-1.1-COR, R-07): the puck goes on
when a come-out roll is 4, 5, 6, 8, 9 or 10, and off again when that number or a 7 is thrown.
"""

from lammer.core.space import Cells, Space
from lammer.instruments.dice.faces import ROLLS, Dice, say

BOX = (4, 5, 6, 8, 9, 10)
OFF = "off"
POINTS = tuple(str(n) for n in BOX)


def _after(puck: str, dice: Dice) -> str:
    thrown = sum(dice)
    if puck == OFF:
        return str(thrown) if thrown in BOX else OFF
    return OFF if thrown in (7, int(puck)) else puck


_PUCKS = (OFF, *POINTS)
_NAMED: dict[Cells, str] = {}

CRAPS = Space(
    key="craps",
    contexts=_PUCKS,
    outcomes=ROLLS,
    weights=(1,) * len(ROLLS),
    follow=tuple(tuple(_PUCKS.index(_after(p, roll)) for roll in ROLLS) for p in _PUCKS),
    name=say,
    sets=_NAMED,
    happened={"a seven-out": "7 came before the point (seven-out)"}
    | {f"the point {n}": f"the point {n} was made" for n in BOX},
)

COME_OUT = CRAPS.context_cells(OFF)
POINT_ON = CRAPS.context_cells(*POINTS)


def total(*totals: int) -> Cells:
    """Every roll of one of these totals, whatever the puck.

    >>> len(total(7)), len(total(2, 3, 12) & COME_OUT)
    (42, 4)
    """
    return CRAPS.where(lambda _, dice: sum(dice) in totals)


def dice(a: int, b: int) -> Cells:
    """These two faces, either die first (R-17).

    >>> len(dice(1, 3) & COME_OUT), len(dice(2, 2) & COME_OUT)
    (2, 1)
    """
    return CRAPS.where(lambda _, thrown: sorted(thrown) == sorted((a, b)))


def hard(number: int) -> Cells:
    """The number thrown the hard way, with the same face on each die."""
    return dice(number // 2, number // 2)


def easy(number: int) -> Cells:
    """The number thrown in any other way."""
    return total(number) - hard(number)


def point(number: int) -> Cells:
    """Every roll made while the puck is on this number."""
    return CRAPS.context_cells(str(number))


LOSER_SEVEN = POINT_ON & total(7)
_NAMED[COME_OUT] = "the come-out"
_NAMED[LOSER_SEVEN] = "a seven-out"
_NAMED.update({point(n) & total(n): f"the point {n}" for n in BOX})
EVERY_ROLL = CRAPS.everything
NO_ROLL = EVERY_ROLL - EVERY_ROLL
EVERY_PUCK = _PUCKS
