"""``lammer prune``: logs of closed tables go from the database into files, and everything that is
said of a house still holds."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from lammer.store import open_sql
from lammer.store.sqlite import SqliteStore
from tests.command import lammer
from tests.server.storage.test_house_audit import audited, house
from tests.server.support.running import in_thread
from tests.store.conftest import new_address, postgres

__all__ = ["house", "new_address", "postgres"]

CLOSED = "craps-2"


def pruned(folder: Path, db: str | Path, *options: str, days: int = 0) -> tuple[int, Any]:
    done = lammer("prune", str(folder), "--days", str(days), "--db", str(db), "--json", *options)
    return done.returncode, json.loads(done.stdout) if done.stdout else done.stderr


def lines_of(address: str | Path, table: str) -> int:
    with closing(open_sql(str(address))) as store:
        return dict(store.line_counts()).get(table, 0)


@pytest.fixture(params=["sqlite", "postgres"])
def db(
    request: pytest.FixtureRequest, house: Path, tmp_path: Path, new_address: Callable[[str], str]
) -> str:
    """The address of a house that has played, in either database."""
    if request.param == "sqlite":
        copy = tmp_path / "copy.sqlite"
        shutil.copyfile(house, copy)
        return str(copy)
    address, backup = new_address("postgres"), tmp_path / "moved.lammer"
    assert lammer("backup", str(backup), "--db", str(house)).returncode == 0
    assert lammer("restore", str(backup), "--db", address, "--no-audit").returncode == 0
    return address


def test_a_log_goes_into_a_file_and_the_house_still_adds_up(db: str, tmp_path: Path) -> None:
    folder, before = tmp_path / "old", lines_of(db, CLOSED)
    with closing(open_sql(db)) as store:
        log, meters = b"".join(store.lines(CLOSED, 1)), store.meters()
        purses = store.rows("purse"), store.rows("transfer"), store.rows("balance")
    status, said = pruned(folder, db, "--dry-run")
    assert (status, [(each["table"], each["lines"]) for each in said["logs"]]) == (
        0,
        [(CLOSED, before)],
    )
    assert not folder.exists()
    status, said = pruned(folder, db)
    assert status == 0, said
    (entry,) = said["logs"]
    path = folder / f"{CLOSED}.jsonl"
    assert path.read_bytes() == log
    assert (entry["file"], entry["lines"], entry["size"]) == (str(path), before, len(log))
    assert lammer("audit", str(path), "--head", entry["head"]).returncode == 0
    (listed,) = json.loads((folder / "manifest.json").read_text())["logs"]
    assert (listed["head"], listed["sha256"]) == (entry["head"], entry["sha256"])
    with closing(open_sql(db)) as store:
        assert store.verify() == []
        assert (store.rows("purse"), store.rows("transfer"), store.rows("balance")) == purses
        assert store.meters() == meters
        assert CLOSED not in store.line_counts()
        assert store.rows("hand", CLOSED) == store.rows("played_hand", CLOSED) == []
    status, found = audited(db)
    assert status == 0, found
    notes = [note["what"] for each in found["files"] for note in each.get("notes", ())]
    assert any(f"{CLOSED}.jsonl --head {entry['head']}" in note for note in notes), notes
    assert pruned(folder, db) == (0, {"format": 1, "dry_run": False, "logs": []})
    backup, again = tmp_path / "after.lammer", tmp_path / "again.sqlite"
    assert lammer("backup", str(backup), "--db", db).returncode == 0
    assert audited(str(backup))[0] == 0
    assert lammer("restore", str(backup), "--db", str(again)).returncode == 0
    assert audited(str(again))[0] == 0


def test_what_is_open_or_young_or_wrong_stays(house: Path, tmp_path: Path) -> None:
    copy, folder = tmp_path / "copy.sqlite", tmp_path / "old"
    shutil.copyfile(house, copy)
    status, said = pruned(folder, copy, "--table", "craps-3", "--table", CLOSED, days=1)
    assert status == 1
    assert [each["why"][:13] for each in said["logs"]] == ["it is open", "it was closed"]
    assert pruned(folder, copy, "--table", "nothing-7")[0] == 2
    assert pruned(folder, copy, days=1) == (0, {"format": 1, "dry_run": False, "logs": []})
    (folder / f"{CLOSED}.jsonl").write_text("something else\n")
    status, said = pruned(folder, copy)
    assert (status, "there already" in said["logs"][0]["why"]) == (1, True)
    with closing(sqlite3.connect(copy)) as file:
        file.execute("UPDATE played_hand SET won = won + 1 WHERE table_key = ?", (CLOSED,))
        file.commit()
    status, said = pruned(tmp_path / "other", copy)
    assert (status, "an audit of it finds" in said["logs"][0]["why"]) == (1, True)
    assert lines_of(copy, CLOSED) == lines_of(house, CLOSED)


def test_a_deletion_that_was_cut_short_is_seen_and_finished(
    house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, folder = tmp_path / "copy.sqlite", tmp_path / "old"
    shutil.copyfile(house, copy)
    monkeypatch.setattr("lammer.store.sql.PRUNED_AT_ONCE", 4)
    real = SqliteStore._write
    calls = [0]

    def failing(self: SqliteStore, do: Any, conflict: str = "") -> Any:
        calls[0] += 1
        if calls[0] == 5:
            raise OSError("the power went")
        return real(self, do, conflict)

    monkeypatch.setattr(SqliteStore, "_write", failing)
    assert pruned(folder, copy)[0] == 2
    monkeypatch.setattr(SqliteStore, "_write", real)
    left = lines_of(copy, CLOSED)
    assert 0 < left < lines_of(house, CLOSED)
    status, found = audited(str(copy))
    assert status == 1
    assert "lammer prune deletes them" in json.dumps(found)
    assert pruned(folder, copy)[0] == 0
    assert lines_of(copy, CLOSED) == 0
    assert audited(str(copy))[0] == 0


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE pruned_table SET line_count = line_count - 1",
        "UPDATE pruned_table SET head = replace(head, substr(head, 1, 1), 'x')",
        "UPDATE game_table SET closed = NULL WHERE key = 'craps-2'",
        "UPDATE transfer SET cents = cents + 1 WHERE id = (SELECT max(id) FROM transfer"
        " WHERE table_key = 'craps-2')",
        "UPDATE balance SET cents = cents + (CASE account WHEN 'rail-1' THEN 1 ELSE -1 END)"
        " WHERE table_key = 'craps-2' AND account IN ('rail-1', 'bank')",
        "UPDATE pruned_table SET kept = '{}'",
        "DELETE FROM pruned_table",
    ],
)
def test_what_is_changed_of_a_pruned_table_is_found(
    house: Path, tmp_path: Path, change: str
) -> None:
    copy = tmp_path / "copy.sqlite"
    shutil.copyfile(house, copy)
    assert pruned(tmp_path / "old", copy)[0] == 0
    assert audited(str(copy))[0] == 0
    with closing(sqlite3.connect(copy)) as file:
        assert file.execute(change).rowcount
        file.commit()
    assert audited(str(copy))[0] == 1


def test_a_running_house_says_where_the_log_is(house: Path, tmp_path: Path) -> None:
    copy, folder = tmp_path / "copy.sqlite", tmp_path / "old"
    shutil.copyfile(house, copy)
    with in_thread(copy) as opened:
        assert opened.call("GET", f"/api/v1/tables/{CLOSED}/lines")[0] == 200
        status, said = pruned(folder, copy)
        assert status == 0, said
        for path in ("log", "lines"):
            status, found = opened.call("GET", f"/api/v1/tables/{CLOSED}/{path}")
            assert (status, found["error"]["code"]) == (410, "pruned")
            assert said["logs"][0]["head"] in found["error"]["detail"]
        assert opened.call("GET", f"/api/v1/tables/{CLOSED}/heads")[0] == 200
    assert audited(str(copy))[0] == 0
