"""The acceptance test of shuffled shoes: chi-square on which card lies at which place; and three
counts whose mean and variance are exact for a true shuffle: neighbours of one rank, runs up and
down, and neighbours in the unshuffled shoe that still are."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, pairwise
from math import sqrt

from lammer.fair.acceptance import (
    AcceptanceTest,
    TestOutcome,
    chi_square_limit,
    chi_square_tail,
    normal,
    one_seed,
)
from lammer.fair.draw import key_of
from lammer.instruments.shoe.cards import DECK, RANKS, SUITS
from lammer.instruments.shoe.draw import shuffled

DECKS = 8
FEWEST_SHOES = 520
MOST_SHOES = 10**6


class ShoeTally:
    """The counts over shuffled shoes from which all tests are computed. A shoe is given as the
    positions that its cards had before the shuffle, in dealing order."""

    def __init__(self, decks: int) -> None:
        self.decks, self.size = decks, decks * len(DECK)
        self.count = self.alike = self.turns = self.kept = 0
        self.places = [[0] * len(DECK) for _ in range(self.size)]

    def add(self, shoes: Iterable[Sequence[int]]) -> None:
        """Count more shoes."""
        a_rank = self.decks * len(SUITS)
        for shoe in shoes:
            self.count += 1
            for counts, card in zip(self.places, shoe, strict=True):
                counts[card // self.decks] += 1
            rising = 0
            for one, other in pairwise(shoe):
                self.alike += one // a_rank == other // a_rank
                self.kept += other == one + 1
                self.turns += (other > one) != rising
                rising = other > one
            self.turns += shoe[1] < shoe[0]  # The first run, if it is falling.

    def tests(self) -> tuple[TestOutcome, ...]:
        """Return the result of each test on the shoes so far."""
        if self.count < FEWEST_SHOES:
            raise ValueError(f"the tests need at least {FEWEST_SHOES} shoes, not {self.count}")
        m, n = self.size, self.count
        df = (m - 1) * (len(DECK) - 1)
        every = [many for counts in self.places for many in counts]
        expected = n / len(DECK)
        raw = sum((many - expected) ** 2 for many in every) / expected
        # A shoe has each card as often as it has: that makes the counts wider by m / (m - 1).
        value = raw * (m - 1) / m
        return (
            TestOutcome("which card lies where", value, chi_square_limit(df), df,
                   chi_square_tail(value, df)),
            normal("neighbours of one rank", self._score(self.alike, *_alike(m, len(RANKS)))),
            normal("runs up and down",
                    self._score(self.turns, (2 * m - 1) / 3, (16 * m - 29) / 90)),
            normal("neighbours that still are", self._score(self.kept, *_kept(m))),
        )  # fmt: skip

    def _score(self, counted: int, mean: float, variance: float) -> float:
        return (counted - self.count * mean) / sqrt(self.count * variance)


def _alike(size: int, kinds: int) -> tuple[float, float]:
    """Return mean and variance of the number of neighbours of one rank in a true shuffle."""
    s, m = size // kinds, size
    pair = (s - 1) / (m - 1)
    overlapping = pair * (s - 2) / (m - 2)
    apart = pair * ((s - 2) * (s - 3) + (m - s) * (s - 1)) / ((m - 2) * (m - 3))
    mean = (m - 1) * pair
    second = mean + 2 * (m - 2) * overlapping + (m - 2) * (m - 3) * apart
    return mean, second - mean * mean


def _kept(size: int) -> tuple[float, float]:
    """Return mean and variance of the number of cards that still follow the card they followed
    before."""
    mean = (size - 1) / size
    return mean, (size - 2) / size + mean - mean * mean


def drawn_shoes(seed: bytes, decks: int) -> Iterator[tuple[int, ...]]:
    """Yield shoes as a server shuffles them, without end, each from its own seed."""
    cards = range(decks * len(DECK))
    for shoe in count():
        yield shuffled(key_of(one_seed(seed, shoe)), cards)


class ShoeAcceptance(AcceptanceTest[Sequence[int]]):
    """Shoes as they are shuffled."""

    unit = "shoes"
    option = "cards"
    usual = 2_000
    fewest = FEWEST_SHOES
    most = MOST_SHOES
    at_a_time = 50

    def tally(self) -> ShoeTally:
        return ShoeTally(DECKS)

    def drawn(self, seed: bytes) -> Iterator[Sequence[int]]:
        return drawn_shoes(seed, DECKS)


ACCEPTANCE = ShoeAcceptance()
