"""The crew before its panel: real dice entered by hand, calls, late bets, seats, cards."""

import json
import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.support.browser_clients import SIZES, Dealer, Visitors, comes_true
from tests.browser.support.felt_player import FeltPlayer
from tests.server.support.crew import CREW, Staffed
from tests.server.support.table_helpers import passes_audit


def everybody(staffed: Staffed, login: str) -> str:
    """Somebody with all the roles of a crew; the token."""
    house = staffed.house
    token = house.account(login, CREW[0], staffed.boss)
    for role in CREW[1:]:
        _, made = house.call("POST", "/api/v1/invitations", {"role": role}, staffed.boss)
        body = {"token": made["token"]}
        status, found = house.call("POST", "/api/v1/invitations/accept", body, token)
        assert status == 200, found
    return token


def panel(page: Page, table: str) -> Locator:
    page.goto(f"/tables/{table}")
    found = page.get_by_role("region", name="The crew")
    expect(found.get_by_role("group", name="Act for a seat")).to_be_visible()
    return found


def says(crew: Locator, words: str) -> None:
    expect(crew.locator(".answer")).to_contain_text(words)


def seats(crew: Locator, *named: tuple[str, str]) -> None:
    crew.get_by_text("Seat a walk-in").click()
    form = crew.locator("form")
    for name, chips in named:
        form.get_by_label("Name").fill(name)
        form.get_by_label("Chips, in dollars").fill(chips)
        form.get_by_role("button", name="Seat them").click()
        says(crew, f"{name} is seated")


def bets(crew: Locator, wager: str, amount: str, how: str = "bet") -> None:
    crew.get_by_label("How", exact=True).select_option(how)
    crew.get_by_label("Bet", exact=True).select_option(wager)
    crew.get_by_label("Amount, in dollars").fill(amount)
    crew.get_by_role("button", name="Enter the bet").click()


def call(crew: Locator, name: str) -> Locator:
    """What is asked for one of the calls, brought up."""
    found = crew.get_by_role("group", name=name)
    found.locator("> summary").click()
    return found


def state(staffed: Staffed, table: str) -> Any:
    return staffed.house.get(f"/api/v1/tables/{table}")["state"]


def ready(staffed: Staffed, page: Page, table: str) -> Locator:
    """Walter has the dice and $10 on the pass line, Wanda sits beside him."""
    crew = panel(page, table)
    seats(crew, ("Walter", "500"), ("Wanda", "200"))
    crew.get_by_role("button", name="Walter").click()
    crew.get_by_role("button", name="Takes the dice").click()
    says(crew, "Takes the dice")
    bets(crew, "pass", "10")
    says(crew, "$10 on Pass Bet")
    return crew


