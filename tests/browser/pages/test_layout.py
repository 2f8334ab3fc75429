"""What can be measured of how a table looks: the layout in sight, words that no chip covers, spots
that a finger meets, letters that can be read, and the dice that are barred."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.browser_clients import Dealer, Visitors
from tests.browser.support.felt_player import FeltPlayer, seated
from tests.browser.support.gallery import crowd
from tests.server.support.crew import Staffed

FINGER = 40
"""Pixels, each way."""
READ = 11
"""Pixels high that letters are at least, on a telephone."""
COMMON = ("pass", "dont-pass", "pass-odds", "come", "dont-come", "field",
          *(f"place-{number}" for number in (4, 5, 6, 8, 9, 10)))  # fmt: skip
SIZE = """spot => {
  const { width, height } = spot.querySelector(".shape").getBoundingClientRect();
  return [width, height];
}"""
SMALL = """least => [...document.querySelectorAll(
  ".felt :is(.label, .pays, .hint, .box-number, .shoe-word)")]
  .map((text) => [text.textContent, parseFloat(getComputedStyle(text).fontSize)
    * text.ownerSVGElement.getScreenCTM().a])
  .filter(([, size]) => size > 0 && size < least - 0.05)"""
COLOURS = """spot => [getComputedStyle(spot.querySelector(".shape")).stroke,
  getComputedStyle(spot.querySelector("text")).fill]"""
COVERED = """() => {
  const box = (each) => each.getBoundingClientRect();
  const apart = (a, b) =>
    a.right < b.left + 2 || b.right < a.left + 2 || a.bottom < b.top + 2 || b.bottom < a.top + 2;
  const words = [...document.querySelectorAll(".felt .spot :is(.label.big tspan, .bar)")];
  return [...document.querySelectorAll(".felt .stack.other .chip-edge")].flatMap((chip) =>
    words.filter((each) => each.ownerSVGElement === chip.ownerSVGElement)
      .filter((each) => !apart(box(chip), box(each)))
      .map((each) => [chip.closest(".stack").textContent, each.textContent]));
}"""


def full(staffed: Staffed, visitors: Visitors, **more: Any) -> Page:
    """Ann's page at a table with everybody's bets on it."""
    table = staffed.table(rules="md-2013", name="Full")
    player, _ = seated(staffed, visitors, table, "Ann", reduced_motion="reduce", **more)
    with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
        crowd(dealer)
    expect(player.page.locator(".felt .stack.other").nth(20)).to_be_attached()
    return player.page


@pytest.mark.parametrize("rules", ["nj-2011", "md-2013"])
@pytest.mark.long
def test_the_whole_layout_is_in_sight(staffed: Staffed, visitors: Visitors, rules: str) -> None:
    table = staffed.table(rules=rules, name="In sight")
    player, _ = seated(staffed, visitors, table)
    layout = player.page.locator(".sheet-table").bounding_box()
    rail = player.rail.bounding_box()
    assert layout is not None
    assert rail is not None
    assert layout["y"] + layout["height"] <= rail["y"]
    assert layout["width"] > 700


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.long
def test_chips_of_others_cover_no_names(staffed: Staffed, visitors: Visitors, size: str) -> None:
    page = full(staffed, visitors, size=size)
    for drawer in page.locator(".felt summary").all():
        drawer.click()
    assert page.evaluate(COVERED) == []


@pytest.mark.long
def test_a_finger_and_an_eye_on_a_telephone(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="In the hand")
    player, _ = seated(staffed, visitors, table, size="phone")
    sizes = {wager: player.spot(wager).evaluate(SIZE) for wager in COMMON}
    assert {wager: size for wager, size in sizes.items() if min(size) < FINGER} == {}
    for drawer in player.felt.locator("summary").all():
        drawer.click()
    assert player.page.evaluate(SMALL, READ) == []


@pytest.mark.parametrize(
    ("game", "size"), [("craps", "desktop"), ("craps", "phone"), ("mini-craps", "desktop")]
)
@pytest.mark.long
def test_the_dice_that_are_barred_are_printed(
    staffed: Staffed, visitors: Visitors, game: str, size: str
) -> None:
    table = staffed.table(game=game, name="Barred")
    player = FeltPlayer(visitors.new(size=size), staffed.house, table).come()
    barred = {key: each.get("barred", []) for key, each in player.catalogue["wagers"].items()}
    assert any(barred.values())
    for wager, pairs in barred.items():
        bar = player.spot(wager).locator(".bar")
        if not pairs:
            expect(bar).to_have_count(0)
            continue
        dice = bar.first.locator(".die-flat").all()
        faces = [each.locator(".pip").count() for each in dice]
        assert faces == [face for pair in pairs for face in pair]


@pytest.mark.long
def test_a_closed_spot_is_told_apart_in_the_readers_colours(
    staffed: Staffed, visitors: Visitors
) -> None:
    table = staffed.table(name="Their colours")
    player, _ = seated(staffed, visitors, table, forced_colors="active")
    shut = re.compile(r"\bshut\b")
    expect(player.spot("come")).to_have_class(shut)
    expect(player.spot("field")).not_to_have_class(shut)
    closed, open_ = (player.spot(wager).evaluate(COLOURS) for wager in ("come", "field"))
    assert all(one != other for one, other in zip(closed, open_, strict=True)), (closed, open_)
