"""Quick bets in words: groups of numbers, presses and regresses, the same bet again, several bets
in a line, and numbers that are spelled out."""

from functools import cache
from typing import Any

import pytest

from lammer.table import Run, TableState
from lammer.typed.earlier_bets import NOTHING, EarlierBets, earlier_bets_after
from lammer.typed.intents import LocalAction, TableCommands, Unclear
from lammer.typed.parser import understood
from lammer.typed.quick import accepted, phrases, quick_bets
from lammer.typed.words import parts_of, split_words

CRAPS = [
    ("nj-2011", "craps"),
    ("nj-2011", "mini-craps"),
    ("nj-2011", "automated-craps"),
    ("nj-2005", "mini-craps"),
    ("md-2013", "craps"),
]
Stakes = dict[str, int]


def bet(wager: str, amount: int) -> dict[str, Any]:
    return {"do": "bet", "seat": 1, "wager": wager, "amount": amount}


def roll(first: int, second: int) -> dict[str, Any]:
    return {"do": "roll", "dice": [first, second]}


def played(run: Run, *commands: dict[str, Any]) -> tuple[TableState, EarlierBets]:
    """Give commands to a table; return it with the earlier bets of seat 1."""
    earlier: dict[int, EarlierBets] = {}
    for command in commands:
        before = run.table
        answer = run.do(command)
        assert answer.ok, (command, answer.refusal)
        earlier = dict(earlier_bets_after(earlier, before, answer.events))
    return run.table, earlier.get(1, NOTHING)


@cache
def opened(rules: str = "nj-2011", game: str | None = None) -> TableState:
    return Run.at(rules, game, rails={1: 100000}).table


@cache
def point(number: int) -> TableState:
    """A point is on; pass is up."""
    dice = {4: (2, 2), 5: (2, 3), 6: (3, 3), 8: (4, 4), 9: (4, 5), 10: (5, 5)}[number]
    run = Run.at("nj-2011", rails={1: 100000})
    return played(run, {"do": "accept-dice", "seat": 1}, bet("pass", 1000), roll(*dice))[0]


@cache
def place_bets() -> TableState:
    """The point is 4; $12 on the 6, $30 on the 8, $5 on the 5, $10 on hard 8."""
    run = Run.at("nj-2011", rails={1: 100000})
    return played(
        run,
        *({"do": "accept-dice", "seat": 1}, bet("pass", 1000), roll(2, 2), bet("place-6", 1200)),
        *(bet("place-8", 3000), bet("place-5", 500), bet("hard-8", 1000)),
    )[0]


def commands(
    text: str, table: TableState, earlier: EarlierBets = NOTHING
) -> tuple[dict[str, Any], ...]:
    meaning = understood(text, table, 1, leave_up=None, earlier=earlier)
    assert isinstance(meaning, TableCommands), meaning
    return meaning.commands


def stakes(text: str, table: TableState, earlier: EarlierBets = NOTHING) -> Stakes:
    found = commands(text, table, earlier)
    assert all(each["do"] == "bet" for each in found), found
    return {each["wager"]: each["amount"] for each in found}


def place(**numbers: int) -> Stakes:
    return {f"place-{key.removeprefix('n')}": dollars * 100 for key, dollars in numbers.items()}


NOTHING_UP = ("You have no bet", "There is nothing to repeat", "Nothing of yours is up")
INSIDE = place(n5=5, n6=6, n8=6, n9=5)
ACROSS = place(n4=5, n5=5, n6=6, n8=6, n9=5, n10=5)
OUTSIDE = place(n4=5, n5=5, n9=5, n10=5)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("22 inside", INSIDE),
        ("$22 inside", INSIDE),
        ("22 on the inside", INSIDE),
        ("inside", INSIDE),
        ("inside for 22", INSIDE),
        ("twenty-two inside", INSIDE),
        ("44 inside", {key: 2 * each for key, each in INSIDE.items()}),
        ("a hundred and ten inside", {key: 5 * each for key, each in INSIDE.items()}),
        ("32 across", ACROSS),
        ("thirty two across", ACROSS),
        ("place 32 across", ACROSS),
        ("across", ACROSS),
        ("64 across", {key: 2 * each for key, each in ACROSS.items()}),
        ("20 outside", OUTSIDE),
        ("outside", OUTSIDE),
    ],
)
@pytest.mark.parametrize(("rules", "game"), [*CRAPS, ("nj-1997", "mini-dice")])
def test_groups_are_spread_in_the_units_of_their_numbers(
    rules: str, game: str, text: str, meant: Stakes
) -> None:
    assert stakes(text, opened(rules, game)) == meant


