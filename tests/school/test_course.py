"""The course: twelve lessons whose skills exist, in which every skill of the covered games occurs,
and whose examples and figures are computed."""

import json
import re
from importlib.resources import files

import pytest

from lammer.school import grade, skills
from lammer.school.course import (
    Lesson,
    NoLesson,
    course,
    examples,
    lesson,
    paragraphs,
    situation,
    wagers,
)
from lammer.school.table_tests.ready_tests import ready_tests
from lammer.school.table_tests.table_test import asked, keys_of, read_text, rules_of
from tests.command import lammer as command
from tests.usual import one_in

LESSONS = course().lessons
FIGURE = re.compile(r"\b\d+ to \d+\b|\$\d|\b\d+ ?%")
"""What a wager pays, an amount, a share: nothing that a text may say by itself."""


def test_there_are_twelve_lessons_and_every_skill_of_the_covered_games_is_in_one() -> None:
    assert len(LESSONS) == 12
    assert len({each.title for each in LESSONS}) == 12
    for key, game in course().covers:
        parts = [part for each in LESSONS for part in each.parts]
        here = [part for part in parts if (part.rules, part.game) == (key, game)]
        taught = {skill for part in here for skill in keys_of(part)}
        assert taught == {each.key for each in skills(rules_of(here[0]))}, (key, game)
    covered = set(course().covers)
    assert {(part.rules, part.game) for each in LESSONS for part in each.parts} - covered == {
        ("md-2013", "craps")
    }, "another game is in the course, but not all of it"


@pytest.mark.parametrize("number", one_in(3, range(1, 13)))
def test_a_lesson_says_something_and_its_figures_are_computed(number: int) -> None:
    found = lesson(number)
    assert found.number == number
    assert all(len(found.skills(at)) > 0 for at in range(len(found.parts)))
    told = paragraphs(found)
    assert len(told) >= 3
    assert all(len(each.split()) > 10 for each in told)
    assert not [each for each in found.text if FIGURE.search(each)], "write {WAGER} instead"
    assert not any("{" in each for each in told)
    every = list(examples(found))
    assert every
    for _, each in every:
        assert grade(each, each.posed.answer).right
        assert each.posed.clauses
        assert each.posed.reckon
        assert situation(each) or each.posed.words
    if number != 10:
        assert all(row.plain and row.pays and row.clause for row in wagers(found))


def test_a_figure_in_the_text_follows_the_rules() -> None:
    source = files("lammer.school").joinpath("course.toml").read_text("utf-8")
    assert source.count("{") > 12
    assert any("7 to 6" in each for each in paragraphs(lesson(5)))
    assert "7 to 6" not in source


def test_there_is_no_lesson_before_the_first_or_after_the_last() -> None:
    for number in (0, 13, -1):
        with pytest.raises(NoLesson):
            lesson(number)


@pytest.mark.parametrize("number", range(len(ready_tests())))
def test_a_ready_test_can_be_taken(number: int) -> None:
    ready = ready_tests()[number]
    test = read_text(ready.file)
    assert test.name == ready.name
    assert test.minutes is not None
    skills_asked = {asked(test, 1, at).key for at in range(min(test.count, 12))}
    assert len(skills_asked) > 1
    for part in test.part:
        assert part.count >= len(keys_of(part)), "every skill is asked about"


def test_every_lesson_and_every_game_has_a_ready_test() -> None:
    names = [each.name for each in ready_tests()]
    assert len(set(names)) == len(names)
    for each in LESSONS:
        assert f"Lesson {each.number}: {each.title}" in names
    part = LESSONS[-1].parts[-1]
    (marked,) = [each for each in read_text(ready_tests()[-1].file).part if each.house]
    assert marked.house == part.house


# The command


def test_the_course_in_the_terminal() -> None:
    listed = command("drill", "--course")
    assert listed.returncode == 0
    assert all(each.title in listed.stdout for each in LESSONS)
    rows = [json.loads(line) for line in command("drill", "--course", "--json").stdout.splitlines()]
    assert [row["lesson"] for row in rows] == list(range(1, 13))
    assert rows[4]["parts"][0]["skills"] == [each.key for each in LESSONS[4].skills(0)]
    assert rows[4]["text"] == list(paragraphs(LESSONS[4]))


def test_a_lesson_in_the_terminal_is_read_and_then_asked_about() -> None:
    found = command("drill", "--lesson", "6", "--seed", "1", "--count", "2", given=b"quit\n")
    assert found.returncode == 0, found.stderr
    assert "6. Odds behind the line" in found.stdout
    assert "Example 1" in found.stdout
    assert "1 of 2: What is paid:" in found.stdout
    lines = command("drill", "--lesson", "12", "--seed", "1", "--count", "40", "--json").stdout
    keys = {json.loads(line)["skill"] for line in lines.splitlines()}
    assert keys == _keys(LESSONS[11])


def _keys(of: Lesson) -> set[str]:
    return {skill.key for at in range(len(of.parts)) for skill in of.skills(at)}


@pytest.mark.parametrize(
    "arguments",
    [
        ("--lesson", "13"),
        ("--lesson", "0"),
        ("--lesson", "six"),
        ("--lesson", "3", "--rules", "nj-2011"),
        ("--course", "--lesson", "3"),
        ("craps.valid", "--lesson", "3"),
    ],
)
def test_what_is_no_lesson_is_refused(arguments: tuple[str, ...]) -> None:
    found = command("drill", *arguments)
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr
