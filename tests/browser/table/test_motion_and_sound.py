"""The flight of the dice, reduced motion, and what is spoken."""

import pytest
from playwright.sync_api import expect

from tests.browser.support.browser_clients import Dealer, Visitor, Visitors, comes_true
from tests.browser.support.felt_player import CALM, FeltPlayer, crew
from tests.server.support.crew import Staffed
from tests.server.support.running import wait_until

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


def rolls_once(staffed: Staffed, visitor: Visitor, name: str) -> tuple[FeltPlayer, Dealer]:
    """Somebody with a bet up, and a crew that is about to enter dice."""
    table = staffed.table(name=name)
    player = FeltPlayer(visitor, staffed.house, table).come().sit()
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


def switched_on(player: FeltPlayer) -> None:
    """Sound and speech, in the dialog."""
    player.page.get_by_role("button", name="Keys and choices").click()
    dialog = player.page.get_by_role("dialog", name="Keys and choices")
    for choice in ("Sounds", "Calls spoken aloud"):
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
