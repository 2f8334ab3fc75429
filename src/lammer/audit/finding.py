"""Findings of an audit: what is wrong, where, by how much, and by which clause."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal

from lammer.core.product import Product, Status

LogKind = Literal["chain", "incomplete", "rules", "decision", "books", "payment", "wager", "draw"]
HouseKind = Literal[
    "table", "head", "balance", "seat", "meter", "hand", "purse", "person", "role", "school"
]
"""Kinds of findings in what a house keeps beside its logs."""
Kind = LogKind | HouseKind


@dataclass(frozen=True, slots=True)
class Finding(Product):
    """One discrepancy. ``due_cents`` is what should have moved to the player, ``paid_cents`` what
    the record says was paid; either may be unknown. ``moved_cents`` is what lines that are missing
    moved from the house to players, as far as the lines that are left show it."""

    status: ClassVar[Status] = "enforced"

    line: int
    kind: Kind
    what: str
    clauses: tuple[str, ...] = ()
    seat: int | None = None
    wager: str | None = None
    due_cents: Fraction | int | None = None
    paid_cents: int | None = None
    moved_cents: int | None = None

    @property
    def off_by_cents(self) -> Fraction | int | None:
        """How much too much was paid, in cents; negative if too little."""
        if self.due_cents is None or self.paid_cents is None:
            return None
        return self.paid_cents - self.due_cents

    @property
    def money_cents(self) -> Fraction | int:
        """How much money the finding is about, in cents; 0 if none, or if that is not known."""
        cents = self.off_by_cents or self.moved_cents or 0
        return cents if cents >= 0 else -cents
