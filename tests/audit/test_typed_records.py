"""Five records typed by hand, as a clerk would in a spreadsheet from the documentation alone:
what the audit says of each, unreadable lines included."""

import json
from pathlib import Path

import pytest

from tests.command import lammer

TYPED = Path(__file__).parent / "typed"


@pytest.mark.parametrize(
    ("name", "rules", "status", "findings", "unreadable"),
    [
        ("swing-shift.csv", "nj-2011", 0, [], []),
        # Vigorish was taken with the win, too, at a house that takes it at the bet.
        ("mid-hand-semicolons.csv", "md-2013", 1, [(14, "buy-4", 0, -5000)], []),
        # With nothing in two cards the player draws; so nobody can say what was due.
        ("unicode-text.tsv", "nj-2001", 1, [(5, None, None, None)], []),
        ("many-names.csv", "nj-2011", 2, [], [(2, "Write a line for each.")]),
        (
            "dates.csv",
            "nj-1997",
            2,
            [],
            [
                (4, "Write 3-4, or 3 4 where a spreadsheet would make a date of that."),
                (7, "Did you mean payment?"),
            ],
        ),
    ],
)
def test_a_typed_record(
    name: str,
    rules: str,
    status: int,
    findings: list[tuple[object, ...]],
    unreadable: list[tuple[int, str]],
    tmp_path: Path,
) -> None:
    path = TYPED / name
    if path.suffix == ".tsv":  # "Unicode text", as a spreadsheet saves it.
        path = tmp_path / "record.txt"
        path.write_text((TYPED / name).read_text(encoding="utf-8"), encoding="utf-16")
    done = lammer("audit", str(path), "--rules", rules, "--json")
    said = json.loads(done.stdout)
    told = [(each["line"], each["wager"], each["due"], each["paid"]) for each in said["findings"]]
    lines = [(each["line"], each["instead"]) for each in said.get("unreadable_lines", [])]
    assert (done.returncode, told, lines) == (status, findings, unreadable)
