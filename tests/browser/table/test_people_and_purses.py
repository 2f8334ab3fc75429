"""Odd names, two tabs, the back button, a full table, an empty purse."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.support.browser_clients import Visitor, Visitors, all_tables
from tests.browser.support.felt_player import (
    CALM,
    CHIPS,
    ODD_TEXT,
    FeltPlayer,
    alert,
    crew,
    opened,
    seated,
)
from tests.server.support.crew import Staffed

LIGHT = """() => {
  const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number);
  return r + g + b > 380;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.long
def test_an_odd_name_by_day_and_by_night(staffed: Staffed, visitors: Visitors, scheme: str) -> None:
    table = staffed.table(name=ODD_TEXT)
    player, token = seated(staffed, visitors, table, ODD_TEXT, size="phone", color_scheme=scheme)
    page = player.page
    assert page.evaluate(LIGHT) is (scheme == "light")
    expect(page.get_by_role("heading", level=1)).to_have_text(ODD_TEXT)
    expect(page.locator("#who")).to_contain_text(ODD_TEXT)
    page.get_by_role("tab", name="Players").tap()
    expect(page.get_by_role("tabpanel", name="Players")).to_contain_text(f"{ODD_TEXT} (you)")
    for path in (f"/tables/{table}", "/", "/account"):
        page.goto(path)
        expect(page.get_by_text(ODD_TEXT).first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
    assert page.locator("main b, #who b").count() == 0
    assert staffed.house.get("/api/v1/me", token)["name"] == ODD_TEXT


@pytest.mark.long
def test_two_tabs_of_one_person(staffed: Staffed, visitors: Visitors) -> None:
    table = opened(staffed.house)
    visitor = visitors.new(**CALM)
    first = FeltPlayer(visitor, staffed.house, table).come().sit()
    first.click("pass")
    first.sees("pass", 500)
    second = FeltPlayer(visitor, staffed.house, table)
    second.page = visitor.context.new_page()
    second.felt = second.page.locator(".felt-holder")
    second.rail = second.page.get_by_role("region", name="Your rail")
    second.come().has_sat()
    second.sees("pass", 500)
    for number in range(1, 4):
        for each in (first, second):
            each.click("field")
        for each in (first, second):
            each.sees("field", number * 1000)
    assert first.stakes() == {"pass": 500, "field": 3000}
    second.page.close()
    first.click("field")
    first.sees("field", 3500)


@pytest.mark.long
def test_back_and_forward(staffed: Staffed, visitors: Visitors) -> None:
    table = opened(staffed.house, name="Back")
    visitor = visitors.new(**CALM)
    player, page = FeltPlayer(visitor, staffed.house, table), visitor.page
    all_tables(page)
    page.get_by_role("link", name="Sit down at Back", exact=True).click()
    player.has_sat().click("pass")
    player.sees("pass", 500)
    page.goto("/history")
    page.go_back()
    player.sees("pass", 500)
    player.click("field")
    player.sees("field", 500)
    page.go_back()
    expect(page.get_by_role("heading", name="Pull up to a table")).to_be_visible()
    page.go_forward()
    player.sees("field", 500)
    player.tool("Clear").click()
    player.sees_none("pass")
    player.page.locator(".head-deeds").get_by_role("button", name="Leave").click()
    expect(player.rail.get_by_role("button", name="Sit down")).to_be_visible()
    page.go_back()
    page.go_forward()
    expect(player.rail.get_by_role("button", name="Sit down")).to_be_visible()
    assert staffed.house.get(f"/api/v1/tables/{table}")["state"]["seats"] == {}


@pytest.mark.long
def test_a_full_table(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(rules="nj-2011", game="mini-craps", name="Full")
    with crew(staffed, table) as dealer:
        for number in range(9):
            dealer.do("sit", name=f"Walk-in {number}", rail=10_000)
        player = FeltPlayer(visitors.new(), staffed.house, table).come()
        player.rail.get_by_role("button", name="Sit down").click()
        expect(alert(player, "You did not sit down")).to_be_visible()
        expect(alert(player, "You did not sit down")).to_contain_text("The table is full")
        dealer.do("leave", seat=4)
        player.sit()
    assert player.seat(4)["name"] != "Walk-in 3"


# Money


@pytest.mark.long
def test_chips_in_and_out_and_an_empty_purse(
    staffed: Staffed, visitors: Visitors, shot: Callable[[Visitor, str], None]
) -> None:
    house = staffed.house
    tables = [opened(house, name=f"Purse {number}") for number in range(3)]
    visitor = visitors.new(**CALM)
    player, page = FeltPlayer(visitor, house, tables[0]).come().sit(), visitor.page
    dialog = page.get_by_role("dialog", name="Chips")

    def moves(amount: str, button: str, words: str) -> None:
        page.locator(".head-deeds").get_by_role("button", name="Chips").click()
        dialog.get_by_label("Dollars").fill(amount)
        dialog.get_by_role("button", name=button).click()
        expect(dialog).to_contain_text(words)
        dialog.get_by_role("button", name="Close").click()

    moves("120.50", "Bring to the table", "Purse $379.50; rail $620.50.")
    moves("20.50", "Back to the purse", "Purse $400; rail $600.")
    moves("a lot", "Bring to the table", "Type an amount")
    moves("5000", "Back to the purse", "You have $600 on the rail.")
    moves("5000", "Bring to the table", "purse")
    moves("400", "Bring to the table", "Purse $0; rail $1,000.")
    expect(player.figure("Purse")).to_have_text("$0")
    broke = FeltPlayer(visitor, house, tables[1]).come()
    broke.sit()
    expect(dialog).to_contain_text("Your purse is empty")
    expect(dialog.get_by_role("listitem")).to_have_text(["Purse 0: $1,000 on the rail"])
    expect(dialog.get_by_role("button", name="in play chips")).to_have_count(0)
    shot(visitor, "no-chips")
    dialog.get_by_role("button", name="Close").click()
    expect(broke.figure("Rail")).to_have_text("$0")
    broke.click("field")
    expect(alert(broke, broke.name("field"))).to_be_visible()
    broke.sees_none("field")
    broke.rail.get_by_role("button", name="Get chips ...").click()
    dialog.get_by_role("link", name="Purse 0").click()
    player.has_sat()
    moves("600", "Back to the purse", "Purse $600; rail $400.")
    broke.come().has_sat()
    broke.rail.get_by_role("button", name="Get chips ...").click()
    dialog.get_by_role("button", name="Bring to the table").click()
    expect(dialog).to_contain_text("Purse $500; rail $100.")
    dialog.get_by_role("button", name="Close").click()
    expect(broke.rail.get_by_role("button", name="Get chips ...")).to_have_count(0)
    broke.click("field")
    broke.sees("field", 500)


@pytest.mark.long
@pytest.mark.parametrize("size", [pytest.param("desktop", marks=pytest.mark.long), "phone"])
def test_a_third_table_has_chips_too(
    staffed: Staffed, visitors: Visitors, size: str, shot: Callable[[Visitor, str], None]
) -> None:
    """Sitting down brings half of the purse, and so leaves chips for another table."""
    tables = [opened(staffed.house, name=f"Third {size} {number}") for number in range(3)]
    visitor = visitors.new(size=size, **CALM)
    for table, rail in zip(tables, ("$500", "$250", "$125"), strict=True):
        player = FeltPlayer(visitor, staffed.house, table).come().sit()
        expect(player.figure("Rail")).to_have_text(rail)
        player.spot("field").evaluate("spot => spot.scrollIntoView({ block: 'center' })")
    player.press("field")
    player.sees("field", 500)
    if size == "phone":
        player.page.get_by_role("tab", name="Bets").click()
    visible = player.page.get_by_role("button", name="Chips ...").locator("visible=true")
    visible.first.click()
    dialog = player.page.get_by_role("dialog", name="Chips")
    expect(dialog.get_by_role("listitem")).to_have_text([
        f"Third {size} 0: $500 on the rail", f"Third {size} 1: $250 on the rail",
    ])  # fmt: skip
    shot(visitor, f"third-table-{size}")


@pytest.mark.long
def test_a_purse_is_filled_up_at_the_table(staffed: Staffed, visitors: Visitors) -> None:
    """Chips are given to whoever has few: not before they are lost."""
    table = staffed.table(name="Broke")
    player, _ = seated(staffed, visitors, table, **CALM)
    page = player.page
    dialog = page.get_by_role("dialog", name="Chips")
    page.locator(".head-deeds").get_by_role("button", name="Chips").click()
    expect(dialog).to_contain_text("You have $1,000 in all.")
    expect(dialog.get_by_role("button", name="in play chips")).to_have_count(0)
    dialog.get_by_role("button", name="Close").click()
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=CHIPS)
        dealer.roll(1, 1)
        expect(player.figure("Rail")).to_have_text("$0")
        player.rail.get_by_role("button", name="Get chips ...").click()
        dialog.get_by_role("button", name="Get $1,000 in play chips").click()
        expect(dialog).to_contain_text("Purse $1,000; rail $0.")
        dialog.get_by_label("Dollars").fill("250")
        dialog.get_by_role("button", name="Bring to the table").click()
        expect(dialog).to_contain_text("Purse $750; rail $250.")
        dialog.get_by_role("button", name="Close").click()
    player.click("pass")
    player.sees("pass", 500)
