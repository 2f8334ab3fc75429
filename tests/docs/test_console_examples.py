"""The ``console`` blocks of the README and the tour, run as a reader would run them.

A line of dots stands for any number of lines.
"""

import os
import re
import shlex
import subprocess
from pathlib import Path

from tests.command import lammer

ROOT = Path(__file__).parents[2]
PLAIN = {key: value for key, value in os.environ.items() if "COLOR" not in key}
README = (ROOT / "README.md").read_text(encoding="utf-8")
TOUR = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```console\n(.*?)^```", README + TOUR, re.DOTALL | re.MULTILINE)


def commands(block: str) -> list[tuple[str, list[str]]]:
    """Each command with what it is to print; a here-document belongs to its command."""
    found: list[tuple[str, list[str]]] = []
    inside = False
    for line in block.splitlines():
        if inside:
            found[-1] = (f"{found[-1][0]}\n{line}", [])
            inside = line != "END"
        elif line.startswith("$ "):
            found.append((line.removeprefix("$ "), []))
            inside = line.endswith("<<'END'")
        else:
            found[-1][1].append(line)
    return found


def matches(expected: list[str], printed: list[str]) -> bool:
    """Whether the lines agree, "..." standing for any lines; blanks inside a line may vary."""
    if not expected:
        return not printed
    if expected[0] == "...":
        return any(matches(expected[1:], printed[at:]) for at in range(len(printed) + 1))
    return (
        bool(printed)
        and expected[0].split() == printed[0].split()
        and matches(expected[1:], printed[1:])
    )


def ran(command: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """A line of shell; without one, and in this process, if it is a command and nothing else."""
    unquoted = re.sub(r"\"[^\"]*\"|'[^']*'", "", command)
    if command.startswith("./lammer ") and not re.search("[|<>&;]", unquoted):
        return lammer(*shlex.split(command)[1:], cwd=folder, COLUMNS="132")
    return subprocess.run(
        ["sh", "-c", command.replace("./lammer", shlex.quote(f"{ROOT}/lammer"))],
        cwd=folder,
        env={**PLAIN, "COLUMNS": "132"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_console_blocks(tmp_path: Path) -> None:
    """From the first to the last in one folder, as somebody follows the page."""
    for block in BLOCKS:
        for command, expected in commands(block):
            run = ran(command, tmp_path)
            wrong = any(line.endswith("wrong.") and "nothing" not in line for line in expected)
            assert run.returncode == (1 if wrong else 0), run.stderr
            assert matches(expected, run.stdout.splitlines()), run.stdout


def test_there_are_examples() -> None:
    assert len(BLOCKS) >= 3


def test_every_document_is_linked_from_the_readme() -> None:
    for path in (ROOT / "docs").glob("*.md"):
        assert f"docs/{path.name}" in README
    for picture in re.findall(r"\((docs/images/[^)]+)\)", README):
        assert (ROOT / picture).is_file()
