"""The acceptance test: its figures against published tables, a true generator, and false ones."""

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, pairwise
from math import isclose, sqrt
from statistics import mean, variance

import pytest

from lammer.fair import acceptance
from lammer.fair.acceptance import (
    chi_square_limit,
    chi_square_tail,
    normal_two_tails,
    one_seed,
)
from lammer.instruments.dice.acceptance import DiceTally, Roll, drawn_rolls, loaded
from lammer.instruments.shoe.acceptance import ShoeTally, _alike, _kept, drawn_shoes
from lammer.instruments.shoe.cards import DECK
from tests.fair.pledged_tables import key, roll, seed_number
from tests.usual import one_in, usual

ROLLS = 60_000


def results_of(rolls: Iterable[Roll]) -> dict[str, acceptance.TestOutcome]:
    tally = DiceTally()
    tally.add(rolls)
    return {test.name: test for test in tally.tests()}


def failed(rolls: Iterable[Roll]) -> set[str]:
    return {name for name, test in results_of(rolls).items() if not test.passed}


# Distributions

PUBLISHED = {
    1: 6.635, 2: 9.210, 3: 11.345, 5: 15.086, 10: 23.209, 20: 37.566, 30: 50.892, 35: 57.342,
    40: 63.691, 50: 76.154, 100: 135.807,
}  # fmt: skip
"""Upper 1 % points of chi-square: NIST/SEMATECH e-Handbook, 1.3.6.7.4."""
OTHER = {(5, 0.05): 11.070, (5, 0.95): 1.145, (35, 0.05): 49.802, (35, 0.95): 22.465}
"""Other points of the same tables: degrees, chance above, value."""


@pytest.mark.parametrize(("df", "value"), PUBLISHED.items())
def test_critical_values_are_those_of_the_tables(df: int, value: float) -> None:
    assert round(chi_square_limit(df), 3) == value
    assert isclose(chi_square_tail(value, df), 0.01, rel_tol=1e-3)


@pytest.mark.parametrize(("at", "value"), OTHER.items())
def test_other_points_too(at: tuple[int, float], value: float) -> None:
    df, chance = at
    assert isclose(chi_square_tail(value, df), chance, rel_tol=1e-3)


def test_two_degrees_are_an_exponential() -> None:
    """Chi-square of 2 degrees is exp(-x/2) in closed form; both ways of computing it are met."""
    for value in (0.001, 0.5, 1.9, 2.1, 5.0, 40.0, 700.0):
        assert isclose(chi_square_tail(value, 2), 2.718281828459045 ** (-value / 2), rel_tol=1e-9)
    assert chi_square_tail(0, 2) == 1
    assert chi_square_tail(float("inf"), 2) == 0


def test_many_degrees_are_nearly_normal() -> None:
    """Wilson and Hilferty's approximation, for the shoe's 21,165 degrees."""
    df = 51 * 415
    cube = 1 - 2 / (9 * df) + 2.3263479 * sqrt(2 / (9 * df))
    assert isclose(chi_square_limit(df), df * cube**3, rel_tol=1e-5)


@pytest.mark.parametrize(
    ("value", "chance"), [(1.959964, 0.05), (2.575829, 0.01), (3.290527, 1e-3)]
)
def test_the_normal_has_its_points(value: float, chance: float) -> None:
    assert isclose(normal_two_tails(value), chance, rel_tol=1e-5)
    assert normal_two_tails(value) == normal_two_tails(-value)


# Figures, by hand


def test_each_figure_against_the_formula_written_out() -> None:
    chance = random.Random(5)
    rolls = [(chance.randint(1, 6), chance.randint(1, 5)) for _ in range(4000)]
    found, n = results_of(rolls), len(rolls)
    firsts, seconds = [one for one, _ in rolls], [other for _, other in rolls]
    for name, faces in (
        ("faces of the first die", firsts),
        ("faces of the second die", seconds),
        ("faces of both dice", firsts + seconds),
    ):
        each = len(faces) / 6
        chi = sum((faces.count(face) - each) ** 2 / each for face in range(1, 7))
        assert isclose(found[name].value, chi)
    cells = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    chi = sum((rolls.count(cell) - n / 36) ** 2 / (n / 36) for cell in cells)
    assert isclose(found["the 36 pairs"].value, chi)
    totals = [a + b for a, b in rolls]
    middle = mean(totals)
    over = sum((a - middle) * (b - middle) for a, b in pairwise(totals))
    r = over / sum((a - middle) ** 2 for a in totals)
    assert isclose(found["a total and the next"].value, (r + 1 / n) * sqrt(n))
    one, other = mean(firsts), mean(seconds)
    over = sum((a - one) * (b - other) for a, b in rolls)
    under = sqrt(sum((a - one) ** 2 for a in firsts) * sum((b - other) ** 2 for b in seconds))
    assert isclose(found["one die and the other"].value, over / under * sqrt(n - 1))
    sides = [t > 7 for t in totals if t != 7]
    runs = 1 + sum(a != b for a, b in pairwise(sides))
    high, low = sides.count(True), sides.count(False)
    expected = 2 * high * low / (high + low) + 1
    spread = (expected - 1) * (expected - 2) / (high + low - 1)
    assert isclose(found["runs above and below 7"].value, (runs - expected) / sqrt(spread))


