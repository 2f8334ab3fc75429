"""What the README shows, as it happens: the lobby, a craps table with people at it, a refusal.

    pytest tests/browser/pages/test_readme_pictures.py --shots docs/images

takes the pictures anew."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.support.browser_clients import Dealer, Visitor, Visitors
from tests.server.support.crew import Staffed

Shot = Callable[[Visitor, str], None]


def test_the_lobby_shows_every_table(visitors: Visitors, shot: Shot) -> None:
    visitor = visitors.new()
    visitor.page.goto("/")
    for name in ("Craps 1", "Mini craps 1", "Automated craps 1", "Mini dice 1", "Punto banco 1"):
        expect(visitor.page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    shot(visitor, "lobby")


def test_a_busy_table_and_a_refusal(staffed: Staffed, visitors: Visitors, shot: Shot) -> None:
    table = staffed.table(name="Friday night")
    ann = visitors.new(staffed.house.guest("Ann"), reduced_motion="reduce")
    page = ann.page
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("button", name="Take the dice")).to_be_visible()
    with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
        for name in ("Bert", "Cleo"):
            dealer.do("sit", name=name, rail=60_000)
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1500)
        dealer.do("bet", seat=2, wager="pass", amount=2500)
        dealer.do("bet", seat=3, wager="dont-pass", amount=1000)
        dealer.roll(2, 4)
        dealer.do("bet", seat=1, wager="pass-odds", amount=2500)
        dealer.do("bet", seat=1, wager="come", amount=1000)
        dealer.do("bet", seat=2, wager="come", amount=500)
        dealer.roll(4, 5)
        dealer.do("bet", seat=1, wager="place-8", amount=1800)
        dealer.do("bet", seat=1, wager="hard-8", amount=500)
        dealer.do("bet", seat=2, wager="place-5", amount=2500)
        dealer.do("bet", seat=2, wager="field", amount=500)
        dealer.do("bet", seat=3, wager="lay-4", amount=4000)
        dealer.do("bet", seat=3, wager="eleven", amount=100)
        spot = page.get_by_role("button", name="Place Bet 8 to Win")
        expect(spot).to_have_accessible_name(re.compile(r"\$18"))
    spot.hover()
    page.evaluate("scrollTo(0, 0)")
    shot(ann, "craps")
    line = page.get_by_role("button", name=re.compile("^Pass Bet,"))
    line.focus()
    page.keyboard.press("Backspace")
    refusal = page.get_by_role("link", name="NJ11-1.3c1")
    expect(refusal.first).to_be_visible()
    expect(page.locator(".toast .clause-words")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    shot(ann, "refusal")
