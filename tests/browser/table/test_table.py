"""The craps table as players use it: with others, refused, by gestures, by typed words."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.support.browser_clients import Dealer, Visitors, all_tables
from tests.browser.support.felt_player import FeltPlayer, dollars, opened, seated
from tests.server.support.crew import Staffed
from tests.server.support.table_helpers import new_table, passes_audit

CALM = {"reduced_motion": "reduce"}


def crew(staffed: Staffed, table: str) -> Dealer:
    return Dealer(staffed.house.address, table, staffed.tokens["dealer"])


def head(player: FeltPlayer) -> Locator:
    """What stands above the felt: the puck, and whose dice they are."""
    return player.page.locator("header.table-head")


def legal(player: FeltPlayer, token: str) -> dict[str, object]:
    found: dict[str, object] = player.house.get(f"/api/v1/tables/{player.table}/legal", token)
    return found


def most(player: FeltPlayer, token: str, wager: str) -> int:
    may = legal(player, token)["bet"][wager]  # type: ignore[index]
    assert isinstance(may, list)
    found: int = may[1]
    return found


# With others


@pytest.mark.long
def test_two_browsers_see_the_same_chips_and_the_same_roll(
    staffed: Staffed, visitors: Visitors
) -> None:
    table = staffed.table(name="Two")
    gus, _ = seated(staffed, visitors, table, "Gus", **CALM)
    mia, _ = seated(staffed, visitors, table, "Mia", **CALM)
    watcher = FeltPlayer(visitors.new(None, **CALM), staffed.house, table).come()
    gus.click("pass")
    gus.sees("pass", 500)
    mia.press("field")
    mia.sees("field", 500)
    for other, wager in ((mia, "pass"), (gus, "field"), (watcher, "pass"), (watcher, "field")):
        expect(other.spot(wager)).to_have_attribute("aria-label", re.compile(r", others \$5$"))
    assert gus.stakes(1) == {"pass": 500}
    assert gus.stakes(2) == {"field": 500}
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.roll(4, 2)
    for each in (gus, mia, watcher):
        each.roll_shown(4, 2)
        expect(each.page.get_by_role("img", name="The puck is on 6")).to_be_visible()
        expect(each.stage).to_contain_text("The point is six.")
        expect(each.spot("field")).not_to_have_attribute("aria-label", re.compile("bet|others"))
    expect(mia.stage).to_contain_text("You lose $5")
    expect(mia.figure("Rail")).to_have_text("$995")
    expect(gus.stage).not_to_contain_text("You lose")
    passes_audit(staffed.house, table)


@pytest.mark.long
def test_the_dice_pass_after_a_seven_out(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Passing")
    gus, _ = seated(staffed, visitors, table, "Gus", **CALM)
    mia, _ = seated(staffed, visitors, table, "Mia", **CALM)
    expect(mia.rail).not_to_contain_text("The dice are yours")
    gus.rail.get_by_role("button", name="Take the dice").click()
    expect(head(mia)).to_contain_text("Shooter: Gus (seat 1)")
    gus.click("pass")
    gus.sees("pass", 500)
    with crew(staffed, table) as dealer:
        dealer.roll(4, 2)
        dealer.roll(5, 2)
    expect(gus.stage).to_contain_text("Seven out, line away.")
    expect(head(gus)).to_contain_text("offered to Mia (seat 2)")
    expect(mia.rail).to_contain_text("The dice are yours: take them?")
    mia.rail.get_by_role("button", name="Take the dice").click()
    expect(mia.rail).not_to_contain_text("The dice are yours")
    expect(head(mia)).to_contain_text("Shooter: you (seat 2)")
    expect(head(gus)).to_contain_text("Shooter: Mia (seat 2)")


@pytest.mark.long
def test_whoever_watches_is_told_to_sit_down(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Watching")
    watcher = FeltPlayer(visitors.new(), staffed.house, table).come()
    watcher.click("pass")
    note = watcher.page.get_by_role("status").filter(has_text="You are watching. Sit down to bet.")
    expect(note).to_be_visible()
    watcher.sees_none("pass")
    watcher.sit().click("pass")
    watcher.sees("pass", 500)
    assert watcher.stakes() == {"pass": 500}


# Bets


@pytest.mark.long
def test_a_refusal_links_its_clause(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Refused")
    player, token = seated(staffed, visitors, table)
    found = legal(player, token)
    at = found["bet"]["come"]  # type: ignore[index]
    _, detail, clauses = found["why"][at]  # type: ignore[index]
    expect(player.spot("come")).to_have_attribute("aria-disabled", "true")
    player.click("come")
    alert = player.page.get_by_role("alert").filter(has_text=player.name("come"))
    expect(alert).to_contain_text(detail)
    expect(alert.get_by_role("link", name=clauses[0], exact=True)).to_be_visible()
    alert.get_by_text(f"and {len(clauses) - 1} more").click()
    for clause in clauses:
        link = alert.get_by_role("link", name=clause, exact=True)
        expect(link).to_have_attribute("href", f"/law/{clause}")
    said = staffed.house.get(f"/api/v1/law/{clauses[0]}")
    words = said.get("words") or said["clause"]["words"]
    expect(alert).to_contain_text(words)
    player.sees_none("come")
    assert player.stakes() == {}


@pytest.mark.long
def test_bets_that_stay_say_by_which_clause(staffed: Staffed, visitors: Visitors) -> None:
    """On its panel, in the list, and where "clear" and "double" leave it."""
    table = staffed.table()
    player, _ = seated(staffed, visitors, table)
    page, toasts = player.page, player.page.locator(".toast")
    with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=500)
        dealer.do("roll", dice=[4, 2])
    player.sees("pass", 500)
    removing = re.compile(r"^NJ11-1\.3c1$")
    page.get_by_role("tab", name="Bets").click()
    bets = page.get_by_role("tabpanel", name="Bets")
    expect(bets).to_contain_text("may not be")
    expect(bets.get_by_role("link", name=removing).first).to_be_visible()
    player.tool("Clear").click(force=True)
    stays = toasts.filter(has_text="1 bet stays: it may not be taken down now. Pass Bet may not be")
    expect(stays.get_by_role("link", name=removing).first).to_be_visible()
    player.tool("Double").click(force=True)
    raised = toasts.filter(has_text="None of your bets may be raised now. Pass Bet")
    expect(raised.get_by_role("link", name=re.compile("^NJ11-")).first).to_be_visible()


def test_a_spot_says_what_it_pays_and_by_which_clause(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Spots")
    player, _ = seated(staffed, visitors, table)
    for wager in ("place-6", "hard-8", "pass-odds"):
        player.spot(wager).focus()
        panel = player.page.get_by_role("tabpanel", name="Spot")
        about = player.catalogue["wagers"][wager]
        law = player.catalogue["law"][about["clause"]]
        expect(panel.get_by_role("heading", name=about["name"])).to_be_visible()
        expect(panel.locator(".plain-line")).to_have_text(about["plain"])
        expect(panel).to_contain_text(f"Pays {about['pays'][0]['odds']}")
        clause = panel.locator("details.law")
        if clause.get_attribute("open") is None:
            clause.get_by_text("The clause").click()
        expect(panel).to_contain_text(law["words"])
        expect(panel.get_by_role("link", name=law["citation"])).to_have_attribute(
            "href", f"/law/{about['clause']}"
        )
        if about["edge"]["per_bet"]["exact"] != "0":
            expect(panel).to_contain_text(about["edge"]["per_bet"]["exact"])
    expect(panel).to_contain_text("Not now.")


@pytest.mark.long
def test_a_come_bet_travels_to_its_box(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Come")
    player, _ = seated(staffed, visitors, table)
    travelled = player.called("Come Bet on the 5")
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=500)
        dealer.roll(2, 2)
        expect(player.page.get_by_role("img", name="The puck is on 4")).to_be_visible()
        expect(travelled).to_have_count(0)
        player.click("come")
        player.sees("come", 500)
        dealer.roll(3, 2)
        expect(travelled).to_have_attribute("aria-label", re.compile(r"your bet \$5$"))
        player.sees_none("come")
        player.click("come-odds-5")
        player.felt.get_by_role("button", name="Come odds on 5: make it $6").click()
        player.sees("come-odds-5", 600)
        assert player.stakes() == {"pass": 500, "come-5": 500, "come-odds-5": 600}
        dealer.roll(4, 1)
        expect(player.stage).to_contain_text("You win $14")
        expect(travelled).to_have_count(0)
        assert player.stakes() == {"pass": 500}


@pytest.mark.long
def test_off_bets_look_off(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Off")
    player, _ = seated(staffed, visitors, table)
    player.click("place-6")
    player.sees("place-6", 600)
    expect(player.spot("place-6")).to_have_attribute("aria-label", re.compile(r"your bet \$6, off"))
    expect(player.felt.locator(".stack.mine").get_by_text("OFF")).to_be_visible()
    player.click("hard-8")
    player.sees("hard-8", 500)


@pytest.mark.long
def test_a_bet_that_was_called_on_has_its_button(staffed: Staffed, visitors: Visitors) -> None:
    table = opened(staffed.house, game="craps")
    player, _ = seated(staffed, visitors, table, **CALM)
    other = FeltPlayer(visitors.new(**CALM), staffed.house, table).come()
    player.click("place-6")
    player.sees("place-6", 600)
    player.page.get_by_role("tab", name="Bets").click()
    bets = player.page.get_by_role("tabpanel", name="Bets")
    bets.get_by_role("button", name="Call it on").click()
    label = re.compile(r"your bet \$6, called on")
    expect(player.spot("place-6")).to_have_attribute("aria-label", label)
    for each, whose in ((player, "mine"), (other, "other")):
        expect(each.felt.locator(f".stack.{whose}").get_by_text("ON", exact=True)).to_be_visible()
    expect(bets.locator(".tag").first).to_have_text("on")
    name = player.name("place-6")
    expect(player.stage.locator("[aria-live]")).to_have_text(f"{name}: $6, on.")
    player.spot("place-6").focus()
    player.page.get_by_role("tab", name="Spot").click()
    spot = player.page.get_by_role("tabpanel", name="Spot")
    expect(spot.locator(".lying .tag").first).to_have_text("on")


@pytest.mark.long
def test_a_bet_is_named_with_its_number_once(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Names")
    player, _ = seated(staffed, visitors, table, **CALM)
    player.page.get_by_role("tab", name="Bets").click()
    bets = player.page.get_by_role("tabpanel", name="Bets").locator(".bet-line > span")
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        for wager in ("fire", "pass"):
            dealer.do("bet", seat=1, wager=wager, amount=500)
        dealer.roll(4, 2)
        dealer.do("bet", seat=1, wager="come", amount=500)
        dealer.roll(4, 1)
        expect(bets).to_have_text(["Fire Bet", "Pass Bet on 6", "Come Bet on the 5"])
        dealer.roll(3, 3)
        expect(bets).to_have_text(["Fire Bet", "Come Bet on the 5"])


# Gestures


@pytest.mark.long
def test_undo_double_and_clear(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Gestures")
    player, _ = seated(staffed, visitors, table)
    for name in ("Undo", "Clear", "Repeat", "Double", "Max odds"):
        expect(player.tool(name)).to_have_attribute("aria-disabled", "true")
    player.click("pass")
    player.click("pass")
    player.sees("pass", 1000)
    player.click("field")
    player.sees("field", 500)
    player.tool("Undo").click()
    player.sees_none("field")
    assert player.stakes() == {"pass": 1000}
    player.tool("Double").click()
    player.sees("pass", 2000)
    player.page.keyboard.press("u")
    player.sees("pass", 1000)
    player.click("pass", button="right")
    player.sees("pass", 500)
    player.chip("$25")
    player.press("hard-8")
    player.sees("hard-8", 2500)
    player.page.keyboard.press("-")
    player.sees_none("hard-8")
    player.page.keyboard.press("c")
    player.sees_none("pass")
    assert player.stakes() == {}
    expect(player.figure("Rail")).to_have_text("$1,000")
    player.tool("Undo").click()
    player.sees("pass", 500)


@pytest.mark.long
def test_undo_leaves_out_what_cannot_be_put_back(staffed: Staffed, visitors: Visitors) -> None:
    """A don't bet that is taken down after the come-out, and the odds that come down with it."""
    table = staffed.table()
    player, _ = seated(staffed, visitors, table)
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="dont-pass", amount=1000)
        dealer.do("roll", dice=[4, 2])
        dealer.do("bet", seat=1, wager="dont-pass-odds", amount=1200)
    player.sees("dont-pass-odds", 1200)
    player.chip("$1")
    player.click("dont-pass-odds", button="right")
    player.sees("dont-pass-odds", 600)
    player.chip("$5")
    expect(player.tool("Undo")).to_have_attribute("aria-disabled", "false")
    down = "Don't Pass Bet: taken down, with its odds $6. It cannot be put back now."
    player.page.get_by_role("tab", name="Bets").click()
    for _ in range(2):  # It is asked about once.
        player.page.get_by_role("button", name="Take down: Don't Pass Bet", exact=True).click()
    said = player.page.locator(".toast.note", has_text=down)
    said.get_by_text("and 1 more").click()
    expect(said.get_by_role("link", name=re.compile("^NJ11-1.3d")).first).to_be_visible()
    player.sees_none("dont-pass")
    expect(player.tool("Undo")).to_have_attribute("aria-disabled", "true")
    player.click("field")
    player.sees("field", 500)
    player.tool("Undo").click()
    player.sees_none("field")
    expect(player.page.locator(".toast.refused")).to_have_count(0)


