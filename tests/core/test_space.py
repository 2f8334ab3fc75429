"""Sets of cells, the craps space, and the solver on chains of its own."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lammer.core.odds import Odds
from lammer.core.space import Cells, Space
from lammer.games.craps.space import (
    BOX,
    COME_OUT,
    CRAPS,
    EVERY_ROLL,
    LOSER_SEVEN,
    POINT_ON,
    dice,
    easy,
    hard,
    point,
    total,
)
from lammer.instruments.dice.faces import say
from lammer.odds.solve import expected_visits


def test_the_252_cells() -> None:
    assert CRAPS.size == 252
    assert len(COME_OUT) == 36
    assert len(POINT_ON) == 216
    assert COME_OUT | POINT_ON == EVERY_ROLL
    assert not COME_OUT & POINT_ON
    assert len(LOSER_SEVEN) == 36


def test_the_puck() -> None:
    assert CRAPS.after("off", (3, 3)) == "6"
    assert CRAPS.after("off", (5, 6)) == "off"
    assert CRAPS.after("6", (2, 4)) == "off"
    assert CRAPS.after("6", (3, 4)) == "off"
    assert CRAPS.after("6", (4, 4)) == "6"


@pytest.mark.parametrize("number", BOX)
def test_numbers(number: int) -> None:
    assert len(total(number) & COME_OUT) == 6 - abs(7 - number)
    if number % 2 == 0:
        assert hard(number) | easy(number) == total(number)
        assert len(hard(number) & COME_OUT) == 1
    assert len(point(number)) == 36


def test_every_roll_is_some_pair_of_faces() -> None:
    union = Cells(CRAPS.size, 0)
    for a in range(1, 7):
        for b in range(a, 7):
            assert not union & dice(a, b)
            union = union | dice(a, b)
    assert union == EVERY_ROLL


def test_words() -> None:
    assert say(frozenset({(1, 3), (3, 1)})) == "easy 4"
    assert say(frozenset({(1, 3)})) == "1-3"
    assert CRAPS.words(total(2, 3, 12)) == "2, 3, 12"


CELLS = st.integers(0, (1 << 40) - 1).map(lambda mask: Cells(40, mask))


@given(CELLS, CELLS)
def test_sets_behave_as_sets(a: Cells, b: Cells) -> None:
    one, other = set(a), set(b)
    assert set(a & b) == one & other
    assert set(a | b) == one | other
    assert set(a - b) == one - other
    assert set(~a) == set(range(40)) - one
    assert len(a) == len(one)
    assert all(cell in a for cell in one)


def test_sets_of_two_spaces_do_not_mix() -> None:
    with pytest.raises(ValueError, match="two spaces"):
        _ = Cells(36, 1) & Cells(252, 1)


def test_a_space_must_be_whole() -> None:
    with pytest.raises(ValueError, match="row for each context"):
        Space("x", ("a", "b"), (1, 2), (1, 1), ((0, 0),), name=str)
    with pytest.raises(ValueError, match="none below zero"):
        Space("x", ("a",), (1, 2), (1, -1), ((0, 0),), name=str)
    with pytest.raises(ValueError, match="nothing can happen"):
        Space("x", ("a",), (1, 2), (0, 0), ((0, 0),), name=str)


@st.composite
def chains(draw: st.DrawFn) -> dict[int, dict[int, Fraction]]:
    """Chains of a few nodes in which every node is left for good with some chance."""
    size = draw(st.integers(1, 6))
    chain: dict[int, dict[int, Fraction]] = {}
    for node in range(size):
        weights = draw(st.lists(st.integers(0, 5), min_size=size, max_size=size))
        whole = sum(weights) + draw(st.integers(1, 5))
        chain[node] = {to: Fraction(w, whole) for to, w in enumerate(weights) if w}
    return chain


@given(chains())
def test_expected_visits_solve_their_own_equations(chain: dict[int, dict[int, Fraction]]) -> None:
    visits = expected_visits(chain, 0)
    for node, count in visits.items():
        into = sum((visits[i] * chain[i].get(node, Fraction(0)) for i in visits), Fraction(0))
        assert count == into + (node == 0)
    left = sum(visits[i] * (1 - sum(chain[i].values(), Fraction(0))) for i in visits)
    assert left == 1


@given(st.integers(1, 10**6), st.integers(1, 10**6))
def test_odds_are_kept_as_written(win: int, stake: int) -> None:
    odds = Odds(win, stake)
    assert Odds.parse(str(odds)) == odds
    assert odds.fraction == Fraction(win, stake)


@pytest.mark.parametrize(
    "words", ["", "9", "9 for 5", "9:5", "-9 to 5", "9 to 0", "9.5 to 1", "1 to 1 to 1", "٣ to 1 x"]
)
def test_other_words_are_no_odds(words: str) -> None:
    with pytest.raises(ValueError, match="odds"):
        Odds.parse(words)
