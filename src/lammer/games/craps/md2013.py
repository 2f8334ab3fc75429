"""Maryland craps and mini-craps: COMAR 36.05.05, with the amendments proposed for August 2013
(Bonus Craps), section by section in the text's order.

Sections .06 to .11 are not printed; what they would say is borrowed from New Jersey (R-46).
"""

from fractions import Fraction

from lammer.core.cite import Cites, cite, citing, stated
from lammer.core.procedure import CrewStep, Posting, Procedure, Tally
from lammer.core.ruleset import Cycle, ListLaw, settled
from lammer.core.wager import (
    Control,
    Election,
    Limits,
    Moment,
    PayoutLaw,
    Unit,
    VigLaw,
    Wager,
    Working,
)
from lammer.games.craps import dice, layout
from lammer.games.craps.display import ABOUT, CYCLE_WORDS, DISPLAY
from lammer.games.craps.offers import (
    after_come_out,
    any_time,
    before_come_out,
    behind_its_bet,
    new_shooter,
    new_shooter_or_heir,
)
from lammer.games.craps.shapes import (
    C_AND_E_PARTS,
    HOP_WORDS,
    HOPS,
    HORN_AND_SEVEN,
    NO_HOPS,
    WHIRL_PARTS,
    against_the_dice,
    all_thrown,
    area_for,
    bonus_reopens,
    contract_bars,
    dont_bars,
    fire,
    fire_ends_on,
    fixed_bars,
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
from lammer.games.craps.space import (
    BOX,
    CRAPS,
    EVERY_ROLL,
    LOSER_SEVEN,
    NO_ROLL,
    POINTS,
    hard,
    total,
)
from lammer.games.craps.terms import TERMS
from lammer.games.edition import Edition, bet, fixed_payouts, line, payouts

c = citing("MD13")
lent = citing("NJ11", borrowed="R-46")

_NO_CALL = (cite("R-63"),)
_BY_READING = (cite("R-12"),)

# .01 Definitions

CYCLE = Cycle(
    come_out=c("01B4 R-07"),
    point=c("01B3"),
    hand_ends=LOSER_SEVEN,
    hand_cites=lent("1.11a1 R-20"),
    words=CYCLE_WORDS,
)

# .02 Craps and mini-craps tables

POSTINGS = (
    Posting("name", "name", "The operator's name or logo", c("02D", "02D1")),
    Posting("areas", "areas", "An area for each wager", c("02D", "02D2")),
    Posting("no-call-bets", "words", "No call bets", c("02D", "02D3", "01B2")),
    Posting(
        "fire-areas",
        "areas",
        "Numbered areas for the Fire Bet, at most 16, clockwise, 1 at the boxperson's left, "
        "with an area in front of the boxperson numbered alike",
        c("02D4a", "02D4b", "02D4c", "02D4d"),
        wagers=("fire",),
        needs="fire",
    ),
    Posting(
        "fire-payouts",
        "payouts",
        "Fire Bet, different points made",
        c("02D4ei"),
        wagers=("fire",),
        needs="fire",
        where="inside wall",
    ),
    Posting(
        "fire-when",
        "words",
        "Fire Bets are accepted only before a shooter's initial come-out roll",
        c("02D4eii"),
        needs="fire",
        where="inside wall",
    ),
    Posting(
        "fire-limits",
        "limits",
        "Limits of the Fire Bet",
        c("02D4eiii"),
        wagers=("fire",),
        needs="fire",
        where="inside wall",
    ),
    Posting(
        "bonus-areas",
        "areas",
        "In front of the boxperson",
        c("02D5ai", "02D5aii", "02D5aiii"),
        wagers=("all-small", "all-or-nothing", "all-tall"),
        needs="bonus_craps",
    ),
    Posting(
        "bonus-markers",
        "marks",
        "A place for a marker button on each of 2, 3, 4, 5, 6, 8, 9, 10, 11 and 12",
        c("02D5b"),
        needs="bonus_craps",
    ),
    Posting(
        "bonus-payouts",
        "payouts",
        "Bonus Craps",
        c("02D5c"),
        wagers=("all-small", "all-or-nothing", "all-tall"),
        needs="bonus_craps",
    ),
    Posting("payouts", "payouts", "Payout odds", c("05A"), where="table"),
    Posting("limits", "limits", "Minimum and maximum wagers", c("03C"), where="table"),
    Posting(
        "vigorish",
        "vigorish",
        "Vigorish",
        c("05I R-88", "05G3a", "05G3b"),
        needs="buy",
        where="Rules Submission",
    ),
    Posting(
        "odds", "odds-words", "Odds behind the line", lent("1.6a-s2", "1.6e-s1"), where="table"
    ),
)

# .03 Wagers


PASS = bet(
    "pass",
    "Pass Bet",
    spot="pass-line",
    cites=c("03A1"),
    offer=before_come_out(c("03A1 R-08")),
    machine=with_the_dice(
        natural=c("03A1ai"),
        craps=c("03A1bi"),
        number=c("01B3", "03A1aii", "03A1bii"),
        made=c("03A1aii") + lent("1.6a-s3"),
        missed=c("03A1bii"),
        pays=line("pass"),
    ),
)

DONT_PASS = bet(
    "dont-pass",
    "Don't Pass Bet",
    spot="dont-pass-line",
    cites=c("03A2"),
    offer=before_come_out(c("03A2 R-08")),
    machine=against_the_dice(
        craps=c("03A2ai"),
        natural=c("03A2bi"),
        barred=c("03A2c"),
        number=c("01B3", "03A2aii", "03A2bii"),
        missed=c("03A2aii") + lent("1.6b-s3"),
        made=c("03A2bii"),
        pays=line("dont-pass"),
    ),
)

COME = bet(
    "come",
    "Come Bet",
    travels=True,
    spot="come",
    cites=c("03A3"),
    offer=after_come_out(c("03A3 R-09")),
    machine=with_the_dice(
        natural=c("03A3bi"),
        craps=c("03A3ci"),
        number=c("01B5", "03A3a", "03A3bii", "03A3cii"),
        made=c("03A3bii") + lent("1.6c-s3"),
        missed=c("03A3cii"),
        pays=line("come"),
    ),
)

DONT_COME = bet(
    "dont-come",
    "Don't Come Bet",
    travels=True,
    spot="dont-come",
    cites=c("03A4"),
    offer=after_come_out(c("03A4 R-09")),
    machine=against_the_dice(
        craps=c("03A4bi"),
        natural=c("03A4ci"),
        barred=c("03A4d"),
        number=c("01B5", "03A4a", "03A4bii", "03A4cii"),
        missed=c("03A4bii") + lent("1.6d-s3"),
        made=c("03A4cii"),
        pays=line("dont-come"),
    ),
)

PLACE = {
    n: bet(
        f"place-{n}",
        f"Place Bet to Win on {n}",
        spot=f"box-{n}",
        cites=c("03A5"),
        offer=any_time(c("03A5")),
        working=off_on_the_come_out(c("03A5a R-02"), _NO_CALL),
        machine=number_before_seven(n, c("03A5b"), c("03A5c"), line(f"place-{n}")),
    )
    for n in BOX
}

PLACE_LOSE = {
    n: bet(
        f"place-lose-{n}",
        f"Place Bet to Lose on {n}",
        spot=f"behind-{n}",
        cites=c("03A6"),
        offer=any_time(c("03A6")),
        working=off_on_the_come_out(c("03A6a R-02"), _NO_CALL),
        machine=seven_before_number(n, c("03A6b"), c("03A6c"), line(f"place-lose-{n}")),
        election=Election(
            "place_to_lose", "in addition to lay bets, or lay bets in lieu", c("03A42"), "lay"
        ),
    )
    for n in BOX
}


def _hardway(item: int, number: int, name: str) -> Wager:
    return bet(
        f"hard-{number}",
        f"{name} the Hardway Bet",
        spot=f"hard-{number}",
        cites=c(f"03A{item}"),
        offer=any_time(c(f"03A{item}")),
        working=off_on_the_come_out(c(f"03A{item}a R-02"), _NO_CALL),
        machine=hardway(number, c(f"03A{item}b"), c(f"03A{item}c"), line(f"hard-{number}")),
    )


HARDWAYS = {
    4: _hardway(7, 4, "Four"),
    6: _hardway(8, 6, "Six"),
    8: _hardway(9, 8, "Eight"),
    10: _hardway(10, 10, "Ten"),
}


def _one_roll(item: int, key: str, name: str, *totals: int) -> Wager:
    return bet(
        key,
        name,
        spot=key,
        cites=c(f"03A{item}"),
        offer=any_time(c(f"03A{item}")),
        machine=one_roll([(total(*totals), line(key))], c(f"03A{item}a"), c(f"03A{item}b")),
        one_roll=True,
    )


FIELD = bet(
    "field",
    "Field Bet",
    spot="field",
    cites=c("03A11"),
    offer=any_time(c("03A11")),
    machine=one_roll(
        [
            (total(3, 4, 9, 10, 11), line("field")),
            (total(2), line("field-2")),
            (total(12), line("field-12")),
        ],
        c("03A11a"),
        c("03A11b"),
    ),
    one_roll=True,
)
ANY_SEVEN = _one_roll(12, "any-seven", "Any Seven Bet", 7)
ANY_CRAPS = _one_roll(13, "any-craps", "Any Craps Bet", 2, 3, 12)
CRAPS_TWO = _one_roll(14, "craps-2", "Craps Two Bet", 2)
CRAPS_THREE = _one_roll(15, "craps-3", "Craps Three Bet", 3)
CRAPS_TWELVE = _one_roll(16, "craps-12", "Craps Twelve Bet", 12)
ELEVEN = _one_roll(17, "eleven", "11 in One Roll Bet", 11)

_SINGLES = (ANY_SEVEN, ANY_CRAPS, CRAPS_TWO, CRAPS_THREE, CRAPS_TWELVE, ELEVEN)

C_AND_E = bet(
    "c-and-e",
    "Craps-Eleven or C and E Bet",
    spot="c-and-e",
    cites=c("03A18"),
    offer=any_time(c("03A18")),
    machine=split(C_AND_E_PARTS, _SINGLES, c("03A18a", "05B R-14"), c("03A18b")),
    parts=parts_of(C_AND_E_PARTS),
    unit=Unit(2, c("05B R-14")),
    one_roll=True,
)

HORN = bet(
    "horn",
    "Horn Bet",
    spot="horn",
    cites=c("03A19"),
    offer=any_time(c("03A19")),
    machine=split(horn_parts(), _SINGLES, c("03A19b", "05C R-13"), c("03A19c")),
    parts=parts_of(horn_parts()),
    unit=Unit(4, c("03A19a")),
    one_roll=True,
)

HORN_HIGH = {
    high: bet(
        f"horn-high-{high}",
        f"Horn High Bet, {high} high",
        spot=f"horn-high-{high}",
        cites=c("03A20"),
        offer=any_time(c("03A20")),
        machine=split(horn_parts(high), _SINGLES, c("03A20c", "05D R-15"), c("03A20d")),
        parts=parts_of(horn_parts(high)),
        unit=Unit(5, c("03A20a")),
        one_roll=True,
    )
    for high in (2, 3, 11, 12)
}

WHIRL = bet(
    "whirl",
    "Whirl Bet",
    spot="whirl",
    cites=c("03A21"),
    offer=any_time(c("03A21")),
    machine=split(WHIRL_PARTS, _SINGLES, c("03A21c", "05E R-16"), c("03A21d R-18")),
    parts=parts_of(WHIRL_PARTS),
    unit=Unit(5, c("03A21a")),
    one_roll=True,
)


def _hop(item: int, faces: tuple[int, int]) -> Wager:
    key = "hop-{}-{}".format(*faces)
    plain, called = HOP_WORDS[faces]
    slip = " R-18" if item == 30 else ""
    return bet(
        key,
        f"{plain} or {called} on the Hop Bet" if called else f"{plain} on the Hop Bet",
        spot=key,
        cites=c(f"03A{item} R-17"),
        offer=any_time(c(f"03A{item}")),
        machine=hop(faces, line(key), c(f"03A{item}a"), c(f"03A{item}b{slip}")),
        one_roll=True,
    )


HOP = {f"{a}-{b}": _hop(item, (a, b)) for item, (a, b) in enumerate(HOPS, start=22)}

SIX_SEVEN_EIGHT = bet(
    "six-seven-eight",
    "6-7-8 Bet",
    spot="six-seven-eight",
    cites=c("03A39"),
    offer=any_time(c("03A39")),
    machine=one_roll(
        [
            (total(6, 7, 8) - hard(6) - hard(8), line("six-seven-eight")),
            (hard(6) | hard(8), line("six-seven-eight-hard")),
        ],
        c("03A39a R-19"),
        c("03A39b"),
    ),
    election=Election("six_seven_eight", "authorised", c("03A")),
    one_roll=True,
)

FIRE = {
    table: bet(
        "fire",
        "Fire Bet",
        spot="fire",
        cites=c("03A40 R-24"),
        offer=new_shooter_or_heir(c("03A40 R-23", "02D4eii")),
        machine=fire(
            goals=c("03A40a R-20") + lent("1.12b2", "1.12b3"),
            until=lent("1.12a5 R-21 R-22"),
            wins=c("03A40a R-21", "05F-s1"),
            loses=c("03A40b R-21"),
            pays={n: line(f"fire-{table}-{n}") for n in (4, 5, 6)},
        ),
        games_cites=c("03A R-24"),
        limits=Limits(100, 500, 100, lent("1.12b1-s1 R-24"), lent("1.12b1-s2 R-24")),
        election=Election("fire", "if the operator offers it", c("05F-s2") + lent("1.12a")),
        variant=table,
    )
    for table in ("A", "B")
}

VIG_MOMENTS: dict[Moment, Cites] = {"bet": c("05G3a"), "win": c("05G3b R-39")}
VIG = VigLaw(
    base="wager",
    cap=Fraction(5, 100),
    moments=VIG_MOMENTS,
    cites=c("05G3a"),
    not_nil=(cite("R-40"),),
    changed=(cite("R-41"),),
)

BUY = {
    n: bet(
        f"buy-{n}",
        f"Buy Bet on {n}",
        spot=f"box-{n}",
        cites=c("03A41", "01B1"),
        offer=any_time(c("03A41", "03A5")),
        working=off_on_the_come_out(c("03A41a R-02"), _NO_CALL),
        machine=number_before_seven(n, c("03A41bi"), c("03A41bii"), line(f"buy-{n}")),
        vig=VIG,
        election=Election("buy", "only if in the Rules Submission", c("03A41")),
    )
    for n in BOX
}

LAY_WORKING = on_always(c("03A42a R-04"), no_call=_NO_CALL, may_call_off=c("03A42a R-63"))

LAY = {
    n: bet(
        f"lay-{n}",
        f"Lay Bet against {n}",
        spot=f"behind-{n}",
        cites=c("03A42", "01B6"),
        offer=any_time(c("03A42", "03A6")),
        working=LAY_WORKING,
        machine=seven_before_number(n, c("03A42b"), c("03A42c"), line(f"lay-{n}")),
        vig=VIG,
        election=Election("lay", "only if in the Rules Submission", c("03A42")),
    )
    for n in BOX
}


def _bonus(key: str, name: str, letter: str, numbers: tuple[int, ...]) -> Wager:
    return bet(
        key,
        name,
        spot=key,
        cites=c(f"03A43{letter}", "03A43"),
        offer=new_shooter(c("03A43 R-26", "12B1"), c("12B1 R-26")),
        machine=all_thrown(
            numbers,
            goals=c(f"03A43{letter} R-25", "12B6"),
            until=c("12B5-s1"),
            wins=c(f"03A43{letter}", "12B4 R-27"),
            pays=line(key),
        ),
        games_cites=c("03A R-24"),
        election=Election("bonus_craps", "if the operator offers it", c("03A43 R-28", "12A")),
    )


_SMALL, _TALL = (2, 3, 4, 5, 6), (8, 9, 10, 11, 12)
ALL_SMALL = _bonus("all-small", "All Small Wager", "a", _SMALL)
ALL_OR_NOTHING = _bonus("all-or-nothing", "All Or Nothing At All Wager", "b", _SMALL + _TALL)
ALL_TALL = _bonus("all-tall", "All Tall Wager", "c", _TALL)

# .04 Making and removing wagers

MAKING = dice.making(
    before=c("04A"),
    late=None,
    late_cites=c("04A R-34"),
    chips=c("04B"),
    coupons=(cite("R-35"),),
    verbal=c("04C1"),
    converted=c("04C2"),
)

SEATING = {
    "craps": dice.standing(),
    "mini-craps": dice.seated(c("04F-s1"), c("04F-s2 R-33"), most=c("02C-s2")),
}

_BONUS_CONTROL = Control(c("04D"), fixed_bars(c("04D4"), c("12B2-s2 R-27")))

CONTROL = {
    "pass": Control(c("04D"), contract_bars(c("04D1"), c("03A1 R-08"))),
    "come": Control(c("04D"), contract_bars(c("04D2"), c("03A3 R-09"))),
    "fire": Control(c("04D"), fixed_bars(c("04D3-s1"), c("04D3-s2"))),
    **dict.fromkeys(("all-small", "all-or-nothing", "all-tall"), _BONUS_CONTROL),
    "dont-pass": Control(c("04D", "04E-s1"), dont_bars(c("04E-s2 R-61"), c("03A2 R-08"))),
    "dont-come": Control(c("04D", "04E-s1"), dont_bars(c("04E-s2 R-61"), c("03A4 R-09"))),
    "odds": Control(c("04D R-42")),
    "": Control(c("04D")),
}

# .05 Payout odds

LISTED = PayoutLaw(least=c("05A"), exact=c("05A"), payable=_BY_READING)

PAYOUTS = payouts(
    LISTED,
    {
        "pass": ("1 to 1", c("05A1")),
        "dont-pass": ("1 to 1", c("05A2")),
        "come": ("1 to 1", c("05A3")),
        "dont-come": ("1 to 1", c("05A4")),
        "place-4": ("9 to 5", c("05A5")),
        "place-5": ("7 to 5", c("05A6")),
        "place-6": ("7 to 6", c("05A7")),
        "place-8": ("7 to 6", c("05A8")),
        "place-9": ("7 to 5", c("05A9")),
        "place-10": ("9 to 5", c("05A10")),
        "place-lose-4": ("5 to 11", c("05A11")),
        "place-lose-5": ("5 to 8", c("05A12")),
        "place-lose-6": ("4 to 5", c("05A13")),
        "place-lose-8": ("4 to 5", c("05A14")),
        "place-lose-9": ("5 to 8", c("05A15")),
        "place-lose-10": ("5 to 11", c("05A16")),
        "hard-4": ("7 to 1", c("05A17")),
        "hard-6": ("9 to 1", c("05A18")),
        "hard-8": ("9 to 1", c("05A19")),
        "hard-10": ("7 to 1", c("05A20")),
        "field": ("1 to 1", c("05A21")),
        "field-2": ("2 to 1", c("05A22")),
        "field-12": ("2 to 1", c("05A22")),
        "any-seven": ("4 to 1", c("05A23")),
        "any-craps": ("7 to 1", c("05A24")),
        "craps-2": ("30 to 1", c("05A25")),
        "craps-3": ("15 to 1", c("05A26")),
        "craps-12": ("30 to 1", c("05A27")),
        "eleven": ("15 to 1", c("05A28")),
        "hop-2-2": ("30 to 1", c("05A29")),
        "hop-3-3": ("30 to 1", c("05A30")),
        "hop-4-4": ("30 to 1", c("05A31")),
        "hop-5-5": ("30 to 1", c("05A32")),
        "hop-1-3": ("15 to 1", c("05A33")),
        "hop-1-4": ("15 to 1", c("05A34")),
        "hop-1-5": ("15 to 1", c("05A35")),
        "hop-1-6": ("15 to 1", c("05A36")),
        "hop-2-3": ("15 to 1", c("05A37")),
        "hop-2-4": ("15 to 1", c("05A38")),
        "hop-2-5": ("15 to 1", c("05A39")),
        "hop-2-6": ("15 to 1", c("05A40")),
        "hop-3-4": ("15 to 1", c("05A41")),
        "hop-3-5": ("15 to 1", c("05A42")),
        "hop-3-6": ("15 to 1", c("05A43")),
        "hop-4-5": ("15 to 1", c("05A44")),
        "hop-4-6": ("15 to 1", c("05A45")),
        "six-seven-eight": ("1 to 1", c("05A46")),
        "six-seven-eight-hard": ("2 to 1", c("05A47")),
    },
)

FIRE_TABLES = payouts(
    PayoutLaw(least=c("05F-s2"), exact=c("05F-s2")),
    {
        "fire-A-4": ("24 to 1", c("05F1a")),
        "fire-A-5": ("249 to 1", c("05F1b")),
        "fire-A-6": ("999 to 1", c("05F1c")),
        "fire-B-4": ("39 to 1", c("05F2a")),
        "fire-B-5": ("199 to 1", c("05F2b")),
        "fire-B-6": ("499 to 1", c("05F2c")),
    },
)

TRUE_ODDS = fixed_payouts(
    payable=_BY_READING,
    lines={
        "buy-4": ("2 to 1", c("05G1a")),
        "buy-5": ("3 to 2", c("05G1b")),
        "buy-6": ("6 to 5", c("05G1c")),
        "buy-8": ("6 to 5", c("05G1d")),
        "buy-9": ("3 to 2", c("05G1e")),
        "buy-10": ("2 to 1", c("05G1f")),
    },
) | fixed_payouts(
    payable=_BY_READING,
    lines={
        "lay-4": ("1 to 2", c("05G2a")),
        "lay-5": ("2 to 3", c("05G2b")),
        "lay-6": ("5 to 6", c("05G2c")),
        "lay-8": ("5 to 6", c("05G2d")),
        "lay-9": ("2 to 3", c("05G2e")),
        "lay-10": ("1 to 2", c("05G2f")),
    },
)

BONUS_PAYS = fixed_payouts(
    payable=_BY_READING,
    lines={
        "all-small": ("34 to 1", c("05H1")),
        "all-or-nothing": ("175 to 1", c("05H2")),
        "all-tall": ("34 to 1", c("05H3")),
    },
)

LAW = ListLaw(
    only_these=c("03A"),
    no_other_charge=c("05J"),
    odds_words=(),
    posted_limits=c("03B1", "03B2", "05K"),
    posted_least=c("03B1"),
    posted_most=c("03B2", "05K"),
    other_names=NO_HOPS,
)

# .06 Supplemental wagers: not printed, borrowed from New Jersey 1.6

PASS_ODDS = bet(
    "pass-odds",
    "Pass odds",
    spot="pass-odds",
    cites=lent("1.6a-s1"),
    offer=behind_its_bet(lent("1.6a-s1"), POINTS),
    machine=odds_on_the_point("take", wins=lent("1.6a-s4"), loses=c("03A1bii"), pays="pass-odds"),
    behind=odds_limit(
        "pass",
        "stake",
        least=lent("1.6a-s2 R-43"),
        most=lent("1.6e-s1 R-43"),
        round_up=lent("1.6f R-44"),
    ),
)

DONT_PASS_ODDS = bet(
    "dont-pass-odds",
    "Don't Pass odds",
    spot="dont-pass-odds",
    cites=lent("1.6b-s1"),
    offer=behind_its_bet(lent("1.6b-s1"), POINTS),
    machine=odds_on_the_point(
        "lay", wins=lent("1.6b-s4"), loses=c("03A2bii"), pays="dont-pass-odds"
    ),
    behind=odds_limit(
        "dont-pass",
        "winnings",
        least=lent("1.6b-s2 R-43"),
        most=lent("1.6e-s2 R-43"),
        round_up=lent("1.6f R-44"),
    ),
)

COME_ODDS_WORKING = off_on_the_come_out(lent("1.3e-s1 R-02 R-05"), _NO_CALL)

COME_ODDS = {
    n: bet(
        f"come-odds-{n}",
        f"Come odds on {n}",
        spot=f"come-odds-{n}",
        cites=lent("1.6c-s1"),
        offer=behind_its_bet(lent("1.6c-s1")),
        working=COME_ODDS_WORKING,
        machine=number_before_seven(n, lent("1.6c-s4"), c("03A3cii"), line(f"come-odds-{n}")),
        off_rules=returned_when_off(n, lent("1.3e-s1 R-05")),
        behind=odds_limit(
            "come",
            "stake",
            states=(str(n),),
            least=lent("1.6c-s2 R-43"),
            most=lent("1.6e-s1 R-43"),
            round_up=lent("1.6f R-44"),
        ),
    )
    for n in BOX
}

DONT_COME_ODDS = {
    n: bet(
        f"dont-come-odds-{n}",
        f"Don't Come odds against {n}",
        spot=f"dont-come-odds-{n}",
        cites=lent("1.6d-s1"),
        offer=behind_its_bet(lent("1.6d-s1")),
        working=on_always(lent("1.3e-s2 R-05"), no_call=_NO_CALL),
        machine=seven_before_number(n, lent("1.6d-s4"), c("03A4cii"), line(f"dont-come-odds-{n}")),
        behind=odds_limit(
            "dont-come",
            "winnings",
            states=(str(n),),
            least=lent("1.6d-s2 R-43"),
            most=lent("1.6e-s2 R-43"),
            round_up=lent("1.6f R-44"),
        ),
    )
    for n in BOX
}

_TAKE = {4: "2 to 1", 5: "3 to 2", 6: "6 to 5", 8: "6 to 5", 9: "3 to 2", 10: "2 to 1"}
_LAY = {4: "1 to 2", 5: "2 to 3", 6: "5 to 6", 8: "5 to 6", 9: "2 to 3", 10: "1 to 2"}

ODDS_PAY = {
    key: payout
    for name, paragraph, pays in (
        ("pass-odds", "a", _TAKE),
        ("dont-pass-odds", "b", _LAY),
        ("come-odds", "c", _TAKE),
        ("dont-come-odds", "d", _LAY),
    )
    for key, payout in fixed_payouts(
        payable=_BY_READING,
        lines={f"{name}-{n}": (pays[n], lent(f"1.6{paragraph}-s4", "1.6e-s3")) for n in BOX},
    ).items()
}

# .07 to .11: not printed, borrowed from New Jersey 1.7 to 1.12

TURN = {"craps": dice.turn(lent, "craps"), "mini-craps": dice.turn(lent, "mini-craps")}

TRIAL = {"craps": dice.trial(lent, "craps"), "mini-craps": dice.trial(lent, "mini-craps")}

FIRE_TALLY = dice.fire_tally(
    lent,
    placed=stated(c("02D4b", "02D4c", "02D4d") + lent("1.12a3-s1", "1.12a3-s2")),
    areas=16,
    areas_cites=c("02D4a"),
)

# .12 Bonus Craps: additional procedures and rules

BONUS_TALLY = Tally(
    wagers=("all-small", "all-or-nothing", "all-tall"),
    placed=stated(c("12A", "12B2-s1")),
    marked=c("12B3 R-25", "12B3b"),
    cleared=c("12B5-s2"),
    carried=(cite("R-27"),),
)

# What the crew enters where the house elects the long form

BONUS = BONUS_TALLY.wagers
BONUS_STEPS = (
    CrewStep(
        "bonus-bets-in",
        "The Bonus Craps wagers are put in their area.",
        ("dealer",),
        c("12A", "12B2-s1 R-79"),
        after="bet",
        wagers=BONUS,
    ),
    CrewStep(
        "bonus-marker",
        "A marker button is put on the {number}.",
        ("dealer", "boxperson"),
        c("12B3 R-25 R-79"),
        after="marker",
        wagers=BONUS,
        named="number",
    ),
    CrewStep(
        "bonus-markers-off",
        "All marker buttons are removed from the Bonus area.",
        ("dealer", "boxperson"),
        c("12B5-s2 R-79"),
        after="markers-off",
        wagers=BONUS,
    ),
)

STEPS = {
    game: dice.steps(lent, game) + dice.fire_steps(lent, c("02D4c", "02D4d")) + BONUS_STEPS
    for game in dice.STAFFED
}

# What a house may choose, and what it may not

OPTIONS = (
    on_the_come_out("place_to_win", "off", c("03A5a")),
    on_the_come_out("place_to_lose", "off", c("03A6a")),
    on_the_come_out("buy", "off", c("03A41a")),
    on_the_come_out("lay", "on", c("03A42a")),
    on_the_come_out("hardways", "off", c("03A7a", "03A8a", "03A9a", "03A10a")),
    on_the_come_out("come_odds", "off", lent("1.3e-s1 R-05")),
    on_the_come_out("dont_come_odds", "on", lent("1.3e-s2 R-05")),
    fire_ends_on(c("03A40a R-21", "04D3-s2"), literally=(cite("R-21"),)),
    bonus_reopens(c("12B1 R-26"), reopened=c("03A43 R-26")),
    settled("refuse_unpayable", True, _BY_READING, "refusing amounts that cannot be paid"),
    settled("call_bets", False, c("02D3", "01B2"), "wagers without chips or cash"),
    settled("comeout.lay_off_button", True, c("03A42a"), "calling a lay bet off"),
    settled("void_returns_stake", True, c("03A2c", "03A4d"), "returning a void bet"),
    area_for(
        "layout.horn_high_area",
        {f"horn-high-{high}": high_and(high) for high in HORN_HIGH},
        c("03A20b"),
    ),
    area_for("layout.whirl_area", {"whirl": HORN_AND_SEVEN}, c("03A21b")),
    *dice.designated(lent),
    dice.confirmed_calls((*c("03A5a R-84"), *c("03A42a"))),
)

# The edition


def _works(wager: Wager) -> Working:
    """Odds by the rule that is borrowed with them; the rest by their own definition."""
    if wager.behind is not None:
        return on_always(lent("1.3e-s2"), no_call=_NO_CALL)
    return Working(EVERY_ROLL, "on", wager.cites, NO_ROLL, no_call=_NO_CALL)


EDITION = Edition(
    key="md-2013",
    prefix="MD13",
    title="Maryland, COMAR 36.05.05, as proposed for August 2013",
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
        *FIRE.values(),
        *BUY.values(),
        *LAY.values(),
        ALL_SMALL,
        ALL_OR_NOTHING,
        ALL_TALL,
        PASS_ODDS,
        DONT_PASS_ODDS,
        *COME_ODDS.values(),
        *DONT_COME_ODDS.values(),
    ),
    payouts=PAYOUTS | FIRE_TABLES | TRUE_ODDS | BONUS_PAYS | ODDS_PAY,
    control=lambda wager: CONTROL.get("odds" if wager.behind else wager.key, CONTROL[""]),
    working=_works,
    layout=(*layout.FELT, layout.FIRE, layout.BONUS),
    law=LAW,
    terms=TERMS,
    cycle=CYCLE,
    options=OPTIONS,
    game_readings={"mini-craps": "R-24"},
    display=DISPLAY,
    about=ABOUT,
    procedures={
        game: Procedure(
            making=MAKING,
            seating=SEATING[game],
            turn=TURN[game],
            trial=TRIAL[game],
            tallies=(FIRE_TALLY, BONUS_TALLY),
            postings=POSTINGS,
            leave_up=(cite("R-11"),),
            steps=STEPS[game],
        )
        for game in ("craps", "mini-craps")
    },
)
