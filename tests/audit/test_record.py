"""Records kept by somebody else. What is due in each is worked out by hand from the regulation;
amounts are cents. Every record is judged twice, as CSV and as JSON Lines."""

import io
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeGuard

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lammer.audit import RecordOptions, judge
from lammer.audit.record.entries import RecordEntry, UnreadableEntry, columns, entries, kinds
from lammer.audit.record.sheet import shape
from lammer.house import House
from lammer.instruments import INSTRUMENTS
from lammer.table.script import lines
from lammer.typed.bet_names import named_bet
from tests.audit.records import at, judged, money, numbered, only, problem_of, recorded
from tests.hands.hand import play
from tests.usual import case, usual

FORMATS = Path(__file__).parents[2] / "docs" / "formats.md"
HANDS = sorted((Path(__file__).parents[1] / "hands").glob("*.hand"))


# Wrong payments


@pytest.mark.clause("NJ11-1.4b-Place6W", "NJ11-1.2a5-s1")
def test_place_6_paid_even_money() -> None:
    """$12 at 7 to 6 is $14."""
    found = only(
        """
        bet 1 place-6 1200
        roll 4-4
        roll 2-4
        payment 1 place-6 1200
        """
    )
    assert money(found) == (5, "place-6", 1400, 1200)
    assert found.off_by_cents == -200
    assert found.kind == "payment"
    assert found.seat == 1
    assert {"NJ11-1.2a5-s1", "NJ11-1.4b-Place6W"} <= set(found.clauses)
    assert found.what == (
        "Place Bet 6 to Win: $14 due on the 2-4 of line 4, $12 paid, $2 too little."
    )


@pytest.mark.clause("NJ11-1.2a9")
def test_hard_8_paid_on_an_easy_8() -> None:
    found = only(
        """
        bet 1 hard-8 500
        roll 3-3
        roll 2-6    # the 8 the easy way: the hardway is gone
        payment 1 hard-8 4500
        """
    )
    assert money(found) == (5, "hard-8", 0, 4500)
    assert found.clauses == ("NJ11-1.2a9", "R-06")
    assert "it lost on the 2-6 of line 4" in found.what


@pytest.mark.clause("NJ11-1.3e-s1")
def test_come_odds_paid_while_they_are_off() -> None:
    """The come bet on 4 wins on the come-out; its odds, not called on, go back unpaid (R-05)."""
    found = only(
        """
        bet 1 pass 1000
        roll 6-3
        bet 1 come 1000
        roll 2-2
        bet 1 come-odds-4 2000
        roll 4-5
        payment 1 pass 1000
        bet 1 pass 1000
        roll 1-3
        payment 1 come-4 1000
        payment 1 come-odds-4 4000
        """
    )
    assert money(found) == (12, "come-odds-4", 0, 4000)
    assert {"NJ11-1.3e-s1", "R-05"} <= set(found.clauses)


def test_come_odds_called_on_are_due() -> None:
    assert (
        judged(
            """
        bet 1 pass 1000
        roll 6-3
        bet 1 come 1000
        roll 2-2
        bet 1 come-odds-4 2000
        roll 4-5
        payment 1 pass 1000
        bet 1 pass 1000
        call-on 1 come-odds-4
        roll 1-3
        payment 1 come-4 1000
        payment 1 come-odds-4 4000
        """
        )
        == []
    )


@pytest.mark.clause("NJ11-1.3e-s1", "NJ11-1.2a5-s3")
def test_place_bet_paid_on_the_come_out() -> None:
    found = only(
        """
        bet 1 place-6 1200
        roll 2-4
        payment 1 place-6 1400
        """
    )
    assert money(found) == (4, "place-6", 0, 1400)
    assert {"NJ11-1.2a5-s3", "NJ11-1.3e-s1", "R-02"} <= set(found.clauses)
    assert "it was off" in found.what


@pytest.mark.clause("NJ11-1.4b-Field-12")
def test_field_12_paid_even_money() -> None:
    found = only("bet 2 field 500\nroll 6-6\npayment 2 field 500")
    assert money(found) == (4, "field", 1000, 500)
    assert "NJ11-1.4b-Field-12" in found.clauses


@pytest.mark.clause("NJ11-1.6a-s4")
def test_pass_odds_on_5_paid_2_to_1() -> None:
    """$20 on 5 at 3 to 2 is $30, not $40."""
    found = only(
        """
        bet 1 pass 1000
        roll 2-3
        bet 1 pass-odds 2000
        roll 1-4
        payment 1 pass 1000
        payment 1 pass-odds 4000
        """
    )
    assert money(found) == (7, "pass-odds", 3000, 4000)
    assert found.off_by_cents == 1000
    assert "NJ11-1.6a-s4" in found.clauses


@pytest.mark.clause("NJ11-1.2a2iii")
def test_dont_pass_paid_on_a_12() -> None:
    found = only("bet 1 dont-pass 1000\nroll 6-6\npayment 1 dont-pass 1000")
    assert money(found) == (4, "dont-pass", 0, 1000)
    assert found.clauses[:2] == ("NJ11-1.2a2iii", "R-10")
    assert "it was void" in found.what


