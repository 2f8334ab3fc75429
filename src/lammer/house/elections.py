"""Parses the elections of a house.

The same structure comes from a TOML file and from the ``house`` of a table script. What is not an
election at all (an unknown key, a wrong type, an invalid fraction) is malformed and is reported
here, all of it at once; whether an election is lawful is decided by ``lammer.house.check``. The
names that may be written come from the rule sets: no game is known here.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from typing import Annotated, Any, TypeVar

from lammer.core.codec import Faults, Malformed, Reader, Reads, readers_of
from lammer.core.odds import Odds
from lammer.core.ruleset import Choice, Option, Ruleset
from lammer.games.registry import RULESETS, did_you_mean, load, nearest

MOST_CENTS = 10**15
"""The limit of any amount in a house file: ten trillion dollars."""
MOST_NAME = 80
"""Characters in the operator's name."""
MOST_CHOICES = 10
"""Choices listed one by one; more are integers in a row."""
MOST_HINTS = 25
"""Unknown keys for which the nearest names are searched, which takes a while for each."""
MOST_PATH = 200
"""Characters of an unknown key, with the tables it stands in, that are repeated in an error."""
MOST_TIMES = 10**6
"""The limit of any multiple, lawful or not."""

_RATE = re.compile(r"([0-9]{1,9})(?:/([1-9][0-9]{0,8})|\.([0-9]{1,9}))?(%?)")
_MULTIPLE = re.compile(r"[0-9]{1,6}(/[1-9][0-9]{0,5})?")

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


