"""What is told beside the felt, at every width: the spot in a line, and why not."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.support.browser_clients import Visitors
from tests.browser.support.felt_player import seated
from tests.browser.table.test_table import CALM, crew
from tests.server.support.crew import Staffed


@pytest.mark.parametrize("width", [390, 768, 1024, 1120])
@pytest.mark.long
def test_a_pressed_spot_is_told_where_it_is_seen(
    staffed: Staffed, visitors: Visitors, width: int
) -> None:
    table = staffed.table(name=f"Line {width}")
    player, _ = seated(staffed, visitors, table, viewport={"width": width, "height": 800}, **CALM)
    strip = player.page.locator(".strip")
    player.click("field")
    player.sees("field", 500)
    expect(strip).to_contain_text("Field")
    expect(strip).to_contain_text("pays")
    expect(strip).to_be_in_viewport(ratio=1)
    strip.click()
    panel = player.page.get_by_role("tabpanel", name="Spot")
    expect(panel.locator(".plain-line")).to_be_in_viewport()
    panel.get_by_text("The clause").click()
    link = panel.get_by_role("link", name=re.compile("^N.J.A.C. 19:47-1"))
    link.scroll_into_view_if_needed()
    expect(link).to_be_in_viewport()


def test_a_spot_is_told_while_another_panel_is_open(staffed: Staffed, visitors: Visitors) -> None:
    player, _ = seated(staffed, visitors, staffed.table(name="Wide"), **CALM)
    strip = player.page.locator(".strip")
    player.spot("field").hover()
    expect(strip).to_be_hidden()
    player.page.get_by_role("tab", name="Bets").click()
    # By keyboard: when the strip comes or goes, what lies under a mouse may be another spot.
    player.page.mouse.move(0, 0)
    player.spot("hard-6").focus()
    expect(strip).to_contain_text(player.name("hard-6"))
    strip.press("Enter")
    expect(strip).to_be_hidden()
    expect(player.page.get_by_role("tabpanel", name="Spot")).to_contain_text(player.name("hard-6"))


@pytest.mark.long
def test_a_fresh_refusal_outlives_the_roll(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Fresh")
    player, _ = seated(staffed, visitors, table, **CALM)
    player.click("pass")
    player.sees("pass", 500)
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        player.click("come")
        refused = player.page.locator(".toast.refused")
        expect(refused).to_contain_text("Come Bet")
        dealer.do("roll", dice=[2, 2])
        player.roll_shown(2, 2)
        expect(refused).to_be_visible()
        expect(refused).to_have_class(re.compile("read"), timeout=10_000)
        dealer.do("roll", dice=[2, 3])
        player.roll_shown(2, 3)
        expect(refused).to_have_count(0)


@pytest.mark.long
def test_on_a_telephone_a_note_lies_over_the_sheet(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Sheet")
    player, _ = seated(staffed, visitors, table, size="phone", **CALM)
    page = player.page
    with crew(staffed, table) as dealer:
        dealer.do("bet", seat=1, wager="place-6", amount=600)
    player.sees("place-6", 600)
    page.get_by_role("tab", name="Bets").click()
    page.get_by_role("button", name=re.compile("^More")).first.click()
    note = page.locator(".toast.note")
    expect(note).to_contain_text("$6 on Place Bet 6 to Win, not $5")
    over = note.evaluate(
        """note => {
          const { x, y, width, height } = note.getBoundingClientRect();
          return note.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }"""
    )
    assert over
    page.get_by_role("button", name="Close", exact=True).click()
    expect(player.rail).to_be_visible()
