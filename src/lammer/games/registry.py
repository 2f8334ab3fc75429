"""The registry of rule sets."""

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from lammer.core.names import did_you_mean as did_you_mean
from lammer.core.names import nearest as nearest
from lammer.core.ruleset import Ruleset
from lammer.games.edition import Edition
from lammer.games.terms import GameTerms, united

RULESETS: dict[str, str] = {
    "nj-2011": "lammer.games.craps.nj2011",
    "nj-2005": "lammer.games.craps.nj2005",
    "md-2013": "lammer.games.craps.md2013",
    "nj-1997": "lammer.games.mini_dice.nj1997",
    "nj-2001": "lammer.games.baccarat.nj2001",
    "ac-minibaccarat": "lammer.games.minibaccarat.custom",
    "ac-roulette": "lammer.games.roulette.ac_roulette",
    "ac-big-six": "lammer.games.big_six.ac_big_six",
    "ac-sic-bo": "lammer.games.sic_bo.custom",
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
    """Return a rule set by its key; ``game`` defaults to the first game of the edition.

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


def game_terms(key: str | None = None) -> GameTerms:
    """Return what strategies can name under a rule set, or under all of them together.

    >>> game_terms("nj-2001").outcomes
    ('player', 'banker', 'tie')
    """
    return _game_terms(tuple(RULESETS) if key is None else (key,))


@cache
def _game_terms(keys: tuple[str, ...]) -> GameTerms:
    editions: list[Edition] = [import_module(RULESETS[key]).EDITION for key in keys]
    return united(each.terms for each in editions)


def trial_nouns() -> tuple[str, ...]:
    """Return what a trial is called at each of the games.

    >>> trial_nouns()
    ('roll', 'shake', 'coup', 'spin')
    """
    procedures = (load(key, game).procedure for key in RULESETS for game in games_of(key))
    return tuple(dict.fromkeys(each.trial.noun for each in procedures if each is not None))


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
