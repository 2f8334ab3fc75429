"""The exact solver against fractions, against a naive player of automata, and against itself."""

import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from textwrap import dedent

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lammer.sim.exact import field as spread_field
from lammer.sim.exact import solve as exact
from lammer.sim.exact.plan import ExactPlan
from lammer.sim.exact.solve import TooMuchWork, cost, solve
from lammer.sim.model.automaton import FOREVER, Automaton
from lammer.sim.report.findings import PLAYED_OUT, QUANTILES, Findings
from tests.oracle.ruin import DOUBLE, THREE_FOUR_FIVE, RuinPlayer, SessionOutcome, session, until
from tests.sim.machines import TOTALS, pass_line
from tests.usual import one_in

ENGINES: tuple[exact.Engine, exact.Engine] = ("numpy", "numba")


def _machine(
    segments: list[list[tuple[int, int, int, int]]],
    to: list[list[int]],
    gain: list[list[int]],
    ends: tuple[str, ...] = ("ruin",),
    weights: list[int] | None = None,
) -> Automaton:
    """An automaton from each state's (below, row, charge, staked)."""
    flat = [segment for state in segments for segment in state]
    below, row, charge, staked = np.array(flat, np.int64).T.copy()
    first = np.cumsum([0, *(len(state) for state in segments)])
    outcomes = len(to[0])
    made = Automaton(
        100, outcomes, np.array(weights or [1] * outcomes, np.int64), first, below, row, charge,
        staked, np.array(to, np.int64), np.array(gain, np.int64), ends,
    )  # fmt: skip
    made.check()
    return made


def against(stake: int = 1) -> Automaton:
    """Don't pass: craps twelve gives the bet back."""
    box = [4, 5, 6, 8, 9, 10]
    segments = [[(stake, -1, 0, 0), (int(FOREVER), 0, 0, stake)]]
    segments += [[(int(FOREVER), 1 + i, 0, 0)] for i in range(6)]
    to = [[1 + box.index(t) if t in box else 0 for t in TOTALS]]
    gain = [[stake if t in (2, 3) else -stake if t in (7, 11) else 0 for t in TOTALS]]
    for i, point in enumerate(box):
        to.append([0 if t in (7, point) else 1 + i for t in TOTALS])
        gain.append([stake if t == 7 else -stake if t == point else 0 for t in TOTALS])
    return _machine(segments, to, gain)


def on_the_field(two: int, twelve: int) -> Automaton:
    pays = {2: two, 12: twelve} | dict.fromkeys((3, 4, 9, 10, 11), 1)
    gain = [[pays.get(t, -1) for t in TOTALS]]
    return _machine([[(1, -1, 0, 0), (int(FOREVER), 0, 0, 1)]], [[0] * 36], gain)


BOX = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
Layout = tuple[int, int, int, int, int]
"""The puck, and what is up: the line bet, its odds, the 6, the 8."""


