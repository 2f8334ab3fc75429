"""The coups of a shoe so far, as they are shown at a table: how many each hand won, and the roads.

>>> kept = BEGIN
>>> for winner in ("banker", "tie", "banker"):
...     kept = after(kept, "play", {"winner": winner})
>>> shown(kept, over=False)["text"]
'3 coups: banker 2, player 0, tie 1.'
"""

from collections.abc import Mapping
from typing import Any

from lammer.instruments.shoe.scoreboard.roads import (
    Result,
    bead_plate,
    big_eye_boy,
    big_road,
    cockroach_pig,
    small_road,
)

_WINNERS: dict[str, Result] = {"b": "banker", "p": "player", "t": "tie"}

BEGIN = ""
"""A letter for each coup."""


def after(kept: str, _context: str, outcome: Mapping[str, Any]) -> str:
    """Return the score after one more coup."""
    return kept + str(outcome["winner"])[0]


def shown(kept: str, over: bool) -> dict[str, Any]:
    """Return the coups in a sentence, and the five roads: each cell as column, row and mark; on the
    big road with the ties after it."""
    counts = ", ".join(f"{name} {kept.count(letter)}" for letter, name in _WINNERS.items())
    ended = "The shoe is over. " if over else ""
    results = [_WINNERS[letter] for letter in kept]
    big = big_road(results)
    return {
        "text": f"{ended}{len(kept)} coup{'s' * (len(kept) != 1)}: {counts}.",
        "roads": {
            "bead_plate": bead_plate(results),
            "big_road": big.cells,
            "leading_ties": big.leading_ties,
            "big_eye_boy": big_eye_boy(results),
            "small_road": small_road(results),
            "cockroach_pig": cockroach_pig(results),
        },
    }