@pytest.mark.long
def test_a_layout_without_horn_high_areas(staffed: Staffed, visitors: Visitors) -> None:
    """The bet has no spot; it is typed, or made on the text board."""
    table = staffed.table(house={"layout": {"horn_high_area": False}})
    player, _ = seated(staffed, visitors, table, **CALM)
    page = player.page
    expect(player.spot("horn")).to_be_visible()
    expect(player.felt.locator('[data-name^="horn-high"]')).to_have_count(0)
    page.keyboard.press("t")
    line = page.get_by_label("Type what you do")
    line.fill("bet 5 horn high 12")
    line.press("Enter")
    horn = page.locator("#text-board tr", has_text="Horn Bet")
    expect(horn).to_contain_text("$4")
    expect(page.locator("#text-board tr", has_text="Craps Twelve")).to_contain_text("$1")
    page.get_by_role("tab", name="Bets").click()
    expect(page.get_by_role("tabpanel", name="Bets")).to_contain_text("Horn Bet")
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=500)
        dealer.roll(6, 6)
    expect(page.locator(".net")).to_have_text("You win $52")
    row = page.locator("#text-board tr", has_text="Horn High Bet, 12 high")
    row.get_by_role("button", name="Bet on").click()
    expect(horn).to_contain_text("$4")


