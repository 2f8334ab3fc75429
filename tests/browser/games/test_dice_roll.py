"""The dice while they roll: cubes from the first frame to the last."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.support.browser_clients import Visitor, Visitors
from tests.browser.support.felt_player import CHIPS, FeltPlayer, crew, seated
from tests.server.support.crew import Staffed

PAUSED = """
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  const made = animate.apply(this, how);
  if (this.closest(".dice")) made.pause();
  return made;
};
"""
"""Dice whose flight stands still wherever a test puts it, so that no clock runs."""

LAST = 750
"""Milliseconds, before either die has come to rest."""
AT = """at => {
  for (const each of document.querySelector(".dice").getAnimations({ subtree: true }))
    each.currentTime = at;
  const stage = document.querySelector(".stage").getBoundingClientRect();
  return [...document.querySelectorAll(".cube")].map((cube) => {
    const { transformStyle, opacity, filter, overflow, clipPath, mask, mixBlendMode, isolation,
      contain, willChange } = getComputedStyle(cube);
    const frames = cube.getAnimations().flatMap((each) => each.effect.getKeyframes());
    const middle = cube.getBoundingClientRect();
    const [x, y] = [middle.x + middle.width / 2, middle.y + middle.height / 2];
    return {
      transformStyle,
      flattens: { opacity, filter, overflow, clipPath, mask, mixBlendMode, isolation, contain,
        willChange },
      animated: [...new Set(frames.flatMap((frame) => Object.keys(frame)))].sort(),
      inside: stage.left < x && x < stage.right && stage.top < y && y < stage.bottom,
    };
  });
}"""
FLATTENS_NOT = {
    "opacity": "1", "filter": "none", "overflow": "visible", "clipPath": "none", "mask": "none",
    "mixBlendMode": "normal", "isolation": "auto", "contain": "none", "willChange": "auto",
}  # fmt: skip
"""What any other value of makes a browser draw the faces into one plane."""
ANIMATED = sorted(["transform", "offset", "computedOffset", "easing", "composite"])


def in_flight(staffed: Staffed, visitors: Visitors, size: str) -> FeltPlayer:
    """Somebody who sees dice that hang in the air."""
    table = staffed.table(name=f"Cubes {size}")
    player, _ = seated(staffed, visitors, table, size=size)
    player.page.add_init_script(PAUSED)
    player.come()
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=CHIPS // 100)
        dealer.roll(2, 4)
    expect(player.page.locator(".cube")).to_have_count(2)
    return player


@pytest.mark.parametrize("size", ["desktop", pytest.param("phone", marks=pytest.mark.long)])
def test_dice_stay_cubes_while_they_roll(
    staffed: Staffed, visitors: Visitors, size: str, shot: Callable[[Visitor, str], None]
) -> None:
    """Only their place and turn are animated: an animated opacity flattens even where it is 1."""
    player = in_flight(staffed, visitors, size)
    for at in range(0, LAST, 75):
        cubes = player.page.evaluate(AT, at)
        shot(player.visitor, f"dice-{size}-{at:03}")
        expected = {
            "transformStyle": "preserve-3d",
            "flattens": FLATTENS_NOT,
            "animated": ANIMATED,
            "inside": True,
        }
        assert cubes == [expected, expected], at
    player.page.keyboard.press("Escape")  # Any key ends the flight.
    expect(player.stage).to_contain_text("The point is six.")
    player.roll_shown(2, 4)
