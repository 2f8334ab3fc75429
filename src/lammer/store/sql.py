"""The port in SQL, the same for SQLite and PostgreSQL.

What differs between them, how a transaction is begun and ended, what their errors mean and how the
house is leased, is left to the two engines.
"""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Protocol, TypeVar

from lammer.store import schema
from lammer.store.batches import NO_PURSE, PURSE, TRANSFER, Batch, LineBatch, Row, batches
from lammer.store.port import (
    Conflict,
    HandRecord,
    Invitation,
    LogEntry,
    LoginSession,
    Person,
    PlayedHand,
    StoreError,
    Superseded,
    TableRecord,
    Tick,
    Transfer,
)

T = TypeVar("T")
Keep = Callable[[str, Sequence[Row]], None]
"""Takes rows of a relation."""

PIECE = 500
"""Rows read at a time where there may be many."""
MOST_ROWS = 1000
"""No list is longer, whatever limit is asked for."""
MOST_FINDINGS = 100
"""``verify`` names no more of one kind."""


class Link(Protocol):
    """A connection inside a transaction, or at rest for a single question."""

    def ask(self, sql: str, values: Row = ()) -> list[Row]: ...

    def do(self, sql: str, values: Row = ()) -> int:
        """Carry out one statement; how many rows it met."""
        ...

    def insert(self, sql: str, values: Row) -> int:
        """Add a row the database numbers; its number."""
        ...

    def many(self, batches: Sequence[Batch]) -> None: ...

    def stream(self, sql: str) -> Iterator[list[Row]]:
        """All rows, in pieces."""
        ...


def clamped(limit: int) -> int:
    """
    >>> clamped(20), clamped(10**9), clamped(-1)
    (20, 1000, 0)
    """
    return max(0, min(limit, MOST_ROWS))


# The port

_TABLE = (
    "SELECT key, name, rules, game, kind, clock, house, opened_by, opened, closed FROM game_table"
)
_PERSON = "id, kind, name, login, password, failures, locked_until, created"
_PEOPLE = (
    "SELECT p.id, p.kind, p.name, p.login, p.password, p.failures, p.locked_until, p.created,"
    " r.role FROM (SELECT {columns} FROM person WHERE {which}) p"
    " LEFT JOIN role r ON r.person = p.id ORDER BY p.id, r.role"
)
_REVOKE_ALL = "UPDATE session SET revoked = ? WHERE person = ? AND id <> ? AND revoked IS NULL"
_SESSION = "SELECT id, digest, person, created, expires, seen, agent, revoked FROM session"
_PART = (
    "SELECT table_key, number, person, seat, first_seq, last_seq, ended, before, after, brought,"
    " staked, won, lost, vigorish FROM played_hand WHERE person = ?"
)
_MAKE_TRANSFER = "The purse of person {person} cannot take {cents} cents: it would fall below zero."


