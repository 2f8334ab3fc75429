"""Answers: against fractions worked out elsewhere, against one another, and against theorems."""

import subprocess
import sys
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from lammer.instruments.recording import RecordedTrialError
from lammer.sim.exact import solve as exact
from lammer.sim.model.check import Unplayable
from lammer.sim.model.memory import needs_exact_bankroll
from lammer.sim.play.function_hand import FunctionHand as Seated
from lammer.sim.play.function_hand import TooManyCommands
from lammer.sim.play.python_player import answer_function, on_recorded
from lammer.sim.report.findings import PLAYED_OUT
from lammer.sim.sample import sampler as sample
from lammer.sim.sample.cluster import NoCluster
from lammer.sim.simulate import Means, Question, QuestionError, answer, prepare, table_rules
from lammer.sim.strategy import library
from lammer.sim.strategy import parts as p
from lammer.sim.strategy.text import parse
from tests.oracle import ruin
from tests.sim.session_helpers import question, ready
from tests.usual import one_in, usual

PASS = "bet pass 10"
DOUBLE = "bet pass 10\nodds 2x"
HUNDRED = "bet pass 1\nodds 100x"
BUSY = "bet pass 10\nodds 3-4-5x\nbet place-6, place-8 12 if point"
THREE_FOUR_FIVE = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}


def close(found: float, right: Fraction, digits: int = 12) -> bool:
    return abs(found - float(right)) <= 0.1**digits * max(1.0, abs(float(right)))


ORACLE = {
    PASS: ruin.RuinPlayer(line=10),
    DOUBLE: ruin.RuinPlayer(line=10, odds=dict.fromkeys(THREE_FOUR_FIVE, 2), less_odds=True),
    HUNDRED: ruin.RuinPlayer(line=1, odds=dict.fromkeys(THREE_FOUR_FIVE, 100), less_odds=True),
    BUSY: ruin.RuinPlayer(line=10, odds=THREE_FOUR_FIVE, place=12, less_odds=True),
    "bet dont-pass 10": ruin.RuinPlayer(line=10, against=True),
}


@pytest.mark.parametrize("text", one_in(2, ORACLE))
@pytest.mark.parametrize(("bankroll", "rolls"), usual([(500, 20), (60, 14), (35, 18)], [(35, 18)]))
def test_exact_answers_are_the_fractions_of_a_second_opinion(
    text: str, bankroll: int, rolls: int
) -> None:
    right = ruin.session(ORACLE[text], bankroll, rolls)
    found = answer(Question(parse(text), bankroll=100 * bankroll, rolls=rolls))
    assert found.exact
    assert close(found.p_ruin, right.ruined)
    assert close(found.mean_rolls, right.rolls)
    assert close(found.money_through / 100, right.staked)
    theirs = {100 * worth: chance for worth, chance in right.final.items()}
    mine = dict(found.distribution)
    assert mine.keys() <= theirs.keys()
    for worth, chance in theirs.items():
        assert abs(mine.get(worth, 0.0) - float(chance)) < 1e-15
    mean = sum((worth * chance for worth, chance in theirs.items()), Fraction(0))
    assert close(found.mean, mean)
    variance = sum(chance * (worth - mean) ** 2 for worth, chance in theirs.items())
    assert abs(found.sd - sqrt(variance)) < 1e-9


@pytest.mark.parametrize("text", one_in(2, ORACLE))
def test_doubling_before_ruin_is_the_fraction_of_a_second_opinion(text: str) -> None:
    bankroll = 100 if text in (PASS, "bet dont-pass 10") else 40
    right = ruin.until(ORACLE[text], bankroll, 2 * bankroll)
    asked = Question(parse(text), bankroll=100 * bankroll, rolls=None, goal=200 * bankroll)
    found = answer(asked, Means("exact"))  # What BUSY takes is far overestimated.
    assert found.p_goal is not None
    assert close(found.p_goal, right.reached)
    assert close(found.mean_rolls, right.rolls, 11)
    assert found.findings.undecided < 1e-12


