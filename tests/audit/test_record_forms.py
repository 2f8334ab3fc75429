"""Records as a clerk types them from video: in a spreadsheet, in table language, from the middle of
a hand, with one amount for several bets."""

import io
from fractions import Fraction

import pytest

from lammer.audit import Finding, RecordOptions, judge
from lammer.audit.record.auditor import RecordAudit
from lammer.core.codec import Malformed
from lammer.house import House
from lammer.table.script import lines
from lammer.typed.bet_names import named_bet
from tests.audit.records import at, money

HEADER = "kind,seat,wager,dollars,dice,leave_up,net,point,made\n"


def audited(record: str, where: House | None = None, *, leave_up: bool = False) -> RecordAudit:
    """The audit of a record, read to its end by nobody yet."""
    options = RecordOptions(leave_up=leave_up, names=named_bet)
    return judge(lines(io.BytesIO(record.encode())), where or at(), options)


def found_in(*rows: str, where: House | None = None, leave_up: bool = False) -> list[Finding]:
    """What is wrong with a record all of which can be read."""
    audit = audited(HEADER + "\n".join(rows), where, leave_up=leave_up)
    found = list(audit)
    assert audit.unreadable == []
    return found


def unreadable(*rows: str, where: House | None = None) -> list[tuple[int, str, str]]:
    """The lines that could not be read, with nothing wrong in the others."""
    audit = audited(HEADER + "\n".join(rows), where)
    assert list(audit) == []
    return [(each.number, str(each), each.instead) for each in audit.unreadable]


# The start


def test_a_record_begins_in_the_middle_of_a_hand() -> None:
    start = ("up,1,pass line,10", "up,1,pass odds,20", "up,2,come 5,10", "point,,,,,,,6")
    won = ("roll,,,,4-2", "payment,1,pass,10", "payment,1,pass-odds,24")
    assert found_in(*start, *won, "roll,,,,1-4", "payment,2,come 5,10") == []
    short = found_in(*start, *won[:2], "payment,1,pass-odds,20")
    assert [money(each) for each in short] == [(8, "pass-odds", 2400, 2000)]
    lost = found_in(*start, "roll,,,,3-4", "payment,1,pass,10")
    assert "it lost on the 3-4" in lost[0].what


@pytest.mark.clause("NJ11-1.4e-A4")
def test_fire_points_made_before_the_record() -> None:
    """Three points before, the fourth in it: 24 to 1 by table A, paid at the loser 7."""
    rows = ("point,,,,,,,6", "up,1,fire,5,,,,,4 5 9", "roll,,,,3-3", "roll,,,,5-5", "roll,,,,3-4")
    where = at(fire="A")
    due = found_in(*rows, where=where)
    assert money(due[0])[:2] == (6, "fire")
    owed = due[0].due_cents
    assert isinstance(owed, int)
    assert found_in(*rows, f"payment,1,fire,{owed // 100}", where=where) == []
    fewer = (rows[0], "up,1,fire,5,,,,,4 5", *rows[2:])
    assert found_in(*fewer, where=where) == []


def test_vigorish_taken_before_the_record_goes_back_with_the_bet() -> None:
    rows = ("up,1,buy 4,20", "up,1,buy 4,20", "remove,1,buy 4,40")
    assert found_in(*rows, "refund,1,buy 4,2") == []
    assert [money(each) for each in found_in(*rows)] == [(4, "buy-4", 200, 0)]


def test_a_point_line_says_that_the_shooter_is_not_new() -> None:
    assert found_in("bet,1,fire,5") == []
    late = found_in("point,,,,,,,off", "bet,1,fire,5")
    assert "wrong-time" in late[0].what


@pytest.mark.parametrize(
    ("rows", "line", "says", "instead"),
    [
        (("bet,1,field,5", "up,1,place 6,12"), 3, "it has begun", "above the first bet"),
        (("roll,,,,3-3", "point,,,,,,,6"), 3, "it has begun", "above the first bet"),
        (("point,,,,,,,7",), 2, "7 is no point", "Points are 4, 5, 6, 8, 9, 10"),
        (("point,,,,,,,six",), 2, '"six" is no point', "Write its number, or off"),
        (("up,1,fire,5,,,,,4 7",), 2, '"7" is not one of its numbers', "4, 5, 6, 8, 9, 10"),
        (("up,1,place 6,12,,,,,4",), 2, "made: has no place with Place Bet 6", "Fire and Bonus"),
    ],
)
def test_a_start_that_cannot_be(rows: tuple[str, ...], line: int, says: str, instead: str) -> None:
    (found,) = unreadable(*rows)
    assert found[0] == line
    assert says in found[1]
    assert instead in found[2]


