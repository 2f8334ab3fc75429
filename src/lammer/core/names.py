"""Suggestions for misspelled names."""

import re
from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, known: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """Return the names closest to what was typed, best first.

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
    """Return "Did you mean ...?" with a trailing space, or "" if there is no suggestion.

    >>> did_you_mean(["pass", "dont-pass"])
    'Did you mean pass or dont-pass? '
    """
    names = " or ".join(near)
    return f"Did you mean {names}? " if names else ""


def _plain(name: str) -> str:
    """Return a name for comparison: lower case, without marks and leading zeros; the dice of a hop
    sorted."""
    parts = re.findall(r"[a-z]+|[0-9]+", name[:80].casefold().replace("'", ""))
    plain = [part.lstrip("0") or "0" if part.isdigit() else part for part in parts]
    return "-".join([plain[0], *sorted(plain[1:])] if plain[:1] == ["hop"] else plain)
