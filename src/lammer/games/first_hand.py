"""The first hand of a game, as data: a short demonstration for somebody who has never played it.

``first_hand`` in a game's folder has ``steps(law)``, the same for all editions of the game. What is
said of wagers, dice and cards comes from the table that plays it (``lammer.guide.first_hand``); a
step says only what to look at, and why.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

Command = Mapping[str, Any]
SEAT = 1
"""The seat of whoever is shown the game."""
RAIL = 200_00
"""Chips at the beginning, in cents."""


class DemonstrationStep(NamedTuple):
    """What is said, which bet's place on the layout is shown, and the commands that follow;
    ``button`` says what they do, where they are more than a bet. The last step has none."""

    text: str
    spot: str | None = None
    commands: tuple[Command, ...] = ()
    button: str = ""


def bet(text: str, wager: str, cents: int) -> DemonstrationStep:
    """Return a step at which a bet is made."""
    command = {"do": "bet", "seat": SEAT, "wager": wager, "amount": cents}
    return DemonstrationStep(text, wager, (command,))