def test_a_bet_up_that_the_text_does_not_list() -> None:
    (found,) = found_in("up,1,big 6,5", "roll,,,,3-4")
    assert (found.line, found.wager, found.clauses[0]) == (2, "big-6", "NJ11-1.2b")


def test_marked_vigorish_owed_before_the_record() -> None:
    where = at("nj-2001", vig={"collect": "mark"})
    rows = "kind,seat,wager,cents\nowed,1,banker,150\n{}shuffle,,,\n"
    assert list(audited(rows.format("collect,1,banker,150\n"), where)) == []
    (short,) = audited(rows.format("collect,1,banker,100\n"), where)
    assert (short.line, short.due_cents, short.paid_cents) == (4, -150, -100)
    at_once = audited(rows.format(""), at("nj-2001"))
    assert list(at_once) == []
    assert "no vigorish is marked on it here" in str(at_once.unreadable[0])


# Winners left up


def test_winners_stay_up_by_default_where_they_may() -> None:
    """Twice the eight: the place bet is still there, the field bet and the line bet are not."""
    rows = ("point,,,,,,,6", "bet,1,place 8,12,{}{}", "bet,1,field,5", "roll,,,,5-3",
            "payment,1,place 8,14", "roll,,,,4-4")  # fmt: skip
    second = "payment,1,place 8,14"
    plain = [row.format("", "") for row in rows]
    assert [money(each) for each in found_in(*plain, second)] == [(8, "place-8", 0, 1400)]
    assert found_in(*plain, second, leave_up=True) == []
    down = [row.format(",", "no") for row in rows]
    assert found_in(*down, leave_up=True) == []
    taken = (*plain[:-1], "remove,1,place 8,12", plain[-1])
    assert found_in(*taken, leave_up=True) == []


# Several bets in one amount

LINE = ("point,,,,,,,6", "up,1,pass,10", "up,1,pass odds,20", "up,1,place 8,12", "roll,,,,3-3")


def test_one_amount_for_bets_that_are_named() -> None:
    assert found_in(*LINE, "payment,1,pass + pass odds,34") == []
    (wrong,) = found_in(*LINE, "payment,1,pass + pass odds,30")
    assert money(wrong) == (7, "pass+pass-odds", 3400, 3000)
    assert wrong.what == (
        "Pass Bet and Pass odds: $34 due on the 3-3 of line 6, $30 paid, $4 too little. "
        "(Pass Bet $10, Pass odds $24.)"
    )
    assert {"NJ11-1.2a1i2", "NJ11-1.6a-s4"} <= set(wrong.clauses)


def test_one_amount_for_whatever_is_due_to_the_seat() -> None:
    assert found_in(*LINE, "payment,1,,34") == []
    assert found_in(*LINE, "payment,1,pass,10", "payment,1,,24") == []
    (wrong,) = found_in(*LINE, "payment,1,pass,10", "payment,1,,20")
    assert money(wrong) == (8, "pass-odds", 2400, 2000)
    (nothing,) = found_in("up,1,field,5", "roll,,,,3-4", "payment,1,,5")
    assert money(nothing) == (4, None, 0, 500)
    assert "nothing of this seat was" in nothing.what
    assert nothing.clauses


def test_two_bets_may_be_joined_by_and() -> None:
    assert found_in(*LINE, "payment,1,Pass line and odds,34") == []
    assert found_in(*LINE, 'payment,1,"pass, odds",34') == []
    ((_, says, instead),) = unreadable("bet,1,six and eight,24")
    assert ("a bet is of one bet" in says, instead) == (True, "Write a line for each.")


def test_amounts_that_name_the_same_bets_are_added_up() -> None:
    shared = ("payment,1,pass+pass odds,14", "payment,1,pass odds,20")
    assert found_in(*LINE, *shared) == []
    assert len(found_in(*LINE, shared[0])) == 1


