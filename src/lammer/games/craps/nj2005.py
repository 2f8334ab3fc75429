"""New Jersey craps and mini-craps as the law stood in October 2005, section by section.

Sections 1.1 to 1.2(a)7 are read from the pages of the 2001 chapter (NJ01), 1.3(c) to 1.6(d)
from the 2005 pages (NJ05). What neither prints is borrowed from the 2011 text: the rest of
1.2 (R-57) and of 1.6 (R-45). There is no Fire Bet and no automated craps.
"""

from dataclasses import replace
from fractions import Fraction

from lammer.core.cite import Cites, cite, citing
from lammer.core.procedure import Posting, Procedure
from lammer.core.ruleset import Cycle, ListLaw, settled
from lammer.core.wager import (
    Breakdown,
    Control,
    Election,
    PayoutLaw,
    Unit,
    VigLaw,
    Wager,
)
from lammer.games.craps import dice, layout
from lammer.games.craps.display import ABOUT, CYCLE_WORDS, DISPLAY
from lammer.games.craps.offers import after_come_out, any_time, before_come_out, behind_its_bet
from lammer.games.craps.shapes import (
    C_AND_E_PARTS,
    HOP_WORDS,
    HOPS,
    HORN_AND_SEVEN,
    NO_HOPS,
    WHIRL_PARTS,
    against_the_dice,
    area_for,
    contract_bars,
    dont_bars,
    hardway,
    high_and,
    hop,
    horn_parts,
    number_before_seven,
    odds_limit,
    odds_on_the_point,
    off_on_the_come_out,
    on_always,
    on_the_come_out,
    one_roll,
    parts_of,
    returned_when_off,
    seven_before_number,
    split,
    with_the_dice,
)
from lammer.games.craps.space import BOX, CRAPS, LOSER_SEVEN, POINTS, hard, total
from lammer.games.craps.terms import TERMS
from lammer.games.edition import Edition, bet, fixed_payouts, line, payouts

c = citing("NJ05")
front = citing("NJ01")
lent = citing("NJ11", borrowed="R-57")
lent_odds = citing("NJ11", borrowed="R-45")

# 19:47-1.1 Definitions

CYCLE = Cycle(
    come_out=front("1.1-COR R-07"),
    point=front("1.1-COP"),
    hand_ends=LOSER_SEVEN,
    hand_cites=lent("1.11a1 R-20"),
    words=CYCLE_WORDS,
)

# 19:47-1.2 Permissible wagers

PASS = bet(
    "pass",
    "Pass Bet",
    spot="pass-line",
    cites=front("1.2a1"),
    offer=before_come_out(front("1.2a1 R-08")),
    machine=with_the_dice(
        natural=front("1.2a1i1"),
        craps=front("1.2a1ii1"),
        number=front("1.1-COP", "1.2a1i2", "1.2a1ii2"),
        made=front("1.2a1i2") + c("1.6a-s3"),
        missed=front("1.2a1ii2"),
        pays=line("pass"),
    ),
)

DONT_PASS = bet(
    "dont-pass",
    "Don't Pass Bet",
    spot="dont-pass-line",
    cites=front("1.2a2"),
    offer=before_come_out(front("1.2a2 R-08")),
    machine=against_the_dice(
        craps=front("1.2a2i1"),
        natural=front("1.2a2ii1"),
        barred=front("1.2a2iii R-10"),
        number=front("1.1-COP", "1.2a2i2", "1.2a2ii2"),
        missed=front("1.2a2i2") + c("1.6b-s3"),
        made=front("1.2a2ii2"),
        pays=line("dont-pass"),
    ),
)

COME = bet(
    "come",
    "Come Bet",
    travels=True,
    spot="come",
    cites=front("1.2a3"),
    offer=after_come_out(front("1.2a3 R-09")),
    machine=with_the_dice(
        natural=front("1.2a3i1"),
        craps=front("1.2a3ii1"),
        number=front("1.1-CP", "1.2a3i2", "1.2a3ii2"),
        made=front("1.2a3i2") + c("1.6c-s3"),
        missed=front("1.2a3ii2"),
        pays=line("come"),
    ),
)

