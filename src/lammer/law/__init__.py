"""The clauses of the five texts and the readings of them, as data.

One CSV file an edition, in the regulation's order: id, citation, section, kind, games and the
clause in our own words. ``readings.toml`` holds what we take unclear places to mean.
``physical.csv`` lists clauses no software can hold, each with its reason; ``evidence.json`` is
written by the tests (see CONTRIBUTING.md). Whether a clause is implemented is computed
elsewhere (``lammer.coverage``).
"""

from lammer.law.registry import (
    EDITIONS,
    LATER,
    OUTSIDE,
    OUTSIDE_TITLE,
    OUTSIDE_WORDS,
    Clause,
    Reading,
    cited,
    clause,
    clauses,
    damaged,
    edition_of,
    known,
    outside,
    reading,
    readings,
    same_text,
)

__all__ = [
    "EDITIONS",
    "LATER",
    "OUTSIDE",
    "OUTSIDE_TITLE",
    "OUTSIDE_WORDS",
    "Clause",
    "Reading",
    "cited",
    "clause",
    "clauses",
    "damaged",
    "edition_of",
    "known",
    "outside",
    "reading",
    "readings",
    "same_text",
]
