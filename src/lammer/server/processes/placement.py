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


IDLE_LOAD = 0.1
"""What a table counts for beside the lines that are added to its log each second."""


def loads_of(
    places: Iterable[TablePlace], rates: Mapping[str, float], names: Iterable[str]
) -> dict[str, float]:
    """Return what each of these processes has to do, by the rates at which the logs of its tables
    grow, in lines a second."""
    loads = dict.fromkeys(names, 0.0)
    for place in places:
        if place.process in loads:
            loads[place.process] += rates.get(place.table, 0.0) + IDLE_LOAD
    return loads


def lightest(loads: Mapping[str, float], table: str) -> str | None:
    """Return the process with the least to do; of several the one that the table falls to.

    >>> lightest({"a": 2.0, "b": 1.0, "c": 1.0}, "craps-2"), lightest({}, "craps-2")
    ('b', None)
    """
    least = min(loads.values(), default=0.0)
    return home_of(table, [name for name, load in loads.items() if load == least])


def to_share(
    places: Sequence[TablePlace], rates: Mapping[str, float], able: Collection[str], name: str
) -> Mapping[str, str]:
    """Return which tables the process of this name should give to others, until none of them would
    have less to do for it: the quietest first, each to the process with the least to do."""
    loads, found = loads_of(places, rates, able), {}
    own = loads.pop(name, 0.0)
    mine = [place.table for place in places if place.process == name]
    for table in sorted(mine, key=lambda each: rates.get(each, 0.0)):
        to, load = lightest(loads, table), rates.get(table, 0.0) + IDLE_LOAD
        if to is not None and loads[to] + load < own:
            found[table] = to
            loads[to] += load
            own -= load
    return found


def to_give(
    idle: Iterable[str], processes: Sequence[ProcessRecord], arrived: Collection[str]
) -> Mapping[str, str]:
    """Return which tables that nobody is at fall to a process that has just arrived, and to which.
    Later a table stays where it is, since somebody may have moved it there."""
    able = [each.name for each in processes if each.may_take]
    homes = ((table, home_of(table, able)) for table in idle)
    return {table: home for table, home in homes if home is not None and home in arrived}
