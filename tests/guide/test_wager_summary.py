"""The plain line of every wager, read back and held against its machine."""

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

from lammer.core.ruleset import Ruleset
from lammer.core.wager import Call, Chart, Collection, Lose, Move, Void, Wager, Win, reachable
from lammer.games import load
from lammer.guide import wager_summary
from tests.guide.lines import Line
from tests.usual import EACH_GAME

BECOMES = {Win: "wins", Lose: "loses", Void: "returned", Move: "goes on"}
MOST_STATES, SOME_STATES = 100, 12
"""States of one wager that are looked at, with and without --long; one that gathers ten numbers
has a thousand."""


def on_dice(words: str, context: str, dice: Any) -> bool:
    """The words for two dice, as a dealer would understand them."""
    words = words.removeprefix("an ").removeprefix("a ")
    total, is_hard = sum(dice), dice[0] == dice[1]
    if words == "the come-out":
        return context == "off"
    if words == "seven-out":
        return context != "off" and total == 7
    if words.startswith("the point "):
        return context == words.removeprefix("the point ") == str(total)
    if "-" in words:
        return sorted(words.split("-")) == sorted(map(str, dice))
    kind, _, number = words.rpartition(" ")
    assert kind in ("", "hard", "easy"), words
    return total == int(number) and (not kind or is_hard == (kind == "hard"))


def on_hands(words: str, _: str, coup: Any) -> bool:
    """The words for a coup: the counts of both hands come first in it."""
    player, banker = int(coup[0]), int(coup[1])
    if words in ("a tie", "on a tie"):
        return player == banker
    if words == "if the Player's Hand wins":
        return player > banker
    assert words == "if the Banker's Hand wins", words
    return banker > player


REDS = [
    "1",
    "3",
    "5",
    "7",
    "9",
    "12",
    "14",
    "16",
    "18",
    "19",
    "21",
    "23",
    "25",
    "27",
    "30",
    "32",
    "34",
    "36",
]


def on_wheel(words: str, _: str, place: Any) -> bool:
    """The words for a pocket, or for a stop, whose name comes first in its place."""
    if not isinstance(place, str):
        stop = {"the joker": "emblem-1", "the star": "emblem-2"}.get(words)
        return bool((stop or words.removeprefix("a ")) == place[0])
    if words == place or place in ("0", "00"):
        return words == place
    number = int(place)
    if " to " in words:
        first, last = map(int, words.split(" to "))
        return first <= number <= last
    kinds = {"a red number": place in REDS, "a black number": place not in REDS}
    kinds |= {"an odd number": number % 2 == 1, "an even number": number % 2 == 0}
    return False if words.isdigit() else kinds[words]


def on_three(words: str, _: str, dice: tuple[int, ...]) -> bool:
    """The words for three dice."""
    alike, numbers = len(set(dice)) == 1, [int(each) for each in re.findall(r"\d+", words)]
    if words.isdigit():
        return sum(dice) == numbers[0]
    if words.startswith("if the total is at most"):
        return sum(dice) <= numbers[0] and not alike
    if words.startswith("if the total is at least"):
        return sum(dice) >= numbers[0] and not alike
    if words == "if all three dice are alike":
        return alike
    many = {
        f"if all three dice show {numbers[:1]}": (3,),
        f"if at least two dice show {numbers[:1]}": (2, 3),
        f"if any die shows {numbers[:1]}": (1, 2, 3),
    }
    if (times := many.get(words.replace(str(numbers[0]), f"[{numbers[0]}]"))) is not None:
        return dice.count(numbers[0]) in times
    assert re.fullmatch(r"if a \d comes with a \d", words), words
    return set(numbers) <= set(dice)


READS: dict[str, Callable[[str, str, Any], bool]] = {
    "dice": on_dice,
    "shaker": on_dice,
    "dome": on_three,
    "shoe": on_hands,
    "wheel": on_wheel,
}


def named(law: Ruleset, words: str, context: str, outcome: Any) -> bool:
    assert law.procedure is not None
    read = READS[law.procedure.trial.thing]
    return read(words, context, outcome)


def line_of(law: Ruleset, wager: Wager, state: str, called: Call | None = None) -> Line:
    text = wager_summary(law, wager, state, called)
    return Line(text, lambda words, context, outcome: named(law, words, context, outcome))


