"""New Jersey baccarat punto banco: N.J.A.C. 19:47-3, from the chapter readopted in 2001, section by
section in the text's order.

Sections 3.1 to 3.5(e) are not in the printing; what stands here for them is the project's own
(R-50), and everything that shows it says so.
"""

from dataclasses import replace
from fractions import Fraction
from functools import cache

from lammer.core.cite import cite, citing, stated
from lammer.core.odds import Odds
from lammer.core.procedure import (
    ENTERED_TWICE,
    Authority,
    Correction,
    CrewStep,
    Order,
    Payment,
    Posting,
    Procedure,
    Seating,
    Trial,
    Turn,
    VoidReason,
    Way,
)
from lammer.core.ruleset import Area, Choice, ListLaw, Option, Own, settled
from lammer.core.space import Space
from lammer.core.wager import Control, Offer, Payout, PayoutLaw, VigLaw, Wager
from lammer.games.edition import Display, Edition, bet, line
from lammer.games.shapes import (
    WHERE_NOT_PRINTED,
    always_on,
    chips_in_time,
    own_rules_posted,
)
from lammer.games.terms import GameTerms
from lammer.instruments.shoe.cards import WINNERS, Drawing, Row, Side, Stands
from lammer.instruments.shoe.coups import PLAY, coup_space, on_hand, on_tie, won_by
from lammer.instruments.shoe.law import Shoe

c = citing("NJ01")
OURS = (cite("R-50"),)

# 19:47-3.5(f) Shuffle and cut of the cards

RECUT = Authority(("floorperson",), c("3.5f-s1 R-73"))
RECUT_BY = c("3.5f-s2 R-73")

# 19:47-3.6 Dealing shoe; selection of player to deal cards

KEPT = stated(c("3.6a-s2"))

# 19:47-3.7 to 3.9 The hands, the deal and the third card

DRAWING = Drawing(
    values={"A": 1, **{str(n): n for n in range(2, 10)}, "T": 0, "J": 0, "Q": 0, "K": 0},
    values_cites=OURS,
    hands=c("3.7a"),
    first=c("3.7c-s1"),
    faced=stated(c("3.7c-s2")),
    counted={"player": c("3.8a-s1"), "banker": c("3.8a-s2")},
    told=c("3.8b"),
    third=c("3.8c"),
    at_most=c("3.8d"),
    naturals=(8, 9),
    natural_cites=c("3.9a"),
    player={
        **{count: Stands(True, c("3.9b-s1")) for count in range(6)},
        **{count: Stands(False, c("3.9b-s2")) for count in range(6, 10)},
    },
    banker={
        0: Row(True, tuple(range(10)), c("3.9c-B0 R-48")),
        1: Row(True, tuple(range(10)), c("3.9c-B1 R-48")),
        2: Row(True, tuple(range(10)), c("3.9c-B2 R-48")),
        3: Row(True, (0, 1, 2, 3, 4, 5, 6, 7, 9), c("3.9c-B3 R-48")),
        4: Row(True, (2, 3, 4, 5, 6, 7), c("3.9c-B4 R-48")),
        5: Row(True, (4, 5, 6, 7), c("3.9c-B5 R-48")),
        6: Row(False, (6, 7), c("3.9c-B6 R-48")),
        7: Row(False, (), c("3.9c-B7 R-48")),
        8: Row(False, (), c("3.9c-B8 R-48")),
        9: Row(False, (), c("3.9c-B9 R-48")),
    },
    read=c("3.9d", "3.9e", "3.9f", "3.9g"),
    announced=c("3.10a-s1"),
    tied=c("3.10a-s2"),
)

DECKS = 8


@cache
def space_of(decks: int) -> Space:
    """Return the coups of a fresh shoe."""
    return coup_space("punto-banco", DRAWING, decks)


SPACE = space_of(DECKS)

# 19:47-3.2 Wagers, 3.3 Payout odds; vigorish: not printed

BEFORE_NO_MORE_BETS = Offer('before "No More Bets"', (PLAY,), c("3.7b R-50"))

BANKER_VIG = VigLaw(
    base="win",
    cap=Fraction(1),
    moments={"win": c("3.10b-s2 R-50 R-51")},
    cites=OURS,
    to_the_cent=OURS,
    rounding="vig.rounding",
    marked=c("3.10b-s2 R-50 R-74"),
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
        machine=on_hand(
            SPACE, side, line(side), OURS, c("3.10b-s1 R-50 R-51"), (cite("R-50", "R-51"),)
        ),
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
    machine=on_tie(SPACE, line("tie"), OURS, c("3.10b-s1 R-50 R-51")),
    one_roll=True,
)

