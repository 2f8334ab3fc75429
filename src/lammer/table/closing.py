"""Closing the betting, and what stands in the way of a round: dice too old, a shoe that is over."""

from datetime import datetime, timedelta

from lammer.core.legality import Refusal
from lammer.table.commands import NoMoreBets
from lammer.table.holding import the_holder
from lammer.table.log import stamp
from lammer.table.refusals import Decision, in_the_air, refuse
from lammer.table.settlement import closing
from lammer.table.state import Cards, Sealed, Table


def no_more_bets(table: Table, _: NoMoreBets, now: datetime) -> Decision:
    """The betting is closed; what follows is the trial."""
    if table.thrown:
        return in_the_air(table, "it is called once")
    turn, trial = table.rules.procedure.turn, table.rules.procedure.trial
    refusal = over(table) or stale(table, now)
    on_offer = trial.shaker is not None and table.hands.offered is not None
    if turn is not None and not on_offer:  # The shaker is offered after this, the shoe before.
        refusal = the_holder(table, turn, None, trial.closed) or refusal
    if refusal is not None:
        return refusal
    closed = closing(table)
    assert closed is not None
    return (closed,)


def stale(table: Table, now: datetime) -> Refusal | None:
    """Why the shaker may not be used: its dice have been in it too long. A round that has begun
    is played to its end."""
    shaker, kit = table.rules.procedure.trial.shaker, table.kit
    if shaker is None or not isinstance(kit, Sealed) or table.thrown:
        return None
    if now - kit.since <= timedelta(hours=shaker.hours):
        return None
    since = stamp(kit.since)
    detail = f"The dice have been at the table since {since}, over {shaker.hours} hours: new-dice."
    return refuse(table, "dice-too-old", detail, shaker.hours_cites)


def over(table: Table) -> Refusal | None:
    """Why no card may be dealt: the last hand and one more have been played."""
    shoe, kit = table.rules.procedure.trial.shoe, table.kit
    if shoe is None or not isinstance(kit, Cards) or kit.left != 0:
        return None
    detail = "The hand after the last hand has been played: no card until the cards are shuffled."
    return refuse(table, "shoe-over", detail, shoe.over)
