"""Known side bets, held to what others published of them; each figure with its source."""

import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from lammer.design import design_figure, designed, faults_of
from lammer.games import load
from lammer.odds import figure

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
}
"""The edge of the house as printed."""
DISTRIBUTIONS = {
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


def near(value: Fraction, printed: str) -> bool:
    """Return whether a value is the printed one, to the last digit that is printed."""
    places = len(printed.partition(".")[2])
    return abs(value - Fraction(printed)) <= Fraction(6, 10 ** (places + 1))


@pytest.mark.parametrize("name", PUBLISHED)
def test_edges_are_those_published(name: str) -> None:
    found, faults = designed(read(name))
    assert found is not None
    assert not faults
    printed, source = PUBLISHED[name]
    assert near(design_figure(found).edge, printed), source


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_distributions_are_those_published(name: str) -> None:
    found, _ = designed(read(name))
    assert found is not None
    chances = dict(design_figure(found).distribution)
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
    found, _ = designed(read(name))
    assert found is not None
    law = load(rules)
    theirs, ours = figure(law, law.wager(wager)), design_figure(found).figure
    for key in ("p_win", "p_lose", "p_push", "edge_per_bet_made", "rolls_to_decide", "variance"):
        assert getattr(ours, key) == getattr(theirs, key), key


@pytest.mark.parametrize("number", range(2, 13))
def test_repeaters_are_a_power_of_one_number_before_a_seven(number: int) -> None:
    """Before a 7 a number comes once more with the same chance each time, so n times with its n-th
    power."""
    if number == 7:
        return
    times = 6 - abs(7 - number) + 1 if number != 7 else 0
    ways = 6 - abs(7 - number)
    wager = {
        "key": "repeater",
        "name": "Repeater",
        "space": "two dice",
        "count": {"event": number, "until": 7, "at_once": True, "pays": {str(times): "40 to 1"}},
    }
    found, _ = designed(wager)
    assert found is not None
    assert design_figure(found).hit_frequency == Fraction(ways, ways + 6) ** times


def test_every_example_is_sound_and_says_its_source() -> None:
    for path in sorted(WAGERS.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        assert faults_of(data) == (), path.name
        assert data["key"] == path.stem
        assert data["source"]
        assert data["about"]
