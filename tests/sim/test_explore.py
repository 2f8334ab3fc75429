"""Bankrolls, sweeps, the cost of lines and falls, against players written out with fractions."""

from collections import defaultdict
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from lammer.sim.api import ask, find_strategy
from lammer.sim.exact.falls import chances_of_falls
from lammer.sim.exact.field import TooMuchWork
from lammer.sim.simulate import Means, Question, QuestionError, answered, prepare
from lammer.sim.strategy.parts import Strategy
from lammer.sim.studies.answers import explore
from lammer.sim.studies.bankroll import bankroll_for
from lammer.sim.studies.curves import ruin_curve
from lammer.sim.studies.lines import LineCosts, line_costs
from lammer.sim.studies.sweep import MOST_POINTS, read_sweep, sweep_over
from tests.command import lammer
from tests.usual import one_in

WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
FIELD = {2: 10, 3: 5, 4: 5, 9: 5, 10: 5, 11: 5, 12: 10}


def asked(text: str, **more: object) -> Question:
    player = find_strategy(text)
    assert isinstance(player, Strategy)
    return Question(player, **more)  # type: ignore[arg-type]


def field_falls(rail: int, rolls: int) -> tuple[dict[int, Fraction], Fraction]:
    """The chance of each largest fall of 5 on the field while there are 5, and that of ruin."""
    players = {(rail, rail, 0): Fraction(1)}
    ruined: dict[tuple[int, int, int], Fraction] = defaultdict(Fraction)
    for _ in range(rolls):
        after: dict[tuple[int, int, int], Fraction] = defaultdict(Fraction)
        for (money, peak, worst), p in players.items():
            if money < 5:
                ruined[money, peak, worst] += p
                continue
            for total, ways in WAYS.items():
                now = money + FIELD.get(total, -5)
                top = max(peak, now)
                after[now, top, max(worst, top - now)] += p * Fraction(ways, 36)
        players = after
    falls: dict[int, Fraction] = defaultdict(Fraction)
    for some in (players, ruined):
        for (_, _, worst), p in some.items():
            falls[worst] += p
    return falls, sum(ruined.values(), Fraction(0))


