"""Storage of a house: one interface (``port``), implemented for SQLite and PostgreSQL.

Nothing here depends on games: log lines are bytes, money is cents.
"""

from lammer.store.port import Store, StoreError
from lammer.store.sql import SqlStore
from lammer.store.sqlite import SqliteStore

__all__ = ["Store", "StoreError", "open_store"]


def open_store(address: str) -> Store:
    """Return the store at an address: a path, ``sqlite:///path``, ``:memory:``, or
    ``postgresql://...``. Nothing is written before ``migrate``.

    >>> store = open_store(":memory:")
    >>> store.migrate() > 0, store.tables()
    (True, [])
    >>> store.close()
    """
    return open_sql(address)


def open_sql(address: str) -> SqlStore:
    """The same, with what a restore needs."""
    scheme, found, rest = address.partition("://")
    if found and scheme in ("postgresql", "postgres"):
        try:
            from lammer.store.postgres import PostgresStore
        except ImportError as error:
            raise StoreError(
                'PostgreSQL needs a driver. Install it: pip install "lammer[postgres]"'
            ) from error
        return PostgresStore(address)
    if found and scheme == "sqlite" and rest.startswith("/"):
        address = rest[1:]
    elif found:
        raise StoreError(
            f"{scheme}:// is no address of a store. Give a path, sqlite:///path or postgresql://..."
        )
    if not address:
        raise StoreError("The address of the store is empty. Give a path.")
    return SqliteStore(address)
