"""The third card: every banker total against every third card, and coups dealt by the million."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from lammer.games import load
from lammer.instruments.shoe.cards import DECK, Coup, Drawing, Misdealt, dealt
from lammer.instruments.shoe.coups import coup_space, coups, shoe_of
from lammer.instruments.shoe.law import shoe_law
from lammer.odds import figure
from lammer.table import Run

CHART = {
    # The banker's count: no third card, then 0 to 9; as every public chart prints it (R-48, S12).
    0: "DDDDDDDDDDD",
    1: "DDDDDDDDDDD",
    2: "DDDDDDDDDDD",
    3: "DDDDDDDDDSD",
    4: "DSSDDDDDDSS",
    5: "DSSSSDDDDSS",
    6: "SSSSSSSDDSS",
    7: "SSSSSSSSSSS",
}
RANK = "TA23456789"
MISPRINT = {3: "DDDDDDDDSD", 4: "DSSDDDDDSS", 5: "DSSSSDDDSS", 6: "SSSSSSDDSS"}
"""The four rows as they are printed, ten letters for eleven columns."""


def drawing() -> Drawing:
    return shoe_law(load("nj-2001").procedure).drawing


def coup_of(banker: int, third: int | None, drawn: int | None) -> list[str]:
    """Cards that put the Banker's Hand on a count, and a third card in the Player's Hand."""
    first = ["Kh", f"{RANK[banker]}c", "7d" if third is None else "2d", "Ts"]
    if third is not None:
        first.append(f"{RANK[third]}h")
    return first if drawn is None else [*first, f"{RANK[drawn]}s"]


CELLS = [(banker, third) for banker in CHART for third in (None, *range(10))]


@pytest.mark.parametrize(
    ("banker", "third"),
    [
        pytest.param(
            *cell, marks=pytest.mark.clause(f"NJ01-3.9c-B{cell[0]}", "NJ01-3.9f", "NJ01-3.9g")
        )
        for cell in CELLS
    ],
)
def test_each_banker_total_against_each_third_card(banker: int, third: int | None) -> None:
    draws = CHART[banker][0 if third is None else third + 1] == "D"
    right = coup_of(banker, third, 3 if draws else None)
    wrong = coup_of(banker, third, None if draws else 3)
    run = Run.at("nj-2001", rails={1: 10000})
    run.do({"do": "accept-shoe", "seat": 1})
    refusal = run.do({"do": "deal", "cards": wrong}).refusal
    assert refusal is not None
    assert refusal.code == "wrong-cards"
    assert f"NJ01-3.9c-B{banker}" in refusal.clauses
    events = run.do({"do": "deal", "cards": right}).events
    told = [e for e in events if e.name in ("draw", "stay") and e.body["hand"] == "banker"]
    assert [e.name for e in told] == ["draw" if draws else "stay"]
    assert f"NJ01-3.9c-B{banker}" in told[0].clauses


@pytest.mark.parametrize("natural", [8, 9])
@pytest.mark.clause("NJ01-3.9a")
def test_after_a_natural_nobody_draws(natural: int) -> None:
    for other in range(10):
        for cards in (
            [f"{RANK[natural]}h", f"{RANK[other]}c", "Kd", "Ks"],
            [f"{RANK[other]}h", f"{RANK[natural]}c", "Kd", "Ks"],
        ):
            assert isinstance(dealt(drawing(), cards), Coup)
            assert isinstance(dealt(drawing(), [*cards, "2h"]), Misdealt)
            run = Run.at("nj-2001", rails={1: 10000})
            run.do({"do": "accept-shoe", "seat": 1})
            (stay,) = [e for e in run.do({"do": "deal", "cards": cards}).events if e.name == "stay"]
            assert stay.body["hand"] == "both"


@pytest.mark.parametrize("count", range(8))
def test_table_1(count: int) -> None:
    third = dealt(drawing(), [f"{RANK[count]}h", "7c", "Kd", "Ks", "2h"])
    assert isinstance(third, Coup) == (count <= 5)


def test_the_printed_rows_are_the_chart_with_one_column_lost() -> None:
    """R-48: without the column of the 4, or of the 5, the chart is what is printed; and with no
    other column gone is it."""
    lost = [
        column - 1
        for column in range(11)
        if all(CHART[n][:column] + CHART[n][column + 1 :] == row for n, row in MISPRINT.items())
    ]
    assert lost == [4, 5]


def test_the_space_is_what_dealing_every_card_gives() -> None:
    """A shoe of a few cards, dealt in every order."""
    cards = ["Ah", "4d", "6c", "7s", "8h", "Kd", "Ks", "3c", "5d"]
    shoe = Counter(cards)
    found: Counter[tuple[int, ...]] = Counter()
    for deal in _orders(cards):
        for size in (4, 5, 6):
            coup = dealt(drawing(), deal[:size])
            if isinstance(coup, Coup):
                found[coup.outcome] += 1
                break
    assert {k: v for k, v in coups(drawing(), shoe).items() if v} == found


def _orders(cards: list[str]) -> Any:
    for places in product(range(len(cards)), repeat=6):
        if len(set(places)) == 6:
            yield [cards[at] for at in places]


@pytest.mark.parametrize("decks", range(1, 9))
def test_all_deals_are_counted(decks: int) -> None:
    size = 52 * decks
    whole = 1
    for used in range(6):
        whole *= size - used
    assert sum(coup_space("coups", drawing(), decks).weights) == whole


def test_eight_decks() -> None:
    facts = load("nj-2001").space.facts
    assert sum(map(int, facts["counts"].values())) == 4_998_398_275_503_360
    assert facts["counts"]["banker"] == str(2_292_252_566_437_888)


def test_a_shoe_in_which_every_coup_is_a_tie() -> None:
    """Only ten-valued cards: nothing is ever decided, and nothing is lost on either hand."""
    tens = {card: (0 if card[0] in "TJQK" else 1) for card in DECK}
    rules = load("nj-2001")
    rules = replace(rules, space=coup_space("coups", drawing(), 1, tens))
    player = figure(rules, rules.wager("player"))
    assert player.p_push == 1
    assert player.edge_per_bet_made == player.edge_per_bet_decided == 0
    assert figure(rules, rules.wager("tie")).p_win == 1


@pytest.mark.parametrize(
    ("decks", "removed", "said"),
    [(1, {"9h": 2}, "2 of 9h, and there are 1"), (1, dict.fromkeys(DECK[:47], 1), "6 cards")],
)
def test_a_shoe_that_cannot_be(decks: int, removed: dict[str, int], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        shoe_of(decks, removed)


def test_coups_dealt_at_random_come_as_often_as_they_should(
    request: pytest.FixtureRequest, record_property: Any
) -> None:
    """Two million in the long run, each from a fresh shoe of eight decks: each winner, and what
    each wager brings, within four standard errors."""
    count = 2_000_000 if request.config.getoption("--long") else 50_000
    record_property("counted", {"coups dealt at random": count})
    chance, rules = Random(20011), drawing()
    shoe = [card for card in DECK for _ in range(8)]
    seen: Counter[str] = Counter()
    for _ in range(count):
        cards = chance.sample(shoe, 6)
        coup = next(c for n in (4, 5, 6) if isinstance(c := dealt(rules, cards[:n]), Coup))
        seen[coup.winner] += 1
    facts = load("nj-2001").space.facts["counts"]
    whole = sum(map(int, facts.values()))
    for side, ways in facts.items():
        p = Fraction(int(ways), whole)
        off = seen[side] - p * count
        assert off**2 <= 16 * count * p * (1 - p), side
    net = {"player": Fraction(1), "banker": Fraction(19, 20), "tie": Fraction(8)}
    for side, pays in net.items():
        wins = Fraction(int(facts[side]), whole)
        back = Fraction(0) if side == "tie" else Fraction(int(facts["tie"]), whole)
        mean = wins * pays - (1 - wins - back)
        variance = wins * pays**2 + (1 - wins - back) - mean**2
        lost = count - seen[side] - (0 if side == "tie" else seen["tie"])
        got = seen[side] * pays - lost
        assert (got - mean * count) ** 2 <= 16 * count * variance, side
