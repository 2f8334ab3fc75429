"""The first hand of a game as plain data, for the page that shows it."""

from typing import Any

from lammer.games.first_hand import SEAT
from lammer.guide.first_hand import PlayedStep, first_hand
from lammer.table.run import as_data
from lammer.table.views.public import full_state


def first_hand_data(rules: str, game: str) -> dict[str, Any] | None:
    """Return the steps of a first hand, each with the table as everybody would see it; None if the
    game has none.

    >>> found = first_hand_data("nj-2011", "craps")
    >>> found["steps"][2]["spot"], found["steps"][2]["state"]["point"]
    ('pass-odds', 6)
    """
    steps = first_hand(rules, game)
    if not steps:
        return None
    shown = [_step(each) for each in steps]
    return {"format": 1, "rules": rules, "game": game, "seat": SEAT, "steps": shown}


def _step(played: PlayedStep) -> dict[str, Any]:
    said = zip(played.events, played.text, strict=True)
    return {
        "text": played.step.text,
        "spot": played.step.spot,
        "plain": played.plain,
        "state": full_state(played.table),
        "button": played.button,
        "events": [{**as_data(event), "text": text} for event, text in said],
    }
