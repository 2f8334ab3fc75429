"""Fast betting on the drawn felt: staged chips, the next step up, quick bets, dice that a lone
player need not take each time, and what a tap does on a phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.support.browser_clients import Dealer, Visitors
from tests.browser.support.felt_player import CALM, FeltPlayer, opened, seated
from tests.server.support.crew import Staffed
from tests.server.support.running import wait_until


def test_chips_are_staged_and_put_down_together(staffed: Staffed, visitors: Visitors) -> None:
    """Three $1 chips are one Fire Bet of $3, which takes no second chip; and one line of the
    log."""
    table = opened(staffed.house, game="craps")
    player, _ = seated(staffed, visitors, table, **CALM)
    player.chip("$1")
    for _ in range(3):
        player.click("fire")
    player.click("field")
    player.sees("fire", 300)
    player.sees("field", 100)
    assert player.stakes() == {"fire": 300, "field": 100}


def test_an_amount_snaps_down_and_offers_the_next_step(
    staffed: Staffed, visitors: Visitors
) -> None:
    table = opened(staffed.house, game="craps")
    player, _ = seated(staffed, visitors, table, **CALM)
    player.click("place-6")
    player.click("place-6")
    player.sees("place-6", 600)
    raise_it = player.felt.get_by_role("button", name="Place Bet 6 to Win: make it $12")
    raise_it.click()
    player.sees("place-6", 1200)
    expect(raise_it).to_have_count(0)
    expect(player.page.locator(".toast")).to_have_count(0)


def test_staged_chips_go_before_the_own_roll(staffed: Staffed, visitors: Visitors) -> None:
    table = opened(staffed.house, game="craps")
    player, token = seated(staffed, visitors, table, **CALM)
    with Dealer(staffed.house.address, table, token) as own:
        own.do("accept-dice")
        own.do("bet", wager="pass", amount=1000)
    roll = player.rail.get_by_role("button", name="Roll", exact=True)
    expect(roll).to_be_enabled()
    player.click("hard-8")
    player.page.keyboard.press("r")
    expect(player.stage.get_by_role("img")).to_have_attribute("aria-label", re.compile("dice show"))
    lines = staffed.house.get(f"/api/v1/tables/{table}/lines")["lines"]
    events = [line["event"] for line in lines]
    bets = [line["body"].get("wager") for line in lines if line["event"] == "bet"]
    assert "hard-8" in bets
    last_bet = max(at for at, line in enumerate(lines) if line["body"].get("wager") == "hard-8"
                   and line["event"] == "bet")  # fmt: skip
    assert last_bet < events.index("roll")


def test_chips_that_a_trial_overtakes_are_not_bet_and_it_says_so(
    staffed: Staffed, visitors: Visitors
) -> None:
    """Time stands still on the page, so that the chips are still staged when another rolls."""
    table = opened(staffed.house, game="craps")
    shooter = staffed.house.guest("Shooter")
    with Dealer(staffed.house.address, table, shooter) as other:
        other.do("sit", rail=50_000)
        other.do("accept-dice")
        other.do("bet", wager="pass", amount=1000)
        token = staffed.house.guest("Gus")
        with Dealer(staffed.house.address, table, token) as own:
            own.do("sit", rail=50_000)
        visitor = visitors.new(token, **CALM)
        visitor.page.clock.install()
        player = FeltPlayer(visitor, staffed.house, table).come()
        visitor.page.clock.pause_at(visitor.page.evaluate("Date.now()") + 1000)
        player.click("field")
        other.do("roll")
        toast = visitor.page.locator(".toast")
        expect(toast).to_contain_text("not taken")
        expect(toast).to_contain_text("The roll came first. The chips are still yours.")
        visitor.page.clock.run_for(3000)
        assert player.stakes(2) == {}


def test_quick_bets_put_down_what_the_house_says(staffed: Staffed, visitors: Visitors) -> None:
    table = opened(staffed.house, game="craps")
    player, _ = seated(staffed, visitors, table, **CALM)
    player.tool("Quick").click()
    row = player.rail.get_by_role("group", name="Quick")
    row.get_by_role("button", name="Inside $22").click()
    for number, cents in ((5, 500), (6, 600), (8, 600), (9, 500)):
        player.sees(f"place-{number}", cents)
    row.get_by_role("button", name="Press $22", exact=True).click()
    player.sees("place-6", 1200)
    row.get_by_role("button", name="Regress").click()
    player.sees("place-6", 600)
    row.get_by_role("button", name="All on").click()
    expect(player.spot("place-6")).to_have_attribute("aria-label", re.compile("called on"))
    player.tool("Undo").click()
    expect(player.spot("place-6")).to_have_attribute("aria-label", re.compile(", off"))
    row.get_by_role("button", name="All off").click(force=True)
    expect(player.page.locator(".toast")).to_contain_text("off")


def test_a_lone_player_takes_the_dice_once(staffed: Staffed, visitors: Visitors) -> None:
    """After the first time the page takes them again; once they are declined it asks."""
    table = opened(staffed.house, game="craps")
    player, _ = seated(staffed, visitors, table, **CALM)
    take = player.rail.get_by_role("button", name="Take the dice")
    take.click()
    expect(take).to_have_count(0)
    roll = player.rail.get_by_role("button", name="Roll", exact=True)
    player.click("pass")
    player.sees("pass", 500)

    def shooters() -> int:
        found = staffed.house.get(f"/api/v1/tables/{table}/lines")["lines"]
        return sum(line["event"] == "accept" for line in found)

    def now() -> int:
        found: int = staffed.house.get(f"/api/v1/tables/{table}")["seq"]
        return found

    for _ in range(200):
        if shooters() > 1:
            break
        if "pass" not in player.stakes():
            player.click("pass")
            player.sees("pass", 500)
        seq = now()
        expect(roll).to_have_attribute("aria-disabled", "false")
        roll.click()
        wait_until(lambda before=seq: now() > before)
    assert shooters() > 1
    expect(take).to_have_count(0)


def test_the_posted_odds_are_on_the_felt(staffed: Staffed, visitors: Visitors) -> None:
    table = opened(staffed.house, game="craps")
    player, _ = seated(staffed, visitors, table, **CALM)
    expect(player.felt.locator(".inscribed")).to_contain_text("100x odds")


@pytest.mark.parametrize("size", ["phone"])
def test_a_switch_turns_tap_and_hold_round(staffed: Staffed, visitors: Visitors, size: str) -> None:
    table = opened(staffed.house, game="craps")
    player, _ = seated(staffed, visitors, table, size=size, **CALM)
    switch = player.tool("Tap bets")
    expect(switch).to_be_visible()
    player.spot("pass").tap()
    player.sees("pass", 500)
    switch.click()
    expect(player.tool("Tap looks")).to_be_visible()
    player.spot("field").tap()
    expect(player.page.locator(".panels.open")).to_contain_text("Field Bet")
    assert player.stakes() == {"pass": 500}
