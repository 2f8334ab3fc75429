"""Big six by the custom of Atlantic City.

N.J.A.C. 19:47-5.5 and 5.6 stand in the printing of 2001 as headings alone. Every rule here is the
project's own, under the heading where it would stand and a reading that says which custom it
follows and where that is published; everything that shows it says so.
"""

from lammer.core.cite import cite, citing
from lammer.core.procedure import (
    ENTERED_TWICE,
    Authority,
    Correction,
    Payment,
    Posting,
    Procedure,
    Seating,
    Trial,
    VoidReason,
)
from lammer.core.ruleset import Area, ListLaw, Own
from lammer.core.wager import Control, Offer, PayoutLaw, Wager
from lammer.games.big_six.wheel import CALLED, LABELS, PAYS, SPACE, STOPS, wheel
from lammer.games.edition import Display, Edition, bet, line, payouts
from lammer.games.shapes import (
    ONLY_HEADINGS,
    always_on,
    chips_in_time,
    decided_at_once,
    own_rules_posted,
)
from lammer.games.terms import GameTerms
from lammer.instruments.wheel.law import PLAY, name_of

c = citing("NJ01", headings=True)

# 19:47-5.5 Big Six Wheel; payout odds

WHEEL = c("5.5 R-107")
ODDS = c("5.5 R-107")
LISTED = PayoutLaw(ODDS)
PAYOUTS = payouts(LISTED, {stop: (odds, ODDS) for stop, odds in PAYS.items()})

# 19:47-5.6 Big Six Wheel; wagers and rotation of the wheel

WAGERS = c("5.6 R-108")
SPUN = c("5.6 R-108")
UNTIL_CLOSED = Offer('before "No more bets"', (PLAY,), WAGERS)
NAMES = {
    "one": "One",
    "two": "Two",
    "five": "Five",
    "ten": "Ten",
    "twenty": "Twenty",
    "emblem-1": "Joker",
    "emblem-2": "Star",
}


def _on(stop: str) -> Wager:
    """Return the bet that the wheel stops at one of the stops of that name."""
    wins = SPACE.where(lambda _, place: name_of(place) == stop)
    return bet(
        stop,
        NAMES[stop],
        spot=stop,
        cites=WAGERS,
        offer=UNTIL_CLOSED,
        machine=decided_at_once(SPACE, [(wins, line(stop))], WAGERS),
        one_roll=True,
    )


EVERY_SPIN = always_on("on at every spin", SPACE, WAGERS)

MAKING = chips_in_time(WAGERS, WAGERS, (cite("R-67"),), WAGERS)

MOST_SEATS = 20
SEATING = Seating(most=MOST_SEATS, most_cites=WAGERS, left=(cite("R-68"),))

VOID = c("5.6 R-109")

TRIAL = Trial(
    thing="wheel",
    noun="spin",
    thrown=SPUN,
    called=SPUN,
    settled=(),
    reasons=(
        VoidReason("too-few-turns", "the wheel went round fewer than three times", VOID),
        VoidReason("touched", "somebody or something touched the wheel", VOID),
        VoidReason("on-a-peg", "the clapper came to rest on a peg, between two stops", VOID),
    ),
    void=VOID,
    closed=SPUN,
    closing_words="No more bets",
    payment=Payment(losers=SPUN),
    instrument=wheel(WHEEL, SPUN),
    corrected=Correction(
        Authority(("floorperson",), (cite("R-77"),)), ("wrong-stop", "was-void", ENTERED_TWICE)
    ),
    call=lambda place, _before, _after, _only_for: CALLED[name_of(place)],
)

POSTINGS = (
    Posting("payouts", "payouts", "Payout odds", ODDS, where="layout"),
    Posting("areas", "areas", "Betting areas", WAGERS, where="layout"),
    Posting("limits", "limits", "Minimum and maximum wagers", (cite("R-59"),), where="table"),
    own_rules_posted((cite("R-100"),), ONLY_HEADINGS),
)

OWN = (
    Own("24 stops of one, 15 of two, 7 of five, 4 of ten, 2 of twenty, and two emblems", WHEEL),
    Own("a stop pays its number to 1, each emblem 45 to 1", ODDS),
    Own('bets are taken after the wheel is spun, until "No more bets"', SPUN),
    Own("when a spin is void, and that the bets then stand", VOID),
)

# The edition

EDITION = Edition(
    key="ac-big-six",
    prefix="ac-big-six",
    title="Atlantic City custom, N.J.A.C. 19:47-5.5 and 5.6 (headings only, R-100)",
    games=("big-six",),
    space=SPACE,
    wagers=tuple(_on(stop) for stop in STOPS),
    payouts=PAYOUTS,
    control=lambda _: Control(WAGERS),
    working=lambda _: EVERY_SPIN,
    layout=(Area("Numbers", STOPS[:5]), Area("Emblems", STOPS[5:])),
    law=ListLaw(
        only_these=WAGERS,
        no_other_charge=ODDS,
        odds_words=(),
        posted_limits=(cite("R-59"),),
        own=OWN,
        instead=lambda _: f"There are: {', '.join(STOPS)}.",
    ),
    cycle=None,
    options=(),
    game_readings={},
    display={
        stop: Display("stop", label, short_label=short if short != label else "")
        for stop, (label, short) in LABELS.items()
    },
    about={
        "big-six": "A tall wheel of 54 stops with a clapper: bet on the number, or the emblem, at "
        "which it stops."
    },
    terms=GameTerms(outcomes=STOPS),
    procedures={
        "big-six": Procedure(
            making=MAKING,
            seating=SEATING,
            turn=None,
            trial=TRIAL,
            postings=POSTINGS,
            unattended=SPUN,
            in_steps=True,
        )
    },
)
