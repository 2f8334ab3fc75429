"""The store in SQL, the part that SQLite and PostgreSQL share.

Transactions, the meaning of errors, and the lease differ, and are left to the two subclasses.
"""

import secrets
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Generic, NamedTuple, Protocol, TypeVar

from lammer.store import schema
from lammer.store.batches import (
    ADD_TRANSFER,
    CHANGE_PURSE,
    NO_PURSE,
    Batch,
    LineBatch,
    Row,
    batches,
)
from lammer.store.connection import SqlConnection
from lammer.store.port import (
    Conflict,
    HandRecord,
    Invitation,
    LeaseLost,
    LogEntry,
    LoginSession,
    Person,
    PlayedHand,
    PrunedTable,
    PublishedHead,
    StoreError,
    Superseded,
    TableRecord,
    Tick,
    TooManyTables,
    Transfer,
)
from lammer.store.schema import COLUMNS, INSERTS
from lammer.store.sql_leases import SqlLeases
from lammer.store.sql_logins import SqlLogins
from lammer.store.sql_school import SqlSchool

T = TypeVar("T")
Keep = Callable[[str, Sequence[Row]], None]
"""Takes rows of a relation."""

PAGE_ROWS = 500
"""Rows read at a time."""
MOST_ROWS = 1000
"""The limit of every list, whatever limit is requested."""
PRUNED_AT_ONCE = 4096
"""Lines that are deleted in one transaction; a multiple of ``sqlite.INDEXED``."""
MOST_FINDINGS = 100
"""The limit of errors of one kind in ``verify``."""


class Inconsistency(NamedTuple):
    """Two stored sums that should be equal, in words, and by how many cents they are not."""

    what: str
    cents: int


class Closeable(Protocol):
    def close(self) -> None: ...


C = TypeVar("C", bound=Closeable)


class IdleConnections(Generic[C]):
    """Idle connections. Several threads may use one of these at once: taking and adding are single
    operations of a list."""

    def __init__(self) -> None:
        self._idle: list[C] = []

    def add(self, db: C) -> None:
        self._idle.append(db)

    def take(self) -> C | None:
        """Remove and return a connection; None if there is none."""
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def close(self) -> None:
        """Close all connections in here."""
        while (db := self.take()) is not None:
            db.close()


def as_bytes(value: object) -> bytes:
    """Return bytes as they are stored; SQLite has text where somebody wrote it by hand."""
    return value.encode() if isinstance(value, str) else bytes(value)  # type: ignore[call-overload]


def clamped(limit: int) -> int:
    """Return a limit within the bounds of a list.

    >>> clamped(20), clamped(10**9), clamped(-1)
    (20, 1000, 0)
    """
    return max(0, min(limit, MOST_ROWS))


# The port

