"""Which process should run a table."""

from collections import Counter
from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as some

from lammer.server.processes.placement import IDLE_LOAD, lightest, loads_of, to_share
from lammer.store.port import TablePlace


def places(where: Mapping[str, str]) -> list[TablePlace]:
    return [TablePlace(table, process, 1, orphan=False) for table, process in where.items()]


def test_idle_tables_are_shared_by_number() -> None:
    where = {f"craps-{number}": "a" for number in range(9)}
    moved = to_share(places(where), {}, "abc", "a")
    assert Counter({**where, **moved}.values()) == {"a": 3, "b": 3, "c": 3}


def test_a_busy_table_counts_for_many_idle_ones() -> None:
    where = {f"craps-{number}": "a" for number in range(5)}
    moved = to_share(places(where), {"craps-3": 10.0}, "ab", "a")
    assert set(moved) == set(where) - {"craps-3"}
    assert to_share(places({**where, **moved}), {"craps-3": 10.0}, "ab", "b") == {}


def test_a_table_goes_to_the_process_with_the_least_to_do() -> None:
    loads = loads_of(places({"x": "a", "y": "b", "z": "b"}), {"x": 1.0}, "abc")
    assert loads == {"a": 1.0 + IDLE_LOAD, "b": 2 * IDLE_LOAD, "c": 0}
    assert lightest(loads, "x") == "c"
    assert lightest({name: loads[name] for name in "ab"}, "x") == "b"


@given(
    some.dictionaries(
        some.integers(0, 30).map(str), some.tuples(some.sampled_from("abc"), some.floats(0, 50))
    )
)
def test_sharing_never_makes_another_busier_than_the_giver_was(
    tables: dict[str, tuple[str, float]],
) -> None:
    where = {table: process for table, (process, _) in tables.items()}
    rates = {table: rate for table, (_, rate) in tables.items()}
    before = loads_of(places(where), rates, "abc")
    moved = to_share(places(where), rates, "abc", "a")
    after = loads_of(places({**where, **moved}), rates, "abc")
    assert all(where[table] == "a" and to != "a" for table, to in moved.items())
    assert max(after.values()) <= max(before.values()) + 1e-9
    assert all(after[each] <= max(before[each], before["a"]) + 1e-9 for each in "bc")
