"""Punto banco as a player meets it: vigorish that is marked, the end of a shoe on a telephone, a
hand in the middle of a shoe whose cards are made again."""

import pytest
from playwright.sync_api import expect

from tests.browser.crew.test_crew import BANKER, MARKED, coup
from tests.browser.pages.test_layout import READ, SMALL
from tests.browser.support.browser_clients import Dealer, Visitors
from tests.browser.support.felt_player import CHIPS, FeltPlayer, seated
from tests.server.support.crew import Staffed
from tests.server.support.running import wait_until
from tests.server.support.table_helpers import new_table
from tests.usual import usual

CALM = {"reduced_motion": "reduce"}


def crew(staffed: Staffed, table: str) -> Dealer:
    return Dealer(staffed.house.address, table, staffed.tokens["dealer"])


@pytest.mark.long
def test_vigorish_that_is_marked_and_collected_is_told(
    staffed: Staffed, visitors: Visitors
) -> None:
    """By itself: what is collected at the end of the shoe is no loss of the last coup."""
    table = staffed.table(rules="nj-2001", name="Marked", house=MARKED)
    player, _ = seated(staffed, visitors, table, **CALM)
    net, aloud = player.stage.locator(".net"), player.stage.locator("[aria-live]")
    last = player.rail.locator(".last-net")
    name = player.name("banker")
    with crew(staffed, table) as dealer:
        dealer.do("accept-shoe", seat=1, dealer=True)
        coup(dealer, {1: 10_000}, BANKER)
        expect(net).to_have_text("You win $100, $5 vigorish marked")
        expect(aloud).to_contain_text(
            f"You win $100 on {name}. $5 vigorish marked. In all you win $100."
        )
        expect(last).to_have_text("Won $100")
        coup(dealer, {1: 20_000}, BANKER, cut_card=True)
        expect(net).to_have_text("You win $200, $10 vigorish marked")
        coup(dealer, {1: 1000}, BANKER)
        expect(net).to_have_text("You win $10, $0.50 vigorish marked, $15.50 vigorish collected")
        expect(aloud).to_contain_text("In all you win $10. $15.50 vigorish collected.")
        expect(last).to_have_text("Won $10")
    assert player.seat()["rail"] == 100_000 + 31_000 - 1550


@pytest.mark.long
def test_who_has_no_bet_is_told_what_is_collected(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(rules="nj-2001", name="Only collected", house=MARKED)
    player, _ = seated(staffed, visitors, table, **CALM)
    with crew(staffed, table) as dealer:
        dealer.do("sit", seat=2, name="Lou", rail=50_000)
        dealer.do("accept-shoe", seat=1, dealer=True)
        coup(dealer, {1: 10_000}, BANKER, cut_card=True)
        coup(dealer, {2: 1000}, BANKER)
        expect(player.stage.locator(".net")).to_have_text("$5 vigorish collected")
        expect(player.stage.locator(".net")).not_to_have_class("net lost")
        expect(player.rail.locator(".last-net")).to_have_text("")


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.long
def test_the_end_of_a_shoe_is_seen_by_who_comes_in_after_the_call(
    staffed: Staffed, visitors: Visitors, size: str
) -> None:
    table = staffed.table(rules="nj-2001", name="Ending")
    house = staffed.house

    def sees(*words: str) -> None:
        """Somebody new does, also on a telephone."""
        player = FeltPlayer(visitors.new(size=size, **CALM), house, table).come()
        shoe = player.page.get_by_role("img", name=f"The shoe: {', '.join(words)}", exact=True)
        expect(shoe).to_be_visible()
        expect(shoe.locator("text")).to_have_text(list(words))
        if size == "phone":
            assert player.page.evaluate(SMALL, READ) == []

    with crew(staffed, table) as dealer:
        dealer.do("sit", seat=1, name="Kim", rail=50_000)
        dealer.do("accept-shoe", seat=1, dealer=True)
        coup(dealer, {1: 1000}, BANKER)
        sees("4 cards out")
        coup(dealer, {1: 1000}, BANKER, cut_card=True)
        sees("8 cards out", "Last hand: one more")
        coup(dealer, {1: 1000}, BANKER)
        sees("12 cards out", "Shoe over")


@pytest.mark.long
def test_a_hand_in_the_middle_of_a_shoe_is_checked(staffed: Staffed, visitors: Visitors) -> None:
    """Its seed was pledged before it and is revealed long after it: cards that were dealt from the
    same shoe before it count."""
    house = staffed.house
    token = house.guest("Middle")
    table = new_table(house, token, "nj-2001", clock=600, house={"decks": 6})

    def happened(event: str, seq: int) -> bool:
        lines = house.get(f"/api/v1/tables/{table}/lines?from={seq}&limit=200")["lines"]
        return any(line["event"] == event for line in lines)

    with Dealer(house.address, table, token) as player:
        player.do("sit", rail=CHIPS)
        player.ask("seed", seed="in the middle")
        seq = 1
        while not happened("shoe-over", seq):
            player.ask("accept-shoe")
            player.do("bet", wager="player", amount=500)
            seq = player.do("deal")["seq"]
    wait_until(lambda: happened("reveal", seq), what="the seed of the shoe")
    page = visitors.new(token, **CALM).page
    page.goto(f"/history/{table}/2")
    page.get_by_role("button", name="Make them again on this page").click()
    expect(page.get_by_text("Everything follows from the seed")).to_be_visible()
    made = page.get_by_role("region", name="Outcomes made again").get_by_role("row")
    expect(made).to_have_count(2)
    expect(made.nth(1)).to_contain_text("2 line")
    expect(made.nth(1)).to_contain_text("the same")


CARDS_IN_VIEW = """() => {
  const rail = document.querySelector(".rail").getBoundingClientRect();
  return [...document.querySelectorAll(".felt .hand .frame")].every((hand) => {
    const { top, bottom } = hand.getBoundingClientRect();
    return top >= 0 && bottom <= rail.top;
  });
}"""


@pytest.mark.long
@pytest.mark.parametrize("size", usual(["phone", "tablet", "desktop"], ["phone"]))
def test_tab_keeps_the_cards_in_view(staffed: Staffed, visitors: Visitors, size: str) -> None:
    table = staffed.table(rules="nj-2001", name=f"Tabbing {size}")
    player, _ = seated(staffed, visitors, table, size=size, **CALM)
    with crew(staffed, table) as dealer:
        dealer.do("accept-shoe", seat=1, dealer=True)
        coup(dealer, {1: 1000}, BANKER)
    expect(player.stage).to_contain_text("You win")
    spots = player.felt.locator('[role="button"]').count()
    player.page.keyboard.press("f")
    for key in ["Tab"] * (spots + 8) + ["Shift+Tab"] * (spots + 8):
        player.page.keyboard.press(key)
        where = player.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        inside = player.page.evaluate(
            "document.activeElement.closest('.felt .sheet, .rail') !== null"
        )
        assert not inside or player.page.evaluate(CARDS_IN_VIEW), where
