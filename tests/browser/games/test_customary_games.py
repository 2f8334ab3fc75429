"""Games by the custom of Atlantic City, each played in a browser at three widths: bets by mouse and
by keyboard, a trial that the house draws, its result, and what the log and the seed say of it. At a
staffed table the crew enters three dice."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.support.browser_clients import Visitors
from tests.browser.support.felt_player import FeltPlayer, crew, dollars, seated
from tests.server.support.crew import Staffed
from tests.server.support.table_helpers import new_table, passes_audit, passes_fair
from tests.usual import usual

WIDTHS: dict[str, dict[str, Any]] = {
    "desktop": {},
    "tablet": {"size": "phone", "viewport": {"width": 820, "height": 1180}},
    "phone": {"size": "phone"},
}
GAMES = {
    "sic-bo": ("ac-sic-bo", ("small", "pair-1-4", "number-6"), "total-9", "Shake"),
    "minibaccarat": ("ac-minibaccarat", ("banker", "tie"), "player", "Deal"),
}
EVERY = [(game, width) for game in GAMES for width in WIDTHS]


@pytest.mark.parametrize(("game", "width"), usual(EVERY, [("sic-bo", "phone")]))
def test_a_session(staffed: Staffed, visitors: Visitors, game: str, width: str) -> None:
    rules, pointed, typed, button = GAMES[game]
    house = staffed.house
    table = new_table(house, house.guest(game), rules=rules, clock=600)
    page_of = visitors.new(reduced_motion="reduce", **WIDTHS[width])
    player = FeltPlayer(page_of, house, table).come().sit()
    page = player.page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for wager in pointed:
        player.spot(wager).scroll_into_view_if_needed()
        player.click(wager)
        player.sees(wager, player.stakes().get(wager, 500))
    player.press(typed)
    player.sees(typed, 500)
    before = player.seat()
    expect(player.figure("Bets")).to_have_text(dollars(before["layout"]))
    player.rail.get_by_role("button", name=button, exact=True).click()
    results = page.get_by_text(re.compile(r"^(Lost|Won|Returned)$"))
    expect(results.first).to_be_attached()
    expect(player.figure("Bets")).to_have_text(dollars(0))
    after = player.seat()
    assert (after["layout"], after["bets"]) == (0, {})
    expect(player.figure("Rail")).to_have_text(dollars(after["rail"]))
    passes_audit(house, table)
    passes_fair(house, table)


@pytest.mark.long
def test_the_crew_enters_three_dice(staffed: Staffed, visitors: Visitors) -> None:
    """By keyboard and by tapping; the player's page has them under the dome."""
    table = staffed.table(rules="ac-sic-bo")
    player, _ = seated(staffed, visitors, table, reduced_motion="reduce")
    player.press("total-9")
    player.sees("total-9", 500)
    crew = visitors.new(staffed.tokens["floorperson"], reduced_motion="reduce").page
    crew.goto(f"/tables/{table}")
    crew.get_by_role("button", name="No more bets").click()
    crew.get_by_role("group", name="What the dice show").focus()
    for digit in "144":
        crew.keyboard.press(digit)
    enter = crew.get_by_role("button", name="Enter 1, 4 and 4: 9", exact=True)
    expect(enter).to_be_enabled()
    crew.keyboard.press("Enter")
    expect(player.felt.locator(".thrown")).to_have_attribute("data-faces", "1-4-4")
    expect(player.page.get_by_text("9 came with 1-4-4", exact=False).first).to_be_attached()
    player.press("any-triple")
    player.sees("any-triple", 500)
    crew.get_by_role("button", name="No more bets").click()
    for die in ("First", "Second", "Third"):
        crew.get_by_role("button", name=f"{die} die: 2", exact=True).click()
    crew.get_by_role("button", name="Enter 2, 2 and 2: 6", exact=True).click()
    expect(player.felt.locator(".thrown")).to_have_attribute("data-faces", "2-2-2")
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_what_is_owed_has_its_place_on_a_phone(staffed: Staffed, visitors: Visitors) -> None:
    """The button does not lie on the chips, nor the figures under what became of the bets."""
    table = staffed.table(rules="ac-minibaccarat", house={"vig": {"collect": "mark"}})
    player, _ = seated(staffed, visitors, table, size="phone", reduced_motion="reduce")
    player.press("banker")
    player.sees("banker", 500)
    with crew(staffed, table) as dealer:
        dealer.trial("deal", cards=["Kd", "3c", "6s", "4h"])
    pay = player.rail.get_by_role("button", name="Pay the vigorish")
    expect(pay).to_be_visible()
    boxes = [
        box
        for part in (pay, player.rail.locator(".figures"), player.rail.get_by_role("radiogroup"))
        if (box := part.bounding_box()) is not None
    ]
    owed, figures, chips = boxes
    rail = player.rail.bounding_box()
    assert rail is not None
    assert owed["y"] + owed["height"] <= chips["y"]
    assert min(owed["y"], figures["y"]) >= rail["y"]
    assert figures["x"] + figures["width"] <= owed["x"]
    pay.click()
    expect(pay).to_have_count(0)
    passes_audit(staffed.house, table)
