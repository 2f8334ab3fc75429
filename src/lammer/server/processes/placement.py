"""Which process should run a table. Pure: every process that sees the same comes to the same."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import sha256

from lammer.store.port import ProcessRecord, TablePlace


def home_of(table: str, processes: Sequence[str]) -> str | None:
    """Return the process that a table falls to. If a process goes, only its tables fall to others;
    if one comes, it gets its share of each.

    >>> [home_of(f"craps-{number}", ["a", "b", "c"]) for number in range(1, 7)]
    ['c', 'b', 'a', 'b', 'c', 'c']
    >>> home_of("craps-2", ["a", "c"]), home_of("craps-1", ["a", "c"]), home_of("craps-1", [])
    ('a', 'c', None)
    """
    return max(processes, key=lambda name: (_weight(table, name), name), default=None)


def _weight(table: str, process: str) -> bytes:
    return sha256(f"{table} {process}".encode()).digest()


def to_take(
    places: Iterable[TablePlace],
    processes: Sequence[ProcessRecord],
    name: str,
    mine: Collection[str],
    left_over: Collection[str] = (),
) -> dict[str, int]:
    """Return the tables that the process of this name should take, with their epochs: those it has
    by the store and does not run, and of those that nobody has its share. ``left_over`` are tables
    that the process they fall to has not taken for a while."""
    able = [each.name for each in processes if each.may_take]
    if name not in able:
        return {}
    return {
        place.table: place.epoch
        for place in places
        if place.table not in mine
        and (
            place.process == name
            or (place.orphan and (place.table in left_over or home_of(place.table, able) == name))
        )
    }


def to_give(
    idle: Iterable[str], processes: Sequence[ProcessRecord], arrived: Collection[str]
) -> Mapping[str, str]:
    """Return which tables that nobody is at fall to a process that has just arrived, and to which.
    Later a table stays where it is, since somebody may have moved it there."""
    able = [each.name for each in processes if each.may_take]
    homes = ((table, home_of(table, able)) for table in idle)
    return {table: home for table, home in homes if home is not None and home in arrived}