def test_winner_not_paid_at_all_is_found_at_its_roll() -> None:
    record = "bet 1 pass 1000\nbet 2 dont-pass 1000\nroll 5-6"
    for more in ("", "\nroll 3-3"):
        found = only(record + more)
        assert money(found) == (4, "pass", 1000, 0)
        assert {"NJ11-1.2a1i1", "NJ11-1.4b-Pass"} <= set(found.clauses)
        assert found.what == "Pass Bet: $10 due on the 5-6 of line 4, nothing paid."


def test_payment_in_parts_is_added_up() -> None:
    assert judged("bet 1 field 500\nroll 6-6\npayment 1 field 500\npayment 1 field 500") == []


def test_payment_comes_before_the_next_roll_or_not_at_all() -> None:
    late = judged("bet 1 field 500\nroll 4-5\nroll 3-3\npayment 1 field 500")
    assert [money(found) for found in late] == [(3, "field", 500, 0), (5, "field", 0, 500)]
    assert "it was not up for the 3-3 of line 4" in late[1].what


def test_paid_to_another_seat() -> None:
    found = judged("bet 1 field 500\nroll 4-5\npayment 2 field 500")
    assert [(each.seat, each.off_by_cents) for each in found] == [(1, -500), (2, 500)]


def test_a_horn_is_paid_by_its_parts() -> None:
    """Of $4 one dollar is on the 12 and is paid 30 to 1; three dollars are lost (R-13)."""
    record = "bet 1 horn 400\nroll 6-6\n"
    assert judged(record + "payment 1 horn 3000\nreturn 1 horn 100\ntake 1 horn 300") == []
    assert money(only(record + "payment 1 horn 2700")) == (4, "horn", 3000, 2700)


def test_a_come_bet_is_paid_under_its_number() -> None:
    record = """
        bet 1 pass 1000
        roll 4-4
        bet 1 come 1000
        roll 3-3
        bet 1 come 2000
        roll 2-4    # the first come bet is paid, the second goes to the 6
        payment 1 come-6 {}
        roll 5-1
        payment 1 come-6 2000
        """
    assert judged(record.format(1000)) == []
    assert money(only(record.format(2000))) == (8, "come-6", 1000, 2000)


# Fire and Bonus

POINTS = {4: "1-3", 5: "1-4", 6: "1-5", 8: "2-6", 9: "3-6", 10: "4-6"}


def fire(*points: int) -> str:
    made = "".join(f"roll {POINTS[n]}\nroll {POINTS[n]}\n" for n in points)
    return f"bet 1 fire 500\n{made}roll 2-2\n"


@pytest.mark.clause("NJ11-1.4e-A4", "NJ11-1.2a40-s2")
def test_four_fire_points_paid_by_the_other_table() -> None:
    """Table A pays 24 to 1 for four points, $120 for $5; table B would pay 39 to 1."""
    record = fire(4, 5, 6, 8) + "roll 3-4\npayment 1 fire 19500"
    found = only(record)
    assert money(found) == (13, "fire", 12000, 19500)
    assert "NJ11-1.4e-A4" in found.clauses
    assert judged(record, at(fire="B")) == []


@pytest.mark.clause("NJ11-1.2a40-s3")
def test_three_fire_points_lose() -> None:
    found = only(fire(4, 5, 5, 6) + "roll 3-4\npayment 1 fire 12000")
    assert money(found) == (13, "fire", 0, 12000)
    assert "NJ11-1.2a40-s3" in found.clauses


@pytest.mark.clause("NJ11-1.12a5")
def test_six_fire_points_are_paid_at_the_loser_7_and_not_before() -> None:
    record = fire(4, 5, 6, 8, 9, 10).removesuffix("roll 2-2\n")
    early, missing = judged(record + "payment 1 fire 499500\nroll 2-2\nroll 3-4")
    assert money(early) == (15, "fire", 0, 499500)
    assert money(missing) == (17, "fire", 499500, 0)
    assert {"NJ11-1.12a5", "R-22", "NJ11-1.4e-A6"} <= set(missing.clauses)
    assert judged(record + "roll 2-2\nroll 3-4\npayment 1 fire 499500") == []


@pytest.mark.clause("NJ11-1.2a40-s1", "NJ11-1.12b1-s1", "NJ11-1.3c2-s1")
def test_fire_bets_that_should_have_been_refused() -> None:
    late, over, raised = judged(
        """
        roll 5-6
        bet 1 fire 500      # not before the shooter's first come-out roll
        roll 2-2
        roll 3-4
        bet 2 fire 600      # the next shooter; but at most $5
        bet 3 fire 100
        bet 3 fire 100      # never raised
        """
    )
    assert [each.line for each in (late, over, raised)] == [3, 6, 8]
    assert [each.kind for each in (late, over, raised)] == ["wager"] * 3
    assert "NJ11-1.2a40-s1" in late.clauses
    assert "wrong-time" in late.what
    assert over.clauses == ("NJ11-1.12b1-s1",)
    assert raised.clauses == ("NJ11-1.3c2-s1",)


