"""Wagers outside the regulation, which a house deals as an experiment: read from its elections.

Each is the definition of a wager file (``lammer.design``). That definition stands in the elections,
so it is in the first event of every log, and nothing else is needed to deal or audit the wager.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from lammer.core.codec import Malformed, canonical
from lammer.core.ruleset import Ruleset
from lammer.core.space import Space
from lammer.core.wager import Wager
from lammer.design import Designed, dealt_within, designed
from lammer.house.known_names import kinds_of
from lammer.odds import figure

MOST_WAGERS = 10
MOST_DEFINITION = 10_000
"""Characters of one definition, written as JSON."""
DEALT = "Send the definition itself: a path is read by the command line."


@dataclass(frozen=True, slots=True)
class OwnWager:
    """A wager outside the regulation: its definition, and the wager that is made of it. ``place``
    is its number in the house file."""

    definition: str
    place: int
    wager: Wager = field(repr=False, compare=False)


def own_wagers(key: str, value: Any, law: Ruleset, faults: list[Malformed]) -> tuple[OwnWager, ...]:
    """Return the wagers of the elections at ``key``; what is malformed is added to ``faults``."""
    if not isinstance(value, list | tuple) or len(value) > MOST_WAGERS:
        what = "not a list of wagers" if not isinstance(value, list | tuple) else f"{len(value)}"
        instead = f"Write [[{key}]] for each, with the keys of a wager file; at most {MOST_WAGERS}."
        faults.append(Malformed(key, what, instead))
        return ()
    found: list[OwnWager] = []
    for number, raw in enumerate(value, start=1):
        at = f"{key}.{number}"
        try:
            one = _own_wager(at, number, raw, law)
        except Malformed as problem:
            faults.append(problem)
            continue
        made, wrong = one
        faults.extend(wrong)
        if made is not None and any(made.wager.key == each.wager.key for each in found):
            what = f"{made.wager.key} stands twice"
            faults.append(Malformed(f"{at}.key", what, "Give it another key."))
        elif made is not None:
            found.append(made)
    return tuple(found)


def _own_wager(
    at: str, number: int, raw: Any, law: Ruleset
) -> tuple[OwnWager | None, tuple[Malformed, ...]]:
    if isinstance(raw, str):
        raise Malformed(at, "the path of a wager file", DEALT)
    if not isinstance(raw, Mapping):
        raise Malformed(at, "no wager", "Write the keys of a wager file in it.")
    try:
        definition = canonical(raw)
    except (TypeError, ValueError, RecursionError):
        raise Malformed(at, "it has a value that no wager file has", "Write text, whole numbers, "
                        "true or false.") from None  # fmt: skip
    if len(definition) > MOST_DEFINITION:
        what = f"a definition of {len(definition):,} characters"
        raise Malformed(at, what, f"At most {MOST_DEFINITION:,}.")
    made, wrong = _made(definition, law)
    faults = [Malformed(f"{at}.{key}", what, instead) for key, what, instead in wrong]
    if made is not None:
        faults += (Malformed(f"{at}.{key}", *rest) for key, *rest in _taken(made, law))
    if faults or made is None:
        return None, tuple(faults)
    return OwnWager(definition, number, made), ()


def _taken(wager: Wager, law: Ruleset) -> Iterator[tuple[str, str, str]]:
    """Yield a key that means something else at this game."""
    moved = {
        f"{each.key}-{state}"
        for each in law.wagers
        if each.travels
        for state in getattr(each.machine, "states", ())
    }
    if wager.key in {*law.keys(), *kinds_of(law), *moved, *law.payouts()}:
        what = f"{wager.key} is a name of {law.game} under {law.key} already"
        yield "key", what, "Give the wager another key."


_Made = tuple[Wager | None, tuple[tuple[str, str, str], ...]]
_made_before: dict[tuple[str, str, str, Space], _Made] = {}
_MOST_MADE = 64


def _made(definition: str, law: Ruleset) -> _Made:
    """Return the wager of a definition beside these rules, and everything wrong with it. Cached."""
    key = definition, law.key, law.game, law.space
    found = _made_before.get(key)
    if found is None:
        data = _in_order(json.loads(definition))
        if "states" in data and "start" not in data:
            # The keys of JSON have no order.
            named = data["states"] if isinstance(data["states"], dict) else {}
            first = next(iter(named), "up")
            wrong = "start", "nothing says where it begins", f'Write a state: start = "{first}".'
            return None, (wrong,)
        if "max" not in data and ("min" in data or "step" in data):
            wrong = "max", "a table needs the maximum too", "Write max, or leave min and step out."
            return None, (wrong,)
        design, faults = dealt_within(data, law)
        said = tuple((each.key, each.what, each.instead) for each in faults)
        found = (None if design is None else design.wager), said
        if len(_made_before) >= _MOST_MADE:
            _made_before.clear()
        _made_before[key] = found
    return found


def _in_order(value: Any) -> Any:
    """Return data with the keys of its tables sorted, numbers by size, so that the order they were
    written in does not matter."""
    match value:
        case dict():
            return {key: _in_order(value[key]) for key in sorted(value, key=_numbers_by_size)}
        case list():
            return [_in_order(each) for each in value]
    return value


def _numbers_by_size(key: str) -> list[tuple[bool, int, str]]:
    parts = (part for part in re.split(r"([0-9]{1,9})", key) if part)
    return [(part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts]


def with_start(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a definition that says where it begins, as the order of a file does.

    >>> with_start({"states": {"up": {}, "on": {}}})["start"]
    'up'
    """
    states = data.get("states")
    if "start" in data or not isinstance(states, Mapping) or not states:
        return dict(data)
    return {**data, "start": next(iter(states))}


def with_starts(elections: Mapping[str, Any]) -> dict[str, Any]:
    """Return the elections of a house file whose own wagers all say where they begin: from here on
    they are JSON, of which the keys have no order.

    >>> with_starts({"wagers": [{"states": {"up": {}, "on": {}}}]})["wagers"][0]["start"]
    'up'
    """
    wagers = elections.get("wagers")
    if not isinstance(wagers, list):
        return dict(elections)
    stated = [with_start(each) if isinstance(each, Mapping) else each for each in wagers]
    return {**elections, "wagers": stated}


_edges_before: dict[tuple[str, Space], Fraction] = {}


def edge_of(own: OwnWager, rules: Ruleset) -> Fraction:
    """Return the house's edge on a wager under its rules; ``ValueError`` if that depends on when it
    is made. Cached."""
    key = own.definition, rules.space
    found = _edges_before.get(key)
    if found is None:
        found = figure(rules, own.wager).edge_per_bet_made
        if len(_edges_before) >= _MOST_MADE:
            _edges_before.clear()
        _edges_before[key] = found
    return found


def design_of(own: OwnWager, rules: Ruleset) -> Designed:
    """Return the design of a wager, under the rules of a house."""
    found, _ = designed(_in_order(json.loads(own.definition)), within=rules)
    assert found is not None
    return found
