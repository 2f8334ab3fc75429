"""The acceptance test of a generator, as a laboratory would make it: dice, or shuffled shoes.

Each test has its limit at 99 %: of a hundred runs of a true generator one passes over it. A run
fails when any of its tests does, so a true generator fails more than one run in a hundred: at most
as many as there are tests. Whoever sees a failure runs it again on fresh rolls; a generator that is
wrong fails again.

Dice: chi-square on the faces of each die and of both, and on the 36 ordered pairs; the
Wald-Wolfowitz test of runs above and below 7 (the median; sevens left out); the correlation of a
total with the next, and of one die with the other. Shoes: chi-square on which card lies at which
place; and three counts whose mean and variance are exact for a true shuffle: neighbours of one
rank, runs up and down, neighbours of the fresh shoe that still are.
"""

from collections.abc import Iterable, Iterator, Sequence
from hmac import digest
from itertools import count, islice, pairwise
from math import erfc, exp, inf, isinf, lgamma, log, sqrt
from typing import NamedTuple, TypeVar

from lammer.core.cards import DECK, RANKS, SUITS
from lammer.fair.draw import SEED_BYTES, SIDES, dice, key_of, shuffled

T = TypeVar("T")

LEVEL = 0.01
"""A result so unlikely, or more, is a failure."""
FEWEST_ROLLS = 360
"""Ten for each of the 36 pairs: with fewer the chi-square is no measure."""
FEWEST_SHOES = 520
MOST_ROLLS = 10**8
MOST_SHOES = 10**6
PAIRS = SIDES * SIDES
MEDIAN = SIDES + 1
MOST_STEPS = 100_000
"""Steps of a series or continued fraction; far fewer are needed."""
LEAST = 1e-300

Roll = tuple[int, int]


class TestOutcome(NamedTuple):
    """One test: its value, the limit it must stay within (either way, if ``df`` is None), the
    degrees of freedom of a chi-square, and the chance of a value so far out."""

    name: str
    value: float
    limit: float
    df: int | None
    p: float

    @property
    def passed(self) -> bool:
        return self.p >= LEVEL


# Distributions


def chi_square_tail(value: float, df: int) -> float:
    """The chance of a chi-square of so many degrees of freedom at or above a value.

    >>> round(chi_square_tail(15.086, 5), 5), round(chi_square_tail(57.342, 35), 5)
    (0.01, 0.01)
    """
    if value <= 0:
        return 1.0
    if isinf(value):
        return 0.0
    half, at = df / 2, value / 2
    scale = exp(half * log(at) - at - lgamma(half))
    if at < half + 1:
        return 1.0 - scale * _series(half, at)
    return scale * _fraction(half, at)


def _series(half: float, at: float) -> float:
    """The lower incomplete gamma function, less its leading factor, by its series."""
    term = total = 1 / half
    for step in range(1, MOST_STEPS):
        term *= at / (half + step)
        total += term
        if term < total * 1e-16:
            break
    return total


def _fraction(half: float, at: float) -> float:
    """The upper one by its continued fraction (Lentz's method)."""
    b = at + 1 - half
    c, d = 1 / LEAST, 1 / b
    total = d
    for step in range(1, MOST_STEPS):
        a = step * (half - step)
        b += 2
        d = 1 / _not_nothing(a * d + b)
        c = _not_nothing(b + a / c)
        total *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return total


def _not_nothing(value: float) -> float:
    return value if abs(value) > LEAST else LEAST


def chi_square_limit(df: int) -> float:
    """The value a true generator passes over once in a hundred times.

    >>> round(chi_square_limit(5), 3), round(chi_square_limit(35), 3)
    (15.086, 57.342)
    """
    low, high = 0.0, df + 20 * sqrt(2 * df) + 20
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if chi_square_tail(middle, df) > LEVEL else (low, middle)
    return high


def normal_two_tails(value: float) -> float:
    """The chance of a normal deviate so far from nothing, either way.

    >>> round(normal_two_tails(2.575829), 6)
    0.01
    """
    return erfc(abs(value) / sqrt(2))


NORMAL_LIMIT = 2.5758293035489004


