"""Which rule sets there are, found by name."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from types import ModuleType

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


def nearest(name: str, known: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """The names closest to what was typed, best first.

    >>> nearest("dont-pas", ["pass", "dont-pass", "field"])[0]
    'dont-pass'
    >>> nearest("hop 3-1", ["hop-1-3", "hop-1-6"])[0], nearest("R5", ["R-50", "R-05"])[0]
    ('hop-1-3', 'R-05')
    """
    by_plain: dict[str, str] = {}
    for each in known:
        by_plain.setdefault(_plain(each), each)
    wanted = _plain(name)
    same = [by_plain[wanted]] if wanted in by_plain else []
    starts = [each for plain, each in by_plain.items() if wanted and plain.startswith(wanted)]
    close = [by_plain[plain] for plain in get_close_matches(wanted, by_plain, n=most)]
    return tuple(dict.fromkeys((*same, *starts[:most], *close)))[:most]


def did_you_mean(near: Iterable[str]) -> str:
    """The hint for names that are near, with a blank after it; nothing for none.

    >>> did_you_mean(["pass", "dont-pass"])
    'Did you mean pass or dont-pass? '
    """
    names = " or ".join(near)
    return f"Did you mean {names}? " if names else ""


def _plain(name: str) -> str:
    """A name without case, marks, leading zeros and, of two dice, their order."""
    parts = re.findall(r"[a-z]+|[0-9]+", name[:80].casefold().replace("'", ""))
    plain = [part.lstrip("0") or "0" if part.isdigit() else part for part in parts]
    return "-".join([plain[0], *sorted(plain[1:])] if plain[:1] == ["hop"] else plain)


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
