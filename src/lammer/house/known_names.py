"""The names that a house file may use, from all rule sets together, and which game has what."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from lammer.core.ruleset import Option, Ruleset
from lammer.games.registry import RULESETS, load

Home = tuple[str, str, str]
"""A game, the rule set it is of, and the equipment that a house must have chosen ("" for any)."""


@dataclass(frozen=True, slots=True)
class KnownNames:
    """Names that some rule set knows. Using one where it does not belong is a breach; any other
    name is malformed.

    ``charged`` are the kinds and numbers on which vigorish is charged. ``homes`` are the games that
    have something, by its name with what it is: ``wager field``, ``kind hop``, ``line field-12``,
    ``offer buy``, ``choice decks``.
    """

    wagers: frozenset[str]
    kinds: frozenset[str]
    payouts: frozenset[str]
    elections: frozenset[str]
    points: frozenset[str]
    charged: tuple[str, ...]
    tables: Mapping[str, tuple[str, ...]]
    options: Mapping[str, Option]
    homes: Mapping[str, tuple[Home, ...]]


@cache
def known_names() -> KnownNames:
    listed = [load(key, game) for key in RULESETS for game in load(key).games]
    equipped = [_by_equipment(law) for law in listed]
    rulesets = [ruleset for each in equipped for ruleset in each.values()]
    wagers = [wager for ruleset in rulesets for wager in ruleset.wagers]
    behind = [wager.behind for wager in wagers if wager.behind is not None]
    tables: dict[str, dict[str, None]] = {}
    for wager in wagers:
        if wager.variant is not None:
            tables.setdefault(wager.key, {})[wager.variant] = None
    charged: dict[str, None] = {}
    for wager in wagers:
        kind, _, number = wager.key.rpartition("-")
        if wager.vig is not None and number.isdigit() and kind:
            charged |= dict.fromkeys((kind, f"{kind}.{number}"))
        elif wager.vig is not None:
            charged[wager.key] = None
    homes: dict[str, dict[Home, None]] = {}
    for law, each in zip(listed, equipped, strict=True):
        having: dict[str, dict[str, None]] = {}
        for choice, ruleset in each.items():
            for name in _names(ruleset):
                having.setdefault(name, {})[choice] = None
        for name, choices in having.items():
            choice = "" if len(choices) == len(each) else " or ".join(choices)
            homes.setdefault(name, {})[law.game, law.key, choice] = None
    return KnownNames(
        wagers=frozenset(wager.key for wager in wagers),
        kinds=frozenset(kind for ruleset in rulesets for kind in kinds_of(ruleset)),
        payouts=frozenset(key for ruleset in rulesets for key in ruleset.payouts()),
        elections=frozenset(wager.election.key for wager in wagers if wager.election),
        points=frozenset(state for each in behind for state in each.states),
        charged=tuple(charged),
        tables={key: tuple(variants) for key, variants in tables.items()},
        options={option.key: option for ruleset in rulesets for option in ruleset.choices},
        homes={name: tuple(each) for name, each in homes.items()},
    )


def _by_equipment(law: Ruleset) -> dict[str, Ruleset]:
    """Return the rules with each equipment that a house may choose, by what it chooses."""
    usual = " and ".join(f"{each.key} = {each.default}" for each in law.options if each.equipment)
    return {usual: law, **dict(law.with_other_equipment())}


def _names(ruleset: Ruleset) -> Iterator[str]:
    yield from (f"wager {wager.key}" for wager in ruleset.wagers)
    yield from (f"kind {kind}" for kind in kinds_of(ruleset))
    yield from (f"line {line}" for line in ruleset.payouts())
    yield from (f"offer {wager.election.key}" for wager in ruleset.wagers if wager.election)
    yield from (f"choice {option.key}" for option in ruleset.choices)
    for wager in ruleset.wagers:
        if wager.behind is not None:
            yield "odds"
        if wager.vig is not None:
            yield "vigorish"
    if any(line.law.uniform or line.law.mode != "exact" for line in ruleset.payouts().values()):
        yield "payouts"
    if ruleset.procedure is not None and ruleset.procedure.has_long_form:
        yield "steps"


def kinds_of(law: Ruleset) -> dict[str, dict[str, str]]:
    """Return the names that stand for several wagers, each with its numbers and their wagers; a
    wager's own name stands for it alone. So does a payout line that several wagers have.

    >>> from lammer.games import load
    >>> kinds_of(load("nj-1997"))["place"]["6"]
    'place-6'
    >>> [*kinds_of(load("ac-roulette"))["even-money"]]
    ['red', 'black', 'odd', 'even', 'low', 'high']
    """
    kinds: dict[str, dict[str, str]] = {}
    lines: dict[str, dict[str, str]] = {}
    for wager in law.wagers:
        for payout in wager.payouts():
            lines.setdefault(payout.key, {})[wager.key] = wager.key
        kind, _, number = wager.key.rpartition("-")
        if number.isdigit():
            kinds.setdefault(kind, {})[number] = wager.key
        stem = wager.key.rstrip("-0123456789")
        if stem not in (kind, wager.key):
            kinds.setdefault(stem, {})[wager.key.removeprefix(f"{stem}-")] = wager.key
        kinds.setdefault(wager.key, {})[""] = wager.key
    shared = {line: wagers for line, wagers in lines.items() if len(wagers) > 1}
    return {**shared, **kinds}


def is_of(name: str, law: Ruleset) -> bool:
    """Return whether a game of this rule set has something, here or in another rule set.

    >>> from lammer.games import load
    >>> is_of("choice decks", load("nj-2001")), is_of("choice decks", load("nj-2011"))
    (True, False)
    """
    return any(home[0] in law.games for home in known_names().homes.get(name, ()))


def belongs(name: str, law: Ruleset) -> str:
    """Return which games have something, in a sentence; those of the same rule set first.

    >>> from lammer.games import load
    >>> belongs("choice half_on_zero", load("nj-2011"))
    'It belongs to roulette (ac-roulette).'
    >>> belongs("wager first-four", load("ac-roulette"))
    'It belongs to roulette (ac-roulette with wheel = single-zero).'
    """
    homes = known_names().homes.get(name, ())
    nearer = [home for home in homes if home[1] == law.key] or list(homes)
    if not nearer:
        return ""
    games: dict[str, list[str]] = {}
    for game, rules, choice in nearer:
        games.setdefault(game, []).append(f"{rules} with {choice}" if choice else rules)
    together: dict[tuple[str, ...], list[str]] = {}
    for game, of in games.items():
        together.setdefault(tuple(of), []).append(game)
    said = [f"{_listed(each)} ({', '.join(of)})" for of, each in together.items()]
    return f"It belongs to {', '.join(said)}."


def _listed(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
