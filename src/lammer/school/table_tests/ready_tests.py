"""Table tests that are ready: one for each game of each rule set and one for each lesson of the
course, computed from their skills."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from lammer.games import RULESETS, load
from lammer.school.course import Lesson, course
from lammer.school.skills import Skill, skills
from lammer.school.table_tests.table_test import TestPart, rules_of

QUESTIONS = 30
OF_A_LESSON = 12
PASS_MARK = "80%"
SLACK = 3
"""The time of a test, in times of what a dealer works at."""


class ReadyFile(NamedTuple):
    """A test as the text of its file, with its name."""

    name: str
    file: str


class _Asked(NamedTuple):
    """A part of a test, its skills, and how many questions it has."""

    part: TestPart
    skills: Sequence[Skill]
    many: int


@cache
def ready_tests() -> tuple[ReadyFile, ...]:
    """Return a test for each game, with questions about all its skills in turn, and one for each
    lesson.

    >>> ready_tests()[0].name, ready_tests()[-1].name
    ('Table test: craps, nj-2011', 'Lesson 12: Punto banco')
    """
    games = (_of_a_game(key, game) for key in RULESETS for game in load(key).games)
    return (*games, *map(_of_a_lesson, course().lessons))


def _of_a_game(key: str, game: str) -> ReadyFile:
    part = TestPart(key, (f"{game}.*",), 1, game)
    known = skills(rules_of(part))
    asked = _Asked(part, known, max(QUESTIONS, len(known)))
    return _ready(f"Table test: {game.replace('-', ' ')}, {key}", [asked])


def _of_a_lesson(lesson: Lesson) -> ReadyFile:
    asked = []
    for number, part in enumerate(lesson.parts):
        known = lesson.skills(number)
        count = max(OF_A_LESSON // len(lesson.parts), len(known))
        asked.append(_Asked(part, known, count))
    return _ready(f"Lesson {lesson.number}: {lesson.title}", asked)


def _ready(name: str, parts: Sequence[_Asked]) -> ReadyFile:
    seconds = sum(
        each.skills[number % len(each.skills)].seconds
        for each in parts
        for number in range(each.many)
    )
    minutes = max(5, -(-SLACK * seconds // 60))
    lines = [f"name = {_value(name)}", f'pass_mark = "{PASS_MARK}"', f"minutes = {minutes}"]
    for part, _, count in parts:
        lines += ["", "[[part]]", f"rules = {_value(part.rules)}", f"game = {_value(part.game)}"]
        lines += [f"skills = {_value(list(part.skills))}", f"count = {count}"]
        lines += [f"house = {_value(part.house)}"] if part.house else []
    return ReadyFile(name, "\n".join(lines) + "\n")


def _value(value: Any) -> str:
    """Return a value as TOML.

    >>> _value({"vig": {"collect": "mark"}, "odds": 5})
    '{ vig = { collect = "mark" }, odds = 5 }'
    """
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {_value(each)}' for key, each in value.items())} }}"
    return json.dumps(value)
