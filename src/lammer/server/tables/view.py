"""What everybody at a table may see, as plain data: the whole of it, or what changed."""

from functools import lru_cache
from typing import Any

from lammer.table.rules import Rules
from lammer.table.state import Bet, Seat, Table


@lru_cache(maxsize=8192)
def _bet(rules: Rules, context: str, bet: Bet) -> dict[str, Any]:
    """A bet as it is shown; the same ones are shown often. Nobody changes what is given here."""
    found: dict[str, Any] = {"wager": bet.wager, "stake": bet.stake, "state": bet.state}
    if rules.is_off(context, bet.wager, bet.called):
        found["off"] = True
    if bet.called is not None:
        found["called"] = bet.called
    if bet.charged:
        found["vigorish"] = bet.charged
    if bet.leave_up:
        found["leave_up"] = True
    if bet.coupon:
        found["coupon"] = bet.coupon
    return found


def seat(table: Table, number: int) -> dict[str, Any]:
    """A seat: its player's name, chips on the rail and on the layout, and its bets."""
    there: Seat = table.seats[number]
    rules, context = table.rules, table.context
    found: dict[str, Any] = {
        "name": there.name,
        "rail": table.rail(number),
        "layout": table.layout(number),
        "bets": {name: _bet(rules, context, bet) for name, bet in there.bets.items()},
    }
    if there.owed:
        found["owed"] = there.owed
    if there.gone:
        found["gone"] = True
    if there.coupon is not None:
        wager, amount = there.coupon
        found["coupon"] = {"wager": wager, "amount": amount}
    return found


def standing(table: Table) -> dict[str, Any]:
    """What is seen of a table beside its seats."""
    found: dict[str, Any] = {
        "point": table.point,
        "shooter": table.hands.holder,
        "offered": table.hands.offered,
        "thrown": table.thrown,
    }
    if table.hands.alone:
        found["alone"] = True
    found |= table.rules.instrument.view(table)
    made = table.pledge
    if made is not None:
        seeds = {str(number): text for number, text in made.seeds}
        found["pledge"] = {"hash": made.hash, "seeds": seeds, "trials": made.trials}
    return found


def whole(table: Table) -> dict[str, Any]:
    """All of it."""
    return {
        **standing(table),
        "seats": {str(number): seat(table, number) for number in table.seats},
    }


def stands_alike(one: Table, other: Table) -> bool:
    """Whether the same is seen of two tables beside their seats, at a glance."""
    return (
        one.hands is other.hands
        and one.context == other.context
        and one.thrown == other.thrown
        and one.kit is other.kit
        and one.pledge is other.pledge
    )


def changed(before: Table, after: Table) -> dict[str, Any]:
    """The seats that changed; None for one that is empty now. When the point moves every seat with
    bets is shown: what is on and what is off may change."""
    seats: dict[str, Any] = {}
    moved = before.context != after.context
    for number, there in after.seats.items():
        same = there is before.seats.get(number) and before.rail(number) == after.rail(number)
        if not same or (moved and there.bets):
            seats[str(number)] = seat(after, number)
    for number in before.seats:
        if number not in after.seats:
            seats[str(number)] = None
    return seats
