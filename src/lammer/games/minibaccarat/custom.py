"""Minibaccarat by the custom of Atlantic City, in the order of the headings of N.J.A.C. 19:47-7.

Of the sections only the headings are printed (R-100). Where subchapter 3, punto banco, has a
section of the same matter that is printed, it is followed here (R-120); the rest is the project's
own (R-121 to R-124), and everything that shows it says so.
"""

import re
from dataclasses import replace
from fractions import Fraction
from functools import cache

from lammer.core.cite import Cites, citing, stated
from lammer.core.odds import Odds
from lammer.core.procedure import (
    ENTERED_TWICE,
    Authority,
    Correction,
    Procedure,
    Seating,
    Trial,
    VoidReason,
)
from lammer.core.ruleset import Area, ListLaw, Own
from lammer.core.space import Space
from lammer.core.wager import Control, Offer, Payout, PayoutLaw, VigLaw, Wager
from lammer.games.baccarat import nj2001
from lammer.games.cites import with_clauses
from lammer.games.edition import Display, Edition, bet, line
from lammer.games.shapes import always_on, chips_in_time
from lammer.games.terms import GameTerms
from lammer.instruments.shoe.cards import WINNERS, Side
from lammer.instruments.shoe.coups import PLAY, coup_space, on_hand, on_tie

c = citing("NJ01", headings=True)
lent = citing("NJ01", borrowed="R-120")

# 19:47-7.1 Cards; number of decks; value; point count of hand

CARDS = c("7.1 R-121")
DECKS = 8
VALUES = {"A": 1, **{str(n): n for n in range(2, 10)}, "T": 0, "J": 0, "Q": 0, "K": 0}

# 19:47-7.2 Wagers, 7.3 Payout odds; vigorish

OURS = c("7.2 R-121")
PAID = c("7.3 R-121")

# 19:47-7.4 Opening of table for gaming, 7.5 Shuffle and cut of the cards, 7.6 Dealing shoe,
# 7.12 Continuous shuffling shoe or device

OPENED = c("7.4 R-122", "7.1 R-121")
CUT = c("7.5 R-122")
KEPT = stated(c("7.6 R-122"))
NO_DEVICE = c("7.12 R-122")

# 19:47-7.7 to 7.9 The hands, the deal and the third card; 7.10 Announcement; payment and collection

DEALT = c("7.7 R-122")
ADDED = c("7.8 R-120")
THIRD = c("7.9 R-120")
PAYING = c("7.10 R-120")
_HEADINGS = {"3.5": CUT, "3.7": DEALT, "3.8": ADDED, "3.9": THIRD, "3.10": PAYING}
"""The sections of subchapter 3 that are followed, and the headings under which they are."""


def followed(cites: Cites) -> Cites:
    """Return the clauses by which the same is done here: a heading, and what is printed of punto
    banco, as borrowed. Cites of what is not followed stay as they are.

    >>> [str(each) for each in followed(citing("NJ01")("3.9b-s1"))]
    ['NJ01-7.9 (R-120)', 'NJ01-3.9b-s1 (borrowed, R-120)']
    """
    section = re.match(r"NJ01-(3\.[0-9]+)", cites[0].clause)
    if section is None or section[1] not in _HEADINGS:
        return cites
    heading = _HEADINGS[section[1]]
    lines = tuple(replace(each, borrowed="R-120") for each in cites)
    return (stated(heading) if cites[0].stated else heading) + lines


DRAWING = replace(with_clauses(nj2001.DRAWING, followed), values=VALUES, values_cites=CARDS)


@cache
def space_of(decks: int) -> Space:
    """Return the coups of a fresh shoe."""
    return coup_space("minibaccarat", DRAWING, decks)


SPACE = space_of(DECKS)

SHOE = replace(
    with_clauses(nj2001.SHOE, followed),
    drawing=DRAWING,
    kept=KEPT,
    shuffled=CUT + NO_DEVICE,
    cut=CUT,
    cards=OPENED,
    over=ADDED + lent("3.8e-s3 R-52") + NO_DEVICE,
)

# The wagers of 7.2, and the payouts and vigorish of 7.3

BEFORE_NO_MORE_BETS = Offer('before "No More Bets"', (PLAY,), OURS + lent("3.7b"))
LOSES = c("7.2 R-121") + lent("3.10b-s1 R-51")
BANKER_VIG = VigLaw(
    base="win",
    cap=Fraction(1),
    moments={"win": PAID + lent("3.10b-s2 R-51")},
    cites=PAID,
    to_the_cent=PAID,
    rounding="vig.rounding",
    marked=PAID + lent("3.10b-s2 R-74"),
    collect="vig.collect",
    collected_by="the end of the shoe",
)
_VIGS: dict[Side, VigLaw | None] = {"player": None, "banker": BANKER_VIG}
HANDS: dict[Side, Wager] = {
    side: bet(
        side,
        f"{side.title()}'s Hand",
        spot=side,
        cites=OURS,
        offer=BEFORE_NO_MORE_BETS,
        machine=on_hand(SPACE, side, line(side), OURS, LOSES, OURS + lent("3.10b-s1 R-51")),
        one_roll=True,
        vig=vig,
    )
    for side, vig in _VIGS.items()
}
TIE = bet(
    "tie",
    "Tie",
    spot="tie",
    cites=OURS,
    offer=BEFORE_NO_MORE_BETS,
    machine=on_tie(SPACE, line("tie"), OURS, LOSES),
    one_roll=True,
)
EVERY_COUP = always_on("on at every coup", SPACE, c("7.2 R-124"))

