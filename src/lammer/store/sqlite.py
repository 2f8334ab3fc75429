"""The store in an SQLite file: one connection that writes, a few that read.

The file is in WAL mode and every commit waits for the disk. One server at a time has the file, by a
lock on another beside it, which the operating system lets go when the process ends.
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
from lammer.store.batches import VALUES, Batch, LineBatch, Row, wide
from lammer.store.port import Conflict, StoreError, Unfit, Unsure
from lammer.store.sql import PIECE, Link, SqlStore

T = TypeVar("T")

BUSY_SECONDS = 10
"""How long a write waits for another program that is writing."""
MOST_READERS = 16
CHECKPOINT_PAGES = 4000
"""So many pages of the write-ahead log are gathered before they go into the file."""
WAL_BYTES = 64 * 2**20
"""What a burst leaves behind of the write-ahead log."""

MOST_STATEMENTS = 1024
"""Statements kept ready for writing: one for each kind of row and number of them."""
INDEXED = 64
"""``line_index`` has every line of a table whose number is a multiple of this."""

WIDE = 64
"""So many rows are written by one statement. Between two steps of a statement Python may do
something else, and whoever writes has to wait for it: the fewer, the better."""

_HEAD = (
    "UPDATE head SET seq = v.column1, last = v.column2 FROM (VALUES (?, ?, ?, ?)) AS v"
    " WHERE head.table_key = v.column3 AND head.seq = v.column4"
)
_LINE = (
    "INSERT INTO line (id, prior, table_key, seq, person, client, number, line)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
_LASTS = (
    "SELECT (SELECT coalesce(max(id), 0) FROM line), (SELECT json_group_object(table_key, last)"
    " FROM head WHERE table_key IN (SELECT value FROM json_each(?)))"
)
"""The last line of all, and where the last line of each of these tables lies, in one step."""
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

_FAILED = (sqlite3.Error, OverflowError, UnicodeError)
_UNFIT = (sqlite3.DataError, OverflowError, UnicodeError)

_WORDS = {
    sqlite3.SQLITE_FULL: "The disk is full. Make room; the store goes on by itself.",
    sqlite3.SQLITE_BUSY: "Another program is writing to the database. Try again, or end it.",
    sqlite3.SQLITE_READONLY: "The database cannot be written to. See to its permissions.",
    sqlite3.SQLITE_CANTOPEN: "The database cannot be opened. See to its path and permissions.",
    sqlite3.SQLITE_NOTADB: "This file is not an SQLite database. Give another.",
    sqlite3.SQLITE_CORRUPT: "The database is damaged. Restore a backup of it.",
    sqlite3.SQLITE_IOERR: "The disk failed. See to it; the store goes on when it works again.",
}


def _code(error: BaseException) -> int:
    """What SQLite itself calls the error, without its finer distinctions; 0 for none."""
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF


def _trouble(error: BaseException, conflict: str = "") -> StoreError:
    """An error of the driver in our words."""
    if isinstance(error, sqlite3.IntegrityError):
        return Conflict(conflict or f"The write does not follow on what is stored: {error}.")
    if isinstance(error, _UNFIT):
        return Unfit(f"This cannot be written down. ({error})")
    said = _WORDS.get(_code(error), "The database could not do this.")
    return StoreError(f"{said} ({error})")


class SqliteLink(Link):
    """A connection to an SQLite file."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def ask(self, sql: str, values: Row = ()) -> list[Row]:
        return self.connection.execute(sql, values).fetchall()

    def do(self, sql: str, values: Row = ()) -> int:
        return self.connection.execute(sql, values).rowcount

    def insert(self, sql: str, values: Row) -> int:
        number = self.connection.execute(sql, values).lastrowid
        assert number is not None
        return number

    def many(self, batches: Sequence[Batch]) -> None:
        for sql, rows, missed in batches:
            met = self._all(sql, rows)
            if missed is not None and met != len(rows):
                raise Conflict(missed)

    def _all(self, sql: str, rows: Sequence[Row]) -> int:
        if len(rows) == 1:
            return self.connection.execute(sql, rows[0]).rowcount
        if VALUES not in sql:
            return self.connection.executemany(sql, rows).rowcount
        met = 0
        for at in range(0, len(rows), WIDE):
            some = rows[at : at + WIDE]
            values = tuple(chain.from_iterable(some))
            met += self.connection.execute(wide(sql, len(some)), values).rowcount
        return met

    def stream(self, sql: str) -> Iterator[list[Row]]:
        cursor = self.connection.execute(sql)
        try:
            while rows := cursor.fetchmany(PIECE):
                yield rows
        finally:
            cursor.close()

    def undo(self) -> bool:
        """Leave the transaction, if there is still one; whether that worked."""
        try:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
        except sqlite3.Error:
            return False
        return True

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self.connection.close()