EVERY_COUP = always_on("on at every coup", SPACE, (cite("R-76"),))

FIXED = PayoutLaw(OURS, exact=OURS)
ELECTED = PayoutLaw(OURS, free=OURS)
_LINES = {"player": ("1 to 1", FIXED), "banker": ("1 to 1", FIXED), "tie": ("8 to 1", ELECTED)}
PAYOUTS = {key: Payout(key, Odds.parse(text), law, OURS) for key, (text, law) in _LINES.items()}

LAW = ListLaw(
    only_these=OURS,
    no_other_charge=OURS,
    odds_words=(),
    posted_limits=(cite("R-59"),),
    own=(
        Own("six or eight decks, eight if the house names none", OURS),
        Own("ace 1, 2 to 9 their number, ten and court cards nothing", OURS),
        Own("Player's Hand and Banker's Hand pay 1 to 1, Tie 8 to 1", OURS),
        Own("vigorish of 5% of the winnings on the Banker's Hand, rounded down to the cent", OURS),
        Own("on a tie the wagers on either hand are void", OURS),
        Own("marked vigorish is collected by the end of the shoe", OURS),
    ),
)

MAKING = chips_in_time(c("3.7b"), OURS, (cite("R-67"),), (cite("R-76"),))

MOST_SEATS = 15
"""No text says how many may sit at punto banco (R-70)."""

SEATING = Seating(most=MOST_SEATS, most_cites=(cite("R-70"),), left=(cite("R-68"),))

CHANGED = Control(c("3.7b R-50"))

SHOE = Shoe(
    drawing=DRAWING,
    decks="decks",
    kept=KEPT,
    shuffled=c("3.8e-s3 R-50 R-73"),
    cut=(cite("R-73"),),
    recut=RECUT,
    recut_by="recut",
    recut_cites=RECUT_BY,
    recut_reasons=("improper", "fairness"),
    cards=(cite("R-50", "R-73"),),
    cutting_card=c("3.8e-s1 R-52"),
    last_hand=c("3.8e-s2 R-52"),
    over=c("3.8e-s3 R-52"),
)

# 19:47-3.10 Announcement of result of round; payment and collection of wagers

PAYMENT = Payment(
    losers=c("3.10b-s1 R-51"),
    winners=c("3.10b-s2"),
    ways=(
        Way(1, "after-all", c("3.10b1")),
        Way(2, "before-all", c("3.10b2")),
        Way(3, "after-each", c("3.10b3")),
        Way(4, "before-each", c("3.10b4")),
    ),
    option="vig.procedure",
    chosen=c("3.10c"),
    one_place=c("3.10c1"),
    minutes=30,
    changed=c("3.10c2"),
)

# A round that is not completed: 19:47-3.12 Irregularities is not printed

NOT_COMPLETED = (cite("R-78"),)
CALLED = Authority(("floorperson",), NOT_COMPLETED)

TRIAL = Trial(
    thing="shoe",
    noun="coup",
    thrown=c("3.6c"),
    called=c("3.10a-s1"),
    settled=(),
    reasons=(
        VoidReason("misdeal", "the cards were not dealt as they should be", NOT_COMPLETED, CALLED),
        VoidReason("foul-cards", "a card is foul, or was seen", NOT_COMPLETED, CALLED),
        VoidReason(
            "called-too-early", '"No More Bets" was announced too early', c("3.7b R-78"), CALLED
        ),
        VoidReason(
            "too-few-cards",
            "there are too few cards in the shoe",
            NOT_COMPLETED,
            CALLED,
            over=c("3.8e-s3 R-78"),
        ),
    ),
    void=c("3.7b R-78"),
    closed=c("3.7b"),
    closing_words="No More Bets",
    payment=PAYMENT,
    instrument=SHOE,
    corrected=Correction(
        Authority(("floorperson",), (cite("R-77"),)), ("wrong-cards", "was-void", ENTERED_TWICE)
    ),
)

# 19:47-3.11 Continuation of curator as such; selection of new curator

TURN = Turn(
    kept=KEPT,
    first=c("3.6b-s1"),
    declined=c("3.6b-s2 R-71"),
    accepted=c("3.6c"),
    relinquished=c("3.6b-s2 R-53 R-71"),
    successor=c("3.6c R-53"),
    may_pass=c("3.11a R-53"),
    must_pass=won_by(SPACE, "player"),
    must_pass_key="banker-lost",
    must_pass_words="passes the shoe: the Banker's Hand lost",
    must_pass_cites=c("3.11a1 R-53 R-72"),
    order=Order(
        Authority(("floorperson", "dealer"), (cite("R-53"),)),
        ("delay", "misdeals", "violation"),
        also=("invalid-rolls",),
    ),
    clockwise=False,
    first_empty=c("3.6b-s2 R-71"),
    dealer_passes=True,
    nobody=c("3.6d2 R-71"),
    designated=c("3.6d1 R-72"),
)

