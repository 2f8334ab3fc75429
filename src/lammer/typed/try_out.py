"""A question to the table that changes nothing: what would follow from this?"""

from collections.abc import Mapping
from typing import Any

from lammer.core.legality import Refusal
from lammer.core.wager import Wager
from lammer.table import Bet, TableState, decide
from lammer.table.commands import command_time, read
from lammer.table.log import EPOCH
from lammer.table.refusals import Decision


def answered(table: TableState, command: Mapping[str, Any]) -> Decision:
    """What the table would do with a command now, or why it would not."""
    thing = table.rules.procedure.trial.thing
    return decide(table, read(command, thing), command_time(command) or EPOCH)


def may(table: TableState, command: Mapping[str, Any]) -> bool:
    """Whether the table would take a command.

    >>> from lammer.table import Run
    >>> table = Run.at("nj-1997", rails={1: 10000}).table
    >>> may(table, {"do": "accept-shaker", "seat": 1}), may(table, {"do": "shake", "dice": [1, 2]})
    (True, False)
    """
    return not isinstance(answered(table, command), Refusal)


def bases(table: TableState, seat: int, odds: Wager) -> list[Bet]:
    """The bet that these odds stand, or would stand, behind."""
    behind = odds.behind
    if behind is None:
        return []
    up = table.seats[seat].bets.values()
    return [bet for bet in up if bet.wager == behind.base and bet.state in behind.states]
