"""What the table would decide about a command, without carrying it out."""

from collections.abc import Mapping
from typing import Any

from lammer.core.legality import Refusal
from lammer.core.wager import Wager
from lammer.table import Bet, TableState, decide
from lammer.table.commands import command_time, read
from lammer.table.log import EPOCH
from lammer.table.refusals import Decision


def decision_on(table: TableState, command: Mapping[str, Any]) -> Decision:
    """Return the events that a command would lead to now, or its refusal."""
    thing = table.rules.procedure.trial.thing
    return decide(table, read(command, thing), command_time(command) or EPOCH)


def is_accepted(table: TableState, command: Mapping[str, Any]) -> bool:
    """True if the table would accept a command now.

    >>> from lammer.table import Run
    >>> table = Run.at("nj-1997", rails={1: 10000}).table
    >>> is_accepted(table, {"do": "accept-shaker", "seat": 1})
    True
    >>> is_accepted(table, {"do": "shake", "dice": [1, 2]})
    False
    """
    return not isinstance(decision_on(table, command), Refusal)


def bases(table: TableState, seat: int, odds: Wager) -> list[Bet]:
    """Return the bets of a seat that these odds can stand behind."""
    behind = odds.behind
    if behind is None:
        return []
    up = table.seats[seat].bets.values()
    return [bet for bet in up if bet.wager == behind.base and bet.state in behind.states]
