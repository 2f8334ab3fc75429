"""Outcomes as a pure function of (seed, session, roll): equally likely ones, or with weights.

The generator is Philox4x32-10 (Salmon and others, 2011): a block of four 32-bit words for every
counter and key. The key is the seed; the counter is the session in two words, the number of the
block, and how often a word of it was drawn again. A word gives several rolls: the digits, to the
base of how many outcomes there are, of the fraction it is of 2**32. The words that would make some
digits likelier than others (those whose remainder after ``k`` digits is below 2**32 mod n**k) are
drawn again at the same place, so the outcomes are equally likely to the last bit, and a block
always has the same number of rolls. ``digits_of`` says how many digits a word gives: with 36
outcomes five, twenty rolls a block.

Outcomes with weights take one roll from a word, drawn again by the same rule (``WeightedDigits``).

So any roll of any session can be made by itself, and neither the number of threads nor the order
in which sessions are played can change it.
"""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

MOST_OUTCOMES = 256
"""An outcome is held in a byte."""
MOST_DIGITS = 8
"""The limit of digits per word: blocks stay short, since sessions near a bound are played again
block by block."""
SELDOM = 128
"""At most one word in this many is drawn again."""
MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
WEYL = (0x9E3779B9, 0xBB67AE85)
ROUNDS = 10
LOW = 0xFFFFFFFF

Words = tuple[int, int, int, int]
Bytes = NDArray[np.uint8]
Lanes = NDArray[np.uint64]


class Digits(NamedTuple):
    """How words become outcomes: ``per_word`` digits to the base ``outcomes``, which has ``power``
    combinations. A word is drawn again when its remainder is below ``redrawn``."""

    outcomes: int
    per_word: int
    power: int
    redrawn: int

    @property
    def block(self) -> int:
        """Rolls in a block of four words."""
        return 4 * self.per_word

    @property
    def most_rolls(self) -> int:
        """Rolls a session can have before its counter is used up."""
        return self.block * 2**32

    def rejects(self, word: int) -> bool:
        """True if a word is drawn again."""
        return (word * self.power & LOW) < self.redrawn


@cache
def digits_of(outcomes: int) -> Digits:
    """Return the digits of a word for this many outcomes: as many as fit, up to ``MOST_DIGITS``,
    such that at most one word in ``SELDOM`` is drawn again. Sessions of a seed depend on it: it
    never changes.

    >>> [digits_of(n).per_word for n in (2, 6, 36, 38, 54, 216, 256)]
    [8, 8, 5, 5, 4, 3, 4]
    """
    if not 1 <= outcomes <= MOST_OUTCOMES:
        raise ValueError(f"1 to {MOST_OUTCOMES} outcomes can be drawn, not {outcomes}")
    each = (
        Digits(outcomes, k, outcomes**k, 2**32 % outcomes**k) for k in range(MOST_DIGITS, 0, -1)
    )
    return next(d for d in each if d.power <= 2**32 and d.redrawn * SELDOM <= 2**32)


GUIDED, TO_GUIDE = 2**10, 22
"""Entries of a guide, and how far a word is shifted to its own."""


class WeightedDigits(NamedTuple):
    """How words become outcomes of different weights: one digit a word, to the base of all weights
    together. An outcome has as many of the digits as it weighs: outcome ``i`` those from
    ``bounds[i - 1]`` to below ``bounds[i]``. So each has exactly its share, too."""

    outcomes: int
    total: int
    redrawn: int
    bounds: tuple[int, ...]

    @property
    def per_word(self) -> int:
        return 1

    @property
    def power(self) -> int:
        return self.total

    @property
    def block(self) -> int:
        return 4

    @property
    def most_rolls(self) -> int:
        return self.block * 2**32

    def rejects(self, word: int) -> bool:
        """True if a word is drawn again."""
        return (word * self.total & LOW) < self.redrawn

    def outcome(self, word: int) -> int:
        """Return the outcome of a word that is not drawn again."""
        return bisect_right(self.bounds, word * self.total >> 32)

    def guide(self) -> list[int]:
        """Return the outcome of the least word of each entry: that of any other word is there, or
        a step or two further on."""
        return [self.outcome(entry << TO_GUIDE) for entry in range(GUIDED)]


@cache
def weighted_digits(weights: tuple[int, ...]) -> WeightedDigits:
    """Return the digits of a word for outcomes of these weights. Sessions of a seed depend on it:
    it never changes.

    >>> [weighted_digits((1, 2, 0, 3)).outcome(word) for word in (0, 2**31 - 1, 2**32 - 1)]
    [0, 1, 3]
    """
    total = sum(weights)
    if not 1 <= len(weights) <= MOST_OUTCOMES or min(weights) < 0 or not 0 < total <= 2**32:
        raise ValueError("weights of 1 to 256 outcomes, together at most 2**32, can be drawn")
    return WeightedDigits(len(weights), total, 2**32 % total, tuple(accumulate(weights)))