DONT_COME = bet(
    "dont-come",
    "Don't Come Bet",
    travels=True,
    spot="dont-come",
    cites=front("1.2a4"),
    offer=after_come_out(front("1.2a4 R-09")),
    machine=against_the_dice(
        craps=front("1.2a4i1"),
        natural=front("1.2a4ii1"),
        barred=front("1.2a4iii R-10"),
        number=front("1.1-CP", "1.2a4i2", "1.2a4ii2"),
        missed=front("1.2a4i2") + c("1.6d-s3"),
        made=front("1.2a4ii2"),
        pays=line("dont-come"),
    ),
)

PLACE = {
    n: bet(
        f"place-{n}",
        f"Place Bet {n} to Win",
        spot=f"box-{n}",
        cites=front("1.2a5-s1"),
        offer=any_time(front("1.2a5-s1")),
        machine=number_before_seven(n, front("1.2a5-s1"), front("1.2a5-s2"), line(f"place-{n}")),
    )
    for n in BOX
}

PLACE_LOSE = {
    n: bet(
        f"place-lose-{n}",
        f"Place Bet {n} to Lose",
        spot=f"behind-{n}",
        cites=front("1.2a6-s1"),
        offer=any_time(front("1.2a6-s1")),
        machine=seven_before_number(
            n, front("1.2a6-s1"), front("1.2a6-s2"), line(f"place-lose-{n}")
        ),
        election=Election(
            "place_to_lose", "in addition to lay bets, or lay bets in lieu", c("1.5b-s1"), "lay"
        ),
    )
    for n in BOX
}


def _hardway(cites: Cites, number: int, name: str) -> Wager:
    implied = tuple(replace(cite, readings=("R-06",)) for cite in cites)
    return bet(
        f"hard-{number}",
        f"{name} the Hardway",
        spot=f"hard-{number}",
        cites=cites,
        offer=any_time(cites),
        machine=hardway(number, cites, implied, line(f"hard-{number}")),
    )


HARDWAYS = {
    4: _hardway(front("1.2a7"), 4, "Four"),
    6: _hardway(lent("1.2a8"), 6, "Six"),
    8: _hardway(lent("1.2a9"), 8, "Eight"),
    10: _hardway(lent("1.2a10"), 10, "Ten"),
}


def _one_roll(item: int, key: str, name: str, *totals: int) -> Wager:
    return bet(
        key,
        name,
        spot=key,
        cites=lent(f"1.2a{item}"),
        offer=any_time(lent(f"1.2a{item}")),
        machine=one_roll([(total(*totals), line(key))], lent(f"1.2a{item}"), lent(f"1.2a{item}")),
        one_roll=True,
    )


FIELD = bet(
    "field",
    "Field Bet",
    spot="field",
    cites=lent("1.2a11"),
    offer=any_time(lent("1.2a11")),
    machine=one_roll(
        [
            (total(3, 4, 9, 10, 11), line("field")),
            (total(2), line("field-2")),
            (total(12), line("field-12")),
        ],
        lent("1.2a11"),
        lent("1.2a11"),
    ),
    one_roll=True,
)
ANY_SEVEN = _one_roll(12, "any-seven", "Any Seven", 7)
ANY_CRAPS = _one_roll(13, "any-craps", "Any Craps", 2, 3, 12)
CRAPS_TWO = _one_roll(14, "craps-2", "Craps Two", 2)
CRAPS_THREE = _one_roll(15, "craps-3", "Craps Three", 3)
CRAPS_TWELVE = _one_roll(16, "craps-12", "Craps Twelve", 12)
ELEVEN = _one_roll(17, "eleven", "11 in One Roll", 11)

_SINGLES = (ANY_SEVEN, ANY_CRAPS, CRAPS_TWO, CRAPS_THREE, CRAPS_TWELVE, ELEVEN)

