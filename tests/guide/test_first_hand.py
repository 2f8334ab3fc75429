"""The first hand of each game, in every rule set that has the game."""

import pytest

from lammer.games.first_hand import RAIL, SEAT
from lammer.guide.first_hand import PlayedStep, as_data, first_hand
from lammer.server.catalogue import catalogue, usual_house
from tests.usual import EACH_GAME

MOST_STEPS = 12
"""Two minutes, at ten seconds a step."""
LONGEST = 300
"""Characters of one step."""


def said(steps: tuple[PlayedStep, ...]) -> str:
    return " ".join(text for step in steps for text in step.text)


@pytest.mark.parametrize(("key", "game"), EACH_GAME)
def test_every_command_is_accepted_and_short_enough(key: str, game: str) -> None:
    steps = first_hand(key, game)  # A refusal would be raised.
    assert 5 <= len(steps) <= MOST_STEPS
    for step in steps[:-1]:
        assert step.step.commands, step.step.text
        assert step.events, step.step.text
        assert step.button, step.step.text
        assert len(step.step.text) <= LONGEST, step.step.text
    assert (steps[-1].events, steps[-1].step.spot) == ((), None)


@pytest.mark.parametrize(("key", "game"), EACH_GAME)
def test_every_spot_is_on_the_layout(key: str, game: str) -> None:
    found = catalogue(usual_house(key, game))
    known = {*found["wagers"], *found["moved"]}
    spots = [step.step.spot for step in first_hand(key, game) if step.step.spot is not None]
    assert set(spots) <= known
    assert len(set(spots)) >= 3
    lying = {spot["spot"] for area in found["areas"] for spot in area["spots"]}
    assert {found["wagers"][key]["spot"] for key in spots if key in found["wagers"]} <= lying


@pytest.mark.parametrize(("key", "game"), EACH_GAME)
def test_a_bet_shown_says_when_it_wins(key: str, game: str) -> None:
    for step in first_hand(key, game)[:-1]:
        assert step.plain.endswith("."), step.step.spot


@pytest.mark.parametrize(("key", "game"), EACH_GAME)
def test_one_wins_and_one_loses_and_the_chips_are_all_there(key: str, game: str) -> None:
    steps = first_hand(key, game)
    told = said(steps)
    assert "You win $" in told
    last = steps[-1].table
    assert last.seats[SEAT].bets == {}
    assert last.layout(SEAT) == 0
    won = sum(
        cents if to == f"rail-{SEAT}" else -cents if source == f"rail-{SEAT}" else 0
        for step in steps
        for event in step.events
        for source, to, cents in event.moves
    )
    assert last.rail(SEAT) - RAIL == won


@pytest.mark.parametrize("game", ["craps", "mini-craps", "automated-craps"])
def test_craps_shows_line_point_odds_come_and_a_seven_out(game: str) -> None:
    steps = first_hand("nj-2011", game)
    assert [step.step.spot for step in steps] == [
        *("pass", "pass", "pass-odds", "come", "come", "come-9", "pass", "pass", "pass", None)
    ]
    assert [step.table.point for step in steps] == [None, None, 6, 6, 6, 6, None, None, 4, None]
    told = said(steps)
    for words in ("The point is six", "Come Bet goes to the 9", "the point is made", "Seven out"):
        assert words in told


def test_punto_banco_shows_a_natural_a_third_card_vigorish_and_a_tie() -> None:
    told = said(first_hand("nj-2001", "punto-banco")).lower()
    for words in ("natural", "draws", "vigorish", "tie"):
        assert words in told, told


def test_the_same_hand_each_time() -> None:
    assert as_data("nj-2011", "craps") == as_data("nj-2011", "craps")