def _chi_square(name: str, counts: Sequence[int], expected: float, df: int) -> TestOutcome:
    value = sum((each - expected) ** 2 for each in counts) / expected
    return TestOutcome(name, value, chi_square_limit(df), df, chi_square_tail(value, df))


def _normal(name: str, value: float) -> TestOutcome:
    return TestOutcome(name, value, NORMAL_LIMIT, None, normal_two_tails(value))


# Dice


class DiceTally:
    """What the tests need to know of rolls, however many: a few sums.

    >>> tally = DiceTally()
    >>> tally.add([(1, 2), (3, 4)] * 300)
    >>> [test.passed for test in tally.tests()].count(True)
    0
    """

    def __init__(self) -> None:
        self.rolls = 0
        self.pairs = [0] * PAIRS
        self.above = self.below = self.runs = 0
        self._products = 0
        self._first = self._last = self._side = 0

    def add(self, rolls: Iterable[Roll]) -> None:
        """More rolls, in the order they were made."""
        for first, second in rolls:
            total = first + second
            self.pairs[SIDES * first + second - SIDES - 1] += 1
            self._products += self._last * total
            self._last = total
            self._first = self._first or total
            self.rolls += 1
            if total != MEDIAN:
                self._run(1 if total > MEDIAN else -1)

    def _run(self, side: int) -> None:
        self.above += side > 0
        self.below += side < 0
        self.runs += side != self._side
        self._side = side

    def tests(self) -> tuple[TestOutcome, ...]:
        """Each test of the rolls so far."""
        if self.rolls < FEWEST_ROLLS:
            raise ValueError(f"the tests need at least {FEWEST_ROLLS} rolls, not {self.rolls}")
        first = [sum(self.pairs[face * SIDES : (face + 1) * SIDES]) for face in range(SIDES)]
        second = [sum(self.pairs[face::SIDES]) for face in range(SIDES)]
        both = [one + other for one, other in zip(first, second, strict=True)]
        each = self.rolls / SIDES
        return (
            _chi_square("faces of the first die", first, each, SIDES - 1),
            _chi_square("faces of the second die", second, each, SIDES - 1),
            _chi_square("faces of both dice", both, 2 * each, SIDES - 1),
            _chi_square("the 36 pairs", self.pairs, self.rolls / PAIRS, PAIRS - 1),
            _normal("runs above and below 7", _wald_wolfowitz(self.above, self.below, self.runs)),
            _normal("a total and the next", self._serial()),
            _normal("one die and the other", self._between(first, second)),
        )

    def _serial(self) -> float:
        """The correlation of a total with the next, in standard errors."""
        n = self.rolls
        totals = [place // SIDES + place % SIDES + 2 for place in range(PAIRS)]
        whole = sum(t * many for t, many in zip(totals, self.pairs, strict=True))
        squares = sum(t * t * many for t, many in zip(totals, self.pairs, strict=True))
        # n * n times numerator and denominator, in whole numbers.
        over = n * n * self._products - n * whole * (2 * whole - self._first - self._last)
        over += (n - 1) * whole * whole
        under = n * (n * squares - whole * whole)
        return (over / under + 1 / n) * sqrt(n) if under else inf

    def _between(self, first: Sequence[int], second: Sequence[int]) -> float:
        """The correlation of the two dice of a roll, in standard errors."""
        n = self.rolls
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
    """How far the number of runs is from what it should be, in standard errors."""
    n, product = above + below, 2 * above * below
    if not product:
        return inf
    mean = product / n + 1
    variance = product * (product - n) / (n * n * (n - 1))
    return (runs - mean) / sqrt(variance) if variance else inf


# Shoes


class ShoeTally:
    """What the tests need to know of shuffled shoes of so many decks. A shoe is given as the places
    its cards had before the shuffle, in dealing order."""

    def __init__(self, decks: int) -> None:
        self.decks, self.size = decks, decks * len(DECK)
        self.shoes = self.alike = self.turns = self.kept = 0
        self.places = [[0] * len(DECK) for _ in range(self.size)]

    def add(self, shoes: Iterable[Sequence[int]]) -> None:
        """More shoes."""
        a_rank = self.decks * len(SUITS)
        for shoe in shoes:
            self.shoes += 1
            for counts, card in zip(self.places, shoe, strict=True):
                counts[card // self.decks] += 1
            rising = 0
            for one, other in pairwise(shoe):
                self.alike += one // a_rank == other // a_rank
                self.kept += other == one + 1
                self.turns += (other > one) != rising
                rising = other > one
            self.turns += shoe[1] < shoe[0]  # The first run, where it falls.

    def tests(self) -> tuple[TestOutcome, ...]:
        """Each test of the shoes so far."""
        if self.shoes < FEWEST_SHOES:
            raise ValueError(f"the tests need at least {FEWEST_SHOES} shoes, not {self.shoes}")
        m, n = self.size, self.shoes
        df = (m - 1) * (len(DECK) - 1)
        every = [many for counts in self.places for many in counts]
        expected = n / len(DECK)
        raw = sum((many - expected) ** 2 for many in every) / expected
        # A shoe has each card as often as it has: that makes the counts wider by m / (m - 1).
        value = raw * (m - 1) / m
        return (
            TestOutcome("which card lies where", value, chi_square_limit(df), df,
                   chi_square_tail(value, df)),
            _normal("neighbours of one rank", self._score(self.alike, *_alike(m, len(RANKS)))),
            _normal("runs up and down",
                    self._score(self.turns, (2 * m - 1) / 3, (16 * m - 29) / 90)),
            _normal("neighbours that still are", self._score(self.kept, *_kept(m))),
        )  # fmt: skip

    def _score(self, counted: int, mean: float, variance: float) -> float:
        return (counted - self.shoes * mean) / sqrt(self.shoes * variance)


def _alike(size: int, kinds: int) -> tuple[float, float]:
    """Mean and variance of the pairs of neighbours of one kind in a true shuffle."""
    s, m = size // kinds, size
    pair = (s - 1) / (m - 1)
    overlapping = pair * (s - 2) / (m - 2)
    apart = pair * ((s - 2) * (s - 3) + (m - s) * (s - 1)) / ((m - 2) * (m - 3))
    mean = (m - 1) * pair
    second = mean + 2 * (m - 2) * overlapping + (m - 2) * (m - 3) * apart
    return mean, second - mean * mean


def _kept(size: int) -> tuple[float, float]:
    """Mean and variance of the cards that still lie behind the one they lay behind."""
    mean = (size - 1) / size
    return mean, (size - 2) / size + mean - mean * mean


# What a server would draw


def drawn_rolls(seed: bytes) -> Iterator[Roll]:
    """Rolls without end as a server draws them: shooter after shooter, each with a seed of his own,
    until he sevens out. The seeds come from one, so that a run can be repeated."""
    for hand in count():
        key = key_of(_seed(seed, hand))
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


def drawn_shoes(seed: bytes, decks: int) -> Iterator[tuple[int, ...]]:
    """Shoes without end as a server shuffles them, each from a seed of its own."""
    cards = range(decks * len(DECK))
    for shoe in count():
        yield shuffled(key_of(_seed(seed, shoe)), cards)


def _seed(seed: bytes, number: int) -> bytes:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return digest(seed, b"lammer acceptance %d" % number, "sha256")


def loaded(rolls: Iterable[Roll], face: int, extra: float, seed: bytes) -> Iterator[Roll]:
    """The rolls with a first die that shows a face more often than it should, by so much of 1:
    what the tests are there to find."""
    if not 1 <= face <= SIDES or not 0 < extra <= 1 - 1 / SIDES:
        raise ValueError(f"no die can show {face} more often by {extra}")
    turned = extra * SIDES / (SIDES - 1) * 2**32
    for number, (first, second) in enumerate(rolls):
        made = digest(seed, b"lammer loaded %d" % number, "sha256")
        yield (face if int.from_bytes(made[:4], "big") < turned else first), second


def batches(things: Iterator[T], total: int, each: int) -> Iterator[Iterator[T]]:
    """So many things in all, by so many at a time."""
    for start in range(0, total, each):
        yield islice(things, min(each, total - start))
