"""The store in PostgreSQL: one connection that writes, a few that read, each made anew when lost.

The lease is an advisory lock of the very connection that writes, so nothing is ever written
without it. Each write also shares a second lock for as long as it lasts; whoever has that lock
alone knows that no write is still under way, not even one whose connection was lost.
"""

import os
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import TransactionStatus

from lammer.store import schema
from lammer.store.batches import Batch, LineBatch, Row, widened
from lammer.store.port import Conflict, StoreError, Unfit, Unsure
from lammer.store.sql import PIECE, Link, SqlStore

T = TypeVar("T")

MOST_READERS = 8
CONNECT_SECONDS = 5
STATEMENT_SECONDS = 30
LOCK_SECONDS = 10
READER_SECONDS = 10
LEASE, WRITES = (0x4C41_4D52, 1), (0x4C41_4D52, 2)
"""The advisory locks: of the house, and of the writes under way."""

_BEGIN = (
    "BEGIN ISOLATION LEVEL READ COMMITTED",
    f"SELECT pg_advisory_xact_lock_shared({WRITES[0]}, {WRITES[1]})",
)
_ALONE = f"SELECT pg_advisory_xact_lock({WRITES[0]}, {WRITES[1]})"
_TAKE = f"SELECT pg_try_advisory_lock({LEASE[0]}, {LEASE[1]})"
_GIVE = f"SELECT pg_advisory_unlock({LEASE[0]}, {LEASE[1]})"
_HOLDER = (
    "SELECT a.pid, a.application_name, coalesce(host(a.client_addr), 'this host')"
    " FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"
    " JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()"
    f" WHERE l.locktype = 'advisory' AND l.granted AND l.classid = {LEASE[0]}"
    f" AND l.objid = {LEASE[1]}"
)
_SETTINGS = (
    "SET search_path TO lammer",
    "SET client_encoding TO 'UTF8'",
    f"SET statement_timeout TO '{STATEMENT_SECONDS}s'",
    f"SET lock_timeout TO '{LOCK_SECONDS}s'",
    f"SET idle_in_transaction_session_timeout TO '{STATEMENT_SECONDS}s'",
    "SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')"
    " WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false)",
)
_HEAD = "UPDATE head SET seq = ? WHERE table_key = ? AND seq = ?"
_LINE = "INSERT INTO line (table_key, seq, person, client, number, line) VALUES (?, ?, ?, ?, ?, ?)"
_GENERATION = "SELECT value FROM meta WHERE key = 'generation'"

_FAILED = (psycopg.Error, OverflowError, UnicodeError)
_UNFIT = (psycopg.DataError, OverflowError, UnicodeError)

_WORDS = {
    "53100": "The database's disk is full. Make room; the store goes on by itself.",
    "53300": "The database takes no more connections. Close some, or let it take more.",
    "57014": "The database took too long. See what keeps it.",
    "55P03": "Another program holds what was asked for. Try again, or end it.",
    "25006": "The database cannot be written to. Give the address of the one that can.",
    "42501": "The database does not let this user do that. Give the user the rights.",
    "42P01": "There is no house in this database. Start the server on it once.",
    "3F000": "There is no house in this database. Start the server on it once.",
}


class _Lost(StoreError):
    """The connection was lost before the commit."""


def _trouble(error: BaseException, conflict: str = "") -> StoreError:
    """An error of the driver in our words."""
    if isinstance(error, psycopg.IntegrityError):
        detail = error.diag.message_primary or str(error)
        return Conflict(conflict or f"The write does not follow on what is stored: {detail}.")
    if isinstance(error, _UNFIT):
        return Unfit(f"This cannot be written down. ({error})")
    said = _WORDS.get(getattr(error, "sqlstate", None) or "")
    if said is None and isinstance(error, psycopg.OperationalError):
        said = "PostgreSQL cannot be reached. The store goes on when it can."
    return StoreError(f"{said or 'The database could not do this.'} ({error})")


def _lost(error: psycopg.Error) -> bool:
    """Whether the connection itself is gone, and not just what was asked of it refused."""
    state = error.sqlstate
    return isinstance(error, psycopg.OperationalError) and (
        state is None or state.startswith(("57P", "08"))
    )


@lru_cache(maxsize=256)
def _spelled(sql: str) -> str:
    return sql.replace("?", "%s")


