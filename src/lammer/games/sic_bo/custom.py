"""Sic bo by the custom of Atlantic City, in the order of the headings of N.J.A.C. 19:47-9.

Of the sections only the headings are printed (R-100). All of it is the project's own (R-130 to
R-135), and everything that shows it says so.
"""

from lammer.core.cite import citing, stated
from lammer.core.procedure import (
    ENTERED_TWICE,
    Authority,
    Correction,
    CrewStep,
    Payment,
    Posting,
    Procedure,
    Seating,
    Trial,
    VoidReason,
)
from lammer.core.ruleset import Area, ListLaw, Own, settled
from lammer.core.wager import Control, Offer, PayoutLaw, Wager
from lammer.games.edition import Display, Edition, bet, line, payouts
from lammer.games.practices import STRICTER
from lammer.games.shapes import (
    WHERE_NOT_PRINTED,
    always_on,
    chips_in_time,
    decided_at_once,
    own_rules_posted,
)
from lammer.games.sic_bo.space import (
    FACES,
    PAIRS,
    PLAY,
    SHAKE,
    TOTALS,
    cells,
    total,
)
from lammer.instruments.shaker.law import TOO_FEW, Shaker, stricter_options

c = citing("NJ01", headings=True)

# 19:47-9.1 Dice; number of dice; sic bo shaker

KEPT = stated(c("9.1 R-130"))
SEALED = c("9.1 R-130")
HOURS = 24

# 19:47-9.2 Permissible wagers, 9.3 Wagers

PERMITTED = c("9.2 R-131")
DEFINED = c("9.3 R-131")
BEFORE_NO_MORE_BETS = Offer('before "No more bets"', (PLAY,), DEFINED)


def _on(key: str, name: str, of: str) -> Wager:
    """Return a wager on a set of shakes by its name."""
    return bet(
        key,
        name,
        spot=key,
        cites=PERMITTED,
        offer=BEFORE_NO_MORE_BETS,
        machine=decided_at_once(SHAKE, [(cells(of), line(key))], PERMITTED),
        one_roll=True,
    )


SMALL = _on("small", "Small", "small")
BIG = _on("big", "Big", "big")
TRIPLES = {n: _on(f"triple-{n}", f"Triple {n}", f"triple {n}") for n in FACES}
ANY_TRIPLE = _on("any-triple", "Any Triple", "any triple")
DOUBLES = {n: _on(f"double-{n}", f"Double {n}", f"double {n}") for n in FACES}
TOTAL = {
    n: bet(
        f"total-{n}",
        f"Total of {n}",
        spot=f"total-{n}",
        cites=PERMITTED,
        offer=BEFORE_NO_MORE_BETS,
        machine=decided_at_once(SHAKE, [(total(n), line(f"total-{n}"))], PERMITTED),
        one_roll=True,
    )
    for n in TOTALS
}
PAIR = {
    (low, high): _on(f"pair-{low}-{high}", f"Pair {low}-{high}", f"{low} with {high}")
    for low, high in PAIRS
}
NUMBERS = {
    n: bet(
        f"number-{n}",
        f"Number {n}",
        spot=f"number-{n}",
        cites=PERMITTED,
        offer=BEFORE_NO_MORE_BETS,
        machine=decided_at_once(
            SHAKE,
            [
                (cells(f"one {n}"), line(f"number-{n}")),
                (cells(f"two {n}s"), line(f"number-{n}-twice")),
                (cells(f"triple {n}"), line(f"number-{n}-thrice")),
            ],
            PERMITTED,
        ),
        one_roll=True,
    )
    for n in FACES
}
WAGERS = (
    *(SMALL, BIG, *TRIPLES.values(), ANY_TRIPLE, *DOUBLES.values(), *TOTAL.values()),
    *PAIR.values(),
    *NUMBERS.values(),
)

EVERY_SHAKE = always_on("on at the next shake", SHAKE, c("9.3 R-135"))

