"""What a crew does seldom: cards shuffled, cut and cut again, another procedure, fresh dice, dice
that are too old, a die that leans, a face in dispute, an order to pass."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.crew.test_crew import bets, everybody, panel, ready, says, seats, state
from tests.browser.support.browser_clients import Dealer, Visitors
from tests.browser.support.felt_player import FeltPlayer
from tests.server.support.crew import Staffed
from tests.server.support.running import Running, running
from tests.server.support.table_helpers import QUICK, passes_audit


def group(crew: Locator, name: str) -> Locator:
    """One of the calls, unfolded if it is folded."""
    found = crew.get_by_role("group", name=name, exact=True)
    found.wait_for()
    fold = found.locator("> summary")
    if fold.count() and found.get_attribute("open") is None:
        fold.click()
    return found


def enters(crew: Locator, first: int, second: int) -> None:
    """Dice, on the pad."""
    what = f"{first} and {second}: {first + second}"
    crew.get_by_role("button", name=what, exact=True).click()
    crew.get_by_role("button", name=f"Enter {what}").click()


# Punto banco


@pytest.mark.long
def test_the_shoe_and_another_procedure(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(rules="nj-2001", name="Procedure")
    crew = panel(visitors.new(everybody(staffed, "procedure"), timezone_id="UTC").page, table)
    seats(crew, ("Kim", "500"), ("Lou", "500"))
    group(crew, "Shuffle").get_by_role("button", name="The cards are shuffled").click()
    says(crew, "Shuffled.")
    cut = group(crew, "Cut")
    cut.get_by_label("By", exact=True).select_option(label="Seat 2, Lou")
    cut.get_by_role("button", name="The cards are cut").click()
    says(crew, "Cut: entered.")
    expect(cut).to_contain_text("The cards have been cut")
    recut = group(crew, "Recut")
    recut.get_by_label("Reason").select_option("fairness")
    recut.get_by_role("button", name="Require a recut").click()
    says(crew, "A recut is required.")
    duties = crew.get_by_role("status", name="To be done")
    expect(duties).to_contain_text("Seat 2, Lou recuts the cards, as the floorperson requires")
    change = group(crew, "Change of procedure")
    way = change.get_by_label("Winners are paid by procedure")
    assert [each[0] for each in way.locator("option").all_text_contents()] == list("1234")
    expect(way.locator("option").first).to_have_text(re.compile(r"^1: .*\(in use\)$"))
    way.select_option("3")
    introduce = change.get_by_role("button", name="Introduce it")
    introduce.click()
    expect(crew.get_by_role("alert")).to_be_visible()
    assert state(staffed, table)["shoe"]["way"] == 1
    early = f"{datetime.now(UTC) - timedelta(hours=1):%Y-%m-%dT%H:%M}"
    late = f"{datetime.now(UTC) - timedelta(minutes=5):%Y-%m-%dT%H:%M}"
    change.get_by_label("Commission notified at").fill(early)
    change.get_by_label("Surveillance notified at").fill(late)
    introduce.click()
    alert = crew.get_by_role("alert")
    expect(alert).to_contain_text("at least 30 minutes before")
    expect(alert.get_by_role("link", name="NJ01-3.10c2")).to_be_visible()
    change.get_by_label("Surveillance notified at").fill(early)
    introduce.click()
    says(crew, "Winners are paid by procedure 3 from here: at every punto banco table of the pit.")
    assert state(staffed, table)["shoe"]["way"] == 3
    expect(way.locator("option").first).to_have_text(re.compile(r"^3: .*\(in use\)$"))
    expect(way.locator("option", has_text="(in use)")).to_have_count(1)
    passes_audit(staffed.house, table)


def no_more_bets(crew: Locator) -> None:
    group(crew, "Betting").get_by_role("button", name="No more bets").click()
    says(crew, "No more bets are taken.")


@pytest.mark.long
def test_a_round_that_is_not_completed(staffed: Staffed, visitors: Visitors) -> None:
    """The cards on the pad are out of the shoe, once somebody says so."""
    table = staffed.table(rules="nj-2001", name="Spilled")
    page = visitors.new(everybody(staffed, "spilled")).page
    crew = panel(page, table)
    seats(crew, ("Kim", "500"))
    with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
        dealer.do("accept-shoe", seat=1)
        dealer.do("bet", seat=1, wager="banker", amount=1000)
    no_more_bets(crew)
    void = group(crew, "No coup")
    void.get_by_label("Reason").select_option("called-too-early")
    void.get_by_role("button", name="Call no coup").click()
    says(crew, "No coup: it does not count.")
    assert state(staffed, table)["thrown"] is False
    assert state(staffed, table)["shoe"]["out"] == 0
    no_more_bets(crew)
    for card in ("2 of hearts", "9 of spades"):
        crew.get_by_role("button", name=card, exact=True).click()
    void.get_by_label("Reason").select_option("misdeal")
    void.get_by_role("button", name="Call no coup").click()
    question = page.get_by_role("dialog", name="No coup")
    expect(question).to_contain_text("not played: 2 of hearts, 9 of spades.")
    question.get_by_role("button", name="Call no coup").click()
    says(crew, "No coup: it does not count. Out of the shoe: 2 of hearts, 9 of spades.")
    found = state(staffed, table)
    assert (found["shoe"]["out"], found["thrown"], found["shooter"]) == (2, False, 1)
    assert found["seats"]["1"]["bets"]["banker"]["stake"] == 1000
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_no_more_bets_and_an_order_to_pass_the_shoe(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(rules="nj-2001", name="Closing")
    player = FeltPlayer(visitors.new(), staffed.house, table).come().sit()
    crew = panel(visitors.new(staffed.tokens["dealer"]).page, table)
    with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
        dealer.do("sit", seat=2, name="Lou", rail=50_000)
        dealer.do("accept-shoe", seat=1)
    player.click("banker")
    player.sees("banker", 500)
    order = group(crew, "Order the shoe passed")
    order.get_by_label("Reason").select_option("delay")
    order.get_by_role("button", name="Order a pass").click()
    says(crew, "entered")
    assert state(staffed, table)["shooter"] != 1
    with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
        dealer.do("accept-shoe", seat=2)
    no_more_bets(crew)
    player.click("player")
    refused = player.page.get_by_role("alert").filter(has_text="No more bets has been called.")
    expect(refused.get_by_role("link", name="NJ01-3.7b").first).to_be_visible()
    assert player.stakes() == {"banker": 500}
    passes_audit(staffed.house, table)


# Mini-dice

LATER = """
import datetime, os

