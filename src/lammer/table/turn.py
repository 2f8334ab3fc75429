"""Whose turn it is: the order round the table, the dice given up, and rolling only for the come
bets."""

from lammer.core.cite import Cites
from lammer.core.procedure import Turn
from lammer.table.apply import apply
from lammer.table.event import Event
from lammer.table.say import together
from lammer.table.state import Table


def after(table: Table, seat: int | None, but: tuple[int | None, ...] = ()) -> int | None:
    """The next seated player clockwise of a seat (from seat 1, for None), going round once."""
    there = [number for number in table.seated() if number not in but]
    if seat is None:
        return there[0] if there else None
    return next((number for number in there if number > seat), there[0] if there else None)


def given_up(
    table: Table,
    turn: Turn,
    why: str,
    cites: Cites,
    actor: str | None = None,
    to: int | None = None,
) -> Event:
    """The dice are given up and offered to the left; pending tallies go on with the successor."""
    holder = table.hands.holder
    assert holder is not None
    offered = to if why == "left" else after(table, holder)
    body: dict[str, object] = {"seat": holder, "why": why, "offered": offered}
    carried: list[str] = []
    if why != "loser-7":
        for tally in table.rules.procedure.tallies:
            up = [n for n, s in table.seats.items() if any(w in s.bets for w in tally.wagers)]
            if up:
                carried += table.rules.ids(tally.carried)
                body["carried"] = up
    clauses = table.rules.ids(cites, turn.relinquished)
    return Event("pass", actor or f"seat-{holder}", body, together(clauses, carried))


def numbers_stand(table: Table, turn: Turn) -> bool:
    """Whether a come or don't come bet with a number is up, anybody's."""
    return any(
        bet.wager in turn.only_for.wagers
        for seat in table.seats.values()
        for bet in seat.bets.values()
    )


def line_bets(table: Table, turn: Turn) -> bool:
    return any(wager in seat.bets for seat in table.seats.values() for wager in turn.stake)


def declined(table: Table, turn: Turn, seat: int) -> tuple[dict[str, object], Cites]:
    """What follows when a seat does not take the dice: the next is asked; or, when everybody else
    was asked because the shooter makes no line bet, the dice go back to the shooter."""
    hands = table.hands
    following = after(table, seat, (hands.before,) if hands.asking else ())
    asked_all = following is None or following in (*hands.declined, seat)
    if not (hands.asking and asked_all and hands.before in table.seated()):
        cites = turn.relinquished if hands.before is not None else turn.declined
        return {"seat": seat, "offered": following}, cites
    alone = numbers_stand(table, turn) and not line_bets(table, turn)
    only = turn.only_for
    cites = (*only.alone, *only.marker) if alone else (*only.over, *turn.stake_cites)
    return {"seat": seat, "offered": None, "alone": alone}, cites


def comes_over(table: Table, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The end of rolling only for the come bets, if none is left after these events."""
    turn = table.rules.procedure.turn
    if turn is None or not table.hands.alone:
        return events
    now = table
    for event in events:
        now = apply(now, event)
    if not now.hands.alone or numbers_stand(now, turn):
        return events
    clauses = table.rules.ids(turn.only_for.over)
    return (*events, Event("alone", "table", {"seat": now.hands.holder, "on": False}, clauses))
