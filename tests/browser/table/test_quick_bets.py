"""Fast betting on the drawn felt: staged chips, the next step up, quick bets, dice that a lone
player need not take each time, and what a tap does on a phone."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.support.browser_clients import Dealer, Visitors
from tests.browser.support.felt_player import CALM, FeltPlayer, crew, opened, seated
from tests.browser.table.test_results import boxes_apart
from tests.server.support.crew import Staffed
from tests.server.support.running import wait_until
from tests.server.support.table_helpers import new_table
from tests.usual import usual


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


def standing_still(staffed: Staffed, visitors: Visitors, table: str) -> FeltPlayer:
    """Somebody seated on whose page time stands still: chips stay staged until it goes on."""
    token = staffed.house.guest("Gus")
    with Dealer(staffed.house.address, table, token) as own:
        own.do("sit", rail=50_000)
    visitor = visitors.new(token, **CALM)
    visitor.page.clock.install()
    player = FeltPlayer(visitor, staffed.house, table).come()
    visitor.page.clock.pause_at(visitor.page.evaluate("Date.now()") + 1000)
    return player


@pytest.mark.long
def test_an_amount_snaps_down_and_offers_the_next_step(
    staffed: Staffed, visitors: Visitors
) -> None:
    table = opened(staffed.house, game="craps")
    player = standing_still(staffed, visitors, table)
    player.click("place-6")
    player.click("place-6")
    player.page.clock.resume()
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


@pytest.mark.long
def test_staged_chips_go_before_the_roll_of_another(staffed: Staffed, visitors: Visitors) -> None:
    """Time stands still on the page: nothing but the roll of another has the chips put down."""
    table = opened(staffed.house, game="craps")
    shooter = staffed.house.guest("Shooter")
    with Dealer(staffed.house.address, table, shooter) as other:
        other.do("sit", rail=50_000)
        other.do("accept-dice")
        other.do("bet", wager="pass", amount=1000)
        player = standing_still(staffed, visitors, table)
        player.click("field")
        player.click("field")
        assert player.stakes(2) == {}
        other.do("roll")
    lines = staffed.house.get(f"/api/v1/tables/{table}/lines")["lines"]
    events = [(line["event"], line["body"].get("wager")) for line in lines]
    staked = [line["body"]["stake"] for line in lines
              if line["event"] == "bet" and line["body"]["wager"] == "field"]  # fmt: skip
    assert staked == [1000], "together, as one bet"
    assert events.index(("bet", "field")) < events.index(("roll", None))


@pytest.mark.long
def test_chips_that_a_trial_overtakes_are_not_bet_and_it_says_so(
    staffed: Staffed, visitors: Visitors
) -> None:
    """Time stands still on the page, so that the chips are still staged when the crew enters a
    roll, which waits for nobody: those dice have been thrown."""
    table = staffed.table(name="Overtaken")
    player = standing_still(staffed, visitors, table)
    player.click("field")
    with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
        dealer.ask("accept-dice", seat=1)
        dealer.do("sit", name="Bert", rail=50_000)
        dealer.do("bet", seat=1, wager="pass", amount=1000)
        dealer.roll(2, 2)
    toast = player.page.locator(".toast")
    expect(toast).to_contain_text("not taken")
    expect(toast).to_contain_text("The roll came first. The chips are still yours.")
    player.page.clock.run_for(3000)
    assert "field" not in player.stakes(1)


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
def test_the_posted_odds_are_on_the_felt(staffed: Staffed, visitors: Visitors) -> None:
    table = opened(staffed.house, game="craps")
    player, _ = seated(staffed, visitors, table, **CALM)
    expect(player.felt.locator(".inscribed")).to_contain_text("100x odds")


@pytest.mark.long
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


@pytest.mark.long
def test_a_small_chip_goes_up_to_the_least_in_sight(staffed: Staffed, visitors: Visitors) -> None:
    """The staged chip shows what will be bet, before it is sent; a note says why it is more."""
    table = opened(staffed.house, game="craps")
    player = standing_still(staffed, visitors, table)
    player.chip("$1")
    player.click("place-6")
    expect(player.felt.locator(".stack.mine .chip-text")).to_have_text(["6"])
    player.click("place-6")
    expect(player.felt.locator(".stack.mine .chip-text")).to_have_text(["6"])
    assert player.stakes() == {}
    player.page.clock.resume()
    player.sees("place-6", 600)
    note = player.page.locator(".toast")
    expect(note).to_contain_text("$6 on Place Bet 6 to Win, not $2: the least it takes.")


@pytest.mark.long
def test_odds_are_built_from_small_chips(staffed: Staffed, visitors: Visitors) -> None:
    """Ten chips of $1 are $10 of odds, in one line of the log."""
    table = staffed.table(name="Odds from chips")
    player = standing_still(staffed, visitors, table)
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1000)
        dealer.roll(4, 2)
    player.sees("pass", 1000)
    player.chip("$1")
    for _ in range(10):
        player.click("pass-odds")
    player.page.clock.resume()
    player.sees("pass-odds", 1000)
    lines = staffed.house.get(f"/api/v1/tables/{table}/lines")["lines"]
    made = [line for line in lines if line["body"].get("wager") == "pass-odds"]
    assert [line["body"]["amount"] for line in made] == [1000]


@pytest.mark.long
def test_the_same_bet_is_offered_after_a_seven_out_and_a_reload(
    staffed: Staffed, visitors: Visitors
) -> None:
    """By the button and in words: the house remembers the bets, not the page."""
    table = staffed.table(name="Same bet")
    player, _ = seated(staffed, visitors, table, **CALM)
    repeat = player.tool("Repeat")
    expect(repeat).to_have_text("Repeat")
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        for wager, amount in (("pass", 1000), ("place-8", 1200)):
            dealer.do("bet", seat=1, wager=wager, amount=amount)
        dealer.roll(4, 2)
        dealer.do("bet", seat=1, wager="pass-odds", amount=1000)
        dealer.roll(3, 4)
        expect(repeat).to_have_text("Repeat $22")
        player.page.reload()
        expect(repeat).to_have_text("Repeat $22")
        repeat.click()
        player.sees("pass", 1000)
        player.sees("place-8", 1200)
        assert player.stakes() == {"pass": 1000, "place-8": 1200}
        dealer.ask("accept-dice", seat=1)
        dealer.roll(5, 5)
        dealer.roll(3, 4)
    expect(repeat).to_have_text("Repeat $22")
    player.page.reload()
    player.page.locator("#text-board summary").click()
    typed = player.page.locator("#text-board input")
    typed.fill("same bet")
    typed.press("Enter")
    player.sees("pass", 1000)
    player.sees("place-8", 1200)


@pytest.mark.long
@pytest.mark.parametrize("size", usual(["desktop", "tablet", "phone", "landscape"], ["phone"]))
def test_no_note_covers_a_button_of_the_rail(
    staffed: Staffed, visitors: Visitors, size: str
) -> None:
    table = opened(staffed.house, game="craps")
    viewport = {"width": 844, "height": 390}
    turned: dict[str, Any] = {"viewport": viewport} if size == "landscape" else {}
    where = "phone" if size == "landscape" else size
    player, _ = seated(staffed, visitors, table, size=where, **CALM, **turned)
    player.tool("Quick").click()
    for wager in ("come", "pass-odds"):
        spot = player.spot(wager)
        spot.scroll_into_view_if_needed()
        spot.focus()
        player.page.keyboard.press("Enter")
    toasts = player.page.locator(".toast.refused")
    expect(toasts).to_have_count(2)
    for toast in toasts.all():
        boxes_apart(player.page, toast)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "wagers"),
    [
        ("craps", ("pass", "dont-pass", "field", "come", "place-4", "place-6", "place-10")),
        pytest.param("punto-banco", ("player", "banker", "tie"), marks=pytest.mark.long),
    ],
)
def test_the_common_bets_come_within_reach_of_a_thumb(
    staffed: Staffed, visitors: Visitors, game: str, wagers: tuple[str, ...]
) -> None:
    """Each lies or is scrolled below the top quarter of the screen, clear of what lies over the
    felt; and what goes on with the game is at the bottom."""
    rules = "nj-2001" if game == "punto-banco" else "nj-2011"
    table = new_table(staffed.house, staffed.house.guest("Opener"), rules, game=game, clock=600)
    player, _ = seated(staffed, visitors, table, size="phone", **CALM)
    height = player.page.evaluate("innerHeight")
    foot = player.page.locator(".foot").bounding_box()
    assert foot is not None
    for wager in wagers:
        at = player.spot(wager).evaluate(REACHED, [height / 4, foot["y"]])
        assert at, wager
    go = player.rail.locator(".go button").first.bounding_box()
    assert go is not None
    assert go["y"] > height * 0.6


REACHED = """(spot, [top, bottom]) => {
  spot.scrollIntoView({ block: "center" });
  const { x, y, width, height } = spot.getBoundingClientRect();
  const [px, py] = [x + width / 2, y + height / 2];
  return py > top && py < bottom && spot.contains(document.elementFromPoint(px, py));
}"""
"""Whether a spot that is scrolled to lies between two heights, and a finger hits it there."""
