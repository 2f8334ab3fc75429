"""``lammer audit`` on several files and on folders: one table of findings."""

import json
from pathlib import Path
from typing import Any

import pytest

from lammer.table import Run
from lammer.table.log import canonical
from tests.command import lammer
from tests.table.test_log import rehashed

RECORD = "kind,seat,wager,cents,dice\nbet,1,field,500,\nroll,,,,6-6\npayment,1,field,500,\n"


def field_log(more: int = 0) -> bytes:
    """A log with one win, paid ``more`` cents too much."""
    lines: list[bytes] = []
    run = Run.at("nj-2011", rails={1: 100000}, keep=lines.append)
    run.do({"do": "accept-dice", "seat": 1})
    run.do({"do": "bet", "seat": 1, "wager": "pass", "amount": 1000})
    run.do({"do": "bet", "seat": 1, "wager": "field", "amount": 500})
    run.do({"do": "roll", "dice": [4, 5]})
    run.close()
    log = [json.loads(line) for line in lines]
    for line in log:
        if more and line["event"] == "wins":
            line["body"]["moves"].append(["bank", "rail-1", more])
    return b"".join(rehashed([canonical(line).encode() for line in log]))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "week").mkdir()
    (tmp_path / "right.log").write_bytes(field_log())
    (tmp_path / "week" / "small.log").write_bytes(field_log(100))
    (tmp_path / "week" / "large.log").write_bytes(field_log(70000))
    (tmp_path / "week" / "notes.txt").write_text("nothing to audit\n")
    (tmp_path / "week" / "pit.csv").write_text(RECORD)
    return tmp_path


def told(*arguments: str) -> tuple[int, Any]:
    done = lammer("audit", *arguments, "--json")
    return done.returncode, json.loads(done.stdout)


def test_files_of_both_kinds_are_judged_together(folder: Path) -> None:
    names = [str(folder / name) for name in ("right.log", "week/large.log", "week/pit.csv")]
    status, said = told(*names, "--rules", "nj-2011")
    assert (status, said["ok"], said["count"]) == (1, False, 2)
    assert [(each["file"], each["kind"], each["count"]) for each in said["files"]] == [
        (names[0], "log", 0), (names[1], "log", 1), (names[2], "record", 1),
    ]  # fmt: skip
    _, alone = told(names[1])
    assert said["files"][1] == alone


def test_a_folder_is_all_logs_and_records_in_it(folder: Path) -> None:
    status, said = told(str(folder), "--rules", "nj-2011")
    assert status == 1
    assert [Path(each["file"]).name for each in said["files"]] == [
        "right.log", "large.log", "pit.csv", "small.log",
    ]  # fmt: skip
    assert [Path(each).name for each in said["left_out"]] == ["notes.txt"]


def test_the_table_of_findings_begins_with_the_most_money(folder: Path) -> None:
    done = lammer("audit", str(folder), "--rules", "nj-2011", COLUMNS="200")
    rows = [line for line in done.stdout.splitlines() if line.startswith(str(folder))][:3]
    assert all(name in row for name, row in zip(("large", "pit", "small"), rows, strict=True))
    assert ("$700" in rows[0], "-$5" in rows[1], "$1" in rows[2]) == (True, True, True)
    assert "right.log: 8 lines, nothing wrong; draws: not verified" in done.stdout
    assert "1 more file is neither a log nor a record" in done.stdout


def test_one_that_cannot_be_read_does_not_stop_the_others(folder: Path) -> None:
    names = [str(folder / name) for name in ("gone.log", "week/pit.csv", "week/small.log")]
    status, said = told(*names)
    assert status == 2
    assert ["unreadable" in each for each in said["files"]] == [True, True, False]
    assert said["files"][2]["count"] == 1
    complaint = lammer("audit", *names).stderr
    assert "gone.log cannot be read" in complaint
    assert "does not say which rules" in complaint


def test_what_does_not_go_with_several(folder: Path) -> None:
    done = lammer("audit", str(folder), "--head", "0" * 64)
    assert (done.returncode, "head of one log" in done.stderr) == (2, True)
    (folder / "empty").mkdir()
    done = lammer("audit", str(folder / "empty"))
    assert (done.returncode, "no log and no record" in done.stderr) == (2, True)
    assert lammer("audit").returncode == 2


def test_a_mistyped_option_is_told_with_the_nearest_and_is_no_file(folder: Path) -> None:
    done = lammer("audit", "--hed", "ab" * 32, str(folder / "right.log"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "Did you mean --head?" in done.stderr