def test_a_new_shooter_may_be_recorded() -> None:
    record = "roll 5-6\n{}bet 1 fire 500\n"
    assert judged(record.format("shooter 2\n")) == []
    assert len(judged(record.format(""))) == 1


@pytest.mark.clause("MD13-05H1")
def test_all_small_is_paid_when_complete() -> None:
    record = "bet 1 all-small 100\n" + "".join(
        f"roll {dice}\n" for dice in ("1-1", "1-2", "1-3", "2-3", "3-3")
    )
    found = only(record, at("md-2013"))
    assert (found.line, found.wager, found.paid_cents) == (7, "all-small", 0)
    assert judged(f"{record}payment 1 all-small {found.due_cents}", at("md-2013")) == []


# Vigorish


@pytest.mark.clause("NJ11-1.5a-s2")
def test_buy_vigorish_not_taken() -> None:
    """Five percent of $20, taken when the bet is made."""
    found = only("bet 1 buy-4 2000\nroll 3-3")
    assert money(found) == (2, "buy-4", -100, 0)
    assert found.off_by_cents == 100
    assert "NJ11-1.5a-s2" in found.clauses
    assert judged("bet 1 buy-4 2000\nvigorish 1 buy-4 100\nroll 3-3") == []


@pytest.mark.clause("NJ11-1.5a-s3")
def test_vigorish_on_the_win() -> None:
    where = at(vig={"buy": "win"})
    record = "bet 1 buy-4 2000\n{}roll 3-3\nroll 2-2\npayment 1 buy-4 4000\n{}"
    assert judged(record.format("", "vigorish 1 buy-4 100"), where) == []
    missing = only(record.format("", ""), where)
    assert money(missing) == (4, "buy-4", -100, 0)
    assert "NJ11-1.5a-s3" in missing.clauses
    early, unpaid = judged(record.format("vigorish 1 buy-4 100\n", ""), where)
    assert money(early) == (3, "buy-4", 0, -100)
    assert money(unpaid) == (5, "buy-4", -100, 0)


def test_vigorish_is_rounded_down() -> None:
    found = only("bet 1 buy-4 3500\nvigorish 1 buy-4 175\nroll 3-3")
    assert money(found) == (3, "buy-4", -100, -175)
    assert "R-40" in found.clauses


@pytest.mark.clause("NJ11-1.5c")
def test_no_vigorish_on_a_place_bet() -> None:
    found = only("bet 1 place-4 500\nvigorish 1 place-4 100\nroll 3-3")
    assert money(found) == (3, "place-4", 0, -100)
    assert found.clauses == ("NJ11-1.5c",)


@pytest.mark.clause("R-41", "NJ11-1.5b-s2")
def test_vigorish_goes_back_with_the_bet() -> None:
    """On a raise the difference is taken, on a reduction given back, on removal all of it."""
    record = """
        bet 1 lay-4 4000
        vigorish 1 lay-4 200
        roll 3-3
        bet 1 lay-4 2000
        vigorish 1 lay-4 100
        roll 6-6
        reduce 1 lay-4 2000
        refund 1 lay-4 100
        roll 6-6
        remove 1 lay-4 4000
        """
    assert judged(record + "refund 1 lay-4 200") == []
    found = only(record)
    assert money(found) == (11, "lay-4", 200, 0)
    assert {"NJ11-1.5b-s2", "R-41"} <= set(found.clauses)
    assert found.what == "Lay Bet against 4: $2 vigorish due back, nothing given back."


def test_what_was_not_taken_is_not_given_back() -> None:
    found = only("bet 1 buy-4 2000\nroll 3-3\nremove 1 buy-4\nroll 6-6")
    assert money(found) == (2, "buy-4", -100, 0)
    over, short = judged("bet 1 buy-4 2000\nvigorish 1 buy-4 300\nroll 3-3\nremove 1 buy-4")
    assert money(over) == (3, "buy-4", -100, -300)
    assert money(short) == (5, "buy-4", 300, 0)


def test_a_bet_put_up_and_taken_back_owes_nothing() -> None:
    assert judged("bet 1 buy-4 2000\nremove 1 buy-4\nroll 3-3") == []


@pytest.mark.clause("NJ05-1.5b-s2")
def test_lay_charge_of_2005_is_on_the_possible_win() -> None:
    """Laying $40 against 4 could win $20: the charge is $1."""
    found = only("bet 1 lay-4 4000\nvigorish 1 lay-4 200\nroll 3-3", at("nj-2005"))
    assert money(found) == (3, "lay-4", -100, -200)


# What should have been refused


@pytest.mark.clause("NJ11-1.4f")
def test_an_amount_that_cannot_be_paid_stands_and_its_due_is_a_fraction() -> None:
    """$10 at 7 to 6 is 1166 2/3 cents."""
    refused, paid = judged("bet 1 place-6 1000\nroll 4-4\nroll 1-5\npayment 1 place-6 1166")
    assert (refused.line, refused.kind, refused.clauses) == (2, "wager", ("NJ11-1.4f", "R-12"))
    assert refused.off_by_cents is None
    assert money(paid) == (5, "place-6", Fraction(3500, 3), 1166)
    assert paid.off_by_cents == Fraction(-2, 3)


