"""Dice that are not fair, against enumerations with fractions and exact counts of random words."""

import json
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import islice, product
from typing import Any

import numpy as np
import pytest

from lammer.core.codec import Malformed
from lammer.core.space import Space
from lammer.games import load
from lammer.instruments import weighed_faces
from lammer.odds import figure, hand_length, sheet
from lammer.sim.api import ask, compare
from lammer.sim.model.interpret import Interpreter
from lammer.sim.model.world import World
from lammer.sim.play.position_player import StrategySessions
from lammer.sim.sample import chance, sampler
from lammer.sim.simulate import Question, prepare
from lammer.sim.strategy.text import parse
from tests.command import lammer

HEAVY_SIX = ("1,1,1,1,1,1.2",)
TWO = ("1,2,3,4,5,6", "1/2,1/3,1,1,0.25,0")


def throws(faces: tuple[str, ...]) -> dict[tuple[int, int], Fraction]:
    """The chance of each throw of two dice."""
    dice = [[Fraction(part) for part in text.split(",")] for text in faces] * 2
    one, two = dice[:2]
    return {
        (a + 1, b + 1): one[a] * two[b] / sum(one) / sum(two)
        for a, b in product(range(6), repeat=2)
    }


def totals(faces: tuple[str, ...]) -> dict[int, Fraction]:
    found: dict[int, Fraction] = defaultdict(Fraction)
    for dice, p in throws(faces).items():
        found[sum(dice)] += p
    return found


def pass_wins(p: dict[int, Fraction]) -> Fraction:
    return p[7] + p[11] + sum(p[n] * p[n] / (p[n] + p[7]) for n in (4, 5, 6, 8, 9, 10))


@pytest.mark.parametrize("faces", [HEAVY_SIX, TWO])
def test_edges_are_those_of_an_enumeration(faces: tuple[str, ...]) -> None:
    law, p = weighed_faces(load("nj-2011"), faces), totals(faces)

    def edge(wager: str) -> Fraction:
        return figure(law, law.wager(wager)).edge_per_bet_made

    assert edge("pass") == 1 - 2 * pass_wins(p)
    for number, pays in ((4, Fraction(9, 5)), (5, Fraction(7, 5)), (6, Fraction(7, 6))):
        decided = p[number] + p[7]
        assert edge(f"place-{number}") == (p[7] - p[number] * pays) / decided
    won = sum(p[n] for n in (3, 4, 9, 10, 11)) + 2 * (p[2] + p[12])
    assert edge("field") == sum(p[n] for n in (5, 6, 7, 8)) - won
    hard = throws(faces)[4, 4]
    assert edge("hard-8") == (p[7] + p[8] - hard - 9 * hard) / (p[7] + p[8])


def test_a_hand_is_as_long_as_the_chain_of_its_points_says() -> None:
    p = totals(HEAVY_SIX)
    points = (4, 5, 6, 8, 9, 10)
    on = {n: 1 / (p[n] + p[7]) for n in points}
    come_out = sum(p[n] for n in (2, 3, 7, 11, 12))
    # E = 1 + come_out E + sum p[n] (on[n] + p[n] on[n] E)
    stays = come_out + sum(p[n] ** 2 * on[n] for n in points)
    mean = (1 + sum(p[n] * on[n] for n in points)) / (1 - stays)
    assert hand_length(weighed_faces(load("nj-2011"), HEAVY_SIX)).mean == mean


def test_three_dice_are_weighed_each() -> None:
    faces = ("1,1,1,1,1,2",)
    law = weighed_faces(load("ac-sic-bo"), faces)
    weights = [1, 1, 1, 1, 1, 2]
    small = sum(
        weights[a] * weights[b] * weights[c]
        for a, b, c in product(range(6), repeat=3)
        if 4 <= a + b + c + 3 <= 10 and not a == b == c
    )
    edge = figure(law, law.wager("small")).edge_per_bet_made
    assert edge == 1 - 2 * Fraction(small, 7**3)