C_AND_E = bet(
    "c-and-e",
    "Craps-Eleven (C and E)",
    spot="c-and-e",
    cites=lent("1.2a18"),
    offer=any_time(lent("1.2a18")),
    machine=split(C_AND_E_PARTS, _SINGLES, lent("1.2a18") + c("1.4d R-14"), lent("1.2a18")),
    parts=parts_of(C_AND_E_PARTS),
    unit=Unit(2, c("1.4e R-14")),
    one_roll=True,
)

HORN = bet(
    "horn",
    "Horn Bet",
    spot="horn",
    cites=lent("1.2a19"),
    offer=any_time(lent("1.2a19")),
    machine=split(horn_parts(), _SINGLES, lent("1.2a19") + c("1.4c R-13"), lent("1.2a19")),
    parts=parts_of(horn_parts()),
    unit=Unit(4, c("1.4e R-13")),
    one_roll=True,
)

HORN_HIGH = {
    high: bet(
        f"horn-high-{high}",
        f"Horn High Bet, {high} high",
        spot=f"horn-high-{high}",
        cites=lent("1.2a20-s1"),
        offer=any_time(lent("1.2a20-s1")),
        machine=split(
            horn_parts(high), _SINGLES, lent("1.2a20-s1") + c("1.4c R-15"), lent("1.2a20-s1")
        ),
        parts=parts_of(horn_parts(high)),
        unit=Unit(5, lent("1.2a20-s2")),
        one_roll=True,
    )
    for high in (2, 3, 11, 12)
}

WHIRL = bet(
    "whirl",
    "Whirl Bet",
    spot="whirl",
    cites=lent("1.2a21-s1"),
    offer=any_time(lent("1.2a21-s1")),
    machine=split(WHIRL_PARTS, _SINGLES, lent("1.2a21-s1 R-16"), lent("1.2a21-s1 R-16")),
    parts=parts_of(WHIRL_PARTS),
    breakdown=Breakdown(HORN_AND_SEVEN, lent("1.2a21-s3")),
    unit=Unit(5, lent("1.2a21-s2")),
    one_roll=True,
)


def _hop_name(plain: str, called: str) -> str:
    return f"{plain} ({called}) on the Hop" if called else f"{plain} on the Hop"


HOP = {
    f"{a}-{b}": bet(
        f"hop-{a}-{b}",
        _hop_name(*HOP_WORDS[a, b]),
        spot=f"hop-{a}-{b}",
        cites=lent(f"1.2a{item} R-17"),
        offer=any_time(lent(f"1.2a{item}")),
        machine=hop((a, b), line(f"hop-{a}-{b}"), lent(f"1.2a{item}"), lent(f"1.2a{item}")),
        one_roll=True,
    )
    for item, (a, b) in enumerate(HOPS, start=22)
}

SIX_SEVEN_EIGHT = bet(
    "six-seven-eight",
    "6-7-8",
    spot="six-seven-eight",
    cites=lent("1.2a39-s1"),
    offer=any_time(lent("1.2a39-s1")),
    machine=one_roll(
        [
            (total(6, 7, 8) - hard(6) - hard(8), line("six-seven-eight")),
            (hard(6) | hard(8), line("six-seven-eight-hard")),
        ],
        lent("1.2a39-s1 R-19"),
        lent("1.2a39-s2"),
    ),
    election=Election("six_seven_eight", "at the licensee's election", lent("1.2a39-s1")),
    one_roll=True,
)

# 19:47-1.3 Making and removal of wagers

MAKING = {
    game: dice.making(
        before=lent("1.3a-s1"),
        late=late,
        late_cites=lent("1.3a-s2 R-34"),
        chips=lent("1.3b-s1"),
        coupons=lent("1.3b-s2"),
        verbal=lent("1.3b-s3"),
        converted=lent("1.3b-s4"),
    )
    for game, late in {
        "craps": dice.both("dealer", "boxperson", lent("1.3a1")),
        "mini-craps": dice.both("dealer", "floorperson", lent("1.3a2")),
    }.items()
}

SEATING = {
    "craps": dice.standing(),
    "mini-craps": dice.seated(c("1.3f-s1"), c("1.3f-s2 R-33")),
}

