"""Sentences in the second person, in lines that fit."""

import re
from collections.abc import Mapping
from textwrap import fill

from lammer.cli.support.output import console

_VERBS = {"has": "have", "is": "are", "passes": "pass", "cashes": "cash"}
_SEAT = re.compile(
    r"\b([Ss])eat (\d+)\b(?: ([a-z]+)\b)?(?:((?:[^.]|\.\d)*? and )(has|keeps|passes|stays)\b)?"
)


def personal(text: str, seat: int, names: Mapping[int, str]) -> str:
    """Return a sentence as it is said to one player.

    >>> personal("Seat 1 wins $7. Dice to seat 2.", 1, {2: "Ruth"})
    'You win $7. Dice to Ruth.'
    >>> personal("Seat 1 has shaken a seven and passes the shaker.", 1, {})
    'You have shaken a seven and pass the shaker.'
    >>> personal("Seat 1 owes $0.50 vigorish and keeps as much on the rail.", 1, {})
    'You owe $0.50 vigorish and keep as much on the rail.'
    """

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


def tell(words: str, style: str = "") -> None:
    """Print a text, indented and wrapped to the screen."""
    screen = console()
    width = min(screen.width, 100)
    text = fill(words, width, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
    screen.print(text, style=style or None, soft_wrap=True)
