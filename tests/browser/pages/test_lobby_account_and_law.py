"""Lobby, account, history, odds, comparison and law, as somebody sees them in a browser."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.browser_clients import Dealer, Visitor, Visitors, all_tables
from tests.server.support.crew import Staffed

Played = tuple[str, str]


@pytest.fixture(scope="module")
def played(staffed: Staffed) -> Played:
    """Somebody who has played a hand at a staffed table: the token, and the table."""
    token, table = staffed.house.guest("Ada"), staffed.table(name="School")
    with (
        Dealer(staffed.house.address, table, token) as ada,
        Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer,
    ):
        ada.do("sit", rail=20000)
        ada.do("accept-dice")
        ada.do("bet", wager="pass", amount=1000)
        dealer.roll(2, 4)
        ada.do("bet", wager="come", amount=500)
        ada.do("bet", wager="hard-8", amount=500)
        dealer.roll(5, 3)
        dealer.roll(3, 4)
        ada.do("accept-dice")  # What is done next: the roll stands, and the hand is over.
    return token, table


@pytest.fixture(scope="module")
def drawn(staffed: Staffed) -> Played:
    """Somebody who has played a hand at a table where the house draws."""
    token, table = staffed.house.guest("Grace"), "mini-dice-1"
    with Dealer(staffed.house.address, table, token) as grace:
        grace.do("sit", rail=20000)
        grace.do("seed", seed="my dog")
        grace.do("bet", wager="field", amount=1000)
        grace.do("accept-shaker")
        grace.do("shake")
    return token, table


# Lobby


def test_a_stranger_sees_the_tables_and_one_click_leads_to_a_seat(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Craps 1"))
    expect(card.first).to_contain_text("of 24 seats taken")
    expect(card.first).to_contain_text("from $1")
    sit = page.get_by_role("link", name="Sit down at Craps 1", exact=True)
    expect(sit).to_have_attribute("href", "/tables/craps-1?sit")


@pytest.mark.long
def test_the_lobby_keeps_itself_up_to_date(staffed: Staffed, visitor: Visitor) -> None:
    low = {"one_roll": {"pays": {"2 to 4": "4 to 1"}}, "space": "dice with puck"}
    house = {"experimental": True, "wagers": [{"key": "low", "name": "Low", **low}]}
    page, table = visitor.page, staffed.table(name="Late night", house=house)
    all_tables(page)
    card = page.locator(".table-card").filter(has_text="Late night")
    expect(card).to_contain_text("0 of 24 seats taken")
    expect(card).to_contain_text("experimental wagers")
    link = card.get_by_role("link", name="Watch")
    link.focus()
    with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
        dealer.do("sit", name="Walt", rail=20000)
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1000)
        dealer.roll(3, 6)
    expect(card).to_contain_text("1 of 24 seats taken")
    expect(card.get_by_role("img", name="puck on 9")).to_be_visible()
    expect(card.get_by_role("img", name="3 and 6")).to_be_visible()
    expect(link).to_be_focused()


@pytest.mark.long
def test_a_table_that_the_law_forbids_is_refused_with_its_clause(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    page.get_by_text("Open a table").click()
    page.get_by_text("Other choices of the house").click()
    text = page.get_by_label("House file (TOML)")
    text.fill('vig_rate = "1/5"')
    page.get_by_role("button", name="Open the table").click()
    refused = page.get_by_role("alert")
    expect(refused.get_by_role("link", name="NJ11-1.5", exact=False).first).to_be_visible()
    visitor.complaints.clear()  # The browser itself notes each answer of the house that refuses.
    text.fill("odds =")
    page.get_by_role("button", name="Open the table").click()
    expect(refused).to_contain_text("The house file, line 1: Invalid value")
    visitor.complaints.clear()


@pytest.mark.long
def test_a_table_is_opened_with_a_house_file(visitor: Visitor, tmp_path: Path) -> None:
    """From the example, or from one of one's own."""
    page = visitor.page
    page.goto("/")
    page.get_by_text("Open a table").click()
    page.get_by_label("Game and rules").select_option("nj-2001/punto-banco")
    page.get_by_text("Other choices of the house").click()
    text = page.get_by_label("House file (TOML)")
    example = page.get_by_role("button", name="Begin with the example")
    text.fill("decks = 8")
    example.click()
    expect(page.get_by_text("There is a house file already. Empty it first.")).to_be_visible()
    expect(text).to_have_value("decks = 8")
    text.fill("")
    example.click()
    expect(text).to_have_value(re.compile("dealer_as_curator = true"))
    expect(page.get_by_role("status").get_by_text("The example is filled in.")).to_be_visible()
    own = tmp_path / "own.toml"
    own.write_text('rules = "nj-2001"\ndecks = 6\n[limits]\nmin = 2500\n')
    page.get_by_label("From a file").set_input_files(own)
    expect(text).to_have_value(re.compile("decks = 6"))
    page.get_by_label("Name").fill("Six decks")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile("/tables/punto-banco-"))
    all_tables(page)
    card = page.locator(".table-card").filter(has_text="Six decks")
    expect(card).to_contain_text("from $25")


