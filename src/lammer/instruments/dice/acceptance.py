"""The acceptance test of dice: chi-square on the faces of each die and of both, and on the 36
ordered pairs; the Wald-Wolfowitz test of runs above and below 7 (the median; sevens left out); the
correlation of a total with the next, and of one die with the other.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from hmac import digest
from itertools import count
from math import inf, sqrt

from lammer.core.codec import Malformed
from lammer.fair.acceptance import AcceptanceTest, TestOutcome, chi_square, normal, one_seed
from lammer.fair.draw import key_of
from lammer.instruments.dice.draw import SIDES, dice
from lammer.instruments.dice.recorded_rolls import rolls

FEWEST_ROLLS = 360
"""Ten for each of the 36 pairs: with fewer the chi-square approximation is poor."""
MOST_ROLLS = 10**8
EXTRA = 1.0
"""Percentage points by which a loaded die shows its face more often, by default."""
PAIRS = SIDES * SIDES
MEDIAN = SIDES + 1

Roll = tuple[int, int]


class DiceTally:
    """The sums over rolls from which all tests are computed, in constant memory.

    >>> tally = DiceTally()
    >>> tally.add([(1, 2), (3, 4)] * 300)
    >>> [test.passed for test in tally.tests()].count(True)
    0
    """

    def __init__(self) -> None:
        self.count = 0
        self.pairs = [0] * PAIRS
        self.above = self.below = self.runs = 0
        self._products = 0
        self._first = self._last = self._side = 0

    def add(self, rolls: Iterable[Roll]) -> None:
        """Add rolls, in the order they were made."""
        for first, second in rolls:
            total = first + second
            self.pairs[SIDES * first + second - SIDES - 1] += 1
            self._products += self._last * total
            self._last = total
            self._first = self._first or total
            self.count += 1
            if total != MEDIAN:
                self._run(1 if total > MEDIAN else -1)

    def _run(self, side: int) -> None:
        self.above += side > 0
        self.below += side < 0
        self.runs += side != self._side
        self._side = side

    def tests(self) -> tuple[TestOutcome, ...]:
        """Return each test of the rolls so far."""
        if self.count < FEWEST_ROLLS:
            raise ValueError(f"the tests need at least {FEWEST_ROLLS} rolls, not {self.count}")
        first = [sum(self.pairs[face * SIDES : (face + 1) * SIDES]) for face in range(SIDES)]
        second = [sum(self.pairs[face::SIDES]) for face in range(SIDES)]
        both = [one + other for one, other in zip(first, second, strict=True)]
        each = self.count / SIDES
        return (
            chi_square("faces of the first die", first, each, SIDES - 1),
            chi_square("faces of the second die", second, each, SIDES - 1),
            chi_square("faces of both dice", both, 2 * each, SIDES - 1),
            chi_square("the 36 pairs", self.pairs, self.count / PAIRS, PAIRS - 1),
            normal("runs above and below 7", _wald_wolfowitz(self.above, self.below, self.runs)),
            normal("a total and the next", self._serial()),
            normal("one die and the other", self._between(first, second)),
        )

    def _serial(self) -> float:
        """Return the correlation of a total with the next, in standard errors."""
        n = self.count
        totals = [place // SIDES + place % SIDES + 2 for place in range(PAIRS)]
        whole = sum(t * many for t, many in zip(totals, self.pairs, strict=True))
        squares = sum(t * t * many for t, many in zip(totals, self.pairs, strict=True))
        # n * n times numerator and denominator, in whole numbers.
        over = n * n * self._products - n * whole * (2 * whole - self._first - self._last)
        over += (n - 1) * whole * whole
        under = n * (n * squares - whole * whole)
        return (over / under + 1 / n) * sqrt(n) if under else inf

    def _between(self, first: Sequence[int], second: Sequence[int]) -> float:
        """Return the correlation of the two dice of a roll, in standard errors."""
        n = self.count
        one, other = (sum(f * many for f, many in enumerate(die)) for die in (first, second))
        spread = [
            n * sum(f * f * many for f, many in enumerate(die)) - whole * whole
            for die, whole in ((first, one), (second, other))
        ]
        products = sum(
            place // SIDES * (place % SIDES) * many for place, many in enumerate(self.pairs)
        )
        under = sqrt(spread[0]) * sqrt(spread[1])
        return (n * products - one * other) / under * sqrt(n - 1) if under else inf


def _wald_wolfowitz(above: int, below: int, runs: int) -> float:
    """Return how far the number of runs is from what it should be, in standard errors."""
    n, product = above + below, 2 * above * below
    if not product:
        return inf
    mean = product / n + 1
    variance = product * (product - n) / (n * n * (n - 1))
    return (runs - mean) / sqrt(variance) if variance else inf


def drawn_rolls(seed: bytes) -> Iterator[Roll]:
    """Yield rolls as a server draws them, without end: one seed for each shooter, until a
    seven-out. All seeds are derived from one, so a run can be repeated."""
    for hand in count():
        key = key_of(one_seed(seed, hand))
        point = 0
        for trial in count():
            roll = dice(key, trial)
            yield roll
            total = roll[0] + roll[1]
            if point and total == MEDIAN:
                break
            if point == total:
                point = 0
            elif not point and total in (4, 5, 6, 8, 9, 10):
                point = total


def loaded(rolls: Iterable[Roll], face: int, extra: float, seed: bytes) -> Iterator[Roll]:
    """Yield the rolls with a first die that shows a face more often than it should, by so much of
    1: what the tests are there to find."""
    if not 1 <= face <= SIDES or not 0 < extra <= 1 - 1 / SIDES:
        raise ValueError(f"no die can show {face} more often by {extra}")
    turned = extra * SIDES / (SIDES - 1) * 2**32
    for number, (first, second) in enumerate(rolls):
        made = digest(seed, b"lammer loaded %d" % number, "sha256")
        yield (face if int.from_bytes(made[:4], "big") < turned else first), second


class DiceAcceptance(AcceptanceTest[Roll]):
    """Dice as they are thrown, hand after hand."""

    unit = "rolls"
    usual = 360_000
    fewest = FEWEST_ROLLS
    most = MOST_ROLLS
    at_a_time = 20_000

    def tally(self) -> DiceTally:
        return DiceTally()

    def drawn(self, seed: bytes) -> Iterator[Roll]:
        return drawn_rolls(seed)

    def recorded(self, lines: Iterable[str]) -> Iterator[Roll]:
        return rolls(lines)

    def biased(self, trials: Iterable[Roll], bias: str, seed: bytes) -> tuple[Iterator[Roll], str]:
        found = re.fullmatch(r"([1-6])(?::([0-9]{1,2}(?:\.[0-9]{1,6})?))?", bias)
        extra = EXTRA if found is None or found[2] is None else float(found[2])
        if found is None or not 0 < extra <= 80:
            what = f'a face, and by how many in a hundred too often, not "{bias[:20]}"'
            raise Malformed("", what, "Write 6, or 6:2.5, for example; at most 80.")
        face = int(found[1])
        words = f"a first die that shows {face} in {extra:g} % more of the rolls"
        return loaded(trials, face, extra / 100, seed), words


ACCEPTANCE = DiceAcceptance()
