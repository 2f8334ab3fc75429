"""Records of punto banco. What is due in each is worked out by hand from the regulation and from
R-50, which stands for the sections that are not printed; amounts are cents."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lammer.audit import judge
from lammer.audit.finding import Finding
from lammer.games import load
from lammer.house import House
from lammer.instruments.shoe.cards import DECK, Coup, dealt
from lammer.instruments.shoe.law import shoe_law
from lammer.table import Run
from tests.audit import records
from tests.audit.records import MONEY, at, money, numbered, problem_of, recorded
from tests.command import lammer

PLAYER = "deal 2c Qs 5h 6d"
"""7 to 6: both stay."""
BANKER = "deal Kd 3c 6s 4h"
"""6 to 7: both stay."""
TIE = "deal Kd 2c 6s 4h"
"""6 to 6: both stay."""
MARKED = {"collect": "mark"}


def judged(record: str, where: House | None = None) -> list[Finding]:
    return records.judged(record, where or at("nj-2001"))


def only(record: str, where: House | None = None) -> Finding:
    return records.only(record, where or at("nj-2001"))


CLEAN = """
    bet 1 player 1000
    bet 2 banker 2000
    bet 2 tie 500
    no-more-bets
    deal 5d 2c Kh 3s 4h Ah      # the example of 3.9(g): 9 to 6
    payment 1 player 1000
    bet 1 banker 1190
    bet 2 banker 2000
    deal Kd 3c 6s 4h            # 6 to 7
    payment 1 banker 1190
    vigorish 1 banker 59        # 59.5 cents, rounded down
    payment 2 banker 2000
    vigorish 2 banker 100
    bet 1 banker 1000
    bet 1 player 1000
    bet 3 tie 300
    deal Kd 2c 6s 4h            # Tie Hand: 8 to 1, and the hands' wagers go back
    payment 3 tie 2400
    bet 3 player 500
    remove 3 player 500
    bet 1 player 1000
    reduce 1 player 500
    deal 9d 2c Kh 3s cut        # a natural
    payment 1 player 500
    deal Ks 3h 6d 4c            # one more hand
    shuffle
    bet 1 banker 100
    deal Kd 3c 6s 4h
    payment 1 banker 100
    vigorish 1 banker 5
