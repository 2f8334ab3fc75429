"""The interface between the audit of records and an instrument: the kinds of entry for its trials,
and the effect of each.

Each instrument's folder has a module ``record`` with its ``RecordInstrument`` as ``RECORD``; it is
found by the instrument's key when it is needed.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from lammer.audit.finding import Finding
from lammer.instruments import INSTRUMENTS
from lammer.table.rules import Rules
from lammer.table.state import DEALER, Holding

if TYPE_CHECKING:
    from lammer.audit.record.entries import RecordEntry
    from lammer.audit.record.judge import RecordJudge

Keys = tuple[tuple[str, ...], tuple[str, ...]]
"""The required and the optional keys of an entry."""
AMOUNT = ("seat", "wager", "cents")
MONEY = ("seat", "cents")
"""The keys of an amount that may be for several bets."""
NOTHING: Keys = ((), ())
Judge = Callable[["RecordJudge", "RecordEntry"], Iterator[Finding]]


class RecordInstrument:
    """The entries of one instrument. ``kinds`` are their kinds with the keys of each, ``columns`` a
    named tuple of the keys that only this instrument has; ``judges`` has the function that
    processes an entry, by kind (all others are about money); ``ends`` the kinds that show that no
    more money follows for what was before; ``about`` those whose seat is not that of a bet.
    ``begins`` may only stand at the start of a record and describe the state before it.
    ``example_start`` and ``example_trials`` are entries for the example sheet. ``words`` name the
    instrument."""

    words: ClassVar[str]
    columns: ClassVar[type[Any]]
    kinds: ClassVar[Mapping[str, Keys]]
    judges: ClassVar[Mapping[str, Judge]]
    ends: ClassVar[frozenset[str]]
    about: ClassVar[frozenset[str]] = frozenset()
    begins: ClassVar[frozenset[str]] = frozenset()
    example_start: ClassVar[tuple[Mapping[str, str], ...]] = ()
    example_trials: ClassVar[tuple[Mapping[str, str], ...]] = ()
    hands: ClassVar[Holding] = Holding(holder=DEALER)
    """The turn that is assumed, since a record does not contain it."""

    def examples(self, _rules: Rules) -> tuple[Mapping[str, str], ...]:
        """Return the trials of a sheet to write over, at a table with these rules."""
        return self.example_trials

    def at_end(self, _judge: "RecordJudge") -> Iterator[Finding]:
        """Yield the findings at the end of a record."""
        return iter(())


def record_of(thing: str) -> RecordInstrument:
    """Return the part of the instrument of that key in records."""
    found: RecordInstrument = import_module(f"{INSTRUMENTS[thing]}.record").RECORD
    return found
