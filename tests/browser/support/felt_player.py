"""Somebody who plays on the drawn felt: spots found by their names, used by mouse and keyboard."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.support.browser_clients import Dealer, Visitor, Visitors
from tests.server.support.crew import Staffed
from tests.server.support.running import RunningHouse
from tests.server.support.table_helpers import new_table

CALM = {"reduced_motion": "reduce"}
"""Options of a browser in which nothing moves."""
CHIPS = 100_000
"""All that a guest comes with."""
ODD_TEXT = '<b>"Zoë" & O\'Neil</b> 骰🎲'
"""A name or seed that must be shown as it is."""
WHERE = """spot => {
  spot.scrollIntoView({ block: "center" });
  const { x, y, width, height } = spot.getBoundingClientRect();
  for (const down of [0.5, 0.3, 0.7, 0.96]) {
    for (const along of [0.5, 0.3, 0.7, 0.15, 0.03]) {
      const [px, py] = [x + width * along, y + height * down];
      if (spot.contains(document.elementFromPoint(px, py))) return [px, py];
    }
  }
  return null;
}"""
"""Where a mouse can point at a spot, whatever its shape."""


def dollars(cents: int) -> str:
    """As the pages write them."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${whole:,}{f'.{rest:02}' if rest else ''}"


def on_chip(cents: int) -> str:
    """As a chip shows it, below ten thousand dollars."""
    return f"{cents // 100}" if cents % 100 == 0 else f"{cents / 100:.2f}"


class FeltPlayer:
    """Somebody with a page of their own at a table."""

    def __init__(self, visitor: Visitor, house: RunningHouse, table: str) -> None:
        self.visitor, self.house, self.table = visitor, house, table
        self.page: Page = visitor.page
        self.catalogue = house.get(f"/api/v1/tables/{table}/catalogue")
        self.felt = self.page.locator(".felt-holder")
        self.rail = self.page.get_by_role("region", name="Your rail")
        self.stage = self.page.get_by_role("region", name=re.compile("^The last "))

    def name(self, wager: str) -> str:
        found: str = self.catalogue["wagers"][wager]["name"]
        return found

    def come(self) -> "FeltPlayer":
        self.page.goto(f"/tables/{self.table}")
        expect(self.page.locator(".status", has_text="Live")).to_be_visible()
        return self

    def sit(self) -> "FeltPlayer":
        """Sit down, with a click."""
        self.rail.get_by_role("button", name="Sit down").click()
        return self.has_sat()

    def has_sat(self) -> "FeltPlayer":
        expect(self.rail.get_by_role("radiogroup", name="Chip in hand")).to_be_visible()
        return self

    # The felt

    def called(self, name: str) -> Locator:
        """A spot by what it is called to those who cannot see it."""
        return self.felt.locator(f'[role="button"][aria-label^="{name}, "]')

    def spot(self, wager: str) -> Locator:
        return self.called(self.name(wager))

    def chip(self, word: str) -> None:
        self.rail.get_by_role("radio", name=f"{word} chip", exact=True).click()

    def click(self, wager: str, button: Any = "left") -> None:
        at = self.spot(wager).evaluate(WHERE)
        assert at is not None, f"nobody can point at {wager}"
        self.page.mouse.click(*at, button=button)

    def press(self, wager: str, key: str = "Enter") -> None:
        spot = self.spot(wager)
        spot.focus()
        expect(spot).to_be_focused()
        self.page.keyboard.press(key)

    def sees(self, wager: str, cents: int) -> None:
        """The spot says so, and nothing of it waits."""
        words = re.compile(
            rf"(?:your bet|bet of seat \d+) {re.escape(dollars(cents))}(?![\d.,]*\d)(?!.*waiting)"
        )
        expect(self.spot(wager)).to_have_attribute("aria-label", words)

    def sees_none(self, wager: str) -> None:
        expect(self.spot(wager)).not_to_have_attribute(
            "aria-label", re.compile("your bet|bet of seat|waiting|taken down")
        )

    def chips_drawn(self) -> list[str]:
        """What is written on my stacks, wherever they lie."""
        return sorted(self.felt.locator(".stack.mine .chip-text").all_text_contents())

    def figure(self, term: str) -> Locator:
        return self.rail.locator("dl > div", has_text=term).locator("dd")

    def tool(self, name: str) -> Locator:
        return self.rail.get_by_role("group", name="Bets").get_by_role("button", name=name)

    def roll_shown(self, first: int, second: int) -> None:
        expect(self.stage.get_by_role("img")).to_have_attribute(
            "aria-label", f"The dice show {first} and {second}"
        )

    # The house

    def seat(self, number: int = 1) -> Any:
        return self.house.get(f"/api/v1/tables/{self.table}")["state"]["seats"][str(number)]

    def stakes(self, number: int = 1) -> dict[str, int]:
        return {name: bet["stake"] for name, bet in self.seat(number)["bets"].items()}


def seated(
    staffed: Staffed, visitors: Visitors, table: str, name: str = "Gus", **more: Any
) -> tuple[FeltPlayer, str]:
    """Somebody new who has sat down with all their chips; and their token."""
    token = staffed.house.guest(name)
    with Dealer(staffed.house.address, table, token) as own:
        own.do("sit", rail=CHIPS)
    return FeltPlayer(visitors.new(token, **more), staffed.house, table).come(), token


def crew(staffed: Staffed, table: str) -> Dealer:
    return Dealer(staffed.house.address, table, staffed.tokens["dealer"])


def opened(house: RunningHouse, **more: str) -> str:
    """A table that the house draws for, and whose clock does not run out while a test looks."""
    return new_table(house, house.guest("Opener"), clock=600, **more)


def alert(player: FeltPlayer, words: str) -> Locator:
    return player.page.get_by_role("alert").filter(has_text=words)
