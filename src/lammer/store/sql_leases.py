"""Processes, and the leases of tables, in SQL.

A row of ``head`` says which process has a table, and its epoch. Whoever takes the table adds one to
the epoch in that row, and every tick changes the same row under the condition of its epoch: of a
tick and a taking at the same moment, the second waits for the first and sees what it did. A time in
another row could be read before it changes; so it decides only when a table may be taken.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from lammer.store import schema
from lammer.store.batches import Row
from lammer.store.connection import SqlConnection
from lammer.store.port import (
    LeaseLost,
    MayNotOpen,
    Member,
    NameTaken,
    ProcessRecord,
    StoreError,
    TablePlace,
)

T = TypeVar("T")

PEOPLE_AT_ONCE = 500
"""People whose purses are read with one statement."""
FORGOTTEN_MS = 86_400_000
"""How long after its end the lease of a process is kept."""
LATE_MS = 60_000
"""How long a transaction may take, from a change in it until others can see that."""

_KIND = "(SELECT q.kind FROM process q WHERE q.expires > {clock} ORDER BY q.since, q.name LIMIT 1)"
"""The kind of the process that serves longest: its schema and rule sets."""
_LIVES = "EXISTS (SELECT 1 FROM process p WHERE p.name = head.process AND p.expires > {clock})"
_MAY_TAKE = (
    "SELECT 1 FROM process p WHERE p.name = ? AND p.instance = ?"
    f" AND p.expires > {{clock}} AND p.kind = {_KIND}"
)
_TAKE = (
    "UPDATE head SET process = ?, epoch = epoch + 1 WHERE table_key = ? AND epoch = ?"
    f" AND (process IS NULL OR process = ? OR NOT {_LIVES}) AND EXISTS ({_MAY_TAKE})"
)
_RELEASE = (
    "UPDATE head SET process = ? WHERE table_key = ? AND epoch = ? AND process = ?"
    " AND EXISTS (SELECT 1 FROM process p WHERE p.name = ? AND p.instance = ?)"
)
_PLACES = (
    f"SELECT g.key, head.process, head.epoch, CASE WHEN {_LIVES} THEN 0 ELSE 1 END, head.seq"
    " FROM game_table g JOIN head ON head.table_key = g.key WHERE g.closed IS NULL ORDER BY g.id"
)
_PROCESSES = (
    "SELECT name, instance, address, since, expires - {clock},"
    f" CASE WHEN kind = {_KIND} THEN 1 ELSE 0 END"
    " FROM process WHERE expires > {clock} ORDER BY since, name"
)


class SqlLeases(ABC):
    """The part of a store about processes and the tables they run."""

    shared: bool
    dialect: Mapping[str, str]
    _steps: Sequence[schema.Step]

    def __init__(self) -> None:
        self.clock = self.dialect["clock"]
        """The database's clock in milliseconds, as an expression."""
        self._member: Member | None = None

    @property
    def _process(self) -> str | None:
        return None if self._member is None else self._member.name

    @abstractmethod
    def _write(self, do: Callable[[SqlConnection], T], conflict: str = "") -> T: ...

    @abstractmethod
    def _rows(self, sql: str, values: Row = ()) -> list[Row]: ...

    @abstractmethod
    def _lock_processes(self, db: SqlConnection) -> None:
        """Let no other process join or open a table of the house until this transaction ends."""

    def _untouched(self, _db: SqlConnection, tables: Sequence[str]) -> set[str]:
        """Return those of these tables that no other transaction writes to at this moment; none can
        until this one ends."""
        return set(tables)

    def _timed(self, sql: str) -> str:
        return sql.format(clock=self.clock)

    def _joined(self) -> Member:
        if self._member is None:
            raise StoreError("This process does not serve the house.")
        return self._member

    def _changed(self, db: SqlConnection, person: int) -> None:
        """Note that a person's name, roles or sessions changed."""
        sql = f"UPDATE person SET changed = {self.clock}, changed_by = ? WHERE id = ?"
        db.execute(sql, (self._process, person))

    def join(self, member: Member, lease_ms: int) -> bool:
        name, instance, rules, address = member
        kind = f"{len(self._steps)} {rules}"

        def write(db: SqlConnection) -> bool:
            self._lock_processes(db)
            if not self.shared:  # No other process has the database.
                db.execute("DELETE FROM process")
            sql = f"SELECT instance, expires - {self.clock}, address FROM process WHERE name = ?"
            for other, left, where in db.query(sql, (name,)):
                if other != instance and left > 0:
                    text = f"A process with the name {name} serves this house."
                    raise NameTaken(text, left / 1000, where)
            sql = f"DELETE FROM process WHERE name = ? OR expires < {self.clock} - {FORGOTTEN_MS}"
            db.execute(sql, (name,))
            db.execute(
                "INSERT INTO process (name, instance, kind, address, since, expires) VALUES"
                f" (?, ?, ?, ?, {self.clock}, {self.clock} + ?)",
                (name, instance, kind, address, lease_ms),
            )
            sql = f"SELECT 1 FROM process WHERE name <> ? AND expires > {self.clock} LIMIT 1"
            return not db.query(sql, (name,))

        alone = self._write(write)
        self._member = member
        return alone

    def renew(self, lease_ms: int) -> None:
        name, instance, *_ = self._joined()
        sql = f"UPDATE process SET expires = {self.clock} + ? WHERE name = ? AND instance = ?"
        if not self._write(lambda db: db.execute(sql, (lease_ms, name, instance))):
            raise LeaseLost(f"This process does not serve the house any more as {name}.")

    def leave(self) -> None:
        name, instance, *_ = self._joined()

        sql = "DELETE FROM process WHERE name = ? AND instance = ?"
        self._write(lambda db: db.execute(sql, (name, instance)))
        self._member = None

    def processes(self) -> list[ProcessRecord]:
        rows = self._rows(self._timed(_PROCESSES))
        return [ProcessRecord._make((*each, bool(may))) for *each, may in rows]

    def places(self) -> list[TablePlace]:
        rows = self._rows(self._timed(_PLACES))
        return [TablePlace._make((*each, bool(orphan), seq)) for *each, orphan, seq in rows]

    def take(self, tables: Mapping[str, int]) -> Mapping[str, int]:
        name, instance, *_ = self._joined()
        sql = self._timed(_TAKE)

        def write(db: SqlConnection) -> dict[str, int]:
            free = self._untouched(db, sorted(tables))
            return {
                table: epoch + 1
                for table, epoch in sorted(tables.items())
                if table in free and db.execute(sql, (name, table, epoch, name, name, instance))
            }

        return self._write(write)

    def _check_may_open(self, db: SqlConnection) -> None:
        """Raise ``MayNotOpen`` unless this process may take tables; one that serves no house, such
        as a restore, may."""
        if self._member is None or not self.shared:
            return
        if not db.query(self._timed(_MAY_TAKE), self._member[:2]):
            raise MayNotOpen("This process may take no tables, and open none.")

    def release(self, tables: Mapping[str, int], to: str | None = None) -> list[str]:
        name, instance, *_ = self._joined()

        def write(db: SqlConnection) -> list[str]:
            return [
                table
                for table, epoch in sorted(tables.items())
                if db.execute(_RELEASE, (to, table, epoch, name, name, instance))
            ]

        return self._write(write)

    def changed_people(self, since: int | None) -> dict[int, int]:
        if since is None:
            ((since,),) = self._rows("SELECT coalesce(max(changed), 0) FROM person")
            return {0: since} | self.changed_people(since)
        sql = "SELECT id, changed FROM person WHERE changed > ? AND coalesce(changed_by, '') <> ?"
        values = max(since - LATE_MS, 0), self._joined().name
        return dict(self._rows(sql, values))

    def purses(self, people: Sequence[int]) -> Mapping[int, int]:
        found: dict[int, int] = {}
        for at in range(0, len(people), PEOPLE_AT_ONCE):
            some = tuple(people[at : at + PEOPLE_AT_ONCE])
            places = ", ".join("?" * len(some))
            sql = f"SELECT person, cents FROM purse WHERE person IN ({places})"
            found |= {row[0]: row[1] for row in self._rows(sql, some)}
        return found

    @abstractmethod
    def wake(self, processes: Sequence[str]) -> None: ...

    @abstractmethod
    def listen(self, woken: Callable[[], None]) -> Callable[[], None]: ...
