"""Splits a typed line into words, with numbers in digits, and into the parts that are said one
after the other."""

import re
from collections.abc import Iterable, Sequence
from unicodedata import combining, normalize

_UNITS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = ("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SMALL = {word: at for at, word in enumerate(_UNITS, start=1)}
_ROUND = {word: at * 10 for at, word in enumerate(_TENS, start=2)}
_WHOLE = {"ten": 10, "twelve": 12} | {word: at for at, word in enumerate(_TEENS, start=13)}
_NAMES = {"eleven": "yo"}
"""Numbers that are names of bets first of all."""
FILLERS = frozenset(
    {
        *("the", "a", "an", "my", "me", "please", "dollar", "dollars", "bucks", "and", "to"),
        *("bet", "bets", "wager", "put", "make", "want", "have", "win"),
    }
)
_TOKEN = re.compile(r"\$?\d+(?:\.\d+)?|[a-z]+|[,;]")
_BETWEEN = frozenset({",", ";", "and", "then"})


def split_words(text: str) -> list[str] | None:
    """Return the words of a line, with numbers in digits; None if it has anything else.

    >>> split_words("Thirty-two across, and the six for $12")
    ['32', 'across', 'and', 'the', '6', 'for', '$12']
    """
    tokens = _tokens(text)
    return None if tokens is None else [each for each in tokens if each not in (",", ";")]


def parts_of(text: str) -> list[list[str]]:
    """Return the words of each part of a line that commas, "and" and "then" divide; empty if there
    is only one part, or anything else in the line.

    >>> parts_of("pass 10, the six for 12 and a yo")
    [['pass', '10'], ['the', '6', 'for', '12'], ['a', 'yo']]
    >>> parts_of("a hundred and ten inside")
    []
    """
    found: list[list[str]] = [[]]
    for token in _tokens(text) or ():
        if token in _BETWEEN:
            found.append([])
        else:
            found[-1].append(token)
    found = [part for part in found if part]
    return found if len(found) > 1 else []


def without_fillers(words: Iterable[str]) -> list[str]:
    return [word for word in words if word not in FILLERS]


def without_accents(text: str) -> str:
    """Return the letters without accents.

    >>> without_accents("voisins du zéro")
    'voisins du zero'
    """
    return "".join(each for each in normalize("NFD", text) if not combining(each))


def _tokens(text: str) -> list[str] | None:
    plain = re.sub("['\N{RIGHT SINGLE QUOTATION MARK}]", "", without_accents(text.casefold()))
    plain = re.sub(r"(?<=\d),(?=\d{3}\b)", "", plain).replace("&", " and ")
    plain = re.sub(r"(?<=\w)-(?=\w)|(?<=\d)/(?=\d)", " ", plain)
    if _TOKEN.sub("", plain).strip():
        return None
    return _with_digits(_TOKEN.findall(plain))


def _with_digits(words: Sequence[str]) -> list[str]:
    """Return words with every number that is spelled out in digits."""
    found: list[str] = []
    at = 0
    while at < len(words):
        value, taken = _number(words[at:])
        found.append(str(value) if taken else _NAMES.get(words[at], words[at]))
        at += taken or 1
    return found


def _number(words: Sequence[str]) -> tuple[int, int]:
    """Return the number that words begin with, and of how many of them it consists; 0 of none."""
    if words[1:2] == ["hundred"] and (words[0] == "a" or words[0] in _SMALL):
        rest = 3 if words[2:3] == ["and"] else 2
        more, taken = _below_hundred(words[rest:])
        return 100 * _SMALL.get(words[0], 1) + more, rest + taken if taken else 2
    if words[0] == "hundred":
        return 100, 1
    return _below_hundred(words)


def _below_hundred(words: Sequence[str]) -> tuple[int, int]:
    first, second = (*words[:2], "", "")[:2]
    if first in _ROUND:
        unit = _SMALL.get(second, 0)
        return _ROUND[first] + unit, 2 if unit else 1
    value = _WHOLE.get(first) or _SMALL.get(first, 0)
    return value, 1 if value else 0
