"""The faulty store fails as planned."""

import threading
from collections.abc import Iterator
from contextlib import closing

import pytest

from lammer.store import open_store
from lammer.store.port import Conflict, OutcomeUnknown, Store, StoreError, Superseded
from tests.store.faulty import POINTS, WRITES, Faulty, Happened, Point, planned
from tests.store.store_data import guest, record, tick


@pytest.fixture
def inner() -> Iterator[Store]:
    with closing(open_store(":memory:")) as store:
        store.migrate()
        store.open_table(record("craps-1"))
        yield store


def test_a_plan_is_its_seeds() -> None:
    assert planned(1, 500) == planned(1, 500)
    assert planned(1, 500) != planned(2, 500)
    assert set(planned(1, 500).values()) == set(POINTS)
    assert 50 < len(planned(1, 500)) < 150
    assert planned(1, 500, share=0) == {}


def test_each_write_of_the_port_is_known() -> None:
    reads = {name for name in vars(Store) if not name.startswith("_")} - WRITES
    assert not {name for name in reads if name.startswith(("add", "set", "give", "take"))}
    assert set(vars(Store)) > WRITES


def test_before_and_full_do_nothing_and_after_does_all(inner: Store) -> None:
    faulty = Faulty(inner, {1: "before", 2: "full", 4: "after"})
    store = faulty.store
    for words in ("made to fail", "Make room"):
        with pytest.raises(StoreError, match=words) as caught:
            store.commit([tick("craps-1", 1)])
        assert type(caught.value) is StoreError
        assert store.head("craps-1") is None
    store.commit([tick("craps-1", 1)])
    with pytest.raises(OutcomeUnknown):
        store.commit([tick("craps-1", 2)])
    assert store.head("craps-1") == (2, b"craps-1 line 2")
    faulty.fail_next("before")
    with pytest.raises(StoreError):
        guest(store)
    assert faulty.done == [
        Happened(1, "commit", "before"),
        Happened(2, "commit", "full"),
        Happened(3, "commit", None),
        Happened(4, "commit", "after"),
        Happened(5, "add_person", "before"),
    ]


@pytest.mark.parametrize(
    ("point", "kind"),
    [("lost", OutcomeUnknown), ("conflict", Conflict), ("superseded", Superseded),
     ("mistake", ArithmeticError)],
)  # fmt: skip
def test_other_failures_that_do_nothing(inner: Store, point: Point, kind: type[Exception]) -> None:
    faulty = Faulty(inner, {1: point})
    with pytest.raises(kind):
        faulty.store.commit([tick("craps-1", 1)])
    assert inner.head("craps-1") is None
    faulty.store.commit([tick("craps-1", 1)])


def test_reads_that_fail(inner: Store) -> None:
    faulty = Faulty(inner, {})
    faulty.reads_fail.add("head")
    with pytest.raises(StoreError):
        faulty.store.head("craps-1")
    assert faulty.store.table("craps-1") is not None
    faulty.reads_fail.clear()
    assert faulty.store.head("craps-1") is None


@pytest.mark.parametrize("point", ["hang", "hang-after"])
def test_a_hanging_write_goes_on_when_released(inner: Store, point: str) -> None:
    faulty = Faulty(inner, {1: "hang" if point == "hang" else "hang-after", 2: "slow"})
    thread = threading.Thread(target=lambda: faulty.store.commit([tick("craps-1", 1)]))
    thread.start()
    assert faulty.hanging.wait(5)
    assert (inner.head("craps-1") is None) == (point == "hang")
    faulty.release()
    thread.join(5)
    assert not thread.is_alive()
    assert inner.head("craps-1") == (1, b"craps-1 line 1")
    faulty.store.commit([tick("craps-1", 2)])
    assert inner.head("craps-1") == (2, b"craps-1 line 2")
