"""What a player hears, reads and gets back: by the text board all that the drawn table says and
does, of others' bets whose they are, after a reload what was missed."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.support.browser_clients import Dealer, Visitors, all_tables, comes_true
from tests.browser.support.felt_player import CALM, CHIPS, FeltPlayer, alert, crew, opened, seated
from tests.browser.table.test_recover import until_lost
from tests.browser.table.test_repeated_input_and_focus import BANKER, types
from tests.server.support.crew import Staffed
from tests.server.support.running import Message, wait_until
from tests.server.support.table_helpers import passes_audit


def board(player: FeltPlayer) -> Locator:
    """The log of the text board, opened."""
    player.page.keyboard.press("t")
    expect(player.page.get_by_label("Type what you do")).to_be_focused()
    return player.page.get_by_role("log", name="What is said at the table")


def bet(player: FeltPlayer, wager: str, seat: int = 1) -> Message:
    found: Message = player.seat(seat)["bets"][wager]
    return found


# Bets


@pytest.mark.long
def test_a_number_alone_is_answered(staffed: Staffed, visitors: Visitors) -> None:
    table = opened(staffed.house, name="What of it")
    player, _ = seated(staffed, visitors, table, **CALM)
    log = board(player)
    for words in ("10", "bet 10", "add 10"):
        types(player, words)
    expect(log.get_by_text('10 what? Say "bet 10 on pass", for example.')).to_have_count(3)
    assert player.stakes() == {}
    types(player, "bet 10 on pass")
    player.sees("pass", 1000)


@pytest.mark.long
def test_a_bet_that_is_raised_comes_down_when_winners_do(
    staffed: Staffed, visitors: Visitors
) -> None:
    table = staffed.table(name="No more up")
    player, _ = seated(staffed, visitors, table, **CALM)
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=500)
        dealer.roll(2, 2)
        for wager in ("place-6", "place-8"):
            player.click(wager)
            player.sees(wager, 600)
            assert bet(player, wager)["leave_up"] is True
        player.page.get_by_role("tab", name="Bets").click()
        switch = player.page.get_by_label("Winners stay up")
        switch.uncheck()
        player.click("place-6")
        player.sees("place-6", 1200)
        assert "leave_up" not in bet(player, "place-6")
        assert bet(player, "place-8")["leave_up"] is True
        switch.check()
        player.click("place-6")
        player.sees("place-6", 1800)
        assert bet(player, "place-6")["leave_up"] is True
        switch.uncheck()
        player.tool("Double").click()
        player.sees("place-6", 3600)
        dealer.roll(4, 2)
        player.roll_shown(4, 2)
        player.sees_none("place-6")
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_undo_brings_a_bet_back_as_it_lay(staffed: Staffed, visitors: Visitors) -> None:
    """Called on, and left up or not: whatever the switch says by now."""
    table = opened(staffed.house, game="craps")
    player, _ = seated(staffed, visitors, table, **CALM)
    page = player.page
    player.click("hard-8")
    player.sees("hard-8", 500)
    page.get_by_role("tab", name="Bets").click()
    mine = page.get_by_role("tabpanel", name="Bets")
    mine.get_by_role("button", name="Call it on: ").click()
    expect(player.spot("hard-8")).to_have_attribute("aria-label", re.compile("called on"))
    page.get_by_label("Winners stay up").uncheck()
    player.click("hard-6")
    player.sees("hard-6", 500)
    page.get_by_label("Winners stay up").check()
    before = player.seat()["bets"]
    for wager in ("hard-8", "hard-6"):
        mine.get_by_role("button", name=f"Take down: {player.name(wager)}").click()
        player.sees_none(wager)
        player.tool("Undo").click()
        player.sees(wager, 500)
        wait_until(lambda: player.seat()["bets"] == before)
    mine.get_by_role("button", name=f"More: {player.name('hard-6')}").click()
    player.sees("hard-6", 1000)
    assert bet(player, "hard-6")["leave_up"] is True
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_odds_wait_for_the_second_time(staffed: Staffed, visitors: Visitors) -> None:
    """Until the next trial, or another bet; for no clock."""
    table = staffed.table(name="No hurry")
    token = staffed.house.guest("Gus")
    with Dealer(staffed.house.address, table, token) as own:
        own.do("sit", rail=CHIPS)
    visitor = visitors.new(token, **CALM)
    visitor.page.clock.install()
    player = FeltPlayer(visitor, staffed.house, table).come()
    button = player.tool("Max odds")
    sure = re.compile("sure")
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=2000)
        dealer.roll(2, 2)
        expect(button).to_have_text(re.compile(r"Max odds \$"))
        button.click()
        visitor.page.clock.run_for(1000)
        expect(button).to_have_text(sure)
        visitor.page.clock.run_for(8_000)
        expect(button).to_have_text(sure)
        dealer.roll(6, 3)
        visitor.page.clock.run_for(5000)
        expect(button).not_to_have_text(sure)
        button.click()
        visitor.page.clock.run_for(1000)
        expect(button).to_have_text(sure)
        dealer.do("bet", seat=1, wager="field", amount=500)
        visitor.page.clock.run_for(1000)
        expect(button).not_to_have_text(sure)
        for _ in range(2):
            button.click()
            visitor.page.clock.run_for(1000)
        expect(player.spot("pass-odds")).to_have_attribute("aria-label", re.compile("your bet"))


@pytest.mark.long
def test_owed_vigorish_stays_on_the_rail(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(rules="nj-2001", name="Kept back", house={"vig": {"collect": "mark"}})
    player, _ = seated(staffed, visitors, table, **CALM)
    with crew(staffed, table) as dealer:
        dealer.do("bet", seat=1, wager="banker", amount=10_000)
        dealer.ask("accept-shoe", seat=1, dealer=True)
        dealer.trial("deal", cards=BANKER)
        expect(player.figure("Vigorish owed")).to_have_text("$5")
        player.chip("$5,000")
        player.click("player")
        told = re.compile(r"\$1,095 on .*, not \$5,000: \$5 of your chips are owed as vigorish\.")
        expect(player.page.locator(".toasts")).to_contain_text(told)


# Of others


def two_at_a_table(staffed: Staffed, visitors: Visitors, name: str) -> tuple[FeltPlayer, Dealer]:
    """Gus, and Bob, whose Come Bet has gone to the 5."""
    table = staffed.table(name=name)
    player, _ = seated(staffed, visitors, table, **CALM)
    dealer = crew(staffed, table)
    dealer.do("sit", seat=2, name="Bob", rail=50_000)
    dealer.do("accept-dice", seat=1)
    dealer.do("bet", seat=1, wager="pass", amount=500)
    dealer.roll(2, 2)
    dealer.do("bet", seat=2, wager="come", amount=1000)
    dealer.roll(3, 2)
    return player, dealer


@pytest.mark.long
def test_a_come_bet_of_another_can_be_read(staffed: Staffed, visitors: Visitors) -> None:
    player, dealer = two_at_a_table(staffed, visitors, "Bob's five")
    page = player.page
    with dealer:
        there = player.felt.get_by_role("img", name="Come Bet on the 5, ")
        expect(there).to_have_attribute("aria-label", re.compile(r", Bob \$10$"))
        player.spot("place-5").focus()
        page.mouse.move(0, 0)
        there.hover(force=True)
        panel = page.get_by_role("tabpanel", name="Spot")
        expect(panel).to_contain_text("Come Bet on the 5")
        expect(panel).to_contain_text("2, Bob: $10")
        there.focus()
        expect(there).to_be_focused()
        page.keyboard.press("Enter")
        there.click(force=True)
        page.keyboard.press("Delete")
        page.keyboard.press("ArrowDown")
        expect(there).not_to_be_focused()
        player.click("field")
        player.sees("field", 500)
        expect(page.locator(".toast.refused")).to_have_count(0)
        assert player.stakes() == {"pass": 500, "field": 500}
        dealer.do("bet", seat=1, wager="come", amount=500)
        dealer.roll(4, 1)
        expect(player.called("Come Bet on the 5")).to_have_attribute(
            "aria-label", re.compile(r"your bet \$5$")
        )
        dealer.roll(3, 4)
        expect(player.felt.locator('[aria-label^="Come Bet on the 5"][role]')).to_have_count(0)


@pytest.mark.long
def test_the_text_board_has_the_bets_of_others(staffed: Staffed, visitors: Visitors) -> None:
    player, dealer = two_at_a_table(staffed, visitors, "Bob's row")
    with dealer:
        board(player)
        row = player.page.get_by_role("row", name=re.compile("^Come Bet on the 5"))
        expect(row).to_contain_text("$10 (Bob $10)")
        expect(row.get_by_role("button")).to_have_count(0)
        closed = player.page.get_by_role("row", name=re.compile("^Fire Bet"))
        expect(closed.get_by_role("link").first).to_have_attribute("href", re.compile("^/law/"))


# Coming back


@pytest.mark.long
def test_a_reload_says_what_was_missed(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Missed")
    player, _ = seated(staffed, visitors, table, **CALM)
    page = player.page
    toasts = page.locator(".toasts")
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1000)
        dealer.roll(2, 2)
        expect(page.get_by_role("img", name="The puck is on 4")).to_be_visible()
        page.reload()
        player.sees("pass", 1000)
        expect(page.get_by_role("img", name="The dice show 2 and 2")).to_be_visible()
        expect(toasts).not_to_contain_text("away")
        page.goto("/law")
        dealer.do("sit", seat=2, name="Bob", rail=50_000)
        player.come()
        player.sees("pass", 1000)
        expect(page.get_by_role("img", name="The dice show 2 and 2")).to_be_visible()
        expect(toasts).not_to_contain_text("away")
        page.goto("/law")
        dealer.roll(5, 4)
        dealer.roll(3, 1)
        player.come()
        expect(toasts).to_contain_text("2 rolls while you were away: you won $10.")
        log = board(player)
        expect(log).to_contain_text("3-1: Four, easy four. Winner, the point is made.")
        page.reload()
        expect(page.get_by_role("img", name="The dice show 3 and 1")).to_be_visible()
        expect(toasts).not_to_contain_text("away")


@pytest.mark.long
def test_what_another_missed_is_not_told(staffed: Staffed, visitors: Visitors) -> None:
    """The same tab, with somebody else before it."""
    table = staffed.table(name="Another")
    player, _ = seated(staffed, visitors, table, **CALM)
    page = player.page
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1000)
        player.sees("pass", 1000)
        page.goto("/law")
        dealer.roll(2, 2)
        address, token = staffed.house.address, staffed.house.guest("Eve")
        cookie: Any = {"name": "lammer_session", "value": token, "url": address}
        player.visitor.context.add_cookies([cookie])
        player.come()
        expect(page.get_by_role("img", name="The dice show 2 and 2")).to_be_visible()
        comes_true(page, "document.querySelector('.rail button.sit').checkVisibility()")
        expect(page.locator(".toasts")).not_to_contain_text("away")


@pytest.mark.long
def test_who_left_with_bets_up_sits_down_again(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Left up")
    player, _ = seated(staffed, visitors, table, **CALM)
    player.click("pass")
    player.sees("pass", 500)
    player.page.locator(".head-deeds").get_by_role("button", name="Leave").click()
    expect(player.rail.get_by_role("button", name="Sit down")).to_be_visible()
    assert player.seat()["gone"] is True
    all_tables(player.page)
    player.page.get_by_role("link", name="Return to seat at Left up").first.click()
    player.has_sat()
    player.sees("pass", 500)
    assert "gone" not in player.seat()


# The text board


@pytest.mark.long
def test_the_text_board_answers_what_the_page_shows(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Told")
    player, _ = seated(staffed, visitors, table, **CALM)
    page = player.page
    log = board(player)

    def says(command: str, words: str | re.Pattern[str]) -> None:
        types(player, command)
        expect(log.locator(":scope > div").last).to_contain_text(words)

    says("help", '"who", "history"')
    says("help", '"winners stay up off"')
    says("help", '"fill up the purse"')
    says("who", "Shooter: offered to you (seat 1). At the table: you (seat 1), rail $1,000, ")
    says("history", "Nothing yet. This hand: 0 rolls")
    says("winners stay up off", "Winners come down. That goes for bets that you make or raise")
    page.get_by_role("tab", name="Bets").click()
    expect(page.get_by_label("Winners stay up")).not_to_be_checked()
    types(player, "5 on hard 8")
    player.sees("hard-8", 500)
    assert "leave_up" not in bet(player, "hard-8")
    says("winners stay up on", "Winners stay up")
    expect(page.get_by_label("Winners stay up")).to_be_checked()
    says("fill up", re.compile("chips|few"))  # Whoever has many is given none.
    player.visitor.complaints.clear()  # The browser's own, of the answer.
    types(player, "5 on fire")
    player.sees("fire", 500)
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=500)
        for dice in ((2, 2), (3, 1)):
            dealer.roll(*dice)
            player.roll_shown(*dice)
        says("status", "$5 on Fire Bet (gathered 4)")
        says("rolls", "The last rolls, the latest first: 4 (3-1), 4 (2-2). This hand: 2 rolls, 1 ")
        says("who", "Shooter: you (seat 1).")
        says("info hard 8", "Limits: at least $1")
        says("info hard 8", re.compile(r"Edge: [\d.]+% \(1/11\) of each bet; .* per roll"))
        says("info hard 8", "You may add: ")
        says("info come", "Not now: Come Bet may be made only while a come-out point stands.")
        expect(log.locator("div.clauses").last.get_by_role("link").first).to_be_visible()
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_the_purse_is_filled_up_by_a_word(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Words for chips")
    player, _ = seated(staffed, visitors, table, **CALM)
    log = board(player)
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=CHIPS)
        dealer.roll(1, 1)
        expect(player.figure("Rail")).to_have_text("$0")
    types(player, "more chips")
    expect(log).to_contain_text("Your purse has $1,000.")
    expect(player.figure("Purse")).to_have_text("$1,000")


@pytest.mark.long
def test_the_text_board_tells_of_the_shoe(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(rules="nj-2001", name="By word", house={"vig": {"collect": "mark"}})
    player, _ = seated(staffed, visitors, table, **CALM)
    log = board(player)
    with crew(staffed, table) as dealer:
        dealer.do("bet", seat=1, wager="banker", amount=10_000)
        dealer.ask("accept-shoe", seat=1, dealer=True)
        dealer.trial("deal", cards=BANKER)
        expect(player.figure("Vigorish owed")).to_have_text("$5")
    types(player, "status")
    told = re.compile(r"Curator: the dealer; 4 cards are out\. .* Vigorish owed: \$5\.")
    expect(log).to_contain_text(told)
    types(player, "coups")
    expect(log).to_contain_text("The last coups, the latest first: Banker ")


# What is known, and what is not


@pytest.mark.long
def test_a_long_fraction_is_folded_and_there(staffed: Staffed, visitors: Visitors) -> None:
    player = FeltPlayer(visitors.new(**CALM), staffed.house, opened(staffed.house)).come()
    exact = player.catalogue["wagers"]["fire"]["edge"]["per_bet"]["exact"]
    assert len(exact) > 24
    player.spot("fire").focus()
    panel = player.page.get_by_role("tabpanel", name="Spot")
    fraction = panel.get_by_text(exact)
    expect(fraction).to_be_hidden()
    panel.get_by_text("as fractions").click()
    expect(fraction).to_be_visible()
    player.spot("field").focus()
    expect(panel).to_contain_text("1/18")
    expect(panel.get_by_text("as fractions")).to_have_count(0)


@pytest.mark.long
def test_chips_that_were_bought_were_not_won(staffed: Staffed, visitors: Visitors) -> None:
    house = staffed.house
    table = opened(house, name="Bought")
    token = house.guest("Ida")
    with Dealer(house.address, table, token) as own:
        own.do("sit", rail=20_000)
        own.do("accept-dice")
        own.do("bet", wager="pass", amount=500)
        own.do("roll")
        own.do("buy-in", amount=30_000)
    until_lost(house, table, token)
    (part,) = house.get("/api/v1/me/hands", token)["hands"]
    net = part["won"] - part["lost"] - part["vigorish"]
    page = visitors.new(token, **CALM).page
    page.goto(f"/history/{table}/1")
    page.get_by_role("slider", name="Step of the hand").press("End")
    sign = "+" if net > 0 else "-" if net < 0 else ""
    expect(page.locator(".seat-strip")).to_contain_text(f"{sign}${abs(net) // 100:,} in this hand")


@pytest.mark.long
def test_odds_are_named_for_what_they_are(staffed: Staffed, visitors: Visitors) -> None:
    """The sheet of the rule set, not of what the table elects."""
    table = opened(staffed.house, name="Elected")
    page = visitors.new().page
    all_tables(page)
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Elected"))
    expect(card.get_by_role("link", name="New Jersey 2011: the odds")).to_have_attribute(
        "href", "/odds/nj-2011/craps"
    )
    page.goto(f"/tables/{table}")
    expect(page.get_by_title("Odds of nj-2011 craps")).to_have_attribute(
        "href", "/odds/nj-2011/craps"
    )


@pytest.mark.long
def test_nothing_is_said_of_a_bet_that_was_taken_as_it_was(
    staffed: Staffed, visitors: Visitors
) -> None:
    """Only another amount is explained."""
    player, _ = seated(staffed, visitors, opened(staffed.house, name="As clicked"), **CALM)
    player.click("place-6")
    player.sees("place-6", 600)
    toasts = player.page.locator(".toasts")
    expect(toasts).to_contain_text("$6 on Place Bet 6 to Win, not $5: the least it takes.")
    player.page.get_by_role("button", name="Close this note").click()
    player.click("field")
    player.sees("field", 500)
    expect(alert(player, "Field")).to_have_count(0)
    expect(toasts).not_to_contain_text("Field")
