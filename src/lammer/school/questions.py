"""A question of a skill: a pure function of the rules in force, the skill and a seed."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from lammer.school.instrument import drills_of
from lammer.school.posing.posed_question import PosedQuestion, QuestionKind, table_data
from lammer.school.posing.question_table import entered
from lammer.school.posing.seeded_choices import SeededChoices
from lammer.school.skills import Skill, find_skill
from lammer.table.rules import Rules

FORMAT = 1
MOST_SEED = 2**53
MOST_TRIED = 5
"""How many seeds are tried before a skill is taken to have no question."""


@dataclass(frozen=True, slots=True)
class DrillQuestion:
    """A question: its rules, skill and seed, and its content."""

    rules: Rules
    skill: Skill
    seed: int
    posed: PosedQuestion

    @property
    def key(self) -> str:
        return self.skill.key

    @property
    def asked(self) -> QuestionKind:
        return self.skill.asked


class NoQuestion(ValueError):
    """Raised where these rules leave nothing to ask about a skill."""


def question(rules: Rules, key: str, seed: int) -> DrillQuestion:
    """Return the question of a skill and a seed.

    Raises ``UnknownSkill`` for a skill that the rules do not have, ``NoQuestion`` where nothing can
    be asked about it at this house.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> craps = Rules(house(load("nj-2011"), Elections()))
    >>> one = question(craps, "craps.payout.any-seven", 1)
    >>> one.posed == question(craps, "craps.payout.any-seven", 1).posed
    True
    """
    if not 0 <= seed < MOST_SEED:
        raise ValueError(f"a seed is a whole number from 0 to {MOST_SEED - 1}")
    skill = find_skill(rules, key)
    posed = skill.pose(rules, SeededChoices(rules.house.law.key, key, seed))
    if posed is None:
        raise NoQuestion(f"there is nothing to ask about {key} at this house")
    return DrillQuestion(rules, skill, seed, posed)


@lru_cache(maxsize=1024)
def can_be_asked(rules: Rules, key: str) -> bool:
    """Return whether a house leaves something to ask about a skill.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> can_be_asked(Rules(house(load("nj-2011"), Elections())), "craps.payout.horn")
    True
    """
    for seed in range(MOST_TRIED):
        with suppress(NoQuestion):
            question(rules, key, seed)
            return True
    return False


def as_data(asked: DrillQuestion, *, with_answer: bool = True) -> dict[str, Any]:
    """Return a question as plain data (``docs/formats.md``), with its answer or without.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> craps = Rules(house(load("nj-2011"), Elections()))
    >>> data = as_data(question(craps, "craps.payout.any-seven", 1))
    >>> data["asked"], [*data["answer"]], [*data["why"]]
    ('payments', ['payments'], ['clauses', 'reckon'])
    """
    law, posed = asked.rules.house.law, asked.posed
    found: dict[str, Any] = {
        "format": FORMAT,
        "skill": asked.key,
        "seed": asked.seed,
        "rules": law.key,
        "game": law.game,
        "table": table_data(posed, says_what_works=asked.skill.asked != "works"),
        **posed.given,
        "asked": asked.skill.asked,
        "words": posed.words,
    }
    if with_answer:
        found["answer"] = dict(posed.answer)
        found["why"] = why(posed)
    return found


def shown_in_question(posed: PosedQuestion, *, told: bool = True) -> Mapping[str, Any] | None:
    """Return the dice or cards on the table of a question, as a page draws them: the outcome, or
    what precedes it; if the outcome is not to be ``told`` yet, what lies there before it, if
    anything.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> craps = Rules(house(load("nj-2011"), Elections()))
    >>> shown_in_question(question(craps, "craps.payout.any-seven", 1).posed)
    {'dice': [1, 3]}
    """
    rules = posed.table.rules
    outcome = posed.given.get("outcome")
    if outcome is None:
        return drills_of(rules.procedure.trial.thing).lies_before(posed.given)
    found: Mapping[str, Any] | None = None
    for event in entered(posed.table, outcome).every:
        if told or found is None or not isinstance(event, rules.instrument.outcome_event):
            found = rules.instrument.shown(found, event)
    return found


def why(posed: PosedQuestion) -> Mapping[str, Any]:
    return {"clauses": list(posed.clauses), "reckon": posed.reckon}