CONTROL = {
    "pass": Control(c("1.3c-s1"), contract_bars(c("1.3c-s2"), front("1.2a1 R-08"))),
    "come": Control(c("1.3c-s1"), contract_bars(c("1.3c-s2"), front("1.2a3 R-09"))),
    "dont-pass": Control(
        c("1.3c-s1", "1.3d-s1"), dont_bars(c("1.3d-s2 R-61"), front("1.2a2 R-08"))
    ),
    "dont-come": Control(
        c("1.3c-s1", "1.3d-s1"), dont_bars(c("1.3d-s2 R-61"), front("1.2a4 R-09"))
    ),
    "odds": Control(c("1.3c-s1 R-42")),
    "": Control(c("1.3c-s1")),
}

_OFF = c("1.3e-s1 R-02")
_NO_CALL = (cite("R-63"),)

WORKING = {
    "place-lose": on_always(c("1.3e-s2 R-03"), no_call=_NO_CALL),
    "place": off_on_the_come_out(front("1.2a5-s3") + _OFF, _NO_CALL),
    "buy": off_on_the_come_out(_OFF, _NO_CALL),
    "lay": on_always(c("1.3e-s2 R-04"), no_call=_NO_CALL),
    "hard": off_on_the_come_out(_OFF, _NO_CALL),
    "come-odds": off_on_the_come_out(c("1.3e-s1 R-02 R-05"), _NO_CALL),
    "dont-come-odds": on_always(c("1.3e-s2 R-05"), no_call=_NO_CALL),
    "": on_always(c("1.3e-s2"), no_call=_NO_CALL),
}

# 19:47-1.4 Payout odds

_PAYABLE = c("1.4e R-12")
LISTED = PayoutLaw(least=c("1.4b-s1"), uniform=c("1.4b-s2 R-58"), payable=_PAYABLE)


def _even(paragraph: str) -> PayoutLaw:
    """Line and come bets: the list is a floor, but 1.6 has the original bet paid 1 to 1."""
    exact = c(f"1.6{paragraph}-s3 R-65")
    return PayoutLaw(least=c("1.4b-s1"), exact=exact, payable=_PAYABLE)


PAYOUTS = {
    **payouts(_even("a"), {"pass": ("1 to 1", c("1.4b-Pass"))}),
    **payouts(_even("b"), {"dont-pass": ("1 to 1", c("1.4b-DontPass"))}),
    **payouts(_even("c"), {"come": ("1 to 1", c("1.4b-Come"))}),
    **payouts(_even("d"), {"dont-come": ("1 to 1", c("1.4b-DontCome"))}),
    **payouts(
        LISTED,
        {
            "place-4": ("9 to 5", c("1.4b-Place4W")),
            "place-5": ("7 to 5", c("1.4b-Place5W")),
            "place-6": ("7 to 6", c("1.4b-Place6W")),
            "place-8": ("7 to 6", c("1.4b-Place8W")),
            "place-9": ("7 to 5", c("1.4b-Place9W")),
            "place-10": ("9 to 5", c("1.4b-Place10W")),
            "place-lose-4": ("5 to 11", c("1.4b-Place4L")),
            "place-lose-5": ("5 to 8", c("1.4b-Place5L")),
            "place-lose-6": ("4 to 5", c("1.4b-Place6L")),
            "place-lose-8": ("4 to 5", c("1.4b-Place8L")),
            "place-lose-9": ("5 to 8", c("1.4b-Place9L")),
            "place-lose-10": ("5 to 11", c("1.4b-Place10L")),
            "hard-4": ("7 to 1", c("1.4b-Hard4")),
            "hard-6": ("9 to 1", c("1.4b-Hard6")),
            "hard-8": ("9 to 1", c("1.4b-Hard8")),
            "hard-10": ("7 to 1", c("1.4b-Hard10")),
            "field": ("1 to 1", c("1.4b-Field-even")),
            "field-2": ("2 to 1", c("1.4b-Field-2")),
            "field-12": ("2 to 1", c("1.4b-Field-12")),
            "any-seven": ("4 to 1", c("1.4b-Any7")),
            "any-craps": ("7 to 1", c("1.4b-AnyCraps")),
            "craps-2": ("30 to 1", c("1.4b-Craps2")),
            "craps-3": ("15 to 1", c("1.4b-Craps3")),
            "craps-12": ("30 to 1", c("1.4b-Craps12")),
            "eleven": ("15 to 1", c("1.4b-Eleven")),
            **{f"hop-{n}-{n}": ("30 to 1", c(f"1.4b-Hop{n}-{n}")) for n in (2, 3, 4, 5)},
            **{f"hop-{a}-{b}": ("15 to 1", c(f"1.4b-Hop{a}-{b}")) for a, b in HOPS if a != b},
            "six-seven-eight": ("1 to 1", c("1.4b-678-easy")),
            "six-seven-eight-hard": ("2 to 1", c("1.4b-678-hard")),
        },
    ),
}

