"""Roulette and big six in a browser, at three widths: bets on and between the numbers by mouse,
touch and keyboard, read out by name; a wheel that stops where the log says; the latest numbers."""

import pytest
from playwright.sync_api import expect

from tests.browser.support.browser_clients import Visitors
from tests.browser.support.felt_player import FeltPlayer
from tests.server.support.crew import Staffed
from tests.server.support.running import Message, RunningHouse
from tests.server.support.table_helpers import new_table, passes_audit, passes_fair

SIZES = (
    "desktop",
    pytest.param("tablet", marks=pytest.mark.long),
    pytest.param("phone", marks=pytest.mark.long),
)


def last_spin(house: RunningHouse, table: str) -> Message:
    shown: Message = house.get(f"/api/v1/tables/{table}")["shown"]
    return shown


@pytest.mark.parametrize("size", SIZES)
def test_roulette_on_the_felt(staffed: Staffed, visitors: Visitors, size: str) -> None:
    house = staffed.house
    table = new_table(house, house.guest("Wim"), "ac-roulette", clock=600)
    visitor = visitors.new(size=size, reduced_motion="reduce")
    player = FeltPlayer(visitor, house, table).come().sit()
    for wager in ("red", "straight-17", "split-8-11", "street-13", "corner-1", "first-five"):
        player.click(wager)
        player.sees(wager, 500)
    spot = player.felt.get_by_role("button", name="Split 0 and 00, pays 17 to 1")
    expect(spot).to_have_count(1)
    spot.focus()
    player.page.keyboard.press("Enter")
    player.sees("split-0-00", 500)
    player.page.keyboard.press("Backspace")
    expect(player.felt.get_by_role("button", name="Corner 1, 2, 4 and 5")).to_have_count(1)
    player.rail.get_by_role("button", name="Spin", exact=True).click()
    expect(player.stage).to_contain_text("comes to rest in")
    pocket = last_spin(house, table)["pocket"]
    expect(player.felt.locator(".wheel")).to_have_attribute("data-rests", pocket)
    assert player.felt.locator(".recent text").all_text_contents() == [pocket]
    wide = player.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]
    passes_audit(house, table)
    passes_fair(house, table)


@pytest.mark.parametrize("size", SIZES)
def test_big_six_on_the_felt(staffed: Staffed, visitors: Visitors, size: str) -> None:
    house = staffed.house
    table = new_table(house, house.guest("Win"), "ac-big-six", clock=600)
    visitor = visitors.new(size=size, reduced_motion="reduce")
    player = FeltPlayer(visitor, house, table).come().sit()
    for wager in ("one", "twenty", "emblem-1"):
        player.click(wager)
        player.sees(wager, 500)
    player.rail.get_by_role("button", name="Spin", exact=True).click()
    expect(player.stage).to_contain_text("stops at")
    place = str(last_spin(house, table)["place"])
    expect(player.felt.locator(".wheel")).to_have_attribute("data-place", place)
    wide = player.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]
    passes_audit(house, table)
    passes_fair(house, table)
