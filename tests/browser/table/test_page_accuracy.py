"""What a page says is so: after a bad line, of another's deed, of a shoe that is over, of what a
spot pays, of who is in. Each of these was once said falsely, or not at all."""

import json
import re

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.crew.test_crew import bets, call, everybody, panel, says, seats, state
from tests.browser.pages.test_floor import floor
from tests.browser.pages.test_lobby_account_and_law import invitation
from tests.browser.support.browser_clients import Dealer, Visitor, Visitors
from tests.browser.support.felt_player import CALM, FeltPlayer, alert, crew, opened
from tests.browser.table.test_repeated_input_and_focus import CutConnection, refusing, timed, types
from tests.server.support.crew import Staffed
from tests.server.support.running import Message
from tests.server.support.table_helpers import passes_audit

# A line that is bad


@pytest.mark.long
def test_clicks_on_a_dead_line_are_not_done_at_another_table(
    staffed: Staffed, visitors: Visitors
) -> None:
    """The second click waits for the answer to the first, which never comes; so does the roll."""
    table = staffed.table(name="Twice dead")
    player, line = timed(staffed, visitors, table)
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1000)
        player.sees("pass", 1000)
        line.dead = True
        for _ in range(2):
            player.click("field")
            player.page.clock.run_for(500)
        player.tool("Double").click()
        dealer.roll(2, 4)
        player.page.clock.fast_forward(11_000)
        line.dead = False
        player.page.clock.run_for(1000)
        expect(alert(player, "$5 on Field Bet: not taken").first).to_be_visible()
        player.sees_none("field")
        player.page.clock.run_for(1000)
        types_nothing_more(player)
    assert player.stakes() == {"pass": 1000}
    player.visitor.complaints.clear()


def types_nothing_more(player: FeltPlayer) -> None:
    """Whatever was in line is through when the next bet is."""
    player.click("hard-8")
    player.page.clock.run_for(500)
    player.sees("hard-8", 500)
    player.tool("Undo").click()
    player.page.clock.run_for(1000)
    player.sees_none("hard-8")


@pytest.mark.long
def test_what_could_not_be_written_is_not_tried_at_another_table(
    staffed: Staffed, visitors: Visitors
) -> None:
    table = staffed.table(name="Full")
    visitor = visitors.new(**CALM)
    line = CutConnection(visitor.page)
    player = FeltPlayer(visitor, staffed.house, table).come().sit()
    down = True

    def not_stored(message: Message) -> Message | None:
        return refusing(message, "not-stored") if down and message.get("do") == "bet" else None

    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1000)
        line.answer = not_stored
        player.click("field")
        expect(player.page.locator(".banner.connection")).to_contain_text("tried again")
        dealer.roll(2, 4)
        expect(alert(player, "$5 on Field Bet: not taken")).to_contain_text("it was not done")
        down = False
        expect(player.page.locator(".banner.connection")).to_be_hidden()
    assert player.stakes() == {"pass": 1000}


@pytest.mark.long
def test_a_chip_less_is_a_chip_less_at_once(staffed: Staffed, visitors: Visitors) -> None:
    """Before the house has said what may be left of a new bet, nobody knows; it is waited for."""
    table = opened(staffed.house, name="Hasty", game="automated-craps")
    visitor = visitors.new(**CALM)
    line = CutConnection(visitor.page)
    player = FeltPlayer(visitor, staffed.house, table).come().sit()
    line.slow = "lines"
    for _ in range(4):
        player.click("hard-8")
    line.slow = "legal"
    player.sees("hard-8", 2000)
    player.click("hard-8", "right")
    player.sees("hard-8", 1500)


@pytest.mark.long
def test_a_session_that_the_house_does_not_know(staffed: Staffed, visitors: Visitors) -> None:
    visitor = visitors.new("nobody-has-this-token")
    visitor.house_may_be_away = True
    table = opened(staffed.house, name="Unknown")
    visitor.page.goto(f"/tables/{table}")
    banner = visitor.page.locator(".banner.connection")
    expect(banner).to_contain_text("You are signed out", timeout=20_000)
    banner.get_by_role("button", name="come in as a new guest").click()
    expect(banner).to_be_hidden()
    expect(visitor.page.get_by_role("button", name="Sit down")).to_be_enabled()
    visitor.complaints.clear()


# Of others' deeds


