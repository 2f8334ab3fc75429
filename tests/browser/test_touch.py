"""A finger on the felt: it rests and takes a chip away, or moves on and does nothing."""

from playwright.sync_api import CDPSession

from tests.browser.felt import WHERE, Player, seated
from tests.browser.test_seldom import CALM, opened
from tests.browser.test_table_page import lines
from tests.browser.visiting import Visitors
from tests.server.crew import Staffed

LONG = 600
"""Milliseconds that a finger rests."""


class Finger:
    """Touches, as the screen reports them."""

    def __init__(self, player: Player) -> None:
        self.page = player.page
        self.screen: CDPSession = self.page.context.new_cdp_session(self.page)

    def _touch(self, kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        self.screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def rests(self, x: float, y: float, aside: float = 0) -> None:
        """Down, perhaps aside, and up after a while."""
        self._touch("touchStart", x, y)
        if aside:
            for step in range(1, 6):
                self._touch("touchMove", x, y + aside * step / 5)
        self.page.wait_for_timeout(LONG)
        self._touch("touchEnd")


def player_with_two_chips(staffed: Staffed, visitors: Visitors, name: str) -> Player:
    table = opened(staffed.house, name=name)
    player, _ = seated(staffed, visitors, table, size="phone", **CALM)
    for amount in (500, 1000):
        player.page.touchscreen.tap(*player.spot("field").evaluate(WHERE))
        player.sees("field", amount)
    return player


def test_a_finger_that_rests_takes_one_chip(staffed: Staffed, visitors: Visitors) -> None:
    player = player_with_two_chips(staffed, visitors, "Long press")
    Finger(player).rests(*player.spot("field").evaluate(WHERE))
    player.sees("field", 500)
    player.page.wait_for_timeout(LONG)  # No click comes after it.
    asked = [line["event"] for line in lines(staffed, player.table)]
    assert (asked.count("bet"), asked.count("reduce"), asked.count("remove")) == (2, 1, 0)
    assert player.stakes() == {"field": 500}


def test_a_finger_that_moves_on_takes_nothing(staffed: Staffed, visitors: Visitors) -> None:
    player = player_with_two_chips(staffed, visitors, "Moved on")
    x, y = player.spot("field").evaluate(WHERE)
    Finger(player).rests(x, y, aside=60)
    player.page.wait_for_timeout(LONG)
    assert player.stakes() == {"field": 1000}