class PostgresLink(Link):
    """A connection to PostgreSQL. A transaction's first statements wait for the next one, and go
    out together with it."""

    def __init__(self, connection: psycopg.Connection[Row]) -> None:
        self.connection = connection
        self._waiting: tuple[str, ...] = ()
        self._last: psycopg.Cursor[Row] | None = None

    @property
    def lost(self) -> bool:
        return self.connection.closed or self.connection.broken

    @property
    def resting(self) -> bool:
        """Whether no transaction is open on it."""
        return self.connection.info.transaction_status == TransactionStatus.IDLE

    def begin(self, statements: Sequence[str]) -> None:
        self._waiting, self._last = tuple(statements), None

    def begun(self) -> list[Row]:
        """What the last of the first statements answered; nothing if it could not."""
        if self._waiting:
            with self.connection.pipeline():
                self._send_waiting()
        if self._last is None or self._last.pgresult is None or not self._last.description:
            return []
        return self._last.fetchall()

    def _send_waiting(self) -> None:
        statements, self._waiting = self._waiting, ()
        for statement in statements:
            self._last = self.connection.execute(statement)

    def ask(self, sql: str, values: Row = ()) -> list[Row]:
        return self._execute(sql, values).fetchall()

    def do(self, sql: str, values: Row = ()) -> int:
        return self._execute(sql, values).rowcount

    def insert(self, sql: str, values: Row) -> int:
        (row,) = self._execute(f"{sql} RETURNING id", values).fetchall()
        return int(row[0])

    def _execute(self, sql: str, values: Row) -> psycopg.Cursor[Row]:
        if not self._waiting:
            return self.connection.execute(_spelled(sql), tuple(values) or None)
        with self.connection.pipeline():
            self._send_waiting()
            return self.connection.execute(_spelled(sql), tuple(values) or None)

    def many(self, batches: Sequence[Batch]) -> None:
        """All of them go out together, and then what came of them is looked at. One statement may
        not meet a row twice here; those that might are the ones that are counted."""
        counted = []
        with self.connection.pipeline():
            self._send_waiting()
            for sql, rows, missed in batches:
                for some in widened(sql, rows) if missed is None else [(sql, rows)]:
                    cursor = self.connection.cursor()
                    cursor.executemany(_spelled(some[0]), some[1])
                if missed is not None:
                    counted.append((cursor, len(rows), missed))
        for cursor, wanted, missed in counted:
            if cursor.rowcount != wanted:
                raise Conflict(missed)

    def stream(self, sql: str) -> Iterator[list[Row]]:
        with self.connection.cursor(name="piecewise") as cursor:
            cursor.execute(sql)
            while rows := cursor.fetchmany(PIECE):
                yield rows

    def undo(self) -> None:
        """Leave the transaction, if there is one."""
        with suppress(psycopg.Error):
            if not self.lost:
                self.connection.execute("ROLLBACK")

    def close(self) -> None:
        with suppress(psycopg.Error):
            self.connection.close()