"""


def test_a_record_with_nothing_wrong() -> None:
    assert judged(CLEAN) == []


def test_each_amount_of_it_matters() -> None:
    whole = [line.split("#")[0].rstrip() for line in CLEAN.strip().splitlines()]
    paid = [n for n, line in enumerate(whole) if line.split()[0] in ("payment", "vigorish")]
    assert len(paid) == 9
    changed = judged("\n".join(f"{line}00" if n in paid else line for n, line in enumerate(whole)))
    assert [found.line for found in changed] == [n + 2 for n in paid]
    left_out = judged("\n".join(line for n, line in enumerate(whole) if n not in paid))
    assert [found.paid_cents for found in left_out] == [0] * len(paid)


# Payments


@pytest.mark.clause("NJ01-3.10b-s2", "R-50")
def test_a_winner_not_paid() -> None:
    for more in ("", "\nshuffle", f"\n{TIE}"):
        found = only(f"bet 1 player 1000\n{PLAYER}{more}")
        assert money(found) == (3, "player", 1000, 0)
        assert {"R-50", "NJ01-3.10b-s2"} <= set(found.clauses)
        assert found.what == (
            "Player's Hand: $10 due on the coup of line 3 (player 7, banker 6), nothing paid."
        )


def test_a_payment_after_the_shuffle_comes_too_late() -> None:
    unpaid, late = judged(f"bet 1 player 1000\n{PLAYER}\nshuffle\npayment 1 player 1000")
    assert money(unpaid) == (3, "player", 1000, 0)
    assert money(late) == (5, "player", 0, 1000)
    assert "no coup has decided it" in late.what


def test_a_bankers_hand_paid_net_of_its_vigorish() -> None:
    """19 to 20 comes to the same, and is not how it is paid: two things are wrong."""
    untaken, net = judged(f"bet 1 banker 2000\n{BANKER}\npayment 1 banker 1900")
    assert money(untaken) == (3, "banker", -100, 0)
    assert money(net) == (4, "banker", 2000, 1900)
    assert (untaken.off_by_cents, net.off_by_cents) == (100, -100)


@pytest.mark.clause("R-50")
def test_tie_paid_9_to_1() -> None:
    record = f"bet 1 tie 500\n{TIE}\npayment 1 tie "
    found = only(record + "4500")
    assert money(found) == (4, "tie", 4000, 4500)
    assert "R-50" in found.clauses
    assert judged(record + "4500", at("nj-2001", payouts={"tie": "9 to 1"})) == []


@pytest.mark.clause("R-51")
@pytest.mark.parametrize("side", ["player", "banker"])
def test_a_tie_gives_the_wagers_on_the_hands_back(side: str) -> None:
    record = f"bet 1 {side} 1000\n{TIE}\n"
    assert judged(record) == []
    paid = only(f"{record}payment 1 {side} 1000")
    assert money(paid) == (4, side, 0, 1000)
    assert paid.clauses == ("R-50", "R-51")
    assert "it was void" in paid.what
    taken = only(f"{record}take 1 {side} 1000")
    assert money(taken) == (4, side, 0, -1000)
    assert "R-51" in taken.clauses
    short = only(f"{record}return 1 {side} 500")
    assert money(short) == (4, side, 1000, 500)
    charged = only(f"{record}vigorish 1 {side} 50")
    assert money(charged) == (4, side, 0, -50)


@pytest.mark.clause("NJ01-3.10b-s1")
def test_losers_paid_and_losers_not_taken() -> None:
    paid = only(f"bet 1 player 1000\n{BANKER}\npayment 1 player 1000")
    assert money(paid) == (4, "player", 0, 1000)
    assert {"NJ01-3.10b-s1", "R-51"} <= set(paid.clauses)
    assert "it lost on the coup of line 3 (player 6, banker 7)" in paid.what
    record = f"bet 1 player 1000\nbet 2 tie 500\n{BANKER}\ntake 1 player 1000"
    kept = only(record)
    assert (kept.seat, *money(kept)) == (2, 4, "tie", -500, 0)
    assert "NJ01-3.10b-s1" in kept.clauses
    assert judged(f"{record}\ntake 2 tie 500") == []


# Vigorish


@pytest.mark.clause("NJ01-3.10b-s2")
@pytest.mark.parametrize(
    ("elected", "stake", "charge"),
    [
        ({}, 1190, 59),
        ({}, 1000, 50),
        ({"vig": {"rounding": "up"}}, 1190, 60),
        ({"vig": {"rounding": "nearest"}}, 1190, 60),
        ({"vig": {"rounding": "nearest"}}, 1100, 55),
        ({"vig_rate": "4%"}, 1000, 40),
        ({"pay_unit": 500}, 1500, 75),
    ],
)
def test_vigorish_is_what_the_house_elects(
    elected: dict[str, Any], stake: int, charge: int
) -> None:
    where = at("nj-2001", **elected)
    record = f"bet 1 banker {stake}\n{BANKER}\npayment 1 banker {stake}\n"
    assert judged(f"{record}vigorish 1 banker {charge}", where) == []
    found = only(f"{record}vigorish 1 banker {charge + 1}", where)
    assert money(found) == (5, "banker", -charge, -charge - 1)
    assert found.off_by_cents == -1
    assert {"NJ01-3.10b-s2", "R-50"} <= set(found.clauses)
    missing = only(record, where)
    assert money(missing) == (3, "banker", -charge, 0)


def test_vigorish_where_there_is_none() -> None:
    on_player = only(f"bet 1 player 1000\n{PLAYER}\npayment 1 player 1000\nvigorish 1 player 50")
    assert money(on_player) == (5, "player", 0, -50)
    assert "no vigorish is taken on it" in on_player.what
    lost = only(f"bet 1 banker 1000\n{PLAYER}\nvigorish 1 banker 50")
    assert money(lost) == (4, "banker", 0, -50)
    assert "it is charged at the win" in lost.what
    record = f"bet 1 banker 1000\n{BANKER}\npayment 1 banker 1000\n"
    none = at("nj-2001", vig_rate="0")
    assert judged(record, none) == []
    taken = only(f"{record}vigorish 1 banker 50", none)
    assert "no vigorish is taken on it" in taken.what


OWED = """
    bet 1 banker 1000
    deal Kd 3c 6s 4h
    payment 1 banker 1000
    mark 1 banker 50
    bet 1 banker 2000
    deal Kh 3d 6c 4s
    payment 1 banker 2000
    mark 1 banker 100
