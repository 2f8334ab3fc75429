"""Every page as anybody meets it: nothing that axe finds wrong, nothing wider than the screen, and
no more than a telephone can load."""

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.support.browser_clients import Dealer, Visitors
from tests.browser.support.felt_player import WHERE
from tests.browser.support.gallery import found_by_axe
from tests.server.support.crew import Staffed
from tests.server.support.table_helpers import new_table

HEAVIEST, LIGHTEST = 300_000, 20_000
"""Bytes; less could not be a table."""
ALWAYS = (("desktop", "light"), ("phone", "dark"))
OTHERS = (("nj-2011", "mini-craps"), ("nj-2011", "automated-craps"), ("nj-1997", "mini-dice"))
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


class PlayedHouse(NamedTuple):
    """A house in which something has been played."""

    staffed: Staffed
    player: str
    """Somebody's token, who has a seat at ``automatic`` and finished a hand there."""
    automatic: str
    crewed: str
    coups: str
    others: dict[str, str]
    """Tables of other games that the house draws for."""


def a_hand(staffed: Staffed, table: str, token: str) -> None:
    """The shooter bets on the line until the dice are lost; then takes them again."""
    with Dealer(staffed.house.address, table, token) as player:
        player.do("sit")
        player.do("accept-dice")
        while not staffed.house.get("/api/v1/me/hands", token)["hands"]:
            player.ask("bet", wager="pass", amount=1000)
            player.ask("roll")
        player.ask("accept-dice")
        player.do("bet", wager="pass", amount=1000)


@pytest.fixture(scope="module")
def house(staffed: Staffed) -> PlayedHouse:
    player = staffed.house.guest("Harriet")
    automatic = new_table(staffed.house, player, name="By itself", clock=600)
    a_hand(staffed, automatic, player)
    crewed = staffed.table(name="With a crew")
    with Dealer(staffed.house.address, crewed, staffed.tokens["dealer"]) as dealer:
        dealer.do("sit", seat=1, name="Walter", rail=50_000)
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1000)
        dealer.roll(2, 2)
        dealer.do("bet", seat=1, wager="place-6", amount=1200)
    coups = staffed.table(rules="nj-2001", name="With cards")
    with Dealer(staffed.house.address, coups, staffed.tokens["dealer"]) as dealer:
        dealer.do("sit", seat=1, name="Kim", rail=50_000)
        dealer.do("bet", seat=1, wager="banker", amount=1000)
        dealer.do("accept-shoe", seat=1)
        dealer.trial("deal", cards=["2h", "9s", "3c", "Kd"])
    others = {
        game: new_table(staffed.house, staffed.house.guest(game), rules, game=game, clock=600)
        for rules, game in OTHERS
    }
    return PlayedHouse(staffed, player, automatic, crewed, coups, others)


def lobby(page: Page, house: PlayedHouse) -> None:
    page.goto("/")
    expect(page.get_by_role("link", name="Return to seat at By itself").first).to_be_visible()
    page.get_by_text("Open a table", exact=True).click()
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()


def seated(page: Page, house: PlayedHouse) -> None:
    page.goto(f"/tables/{house.automatic}")
    expect(page.get_by_role("region", name="Your rail")).to_contain_text("Bets")
    expect(page.get_by_role("button", name="Pass Bet").first).to_be_visible()


def dialog(page: Page, house: PlayedHouse) -> None:
    seated(page, house)
    page.get_by_role("tab", name="Bets").click()
    page.get_by_role("tabpanel", name="Bets").get_by_role("button", name="Chips ...").click()
    expect(page.get_by_role("dialog", name="Chips")).to_be_visible()


def keys(page: Page, house: PlayedHouse) -> None:
    seated(page, house)
    page.get_by_role("button", name="Keys and choices").click()
    expect(page.get_by_role("dialog", name="Keys and choices")).to_be_visible()


def text_board(page: Page, house: PlayedHouse) -> None:
    seated(page, house)
    page.get_by_role("heading", name="Text board").click()
    expect(page.get_by_label("Type what you do")).to_be_visible()
    expect(page.get_by_role("button", name="Bet on Fire Bet")).to_be_attached()


