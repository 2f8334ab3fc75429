"""What a table must show, filled in with the house's elections."""

import re
from fractions import Fraction
from typing import Any

import pytest

from lammer.games import RULESETS, load
from lammer.house import Elections, Notice, house, notices
from lammer.house.notices import inscriptions


def shown(rules: str, game: str | None = None, **elected: Any) -> dict[str, Notice]:
    return {each.key: each for each in notices(house(load(rules, game), Elections(**elected)))}


def texts(notice: Notice) -> list[str]:
    return [item["text"] for item in notice.items]


@pytest.mark.clause("MD13-02D", "MD13-02D1", "MD13-02D2", "MD13-02D3")
def test_a_maryland_layout_has_a_name_an_area_for_each_wager_and_no_call_bets() -> None:
    notice = shown("md-2013", name="The Inlet")
    assert texts(notice["name"]) == ["The Inlet"]
    assert texts(notice["no-call-bets"]) == ["No call bets"]
    areas = {key for item in notice["areas"].items for key in item["wagers"]}
    assert areas == set(load("md-2013").keys())


@pytest.mark.clause("MD13-02D4ei", "MD13-02D4eii", "MD13-02D4eiii")
def test_the_inside_wall_tells_of_the_fire_bet() -> None:
    notice = shown("md-2013", tables={"fire": "B"})
    pays = [item["pays"] for item in notice["fire-payouts"].items]
    assert pays == ["39 to 1", "199 to 1", "499 to 1"]
    assert notice["fire-limits"].items[0] == {
        "text": "Fire Bet: minimum $1, maximum $5",
        "wagers": ["fire"],
        "min": 100,
        "max": 500,
    }
    wall = ("fire-payouts", "fire-when", "fire-limits")
    assert {notice[key].where for key in wall} == {"inside wall"}
    assert not {*wall, "fire-areas"} & set(shown("md-2013", tables={"fire": False}))


@pytest.mark.clause("MD13-02D5ai", "MD13-02D5aii", "MD13-02D5aiii", "MD13-02D5b", "MD13-02D5c")
def test_a_layout_with_bonus_craps_shows_its_areas_markers_and_odds() -> None:
    notice = shown("md-2013")
    (item,) = notice["bonus-areas"].items
    assert item["wagers"] == ["all-small", "all-or-nothing", "all-tall"]
    numbers = "2, 3, 4, 5, 6, 8, 9, 10, 11 and 12"
    assert numbers in texts(notice["bonus-markers"])[0]
    pays = [item["pays"] for item in notice["bonus-payouts"].items]
    assert pays == ["34 to 1", "175 to 1", "34 to 1"]
    without = shown("md-2013", offer={"bonus_craps": False})
    assert not {"bonus-areas", "bonus-markers", "bonus-payouts"} & set(without)


@pytest.mark.clause("MD13-03C")
def test_minimum_and_maximum_are_posted() -> None:
    notice = shown("md-2013", table_limits=(1500, 300000), limits={"pass": (1000, None)})
    by_wager = {key: item for item in notice["limits"].items for key in item["wagers"]}
    assert (by_wager["field"]["min"], by_wager["field"]["max"]) == (1500, 300000)
    assert (by_wager["pass"]["min"], by_wager["pass"]["max"]) == (1000, 300000)


def test_the_least_that_can_be_bought_is_the_least_that_can_be_charged() -> None:
    """Five percent of $20 is the first whole dollar (R-40); lays go by what is payable too."""
    by_wager = {
        key: item["min"] for item in shown("nj-2011")["limits"].items for key in item["wagers"]
    }
    assert (by_wager["buy-4"], by_wager["lay-5"], by_wager["lay-6"]) == (2000, 2100, 2400)
    assert by_wager["place-6"] == 600


@pytest.mark.clause("MD13-05I")
def test_the_rules_submission_says_which_vigorish_procedure_is_used() -> None:
    notice = shown("md-2013", vig={"buy-4": "win"}, vig_rate={"buy-4": Fraction(1, 25)})
    assert notice["vigorish"].where == "Rules Submission"
    by_wager = {key: item for item in notice["vigorish"].items for key in item["wagers"]}
    assert (by_wager["buy-4"]["when"], by_wager["buy-4"]["rate"]) == ("win", "1/25")
    assert (by_wager["buy-10"]["when"], by_wager["buy-10"]["rate"]) == ("bet", "1/20")