"""


@pytest.mark.clause("NJ01-3.10b-s2", "R-50", "R-74")
def test_marked_vigorish_is_collected_by_the_end_of_the_shoe() -> None:
    where = at("nj-2001", vig=MARKED)
    assert judged(OWED, where) == []
    assert judged(f"{OWED}collect 1 banker 150\nshuffle", where) == []
    assert judged(f"{OWED}collect 1 banker 100\n{TIE}\ncollect 1 banker 50\nshuffle", where) == []
    nothing = only(f"{OWED}shuffle", where)
    assert money(nothing) == (10, "banker", -150, 0)
    assert (nothing.seat, nothing.off_by_cents) == (1, 150)
    assert {"NJ01-3.10b-s2", "R-50", "R-74"} <= set(nothing.clauses)
    assert nothing.what == "Banker's Hand: $1.50 vigorish owed, nothing collected."
    short = only(f"{OWED}collect 1 banker 100\nshuffle", where)
    assert money(short) == (11, "banker", -150, -100)
    over = only(f"{OWED}collect 1 banker 160\nshuffle", where)
    assert money(over) == (10, "banker", -150, -160)
    once = only(f"{OWED}collect 1 banker 160\n{TIE}{OWED}collect 1 banker 150\n{TIE}", where)
    assert money(once) == (10, "banker", -150, -160)
    again = only(f"{OWED}collect 1 banker 150\nshuffle\ncollect 1 banker 150", where)
    assert money(again) == (12, "banker", 0, -150)
    assert "none is owed" in again.what


def test_the_hand_after_the_last_is_the_end_of_the_shoe_too() -> None:
    where = at("nj-2001", vig=MARKED)
    record = f"{OWED}{TIE} cut\n"
    assert judged(record, where) == []
    assert money(only(f"{record}{TIE}", where)) == (11, "banker", -150, 0)
    assert judged(f"{record}{TIE}\ncollect 1 banker 150", where) == []


def test_marks_may_be_left_out_and_are_judged_where_they_are_not() -> None:
    where = at("nj-2001", vig=MARKED)
    unmarked = "\n".join(line for line in OWED.splitlines() if "mark" not in line)
    assert judged(unmarked, where) == []
    assert judged(f"{unmarked}\ncollect 1 banker 150\nshuffle", where) == []
    assert money(only(f"{unmarked}\nshuffle", where)) == (8, "banker", -150, 0)
    wrong = OWED.replace("mark 1 banker 100", "mark 1 banker 90")
    for collected in (140, 150):
        found = only(f"{wrong}collect 1 banker {collected}\nshuffle", where)
        assert money(found) == (9, "banker", -100, -90)
        assert {"NJ01-3.10b-s2", "R-50", "R-74"} <= set(found.clauses)
        assert "$1 vigorish due, $0.90 marked" in found.what
    missing = OWED.replace("mark 1 banker 100", "")
    assert money(only(re.sub("\n +\n", "\n", missing), where)) == (7, "banker", -100, 0)


def test_marked_where_it_is_collected_and_collected_where_it_is_marked() -> None:
    record = f"bet 1 banker 1000\n{BANKER}\npayment 1 banker 1000\n"
    untaken, marked = judged(f"{record}mark 1 banker 50\ncollect 1 banker 50\nshuffle")
    assert money(untaken) == (3, "banker", -50, 0)
    assert money(marked) == (5, "banker", 0, -50)
    assert "it is collected at once" in marked.what
    where = at("nj-2001", vig=MARKED)
    taken, owed = judged(f"{record}vigorish 1 banker 50\nshuffle", where)
    assert money(taken) == (5, "banker", 0, -50)
    assert "it is marked, and collected later" in taken.what
    assert money(owed) == (6, "banker", -50, 0)


# The cards


def one(cards: str, clause: str, says: str) -> Any:
    return pytest.param(cards, clause, says, marks=pytest.mark.clause(clause), id=f"{cards}")


@pytest.mark.parametrize(
    ("cards", "clause", "says"),
    [
        one("9d 2c Kh 3s 4h", "NJ01-3.9a", "A natural"),
        one("Kd 8c 6s Kh 4h", "NJ01-3.9a", "A natural"),
        one("2c 3s 5h 4d 6d", "NJ01-3.9c-B7", "Banker's Hand stays on 7"),
        one("5d Kc Kh 6s 5h 9s", "NJ01-3.9c-B6", "Banker's Hand stays on 6"),
        one("5d 2c Kh 3s 9h Ah", "NJ01-3.9c-B5", "Banker's Hand stays on 5"),
        one("5d 2c Kh 3s 4h Ah 9d", "NJ01-3.8d", "and there are 7 cards"),
    ],
)
def test_a_card_too_many(cards: str, clause: str, says: str) -> None:
    found = only(f"deal {cards}")
    assert (found.line, found.kind, found.seat, found.wager) == (2, "wager", None, None)
    assert clause in found.clauses
    assert says in found.what
    assert "wrong-cards" in found.what


@pytest.mark.parametrize(
    ("cards", "clause", "says"),
    [
        one("5d 2c Kh 3s", "NJ01-3.9b-s1", "The Player's Hand draws on 5"),
        one("5d 2c Kh 3s 4h", "NJ01-3.9c-B5", "The Banker's Hand draws on 5"),
        one("Kd 3c 6s 2h", "NJ01-3.9c-B5", "The Banker's Hand draws on 5"),
        one("5d 2c Kh", "NJ01-3.7c-s1", "Four cards are dealt at first, not 3"),
    ],
)
def test_a_card_missing(cards: str, clause: str, says: str) -> None:
    """Nobody knows how the coup would have ended, so what was paid on it is not judged."""
    bets = "bet 1 player 1000\nbet 2 banker 1000\n"
    for paid in ("", "\npayment 1 player 1000", "\npayment 2 banker 1000\nvigorish 2 banker 50"):
        found = only(f"{bets}deal {cards}{paid}\nbet 1 tie 100\n{PLAYER}")
        assert (found.line, found.kind) == (4, "wager")
        assert clause in found.clauses
        assert says in found.what
    _, not_up = judged(f"{bets}deal {cards}\npayment 3 tie 800")
    assert money(not_up) == (5, "tie", 0, 800)


@pytest.mark.clause("NJ01-3.9c-B7")
def test_a_coup_is_settled_by_the_cards_that_should_have_been_dealt() -> None:
    """The Banker's Hand has 7 to 6 and draws a 9 all the same: 6 to 6, paid as a tie."""
    dealt_wrong, unpaid, untaken, tie = judged(
        """
        bet 1 banker 1000
        bet 2 tie 1000
        deal Kd 3c 6s 4h 9c
        return 1 banker 1000
        payment 2 tie 8000
        """
    )
    assert (dealt_wrong.line, dealt_wrong.kind) == (4, "wager")
    assert "NJ01-3.9c-B7" in dealt_wrong.clauses
    assert money(unpaid) == (4, "banker", 1000, 0)
    assert money(untaken) == (4, "banker", -50, 0)
    assert money(tie) == (6, "tie", 0, 8000)


