"""The long form of a game: steps are entered by the crew, in order, or refused."""

from typing import Any

import pytest

from lammer.core.legality import Refusal
from lammer.coverage.proof import proved
from lammer.games import RULESETS, load
from lammer.house import Elections, check_house
from lammer.instruments.dice.commands import Throw
from lammer.table import Answer, Run
from lammer.table.commands import EnterStep
from lammer.table.events import MarkerPut
from lammer.table.log import EPOCH
from lammer.table.snapshot import dump
from lammer.table.snapshot import load as load_snapshot
from lammer.table.views.crew import crew_verbs, procedure_data
from lammer.table.views.public import table_state

LONG = {"long_form": True}


def at_the_dice(**house: Any) -> Run:
    run = Run.at("nj-2011", rails={1: 50000, 2: 50000}, house=house)
    for command in (
        {"do": "accept-dice", "seat": 1},
        {"do": "bet", "seat": 1, "wager": "pass", "amount": 1000},
        {"do": "select-dice", "seat": 1},
    ):
        assert run.do(command).ok
    return run


def step(run: Run, name: str, caller: str = "stickperson", **named: Any) -> Answer:
    return run.do({"do": "step", "step": name, "caller": caller, **named})


def refused(answer: Answer) -> Refusal:
    assert answer.refusal is not None
    return answer.refusal


def codes(run: Run) -> dict[str, str | None]:
    """Why the crew may not enter a step or a throw now."""
    found = crew_verbs(run.table, EPOCH)
    return {
        verb: None if why is None else why.code
        for verb, why in found.items()
        if verb in ("step", "throw")
    }


def test_the_short_form_asks_for_nothing() -> None:
    run = at_the_dice()
    assert run.table.due == ()
    refusal = refused(step(run, "dice-to-cup"))
    assert (refusal.code, refusal.clauses[0]) == ("not-needed", "NJ11-1.7c-s2")
    assert run.do({"do": "roll", "dice": [2, 2]}).ok
    assert "due" not in table_state(run.table)
    assert procedure_data(run.table.rules)["steps"] is None


def test_what_is_due_is_shown_and_offered_to_the_crew() -> None:
    run = at_the_dice(**LONG)
    (due,) = table_state(run.table)["due"]
    assert due == {"step": "dice-to-cup", "words": "The other dice go back into the cup."}
    assert codes(run) == {"step": None, "throw": "step-due"}
    assert step(run, "dice-to-cup").ok
    assert codes(run) == {"step": "wrong-step", "throw": None}
    steps = procedure_data(run.table.rules)["steps"]
    assert [each["key"] for each in steps][:2] == ["dice-to-cup", "dice-to-centre"]
    assert steps[0]["clauses"] == ["NJ11-1.7c-s2", "R-79", "NJ11-1.11d-s2"]


def test_a_refused_step_changes_nothing() -> None:
    run = at_the_dice(**LONG)
    before = run.table
    for name, caller, named in (
        ("dice-to-cup", "dealer", {}),
        ("dice-to-cup", "stickperson", {"number": 6}),
        ("dice-to-cup", "stickperson", {"seats": [1]}),
        ("dice-to-centre", "stickperson", {}),
        ("nothing", "stickperson", {}),
    ):
        assert not step(run, name, caller, **named).ok
    assert run.table == before


def test_due_steps_are_kept_in_a_snapshot() -> None:
    run = at_the_dice(**LONG)
    run.do({"do": "bet", "seat": 2, "wager": "fire", "amount": 500})
    assert [each.step for each in run.table.due] == ["dice-to-cup", "fire-bets-in"]
    assert load_snapshot(run.table.rules, dump(run.table)) == run.table


def test_a_roll_taken_back_takes_back_what_it_made_due() -> None:
    run = at_the_dice(**LONG)
    assert step(run, "dice-to-cup").ok
    assert run.do({"do": "throw"}).ok
    assert run.do({"do": "rest", "dice": [2, 2]}).ok
    assert len(run.table.due) == 2
    corrected = {"do": "correct", "caller": "boxperson", "reason": "wrong-dice"}
    assert run.do(corrected).ok
    assert not run.table.due
    assert run.table.thrown
    assert run.do({"do": "rest", "dice": [2, 3]}).ok
    assert step(run, "dice-to-centre").ok
    assert refused(run.do(corrected)).code == "too-late"


@pytest.mark.clause("NJ11-1.12a4-s1")
def test_the_markers_follow_the_oldest_fire_bet() -> None:
    """A successor's new Fire Bet starts from zero; the layout shows the pending one (R-23)."""
    run = Run.at("nj-2011", rails={1: 50000, 2: 50000})

    def marked(*dice: int) -> list[tuple[int, int | None]]:
        events = run.do({"do": "roll", "dice": list(dice)}).events
        return [(each.number, each.count) for each in events if isinstance(each, MarkerPut)]

    def takes(seat: int) -> None:
        run.do({"do": "accept-dice", "seat": seat})
        run.do({"do": "bet", "seat": seat, "wager": "fire", "amount": 500})

    def bets(seat: int) -> None:
        run.do({"do": "bet", "seat": seat, "wager": "pass", "amount": 1000})

    takes(1)
    bets(1)
    assert marked(2, 2) == []
    assert marked(2, 2) == [(4, 1)]
    run.do({"do": "pass-dice", "seat": 1})
    takes(2)
    bets(2)
    marked(2, 2)
    assert marked(1, 3) == [], "the marker is on the 4 since the first shooter"
    bets(2)
    marked(2, 3)
    assert marked(2, 3) == [(5, 2)]


def test_steps_belong_to_games_with_a_crew() -> None:
    for key in RULESETS:
        for game in load(key).games:
            law = load(key, game)
            breaches = check_house(law, Elections(long_form=True))
            if game == "automated-craps":
                assert [(each.key, each.clauses) for each in breaches] == [("long_form", ("R-49",))]
            else:
                assert breaches == ()
                assert law.procedure is not None
                steps = {each.key for each in law.procedure.steps}
                assert all(each.first in {"", *steps} for each in law.procedure.steps)


def test_the_digest_of_a_rule_set_says_nothing_of_steps() -> None:
    """Tables that elect none were opened before there were any, and go on."""
    run = Run.at("nj-2011", rails={1: 1000})
    long = Run.at("nj-2011", rails={1: 1000}, house=LONG)
    assert run.table.rules.digest == long.table.rules.digest == load("nj-2011").digest


def test_only_a_command_that_names_a_step_records_it() -> None:
    """The dice in the cup: said along with the selection, recorded by the step."""
    run = at_the_dice(**LONG)
    refusal = refused(run.do({"do": "throw"}))
    (entered,) = step(run, "dice-to-cup").events
    (thrown,) = run.do({"do": "throw"}).events
    assert proved(entered, "NJ11-1.7c-s2", EnterStep) == "recorded"
    assert proved(refusal, "NJ11-1.7c-s2", Throw) == "recorded"
    assert proved(thrown, "NJ11-1.8-s2", Throw) == "asserted"
    assert proved(entered, "NJ11-1.7c-s2", None) == "asserted", "read from a log"
