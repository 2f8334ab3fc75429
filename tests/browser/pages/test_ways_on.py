"""Where somebody goes on: back to a seat from the lobby, to the chips at a table from any page, and
from every page that says that something is not there, not possible, or over."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.pages.test_lobby_account_and_law import invitation
from tests.browser.support.browser_clients import Dealer, Visitor, Visitors, comes_true
from tests.browser.support.gallery import found_by_axe
from tests.server.support.crew import Staffed
from tests.server.support.table_helpers import new_table
from tests.usual import usual


def seated(staffed: Staffed, *tables: str, name: str = "Ada") -> str:
    token = staffed.house.guest(name)
    for table in tables:
        with Dealer(staffed.house.address, table, token) as own:
            own.do("sit")
    return token


# The lobby


def test_the_lobby_leads_back_to_each_seat_and_says_what_lies_there(
    staffed: Staffed, visitors: Visitors
) -> None:
    token = seated(staffed, "mini-dice-1", "punto-banco-1")
    page = visitors.new(token).page
    page.goto("/")
    seats = page.get_by_role("region", name="Your seats")
    expect(seats.get_by_role("listitem")).to_have_count(2)
    expect(seats.get_by_role("listitem").first).to_contain_text("Mini dice 1$500 on the rail")
    expect(page.locator(".brings")).to_contain_text("You have $250 in your purse. You bring $125")
    mine = page.locator(".table-card").filter(has_text="Punto banco 1")
    expect(mine.get_by_role("link", name="Sit down at Punto banco 1")).to_have_count(0)
    assert found_by_axe(page) == []
    seats.get_by_role("link", name="Return to seat at Mini dice 1").click()
    page.wait_for_url("**/tables/mini-dice-1")


@pytest.mark.long
def test_a_stranger_is_told_how_many_chips_come_along(staffed: Staffed, visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    said = page.locator(".brings")
    expect(said).to_contain_text("a guest with $1,000 in play chips. You bring $500 of them")
    page.get_by_role("link", name="Sit down at Craps 1", exact=True).click()
    expect(page.locator("#who")).to_contain_text("$500 in the purse")


@pytest.mark.long
def test_an_empty_purse_is_said_before_sitting_down(staffed: Staffed, visitors: Visitors) -> None:
    token = staffed.house.guest("Spent")
    with Dealer(staffed.house.address, "craps-1", token) as own:
        own.do("sit", rail=100_000)
    page = visitors.new(token).page
    page.goto("/")
    expect(page.locator(".brings")).to_contain_text(
        "Your purse is empty, so you would sit down without chips. Yours are at the tables above"
    )


@pytest.mark.long
def test_each_game_says_how_it_plays_and_shows_a_few_tables(
    staffed: Staffed, visitors: Visitors
) -> None:
    names = [f"Row {number}" for number in range(1, 6)]
    tables = {name: staffed.table(rules="nj-1997", name=name) for name in names}
    for name in ("Mae", "Moe", "Max"):
        seated(staffed, tables["Row 5"], name=name)
    page = visitors.new().page
    page.goto("/")
    group = page.get_by_role("region", name="Mini dice")
    about = next(
        each["about"]
        for each in staffed.house.get("/api/v1/rulesets")["rulesets"]
        if each["game"] == "mini-dice"
    )
    expect(group.locator(".about")).to_have_text(about)
    comes_true(page, "document.querySelector('.baize .drawing').naturalWidth > 0")
    shown = group.get_by_role("listitem")
    expect(shown.first.get_by_role("heading")).to_have_text("Row 5with a crew")
    expect(shown).to_have_count(3)
    group.get_by_role("button", name=re.compile("^Show all")).click()
    for name in names:
        expect(group.get_by_role("link", name=f"Sit down at {name}")).to_be_visible()
    expect(group.get_by_role("button", name=re.compile("^Show all"))).to_be_hidden()


def test_games_are_grouped_by_what_they_are_played_with(
    staffed: Staffed, visitors: Visitors
) -> None:
    """In the same order for somebody whose seats come first in the list of tables."""
    token = staffed.house.guest("Grouse")
    with Dealer(staffed.house.address, "mini-craps-1", token) as own:
        own.do("sit")
    page = visitors.new(token).page
    page.goto("/")
    expect(page.get_by_role("region", name="Sic bo")).to_be_visible()
    listed = {
        name: page.get_by_role("region", name=name, exact=True)
        .get_by_role("heading", level=3)
        .all_text_contents()
        for name in page.locator(".families h2").all_text_contents()
    }
    assert listed == {
        "Dice": ["Craps", "Mini craps", "Automated craps", "Mini dice", "Sic bo"],
        "Cards": ["Punto banco", "Minibaccarat"],
        "Wheels": ["Roulette", "Big six"],
    }


def test_every_game_has_a_line_and_a_drawing(staffed: Staffed) -> None:
    for each in staffed.house.get("/api/v1/rulesets")["rulesets"]:
        assert each["about"], each["game"]
        assert each["drawing"].endswith(f"/{each['game']}.svg")


# The purse


@pytest.mark.long
@pytest.mark.parametrize("size", usual(["desktop", "phone"], ["phone"]))
def test_the_top_of_every_page_says_where_the_chips_are(
    staffed: Staffed, visitors: Visitors, size: str
) -> None:
    token = seated(staffed, "mini-craps-1", name=f"Ann with a {size}")
    page = visitors.new(token, size=size).page
    page.goto("/law")
    menu = page.locator("#who summary")
    menu.click()
    chips = page.get_by_role("table", name="Where your chips are")
    expect(chips.get_by_role("row")).to_have_text(
        ["In the purse$500", "Mini craps 1$500", "In all$1,000"]
    )
    assert found_by_axe(page) == []
    page.keyboard.press("Escape")
    expect(chips).to_be_hidden()
    expect(menu).to_be_focused()
    menu.click()
    chips.get_by_role("link", name="Mini craps 1").click()
    page.wait_for_url("**/tables/mini-craps-1")
    page.goto("/account")
    purse = page.get_by_role("region", name="Your purse", exact=True)
    expect(purse.get_by_role("link", name="Mini craps 1")).to_be_visible()


# Errors


@pytest.mark.long
def test_a_wrong_address_leads_to_the_tables(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/no/such/page")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such page")
    assert found_by_axe(page) == []
    visitor.complaints.clear()
    page.get_by_role("link", name="To the tables").click()
    expect(page.get_by_role("heading", name="Pull up to a table")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize(
    "path", usual(["/", "/law", "/odds", "/account", "/history"], ["/history"])
)
def test_a_house_in_trouble_says_so_and_can_be_tried_again(
    staffed: Staffed, visitors: Visitors, path: str
) -> None:
    visitor = visitors.new(staffed.house.guest("Patient"))
    page = visitor.page
    error = {"code": "store-down", "detail": "The house cannot write or read at this moment."}

    def down(route: Route) -> None:
        route.fulfill(status=503, json={"error": error})

    page.route("**/api/v1/**", down)
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_have_text("The house cannot look this up now")
    assert found_by_axe(page) == []
    page.unroute("**/api/v1/**")
    visitor.complaints.clear()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text(re.compile("cannot"))


def test_a_table_that_is_gone_leads_to_the_others(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/tables/long-gone")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such table")
    visitor.complaints.clear()
    page.get_by_role("link", name="To the tables").click()
    page.wait_for_url(re.compile("/$"))


# Sessions that are over


def ended(staffed: Staffed, login: str) -> str:
    """The token of an account's session that was ended elsewhere."""
    body = {"login": login, "password": "a long enough one"}
    _, first = staffed.house.call("POST", "/api/v1/accounts", body)
    status, _ = staffed.house.call("DELETE", "/api/v1/sessions/current", token=first["token"])
    assert status == 204
    return str(first["token"])


