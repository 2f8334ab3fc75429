"""One session, trial by trial: that of the sample, reckoned again from what is shown."""

from typing import Any

import pytest

from lammer.sim.api import ask
from lammer.sim.play.function_hand import FunctionHand
from lammer.sim.play.recorded_sessions import answer_recorded, recorded_sessions, single
from lammer.sim.play.shown_session import show_recorded, show_session
from lammer.sim.simulate import Means, Question, QuestionError, answer
from lammer.sim.strategy import library
from tests.sim.session_helpers import question
from tests.usual import one_in

SHOWN = ("place-6-8-press", "three-point-molly", "trailing-stop", "roulette-two-dozens",
         "banker-flat", "sic-bo-big-paroli", "pass-labouchere")  # fmt: skip


@pytest.mark.parametrize("name", one_in(3, SHOWN))
def test_it_is_the_session_of_the_sample(name: str) -> None:
    asked = question(name, rolls=40)
    for number in (1, 2, 5):
        shown = show_session(asked, asked.strategy, 9, number)
        found = answer(asked, Means("sample", 1, 9, first=number - 1, threads=1))
        ((final, _),) = list(found.distribution)
        assert shown.final == shown.trials[-1].bankroll == final
        assert len(shown.trials) == found.mean_rolls
        assert shown.staked == found.money_through
        (end,) = [end for end, share in found.ends.items() if share]
        assert shown.end == {"rolls": "end of the rolls"}.get(end, end)


@pytest.mark.parametrize("name", ["place-6-8-press", "three-point-molly", "field-martingale"])
def test_the_bankroll_is_what_bets_won_and_lost_make_it(name: str) -> None:
    """Bets at their stakes, without vigorish: winners bring what they are paid, losers cost their
    stakes."""
    asked = question(name, rolls=150)
    shown = show_session(asked, asked.strategy, 4, 1)
    bankroll = asked.bankroll
    for trial in shown.trials:
        assert all(trial.up.get(each.bet, 0) == each.stake for each in trial.changes)
        for result in trial.results:
            assert trial.up[result.bet] == result.stake
            bankroll += {"wins": result.paid, "loses": -result.stake}.get(result.result, 0)
        assert trial.bankroll == bankroll
    assert shown.staked == sum(c.by for t in shown.trials for c in t.changes if c.by > 0)
    assert shown.as_data()["trials"][0]["dice"] == (
        *map(int, shown.trials[0].outcome_text.split("-")),
    )


def test_what_is_still_up_is_told_at_its_worth() -> None:
    asked = question("pass-flat", rolls=3)
    source = recorded_sessions(asked, asked.strategy, ["1 1", "5 5", "2 1"])
    shown = show_recorded(source, 1)
    mean = answer_recorded(source).as_data()["mean_fair"]
    assert shown.as_data()["final_fair"] == single(source)["final_fair"] == pytest.approx(mean)
    assert "at its exact worth, $6.67, that makes $486.67." in shown.ending_text


def plays(hand: FunctionHand) -> str | None:
    hand.bet("field", 5 * hand.random.randrange(1, 4))
    return "enough" if hand.bankroll > 540 else None


def test_a_function_is_shown_too() -> None:
    shown = ask(plays, seed=3, rolls=60, show_session=4)
    found = ask(plays, seed=3, rolls=60, sessions=4, threads=1)
    assert shown.final in dict(found.distribution)
    assert shown.end in ("stop", "end of the rolls")


def test_sessions_of_a_record_are_shown_too() -> None:
    lines = ["1 1", "3 4", "6 6", "5 5", "2 1"]
    asked = Question(library.load("field-flat"), rolls=2)
    source = recorded_sessions(asked, asked.strategy, lines)
    assert source.sessions == 2
    shown = show_recorded(source, 2)
    assert [each.outcome_text for each in shown.trials] == ["6-6", "5-5"]
    assert shown.seed is None
    with pytest.raises(QuestionError, match="2 sessions"):
        show_recorded(source, 3)


def test_sessions_of_a_record_are_played_one_after_another() -> None:
    """Ten on the field at every roll, reckoned by hand: 2 and 12 pay double."""
    lines = ["1 1", "3 4", "6 6", "5 5", "2 1"]
    found = ask("field-flat", dice=lines, rolls=2, threads=1)
    assert dict(found.distribution) == {51_000: 0.5, 53_000: 0.5}
    data: dict[str, Any] = found.as_data()
    assert (data["method"], data["sessions"], data["recorded"], data["rolls"]) == (
        "recorded", 2, 5, 2,
    )  # fmt: skip
    whole = ask("field-flat", dice=lines, rolls=None)
    assert (whole.sessions, whole.mean) == (1, 55_000)
    several = ask("field-flat", dice=lines, rolls=1, threads=2)
    assert several.as_data()["mean"] == ask("field-flat", dice=lines, rolls=1).mean


@pytest.mark.parametrize("asked", [{"exact": True}, {"sessions": 3}, {"gpu": True}])
def test_a_record_is_no_sample(asked: dict[str, Any]) -> None:
    with pytest.raises(QuestionError, match="record has the sessions it has"):
        ask("field-flat", dice=["1 1"], **asked)
