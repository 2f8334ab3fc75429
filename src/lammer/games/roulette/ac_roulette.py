"""Roulette by the custom of Atlantic City.

N.J.A.C. 19:47-5.1 to 5.4 stand in the printing of 2001 as headings alone. Every rule here is the
project's own, under the heading where it would stand and a reading that says which custom it
follows and where that is published; everything that shows it says so.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache

from lammer.core.cite import Cites, cite, citing
from lammer.core.compare import families
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
from lammer.core.ruleset import Area, Choice, ListLaw, Option, Own, Ruleset
from lammer.core.space import Space
from lammer.core.wager import Chart, Control, Lose, Offer, PayoutLaw, Rule, Wager, Win
from lammer.games.edition import Display, Edition, bet, line, payouts
from lammer.games.roulette.wheels import (
    EVEN_MONEY,
    ZEROS,
    LayoutPosition,
    WheelName,
    called,
    inside,
    neighbours,
    outside,
    pockets_in,
    space_of,
    wheel,
)
from lammer.games.shapes import (
    ONLY_HEADINGS,
    always_on,
    chips_in_time,
    decided_at_once,
    own_rules_posted,
)
from lammer.games.terms import GameTerms
from lammer.instruments.wheel.law import PLAY

c = citing("NJ01", headings=True)

# 19:47-5.1 Placement of wagers; permissible and optional wagers

WAGERS = c("5.1 R-101")
BOTH_WHEELS = c("5.1 R-104")
UNTIL_CLOSED = Offer('before "No more bets"', (PLAY,), c("5.1 R-101", "5.3 R-105"))

# 19:47-5.2 Payout odds

ODDS = c("5.2 R-102")
HALF = c("5.2 R-103")
LISTED = PayoutLaw(ODDS)
LINES: Mapping[str, tuple[str, Cites]] = {
    "straight": ("35 to 1", ODDS),
    "split": ("17 to 1", ODDS),
    "street": ("11 to 1", ODDS),
    "corner": ("8 to 1", ODDS),
    "first-five": ("6 to 1", ODDS),
    "first-four": ("8 to 1", BOTH_WHEELS),
    "line": ("5 to 1", ODDS),
    "column": ("2 to 1", ODDS),
    "dozen": ("2 to 1", ODDS),
    "even-money": ("1 to 1", ODDS),
}
PAYOUTS = payouts(LISTED, LINES)
HALF_OF_IT = Lose(Fraction(-1, 2))


def _on(space: Space, position: LayoutPosition) -> Wager:
    """Return the bet that the ball comes to rest in one of these pockets."""
    wins = pockets_in(space, position.pockets)
    return bet(
        position.key,
        position.name,
        spot=position.key,
        cites=BOTH_WHEELS if position.key == "first-four" else WAGERS,
        offer=UNTIL_CLOSED,
        machine=decided_at_once(space, [(wins, line(position.pays))], WAGERS),
        one_roll=True,
    )


_NAMES = {
    "red": ("Red", "Red"),
    "black": ("Black", "Black"),
    "odd": ("Odd", "Odd"),
    "even": ("Even", "Even"),
    "low": ("Low (1 to 18)", "1 to 18"),
    "high": ("High (19 to 36)", "19 to 36"),
}


def _even_money(space: Space, key: str) -> Wager:
    """Return a bet at even money: of which a zero takes half."""
    wins = pockets_in(space, tuple(map(str, EVEN_MONEY[key])))
    zeros = pockets_in(space, ZEROS)
    rules = (
        Rule(wins, Win(line("even-money")), WAGERS),
        Rule(zeros, HALF_OF_IT, HALF),
        Rule(~(wins | zeros), Lose(), WAGERS),
    )
    return bet(
        key,
        _NAMES[key][0],
        spot=key,
        cites=WAGERS,
        offer=UNTIL_CLOSED,
        machine=Chart({"up": rules}),
        one_roll=True,
    )


CHANGED = Control(c("5.1 R-101", "5.3 R-105"))

MAKING = chips_in_time(c("5.3 R-105"), WAGERS, (cite("R-67"),), WAGERS)

MOST_SEATS = 8
SEATING = Seating(most=MOST_SEATS, most_cites=c("5.1 R-101"), left=(cite("R-68"),))

# 19:47-5.3 Rotation of wheel and ball

SPUN = c("5.3 R-105")

# 19:47-5.4 Irregularities

VOID = c("5.4 R-106")

TRIAL = Trial(
    thing="wheel",
    noun="spin",
    thrown=SPUN,
    called=SPUN,
    settled=(),
    reasons=(
        VoidReason("same-direction", "the ball was spun the way the wheel turns", VOID),
        VoidReason("too-few-turns", "the ball went round fewer than four times", VOID),
        VoidReason("foreign-object", "something fell into the wheel", VOID),
        VoidReason("ball-left-the-wheel", "the ball left the wheel", VOID),
    ),
    void=VOID,
    closed=c("5.3 R-105"),
    closing_words="No more bets",
    payment=Payment(losers=c("5.3 R-105")),
    instrument=wheel("double-zero", BOTH_WHEELS, SPUN),
    corrected=Correction(
        Authority(("floorperson",), (cite("R-77"),)), ("wrong-pocket", "was-void", ENTERED_TWICE)
    ),
    call=lambda pocket, _before, _after, _only_for: called(pocket),
)

POSTINGS = (
    Posting("payouts", "payouts", "Payout odds", ODDS, where="layout"),
    Posting("areas", "areas", "Betting areas", WAGERS, where="layout"),
    Posting("limits", "limits", "Minimum and maximum wagers", (cite("R-59"),), where="table"),
    own_rules_posted((cite("R-100"),), ONLY_HEADINGS),
)


# What a house may choose


def _wheel_chosen(name: Choice, _rules: Ruleset) -> Ruleset:
    return on_wheel("single-zero" if name == "single-zero" else "double-zero").ruleset("roulette")


def _whole_lost(wager: Wager, cites: Cites) -> Wager:
    """Return the wager at a house where a zero takes all of it."""
    assert isinstance(wager.machine, Chart)
    rules = tuple(
        replace(rule, effect=Lose(), cites=cites) if rule.effect == HALF_OF_IT else rule
        for rule in wager.machine.rules("up")
    )
    return replace(wager, machine=Chart({"up": rules}))


OPTIONS = (
    Option(
        key="wheel",
        default="double-zero",
        lawful=("double-zero", "single-zero"),
        known=("double-zero", "single-zero"),
        cites=BOTH_WHEELS,
        words="whether the wheel has one zero or two",
        equipment=_wheel_chosen,
        sentence=lambda name: (
            f"The wheel has {'one zero' if name == 'single-zero' else 'two zeros'}."
        ),
    ),
    Option(
        key="half_on_zero",
        default=True,
        lawful=(True, False),
        known=(True, False),
        cites=HALF,
        words="whether bets at even money lose only half on a zero",
        wagers=tuple(EVEN_MONEY),
        otherwise=HALF,
        change=_whole_lost,
        sentence=lambda half: (
            f"On a zero, bets at even money lose {'half' if half else 'all'} of the stake."
        ),
    ),
)


# The edition


def _not_adjacent(key: str, name: WheelName) -> str:
    """Return what is possible instead of a split, a street, a corner or a line that there is not;
    all kinds of wagers for any other key."""
    kind, *numbers = key.split("-")
    positions = (*inside(name), *outside())
    keys = [each.key for each in positions]
    if kind == "straight":
        zeros = "0, 00" if name == "double-zero" else "0"
        return f"The numbers are {zeros} and 1 to 36."
    if kind == "split" and len(numbers) == 2:
        first, second = numbers
        if f"split-{second}-{first}" in keys:
            return f"It is split-{second}-{first}: the lower number first."
        beside = {each: neighbours(name, each) for each in numbers}
        said = "; ".join(
            f"{each} can be split with {', '.join(near)}" for each, near in beside.items() if near
        )
        if all(beside.values()):
            return f"{first} and {second} do not lie side by side: {said}."
        if said:
            missing = next(each for each, near in beside.items() if not near)
            return f"There is no {missing} on this wheel: {said}."
    rows = [each for each in positions if each.key.startswith(f"{kind}-")]
    alone = numbers[0] if len(numbers) == 1 and kind not in ("column", "dozen") else ""
    having = [each.key for each in rows if alone in each.pockets]
    within = f"{alone} is in {', '.join(having)}. " if having else ""
    there_are = [each.key for each in rows] or [families((*keys, *EVEN_MONEY), keys)]
    return f"{within}There are: {', '.join(there_are)}."


@cache
def on_wheel(name: WheelName) -> Edition:
    """Return the edition with one of the wheels."""
    space = space_of(name)
    numbers, others = tuple(inside(name)), tuple(outside())
    positions = {each.key: each for each in (*numbers, *others)}
    kinds = {
        "Numbers": ("straight",),
        "Splits": ("split",),
        "Streets and trios": ("street",),
        "Corners": ("corner", "first"),
        "Six lines": ("line",),
        "Columns and dozens": ("column", "dozen"),
    }
    law = wheel(name, BOTH_WHEELS, SPUN)
    return Edition(
        key="ac-roulette",
        prefix="ac-roulette",
        title="Atlantic City custom, N.J.A.C. 19:47-5.1 to 5.4 (headings only, R-100)",
        games=("roulette",),
        space=space,
        wagers=(
            *(_on(space, each) for each in positions.values()),
            *(_even_money(space, key) for key in EVEN_MONEY),
        ),
        payouts=PAYOUTS,
        control=lambda _: CHANGED,
        working=lambda _: always_on("on at every spin", space, WAGERS),
        layout=(
            *(
                Area(title, tuple(each.key for each in positions.values() if each.kind in some))
                for title, some in kinds.items()
            ),
            Area("Even money", tuple(EVEN_MONEY)),
        ),
        law=ListLaw(
            only_these=WAGERS,
            no_other_charge=ODDS,
            odds_words=(),
            posted_limits=(cite("R-59"),),
            own=OWN,
            instead=lambda key: _not_adjacent(key, name),
        ),
        cycle=None,
        options=OPTIONS,
        game_readings={},
        display={
            **{
                each.key: Display(each.kind, each.label, each.number) for each in positions.values()
            },
            **{key: Display("even-money", _NAMES[key][1]) for key in EVEN_MONEY},
        },
        about={
            "roulette": f"A ball on a wheel of {len(law.rim)} pockets: bet on numbers, alone or "
            "several together, on their colour, or on high and low."
        },
        terms=GameTerms(outcomes=ZEROS),
        procedures={
            "roulette": Procedure(
                making=MAKING,
                seating=SEATING,
                turn=None,
                trial=replace(TRIAL, instrument=law),
                postings=POSTINGS,
                unattended=SPUN,
                in_steps=True,
            )
        },
    )


OWN = (
    Own("the wagers: all positions of a layout with its numbers in three columns", WAGERS),
    Own(
        "straight up pays 35 to 1, split 17, street 11, corner 8, first five 6, six line 5, "
        "column and dozen 2, even money 1",
        ODDS,
    ),
    Own("on a zero, bets at even money lose half, to the cent, if the house elects it", HALF),
    Own("a wheel with 0 and 00, or with 0 alone if the house elects it", BOTH_WHEELS),
    Own('bets are taken after the ball is spun, until "No more bets"', SPUN),
    Own("when a spin is void, and that the bets then stand", VOID),
)

EDITION = on_wheel("double-zero")
