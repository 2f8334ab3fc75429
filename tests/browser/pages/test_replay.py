"""The steps of a hand, with the names of then."""

import pytest
from playwright.sync_api import expect

from tests.browser.support.browser_clients import Dealer, Visitors
from tests.server.support.crew import Staffed


@pytest.mark.long
def test_a_step_names_who_had_the_seat_then(staffed: Staffed, visitors: Visitors) -> None:
    """Somebody left in the middle of a hand, and somebody else sat down there."""
    table = staffed.table(name="One seat, two people")
    address, tokens = staffed.house.address, [staffed.house.guest(each) for each in ("Ann", "Ben")]
    with Dealer(address, table, staffed.tokens["dealer"]) as dealer:
        with Dealer(address, table, tokens[0]) as ann:
            ann.do("sit", seat=1, rail=50_000)
        dealer.do("sit", seat=2, name="Cleo", rail=50_000)
        dealer.do("bet", seat=2, wager="pass", amount=1000)
        dealer.do("decline-dice", seat=1)
        dealer.do("accept-dice", seat=2)
        dealer.do("roll", dice=[2, 2])
        dealer.do("leave", seat=1)
        with Dealer(address, table, tokens[1]) as ben:
            ben.do("sit", seat=1, rail=40_000)
            ben.do("bet", wager="field", amount=500)
        dealer.do("roll", dice=[3, 4])
        dealer.do("decline-dice", seat=1)  # So the roll stands, and the hand is over.
    page = visitors.new(tokens[1]).page
    (part,) = staffed.house.get("/api/v1/me/hands", tokens[1])["hands"]
    page.goto(f"/history/{table}/{part['hand']}")
    steps = page.locator(".step-list")
    expect(steps).to_contain_text("Ann declines the dice")
    expect(steps).to_contain_text("Ann leaves with $500")
    expect(steps).to_contain_text("Ben sits down")
    scrub = page.get_by_role("slider", name="Step of the hand")
    strip = page.locator(".seat-strip")
    scrub.press("End")
    expect(strip.locator(".mine")).to_contain_text("Ben (you)$395 in the rail")
    while "Ann" not in strip.inner_text():
        scrub.press("ArrowLeft")
    expect(strip).not_to_contain_text("you")