@pytest.mark.parametrize(("rail", "rolls"), [(15, 7), (8, 12), (40, 10)])
def test_falls_are_those_of_every_sequence_of_rolls(rail: int, rolls: int) -> None:
    prepared = prepare(asked("bet field 5", bankroll=rail * 100, rolls=rolls))
    automaton = prepared.automaton
    assert automaton is not None
    bounds = [-(-n * 100 // automaton.unit) for n in range(41)]
    found = chances_of_falls(automaton, rail * 100 // automaton.unit, rolls, bounds)
    falls, _ = field_falls(rail, rolls)
    wanted = [sum((p for fall, p in falls.items() if fall >= n), Fraction(0)) for n in range(41)]
    assert found == pytest.approx([float(each) for each in wanted], abs=1e-13)


@pytest.mark.parametrize("fall", [5, 15, 20])
def test_play_that_stops_after_a_fall_is_exact(fall: int) -> None:
    falls, _ = field_falls(30, 9)
    wanted = float(sum((p for worst, p in falls.items() if worst >= fall), Fraction(0)))
    for stop in (f"stop if drawdown >= {fall}", f"stop if rolls >= 50 or drawdown > {fall - 1}"):
        result = answered(prepare(asked(f"bet field 5\n{stop}", bankroll=30_00, rolls=9)), Means())
        assert result.exact
        assert result.ends[f"stop: {stop.removeprefix('stop if ')}"] == pytest.approx(
            wanted, abs=1e-13
        )


def test_falls_that_are_too_many_are_sampled_and_say_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lammer.sim.model.compile.MOST_WITH_FALLS", 300)
    prepared = prepare(asked("bet pass 10; odds 2x; stop if drawdown >= 100", bankroll=200_00))
    assert prepared.automaton is None
    assert prepared.why == "it looks at its drawdown, and more than 300 positions can come about"


@pytest.mark.long
def test_falls_of_line_bets_with_odds_agree_with_sessions_and_have_a_limit() -> None:
    question = asked("bet pass 10; odds 2x", bankroll=100_00, rolls=40)
    found = explore(question, Means(seed=4), falls=True).falls
    assert found is not None
    assert found.exact == len(found.chances) >= 5
    for each in found.chances:
        sampled = found.spread.at_least(each.cents)
        assert (
            abs(sampled - each.chance) < 5 * (each.chance * (1 - each.chance) / 5000) ** 0.5 + 1e-3
        )
    automaton = prepare(question).automaton
    assert automaton is not None
    with pytest.raises(TooMuchWork):
        chances_of_falls(automaton, 100_00 // automaton.unit, 40, [10, 20], most_work=1e4)
    assert len(chances_of_falls(automaton, 50, 40, [1, 400], most_work=1e7)) == 1


@cache
def field_ruin(rail: int, rolls: int) -> Fraction:
    """The chance that 5 on the field cannot be bet once more in so many rolls."""
    if rail < 5 or rolls == 0:
        return Fraction(rolls > 0)
    ways = WAYS.items()
    return sum(
        (field_ruin(rail + FIELD.get(total, -5), rolls - 1) * Fraction(n, 36) for total, n in ways),
        Fraction(0),
    )


@pytest.mark.parametrize("share", [0.3, 0.05, 0.002])
def test_the_bankroll_is_the_least_of_all(share: float) -> None:
    found = bankroll_for(asked("bet field 5", rolls=12), share, Means())
    chances = {rail: field_ruin(rail, 12) for rail in range(1, 70)}
    least = next(rail for rail, p in chances.items() if p <= share)
    assert found.found.bankroll == least * 100
    assert found.method == "exact"
    assert found.steady
    assert found.found.chance == pytest.approx(float(chances[least]), abs=1e-13)
    assert found.below.chance == pytest.approx(float(chances[least - 1]), abs=1e-13)


def test_a_bankroll_that_there_is_not_is_refused() -> None:
    with pytest.raises(QuestionError, match="without an end"):
        bankroll_for(asked("bet field 5", rolls=None), 0.05, Means())
    with pytest.raises(QuestionError, match="still ruined"):
        bankroll_for(asked("bet field 5", rolls=None, bankroll=50_00, goal=60_00), 1e-9, Means())
    sampled = bankroll_for(asked("pass-two-percent", rolls=5), 0.5, Means(sessions=20, seed=1))
    assert (sampled.method, sampled.sessions, sampled.seed) == ("sampled", 20, 1)


def costs_of(text: str, **more: object) -> tuple[LineCosts, float]:
    prepared = prepare(asked(text, **more))
    result = answered(prepared, Means())
    assert result.mean_fair is not None
    return line_costs(prepared, result), prepared.question.bankroll - result.mean_fair


def test_lines_cost_their_edge_times_their_stakes() -> None:
    rolls, come_outs = 6, Fraction(0)
    off, on = Fraction(1), dict.fromkeys((4, 5, 6, 8, 9, 10), Fraction(0))
    for _ in range(rolls):
        come_outs += off
        done = sum((p * Fraction(WAYS[n] + 6, 36) for n, p in on.items()), Fraction(0))
        on = {
            n: p * (1 - Fraction(WAYS[n] + 6, 36)) + off * Fraction(WAYS[n], 36)
            for n, p in on.items()
        }
        off = off * Fraction(12, 36) + done
    costs, total = costs_of("bet pass 10; bet field 5", rolls=rolls)
    line, field = costs.costs
    assert line.times == pytest.approx(float(come_outs), abs=1e-12)
    assert line.loss == pytest.approx(1000 * float(come_outs * Fraction(7, 495)), abs=1e-9)
    assert field.loss == pytest.approx(500 * rolls / 18, abs=1e-9)
    assert costs.total == pytest.approx(total, abs=1e-8)


@pytest.mark.parametrize(
    "text",
    one_in(
        4,
        [
            "bet place-6 12 if point; take down place-6 if rolls this shooter > 3; odds 2x; "
            "bet pass 5",
            "bet place-6 12 leave up; press place-6 by the winnings up to 60",
            "bet buy-4 25; bet hard-8 5; call hard-8 on if come-out",
            "bet pass 10; odds 5x; bet come 10 if come bets < 2",
            "bet field what is left; stop if bankroll >= 1000",
        ],
    ),
)
def test_the_costs_of_all_lines_are_what_a_session_loses(text: str) -> None:
    costs, total = costs_of(text, rolls=25, bankroll=200_00)
    assert costs.total == pytest.approx(total, abs=1e-6)
    assert costs.sessions is None or total != 0


def test_taking_a_bet_down_gives_its_edge_back() -> None:
    costs, _ = costs_of("take down place-6; bet place-6 12 if come-out", rolls=30)
    down, made = costs.costs
    assert down.loss < 0 < made.loss
    assert down.staked == 0.0


def test_a_sweep_is_the_same_strategy_with_other_amounts() -> None:
    text = "amount unit: 10; steps size: 5 10; bet pass unit; bet field size"
    over = dict([read_sweep("unit=5,20"), read_sweep("size=5 10 20,15"), read_sweep("rolls=10")])
    found = sweep_over(asked(text), over, Means())
    assert len(found.points) == 4
    other = "amount unit: 20; steps size: 15; bet pass unit; bet field size"
    last = found.points[-1].result
    assert last is not None
    assert last.mean == pytest.approx(ask(other, rolls=10).mean)
    heads, rows = found.table()
    assert heads[:3] == ("unit", "size", "rolls")
    assert rows[0][:3] == ("$5", "5 10 20", "10")
    data = found.as_data()["points"][0]
    assert data["values"] == {"unit": 500, "size": [500, 1000, 2000], "rolls": 10}
    assert data["result"]["method"] == "exact"


def test_a_point_that_cannot_be_played_says_why_and_the_others_go_on() -> None:
    over = dict([read_sweep("unit=0.5,10")])
    found = sweep_over(asked("amount unit: 10; bet pass unit", rolls=5), over, Means())
    assert [point.result is None for point in found.points] == [True, False]
    assert found.points[0].fault


def test_what_is_ended_early_says_so() -> None:
    done: list[float] = []
    means = Means(progress=lambda _, at, __: done.append(at), stop=lambda: len(done) >= 2)
    over = dict([read_sweep("bankroll=20..60/10")])
    found = sweep_over(asked("bet field 5", rolls=30), over, means)
    assert (len(found.points), found.asked) == (2, 5)
    assert "2 of 5 points" in found.computed
    with pytest.raises(QuestionError, match="no answer yet"):
        bankroll_for(asked("bet field 5", rolls=30), 0.05, Means(stop=lambda: True))
    timed = explore(asked("bet field 5", rolls=30), Means(seconds=60), ruin=0.05, lines=True)
    assert timed.ruin == explore(asked("bet field 5", rolls=30), Means(), ruin=0.05).ruin


@pytest.mark.parametrize("text", ["unit", "unit=", "unit=a", "unit=5..1/1", "unit=1..999/1", "=3"])
def test_what_is_no_sweep_is_refused(text: str) -> None:
    with pytest.raises(QuestionError):
        read_sweep(text)


def test_a_sweep_has_limits_and_names_what_there_is() -> None:
    question = asked("amount unit: 10; bet pass unit", rolls=5)
    with pytest.raises(QuestionError, match="There is: bankroll, rolls, goal, unit"):
        sweep_over(question, {"units": (500,)}, Means())
    with pytest.raises(QuestionError, match=str(MOST_POINTS)):
        sweep_over(question, {"rolls": range(1, 150), "unit": (500, 1000)}, Means())


def test_a_curve_of_ruin_has_a_line_for_each_second_value(tmp_path: Path) -> None:
    over = dict([read_sweep("bankroll=20..60/20"), read_sweep("rolls=20,40")])
    found = sweep_over(asked("bet field 5"), over, Means())
    rows = ruin_curve(found).to_dict()["datasets"]
    (listed,) = rows.values()
    assert {row["who"] for row in listed} == {"rolls 20", "rolls 40"}
    ruins = [row["ruin"] for row in listed if row["who"] == "rolls 40"]
    assert ruins == sorted(ruins, reverse=True)
    path = tmp_path / "ruin.svg"
    done = lammer(
        "explore", "bet field 5", "--sweep", "bankroll=20,40", "--rolls", "10", "--plot", str(path)
    )
    assert done.returncode == 0
    assert path.read_text(encoding="utf-8").startswith("<svg")


def test_the_command_answers_and_refuses() -> None:
    done = lammer("explore", "iron-cross", "--lines", "--ruin", "5%", "--rolls", "20")
    assert done.returncode == 0
    assert "bankroll for ruin of at most 5.000%" in done.stdout
    assert "bet field 10" in done.stdout
    table = lammer("explore", "bet field 5", "--falls", "--rolls", "5", "--csv").stdout.splitlines()
    assert table[0] == "cents,p,se"
    for options, words in (
        ((), "needs a question"),
        (("--ruin", "5"), "no chance"),
        (("--lines", "--falls", "--csv"), "one table"),
        (("--lines", "--plot", "x.svg"), "draws a sweep"),
        (("--sweep", "unit=5"), "nothing called"),
    ):
        refused = lammer("explore", "bet field 5", *options)
        assert refused.returncode == 2
        assert words in refused.stderr


def test_a_plot_that_cannot_be_written_is_refused_before_the_work() -> None:
    asked = ("explore", "bet field 5", "--sweep", "bankroll=20,40", "--rolls", "10", "--plot")
    refused = lammer(*asked, "ruin.pdf")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "the file's name ends in .png or .svg." in refused.stderr
    assert "Several values of bankroll" in lammer(*asked[:-1]).stdout
