"""Sitting down, leaving, and chips between the cage and the rail."""

from dataclasses import replace

from lammer.core.legality import Refusal
from lammer.core.money import dollars
from lammer.ledger import CAGE, rail
from lammer.table.apply import apply
from lammer.table.bets.vigorish import collect_owed
from lammer.table.commands import BuyIn, CashOut, Leave, Sit
from lammer.table.events import BoughtIn, CashedOut, Event, Left, Offered, SatDown
from lammer.table.refusals import (
    MOST_CENTS,
    Decision,
    moves,
    player_at,
    refuse,
    too_late,
    too_much,
)
from lammer.table.rules import HOUSE
from lammer.table.state import DEALER, TableState
from lammer.table.turns.order import declined_event, passed_event


def sit(table: TableState, command: Sit) -> Decision:
    seating = table.rules.procedure.seating
    number = command.seat
    there = table.seats.get(number)
    if there is not None and not there.gone:
        return Refusal("seat-taken", f"Seat {number} is taken.", HOUSE)
    if there is not None and there.name != command.name:
        detail = f"What was left at seat {number} waits for whoever left it."
        return refuse(table, "seat-taken", detail, seating.left)
    if len(table.seated()) >= seating.most:
        detail = f"The table is full: {seating.most} players."
        return refuse(table, "table-full", detail, seating.most_cites)
    if not 1 <= number <= seating.most:
        detail = f"Seats are numbered 1 to {seating.most} here."
        return refuse(table, "no-such-seat", detail, seating.most_cites)
    if table.rail(number) + command.rail > MOST_CENTS:
        return too_much()
    clauses = table.rules.ids(seating.seated) or HOUSE
    chips = moves((CAGE, rail(number), command.rail))
    actor = f"seat-{number}"
    events: list[Event] = [SatDown(actor, clauses, number, command.rail, command.name, moves=chips)]
    turn, hands = table.rules.procedure.turn, table.hands
    idle = hands.holder is None or (hands.holder == DEALER and not table.seated())
    if turn is not None and idle and hands.offered is None:
        offering = table.rules.ids(turn.offering(number))
        events.append(Offered("table", offering, number, None, asking=False))
    return tuple(events)


def leave(table: TableState, command: Leave) -> Decision:
    """Leave the table. Bets that are up stay and are settled; refused where the player must stay
    for them."""
    number = command.seat
    seat = player_at(table, number)
    if isinstance(seat, Refusal):
        return seat
    seating = table.rules.procedure.seating
    if seat.bets and seating.stay:
        detail = f"Seat {number} has bets up and stays until they are decided or taken down."
        return refuse(table, "must-stay", detail, seating.stay)
    turn, hands = table.rules.procedure.turn, table.hands
    has = number in (hands.holder, hands.on_behalf_of)
    if table.thrown and has:
        waits = f"who has the {table.rules.procedure.trial.thing} waits"
        return too_late(table, waits, turn.may_pass if turn else ())
    away = table.rail(number) - seat.owed
    clauses = table.rules.ids(seating.stay, seating.left if seat.bets else ()) or HOUSE
    chips = moves((rail(number), CAGE, away))
    gone = Left(f"seat-{number}", clauses, number, away, tuple(seat.bets), moves=chips)
    first = collect_owed(table, number)
    without = apply(table, replace(gone, moves=()))
    if turn is None:
        return (*first, gone)
    if has:
        return (*first, gone, passed_event(table, turn, "left", turn.may_pass, then=without))
    if hands.offered == number:
        return (*first, gone, declined_event(without, turn, number))
    return (*first, gone)


def buy_in(table: TableState, command: BuyIn) -> Decision:
    number = command.seat
    seat = player_at(table, number)
    if isinstance(seat, Refusal):
        return seat
    if table.rail(number) + command.amount > MOST_CENTS:
        return too_much()
    into = ((CAGE, rail(number), command.amount),)
    return (BoughtIn(f"seat-{number}", HOUSE, number, command.amount, moves=into),)


def cash_out(table: TableState, command: CashOut) -> Decision:
    number = command.seat
    if number not in table.seats:
        return refuse(table, "no-such-seat", f"Nobody sits at seat {number}.")
    has, owed = table.rail(number), table.seats[number].owed
    amount = has if command.amount is None else command.amount
    if owed and has >= amount > has - owed:
        detail = f"Seat {number} owes {dollars(owed)} vigorish and keeps as much on the rail."
        return refuse(table, "owes-vigorish", detail, table.rules.owing_cites)
    if not amount or amount > has:
        detail = f"Seat {number} has {dollars(has)} on the rail."
        return Refusal("not-enough-chips", detail, HOUSE)
    out = ((rail(number), CAGE, amount),)
    return (CashedOut(f"seat-{number}", HOUSE, number, amount, moves=out),)