class SqlStore(ABC):
    """A store in a database that speaks SQL. ``steps``: the versions of its schema."""

    words: Mapping[str, str]

    def __init__(self, steps: Sequence[schema.Step] = schema.STEPS) -> None:
        self._steps = tuple(steps)
        self._leased: int | None = None
        """The generation at the lease; None while there is no lease."""

    # What an engine gives

    @abstractmethod
    def _write(self, do: Callable[[Link], T], conflict: str = "") -> T:
        """Carry out ``do`` in one transaction, durable on return. ``conflict`` says what it means
        if the database finds a constraint broken."""

    @abstractmethod
    def _read(self, do: Callable[[Link], T]) -> T:
        """Carry out ``do``, a single question, on a connection for reading; maybe twice."""

    @abstractmethod
    def _snapshot(self, do: Callable[[Link], T]) -> T:
        """Carry out ``do``, any number of questions, as of one moment."""

    @abstractmethod
    def _tables(self, link: Link) -> set[str]:
        """The names of the relations that are there."""

    @abstractmethod
    def _alone(self, link: Link) -> None:
        """Wait, in a transaction, until no other write is under way."""

    @abstractmethod
    def _hold_still(self, link: Link) -> None:
        """See to it that no restore changes what is being read as of one moment."""

    @abstractmethod
    def _empty(self, link: Link, relations: Sequence[str]) -> None:
        """Delete all rows of these, of which the later ones are referred to by the earlier."""

    @abstractmethod
    def _put(self, link: Link, lines: LineBatch, rest: Sequence[Batch]) -> None:
        """Write the lines of a group, refused if they do not go on from the head; then the rest."""

    @abstractmethod
    def _put_back(self, link: Link, rows: Sequence[Row]) -> None:
        """Write lines whose heads are there already, each table's in order."""

    @abstractmethod
    def _range(self, link: Link, columns: str, table: str, first: int, last: int) -> list[Row]:
        """Lines of a table from ``first`` to ``last``, in order."""

    @abstractmethod
    def _last_line(self, link: Link, table: str) -> list[Row]:
        """The number of the last line by the head, and the line, None if it is not there."""

    @abstractmethod
    def _take(self) -> None:
        """Take the lease."""

    @abstractmethod
    def _release(self) -> None:
        """Give it back."""

    @abstractmethod
    def close(self) -> None: ...

    # Life

    def _version(self, link: Link) -> int:
        """The version of what is there; 0 for an empty database."""
        there = self._tables(link)
        if not there:
            return 0
        found = link.ask("SELECT value FROM meta WHERE key = 'version'") if "meta" in there else []
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
            if not leased:
                self._take()
            try:
                self._write(self._upgrade)
            finally:
                if not leased:
                    self._release()
        return len(self._steps)

    def _upgrade(self, link: Link) -> None:
        self._alone(link)
        version = self._version(link)
        if version == 0:
            link.do(schema.spelled([schema.META], self.words)[0])
            start = {"version": "0", "generation": "1", "house": secrets.token_hex(16)}
            link.many([Batch("INSERT INTO meta (key, value) VALUES (?, ?)", list(start.items()))])
        for step in self._steps[version:]:
            for statement in schema.spelled(step, self.words):
                link.do(statement)
        link.do("UPDATE meta SET value = ? WHERE key = 'version'", (str(len(self._steps)),))

    def version(self) -> int:
        """The version of the schema that is there; 0 for none."""
        return self._snapshot(self._version)

    def meta(self, key: str) -> str | None:
        """What the database says about itself: "version", "generation", "house", "backup"."""
        sql = "SELECT value FROM meta WHERE key = ?"
        rows = self._read(lambda link: link.ask(sql, (key,)))
        return str(rows[0][0]) if rows else None

    def _ready(self, link: Link) -> None:
        """Refuse a database that is not at this program's version."""
        version = self._version(link)
        if version != len(self._steps):
            raise StoreError(
                f"This database is at version {version} of {len(self._steps)}. Start the server"
                " on it once, which brings it up to date."
            )

    def lease(self) -> None:
        if self._leased is not None:
            self._leased = self.generation()
            return
        self._take()
        try:
            self._leased = self.generation()
        except BaseException:
            self._release()
            raise

    def ping(self) -> None:
        self._read(lambda link: link.ask("SELECT value FROM meta WHERE key = 'version'"))

    def probe(self) -> None:
        self._write(self._touch)

    @abstractmethod
    def _touch(self, link: Link) -> None:
        """Write something that changes nothing."""

    def generation(self) -> int:
        return self._read(_generation)

    def _same_house(self, generation: int) -> None:
        """Refuse to write into a database that was restored since the lease."""
        if self._leased is not None and generation != self._leased:
            raise Superseded(
                "The database was restored from a backup while this server ran; what it has in"
                " memory no longer holds."
            )

    # Tables

    def open_table(self, record: TableRecord, first: Tick | None = None) -> None:
        lines, rest = batches([] if first is None else [first])

        def write(link: Link) -> None:
            link.do(
                "INSERT INTO game_table (key, name, rules, game, kind, clock, house, opened_by,"
                " opened, closed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                record,
            )
            link.do("INSERT INTO head (table_key, seq) VALUES (?, 0)", (record.table,))
            if lines.rows:
                self._put(link, lines, rest)

        said = f"There is a table {record.table} already. Give this one another name."
        if record.opened_by is not None:
            said += f" Or there is no person {record.opened_by} who could open it."
        self._write(write, said)

    def commit(self, ticks: Sequence[Tick]) -> None:
        lines, rest = batches(ticks)
        if lines.rows:
            self._write(lambda link: self._put(link, lines, rest))
        elif rest:
            self._write(lambda link: link.many(rest))

    def tables(self, closed: bool = False) -> list[TableRecord]:
        which = "" if closed else " WHERE closed IS NULL"
        rows = self._read(lambda link: link.ask(f"{_TABLE}{which} ORDER BY id"))
        return [TableRecord(*row) for row in rows]

    def table(self, table: str) -> TableRecord | None:
        rows = self._read(lambda link: link.ask(f"{_TABLE} WHERE key = ?", (table,)))
        return TableRecord(*rows[0]) if rows else None

    def head(self, table: str) -> tuple[int, bytes] | None:
        rows = self._read(lambda link: self._last_line(link, table))
        if not rows or rows[0][0] == 0:
            return None
        seq, line = rows[0]
        if line is None:
            raise _missing(table, seq)
        return seq, bytes(line)

    def lines(self, table: str, first: int, last: int | None = None) -> Iterator[bytes]:
        end = 2**63 - 1 if last is None else last
        while first <= end:
            rows = self._piece("seq, line", table, first, min(end, first + PIECE - 1))
            for seq, line in rows:
                if seq != first:
                    raise _missing(table, first)
                first += 1
                yield bytes(line)
            if len(rows) < PIECE:
                return

    def _piece(self, columns: str, table: str, first: int, last: int) -> list[Row]:
        return self._read(lambda link: self._range(link, columns, table, first, last))

    def heads(self) -> Mapping[str, int]:
        """The number of the last line of each table, 0 for none yet."""
        sql = "SELECT table_key, seq FROM head ORDER BY table_key"
        return {row[0]: row[1] for row in self._read(lambda link: link.ask(sql))}

    def balances(self, table: str) -> Mapping[str, int]:
        sql = "SELECT account, cents FROM balance WHERE table_key = ? ORDER BY account"
        return {row[0]: row[1] for row in self._read(lambda link: link.ask(sql, (table,)))}

    def seats(self, table: str) -> Mapping[int, int]:
        sql = "SELECT seat, person FROM seat WHERE table_key = ? ORDER BY seat"
        return {row[0]: row[1] for row in self._read(lambda link: link.ask(sql, (table,)))}

    def secret(self, table: str) -> bytes | None:
        rows = self._read(
            lambda link: link.ask("SELECT seed FROM secret WHERE table_key = ?", (table,))
        )
        return bytes(rows[0][0]) if rows else None

    def last_number(self, table: str, person: int, client: str) -> tuple[int, int]:
        sql = "SELECT number, seq FROM client WHERE table_key = ? AND person = ? AND client = ?"
        rows = self._read(lambda link: link.ask(sql, (table, person, client)))
        return (rows[0][0], rows[0][1]) if rows else (0, 0)

    def entries(self, table: str, first: int, last: int) -> list[LogEntry]:
        rows = self._piece("seq, person, client, number", table, first, last)
        return [LogEntry(*row) for row in rows if row[2] is not None]

    def last_hand(self, table: str) -> HandRecord | None:
        return self._hand("table_key = ? ORDER BY number DESC LIMIT 1", (table,))

    def hand(self, table: str, number: int) -> HandRecord | None:
        return self._hand("table_key = ? AND number = ?", (table, number))

    def hand_at(self, table: str, seq: int) -> HandRecord | None:
        within = "table_key = ? AND first_seq <= ? ORDER BY number DESC LIMIT 1"
        return self._hand(within, (table, seq)) or self.hand(table, 1)

    def _hand(self, which: str, values: Row) -> HandRecord | None:
        sql = f"SELECT number, first_seq, began, snapshot FROM hand WHERE {which}"
        rows = self._read(lambda link: link.ask(sql, values))
        if not rows:
            return None
        found, first_seq, began, snapshot = rows[0]
        return HandRecord(found, first_seq, began, bytes(snapshot))

    def played(
        self, person: int, before: tuple[str, str, int] | None, limit: int
    ) -> list[tuple[str, PlayedHand]]:
        order = (
            " ORDER BY ended DESC, table_key DESC, number DESC, seat DESC, first_seq DESC LIMIT ?"
        )
        after = "" if before is None else " AND (ended, table_key, number) < (?, ?, ?)"
        values = (person, *(before or ()), clamped(limit))
        rows = self._read(lambda link: link.ask(_PART + after + order, values))
        if rows and len(rows) == clamped(limit):
            rows += self._same_hand(rows[-1])
        return [(row[0], PlayedHand(*row[1:])) for row in rows]

    def _same_hand(self, last: Row) -> list[Row]:
        """What else of the last hand of a list the person had that ended at the same moment: the
        next list begins with another."""
        table, number, person, seat, first_seq, _, ended = last[:7]
        sql = (
            f"{_PART} AND table_key = ? AND number = ? AND ended = ? AND (seat, first_seq) < (?, ?)"
            " ORDER BY seat DESC, first_seq DESC"
        )
        values = (person, table, number, ended, seat, first_seq)
        return self._read(lambda link: link.ask(sql, values))

    def parts(self, person: int, table: str, number: int) -> list[PlayedHand]:
        order = " ORDER BY ended, seat, first_seq"
        sql = f"{_PART} AND table_key = ? AND number = ?{order} LIMIT {MOST_ROWS}"
        rows = self._read(lambda link: link.ask(sql, (person, table, number)))
        return [PlayedHand(*row[1:]) for row in rows]

    def meters(self, table: str | None = None) -> Mapping[str, Mapping[str, tuple[int, int]]]:
        which, values = ("", ()) if table is None else (" WHERE table_key = ?", (table,))
        sql = f"SELECT table_key, key, times, cents FROM meter{which} ORDER BY table_key, key"
        rows = self._read(lambda link: link.ask(sql, values))
        return {
            key: {name: (times, cents) for _, name, times, cents in group}
            for key, group in groupby(rows, key=lambda row: row[0])
        }

    # People

    def add_person(self, kind: str, name: str, created: str, grant: Transfer | None) -> Person:
        def write(link: Link) -> Person:
            sql = "INSERT INTO person (kind, name, created) VALUES (?, ?, ?)"
            number = link.insert(sql, (kind, name, created))
            link.do("INSERT INTO purse (person, cents) VALUES (?, 0)", (number,))
            if grant is not None:
                _transfer(link, grant._replace(person=number))
            return Person(number, kind, name, created=created)

        return self._write(write, "A new purse cannot begin below zero.")

    def person(self, id: int) -> Person | None:
        return next(iter(self._people("id = ?", (id,))), None)

    def person_by_login(self, login: str) -> Person | None:
        return next(iter(self._people("login = ?", (login,))), None)

    def people(self, after: int, limit: int) -> list[Person]:
        return self._people("id > ? ORDER BY id LIMIT ?", (after, clamped(limit)))

    def _people(self, which: str, values: Row) -> list[Person]:
        return self._read(lambda link: _persons(link, which, values))

    def make_account(self, id: int, login: str, password: str, name: str) -> Person:
        def write(link: Link) -> Person:
            met = link.do(
                "UPDATE person SET kind = 'account', login = ?, password = ?, name = ?"
                " WHERE id = ? AND kind <> 'account'",
                (login, password, name, id),
            )
            if not met:
                raise Conflict(f"Person {id} is not a guest who could become an account.")
            return _persons(link, "id = ?", (id,))[0]

        return self._write(write, "This login is taken. Choose another.")

    def rename(self, id: int, name: str) -> None:
        self._change(id, "name = ?", (name,))

    def set_password(
        self, id: int, password: str, revoked: str | None = None, but: int | None = None
    ) -> None:
        def write(link: Link) -> None:
            _one_changed(link, id, "password = ?, failures = 0, locked_until = NULL", (password,))
            if revoked is not None:
                link.do(_REVOKE_ALL, (revoked, id, -1 if but is None else but))

        self._write(write)

    def set_failures(self, id: int, failures: int, locked_until: str | None) -> None:
        self._change(id, "failures = ?, locked_until = ?", (failures, locked_until))

    def _change(self, id: int, what: str, values: Row) -> None:
        self._write(lambda link: _one_changed(link, id, what, values))

    def give_role(self, id: int, role: str) -> None:
        self._write(lambda link: _give_role(link, id, role), f"There is no person {id}.")

    def take_role(self, id: int, role: str) -> None:
        sql = "DELETE FROM role WHERE person = ? AND role = ?"
        self._write(lambda link: link.do(sql, (id, role)))

    def holders(self, role: str) -> list[int]:
        sql = f"SELECT person FROM role WHERE role = ? ORDER BY person LIMIT {MOST_ROWS}"
        return [row[0] for row in self._read(lambda link: link.ask(sql, (role,)))]

    def purse(self, id: int) -> int:
        sql = "SELECT cents FROM purse WHERE person = ?"
        rows = self._read(lambda link: link.ask(sql, (id,)))
        if not rows:
            raise Conflict(f"There is no person {id}.")
        return int(rows[0][0])

    def at_tables(self, id: int) -> int:
        sql = (
            "SELECT COALESCE(SUM(b.cents), 0) FROM seat s"
            " JOIN balance b ON b.table_key = s.table_key"
            " AND b.account IN ('rail-' || s.seat, 'layout-' || s.seat) WHERE s.person = ?"
        )
        return int(self._read(lambda link: link.ask(sql, (id,)))[0][0])

    def seated(self, id: int) -> list[str]:
        sql = f"SELECT table_key FROM seat WHERE person = ? ORDER BY table_key LIMIT {MOST_ROWS}"
        return [row[0] for row in self._read(lambda link: link.ask(sql, (id,)))]

    def transfers(self, person: int, before: int | None, limit: int) -> list[tuple[int, Transfer]]:
        sql = (
            "SELECT id, person, cents, why, at, table_key, seq FROM transfer"
            " WHERE person = ? AND id < ? ORDER BY id DESC LIMIT ?"
        )
        values = (person, 2**63 - 1 if before is None else before, clamped(limit))
        rows = self._read(lambda link: link.ask(sql, values))
        return [(row[0], Transfer(*row[1:])) for row in rows]

    def grant(self, transfer: Transfer) -> None:
        said = _MAKE_TRANSFER.format(person=transfer.person, cents=transfer.cents)
        self._write(lambda link: _transfer(link, transfer), said)

    # Sessions and invitations

    def add_session(
        self, digest: str, person: int, created: str, expires: str, agent: str
    ) -> LoginSession:
        def write(link: Link) -> LoginSession:
            sql = (
                "INSERT INTO session (digest, person, created, expires, seen, agent)"
                " VALUES (?, ?, ?, ?, ?, ?)"
            )
            number = link.insert(sql, (digest, person, created, expires, created, agent))
            return LoginSession(number, digest, person, created, expires, created, agent)

        return self._write(write, f"There is no person {person}, or there is such a session.")

    def session(self, digest: str) -> LoginSession | None:
        rows = self._read(lambda link: link.ask(f"{_SESSION} WHERE digest = ?", (digest,)))
        return LoginSession(*rows[0]) if rows else None

    def sessions(self, person: int) -> list[LoginSession]:
        sql = f"{_SESSION} WHERE person = ? ORDER BY id DESC LIMIT {MOST_ROWS}"
        return [LoginSession(*row) for row in self._read(lambda link: link.ask(sql, (person,)))]

    def seen(self, id: int, at: str) -> None:
        self._write(lambda link: link.do("UPDATE session SET seen = ? WHERE id = ?", (at, id)))

    def revoke(self, id: int, at: str) -> None:
        sql = "UPDATE session SET revoked = ? WHERE id = ? AND revoked IS NULL"
        self._write(lambda link: link.do(sql, (at, id)))

    def revoke_all(self, person: int, at: str, but: int | None = None) -> None:
        self._write(lambda link: link.do(_REVOKE_ALL, (at, person, -1 if but is None else but)))

    def add_invitation(self, invitation: Invitation) -> None:
        sql = (
            "INSERT INTO invitation (digest, role, invited_by, created, expires, used_by, used)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)"
        )
        said = "There is such an invitation already, or nobody of that number who could invite."
        self._write(lambda link: link.do(sql, invitation), said)

    def invitation(self, digest: str) -> Invitation | None:
        sql = (
            "SELECT digest, role, invited_by, created, expires, used_by, used FROM invitation"
            " WHERE digest = ?"
        )
        rows = self._read(lambda link: link.ask(sql, (digest,)))
        return Invitation(*rows[0]) if rows else None

    def use_invitation(self, digest: str, person: int, at: str) -> None:
        def write(link: Link) -> None:
            rows = link.ask("SELECT role FROM invitation WHERE digest = ?", (digest,))
            sql = "UPDATE invitation SET used_by = ?, used = ? WHERE digest = ? AND used IS NULL"
            if not rows or not link.do(sql, (person, at, digest)):
                raise Conflict("This invitation has been used, or never was. Ask for another.")
            _give_role(link, person, rows[0][0])

        self._write(write, f"There is no person {person}.")

    # The whole

    def verify(self) -> list[str]:
        return self._snapshot(lambda link: list(_wrong(link)))

    def dump(self, keep: Callable[[str, Sequence[tuple[object, ...]]], None]) -> None:
        def read(link: Link) -> None:
            self._hold_still(link)
            self._ready(link)
            for relation in schema.RELATIONS:
                for rows in link.stream(self._select(relation)):
                    keep(relation.name, rows)

        self._snapshot(read)

    def _select(self, relation: schema.Relation) -> str:
        return relation.select

    def count(self, relation: str) -> int:
        """How many rows a relation has."""
        assert relation in {each.name for each in schema.RELATIONS}
        (row,) = self._read(lambda link: link.ask(f"SELECT count(*) FROM {relation}"))
        return int(row[0])

    def replace(self, fill: Callable[[Keep], None], *, renew: bool = True) -> None:
        """Put other contents in the place of all that is there, in one transaction. ``fill`` is
        given what takes rows, a relation after the other as ``dump`` gives them. The version stays;
        the generation goes on from the higher one, or, without ``renew``, is that of the rows."""
        inserts = {relation.name: relation.insert for relation in schema.RELATIONS}

        def keep_in(link: Link) -> Keep:
            def keep(name: str, rows: Sequence[Row]) -> None:
                if name == "line":
                    self._put_back(link, rows)
                else:
                    link.many([Batch(inserts[name], rows)])

            return keep

        def write(link: Link) -> None:
            self._alone(link)
            self._ready(link)
            before = _generation(link)
            self._empty(link, (*schema.UNSAVED, *reversed(list(inserts))))
            fill(keep_in(link))
            if renew:
                values = (str(max(before, _generation(link)) + 1),)
                link.do("UPDATE meta SET value = ? WHERE key = 'generation'", values)
            link.do("UPDATE meta SET value = ? WHERE key = 'version'", (str(len(self._steps)),))
            self._renumber(link)

        self._write(write, "The contents do not fit together.")

    @abstractmethod
    def _renumber(self, link: Link) -> None:
        """See to it that new rows get numbers above those there are."""


