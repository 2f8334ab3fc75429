"""What a hurried, unlucky or careful player must be able to rely on: one press is one roll, a bad
line is noticed and mended, two tabs are one person, the crew touches one seat at a time, whoever
plays by keyboard or by ear is never lost."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from tests.browser.crew.test_crew import everybody, panel, says, seats, state
from tests.browser.games.test_other_games import StackedShoe, roads_are, shows
from tests.browser.support.browser_clients import Dealer, Visitor, Visitors, comes_true
from tests.browser.support.felt_player import (
    CALM,
    CHIPS,
    FeltPlayer,
    alert,
    crew,
    dollars,
    opened,
    seated,
)
from tests.browser.table.test_table_page import lines
from tests.server.support.crew import Staffed
from tests.server.support.running import Message
from tests.server.support.table_helpers import new_table, passes_audit

LASTING = ("hard-4", "hard-6", "hard-8", "hard-10")
"""Bets of which a roll leaves some, unless it is a seven: a second roll would be taken, too."""


CLOCK = re.compile("^The (house rolls|dice move on) in")


def rolls_of(staffed: Staffed, table: str) -> int:
    return sum(line["event"] == "roll" for line in lines(staffed, table))


def button(player: FeltPlayer, name: str) -> Locator:
    return player.rail.get_by_role("button", name=name, exact=True)


def puts(player: FeltPlayer, *wagers: str) -> None:
    """A chip more on each, confirmed; what was asked for before is done by then."""
    for wager in wagers:
        before = player.stakes().get(wager, 0)
        player.click(wager)
        player.sees(wager, before + 500)


def types(player: FeltPlayer, words: str) -> None:
    line = player.page.get_by_label("Type what you do")
    line.fill(words)
    line.press("Enter")


def is_within(page: Page, place: Locator) -> None:
    """The focus is on something there."""
    held = place.element_handle()
    comes_true(
        page,
        "(place) => place.contains(document.activeElement) && place !== document.activeElement",
        held,
    )


class CutConnection:
    """The connection of a page, with somebody in the middle of it: who cuts it, lets it go dead, or
    answers in the place of the house."""

    def __init__(self, page: Page) -> None:
        self.cut = self.dead = False
        self.slow = ""
        self.sent: list[Message] = []
        self.answer: Callable[[Message], Message | None] = lambda _: None
        self._open: list[WebSocketRoute] = []
        self._held: list[str] = []
        page.route_web_socket("**/live*", self._route)

    def _route(self, socket: WebSocketRoute) -> None:
        if self.cut or self.dead:
            socket.close(code=1011)
            return
        house = socket.connect_to_server()
        self._open.append(socket)
        socket.on_message(lambda text: self._asked(socket, house, str(text)))
        house.on_message(lambda text: self._told(socket, str(text)))

    def _told(self, socket: WebSocketRoute, text: str) -> None:
        """What the house says, but what is ``slow`` only after the next."""
        if self.dead:
            return
        if self.slow and self.slow in json.loads(text):
            self.slow = ""
            self._held.append(text)
            return
        for each in (text, *self._held):
            socket.send(each)
        self._held.clear()

    def _asked(self, socket: WebSocketRoute, house: WebSocketRoute, text: str) -> None:
        if self.dead:
            return
        message: Message = json.loads(text)
        self.sent.append(message)
        own = self.answer(message)
        if own is None:
            house.send(text)
        else:
            socket.send(json.dumps(own))

    def cuts(self) -> None:
        self.cut = True
        self._open[-1].close(code=1011)

    def bets(self) -> list[Message]:
        return [each for each in self.sent if each.get("do") == "bet"]


def refusing(message: Message, code: str) -> Message:
    refusal = {"code": code, "detail": "The house could not write this down.", "clauses": []}
    return {"re": message["id"], "ok": False, "refusal": refusal}


# One press


@pytest.mark.long
def test_one_press_is_one_roll(staffed: Staffed, visitors: Visitors) -> None:
    table = opened(staffed.house, name="One press", game="automated-craps")
    player, _ = seated(staffed, visitors, table, **CALM)
    roll, keyboard = button(player, "Roll"), player.page.keyboard
    puts(player, "field", *LASTING)
    roll.evaluate("(button) => { button.click(); button.click(); }")
    player.sees_none("field")
    puts(player, "field")
    assert rolls_of(staffed, table) == 1
    for key, before in (("Enter", 1), ("r", 2)):
        roll.focus()
        keyboard.down(key)
        player.sees_none("field")
        for _ in range(3):
            keyboard.down(key)
        keyboard.up(key)
        puts(player, "field")
        assert rolls_of(staffed, table) == before + 1, f"{key} was held"
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_a_held_key_bets_once(staffed: Staffed, visitors: Visitors) -> None:
    table = opened(staffed.house, name="Held", game="automated-craps")
    player, _ = seated(staffed, visitors, table, **CALM)
    keyboard = player.page.keyboard
    player.spot("hard-8").focus()
    for _ in range(3):
        keyboard.down("Enter")
    keyboard.up("Enter")
    player.sees("hard-8", 500)
    for _ in range(3):
        keyboard.down("d")
    keyboard.up("d")
    puts(player, "field")
    assert player.stakes() == {"hard-8": 1000, "field": 500}
    player.spot("hard-8").focus()
    for _ in range(3):
        keyboard.down("Delete")
    keyboard.up("Delete")
    puts(player, "field")
    assert player.stakes() == {"hard-8": 500, "field": 1000}


# A line that is bad


@pytest.mark.long
def test_chips_come_and_go_once(staffed: Staffed, visitors: Visitors) -> None:
    """In the dialog, too: a double click or a held key is one press."""
    table = opened(staffed.house, name="Once")
    player = FeltPlayer(visitors.new(**CALM), staffed.house, table).come().sit()
    page = player.page
    page.locator(".head-deeds").get_by_role("button", name="Chips ...").click()
    dialog = page.get_by_role("dialog", name="Chips")
    before = player.seat()["rail"]
    dialog.get_by_label("Dollars").fill("10")
    back = dialog.get_by_role("button", name="Back to the purse")
    back.evaluate("(button) => { button.click(); button.click(); }")
    expect(dialog).to_contain_text("Done.")
    back.dblclick()
    expect(dialog).to_contain_text(f"rail {dollars(before - 2000)}")
    bring = dialog.get_by_role("button", name="Bring to the table")
    bring.focus()
    page.keyboard.down("Enter")
    expect(dialog).to_contain_text(f"rail {dollars(before - 1000)}")
    for _ in range(3):
        page.keyboard.down("Enter")  # The key is held.
    page.keyboard.up("Enter")
    bring.click()  # What the held key led to, if anything, is done before this.
    expect(dialog).to_contain_text(f"rail {dollars(before)}")
    assert player.seat()["rail"] == before


@pytest.mark.long
def test_what_is_pressed_while_the_line_is_lost_is_not_done_later(
    staffed: Staffed, visitors: Visitors
) -> None:
    table = opened(staffed.house, name="Lost", game="automated-craps")
    visitor = visitors.new(**CALM)
    line = CutConnection(visitor.page)
    player = FeltPlayer(visitor, staffed.house, table).come().sit()
    puts(player, *LASTING)
    line.cuts()
    expect(alert(player, "The connection is lost")).to_be_visible()
    for _ in range(5):
        button(player, "Roll").click()
    expect(alert(player, "Roll: not done").first).to_contain_text("this was not sent")
    player.click("field")
    not_sent = alert(player, "$5 on Field Bet: not taken")
    expect(not_sent).to_contain_text("this was not sent")
    expect(not_sent).not_to_contain_text("A rule of this house")
    player.sees_none("field")
    line.cut = False
    expect(player.page.locator(".banner.connection")).to_be_hidden()
    player.sees_none("field")
    puts(player, "hard-8")
    assert rolls_of(staffed, table) == 0
    assert player.stakes() == dict.fromkeys(LASTING, 500) | {"hard-8": 1000}


def timed(staffed: Staffed, visitors: Visitors, table: str) -> tuple[FeltPlayer, CutConnection]:
    """Somebody at a table whose clock is ours, and the line to it."""
    visitor = visitors.new(staffed.house.guest("Lena"), **CALM)
    visitor.page.clock.install()
    line = CutConnection(visitor.page)
    return FeltPlayer(visitor, staffed.house, table).come().sit(), line


@pytest.mark.long
def test_a_dead_line_is_noticed(staffed: Staffed, visitors: Visitors) -> None:
    """It takes what is sent and answers nothing: no browser says so for minutes."""
    player, line = timed(staffed, visitors, opened(staffed.house, name="Dead"))
    puts(player, "pass")
    line.dead = True
    player.click("field")
    expect(player.spot("field")).to_have_attribute("aria-label", re.compile("waiting"))
    player.page.clock.run_for(500)
    player.page.clock.fast_forward(11_000)
    expect(alert(player, "The connection is lost")).to_be_visible()
    line.dead = False
    expect(player.page.locator(".banner.connection")).to_be_hidden()
    player.sees("field", 500)
    assert player.stakes() == {"pass": 500, "field": 500}, "sent again, and done once"


@pytest.mark.parametrize(("rolls", "silent"), [(1, 11_000), (0, 60_000)])
@pytest.mark.long
def test_what_did_not_arrive_is_not_done_at_another_table(
    staffed: Staffed, visitors: Visitors, rolls: int, silent: int
) -> None:
    """After a trial, or after long: it is said not to be done, and is not."""
    table = staffed.table(name="Late")
    player, line = timed(staffed, visitors, table)
    clock = player.page.clock
    with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1000)
        player.sees("pass", 1000)
        line.dead = True
        player.click("field")
        expect(player.spot("field")).to_have_attribute("aria-label", re.compile("waiting"))
        clock.run_for(500)
        for _ in range(rolls):
            dealer.roll(2, 4)
        clock.fast_forward(silent)
        line.dead = False
        clock.run_for(1000)
    expect(alert(player, "$5 on Field Bet: not taken")).to_contain_text("it was not done")
    player.sees_none("field")
    assert player.stakes() == {"pass": 1000}
    player.visitor.complaints.clear()  # The browser notes connections that were not made.


@pytest.mark.long
def test_a_dead_line_is_noticed_in_the_middle_of_play(staffed: Staffed, visitors: Visitors) -> None:
    """Also when something was answered just before."""
    player, line = timed(staffed, visitors, opened(staffed.house, name="Sudden"))
    puts(player, "pass")
    player.page.clock.run_for(1000)
    puts(player, "hard-8")
    line.dead = True
    player.click("field")
    player.page.clock.run_for(500)
    player.page.clock.run_for(13_000)
    expect(alert(player, "The connection is lost")).to_be_visible()
    line.dead = False


@pytest.mark.long
def test_what_the_house_could_not_write_down_is_tried_again(
    staffed: Staffed, visitors: Visitors
) -> None:
    visitor = visitors.new(**CALM)
    line = CutConnection(visitor.page)
    player = (
        FeltPlayer(visitor, staffed.house, opened(staffed.house, name="Full disk")).come().sit()
    )
    banner = player.page.locator(".banner.connection")
    down = True

    def not_stored(message: Message) -> Message | None:
        return refusing(message, "not-stored") if down and message.get("do") == "bet" else None

    line.answer = not_stored
    player.click("field")
    expect(banner).to_contain_text(
        "The house could not write this down. It is tried again by itself."
    )
    assert player.stakes() == {}
    down = False
    player.sees("field", 500)
    expect(banner).to_be_hidden()
    assert len({each["id"] for each in line.bets()}) == 1, "the same command"

    passed: list[Message] = []

    def passed_over(message: Message) -> Message | None:
        if message.get("do") != "bet" or passed:
            return None
        passed.append(message)
        return refusing(message, "passed-over")

    line.answer = passed_over
    puts(player, "pass")
    first, second = line.bets()[-2:]
    assert first["id"] < second["id"]
    assert player.stakes() == {"field": 500, "pass": 500}
    expect(player.page.locator(".toast.refused")).to_have_count(0)


# One person


def other_tab(visitor: Visitor, staffed: Staffed, table: str) -> FeltPlayer:
    """Another page of the same browser."""
    found = FeltPlayer(visitor, staffed.house, table)
    found.page = visitor.context.new_page()
    found.felt = found.page.locator(".felt-holder")
    found.rail = found.page.get_by_role("region", name="Your rail")
    return found


@pytest.mark.long
def test_two_tabs_of_a_stranger_are_one_person(staffed: Staffed, visitors: Visitors) -> None:
    visitor = visitors.new(**CALM)
    tables = [opened(staffed.house, name=f"Tab {number}") for number in (1, 2)]
    first = FeltPlayer(visitor, staffed.house, tables[0]).come()
    second = other_tab(visitor, staffed, tables[1]).come()
    for each in (first, second):
        each.sit()
    (mine, other) = (each.seat()["name"] for each in (first, second))
    assert mine == other
    for each in (first, second):
        expect(each.page.locator("#who")).to_contain_text(mine)
    first.page.reload()
    first.has_sat()
    expect(first.page.locator("#who")).to_contain_text(mine)
    puts(first, "field")


@pytest.mark.long
def test_sit_down_pressed_twice_makes_one_guest(staffed: Staffed, visitors: Visitors) -> None:
    table = opened(staffed.house, name="Twice")
    player = FeltPlayer(visitors.new(**CALM), staffed.house, table).come()
    asked: list[Route] = []
    player.page.route("**/api/v1/guests", lambda route: asked.append(route))
    with player.page.expect_request("**/api/v1/guests"):
        button(player, "Sit down").dblclick()
    button(player, "Sit down").click()
    for each in asked:
        each.continue_()
    player.has_sat()
    assert len(asked) == 1
    assert len(state(staffed, table)["seats"]) == 1


NOTHING_KEPT = """
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, {
      get() { throw new DOMException("Nothing is kept here.", "SecurityError"); },
    });
  }
