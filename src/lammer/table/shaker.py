"""The shaker: closing the betting, the shake, fresh dice."""

from datetime import datetime, timedelta

from lammer.core.legality import Refusal
from lammer.table.command import DisputedFace, NewDice, NoMoreBets, Shake
from lammer.table.dice import disputed_face, may_throw
from lammer.table.event import Event
from lammer.table.holding import not_by, the_holder
from lammer.table.log import stamp
from lammer.table.say import Decision, in_the_air, refuse
from lammer.table.settlement import closing, uncovered
from lammer.table.shoe import over
from lammer.table.state import Sealed, Table


def no_more_bets(table: Table, _: NoMoreBets, now: datetime) -> Decision:
    """The betting is closed; what follows is the trial."""
    if table.thrown:
        return in_the_air(table, "it is called once")
    turn, trial = table.rules.procedure.turn, table.rules.procedure.trial
    assert turn is not None
    if trial.shoe is not None:
        refusal = the_holder(table, turn, None, trial.closed) or over(table)
    elif table.hands.offered is not None:  # The shaker is offered after this, the shoe before.
        refusal = stale(table, now)
    else:
        refusal = the_holder(table, turn, None, trial.closed) or stale(table, now)
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
    said: dict[str, object] = {}
    by_player = shaker.by_player if table.hands.seat is not None else shaker.for_players
    for key, count, cites in (
        ("dealer_shakes", command.dealer_shakes, shaker.by_dealer),
        ("shakes", command.shakes, by_player),
    ):
        if count is not None and count < shaker.shakes:
            detail = f"Shaken {count} times, not at least {shaker.shakes}: enter it as no-shake."
            return refuse(table, "invalid-shake", detail, cites)
        if count is not None:
            said[key] = count
    return uncovered(table, command.dice, said)


def disputed(table: Table, command: DisputedFace, now: datetime) -> Decision:
    """A dispute about a face; dice that are too old decide nothing."""
    refusal = stale(table, now) if command.dice is not None else None
    return refusal or disputed_face(table, command)


def new_dice(table: Table, command: NewDice, now: datetime) -> Decision:
    """Fresh dice, and the shaker looked over before it is used again."""
    shaker = table.rules.procedure.trial.shaker
    assert shaker is not None
    refusal = not_by(table, shaker.inspected, command.caller, "inspects the shaker")
    if refusal is not None:
        return refusal
    if table.thrown:
        return in_the_air(table, "the dice stay until they are uncovered", shaker.sealed)
    body = {"dice_since": stamp(now)}
    clauses = table.rules.ids(shaker.hours_cites, shaker.inspected.cites, shaker.sealed)
    return (Event("new-dice", command.caller, body, clauses),)
