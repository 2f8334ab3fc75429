"""The status of each clause, as docs/formats.md defines it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from lammer.core.product import Status
from lammer.coverage.places import CodeLocation, places
from lammer.games.registry import RULESETS, UnknownName
from lammer.law import EDITIONS, Clause, clauses, edition_of
from lammer.law.registry import evidence_text, physical

ClauseStatus = Literal["enforced", "recorded", "shown", "asserted", "own", "physical", "open"]
STATUSES: tuple[ClauseStatus, ...] = get_args(ClauseStatus)
_STRONGEST: tuple[Status, ...] = get_args(Status)
"""What tests can prove of a clause, the strongest first."""


@dataclass(frozen=True, slots=True)
class BorrowingRules:
    """Another rule set that applies this clause because its own text is not printed."""

    rules: str
    borrowed: str
    where: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClauseCoverage:
    """What the program does about one clause."""

    clause: Clause
    status: ClauseStatus
    where: tuple[str, ...]
    tests: tuple[str, ...]
    reason: str | None
    lent: tuple[BorrowingRules, ...]
    readings: tuple[str, ...]


def clause_coverage(edition: str | None = None) -> tuple[ClauseCoverage, ...]:
    """Return every clause, or those of one edition, in the text's order; then those printed in
    another edition that its rule set follows as its own. Of a rule set without a text of its own,
    those it follows.

    >>> len(clause_coverage())
    805
    >>> sorted({each.clause.edition for each in clause_coverage("NJ05")})
    ['NJ01', 'NJ05']
    """
    evidence: Mapping[str, Mapping[Status, list[str]]] = json.loads(evidence_text())
    found = tuple(_coverage(each, evidence.get(each.id, {})) for each in clauses().values())
    if edition is None:
        return found
    own = tuple(each for each in found if each.clause.edition == edition)
    return own + tuple(each for each in found if each not in own and follows(edition, each.clause))


def edition_asked(name: str) -> str:
    """Return the prefix of the edition meant by "NJ11" or "nj-2011", or the key of a rule set that
    has no text of its own. Raises ``UnknownName``.

    >>> edition_asked("nj-2011")
    'NJ11'
    """
    key = name.casefold()
    found = edition_of(name) or (key if key in RULESETS else None)
    if found is None:
        known = dict.fromkeys((*EDITIONS.values(), *RULESETS, *EDITIONS))
        raise UnknownName("edition", name, known)
    return found


def follows(edition: str, clause: Clause) -> bool:
    """True if the rule set of an edition names the clause as its own text."""
    rules = EDITIONS.get(edition, edition)
    return any(
        each.ruleset == rules and each.borrowed is None for each in places().get(clause.id, ())
    )


def _coverage(clause: Clause, proof: Mapping[Status, list[str]]) -> ClauseCoverage:
    cited = places().get(clause.id, ())
    own = [place for place in cited if place.borrowed is None]
    where = tuple(dict.fromkeys(place.where for place in own))
    tests = tuple(dict.fromkeys(test for status in _STRONGEST for test in proof.get(status, ())))
    reason = physical().get(clause.id)
    status: ClauseStatus = "open"
    if reason is not None:
        status = "physical"
    elif where:
        status = next((each for each in _STRONGEST if proof.get(each)), "open")
        if status == "recorded" and all(place.stated for place in own):
            status = "asserted"
        if status != "open" and clause.kind == "heading":
            status = "own"
    readings = dict.fromkeys(reading for place in cited for reading in place.readings)
    return ClauseCoverage(clause, status, where, tests, reason, _lent(cited), tuple(readings))


def _lent(cited: tuple[CodeLocation, ...]) -> tuple[BorrowingRules, ...]:
    by_loan: dict[tuple[str, str], list[str]] = {}
    for place in cited:
        if place.borrowed is not None:
            by_loan.setdefault((place.ruleset, place.borrowed), []).append(place.where)
    return tuple(
        BorrowingRules(rules, borrowed, tuple(dict.fromkeys(where)))
        for (rules, borrowed), where in by_loan.items()
    )
