"""``lammer audit`` on a log of another version of the rules: notes, and exit status 0."""

import json
from pathlib import Path

from tests.command import lammer
from tests.table.test_log import logs, rehashed


def written_under_other_rules(path: Path) -> Path:
    first, *others = logs()[0]
    opening = json.loads(first)
    opening["body"]["digest"] = "0" * 64
    path.write_bytes(b"".join(rehashed([json.dumps(opening).encode(), *others])))
    return path


def test_notes_are_told_and_change_nothing(tmp_path: Path) -> None:
    log = written_under_other_rules(tmp_path / "old.log")
    said = lammer("audit", str(log))
    assert said.returncode == 0
    assert "note, line 1: Written under another version of the rules" in said.stdout
    assert said.stdout.endswith("nothing wrong.\n")
    found = json.loads(lammer("audit", str(log), "--json").stdout)
    assert (found["ok"], found["count"]) == (True, 0)
    assert [each["line"] for each in found["notes"]] == [1]
