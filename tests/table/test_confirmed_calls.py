"""Calls that put a marker on a bet, confirmed by the dealer where that is entered (R-84)."""

import pytest

from lammer.games import load
from lammer.house import check_house, elections
from lammer.table import Run
from lammer.table.log import EPOCH
from lammer.table.views.crew import procedure_data
from lammer.table.views.legal import legal
from lammer.table.views.narrate import narrate
from lammer.typed.quick import quick_bets

CONFIRMED = {"confirm_calls": True}
CALL_ON = {"do": "call", "seat": 1, "wager": "place-6", "working": True}


def with_a_place_bet(house: dict[str, bool] | None = None) -> Run:
    run = Run.at("nj-2011", rails={1: 100000}, house=house)
    assert run.do({"do": "bet", "seat": 1, "wager": "place-6", "amount": 1200}).ok
    return run


@pytest.mark.clause("NJ11-1.2a5-s3", "NJ11-1.3e-s1")
def test_a_call_waits_for_the_dealer_s_marker() -> None:
    run = with_a_place_bet(CONFIRMED)
    refusal = run.do(CALL_ON).refusal
    assert refusal is not None
    assert refusal.code == "not-confirmed"
    assert {"NJ11-1.3e-s1", "R-84"} <= set(refusal.clauses)
    assert run.table.seats[1].bets["place-6"].called is None
    found = legal(run.table, 1, EPOCH).up["place-6"].on
    assert found is not None
    assert found.code == "not-confirmed"
    answer = run.do({**CALL_ON, "confirmed_by": ["dealer"]})
    assert answer.events[0].body["confirmed_by"] == ["dealer"]
    assert narrate(run.table, answer.events[0]) == (
        "Seat 1: Place Bet 6 to Win working, confirmed by the dealer."
    )
    assert run.do({**CALL_ON, "working": False}).ok, "the player takes it back alone"


def test_a_bare_call_of_a_script_is_one_that_was_confirmed() -> None:
    run = with_a_place_bet()
    answer = run.do(CALL_ON)
    assert answer.ok
    assert "confirmed_by" not in answer.events[0].body


def test_all_on_is_asked_of_the_crew() -> None:
    run = with_a_place_bet(CONFIRMED)
    quick = {each.key: each for each in quick_bets(run.table, 1)}
    assert [each["wager"] for each in quick["on"].commands] == ["place-6"]


def test_the_crew_is_told_who_confirms_calls() -> None:
    assert procedure_data(with_a_place_bet(CONFIRMED).table.rules)["calls"]["roles"] == ["dealer"]
    assert procedure_data(with_a_place_bet().table.rules)["calls"] is None


def test_where_there_is_no_dealer_nothing_is_elected() -> None:
    for rules, game in (("nj-2011", "automated-craps"), ("nj-1997", None), ("nj-2001", None)):
        law = load(rules, game)
        elected, faults = elections(CONFIRMED, law)
        assert not faults
        (breach,) = check_house(law, elected)
        assert breach.key == "confirm_calls"
