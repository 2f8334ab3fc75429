"""Backups: of one moment, complete, checked before a restore, between any two engines."""

import shutil
import sqlite3
import stat
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from lammer.store import open_store, schema
from lammer.store.backup import Contents, backup, restore, seal_error
from lammer.store.port import (
    Conflict,
    DrillProgress,
    HandRecord,
    Invitation,
    LogEntry,
    PlayedHand,
    PracticeProgress,
    PracticeRecord,
    PrunedTable,
    PublishedHead,
    Store,
    StoreError,
    Superseded,
    Tick,
    Transfer,
)
from lammer.store.sql import SqlStore
from lammer.store.sqlite import SqliteStore
from tests.store.conftest import ENGINES
from tests.store.store_data import AT, FIRST, guest, record, sealed, tick
from tests.store.test_port import everything


def furnish(store: Store) -> None:
    """A house with something of everything in it."""
    ann, bob = guest(store), guest(store, name="Bob")
    store.make_account(ann.id, "ann", "$argon2id$x", "Ann")
    store.give_role(ann.id, "administrator")
    store.add_session("d1", ann.id, AT, AT, "Firefox")
    store.add_invitation(Invitation("i1", "dealer", ann.id, AT, AT))
    store.open_table(record("craps-1", opened_by=ann.id))
    store.open_table(record("craps-2"))
    store.commit(
        [
            Tick(
                "craps-1",
                list(enumerate(sealed(600), 1)),
                [LogEntry(1, ann.id, "c", 1), LogEntry(2, None, "", 0)],
                {"cage": -700, "rail-1": 500, "bank": 200},
                [Transfer(bob.id, -700, "buy-in", AT, "craps-1", 1)],
                {1: bob.id},
                [HandRecord(1, 1, AT, b"\x00{}")],
                [PlayedHand(1, bob.id, 1, 1, 9, AT, 0, 500, 700, 200, 0, 150, 50)],
                {"drop": (1, 700)},
                b"a seed nobody may see",
                published=PublishedHead(600, "ab" * 32, AT),
                pseudonym_key="00" * 32,
            )
        ]
    )
    store.open_table(record("mini-dice-1"))
    store.commit([Tick("mini-dice-1", list(enumerate(sealed(130), 1)), closed=AT)])
    assert isinstance(store, SqlStore)
    store.prune(PrunedTable("mini-dice-1", 130, "h", "mini-dice-1.jsonl", "s", AT, "{}"))
    skill = "craps.valid"
    store.keep_progress(DrillProgress(bob.id, "nj-2011", "craps", skill, "{}", 1, 2, 7, AT))
    evening = store.add_class("Evening", ann.id, "token", AT)
    store.join_class(evening.id, bob.id, AT)
    test = store.add_test(evening.id, "{}", 2, AT)
    store.begin_sitting(test.id, bob.id, AT, [b"one\n", b"two\n"])
    rules = ("nj-2011", "craps", "d")
    practised = store.begin_practice(PracticeRecord(0, "k", bob.id, *rules, "{}", AT, "{}"), 9)
    store.add_practice_answer(practised.id, 1, AT, '{"task":1}', PracticeProgress("{}", AT))