# 19:47-1.5 True odds on place bets (buy and lay bets); vigorish prohibited

_BY_READING = (cite("R-12"),)

BUY_VIG = VigLaw(
    base="wager",
    cap=Fraction(5, 100),
    moments={"bet": c("1.5a-s2")},
    cites=c("1.5a-s2"),
    not_nil=(cite("R-40"),),
    changed=(cite("R-41"),),
)

BUY = {
    n: bet(
        f"buy-{n}",
        f"Buy Bet on {n}",
        spot=f"box-{n}",
        cites=c("1.5a-s1"),
        offer=any_time(c("1.5a-s1") + front("1.2a5-s1")),
        machine=number_before_seven(
            n, c("1.5a-s1") + front("1.2a5-s1"), front("1.2a5-s2"), line(f"buy-{n}")
        ),
        vig=BUY_VIG,
        election=Election("buy", "at the licensee's option", c("1.5a-s1")),
    )
    for n in BOX
}

LAY_VIG = VigLaw(
    base="win",
    cap=Fraction(5, 100),
    moments={"bet": c("1.5b-s2 R-38")},
    cites=c("1.5b-s2 R-38"),
    not_nil=(cite("R-40"),),
    changed=(cite("R-41"),),
)

LAY = {
    n: bet(
        f"lay-{n}",
        f"Lay Bet against {n}",
        spot=f"behind-{n}",
        cites=c("1.5b-s1"),
        offer=any_time(c("1.5b-s1") + front("1.2a6-s1")),
        machine=seven_before_number(
            n, c("1.5b-s1") + front("1.2a6-s1"), front("1.2a6-s2"), line(f"lay-{n}")
        ),
        vig=LAY_VIG,
        election=Election("lay", "at the licensee's option", c("1.5b-s1")),
    )
    for n in BOX
}

TRUE_ODDS = fixed_payouts(
    payable=_BY_READING,
    lines={
        "buy-4": ("2 to 1", c("1.5a-Buy4")),
        "buy-5": ("3 to 2", c("1.5a-Buy5")),
        "buy-6": ("6 to 5", c("1.5a-Buy6")),
        "buy-8": ("6 to 5", c("1.5a-Buy8")),
        "buy-9": ("3 to 2", c("1.5a-Buy9")),
        "buy-10": ("2 to 1", c("1.5a-Buy10")),
    },
) | fixed_payouts(
    payable=_BY_READING,
    lines={
        "lay-4": ("1 to 2", c("1.5b-Lay4")),
        "lay-5": ("2 to 3", c("1.5b-Lay5")),
        "lay-6": ("5 to 6", c("1.5b-Lay6")),
        "lay-8": ("5 to 6", c("1.5b-Lay8")),
        "lay-9": ("2 to 3", c("1.5b-Lay9")),
        "lay-10": ("1 to 2", c("1.5b-Lay10")),
    },
)

LAW = ListLaw(
    only_these=front("1.2a") + lent("1.2b"),
    no_other_charge=c("1.5c"),
    odds_words=c("1.4a"),
    posted_limits=(cite("R-59"),),
    other_names=NO_HOPS,
)

