"""A player at a table that moves from one process to another: the page follows, and what was bet
meanwhile is bet once. A directory says where the table is in place of a second process."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from lammer.server.errors import TableMoved, table_moving
from tests.browser.support.browser_clients import Visitors
from tests.browser.support.felt_player import CALM, FeltPlayer
from tests.server.support.directory import FakeDirectory, send_away
from tests.server.support.running import InThread, in_thread, wait_until
from tests.server.support.table_helpers import QUICK, new_table


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InThread]:
    database = tmp_path_factory.mktemp("moves") / "house.sqlite"
    with in_thread(database, *QUICK, base="/games", process="a") as found:
        yield found


@pytest.fixture
def visitors(browser: Browser, house: InThread) -> Iterator[Visitors]:
    come = Visitors(browser, house.address)
    yield come
    come.leave()


def asked(addresses: list[str]) -> list[str]:
    """What the paths of WebSockets begin with, below that of the house."""
    paths = [each.split("/")[1:] for each in addresses]
    assert {path[0] for path in paths} == {"games"}
    return ["/".join(path[1:3]) for path in paths]


def test_the_page_follows_a_table_and_bets_once(
    visitors: Visitors, house: InThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = FakeDirectory(monkeypatch, live=True)
    table = new_table(house, house.guest("Ann"), clock=None)
    visitor = visitors.new(**CALM)
    visitor.house_may_be_away = True
    opened: list[str] = []
    visitor.page.on("websocket", lambda each: opened.append(each.url.split("//")[1]))
    directory.say(table_moving(table), TableMoved(table, "gone"), TableMoved(table, "a"))
    player = FeltPlayer(visitor, house, table).come().sit()
    assert asked(opened)[:5] == ["api/v1", "api/v1", "p/gone", "api/v1", "p/a"]
    opened.clear()
    player.click("pass")
    player.sees("pass", 500)
    directory.say(TableMoved(table, "b"), table_moving(table), TableMoved(table, "a"))
    send_away(house, table)
    # What a page opened is heard of while something is asked of it.
    wait_until(lambda: visitor.page.evaluate("1") and len(opened) >= 4, what="the table")
    assert asked(opened) == ["p/b", "api/v1", "api/v1", "p/a"]
    expect(visitor.page.locator(".status", has_text="Live")).to_be_visible()
    player.click("pass")
    player.sees("pass", 1000)
    assert player.stakes() == {"pass": 1000}
