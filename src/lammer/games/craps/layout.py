"""The layout both states draw: which spots there are, area by area."""

from lammer.core.ruleset import Area
from lammer.games.craps.shapes import HOPS
from lammer.games.craps.space import BOX

LINE = Area("The line", ("pass-line", "dont-pass-line", "pass-odds", "dont-pass-odds"))
COME = Area(
    "Come and don't come",
    (
        *("come", "dont-come"),
        *(f"come-odds-{n}" for n in BOX),
        *(f"dont-come-odds-{n}" for n in BOX),
    ),
)
NUMBERS = Area("On the numbers", tuple(f"box-{n}" for n in BOX))
AGAINST = Area("Against the numbers", tuple(f"behind-{n}" for n in BOX))
FIELD = Area("The field", ("field",))
HARDWAYS = Area("Hardways", tuple(f"hard-{n}" for n in (4, 6, 8, 10)))
ONE_ROLL = Area(
    "One roll",
    (
        *("any-seven", "any-craps", "craps-2", "craps-3", "craps-12", "eleven"),
        *("c-and-e", "horn", "horn-high-2", "horn-high-3", "horn-high-11", "horn-high-12"),
        *("whirl", "six-seven-eight"),
    ),
)
HOP = Area("Hops", tuple(f"hop-{a}-{b}" for a, b in HOPS))
FIRE = Area("Fire Bet", ("fire",))
BONUS = Area("Bonus Craps", ("all-small", "all-or-nothing", "all-tall"))

FELT = (LINE, COME, NUMBERS, AGAINST, FIELD, HARDWAYS, ONE_ROLL, HOP)
