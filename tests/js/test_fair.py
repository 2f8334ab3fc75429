"""The page's verifier makes every trial of a pledged log again, and finds one that was changed."""

import json
from typing import Any

import pytest

from lammer.instruments import INSTRUMENTS
from tests.fair.pledged_tables import PledgingHouse
from tests.js.node import JS, run_module
from tests.usual import one_in

VERIFY = """
  const { draw } = await import(given.draw);
  const { lines } = given;
  return [await found.verify({}, lines, lines[0].body, draw), await found.torn(lines)];
"""
GAMES = [
    ("nj-2011", "craps"),
    ("md-2013", "craps"),
    ("nj-2011", "automated-craps"),
    ("nj-1997", "mini-dice"),
    ("nj-2001", "punto-banco"),
    ("ac-roulette", "roulette"),
    ("ac-big-six", "big-six"),
    ("ac-minibaccarat", "minibaccarat"),
    ("ac-sic-bo", "sic-bo"),
]


def played(rules: str, game: str) -> list[dict[str, Any]]:
    """A log with two pledges that are revealed and one that is open."""
    house = PledgingHouse(rules, game)
    for number in range(3):
        house.commit({3: '"last" \\ 骰', 1: f"Würfel {number}"})
        house.draw()
        while number < 2 and not house.over:
            house.draw()
        if number < 2:
            house.do(do="reveal", seed=house.seed.hex())
            if house.thing == "shoe":
                house.do(do="shuffle")
    return [json.loads(line) for line in house.lines]


def verified(lines: list[dict[str, Any]], key: str) -> Any:
    fair = JS.parents[1] / "instruments" / key / "web" / "fair.js"
    return run_module("lib/fair.js", VERIFY, {"lines": lines, "draw": fair.as_uri()})


@pytest.mark.parametrize(("rules", "game"), one_in(3, GAMES))
def test_the_page_makes_every_trial_again(rules: str, game: str) -> None:
    house = PledgingHouse(rules, game)
    trial = house.run.table.rules.instrument.verb
    lines = played(rules, game)
    pledges, torn = verified(lines, house.thing)
    assert torn == []
    assert [each["verdict"] for each in pledges] == ["followed", "followed", "open"]
    assert sum(len(each["trials"]) for each in pledges) == sum(
        line["event"] == trial for line in lines
    )
    assert pledges[0]["seeds"] == [[1, "Würfel 0"], [3, '"last" \\ 骰']]

    told = next(line for line in lines if line["event"] == trial)
    key = next(each for each in ("cards", "dice", "pocket", "stop") if each in told["body"])
    was = told["body"][key]
    told["body"][key] = "other" if isinstance(was, str) else [*was[1:], "other"]
    pledges, torn = verified(lines, house.thing)
    assert [each["verdict"] for each in pledges] == ["wrong", "followed", "open"]
    assert torn == [told["seq"]]


def test_every_instrument_has_its_draw_a_second_time() -> None:
    assert {PledgingHouse(*each).thing for each in GAMES} == set(INSTRUMENTS)