@pytest.mark.long
def test_leaving_from_another_page_is_told(staffed: Staffed, visitors: Visitors) -> None:
    table = opened(staffed.house, name="Two pages")
    visitor = visitors.new(**CALM)
    player = FeltPlayer(visitor, staffed.house, table).come().sit()
    other = visitor.context.new_page()
    other.goto(f"/tables/{table}")
    other.locator(".head-deeds").get_by_role("button", name="Leave").click()
    toasts = player.page.locator(".toasts")
    expect(toasts).to_contain_text("You left the table from another page.")
    expect(player.page.get_by_role("button", name="Sit down")).to_be_visible()


@pytest.mark.long
def test_a_correction_is_of_the_last_entry_also_after_a_loss(
    staffed: Staffed, visitors: Visitors
) -> None:
    table = staffed.table(name="Not that one")
    page = visitors.new(everybody(staffed, "not-that-one")).page
    line = CutConnection(page)
    box = panel(page, table)
    seats(box, ("Walter", "500"))
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1000)
        dealer.roll(2, 4)
        take = call(box, "Correct the last entry").get_by_role("button", name="Take it back")
        take.click()
        question = page.get_by_role("dialog", name="Correct the last entry")
        expect(question).to_contain_text("Take back the roll 2 and 4")
        line.cuts()
        dealer.roll(4, 5)
        line.cut = False
        expect(question).to_be_hidden()
        take.click()
        expect(question).to_contain_text("Take back the roll 4 and 5")
        question.get_by_role("button", name="No, leave it").click()


def all_in(staffed: Staffed, visitors: Visitors, name: str) -> tuple[str, Locator]:
    """A table at which Walter has nothing on his rail, and the panel of somebody who acts for
    him."""
    table = staffed.table(name=name)
    box = panel(visitors.new(everybody(staffed, name)).page, table)
    seats(box, ("Walter", "20"))
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=2000)
    box.get_by_role("button", name="Walter").click()
    return table, box