@pytest.mark.clause("NJ11-1.6e-s1")
def test_odds_over_the_limit_stand_in_full() -> None:
    record = """
        bet 1 pass 1000
        roll 2-2
        bet 1 pass-odds 4000
        roll 1-3
        payment 1 pass 1000
        payment 1 pass-odds 8000
        """
    found = only(record, at(odds={"4": 3, "5": 4, "6": 5, "8": 5, "9": 4, "10": 3}))
    assert found.line == 4
    assert "over-odds-limit" in found.what
    assert "NJ11-1.6e-s1" in found.clauses
    assert judged(record) == []


@pytest.mark.clause("NJ11-1.3c1")
def test_a_contract_bet_removed_is_down_with_its_odds() -> None:
    found = only(
        """
        bet 1 pass 1000
        roll 2-2
        bet 1 pass-odds 1000
        remove 1 pass
        remove 1 pass-odds
        roll 1-3
        """
    )
    assert (found.line, found.wager, found.clauses) == (5, "pass", ("NJ11-1.3c1",))


@pytest.mark.clause("NJ11-1.3c1")
def test_a_contract_bet_reduced_stands_for_the_rest() -> None:
    reduced, paid = judged(
        "bet 1 pass 1000\nroll 2-2\nreduce 1 pass 500\nroll 1-3\npayment 1 pass 1000"
    )
    assert reduced.clauses == ("NJ11-1.3c1",)
    assert money(paid) == (6, "pass", 500, 1000)


@pytest.mark.clause("NJ11-1.2a1")
def test_a_pass_bet_taken_after_the_point_stands_on_the_point() -> None:
    late, unpaid = judged("roll 2-2\nbet 1 pass 1000\nroll 1-3")
    assert late.line == 3
    assert {"NJ11-1.2a1", "R-08"} <= set(late.clauses)
    assert money(unpaid) == (4, "pass", 1000, 0)
    lost = judged("roll 2-2\nbet 1 pass 1000\nroll 3-4\npayment 1 pass 1000")
    assert money(lost[1]) == (5, "pass", 0, 1000)


@pytest.mark.clause("NJ11-1.3d-s2")
def test_a_dont_bet_put_back() -> None:
    found = only("bet 1 dont-pass 1000\nroll 2-2\nremove 1 dont-pass\nbet 1 dont-pass 1000")
    assert (found.line, found.wager) == (5, "dont-pass")
    assert {"NJ11-1.3d-s2", "R-61"} <= set(found.clauses)


@pytest.mark.clause("R-42")
def test_odds_come_down_with_their_bet_whether_written_or_not() -> None:
    record = """
        bet 1 dont-pass 2000
        roll 2-2
        bet 1 dont-pass-odds 4000
        {}
        roll 3-4
        {}
        """
    one_times = at(odds=1)
    for line in ("remove 1 dont-pass", "remove 1 dont-pass\nremove 1 dont-pass-odds"):
        assert judged(record.format(line, ""), one_times) == []
    paid = "payment 1 dont-pass 1000\npayment 1 dont-pass-odds 1000"
    cut = "reduce 1 dont-pass 1000"
    for line in (cut, f"{cut}\nreduce 1 dont-pass-odds 2000"):
        assert judged(record.format(line, paid), one_times) == []


@pytest.mark.clause("NJ11-1.2a")
def test_a_wager_the_text_does_not_list() -> None:
    bet, paid = judged("bet 1 big-6 500\nroll 2-4\npayment 1 big-6 500")
    assert bet.line == 2
    assert "NJ11-1.2a" in bet.clauses
    assert money(paid) == (4, "big-6", 0, 500)
    assert "NJ11-1.2a" in paid.clauses


@pytest.mark.clause("NJ11-1.5a-s1")
def test_a_wager_this_house_does_not_offer_stands_all_the_same() -> None:
    refused, unpaid = judged(
        "bet 1 buy-4 2000\nvigorish 1 buy-4 100\nroll 3-3\nroll 2-2", at(offer={"buy": False})
    )
    assert "not-offered" in refused.what
    assert refused.clauses == ("NJ11-1.5a-s1",)
    assert money(unpaid) == (5, "buy-4", 4000, 0)
    assert "not-offered" in only("bet 1 fire 500", at(fire=False)).what


def test_bets_that_are_not_there() -> None:
    found = judged("remove 1 place-6\nreduce 1 place-6 600\ncall-on 1 place-6")
    assert [each.line for each in found] == [2, 3, 4]
    assert all("no-such-bet" in each.what and each.clauses == ("house",) for each in found)


