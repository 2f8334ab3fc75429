"""The games beside craps: punto banco from the first coup of a shoe to its last, mini-dice, and
craps at a machine."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from lammer.instruments.shoe.scoreboard.roads import Result, as_data
from tests.browser.support.browser_clients import Dealer, Visitors
from tests.browser.support.felt_player import FeltPlayer, dollars
from tests.server.support.crew import Staffed
from tests.server.support.running import Message, RunningHouse
from tests.server.support.table_helpers import new_table, passes_audit, passes_fair

RANKS = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
COUPS = 12
RESULTS: tuple[Result, ...] = ("player", "banker", "tie")


# Punto banco


def words(card: str) -> str:
    return f"{RANKS.get(card[0], card[0])} of {SUITS[card[1]]}"


class StackedShoe:
    """Cards in an order of their own, and what became of them."""

    def __init__(self, house: RunningHouse, table: str, seed: int) -> None:
        self.lines = f"/api/v1/tables/{table}/lines"
        self.house = house
        self.cards = [rank + suit for rank in "A23456789TJQK" for suit in SUITS] * 8
        random.Random(seed).shuffle(self.cards)
        self.results: list[Result] = []

    def coup(self, dealer: Dealer, **more: bool) -> Message:
        """As many cards as the rules draw; the hands and the result that the house made of them."""
        dealer.ask("no-more-bets")
        for many in (4, 5, 6):
            answer = dealer.ask("deal", cards=self.cards[:many], **more)
            if answer["ok"]:
                break
        assert answer["ok"], answer
        del self.cards[:many]
        limit = answer["to"] - answer["seq"] + 1
        page = self.house.get(f"{self.lines}?from={answer['seq']}&limit={limit}")
        found = coup_of(page["lines"])
        self.results.append(found["winner"])
        return found


def coup_of(lines: list[Message]) -> Message:
    """Both hands, their counts and the winner, from the lines of a coup."""
    coup: Message = {}
    for event, body in ((line["event"], line["body"]) for line in lines):
        if event == "deal":
            coup = {side: list(body[side]) for side in ("player", "banker")}
        elif event == "draw":
            coup[body["hand"]].append(body["card"])
        elif event == "result":
            coup |= {"winner": body["winner"], "counts": body}
    return coup


def shows(page: Page, coup: Message) -> None:
    for side in ("player", "banker"):
        cards = f"{side.capitalize()}: {', '.join(map(words, coup[side]))}"
        won = "; wins" if coup["winner"] == side else ""
        name = f"{cards}; count {coup['counts'][side]}{won}"
        expect(page.get_by_role("img", name=name, exact=True)).to_be_visible()


def roads_are(page: Page, results: list[Result]) -> None:
    counts = ", ".join(f"{each} {results.count(each)}" for each in ("banker", "player", "tie"))
    many = f"{len(results)} coup{'' if len(results) == 1 else 's'}"
    expect(page.get_by_text(f"{many}: {counts}.")).to_be_visible()
    data = as_data(results)
    marks = {"Bead plate": data["bead_plate"], "Big road": data["big_road"]["cells"]}
    marks |= {"Big eye boy": data["big_eye_boy"], "Small road": data["small_road"]}
    for title, cells in {**marks, "Cockroach pig": data["cockroach_pig"]}.items():
        name = re.compile(f"^{title}, {len(cells)} marks")
        expect(page.get_by_role("img", name=name)).to_be_visible()


@pytest.mark.long
def test_a_shoe_to_its_last_hand(staffed: Staffed, visitors: Visitors) -> None:
    table = staffed.table(rules="nj-2001", name="StackedShoe")
    player = FeltPlayer(visitors.new(reduced_motion="reduce"), staffed.house, table).come().sit()
    page, shoe = player.page, StackedShoe(staffed.house, table, 7)
    with Dealer(staffed.house.address, table, staffed.tokens["dealer"]) as dealer:
        for number in range(1, COUPS + 1):
            up = player.stakes().get("banker", 0)  # After a tie it is still there.
            player.click("banker")
            player.sees("banker", up + 500)
            dealer.ask("accept-shoe", seat=1, dealer=True)
            cut = {"cut_card": True} if number == COUPS - 1 else {}
            shows(page, shoe.coup(dealer, **cut))
            roads_are(page, shoe.results)
            if number >= COUPS - 1:
                called = '"Last hand."' if number < COUPS else "The shoe is over:"
                for told in (".call", "[aria-live]"):
                    expect(player.stage.locator(told)).to_contain_text(f" wins. {called}")
            if owed := player.seat().get("owed", 0):
                expect(player.figure("Vigorish owed")).to_have_text(dollars(owed))
        assert set(shoe.results) >= {"player", "banker"}
        page.get_by_role("heading", name="Text board").click()
        board = page.get_by_role("log", name="What is said at the table")
        for words_said in ("Last hand", "The shoe is over:"):
            expect(board).to_contain_text(words_said)
        expect(page.get_by_text("no vigorish owed")).to_be_visible()
        expect(page.get_by_text("They do not predict what comes.")).to_be_visible()
        dealer.do("shuffle")
    roads_are(page, [])
    page.reload()
    roads_are(page, [])
    passes_audit(staffed.house, table)


# Dice


@pytest.mark.parametrize(
    ("rules", "game", "wager", "button", "thing"),
    [
        ("nj-1997", "mini-dice", "under-7", "Shake", "shaker"),
        pytest.param("nj-2011", "automated-craps", "field", "Roll", "dice", marks=pytest.mark.long),
        pytest.param("nj-2011", "mini-craps", "field", "Roll", "dice", marks=pytest.mark.long),
    ],
)
def test_bet_and_settle(
    staffed: Staffed, visitors: Visitors, rules: str, game: str, wager: str, button: str, thing: str
) -> None:
    house = staffed.house
    table = new_table(house, house.guest(game), rules, game=game, clock=600)
    player = FeltPlayer(visitors.new(reduced_motion="reduce"), house, table).come().sit()
    take = player.rail.get_by_role("button", name=f"Take the {thing}")
    go = player.rail.get_by_role("button", name=button, exact=True)
    expect(take.or_(go)).to_be_visible()
    if take.is_visible():
        take.click()
    for bet in [wager, *({"pass"} & set(player.catalogue["wagers"]))]:
        player.click(bet)
        player.sees(bet, player.stakes().get(bet, 500))
    before = player.seat()
    expect(player.figure("Bets")).to_have_text(dollars(before["layout"]))
    go.click()
    expect(player.stage).to_contain_text(re.compile(r"You (win|lose) \$"))
    after = player.seat()
    assert after != before
    expect(player.figure("Rail")).to_have_text(dollars(after["rail"]))
    expect(player.figure("Bets")).to_have_text(dollars(after["layout"]))
    passes_audit(house, table)
    passes_fair(house, table)
