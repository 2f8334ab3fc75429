"""A connection to an SQL database, of whichever kind."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from lammer.store.batches import Batch, Row


class SqlConnection(Protocol):
    """A connection in a transaction, or idle for a single query."""

    def query(self, sql: str, values: Row = ()) -> list[Row]: ...

    def execute(self, sql: str, values: Row = ()) -> int:
        """Execute a statement; return the number of rows affected."""

    def insert(self, sql: str, values: Row) -> int:
        """Insert a row that the database numbers; return its number."""

    def execute_many(self, batches: Sequence[Batch]) -> None: ...

    def stream(self, sql: str) -> Iterator[list[Row]]:
        """Yield all rows, page by page."""