def _boolean(key: str, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise Malformed(key, f"{_show(value)} is not true or false", "Write true or false.")


def _amount(key: str, value: Any) -> int:
    if _is_whole(value) and 1 <= value <= MOST_CENTS:
        return int(value)
    what = f"{_show(value)} is not an amount: a whole number of cents, from 1 to {MOST_CENTS}"
    raise Malformed(key, what, "Write 500 for five dollars.")


def _text(key: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    raise Malformed(key, f"{_show(value)} is not text", f'Write {key} = "..." in quotes.')


def _short_text(key: str, value: Any) -> str:
    text = _text(key, value)
    if len(text) <= MOST_NAME and text.isprintable():
        return text
    raise Malformed(key, "too long, or not plain text", f"At most {MOST_NAME} characters.")


def _word(*words: str) -> Callable[[str, Any], str]:
    def read(key: str, value: Any) -> str:
        if isinstance(value, str) and value in words:
            return value
        either = " or ".join(f'"{word}"' for word in words)
        raise Malformed(key, f"{_show(value)} is not a choice here", f"Write {either}.")

    return read


def _rate(key: str, value: Any) -> Fraction:
    """Return a rate from 0 to 1 that is written "1/20", "0.05" or "5%".

    >>> _rate("rate", "5%"), _rate("rate", "1/20")
    (Fraction(1, 20), Fraction(1, 20))
    """
    match = _RATE.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is not None:
        whole, below, decimals, percent = match.groups()
        found = Fraction(int(whole), int(below or 1))
        if decimals:
            found += Fraction(int(decimals), 10 ** len(decimals))
        found /= 100 if percent else 1
        if found <= 1:
            return found
    raise Malformed(key, f"{_show(value)} is not a rate", 'Write "1/20" or "5%", in quotes.')


def _multiple(key: str, value: Any) -> Fraction:
    """Return a multiple: a whole number, or a fraction such as "5/2"."""
    if _is_whole(value) and abs(value) <= MOST_TIMES:
        return Fraction(value)
    if isinstance(value, str) and _MULTIPLE.fullmatch(value):
        return Fraction(value)
    instead = 'Write 10, or "5/2"; or a table by point: 4 = 3, 5 = 4, 6 = 5, ...'
    raise Malformed(key, f"{_show(value)} is not a multiple", instead)


def _payout(key: str, value: Any) -> Odds:
    try:
        return Odds.parse(value if isinstance(value, str) else "")
    except ValueError:
        instead = 'Write "3 to 1": whole numbers and the word "to".'
        raise Malformed(key, f"{_show(value)} is no payout", instead) from None


def _table(key: str, value: Any) -> Mapping[str, Any]:
    if isinstance(value, Mapping):
        return value
    raise Malformed(key, f"{_show(value)} is not a table", f"Write [{key}] and its keys below it.")


def _choice(option: Option, key: str, value: Any) -> Choice:
    """Return one of the values that an option can have, of the same type."""
    for each in option.known:
        if value == each and type(value) is type(each):
            return each
    either = " or ".join(_show(known) for known in option.known)
    if len(option.known) > MOST_CHOICES:
        either = f"a whole number from {option.known[0]} to {option.known[-1]}"
    raise Malformed(key, f"{_show(value)} is not a choice here", f"Write {either}.")


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
    for the rest; ``written`` is the key of each payout.
    """

    name: Annotated[str, Reads(_short_text)] = ""
    pay_unit: Annotated[int, Reads(_amount)] = 100
    round_up_odds: Annotated[bool, Reads(_boolean)] = True
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
    payouts_scope: Annotated[str, Reads(_word("property", "table"))] = "property"
    options: Mapping[str, Choice] = field(default_factory=dict)
    pit: Annotated[str, Reads(_short_text)] = ""


@dataclass(frozen=True, slots=True)
class KnownNames:
    """Names that some rule set knows. Using one where it does not belong is a breach; any other
    name is malformed."""

    wagers: frozenset[str]
    payouts: frozenset[str]
    elections: frozenset[str]
    tables: Mapping[str, tuple[str, ...]]
    options: Mapping[str, Option]


@cache
def known_names() -> KnownNames:
    rulesets = [load(key, game) for key in RULESETS for game in load(key).games]
    wagers = [wager for ruleset in rulesets for wager in ruleset.wagers]
    tables: dict[str, dict[str, None]] = {}
    for wager in wagers:
        if wager.variant is not None:
            tables.setdefault(wager.key, {})[wager.variant] = None
    return KnownNames(
        wagers=frozenset(wager.key for wager in wagers),
        payouts=frozenset(key for ruleset in rulesets for key in ruleset.payouts()),
        elections=frozenset(wager.election.key for wager in wagers if wager.election),
        tables={key: tuple(variants) for key, variants in tables.items()},
        options={option.key: option for ruleset in rulesets for option in ruleset.options},
    )


def elections(
    raw: Mapping[str, Any], law: Ruleset
) -> tuple[Elections, tuple[MalformedElection, ...]]:
    """Parse elections; return them and everything malformed.

    >>> from lammer.games import load
    >>> elections({"odds": 10, "pay-unit": 500}, load("nj-2011"))[1][0].key
    'pay-unit'
    """
    reader = _Reader(law)
    found = reader.read(raw)
    faults = (MalformedElection(each.key, each.what, each.instead) for each in reader.faults.found)
    return found, tuple(dict.fromkeys(faults))


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
        self.table_limits: Ends = (None, None)
        self.options = {**self.known.options, **{option.key: option for option in law.options}}
        states = (state for w in law.wagers if w.behind for state in w.behind.states)
        self.points = tuple(dict.fromkeys(states))
        self.charged = [wager.key for wager in law.wagers if wager.vig is not None]
        self.kinds: dict[str, dict[str, str]] = {}
        for wager in law.wagers:
            kind, _, number = wager.key.rpartition("-")
            if number.isdigit():
                self.kinds.setdefault(kind, {})[number] = wager.key
            stem = wager.key.rstrip("-0123456789")
            if stem not in (kind, wager.key):
                self.kinds.setdefault(stem, {})[wager.key.removeprefix(f"{stem}-")] = wager.key
            self.kinds.setdefault(wager.key, {})[""] = wager.key

    def read(self, raw: Mapping[str, Any]) -> Elections:
        found: dict[str, Any] = {}
        tables: dict[str, Table] = {}
        options: dict[str, Choice] = {}
        readers: dict[str, Callable[[str, Any], Any]] = {
            "rules": partial(self.faults.read, _text),
            "game": partial(self.faults.read, _text),
            **{
                key: partial(self.faults.read, reads.read)
                for key, reads in readers_of(Elections).items()
            },
            "odds": self.multiples,
            "vig_rate": lambda key, value: self.by_wager(key, value, _rate),
            "vig_base": lambda key, value: self.charged_only(key, value, "wager", "win"),
            "vig": lambda key, value: self.charging(key, value, options),
            "offer": self.offers,
            "limits": self.limits,
            "payouts": self.payouts,
        }
        groups = {key.partition(".")[0] for key in self.options}
        for key, value in raw.items():
            if key in readers:
                found[key] = readers[key](key, value)
            elif key in self.known.tables:
                self.pay_table(key, value, tables, options)
            elif key in self.options:
                self.option(key, value, options)
            elif key in groups:
                for name, each in self.table(key, value).items():
                    self.option(f"{key}.{name}", each, options)
            else:
                self.faults.unknown(key, key, (*readers, *self.known.tables, *groups))
        fields = {key: value for key, value in found.items() if key not in ("rules", "game")}
        kept = {key: value for key, value in fields.items() if value is not None}
        elected = Elections(
            **kept,
            tables=tables,
            options=options,
            written=self.written,
            table_limits=self.table_limits,
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
                what = f"{wager.key} = {_show(table)} says otherwise"
                self.faults.add(f"offer.{wager.election.key}", what, "Keep one of the two.")

    def _unknown(self, path: str, name: str, names: Iterable[str]) -> Malformed:
        instead = OTHER_NAMES.get(name)
        if instead is None and self.hints < MOST_HINTS:
            self.hints += 1
            instead = did_you_mean(nearest(name[:MOST_NAME], sorted(names))).strip()
        what = f'there is no key "{_safe(name[:40])}" here'
        return Malformed(_safe(path[:MOST_PATH]), what, instead or "Leave it out.")

    def table(self, key: str, value: Any) -> Mapping[str, Any]:
        return self.faults.read(_table, key, value) or {}

    def multiples(self, key: str, value: Any) -> dict[str, Fraction]:
        return self.for_each(_multiple, key, value, {point: (point,) for point in self.points})

    def by_wager(self, key: str, value: Any, read: Reader[T]) -> dict[str, T]:
        """Parse one value for all wagers that are charged, or one for a kind, a wager or a
        number."""
        names = {kind: tuple(numbers.values()) for kind, numbers in self.kinds.items()}
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
            if name in self.kinds and name in names and isinstance(each, Mapping):
                found |= self.faults.by_name(read, at, each, self.kinds[name])
            else:
                alone = self.faults.by_name(
                    read, key, {name: each}, {every: every for every in names}
                )
                found |= {which: one for one in alone.values() for which in names[name]}
        return found

    def charged_only(self, key: str, value: Any, *words: str) -> dict[str, str]:
        """Parse how a charge is taken, for wagers that carry one."""
        found = self.by_wager(key, value, _word(*words))
        for name in [name for name in found if name not in (*self.charged, NOTHING)]:
            self.faults.add(key, f"nothing is charged on {name}", "Leave it out.")
            del found[name]
        return found

    def charging(self, key: str, value: Any, options: dict[str, Choice]) -> dict[str, str]:
        """Parse when a charge is taken, by wager; and how, if that is an option:
        ``vig.collect``."""
        if not isinstance(value, Mapping):
            return self.charged_only(key, value, "bet", "win")
        here = {name: each for name, each in value.items() if f"{key}.{name}" in self.options}
        for name, each in here.items():
            self.option(f"{key}.{name}", each, options)
        rest = {name: each for name, each in value.items() if name not in here}
        return self.charged_only(key, rest, "bet", "win")

    def pay_table(
        self, key: str, value: Any, tables: dict[str, Table], options: dict[str, Choice]
    ) -> None:
        """Parse ``fire = "A"``, ``fire = false`` or ``fire = { table = "A", ends_on = ... }``."""
        if not isinstance(value, Mapping):
            self._pay_table(key, key, value, tables)
            return
        inside = [o.partition(".")[2] for o in self.options if o.startswith(f"{key}.")]
        for name, each in value.items():
            if name == "table":
                self._pay_table(key, f"{key}.table", each, tables)
            elif name in inside:
                self.option(f"{key}.{name}", each, options)
            else:
                self.faults.unknown(f"{key}.{name}", name, ("table", *inside))

    def _pay_table(self, key: str, at: str, value: Any, tables: dict[str, Table]) -> None:
        variants = self.known.tables[key]
        if value is False or (isinstance(value, str) and value in variants):
            tables[key] = value
        else:
            either = ", ".join(f'"{variant}"' for variant in variants)
            self.faults.add(at, f"{_show(value)} is no pay table", f"Write {either} or false.")

    def offers(self, key: str, value: Any) -> dict[str, bool]:
        names = {name: name for name in self.known.elections}
        return self.faults.by_name(_boolean, key, self.table(key, value), names)

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
                kinds |= dict.fromkeys(self.kinds[name].values(), ends)
            else:
                self.faults.unknown(at, name, (*self.law.keys(), "min", "max"))
        for name, (low, high) in wagers.items():
            wide_low, wide_high = kinds.get(name, (None, None))
            kinds[name] = (
                low if low is not None else wide_low,
                high if high is not None else wide_high,
            )
        return kinds

    def ends(self, key: str, value: Mapping[str, Any]) -> Ends:
        ends = self.faults.by_name(_amount, key, value, {"min": "min", "max": "max"})
        low, high = ends.get("min"), ends.get("max")
        if low is not None and high is not None and low > high:
            what = f"the minimum {low} is above the maximum {high}"
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
            odds = self.faults.read(_payout, where, words)
            if odds is not None:
                found[name] = odds
        return found

    def no_line(self, where: str, name: str) -> None:
        """Note a payout that is not listed; a combined wager is paid through its parts."""
        parts = [part.wager for wager in self.law.named(name) for part in wager.parts]
        if parts:
            what = f"{name} has no payout of its own"
            self.faults.add(where, what, f"It is paid through its parts: {', '.join(parts)}.")
        else:
            self.faults.unknown(where, name, self.lines)

    def option(self, key: str, value: Any, options: dict[str, Choice]) -> None:
        option = self.options.get(key)
        if option is None:
            self.faults.unknown(key, key, self.options)
            return
        chosen = self.faults.read(partial(_choice, option), key, value)
        if chosen is not None:
            options[key] = chosen


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


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


def _show(value: Any) -> str:
    """Return a value as TOML would write it, shortened, without control characters."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            shown = value if len(value) <= 40 else f"{value[:40]}..."
            return f'"{_safe(shown)}"'
        case int():
            return str(value) if abs(value) < 10**20 else "a number that long"
        case list():
            return "a list"
        case Mapping():
            return "a table"
    return _safe(str(value)[:40])


def _safe(text: str) -> str:
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)
