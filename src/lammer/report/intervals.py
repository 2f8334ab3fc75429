"""The range of chance: exact intervals of an error rate, and of a win against its theory.

An error rate has the interval of Clopper and Pearson, in whole numbers. For a win, every trial has
the exact distribution of the change in worth of all bets on the layout together, so that bets which
win and lose on the same outcome are not taken for independent. Trials are independent: their
distributions are convolved.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil, floor, gcd, lcm
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SIDE = 40
"""On each side, one in this many results lies outside of an interval of 95 %."""
_STEPS = 24
"""Binary digits of a bound."""
_ONE = 1 << 96

Distribution = tuple[tuple[Fraction, int], ...]
"""Values in cents, each with its weight."""


def error_rate_bounds(wrong: int, of: int) -> tuple[Fraction, Fraction]:
    """Return the 95 % bounds of the rate behind this many errors (Clopper and Pearson), rounded
    outwards to a fraction of 2^24.

    >>> low, high = error_rate_bounds(0, 100)
    >>> low, round(float(high), 4)
    (Fraction(0, 1), 0.0362)
    """
    low = _bound(wrong, of) if wrong else Fraction(0)
    high = 1 - _bound(of - wrong, of) if wrong < of else Fraction(1)
    return low, high


def _bound(count: int, of: int) -> Fraction:
    """Return the largest rate, rounded down, at which this count or more has a chance of at most
    one in 40."""
    low, high = 0, 1 << _STEPS
    while high - low > 1:
        rate = (low + high) // 2
        if _is_likely(count, of, rate, 1 << _STEPS):
            high = rate
        else:
            low = rate
    return Fraction(low, 1 << _STEPS)


def _is_likely(count: int, of: int, rate: int, whole: int) -> bool:
    """Return whether, at a rate of ``rate/whole``, this count or more has a chance above one in 40.
    Chances are computed relative to that of exactly ``count``."""
    against = _SIDE - 1

    def above(stop: int | None) -> int:
        term, total = _ONE, _ONE
        for i in range(count, of):
            term = term * (of - i) * rate // ((i + 1) * (whole - rate))
            total += term
            if not term or (stop is not None and total * against > stop):
                break
        return total

    def below(stop: int | None) -> int:
        term, total = _ONE, 0
        for i in range(count, 0, -1):
            term = term * i * (whole - rate) // ((of - i + 1) * rate)
            total += term
            if not term or (stop is not None and total > stop):
                break
        return total

    if (of + 1) * rate < count * whole:
        more = above(None)
        return more * against > below(more * against)
    less = below(None)
    return above(less) * against > less


class Interval(NamedTuple):
    """The interval of a deviation from theory, in cents; ``unit`` is the step it was found in, 0
    where it is exact."""

    low: Fraction
    high: Fraction
    unit: Fraction


MOST_POINTS = 1 << 16
"""Points of the distribution of a sum."""


class Deviations:
    """The distribution of a sum of independent deviations, each with a mean of zero."""

    def __init__(self) -> None:
        self._counted: Counter[Distribution] = Counter()
        self.variance = Fraction(0)

    def add(self, values: Iterable[Fraction], weights: Iterable[int]) -> None:
        """Add a trial: the value of each of its outcomes, and its weight."""
        merged: dict[Fraction, int] = {}
        for value, weight in zip(values, weights, strict=True):
            merged[value] = merged.get(value, 0) + weight
        if len(merged) < 2:
            return
        self._counted[tuple(sorted(merged.items()))] += 1
        whole = sum(merged.values())
        self.variance += sum(w * v * v for v, w in merged.items()) / Fraction(whole)

    def interval(self) -> Interval:
        """Return the smallest interval around zero that leaves at most 2.5 % on either side."""
        if not self._counted:
            return Interval(Fraction(0), Fraction(0), Fraction(0))
        span = sum((each[-1][0] - each[0][0]) * times for each, times in self._counted.items())
        unit = _common_step(self._counted)
        exact = span / unit < MOST_POINTS // 2
        if not exact:
            unit = Fraction(ceil(span / (MOST_POINTS // 4)))
        low, high = _quantiles(_summed(self._counted, unit))
        start = sum(floor(each[0][0] / unit) * times for each, times in self._counted.items())
        return Interval((start + low) * unit, (start + high) * unit, Fraction(0 if exact else unit))


def _common_step(counted: Mapping[Distribution, int]) -> Fraction:
    """Return the largest amount of which every value is a multiple."""
    values = [value for each in counted for value, _ in each]
    whole = lcm(*(value.denominator for value in values))
    return Fraction(gcd(*(int(value * whole) for value in values)), whole)


def _summed(counted: Mapping[Distribution, int], unit: Fraction) -> "NDArray[np.float64]":
    """Return the chance of each multiple of the unit, from the least possible sum on. A value
    between two multiples is divided between them so that its mean is unchanged: this never narrows
    the distribution."""
    import numpy as np

    product = np.ones(MOST_POINTS // 2 + 1, dtype=np.complex128)
    for each, times in counted.items():
        whole, first = sum(weight for _, weight in each), floor(each[0][0] / unit)
        chances = np.zeros(MOST_POINTS)
        for value, weight in each:
            at = floor(value / unit)
            over = value / unit - at
            chances[at - first] += float((1 - over) * weight / whole)
            chances[at - first + 1] += float(over * weight / whole)
        product *= np.fft.rfft(chances) ** times
    return np.fft.irfft(product, MOST_POINTS)


_TINY = 1e-9


def _quantiles(chances: "NDArray[np.float64]") -> tuple[int, int]:
    import numpy as np

    up_to = np.cumsum(chances)
    low = int(np.argmax(up_to > 1 / _SIDE + _TINY))
    high = int(np.argmax(up_to >= 1 - 1 / _SIDE - _TINY))
    return low, high