_TABLE = (
    "SELECT key, name, rules, game, kind, clock, house, opened_by, opened, closed FROM game_table"
)
_PRUNED = f"SELECT {COLUMNS['pruned_table']} FROM pruned_table"
_PUBLISHED = "SELECT seq, hash, at FROM published_head WHERE table_key = ?"
_PEOPLE = (
    "SELECT p.*, r.role FROM (SELECT {columns} FROM person WHERE {which}) p"
    " LEFT JOIN role r ON r.person = p.id ORDER BY p.id, r.role"
)
_AT_TABLES = (
    "SELECT COALESCE(SUM(b.cents), 0) FROM seat s JOIN balance b ON b.table_key = s.table_key"
    " AND b.account IN ('rail-' || s.seat, 'layout-' || s.seat) WHERE s.person = ?"
)
_REVOKE_ALL = "UPDATE session SET revoked = ? WHERE person = ? AND id <> ? AND revoked IS NULL"
_ADD_HEAD = "INSERT INTO head (table_key, seq, process, epoch) VALUES (?, 0, ?, ?)"
_LOCK_ROLE = "UPDATE role SET role = role WHERE role = ?"
_ALIKE = (
    "SELECT 1 FROM game_table WHERE rules = ? AND game = ? AND house = ? AND opened_by IS NULL"
    " AND closed IS NULL"
)
_LOCK_PERSON = "UPDATE person SET kind = kind WHERE id = ?"
_OPEN_BY = (
    "SELECT count(*) FROM game_table WHERE opened_by = ? AND kind = 'automatic' AND closed IS NULL"
)
_SET_FIRST = (
    "INSERT INTO meta (key, value) VALUES ('first-invitation', ?)"
    " ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)
_SESSION = f"SELECT {COLUMNS['session']} FROM session"
_PART = f"SELECT {COLUMNS['played_hand']} FROM played_hand WHERE person = ?"
PURSE_TOO_LOW = "A purse has fewer chips than were to be taken from it."
"""There is one CHECK in the schema."""
_PURSE_TOO_LOW = "The purse of person {person} cannot take {cents} cents: it would fall below zero."


class SqlStore(SqlSchool, SqlLogins, SqlLeases):
    """A store in an SQL database. ``steps``: the versions of its schema."""

    def __init__(self, steps: Sequence[schema.Step] = schema.STEPS) -> None:
        SqlLeases.__init__(self)
        self._steps = tuple(steps)
        self._leased: int | None = None
        """The generation at the lease; None while there is no lease."""
        self._held: SqlConnection | None = None
        """The connection that everything is read on, while all is read as of one moment."""

    # To be implemented for a database

    @abstractmethod
    def _write(self, do: Callable[[SqlConnection], T], conflict: str = "") -> T:
        """Call ``do`` in one transaction, durable on return. ``conflict``: the error text if a
        constraint is violated."""

    @abstractmethod
    def _read(self, do: Callable[[SqlConnection], T]) -> T:
        """Call ``do``, with a single query, on a reading connection; possibly twice."""

    def _rows(self, sql: str, values: Row = ()) -> list[Row]:
        return self._on_reader(lambda db: db.query(sql, values))

    def _on_reader(self, do: Callable[[SqlConnection], T]) -> T:
        """Call ``do``, with a single query."""
        return self._read(do) if self._held is None else do(self._held)

    def _on_snapshot(self, do: Callable[[SqlConnection], T]) -> T:
        """Call ``do``, with any number of queries, on a consistent snapshot."""
        return self._snapshot(do) if self._held is None else do(self._held)

    def as_of_now(self, do: Callable[[], T]) -> T:
        """Call ``do``; all that it reads from this store, in this thread, is as of one moment. No
        other thread may use the store meanwhile."""

        def hold(db: SqlConnection) -> T:
            self._block_restores(db)
            self._check_version(db)
            self._held = db
            try:
                return do()
            finally:
                self._held = None

        return self._snapshot(hold)

    def _execute(self, sql: str, values: Row, conflict: str = "") -> None:
        self._write(lambda db: db.execute(sql, values), conflict)

    @abstractmethod
    def _snapshot(self, do: Callable[[SqlConnection], T]) -> T:
        """Call ``do``, with any number of queries, on a consistent snapshot."""

    @abstractmethod
    def _tables(self, db: SqlConnection) -> set[str]:
        """Return the names of the existing relations."""

    @abstractmethod
    def _wait_for_writes(self, db: SqlConnection) -> None:
        """Wait, in a transaction, until no other write is under way."""

    @abstractmethod
    def _block_restores(self, db: SqlConnection) -> None:
        """Keep restores from changing what a snapshot reads."""

    @abstractmethod
    def _delete_all(self, db: SqlConnection, relations: Sequence[str]) -> None:
        """Delete all rows of these relations; each is referred to only by earlier ones."""

    @abstractmethod
    def _write_lines(self, db: SqlConnection, lines: LineBatch, rest: Sequence[Batch]) -> None:
        """Write the lines of a group, ``Conflict`` if they do not continue the log; then the
        rest."""

    @abstractmethod
    def _restore_lines(self, db: SqlConnection, rows: Sequence[Row]) -> None:
        """Write lines whose heads exist already, in order for each table."""

    @abstractmethod
    def _read_lines(
        self, db: SqlConnection, columns: str, table: str, first: int, last: int
    ) -> list[Row]:
        """Return lines of a table from ``first`` to ``last``, in order."""

    @abstractmethod
    def _last_line(self, db: SqlConnection, table: str) -> list[Row]:
        """Return the number of the last line, and the line; None for the line if it is missing."""

    @abstractmethod
    def _acquire_lease(self, alone: bool = False) -> None:
        """Take the lease; ``alone``: also where several servers may share it."""

    @abstractmethod
    def _release_lease(self) -> None:
        """Give it back."""

    @abstractmethod
    def close(self) -> None: ...

    # Lifecycle

    def _version(self, db: SqlConnection) -> int:
        there = self._tables(db)
        if not there:
            return 0
        found = db.query("SELECT value FROM meta WHERE key = 'version'") if "meta" in there else []
        if not found:
            raise StoreError("This database holds something else. Give an empty one.")
        version = int(found[0][0])
        if version > len(self._steps):
            raise StoreError(
                f"This database is at version {version}, and this program knows versions up to"
                f" {len(self._steps)}. Use a newer Lammer, or restore an older backup elsewhere."
            )
        return version

    def migrate(self) -> int:
        if self.version() < len(self._steps):
            leased = self._leased is not None
            try:
                if not leased:
                    self._acquire_lease(alone=True)
            except StoreError:
                if self.version() < len(self._steps):
                    raise
                return len(self._steps)  # Another server has done it meanwhile.
            try:
                self._write(self._upgrade)
            finally:
                if not leased:
                    self._release_lease()
        return len(self._steps)

    def _upgrade(self, db: SqlConnection) -> None:
        self._wait_for_writes(db)
        version = self._version(db)
        if version == 0:
            db.execute(schema.statements([schema.META], self.dialect)[0])
            start = {"version": "0", "generation": "1", "house": secrets.token_hex(16)}
            db.execute_many(
                [Batch("INSERT INTO meta (key, value) VALUES (?, ?)", list(start.items()))]
            )
        for step in self._steps[version:]:
            for statement in schema.statements(step, self.dialect):
                db.execute(statement)
        db.execute("UPDATE meta SET value = ? WHERE key = 'version'", (str(len(self._steps)),))

    def version(self) -> int:
        return self._on_snapshot(self._version)

    def meta(self, key: str) -> str | None:
        """Return a value of ``meta``: "version", "generation", "house" or "backup"."""
        sql = "SELECT value FROM meta WHERE key = ?"
        rows = self._rows(sql, (key,))
        return str(rows[0][0]) if rows else None

    def house_id(self) -> str:
        return self.meta("house") or ""

    def _check_version(self, db: SqlConnection) -> None:
        """Raise unless the database has this program's version."""
        version = self._version(db)
        if version != len(self._steps):
            raise StoreError(
                f"This database is at version {version} of {len(self._steps)}. Start the server"
                " on it once, which brings it up to date."
            )

    def lease(self) -> None:
        if self._leased is not None:
            self._leased = self.generation()
            return
        self._acquire_lease()
        try:
            self._on_snapshot(self._check_version)
            self._leased = self.generation()
        except BaseException:
            self._release_lease()
            raise

    def ping(self) -> None:
        self._rows("SELECT value FROM meta WHERE key = 'version'")

    def probe(self) -> None:
        self._write(self._touch)

    @abstractmethod
    def _touch(self, db: SqlConnection) -> None:
        """Make a durable write that changes no data."""

    def generation(self) -> int:
        return self._on_reader(_generation)

    def _check_generation(self, generation: int) -> None:
        """Raise ``Superseded`` if the database was restored since the lease."""
        if self._leased is not None and generation != self._leased:
            raise Superseded(
                "The database was restored from a backup while this server ran; what it has in"
                " memory no longer holds."
            )

    # Tables

    def open_table(
        self,
        record: TableRecord,
        first: Tick | None = None,
        *,
        alike: bool = True,
        most: int | None = None,
    ) -> None:
        lines, rest = batches([] if first is None else [first])
        epoch = 0 if first is None else first.epoch

        def write(db: SqlConnection) -> None:
            self._check_may_open(db)
            if most is not None:
                db.execute(_LOCK_PERSON, (record.opened_by,))
                if db.query(_OPEN_BY, (record.opened_by,))[0][0] >= most:
                    raise TooManyTables(f"{most} tables are open.")
            if not alike:
                self._lock_processes(db)
                if db.query(_ALIKE, (record.rules, record.game, record.house)):
                    raise Conflict(f"There is a table like {record.table} already.")
            db.execute(
                "INSERT INTO game_table (key, name, rules, game, kind, clock, house, opened_by,"
                " opened, closed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                record,
            )
            db.execute(_ADD_HEAD, (record.table, self._process, epoch))
            if lines.rows:
                self._write_lines(db, lines, rest)

        text = f"There is a table {record.table} already. Give this one another name."
        if record.opened_by is not None:
            text += f" Or there is no person {record.opened_by} who could open it."
        self._write(write, text)

    def commit(self, ticks: Sequence[Tick]) -> None:
        lines, rest = batches(ticks)
        try:
            if lines.rows:
                self._write(lambda db: self._write_lines(db, lines, rest))
            elif rest:
                self._write(lambda db: db.execute_many(rest))
        except Conflict:
            self._check_epochs(ticks)
            raise

    def _check_epochs(self, ticks: Sequence[Tick]) -> None:
        """Raise ``LeaseLost`` if a tick was of another epoch than its table has."""
        for tick in ticks:
            rows = self._rows("SELECT epoch FROM head WHERE table_key = ?", (tick.table,))
            if rows and rows[0][0] != tick.epoch:
                raise LeaseLost(f"Another process has taken {tick.table}.")

    def tables(self, closed: bool = False) -> list[TableRecord]:
        which = "" if closed else " WHERE closed IS NULL"
        rows = self._rows(f"{_TABLE}{which} ORDER BY id")
        return [TableRecord(*row) for row in rows]

    def table(self, table: str) -> TableRecord | None:
        rows = self._rows(f"{_TABLE} WHERE key = ?", (table,))
        return TableRecord(*rows[0]) if rows else None

    def head(self, table: str) -> tuple[int, bytes] | None:
        rows = self._on_reader(lambda db: self._last_line(db, table))
        if not rows or rows[0][0] == 0:
            return None
        seq, line = rows[0]
        if line is None:
            raise _missing(table, seq)
        return seq, as_bytes(line)

    def lines(self, table: str, first: int, last: int | None = None) -> Iterator[bytes]:
        end = 2**63 - 1 if last is None else last
        while first <= end:
            rows = self._page("seq, line", table, first, min(end, first + PAGE_ROWS - 1))
            for seq, line in rows:
                if seq != first:
                    raise _missing(table, first)
                first += 1
                yield as_bytes(line)
            if len(rows) < PAGE_ROWS:
                return

    def line_counts(self) -> Mapping[str, int]:
        """Return how many lines are there under the name of each table."""
        sql = "SELECT table_key, count(*) FROM line GROUP BY table_key ORDER BY table_key"
        return {row[0]: row[1] for row in self._rows(sql)}

    def every_line(self, table: str) -> Iterator[tuple[int, bytes]]:
        """Yield (number, line) of all lines that are there, also if others are missing."""
        last = 0
        try:
            for last, line in enumerate(self.lines(table, 1), 1):
                yield last, line
        except StoreError:
            pass  # The others are looked for one by one.
        sql = "SELECT seq, line FROM line WHERE table_key = ? AND seq > ? ORDER BY seq"
        if last < self.heads().get(table, 0):
            for seq, line in self._rows(sql, (table, last)):
                yield seq, as_bytes(line)

    def _page(self, columns: str, table: str, first: int, last: int) -> list[Row]:
        return self._on_reader(lambda db: self._read_lines(db, columns, table, first, last))

    def heads(self) -> Mapping[str, int]:
        """Return the number of the last line of each table; 0 if it has none."""
        sql = "SELECT table_key, seq FROM head ORDER BY table_key"
        return {row[0]: row[1] for row in self._rows(sql)}

    def pseudonym_key(self, table: str) -> str:
        sql = "SELECT key FROM pseudonym_key WHERE table_key = ?"
        rows = self._rows(sql, (table,))
        return str(rows[0][0]) if rows else ""

    def published(self, table: str, after: int, limit: int) -> list[PublishedHead]:
        sql = f"{_PUBLISHED} AND seq > ? ORDER BY seq LIMIT ?"
        return [PublishedHead(*row) for row in self._rows(sql, (table, after, clamped(limit)))]

    def last_published(self, table: str) -> PublishedHead | None:
        rows = self._rows(f"{_PUBLISHED} ORDER BY seq DESC LIMIT 1", (table,))
        return PublishedHead(*rows[0]) if rows else None

    def pruned(self, table: str) -> PrunedTable | None:
        rows = self._rows(f"{_PRUNED} WHERE table_key = ?", (table,))
        return PrunedTable(*rows[0]) if rows else None

    def all_pruned(self) -> dict[str, PrunedTable]:
        """Return the tables whose logs are no longer here."""
        rows = self._rows(f"{_PRUNED} ORDER BY table_key")
        return {row[0]: PrunedTable(*row) for row in rows}

    def prune(self, pruned: PrunedTable) -> None:
        """Note that the log of a closed table is in a file, and delete its lines and hands here.
        ``Conflict`` if the table is open, or its log is another."""

        def note(db: SqlConnection) -> None:
            rows = db.query(
                "SELECT g.closed, h.seq FROM game_table g JOIN head h ON h.table_key = g.key"
                " WHERE g.key = ?",
                (pruned.table,),
            )
            if not rows or rows[0][0] is None or rows[0][1] != pruned.lines:
                raise Conflict(f"{pruned.table} is open, or has another log. Look again.")
            db.execute_many([Batch(INSERTS["pruned_table"], [pruned])])
            for relation in ("hand", "played_hand", "table_state"):
                db.execute(f"DELETE FROM {relation} WHERE table_key = ?", (pruned.table,))

        self._write(note, f"The log of {pruned.table} is not here any more.")
        self.delete_pruned(pruned)

    def delete_pruned(self, pruned: PrunedTable) -> None:
        """Delete the lines of a pruned table, also what an earlier attempt has left. A few at a
        time, the last one last, so that a server that runs does not wait for long."""
        if not self._page("seq", pruned.table, pruned.lines, pruned.lines):
            return
        for first in range(1, pruned.lines + 1, PRUNED_AT_ONCE):
            last = min(first + PRUNED_AT_ONCE - 1, pruned.lines)
            self._write(partial(self._delete_lines, table=pruned.table, first=first, last=last))

    @abstractmethod
    def _delete_lines(self, db: SqlConnection, table: str, first: int, last: int) -> None:
        """Delete the first lines of a table."""

    def table_state(self, table: str) -> tuple[int, bytes] | None:
        sql = "SELECT seq, state FROM table_state WHERE table_key = ?"
        rows = self._rows(sql, (table,))
        return (rows[0][0], as_bytes(rows[0][1])) if rows else None

    def balances(self, table: str) -> Mapping[str, int]:
        sql = "SELECT account, cents FROM balance WHERE table_key = ? ORDER BY account"
        return {row[0]: row[1] for row in self._rows(sql, (table,))}

    def seats(self, table: str) -> Mapping[int, int]:
        sql = "SELECT seat, person FROM seat WHERE table_key = ? ORDER BY seat"
        return {row[0]: row[1] for row in self._rows(sql, (table,))}

    def secret(self, table: str) -> bytes | None:
        rows = self._rows("SELECT seed FROM secret WHERE table_key = ?", (table,))
        return bytes(rows[0][0]) if rows else None

    def people_at(self, table: str) -> list[int]:
        sql = "SELECT DISTINCT person FROM client WHERE table_key = ? ORDER BY person"
        return [row[0] for row in self._rows(sql, (table,))]

    def last_number(self, table: str, person: int, client: str) -> tuple[int, int]:
        sql = "SELECT number, seq FROM client WHERE table_key = ? AND person = ? AND client = ?"
        rows = self._rows(sql, (table, person, client))
        return (rows[0][0], rows[0][1]) if rows else (0, 0)

    def entries(self, table: str, first: int, last: int) -> list[LogEntry]:
        rows = self._page("seq, person, client, number", table, first, last)
        return [
            LogEntry(seq, person, client, number or 0)
            for seq, person, client, number in rows
            if client is not None or person is not None
        ]

    def last_hand(self, table: str) -> HandRecord | None:
        return self._hand("table_key = ? ORDER BY number DESC LIMIT 1", (table,))

    def hand(self, table: str, number: int) -> HandRecord | None:
        return self._hand("table_key = ? AND number = ?", (table, number))

    def hand_at(self, table: str, seq: int) -> HandRecord | None:
        within = "table_key = ? AND first_seq <= ? ORDER BY number DESC LIMIT 1"
        return self._hand(within, (table, seq)) or self.hand(table, 1)

    def _hand(self, which: str, values: Row) -> HandRecord | None:
        sql = f"SELECT number, first_seq, began, snapshot FROM hand WHERE {which}"
        rows = self._rows(sql, values)
        if not rows:
            return None
        found, first_seq, began, snapshot = rows[0]
        return HandRecord(found, first_seq, began, as_bytes(snapshot))

    def played(
        self, person: int, before: tuple[str, str, int] | None, limit: int
    ) -> list[tuple[str, PlayedHand]]:
        order = (
            " ORDER BY ended DESC, table_key DESC, number DESC, seat DESC, first_seq DESC LIMIT ?"
        )
        after = "" if before is None else " AND (ended, table_key, number) < (?, ?, ?)"
        values = (person, *(before or ()), clamped(limit))
        rows = self._rows(_PART + after + order, values)
        if rows and len(rows) == clamped(limit):
            rows += self._same_hand(rows[-1])
        return [(row[0], PlayedHand(*row[1:])) for row in rows]

    def _same_hand(self, last: Row) -> list[Row]:
        """Return the other parts of a list's last hand that ended at the same moment, since the
        next list begins after it."""
        table, number, person, seat, first_seq, _, ended = last[:7]
        sql = (
            f"{_PART} AND table_key = ? AND number = ? AND ended = ? AND (seat, first_seq) < (?, ?)"
            " ORDER BY seat DESC, first_seq DESC"
        )
        values = (person, table, number, ended, seat, first_seq)
        return self._rows(sql, values)

    def parts(self, person: int, table: str, number: int) -> list[PlayedHand]:
        order = " ORDER BY ended, seat, first_seq"
        sql = f"{_PART} AND table_key = ? AND number = ?{order} LIMIT {MOST_ROWS}"
        rows = self._rows(sql, (person, table, number))
        return [PlayedHand(*row[1:]) for row in rows]

    def meters(self, table: str | None = None) -> Mapping[str, Mapping[str, tuple[int, int]]]:
        which, values = ("", ()) if table is None else (" WHERE table_key = ?", (table,))
        sql = f"SELECT table_key, key, times, cents FROM meter{which} ORDER BY table_key, key"
        rows = self._rows(sql, values)
        return {
            key: {name: (times, cents) for _, name, times, cents in group}
            for key, group in groupby(rows, key=lambda row: row[0])
        }

    # People

    def add_person(self, kind: str, name: str, created: str, grant: Transfer | None) -> Person:
        def write(db: SqlConnection) -> Person:
            sql = "INSERT INTO person (kind, name, created) VALUES (?, ?, ?)"
            number = db.insert(sql, (kind, name, created))
            db.execute("INSERT INTO purse (person, cents) VALUES (?, 0)", (number,))
            if grant is not None:
                _transfer(db, grant._replace(person=number))
            return Person(number, kind, name, created=created)

        return self._write(write, "A new purse cannot begin below zero.")

    def person(self, id: int) -> Person | None:
        return next(iter(self._people("id = ?", (id,))), None)

    def person_by_login(self, login: str) -> Person | None:
        return next(iter(self._people("login = ?", (login,))), None)

    def people(self, after: int, limit: int) -> list[Person]:
        return self._people("id > ? ORDER BY id LIMIT ?", (after, clamped(limit)))

    def _people(self, which: str, values: Row) -> list[Person]:
        return self._on_reader(lambda db: _persons(db, which, values))

    def make_account(self, id: int, login: str, password: str, name: str) -> Person:
        def write(db: SqlConnection) -> Person:
            met = db.execute(
                "UPDATE person SET kind = 'account', login = ?, password = ?, name = ?"
                " WHERE id = ? AND kind <> 'account'",
                (login, password, name, id),
            )
            if not met:
                raise Conflict(f"Person {id} is not a guest who could become an account.")
            self._changed(db, id)
            return _persons(db, "id = ?", (id,))[0]

        return self._write(write, "This login is taken. Choose another.")

    def rename(self, id: int, name: str) -> None:
        def write(db: SqlConnection) -> None:
            _one_changed(db, id, "name = ?", (name,))
            self._changed(db, id)

        self._write(write)

    def set_password(
        self, id: int, password: str, revoked: str | None = None, but: int | None = None
    ) -> None:
        def write(db: SqlConnection) -> None:
            _one_changed(db, id, "password = ?", (password,))
            if revoked is not None:
                db.execute(_REVOKE_ALL, (revoked, id, -1 if but is None else but))
                self._changed(db, id)

        self._write(write)

    def _change(self, id: int, what: str, values: Row) -> None:
        self._write(lambda db: _one_changed(db, id, what, values))

    def give_role(self, id: int, role: str) -> None:
        def write(db: SqlConnection) -> None:
            _give_role(db, id, role)
            self._changed(db, id)

        self._write(write, f"There is no person {id}.")

    def take_role(self, id: int, role: str, keep: int = 0) -> None:
        def write(db: SqlConnection) -> None:
            # Whoever takes it from another person at the same time waits here.
            if keep and db.execute(_LOCK_ROLE, (role,)) <= keep:
                raise Conflict(f"There is no other {role}.")
            db.execute("DELETE FROM role WHERE person = ? AND role = ?", (id, role))
            self._changed(db, id)

        self._write(write)

    def holders(self, role: str) -> list[int]:
        sql = f"SELECT person FROM role WHERE role = ? ORDER BY person LIMIT {MOST_ROWS}"
        return [row[0] for row in self._rows(sql, (role,))]

    def purse(self, id: int) -> int:
        sql = "SELECT cents FROM purse WHERE person = ?"
        rows = self._rows(sql, (id,))
        if not rows:
            raise Conflict(f"There is no person {id}.")
        return int(rows[0][0])

    def at_tables(self, id: int) -> int:
        return int(self._rows(_AT_TABLES, (id,))[0][0])

    def seated(self, id: int) -> list[str]:
        sql = f"SELECT table_key FROM seat WHERE person = ? ORDER BY table_key LIMIT {MOST_ROWS}"
        return [row[0] for row in self._rows(sql, (id,))]

    def transfers(self, person: int, before: int | None, limit: int) -> list[tuple[int, Transfer]]:
        which = "person = ? AND id < ? ORDER BY id DESC LIMIT ?"
        sql = f"SELECT {COLUMNS['transfer']} FROM transfer WHERE {which}"
        values = (person, 2**63 - 1 if before is None else before, clamped(limit))
        rows = self._rows(sql, values)
        return [(row[0], Transfer(*row[1:])) for row in rows]

    def grants(self) -> list[Transfer]:
        """Return all transfers that no table is part of."""
        sql = f"SELECT {COLUMNS['transfer']} FROM transfer WHERE table_key IS NULL ORDER BY id"
        return [Transfer(*row[1:]) for row in self._rows(sql)]

    def grant(self, transfer: Transfer) -> None:
        text = _PURSE_TOO_LOW.format(person=transfer.person, cents=transfer.cents)
        self._write(lambda db: _transfer(db, transfer), text)

    def grant_up_to(self, person: int, cents: int, why: str, at: str) -> int:
        def write(db: SqlConnection) -> int:
            # Chips come to a table and from it with a change of the purse, which waits from here.
            if not db.execute("UPDATE purse SET cents = cents WHERE person = ?", (person,)):
                raise Conflict(f"There is no person {person}.")
            ((purse,),) = db.query("SELECT cents FROM purse WHERE person = ?", (person,))
            ((there,),) = db.query(_AT_TABLES, (person,))
            lacking = max(0, cents - int(purse) - int(there))
            if lacking:
                _transfer(db, Transfer(person, lacking, why, at))
            return lacking

        return self._write(write)

    # Sessions and invitations

    def add_session(
        self, digest: str, person: int, created: str, expires: str, agent: str
    ) -> LoginSession:
        def write(db: SqlConnection) -> LoginSession:
            sql = (
                "INSERT INTO session (digest, person, created, expires, seen, agent)"
                " VALUES (?, ?, ?, ?, ?, ?)"
            )
            number = db.insert(sql, (digest, person, created, expires, created, agent))
            return LoginSession(number, digest, person, created, expires, created, agent)

        return self._write(write, f"There is no person {person}, or there is such a session.")

    def session(self, digest: str) -> LoginSession | None:
        rows = self._rows(f"{_SESSION} WHERE digest = ?", (digest,))
        return LoginSession(*rows[0]) if rows else None

    def sessions(self, person: int) -> list[LoginSession]:
        sql = f"{_SESSION} WHERE person = ? ORDER BY id DESC LIMIT {MOST_ROWS}"
        return [LoginSession(*row) for row in self._rows(sql, (person,))]

    def seen(self, id: int, at: str) -> None:
        self._execute("UPDATE session SET seen = ? WHERE id = ?", (at, id))

    def revoke(self, id: int, at: str) -> None:
        def write(db: SqlConnection) -> None:
            sql = "UPDATE session SET revoked = ? WHERE id = ? AND revoked IS NULL"
            if db.execute(sql, (at, id)):
                for (person,) in db.query("SELECT person FROM session WHERE id = ?", (id,)):
                    self._changed(db, person)

        self._write(write)

    def revoke_all(self, person: int, at: str, but: int | None = None) -> None:
        def write(db: SqlConnection) -> None:
            db.execute(_REVOKE_ALL, (at, person, -1 if but is None else but))
            self._changed(db, person)

        self._write(write)

    def add_invitation(self, invitation: Invitation) -> None:
        text = "There is such an invitation already, or nobody of that number who could invite."
        self._execute(INSERTS["invitation"], invitation, text)

    def invitation(self, digest: str) -> Invitation | None:
        sql = f"SELECT {COLUMNS['invitation']} FROM invitation WHERE digest = ?"
        rows = self._rows(sql, (digest,))
        return Invitation(*rows[0]) if rows else None

    def first_invitation(self) -> str | None:
        return self.meta("first-invitation")

    def set_first_invitation(self, digest: str) -> None:
        self._execute(_SET_FIRST, (digest,))

    def use_invitation(self, digest: str, person: int, at: str) -> None:
        def write(db: SqlConnection) -> None:
            rows = db.query("SELECT role FROM invitation WHERE digest = ?", (digest,))
            sql = "UPDATE invitation SET used_by = ?, used = ? WHERE digest = ? AND used IS NULL"
            if not rows or not db.execute(sql, (person, at, digest)):
                raise Conflict("This invitation has been used, or never was. Ask for another.")
            _give_role(db, person, rows[0][0])
            self._changed(db, person)

        self._write(write, f"There is no person {person}.")

    # Everything

    def verify(self) -> list[str]:
        return [each.what for each in self.inconsistencies()]

    def inconsistencies(self) -> list[Inconsistency]:
        """Return what ``verify`` does, with the cents that each is about."""
        return self._on_snapshot(lambda db: list(_inconsistencies(db)))

    def rows(self, relation: str, table: str | None = None) -> list[Row]:
        """Return the rows of a relation, of one table if it is named; the columns as in
        ``schema.RELATIONS``."""
        found = next(each for each in schema.RELATIONS if each.name == relation)
        if table is None:
            return self._rows(self._select(found))
        columns = ", ".join(found.columns)
        order = ", ".join(found.columns[: found.key])
        sql = f"SELECT {columns} FROM {relation} WHERE table_key = ? ORDER BY {order}"
        return self._rows(sql, (table,))

    def dump(self, keep: Callable[[str, Sequence[tuple[object, ...]]], None]) -> None:
        def read(db: SqlConnection) -> None:
            self._block_restores(db)
            self._check_version(db)
            for relation in schema.RELATIONS:
                for rows in db.stream(self._select(relation)):
                    keep(relation.name, rows)

        self._snapshot(read)

    def _select(self, relation: schema.Relation) -> str:
        return relation.select

    def count(self, relation: str) -> int:
        assert relation in {each.name for each in schema.RELATIONS}
        (row,) = self._rows(f"SELECT count(*) FROM {relation}")
        return int(row[0])

    def replace(self, fill: Callable[[Keep], None], *, renew: bool = True) -> None:
        """Replace all contents in one transaction. ``fill`` is given a function that takes rows,
        relation by relation, in the order of ``dump``. The version stays; the generation becomes
        one more than the higher one, or without ``renew`` that of the rows."""

        def keep_in(db: SqlConnection) -> Keep:
            def keep(name: str, rows: Sequence[Row]) -> None:
                if name == "line":
                    self._restore_lines(db, rows)
                else:
                    db.execute_many([Batch(INSERTS[name], rows)])

            return keep

        def write(db: SqlConnection) -> None:
            self._wait_for_writes(db)
            self._check_version(db)
            before = _generation(db)
            ((epoch,),) = db.query("SELECT coalesce(max(epoch), 0) FROM head")
            self._delete_all(db, (*schema.UNSAVED, *reversed(INSERTS)))
            fill(keep_in(db))
            if renew:
                values = (str(max(before, _generation(db)) + 1),)
                db.execute("UPDATE meta SET value = ? WHERE key = 'generation'", values)
                if epoch:
                    db.execute("UPDATE head SET epoch = ?", (epoch + 1,))
            db.execute("UPDATE meta SET value = ? WHERE key = 'version'", (str(len(self._steps)),))
            self._reset_sequences(db)

        self._write(write, "The contents do not fit together.")

    @abstractmethod
    def _reset_sequences(self, db: SqlConnection) -> None:
        """Let new rows get numbers above the existing ones."""


def _missing(table: str, seq: int) -> StoreError:
    return StoreError(f"The log of {table} is damaged: it has no line {seq}. Restore a backup.")


def _one_changed(db: SqlConnection, id: int, what: str, values: Row) -> None:
    if not db.execute(f"UPDATE person SET {what} WHERE id = ?", (*values, id)):
        raise Conflict(f"There is no person {id}.")


def _generation(db: SqlConnection) -> int:
    rows = db.query("SELECT value FROM meta WHERE key = 'generation'")
    if not rows:
        raise StoreError("There is no house in this database. Start the server on it once.")
    return int(rows[0][0])


def _transfer(db: SqlConnection, transfer: Transfer) -> None:
    db.execute_many(
        [
            Batch(ADD_TRANSFER, [transfer]),
            Batch(CHANGE_PURSE, [(transfer.cents, transfer.person)], NO_PURSE),
        ]
    )


def _give_role(db: SqlConnection, id: int, role: str) -> None:
    sql = "INSERT INTO role (person, role) VALUES (?, ?) ON CONFLICT (person, role) DO NOTHING"
    db.execute(sql, (id, role))


def _persons(db: SqlConnection, which: str, values: Row) -> list[Person]:
    rows = db.query(_PEOPLE.format(columns=COLUMNS["person"], which=which), values)
    found = []
    for _, group in groupby(rows, key=lambda row: row[0]):
        several = list(group)
        known, rest = several[0][:5], several[0][5:8]
        roles = tuple(row[-1] for row in several if row[-1] is not None)
        found.append(Person._make((*known, roles, *rest)))
    return found


_UNBALANCED = (
    "SELECT table_key, SUM(cents) FROM balance GROUP BY table_key HAVING SUM(cents) <> 0"
    f" ORDER BY table_key LIMIT {MOST_FINDINGS}"
)
_CAGES = (
    "SELECT g.key, COALESCE(b.cents, 0), COALESCE(t.cents, 0) FROM game_table g"
    " LEFT JOIN balance b ON b.table_key = g.key AND b.account = 'cage'"
    " LEFT JOIN (SELECT table_key, SUM(cents) AS cents FROM transfer GROUP BY table_key) t"
    " ON t.table_key = g.key"
    f" WHERE COALESCE(b.cents, 0) <> COALESCE(t.cents, 0) ORDER BY g.key LIMIT {MOST_FINDINGS}"
)
_PURSES = (
    "SELECT p.id, u.cents, COALESCE(t.cents, 0) FROM person p"
    " LEFT JOIN purse u ON u.person = p.id"
    " LEFT JOIN (SELECT person, SUM(cents) AS cents FROM transfer GROUP BY person) t"
    " ON t.person = p.id WHERE u.cents IS NULL OR u.cents < 0 OR u.cents <> COALESCE(t.cents, 0)"
    f" ORDER BY p.id LIMIT {MOST_FINDINGS}"
)


def _inconsistencies(db: SqlConnection) -> Iterator[Inconsistency]:
    for table, cents in db.query(_UNBALANCED):
        what = f"{table}: its balances sum to {int(cents)} cents, not to zero"
        yield Inconsistency(what, int(cents))
    for table, cage, moved in db.query(_CAGES):
        what = f"{table}: its cage stands at {cage} cents, by the purses' transfers at {int(moved)}"
        yield Inconsistency(what, cage - int(moved))
    for person, purse, moved in db.query(_PURSES):
        if purse is None:
            yield Inconsistency(f"person {person}: has no purse", -int(moved))
            continue
        if purse < 0:
            what = f"person {person}: the purse stands at {purse} cents, below zero"
            yield Inconsistency(what, purse)
        if purse != int(moved):
            what = f"person {person}: the purse holds {purse} cents, by its transfers {int(moved)}"
            yield Inconsistency(what, purse - int(moved))
