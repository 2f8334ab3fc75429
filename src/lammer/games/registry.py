"""Which rule sets there are, found by name."""

from collections.abc import Iterable
from functools import cache
from importlib import import_module
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


class UnknownName(LookupError):
    """A name nobody knows, with the nearest ones that somebody does."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind, self.name, self.known = kind, name, tuple(known)
        self.near = nearest(name, self.known)
        super().__init__(f'there is no {kind} "{name}"')


def beside(key: str, name: str) -> ModuleType:
    """A module of the folder that holds a rule set, such as the words of its game; it is loaded
    when it is asked for.

    >>> beside("nj-2011", "vocabulary").WORDS.boxes[0]
    '4'
    """
    return import_module(f"{RULESETS[key].rpartition('.')[0]}.{name}")


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
