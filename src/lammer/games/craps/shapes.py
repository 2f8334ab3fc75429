"""Shapes that craps wagers come in. An edition gives the clauses and the payouts; the shape
gives the cells. Nothing here belongs to one edition.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from lammer.core.cite import Cites, cite
from lammer.core.ruleset import Option
from lammer.core.space import Cells
from lammer.core.wager import (
    Bar,
    Behind,
    Breakdown,
    Chart,
    Collection,
    Goal,
    Ladder,
    Lose,
    MayCall,
    Move,
    Part,
    Payout,
    Rule,
    Void,
    Wager,
    Win,
    Working,
)
from lammer.games.craps.space import (
    BOX,
    COME_OUT,
    CRAPS,
    EVERY_ROLL,
    LOSER_SEVEN,
    POINT_ON,
    POINTS,
    dice,
    easy,
    hard,
    point,
    total,
)
from lammer.games.edition import line
from lammer.games.shapes import decided_at_once

HOP_WORDS: dict[tuple[int, int], tuple[str, str]] = {
    (2, 2): ("Four the Hardway", ""),
    (3, 3): ("Six the Hardway", ""),
    (4, 4): ("Eight the Hardway", ""),
    (5, 5): ("Ten the Hardway", ""),
    (1, 3): ("One-Three", "Ace-Trey"),
    (1, 4): ("One-Four", "Ace-Four"),
    (2, 3): ("Two-Three", "Deuce-Trey"),
    (1, 5): ("One-Five", "Ace-Five"),
    (2, 4): ("Two-Four", "Deuce-Four"),
    (1, 6): ("One-Six", "Ace-Six"),
    (2, 5): ("Two-Five", "Deuce-Five"),
    (3, 4): ("Three-Four", "Trey-Four"),
    (2, 6): ("Two-Six", "Deuce-Six"),
    (3, 5): ("Three-Five", "Trey-Five"),
    (3, 6): ("Three-Six", "Trey-Six"),
    (4, 5): ("Four-Five", ""),
    (4, 6): ("Four-Six", ""),
}
"""The hops in the order of the texts, with the stickperson's name beside the plain one where
there is one; 1-1, 1-2, 5-6 and 6-6 are no hops (R-17)."""

HOPS = tuple(HOP_WORDS)
NO_HOPS: dict[str, tuple[str, Cites]] = {
    f"hop-{hop}": (wager, (cite("R-17"),))
    for hop, wager in {
        "1-1": "craps-2",
        "1-2": "craps-3",
        "5-6": "eleven",
        "6-6": "craps-12",
    }.items()
}
"""Rolls that have a one-roll bet of their own instead of a hop (R-17)."""


def with_the_dice(
    *, natural: Cites, craps: Cites, made: Cites, missed: Cites, number: Cites, pays: Payout
) -> Chart:
    """Pass and Come: 7 and 11 win at first, 2, 3 and 12 lose, a number is then to be repeated
    before a 7."""
    return Chart(
        {
            "up": (
                Rule(total(7, 11), Win(pays), natural),
                Rule(total(2, 3, 12), Lose(), craps),
                *(Rule(total(n), Move(str(n)), number) for n in BOX),
            ),
            **{
                str(n): (Rule(total(n), Win(pays), made), Rule(total(7), Lose(), missed))
                for n in BOX
            },
        }
    )


def against_the_dice(
    *,
    craps: Cites,
    natural: Cites,
    barred: Cites,
    missed: Cites,
    made: Cites,
    number: Cites,
    pays: Payout,
) -> Chart:
    """Don't Pass and Don't Come: the other side of the same rolls, with the 12 void."""
    return Chart(
        {
            "up": (
                Rule(total(2, 3), Win(pays), craps),
                Rule(total(7, 11), Lose(), natural),
                Rule(total(12), Void(), barred),
                *(Rule(total(n), Move(str(n)), number) for n in BOX),
            ),
            **{
                str(n): (Rule(total(7), Win(pays), missed), Rule(total(n), Lose(), made))
                for n in BOX
            },
        }
    )


def number_before_seven(number: int, wins: Cites, loses: Cites, pays: Payout) -> Chart:
    """Place to win, buy."""
    return Chart({"up": (Rule(total(number), Win(pays), wins), Rule(total(7), Lose(), loses))})


def seven_before_number(number: int, wins: Cites, loses: Cites, pays: Payout) -> Chart:
    """Place to lose, lay."""
    return Chart({"up": (Rule(total(7), Win(pays), wins), Rule(total(number), Lose(), loses))})


def hardway(number: int, wins: Cites, loses: Cites, pays: Payout) -> Chart:
    """The number as a pair, before it comes any other way and before a 7."""
    return Chart(
        {
            "up": (
                Rule(hard(number), Win(pays), wins),
                Rule(easy(number) | total(7), Lose(), loses),
            )
        }
    )


def one_roll(wins: Sequence[tuple[Cells, Payout]], win_cites: Cites, lose_cites: Cites) -> Chart:
    """Decided by the next roll: what does not win loses."""
    return decided_at_once(CRAPS, wins, win_cites, lose_cites)


def hop(faces: tuple[int, int], pays: Payout, win_cites: Cites, lose_cites: Cites) -> Chart:
    return one_roll([(dice(*faces), pays)], win_cites, lose_cites)


def split(
    parts: Mapping[str, Fraction], wagers: Iterable[Wager], win_cites: Cites, lose_cites: Cites
) -> Chart:
    """A one-roll wager paid as if its shares were wagers of their own: the share that matches
    the roll is paid at its own odds, the others lose."""
    by_key = {wager.key: wager for wager in wagers}
    wins: list[Rule] = []
    rest = EVERY_ROLL
    for key, share in parts.items():
        for rule in by_key[key].machine.rules("up"):
            if isinstance(rule.effect, Win):
                wins.append(Rule(rule.on, Win(rule.effect.payout, share), win_cites))
                rest = rest - rule.on
    return Chart({"up": (*wins, Rule(rest, Lose(), lose_cites))})


def parts_of(parts: Mapping[str, Fraction]) -> tuple[Part, ...]:
    return tuple(Part(key, share) for key, share in parts.items())


def horn_parts(high: int | None = None) -> dict[str, Fraction]:
    """Four equal parts on 2, 3, 11 and 12, with a fifth unit on the high one if there is one.

    >>> horn_parts(12)["craps-12"], horn_parts()["eleven"]
    (Fraction(2, 5), Fraction(1, 4))
    """
    keys = {2: "craps-2", 3: "craps-3", 11: "eleven", 12: "craps-12"}
    whole = 4 if high is None else 5
    return {key: Fraction(1 + (n == high), whole) for n, key in keys.items()}


def high_and(high: int) -> tuple[Part, ...]:
    """A Horn High Bet put down as a Horn Bet and a bet on its high number."""
    keys = {2: "craps-2", 3: "craps-3", 11: "eleven", 12: "craps-12"}
    return (Part("horn", Fraction(4, 5)), Part(keys[high], Fraction(1, 5)))


HORN_AND_SEVEN = (Part("horn", Fraction(4, 5)), Part("any-seven", Fraction(1, 5)))
"""A Whirl Bet put down as a Horn Bet and Any Seven."""

WHIRL_PARTS: dict[str, Fraction] = {
    **dict.fromkeys(("craps-2", "craps-3", "eleven", "craps-12"), Fraction(1, 5)),
    "any-seven": Fraction(1, 5),
}
C_AND_E_PARTS: dict[str, Fraction] = {"any-craps": Fraction(1, 2), "eleven": Fraction(1, 2)}


def fire(
    goals: Cites, until: Cites, wins: Cites, loses: Cites, pays: Mapping[int, Payout]
) -> Collection:
    """Different points made, counted until the loser 7 and paid once for the count then. A point
    inherited from the shooter before does not count for a bet made under it (R-23)."""
    return Collection(
        goals=tuple(Goal(str(n), point(n) & total(n), goals) for n in BOX),
        until=LOSER_SEVEN,
        until_cites=until,
        ladder=Ladder(pays, wins, loses),
        late=("inherited", (cite("R-23"),)),
    )


def all_thrown(
    numbers: Iterable[int], goals: Cites, until: Cites, wins: Cites, pays: Payout
) -> Collection:
    """Every one of these numbers thrown before any 7, paid when the last of them comes."""
    return Collection(
        goals=tuple(Goal(str(n), total(n), goals) for n in numbers),
        until=total(7),
        until_cites=until,
        complete=(pays, wins),
    )


def odds_on_the_point(side: Literal["take", "lay"], wins: Cites, loses: Cites, pays: str) -> Chart:
    """Odds behind a line bet: decided with it, by the point the puck stands on."""
    rules: list[Rule] = []
    for n in BOX:
        made, missed = point(n) & total(n), point(n) & total(7)
        good, bad = (made, missed) if side == "take" else (missed, made)
        rules += [Rule(good, Win(line(f"{pays}-{n}")), wins), Rule(bad, Lose(), loses)]
    return Chart({"up": tuple(rules)})


def returned_when_off(number: int, cites: Cites) -> tuple[Rule, ...]:
    """Come odds that are off go back to the player when their bet is decided (R-05)."""
    return (Rule(total(number, 7), Void(), cites),)


def odds_limit(
    base: str,
    by: Literal["stake", "winnings"],
    *,
    least: Cites,
    most: Cites,
    round_up: Cites,
    states: tuple[str, ...] = POINTS,
) -> Behind:
    """Odds of 1 to 100 times the bet they stand behind, as the licensee posts."""
    return Behind(base, states, by, 1, 100, least, most, round_up)


def contract_bars(no_taking_down: Cites, no_late_increase: Cites) -> tuple[Bar, ...]:
    """Pass and Come: neither taken down nor raised once the bet has its number."""
    return (
        Bar("contract-bet", ("reduce", "remove"), no_taking_down, states=POINTS),
        Bar("no-late-increase", ("increase",), no_late_increase, states=POINTS),
    )


def dont_bars(no_putting_back: Cites, no_late_increase: Cites) -> tuple[Bar, ...]:
    """Don't bets: free to come down, never raised or put back after that (R-61)."""
    return (
        Bar(
            "no-replacing",
            ("increase", "replace"),
            no_putting_back,
            needs=("removed-or-reduced",),
        ),
        Bar("no-late-increase", ("increase",), no_late_increase, states=POINTS),
    )


