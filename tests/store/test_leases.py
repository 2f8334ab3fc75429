"""Processes that share a database: their leases, the epochs of tables, and purses."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

import pytest

from lammer.store import open_sql
from lammer.store.connection import SqlConnection
from lammer.store.port import (
    Conflict,
    LeaseLost,
    MayNotOpen,
    Member,
    NameTaken,
    PurseTooLow,
    Store,
    StoreError,
    Tick,
    Transfer,
)
from lammer.store.sql import Keep, SqlStore
from tests.postgres import Postgres
from tests.store.store_data import AT, buy_in, guest, record, tick

T = TypeVar("T")
LEASE_MS = 10_000
TIME = "(SELECT CAST(value AS BIGINT) FROM meta WHERE key = 'test-time')"


class SharedHouse:
    """A database with a clock that the test sets, and the processes that use it. An SQLite file is
    used as if it could be shared: the statements are the same."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.now = 1_000_000
        self.stores: list[SqlStore] = []
        first = self.store()
        first.migrate()
        sql = "INSERT INTO meta (key, value) VALUES ('test-time', ?)"
        first._execute(sql, (str(self.now),))

    def store(self) -> SqlStore:
        made = open_sql(self.address)
        made.clock, made.shared = TIME, True
        self.stores.append(made)
        return made

    def process(self, name: str, rules: str = "r", instance: str = "") -> SqlStore:
        made = self.store()
        made.join(Member(name, instance or name, rules), LEASE_MS)
        return made

    def wait(self, ms: int) -> None:
        self.now += ms
        sql = "UPDATE meta SET value = ? WHERE key = 'test-time'"
        self.stores[0]._execute(sql, (str(self.now),))


@pytest.fixture
def house(address: str) -> Iterator[SharedHouse]:
    made = SharedHouse(address)
    try:
        yield made
    finally:
        for store in made.stores:
            store.close()


def epochs(store: Store) -> dict[str, tuple[str | None, int, bool]]:
    return {each.table: (each.process, each.epoch, each.orphan) for each in store.places()}


def test_a_table_is_taken_once_and_ticks_of_an_earlier_epoch_are_not_written(
    house: SharedHouse,
) -> None:
    a, b = house.process("a"), house.process("b")
    a.open_table(record("craps-1"), Tick("craps-1", [(1, b"one")], epoch=1))
    assert epochs(b) == {"craps-1": ("a", 1, False)}
    assert b.take({"craps-1": 1}) == {}
    house.wait(LEASE_MS + 1)
    b.renew(LEASE_MS)
    assert epochs(b) == {"craps-1": ("a", 1, True)}
    assert b.take({"craps-1": 1}) == {"craps-1": 2}
    assert b.take({"craps-1": 1}) == {}
    for late in (
        Tick("craps-1", [(2, b"late")], epoch=1),
        Tick("craps-1", meters={"drop": (1, 1)}, epoch=1),
        Tick("craps-1", closed=AT, epoch=1),
    ):
        with pytest.raises(LeaseLost, match="craps-1"):
            a.commit([late])
    b.commit([Tick("craps-1", [(2, b"two")], epoch=2)])
    with pytest.raises(LeaseLost, match="craps-1"):
        a.commit([Tick("craps-1", [(2, b"late")], epoch=1)])
    assert list(b.lines("craps-1", 1)) == [b"one", b"two"]
    assert b.meters() == {}
    assert b.tables()


def test_a_group_with_one_late_tick_is_not_written_at_all(house: SharedHouse) -> None:
    a, b = house.process("a"), house.process("b")
    for table in ("t-1", "t-2"):
        a.open_table(record(table), Tick(table, [(1, b"one")], epoch=1))
    a.release({"t-2": 1}, "b")
    assert epochs(a)["t-2"] == ("b", 1, False)
    assert b.take({"t-2": 1}) == {"t-2": 2}
    with pytest.raises(LeaseLost, match="t-2"):
        a.commit([Tick(table, [(2, b"two")], epoch=1) for table in ("t-1", "t-2")])
    assert [b.head(table) for table in ("t-1", "t-2")] == [(1, b"one")] * 2
    a.commit([Tick("t-1", [(2, b"two")], epoch=1)])