class Busy:
    """Ten on pass, 3-4-5 times odds, twelve each on the 6 and the 8 with a point on, which may cost
    a charge; found by trying every rail that could matter."""

    def __init__(self, goal: int | None = None, charge: int = 0) -> None:
        self.goal, self.charge = goal, charge
        self.layouts: list[Layout] = [(0, 0, 0, 0, 0)]
        self.rows: list[Layout] = []

    def decide(self, layout: Layout, equity: int) -> tuple[int, int, int]:
        """Row or end, charge, and what is staked."""
        puck, *up = layout
        rail = equity - sum(up)
        line, odds, six, eight = up
        wants = [
            (0, 10, 0) if not puck and not line else None,
            (1, 10 * BOX[puck], 0) if puck and line and not odds else None,
            (2, 12, self.charge) if puck and not six else None,
            (3, 12, self.charge) if puck and not eight else None,
        ]
        bets = [want for want in wants if want]
        if self.goal is not None and equity >= self.goal:
            return -2, 0, 0
        if not any(up) and bets and bets[0][1] + bets[0][2] > rail:
            return -1, 0, 0
        staked = charged = 0
        for place, units, charge in bets:
            if units + charge <= rail:
                up[place] = units
                rail -= units + charge
                staked, charged = staked + units, charged + charge
        after: Layout = (puck, up[0], up[1], up[2], up[3])
        if after not in self.rows:
            self.rows.append(after)
        return self.rows.index(after), -charged, staked

    def roll(self, layout: Layout, total: int) -> tuple[Layout, int]:
        puck, line, odds, six, eight = layout
        if not puck:
            moved = (total if total in BOX else 0, line if total in BOX else 0, 0, six, eight)
            return moved, 0 if total in BOX else line if total in (7, 11) else -line
        if total == 7:
            return (0, 0, 0, 0, 0), -line - odds - six - eight
        won = 0
        if total == 6 and six:
            won, six = won + 14, 0
        if total == 8 and eight:
            won, eight = won + 14, 0
        if total == puck:
            return (0, 0, 0, six, eight), won + line + odds * 6 // BOX[puck]
        return (puck, line, odds, six, eight), won

    def segments(self, layout: Layout) -> list[tuple[int, int, int, int]]:
        up = sum(layout[1:])
        most = max(self.goal or 0, up + 200) + 1
        choices = [self.decide(layout, max(equity, up)) for equity in range(most + 1)]
        cuts = [e for e in range(1, most + 1) if choices[e] != choices[e - 1]]
        return [(cut, *choices[cut - 1]) for cut in cuts] + [(int(FOREVER), *choices[most])]

    def automaton(self) -> Automaton:
        segments: list[list[tuple[int, int, int, int]]] = []
        to: list[list[int]] = []
        gain: list[list[int]] = []
        for layout in self.layouts:  # grows on the way
            segments.append(self.segments(layout))
            for row in self.rows[len(to) :]:
                reached = [self.roll(row, total) for total in TOTALS]
                new = dict.fromkeys(after for after, _ in reached)
                self.layouts += [after for after in new if after not in self.layouts]
                to.append([self.layouts.index(after) for after, _ in reached])
                gain.append([won for _, won in reached])
        return _machine(segments, to, gain, ("ruin",) if self.goal is None else ("ruin", "goal"))


def close(found: float, right: Fraction) -> bool:
    return abs(found - float(right)) <= 1e-12 * max(1.0, abs(float(right)))


def agree(found: Findings, right: SessionOutcome) -> None:
    """To twelve digits, every value of the distribution included."""
    mass = dict(zip(found.final.values.tolist(), found.final.mass.tolist(), strict=True))
    assert set(mass) <= set(right.final)
    assert all(abs(mass.get(worth, 0.0) - float(p)) < 1e-15 for worth, p in right.final.items())
    assert close(found.ends["ruin"], right.ruined)
    assert close(found.ends.get("goal", 0.0), right.reached)
    assert close(found.ends[PLAYED_OUT], 1 - right.ruined - right.reached)
    assert close(found.rolls[0], right.rolls)
    assert close(found.staked[0], right.staked)
    assert found.rolls[1] == found.staked[1] == 0.0


