"""Short ways for ``decide`` to answer."""

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
"""No rail holds more than this: ten trillion dollars."""


def refuse(table: TableState, code: Code, detail: str, *cites: Cites) -> Refusal:
    """A refusal by these clauses; by the house, where no text speaks."""
    return Refusal(code, detail, table.rules.ids(*cites) if any(cites) else HOUSE)


def together(*named: Iterable[str]) -> tuple[str, ...]:
    """Clauses in order, each once."""
    return tuple(dict.fromkeys(one for group in named for one in group))


def moves(*transfers: Transfer) -> tuple[Transfer, ...]:
    """The transfers that move anything."""
    return tuple(each for each in transfers if each[2])


def player_at(table: TableState, number: int) -> Seat | Refusal:
    """The seat, if somebody plays there."""
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


def in_the_air(table: TableState, what: str, *cites: Cites) -> Refusal:
    """It is too late for something: the trial has begun, or no more bets are taken."""
    closed = table.rules.procedure.trial.closed
    if closed:
        return refuse(table, "too-late", f"No more bets has been called: {what}.", *cites, closed)
    instrument = table.rules.instrument
    return refuse(table, instrument.too_late, f"{instrument.in_progress}: {what}.", *cites)
