"""What is asked about before it is done, what is typed, and figures that are read off a page."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.crew.test_crew import BANKER, coup, everybody, panel, ready, says
from tests.browser.support.browser_clients import Visitors
from tests.browser.support.felt_player import FeltPlayer, seated
from tests.browser.table.test_repeated_input_and_focus import types
from tests.browser.table.test_table import CALM, crew
from tests.server.support.crew import Staffed
from tests.server.support.table_helpers import passes_audit


def note(player: FeltPlayer) -> Locator:
    return player.page.locator(".toast.note")


def dont_pass_on_its_number(
    staffed: Staffed, visitors: Visitors, name: str
) -> tuple[FeltPlayer, str]:
    table = staffed.table(name=name)
    player, _ = seated(staffed, visitors, table, **CALM)
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="dont-pass", amount=1000)
        dealer.do("bet", seat=1, wager="field", amount=500)
        dealer.roll(4, 2)
        dealer.do("bet", seat=1, wager="field", amount=500)
    player.sees("dont-pass", 1000)
    player.sees("field", 500)
    return player, table


@pytest.mark.long
@pytest.mark.parametrize(
    "how",
    [
        "Clear",
        *(
            pytest.param(each, marks=pytest.mark.long)
            for each in ("right click", "typed", "Take down")
        ),
    ],
)
def test_what_cannot_be_put_back_is_asked_for_twice(
    staffed: Staffed, visitors: Visitors, how: str
) -> None:
    """A don't bet on its number (NJ11-1.3d); what may be put back is not asked about."""
    player, table = dont_pass_on_its_number(staffed, visitors, f"Bound {how}")
    player.chip("$25")

    def act() -> None:
        if how == "right click":
            player.click("dont-pass", "right")
        elif how == "Clear":
            player.tool("Clear").click()
        elif how == "typed":
            player.page.keyboard.press("t")
            types(player, "take down dont pass")
        else:
            player.page.get_by_role("tab", name="Bets").click()
            bets = player.page.get_by_role("tabpanel", name="Bets")
            line = bets.get_by_role("listitem").filter(has_text="Don't Pass Bet")
            line.get_by_role("button", name="Take down").click()

    act()
    words = "Don't Pass Bet: once down, not to be put back. Once more to do it."
    if how == "typed":
        expect(player.page.get_by_role("log")).to_contain_text(words)
    else:
        expect(note(player)).to_contain_text(words)
    assert player.stakes() == {"dont-pass": 1000, "field": 500}
    act()
    player.sees_none("dont-pass")
    expect(note(player).filter(has_text="Once more")).to_have_count(0)
    assert "dont-pass" not in player.stakes()
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_a_roll_forgets_what_was_asked(staffed: Staffed, visitors: Visitors) -> None:
    player, table = dont_pass_on_its_number(staffed, visitors, "Forgotten")
    player.chip("$25")
    player.click("dont-pass", "right")
    expect(note(player)).to_contain_text("Once more to do it.")
    with crew(staffed, table) as dealer:
        dealer.roll(4, 4)
    player.roll_shown(4, 4)
    expect(note(player)).to_have_count(0)
    player.click("dont-pass", "right")
    expect(note(player)).to_contain_text("Once more to do it.")
    assert player.stakes()["dont-pass"] == 1000


@pytest.mark.long
def test_typed_odds_mean_what_they_say(staffed: Staffed, visitors: Visitors) -> None:
    """ "odds 10 on 9" puts ten dollars behind the bet on the 9, whatever else has a number."""
    table = staffed.table(name="Typed odds")
    player, _ = seated(staffed, visitors, table, **CALM)
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1000)
        dealer.roll(2, 2)
        for dice in ((4, 6), (4, 5)):
            dealer.do("bet", seat=1, wager="come", amount=1000)
            dealer.roll(*dice)
    expect(player.called("Come Bet on the 9")).to_have_attribute("aria-label", re.compile(r"\$10"))
    player.page.keyboard.press("t")
    types(player, "odds 10 on 9")
    player.sees("come-odds-9", 1000)
    types(player, "odds 9 10")
    log = player.page.get_by_role("log")
    expect(log).to_contain_text('It may be "9 on odds 10" or "10 on odds 9".')
    types(player, "odds 20 9")
    player.sees("come-odds-9", 3000)
    types(player, "come odds 20 on 10")
    player.sees("come-odds-10", 2000)
    assert {name: bet for name, bet in player.stakes().items() if "odds" in name} == {
        "come-odds-9": 3000,
        "come-odds-10": 2000,
    }
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_no_declines_the_dice(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="No")
    player, _ = seated(staffed, visitors, table, **CALM)
    with crew(staffed, table) as dealer:
        dealer.do("sit", seat=2, name="Wanda", rail=50_000)
    expect(player.rail.get_by_role("button", name="Take the dice")).to_be_visible()
    player.page.keyboard.press("t")
    types(player, "no")
    expect(player.page.locator(".holder")).to_contain_text("offered to Wanda")


@pytest.mark.long
def test_how_much_odds_may_be_is_said(staffed: Staffed, visitors: Visitors) -> None:
    """NJ11-1.6e: up to so many times the bet, as the house elects."""
    for odds, words in (
        (None, "at most 100 times the bet"),
        (
            {"4": 3, "5": 4, "6": 5, "8": 5, "9": 4, "10": 3},
            "at most 3 times the bet on 4 and 10, 4 times the bet on 5 and 9, ",
        ),
    ):
        house = {} if odds is None else {"house": {"odds": odds}}
        player, _ = seated(staffed, visitors, staffed.table(name="How much", **house), **CALM)
        player.spot("pass-odds").hover()
        expect(player.page.locator(".info-body")).to_contain_text(words)