@pytest.mark.long
def test_cash_that_is_called_out_needs_no_rail(staffed: Staffed, visitors: Visitors) -> None:
    table, box = all_in(staffed, visitors, "cash")
    bets(box, "Field Bet", "10", "verbal")
    says(box, "$10 on Field Bet")
    assert state(staffed, table)["seats"]["1"]["bets"]["field"]["stake"] == 1000
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_enter_deals_the_cards_that_were_typed(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(rules="nj-2001", name="Typed cards")
    page = visitors.new(everybody(staffed, "typed-cards")).page
    box = panel(page, table)
    seats(box, ("Kim", "500"))
    with crew(staffed, table) as dealer:
        dealer.do("bet", seat=1, wager="player", amount=1000)
        dealer.ask("accept-shoe", seat=1, dealer=True)
        expect(box.locator(".of-trial")).to_contain_text("announced before the cards are dealt")
        dealer.do("no-more-bets")
    expect(box.locator(".of-trial")).not_to_contain_text("announced before")
    page.keyboard.press("e")
    for card in ("9h", "2s", "Kd", "3c"):
        page.keyboard.type(card)
    page.keyboard.press("Enter")
    expect(page.get_by_role("img", name=re.compile("count 9; wins"))).to_be_visible()


# What spots and words say


@pytest.mark.long
def test_a_replayed_coup_shows_its_cards(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(rules="nj-2001", name="Again")
    token = staffed.house.guest("Ida")
    player = FeltPlayer(visitors.new(token, **CALM), staffed.house, table).come().sit()
    with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
        dealer.do("bet", seat=1, wager="player", amount=1000)
        dealer.ask("accept-shoe", seat=1, dealer=True)
        dealer.trial("deal", cards=["9h", "2s", "Kd", "3c"])
        dealer.ask("pass-shoe", seat=1)
        dealer.ask("leave", seat=1)
    page = player.page
    page.goto("/history")
    page.locator(f'a[href^="/history/{table}/1"]').click()
    page.get_by_role("slider", name="Step of the hand").press("End")
    shown = page.get_by_role("img", name=re.compile("9 of hearts, king of diamonds; count 9; wins"))
    expect(shown).to_be_visible()
    expect(page.get_by_text("The five roads")).to_be_hidden()


@pytest.mark.long
def test_maryland_writes_on_its_layout(staffed: Staffed, visitors: Visitors) -> None:
    table = opened(staffed.house, name="No call", rules="md-2013")
    page = FeltPlayer(visitors.new(), staffed.house, table).come().page
    expect(page.locator(".felt .inscribed")).to_have_text("100x odds · No call bets")


@pytest.mark.long
def test_who_has_no_seat_is_told_so(staffed: Staffed, visitors: Visitors) -> None:
    table = opened(staffed.house, name="Seatless")
    visitor = visitors.new()
    player = FeltPlayer(visitor, staffed.house, table).come()
    player.page.get_by_role("heading", name="Text board").click()
    board = player.page.get_by_role("log", name="What is said at the table")
    types(player, "bet 5 pass")
    expect(board).to_contain_text('You have no seat. Try: "sit".')
    expect(board).not_to_contain_text("POST")


# The pages around


@pytest.mark.long
def test_a_list_of_people_that_cannot_be_read_is_asked_for_once(
    staffed: Staffed, visitors: Visitors
) -> None:
    visitor = visitors.new(staffed.boss)
    page = visitor.page
    staffed.house.account("asked-once", "dealer", staffed.boss)
    floor(page)
    asked = []

    def gone(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=503, json={"error": {"code": "store-down", "detail": "No books."}})

    page.route("**/api/v1/people?*", gone)
    page.get_by_label("Find among those shown").fill("asked-once")
    for _ in range(2):
        page.get_by_role("button", name="Take the role dealer from asked-once").click()
    people = page.get_by_text("asked-once is no dealer any more.")
    expect(people).to_be_visible()
    expect(page.get_by_text("No books.")).to_be_visible()
    expect(page.get_by_role("button", name="Hands of asked-once")).to_be_visible()
    # Whatever the page still asks for comes before what is asked of it now.
    with page.expect_response("**/health"):
        page.evaluate("fetch('/health')")
    assert len(asked) == 1
    visitor.complaints.clear()


@pytest.mark.long
def test_an_invitation_is_taken_by_this_browser(staffed: Staffed, visitors: Visitors) -> None:
    """The link is whole; a network that fails is said; other pages know who is in."""
    link = invitation(visitors.new(staffed.boss).page)
    assert link.startswith(staffed.house.address)
    visitor = visitors.new()
    lobby, page = visitor.page, visitor.context.new_page()
    lobby.goto("/")
    expect(lobby.get_by_role("heading", name="Pull up to a table")).to_be_visible()
    page.goto(link)
    page.get_by_label("Login").fill("taken-here")
    page.get_by_label("Password").fill("correct horse battery")
    page.route("**/api/v1/invitations/accept", lambda route: route.abort())
    page.get_by_role("button", name="Make an account").click()
    told = page.locator("#told")
    expect(told).to_contain_text("You are signed in as taken-here, but without the role.")
    expect(told).to_contain_text("The house cannot be reached. Try again in a moment.")
    page.unroute("**/api/v1/invitations/accept")
    page.get_by_role("button", name="Make an account").click()
    expect(told).to_contain_text("Done, taken-here. You are now: dealer.")
    lobby.get_by_role("link", name=re.compile("^Sit down at")).first.click()
    expect(lobby.locator("#who")).to_contain_text("taken-here")
    visitor.complaints.clear()  # The browser notes the network that failed.


@pytest.mark.long
def test_who_opened_a_table_closes_it(staffed: Staffed, visitors: Visitors) -> None:
    visitor = visitors.new()
    page = visitor.page
    page.goto("/")
    page.get_by_text("Open a table").click()
    expect(page.get_by_label("Seconds to bet")).to_have_value("30")
    page.get_by_label("Name", exact=True).fill("Mine to close")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Mine to close")).to_be_visible()
    page.goto("/")
    page.get_by_role("button", name="Close Mine to close").click()
    expect(page.get_by_role("heading", name="Mine to close")).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("^Close"))).to_have_count(0)


@pytest.mark.parametrize("path", ["/account", "/history", "/floor"])
@pytest.mark.long
def test_a_house_that_cannot_say_who_is_in(staffed: Staffed, visitors: Visitors, path: str) -> None:
    visitor: Visitor = visitors.new(staffed.house.guest("Still here"))
    down = {"error": {"code": "store-down", "detail": "The house cannot reach its books."}}
    visitor.page.route(
        "**/api/v1/me", lambda route: route.fulfill(status=503, body=json.dumps(down))
    )
    visitor.page.goto(path)
    expect(visitor.page.get_by_role("alert")).to_contain_text("cannot reach its books")
    expect(visitor.page.get_by_role("button", name="Make an account")).to_have_count(0)
    visitor.complaints.clear()