# 19:47-1.6 Supplemental wagers (taking and laying odds)


PASS_ODDS = bet(
    "pass-odds",
    "Pass odds",
    spot="pass-odds",
    cites=c("1.6a-s1"),
    offer=behind_its_bet(c("1.6a-s1"), POINTS),
    machine=odds_on_the_point("take", wins=c("1.6a-s4"), loses=front("1.2a1ii2"), pays="pass-odds"),
    behind=odds_limit(
        "pass",
        "stake",
        least=c("1.6a-s2 R-43"),
        most=lent_odds("1.6e-s1 R-43"),
        round_up=lent_odds("1.6f R-44"),
    ),
)

DONT_PASS_ODDS = bet(
    "dont-pass-odds",
    "Don't Pass odds",
    spot="dont-pass-odds",
    cites=c("1.6b-s1"),
    offer=behind_its_bet(c("1.6b-s1"), POINTS),
    machine=odds_on_the_point(
        "lay", wins=c("1.6b-s4"), loses=front("1.2a2ii2"), pays="dont-pass-odds"
    ),
    behind=odds_limit(
        "dont-pass",
        "winnings",
        least=c("1.6b-s2 R-43"),
        most=lent_odds("1.6e-s2 R-43"),
        round_up=lent_odds("1.6f R-44"),
    ),
)

COME_ODDS = {
    n: bet(
        f"come-odds-{n}",
        f"Come odds on {n}",
        spot=f"come-odds-{n}",
        cites=c("1.6c-s1"),
        offer=behind_its_bet(c("1.6c-s1")),
        machine=number_before_seven(n, c("1.6c-s4"), front("1.2a3ii2"), line(f"come-odds-{n}")),
        off_rules=returned_when_off(n, c("1.3e-s1 R-05")),
        behind=odds_limit(
            "come",
            "stake",
            states=(str(n),),
            least=c("1.6c-s2 R-43"),
            most=lent_odds("1.6e-s1 R-43"),
            round_up=lent_odds("1.6f R-44"),
        ),
    )
    for n in BOX
}

DONT_COME_ODDS = {
    n: bet(
        f"dont-come-odds-{n}",
        f"Don't Come odds against {n}",
        spot=f"dont-come-odds-{n}",
        cites=c("1.6d-s1"),
        offer=behind_its_bet(c("1.6d-s1")),
        machine=seven_before_number(
            n, c("1.6d-s4"), front("1.2a4ii2"), line(f"dont-come-odds-{n}")
        ),
        behind=odds_limit(
            "dont-come",
            "winnings",
            states=(str(n),),
            least=c("1.6d-s2 R-43"),
            most=lent_odds("1.6e-s2 R-43"),
            round_up=lent_odds("1.6f R-44"),
        ),
    )
    for n in BOX
}

_TAKE = {4: "2 to 1", 5: "3 to 2", 6: "6 to 5", 8: "6 to 5", 9: "3 to 2", 10: "2 to 1"}
_LAY = {4: "1 to 2", 5: "2 to 3", 6: "5 to 6", 8: "5 to 6", 9: "2 to 3", 10: "1 to 2"}

ODDS_PAY = {
    key: payout
    for name, paragraph, pays, cut in (
        ("pass-odds", "a", _TAKE, ""),
        ("dont-pass-odds", "b", _LAY, ""),
        ("come-odds", "c", _TAKE, ""),
        ("dont-come-odds", "d", _LAY, " R-45"),
    )
    for key, payout in fixed_payouts(
        payable=_BY_READING,
        lines={
            f"{name}-{n}": (pays[n], c(f"1.6{paragraph}-s4{cut}") + lent_odds("1.6e-s3"))
            for n in BOX
        },
    ).items()
}

# 19:47-1.7 to 1.11: not on the pages, taken from the 2011 text

TURN = {"craps": dice.turn(lent, "craps"), "mini-craps": dice.turn(lent, "mini-craps")}

TRIAL = {"craps": dice.trial(lent, "craps"), "mini-craps": dice.trial(lent, "mini-craps")}