# 19:47-9.4 Payout odds

PAID = c("9.4 R-132")
AT_LEAST = PayoutLaw(PAID, payable=c("9.4 R-132 R-12"))
_TOTALS = {4: 60, 5: 30, 6: 17, 7: 12, 8: 8, 9: 6, 10: 6}
LINES = {
    "small": 1,
    "big": 1,
    **{f"triple-{n}": 180 for n in FACES},
    "any-triple": 30,
    **{f"double-{n}": 10 for n in FACES},
    **{f"total-{n}": _TOTALS[min(n, 21 - n)] for n in TOTALS},
    **{f"pair-{low}-{high}": 5 for low, high in PAIRS},
    **{f"number-{n}": 1 for n in FACES},
    **{f"number-{n}-twice": 2 for n in FACES},
    **{f"number-{n}-thrice": 3 for n in FACES},
}
PAYOUTS = payouts(AT_LEAST, {key: (f"{odds} to 1", PAID) for key, odds in LINES.items()})

LIMITS = c("9.3 R-135 R-59")


def _instead(key: str) -> str:
    """Return which wagers there are, for somebody who asked for one that there is not."""
    kind, *numbers = key.split("-")
    if kind == "pair" and len(numbers) == 2:
        low, high = sorted(numbers)
        other = f"double-{low}" if low == high else f"pair-{low}-{high}"
        if other in LINES:
            return f"It is {other}{'' if low == high else ': the lower number first'}."
    return (
        f"There are: small, big, any-triple, triple-N, double-N and number-N with N from "
        f"{FACES[0]} to {FACES[-1]}, pair-A-B with two of those, the lower first, and total-N "
        f"with N from {TOTALS[0]} to {TOTALS[-1]}."
    )


LAW = ListLaw(
    only_these=PERMITTED,
    no_other_charge=PAID,
    odds_words=(),
    posted_limits=LIMITS,
    instead=_instead,
    own=(
        Own("three dice in a shaker that the dealer shakes at least three times", c("9.5 R-133")),
        Own("Small is 4 to 10 and Big is 11 to 17; any triple loses both", PERMITTED),
        Own("a double wins with two or three dice, a number with one, two or three", PERMITTED),
        Own(
            "1 to 1 on Small and Big, 180 on a triple, 30 on any triple, 10 on a double, 5 on a "
            "pair, 60 to 6 on totals, 1, 2 or 3 on a number; or more",
            PAID,
        ),
        Own("a shake is void for the reasons of mini-dice, and wagers stand", c("9.6 R-134")),
    ),
)

# 19:47-9.5 Procedures for opening and dealing the game

DEALT = c("9.5 R-133")
MAKING = chips_in_time(DEFINED, DEFINED, c("9.3 R-67"), c("9.3 R-135"))
MOST_SEATS = 24
SEATING = Seating(most=MOST_SEATS, most_cites=c("9.5 R-135"), left=c("9.3 R-68"))
CHANGED = Control(DEFINED)

SHAKER = Shaker(
    shakes=3,
    by_dealer=DEALT,
    by_player=(),
    for_players=(),
    inspected=Authority(("floorperson",), c("9.1 R-130", "9.5 R-133")),
    hours=HOURS,
    hours_cites=c("9.1 R-130"),
    sealed=SEALED,
)

# 19:47-9.6 Irregularities

VOID = c("9.6 R-134")
CALLED = Authority(("dealer", "floorperson"), VOID)
TRIAL = Trial(
    thing="dome",
    noun="shake",
    thrown=stated(DEALT),
    called=DEALT,
    settled=stated(DEALT),
    disputes=Authority(("floorperson",), VOID),
    reasons=(
        VoidReason("one-die-on-the-other", "one die rests on another", VOID),
        VoidReason("cocked", "a die does not lie flat", VOID),
        VoidReason("cover-off-early", "the cover came off early", VOID, CALLED),
        VoidReason(TOO_FEW, "the shaker was shaken fewer than three times", VOID, CALLED),
    ),
    void=VOID,
    closed=DEALT,
    closing_words="No more bets",
    payment=Payment(losers=DEALT),
    instrument=SHAKER,
    corrected=Correction(
        Authority(("floorperson",), c("9.6 R-77")), ("wrong-dice", "was-void", ENTERED_TWICE)
    ),
)

