"""The page one plays on, before a real house: sitting down, betting, what is refused and why, undo
and its like, the call of the dice, the text board, coming back."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser.support.browser_clients import Dealer, Visitor, Visitors
from tests.server.support.crew import Staffed
from tests.server.support.table_helpers import new_table, passes_audit

Shot = Callable[[Visitor, str], None]


def spot(page: Page, name: str) -> Locator:
    return page.locator(f'[data-name="{name}"]').first


def puts(page: Page, name: str, times: int = 1) -> None:
    """Chips on a spot, by keyboard."""
    found = spot(page, name)
    found.focus()
    for _ in range(times):
        found.press("Enter")


def has(page: Page, rail: str, bets: str) -> None:
    """What the rail says I have."""
    expect(page.locator(".figures")).to_contain_text(
        re.compile(rf"Rail\s*{re.escape(rail)}\s*Bets")
    )
    expect(page.locator(".figures")).to_contain_text(re.compile(rf"Bets\s*{re.escape(bets)}(?!\d)"))


def sits(page: Page, table: str) -> None:
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name="Sit down").click()
    has(page, "$500", "$0")


def shoots(page: Page, table: str) -> None:
    sits(page, table)
    page.get_by_role("button", name="Take the dice").click()
    expect(page.locator(".holder")).to_contain_text("you")


def own(staffed: Staffed, **more: Any) -> str:
    """A table at which the house draws, opened by somebody who does not play, and whose clock does
    not run out while a test looks."""
    return new_table(staffed.house, staffed.house.guest("Opener"), clock=600, **more)


def lines(staffed: Staffed, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [
        json.loads(line) for line in staffed.house.text(f"/api/v1/tables/{table}/log").splitlines()
    ]
    return found


@pytest.mark.long
def test_the_first_bet_within_seconds_of_the_first_visit(
    staffed: Staffed, visitor: Visitor, shot: Shot
) -> None:
    """One click comes in as a guest and sits; a reload keeps the seat; leaving gives it up."""
    table, page = own(staffed), visitor.page
    sits(page, table)
    shot(visitor, "seated")
    puts(page, "pass")
    has(page, "$495", "$5")
    page.reload()
    has(page, "$495", "$5")
    page.get_by_role("button", name="Clear").click()
    has(page, "$500", "$0")
    page.get_by_role("button", name="Leave").first.click()
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    expect(page.locator("#who")).to_contain_text("$1,000 in the purse")


def test_clicks_in_a_row_are_one_command(staffed: Staffed, visitor: Visitor) -> None:
    table, page = own(staffed), visitor.page
    sits(page, table)
    # In one task of the page, so that no timer can run out between them.
    spot(page, "hard-8").evaluate("spot => { for (const _ of [1, 2, 3]) spot.dispatchEvent("
                                  "new MouseEvent('click', { bubbles: true })); }")  # fmt: skip
    has(page, "$485", "$15")
    bets = [line["body"]["amount"] for line in lines(staffed, table) if line["event"] == "bet"]
    assert bets == [1500]


@pytest.mark.long
def test_a_payable_amount_is_put_down_and_said(staffed: Staffed, visitor: Visitor) -> None:
    page = visitor.page
    sits(page, own(staffed))
    puts(page, "place-6")
    expect(page.locator(".toast")).to_contain_text("$6 on Place Bet 6 to Win, not $5")
    has(page, "$494", "$6")
    page.keyboard.press("3")
    puts(page, "place-8")
    expect(page.get_by_role("button", name="Place Bet 8 to Win: make it $30")).to_be_visible()
    has(page, "$470", "$30")


def test_a_refusal_names_its_clause_and_takes_the_chip_back(
    staffed: Staffed, visitor: Visitor, shot: Shot
) -> None:
    page = visitor.page
    sits(page, own(staffed))
    puts(page, "come")
    toast = page.get_by_role("alert").filter(has_text="Come Bet")
    expect(toast).to_contain_text("may be made only while a come-out point stands")
    expect(toast.get_by_role("link", name="NJ11-1.2a3")).to_have_attribute(
        "href", "/law/NJ11-1.2a3"
    )
    expect(toast.locator(".clause-words")).to_contain_text("N.J.A.C. 19:47-1.2(a)3")
    expect(spot(page, "come")).not_to_have_attribute("aria-label", re.compile("your bet|waiting"))
    expect(page.get_by_role("tabpanel", name="Spot")).to_contain_text("Not now.")
    shot(visitor, "refused")
    has(page, "$500", "$0")
    page.get_by_role("button", name="Take the dice").click()
    expect(page.locator(".trial-why")).to_contain_text("must make a Pass or Don't Pass Bet")
    page.locator("body").press("r")
    expect(page.get_by_role("alert").filter(has_text="Roll: not now")).to_contain_text(
        "must make a Pass or Don't Pass Bet"
    )


@pytest.mark.long
def test_undo_double_clear_and_taking_away(staffed: Staffed, visitor: Visitor) -> None:
    page = visitor.page
    sits(page, own(staffed))
    body = page.locator("body")
    puts(page, "pass")
    has(page, "$495", "$5")
    puts(page, "place-6", times=2)
    has(page, "$489", "$11")
    page.get_by_role("button", name="Place Bet 6 to Win: make it $12").click()
    has(page, "$483", "$17")
    spot(page, "place-6").press("Delete")
    has(page, "$489", "$11")
    body.press("u")
    has(page, "$483", "$17")
    body.press("d")
    has(page, "$466", "$34")
    body.press("u")
    has(page, "$483", "$17")
    body.press("c")
    has(page, "$500", "$0")
    body.press("u")
    has(page, "$483", "$17")


def seated_at_a_staffed_table(staffed: Staffed, page: Page, **more: Any) -> tuple[str, Dealer]:
    """A table where the crew enters the dice, and a player with the page who has them."""
    table = staffed.table(**more)
    dealer = Dealer(staffed.house.address, table, staffed.tokens["dealer"])
    sits(page, table)
    page.get_by_role("button", name="Take the dice").click()
    return table, dealer


@pytest.mark.long
def test_the_call_the_win_and_the_bets_of_the_round_before(
    staffed: Staffed, visitor: Visitor, shot: Shot
) -> None:
    page = visitor.page
    table, dealer = seated_at_a_staffed_table(staffed, page, house={"odds": 2})
    call, body = page.locator(".call"), page.locator("body")
    with dealer:
        puts(page, "pass", times=2)
        has(page, "$490", "$10")
        dealer.roll(4, 2)
        expect(call).to_have_text("Six, easy six. The point is six.")
        expect(page.get_by_role("img", name="The puck is on 6")).to_be_visible()
        body.press("o")
        has(page, "$470", "$30")
        dealer.roll(3, 3)
        expect(call).to_have_text("Six, the hard way. Winner, the point is made.")
        expect(page.locator(".net")).to_have_text("You win $34")
        shot(visitor, "won")
        has(page, "$534", "$0")
        expect(page.locator(".stage [aria-live]")).to_contain_text(
            "You win $10 on Pass Bet and $24"
        )
        body.press("p")
        has(page, "$524", "$10")
        dealer.roll(5, 6)
        expect(call).to_have_text("Yo-leven! Front line winner.")
    page.get_by_role("tab", name="Rolls").click()
    expect(page.get_by_role("tabpanel", name="Rolls")).to_contain_text("3 rolls, 1 point made (6)")
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_a_come_bet_goes_to_its_number_and_may_be_called_on(
    staffed: Staffed, visitor: Visitor
) -> None:
    page = visitor.page
    _, dealer = seated_at_a_staffed_table(staffed, page)
    with dealer:
        puts(page, "pass")
        has(page, "$495", "$5")
        dealer.roll(4, 4)
        expect(page.locator(".call")).to_contain_text("The point is eight")
        puts(page, "come")
        puts(page, "hard-6")
        has(page, "$485", "$15")
        dealer.roll(2, 3)
        page.get_by_role("tab", name="Bets").click()
        mine = page.get_by_role("tabpanel", name="Bets")
        expect(mine).to_contain_text("Come Bet on the 5")
        dealer.roll(5, 3)
        expect(page.locator(".call")).to_contain_text("the point is made")
        hard = mine.get_by_role("listitem").filter(has_text="Six the Hardway")
        expect(hard).to_contain_text("off")
        mine.get_by_role("button", name="Call it on: Six the Hardway").click()
        expect(page.locator(".toasts")).to_contain_text("on: waits for the word of the dealer")
        dealer.do("call", seat=1, wager="hard-6", working=True)
        expect(mine.get_by_role("button", name="Call it off: Six the Hardway")).to_be_visible()


@pytest.mark.long
def test_two_browsers_see_the_same(staffed: Staffed, visitors: Visitors) -> None:
    one, other, table = visitors.new().page, visitors.new().page, own(staffed)
    sits(one, table)
    other.goto(f"/tables/{table}")
    puts(one, "field", times=2)
    expect(spot(other, "field")).to_have_attribute("aria-label", re.compile("others \\$10"))
    other.get_by_role("tab", name="Players").click()
    expect(other.get_by_role("tabpanel", name="Players")).to_contain_text("$490")
    other.get_by_role("button", name="Sit down").click()
    expect(one.get_by_role("button", name="Take the dice")).to_be_visible()
    expect(other.locator(".trial-why")).to_contain_text("Nobody holds the dice")


NO_BET = ("shake", "deal the cards", "throw", "cut", "one roll", "roll 10", "bet roll", "lose",
          "pass", "pass it", "take the shoe", "roll roll", "hard")  # fmt: skip
"""What people say at tables, or begin to say: no bet is meant."""


@pytest.mark.long
def test_what_one_does_is_never_a_bet(staffed: Staffed, visitor: Visitor) -> None:
    page = visitor.page
    table, dealer = seated_at_a_staffed_table(staffed, page)
    page.locator("body").press("t")
    line, log = page.get_by_label("Type what you do"), page.get_by_role("log")
    with dealer:
        for number, words in enumerate(("roll", "throw the dice", *NO_BET)):
            line.fill(words)
            line.press("Enter")
            expect(log.locator("kbd")).to_have_count(number + 1)
        expect(log).to_contain_text("At a staffed table the crew enters the roll.")
        expect(log).to_contain_text('"bet pass" or "pass the dice"')
        expect(log).to_contain_text('"1 roll" may be yo.')
        line.fill("bet pass")
        line.press("Enter")
        has(page, "$495", "$5")
    assert not [each for each in lines(staffed, table)
                if each["event"] == "bet" and each["body"]["wager"] != "pass"]  # fmt: skip


@pytest.mark.long
def test_the_text_board_plays_a_hand(staffed: Staffed, visitor: Visitor) -> None:
    page = visitor.page
    table, dealer = seated_at_a_staffed_table(staffed, page)
    page.locator("body").press("t")
    line, log = page.get_by_label("Type what you do"), page.get_by_role("log")

    def types(words: str) -> None:
        line.fill(words)
        line.press("Enter")

    with dealer:
        types("bet 10 pass")
        expect(log).to_contain_text("$10 on the Pass Bet")
        types("place 6 10")
        expect(log).to_contain_text("$10 on Place Bet 6 to Win would be paid $11.66")
        types("12 on place 6")
        expect(log).to_contain_text("$12 on the Place Bet 6 to Win.")
        dealer.roll(2, 2)
        expect(log).to_contain_text("2-2: Four, the hard way. The point is four.")
        types("take down pass")
        expect(log).to_contain_text("may not be removed once it has its number")
        types("odds 20")
        expect(log).to_contain_text("$20 on Pass odds")
        types("take down place 6")
        expect(log).to_contain_text("Place Bet 6 to Win down, $12 back")
        dealer.roll(1, 3)
        expect(log).to_contain_text("wins $40 on Pass odds")
        types("status")
        expect(log).to_contain_text("Your rail has $550; no bets.")
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_the_text_board_comes_when_it_is_asked_for(staffed: Staffed, visitor: Visitor) -> None:
    """Until then only what was said is kept for it; and if the network fails, one asks again."""
    page = visitor.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    sits(page, own(staffed))
    puts(page, "pass")
    has(page, "$495", "$5")
    assert not [url for url in asked if url.endswith(("/board.js", "/dialogs.js"))
                and "/table/" in url]  # fmt: skip
    board = page.locator("#text-board")
    visitor.house_may_be_away = True
    page.route("**/table/text/board.js", lambda route: route.abort("connectionfailed"))
    board.locator("summary").click()
    trouble = board.get_by_text("could not be loaded")
    expect(trouble).to_be_visible()
    page.unroute("**/table/text/board.js")
    page.get_by_role("link", name="To the text board").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Type what you do")).to_be_focused()
    expect(page.get_by_role("log")).to_contain_text("$5 on the Pass Bet")
    expect(trouble).to_be_hidden()


@pytest.mark.long
def test_the_hand_so_far_is_filled_in_when_somebody_looks(
    staffed: Staffed, visitor: Visitor
) -> None:
    page = visitor.page
    table, dealer = seated_at_a_staffed_table(staffed, page)
    with dealer:
        puts(page, "pass")
        has(page, "$495", "$5")
        for dice in ((2, 2), (5, 4), (3, 1)):
            dealer.roll(*dice)
        has(page, "$505", "$0")
        page.goto(f"/tables/{table}")
        expect(page.get_by_role("img", name="The dice show 3 and 1")).to_be_visible()
        page.get_by_role("tab", name="Rolls").click()
        shown = page.get_by_role("tabpanel", name="Rolls")
        expect(shown).to_contain_text("This hand: 3 rolls, 1 point made (4).")
        dealer.do("bet", seat=1, wager="pass", amount=500)
        dealer.roll(6, 6)
        expect(shown).to_contain_text("This hand: 4 rolls, 1 point made (4).")


@pytest.mark.long
def test_after_a_lost_connection_it_says_what_happened(staffed: Staffed, visitor: Visitor) -> None:
    page = visitor.page
    cut = False
    open_sockets: list[WebSocketRoute] = []

    def route(socket: WebSocketRoute) -> None:
        if cut:
            socket.close(code=1011)
        else:
            socket.connect_to_server()
            open_sockets.append(socket)

    page.route_web_socket("**/live*", route)
    _, dealer = seated_at_a_staffed_table(staffed, page)
    with dealer:
        puts(page, "pass", times=2)
        has(page, "$490", "$10")
        cut = True
        open_sockets[-1].close(code=1011)
        expect(page.locator(".banner.connection")).to_contain_text("The connection is lost")
        # What is clicked meanwhile would come into another round: it is not done, and that is said.
        puts(page, "field")
        expect(
            page.get_by_role("alert").filter(has_text="$5 on Field Bet: not taken")
        ).to_contain_text("this was not sent")
        dealer.roll(5, 2)
        cut = False
        expect(page.locator(".toasts")).to_contain_text("1 roll while you were away: you won $10")
        expect(page.locator(".banner.connection")).to_be_hidden()
        has(page, "$510", "$0")


@pytest.mark.long
def test_a_roll_that_was_entered_wrongly_is_taken_back(staffed: Staffed, visitor: Visitor) -> None:
    page = visitor.page
    table, dealer = seated_at_a_staffed_table(staffed, page)
    with dealer, Dealer(staffed.house.address, table, staffed.tokens["boxperson"]) as box:
        puts(page, "pass", times=2)
        has(page, "$490", "$10")
        dealer.roll(1, 1)
        has(page, "$490", "$0")
        box.do("correct", caller="boxperson", reason="wrong-dice")
        expect(page.locator(".call")).to_contain_text("The roll 1-1 is taken back (wrong dice)")
        has(page, "$490", "$10")
        page.get_by_role("tab", name="Rolls").click()
        expect(page.get_by_role("tabpanel", name="Rolls")).to_contain_text("0 rolls")


@pytest.mark.long
def test_a_session_that_is_over(staffed: Staffed, visitor: Visitor) -> None:
    """Nobody is let in with it, not even to watch: the page offers to come in anew."""
    page, house = visitor.page, staffed.house
    sits(page, own(staffed))
    token = next(each["value"] for each in visitor.context.cookies())
    visitor.house_may_be_away = True
    house.call("DELETE", "/api/v1/sessions/current", token=token)
    page.get_by_role("button", name="come in as a new guest").click()
    expect(page.locator(".status")).to_have_text("Live")
    expect(page.locator(".banner.connection")).to_be_hidden()
    expect(page.locator("#who")).to_contain_text("$1,000 in the purse")
    visitor.complaints = [each for each in visitor.complaints if "401" not in each]


@pytest.mark.long
def test_a_table_that_is_closed(staffed: Staffed, visitor: Visitor) -> None:
    page, house = visitor.page, staffed.house
    opener = house.guest("Opener")
    table = new_table(house, opener, clock=600)
    visitor.house_may_be_away = True
    page.goto(f"/tables/{table}")
    expect(page.get_by_role("button", name="Sit down")).to_be_enabled()
    status, _ = house.call("DELETE", f"/api/v1/tables/{table}", token=opener)
    assert status < 300
    expect(page.locator(".banner.connection")).to_contain_text("The table is closed.")
    expect(
        page.locator(".banner.connection").get_by_role("link", name="To the tables")
    ).to_be_visible()


@pytest.mark.parametrize(
    "size",
    [*(pytest.param(each, marks=pytest.mark.long) for each in ("desktop", "tablet")), "phone"],
)
def test_nothing_is_wider_than_the_screen(
    staffed: Staffed, visitors: Visitors, size: str, shot: Shot
) -> None:
    visitor = visitors.new(size=size)
    page = visitor.page
    shoots(page, own(staffed))
    page.locator("summary", has_text="Text board").click()
    puts(page, "pass")
    has(page, "$495", "$5")
    shot(visitor, f"table-{size}")
    wide = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert wide == 0