def test_a_name_is_held_while_its_lease_lasts(house: SharedHouse) -> None:
    a = house.store()
    assert a.join(Member("a", "first", address="http://here"), LEASE_MS)
    other = house.store()
    with pytest.raises(NameTaken, match="name a serves") as taken:
        other.join(Member("a", "second"), LEASE_MS)
    assert (taken.value.seconds, taken.value.address) == (LEASE_MS / 1000, "http://here")
    house.wait(LEASE_MS - 1)
    a.renew(LEASE_MS)
    house.wait(LEASE_MS - 1)
    with pytest.raises(NameTaken):
        other.join(Member("a", "second"), LEASE_MS)
    house.wait(2)
    assert other.join(Member("a", "second"), LEASE_MS)
    with pytest.raises(LeaseLost):
        a.renew(LEASE_MS)
    assert [each.instance for each in a.processes()] == ["second"]
    a.leave()
    other.renew(LEASE_MS)
    assert not house.store().join(Member("b", "b"), LEASE_MS)


def test_whoever_was_replaced_takes_and_gives_nothing(house: SharedHouse) -> None:
    a = house.process("a", instance="first")
    a.open_table(record("craps-1"), Tick("craps-1", [(1, b"one")], epoch=1))
    house.wait(LEASE_MS + 1)
    again = house.process("a", instance="second")
    assert a.take({"craps-1": 1}) == {}
    assert a.release({"craps-1": 1}, "b") == []
    assert again.take({"craps-1": 1}) == {"craps-1": 2}
    with pytest.raises(LeaseLost):
        a.commit([Tick("craps-1", [(2, b"late")], epoch=1)])


def test_a_process_that_ends_leaves_its_tables_at_once(house: SharedHouse) -> None:
    a, b = house.process("a"), house.process("b")
    a.open_table(record("craps-1"), Tick("craps-1", [(1, b"one")], epoch=1))
    a.leave()
    assert epochs(b) == {"craps-1": ("a", 1, True)}
    assert b.take({"craps-1": 1}) == {"craps-1": 2}
    with pytest.raises(StoreError, match="does not serve"):
        a.take({"craps-1": 2})


def test_other_rules_take_no_table_while_a_process_of_the_old_ones_lives(
    house: SharedHouse,
) -> None:
    a, b, new = house.process("a"), house.process("b"), house.process("new", rules="r2")
    a.open_table(record("craps-1"), Tick("craps-1", [(1, b"one")], epoch=1))
    assert [(each.name, each.may_take) for each in b.processes()] == [
        ("a", True),
        ("b", True),
        ("new", False),
    ]
    a.leave()
    assert new.take({"craps-1": 1}) == {}
    with pytest.raises(MayNotOpen):
        new.open_table(record("craps-2"), Tick("craps-2", [(1, b"one")], epoch=1))
    assert b.take({"craps-1": 1}) == {"craps-1": 2}
    house.wait(1)
    late = house.process("late")  # An old one, started again.
    b.release({"craps-1": 2})
    assert new.take({"craps-1": 2}) == {}
    assert late.take({"craps-1": 2}) == {"craps-1": 3}
    b.leave()
    assert [(each.name, each.may_take) for each in new.processes()] == [
        ("new", True),
        ("late", False),
    ]
    late.commit([Tick("craps-1", [(2, b"two")], epoch=3)])
    late.leave()
    assert new.take({"craps-1": 3}) == {"craps-1": 4}
    new.open_table(record("craps-2"), Tick("craps-2", [(1, b"one")], epoch=1))
    house.wait(LEASE_MS + 1)
    with pytest.raises(MayNotOpen):  # Before it has renewed its lease.
        new.open_table(record("craps-3"), Tick("craps-3", [(1, b"one")], epoch=1))


def test_of_many_who_take_a_table_at_once_one_has_it(house: SharedHouse) -> None:
    names = [f"p{number}" for number in range(6)]
    stores = {name: house.process(name) for name in names}
    first = stores["p0"]
    for number in range(20):
        table = f"t-{number}"
        first.open_table(record(table), Tick(table, [(1, b"one")]))
        first.release({table: 0})
        taken = raced({name: partial(store.take, {table: 0}) for name, store in stores.items()})
        ((winner, found),) = [(name, found) for name, found in taken.items() if found]
        assert found == {table: 1}
        assert epochs(first)[table] == (winner, 1, False)


