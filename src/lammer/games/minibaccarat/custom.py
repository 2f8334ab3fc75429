"""Minibaccarat by the custom of Atlantic City, in the order of the headings of N.J.A.C. 19:47-7.

Of the sections only the headings are printed (R-100). Where subchapter 3, punto banco, has a
section of the same matter that is printed, it is followed here (R-120); the rest is the project's
own (R-121 to R-124), and everything that shows it says so.
"""

from fractions import Fraction
from functools import cache

from lammer.core.cite import citing, stated
from lammer.core.odds import Odds
from lammer.core.procedure import (
    ENTERED_TWICE,
    Authority,
    Correction,
    CrewStep,
    Making,
    Payment,
    Posting,
    Procedure,
    Seating,
    Trial,
    VoidReason,
    Way,
)
from lammer.core.ruleset import Area, ListLaw, Option, Own, settled
from lammer.core.space import Space
from lammer.core.wager import Control, Offer, Payout, PayoutLaw, VigLaw, Wager, Working
from lammer.games.edition import Display, Edition, bet, line
from lammer.games.terms import GameTerms
from lammer.instruments.shoe.cards import WINNERS, Drawing, Row, Side, Stands
from lammer.instruments.shoe.coups import PLAY, coup_space, on_hand, on_tie
from lammer.instruments.shoe.law import Shoe

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
DRAWING = Drawing(
    values=VALUES,
    values_cites=CARDS,
    hands=DEALT + lent("3.7a"),
    first=DEALT + lent("3.7c-s1"),
    faced=stated(DEALT + lent("3.7c-s2")),
    counted={
        "player": ADDED + lent("3.8a-s1"),
        "banker": ADDED + lent("3.8a-s2"),
    },
    told=ADDED + lent("3.8b"),
    third=ADDED + lent("3.8c"),
    at_most=ADDED + lent("3.8d"),
    naturals=(8, 9),
    natural_cites=THIRD + lent("3.9a"),
    player={
        **{n: Stands(True, THIRD + lent("3.9b-s1")) for n in range(6)},
        **{n: Stands(False, THIRD + lent("3.9b-s2")) for n in range(6, 10)},
    },
    banker={
        0: Row(True, tuple(range(10)), THIRD + lent("3.9c-B0 R-48")),
        1: Row(True, tuple(range(10)), THIRD + lent("3.9c-B1 R-48")),
        2: Row(True, tuple(range(10)), THIRD + lent("3.9c-B2 R-48")),
        3: Row(True, (0, 1, 2, 3, 4, 5, 6, 7, 9), THIRD + lent("3.9c-B3 R-48")),
        4: Row(True, (2, 3, 4, 5, 6, 7), THIRD + lent("3.9c-B4 R-48")),
        5: Row(True, (4, 5, 6, 7), THIRD + lent("3.9c-B5 R-48")),
        6: Row(False, (6, 7), THIRD + lent("3.9c-B6 R-48")),
        7: Row(False, (), THIRD + lent("3.9c-B7 R-48")),
        8: Row(False, (), THIRD + lent("3.9c-B8 R-48")),
        9: Row(False, (), THIRD + lent("3.9c-B9 R-48")),
    },
    read=THIRD + lent("3.9d", "3.9e", "3.9f", "3.9g"),
    announced=PAYING + lent("3.10a-s1"),
    tied=PAYING + lent("3.10a-s2"),
)


@cache
def space_of(decks: int) -> Space:
    """Return the coups of a fresh shoe."""
    return coup_space("minibaccarat", DRAWING, decks)


SPACE = space_of(DECKS)

SHOE = Shoe(
    drawing=DRAWING,
    decks="decks",
    kept=KEPT,
    shuffled=CUT + NO_DEVICE,
    cut=CUT,
    recut=Authority(("floorperson",), CUT + lent("3.5f-s1 R-73")),
    recut_by="recut",
    recut_cites=CUT + lent("3.5f-s2 R-73"),
    recut_reasons=("improper", "fairness"),
    cards=OPENED,
    cutting_card=ADDED + lent("3.8e-s1 R-52"),
    last_hand=ADDED + lent("3.8e-s2 R-52"),
    over=ADDED + lent("3.8e-s3 R-52") + NO_DEVICE,
)

# The wagers of 7.2, and the payouts and vigorish of 7.3

BEFORE_NO_MORE_BETS = Offer('before "No more bets"', (PLAY,), OURS + lent("3.7b"))
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
EVERY_COUP = Working(
    SPACE.everything,
    "on at every coup",
    c("7.2 R-124"),
    spoken_of=SPACE.everything - SPACE.everything,
)