def test_marked_vigorish_over_a_coup_nobody_can_judge() -> None:
    where = at("nj-2001", vig=MARKED)
    record = "bet 1 banker 1000\ndeal 5d 2c Kh 3s\n"
    for more in ("shuffle", "mark 1 banker 50\ncollect 1 banker 50\nshuffle"):
        assert only(record + more, where).line == 3


@pytest.mark.clause("R-73")
def test_a_card_more_often_than_the_decks_have() -> None:
    six = at("nj-2001", decks=6)
    record = "deal Kd Kd Kd Kd Kd Kd\n"
    assert judged(record, six) == []
    found = only(f"{record}bet 1 player 1000\ndeal 2c Kd 5h 6d\npayment 1 player 1000", six)
    assert (found.line, found.kind) == (4, "wager")
    assert found.clauses == ("R-50", "R-73")
    assert "1 of Kd: 6 are out already, and there are 6 in all" in found.what
    assert judged(f"{record}shuffle\n{record}", six) == []
    assert judged(f"{record}deal 2c Kd 5h 6d") == []
    again = judged("deal Kd Kd Kd Kd Kd Kd\n" * 2 + "deal Ks Ks Ks Ks Ks Ks\n" * 2)
    assert [each.line for each in again] == [3, 5]
    fours = judged("deal 4d 4s 4d 4s\n" * 4, six)
    assert [each.line for each in fours] == [5, 5]
    assert ["2 of 4d" in fours[0].what, "2 of 4s" in fours[1].what] == [True, True]


