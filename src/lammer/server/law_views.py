"""The law for browsing: clauses in the text's order, single clauses, and the readings."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from lammer.coverage import ClauseCoverage, clause_coverage
from lammer.coverage.as_data import followed_in, plain_clause, plain_reading, sources_of
from lammer.coverage.status import edition_asked, follows
from lammer.games.registry import UnknownName
from lammer.law import EDITIONS, Clause, cited, clauses, readings, same_text

Data = dict[str, Any]


class LawQuery(NamedTuple):
    """A search for clauses: of an edition, of a status, containing all words of ``words``
    or printed at that citation, after a clause; "" matches any."""

    edition: str = ""
    status: str = ""
    words: str = ""
    after: str = ""


@cache
def _held() -> Mapping[str, tuple[ClauseCoverage, str]]:
    """Return every clause with its coverage, and the text that is searched."""
    return {each.clause.id: (each, _searched(each.clause)) for each in clause_coverage()}


def _searched(clause: Clause) -> str:
    return " ".join((clause.id, clause.citation, clause.section, clause.words)).casefold()


def found_clauses(query: LawQuery, limit: int) -> Data:
    """Return a page of clauses that match. Raises ``UnknownName``.

    >>> page = found_clauses(LawQuery(edition="nj-2011", words="fire bet"), 2)
    >>> [each["id"] for each in page["clauses"]] + [page["next"]]
    ['NJ11-1.2a', 'NJ11-1.2a40-s1', 'NJ11-1.2a40-s1']
    """
    edition = edition_asked(query.edition) if query.edition else None
    after = _clause_id(query.after) if query.after else ""
    at = frozenset(each.id for each in cited(query.words))
    words = [] if at else query.words.casefold().split()
    matching = [
        each for each in _matching(edition, query.status, words) if not at or each.clause.id in at
    ]
    order = {name: at for at, name in enumerate(clauses())}
    rest = [each for each in matching if not after or order[each.clause.id] > order[after]]
    page = rest[:limit]
    return {
        "clauses": [_line(each) for each in page],
        "found": len(matching),
        "next": page[-1].clause.id if len(rest) > limit else None,
    }


def _matching(edition: str | None, status: str, words: list[str]) -> Iterator[ClauseCoverage]:
    for coverage, text in _held().values():
        right = status in ("", coverage.status) and all(word in text for word in words)
        if right and (edition is None or _belongs(coverage.clause, edition)):
            yield coverage


def _belongs(clause: Clause, edition: str) -> bool:
    """Return whether a clause is of an edition; if that has no text, whether it follows it."""
    return clause.edition == edition if edition in EDITIONS else follows(edition, clause)


def _line(coverage: ClauseCoverage) -> Data:
    clause = coverage.clause
    return {
        "id": clause.id,
        "citation": clause.citation,
        "section": clause.section,
        "kind": clause.kind,
        "status": coverage.status,
        "words": clause.words,
    }


def one_clause(id: str) -> Data:
    """Return a clause, and the ids of those before and after it. Raises ``UnknownName``.

    >>> found = one_clause("nj11-1.2a1")
    >>> found["citation"], found["next"]
    ('N.J.A.C. 19:47-1.2(a)1', 'NJ11-1.2a1i1')
    """
    name = _clause_id(id)
    coverage, _ = _held()[name]
    text = [key for key in clauses() if clauses()[key].edition == coverage.clause.edition]
    at = text.index(name)
    return {
        **plain_clause(coverage),
        "edition": EDITIONS[coverage.clause.edition],
        "previous": text[at - 1] if at else None,
        "next": text[at + 1] if at + 1 < len(text) else None,
    }


def all_readings() -> Data:
    """Return every reading, without its text."""
    return {
        "readings": [
            {key: value for key, value in plain_reading(each).items() if key != "text"}
            for each in readings().values()
        ]
    }


def one_reading(id: str) -> Data:
    """Return a reading with its text, its sources, and where it is followed. Raises
    ``UnknownName``.

    >>> one_reading("r-01")["title"]
    'Eight the Hardway lost its 9'
    """
    name = id.upper()
    if name not in readings():
        raise UnknownName("reading", id, readings())
    reading = readings()[name]
    where, sources = list(followed_in(reading)), sources_of(reading)
    return {**plain_reading(reading), "where": where, "sources": sources}


@cache
def _by_name() -> Mapping[str, str]:
    return {name.casefold(): name for name in clauses()}


def _clause_id(id: str) -> str:
    found = _by_name().get(id.casefold())
    if found is None:
        raise UnknownName("clause", id, same_text(id))
    return found
