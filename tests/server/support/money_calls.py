"""Which calls of a store move or look up chips."""

from collections.abc import Sequence
from typing import Any

from lammer.server.house import HouseServer
from lammer.store.port import Store, Tick

MONEY: tuple[dict[str, Any], ...] = (
    {"do": "sit", "rail": 10_000},
    {"do": "buy-in", "amount": 5000},
    {"do": "cash-out", "amount": 1000},
    {"do": "buy-in", "amount": 2000},
    {"do": "leave"},
)
"""Commands that move chips between a purse and a table, and in the end bring all of them back."""
LOOKUPS = frozenset(("purse", "head", "last_number"))


class MoneyCalls:
    """Wraps a store. ``calls`` has a "commit" for each write that moves chips, and each lookup that
    a command may need, in order."""

    def __init__(self, inner: Store) -> None:
        self._inner = inner
        self.calls: list[str] = []

    def commit(self, ticks: Sequence[Tick]) -> None:
        if any(tick.transfers for tick in ticks):
            self.calls.append("commit")
        self._inner.commit(ticks)

    def __getattr__(self, name: str) -> Any:
        if name in LOOKUPS:
            self.calls.append(name)
        return getattr(self._inner, name)

    def taken(self) -> list[str]:
        """Return the calls since this was last called."""
        found, self.calls = self.calls, []
        return found


def counted(house: HouseServer) -> MoneyCalls:
    """Count what the house's reads and writes call from now on."""
    store: Any = MoneyCalls(house.writer.store)
    house.writer.store = store
    return store  # type: ignore[no-any-return]
