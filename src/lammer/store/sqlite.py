"""The store in an SQLite file: one connection that writes, a few that read.

The file is in WAL mode and every commit waits for the disk. One server at a time has the file, by a
lock on another file beside it, which the operating system releases when the process ends.
"""

import fcntl
import json
import os
import socket
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TypeVar

from lammer.store import schema
from lammer.store.batches import VALUES, Batch, LineBatch, Row, multi_row
from lammer.store.connection import SqlConnection
from lammer.store.port import Conflict, InvalidData, OutcomeUnknown, PurseTooLow, StoreError
from lammer.store.sql import PAGE_ROWS, PURSE_TOO_LOW, IdleConnections, SqlStore

T = TypeVar("T")

BUSY_SECONDS = 10
"""How long a write waits for another program that is writing."""
MOST_READERS = 16
CHECKPOINT_PAGES = 4000
"""Pages of the write-ahead log before they are copied into the file."""
WAL_BYTES = 64 * 2**20
"""The size to which the write-ahead log is cut after a burst."""

MOST_STATEMENTS = 1024
"""Prepared statements for writing: one for each kind of row and number of them."""
INDEXED = 64
"""``line_index`` has every line of a table whose number is a multiple of this."""

ROWS_PER_STATEMENT = 64
"""Rows that one statement writes. Python may switch threads between two statements, and the writer
then waits: the fewer, the better."""