def contents(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Everything but what a database says about itself."""
    return {name: rows for name, rows in everything(store).items() if name != "meta"}


def make(address: str) -> Store:
    store = open_store(address)
    store.migrate()
    return store


@pytest.mark.parametrize("source", ENGINES)
@pytest.mark.parametrize("target", ENGINES)
def test_a_backup_goes_from_either_engine_to_either(
    new_address: Callable[[str], str], tmp_path: Path, source: str, target: str
) -> None:
    one, other = new_address(source), new_address(target)
    path = tmp_path / "house.backup"
    with closing(make(one)) as store:
        furnish(store)
        found = contents(store)
        assert set(found) == {each.name for each in schema.RELATIONS} - {"meta"}
        assert backup(store, path) == Contents(2, 3, 600)
    for fuller in (False, True):
        with closing(make(other)) as store:
            if fuller:
                guest(store, name="Too late")
                store.open_table(record("late-1"))
                store.commit([Tick("late-1", [(1, b"x")], secret=b"late")])
        assert restore(path, other) == Contents(2, 3, 600)
        with closing(open_store(other)) as store:
            store.lease()
            assert contents(store) == found
            assert store.generation() == 2 + fuller
            assert store.secret("craps-1") is None
            assert store.secret("late-1") is None
            assert store.verify() == []
            later = guest(store, name="Cyd")
            assert later.id not in (1, 2)
            store.open_table(record("craps-3"))
            last = sealed(600)[-1].partition(b'"hash":"')[2][:64].decode()
            line = sealed(1, first=601, prev=last)[0]
            store.commit([Tick("craps-1", [(601, line)])])


def test_an_empty_target_is_made(new_address: Callable[[str], str], tmp_path: Path) -> None:
    with closing(make(new_address("sqlite"))) as store:
        furnish(store)
        backup(store, tmp_path / "b")
    other = new_address("sqlite")
    restore(tmp_path / "b", other)
    with closing(open_store(other)) as store:
        assert store.generation() == 2
        assert len(store.tables()) == 2


def test_a_backup_is_one_private_file_without_secrets(store: Store, tmp_path: Path) -> None:
    furnish(store)
    folder = tmp_path / "backups"
    folder.mkdir()
    backup(store, folder / "b")
    assert [each.name for each in folder.iterdir()] == ["b"]
    assert stat.S_IMODE((folder / "b").stat().st_mode) == 0o600
    written = (folder / "b").read_bytes()
    assert b"seed nobody" not in written
    assert b"$argon2id$x" in written
    assert written[18:20] == b"\x01\x01", "the file depends on no other beside it"
    with pytest.raises(StoreError, match="there already"):
        backup(store, folder / "b")
    assert (folder / "b").read_bytes() == written
    with pytest.raises(StoreError, match="cannot be written"):
        backup(store, tmp_path / "nowhere" / "b")


def test_a_backup_is_of_one_moment_while_the_house_plays(store: Store, tmp_path: Path) -> None:
    ann = guest(store)
    store.open_table(record("craps-1"))
    store.open_table(record("craps-2"))
    over = threading.Event()
    committed = [0]

    def play() -> None:
        prev, seq = {"craps-1": FIRST, "craps-2": FIRST}, 0
        while not over.is_set() and seq < 5000:
            seq += 1
            group = []
            for table in prev:
                (line,) = sealed(1, table, seq, prev[table])
                prev[table] = line.partition(b'"hash":"')[2][:64].decode()
                moved = Transfer(ann.id, -1, "buy-in", AT, table, seq)
                stand = {"cage": -seq, "rail-1": seq}
                group.append(Tick(table, [(seq, line)], balances=stand, transfers=[moved]))
            store.commit(group)
            committed[0] = seq

    thread = threading.Thread(target=play)
    thread.start()
    try:
        seen = []
        for number in range(4):
            while committed[0] < 10 * (number + 1) and thread.is_alive():
                over.wait(0.001)
            before = committed[0]
            found = backup(store, tmp_path / f"b{number}")
            seen.append((before, found.lines, committed[0]))
    finally:
        over.set()
        thread.join()
    for before, lines, after in seen:
        assert lines % 2 == 0, "the two tables commit together"
        assert before <= lines // 2 <= after + 1
    assert any(after > before for before, _, after in seen), "nobody played meanwhile"
    for number in range(4):
        restore(tmp_path / f"b{number}", f"sqlite:///{tmp_path}/r{number}.db")


def test_a_running_server_notices_a_restore(store: Store, address: str, tmp_path: Path) -> None:
    furnish(store)
    backup(store, tmp_path / "b")
    store.open_table(record("craps-3"))
    store.commit([tick("craps-3", 1)])
    restore(tmp_path / "b", address)
    with pytest.raises(Superseded):
        store.commit([tick("craps-3", 2)])
    assert store.table("craps-3") is None
    store.close()
    with closing(open_store(address)) as again:
        again.lease()
        again.open_table(record("craps-3"))


HARM = {
    "UPDATE line SET line = CAST(replace(CAST(line AS TEXT), 'test', 'best') AS BLOB)"
    " WHERE seq = 7": "craps-1: line 7 is not what was sealed",
    "UPDATE line SET line = (SELECT line FROM line WHERE seq = 8) WHERE seq = 7": "line 7 says",
    "DELETE FROM line WHERE seq = 7": "craps-1 is damaged: it has no line 1",
    "DELETE FROM line WHERE seq = 600": "it has 500 lines, and should have 600",
    "UPDATE line SET line = x'00' WHERE seq = 600": "line 600 has no seal",
    "UPDATE purse SET cents = cents + 1": "by its transfers",
    "UPDATE balance SET cents = 0": "cage stands at 0",
    "DELETE FROM game_table": "refers to none of game_table",
    "DELETE FROM meta WHERE key = 'backup'": "is not a backup",
    "UPDATE meta SET value = '99' WHERE key = 'version'": "Use a newer Lammer",
    "DROP TABLE meta": "something else",
    "PRAGMA application_id = 7": "another program",
}


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("good") / "b"
    with closing(make(":memory:")) as store:
        furnish(store)
        backup(store, path)
    return path


@pytest.mark.parametrize("harm", HARM)
def test_a_damaged_backup_is_refused_and_the_target_stays(
    good: Path, tmp_path: Path, harm: str
) -> None:
    path, address = tmp_path / "b", f"sqlite:///{tmp_path}/house.db"
    shutil.copy(good, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute(harm)
    with closing(make(address)) as store:
        before = everything(store)
        with pytest.raises(StoreError, match=HARM[harm]):
            restore(path, address)
        assert everything(store) == before


def test_what_is_no_backup_is_refused(good: Path, tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/house.db"
    with pytest.raises(StoreError, match="no file"):
        restore(tmp_path / "nothing", address)
    letter = tmp_path / "letter"
    letter.write_bytes(b"Dear Ann, " * 1000)
    with pytest.raises(StoreError, match="not an SQLite"):
        restore(letter, address)
    cut = tmp_path / "cut"
    cut.write_bytes(good.read_bytes()[:-20_000])
    with pytest.raises(StoreError, match=r"damaged|malformed"):
        restore(cut, address)
    with pytest.raises(StoreError, match="the backup itself"):
        restore(good, str(good))
    with closing(make(address)) as store:
        assert store.people(0, 1) == []
    restore(good, address)
    with pytest.raises(StoreError, match="is not a backup"):
        restore(tmp_path / "house.db", f"sqlite:///{tmp_path}/other.db")


def test_a_backup_of_an_older_version_is_brought_up(
    good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = good.read_bytes()
    newer = (*schema.STEPS, ("ALTER TABLE game_table ADD COLUMN colour {text}",))
    original = SqliteStore.__init__

    def newer_init(self: SqliteStore, path: str | Path, *, readonly: bool = False) -> None:
        original(self, path, steps=newer, readonly=readonly)

    monkeypatch.setattr(SqliteStore, "__init__", newer_init)
    monkeypatch.setattr(schema, "VERSION", len(newer))
    address = f"sqlite:///{tmp_path}/house.db"
    assert restore(good, address) == Contents(2, 3, 600)
    assert good.read_bytes() == kept
    with closing(open_store(address)) as store:
        assert store.migrate() == len(newer)
        assert len(store.tables()) == 2


def test_seals() -> None:
    lines = sealed(3)
    assert seal_error(lines) == (None, 3)
    assert seal_error([line.rstrip() for line in lines]) == (None, 3)
    assert seal_error(lines[1:]) == ("line 1 says it is line 2", 1)
    other = sealed(3, "craps-2")
    assert seal_error([lines[0], other[1]]) == ("line 2 does not follow on the line before", 2)
    assert seal_error([lines[0].replace(b"house", b"louse")]) == (
        "line 1 is not what was sealed",
        1,
    )


def test_a_restored_name_is_still_taken(good: Path, new_address: Callable[[str], str]) -> None:
    address = new_address("postgres")
    restore(good, address)
    with closing(open_store(address)) as store:
        with pytest.raises(Conflict, match="already"):
            store.open_table(record("craps-1"))
        person = guest(store, name="New")
        with pytest.raises(Conflict, match="taken"):
            store.make_account(person.id, "ann", "x", "Ann")
