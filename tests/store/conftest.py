"""The stores under test: each test of the port is run on SQLite and on a real PostgreSQL."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from lammer.store import open_store
from lammer.store.port import Store
from lammer.store.schema import RELATIONS, UNSAVED
from tests.postgres import Postgres, postgres

__all__ = ["postgres"]

ENGINES = ("sqlite", "postgres")


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def new_address(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], str]:
    """Gives the address of an empty database of one engine or the other."""
    numbers = count()

    def new(engine: str) -> str:
        if engine == "sqlite":
            return f"sqlite:///{tmp_path / f'house-{next(numbers)}.db'}"
        server: Postgres = request.getfixturevalue("postgres")
        return server.emptied(str(next(numbers)))

    return new


@pytest.fixture
def address(request: pytest.FixtureRequest, engine: str, new_address: Callable[[str], str]) -> str:
    if engine == "sqlite" or "store" not in request.fixturenames:
        return new_address(engine)
    server: Postgres = request.getfixturevalue("postgres")
    return server.reused("kept", _delete_rows)


def _delete_rows(connection: "psycopg.Connection[tuple[object, ...]]") -> None:
    """Make a house as good as new, which is quicker than making a new one."""
    if connection.execute("SELECT to_regclass('lammer.meta')").fetchall() == [(None,)]:
        return
    for name in (*UNSAVED, *(relation.name for relation in reversed(RELATIONS))):
        if name != "meta":
            connection.execute(f"DELETE FROM lammer.{name}".encode())
    connection.execute("UPDATE lammer.meta SET value = '1' WHERE key = 'generation'")


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    """An empty house, leased."""
    store = open_store(address)
    try:
        store.migrate()
        store.lease()
        yield store
    finally:
        store.close()
