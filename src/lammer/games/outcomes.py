"""Sets of outcomes as people write them: "2, 12", "hard 8", "7 on the come-out", "banker 7 with 3
cards". Each game that has words for its outcomes says them in a module ``outcomes`` of its folder,
for each of its spaces.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from lammer.core.cite import Cites
from lammer.core.space import Cells, Space
from lammer.core.wager import Offer
from lammer.games.registry import RULESETS, find_game_module

MOST_TEXT = 500
"""Characters of a set of outcomes."""
_ITEMS = re.compile(r"\s*(?:,\s*(?:and|or)\b|,|\bor\b|\band\b)\s*")
_EXCEPT = re.compile(r"\s*\b(?:except|but not|other than)\b\s*")


@dataclass(frozen=True, slots=True)
class OutcomeWords:
    """The words for the outcomes of one space. ``term`` returns the cells of one word, or None;
    ``terms`` are examples of each kind of word, for help; ``offers`` are the times at which a wager
    may be made, the usual one first, and ``working`` those at which it works. ``lacks`` are words
    that people would look for here, and why there are none."""

    space_name: str
    space: Space
    term: Callable[[str], Cells | None]
    terms: tuple[str, ...]
    offers: Mapping[str, Callable[[Cites], Offer]]
    working: Mapping[str, Cells] = field(default_factory=dict)
    lacks: tuple[tuple[str, ...], str] = ((), "")

    def cells(self, text: str) -> Cells:
        """Return the cells of a list of outcomes; raises ``UnknownOutcome``.

        >>> words = outcome_words()["dice with puck"]
        >>> len(words.cells("doubles except 1-1 and 6-6")) // 7
        4
        """
        if len(text) > MOST_TEXT:
            raise UnknownOutcome(text[:40], f"more than {MOST_TEXT} characters", self.terms)
        listed, *excepted = _EXCEPT.split(text.strip().lower())
        found = self._together(listed)
        for each in excepted:
            found = found - self._together(each)
        return found

    def _together(self, text: str) -> Cells:
        found = Cells(self.space.size, 0)
        for item in _ITEMS.split(text):
            cells = self.term(item.strip()) if item.strip() else None
            if cells is None:
                words, why = self.lacks
                lacking = any(word in item for word in words)
                what = f"no outcome of this space{f': {why}' if lacking else ''}"
                raise UnknownOutcome(item.strip(), what, self.terms)
            found = found | cells
        return found


class UnknownOutcome(ValueError):
    """Raised for text that is no set of outcomes: the part of it, what is wrong, and examples of
    what can be written."""

    def __init__(self, item: str, what: str, terms: tuple[str, ...]) -> None:
        self.item, self.what, self.terms = item, what, terms
        super().__init__(f'"{item}" is {what}' if item else "an outcome is missing")


def outcome_words() -> dict[str, OutcomeWords]:
    """Return the words of each space that has any, by its name.

    >>> sorted(outcome_words())[:3]
    ['big six wheel', 'coup', 'dice with puck']
    """
    return {name: words for name, (words, _) in _spaces().items()}


def rules_of(space_name: str) -> str:
    """Return the first rule set whose game has this space.

    >>> rules_of("dice with puck")
    'nj-2011'
    """
    return _spaces()[space_name][1]


def words_of(space: Space) -> OutcomeWords | None:
    """Return the words for the outcomes of a space, whatever their weights; None if it has none.

    >>> from lammer.games import load
    >>> words_of(load("ac-minibaccarat").space).space_name
    'coup'
    """
    for words in outcome_words().values():
        known = words.space
        if (known.contexts, known.outcomes) == (space.contexts, space.outcomes):
            return replace(words, space=space)
    return None


@cache
def _spaces() -> dict[str, tuple[OutcomeWords, str]]:
    """Return the words of each space by its name, with the first rule set of it."""
    found: dict[str, tuple[OutcomeWords, str]] = {}
    for key in RULESETS:
        module = find_game_module(key, "outcomes")
        every: tuple[OutcomeWords, ...] = () if module is None else module.OUTCOMES
        for words in every:
            found.setdefault(words.space_name, (words, key))
    return found
