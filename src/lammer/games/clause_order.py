"""Which of several clauses leads: the one that decides, before those of how things are done."""

from functools import cache

from lammer.core.cite import clause_ids
from lammer.games.registry import load
from lammer.law import EDITIONS


def deciding_clause_first(clauses: tuple[str, ...]) -> tuple[str, ...]:
    """Return clauses with the one that decides first, the others in their order: not one of the
    manner in which things are done (``Procedure.manner``); of a trial, what the puck says rather
    than the call, and the call if there is nothing else.

    >>> deciding_clause_first(("NJ11-1.8-s2", "NJ11-1.10a-s1", "NJ11-1.10b-s1"))[0]
    'NJ11-1.10a-s1'
    >>> deciding_clause_first(("NJ11-1.8-s2", "NJ11-1.10a-s1", "NJ11-1.10b-s1", "NJ11-1.1-COP"))[0]
    'NJ11-1.1-COP'
    >>> deciding_clause_first(("NJ01-3.8b", "NJ01-3.9b-s1", "NJ01-3.8c"))
    ('NJ01-3.9b-s1', 'NJ01-3.8b', 'NJ01-3.8c')
    """
    rest = [each for each in clauses if each not in _of(each)[0]]
    first = next((each for each in rest if each not in _of(each)[1]), next(iter(rest), None))
    if first is None or first.startswith("R-"):
        return clauses
    return (first, *(each for each in clauses if each != first))


def _of(clause: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the clauses of the manner, and those of the call, of the edition of a clause."""
    return _edition(clause[:4])


@cache
def _edition(prefix: str) -> tuple[frozenset[str], frozenset[str]]:
    if prefix not in EDITIONS:
        return frozenset(), frozenset()
    key = EDITIONS[prefix]
    laws = [load(key, game) for game in load(key).games]
    procedures = [law.procedure for law in laws if law.procedure is not None]
    manner = [cite for each in procedures for cite in each.manner]
    called = [cite for each in procedures for cite in each.trial.called]
    return frozenset(clause_ids(manner)), frozenset(clause_ids(called))
