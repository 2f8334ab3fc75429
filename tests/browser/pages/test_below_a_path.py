"""The pages of a house that is reached below a path of its host: nothing they load is missing, and
every link stays below it."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Response

from lammer.server.http.pages.routes import PAGES
from tests.browser.support.browser_clients import Visitor, Visitors
from tests.server.support.running import in_thread
from tests.server.support.table_helpers import QUICK

BASE = "/games"
PARAMETERS = {"table": "craps-1", "rules": "nj-2011", "game": "craps", "clause": "NJ11-1.3c1"}
FEW = ("/", "/tables/craps-1")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = tmp_path_factory.mktemp("below") / "house.sqlite"
    with in_thread(database, *QUICK, base=BASE) as house:
        yield f"{house.address}{BASE}"


@pytest.fixture
def visitor(browser: Browser, address: str) -> Iterator[Visitor]:
    come = Visitors(browser, address)
    yield come.new()
    come.leave()


def others() -> list[str]:
    """Every other page that needs no hand, sitting, class or link of the visitor's own."""
    found = set()
    for path in {path for handler in PAGES for path in handler.paths}:
        if path.startswith(("/static", "/api")) or "{hand" in path or "{number" in path:
            continue
        found.add(re.sub(r"{(\w+):\w+}", lambda name: PARAMETERS[name[1]], path))
    return sorted(found - {*FEW, "/school/join"})


@pytest.mark.parametrize(
    "path", [*FEW, *(pytest.param(each, marks=pytest.mark.long) for each in others())]
)
def test_a_page_loads_and_links_below_the_path(visitor: Visitor, address: str, path: str) -> None:
    wrong: list[str] = []
    page = visitor.page

    def answered(found: Response) -> None:
        if not (found.ok and found.url.startswith((f"{address}/", "data:"))):
            wrong.append(f"{found.status} {found.url}")

    page.on("response", answered)
    page.goto(f"{address}{path}")
    page.locator("main > *").first.wait_for()
    page.wait_for_load_state("networkidle")
    addresses = page.evaluate(
        "[...document.querySelectorAll('[href], [src], [action]')].flatMap((each) =>"
        " ['href', 'src', 'action'].map((name) => each.getAttribute(name)).filter(Boolean))"
    )
    assert len(addresses) > 5
    assert [each for each in addresses if not each.startswith((f"{BASE}/", "#", "data:"))] == []
    assert wrong == []


def test_a_guest_sits_down_below_the_path_and_signing_in_leads_back(
    visitor: Visitor, address: str
) -> None:
    page = visitor.page
    page.goto(f"{address}/tables/craps-1")
    page.get_by_role("region", name="Your rail").get_by_role("button", name="Sit down").click()
    page.get_by_role("radiogroup", name="Chip in hand").wait_for()
    page.goto(f"{address}/account?next=%2Flaw")
    page.wait_for_url(f"{address}/law")
    assert {each["path"] for each in visitor.context.cookies()} == {BASE}
