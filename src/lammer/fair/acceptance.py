"""Acceptance tests of generators as a laboratory would make them; each instrument defines its tests
(``instruments/<key>/acceptance.py``).

Each test has its limit at 99 %: a true generator exceeds it in one run of a hundred. A run fails
when any of its tests does, so a true generator fails more than one run in a hundred: at most as
many as there are tests. Repeat a failed run on fresh rolls: a faulty generator fails again.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from hmac import digest
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from math import erfc, exp, isinf, lgamma, log, sqrt
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from lammer.core.codec import Malformed
from lammer.fair.draw import SEED_BYTES
from lammer.instruments import INSTRUMENTS

T = TypeVar("T")
S = TypeVar("S", contravariant=True)

LEVEL = 0.01
"""A result with this probability or less fails."""
MOST_STEPS = 100_000
"""Bound on the steps of a series or continued fraction; far fewer are needed."""
LEAST = 1e-300


class TestOutcome(NamedTuple):
    """One test: its value, its limit (in both directions, if ``df`` is None), the degrees of
    freedom of a chi-square, and the probability of a value so far out."""

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
    """Return the probability that a chi-square of this many degrees of freedom is at or above a
    value.

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
    """Return the lower incomplete gamma function without its leading factor, by its series."""
    term = total = 1 / half
    for step in range(1, MOST_STEPS):
        term *= at / (half + step)
        total += term
        if term < total * 1e-16:
            break
    return total


def _fraction(half: float, at: float) -> float:
    """Return the upper incomplete gamma function by its continued fraction (Lentz's method)."""
    b = at + 1 - half
    c, d = 1 / LEAST, 1 / b
    total = d
    for step in range(1, MOST_STEPS):
        a = step * (half - step)
        b += 2
        d = 1 / _nonzero(a * d + b)
        c = _nonzero(b + a / c)
        total *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return total


def _nonzero(value: float) -> float:
    return value if abs(value) > LEAST else LEAST


def chi_square_limit(df: int) -> float:
    """Return the value that a true generator exceeds once in a hundred times.

    >>> round(chi_square_limit(5), 3), round(chi_square_limit(35), 3)
    (15.086, 57.342)
    """
    low, high = 0.0, df + 20 * sqrt(2 * df) + 20
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if chi_square_tail(middle, df) > LEVEL else (low, middle)
    return high


def normal_two_tails(value: float) -> float:
    """Return the probability of a normal deviate at least this far from zero in either
    direction.

    >>> round(normal_two_tails(2.575829), 6)
    0.01
    """
    return erfc(abs(value) / sqrt(2))


NORMAL_LIMIT = 2.5758293035489004


def chi_square(name: str, counts: Sequence[int], expected: float, df: int) -> TestOutcome:
    value = sum((each - expected) ** 2 for each in counts) / expected
    return TestOutcome(name, value, chi_square_limit(df), df, chi_square_tail(value, df))


def normal(name: str, value: float) -> TestOutcome:
    return TestOutcome(name, value, NORMAL_LIMIT, None, normal_two_tails(value))


class TrialTally(Protocol[S]):
    """Sums over trials that the tests need, in constant memory."""

    @property
    def count(self) -> int: ...
    def add(self, trials: Iterable[S], /) -> None: ...
    def tests(self) -> tuple[TestOutcome, ...]: ...


class AcceptanceTest(ABC, Generic[T]):
    """The test of one instrument. ``unit`` is what is counted, ``usual`` the default number,
    ``at_a_time`` the number between two reports of progress. ``option`` chooses it on the command
    line; the default test has none."""

    unit: ClassVar[str]
    option: ClassVar[str] = ""
    usual: ClassVar[int]
    fewest: ClassVar[int]
    most: ClassVar[int]
    at_a_time: ClassVar[int]

    @abstractmethod
    def tally(self) -> TrialTally[T]:
        """Return an empty tally."""

    @abstractmethod
    def drawn(self, seed: bytes) -> Iterator[T]:
        """Yield trials without end, drawn as a server draws them."""

    def recorded(self, lines: Iterable[str]) -> Iterator[T]:  # noqa: ARG002
        """Yield the trials of a file. Raises ``ValueError`` at the first line that cannot be
        parsed."""
        raise ValueError(f"no recorded {self.unit} are read")

    def biased(self, trials: Iterable[T], bias: str, seed: bytes) -> tuple[Iterator[T], str]:  # noqa: ARG002
        """Return the trials of an instrument with a bias that the tests should find, and the bias
        in words. Raises ``Malformed`` if it is not one."""
        raise Malformed("", f"no {self.unit} can be loaded")


def acceptance_tests() -> dict[str, AcceptanceTest[Any]]:
    """Return all acceptance tests by what they count; the default first."""
    found = {}
    for package in INSTRUMENTS.values():
        if find_spec(f"{package}.acceptance") is not None:
            test: AcceptanceTest[Any] = import_module(f"{package}.acceptance").ACCEPTANCE
            found[test.unit] = test
    return found


def one_seed(seed: bytes, number: int) -> bytes:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return digest(seed, b"lammer acceptance %d" % number, "sha256")


def batches(things: Iterator[T], total: int, each: int) -> Iterator[Iterator[T]]:
    """Yield ``total`` things in batches of ``each``."""
    for start in range(0, total, each):
        yield islice(things, min(each, total - start))
