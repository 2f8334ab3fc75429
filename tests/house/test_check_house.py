"""Elections against the law: what is refused, by which clause, and what is not."""

import sys
import tomllib
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lammer.core.legality import Permission, Refusal, may_change, may_make, may_stake
from lammer.core.settle import settle
from lammer.games import RULESETS, load
from lammer.games.registry import nearest
from lammer.house import Breach, Elections, check_house, elections, example, house
from lammer.house.house import posted
from lammer.odds import sheet


def breaches(rules: str, raw: dict[str, Any], game: str | None = None) -> tuple[Breach, ...]:
    law = load(rules, game)
    elected, malformed = elections(raw, law)
    assert malformed == ()
    return check_house(law, elected)


def first_clause(found: tuple[Breach, ...]) -> str:
    assert found, "no breach"
    return found[0].clauses[0]


NAMED = [
    # What the issue of a licence would turn on, clause by clause.
    ("nj-2011", {"vig_rate": {"buy": "6%"}}, "NJ11-1.5a-s2"),
    ("nj-2011", {"vig_rate": {"lay": "6%"}}, "NJ11-1.5b-s2"),
    ("nj-2011", {"vig_rate": {"buy": {"4": "1/19"}}}, "NJ11-1.5a-s2"),
    ("nj-2011", {"vig_base": {"lay": "win"}}, "NJ11-1.5b-s2"),
    ("nj-2011", {"vig_base": {"buy": "win"}}, "NJ11-1.5a-s2"),
    ("nj-2005", {"vig_rate": {"buy": "6%"}}, "NJ05-1.5a-s2"),
    ("nj-2005", {"vig_rate": {"lay": "61/1000"}}, "NJ05-1.5b-s2"),
    ("nj-2005", {"vig_base": {"lay": "wager"}}, "NJ05-1.5b-s2"),
    ("nj-2005", {"vig": {"buy": "win"}}, "NJ05-1.5a-s2"),
    ("nj-2005", {"vig": {"lay": {"4": "win"}}}, "NJ05-1.5b-s2"),
    ("md-2013", {"vig_rate": "51/1000"}, "MD13-05G3a"),
    ("nj-2011", {"odds": 101}, "NJ11-1.6e-s1"),
    ("nj-2011", {"odds": 0}, "NJ11-1.6a-s2"),
    ("nj-2005", {"odds": 0}, "NJ05-1.6a-s2"),
    ("nj-2011", {"payouts": {"pass": "1 to 2"}}, "NJ11-1.4b-s1"),
    ("nj-2011", {"payouts": {"pass": "2 to 1"}}, "NJ11-1.6a-s3"),
    ("nj-2011", {"payouts": {"dont-pass": "2 to 1"}}, "NJ11-1.6b-s3"),
    ("nj-2011", {"payouts": {"come": "2 to 1"}}, "NJ11-1.6c-s3"),
    ("nj-2005", {"payouts": {"dont-come": "2 to 1"}}, "NJ05-1.6d-s3"),
    ("nj-2011", {"payouts": {"buy-4": "3 to 1"}}, "NJ11-1.5a-Buy4"),
    ("nj-2011", {"payouts": {"lay-4": "1 to 3"}}, "NJ11-1.5b-Lay4"),
    ("nj-2011", {"payouts": {"come-odds-6": "7 to 5"}}, "NJ11-1.6c-s4"),
    ("md-2013", {"payouts": {"all-small": "30 to 1"}}, "MD13-05H1"),
    ("nj-2011", {"payouts": {"place-6": "1 to 1"}}, "NJ11-1.4b-s1"),
    ("nj-2005", {"payouts": {"field-12": "1 to 1"}}, "NJ05-1.4b-s1"),
    ("nj-2011", {"payouts": {"fire-A-4": "23 to 1"}}, "NJ11-1.4e-s2"),
    ("nj-2011", {"payouts_scope": "table", "payouts": {"field-2": "3 to 1"}}, "NJ11-1.4b-s2"),
    ("nj-2005", {"payouts_scope": "table", "payouts": {"field-2": "3 to 1"}}, "NJ05-1.4b-s2"),
    ("nj-2011", {"vig_rate": {"place": "5%"}}, "NJ11-1.5c"),
    ("nj-2011", {"vig_rate": {"pass": "1/100"}}, "NJ11-1.5c"),
    ("nj-2005", {"vig_rate": {"hard": {"8": "5%"}}}, "NJ05-1.5c"),
    ("md-2013", {"vig_rate": {"place-lose": "5%"}}, "MD13-05J"),
    ("md-2013", {"vig": "win", "vig_rate": "6%"}, "MD13-05G3b"),
    ("nj-2011", {"vig": "win", "vig_rate": "6%"}, "NJ11-1.5a-s3"),
    ("nj-2011", {"limits": {"pass": {"max": 1000}, "pass-odds": {"max": 500}}}, "NJ11-1.6a-s2"),
    ("nj-2011", {"limits": {"pass-odds": {"max": 500}}}, "NJ11-1.6a-s2"),
    ("nj-2011", {"limits": {"come": {"min": 500}, "come-odds-4": {"min": 1000}}}, "NJ11-1.6c-s2"),
    (
        "nj-2011",
        {"limits": {"dont-pass": {"max": 1000}, "dont-pass-odds": {"max": 1900}}},
        "NJ11-1.6b-s2",
    ),
    ("md-2013", {"payouts": {"field-12": "3 to 1"}}, "MD13-05A"),
    ("md-2013", {"payouts": {"pass": "1 to 2"}}, "MD13-05A"),
    ("md-2013", {"payouts": {"fire-B-6": "500 to 1"}}, "MD13-05F-s2"),
    ("nj-2011", {"limits": {"fire": {"max": 600}}}, "NJ11-1.12b1-s1"),
    ("nj-2011", {"limits": {"fire": {"min": 50}}}, "NJ11-1.12b1-s1"),
    ("nj-2011", {"limits": {"fire": {"max": 400}}}, "NJ11-1.12b1-s1"),
    ("nj-2011", {"limits": {"fire": {"min": 200}}}, "NJ11-1.12b1-s1"),
    ("nj-2011", {"refuse_unpayable": False}, "NJ11-1.4f"),
    ("nj-2005", {"refuse_unpayable": False}, "NJ05-1.4e"),
    ("md-2013", {"refuse_unpayable": False}, "R-12"),
    ("nj-2011", {"limits": {"horn": {"min": 500, "max": 700}}}, "NJ11-1.4f"),
    ("md-2013", {"limits": {"horn": {"min": 500, "max": 700}}}, "MD13-03A19a"),
    ("nj-2011", {"limits": {"place-6": {"max": 500}}}, "NJ11-1.4f"),
    ("nj-2011", {"limits": {"buy-4": {"max": 1000}}}, "NJ11-1.5a-s2"),
    ("nj-2011", {"void_returns_stake": False}, "NJ11-1.2a2iii"),
    ("nj-2005", {"fire": "A"}, "NJ01-1.2a"),
    ("nj-2011", {"offer": {"bonus_craps": True}}, "NJ11-1.2a"),
    ("nj-2011", {"comeout": {"place_to_win": "on"}}, "NJ11-1.3e-s1"),
    ("nj-2011", {"comeout": {"lay": "off"}}, "NJ11-1.3e-s2"),
    ("nj-2005", {"comeout": {"hardways": "on"}}, "NJ05-1.3e-s1"),
    ("nj-2005", {"comeout": {"dont_come_odds": "off"}}, "NJ05-1.3e-s2"),
    ("md-2013", {"comeout": {"place_to_lose": "on"}}, "MD13-03A6a"),
    ("md-2013", {"comeout": {"lay": "off"}}, "MD13-03A42a"),
    ("nj-2011", {"fire": {"table": "A", "ends_on": "any_seven"}}, "NJ11-1.12a5"),
    ("nj-2011", {"payouts": {"any-seven": "5 for 1"}}, "NJ11-1.4a"),
    ("nj-2005", {"payouts": {"field-12": "3 for 1"}}, "NJ05-1.4a"),
    ("md-2013", {"payouts": {"any-seven": "5 for 1"}}, "MD13-05A"),
    ("md-2013", {"payouts_scope": "table"}, "MD13-05A"),
    ("md-2013", {"late_bets": "confirmed"}, "MD13-04A"),
    ("nj-2011", {"vig": {"pass": "win"}}, "NJ11-1.5c"),
    ("nj-2011", {"vig_base": {"hard": "win"}}, "NJ11-1.5c"),
    ("nj-2011", {"vig_rate": {"banker": "5%"}}, "NJ11-1.2a"),
    ("nj-2011", {"offer": {"place_to_lose": False, "lay": False}}, "NJ11-1.5b-s1"),
    ("nj-2005", {"offer": {"place_to_lose": False, "lay": False}}, "NJ05-1.5b-s1"),
    ("md-2013", {"offer": {"place_to_lose": False, "lay": False}}, "MD13-03A42"),
]


