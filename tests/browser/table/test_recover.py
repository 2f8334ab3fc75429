"""A page that loses its network, its house or itself comes back to the same chips and says what
happened; a seat kept over a reload; a telephone; and a hand seen again afterwards."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.support.browser_clients import Dealer, Visitors, all_tables
from tests.browser.support.felt_player import WHERE, FeltPlayer, dollars
from tests.server.support.crew import Staffed
from tests.server.support.running import Message, Running, RunningHouse, running
from tests.server.support.table_helpers import (
    QUICK,
    books_verify,
    new_table,
    passes_audit,
    passes_fair,
)


def bets(player: FeltPlayer, wager: str, chips: int = 1) -> None:
    """Put the five dollar chip there some times, and see it confirmed."""
    for _ in range(chips):
        player.click(wager)
    player.sees(wager, 500 * chips)


def is_live(player: FeltPlayer) -> None:
    expect(player.page.get_by_role("status").get_by_text("Live", exact=True)).to_be_visible()


def is_lost(player: FeltPlayer) -> None:
    lost = player.page.get_by_role("alert").filter(has_text="The connection is lost")
    expect(lost).to_be_visible()


def takes_the_dice(player: FeltPlayer) -> None:
    player.rail.get_by_role("button", name="Take the dice").click()


def rolls(player: FeltPlayer) -> None:
    """By the button; the dice are seen."""
    player.rail.get_by_role("button", name="Roll", exact=True).click()
    expect(player.stage.get_by_role("img")).to_have_attribute(
        "aria-label", re.compile("The dice show")
    )


def figures_are(player: FeltPlayer, seat: Message) -> None:
    for term, key in (("Rail", "rail"), ("Bets", "layout")):
        expect(player.figure(term)).to_have_text(dollars(seat[key]))


def by_itself(house: RunningHouse, **more: str) -> str:
    """A table that the house draws for, and whose clock does not run out while a test looks."""
    return new_table(house, house.guest("Opener"), clock=600, **more)


# The network


@pytest.mark.long
def test_a_network_that_goes_while_the_dice_roll(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Offline")
    visitor = visitors.new(reduced_motion="reduce")
    visitor.house_may_be_away = True
    player = FeltPlayer(visitor, staffed.house, table).come().sit()
    with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
        dealer.do("accept-dice", seat=1)
        player.page.get_by_role("heading", name="Text board").click()
        bets(player, "pass", 2)
        dealer.do("throw")
        visitor.context.set_offline(True)
        is_lost(player)
        dealer.do("rest", dice=[2, 2])
        dealer.roll(3, 1)
        visitor.context.set_offline(False)
        is_live(player)
    said = player.page.get_by_role("log", name="What is said at the table")
    expect(said).to_contain_text("2 rolls while you were away: you won $10.")
    expect(player.page.get_by_role("img", name="The puck is off")).to_be_visible()
    bets(player, "field")
    assert player.stakes()["field"] == 500
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_a_bet_made_without_a_network_is_not_made_later(
    staffed: Staffed, visitors: Visitors
) -> None:
    visitor = visitors.new()
    visitor.house_may_be_away = True
    player = FeltPlayer(visitor, staffed.house, by_itself(staffed.house)).come().sit()
    visitor.context.set_offline(True)
    is_lost(player)
    player.click("field")
    refused = player.page.get_by_role("alert").filter(has_text="$5 on Field Bet: not taken")
    expect(refused).to_contain_text("this was not sent")
    player.sees_none("field")
    visitor.context.set_offline(False)
    is_live(player)
    bets(player, "field")
    assert player.stakes() == {"field": 500}


# The house


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "house.sqlite", *QUICK) as opened:
        yield opened


@pytest.mark.long
def test_the_house_is_killed_under_the_page(own_house: Running, browser: Browser) -> None:
    come = Visitors(browser, own_house.address)
    visitor = come.new(reduced_motion="reduce")
    visitor.house_may_be_away = True
    table = by_itself(own_house)
    player = FeltPlayer(visitor, own_house, table).come().sit()
    takes_the_dice(player)
    bets(player, "pass", 2)
    rolls(player)
    before = player.seat()
    own_house.kill()
    is_lost(player)
    own_house.start()
    is_live(player)
    assert player.seat() == before
    figures_are(player, before)
    bets(player, "field")
    assert player.stakes()["field"] == 500
    come.leave()
    passes_audit(own_house, table)
    books_verify(own_house)


# The page itself


@pytest.mark.long
def test_a_reload_keeps_the_seat(staffed: Staffed, visitors: Visitors) -> None:
    player = FeltPlayer(visitors.new(), staffed.house, by_itself(staffed.house)).come().sit()
    takes_the_dice(player)
    bets(player, "pass", 3)
    before = player.seat()
    player.page.reload()
    player.sees("pass", 1500)
    figures_are(player, before)
    assert player.seat() == before
    bets(player, "field")
    player.tool("Undo").click()
    player.sees_none("field")
    player.sees("pass", 1500)


@pytest.mark.long
def test_a_telephone_by_touch(staffed: Staffed, visitors: Visitors) -> None:
    table = by_itself(staffed.house, name="Touched")
    player = FeltPlayer(visitors.new(size="phone", reduced_motion="reduce"), staffed.house, table)
    page = player.page
    all_tables(page)
    page.get_by_role("link", name="Sit down at Touched").tap()
    player.rail.get_by_role("button", name="Take the dice").tap()
    player.rail.get_by_role("radio", name="$25 chip").tap()
    page.touchscreen.tap(*player.spot("pass").evaluate(WHERE))
    player.sees("pass", 2500)
    assert player.stakes() == {"pass": 2500}
    player.rail.get_by_role("button", name="Roll", exact=True).tap()
    expect(player.stage.get_by_role("img")).to_have_attribute(
        "aria-label", re.compile("The dice show")
    )
    (roll,) = staffed.house.get(f"/api/v1/tables/{table}")["recent"]
    player.roll_shown(*roll["dice"])
    page.get_by_role("tab", name="Rolls").tap()
    expect(page.get_by_role("tabpanel", name="Rolls")).to_contain_text("This hand: 1 roll")
    passes_audit(staffed.house, table)


# Afterwards


def until_lost(house: RunningHouse, table: str, token: str) -> None:
    """Somebody shoots until the dice are lost, and has finished a hand."""
    with Dealer(house.address, table, token) as player:
        player.ask("sit")
        player.ask("accept-dice")
        while not house.get("/api/v1/me/hands", token)["hands"]:
            player.ask("bet", wager="pass", amount=500)
            player.ask("roll")


@pytest.mark.long
def test_a_hand_seen_again_and_its_dice_made_again(staffed: Staffed, visitors: Visitors) -> None:
    house = staffed.house
    table = by_itself(house)
    visitor = visitors.new(reduced_motion="reduce")
    player, page = FeltPlayer(visitor, house, table).come().sit(), visitor.page
    takes_the_dice(player)
    bets(player, "pass")
    rolls(player)
    (token,) = [
        each.get("value", "")
        for each in visitor.context.cookies()
        if each.get("name") == "lammer_session"
    ]
    until_lost(house, table, token)
    (part,) = house.get("/api/v1/me/hands", token)["hands"]
    page.goto("/history")
    page.locator(f'a[href^="/history/{table}/1"]').click()
    replay = page.get_by_role("region", name="Replay")
    scrub = page.get_by_role("slider", name="Step of the hand")
    expect(scrub).to_have_value("0")
    scrub.press("End")
    last = int(scrub.get_attribute("max") or 0)
    expect(scrub).to_have_value(str(last))
    expect(replay).to_contain_text(f"${part['after'] // 100:,} in the rail")
    expect(replay.get_by_role("button", name=re.compile("[Ss]even out"))).to_be_visible()
    page.get_by_role("button", name="To the roll before").click()
    expect(scrub).not_to_have_value(str(last))
    page.get_by_role("button", name="Make them again on this page").click()
    expect(page.get_by_text("Everything follows from the seed that was pledged.")).to_be_visible()
    rows = page.get_by_role("region", name="Outcomes made again").get_by_role("row")
    made = [line for line in log(house, table, part) if line["event"] == "roll"]
    expect(rows).to_have_count(1 + len(made))
    expect(rows.filter(has_text="the same")).to_have_count(len(made))
    expect(page.get_by_text("not the same")).to_have_count(0)
    passes_fair(house, table)


def log(house: RunningHouse, table: str, part: Message) -> list[Message]:
    found: list[Message] = []
    first: int | None = part["first"]
    while first is not None and first <= part["last"]:
        page = house.get(f"/api/v1/tables/{table}/lines?from={first}&limit=200")
        found, first = found + page["lines"], page["next"]
    return [line for line in found if line["seq"] <= part["last"]]


@pytest.mark.long
def test_a_hand_that_was_tampered_with_is_found(staffed: Staffed, visitors: Visitors) -> None:
    """The house's answer is changed on its way: the page says so."""
    house = staffed.house
    table, token = by_itself(house), house.guest("Harriet")
    until_lost(house, table, token)
    page = visitors.new(token).page

    def changed(route: Route) -> None:
        answer = route.fetch()
        hand = answer.json()
        roll = next(line for line in hand["lines"] if line["event"] == "roll")
        roll["body"]["dice"][0] = 1 + roll["body"]["dice"][0] % 6
        route.fulfill(response=answer, json=hand)

    page.route(f"**/api/v1/me/hands/{table}/1", changed)
    page.goto(f"/history/{table}/1")
    page.get_by_role("button", name="Make them again on this page").click()
    expect(page.get_by_text("This does not follow from what was pledged.")).to_be_visible()
    expect(page.get_by_text("The log was changed, cut or moved at line")).to_be_visible()
    expect(page.get_by_text("not the same")).to_have_count(1)
