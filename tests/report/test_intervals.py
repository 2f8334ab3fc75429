"""Intervals: of an error rate against published bounds, of a win against every way to throw."""

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from lammer.report import intervals
from lammer.report.intervals import Deviations, error_rate_bounds


@pytest.mark.parametrize(
    ("wrong", "of", "low", "high"),
    [
        # Clopper and Pearson, as binom.test of R prints them.
        (0, 10, 0.0, 0.3084971),
        (1, 10, 0.002528579, 0.4450161),
        (10, 10, 0.6915029, 1.0),
        (3, 50, 0.01254859, 0.1654819),
        (50, 100000, 0.0003711351, 0.0006591372),
    ],
)
def test_published_bounds_of_an_error_rate(wrong: int, of: int, low: float, high: float) -> None:
    found = error_rate_bounds(wrong, of)
    assert [float(each) for each in found] == pytest.approx([low, high], abs=2e-6)


@pytest.mark.parametrize(("wrong", "of"), [(0, 5), (2, 7), (7, 7), (9, 30)])
def test_bounds_are_those_of_the_exact_binomial(wrong: int, of: int) -> None:
    """At each bound the tail is one in 40, to the last digit that is computed."""

    def tail(rate: Fraction, counts: range) -> Fraction:
        return sum(
            (comb(of, k) * rate**k * (1 - rate) ** (of - k) for k in counts), start=Fraction(0)
        )

    low, high = error_rate_bounds(wrong, of)
    step, most = Fraction(1, 1 << 24), Fraction(1, 40)
    if wrong:
        assert tail(low, range(wrong, of + 1)) <= most < tail(low + step, range(wrong, of + 1))
    if wrong < of:
        assert tail(high, range(wrong + 1)) <= most < tail(high - step, range(wrong + 1))


Values = tuple[tuple[Fraction, int], ...]
FIELD: Values = ((Fraction(-500), 20), (Fraction(500), 14), (Fraction(1000), 2))


def every_sum(trials: list[Values]) -> dict[Fraction, Fraction]:
    """The distribution of the sum, by every way it can come."""
    found: dict[Fraction, Fraction] = {}
    for each in product(*trials):
        total, p = sum((value for value, _ in each), start=Fraction(0)), Fraction(1)
        for (_, weight), trial in zip(each, trials, strict=True):
            p *= Fraction(weight, sum(weight for _, weight in trial))
        found[total] = found.get(total, Fraction(0)) + p
    return found


def interval(sums: dict[Fraction, Fraction]) -> tuple[Fraction, Fraction]:
    most = Fraction(1, 40)
    low = min(v for v in sums if sum(p for x, p in sums.items() if x <= v) > most)
    high = min(v for v in sums if sum(p for x, p in sums.items() if x > v) <= most)
    return low, high


def added(trials: list[Values]) -> Deviations:
    found = Deviations()
    for trial in trials:
        found.add(*zip(*trial, strict=True))
    return found


def test_the_interval_of_a_sum_is_exact() -> None:
    thirds: Values = ((Fraction(-1, 3), 2), (Fraction(2, 3), 1))
    trials = [FIELD] * 4 + [thirds] * 3
    found = added(trials).interval()
    assert found.unit == 0
    assert (found.low, found.high) == interval(every_sum(trials))


def test_where_steps_are_needed_the_interval_is_no_narrower(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fine: Values = ((Fraction(-100003), 1), (Fraction(100003), 1))
    odd: Values = ((Fraction(-7, 495), 1), (Fraction(7, 495), 1))
    trials = [fine] * 5 + [odd] * 3
    low, high = interval(every_sum(trials))
    monkeypatch.setattr(intervals, "MOST_POINTS", 1 << 12)
    found = added(trials).interval()
    assert found.unit > 0
    assert low - 8 * found.unit <= found.low <= low + found.unit
    assert high - found.unit <= found.high <= high + 8 * found.unit


def test_nothing_at_stake_has_no_interval() -> None:
    found = Deviations()
    found.add((Fraction(0), Fraction(0)), (1, 35))
    assert not any(found.interval())
    assert found.variance == 0
