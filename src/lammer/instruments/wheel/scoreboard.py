"""Where a wheel came to rest lately, as it is shown at a table.

>>> kept = BEGIN
>>> for pocket in ("17", "00", "17"):
...     kept = after(kept, "play", {"pocket": pocket})
>>> shown(kept, over=True)["text"]
'The last 3 spins, the latest first: 17, 00, 17.'
"""

from collections.abc import Mapping, Sequence
from typing import Any

MOST_NAMED = 20
"""Spins that are named."""
BEGIN: Sequence[str] = ()
"""The names, the latest last."""
ENDLESS = True
"""Spins belong to no series that ends."""


def after(kept: Sequence[str], _context: str, outcome: Mapping[str, Any]) -> Sequence[str]:
    """Return the names after one more spin."""
    return (*kept, str(outcome.get("pocket") or outcome["stop"]))[-MOST_NAMED:]


def shown(kept: Sequence[str], over: bool) -> dict[str, Any]:  # noqa: ARG001
    """Return the names in a sentence, and as a list, the latest first."""
    latest = [*kept][::-1]
    if not latest:
        return {"text": "No spin yet.", "recent": []}
    many = (
        "The last spin" if len(latest) == 1 else f"The last {len(latest)} spins, the latest first"
    )
    return {"text": f"{many}: {', '.join(latest)}.", "recent": latest}
