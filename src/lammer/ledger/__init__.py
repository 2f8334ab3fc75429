"""Double-entry accounts of chips: every movement is a transfer between two accounts, so the books
always sum to zero."""

from lammer.ledger.books import (
    BANK,
    CAGE,
    COMMISSION,
    Books,
    Overdrawn,
    Transfer,
    balanced,
    layout,
    post,
    rail,
    returning,
    taking_back,
)

__all__ = [
    "BANK",
    "CAGE",
    "COMMISSION",
    "Books",
    "Overdrawn",
    "Transfer",
    "balanced",
    "layout",
    "post",
    "rail",
    "returning",
    "taking_back",
]
