"""Reading the clause files. Loaded once, on first use."""

import csv
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

EDITIONS: dict[str, str] = {
    "NJ11": "nj-2011",
    "MD13": "md-2013",
    "NJ05": "nj-2005",
    "NJ97": "nj-1997",
    "NJ01": "nj-2001",
}
"""Clause prefix of each edition, and the rule set named after it."""

_READING = re.compile(r"R-\d\d")


@dataclass(frozen=True, slots=True)
class Clause:
    """One testable clause of a regulation, in our words."""

    id: str
    citation: str
    section: str
    kind: str
    games: tuple[str, ...]
    words: str

    @property
    def edition(self) -> str:
        return self.id[:4]


@dataclass(frozen=True, slots=True)
class Reading:
    """What the project takes an unclear place to mean, and why."""

    id: str
    title: str
    standing: str
    clauses: tuple[str, ...]
    text: str


def _file(name: str) -> str:
    return files("lammer.law").joinpath(name).read_text(encoding="utf-8")


@cache
def clauses() -> dict[str, Clause]:
    """Every clause by id, edition after edition, in the texts' order.

    >>> len(clauses())
    781
    """
    found: dict[str, Clause] = {}
    for prefix in EDITIONS:
        for row in csv.DictReader(_file(f"{prefix.lower()}.csv").splitlines()):
            if row["id"] in found:
                raise ValueError(f"{row['id']} stands twice in the clause files")
            games = tuple(row["games"].split())
            found[row["id"]] = Clause(
                row["id"], row["citation"], row["section"], row["kind"], games, row["words"]
            )
    return found


@cache
def readings() -> dict[str, Reading]:
    """Every reading by id.

    >>> readings()["R-01"].title
    'Eight the Hardway lost its 9'
    """
    data = tomllib.loads(_file("readings.toml"))
    return {
        key: Reading(key, it["title"], it["standing"], tuple(it["clauses"]), it["text"].strip())
        for key, it in data.items()
        if _READING.fullmatch(key)
    }


@cache
def sources() -> dict[str, str]:
    """The public sources that readings name, S1 and on."""
    return dict(tomllib.loads(_file("readings.toml"))["sources"])


def clause(id: str) -> Clause:
    return clauses()[id]


def reading(id: str) -> Reading:
    return readings()[id]


def known(id: str) -> bool:
    """Whether this id names a clause or a reading.

    >>> known("NJ11-1.3c1"), known("R-05"), known("NJ11-1.3c9")
    (True, True, False)
    """
    return id in clauses() or id in readings()


def edition_of(name: str) -> str | None:
    """The clause prefix meant by "NJ11" or "nj-2011"; None if there is no such edition."""
    by_name = {key.casefold(): key for key in EDITIONS}
    by_name |= {ruleset: key for key, ruleset in EDITIONS.items()}
    return by_name.get(name.casefold())


@cache
def physical() -> dict[str, str]:
    """Clauses that nothing in software can hold, with the reason."""
    rows = csv.DictReader(_file("physical.csv").splitlines())
    return {row["id"]: row["reason"] for row in rows}


def evidence_text() -> str:
    return _file("evidence.json")
