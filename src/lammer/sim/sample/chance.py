"""Dice as a pure function of (seed, session, roll).

The generator is Philox4x32-10 (Salmon and others, 2011): a block of four 32-bit words for every
counter and key. The key is the seed; the counter is the session in two words, the number of the
block, and how often a word of it was drawn again. A word gives five rolls: the digits to base 36
of the fraction it is of 2**32. The words that would make some digits likelier than others (those
whose remainder after five digits is below 2**32 mod 36**5) are drawn again at the same place, so
the 36 outcomes are equally likely to the last bit, and a block is always twenty rolls.

So any roll of any session can be made by itself, and neither the number of threads nor the order
in which sessions are played can change it.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

OUTCOMES = 36
DIGITS = 5
"""Rolls in a word."""
BLOCK = 4 * DIGITS
"""Rolls in a block."""
POWER: int = OUTCOMES**DIGITS
REDRAWN = 2**32 % POWER
"""A word is drawn again when its remainder is below this."""
MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
WEYL = (0x9E3779B9, 0xBB67AE85)
ROUNDS = 10
LOW = 0xFFFFFFFF
MOST_ROLLS = BLOCK * 2**32
"""Rolls a session can have before its counter is used up."""

Words = tuple[int, int, int, int]
Bytes = NDArray[np.uint8]
Lanes = NDArray[np.uint64]


def philox(counter: Words, key: tuple[int, int]) -> Words:
    """One block of Philox4x32-10."""
    (a, b, c, d), (k, h) = counter, key
    for _ in range(ROUNDS):
        left, right = MULTIPLIERS[0] * a, MULTIPLIERS[1] * c
        a, b, c, d = (right >> 32) ^ b ^ k, right & LOW, (left >> 32) ^ d ^ h, left & LOW
        k, h = (k + WEYL[0]) & LOW, (h + WEYL[1]) & LOW
    return a, b, c, d


def key_of(seed: int) -> tuple[int, int]:
    """The two words of a seed."""
    return _split(seed, "seed")


def dice(value: int) -> tuple[int, int]:
    """The two dice of a roll's value: 0 is 1 and 1, 35 is 6 and 6."""
    return value // 6 + 1, value % 6 + 1


def rolls(seed: int, session: int, count: int) -> Iterator[int]:
    """The first rolls of a session, each from 0 to 35; in plain Python."""
    key, (low, high) = key_of(seed), _split(session, "session")
    if not 0 <= count <= MOST_ROLLS:
        raise ValueError(f"a session has 0 to {MOST_ROLLS} rolls, not {count}")
    return _rolls(key, low, high, count)


def _rolls(key: tuple[int, int], low: int, high: int, count: int) -> Iterator[int]:
    left = count
    for block in range((count + BLOCK - 1) // BLOCK):
        for place, drawn in enumerate(philox((low, high, block, 0), key)):
            word, redraw = drawn, 0
            while rejected(word):
                redraw += 1
                word = philox((low, high, block, redraw), key)[place]
            for _ in range(min(DIGITS, left)):
                word *= OUTCOMES
                yield word >> 32
                word &= LOW
                left -= 1


def rejected(word: int) -> bool:
    """Whether a word is drawn again."""
    return (word * POWER & LOW) < REDRAWN


def blocks(seed: int, sessions: Lanes, block: int) -> Bytes:
    """Rolls ``20 * block`` to ``20 * block + 19`` of many sessions at once: ``[20, sessions]``."""
    drawn = _many(seed, sessions, block, 0)
    for place in range(4):
        again = np.flatnonzero(_rejected(drawn[place]))
        redraw = 0
        while len(again):
            redraw += 1
            fresh = _many(seed, sessions[again], block, redraw)[place]
            drawn[place][again] = fresh
            again = again[_rejected(fresh)]
    found = np.empty((BLOCK, len(sessions)), np.uint8)
    for place, words in enumerate(drawn):
        for digit in range(DIGITS):
            words *= np.uint64(OUTCOMES)
            found[place * DIGITS + digit] = words >> np.uint64(32)
            words &= np.uint64(LOW)
    return found


def _rejected(words: Lanes) -> NDArray[np.bool_]:
    return (words * np.uint64(POWER) & np.uint64(LOW)) < np.uint64(REDRAWN)


def _many(seed: int, sessions: Lanes, block: int, redraw: int) -> list[Lanes]:
    """A block of words for each of many sessions."""
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