@pytest.mark.clause("NJ01-3.8e-s3")
def test_play_going_on_after_the_last_hand_and_one_more() -> None:
    record = f"{TIE}\n{TIE} cut\n{TIE}\n"
    assert judged(record) == []
    wrong, unpaid = judged(f"{record}bet 1 player 1000\n{PLAYER}\n")
    assert (wrong.line, wrong.kind, wrong.clauses) == (6, "wager", ("NJ01-3.8e-s3", "R-52"))
    assert "shoe-over" in wrong.what
    assert money(unpaid) == (6, "player", 1000, 0)
    assert [each.line for each in judged(f"{record}{TIE}\n{TIE}")] == [5, 6]
    assert only(f"{record}no-more-bets\n{TIE}").line == 6
    assert judged(f"{record}shuffle\n{TIE}\n{TIE} cut\n{TIE}") == []


@pytest.mark.clause("NJ01-3.8e-s1")
def test_one_cutting_card() -> None:
    found = only(f"{TIE} cut\n{TIE} cut")
    assert (found.line, found.kind) == (3, "wager")
    assert "NJ01-3.8e-s1" in found.clauses
    # It is the first that counts: the shoe is out.
    _, out = judged(f"{TIE} cut\n{TIE} cut\n{TIE}")
    assert (out.line, "shoe-over" in out.what) == (4, True)


@pytest.mark.clause("R-78")
def test_a_round_that_was_not_completed_decides_nothing() -> None:
    record = f"bet 1 player 1000\nno-more-bets\nno-deal 9s 2h\nbet 1 tie 100\n{PLAYER}\n"
    assert judged(f"{record}payment 1 player 1000") == []
    assert judged(f"no-deal\n{TIE}\nno-deal") == []
    paid = only(f"bet 1 player 1000\nno-deal\npayment 1 player 1000\n{BANKER}")
    assert money(paid) == (4, "player", 0, 1000)
    assert "R-78" in paid.clauses


@pytest.mark.clause("R-78", "NJ01-3.8e-s3")
def test_what_came_out_in_it_is_out_of_the_shoe() -> None:
    again = only("\n".join(["no-deal 9s 9s 9s 9s", "no-deal 9s 9s 9s 9s", "deal 9s 2h Kc 5c"]))
    assert (again.line, "not-in-the-shoe" in again.what) == (4, True)
    most = only("no-deal 2c 3c 4c 5c 6c 7c 8c")
    assert (most.line, "wrong-cards" in most.what) == (2, True)
    cut = f"no-deal 9s cut\n{TIE}\nno-deal\n{TIE}"
    assert judged(cut) == [], "that hand and one more"
    assert "shoe-over" in only(f"{cut}\n{TIE}").what
    assert "shoe-over" in only(f"{cut}\nno-deal").what
    assert "cards-are-out" in only(f"no-deal cut\n{TIE} cut").what
    assert "cards-are-out" in only(f"{TIE} cut\nno-deal cut").what


def test_three_things_wrong_with_one_coup() -> None:
    """After the end of the shoe, with a card too many, and the cutting card once more."""
    found = judged(f"{TIE} cut\n{TIE}\ndeal 9d 2c Kh 3s 4h cut")
    assert [each.line for each in found] == [4, 4, 4]
    codes = ("shoe-over", "wrong-cards", "cards-are-out")
    assert all(code in each.what for code, each in zip(codes, found, strict=True))


# What should have been refused


@pytest.mark.clause("NJ01-3.7b")
def test_too_late() -> None:
    late = only(f"no-more-bets\nbet 1 player 500\n{PLAYER}\npayment 1 player 500")
    assert (late.line, late.kind, late.wager) == (3, "wager", "player")
    assert "too-late" in late.what
    assert "NJ01-3.7b" in late.clauses
    down = only(f"bet 1 player 500\nno-more-bets\nremove 1 player\n{BANKER}")
    assert (down.line, "NJ01-3.7b" in down.clauses) == (4, True)
    shuffled = only(f"no-more-bets\nshuffle\n{TIE}")
    assert (shuffled.line, "too-late" in shuffled.what) == (3, True)
    assert judged(f"no-more-bets\n{TIE}\nbet 1 player 500\n{BANKER}") == []