@pytest.mark.parametrize(
    ("rules", "raw", "clause"),
    [
        pytest.param(*row, marks=pytest.mark.clause(row[2]), id=f"{row[0]} {row[1]}")
        for row in NAMED
    ],
)
def test_refused_with_its_clause(rules: str, raw: dict[str, Any], clause: str) -> None:
    found = breaches(rules, raw)
    assert first_clause(found) == clause
    assert all(breach.what and breach.instead for breach in found)


@pytest.mark.clause("NJ11-1.2a")
@pytest.mark.parametrize("game", ["mini-craps", "automated-craps"])
def test_no_fire_bet_at_the_other_new_jersey_games(game: str) -> None:
    assert first_clause(breaches("nj-2011", {"fire": "A"}, game)) == "NJ11-1.2a"
    assert breaches("nj-2011", {"fire": "A"}, "craps") == ()
    assert breaches("nj-2011", {"fire": False}, game) == ()


@pytest.mark.clause("NJ11-1.9e1", "NJ11-1.9e2")
def test_who_calls_no_roll_is_one_of_those_listed_for_the_game() -> None:
    def found(game: str, *roles: str, rules: str = "nj-2011") -> tuple[Breach, ...]:
        listed: Any = list(roles) if len(roles) > 1 else roles[0]
        return breaches(rules, {"roles": {"no_roll": listed}}, game)

    for game, clause, wrong in (
        ("craps", "NJ11-1.9e1", ("dealer", "floorperson")),
        ("mini-craps", "NJ11-1.9e2", ("boxperson",)),
        ("automated-craps", "R-49", ("boxperson", "stickperson", "dealer", "floorperson")),
    ):
        assert found(game, "all") == ()
        for role in ("boxperson", "stickperson", "dealer", "floorperson"):
            (breach,) = found(game, role) or (None,)
            assert (breach is not None) == (role in wrong), (game, role)
            assert breach is None or clause in breach.clauses
    assert found("mini-craps", "dealer", "floorperson") == ()
    (breach,) = found("craps", "stickperson", "dealer", rules="md-2013")
    assert (breach.key, breach.clauses) == ("roles.no_roll", ("NJ11-1.9b", "R-46", "NJ11-1.9e1"))
    assert breach.what == 'who may call "No Roll": "dealer"'
    _, faults = elections({"roles": {"no_roll": []}}, load("nj-2011"))
    assert faults


