"""Parses the elections of a house.

The same structure comes from a TOML file and from the ``house`` of a table script. What is not an
election at all (an unknown key, a wrong type, an invalid fraction) is malformed and is reported
here, all of it at once; whether an election is lawful is decided by ``lammer.house.check``. The
names that may be written come from the rule sets: no game is known here.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, TypeVar

from lammer.core.codec import Faults, Malformed, Reader, Reads, readers_of
from lammer.core.money import dollars
from lammer.core.odds import Odds, SaidFor
from lammer.core.ruleset import Choice, Ruleset
from lammer.games.registry import RULESETS, did_you_mean, load, nearest
from lammer.house import values
from lammer.house.known_names import kinds_of, known_names
from lammer.house.own_wagers import OwnWager, own_wagers
from lammer.house.values import MOST_NAME, safe, show

MOST_HINTS = 25
"""Unknown keys for which the nearest names are searched, which takes a while for each."""
MOST_PATH = 200
"""Characters of an unknown key, with the tables it stands in, that are repeated in an error."""

OTHER_NAMES = {
    "max_multiple": "Write odds = 10.",
    "round_up": "Write round_up_odds = true.",
    "rate": "Write it under vig_rate.",
    "base": "Write it under vig_base.",
    "when": "Write it under vig.",
    "6-7-8": "Write six_seven_eight.",
    "step": "Limits stand under [limits]: min and max.",
    "min": "Limits stand under [limits].",
    "max": "Limits stand under [limits].",
}
"""Names people write instead, and the right ones."""

NOTHING = "*"
"""Stands for all wagers of a kind of which this game has none."""

T = TypeVar("T")
Table = str | bool
"""A pay table's name, or false for none."""
Ends = tuple[int | None, int | None]
"""A minimum and a maximum in cents, None if not posted."""


@dataclass(frozen=True, slots=True)
class MalformedElection:
    """A malformed entry of a house file: its key, what is wrong, and what to write."""

    key: str
    what: str
    instead: str

    def __str__(self) -> str:
        return f"{self.key}: {self.what}. {self.instead}"


@dataclass(frozen=True, slots=True)
class Elections:
    """The elections of a house file. What it omits is absent here, or at the project's default.

    ``vig_rate``, ``vig_base`` and ``vig`` are by wager; ``tables`` by the wager that has pay tables
    to choose from; ``limits`` are (minimum, maximum) in cents for some wagers, and ``table_limits``
    for the rest; ``written`` is the key at which each payout and each end of a limit
    (``limits.pass.max``) was written. ``said_for`` are payouts written with "for", ``foreign`` keys
    of wagers that this game has not, with the names by which ``known_names`` knows their games.
    ``long_form``: the crew enters each step that the text has. ``wagers`` are outside the text, and
    lawful only as an experiment (``experimental``).
    """

    name: Annotated[str, Reads(values.short_text)] = ""
    pay_unit: Annotated[int, Reads(values.amount)] = 100
    round_up_odds: Annotated[bool, Reads(values.boolean)] = True
    odds: Mapping[str, Fraction] = field(default_factory=dict)
    vig_rate: Mapping[str, Fraction] = field(default_factory=dict)
    vig_base: Mapping[str, str] = field(default_factory=dict)
    vig: Mapping[str, str] = field(default_factory=dict)
    tables: Mapping[str, Table] = field(default_factory=dict)
    offer: Mapping[str, bool] = field(default_factory=dict)
    limits: Mapping[str, Ends] = field(default_factory=dict)
    table_limits: Ends = (None, None)
    payouts: Mapping[str, Odds] = field(default_factory=dict)
    written: Mapping[str, str] = field(default_factory=dict)
    payouts_scope: Annotated[str, Reads(values.word("property", "table"))] = "property"
    options: Mapping[str, Choice] = field(default_factory=dict)
    pit: Annotated[str, Reads(values.short_text)] = ""
    long_form: Annotated[bool, Reads(values.boolean)] = False
    experimental: Annotated[bool, Reads(values.boolean)] = False
    wagers: tuple[OwnWager, ...] = ()
    said_for: Mapping[str, SaidFor] = field(default_factory=dict)
    foreign: Mapping[str, str] = field(default_factory=dict)


