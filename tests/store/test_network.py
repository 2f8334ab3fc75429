"""A network that loses everything without a word, between a process and PostgreSQL; and a process
that stands still in the middle of what it says."""

import time
from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest

from lammer.store import open_sql
from lammer.store import postgres as engine
from lammer.store.connection import SqlConnection
from lammer.store.port import LeaseLost, Member, OutcomeUnknown, StoreError, Tick
from lammer.store.postgres import PostgresStore
from tests.postgres import Postgres
from tests.relay import Relay
from tests.store.store_data import record

LEASE_MS = 60_000


@pytest.fixture
def database(postgres: Postgres) -> str:
    return postgres.emptied("network")


@pytest.fixture
def relay(postgres: Postgres) -> Iterator[Relay]:
    made = Relay(postgres.socket)
    yield made
    made.remove()


def joined(address: str, name: str) -> PostgresStore:
    store = open_sql(address)
    assert isinstance(store, PostgresStore)
    store.migrate()
    store.join(Member(name, name, "r"), LEASE_MS)
    return store


def opened(store: PostgresStore, table: str) -> None:
    store.open_table(record(table), Tick(table, [(1, b"one")], epoch=1))


def test_no_answer_is_awaited_for_ever(
    database: str, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not to a commit, not to a write, not to a greeting; afterwards all goes on by itself."""
    store = joined(relay.address(database) + "?connect_timeout=2", "a")
    opened(store, "t-1")
    assert store.heads() == {"t-1": 1}  # There is a connection that reads.

    def cut_before_the_commit(db: SqlConnection) -> None:
        db.execute("UPDATE meta SET value = 'late' WHERE key = 'house'")
        relay.cut()

    with monkeypatch.context() as patched:
        patched.setattr(engine, "ANSWER_SECONDS", 0.2)
        with pytest.raises(OutcomeUnknown):
            store._write(cut_before_the_commit)
    relay.heal()
    known = store.house_id()  # Only once it is decided, and not before.
    store.commit([Tick("t-1", [(2, b"two")], epoch=1)])
    assert store.house_id() == known

    with monkeypatch.context() as patched:
        patched.setattr(engine, "ANSWER_SECONDS", 0.2)
        relay.cut()
        with pytest.raises(StoreError, match="cannot be reached"):
            store.commit([Tick("t-1", [(3, b"three")], epoch=1)])
    relay.heal()
    store.commit([Tick("t-1", [(3, b"three")], epoch=1)])
    assert list(store.lines("t-1", 1)) == [b"one", b"two", b"three"]
    store.close()


def test_what_takes_long_by_its_nature_is_awaited(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = joined(database, "a")
    monkeypatch.setattr(engine, "ANSWER_SECONDS", 0.2)
    rows = store._on_snapshot(lambda db: db.query("SELECT pg_sleep(1), 1"))
    assert rows[0][1] == 1
    store.close()


def test_a_table_is_taken_from_a_process_that_stands_still_in_the_middle_of_a_write(
    database: str,
) -> None:
    """Before it has said that its statements end: there the database sets it no time limit, and
    would keep what is locked for as long as the connection lasts."""
    a, b = joined(database, "a"), joined(database, "b")
    for table in ("t-1", "t-2"):
        opened(a, table)
    with closing(psycopg.connect(database, autocommit=True)) as driver:
        driver.execute("SET search_path TO lammer")
        driver.execute(f"SET idle_in_transaction_session_timeout TO '{engine.IDLE_SECONDS}s'")
        sent = driver.pgconn
        sent.enter_pipeline_mode()
        sent.send_query_params(b"BEGIN", None)
        sent.send_query_params(b"UPDATE head SET seq = 2 WHERE table_key = 't-1'", None)
        sent.send_flush_request()
        while sent.flush():
            pass
        while (result := sent.get_result()) is None or not result.command_tuples:
            pass  # Until it has locked the row.
        b._execute("UPDATE process SET expires = 0 WHERE name = 'a'", ())
        assert b.take({"t-1": 1, "t-2": 1}) == {"t-2": 2}
        while not (found := b.take({"t-1": 1})):
            time.sleep(0.05)
        assert found == {"t-1": 2}
    with pytest.raises(LeaseLost):
        a.commit([Tick("t-1", [(2, b"late")], epoch=1)])
    assert b.heads() == {"t-1": 1, "t-2": 1}
    a.close()
    b.close()