@pytest.mark.long
def test_a_table_is_opened_with_its_limits(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    page.get_by_text("Open a table").click()
    games = page.get_by_label("Game and rules").get_by_role("option").all_text_contents()
    assert any(each.startswith("Craps, New Jersey 2005 (N.J.A.C. 19:47-1, as") for each in games)
    page.get_by_label("Game and rules").select_option("md-2013/craps")
    page.get_by_label("Name").fill("Annapolis")
    least = page.get_by_label("Least bet")
    least.fill("ten")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert")).to_contain_text('Least bet: "ten" is no amount.')
    expect(least).to_have_attribute("aria-invalid", "true")
    expect(least).to_be_focused()
    least.fill("$10")
    page.get_by_label("Most bet").fill("5,000")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile("/tables/craps-"))
    all_tables(page)
    expect(page.locator(".table-card").filter(has_text="Annapolis")).to_contain_text(
        "$10 to $5,000"
    )


# Account


@pytest.mark.long
def test_a_guest_becomes_an_account_and_comes_back(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/account")
    page.get_by_role("button", name="Come in").click()
    page.get_by_label("Shown at the tables").fill("Lovelace")
    page.get_by_role("button", name="Change").click()
    expect(page.get_by_role("heading", level=1, name="Lovelace")).to_be_visible()
    form = page.get_by_role("form", name="Make this an account")
    form.get_by_label("Login").fill("lovelace")
    form.get_by_label("Password").fill("notes on the engine")
    form.get_by_role("button").click()
    expect(page.get_by_role("heading", name="Your password")).to_be_visible()
    page.get_by_role("button", name="Sign out here").click()
    expect(page.get_by_role("heading", level=1, name="Come in")).to_be_visible()
    form = page.get_by_role("form", name="Sign in")
    form.get_by_label("Login").fill("lovelace")
    form.get_by_label("Password").fill("another word altogether")
    form.get_by_role("button").click()
    expect(page.get_by_role("alert")).to_contain_text("password")
    visitor.complaints.clear()
    form.get_by_label("Password").fill("notes on the engine")
    form.get_by_role("button").click()
    expect(page.get_by_role("heading", level=1, name="Lovelace")).to_be_visible()
    expect(page.get_by_text("Welcome")).to_be_visible()


@pytest.mark.long
def test_a_session_elsewhere_is_ended(staffed: Staffed, visitors: Visitors) -> None:
    login = {"login": "hopper", "password": "the first compiler"}
    _, first = staffed.house.call("POST", "/api/v1/accounts", login)
    _, other = staffed.house.call("POST", "/api/v1/sessions", login)
    page = visitors.new(first["token"]).page
    page.goto("/account")
    page.get_by_role("button", name="End the session").click()
    expect(page.get_by_text("Ended.")).to_be_visible()
    assert staffed.house.call("GET", "/api/v1/me", token=other["token"])[0] == 401


def invitation(page: Page) -> str:
    """The link for a dealer, as an administrator has it made."""
    page.goto("/account")
    page.get_by_label("Role").select_option("dealer")
    page.get_by_role("button", name="Make a link").click()
    return page.get_by_label("The link for a dealer").input_value()


@pytest.mark.long
def test_an_administrator_hands_over_an_invitation(staffed: Staffed, visitors: Visitors) -> None:
    link = invitation(visitors.new(staffed.boss).page)
    token = staffed.house.account("newcomer")
    body = {"token": link.partition("#")[2]}
    status, found = staffed.house.call("POST", "/api/v1/invitations/accept", body, token)
    assert status in (200, 201), found
    assert found["roles"] == ["dealer"]


# History


@pytest.mark.long
def test_a_hand_is_replayed_step_by_step(
    staffed: Staffed, visitors: Visitors, played: Played
) -> None:
    token, table = played
    page = visitors.new(token).page
    page.goto("/history")
    page.locator(f'a[href^="/history/{table}/1"]').click()
    saying = page.locator(".now")
    expect(saying).to_have_text("Before the hand.")
    page.keyboard.press("ArrowRight")
    expect(saying).to_have_text("Ada sits down with $200.")
    page.get_by_role("button", name="To the next roll").click()
    expect(saying).to_contain_text("2-4: Six")
    expect(page.get_by_role("img", name="puck on 6").first).to_be_visible()
    clause = page.locator(".by a").first
    expect(clause).to_have_attribute("href", re.compile(r"^/law/NJ11-1\."))
    page.get_by_role("button", name="To the end").click()
    expect(page.get_by_text("$180 in the rail")).to_be_visible()
    page.get_by_role("slider", name="Step of the hand").fill("0")
    expect(saying).to_have_text("Before the hand.")
    page.get_by_role("button", name="Play").click()
    expect(saying).not_to_have_text("Before the hand.")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Make them again on this page").click()
    expect(page.get_by_text("a crew entered what happened")).to_be_visible()


@pytest.mark.long
def test_the_dice_of_a_hand_are_made_again_on_its_page(visitors: Visitors, drawn: Played) -> None:
    token, table = drawn
    page = visitors.new(token).page
    page.goto(f"/history/{table}/1")
    page.get_by_role("button", name="Make them again on this page").click()
    expect(page.get_by_text("Everything follows from the seed that was pledged.")).to_be_visible()
    expect(
        page.get_by_text("lines of the log follow each other as they were sealed")
    ).to_be_visible()
    expect(page.get_by_text("my dog")).to_be_visible()
    expect(page.get_by_text("the same")).to_have_count(1)
    with page.expect_download() as log:
        page.get_by_role("link", name="Download the log").click()
    lines = log.value.path().read_text("utf-8").splitlines()
    assert json.loads(lines[0])["event"] == "open"


@pytest.mark.long
def test_a_hand_that_was_changed_is_found_out(visitors: Visitors, drawn: Played) -> None:
    token, table = drawn
    page = visitors.new(token).page

    def changed(route: object) -> None:
        answer = route.fetch()  # type: ignore[attr-defined]
        hand = answer.json()
        line = next(each for each in hand["lines"] if each["event"] == "shake")
        line["body"]["dice"] = [1 + face % 6 for face in line["body"]["dice"]]
        route.fulfill(response=answer, json=hand)  # type: ignore[attr-defined]

    page.route(f"**/api/v1/me/hands/{table}/1", changed)
    page.goto(f"/history/{table}/1")
    page.get_by_role("button", name="Make them again on this page").click()
    expect(page.get_by_text("This does not follow from what was pledged.")).to_be_visible()
    expect(page.get_by_text("The log was changed, cut or moved")).to_be_visible()
    expect(page.get_by_text("not the same")).to_have_count(1)


@pytest.mark.long
def test_somebody_elses_hand_is_not_shown(
    staffed: Staffed, visitors: Visitors, played: Played
) -> None:
    visitor = visitors.new(staffed.house.guest("Somebody else"))
    visitor.page.goto(f"/history/{played[1]}/1")
    expect(visitor.page.get_by_role("alert")).to_contain_text("There is no such hand")
    visitor.complaints.clear()


# Odds, comparison, law


def test_a_sheet_is_sorted_filtered_and_opened(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/odds")
    page.get_by_role("link", name="Craps, New Jersey 2011: the sheet", exact=True).click()
    first = page.locator(".sheet tbody tr").first
    expect(first).to_contain_text("Pass Bet")
    expect(first).to_contain_text("7/495")
    edge = page.get_by_role("columnheader", name="Edge", exact=True)
    edge.get_by_role("button").click()
    expect(edge).to_have_attribute("aria-sort", "ascending")
    expect(first).to_contain_text("3/220")
    edge.get_by_role("button").click()
    expect(edge).to_have_attribute("aria-sort", "descending")
    expect(first).to_contain_text("Fire Bet")
    page.get_by_label("Find a wager").fill("buy 4")
    expect(page.locator(".sheet tbody tr")).to_have_count(2)
    page.get_by_label("Find a wager").fill("pass bet")
    page.get_by_role("button", name="Pass Bet", exact=True).click()
    expect(page.get_by_text("7/1870")).to_be_visible()


@pytest.mark.long
def test_two_rule_sets_stand_side_by_side(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/odds/nj-2011/craps")
    page.get_by_label("Compare with").select_option("md-2013/craps")
    page.get_by_role("button", name="Compare").click()
    bonus = page.locator(".difference").filter(has_text="All Tall")
    expect(bonus).to_contain_text("not in the list")
    expect(bonus).to_contain_text("permitted")
    expect(bonus.get_by_role("link", name="NJ11-1.2a", exact=True)).to_be_visible()
    expect(bonus.get_by_role("link", name="MD13-03A43", exact=True)).to_be_visible()


@pytest.mark.long
def test_the_law_is_searched_and_read(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/law")
    expect(page.get_by_text("805 clauses")).to_be_visible()
    page.get_by_label("Text").select_option("nj-2011")
    page.get_by_label("Search").fill("cannot be paid")
    expect(page.get_by_role("status")).to_have_text("1 clause")
    page.get_by_role("link", name="NJ11-1.4f").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("N.J.A.C. 19:47-1.4(f)")
    page.get_by_role("link", name="R-12").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("R-12: Amounts")
    page.get_by_role("link", name="NJ11-1.4f").first.click()
    page.get_by_role("link", name="NJ11-1.5a-s1").click()
    expect(page.get_by_text("NJ11-1.5a-s1", exact=True)).to_be_visible()


@pytest.mark.long
def test_a_clause_that_is_none_says_which_are_near(visitor: Visitor) -> None:
    visitor.page.goto("/law/NJ11-9.9")
    expect(visitor.page.get_by_role("alert")).to_contain_text("Did you mean NJ11-1.9")
    visitor.complaints.clear()
