"""A page at a table of a house of two processes, behind a real nginx: the process is killed, and
the player goes on; an administrator moves a table on the floor."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.support.browser_clients import Visitor, Visitors
from tests.browser.support.felt_player import CALM, FeltPlayer
from tests.postgres import Postgres
from tests.postgres import running as postgres_running
from tests.server.support.houses import Houses, two_processes
from tests.server.support.running import RunningHouse, wait_until

NOTE_BANNER = """() => {
  const noted = window.noted = { shown: false, hidden: false };
  const look = () => {
    const shown = document.querySelector(".banner.connection")?.checkVisibility() ?? false;
    noted.shown ||= shown;
    noted.hidden = !shown;
  };
  new MutationObserver(look).observe(document.body, {
    attributes: true, childList: true, subtree: true,
  });
}"""
"""Notes in the page that the banner was there, which on a busy machine may be over before a test
looks for it."""


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    yield from postgres_running()


@pytest.fixture
def houses(postgres: Postgres, tmp_path: Path) -> Iterator[Houses]:
    with two_processes(postgres, tmp_path) as found:
        yield found


@pytest.fixture
def visitors(browser: Browser, houses: Houses) -> Iterator[Visitors]:
    come = Visitors(browser, houses.proxy.address)
    yield come
    come.leave()


@pytest.mark.long
def test_the_process_of_a_table_is_killed_and_the_page_goes_on(
    houses: Houses, visitors: Visitors
) -> None:
    table = houses.table(houses.guest())
    visitor = visitors.new(ignore_https_errors=True, **CALM)
    visitor.house_may_be_away = True
    direct: RunningHouse = houses.processes["a"]
    player = FeltPlayer(visitor, direct, table).come().sit()
    for bet in (500, 1000):
        player.click("pass")
        wait_until(lambda bet=bet: bets_up(houses, table, visitor) == bet)
        owner = houses.owner(table)
        visitor.page.evaluate(NOTE_BANNER)
        houses.processes[owner].kill()
        wait_until(lambda owner=owner: houses.where(table) not in (owner, None), what="another")
        wait_until(lambda: visitor.page.evaluate("noted.shown && noted.hidden"), what="the page")
        player.sees("pass", bet)
        houses.processes[owner].start()


def bets_up(houses: Houses, table: str, visitor: Visitor) -> int:
    """What lies on the layout, in cents, as the process of the table says."""
    visitor.page.evaluate("1")  # So that what the page sends goes out.
    seats = houses.get(f"/api/v1/tables/{table}")["state"]["seats"].values()
    return sum(seat["layout"] for seat in seats)


@pytest.mark.long
def test_an_administrator_moves_a_table_on_the_floor(
    houses: Houses, visitors: Visitors, shot: Callable[[Visitor, str], None]
) -> None:
    boss = houses.administrator()
    table = houses.table(boss)
    for scheme in ("light", "dark"):
        for size in ("desktop", "tablet", "phone"):
            visitor = visitors.new(
                boss, size, ignore_https_errors=True, color_scheme=scheme, **CALM
            )
            page = visitor.page
            page.goto("/floor")
            part = page.get_by_role("region", name="Processes").first
            expect(part).to_be_visible()
            owner = houses.owner(table)
            to = "b" if owner == "a" else "a"
            form = page.get_by_role("form", name="Move a table")
            form.get_by_label("Move", exact=True).select_option(table)
            form.get_by_label("to process").select_option(to)
            form.get_by_role("button", name="Move").click()
            expect(form.get_by_role("status")).to_contain_text(f"goes to {to}")
            wait_until(lambda to=to: houses.where(table) == to, what="the table there")
            form.scroll_into_view_if_needed()
            shot(visitor, f"processes-{size}-{scheme}")
    tables = {each["table"] for each in houses.get("/api/v1/tables")["tables"]}
    with houses.client(boss) as client:
        for each in tables:
            assert client.post(f"/api/v1/tables/{each}/move", json={"process": "a"}).is_success
    wait_until(lambda: {houses.where(each) for each in tables} == {"a"}, what="all there")
    share = page.get_by_role("form", name="Share the tables")
    share.get_by_role("button").click()
    expect(share.get_by_role("status")).to_contain_text("tables were moved.")
    wait_until(lambda: {houses.where(each) for each in tables} == {"a", "b"}, what="both")
