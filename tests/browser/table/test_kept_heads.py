"""The page of a table keeps the heads it saw, and warns when one is not in the log any more."""

import json
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.support.browser_clients import Visitors, comes_true
from tests.browser.support.felt_player import FeltPlayer
from tests.server.support.crew import Staffed
from tests.server.support.table_helpers import new_table

KEPT = "() => JSON.parse(localStorage.getItem('lammer-heads') ?? '[]')"
WARNING = "The log of this table is not the one you saw."


def kept(player: FeltPlayer) -> list[dict[str, Any]]:
    found = player.page.evaluate(KEPT)
    return [head for each in found for head in each["heads"]]


@pytest.fixture
def player(staffed: Staffed, visitors: Visitors) -> FeltPlayer:
    house = staffed.house
    table = new_table(house, house.guest("Opener"), clock=600)
    player = FeltPlayer(visitors.new(reduced_motion="reduce"), house, table).come()
    comes_true(player.page, f"() => ({KEPT})().length > 0")
    return player


@pytest.mark.long
def test_heads_are_kept_and_are_there_on_the_next_visit(player: FeltPlayer) -> None:
    lines = [json.loads(line) for line in player.house.log(player.table).splitlines()]
    hashes = {line["seq"]: line["hash"] for line in lines}
    before = kept(player)
    assert before
    assert all(hashes[each["seq"]] == each["hash"] for each in before)
    with player.page.expect_response(lambda answer: "/heads?after=" in answer.url):
        player.page.reload()
    expect(player.page.get_by_text(WARNING)).to_be_hidden()
    assert kept(player) == before


@pytest.mark.long
def test_a_head_that_is_not_in_the_log_is_told_of_until_it_is_noted(player: FeltPlayer) -> None:
    before = kept(player)
    seq = before[0]["seq"]

    def another(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        found["lines"][0]["hash"] = "0" * 64
        route.fulfill(response=answer, json=found)

    player.page.route(f"**/lines?from={seq}&limit=1", another)
    player.page.reload()
    told = player.page.get_by_role("alert").filter(has_text=WARNING)
    expect(told).to_contain_text(f"at or before line {seq}")
    told.get_by_text("What this browser kept").click()
    expect(told).to_contain_text(before[0]["hash"])
    told.get_by_role("button", name="I have noted it").click()
    expect(told).to_be_hidden()
    assert before[0] not in kept(player)