def raced(work: Mapping[str, Callable[[], T]]) -> dict[str, T]:
    """Do all at once; what each returned."""
    start = threading.Barrier(len(work))

    def do(each: Callable[[], T]) -> T:
        start.wait()
        return each()

    with ThreadPoolExecutor(len(work)) as pool:
        found = {name: pool.submit(do, each) for name, each in work.items()}
    return {name: each.result() for name, each in found.items()}


def written(store: SqlStore, tick: Tick) -> bool:
    try:
        store.commit([tick])
    except LeaseLost:
        return False
    return True


def taken_and_read(store: SqlStore, table: str) -> object:
    while not (taken := store.take({table: 1})):
        pass  # The tick is being written.
    assert taken == {table: 2}
    return store.head(table)


def test_a_tick_and_a_taking_at_once_come_one_after_the_other(house: SharedHouse) -> None:
    """If the tick was written, whoever took the table sees its line; if not, it was told so."""
    a, b = house.process("a"), house.process("b")
    for number in range(30):
        table = f"t-{number}"
        a.open_table(record(table), Tick(table, [(1, b"one")], epoch=1))
        a.release({table: 1})
        late = Tick(table, [(2, b"two")], epoch=1)
        work: dict[str, Callable[[], object]] = {
            "tick": partial(written, a, late),
            "taking": partial(taken_and_read, b, table),
        }
        seen = raced(work)
        last = (2, b"two") if seen["tick"] else (1, b"one")
        assert seen["taking"] == last
        assert b.head(table) == last
        b.commit([Tick(table, [(last[0] + 1, b"next")], epoch=2)])


def test_a_process_that_stands_still_while_it_writes_does_not_hold_up_the_others(
    postgres: Postgres,
) -> None:
    """It was stopped between its statements and the commit, so it has locked its table."""
    house = SharedHouse(postgres.emptied("stands-still"))
    a, b = house.process("a"), house.process("b")
    for table in ("t-1", "t-2"):
        a.open_table(record(table), Tick(table, [(1, b"one")], epoch=1))
    house.wait(LEASE_MS + 1)
    b.renew(LEASE_MS)
    standing, goes_on = threading.Event(), threading.Event()

    def stand_still(db: SqlConnection) -> None:
        db.query("SELECT 1")
        db.execute("UPDATE head SET seq = 2 WHERE table_key = 't-1'")
        standing.set()
        goes_on.wait()

    with ThreadPoolExecutor(1) as pool:
        late = pool.submit(a._write, stand_still)
        try:
            standing.wait()
            assert b.take({"t-1": 1, "t-2": 1}) == {"t-2": 2}
            while not b.take({"t-1": 1}):  # Until the database ends the other's transaction.
                time.sleep(0.05)
        finally:
            goes_on.set()
        with pytest.raises(StoreError):
            late.result()
    assert b.heads() == {"t-1": 1, "t-2": 1}
    for store in house.stores:
        store.close()


def test_chips_are_granted_once_however_many_processes_are_asked(house: SharedHouse) -> None:
    """While they are granted, the same chips come back from a table."""
    stores = {name: house.process(name) for name in "abc"}
    a = stores["a"]
    for number in range(8):
        table, ann = f"t-{number}", guest(a, 1000, name=f"Ann {number}")
        a.open_table(record(table), Tick(table, [(1, b"one")], epoch=1))
        bought = buy_in(table, 2, ann.id, 1000)
        bought.epoch, bought.seats = 1, {1: ann.id}
        a.commit([bought])
        cashed = buy_in(table, 3, ann.id, -1000)
        cashed.epoch, cashed.balances, cashed.seats = 1, {"cage": 0, "rail-1": 0}, {1: None}
        work: dict[str, Callable[[], object]] = {"cash-out": partial(a.commit, [cashed])}
        for name in "bc":
            work[name] = partial(stores[name].grant_up_to, ann.id, 1200, "top-up", AT)
        seen = raced(work)
        assert {seen["b"], seen["c"]} == {0, 200}
        assert a.purse(ann.id) + a.at_tables(ann.id) == 1200
    assert a.verify() == []
    with pytest.raises(Conflict, match="no person"):
        a.grant_up_to(999, 1, "top-up", AT)