def naive(faces: tuple[str, ...], rolls: int) -> dict[int, Fraction]:
    """Final dollars from 30 after 10 on pass, and 5 on the field, while there is money for each."""
    p = totals(faces)
    field = {2: 10, 3: 5, 4: 5, 9: 5, 10: 5, 11: 5, 12: 10}
    players: dict[tuple[int | None, int, bool], Fraction] = {(None, 30, False): Fraction(1)}
    for _ in range(rolls):
        after: dict[tuple[int | None, int, bool], Fraction] = defaultdict(Fraction)
        for (point, money, over), q in players.items():
            if over or (point is None and money < 10):
                after[None, money, True] += q
                continue
            bet = money - 10 >= 5
            for total, chance_of in p.items():
                now = money + (field.get(total, -5) if bet else 0)
                then: int | None = point
                if point is None:
                    if total in (4, 5, 6, 8, 9, 10):
                        then = total
                    else:
                        now += 10 if total in (7, 11) else -10
                elif total in (point, 7):
                    now, then = now + (10 if total == point else -10), None
                after[then, now, False] += q * chance_of
        players = after
    found: dict[int, Fraction] = defaultdict(Fraction)
    for (_, money, _), q in players.items():
        found[money * 100] += q
    return found


@pytest.mark.parametrize("faces", [HEAVY_SIX, TWO])
def test_exact_sessions_are_those_of_a_player_with_fractions(faces: tuple[str, ...]) -> None:
    found = ask("bet pass 10; bet field 5", bankroll=30, rolls=7, faces=faces)
    assert found.exact
    wanted = {cents: p for cents, p in naive(faces, 7).items() if p}
    got = dict(found.distribution)
    assert got.keys() == wanted.keys()
    for cents, p in wanted.items():
        assert got[cents] == pytest.approx(float(p), abs=1e-13)


def test_samples_agree_with_exact_answers_and_the_rules_play_the_same_sessions() -> None:
    question = Question(parse("bet pass 10\nodds 2x\nbet field 5"), rolls=40, faces=HEAVY_SIX)
    prepared = prepare(question)
    assert prepared.automaton is not None
    automaton, kernels = prepared.automaton, prepared.sampling.kernels
    bankroll = question.bankroll // automaton.unit
    exact = ask("bet pass 10; odds 2x; bet field 5", rolls=40, faces=HEAVY_SIX)
    sampled = sampler.sample(automaton, bankroll, 40, 20_000, 9, kernels=kernels)
    error = sampled.final.sd / 20_000**0.5
    assert abs(sampled.final.mean - exact.findings.final.mean) < 5 * error
    kernel, packed = sampler.kernel_for(automaton, bankroll, "auto", kernels)
    played = kernel.play(packed, bankroll, 40, 9, 5, 30)
    source = StrategySessions(question, 9)
    for at in range(30):
        session = source.play(5 + at, {})
        assert session.final == int(played.final[at]) * automaton.unit
        assert session.rolls == int(played.rolls[at])
    world = World.of(question.strategy, prepared.rules)
    outcomes = prepared.sampling.outcomes(9, 5)
    assert Interpreter(prepared.logic, world).session(outcomes, 40).final == (
        int(played.final[0]) * automaton.unit
    )


