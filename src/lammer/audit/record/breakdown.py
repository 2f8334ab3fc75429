"""Records of wagers that the text puts down as two (``Breakdown``): what a line about the whole
means for its parts."""

from collections.abc import Iterable, Mapping

from lammer.audit.record.entries import RecordEntry
from lammer.core.wager import Part, Wager


def parts_named(wagers: Mapping[str, Wager], name: str) -> tuple[Part, ...]:
    """Return the wagers that the wager of this name is put down as; none if it is not."""
    wager = wagers.get(name)
    return wager.breakdown.parts if wager is not None and wager.breakdown is not None else ()


def split(entry: RecordEntry, parts: Iterable[Part]) -> tuple[RecordEntry, ...] | None:
    """Split an entry about the whole into entries about its parts; None if an amount would not be
    whole cents.

    >>> from lammer.games import load
    >>> parts = load("nj-2011").wager("whirl").breakdown.parts
    >>> [(each.wager, each.cents) for each in split(RecordEntry(1, "bet", 1, "whirl", 500), parts)]
    [('horn', 400), ('any-seven', 100)]
    """
    shares = [(part.wager, part.share * entry.cents) for part in parts]
    if any(cents.denominator != 1 for _, cents in shares):
        return None
    return tuple(entry._replace(wager=name, cents=int(cents)) for name, cents in shares)