# What the crew enters where the house elects the long form

STEPS = (
    CrewStep(
        "shaker-inspected",
        "The shaker is inspected and in proper working order.",
        ("floorperson",),
        c("9.5 R-133 R-79"),
        after="open",
        over=("new-dice",),
    ),
    CrewStep(
        "winners-paid",
        "The losers are collected and all winners are paid, with the dice uncovered.",
        ("dealer",),
        c("9.5 R-133 R-79"),
        after="shake",
    ),
)

# What is to be shown

POSTINGS = (
    Posting("payouts", "payouts", "Payout odds", PAID, where="layout"),
    Posting("areas", "areas", "Betting areas", DEFINED, where="layout"),
    Posting("limits", "limits", "Minimum and maximum wagers", LIMITS, where="table"),
    own_rules_posted(PERMITTED, WHERE_NOT_PRINTED),
)

# What a house may state, and change only to something stricter

OPTIONS = (
    settled("refuse_unpayable", True, c("9.4 R-132 R-12"), "refusing amounts that cannot be paid"),
    settled("verbal_cash_bets", False, c("9.3 R-135"), "verbal wagers with cash"),
    settled("late_bets", "never", DEFINED, 'wagers after "No more bets"', ("never", "confirmed")),
    *stricter_options(SHAKER, DEALT, STRICTER),
)

# The edition

DISPLAY = {
    "small": Display("one-roll", "Small"),
    "big": Display("one-roll", "Big"),
    "any-triple": Display("one-roll", "Any triple"),
    **{f"triple-{n}": Display("triple", f"Triple {n}", n, "triple", "Triple") for n in FACES},
    **{f"double-{n}": Display("double", f"Double {n}", n, "double", "Double") for n in FACES},
    **{f"total-{n}": Display("total", f"{n}", n, "total", "Total") for n in TOTALS},
    **{
        f"pair-{low}-{high}": Display("pair", f"{low}-{high}", None, "pair", "Pair")
        for low, high in PAIRS
    },
    **{f"number-{n}": Display("number", f"{n}", n, "number", "Number") for n in FACES},
}
LAYOUT = (
    Area("Small and big", ("small", "big")),
    Area("Triples", (*(f"triple-{n}" for n in FACES), "any-triple")),
    Area("Doubles", tuple(f"double-{n}" for n in FACES)),
    Area("Totals", tuple(f"total-{n}" for n in TOTALS)),
    Area("Pairs", tuple(f"pair-{low}-{high}" for low, high in PAIRS)),
    Area("Numbers", tuple(f"number-{n}" for n in FACES)),
)

EDITION = Edition(
    key="ac-sic-bo",
    prefix="ac-sic-bo",
    title="Atlantic City custom, under the headings of N.J.A.C. 19:47-9",
    games=("sic-bo",),
    space=SHAKE,
    wagers=WAGERS,
    payouts=PAYOUTS,
    control=lambda _: CHANGED,
    working=lambda _: EVERY_SHAKE,
    layout=LAYOUT,
    law=LAW,
    cycle=None,
    options=OPTIONS,
    game_readings={},
    display=DISPLAY,
    about={
        "sic-bo": "Three dice under a dome: bet on the total, small or big, on doubles, triples, "
        "pairs or single numbers. Every shake decides every bet."
    },
    procedures={
        "sic-bo": Procedure(
            making=MAKING,
            seating=SEATING,
            turn=None,
            trial=TRIAL,
            postings=POSTINGS,
            unattended=KEPT + DEALT,
            steps=STEPS,
        )
    },
)
