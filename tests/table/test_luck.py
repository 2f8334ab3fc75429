"""Luck against expectation, held against every sequence of rolls played at the real table."""

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from lammer.games import load
from lammer.odds import figure
from lammer.odds.prospect import Prospects
from lammer.table import Run
from lammer.table.views.luck import Luck, LuckOfTable
from tests.usual import usual

DICE = [(one, other) for one in range(1, 7) for other in range(1, 7)]


def bet(wager: str, cents: int, **more: Any) -> dict[str, Any]:
    return {"do": "bet", "seat": 1, "wager": wager, "amount": cents, **more}


def table_with(*commands: dict[str, Any], rules: str = "nj-2011", **house: Any) -> Run:
    run = Run.at(rules, rails={1: 10_000_00}, house=house)
    for command in commands:
        answer = run.do(command)
        assert answer.ok, answer.refusal
    return run


SHOOTS = {"do": "accept-dice", "seat": 1}
LAYOUTS = {
    "line and fields": [SHOOTS, bet("pass", 10_00), bet("field", 5_00)],
    "bets that win together": [
        *(SHOOTS, bet("pass", 10_00), {"do": "roll", "dice": [2, 4]}),
        *(bet("pass-odds", 20_00), bet("place-6", 12_00), bet("hard-6", 5_00), bet("come", 10_00)),
    ],
    "against the dice": [
        *(SHOOTS, bet("dont-pass", 10_00), {"do": "roll", "dice": [2, 2]}),
        *(bet("dont-come", 10_00), bet("lay-10", 100_00), bet("horn", 4_00)),
    ],
    "collections": [SHOOTS, bet("pass", 5_00), bet("fire", 5_00), bet("all-tall", 5_00)],
    "left up": [
        *(SHOOTS, bet("pass", 10_00), {"do": "roll", "dice": [4, 4]}),
        bet("place-6", 12_00, leave_up=True),
    ],
}


measured = cache(LuckOfTable)


def luck_after(run: Run, *rolls: tuple[int, int]) -> tuple[Luck, Fraction]:
    """Return the luck of seat 1 in these rolls, and its chips with its bets at their worth."""
    run, luck = run.copy(), Luck()
    measure = measured(run.table.rules)
    for dice in rolls:
        before = run.table
        answer = run.do({"do": "roll", "dice": [*dice]})
        if not answer.ok:
            break  # The shooter would need another line bet.
        luck = luck.plus(measure.of_command(before, answer.events, run.table, 1))
    return luck, worth_of(run, measure)


def worth_of(run: Run, measure: LuckOfTable) -> Fraction:
    table = run.table
    bets = table.seats[1].bets.values() if 1 in table.seats else ()
    return table.rail(1) + sum((measure.worth(each, table.context) for each in bets), Fraction(0))


@pytest.mark.parametrize("name", LAYOUTS)
def test_luck_has_mean_zero_and_the_variance_it_says(name: str) -> None:
    rules = "md-2013" if name == "collections" else "nj-2011"
    run = table_with(*LAYOUTS[name], rules=rules)
    every = [luck_after(run, dice)[0] for dice in DICE]
    assert sum(each.above for each in every) == 0
    (variance,) = {each.variance for each in every}
    assert variance == sum(each.above**2 for each in every) / 36 > 0


@pytest.mark.long
def test_over_two_rolls_the_variances_add_up() -> None:
    run = table_with(SHOOTS, bet("pass", 10_00), bet("place-6", 12_00))
    every = [luck_after(run, *rolls)[0] for rolls in product(DICE, repeat=2)]
    assert sum(each.above for each in every) == 0
    assert sum(each.above**2 for each in every) == sum(each.variance for each in every) > 0


def test_luck_and_expectation_make_up_the_result() -> None:
    run = table_with(SHOOTS)
    measure = LuckOfTable(run.table.rules)
    start = worth_of(run, measure)
    assert run.do(bet("pass", 495_00)).ok
    assert worth_of(run, measure) - start == -700, "7/495 of the bet"
    luck, worth = luck_after(run, (2, 2))
    assert luck.above == worth - (start - 700), "nothing but the dice changed it"


def test_taking_down_a_good_bet_is_no_bad_luck() -> None:
    run = table_with(SHOOTS, bet("dont-pass", 33_00), {"do": "roll", "dice": [2, 2]})
    measure = LuckOfTable(run.table.rules)
    before, held = run.table, worth_of(run, measure)
    answer = run.do({"do": "remove", "seat": 1, "wager": "dont-pass"})
    assert measure.of_command(before, answer.events, run.table, 1) == Luck()
    assert worth_of(run, measure) - held == -11_00, "a third of the bet is given away"


def test_a_roll_taken_back_takes_its_luck_back() -> None:
    run = table_with(SHOOTS, bet("pass", 10_00))
    measure = LuckOfTable(run.table.rules)
    before = run.table
    rolled = run.do({"do": "roll", "dice": [1, 1]})
    had = measure.of_command(before, rolled.events, run.table, 1)
    before = run.table
    back = run.do({"do": "correct", "reason": "wrong-dice", "caller": "boxperson"})
    assert back.ok, back.refusal
    assert had.plus(measure.of_command(before, back.events, run.table, 1)) == Luck()


CARDS = {"player": ["9h", "2c", "Kd", "5s"], "banker": ["2c", "9h", "5s", "Kd"]}
"""Naturals: two cards to the Player's Hand, two to the Banker's, as they are drawn in turn."""


@pytest.mark.parametrize("wager", ["player", "banker"])
def test_a_coup_has_the_variance_of_its_sheet(wager: str) -> None:
    """The sheet is for a full shoe, and vigorish on $100 needs no rounding."""
    run = Run.at("nj-2001", rails={1: 1000_00})
    for command in ({"do": "accept-shoe", "seat": 1}, bet(wager, 100_00)):
        answer = run.do(command)
        assert answer.ok, answer.refusal
    rules, before = run.table.rules, run.table
    answer = run.do({"do": "deal", "cards": CARDS[wager]})
    assert answer.ok, answer.refusal
    luck = LuckOfTable(rules).of_command(before, answer.events, run.table, 1)
    sheet = figure(rules.ruleset, rules.wagers[wager], rules.vig(rules.wagers[wager]))
    assert luck.variance == 100_00**2 * sheet.variance
    won = 100_00 if wager == "player" else 95_00
    assert luck.above == won + 100_00 * sheet.edge_per_bet_made


@pytest.mark.parametrize(
    "rules",
    usual(
        ["nj-2011", "nj-2005", "md-2013", "nj-1997", "nj-2001"], ["nj-2011", "nj-1997", "nj-2001"]
    ),
)
def test_a_new_bet_is_worth_its_edge(rules: str) -> None:
    ruleset = load(rules)
    prospects = Prospects(ruleset.space)
    for wager in ruleset.wagers:
        if wager.behind is None:
            for context in wager.offer.contexts:
                found = prospects.of(wager, wager.machine.start, context)
                assert found.net == -figure(ruleset, wager).edge_per_bet_made, wager.key
