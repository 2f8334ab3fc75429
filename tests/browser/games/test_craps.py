"""Every wager of the two full craps games, put down on the drawn felt by mouse and by keyboard, and
decided by dice that the crew enters. Which wagers there are, and when each may be made, is asked of
the house."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.support.browser_clients import Dealer, Visitors
from tests.browser.support.felt_player import FeltPlayer, dollars, on_chip, seated
from tests.server.support.crew import Staffed
from tests.server.support.table_helpers import passes_audit

Deed = Callable[[FeltPlayer, str], None]
HANDS = (
    ((2, 2), (3, 2), (4, 2), (5, 3), (5, 4), (6, 4), (5, 2)),
    ((3, 2), (3, 1), (5, 2)),
)
"""A point of 4 and every other number, then a point of 5 and the 4: each time a seven ends it."""
WAYS: dict[str, Deed] = {"mouse": FeltPlayer.click, "keyboard": FeltPlayer.press}
BACK = """label => {
  const now = document.activeElement.getAttribute("aria-label");
  document.querySelector(`[role="button"][aria-label="${label}"]`).focus();
  return now;
}"""
"""Where the keys have led to; then to a spot again."""
RULES = ("nj-2011", "md-2013")


class EveryWager:
    """One player, who puts down whatever has not been put down yet as soon as it may be."""

    def __init__(self, player: FeltPlayer, token: str, dealer: Dealer, deed: Deed) -> None:
        self.player, self.token, self.dealer, self.deed = player, token, dealer, deed
        wagers = player.catalogue["wagers"]
        self.whole = {wager for wager in wagers if not wagers[wager].get("put_down_as")}
        """Without the whirl bet, which lies as a horn bet and a bet on any seven."""
        self.left = set(self.whole)
        self.decided: set[str] = set()

    def ranges(self) -> dict[str, Any]:
        path = f"/api/v1/tables/{self.player.table}/legal"
        found = self.player.house.get(path, self.token)["bet"]
        return {wager: may for wager, may in found.items() if isinstance(may, list)}

    def bet(self) -> None:
        """Everything that is new and legal now, each with the least chip."""
        now = self.ranges()
        new = [wager for wager in self.player.catalogue["wagers"] if wager in self.left & set(now)]
        before = self.player.stakes()
        for wager in new:
            self.deed(self.player, wager)
        for wager in new:
            self.player.sees(wager, now[wager][0])
        after = self.player.stakes()
        assert after == before | {wager: now[wager][0] for wager in new}
        expect(self.player.felt.locator(".stack.mine")).to_have_count(len(after))
        assert self.player.chips_drawn() == sorted(on_chip(stake) for stake in after.values())
        self.left -= set(new)
        self.again()

    def again(self) -> None:
        """The bets that the rolls to come need: lines, and come bets that will travel."""
        up, now = self.player.stakes(), self.ranges()
        for wager in ("pass", "dont-pass", "come", "dont-come"):
            if wager in now and wager not in up:
                self.dealer.do("bet", seat=1, wager=wager, amount=now[wager][0])

    def roll(self, first: int, second: int) -> None:
        """The crew enters dice: what became of each bet is said on the page."""
        player = self.player
        answer = self.dealer.roll(first, second)
        path = f"/api/v1/tables/{player.table}/lines?from={answer['seq']}&limit=200"
        lines = player.house.get(path)["lines"]
        player.roll_shown(first, second)
        told = player.stage.get_by_role("status")
        for line in lines:
            key = {"wins": "paid", "loses": "stake"}.get(line["event"])
            wager = line["body"].get("wager")
            if key is None or wager not in player.catalogue["wagers"]:
                continue
            words = f"{dollars(line['body'][key])} on {player.name(wager)}"
            if words not in (told.text_content() or ""):
                expect(told).to_contain_text(words)
            self.decided.add(wager)
        mine = player.seat()
        expect(player.figure("Rail")).to_have_text(dollars(mine["rail"]))
        expect(player.figure("Bets")).to_have_text(dollars(mine["layout"]))
        expect(player.felt.locator(".chips .stack.mine")).to_have_count(len(mine["bets"]))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One way for each rule set, and the larger layout; everything with --long."""
    long = metafunc.config.getoption("--long")
    if "way" in metafunc.fixturenames:
        both = [(rules, way) for rules in RULES for way in WAYS]
        metafunc.parametrize(("rules", "way"), both if long else both[::3])
    elif "rules" in metafunc.fixturenames:
        metafunc.parametrize("rules", RULES if long else RULES[-1:])


@pytest.mark.long
def test_every_wager_is_put_down_and_decided(
    staffed: Staffed, visitors: Visitors, rules: str, way: str
) -> None:
    table = staffed.table(rules=rules, name=f"{rules} by {way}")
    player, token = seated(staffed, visitors, table, reduced_motion="reduce")
    player.chip("$1")
    player.page.get_by_text("Hops").click()
    with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
        evening = EveryWager(player, token, dealer, WAYS[way])
        for hand in HANDS:
            dealer.do("accept-dice", seat=1)
            for first, second in hand:
                evening.bet()
                evening.roll(first, second)
    assert evening.left == set()
    assert evening.decided == evening.whole
    assert player.stakes() == {}
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_the_arrow_keys_reach_every_spot(staffed: Staffed, visitors: Visitors, rules: str) -> None:
    table = staffed.table(rules=rules, name="Arrows")
    player, _ = seated(staffed, visitors, table)
    page = player.page
    page.get_by_text("Hops").click()
    page.keyboard.press("f")
    waiting = [page.evaluate("document.activeElement.getAttribute('aria-label')")]
    reached = set(waiting)
    while waiting:
        label = waiting.pop()
        page.evaluate(BACK, label)
        for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"):
            page.keyboard.press(key)
            found = page.evaluate(BACK, label)
            if found not in reached:
                reached.add(found)
                waiting.append(found)
    assert {each.partition(", pays ")[0] for each in reached} == {
        wager["name"] for wager in player.catalogue["wagers"].values()
    }