def signs_in(page: Page, login: str) -> None:
    form = page.get_by_role("form", name="Sign in")
    form.get_by_label("Login").fill(login)
    form.get_by_label("Password").fill("a long enough one")
    form.get_by_role("button").click()


@pytest.mark.long
@pytest.mark.parametrize("path", usual(["/history", "/"], ["/"]))
def test_who_is_signed_out_is_told_and_comes_back_here(
    staffed: Staffed, visitors: Visitors, path: str
) -> None:
    login = f"back-{len(path)}"
    visitor = visitors.new(ended(staffed, login))
    page = visitor.page
    page.goto(path)
    expect(page.get_by_text("You are signed out.")).to_be_visible()
    assert found_by_axe(page) == []
    page.get_by_role("link", name="Sign in again").click()
    expect(page.get_by_text("You are signed out.")).to_be_visible()
    signs_in(page, login)
    page.wait_for_url(re.compile(f"{path}$"))
    expect(page.locator("#who")).to_contain_text(login)
    expect(page.get_by_text("You are signed out.")).to_have_count(0)
    visitor.complaints.clear()


@pytest.mark.long
def test_who_is_signed_out_at_a_table_comes_back_to_it(
    staffed: Staffed, visitors: Visitors
) -> None:
    visitor = visitors.new(ended(staffed, "returning"))
    visitor.house_may_be_away = True
    page, table = visitor.page, new_table(staffed.house, staffed.house.guest("O"), name="Out")
    page.goto(f"/tables/{table}")
    banner = page.locator(".banner.connection")
    expect(banner).to_contain_text("You are signed out")
    banner.get_by_role("link", name="Sign in again").click()
    signs_in(page, "returning")
    page.wait_for_url(f"**/tables/{table}")
    expect(page.locator("#who")).to_contain_text("returning")
    visitor.complaints.clear()


def test_nobody_is_led_to_another_site(staffed: Staffed, visitors: Visitors) -> None:
    page = visitors.new(staffed.house.guest("Careful")).page
    for away in ("//evil.example", "https://evil.example", "/\\evil.example"):
        page.goto(f"/account?next={away}")
        expect(page.get_by_role("heading", level=1, name="Careful")).to_be_visible()


# Invitations


@pytest.mark.long
def test_an_invitation_says_what_it_gives_and_that_it_was_used(
    staffed: Staffed, visitors: Visitors
) -> None:
    link = invitation(visitors.new(staffed.boss).page)
    newcomer = visitors.new()
    page = newcomer.page
    page.goto(link)
    expect(page.locator("#about")).to_contain_text("makes you a dealer of this house")
    assert found_by_axe(page) == []
    page.get_by_label("Login").fill("newcomer")
    page.get_by_label("Password").fill("a long enough one")
    page.get_by_role("button", name="Make an account").click()
    expect(page.locator("#told")).to_contain_text("You are now: dealer.")
    other = visitors.new()
    other.page.goto(link)
    expect(other.page.get_by_role("heading", level=1)).to_have_text(
        "This invitation cannot be used"
    )
    expect(other.page.locator("#told")).to_contain_text("Ask whoever sent it for a new one")
    expect(other.page.get_by_label("Login")).to_be_hidden()
    assert found_by_axe(other.page) == []
    other.complaints.clear()


@pytest.mark.long
def test_a_link_without_its_end_is_told_apart(visitor: Visitor) -> None:
    visitor.page.goto("/invitation")
    expect(visitor.page.locator("#told")).to_contain_text("The link is not complete")
