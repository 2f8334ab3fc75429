"""Seeds and pledges on the page, and a table that is stopped."""

import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.browser.support.browser_clients import Visitors, all_tables
from tests.browser.support.felt_player import (
    CALM,
    ODD_TEXT,
    FeltPlayer,
    alert,
    opened,
)
from tests.server.support.crew import Staffed
from tests.server.support.running import PATIENCE, Running, running, wait_until
from tests.server.support.table_helpers import QUICK, passes_audit, passes_fair


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "house.sqlite", *QUICK) as house:
        yield house


@pytest.mark.long
def test_a_seed_of_ones_own_and_what_is_revealed(staffed: Staffed, visitors: Visitors) -> None:
    house = staffed.house
    table = opened(house, rules="nj-1997", game="mini-dice")
    player = FeltPlayer(visitors.new(**CALM), house, table).come().sit()
    page = player.page
    page.get_by_role("tab", name="Fair").click()
    fair = page.get_by_role("tabpanel", name="Fair")
    pledged = house.get(f"/api/v1/tables/{table}")["state"]["pledge"]["hash"]
    expect(fair.locator(".hash")).to_have_text(pledged)
    fair.get_by_label("Add a text of your own").fill(ODD_TEXT)
    fair.get_by_role("button", name="Add").click()
    expect(fair).to_contain_text("1 player has added a text")
    assert house.get(f"/api/v1/tables/{table}")["state"]["pledge"]["seeds"] == {"1": ODD_TEXT}
    player.click("under-7")
    player.sees("under-7", 500)
    player.rail.get_by_role("button", name="Take the shaker").click()
    player.rail.get_by_role("button", name="Shake", exact=True).click()
    expect(fair).to_contain_text("Last seed revealed")
    expect(fair.locator(".hash").first).not_to_have_text(pledged)
    fair.get_by_role("link", name="Verify it in your history").click()
    page.get_by_role("button", name="Make them again on this page").click()
    expect(page.get_by_text("Everything follows from the seed that was pledged.")).to_be_visible()
    passes_fair(house, table)


def lammer(*arguments: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "lammer", *arguments],
        check=True, capture_output=True, timeout=PATIENCE,
    )  # fmt: skip


@pytest.mark.long
def test_a_house_put_back_to_a_backup_withdraws_its_pledge(
    own_house: Running, browser: Browser, tmp_path: Path
) -> None:
    come = Visitors(browser, own_house.address)
    visitor = come.new(**CALM)
    visitor.house_may_be_away = True
    table = opened(own_house)
    player = FeltPlayer(visitor, own_house, table).come().sit()
    page = player.page
    player.rail.get_by_role("button", name="Take the dice").click()
    player.click("pass")
    player.sees("pass", 500)
    pledged = own_house.get(f"/api/v1/tables/{table}")["state"]["pledge"]["hash"]
    lammer("backup", str(tmp_path / "one.lammer"), "--db", own_house.database)
    player.click("field")
    player.sees("field", 500)
    lammer("restore", str(tmp_path / "one.lammer"), "--db", own_house.database)
    board = page.get_by_role("log", name="What is said at the table")
    page.get_by_role("heading", name="Text board").click()
    expect(board).to_contain_text("the house was put back to a backup")
    player.sees_none("field")
    player.sees("pass", 500)
    page.get_by_role("tab", name="Fair").click()
    fair = page.get_by_role("tabpanel", name="Fair")
    expect(fair.locator(".hash").first).not_to_have_text(pledged)
    player.click("field")
    player.sees("field", 500)
    wait_until(lambda: player.stakes() == {"pass": 500, "field": 500})
    come.leave()
    assert pledged in own_house.log(table).decode()
    passes_audit(own_house, table)
    passes_fair(own_house, table)


# A stopped table


@pytest.mark.long
def test_a_table_that_stops_under_the_page(staffed: Staffed, visitors: Visitors) -> None:
    """The house says so in a message of its own; the page shows it at once."""
    table = opened(staffed.house)
    visitor = visitors.new()
    sockets: list[WebSocketRoute] = []

    def route(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    visitor.page.route_web_socket("**/live*", route)
    player = FeltPlayer(visitor, staffed.house, table).come()
    sockets[-1].send(json.dumps({"stopped": "The books do not add up."}))
    still = alert(player, "The table is stopped: The books do not add up.")
    expect(still.get_by_role("link", name="To the tables")).to_be_visible()
    expect(player.rail.get_by_role("button", name="Sit down")).to_be_disabled()
    visitor.house_may_be_away = True
    sockets[-1].close(code=4012)  # It is made anew.
    expect(still).to_be_hidden()
    expect(player.rail.get_by_role("button", name="Sit down")).to_be_enabled()


@pytest.mark.long
def test_a_table_that_does_not_fit_together(own_house: Running, browser: Browser) -> None:
    """As player, as spectator, as floorperson: everybody is told, and nothing is bet."""
    boss = own_house.account("boss", "administrator")
    floor = own_house.account("floor", "floorperson", boss)
    come = Visitors(browser, own_house.address)
    table = opened(own_house, name="Broken")
    player = FeltPlayer(come.new(**CALM), own_house, table).come().sit()
    watcher = FeltPlayer(come.new(**CALM), own_house, table).come()
    for each in (player, watcher):
        each.visitor.house_may_be_away = True
    player.click("pass")
    player.sees("pass", 500)
    own_house.kill()
    with closing(sqlite3.connect(own_house.database)) as store, store:
        store.execute("UPDATE balance SET cents = cents + 1 WHERE account = 'rail-1'")
    own_house.start()
    for each in (player, watcher):
        expect(alert(each, "The table is stopped")).to_contain_text("rail-1 stands at")
    expect(watcher.rail.get_by_role("button", name="Sit down")).to_be_disabled()
    player.click("field")
    expect(player.spot("field")).not_to_have_attribute("aria-label", re.compile("bet|waiting"))
    lobby = come.new()
    all_tables(lobby.page)
    card = lobby.page.locator(".table-card").filter(has_text="Broken")
    expect(card).to_contain_text("This table is stopped: ")
    expect(card).to_contain_text("rail-1 stands at")
    expect(card.get_by_role("link", name="Sit down")).to_have_count(0)
    expect(card.get_by_role("link", name="Watch")).to_be_visible()
    page = come.new(floor).page
    page.goto("/floor")
    expect(page.get_by_text("A table is stopped.")).to_be_visible()
    assert own_house.get("/health")["ok"] is False or own_house.get("/health")["stopped"]
    come.leave()
