"""Endings against players written out with fractions, against edges, and against one another."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import sqrt

import numpy as np
import pytest

from lammer.sim import compare
from lammer.sim.play.on_table import Seated
from lammer.sim.play.python_player import answer_function
from lammer.sim.report.findings import Spread
from lammer.sim.report.result import ENDINGS, Ending, Result
from lammer.sim.sample import sampler
from lammer.sim.simulate import Means, Question, QuestionError, answer
from lammer.sim.strategy import library
from lammer.sim.strategy.text import parse
from tests.sim.session_helpers import question, ready
from tests.usual import one_in

WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
WINS = {4: Fraction(1, 3), 5: Fraction(2, 5), 6: Fraction(5, 11)}
WINS |= {14 - point: p for point, p in WINS.items()}
PAYS = {4: Fraction(2), 5: Fraction(3, 2), 6: Fraction(6, 5)}
PAYS |= {14 - point: odds for point, odds in PAYS.items()}
Player = tuple[int | None, int, Fraction]
"""The point, the odds behind the pass bet of 10, and all money in dollars."""
Outcome = dict[Fraction, Fraction]


def naive_pass(rail: int, rolls: int, multiple: int) -> tuple[dict[Player, Fraction], Fraction]:
    """How players stand after so many rolls, and the share that could not make the next bet: 10 on
    pass and so many times odds while there is money for all of them."""
    players: dict[Player, Fraction] = {(None, 0, Fraction(rail)): Fraction(1)}
    over: dict[Player, Fraction] = defaultdict(Fraction)
    for _ in range(rolls):
        after: dict[Player, Fraction] = defaultdict(Fraction)
        for (point, odds, money), p in players.items():
            if point is None and money < 10:
                over[point, odds, money] += p
                continue
            if point is not None and not odds and money - 10 >= 10 * multiple:
                odds = 10 * multiple
            for total, ways in WAYS.items():
                now = stand(point, odds, money, total)
                after[now] += p * Fraction(ways, 36)
        players = after
    for player, p in over.items():
        players[player] = players.get(player, Fraction(0)) + p
    return players, sum(over.values(), Fraction(0))


def stand(point: int | None, odds: int, money: Fraction, total: int) -> Player:
    if point is None:
        if total in WINS:
            return total, 0, money
        return None, 0, money + (10 if total in (7, 11) else -10)
    if total == point:
        return None, 0, money + 10 + odds * PAYS[point]
    return (None, 0, money - 10 - odds) if total == 7 else (point, odds, money)


def ended(player: Player, ending: Ending) -> Iterator[tuple[Fraction, Fraction]]:
    """What a player has at the end, with chances."""
    point, odds, money = player
    if point is None or ending == "face":
        yield money, Fraction(1)
    elif ending == "fair":
        win = WINS[point]
        yield money + 10 * (2 * win - 1) + odds * (win * PAYS[point] - (1 - win)), Fraction(1)
    else:
        yield money + 10 + odds * PAYS[point], WINS[point]
        yield money - 10 - odds, 1 - WINS[point]


def naive(rail: int, rolls: int, multiple: int, ending: Ending) -> Outcome:
    players, _ = naive_pass(rail, rolls, multiple)
    found: Outcome = defaultdict(Fraction)
    for player, p in players.items():
        for money, chance in ended(player, ending):
            found[money] += p * chance
    return found


def close(found: float | None, right: Fraction) -> bool:
    return found is not None and abs(found - float(right)) <= 1e-11 * max(1.0, abs(float(right)))


def shares(outcome: Outcome, start: int) -> tuple[Fraction, Fraction, Fraction]:
    ahead = sum((p for money, p in outcome.items() if money > start), Fraction(0))
    behind = sum((p for money, p in outcome.items() if money < start), Fraction(0))
    return ahead, 1 - ahead - behind, behind


@pytest.mark.parametrize(
    ("rail", "rolls", "multiple"), one_in(3, [(100, 9, 2), (40, 12, 2), (20, 9, 0)])
)
@pytest.mark.parametrize("ending", ENDINGS)
def test_every_ending_is_that_of_a_player_written_out(
    ending: Ending, rail: int, rolls: int, multiple: int
) -> None:
    text = f"bet pass 10\nbet pass-odds {10 * multiple} if point" if multiple else "bet pass 10"
    found = answer(Question(parse(text), bankroll=100 * rail, rolls=rolls, ending=ending))
    right = naive(rail, rolls, multiple, ending)
    assert (found.exact, found.ending) == (True, ending)
    mean = sum((money * p for money, p in right.items()), Fraction(0))
    variance = sum((p * (money - mean) ** 2 for money, p in right.items()), Fraction(0))
    assert close(found.shown.mean / 100, mean)
    assert close((found.shown.sd / 100) ** 2, variance)
    kinds = ("p_ahead", "p_even", "p_behind")
    for key, share in zip(kinds, shares(right, rail), strict=True):
        assert close(found.chance_of(key), share), key
    fair = naive(rail, rolls, multiple, "fair")
    assert close((found.mean_fair or 0) / 100, sum((m * p for m, p in fair.items()), Fraction(0)))
    _, ruined = naive_pass(rail, rolls, multiple)
    assert close(found.p_ruin, ruined)
    assert close(found.chance_of("p_broke"), ruined)


def test_face_values_keep_their_keys_at_fair_value() -> None:
    asked = [Question(parse("bet pass 10\nodds 2x"), ending=ending) for ending in ENDINGS]
    fair, run_out, face = (answer(each).as_data(distribution=True) for each in asked)
    for key in ("mean", "sd", "quantiles", "distribution", "edge_on_money", "p_ruin", "ends"):
        assert fair[key] == face[key], key
    assert [round(100 * each["edge_on_money"], 3) for each in (fair, run_out)] == [0.511, 0.608]
    assert round(100 * fair["settled"]["edge_on_money"], 3) == 0.608
    assert fair["mean_fair"] == pytest.approx(run_out["mean"], abs=1e-9)
    assert fair["mean_fair"] == pytest.approx(face["mean_fair"], abs=1e-9)
    assert run_out["mean_rolls"] > fair["mean_rolls"] == face["mean_rolls"]


UNTOUCHED = ("place-6-8", "three-point-molly", "hardways", "buy-4-10", "lay-4-10", "dont-come")
"""Their bets are left until they are decided, so what is lost is the sum of the edges."""


@pytest.mark.parametrize("name", one_in(3, [*UNTOUCHED, "pass-martingale", "iron-cross"]))
def test_at_fair_value_the_edges_are_lost_and_nothing_else(name: str) -> None:
    found = answer(question(name, rolls=60))
    assert found.settled is not None
    lost = sum(part.expected_loss_cents for part in found.parts)
    assert found.bankroll - found.shown.mean == pytest.approx(lost, abs=1e-8)


def test_fire_with_pass_loses_its_edges() -> None:
    """Published: 20.76 percent of the Fire Bet here, 7/495 of the pass line."""
    found = answer(question("fire-pass", rolls=30, bankroll=20_000), Means(sessions=10_000, seed=3))
    assert found.settled is not None
    staked = {part.wager: part.staked_cents_mean for part in found.parts}
    assert staked.keys() == {"pass", "pass-odds", "fire"}
    lost = sum(part.expected_loss_cents for part in found.parts)
    assert abs(found.bankroll - found.shown.mean - lost) <= 4 * found.settled.mean_error


def same_chances(one: Result, other: Result) -> None:
    """Whether a sample is within four and a half errors of what is exact."""
    assert one.settled is not None
    assert other.settled is not None
    for key, share in one.settled.shares.items():
        right = other.settled.shares[key].chance
        error = sqrt(max(right * (1 - right), 1e-3) / one.sessions)
        assert abs(share.chance - right) <= 4.5 * error, key
    far = abs(one.settled.mean - other.settled.mean)
    assert far <= 4.5 * one.settled.mean_error
    assert abs(one.settled.mean_fair - other.settled.mean_fair) <= 4.5 * one.settled.mean_error


SOME = ("pass-odds-2x", "pass-martingale", "dont-come", "place-6-8", "win-goal")


@pytest.mark.parametrize(("name", "ending"), one_in(4, product(SOME, ENDINGS)))
def test_a_sample_ends_as_the_exact_answer_says(name: str, ending: Ending) -> None:
    asked = question(name, rolls=25, bankroll=8_000, ending=ending)
    same_chances(answer(asked, Means(sessions=10_000, seed=5)), answer(asked, Means("exact")))


@pytest.mark.parametrize("name", ["pass-odds-2x", "win-goal", "roulette-red-martingale"])
def test_engines_agree_on_what_was_up(name: str) -> None:
    made = ready(name, bankroll=15_000)
    assert made.automaton is not None
    bankroll = 15_000 // made.automaton.unit
    tallies = [
        sampler.tally(made.automaton, bankroll, 50, 3, first=7, count=2000, engine=engine)
        for engine in ("numba", "numpy")
    ]
    assert tallies[0].keys.tolist() == tallies[1].keys.tolist()
    assert tallies[0].counts.tolist() == tallies[1].counts.tolist()


def flat(hand: Seated) -> None:
    """Ten on pass."""
    if "pass" not in hand.bets:
        hand.bet("pass", 10)


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_function_ends_as_the_same_strategy(ending: Ending) -> None:
    asked = Question(parse("bet pass 10"), bankroll=5_000, rolls=31, ending=ending)
    means = Means(sessions=150, seed=4)
    mine, its = answer_function(asked, flat, means), answer(asked, means)
    assert mine.settled is not None
    assert its.settled is not None
    assert mine.settled.mean == pytest.approx(its.settled.mean)
    assert mine.settled.shares["p_ahead"] == pytest.approx(its.settled.shares["p_ahead"])
    assert mine.as_data()["mean_fair"] == pytest.approx(its.as_data()["mean_fair"])


def test_a_share_of_the_bankroll_is_counted_too() -> None:
    """Played position by position: every session has bets of its own."""
    found = answer(question("pass-two-percent", rolls=20), Means(sessions=300, seed=2))
    assert found.settled is not None
    through = found.money_through
    assert found.bankroll - found.settled.mean_fair == pytest.approx(
        through * 7 / 495, abs=4.5 * found.settled.mean_error
    )
    assert found.settled.mean_error > 0


@pytest.mark.parametrize(("units", "goal"), [(5, 10), (3, 20), (50, 60)])
def test_the_gamblers_ruin_at_roulette(units: int, goal: int) -> None:
    """The closed form of an even-money walk with 18 ways in 38."""
    ratio = Fraction(20, 18)
    right = (ratio**units - 1) / (ratio**goal - 1)
    found = answer(
        Question(parse("game: roulette\nbet red 10"), bankroll=1000 * units, goal=1000 * goal,
                 rolls=None, house={"half_on_zero": False})
    )  # fmt: skip
    assert found.p_goal == pytest.approx(float(right), abs=1e-12)
    assert found.chance_of("p_ahead") == pytest.approx(float(right), abs=1e-12)
    assert found.chance_of("p_broke") == pytest.approx(float(1 - right), abs=1e-12)
    assert found.chance_of("p_could_not_continue") == pytest.approx(0, abs=1e-12)


def naive_martingale(money: int, rolls: int, steps: tuple[int, ...]) -> tuple[Fraction, Fraction]:
    """The shares that are broke, and that cannot pay the next step: red, doubled after a loss."""
    players: dict[tuple[int, int], Fraction] = {(money, 0): Fraction(1)}
    broke = short = Fraction(0)
    for _ in range(rolls):
        after: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for (has, step), p in players.items():
            bet = steps[step]
            if has < bet:
                broke, short = broke + p * (has < steps[0]), short + p * (has >= steps[0])
                continue
            after[has + bet, 0] += p * Fraction(18, 38)
            after[has - bet, min(step + 1, len(steps) - 1)] += p * Fraction(20, 38)
        players = after
    return broke, short


def test_who_cannot_pay_the_next_step_is_not_broke() -> None:
    text = (
        "game: roulette\nsteps m: 10 20 40 80 160\n"
        "    after red loses: next\n    after red wins: first\nbet red m"
    )
    house = {"half_on_zero": False}
    for money in (150, 160, 310, 500):
        broke, short = naive_martingale(money, 30, (10, 20, 40, 80, 160))
        found = answer(Question(parse(text), house=house, bankroll=100 * money, rolls=30))
        assert close(found.chance_of("p_broke"), broke)
        assert close(found.chance_of("p_could_not_continue"), short)
        assert close(found.p_ruin, broke + short)
        assert short > 0


def test_an_ending_that_is_none_is_refused() -> None:
    asked = Question(library.load("pass-flat"), ending="soft")  # type: ignore[arg-type]
    with pytest.raises(QuestionError, match="There is no ending"):
        answer(asked)


def test_kinds_of_ruin_side_by_side() -> None:
    """Of one that has a single kind both are said, where the other has two."""
    found = compare("bet pass 10", "pass-martingale", rolls=8, bankroll=40)
    flat, doubled = found.results
    rows = {row[0].strip(): row[1:] for row in found.table()}
    assert doubled.settled is not None
    assert doubled.settled.could_not_continue.chance > 0.01
    short = rows["could not continue, with money left"]
    assert short[0] == "0%" != short[1]
    assert rows["broke"][0] == rows["chance of ruin"][0] != ""
    assert "broke" not in [row.words.strip() for row in flat.figures()]


def test_quantiles_are_rounded_like_the_mean() -> None:
    """Two thirds of a cent are a cent: a median of one session is its mean."""
    spread = Spread(np.array([48_666 + 2 / 3, 50_000]), np.array([3, 1]))
    assert [spread.quantile(q) for q in (0.5, 0.99)] == [48_667, 50_000]
