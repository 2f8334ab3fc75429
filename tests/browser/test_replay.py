"""Dice made again in the browser, and the steps of a hand."""

from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.browser.visiting import Dealer, Visitor, Visitors
from tests.server.crew import Staffed
from tests.server.playing import new_table
from tests.server.running import House, Message

VERIFY = """async ([lines, module]) => {
  const fair = await import("/static/web/js/lib/fair.js");
  const { instrument } = await import(module);
  const draw = await instrument.draw();
  return [await fair.verify({}, lines, lines[0].body, draw), await fair.torn(lines)];
}"""
THINGS = {"roll": "dice", "shake": "shaker", "deal": "shoe"}


class Table:
    """A table of one's own, and whoever plays there."""

    def __init__(self, house: House, rules: str, game: str, players: int = 2) -> None:
        self.house, self.tokens = house, [house.guest(f"Player {n}") for n in range(players)]
        self.key = new_table(house, self.tokens[0], rules, game=game)
        self.catalogue = house.get(f"/api/v1/tables/{self.key}/catalogue")
        self.open = ExitStack()
        self.sockets = [
            self.open.enter_context(Dealer(house.address, self.key, token)) for token in self.tokens
        ]

    def __enter__(self) -> "Table":
        return self

    def __exit__(self, *_: object) -> None:
        self.open.close()

    def lines(self) -> list[Message]:
        found: list[Message] = []
        first: int | None = 1
        while first is not None:
            page = self.house.get(f"/api/v1/tables/{self.key}/lines?from={first}&limit=200")
            found, first = found + page["lines"], page["next"]
        return found

    def trial(self) -> None:
        """Whoever can goes on."""
        thing = THINGS[self.catalogue["trial"]]
        for socket in self.sockets:
            socket.ask(f"accept-{thing}")
        for socket in self.sockets:
            socket.ask(self.catalogue["trial"])


GAMES = [
    ("nj-2011", "craps"),
    ("md-2013", "craps"),
    ("nj-2011", "automated-craps"),
    ("nj-1997", "mini-dice"),
    ("nj-2001", "punto-banco"),
]


@pytest.mark.parametrize(("rules", "game"), GAMES)
@pytest.mark.long
def test_the_browser_makes_the_dice_again(
    staffed: Staffed, visitor: Visitor, rules: str, game: str
) -> None:
    with Table(staffed.house, rules, game) as table:
        for number, each in enumerate(table.sockets):
            each.do("sit")
            each.ask("seed", seed=f'"{number}" Würfel \\ 骰')
        first = next(iter(table.catalogue["wagers"]))
        lines: list[Message] = []
        while not any(line["event"] == "reveal" for line in lines):  # A long hand ends, too.
            for _ in range(100 if game == "punto-banco" else 25):
                for each in table.sockets:
                    each.ask("bet", wager=first, amount=500)
                table.trial()
            lines = table.lines()
    module = table.catalogue["instrument"]["module"]
    visitor.page.goto("/law")
    pledges, torn = visitor.page.evaluate(VERIFY, [lines, module])
    verdicts = [each["verdict"] for each in pledges]
    assert torn == []
    assert "followed" in verdicts
    assert set(verdicts) <= {"followed", "open"}
    assert sum(len(each["trials"]) for each in pledges) >= 25
    assert len(pledges[0]["seeds"]) == 2

    told = next(line for line in lines if line["event"] in ("roll", "shake", "deal"))
    key = "cards" if told["event"] == "deal" else "dice"
    told["body"][key] = told["body"][key][::-1]
    if told["body"][key] == told["body"][key][::-1]:
        told["body"][key][0] = 1 + told["body"][key][0] % 6
    pledges, torn = visitor.page.evaluate(VERIFY, [lines, module])
    assert pledges[0]["verdict"] == "wrong"
    assert torn == [told["seq"]]


@pytest.mark.long
def test_a_step_names_who_had_the_seat_then(staffed: Staffed, visitors: Visitors) -> None:
    """Somebody left in the middle of a hand, and somebody else sat down there."""
    table = staffed.table(name="One seat, two people")
    address, tokens = staffed.house.address, [staffed.house.guest(each) for each in ("Ann", "Ben")]
    with Dealer(address, table, staffed.tokens["dealer"]) as dealer:
        with Dealer(address, table, tokens[0]) as ann:
            ann.do("sit", seat=1, rail=50_000)
        dealer.do("sit", seat=2, name="Cleo", rail=50_000)
        dealer.do("bet", seat=2, wager="pass", amount=1000)
        dealer.do("decline-dice", seat=1)
        dealer.do("accept-dice", seat=2)
        dealer.do("roll", dice=[2, 2])
        dealer.do("leave", seat=1)
        with Dealer(address, table, tokens[1]) as ben:
            ben.do("sit", seat=1, rail=40_000)
            ben.do("bet", wager="field", amount=500)
        dealer.do("roll", dice=[3, 4])
        dealer.do("decline-dice", seat=1)  # So the roll stands, and the hand is over.
    page = visitors.new(tokens[1]).page
    (part,) = staffed.house.get("/api/v1/me/hands", tokens[1])["hands"]
    page.goto(f"/history/{table}/{part['hand']}")
    steps = page.locator(".step-list")
    expect(steps).to_contain_text("Ann declines the dice")
    expect(steps).to_contain_text("Ann leaves with $500")
    expect(steps).to_contain_text("Ben sits down")
    scrub = page.get_by_role("slider", name="Step of the hand")
    strip = page.locator(".seat-strip")
    scrub.press("End")
    expect(strip.locator(".mine")).to_contain_text("Ben (you)$395 in the rail")
    while "Ann" not in strip.inner_text():
        scrub.press("ArrowLeft")
    expect(strip).not_to_contain_text("you")