@pytest.mark.clause("R-63")
def test_a_call_the_text_does_not_know_changes_nothing() -> None:
    refused, unpaid = judged("bet 1 lay-4 4000\nvigorish 1 lay-4 200\ncall-off 1 lay-4\nroll 3-4\n")
    assert "R-63" in refused.clauses
    assert money(unpaid) == (5, "lay-4", 2000, 0)
    md = "bet 1 lay-4 4000\nvigorish 1 lay-4 200\ncall-off 1 lay-4\nroll 3-4\npayment 1 lay-4 2000"
    found = only(md, at("md-2013"))
    assert money(found) == (6, "lay-4", 0, 2000)
    assert "it was off" in found.what


def test_more_or_less_came_down_than_was_up() -> None:
    found = only("bet 1 place-6 1200\nremove 1 place-6 1800")
    assert money(found) == (3, "place-6", 1200, 1800)
    assert "NJ11-1.3c" in found.clauses
    assert "more-than-is-up" in only("bet 1 place-6 1200\nreduce 1 place-6 1800").what


# Stakes, bets left up, void rolls, coupons, rolling alone


def test_stakes_are_judged_only_where_the_record_has_them() -> None:
    record = "bet 1 field 500\nbet 2 field 500\nroll 2-3\n"
    assert judged(record) == []
    missing = only(record + "take 1 field 500")
    assert (missing.seat, *money(missing)) == (2, 4, "field", -500, 0)
    assert judged(record + "take 1 field 500\ntake 2 field 500") == []
    again = only(record + "take 1 field 500\ntake 2 field 500\nbet 1 field 500\nroll 2-3")
    assert money(again) == (8, "field", -500, 0)


def test_stakes_taken_or_returned_by_mistake() -> None:
    taken = only("bet 1 place-6 1200\nroll 3-4\ntake 1 place-6 1200")
    assert money(taken) == (4, "place-6", 0, -1200)
    assert "NJ11-1.3e-s1" in taken.clauses
    kept = judged("bet 1 field 500\nroll 4-5\npayment 1 field 500\ntake 1 field 500")
    assert "it won on the 4-5" in kept[0].what
    returned = only("bet 1 field 500\nroll 2-3\nreturn 1 field 500")
    assert money(returned) == (4, "field", 0, 500)
    short = only("bet 1 dont-pass 1000\nroll 6-6\nreturn 1 dont-pass 500")
    assert money(short) == (4, "dont-pass", 1000, 500)


@pytest.mark.clause("R-11")
def test_a_winner_left_up_is_a_new_bet() -> None:
    record = "bet 1 {} up\n{}roll 3-3\nroll {}\n{}roll {}\n{}"
    paid = "payment 1 place-8 1400\n"
    assert judged(record.format("place-8 1200", "", "4-4", paid, "2-6", paid)) == []
    vig = "vigorish 1 buy-4 100\n"
    won = "payment 1 buy-4 4000\n"
    buy = ("buy-4 2000", vig, "2-2", won + vig, "1-3", won)
    found = only(record.format(*buy))
    assert money(found) == (8, "buy-4", -100, 0)
    assert "no-leaving-up" in only("bet 1 pass 1000 up").what


@pytest.mark.clause("R-31")
def test_a_void_roll_decides_nothing() -> None:
    found = only("bet 1 field 500\nno-roll 4-5\npayment 1 field 500\nroll 2-3")
    assert money(found) == (4, "field", 0, 500)
    assert "R-31" in found.clauses
    assert judged("bet 1 field 500\nno-roll\nroll 4-5\npayment 1 field 500") == []


@pytest.mark.clause("R-35")
def test_a_match_play_coupon_is_paid_with_its_bet() -> None:
    record = "bet 1 pass 1000\ncoupon 1 pass 1000\nroll 5-6\npayment 1 pass "
    assert judged(record + "2000") == []
    found = only(record + "1000")
    assert money(found) == (5, "pass", 2000, 1000)
    assert "R-35" in found.clauses
    assert "no-coupon" in only("bet 1 field 500\ncoupon 1 field 500\nroll 2-3").what


@pytest.mark.clause("R-30")
def test_rolling_only_for_the_come_bets() -> None:
    """The 9 sets no point, so the 6 after it is still a come-out roll and the odds are off."""
    record = """
        bet 1 pass 1000
        roll 4-4
        bet 1 come 1000
        roll 3-3
        bet 1 come-odds-6 1000
        roll 4-4
        payment 1 pass 1000
        {} 4-5
        roll-alone 3-3
        payment 1 come-6 1000
        """
    assert judged(record.format("roll-alone")) == []
    wrong, unpaid = judged(record.format("roll"))
    assert (wrong.line, wrong.kind) == (10, "wager")
    assert money(unpaid) == (10, "come-odds-6", 1200, 0)
    up = only("bet 1 pass 1000\nroll-alone 4-5")
    assert "R-30" in up.clauses


def test_automated_craps_has_no_one_to_roll_alone() -> None:
    where = at("nj-2011", "automated-craps")
    assert "R-49" in only("roll-alone 4-5", where).clauses
    assert judged("bet 1 field 500\nroll 4-5\npayment 1 field 500", where) == []


# A record with nothing wrong