@pytest.mark.parametrize(
    ("number", "text", "meant"),
    [
        (6, "26 across", place(n4=5, n5=5, n8=6, n9=5, n10=5)),
        (6, "across", place(n4=5, n5=5, n8=6, n9=5, n10=5)),
        (6, "32 across", ACROSS),
        (4, "27 across", place(n5=5, n6=6, n8=6, n9=5, n10=5)),
        (4, "54 across", place(n5=10, n6=12, n8=12, n9=10, n10=10)),
        (9, "27 across", place(n4=5, n5=5, n6=6, n8=6, n10=5)),
        (8, "16 inside", place(n5=5, n6=6, n9=5)),
        (5, "17 inside", place(n6=6, n8=6, n9=5)),
        (8, "22 inside", INSIDE),
        (4, "22 inside", INSIDE),
        (4, "inside", INSIDE),
        (10, "15 outside", place(n4=5, n5=5, n9=5)),
        (10, "20 outside", OUTSIDE),
    ],
)
def test_the_point_is_left_out_where_the_amount_says_so(
    number: int, text: str, meant: Stakes
) -> None:
    assert stakes(text, point(number)) == meant


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("30 inside", '"22 inside" or "44 inside"'),
        ("10 inside", '"22 inside"'),
        ("33 across", '"32 across" or "64 across"'),
        ("0 inside", "above zero"),
    ],
)
def test_an_amount_that_does_not_come_out_even_is_not_guessed(text: str, instead: str) -> None:
    found = understood(text, opened(), 1)
    assert isinstance(found, Unclear)
    assert instead in found.instead


def test_both_totals_are_named_with_a_point() -> None:
    found = understood("30 across", point(6), 1)
    assert isinstance(found, Unclear)
    assert found.instead == 'Say "26 across" or "52 across" or "32 across".'


def test_posted_minimum_raises_the_least_spread() -> None:
    run = Run.at("nj-2011", rails={1: 100000}, house={"limits": {"min": 1000}})
    assert stakes("inside", run.table) == place(n5=10, n6=12, n8=12, n9=10)
    found = understood("22 inside", run.table, 1)
    assert isinstance(found, Unclear)
    assert found.instead == 'Say "44 inside".'
    assert phrases(run.table)[:3] == ("64 across", "44 inside", "40 outside")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("press the 6", {"place-6": 1200}),
        ("press the six", {"place-6": 1200}),
        ("press the 6 and 8", {"place-6": 1200, "place-8": 3000}),
        ("press inside", {"place-6": 1200, "place-8": 3000, "place-5": 500}),
        ("press", {"place-6": 1200, "place-8": 3000, "place-5": 500, "hard-8": 1000}),
        ("press everything", {"place-6": 1200, "place-8": 3000, "place-5": 500, "hard-8": 1000}),
        ("half press the 6", {"place-6": 600}),
        ("half press the 8", {"place-8": 1200}),
        ("half press the 5", {"place-5": 500}),
        ("half press hard 8", {"hard-8": 500}),
        ("half press the 6 and 8", {"place-6": 600, "place-8": 1200}),
        ("half press", {"place-6": 600, "place-8": 1200, "place-5": 500, "hard-8": 500}),
    ],
)
def test_presses(text: str, meant: Stakes) -> None:
    table = place_bets()
    assert stakes(text, table) == meant
    found = commands(text, table)
    assert accepted(table, 1, found) == ([*found], None)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("regress the 8", {"place-8": 2400}),
        ("regress the 6 and the 8", {"place-6": 600, "place-8": 2400}),
        ("regress inside", {"place-6": 600, "place-8": 2400}),
        ("regress", {"place-6": 600, "place-8": 2400, "hard-8": 900}),
        ("regress the 8 to 12", {"place-8": 1800}),
        ("regress the 8 by 6", {"place-8": 600}),
    ],
)
def test_regresses(text: str, meant: Stakes) -> None:
    table = place_bets()
    found = commands(text, table)
    assert {each["do"] for each in found} == {"reduce"}
    assert {each["wager"]: each["by"] for each in found} == meant
    assert accepted(table, 1, found) == ([*found], None)


