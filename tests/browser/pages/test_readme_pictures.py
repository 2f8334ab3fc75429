"""What the README shows, as it happens: the lobby, a craps table with people at it, a refusal, a
roll that moves.

    pytest tests/browser/pages/test_readme_pictures.py --long --shots docs/images

takes the pictures anew."""

import base64
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.support.animation import Recording
from tests.browser.support.browser_clients import Dealer, Visitor, Visitors, comes_true
from tests.server.support.crew import Staffed

Shot = Callable[[Visitor, str], None]
FRAMES = """async (data) => {
  const bytes = Uint8Array.from(atob(data), (each) => each.charCodeAt(0));
  const decoder = new ImageDecoder({ data: bytes, type: "image/webp" });
  await decoder.tracks.ready;
  await decoder.completed;
  return decoder.tracks.selectedTrack.frameCount;
}"""
"""How many pictures the browser finds in a file."""


@pytest.mark.long
def test_the_lobby_shows_every_table(visitors: Visitors, shot: Shot) -> None:
    visitor = visitors.new()
    visitor.page.goto("/")
    for name in ("Craps 1", "Mini craps 1", "Automated craps 1", "Mini dice 1", "Punto banco 1"):
        expect(visitor.page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    shot(visitor, "lobby")


@pytest.mark.long
def test_a_busy_table_and_a_refusal(staffed: Staffed, visitors: Visitors, shot: Shot) -> None:
    table = staffed.table(name="Friday night")
    ann = visitors.new(staffed.house.guest("Ann"), reduced_motion="reduce")
    page = ann.page
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("button", name="Take the dice")).to_be_visible()
    with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
        for name in ("Bert", "Cleo"):
            dealer.do("sit", name=name, rail=60_000)
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1500)
        dealer.do("bet", seat=2, wager="pass", amount=2500)
        dealer.do("bet", seat=3, wager="dont-pass", amount=1000)
        dealer.roll(2, 4)
        dealer.do("bet", seat=1, wager="pass-odds", amount=2500)
        dealer.do("bet", seat=1, wager="come", amount=1000)
        dealer.do("bet", seat=2, wager="come", amount=500)
        dealer.roll(4, 5)
        dealer.do("bet", seat=1, wager="place-8", amount=1800)
        dealer.do("bet", seat=1, wager="hard-8", amount=500)
        dealer.do("bet", seat=2, wager="place-5", amount=2500)
        dealer.do("bet", seat=2, wager="field", amount=500)
        dealer.do("bet", seat=3, wager="lay-4", amount=4000)
        dealer.do("bet", seat=3, wager="eleven", amount=100)
        spot = page.get_by_role("button", name="Place Bet 8 to Win")
        expect(spot).to_have_accessible_name(re.compile(r"\$18"))
    spot.hover()
    page.evaluate("scrollTo(0, 0)")
    shot(ann, "craps")
    line = page.get_by_role("button", name=re.compile("^Pass Bet,"))
    line.focus()
    page.keyboard.press("Backspace")
    refusal = page.get_by_role("link", name="NJ11-1.3c1")
    expect(refusal.first).to_be_visible()
    expect(page.locator(".toast .clause-words")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    shot(ann, "refusal")


@pytest.mark.long
def test_a_roll_as_it_moves(
    staffed: Staffed, visitors: Visitors, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """The throw, what is collected and paid, and the moment of a point that is made."""
    folder = Path(request.config.getoption("--shots") or tmp_path)
    table = staffed.table(name="Friday night")
    page = visitors.new(staffed.house.guest("Ann")).page
    page.goto(f"/tables/{table}")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("button", name="Take the dice")).to_be_visible()
    with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
        for name in ("Bert", "Cleo"):
            dealer.do("sit", name=name, rail=60_000)
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1500)
        dealer.do("bet", seat=2, wager="pass", amount=2500)
        dealer.do("bet", seat=3, wager="dont-pass", amount=1000)
        dealer.roll(2, 4)
        dealer.do("bet", seat=1, wager="pass-odds", amount=2500)
        dealer.do("bet", seat=1, wager="hard-6", amount=500)
        dealer.do("bet", seat=2, wager="place-8", amount=1800)
        dealer.do("bet", seat=3, wager="field", amount=500)
        hard = page.get_by_role("button", name="Six the Hardway")
        expect(hard).to_have_accessible_name(re.compile(r"\$5"))
        comes_true(page, "() => document.getAnimations().every((e) => e.playState !== 'running')")
        page.evaluate("scrollTo(0, 0)")
        recording = Recording(page, 1280, 720, 0.55)
        recording.take()
        dealer.roll(3, 3)
        comes_true(page, "() => document.getAnimations().some((e) => e.playState === 'running')")
        recording.until_nothing_moves()
    expect(page.locator(".results")).to_contain_text("The point 6 was made.")
    folder.mkdir(parents=True, exist_ok=True)
    recording.save(folder / "roll.webp")
    data = base64.b64encode((folder / "roll.webp").read_bytes()).decode()
    frames = page.evaluate(FRAMES, data)
    assert frames > 10