def test_wagers_that_are_not_taken() -> None:
    bet, paid = judged(f"bet 1 pair 500\n{PLAYER}\npayment 1 pair 5500")
    assert (bet.kind, bet.clauses) == ("wager", ("R-50",))
    assert money(paid) == (4, "pair", 0, 5500)
    where = at("nj-2001", limits={"tie": {"max": 2000}})
    over = only(f"bet 1 tie 2500\n{TIE}\npayment 1 tie 20000", where)
    assert "over-maximum" in over.what
    found = judged("bet 1 player 500 up\ncoupon 1 player 500\ncall-off 1 player")
    for each, code in zip(found, ("no-leaving-up", "no-coupon", "no-call"), strict=True):
        assert code in each.what


# Reading


@pytest.mark.parametrize(
    ("record", "line", "says"),
    [
        (b"kind,cards\ndeal,9h Kd 2c 11s\n", 2, 'cards: "11s" is not a card'),
        (b"kind,cards\ndeal,9h Kd 2c Tx\n", 2, 'cards: "Tx" is not a card'),
        (b"kind,cards\ndeal,h9 Kd 2c Ts\n", 2, 'cards: "H9" is not a card'),
        (b"kind,cards\ndeal,9h-Kd-2c-Ts\n", 2, 'cards: "9H-KD-2C-Ts" is not a card'),
        (b"kind,cards\ndeal,\n", 2, "cards: is missing in a deal"),
        (b"kind,cards,cut_card\ndeal,9h Kd 2c Ts,perhaps\n", 2, "cut_card: "),
        (b"kind,cards,seat\ndeal,9h Kd 2c Ts,1\n", 2, "seat: has no place in a deal"),
        (b"kind,dice\nroll,3-4\n", 2, "kind: roll has no place in a game with a shoe"),
        (b"kind,dice\nshake,3-4\n", 2, "kind: shake has no place in a game with a shoe"),
        (b"kind,card\ndeal,9h\n", 1, 'there is no column "card"'),
        (b"kind,seat,wager,cents\nmark,1,banker,0\n", 2, "cents: 0 is no amount"),
        (b"kind,seat,wager,cents\ncollect,1,,50\n", 2, "wager: is missing in a collect"),
        (b"kind,cards\nshuffle,9h\n", 2, "cards: has no place in a shuffle"),
        (b'{"kind": "deal", "cards": ["9h", 5]}\n', 1, "cards: 5 is not a card"),
        (b'{"kind": "deal", "cards": 7}\n', 1, "cards: 7 is not a list of cards"),
        (b'{"kind": "deal", "cards": "9h Kd 2c Ts", "cut_card": 1}\n', 1, "cut_card: 1 is not"),
        (b'{"kind": "deal", "cards": ' + b'"' + b"9h " * 65 + b'"}\n', 1, "cards: "),
    ],
)
def test_what_is_no_entry_here(record: bytes, line: int, says: str) -> None:
    problem = problem_of(record, at("nj-2001"))
    assert says in str(problem)
    assert problem.number == line


def test_cards_and_shoes_are_of_this_game() -> None:
    for record in (b"kind,cards\ndeal,9h Kd 2c Ts\n", b'{"kind": "shuffle"}\n'):
        problem = problem_of(record, at("nj-2011"))
        assert "has no place in a game with dice" in str(problem)


@pytest.mark.parametrize(
    ("rules", "record", "clause", "off_by"),
    [
        ("nj-1997", "bet 1 any-seven 500\nshake 3-4\npayment 1 any-seven 500", "13.2a3", -1500),
        ("nj-2001", f"bet 1 tie 500\n{TIE}\npayment 1 tie 4500", "R-50", 500),
    ],
)
def test_the_command(rules: str, record: str, clause: str, off_by: int, tmp_path: Path) -> None:
    path = tmp_path / "record.csv"
    path.write_bytes(records.as_csv(record))
    done = lammer("audit", str(path), "--rules", rules, "--json")
    said = json.loads(done.stdout)
    (found,) = said["findings"]
    assert (done.returncode, said["kind"], said["ok"]) == (1, "record", False)
    assert (found["line"], found["seat"], found["off_by"]) == (4, 1, off_by)
    assert found["clause"].endswith(clause)


