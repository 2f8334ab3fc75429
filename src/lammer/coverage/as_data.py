"""Clauses and readings as plain data, in the form that leaves the process (docs/formats.md)."""

import re
from typing import Any

from lammer.coverage.places import places
from lammer.coverage.status import ClauseCoverage
from lammer.law import EDITIONS, LATER, Reading, readings
from lammer.law.registry import sources


def plain_coverage(coverage: ClauseCoverage) -> dict[str, Any]:
    """Return one line of ``lammer clauses --json``."""
    line: dict[str, Any] = {
        "id": coverage.clause.id,
        "kind": coverage.clause.kind,
        "status": coverage.status,
        "where": list(coverage.where),
        "tests": list(coverage.tests),
        "reason": coverage.reason,
        "citation": coverage.clause.citation,
        "words": coverage.clause.words,
    }
    if coverage.lent:
        line["borrowed"] = ", ".join(dict.fromkeys(each.borrowed for each in coverage.lent))
        line["lent"] = [
            {"rules": each.rules, "borrowed": each.borrowed, "where": list(each.where)}
            for each in coverage.lent
        ]
    return line


def plain_clause(coverage: ClauseCoverage) -> dict[str, Any]:
    """Return the ``clause`` of ``lammer law CLAUSE --json``."""
    return plain_coverage(coverage) | {
        "section": coverage.clause.section,
        "later": LATER.get(EDITIONS[coverage.clause.edition], ""),
        "games": list(coverage.clause.games),
        "readings": [plain_reading(reading) for reading in readings_of(coverage)],
    }


def plain_reading(reading: Reading) -> dict[str, Any]:
    return {
        "id": reading.id,
        "title": reading.title,
        "standing": reading.standing,
        "clauses": list(reading.clauses),
        "text": reading.text,
    }


def readings_of(coverage: ClauseCoverage) -> list[Reading]:
    """Return the readings of a clause: those that name it, those its words refer to, and those
    under which a rule set cites it."""
    named = set(re.findall(r"R-\d{2,3}", coverage.clause.words))
    named |= {r.id for r in readings().values() if coverage.clause.id in r.clauses}
    named |= set(coverage.readings) | {each.borrowed for each in coverage.lent}
    return [reading for reading in readings().values() if reading.id in named]


def followed_in(reading: Reading) -> tuple[str, ...]:
    used = dict.fromkeys(
        place.where
        for cited in places().values()
        for place in cited
        if reading.id in (*place.readings, place.borrowed)
    )
    return tuple(used)


def sources_of(reading: Reading) -> dict[str, str]:
    """Return the public sources that a reading names.

    >>> from lammer.law import reading
    >>> list(sources_of(reading("R-04")))
    ['S10']
    """
    named = dict.fromkeys(re.findall(r"\bS\d+\b", reading.text))
    return {key: sources()[key] for key in named if key in sources()}
