"""How a neighbour plays."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lammer.core.legality import smallest_stake
from lammer.house.house import posted
from lammer.table import TableState

Wishes = Iterator[tuple[str, int]]
"""Wagers that a neighbour wants to have up, and for how many cents."""
LINE_CENTS, SIDE_CENTS = 1000, 500


@dataclass(frozen=True, slots=True)
class Habit:
    """How a neighbour plays. ``shoots``: accepts the instrument when it is offered; ``designates``:
    accepts it and has the dealer use it; ``hands_on``: passes it after a come-out roll that decided
    the line."""

    words: str
    wishes: Callable[[TableState, int], Wishes]
    shoots: bool = True
    designates: bool = False
    hands_on: bool = False


def about(table: TableState, key: str, cents: int) -> Wishes:
    """Yield a bet of about this many cents on a wager, in an amount that the table accepts."""
    wager = table.rules.wagers.get(key)
    if wager is None:
        return
    least, _ = posted(wager, table.rules.house.elections)
    step = smallest_stake(wager, table.rules.pay_unit)
    yield key, -(-max(cents, least or 0) // step) * step


def always(*wanted: tuple[str, int]) -> Callable[[TableState, int], Wishes]:
    """Return a habit: these wagers, about this much on each, again whenever one is down."""

    def wishes(table: TableState, seat: int) -> Wishes:
        for key, cents in wanted:
            if key not in table.seats[seat].bets:
                yield from about(table, key, cents)

    return wishes
