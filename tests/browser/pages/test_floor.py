"""The floor: who sees it, what it says, and that surveillance touches nothing."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.support.browser_clients import SIZES, Dealer, Visitors
from tests.server.support.crew import Staffed


def played(staffed: Staffed, name: str) -> str:
    """A table at which Walter lost a field bet and his pass bet, and the dice went on."""
    table = staffed.table(name=name)
    with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
        for seat, who in ((1, f"Walter of {name}"), (2, "Wanda")):
            dealer.do("sit", seat=seat, name=who, rail=50_000)
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1000)
        dealer.roll(2, 2)
        dealer.do("bet", seat=1, wager="field", amount=500)
        dealer.roll(5, 2)
        dealer.do("accept-dice", seat=2)
    return table


def floor(page: Page) -> None:
    page.goto("/floor")
    expect(page.get_by_role("heading", name="People")).to_be_visible()


@pytest.mark.long
def test_the_meters_are_shown_and_sorted(staffed: Staffed, visitors: Visitors) -> None:
    played(staffed, "Meters")
    page = visitors.new(staffed.tokens["floorperson"]).page
    floor(page)
    meters = page.get_by_role("region", name="Meters by table")
    row = meters.get_by_role("row").filter(has=page.get_by_role("link", name="Meters"))
    for words in ("$1,000", "$15", "+$15", "1.5%", "within luck"):
        expect(row).to_contain_text(words)
    win = meters.get_by_role("columnheader", name="Win")
    win.get_by_role("button").click()
    expect(win).to_have_attribute("aria-sort", "descending")
    expect(meters.get_by_role("row").nth(1)).to_contain_text("+$")
    meters.get_by_role("button", name="Wagers of Meters").click()
    inside = meters.get_by_role("region", name="Wagers of Meters")
    expect(inside.get_by_role("row").filter(has_text="field")).to_contain_text("+$5")


@pytest.mark.long
def test_hands_of_somebody_lead_to_the_replay(staffed: Staffed, visitors: Visitors) -> None:
    table = played(staffed, "Replay")
    page = visitors.new(staffed.tokens["surveillance"]).page
    floor(page)
    page.get_by_label("Find among those shown").fill("walter of replay")
    page.get_by_role("button", name="Hands of Walter of Replay").click()
    people = staffed.house.get("/api/v1/people?limit=200", staffed.boss)["people"]
    (walter,) = [each["id"] for each in people if each["name"] == "Walter of Replay"]
    hand = page.locator(f'a[href^="/history/{table}/1"]')
    expect(hand).to_have_attribute("href", f"/history/{table}/1?person={walter}")
    expect(page.get_by_role("region", name="Hands of Walter of Replay")).to_contain_text("-$15")
    hand.click()
    expect(page.get_by_label("The part of seat 1")).to_contain_text("-$15")
    page.get_by_role("slider", name="Step of the hand").press("End")
    strip = page.locator(".seat-strip .mine")
    expect(strip).to_contain_text("Walter of Replay$485 in the rail")
    expect(strip).not_to_contain_text("you")


@pytest.mark.parametrize("role", ["surveillance", "floorperson"])
@pytest.mark.long
def test_only_administrators_have_controls(staffed: Staffed, visitors: Visitors, role: str) -> None:
    page = visitors.new(staffed.tokens[role]).page
    floor(page)
    expect(page.get_by_role("button", name="Hands of boss")).to_be_visible()
    for name in ("Make a link", "Sign", "Take the role"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)


@pytest.mark.long
def test_an_administrator_takes_a_role_after_asking_once(
    staffed: Staffed, visitors: Visitors
) -> None:
    token = staffed.house.account("short", "dealer", staffed.boss)
    page = visitors.new(staffed.boss).page
    floor(page)
    page.get_by_label("Find among those shown").fill("short")
    page.get_by_role("button", name="Take the role dealer from short").click()
    assert staffed.house.get("/api/v1/me", token)["roles"] == ["dealer"]
    page.get_by_role("button", name="press again to do it").click()
    expect(page.get_by_text("short is no dealer any more.")).to_be_visible()
    assert staffed.house.get("/api/v1/me", token)["roles"] == []
    page.get_by_role("button", name="Sign short out everywhere").click()
    page.get_by_role("button", name="press again to do it").click()
    expect(page.get_by_text("short is signed out everywhere.")).to_be_visible()
    assert staffed.house.call("GET", "/api/v1/me", token=token)[0] == 401


@pytest.mark.long
def test_an_invitation_gives_the_role(staffed: Staffed, visitors: Visitors) -> None:
    page = visitors.new(staffed.boss).page
    floor(page)
    page.get_by_label("Invite somebody as").select_option("boxperson")
    page.get_by_role("button", name="Make a link").click()
    address = page.get_by_label("The link for a boxperson").input_value()
    newcomer = staffed.house.account("newcomer")
    body = {"token": address.partition("#")[2]}
    status, found = staffed.house.call("POST", "/api/v1/invitations/accept", body, newcomer)
    assert (status, found["roles"]) == (200, ["boxperson"])


@pytest.mark.long
def test_others_are_told_whose_it_is(staffed: Staffed, visitors: Visitors) -> None:
    page = visitors.new(staffed.tokens["dealer"]).page
    page.goto("/floor")
    expect(page.get_by_role("main")).to_contain_text("The floor is for floorpersons")
    expect(page.get_by_role("heading", name="People")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.long
def test_it_fits_the_screen_and_everybody(staffed: Staffed, visitors: Visitors, size: str) -> None:
    page = visitors.new(staffed.boss, size=size, bypass_csp=True).page
    floor(page)
    expect(page.get_by_role("button", name="Hands of boss")).to_be_visible()
    assert Axe().run(page).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
