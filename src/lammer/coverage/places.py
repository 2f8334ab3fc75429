"""Where in the rule sets each clause is named."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from lammer.core.cite import Cite
from lammer.games.cites import cites_in
from lammer.games.registry import RULESETS


@dataclass(frozen=True, slots=True)
class CodeLocation:
    """A named part of a rule set's module that cites a clause; ``stated``: as something that nobody
    enters (``Cite.stated``)."""

    ruleset: str
    where: str
    readings: tuple[str, ...]
    borrowed: str | None
    stated: bool = False


@cache
def places() -> dict[str, tuple[CodeLocation, ...]]:
    """Return every clause that any rule set names, with the places that name it.

    >>> [place.where for place in places()["NJ11-1.3c1"]]
    ['lammer.games.craps.nj2011:CONTROL[pass]', 'lammer.games.craps.nj2011:CONTROL[come]']
    >>> [place.where for place in places()["NJ11-1.2a5-s2"]][0]
    'lammer.games.craps.nj2011:PLACE'
    """
    found: dict[str, dict[CodeLocation, None]] = {}
    for key, module in RULESETS.items():
        for name, value in _constants(module):
            for cite, where in _named_in(name, value):
                place = CodeLocation(
                    key, f"{module}:{where}", cite.readings, cite.borrowed, cite.stated
                )
                found.setdefault(cite.clause, {})[place] = None
    return {clause: tuple(kept) for clause, kept in found.items()}


def _constants(module: str) -> Iterator[tuple[str, object]]:
    for name, value in vars(import_module(module)).items():
        if name.isupper() and not name.startswith("_") and name != "EDITION":
            yield name, value


def _named_in(name: str, value: object) -> Iterator[tuple[Cite, str]]:
    """Yield the cites of a constant; of a table, with the entry, unless every entry has the
    cite."""
    if not isinstance(value, dict):
        yield from ((cite, name) for cite in dict.fromkeys(cites_in(value)))
        return
    by_cite: dict[Cite, list[object]] = {}
    for key, each in value.items():
        for cite in dict.fromkeys(cites_in(each)):
            by_cite.setdefault(cite, []).append(key)
    for cite, keys in by_cite.items():
        if len(keys) == len(value) or "" in keys:
            yield cite, name
        else:
            yield from ((cite, f"{name}[{key}]") for key in keys)
