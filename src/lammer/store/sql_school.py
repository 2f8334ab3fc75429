"""Drills, classes, table tests and practice tables in SQL."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TypeVar

from lammer.store.batches import Batch, Row
from lammer.store.connection import SqlConnection
from lammer.store.port import (
    ClassMember,
    ClassTest,
    Conflict,
    DrillProgress,
    PracticeProgress,
    PracticeRecord,
    SchoolClass,
    SittingRecord,
)
from lammer.store.schema import COLUMNS, INSERTS

T = TypeVar("T")
_CLASS = f"SELECT {COLUMNS['school_class']} FROM school_class"
_TEST = f"SELECT {COLUMNS['class_test']} FROM class_test"
_SITTING = f"SELECT {COLUMNS['sitting']} FROM sitting"
_PRACTICE = f"SELECT {COLUMNS['practice']} FROM practice"
_SCORED = "UPDATE practice SET score = ?, ended = ? WHERE id = ? AND ended IS NULL"
_PROGRESS = (
    f"{INSERTS['drill_progress']} ON CONFLICT (person, rules, game, skill) DO UPDATE SET"
    " card = excluded.card, correct = excluded.correct, asked = excluded.asked,"
    " seed = excluded.seed, at = excluded.at"
)


class SqlSchool(ABC):
    """The part of a store about drills, classes, table tests and practice tables."""

    @abstractmethod
    def _write(self, do: Callable[[SqlConnection], T], conflict: str = "") -> T: ...

    @abstractmethod
    def _rows(self, sql: str, values: Row = ()) -> list[Row]: ...

    @abstractmethod
    def _execute(self, sql: str, values: Row, conflict: str = "") -> None: ...

    def drill_progress(self, person: int) -> list[DrillProgress]:
        sql = f"SELECT {COLUMNS['drill_progress']} FROM drill_progress WHERE person = ?"
        rows = self._rows(f"{sql} ORDER BY rules, game, skill", (person,))
        return [DrillProgress(*row) for row in rows]

    def keep_progress(self, progress: DrillProgress) -> None:
        self._execute(_PROGRESS, progress, f"There is no person {progress.person}.")

    def add_class(
        self, name: str, instructor: int, token: str, created: str, kind: str = "class"
    ) -> SchoolClass:
        def write(db: SqlConnection) -> SchoolClass:
            columns = "name, instructor, token, created, kind"
            sql = f"INSERT INTO school_class ({columns}) VALUES (?, ?, ?, ?, ?)"
            number = db.insert(sql, (name, instructor, token, created, kind))
            return SchoolClass(number, name, instructor, token, created, None, kind)

        return self._write(write, f"There is no person {instructor}, or there is such a class.")

    def school_class(self, id: int) -> SchoolClass | None:
        rows = self._rows(f"{_CLASS} WHERE id = ?", (id,))
        return SchoolClass(*rows[0]) if rows else None

    def class_by_token(self, token: str) -> SchoolClass | None:
        rows = self._rows(f"{_CLASS} WHERE token = ?", (token,))
        return SchoolClass(*rows[0]) if rows else None

    def classes_of(self, person: int) -> list[SchoolClass]:
        where = "instructor = ? OR id IN (SELECT class FROM class_member WHERE person = ?)"
        rows = self._rows(f"{_CLASS} WHERE {where} ORDER BY id", (person, person))
        return [SchoolClass(*row) for row in rows]

    def close_class(self, id: int, at: str) -> None:
        self._execute(
            "UPDATE school_class SET closed = ? WHERE id = ? AND closed IS NULL", (at, id)
        )

    def join_class(self, id: int, person: int, at: str) -> None:
        sql = f"{INSERTS['class_member']} ON CONFLICT (class, person) DO NOTHING"
        self._execute(sql, (id, person, at), f"There is no class {id}, or no person {person}.")

    def class_members(self, id: int) -> list[ClassMember]:
        sql = (
            "SELECT person.id, person.name, class_member.joined FROM class_member"
            " JOIN person ON person.id = class_member.person WHERE class = ? ORDER BY person.id"
        )
        return [ClassMember(*row) for row in self._rows(sql, (id,))]

    def add_test(self, id: int, definition: str, sittings: int, created: str) -> ClassTest:
        def write(db: SqlConnection) -> ClassTest:
            sql = (
                "INSERT INTO class_test (class, definition, sittings, created) VALUES (?, ?, ?, ?)"
            )
            number = db.insert(sql, (id, definition, sittings, created))
            return ClassTest(number, id, definition, sittings, created)

        return self._write(write, f"There is no class {id}.")

    def class_test(self, id: int) -> ClassTest | None:
        rows = self._rows(f"{_TEST} WHERE id = ?", (id,))
        return ClassTest(*rows[0]) if rows else None

    def tests_of(self, school_class: int) -> list[ClassTest]:
        rows = self._rows(f"{_TEST} WHERE class = ? ORDER BY id", (school_class,))
        return [ClassTest(*row) for row in rows]

    def withdraw_test(self, id: int, at: str) -> None:
        self._execute(
            "UPDATE class_test SET withdrawn = ? WHERE id = ? AND withdrawn IS NULL", (at, id)
        )

    def begin_sitting(
        self, test: int, person: int, begun: str, lines: Sequence[bytes]
    ) -> SittingRecord:
        def write(db: SqlConnection) -> SittingRecord:
            # The update makes two beginnings at once wait for each other.
            if not db.execute("UPDATE class_test SET sittings = sittings WHERE id = ?", (test,)):
                raise Conflict(f"There is no test {test}.")
            sql = "SELECT sittings, (SELECT COUNT(*) FROM sitting WHERE test = ? AND person = ?)"
            ((most, taken),) = db.query(f"{sql} FROM class_test WHERE id = ?", (test, person, test))
            if taken >= most:
                raise Conflict("This test has been taken as often as it may be.")
            going = "SELECT COUNT(*) FROM sitting WHERE test = ? AND person = ? AND result IS NULL"
            if db.query(going, (test, person))[0][0]:
                raise Conflict("This test is being taken already.")
            insert = "INSERT INTO sitting (test, person, begun) VALUES (?, ?, ?)"
            number = db.insert(insert, (test, person, begun))
            _append(db, number, 1, lines)
            return SittingRecord(number, test, person, begun)

        return self._write(write, f"There is no person {person}.")

    def sitting(self, id: int) -> SittingRecord | None:
        rows = self._rows(f"{_SITTING} WHERE id = ?", (id,))
        return SittingRecord(*rows[0]) if rows else None

    def sittings_of(self, test: int, person: int | None = None) -> list[SittingRecord]:
        sql, values = f"{_SITTING} WHERE test = ?", (test,)
        if person is not None:
            rows = self._rows(f"{sql} AND person = ? ORDER BY id", (test, person))
        else:
            rows = self._rows(f"{sql} ORDER BY id", values)
        return [SittingRecord(*row) for row in rows]

    def sitting_lines(self, id: int) -> list[bytes]:
        sql = "SELECT line FROM sitting_line WHERE sitting = ? ORDER BY seq"
        return [bytes(row[0]) for row in self._rows(sql, (id,))]

    def add_sitting_lines(
        self, id: int, first: int, lines: Sequence[bytes], result: str | None
    ) -> None:
        def write(db: SqlConnection) -> None:
            # This also makes two concurrent writers wait for each other.
            sql = "UPDATE sitting SET result = ? WHERE id = ? AND result IS NULL"
            if not db.execute(sql, (result, id)):
                raise Conflict("This sitting is over.")
            count = "SELECT COUNT(*) FROM sitting_line WHERE sitting = ?"
            if db.query(count, (id,))[0][0] != first - 1:
                raise Conflict("This sitting has gone on elsewhere.")
            _append(db, id, first, lines)

        self._write(write, f"There is no sitting {id}.")

    def begin_practice(self, session: PracticeRecord, most: int) -> PracticeRecord:
        def write(db: SqlConnection) -> PracticeRecord:
            columns = COLUMNS["practice"].partition(", ")[2]
            places = ", ".join("?" * len(session[1:]))
            sql = f"INSERT INTO practice ({columns}) VALUES ({places})"
            number = db.insert(sql, session[1:])
            kept = "SELECT id FROM practice WHERE person = ? ORDER BY id DESC"
            for (old,) in db.query(kept, (session.person,))[most:]:
                db.execute("DELETE FROM practice_answer WHERE practice = ?", (old,))
                db.execute("DELETE FROM practice WHERE id = ?", (old,))
            return session._replace(id=number)

        return self._write(write, f"There is no person {session.person}, or there is such a key.")

    def practice(self, key: str) -> PracticeRecord | None:
        rows = self._rows(f"{_PRACTICE} WHERE key = ?", (key,))
        return PracticeRecord(*rows[0]) if rows else None

    def practices_of(self, person: int) -> list[PracticeRecord]:
        rows = self._rows(f"{_PRACTICE} WHERE person = ? ORDER BY id DESC", (person,))
        return [PracticeRecord(*row) for row in rows]

    def practice_answers(self, id: int) -> list[str]:
        sql = "SELECT body FROM practice_answer WHERE practice = ? ORDER BY number"
        return [row[0] for row in self._rows(sql, (id,))]

    def add_practice_answer(
        self, id: int, number: int, at: str, body: str, progress: PracticeProgress
    ) -> None:
        def write(db: SqlConnection) -> None:
            # This also makes two concurrent writers wait for each other.
            if not db.execute(_SCORED, (*progress, id)):
                raise Conflict("This session is over.")
            count = "SELECT COUNT(*) FROM practice_answer WHERE practice = ?"
            if db.query(count, (id,))[0][0] != number - 1:
                raise Conflict("This session has gone on elsewhere.")
            db.execute(INSERTS["practice_answer"], (id, number, at, body))

        self._write(write, f"There is no session {id}.")

    def end_practice(self, id: int, progress: PracticeProgress) -> None:
        self._execute(_SCORED, (*progress, id))


def _append(db: SqlConnection, sitting: int, first: int, lines: Sequence[bytes]) -> None:
    rows = [(sitting, seq, line) for seq, line in enumerate(lines, start=first)]
    db.execute_many([Batch(INSERTS["sitting_line"], rows)])
