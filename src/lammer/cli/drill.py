"""``lammer drill``: questions for dealers, from the rules of a house, asked and graded."""

import json
import secrets
import time
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from cyclopts import Parameter

from lammer.cli.support.house_files import lawful_house
from lammer.cli.support.options import Game, HouseOption, Json, refuse_together
from lammer.cli.support.output import (
    CommandError,
    flushing,
    grid,
    open_input,
    print_error,
    show,
    write,
)
from lammer.cli.support.school.course import numbered, of_lesson, say_course, say_lesson
from lammer.cli.support.school.drill_session import answered, ask, say_grade
from lammer.cli.support.school.practice_table import PracticeOptions, practice
from lammer.cli.support.school.table_test import SittingOptions, take_test
from lammer.core.codec import Malformed
from lammer.games.registry import load
from lammer.house import Elections, house
from lammer.school import (
    DrillQuestion,
    Skill,
    UnknownSkill,
    as_data,
    question,
    skills,
)
from lammer.school.answers.marking import Marked, mark
from lammer.school.questions import MOST_SEED, NoQuestion, why
from lammer.table.rules import Rules
from lammer.table.script import lines

MOST_COUNT = 1_000_000
USUAL_COUNT = 10
USUAL_PRACTICE = PracticeOptions()


def drill(
    skill: Annotated[str | None, Parameter(help="A skill out of --list.")] = None,
    *,
    rules: Annotated[str | None, Parameter(help="A rule set (default: nj-2011).")] = None,
    game: Game = None,
    house_file: HouseOption = None,
    seed: Annotated[int | None, Parameter(help="The seed of the first question.")] = None,
    count: Annotated[int | None, Parameter(help="How many questions.")] = None,
    answers: Annotated[
        str, Parameter(help='"no": with --json, questions without answers.')
    ] = "yes",
    list_skills: Annotated[bool, Parameter(name="--list", help="List the skills.")] = False,
    mark_file: Annotated[
        str | None,
        Parameter(
            name="--mark",
            help="Grade a file of questions with a learner's answers (- for standard input).",
            allow_leading_hyphen=True,
        ),
    ] = None,
    test_file: Annotated[
        str | None, Parameter(name="--test", help="Take a table test (a TOML file).")
    ] = None,
    show_course: Annotated[
        bool, Parameter(name="--course", help="List the lessons of the course.")
    ] = False,
    lesson: Annotated[
        int | None, Parameter(help="Read a lesson of the course, then be asked about it.")
    ] = None,
    person: Annotated[str, Parameter(help="Who takes the test.")] = "",
    log: Annotated[str | None, Parameter(help="Write the sealed log of the test here.")] = None,
    document_file: Annotated[
        str | None, Parameter(name="--document", help="Write the result as a page (HTML).")
    ] = None,
    at_a_table: Annotated[
        bool,
        Parameter(
            name="--practice", help="Deal at a table: players bet and speak, you call and pay."
        ),
    ] = False,
    practice_options: PracticeOptions = USUAL_PRACTICE,
    as_json: Json = False,
) -> int:
    """Questions for dealers: what is paid, what may be done, who draws; asked and graded.

    Every question is computed from the rules and the house's choices, and graded by the table
    itself, each mistake in cents with its clause. A skill and a seed always give the same question.
    Examples: lammer drill; lammer drill --list --rules nj-2001; lammer drill SKILL --count 20;
    lammer drill SKILL --seed 7 --json; lammer drill --mark answers.jsonl;
    lammer drill --course; lammer drill --lesson 4;
    lammer drill --test first.toml --person Ada --log ada.log --document ada.html;
    lammer drill --practice --rounds 10 --hints before
    """
    given = {
        "--list": list_skills,
        "--mark": mark_file is not None,
        "--test": test_file is not None,
        "--course": show_course,
        "--lesson": lesson is not None,
        "--practice": at_a_table,
    }
    refuse_together(given)
    if (show_course or lesson is not None) and (skill or rules or game or house_file):
        raise CommandError("A lesson names its own skills and rules.", "Leave out the others.")
    if test_file is None and (person or log or document_file):
        raise CommandError("--person, --log and --document go with --test.")
    if practice_options.given and not at_a_table:
        raise CommandError(
            "--players, --rounds, --duties, --hints, --timed, --record and --export go with "
            "--practice."
        )
    if at_a_table and (skill or count is not None):
        raise CommandError("At a table all is asked that comes up.", "Leave SKILL and --count out.")
    if answers not in ("yes", "no"):
        raise CommandError(f'--answers is yes or no, not "{answers[:40]}".')
    if mark_file is not None:
        return _mark(mark_file, house_file, as_json)
    if test_file is not None:
        return take_test(SittingOptions(test_file, person, log, document_file, seed, as_json))
    if show_course:
        return say_course(as_json)
    if lesson is not None:
        return _lesson(lesson, seed, count, as_json=as_json, with_answer=answers == "yes")
    tables = _tables(skill, rules, game, house_file, list_skills)
    if at_a_table:
        return practice(tables[0], seed, practice_options, as_json)
    if list_skills:
        return _list(tables, as_json)
    first, many = _first_and_many(seed, count, as_json)
    asked = _questions(tables[0], skill, first, many)
    return _ask_all(asked, many, as_json=as_json, with_answer=answers == "yes")


