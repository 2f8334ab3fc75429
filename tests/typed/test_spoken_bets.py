"""Bets as players and dealers say them at roulette, big six, sic bo and minibaccarat: understood as
what they mean; asked about where they may mean two things; answered where nothing is like them."""

import re
from functools import cache

import pytest

from lammer.core.legality import Refusal
from lammer.table import Run, TableState
from lammer.typed.dry_run import decision_on
from lammer.typed.intents import TableCommands, Unclear
from lammer.typed.parser import understood

ONE_ZERO = "ac-roulette single-zero"
SAID: dict[str, dict[str, tuple[str, ...]]] = {
    "ac-roulette": {
        "straight-17 5": (
            *("17 straight 5", "straight up 17 for 5", "$5 straight up on 17", "5 on 17"),
            *("$5 on number 17", "17 for 5", "five dollars on seventeen"),
        ),
        "straight-00 5": ("double zero 5", "00 for 5", "5 on the double zero"),
        "straight-0 5": ("zero for 5", "5 on the zero"),
        "split-17-20 5": ("split 17 20 for 5", "17/20 split for 5", "20-17 split $5"),
        "split-0-00 5": ("0 00 split for 5", "split zero double zero for 5", "split 00 0 5"),
        "street-13 5": ("street 13 for 5", "13 14 15 street 5", "street 13-15 for 5"),
        "trio-0-1-2 5": ("trio 0 1 2 for 5", "0 1 2 street for 5", "trio 2 1 0 for 5"),
        "corner-17 5": (
            *("corner 17 for 5", "17/21 corner for 5", "17 18 20 21 corner for 5"),
            *("quarter 17 for 5", "square 21 17 for 5"),
        ),
        "line-13 5": (
            *("line 13 for 5", "double street 13 for 5", "six line 13 18 for 5"),
            *("13-18 six line for 5", "line 13/16 for 5", "sixline 13 for 5"),
        ),
        "first-five 5": ("first five for 5", "top line for 5", "basket 5", "0 00 1 2 3 for 5"),
        "dozen-2 10": ("second dozen 10", "2nd 12 for 10", "13-24 for 10", "13 to 24 for 10"),
        "column-3 10": ("column 3 10", "third column for 10", "top column 10", "col 3 for 10"),
        "low 10": ("low 10", "1-18 for 10", "1 to 18 for 10", "manque 10"),
        "high 10": ("high 10", "19-36 10", "passe 10"),
        "even 10": ("even 10", "pair 10"),
        "odd 10": ("odd 10", "impair 10"),
        "red 10, black 10": ("red and black 10 each", "10 on red, 10 on black"),
        "straight-17 5, straight-20 5": ("17 and 20 for 5 each", "5 each on 17 and 20"),
    },
    ONE_ZERO: {
        "first-four 5": ("first four for 5", "0 1 2 3 for 5"),
        "split-0-3 5": ("0/3 split for 5",),
        "trio-0-2-3 5": ("trio 0 2 3 for 5",),
    },
    "ac-big-six": {
        "five 10": ("5 for 10", "10 on the five", "$10 on 5", "the fives for 10", "5s for 10"),
        "ten 5": ("$5 on the 10", "ten for 5", "tens for 5"),
        "twenty 5": ("20 for 5", "twenty for 5", "twenties for 5", "number 20 for 5"),
        "one 10, two 5": ("1 for 10, 2 for 5", "ones for 10 and twos for 5"),
        "emblem-1 5": ("joker for 5", "5 on the joker", "first emblem 5"),
        "emblem-2 5": ("star for 5", "logo for 5", "second emblem for 5"),
    },
    "ac-sic-bo": {
        "small 10": ("small 10", "low 10", "10 on small", "siu 10"),
        "big 10": ("big 10", "high 10", "tai 10"),
        "any-triple 5": ("any triple 5", "any three of a kind 5", "all triples for 5"),
        "triple-4 1": ("triple 4 for 1", "triple fours 1", "three 4s for 1", "trips 4 for 1"),
        "double-4 5": (
            *("double 4 for 5", "double fours 5", "two fours for 5", "pair of 4s for 5"),
            *("pair 4 4 5", "4 double for 5"),
        ),
        "pair-1-4 5": ("pair 1 4 5", "1-4 pair for 5", "4/1 combo for 5", "two dice 1 4 for 5"),
        "total-9 5": ("total 9 for 5", "9 for 5", "sum of nine for 5", "5 on total 9"),
        "number-4 10": ("number 4 for 10", "single 4 for 10", "fours for 10", "4s for 10"),
        "number-3 5": ("3 for 5", "threes for 5"),
        "small 5, total-9 5": ("small and total 9 for 5 each",),
    },
    "ac-minibaccarat": {
        "player 10": ("player 10", "p 10", "10 on the player's hand"),
        "banker 10": ("banker 10", "bank for 10"),
        "tie 5": ("tie 5", "egalité 5"),
        "tie 10, banker 20": ("tie 10 and banker 20",),
    },
}
"""By game: what is bet, and how people say it."""
TWO_MEANINGS = {
    "ac-roulette": ("17 20 for 5", "17/20 for $5", "17 20", "17 18 20 21 for 5", "17 32 for 5"),
    "ac-big-six": ("$20 for 5", "$1 for 5", "$20 spot for 5", "2 5", "emblem for 5"),
    "ac-sic-bo": (
        *("4 for 10", "2 4 for 5", "1-4 for 5", "4 4 4 for 1", "4 4 for 5", "9 total 5", "9 5"),
        "one 4 for 10",
    ),
}
NOT_HERE = {
    "ac-roulette": (
        *("voisins for 50", "voisins du zéro 45", "neighbours of zero 45", "tiers 30"),
        *("17 and the neighbours for 5", "neighbors of 17 for 5", "orphelins 25", "jeu zero 20"),
        *("finals 7 for 5", "17 complete 100", "snake 60", "37 for 5", "5 on 50"),
    ),
    ONE_ZERO: ("voisins 45", "tiers du cylindre 30", "orphans 25", "zero game 20", "grande serie"),
    "ac-big-six": ("40 for 5", "three for 5", "5 on the 50"),
    "ac-sic-bo": (
        *("odd 10", "even 10", "18 for 1", "total 3 for 1", "triple 7 for 5", "double 0 for 5"),
        *("1 2 3 for 5", "number 9 for 5", "pair 1 7 for 5", "pair 0 3"),
    ),
    "ac-minibaccarat": ("player pair 5", "dragon 7 5", "panda 8 5", "lucky six 5", "super 6 5"),
}
Line = tuple[str, str]