CLEAN = """
    bet 1 pass 1000
    bet 2 dont-pass 1000
    bet 3 fire 500
    bet 3 field 500         # a new shooter
    roll 5-6                # yo: pass wins, don't pass loses, the field wins
    payment 1 pass 1000
    payment 3 field 500
    bet 1 pass 1000
    bet 2 dont-pass 1000
    bet 2 place-6 1200
    bet 2 hard-8 500
    roll 6-6                # craps: pass loses, don't pass is void, place and hardway are off
    bet 1 pass 1000
    bet 2 dont-pass 1000
    roll 2-3                # the point is 5
    bet 1 pass-odds 2000
    bet 2 dont-pass-odds 1500
    bet 3 come 1000
    bet 4 buy-10 2000
    vigorish 4 buy-10 100
    bet 4 lay-4 4000
    vigorish 4 lay-4 200
    roll 4-6                # 10: the buy bet wins 2 to 1; the come bet goes to the 10
    payment 4 buy-10 4000
    bet 3 come-odds-10 2000
    bet 3 come 1000
    bet 1 horn 400
    roll 1-1                # the come bet loses; the dollar on the 2 wins 30 to 1
    payment 1 horn 3000
    no-roll 3-4
    roll 4-4                # the hard 8: 9 to 1
    payment 2 hard-8 4500
    roll 2-4                # 6: place 7 to 6
    payment 2 place-6 1400
    bet 2 place-9 1000
    bet 5 place-lose-8 500
    roll 1-4                # the point made: odds 3 to 2
    payment 1 pass 1000
    payment 1 pass-odds 3000
    bet 1 pass 1000
    bet 2 dont-pass 1000
    roll 5-5                # come-out 10: the come bet wins, its odds are off and go back
    payment 3 come-10 1000
    bet 1 pass-odds 1000
    bet 2 dont-pass-odds 1000
    bet 5 any-craps 100
    reduce 2 place-9 500
    roll 1-2                # any craps 7 to 1
    payment 5 any-craps 700
    remove 4 lay-4 4000
    refund 4 lay-4 200
    bet 5 six-seven-eight 300
    bet 5 whirl 500
    bet 4 hop-3-4 100
    roll 3-4                # seven out
    payment 2 dont-pass 1000
    payment 2 dont-pass-odds 500
    payment 5 place-lose-8 400
    payment 5 six-seven-eight 300
    payment 5 any-seven 400
    payment 4 hop-3-4 1500
    bet 3 fire 100
    bet 1 pass 1000
    roll 5-2                # a come-out 7 is no loser 7
    payment 1 pass 1000
"""


def test_a_record_with_nothing_wrong() -> None:
    assert len(CLEAN.strip().splitlines()) > 60
    assert judged(CLEAN) == []


def test_each_payment_of_it_matters() -> None:
    """Leave the payments out, or change them, and there is a finding for each."""
    whole = CLEAN.strip().splitlines()
    paid = [n for n, line in enumerate(whole) if line.strip().startswith("payment")]
    assert len(paid) == 17
    left_out = judged("\n".join(line for n, line in enumerate(whole) if n not in paid))
    assert len(left_out) == 17
    assert {found.paid_cents for found in left_out} == {0}
    changed = judged("\n".join(f"{line}00" if n in paid else line for n, line in enumerate(whole)))
    assert [found.line for found in changed] == [n + 2 for n in paid]
    assert all(found.paid_cents == 100 * int(found.due_cents or 0) for found in changed)
    due = [
        {(each.seat, each.wager, each.due_cents) for each in some} for some in (changed, left_out)
    ]
    assert due[0] == due[1]


# Hands of the table, written down as records


@pytest.mark.parametrize("part", usual(range(8), (0, 2, 5)))
def test_every_hand_is_a_record_with_nothing_wrong(part: int) -> None:
    for path in HANDS[part::8]:
        with case(path.stem):
            _is_a_record_with_nothing_wrong(path)


def _is_a_record_with_nothing_wrong(path: Path) -> None:
    log: list[bytes] = []
    assert play(path, log.append) == []
    where, record = recorded(log)
    if not record:
        return
    assert list(judge(numbered(record), where)) == []
    paid = [number for number, each in enumerate(record) if each["kind"] == "payment"]
    wrong = [
        each | {"cents": each["cents"] + 1} if n in paid else each for n, each in enumerate(record)
    ]
    found = list(judge(numbered(wrong), where))
    assert [each.line for each in found] == [number + 1 for number in paid]
    assert {each.off_by_cents for each in found} <= {1}


# Anything that can be written down