class Later(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return super().now(tz) + datetime.timedelta(hours=float(os.environ["HOURS_LATER"]))

datetime.datetime = Later
"""


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "house.sqlite", *QUICK) as house:
        yield house


@pytest.mark.long
def test_dice_that_are_too_old_and_fresh_ones(
    own_house: Running, browser: Browser, tmp_path: Path
) -> None:
    """The house is closed, and opened again a day later: by its clock."""
    staffed, come = Staffed(own_house), Visitors(browser, own_house.address)
    table = staffed.table(rules="nj-1997", game="mini-dice", name="Old")
    player = FeltPlayer(come.new(), own_house, table)
    crew = panel(come.new(staffed.tokens["floorperson"]).page, table)
    for visitor in (player.visitor, *come._all):
        visitor.house_may_be_away = True
    player.come().sit()
    since = state(staffed, table)["dice_since"]
    own_house.kill()
    (tmp_path / "sitecustomize.py").write_text(LATER)
    own_house.environment |= {"PYTHONPATH": str(tmp_path), "HOURS_LATER": "25"}
    own_house.start()
    expect(player.page.locator(".status")).to_have_text("Live")
    with Dealer(own_house.address, table, staffed.tokens["dealer"]) as dealer:
        dealer.do("accept-shaker", seat=1)
    player.click("field")
    player.sees("field", 500)
    entry = crew.locator(".of-trial")
    expect(entry).to_contain_text("over 24 hours")
    expect(entry.get_by_role("link", name=re.compile("NJ97-13")).first).to_be_visible()
    fresh = group(crew, "New dice")
    fresh.get_by_role("button", name="Fresh dice are sealed in").click()
    says(crew, "New dice: entered.")
    assert state(staffed, table)["dice_since"] > since
    expect(entry).to_contain_text("announced before the dice are shaken")
    no_more_bets(crew)
    enters(crew, 2, 2)
    says(crew, "Entered: 2 and 2")
    expect(player.stage).to_contain_text("You win")
    come.leave()
    passes_audit(own_house, table)


@pytest.mark.long
def test_a_shake_in_dispute(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(rules="nj-1997", game="mini-dice", name="Shaken")
    crew = panel(visitors.new(everybody(staffed, "shaken")).page, table)
    seats(crew, ("Kim", "500"))
    crew.get_by_role("button", name="Kim").click()
    crew.get_by_role("button", name="Takes the shaker", exact=True).click()
    says(crew, "Takes the shaker")
    bets(crew, "field", "10")
    says(crew, "$10 on Field")
    void = group(crew, "No shake")
    void.get_by_label("Reason").select_option("too-few-shakes")
    void.get_by_role("button", name="Call no shake").click()
    says(crew, "No shake: it does not count.")
    assert state(staffed, table)["seats"]["1"]["bets"]["field"]["stake"] == 1000
    disputed = group(crew, "Disputed face")
    expect(disputed).to_contain_text("announced before the dice are shaken")
    no_more_bets(crew)
    expect(disputed).to_contain_text("No faces are chosen.")
    crew.get_by_role("button", name="3 and 4: 7", exact=True).click()
    disputed.get_by_role("button", name="Ruled: 3 and 4").click()
    says(crew, "Ruled: 3 and 4.")
    assert state(staffed, table)["seats"]["1"]["bets"] == {}
    passes_audit(staffed.house, table)


# Craps


@pytest.mark.long
def test_a_leaning_die_a_dispute_and_an_order(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Leaning")
    page = visitors.new(everybody(staffed, "leaning")).page
    crew = ready(staffed, page, table)
    watcher = FeltPlayer(visitors.new(reduced_motion="reduce"), staffed.house, table).come()
    crew.get_by_role("button", name="The dice are out").click()
    says(crew, "The dice are out")
    crew.get_by_text("A die leans on something").click()
    first = crew.get_by_label("First die")
    first.select_option(label="rests on its 3")
    enters(crew, 2, 4)
    alert = crew.get_by_role("alert")
    expect(alert).to_contain_text("A die resting on its 3 shows a 4, not a 2.")
    expect(alert.get_by_role("link", name="NJ11-1.10a1-s1")).to_be_visible()
    assert state(staffed, table)["thrown"] is True
    expect(first).to_have_value("3")  # What was refused is put right, not typed again.
    first.select_option(label="rests on its 5")
    enters(crew, 2, 4)
    says(crew, "Entered: 2 and 4")
    expect(first).to_have_value("0")
    watcher.roll_shown(2, 4)
    disputed = group(crew, "Disputed face")
    for chosen in (True, False):
        crew.get_by_role("button", name="The dice are out").click()
        says(crew, "The dice are out")
        if chosen:
            crew.get_by_role("button", name="5 and 4: 9", exact=True).click()
            disputed.get_by_role("button", name="Ruled: 5 and 4").click()
            says(crew, "Ruled: 5 and 4.")
            watcher.roll_shown(5, 4)
        else:
            disputed.get_by_role("button", name="Ruled: void").click()
            says(crew, "Ruled: void.")
    assert state(staffed, table)["thrown"] is False
    assert len(staffed.house.get(f"/api/v1/tables/{table}")["recent"]) == 2
    order = group(crew, "Order the dice passed")
    order.get_by_label("Reason").select_option("violation")
    order.get_by_role("button", name="Order a pass").click()
    says(crew, "entered")
    expect(crew.locator("header")).to_contain_text("offered to Seat 2, Wanda")
    passes_audit(staffed.house, table)
