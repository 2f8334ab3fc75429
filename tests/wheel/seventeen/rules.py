"""The rules of a game that nobody has regulated: all of it is the tests' own (R-50 says the same of
what is not printed of punto banco)."""

from lammer.core.cite import cite
from lammer.core.procedure import (
    ENTERED_TWICE,
    Authority,
    Correction,
    Making,
    Payment,
    Procedure,
    Seating,
    Trial,
    VoidReason,
)
from lammer.core.ruleset import Area, ListLaw
from lammer.core.space import Space
from lammer.core.wager import Chart, Control, Lose, Offer, Rule, Win, Working
from lammer.games.edition import Display, Edition, bet, fixed_payouts, line
from lammer.games.terms import GameTerms
from tests.wheel.spinner.commands import POCKETS

OURS = (cite("R-50"),)
PLAY = "play"
WHEEL = Space(
    key="spinner",
    contexts=(PLAY,),
    outcomes=POCKETS,
    weights=(1,) * len(POCKETS),
    follow=((0,) * len(POCKETS),),
    name=lambda outcomes: ", ".join(each for each in POCKETS if each in outcomes),
)
WINS = WHEEL.where(lambda _, pocket: pocket == "17")
SEVENTEEN = bet(
    "number-17",
    "Seventeen",
    spot="number-17",
    cites=OURS,
    offer=Offer("before the ball is spun", (PLAY,), OURS),
    machine=Chart({
        "up": (Rule(WINS, Win(line("number-17")), OURS), Rule(~WINS, Lose(), OURS)),
    }),
    one_roll=True,
)  # fmt: skip
CREW = Authority(("dealer", "floorperson"), OURS)

EDITION = Edition(
    key="ex-wheel",
    prefix="EX",
    title="Nowhere, an example for the tests",
    games=("seventeen",),
    space=WHEEL,
    wagers=(SEVENTEEN,),
    payouts=fixed_payouts({"number-17": ("35 to 1", OURS)}),
    control=lambda _: Control(OURS),
    working=lambda _: Working(WHEEL.everything, "on", OURS, spoken_of=WHEEL.everything),
    layout=(Area("Number", ("number-17",)),),
    law=ListLaw(OURS, OURS, OURS, OURS),
    cycle=None,
    options=(),
    game_readings={},
    display={"number-17": Display("number", "17", 17)},
    about={"seventeen": "A wheel of 38 pockets, and one bet: that the ball comes to rest in 17."},
    terms=GameTerms(outcomes=("0", "00")),
    procedures={
        "seventeen": Procedure(
            making=Making(OURS, None, OURS, OURS, OURS, None, None, ()),
            seating=Seating(most=7, most_cites=OURS),
            turn=None,
            trial=Trial(
                thing="spinner",
                noun="spin",
                thrown=OURS,
                called=OURS,
                settled=OURS,
                reasons=(VoidReason("ball-left-the-wheel", "the ball left the wheel", OURS, CREW),),
                void=OURS,
                closed=OURS,
                closing_words="No more bets",
                payment=Payment(losers=OURS),
                corrected=Correction(CREW, ("wrong-pocket", ENTERED_TWICE)),
            ),
            unattended=OURS,
        )
    },
)
