"""What is shown of past trials: the outcome of the last one, and the game's score of the series so
far, such as a shooter's hand or a shoe.

The instrument provides the outcome. A game with a score has a module ``scoreboard`` in its folder;
what it keeps of a series is small plain data. Both are stored with each hand, so that after a
restart, and in a replay, they are known without reading the log back to the beginning of the
series.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any, NamedTuple, Protocol

from lammer.games.registry import RULESETS, game_module
from lammer.table.events import (
    BetCalled,
    BetMade,
    BetReduced,
    BetRemoved,
    Event,
    TrialCorrected,
)
from lammer.table.instrument import Shown
from lammer.table.rules import Rules
from lammer.table.state import TableState

CHANGES = (BetMade, BetReduced, BetRemoved, BetCalled)
"""Events that change nothing that is shown of trials."""
RECENT = 40
"""Outcomes of past trials that a new client is shown."""


class Scoreboard(Protocol):
    """The module of a game that keeps the score. What it keeps is plain data, as JSON has it."""

    @property
    def BEGIN(self) -> Any:  # noqa: N802
        """What is kept of a series before its first trial."""
        ...

    def after(self, kept: Any, context: str, outcome: Mapping[str, Any]) -> Any:
        """Return the data after one more trial, made in this context."""
        ...

    def shown(self, kept: Any, over: bool) -> dict[str, Any]:
        """Return what everybody is shown; ``text`` says it in a sentence."""
        ...


@cache
def scoreboard(rules: str) -> Scoreboard | None:
    """Return the scoreboard of a rule set's game; None if it shows nothing of earlier trials.

    >>> scoreboard("nj-1997") is None
    True
    """
    folder = RULESETS[rules].rpartition(".")[0] if rules in RULESETS else None
    if folder is None or find_spec(f"{folder}.scoreboard") is None:
        return None
    found: Any = game_module(rules, "scoreboard")
    return found  # type: ignore[no-any-return]


def _is_endless(board: Scoreboard) -> bool:
    """Return whether a game shows its trials without regard to hands (``ENDLESS``)."""
    return bool(getattr(board, "ENDLESS", False))


class Score(NamedTuple):
    """The score of a series so far; ``over``: the next trial begins another. ``kept`` is None
    before the first trial, and in a series whose beginning is not known, as after an upgrade in the
    middle of one. ``before`` is the score before the last trial, which may be taken back. ``lying``
    is the outcome of the last trial that lies on the table; a new trial always makes a new
    object."""

    kept: Any = None
    over: bool = False
    before: "Score | None" = None
    lying: Shown = None

    @property
    def stored(self) -> tuple[Any, bool]:
        """Return what is stored of it with a hand, as plain data."""
        return self.kept, self.over


NEW = Score(None, True)
"""The score of a table at which nothing was played yet."""
UNKNOWN = Score()
"""The score of a series whose beginning is not known."""


def read_score(stored: tuple[Any, bool] | None, lying: Shown = None) -> Score:
    """Return the score that was stored with a hand; UNKNOWN if none was."""
    return (UNKNOWN if stored is None else Score(*stored))._replace(lying=lying)


def after(score: Score, before: TableState, table: TableState, events: Sequence[Event]) -> Score:
    """Return the score after the events of one command; ``before`` is the table it was given to,
    ``table`` the one after these events. The same object if nothing changed."""
    if all(isinstance(event, CHANGES) for event in events):
        return score  # The usual case.
    instrument, lying = before.rules.instrument, score.lying
    for event in events:
        lying = instrument.shown(lying, event)
    if lying is not score.lying:
        score = score._replace(lying=lying)
    board = scoreboard(before.rules.ruleset.key)
    if board is None:
        return score
    if isinstance(events[0], TrialCorrected):
        return (score.before or score)._replace(lying=lying)
    for event in events:
        outcome = instrument.outcome(event)
        if outcome is not None:
            begins = score.kept is None if _is_endless(board) else True
            kept = board.BEGIN if score.over and begins else score.kept
            if kept is not None:
                kept = board.after(kept, before.context, outcome)
            score = Score(kept, False, score._replace(before=None), lying)
    if instrument.renewed(before, table):
        return NEW._replace(before=score.before, lying=lying)
    ends = any(instrument.ends_hand(before, table, event) for event in events)
    return score._replace(over=True) if ends else score


def shown(score: Score, rules: Rules) -> dict[str, Any] | None:
    """Return what everybody is shown of it; None if there is nothing to show."""
    board = scoreboard(rules.ruleset.key)
    if board is None or (score.kept is None and not score.over):
        return None
    if score.kept is None:
        return board.shown(board.BEGIN, False)
    return board.shown(score.kept, score.over)