class SqliteStore(SqlStore):
    """The house in one file; ``:memory:`` for one that is gone with the process. ``readonly``:
    the file is only looked at, and stays as it is to the byte; ``scratch``: it is thrown away if
    anything fails, and synced by whoever keeps it."""

    words = schema.SQLITE

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
        self._writer: SqliteLink | None = None
        self._resting: list[SqliteLink] = []
        self._reading = threading.BoundedSemaphore(MOST_READERS)
        self._lease: int | None = None
        self._in_doubt = False
        self._closed = False

    # Connections

    def _open(self, writing: bool) -> SqliteLink:
        if self.path is None:
            where = "file::memory:"
        else:
            where = f"{self.path.as_uri()}?mode={'ro' if self._readonly else 'rw'}"
        connection = sqlite3.connect(
            where,
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=MOST_STATEMENTS if writing else 128,
        )
        try:
            self._prepare(connection, writing)
        except BaseException:
            connection.close()
            raise
        return SqliteLink(connection)

    def _prepare(self, connection: sqlite3.Connection, writing: bool) -> None:
        connection.execute("PRAGMA foreign_keys = ON")
        if self._readonly or not writing:
            connection.execute(f"PRAGMA query_only = {'ON' if self.path else 'OFF'}")
            return
        if self._scratch:
            connection.execute("PRAGMA journal_mode = OFF").fetchall()
            connection.execute("PRAGMA synchronous = OFF")
            return
        if self.path is not None:
            (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
            if mode != "wal":
                raise StoreError(
                    f"{self.path} cannot be kept safe where it is: its file system has no shared"
                    " memory. Put it on a local disk, or use PostgreSQL."
                )
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        connection.execute(f"PRAGMA journal_size_limit = {WAL_BYTES}")

    @staticmethod
    def _make(path: Path) -> None:
        """An empty file that only its owner may read, unless there is one."""
        try:
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        except OSError as error:
            raise StoreError(
                f"{path} cannot be opened: {error.strerror}. Give another path, or make its folder."
            ) from error

    def _writing(self) -> SqliteLink:
        """The connection that writes, made anew if the last one failed."""
        if self._closed:
            raise StoreError("The store is closed.")
        if self._readonly:
            raise StoreError(f"{self.path} was opened only to be read.")
        if self._writer is None:
            try:
                self._writer = self._open(writing=True)
            except _FAILED as error:
                raise _trouble(error) from error
        if self._in_doubt:
            self._settle(self._writer)
        return self._writer

    def _settle(self, link: SqliteLink) -> None:
        """Write over what a failed commit may have left at the end of the write-ahead log. Until
        that is done, a crash could still bring it to light."""
        try:
            link.do("BEGIN IMMEDIATE")
            self._touch(link)
            link.do("COMMIT")
        except _FAILED as error:
            self._drop_writer()
            raise _trouble(error) from error
        self._in_doubt = False

    def _touch(self, link: Link) -> None:
        times = link.ask("PRAGMA user_version")[0][0]
        link.do(f"PRAGMA user_version = {(times + 1) % 2**31}")

    def _drop_writer(self) -> None:
        if self._writer is not None:
            self._writer.undo()
            self._writer.close()
            self._writer = None

    def _write(self, do: Callable[[Link], T], conflict: str = "") -> T:
        with self._lock:
            link = self._writing()
            try:
                link.do("BEGIN IMMEDIATE")
                if self._leased is not None:
                    rows = link.ask("SELECT value FROM meta WHERE key = 'generation'")
                    self._same_house(int(rows[0][0]) if rows else 0)
                result = do(link)
            except _FAILED as error:
                self._undo(link)
                raise _trouble(error, conflict) from error
            except BaseException:
                self._undo(link)
                raise
            try:
                link.do("COMMIT")
            except _FAILED as error:
                if _code(error) == sqlite3.SQLITE_IOERR:
                    self._in_doubt = True
                    self._drop_writer()
                    raise Unsure(f"The disk failed while it was written to. ({error})") from error
                self._undo(link)
                raise _trouble(error, conflict) from error
            return result

    def _undo(self, link: SqliteLink) -> None:
        if not link.undo() and self.path is not None:
            self._drop_writer()

    def _read(self, do: Callable[[Link], T]) -> T:
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

    def _with_reader(self, do: Callable[[Link], T]) -> T:
        if self._closed:
            raise StoreError("The store is closed.")
        link: SqliteLink | None = None
        try:
            link = self._rested() or self._open(writing=False)
            result = do(link)
        except BaseException as error:
            if link is not None:
                link.close()
            if isinstance(error, _FAILED):
                raise _trouble(error) from error
            raise
        self._resting.append(link)
        if self._closed:
            self._close_resting()
        return result

    def _rested(self) -> SqliteLink | None:
        try:
            return self._resting.pop()
        except IndexError:
            return None

    def _shared(self, do: Callable[[Link], T]) -> T:
        """Read in memory, where there is but one connection."""
        with self._lock:
            link = self._writing()
            try:
                return do(link)
            except _FAILED as error:
                raise _trouble(error) from error

    def _snapshot(self, do: Callable[[Link], T]) -> T:
        def read(link: Link) -> T:
            assert isinstance(link, SqliteLink)
            link.do("BEGIN")
            try:
                return do(link)
            finally:
                link.undo()

        return self._read(read)

    # Life

    def _tables(self, link: Link) -> set[str]:
        sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        return {name for (name,) in link.ask(sql)}

    def _version(self, link: Link) -> int:
        version = super()._version(link)
        if version and link.ask("PRAGMA application_id")[0][0] != schema.APPLICATION:
            raise StoreError(f"{self.path} belongs to another program. Give another path.")
        return version

    def _upgrade(self, link: Link) -> None:
        super()._upgrade(link)
        link.do(f"PRAGMA application_id = {schema.APPLICATION}")

    def migrate(self) -> int:
        if self.path is not None and not self._readonly:
            self._make(self.path)
        version = super().migrate()
        if self.path is not None:
            sync_folder(self.path)
        return version

    def _alone(self, link: Link) -> None:
        """A transaction that writes is always alone here."""

    def _hold_still(self, link: Link) -> None:
        """What is being read does not change here."""

    def _empty(self, link: Link, relations: Sequence[str]) -> None:
        for name in ("line_index", *relations):
            link.do(f"DELETE FROM {name}")

    def _chained(self, link: Link, rows: Sequence[Row]) -> tuple[dict[str, int], list[Batch]]:
        """Lines put behind all there are, each knowing the one before it at its table; and the last
        of each table."""
        tables = json.dumps(list({row[0] for row in rows}))
        ((number, known),) = link.ask(_LASTS, (tables,))
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

    def _put(self, link: Link, lines: LineBatch, rest: Sequence[Batch]) -> None:
        last, batches = self._chained(link, lines.rows)
        heads = [(seq, last[table], table, before) for seq, table, before in _joined(lines)]
        link.many([Batch(_HEAD, heads, lines.astray), *batches, *rest])

    def _put_back(self, link: Link, rows: Sequence[Row]) -> None:
        last, batches = self._chained(link, rows)
        heads = [(number, table) for table, number in last.items()]
        link.many([*batches, Batch("UPDATE head SET last = ? WHERE table_key = ?", heads)])

    def _range(self, link: Link, columns: str, table: str, first: int, last: int) -> list[Row]:
        return link.ask(_RANGE.format(columns=columns), (table, last, table, first, first, last))

    def _last_line(self, link: Link, table: str) -> list[Row]:
        sql = (
            "SELECT h.seq, l.line FROM head h LEFT JOIN line l ON l.id = h.last"
            " AND l.table_key = h.table_key AND l.seq = h.seq WHERE h.table_key = ?"
        )
        return link.ask(sql, (table,))

    def _select(self, relation: schema.Relation) -> str:
        if relation.name != "line":
            return relation.select
        return f"SELECT {', '.join(relation.columns)} FROM line ORDER BY id"

    def _take(self) -> None:
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

    def _release(self) -> None:
        if self._lease is not None:
            os.close(self._lease)
            self._lease = None

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._close_resting()
            self._drop_writer()
            self._leased = None
            self._release()

    def damage(self) -> Iterator[str]:
        """What is wrong with the file as such."""

        def read(link: Link) -> list[str]:
            found = [str(row[0]) for row in link.ask("PRAGMA quick_check(10)")]
            loose = link.ask("PRAGMA foreign_key_check")
            found += [f"a row of {row[0]} refers to none of {row[2]}" for row in loose[:10]]
            return [each for each in found if each != "ok"]

        yield from self._snapshot(read)

    def _close_resting(self) -> None:
        while (link := self._rested()) is not None:
            link.close()

    def _renumber(self, link: Link) -> None:
        """SQLite sees to it by itself."""


def _joined(lines: LineBatch) -> list[Row]:
    """Where each table goes on: one statement moves a head but once."""
    found: dict[str, Row] = {}
    for seq, table, before in lines.heads:
        start = found.get(table, (before, table, before))
        if start[0] != before:
            raise Conflict(lines.astray)
        found[table] = (seq, table, start[2])
    return list(found.values())


def sync_folder(path: Path) -> None:
    """Make the name of a new file durable."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
