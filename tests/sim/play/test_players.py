"""Python functions that play: the same on the quick table as on the real one, in one process, in
several, and on a cluster."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from lammer.core.legality import Refusal
from lammer.games.registry import strategy_games
from lammer.sim.model.instrument import sampling_at
from lammer.sim.model.interpret import PlayedSession
from lammer.sim.play import function_table, workers
from lammer.sim.play.function_hand import FunctionHand, FunctionPlayer, PlayerFailed
from lammer.sim.play.on_table import TwoSeats, play
from lammer.sim.play.python_player import FunctionSessions, answer_function, chance_of
from lammer.sim.report.result import Result
from lammer.sim.simulate import Means, Question, answer, table_rules
from lammer.sim.strategy.parts import Strategy
from lammer.sim.strategy.text import parse

AMOUNTS = (0, 1, 5, 6, 10, 12, 20, 25, 30, 100, 400)


def anything(hand: FunctionHand) -> str | None:
    """Whatever the dice of its own say: bets of all kinds and sizes, also ones that are refused."""
    drawn = hand.random
    rules: Any = hand
    wagers = sorted(rules.rules.wagers)
    for _ in range(drawn.randrange(4)):
        wager = drawn.choice([*hand.bets, *drawn.sample(wagers, 3), "nothing-of-the-kind"])
        what = drawn.randrange(8)
        if what < 5:
            hand.bet(wager, drawn.choice([*AMOUNTS, hand.rail]))
        elif what == 5:
            hand.reduce(wager, drawn.choice(AMOUNTS))
        elif what == 6:
            hand.take_down(wager)
        else:
            hand.call(wager, drawn.random() < 0.5)
    if hand.point is None and hand.new_shooter:
        hand.bet(drawn.choice(wagers), 10)
    assert hand.bankroll == pytest.approx(hand.rail + sum(hand.bets.values()))
    return "enough" if drawn.random() < 0.01 else None


def on_the_real_table(question: Question, session: int, seed: int) -> PlayedSession:
    rules = table_rules(question)
    law = rules.house.law
    place = TwoSeats(law.key, law.game, question.house, question.bankroll)
    player = FunctionPlayer(anything, question.goal)
    trials = sampling_at(rules).on_table(seed, session)
    done = play(place, player, trials, question.rolls, chance_of(seed, session))
    return PlayedSession(
        done.final, done.end, done.rolls, done.staked, list(done.trail), dict(done.parts), done.left
    )


@pytest.mark.parametrize("game", strategy_games())
def test_random_players_do_the_same_on_the_real_table(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(function_table, "MOST_STEPS", 500)  # Forgetting changes nothing.
    question = Question(Strategy("", (), game=game), bankroll=40_000, rolls=25, goal=60_000)
    source = FunctionSessions(question, anything, 4)
    ends = set()
    for session in range(12):
        refused: dict[str, Refusal] = {}
        quick = source.play(session, refused)
        assert quick == on_the_real_table(question, session, 4), session
        ends.add(quick.end)
    assert len(ends) > 1


def left_alone(result: Result) -> dict[str, Any]:
    apart = ("seconds", "effort")
    return {key: value for key, value in result.as_data(True).items() if key not in apart}


def loses_patience(hand: FunctionHand) -> str | None:
    if hand.random.random() < 0.02:
        return "enough"
    hand.bet("field", 5 * hand.random.randrange(1, 4))
    hand.bet("place-6", 7)
    return None


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PART_TRIALS", 40 * 30)
    monkeypatch.setattr(workers, "PART_MOST", 17)


FALLS = "bet place-6 12 if point\nbet field 5 if drawdown < 40"
TRAILING = Question(parse(FALLS), bankroll=30_000, rolls=40)
PATIENCE = Question(Strategy("", ()), bankroll=10_000, rolls=40)
ASKED: dict[str, Callable[[Means], Result]] = {
    "a function": lambda means: answer_function(PATIENCE, loses_patience, means),
    "a drawdown": lambda means: answer(TRAILING, means),
}


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("asked", ASKED)
def test_processes_change_nothing(asked: str) -> None:
    alone, two, three = (
        left_alone(ASKED[asked](Means(sessions=130, seed=8, threads=threads)))
        for threads in (1, 2, 3)
    )
    assert alone == two == three
    assert alone["sessions"] == 130


@pytest.mark.usefixtures("small_parts")
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_changes_nothing() -> None:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
    ) as there:
        for asked in ASKED.values():
            means = Means(sessions=130, seed=8, threads=1)
            far = Means(sessions=130, seed=8, cluster=there.scheduler_address)
            assert left_alone(asked(far)) == left_alone(asked(means))


def test_what_is_sent_to_a_cluster_is_the_question_alone() -> None:
    import cloudpickle  # type: ignore[import-untyped]

    wide = random.Random(1).random()

    def odd(hand: FunctionHand) -> None:
        hand.bet("field", 5 if wide else 10)

    source = FunctionSessions(PATIENCE, odd, 3)
    before = source.part(0, 5)
    again = cloudpickle.loads(cloudpickle.dumps(source)).part(0, 5)
    assert before.sessions == again.sessions


def test_stopped_in_several_processes_it_has_the_first_sessions() -> None:
    looks = iter([False] * 3 + [True] * 10_000)
    means = Means(sessions=100_000, seed=8, threads=2, stop=lambda: next(looks))
    found = answer_function(PATIENCE, loses_patience, means)
    assert not found.findings.complete
    few = answer_function(PATIENCE, loses_patience, Means("auto", found.sessions, 8))
    assert dict(found.distribution) == dict(few.distribution)


def test_a_player_that_fails_in_another_process_is_said() -> None:
    def fails(hand: FunctionHand) -> None:
        raise RuntimeError("no idea")

    with pytest.raises(PlayerFailed, match=r"no idea.*test_players\.py"):
        answer_function(PATIENCE, fails, Means(sessions=20, threads=2))
