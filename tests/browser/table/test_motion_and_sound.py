"""What moves on the felt, in which order, how it is skipped; reduced motion; what is heard."""

from typing import Any

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
    if (this.classList.contains("cube")) window.flights += 1;
    if (this.matches(".cube, .ghost, .moment, .card-face")) flight.playbackRate = 1e-6;
    return flight;
  };
"""
MOVES = """
  const animate = Element.prototype.animate;
  window.moves = [];
  Element.prototype.animate = function (frames, how) {
    if (this.matches(".ghost, .puck.on, .puck:not(.on)")) {
      const { does = "puck", line = "0" } = this.dataset;
      window.moves.push({ does, line: Number(line), delay: how.delay });
    }
    if (this.matches(".card-face")) {
      const hand = this.closest(".player") ? "player" : "banker";
      window.moves.push({ does: hand, line: 0, delay: how.delay });
    }
    return animate.call(this, frames, how);
  };
"""
"""Keeps what is moved, with the milliseconds until its turn."""


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
@pytest.mark.parametrize("how", ["Escape", pytest.param("tap", marks=pytest.mark.long)])
def test_chips_and_moments_are_skipped(staffed: Staffed, visitors: Visitors, how: str) -> None:
    """With one key, or one tap on the felt: everything is where it belongs."""
    visitor = visitors.new()
    visitor.context.add_init_script(NEVER_AT_REST)
    player, dealer = rolls_once(staffed, visitor, f"Skip by {how}")
    page = visitor.page
    moment = page.locator(".moment")

    def skips() -> None:
        if how == "tap":
            page.locator(".felt .inscribed").first.click()
        else:
            page.keyboard.press(how)

    with dealer:
        dealer.roll(3, 4)
        wait_until(lambda: page.evaluate("window.flights") == 2)
        expect(moment).to_have_count(0)  # The dice are in the air.
        skips()
        expect(page.locator(".ghost")).not_to_have_count(0)
        expect(moment).to_have_text("Natural 7")
        expect(moment).to_have_attribute("data-kind", "natural")
        skips()
        expect(page.locator(".ghost")).to_have_count(0)
        expect(moment).to_have_count(0)
    player.roll_shown(3, 4)
    player.sees_none("pass")
    if how == "Escape":
        page.get_by_role("button", name="Keys and choices").click()
        expect(page.get_by_role("dialog").get_by_role("row", name="Escape")).to_be_visible()


def moved(visitor: Visitor) -> list[dict[str, Any]]:
    """What was moved since, in the order of its turns; chips that go together once."""
    found: list[dict[str, Any]] = visitor.page.evaluate("window.moves.splice(0)")
    turns = sorted(found, key=lambda each: each["delay"])
    return [each for at, each in enumerate(turns) if not at or each != turns[at - 1]]


def test_chips_move_as_dealers_move_them_and_in_the_order_of_the_log(
    staffed: Staffed, visitors: Visitors
) -> None:
    """What lost is collected, what won is paid, bets travel to their numbers, the puck is
    turned."""
    visitor = visitors.new()
    visitor.context.add_init_script(MOVES)
    player, dealer = rolls_once(staffed, visitor, "In turn")
    page = visitor.page
    with dealer:
        dealer.do("sit", name="Bert", rail=90_000)
        dealer.do("bet", seat=2, wager="dont-pass", amount=1000)
        dealer.roll(6, 2)
        page.keyboard.press("Escape")
        expect(player.stage).to_contain_text("The point is eight.")
        wait_until(lambda: page.evaluate("window.moves.length") > 0)
        assert [each["does"] for each in moved(visitor)] == ["puck"]
        for seat, wager in [(1, "come"), (1, "place-9"), (1, "any-seven"), (2, "field"),
                            (2, "place-9"), (2, "come"), (2, "any-craps")]:  # fmt: skip
            dealer.do("bet", seat=seat, wager=wager, amount=1000)
        first = dealer.roll(4, 5)["seq"]
        page.keyboard.press("Escape")
        expect(player.stage).to_contain_text("Nine.")
        wait_until(lambda: page.evaluate("window.moves.length") > 0)
        lines = staffed.house.get(f"/api/v1/tables/{player.table}/lines?from={first}&limit=50")
    events = [(each["event"], each["seq"]) for each in lines["lines"]]
    deeds = {"loses": "collect", "wins": "pay", "moves": "travel"}
    expected = [
        (deed, seq) for event, deed in deeds.items() for kind, seq in events if kind == event
    ]
    assert [deed for deed, _ in expected] == ["collect"] * 2 + ["pay"] * 3 + ["travel"] * 2
    assert [(each["does"], each["line"]) for each in moved(visitor)] == expected


@pytest.mark.long
def test_cards_come_out_of_the_shoe_in_turn(staffed: Staffed, visitors: Visitors) -> None:
    visitor = visitors.new()
    visitor.context.add_init_script(MOVES)
    table = staffed.table(rules="nj-2001", name="Shoe in turn")
    player = FeltPlayer(visitor, staffed.house, table).come().sit()
    with crew(staffed, table) as dealer:
        dealer.do("accept-shoe", seat=1)
        dealer.trial("deal", cards=["2h", "7s", "3c", "Kd", "4h"])
    wait_until(lambda: visitor.page.evaluate("window.moves.length") == 5)
    assert [each["does"] for each in moved(visitor)] == [
        *("player", "banker", "player", "banker", "player")
    ]
    visitor.page.keyboard.press("Escape")
    count = visitor.page.locator(".hand.player .hand-count")
    expect(count).to_have_text("9")
    expect(visitor.page.locator(".hand.player .card-face")).to_have_count(3)
    expect(visitor.page.locator(".card-back")).to_have_count(0)
    expect(player.stage).to_contain_text("9")


@pytest.mark.long
@pytest.mark.parametrize(
    ("rules", "deeds", "expected"),
    [
        ("nj-2011", [(2, 4), (3, 3)], "Point made: 6"),
        ("nj-2011", [(2, 4), (3, 4)], "Seven out"),
        ("nj-2011", [(1, 1)] * 10, "10 rolls in this hand"),
        ("nj-2001", [["9h", "2s", "Kc", "4d"]], "Natural 9: Player"),
    ],
)
def test_moments_are_shown_over_the_felt(
    staffed: Staffed, visitors: Visitors, rules: str, deeds: list[Any], expected: str
) -> None:
    visitor = visitors.new(**CALM)
    visitor.context.add_init_script("""
      window.moments = [];
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const each of addedNodes)
            if (each.classList?.contains("moment")) window.moments.push(each.textContent);
      }).observe(document, { subtree: true, childList: true });
    """)
    table = staffed.table(rules=rules, name=expected)
    FeltPlayer(visitor, staffed.house, table).come().sit()
    with crew(staffed, table) as dealer:
        dealer.ask("accept-dice", seat=1)
        dealer.ask("accept-shoe", seat=1)
        for each in deeds:
            if rules == "nj-2001":
                dealer.trial("deal", cards=each)
            else:
                dealer.ask("bet", seat=1, wager="pass", amount=500)
                dealer.roll(*each)
    wait_until(lambda: visitor.page.evaluate("window.moments.length") > 0)
    assert visitor.page.evaluate("window.moments") == [expected]


@pytest.mark.long
@pytest.mark.parametrize(
    "size",
    ["desktop", *(pytest.param(each, marks=pytest.mark.long) for each in ("tablet", "phone"))],
)
def test_sounds_have_a_switch_at_every_width(
    staffed: Staffed, visitors: Visitors, size: str
) -> None:
    """It is remembered, and the choice in the dialog is the same."""
    visitor = visitors.new(size=size)
    page = visitor.page
    player = FeltPlayer(visitor, staffed.house, staffed.table(name=f"Sound {size}")).come()
    switch = page.get_by_role("button", name="Sounds", exact=True)
    expect(switch).to_be_in_viewport(ratio=1)
    box = switch.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 40
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    player.come()
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Keys and choices").click()
    choice = page.get_by_role("dialog").get_by_label("Sounds")
    expect(choice).to_be_checked()
    choice.uncheck()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(switch).to_have_attribute("aria-pressed", "false")


@pytest.mark.long
def test_reduced_motion_has_no_flight(staffed: Staffed, visitors: Visitors) -> None:
    visitor = visitors.new(**CALM)
    visitor.context.add_init_script(NEVER_AT_REST)
    player, dealer = rolls_once(staffed, visitor, "Still")
    with dealer:
        dealer.roll(3, 4)
        expect(player.stage).to_contain_text("You win $5")
    expect(visitor.page.locator(".thrown-die").first).to_be_visible()
    expect(visitor.page.locator(".ghost")).to_have_count(0)
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
