"""The moments of a tick: outcomes that a game sets apart, for whoever shows the table."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from lammer.core.moment import Moment, TrialSeen
from lammer.games.registry import RULESETS, find_game_module
from lammer.server.history import scoreboard
from lammer.server.history.scoreboard import Score
from lammer.table.events import Event, OnlyForChanged
from lammer.table.state import TableState

Step = tuple[TableState, Sequence[Event]]
"""The table before a command, and the command's events."""


@cache
def _of_game(rules: str) -> Callable[[TrialSeen], Iterable[Moment]] | None:
    """Return how a rule set's game finds its moments; None if it has none."""
    module: Any = find_game_module(rules, "moments") if rules in RULESETS else None
    return None if module is None else module.moments


def _has_outcome(table: TableState, events: Sequence[Event]) -> bool:
    kind = table.rules.instrument.outcome_event
    return any(isinstance(event, kind) for event in events)


def moments(
    score: Score, steps: Sequence[Step], table: TableState, first: int
) -> Iterator[dict[str, Any]]:
    """Yield the moments among some commands, for the wire.

    ``score`` is the score before them, ``table`` the table after them, and ``first`` the number of
    the first event's log line; each moment has the number of its trial's line.
    """
    find = _of_game(table.rules.ruleset.key)
    if find is None or not any(_has_outcome(table, events) for _, events in steps):
        return
    tables = [*(before for before, _ in steps[1:]), table]
    for (before, events), now in zip(steps, tables, strict=True):
        score = scoreboard.after(score, before, now, events)
        names, only_for = tuple(event.name for event in events), before.hands.only_for
        for line, event in enumerate(events, start=first):
            if isinstance(event, OnlyForChanged):
                only_for = event.on
            outcome = before.rules.instrument.outcome(event)
            if outcome is not None:
                trial = TrialSeen(before.context, outcome, names, score.kept, only_for)
                yield from ({"line": line, **each._asdict()} for each in find(trial))
        first += len(events)
