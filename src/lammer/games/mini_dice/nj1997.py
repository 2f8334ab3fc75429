"""New Jersey mini-dice: N.J.A.C. 19:47-13, as adopted October 6, 1997, section by section in the
text's order.
"""

from lammer.core.cite import cite, citing, stated
from lammer.core.procedure import (
    ENTERED_TWICE,
    Authority,
    Correction,
    Coupons,
    CrewStep,
    Making,
    Order,
    Payment,
    Posting,
    Procedure,
    Seating,
    Trial,
    Turn,
    VoidReason,
)
from lammer.core.ruleset import Area, ListLaw, settled
from lammer.core.wager import Control, Offer, PayoutLaw, Working
from lammer.games.edition import Display, Edition, bet, line, payouts
from lammer.games.mini_dice.space import (
    NUMBERS,
    PLAY,
    SHAKE,
    number_before_seven,
    total,
)
from lammer.games.practices import STRICTER
from lammer.games.shapes import always_on, decided_at_once
from lammer.instruments.shaker.law import TOO_FEW, Shaker, stricter_options

c = citing("NJ97")

# 19:47-13.1 Definitions

SHAKEN = stated(c("13.1"))

# 19:47-13.2 Permissible wagers

BEFORE_ANY_SHAKE = Offer("before any shake", (PLAY,), c("13.2b-s2", "13.4d"))

PLACE = {
    n: bet(
        f"place-{n}",
        f"Place Bet on {n}",
        spot=f"place-{n}",
        cites=c("13.2a1-s1"),
        offer=BEFORE_ANY_SHAKE,
        machine=number_before_seven(n, c("13.2a1-s1"), line(f"place-{n}")),
    )
    for n in NUMBERS
}

FIELD = bet(
    "field",
    "Field Bet",
    spot="field",
    cites=c("13.2a2"),
    offer=BEFORE_ANY_SHAKE,
    machine=decided_at_once(
        SHAKE,
        [(total(3, 4, 9, 10, 11), line("field")), (total(2, 12), line("field-2-12"))],
        c("13.2a2"),
    ),
    one_roll=True,
)

ANY_SEVEN = bet(
    "any-seven",
    "Any 7",
    spot="any-seven",
    cites=c("13.2a3"),
    offer=BEFORE_ANY_SHAKE,
    machine=decided_at_once(SHAKE, [(total(7), line("any-seven"))], c("13.2a3")),
    one_roll=True,
)

OVER_7 = bet(
    "over-7",
    "Over 7",
    spot="over-7",
    cites=c("13.2a4"),
    offer=BEFORE_ANY_SHAKE,
    machine=decided_at_once(SHAKE, [(total(8, 9, 10, 11, 12), line("over-7"))], c("13.2a4")),
    one_roll=True,
)

UNDER_7 = bet(
    "under-7",
    "Under 7",
    spot="under-7",
    cites=c("13.2a5"),
    offer=BEFORE_ANY_SHAKE,
    machine=decided_at_once(SHAKE, [(total(2, 3, 4, 5, 6), line("under-7"))], c("13.2a5")),
    one_roll=True,
)

ALWAYS_ACTIVE = Working(
    SHAKE.everything, "on at every shake", c("13.2a1-s2"), spoken_of=SHAKE.everything
)
NEXT_SHAKE = {
    wager.key: always_on("on", SHAKE, wager.cites) for wager in (FIELD, ANY_SEVEN, OVER_7, UNDER_7)
}

# 19:47-13.3 Dice; number of dice; mini-dice shaker

KEPT = stated(c("13.3a1-s1"))
SEALED = c("13.3a-s1", "13.3a3-s1", "13.3a3-s2")
FRESH = c("13.3a2 R-75")

# 19:47-13.4 Making and removal of wagers

MAKING = Making(
    before=c("13.4d"),
    late=None,
    late_cites=c("13.4d"),
    chips=c("13.4a-s1", "13.4c-s1", "13.4c-s2"),
    reduced=(cite("R-67"),),
    coupons=Coupons(("over-7", "under-7"), c("13.4a-s1 R-56"), (cite("R-35"),)),
    verbal=None,
    converted=(),
    no_verbal=c("13.4a-s2"),
)

MOST_SEATS = 12
"""No text says how many may sit at mini-dice (R-70)."""

SEATING = Seating(
    most=MOST_SEATS,
    most_cites=(cite("R-70"),),
    seated=c("13.4b-s1"),
    stay=c("13.4b-s2 R-64"),
)

TAKEN_DOWN = Control(c("13.4d R-56"))

# 19:47-13.5 Procedures for opening and dealing the game

SHAKER = Shaker(
    shakes=3,
    by_dealer=c("13.5c R-54"),
    by_player=c("13.5d1 R-54"),
    for_players=c("13.5d2 R-54"),
    inspected=Authority(("floorperson",), c("13.5a R-75")),
    hours=24,
    hours_cites=FRESH,
    sealed=SEALED,
)

CALLED = Authority(("dealer", "floorperson"), (cite("R-54"),))

TRIAL = Trial(
    thing="shaker",
    noun="shake",
    thrown=SHAKEN,
    called=c("13.5e-s1", "13.5e-s2"),
    settled=c("13.5f-s1") + stated(c("13.5f-s2")) + c("13.4e"),
    disputes=Authority(("floorperson",), c("13.5e-s2 R-54")),
    reasons=(
        VoidReason("one-die-on-the-other", "one die rests on the other", (cite("R-54"),)),
        VoidReason("cocked", "a die does not lie flat", (cite("R-54"),)),
        VoidReason("cover-off-early", "the cover came off early", (cite("R-54"),), CALLED),
        VoidReason(
            TOO_FEW,
            "the shaker was shaken fewer than three times",
            c("13.5c R-54", "13.5d1 R-54"),
            CALLED,
        ),
    ),
    void=(cite("R-54"),),
    closed=c("13.5b", "13.4d"),
    closing_words="No more bets",
    payment=Payment(losers=c("13.5f-s1")),
    instrument=SHAKER,
    corrected=Correction(
        Authority(("floorperson",), (cite("R-77"),)), ("wrong-dice", "was-void", ENTERED_TWICE)
    ),
)

