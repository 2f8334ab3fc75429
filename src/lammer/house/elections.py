"""What a house file says, read and typed, before the law has looked at it.

The same structure comes from a TOML file and from the ``house`` of a table script. Whatever is
not an election at all (an unknown key, a wrong type, a fraction that is none) is malformed and
is reported here, all of it at once; whether an election is lawful is ``lammer.house.check``'s
question.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

from lammer.core.odds import Odds
from lammer.core.ruleset import Ruleset
from lammer.games.registry import nearest

NUMBERS = ("4", "5", "6", "8", "9", "10")
MOST_CENTS = 10**15
"""No amount in a house file may be above this: ten trillion dollars."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Malformed:
    """Something in a house file that is no election: at which key, what, and what to write."""

    key: str
    what: str
    instead: str

    def __str__(self) -> str:
        return f"{self.key}: {self.what}. {self.instead}"


@dataclass(frozen=True)
class Elections:
    """A house file's elections; what it leaves out is absent or at the project's default."""

    pay_unit: int = 100
    round_up_odds: bool = True
    odds: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(NUMBERS, 100))
    vig_rate: Mapping[str, Fraction] = field(default_factory=dict)
    vig_base: Mapping[str, str] = field(default_factory=dict)
    vig: Mapping[str, str] = field(default_factory=dict)
    fire: str | bool | None = None
    offer: Mapping[str, bool] = field(default_factory=dict)
    limits: Mapping[str, tuple[int | None, int | None]] = field(default_factory=dict)
    payouts: Mapping[str, Odds] = field(default_factory=dict)
    payouts_scope: str = "property"
    options: Mapping[str, str | bool] = field(default_factory=dict)


def elections(raw: Mapping[str, Any], known: Ruleset) -> tuple[Elections, tuple[Malformed, ...]]:
    """Read elections from plain data; everything malformed comes back beside them.

    ``known`` supplies the names: wagers, payout lines, options.

    >>> from lammer.games import load
    >>> elections({"odds": 10, "pay-unit": 500}, load("nj-2011"))[1][0].key
    'pay-unit'
    """
    reader = _Reader(known)
    return reader.read(raw), tuple(reader.faults)


