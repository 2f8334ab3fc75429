"""A shoe is every card once, dealt as the real table deals it; the kernel plays what plain Python
does, and both have the chances that are counted exactly."""

from collections import Counter
from fractions import Fraction
from itertools import islice, pairwise
from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lammer.core.wager import Move
from lammer.games import load
from lammer.instruments.shoe.cards import DECK, WINNERS, Coup, dealt, winner
from lammer.instruments.shoe.coups import coup_space
from lammer.instruments.shoe.draw import CUT
from lammer.instruments.shoe.sample import dealing as shoe
from lammer.instruments.shoe.sample import kernel_numba as shoe_kernel
from lammer.instruments.shoe.sample.dealing import ANSWER, TAIL, DealtCoup, PackedShoe, ShoeSpec
from lammer.sim.model.automaton import FOREVER, Automaton
from lammer.sim.model.compile import compiled
from lammer.sim.sample.chance import key_of, philox
from lammer.sim.sample.packed import UNDECIDED, Tracked
from lammer.sim.strategy import library
from lammer.table import Run
from lammer.table.rules import Rules
from tests.sim.machines import pass_line
from tests.usual import one_in


def _rules(**house: Any) -> Rules:
    return Run.at("nj-2001", rails={1: 100}, house=house).table.rules


RULES = _rules()
EIGHT = shoe.at_table(RULES)
DRAWING = EIGHT.drawing
SHOES = [EIGHT, ShoeSpec(DRAWING, 6, 52), ShoeSpec(DRAWING, 1), ShoeSpec(DRAWING, 10, 77)]
SIX_CARDS = st.lists(st.sampled_from(DECK), min_size=6, max_size=6)


def _ints(values: Any) -> Any:
    return np.array(values, np.int64)


