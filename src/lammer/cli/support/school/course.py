"""The course in the terminal: its lessons, one of them to read, and its questions."""

import json
import textwrap
from collections.abc import Iterator

from lammer.cli.support.output import CommandError, flushing, grid, show, write
from lammer.core.numbers import short_percent
from lammer.school import DrillQuestion, question
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
from lammer.school.questions import NoQuestion
from lammer.school.table_tests.table_test import rules_of

WIDE = 100


def say_course(as_json: bool) -> int:
    """List the lessons; as JSON each with all that is in it."""
    with flushing():
        if as_json:
            for each in course().lessons:
                write(json.dumps(lesson_data(each)) + "\n")
            return 0
        table = grid("lesson", "what", right=("skills",))
        for each in course().lessons:
            many = sum(len(each.skills(at)) for at in range(len(each.parts)))
            table.add_row(str(each.number), each.title, str(many))
        show(table)
        write("\nlammer drill --lesson N shows a lesson and asks its questions.\n")
    return 0


def numbered(number: int) -> Lesson:
    """Return a lesson; ``CommandError`` if there is none of that number."""
    try:
        return lesson(number)
    except NoLesson as none:
        raise CommandError(
            f"--lesson {number}: {none}.", "lammer drill --course lists them."
        ) from None


def lesson_data(found: Lesson) -> dict[str, object]:
    """Return a lesson as plain data."""
    return {
        "format": 1,
        "lesson": found.number,
        "title": found.title,
        "text": list(paragraphs(found)),
        "parts": [
            {
                "rules": part.rules,
                "game": part.game,
                "house": dict(part.house),
                "skills": [each.key for each in found.skills(at)],
            }
            for at, part in enumerate(found.parts)
        ],
        "examples": [
            {
                "skill": each.key,
                "seed": each.seed,
                "rules": part.rules,
                "bets": list(situation(each)),
                "words": each.posed.words,
                "reckon": each.posed.reckon,
                "clauses": list(each.posed.clauses),
            }
            for part, each in examples(found)
        ],
    }


def say_lesson(found: Lesson) -> None:
    """Print a lesson: its text, its bets, its examples with their answers."""
    write(f"{found.number}. {found.title}\n\n")
    for paragraph in paragraphs(found):
        write(textwrap.fill(paragraph, WIDE) + "\n\n")
    rows = list(wagers(found))
    if rows:
        table = grid("bet", "pays", "clause", right=("edge",))
        for row in rows:
            edge = "" if row.edge is None else short_percent(row.edge)
            table.add_row(row.name, row.pays, row.clause, edge)
        show(table)
        write("\n")
    for number, (_, each) in enumerate(examples(found), start=1):
        write(f"Example {number}\n")
        for line in (*situation(each), each.posed.words):
            write(textwrap.fill(line, WIDE, initial_indent="  ", subsequent_indent="  ") + "\n")
        cited = f"{each.posed.reckon} [{', '.join(each.posed.clauses[:2])}]"
        write(textwrap.fill(cited, WIDE, initial_indent="  > ", subsequent_indent="    ") + "\n\n")


def of_lesson(found: Lesson, first: int, many: int) -> Iterator[DrillQuestion]:
    """Yield this many questions of a lesson, its skills in turn."""
    every = [(part, key) for at, part in enumerate(found.parts) for key in _keys(found, at)]
    for number in range(many):
        part, key = every[(first + number) % len(every)]
        try:
            yield question(rules_of(part), key, first + number)
        except NoQuestion:
            continue


def _keys(found: Lesson, part: int) -> list[str]:
    return [each.key for each in found.skills(part)]
