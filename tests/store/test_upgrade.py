"""A house at version 1 of the schema is upgraded, and a backup of it restored."""

import gzip
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from lammer.store import open_sql
from lammer.store.backup import restore
from lammer.store.connection import SqlConnection
from lammer.store.port import Tick
from lammer.store.schema import RELATIONS, STEPS, UNSAVED, VERSION
from lammer.store.sql import SqlStore
from tests.store.test_lease_and_migrations import run_sql, with_steps
from tests.store.test_port import everything

GOLDEN = Path(__file__).parents[1] / "golden" / "store.sqlite.gz"
"""Played in and closed by a server whose schema was at version 1."""
RENAMED = {"felt": "game_table", "played": "played_hand"}
ONLY_SQLITE = {"line": ("id", "prior"), "head": ("last",)}
"""Columns by which SQLite finds lines; nobody sees them through the port."""

Rows = dict[str, list[tuple[Any, ...]]]


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file at version 1."""
    path = tmp_path_factory.mktemp("first") / "house.sqlite"
    path.write_bytes(gzip.decompress(GOLDEN.read_bytes()))
    return path


def columns_of(file: sqlite3.Connection, relation: str) -> list[str]:
    found = (row[1] for row in file.execute(f"PRAGMA table_info({relation})"))
    return [name for name in found if name not in ONLY_SQLITE.get(relation, ())]


def rows_of(path: Path) -> tuple[Mapping[str, list[str]], Rows]:
    """The columns and the rows of every relation but SQLite's own ``mark``."""
    with closing(sqlite3.connect(path)) as file:
        sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        names = [name for (name,) in file.execute(sql) if name != "mark"]
        columns = {name: columns_of(file, name) for name in names}
        return columns, {
            name: list(file.execute(f"SELECT {', '.join(columns[name])} FROM {name}"))
            for name in names
        }


def in_postgres(path: Path, address: str) -> None:
    """Make the same house at version 1 in PostgreSQL."""
    with closing(with_steps(address, STEPS[:1])) as store:
        assert store.migrate() == 1
    columns, rows = rows_of(path)
    order = ("person", "felt", *(name for name in rows if name not in ("person", "felt")))
    with psycopg.connect(address) as connection:
        connection.execute("SET search_path TO lammer")
        connection.execute("DELETE FROM meta")
        for name in order:
            places = ", ".join(["%s"] * len(columns[name]))
            sql = f"INSERT INTO {name} ({', '.join(columns[name])}) VALUES ({places})"
            connection.cursor().executemany(sql.encode(), rows[name])


@pytest.fixture
def old_house(first: Path, engine: str, new_address: Callable[[str], str]) -> str:
    """The address of a house at version 1."""
    address = new_address(engine)
    if engine == "sqlite":
        Path(address.removeprefix("sqlite:///")).write_bytes(first.read_bytes())
    else:
        in_postgres(first, address)
    return address


def expected(rows: Rows) -> Rows:
    """What the port gives of the rows of version 1: secrets are asked for table by table."""
    found = {RENAMED.get(name, name): each for name, each in rows.items() if name != "secret"}
    return {name: sorted(each, key=repr) for name, each in found.items() if name != "meta"}


def given(store: Any) -> Rows:
    return {
        name: sorted((plain(row) for row in rows), key=repr)
        for name, rows in everything(store).items()
        if name != "meta"
    }