def elections(
    raw: Mapping[str, Any], law: Ruleset
) -> tuple[Elections, tuple[MalformedElection, ...]]:
    """Parse elections; return them and everything malformed.

    >>> from lammer.games import load
    >>> elections({"odds": 10, "pay-unit": 500}, load("nj-2011"))[1][0].key
    'pay-unit'
    """
    chosen = {option.key: raw.get(option.key, option.default) for option in law.options}
    law = law.equipped(chosen)
    malformed: list[Malformed] = []
    own = own_wagers("wagers", raw["wagers"], law, malformed) if "wagers" in raw else ()
    reader = _Reader(law.adding(tuple(each.wager for each in own)))
    reader.faults.found += malformed
    found = replace(reader.read(raw), wagers=own)
    faults = (MalformedElection(each.key, each.what, each.instead) for each in reader.faults.found)
    return found, tuple(dict.fromkeys(faults))


def house_keys() -> tuple[str, ...]:
    """Return every key that a house file of some game may have, dotted, as it is read.

    >>> [key for key in house_keys() if key.startswith(("fire", "limits.tie", "vig_rate.b"))][:2]
    ['vig_rate.buy', 'vig_rate.buy.4']
    """
    known = known_names()
    limited = [f"{name}.{end}" for name in sorted(known.wagers | known.kinds) for end in _ENDS]
    below: dict[str, Iterable[str]] = {
        "odds": sorted(known.points, key=int),
        **dict.fromkeys(("vig_rate", "vig_base", "vig"), known.charged),
        "offer": sorted(known.elections),
        "limits": (*_ENDS, *limited),
        "payouts": sorted(known.payouts),
        **dict.fromkeys(known.tables, ("table",)),
    }
    reader = _Reader(load(next(iter(RULESETS))))
    found: list[str] = []
    for name in reader.names:
        only_table = name in _TABLES or name not in {*reader.readers, *known.tables, *known.options}
        found += () if only_table else (name,)
        found += (f"{name}.{each}" for each in below.get(name, ()))
    return tuple(dict.fromkeys((*found, *known.options)))


_ENDS = ("min", "max")
_TABLES = ("offer", "limits", "payouts")
"""Keys that have no value of their own."""


