"""Compares two rule sets: the differences, computed from the data, with both clauses.

Wording is left out: only what changes what may be done or what is paid.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from lammer.core.cite import Cite, clause_ids
from lammer.core.matters import (
    LIST_MATTERS,
    MATTERS,
    NOTHING,
    PRINTED,
    PROCEDURE_MATTERS,
    Side,
    in_words,
    posted,
    put_down_as,
)
from lammer.core.procedure import Procedure
from lammer.core.product import Product, Status
from lammer.core.ruleset import Ruleset
from lammer.core.wager import Wager

_NONE: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Difference(Product):
    """One matter on which two rule sets differ, and the wagers it touches."""

    status: ClassVar[Status] = "shown"

    matter: str
    wagers: tuple[str, ...]
    left: str
    left_clauses: tuple[str, ...]
    right: str
    right_clauses: tuple[str, ...]

    @property
    def clauses(self) -> tuple[str, ...]:  # type: ignore[override]
        return self.left_clauses + self.right_clauses


def compare(
    left: Ruleset, right: Ruleset, damaged: Mapping[str, str] = _NONE
) -> tuple[Difference, ...]:
    """Return what differs between two rule sets, matter by matter. ``damaged`` are clauses of which
    the printing lost a part, each with the reading that restores it.

    >>> from lammer.games import load
    >>> found = compare(load("nj-2011"), load("md-2013"))
    >>> [(d.left, d.right) for d in found if "place-lose-4" in d.wagers and d.matter == "working"]
    [('on', 'off on the come-out; may be called on')]
    """
    rows: dict[tuple[str, str, str], _Row] = {}
    for matter, wager, one, other in _told(left, right, damaged):
        row = rows.setdefault((matter, one[0], other[0]), _Row([], [], []))
        row.wagers.extend(() if wager is None else (wager,))
        row.left.extend(one[1])
        row.right.extend(other[1])
    known = (
        "games",
        "sections printed",
        "wager",
        *MATTERS,
        "put down as two",
        *PROCEDURE_MATTERS,
        *LIST_MATTERS,
    )
    order = {matter: at for at, matter in enumerate(known)}

    def place(matter: str) -> tuple[bool, int]:
        """Return the sort key of a matter: differences in effect first, then those that only one
        text prints."""
        plain = matter.removeprefix(TEXT)
        return plain != matter, order.get(plain, len(order))

    return tuple(
        Difference(
            matter,
            tuple(dict.fromkeys(row.wagers)),
            one,
            clause_ids(row.left),
            other,
            clause_ids(row.right),
        )
        for (matter, one, other), row in sorted(rows.items(), key=lambda item: place(item[0][0]))
    )


def plain_comparison(left: Ruleset, right: Ruleset, found: Iterable[Difference]) -> dict[str, Any]:
    """Return the data that ``lammer compare --json`` prints."""
    return {
        "format": 1,
        "left": {"rules": left.key, "game": left.game, "digest": left.digest},
        "right": {"rules": right.key, "game": right.game, "digest": right.digest},
        "differences": [
            {
                "matter": each.matter,
                "wagers": list(each.wagers),
                "left": {"value": each.left, "clauses": list(each.left_clauses)},
                "right": {"value": each.right, "clauses": list(each.right_clauses)},
            }
            for each in found
        ],
    }


TEXT = "text of "
"""Prefix of a matter on which both agree in effect, but which only one prints."""


def _told(
    left: Ruleset, right: Ruleset, damaged: Mapping[str, str]
) -> Iterator[tuple[str, str | None, Side, Side]]:
    """Yield the pairs that differ: in words, or only in whether a text prints them, prints them
    damaged, or borrows them from another edition."""
    for matter, wager, one, other in _pairs(left, right):
        if one[0] != other[0]:
            yield matter, wager, one, other
        elif matter in PRINTED:
            said, said_there = _printed(one[1], damaged), _printed(other[1], damaged)
            if said != said_there:
                yield f"{TEXT}{matter}", wager, (said, one[1]), (said_there, other[1])


def _printed(cites: tuple[Cite, ...], damaged: Mapping[str, str]) -> str:
    """Return whether a text prints a matter: whole, damaged, in part, or not; and the readings
    under which the rest is borrowed from another edition or supplied."""
    own = [cite for cite in cites if cite.printed and not cite.borrowed]
    loans = dict.fromkeys(cite.borrowed for cite in cites if cite.borrowed)
    borrowed = f"borrowed under {', '.join(filter(None, loans))}"
    restored = dict.fromkeys(damaged[cite.clause] for cite in own if cite.clause in damaged)
    if restored:
        return f"damaged; restored under {', '.join(restored)}"
    if own:
        return f"printed in part; the rest {borrowed}" if loans else "printed"
    if loans:
        return f"not printed; {borrowed}"
    named = (cite.readings if cite.heading else (cite.clause,) for cite in cites)
    readings = dict.fromkeys(each for some in named for each in some)
    return f"not printed; by reading {', '.join(readings)}" if readings else "not printed"


@dataclass(slots=True)
class _Row:
    wagers: list[str]
    left: list[Cite]
    right: list[Cite]


def _pairs(left: Ruleset, right: Ruleset) -> Iterator[tuple[str, str | None, Side, Side]]:
    yield "games", None, _games(left), _games(right)
    for matter, of in LIST_MATTERS.items():
        yield matter, None, of(left.law), of(right.law)
    if left.procedure is not None and right.procedure is not None:
        yield from _people(left.procedure, right.procedure)
    options = {option.key: option for option in (*left.options, *right.options)}
    for key, option in options.items():
        both = all(not option.wagers or _has(r, option.wagers) for r in (left, right))
        if both:
            yield f"choice {key}", None, _choice(left, key), _choice(right, key)
    for key in dict.fromkeys((*left.keys(), *right.keys())):
        ours, theirs = left.named(key), right.named(key)
        if not ours or not theirs:
            yield "wager", key, _offered(left, ours), _offered(right, theirs)
            continue
        by_variant = {wager.variant: wager for wager in theirs}
        for wager in ours:
            other = by_variant.get(wager.variant)
            if other is None:
                continue
            yield "put down as two", key, put_down_as(left, wager), put_down_as(right, other)
            for matter, said in MATTERS.items():
                here, there = said(wager), said(other)
                if matter == "settlement" and left.space.key != right.space.key:
                    here, there = in_words(left, wager), in_words(right, other)
                elif matter == "settlement" and here[0] != there[0]:
                    here, there = _in_few_words(left, wager, right, other)
                yield matter, key, here, there


def _in_few_words(left: Ruleset, one: Wager, right: Ruleset, other: Wager) -> tuple[Side, Side]:
    """Return how a wager is settled on either side, in words: equal if it is settled alike, but
    for outcomes that only one side has, such as the pocket of a second zero."""
    return in_words(left, one, rest=True), in_words(right, other, rest=True)


def _people(one: Procedure, other: Procedure) -> Iterator[tuple[str, None, Side, Side]]:
    """Yield what people do, and what is posted for them."""
    for name, said_of in PROCEDURE_MATTERS.items():
        yield name, None, said_of(one), said_of(other)
    for key in dict.fromkeys(each.key for each in (*one.postings, *other.postings)):
        yield f"posting of {key}", None, posted(one, key), posted(other, key)


def _has(ruleset: Ruleset, wagers: tuple[str, ...]) -> bool:
    return any(ruleset.named(key) for key in wagers)


def _games(ruleset: Ruleset) -> Side:
    return ", ".join(ruleset.games), ruleset.law.only_these


def _offered(ruleset: Ruleset, wagers: tuple[Wager, ...]) -> Side:
    if not wagers:
        return "not in the list", ruleset.law.only_these
    here = "an experiment, outside the text" if wagers[0].experimental else "permitted"
    return here, wagers[0].cites


def _choice(ruleset: Ruleset, key: str) -> Side:
    for option in ruleset.options:
        if option.key == key:
            return " or ".join(str(each).lower() for each in option.lawful), option.cites
    return NOTHING


def families(names: Iterable[str], known: Iterable[str]) -> str:
    """Return a list of wagers in few words: a complete family is named by its stem.

    >>> families(["hard-4", "hard-6", "field"], ["hard-4", "hard-6", "field", "pass"])
    'hard-N, field'
    """
    wanted = list(names)
    stems: dict[str, list[str]] = {}
    for name in known:
        stems.setdefault(_stem(name), []).append(name)
    said: dict[str, None] = {}
    for name in wanted:
        family = stems.get(_stem(name), [name])
        whole = len(family) > 1 and set(family) <= set(wanted)
        said[_stem(name) if whole else name] = None
    return ", ".join(said)


def _stem(name: str) -> str:
    """Return the family of a wager: "hard-N" for hard-8, "hop-A-B" for hop-1-3, itself for
    field."""
    words = name.rstrip("-0123456789")
    numbers = name.removeprefix(words).count("-")
    return words + ("", "-N", "-A-B", "-A-B-C")[numbers]
