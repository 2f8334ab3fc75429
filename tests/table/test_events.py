"""What a table tells beside the money: markers, the call to surveillance, and what is
carried to a successor."""

from typing import Any

import pytest

from lammer.table import Event, Run
from lammer.table.views.narrate import narrate


def events(run: Run, *commands: dict[str, Any]) -> list[Event]:
    found: list[Event] = []
    for command in commands:
        answer = run.do(command)
        assert answer.ok, (command, answer.refusal)
        found += answer.events
    return found


def named(found: list[Event], name: str) -> list[Event]:
    return [event for event in found if event.name == name]


def bet(wager: str, amount: int, seat: int = 1) -> dict[str, Any]:
    return {"do": "bet", "seat": seat, "wager": wager, "amount": amount}


def roll(*dice: int) -> dict[str, Any]:
    return {"do": "roll", "dice": list(dice)}


def make_points(run: Run, *pairs: tuple[int, int]) -> list[Event]:
    found = []
    for pair in pairs:
        found += events(run, bet("pass", 500), roll(*pair), roll(*pair))
    return found


@pytest.mark.clause("NJ11-1.12a4-s1", "NJ11-1.12a6", "NJ11-1.12a3-s1")
def test_fire_markers_count_different_points_and_surveillance_is_called_once_at_four() -> None:
    run = Run.at("nj-2011", rails={1: 100000, 2: 100000})
    placed = events(run, {"do": "accept-dice", "seat": 1}, bet("fire", 500), bet("fire", 100, 2))
    assert [event.body["area"] for event in named(placed, "bet")] == [1, 2]
    three = make_points(run, (2, 2), (1, 4), (1, 4), (3, 3))
    marks = [(e.body["number"], e.body["count"]) for e in named(three, "marker")]
    assert marks == [(4, 1), (5, 2), (6, 3)]
    assert not named(three, "tell")
    (told,) = named(make_points(run, (4, 4)), "tell")
    assert (told.body["to"], told.body["count"]) == ("surveillance", 4)
    assert [(each["seat"], each["stake"]) for each in told.body["bets"]] == [(1, 500), (2, 100)]
    assert not named(make_points(run, (4, 5)), "tell")
    last = events(run, bet("pass", 500), roll(2, 2), roll(3, 4))
    assert [(e.body["seat"], e.body["paid"]) for e in named(last, "wins")] == [
        (1, 249 * 500),
        (2, 249 * 100),
    ]
    assert len(named(last, "markers-off")) == 1


@pytest.mark.clause("MD13-12B3", "MD13-12B5-s2", "MD13-12B2-s1")
def test_bonus_markers_show_every_number_thrown_and_a_seven_takes_them_off() -> None:
    run = Run.at("md-2013", rails={1: 100000})
    events(run, {"do": "accept-dice", "seat": 1}, bet("pass", 500), bet("all-tall", 500))
    found = events(run, roll(6, 5), bet("pass", 500), roll(6, 6), bet("pass", 500), roll(6, 6))
    assert [e.body["number"] for e in named(found, "marker")] == [11, 12]
    swept = events(run, bet("pass", 500), roll(3, 4))
    assert len(named(swept, "markers-off")) == 1
    assert [e.body["wager"] for e in named(swept, "loses")] == ["all-tall"]


@pytest.mark.clause("NJ11-1.12a2")
def test_a_pass_says_whose_fire_bets_go_on_with_the_successor() -> None:
    run = Run.at("nj-2011", rails={1: 100000, 2: 100000})
    events(run, {"do": "accept-dice", "seat": 1}, bet("fire", 500, 2), bet("pass", 500))
    (passed,) = events(run, {"do": "pass-dice", "seat": 1})
    assert passed.body["carried"] == [2]
    assert (passed.body["offered"], passed.body["why"]) == (2, "choice")


def test_a_winner_that_cannot_be_left_up_says_why() -> None:
    """All the chips went to a lay bet: there is nothing for the vigorish of another."""
    run = Run.at("nj-2011", rails={1: 4200}, house={"limits": {"place-6": {"max": 600}}})
    place = {**bet("place-6", 600), "leave_up": True}
    events(run, {"do": "accept-dice", "seat": 1}, bet("pass", 100), roll(4, 4), place)
    won = events(run, roll(3, 3))
    assert [event.name for event in won] == ["roll", "wins", "bet"]
    assert won[-1].body["leave_up"] is True
    assert "R-11" in won[-1].clauses


@pytest.mark.clause("NJ01-3.6d1", "NJ01-3.11a")
def test_whose_shoe_the_dealer_had_is_said() -> None:
    run = Run.at("nj-2001", rails={1: 5000, 2: 5000, 3: 5000})
    for seat, command, words in (
        (1, {"do": "leave", "seat": 1}, "Seat 1 has left: the shoe goes on. Shoe to seat 3."),
        (3, {"do": "pass-shoe", "seat": 3}, "The dealer, for seat 3, passes the shoe."),
        (2, {"do": "deal", "cards": ["9s", "2h", "Kc", "5c"]}, "The dealer, for seat 2, passes"),
    ):
        events(run, {"do": "accept-shoe", "seat": seat, "dealer": True})
        before = run.table
        (passed,) = named(events(run, command), "pass")
        assert (passed.body["seat"], passed.body["on_behalf_of"]) == ("dealer", seat)
        assert narrate(before, passed).startswith(words)
    events(run, {"do": "accept-shoe", "seat": 3})
    (passed,) = named(events(run, {"do": "pass-shoe", "seat": 3}), "pass")
    assert "on_behalf_of" not in passed.body


@pytest.mark.parametrize(
    ("rules", "thing", "dealer"),
    [("nj-1997", "shaker", {}), ("nj-2001", "shoe", {}), ("nj-2001", "shoe", {"dealer": True})],
)
def test_who_has_it_waits_and_is_told_what_for(
    rules: str, thing: str, dealer: dict[str, bool]
) -> None:
    run = Run.at(rules, rails={1: 5000, 2: 5000})
    events(run, {"do": f"accept-{thing}", "seat": 1, **dealer}, {"do": "no-more-bets"})
    refusal = run.do({"do": "leave", "seat": 1}).refusal
    assert refusal is not None
    assert refusal.detail == f"No more bets has been called: who has the {thing} waits."
    assert run.do({"do": "leave", "seat": 2}).ok


@pytest.mark.clause("R-78")
def test_a_round_that_is_not_completed_is_said() -> None:
    run = Run.at("nj-2001", rails={1: 5000})
    events(run, {"do": "accept-shoe", "seat": 1}, {"do": "no-more-bets"})
    void = {"do": "no-deal", "reason": "foul-cards", "caller": "floorperson"}
    spilled, cut = events(run, {**void, "cards": ["9s", "2h"], "cut_card": True})
    words = "No coup: foul cards, called by the floorperson. All bets stand."
    assert narrate(run.table, spilled) == f"{words} Out of the shoe: 9s 2h."
    assert (spilled.name, cut.name) == ("no-deal", "cutting-card")
    announced, empty = events(run, {**void, "reason": "misdeal"})
    assert announced.name == "no-more-bets"
    assert narrate(run.table, empty).endswith("All bets stand.")
    assert run.do({"do": "commit", "hash": "ab" * 32}).ok
    refusal = run.do(void).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clauses[-1]) == ("not-here", "R-78")
