"""Quick tasks: whether a table takes the strategies of a question, and the library."""

from collections.abc import Mapping
from typing import Any

from lammer.games.registry import RULESETS, load, usual_rules
from lammer.lab.control import TaskControl
from lammer.lab.questions import checked
from lammer.sim.strategy import library

BEGIN = "pass-odds-2x"
"""What a page begins with."""


def checked_strategies(ask: Mapping[str, Any], _control: TaskControl) -> dict[str, Any]:
    """Return the name and game of each strategy; raises ``LabRefusal`` with what is wrong."""
    found = checked(ask)
    return {
        "rules": found[0].rules,
        "game": found[0].game,
        "names": [each.strategy.name for each in found],
    }


def library_list(_ask: Mapping[str, Any], _control: TaskControl) -> dict[str, Any]:
    """Return the strategies of the library with their texts, the one to begin with, and for each
    rule set and game of which game its strategies are."""
    usual = usual_rules()
    return {
        "begin": BEGIN,
        "games": {
            f"{key}/{game}": load(key).games[0] for key in RULESETS for game in load(key).games
        },
        "strategies": [
            {
                "strategy": key,
                "name": each.name,
                "game": each.game,
                "rules": usual[each.game],
                "about": each.about,
                "source": each.source,
                "text": library.text(key),
            }
            for key in library.names()
            for each in (library.load(key),)
        ],
    }
