"""Helpers of ``decide`` that build refusals and check what many commands need."""

from collections.abc import Iterable

from lammer.core.cite import Cites
from lammer.core.legality import Code, Refusal
from lammer.core.money import dollars
from lammer.ledger import Transfer
from lammer.table.events import Event
from lammer.table.rules import HOUSE
from lammer.table.state import Seat, TableState

Decision = tuple[Event, ...] | Refusal
MOST_CENTS = 10**15
"""The most that a rail holds: ten trillion dollars."""


def refuse(table: TableState, code: Code, detail: str, *cites: Cites) -> Refusal:
    """Return a refusal by these clauses; by the house, if no text applies."""
    return Refusal(code, detail, table.rules.ids(*cites) if any(cites) else HOUSE)


def unique_clauses(*named: Iterable[str]) -> tuple[str, ...]:
    """Return clauses in order, without repetitions."""
    return tuple(dict.fromkeys(one for group in named for one in group))


def moves(*transfers: Transfer) -> tuple[Transfer, ...]:
    """Return the transfers that are not zero."""
    return tuple(each for each in transfers if each[2])


def player_at(table: TableState, number: int) -> Seat | Refusal:
    """Return the seat, if it is occupied."""
    seat = table.seats.get(number)
    if seat is not None and not seat.gone:
        return seat
    return refuse(
        table,
        "no-such-seat",
        f"Nobody sits at seat {number}." if 0 < number < 1000 else "There is no such seat.",
        table.rules.procedure.seating.seated,
    )


def too_much() -> Refusal:
    return Refusal("too-much", f"No rail holds more than {dollars(MOST_CENTS)}.", HOUSE)


def too_late(table: TableState, what: str, *cites: Cites) -> Refusal:
    """Refuse because the trial has begun, or no more bets are taken."""
    closed = table.rules.procedure.trial.closed
    if closed:
        return refuse(table, "too-late", f"No more bets has been called: {what}.", *cites, closed)
    instrument = table.rules.instrument
    return refuse(table, instrument.too_late, f"{instrument.in_progress}: {what}.", *cites)