AT_LEAST = PayoutLaw(PAID)
_LINES = {"player": "1 to 1", "banker": "1 to 1", "tie": "8 to 1"}
PAYOUTS = {key: Payout(key, Odds.parse(text), AT_LEAST, PAID) for key, text in _LINES.items()}

LIMITS = c("7.2 R-124 R-59")
LAW = ListLaw(
    only_these=OURS,
    no_other_charge=PAID,
    odds_words=(),
    posted_limits=LIMITS,
    instead=lambda _: "There are: player, banker and tie.",
    own=(
        Own("six or eight decks, eight if the house names none", CARDS),
        Own("ace 1, 2 to 9 their number, ten and court cards nothing", CARDS),
        Own("Player's Hand and Banker's Hand pay 1 to 1, Tie 8 to 1, or more", PAID),
        Own("vigorish of 5% of the winnings on the Banker's Hand, rounded down to the cent", PAID),
        Own("on a tie the wagers on either hand are void", OURS),
        Own("marked vigorish is collected by the end of the shoe", PAID),
        Own("the dealer deals, and nobody else has the shoe", KEPT + DEALT),
        Own("the hands, the third card and the payment are those of 3.7 to 3.10", THIRD + PAYING),
    ),
)

MAKING = chips_in_time(OURS + lent("3.7b"), OURS, c("7.2 R-67"), c("7.2 R-124"))
MOST_SEATS = 9
SEATING = Seating(most=MOST_SEATS, most_cites=c("7.4 R-124"), left=c("7.2 R-68"))
CHANGED = Control(OURS + lent("3.7b"))

# 7.10, in the order in which chips move

PAYMENT = with_clauses(nj2001.PAYMENT, followed)

# 19:47-7.11 Irregularities

NOT_COMPLETED = c("7.11 R-123")
CALLED = Authority(("floorperson",), NOT_COMPLETED)
TRIAL = Trial(
    thing="shoe",
    noun="coup",
    thrown=DEALT,
    called=PAYING + lent("3.10a-s1"),
    settled=(),
    reasons=(
        VoidReason("misdeal", "the cards were not dealt as they should be", NOT_COMPLETED, CALLED),
        VoidReason("foul-cards", "a card is foul, or was seen", NOT_COMPLETED, CALLED),
        VoidReason(
            "called-too-early", '"No More Bets" was announced too early', NOT_COMPLETED, CALLED
        ),
        VoidReason(
            "too-few-cards",
            "there are too few cards in the shoe",
            NOT_COMPLETED,
            CALLED,
            over=NOT_COMPLETED + lent("3.8e-s3"),
        ),
    ),
    void=NOT_COMPLETED,
    closed=DEALT + lent("3.7b"),
    closing_words="No More Bets",
    payment=PAYMENT,
    instrument=SHOE,
    corrected=Correction(
        Authority(("floorperson",), c("7.11 R-77")), ("wrong-cards", "was-void", ENTERED_TWICE)
    ),
)

# What the crew enters where the house elects the long form

STEPS = tuple(replace(each, cites=c("7.8 R-79") + lent("3.8e-s2 R-52")) for each in nj2001.STEPS)

# What is to be shown

_POSTED = {
    "payouts": PAID,
    "limits": LIMITS,
    "vigorish": PAID,
    "payment-procedure": PAYING + lent("3.10c", "3.10c1", "3.10c2"),
    "own": OURS,
}
POSTINGS = tuple(replace(each, cites=_POSTED[each.key]) for each in nj2001.POSTINGS)

# What a house may choose

_CHOSEN = {
    "decks": CARDS,
    "vig.collect": PAID + lent("3.10b-s2"),
    "vig.procedure": PAYING + lent("3.10c", "3.10b-s2"),
    "vig.rounding": PAID,
    "recut": CUT + lent("3.5f-s2 R-73"),
    "cutcard.extra_hands": ADDED + lent("3.8e-s3 R-52"),
}
OPTIONS = tuple(
    replace(
        each,
        cites=_CHOSEN[each.key],
        space=(lambda decks: space_of(int(decks))) if each.space else None,
    )
    for each in nj2001.OPTIONS
    if each.key in _CHOSEN
)
"""Those of punto banco, but the curator's."""

# The edition

EDITION = Edition(
    key="ac-minibaccarat",
    prefix="ac-minibaccarat",
    title="Atlantic City custom, under the headings of N.J.A.C. 19:47-7",
    games=("minibaccarat",),
    space=SPACE,
    wagers=(HANDS["player"], HANDS["banker"], TIE),
    payouts=PAYOUTS,
    control=lambda _: CHANGED,
    working=lambda _: EVERY_COUP,
    layout=(Area("Hands", ("player", "banker")), Area("Tie", ("tie",))),
    law=LAW,
    cycle=None,
    options=OPTIONS,
    game_readings={},
    display={key: Display("cards", key.capitalize()) for key in ("player", "banker", "tie")},
    about={
        "minibaccarat": "Two hands, Player and Banker, at a small table where the dealer deals: "
        "bet on the one that comes nearer to nine, or on a tie."
    },
    procedures={
        "minibaccarat": Procedure(
            making=MAKING,
            seating=SEATING,
            turn=None,
            trial=TRIAL,
            postings=POSTINGS,
            unattended=KEPT + DEALT,
            steps=STEPS,
        )
    },
    terms=GameTerms(outcomes=WINNERS),
)