def refused(page: Page, house: PlayedHouse) -> None:
    """A come bet on the come-out."""
    seated(page, house)
    page.mouse.click(*page.locator('.felt-holder [data-name="come"]').evaluate(WHERE))
    toast = page.get_by_role("alert").filter(has=page.get_by_role("link"))
    expect(toast).to_contain_text("Come Bet")


def _watches(page: Page, table: str) -> None:
    page.goto(f"/tables/{table}")
    expect(page.locator(".status", has_text="Live")).to_be_visible()
    expect(page.get_by_role("button", name="Sit down")).to_be_enabled()


def watching(page: Page, house: PlayedHouse) -> None:
    _watches(page, house.crewed)


def mini_craps(page: Page, house: PlayedHouse) -> None:
    _watches(page, house.others["mini-craps"])


def automated_craps(page: Page, house: PlayedHouse) -> None:
    _watches(page, house.others["automated-craps"])


def mini_dice(page: Page, house: PlayedHouse) -> None:
    _watches(page, house.others["mini-dice"])


def cards(page: Page, house: PlayedHouse) -> None:
    page.goto(f"/tables/{house.coups}")
    expect(page.get_by_role("img", name="Player: 2 of hearts")).to_be_visible()


def crew(page: Page, house: PlayedHouse) -> None:
    page.goto(f"/tables/{house.crewed}")
    expect(page.get_by_role("group", name="Act for a seat")).to_be_visible()


def account(page: Page, house: PlayedHouse) -> None:
    page.goto("/account")
    expect(page.get_by_role("heading", name="Into and out of your purse")).to_be_visible()


def come_in(page: Page, house: PlayedHouse) -> None:
    page.goto("/account")
    expect(page.get_by_role("button", name="Come in")).to_be_visible()


def invitation(page: Page, house: PlayedHouse) -> None:
    _, made = house.staffed.house.call(
        "POST", "/api/v1/invitations", {"role": "dealer"}, house.staffed.boss
    )
    page.goto(made["link"])
    expect(page.get_by_role("button", name="Make an account")).to_be_enabled()


def administrator(page: Page, house: PlayedHouse) -> None:
    """The same page, and what it says where the link is not whole."""
    page.goto("/administrator")
    expect(page.get_by_text("The link is not complete")).to_be_visible()


def hands(page: Page, house: PlayedHouse) -> None:
    page.goto("/history")
    expect(page.locator(f'a[href="/history/{house.automatic}/1"]')).to_be_visible()


def hand(page: Page, house: PlayedHouse) -> None:
    page.goto(f"/history/{house.automatic}/1")
    page.get_by_role("button", name="To the end").click()
    page.get_by_role("button", name="Make them again on this page").click()
    expect(page.get_by_text("Everything follows from the seed")).to_be_visible()


def odds(page: Page, house: PlayedHouse) -> None:
    page.goto("/odds")
    expect(page.get_by_role("main").get_by_role("link").first).to_be_visible()


def sheet(page: Page, house: PlayedHouse) -> None:
    page.goto("/odds/nj-2011/craps")
    page.get_by_role("button", name="Pass Bet", exact=True).click()
    expect(page.get_by_role("heading", name="With odds behind it")).to_be_visible()


def compare(page: Page, house: PlayedHouse) -> None:
    page.goto("/compare?left=nj-2011/craps&right=md-2013/craps")
    expect(page.get_by_role("heading", name="What differs")).to_be_visible()


def law(page: Page, house: PlayedHouse) -> None:
    page.goto("/law?edition=nj-2011")
    expect(page.get_by_role("link", name="NJ11-1.2a1").first).to_be_visible()


def clause(page: Page, house: PlayedHouse) -> None:
    page.goto("/law/NJ11-1.4f")
    expect(page.get_by_role("heading", name="Where it is held")).to_be_visible()


def reading(page: Page, house: PlayedHouse) -> None:
    page.goto("/law/R-12")
    expect(page.get_by_role("heading", level=1)).to_contain_text("R-12")


def floor(page: Page, house: PlayedHouse) -> None:
    page.goto("/floor")
    expect(page.get_by_role("button", name="Hands of boss")).to_be_visible()