def test_a_hand_entered_by_keyboard_and_by_tap(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="By hand")
    page = visitors.new(everybody(staffed, "hand"), size="tablet").page
    crew = ready(staffed, page, table)
    page.locator("body").press("e")
    page.keyboard.type("42")
    expect(crew.get_by_role("button", name="Enter 4 and 2: 6")).to_be_enabled()
    chosen = page.evaluate("performance.now()")
    # The pad takes what comes sooner for a second tap on the same pair (TOO_SOON in pad.js).
    comes_true(page, "(at) => performance.now() > at + 220", chosen)
    page.keyboard.press("Enter")
    says(crew, "Entered: 4 and 2")
    expect(crew.locator("header")).to_contain_text("The puck is on 6")
    crew.get_by_role("button", name="The dice are out").click()
    says(crew, "The dice are out")
    pair = crew.get_by_role("button", name="5 and 2: 7", exact=True)
    pair.click()
    expect(pair).to_have_attribute("aria-pressed", "true")
    crew.get_by_role("button", name="Enter 5 and 2: 7").click()
    says(crew, "Entered: 5 and 2")
    expect(crew.locator("header")).to_contain_text("offered to Seat 2, Wanda")
    assert state(staffed, table)["seats"]["1"]["rail"] == 49_000
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_no_roll_is_called_by_who_may(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Calls")
    with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
        dealer.do("sit", seat=1, name="Walter", rail=50_000)
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1000)
        dealer.do("throw")
    crew = panel(visitors.new(staffed.tokens["dealer"]).page, table)
    no_roll = call(crew, "No roll")
    no_roll.get_by_label("Reason").select_option("cheating")
    button = no_roll.get_by_role("button", name="Call no roll")
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(no_roll).to_contain_text("Called by the boxperson or the stickperson")
    crew = panel(visitors.new(staffed.tokens["boxperson"]).page, table)
    no_roll = call(crew, "No roll")
    no_roll.get_by_label("Reason").select_option("cheating")
    no_roll.get_by_role("button", name="Call no roll").click()
    says(crew, "it does not count")
    assert state(staffed, table)["thrown"] is False
    assert state(staffed, table)["seats"]["1"]["bets"]["pass"]["stake"] == 1000
    order = call(crew, "Order the dice passed")
    order.get_by_role("button", name="Order a pass").click()
    says(crew, "entered")
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_a_call_waits_for_the_marker_and_a_roll_is_void_after_it_was_read(
    staffed: Staffed, visitors: Visitors
) -> None:
    """A player calls a bet on, the dealer places the marker; the roll is read and then called void,
    and the bet is on again."""
    table = staffed.table(name="Markers")
    player = visitors.new(staffed.house.guest("Mona")).page
    player.goto(f"/tables/{table}?sit")
    expect(player.get_by_text("Rail", exact=True)).to_be_visible()
    crew = panel(visitors.new(staffed.tokens["dealer"]).page, table)
    with Dealer(staffed.house.address, table, staffed.tokens["stickperson"]) as stick:
        stick.do("accept-dice", seat=1)
        stick.do("bet", seat=1, wager="pass", amount=1000)
        stick.do("bet", seat=1, wager="place-6", amount=1200)
        player.get_by_role("tab", name="Bets").click()
        player.get_by_role("button", name="Call it on: Place Bet 6 to Win").click()
        toasts = player.locator(".toasts")
        expect(toasts).to_contain_text("on: waits for the word of the dealer")
        waiting = crew.get_by_role("region", name="Bets that wait for a word")
        expect(waiting).to_contain_text("Place Bet 6 to Win called on")
        waiting.get_by_role("button", name="My word as dealer").click()
        expect(toasts).to_contain_text("on: confirmed, the marker is on it")
        assert state(staffed, table)["seats"]["1"]["bets"]["place-6"]["called"] == "on"
        stick.do("roll", dice=[3, 3])
        assert state(staffed, table)["point"] == 6
        crew = panel(visitors.new(staffed.tokens["stickperson"]).page, table)
        void = call(crew, "Void the last roll")
        void.get_by_label("Reason").select_option("missed-the-end")
        void.get_by_role("button", name="Call it no roll").click()
        asked = crew.page.get_by_role("dialog", name="Void the last roll")
        expect(asked).to_contain_text("Void the roll 3 and 3")
        asked.get_by_role("button", name="Call it no roll").click()
        says(crew, "it does not count")
        up = state(staffed, table)["seats"]["1"]["bets"]
        assert state(staffed, table)["point"] is None
        assert up["place-6"]["called"] == "on"
        expect(void.get_by_role("button", name="Call it no roll")).to_have_attribute(
            "aria-disabled", "true"
        )
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_a_late_bet_waits_for_two_words(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Late")
    with Dealer(staffed.house.address, table, staffed.tokens["stickperson"]) as stick:
        for seat, name in ((1, "Walter"), (2, "Wanda")):
            stick.do("sit", seat=seat, name=name, rail=50_000)
        stick.do("accept-dice", seat=1)
        stick.do("bet", seat=1, wager="pass", amount=1000)
        crews = [
            panel(visitors.new(staffed.tokens[r]).page, table) for r in ("dealer", "boxperson")
        ]
        stick.do("throw")
        assert stick.ask("bet", seat=2, wager="field", amount=500)["refusal"]["code"] == (
            "not-confirmed"
        )
    for crew, role in zip(crews, ("dealer", "boxperson"), strict=True):
        waiting = crew.get_by_role("region", name="Bets that wait for a word")
        expect(waiting).to_contain_text("Seat 2, Wanda: $5 on Field Bet")
        waiting.get_by_role("button", name=f"My word as {role}").click()
        says(crew, f"Your word as {role} is given")
    for crew in crews:
        expect(crew.get_by_role("region", name="Bets that wait for a word")).to_be_hidden()
    assert state(staffed, table)["seats"]["2"]["bets"]["field"]["stake"] == 500


@pytest.mark.long
def test_a_late_bet_that_the_crew_does_not_take(staffed: Staffed, visitors: Visitors) -> None:
    """The player sees that it waits, also after coming back, and what became of it; each with its
    clause."""
    table = staffed.table(name="No bet")
    token = staffed.house.guest("Nora")
    player = visitors.new(token).page
    player.goto(f"/tables/{table}?sit")
    expect(player.get_by_text("Rail", exact=True)).to_be_visible()
    crew = panel(visitors.new(staffed.tokens["dealer"]).page, table)
    with Dealer(staffed.house.address, table, staffed.tokens["stickperson"]) as stick:
        stick.do("sit", seat=2, name="Walter", rail=50_000)
        stick.do("decline-dice", seat=1)
        stick.do("accept-dice", seat=2)
        stick.do("bet", seat=2, wager="pass", amount=1000)
        stick.do("throw")
        toasts = player.locator(".toasts")
        player.locator('[data-name="field"]').click(force=True)
        waits = "for the word of the dealer and boxperson"
        clause = toasts.get_by_role("link", name="NJ11-1.3a1", exact=True)
        field = player.locator('[data-name="field"]')
        expect(toasts).to_contain_text(f"$5 on Field Bet: waits {waits}.")
        expect(clause).to_be_visible()
        expect(toasts.locator(".refused")).to_have_count(0)
        expect(field).to_have_attribute("aria-label", re.compile(r"\$5 more waiting"))
        expect(player.locator(".stack.mine.pending .chip-text")).to_have_text("5")
        field.click(force=True)
        expect(toasts).to_contain_text(f"$5 on Field Bet: waits already {waits}, once.")
        player.reload()
        expect(toasts).to_contain_text(f"$5 on Field Bet: waits {waits}.")
        expect(field).to_have_attribute("aria-label", re.compile(r"\$5 more waiting"))
        waiting = crew.get_by_role("region", name="Bets that wait for a word")
        waiting.get_by_role("button", name="No bet").click()
        says(crew, "No bet")
        said = toasts.locator(".toast", has_text="$5 on Field Bet: no bet, the crew says.")
        expect(said.get_by_role("link", name="NJ11-1.3a1", exact=True)).to_be_visible()
        expect(field).not_to_have_attribute("aria-label", re.compile("waiting"))
        expect(waiting).to_be_hidden()
        player.locator('[data-name="any-seven"]').click(force=True)
        expect(waiting).to_contain_text("$5 on Any Seven")
        stick.do("rest", dice=[3, 4])
        said = toasts.locator(".toast", has_text="The word of the crew did not come in time")
        expect(said.get_by_role("link", name="NJ11-1.3a1", exact=True)).to_be_visible()
    assert not state(staffed, table)["seats"]["1"]["bets"]


@pytest.mark.long
def test_called_out_with_cash_and_a_coupon(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Cash")
    page = visitors.new(everybody(staffed, "cash")).page
    crew = ready(staffed, page, table)
    bets(crew, "field", "5", how="verbal")
    says(crew, "$5 on Field Bet")
    bets(crew, "pass", "10", how="coupon")
    says(crew, "$10 with Pass Bet")
    up = state(staffed, table)["seats"]["1"]["bets"]
    assert up["field"]["stake"] == 500
    assert up["pass"]["coupon"] == 1000
    bets(crew, "field", "a lot")
    expect(crew.get_by_role("alert")).to_contain_text("is no amount")
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_a_refusal_names_its_clause(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Refused")
    page = visitors.new(everybody(staffed, "refused")).page
    crew = ready(staffed, page, table)
    bets(crew, "place-6", "10")
    alert = crew.get_by_role("alert")
    expect(alert).to_contain_text("both must be whole units")
    expect(alert.get_by_role("link", name="NJ11-1.4f")).to_have_attribute("href", "/law/NJ11-1.4f")


def test_a_coup_is_entered_card_by_card(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(rules="nj-2001", name="Cards")
    page = visitors.new(everybody(staffed, "cards"), size="phone").page
    crew = panel(page, table)
    seats(crew, ("Kim", "500"))
    crew.get_by_role("button", name="Kim").click()
    bets(crew, "banker", "10")
    says(crew, "$10")
    crew.get_by_role("button", name="Takes the shoe", exact=True).click()
    says(crew, "Takes the shoe")
    entry = crew.locator(".of-trial")
    expect(entry).to_contain_text('"No More Bets" is announced before the cards are dealt.')
    betting = crew.get_by_role("group", name="Betting")
    betting.get_by_role("button", name="No More Bets").click()
    says(crew, "No more bets are taken.")
    crew.get_by_role("button", name="ace of spades").click()
    crew.get_by_role("button", name="Enter the coup").click()
    expect(crew.get_by_role("alert")).to_contain_text("Four cards are dealt at first, not 1")
    crew.get_by_role("button", name="Take the last card back").click()
    for card in ("2 of hearts", "9 of spades", "3 of clubs"):
        crew.get_by_role("button", name=card, exact=True).click()
    crew.get_by_role("button", name="3 of clubs", exact=True).press("k")
    page.keyboard.press("d")
    crew.get_by_role("button", name="Enter the coup").click()
    says(crew, "Entered: 2 of hearts, 9 of spades, 3 of clubs, king of diamonds.")
    assert state(staffed, table)["shoe"]["out"] == 4
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_the_last_entry_is_taken_back_after_asking_once(
    staffed: Staffed, visitors: Visitors
) -> None:
    table = staffed.table(name="Corrected")
    page = visitors.new(everybody(staffed, "corrected")).page
    crew = ready(staffed, page, table)
    correct = call(crew, "Correct the last entry")
    expect(correct).to_contain_text("There is no roll to take back")
    with Dealer(staffed.house.address, table, staffed.tokens["stickperson"]) as stick:
        stick.roll(5, 2)
    expect(crew.get_by_role("group", name="Act for a seat")).to_contain_text("$510")
    take_back = correct.get_by_role("button", name="Take it back")
    take_back.click()
    question = page.get_by_role("dialog", name="Correct the last entry")
    expect(question).to_contain_text("Take back the roll 5 and 2")
    question.get_by_role("button", name="No, leave it").click()
    assert state(staffed, table)["seats"]["1"]["rail"] == 51_000
    correct.get_by_label("Called by").select_option("floorperson")
    take_back.click()
    question.get_by_role("button", name="Take it back").click()
    says(crew, "Taken back by the floorperson. The roll 5-2 is taken back (wrong dice)")
    says(crew, "The puck is off: come-out roll. Chips put right: Seat 1, Walter: -$10.")
    walter = state(staffed, table)["seats"]["1"]
    assert (walter["rail"], walter["bets"]["pass"]["stake"]) == (49_000, 1000)
    expect(correct).to_contain_text("There is no roll to take back")
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_what_is_asked_about_is_what_is_taken_back(staffed: Staffed, visitors: Visitors) -> None:
    """A roll that is entered while the question stands is not taken back in its place."""
    table = staffed.table(name="Overtaken")
    page = visitors.new(everybody(staffed, "overtaken")).page
    crew = ready(staffed, page, table)
    correct = call(crew, "Correct the last entry")
    with Dealer(staffed.house.address, table, staffed.tokens["stickperson"]) as stick:
        stick.roll(2, 4)
        correct.get_by_role("button", name="Take it back").click()
        question = page.get_by_role("dialog", name="Correct the last entry")
        expect(question).to_contain_text("Take back the roll 2 and 4")
        stick.roll(4, 5)
    expect(question).to_be_hidden()
    expect(crew.get_by_role("alert")).to_contain_text("Something else was entered meanwhile.")
    assert state(staffed, table)["point"] == 6
    correct.get_by_role("button", name="Take it back").click()
    expect(question).to_contain_text("Take back the roll 4 and 5")
    question.get_by_role("button", name="Take it back").click()
    says(crew, "The roll 4-5 is taken back (wrong dice)")
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_the_panel_fits_the_screen_and_everybody(
    staffed: Staffed, visitors: Visitors, request: pytest.FixtureRequest
) -> None:
    """Axe looks at one size of each; at all of them with --long."""
    long = request.config.getoption("--long")
    for rules, game in (("nj-2011", "craps"), ("nj-1997", "mini-dice"), ("nj-2001", None)):
        table = staffed.table(rules=rules, game=game, name="Narrow")
        for size in SIZES:
            page = visitors.new(staffed.tokens["dealer"], size=size, bypass_csp=True).page
            panel(page, table)
            if long or size == "phone":
                found = Axe().run(page, ".crew").response["violations"]
                assert found == [], (game, size)
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, size


@pytest.mark.long
def test_surveillance_has_no_panel(staffed: Staffed, visitors: Visitors) -> None:
    """Nor a seat; and a click on the felt asks nothing of the table."""
    table = staffed.table(name="Watched")
    player = FeltPlayer(visitors.new(staffed.tokens["surveillance"]), staffed.house, table)
    page, sent = player.page, []
    page.on("websocket", lambda line: line.on("framesent", lambda text: sent.append(str(text))))
    player.come()
    expect(page.get_by_role("region", name="The crew")).to_have_count(0)
    expect(page.get_by_role("button", name="Sit down")).to_be_hidden()
    player.click("field")
    expect(page.locator(".info-body")).to_contain_text(player.name("field"))
    asked = [json.loads(text) for text in sent]
    assert [each for each in asked if "do" in each] == []
    assert state(staffed, table)["seats"] == {}


@pytest.mark.long
def test_a_press_of_the_crew_counts_once(staffed: Staffed, visitors: Visitors) -> None:
    """A double click, a held key: one bet, one buy-in, one player."""
    table = staffed.table(name="Pressed twice")
    page = visitors.new(everybody(staffed, "pressed-twice")).page
    crew = ready(staffed, page, table)
    crew.get_by_label("Bet", exact=True).select_option("field")
    field = crew.get_by_label("Amount, in dollars")
    enter = crew.get_by_role("button", name="Enter the bet")
    field.fill("5")
    enter.evaluate("(button) => { button.click(); button.click(); }")
    says(crew, "$5 on Field Bet")
    field.fill("5")
    enter.dblclick()
    says(crew, "$5 on Field Bet")
    field.fill("5")
    for _ in range(5):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    says(crew, "$5 on Field Bet")
    chips = crew.locator(".acting").get_by_label("Chips, in dollars")
    for name, done in (("Buys in", "bought $100"), ("Cashes out", "cashed $20")):
        chips.fill(done.split("$")[1])
        crew.get_by_role("button", name=name).dblclick()
        says(crew, done)
    form = crew.locator("form")
    form.get_by_label("Name").fill("Will")
    form.get_by_label("Chips, in dollars").fill("50")
    form.evaluate("(form) => { form.requestSubmit(); form.requestSubmit(); }")
    says(crew, "Will is seated with $50")
    crew.get_by_role("button", name="Wanda").click()
    says(crew, "You act for Seat 2, Wanda")
    now = state(staffed, table)["seats"]
    assert now["1"]["bets"]["field"]["stake"] == 1500
    assert now["1"]["rail"] == 50_000 - 1000 - 1500 + 10_000 - 2000
    assert [each["name"] for each in now.values()] == ["Walter", "Wanda", "Will"]
    expect(crew.get_by_role("group", name="For Seat 2, Wanda")).to_be_visible()
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_a_word_that_is_given_leaves_no_other_deed_under_the_key(
    staffed: Staffed, visitors: Visitors
) -> None:
    table = staffed.table(name="One word")
    page = visitors.new(staffed.tokens["dealer"]).page
    crew = panel(page, table)
    with Dealer(staffed.house.address, table, staffed.tokens["stickperson"]) as stick:
        for seat, name in ((1, "Walter"), (2, "Wanda")):
            stick.do("sit", seat=seat, name=name, rail=50_000)
        stick.do("accept-dice", seat=1)
        stick.do("bet", seat=1, wager="pass", amount=1000)
        stick.do("throw")
        stick.ask("bet", seat=2, wager="field", amount=500)
        stick.ask("bet", seat=1, wager="any-seven", amount=500)
        waiting = crew.get_by_role("region", name="Bets that wait for a word")
        word = waiting.get_by_role("button", name="My word as dealer: Seat 2, Wanda")
        first = int((word.get_attribute("data-focus") or "").split("-")[1])
        word.press("Enter")
        says(crew, "Your word as dealer is given")
        expect(word).to_have_count(0)
        expect(waiting.get_by_role("heading")).to_be_focused()
        page.keyboard.press("Enter")
        no = waiting.get_by_role("button", name="No bet: Seat 1, Walter")
        no.focus()
        with Dealer(staffed.house.address, table, staffed.tokens["boxperson"]) as box:
            box.do("confirm", waiting=first)
        expect(waiting.get_by_role("listitem")).to_have_count(1)
        expect(no).to_be_focused()
        page.keyboard.press("Enter")
        expect(waiting).to_be_hidden()
        expect(crew.get_by_role("heading", name="The crew")).to_be_focused()
    assert state(staffed, table)["seats"]["2"]["bets"]["field"]["stake"] == 500
    assert "any-seven" not in state(staffed, table)["seats"]["1"]["bets"]


@pytest.mark.long
def test_keys_in_the_panel_of_the_crew_are_no_bets(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Keys")
    page = visitors.new(everybody(staffed, "keys")).page
    crew = ready(staffed, page, table)
    enter = crew.get_by_role("button", name="Enter the bet")
    for key in ("d", "c"):
        enter.press(key)
    bets(crew, "field", "5")
    says(crew, "$5 on Field Bet")
    up = state(staffed, table)["seats"]["1"]["bets"]
    assert {name: bet["stake"] for name, bet in up.items()} == {"pass": 1000, "field": 500}
    page.locator('.felt-holder .spot[tabindex="0"]').press("d")
    expect(crew.locator(".up")).to_contain_text("Field Bet: $10")


@pytest.mark.long
def test_winners_that_the_crew_no_longer_leaves_up(staffed: Staffed, visitors: Visitors) -> None:
    """The switch counts for a bet that is up, too, once it is raised."""
    table = staffed.table(name="Left up")
    page = visitors.new(everybody(staffed, "left-up")).page
    crew = ready(staffed, page, table)
    bets(crew, "hard-8", "5")
    says(crew, "$5 on Eight the Hardway")
    assert state(staffed, table)["seats"]["1"]["bets"]["hard-8"]["leave_up"] is True
    page.get_by_role("tab", name="Bets").click()
    page.get_by_label("Winners stay up").uncheck()
    bets(crew, "hard-8", "10")
    says(crew, "$10 on Eight the Hardway")
    hard = state(staffed, table)["seats"]["1"]["bets"]["hard-8"]
    assert (hard["stake"], hard.get("leave_up")) == (1500, None)
    passes_audit(staffed.house, table)


@pytest.mark.parametrize(
    ("rules", "game", "thing"), [("nj-1997", "mini-dice", "shaker"), ("nj-2001", None, "shoe")]
)
@pytest.mark.long
def test_the_dealer_passes_what_nobody_took(
    staffed: Staffed, visitors: Visitors, rules: str, game: str | None, thing: str
) -> None:
    table = staffed.table(rules=rules, game=game, name="Passed on")
    crew = panel(visitors.new(staffed.tokens["dealer"]).page, table)
    passes = crew.get_by_role("button", name=f"The dealer passes the {thing}")
    with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
        for seat, name in ((1, "Kim"), (2, "Lou")):
            dealer.do("sit", seat=seat, name=name, rail=50_000)
        expect(crew.locator("header")).to_contain_text(f"The {thing} is offered to Seat 1, Kim.")
        expect(passes).to_be_hidden()
        for seat in (1, 2):
            dealer.do(f"decline-{thing}", seat=seat)
    expect(crew.locator("header")).to_contain_text(f"The dealer has the {thing}.")
    passes.click()
    says(crew, f"The {thing} is passed.")
    expect(passes).to_be_hidden()
    now = state(staffed, table)
    assert (now["shooter"], now["offered"]) == (None, 1)
    passes_audit(staffed.house, table)


# Vigorish that is marked

BANKER = ["2s", "9h", "3c", "Kd"]
"""Cards with which the Banker's Hand wins by a natural."""
MARKED = {"vig": {"collect": "mark"}}


def coup(dealer: Dealer, bets: dict[int, int], cards: list[str], **more: bool) -> None:
    """Each seat bets so much on the Banker's Hand; the betting is closed, the cards are dealt."""
    for seat, amount in bets.items():
        dealer.do("bet", seat=seat, wager="banker", amount=amount)
    dealer.trial("deal", cards=cards, **more)


@pytest.mark.long
def test_all_that_is_collected_at_the_end_of_a_shoe_is_one_duty(
    staffed: Staffed, visitors: Visitors
) -> None:
    """However many owe; and a coup that is taken back takes it back."""
    table = staffed.table(rules="nj-2001", name="Collected", house=MARKED)
    crew = panel(visitors.new(everybody(staffed, "collected")).page, table)
    many = dict.fromkeys(range(1, 11), 2000)
    duties = crew.get_by_role("status", name="To be done").get_by_role("listitem")
    floorperson = Dealer(staffed.house.address, table, staffed.tokens["floorperson"])
    with (
        Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer,
        floorperson as floor,
    ):
        for seat in many:
            dealer.do("sit", seat=seat, name=f"Player {seat}", rail=50_000)
        dealer.do("accept-shoe", seat=1, dealer=True)
        coup(dealer, many, BANKER, cut_card=True)
        coup(dealer, many, BANKER)
        for reason in ("wrong-cards", None):
            expect(duties).to_have_count(1)
            for seat in many:
                expect(duties).to_contain_text(
                    f"Seat {seat}, Player {seat} pays the vigorish marked, $2."
                )
            if reason:
                floor.do("correct", caller="floorperson", reason=reason)
                expect(duties).to_have_count(0)
                says(crew, "Vigorish marked put right: Seat 1, Player 1: +$1;")
                dealer.do("deal", cards=["2s", "9h", "3c", "Qd"])
    duties.get_by_role("button", name="Done").click()
    expect(duties).to_have_count(0)
    expect(crew.get_by_role("heading", name="The crew")).to_be_focused()
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_what_is_put_right_with_a_coup(staffed: Staffed, visitors: Visitors) -> None:
    """The cutting card and the marks in the commission box, beside the chips."""
    table = staffed.table(rules="nj-2001", name="Put right", house=MARKED)
    crew = panel(visitors.new(everybody(staffed, "put-right")).page, table)
    ticked = crew.get_by_label("The cutting card came out in this coup")
    floorperson = Dealer(staffed.house.address, table, staffed.tokens["floorperson"])
    with (
        Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer,
        floorperson as floor,
    ):
        dealer.do("sit", seat=1, name="Kim", rail=50_000)
        dealer.do("accept-shoe", seat=1, dealer=True)
        coup(dealer, {1: 10_000}, BANKER, cut_card=True)
        expect(crew.get_by_role("group", name="Act for a seat")).to_contain_text("owes $5")
        expect(ticked).to_be_hidden()
        floor.do("correct", caller="floorperson", reason="wrong-cards")
    expect(ticked).to_be_visible()
    says(crew, "Chips put right: Seat 1, Kim: -$100.")
    says(crew, "Vigorish marked put right: Seat 1, Kim: -$5.")
    says(crew, "The cutting card is in the shoe again: tick it when you enter the coup.")
    expect(ticked).not_to_be_checked()
    assert "owed" not in state(staffed, table)["seats"]["1"]
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_somebody_who_owes_and_leaves_bets_up(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(rules="nj-2001", name="Owes", house=MARKED)
    page = visitors.new(everybody(staffed, "owes")).page
    crew = panel(page, table)
    with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
        dealer.do("sit", seat=1, name="Kim", rail=50_000)
        dealer.do("accept-shoe", seat=1, dealer=True)
        coup(dealer, {1: 10_000}, BANKER)
        dealer.do("bet", seat=1, wager="player", amount=1000)
    crew.get_by_role("button", name="Kim").click()
    crew.get_by_role("button", name="Leaves the table").click()
    question = page.get_by_role("dialog", name="Leaves the table")
    expect(question).to_contain_text(
        "Seat 1, Kim leaves with $585 after $5 of vigorish is collected; $10 stays up"
    )
    question.get_by_role("button", name="Leaves the table").click()
    duties = crew.get_by_role("status", name="To be done")
    expect(duties).to_contain_text("Seat 1, Kim leaves with $585. 1 bet is still up.")
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_the_dealer_is_no_seat(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(rules="nj-2001", name="Nobody cuts")
    crew = panel(visitors.new(staffed.tokens["floorperson"]).page, table)
    recut = call(crew, "Recut")
    recut.get_by_role("button", name="Require a recut").click()
    says(crew, "A recut is required.")
    duties = crew.get_by_role("status", name="To be done")
    expect(duties).to_contain_text("The dealer recuts the cards, as the floorperson requires")
