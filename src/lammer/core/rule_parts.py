"""The parts of a rule set, each as a short digest, so that it can be said which rules of two
versions of a rule set differ.

Of a wager there are three: what it pays, how it is made, and everything, with clauses and words.
A field at its default is left out: one that is added to the types later changes nothing here.
"""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Any, Literal, NamedTuple

from lammer.core.cite import Cite
from lammer.core.codec import canonical
from lammer.core.procedure import Trial
from lammer.core.ruleset import Ruleset
from lammer.core.space import Cells
from lammer.core.wager import Wager

DIGITS = 8
_PAYS = ("machine", "off_rules", "working", "vig", "parts")
_WORDS = frozenset(("name", "words", "told", "title", "spot", "text", "label"))
_APART = frozenset(("key", "game", "games", "wagers"))
"""Fields of a rule set that are not counted as parts."""
Change = Literal["payment", "terms", "clauses"]
"""How a wager differs: in what it pays; otherwise; or only in clauses and words."""


class RuleChanges(NamedTuple):
    """What differs between two versions of a rule set: wagers by key, and other parts."""

    wagers: Mapping[str, Change]
    others: tuple[str, ...]


def rule_parts(rules: Ruleset) -> dict[str, str]:
    """Return the parts of a rule set with their digests.

    >>> from lammer.games import load
    >>> parts = rule_parts(load("nj-2011"))
    >>> len(parts["wager hard-8"].split()), len(parts["procedure"])
    (3, 8)
    """
    found: dict[str, Any] = {}
    for key in dict.fromkeys(wager.key for wager in rules.wagers):
        found[f"wager {key}"] = " ".join(_of_wager(rules.named(key)))
    for each in fields(rules):
        if each.compare and each.name not in _APART:
            found[each.name] = _digest(_data(getattr(rules, each.name), cites=True))
    return found


def _of_wager(named: tuple[Wager, ...]) -> tuple[str, str, str]:
    """Return the digests of what a wager pays, how it is made, and of all of it."""
    terms = [each.name for each in fields(Wager) if each.compare and each.name not in _PAYS]
    return (
        _digest([[_data(getattr(one, name)) for name in _PAYS] for one in named]),
        _digest([[_data(getattr(one, name)) for name in terms] for one in named]),
        _digest(_data(named, cites=True)),
    )


def changes(before: Mapping[str, str], now: Mapping[str, str]) -> RuleChanges:
    """Return what differs between two versions of a rule set, by their parts.

    >>> before = {"wager field": "1 2 3", "wager hop": "1 1 1", "layout": "4"}
    >>> changes(before, {"wager field": "1 2 4", "layout": "5"})
    RuleChanges(wagers={'field': 'clauses', 'hop': 'payment'}, others=('layout',))
    """
    wagers: dict[str, Change] = {}
    others: list[str] = []
    for name in dict.fromkeys((*before, *now)):
        one, other = before.get(name, ""), now.get(name, "")
        if one == other:
            continue
        kind, _, key = name.partition(" ")
        if kind != "wager":
            others.append(name)
            continue
        old, new = one.split(), other.split()
        same = [a == b for a, b in zip(old, new, strict=False)]
        if not same or not same[0]:
            wagers[key] = "payment"
        else:
            wagers[key] = "clauses" if same[1] else "terms"
    return RuleChanges(wagers, tuple(others))


def _digest(value: Any) -> str:
    return sha256(canonical(value).encode()).hexdigest()[:DIGITS]


def _data(value: Any, *, cites: bool = False) -> Any:
    """Return a part of a rule set as plain data; without ``cites``, without clauses and words."""
    match value:
        case None | bool() | int() | str():
            return value
        case Cells():
            return f"{value.mask:x}"
        case Fraction():
            return str(value)
        case tuple():
            kept = value if cites else [each for each in value if not isinstance(each, Cite)]
            return [_data(each, cites=cites) for each in kept]
        case dict():
            return {str(key): _data(each, cites=cites) for key, each in value.items()}
    if isinstance(value, Trial):
        named = value.digested().items()
        return {"is": "Trial"} | {key: _data(each, cites=cites) for key, each in named}
    if not is_dataclass(value):
        raise TypeError(f"{type(value).__name__} has no place in a rule set")
    found = {"is": type(value).__name__}
    for each in fields(value):
        given = getattr(value, each.name)
        words = not cites and each.name in _WORDS
        if each.compare and not words and not _is_usual(each, given):
            found[each.name] = _data(given, cites=cites)
    return found


def _is_usual(each: "Field[Any]", value: Any) -> bool:
    if each.default_factory is not MISSING:
        return bool(value == each.default_factory())
    return bool(value == each.default)