def test_what_is_at_its_least_is_not_regressed() -> None:
    assert understood("regress the 5", place_bets(), 1) == Unclear(
        "place 5: no more is up than the least."
    )
    found = understood("regress", opened(), 1)
    assert isinstance(found, Unclear)
    assert found.what == "You have no bet above its least."


@pytest.mark.parametrize(
    ("text", "wagers"),
    [
        ("take all down", {"pass", "place-5", "place-6", "place-8", "hard-8"}),
        ("take down all", {"pass", "place-5", "place-6", "place-8", "hard-8"}),
        ("all down", {"pass", "place-5", "place-6", "place-8", "hard-8"}),
        ("take down the inside", {"place-5", "place-6", "place-8"}),
        ("inside down", {"place-5", "place-6", "place-8"}),
        ("take down the 6 and 8", {"place-6", "place-8"}),
        ("6 and 8 down", {"place-6", "place-8"}),
    ],
)
def test_bets_are_taken_down_together(text: str, wagers: set[str]) -> None:
    found = commands(text, place_bets())
    assert {each["do"] for each in found} == {"remove"}
    assert {each["wager"] for each in found} == wagers


@pytest.mark.parametrize("text", ["all on", "everything on", "all bets on", "all working"])
def test_all_bets_that_may_be_are_called_on(text: str) -> None:
    table = place_bets()
    found = commands(text, table)
    assert {each["wager"] for each in found} == {"place-5", "place-6", "place-8", "hard-8"}
    assert all(each["do"] == "call" and each["working"] for each in found)
    assert accepted(table, 1, found) == ([*found], None)


@pytest.mark.parametrize("text", ["all off", "all bets off", "turn everything off"])
def test_where_nothing_may_be_called_off_the_table_says_why(text: str) -> None:
    """New Jersey's place bets are off on the come-out by rule, and on otherwise."""
    (one,) = commands(text, place_bets())
    assert one["do"] == "call"
    assert not one["working"]
    found, refused = accepted(place_bets(), 1, [one])
    assert not found
    assert refused is not None
    assert refused[1].clauses


def test_all_off_where_bets_may_be_called_off() -> None:
    run = Run.at("md-2013", rails={1: 100000})
    table, _ = played(run, bet("place-6", 1200), bet("lay-4", 4000), bet("lay-10", 4000))
    found = commands("all off", table)
    assert [each["wager"] for each in found] == ["lay-4", "lay-10"]
    assert all(each["do"] == "call" and not each["working"] for each in found)
    assert accepted(table, 1, found) == ([*found], None)


def lost_on_seven() -> tuple[TableState, EarlierBets]:
    run = Run.at("nj-2011", rails={1: 100000})
    return played(
        run,
        *({"do": "accept-dice", "seat": 1}, bet("pass", 1000), bet("field", 500), roll(2, 2)),
        *(bet("place-6", 1200), bet("place-8", 1200), roll(3, 4)),
    )


def test_same_bet_repeats_what_the_last_decision_found() -> None:
    table, earlier = lost_on_seven()
    assert stakes("same bet", table, earlier) == {"pass": 1000, "place-6": 1200, "place-8": 1200}
    assert stakes("repeat", table, earlier) == stakes("same bet", table, earlier)
    again = Run.at("nj-2011", rails={1: 100000}).table
    found = understood("same bet", again, 1)
    assert isinstance(found, Unclear)
    assert found.what == "There is nothing to repeat now."