def test_the_figures_of_the_formats_page() -> None:
    """Pass with double odds: the mean, the deviation and the ruin printed in docs/formats.md."""
    found = answer(Question(parse(DOUBLE)))
    assert (round(found.mean, 2), round(found.sd, 2)) == (49290.14, 21891.78)
    assert round(found.p_ruin, 4) == 0.0212


def dice_strategies() -> list[str]:
    """Those that are compiled, for dice, and have an exact answer in a gigabyte."""
    found = [name for name in library.names() if library.load(name).game != "punto-banco"]
    found.remove("fire-pass")
    rules = table_rules(Question(parse(PASS)))
    return [name for name in found if needs_exact_bankroll(library.load(name), rules) is None]


LARGE = ("all-or", "bonus")
"""Of these the machine has a thousand states."""
USUAL = [name for name in dice_strategies() if not name.startswith(LARGE)][::20]


@pytest.mark.parametrize("name", usual(dice_strategies(), USUAL))
def test_a_sample_is_within_four_errors_of_the_exact_answer(name: str) -> None:
    large = name.startswith(LARGE)
    prepared = ready(name, bankroll=20_000)
    automaton = prepared.automaton
    assert automaton is not None
    bankroll, rolls = 20_000 // automaton.unit, 30 if large else 60
    right = exact.solve(automaton, bankroll, rolls)
    sessions = 40_000
    found = sample.sample(automaton, bankroll, rolls, sessions, 11)
    assert abs(found.final.mean - right.final.mean) <= 4 * right.final.sd / sqrt(sessions)
    for one, other in ((found.rolls, right.rolls), (found.staked, right.staked)):
        assert abs(one[0] - other[0]) <= 4 * one[1] + 1e-4 * other[0]
    for end, chance in right.ends.items():
        error = sqrt(max(chance * (1 - chance), 1e-4) / sessions)
        assert abs(found.ends[end] / sessions - chance) <= 4 * error, end
    assert right.visits is not None
    assert found.visits is not None
    staked = float(right.visits @ automaton.staked)
    assert staked == pytest.approx(right.staked[0], rel=1e-12)


RESOLVED = {
    "pass": "bet pass 10",
    "pass with odds": "bet pass 10\nodds 2x",
    "don't pass with odds": "bet dont-pass 10\nodds 1x",
    "come": "bet pass 10\nbet come 10 if come bets < 1",
    "places": "bet place-6 12\nbet place-9 10\nbet place-4 5",
    "field": "bet field 5",
    "hard ways": "bet hard-6 1\nbet hard-10 1",
    "buy and lay": "bet buy-4 20\nbet lay-10 40",
    "horn and hops": "bet horn 4\nbet hop-2-4 1\nbet any-seven 1",
    "martingale": "bet pass 3 * m",
}
MARTINGALE = "steps m: 5 10 20\n    after pass loses: next\n    after pass wins: first\n"


@pytest.mark.parametrize("name", one_in(5, RESOLVED))
def test_what_is_lost_is_the_sum_of_the_wagers_edges(name: str) -> None:
    """A theorem: every bet is left up until it is decided, and play ends with nothing up."""
    lines = "".join(f"    {line}\n" for line in RESOLVED[name].split("\n"))
    text = f"{MARTINGALE}when rolls < 25:\n{lines}stop if rolls >= 25 and nothing up"
    prepared = prepare(Question(parse(text), bankroll=60_000, rolls=None))
    automaton = prepared.automaton
    assert automaton is not None
    found = answer(Question(parse(text), bankroll=60_000, rolls=None), Means(method="exact"))
    assert found.findings.undecided < 1e-12
    expected = sum(part.expected_loss_cents for part in found.parts)
    assert found.bankroll - found.mean == pytest.approx(expected, rel=1e-9)
    assert found.money_through == pytest.approx(
        sum(part.staked_cents_mean for part in found.parts), rel=1e-12
    )


def test_maryland_bonus_bets_lose_their_edges_too() -> None:
    text = "when rolls < 8:\n    bet pass 5\n    bet all-small 1\nstop if rolls >= 8 and nothing up"
    asked = Question(parse(text), rules="md-2013", bankroll=10_000, rolls=None)
    found = answer(asked, Means(method="exact"))
    assert found.findings.undecided < 1e-12
    assert {part.wager for part in found.parts} == {"pass", "all-small"}
    expected = sum(part.expected_loss_cents for part in found.parts)
    assert found.bankroll - found.mean == pytest.approx(expected, rel=1e-9)