# 19:47-13.6 Payout odds; vigorish prohibited

LISTED = PayoutLaw(c("13.6b-s1"), uniform=c("13.6b-s2"), payable=c("13.6c R-12"))

PAYOUTS = payouts(
    LISTED,
    {
        "place-4": ("9 to 5", c("13.6b-Place4")),
        "place-5": ("7 to 5", c("13.6b-Place5")),
        "place-6": ("7 to 6", c("13.6b-Place6")),
        "place-8": ("7 to 6", c("13.6b-Place8")),
        "place-9": ("7 to 5", c("13.6b-Place9")),
        "place-10": ("9 to 5", c("13.6b-Place10")),
        "field": ("1 to 1", c("13.6b-Field-even")),
        "field-2-12": ("2 to 1", c("13.6b-Field-2-12")),
        "any-seven": ("4 to 1", c("13.6b-Any7")),
        "over-7": ("1 to 1", c("13.6b-Over7")),
        "under-7": ("1 to 1", c("13.6b-Under7 R-47")),
    },
)

LAW = ListLaw(
    only_these=c("13.2b-s1"),
    no_other_charge=c("13.6d"),
    odds_words=c("13.6a"),
    posted_limits=(cite("R-59"),),
)

# 19:47-13.7 Voluntary or compulsory relinquishment of the dice shaker

TURN = Turn(
    kept=KEPT,
    first=c("13.5d-s1 R-55"),
    declined=c("13.5d-s2 R-71"),
    accepted=c("13.5d1 R-55"),
    relinquished=c("13.7b-s1 R-71"),
    successor=c("13.7b-s1"),
    may_pass=c("13.7a"),
    must_pass=total(7),
    must_pass_key="seven",
    must_pass_words="has shaken a seven and passes the shaker",
    must_pass_cites=c("13.7a1i"),
    order=Order(
        Authority(("floorperson",), c("13.7a1ii")),
        ("delay", "invalid-shakes", "violation"),
        also=("invalid-rolls",),
    ),
    nobody=c("13.7b-s2 R-71"),
    nobody_at_first=c("13.5d2 R-71"),
    unrefused=c("13.7a2 R-55 R-71"),
)

# What the crew enters where the house elects the long form

STEPS = (
    CrewStep(
        "shaker-inspected",
        "The shaker is inspected and in proper working order.",
        ("floorperson",),
        c("13.5a R-75 R-79"),
        after="open",
        over=("new-dice",),
    ),
    CrewStep(
        "winners-paid",
        "The losers are collected and all winners are paid, with the shaker uncovered.",
        ("dealer",),
        c("13.5f-s1", "13.5f-s2 R-79"),
        after="shake",
    ),
)

# What is to be shown

POSTINGS = (
    Posting(
        "payouts",
        "payouts",
        "Payout odds",
        c("13.6a", "13.6b-s1"),
        where="layout, brochures and other publications",
    ),
    Posting("areas", "areas", "Betting areas", c("13.4a-s1"), where="layout"),
    Posting("limits", "limits", "Minimum and maximum wagers", (cite("R-59"),), where="table"),
)

# What a house may state, and change only to something stricter

OPTIONS = (
    settled("refuse_unpayable", True, c("13.6c R-12"), "refusing amounts that cannot be paid"),
    settled("verbal_cash_bets", False, c("13.4a-s2"), "verbal wagers with cash"),
    settled(
        "late_bets", "never", c("13.4d"), 'wagers after "No more bets"', ("never", "confirmed")
    ),
    *stricter_options(SHAKER, c("13.5c", "13.5d1"), STRICTER),
    settled(
        "turn.direction",
        "clockwise",
        c("13.5d-s2"),
        "which way the shaker goes round",
        ("clockwise", "counter-clockwise"),
    ),
)

# The edition

DISPLAY = {
    **{f"place-{n}": Display("number", f"{n}", n, "place", "Place") for n in NUMBERS},
    "field": Display("field", "Field"),
    "any-seven": Display("one-roll", "Any 7", 7),
    "over-7": Display("one-roll", "Over 7"),
    "under-7": Display("one-roll", "Under 7"),
}

EDITION = Edition(
    key="nj-1997",
    prefix="NJ97",
    title="New Jersey, N.J.A.C. 19:47-13, as adopted October 6, 1997",
    games=("mini-dice",),
    space=SHAKE,
    wagers=(*PLACE.values(), FIELD, ANY_SEVEN, OVER_7, UNDER_7),
    payouts=PAYOUTS,
    control=lambda _: TAKEN_DOWN,
    working=lambda wager: NEXT_SHAKE.get(wager.key, ALWAYS_ACTIVE),
    layout=(
        Area("Place bets", tuple(f"place-{n}" for n in NUMBERS)),
        Area("One shake", ("field", "any-seven", "over-7", "under-7")),
    ),
    law=LAW,
    cycle=None,
    options=OPTIONS,
    game_readings={},
    display=DISPLAY,
    about={
        "mini-dice": "Two dice in a shaker, no point. One shake decides most bets; a number bet "
        "waits for its number or a 7."
    },
    procedures={
        "mini-dice": Procedure(
            making=MAKING,
            seating=SEATING,
            turn=TURN,
            trial=TRIAL,
            postings=POSTINGS,
            leave_up=(cite("R-11"),),
            steps=STEPS,
        )
    },
)
