"""The shaker: the shake, fresh dice."""

from datetime import datetime

from lammer.core.legality import Refusal
from lammer.table.closing import stale
from lammer.table.commands import NewDice, Shake
from lammer.table.dice import may_throw
from lammer.table.events import DiceRenewed
from lammer.table.holding import not_by
from lammer.table.log import stamp
from lammer.table.refusals import Decision, in_the_air, refuse
from lammer.table.settlement import uncovered
from lammer.table.state import Table


def shake(table: Table, command: Shake, now: datetime) -> Decision:
    """A whole shake: the dealer's, then that of whoever has the shaker; uncovered and settled."""
    shaker = table.rules.procedure.trial.shaker
    assert shaker is not None
    before = may_throw(table, command.seat)
    if isinstance(before, Refusal):
        return before
    refusal = stale(table, now)
    if refusal is not None:
        return refusal
    by_player = shaker.by_player if table.hands.seat is not None else shaker.for_players
    for count, cites in (
        (command.dealer_shakes, shaker.by_dealer),
        (command.shakes, by_player),
    ):
        if count is not None and count < shaker.shakes:
            times = "once" if count == 1 else f"{count} times"
            detail = f"Shaken {times}, not at least {shaker.shakes}: enter it as no-shake."
            return refuse(table, "invalid-shake", detail, cites)
    return uncovered(table, command.dice, command.dealer_shakes, command.shakes)


def new_dice(table: Table, command: NewDice, now: datetime) -> Decision:
    """Fresh dice, and the shaker looked over before it is used again."""
    shaker = table.rules.procedure.trial.shaker
    assert shaker is not None
    refusal = not_by(table, shaker.inspected, command.caller, "inspects the shaker")
    if refusal is not None:
        return refusal
    if table.thrown:
        return in_the_air(table, "the dice stay until they are uncovered", shaker.sealed)
    clauses = table.rules.ids(shaker.hours_cites, shaker.inspected.cites, shaker.sealed)
    return (DiceRenewed(command.caller, clauses, stamp(now)),)
