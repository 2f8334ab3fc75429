"""Bets that happen seldom, and gestures made in a hurry."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.support.browser_clients import Dealer, Visitors
from tests.browser.support.felt_player import (
    CALM,
    FeltPlayer,
    crew,
    dollars,
    opened,
    seated,
)
from tests.server.support.crew import Staffed
from tests.server.support.running import wait_until
from tests.server.support.table_helpers import passes_audit


def most(player: FeltPlayer, token: str, *wagers: str) -> dict[str, int]:
    legal = player.house.get(f"/api/v1/tables/{player.table}/legal", token)["bet"]
    return {wager: legal[wager][1] for wager in wagers}


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


@pytest.mark.long
def test_a_whirl_is_two_bets_on_the_felt(staffed: Staffed, visitors: Visitors) -> None:
    """Its spot takes the chips, which then lie on the Horn Bet and Any Seven; undo takes both."""
    table = opened(staffed.house, name="Whirl", game="automated-craps")
    player, _ = seated(staffed, visitors, table, **CALM)
    keyboard = player.page.keyboard
    player.click("horn")
    player.click("whirl")
    player.sees("any-seven", 100)
    player.sees("horn", 800)
    player.sees_none("whirl")
    keyboard.press("u")
    player.sees_none("any-seven")
    player.sees("horn", 400)
    player.click("whirl")
    player.sees("any-seven", 100)
    keyboard.press("r")
    player.sees_none("horn")
    keyboard.press("p")
    player.sees("any-seven", 100)
    player.sees("horn", 800)
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
