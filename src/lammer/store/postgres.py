"""The store in PostgreSQL: one connection that writes, and a few that read. A lost one is replaced.

Each server shares an advisory lock of its writing connection, which a change of the schema needs
for itself. Each write also shares a second lock while it lasts; holding that lock exclusively
proves that no write is under way, not even one whose connection was lost. Which server runs a table
depends on neither (``sql_leases``).

A network that loses everything without a word must hold up neither side: no answer is awaited for
ever, and what a lost server has locked in the database is released there.
"""

import os
import secrets
import socket
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from typing import Any, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import TransactionStatus
from psycopg.sql import SQL, Identifier

from lammer.store import schema
from lammer.store.batches import Batch, LineBatch, Row, grouped
from lammer.store.connection import SqlConnection
from lammer.store.port import Conflict, InvalidData, OutcomeUnknown, PurseTooLow, StoreError
from lammer.store.sql import PAGE_ROWS, PURSE_TOO_LOW, IdleConnections, SqlStore

T = TypeVar("T")

MOST_READERS = 8
CONNECT_SECONDS = 5
STATEMENT_SECONDS = 30
LOCK_SECONDS = 10
READER_SECONDS = 10
ANSWER_SECONDS = STATEMENT_SECONDS + 5
"""How long an answer is awaited; the database itself ends a statement before."""
IDLE_SECONDS = 2
"""How long the database waits for the rest of a transaction before it ends the connection: what a
process holds that stands still must not hold up the others for as long as a lease."""
DEAD_MS = 10_000
"""How long either end of a connection waits for the other to confirm what was sent."""
LISTEN_SECONDS = 0.5
"""How long a listener waits before it looks whether it should end, and after a failure."""
LEASE, WRITES = (0x4C41_4D52, 1), (0x4C41_4D52, 2)
"""The advisory locks: of the servers, and of writes under way."""

_BEGIN = (
    "BEGIN ISOLATION LEVEL READ COMMITTED",
    f"SELECT pg_advisory_xact_lock_shared({WRITES[0]}, {WRITES[1]})",
)
_LOCK_WRITES = f"SELECT pg_advisory_xact_lock({WRITES[0]}, {WRITES[1]})"
_LOCK_LEASE = f"SELECT pg_try_advisory_lock({LEASE[0]}, {LEASE[1]})"
_SHARE_LEASE = f"SELECT pg_try_advisory_lock_shared({LEASE[0]}, {LEASE[1]})"
_UNLOCK_LEASE = "SELECT pg_advisory_unlock_all()"
_LEASE_HOLDER = (
    "SELECT a.pid, a.application_name, coalesce(host(a.client_addr), 'this host'),"
    " l.mode = 'ExclusiveLock' FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"
    " JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()"
    f" WHERE l.locktype = 'advisory' AND l.granted AND l.classid = {LEASE[0]}"
    f" AND l.objid = {LEASE[1]} AND a.pid <> pg_backend_pid()"
)
_SETTINGS = (
    "SET search_path TO lammer",
    "SET client_encoding TO 'UTF8'",
    f"SET statement_timeout TO '{STATEMENT_SECONDS}s'",
    f"SET lock_timeout TO '{LOCK_SECONDS}s'",
    f"SET idle_in_transaction_session_timeout TO '{IDLE_SECONDS}s'",
    "SET tcp_keepalives_idle TO 5",
    "SET tcp_keepalives_interval TO 2",
    "SET tcp_keepalives_count TO 3",
    f"SET tcp_user_timeout TO {DEAD_MS}",
    "SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')"
    " WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false)",
)
_END_HOLDERS = (
    "SELECT pg_terminate_backend(a.pid) FROM head"
    " JOIN pg_stat_activity a ON a.backend_xid = head.xmax"
    " WHERE head.table_key = ANY(?) AND a.wait_event = 'ClientRead'"
    f" AND a.xact_start < now() - interval '{IDLE_SECONDS} seconds'"
    " AND pg_has_role(a.usesysid, 'MEMBER')"
)
"""Ends the transactions that hold rows of tables and wait for their clients. The database's own
time limit does not: in the middle of a pipeline it runs no clock."""
_HEAD = "UPDATE head SET seq = ? WHERE table_key = ? AND seq = ? AND epoch = ?"
_LINE = "INSERT INTO line (table_key, seq, person, client, number, line) VALUES (?, ?, ?, ?, ?, ?)"
_SELECT_GENERATION = "SELECT value FROM meta WHERE key = 'generation'"