def any_entry(keys: list[str], thing: str) -> st.SearchStrategy[dict[str, Any]]:
    values: dict[str, st.SearchStrategy[Any]] = {
        "seat": st.integers(1, 2),
        "wager": st.sampled_from(keys),
        "cents": st.sampled_from((1, 100, 500, 600, 1000, 1200, 2000, 4000, 10**15)),
        "dice": st.tuples(st.integers(1, 6), st.integers(1, 6)),
        "leave_up": st.booleans(),
        "cards": st.lists(st.sampled_from(("9h", "Kd", "2c", "5s", "7d")), max_size=8),
        "cut_card": st.booleans(),
        "net": st.booleans(),
        "point": st.sampled_from(("off", 4, 10)),
        "made": st.sampled_from(([], [4, 9], [2, 3, 4])),
    }

    def of(kind: str) -> st.SearchStrategy[dict[str, Any]]:
        needed, allowed = kinds(thing)[kind]
        required = {"kind": st.just(kind)} | {key: values[key] for key in needed}
        return st.fixed_dictionaries(required, optional={key: values[key] for key in allowed})

    trial = {"dice": "roll", "shaker": "shake", "shoe": "deal"}[thing]
    often = ("bet", "bet", "bet", trial, trial, "payment")
    return st.sampled_from((*often, *kinds(thing))).flatmap(of)


NAMES = [
    *("pass", "dont-pass", "come", "dont-come", "come-6", "dont-come-4", "pass-odds", "buy-4"),
    *("dont-pass-odds", "come-odds-6", "dont-come-odds-4", "lay-4", "place-6", "hard-8", "horn"),
    *("fire", "all-small", "field", "no-such-wager"),
]
SHAKEN = ["place-4", "place-6", "field", "any-seven", "over-7", "under-7", "pass"]
DEALT = ["player", "banker", "banker", "tie", "pair"]
SOME: dict[str, Any] = {"mark": {"vig": {"collect": "mark", "rounding": "up"}}, "six": {"decks": 6}}


def whatever(record: list[dict[str, Any]], where: House) -> None:
    """However unlawful, a record never fails to be judged; each finding has a clause and a line,
    and judging it again finds the same."""
    found = list(judge(numbered(record), where))
    assert found == list(judge(numbered(record), where))
    for each in found:
        assert each.clauses
        assert 1 <= each.line <= len(record)


@pytest.mark.parametrize("rules", ["nj-2011", "nj-2005", "md-2013"])
@given(record=st.lists(any_entry(NAMES, "dice"), min_size=1, max_size=40))
def test_whatever_was_done_is_judged(rules: str, record: list[dict[str, Any]]) -> None:
    whatever(record, at(rules))


@given(record=st.lists(any_entry(SHAKEN, "shaker"), min_size=1, max_size=40))
def test_whatever_was_shaken_is_judged(record: list[dict[str, Any]]) -> None:
    whatever(record, at("nj-1997"))


@pytest.mark.parametrize("elected", ["mark", "six"])
@given(record=st.lists(any_entry(DEALT, "shoe"), min_size=1, max_size=40))
def test_whatever_was_dealt_is_judged(elected: str, record: list[dict[str, Any]]) -> None:
    whatever(record, at("nj-2001", **SOME[elected]))


# Reading


@pytest.mark.parametrize(
    ("record", "line", "says"),
    [
        (b"", 1, "there is no record here"),
        (b"\n\n", 2, "there is no record here"),
        (b"seat,wager\n1,pass\n", 1, "no record"),
        (b"kind,seat,vager\n", 1, 'no column "vager"'),
        (b"kind,kind\n", 1, "twice"),
        (b"kind,dice\nroll\n", 2, "dice: is missing in a roll"),
        (b"kind,dice\nroll,3-4,5\n", 2, "3 cells under a header of 2"),
        (b'kind,dice\nroll,"3-4\n', 2, "not CSV"),
        (b"kind,dice\n\nroll,3-7\n", 3, "7 is not a face"),
        (b"kind,dice\nroll,3+4\n", 2, "not two dice"),
        (b"kind,dice\nroll,\n", 2, "dice: is missing in a roll"),
        (b"kind,dice\nrol,3-4\n", 2, 'no kind "rol"'),
        (b"kind,dice\n,3-4\n", 2, "kind: is missing"),
        (b"kind,dice,seat\nroll,3-4,1\n", 2, "seat: has no place in a roll"),
        (b"kind,seat,wager,cents\nbet,1,pass,-500\n", 2, "-500 is no amount"),
        (b"kind,seat,wager,cents\nbet,1,pass,0\n", 2, "0 is no amount"),
        (b"kind,seat,wager,cents\nbet,1,pass,5.00\n", 2, '"5.00" is not a whole number of'),
        (b"kind,seat,wager,cents\nbet,1,pass,1000000000000001\n", 2, "too much"),
        (b"kind,seat,wager,cents\nbet,1,pass," + b"9" * 5000 + b"\n", 2, "not a whole number"),
        (b"kind,seat,wager,cents\nbet,0,pass,500\n", 2, "no seat 0"),
        (b"kind,seat,wager,cents\nbet,101,pass,500\n", 2, "no seat 101"),
        (b"kind,seat,wager,cents\nbet,1,\xff,500\n", 2, "not UTF-8"),
        (b"kind,note\nno-roll," + b"x" * (1 << 20) + b"\n", 2, "longer than"),
        (b"kind,seat,wager,cents,leave_up\nbet,1,place-6,600,perhaps\n", 2, "not true or false"),
        (b'{"kind": "roll", "dice": [3, 4.0]}\n', 1, "a number with a fraction"),
        (b'{"kind": "roll", "dice": [3]}\n', 1, "1 dice"),
        (b'{"kind": "roll", "dice": [3, true]}\n', 1, "true is not a whole number"),
        (b'{"kind": "no-roll"}\n{"kind": "roll", "dice": [3, 4\n', 2, "not JSON"),
        (b'{"kind": "no-roll"}\n[]\n', 2, "not an object"),
        (b'{"kind": "no-roll"}\n{"seat": 1}\n', 2, "kind: is missing"),
        (b'{"kind": "no-roll", "kind": "no-roll"}\n', 1, "twice"),
        (b'{"kind": "bet", "seat": 1, "wager": "pass", "cents": 5.5}\n', 1, "with a fraction"),
        (b'{"kind": "bet", "seat": 1, "wager": "pass", "cents": "500"}\n', 1, "not a whole"),
        (b'{"kind": "bet", "seat": 1, "wager": "pass", "amount": 500}\n', 1, "amount: has no"),
        (b'{"kind": 7}\n', 1, "kind: is missing"),
        (b'{"actor":"house","event":"open","hash":"0"}\n', 1, "a table's log"),
        (b"\x00\x01\x02\n", 1, "no record"),
    ],
)
def test_what_is_no_record(record: bytes, line: int, says: str) -> None:
    problem = problem_of(record, at())
    assert says in str(problem)
    assert problem.number == line