@pytest.mark.clause("MD13-01B2")
def test_no_call_bets_in_maryland() -> None:
    (breach,) = breaches("md-2013", {"call_bets": True})
    assert breach.clauses == ("MD13-02D3", "MD13-01B2")


@pytest.mark.clause(
    *("NJ11-1.6a-s2", "NJ11-1.6b-s2", "NJ11-1.6c-s2", "NJ11-1.6d-s2"),
)
def test_the_player_has_a_right_to_single_odds() -> None:
    found = {breach.clauses[0] for breach in breaches("nj-2011", {"odds": 0})}
    assert found == {f"NJ11-1.6{letter}-s2" for letter in "abcd"}


@pytest.mark.clause(*("NJ05-1.6b-s2", "NJ05-1.6c-s2", "NJ05-1.6d-s2"))
def test_the_player_had_it_in_2005() -> None:
    found = {breach.clauses[0] for breach in breaches("nj-2005", {"odds": 0})}
    assert found == {f"NJ05-1.6{letter}-s2" for letter in "abcd"}


@pytest.mark.clause("NJ11-1.6e-s1", "NJ11-1.6e-s2")
def test_a_hundred_times_and_not_one_more() -> None:
    assert breaches("nj-2011", {"odds": 100}) == ()
    found = {breach.clauses[0] for breach in breaches("nj-2011", {"odds": 101})}
    assert found == {"NJ11-1.6e-s1", "NJ11-1.6e-s2"}
    by_point = {"4": 3, "5": 4, "6": 5, "8": 5, "9": 4, "10": 101}
    assert "on 10" in breaches("nj-2011", {"odds": by_point})[0].what