_ERRORS = (psycopg.Error, OverflowError, UnicodeError)
_INVALID = (psycopg.DataError, OverflowError, UnicodeError)

_MESSAGES = {
    "53100": "The database's disk is full. Make room; the store recovers by itself.",
    "53300": "The database takes no more connections. Close some, or let it take more.",
    "57014": "The database took too long. Find out what delays it.",
    "55P03": "Another program holds what was asked for. Try again, or end it.",
    "25006": "The database cannot be written to. Give the address of the one that can.",
    "42501": "The database does not let this user do that. Give the user the rights.",
    "42P01": "There is no house in this database. Start the server on it once.",
    "3F000": "There is no house in this database. Start the server on it once.",
}


def _channel(process: str) -> str:
    """Return the channel on which a process is woken."""
    return f"lammer_{process}"


class _Lost(StoreError):
    """The connection was lost before the commit."""


def _translated(error: BaseException, conflict: str = "") -> StoreError:
    """Return the store's error for an error of the driver."""
    if isinstance(error, psycopg.errors.CheckViolation):
        return PurseTooLow(conflict or PURSE_TOO_LOW)
    if isinstance(error, psycopg.IntegrityError):
        detail = error.diag.message_primary or str(error)
        return Conflict(conflict or f"The write does not follow on what is stored: {detail}.")
    if isinstance(error, _INVALID):
        return InvalidData(f"This cannot be written down. ({error})")
    text = _MESSAGES.get(getattr(error, "sqlstate", None) or "")
    if text is None and isinstance(error, psycopg.OperationalError):
        text = "PostgreSQL cannot be reached. The store recovers when it can."
    return StoreError(f"{text or 'The database could not do this.'} ({error})")


def _lost(error: psycopg.Error) -> bool:
    """True if the connection is lost, and not just a statement refused."""
    state = error.sqlstate
    return isinstance(error, psycopg.OperationalError) and (
        state is None or state.startswith(("57P", "08"))
    )


@lru_cache(maxsize=256)
def _with_placeholders(sql: str) -> str:
    return sql.replace("?", "%s")


class AnswerOverdue(psycopg.OperationalError):
    """The database has not answered in time."""


class TimedDriver(psycopg.Connection[Row]):
    """A connection that is given up, like one that was lost, when an answer takes ``patience``
    seconds; None: it is awaited for ever."""

    patience: float | None = None

    def wait(self, gen: Generator[Any, Any, T], *more: Any, **named: Any) -> T:
        if self.patience is not None:
            gen = _until(time.monotonic() + self.patience, gen)
        try:
            return super().wait(gen, *more, **named)
        except AnswerOverdue:
            self.pgconn.finish()
            raise


def _until(end: float, gen: Generator[Any, Any, T]) -> Generator[Any, Any, T]:
    """Pass on what the driver waits for; raise ``AnswerOverdue`` once it is too late."""
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if not ready and time.monotonic() > end:
                raise AnswerOverdue("It has not answered for too long.")
            wanted = gen.send(ready)
    except StopIteration as ended:
        found: T = ended.value
        return found