def test_every_unreadable_line_is_listed_and_the_rest_is_judged() -> None:
    record = b"kind,seat,wager,cents,dice\nbet,1,field,500,\nrol,,,,\nroll,,,,6-6\nbet,0,pass,1,\n"
    audit = judge(lines(io.BytesIO(record)), at())
    assert [money(found) for found in audit] == [(4, "field", 1000, 0)]
    assert [problem.number for problem in audit.unreadable] == [3, 5]
    assert audit.unreadable_count == 2


def test_a_record_is_read_no_further_than_it_is_judged() -> None:
    def endless() -> Iterator[tuple[int, bytes]]:
        yield 1, b"kind,seat,wager,cents,dice"
        yield 2, b"bet,1,field,500,"
        yield 3, b"roll,,,,4-5"
        yield 4, b"roll,,,,4-5"
        raise AssertionError("read on")

    assert next(judge(endless(), at())).line == 3


def test_columns_in_any_order_with_blanks_marks_and_notes() -> None:
    record = (
        b"\xef\xbb\xbfnote, cents ,at,wager,seat,kind,dice\r\n"
        b'"yo, they said",500,20:15,field,1,bet,\r\n'
        b",,,,,,\r\n"
        b",,,,,roll,5-6\r\n"
        b",500,,field,1,payment,\r\n"
    )
    assert list(judge(lines(io.BytesIO(record)), at())) == []
    read = [each.line for each in entries(lines(io.BytesIO(record)), "dice") if readable(each)]
    assert read == [2, 4, 5]
    plain = b'{"kind": "bet", "seat": 1, "wager": "field", "cents": 500, "dice": null, "note": ""}'
    entry = next(entries([(1, plain)], "dice"))
    assert readable(entry)
    assert entry.cents == 500


def readable(entry: RecordEntry | UnreadableEntry) -> TypeGuard[RecordEntry]:
    return isinstance(entry, RecordEntry)


@pytest.mark.parametrize(
    ("first", "is_a"),
    [
        (b"kind,seat\n", "csv"),
        (b'\xef\xbb\xbf"seat","kind"\r\n', "csv"),
        (b'{"kind": "no-roll"}', "json"),
        (b'{"kind": "no-ro', "json"),
        (b'{"actor":"house","at":"x","body":{},"event":"open","hash":"0","seq":1}', "log"),
        (b'{"actor":"house","event":"open","ha', "log"),
        (b'{"do": "open", "rules": "nj-2011"}', None),
        (b"bet 500 on the field", None),
        (b"\xff\xfe", None),
        (b"", None),
    ],
)
def test_what_a_file_is_by_its_first_line(first: bytes, is_a: str | None) -> None:
    assert shape(first) == is_a


def test_the_records_of_the_documentation_have_nothing_wrong() -> None:
    text = FORMATS.read_text(encoding="utf-8")
    shown = re.findall(r"```(?:csv|json)\n(kind,.*?|{\"kind\".*?)```", text, re.DOTALL)
    assert len(shown) == 4
    for record in shown:
        where = at("nj-2001" if "deal," in record else "nj-2011")
        audit = judge(lines(io.BytesIO(record.encode())), where, RecordOptions(names=named_bet))
        assert list(audit) == []
        assert audit.unreadable == []


def test_every_kind_says_what_it_takes() -> None:
    for thing in INSTRUMENTS:
        for needed, allowed in kinds(thing).values():
            assert set(needed) | set(allowed) <= set(columns())
        for kind in kinds(thing):
            assert f"`{kind}`" in FORMATS.read_text(encoding="utf-8")