@pytest.mark.clause("NJ05-1.5b-s2")
def test_the_2005_lay_rate_may_pass_five_percent_as_long_as_the_charge_does_not() -> None:
    """R-38: 6% of what laying 6 could win is 5% of the wager."""
    assert breaches("nj-2005", {"vig_rate": {"lay": {"6": "6%", "4": "10%"}}}) == ()
    assert breaches("nj-2005", {"vig_rate": {"lay": {"6": "61/1000"}}})
    assert breaches("nj-2005", {"vig_rate": {"lay": {"4": "101/1000"}}})


LAWFUL: list[tuple[str, dict[str, Any]]] = [
    ("nj-2011", {}),
    ("nj-2011", {"payouts": {"field": {"12": "3 to 1"}}}),
    ("nj-2011", {"payouts": {"field-12": "3 to 1", "place-6": "14 to 12", "hard-8": "10 to 1"}}),
    ("nj-2011", {"vig": {"buy": {"4": "win", "10": "win"}, "lay": "win"}}),
    ("nj-2011", {"vig_rate": "0.05"}),
    ("nj-2011", {"odds": {"4": 3, "5": 4, "6": 5, "8": 5, "9": 4, "10": 3}}),
    ("nj-2011", {"comeout": {"place_to_lose": "off"}}),
    ("nj-2011", {"fire": "B", "limits": {"fire": {"min": 100, "max": 500}}}),
    ("nj-2011", {"payouts": {"fire-A-6": "1000 to 1"}}),
    ("nj-2011", {"offer": {"place_to_lose": False, "lay": True, "six_seven_eight": False}}),
    ("md-2013", {"payouts": {"field-12": "2 to 1", "place-6": "14 to 12"}}),
    ("md-2013", {"fire": {"table": "B", "ends_on": "any_seven"}}),
    ("md-2013", {"bonus": {"reopen_after_seven": True}}),
    ("nj-2011", {"bonus": {"reopen_after_seven": False}}),
    ("nj-2005", {"fire": {"ends_on": "loser_seven"}}),
    ("nj-2011", {"vig_rate": {"pass": "0%"}}),
    ("nj-2011", {"limits": {"place-6": {"min": 600, "max": 600}, "horn": {"max": 400}}}),
    ("md-2013", {"comeout": {"place_to_lose": "off"}}),
    ("nj-2011", {"payouts_scope": "table"}),
    ("nj-2011", {"late_bets": "never", "verbal_cash_bets": False}),
    ("nj-2005", {"late_bets": "confirmed", "verbal_cash_bets": True}),
    ("md-2013", {"late_bets": "never", "verbal_cash_bets": False}),
    ("nj-2011", {"payouts_scope": "table", "payouts": {"fire-A-4": "30 to 1"}}),
    ("nj-2011", {"odds": "5/2"}),
    ("nj-2011", {"offer": {"lay": False}}),
    ("nj-2011", {"roles": {"no_roll": ["boxperson", "stickperson"]}}),
    ("nj-2011", {"odds": {"4": 3, "10": 3}}),
    ("nj-2011", {"limits": {"min": 1500, "max": 500000, "place": {"min": 3000}}}),
    ("nj-2011", {"void_returns_stake": True, "comeout": {"lay_off_button": False}}),
    ("md-2013", {"comeout": {"lay_off_button": True}}),
    ("nj-2011", {"odds": {"4": 2, "5": 2, "6": "5/2", "8": "5/2", "9": 2, "10": 2}}),
    ("nj-2011", {"limits": {"pass": {"max": 1000}, "pass-odds": {"min": 100, "max": 1000}}}),
    ("nj-2011", {"limits": {"dont-pass": {"max": 1000}, "dont-pass-odds": {"max": 2000}}}),
]


