"""Words for the rolls of two dice, in any space whose outcomes they are."""

import re

from lammer.core.space import Cells, Space
from lammer.instruments.dice.faces import Dice

TERMS = ("6", "2 to 6", "under 7", "over 7", "odd", "even", "hard 8", "easy 8", "1-3", "doubles",
         "any roll")  # fmt: skip
_NUMBER = re.compile(r"(?:an? )?([0-9]{1,2})")
_RANGE = re.compile(r"([0-9]{1,2}) ?(?:to|-|through) ?([0-9]{1,2})")
_FACES = re.compile(r"([1-6])-([1-6])")
_WAY = re.compile(r"(hard|easy) ([0-9]{1,2})|([0-9]{1,2}) the (hard|easy) way")
_SIDE = re.compile(r"(under|over|below|above) ([0-9]{1,2})")


def dice_term(space: Space, text: str) -> Cells | None:
    """Return the cells of one word for rolls, in any context; None if it is not such a word.

    >>> from lammer.games import load
    >>> space = load("nj-2011").space
    >>> len(dice_term(space, "2 to 4")) // 7, dice_term(space, "13")
    (6, None)
    """
    faces = _FACES.fullmatch(text)
    if faces:
        pair = sorted(map(int, faces.groups()))
        return space.where(lambda _, dice: sorted(dice) == pair)
    totals = _totals(text)
    if totals is not None:
        return space.where(lambda _, dice: sum(dice) in totals) if totals else None
    way = _WAY.fullmatch(text)
    if way:
        hard = (way[1] or way[4]) == "hard"
        number = int(way[2] or way[3])
        if number not in (4, 6, 8, 10):
            return None
        return space.where(lambda _, dice: sum(dice) == number and _is_pair(dice) == hard)
    match text:
        case "double" | "doubles" | "pair" | "pairs" | "any double":
            return space.where(lambda _, dice: _is_pair(dice))
        case "any roll" | "any" | "anything" | "anything else" | "the rest":
            return space.everything
    return None


def _totals(text: str) -> frozenset[int] | None:
    """Return the totals that a word names, none of them if there are no such; None if it names
    something else."""
    possible = frozenset(range(2, 13))
    match text:
        case "odd" | "even":
            return frozenset(n for n in possible if n % 2 == (text == "odd"))
        case "seven":
            return frozenset((7,))
    one, several, side = _NUMBER.fullmatch(text), _RANGE.fullmatch(text), _SIDE.fullmatch(text)
    if one:
        return possible & {int(one[1])}
    if several:
        low, high = map(int, several.groups())
        return frozenset(range(low, high + 1)) if {low, high} <= possible else frozenset()
    if side:
        number = int(side[2])
        under = side[1] in ("under", "below")
        return frozenset(n for n in possible if (n < number if under else n > number))
    return None


def _is_pair(dice: Dice) -> bool:
    return dice[0] == dice[1]
