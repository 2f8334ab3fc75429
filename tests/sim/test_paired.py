"""Differences on the same dice, against two players written out with fractions, and the ways of
computing them against one another."""

from collections import defaultdict
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from lammer.sim.api import compare
from lammer.sim.exact.field import TooMuchWork
from lammer.sim.exact.joint import JointSide, solve_joint
from lammer.sim.play.function_hand import FunctionHand
from lammer.sim.play.position_player import StrategySessions
from lammer.sim.simulate import Means, Question, prepare
from lammer.sim.strategy.text import parse
from lammer.sim.studies.paired import CompiledContender, PlayedContender, compared
from tests.sim.session_helpers import question

WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
MADE = {4: Fraction(1, 3), 5: Fraction(2, 5), 6: Fraction(5, 11)}
MADE |= {14 - point: p for point, p in MADE.items()}
FIELD = {2: 10, 3: 5, 4: 5, 9: 5, 10: 5, 11: 5, 12: 10}
Both = tuple[int | None, int, bool, int, bool]
"""The point; dollars of the pass player, and whether ruined; the same of the field player."""


def rolled(both: Both, total: int) -> Both:
    """What a roll does to 10 on pass and 5 on the field, each made while it can be paid for. The
    dollars on the layout count; who is ruined has no bet."""
    point, line, line_over, field, field_over = both
    field_over = field_over or field < 5
    if not field_over:
        field += FIELD.get(total, -5)
    if point is None:
        line_over = line_over or line < 10
        if total in MADE:
            return total, line, line_over, field, field_over
        gain = 10 if total in (7, 11) else -10
        return None, line if line_over else line + gain, line_over, field, field_over
    if total in (point, 7):
        gain = 10 if total == point else -10
        return None, line if line_over else line + gain, line_over, field, field_over
    return point, line, line_over, field, field_over


def naive(rail: int, rolls: int, ending: str) -> tuple[Fraction, Fraction, list[Fraction]]:
    """The mean difference in cents, its mean square, and the chances above, equal, below."""
    players: dict[Both, Fraction] = {(None, rail, False, rail, False): Fraction(1)}
    for _ in range(rolls):
        after: dict[Both, Fraction] = defaultdict(Fraction)
        for both, p in players.items():
            for total, ways in WAYS.items():
                after[rolled(both, total)] += p * Fraction(ways, 36)
        players = after
    mean, square, shares = Fraction(0), Fraction(0), [Fraction(0)] * 3
    for (point, line, over, field, _), p in players.items():
        up = point is not None and not over and ending == "fair"
        worth = 10 * (2 * MADE[point or 4] - 1) if up else Fraction(0)
        apart = 100 * (line + worth - field)
        mean, square = mean + p * apart, square + p * apart**2
        shares[0 if apart > 0 else 1 if apart == 0 else 2] += p
    return mean, square, shares


@pytest.mark.parametrize("ending", ["fair", "face"])
@pytest.mark.parametrize(("rail", "rolls"), [(20, 1), (20, 9), (15, 14)])
def test_exact_differences_are_those_of_two_players_with_fractions(
    ending: str, rail: int, rolls: int
) -> None:
    asked = [
        question(parse(text), bankroll=rail * 100, rolls=rolls, ending=ending)
        for text in ("bet pass 10", "bet field 5")
    ]
    found = compared([(each, each.strategy) for each in asked], Means(seed=1))
    (pair,) = found.pairs
    mean, square, shares = naive(rail, rolls, ending)
    assert (pair.method, pair.ending, pair.error) == ("exact", ending, 0.0)
    assert pair.mean == pytest.approx(float(mean), abs=1e-9)
    assert pair.sd == pytest.approx(sqrt(square - mean**2), rel=1e-12)
    chances = [pair.above.chance, pair.equal.chance, pair.below.chance]
    assert chances == pytest.approx([float(each) for each in shares], abs=1e-13)


