"""Grades lines of questions that carry a learner's answer.

The question is posed again from its rules, skill and seed: what the line says of the table is
compared with that, so an answer to another question is not graded as one to this.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from lammer.core.codec import Malformed, show
from lammer.games.registry import load
from lammer.house import Elections, House, house
from lammer.school.answers.grade import Grade, grade
from lammer.school.questions import MOST_SEED, DrillQuestion, as_data, question
from lammer.table.rules import Rules
from lammer.table.script import parse


class Marked(NamedTuple):
    """A question that was answered, and the grade of the answer."""

    question: DrillQuestion
    grade: Grade


def mark(line: bytes, elected: House | None = None) -> Marked:
    """Return the grade of one line, under a house's elections if there are any. Raises
    ``Malformed`` or ``LookupError`` if the line is not an answered question.

    >>> mark(b'{"rules": "nj-2011", "game": "craps", "skill": "craps.valid", "seed": 1, '
    ...      b'"answer": {"valid": false}}').grade.right
    True
    """
    data = parse(line)
    asked = _posed_again(data, elected)
    again = as_data(asked, with_answer=False)
    for key in ("table", "outcome", "action", "hands", "resting", "steps", "choices", "asked"):
        if key in data and data[key] != again.get(key):
            raise Malformed(key, f"not what seed {asked.seed} of {asked.key} gives",
                            "Leave it as it was asked.")  # fmt: skip
    if "answer" not in data:
        raise Malformed("answer", "is missing")
    return Marked(asked, grade(asked, data["answer"]))


def _posed_again(data: Mapping[str, Any], elected: House | None) -> DrillQuestion:
    for key in ("rules", "skill"):
        if not isinstance(data.get(key), str):
            raise Malformed(key, f"{show(data.get(key))} is not text")
    seed, game = data.get("seed"), data.get("game")
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < MOST_SEED:
        raise Malformed("seed", f"{show(seed)} is not a seed", "A whole number from 0 on.")
    if game is not None and not isinstance(game, str):
        raise Malformed("game", f"{show(game)} is not text")
    if elected is not None and (elected.law.key, elected.law.game) != (data["rules"], game):
        raise Malformed("rules", f"the house file is for {elected.law.key}, {elected.law.game}")
    rules = _usual(data["rules"], game) if elected is None else _elected(elected)
    return question(rules, data["skill"], seed)


@lru_cache(maxsize=16)
def _usual(key: str, game: str | None) -> Rules:
    return Rules(house(load(key, game), Elections()))


_latest: dict[int, tuple[House, Rules]] = {}


def _elected(elected: House) -> Rules:
    """Return the rules of a house, the same object for the same house."""
    known = _latest.get(id(elected))
    if known is None or known[0] is not elected:
        _latest.clear()
        known = _latest[id(elected)] = elected, Rules(elected)
    return known[1]
