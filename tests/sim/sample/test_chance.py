"""The generator against its published answers, and that the outcomes made of it are fair."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lammer.sim.sample import chance

WHOLE = st.integers(0, 2**64 - 1)
BASES = (2, 6, 36, 38, 54, 216, 256)
DICE = chance.digits_of(36)

KNOWN = [
    ("00000000 00000000 00000000 00000000", "00000000 00000000",
     "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff",
     "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0",
     "d16cfe09 94fdcceb 5001e420 24126ea1"),
]  # fmt: skip


def words(text: str) -> tuple[int, ...]:
    return tuple(int(word, 16) for word in text.split())


@pytest.mark.parametrize(("counter", "key", "answer"), KNOWN)
def test_published_answers(counter: str, key: str, answer: str) -> None:
    a, b, c, d = words(counter)
    k, h = words(key)
    assert chance.philox((a, b, c, d), (k, h)) == words(answer)


@given(st.sampled_from(BASES), WHOLE, st.lists(WHOLE, min_size=1, max_size=5), st.integers(0, 3))
def test_many_at_once_are_the_same_rolls(
    outcomes: int, seed: int, sessions: list[int], block: int
) -> None:
    digits = chance.digits_of(outcomes)
    many = chance.blocks(digits, seed, np.array(sessions, np.uint64), block)
    start = digits.block * block
    for lane, session in enumerate(sessions):
        alone = list(chance.rolls(outcomes, seed, session, start + digits.block))[start:]
        assert many[:, lane].tolist() == alone


def test_two_dice_are_five_rolls_a_word() -> None:
    """What sessions of a seed have always been made of."""
    assert chance.digits_of(36) == (36, 5, 36**5, 2**32 % 36**5)
    assert chance.digits_of(36).block == 20
    assert list(chance.rolls(36, 12345, 2**40 + 7, 24)) == [
        *(10, 23, 12, 27, 25, 32, 27, 12, 0, 10, 19, 28, 26, 21, 21, 12, 26, 5, 27, 30),
        *(28, 18, 5, 26),
    ]


def test_as_many_digits_as_are_seldom_drawn_again() -> None:
    for outcomes in range(1, 257):
        found = chance.digits_of(outcomes)
        assert found.power == outcomes**found.per_word <= 2**32
        assert found.redrawn == 2**32 % found.power
        assert found.redrawn / 2**32 <= 1 / 128
        more = outcomes ** (found.per_word + 1)
        assert found.per_word == 8 or more > 2**32 or 2**32 % more / 2**32 > 1 / 128


@pytest.mark.parametrize("outcomes", [-1, 0, 257])
def test_spaces_that_are_not_drawn(outcomes: int) -> None:
    with pytest.raises(ValueError, match="1 to 256 outcomes"):
        chance.rolls(outcomes, 1, 1, 1)


@pytest.mark.parametrize("outcomes", BASES)
def test_outcomes_are_uniform(outcomes: int) -> None:
    drawn = chance.blocks(chance.digits_of(outcomes), 3, np.arange(20_000, dtype=np.uint64), 0)
    each = np.bincount(drawn.ravel(), minlength=outcomes)
    assert len(each) == outcomes
    expected, degrees = drawn.size / outcomes, outcomes - 1
    assert ((each - expected) ** 2 / expected).sum() < degrees + 4 * (2 * degrees) ** 0.5


def test_a_shorter_session_is_the_beginning_of_a_longer_one() -> None:
    longer = list(chance.rolls(36, 7, 8, 60))
    for count in (0, 1, 4, 5, 19, 20, 21, 59):
        assert list(chance.rolls(36, 7, 8, count)) == longer[:count]


def test_words_drawn_again_are_drawn_the_same_everywhere() -> None:
    seed, sessions = 5, np.arange(6000, dtype=np.uint64)
    key = chance.key_of(seed)
    again = [
        session
        for session in range(6000)
        if any(map(DICE.rejects, chance.philox((session, 0, 0, 0), key)))
    ]
    assert 4 <= len(again) <= 30
    many = chance.blocks(DICE, seed, sessions, 0)
    for session in again:
        found = list(chance.rolls(36, seed, session, 20))
        assert many[:, session].tolist() == found
        plain = []
        for word in chance.philox((session, 0, 0, 0), key):
            for _ in range(5):
                word *= 36
                plain.append(word >> 32)
                word &= chance.LOW
        kept = [not DICE.rejects(word) for word in chance.philox((session, 0, 0, 0), key)]
        for place, keep in enumerate(kept):
            same = plain[5 * place : 5 * place + 5] == found[5 * place : 5 * place + 5]
            assert same or not keep
        assert plain != found


@given(st.integers(0, 36**5 - 1))
def test_every_five_rolls_have_as_many_words(which: int) -> None:
    """Of the 71 or 72 words that begin with five given digits, 71 count."""
    start, stop = (-(-(which + more) * 2**32 // 36**5) for more in (0, 1))
    assert stop - start in (71, 72)
    assert sum(not DICE.rejects(word) for word in range(start, stop)) == 71


def test_rolls_are_uniform_and_do_not_follow_one_another() -> None:
    rolls = np.concatenate(
        [
            chance.blocks(DICE, 11, np.arange(20_000, dtype=np.uint64), block).T
            for block in range(2)
        ],
        1,
    ).astype(np.int64)
    each = np.bincount(rolls.ravel(), minlength=36)
    expected = rolls.size / 36
    assert ((each - expected) ** 2 / expected).sum() < 75  # 35 degrees of freedom, p < 1e-4
    pairs = np.bincount((rolls[:, :-1] * 36 + rolls[:, 1:]).ravel(), minlength=36 * 36)
    expected = pairs.sum() / 36**2
    assert ((pairs - expected) ** 2 / expected).sum() < 1500  # 1295 degrees of freedom


@pytest.mark.parametrize(
    ("seed", "session", "count", "says"),
    [(-1, 0, 1, "seed"), (2**64, 0, 1, "seed"), (0, -1, 1, "session"), (0, 0, -1, "rolls")],
)
def test_what_is_no_number_of_rolls_is_refused(
    seed: int, session: int, count: int, says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        chance.rolls(36, seed, session, count)