@pytest.mark.parametrize(("rules", "raw"), LAWFUL)
def test_accepted(rules: str, raw: dict[str, Any]) -> None:
    assert breaches(rules, raw) == ()


def test_a_wrong_base_does_not_hide_a_high_rate() -> None:
    found = breaches("nj-2011", {"vig_base": {"buy": "win"}, "vig_rate": {"buy": "10%"}})
    assert {breach.key.partition(".")[0] for breach in found} == {"vig_base", "vig_rate"}
    assert any("10%" in breach.what for breach in found)


def test_bonus_craps_reopened_after_a_seven() -> None:
    """R-26: the election adds a moment to bet, and takes none away."""
    law = load("md-2013")
    elected, _ = elections({"bonus": {"reopen_after_seven": True}}, law)
    small = house(law, elected).rules.wager("all-small")
    for fact in ("new-shooter", "bonus-swept"):
        assert isinstance(may_make(small, "off", frozenset({fact})), Permission)
    assert isinstance(may_make(small, "off"), Refusal)
    assert isinstance(may_make(law.wager("all-small"), "off", frozenset({"bonus-swept"})), Refusal)


def test_a_fire_bet_that_any_seven_ends_names_what_it_won_by() -> None:
    law = load("md-2013")
    elected, _ = elections({"fire": {"table": "A", "ends_on": "any_seven"}}, law)
    fire = house(law, elected).rules.wager("fire")
    seven = law.space.cell("off", (3, 4))
    won, lost = settle(fire, "4,5,6,8", seven, 500), settle(fire, "4,5", seven, 500)
    assert (won.result, lost.result) == ("wins", "loses")
    assert "MD13-03A40b" not in won.clauses
    assert "MD13-03A40a" not in lost.clauses


@pytest.mark.parametrize("amount", [0, -500])
def test_no_stake_is_no_question(amount: int) -> None:
    nj = load("nj-2011")
    with pytest.raises(ValueError, match="no stake"):
        may_stake(nj, nj.wager("pass"), amount, 100)


def test_the_fire_bet_does_not_follow_the_pay_unit() -> None:
    """R-12: 1.4(f) does not reach it, and its limits are the text's own."""
    nj = load("nj-2011")
    assert isinstance(may_stake(nj, nj.wager("fire"), 100, 500), Permission)


def test_replacing_is_making_again_unless_it_is_barred() -> None:
    nj = load("nj-2011")
    with pytest.raises(ValueError, match="making it again"):
        may_change(nj.wager("pass"), "replace", "6")


def test_below_an_exact_line_the_advice_is_exact() -> None:
    (breach,) = breaches("nj-2011", {"payouts": {"lay-4": "1 to 3"}})
    assert breach.instead == "Pay exactly 1 to 2."


@pytest.mark.parametrize("rules", RULESETS)
def test_an_empty_house_is_lawful_everywhere(rules: str) -> None:
    for game in load(rules).games:
        assert breaches(rules, {}, game) == ()


@pytest.mark.clause("NJ11-1.2a5-s3")
def test_the_other_reading_of_place_bets_to_lose_names_its_own_clause() -> None:
    """R-03: who reads item 5 as reaching the bet to lose has it off by that sentence."""
    law = load("nj-2011")
    elected, _ = elections({"comeout": {"place_to_lose": "off"}}, law)
    wager = house(law, elected).rules.wager("place-lose-6")
    settled = settle(wager, "up", law.space.cell("off", (3, 4)), 500)
    assert settled.result == "off"
    assert settled.clauses == ("NJ11-1.2a5-s3", "R-03")


def test_every_breach_is_told_not_the_first() -> None:
    raw = {"vig_rate": "6%", "odds": 101, "payouts": {"pass": "1 to 2"}, "call_bets": True}
    keys = {breach.key for breach in breaches("nj-2011", raw)}
    assert keys == {"vig_rate.buy", "vig_rate.lay", "odds", "payouts.pass", "call_bets"}


def test_a_breach_is_told_at_the_key_it_was_written_at() -> None:
    by_point = {"4": 3, "5": 4, "6": 5, "8": 5, "9": 4, "10": 101}
    assert {breach.key for breach in breaches("nj-2011", {"odds": by_point})} == {"odds.10"}
    raw = {"vig_rate": {"lay": {"4": "6%"}}}
    assert [breach.key for breach in breaches("nj-2011", raw)] == ["vig_rate.lay.4"]