def banker(stake: int = 20, goal: int | None = None) -> Automaton:
    """A flat bet on the banker's hand, less 5 percent of what it wins, until ruin or a goal."""
    below, row = [stake, int(FOREVER)], [-1, 0]
    if goal is not None:
        below, row = [stake, goal, int(FOREVER)], [-1, 0, -2]
    size = len(row)
    return Automaton(
        5, 3, _ints([1, 1, 1]), _ints([0, size]), _ints(below), _ints(row), _ints([0] * size),
        _ints([0, stake, 0][:size]), _ints([[0, 0, 0]]), _ints([[-stake, stake * 19 // 20, 0]]),
        ("ruin", "goal")[: size - 1],
    )  # fmt: skip


def anything(seed: int, states: int, largest: int) -> Automaton:
    """Some automaton or other, with several segments to a state, ends among them."""
    chance = np.random.default_rng(seed)
    first, below, row = [0], list[int](), list[int]()
    for _ in range(states):
        bounds = np.unique(chance.integers(-largest, 20 * largest, chance.integers(0, 6)))
        below += [*bounds.tolist(), int(FOREVER)]
        goes_on = chance.random(len(bounds) + 1) < 0.8
        ends = -1 - chance.integers(0, 2, len(goes_on))
        row += np.where(goes_on, chance.integers(0, states, len(goes_on)), ends).tolist()
        first.append(len(below))
    size = len(below)
    made = Automaton(
        1, 3, _ints([1, 1, 1]), _ints(first), _ints(below), _ints(row),
        -chance.integers(0, 2, size), chance.integers(0, largest, size),
        chance.integers(0, states, (states, 3)),
        chance.integers(-largest, largest + 1, (states, 3)), ("ruin", "goal"),
    )  # fmt: skip
    made.check()
    return made


def _shoe_by_shoe(kind: ShoeSpec, seed: int, shoes: int) -> list[list[DealtCoup]]:
    """The coups of the first shoes of a session."""
    found: list[list[DealtCoup]] = [[] for _ in range(shoes)]
    for coup in islice(shoe.coups(kind, seed, 0), shoes * kind.most_coups):
        if coup.shoe < shoes:
            found[coup.shoe].append(coup)
    return found


# The cards


@pytest.mark.parametrize("kind", SHOES, ids=lambda kind: f"{kind.decks} decks")
def test_a_shoe_has_every_card_as_often_as_there_are_decks(kind: ShoeSpec) -> None:
    for number in range(3):
        counts = Counter(shoe.order(kind, 5, 11, number))
        assert counts == dict.fromkeys(DECK, kind.decks)


def test_a_shoe_is_a_function_of_seed_session_and_number() -> None:
    whole = shoe.order(EIGHT, 5, 11, 2)
    assert whole == shoe.order(EIGHT, 5, 11, 2)
    others = [(6, 11, 2), (5, 12, 2), (5, 11, 3), (5, 11 + 2**32, 2), (5 + 2**32, 11, 2)]
    assert all(whole != shoe.order(EIGHT, *other) for other in others)


def test_each_card_is_drawn_from_those_not_yet_dealt() -> None:
    """The first words of a shoe, by hand."""
    left, found = list(DECK) * 8, []
    for block in range(2):
        for word in philox((11, 0, block, 2**31 + 2), key_of(5)):
            whole = word * 2**96
            for _ in range(3):
                at, whole = divmod(whole * len(left), 2**128)
                found.append(left[at])
                left[at] = left[0]
                left.pop(0)
    assert shoe.order(EIGHT, 5, 11, 2)[: len(found)] == found


@pytest.mark.parametrize("kind", SHOES, ids=lambda kind: f"{kind.decks} decks")
def test_words_are_drawn_again_now_and_then(kind: ShoeSpec) -> None:
    """As many words must be, as the cards do not divide 2**32; about one in thirty-two at most."""
    plan = shoe.plan(kind)
    bases = plan.first.astype(object) * plan.second * plan.third
    assert plan.least.tolist() == [2**32 % each for each in bases]
    assert 0 < int(plan.least.max()) < 2**27


def test_no_two_shoes_share_a_counter_with_the_dice() -> None:
    """The dice count redraws from nothing in the word where shoes count from 2**31."""
    assert shoe.MOST_SHOES == 2**31
    with pytest.raises(ValueError, match="shoes 0 to"):
        shoe.order(EIGHT, 1, 1, 2**31)


# The coups


@pytest.mark.parametrize("kind", SHOES, ids=lambda kind: f"{kind.decks} decks")
def test_the_cutting_card_ends_a_shoe_one_coup_later(kind: ShoeSpec) -> None:
    for number, coups in enumerate(_shoe_by_shoe(kind, 3, 6)):
        cards = [card for coup in coups for card in coup.cards]
        assert cards == shoe.order(kind, 3, 0, number)[: len(cards)]
        assert [coup.cut_card for coup in coups] == [False] * (len(coups) - 2) + [True, False]
        assert [coup.over for coup in coups] == [False] * (len(coups) - 1) + [True]
        dealt_before = len(cards) - len(coups[-1].cards) - len(coups[-2].cards)
        assert dealt_before <= kind.size - kind.cut < dealt_before + len(coups[-2].cards)


@pytest.mark.parametrize("house", [{}, {"decks": 6}], ids=["eight decks", "six decks"])
def test_the_real_table_takes_the_cards_and_names_the_same_winners(house: dict[str, Any]) -> None:
    run = Run.at("nj-2001", rails={1: 10**9}, house=house)
    over = 0
    for coup in shoe.coups_of(run.table.rules, 9, 4):
        if run.table.hands.offered is not None:
            assert run.do({"do": "accept-shoe", "seat": 1}).ok
        assert run.do({"do": "bet", "seat": 1, "wager": "banker", "amount": 1000}).ok
        deal = {"do": "deal", "cards": list(coup.cards), "cut_card": coup.cut_card}
        answer = run.do(deal)
        assert answer.refusal is None
        named = {event.name: event for event in answer.events}
        assert named["result"].body["winner"] == coup.winner
        assert ("last-hand" in named) is coup.cut_card
        assert ("shoe-over" in named) is coup.over
        if coup.over:
            assert not run.do(deal).ok
            assert run.do({"do": "shuffle"}).ok
            over += 1
        if over == 3:
            return


@given(SIX_CARDS)
def test_the_table_of_coups_is_the_drawing_rule(cards: list[str]) -> None:
    coup = next(
        found for many in (4, 5, 6) if isinstance(found := dealt(DRAWING, cards[:many]), Coup)
    )
    first = 10 * DRAWING.count(cards[:3:2]) + DRAWING.count(cards[1:4:2])
    tail = 10 * DRAWING.value(cards[4]) + DRAWING.value(cards[5])
    many, won = divmod(int(TABLE_OF_COUPS[first * TAIL + tail]), ANSWER)
    assert (many, WINNERS[won]) == (len(coup.player) + len(coup.banker), coup.winner)


TABLE_OF_COUPS = shoe.answers(EIGHT)


# The kernel


def _same(packed: PackedShoe, bankroll: int, rolls: int | None, first: int, count: int) -> Tracked:
    """Assert that all three ways to play give the same, and give it."""
    last = 50 if rolls is None else rolls
    at = np.unique(_ints([0, min(3, last), last // 2, last]))
    seed = 2**64 - 17
    plain = shoe.track(packed, bankroll, rolls, seed, first, count, at)
    watched = shoe_kernel.track(packed, bankroll, rolls, seed, first, count, at)
    played = shoe_kernel.play(packed, bankroll, rolls, seed, first, count)
    for name, wanted in plain.played._asdict().items():
        assert getattr(watched.played, name).tolist() == wanted.tolist(), name
        assert getattr(played, name).tolist() == wanted.tolist(), name
    for name in ("drawdown", "equity", "visits"):
        assert getattr(watched, name).tolist() == getattr(plain, name).tolist(), name
    assert plain.visits.sum() == plain.played.rolls.sum()
    return plain


@pytest.mark.parametrize("kind", one_in(2, SHOES), ids=lambda kind: f"{kind.decks} decks")
@pytest.mark.parametrize(
    ("bankroll", "goal", "rolls"),
    [(20_000, None, 250), (60, None, 400), (300, 400, None), (400, 900, 33), (19, None, 5)],
)
def test_the_kernel_plays_what_plain_python_does(
    kind: ShoeSpec, bankroll: int, goal: int | None, rolls: int | None
) -> None:
    packed = shoe.pack(banker(goal=goal), bankroll, kind)
    assert packed.fast
    found = _same(packed, bankroll, rolls, 2**33 - 2, 7)
    if rolls is None:
        assert (found.played.end >= 0).all()


@pytest.mark.parametrize("seed", one_in(2, range(12)))
def test_any_automaton_at_all(seed: int) -> None:
    states, largest = 1 + seed * seed, [3, 40, 2**28][seed % 3]
    packed = shoe.pack(anything(seed, states, largest), 5 * largest, SHOES[seed % 4])
    _same(packed, 5 * largest, 300, seed, 30)


def test_an_automaton_that_does_not_fit_is_played_all_the_same() -> None:
    packed = shoe.pack(anything(1, 4000, 2**28), 2**30, EIGHT)
    assert "room" in packed.why
    assert not packed.fast
    _same(packed, 2**30, 100, 0, 20)


@pytest.mark.parametrize(
    "name",
    ["banker-flat", "player-martingale", "banker-1-3-2-6", "follow-the-shoe", "tie-flat"],
)
def test_strategies_of_the_library(name: str) -> None:
    automaton, _ = compiled(library.load(name), RULES, 20_000)
    packed = shoe.pack(automaton, 20_000 // automaton.unit, EIGHT)
    assert packed.fast
    _same(packed, 20_000 // automaton.unit, 200, 100, 12)


OWN = {"key": "own", "name": "Own", "space": "coup"}
SOME = {
    "banker 7 with 3 cards": "20 to 1",
    "player by 4": "1 to 1",
    "tie at 6": "5 to 1",
    "banker 6 with 2 cards": "1 to 1",
    "banker 9 natural": "1 to 1",
}
MANY = {
    **{f"{hand} {count} with 3 cards": "lose" for hand in ("player", "banker")
       for count in range(1, 9)},
    **{f"{hand} {count} with 2 cards": "lose" for hand in ("player", "banker")
       for count in range(6, 10)},
    **{f"tie at {count}": "lose" for count in range(10)},
    "player 9 with 3 cards, banker 9 with 3 cards": "9 to 1",
}  # fmt: skip
"""Nearly each count with its cards by itself."""


def _told_apart(pays: dict[str, str]) -> tuple[Automaton, PackedShoe]:
    """A bet of a dollar on each coup, on a wager outside the text that tells more than who won."""
    own = {**OWN, "one_roll": {"pays": pays}}
    rules = _rules(experimental=True, wagers=[own])
    kind = shoe.at_table(rules)
    cells = [rules.space.outcomes.index(some[0]) for some in shoe.kinds_at(rules)]
    effects = [
        next(rule.effect for rule in rules.wagers["own"].rules("up") if cell in rule.on)
        for cell in cells
    ]
    paid = [int(each.net) for each in effects if not isinstance(each, Move)]
    made = Automaton(
        1, kind.many, _ints([1] * kind.many), _ints([0, 2]), _ints([1, int(FOREVER)]),
        _ints([-1, 0]), _ints([0, 0]), _ints([0, 1]), _ints([[0] * kind.many]),
        _ints([paid]), ("ruin",),
    )  # fmt: skip
    return made, shoe.pack(made, 500, kind)


@pytest.mark.parametrize(
    ("pays", "kinds"),
    [(SOME, range(5, 32)), pytest.param(MANY, range(33, 60), marks=pytest.mark.long)],
)
def test_a_wager_outside_the_text_may_tell_coups_apart(pays: dict[str, str], kinds: range) -> None:
    """By count and cards: few kinds of coups and more than a byte has room for."""
    made, packed = _told_apart(pays)
    assert packed.shoe.many in kinds
    plain = _same(packed, 500, 120, 3, 6)
    coups = [*islice(shoe.coups(packed.shoe, 2**64 - 17, 3), 120)]
    assert plain.played.final[0] == 500 + sum(int(made.gain[0, each.kind]) for each in coups)
    assert len({each.kind for each in coups}) > 4


@pytest.mark.parametrize("rolls", [0, 1, 2])
def test_very_short_sessions(rolls: int) -> None:
    found = _same(shoe.pack(banker(), 40, EIGHT), 40, rolls, 0, 9)
    assert found.played.rolls.tolist() == [rolls] * 9


def test_how_sessions_are_divided_changes_nothing() -> None:
    packed = shoe.pack(banker(), 400, EIGHT)
    whole = shoe_kernel.play(packed, 400, 500, 3, 0, 100)
    cuts = [0, 1, 3, 10, 64, 65, 100]
    parts = [shoe_kernel.play(packed, 400, 500, 3, a, b - a) for a, b in pairwise(cuts)]
    for name, wanted in whole._asdict().items():
        assert np.concatenate([getattr(part, name) for part in parts]).tolist() == wanted.tolist()
    assert len(set(whole.end.tolist())) > 1
    assert len(shoe_kernel.play(packed, 400, 500, 3, 0, 0).final) == 0


# The chances


@pytest.mark.parametrize("decks", [8, 6, 1])
def test_the_first_coup_has_the_exact_chances(decks: int) -> None:
    space, sessions = coup_space("coups", DRAWING, decks), 400_000
    told = Automaton(
        1, 3, _ints([1, 1, 1]), _ints([0, 1]), _ints([FOREVER]), _ints([0]), _ints([0]),
        _ints([1]), _ints([[0, 0, 0]]), _ints([[0, 1, 2]]), ("ruin",),
    )  # fmt: skip
    packed = shoe.pack(told, 0, ShoeSpec(DRAWING, decks))
    counts = np.bincount(shoe_kernel.play(packed, 0, 1, 1, 0, sessions).final, minlength=3)
    for hand, count in zip(WINNERS, counts, strict=True):
        won = [
            weight
            for outcome, weight in zip(space.outcomes, space.weights, strict=True)
            if winner(*outcome[:2]) == hand
        ]
        p = sum(won) / sum(space.weights)
        assert abs(count / sessions - p) < 4 * sqrt(p * (1 - p) / sessions), hand


@pytest.mark.parametrize("coups", [60, 500], ids=["part of a shoe", "several shoes"])
def test_a_banker_bet_loses_the_exact_edge(coups: int) -> None:
    """Before anything is seen of a shoe, its 60th coup has the chances of its first; where the
    cutting card comes out hangs on the cards, but moves them by far less than is seen here."""
    counts = load("nj-2001").space.facts["counts"]
    player, bank, tie = (int(counts[hand]) for hand in WINNERS)
    edge = (bank * Fraction(19, 20) - player) / (player + bank + tie)
    sessions = 12_000_000 // coups
    packed = shoe.pack(banker(), 10**6, EIGHT)
    final = shoe_kernel.play(packed, 10**6, coups, 8, 0, sessions).final - 10**6
    mean, error = final.mean() / 20 / coups, final.std() / 20 / coups / sqrt(sessions)
    assert abs(mean - edge) < 4 * error
    assert error < 4e-4


def test_how_many_coups_a_shoe_has() -> None:
    """Of eight decks with fourteen cards behind the cutting card: 82.01 on average to the coup in
    which it comes out, and one more.

    Worked out here as if coups were independent: the expected visits to each number of cards
    dealt, up to the mark, and the last coup.
    """
    space, mark = coup_space("coups", DRAWING, 8), 8 * 52 - CUT
    lengths: Counter[int] = Counter()
    for outcome, weight in zip(space.outcomes, space.weights, strict=True):
        lengths[outcome[2] + outcome[3]] += weight
    total = sum(lengths.values())
    visits = [1.0] + [0.0] * (mark + 6)
    for at in range(mark + 1):
        for length, weight in lengths.items():
            visits[at + length] += visits[at] * weight / total
    expected = sum(visits[: mark + 1]) + 1
    assert expected == pytest.approx(83.01, abs=0.005)
    found = [len(coups) for coups in _shoe_by_shoe(EIGHT, 12, 400)]
    error = np.std(found) / sqrt(len(found))
    assert abs(np.mean(found) - expected) < 4 * error
    assert error < 0.15


# What is refused


@pytest.mark.parametrize(
    ("decks", "cut", "why"),
    [
        (0, 14, "1 to 100 decks"),
        (101, 14, "1 to 100 decks"),
        (8, 13, "14 to 410 cards"),
        (8, 411, "14 to 410 cards"),
        (1, 47, "14 to 46 cards"),
    ],
)
def test_shoes_that_are_none(decks: int, cut: int, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        ShoeSpec(DRAWING, decks, cut)


def test_the_least_and_the_most_that_may_lie_behind_the_cutting_card() -> None:
    for kind in (ShoeSpec(DRAWING, 1, 46), ShoeSpec(DRAWING, 100, 14)):
        _same(shoe.pack(banker(), 400, kind), 400, 12, 0, 5)


def test_automata_and_sessions_that_are_refused() -> None:
    with pytest.raises(ValueError, match="3 outcomes, not 36"):
        shoe.pack(pass_line(), 100, EIGHT)
    with pytest.raises(ValueError, match="a bankroll is"):
        shoe.pack(banker(), -1, EIGHT)
    with pytest.raises(ValueError, match="overflow"):
        shoe.pack(banker(2**40), 2**50, EIGHT)
    with pytest.raises(TypeError, match="no cards are dealt"):
        shoe.at_table(Run.at("nj-2011", rails={1: 100}).table.rules)
    packed = shoe.pack(banker(), 100, EIGHT)
    for way in (shoe, shoe_kernel):
        with pytest.raises(ValueError, match="rolls"):
            way.play(packed, 100, -1, 0, 0, 1)
        with pytest.raises(ValueError, match="seed"):
            way.play(packed, 100, 1, 2**64, 0, 1)


def test_a_session_that_ends_at_once_plays_no_coup() -> None:
    found = _same(shoe.pack(banker(), 10, EIGHT), 10, 100, 0, 5)
    assert found.played.end.tolist() == [0] * 5
    assert found.played.rolls.tolist() == [0] * 5
    assert UNDECIDED not in found.played.end
