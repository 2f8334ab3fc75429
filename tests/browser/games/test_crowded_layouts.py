"""Layouts with everybody's chips on every spot: no stack covers what is printed, none covers
another, every amount can be read, and mine can be told. What is printed is centred, and numbers are
equally high. The felt keeps its place on a telephone's side and on the crew's page."""

import re
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.pages.test_layout import COMMON, FINGER, SIZE
from tests.browser.support.browser_clients import Dealer, Visitors
from tests.browser.support.felt_player import CALM, seated
from tests.browser.support.gallery import bets, crowd
from tests.server.support.crew import Staffed
from tests.usual import usual

GAMES = (
    ("md-2013", "craps"), ("nj-2011", "craps"), ("nj-2011", "mini-craps"),
    ("nj-2011", "automated-craps"), ("nj-1997", "mini-dice"), ("nj-2001", "punto-banco"),
    ("ac-minibaccarat", "minibaccarat"), ("ac-sic-bo", "sic-bo"),
)  # fmt: skip
SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
LAYOUTS: dict[str, dict[str, Any]] = {
    "desktop": {"size": "desktop"},
    "tablet": {"size": "phone", "viewport": {"width": 820, "height": 1180}},
    "phone": {"size": "phone"},
    "sideways": {"size": "phone", "viewport": SIDEWAYS},
}
EIGHT = 8
READ = 9
"""Pixels high that amounts are at least."""
OVER = 0.12
"""The share of a stack that another may cover."""

DRAW = """async (seats) => {
  const loaded = performance.getEntriesByType("resource").map((each) => each.name);
  const { makeFelt } = await import(loaded.find((each) => each.includes("felt/index.js")));
  const table = location.pathname.split("/").pop();
  const catalogue = await (await fetch(`/api/v1/tables/${table}/catalogue`)).json();
  const felt = await makeFelt(catalogue);
  document.querySelector(".felt").replaceWith(felt.element);
  const settled = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  for (let frame = 0; frame < 3; frame += 1) await settled(); // It is arranged for its width.
  const names = [...felt.element.querySelectorAll(".spot")].map((each) => each.dataset.name);
  const dollars = [5, 25, 100, 12, 75, 1, 300, 18, 6, 640];
  const state = { point: 6, shooter: 1, offered: null, thrown: false, seats: {} };
  for (let seat = 1; seat <= seats; seat += 1) {
    const bets = Object.fromEntries(names.map((name, at) => [name, {
      wager: catalogue.moved[name]?.wager ?? name, state: "up",
      stake: 100 * dollars[(at + seat) % dollars.length],
    }]));
    state.seats[seat] = { name: `Player ${seat}`, rail: 0, layout: 0, bets };
  }
  felt.draw({ state, seat: 2, legal: null, pending: [] });
  for (const drawer of felt.element.querySelectorAll("details")) drawer.open = true;
  await settled();
  return names.length;
}"""
"""A felt of its own, in place of the page's, with bets of everybody everywhere."""

MEASURE = """() => {
  const seen = (each) => each.checkVisibility();
  const box = (each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const of = (each) => each.closest(".sheet")?.classList.value;
  const listed = (selector) => [...document.querySelectorAll(`.felt .sheet ${selector}`)]
    .filter(seen);
  return {
    stacks: listed(".stack").map((each) => ({
      sheet: of(each), text: each.querySelector(".chip-text").textContent,
      chip: box(each.querySelector(".chip-edge")), mine: Boolean(each.querySelector(".own-ring")),
      parts: [...each.querySelectorAll(".chip-edge, .of-seat")].map(box),
      size: parseFloat(each.querySelector(".chip-text").getAttribute("font-size"))
        * each.ownerSVGElement.getScreenCTM().a,
    })),
    printed: [
      ...listed(".spot :is(.label, .pays) tspan"), ...listed(".spot text.label:not(:has(tspan))"),
      ...listed(".spot :is(.bar, .die-flat, .mark, .ring)"), ...listed(".box-number"),
    ].map((each) => ({ sheet: of(each), text: each.textContent, box: box(each) })),
  };
}"""

