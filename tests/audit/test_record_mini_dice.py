"""Records of mini-dice. What is due in each is worked out by hand from the regulation; amounts are
cents."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lammer.audit import judge
from lammer.audit.finding import Finding
from lammer.house import House
from lammer.table import Run
from tests.audit import records
from tests.audit.records import MONEY, money, numbered, recorded


def judged(record: str, where: House | None = None) -> list[Finding]:
    return records.judged(record, where or records.at("nj-1997"))


def only(record: str, where: House | None = None) -> Finding:
    return records.only(record, where or records.at("nj-1997"))


CLEAN = """
    bet 1 place-4 500
    bet 1 place-6 1200 up
    bet 2 field 500
    bet 2 any-seven 100
    no-more-bets
    shake 6-6               # the field at 2 to 1
    payment 2 field 1000
    bet 2 field 500
    bet 3 over-7 1000
    coupon 3 over-7 1000
    bet 4 under-7 700
    no-shake 4-4            # the cover came off early
    remove 4 under-7 700
    shake 5-4               # the field and, with its coupon, over 7: 1 to 1
    payment 2 field 500
    payment 3 over-7 2000
    shake 3-3               # 7 to 6, and the bet is left up
    payment 1 place-6 1400
    reduce 1 place-6 600
    bet 2 place-9 1000
    bet 2 place-5 500
    shake 1-3               # 9 to 5: there is no come-out here
    payment 1 place-4 900
    shake 4-5               # 7 to 5
    payment 2 place-9 1400
    bet 3 any-seven 300
    bet 3 place-10 1000
    bet 4 place-8 600
    shake 3-4               # 4 to 1; every place bet loses
    payment 3 any-seven 1200
    bet 4 under-7 100
    shake 1-1
    payment 4 under-7 100
