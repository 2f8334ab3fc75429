"""Reasons to choose from, where a no wants one: the clause of the refusal, if there is one, among
others that refuse the same kind of thing."""

from functools import lru_cache
from typing import NamedTuple

from lammer.law import clause, readings
from lammer.school.posing.seeded_choices import SeededChoices
from lammer.school.questions import DrillQuestion
from lammer.school.skills import Skill
from lammer.table.rules import Rules

REASONS = 4
MOST_TRIED = 24
"""Questions that other reasons are taken from."""


class ReasonChoice(NamedTuple):
    """A clause or a reading, and what it says."""

    clause: str
    words: str


def reasons(asked: DrillQuestion) -> tuple[ReasonChoice, ...]:
    """Return the reasons to choose from; as many whether the answer is yes or no.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> from lammer.school.questions import question
    >>> craps = Rules(house(load("nj-2011"), Elections()))
    >>> one = question(craps, "craps.legal.change", 3)
    >>> len(reasons(one))
    4
    """
    rules, posed = asked.rules, asked.posed
    picks = SeededChoices(rules.house.law.key, asked.key, asked.seed, "reasons")
    right = [] if posed.answer["allowed"] else [str(posed.answer["clause"])]
    others = [each for each in _known(rules, asked.skill) if each not in posed.clauses]
    near = others[: 2 * REASONS]
    found = [*right, *picks.some(near, REASONS - len(right))]
    return tuple(ReasonChoice(each, _words(each)) for each in picks.order(found))


@lru_cache(maxsize=256)
def _known(rules: Rules, skill: Skill) -> tuple[str, ...]:
    """Return the clauses by which questions of a skill are refused, then those of wagers."""
    picks = SeededChoices(rules.house.law.key, skill.key, "reasons")
    posed = (skill.pose(rules, picks) for _ in range(MOST_TRIED))
    refused = (each.answer["clause"] for each in posed if each and not each.answer["allowed"])
    laws = ((*w.offer.cites, *w.control.cites, *w.cites) for w in rules.wagers.values())
    return tuple(dict.fromkeys((*refused, *(each for law in laws for each in rules.ids(law)))))


def _words(id: str) -> str:
    found = readings().get(id)
    return clause(id).words if found is None else found.title
