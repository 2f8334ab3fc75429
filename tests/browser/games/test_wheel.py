"""The page of a game that only the tests know, on a wheel that only they know (tests/wheel)."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.support.browser_clients import Visitors
from tests.browser.support.felt_player import FeltPlayer
from tests.server.support.running import RunningHouse, in_thread
from tests.server.support.table_helpers import QUICK, new_table, passes_audit, passes_fair
from tests.wheel import GAME, KEY, registered


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    with (
        registered(),
        in_thread(tmp_path_factory.mktemp("wheel") / "house.sqlite", *QUICK) as opened,
    ):
        yield opened


@pytest.fixture
def visitors(browser: Browser, house: RunningHouse) -> Iterator[Visitors]:
    come = Visitors(browser, house.address)
    yield come
    come.leave()


def test_a_wheel_is_played_on_its_page(house: RunningHouse, visitors: Visitors) -> None:
    token = house.guest("Wilma")
    table = new_table(house, token, KEY)
    player = FeltPlayer(visitors.new(token), house, table).come().sit()
    spot = player.page.get_by_role("button", name="Seventeen, pays 35 to 1")
    spot.click()
    expect(spot).to_have_accessible_name("Seventeen, pays 35 to 1, your bet $5")
    player.rail.get_by_role("button", name="Spin").click()
    expect(player.stage).to_contain_text("Pocket")
    expect(spot).to_have_accessible_name("Seventeen, pays 35 to 1")
    player.page.get_by_role("tab", name="Spins").click()
    panel = player.page.get_by_role("tabpanel", name="Spins")
    expect(panel.get_by_role("listitem")).to_have_count(1)
    passes_audit(house, table)
    passes_fair(house, table)


def test_the_lobby_and_the_odds_list_the_game(house: RunningHouse, visitors: Visitors) -> None:
    page = visitors.new(house.guest("Lil")).page
    page.goto("/")
    expect(page.get_by_text("Seventeen 1")).to_be_visible()
    page.goto(f"/odds/{KEY}/{GAME}")
    expect(page.get_by_role("cell", name="1/19").first).to_be_visible()