PAGES: dict[str, tuple[str, tuple[Callable[[Page, PlayedHouse], None], ...]]] = {
    "player": ("player", (lobby, seated, dialog, keys, text_board, refused, account, hands, hand)),
    "stranger": ("", (come_in, watching, cards, odds, sheet, compare, law, clause, reading)),
    "other games": ("", (mini_craps, automated_craps, mini_dice)),
    "invited": ("", (invitation, administrator)),
    "crew": ("dealer", (crew,)),
    "floor": ("boss", (floor,)),
}
"""Who opens which."""


def token(house: PlayedHouse, who: str) -> str | None:
    return {"": None, "player": house.player, "boss": house.staffed.boss}.get(
        who, house.staffed.tokens.get(who)
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """By turns one size and scheme and the other; all of them with --long."""
    if "scheme" in metafunc.fixturenames:
        every = [(size, scheme) for size in ("desktop", "phone") for scheme in ("light", "dark")]
        long = metafunc.config.getoption("--long")
        some = [(who, *ALWAYS[at % 2]) for at, who in enumerate(PAGES) if who != "other games"]
        full = [(who, *each) for who in PAGES for each in every]
        metafunc.parametrize(("who", "size", "scheme"), full if long else some)


def test_axe_finds_nothing_and_nothing_is_too_wide(
    house: PlayedHouse,
    visitors: Visitors,
    who: str,
    size: str,
    scheme: str,
    request: pytest.FixtureRequest,
) -> None:
    role, pages = PAGES[who]
    if not request.config.getoption("--long"):
        pages = pages[:: -2 if size == "phone" else 2]
    visitor = visitors.new(
        token(house, role), size=size, color_scheme=scheme, reduced_motion="reduce"
    )
    found = {}
    for opened in pages:
        opened(visitor.page, house)
        if wrong := found_by_axe(visitor.page):
            found[opened.__name__] = wrong
        if (by := visitor.page.evaluate(WIDER)) > 0:
            found[opened.__name__] = [f"wider than the screen by {by}"]
    assert found == {}


@pytest.mark.long
def test_nothing_is_wider_than_a_tablet(house: PlayedHouse, visitors: Visitors) -> None:
    wide = {}
    for role, pages in PAGES.values():
        page = visitors.new(token(house, role), size="tablet").page
        for opened in pages:
            opened(page, house)
            if (by := page.evaluate(WIDER)) > 0:
                wide[opened.__name__] = by
    assert wide == {}


@pytest.mark.long
def test_a_finger_finds_the_links_at_the_top(house: PlayedHouse, visitors: Visitors) -> None:
    page = visitors.new(house.player, size="phone").page
    seated(page, house)
    heights = "links => links.map(each => each.getBoundingClientRect().height).filter(Boolean)"
    found = page.locator(".top a").evaluate_all(heights)
    assert len(found) > 4
    assert min(found) >= 44


def first_bet(page: Page, house: PlayedHouse) -> None:
    """Somebody new sits down and puts a chip on the felt."""
    page.goto(f"/tables/{house.automatic}?sit")
    expect(page.get_by_role("radiogroup", name="Chip in hand")).to_be_visible()
    spot = page.get_by_role("button", name="Field Bet").first
    spot.click()
    expect(spot).to_have_attribute("aria-label", re.compile(r"your bet \$5(?!.*waiting)"))


@pytest.mark.parametrize("opened", [first_bet, pytest.param(cards, marks=pytest.mark.long)])
def test_a_table_is_no_heavy_page(
    house: PlayedHouse, visitors: Visitors, opened: Callable[[Page, PlayedHouse], None]
) -> None:
    """Files and answers together: as they travel, and unpacked."""
    page = visitors.new().page
    answers: list[Response] = []
    page.on("response", lambda response: answers.append(response))
    opened(page, house)
    page.wait_for_load_state("networkidle")
    weights = {
        "as they travel": [
            (each.request.sizes()["responseBodySize"], each.url) for each in answers
        ],
        "unpacked": [(len(each.body()), each.url) for each in answers],
    }
    for how, each in weights.items():
        heaviest = sorted(each, reverse=True)
        assert all(size > 0 or url.endswith("icon.svg") for size, url in each), (how, heaviest)
        assert LIGHTEST < sum(size for size, _ in each) < HEAVIEST, (how, heaviest)
    sums = [sum(size for size, _ in each) for each in weights.values()]
    assert sums[0] < sums[1] / 2, sums
