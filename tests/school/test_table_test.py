"""Table tests: their file, a sitting, its sealed log graded again, and the page to print."""

import json
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from lammer.core.codec import Malformed
from lammer.school.table_tests.document import document
from lammer.school.table_tests.sitting import (
    LateAnswer,
    Sitting,
    WrongQuestion,
    is_sitting,
    regrade,
    resume,
    sealed,
)
from lammer.school.table_tests.table_test import as_data, asked, read_test, read_text
from lammer.table.log import FIRST
from tests.command import lammer as command

FILE = """
name = "First test"
minutes = 10
pass_mark = "3/4"
[[part]]
rules = "nj-2011"
skills = ["craps.payout.h*", "craps.legal.change"]
count = 6
[[part]]
rules = "nj-2001"
skills = "punto-banco.count"
count = 2
house = { decks = 6 }
"""
AT = datetime(2026, 11, 18, 20, 0, tzinfo=UTC)
TEST = read_text(FILE)


def right_answer(sitting: Sitting) -> dict[str, Any]:
    return dict(sitting.question().posed.answer)


def wrong_answer(sitting: Sitting) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(json.dumps(right_answer(sitting)))
    for value in answer.values():
        if isinstance(value, list):
            value.append({"seat": 1, "bet": "field", "pays": 100})
    if "allowed" in answer:
        answer = {"allowed": not answer["allowed"]}
    if "count" in answer:
        answer["count"]["player"] += 1
    return answer


def sat(right: int = 8, seed: int = 7) -> Sitting:
    """A sitting in which the last answers are wrong."""
    sitting, at = Sitting(TEST, "Ada", seed, AT), AT
    while (number := sitting.number) is not None:
        at += timedelta(seconds=9)
        answer = right_answer(sitting) if number < right else wrong_answer(sitting)
        sitting.answer(number, answer, at)
    return sitting


def test_a_test_is_read_and_written() -> None:
    assert (TEST.count, TEST.minutes, TEST.mark) == (8, 10, Fraction(3, 4))
    assert read_test(as_data(TEST)) == TEST
    keys = [asked(TEST, 7, number).key for number in range(8)]
    assert keys[:4] == [
        *("craps.payout.hard", "craps.payout.horn", "craps.payout.horn-high", "craps.payout.hop"),
    ]
    assert keys[6:] == ["punto-banco.count"] * 2


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("craps.payout.h*", "craps.payout.z*", "no skill like"),
        ('"nj-2011"', '"nj-1999"', "nj-1999"),
        ("count = 6", "count = 600", "not a whole number from 1 to 500"),
        ("count = 6", "count = true", "not a whole number"),
        ('"3/4"', '"120%"', "not a share"),
        ('"3/4"', '"1/0"', "not a share"),
        ("minutes = 10", "hours = 10", "there is no such key"),
        ("decks = 6", "decks = 7", "decks"),
        ("decks = 6", 'roles = { no_roll = "dealer" }', "roles"),
        ('name = "First test"', "", "name"),
        ("[[part]]", "[part]", "part"),
        ("minutes = 10", "minutes = ", "line"),
    ],
)
def test_what_is_no_test_is_refused(old: str, new: str, said: str) -> None:
    with pytest.raises(Malformed, match=said):
        read_text(FILE.replace(old, new, 1) if old != "[[part]]" else FILE.replace(old, new))


def test_what_a_house_leaves_nothing_to_ask_about_is_not_in_a_test() -> None:
    """A sitting would stop there; a skill that is named by itself is refused."""
    house = {"limits": {"any-seven": {"min": 999_999_00}}}
    part = {"rules": "nj-2011", "count": 40, "house": house}
    test = read_test({"name": "Dear", "part": [{**part, "skills": ["craps.payout.*"]}]})
    keys = {asked(test, 3, number).key for number in range(40)}
    assert "craps.payout.any-seven" not in keys
    assert {"craps.payout.any-craps", "craps.payout.field"} <= keys
    with pytest.raises(Malformed, match="nothing to ask about") as refused:
        read_test({"name": "Dear", "part": [{**part, "skills": ["craps.payout.any-seven"]}]})
    assert refused.value.key == "part[0].skills"
    assert refused.value.instead