class _Reader:
    """Walks the data once, noting faults instead of stopping at them."""

    def __init__(self, known: Ruleset) -> None:
        self.known = known
        self.faults: list[Malformed] = []
        self.options = {option.key: option for option in known.options}

    def read(self, raw: Mapping[str, Any]) -> Elections:
        found: dict[str, Any] = {}
        options: dict[str, str | bool] = {}
        families = {key.split(".")[0] for key in self.options if "." in key}
        readers: dict[str, Callable[[str, Any], Any]] = {
            "pay_unit": self.amount,
            "round_up_odds": self.boolean,
            "odds": self.multiples,
            "vig_rate": lambda key, value: self.by_wager(key, value, self.rate),
            "vig_base": lambda key, value: self.by_wager(key, value, self.word("wager", "win")),
            "vig": lambda key, value: self.by_wager(key, value, self.word("bet", "win")),
            "offer": self.offers,
            "limits": self.limits,
            "payouts": self.payouts,
            "payouts_scope": self.word("property", "table"),
        }
        plain = {key for key in self.options if "." not in key}
        names = {*readers, "fire", "rules", "game", *plain, *families}
        for key, value in raw.items():
            if key in ("rules", "game"):
                self.word_of(key, value)
            elif key in readers:
                found[key] = readers[key](key, value)
            elif key == "fire":
                found["fire"] = self.fire(value, options)
            elif key in plain:
                self.option(key, value, options)
            elif key in families:
                for name, each in self.table(key, value).items():
                    self.option(f"{key}.{name}", each, options)
            else:
                self.unknown(key, key, names)
        kept = {key: value for key, value in found.items() if value is not None}
        return Elections(**kept, options=options)

    # Faults

    def fault(self, key: str, what: str, instead: str) -> None:
        self.faults.append(Malformed(key, what, instead))

    def unknown(self, path: str, name: str, names: Any) -> None:
        near = nearest(name, sorted(names))
        instead = f"Did you mean {' or '.join(near)}?" if near else "Leave it out."
        self.fault(path, f'there is no key "{name}" here', instead)

    # Plain values

    def table(self, key: str, value: Any) -> Mapping[str, Any]:
        if isinstance(value, Mapping):
            return value
        self.fault(key, f"{_show(value)} is not a table", f"Write [{key}] and its keys below it.")
        return {}

    def boolean(self, key: str, value: Any) -> bool | None:
        if isinstance(value, bool):
            return value
        self.fault(key, f"{_show(value)} is not true or false", "Write true or false.")
        return None

    def amount(self, key: str, value: Any) -> int | None:
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_CENTS:
            return value
        what = f"{_show(value)} is not a whole number of cents above zero"
        self.fault(key, what, "Write 500 for five dollars.")
        return None

    def word_of(self, key: str, value: Any) -> str | None:
        if isinstance(value, str):
            return value
        self.fault(key, f"{_show(value)} is not text", f'Write {key} = "..." in quotes.')
        return None

    def word(self, *words: str) -> Callable[[str, Any], str | None]:
        def read(key: str, value: Any) -> str | None:
            if isinstance(value, str) and value in words:
                return value
            either = " or ".join(f'"{word}"' for word in words)
            self.fault(
                key,
                f"{_show(value)} is neither {either}".replace("neither", "not"),
                f"Write {either}.",
            )
            return None

        return read

    def rate(self, key: str, value: Any) -> Fraction | None:
        if isinstance(value, str):
            text = value.strip()
            try:
                scale = 100 if text.endswith("%") else 1
                found = Fraction(text.removesuffix("%").strip()) / scale
            except (ValueError, ZeroDivisionError):
                found = Fraction(-1)
            if 0 <= found <= 1 and len(text) <= 20:
                return found
        self.fault(key, f"{_show(value)} is not a rate", 'Write "1/20" or "5%", in quotes.')
        return None

    # Structures

    def multiples(self, key: str, value: Any) -> dict[str, int] | None:
        if isinstance(value, int) and not isinstance(value, bool):
            return dict.fromkeys(NUMBERS, value)
        if not isinstance(value, Mapping):
            what = f"{_show(value)} is not a whole multiple"
            self.fault(key, what, "Write odds = 10, or a table by point: 4 = 3, 5 = 4, 6 = 5, ...")
            return None
        found: dict[str, int] = {}
        for number, multiple in value.items():
            if number not in NUMBERS:
                self.unknown(f"{key}.{number}", str(number), NUMBERS)
            elif isinstance(multiple, bool) or not isinstance(multiple, int):
                what = f"{_show(multiple)} is not a whole multiple"
                self.fault(f"{key}.{number}", what, "Write a whole number such as 3.")
            else:
                found[number] = multiple
        missing = [number for number in NUMBERS if number not in value]
        if missing:
            what = f"no multiple for {', '.join(missing)}"
            self.fault(key, what, "Name all six points, or write one number for all.")
        return found if len(found) == len(NUMBERS) else None

    def by_wager(self, key: str, value: Any, read: Callable[[str, Any], T | None]) -> dict[str, T]:
        """One value for all, one for buy and one for lay, or one for each number."""
        kinds = sorted({w.key.rsplit("-", 1)[0] for w in self.known.wagers if w.vig})
        if not isinstance(value, Mapping):
            one = read(key, value)
            whole = () if one is None else kinds
            return {f"{kind}-{n}": one for kind in whole for n in NUMBERS if one is not None}
        found: dict[str, T] = {}
        for kind, each in value.items():
            if kind not in kinds:
                self.unknown(f"{key}.{kind}", kind, kinds)
            elif isinstance(each, Mapping):
                for number, inner in each.items():
                    if number not in NUMBERS:
                        self.unknown(f"{key}.{kind}.{number}", str(number), NUMBERS)
                        continue
                    got = read(f"{key}.{kind}.{number}", inner)
                    if got is not None:
                        found[f"{kind}-{number}"] = got
            else:
                got = read(f"{key}.{kind}", each)
                if got is not None:
                    found |= {f"{kind}-{n}": got for n in NUMBERS}
        return found

    def fire(self, value: Any, options: dict[str, str | bool]) -> str | bool | None:
        if isinstance(value, Mapping):
            table: str | bool | None = None
            for name, each in value.items():
                if name == "table":
                    table = self.fire(each, options)
                elif f"fire.{name}" in self.options:
                    self.option(f"fire.{name}", each, options)
                else:
                    self.unknown(f"fire.{name}", name, ("table", "ends_on"))
            return table
        if value in ("A", "B") or value is False:
            return bool(value) and str(value)
        self.fault("fire", f"{_show(value)} is no pay table", 'Write "A", "B" or false.')
        return None

    def offers(self, key: str, value: Any) -> dict[str, bool]:
        known = ("six_seven_eight", "buy", "lay", "place_to_lose", "fire", "bonus_craps")
        found: dict[str, bool] = {}
        for name, each in self.table(key, value).items():
            if name not in known:
                self.unknown(f"{key}.{name}", name, known)
                continue
            got = self.boolean(f"{key}.{name}", each)
            if got is not None:
                found[name] = got
        return found

    def limits(self, key: str, value: Any) -> dict[str, tuple[int | None, int | None]]:
        found: dict[str, tuple[int | None, int | None]] = {}
        for wager, each in self.table(key, value).items():
            if wager not in (*self.known.keys(), *ELSEWHERE):
                self.unknown(f"{key}.{wager}", wager, self.known.keys())
                continue
            ends: dict[str, int | None] = {}
            for end, amount in self.table(f"{key}.{wager}", each).items():
                if end not in ("min", "max"):
                    self.unknown(f"{key}.{wager}.{end}", end, ("min", "max"))
                    continue
                ends[end] = self.amount(f"{key}.{wager}.{end}", amount)
            low, high = ends.get("min"), ends.get("max")
            if low is not None and high is not None and low > high:
                what = f"the minimum {low} is above the maximum {high}"
                self.fault(f"{key}.{wager}", what, "Write them the other way round.")
            found[wager] = (low, high)
        return found

    def payouts(self, key: str, value: Any) -> dict[str, Odds]:
        lines = self.known.payouts()
        found: dict[str, Odds] = {}
        for path, words in _flat(self.table(key, value)):
            name = "-".join(path)
            where = ".".join((key, *path))
            if name not in lines and not name.startswith(ELSEWHERE):
                self.unknown(where, name, lines)
                continue
            try:
                found[name] = Odds.parse(words) if isinstance(words, str) else Odds(0, 0)
            except ValueError:
                what = f"{_show(words)} is no payout"
                self.fault(where, what, 'Write "3 to 1": whole numbers and the word "to".')
        return found

    def option(self, key: str, value: Any, options: dict[str, str | bool]) -> None:
        option = self.options.get(key)
        if option is None:
            self.unknown(key, key, self.options)
        elif not any(value == each and type(value) is type(each) for each in option.known):
            either = " or ".join(_show(known) for known in option.known)
            self.fault(key, f"{_show(value)} is not a choice here", f"Write {either}.")
        else:
            options[key] = value


ELSEWHERE = ("fire", "all-small", "all-or-nothing", "all-tall")
"""Wagers a house may name under rules that do not have them: refused by the law, not unknown."""


def _flat(
    table: Mapping[str, Any], path: tuple[str, ...] = ()
) -> list[tuple[tuple[str, ...], Any]]:
    rows: list[tuple[tuple[str, ...], Any]] = []
    for key, value in table.items():
        here = (*path, str(key))
        rows += _flat(value, here) if isinstance(value, Mapping) else [(here, value)]
    return rows


def _show(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value[:40]}"'
    return repr(value)[:40]
