"""Known side bets, held to what others published of them; each figure with its source."""

import tomllib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import factorial
from pathlib import Path
from typing import Any

import pytest

from lammer.design import design_figure, designed, faults_of
from lammer.design.figures import DesignFigure
from lammer.design.wager import Designed
from lammer.games import load
from lammer.odds import figure
from tests.usual import usual

WAGERS = Path(__file__).parents[2] / "examples" / "wagers"
WIZARD = "wizardofodds.com, "
PUBLISHED = {
    "different-doubles": ("0.279221", WIZARD + "Different Doubles"),
    "ez-banker": ("0.010183", WIZARD + "EZ Baccarat"),
    "dragon-7": ("0.076113", WIZARD + "EZ Baccarat"),
    "panda-8": ("0.101876", WIZARD + "EZ Baccarat"),
    "flaming-four": ("0.185498", WIZARD + "Hard Rockin' Dice"),
    "sizzling-six": ("0.1918", WIZARD + "Hard Rockin' Dice: 19.18%"),
    "hot-hand": ("0.1802", WIZARD + "Hard Rockin' Dice: 18.02%"),
    "hot-shooter": ("0.0990", WIZARD + "Hot Shooter Jackpot: 9.90%"),
    "low-dice": ("0.055556", WIZARD + "craps side bets"),
    "lucky-6": ("0.116985", WIZARD + "Lucky 6, Las Vegas pay table"),
    "dragon-bonus": ("0.026517", WIZARD + "baccarat side bets, Dragon Bonus, player"),
    "five-cards": ("0.089668", WIZARD + "baccarat side bets, 4-5-6, eight decks"),
    "bad-beat": ("0.08459", "advancedadvantageplay.com, baccarat side bets"),
    "eights-and-nines": ("0.07372", "advancedadvantageplay.com, baccarat side bets"),
    "high-dice": ("0.055556", WIZARD + "craps side bets"),
    "muggsys-corner": ("0.0556", "casinocitytimes.com, J. G. Brokopp, 2007: 5.56 percent"),
    "replay": ("0.24806441599095", WIZARD + "Replay"),
    "egalite-7": ("0.063899", WIZARD + "Egalite bets in baccarat"),
    "quik": ("0.081550", WIZARD + "Quik Baccarat"),
    "point-7": ("0.111", "casinocitytimes.com, J. G. Brokopp, 2007: 11.1 percent"),
}
"""The edge of the house as printed."""
DISTRIBUTIONS = {
    # wizardofodds.com, Lucky 6: combinations of 4,998,398,275,503,360.
    "lucky-6": {-1: "0.946136", 12: "0.037247", 23: "0.016617"},
    # wizardofodds.com, Dragon Bonus of the player. A natural pays what a margin of four does.
    "dragon-bonus": {
        -1: "0.692242",
        0: "0.017871",
        1: "0.199957",
        2: "0.033244",
        4: "0.028257",
        6: "0.017924",
        10: "0.006822",
        30: "0.003683",
    },
    # wizardofodds.com, Replay.
    "replay": {
        -1: "0.99244196891176",
        70: "0.00429327448455",
        95: "0.00179993294223",
        100: "0.00069820960363",
        120: "0.00052298052124",
        500: "0.00020671490002",
        1000: "0.00003691863657",
    },
    # wizardofodds.com, Quik Baccarat.
    "quik": {-1: "0.815215", 1: "0.167954", 25: "0.011033", 50: "0.005798"},
    # wizardofodds.com, Ride the Line: the probability of each number of wins, table 1's payouts.
    "ride-the-line": {
        -1: "0.692479",
        0: "0.136986476",
        1: "0.075965228",
        2: "0.042126172",
        4: "0.023360877",
        6: "0.012954668",
        8: "0.007183952",
        15: "0.003983828",
        20: "0.002209214",
        25: "0.001225109",
        50: "0.001525136",
    },
    # wizardofodds.com, Different Doubles: combinations of 924.
    "different-doubles": {
        -1: "0.909091",
        4: "0.060606",
        8: "0.022727",
        15: "0.006494",
        100: "0.001082",
    },
    # wizardofodds.com, Hot Shooter Jackpot: probabilities by the length of the hand, "for one".
    "hot-shooter": {
        -1: "0.570956",
        0: "0.297425",
        2: "0.091300",
        4: "0.027973",
        6: "0.008566",
        11: "0.001976",
        29: "0.001062",
        99: "0.000743",
    },
}