def test_the_last_who_has_a_role_keeps_it_in_whatever_process_it_is_taken(
    house: SharedHouse,
) -> None:
    a, b = house.process("a"), house.process("b")
    for number in range(8):
        role = f"role-{number}"
        people = [guest(a, name=f"{name} {number}") for name in ("Ann", "Bob")]
        for each in people:
            a.give_role(each.id, role)

        def taken(store: SqlStore, person: int, role: str = role) -> bool:
            try:
                store.take_role(person, role, keep=1)
            except Conflict:
                return False
            return True

        work = {
            store: partial(taken, process, person.id)
            for store, process, person in zip("ab", (a, b), people, strict=True)
        }
        assert sorted(raced(work).values()) == [False, True]
        (left,) = a.holders(role)
        a.take_role(left, role)
        assert a.holders(role) == []


def test_a_purse_is_not_spent_twice(house: SharedHouse) -> None:
    """Each process has a table, and both want the same chips again and again."""
    a, b = house.process("a"), house.process("b")
    ann = guest(a, 1000)
    for store, table in ((a, "t-1"), (b, "t-2")):
        store.open_table(record(table), Tick(table, [(1, b"one")], epoch=1))

    def buy(store: SqlStore, table: str) -> int:
        seq = 2
        for _ in range(20):
            wanted = buy_in(table, seq, ann.id, 100)
            wanted.epoch, wanted.balances = 1, {"cage": -100 * (seq - 1), "rail-1": 100 * (seq - 1)}
            try:
                store.commit([wanted])
            except PurseTooLow:
                continue
            seq += 1
        return seq - 2

    bought = raced({"a": lambda: buy(a, "t-1"), "b": lambda: buy(b, "t-2")})
    assert sum(bought.values()) == 10
    assert a.purse(ann.id) == 0
    assert a.verify() == []
    with pytest.raises(PurseTooLow):
        a.grant(Transfer(ann.id, -1, "x", AT))


def test_a_table_like_one_of_the_house_is_not_opened_twice(house: SharedHouse) -> None:
    a, b = house.process("a"), house.process("b")
    a.open_table(record("craps-1"), Tick("craps-1", [(1, b"one")], epoch=1), alike=False)
    with pytest.raises(Conflict, match="like craps-2"):
        b.open_table(record("craps-2"), Tick("craps-2", [(1, b"one")], epoch=1), alike=False)
    ann = guest(a)
    b.open_table(record("craps-2", opened_by=ann.id), Tick("craps-2", [(1, b"one")], epoch=1))
    a.commit([Tick("craps-1", closed=AT, epoch=1)])
    b.open_table(record("craps-3"), Tick("craps-3", [(1, b"one")], epoch=1), alike=False)


def test_whose_sessions_and_roles_changed_is_known_to_all(house: SharedHouse) -> None:
    a, b = house.process("a"), house.process("b")
    ann, bob, cid = (guest(a, name=name) for name in ("Ann", "Bob", "Cid"))
    assert b.changed_people(None) == {0: 0}
    session = a.add_session("d", ann.id, AT, AT, "")
    a.seen(session.id, AT)
    assert b.changed_people(0) == {}
    a.revoke(session.id, AT)
    first = house.now
    house.wait(1000)
    a.give_role(bob.id, "dealer")
    assert b.changed_people(0) == {ann.id: first, bob.id: house.now}
    house.wait(120_000)
    a.rename(cid.id, "Sid")
    assert b.changed_people(first + 100_000) == {cid.id: house.now}
    assert b.changed_people(None) == {0: house.now, cid.id: house.now}
    assert a.changed_people(0) == {}
    a.revoke(session.id, AT)
    assert ann.id not in b.changed_people(house.now)


def test_after_a_restore_no_table_has_an_epoch_it_had(house: SharedHouse) -> None:
    a = house.process("a")
    a.open_table(record("craps-1"), Tick("craps-1", [(1, b"one")], epoch=1))
    a.release({"craps-1": 1})
    assert a.take({"craps-1": 1}) == {"craps-1": 2}
    kept: list[tuple[str, list[tuple[object, ...]]]] = []
    a.dump(lambda name, rows: kept.append((name, list(rows))))

    def fill(keep: Keep) -> None:
        for name, rows in kept:
            keep(name, rows)

    a.replace(fill)
    assert epochs(a) == {"craps-1": (None, 3, True)}
    with pytest.raises(LeaseLost):
        a.commit([tick("craps-1", 2)])
