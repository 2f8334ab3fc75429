"""A first hand, shown to somebody who has never played."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages.test_guide import no_violations
from tests.browser.support.browser_clients import Visitor, Visitors
from tests.server.support.crew import Staffed
from tests.usual import usual


def card(page: Page) -> str:
    return page.locator(".step-card").inner_text()


def on_step(page: Page, number: int, of: int) -> None:
    expect(page.get_by_text(f"Step {number} of {of}")).to_be_visible()


def lit(page: Page) -> str | None:
    """The one place that is lit."""
    (only,) = page.locator(".spot.pointed").all()
    return only.get_attribute("data-name")


@pytest.mark.long
def test_a_whole_first_hand_of_craps(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="For newcomers")
    page = visitors.new().page
    page.goto(f"/first-hand/nj-2011/craps?table={table}")
    on_step(page, 1, 10)
    expect(page.get_by_text("Demonstration")).to_be_visible()
    assert lit(page) == "pass"
    no_violations(page)
    line = page.locator('.spot[data-name="pass"]')
    box = line.bounding_box()
    assert box is not None
    line.click(position={"x": box["width"] / 2, "y": box["height"] - 12})  # It is an angle.
    on_step(page, 2, 10)
    page.get_by_role("button", name="Roll the dice").click()
    on_step(page, 3, 10)
    assert lit(page) == "pass-odds"
    expect(page.locator(".step-card .drawn svg").first).to_be_visible()
    expect(page.locator(".step-card")).to_contain_text("The point is six.")
    page.get_by_role("button", name="$10: Pass odds").click()
    page.get_by_role("button", name="$5: Come Bet").click()
    page.get_by_role("button", name="Roll the dice").click()
    on_step(page, 6, 10)
    assert lit(page) == "come-9"
    expect(page.locator(".step-card")).to_contain_text("Come Bet on the 9: Wins on 9 before a 7.")
    page.get_by_role("button", name="Roll the dice").click()
    expect(page.locator(".step-card")).to_contain_text("You win $12 on Pass odds ($10).")
    for name in ("$10: Pass Bet", "Roll the dice", "Roll the dice"):
        page.get_by_role("button", name=name).click()
    on_step(page, 10, 10)
    expect(page.locator(".step-card")).to_contain_text("You lose $5 on the Come Bet on the 9.")
    no_violations(page)
    expect(page.get_by_role("link", name="How to play")).to_have_attribute(
        "href", f"/tables/{table}/guide"
    )
    assert staffed.house.get(f"/api/v1/tables/{table}")["seated"] == 0
    page.get_by_role("link", name="Sit down").click()
    page.wait_for_url(f"**/tables/{table}*")


@pytest.mark.long
def test_it_is_worked_by_keyboard_and_goes_back(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/first-hand/nj-2011/craps")
    on_step(page, 1, 10)
    page.get_by_role("button", name="$10: Pass Bet").press("Enter")
    on_step(page, 2, 10)
    expect(page.get_by_role("button", name="Roll the dice")).to_be_focused()
    page.keyboard.press("ArrowRight")
    on_step(page, 3, 10)
    page.keyboard.press("ArrowLeft")
    on_step(page, 2, 10)
    page.get_by_role("button", name="Back").click()
    on_step(page, 1, 10)
    expect(page.locator(".felt .stack")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    on_step(page, 1, 10)


@pytest.mark.long
def test_another_place_says_what_it_is_and_nothing_more(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/first-hand/nj-2011/craps")
    on_step(page, 1, 10)
    page.locator('.spot[data-name="field"]').click(position={"x": 20, "y": 20})
    expect(page.locator(".looked")).to_contain_text("Field Bet: Wins on 2, 3, 4, 9")
    on_step(page, 1, 10)


@pytest.mark.long
def test_it_can_be_skipped_at_any_time(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="To be skipped")
    page = visitors.new().page
    page.goto(f"/first-hand/nj-2011/craps?table={table}")
    page.get_by_role("link", name="Skip").click()
    page.wait_for_url(f"**/tables/{table}")


APART = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [card, felt] = [box(".step-card"), box(".felt")];
  return card.left >= felt.right || card.top >= Math.min(felt.bottom, innerHeight);
}"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("width", "height"), usual([(1280, 720), (844, 390), (1920, 1080)], [(1280, 720)])
)
def test_the_card_covers_nothing_of_the_felt(visitors: Visitors, width: int, height: int) -> None:
    page = visitors.new(viewport={"width": width, "height": height}, reduced_motion="reduce").page
    page.goto("/first-hand/nj-2011/craps")
    for number in range(1, 11):
        on_step(page, number, 10)
        assert page.evaluate(APART)
        for spot in page.locator(".spot.pointed .shape").all():
            expect(spot).to_be_in_viewport(ratio=0.7)
        if number < 10:
            button = page.locator(".step-card button.main")
            expect(button).to_be_in_viewport(ratio=1)
            button.click()


@pytest.mark.long
def test_cards_on_a_phone(visitors: Visitors) -> None:
    page = visitors.new(size="phone").page
    page.goto("/first-hand/nj-2001/punto-banco")
    on_step(page, 1, 8)
    for number in range(1, 5):
        on_step(page, number, 8)
        spot = page.locator(".spot.pointed")
        expect(spot).to_be_in_viewport()
        bottom = spot.evaluate("each => each.getBoundingClientRect().bottom")
        top = page.locator(".step-card").evaluate("each => each.getBoundingClientRect().top")
        assert bottom <= top + 1, "the card covers the place"
        page.locator(".step-card button.main").click()
    expect(page.locator(".step-card")).to_contain_text("Banker's Hand draws on 3")
    expect(page.locator(".step-card .two-hands .playing").first).to_be_attached()
    no_violations(page)