# What the crew enters where the house elects the long form

STEPS = (
    CrewStep(
        "last-hand",
        'The dealer announces "last hand".',
        ("dealer",),
        c("3.8e-s2 R-52 R-79"),
        after="last-hand",
        over=("shuffle",),
    ),
)

# What is to be shown

POSTINGS = (
    Posting("payouts", "payouts", "Payout odds", OURS, where="layout"),
    Posting("limits", "limits", "Minimum and maximum wagers", (cite("R-59"),), where="table"),
    Posting("vigorish", "vigorish", "Vigorish", OURS, where="table"),
    Posting(
        "payment-procedure",
        "payment",
        "How winners are paid and vigorish is taken",
        c("3.10c", "3.10c1", "3.10c2"),
        where="notice to the Commission and surveillance",
    ),
    own_rules_posted(OURS, WHERE_NOT_PRINTED),
)

# What a house may choose


def _numbered_from(side: Choice, procedure: Procedure) -> Procedure:
    """The shoe goes counter-clockwise: downwards from seat 1, or upwards."""
    turn = procedure.turn
    return replace(procedure, turn=turn and replace(turn, numbered_clockwise=side == "left"))


def _players_deal(procedure: Procedure) -> Procedure:
    """Return the procedure where the dealer never acts as curator: participants are asked again."""
    assert procedure.turn is not None
    turn = replace(procedure.turn, nobody=(), nobody_at_first=(), designated=())
    return replace(procedure, turn=turn)


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
        cites=OURS,
        words="how many decks are in the shoe",
        space=lambda decks: space_of(int(decks)),
    ),
    Option(
        key="vig.collect",
        default="collect",
        lawful=("collect", "mark"),
        known=("collect", "mark"),
        cites=c("3.10b-s2 R-50"),
        words="whether vigorish is collected at once or marked and collected later",
    ),
    Option(
        key="vig.procedure",
        default=1,
        lawful=(1, 2, 3, 4),
        known=tuple(range(1, 101)),
        cites=c("3.10c", "3.10b-s2"),
        words="by which of the four procedures winners are paid",
        sentence=lambda way: (
            f"Winners are paid from the highest position down{_CHARGED[int(way)]}."
        ),
    ),
    Option(
        key="vig.rounding",
        default="down",
        lawful=("down", "nearest", "up"),
        known=("down", "nearest", "up"),
        cites=OURS,
        words="how vigorish is rounded to the cent",
    ),
    Option(
        key="recut",
        default="same",
        lawful=("same", "next"),
        known=("same", "next"),
        cites=RECUT_BY,
        words="whether the player who cut last recuts, or the next entitled to",
    ),
    Option(
        key="dealer_as_curator",
        default=True,
        lawful=(True, False),
        known=(True, False),
        cites=c("3.6d1 R-72", "3.6d2"),
        words="whether the dealer may act as curator",
        sentence=lambda dealer: (
            "A player who accepts the shoe may have the dealer deal."
            if dealer
            else "The dealer does not deal: only players do."
        ),
        procedure=lambda dealer, procedure: procedure if dealer else _players_deal(procedure),
    ),
    Option(
        key="seats.numbered_from",
        default="left",
        lawful=("left", "right"),
        known=("left", "right"),
        cites=c("3.6b-s1 R-89", "3.6b-s2"),
        words="from which side of the dealer the seats are numbered",
        sentence=lambda side: f"Seats are numbered from the dealer's {side}.",
        procedure=_numbered_from,
    ),
    settled(
        "cutcard.extra_hands",
        1,
        c("3.8e-s3 R-52"),
        "hands after the last hand",
        tuple(range(1, 101)),
    ),
    settled(
        "turn.direction",
        "counter-clockwise",
        c("3.6b-s2"),
        "which way the shoe goes round",
        ("clockwise", "counter-clockwise"),
    ),
)

# The edition

EDITION = Edition(
    key="nj-2001",
    prefix="NJ01",
    title="New Jersey, N.J.A.C. 19:47-3, as readopted in 2001",
    games=("punto-banco",),
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
        "punto-banco": "Two hands of two or three cards, Player and Banker: bet on the one that "
        "comes nearer to nine, or on a tie."
    },
    procedures={
        "punto-banco": Procedure(
            making=MAKING,
            seating=SEATING,
            turn=TURN,
            trial=TRIAL,
            postings=POSTINGS,
            steps=STEPS,
        )
    },
    terms=GameTerms(outcomes=WINNERS),
)
