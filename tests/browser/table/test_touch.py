"""A finger on the felt: it taps and bets, it rests and looks, or moves on and does nothing."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import CDPSession, expect

from tests.browser.pages.test_layout import COMMON
from tests.browser.support.browser_clients import Visitor, Visitors
from tests.browser.support.felt_player import CALM, WHERE, FeltPlayer, opened, seated
from tests.browser.table.test_table_page import lines
from tests.server.support.crew import Staffed

LONG = 600
"""Milliseconds that a finger rests."""


class Finger:
    """Touches, as the screen reports them."""

    def __init__(self, player: FeltPlayer) -> None:
        self.page = player.page
        self.screen: CDPSession = self.page.context.new_cdp_session(self.page)

    def touch(self, kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        self.screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def moves(self, x: float, y: float, aside: float) -> None:
        """Down, aside, and up after a while."""
        self.touch("touchStart", x, y)
        for step in range(1, 6):
            self.touch("touchMove", x, y + aside * step / 5)
        self.page.wait_for_timeout(LONG)
        self.touch("touchEnd")


def with_a_finger(staffed: Staffed, visitors: Visitors, name: str) -> FeltPlayer:
    table = opened(staffed.house, name=name)
    player, _ = seated(staffed, visitors, table, size="phone", **CALM)
    return player


def taps(player: FeltPlayer, wager: str, *amounts: int) -> None:
    for amount in amounts:
        player.page.touchscreen.tap(*player.spot(wager).evaluate(WHERE))
        player.sees(wager, amount)


@pytest.mark.long
def test_the_hint_says_what_a_finger_does(
    staffed: Staffed, visitors: Visitors, shot: Callable[[Visitor, str], None]
) -> None:
    """A tap is a bet for whoever has a seat, and a look for whoever watches."""
    player = with_a_finger(staffed, visitors, "Hint")
    strip = player.page.locator(".strip")
    expect(strip).to_have_text("Tap a spot to bet; hold it to see what it pays")
    shot(player.visitor, "hint-phone")
    taps(player, "field", 500)
    watcher = FeltPlayer(visitors.new(size="phone", **CALM), staffed.house, player.table).come()
    strip = watcher.page.locator(".strip")
    expect(strip).to_have_text("Tap a spot to see what it pays")
    watcher.page.touchscreen.tap(*watcher.spot("dont-pass").evaluate(WHERE))
    expect(strip).to_contain_text("pays 1 to 1")
    assert player.stakes() == {"field": 500}


def test_a_finger_that_rests_shows_what_a_spot_pays_and_bets_nothing(
    staffed: Staffed, visitors: Visitors, shot: Callable[[Visitor, str], None]
) -> None:
    player = with_a_finger(staffed, visitors, "Long press")
    taps(player, "field", 500, 1000)
    panel = player.page.get_by_role("tabpanel", name="Spot")
    for wager, pays in (("dont-pass", "Pays 1 to 1"), ("field", "Your bet: $10")):
        finger = Finger(player)
        finger.touch("touchStart", *player.spot(wager).evaluate(WHERE))
        expect(panel).to_contain_text(player.name(wager))
        expect(panel).to_contain_text(pays)
        finger.touch("touchEnd")
        shot(player.visitor, f"held-{wager}")
        if wager != "field":
            player.page.locator(".panels").get_by_role("button", name="Close").first.click()
    panel.get_by_role("button", name="Less").tap()
    player.sees("field", 500)
    asked = [line["event"] for line in lines(staffed, player.table)]
    assert (asked.count("bet"), asked.count("reduce"), asked.count("remove")) == (2, 1, 0)
    assert player.stakes() == {"field": 500}


@pytest.mark.long
def test_a_finger_that_moves_on_takes_nothing(staffed: Staffed, visitors: Visitors) -> None:
    player = with_a_finger(staffed, visitors, "Moved on")
    taps(player, "field", 500, 1000)
    x, y = player.spot("field").evaluate(WHERE)
    Finger(player).moves(x, y, aside=60)
    expect(player.page.locator(".panels")).not_to_have_class(re.compile("open"))
    assert player.stakes() == {"field": 1000}


IN_REACH = """(names) => {
  const foot = document.querySelector(".foot").getBoundingClientRect();
  const stage = document.querySelector(".stage").getBoundingClientRect();
  return names.filter((name) => {
    const spot = document.querySelector(`.felt .spot[data-name="${name}"] .shape`);
    const { top, bottom } = spot.getBoundingClientRect();
    return top < stage.bottom || bottom > foot.top + 1;
  });
}"""
"""Of these spots, those that cannot be seen as a whole without scrolling."""


@pytest.mark.long
def test_common_bets_are_in_reach_of_a_thumb(staffed: Staffed, visitors: Visitors) -> None:
    """Before a roll and after it, with what became of the bets shown in the place of the hint."""
    player = with_a_finger(staffed, visitors, "In reach")
    wagers = [each for each in COMMON if not each.endswith("odds")]
    hint, results = player.page.locator(".strip"), player.page.locator(".results h2")
    expect(hint).to_have_text("Tap a spot to bet; hold it to see what it pays")
    take = player.rail.get_by_role("button", name="Take the dice")
    roll = player.rail.get_by_role("button", name="Roll", exact=True)
    expect(take.or_(roll)).to_be_visible()
    if take.is_visible():
        take.click()
    taps(player, "pass", 500)
    player.page.evaluate("scrollTo(0, 0)")
    assert player.page.evaluate(IN_REACH, wagers) == []
    where = roll.bounding_box()
    assert where is not None
    player.page.touchscreen.tap(where["x"] + where["width"] / 2, where["y"] + where["height"] / 2)
    expect(results).to_be_visible()
    assert player.page.evaluate(IN_REACH, wagers) == []
    over = "results => results.getBoundingClientRect().bottom"
    rail = player.page.locator(".rail").evaluate("rail => rail.getBoundingClientRect().top")
    assert results.evaluate(over) <= rail + 1
