"""The history: each result beside what the odds predict for it; and a hand that is seen, told and
stepped through without scrolling."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.pages.test_pages import a_hand
from tests.browser.support.browser_clients import Dealer, Visitors
from tests.browser.support.felt_player import dollars
from tests.server.support.crew import Staffed
from tests.server.support.table_helpers import new_table
from tests.usual import usual

REPLAYS = {"desktop": (1280, 800), "tablet": (820, 1180), "phone": (390, 844)}


def signed(decimal: str) -> str:
    cents = round(float(decimal))
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def played(staffed: Staffed) -> tuple[str, str]:
    """Somebody with a hand at an automatic table: the table and the token."""
    token = staffed.house.guest("Harriet")
    table = new_table(staffed.house, token, name="By itself", clock=600)
    a_hand(staffed, table, token)
    return table, token


def no_wider_than_the_screen(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
@pytest.mark.parametrize("size", usual(["desktop", "phone"], ["desktop"]))
def test_each_result_stands_beside_what_was_expected(
    staffed: Staffed, visitors: Visitors, size: str
) -> None:
    _, token = played(staffed)
    found = staffed.house.get("/api/v1/me/luck", token)
    page = visitors.new(token, size=size).page
    page.goto("/history")
    rows = page.get_by_role("region", name="Your hands").locator("tbody tr")
    expect(rows).to_have_count(len(found["hands"]))
    for row, hand in zip(rows.all(), found["hands"], strict=True):
        cells = row.locator("td").all_text_contents()[:4]
        assert cells == [
            signed(str(hand["net"])),
            signed(hand["expected"]["decimal"]),
            signed(hand["luck"]["decimal"]),
            f"±{dollars(round(float(hand['deviation'])))}",
        ]
    luck, total = page.locator(".luck"), found["total"]
    expect(luck.get_by_role("heading")).to_contain_text("Luck in your latest")
    expect(luck.locator("dd")).to_have_text([
        signed(str(total["net"])), signed(total["expected"]["decimal"]),
        signed(total["luck"]["decimal"]), f"±{dollars(round(float(total['deviation'])))}",
    ])  # fmt: skip
    no_wider_than_the_screen(page)
    assert Axe().run(page).response["violations"] == []


@pytest.mark.long
def test_without_a_hand_there_is_no_luck(staffed: Staffed, visitors: Visitors) -> None:
    page = visitors.new(staffed.house.guest("New"), size="phone").page
    page.goto("/history")
    expect(page.get_by_text("You have not finished a hand yet.")).to_be_visible()
    expect(page.locator(".luck")).to_have_count(0)
    no_wider_than_the_screen(page)


@pytest.mark.long
def test_hands_are_shown_though_their_luck_cannot_be_read(
    staffed: Staffed, visitors: Visitors
) -> None:
    _, token = played(staffed)
    visitor = visitors.new(token)
    page = visitor.page
    page.route("**/me/luck**", lambda route: route.abort())
    page.goto("/history")
    row = page.get_by_role("region", name="Your hands").locator("tbody tr").first
    expect(row.locator("td").nth(1)).to_have_text("\u2013")
    expect(page.locator(".luck")).to_have_count(0)
    visitor.complaints.clear()  # The browser's own, of the request.


@pytest.mark.long
@pytest.mark.parametrize("size", usual(REPLAYS, ["phone"]))
def test_a_purse_with_many_transfers_fits(staffed: Staffed, visitors: Visitors, size: str) -> None:
    token = staffed.house.guest("Often")
    table = new_table(staffed.house, token, name="A table with a long name", clock=600)
    with Dealer(staffed.house.address, table, token) as own:
        for _ in range(8):
            own.do("sit", rail=5000)
            own.do("leave")
    width, height = REPLAYS[size]
    page = visitors.new(token, viewport={"width": width, "height": height}).page
    page.goto("/account")
    rows = page.get_by_role("region", name="Your purse's transfers")
    expect(rows.locator("tbody tr")).to_have_count(17)
    assert rows.evaluate("it => it.scrollWidth <= it.clientWidth")
    no_wider_than_the_screen(page)


@pytest.mark.long
@pytest.mark.parametrize("size", usual(REPLAYS, ["phone"]))
def test_picture_words_and_controls_are_seen_together(
    staffed: Staffed, visitors: Visitors, size: str
) -> None:
    table, token = played(staffed)
    width, height = REPLAYS[size]
    page = visitors.new(token, viewport={"width": width, "height": height}).page
    page.goto(f"/history/{table}/1")
    following = page.get_by_role("button", name="One step on")
    expect(following).to_be_in_viewport(ratio=1)
    following.click()
    following.click()
    expect(page.locator(".now")).to_be_in_viewport(ratio=1)
    expect(following).to_be_in_viewport(ratio=1)
    for spot in ("Place Bet 6 to Win", "Field Bet", "Pass Bet"):
        expect(page.locator(f'.felt [aria-label^="{spot}, "]').first).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    said, picture, controls = (
        page.locator(each).bounding_box() for each in (".saying", ".felt svg >> nth=0", ".controls")
    )
    assert said is not None
    assert picture is not None
    assert controls is not None
    scrub = page.get_by_role("slider", name="Step of the hand")
    several = page.locator(".saying .more-clauses")
    for _ in range(40):
        if several.count():
            break
        scrub.press("ArrowRight")
    expect(several).to_be_visible()
    assert Axe().run(page, ".saying").response["violations"] == []
    assert said["y"] + said["height"] <= picture["y"]
    assert controls["y"] + controls["height"] <= height