@pytest.mark.long
def test_a_coupon_lies_on_the_felt(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table()
    player, _ = seated(staffed, visitors, table)
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1000)
        dealer.do("coupon", seat=1, wager="pass", amount=1000)
    label = re.compile(r"your bet \$10, coupon \$10")
    expect(player.spot("pass")).to_have_attribute("aria-label", label)
    expect(player.felt.locator(".stack.mine .coupon")).to_have_text("10")


@pytest.mark.long
def test_dice_that_are_offered_are_not_under_a_sheet(staffed: Staffed, visitors: Visitors) -> None:
    """On a telephone: the sheet closes, the question is asked, and every spot can be seen."""
    table = staffed.table()
    with crew(staffed, table) as dealer:
        dealer.do("sit", seat=2, name="Walter", rail=50_000)
        dealer.do("accept-dice", seat=2)
        player, _ = seated(staffed, visitors, table, size="phone")
        page = player.page
        sheet = page.get_by_role("tabpanel", name="Bets")
        page.get_by_role("tab", name="Bets").click()
        expect(sheet).to_be_visible()
        dealer.do("pass-dice", seat=2)
    expect(page.get_by_text("The dice are yours: take them?")).to_be_visible()
    expect(sheet).to_be_hidden()
    under = """spot => {
      spot.scrollIntoView({ block: "nearest" });
      const foot = document.querySelector(".foot").getBoundingClientRect();
      return spot.getBoundingClientRect().bottom - foot.top;
    }"""
    page.evaluate("scrollTo(0, 0)")
    assert player.spot("pass").evaluate(under) <= 0
    page.get_by_role("button", name="Take the dice").click()
    expect(page.locator(".offered")).to_have_count(0)


