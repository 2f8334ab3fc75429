"""Nothing jumps while a page is loaded: what arrives late finds its place kept.

Every answer of the house, and every style sheet, module and picture that a page asks for by itself,
is held back until the page has been painted without it, one after the other.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.pages.test_pages import a_hand
from tests.browser.support.browser_clients import Dealer, Visitors
from tests.server.support.crew import Staffed
from tests.server.support.running import wait_until
from tests.server.support.table_helpers import new_table
from tests.usual import usual

MOST = 0.05
WATCH = """
  window.shifts = [];
  const told = ({ node }) => node?.outerHTML?.slice(0, 90) ?? node?.nodeName;
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) {
      if (!each.hadRecentInput) shifts.push([each.value, each.sources.map(told)]);
    }
  }).observe({ type: "layout-shift", buffered: true });
"""
PAINTED = """() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(done));
  setTimeout(done, 3000); // Nothing is painted while a style sheet of the head is held back.
})"""


class SlowLine:
    """The line between a page and the house, on which everything waits until it is let through."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._held: list[Callable[[], object]] = []
        self._asking = 0
        self._begun = False
        page.on("request", lambda _: self._count(1))
        for ended in ("requestfinished", "requestfailed"):
            page.on(ended, lambda _: self._count(-1))
        page.on("domcontentloaded", lambda _: self._begin())
        page.route("**/*", self._asked)
        page.route_web_socket("**/live**", self._live)

    def _count(self, more: int) -> None:
        self._asking += more

    def _begin(self) -> None:
        """The document has begun; not the empty one before it, of which one may hear late."""
        self._begun = self._page.url != "about:blank"

    def _asked(self, route: Route) -> None:
        late = route.request.resource_type in ("fetch", "image") or self._begun
        if late and route.request.resource_type != "document":
            self._held.append(route.continue_)
        else:
            route.continue_()

    def _live(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: self._held.append(lambda: socket.send(text)))

    def let_through(self, shown: str) -> None:
        """One after the other, until there is what the page shows at last, and nothing waits."""
        last = self._page.locator(shown).first
        while True:
            wait_until(lambda: self._held or (last.is_visible() and not self._asking), what=shown)
            self._page.evaluate(PAINTED)
            if self._held:
                self._held.pop(0)()
            elif not self._asking:
                return


@pytest.fixture(scope="module")
def places(staffed: Staffed) -> dict[str, tuple[str, str]]:
    """Pages that need something to have happened: where each is, and whose it is."""
    house = staffed.house
    token = house.guest("Harriet")
    craps = new_table(house, token, name="By itself", clock=600)
    a_hand(staffed, craps, token)
    cards = staffed.table(rules="nj-2001", name="With cards")
    with Dealer(house.address, cards, token) as own:
        own.do("sit")
    with Dealer(house.address, cards, staffed.tokens["dealer"]) as dealer:
        dealer.do("accept-shoe", seat=1, dealer=True)
        for _ in range(3):
            dealer.do("bet", seat=1, wager="banker", amount=1000)
            dealer.trial("deal", cards=["2h", "9s", "3c", "Kd"])
    dice = new_table(house, house.guest("Shaker"), "nj-1997", game="mini-dice", clock=600)
    return {
        "craps": (f"/tables/{craps}", token),
        "punto-banco": (f"/tables/{cards}", token),
        "mini-dice": (f"/tables/{dice}", token),
        "crew": (f"/tables/{cards}", staffed.tokens["dealer"]),
        "hand": (f"/history/{craps}/1", token),
        "lobby": ("/", token),
        "account": ("/account", token),
        "history": ("/history", token),
        "floor": ("/floor", staffed.boss),
    }


PAGES: dict[str, tuple[str, str]] = {
    "lobby": ("", ".opening"),
    "stranger": ("/", ".opening"),
    "account": ("", "#transfers"),
    "come-in": ("/account", "#new-account"),
    "history": ("", ".hands"),
    "hand": ("", ".steps"),
    "odds": ("/odds", "main a[href^='/odds/']"),
    "sheet": ("/odds/nj-2011/craps", ".sheet"),
    "compare": ("/compare?left=nj-2011/craps&right=md-2013/craps", ".difference"),
    "law": ("/law", "main a[href^='/law/']"),
    "edition": ("/law?edition=nj-2011", "main a[href^='/law/']"),
    "clause": ("/law/NJ11-1.4b-Hard8", "main h1"),
    "reading": ("/law/R-12", "main h1"),
    "floor": ("", "main table"),
    "craps": ("", ".status:has-text('Live')"),
    "punto-banco": ("", ".status:has-text('Live')"),
    "mini-dice": ("", ".status:has-text('Live')"),
    "crew": ("", ".status:has-text('Live')"),
    "guide": ("/guide/nj-2011/craps", "main h2"),
    "first-hand": ("/first-hand/nj-2001/punto-banco", ".felt .spot"),
    "school": ("/school", "main h1"),
    "error": ("/no/such/page", "main h1"),
    "invitation": ("/invitation#none", "main h1"),
}
"""Each page, and what it shows at last; those without an address are in ``places``."""


WINDOWS: dict[str, dict[str, Any]] = {
    "desktop": {"size": "desktop"}, "phone": {"size": "phone"}, "tablet": {"size": "tablet"},
    "sideways": {"size": "phone", "viewport": {"width": 844, "height": 390}},
}  # fmt: skip
USUAL = {("craps", "phone")}


@pytest.mark.parametrize(
    ("name", "size"),
    usual([(name, size) for name in PAGES for size in WINDOWS], USUAL),
)
def test_nothing_jumps_while_a_page_is_loaded(
    places: dict[str, tuple[str, str]], visitors: Visitors, name: str, size: str
) -> None:
    path, shown = PAGES[name]
    path, token = places[name] if not path else (path, None)
    visitor = visitors.new(token, reduced_motion="reduce", **WINDOWS[size])
    page = visitor.page
    page.add_init_script(WATCH)
    line = SlowLine(page)
    page.goto(path, wait_until="commit")
    line.let_through(shown)
    expect(page.locator(shown).first).to_be_visible()
    page.evaluate(PAINTED)
    shifts: list[tuple[float, list[Any]]] = page.evaluate("shifts")
    visitor.complaints.clear()  # Of a page that is not there.
    assert sum(value for value, _ in shifts) < MOST, "\n".join(map(str, shifts))
