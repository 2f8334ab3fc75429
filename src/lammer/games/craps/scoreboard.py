"""The shooter's hand so far, as it is shown at a table: its rolls, and the points that were made.

>>> kept = BEGIN
>>> for context, dice in (("off", [2, 2]), ("4", [5, 1]), ("4", [1, 3])):
...     kept = after(kept, context, {"dice": dice})
>>> shown(kept, over=False)["text"]
'This hand: 3 rolls, 1 point made (4).'
"""

from collections.abc import Mapping, Sequence
from typing import Any

MOST_NAMED = 20
"""Points of a hand that are named: the last of them."""

BEGIN: Sequence[Any] = (0, 0, ())
"""Rolls, points made, and which they were."""


def after(kept: Sequence[Any], context: str, outcome: Mapping[str, Any]) -> Sequence[Any]:
    """Return the score after one more roll; ``context`` is the puck before it."""
    rolls, made, points = kept
    if context == str(sum(outcome["dice"])):
        made, points = made + 1, (*points, int(context))[-MOST_NAMED:]
    return rolls + 1, made, points


def shown(kept: Sequence[Any], over: bool) -> dict[str, Any]:
    """Return the hand in a sentence, and as numbers."""
    rolls, made, points = kept
    hand = "The last hand" if over else "This hand"
    none = "no point made" if over else "no point made yet"
    which = f"{_count(made, 'point')} made ({', '.join(map(str, points))})" if made else none
    return {"text": f"{hand}: {_count(rolls, 'roll')}, {which}.", "rolls": rolls, "points": made}


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"
