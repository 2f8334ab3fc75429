"""What everybody at a table may see, as plain data: all of it, or what changed."""

from functools import lru_cache
from typing import Any

from lammer.core.codec import shape
from lammer.table.rules import Rules
from lammer.table.state import Bet, DueStep, Seat, TableState


@lru_cache(maxsize=8192)
def _bet(rules: Rules, context: str, bet: Bet) -> dict[str, Any]:
    """Return a bet as it is shown. The result is cached and must not be changed."""
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


def _chips(table: TableState, number: int) -> dict[str, int]:
    found = {"rail": table.rail(number), "layout": table.layout(number)}
    owed = table.seats[number].owed
    return {**found, "owed": owed} if owed else found


def _turn(table: TableState) -> dict[str, Any]:
    hands = table.hands
    return {"point": table.point, "shooter": hands.holder, "offered": hands.offered}


def seat(table: TableState, number: int) -> dict[str, Any]:
    """Return a seat: its player's name, chips on the rail and on the layout, and its bets."""
    there: Seat = table.seats[number]
    rules, context = table.rules, table.context
    found: dict[str, Any] = {
        "name": there.name,
        **_chips(table, number),
        "bets": {name: _bet(rules, context, bet) for name, bet in there.bets.items()},
    }
    if there.gone:
        found["gone"] = True
    if there.coupon is not None:
        wager, amount = there.coupon
        found["coupon"] = {"wager": wager, "amount": amount}
    return found


def table_state(table: TableState) -> dict[str, Any]:
    """Return what is shown of a table, without its seats."""
    found: dict[str, Any] = {**_turn(table), "thrown": table.thrown}
    if table.hands.only_for:
        found["alone"] = True
    if table.due:
        found["due"] = [_due(table, each) for each in table.due]
    found |= table.rules.instrument.view(table)
    made = table.pledge
    if made is not None:
        seeds = {str(number): text for number, text in made.seeds}
        found["pledge"] = {"hash": made.hash, "seeds": seeds, "trials": made.trials}
    return found


def script_state(table: TableState | None) -> dict[str, Any]:
    """Return what the answers of a script show of a table: whose turn it is, and chips by seat."""
    if table is None:
        return {"point": None, "shooter": None, "offered": None, "seats": {}}
    return {**_turn(table), "seats": {str(number): _chips(table, number) for number in table.seats}}


def full_state(table: TableState) -> dict[str, Any]:
    """Return what is shown of a table."""
    return {
        **table_state(table),
        "seats": {str(number): seat(table, number) for number in table.seats},
    }


def _due(table: TableState, due: DueStep) -> dict[str, Any]:
    words = table.rules.steps[due.step].sentence(due.number, due.count, due.seats)
    return {**shape(DueStep).write(due), "words": words}


def same_state(one: TableState, other: TableState) -> bool:
    """True if ``table_state`` is the same for both. Compares by identity where that is faster, so
    it may miss an equality."""
    return (
        one.hands is other.hands
        and one.context == other.context
        and one.thrown == other.thrown
        and one.kit is other.kit
        and one.pledge is other.pledge
        and one.due is other.due
    )


def changed_seats(before: TableState, after: TableState) -> dict[str, Any]:
    """Return the seats that changed; None for one that is empty now. When the point changes, every
    seat with bets is included, since bets may be on or off now."""
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