# What the crew enters where the house elects the long form

STEPS = {"craps": dice.steps(lent, "craps"), "mini-craps": dice.steps(lent, "mini-craps")}

# What is to be shown

POSTINGS = (
    Posting(
        "payouts",
        "payouts",
        "Payout odds",
        c("1.4a", "1.4b-s1"),
        where="layout, brochures and other publications",
    ),
    Posting("limits", "limits", "Minimum and maximum wagers", (cite("R-59"),), where="table"),
    Posting(
        "vigorish",
        "vigorish",
        "True odds: the percentage is collected when the wager is made",
        c("1.5a-s2", "1.5b-s2 R-38"),
        needs="buy",
        where="table",
    ),
    Posting(
        "odds",
        "odds-words",
        "Odds behind the line",
        c("1.6a-s2") + lent_odds("1.6e-s1"),
        where="table",
    ),
)

# What a house may choose, and what it may not

OPTIONS = (
    on_the_come_out("place_to_win", "off", c("1.3e-s1") + front("1.2a5-s3")),
    on_the_come_out("place_to_lose", "on", c("1.3e-s2 R-03"), otherwise=front("1.2a5-s3 R-03")),
    on_the_come_out("buy", "off", c("1.3e-s1")),
    on_the_come_out("lay", "on", c("1.3e-s2 R-04")),
    on_the_come_out("hardways", "off", c("1.3e-s1")),
    on_the_come_out("come_odds", "off", c("1.3e-s1 R-05")),
    on_the_come_out("dont_come_odds", "on", c("1.3e-s2 R-05")),
    settled("refuse_unpayable", True, c("1.4e R-12"), "refusing amounts that cannot be paid"),
    settled("call_bets", False, lent("1.3b-s1"), "wagers without chips or cash"),
    settled("comeout.lay_off_button", False, c("1.3e-s2 R-63"), "calling a lay bet off"),
    settled(
        "void_returns_stake",
        True,
        front("1.2a2iii R-10", "1.2a4iii R-10"),
        "returning a void bet",
    ),
    area_for(
        "layout.horn_high_area",
        {f"horn-high-{high}": high_and(high) for high in HORN_HIGH},
        lent("1.2a20-s3"),
    ),
    *dice.designated(lent),
    dice.confirmed_calls(c("1.3e-s1 R-84")),
)

# The edition


EDITION = Edition(
    key="nj-2005",
    prefix="NJ05",
    title="New Jersey, N.J.A.C. 19:47-1, as amended to October 17, 2005",
    games=("craps", "mini-craps"),
    space=CRAPS,
    wagers=(
        PASS,
        DONT_PASS,
        COME,
        DONT_COME,
        *PLACE.values(),
        *PLACE_LOSE.values(),
        *HARDWAYS.values(),
        FIELD,
        *_SINGLES,
        C_AND_E,
        HORN,
        *HORN_HIGH.values(),
        WHIRL,
        *HOP.values(),
        SIX_SEVEN_EIGHT,
        *BUY.values(),
        *LAY.values(),
        PASS_ODDS,
        DONT_PASS_ODDS,
        *COME_ODDS.values(),
        *DONT_COME_ODDS.values(),
    ),
    payouts=PAYOUTS | TRUE_ODDS | ODDS_PAY,
    control=lambda wager: CONTROL.get("odds" if wager.behind else wager.key, CONTROL[""]),
    working=lambda wager: WORKING.get(wager.group, WORKING[""]),
    layout=layout.FELT,
    law=LAW,
    terms=TERMS,
    cycle=CYCLE,
    options=OPTIONS,
    game_readings={},
    display=DISPLAY,
    about=ABOUT,
    procedures={
        game: Procedure(
            making=MAKING[game],
            seating=SEATING[game],
            turn=TURN[game],
            trial=TRIAL[game],
            postings=POSTINGS,
            leave_up=(cite("R-11"),),
            steps=STEPS[game],
        )
        for game in ("craps", "mini-craps")
    },
)