class PostgresConnection(SqlConnection):
    """A connection to PostgreSQL. The first statements of a transaction are sent together with the
    next one."""

    def __init__(self, driver: TimedDriver) -> None:
        self.driver = driver
        self._first_statements: tuple[str, ...] = ()
        self._last: psycopg.Cursor[Row] | None = None

    @property
    def lost(self) -> bool:
        return self.driver.closed or self.driver.broken

    @property
    def idle(self) -> bool:
        """True if no transaction is open."""
        return self.driver.info.transaction_status == TransactionStatus.IDLE

    def begin(self, statements: Sequence[str]) -> None:
        self._first_statements, self._last = tuple(statements), None
        self.driver.patience = ANSWER_SECONDS

    def take_long(self) -> None:
        """Set no time limits in this transaction."""
        self.execute("SET LOCAL statement_timeout TO 0")
        self.execute("SET LOCAL idle_in_transaction_session_timeout TO 0")
        self.driver.patience = None

    def first_result(self) -> list[Row]:
        """Return the result of the last of the first statements; empty if it failed."""
        if self._first_statements:
            with self.driver.pipeline():
                self._send_first()
        if self._last is None or self._last.pgresult is None or not self._last.description:
            return []
        return self._last.fetchall()

    def _send_first(self) -> None:
        statements, self._first_statements = self._first_statements, ()
        cursors = [self.driver.execute(statement) for statement in statements]
        # Only once all are sent: if the connection is lost in between, the result of an earlier
        # statement must not be taken for that of the last one.
        if cursors:
            self._last = cursors[-1]

    def query(self, sql: str, values: Row = ()) -> list[Row]:
        return self._execute(sql, values).fetchall()

    def execute(self, sql: str, values: Row = ()) -> int:
        return self._execute(sql, values).rowcount

    def insert(self, sql: str, values: Row) -> int:
        (row,) = self._execute(f"{sql} RETURNING id", values).fetchall()
        return int(row[0])

    def _execute(self, sql: str, values: Row) -> psycopg.Cursor[Row]:
        if not self._first_statements:
            return self.driver.execute(_with_placeholders(sql), tuple(values) or None)
        with self.driver.pipeline():
            self._send_first()
            return self.driver.execute(_with_placeholders(sql), tuple(values) or None)

    def execute_many(self, batches: Sequence[Batch]) -> None:
        """Send all batches together, then check the counts. A statement must not affect a row
        twice; those that could are counted, and not grouped."""
        counted = []
        with self.driver.pipeline():
            self._send_first()
            for sql, rows, mismatch in batches:
                for some in grouped(sql, rows) if mismatch is None else [(sql, rows)]:
                    cursor = self.driver.cursor()
                    cursor.executemany(_with_placeholders(some[0]), some[1])
                if mismatch is not None:
                    counted.append((cursor, len(rows), mismatch))
        for cursor, wanted, mismatch in counted:
            if cursor.rowcount != wanted:
                raise Conflict(mismatch)

    def stream(self, sql: str) -> Iterator[list[Row]]:
        with self.driver.cursor(name="piecewise") as cursor:
            cursor.execute(sql)
            while rows := cursor.fetchmany(PAGE_ROWS):
                yield rows

    def roll_back(self) -> None:
        """Leave the transaction, if there is one."""
        with suppress(psycopg.Error):
            if not self.lost:
                self.driver.patience = ANSWER_SECONDS
                self.driver.execute("ROLLBACK")

    def close(self) -> None:
        with suppress(psycopg.Error):
            self.driver.close()