@pytest.mark.parametrize(
    ("rules", "raw"),
    [
        ("nj-2011", {"bonus": {"reopen_after_seven": True}}),
        ("nj-2005", {"fire": {"ends_on": "any_seven"}}),
        ("nj-2005", {"fire": {"table": "A"}}),
    ],
)
def test_a_choice_about_a_wager_there_is_not(rules: str, raw: dict[str, Any]) -> None:
    (breach,) = breaches(rules, raw)
    assert breach.clauses[0] in ("NJ11-1.2a", "NJ01-1.2a")


@pytest.mark.parametrize(
    "raw",
    [{"fire": "A", "offer": {"fire": False}}, {"fire": False, "offer": {"fire": True}}],
)
def test_elections_that_contradict_each_other(raw: dict[str, Any]) -> None:
    (fault,) = elections(raw, load("nj-2011"))[1]
    assert fault.key == "offer.fire"


def test_an_unlawful_charge_is_unlawful_on_a_wager_not_offered() -> None:
    assert breaches("nj-2011", {"offer": {"buy": False}, "vig_rate": {"buy": "6%"}})


MALFORMED: list[tuple[dict[str, Any], str]] = [
    ({"pay-unit": 100}, "pay-unit"),
    ({"pay_unit": 1.5}, "pay_unit"),
    ({"pay_unit": True}, "pay_unit"),
    ({"pay_unit": 0}, "pay_unit"),
    ({"pay_unit": 10**16}, "pay_unit"),
    ({"round_up_odds": 1}, "round_up_odds"),
    ({"odds": 2.5}, "odds"),
    ({"odds": True}, "odds"),
    ({"odds": {"max_multiple": 3}}, "odds.max_multiple"),
    ({"vig": {"buy": {"when": "win"}}}, "vig.buy.when"),
    ({"fire": {"min": 100}}, "fire.min"),
    ({"limits": {"plaice": {"min": 100}}}, "limits.plaice"),
    ({"odds": {"4": 3, "5": 4, "6": 5, "8": 5, "9": 4, "10": 3, "7": 1}}, "odds.7"),
    ({"vig_rate": 0.05}, "vig_rate"),
    ({"vig_rate": "five"}, "vig_rate"),
    ({"vig_rate": "1/0"}, "vig_rate"),
    ({"vig_rate": "-1/20"}, "vig_rate"),
    ({"vig_rate": {"plaice": "1/20"}}, "vig_rate.plaice"),
    ({"odds": "2.5"}, "odds"),
    ({"odds": "5/0"}, "odds"),
    ({"odds": 10**5000}, "odds"),
    ({"pay_unit": 10**5000}, "pay_unit"),
    ({"vig_rate": "1e99999999"}, "vig_rate"),
    ({"vig_rate": "1_0/2_00"}, "vig_rate"),
    ({"vig_rate": "\u0665%"}, "vig_rate"),
    ({"payouts": {"field-12": "\uff13 to 1"}}, "payouts.field-12"),
    ({"payouts": {"field-12": "3 to 1", "field": {"12": "3 to 1"}}}, "payouts.field.12"),
    ({"payouts": {"a": {"b": {"c": {"d": {"e": "1 to 1"}}}}}}, "payouts.a.b.c.d"),
    ({"fire": {"table": {"table": "A"}}}, "fire.table"),
    ({"payouts": {"horn": {"high": {"2": "3 to 1"}}}}, "payouts.horn.high.2"),
    ({"x\x1b[31m": 1}, "x\\u001b[31m"),
    ({"vig_rate": {"buy": {"7": "1/20"}}}, "vig_rate.buy.7"),
    ({"vig": "never"}, "vig"),
    ({"vig": {"buy": "late"}}, "vig.buy"),
    ({"fire": "C"}, "fire"),
    ({"fire": True}, "fire"),
    ({"fire": {"tabel": "A"}}, "fire.tabel"),
    ({"offer": {"big_six": True}}, "offer.big_six"),
    ({"offer": {"buy": "yes"}}, "offer.buy"),
    ({"offer": True}, "offer"),
    ({"limits": {"big-6": {"min": 100}}}, "limits.big-6"),
    ({"limits": {"pass": {"most": 100}}}, "limits.pass.most"),
    ({"limits": {"pass": {"min": -5}}}, "limits.pass.min"),
    ({"limits": {"pass": {"min": 500, "max": 100}}}, "limits.pass"),
    ({"payouts": {"field-13": "2 to 1"}}, "payouts.field-13"),
    ({"payouts": {"field-12": "3 fore 1"}}, "payouts.field-12"),
    ({"payouts": {"field-12": 3}}, "payouts.field-12"),
    ({"payouts": {"field-12": "0 to 1"}}, "payouts.field-12"),
    ({"payouts_scope": "pit"}, "payouts_scope"),
    ({"comeout": {"place": "on"}}, "comeout.place"),
    ({"comeout": {"lay": True}}, "comeout.lay"),
    ({"call_bets": "no"}, "call_bets"),
    ({"rules": 5}, "rules"),
]