def philox(counter: Words, key: tuple[int, int]) -> Words:
    """Return one block of Philox4x32-10."""
    (a, b, c, d), (k, h) = counter, key
    for _ in range(ROUNDS):
        left, right = MULTIPLIERS[0] * a, MULTIPLIERS[1] * c
        a, b, c, d = (right >> 32) ^ b ^ k, right & LOW, (left >> 32) ^ d ^ h, left & LOW
        k, h = (k + WEYL[0]) & LOW, (h + WEYL[1]) & LOW
    return a, b, c, d


def key_of(seed: int) -> tuple[int, int]:
    """Return the two words of a seed."""
    return _split(seed, "seed")


def rolls(outcomes: int, seed: int, session: int, count: int | None = None) -> Iterator[int]:
    """Yield the first rolls of a session (None: all), each from 0 to ``outcomes - 1``; in plain
    Python.

    >>> list(rolls(36, 1, 0, 6)), list(rolls(38, 1, 0, 6))
    ([32, 1, 27, 33, 19, 32], [33, 31, 20, 11, 17, 33])
    """
    digits, key, (low, high) = digits_of(outcomes), key_of(seed), _split(session, "session")
    most = digits.most_rolls
    wanted = most if count is None else count
    if not 0 <= wanted <= most:
        raise ValueError(f"a session has 0 to {most} rolls, not {count}")
    return _rolls(digits, key, low, high, wanted)


def _rolls(digits: Digits, key: tuple[int, int], low: int, high: int, count: int) -> Iterator[int]:
    left = count
    for block in range((count + digits.block - 1) // digits.block):
        for place, drawn in enumerate(philox((low, high, block, 0), key)):
            word, redraw = drawn, 0
            while digits.rejects(word):
                redraw += 1
                word = philox((low, high, block, redraw), key)[place]
            for _ in range(min(digits.per_word, left)):
                word *= digits.outcomes
                yield word >> 32
                word &= LOW
                left -= 1


def weighted_rolls(digits: WeightedDigits, seed: int, session: int) -> Iterator[int]:
    """Yield the rolls of a session of outcomes with weights; in plain Python.

    >>> from itertools import islice
    >>> list(islice(weighted_rolls(weighted_digits((1, 1, 4)), 1, 0), 8))
    [2, 2, 2, 2, 0, 1, 1, 2]
    """
    key, (low, high) = key_of(seed), _split(session, "session")
    for block in range(2**32):
        for place, drawn in enumerate(philox((low, high, block, 0), key)):
            word, redraw = drawn, 0
            while digits.rejects(word):
                redraw += 1
                word = philox((low, high, block, redraw), key)[place]
            yield digits.outcome(word)


def blocks(digits: Digits | WeightedDigits, seed: int, sessions: Lanes, block: int) -> Bytes:
    """Return one block of rolls of many sessions: ``[digits.block, sessions]``."""
    drawn = _many(seed, sessions, block, 0)
    for place in range(4):
        again = np.flatnonzero(_rejected(digits, drawn[place]))
        redraw = 0
        while len(again):
            redraw += 1
            fresh = _many(seed, sessions[again], block, redraw)[place]
            drawn[place][again] = fresh
            again = again[_rejected(digits, fresh)]
    found = np.empty((digits.block, len(sessions)), np.uint8)
    if isinstance(digits, WeightedDigits):
        bounds = np.array(digits.bounds, np.uint64)
        for place, words in enumerate(drawn):
            share = words * np.uint64(digits.total) >> np.uint64(32)
            found[place] = np.searchsorted(bounds, share, side="right")
        return found
    for place, words in enumerate(drawn):
        for digit in range(digits.per_word):
            words *= np.uint64(digits.outcomes)
            found[place * digits.per_word + digit] = words >> np.uint64(32)
            words &= np.uint64(LOW)
    return found


def _rejected(digits: Digits | WeightedDigits, words: Lanes) -> NDArray[np.bool_]:
    return (words * np.uint64(digits.power) & np.uint64(LOW)) < np.uint64(digits.redrawn)


def _many(seed: int, sessions: Lanes, block: int, redraw: int) -> list[Lanes]:
    """Return a block of words for each of many sessions."""
    k, h = key_of(seed)
    low, half = np.uint64(LOW), np.uint64(32)
    times, also = np.uint64(MULTIPLIERS[0]), np.uint64(MULTIPLIERS[1])
    a, b = sessions & low, sessions >> half
    c, d = np.full_like(sessions, block), np.full_like(sessions, redraw)
    for _ in range(ROUNDS):
        left, right = times * a, also * c
        a, b = (right >> half) ^ b ^ np.uint64(k), right & low
        c, d = (left >> half) ^ d ^ np.uint64(h), left & low
        k, h = (k + WEYL[0]) & LOW, (h + WEYL[1]) & LOW
    return [a, b, c, d]


def _split(number: int, what: str) -> tuple[int, int]:
    if not 0 <= number < 2**64:
        raise ValueError(f"a {what} is a whole number from 0 to 2**64 - 1, not {number}")
    return number & LOW, number >> 32