# How an answer is found


def test_small_machines_are_solved_and_others_sampled_and_it_says_which() -> None:
    assert answer(Question(parse(PASS))).findings.method == "exact"
    found = answer(Question(parse(PASS)), Means(sessions=1000, seed=5))
    assert (found.findings.method, found.sessions, found.findings.seed) == ("sampled", 1000, 5)
    played = answer(question("pass-two-percent"), Means(sessions=50, seed=5))
    assert played.findings.method == "sampled"
    assert "share of the bankroll" in played.notes[0]
    cards = answer(question("banker-flat"), Means(sessions=500, seed=5))
    assert cards.findings.method == "sampled"


@pytest.mark.parametrize(
    ("asked", "means", "says"),
    [
        (Question(parse("bet pass 3 % of bankroll")), Means("exact"), "share of the bankroll"),
        (question("banker-flat"), Means("exact"), "no exact answer"),
        (Question(parse(PASS), bankroll=0), Means(), "bankroll"),
        (Question(parse(PASS), goal=50_000), Means(), "goal"),
        (Question(parse(PASS), rolls=0), Means(), "rolls"),
        (Question(parse(PASS)), Means(sessions=10**15), "more than"),
        (Question(parse(PASS)), Means(sessions=0), "too few"),
        (Question(parse(PASS)), Means("sample", seed=-1), "seed"),
        (Question(parse(PASS), rules="nj-2001"), Means(), "is for craps"),
        (Question(parse("bet pass 2 % of bankroll")), Means(sessions=10**9), "one by one"),
        (Question(parse(PASS), house={"odds": 0.5}), Means(), "odds"),
    ],
)
def test_what_cannot_be_answered_is_refused_before_the_work(
    asked: Question, means: Means, says: str
) -> None:
    with pytest.raises((QuestionError, ValueError), match=f"(?i){says}"):
        answer(asked, means)


@pytest.mark.parametrize(
    ("text", "clause", "line"),
    [
        ("bet pass 10\nbet place-6 10", "NJ11-1.4f", 2),
        ("bet horn 5", "NJ11-1.4f", 1),
        ("bet pass 10\nbet all-small 1", "NJ11-1.2b", 2),
        ("bet pass 10\nodds 200x", "NJ11-1.6", 2),
        ("bet pass 10\ntake down pass if point", "NJ11-1.3c1", 2),
        ("bet pass 10\nbet place-6 12 if point\ncall place-6 off if point", "NJ11-1.3", 3),
        ("steps m: 10 12.50\nbet place-5 m", "NJ11-1.4f", 2),
        ("bet fire 6", "NJ11-1.12b1", 1),
        ("bet whirl 5\ntake down whirl if point", "NJ11-1.2a21-s3", 2),
        ("bet whirl 5\nbet horn 4 if whirl is up", "NJ11-1.2a21-s3", 0),
        (
            "bet whirl 5\ncount hot up to 3:\n    after whirl wins: +1\nstop if hot > 1",
            "NJ11-1.2a21-s3",
            0,
        ),
    ],
)
def test_what_the_table_refuses_is_said_at_load_with_its_clause(
    text: str, clause: str, line: int
) -> None:
    with pytest.raises(Unplayable) as refused:
        prepare(Question(parse(text)))
    fault = refused.value.faults[0]
    assert fault.line == line
    assert any(each.startswith(clause) for each in fault.clauses), fault


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("bet place-6 7", "Bet $6 or more, in steps of $6."),
        ("bet field 0.50", "Bet $1 or more."),
        ("bet fire 7", "Bet $1 to $5."),
    ],
)
def test_an_amount_that_is_refused_says_which_are_taken(text: str, taken: str) -> None:
    with pytest.raises(Unplayable) as refused:
        prepare(Question(parse(text)))
    assert refused.value.faults[0].what.endswith(taken)