def _missing(table: str, seq: int) -> StoreError:
    return StoreError(f"The log of {table} is damaged: it has no line {seq}. Restore a backup.")


def _one_changed(link: Link, id: int, what: str, values: Row) -> None:
    if not link.do(f"UPDATE person SET {what} WHERE id = ?", (*values, id)):
        raise Conflict(f"There is no person {id}.")


def _generation(link: Link) -> int:
    rows = link.ask("SELECT value FROM meta WHERE key = 'generation'")
    if not rows:
        raise StoreError("There is no house in this database. Start the server on it once.")
    return int(rows[0][0])


def _transfer(link: Link, transfer: Transfer) -> None:
    link.many(
        [
            Batch(TRANSFER, [transfer]),
            Batch(PURSE, [(transfer.cents, transfer.person)], NO_PURSE),
        ]
    )


def _give_role(link: Link, id: int, role: str) -> None:
    sql = "INSERT INTO role (person, role) VALUES (?, ?) ON CONFLICT (person, role) DO NOTHING"
    link.do(sql, (id, role))


def _persons(link: Link, which: str, values: Row) -> list[Person]:
    rows = link.ask(_PEOPLE.format(columns=_PERSON, which=which), values)
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


def _wrong(link: Link) -> Iterator[str]:
    for table, cents in link.ask(_UNBALANCED):
        yield f"{table}: its balances sum to {int(cents)} cents, not to zero"
    for table, cage, moved in link.ask(_CAGES):
        yield f"{table}: its cage stands at {cage} cents, by the purses' transfers at {int(moved)}"
    for person, purse, moved in link.ask(_PURSES):
        if purse is None:
            yield f"person {person}: has no purse"
            continue
        if purse < 0:
            yield f"person {person}: the purse stands at {purse} cents, below zero"
        if purse != int(moved):
            yield f"person {person}: the purse holds {purse} cents, by its transfers {int(moved)}"
