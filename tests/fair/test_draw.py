"""The derivation: known answers, a second hand that agrees, no outcome likelier than another."""

import hashlib
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lammer.fair import draw
from lammer.games import load
from lammer.instruments.dice.draw import dice
from lammer.instruments.shoe.cards import DECK
from lammer.instruments.shoe.draw import coup as coup_at
from lammer.instruments.shoe.draw import in_the_shoe, shuffled
from lammer.instruments.shoe.law import shoe_law
from lammer.instruments.shoe.sample import dealing as simulated
from tests.fair import pledged_tables

SEEDS = st.binary(min_size=32, max_size=32)
TEXTS = st.text(
    st.characters(exclude_categories=["C", "Z"], include_characters=" "), min_size=1, max_size=64
)
PLAYERS = st.dictionaries(st.integers(1, 16), TEXTS, max_size=6)

SEED = bytes(range(32))
"""The vectors below are committed: whoever changes one changes every log that was ever written."""


def test_vectors() -> None:
    assert draw.commitment(SEED) == (
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    )
    alone = draw.key_of(SEED)
    both = draw.key_of(SEED, [(3, "Glück"), (1, "seven out")])
    assert alone.hex() == "445cf8baebc4c11c8a0e0d9e2d8923e837c3fc661f310140badd038b4d594b7a"
    assert both.hex() == "6c26353f0fa21f0d1a85ad721b2913e844a0a22c27100fb172c8069deabd59fa"
    assert [dice(alone, trial) for trial in range(6)] == [
        (1, 4),
        (1, 4),
        (3, 3),
        (4, 3),
        (3, 5),
        (2, 1),
    ]
    assert [dice(both, trial) for trial in range(6)] == [
        (4, 6),
        (6, 2),
        (4, 1),
        (2, 6),
        (1, 5),
        (6, 1),
    ]
    order = shuffled(both, in_the_shoe(8, {}))
    assert " ".join(order[:12]) == "7s Td 7d Qh 8h Kc 6d 6h As 3s 3d Ks"
    assert (
        hashlib.sha256(" ".join(order).encode()).hexdigest()
        == "f5e2f27af92118ba84c10053bac0e0fa0aef1030ef423e6299731ff35e75b9ef"
    )


@given(SEEDS, PLAYERS, st.integers(0, 10**6))
def test_a_second_hand_agrees_on_dice(seed: bytes, players: dict[int, str], trial: int) -> None:
    key = draw.key_of(seed, players.items())
    assert key == pledged_tables.key(seed, players)
    assert list(dice(key, trial)) == pledged_tables.roll(key, trial)


@given(SEEDS, st.integers(1, 8), st.lists(st.sampled_from(DECK), max_size=40))
def test_a_second_hand_agrees_on_cards(seed: bytes, decks: int, gone: list[str]) -> None:
    out = {card: min(many, decks) for card, many in Counter(gone).items()}
    left = in_the_shoe(decks, out)
    cards = pledged_tables.all_cards(decks)
    for card, many in out.items():
        for _ in range(many):
            cards.remove(card)
    assert list(left) == cards
    key = draw.key_of(seed)
    order = shuffled(key, left)
    assert list(order) == pledged_tables.shoe(key, cards)
    assert Counter(order) == Counter(left)


def test_each_face_has_as_many_bytes() -> None:
    """All 256 bytes: 42 for each face, four for none."""
    faces: Counter[int | None] = Counter()
    for byte in range(256):
        try:
            faces[1 + draw.below(6, iter([byte]), 1)] += 1
        except StopIteration:
            faces[None] += 1
    assert faces.pop(None) == 4
    assert faces == dict.fromkeys(range(1, 7), 42)


def test_bytes_that_would_favour_a_face_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every byte in the first place, before a fixed second: the four at the top count for nothing,
    also when they fill a whole block."""
    for byte in range(256):
        made = iter([bytes([byte]) * 32, bytes([255, 11]) * 16])
        monkeypatch.setattr(draw, "digest", lambda *_, made=made: next(made))
        face = 1 + byte % 6
        assert dice(b"", 0) == ((face, face) if byte < 252 else (6, 6))


def test_each_number_below_a_bound_is_equally_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the edges of the 32 bits: the first number that is skipped, and the last that is not."""
    for many in (2, 3, 5, 6, 7, 52, 416, 415):
        most = 2**32 // many * many
        assert draw.below(many, iter([most - 1]), 4) == many - 1
        if most < 2**32:
            assert draw.below(many, iter([most, 2**32 - 1, 4]), 4) == 4 % many


def test_each_order_of_three_comes_from_as_many_numbers() -> None:
    """Fisher and Yates over every pair of numbers they can ask for: each order once."""
    found: Counter[tuple[str, ...]] = Counter()
    for first in range(3):
        for second in range(2):
            order, numbers = ["a", "b", "c"], iter([first, second])
            for last in (2, 1):
                at = draw.below(last + 1, numbers, 4)
                order[last], order[at] = order[at], order[last]
            found[tuple(order)] += 1
    assert found == dict.fromkeys(permutations("abc"), 1)


def test_seats_are_sorted_and_their_texts_count() -> None:
    both = draw.key_of(SEED, [(10, "a"), (9, "b")])
    assert both == draw.key_of(SEED, [(9, "b"), (10, "a")])
    assert both != draw.key_of(SEED, [(10, "b"), (9, "a")])
    assert both != draw.key_of(SEED, [(9, "b")])
    with pytest.raises(ValueError, match="one seed"):
        draw.key_of(SEED, [(1, "a"), (1, "b")])


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_has_thirty_two_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        draw.commitment(bytes(size))
    with pytest.raises(ValueError, match="32 bytes"):
        draw.key_of(bytes(size))


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="counted from 0"):
        dice(SEED, -1)
    for decks, out in ((0, {}), (101, {}), (8, {"As": 9}), (8, {"1s": 1}), (8, {"As": -1})):
        with pytest.raises(ValueError, match="decks"):
            in_the_shoe(decks, out)


@pytest.mark.parametrize("text", ["", "x" * 65, "a\tb", "a\u202eb", "\ud800"])
def test_no_players_seed(text: str) -> None:
    assert not draw.is_player_seed(text)


def test_the_cutting_card_lies_where_the_simulation_has_it() -> None:
    """One convention: the same shoe, dealt by both, shows the cutting card in the same coup."""
    drawing = shoe_law(load("nj-2001").procedure).drawing
    for session in range(30):
        shoe = simulated.ShoeSpec(drawing, 1 + session % 8)
        order = simulated.order(shoe, 7, session, 0)
        at, out = 0, False
        for coup in simulated.coups(shoe, 7, session):
            drawn = coup_at(drawing, order, at, cut_is_out=out)
            assert (drawn.cards, drawn.cut_card) == (coup.cards, coup.cut_card)
            at, out = at + len(drawn.cards), out or drawn.cut_card
            if coup.over:
                break
        assert out


def test_no_coup_out_of_too_few_cards() -> None:
    drawing = shoe_law(load("nj-2001").procedure).drawing
    with pytest.raises(ValueError, match="no coup can be dealt from card 2 of 5"):
        coup_at(drawing, ["Ks", "2s", "2h", "Kh", "2d"], 1)
    drawn = coup_at(drawing, ["9s", "Ks", "Kh", "Qh"], 0)
    assert drawn == (("9s", "Ks", "Kh", "Qh"), True)
    assert not coup_at(drawing, ["9s", "Ks", "Kh", "Qh"], 0, cut_is_out=True).cut_card
