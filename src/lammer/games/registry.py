"""Which rule sets there are, found by name."""

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from lammer.core.names import did_you_mean as did_you_mean
from lammer.core.names import nearest as nearest
from lammer.core.ruleset import Ruleset
from lammer.games.edition import Edition

RULESETS: dict[str, str] = {
    "nj-2011": "lammer.games.craps.nj2011",
    "nj-2005": "lammer.games.craps.nj2005",
    "md-2013": "lammer.games.craps.md2013",
    "nj-1997": "lammer.games.mini_dice.nj1997",
    "nj-2001": "lammer.games.baccarat.nj2001",
}
"""Rule set keys and the module that holds each as ``EDITION``."""


GAME_COMMANDS: dict[str, str] = {"roads": "lammer.games.baccarat.terminal.roads:roads"}
"""Commands of ``lammer`` that one game adds, and where each is found."""


class UnknownName(LookupError):
    """Raised for an unknown name; ``near`` are the known names that are most like it."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind, self.name, self.known = kind, name, tuple(known)
        self.near = nearest(name, self.known)
        super().__init__(f'there is no {kind} "{name}"')


def game_module(key: str, name: str) -> ModuleType:
    """Import and return a module of the folder that holds a rule set, such as its vocabulary.

    >>> game_module("nj-2011", "vocabulary").WORDS.boxes[0]
    '4'
    """
    return import_module(f"{RULESETS[key].rpartition('.')[0]}.{name}")


def find_game_module(key: str, name: str) -> ModuleType | None:
    """Return the module that ``game_module`` would return, or None if the folder has no such one.

    >>> find_game_module("nj-2011", "roads") is None
    True
    """
    package = RULESETS[key].rpartition(".")[0]
    return None if find_spec(f"{package}.{name}") is None else game_module(key, name)


@cache
def load(key: str, game: str | None = None) -> Ruleset:
    """The rule set of that key; ``game`` defaults to the first the edition names.

    >>> load("nj-2011").game
    'craps'
    """
    if key not in RULESETS:
        raise UnknownName("rule set", key, RULESETS)
    edition: Edition = import_module(RULESETS[key]).EDITION
    if game is None:
        return load(key, edition.games[0])
    if game not in edition.games:
        raise UnknownName(f"game under {key} called", game, edition.games)
    return edition.ruleset(game)


def games_of(key: str) -> tuple[str, ...]:
    """Return the games of a rule set, the one that strategies are written for first."""
    edition: Edition = import_module(RULESETS[key]).EDITION
    return edition.games


def strategy_games() -> tuple[str, ...]:
    """Return the games that strategies are written for: one for all games of a rule set.

    >>> strategy_games()[0]
    'craps'
    """
    return tuple(dict.fromkeys(games_of(key)[0] for key in RULESETS))


@cache
def wager_keys(game: str) -> frozenset[str]:
    """Return the keys of every wager that a strategy for this game can name."""
    rulesets = (load(key, each) for key in RULESETS for each in games_of(key))
    return frozenset(w.key for law in rulesets if law.games[0] == game for w in law.wagers)


def outcome_words(game: str | None = None) -> tuple[str, ...]:
    """Return what outcomes are called that are called by no number, in a game or in all of them.

    >>> outcome_words("punto-banco")
    ('player', 'banker', 'tie')
    """
    return _outcome_words(tuple(RULESETS), game)


@cache
def _outcome_words(keys: tuple[str, ...], game: str | None) -> tuple[str, ...]:
    editions: list[Edition] = [import_module(RULESETS[key]).EDITION for key in keys]
    words = (each.outcome_words for each in editions if game is None or game in each.games)
    return tuple(dict.fromkeys(word for some in words for word in some))


def usual_rules() -> dict[str, str]:
    """Return every game, with the rule set that is meant if none is named: the first that has it.

    >>> usual_rules()["mini-craps"]
    'nj-2011'
    """
    found: dict[str, str] = {}
    for key in RULESETS:
        for game in games_of(key):
            found.setdefault(game, key)
    return found