_HEAD = (
    "UPDATE head SET seq = v.column1, last = v.column2 FROM (VALUES (?, ?, ?, ?, ?)) AS v"
    " WHERE head.table_key = v.column3 AND head.seq = v.column4 AND head.epoch = v.column5"
)
_LINE = (
    "INSERT INTO line (id, prior, table_key, seq, person, client, number, line)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
_LAST_IDS = (
    "SELECT (SELECT coalesce(max(id), 0) FROM line), (SELECT json_group_object(table_key, last)"
    " FROM head WHERE table_key IN (SELECT value FROM json_each(?)))"
)
"""The id of the last line of all, and of each of these tables, in one query."""
_INDEX = "INSERT INTO line_index (table_key, seq, id) VALUES (?, ?, ?)"
_RANGE = (
    "WITH RECURSIVE back (id, seq, prior) AS ("
    " SELECT l.id, l.seq, l.prior FROM line l WHERE l.id = (SELECT id FROM"
    " (SELECT seq, id FROM line_index WHERE table_key = ? AND seq >= ?"
    " UNION ALL SELECT seq, last FROM head WHERE table_key = ?) ORDER BY seq LIMIT 1)"
    " UNION ALL"
    " SELECT l.id, l.seq, l.prior FROM back b JOIN line l ON l.id = b.prior WHERE b.seq > ?)"
    " SELECT {columns} FROM line WHERE id IN"
    " (SELECT id FROM back WHERE seq >= ? AND seq <= ?) ORDER BY seq"
)

_ERRORS = (sqlite3.Error, OverflowError, UnicodeError)
_INVALID = (sqlite3.DataError, OverflowError, UnicodeError)

_MESSAGES = {
    sqlite3.SQLITE_FULL: "The disk is full. Make room; the store recovers by itself.",
    sqlite3.SQLITE_BUSY: "Another program is writing to the database. Try again, or end it.",
    sqlite3.SQLITE_READONLY: "The database cannot be written to. Check its permissions.",
    sqlite3.SQLITE_CANTOPEN: "The database cannot be opened. Check its path and permissions.",
    sqlite3.SQLITE_NOTADB: "This file is not an SQLite database. Give another.",
    sqlite3.SQLITE_CORRUPT: "The database is damaged. Restore a backup of it.",
    sqlite3.SQLITE_IOERR: "The disk failed. The store recovers when it works again.",
}


def _code(error: BaseException) -> int:
    """Return SQLite's primary error code; 0 for none."""
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF


def _translated(error: BaseException, conflict: str = "") -> StoreError:
    """Return the store's error for an error of the driver."""
    if isinstance(error, sqlite3.IntegrityError):
        if error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_CHECK:
            return PurseTooLow(conflict or PURSE_TOO_LOW)
        return Conflict(conflict or f"The write does not follow on what is stored: {error}.")
    if isinstance(error, _INVALID):
        return InvalidData(f"This cannot be written down. ({error})")
    text = _MESSAGES.get(_code(error), "The database could not do this.")
    return StoreError(f"{text} ({error})")


class SqliteConnection(SqlConnection):
    """A connection to an SQLite file."""

    def __init__(self, driver: sqlite3.Connection) -> None:
        self.driver = driver

    def query(self, sql: str, values: Row = ()) -> list[Row]:
        return self.driver.execute(sql, values).fetchall()

    def execute(self, sql: str, values: Row = ()) -> int:
        return self.driver.execute(sql, values).rowcount

    def insert(self, sql: str, values: Row) -> int:
        number = self.driver.execute(sql, values).lastrowid
        assert number is not None
        return number

    def execute_many(self, batches: Sequence[Batch]) -> None:
        for sql, rows, mismatch in batches:
            met = self._all(sql, rows)
            if mismatch is not None and met != len(rows):
                raise Conflict(mismatch)

    def _all(self, sql: str, rows: Sequence[Row]) -> int:
        if len(rows) == 1:
            return self.driver.execute(sql, rows[0]).rowcount
        if VALUES not in sql:
            return self.driver.executemany(sql, rows).rowcount
        met = 0
        for at in range(0, len(rows), ROWS_PER_STATEMENT):
            some = rows[at : at + ROWS_PER_STATEMENT]
            values = tuple(chain.from_iterable(some))
            met += self.driver.execute(multi_row(sql, len(some)), values).rowcount
        return met

    def stream(self, sql: str) -> Iterator[list[Row]]:
        cursor = self.driver.execute(sql)
        try:
            while rows := cursor.fetchmany(PAGE_ROWS):
                yield rows
        finally:
            cursor.close()

    def roll_back(self) -> bool:
        """Leave the transaction, if there is one; return whether that worked."""
        try:
            if self.driver.in_transaction:
                self.driver.execute("ROLLBACK")
        except sqlite3.Error:
            return False
        return True

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self.driver.close()


class SqliteStore(SqlStore):
    """A house in one file; ``:memory:`` for one that ends with the process. ``readonly``: the file
    is not changed; ``scratch``: the caller discards it after a failure, and syncs it."""

    dialect = schema.SQLITE
    shared = False

    def __init__(
        self,
        path: str | Path,
        *,
        steps: Sequence[schema.Step] = schema.STEPS,
        readonly: bool = False,
        scratch: bool = False,
    ) -> None:
        super().__init__(steps)
        self.path = None if str(path) == ":memory:" else Path(path).expanduser().resolve()
        self._readonly = readonly
        self._scratch = scratch
        self._lock = threading.RLock()
        self._writer: SqliteConnection | None = None
        self._idle_readers = IdleConnections[SqliteConnection]()
        self._reading = threading.BoundedSemaphore(MOST_READERS)
        self._lease: int | None = None
        self._in_doubt = False
        self._closed = False

    # Connections

    def _open(self, writing: bool) -> SqliteConnection:
        if self.path is None:
            where = "file::memory:"
        else:
            where = f"{self.path.as_uri()}?mode={'ro' if self._readonly else 'rw'}"
        driver = sqlite3.connect(
            where,
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=MOST_STATEMENTS if writing else 128,
        )
        try:
            self._prepare(driver, writing)
        except BaseException:
            driver.close()
            raise
        return SqliteConnection(driver)

    def _prepare(self, driver: sqlite3.Connection, writing: bool) -> None:
        driver.execute("PRAGMA foreign_keys = ON")
        if self._readonly or not writing:
            driver.execute(f"PRAGMA query_only = {'ON' if self.path else 'OFF'}")
            return
        if self._scratch:
            driver.execute("PRAGMA journal_mode = OFF").fetchall()
            driver.execute("PRAGMA synchronous = OFF")
            return
        if self.path is not None:
            (mode,) = driver.execute("PRAGMA journal_mode = WAL").fetchone()
            if mode != "wal":
                raise StoreError(
                    f"{self.path} cannot be kept safe where it is: its file system has no shared"
                    " memory. Put it on a local disk, or use PostgreSQL."
                )
        driver.execute("PRAGMA synchronous = FULL")
        driver.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        driver.execute(f"PRAGMA journal_size_limit = {WAL_BYTES}")

    @staticmethod
    def _make(path: Path) -> None:
        """Create the file, readable by its owner only, unless it exists."""
        try:
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        except OSError as error:
            raise StoreError(
                f"{path} cannot be opened: {error.strerror}. Give another path, or make its folder."
            ) from error

    def _writing(self) -> SqliteConnection:
        """Return the writing connection; a new one if the last one failed."""
        if self._closed:
            raise StoreError("The store is closed.")
        if self._readonly:
            raise StoreError(f"{self.path} was opened only to be read.")
        if self._writer is None:
            try:
                self._writer = self._open(writing=True)
            except _ERRORS as error:
                raise _translated(error) from error
        if self._in_doubt:
            self._resolve_doubt(self._writer)
        return self._writer

    def _resolve_doubt(self, db: SqliteConnection) -> None:
        """Overwrite what a failed commit may have left at the end of the write-ahead log. Until
        then, a crash could still make it valid."""
        try:
            db.execute("BEGIN IMMEDIATE")
            self._touch(db)
            db.execute("COMMIT")
        except _ERRORS as error:
            self._drop_writer()
            raise _translated(error) from error
        self._in_doubt = False

    def _touch(self, db: SqlConnection) -> None:
        times = db.query("PRAGMA user_version")[0][0]
        db.execute(f"PRAGMA user_version = {(times + 1) % 2**31}")

    def _drop_writer(self) -> None:
        if self._writer is not None:
            self._writer.roll_back()
            self._writer.close()
            self._writer = None

    def _write(self, do: Callable[[SqlConnection], T], conflict: str = "") -> T:
        with self._lock:
            db = self._writing()
            try:
                db.execute("BEGIN IMMEDIATE")
                if self._leased is not None:
                    rows = db.query("SELECT value FROM meta WHERE key = 'generation'")
                    self._check_generation(int(rows[0][0]) if rows else 0)
                result = do(db)
            except _ERRORS as error:
                self._roll_back(db)
                raise _translated(error, conflict) from error
            except BaseException:
                self._roll_back(db)
                raise
            try:
                db.execute("COMMIT")
            except _ERRORS as error:
                if _code(error) == sqlite3.SQLITE_IOERR:
                    self._in_doubt = True
                    self._drop_writer()
                    raise OutcomeUnknown(
                        f"The disk failed while it was written to. ({error})"
                    ) from error
                self._roll_back(db)
                raise _translated(error, conflict) from error
            return result

    def _roll_back(self, db: SqliteConnection) -> None:
        if not db.roll_back() and self.path is not None:
            self._drop_writer()

    def _read(self, do: Callable[[SqlConnection], T]) -> T:
        if self.path is None:
            return self._shared(do)
        if self._in_doubt:
            with self._lock:
                self._writing()
        if not self._reading.acquire(timeout=BUSY_SECONDS):
            raise StoreError("Too many are reading from the database at once. Try again.")
        try:
            return self._with_reader(do)
        finally:
            self._reading.release()

    def _with_reader(self, do: Callable[[SqlConnection], T]) -> T:
        if self._closed:
            raise StoreError("The store is closed.")
        db: SqliteConnection | None = None
        try:
            db = self._idle_readers.take() or self._open(writing=False)
            result = do(db)
        except BaseException as error:
            if db is not None:
                db.close()
            if isinstance(error, _ERRORS):
                raise _translated(error) from error
            raise
        self._idle_readers.add(db)
        if self._closed:
            self._idle_readers.close()
        return result

    def _shared(self, do: Callable[[SqlConnection], T]) -> T:
        """Read on the only connection of a database in memory."""
        with self._lock:
            db = self._writing()
            try:
                return do(db)
            except _ERRORS as error:
                raise _translated(error) from error

    def _snapshot(self, do: Callable[[SqlConnection], T]) -> T:
        def read(db: SqlConnection) -> T:
            assert isinstance(db, SqliteConnection)
            db.execute("BEGIN")
            try:
                return do(db)
            finally:
                db.roll_back()

        return self._read(read)

    # Lifecycle

    def _tables(self, db: SqlConnection) -> set[str]:
        sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        return {name for (name,) in db.query(sql)}

    def _version(self, db: SqlConnection) -> int:
        version = super()._version(db)
        if version and db.query("PRAGMA application_id")[0][0] != schema.APPLICATION:
            raise StoreError(f"{self.path} belongs to another program. Give another path.")
        return version

    def _upgrade(self, db: SqlConnection) -> None:
        super()._upgrade(db)
        db.execute(f"PRAGMA application_id = {schema.APPLICATION}")

    def migrate(self) -> int:
        if self.path is not None and not self._readonly:
            self._make(self.path)
        version = super().migrate()
        if self.path is not None:
            sync_folder(self.path)
        return version

    def _wait_for_writes(self, db: SqlConnection) -> None:
        """A writing transaction excludes others in SQLite."""

    def _lock_processes(self, db: SqlConnection) -> None:
        """A writing transaction excludes others in SQLite."""

    def _block_restores(self, db: SqlConnection) -> None:
        """A snapshot does not change in SQLite."""

    def _delete_all(self, db: SqlConnection, relations: Sequence[str]) -> None:
        for name in ("line_index", *relations):
            db.execute(f"DELETE FROM {name}")

    def _linked(self, db: SqlConnection, rows: Sequence[Row]) -> tuple[dict[str, int], list[Batch]]:
        """Return the ids of the tables' last lines, and the statements for new lines, each with the
        id of the line before it at its table."""
        tables = json.dumps(list({row[0] for row in rows}))
        ((number, known),) = db.query(_LAST_IDS, (tables,))
        last: dict[str, int] = json.loads(known)
        lines, indexed = [], []
        for row in rows:
            table, seq = row[0], row[1]
            number += 1
            lines.append((number, last.get(table, 0), *row))
            last[table] = number
            if seq % INDEXED == 0:
                indexed.append((table, seq, number))
        kept = [Batch(_LINE, lines)]
        if indexed:
            kept.append(Batch(_INDEX, indexed))
        return last, kept

    def _write_lines(self, db: SqlConnection, lines: LineBatch, rest: Sequence[Batch]) -> None:
        last, batches = self._linked(db, lines.rows)
        heads = [
            (seq, last[table], table, before, epoch)
            for seq, table, before, epoch in _merged_heads(lines)
        ]
        db.execute_many([Batch(_HEAD, heads, lines.conflict), *batches, *rest])

    def _restore_lines(self, db: SqlConnection, rows: Sequence[Row]) -> None:
        last, batches = self._linked(db, rows)
        heads = [(number, table) for table, number in last.items()]
        db.execute_many([*batches, Batch("UPDATE head SET last = ? WHERE table_key = ?", heads)])

    def _read_lines(
        self, db: SqlConnection, columns: str, table: str, first: int, last: int
    ) -> list[Row]:
        return db.query(_RANGE.format(columns=columns), (table, last, table, first, first, last))

    def _delete_lines(self, db: SqlConnection, table: str, first: int, last: int) -> None:
        found = _RANGE.format(columns="id")
        rows = db.query(found, (table, last, table, first, first, last))
        db.execute_many([Batch("DELETE FROM line WHERE id = ?", rows)])
        indexed = "DELETE FROM line_index WHERE table_key = ? AND seq <= ?"
        db.execute(indexed, (table, last))

    def _last_line(self, db: SqlConnection, table: str) -> list[Row]:
        sql = (
            "SELECT h.seq, l.line FROM head h LEFT JOIN line l ON l.id = h.last"
            " AND l.table_key = h.table_key AND l.seq = h.seq WHERE h.table_key = ?"
        )
        return db.query(sql, (table,))

    def _select(self, relation: schema.Relation) -> str:
        if relation.name != "line":
            return relation.select
        return f"SELECT {', '.join(relation.columns)} FROM line ORDER BY id"

    def _acquire_lease(self, alone: bool = False) -> None:  # noqa: ARG002
        if self.path is None or self._lease is not None:
            return
        beside = Path(f"{self.path}.lock")
        try:
            held = os.open(beside, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError as error:
            raise StoreError(f"{beside} cannot be opened: {error.strerror}.") from error
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.ftruncate(held, 0)
            os.pwrite(held, f"pid {os.getpid()} on {socket.gethostname()}\n".encode(), 0)
        except OSError as error:
            by = os.pread(held, 200, 0).decode(errors="replace").strip() or "another program"
            os.close(held)
            if isinstance(error, BlockingIOError):
                raise StoreError(
                    f"Another server has {self.path}: {by}. End it first, or give another path."
                ) from error
            raise StoreError(f"{beside} cannot be locked: {error.strerror}.") from error
        self._lease = held

    def _release_lease(self) -> None:
        if self._lease is not None:
            os.close(self._lease)
            self._lease = None

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._idle_readers.close()
            self._drop_writer()
            self._leased = None
            self._release_lease()

    def file_errors(self) -> Iterator[str]:
        """Yield damage of the file itself."""

        def read(db: SqlConnection) -> list[str]:
            found = [str(row[0]) for row in db.query("PRAGMA quick_check(10)")]
            loose = db.query("PRAGMA foreign_key_check")
            found += [f"a row of {row[0]} refers to none of {row[2]}" for row in loose[:10]]
            return [each for each in found if each != "ok"]

        yield from self._on_snapshot(read)

    def wake(self, processes: Sequence[str]) -> None:
        """There are no others."""

    def listen(self, woken: Callable[[], None]) -> Callable[[], None]:  # noqa: ARG002
        return lambda: None

    def _reset_sequences(self, db: SqlConnection) -> None:
        """SQLite does that by itself."""


def _merged_heads(lines: LineBatch) -> list[Row]:
    """Return one row for each table, since one statement must not change a head twice."""
    found: dict[str, Row] = {}
    for seq, table, before, epoch in lines.heads:
        start = found.get(table, (before, table, before, epoch))
        if start[0] != before or start[3] != epoch:
            raise Conflict(lines.conflict)
        found[table] = (seq, table, start[2], epoch)
    return list(found.values())


def sync_folder(path: Path) -> None:
    """Make the name of a new file durable."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
