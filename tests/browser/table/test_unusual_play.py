"""What happens seldom at a table, and must work all the same: gestures in a hurry, no sound, odd
names, two tabs, the back button, an empty purse, a full table, a table that stands still."""

import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, WebSocketRoute, expect

from tests.browser.support.browser_clients import Dealer, Visitor, Visitors, comes_true
from tests.browser.support.felt_player import CHIPS, Player, dollars, seated
from tests.server.support.crew import Staffed
from tests.server.support.running import PATIENCE, House, Running, running, wait_until
from tests.server.support.table_helpers import QUICK, new_table, passes_audit, passes_fair

CALM = {"reduced_motion": "reduce"}


def crew(staffed: Staffed, table: str) -> Dealer:
    return Dealer(staffed.house.address, table, staffed.tokens["dealer"])


def opened(house: House, **more: str) -> str:
    """A table that the house draws for, and whose clock does not run out while a test looks."""
    return new_table(house, house.guest("Opener"), clock=600, **more)


def alert(player: Player, words: str) -> Locator:
    return player.page.get_by_role("alert").filter(has_text=words)


def most(player: Player, token: str, *wagers: str) -> dict[str, int]:
    legal = player.house.get(f"/api/v1/tables/{player.table}/legal", token)["bet"]
    return {wager: legal[wager][1] for wager in wagers}


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "house.sqlite", *QUICK) as house:
        yield house


# Odds


@pytest.mark.long
def test_the_most_odds_behind_come_and_dont_come_too(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="All odds", house={"odds": 2})
    player, token = seated(staffed, visitors, table, **CALM)
    with crew(staffed, table) as dealer:
        dealer.do("sit", seat=2, name="Shooter", rail=50_000)
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1000)
        dealer.roll(2, 2)
        dealer.do("bet", seat=1, wager="come", amount=1000)
        dealer.roll(3, 2)
        dealer.do("bet", seat=1, wager="dont-come", amount=1000)
        dealer.roll(4, 2)
        behind = most(player, token, "pass-odds", "come-odds-5", "dont-come-odds-6")
        player.tool(f"Max odds {dollars(sum(behind.values()))}").click()
        for wager, amount in behind.items():
            player.sees(wager, amount)
        assert player.stakes() == {
            "pass": 1000, "come-5": 1000, "dont-come-6": 1000, **behind,
        }  # fmt: skip
        player.tool("Undo").click()
        for wager in behind:
            player.sees_none(wager)
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_gestures_in_a_hurry_are_done_in_turn(staffed: Staffed, visitors: Visitors) -> None:
    """Each waits for what the one before it came to: odds right after undo, undo right after a
    chip, double right after both."""
    table = staffed.table(name="Hurry", house={"odds": 2})
    player, _ = seated(staffed, visitors, table, **CALM)
    keyboard = player.page.keyboard
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        player.click("pass")
        player.click("field")
        keyboard.press("u")
        player.sees_none("field")
        player.sees("pass", 500)
        dealer.roll(2, 2)
        player.page.locator("body").press("o")
        player.sees("pass-odds", 1000)
        for _ in range(5):
            keyboard.press("u")
            keyboard.press("o")
        wait_until(lambda: staffed.house.log(table).count(b'"event":"remove"') == 6)
        player.sees("pass-odds", 1000)
        keyboard.press("u")
        player.click("hard-6")
        keyboard.press("d")
        player.sees("hard-6", 1000)
        player.sees_none("pass-odds")
        assert player.stakes() == {"pass": 500, "hard-6": 1000}
    expect(player.page.locator(".toast.refused")).to_have_count(0)


