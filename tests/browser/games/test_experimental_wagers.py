"""A wager outside the regulation on the felt: in an area of its own that says so, bet, entered by
the crew, paid, and described beside the layout."""

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import expect

from tests.browser.support.browser_clients import Dealer, Visitors
from tests.browser.support.felt_player import CALM, dollars, seated
from tests.server.support.crew import Staffed
from tests.server.support.table_helpers import passes_audit
from tests.usual import usual

STRAIGHT = {
    "key": "straight-run",
    "name": "Straight",
    "space": "three dice",
    "one_roll": {"pays": {"1-2-3, 2-3-4, 3-4-5, 4-5-6": "7 to 1", "triple 6": "20 to 1"}},
}
EMBLEMS = {
    "key": "either-emblem",
    "name": "Either emblem, the joker or the crown, whichever comes",
    "space": "big six wheel",
    "one_roll": {"pays": {"any emblem": "24 to 1"}},
}


class Shown(NamedTuple):
    """A wager at a game, what its area says of its payout, and the trial that wins for $5."""

    wager: dict[str, Any]
    says: str
    trial: tuple[str, dict[str, Any]]
    won: int


GAMES = {
    "ac-sic-bo": Shown(STRAIGHT, "7, 20 to 1", ("shake", {"dice": [4, 5, 6]}), 35_00),
    "ac-big-six": Shown(EMBLEMS, "24 to 1", ("spin", {"stop": "emblem-1"}), 120_00),
}
LOOKS: dict[str, dict[str, Any]] = {
    "desktop, dark": {"color_scheme": "dark"},
    "tablet": {"size": "tablet"},
    "phone": {"size": "phone"},
}


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("look", usual(LOOKS, ["phone"]))
def test_it_is_bet_and_paid(staffed: Staffed, visitors: Visitors, look: str, rules: str) -> None:
    wager, says, (verb, outcome), won = GAMES[rules]
    key, name = wager["key"], wager["name"]
    house = {"experimental": True, "wagers": [wager]}
    table = staffed.table(rules=rules, house=house)
    player, _ = seated(staffed, visitors, table, **CALM, **LOOKS[look])
    page = player.page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    area = player.felt.get_by_role("group", name="Experimental, outside the regulation")
    expect(area.get_by_text("Experimental, outside the regulation")).to_be_visible()
    expect(area.get_by_text(says).first).to_be_attached()
    expect(area.get_by_role("button")).to_have_count(1)
    sizes = area.locator(".label").evaluate_all(
        "all => all.map((each) => parseFloat(getComputedStyle(each).fontSize) "
        "* each.getScreenCTM().a)"
    )
    assert min(sizes) >= 8, "its name cannot be read"
    player.press(key)
    player.sees(key, 500)
    if look != "phone":  # There they lie over the rail.
        if look == "tablet":
            page.locator(".strip").click()
        expect(page.locator(".outside", has_text="Outside the regulation").first).to_be_visible()
    before = player.seat()
    with Dealer(staffed.house.address, table, staffed.tokens["floorperson"]) as crew:
        crew.trial(verb, **outcome)
    expect(page.get_by_text(f"{name} (experimental)").first).to_be_attached()
    expect(player.figure("Rail")).to_have_text(dollars(before["rail"] + 5_00 + won))
    passes_audit(staffed.house, table)
