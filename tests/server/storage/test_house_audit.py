"""``lammer audit`` on a house's database: what it keeps beside its logs is computed again, and
whatever was changed there is found. ``lammer restore`` restores no backup of which that is so."""

import gzip
import json
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from lammer.store import schema
from lammer.store.backup import opened_to_read, restore
from tests.command import lammer
from tests.golden import store as golden
from tests.server.support.crew import Staffed
from tests.server.support.running import in_thread
from tests.server.support.table_helpers import QUICK, at, new_table, play
from tests.store.conftest import new_address, postgres
from tests.usual import usual

__all__ = ["new_address", "postgres"]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a house in which a crew, its players and automatic tables have played: the
    tables craps-2 (staffed, closed), punto-banco-2 (staffed), craps-3 and mini-dice-2 (automatic).
    """
    path = tmp_path_factory.mktemp("audited") / "house.sqlite"
    with in_thread(path, *QUICK) as opened:
        staffed, anna = Staffed(opened), opened.guest("Anna")
        craps, cards = staffed.table(), staffed.table(rules="nj-2001")
        throws, shakes = new_table(opened, anna), new_table(opened, anna, "nj-1997")

        async def with_crew() -> None:
            crew = ("dealer", "boxperson", "stickperson")
            async with (
                staffed.crew(craps, *crew) as (dealer, box, stick),
                at(opened, craps, anna) as one,
            ):
                await one.done("sit", seat=1, rail=30_000)
                await dealer.done("sit", seat=3, name="Walker", rail=0)
                await one.done("accept-dice")
                await one.done("bet", wager="pass", amount=1000)
                await dealer.done("buy-in", seat=3, amount=20_000)
                await dealer.done("bet", seat=3, wager="field", amount=500)
                await dealer.done("roll", dice=[2, 2])
                await box.done("correct", caller="boxperson", reason="wrong-dice")
                await dealer.done("roll", dice=[1, 1])
                await one.done("bet", wager="pass", amount=1000)
                await stick.done("roll", dice=[3, 3])
                await dealer.done("roll", dice=[3, 4])
                await dealer.done("leave", seat=3)
                await one.done("leave")
            async with staffed.crew(cards, "dealer") as (dealer,):
                await dealer.done("sit", seat=5, name="Bob", rail=10_000)

        async def without() -> None:
            async with at(opened, throws, anna) as one:
                await one.done("sit", seat=1, rail=20_000)
                await one.done("accept-dice")
                for _ in range(12):
                    await one.ask("bet", wager="pass", amount=500)
                    await one.ask("bet", wager="field", amount=500)
                    await one.ask("roll")
                    await one.ask("accept-dice")
            async with at(opened, shakes, anna) as one:
                await one.done("sit", seat=2, rail=20_000)
                await one.done("accept-shaker")
                for _ in range(3):
                    await one.ask("bet", wager="field", amount=500)
                    await one.ask("shake")

        play(with_crew())
        play(without())
        by = staffed.tokens["floorperson"]
        assert opened.call("DELETE", f"/api/v1/tables/{craps}", token=by)[0] == 204
    return path


def audited(*arguments: str) -> tuple[int, dict[str, Any]]:
    done = lammer("audit", *arguments, "--json")
    return done.returncode, json.loads(done.stdout)


def findings(said: dict[str, Any]) -> list[tuple[str, str, int | None]]:
    """Where each thing is wrong, of which kind, and by how much."""
    return [
        (each["file"].rpartition(": ")[2], found["kind"], found["off_by"])
        for each in said["files"]
        for found in each["findings"]
    ]


def changed(house: Path, folder: Path, sql: str) -> Path:
    copy = folder / "changed.sqlite"
    shutil.copyfile(house, copy)
    with closing(sqlite3.connect(copy)) as db:
        db.executescript(sql)
        assert db.total_changes
    return copy


def test_an_honest_house_is_right(house: Path) -> None:
    before = house.read_bytes()
    status, said = audited(str(house))
    assert (status, said["ok"], said["count"]) == (0, True, 0)
    parts = {each["file"].rpartition(": ")[2]: each for each in said["files"]}
    assert {"craps-1", "craps-2", "craps-3", "mini-dice-2", "punto-banco-2", "people"} <= set(parts)
    draws = parts["mini-dice-2"]["draws"]
    assert draws["followed"] == draws["trials"] > 0
    assert parts["craps-2"]["lines"] > 20
    assert [each for each, part in parts.items() if "notes" in part] == ["people"]
    assert house.read_bytes() == before


ONE = "(SELECT person FROM transfer WHERE table_key = 'craps-3' LIMIT 1)"
HOLDS = "(SELECT person FROM role WHERE role = '{}')"
GIVEN = (
    f"INSERT INTO transfer (person, cents, why, at) VALUES ({ONE}, 700, '{{why}}', 'x');"
    f" UPDATE purse SET cents = cents + 700 WHERE person = {ONE}"
)
SUMS = "UPDATE purse SET cents = (SELECT sum(cents) FROM transfer t WHERE t.person = purse.person)"


@pytest.mark.parametrize(
    ("sql", "wrong"),
    [
        # Purses
        (f"UPDATE purse SET cents = cents + 5000 WHERE person = {ONE}",
         [("people", "purse", 5000)]),
        ("INSERT INTO transfer (person, cents, why, at, table_key, seq) SELECT person, 700, why,"
         " at, table_key, seq FROM transfer WHERE table_key = 'craps-3' LIMIT 1; UPDATE balance SET"
         " cents = cents + CASE account WHEN 'cage' THEN 700 ELSE -700 END WHERE table_key ="
         f" 'craps-3' AND account IN ('cage', 'bank'); {SUMS}",
         [("craps-3", "balance", 700), ("craps-3", "balance", -700), ("craps-3", "purse", 700)]),
        (f"UPDATE transfer SET person = 1 WHERE table_key = 'craps-3'; {SUMS}",
         [("craps-3", "purse", 20000)]),
        (GIVEN.format(why="walk-in"), [("people", "purse", 700)]),
        (GIVEN.format(why="welcome"), [("people", "purse", 700)]),
        (GIVEN.format(why="gift"), [("people", "purse", 700)]),
        # Meters, accounts, seats, hands
        ("UPDATE meter SET cents = cents + 100 WHERE key = 'handle:field'"
         " AND table_key = 'craps-3'", [("craps-3", "meter", 100)]),
        ("DELETE FROM meter WHERE key = 'lost:pass' AND table_key = 'craps-2'",
         [("craps-2", "meter", -2000)]),
        ("INSERT INTO meter VALUES ('craps-1', 'won:pass', 1, 500)", [("craps-1", "meter", 500)]),
        ("UPDATE balance SET cents = cents + CASE account WHEN 'bank' THEN 100 ELSE -100 END WHERE"
         " account IN ('bank', 'rail-1') AND table_key = 'craps-3'",
         [("craps-3", "balance", 100), ("craps-3", "balance", -100)]),
        ("UPDATE seat SET person = 1 WHERE table_key = 'craps-3'", [("craps-3", "seat", None)]),
        ("DELETE FROM seat WHERE table_key = 'punto-banco-2'", [("punto-banco-2", "seat", None)]),
        ("UPDATE played_hand SET won = won + 100 WHERE table_key = 'craps-2' AND number = 1"
         " AND seat = 1", [("craps-2", "hand", 100)]),
        ("DELETE FROM played_hand WHERE table_key = 'craps-2' AND number = 1 AND seat = 1",
         [("craps-2", "hand", None)]),
        ("INSERT INTO played_hand SELECT table_key, 7, person, seat, first_seq, last_seq, ended,"
         " before, after, brought, staked, won, lost, vigorish FROM played_hand"
         " WHERE table_key = 'craps-2' AND number = 1 AND seat = 1", [("craps-2", "hand", -2000)]),
        ("UPDATE hand SET snapshot = replace(snapshot, '1000', '1100') WHERE number = 2"
         " AND table_key = 'craps-2'", [("craps-2", "hand", None)]),
        ("UPDATE hand SET snapshot = '{' WHERE number = 2 AND table_key = 'craps-2'",
         [("craps-2", "hand", None)]),
        ("UPDATE hand SET first_seq = first_seq + 1 WHERE number = 2 AND table_key = 'craps-2'",
         [("craps-2", "hand", None)]),
        ("INSERT INTO hand SELECT table_key, 99, first_seq, began, snapshot FROM hand"
         " WHERE table_key = 'craps-3' AND number = 1", [("craps-3", "hand", None)]),
        # Persons and roles
        (f"INSERT INTO role VALUES ({ONE}, 'administrator')", [("people", "role", None)]),
        (f"INSERT INTO role VALUES ({HOLDS.format('surveillance')}, 'dealer')",
         [("people", "role", None)] * 2),
        ("DELETE FROM invitation WHERE role = 'boxperson'", [("people", "role", None)] * 2),
        (f"UPDATE line SET person = {HOLDS.format('floorperson')} WHERE table_key = 'craps-2'"
         f" AND person = {HOLDS.format('stickperson')}", [("craps-2", "person", None)] * 3),
        (f"UPDATE line SET person = NULL, client = NULL, number = NULL WHERE person = "
         f"{HOLDS.format('boxperson')}", [("craps-2", "person", None)] * 2),
        ("UPDATE game_table SET opened_by = 1 WHERE key = 'craps-3'",
         [("craps-3", "person", None)]),
        ("UPDATE person SET kind = 'vip' WHERE login = 'the-dealer'",
         [("people", "person", None), ("people", "person", None), ("people", "role", None)]),
        # Tables, heads and logs
        ("UPDATE game_table SET house = '{\"odds\":2}' WHERE key = 'craps-3'",
         [("craps-3", "table", None)]),
        ("UPDATE game_table SET closed = NULL WHERE key = 'craps-2'", [("craps-2", "table", None)]),
        ("UPDATE game_table SET closed = 'x' WHERE key = 'craps-3'",
         [("craps-3", "incomplete", None)]),
        ("UPDATE published_head SET hash = 'x' WHERE table_key = 'mini-dice-1'",
         [("mini-dice-1", "head", None)]),
        ("INSERT INTO published_head VALUES ('craps-3', 9999, 'x', 'y')",
         [("craps-3", "head", None)]),
        ("DELETE FROM line WHERE table_key = 'craps-3' AND seq = 9", [("craps-3", "chain", None)]),
        ("UPDATE head SET seq = seq + 3 WHERE table_key = 'craps-3'", [("craps-3", "chain", None)]),
    ],
)  # fmt: skip
def test_what_was_changed_in_the_database_is_found(
    house: Path, tmp_path: Path, sql: str, wrong: list[tuple[str, str, int | None]]
) -> None:
    status, said = audited(str(changed(house, tmp_path, sql)))
    assert (status, sorted(findings(said), key=str)) == (1, sorted(wrong, key=str))


def test_a_backup_is_audited_as_the_house_is_and_restored_if_it_is_right(
    house: Path, tmp_path: Path, new_address: Callable[[str], str]
) -> None:
    backup, other = tmp_path / "monday.lammer", new_address("sqlite")
    assert lammer("backup", str(backup), "--db", str(house)).returncode == 0
    assert audited(str(backup))[0] == 0
    done = lammer("restore", str(backup), "--db", other)
    assert done.returncode == 0
    assert "nothing wrong" in done.stdout
    assert audited(other)[0] == 0

    spoiled = changed(backup, tmp_path, "UPDATE meter SET cents = cents + 1 WHERE key = 'drop'")
    done = lammer("restore", str(spoiled), "--db", other)
    assert (done.returncode, done.stdout) == (2, "")
    assert "The meter drop comes to" in done.stderr
    assert "nothing was restored" in done.stderr
    done = lammer("restore", str(spoiled), "--db", other, "--no-audit")
    assert done.returncode == 0
    assert "Not checked (--no-audit)" in done.stdout
    assert audited(other)[0] == 1


def test_a_house_in_postgresql_is_audited_by_its_address(
    house: Path, tmp_path: Path, new_address: Callable[[str], str]
) -> None:
    backup, address = tmp_path / "monday.lammer", new_address("postgres")
    assert lammer("backup", str(backup), "--db", str(house)).returncode == 0
    restore(backup, address)
    status, said = audited(address)
    assert (status, said["count"], len(said["files"])) == (
        0,
        0,
        len(audited(str(house))[1]["files"]),
    )
    with psycopg.connect(address, autocommit=True) as db:
        db.execute("UPDATE lammer.meter SET cents = cents + 1 WHERE table_key = 'craps-3'"
                   " AND key = 'drop'")  # fmt: skip
        db.execute("DELETE FROM lammer.line WHERE table_key = 'craps-2' AND seq = 6")
    status, said = audited(address)
    assert status == 1
    assert findings(said) == [("craps-2", "chain", None), ("craps-3", "meter", 1)]


def test_a_running_house_is_audited_as_of_one_moment(tmp_path: Path) -> None:
    path = tmp_path / "house.sqlite"
    with in_thread(path, *QUICK) as opened:
        anna = opened.guest("Anna")
        table = new_table(opened, anna)

        async def hand() -> None:
            async with at(opened, table, anna) as one:
                await one.done("sit", seat=1, rail=20_000)
                await one.done("accept-dice")
                await one.done("bet", wager="pass", amount=500)

        play(hand())
        with opened_to_read(str(path)) as store:

            def looked() -> tuple[int, int]:
                before = len(store.rows("transfer"))
                opened.guest("Bert")
                return before, len(store.rows("transfer"))

            before, after = store.as_of_now(looked)
            assert before == after < len(store.rows("transfer"))
        assert audited(str(path))[0] == 0


def test_a_folder_with_a_database_and_other_files(house: Path, tmp_path: Path) -> None:
    shutil.copyfile(house, tmp_path / "house.sqlite")
    (tmp_path / "house.sqlite.lock").write_text("pid 1\n")
    with closing(sqlite3.connect(tmp_path / "other.sqlite")) as db:
        db.execute("CREATE TABLE t (x)")
    status, said = audited(str(tmp_path))
    assert status == 2  # The other database is none of a house.
    assert said["left_out"] == []
    assert "other.sqlite" in said["files"][-1]["file"]
    (tmp_path / "other.sqlite").unlink()
    assert audited(str(tmp_path))[0] == 0


def test_options_that_do_not_fit_a_database_are_refused(house: Path, tmp_path: Path) -> None:
    page = str(tmp_path / "page.html")
    for more in (("--head", "ab" * 32), ("--report", page)):
        assert lammer("audit", str(house), *more).returncode == 2
    skipped = audited(str(house), "--no-fair")[1]["files"]
    assert skipped[0]["draws"]["why_not"] == "--no-fair leaves them out"


def test_an_address_is_shown_without_its_password(tmp_path: Path) -> None:
    done = lammer("audit", "postgresql://ann:secret@localhost:1/none?password=secret")
    assert done.returncode == 2
    assert "secret" not in done.stdout + done.stderr


def test_a_house_of_the_first_version_is_audited_and_not_upgraded(tmp_path: Path) -> None:
    """Played under other rules, by a server whose schema had version 1."""
    path = tmp_path / "first.sqlite"
    path.write_bytes(gzip.decompress(golden.FILE.read_bytes()))
    kept = path.read_bytes()
    status, said = audited(str(path))
    assert (status, said["count"]) == (0, 0)
    assert path.read_bytes() == kept
    with closing(sqlite3.connect(path)) as db:
        ((table,),) = db.execute("SELECT felt FROM meter WHERE key = 'drop' LIMIT 1")
        db.execute("UPDATE meter SET cents = cents + 1 WHERE felt = ? AND key = 'drop'", (table,))
        db.commit()
    noted = [
        note["what"]
        for part in audited(str(path))[1]["files"]
        if part["file"].endswith(f": {table}")
        for each in (part["findings"], part.get("notes", []))
        for note in each
    ]
    assert any(each.startswith("The meter drop comes to") for each in noted)


UNCHECKED = {
    "meta": "value",  # But for the id of the house, which the logs name.
    "person": "name login password failures locked_until created",
    "session": "digest person created expires seen agent revoked",
    "invitation": "digest created expires used",
    "game_table": "name clock",
    "line": "client number",  # But for the last of each client.
    "balance": "account",  # Of an account with nothing on it.
    "transfer": "at",  # Of chips that no line of a log is about.
    "pseudonym_key": "key",  # Where the log names nobody.
    "published_head": "at",
}
"""What no log says."""
CELLS = [
    (each.name, column)
    for each in schema.RELATIONS
    for column in each.columns
    if column not in UNCHECKED.get(each.name, "").split()
]


def altered(value: Any) -> Any:
    """Another value of the same kind."""
    match value:
        case int():
            return value + 1
        case bytes():
            return value[:-1] + (b"x" if value[-1:] != b"x" else b"y")
        case str():
            return value[:-1] + ("x" if value[-1:] != "x" else "y")
    return 7


@pytest.mark.parametrize(
    ("relation", "column"), usual(CELLS, [cell for at, cell in enumerate(CELLS) if at % 7 == 3])
)
def test_any_value_that_follows_from_the_logs_is_found_when_it_is_changed(
    house: Path, tmp_path: Path, relation: str, column: str
) -> None:
    copy = tmp_path / "changed.sqlite"
    shutil.copyfile(house, copy)
    found = next(each for each in schema.RELATIONS if each.name == relation)
    key = ", ".join(found.columns[: found.key])
    with closing(sqlite3.connect(copy)) as db:
        rows = db.execute(f"SELECT {key}, {column} FROM {relation} ORDER BY {key}").fetchall()
        if not rows:
            return  # The school has logs of its own.
        *keys, value = random.Random(f"{relation} {column}").choice(rows)
        where = " AND ".join(f"{each} IS ?" for each in found.columns[: found.key])
        try:
            sql = f"UPDATE {relation} SET {column} = ? WHERE {where}"
            db.execute(sql, (altered(value), *keys))
        except sqlite3.IntegrityError:
            return  # The database itself does not have it.
        db.commit()
    assert lammer("audit", str(copy)).returncode != 0, (relation, column, keys, value)


def test_the_log_of_another_house_is_found(house: Path, tmp_path: Path) -> None:
    sql = "UPDATE meta SET value = 'another' WHERE key = 'house'"
    _, said = audited(str(changed(house, tmp_path, sql)))
    assert {each[1] for each in findings(said)} == {"table"}


def test_a_walk_in_has_the_name_under_which_the_crew_seated_them(
    house: Path, tmp_path: Path
) -> None:
    sql = "UPDATE person SET name = 'Runner' WHERE name = 'Walker'"
    _, said = audited(str(changed(house, tmp_path, sql)))
    assert findings(said) == [("craps-2", "person", None)]
