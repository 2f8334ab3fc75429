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

OUTSIDE = "design-"
"""What the id of the clause of a wager outside the texts begins with: its own definition."""
OUTSIDE_TITLE = "Outside the regulation"
OUTSIDE_WORDS = (
    "an experiment of this house. No regulation has this wager; its rules are its own definition, "
    "which stands in the first event of the table's log."
)
"""What there is to say of such a clause."""

_READING = re.compile(r"R-\d{2,3}")
_RESTORED = re.compile(r"\[RESTORED:.*(R-\d\d)")
"""How the words of a clause say that its printing is damaged."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One testable clause of a regulation, in our words; of kind ``heading``, a section of which
    nothing else is printed."""

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
    """Return every clause by id, edition after edition, in the texts' order.

    >>> len(clauses())
    805
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
    """Return every reading by id.

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
    """Return the public sources that readings name, S1 and on."""
    return dict(tomllib.loads(_file("readings.toml"))["sources"])


@cache
def damaged() -> dict[str, str]:
    """Return every clause of which the printing lost a part, with the reading that restores it.

    >>> damaged()["NJ11-1.4b-Hard8"], damaged()["NJ05-1.6d-s4"]
    ('R-01', 'R-45')
    """
    found = ((each, _RESTORED.search(each.words)) for each in clauses().values())
    return {each.id: match[1] for each, match in found if match is not None}


def clause(id: str) -> Clause:
    return clauses()[id]


_CODES = {
    "19:": re.compile(r"n\.?j\.?a\.?c\.?|\b19:47-?"),
    "36.": re.compile(r"comar|\b36\.05\.05\.?"),
}
"""How each code is named, and its chapter that is among these texts, by the title's number."""
_NO_PART = re.compile(r"§+|\b(?:sections?|sec\.|paragraphs?|para\.|subparagraphs?|items?)")


def _parts(text: str) -> tuple[str, ...]:
    """Return the numbers and letters of a citation, as they are compared: without the names of its
    code and chapter, and however they are set apart.

    >>> _parts("N.J.A.C. 19:47-1.9(e)1"), _parts("§ 1.9 (E) (1)"), _parts("COMAR 36.05.05.04E")
    (('1', '9', 'e', '1'), ('1', '9', 'e', '1'), ('4', 'e'))
    """
    found = text.casefold()
    for code in _CODES.values():
        found = code.sub(" ", found)
    parts = re.findall(r"[0-9]+|[a-z]+", _NO_PART.sub(" ", found))
    return tuple(each.lstrip("0") or "0" if each.isdigit() else each for each in parts)


@cache
def _citations() -> tuple[tuple[Clause, tuple[tuple[str, ...], ...]], ...]:
    """Return every clause with the parts of its citation, and those of its id, which also name a
    sentence or a row of a table."""
    return tuple(
        (each, (_parts(each.citation), _parts(each.id.partition("-")[2])))
        for each in clauses().values()
    )


def cited(text: str) -> tuple[Clause, ...]:
    """Return the clauses at a printed citation and below it, edition after edition.

    >>> [each.id for each in cited("1.9(e)1")]
    ['NJ11-1.9e1']
    >>> [each.id for each in cited("N.J.A.C. 19:47-1.9(e)")]
    ['NJ11-1.9e1', 'NJ11-1.9e2']
    >>> [each.id for each in cited("§ 1.4(b), Field 12")]
    ['NJ11-1.4b-Field-12', 'NJ05-1.4b-Field-12']
    """
    wanted, said = _parts(text), text.casefold()
    if not wanted or not wanted[0].isdigit():
        return ()
    titles = [title for title, code in _CODES.items() if code.search(said)]
    return tuple(
        clause
        for clause, printed in _citations()
        if (not titles or any(f" {title}" in clause.citation for title in titles))
        and any(each[: len(wanted)] == wanted for each in printed)
    )


def reading(id: str) -> Reading:
    return readings()[id]


def outside(id: str) -> str | None:
    """Return the key of the wager outside the texts whose own clause this id names; None for the
    clauses and readings of the texts.

    >>> outside("design-low-dice"), outside("NJ11-1.3c1")
    ('low-dice', None)
    """
    return id.removeprefix(OUTSIDE) if id.startswith(OUTSIDE) else None


def known(id: str) -> bool:
    """Return whether this id names a clause or a reading.

    >>> known("NJ11-1.3c1"), known("R-05"), known("NJ11-1.3c9")
    (True, True, False)
    """
    return id in clauses() or id in readings()


def edition_of(name: str) -> str | None:
    """Return the clause prefix meant by "NJ11" or "nj-2011"; None if there is no such edition."""
    by_name = {key.casefold(): key for key in EDITIONS}
    by_name |= {ruleset: key for key, ruleset in EDITIONS.items()}
    return by_name.get(name.casefold())


def same_text(id: str) -> tuple[str, ...]:
    """Return the clauses and readings that a wrong id may stand for: those of the text that it
    begins with, if there is one, else all.

    >>> same_text("nj97-9.9")[0], same_text("R-999")[0]
    ('NJ97-13.1', 'R-01')
    """
    every = (*clauses(), *readings())
    text = id.strip().partition("-")[0].casefold()
    return tuple(each for each in every if each.partition("-")[0].casefold() == text) or every


@cache
def physical() -> dict[str, str]:
    """Clauses that nothing in software can hold, with the reason."""
    rows = csv.DictReader(_file("physical.csv").splitlines())
    return {row["id"]: row["reason"] for row in rows}


def evidence_text() -> str:
    return _file("evidence.json")