@pytest.mark.long
def test_repeat_says_what_it_puts_down(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Once again")
    player, _ = seated(staffed, visitors, table, **CALM)
    for wager in ("field", "any-craps"):
        player.click(wager)
        player.sees(wager, 500)
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1000)
        dealer.roll(4, 2)
    expect(player.tool("Repeat")).to_have_text("Repeat $10")
    player.tool("Repeat").click()
    player.sees("field", 500)
    expect(player.tool("Repeat")).to_have_text("Repeat")


@pytest.mark.long
def test_the_percentages_are_rounded_once(staffed: Staffed, visitors: Visitors) -> None:
    """5/11 is 45.4545...: 45.455%, and the 6/11 that it loses 54.545%."""
    page = visitors.new().page
    page.goto("/odds/nj-2011/craps")
    row = page.get_by_role("row").filter(has=page.get_by_text("Place Bet 6 to Win", exact=True))
    expect(row.first).to_contain_text("45.455%")
    expect(row.first).to_contain_text("54.545%")


@pytest.mark.long
def test_dice_that_do_not_count_look_so(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Old dice")
    player, _ = seated(staffed, visitors, table, **CALM)
    place = player.stage.locator(".outcome-place")
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1000)
        dealer.roll(4, 2)
        player.roll_shown(4, 2)
        expect(place).not_to_have_class(re.compile("old"))
        dealer.do("throw")
        expect(place).to_have_class(re.compile("old"))
        dealer.do("no-roll", reason="off-the-table")
        expect(player.stage).to_contain_text("No roll: off the table")
        expect(place).to_have_class(re.compile("old"))
        dealer.roll(4, 5)
        player.roll_shown(4, 5)
        expect(place).not_to_have_class(re.compile("old"))


@pytest.mark.long
def test_the_crew_reads_what_a_roll_did(staffed: Staffed, visitors: Visitors) -> None:
    """For every seat; taken back with the roll."""
    table = staffed.table(name="Decided")
    found = ready(staffed, visitors.new(everybody(staffed, "decided"), **CALM).page, table)
    with crew(staffed, table) as dealer:
        dealer.do("bet", seat=2, wager="field", amount=500)
        dealer.roll(6, 6)
        expect(found.locator(".paid")).to_have_text(
            "Decided: Seat 1, Walter: -$10; Seat 2, Wanda: +$10."
        )
    found.get_by_role("group", name="Correct the last entry").locator("> summary").click()
    found.get_by_role("button", name="Take it back").click()
    question = found.page.get_by_role("dialog", name="Correct the last entry")
    question.get_by_role("button", name="Take it back").click()
    says(found, "Taken back")
    expect(found.locator(".paid")).to_have_text("")


@pytest.mark.parametrize("width", [768, 820, 1024])
@pytest.mark.long
def test_every_card_of_the_pad_can_be_read(
    staffed: Staffed, visitors: Visitors, width: int
) -> None:
    table = staffed.table(rules="nj-2001", name="Cards wide")
    page = visitors.new(staffed.tokens["dealer"], viewport={"width": width, "height": 1100}).page
    panel(page, table)
    keys = page.locator(".card-key")
    expect(keys).to_have_count(52)
    assert all(
        keys.evaluate_all(
            "all => all.map(each => each.clientWidth >= 40 && each.scrollWidth <= each.clientWidth)"
        )
    )


@pytest.mark.long
def test_after_the_cutting_card_there_is_none_to_tick(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(rules="nj-2001", name="Cut once")
    found = panel(visitors.new(everybody(staffed, "cut-once")).page, table)
    tick = found.get_by_label("The cutting card came out in this coup")
    with crew(staffed, table) as dealer:
        dealer.do("sit", seat=1, name="Kim", rail=50_000)
        dealer.do("accept-shoe", seat=1, dealer=True)
        expect(tick).to_be_visible()
        coup(dealer, {1: 1000}, BANKER, cut_card=True)
        expect(tick).to_be_hidden()


@pytest.mark.long
def test_who_may_not_call_is_told_by_which_clause(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="May not")
    ready(staffed, visitors.new(everybody(staffed, "may-not")).page, table)
    dealer = panel(visitors.new(staffed.tokens["dealer"]).page, table)
    order = dealer.get_by_role("group", name="Order the dice passed")
    order.locator("> summary").click()
    expect(order).to_contain_text("Called by the boxperson; you are the dealer.")
    expect(order.get_by_role("link", name="NJ11-1.11a2")).to_be_visible()


@pytest.mark.long
def test_one_long_shot_is_no_proof(staffed: Staffed, visitors: Visitors) -> None:
    """Of few bets the floor gives no verdict."""
    table = staffed.table(name="Long shot")
    with crew(staffed, table) as dealer:
        dealer.do("sit", seat=1, name="Walter", rail=500_000)
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1000)
        for _ in range(3):
            dealer.do("bet", seat=1, wager="craps-2", amount=50_000)
            dealer.roll(1, 1)
            dealer.do("bet", seat=1, wager="pass", amount=1000)
    page = visitors.new(staffed.tokens["floorperson"]).page
    page.goto("/floor")
    meters = page.get_by_role("region", name="Meters by table")
    row = meters.get_by_role("row").filter(has=page.get_by_role("link", name="Long shot"))
    expect(row).to_contain_text("deviations below, of few bets")
    expect(row).not_to_contain_text("not luck")
