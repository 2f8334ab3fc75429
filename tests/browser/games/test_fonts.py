"""Layouts in the fonts of several systems: what is printed stays inside its spot, and no button
cuts its words off.

The stand-ins are fonts that Debian packages: TeX Gyre Pagella has the widths of Palatino, Inter is
drawn after Apple's system font, Open Sans is a little wider than the one of Windows, Roboto is
Android's, and DejaVu, the widest, is all that a bare Linux has."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.games.test_crowded_layouts import GAMES, LAYOUTS
from tests.browser.support.browser_clients import Visitors
from tests.browser.support.felt_player import CALM, seated
from tests.server.support.crew import Staffed
from tests.usual import usual

FONTS = {
    "a bare Linux": ("DejaVu Sans", "DejaVu Serif"),
    "a Linux desktop": ("Liberation Sans", "TeX Gyre Pagella"),
    "macOS and iOS": ("Inter", "TeX Gyre Pagella"),
    "Windows": ("Open Sans", "TeX Gyre Pagella"),
    "Android": ("Roboto", "DejaVu Serif"),
}
OPEN = """async () => {
  for (const drawer of document.querySelectorAll(".felt details")) drawer.open = true;
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}"""
OUTSIDE = """() => {
  const seen = (each) => each.getBoundingClientRect().width > 0 && each.textContent.trim();
  const wide = (inner, outer, by) => {
    const [small, large] = [inner, outer].map((each) => each.getBoundingClientRect());
    return small.left < large.left - by || small.right > large.right + by;
  };
  const printed = [...document.querySelectorAll(".felt .spot")].flatMap((spot) =>
    [...spot.querySelectorAll(":is(.label, .pays) tspan, text.label:not(:has(tspan))")]
      .filter(seen).filter((each) => wide(each, spot.querySelector(".shape"), 1))
      .map((each) => `${spot.dataset.name}: ${each.textContent}`));
  const cut = [...document.querySelectorAll(".rail button, .table-head button, [role=tab]")]
    .filter(seen).filter((each) => each.scrollWidth > each.clientWidth + 1)
    .map((each) => each.textContent);
  return [...printed, ...cut];
}"""


def use(page: Page, sans: str, serif: str) -> None:
    """Have the pages use these families."""

    def replaced(route: Route) -> None:
        answer = route.fetch()
        text = re.sub("--sans: [^;]*;", f'--sans: "{sans}";', answer.text())
        text = re.sub("--serif: [^;]*;", f'--serif: "{serif}";', text)
        route.fulfill(response=answer, body=text)

    page.unroute("**/base.css*")
    page.route("**/base.css*", replaced)


def used(page: Page, selector: str) -> set[str]:
    """Return the families that the words of an element are really drawn in."""
    browser = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        browser.send(f"{domain}.enable")
    root = browser.send("DOM.getDocument")["root"]["nodeId"]
    node = browser.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    fonts = browser.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    browser.detach()
    return {each["familyName"] for each in fonts}


def outside(page: Page) -> dict[str, list[str]]:
    """What does not fit, by the system whose fonts are used."""
    found = {}
    for system, (sans, serif) in FONTS.items():
        use(page, sans, serif)
        page.reload()
        expect(page.get_by_role("radiogroup", name="Chip in hand")).to_be_visible()
        expect(page.locator(".felt .spot").first).to_be_attached()
        # tools/setup.sh installs these fonts where it can.
        for selector, family in (("[role=tab]", sans), ("h1", serif)):
            drawn = used(page, selector)
            assert drawn, selector
            assert all(each.startswith(family) for each in drawn), (family, drawn)
        page.evaluate(OPEN)
        if words := page.evaluate(OUTSIDE):
            found[system] = words
    return found


@pytest.mark.long
def test_words_that_do_not_fit_are_found(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Wide words")
    player, _ = seated(staffed, visitors, table, **CALM)
    assert player.page.evaluate(OUTSIDE) == []
    player.page.evaluate("document.querySelector('.felt .spot tspan').textContent = 'x'.repeat(99)")
    assert len(player.page.evaluate(OUTSIDE)) == 1


@pytest.mark.long
@pytest.mark.parametrize(
    ("rules", "game", "layout"),
    usual([(*each, at) for each in GAMES for at in LAYOUTS], [("nj-2011", "craps", "phone")]),
)
def test_words_fit_in_the_fonts_of_every_system(
    staffed: Staffed, visitors: Visitors, rules: str, game: str, layout: str
) -> None:
    table = staffed.table(rules=rules, game=game, name="Fonts")
    player, _ = seated(staffed, visitors, table, **CALM, **LAYOUTS[layout])
    assert outside(player.page) == {}