def fixed_bars(no_change: Cites, no_removal: Cites) -> tuple[Bar, ...]:
    """Bets that stay as they were made until they are decided: Fire and Bonus."""
    return (
        Bar("no-change", ("increase", "reduce"), no_change),
        Bar("no-change", ("remove",), no_removal),
    )


FAMILIES: dict[str, tuple[str, ...]] = {
    "place_to_win": tuple(f"place-{n}" for n in BOX),
    "place_to_lose": tuple(f"place-lose-{n}" for n in BOX),
    "buy": tuple(f"buy-{n}" for n in BOX),
    "lay": tuple(f"lay-{n}" for n in BOX),
    "hardways": tuple(f"hard-{n}" for n in (4, 6, 8, 10)),
    "come_odds": tuple(f"come-odds-{n}" for n in BOX),
    "dont_come_odds": tuple(f"dont-come-odds-{n}" for n in BOX),
}
"""The names the texts and the house files speak of several wagers by."""

BONUS = ("all-small", "all-or-nothing", "all-tall")


def off_on_the_come_out(cites: Cites, no_call: Cites = ()) -> Working:
    """Inactive on a come-out roll unless the player calls it on (R-02), and may take that back."""
    call = MayCall("on", COME_OUT, cites)
    return Working(POINT_ON, "off on the come-out", cites, COME_OUT, call, no_call)


