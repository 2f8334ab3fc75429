"""Which rule sets there are, found by name."""

from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import Protocol

from lammer.core.ruleset import Ruleset
from lammer.law import EDITIONS

RULESETS: dict[str, str] = {
    "nj-2011": "lammer.games.craps.nj2011",
    "nj-2005": "lammer.games.craps.nj2005",
    "md-2013": "lammer.games.craps.md2013",
}
"""Rule set keys and the module that holds each as ``EDITION``."""


class UnknownName(LookupError):
    """A name nobody knows, with the nearest ones that somebody does."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind, self.name, self.known = kind, name, tuple(known)
        self.near = nearest(name, self.known)
        super().__init__(f'there is no {kind} "{name}"')


def nearest(name: str, known: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """The names closest to what was typed, best first.

    >>> nearest("dont-pas", ["pass", "dont-pass", "field"])[0]
    'dont-pass'
    """
    folded = {each.casefold(): each for each in known}
    wanted = name.casefold().replace("_", "-").replace(" ", "-").replace("'", "")
    starts = [each for key, each in folded.items() if wanted and key.startswith(wanted)]
    close = (folded[key] for key in get_close_matches(wanted, folded, n=most))
    return tuple(dict.fromkeys((*close, *starts)))[:most]


class Edition(Protocol):
    """What a rule set's module holds as ``EDITION``."""

    @property
    def games(self) -> tuple[str, ...]: ...

    def ruleset(self, game: str) -> Ruleset: ...


@cache
def load(key: str, game: str | None = None) -> Ruleset:
    """The rule set of that key; ``game`` defaults to the first the edition names.

    >>> load("nj-2011").game
    'craps'
    """
    if key not in RULESETS:
        kind = "rule set built yet from the clauses of" if key in EDITIONS.values() else "rule set"
        raise UnknownName(kind, key, RULESETS)
    edition: Edition = import_module(RULESETS[key]).EDITION
    if game is None:
        return load(key, edition.games[0])
    if game not in edition.games:
        raise UnknownName(f"game under {key} called", game, edition.games)
    return edition.ruleset(game)