@pytest.mark.parametrize("weights", [(1,), (3, 5), (1, 0, 2, 4), (10, 10, 12) * 12, (2**31, 7)])
def test_of_all_words_each_outcome_has_exactly_its_share(weights: tuple[int, ...]) -> None:
    digits = chance.weighted_digits(weights)
    total, counts = digits.total, Counter[int]()
    shares = {0, 1, total // 3, total // 2, total - 2, total - 1}
    for share in sorted(each for each in shares if 0 <= each < total):
        first, stop = -(-(share << 32) // total), -(-((share + 1) << 32) // total)
        redrawn = digits.rejects(first)
        assert not any(digits.rejects(word) for word in range(first + 1, min(first + 5, stop)))
        assert stop - first - redrawn == 2**32 // total
        assert {digits.outcome(first), digits.outcome(stop - 1)} == {digits.outcome(first)}
        counts[digits.outcome(first)] += 1
    assert all(weights[outcome] for outcome in counts)
    sizes = np.diff((0, *digits.bounds))
    assert tuple(sizes.tolist()) == weights


def test_blocks_are_the_rolls_of_plain_python() -> None:
    digits = chance.weighted_digits((7, 1, 0, 4, 1000, 12345))
    drawn = np.concatenate(
        [chance.blocks(digits, 3, np.arange(40, dtype=np.uint64), block) for block in range(5)]
    )
    for session in range(40):
        rolls = list(islice(chance.weighted_rolls(digits, 3, session), 20))
        assert drawn[:, session].tolist() == rolls


def test_fair_faces_change_nothing_and_unfair_ones_are_told_everywhere() -> None:
    plain = ask("bet field 5", rolls=5, method="sample", sessions=50, seed=1)
    fair = ask("bet field 5", rolls=5, method="sample", sessions=50, seed=1, faces=["2,2,2,2,2,2"])
    assert plain.as_data()["mean"] == fair.as_data()["mean"]
    assert "faces" not in fair.as_data()
    found = ask("bet field 5", rolls=5, faces=HEAVY_SIX)
    assert found.as_data()["faces"] == list(HEAVY_SIX)
    assert "not fair" in found.asked
    assert "not fair" in found.notes[0]
    pair = compare("bet field 5", "bet pass 5", rolls=5, faces=HEAVY_SIX)
    assert pair.pairs[0].method == "exact"
    assert pair.pairs[0].mean == pytest.approx(
        ask("bet field 5", rolls=5, faces=HEAVY_SIX).shown.mean
        - ask("bet pass 5", rolls=5, faces=HEAVY_SIX).shown.mean
    )


def test_a_function_plays_with_the_same_dice() -> None:
    def field(hand: object) -> None:
        hand.bet("field", 5)  # type: ignore[attr-defined]

    asked: dict[str, Any] = {
        "rolls": 8,
        "method": "sample",
        "sessions": 30,
        "seed": 2,
        "faces": HEAVY_SIX,
    }
    one, two = ask(field, **asked), ask("bet field 5", **asked)
    assert one.mean == two.mean
    assert "not fair" in one.notes[0]


@pytest.mark.parametrize(
    ("faces", "words"),
    [
        (["1,1,1"], "six weights"),
        (["0,0,0,0,0,0"], "no face"),
        (["1,1,1,1,1,-1"], "six weights"),
        (["1,1,1,1,1,2"] * 3, "2 dice"),
        (["1/999999937,1,1,1,1,1/999999929"], "too fine"),
        (["0,0,0,0,0,1"], "Place Bet 4 to Win might never be decided"),
        (["1,0,1,0,1,0"], "Place Bet 5 to Win might never be decided"),
    ],
)
def test_faces_that_cannot_be_are_refused(faces: list[str], words: str) -> None:
    with pytest.raises(Malformed) as refused:
        weighed_faces(load("nj-2011"), faces)
    assert words in f"{refused.value} {refused.value.instead}"


def test_a_face_that_never_comes() -> None:
    """Without a six on either die, the chains have no throw of one."""
    faces = ("1,1,1,1,1,0",)
    law, p = weighed_faces(load("nj-2011"), faces), totals(faces)
    assert len(list(sheet(law))) == len(list(sheet(load("nj-2011"))))
    assert figure(law, law.wager("pass")).edge_per_bet_made == 1 - 2 * pass_wins(p)
    assert figure(law, law.wager("craps-2")).edge_per_bet_made == 1 - 31 * p[2]
    assert figure(law, law.wager("craps-12")).edge_per_bet_made == 1


def test_commands_say_that_the_dice_are_not_fair(tmp_path: object) -> None:
    option = ("--faces", HEAVY_SIX[0])
    for command in (
        ("simulate", "bet field 5", "--rolls", "5"),
        ("compare-strategies", "bet field 5", "bet pass 5", "--rolls", "5"),
        ("explore", "bet field 5", "--lines", "--rolls", "5"),
        ("odds", "nj-2011", "--wager", "place-6"),
        ("odds", "nj-2011", "--hand-length"),
    ):
        done = lammer(*command, *option)
        assert done.returncode == 0
        assert "not fair" in done.stdout
        assert "6/5" in done.stdout
    data = json.loads(lammer("odds", "nj-2011", "--wager", "place-6", "--json", *option).stdout)
    assert data["faces"] == list(HEAVY_SIX)
    assert data["wagers"][0]["edge_per_bet_made"] == "17/342"
    refused = lammer("odds", "ac-roulette", *option)
    assert refused.returncode == 2
    assert "no faces" in refused.stderr
    recorded = lammer("simulate", "bet field 5", "--dice", "x", *option)
    assert "do not go together" in recorded.stderr


def test_a_space_of_other_weights_is_another_space() -> None:
    fair, heavy = load("nj-2011").space, weighed_faces(load("nj-2011"), HEAVY_SIX).space
    assert isinstance(heavy, Space)
    assert sum(heavy.weights) == 31**2
    assert heavy != fair
    assert weighed_faces(load("nj-2011"), ["3,3,3,3,3,3"]).space == fair