def on_always(cites: Cites, *, no_call: Cites = (), may_call_off: Cites = ()) -> Working:
    """Working on every roll; with a clause for it, unless the player calls it off on a come-out."""
    if may_call_off:
        call = MayCall("off", COME_OUT, may_call_off)
        when = "is called off on a come-out roll, not while a point stands"
        return Working(EVERY_ROLL, "on unless called off", cites, COME_OUT, call, no_call, when)
    return Working(EVERY_ROLL, "on", cites, COME_OUT, None, no_call)


def on_the_come_out(family: str, default: str, cites: Cites, *, otherwise: Cites = ()) -> Option:
    """Whether a family of wagers works on a come-out roll: a choice only where the text, as we
    read it, leaves one, and then with the clauses of the other reading."""

    def change(wager: Wager, other: Cites) -> Wager:
        works = on_always(other) if default == "off" else off_on_the_come_out(other)
        return replace(wager, working=works)

    return Option(
        key=f"comeout.{family}",
        default=default,
        lawful=("on", "off") if otherwise else (default,),
        known=("on", "off"),
        cites=cites,
        words=f"{family.replace('_', ' ')} on a come-out roll",
        wagers=FAMILIES[family],
        otherwise=otherwise,
        change=change,
        sentence=lambda value: f"On a come-out roll {family.replace('_', '-')} bets are {value}.",
    )


