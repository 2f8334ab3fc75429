"""Creation, lease and upgrades of a store."""

import re
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest

from lammer.store import open_sql, open_store
from lammer.store import postgres as postgres_store
from lammer.store.connection import SqlConnection
from lammer.store.port import Store, StoreError, Superseded, Transfer
from lammer.store.schema import STEPS, VERSION, Step
from lammer.store.sql import SqlStore
from lammer.store.sqlite import SqliteStore
from tests.postgres import Postgres
from tests.server.support.running import wait_until
from tests.store.store_data import AT, buy_in, guest, record, tick
from tests.store.test_port import everything

ROOT = Path(__file__).parents[2]


@contextmanager
def holding(address: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A process that asks for the lease, and what it says."""
    command = [sys.executable, "-m", "tests.store.child", "hold", address]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        try:
            yield child, child.stdout.readline()
        finally:
            child.kill()


def with_steps(address: str, steps: tuple[Step, ...]) -> SqlStore:
    """The store of a program that knows these versions."""
    kind: Any = type(found := open_sql(address))
    found.close()
    if kind is SqliteStore:
        return SqliteStore(address.removeprefix("sqlite:///"), steps=steps)
    other: SqlStore = kind(address, steps=steps)
    return other


def run_sql(address: str, *statements: str) -> None:
    """Do something behind the store's back."""
    if address.startswith("sqlite"):
        with closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as file, file:
            for statement in statements:
                file.execute(statement)
        return
    with psycopg.connect(address) as connection:
        connection.execute("SET search_path TO lammer")
        for statement in statements:
            connection.execute(statement.encode())


def test_migrating_again_changes_nothing(address: str) -> None:
    with closing(open_sql(address)) as store:
        assert store.migrate() == VERSION
        house = store.meta("house")
        ann = guest(store)
        assert store.migrate() == VERSION
    with closing(open_sql(address)) as store:
        assert store.migrate() == VERSION
        assert store.meta("house") == house
        assert store.people(0, 10) == [ann]
        assert house is not None
        assert len(house) == 32


def test_before_migrating_there_is_no_house(address: str) -> None:
    with closing(open_store(address)) as store:
        for use in (store.tables, store.ping, store.lease, lambda: guest(store)):
            with pytest.raises(StoreError):
                use()
        store.migrate()
        store.lease()
        guest(store)


def test_a_newer_database_is_left_alone(address: str) -> None:
    with closing(open_store(address)) as store:
        store.migrate()
    run_sql(address, f"UPDATE meta SET value = '{VERSION + 1}' WHERE key = 'version'")
    with (
        closing(open_store(address)) as store,
        pytest.raises(StoreError, match=f"version {VERSION + 1}.*Use a newer Lammer"),
    ):
        store.migrate()


def test_an_older_database_is_brought_up_with_all_it_has(address: str) -> None:
    newer = (
        *STEPS,
        ("ALTER TABLE person ADD COLUMN motto {text}", "UPDATE person SET motto = 'hop'"),
        ("CREATE TABLE trophy (id {number}, person BIGINT REFERENCES person (id))",),
    )
    with closing(open_store(address)) as store:
        store.migrate()
        ann = guest(store)
    with closing(with_steps(address, newer)) as store:
        assert store.migrate() == VERSION + 2
        assert store.people(0, 10) == [ann]
    run_sql(address, "INSERT INTO trophy (person) SELECT id FROM person WHERE motto = 'hop'")


def test_a_step_that_fails_leaves_the_old_version(address: str) -> None:
    seal_error = (*STEPS, ("CREATE TABLE trophy (id {number})", "CREATE TABLE nonsense (((("))
    with closing(open_store(address)) as store:
        store.migrate()
        ann = guest(store)
    with closing(with_steps(address, seal_error)) as store, pytest.raises(StoreError):
        store.migrate()
    with closing(open_sql(address)) as store:
        assert store.version() == VERSION
        assert store.people(0, 10) == [ann]
    run_sql(address, "CREATE TABLE trophy (id BIGINT)")


def test_the_schema_does_not_change_under_another_server(address: str) -> None:
    with closing(open_store(address)) as running:
        running.migrate()
        running.lease()
        newer = (*STEPS, ("CREATE TABLE trophy (id {number})",))
        with closing(with_steps(address, newer)) as store:
            with pytest.raises(StoreError, match="Another server has"):
                store.migrate()
            running.close()
            assert store.migrate() == VERSION + 1


def test_a_database_of_something_else_is_left_alone(tmp_path: Path, address: str) -> None:
    if address.startswith("sqlite"):
        run_sql(address, "CREATE TABLE songs (name TEXT)")
    else:
        with psycopg.connect(address) as connection:
            connection.execute("CREATE SCHEMA lammer")
            connection.execute("CREATE TABLE lammer.songs (name TEXT)")
    with closing(open_store(address)) as store, pytest.raises(StoreError, match="something else"):
        store.migrate()


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann, " * 200, encoding="utf-8")
    with (
        closing(open_store(str(letter))) as store,
        pytest.raises(StoreError, match="not an SQLite"),
    ):
        store.migrate()
    assert letter.read_text(encoding="utf-8") == "Dear Ann, " * 200
    with (
        closing(open_store(str(tmp_path / "nowhere" / "house.db"))) as store,
        pytest.raises(StoreError, match="make its folder"),
    ):
        store.migrate()


def test_only_migrating_makes_a_file(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    with closing(open_store(str(path))) as store:
        for use in (store.tables, store.verify, lambda: guest(store), lambda: everything(store)):
            with pytest.raises(StoreError, match="Check its path"):
                use()
        assert list(tmp_path.iterdir()) == []
        store.migrate()
        assert path.is_file()


def test_every_commit_waits_for_the_disk(address: str) -> None:
    with closing(open_sql(address)) as store:
        store.migrate()

        def asked(connection: SqlConnection) -> tuple[object, ...]:
            if isinstance(store, SqliteStore):
                (mode,), (wait,) = (
                    connection.query(f"PRAGMA {name}")[0]
                    for name in ("journal_mode", "synchronous")
                )
                return mode, wait
            return connection.query("SHOW synchronous_commit")[0]

        found = store._write(asked)
        assert found in (("wal", 2), ("on",))


def test_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for address, path in (
        ("house.db", tmp_path / "house.db"),
        ("sqlite:///other.db", tmp_path / "other.db"),
        (f"sqlite:///{tmp_path}/third%20.db", tmp_path / "third%20.db"),
        (str(tmp_path / "what? #1.db"), tmp_path / "what? #1.db"),
    ):
        with closing(open_store(address)) as store:
            store.migrate()
            guest(store)
        assert path.is_file()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for wrong in ("mysql://localhost/x", "sqlite://x", ""):
        with pytest.raises(StoreError, match="Give a path"):
            open_store(wrong)
    with pytest.raises(StoreError, match="no address"):
        open_store("postgresql://host/db?nonsense=1")


def test_without_the_driver_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "lammer.store.postgres", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r'pip install "lammer\[postgres\]"'):
        open_store("postgresql://localhost/house")


def test_a_server_that_is_not_there_is_trouble_at_once(tmp_path: Path) -> None:
    began = time.monotonic()
    with closing(open_store(f"postgresql:///house?host={tmp_path}")) as store:
        for use in (store.ping, store.migrate, lambda: store.grant(Transfer(1, 1, "x", AT))):
            with pytest.raises(StoreError, match="cannot be reached"):
                use()
    assert time.monotonic() - began < 5


def test_one_server_at_a_time_has_a_file(tmp_path: Path) -> None:
    address = str(tmp_path / "house.db")
    with closing(open_store(address)) as store:
        store.migrate()
        with holding(address) as (child, said):
            assert said == "held\n"
            with pytest.raises(StoreError, match=f"Another server has .*{child.pid}"):
                store.lease()
            guest(store)
            child.kill()
            child.wait()
            end = time.monotonic() + 10
            while True:
                try:
                    store.lease()
                    break
                except StoreError:
                    assert time.monotonic() < end
                    time.sleep(0.02)
        store.lease()
        with holding(address) as (_, said):
            assert said.startswith("refused Another server has")
        store.close()
        with holding(address) as (_, said):
            assert said == "held\n"


def test_a_restored_database_is_written_to_no_more(store: Store, address: str) -> None:
    ann = guest(store)
    store.open_table(record("craps-1"))
    store.commit([tick("craps-1", 1)])
    run_sql(address, "UPDATE meta SET value = '2' WHERE key = 'generation'")
    for write in (
        lambda: store.commit([tick("craps-1", 2)]),
        lambda: store.commit([tick("craps-1", 1)]),
        lambda: store.grant(Transfer(ann.id, 5, "x", AT)),
        lambda: guest(store),
    ):
        with pytest.raises(Superseded, match="no longer holds"):
            write()
    assert store.generation() == 2
    assert store.head("craps-1") == (1, b"craps-1 line 1")
    store.close()
    with closing(open_store(address)) as again:
        again.lease()
        again.commit([tick("craps-1", 2)])


def test_in_memory_all_is_the_same_but_gone_at_the_end() -> None:
    with closing(open_store(":memory:")) as store:
        store.migrate()
        store.lease()
        ann = guest(store)
        store.open_table(record("craps-1"))
        store.commit([tick("craps-1", 1, person=ann.id, lines=700)])
        assert len(list(store.lines("craps-1", 1))) == 700
        assert store.verify() == []
    with closing(open_store(":memory:")) as store:
        store.migrate()
        assert store.people(0, 10) == []


DAMAGE = {
    "UPDATE balance SET cents = cents + 1 WHERE account = 'rail-1'": "balances sum to 1 cents",
    "UPDATE balance SET cents = cents - 7": "cage stands at -507 cents, by the purses.* at -500",
    "UPDATE purse SET cents = cents + 3": "the purse holds 503 cents, by its transfers 500",
    "UPDATE transfer SET cents = cents - 9 WHERE seq IS NULL": "500 cents, by its transfers 491",
    "DELETE FROM purse": "has no purse",
    "UPDATE purse SET cents = -1": "at -1 cents, below zero",
}


@pytest.mark.parametrize("harm", DAMAGE)
def test_damage_to_the_money_is_found(address: str, harm: str) -> None:
    freed = (
        "PRAGMA ignore_check_constraints = ON"
        if address.startswith("sqlite")
        else "ALTER TABLE purse DROP CONSTRAINT purse_cents_check"
    )
    with closing(open_store(address)) as store:
        store.migrate()
        ann = guest(store, 1000)
        store.open_table(record("craps-1"))
        store.commit([buy_in("craps-1", 1, ann.id, 500)])
        assert store.verify() == []
        run_sql(address, freed, harm)
        found = "\n".join(store.verify())
    assert re.search(DAMAGE[harm], found), found


def test_a_line_that_is_gone_is_found_by_whoever_reads(address: str) -> None:
    with closing(open_store(address)) as store:
        store.migrate()
        store.open_table(record("craps-1"))
        store.commit([tick("craps-1", 1, lines=700)])
        run_sql(address, "DELETE FROM line WHERE seq = 650")
        with pytest.raises(StoreError, match="craps-1 is damaged: it has no line"):
            list(store.lines("craps-1", 1))
        assert len(list(store.lines("craps-1", 651))) == 50
        assert len(list(store.lines("craps-1", 1, 400))) == 400
        run_sql(address, "DELETE FROM line WHERE seq = 700")
        with pytest.raises(StoreError, match="no line 700"):
            store.head("craps-1")


def test_several_servers_have_a_database_unless_one_has_an_older_program(
    postgres: Postgres, new_address: Callable[[str], str]
) -> None:
    """An older program takes the lock for itself alone."""
    address = new_address("postgres")
    with closing(open_store(address)) as store, psycopg.connect(address) as older:
        store.migrate()
        store.lease()
        with holding(address) as (_, said):
            assert said == "held\n"
        assert older.execute(f"SELECT pg_try_advisory_lock({LOCK})").fetchall() == [(False,)]
        store.close()

        def locked() -> bool:
            return older.execute(f"SELECT pg_try_advisory_lock({LOCK})").fetchall() == [(True,)]

        wait_until(locked, what="the server to end the connections that were closed")
        with holding(address) as (_, said):
            assert said.startswith("refused Another server has")


def test_whose_database_was_upgraded_meanwhile_writes_no_more(
    postgres: Postgres, new_address: Callable[[str], str]
) -> None:
    """A newer program changes the schema while the older one has no connection."""
    address = new_address("postgres")
    newer = (*STEPS, ("CREATE TABLE trophy (id {number})",))
    with closing(open_store(address)) as store:
        store.migrate()
        store.lease()
        store.open_table(record("craps-1"))
        refused = pytest.raises(StoreError, match=r"Another server.*end every other server first")
        with closing(with_steps(address, newer)) as other, refused:
            other.migrate()
        _cut(postgres)
        with closing(with_steps(address, newer)) as other:
            assert other.migrate() == VERSION + 1
        with pytest.raises(StoreError, match=f"knows versions up to {VERSION}"):
            store.commit([tick("craps-1", 1)])


@pytest.mark.parametrize("then_serves", [False, True])
def test_a_server_waits_for_another_that_creates_the_schema(
    new_address: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, then_serves: bool
) -> None:
    """Several processes of a new house are started at the same moment."""
    address = new_address("postgres")
    creating = psycopg.connect(address, application_name="lammer 1 on another machine")
    creating.execute(f"SELECT pg_advisory_lock({LOCK})")
    with closing(open_store(address)) as first, closing(open_store(address)) as second:

        def finish(_: float) -> None:
            creating.execute(f"SELECT pg_advisory_unlock({LOCK})")
            first.migrate()
            if then_serves:
                first.lease()

        with monkeypatch.context() as patch:
            patch.setattr(
                postgres_store, "time", SimpleNamespace(sleep=finish, monotonic=lambda: 0.0)
            )
            assert second.migrate() == VERSION
        second.lease()
    creating.close()


LOCK = f"{0x4C41_4D52}, 1"


def _cut(postgres: Postgres) -> None:
    """End every connection of a server."""
    with psycopg.connect(postgres.address, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE application_name LIKE 'lammer %'"
        )


def test_a_lock_lost_with_its_connection_is_taken_again_or_refused(
    postgres: Postgres, new_address: Callable[[str], str]
) -> None:
    address = new_address("postgres")

    def committed() -> bool:
        try:
            store.commit([tick("craps-1", 2)])
        except StoreError:
            return False
        return True

    with closing(open_store(address)) as store, psycopg.connect(address) as other:
        store.migrate()
        store.lease()
        store.open_table(record("craps-1"))
        _cut(postgres)
        store.commit([tick("craps-1", 1)])
        _cut(postgres)
        other.execute(f"SELECT pg_advisory_lock({LOCK})")
        for _ in range(2):
            with pytest.raises(StoreError, match="Another server has this database"):
                store.commit([tick("craps-1", 2)])
        assert store.head("craps-1") == (1, b"craps-1 line 1")
        other.close()
        wait_until(committed, what="the server to end the connection that was closed")
        assert store.head("craps-1") == (2, b"craps-1 line 2")
