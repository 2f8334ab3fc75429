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

LATER: dict[str, str] = {
    "nj-2011": "The chapter of this text is now N.J.A.C. 13:69F.",
    "nj-2005": "The chapter of this text is now N.J.A.C. 13:69F.",
    "nj-1997": "The chapter of this text is now N.J.A.C. 13:69F.",
    "nj-2001": "The chapter of this text is now N.J.A.C. 13:69F.",
    "md-2013": "COMAR 36.05.05 was repealed, effective October 10, 2016 (43:20 Md. R. 1111).",
}
"""What became of the text of each rule set. Maryland's is from the history notes of the public
COMAR XML (maryland-dsd/law-xml)."""

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


def _plain_citation(text: str) -> str:
    """Return a citation without the names of its code and chapter, as it is compared.

    >>> _plain_citation("N.J.A.C. 19:47-1.9(e)1"), _plain_citation("COMAR 36.05.05.04E")
    ('1.9(e)1', '04e')
    """
    found = re.sub(r"[\s,§]|n\.?j\.?a\.?c\.?|comar", "", text.casefold())
    return re.sub(r"^(19:47-|36\.05\.05\.|\.)", "", found)


def cited(text: str) -> tuple[Clause, ...]:
    """Return the clauses at a printed citation and below it, edition after edition.

    >>> [each.id for each in cited("1.9(e)1")]
    ['NJ11-1.9e1']
    >>> [each.id for each in cited("N.J.A.C. 19:47-1.9(e)")]
    ['NJ11-1.9e1', 'NJ11-1.9e2']
    """
    wanted = _plain_citation(text)
    if not wanted or not any(each.isdigit() for each in wanted):
        return ()
    # A number goes on with a digit and a letter with a letter: 1.1 is not 1.10, 3i is not 3ii.
    after = {True: r"(?!\d)", False: r"(?![a-z])"}.get(wanted[-1].isdigit(), "")
    below = re.compile(re.escape(wanted) + (after if wanted[-1].isalnum() else ""))
    return tuple(each for each in clauses().values() if below.match(_plain_citation(each.citation)))


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