# Tables that were played, written down

DRAWING = shoe_law(load("nj-2001").procedure).drawing
_SEAT = st.integers(1, 3)
_WAGER = st.sampled_from(("player", "banker", "banker", "tie"))
_AMOUNT = st.sampled_from((100, 119, 500, 1190, 2500, 10000))


def coup(six: list[str]) -> list[str]:
    """As many of these cards as the rules draw."""
    return next(six[:most] for most in (4, 5, 6) if isinstance(dealt(DRAWING, six[:most]), Coup))


_DEAL = st.fixed_dictionaries(
    {
        "do": st.just("deal"),
        "cards": st.lists(st.sampled_from(DECK), min_size=6, max_size=6).map(coup),
    },
    optional={"cut_card": st.booleans()},
)
_BET = st.fixed_dictionaries(
    {"do": st.just("bet"), "seat": _SEAT, "wager": _WAGER, "amount": _AMOUNT}
)
COMMAND = st.one_of(
    *(_BET, _BET, _DEAL, _DEAL),
    st.fixed_dictionaries({"do": st.just("collect"), "seat": _SEAT}),
    st.fixed_dictionaries({"do": st.just("remove"), "seat": _SEAT, "wager": _WAGER}),
    st.fixed_dictionaries(
        {"do": st.just("reduce"), "seat": _SEAT, "wager": _WAGER, "by": st.just(100)}
    ),
    st.sampled_from(({"do": "shuffle"}, {"do": "no-more-bets"})),
    st.fixed_dictionaries(
        {"do": st.just("no-deal"), "reason": st.just("misdeal"), "caller": st.just("floorperson")},
        optional={
            "cards": st.lists(st.sampled_from(DECK), max_size=6),
            "cut_card": st.booleans(),
        },
    ),
)
HOUSE = st.fixed_dictionaries(
    {
        "decks": st.sampled_from((6, 8)),
        "vig": st.fixed_dictionaries(
            {
                "collect": st.sampled_from(("collect", "mark")),
                "rounding": st.sampled_from(("down", "nearest", "up")),
                "procedure": st.integers(1, 4),
            }
        ),
        "vig_rate": st.sampled_from(("5%", "4%", "1/30")),
        "payouts": st.sampled_from(({}, {"tie": "9 to 1"})),
    }
)


def played(commands: list[dict[str, Any]], elected: dict[str, Any]) -> list[bytes]:
    """The log of a table at which all this was asked, and somebody always took the shoe."""
    log: list[bytes] = []
    rails = dict.fromkeys((1, 2, 3), 1000000)
    run = Run.at("nj-2001", rails=rails, house=elected, keep=log.append)
    for command in commands:
        if run.table.hands.offered is not None:
            run.do({"do": "accept-shoe", "seat": run.table.hands.offered})
        run.do(command)
    run.close()
    return log


@given(commands=st.lists(COMMAND, min_size=5, max_size=60), elected=HOUSE, data=st.data())
def test_what_was_played_is_right_and_one_changed_amount_is_found(
    commands: list[dict[str, Any]], elected: dict[str, Any], data: st.DataObject
) -> None:
    where, record = recorded(played(commands, elected))
    assume(record)
    assert list(judge(numbered(record), where)) == []
    unmarked = [each for each in record if each["kind"] != "mark"]
    assert list(judge(numbered(unmarked), where)) == []
    paid = [n for n, each in enumerate(record) if each["kind"] in MONEY]
    if not paid:
        return
    which = data.draw(st.sampled_from(paid))
    entry = record[which]
    # Too little collected is no mistake until the shoe is at its end.
    lower = (-1,) if entry["kind"] != "collect" and entry["cents"] > 1 else ()
    by = data.draw(st.sampled_from((1, 700, *lower)))
    record[which] = entry | {"cents": entry["cents"] + by}
    (found,) = judge(numbered(record), where)
    assert found.line == which + 1
    assert found.off_by_cents == (by if entry["kind"] == "payment" else -by)
    assert (found.seat, found.wager) == (entry["seat"], entry["wager"])
