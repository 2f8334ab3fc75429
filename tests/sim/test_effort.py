"""Time budgets: what an answer is expected to take, and what there is when its time is over."""

import itertools
import time
from collections.abc import Callable
from typing import Any

import pytest

from lammer.sim.effort import Estimate, OutOfTime, TimeAllowed
from lammer.sim.exact.solve import ExactSolution
from lammer.sim.model import compile as compiling
from lammer.sim.sample import sampler
from lammer.sim.simulate import Means, Question, QuestionError, answer, answered, prepare
from lammer.sim.strategy import library
from lammer.sim.strategy.text import parse
from tests.usual import usual

PRESS = library.load("place-6-8-press")


def after(looks: int) -> Callable[[], bool]:
    """Somebody who asks to stop at the look after so many."""
    counted = itertools.count()
    return lambda: next(counted) >= looks


def figures(found: Any) -> dict[str, Any]:
    keys = ("mean", "sd", "p_ahead", "p_even", "p_behind", "p_ruin", "mean_rolls", "money_through")
    data: dict[str, Any] = found.as_data()
    return {key: data[key] for key in keys} | dict(data["ends"])


def test_an_exact_answer_that_is_stopped_is_the_exact_answer_of_fewer_rolls() -> None:
    asked = Question(PRESS, rolls=4_000)
    part = answered(prepare(asked), Means("exact", engine="numpy", stop=after(25)))
    assert part.reached is not None
    assert 0 < part.reached < 4_000
    assert part.as_data()["complete"] is False
    assert part.as_data()["effort"]["ended_by"] == "asked"
    assert f"roll {part.reached} of 4,000: every figure is as of then" in part.computed
    whole = answer(Question(PRESS, rolls=part.reached), Means("exact", engine="numpy"))
    assert dict(part.distribution) == dict(whole.distribution)
    assert figures(part) == pytest.approx(figures(whole), rel=1e-12)


@pytest.mark.parametrize("engine", ["numba", "numpy"])
def test_a_sample_that_is_stopped_is_its_first_sessions(
    engine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sampler, "CHUNK_ROLLS", 2**17)
    asked = Question(PRESS, rolls=300)
    means = Means("sample", 10**7, 5, engine, stop=after(1))
    part = answered(prepare(asked), means)
    assert 0 < part.sessions < 10**7
    assert "these are the sessions played until then" in part.computed
    whole = answer(asked, Means("sample", part.sessions, 5, engine))
    assert dict(part.distribution) == dict(whole.distribution)
    assert part.money_through == whole.money_through


def test_when_the_time_is_over_it_says_so() -> None:
    found = answer(Question(PRESS, rolls=10_000), Means("sample", 10**8, 5, seconds=0.01))
    data = found.as_data()
    assert (data["complete"], data["effort"]["ended_by"]) == (False, "time")
    assert data["effort"]["allowed"] == 0.01
    assert "The time allowed was over" in found.computed
    assert not found.interrupted


def test_what_would_take_too_long_is_sampled_in_the_time_there_is() -> None:
    told: list[Estimate] = []
    means = Means(sessions=None, seed=5, seconds=0.05, on_estimate=told.append)
    found = answered(prepare(Question(PRESS, rolls=20_000)), means)
    assert not found.exact
    (expected,) = told
    assert expected.exact_seconds is not None
    assert expected.exact_seconds > 1
    assert "an exact answer would take about" in " ".join(found.notes)
    assert found.as_data()["effort"]["exact"]["steps"] == expected.exact_steps


def test_an_exact_answer_that_is_not_finished_is_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is begun if it should be done in time; this one takes longer than was expected."""
    prepared = prepare(Question(PRESS, rolls=4_000))
    monkeypatch.setattr(ExactSolution, "seconds", 0.001)
    now = itertools.count(step=0.5)
    monkeypatch.setattr(time, "perf_counter", lambda: next(now))
    means = Means(seed=5, engine="numpy", seconds=8.0)
    found = answered(prepared, means, TimeAllowed(8.0, began=0.0))
    assert not found.exact
    assert "not finished in its part of the time" in " ".join(found.notes)


@pytest.fixture
def looks_always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at the time after each position: compiling may be over before the usual moment is."""
    monkeypatch.setattr(compiling, "A_MOMENT", -1.0)


@pytest.mark.usefixtures("looks_always")
def test_without_time_to_compile_it_is_played() -> None:
    clock = TimeAllowed(1e-9)
    prepared = prepare(Question(PRESS, bankroll=77_000), clock=clock)
    assert prepared.automaton is None
    assert "compiling took half of the time" in prepared.notes[0]
    assert prepared.rate > 0


@pytest.mark.usefixtures("looks_always")
def test_asked_to_stop_before_there_is_anything_it_has_nothing() -> None:
    with pytest.raises(OutOfTime):
        answer(Question(PRESS, bankroll=88_000), Means(stop=after(0)))


def test_half_a_second_of_nothing_is_no_time() -> None:
    for seconds in (0, -1, 1e9):
        with pytest.raises(QuestionError, match="time allowed"):
            answer(Question(PRESS), Means(seconds=seconds))


ENDLESS = [
    ("pass-flat", 500, 1000), ("pass-odds-2x", 100, 200), ("pass-odds-10x", 100, 200),
    ("field-martingale", 500, 600), ("hardways", 100, 200), ("place-6-8-press", 100, 200),
    ("pass-oscars-grind", 100, 200), ("pass-odds-2x", 500, 600), ("iron-cross", 500, 600),
    ("pass-odds-10x", 500, 600), ("hardways", 500, 600), ("place-6-8-press", 500, 600),
]  # fmt: skip


@pytest.mark.parametrize(("name", "bankroll", "goal"), usual(ENDLESS, ENDLESS[:5]))
def test_doubling_or_ruin_takes_about_what_was_estimated(
    name: str, bankroll: int, goal: int
) -> None:
    """Within a factor of three: by diffusion alone it was a hundred times too much or too little,
    and 4e17 steps for a fifth of a second."""
    asked = Question(library.load(name), bankroll=100 * bankroll, goal=100 * goal, rolls=None)
    automaton = prepare(asked).automaton
    assert automaton is not None
    solution = ExactSolution(automaton, 100 * bankroll // automaton.unit, None, "numba")
    expected = solution.work
    solution.carried_through()
    assert solution._run is not None
    assert expected / 3 < solution._run.field.work < 3 * expected


def test_all_or_nothing_is_known_to_be_quick() -> None:
    automaton = prepare(
        Question(parse("bet field what is left\nstop if bankroll >= 1000"), rolls=None)
    ).automaton
    assert automaton is not None
    assert ExactSolution(automaton, 50_000 // automaton.unit, None).work < 1e6