def test_a_roll_waits_for_the_chips_and_gestures_before_it(
    staffed: Staffed, visitors: Visitors
) -> None:
    """A chip is sent a moment after its click, and "repeat" asks first what is legal: whoever
    rolls at once rolls with them all the same."""
    table = opened(staffed.house, name="No waiting", game="automated-craps")
    player, _ = seated(staffed, visitors, table, **CALM)
    keyboard = player.page.keyboard

    def rolled(*gestures: Callable[[], None]) -> list[str]:
        """What the log says was done by gestures in one breath with a roll, up to it."""
        before = staffed.house.log(table).count(b"\n")
        for gesture in gestures:
            gesture()
        keyboard.press("r")

        def since() -> list[str]:
            lines = staffed.house.log(table).splitlines()[before:]
            return [json.loads(line)["event"] for line in lines]

        wait_until(lambda: "roll" in since())
        return since()[: since().index("roll")]

    assert rolled(lambda: player.click("field")) == ["bet"]
    player.sees_none("field")
    assert rolled(lambda: keyboard.press("p")) == ["bet"], "the field again"
    player.sees_none("field")
    assert rolled(
        lambda: keyboard.press("p"), lambda: keyboard.press("u"), lambda: player.click("field")
    ) == ["bet", "remove", "bet"]
    player.sees_none("field")
    # All in one task of the page: what comes after "undo" is not sent before it.
    gestures = """spot => {
      const press = key => document.body.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true }));
      press("p");
      press("u");
      spot.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }"""
    assert rolled(lambda: player.spot("field").evaluate(gestures)) == ["bet", "remove", "bet"]


@pytest.mark.long
def test_odds_that_take_the_rail_are_asked_for_twice(staffed: Staffed, visitors: Visitors) -> None:
    """Where no multiple is posted the most may be all one has."""
    table = staffed.table(name="Everything")
    player, token = seated(staffed, visitors, table, **CALM)
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=2000)
        dealer.roll(2, 2)
        (amount,) = most(player, token, "pass-odds").values()
        assert amount > 90_000
        button = player.tool("Max odds")
        expect(button).to_have_text(f"Max odds {dollars(amount)}")
        button.click()
        expect(button).to_have_text(f"Max odds {dollars(amount)}: sure?")
        expect(player.page.locator(".toasts")).to_contain_text("Once more to put it down.")
        assert player.stakes() == {"pass": 2000}
        button.click()
        player.sees("pass-odds", amount)
        assert player.stakes()["pass-odds"] == amount


@pytest.mark.long
def test_winning_hardways_stay_up_unless_switched_off(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Hardways")
    player, _ = seated(staffed, visitors, table, **CALM)
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=500)
        dealer.roll(4, 5)
        player.click("hard-6")
        player.sees("hard-6", 500)
        player.page.get_by_role("tab", name="Bets").click()
        player.page.get_by_label("Winners stay up").uncheck()
        player.page.reload()
        player.has_sat().click("hard-8")
        player.sees("hard-8", 500)
        dealer.roll(3, 3)
        expect(player.stage).to_contain_text("You win $45")
        dealer.roll(4, 4)
        player.roll_shown(4, 4)
        player.sees_none("hard-8")
        player.sees("hard-6", 500)
        assert player.stakes() == {"pass": 500, "hard-6": 500}


# Dice and sounds

NEVER_AT_REST = """
  const animate = Element.prototype.animate;
  window.flights = 0;
  Element.prototype.animate = function (...how) {
    const flight = animate.apply(this, how);
    if (this.classList.contains("cube")) {
      flight.playbackRate = 1e-6;
      window.flights += 1;
    }
    return flight;
  };
"""


def rolls_once(staffed: Staffed, visitor: Visitor, name: str) -> tuple[Player, Dealer]:
    """Somebody with a bet up, and a crew that is about to enter dice."""
    table = staffed.table(name=name)
    player = Player(visitor, staffed.house, table).come().sit()
    player.click("pass")
    player.sees("pass", 500)
    dealer = crew(staffed, table)
    dealer.do("accept-dice", seat=1)
    return player, dealer