@pytest.mark.parametrize(("raw", "key"), MALFORMED)
def test_malformed(raw: dict[str, Any], key: str) -> None:
    _, found = elections(raw, load("nj-2011"))
    assert [fault.key for fault in found] == [key]
    assert found[0].what
    assert found[0].instead


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ({"odds": {"max_multiple": 3}}, "Write odds = 10."),
        ({"vig": {"buy": {"rate": "5%"}}}, "under vig_rate"),
        ({"offer": {"6-7-8": True}}, "six_seven_eight"),
        ({"fire": {"table": "A", "min": 100}}, "[limits]"),
    ],
)
def test_another_name_for_a_key_leads_to_it(raw: dict[str, Any], said: str) -> None:
    (fault,) = elections(raw, load("nj-2011"))[1]
    assert said in fault.instead


def test_everything_malformed_is_told() -> None:
    raw = {"a": 1, "b": 2, "odds": "ten"}
    assert len(elections(raw, load("nj-2011"))[1]) == 3


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
KEYS = st.sampled_from(
    ["pay_unit", "odds", "vig_rate", "vig_base", "vig", "fire", "offer", "limits", "payouts",
     "payouts_scope", "comeout", "call_bets", "round_up_odds", "bonus", "rules", "x"]
)  # fmt: skip
INNER = st.sampled_from(["buy", "lay", "4", "10", "pass", "min", "max", "table", "field", "12"])


@given(raw=st.dictionaries(KEYS, JSON | st.dictionaries(INNER, JSON, max_size=3), max_size=5))
def test_nothing_written_in_a_house_file_can_break_the_reader(raw: dict[str, Any]) -> None:
    law = load("md-2013")
    elected, malformed = elections(raw, law)
    found = check_house(law, elected)
    if not malformed and not found:
        house(law, elected)


@pytest.mark.parametrize("rules", RULESETS)
def test_the_example_is_lawful_for_every_game(rules: str) -> None:
    for game in load(rules).games:
        law = load(rules, game)
        elected, malformed = elections(tomllib.loads(example(law)), law)
        assert malformed == ()
        assert check_house(law, elected) == ()


def test_a_house_in_force() -> None:
    law = load("nj-2011")
    raw = {
        "payouts": {"field-12": "3 to 1"},
        "vig": {"buy": {"4": "win"}},
        "vig_rate": {"buy": {"4": "4%"}},
        "fire": "B",
        "offer": {"lay": False, "six_seven_eight": False},
        "comeout": {"place_to_lose": "off"},
    }
    elected, _ = elections(raw, law)
    there = house(law, elected)
    vigs = {key: (vig,) for key, vig in there.vigs.items()}
    lines = {line.wager: line for line in sheet(there.rules, vigs=vigs)}
    assert lines["field"].edge_per_bet_made == Fraction(1, 36)
    assert lines["buy-4"].edge_per_bet_made == Fraction(4, 100) / 3
    assert lines["buy-5"].edge_per_bet_made == Fraction(1, 20)
    assert lines["fire"].table == "B"
    assert lines["place-lose-6"].continuous is not None
    assert not {"lay-4", "six-seven-eight"} & lines.keys()
    assert there.law is law


