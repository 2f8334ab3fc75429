"""Vigorish that was marked, and is paid later."""

from lammer.ledger import COMMISSION, rail
from lammer.table.events import Event, VigorishCollected
from lammer.table.state import DEALER, TableState


def _paid_up(table: TableState, number: int) -> Event | None:
    """A seat pays the vigorish it owes."""
    owed = table.seats[number].owed
    if not owed:
        return None
    clauses = table.rules.ids(table.rules.owing)
    taken = ((rail(number), COMMISSION, owed),)
    return VigorishCollected(DEALER, clauses, number, amount=owed, owed=0, moves=taken)


def paid_up(table: TableState, number: int) -> tuple[Event, ...]:
    event = _paid_up(table, number)
    return () if event is None else (event,)
