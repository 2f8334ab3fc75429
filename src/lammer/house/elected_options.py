"""What a house elects: each choice with its value and its default; and what two houses elect
differently beside the rules in force."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lammer.core.cite import clause_ids
from lammer.core.compare import Difference
from lammer.core.money import dollars
from lammer.house.house import House
from lammer.house.values import show

BESIDE = ("odds", "vig_rate", "vig_base", "vig", "limits", "table_limits", "pay_unit")
"""Elections that are no part of the rules in force."""


@dataclass(frozen=True, slots=True)
class ElectedOption:
    """One choice of a house; ``usual`` is what it is if nothing is elected."""

    key: str
    words: str
    value: str
    usual: str
    clauses: tuple[str, ...]


def elected_options(house: House) -> tuple[ElectedOption, ...]:
    """Return every choice that the law leaves open for a game, as the house has it.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> options = elected_options(house(load("nj-1997"), Elections()))
    >>> any(each.value != each.usual for each in options)
    False
    """
    found = []
    for option in house.law.choices:
        if len(option.open) > 1:
            value = house.elections.options.get(option.key, option.default)
            cites = clause_ids((*option.cites, *option.otherwise))
            found.append(
                ElectedOption(option.key, option.words, show(value), show(option.default), cites)
            )
    return tuple(found)


def elected_differently(old: House, new: House) -> Iterator[Difference]:
    """Yield what two houses elect differently, beside the rules in force."""
    for name in BESIDE:
        one, other = getattr(old.elections, name), getattr(new.elections, name)
        if not isinstance(one, Mapping):
            one, other = {"": one}, {"": other}
        alike: dict[tuple[str, str], list[str]] = {}
        for key in dict.fromkeys((*one, *other)):
            here, there = one.get(key), other.get(key)
            if here != there:
                alike.setdefault((_said(name, here), _said(name, there)), []).append(key)
        for (said, said_there), keys in alike.items():
            several = len(keys) > 1
            at = name if several or not keys[0] else f"{name}.{keys[0]}"
            wagers = tuple(keys) if several else ()
            yield Difference(f"house {at}", wagers, said, (), said_there, ())


def _said(name: str, value: object) -> str:
    match value:
        case None | (None, None):
            return "not elected"
        case tuple():
            ends = zip(("min", "max"), value, strict=True)
            return ", ".join(f"{end} {dollars(each)}" for end, each in ends if each is not None)
        case int() if name == "pay_unit":
            return dollars(value)
    return str(value)