@cache
def opened(game: str) -> TableState:
    rules, _, wheel = game.partition(" ")
    return Run.at(rules, rails={1: 100_000}, house={"wheel": wheel} if wheel else {}).table


def lines(said: dict[str, tuple[str, ...]]) -> list[Line]:
    return [(game, text) for game, texts in said.items() for text in texts]


@pytest.mark.parametrize("game", SAID)
def test_what_is_said_is_the_bet_that_is_meant(game: str) -> None:
    for bets, texts in SAID[game].items():
        for text in texts:
            found = understood(text, opened(game), 1)
            assert isinstance(found, TableCommands), (text, found)
            made = ", ".join(f"{c['wager']} {c['amount'] // 100}" for c in found.commands)
            assert made == bets, text
            for command in found.commands:
                assert not isinstance(decision_on(opened(game), command), Refusal), text


@pytest.mark.parametrize(("game", "text"), [*lines(TWO_MEANINGS), *lines(NOT_HERE)])
def test_what_is_unclear_or_not_offered_is_answered_with_what_to_say(game: str, text: str) -> None:
    found = understood(text, opened(game), 1)
    assert isinstance(found, Unclear), found
    assert "means nothing" not in found.what
    assert found.instead
    for words in re.findall(r'"([^"]+)"', found.instead):
        again = understood(words, opened(game), 1)
        if isinstance(again, Unclear):
            assert again.what.startswith("How much"), (words, again)
        else:
            assert isinstance(again, TableCommands), (words, again)


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("split 17 32 for 5", "17 can be split with 14, 16, 18, 20"),
        ("corner 1 2 3 4 for 5", "There are: corner-1, corner-2, corner-4"),
        ("street 13 99 98 for 5", "There are: street-1, street-4"),
        ("street 14 for 5", "14 is in street-13."),
    ],
)
def test_a_position_that_is_none_is_refused_by_the_table(text: str, instead: str) -> None:
    found = understood(text, opened("ac-roulette"), 1)
    assert isinstance(found, TableCommands)
    (command,) = found.commands
    refusal = decision_on(opened("ac-roulette"), command)
    assert isinstance(refusal, Refusal)
    assert instead in refusal.detail