@pytest.mark.long
def test_dice_that_roll_for_ever_are_skipped(staffed: Staffed, visitors: Visitors) -> None:
    visitor = visitors.new()
    visitor.context.add_init_script(NEVER_AT_REST)
    player, dealer = rolls_once(staffed, visitor, "Tumble")
    with dealer:
        dealer.roll(3, 4)
        wait_until(lambda: visitor.page.evaluate("window.flights") == 2)
        assert "You win" not in player.stage.inner_text()
        visitor.page.mouse.click(5, 5)
        expect(player.stage).to_contain_text("You win $5")
        dealer.do("bet", seat=1, wager="pass", amount=500)
        dealer.roll(6, 5)
        wait_until(lambda: visitor.page.evaluate("window.flights") == 4)
        visitor.page.keyboard.press("Shift")
        player.roll_shown(6, 5)
        expect(player.stage).to_contain_text("Yo-leven!")


@pytest.mark.long
def test_reduced_motion_has_no_flight(staffed: Staffed, visitors: Visitors) -> None:
    visitor = visitors.new(**CALM)
    visitor.context.add_init_script(NEVER_AT_REST)
    player, dealer = rolls_once(staffed, visitor, "Still")
    with dealer:
        dealer.roll(3, 4)
        expect(player.stage).to_contain_text("You win $5")
    assert visitor.page.evaluate("window.flights") == 0
    moving = (
        "document.getAnimations().filter((each) => each.effect.getTiming().duration > 1).length"
    )
    assert visitor.page.evaluate(moving) == 0


SPEECH = """
  window.spoken = [];
  const voice = { cancel() {}, speak: (words) => window.spoken.push(words.text) };
  Object.defineProperty(window, "speechSynthesis", { value: voice });
"""
NO_AUDIO = """
  delete window.AudioContext;
  delete window.webkitAudioContext;
"""
NO_VOICE = """
  Object.defineProperty(window, "speechSynthesis", { value: undefined });
  delete window.SpeechSynthesisUtterance;
"""


def switched_on(player: Player) -> None:
    """Sound and speech, in the dialog."""
    player.page.get_by_role("button", name="Keys and choices").click()
    dialog = player.page.get_by_role("dialog", name="Keys and choices")
    for choice in ("Sound of the trials", "Calls spoken aloud"):
        dialog.get_by_label(choice).check()
    dialog.get_by_role("button", name="Close").click()


@pytest.mark.long
def test_the_call_is_spoken(staffed: Staffed, visitors: Visitors) -> None:
    visitor = visitors.new(**CALM)
    visitor.context.add_init_script(SPEECH)
    player, dealer = rolls_once(staffed, visitor, "Aloud")
    with dealer:
        dealer.roll(2, 2)
        expect(player.stage).to_contain_text("The point is four.")
        assert visitor.page.evaluate("window.spoken") == []
        switched_on(player)
        dealer.roll(5, 2)
        expect(player.stage).to_contain_text("Seven out, line away.")
        comes_true(visitor.page, "window.spoken.length > 0")
        assert visitor.page.evaluate("window.spoken") == ["Seven out, line away."]


@pytest.mark.long
def test_nothing_to_hear_is_no_reason_to_stop(staffed: Staffed, visitors: Visitors) -> None:
    visitor = visitors.new(**CALM)
    visitor.context.add_init_script(NO_AUDIO + NO_VOICE)
    player, dealer = rolls_once(staffed, visitor, "Deaf")
    switched_on(player)
    with dealer:
        dealer.roll(2, 2)
        expect(player.stage).to_contain_text("The point is four.")
        dealer.roll(1, 3)
        expect(player.stage).to_contain_text("You win $5")


# People

