"""A moment: an outcome that players remember, such as a point made, for whoever shows a table.

What is a moment is not in any regulation; each game says so itself, in a module ``moments`` of its
folder. A moment decides nothing.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Moment(NamedTuple):
    """One moment: a key for whoever draws it, and a few words."""

    kind: str
    text: str


class TrialSeen(NamedTuple):
    """A trial as everybody saw it.

    ``context`` is that of the space before it, ``events`` the names of the events of its command.
    ``score`` is what the game's scoreboard keeps after it; None if it keeps nothing, or if the
    beginning of the series is not known. ``only_for`` is true if the instrument was used only for
    some bets that were up.
    """

    context: str
    outcome: Mapping[str, Any]
    events: tuple[str, ...]
    score: Any
    only_for: bool = False
