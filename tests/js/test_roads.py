"""The page draws the roads of a shoe as ``lammer roads`` does."""

import json
import random

from lammer.games.baccarat.roads import Result, as_data
from tests.js.node import run_module

RESULTS: tuple[Result, ...] = ("player", "banker", "tie")


def test_the_page_draws_the_roads_as_the_program_does() -> None:
    chance = random.Random(11)
    shoes = [
        chance.choices(RESULTS, weights=weights, k=chance.randrange(90))
        for weights in ((446, 458, 96), (1, 1, 1), (9, 1, 1), (1, 30, 1))
        for _ in range(25)
    ]
    drawn = run_module(
        "../../games/baccarat/web/roads.js", "return given.map(found.allRoads);", shoes
    )
    for results, found in zip(shoes, drawn, strict=True):
        assert found == json.loads(json.dumps(as_data(results))), results
