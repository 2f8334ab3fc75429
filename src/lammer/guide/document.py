"""The parts of a gaming guide: sections of sentences and tables, each with the clauses it rests
on."""

from collections.abc import Iterable
from dataclasses import dataclass

from lammer.core.cite import Cites, clause_ids


@dataclass(frozen=True, slots=True)
class GuideItem:
    """A sentence or two."""

    text: str
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GuideTable:
    """A table; the first cell of each row is its heading."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GuideSection:
    """Items and tables under a heading."""

    title: str
    items: tuple[GuideItem, ...]
    tables: tuple[GuideTable, ...] = ()


def item(text: str, *cites: Cites) -> GuideItem:
    return GuideItem(text, ids(*cites))


def ids(*cites: Cites) -> tuple[str, ...]:
    """Return the clauses and readings of several cites, each once."""
    return clause_ids(cite for some in cites for cite in some)


def either(words: Iterable[str]) -> str:
    """Return "2, 3 or 12"."""
    *some, last = words
    return f"{', '.join(some)} or {last}" if some else last


def every(words: Iterable[str]) -> str:
    """Return "2, 3 and 12"."""
    *some, last = words
    return f"{', '.join(some)} and {last}" if some else last


def a_or_an(word: str) -> str:
    """Return a word with its article: "a 7", "an 8", "an easy 8".

    >>> [a_or_an(word) for word in ("7", "8", "11", "18", "easy 8", "hard 4", "8-1", "one")]
    ['a 7', 'an 8', 'an 11', 'an 18', 'an easy 8', 'a hard 4', 'an 8-1', 'a one']
    """
    if word.startswith(("the ", "a ", "an ")):
        return word
    number = word.partition("-")[0]
    vowel = number in ("11", "18") or (word[0] in "8aeiouAEIOU" and number != "one")
    return f"an {word}" if vowel else f"a {word}"


def times(count: int) -> str:
    """Return "three times"."""
    return {1: "once", 2: "twice", 3: "three times", 4: "four times", 5: "five times"}.get(
        count, f"{count} times"
    )
