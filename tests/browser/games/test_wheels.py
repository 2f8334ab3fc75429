"""Roulette and big six in a browser, at three widths: bets on and between the numbers by mouse,
touch and keyboard, read out by name; a wheel that stops where the log says; the latest numbers."""

import pytest
from playwright.sync_api import expect

from tests.browser.support.browser_clients import Visitors
from tests.browser.support.felt_player import CHIPS, FeltPlayer, seated
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


@pytest.mark.long
def test_a_wheel_with_one_zero_has_a_layout_of_its_own(
    staffed: Staffed, visitors: Visitors
) -> None:
    house = staffed.house
    one_zero = {"wheel": "single-zero"}
    table = new_table(house, house.guest("Uno"), "ac-roulette", clock=600, house=one_zero)
    visitor = visitors.new(size="phone", reduced_motion="reduce")
    player = FeltPlayer(visitor, house, table).come().sit()
    for wager in ("split-0-3", "trio-0-2-3", "first-four", "straight-0"):
        player.click(wager)
        player.sees(wager, 500)
    assert player.felt.locator('[data-name$="-00"]').count() == 0
    player.rail.get_by_role("button", name="Spin", exact=True).click()
    expect(player.stage).to_contain_text("comes to rest in")
    pocket = last_spin(house, table)["pocket"]
    expect(player.felt.locator(".wheel")).to_have_attribute("data-rests", pocket)


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


def test_the_crew_enters_a_spin_step_by_step(staffed: Staffed, visitors: Visitors) -> None:
    """Bets are taken while the wheel turns; the wheel stops where the crew says."""
    table = staffed.table(rules="ac-big-six")
    player, _ = seated(staffed, visitors, table, reduced_motion="reduce")
    crew = visitors.new(staffed.tokens["floorperson"], reduced_motion="reduce").page
    crew.goto(f"/tables/{table}")
    stops = crew.get_by_role("group", name="The stop").get_by_role("button")
    expect(stops).to_have_text(["1", "2", "5", "10", "20", "Joker", "Star"])
    crew.get_by_role("button", name="The wheel is spun").click()
    player.press("twenty")
    player.sees("twenty", 500)
    crew.get_by_role("button", name="No more bets").click()
    stops.filter(has_text="20").click()
    crew.get_by_role("button", name="Enter 20", exact=True).click()
    expect(player.felt.locator(".wheel")).to_have_attribute("data-rests", "20")
    assert player.seat()["rail"] == CHIPS + 100_00
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_no_more_bets_before_the_wheel_is_spun_leaves_the_crew_a_way_on(
    staffed: Staffed, visitors: Visitors
) -> None:
    table = staffed.table(rules="ac-roulette")
    player, _ = seated(staffed, visitors, table, reduced_motion="reduce")
    player.press("red")
    player.sees("red", 500)
    crew = visitors.new(staffed.tokens["floorperson"], reduced_motion="reduce").page
    crew.goto(f"/tables/{table}")
    crew.get_by_role("button", name="No more bets").click()
    crew.get_by_role("group", name="The pocket").get_by_role("button", name="00").click()
    crew.get_by_role("button", name="Enter 00", exact=True).click()
    expect(player.felt.locator(".wheel")).to_have_attribute("data-rests", "00")
    assert player.seat()["rail"] == CHIPS - 2_50
    passes_audit(staffed.house, table)
