"""Records of sic bo and of minibaccarat. What is due in each is worked out by hand from R-121,
R-131 and R-132; amounts are cents."""

import pytest

from tests.audit import records
from tests.audit.records import money

SIC_BO = """
    bet 1 small 1000
    bet 1 number-4 500
    bet 2 double-4 500
    bet 2 total-9 500
    bet 3 pair-1-4 500
    no-more-bets
    shake 1-4-4
    payment 1 small 1000
    payment 1 number-4 1000     # twice
    payment 2 double-4 5000
    payment 2 total-9 3000
    payment 3 pair-1-4 2500
    bet 1 big 1000
    bet 2 any-triple 100
    no-shake
    shake 5-5-5                 # a triple: Big loses
    payment 2 any-triple 3000
    bet 2 triple-2 100
    shake 2-2-2
    payment 2 triple-2 18000
"""
COUPS = """
    bet 1 banker 2000
    bet 2 player 1000
    deal Kd 3c 6s 4h            # Banker, 7 to 6
    payment 1 banker 2000
    vigorish 1 banker 100
    bet 1 tie 500
    bet 2 player 1000
    deal Ks Qh Jd Tc 5s 5h      # 5 to 5
    payment 1 tie 4000
"""


def test_what_is_right_has_no_finding() -> None:
    assert records.judged(SIC_BO, records.at("ac-sic-bo")) == []
    assert records.judged(COUPS, records.at("ac-minibaccarat")) == []


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ("1 number-4 1000", "1 number-4 500", (9, "number-4", 1000, 500)),
        ("2 double-4 5000", "2 double-4 4000", (10, "double-4", 5000, 4000)),
        ("2 triple-2 18000", "2 triple-2 15000", (20, "triple-2", 18000, 15000)),
        ("3 pair-1-4 2500", "3 pair-1-4 3000", (12, "pair-1-4", 2500, 3000)),
    ],
)
def test_a_wrong_payment_at_sic_bo(
    before: str, after: str, found: tuple[int, str, int, int]
) -> None:
    assert before in SIC_BO
    wrong = records.only(SIC_BO.replace(before, after), records.at("ac-sic-bo"))
    assert money(wrong)[1:] == found[1:]


@pytest.mark.clause("NJ01-9.2")
def test_a_triple_paid_on_big_is_found() -> None:
    record = "bet 1 big 1000\nshake 6-6-6\npayment 1 big 1000"
    wrong = records.only(record, records.at("ac-sic-bo"))
    assert money(wrong)[1:] == ("big", 0, 1000)
    assert "NJ01-9.2" in wrong.clauses


def test_better_odds_that_a_house_elected_are_due() -> None:
    where = records.at("ac-sic-bo", payouts={"triple-2": "200 to 1"})
    wrong = records.only(SIC_BO, where)
    assert money(wrong)[1:] == ("triple-2", 20000, 18000)


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("shake 3-4", "3-4"),
        ("shake 1-4-7", "7 is not a face of a die"),
        ("roll 3-4", "roll has no place in a game with three dice under a dome"),
    ],
)
def test_what_is_no_shake_of_three_dice(line: str, what: str) -> None:
    problem = records.problem_of(records.as_csv(line), records.at("ac-sic-bo"))
    assert what in str(problem), problem


def test_a_record_of_two_dice_reads_two_dice_as_ever() -> None:
    assert (
        records.judged("bet 1 over-7 500\nshake 6-6\npayment 1 over-7 500", records.at("nj-1997"))
        == []
    )
    problem = records.problem_of(records.as_csv("shake 1-4-4"), records.at("nj-1997"))
    assert "is not two dice" in str(problem)


def test_a_third_card_too_many_at_minibaccarat() -> None:
    record = "bet 1 player 1000\ndeal Kd 3c 6s 4h 9d\npayment 1 player 1000"
    found = records.judged(record, records.at("ac-minibaccarat"))
    assert any("NJ01-7.9" in each.clauses for each in found)