def test_same_bet_on_a_spot_repeats_what_it_had() -> None:
    table, earlier = lost_on_seven()
    assert stakes("same bet on the field", table, earlier) == {"field": 500}
    assert stakes("same bet on the six", table, earlier) == {"place-6": 1200}
    found = understood("same bet on the horn", table, 1, earlier=earlier)
    assert isinstance(found, Unclear)
    assert found.what == "You have had no horn here."


def test_same_bet_leaves_out_what_is_up_again() -> None:
    table, earlier = lost_on_seven()
    run = Run.at("nj-2011", rails={1: 100000})
    table, _ = played(run, bet("place-6", 600))
    assert stakes("same bet", table, earlier) == {"pass": 1000, "place-8": 1200}


def test_press_means_the_bet_that_has_just_won() -> None:
    run = Run.at("nj-2011", rails={1: 100000})
    stay = {"leave_up": True}
    table, earlier = played(
        run,
        *({"do": "accept-dice", "seat": 1}, bet("pass", 1000), roll(2, 2)),
        *(bet("place-6", 1200) | stay, bet("place-8", 1200) | stay, roll(5, 3)),
    )
    assert earlier.won == ("place-8",)
    assert stakes("press", table, earlier) == {"place-8": 1200}
    assert stakes("press it", table, earlier) == {"place-8": 1200}
    assert stakes("half press", table, earlier) == {"place-8": 600}
    assert stakes("press everything", table, earlier) == {"place-6": 1200, "place-8": 1200}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("pass 10, field 5", {"pass": 1000, "field": 500}),
        ("pass 10 and field 5", {"pass": 1000, "field": 500}),
        ("pass 10; 5 on the field, and a dollar yo", None),
        ("pass 10, 12 on the six and 12 on the eight", {"pass": 1000} | place(n6=12, n8=12)),
        ("6 and 8 for 12 each", place(n6=12, n8=12)),
        ("12 each on the 6 and 8", place(n6=12, n8=12)),
        ("six and eight twelve each", place(n6=12, n8=12)),
        ("place 6 and 8 for 12 each", place(n6=12, n8=12)),
        ("buy the 4 and 10 for 20 each", {"buy-4": 2000, "buy-10": 2000}),
        ("hard 4, 6, 8 and 10 for 1 each", {f"hard-{n}": 100 for n in (4, 6, 8, 10)}),
        ("1,500 on pass, field 5", {"pass": 150000, "field": 500}),
        ("22 inside and a yo for 1", INSIDE | {"eleven": 100}),
        ("twelve six", place(n6=12)),
        ("twelve eight", place(n8=12)),
        ("ten nine", None),
        ("thirty on the six", place(n6=30)),
        ("pass fifteen", {"pass": 1500}),
        ("two hundred fifty on pass", {"pass": 25000}),
        ("c and e 4", {"c-and-e": 400}),
        ("hop 1 and 3 for 2", {"hop-1-3": 200}),
    ],
)
def test_several_bets_and_number_words(text: str, meant: Stakes | None) -> None:
    if meant is None:
        assert isinstance(understood(text, opened(), 1), Unclear)
    else:
        assert stakes(text, opened()) == meant


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("pass 10, xyzzy 5", '"xyzzy 5" means nothing'),
        ("12 on the 6 and 8", "How much on place 8?"),
        ("pass 10 and roll", '"roll" goes on a line of its own.'),
        ("pass 10, press the 6", "no place 6 up to press"),
    ],
)
def test_an_unclear_part_is_named_and_nothing_is_done(text: str, what: str) -> None:
    found = understood(text, opened(), 1)
    assert isinstance(found, Unclear)
    assert what in found.what


def test_a_later_part_is_understood_after_the_earlier() -> None:
    assert [each["amount"] for each in commands("6 for 12, press the 6", opened())] == [1200, 1200]
    found = commands("field 5 and odds max", point(6))
    assert [each["wager"] for each in found] == ["field", "pass-odds"]
    assert accepted(point(6), 1, found) == ([*found], None)


