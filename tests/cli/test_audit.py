"""``lammer audit`` as it is run: damage to a log, and the findings."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from lammer.cli.audit import audit
from lammer.table import Run
from tests.command import lammer
from tests.table.test_log import rehashed

SCRIPT: tuple[dict[str, Any], ...] = (
    {"do": "accept-dice", "seat": 1},
    {"do": "bet", "seat": 1, "wager": "pass", "amount": 1000},
    {"do": "bet", "seat": 2, "wager": "place-6", "amount": 1000},
    {"do": "roll", "dice": [4, 4]},
    {"do": "bet", "seat": 2, "wager": "field", "amount": 500},
    {"do": "bet", "seat": 2, "wager": "place-6", "amount": 1200},
    {"do": "roll", "dice": [2, 4]},
    {"do": "roll", "dice": [3, 4]},
)
Log = list[dict[str, Any]]


@pytest.fixture
def log() -> Log:
    lines: list[bytes] = []
    run = Run.at("nj-2011", rails={1: 100000, 2: 100000}, keep=lines.append)
    for command in SCRIPT:
        run.do(command)
    run.close()
    return [json.loads(line) for line in lines]


def audited(lines: list[bytes], tmp_path: Path, *options: str) -> tuple[int, Any, str]:
    path = tmp_path / "a.log"
    path.write_bytes(b"".join(lines))
    done = lammer("audit", str(path), "--json", *options)
    return done.returncode, json.loads(done.stdout or "null"), done.stderr


def as_lines(log: Log) -> list[bytes]:
    return rehashed([json.dumps(line).encode() for line in log])


def find(log: Log, event: str, **of: Any) -> dict[str, Any]:
    return next(
        line
        for line in log
        if line["event"] == event and all(line["body"].get(k) == v for k, v in of.items())
    )


def test_untouched(log: Log, tmp_path: Path) -> None:
    status, said, _ = audited(as_lines(log), tmp_path)
    assert (status, said["ok"], said["count"], said["lines"]) == (0, True, 0, len(log))


def _more_to_another(log: Log) -> None:
    find(log, "wins", wager="place-6")["body"]["moves"].append(["bank", "rail-1", 5000])


def _not_collected(log: Log) -> None:
    find(log, "loses", wager="field")["body"]["moves"] = []


def _richer(log: Log) -> None:
    log[0]["body"]["moves"][0][2] += 100000


def _other_code(log: Log) -> None:
    find(log, "refused")["body"]["code"] = "no-such-bet"


def _other_clause(log: Log) -> None:
    find(log, "roll")["clauses"].pop()


def _other_actor(log: Log) -> None:
    find(log, "roll")["actor"] = "seat-2"


def _late(log: Log) -> None:
    find(log, "accept")["at"] = "2026-01-01T00:00:00Z"


def _closed_at_another_time(log: Log) -> None:
    log[-1]["at"] = "1960-01-01T00:00:00Z"


def _taken_though_unlawful(log: Log) -> None:
    """$10 on the 6, which was refused: the log says it was taken."""
    line = find(log, "refused")
    line |= {"event": "bet", "actor": "seat-2"}
    line["body"] = {
        "command": line["body"]["command"],
        "seat": 2,
        "wager": "place-6",
        "amount": 1000,
        "stake": 1000,
        "moves": [["rail-2", "layout-2", 1000]],
    }


def _refused_though_lawful(log: Log) -> None:
    line = find(log, "bet", wager="field")
    command = line["body"]["command"]
    line |= {"event": "refused", "actor": "table"}
    line["body"] = {"command": command, "code": "wrong-time", "detail": "No."}
    log.remove(find(log, "loses", wager="field"))


@pytest.mark.parametrize(
    ("change", "seat", "wager", "off_by", "clause"),
    [
        (_more_to_another, 1, "place-6", 5000, "NJ11-1.4b-Place6W"),
        (_not_collected, 2, "field", None, "NJ11-1.2a11"),
        (_richer, 1, None, 100000, "NJ11-1.7a-s1"),
        (_other_code, 2, "place-6", None, "NJ11-1.4f"),
        (_other_clause, None, None, None, "NJ11-1.8-s2"),
        (_other_actor, None, None, None, "NJ11-1.8-s2"),
        (_late, None, None, None, None),
        (_closed_at_another_time, None, None, None, None),
        (_taken_though_unlawful, 2, "place-6", None, "NJ11-1.4f"),
        (_refused_though_lawful, 2, "field", None, "NJ11-1.2a11"),
    ],
)
def test_one_lie_is_one_finding_with_seat_wager_cents_and_clause(
    change: Callable[[Log], None],
    seat: int | None,
    wager: str | None,
    off_by: int | None,
    clause: str | None,
    log: Log,
    tmp_path: Path,
) -> None:
    change(log)
    status, said, _ = audited(as_lines(log), tmp_path)
    assert status == 1
    (found,) = said["findings"]
    assert (found["seat"], found["wager"], found["off_by"]) == (seat, wager, off_by)
    assert found["line"] > 0
    assert clause is None or clause in found["clauses"]


def test_money_from_nowhere(log: Log, tmp_path: Path) -> None:
    gift = {**log[3], "event": "wins", "body": {"moves": [["bank", "rail-1", 5000000]]}}
    log.insert(4, gift)
    _, said, _ = audited(as_lines(log), tmp_path)
    first = said["findings"][0]
    assert (first["line"], first["seat"], first["due"], first["paid"]) == (5, 1, 0, 5000000)


def test_a_table_that_could_not_be_opened_is_said_once(log: Log, tmp_path: Path) -> None:
    log[0]["body"]["command"]["house"] = {"odds": 101}
    status, said, _ = audited(as_lines(log), tmp_path)
    assert status == 1
    kinds = [each["kind"] for each in said["findings"]]
    assert kinds.count("rules") == 1
    assert said["findings"][0]["clause"] == "NJ11-1.6e-s1"


def test_lines_after_the_end_are_said_once(log: Log, tmp_path: Path) -> None:
    lines = as_lines(log)
    _, said, _ = audited([*lines, *lines], tmp_path)
    assert [each["kind"] for each in said["findings"]] == ["chain"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace('"stake":1000', '"stake":10.0'),
        lambda text: text.replace('"stake":1000', '"stake":1e3'),
        lambda text: text.replace('"actor":"seat-1"', '"actor":"\\ud800"', 1),
        lambda text: text.replace('"seq":3', f'"seq":{"9" * 4300}'),
        lambda text: text.replace('"prev":"', '"prev":"x'),
        lambda text: text[: len(text) // 2],
    ],
)
def test_what_cannot_be_read_is_exit_2_and_what_was_found_before_it_stands(
    damage: Callable[[str], str], log: Log, tmp_path: Path
) -> None:
    text = b"".join(as_lines(log)).decode()
    status, said, complaint = audited([damage(text).encode()], tmp_path)
    assert status == 2
    assert "line " in complaint
    assert said["unreadable"]["line"] > 0
    assert said["ok"] is False


@pytest.mark.parametrize("rubbish", [b"\0" * 2_000_000, b"", b"\n\n", b"hello\n"])
def test_files_that_are_neither_log_nor_record(rubbish: bytes, tmp_path: Path) -> None:
    status, said, complaint = audited([rubbish], tmp_path)
    assert (status, said) == (2, None)
    assert complaint


def test_a_workbook_is_to_be_saved_as_csv(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "pit.xlsx", "w") as book:
        book.writestr("xl/workbook.xml", "<workbook/>")
    done = lammer("audit", str(tmp_path / "pit.xlsx"), "--rules", "nj-2011")
    assert done.returncode == 2
    assert "Save its sheet as CSV" in done.stderr


def test_a_head_that_is_none(log: Log, tmp_path: Path) -> None:
    status, _, complaint = audited(as_lines(log), tmp_path, "--head", "xyz")
    assert status == 2
    assert "64" in complaint


def test_a_log_needs_no_rules(log: Log, tmp_path: Path) -> None:
    status, _, complaint = audited(as_lines(log), tmp_path, "--rules", "nj-2011")
    assert status == 2
    assert "names its own rules" in complaint


def test_an_earlier_head_is_accepted_and_its_line_said(log: Log, tmp_path: Path) -> None:
    lines = as_lines(log)
    head = json.loads(lines[3])["hash"]
    status, said, _ = audited(lines, tmp_path, "--head", head)
    assert (status, said["head"]) == (0, {"line": 4, "lines_after": len(lines) - 4})
    status, said, _ = audited(lines, tmp_path, "--head", "0" * 64)
    assert (status, said["head"]) == (1, {"line": None, "lines_after": None})
    assert [each["kind"] for each in said["findings"]] == ["chain"]


def test_where_an_earlier_head_is_stands_in_the_text(
    log: Log, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = as_lines(log)
    path = tmp_path / "a.log"
    path.write_bytes(b"".join(lines))
    head = json.loads(lines[3])["hash"]
    assert audit(str(path), head=head) == 0
    said = capsys.readouterr().out
    assert f"that of line 4; {len(lines) - 4} lines follow it, vouched for only by" in said