def cells(law: Ruleset) -> Iterator[tuple[int, str, Any]]:
    space = law.space
    return (
        (space.cell(context, outcome), context, outcome)
        for context in space.contexts
        for outcome in space.outcomes
    )


def becomes(wager: Wager, state: str, cell: int, called: Call | None = None) -> str:
    """What the machine does with a bet on one cell."""
    found = [rule for rule in wager.rules(state, called) if cell in rule.on]
    if not found:
        return "stays"
    effect = found[0].effect
    half = isinstance(effect, Lose) and effect.returned
    return BECOMES[type(effect)] + (" half" if half else "")


def states_of(wager: Wager, most: int) -> list[str]:
    machine = wager.machine
    if isinstance(machine, Chart):
        return list(machine.states)
    assert isinstance(machine, Collection)
    late = [machine.late[0]] if machine.late is not None else []
    return [*late, *islice(reachable(machine)[0], most)]


def calls(wager: Wager) -> tuple[Call | None, ...]:
    may = wager.working.may_call
    return (None,) if may is None else (None, may.call)


@pytest.mark.parametrize(("key", "game"), EACH_GAME)
def test_a_line_says_of_every_outcome_what_the_machine_does(
    key: str, game: str, request: pytest.FixtureRequest
) -> None:
    law = load(key, game)
    most = MOST_STATES if request.config.getoption("--long") else SOME_STATES
    for wager in law.wagers:
        for state in states_of(wager, most):
            for called in calls(wager):
                line = line_of(law, wager, state, called)
                if line.base is not None:
                    continue  # Read with the bet that it goes with, below.
                for cell, context, outcome in cells(law):
                    said = line.says(context, outcome)
                    does = becomes(wager, state, cell, called)
                    assert said == does, (wager.key, state, called, context, outcome, line.whole)


@pytest.mark.parametrize(("key", "game"), EACH_GAME)
def test_what_a_line_says_of_the_number_is_so_for_each_number(key: str, game: str) -> None:
    law = load(key, game)
    going = 0
    for wager in law.wagers:
        machine = wager.machine
        if not isinstance(machine, Chart) or len(machine.states) == 1:
            continue
        line = line_of(law, wager, machine.start)
        for number in machine.states.keys() - {machine.start}:
            for cell, context, outcome in cells(law):
                said = line.decided_there(number, context, outcome)
                assert said == becomes(wager, number, cell), (wager.key, number, outcome)
        going += 1
    assert bool(going) == (len(law.space.contexts) > 1)


@pytest.mark.parametrize(("key", "game"), EACH_GAME)
def test_odds_that_go_with_a_bet_are_decided_as_it_is(key: str, game: str) -> None:
    law = load(key, game)
    for odds in law.wagers:
        if odds.behind is None or (line := line_of(law, odds, odds.machine.start)).base is None:
            continue
        base = next(wager for wager in law.wagers if wager.name == line.base)
        assert base.key == odds.behind.base
        for cell, context, outcome in cells(law):
            if context in odds.behind.states:  # There, the bet is on the number of the puck.
                does = becomes(odds, odds.machine.start, cell)
                assert does == becomes(base, context, cell), (odds.key, context, outcome)


def test_the_share_that_wins_is_the_share_on_the_outcome() -> None:
    nj = load("nj-2011")
    for key, part in (("horn", "quarter"), ("c-and-e", "half"), ("whirl", "fifth")):
        assert f", for the {part} that is on it;" in wager_summary(nj, nj.wager(key))


def test_a_bet_that_gathers_says_what_it_has() -> None:
    law = load("nj-2011")
    fire = next(wager for wager in law.wagers if isinstance(wager.machine, Collection))
    assert wager_summary(law, fire, "4,9") == (
        "Has 4 and 9. Counts points made (5, 6, 8 and 10), each once, until a seven-out; wins "
        "with 4 or more."
    )


def test_the_usual_words_are_the_lines_people_know() -> None:
    nj = load("nj-2011")
    assert [wager_summary(nj, nj.wager(key)) for key in ("pass", "dont-pass", "place-6")] == [
        "Wins on 7 or 11; then on the point before a 7. Loses on 2, 3 or 12.",
        "Wins on 2 or 3; then on 7 before the point. Loses on 7 or 11. Returned on 12.",
        "Wins on 6 before a 7. Off on the come-out.",
    ]
