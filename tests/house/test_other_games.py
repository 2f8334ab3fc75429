"""Houses of mini-dice and punto banco: what they may elect, and what they must show."""

from typing import Any

import pytest

from lammer.games import load
from lammer.house import (
    Breach,
    Elections,
    House,
    check_house,
    check_together,
    elections,
    house,
    notices,
)
from lammer.odds import figure
from lammer.table import Run


def breaches(rules: str, raw: dict[str, Any]) -> tuple[Breach, ...]:
    law = load(rules)
    elected, faults = elections(raw, law)
    assert not faults
    return check_house(law, elected)


def in_force(rules: str, raw: dict[str, Any]) -> House:
    elected, faults = elections(raw, load(rules))
    assert not faults
    return house(load(rules), elected)


@pytest.mark.parametrize(
    ("rules", "raw", "clause"),
    [
        pytest.param(*row, marks=pytest.mark.clause(row[2]), id=f"{row[0]} {row[1]}")
        for row in (
            ("nj-1997", {"payouts": {"place-6": "1 to 1"}}, "NJ97-13.6b-s1"),
            ("nj-1997", {"payouts": {"under-7": "9 to 10"}}, "NJ97-13.6b-Under7"),
            ("nj-1997", {"payouts": {"field": {"2-12": "3 to 2"}}}, "NJ97-13.6b-Field-2-12"),
            (
                "nj-1997",
                {"payouts": {"any-seven": "5 to 1"}, "payouts_scope": "table"},
                "NJ97-13.6b-s2",
            ),
            ("nj-1997", {"vig_rate": {"place": "1/20"}}, "NJ97-13.6d"),
            ("nj-1997", {"vig_rate": {"over-7": "1%"}}, "NJ97-13.6d"),
            ("nj-1997", {"vig_rate": "1/20"}, "NJ97-13.6d"),
            ("nj-1997", {"vig_rate": "6%"}, "NJ97-13.6d"),
            ("nj-1997", {"vig": "win"}, "NJ97-13.6d"),
            ("nj-1997", {"odds": 3}, "NJ97-13.2b-s1"),
            ("nj-2001", {"decks": 7}, "R-50"),
            ("nj-2001", {"decks": 9}, "R-50"),
            ("nj-2001", {"vig": {"procedure": 5}}, "NJ01-3.10b-s2"),
            ("nj-2001", {"cutcard": {"extra_hands": 2}}, "NJ01-3.8e-s3"),
            ("nj-2001", {"turn": {"direction": "clockwise"}}, "NJ01-3.6b-s2"),
            ("nj-1997", {"turn": {"direction": "counter-clockwise"}}, "NJ97-13.5d-s2"),
            ("nj-1997", {"refuse_unpayable": False}, "NJ97-13.6c"),
            ("nj-1997", {"verbal_cash_bets": True}, "NJ97-13.4a-s2"),
            ("nj-1997", {"late_bets": "confirmed"}, "NJ97-13.4d"),
            ("nj-1997", {"dice": {"max_hours": 48}}, "NJ97-13.3a2"),
            ("nj-1997", {"shaker": {"min_shakes": 2}}, "NJ97-13.5c"),
            ("nj-1997", {"vig": {"collect": "mark"}}, "NJ97-13.6d"),
            ("nj-1997", {"payouts": {"field-12": "3 to 1"}}, "NJ97-13.2b-s1"),
            ("nj-2001", {"limits": {"player": {"min": 1, "max": 50}}}, "R-59"),
            ("nj-1997", {"limits": {"player": {"min": 100}}}, "NJ97-13.2b-s1"),
            ("nj-1997", {"limits": {"place-6": {"max": 500}}}, "NJ97-13.6c"),
            ("nj-1997", {"decks": 6}, "NJ97-13.2b-s1"),
            ("nj-2001", {"payouts": {"player": "2 to 1"}}, "R-50"),
            ("nj-2001", {"payouts": {"banker": "9 to 10"}}, "R-50"),
            ("nj-2001", {"vig": {"banker": "bet"}}, "R-50"),
            ("nj-2001", {"vig": {"player": "win"}}, "R-50"),
            ("nj-2001", {"vig_rate": {"buy": "5%"}}, "R-50"),
            ("nj-2001", {"round_up_odds": False}, "R-50"),
            ("nj-2001", {"late_bets": "confirmed"}, "NJ01-3.7b"),
            ("nj-2001", {"verbal_cash_bets": True}, "R-76"),
            ("nj-2001", {"payouts": {"tie": "9 for 1"}}, "R-50"),
            ("nj-1997", {"vig_rate": {"buy": {"4": "5%"}}}, "NJ97-13.6d"),
            ("nj-1997", {"vig": {"buy": "win"}}, "NJ97-13.6d"),
            ("nj-1997", {"odds": {"4": 3}}, "NJ97-13.2b-s1"),
            ("nj-1997", {"round_up_odds": False}, "NJ97-13.2b-s1"),
            ("nj-1997", {"limits": {"hop": {"min": 100}}}, "NJ97-13.2b-s1"),
            ("nj-1997", {"payouts": {"any-seven": "5 for 1"}}, "NJ97-13.6a"),
            ("nj-2001", {"vig_rate": {"player": "1/20"}}, "R-50"),
            ("nj-2001", {"vig_rate": {"tie": "1/20"}}, "R-50"),
            ("nj-2001", {"fire": "B"}, "R-50"),
        )
    ],
)
def test_refused_with_its_clause(rules: str, raw: dict[str, Any], clause: str) -> None:
    found = breaches(rules, raw)
    assert any(clause in breach.clauses for breach in found), found