def test_the_counts_of_a_shoe_have_their_mean_and_variance() -> None:
    """The exact figures against twenty thousand shuffles of one deck."""
    chance = random.Random(1)
    counts: list[tuple[int, int, int]] = []
    for _ in range(20_000):
        tally, deck = ShoeTally(1), list(range(52))
        chance.shuffle(deck)
        tally.add([deck])
        counts.append((tally.alike, tally.turns, tally.kept))
    exact = (_alike(52, 13), (103 / 3, 803 / 90), _kept(52))
    for seen, (middle, spread) in zip(zip(*counts, strict=True), exact, strict=True):
        assert abs(mean(seen) - middle) < 4 * sqrt(spread / len(seen))
        assert isclose(variance(seen), spread, rel_tol=0.06)


# A true generator


@pytest.mark.parametrize("number", usual(range(4), [0, 1]))
def test_the_derivation_passes(number: int) -> None:
    assert not failed(islice(drawn_rolls(seed_number(number)), ROLLS))


def test_the_shuffle_passes() -> None:
    for number in range(2):
        tally = ShoeTally(8)
        tally.add(islice(drawn_shoes(seed_number(number), 8), 600))
        assert all(test.passed for test in tally.tests())


def test_what_is_tested_is_what_a_server_draws() -> None:
    """Each hand from a seed of its own, by the derivation as it is written a second time."""
    rolls = drawn_rolls(seed_number(1))
    for hand in range(3):
        seed = one_seed(seed_number(1), hand)
        trial, point = 0, 0
        while True:
            first, second = roll(key(seed, {}), trial)
            assert next(rolls) == (first, second)
            trial, total = trial + 1, first + second
            if point and total == 7:
                break
            point = 0 if total == point else point or total * (total in (4, 5, 6, 8, 9, 10))


def test_false_alarms_are_as_rare_as_is_said() -> None:
    """Three hundred runs of a true generator: each test fails about one in a hundred, and a run
    about as often as its tests together, at most."""
    chance = random.Random(99)
    runs, alarms, each = 300, 0, 0
    for _ in range(runs):
        rolls = [(chance.randint(1, 6), chance.randint(1, 6)) for _ in range(1000)]
        wrong = failed(rolls)
        alarms += bool(wrong)
        each += len(wrong)
    assert 1 <= alarms <= 0.07 * runs + 4 * sqrt(0.07 * runs)
    assert 4 <= each <= 0.01 * 7 * runs + 4 * sqrt(0.07 * runs)


# False ones


def _loaded(rolls: Iterator[Roll], chance: random.Random) -> Iterator[Roll]:
    return loaded(rolls, 6, 0.02, seed_number(7))


def _second_loaded(rolls: Iterator[Roll], chance: random.Random) -> Iterator[Roll]:
    for second, first in loaded(rolls, 1, 0.02, seed_number(7)):
        yield first, second


def _sticky(rolls: Iterator[Roll], chance: random.Random) -> Iterator[Roll]:
    """The first die is now and then not thrown at all."""
    last = 3
    for first, second in rolls:
        last = last if chance.random() < 0.05 else first
        yield last, second


def _restless(rolls: Iterator[Roll], chance: random.Random) -> Iterator[Roll]:
    """After a high total a low one is a little likelier."""
    last = 7
    for first, second in rolls:
        if first + second > 7 and last > 7 and chance.random() < 0.05:
            first, second = 7 - first, 7 - second
        last = first + second
        yield first, second


def _tied(rolls: Iterator[Roll], chance: random.Random) -> Iterator[Roll]:
    for first, second in rolls:
        yield first, first if chance.random() < 0.03 else second


