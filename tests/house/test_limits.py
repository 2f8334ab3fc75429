"""Posted limits that leave a wager without any amount, wherever they are written."""

from typing import Any

import pytest

from lammer.games import RULESETS, load
from lammer.house import elections, house
from lammer.house.stakes import stakes
from lammer.table import Run
from lammer.table.bets.amounts import check_amount
from lammer.table.commands import Open
from lammer.table.decide import rules_to_open
from lammer.table.rules import Rules
from tests.house.test_check_house import breaches


def reported(rules: str, raw: dict[str, Any], game: str | None = None) -> dict[str, str]:
    """Return what is wrong, by wager; each with the key, the amounts and the advice."""
    found: dict[str, str] = {}
    for breach in breaches(rules, raw, game):
        what, _, wagers = breach.what.rpartition(" on ")
        for wager in wagers.split(", "):
            found[wager] = f"{breach.key}: {what}; {breach.instead} {breach.clauses[0]}"
    return found


@pytest.mark.parametrize(
    ("rules", "raw", "wager", "key", "clause"),
    [
        ("nj-2011", {"limits": {"min": 500, "max": 700}}, "horn", "limits.max", "NJ11-1.4f"),
        ("md-2013", {"limits": {"min": 600, "max": 900}}, "whirl", "limits.max", "MD13-03A21a"),
        ("nj-2011", {"limits": {"max": 1900}}, "buy-4", "limits.max", "NJ11-1.5a-s2"),
        ("nj-2011", {"limits": {"max": 2300}}, "lay-6", "limits.max", "NJ11-1.5b-s2"),
        ("nj-2011", {"limits": {"place": {"max": 500}}}, "place-6", "limits.place.max",
         "NJ11-1.4f"),
        ("nj-2011", {"pay_unit": 500, "limits": {"hop": {"max": 400}}}, "hop-1-3",
         "limits.hop.max", "NJ11-1.4f"),
        ("nj-2011", {"pay_unit": 500, "limits": {"horn": {"max": 1900}}}, "horn",
         "limits.horn.max", "NJ11-1.4f"),
        ("nj-2011", {"limits": {"min": 5000, "field": {"max": 2000}}}, "field",
         "limits.field.max", "NJ11-1.4f"),
        ("nj-2011", {"payouts": {"any-craps": "15 to 2"}, "limits": {"any-craps": {"max": 100}}},
         "any-craps", "limits.any-craps.max", "NJ11-1.4f"),
        ("nj-2011", {"vig_rate": "1%", "limits": {"buy": {"max": 9900}}}, "buy-10",
         "limits.buy.max", "NJ11-1.5a-s2"),
        ("nj-1997", {"limits": {"min": 700, "max": 800}}, "place-6", "limits.max", "NJ97-13.6c"),
        ("nj-2001", {"limits": {"max": 99}}, "player", "limits.max", "R-59"),
        ("nj-2001", {"payouts": {"tie": "25 to 3"}, "limits": {"tie": {"min": 100, "max": 101}}},
         "tie", "limits.tie.max", "R-59"),
    ],
)  # fmt: skip
def test_limits_that_leave_no_amount_are_reported(
    rules: str, raw: dict[str, Any], wager: str, key: str, clause: str
) -> None:
    said = reported(rules, raw)[wager]
    assert said.startswith(f"{key}: no amount")
    assert said.endswith(clause)
    assert "$" in said
    assert "cents" not in said


def test_a_bet_put_down_as_two_is_limited_by_its_parts() -> None:
    raw: dict[str, Any] = {"limits": {"whirl": {"min": 3000}, "any-seven": {"max": 500}}}
    said = reported("nj-2011", raw)
    assert said["whirl"].startswith(
        "limits.any-seven.max: no amount of at least $30 and at most $25"
    )
    assert "$30 on whirl is $6 on any-seven: post as much." in said["whirl"]
    assert breaches("md-2013", raw) == ()
    without = breaches("md-2013", raw | {"layout": {"whirl_area": False}})
    assert "MD13-03A21b" in without[0].clauses


