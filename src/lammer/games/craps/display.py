"""How craps wagers are shown, in every edition: what kind of bet each is, what its spot says, the
number it is on, and the group that a section speaks of it by."""

from lammer.core.ruleset import CycleWords
from lammer.games.craps.shapes import HOPS
from lammer.games.craps.space import BOX
from lammer.games.edition import Display

ABOUT: dict[str, str] = {
    "craps": "Two dice, one shooter. The line wins on 7 or 11 at once; a point wins when it "
    "comes again before a 7.",
    "mini-craps": "Craps at a small table where everybody sits: the same line, odds and numbers.",
    "automated-craps": "Craps without a shooter: a machine shakes the dice for everybody.",
}

CYCLE_WORDS = CycleWords(
    before="puck off",
    during="puck on {point}",
    begins="A round begins with a come-out {noun}, while the puck is off. On {points} that number "
    "becomes the point, and the puck goes on it; on {stays} the puck stays off and the next {noun} "
    "is a come-out again.",
    ends="With a point, the round goes on until the point comes again (it is made) or {over}.",
    holder="shooter",
)

DISPLAY: dict[str, Display] = {
    "pass": Display("line", "Pass"),
    "dont-pass": Display("line", "Don't Pass"),
    "come": Display("come", "Come"),
    "dont-come": Display("come", "Don't Come"),
    **{f"place-{n}": Display("number", f"{n}", n, "place", "Place") for n in BOX},
    **{f"place-lose-{n}": Display("number", f"Lose {n}", n, "place-lose", "Lose") for n in BOX},
    **{f"buy-{n}": Display("number", f"Buy {n}", n, "buy", "Buy") for n in BOX},
    **{f"lay-{n}": Display("number", f"Lay {n}", n, "lay", "Lay") for n in BOX},
    **{f"hard-{n}": Display("hardway", f"Hard {n}", n, "hard") for n in (4, 6, 8, 10)},
    "field": Display("field", "Field"),
    "any-seven": Display("one-roll", "Any 7", 7),
    "any-craps": Display("one-roll", "Any Craps"),
    **{f"craps-{n}": Display("one-roll", f"Craps {n}", n, "craps") for n in (2, 3, 12)},
    "eleven": Display("one-roll", "11", 11),
    "c-and-e": Display("one-roll", "C and E"),
    "horn": Display("one-roll", "Horn"),
    **{
        f"horn-high-{n}": Display("one-roll", f"Horn High {n}", group="horn-high")
        for n in (2, 3, 11, 12)
    },
    "whirl": Display("one-roll", "Whirl"),
    "six-seven-eight": Display("one-roll", "6-7-8"),
    **{f"hop-{a}-{b}": Display("hop", f"{a}-{b}", group="hop") for a, b in HOPS},
    "fire": Display("fire", "Fire"),
    "all-small": Display("bonus", "All Small", group="bonus"),
    "all-or-nothing": Display("bonus", "All Or Nothing", group="bonus"),
    "all-tall": Display("bonus", "All Tall", group="bonus"),
    "pass-odds": Display("odds", "Odds"),
    "dont-pass-odds": Display("odds", "Don't odds"),
    **{f"come-odds-{n}": Display("odds", f"Odds {n}", n, "come-odds", "Odds") for n in BOX},
    **{
        f"dont-come-odds-{n}": Display("odds", f"Don't odds {n}", n, "dont-come-odds", "Don't odds")
        for n in BOX
    },
}