def test_odds_max_alone_is_unchanged() -> None:
    assert understood("odds max", point(6), 1) == LocalAction("max-odds")


def test_a_bet_that_is_put_down_as_two_is_changed_by_its_parts() -> None:
    table, earlier = played(Run.at("nj-2011", rails={1: 100000}), bet("whirl", 500))
    for text in ("press the whirl", "half press whirl", "regress the whirl"):
        found = understood(text, table, 1)
        assert isinstance(found, Unclear)
        assert found.instead == "It is up as Horn Bet and Any Seven."
    assert stakes("press the horn", table) == {"horn": 400}
    quick = {each.key: each.commands for each in quick_bets(table, 1, earlier)}
    assert [each["wager"] for each in quick["down"]] == ["horn", "any-seven"]
    run = Run.at("nj-2011", rails={1: 100000})
    table, earlier = played(
        run, {"do": "accept-dice", "seat": 1}, bet("pass", 500), bet("whirl", 500), roll(3, 4)
    )
    again = {each.key: each.commands for each in quick_bets(table, 1, earlier)}["same"]
    assert {each["wager"]: each["amount"] for each in again} == {
        "pass": 500,
        "horn": 400,
        "any-seven": 100,
    }


@pytest.mark.parametrize("text", ["22 inside", "across", "outside for 20"])
def test_a_game_without_such_numbers_says_what_it_has(text: str) -> None:
    found = understood(text, opened("nj-2001"), 1)
    assert isinstance(found, Unclear)
    assert "at this table" in found.what
    assert '"player 10"' in found.instead


def test_quick_words_of_other_games() -> None:
    run = Run.at("nj-2001", rails={1: 100000})
    table = run.table
    assert phrases(table) == ("press", "half press", "same bet", "regress", "take all down")
    found = understood("press", table, 1)
    assert isinstance(found, Unclear)
    assert found.what == "You have no bet to press."
    assert stakes("player 10, tie 5", table) == {"player": 1000, "tie": 500}


@pytest.mark.parametrize(("rules", "game"), [*CRAPS, ("nj-1997", None), ("nj-2001", None)])
def test_every_phrase_in_the_help_is_understood(rules: str, game: str | None) -> None:
    table = opened(rules, game)
    for phrase in phrases(table):
        found = understood(phrase, table, 1)
        said = found.what if isinstance(found, Unclear) else ""
        assert isinstance(found, TableCommands) or said.startswith(NOTHING_UP), (phrase, found)


def test_what_each_quick_bet_would_do_is_accepted_by_the_table() -> None:
    table, earlier = lost_on_seven()
    for state, known in ((table, earlier), (place_bets(), NOTHING), (point(6), NOTHING)):
        for each in quick_bets(state, 1, known):
            assert bool(each.commands) != bool(each.why), each
            assert accepted(state, 1, each.commands) == ([*each.commands], None)


def test_quick_bets_do_what_is_typed_for_them() -> None:
    table, earlier = lost_on_seven()
    for state, known in ((table, earlier), (place_bets(), NOTHING), (point(6), NOTHING)):
        for each in quick_bets(state, 1, known):
            if each.commands and each.key != "down":
                meant = commands(each.typed, state, known)
                assert [{**one, "seat": 1} for one in each.commands] == [*meant], each.key


def test_a_quick_bet_that_the_rail_does_not_cover_says_so() -> None:
    table = Run.at("nj-2011", rails={1: 2000}).table
    found = {each.key: each for each in quick_bets(table, 1)}
    assert not found["inside"].commands
    assert found["inside"].why == "$22 is needed; you have $20."
    assert found["outside"].commands


def test_words_and_parts() -> None:
    assert split_words("Two hundred and fifty on the SIX") == ["250", "on", "the", "6"]
    assert split_words("hundred on pass") == ["100", "on", "pass"]
    assert split_words("pass \N{GAME DIE}") is None
    assert parts_of("pass 1,500") == []
    assert parts_of("6 for 12,8 for 12") == [["6", "for", "12"], ["8", "for", "12"]]