"""


def test_a_record_with_nothing_wrong() -> None:
    assert judged(CLEAN) == []


def test_each_payment_of_it_matters() -> None:
    whole = CLEAN.strip().splitlines()
    paid = [n for n, line in enumerate(whole) if line.strip().startswith("payment")]
    changed = judged("\n".join(f"{line}00" if n in paid else line for n, line in enumerate(whole)))
    assert [found.line for found in changed] == [n + 2 for n in paid]
    left_out = judged("\n".join(line for n, line in enumerate(whole) if n not in paid))
    assert [found.paid_cents for found in left_out] == [0] * len(paid)
    assert all(found.clauses[0].startswith("NJ97-") for found in (*changed, *left_out))


# Wrong payments


@pytest.mark.clause("NJ97-13.6b-Place4", "NJ97-13.2a1-s1")
def test_place_4_paid_7_to_5() -> None:
    """$10 at 9 to 5 is $18."""
    found = only("bet 1 place-4 1000\nshake 2-2\npayment 1 place-4 1400")
    assert money(found) == (4, "place-4", 1800, 1400)
    assert (found.kind, found.seat, found.off_by_cents) == ("payment", 1, -400)
    assert {"NJ97-13.2a1-s1", "NJ97-13.6b-Place4"} <= set(found.clauses)
    assert found.what == ("Place Bet on 4: $18 due on the 2-2 of line 3, $14 paid, $4 too little.")


@pytest.mark.clause("NJ97-13.6b-Field-2-12")
def test_field_2_paid_even_money() -> None:
    found = only("bet 2 field 500\nshake 1-1\npayment 2 field 500")
    assert money(found) == (4, "field", 1000, 500)
    assert "NJ97-13.6b-Field-2-12" in found.clauses


@pytest.mark.clause("NJ97-13.6b-Any7")
def test_any_seven_not_paid() -> None:
    for more in ("", "\nshake 3-3"):
        found = only("bet 1 any-seven 500\nshake 5-2" + more)
        assert money(found) == (3, "any-seven", 2000, 0)
        assert "NJ97-13.6b-Any7" in found.clauses


@pytest.mark.clause("NJ97-13.2a4", "NJ97-13.2a5")
@pytest.mark.parametrize(("wager", "clause"), [("over-7", "2a4"), ("under-7", "2a5")])
def test_over_and_under_lose_on_a_7(wager: str, clause: str) -> None:
    found = only(f"bet 1 over-7 500\nbet 1 under-7 500\nshake 3-4\npayment 1 {wager} 500")
    assert money(found) == (5, wager, 0, 500)
    assert found.clauses[0] == f"NJ97-13.{clause}"
    assert "it lost on the 3-4 of line 4" in found.what


@pytest.mark.clause("NJ97-13.2a1-s2")
def test_a_place_bet_works_on_every_shake() -> None:
    """There is no come-out roll here: a place bet is never off."""
    found = only("bet 1 place-6 600\nshake 2-4\nshake 3-4")
    assert money(found) == (3, "place-6", 700, 0)
    assert "NJ97-13.2a1-s2" in found.clauses


@pytest.mark.clause("NJ97-13.5f-s1")
def test_losers_not_taken() -> None:
    record = "bet 1 field 500\nbet 2 any-seven 300\nshake 2-3\ntake 2 any-seven 300"
    found = only(record)
    assert (found.seat, *money(found)) == (1, 4, "field", -500, 0)
    assert found.off_by_cents == 500
    assert {"NJ97-13.2a2", "NJ97-13.5f-s1"} <= set(found.clauses)
    assert judged(f"{record}\ntake 1 field 500") == []
    stood = only("bet 1 place-6 600\nshake 2-3\ntake 1 place-6 600")
    assert money(stood) == (4, "place-6", 0, -600)
    assert "it stood" in stood.what


def test_better_payouts_are_due_where_the_house_posts_them() -> None:
    where = records.at("nj-1997", payouts={"any-seven": "5 to 1"})
    record = "bet 1 any-seven 500\nshake 5-2\npayment 1 any-seven "
    assert judged(record + "2500", where) == []
    assert money(only(record + "2000", where)) == (4, "any-seven", 2500, 2000)


@pytest.mark.clause("NJ97-13.6d")
def test_no_vigorish_here() -> None:
    found = only("bet 1 place-4 500\nvigorish 1 place-4 25\nshake 3-3")
    assert money(found) == (3, "place-4", 0, -25)
    assert found.clauses == ("NJ97-13.6d",)


@pytest.mark.clause("R-35")
def test_a_coupon_is_paid_with_its_bet() -> None:
    record = "bet 1 over-7 1000\ncoupon 1 over-7 1000\nshake 6-6\npayment 1 over-7 "
    assert judged(record + "2000") == []
    found = only(record + "1000")
    assert money(found) == (5, "over-7", 2000, 1000)
    assert "R-35" in found.clauses
    refused = only("bet 1 field 500\ncoupon 1 field 500\nshake 2-3")
    assert "no-coupon" in refused.what


@pytest.mark.clause("R-54")
def test_a_void_shake_decides_nothing() -> None:
    found = only("bet 1 field 500\nno-shake 4-5\npayment 1 field 500\nshake 2-3")
    assert money(found) == (4, "field", 0, 500)
    assert "no shake has decided it" in found.what
    assert found.clauses == ("R-54",)


# What should have been refused


@pytest.mark.clause("NJ97-13.6c")
def test_an_amount_that_cannot_be_paid() -> None:
    """$4 at 9 to 5 is $7.20; $10 at 7 to 6 is $11.67."""
    refused, paid = judged("bet 1 place-6 1000\nshake 1-5\npayment 1 place-6 1166")
    assert (refused.line, refused.kind) == (2, "wager")
    assert refused.clauses == ("NJ97-13.6c", "R-12")
    assert money(paid) == (4, "place-6", Fraction(3500, 3), 1166)
    assert "cannot-be-paid" in only("bet 1 place-4 400\nshake 3-3").what


@pytest.mark.clause("NJ97-13.2b-s1")
def test_a_wager_of_another_game() -> None:
    bet, paid = judged("bet 1 pass 500\nshake 5-6\npayment 1 pass 500")
    assert (bet.line, bet.kind) == (2, "wager")
    assert "NJ97-13.2b-s1" in bet.clauses
    assert money(paid) == (4, "pass", 0, 500)


@pytest.mark.clause("NJ97-13.4d")
def test_too_late() -> None:
    """What is bet after "No more bets" is reported, and stands; it may not come down either."""
    late = only("bet 1 place-6 600\nno-more-bets\nbet 2 field 500\nshake 5-6\npayment 2 field 500")
    assert (late.line, late.kind, late.wager) == (4, "wager", "field")
    assert "too-late" in late.what
    assert "NJ97-13.4d" in late.clauses
    down = only("bet 1 place-6 600\nno-more-bets\nremove 1 place-6\nshake 3-4")
    assert (down.line, down.kind) == (4, "wager")
    assert "NJ97-13.5b" in down.clauses
    assert judged("no-more-bets\nno-shake\nbet 1 field 500\nshake 2-3") == []
    assert judged("no-more-bets\nshake 2-3\nbet 1 field 500\nshake 2-3") == []
    assert "too-late" in only("no-more-bets\nno-more-bets\nshake 3-3").what


def test_posted_limits() -> None:
    where = records.at("nj-1997", limits={"min": 500, "max": 5000})
    low, high = judged("bet 1 field 400\nbet 2 field 5100\nshake 2-3", where)
    assert ["under-minimum" in low.what, "over-maximum" in high.what] == [True, True]
    assert {*low.clauses, *high.clauses} == {"R-59"}


def test_calls_and_bets_that_are_not_there() -> None:
    found = judged("bet 1 place-6 600\ncall-off 1 place-6\nremove 1 field\nbet 1 field 500 up")
    assert [each.line for each in found] == [3, 4, 5]
    for each, code in zip(found, ("no-call", "no-such-bet", "no-leaving-up"), strict=True):
        assert code in each.what


# Reading


@pytest.mark.parametrize(
    ("record", "line", "says"),
    [
        (b"kind,dice\nroll,3-4\n", 2, "kind: roll has no place in a game with a shaker"),
        (b"kind,dice\nshake,3-4\nno-roll,\n", 3, "kind: no-roll has no place"),
        (b"kind,seat\nshooter,1\n", 2, "kind: shooter has no place"),
        (b"kind,cards\ndeal,9h Kd 2c 5s\n", 2, "kind: deal has no place in a game with a shaker"),
        (b"kind,dice\nshakes,3-4\n", 2, 'kind: there is no kind "shakes"'),
        (b"kind,dice\nshake,3-7\n", 2, "dice: 7 is not a face"),
        (b"kind,dice\nshake,\n", 2, "dice: is missing in a shake"),
        (b"kind,dice,cards\nshake,3-4,9h\n", 2, "cards: has no place in a shake"),
        (b"kind,dice\nno-more-bets,3-4\n", 2, "dice: has no place in a no-more-bets"),
    ],
)
def test_what_is_no_entry_here(record: bytes, line: int, says: str) -> None:
    problem = records.problem_of(record, records.at("nj-1997"))
    assert says in str(problem)
    assert problem.number == line
    if "has no place in a game" in says:
        assert "shake, no-shake" in problem.instead


# Tables that were played, written down

WAGERS = ("place-4", "place-5", "place-6", "place-8", "field", "any-seven", "over-7", "under-7")
_SEAT = st.integers(1, 3)
_WAGER = st.sampled_from(WAGERS)
_DICE = st.lists(st.integers(1, 6), min_size=2, max_size=2)
COMMAND = st.one_of(
    st.fixed_dictionaries(
        {
            "do": st.just("bet"),
            "seat": _SEAT,
            "wager": _WAGER,
            "amount": st.sampled_from((100, 500, 600, 1000, 1200, 3000)),
        },
        optional={"leave_up": st.booleans()},
    ),
    st.fixed_dictionaries({"do": st.just("shake"), "dice": _DICE}),
    st.fixed_dictionaries({"do": st.just("shake"), "dice": _DICE}),
    st.fixed_dictionaries({"do": st.just("remove"), "seat": _SEAT, "wager": _WAGER}),
    st.fixed_dictionaries(
        {"do": st.just("reduce"), "seat": _SEAT, "wager": _WAGER, "by": st.just(600)}
    ),
    st.fixed_dictionaries(
        {"do": st.just("coupon"), "seat": _SEAT, "wager": _WAGER, "amount": st.just(500)}
    ),
    st.just({"do": "no-more-bets"}),
    st.just({"do": "no-shake", "reason": "cocked"}),
)


def played(commands: list[dict[str, Any]]) -> list[bytes]:
    """The log of a table at which all this was asked, and somebody always took the shaker."""
    log: list[bytes] = []
    run = Run.at("nj-1997", rails=dict.fromkeys((1, 2, 3), 1000000), keep=log.append)
    for command in commands:
        if run.table.hands.offered is not None:
            run.do({"do": "accept-shaker", "seat": run.table.hands.offered})
        run.do(command)
    run.close()
    return log


@given(commands=st.lists(COMMAND, min_size=5, max_size=60), data=st.data())
def test_what_was_played_is_right_and_one_changed_amount_is_found(
    commands: list[dict[str, Any]], data: st.DataObject
) -> None:
    where, record = recorded(played(commands))
    assume(record)
    assert list(judge(numbered(record), where)) == []
    paid = [n for n, each in enumerate(record) if each["kind"] in MONEY]
    if not paid:
        return
    which, by = data.draw(st.sampled_from(paid)), data.draw(st.sampled_from((-50, -1, 1, 700)))
    record[which] |= {"cents": record[which]["cents"] + by}
    (found,) = judge(numbered(record), where)
    assert (found.line, found.off_by_cents) == (which + 1, by)
    assert (found.seat, found.wager) == (record[which]["seat"], record[which]["wager"])