def test_a_sample_agrees_with_the_exact_difference_and_says_what_it_is() -> None:
    texts = ["bet pass 10; odds 2x", "bet dont-pass 10; stop if ahead >= 50"]
    exact = compare(*texts, bankroll=200, rolls=60).pairs[0]
    sampled = compare(
        *texts, bankroll=200, rolls=60, method="sample", sessions=40_000, seed=3
    ).pairs[0]
    assert (exact.method, sampled.method, sampled.sessions) == ("exact", "sampled", 40_000)
    assert abs(sampled.mean - exact.mean) < 5 * sampled.error
    assert sampled.error == pytest.approx(exact.sd / sqrt(40_000), rel=0.05)
    low, high = sampled.interval
    assert high - low == pytest.approx(3.92 * sampled.error, rel=1e-3)
    for one, other in zip(
        (sampled.above, sampled.equal, sampled.below),
        (exact.above, exact.equal, exact.below),
        strict=True,
    ):
        assert abs(one.chance - other.chance) < 5 * max(one.error, 1e-4)


def test_sessions_played_on_the_rules_end_with_the_same_as_in_the_kernels() -> None:
    asked = question(parse("bet pass 10\nodds 2x\nbet come 10 if come bets < 2"), rolls=25)
    prepared, means = prepare(asked), Means(engine="numpy")
    compiled = CompiledContender(prepared, means, 5)
    one_by_one = PlayedContender(StrategySessions(asked, 5), prepared.rules, "fair", means)
    one, two = compiled.finals(7, 60), one_by_one.finals(7, 60)
    assert np.abs(one - two).max() < 1e-6
    assert len(set(one.tolist())) > 10


def test_against_itself_nothing_differs_and_every_pair_is_there() -> None:
    found = compare("bet field 5", "bet field 5", "bet field 10", rolls=10)
    assert [(pair.one, pair.two) for pair in found.pairs] == [("A", "B"), ("A", "C"), ("B", "C")]
    same = found.pairs[0]
    assert (same.mean, same.sd) == (0.0, 0.0)
    assert same.equal.chance == pytest.approx(1.0)
    data = found.as_data()["pairs"][1]
    assert data["p_a_beats_b"] + data["p_equal"] + data["p_b_beats_a"] == pytest.approx(1)
    assert data["low"] == data["mean"] == data["high"]


@pytest.mark.long
def test_a_joint_machine_has_limits_and_what_is_too_large_is_sampled() -> None:
    prepared = prepare(Question(parse("bet pass 10\nodds 2x"), rolls=100))
    assert prepared.automaton is not None
    worth = [Fraction(0)] * len(prepared.automaton.layouts)
    side = JointSide(prepared.automaton, 50_000 // prepared.automaton.unit, worth)
    with pytest.raises(TooMuchWork):
        solve_joint(side, side, 100, most_work=1e6)
    molly = "bet pass 10; bet come 10 if come bets < 3; odds 2x"
    found = compare(molly, "bet pass 10", rolls=20, sessions=None).pairs[0]
    assert found.method == "sampled"
    assert "too much" in found.note


def test_games_with_other_dice_are_not_paired() -> None:
    found = compare("pass-flat", "roulette-red", rolls=5)
    assert found.pairs == ()
    assert found.apart.startswith("Sessions of craps and roulette have no outcomes in common")
    sampled = compare("pass-flat", "roulette-red", rolls=5, sessions=10)
    assert not sampled.same_chance
    assert compare("pass-flat", "field-flat", rolls=5, sessions=10).apart == ""
    shoes = compare("banker-flat", "player-flat", rolls=5, sessions=500).pairs[0]
    assert (shoes.method, shoes.sessions) == ("sampled", 500)


def test_a_function_that_does_what_a_strategy_does_differs_in_nothing() -> None:
    def flat(hand: FunctionHand) -> None:
        if hand.point is None:
            hand.bet("pass", 10)

    pair = compare("pass-flat", flat, rolls=30, sessions=50, bankroll=60).pairs[0]
    assert (pair.method, pair.mean, pair.sd) == ("sampled", 0.0, 0.0)
    assert pair.equal.chance == 1.0