@pytest.mark.parametrize(("right", "passed"), [(8, True), (6, True), (5, False), (0, False)])
def test_a_sitting_is_passed_at_its_mark(right: int, passed: bool) -> None:
    found = sat(right).result
    assert found is not None
    assert (found.right, found.asked, found.passed) == (right, 8, passed)
    assert sum(of for _, of in found.by_skill.values()) == 8


def test_the_same_seed_asks_the_same_and_another_does_not() -> None:
    assert sat(seed=7).lines == sat(seed=7).lines
    seeds = {asked(TEST, seed, 0).seed for seed in range(20)}
    assert len(seeds) == 20


def test_an_answer_counts_once_in_time_and_for_its_question() -> None:
    sitting = Sitting(TEST, "Ada", 7, AT)
    before = list(sitting.lines)
    with pytest.raises(WrongQuestion):
        sitting.answer(1, right_answer(sitting), AT)
    with pytest.raises(Malformed):
        sitting.answer(0, {"payments": "all"}, AT)
    assert sitting.lines == before
    sitting.answer(0, right_answer(sitting), AT + timedelta(seconds=5))
    with pytest.raises(WrongQuestion):
        sitting.answer(0, right_answer(sitting), AT + timedelta(seconds=6))
    with pytest.raises(LateAnswer):
        sitting.answer(1, right_answer(sitting), AT + timedelta(minutes=11))
    assert sitting.number is None
    assert sitting.result is not None
    assert (sitting.result.right, sitting.result.passed) == (1, False)


def test_a_sitting_goes_on_where_its_log_ends() -> None:
    whole = sat(7)
    for many in range(2, len(whole.lines)):
        half = whole.lines[:many]
        if json.loads(half[-1])["event"] == "question":
            assert resume(half).lines == half


def test_a_log_is_graded_again_and_nothing_is_wrong_with_it() -> None:
    sitting = sat(6)
    found = regrade(sitting.lines)
    assert found.faults == ()
    assert found.sitting is not None
    assert found.sitting.result == sitting.result
    assert is_sitting(sitting.lines[0])


def resealed(lines: list[bytes], changed: int, body: dict[str, Any]) -> list[bytes]:
    """The log with the body of a line changed, and every hash from there on made anew."""
    made, head = lines[:changed], FIRST if not changed else json.loads(lines[changed - 1])["hash"]
    for number, line in enumerate(lines[changed:], start=changed + 1):
        data = json.loads(line)
        there = {**data["body"], **body} if number == changed + 1 else data["body"]
        new, head = sealed(number, data["at"], data["event"], there, head)
        made.append(new)
    return made


def test_whatever_is_done_to_a_log_is_found() -> None:
    lines = sat(6).lines
    for number in range(len(lines)):
        assert regrade([*lines[:number], *lines[number + 1 :]]).faults, number
        assert regrade([*lines[: number + 1], *lines[number:]]).faults, number
        assert regrade([*lines[:number], lines[number][:-3] + b"}\n", *lines[number + 1 :]]).faults
    for number, line in enumerate(lines):
        data = json.loads(line)
        if data["event"] == "answer" and not data["body"]["right"]:
            assert regrade(resealed(lines, number, {"right": True, "mistakes": None})).faults
        if data["event"] == "result":
            assert regrade(resealed(lines, number, {"passed": not data["body"]["passed"]})).faults
        if data["event"] == "question":
            assert regrade(resealed(lines, number, {"seed": 1})).faults
    assert regrade([]).faults
    assert regrade([b"{}"]).faults
    assert regrade([b"\xff\n"]).faults


def test_a_log_of_other_rules_says_so() -> None:
    lines = sat(6).lines
    (fault, *_) = regrade(resealed(lines, 0, {"digests": ["0" * 64, "0" * 64]})).faults
    assert "other rules" in fault.what