class PostgresStore(SqlStore):
    """A house in a PostgreSQL database, in a schema of its own (``lammer``)."""

    dialect = schema.POSTGRES
    shared = True

    def __init__(self, address: str, *, steps: Sequence[schema.Step] = schema.STEPS) -> None:
        super().__init__(steps)
        name = f"lammer {os.getpid()} on {socket.gethostname()}"[:50]
        self._link_name = f"{name} {secrets.token_hex(4)}"
        self._address = self._with_timeouts(address)
        self._lock = threading.RLock()
        self._writer: PostgresConnection | None = None
        self._idle_readers = IdleConnections[PostgresConnection]()
        self._reading = threading.BoundedSemaphore(MOST_READERS)
        self._leasing = False
        self._in_doubt = False
        self._closed = False

    def _with_timeouts(self, address: str) -> str:
        """Return the address with settings that detect a lost connection soon."""
        try:
            given = conninfo_to_dict(address)
        except psycopg.Error as error:
            raise StoreError(
                f"This is no address of a PostgreSQL database ({error}). It looks like this:"
                " postgresql://user:password@host/database"
            ) from error
        wanted: dict[str, Any] = {
            "connect_timeout": CONNECT_SECONDS,
            "keepalives_idle": 5,
            "keepalives_interval": 2,
            "keepalives_count": 3,
            "tcp_user_timeout": DEAD_MS,
        }
        return make_conninfo("", **{**wanted, **given, "application_name": self._link_name})

    # Connections

    def _open(self) -> PostgresConnection:
        if self._closed:
            raise StoreError("The store is closed.")
        db = PostgresConnection(TimedDriver.connect(self._address, autocommit=True))
        db.driver.patience = ANSWER_SECONDS
        try:
            with db.driver.pipeline():
                for setting in _SETTINGS:
                    db.driver.execute(setting)
        except BaseException:
            db.close()
            raise
        return db

    def _writing(self) -> PostgresConnection:
        """Return the writing connection; a new one takes the lease first."""
        if self._closed:
            raise StoreError("The store is closed.")
        if self._writer is not None and self._writer.lost:
            self._drop_writer()
        if self._writer is None:
            try:
                db = self._open()
            except _ERRORS as error:
                raise _translated(error) from error
            try:
                if self._leasing:
                    self._lock_lease(db)
                    self._check_version(db)
            except BaseException:
                db.close()
                raise
            self._writer = db
        if self._in_doubt:
            self._resolve_doubt(self._writer)
        return self._writer

    def _resolve_doubt(self, db: PostgresConnection) -> None:
        """Wait until a write whose connection was lost has ended."""
        try:
            db.execute("BEGIN")
            db.execute(_LOCK_WRITES)
            db.execute("COMMIT")
        except _ERRORS as error:
            db.roll_back()
            raise _translated(error) from error
        self._in_doubt = False

    def _touch(self, db: SqlConnection) -> None:
        # A new version of the row.
        db.execute("UPDATE meta SET value = value WHERE key = 'version'")

    def _drop_writer(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def _write(self, do: Callable[[SqlConnection], T], conflict: str = "") -> T:
        with self._lock:
            known = self._writer
            db = self._writing()
            try:
                result = self._run(db, do, conflict)
            except _Lost:
                if db is not known:
                    raise
                # Lost while idle: nothing was done, so it can be repeated.
                db = self._writing()
                result = self._run(db, do, conflict)
            self._commit(db, conflict)
            return result

    def _run(self, db: PostgresConnection, do: Callable[[SqlConnection], T], conflict: str) -> T:
        """Run a transaction up to the commit. If the database was restored, that is raised rather
        than any other error."""
        leased = self._leased is not None
        db.begin((*_BEGIN, _SELECT_GENERATION) if leased else _BEGIN)
        try:
            result = do(db)
            self._check_lease(db)
            return result
        except _ERRORS as error:
            with self._rolled_back(db):
                self._check_lease(db)
            if isinstance(error, psycopg.Error) and _lost(error):
                raise _Lost(str(_translated(error))) from error
            raise _translated(error, conflict) from error
        except BaseException:
            with self._rolled_back(db):
                self._check_lease(db)
            raise

    def _check_lease(self, db: PostgresConnection) -> None:
        found = db.first_result()
        if self._leased is not None and found:
            self._check_generation(int(found[0][0]))

    @contextmanager
    def _rolled_back(self, db: PostgresConnection) -> Iterator[None]:
        """Roll back in any case."""
        try:
            with suppress(psycopg.Error):
                yield
        finally:
            self._roll_back(db)

    def _commit(self, db: PostgresConnection, conflict: str) -> None:
        try:
            ended = db.driver.execute("COMMIT").statusmessage
        except _ERRORS as error:
            if db.lost or isinstance(error, psycopg.OperationalError):
                self._in_doubt = True
                self._drop_writer()
                raise OutcomeUnknown(
                    f"PostgreSQL was lost while it committed. ({error})"
                ) from error
            self._roll_back(db)
            raise _translated(error, conflict) from error
        except BaseException:
            self._in_doubt = True
            self._drop_writer()
            raise
        if ended != "COMMIT":
            raise StoreError("PostgreSQL took the write back.")

    def _roll_back(self, db: PostgresConnection) -> None:
        db.roll_back()
        if db.lost or not db.idle:
            self._drop_writer()

    def _read(self, do: Callable[[SqlConnection], T]) -> T:
        return self._reader(lambda: self._with_reader(do))

    def _reader(self, read: Callable[[], T]) -> T:
        if self._in_doubt:
            with self._lock:
                self._writing()
        if not self._reading.acquire(timeout=READER_SECONDS):
            raise StoreError("Too many are reading from the database at once. Try again.")
        try:
            return read()
        except _ERRORS as error:
            raise _translated(error) from error
        finally:
            self._reading.release()

    def _with_reader(self, do: Callable[[SqlConnection], T]) -> T:
        """Read on an idle connection; if it was lost meanwhile, on another."""
        while (db := self._idle_readers.take()) is not None:
            try:
                return self._run_on(db, do)
            except psycopg.OperationalError as error:
                if not _lost(error):
                    raise
        return self._run_on(self._open(), do)

    def _run_on(self, db: PostgresConnection, do: Callable[[SqlConnection], T]) -> T:
        try:
            return do(db)
        finally:
            self._return_reader(db)

    def _return_reader(self, db: PostgresConnection) -> None:
        if db.lost or not db.idle:
            db.close()
            return
        self._idle_readers.add(db)
        if self._closed:
            self._idle_readers.close()

    def _snapshot(self, do: Callable[[SqlConnection], T]) -> T:
        """Read without a time limit, since it may take long."""

        def read(db: SqlConnection) -> T:
            assert isinstance(db, PostgresConnection)
            db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            try:
                db.take_long()
                return do(db)
            finally:
                db.roll_back()

        return self._reader(lambda: self._run_on(self._open(), read))

    # Lifecycle

    def _tables(self, db: SqlConnection) -> set[str]:
        sql = "SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = 'lammer'"
        return {name for (name,) in db.query(sql)}

    def _wait_for_writes(self, db: SqlConnection) -> None:
        assert isinstance(db, PostgresConnection)
        db.execute(_LOCK_WRITES)
        db.take_long()

    def _untouched(self, db: SqlConnection, tables: Sequence[str]) -> set[str]:
        sql = "SELECT table_key FROM head WHERE table_key = ANY(?) FOR UPDATE SKIP LOCKED"
        free = {key for (key,) in db.query(sql, (list(tables),))}
        held = [table for table in tables if table not in free]
        if held:
            db.query(_END_HOLDERS, (held,))
        return free

    def _lock_processes(self, db: SqlConnection) -> None:
        db.execute("LOCK TABLE process IN SHARE ROW EXCLUSIVE MODE")

    def _block_restores(self, db: SqlConnection) -> None:
        db.execute("LOCK TABLE meta IN ACCESS SHARE MODE")

    def _delete_all(self, db: SqlConnection, relations: Sequence[str]) -> None:
        db.execute(f"TRUNCATE {', '.join(relations)}")

    def _upgrade(self, db: SqlConnection) -> None:
        db.execute("CREATE SCHEMA IF NOT EXISTS lammer")
        super()._upgrade(db)

    def _write_lines(self, db: SqlConnection, lines: LineBatch, rest: Sequence[Batch]) -> None:
        head = Batch(_HEAD, lines.heads, lines.conflict)
        db.execute_many([head, Batch(_LINE, lines.rows), *rest])

    def _restore_lines(self, db: SqlConnection, rows: Sequence[Row]) -> None:
        db.execute_many([Batch(_LINE, rows)])

    def _read_lines(
        self, db: SqlConnection, columns: str, table: str, first: int, last: int
    ) -> list[Row]:
        sql = (
            f"SELECT {columns} FROM line WHERE table_key = ? AND seq >= ? AND seq <= ? ORDER BY seq"
        )
        return db.query(sql, (table, first, last))

    def _delete_lines(self, db: SqlConnection, table: str, first: int, last: int) -> None:
        sql = "DELETE FROM line WHERE table_key = ? AND seq >= ? AND seq <= ?"
        db.execute(sql, (table, first, last))

    def _last_line(self, db: SqlConnection, table: str) -> list[Row]:
        sql = (
            "SELECT h.seq, l.line FROM head h LEFT JOIN line l ON l.table_key = h.table_key"
            " AND l.seq = h.seq WHERE h.table_key = ?"
        )
        return db.query(sql, (table,))

    def _acquire_lease(self, alone: bool = False) -> None:
        with self._lock:
            if self._leasing:
                return
            try:
                self._lock_lease(self._writing(), alone)
            except _ERRORS as error:
                raise _translated(error) from error
            self._leasing = True

    def _lock_lease(self, db: PostgresConnection, alone: bool = False) -> None:
        """Share the lease on this connection, or take it for this server alone. If an earlier
        connection of this process still holds it, end that one first: it may have a write under
        way. Wait for a server that has it alone, for that one changes the schema."""
        end, lock = time.monotonic() + LOCK_SECONDS, _LOCK_LEASE if alone else _SHARE_LEASE
        try:
            while True:
                holders = db.query(_LEASE_HOLDER)
                earlier = [pid for pid, name, *_ in holders if name == self._link_name]
                if not earlier and db.query(lock)[0][0]:
                    return
                for pid in earlier:
                    db.query("SELECT pg_terminate_backend(?)", (pid,))
                others = [each for each in holders if each[1] != self._link_name]
                changing = any(held and name.startswith("lammer ") for _, name, _, held in others)
                if others and not earlier and not (changing and time.monotonic() < end):
                    pid, name, host, _ = others[0]
                    who = f"{name} from {host}" if name else f"another user's, process {pid}"
                    instead = "End it first, or give another database."
                    if alone:
                        instead = "This program has a newer schema: end every other server first."
                    raise StoreError(f"Another server has this database: {who}. {instead}")
                if time.monotonic() > end:
                    raise StoreError(
                        "An earlier connection to the database does not end. Try again."
                    )
                time.sleep(0.02)
        except _ERRORS as error:
            raise _translated(error) from error

    def _release_lease(self) -> None:
        with self._lock:
            self._leasing = False
            if self._writer is not None:
                with suppress(psycopg.Error):
                    self._writer.query(_UNLOCK_LEASE)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._idle_readers.close()
            self._drop_writer()
            self._leased = None
            self._leasing = False

    def wake(self, processes: Sequence[str]) -> None:
        for name in processes:
            self._rows("SELECT pg_notify(?, '')", (_channel(name),))

    def listen(self, woken: Callable[[], None]) -> Callable[[], None]:
        ended, name = threading.Event(), self._joined().name
        work = partial(self._listen, _channel(name), woken, ended)
        thread = threading.Thread(target=work, name="lammer-listen", daemon=True)
        thread.start()

        def end() -> None:
            ended.set()
            thread.join()

        return end

    def _listen(self, channel: str, woken: Callable[[], None], ended: threading.Event) -> None:
        """Listen on a connection of its own, and on another if it is lost."""
        while not ended.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True) as connection:
                    connection.execute(SQL("LISTEN {}").format(Identifier(channel)))
                    while not ended.is_set():
                        if list(connection.notifies(timeout=LISTEN_SECONDS, stop_after=1)):
                            woken()
            except _ERRORS:
                ended.wait(LISTEN_SECONDS)

    def _reset_sequences(self, db: SqlConnection) -> None:
        for relation in schema.RELATIONS:
            if relation.numbered:
                db.query(
                    f"SELECT setval(pg_get_serial_sequence('{relation.name}', 'id'),"
                    f" coalesce(max(id), 0) + 1, false) FROM {relation.name}"
                )