class PostgresStore(SqlStore):
    """The house in a PostgreSQL database, in a schema of its own (``lammer``)."""

    words = schema.POSTGRES

    def __init__(self, address: str, *, steps: Sequence[schema.Step] = schema.STEPS) -> None:
        super().__init__(steps)
        name = f"lammer {os.getpid()} on {socket.gethostname()}"[:50]
        self._name = f"{name} {secrets.token_hex(4)}"
        self._address = self._completed(address)
        self._lock = threading.RLock()
        self._writer: PostgresLink | None = None
        self._resting: list[PostgresLink] = []
        self._reading = threading.BoundedSemaphore(MOST_READERS)
        self._holding = False
        self._in_doubt = False
        self._closed = False

    def _completed(self, address: str) -> str:
        """The address with what keeps a lost connection from being waited for."""
        try:
            given = conninfo_to_dict(address)
        except psycopg.Error as error:
            raise StoreError(
                f"This is no address of a PostgreSQL database ({error}). It looks like this:"
                " postgresql://user:password@host/database"
            ) from error
        wanted: dict[str, Any] = {
            "connect_timeout": CONNECT_SECONDS,
            "keepalives_idle": 10,
            "keepalives_interval": 5,
            "keepalives_count": 3,
            "tcp_user_timeout": 20_000,
        }
        return make_conninfo("", **{**wanted, **given, "application_name": self._name})

    # Connections

    def _open(self) -> PostgresLink:
        if self._closed:
            raise StoreError("The store is closed.")
        link = PostgresLink(psycopg.connect(self._address, autocommit=True))
        try:
            with link.connection.pipeline():
                for setting in _SETTINGS:
                    link.connection.execute(setting)
        except BaseException:
            link.close()
            raise
        return link

    def _writing(self) -> PostgresLink:
        """The connection that writes; a new one takes the lease again before anything else."""
        if self._closed:
            raise StoreError("The store is closed.")
        if self._writer is not None and self._writer.lost:
            self._drop_writer()
        if self._writer is None:
            try:
                link = self._open()
            except _FAILED as error:
                raise _trouble(error) from error
            try:
                if self._holding:
                    self._hold(link)
            except BaseException:
                link.close()
                raise
            self._writer = link
        if self._in_doubt:
            self._settle(self._writer)
        return self._writer

    def _settle(self, link: PostgresLink) -> None:
        """Wait until a write whose connection was lost is over, one way or the other."""
        try:
            link.do("BEGIN")
            link.do(_ALONE)
            link.do("COMMIT")
        except _FAILED as error:
            link.undo()
            raise _trouble(error) from error
        self._in_doubt = False

    def _touch(self, link: Link) -> None:
        link.do("UPDATE meta SET value = value WHERE key = 'version'")  # A new copy of the row.

    def _drop_writer(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def _write(self, do: Callable[[Link], T], conflict: str = "") -> T:
        with self._lock:
            known = self._writer
            link = self._writing()
            try:
                result = self._carry_out(link, do, conflict)
            except _Lost:
                if link is not known:
                    raise
                # It was lost while it rested. Nothing was done, so it may be done anew.
                link = self._writing()
                result = self._carry_out(link, do, conflict)
            self._finish(link, conflict)
            return result

    def _carry_out(self, link: PostgresLink, do: Callable[[Link], T], conflict: str) -> T:
        """Everything up to the commit. That the house is still the same is found out on the way,
        and said before anything else that went wrong."""
        leased = self._leased is not None
        link.begin((*_BEGIN, _GENERATION) if leased else _BEGIN)
        try:
            result = do(link)
            self._check(link)
            return result
        except _FAILED as error:
            with self._undoing(link):
                self._check(link)
            if isinstance(error, psycopg.Error) and _lost(error):
                raise _Lost(str(_trouble(error))) from error
            raise _trouble(error, conflict) from error
        except BaseException:
            with self._undoing(link):
                self._check(link)
            raise

    def _check(self, link: PostgresLink) -> None:
        found = link.begun()
        if self._leased is not None and found:
            self._same_house(int(found[0][0]))

    @contextmanager
    def _undoing(self, link: PostgresLink) -> Iterator[None]:
        """Leave the transaction in any case."""
        try:
            with suppress(psycopg.Error):
                yield
        finally:
            self._undo(link)

    def _finish(self, link: PostgresLink, conflict: str) -> None:
        try:
            ended = link.connection.execute("COMMIT").statusmessage
        except _FAILED as error:
            if link.lost or isinstance(error, psycopg.OperationalError):
                self._in_doubt = True
                self._drop_writer()
                raise Unsure(f"PostgreSQL was lost while it committed. ({error})") from error
            self._undo(link)
            raise _trouble(error, conflict) from error
        except BaseException:
            self._in_doubt = True
            self._drop_writer()
            raise
        if ended != "COMMIT":
            raise StoreError("PostgreSQL took the write back.")

    def _undo(self, link: PostgresLink) -> None:
        link.undo()
        if link.lost or not link.resting:
            self._drop_writer()

    def _read(self, do: Callable[[Link], T]) -> T:
        return self._reader(lambda: self._with_reader(do))

    def _reader(self, read: Callable[[], T]) -> T:
        if self._in_doubt:
            with self._lock:
                self._writing()
        if not self._reading.acquire(timeout=READER_SECONDS):
            raise StoreError("Too many are reading from the database at once. Try again.")
        try:
            return read()
        except _FAILED as error:
            raise _trouble(error) from error
        finally:
            self._reading.release()

    def _with_reader(self, do: Callable[[Link], T]) -> T:
        """Read on a connection that rested; if it was lost meanwhile, on another."""
        while (link := self._rested()) is not None:
            try:
                return self._on(link, do)
            except psycopg.OperationalError as error:
                if not _lost(error):
                    raise
        return self._on(self._open(), do)

    def _on(self, link: PostgresLink, do: Callable[[Link], T]) -> T:
        try:
            return do(link)
        finally:
            self._rest(link)

    def _rest(self, link: PostgresLink) -> None:
        if link.lost or not link.resting:
            link.close()
            return
        self._resting.append(link)
        if self._closed:
            self._close_resting()

    def _rested(self) -> PostgresLink | None:
        try:
            return self._resting.pop()
        except IndexError:
            return None

    def _close_resting(self) -> None:
        while (link := self._rested()) is not None:
            link.close()

    def _snapshot(self, do: Callable[[Link], T]) -> T:
        """Long questions may take their time here."""

        def read(link: Link) -> T:
            assert isinstance(link, PostgresLink)
            link.do("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            try:
                link.do("SET LOCAL statement_timeout TO 0")
                link.do("SET LOCAL idle_in_transaction_session_timeout TO 0")
                return do(link)
            finally:
                link.undo()

        return self._reader(lambda: self._on(self._open(), read))

    # Life

    def _tables(self, link: Link) -> set[str]:
        sql = "SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = 'lammer'"
        return {name for (name,) in link.ask(sql)}

    def _alone(self, link: Link) -> None:
        link.do(_ALONE)
        link.do("SET LOCAL statement_timeout TO 0")

    def _hold_still(self, link: Link) -> None:
        link.do("LOCK TABLE meta IN ACCESS SHARE MODE")

    def _empty(self, link: Link, relations: Sequence[str]) -> None:
        link.do(f"TRUNCATE {', '.join(relations)}")

    def _upgrade(self, link: Link) -> None:
        link.do("CREATE SCHEMA IF NOT EXISTS lammer")
        super()._upgrade(link)

    def _put(self, link: Link, lines: LineBatch, rest: Sequence[Batch]) -> None:
        head = Batch(_HEAD, lines.heads, lines.astray)
        link.many([head, Batch(_LINE, lines.rows), *rest])

    def _put_back(self, link: Link, rows: Sequence[Row]) -> None:
        link.many([Batch(_LINE, rows)])

    def _range(self, link: Link, columns: str, table: str, first: int, last: int) -> list[Row]:
        sql = (
            f"SELECT {columns} FROM line WHERE table_key = ? AND seq >= ? AND seq <= ? ORDER BY seq"
        )
        return link.ask(sql, (table, first, last))

    def _last_line(self, link: Link, table: str) -> list[Row]:
        sql = (
            "SELECT h.seq, l.line FROM head h LEFT JOIN line l ON l.table_key = h.table_key"
            " AND l.seq = h.seq WHERE h.table_key = ?"
        )
        return link.ask(sql, (table,))

    def _take(self) -> None:
        with self._lock:
            if self._holding:
                return
            self._holding = True
            try:
                link = self._writer if self._writer is not None and not self._writer.lost else None
                if link is not None:
                    self._hold(link)
                else:
                    self._writing()
            except BaseException:
                self._holding = False
                raise

    def _hold(self, link: PostgresLink) -> None:
        """Take the lock of the house on this connection. If it is an earlier connection of our own
        that still has it, that one is ended first."""
        end = time.monotonic() + LOCK_SECONDS
        try:
            while not link.ask(_TAKE)[0][0]:
                for pid, name, host in link.ask(_HOLDER):
                    if name != self._name:
                        who = f"{name} from {host}" if name else f"another user's, process {pid}"
                        raise StoreError(
                            f"Another server has this database: {who}. End it first, or give"
                            " another database."
                        )
                    link.ask("SELECT pg_terminate_backend(?)", (pid,))
                if time.monotonic() > end:
                    raise StoreError(
                        "An earlier connection to the database does not end. Try again."
                    )
                time.sleep(0.02)
        except _FAILED as error:
            raise _trouble(error) from error

    def _release(self) -> None:
        with self._lock:
            self._holding = False
            if self._writer is not None:
                with suppress(psycopg.Error):
                    self._writer.ask(_GIVE)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._close_resting()
            self._drop_writer()
            self._leased = None
            self._holding = False

    def _renumber(self, link: Link) -> None:
        for relation in schema.RELATIONS:
            if relation.numbered:
                link.ask(
                    f"SELECT setval(pg_get_serial_sequence('{relation.name}', 'id'),"
                    f" coalesce(max(id), 0) + 1, false) FROM {relation.name}"
                )