"""


@pytest.mark.long
def test_a_browser_that_keeps_nothing(staffed: Staffed, visitors: Visitors) -> None:
    visitor = visitors.new(**CALM)
    visitor.context.add_init_script(NOTHING_KEPT)
    table = opened(staffed.house, name="Nothing kept", game="automated-craps")
    player = FeltPlayer(visitor, staffed.house, table).come().sit()
    puts(player, "field")
    button(player, "Roll").click()
    expect(player.stage).to_contain_text(re.compile(r"You (win|lose) \$"))
    puts(player, "hard-8")
    player.page.reload()
    player.sees("hard-8", 500)


# The crew


@pytest.mark.long
def test_the_crew_undoes_and_repeats_for_one_seat(staffed: Staffed, visitors: Visitors) -> None:
    """What is repeated for a seat are its own bets of the roll before."""
    table = staffed.table(name="One seat")
    player = FeltPlayer(visitors.new(everybody(staffed, "one-seat"), **CALM), staffed.house, table)
    desk = panel(player.page, table)
    seats(desk, ("Kim", "500"), ("Lou", "500"))
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=500)
        dealer.do("bet", seat=2, wager="field", amount=500)
        dealer.do("bet", seat=2, wager="pass", amount=500)
        desk.get_by_role("button", name="Kim").click()
        player.click("field")
        player.sees("field", 500)
        desk.get_by_role("button", name="Lou").click()
        says(desk, "You act for Seat 2, Lou")
        player.spot("field").press("u")
        expect(player.page.locator(".toasts")).to_contain_text("There is nothing to take back")
        player.click("hard-8")
        player.sees("hard-8", 500)
        assert player.stakes(1) == {"pass": 500, "field": 500}
        assert player.stakes(2) == {"pass": 500, "field": 500, "hard-8": 500}
        desk.get_by_role("button", name="Kim").click()
        player.click("any-craps")
        player.sees("any-craps", 500)
        dealer.roll(3, 2)
        player.sees_none("any-craps")
        desk.get_by_role("button", name="Lou").click()
        says(desk, "You act for Seat 2, Lou")
        player.spot("field").press("p")
        player.sees("field", 500)
        player.click("hard-6")
        player.sees("hard-6", 500)
        assert player.stakes(1) == {"pass": 500}
        assert player.stakes(2) == {"pass": 500, "hard-8": 500, "field": 500, "hard-6": 500}
    expect(player.page.get_by_role("button", name="Leave", exact=True)).to_have_count(0)
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_what_is_said_is_what_is_put_down(staffed: Staffed, visitors: Visitors) -> None:
    """An amount that is typed is taken as it is or refused with the clause; a bet that was taken
    down by mistake comes back as it was; what the crew calls out stands above the felt."""
    table = staffed.table(name="To the letter", house={"limits": {"pass": {"min": 1000}}})
    player, _ = seated(staffed, visitors, table, **CALM)
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        player.click("pass")
        player.sees("pass", 1000)
        least = "$10 on Pass Bet, not $5: the least it takes."
        expect(player.page.locator(".toasts")).to_contain_text(least)
        dealer.roll(2, 2)
        player.page.get_by_role("heading", name="Text board").click()
        types(player, "bet 10 place 6")
        log = player.page.get_by_role("log")
        expect(log.get_by_role("link", name="NJ11-1.4f")).to_be_visible()
        expect(player.page.locator(".toast.refused")).to_have_count(0)
        types(player, "$12 the 6")
        player.sees("place-6", 1200)
        player.click("place-6", "right")
        player.sees("place-6", 600)
        player.tool("Undo").click()
        player.sees("place-6", 1200)
        player.tool("Clear").click()
        player.sees_none("place-6")
        player.tool("Undo").click()
        player.sees("place-6", 1200)
        assert player.seat()["bets"]["place-6"]["leave_up"] is True
        dealer.do("throw")
        expect(player.stage).to_contain_text("Dice are out.")
        dealer.do("no-roll", reason="off-the-table")
        expect(player.stage).to_contain_text("No roll: off the table")


# Cards

BANKER, PLAYER = ["2s", "9h", "2d", "Ks"], ["9d", "3s", "Kh", "3d"]
"""Cards with which one of them has a natural nine, and wins."""
TIE = ["9s", "9c", "Kd", "Kc"]


@pytest.mark.long
def test_vigorish_that_is_owed_is_paid(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(rules="nj-2001", name="Owed", house={"vig": {"collect": "mark"}})
    player, _ = seated(staffed, visitors, table, **CALM)
    owed = player.figure("Vigorish owed")
    pays = player.page.get_by_role("button", name="Pay the vigorish")
    player.page.get_by_role("tab", name="Bets").click()
    with crew(staffed, table) as dealer:
        for typed in (False, True):
            player.click("banker")
            player.sees("banker", 500)
            dealer.ask("accept-shoe", seat=1, dealer=True)
            expect(pays).to_have_count(0)
            dealer.trial("deal", cards=BANKER)
            expect(owed).to_have_text("$0.25")
            if typed:
                player.page.get_by_role("heading", name="Text board").click()
                types(player, "collect")
            else:
                pays.click()
            expect(owed).to_have_count(0)
            assert not player.seat().get("owed")
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_a_coup_that_is_taken_back_leaves_nothing(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(rules="nj-2001", name="Taken back")
    player, _ = seated(staffed, visitors, table, **CALM)
    page, shoe = player.page, StackedShoe(staffed.house, table, 7)
    shoe.cards[:0] = PLAYER + BANKER
    box = Dealer(staffed.house.address, table, staffed.tokens["floorperson"])
    with crew(staffed, table) as dealer, box:
        dealer.do("bet", seat=1, wager="banker", amount=500)
        dealer.ask("accept-shoe", seat=1, dealer=True)
        shows(page, shoe.coup(dealer))
        before = list(shoe.results)
        dealer.ask("accept-shoe", seat=1, dealer=True)
        dealer.ask("bet", seat=1, wager="tie", amount=500)
        shows(page, shoe.coup(dealer))
        roads_are(page, shoe.results)
        box.do("correct", caller="floorperson", reason="wrong-cards")
    cards = page.locator(".felt-holder .card-face")
    expect(cards).to_have_count(0)
    roads_are(page, before)
    page.reload()
    roads_are(page, before)
    expect(cards).to_have_count(0)
    expect(player.stage.locator(".call")).to_have_text("No more bets.")


# What is shown


@pytest.mark.long
def test_the_newest_roll_is_the_first(staffed: Staffed, visitors: Visitors) -> None:
    """Also for whoever looks late, at a table with so much to tell that the last lines of its log
    hold fewer rolls than are shown."""
    table = staffed.table(name="Much to tell")
    with crew(staffed, table) as dealer:
        for seat in (1, 2):
            dealer.do("sit", seat=seat, name=f"Walk-in {seat}", rail=100_000)
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=500)
        dealer.roll(2, 2)

        def rolls(first: int, second: int) -> None:
            for seat in (1, 2):
                for wager in ("any-seven", "any-craps"):
                    dealer.do("bet", seat=seat, wager=wager, amount=100)
            dealer.roll(first, second)

        for _ in range(40):
            rolls(3, 2)
        page = FeltPlayer(visitors.new(**CALM), staffed.house, table).come().page
        expect(page.get_by_role("img", name="The dice show 3 and 2")).to_be_visible()
        rolls(4, 5)
        expect(page.get_by_role("img", name="The dice show 4 and 5")).to_be_visible()
        page.get_by_role("tab", name="Rolls").click()
        shown = page.get_by_role("list", name="The latest first").get_by_role("listitem")
        expect(shown.first).to_contain_text("9")
        expect(shown.nth(1)).to_contain_text("5")
        expect(shown).to_have_count(40)
        rolls(6, 4)
        expect(shown.first).to_contain_text("10")
        expect(shown.nth(1)).to_contain_text("9")


@pytest.mark.long
def test_a_hand_of_a_closed_table_is_drawn_with_its_own_payouts(
    staffed: Staffed, visitors: Visitors
) -> None:
    house, opener, token = staffed.house, staffed.house.guest("Opener"), staffed.house.guest("Ida")
    elected = {"payouts": {"field-2-12": "4 to 1"}}
    rules = {"rules": "nj-1997", "game": "mini-dice", "house": elected}
    status, made = house.call("POST", "/api/v1/tables", rules, opener)
    assert status == 201, made
    table = made["table"]
    with Dealer(house.address, table, token) as ida:
        ida.do("sit")
        ida.do("accept-shaker")
        ida.do("bet", wager="field", amount=500)
        ida.do("shake")
        ida.do("leave")
    status, found = house.call("DELETE", f"/api/v1/tables/{table}", token=opener)
    assert status < 300, found
    page = visitors.new(token, **CALM).page
    page.goto(f"/history/{table}/1")
    page.locator('[data-name="field"]').first.focus()
    expect(page.locator(".looked")).to_contain_text("4 to 1")


@pytest.mark.long
def test_the_clock_is_shown_only_when_it_runs(staffed: Staffed, visitors: Visitors) -> None:
    """Not for every bet that is up: who opened the table and is alone there is waited for while
    there is no bet on the line."""
    token = staffed.house.guest("Gus")
    table = new_table(staffed.house, token, clock=600, name="Clock")
    with Dealer(staffed.house.address, table, token) as own:
        own.do("sit", rail=CHIPS)
        player = FeltPlayer(visitors.new(token, **CALM), staffed.house, table).come()
        clock = player.page.get_by_text(CLOCK)
        puts(player, "pass", "field")
        own.do("accept-dice")
        expect(clock).to_be_visible()
        own.do("pass-dice")
        expect(clock).to_be_hidden()
        own.do("accept-dice")
        expect(clock).to_be_visible()
        own.do("remove", wager="pass")
        expect(clock).to_be_hidden()
    assert player.stakes() == {"field": 500}


@pytest.mark.long
def test_no_clock_is_shown_to_a_visitor_who_is_alone(staffed: Staffed, visitors: Visitors) -> None:
    """It is when somebody else sits down, and not after they have left."""
    table = opened(staffed.house, name="Alone")
    player, token = seated(staffed, visitors, table, **CALM)
    clock = player.page.get_by_text(CLOCK)
    with Dealer(staffed.house.address, table, token) as own:
        own.do("accept-dice")
        puts(player, "pass")
        expect(button(player, "Roll")).to_be_enabled()
        expect(clock).to_be_hidden()
    with Dealer(staffed.house.address, table, staffed.house.guest("Hal")) as other:
        other.do("sit", rail=CHIPS)
        expect(clock).to_be_visible()
        other.do("leave")
        expect(clock).to_be_hidden()


# By keyboard, and by ear


@pytest.mark.long
def test_the_focus_is_never_lost(staffed: Staffed, visitors: Visitors) -> None:
    table = opened(staffed.house, name="Focus")
    player, _ = seated(staffed, visitors, table, **CALM)
    page = player.page
    puts(player, "pass", "field", "hard-8")
    take = button(player, "Take the dice")
    take.focus()
    page.keyboard.press("Enter")
    expect(take).to_have_count(0)
    is_within(page, player.rail)
    page.get_by_role("tab", name="Bets").click()
    mine = page.get_by_role("tabpanel", name="Bets")
    for wager in ("field", "hard-8"):
        down = mine.get_by_role("button", name=f"Take down: {player.name(wager)}")
        down.focus()
        page.keyboard.press("Enter")
        expect(down).to_have_count(0)
        is_within(page, mine)


@pytest.mark.long
def test_the_floor_keeps_the_focus_on_a_link(staffed: Staffed, visitors: Visitors) -> None:
    table = opened(staffed.house, name="Looked at")
    page = visitors.new(staffed.tokens["floorperson"], **CALM).page
    page.clock.install()
    page.goto("/floor")
    name = page.get_by_role("link", name="Looked at", exact=True)
    name.focus()
    name.evaluate("(link) => { link.dataset.old = ''; }")
    for title in ("A table before it", "Z table after it"):
        opened(staffed.house, name=title)
    page.clock.run_for(60_000)
    expect(page.locator(f'a[href="/tables/{table}"]')).not_to_have_attribute("data-old", "")
    expect(name).to_be_focused()


STOPS = """() => [...document.querySelectorAll('.felt-holder .spot[tabindex="0"]')]
  .map((spot) => spot.checkVisibility() && spot.getClientRects().length > 0)"""


@pytest.mark.long
def test_a_drawer_that_closes_leaves_a_stop_for_the_tab_key(
    staffed: Staffed, visitors: Visitors
) -> None:
    table = opened(staffed.house, name="Drawer")
    player, _ = seated(staffed, visitors, table, **CALM)
    drawer = player.felt.locator("summary", has_text="Hops")
    drawer.click()
    player.spot("hop-2-6").focus()
    expect(player.spot("hop-2-6")).to_have_attribute("tabindex", "0")
    assert player.page.evaluate(STOPS) == [True]
    drawer.click()
    expect(player.spot("hop-2-6")).to_have_attribute("tabindex", "-1")
    assert player.page.evaluate(STOPS) == [True]


HEARD = """() => {
  window.heard = [];
  const live = document.querySelector(".stage [aria-live]");
  new MutationObserver(() => live.textContent && window.heard.push(live.textContent))
    .observe(live, { childList: true, characterData: true, subtree: true });
}"""


@pytest.mark.long
def test_a_bet_is_announced_once(staffed: Staffed, visitors: Visitors) -> None:
    table = opened(staffed.house, name="By ear")
    player, _ = seated(staffed, visitors, table, **CALM)
    page = player.page
    page.get_by_role("heading", name="Text board").click()
    log = page.get_by_role("log", name="What is said at the table")
    page.evaluate(HEARD)
    puts(player, "pass")
    expect(log).to_contain_text("$5 on the Pass Bet")
    expect(log).to_have_attribute("aria-live", "off")
    puts(player, "field")
    types(player, "juggle three dice")
    expect(log).to_contain_text("means nothing at this table")
    comes_true(page, "window.heard.length > 2")
    passed, field, unclear = page.evaluate("window.heard")
    assert (passed, field) == ("Pass Bet: $5.", "Field Bet: $5.")
    assert unclear.startswith('"juggle three dice" means nothing at this table.')


@pytest.mark.long
def test_sitting_down_says_what_is_on_the_rail(staffed: Staffed, visitors: Visitors) -> None:
    """The house may answer before it tells of the seat."""
    table = opened(staffed.house, name="With what")
    visitor = visitors.new(**CALM)
    line = CutConnection(visitor.page)
    player = FeltPlayer(visitor, staffed.house, table).come()
    line.slow = "lines"
    player.sit()
    expect(player.stage.locator("[aria-live]")).to_have_text("You sit down with $500.")


@pytest.mark.long
def test_what_is_seen_adds_up(staffed: Staffed, visitors: Visitors) -> None:
    """Vigorish beside what is won, what comes back undecided; a bet in parts has none."""
    table = staffed.table(rules="nj-2001", name="Taken")
    player, _ = seated(staffed, visitors, table, **CALM)
    net, aloud = player.stage.locator(".net"), player.stage.locator("[aria-live]")
    with crew(staffed, table) as dealer:
        for cards, seen in (
            (BANKER, "You win $19, $1 vigorish taken"), (TIE, "Push: $20 back"),
        ):  # fmt: skip
            dealer.do("bet", seat=1, wager="banker", amount=2000)
            dealer.ask("accept-shoe", seat=1, dealer=True)
            dealer.trial("deal", cards=cards)
            expect(net).to_have_text(seen)
        expect(aloud).to_have_text(re.compile(r"Tie Hand\. Push: \$20 back\.$"))
    table = staffed.table(name="Parts")
    player, _ = seated(staffed, visitors, table, **CALM)
    net, aloud = player.stage.locator(".net"), player.stage.locator("[aria-live]")
    with crew(staffed, table) as dealer:

        def rolls(dice: tuple[int, int], seen: str, **bets: int) -> None:
            for wager, amount in bets.items():
                dealer.do("bet", seat=1, wager=wager.replace("_", "-"), amount=amount)
            dealer.roll(*dice)
            expect(net).to_have_text(seen)

        dealer.do("accept-dice", seat=1)
        rolls((6, 6), "Push: $10 back", dont_pass=1000)
        rolls((5, 6), "You win $17", **{"pass": 500}, horn=400)
        expect(aloud).not_to_contain_text("Vigorish")
        rolls((4, 4), "", **{"pass": 500})
        rolls((3, 2), "", come=500)
        rolls((6, 2), "You win $5", come_odds_5=1000)
        rolls((3, 4), "Even", **{"pass": 500})
        expect(aloud).to_have_text(re.compile(r"In all you are even\. Odds back: \$10\.$"))


@pytest.mark.long
def test_who_takes_and_passes_the_dice_is_called(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Whose dice")
    player, _ = seated(staffed, visitors, table, **CALM)
    with crew(staffed, table) as dealer:
        dealer.do("sit", seat=2, name="Bob", rail=50_000)
        for do, seat, words in (
            ("decline", 1, "Gus (1) declines the dice. Dice to Bob (2)."),
            ("accept", 2, "Bob (2) takes the dice."),
            ("pass", 2, "Bob (2) passes the dice. Dice to Gus (1)."),
        ):
            dealer.do(f"{do}-dice", seat=seat)
            for told in (".call", "[aria-live]"):
                expect(player.stage.locator(told)).to_have_text(words)


@pytest.mark.long
def test_a_bet_in_parts_says_what_share_is_paid(staffed: Staffed, visitors: Visitors) -> None:
    player = FeltPlayer(visitors.new(**CALM), staffed.house, opened(staffed.house)).come()
    player.spot("horn").focus()
    panel = player.page.get_by_role("tabpanel", name="Spot")
    expect(panel.locator(".pays")).to_contain_text("in 4 parts: 30 to 1 on 2, 12; 15 to 1 on 3, 11")


@pytest.mark.long
def test_the_same_call_is_heard_again(staffed: Staffed, visitors: Visitors) -> None:
    """Two rolls alike are two announcements, with their dice; so are two questions alike."""
    table = staffed.table(name="Alike")
    player, _ = seated(staffed, visitors, table, **CALM)
    page = player.page
    live = page.locator(".stage [aria-live]")
    with crew(staffed, table) as dealer:
        dealer.do("sit", seat=2, name="Shooter", rail=50_000)
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1000)
        dealer.do("bet", seat=2, wager="pass", amount=1000)
        dealer.roll(2, 2)
        expect(live).to_contain_text("2 and 2: four, the hard way. The point is four.")
        page.evaluate(HEARD)
        for count in (1, 2):
            dealer.roll(4, 2)
            player.roll_shown(4, 2)
            comes_true(page, "(count) => window.heard.length >= count", count)
    heard = page.evaluate("window.heard")
    assert [each.strip() for each in heard] == ["4 and 2: six, easy six."] * 2
    page.get_by_role("heading", name="Text board").click()
    for count in (3, 4):
        types(player, "status")
        comes_true(page, "(count) => window.heard.length === count", count)


@pytest.mark.long
def test_what_goes_away_gives_the_focus_back(staffed: Staffed, visitors: Visitors) -> None:
    """Sit down, a note that is closed, a form that is refused."""
    table = opened(staffed.house, name="Given back")
    player = FeltPlayer(visitors.new(**CALM), staffed.house, table).come()
    page = player.page
    sit = player.rail.get_by_role("button", name="Sit down")
    sit.press("Enter")
    player.has_sat()
    is_within(page, player.rail)
    spot = player.spot("pass-odds")
    spot.focus()
    page.keyboard.press("Enter")
    close = page.get_by_role("button", name="Close this note")
    close.focus()
    page.keyboard.press("Enter")
    expect(close).to_have_count(0)
    expect(spot).to_be_focused()
    stranger = visitors.new(**CALM)
    stranger.page.goto("/account")
    form = stranger.page.get_by_role("form", name="Sign in")
    form.get_by_label("Login").fill("nobody")
    form.get_by_label("Password").fill("nothing to be let in with")
    enter = form.get_by_role("button", name="Sign in")
    enter.press("Enter")
    expect(form.get_by_role("alert")).to_be_visible()
    expect(enter).to_be_focused()
    stranger.complaints.clear()  # The browser's own, of the answer.


@pytest.mark.long
def test_a_sheet_takes_the_focus_and_gives_it_back(staffed: Staffed, visitors: Visitors) -> None:
    table = opened(staffed.house, name="Sheets")
    player, _ = seated(staffed, visitors, table, size="phone", **CALM)
    page = player.page
    tab = page.get_by_role("tab", name="Bets")
    sheet = page.get_by_role("tabpanel", name="Bets")
    for by_key in (True, False):
        tab.focus()
        page.keyboard.press("Enter")
        expect(sheet).to_be_focused()
        if by_key:
            page.keyboard.press("Escape")
        else:
            page.locator(".panels > .close").press("Enter")
        expect(sheet).to_be_hidden()
        expect(tab).to_be_focused()


@pytest.mark.long
def test_each_typed_deed_is_answered_once(staffed: Staffed, visitors: Visitors) -> None:
    """With the amounts, and never one announcement over another."""
    table = opened(staffed.house, name="Answered")
    player, _ = seated(staffed, visitors, table, **CALM)
    page = player.page
    page.keyboard.press("t")
    page.evaluate(HEARD)
    seen = 0

    def answers(words: str, expected: str) -> None:
        nonlocal seen
        types(player, words)
        comes_true(page, "(count) => window.heard.length > count", seen)
        # One announcement too many would be found in the place of the next.
        assert page.evaluate("(at) => window.heard[at].trim()", seen) == expected, words
        seen += 1

    answers("bet 10 field", "Field Bet: $10.")
    answers("bet 10 pass", "Pass Bet: $10.")
    answers("double", "Field Bet: $20. Pass Bet: $20.")
    answers("undo", "Pass Bet: $10. Field Bet: $10.")
    answers("chip 1", "$1 chip in hand.")
    answers("less field", "Field Bet: $9.")
    answers("chip 3", "There are chips of $5,000, $1,000, $500, $100, $25, $5 and $1.")
    answers("bet -5 field", '"bet -5 field" means nothing at this table. Did you mean field?')
    answers("buy in -20", '"-20" is no amount.')
    answers("take the dice", "Gus (1) takes the dice.")
    answers("cash out 20", "$20 cashed out. Your rail has $961.")
    answers("buy in 20", "$20 brought to the table. Your rail has $981.")
    answers("buy in", 'How much? Say how much: "buy in 100".')
    types(player, "bet 0 field")
    comes_true(page, "(count) => window.heard.length > count", seen)
    expect(page.locator(".toast.refused")).to_have_count(0)
    assert player.stakes() == {"pass": 1000, "field": 900}


COLOURS = """() => {
  const { color, backgroundColor } = getComputedStyle(document.body);
  const drawn = (query, what) => [...document.querySelectorAll(`.felt-holder ${query}`)]
    .map((each) => getComputedStyle(each)[what]);
  return {
    color, backgroundColor, letters: drawn(".spot text", "fill"), lines: drawn(".shape", "stroke"),
  };
}"""


@pytest.mark.long
def test_forced_colours_reach_the_felt(staffed: Staffed, visitors: Visitors) -> None:
    table = opened(staffed.house, name="Forced")
    visitor = visitors.new(forced_colors="active", **CALM)
    FeltPlayer(visitor, staffed.house, table).come()
    found = visitor.page.evaluate(COLOURS)
    assert found["color"] != found["backgroundColor"]
    assert set(found["letters"]) == set(found["lines"]) == {found["color"]}