def _first_and_many(seed: int | None, count: int | None, as_json: bool) -> tuple[int, int]:
    """Return the first seed and how many questions; ``CommandError`` for what cannot be."""
    first = secrets.randbelow(10**9) if seed is None else seed
    many = count if count is not None else 1 if as_json else USUAL_COUNT
    if not 0 <= first < MOST_SEED or not 1 <= many <= MOST_COUNT:
        raise CommandError(f"--count is 1 to {MOST_COUNT:,}, and --seed 0 or more.")
    return first, many


def _ask_all(asked: Iterator[DrillQuestion], many: int, *, as_json: bool, with_answer: bool) -> int:
    with flushing():
        if as_json:
            for each in asked:
                write(json.dumps(as_data(each, with_answer=with_answer)) + "\n")
            return 0
        return _session(asked, many)


def _lesson(
    number: int, seed: int | None, count: int | None, *, as_json: bool, with_answer: bool
) -> int:
    """Show a lesson, unless its questions are wanted as JSON, and ask its questions."""
    found = numbered(number)
    first, many = _first_and_many(seed, count, as_json)
    if not as_json:
        say_lesson(found)
    asked = of_lesson(found, first, many)
    return _ask_all(asked, many, as_json=as_json, with_answer=with_answer)


def _tables(
    skill: str | None, rules: str | None, game: str | None, house_file: str | None, all_games: bool
) -> list[Rules]:
    """Return the rules to ask about: of the game that is named, also by the skill; of every game of
    the rule set for a list."""
    if house_file is not None:
        return [Rules(lawful_house(house_file, rules, game))]
    key = rules or "nj-2011"
    named = (skill or "").partition(".")[0]
    games = load(key).games
    chosen = game or (named if named in games else None)
    which = [chosen] if chosen is not None or not all_games else list(games)
    return [Rules(house(load(key, each), Elections())) for each in which]


def _list(tables: Iterable[Rules], as_json: bool) -> int:
    found = [each for rules in tables for each in skills(rules)]
    with flushing():
        if as_json:
            for each in found:
                write(json.dumps(_skill_data(each)) + "\n")
            return 0
        table = grid("skill", "what", right=("seconds",))
        for each in found:
            table.add_row(each.key, each.what, str(each.seconds))
        show(table)
        write(f"\n{len(found)} skills. lammer drill SKILL asks about one of them.\n")
    return 0


def _skill_data(skill: Skill) -> dict[str, Any]:
    return {
        "skill": skill.key,
        "game": skill.game,
        "what": skill.what,
        "asked": skill.asked,
        "seconds": skill.seconds,
        "wagers": list(skill.wagers),
    }


def _questions(rules: Rules, skill: str | None, first: int, many: int) -> Iterator[DrillQuestion]:
    """Yield this many questions: of one skill, or of all in turn."""
    keys = [skill] if skill is not None else [each.key for each in skills(rules)]
    for number in range(many):
        try:
            yield question(rules, keys[(first + number) % len(keys)], first + number)
        except UnknownSkill as problem:
            raise CommandError(f"{problem}.", problem.instead) from None
        except NoQuestion as problem:
            if skill is not None:
                raise CommandError(f"{problem}.") from None


# A session in the terminal


def _session(asked: Iterator[DrillQuestion], many: int) -> int:
    """Ask one question after the other; 0 however they are answered."""
    right = done = 0
    spent = 0.0
    for number, each in enumerate(asked, start=1):
        write(f"\n{number} of {many}: {each.skill.what} ({each.skill.seconds} seconds)\n")
        ask(each)
        started = time.monotonic()
        found = answered(each)
        if found is None:
            break
        spent += time.monotonic() - started
        done, right = done + 1, right + found.right
        say_grade(each, found)
    if done:
        write(f"\n{right} of {done} right, {spent / done:.0f} seconds each.\n")
    return 0


# Marking


def _mark(path: str, house_file: str | None, as_json: bool) -> int:
    """Grade a file of questions with answers; 1 if one is wrong, 2 if a line cannot be read."""
    elected = None if house_file is None else lawful_house(house_file, None, None)
    right = wrong = unreadable = 0
    with open_input(path, "a file of answers") as stream, flushing():
        for number, line in lines(stream):
            if not line.strip():
                continue
            try:
                found = mark(line, elected)
            except (Malformed, LookupError, NoQuestion) as problem:
                unreadable += 1
                print_error(f"{path}, line {number}: {problem}.", getattr(problem, "instead", ""))
                continue
            right, wrong = right + found.grade.right, wrong + (not found.grade.right)
            if as_json:
                write(json.dumps(_marked_data(found)) + "\n")
            else:
                _say_marked(number, found)
        if not as_json:
            write(f"{right} of {right + wrong} right.\n")
    return 2 if unreadable else 1 if wrong else 0


def _marked_data(found: Marked) -> dict[str, Any]:
    mistakes = [
        {
            "what": each.what,
            "seat": each.seat,
            "bet": each.bet,
            "due": each.due,
            "given": each.given,
            "off_by": each.off_by,
            "clauses": list(each.clauses),
            "reckon": each.reckon,
        }
        for each in found.grade.mistakes
    ]
    asked = found.question
    return {
        "format": 1,
        "skill": asked.key,
        "seed": asked.seed,
        "right": found.grade.right,
        "mistakes": mistakes,
        "answer": dict(asked.posed.answer),
        "why": dict(why(asked.posed)),
    }


def _say_marked(number: int, found: Marked) -> None:
    for each in found.grade.mistakes:
        write(f"line {number}, {found.question.key}: {each.what} [{', '.join(each.clauses[:2])}]\n")
