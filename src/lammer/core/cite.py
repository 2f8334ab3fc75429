"""A citation is a value: which clause speaks, and which reading settles what it says.

Whether a clause exists is the registry's business (``lammer.law``), checked by
``lammer.games.check_ruleset``; here it is only named.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Cite:
    """One clause, with the readings that settle it.

    ``borrowed`` names the reading under which a clause of another edition is applied
    because this edition's own text is not printed. ``stated``: what is done by it goes with
    something else, and nobody enters it. ``heading``: only the heading of the clause is printed,
    and the rule is the project's own, by its readings.
    """

    clause: str
    readings: tuple[str, ...] = ()
    borrowed: str | None = None
    stated: bool = field(default=False, compare=False)
    heading: bool = field(default=False, compare=False)

    @property
    def printed(self) -> bool:
        """True if a text says what is done, not only a reading."""
        return not self.heading and not self.clause.startswith("R-")

    def __str__(self) -> str:
        notes = (*self.readings, *((f"borrowed, {self.borrowed}",) if self.borrowed else ()))
        return f"{self.clause} ({'; '.join(notes)})" if notes else self.clause


Cites = tuple[Cite, ...]


def cite(clause: str, *readings: str) -> Cite:
    """Return a clause of the rule set's own edition.

    >>> str(cite("NJ11-1.4b-Hard8", "R-01"))
    'NJ11-1.4b-Hard8 (R-01)'
    """
    return Cite(clause, readings)


def stated(cites: Cites) -> Cites:
    """Return cites of what is only said to be done, with something else that is entered.

    >>> stated((cite("NJ11-1.7c-s2"),))[0].stated
    True
    """
    return tuple(replace(each, stated=True) for each in cites)


def citing(
    edition: str, borrowed: str | None = None, *, headings: bool = False
) -> Callable[..., Cites]:
    """Return a function by which an edition's module cites its clauses, readings after a space;
    with ``headings``, clauses of which only the heading is printed.

    >>> nj = citing("NJ11")
    >>> [str(each) for each in nj("1.2a1i1", "1.4b-Hard8 R-01")]
    ['NJ11-1.2a1i1', 'NJ11-1.4b-Hard8 (R-01)']
    >>> lent = citing("NJ11", borrowed="R-46")
    >>> str(lent("1.6a-s1")[0])
    'NJ11-1.6a-s1 (borrowed, R-46)'
    >>> citing("NJ01", headings=True)("3.1 R-50")[0].printed
    False
    """

    def cites(*names: str) -> Cites:
        split = (name.split() for name in names)
        return tuple(
            Cite(f"{edition}-{one}", tuple(rest), borrowed, heading=headings)
            for one, *rest in split
        )

    return cites


def clause_ids(cites: Iterable[Cite]) -> tuple[str, ...]:
    """Return the clauses and readings named, each once, in order.

    >>> clause_ids([cite("A"), cite("B", "R-01"), cite("A")])
    ('A', 'B', 'R-01')
    """
    seen: dict[str, None] = {}
    for one in cites:
        seen[one.clause] = None
        for reading in one.readings:
            seen[reading] = None
        if one.borrowed:
            seen[one.borrowed] = None
    return tuple(seen)