CENTRED = """() => [...document.querySelectorAll(".felt .spot:not(.busy)")].flatMap((spot) => {
  const words = [...spot.querySelectorAll(".idle")].find((each) => each.checkVisibility());
  if (!words) return [];
  const [inner, outer] = [words, spot.querySelector(".shape")]
    .map((each) => each.getBoundingClientRect());
  const across = (inner.left + inner.right - outer.left - outer.right) / 2;
  const down = (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
  const out = inner.left < outer.left || inner.right > outer.right;
  return Math.abs(across) > 2 || Math.abs(down) > 4 || out
    ? [[spot.dataset.name, across, down, out]] : [];
})"""

Box = dict[str, float]


def share(one: Box, other: Box) -> float:
    """How much of the smaller one lies under the other."""
    wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
    high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    if wide <= 0 or high <= 0:
        return 0.0
    areas = [
        (each["right"] - each["left"]) * (each["bottom"] - each["top"]) for each in (one, other)
    ]
    return wide * high / min(areas)


def touching(one: Box, other: Box, by: float = 1.5) -> bool:
    """True if they overlap by more than so many pixels each way."""
    wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
    high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return wide > by and high > by


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("rules", "game"), GAMES)
@pytest.mark.long
def test_eight_players_on_every_spot(
    staffed: Staffed, visitors: Visitors, rules: str, game: str, layout: str
) -> None:
    table = staffed.table(rules=rules, game=game, name="Everybody")
    page = visitors.new(**CALM, **LAYOUTS[layout]).page
    page.goto(f"/tables/{table}")
    expect(page.locator(".felt .spot").first).to_be_attached()
    spots = page.evaluate(DRAW, EIGHT)
    found = page.evaluate(MEASURE)
    stacks, printed = found["stacks"], found["printed"]
    one_by_one = layout in ("desktop", "tablet") or game in ("punto-banco", "minibaccarat")
    assert len(stacks) == spots * (EIGHT if one_by_one else 2)
    assert sum(each["mine"] for each in stacks) == spots
    covered = [
        (each["text"], other["text"])
        for each in stacks
        for other in printed
        if each["sheet"] == other["sheet"]
        and any(touching(part, other["box"]) for part in each["parts"])
    ]
    assert covered == []
    over = [
        (each["text"], other["text"], share(each["chip"], other["chip"]))
        for at, each in enumerate(stacks)
        for other in stacks[at + 1 :]
        if each["sheet"] == other["sheet"] and share(each["chip"], other["chip"]) > OVER
    ]
    assert over == []
    if layout == "desktop":
        assert [each for each in stacks if each["size"] < READ - 0.05] == []


