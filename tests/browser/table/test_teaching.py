"""What a newcomer is told at a table: when a bet wins, with which chance, and where to learn."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.pages.test_guide import no_violations
from tests.browser.support.browser_clients import Visitors
from tests.browser.support.felt_player import seated
from tests.browser.table.test_table import CALM, crew
from tests.server.support.crew import Staffed


@pytest.mark.long
def test_a_spot_begins_with_a_plain_line_and_its_chance(
    staffed: Staffed, visitors: Visitors
) -> None:
    table = staffed.table(name="Plain")
    player, _ = seated(staffed, visitors, table, **CALM)
    page = player.page
    spot = page.get_by_role("tabpanel", name="Spot")
    player.click("pass")
    expect(spot.locator(".plain-line")).to_have_text(
        "Wins on 7 or 11; then on the point before a 7. Loses on 2, 3 or 12."
    )
    expect(spot).to_contain_text("Wins 49.293% (244/495)")
    law = spot.get_by_role("link", name=re.compile("^N.J.A.C. 19:47-1"))
    expect(law).to_be_hidden()
    spot.get_by_text("The clause").click()
    expect(law).to_be_visible()
    no_violations(page, ".side")


@pytest.mark.long
def test_a_bet_on_its_number_says_what_it_waits_for(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Plain on a point")
    player, _ = seated(staffed, visitors, table, **CALM)
    spot = player.page.get_by_role("tabpanel", name="Spot")
    player.click("pass")
    player.sees("pass", 500)
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("roll", dice=[3, 3])
    player.roll_shown(3, 3)
    player.spot("pass").focus()
    expect(spot.locator(".plain-line")).to_have_text("Wins on 6 before a 7.")
    expect(spot).to_contain_text("Wins 45.455% (5/11)")
    expect(spot.locator(".chance")).to_have_css("--share", "45.455%")


def test_a_first_hand_is_offered_once(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Offered")
    visitor = visitors.new()
    page = visitor.page
    page.goto(f"/tables/{table}")
    offer = page.get_by_role("link", name="See a first hand")
    expect(offer).to_have_attribute("href", f"/first-hand/nj-2011/craps?table={table}")
    expect(page.get_by_role("link", name="How to play")).to_have_attribute(
        "href", f"/tables/{table}/guide"
    )
    page.get_by_role("button", name="No, thanks").click()
    expect(offer).to_have_count(0)
    page.reload()
    expect(page.get_by_role("link", name="How to play")).to_be_visible()
    expect(offer).to_have_count(0)
    page.get_by_role("button", name="Keys and choices").click()
    expect(page.get_by_role("dialog").get_by_role("link", name="See a first hand")).to_be_visible()
