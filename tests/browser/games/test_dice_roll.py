"""The dice: cubes from the first frame to the last, thrown across the felt, where they stay."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.support.browser_clients import Dealer, Visitor, Visitors
from tests.browser.support.felt_player import CALM, CHIPS, FeltPlayer, crew, seated
from tests.server.support.crew import Staffed

PAUSED = """
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  const made = animate.apply(this, how);
  if (this.closest(".thrown")) made.pause();
  return made;
};
"""
"""Dice whose flight stands still wherever a test puts it, so that no clock runs."""

LAST = 750
"""Milliseconds, before either die has come to rest."""
AT = """at => {
  for (const each of document.querySelector(".thrown").getAnimations({ subtree: true }))
    each.currentTime = at;
  const felt = document.querySelector(".felt").getBoundingClientRect();
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
      inside: felt.left < x && x < felt.right && felt.top < y && y < felt.bottom,
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
    player.page.keyboard.press("Escape")
    expect(player.stage).to_contain_text("The point is six.")
    player.roll_shown(2, 4)


LYING = """() => {
  const box = (each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const dice = [...document.querySelectorAll(".thrown-die")].map(box);
  const printed = [...document.querySelectorAll(
    ".felt .words text, .felt .words .die-flat, .felt .box-number, .felt .stack, .felt .puck",
  )];
  const over = (one, other) => one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom;
  const covered = printed.filter((each) => each.checkVisibility()
    && dice.some((die) => over(die, box(each))));
  return {
    faces: document.querySelector(".thrown").dataset.faces, dice,
    inside: dice.every(({ left, top, right, bottom }) => {
      const felt = box(document.querySelector(".felt"));
      return felt.left < left && right < felt.right && felt.top < top && bottom < felt.bottom;
    }),
    covered: covered.map((each) => each.textContent || each.getAttribute("class")),
  };
}"""
"""Where the dice lie, and what they cover of what is printed or put down."""

GAMES = {
    "craps": {"rules": "nj-2011"},
    "mini-craps": {"rules": "nj-2011", "game": "mini-craps"},
}
TAKES_BACK = {"craps": "boxperson", "mini-craps": "floorperson"}


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("craps", "desktop"),
        *(
            pytest.param(game, size, marks=pytest.mark.long)
            for game, size in [
                ("craps", "tablet"),
                ("craps", "phone"),
                ("mini-craps", "desktop"),
                ("mini-craps", "phone"),
            ]
        ),
    ],
)
def test_dice_stay_on_the_felt_where_they_cover_nothing(
    staffed: Staffed, visitors: Visitors, game: str, size: str
) -> None:
    """Through further bets, up to the next roll; of a roll that is taken back, they are taken
    up."""
    table = staffed.table(name=f"Stay {game} {size}", **GAMES[game])
    player, _ = seated(staffed, visitors, table, size=size, **CALM)
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        for wager in ("pass", "dont-pass", "field"):
            dealer.do("bet", seat=1, wager=wager, amount=1000)
        expect(player.page.locator(".thrown-die").first).to_be_hidden()
        dealer.roll(2, 4)
        player.roll_shown(2, 4)
        expect(player.page.locator(".thrown-die").first).to_be_visible()
        found = player.page.evaluate(LYING)
        assert (found["faces"], found["inside"], found["covered"]) == ("2-4", True, [])
        for wager in ("come", "field", "place-8"):
            dealer.do("bet", seat=1, wager=wager, amount=1200)
            player.sees(wager, 1200)
        assert player.page.evaluate(LYING) == found
        dealer.do("throw")
        expect(player.page.locator(".thrown")).to_have_class(re.compile("old"))
        dealer.do("no-roll", reason="off-the-table")
        dealer.roll(5, 5)
        player.roll_shown(5, 5)
        found = player.page.evaluate(LYING)
        assert (found["faces"], found["inside"], found["covered"]) == ("5-5", True, [])
        role = TAKES_BACK[game]
        with Dealer(staffed.house.address, table, staffed.tokens[role]) as other:
            other.do("correct", caller=role, reason="wrong-dice")
        expect(player.page.locator(".thrown-die").first).to_be_hidden()


@pytest.mark.long
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_shaken_dice_stay_in_their_shaker(staffed: Staffed, visitors: Visitors, size: str) -> None:
    table = staffed.table(rules="nj-1997", game="mini-dice", name=f"Shaken {size}")
    player, _ = seated(staffed, visitors, table, size=size)
    with crew(staffed, table) as dealer:
        dealer.do("accept-shaker", seat=1)
        dealer.trial("shake", dice=[6, 2])
        shown = player.page.locator('.thrown[data-faces="6-2"] .thrown-die')
        expect(shown.first).to_be_visible()
        player.page.keyboard.press("Escape")
        dealer.do("bet", seat=1, wager="field", amount=500)
        player.sees("field", 500)
    found = player.page.evaluate(LYING)
    assert (found["faces"], found["inside"], found["covered"]) == ("6-2", True, [])