class _Reader:
    """Reads the elections of a house under one rule set: which keys, wagers and numbers there are.
    Faults are collected by the codec."""

    def __init__(self, law: Ruleset) -> None:
        self.law = law
        self.known = known_names()
        self.faults = Faults(self._unknown)
        self.hints = 0
        self.lines = tuple(law.payouts())
        self.written: dict[str, str] = {}
        self.said_for: dict[str, SaidFor] = {}
        self.foreign: dict[str, str] = {}
        self.table_limits: Ends = (None, None)
        self.options = {**self.known.options, **{option.key: option for option in law.choices}}
        states = (state for w in law.wagers if w.behind for state in w.behind.states)
        self.points = tuple(dict.fromkeys(states))
        self.charged = [wager.key for wager in law.wagers if wager.vig is not None]
        self.kinds = kinds_of(law)

        self.tables: dict[str, Table] = {}
        self.chosen: dict[str, Choice] = {}
        self.readers: dict[str, Callable[[str, Any], Any]] = {
            "rules": partial(self.faults.read, values.text),
            "game": partial(self.faults.read, values.text),
            **{
                key: partial(self.faults.read, reads.read)
                for key, reads in readers_of(Elections).items()
            },
            "odds": self.multiples,
            "vig_rate": lambda key, value: self.by_wager(key, value, values.rate),
            "vig_base": lambda key, value: self.by_wager(key, value, values.word("wager", "win")),
            "vig": self.charging,
            "offer": self.offers,
            "limits": self.limits,
            "wagers": lambda _key, _value: None,  # Read before: limits may name them.
            "payouts": self.payouts,
        }
        self.groups = {key.partition(".")[0] for key in self.options}

    @property
    def names(self) -> tuple[str, ...]:
        """Return the keys and tables at the top of a house file."""
        return tuple(dict.fromkeys((*self.readers, *self.known.tables, *self.groups)))

    def read(self, raw: Mapping[str, Any]) -> Elections:
        found: dict[str, Any] = {}
        for key, value in raw.items():
            if key in self.readers:
                found[key] = self.readers[key](key, value)
            elif key in self.known.tables:
                self.pay_table(key, value)
            elif key in self.options:
                self.option(key, value)
            elif key in self.groups:
                for name, each in self.table(key, value).items():
                    self.option(f"{key}.{name}", each)
            else:
                self.faults.unknown(key, key, self.names)
        fields = {key: value for key, value in found.items() if key not in ("rules", "game")}
        kept = {key: value for key, value in fields.items() if value is not None}
        elected = Elections(
            **kept,
            tables=self.tables,
            options=self.chosen,
            written=self.written,
            table_limits=self.table_limits,
            said_for=self.said_for,
            foreign=self.foreign,
        )
        self.contradictions(elected)
        return elected

    def contradictions(self, elected: Elections) -> None:
        """Note a wager offered without a pay table, or a pay table of a wager not offered."""
        for wager in self.law.wagers:
            if wager.variant is None or wager.election is None:
                continue
            table, wished = elected.tables.get(wager.key), elected.offer.get(wager.election.key)
            if table is not None and wished is not None and wished != bool(table):
                what = f"{wager.key} = {show(table)} says otherwise"
                self.faults.add(f"offer.{wager.election.key}", what, "Keep one of the two.")

    def _unknown(self, path: str, name: str, names: Iterable[str]) -> Malformed:
        instead = OTHER_NAMES.get(name)
        if instead is None and self.hints < MOST_HINTS:
            self.hints += 1
            instead = did_you_mean(nearest(name[:MOST_NAME], sorted(names))).strip()
        what = f'there is no key "{safe(name[:40])}" here'
        return Malformed(safe(path[:MOST_PATH]), what, instead or "Leave it out.")

    def table(self, key: str, value: Any) -> Mapping[str, Any]:
        return self.faults.read(values.table, key, value) or {}

    def multiples(self, key: str, value: Any) -> dict[str, Fraction]:
        names = {point: (point,) for point in self.points}
        if not names:
            names = dict.fromkeys(sorted(self.known.points), (NOTHING,))
        return self.for_each(values.multiple, key, value, names, self.points)

    def by_wager(self, key: str, value: Any, read: Reader[T]) -> dict[str, T]:
        """Parse one value for all wagers that are charged, or one for a kind, a wager or a
        number."""
        names = {kind: tuple(numbers.values()) for kind, numbers in self.kinds.items()}
        if not self.charged:
            names |= dict.fromkeys((*self.known.kinds, *self.known.wagers), (NOTHING,))
        return self.for_each(read, key, value, names, self.charged)

    def for_each(
        self,
        read: Reader[T],
        key: str,
        value: Any,
        names: Mapping[str, tuple[str, ...]],
        everywhere: Iterable[str] | None = None,
    ) -> dict[str, T]:
        """Parse one value for everything, or a table: by name, or under a kind of wager by
        number. ``names`` says what each name stands for."""
        if not isinstance(value, Mapping):
            one = self.faults.read(read, key, value)
            everything = tuple(names if everywhere is None else everywhere) or (NOTHING,)
            return {} if one is None else dict.fromkeys(everything, one)
        found: dict[str, T] = {}
        for name, each in value.items():
            at = f"{key}.{name}"
            if name not in names and name in self.known.kinds:
                self.foreign[at] = f"kind {name}"
            elif isinstance(each, Mapping) and names.get(name) == (NOTHING,):
                found |= self.faults.by_name(read, at, each, dict.fromkeys(each, NOTHING))
            elif name in self.kinds and name in names and isinstance(each, Mapping):
                found |= self.faults.by_name(read, at, each, self.kinds[name])
            else:
                alone = self.faults.by_name(
                    read, key, {name: each}, {every: every for every in names}
                )
                found |= {which: one for one in alone.values() for which in names[name]}
        return found

    def charging(self, key: str, value: Any) -> dict[str, str]:
        """Parse when a charge is taken, by wager; and how, if that is an option:
        ``vig.collect``."""
        read = values.word("bet", "win")
        if not isinstance(value, Mapping):
            return self.by_wager(key, value, read)
        here = {name: each for name, each in value.items() if f"{key}.{name}" in self.options}
        for name, each in here.items():
            self.option(f"{key}.{name}", each)
        rest = {name: each for name, each in value.items() if name not in here}
        return self.by_wager(key, rest, read)

    def pay_table(self, key: str, value: Any) -> None:
        """Parse ``fire = "A"``, ``fire = false`` or ``fire = { table = "A", ends_on = ... }``."""
        if not isinstance(value, Mapping):
            self._pay_table(key, key, value)
            return
        inside = [o.partition(".")[2] for o in self.options if o.startswith(f"{key}.")]
        for name, each in value.items():
            if name == "table":
                self._pay_table(key, f"{key}.table", each)
            elif name in inside:
                self.option(f"{key}.{name}", each)
            else:
                self.faults.unknown(f"{key}.{name}", name, ("table", *inside))

    def _pay_table(self, key: str, at: str, value: Any) -> None:
        variants = self.known.tables[key]
        if value is False or (isinstance(value, str) and value in variants):
            self.tables[key] = value
        else:
            either = ", ".join(f'"{variant}"' for variant in variants)
            self.faults.add(at, f"{show(value)} is no pay table", f"Write {either} or false.")

    def offers(self, key: str, value: Any) -> dict[str, bool]:
        names = {name: name for name in self.known.elections}
        return self.faults.by_name(values.boolean, key, self.table(key, value), names)

    def limits(self, key: str, value: Any) -> dict[str, Ends]:
        """Parse ``[limits]`` min and max for the table, ``[limits.KIND]`` and ``[limits.WAGER]``:
        the narrower wins."""
        table = self.table(key, value)
        whole = {end: each for end, each in table.items() if end in ("min", "max")}
        self.table_limits = self.ends(key, whole)
        kinds: dict[str, Ends] = {}
        wagers: dict[str, Ends] = {}
        for name, each in table.items():
            at = f"{key}.{name}"
            if name in whole:
                continue
            if name in self.known.wagers:
                wagers[name] = self.ends(at, self.table(at, each))
            elif name in self.kinds:
                ends = self.ends(at, self.table(at, each))
                for wager in self.kinds[name].values():
                    kinds[wager] = _narrower(ends, kinds.get(wager))
                    self.written_at(at, wager, ends)
            elif name in self.known.kinds:
                self.foreign[at] = f"kind {name}"
            else:
                self.faults.unknown(at, name, (*self.law.keys(), "min", "max"))
        for name, ends in wagers.items():
            kinds[name] = _narrower(ends, kinds.get(name))
            self.written_at(f"{key}.{name}", name, ends)
        return kinds

    def written_at(self, at: str, wager: str, ends: Ends) -> None:
        """Note at which key each end of a wager's limits stands."""
        for end, each in zip(("min", "max"), ends, strict=True):
            if each is not None:
                self.written[f"limits.{wager}.{end}"] = f"{at}.{end}"

    def ends(self, key: str, value: Mapping[str, Any]) -> Ends:
        ends = self.faults.by_name(values.amount, key, value, {"min": "min", "max": "max"})
        low, high = ends.get("min"), ends.get("max")
        if low is not None and high is not None and low > high:
            what = f"the minimum {dollars(low)} is above the maximum {dollars(high)}"
            self.faults.add(key, what, "Write them the other way round.")
        return low, high

    def payouts(self, key: str, value: Any) -> dict[str, Odds]:
        found: dict[str, Odds] = {}
        for path, words in _flat(self.table(key, value)):
            name = "-".join(path)
            where = ".".join((key, *path))
            if name not in self.known.payouts:
                self.no_line(where, name)
                continue
            self.written[name] = where
            if name in found:
                self.faults.add(where, f"{name} stands twice", "Write it once.")
                continue
            odds = self.faults.read(values.payout, where, words)
            if isinstance(odds, SaidFor):
                self.said_for[name] = odds
            elif odds is not None:
                found[name] = odds
        return found

    def no_line(self, where: str, name: str) -> None:
        """Note a payout that is not listed; a combined wager is paid through its parts, and some
        wagers by a line that they share."""
        keys = {name, *self.kinds.get(name, {}).values()}
        wagers = [wager for key in keys for wager in self.law.named(key)]
        parts = [part.wager for wager in wagers for part in wager.parts if wager.key == name]
        lines = {payout.key for wager in wagers for payout in wager.payouts()}
        what = f"{name} has no payout of its own"
        if parts:
            self.faults.add(where, what, f"It is paid through its parts: {', '.join(parts)}.")
        elif len(lines) == 1:
            self.faults.add(where, what, f"Write {', '.join(lines)}, by which it is paid.")
        else:
            self.faults.unknown(where, name, self.lines)

    def option(self, key: str, value: Any) -> None:
        option = self.options.get(key)
        if option is None:
            self.faults.unknown(key, key, self.options)
            return
        chosen = self.faults.read(partial(values.choice, option), key, value)
        if chosen is not None:
            self.chosen[key] = chosen


def _flat(
    table: Mapping[str, Any], path: tuple[str, ...] = ()
) -> list[tuple[tuple[str, ...], Any]]:
    """Yield the values of nested tables by path, no deeper than a payout line's name."""
    rows: list[tuple[tuple[str, ...], Any]] = []
    for key, value in table.items():
        here = (*path, key)
        deeper = isinstance(value, Mapping) and len(here) < 4
        rows += _flat(value, here) if deeper else [(here, value)]
    return rows


def _narrower(ends: Ends, wider: Ends | None) -> Ends:
    """Return limits with those of the whole kind where they have none of their own."""
    low, high = ends
    wide_low, wide_high = wider or (None, None)
    return (low if low is not None else wide_low, high if high is not None else wide_high)
