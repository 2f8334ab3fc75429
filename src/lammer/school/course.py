"""A course for dealers: lessons in ``course.toml``, each with text, skills and examples.

What a wager pays, when it wins and what an example comes to are computed from the rules of the
lesson, never written in its text.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from lammer.guide.how_to_play import GuideWager, how_to_play
from lammer.school.answers.text import bet_line, places, where
from lammer.school.questions import DrillQuestion, question
from lammer.school.skills import Skill, find_skill
from lammer.school.table_tests.table_test import TestPart, keys_of, rules_of


class NoLesson(LookupError):
    """Raised for a number that no lesson has."""


class LessonExample(NamedTuple):
    """A question by its skill and seed, which the course shows with its answer."""

    skill: str
    seed: int


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: ``text`` in paragraphs, ``parts`` that name what to practise."""

    number: int
    title: str
    text: tuple[str, ...]
    parts: tuple[TestPart, ...]
    examples: tuple[LessonExample, ...]

    def skills(self, part: int) -> tuple[Skill, ...]:
        """Return the skills of one of its parts."""
        rules = rules_of(self.parts[part])
        return tuple(find_skill(rules, key) for key in keys_of(self.parts[part]))


class Course(NamedTuple):
    """All lessons, and the games of which every skill is in one of them."""

    lessons: tuple[Lesson, ...]
    covers: tuple[tuple[str, str], ...]


@cache
def course() -> Course:
    """Return the course.

    >>> len(course().lessons), course().lessons[5].title
    (12, 'Odds behind the line')
    """
    data = tomllib.loads(files("lammer.school").joinpath("course.toml").read_text("utf-8"))
    lessons = tuple(_lesson(number, each) for number, each in enumerate(data["lesson"], start=1))
    return Course(lessons, tuple((rules, game) for rules, game in data["covers"]))


def _lesson(number: int, data: Mapping[str, Any]) -> Lesson:
    parts = tuple(
        TestPart(each["rules"], tuple(each["skills"]), 1, each["game"], each.get("house", {}))
        for each in data["part"]
    )
    examples = tuple(LessonExample(**each) for each in data["example"])
    return Lesson(number, data["title"], tuple(data["text"]), parts, examples)


def lesson(number: int) -> Lesson:
    """Return the lesson of that number, from 1 on; raises ``NoLesson``."""
    lessons = course().lessons
    if not 1 <= number <= len(lessons):
        raise NoLesson(f"there are lessons 1 to {len(lessons)}")
    return lessons[number - 1]


def paragraphs(of: Lesson) -> tuple[str, ...]:
    """Return the text of a lesson, with what its wagers pay.

    >>> "Six and eight pay 7 to 6" in paragraphs(lesson(5))[0]
    True
    """
    pays = {row.key: row.pays for row in _guide(of, 0)}
    return tuple(each.format_map(pays) for each in of.text)


def wagers(of: Lesson) -> Iterator[GuideWager]:
    """Yield the wagers that the skills of a lesson are about, where they are not all of a game's:
    what each is, in plain words and figures."""
    told: set[tuple[str, str]] = set()
    for number, part in enumerate(of.parts):
        every = rules_of(part).wagers
        about = {
            key
            for skill in of.skills(number)
            if len(skill.wagers) < len(every)
            for key in skill.wagers
        }
        for row in _guide(of, number):
            if row.key in about and (row.key, row.clause) not in told:
                told.add((row.key, row.clause))
                yield row


def _guide(of: Lesson, part: int) -> Iterator[GuideWager]:
    for _, rows in how_to_play(rules_of(of.parts[part])).wagers:
        yield from rows


def examples(of: Lesson) -> Iterator[tuple[TestPart, DrillQuestion]]:
    """Yield the examples of a lesson, each with the first part that has its skill."""
    for each in of.examples:
        part = next(part for part in of.parts if each.skill in keys_of(part))
        yield part, question(rules_of(part), each.skill, each.seed)


def situation(asked: DrillQuestion) -> tuple[str, ...]:
    """Return what lies on the table of an example, in words."""
    bets = (bet_line(asked, *place) for place in places(asked))
    return tuple(filter(None, (where(asked), *bets)))