def test_what_never_bets_is_refused() -> None:
    with pytest.raises(Unplayable, match="never"):
        prepare(Question(parse("bet pass 10 if rolls > 5 and rolls < 3")))
    with pytest.raises(QuestionError, match="does not pay for the first bet"):
        prepare(Question(parse("bet pass 10"), bankroll=500))


def test_a_strategy_without_end_is_not_compiled_but_played() -> None:
    from lammer.sim.model.compile import NotCompiled, compiled

    rules = prepare(Question(parse(PASS))).rules
    text = "bet pass 10\nbet place-6 6\nraise place-6 by 6"
    with pytest.raises(NotCompiled, match="Cap what grows"):
        compiled(parse(text), rules, 50_000_000, most_states=2_000)


# Python functions, recorded dice, clusters


def double_odds(hand: Seated) -> None:
    """Pass with double odds, or as much of them as is payable."""
    if hand.point is None and "pass" not in hand.up:
        hand.bet("pass", 10)
    elif hand.point is not None and "pass" in hand.up and "pass-odds" not in hand.up:
        step = {5: 2, 9: 2, 6: 5, 8: 5}.get(hand.point, 1)
        hand.bet("pass-odds", min(20, hand.rail // step * step))


class Counting:
    """Pass, until five rolls have been seen."""

    def __init__(self) -> None:
        self.seen = 0

    def __call__(self, hand: Seated) -> str | None:
        self.seen += 1
        if "pass" not in hand.up and hand.point is None:
            hand.bet("pass", 10)
        return "seen enough" if self.seen > 5 else None


def test_a_function_on_the_real_table_is_the_compiled_strategy() -> None:
    asked = Question(parse(DOUBLE), bankroll=6_000, rolls=60)
    mine = answer_function(asked, double_odds, Means(sessions=40, seed=3))
    its = answer(asked, Means(sessions=40, seed=3))
    assert dict(mine.distribution) == dict(its.distribution)
    assert mine.p_ruin == its.p_ruin > 0
    assert mine.money_through == pytest.approx(its.money_through, rel=1e-12)
    assert mine.mean_rolls == its.mean_rolls


def test_a_class_is_made_anew_for_each_session() -> None:
    asked = Question(parse(PASS), rolls=60)
    found = answer_function(asked, Counting, Means(sessions=5, seed=3))
    assert found.mean_rolls == 5
    assert found.ends["stop"] == 1.0


def test_a_function_that_never_lets_the_dice_roll_is_stopped() -> None:
    def forever(hand: Seated) -> None:
        while True:
            hand.bet("field", 5)

    with pytest.raises(TooManyCommands):
        answer_function(Question(parse(PASS), bankroll=10**9), forever, Means(sessions=1))


def test_recorded_dice_are_played_as_they_lie() -> None:
    found = on_recorded(parse(DOUBLE), ["3 3", "# a remark", "4-2", "66", "1,1", "34"])
    assert (found.rolls, found.there, found.end) == (5, 5, "end of the rolls")
    assert found.trail == (50_000, 50_000, 53_400, 52_400, 51_400, 52_400)
    assert found.parts == {"pass": 4_000, "pass-odds": 2_000}


def test_what_is_still_up_on_recorded_dice_is_told_at_its_worth() -> None:
    """A pass bet of 10 on the 10 is won once in three: worth 20/3 of its stake of 10."""
    found = on_recorded(parse(PASS), ["1 1", "5 5", "2 1"])
    assert found.final == 49_000
    assert found.as_data()["final_fair"] == pytest.approx(49_000 - 1_000 + 2_000 / 3)
    assert "Of the $490, $10 is still up; at its exact worth, $6.67, that" in found.words()
    over = on_recorded(parse(PASS), ["1 1"])
    assert over.as_data()["final_fair"] == over.final
    assert "still up" not in over.words()


def test_a_log_is_recorded_dice_too(tmp_path: Any) -> None:
    from lammer.table import Run

    kept: list[bytes] = []
    run = Run.at("nj-2011", rails={1: 10_000}, keep=kept.append)
    run.do({"do": "accept-dice", "seat": 1})
    run.do({"do": "bet", "seat": 1, "wager": "pass", "amount": 1000})
    for dice in ([3, 3], [4, 2]):
        run.do({"do": "roll", "dice": [3, 4]})
        run.do({"do": "correct", "caller": "boxperson", "reason": "wrong-dice"})
        run.do({"do": "roll", "dice": dice})
    found = on_recorded(parse(DOUBLE), [line.decode() for line in kept])
    assert found.trail == (50_000, 50_000, 53_400), "a roll that was taken back is none"


@pytest.mark.parametrize("line", ["7 1", "3", "three four", "{", '{"event": "roll", "body": {}}'])
def test_what_is_no_roll_is_refused_with_its_line(line: str) -> None:
    with pytest.raises(RecordedTrialError, match="line 2"):
        on_recorded(parse(PASS), ["3 4", line])


def test_no_rolls_at_all_are_refused() -> None:
    with pytest.raises(QuestionError, match="no roll"):
        on_recorded(parse(PASS), ["# nothing"])


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_has_the_same_numbers_whatever_its_workers() -> None:
    from distributed import LocalCluster

    prepared = prepare(Question(parse(DOUBLE), bankroll=6_000, rolls=50))
    automaton = prepared.automaton
    assert automaton is not None
    from lammer.sim.sample import cluster

    right = sample.sample(automaton, 6_000 // automaton.unit, 50, 3_000, 9)
    sizes = cluster.PART_ROLLS
    try:
        cluster.PART_ROLLS = 50 * 700
        for workers in (1, 2):
            with LocalCluster(
                n_workers=workers, threads_per_worker=1, processes=workers == 2,
                dashboard_address=None,
            ) as there:  # fmt: skip
                bankroll = 6_000 // automaton.unit
                address = there.scheduler_address
                found = cluster.sample(automaton, bankroll, 50, 3_000, 9, address)
            assert dict(found.ends) == dict(right.ends)
            assert (found.final.values == right.final.values).all()
            assert (found.final.mass == right.final.mass).all()
            assert (found.rolls, found.staked) == (right.rolls, right.staked)
    finally:
        cluster.PART_ROLLS = sizes


def test_a_cluster_that_is_not_there_is_said() -> None:
    from lammer.sim.sample import cluster

    with pytest.raises(NoCluster, match="no cluster"), cluster.connected("nowhere://x"):
        pass


def test_interrupted_work_is_kept_and_said() -> None:
    means = Means("sample", sessions=3_000_000, seed=2, stop=lambda: True, threads=1)
    found = answer(Question(parse(PASS), rolls=20), means)
    assert not found.findings.complete
    assert 0 < found.sessions < 3_000_000
    assert found.findings.ends[PLAYED_OUT] + found.findings.ends["ruin"] == found.sessions


@pytest.mark.long
def test_numpy_alone_is_enough() -> None:
    """Exact and sampled, dice and cards, in a process that has no numba. The last question is one
    for which numba would be loaded."""
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "from lammer.sim import ask\n"
        "from lammer.sim.simulate import Question, prepare\n"
        "from lammer.sim.exact import solve as exact\n"
        "from lammer.sim.strategy import library\n"
        "dice = ask('pass-flat', sessions=50, seed=1)\n"
        "cards = ask('banker-flat', sessions=3, rolls=20, seed=1)\n"
        "print(round(ask('pass-odds-2x').mean, 2), dice.sessions, cards.sessions)\n"
        "a = prepare(Question(library.load('three-point-molly'))).automaton\n"
        "print(round(exact.solve(a, 50, 160).final.mean, 6))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert first == "49290.14 50 3"
    automaton = ready("three-point-molly").automaton
    assert automaton is not None
    right = exact.solve(automaton, 50, 160, engine="numba").final.mean
    assert float(second) == pytest.approx(right, abs=1e-6)


LEAST = {"limits": {"pass": {"min": 1_000}, "pass-odds": {"min": 1_000}}}


@pytest.mark.parametrize(
    ("text", "bankroll", "point", "house", "put"),
    one_in(3, [
        ("bet pass 1\nodds 100x", 3_800, "3 3", {}, 3_500),
        ("bet pass 1\nodds 100x", 3_800, "2 3", {}, 3_600),
        ("bet pass 1\nodds 100x", 3_800, "2 2", {}, 3_700),
        ("bet pass 1\nodds max", 3_800, "3 3", {}, 3_500),
        ("bet pass 1\nodds 100x", 500, "3 3", {}, None),
        ("bet pass 10\nodds 2x", 2_600, "2 3", {}, 1_600),
        ("bet dont-pass 10\nodds 2x", 3_300, "3 3", {}, 1_800),
        ("bet come 1\nbet pass 1\nodds 100x", 3_800, "3 3", {}, None),
        ("bet come 1\nbet pass 1\nodds max", 3_800, "3 3", {}, 3_500),
        ("bet pass 10\nodds max", 50_000, "3 3", {"odds": 5}, 5_000),
        (
            "bet pass 10\nodds max", 50_000, "3 3",
            {"odds": 5, "round_up_odds": False, "limits": {"pass-odds": {"max": 4_400}}}, 4_000,
        ),
        ("bet pass 10\nodds max", 2_500, "3 3", LEAST, 1_500),
        ("bet pass 10\nodds max", 1_900, "3 3", LEAST, None),
    ]),
)  # fmt: skip
def test_odds_by_multiple_are_as_much_as_the_rail_covers(
    text: str, bankroll: int, point: str, house: dict[str, Any], put: int | None
) -> None:
    found = on_recorded(parse(text), [point, "1 1"], house=house, bankroll=bankroll)
    behind = [cents for wager, cents in found.parts.items() if wager.endswith("-odds")]
    assert behind == ([] if put is None else [put])


PASS_10 = p.bet("pass", 10)


@pytest.mark.parametrize(
    ("lines", "steps", "says"),
    [
        ((p.bet("pass", 0),), (), "0 cents is no stake; bet more than nothing"),
        ((p.bet("pass", -5),), (), "-500 cents is no stake"),
        ((p.BetLine("pass", p.Money(10.5)),), (), "no whole number of cents"),  # type: ignore[arg-type]
        ((p.bet("pass", 10**12),), (), "more than $1,000,000,000"),
        ((p.BetLine("pass", p.Share(Fraction(0))),), (), "a share of 0"),
        ((p.BetLine("pass", p.Share(Fraction(3, 2))),), (), "a share of 3/2"),
        ((PASS_10, p.odds(0)), (), "0 cents is no stake"),
        ((PASS_10, p.OddsLine(Fraction(0))), (), "odds of 0 times bet nothing"),
        (
            (PASS_10, p.OddsLine(((4, Fraction(1)), (5, Fraction(-1))))),
            (),
            "odds of -1 times bet nothing",
        ),
        ((PASS_10, p.raise_by("pass-odds", 0)), (), "0 cents is no stake"),
        ((PASS_10, p.raise_by("pass-odds", 5, 0)), (), "0 cents is no stake"),
        ((PASS_10, p.reduce_by("pass-odds", 0)), (), "0 cents is no stake"),
        ((p.bet("pass", "unit"),), (p.Steps("unit", (1000, 0)),), "0 cents is no stake"),
        ((p.bet("pass", "unit"),), (p.Steps("unit", ()),), "steps need one amount"),
        (
            (p.BetLine("pass", p.StepOf("unit", 0)),),
            (p.Steps("unit", (1000,)),),
            "0 times is not 1",
        ),
    ],
)
def test_a_stake_of_nothing_put_together_in_python_is_refused(
    lines: tuple[p.Line, ...], steps: tuple[p.Steps, ...], says: str
) -> None:
    with pytest.raises(Unplayable) as refused:
        prepare(Question(p.Strategy("none", lines, steps=steps)))
    assert says in str(refused.value)


def test_a_bet_reduced_to_nothing_is_taken_down() -> None:
    text = "bet place-6 12 if point\nreduce place-6 to 0 if last is 5"
    assert on_recorded(parse(text), ["2 2", "2 3", "3 4"]).final == 50_000


def test_a_function_that_bets_nothing_has_not_bet() -> None:
    def none(hand: Seated) -> None:
        assert hand.bet("pass", 0) is False

    assert on_recorded(none, ["3 4", "1 1"]).parts == {}
