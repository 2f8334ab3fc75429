"""Casino dice and card games, exactly as their regulations are written.

The names most people need are here; each comes from a module that explains it. Open a ``Table``
and play; ``load`` a rule set, solve it with ``figure``, ``sheet`` and ``hand_length``, ``settle`` a
bet over one roll, and hold a rule set of your own to ``check_ruleset``.

>>> import lammer
>>> lammer.figure(lammer.load("nj-2011"), lammer.load("nj-2011").wager("field")).edge_per_bet_made
Fraction(1, 18)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lammer.api import LogMismatch, RefusedCommand, Table
    from lammer.core.legality import Refusal
    from lammer.core.settle import settle
    from lammer.games import check_ruleset, load
    from lammer.odds import figure, hand_length, sheet
    from lammer.sim.api import ask as simulate
    from lammer.table.commands import Malformed
    from lammer.table.run import Answer

__version__ = "0.1.0"
__all__ = [
    "Answer", "LogMismatch", "Malformed", "Refusal", "RefusedCommand", "Table", "check_ruleset",
    "figure", "hand_length", "load", "settle", "sheet", "simulate",
]  # fmt: skip

_FROM = {
    "Answer": "lammer.table.run",
    "LogMismatch": "lammer.api",
    "Malformed": "lammer.table.commands",
    "Refusal": "lammer.core.legality",
    "RefusedCommand": "lammer.api",
    "Table": "lammer.api",
    "check_ruleset": "lammer.games",
    "figure": "lammer.odds",
    "hand_length": "lammer.odds",
    "load": "lammer.games",
    "settle": "lammer.core.settle",
    "sheet": "lammer.odds",
    "simulate": "lammer.sim.api",
}
_THERE = {"simulate": "ask"}
"""Names that are others in their modules."""


def __getattr__(name: str) -> Any:
    """Load a name when it is first asked for, so that a short command starts fast."""
    if name in _FROM:
        return getattr(import_module(_FROM[name]), _THERE.get(name, name))
    raise AttributeError(f"module 'lammer' has no attribute {name!r}")