ODD = '<b>"Zoë" & O\'Neil</b> 骰🎲'
LIGHT = """() => {
  const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number);
  return r + g + b > 380;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.long
def test_an_odd_name_by_day_and_by_night(staffed: Staffed, visitors: Visitors, scheme: str) -> None:
    table = staffed.table(name=ODD)
    player, token = seated(staffed, visitors, table, ODD, size="phone", color_scheme=scheme)
    page = player.page
    assert page.evaluate(LIGHT) is (scheme == "light")
    expect(page.get_by_role("heading", level=1)).to_have_text(ODD)
    expect(page.locator("#who")).to_contain_text(ODD)
    page.get_by_role("tab", name="Players").tap()
    expect(page.get_by_role("tabpanel", name="Players")).to_contain_text(f"{ODD} (you)")
    for path in (f"/tables/{table}", "/", "/account"):
        page.goto(path)
        expect(page.get_by_text(ODD).first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
    assert page.locator("main b, #who b").count() == 0
    assert staffed.house.get("/api/v1/me", token)["name"] == ODD


@pytest.mark.long
def test_two_tabs_of_one_person(staffed: Staffed, visitors: Visitors) -> None:
    table = opened(staffed.house)
    visitor = visitors.new(**CALM)
    first = Player(visitor, staffed.house, table).come().sit()
    first.click("pass")
    first.sees("pass", 500)
    second = Player(visitor, staffed.house, table)
    second.page = visitor.context.new_page()
    second.felt = second.page.locator(".felt-holder")
    second.rail = second.page.get_by_role("region", name="Your rail")
    second.come().has_sat()
    second.sees("pass", 500)
    for number in range(1, 4):
        for each in (first, second):
            each.click("field")
        for each in (first, second):
            each.sees("field", number * 1000)
    assert first.stakes() == {"pass": 500, "field": 3000}
    second.page.close()
    first.click("field")
    first.sees("field", 3500)


@pytest.mark.long
def test_back_and_forward(staffed: Staffed, visitors: Visitors) -> None:
    table = opened(staffed.house, name="Back")
    visitor = visitors.new(**CALM)
    player, page = Player(visitor, staffed.house, table), visitor.page
    page.goto("/")
    page.get_by_role("link", name="Sit down at Back", exact=True).click()
    player.has_sat().click("pass")
    player.sees("pass", 500)
    page.goto("/history")
    page.go_back()
    player.sees("pass", 500)
    player.click("field")
    player.sees("field", 500)
    page.go_back()
    expect(page.get_by_role("heading", name="Pull up to a table")).to_be_visible()
    page.go_forward()
    player.sees("field", 500)
    player.tool("Clear").click()
    player.sees_none("pass")
    player.page.locator(".head-deeds").get_by_role("button", name="Leave").click()
    expect(player.rail.get_by_role("button", name="Sit down")).to_be_visible()
    page.go_back()
    page.go_forward()
    expect(player.rail.get_by_role("button", name="Sit down")).to_be_visible()
    assert staffed.house.get(f"/api/v1/tables/{table}")["state"]["seats"] == {}


@pytest.mark.long
def test_a_full_table(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(rules="nj-2011", game="mini-craps", name="Full")
    with crew(staffed, table) as dealer:
        for number in range(9):
            dealer.do("sit", name=f"Walk-in {number}", rail=10_000)
        player = Player(visitors.new(), staffed.house, table).come()
        player.rail.get_by_role("button", name="Sit down").click()
        expect(alert(player, "You did not sit down")).to_be_visible()
        expect(alert(player, "You did not sit down")).to_contain_text("The table is full")
        dealer.do("leave", seat=4)
        player.sit()
    assert player.seat(4)["name"] != "Walk-in 3"


# Money


@pytest.mark.long
def test_chips_in_and_out_and_an_empty_purse(
    staffed: Staffed, visitors: Visitors, shot: Callable[[Visitor, str], None]
) -> None:
    house = staffed.house
    tables = [opened(house, name=f"Purse {number}") for number in range(3)]
    visitor = visitors.new(**CALM)
    player, page = Player(visitor, house, tables[0]).come().sit(), visitor.page
    dialog = page.get_by_role("dialog", name="Chips")

    def moves(amount: str, button: str, words: str) -> None:
        page.locator(".head-deeds").get_by_role("button", name="Chips").click()
        dialog.get_by_label("Dollars").fill(amount)
        dialog.get_by_role("button", name=button).click()
        expect(dialog).to_contain_text(words)
        dialog.get_by_role("button", name="Close").click()

    moves("120.50", "Bring to the table", "Purse $379.50; rail $620.50.")
    moves("20.50", "Back to the purse", "Purse $400; rail $600.")
    moves("a lot", "Bring to the table", "Type an amount")
    moves("5000", "Back to the purse", "You have $600 on the rail.")
    moves("5000", "Bring to the table", "purse")
    moves("400", "Bring to the table", "Purse $0; rail $1,000.")
    expect(player.figure("Purse")).to_have_text("$0")
    broke = Player(visitor, house, tables[1]).come()
    broke.sit()
    expect(dialog).to_contain_text("Your purse is empty")
    expect(dialog.get_by_role("listitem")).to_have_text(["Purse 0: $1,000 on the rail"])
    expect(dialog.get_by_role("button", name="in play chips")).to_have_count(0)
    shot(visitor, "no-chips")
    dialog.get_by_role("button", name="Close").click()
    expect(broke.figure("Rail")).to_have_text("$0")
    broke.click("field")
    expect(alert(broke, broke.name("field"))).to_be_visible()
    broke.sees_none("field")
    broke.rail.get_by_role("button", name="Get chips ...").click()
    dialog.get_by_role("link", name="Purse 0").click()
    player.has_sat()
    moves("600", "Back to the purse", "Purse $600; rail $400.")
    broke.come().has_sat()
    broke.rail.get_by_role("button", name="Get chips ...").click()
    dialog.get_by_role("button", name="Bring to the table").click()
    expect(dialog).to_contain_text("Purse $500; rail $100.")
    dialog.get_by_role("button", name="Close").click()
    expect(broke.rail.get_by_role("button", name="Get chips ...")).to_have_count(0)
    broke.click("field")
    broke.sees("field", 500)


@pytest.mark.parametrize("size", [pytest.param("desktop", marks=pytest.mark.long), "phone"])
def test_a_third_table_has_chips_too(
    staffed: Staffed, visitors: Visitors, size: str, shot: Callable[[Visitor, str], None]
) -> None:
    """Sitting down brings half of the purse, and so leaves chips for another table."""
    tables = [opened(staffed.house, name=f"Third {size} {number}") for number in range(3)]
    visitor = visitors.new(size=size, **CALM)
    for table, rail in zip(tables, ("$500", "$250", "$125"), strict=True):
        player = Player(visitor, staffed.house, table).come().sit()
        expect(player.figure("Rail")).to_have_text(rail)
        player.spot("field").evaluate("spot => spot.scrollIntoView({ block: 'center' })")
    player.press("field")
    player.sees("field", 500)
    if size == "phone":
        player.page.get_by_role("tab", name="Bets").click()
    visible = player.page.get_by_role("button", name="Chips ...").locator("visible=true")
    visible.first.click()
    dialog = player.page.get_by_role("dialog", name="Chips")
    expect(dialog.get_by_role("listitem")).to_have_text([
        f"Third {size} 0: $500 on the rail", f"Third {size} 1: $250 on the rail",
    ])  # fmt: skip
    shot(visitor, f"third-table-{size}")


@pytest.mark.long
def test_a_purse_is_filled_up_at_the_table(staffed: Staffed, visitors: Visitors) -> None:
    """Chips are given to whoever has few: not before they are lost."""
    table = staffed.table(name="Broke")
    player, _ = seated(staffed, visitors, table, **CALM)
    page = player.page
    dialog = page.get_by_role("dialog", name="Chips")
    page.locator(".head-deeds").get_by_role("button", name="Chips").click()
    expect(dialog).to_contain_text("You have $1,000 in all.")
    expect(dialog.get_by_role("button", name="in play chips")).to_have_count(0)
    dialog.get_by_role("button", name="Close").click()
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=CHIPS)
        dealer.roll(1, 1)
        expect(player.figure("Rail")).to_have_text("$0")
        player.rail.get_by_role("button", name="Get chips ...").click()
        dialog.get_by_role("button", name="Get $1,000 in play chips").click()
        expect(dialog).to_contain_text("Purse $1,000; rail $0.")
        dialog.get_by_label("Dollars").fill("250")
        dialog.get_by_role("button", name="Bring to the table").click()
        expect(dialog).to_contain_text("Purse $750; rail $250.")
        dialog.get_by_role("button", name="Close").click()
    player.click("pass")
    player.sees("pass", 500)


# Fair dice


def test_a_seed_of_ones_own_and_what_is_revealed(staffed: Staffed, visitors: Visitors) -> None:
    house = staffed.house
    table = opened(house, rules="nj-1997", game="mini-dice")
    player = Player(visitors.new(**CALM), house, table).come().sit()
    page = player.page
    page.get_by_role("tab", name="Fair").click()
    fair = page.get_by_role("tabpanel", name="Fair")
    pledged = house.get(f"/api/v1/tables/{table}")["state"]["pledge"]["hash"]
    expect(fair.locator(".hash")).to_have_text(pledged)
    fair.get_by_label("Add a text of your own").fill(ODD)
    fair.get_by_role("button", name="Add").click()
    expect(fair).to_contain_text("1 player has added a text")
    assert house.get(f"/api/v1/tables/{table}")["state"]["pledge"]["seeds"] == {"1": ODD}
    player.click("under-7")
    player.sees("under-7", 500)
    player.rail.get_by_role("button", name="Take the shaker").click()
    player.rail.get_by_role("button", name="Shake", exact=True).click()
    expect(fair).to_contain_text("Last seed revealed")
    expect(fair.locator(".hash").first).not_to_have_text(pledged)
    fair.get_by_role("link", name="Verify it in your history").click()
    page.get_by_role("button", name="Make them again on this page").click()
    expect(page.get_by_text("Everything follows from the seed that was pledged.")).to_be_visible()
    passes_fair(house, table)


def lammer(*arguments: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "lammer", *arguments],
        check=True, capture_output=True, timeout=PATIENCE,
    )  # fmt: skip


@pytest.mark.long
def test_a_house_put_back_to_a_backup_withdraws_its_pledge(
    own_house: Running, browser: Browser, tmp_path: Path
) -> None:
    come = Visitors(browser, own_house.address)
    visitor = come.new(**CALM)
    visitor.house_may_be_away = True
    table = opened(own_house)
    player = Player(visitor, own_house, table).come().sit()
    page = player.page
    player.rail.get_by_role("button", name="Take the dice").click()
    player.click("pass")
    player.sees("pass", 500)
    pledged = own_house.get(f"/api/v1/tables/{table}")["state"]["pledge"]["hash"]
    lammer("backup", str(tmp_path / "one.lammer"), "--db", own_house.database)
    player.click("field")
    player.sees("field", 500)
    lammer("restore", str(tmp_path / "one.lammer"), "--db", own_house.database)
    board = page.get_by_role("log", name="What is said at the table")
    page.get_by_role("heading", name="Text board").click()
    expect(board).to_contain_text("the house was put back to a backup")
    player.sees_none("field")
    player.sees("pass", 500)
    page.get_by_role("tab", name="Fair").click()
    fair = page.get_by_role("tabpanel", name="Fair")
    expect(fair.locator(".hash").first).not_to_have_text(pledged)
    player.click("field")
    player.sees("field", 500)
    wait_until(lambda: player.stakes() == {"pass": 500, "field": 500})
    come.leave()
    assert pledged in own_house.log(table).decode()
    passes_audit(own_house, table)
    passes_fair(own_house, table)


# A table that stands still


@pytest.mark.long
def test_a_table_that_stops_under_the_page(staffed: Staffed, visitors: Visitors) -> None:
    """The house says so in a message of its own; the page shows it at once."""
    table = opened(staffed.house)
    visitor = visitors.new()
    sockets: list[WebSocketRoute] = []

    def route(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    visitor.page.route_web_socket("**/live*", route)
    player = Player(visitor, staffed.house, table).come()
    sockets[-1].send(json.dumps({"stopped": "The books do not add up."}))
    still = alert(player, "The table stands still: The books do not add up.")
    expect(still.get_by_role("link", name="To the tables")).to_be_visible()
    expect(player.rail.get_by_role("button", name="Sit down")).to_be_disabled()
    visitor.house_may_be_away = True
    sockets[-1].close(code=4012)  # It is made anew.
    expect(still).to_be_hidden()
    expect(player.rail.get_by_role("button", name="Sit down")).to_be_enabled()


@pytest.mark.long
def test_a_table_that_does_not_fit_together(own_house: Running, browser: Browser) -> None:
    """As player, as spectator, as floorperson: everybody is told, and nothing is bet."""
    boss = own_house.account("boss", "administrator")
    floor = own_house.account("floor", "floorperson", boss)
    come = Visitors(browser, own_house.address)
    table = opened(own_house, name="Broken")
    player = Player(come.new(**CALM), own_house, table).come().sit()
    watcher = Player(come.new(**CALM), own_house, table).come()
    for each in (player, watcher):
        each.visitor.house_may_be_away = True
    player.click("pass")
    player.sees("pass", 500)
    own_house.kill()
    with closing(sqlite3.connect(own_house.database)) as store, store:
        store.execute("UPDATE balance SET cents = cents + 1 WHERE account = 'rail-1'")
    own_house.start()
    for each in (player, watcher):
        expect(alert(each, "The table stands still")).to_contain_text("rail-1 stands at")
    expect(watcher.rail.get_by_role("button", name="Sit down")).to_be_disabled()
    player.click("field")
    expect(player.spot("field")).not_to_have_attribute("aria-label", re.compile("bet|waiting"))
    lobby = come.new()
    lobby.page.goto("/")
    card = lobby.page.locator(".table-card").filter(has_text="Broken")
    expect(card).to_contain_text("Stands still")
    page = come.new(floor).page
    page.goto("/floor")
    expect(page.get_by_text("A table stands still.")).to_be_visible()
    assert own_house.get("/health")["ok"] is False or own_house.get("/health")["stopped"]
    come.leave()


@pytest.mark.long
def test_rolling_only_for_the_come_bets(staffed: Staffed, visitors: Visitors) -> None:
    """The head, the puck and the call say so (NJ11-1.11b, R-30)."""
    table = staffed.table(name="Only come")
    player, _ = seated(staffed, visitors, table, **CALM)
    with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1000)
        dealer.roll(4, 2)
        dealer.do("bet", seat=1, wager="come", amount=1000)
        dealer.roll(4, 5)
        dealer.roll(3, 3)
        head = player.page.locator(".table-head")
        expect(head).to_contain_text("Come-out")
        dealer.do("no-line-bet", seat=1)
        expect(head).to_contain_text("For the come bets")
        expect(head.get_by_role("img")).to_have_attribute(
            "aria-label", "The puck is off: rolling only for the come bets"
        )
        where = "each => each.getBoundingClientRect().toJSON()"
        puck = player.page.locator(".felt .puck").evaluate(where)
        line = player.spot("dont-pass").evaluate(where)
        assert line["left"] < puck["left"] < puck["right"] < line["right"]
        assert line["top"] < puck["top"] < puck["bottom"] < line["bottom"]
        stage = player.page.locator(".stage")
        dealer.roll(5, 3)
        expect(stage).to_contain_text("Eight, easy eight.")
        dealer.roll(6, 1)
        expect(stage).to_contain_text("Seven. Come bets lose.")
        expect(stage).to_contain_text("You lose $10")
        expect(head).to_contain_text("Come-out")
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_a_fire_bet_is_on_at_every_roll(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Fire")
    player, _ = seated(staffed, visitors, table, **CALM)
    with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
        dealer.do("accept-dice", seat=1)
        for wager in ("pass", "fire"):
            dealer.do("bet", seat=1, wager=wager, amount=500)
        dealer.roll(4, 2)
        dealer.do("bet", seat=1, wager="hard-8", amount=500)
        dealer.roll(1, 5)
        expect(player.spot("hard-8")).to_have_attribute("aria-label", re.compile("off"))
        expect(player.spot("fire")).to_have_attribute("aria-label", re.compile("gathered 6"))
        expect(player.spot("fire")).not_to_have_attribute("aria-label", re.compile(", off"))
