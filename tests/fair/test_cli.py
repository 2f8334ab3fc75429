"""``lammer fair`` and ``lammer acceptance`` as they are run."""

import json
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from lammer.cli import main
from tests.command import lammer
from tests.fair.pledged_tables import PledgingHouse, edited, log_of, seed_number
from tests.fair.test_verify import _other_dice, sealed

SEED = seed_number(1).hex()


def run(*arguments: str) -> tuple[int, str, str]:
    """The status, and what was said on standard output and standard error."""
    said, complaint = StringIO(), StringIO()
    with redirect_stdout(said), redirect_stderr(complaint), pytest.raises(SystemExit) as done:
        main(list(arguments))
    assert isinstance(done.value.code, int)
    return done.value.code, said.getvalue(), complaint.getvalue()


def data(*arguments: str) -> tuple[int, Any]:
    status, said, _ = run(*arguments, "--json")
    return status, json.loads(said)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "a.log"
    path.write_bytes(b"".join(log_of("nj-2011", 3, {1: "one", 3: "three"})))
    return path


def test_a_log_that_follows(log: Path) -> None:
    status, said, _ = run("fair", str(log))
    assert status == 0
    assert "3 seeds pledged: 3 revealed and followed." in said
    assert said.endswith("Nothing wrong.\n")
    status, found = data("fair", str(log))
    assert (status, found["ok"], found["count"], found["pledged"]) == (0, True, 0, 3)
    assert found["trials"] == found["followed"] == found["with_players"]
    assert found["verdicts"] == {
        "followed": 3, "open": 0, "withdrawn": 0, "wrong": 0, "doubtful": 0,
    }  # fmt: skip
    pledge = found["pledges"][0]
    assert pledge["seed"] == SEED
    assert pledge["seeds"] == [{"seat": 1, "seed": "one"}, {"seat": 3, "seed": "three"}]


def test_a_log_that_does_not(log: Path) -> None:
    log.write_bytes(b"".join(sealed(edited(log.read_bytes().splitlines(), _other_dice))))
    status, said, _ = run("fair", str(log))
    assert status == 1
    assert "and the seeds give" in said.splitlines()[0]
    assert said.endswith("1 thing wrong.\n")
    status, found = data("fair", str(log))
    assert (status, found["ok"], found["count"]) == (1, False, 1)
    assert found["findings"][0]["kind"] == "trial"
    piped = lammer("fair", "-", given=log.read_bytes())
    assert (piped.returncode, piped.stderr) == (1, "")
    assert piped.stdout == said.replace(str(log), "-")


def test_what_proves_nothing_is_said(tmp_path: Path) -> None:
    house = PledgingHouse("nj-2011")
    house.commit({})
    house.draw()
    house.do(do="withdraw", reason="restored from a backup")
    house.commit({})
    house.draw()
    path = tmp_path / "a.log"
    path.write_bytes(b"".join(house.lines))
    status, said, _ = run("fair", str(path))
    assert status == 0
    first, second, *_ = said.splitlines()
    assert "withdrawn after 1 trial (restored from a backup). It proves nothing" in first
    assert "1 trial so far, and the seed is not revealed yet" in second
    assert "0 of 2 trials followed" in said


def test_a_crews_dice(tmp_path: Path) -> None:
    house = PledgingHouse("nj-2011")
    house.ready()
    house.do(do="roll", dice=[3, 3])
    path = tmp_path / "a.log"
    path.write_bytes(b"".join(house.lines))
    status, said, _ = run("fair", str(path))
    assert status == 0
    assert "No seed was pledged: outcomes entered by the crew, nothing to verify." in said
    assert "this log would prove nothing" in said
    _, found = data("fair", str(path))
    assert (found["pledged"], found["followed"], found["unpledged"]) == (0, 0, 1)


def test_no_log(tmp_path: Path, log: Path) -> None:
    path = tmp_path / "b.log"
    status, _, said = run("fair", str(path))
    assert (status, "cannot be read" in said) == (2, True)
    path.write_bytes(b"")
    status, _, said = run("fair", str(path))
    assert (status, "the log is empty" in said) == (2, True)
    path.write_bytes(log.read_bytes() + b"3 4\n")
    lines = len(log.read_bytes().splitlines())
    status, _, said = run("fair", str(path))
    assert (status, f"line {lines + 1}: not" in said) == (2, True)
    status, found = data("fair", str(path))
    assert (status, found["ok"], found["unreadable"]["line"]) == (2, False, lines + 1)


def test_acceptance_of_the_servers_dice() -> None:
    status, found = data("acceptance", "--rolls", "20000", "--seed", SEED)
    assert (status, found["ok"], found["count"], found["seed"]) == (0, True, 20000, SEED)
    assert len(found["tests"]) == 7
    again = data("acceptance", "--rolls", "2e4", "--seed", SEED.upper())
    assert again == (status, found)
    status, said, _ = run("acceptance", "--rolls", "20,000", "--seed", SEED)
    assert status == 0
    assert f"Seed {SEED}" in said
    assert said.endswith("Passed: every test is within its limit.\n")


def test_a_fresh_seed_each_time() -> None:
    seeds = {data("acceptance", "--rolls", "360")[1]["seed"] for _ in range(2)}
    assert len(seeds) == 2


def test_a_loaded_die_is_seen_to_fail() -> None:
    status, said, _ = run("acceptance", "--loaded", "6:2", "--rolls", "60000", "--seed", SEED)
    assert status == 1
    faces = next(line for line in said.splitlines() if line.startswith("faces of the first die"))
    assert faces.endswith("FAILED")
    assert "fails again" in said


def test_acceptance_of_the_shuffle() -> None:
    status, found = data("acceptance", "--cards", "--rolls", "520", "--seed", SEED)
    assert (status, found["of"], found["count"], len(found["tests"])) == (0, "shoes", 520, 4)


def test_acceptance_of_what_was_rolled(tmp_path: Path, log: Path) -> None:
    path = tmp_path / "rolls.txt"
    path.write_text("".join(f"{a} {b}\n" for a in range(1, 7) for b in range(1, 7)) * 20)
    status, found = data("acceptance", str(path))
    assert (status, found["count"], found["seed"]) == (1, 720, None)
    by_name = {test["name"]: test["ok"] for test in found["tests"]}
    assert by_name["the 36 pairs"]
    assert not by_name["a total and the next"]
    status, _, said = run("acceptance", str(log))
    assert (status, "the tests need at least 360" in said) == (2, True)
    path.write_text("3 7\n")
    status, _, said = run("acceptance", str(path))
    assert (status, "line 1" in said) == (2, True)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--rolls", "12"),
        ("--rolls", "many"),
        ("--rolls", "1e9"),
        ("--seed", "7"),
        ("--loaded", "7"),
        ("--loaded", "6:0"),
        ("--loaded", "6:99"),
        ("--cards", "--loaded", "6"),
        ("rolls.txt", "--rolls", "1000"),
        ("rolls.txt", "--cards"),
        ("nowhere.txt",),
    ],
)
def test_what_cannot_be_done_is_said(arguments: tuple[str, ...]) -> None:
    status, said, complaint = run("acceptance", *arguments)
    assert (status, said) == (2, "")
    assert len(complaint.splitlines()) == 2