# The crew


@pytest.mark.long
def test_what_is_on_the_pad_goes_with_the_roll(staffed: Staffed, visitors: Visitors) -> None:
    """Two of the crew read the dice, one enters them: the other's pad would enter them again."""
    table = staffed.table(name="Two pads")
    page = visitors.new(everybody(staffed, "two-pads")).page
    box = panel(page, table)
    seats(box, ("Walter", "500"))
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1000)
        cell = box.get_by_role("button", name="3 and 4: 7", exact=True)
        cell.click()
        expect(box.get_by_role("button", name="Enter 3 and 4: 7")).to_be_visible()
        dealer.roll(3, 4)
        expect(cell).to_have_attribute("aria-pressed", "false")
        expect(box.get_by_role("button", name="Enter 3 and 4: 7")).to_have_count(0)
    assert sum(b'"event":"roll"' in line for line in staffed.house.log(table).splitlines()) == 1


@pytest.mark.long
def test_leaving_with_bets_up_is_asked_for_once(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Bets up")
    page = visitors.new(everybody(staffed, "bets-up")).page
    box = panel(page, table)
    seats(box, ("Walter", "500"))
    box.get_by_role("button", name="Walter").click()
    bets(box, "Place Bet 6 to Win", "12")
    says(box, "$12 on Place Bet 6 to Win")
    assert state(staffed, table)["seats"]["1"]["bets"]["place-6"]["leave_up"] is True
    leave = box.get_by_role("button", name="Leaves the table")
    leave.click()
    question = page.get_by_role("dialog", name="Leaves the table")
    expect(question).to_contain_text("Seat 1, Walter leaves with $488; $12 stays up")
    question.get_by_role("button", name="No, leave it").click()
    leave.click()
    question.get_by_role("button", name="Leaves the table").click()
    duties = box.get_by_role("status", name="To be done")
    expect(duties).to_contain_text("Seat 1, Walter leaves with $488. 1 bet is still up.")
    duties.get_by_role("button").click()
    expect(duties.get_by_role("listitem")).to_have_count(0)
    box.get_by_role("button", name="Comes back").click()
    says(box, "Seat 1, Walter is back.")
    box.get_by_role("button", name="Take down: Place Bet 6 to Win").click()
    says(box, "Place Bet 6 to Win: taken down.")
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_vigorish_is_told_to_who_takes_it(staffed: Staffed, visitors: Visitors) -> None:
    """And cash may be more than the bet."""
    table, box = all_in(staffed, visitors, "vigorish-told")
    box.get_by_label("How", exact=True).select_option("verbal")
    box.get_by_label("Cash handed over, if it is more").fill("100")
    bets(box, "Buy Bet on 4", "20", "verbal")
    says(box, "$20 on Buy Bet on 4, and $1 vigorish taken.")
    assert state(staffed, table)["seats"]["1"]["rail"] == 7900
    box.get_by_role("button", name="Take down: Buy Bet on 4").click()
    says(box, "Buy Bet on 4: taken down, $1 vigorish back.")
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_a_shuffle_in_the_middle_of_a_shoe_is_asked_for(
    staffed: Staffed, visitors: Visitors
) -> None:
    table = staffed.table(rules="nj-2001", name="Middle", house={"vig": {"collect": "mark"}})
    page = visitors.new(everybody(staffed, "middle")).page
    box = panel(page, table)
    seats(box, ("Kim", "500"))
    with crew(staffed, table) as dealer:
        dealer.do("bet", seat=1, wager="banker", amount=10_000)
        dealer.ask("accept-shoe", seat=1, dealer=True)
        dealer.trial("deal", cards=["2s", "9h", "3c", "Kd"])
    shuffle = box.get_by_role("button", name="The cards are shuffled")
    shuffle.click()
    question = page.get_by_role("dialog", name="Shuffle")
    expect(question).to_contain_text("4 cards of this shoe are out.")
    expect(question).to_contain_text("$5 of vigorish that is marked will be collected.")
    question.get_by_role("button", name="The cards are shuffled").click()
    duties = box.get_by_role("status", name="To be done")
    expect(duties).to_contain_text("Seat 1, Kim pays the vigorish marked, $5.")
    passes_audit(staffed.house, table)
