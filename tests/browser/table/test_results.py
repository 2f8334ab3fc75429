"""What became of my bets: listed after each trial, with the reason, until the next one."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.pages.test_layout_shift import PAINTED, WATCH
from tests.browser.support.browser_clients import Visitors
from tests.browser.support.felt_player import CALM, WHERE, FeltPlayer, crew, seated
from tests.server.support.crew import Staffed
from tests.usual import usual


def listed(page: Page, whose: str = "Your bets") -> Locator:
    return page.get_by_role("region", name=re.compile(f"^{whose} in the last"))


def rolled(staffed: Staffed, table: str, *dice: tuple[int, int], **bets: int) -> None:
    """Bets of seat 1, in dollars, and rolls of the crew."""
    with crew(staffed, table) as dealer:
        dealer.ask("accept-dice", seat=1)
        for wager, amount in bets.items():
            dealer.do("bet", seat=1, wager=wager.replace("_", "-"), amount=amount * 100)
        for first, second in dice:
            dealer.roll(first, second)


def test_each_bet_is_listed_with_its_reason_until_the_next_roll(
    staffed: Staffed, visitors: Visitors
) -> None:
    table = staffed.table(name="Reasons")
    player, _ = seated(staffed, visitors, table, **CALM)
    mine = listed(player.page)
    expect(mine).to_contain_text("listed here after each roll")
    rolled(staffed, table, (2, 4), **{"pass": 10, "place_6": 6, "field": 5})
    items = mine.get_by_role("listitem")
    expect(items).to_have_text([
        "LostField Bet-$56 came. It wins on 2, 3, 4, 9, 10, 11 or 12.",
        "MovedPass Bet$106 came. The bet stands on the 6.",
        "OffPlace Bet 6 to Win$66 came, but the bet is off on the come-out.",
    ])  # fmt: skip
    expect(mine.get_by_role("heading")).to_have_text("This roll -$5")
    said = player.stage.get_by_role("status")
    expect(said).to_contain_text("You lose $5")
    assert mine.locator("[aria-live], [role=status], [role=alert]").count() == 0
    rolled(staffed, table, (4, 2))
    expect(items).to_have_text([
        "WonPass Bet+$10The point 6 was made. Pays 1 to 1.",
        "WonPlace Bet 6 to Win+$7The point 6 was made. Pays 7 to 6.",
    ])  # fmt: skip
    expect(mine.get_by_role("heading")).to_have_text("This roll +$17")
    player.page.reload()
    expect(items).to_have_count(2)
    expect(mine).to_contain_text("The point 6 was made. Pays 7 to 6.")
    rolled(staffed, table, (1, 2), **{"pass": 10})
    expect(mine).not_to_contain_text("The point 6 was made")


def boxes_apart(page: Page, over: Locator) -> None:
    """Nothing of the rail lies under it."""
    box = over.bounding_box()
    assert box is not None
    for button in page.locator(".rail button:visible").all():
        other = button.bounding_box()
        assert other is not None
        apart = (
            box["x"] + box["width"] <= other["x"] or other["x"] + other["width"] <= box["x"]
            or box["y"] + box["height"] <= other["y"] or other["y"] + other["height"] <= box["y"]
        )  # fmt: skip
        assert apart, (button.inner_text(), box, other)


ALMOST_NOTHING = 0.006
"""What a line more or less beside the outcome may come to, and no row of the rail."""


@pytest.mark.parametrize("size", usual(["desktop", "tablet", "phone"], ["phone"]))
def test_results_move_nothing_and_cover_no_button(
    staffed: Staffed, visitors: Visitors, size: str
) -> None:
    """Every state is painted by itself, so that each move there is would be counted, however fast
    the machine is: the offer of the dice, without them, bets, results, the offer again."""
    table = staffed.table(name=f"Nothing moves, {size}")
    visitor = visitors.new(staffed.house.guest("Gus"), size=size, **CALM)
    visitor.page.add_init_script(WATCH)
    player = FeltPlayer(visitor, staffed.house, table).come().sit()
    page, offer = player.page, player.rail.get_by_role("button", name="Take the dice")
    expect(offer).to_be_visible()
    page.evaluate(PAINTED)  # The seat's own controls are drawn.
    page.evaluate("shifts.length = 0")
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
    expect(offer).to_be_hidden()
    page.evaluate(PAINTED)
    bets = {"pass": 10, "place_8": 6, "field": 5, "hard_4": 5, "horn": 4}
    rolled(staffed, table, **bets)
    expect(player.rail).to_contain_text("Bets$30")
    page.evaluate(PAINTED)
    rolled(staffed, table, (2, 4))
    mine = listed(page)
    expect(mine.get_by_role("listitem").first).to_be_in_viewport(ratio=0.9)
    boxes_apart(page, mine)
    rolled(staffed, table, (3, 4))
    expect(mine).to_contain_text("7 came before the point (seven-out)")
    expect(offer).to_be_visible()
    boxes_apart(page, mine)
    page.evaluate(PAINTED)
    shifts: list[tuple[float, list[str]]] = page.evaluate("shifts")
    assert sum(value for value, _ in shifts) < ALMOST_NOTHING, "\n".join(map(str, shifts))
    found = Axe().run(page, ".results").response["violations"]
    assert found == []


def test_what_is_bet_later_is_not_of_the_last_roll(staffed: Staffed, visitors: Visitors) -> None:
    """On a telephone the spot that is pressed is told where the results are, and they come back."""
    table = staffed.table(name="Later")
    player, _ = seated(staffed, visitors, table, size="phone", **CALM)
    page, mine = player.page, listed(player.page)
    rolled(staffed, table, (2, 4), **{"pass": 10, "place_8": 6})
    stays = mine.locator(".stays")
    expect(stays).to_contain_text("Place Bet 8 to Win $6")
    page.clock.install()
    page.touchscreen.tap(*player.spot("field").evaluate(WHERE))
    page.clock.run_for(2000)
    player.sees("field", 500)
    hit = (
        "() => document.elementFromPoint(60, document.querySelector('.strip')"
        ".getBoundingClientRect().top + 20).closest('.strip, .results').className"
    )
    assert page.evaluate(hit) == "strip fresh"
    page.clock.run_for(6000)
    assert page.evaluate(hit) == "results"
    expect(stays).to_have_text("StaysPlace Bet 8 to Win $6")
    page.locator(".strip").click(position={"x": 360, "y": 20})
    expect(page.get_by_role("tabpanel", name="Spot")).to_contain_text("Field Bet")


@pytest.mark.long
def test_the_crew_sees_those_of_the_seat_it_acts_for(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Acting")
    with crew(staffed, table) as dealer:
        dealer.do("sit", seat=1, name="Walter", rail=50_000)
    page = visitors.new(staffed.tokens["boxperson"], **CALM).page
    page.goto(f"/tables/{table}")
    expect(page.get_by_role("region", name="The crew")).to_be_visible()
    results = page.locator("section.results")
    expect(results).to_be_hidden()
    rolled(staffed, table, (5, 6), **{"pass": 10})
    expect(results).to_be_hidden()
    page.get_by_role("region", name="The crew").get_by_role("button", name="Walter").click()
    whose = listed(page, "Bets of seat 1")
    expect(whose).to_contain_text("WonPass Bet+$1011 came. Pays 1 to 1.")


@pytest.mark.long
def test_whoever_takes_a_seat_is_told_nothing_of_who_had_it(
    staffed: Staffed, visitors: Visitors
) -> None:
    table = staffed.table(name="Taken over")
    with crew(staffed, table) as dealer:
        dealer.do("sit", seat=1, name="Walter", rail=50_000)
    visitor = visitors.new(staffed.house.guest("Gus"), **CALM)
    player = FeltPlayer(visitor, staffed.house, table).come()
    rolled(staffed, table, (5, 6), **{"pass": 10})
    with crew(staffed, table) as dealer:
        dealer.do("leave", seat=1)
    player.sit()
    assert player.seat(1)["name"] == "Gus"
    expect(listed(player.page)).to_contain_text("No bets of yours in this roll.")


WINS: dict[str, tuple[str, str | None, str, list[Any], tuple[str, ...]]] = {
    "craps": ("nj-2011", "craps", "pass", [(3, 3), (4, 2)],
              ("Pass Bet", "+$10", "The point 6 was made. Pays 1 to 1.")),
    "mini-dice": ("nj-1997", "mini-dice", "field", [(2, 1)],
                  ("Field Bet", "+$10", "3 came. Pays 1 to 1.")),
    "punto-banco": ("nj-2001", None, "banker", [["2h", "9s", "3c", "Kd"]],
                    ("Banker's Hand", "+$9.50", "The Banker's Hand wins, 9 to 5. Pays 1 to 1.")),
}  # fmt: skip
SEEN = """() => {
  const list = document.querySelector(".results").getBoundingClientRect();
  const item = document.querySelector(".results li.won").getBoundingClientRect();
  return item.top >= list.top - 1 && list.bottom <= innerHeight && item.left < list.right
    && Math.min(item.bottom, list.bottom) - item.top > 20;
}"""
"""Whether the win is listed where it can be read."""


@pytest.mark.parametrize(
    ("game", "viewport"),
    usual(
        [(game, at) for game in WINS for at in ((1280, 720), (390, 844), (844, 390))],
        [("craps", (390, 844)), ("punto-banco", (1280, 720))],
    ),
)
def test_a_first_visitor_can_say_why_the_bet_won(
    staffed: Staffed, visitors: Visitors, game: str, viewport: tuple[int, int]
) -> None:
    """Nothing but the page, nothing opened and nothing scrolled: the place that is pressed says
    when it wins, and after the win the list says which bet, how much and why."""
    rules, kind, wager, outcomes, words = WINS[game]
    table = staffed.table(rules=rules, game=kind, name="The first time")
    width, height = viewport
    size = "desktop" if width > 1000 else "phone"
    player, _ = seated(
        staffed, visitors, table, size=size, viewport={"width": width, "height": height}, **CALM
    )
    page = player.page
    plain = player.catalogue["wagers"][wager]["plain"]
    assert plain.startswith(("Wins on", "Wins if"))
    player.spot(wager).focus()
    says = ".info-body .plain-line" if size == "desktop" else ".strip .plain"
    expect(page.locator(says)).to_have_text(plain)
    expect(page.locator(says)).to_be_in_viewport(ratio=1)
    with crew(staffed, table) as dealer:
        for accept in ("accept-dice", "accept-shaker"):
            dealer.ask(accept, seat=1)
        dealer.ask("accept-shoe", seat=1, dealer=True)
        dealer.do("bet", seat=1, wager=wager, amount=1000)
        for outcome in outcomes:
            if game == "punto-banco":
                dealer.trial("deal", cards=outcome)
            elif game == "mini-dice":
                dealer.trial("shake", dice=[*outcome])
            else:
                dealer.roll(*outcome)
    won = listed(page).locator("li.won")
    for each in words:
        expect(won).to_contain_text(each)
    assert page.evaluate(SEEN)
