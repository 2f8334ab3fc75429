"""Wrong passwords, counted in the store for all processes."""

from collections.abc import Callable
from contextlib import closing
from functools import partial

import pytest

from lammer.store import open_store
from lammer.store.port import LoginAttempt, Store, TooEarly
from lammer.store.sql_logins import FAILURES_MS, KNOWN_MS
from tests.postgres import Postgres
from tests.store.test_leases import raced

NOW = 1_700_000_000_000
FREE = 3


def delay(failures: int) -> int:
    return 1000 * (failures - FREE + 1) if failures >= FREE else 0


def attempts(*sources: str) -> list[LoginAttempt]:
    return [LoginAttempt(each, delay) for each in sources]


def test_after_some_failures_each_has_to_wait(store: Store) -> None:
    for _ in range(FREE):
        store.count_attempt(attempts("there"), NOW)
    with pytest.raises(TooEarly) as early:
        store.count_attempt(attempts("here", "there"), NOW + 1)
    assert (early.value.which, early.value.wait) == (1, 999)
    for _ in range(FREE):  # Nothing was counted.
        store.count_attempt(attempts("here"), NOW + 1)
    store.count_attempt(attempts("there"), NOW + 1000)
    with pytest.raises(TooEarly) as early:
        store.count_attempt(attempts("there"), NOW + 1000)
    assert early.value.wait == 2000
    for at in range(FREE):  # After an hour the count begins again.
        store.count_attempt(attempts("there"), NOW + 1001 + FAILURES_MS + at)


def test_who_signs_in_is_known_there_and_forgotten_later(store: Store) -> None:
    for _ in range(FREE):
        store.count_attempt(attempts("here", "strangers"), NOW)
    assert not store.signed_in_before("here")
    store.signed_in("here", ["here", "strangers"], NOW)
    assert store.signed_in_before("here")
    assert not store.signed_in_before("strangers")
    store.count_attempt(attempts("here", "strangers"), NOW + FAILURES_MS + 1)
    assert store.signed_in_before("here")
    store.count_attempt(attempts("other"), NOW + FAILURES_MS + KNOWN_MS + 2)
    assert not store.signed_in_before("here")


def counted(store: Store, source: str, now: int) -> bool:
    try:
        store.count_attempt(attempts(source, "strangers"), now)
    except TooEarly:
        return False
    return True


def test_of_guesses_in_many_processes_at_once_each_is_counted(
    postgres: Postgres,
) -> None:
    address = postgres.emptied("logins")
    with closing(open_store(address)) as first:
        first.migrate()
        stores = {name: open_store(address) for name in "abcdefgh"}
        try:
            for at in range(10):
                guess = partial(counted, source=f"from-{at}", now=NOW + at)
                work: dict[str, Callable[[], bool]] = {
                    name: partial(guess, store) for name, store in stores.items()
                }
                assert sum(raced(work).values()) == FREE
                first.signed_in("known", [f"from-{at}", "strangers"], NOW)
        finally:
            for store in stores.values():
                store.close()
