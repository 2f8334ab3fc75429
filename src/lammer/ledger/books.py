"""The accounts of a table, and transfers between them.

Each player has a ``rail`` (chips in hand) and a ``layout`` (stakes on the table); the house has its
``bank`` and the ``commission`` it was paid; the ``cage`` is everybody's money away from the table.
The house's accounts and the cage may be below zero, a player's may not.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache

Books = Mapping[str, int]
"""Cents by account; a missing account is at zero."""

Transfer = tuple[str, str, int]
"""(from account, to account, cents above zero)."""

BANK = "bank"
COMMISSION = "commission"
CAGE = "cage"
_MAY_OWE = frozenset((BANK, CAGE))
_HOUSE = frozenset((BANK, COMMISSION, CAGE))


class Overdrawn(ValueError):
    """A transfer that would leave a player's account below zero."""

    def __init__(self, account: str, cents: int) -> None:
        self.account, self.cents = account, cents
        super().__init__(f"{account} would stand at {cents} cents")


@lru_cache(maxsize=256)
def rail(seat: int) -> str:
    return f"rail-{seat}"


@lru_cache(maxsize=256)
def layout(seat: int) -> str:
    return f"layout-{seat}"


def post(books: Books, transfers: Iterable[Transfer]) -> Books:
    """Return the books after the transfers, all of them or none.

    >>> books = post({}, [(CAGE, "rail-1", 5000), ("rail-1", "layout-1", 1000)])
    >>> books["rail-1"], books["layout-1"], sum(books.values())
    (4000, 1000, 0)
    >>> post(books, [("rail-1", "layout-1", 4001)])
    Traceback (most recent call last):
    ...
    lammer.ledger.books.Overdrawn: rail-1 would stand at -1 cents
    """
    after = dict(books)
    for source, target, cents in transfers:
        if cents <= 0:
            raise ValueError(f"{cents} cents from {source} to {target} is no transfer")
        left = after.get(source, 0) - cents
        if left < 0 and source not in _MAY_OWE:
            raise Overdrawn(source, left)
        after[source] = left
        after[target] = after.get(target, 0) + cents
    return after


def taking_back(transfers: Iterable[Transfer]) -> tuple[Transfer, ...]:
    """Return the transfers that undo these, one for each pair of accounts between which anything
    moved. What the house returns comes first, so that no player's account falls below zero on the
    way.

    >>> taking_back([("layout-1", "rail-1", 1000), (BANK, "rail-1", 700), ("rail-1", BANK, 100)])
    (('rail-1', 'layout-1', 1000), ('rail-1', 'bank', 600))
    """
    net: dict[tuple[str, str], int] = {}
    for source, target, cents in transfers:
        pair, signed = ((source, target), cents)
        if (target, source) in net:
            pair, signed = (target, source), -cents
        net[pair] = net.get(pair, 0) + signed
    back = [
        (target, source, cents) if cents > 0 else (source, target, -cents)
        for (source, target), cents in net.items()
        if cents
    ]
    return tuple(sorted(back, key=lambda each: (each[0] not in _HOUSE, each[1] in _HOUSE)))


def balanced(books: Books) -> bool:
    """True if the books sum to zero and no player's account is below zero.

    >>> balanced({CAGE: -100, "rail-1": 100}), balanced({"rail-1": 100})
    (True, False)
    """
    owed = any(cents < 0 for account, cents in books.items() if account not in _MAY_OWE)
    return not owed and sum(books.values()) == 0


def returning(books: Books) -> list[Transfer]:
    """Return what gives all chips back: each layout to its rail, each rail to the cage.

    >>> returning({"rail-2": 300, "layout-2": 100, "bank": -400})
    [('layout-2', 'rail-2', 100), ('rail-2', 'cage', 400)]
    """
    accounts = (name.partition("-") for name, cents in books.items() if cents)
    seats = {int(number) for kind, _, number in accounts if kind in ("rail", "layout")}
    found: list[Transfer] = []
    for seat in sorted(seats):
        up, free = books.get(layout(seat), 0), books.get(rail(seat), 0)
        found += [(layout(seat), rail(seat), up)] if up else []
        found += [(rail(seat), CAGE, up + free)] if up + free else []
    return found
