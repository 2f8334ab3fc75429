"""The rule sets in a line of help."""

from lammer.games.registry import RULESETS, games_of


def listed_rules() -> str:
    """Return all rule sets by the game that is first in each.

    >>> listed_rules()[:53]
    'nj-2011, nj-2005, md-2013 (craps), nj-1997 (mini-dice'
    """
    by_game: dict[str, list[str]] = {}
    for key in RULESETS:
        by_game.setdefault(games_of(key)[0], []).append(key)
    return ", ".join(f"{', '.join(keys)} ({game})" for game, keys in by_game.items())