def test_other_money_for_several_bets() -> None:
    rows = ("bet,1,buy 4,20", "bet,1,lay 10,40", "vigorish,1,buy 4 + lay 10,{}", "roll,,,,3-3")
    assert found_in(*(row.format(3) for row in rows)) == []
    (wrong,) = found_in(*(row.format(2) for row in rows))
    assert money(wrong) == (4, "buy-4+lay-10", -300, -200)
    taken = ("bet,1,field,5", "bet,1,yo,5", "roll,,,,3-4", "take,1,,{}")
    assert found_in(*(row.format(10) for row in taken)) == []
    assert len(found_in(*(row.format(5) for row in taken))) == 1


def test_a_sum_is_no_bet() -> None:
    ((_, says, _),) = unreadable("bet,1,pass + field,10")
    assert "a bet is of one bet" in says


# Net payments


@pytest.mark.clause("R-13")
def test_a_horn_paid_net() -> None:
    """Of $4 the dollar on the 12 is paid 30; three are lost: 27 net."""
    rows = ("bet,1,horn,4", "roll,,,,6-6")
    assert found_in(*rows, "payment,1,horn,27,,,yes") == []
    assert found_in(*rows, "payment,1,horn,30") == []
    (wrong,) = found_in(*rows, "payment,1,horn,30,,,yes")
    assert money(wrong) == (4, "horn", 2700, 3000)
    assert "(Horn Bet $30, less $3 lost.)" in wrong.what


def test_a_net_payment_parts_no_stake() -> None:
    """What lost is in the net amount, so it is not taken; the whole stake goes back."""
    rows = ("bet,1,c and e,2", "roll,,,,5-6", "payment,1,c and e,14,,,yes", "bet,2,field,5",
            "roll,,,,3-4", "take,2,field,5", "bet,1,c&e,2", "roll,,,,5-6",
            "payment,1,c and e,14,,,yes", "return,1,c and e,2")  # fmt: skip
    assert found_in(*rows) == []


def test_a_net_payment_of_nothing() -> None:
    """A seven pays the Whirl 4 to 1 on its fifth, and the other four are lost."""
    rows = ("point,,,,,,,6", "bet,1,whirl,5", "roll,,,,3-4")
    assert found_in(*rows, "payment,1,whirl,0,,,yes") == []
    assert len(found_in(*rows)) >= 1
    ((_, says, _),) = unreadable("payment,1,whirl,0")
    assert "0 is no amount" in says


# Names


@pytest.mark.parametrize(
    ("words", "name"),
    [
        *[("Pass Line", "pass"), ("PASS", "pass"), ("don\u2019t pass", "dont-pass")],
        *[("six", "place-6"), ("place the 6", "place-6"), ("Place 6", "place-6")],
        *[("hard 8", "hard-8"), ("hardway 8", "hard-8"), ("yo", "eleven"), ("buy the 4", "buy-4")],
        *[("lay 10", "lay-10"), ("any 7", "any-seven"), ("c and e", "c-and-e"), ("C&E", "c-and-e")],
        *[
            ("lay odds", "pass-odds"),
            ("hop 3-1", "hop-1-3"),
            ("horn high yo", "horn-high-11"),
            ("boxcars", "craps-12"),
        ],
        *[("bonus small", "bonus small"), ("place-6", "place-6"), ("big 6", "big-6")],
    ],
)
def test_bets_as_people_call_them(words: str, name: str) -> None:
    audit = audited(f"{HEADER}bet,1,{words},5")
    found = {each.wager for each in audit} - {None}
    assert audit.unreadable == []
    up = set(audit.table.seats[1].bets) | {str(each) for each in found}
    assert up == {name}


def test_odds_are_those_of_the_bet_that_is_up() -> None:
    rows = ("bet,1,dont pass,10", "roll,,,,4-4", "bet,1,odds,12", "roll,,,,3-4",
            "payment,1,dont pass,10", "payment,1,odds,10")  # fmt: skip
    assert found_in(*rows) == []
    come = ("point,,,,,,,8", "bet,1,come,10", "roll,,,,3-3", "bet,1,odds,10", "roll,,,,2-4",
            "payment,1,6,10", "payment,1,come odds,12")  # fmt: skip
    assert found_in(*come) == []


