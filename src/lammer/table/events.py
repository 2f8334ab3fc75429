"""What happened at the table: an event with its clauses and the chips that moved.

An event holds all that ``apply`` needs, so a log of events is the table. ``body`` is plain data:
what stands in a log line, and nothing that cannot.
"""

from dataclasses import dataclass, field
from typing import Any

from lammer.core.product import Product, Status
from lammer.ledger import Transfer

RECORDED: frozenset[str] = frozenset(
    {
        *("open", "sit", "leave", "offer", "accept", "decline", "pass", "select", "throw"),
        *("roll", "no-roll", "call", "marker", "markers-off", "tell", "convert", "alone"),
        *("buy-in", "cash-out", "bet", "coupon"),
        *("no-more-bets", "shake", "no-shake", "new-dice", "cards", "deal", "no-deal", "count"),
        *("cutting-card", "last-hand", "shoe-over"),
        *("shuffle", "cut", "recut", "procedure"),
        *("commit", "seed", "reveal", "withdraw", "correct"),
    }
)
"""Events that enter a procedure people carry out; the others are the program's own decisions."""

TRIALS = frozenset(("roll", "shake", "deal"))
"""Events of a trial that counts, one for each."""


@dataclass(slots=True)
class Event(Product):
    """One thing that happened. It is never changed once made.

    ``actor`` is who did it: "seat-1", a role, or "table".
    """

    name: str
    actor: str
    body: dict[str, Any]
    clauses: tuple[str, ...]
    moves: tuple[Transfer, ...] = field(default=())

    @property
    def status(self) -> Status:  # type: ignore[override]
        return "recorded" if self.name in RECORDED else "enforced"