def test_the_advice_is_the_least_that_can_be_bet() -> None:
    (breach,) = breaches("nj-2011", {"limits": {"place": {"min": 500, "max": 500}}})
    assert breach.what == "no amount from $5 to $5 can be bet and paid on place-6, place-8"
    assert breach.instead == "The least is $6: post as much."
    least = breaches("nj-2011", {"limits": {"place": {"min": 600, "max": 600}, "place-6": {}}})
    assert "$10 on place-4" not in least[0].instead
    assert breaches("nj-2011", {"limits": {"place": {"min": 500, "max": 600}}}) == ()


def test_a_wager_that_is_not_offered_needs_no_amount() -> None:
    raw: dict[str, Any] = {"limits": {"max": 1900}, "offer": {"buy": False, "lay": False}}
    assert breaches("nj-2011", raw) == ()
    assert breaches("nj-2011", {**raw, "limits": {"max": 1900, "buy": {"max": 1900}}})


def test_odds_that_come_to_nothing_where_none_are_rounded_up() -> None:
    raw: dict[str, Any] = {"odds": 1, "round_up_odds": False, "limits": {"pass": {"max": 400}}}
    found = breaches("nj-2011", raw)
    assert [each.key for each in found] == ["round_up_odds"] * 2
    assert found[0].what == "no odds on 6 of pass-odds: at most $4 behind pass"
    assert found[0].clauses[:1] == ("NJ11-1.6a-s2",)
    assert breaches("nj-2011", {**raw, "round_up_odds": True}) == ()
    assert breaches("nj-2011", {**raw, "limits": {"pass": {"max": 500}}}) == ()


def test_no_table_is_opened_so_but_one_that_is_open_goes_on() -> None:
    raw = {"limits": {"min": 500, "max": 700}}
    with pytest.raises(ValueError, match=r"no amount from \$5 to \$7"):
        Run.at("nj-2011", rails={1: 10000}, house=raw)
    command = Open("nj-2011", None, raw, ())
    assert isinstance(rules_to_open(command, opened=True), Rules)
    worse = Open("nj-2011", None, {"vig_rate": "6%"}, ())
    assert not isinstance(rules_to_open(worse, opened=True), Rules)


HOUSES: list[dict[str, Any]] = [
    {},
    {"pay_unit": 500, "limits": {"min": 700, "max": 12_000}},
    {"pay_unit": 25, "limits": {"min": 90, "max": 410}},
    {"vig_rate": "3%", "limits": {"min": 1100, "max": 3500}},
    {"payouts": {"any-seven": "9 to 2"}, "limits": {"max": 300}},
]


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("raw", HOUSES)
def test_what_is_said_to_be_possible_is_what_the_table_takes(
    rules: str, raw: dict[str, Any]
) -> None:
    """Every amount up to a bound, asked of the table: the least that it takes, or none."""
    law = load(rules)
    elected, _ = elections({key: raw[key] for key in raw if _known(rules, key)}, law)
    here = Rules(house(law, elected))
    for wager in here.wagers.values():
        if wager.behind is not None or wager.breakdown is not None:
            continue
        found = stakes(here.ruleset, wager, elected, here.vig(wager))
        tried = range(5, 5_000, 5) if elected.pay_unit == 25 else range(100, 15_000, 100)
        taken = (n for n in tried if not _refused(here, wager.key, n))
        assert next(taken, None) == (found.least if found.possible else None), wager.key


def _known(rules: str, key: str) -> bool:
    return not (rules == "nj-1997" and key == "vig_rate") and not (
        rules in ("md-2013", "nj-2001") and key == "payouts"
    )


def _refused(rules: Rules, wager: str, amount: int) -> bool:
    answer = check_amount(rules, rules.wagers[wager], amount, None)
    return not isinstance(answer, tuple)