@pytest.mark.parametrize(
    ("words", "says", "instead"),
    [
        ("fild", '"fild" means nothing', "Did you mean field"),
        ("hard", '"hard" may be hard 4 or hard 6', "Name it in full"),
        ("come odds", "has its number yet", "With one on the 6"),
    ],
)
def test_names_that_are_not_clear(words: str, says: str, instead: str) -> None:
    (found,) = unreadable(f"bet,1,{words},5")
    assert says in found[1]
    assert instead in found[2]


# Sheets


@pytest.mark.parametrize(
    "sheet",
    [
        "Kind;Seat;Wager;Dollars;Dice;;\r\nBet;1;Field;1.200,50;;;\r\nRoll;;;;4 5;;\r\n"
        "Payment;1;Field;1.200,50;;;\r\n",
        "sep=;\r\nkind;seat;wager;dollars;dice\r\nbet;1;field;1200,50\r\nroll;;;;45\r\n"
        "payment;1;field;1200,50;\r\n",
        '\ufeffKIND,"Seat",Wager,Dollars ($),Dice,,\nbet,1,field,"$1,200.50",,,\n,,,,,,\n'
        'roll,,,,4/5,,\npayment,1,field,"1,200.50",,,\n',
        "kind\tseat\twager\tcents\tdice\nbet\t1\tfield\t120,050\nroll\t\t\t\t4-5\n"
        "payment\t1\tfield\t120050\n",
    ],
)
def test_sheets_as_spreadsheets_write_them(sheet: str) -> None:
    audit = audited(sheet, at(pay_unit=1))
    assert [(each.line, each.what) for each in audit] == []
    assert audit.unreadable == []


@pytest.mark.parametrize(
    ("cell", "cents"),
    [
        *[("12", 1200), ("12.5", 1250), ("$1,200.50", 120050), ("1,200", 120000)],
        *[("12,50", 1250), ("1 200.00", 120000), ("1'200", 120000), ("USD 5", 500)],
        *[("1.200", None), ("1,20,0", None), ("-5", None), ("0", None), ("five", None)],
        *[("12.505", None), ("1,200,50", None)],
    ],
)
def test_dollars(cell: str, cents: int | None) -> None:
    audit = audited(f'kind,seat,wager,dollars\nbet,1,field,"{cell}"\n', at(pay_unit=1))
    list(audit)
    assert [each.number for each in audit.unreadable] == ([2] if cents is None else [])
    if cents is not None:
        assert audit.table.seats[1].bets["field"].stake == cents


@pytest.mark.parametrize("dice", ["04-Mar", "2026-03-04", "3. Apr", "7", "345", ""])
def test_dice_that_a_spreadsheet_has_made_something_else_of(dice: str) -> None:
    (found,) = unreadable(f"roll,,,,{dice}")
    if dice:
        assert "Write 3-4, or 3 4" in found[2]


def test_a_sheet_with_columns_for_people() -> None:
    sheet = "Time,Kind,Seat,Wager,Dollars,Notes,Remarks\n20:01,bet,1,field,5,a,b\n"
    audit = audited(sheet)
    assert list(audit) == []
    assert audit.unreadable == []


def test_cards_as_people_type_them() -> None:
    record = 'kind,cards\ndeal,"5D, 2c KH 3\u2660 4h AH"\ndeal,10d 3c 6s 4h\n'
    audit = audited(record, at("nj-2001"))
    assert list(audit) == []
    assert audit.unreadable == []


@pytest.mark.parametrize("name", ["$", "Amount", "amount (USD)", "Value"])
def test_a_column_of_money_without_a_unit(name: str) -> None:
    with pytest.raises(Malformed) as problem:
        list(audited(f"kind,seat,wager,{name}\nbet,1,field,5\n"))
    assert "dollars, or cents" in problem.value.instead


def test_dollars_and_cents_in_one_row() -> None:
    audit = audited("kind,seat,wager,dollars,cents\nbet,1,field,5,500\n")
    assert list(audit) == []
    assert "cents too" in str(audit.unreadable[0])


def test_a_fraction_of_a_cent_in_a_sum() -> None:
    """$10 on the six at 7 to 6 and $10 on the pass line: the sum is exact."""
    rows = ("point,,,,,,,6", "up,1,pass,10", "bet,1,six,10", "roll,,,,2-4", "payment,1,,21.66")
    refused, wrong = found_in(*rows)
    assert "cannot-be-paid" in refused.what
    assert money(wrong) == (6, "pass+place-6", Fraction(6500, 3), 2166)
