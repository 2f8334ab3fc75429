"""Dice that are not fair: how likely each face of each die is, and the outcomes that follow."""

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import gcd, lcm, prod

from lammer.core.codec import Malformed, plain
from lammer.core.space import Space

SIDES = 6
MOST_WEIGHT = 2**32
"""The limit of all weights of a space together, as whole numbers."""
Die = tuple[Fraction, ...]
"""The weight of each face, from 1 to 6."""


def read_faces(texts: Sequence[str]) -> tuple[Die, ...]:
    """Parse weights of faces, such as ``1,1,1,1,1,1.2``: a text for all dice, or one for each.
    Raises ``Malformed``.

    >>> read_faces(["1,1,1,1,1,1.2"])[0][-1]
    Fraction(6, 5)
    """
    return tuple(_read(text) for text in texts)


def _read(text: str) -> Die:
    parts = [part.strip() for part in text.split(",")]
    known = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9}|/[1-9][0-9]{0,8})?")
    if len(parts) != SIDES or not all(known.fullmatch(part) for part in parts):
        what = f'"{plain(text)}" does not weigh {SIDES} faces'
        raise Malformed("--faces", what, "Write six weights, such as 1,1,1,1,1,1.2 or 1/6.")
    die = tuple(Fraction(part) for part in parts)
    if not any(die):
        raise Malformed("--faces", "no face can come", "Give a face some weight.")
    return die


def is_fair(dice: Sequence[Die]) -> bool:
    return all(len(set(die)) == 1 for die in dice)


def weighed(space: Space, dice: Sequence[Die]) -> Space:
    """Return a space of dice with such faces: one die stands for all of them. Raises
    ``Malformed``.

    >>> from lammer.games import load
    >>> half = weighed(load("nj-1997").space, read_faces(["1,1,1,1,1,0"]))
    >>> sum(half.weights), max(half.weights)
    (25, 1)
    """
    many = len(space.outcomes[0])
    if len(dice) not in (1, many):
        what = f"there are {many} dice, and faces of {len(dice)}"
        raise Malformed("--faces", what, "Weigh the faces once for all, or of each die.")
    each = [dice[at % len(dice)] for at in range(many)]
    if is_fair(each):
        return space
    shares = [
        prod(die[face - 1] for die, face in zip(each, o, strict=True)) for o in space.outcomes
    ]
    whole = lcm(*(share.denominator for share in shares))
    weights = [int(share * whole) for share in shares]
    least = gcd(*weights)
    weights = [weight // least for weight in weights]
    if sum(weights) > MOST_WEIGHT:
        raise Malformed("--faces", "the weights are too fine to be drawn", "Round them.")
    return replace(space, weights=tuple(weights), facts={**space.facts, "unfair": words(dice)})


def words(dice: Sequence[Die]) -> str:
    """Return how the dice are weighed, as a sentence."""
    listed = [", ".join(map(str, die)) for die in dice]
    if len(listed) == 1:
        return f"The dice are not fair: the faces 1 to {SIDES} weigh {listed[0]}."
    said = "; ".join(f"of die {at} {weights}" for at, weights in enumerate(listed, start=1))
    return f"The dice are not fair: the faces 1 to {SIDES} weigh {said}."
