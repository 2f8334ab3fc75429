"""Sentences about a table, addressed to one of its players."""

import re
from collections.abc import Mapping

_VERBS = {"has": "have", "is": "are", "passes": "pass", "cashes": "cash"}
_SEAT = re.compile(
    r"\b([Ss])eat (\d+)\b(?: ([a-z]+)\b)?(?:((?:[^.]|\.\d)*? and )(has|keeps|passes|stays)\b)?"
)
_NOBODY: Mapping[int, str] = {}


def personal(text: str, seat: int, names: Mapping[int, str] = _NOBODY) -> str:
    """Return a sentence addressed to one player, with the names of others where they are known.

    >>> personal("Seat 1 wins $7. Dice to seat 2.", 1, {2: "Ruth"})
    'You win $7. Dice to Ruth.'
    >>> personal("Seat 1 has shaken a seven and passes the shaker.", 1)
    'You have shaken a seven and pass the shaker.'
    >>> personal("Seat 1 owes $0.50 vigorish and keeps as much on the rail.", 1)
    'You owe $0.50 vigorish and keep as much on the rail.'
    """
    if "eat " not in text:
        return text

    def named(match: re.Match[str]) -> str:
        number, verb = int(match[2]), match[3] or ""
        between, second = match[4] or "", match[5] or ""
        if number != seat:
            who = names.get(number, f"{match[1]}eat {number}")
        else:
            who = "You" if match[1] == "S" else "you"
            verb, second = (_VERBS.get(each, each.removesuffix("s")) for each in (verb, second))
        return f"{who} {verb}{between}{second}" if verb else f"{who}{between}{second}"

    return _SEAT.sub(named, text)
