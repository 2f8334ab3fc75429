"""Who is spoken to, and of whom: oneself, the seat the crew acts for, whoever watches; and what is
no longer on the table."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.crew.test_crew import BANKER, MARKED, coup, everybody, panel, ready, says, seats
from tests.browser.support.browser_clients import Dealer, Visitors
from tests.browser.support.felt_player import FeltPlayer, seated
from tests.browser.table.test_repeated_input_and_focus import types
from tests.browser.table.test_table import CALM, crew
from tests.server.support.crew import Staffed
from tests.server.support.table_helpers import new_table, passes_audit

NO_CARDS = re.compile("no cards shown$")


def hands(player: FeltPlayer) -> list[Locator]:
    return [player.felt.locator(f".hand.{side}") for side in ("player", "banker")]


def see_no_cards(player: FeltPlayer) -> None:
    for hand in hands(player):
        expect(hand).to_have_attribute("aria-label", NO_CARDS)


@pytest.mark.long
def test_what_was_dealt_goes_with_its_shoe(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(rules="nj-2001", name="Next shoe")
    player, _ = seated(staffed, visitors, table, **CALM)
    with crew(staffed, table) as dealer:
        dealer.do("accept-shoe", seat=1)
        coup(dealer, {1: 1000}, BANKER)
        for hand in hands(player):
            expect(hand).to_have_attribute("aria-label", re.compile("; count "))
        dealer.do("shuffle")
        expect(player.stage).to_contain_text("decks shuffled and cut.")
        dealer.do("cut", seat=1)
    expect(player.stage).to_contain_text("Gus (1) cuts the cards.")
    see_no_cards(player)
    player.come()
    see_no_cards(player)
    expect(player.stage).to_contain_text("Place your bets.")
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_a_round_that_is_not_completed_shows_no_cards(staffed: Staffed, visitors: Visitors) -> None:
    """Neither those of the coup before; also after a reload."""
    table = staffed.table(rules="nj-2001", name="No deal")
    player, _ = seated(staffed, visitors, table, **CALM)
    floorperson = Dealer(staffed.house.address, table, staffed.tokens["floorperson"])
    with crew(staffed, table) as dealer, floorperson as floor:
        dealer.do("accept-shoe", seat=1)
        coup(dealer, {1: 1000}, BANKER)
        expect(hands(player)[0]).to_have_attribute("aria-label", re.compile("; count "))
        dealer.do("bet", seat=1, wager="banker", amount=1000)
        dealer.do("no-more-bets")
        floor.do("no-deal", caller="floorperson", reason="misdeal", cards=["2h", "9s"])
    expect(player.stage).to_contain_text(
        re.compile("^No coup: .+ All bets stand. Out of the shoe: 2♥ 9♠")
    )
    see_no_cards(player)
    player.come()
    see_no_cards(player)


@pytest.mark.long
def test_the_crew_reads_whose_chips_they_are(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Whose")
    page = visitors.new(everybody(staffed, "whose"), **CALM).page
    ready(staffed, page, table)
    felt = page.locator(".felt-holder")
    line = felt.locator('[role="button"][aria-label^="Pass Bet, "]')
    expect(line).to_have_attribute("aria-label", re.compile(r"bet of seat 1 \$10"))
    with crew(staffed, table) as dealer:
        dealer.roll(1, 2)
    stage = page.get_by_role("region", name="The last roll", exact=True)
    expect(stage).to_contain_text("Walter (seat 1) loses $10")
    expect(stage).to_contain_text("Walter (seat 1) loses $10 on Pass Bet. In all Walter (seat 1)")
    expect(stage).not_to_contain_text("You")
    results = page.get_by_role("region", name="Bets of seat 1 in the last roll")
    expect(results.get_by_role("listitem")).to_contain_text("Pass Bet")


@pytest.mark.long
def test_a_seat_of_punto_banco_that_the_crew_acts_for(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(rules="nj-2001", name="Acted for")
    page = visitors.new(everybody(staffed, "acted-for"), **CALM).page
    found = panel(page, table)
    seats(found, ("Kim", "500"))
    found.get_by_role("button", name="Kim").click()
    expect(page.locator(".seat-name", has_text="Kim")).to_have_count(1)
    expect(page.locator(".seat-name", has_text="You")).to_have_count(0)


@pytest.mark.long
def test_who_left_is_named_when_the_seat_is_empty(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Emptied")
    found = panel(visitors.new(everybody(staffed, "emptied")).page, table)
    seats(found, ("Walter", "500"))
    with crew(staffed, table) as dealer:
        dealer.do("leave", seat=1)
    duties = found.get_by_role("status", name="To be done")
    expect(duties).to_contain_text("Seat 1, Walter leaves with $500.")


@pytest.mark.long
def test_what_is_to_be_done_is_not_under_the_answer(staffed: Staffed, visitors: Visitors) -> None:
    """Scrolled down to the pad, both are in sight, one under the other."""
    table = staffed.table(name="In sight")
    page = visitors.new(everybody(staffed, "in-sight"), viewport={"width": 1280, "height": 700})
    found = ready(staffed, page.page, table)
    found.get_by_role("group", name="Correct the last entry").scroll_into_view_if_needed()
    with crew(staffed, table) as dealer:
        dealer.do("leave", seat=2)
    found.get_by_role("button", name="The dice are out").click()
    says(found, "The dice are out")
    duty = found.get_by_role("status", name="To be done").get_by_role("listitem")
    expect(duty).to_be_in_viewport(ratio=0.9)
    box = duty.get_by_role("button", name="Done").bounding_box()
    assert box is not None
    top = page.page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y)?.textContent",
        [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2],
    )
    assert top == "Done"


@pytest.mark.parametrize(
    ("reason", "words"),
    [("entered-twice", "The betting is open again."), ("wrong-cards", "The betting stays closed.")],
)
@pytest.mark.long
def test_whether_bets_are_taken_after_a_correction(
    staffed: Staffed, visitors: Visitors, reason: str, words: str
) -> None:
    table = staffed.table(rules="nj-2001", name="Again", house=MARKED)
    found = panel(visitors.new(everybody(staffed, f"after-{reason}")).page, table)
    floorperson = Dealer(staffed.house.address, table, staffed.tokens["floorperson"])
    with crew(staffed, table) as dealer, floorperson as floor:
        dealer.do("sit", seat=1, name="Kim", rail=50_000)
        dealer.do("accept-shoe", seat=1, dealer=True)
        coup(dealer, {1: 1000}, BANKER)
        floor.do("correct", caller="floorperson", reason=reason)
    says(found, words)


@pytest.mark.long
def test_surveillance_is_told_what_it_is(staffed: Staffed, visitors: Visitors) -> None:
    page = visitors.new(staffed.tokens["surveillance"]).page
    page.goto(f"/tables/{staffed.table(name='Looked at')}")
    expect(page.get_by_text("you see everything at this table and touch nothing")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("size", [pytest.param("desktop", marks=pytest.mark.long), "phone"])
def test_why_one_may_not_roll_is_said_to_oneself(
    staffed: Staffed, visitors: Visitors, size: str
) -> None:
    token = staffed.house.account(f"roller-{size}")
    table = new_table(staffed.house, token, game="craps", clock=600)
    page = visitors.new(token, size=size, **CALM).page
    page.goto(f"/tables/{table}?sit")
    page.get_by_role("button", name="Take the dice").click()
    why = page.locator(".trial-why")
    expect(why).to_have_text(re.compile("^You must make a Pass or Don't Pass Bet"))
    expect(why).to_be_in_viewport(ratio=1)


@pytest.mark.long
def test_what_is_not_up_is_named_as_people_do(staffed: Staffed, visitors: Visitors) -> None:
    player, _ = seated(staffed, visitors, staffed.table(name="Not up"), **CALM)
    player.click("field")
    player.sees("field", 500)
    player.page.keyboard.press("t")
    types(player, "take down place 6")
    log = player.page.get_by_role("log")
    expect(log).to_contain_text("You have no Place Bet 6 to Win up; up: Field Bet.")


@pytest.mark.long
def test_an_even_trial_says_so(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Even")
    player, _ = seated(staffed, visitors, table, **CALM)
    for wager in ("pass", "dont-pass"):
        player.click(wager)
        player.sees(wager, 500)
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.roll(5, 2)
    expect(player.stage.locator(".net")).to_have_text("Even")
    expect(player.rail.locator(".last-net")).to_have_text("Even")


@pytest.mark.long
def test_nothing_to_clear_and_nothing_to_double(staffed: Staffed, visitors: Visitors) -> None:
    """A line bet whose point is on may not be taken down."""
    table = staffed.table(name="Nothing to do")
    player, _ = seated(staffed, visitors, table, **CALM)
    expect(player.tool("Clear")).to_have_attribute("aria-disabled", "true")
    expect(player.tool("Double")).to_have_attribute("aria-disabled", "true")
    player.click("pass")
    player.sees("pass", 500)
    expect(player.tool("Clear")).to_have_attribute("aria-disabled", "false")
    expect(player.tool("Double")).to_have_attribute("aria-disabled", "false")
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.roll(4, 2)
    expect(player.tool("Clear")).to_have_attribute("aria-disabled", "true")


@pytest.mark.long
def test_a_borrowed_clause_is_said_to_be_borrowed(staffed: Staffed, visitors: Visitors) -> None:
    """Maryland's section on odds is not printed; New Jersey's stands in for it (R-46)."""
    table = staffed.table(rules="md-2013", name="Borrowed")
    player, _ = seated(staffed, visitors, table, **CALM)
    player.click("pass-odds")
    refused = player.page.locator(".toast.refused")
    expect(refused.locator(".clause-words")).to_contain_text("borrowed here (R-46): ")


@pytest.mark.long
def test_which_winners_stay_up_is_said(staffed: Staffed, visitors: Visitors) -> None:
    player, _ = seated(staffed, visitors, staffed.table(name="Which stay"), **CALM)
    player.page.get_by_role("tab", name="Bets").click()
    expect(player.page.locator(".switch")).to_contain_text(re.compile(r"stay up \(.*Hardways\)"))


@pytest.mark.long
def test_a_refusal_on_a_telephone_lies_over_no_bet(staffed: Staffed, visitors: Visitors) -> None:
    """Nor over the sheet out of which it came."""
    table = staffed.table(name="Refused above")
    player, _ = seated(staffed, visitors, table, size="phone", **CALM)
    player.click("come")
    refused = player.page.locator(".toast.refused")
    expect(refused.locator(".clause-words")).to_be_visible()
    box = refused.bounding_box()
    assert box is not None
    for wager in ("pass", "pass-odds", "field"):
        spot = player.spot(wager)
        spot.scroll_into_view_if_needed()
        there = spot.bounding_box()
        assert there is not None
        assert box["y"] + box["height"] <= there["y"], wager
    player.page.get_by_role("tab", name="Bets").click()
    sheet = player.page.locator(".panels.open").bounding_box()
    assert sheet is not None
    assert box["y"] + box["height"] <= sheet["y"]


@pytest.mark.long
def test_somebody_elses_leaving_is_asked_about_when_typed(
    staffed: Staffed, visitors: Visitors
) -> None:
    table = staffed.table(name="Typed away")
    page = visitors.new(everybody(staffed, "typed-away"), **CALM).page
    ready(staffed, page, table)
    page.locator("#text-board summary").click()
    typed = page.locator("#text-board input")
    log = page.get_by_role("log")
    typed.fill("leave")
    typed.press("Enter")
    expect(log).to_contain_text("Walter (seat 1) leaves $10 up, which nobody can take down")
    assert not staffed.house.get(f"/api/v1/tables/{table}")["state"]["seats"]["1"].get("gone")
    typed.fill("leave")
    typed.press("Enter")
    expect(page.get_by_role("status", name="To be done")).to_contain_text("Walter leaves with $490")


@pytest.mark.long
def test_a_table_that_is_not_closed_says_so_in_sight(staffed: Staffed, visitors: Visitors) -> None:
    for number in range(8):
        staffed.table(name=f"Also open {number}")
    table = staffed.table(name="Zz kept open")
    with crew(staffed, table) as dealer:
        dealer.do("sit", seat=1, name="Walter", rail=50_000)
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1000)
    visitor = visitors.new(staffed.tokens["floorperson"])
    page = visitor.page
    page.goto("/floor")
    close = page.get_by_role("button", name="Close Zz kept open")
    close.click()
    page.get_by_role("button", name="Close Zz kept open: press again to do it").click()
    expect(page.locator(".problem").first).to_be_in_viewport(ratio=0.9)
    visitor.complaints.clear()  # The browser's own, of the answer.
    meters = page.get_by_role("region", name="Meters by table")
    assert meters.evaluate("it => it.scrollWidth - it.clientWidth") <= 0
