"""The lab in a browser: strategies against each other, the bankroll for ruin, a curve of ruin, dice
that are not fair; a wager of one's own."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.browser.support.browser_clients import Visitor, Visitors
from tests.browser.support.felt_player import CALM, seated
from tests.server.support.crew import Staffed

QUESTION = urlencode(
    [
        ("strategy", "name: Line\nbet pass 10"),
        ("strategy", "name: Dark side\nbet dont-pass 10"),
        ("rolls", "20"),
        ("bankroll", "$100"),
        ("ruin", "5"),
    ]
)


@pytest.mark.long
def test_two_strategies_are_set_against_each_other(visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"/lab#{QUESTION}")
    expect(page.get_by_label("Find the bankroll for ruin of at most")).to_have_value("5")
    page.get_by_role("button", name="Work it out").click()
    pair = page.get_by_role("region", name="A against B")
    expect(pair.get_by_role("row", name="A less B, on average")).to_contain_text("$")
    expect(pair.get_by_role("row", name="A ends with more than B")).to_contain_text("%")
    expect(pair).to_contain_text("Exact, both as one machine.")
    for label in ("A", "B"):
        needed = page.get_by_role("region", name=f"The bankroll it needs {label}")
        expect(needed.get_by_role("row", name="bankroll for ruin of at most")).to_contain_text("$")
        needed.get_by_text("Ruin with other bankrolls").click()
        expect(needed.get_by_role("row").nth(4)).to_be_visible()
    page.get_by_label("Find the bankroll for ruin of at most").fill("200")
    page.get_by_role("button", name="Work it out").click()
    expect(page.get_by_role("alert")).to_contain_text("“200” is no chance of ruin.")


ENDLESS = urlencode([("strategy", "bet pass 1" + "\n#" * 12), ("rolls", ""), ("method", "sample")])


@pytest.mark.long
def test_what_is_asked_is_in_sight_from_the_button(visitor: Visitor) -> None:
    """On a page with two columns that is longer than the window."""
    page = visitor.page
    page.goto(f"/lab#{ENDLESS}")
    stop = page.get_by_role("button", name="Stop", exact=True)
    work = page.get_by_role("button", name="Work it out")
    work.click()
    expect(work).to_be_in_viewport()
    expect(stop).to_be_in_viewport()
    stop.click()
    expect(stop).to_be_hidden()
    for name, text, said in (
        ("Bankroll", "0", "“0” is no amount."),
        ("Bankroll", "", "The bankroll is missing."),
        ("Rolls", "0", "“0” is no whole number from 1"),
        ("Rolls", "2000000000", "“2000000000” is no whole number from 1"),
    ):
        page.get_by_label(name, exact=True).fill(text)
        work.click()
        expect(page.get_by_role("alert")).to_contain_text(said)
        expect(page.get_by_label(name, exact=True)).to_have_attribute("aria-invalid", "true")
        page.get_by_label(name, exact=True).fill("100")
    editor = page.get_by_label("Strategy", exact=True)
    editor.fill("bet pas 10" + "\n#" * 12)
    work.click()
    expect(editor).to_be_focused()
    expect(editor).to_be_in_viewport()


@pytest.mark.long
def test_a_curve_of_ruin_on_dice_that_are_not_fair(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/lab")
    page.get_by_label("Strategy", exact=True).fill("bet field 10")
    page.get_by_label("Rolls", exact=True).fill("20")
    page.get_by_text("Curve of ruin").click()
    expect(page.get_by_label("From", exact=True)).to_be_hidden()
    page.get_by_label("Ruin over").select_option("bankroll")
    for name, dollars in (("From", "20"), ("To", "60"), ("Step", "20")):
        page.get_by_label(name, exact=True).fill(dollars)
    page.get_by_text("Faces that are not fair").click()
    weights = page.get_by_label("Weights of the faces")
    weights.fill("1, 1, 1")
    page.get_by_role("button", name="Work it out").click()
    expect(page.get_by_role("alert")).to_contain_text("does not weigh 6 faces")
    expect(weights).to_have_attribute("aria-invalid", "true")
    weights.fill("1, 1, 1, 1, 1, 2")
    page.get_by_role("button", name="Work it out").click()
    expect(page.get_by_text("The dice are not fair")).to_be_visible()
    plot = page.locator("figure").filter(has_text="Ruin over the bankroll")
    expect(plot).to_contain_text("Exact: every point.")
    expect(plot.locator("circle")).to_have_count(3)
    plot.get_by_text("As a table").click()
    expect(plot.get_by_role("row", name="$60")).to_contain_text("%")
    expect(weights).to_have_attribute("aria-invalid", "false")
    page.reload()
    expect(page.get_by_label("Weights of the faces")).to_have_value("1, 1, 1, 1, 1, 2")
    expect(page.get_by_label("To", exact=True)).to_have_value("60")


def test_a_wager_is_worked_out_and_solved_for_a_payout(visitor: Visitor) -> None:
    """What comes of it is in sight from the button, and what was typed is still there."""
    page = visitor.page
    page.goto("/lab/design")
    expect(page.get_by_role("heading", name="Different Doubles")).to_be_visible()
    line = page.get_by_label("What may it pay on")
    edge = page.get_by_label("so that the edge is at least")
    solve = page.get_by_role("button", name="Solve")
    line.select_option("complete")
    edge.fill("12%")
    solve.click()
    solved = page.get_by_text("247 to 1 on complete is the most")
    expect(solved).to_be_in_viewport()
    expect(line).to_have_value("complete")
    expect(edge).to_have_value("12%")
    edge.fill("much")
    solve.click()
    expect(page.get_by_role("alert")).to_contain_text('"much" is no share.')
    expect(page.get_by_role("alert")).to_be_in_viewport()


def test_what_my_bets_at_a_table_do(staffed: Staffed, visitors: Visitors) -> None:
    player, _ = seated(staffed, visitors, staffed.table(), **CALM)
    player.press("pass")
    player.sees("pass", 500)
    page = player.page
    page.get_by_role("tab", name="Bets").click()
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="What would 200 rolls of this do to my").click()
    lab = opened.value
    strategy = lab.get_by_label("Strategy", exact=True)
    expect(strategy).to_have_value("name: These bets, kept up\nbet pass 5\n")
    expect(lab.get_by_role("heading", name="These bets, kept up")).to_be_visible()
    notice = lab.get_by_text("Your bets, kept up, from all your chips at that table")
    expect(notice).to_be_visible()
    strategy.fill("bet field 5")
    expect(notice).to_be_hidden()
