"""Table tests that are ready: one for each game of each rule set, computed from its skills."""

from functools import cache
from typing import NamedTuple

from lammer.games import RULESETS, load
from lammer.house import Elections, house
from lammer.school.skills import skills
from lammer.table.rules import Rules

QUESTIONS = 30
PASS_MARK = "80%"
SLACK = 3
"""The time of a test, in times of what a dealer works at."""


class ReadyFile(NamedTuple):
    """A test as the text of its file, with its name and its game."""

    name: str
    game: str
    file: str


@cache
def ready_tests() -> tuple[ReadyFile, ...]:
    """Return a test for each game, with questions about all its skills in turn.

    >>> ready_tests()[0].name
    'Table test: craps, nj-2011'
    """
    return tuple(_of_a_game(key, game) for key in RULESETS for game in load(key).games)


def _of_a_game(key: str, game: str) -> ReadyFile:
    known = skills(Rules(house(load(key, game), Elections())))
    count = max(QUESTIONS, len(known))
    times = [known[number % len(known)].seconds for number in range(count)]
    name = f"Table test: {game.replace('-', ' ')}, {key}"
    part = ((key, game, (f"{game}.*",), count),)
    return ReadyFile(name, game, file_of(name, part, SLACK * sum(times)))


def file_of(
    name: str, parts: tuple[tuple[str, str, tuple[str, ...], int], ...], seconds: int
) -> str:
    """Return the text of a test's file: of each part the rule set, the game, the skills and how
    many questions."""
    minutes = max(5, -(-seconds // 60))
    lines = [f'name = "{name}"', f'pass_mark = "{PASS_MARK}"', f"minutes = {minutes}"]
    for key, game, some, count in parts:
        listed = ", ".join(f'"{each}"' for each in some)
        lines += ["", "[[part]]", f'rules = "{key}"', f'game = "{game}"']
        lines += [f"skills = [{listed}]", f"count = {count}"]
    return "\n".join(lines) + "\n"