@pytest.mark.long
def test_odds_at_their_most_and_the_bets_before(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Most")
    player, token = seated(staffed, visitors, table, **CALM)
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        player.click("pass")
        player.click("hard-8")
        player.sees("hard-8", 500)
        player.sees("pass", 500)
        dealer.roll(2, 2)
        amount = most(player, token, "pass-odds")
        button = player.tool(f"Max odds {dollars(amount)}")
        expect(button).to_have_attribute("aria-disabled", "false")
        button.click()
        player.sees("pass-odds", amount)
        assert player.stakes()["pass-odds"] == amount
        player.page.keyboard.press("u")
        player.sees_none("pass-odds")
        expect(button).to_be_visible()
        player.page.keyboard.press("o")
        player.sees("pass-odds", amount)
        player.page.keyboard.press("u")
        player.sees_none("pass-odds")
        dealer.roll(5, 2)
        expect(player.stage).to_contain_text("You lose $10")
        expect(player.tool("Repeat")).to_have_attribute("aria-disabled", "false")
        player.tool("Repeat").click()
        player.sees("pass", 500)
        player.sees("hard-8", 500)
        assert player.stakes() == {"pass": 500, "hard-8": 500}


@pytest.mark.long
def test_winners_stay_up_unless_switched_off(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Stay")
    player, _ = seated(staffed, visitors, table, **CALM)
    with crew(staffed, table) as dealer:
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=500)
        dealer.roll(2, 2)
        player.click("place-6")
        player.sees("place-6", 600)
        player.page.get_by_role("tab", name="Bets").click()
        switch = player.page.get_by_label("Winners stay up")
        expect(switch).to_be_checked()
        switch.uncheck()
        player.click("place-8")
        player.sees("place-8", 600)
        dealer.roll(4, 2)
        expect(player.stage).to_contain_text("You win $7")
        player.sees("place-6", 600)
        dealer.roll(5, 3)
        player.roll_shown(5, 3)
        player.sees_none("place-8")
        assert player.stakes() == {"pass": 500, "place-6": 600}


# Words


@pytest.mark.long
def test_the_text_board_does_it_all(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(name="Words")
    player, _ = seated(staffed, visitors, table, **CALM)
    page = player.page
    page.keyboard.press("t")
    typed = page.get_by_label("Type what you do")
    expect(typed).to_be_focused()
    log = page.get_by_role("log", name="What is said at the table")

    def says(command: str, words: str) -> None:
        typed.fill(command)
        typed.press("Enter")
        expect(log).to_contain_text(words)

    says("help", "Say: ")
    says("bet 10 pass", f"$10 on the {player.name('pass')}")
    player.sees("pass", 1000)
    says("bet 5 hard eigth", "means nothing at this table")
    says("bet 10 come", "may be made only while a come-out point stands")
    expect(log.get_by_role("link", name="NJ11-1.2a3", exact=True)).to_have_attribute(
        "href", "/law/NJ11-1.2a3"
    )
    says("take the dice", "takes the dice")
    with crew(staffed, table) as dealer:
        dealer.roll(4, 2)
        expect(log).to_contain_text("The point is six.")
        says("odds 20", f"$20 on {player.name('pass-odds')}")
        says("place 8 12", f"$12 on the {player.name('place-8')}")
        assert player.stakes() == {"pass": 1000, "pass-odds": 2000, "place-8": 1200}
        says("reduce place 8 by 6", f"{player.name('place-8')} reduced by $6 to $6")
        says("place 8 off", "may not be called off")
        says("take down pass odds", f"{player.name('pass-odds')} down, $20 back")
        says("status", "The point is 6. Your rail has $984")
        says("undo", "Taken back.")
        assert player.stakes() == {"pass": 1000, "pass-odds": 2000, "place-8": 600}
        dealer.roll(5, 1)
    says("bets", "The puck is off.")
    says("info field", f"{player.name('field')}. Wins on 2, 3, 4, 9, 10, 11 or 12")
    board = page.get_by_role("row").filter(has_text=player.name("place-8"))
    expect(board).to_contain_text("$6 off")
    passes_audit(staffed.house, table)


# The first visit


@pytest.mark.long
def test_the_first_bet_takes_two_clicks(staffed: Staffed, visitors: Visitors) -> None:
    """From the house's address, with nothing typed."""
    owner = staffed.house.guest("Owner")
    table = new_table(staffed.house, owner, name="Quick", clock=600)
    visitor = visitors.new()
    player = FeltPlayer(visitor, staffed.house, table)
    all_tables(visitor.page)
    visitor.page.get_by_role("link", name="Sit down at Quick").click()
    player.has_sat().click("pass")
    player.sees("pass", 500)