@pytest.mark.parametrize(
    ("rules", "raw"),
    [
        ("nj-1997", {"payouts": {"any-seven": "5 to 1", "field-2-12": "3 to 1"}}),
        ("nj-1997", {"pay_unit": 25, "limits": {"min": 500, "max": 10000}}),
        ("nj-1997", {"dice": {"max_hours": 24}, "shaker": {"min_shakes": 3}}),
        ("nj-1997", {"dice": {"max_hours": 12}, "shaker": {"min_shakes": 5}}),
        ("nj-2001", {"late_bets": "never", "verbal_cash_bets": False}),
        ("nj-1997", {"late_bets": "never", "verbal_cash_bets": False}),
        ("nj-2001", {"cutcard": {"extra_hands": 1}, "dealer_as_curator": True}),
        ("nj-2001", {"decks": 6, "payouts": {"tie": "9 to 1"}}),
        ("nj-2001", {"payouts": {"tie": "15 to 2"}}),
        ("nj-2001", {"vig_rate": "4%", "vig": {"collect": "mark", "procedure": 4}}),
        ("nj-2001", {"vig": {"rounding": "up", "banker": "win"}, "recut": "next", "pit": "North"}),
    ],
)
def test_accepted(rules: str, raw: dict[str, Any]) -> None:
    assert breaches(rules, raw) == ()
    assert Run.at(rules, rails={1: 10000}, house=raw).is_open


@pytest.mark.parametrize(
    ("raw", "key"),
    [
        ({"decks": "8"}, "decks"),
        ({"decks": 0}, "decks"),
        ({"decks": 101}, "decks"),
        ({"decks": True}, "decks"),
        ({"decks": 8.0}, "decks"),
        ({"vig": {"procedure": 0}}, "vig.procedure"),
        ({"vig": {"procedure": True}}, "vig.procedure"),
        ({"vig": {"procedure": "1"}}, "vig.procedure"),
        ({"vig": {"collect": "later"}}, "vig.collect"),
        ({"vig": {"banco": "win"}}, "vig.banco"),
        ({"recut": "anybody"}, "recut"),
        ({"pit": 3}, "pit"),
        ({"payouts": {"pair": "11 to 1"}}, "payouts.pair"),
    ],
)
def test_malformed(raw: dict[str, Any], key: str) -> None:
    _, faults = elections(raw, load("nj-2001"))
    assert [fault.key for fault in faults] == [key]


@pytest.mark.clause("NJ01-3.10c1")
def test_one_procedure_for_a_pit() -> None:
    law = load("nj-2001")

    def table(pit: str, **options: Any) -> tuple[Any, Elections]:
        return law, Elections(pit=pit, options=options)

    two, three = {"vig.procedure": 2}, {"vig.procedure": 3}
    assert check_together([table("A", **two), table("B", **three), table("A", **two)]) == ()
    assert check_together([table("", **two), table("", **three)]) == ()
    ((at, breach),) = check_together([table("A"), table("B", **three), table("A", **three)])
    assert (at, breach.key) == (2, "vig.procedure")
    assert check_together([table("A"), (load("nj-1997"), Elections(pit="A"))]) == ()