def read(name: str) -> dict[str, object]:
    return tomllib.loads((WAGERS / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def made(name: str) -> Designed:
    found, faults = designed(read(name))
    assert found is not None, faults
    assert not faults
    return found


@cache
def worked_out(name: str) -> DesignFigure:
    return design_figure(made(name))


def near(value: Fraction, printed: str) -> bool:
    """Return whether a value is the printed one, to the last digit that is printed."""
    places = len(printed.partition(".")[2])
    return abs(value - Fraction(printed)) <= Fraction(6, 10 ** (places + 1))


@pytest.mark.parametrize("name", PUBLISHED)
def test_edges_are_those_published(name: str) -> None:
    printed, source = PUBLISHED[name]
    assert near(worked_out(name).edge, printed), source


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_distributions_are_those_published(name: str) -> None:
    chances = dict(worked_out(name).distribution)
    assert chances.keys() == DISTRIBUTIONS[name].keys()
    for net, printed in DISTRIBUTIONS[name].items():
        assert near(chances[Fraction(net)], printed), net


@pytest.mark.parametrize(
    ("name", "rules", "wager"),
    [
        ("fire-bet", "nj-2011", "fire"),
        ("all-small", "md-2013", "all-small"),
        ("all-tall", "md-2013", "all-tall"),
        ("all-or-nothing", "md-2013", "all-or-nothing"),
    ],
)
def test_wagers_of_a_regulation_have_its_figures(name: str, rules: str, wager: str) -> None:
    """The file and the edition's module say the same bet in different words."""
    law = load(rules)
    theirs, ours = figure(law, law.wager(wager)), worked_out(name).figure
    for key in ("p_win", "p_lose", "p_push", "edge_per_bet_made", "rolls_to_decide", "variance"):
        assert getattr(ours, key) == getattr(theirs, key), key


REPEATED = {2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 8: 6, 9: 5, 10: 4, 11: 3, 12: 2}
"""How often a number is to come before a seven, and below what is paid for one."""
FOR_ONE = {2: 40, 3: 50, 4: 65, 5: 80, 6: 90, 8: 90, 9: 80, 10: 65, 11: 50, 12: 40}


def ways(total: int) -> int:
    return 6 - abs(7 - total)


def below(most: Sequence[tuple[Fraction, int]], end: Fraction) -> Fraction:
    """Return the chance that each of some events comes less often than its limit before the end.
    In continuous time they come independently, each at its rate: the integral of a polynomial
    times an exponential."""
    poly = [Fraction(1)]
    for rate, limit in most:
        term = [rate**j / factorial(j) for j in range(limit)]
        poly = [
            sum((poly[i] * term[m - i] for i in range(m + 1) if i < len(poly) and m - i < limit),
                Fraction(0))
            for m in range(len(poly) + limit - 1)
        ]  # fmt: skip
    whole = end + sum(rate for rate, _ in most)
    return end * sum(c * factorial(m) / whole ** (m + 1) for m, c in enumerate(poly))


@pytest.mark.parametrize("number", REPEATED)
def test_repeaters_are_a_power_of_one_number_before_a_seven(number: int) -> None:
    """Before a 7 a number comes once more with the same chance each time, so n times with its n-th
    power; what is paid is what was published (wizardofodds.com, Repeater Bets Plus)."""
    found = worked_out(f"repeater-{number}")
    wins = Fraction(ways(number), ways(number) + 6) ** REPEATED[number]
    assert found.hit_frequency == wins
    assert found.edge == 1 - wins * FOR_ONE[number]


def test_any_of_five_repeaters_is_an_integral() -> None:
    found = worked_out("repeater-updown")
    loses = below([(Fraction(ways(n)), REPEATED[n]) for n in range(2, 7)], Fraction(6))
    assert found.hit_frequency == 1 - loses
    assert found.edge == 1 - 15 * (1 - loses)


def test_the_same_point_again_is_an_integral() -> None:
    """Every point that is set is made or not by itself, so made points and the seven-out are one
    draw after another."""
    points = {
        n: Fraction(ways(n), 24) * Fraction(ways(n), ways(n) + 6) for n in (4, 5, 6, 8, 9, 10)
    }
    rank = {(4, 4): 6, (5, 4): 5, (4, 3): 4, (6, 4): 3, (5, 3): 2, (6, 3): 1}
    nets = {0: -1, 1: 70, 2: 95, 3: 100, 4: 120, 5: 500, 6: 1000}

    def at_most(best: int) -> Fraction:
        limits: list[tuple[Fraction, int]] = []
        for n, chance in points.items():
            over = [times for (like, times), r in rank.items() if like in (n, 14 - n) and r > best]
            if over:
                limits.append((chance, min(over)))
        return below(limits, 1 - sum(points.values(), Fraction(0)))

    chances = dict(worked_out("replay").distribution)
    for best, net in nets.items():
        assert chances[Fraction(net)] == at_most(best) - (at_most(best - 1) if best else 0)


def collected(totals: Sequence[int]) -> Fraction:
    """Return the chance of all of these totals before a seven, by inclusion and exclusion."""
    some = (each for size in range(len(totals) + 1) for each in combinations(totals, size))
    return sum(
        (Fraction((-1) ** len(each) * 6, 6 + sum(map(ways, each))) for each in some), Fraction(0)
    )


WHOLE = 4_998_398_275_503_360
"""Deals of six cards from eight decks. Counts of coups are those printed at wizardofodds.com."""
TIES = {
    9: (80, 55_146_054_060_032), 8: (80, 54_879_416_675_072), 7: (45, 101_717_538_899_968),
    6: (45, 96_170_001_308_416), 5: (110, 39_684_046_743_808), 4: (120, 36_294_133_463_040),
    3: (200, 22_250_510_129_408), 2: (225, 20_006_606_104_576), 1: (215, 20_499_217_668_352),
    0: (150, 28_979_901_420_544),
}  # fmt: skip
SIXES = 186_173_936_904_192 + 83_058_367_551_488
NATURAL, NATURAL_TIE = 812_685_054_124_032, 89_325_908_267_520
SMALL, ALL = (2, 3, 4, 5, 6), (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)


def one(pays: Mapping[str, str]) -> dict[str, Any]:
    return {"one_roll": {"pays": pays}}


def each_of(*numbers: str) -> dict[str, Any]:
    share = f"1/{len(numbers)}"
    return {"parts": [{"share": share, "on": each, "pays": "35 to 1"} for each in numbers]}


def of_coups(count: int, pays: int) -> Fraction:
    return 1 - Fraction((pays + 1) * count, WHOLE)


OTHERS: dict[str, tuple[str, dict[str, Any], Fraction]] = {
    # One roll: counted out of 36.
    "midway": ("two dice", one({"7, easy 6, easy 8": "1 to 1", "hard 6, hard 8": "2 to 1"}),
               Fraction(20 - 14 - 2 * 2, 36)),
    "field, 2 and 12 double": ("two dice", one({"3, 4, 9, 10, 11": "1 to 1", "2, 12": "2 to 1"}),
                               Fraction(20 - 14 - 2 * 2, 36)),
    "field, 2 and 12 triple": ("two dice", one({"3, 4, 9, 10, 11": "1 to 1", "2, 12": "3 to 1"}),
                               Fraction(20 - 14 - 2 * 3, 36)),
    "field numbers in three": ("two dice", one({"2, 3, 4": "4 to 1"}), Fraction(30 - 6 * 4, 36)),
    "big red": ("two dice", one({"7": "4 to 1"}), Fraction(1, 6)),
    "horn high 12": (
        "two dice",
        {"parts": [
            {"share": share, "on": on, "pays": pays}
            for share, on, pays in (("1/5", "2", "30 to 1"), ("1/5", "3", "15 to 1"),
                                    ("1/5", "11", "15 to 1"), ("2/5", "12", "30 to 1"))
        ]},
        -Fraction(26 + 2 * 11 + 2 * 11 + 57 - 30 * 5, 36 * 5),
    ),
    # Several rolls.
    "three sevens on the come-out": (
        "dice with puck",
        {"offer": "come-out",
         "run": {"event": "7 on the come-out", "times": 3, "pays": "200 to 1",
                 "loses": "any roll except 7 on the come-out"}},
        1 - 201 * Fraction(1, 6) ** 3,
    ),
    **{
        f"{name}, {pays} to 1": (
            "two dice",
            {"collect": {"goals": [str(n) for n in totals], "until": "7",
                         "complete": f"{pays} to 1"}},
            1 - (pays + 1) * collected(totals),
        )
        for name, totals, pays in (("small", SMALL, 30), ("small", SMALL, 34), ("all", ALL, 150),
                                   ("all", ALL, 155), ("all", ALL, 175))
    },
    # Coups.
    **{f"tie at {n}": ("coup", one({f"tie at {n}": f"{pays} to 1"}), of_coups(count, pays))
       for n, (pays, count) in TIES.items()},
    "tie, 9 to 1": ("coup", one({"tie": "9 to 1"}), of_coups(sum(n for _, n in TIES.values()), 9)),
    "ties together": ("coup", one({"0 points in all, tie at 1, tie at 2, tie at 3": "50 to 1"}),
                      of_coups(sum(TIES[n][1] for n in range(4)), 50)),
    "super 6": ("coup", one({"banker 6": "12 to 1"}), of_coups(SIXES, 12)),
    "lucky bonus": ("coup", one({"banker 6": "18 to 1"}), of_coups(SIXES, 18)),
    "natural of the player": ("coup", one({"player natural": "4 to 1"}), of_coups(NATURAL, 4)),
    "natural of either": (
        "coup", one({"player has a natural, banker has a natural": "2 to 1"}),
        of_coups(2 * NATURAL + NATURAL_TIE, 2),
    ),
    # A wheel of 38, and three dice out of 216.
    "red snake": ("wheel", one({"1, 5, 9, 12, 14, 16, 19, 23, 27, 30, 32, 34": "2 to 1"}),
                  Fraction(1, 19)),
    "neighbours of the 17": ("wheel", each_of("17", "20", "32", "5", "22"), Fraction(1, 19)),
    "four numbers": ("three dice", one({"3-4-5, 3-4-6, 3-5-6, 4-5-6": "7 to 1"}),
                     1 - Fraction(8 * 4 * 6, 216)),
    "any triple, 30 to 1": ("three dice", one({"any triple": "30 to 1"}),
                            1 - Fraction(31 * 6, 216)),
    # The wheel of 54 stops.
    "either emblem": ("big six wheel", one({"any emblem": "24 to 1"}), 1 - Fraction(25 * 2, 54)),
    "colour of the twos": ("big six wheel", one({"2, 20": "2 to 1"}), 1 - Fraction(3 * 17, 54)),
}  # fmt: skip


@pytest.mark.parametrize("name", OTHERS)
def test_side_bets_of_other_casinos_are_what_a_count_says(name: str) -> None:
    space, shape, edge = OTHERS[name]
    data = {"key": "mine", "name": name, "space": space, **shape}
    found, faults = designed(data)
    assert found is not None, faults
    assert design_figure(found).edge == edge
    told = [fault.what for fault in faults_of(data)]
    assert (
        told == [] if edge >= 0 else ["the player has an edge" in each for each in told] == [True]
    )


def test_what_coups_cannot_say_is_refused_with_the_reason() -> None:
    for words in ("player pair", "either pair", "same suit"):
        (fault,) = faults_of(
            {"key": "pair", "name": "Pair", "space": "coup"} | one({words: "11 to 1"})
        )
        assert "not which cards" in fault.what
        assert "banker has a natural" in fault.instead


def test_counts_that_are_too_many_are_refused_at_once() -> None:
    """All ten repeaters together: half a million counts to tell apart."""
    lines = [
        {"goals": [str(n)], "times": times, "pays": "9 for 1"} for n, times in REPEATED.items()
    ]
    wager = {"key": "citywide", "name": "Citywide", "space": "two dice",
             "repeat": {"until": "7", "at_once": True, "lines": lines}}  # fmt: skip
    (fault,) = faults_of(wager)
    assert "more than 3,000 counts" in fault.what
    assert fault.instead == "Have fewer goals, or fewer times."
    twice = wager | {"repeat": {"until": "7", "lines": [lines[0], lines[0]]}}
    assert any("has a line already" in fault.what for fault in faults_of(twice))
    missing = wager | {"repeat": {"until": "7", "lines": [{**lines[0], "times": None}]}}
    assert {(each.key, each.what) for each in faults_of(missing)} == {
        ("repeat.lines.times", "it is missing")
    }


LARGE = ("replay", "repeater-updown")
"""Whose machines take seconds to solve."""
EXAMPLES = sorted(path.stem for path in WAGERS.glob("*.toml"))


@pytest.mark.parametrize("name", usual(EXAMPLES, [each for each in EXAMPLES if each not in LARGE]))
def test_every_example_is_sound_and_says_its_source(name: str) -> None:
    data = read(name)
    assert faults_of(data, made(name)) == ()
    assert data["key"] == name
    assert data["source"]
    assert data["about"]