AT_LEAST = PayoutLaw(PAID)
_LINES = {"player": "1 to 1", "banker": "1 to 1", "tie": "8 to 1"}
PAYOUTS = {key: Payout(key, Odds.parse(text), AT_LEAST, PAID) for key, text in _LINES.items()}

LIMITS = c("7.2 R-124 R-59")
LAW = ListLaw(
    only_these=OURS,
    no_other_charge=PAID,
    odds_words=(),
    posted_limits=LIMITS,
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

MAKING = Making(
    before=OURS + lent("3.7b"),
    late=None,
    late_cites=OURS + lent("3.7b"),
    chips=OURS,
    reduced=c("7.2 R-67"),
    coupons=None,
    verbal=None,
    converted=(),
    no_coupons=c("7.2 R-124"),
    no_verbal=c("7.2 R-124"),
)
MOST_SEATS = 9
SEATING = Seating(most=MOST_SEATS, most_cites=c("7.4 R-124"), left=c("7.2 R-68"))
CHANGED = Control(OURS + lent("3.7b"))

# 7.10, in the order in which chips move

PAYMENT = Payment(
    losers=PAYING + lent("3.10b-s1 R-51"),
    winners=PAYING + lent("3.10b-s2"),
    ways=(
        Way(1, "after-all", PAYING + lent("3.10b1")),
        Way(2, "before-all", PAYING + lent("3.10b2")),
        Way(3, "after-each", PAYING + lent("3.10b3")),
        Way(4, "before-each", PAYING + lent("3.10b4")),
    ),
    option="vig.procedure",
    chosen=PAYING + lent("3.10c"),
    one_place=PAYING + lent("3.10c1"),
    minutes=30,
    changed=PAYING + lent("3.10c2"),
)

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
            "called-too-early", '"No more bets" was announced too early', NOT_COMPLETED, CALLED
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
    closing_words="No more bets",
    payment=PAYMENT,
    instrument=SHOE,
    corrected=Correction(
        Authority(("floorperson",), c("7.11 R-77")), ("wrong-cards", "was-void", ENTERED_TWICE)
    ),
)

# What the crew enters where the house elects the long form

STEPS = (
    CrewStep(
        "last-hand",
        'The dealer announces "last hand".',
        ("dealer",),
        c("7.8 R-79") + lent("3.8e-s2 R-52"),
        after="last-hand",
        over=("shuffle",),
    ),
)

# What is to be shown

POSTINGS = (
    Posting("payouts", "payouts", "Payout odds", PAID, where="layout"),
    Posting("limits", "limits", "Minimum and maximum wagers", LIMITS, where="table"),
    Posting("vigorish", "vigorish", "Vigorish", PAID, where="table"),
    Posting(
        "payment-procedure",
        "payment",
        "How winners are paid and vigorish is taken",
        PAYING + lent("3.10c", "3.10c1", "3.10c2"),
        where="notice to the Commission and surveillance",
    ),
    Posting(
        "own",
        "own",
        "The project's own, for sections not printed, where the house elects nothing else",
        OURS,
        where="rules",
    ),
)

# What a house may choose

_CHARGED = {
    1: "; when all are paid, their vigorish is taken in the same order",
    2: ", once all their vigorish has been taken in the same order",
    3: ", the vigorish of each right after its payment",
    4: ", the vigorish of each right before its payment",
}
OPTIONS = (
    Option(
        key="decks",
        default=DECKS,
        lawful=(6, 8),
        known=tuple(range(1, 101)),
        cites=CARDS,
        words="how many decks are in the shoe",
        space=lambda decks: space_of(int(decks)),
    ),
    Option(
        key="vig.collect",
        default="collect",
        lawful=("collect", "mark"),
        known=("collect", "mark"),
        cites=PAID + lent("3.10b-s2"),
        words="whether vigorish is collected at once or marked and collected later",
    ),
    Option(
        key="vig.procedure",
        default=1,
        lawful=(1, 2, 3, 4),
        known=tuple(range(1, 101)),
        cites=PAYING + lent("3.10c", "3.10b-s2"),
        words="by which of the four procedures winners are paid",
        told=lambda way: f"Winners are paid from the highest position down{_CHARGED[int(way)]}.",
    ),
    Option(
        key="vig.rounding",
        default="down",
        lawful=("down", "nearest", "up"),
        known=("down", "nearest", "up"),
        cites=PAID,
        words="how vigorish is rounded to the cent",
    ),
    Option(
        key="recut",
        default="same",
        lawful=("same", "next"),
        known=("same", "next"),
        cites=CUT + lent("3.5f-s2 R-73"),
        words="whether the player who cut last recuts, or the next entitled to",
    ),
    settled(
        "cutcard.extra_hands",
        1,
        ADDED + lent("3.8e-s3 R-52"),
        "hands after the last hand",
        tuple(range(1, 101)),
    ),
)

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