def plain(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(bytes(each) if isinstance(each, memoryview) else each for each in row)


def test_a_house_at_version_1_keeps_all_its_rows(first: Path, old_house: str) -> None:
    _, rows = rows_of(first)
    wanted = expected(rows)
    assert all(wanted[name] for name in ("person", "game_table", "line", "played_hand", "meter"))
    with closing(open_sql(old_house)) as store:
        assert store.version() == 1
        assert store.migrate() == VERSION
        found = given(store)
        assert {name: found.get(name, []) for name in wanted} == wanted
        assert ("house", store.meta("house")) in rows["meta"]
        assert rows["secret"]
        for table, seed in rows["secret"]:
            assert store.secret(table) == seed
        assert store.verify() == []


def test_an_upgraded_house_is_read_and_written(first: Path, old_house: str) -> None:
    _, rows = rows_of(first)
    with closing(open_sql(old_house)) as store:
        store.migrate()
        store.lease()
        for table in store.tables():
            logged = sorted((row[1], row[-1]) for row in rows["line"] if row[0] == table.table)
            assert list(store.lines(table.table, 1)) == [line for _, line in logged]
            seq, line = logged[-1]
            assert store.head(table.table) == (seq, line)
            store.commit([Tick(table.table, [(seq + 1, b"next")])])
            assert store.head(table.table) == (seq + 1, b"next")
            assert store.last_hand(table.table) is not None


def test_a_backup_of_version_1_is_restored(
    first: Path, tmp_path: Path, engine: str, new_address: Callable[[str], str]
) -> None:
    saved = tmp_path / "backup"
    saved.write_bytes(first.read_bytes())
    run_sql(
        f"sqlite:///{saved}",
        "DELETE FROM secret",
        "INSERT INTO meta (key, value) VALUES ('backup', '2026-01-01T00:00:00+00:00')",
    )
    kept, address = saved.read_bytes(), new_address(engine)
    _, rows = rows_of(first)
    contents = restore(saved, address)
    assert contents == (len(rows["person"]), len(rows["felt"]), len(rows["line"]))
    assert saved.read_bytes() == kept
    wanted = expected(rows)
    with closing(open_sql(address)) as store:
        found = given(store)
        assert {name: found.get(name, []) for name in wanted} == wanted
        assert store.verify() == []


# From every version


def columns_at(db: SqlConnection, engine: str, relation: str) -> dict[str, str]:
    """The columns of a relation as they are now, with their types; none if it is not there yet."""
    if engine == "sqlite":
        rows = db.query(f"PRAGMA table_info({relation})")
        found = {row[1]: row[2] for row in rows}
    else:
        sql = (
            "SELECT column_name, data_type FROM information_schema.columns"
            " WHERE table_schema = 'lammer' AND table_name = ? ORDER BY ordinal_position"
        )
        found = dict(db.query(sql, (relation,)))
    return {name: kind for name, kind in found.items() if name not in ONLY_SQLITE.get(relation, ())}


def filled(db: SqlConnection, engine: str) -> dict[str, tuple[list[str], set[tuple[Any, ...]]]]:
    """Put a row into each relation that has none, and return the columns and rows of all."""
    (((person,), *_), ((table,), *_)) = (
        db.query("SELECT min(id) FROM person"),
        db.query("SELECT min(key) FROM game_table"),
    )
    known = {"person": person, "instructor": person, "table_key": table}
    found = {}
    for name in (*(each.name for each in RELATIONS), *UNSAVED):
        columns = columns_at(db, engine, name)
        if not columns:
            continue
        if not db.query(f"SELECT 1 FROM {name} LIMIT 1"):
            values = [known.get(each, _value(kind)) for each, kind in columns.items()]
            places = ", ".join("?" * len(values))
            sql = f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({places})"
            db.execute(sql, tuple(values))
        rows = db.query(f"SELECT {', '.join(columns)} FROM {name}")
        found[name] = list(columns), {plain(row) for row in rows}
    return found


def _value(kind: str) -> object:
    kind = kind.upper()
    return b"x" if kind in ("BLOB", "BYTEA") else "x" if "TEXT" in kind else 1


def test_every_version_is_upgraded_with_something_in_every_relation(
    old_house: str, engine: str, tmp_path: Path, new_address: Callable[[str], str]
) -> None:
    """Step by step, and every version of a file also as a backup that is restored."""
    named = STEPS[:2]
    with closing(with_steps(old_house, named)) as store:
        assert store.migrate() == 2
    for version in range(2, VERSION + 1):
        with closing(with_steps(old_house, STEPS[:version])) as store:
            assert isinstance(store, SqlStore)
            assert store.migrate() == version
            before = store._write(lambda db: filled(db, engine))
            assert {"line", "played_hand", "person"} <= before.keys()
        if engine == "sqlite":
            _restored(old_house, tmp_path / f"backup-{version}", new_address("sqlite"))
        following = STEPS[: version + 1]
        with closing(with_steps(old_house, following)) as store:
            assert isinstance(store, SqlStore)
            store.migrate()
            for name, (columns, rows) in before.items():
                if name == "meta":
                    continue
                sql = f"SELECT {', '.join(columns)} FROM {name}"
                after = {plain(row) for row in store._rows(sql)}
                assert after == rows, (version, name)
    assert before.keys() >= {each.name for each in RELATIONS}
    with closing(open_sql(old_house)) as store:
        assert store.verify() == []


def _restored(old_house: str, saved: Path, address: str) -> None:
    saved.write_bytes(Path(old_house.removeprefix("sqlite:///")).read_bytes())
    run_sql(
        f"sqlite:///{saved}",
        "DELETE FROM secret",
        "DELETE FROM line WHERE table_key IN (SELECT key FROM game_table WHERE closed = 'x')",
        "INSERT INTO meta (key, value) VALUES ('backup', '2026-01-01T00:00:00+00:00')",
    )
    assert restore(saved, address).people
    with closing(open_sql(address)) as store:
        assert store.version() == VERSION
        assert store.verify() == []