PLAYERS = {
    "pass": (pass_line(), RuinPlayer(line=1), 8, 60),
    "pass, ten dollars": (pass_line(10), RuinPlayer(line=10), 65, 40),
    "double odds": (pass_line(10, 20), RuinPlayer(line=10, odds=DOUBLE), 75, 45),
    "3-4-5 odds and place": (
        Busy().automaton(),
        RuinPlayer(line=10, odds=THREE_FOUR_FIVE, place=12),
        137,
        24,
    ),
    "don't pass": (against(), RuinPlayer(line=1, against=True), 6, 60),
    "field": (on_the_field(2, 2), RuinPlayer(field=1), 5, 60),
    "field at 3 to 1": (on_the_field(2, 3), RuinPlayer(field=1, field_pays=(2, 3)), 5, 60),
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", one_in(3, PLAYERS))
def test_every_player_ends_as_the_fractions_say(name: str, engine: exact.Engine) -> None:
    automaton, player, bankroll, rolls = PLAYERS[name]
    agree(solve(automaton, bankroll, rolls, engine=engine), session(player, bankroll, rolls))


@pytest.mark.parametrize("rolls", [0, 1, 2, 3, 7, 50, 51])
def test_any_number_of_rolls(rolls: int) -> None:
    automaton, player, bankroll, _ = PLAYERS["double odds"]
    found = solve(automaton, bankroll, rolls)
    agree(found, session(player, bankroll, rolls))
    assert found.at[0] == 0
    assert found.at[-1] == rolls
    assert len(found.fan) == len(found.gone) == len(found.at) == min(rolls, 50) + 1


@pytest.mark.parametrize("engine", ENGINES)
def test_a_goal_stops_play_at_once(engine: exact.Engine) -> None:
    player = RuinPlayer(line=10, odds=DOUBLE)
    agree(solve(pass_line(10, 20, goal=120), 60, 50, engine=engine), session(player, 60, 50, 120))
    busy = RuinPlayer(line=10, odds=THREE_FOUR_FIVE, place=12)
    agree(solve(Busy(300).automaton(), 150, 16, engine=engine), session(busy, 150, 16, 300))


def test_the_goal_is_met_before_anything_is_bet() -> None:
    found = solve(pass_line(goal=10), 10, 100)
    assert dict(found.ends) == {"ruin": 0.0, "goal": 1.0, PLAYED_OUT: 0.0}
    assert found.rolls == found.staked == (0.0, 0.0)
    assert found.fan.tolist() == [[10] * len(QUANTILES)] * len(found.at)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("rolls", range(4))
def test_nobody_is_ruined_by_the_last_roll(rolls: int, engine: exact.Engine) -> None:
    """All of a bankroll on one bet: ruin shows when the next bet is due."""
    right = session(RuinPlayer(line=10), 10, rolls)
    agree(solve(pass_line(10), 10, rolls, engine=engine), right)
    assert (right.ruined > 0) is (rolls > 1)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("rolls", [1, 5, None])
def test_a_bankroll_too_small_is_ruin_at_once(rolls: int | None, engine: exact.Engine) -> None:
    found = solve(pass_line(10), 9, rolls, engine=engine)
    assert dict(found.ends) == {"ruin": 1.0, PLAYED_OUT: 0.0}
    assert found.final.values.tolist() == [9]
    assert found.rolls == found.staked == (0.0, 0.0)
    assert found.visits is not None
    assert found.visits.tolist() == [0.0] * len(found.visits)
    assert (found.gone == 1.0).all()


UNTIL = {
    "pass": (pass_line(goal=20), RuinPlayer(line=1), 10, 20),
    "pass, far away": (pass_line(goal=100), RuinPlayer(line=1), 50, 100),
    "double odds": (pass_line(5, 10, goal=60), RuinPlayer(line=5, odds=DOUBLE), 30, 60),
}


@pytest.mark.parametrize("tail", [True, False])
@pytest.mark.parametrize("name", UNTIL)
def test_play_until_an_end(name: str, tail: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same whether followed roll by roll or finished at once."""
    monkeypatch.setattr(exact, "tail_cost", lambda *_: 0.0 if tail else float("inf"))
    automaton, player, bankroll, goal = UNTIL[name]
    found, right = solve(automaton, bankroll, None, engine="numba"), until(player, bankroll, goal)
    assert close(found.ends["goal"], right.reached)
    assert close(found.ends["ruin"], 1 - right.reached)
    assert close(found.rolls[0], right.rolls)
    assert close(found.staked[0], right.staked)
    assert found.undecided < 1e-14
    assert found.complete
    assert 1 - found.gone[-1].sum() < 1e-3 < 1 - found.gone[-2].sum()
    consistent(automaton, bankroll, found)


def test_ruin_is_certain_without_a_goal() -> None:
    """And the house's share of what is staked on the way is the bankroll."""
    found = solve(on_the_field(2, 2), 4, None, engine="numba")
    assert found.ends["ruin"] == pytest.approx(1.0, abs=1e-12)
    assert found.staked[0] == pytest.approx(4 * 18, rel=1e-11)
    assert found.rolls[0] == pytest.approx(4 * 18, rel=1e-11)
    assert 0.0 < found.undecided <= 1e-16


def test_play_that_does_not_end_is_cut_off() -> None:
    """With or without a top: nobody bets, so nothing ever happens."""
    for ends in ((), ((50, 0, 0, 0),)):
        above = (int(FOREVER), -2 if ends else 0, 0, 0)
        idle = _machine([[*ends, above]], [[0, 0]], [[0, 0]], ("ruin", "goal"))
        found = solve(idle, 10, None, engine="numba", most_work=1e6)
        assert found.undecided == found.ends[PLAYED_OUT] == 1.0
        assert found.complete


def consistent(automaton: Automaton, bankroll: int, found: Findings) -> None:
    """What must hold of any findings."""
    visits = found.visits
    assert visits is not None
    assert sum(found.ends.values()) == pytest.approx(1.0, abs=1e-12)
    assert found.final.total == pytest.approx(1.0, abs=1e-12)
    assert (found.final.mass > 0).all()
    assert (np.diff(found.final.values) > 0).all()
    plays = automaton.row >= 0
    assert (visits[~plays] == 0).all()
    assert visits.sum() == pytest.approx(found.rolls[0], rel=1e-11)
    assert visits @ automaton.staked == pytest.approx(found.staked[0], rel=1e-11)
    worth = (automaton.gain @ automaton.weights) / automaton.weights.sum()
    change = visits[plays] @ (automaton.charge[plays] + worth[automaton.row[plays]])
    assert found.final.mean == pytest.approx(bankroll + change, rel=1e-10, abs=1e-9)
    assert found.fan.shape == (len(found.at), len(QUANTILES))
    assert found.gone.shape == (len(found.at), len(automaton.ends))
    assert (np.diff(found.gone, axis=0) >= -1e-15).all()
    assert (np.diff(found.fan, axis=1) >= 0).all()


@pytest.mark.parametrize("engine", ENGINES)
def test_the_parts_add_up(engine: exact.Engine) -> None:
    for goal, charge in ((None, 0), (400, 0), (None, 1), (400, 1)):
        automaton = Busy(goal, charge).automaton()
        found = solve(automaton, 200, 80, engine=engine)
        consistent(automaton, 200, found)
        assert found.fan[-1].tolist() == [found.final.quantile(q) for q in QUANTILES]
        ended = [found.ends[label] for label in automaton.ends]
        assert found.gone[-1] == pytest.approx(ended, abs=1e-15)


def test_the_engines_agree() -> None:
    for automaton, bankroll, rolls in (
        (Busy(charge=1).automaton(), 500, 120),
        (pass_line(10, 20, goal=700), 500, 200),
    ):
        one, other = (solve(automaton, bankroll, rolls, engine=engine) for engine in ENGINES)
        assert one.visits is not None
        assert other.visits is not None
        assert dict(one.ends) == pytest.approx(dict(other.ends), abs=1e-15, rel=0)
        assert one.visits == pytest.approx(other.visits, rel=1e-13, abs=1e-15)
        assert one.gone == pytest.approx(other.gone, abs=1e-15, rel=0)
        assert (one.fan == other.fan).all()
        assert (one.at == other.at).all()
        dense = np.zeros((2, 40000))
        dense[0, one.final.values], dense[1, other.final.values] = one.final.mass, other.final.mass
        assert abs(dense[0] - dense[1]).sum() < 1e-14


def naive(automaton: Automaton, bankroll: int, rolls: int) -> tuple[dict[str, Fraction], ...]:
    """Ends, final bankrolls and visits by the words of ``Automaton``, one table entry at a time."""
    whole = int(automaton.weights.sum())
    now = {(0, bankroll): Fraction(1)}
    ends: dict[str, Fraction] = defaultdict(Fraction)
    final: dict[str, Fraction] = defaultdict(Fraction)
    visits: dict[str, Fraction] = defaultdict(Fraction)
    for roll in range(rolls + 1):
        then: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for (state, equity), chance in now.items():
            segment = automaton.segment(state, equity)
            row = int(automaton.row[segment])
            if row < 0 or roll == rolls:
                over = row >= 0 or (row == -1 and roll == rolls)
                ends[PLAYED_OUT if over else automaton.ends[-1 - row]] += chance
                final[str(equity)] += chance
                continue
            visits[str(segment)] += chance
            for o in range(automaton.outcomes):
                change = int(automaton.charge[segment] + automaton.gain[row, o])
                part = chance * Fraction(int(automaton.weights[o]), whole)
                then[int(automaton.to[row, o]), equity + change] += part
        now = then
    return ends, final, visits


@st.composite
def automata(draw: st.DrawFn) -> Automaton:
    """Anything an automaton may be: charges and refunds, several ends, equities below zero."""
    states, rows, outcomes = (draw(st.integers(1, 4)) for _ in range(3))
    segments = []
    for _ in range(states):
        cuts = sorted(draw(st.sets(st.integers(-6, 14), max_size=3)))
        segments.append(
            [
                (
                    cut,
                    draw(st.integers(-2, rows - 1)),
                    draw(st.integers(-2, 1)),
                    draw(st.integers(0, 3)),
                )
                for cut in (*cuts, int(FOREVER))
            ]
        )

    def entries(low: int, high: int) -> list[list[int]]:
        return [[draw(st.integers(low, high)) for _ in range(outcomes)] for _ in range(rows)]

    weights = [draw(st.integers(0, 5)) for _ in range(outcomes - 1)] + [draw(st.integers(1, 5))]
    to, gain = entries(0, states - 1), entries(-5, 7)
    return _machine(segments, to, gain, ("ruin", "goal"), weights)


@given(automata(), st.integers(0, 12), st.integers(0, 7), st.sampled_from(ENGINES))
@settings(max_examples=150, deadline=None)
def test_any_automaton_is_played_as_it_is_written(
    automaton: Automaton, bankroll: int, rolls: int, engine: exact.Engine
) -> None:
    found = solve(automaton, bankroll, rolls, engine=engine)
    ends, final, visits = naive(automaton, bankroll, rolls)
    for label, chance in found.ends.items():
        assert chance == pytest.approx(float(ends.get(label, 0)), abs=1e-14)
    assert [str(value) for value in found.final.values] == sorted(
        (value for value, chance in final.items() if chance), key=int
    )
    for value, mass in zip(found.final.values, found.final.mass, strict=True):
        assert mass == pytest.approx(float(final[str(value)]), abs=1e-14)
    assert found.visits is not None
    for segment, often in enumerate(found.visits):
        assert often == pytest.approx(float(visits.get(str(segment), 0)), abs=1e-13)
    consistent(automaton, bankroll, found)


def test_too_much_work_is_refused_before_it_is_done() -> None:
    automaton = Busy().automaton()
    with pytest.raises(TooMuchWork, match="too much to solve exactly: about") as refused:
        solve(automaton, 500, 10**6)
    assert refused.value.estimate == cost(automaton, 500, 10**6) > exact.MOST_WORK
    with pytest.raises(TooMuchWork):
        solve(automaton, 500, 200, most_work=1e6)


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spread_field, "MOST_BYTES", 2**17)
    for engine in ENGINES:
        with pytest.raises(TooMuchWork, match="bytes"):
            solve(pass_line(10, 20), 500, 200, engine=engine)
    cut = solve(pass_line(10, 20), 500, None, engine="numba")
    assert cut.undecided == cut.ends[PLAYED_OUT] > 0.5
    monkeypatch.setattr(spread_field, "MOST_BYTES", 2**10)
    with pytest.raises(TooMuchWork, match="bytes"):
        solve(pass_line(10, 20), 500, 200)


def test_the_estimate_grows_with_what_is_asked() -> None:
    automaton = pass_line(10, 20)
    costs = [cost(automaton, 500, rolls) for rolls in (0, 1, 10, 100, 1000, 10000)]
    assert costs[0] == 0.0
    assert all(a < b for a, b in pairwise(costs))
    assert cost(automaton, 5000, 1000) > cost(automaton, 500, 1000)
    assert cost(Busy().automaton(), 500, 100) > cost(automaton, 500, 100)
    assert cost(pass_line(goal=100), 50, None) < cost(pass_line(goal=200), 100, None)


@pytest.mark.parametrize(
    ("automaton", "bankroll", "rolls"),
    [
        (pass_line(10, 20), 500, 200),
        (pass_line(), 50, 2000),
        (Busy().automaton(), 500, 200),
        (Busy(1000).automaton(), 500, 1000),
    ],
)
def test_the_estimate_is_near_what_it_takes(
    automaton: Automaton, bankroll: int, rolls: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within a factor of five: ``solve`` refuses by it."""
    worked: list[float] = []

    def watched(
        plan: ExactPlan, field: spread_field.Field, rolls: int, least: float
    ) -> tuple[int, int]:
        came = spread_field.advance(plan, field, rolls, least)
        worked.append(field.work)
        return came

    monkeypatch.setattr(exact, "advance", watched)
    solve(automaton, bankroll, rolls, engine="numpy")
    assert 0.2 < cost(automaton, bankroll, rolls) / max(worked) < 5


def test_bad_requests_are_refused() -> None:
    for bankroll, rolls in ((-1, 5), (2**41, 5), (5, -1), (5, 10**13)):
        with pytest.raises(ValueError, match="not"):
            solve(pass_line(), bankroll, rolls)
        with pytest.raises(ValueError, match="not"):
            cost(pass_line(), bankroll, rolls)
    with pytest.raises(ValueError, match="no engine 'abacus'"):
        solve(pass_line(), 5, 5, engine="abacus")  # type: ignore[arg-type]
    forever = [[(int(FOREVER), 0, 0, 0)]]
    with pytest.raises(ValueError, match="amount over"):
        solve(_machine(forever, [[0]], [[2**41]]), 5, 5)
    with pytest.raises(ValueError, match="no chances"):
        solve(_machine(forever, [[0, 0]], [[1, 1]], weights=[-1, 2]), 5, 5)


@pytest.mark.parametrize("engine", ENGINES)
def test_it_can_be_stopped_and_watched(engine: exact.Engine) -> None:
    told: list[tuple[int, int]] = []
    whole = solve(
        pass_line(10, 20), 500, 100, engine=engine, progress=lambda *how: told.append(how)
    )
    assert told == sorted(told)
    assert told[-1] == (100, 100)
    assert whole.complete
    answers: Iterator[bool] = iter([False, False, True])
    part = solve(pass_line(10, 20), 500, 100, engine=engine, stop=lambda: next(answers))
    assert not part.complete
    assert 0 < part.at[-1] < 100
    rolled = int(part.at[-1])
    assert part.rolls[0] == solve(pass_line(10, 20), 500, rolled).rolls[0]


def test_the_second_opinion_knows_the_gamblers_ruin() -> None:
    """A closed form: with 244 ways in 495 to win each unit."""
    for bankroll, goal in ((1, 2), (5, 10), (3, 11)):
        ratio = Fraction(251, 244)
        right = (ratio**bankroll - 1) / (ratio**goal - 1)
        found = until(RuinPlayer(line=1), bankroll, goal)
        assert found.reached == right
        assert found.staked * Fraction(-7, 495) == right * goal - bankroll
    assert until(RuinPlayer(line=1), 0, 5).rolls == 0


def test_a_great_bankroll_costs_no_more_than_a_small_one() -> None:
    player = RuinPlayer(line=10, odds=DOUBLE)
    great = 10**9
    agree(solve(pass_line(10, 20), great, 30), session(player, great, 30))
    assert cost(pass_line(10, 20), great, 30) == cost(pass_line(10, 20), 10**5, 30)


def test_small_questions_do_not_wait_for_the_compiler() -> None:
    asked = """
        import sys
        from lammer.sim.exact.solve import solve
        from tests.sim.machines import pass_line
        solve(pass_line(10, 20), 500, 200)
        assert "numba" not in sys.modules
        solve(pass_line(10, 20, goal=1000), 500, None)
        assert "numba" in sys.modules
    """
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", dedent(asked)], check=True, cwd=root, timeout=120)