@pytest.mark.clause("NJ11-1.5a-s4")
def test_the_checklist_says_for_each_buy_bet_when_the_percentage_is_collected() -> None:
    notice = shown("nj-2011", vig={"buy-4": "win", "buy-10": "win"})
    lays = [f"lay-{n}" for n in (4, 5, 6, 8, 9, 10)]
    when = {key: item["when"] for item in notice["vigorish"].items for key in item["wagers"]}
    assert {n: when[f"buy-{n}"] for n in (4, 5, 6, 8, 9, 10)} == {
        4: "win",
        5: "bet",
        6: "bet",
        8: "bet",
        9: "bet",
        10: "win",
    }
    lay_only = shown("nj-2011", offer={"buy": False})["vigorish"].items
    assert [key for item in lay_only for key in item["wagers"]] == list(lays)
    assert "vigorish" not in shown("nj-2011", offer={"buy": False, "lay": False})


@pytest.mark.clause("NJ11-1.4a", "NJ05-1.4a")
def test_odds_are_stated_with_to_and_never_with_for() -> None:
    for edition in RULESETS:
        items = shown(edition)["payouts"].items
        pays = [item["pays"] for item in items if "pays" in item]
        assert pays
        assert all(" to " in each and "for" not in each for each in pays)
        assert {item["wager"] for item in items} == set(load(edition).keys())


@pytest.mark.parametrize("rules", RULESETS)
def test_notices_speak_of_wagers_as_the_text_does(rules: str) -> None:
    """No keys of the program, and odds by the point that they are on, not the roll that wins."""
    keys = {key for key in dict.fromkeys(w.key for w in load(rules).wagers) if "-" in key}
    for notice in shown(rules).values():
        for text in texts(notice):
            assert not keys & set(text.replace(",", "").replace(":", "").split())
    odds = [text for text in texts(shown(rules)["payouts"]) if "odds" in text]
    assert all(re.search(r"(on|against|point of) (4|5|6|8|9|10): ", text) for text in odds)


def test_what_is_charged_is_posted_with_its_rounding() -> None:
    words = texts(shown("nj-2011", pay_unit=500)["vigorish"])[0]
    assert "rounded down to whole units of $5" in words
    free = shown("nj-2011", vig_rate={f"buy-{n}": Fraction(0) for n in (4, 5, 6, 8, 9, 10)})
    first, second = texts(free["vigorish"])
    assert first.endswith("no vigorish is charged")
    assert second.startswith("Lay Bet")
    assert "0%" not in first


def test_a_name_and_a_pit_are_shown_where_no_text_asks_for_them() -> None:
    notice = shown("nj-1997", name="The Inlet", pit="North")
    assert (texts(notice["name"]), texts(notice["pit"])) == (["The Inlet"], ["Pit North"])
    assert notice["name"].clauses == ()
    inlet = house(load("nj-2011"), Elections(name="The Inlet"))
    assert [each.items[0]["text"] for each in inscriptions(inlet)] == ["The Inlet"]


def test_odds_behind_are_shown_by_point() -> None:
    three_four_five = {"4": 3, "5": 4, "6": 5, "8": 5, "9": 4, "10": 3}
    odds = {point: Fraction(times) for point, times in three_four_five.items()}
    notice = shown("nj-2011", odds=odds)["odds"]
    assert [item["multiple"] for item in notice.items] == ["3", "4", "5"]
    assert notice.items[0]["points"] == ["4", "10"]


def test_a_posted_minimum_is_raised_to_what_can_be_paid_and_odds_limits_are_shown() -> None:
    limits = {"place-6": (700, None), "pass-odds": (None, 5000)}
    items = shown("md-2013", limits=limits)["limits"].items
    by_wager = {key: item for item in items for key in item["wagers"]}
    assert by_wager["place-6"]["min"] == 1200
    assert by_wager["pass-odds"]["max"] == 5000
    assert "come-odds-4" not in by_wager


@pytest.mark.clause("MD13-05I")
def test_maryland_states_which_procedure_of_vigorish_is_used_for_which_bets() -> None:
    vig = {f"buy-{n}": "bet" for n in (4, 5, 6, 8, 9, 10)} | {"lay-4": "win"}
    notice = shown("md-2013", vig=vig)["vigorish"]
    assert {"MD13-05I", "R-88"} <= set(notice.clauses)
    when = {key: item["when"] for item in notice.items for key in item.get("wagers", [])}
    assert (when["buy-4"], when["lay-4"], when["lay-10"]) == ("bet", "win", "bet")


def test_the_limits_of_a_wager_put_down_as_two_are_what_its_parts_take() -> None:
    limits = {"any-seven": (200, 500), "horn": (None, 1500)}
    items = shown("nj-2011", limits=limits)["limits"].items
    (whirl,) = (item for item in items if "whirl" in item["wagers"])
    assert (whirl["min"], whirl["max"]) == (1000, 1875)


def test_a_wager_without_an_area_is_not_among_the_areas() -> None:
    notice = shown("md-2013", options={"layout.whirl_area": False})["areas"]
    assert "whirl" not in {key for item in notice.items for key in item["wagers"]}