def fire_ends_on(cites: Cites, *, literally: Cites = ()) -> Option:
    """Whether only a loser 7 ends the Fire Bet, or, read literally, any 7 does (R-21)."""

    def change(wager: Wager, other: Cites) -> Wager:
        assert isinstance(wager.machine, Collection)
        machine = replace(wager.machine, until=total(7), until_cites=other)
        return replace(wager, machine=machine)

    known = ("loser_seven", "any_seven")
    return Option(
        key="fire.ends_on",
        default=known[0],
        lawful=known if literally else known[:1],
        known=known,
        cites=cites,
        words="what ends the Fire Bet",
        wagers=("fire",),
        otherwise=literally,
        change=change,
        sentence=lambda value: (
            "Any 7 ends the Fire Bet."
            if value == "any_seven"
            else "A seven-out ends the Fire Bet; a 7 on the come-out does not."
        ),
    )


_SWEPT = "bonus-swept"


def bonus_reopens(cites: Cites, reopened: Cites) -> Option:
    """Whether Bonus Craps may be bet again after a 7 has swept it (R-26)."""

    def change(wager: Wager, other: Cites) -> Wager:
        words = f"{wager.offer.words}, or a come-out roll after a 7 has swept it"
        needs = (*wager.offer.needs, _SWEPT)
        offer = replace(wager.offer, words=words, needs=needs, cites=other, reopens_when=_SWEPT)
        return replace(wager, offer=offer)

    return Option(
        key="bonus.reopen_after_seven",
        default=False,
        lawful=(False, True),
        known=(False, True),
        cites=cites,
        words="betting Bonus Craps again after a 7",
        wagers=BONUS,
        otherwise=reopened,
        change=change,
        sentence=lambda again: (
            f"After a 7 Bonus Craps may {'be bet again on the next' if again else 'not be bet'} "
            f"{'come-out' if again else 'again before there is a new shooter'}."
        ),
    )


def area_for(key: str, broken: Mapping[str, tuple[Part, ...]], cites: Cites) -> Option:
    """Whether the layout has an area for these wagers; where it has none, each is broken down."""

    def change(wager: Wager, other: Cites) -> Wager:
        return replace(wager, breakdown=Breakdown(broken[wager.key], other))

    return Option(
        key=key,
        default=True,
        lawful=(True, False),
        known=(True, False),
        cites=cites,
        words="an area of its own on the layout",
        wagers=tuple(broken),
        otherwise=cites,
        change=change,
    )