@pytest.mark.clause("NJ97-13.6a", "NJ97-13.6b-s1", "NJ97-13.4a-s1")
def test_mini_dice_odds_are_said_with_to() -> None:
    shown = {each.key: each for each in notices(in_force("nj-1997", {}))}
    lines = [item["text"] for item in shown["payouts"].items]
    assert len(lines) == 11
    assert all(" to " in line and " for " not in line for line in lines)
    assert "Under 7: 1 to 1" in lines
    areas = [wager for item in shown["areas"].items for wager in item["wagers"]]
    assert areas == list(load("nj-1997").keys())


@pytest.mark.clause("NJ01-3.10c", "NJ01-3.10c1", "NJ01-3.10c2")
def test_the_procedure_is_notified_and_the_projects_own_rules_are_named() -> None:
    raw = {"vig": {"procedure": 4, "collect": "mark"}, "pit": "North"}
    shown = {each.key: each for each in notices(in_force("nj-2001", raw))}
    first, where, when = shown["payment-procedure"].items
    assert (first["procedure"], first["charges"]) == (4, "before-each")
    assert where["pit"] == "North"
    assert when["minutes"] == 30
    assert "marked" in shown["vigorish"].items[0]["text"]
    assert len(shown["own"].items) == len(load("nj-2001").law.own)
    assert shown["own"].clauses == ("R-50",)


@pytest.mark.clause("NJ01-3.6a-s2", "NJ01-3.6b-s1")
def test_a_punto_banco_table_opens_with_a_shoe_for_seat_one() -> None:
    lines: list[bytes] = []
    run = Run(lines.append)
    seats = [{"seat": 1, "rail": 100}, {"seat": 3, "rail": 100}]
    (opened,) = run.do({"do": "open", "rules": "nj-2001", "seats": seats}).events
    assert (opened.body["decks"], opened.body["procedure"]) == (8, 1)
    assert opened.body["offered"] == 1


@pytest.mark.clause("NJ97-13.5a", "NJ97-13.3a1-s1", "NJ97-13.3a2")
def test_a_mini_dice_table_opens_with_a_shaker_that_was_inspected() -> None:
    run = Run()
    seats = [{"seat": 2, "rail": 100}]
    at = "2026-01-31T20:00:00Z"
    opening = {"do": "open", "rules": "nj-1997", "seats": seats, "at": at}
    (opened,) = run.do(opening).events
    assert opened.body["dice_since"] == at
    assert opened.body["offered"] == 2


def test_a_table_opens_under_the_defaults_written_out() -> None:
    """What only states a default about wagers this game has not changes nothing."""
    raw = {"odds": 100, "round_up_odds": True, "fire": "A", "pay_unit": 100}
    assert Run.at("nj-1997", rails={1: 10000}, house=raw).is_open
    for rate in ("1/20", "1/25"):
        with pytest.raises(ValueError, match=r"13\.6d"):
            Run.at("nj-1997", rails={1: 10000}, house={"vig_rate": rate})


def test_fewer_decks_change_the_odds_of_the_house() -> None:
    six = in_force("nj-2001", {"decks": 6})
    assert six.rules.space.facts["decks"] == 6
    law = load("nj-2001")
    assert law.space.facts["decks"] == 8
    player = figure(six.rules, six.rules.wager("player"))
    assert player.edge_per_bet_made != figure(law, law.wager("player")).edge_per_bet_made


def test_better_odds_name_the_clause_that_allows_them() -> None:
    better = in_force("nj-1997", {"payouts": {"any-seven": "5 to 1"}})
    assert "NJ97-13.6b-s2" in figure(better.rules, better.rules.wager("any-seven")).clauses
    assert "NJ97-13.6b-s2" not in figure(better.rules, better.rules.wager("over-7")).clauses


@pytest.mark.parametrize("key", ["red", "trio", "split-17-20"])
def test_a_payout_of_a_wager_that_shares_its_line_is_told_the_line(key: str) -> None:
    _, (fault,) = elections({"payouts": {key: "40 to 1"}}, load("ac-roulette"))
    line = {"red": "even-money", "trio": "street", "split-17-20": "split"}[key]
    assert (fault.key, fault.instead) == (f"payouts.{key}", f"Write {line}, by which it is paid.")