@pytest.mark.long
def test_more_than_eight_are_told_by_one_stack(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Twelve")
    page = visitors.new(**CALM).page
    page.goto(f"/tables/{table}")
    expect(page.locator(".felt .spot").first).to_be_attached()
    spots = page.evaluate(DRAW, 12)
    stacks = page.evaluate(MEASURE)["stacks"]
    assert len(stacks) == spots * EIGHT
    assert sum(each["text"] == "+5" for each in stacks) == spots
    told = page.locator('.felt .spot[data-name="place-6"] title').text_content() or ""
    assert "Player 12: $" in told


@pytest.mark.parametrize(("rules", "game"), usual(GAMES[:5], GAMES[:1]))
def test_words_stand_in_the_middle_and_numbers_are_equally_high(
    staffed: Staffed, visitors: Visitors, rules: str, game: str
) -> None:
    table = staffed.table(rules=rules, game=game, name="Nobody")
    page = visitors.new(**CALM).page
    page.goto(f"/tables/{table}")
    expect(page.locator(".felt .spot").first).to_be_attached()
    assert page.evaluate(CENTRED) == []
    numbers = page.locator(".felt .box-number").all()
    assert len(numbers) == (0 if game == "mini-dice" else 6)
    sizes = [each.evaluate("e => [e.getBBox().height, e.getAttribute('stroke-width')]")
             for each in numbers]  # fmt: skip
    assert all(abs(high - sizes[0][0]) < 0.5 and thick == sizes[0][1] for high, thick in sizes)


@pytest.mark.long
@pytest.mark.parametrize("size", usual(["desktop", "phone"], ["phone"]))
def test_the_posted_odds_are_printed(staffed: Staffed, visitors: Visitors, size: str) -> None:
    table = staffed.table(name="Odds")
    player, _ = seated(staffed, visitors, table, size=size)
    wagers = player.catalogue["wagers"]
    for wager in ("pass-odds", "dont-pass-odds", "come-odds-6"):
        posted = wagers[wager]["multiples_text"]
        assert posted.endswith("x")
        words = player.spot(wager).locator(".words text").all_text_contents()
        assert any(posted in each for each in words), (wager, words)


IN_SIGHT = """() => {
  const felt = document.querySelector(".felt .sheet").getBoundingClientRect();
  const over = [...document.querySelectorAll(".foot, .stage, .table-head, .top")]
    .map((each) => each.getBoundingClientRect())
    .filter((each) => each.left < felt.right && each.right > felt.left && each.height);
  let [top, bottom] = [Math.max(0, felt.top), Math.min(innerHeight, felt.bottom)];
  for (const each of over) {
    if (each.top <= top && each.bottom > top) top = each.bottom;
    if (each.bottom >= bottom && each.top < bottom) bottom = each.top;
  }
  return Math.max(0, bottom - top);
}"""
"""How many pixels of the felt's height are seen, not under what sticks."""


BELOW = """() => [...document.querySelectorAll(".rail button, .table-head .status")]
  .filter((each) => each.checkVisibility())
  .map((each) => [each.getAttribute("aria-label") ?? each.textContent,
    each.getBoundingClientRect()])
  .filter(([, { top, bottom, width }]) => top < 0 || bottom > innerHeight + 1 || width < 9)
  .map(([words, { bottom }]) => [words, bottom - innerHeight])"""
"""What one bets with, and does not see without scrolling."""


@pytest.mark.long
@pytest.mark.parametrize(("rules", "game"), usual([GAMES[0], GAMES[5]], [GAMES[0]]))
def test_a_telephone_on_its_side_is_mostly_felt(
    staffed: Staffed, visitors: Visitors, rules: str, game: str
) -> None:
    table = staffed.table(rules=rules, game=game, name="Sideways")
    player, _ = seated(staffed, visitors, table, size="phone", viewport=SIDEWAYS)
    page = player.page
    assert page.evaluate(IN_SIGHT) >= 0.6 * SIDEWAYS["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= SIDEWAYS["width"]
    assert page.evaluate(BELOW) == []
    if game == "craps":
        with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
            dealer.do("accept-dice", seat=1)
            expect(player.rail).not_to_contain_text("Take the dice")
            assert page.evaluate(BELOW) == []
            bets(dealer, 1, **{"pass": 10})
            dealer.roll(2, 4)
        expect(player.rail).to_contain_text(re.compile(r"Max odds \$\d+"))
        assert page.evaluate(BELOW) == []
    sizes = {spot: player.spot(spot).evaluate(SIZE) for spot in COMMON if game == "craps"}
    low = {spot: size for spot, size in sizes.items() if min(size) < FINGER}
    assert set(low) <= {"pass-odds"}, low  # As wide as the line, and lower.


CREW: dict[str, ViewportSize] = {
    "desk": {"width": 1280, "height": 720}, "tablet": {"width": 820, "height": 1180},
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("at", usual(CREW, list(CREW)[:1]))
def test_the_felt_stays_in_sight_of_the_crew(staffed: Staffed, visitors: Visitors, at: str) -> None:
    table = staffed.table(rules="md-2013", name="In sight of the crew")
    with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
        dealer.do("sit", name="Ann", rail=90_000)
        crowd(dealer)
    page = visitors.new(staffed.tokens["boxperson"], viewport=CREW[at], **CALM).page
    page.goto(f"/tables/{table}")
    crew = page.get_by_role("region", name="The crew")
    crew.get_by_role("button", name="Ann").click()
    high = page.locator(".felt .sheet").first.bounding_box()
    assert high is not None
    for part in ("The roll", "Seats", "Calls"):
        controls = crew.get_by_role("region", name=part).locator("button, summary")
        controls.locator("visible=true").last.scroll_into_view_if_needed()
        assert page.evaluate(IN_SIGHT) >= 0.85 * high["height"], part


UNDER = """(own) => {
  const found = [...document.querySelectorAll(".crew :is(.seats, .calls, .pad, .deck) "
    + ":is(button, summary), .crew :is(.closing, .dice-entry, .cards-entry) button.large")];
  const foot = document.querySelector(".foot").getBoundingClientRect();
  const lowest = foot.height > 1 ? foot.top : innerHeight;
  return found.filter((each) => each.checkVisibility())
    .map((each) => [each.textContent, each.getBoundingClientRect()])
    .filter(([, { top, bottom }]) => top < 0 || bottom > lowest + 1)
    .map(([words, { bottom }]) => [words, bottom - lowest]);
}"""
"""What the crew presses, and does not see without scrolling."""
CREWED = {"dice": ("md-2013", "craps"), "shaker": ("nj-1997", "mini-dice"),
          "shoe": ("nj-2001", None)}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "at"),
    usual([(kind, at) for kind in CREWED for at in CREW], [("dice", "desk"), ("shoe", "tablet")]),
)
def test_pad_seats_and_calls_fit_the_window(
    staffed: Staffed, visitors: Visitors, kind: str, at: str
) -> None:
    rules, game = CREWED[kind]
    table = staffed.table(rules=rules, game=game, name="All in sight")
    with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
        for name in ("Ann", "Bert", "Cleo", "Dan"):
            dealer.do("sit", name=name, rail=90_000)
        dealer.ask("accept-dice", seat=1)
    page = visitors.new(staffed.tokens["boxperson"], viewport=CREW[at], **CALM).page
    page.goto(f"/tables/{table}")
    crew = page.get_by_role("region", name="The crew")
    expect(crew.get_by_role("button", name="Dan")).to_be_visible()
    assert page.evaluate(UNDER) == []
    if kind == "dice":
        crew.get_by_role("button", name="Ann").click()  # With the rail of that seat under it.
        expect(page.get_by_role("region", name="Your rail")).to_contain_text("1, Ann")
        assert page.evaluate(UNDER) == []


NEAR = ".near-roads .road"
BOXES = """found => Object.fromEntries(found.map((each) =>
  [each, [...document.querySelectorAll(`.felt ${each}`)].map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return { left, top, right, bottom };
  })]))"""


@pytest.mark.parametrize("layout", usual(LAYOUTS, ["phone"]))
def test_roads_and_counts_stand_beside_the_cards(
    staffed: Staffed, visitors: Visitors, layout: str
) -> None:
    table = staffed.table(rules="nj-2001", name="Beside the cards")
    with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
        dealer.do("sit", name="Ann", rail=90_000)
        dealer.ask("accept-shoe", seat=1, dealer=True)
        dealer.trial("deal", cards=["2h", "2s", "3c", "3d", "5c", "Kd"])
    page = visitors.new(**CALM, **LAYOUTS[layout]).page
    page.goto(f"/tables/{table}")
    expect(page.locator(".hand-count")).to_have_count(2)
    boxes = page.evaluate(BOXES, [".hand", ".card-face", ".hand-count", ".shoe", NEAR])
    for count in boxes[".hand-count"]:
        assert not any(touching(count, card) for card in boxes[".card-face"])
        assert any(share(count, hand) > 0.9 for hand in boxes[".hand"])
    assert len(boxes[".card-face"]) == 6
    bottom = max(each["bottom"] for each in boxes[".hand"])
    for road in (*boxes[NEAR], *boxes[".shoe"]):
        assert road["top"] < bottom + 12  # Beside the hands, or directly under them.
        assert not any(touching(road, hand) for hand in boxes[".hand"])
    assert page.locator(".near-roads .outline").count() >= 1
