"""Vigorish that was marked and is collected later."""

from lammer.ledger import COMMISSION, rail
from lammer.table.events import Event, VigorishCollected
from lammer.table.state import DEALER, TableState


def collect_owed(table: TableState, number: int) -> tuple[Event, ...]:
    """Return the payment of the vigorish that a seat owes; nothing if it owes none."""
    owed = table.seats[number].owed
    if not owed:
        return ()
    clauses = table.rules.ids(table.rules.owing_cites)
    taken = ((rail(number), COMMISSION, owed),)
    return (VigorishCollected(DEALER, clauses, number, amount=owed, owed=0, moves=taken),)
