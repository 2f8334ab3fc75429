"""How to play: the gaming guide, on the screen and on paper."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.support.browser_clients import Visitor, Visitors
from tests.server.support.crew import Staffed
from tests.usual import usual


def no_violations(page: Page, within: str | None = None) -> None:
    found = Axe().run(page, within).response["violations"]
    assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in found] == []


@pytest.mark.long
def test_a_guide_of_a_game_says_how_it_is_played(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/guide/nj-2011/craps")
    expect(page.get_by_role("heading", name="How to play: Craps, New Jersey")).to_be_visible()
    expect(page.get_by_role("heading", name="How a round goes")).to_be_visible()
    row = (
        page.get_by_role("row")
        .filter(has=page.get_by_role("rowheader", name="Pass Bet", exact=False))
        .first
    )
    expect(row).to_contain_text("Wins on 7 or 11; then on the point before a 7.")
    expect(row).to_contain_text("49.3%244/495")
    expect(row).to_contain_text("1.41%")
    expect(page.get_by_role("link", name="NJ11-1.2a1", exact=True).first).to_have_attribute(
        "href", "/law/NJ11-1.2a1"
    )
    no_violations(page)


@pytest.mark.long
def test_a_guide_of_a_table_has_its_choices_and_the_way_back(
    staffed: Staffed, visitors: Visitors
) -> None:
    table = staffed.table(name="Six decks", rules="nj-2001", game="punto-banco", house={"decks": 6})
    page = visitors.new().page
    page.goto(f"/tables/{table}/guide")
    expect(page.get_by_text("The shoe has 6 decks of cards.")).to_be_visible()
    banker = page.get_by_role("table", name="Banker's Hand")
    fifth = banker.get_by_role("row", name="5 D", exact=False)
    expect(fifth.get_by_role("cell")).to_have_text([*"DSSSSDDDDSS"])
    expect(page.get_by_role("link", name="To the table")).to_have_attribute(
        "href", f"/tables/{table}"
    )
    no_violations(page)


@pytest.mark.long
@pytest.mark.parametrize("game", usual(["nj-2011/craps", "nj-1997/mini-dice"], ["nj-2011/craps"]))
def test_a_guide_is_printed_without_the_page_around_it(
    visitor: Visitor, game: str, tmp_path: Path
) -> None:
    page = visitor.page
    page.goto(f"/guide/{game}")
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.get_by_role("navigation", name="Pages")).to_be_hidden()
    assert page.evaluate("document.body.scrollWidth <= innerWidth")
    printed = page.pdf(path=tmp_path / "guide.pdf", format="A4")
    assert printed.startswith(b"%PDF")


def test_a_guide_of_nothing_says_so(visitors: Visitors) -> None:
    visitor = visitors.new()
    visitor.house_may_be_away = True
    visitor.page.goto("/guide/nj-2011/poker")
    expect(visitor.page.get_by_role("heading", name="There is no such page")).to_be_visible()
    visitor.complaints.clear()  # The browser complains of the answer 404.
