"""Random choices of a question, as a function of its seed."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

from lammer.fair.draw import below, numbers

T = TypeVar("T")


class SeededChoices:
    """A source of choices: the same for the same words, on every machine and in every version.

    >>> picks = SeededChoices("craps.payout.horn", 7)
    >>> [picks.below(6) for _ in range(4)] == [SeededChoices("craps.payout.horn", 7).below(6)] * 4
    False
    >>> SeededChoices("a", 1).order([1, 2, 3]) == SeededChoices("a", 1).order([1, 2, 3])
    True
    """

    def __init__(self, *words: object) -> None:
        self._key = sha256("|".join(map(str, words)).encode()).digest()
        self._numbers = numbers(self._key, "drill", 4)
        self._keys = 0

    def below(self, many: int) -> int:
        """Return a number from 0 to one below ``many``, each equally likely."""
        return below(many, self._numbers, 4)

    def one(self, some: Sequence[T]) -> T:
        return some[self.below(len(some))]

    def chance(self, times: int, out_of: int) -> bool:
        return self.below(out_of) < times

    def order(self, some: Sequence[T]) -> list[T]:
        """Return all of them in any order."""
        left = list(some)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]

    def some(self, all_of: Sequence[T], many: int) -> list[T]:
        """Return this many of them, each once, in their own order."""
        taken = set(self.order(range(len(all_of)))[:many])
        return [each for place, each in enumerate(all_of) if place in taken]

    def key(self) -> bytes:
        """Return a key to draw outcomes from; another one each time."""
        self._keys += 1
        return sha256(self._key + self._keys.to_bytes(4, "big")).digest()