def test_fire_ending_on_any_seven() -> None:
    """The switch of R-21, for who reads Maryland literally: worse for the player."""
    law = load("md-2013")
    elected, _ = elections({"fire": {"table": "A", "ends_on": "any_seven"}}, law)
    (literal,) = sheet(house(law, elected).rules, "fire")
    (usual,) = (line for line in sheet(law, "fire") if line.table == "A")
    assert literal.edge_per_bet_made > usual.edge_per_bet_made
    assert literal.rolls_to_decide == 6


def test_no_fire_bet_when_it_is_declined() -> None:
    law = load("nj-2011")
    assert house(law, Elections(tables={"fire": False})).rules.named("fire") == ()
    assert house(law, Elections(offer={"fire": False})).rules.named("fire") == ()
    for chosen, elected in (("B", Elections(tables={"fire": "B"})), ("A", Elections())):
        assert [w.variant for w in house(law, elected).rules.named("fire")] == [chosen]


@pytest.mark.clause("NJ11-1.2b", "NJ11-1.2a")
@pytest.mark.parametrize(
    "raw",
    [
        {"limits": {"all-small": {"min": 100}}},
        {"payouts": {"all-tall": "34 to 1"}},
        {"offer": {"bonus_craps": True}},
    ],
)
def test_a_wager_of_another_state_is_not_in_the_list(raw: dict[str, Any]) -> None:
    (breach,) = breaches("nj-2011", raw)
    assert breach.clauses == ("NJ11-1.2a", "NJ11-1.2b")


def test_limits_for_the_table_a_kind_and_a_wager() -> None:
    """The narrower wins; odds and the Fire Bet keep their own."""
    raw = {"limits": {"min": 1500, "place": {"min": 3000}, "place-6": {"min": 1200, "max": 6000}}}
    elected, malformed = elections(raw, load("nj-2011"))
    assert malformed == ()
    law = load("nj-2011")
    assert {key: posted(law.wager(key), elected) for key in ("field", "place-4", "place-6")} == {
        "field": (1500, None),
        "place-4": (3000, None),
        "place-6": (1200, 6000),
    }
    for key in ("fire", "pass-odds", "come-odds-4"):
        assert posted(law.wager(key), elected) == (None, None)


@pytest.mark.clause("NJ11-1.6a-s2")
def test_limits_of_the_table_count_for_the_right_to_odds() -> None:
    """At a table of $10 to $50, odds of up to $50 must be taken."""
    assert breaches("nj-2011", {"limits": {"max": 5000, "pass-odds": {"max": 5000}}}) == ()
    (breach,) = breaches("nj-2011", {"limits": {"max": 5000, "pass-odds": {"max": 4000}}})
    assert breach.key == "limits.pass-odds.max"


def test_a_charge_that_the_law_allows_only_on_a_win() -> None:
    """As punto banco's: the default election is then the lawful one."""
    law = load("nj-2011")
    only_wins = law.changing(
        lambda each: (
            replace(each, vig=replace(each.vig, moments={"win": each.vig.cites}))
            if each.vig
            else each
        )
    )
    assert check_house(only_wins, Elections()) == ()
    vigs = house(only_wins, Elections()).vigs
    assert {vig.when for vig in vigs.values()} == {"win"}
    assert 'buy = "win"' in example(only_wins)
    (breach, *_) = check_house(only_wins, Elections(vig={"buy-4": "bet"}))
    assert breach.what == "vigorish collected when the bet is made on buy-4"
    assert breach.instead == "Collect it only on a win."


@pytest.mark.parametrize("table", [None, "payouts", "limits", "vig", "offer"])
def test_nonsense_by_the_thousand_is_not_compared_with_every_name(
    table: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every key is named as a fault; what it may have meant is looked for a few times only."""
    looked: list[str] = []

    def looking(name: str, known: Any) -> tuple[str, ...]:
        looked.append(name)
        return nearest(name, known)

    monkeypatch.setattr(sys.modules["lammer.house.elections"], "nearest", looking)
    nonsense = {f"pas-{number}-{'x' * 200}": 1 for number in range(1000)}
    _, faults = elections(nonsense if table is None else {table: nonsense}, load("nj-2011"))
    assert len(faults) == 1000
    assert 1 <= len(looked) <= 25
    assert max(map(len, looked)) <= 80
    assert all(len(str(fault)) < 400 for fault in faults)
