"""Describes bets that are up to their player: when each wins in its present state, and with which
chance."""

from functools import lru_cache
from typing import Any

from lammer.core.numbers import exact_and_decimal, share_words
from lammer.core.wager import Call, Chart
from lammer.guide.wager_summary import wager_summary
from lammer.odds.prospect import Prospects
from lammer.table.rules import Rules
from lammer.table.state import TableState


def standing_bets(table: TableState, seat: int) -> dict[str, Any]:
    """Return the bets of a seat whose catalogue entry does not describe them: those that have
    moved, have collected goals, were called on or off, or stand behind a bet on a number.

    >>> from lammer.table.run import Run
    >>> run = Run.at("nj-2011", rails={1: 10000})
    >>> for command in (
    ...     {"do": "accept-dice", "seat": 1},
    ...     {"do": "bet", "seat": 1, "wager": "pass", "amount": 1000},
    ...     {"do": "roll", "dice": [4, 2]},
    ... ):
    ...     answer = run.do(command)
    >>> standing_bets(run.table, 1)["pass"]["plain"]
    'Wins on 6 before a 7.'
    """
    rules, context, there = table.rules, table.context, table.seats.get(seat)
    found = {
        name: _standing(rules, bet.wager, context, bet.state, bet.called)
        for name, bet in ({} if there is None else there.bets).items()
    }
    return {name: each for name, each in found.items() if each is not None}


@lru_cache(maxsize=4096)
def _standing(
    rules: Rules, key: str, context: str, state: str, called: Call | None
) -> dict[str, Any] | None:
    wager = rules.wagers[key]
    machine = wager.machine
    if state == machine.start and called is None and wager.behind is None:
        return None
    found: dict[str, Any] = {"plain": wager_summary(rules.ruleset, wager, state, called)}
    if isinstance(machine, Chart):  # For a bet with many goals it would take too long.
        chance = _prospects(rules).of(wager, state, context).p_win
        found |= {"win": exact_and_decimal(chance), "win_text": share_words(chance)}
    return found


@lru_cache(maxsize=64)
def _prospects(rules: Rules) -> Prospects:
    return Prospects(rules.space)