def test_the_page_has_everything_and_says_what_it_proves() -> None:
    sitting = sat(6)
    page = document(sitting)
    assert "Passed" in page
    assert sitting.head in page
    assert "6 of 8" in page
    assert "November 18, 2026, 20:00 UTC" in page
    assert "does not show who sat at the keyboard" in page
    for each in sitting.marked:
        assert each.skill in page
    assert "What is paid: Horn Bet" in page
    assert "as amended to January 18, 2011" in page
    assert json.loads(sitting.lines[0])["body"]["digests"][0] in page
    named = Sitting(TEST, "<script>alert(1)</script>", 7, AT)
    with pytest.raises(ValueError, match="not over"):
        document(named)
    named.finish(AT)
    assert "<script>" not in document(named)


def test_a_test_in_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "first.toml"
    part = '[[part]]\nrules = "nj-2011"\nskills = "craps.valid"\ncount = 3\n'
    path.write_text(f'name = "Yes or no"\nseed = 1\n{part}')
    test = read_text(path.read_text())
    typed = ["yes" if asked(test, 1, n).posed.answer["valid"] else "no" for n in range(3)]
    out = ("--log", str(tmp_path / "ada.log"), "--document", str(tmp_path / "ada.html"))
    found = command(
        *("drill", "--test", str(path), "--person", "Ada", *out),
        given="".join(f"{each}\n" for each in ("what", *typed)).encode(),
    )
    assert found.returncode == 0, found.stderr
    assert "3 of 3 right: passed" in found.stdout
    assert regrade((tmp_path / "ada.log").read_bytes().splitlines(keepends=True)).faults == ()
    assert "Ada" in (tmp_path / "ada.html").read_text()
    log = tmp_path / "ada.log"
    audited = command("audit", str(log))
    assert (audited.returncode, audited.stderr) == (0, "")
    log.write_bytes(log.read_bytes().replace(b'"right":3', b'"right":2'))
    found = command("audit", str(log), "--json")
    assert found.returncode == 1
    assert json.loads(found.stdout)["kind"] == "sitting"
    before = log.read_bytes()
    found = command("drill", "--test", str(path), "--person", "Ada", *out)
    assert found.returncode == 2
    assert "is there already" in found.stderr
    assert log.read_bytes() == before
    found = command("drill", "--test", str(path), "--json", given=b"")
    assert found.returncode == 1
    assert json.loads(found.stdout.splitlines()[-1])["right"] == 0
    path.write_text('name = "x"')
    assert command("drill", "--test", str(path)).returncode == 2
    assert command("drill", "--person", "Ada").returncode == 2


def test_a_test_in_the_terminal_goes_on_from_its_log(tmp_path: Path) -> None:
    path, log = tmp_path / "first.toml", tmp_path / "ada.log"
    part = '[[part]]\nrules = "nj-2011"\nskills = "craps.valid"\ncount = 4\n'
    path.write_text(f'name = "Yes or no"\n{part}')
    test = read_text(path.read_text())
    half = Sitting(test, "Ada", 5, AT)
    for _ in range(2):
        half.answer(half.number or 0, right_answer(half), AT + timedelta(seconds=3))
    take = ("drill", "--test", str(path), "--log", str(log))
    whole, torn = b"".join(half.lines), half.lines[1][:20]
    for there in (whole, whole + torn, b"".join(half.lines[:-1]) + torn):
        log.write_bytes(there)
        found = command(*take, "--person", "Ada", given=b"yes\n" * 4)
        assert "This sitting goes on, begun 2026-11-18" in found.stdout, found.stderr
        graded = regrade(log.read_bytes().splitlines(keepends=True))
        assert graded.faults == ()
        assert graded.sitting is not None
        assert (graded.sitting.seed, len(graded.sitting.marked)) == (5, 4)
    over = log.read_bytes()
    for who, said in (("Ada", "is over"), ("Bob", "is over")):
        found = command(*take, "--person", who)
        assert (found.returncode, log.read_bytes()) == (2, over)
        assert said in found.stderr
    log.write_bytes(b"".join(half.lines))
    for more in (("--person", "Bob"), ("--person", "Ada", "--seed", "6")):
        found = command(*take, *more)
        assert found.returncode == 2
        assert "another sitting, of Ada" in found.stderr
    log.write_text("my notes\n")
    assert command(*take, "--person", "Ada").returncode == 2
    assert log.read_text() == "my notes\n"