def _no_doubles_twice(rolls: Iterator[Roll], chance: random.Random) -> Iterator[Roll]:
    """Every face as often as it should, and one pair as good as never."""
    for first, second in rolls:
        yield (first, second) if (first, second) != (5, 5) else (second, chance.randint(1, 6))


def _modulo(rolls: Iterator[Roll], chance: random.Random) -> Iterator[Roll]:
    """Sixteen numbers with none skipped: 1 to 4 come three times in sixteen, 5 and 6 twice."""
    for _ in rolls:
        yield 1 + chance.randrange(16) % 6, 1 + chance.randrange(16) % 6


@pytest.mark.parametrize(
    ("wrong", "tests"),
    one_in(
        3,
        [
            (_loaded, {"faces of the first die", "the 36 pairs"}),
            (_second_loaded, {"faces of the second die", "faces of both dice"}),
            (_sticky, {"a total and the next"}),
            (_restless, {"runs above and below 7"}),
            (_tied, {"one die and the other"}),
            (_no_doubles_twice, {"the 36 pairs"}),
            (_modulo, {"faces of both dice"}),
        ],
    ),
)
def test_a_false_generator_fails(
    wrong: Callable[[Iterator[Roll], random.Random], Iterator[Roll]],
    tests: set[str],
    request: pytest.FixtureRequest,
) -> None:
    for number in range(2 if request.config.getoption("--long") else 1):
        source = wrong(drawn_rolls(seed_number(number)), random.Random(number))
        assert tests <= failed(islice(source, ROLLS))


def test_dice_that_always_show_the_same_fail_everything() -> None:
    assert len(failed([(3, 3)] * 1000)) == 7


def _unshuffled(shoe: list[int], chance: random.Random) -> None:
    pass


def _careless(shoe: list[int], chance: random.Random) -> None:
    """Each card changed with any other, the mistake everybody makes once."""
    for place in range(len(shoe)):
        other = chance.randrange(len(shoe))
        shoe[place], shoe[other] = shoe[other], shoe[place]


def _riffled(shoe: list[int], chance: random.Random) -> None:
    """Seven riffles, enough for one deck and not for eight."""
    for _ in range(7):
        cut = sum(chance.random() < 0.5 for _ in shoe)
        left, right = shoe[:cut], shoe[cut:]
        shoe.clear()
        while left or right:
            pile = left if chance.random() * (len(left) + len(right)) < len(left) else right
            shoe.append(pile.pop(0))


def _waved(shoe: list[int], chance: random.Random) -> None:
    """Shuffled, and then here and there a high card put between two low ones."""
    chance.shuffle(shoe)
    for place in range(0, len(shoe) - 2, 20):
        low, middle, high = sorted(shoe[place : place + 3])
        shoe[place : place + 3] = [low, high, middle]


@pytest.mark.parametrize(
    ("shuffle", "test"),
    [
        (_unshuffled, "which card lies where"),
        (_careless, "which card lies where"),
        (_riffled, "neighbours that still are"),
        (_unshuffled, "neighbours of one rank"),
        (_waved, "runs up and down"),
    ],
)
def test_a_false_shuffle_fails(
    shuffle: Callable[[list[int], random.Random], None], test: str
) -> None:
    chance, tally = random.Random(3), ShoeTally(8)
    for _ in range(600):
        shoe = list(range(8 * len(DECK)))
        shuffle(shoe, chance)
        tally.add([shoe])
    assert test in {each.name for each in tally.tests() if not each.passed}


def test_too_few_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 360 rolls, not 359"):
        results_of([(1, 2)] * 359)
    with pytest.raises(ValueError, match="at least 520 shoes, not 0"):
        ShoeTally(8).tests()


@pytest.mark.parametrize(("face", "extra"), [(0, 0.1), (7, 0.1), (6, 0), (6, 0.9)])
def test_no_such_die(face: int, extra: float) -> None:
    with pytest.raises(ValueError, match="no die"):
        next(loaded(iter([(1, 1)]), face, extra, bytes(32)))


def test_a_loaded_die_shows_its_face_as_often_as_is_said() -> None:
    rolls = list(islice(loaded(drawn_rolls(bytes(32)), 6, 0.10, bytes(32)), 30_000))
    share = sum(first == 6 for first, _ in rolls) / len(rolls)
    assert abs(share - (1 / 6 + 0.10)) < 0.012
