"""Hands replayed and dice made again in the browser: held against the house, line by line."""

import random
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.visiting import Dealer, Visitor, Visitors
from tests.server.crew import Staffed
from tests.server.playing import new_table
from tests.server.running import House, Message

REPLAY = """async ([lines, wagers, moments]) => {
  const { replay } = await import("/static/web/js/pages/replay.js");
  const views = replay({}, lines, wagers);
  return moments.map((seq) => views[seq]);
}"""
HAND = """async ([hand, wagers]) => {
  const { replay } = await import("/static/web/js/pages/replay.js");
  return replay(hand.standing, hand.lines, wagers, hand.off);
}"""
VERIFY = """async ([lines, decks]) => {
  const fair = await import("/static/web/js/lib/fair.js");
  return [await fair.verify({}, lines, decks), await fair.torn(lines)];
}"""
THINGS = {"roll": "dice", "shake": "shaker", "deal": "shoe"}


class Table:
    """A table of one's own, and whoever plays there at random."""

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

    def state(self) -> Message:
        found: Message = self.house.get(f"/api/v1/tables/{self.key}")
        return found

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

    def anything(self, dice: random.Random) -> None:
        """Something that a player may do, or may not."""
        socket, thing = dice.choice(self.sockets), THINGS[self.catalogue["trial"]]
        wager, about = dice.choice(list(self.catalogue["wagers"].items()))
        amount = about["limits"]["min"] * dice.choice((1, 1, 2, 5))
        stay = {"leave_up": True} if dice.random() < 0.3 else {}
        mine = [name for seat in self.state()["state"]["seats"].values() for name in seat["bets"]]
        up = dice.choice(mine or [wager])
        commands: list[dict[str, Any]] = [
            *[{"do": "bet", "wager": wager, "amount": amount, **stay}] * 9,
            *[{"do": "bet", "wager": "pass", "amount": 1000}] * 3,
            *[{"do": "bet", "wager": "come", "amount": 1000}] * 2,
            {"do": "remove", "wager": up},
            {"do": "reduce", "wager": up, "by": 500},
            {"do": "call", "wager": up, "working": dice.random() < 0.5},
            *[{"do": self.catalogue["trial"]}] * 5,
            *[{"do": f"accept-{thing}"}] * 4,
            {"do": f"decline-{thing}"},
            {"do": f"pass-{thing}"},
            {"do": "no-line-bet"},
            {"do": "leave"},
            *[{"do": "sit"}] * 3,
            {"do": "cash-out", "amount": 100},
            {"do": "collect"},
        ]
        command = dice.choice(commands)
        socket.ask(command.pop("do"), **command)
        if self.state()["state"]["seats"] == {}:
            for each in self.sockets:
                each.ask("sit")


GAMES = [
    ("nj-2011", "craps"),
    ("md-2013", "craps"),
    ("nj-2011", "automated-craps"),
    ("nj-1997", "mini-dice"),
    ("nj-2001", "punto-banco"),
]


def shown(state: Message, *, off: bool = False) -> Message:
    """What the replay keeps of a state: all but what only the rules could tell, unless the house
    told that, too."""
    kept = {key: state[key] for key in ("point", "shooter", "offered", "thrown")}
    seats = {
        number: {
            **seat,
            "bets": {
                name: {key: value for key, value in bet.items() if off or key != "off"}
                for name, bet in seat["bets"].items()
            },
        }
        for number, seat in state["seats"].items()
    }
    return {**kept, "seats": seats}


@pytest.mark.parametrize(
    ("rules", "game"),
    [*(pytest.param(*each, marks=pytest.mark.long) for each in GAMES[:-2]), *GAMES[-2:]],
)
def test_a_replay_is_what_the_house_showed(
    staffed: Staffed, visitor: Visitor, rules: str, game: str
) -> None:
    dice = random.Random(f"{rules} {game}")
    moments: dict[int, Message] = {}
    with Table(staffed.house, rules, game) as table:
        for each in table.sockets:
            each.do("sit")
        for _ in range(300):
            table.anything(dice)
            seen = table.state()
            moments[seen["seq"]] = shown(seen["state"])
        lines = table.lines()
    visitor.page.goto("/law")
    asked = [lines, table.catalogue["wagers"], list(moments)]
    views = visitor.page.evaluate(REPLAY, asked)
    assert len(moments) > 40
    for (seq, expected), view in zip(moments.items(), views, strict=True):
        assert shown(view) == expected, (seq, lines[seq - 1])


@pytest.mark.long
def test_what_was_taken_back_is_taken_back_in_a_replay(staffed: Staffed, visitor: Visitor) -> None:
    table, moments = staffed.table(), {}
    house = staffed.house
    with (
        Dealer(house.address, table, staffed.tokens["dealer"]) as dealer,
        Dealer(house.address, table, staffed.tokens["boxperson"]) as box,
    ):
        dealer.do("sit", name="Walt", rail=50_000)
        dealer.do("accept-dice", seat=1)
        dealer.do("bet", seat=1, wager="pass", amount=1000)
        dealer.roll(2, 4)
        dealer.do("bet", seat=1, wager="come", amount=1000)
        dealer.do("bet", seat=1, wager="place-8", amount=1200)
        for dice in ((3, 4), (4, 4), (5, 4)):
            dealer.roll(*dice)
            box.do("correct", caller="boxperson", reason="wrong-dice")
            seen = house.get(f"/api/v1/tables/{table}")
            moments[seen["seq"]] = shown(seen["state"])
            dealer.roll(1, 4)
            seen = house.get(f"/api/v1/tables/{table}")
            moments[seen["seq"]] = shown(seen["state"])
    lines = house.get(f"/api/v1/tables/{table}/lines?limit=200")["lines"]
    visitor.page.goto("/law")
    views = visitor.page.evaluate(REPLAY, [lines, {}, list(moments)])
    assert [shown(view) for view in views] == list(moments.values())


@pytest.mark.parametrize(("rules", "game"), [GAMES[1], GAMES[3], GAMES[4]])
@pytest.mark.long
def test_a_hand_of_the_history_is_what_the_house_showed(
    staffed: Staffed, visitor: Visitor, rules: str, game: str
) -> None:
    """With what was off marked so: the house says it of each hand, for the log does not."""
    dice = random.Random(f"hands of {rules} {game}")
    moments: dict[int, Message] = {}
    with Table(staffed.house, rules, game) as table:
        for each in table.sockets:
            each.do("sit")
        for _ in range(200):
            table.anything(dice)
            seen = table.state()
            moments[seen["seq"]] = shown(seen["state"], off=True)
    visitor.page.goto("/law")
    looked = off = 0
    for part in staffed.house.get("/api/v1/me/hands?limit=200", table.tokens[0])["hands"]:
        path = f"/api/v1/me/hands/{table.key}/{part['hand']}"
        hand = staffed.house.get(path, table.tokens[0])
        views = visitor.page.evaluate(HAND, [hand, table.catalogue["wagers"]])
        for line, view in zip(hand["lines"], views[1:], strict=True):
            if line["seq"] in moments:
                assert shown(view, off=True) == moments[line["seq"]], line
                looked += 1
                off += any(
                    bet.get("off")
                    for seat in view["seats"].values()
                    for bet in seat["bets"].values()
                )
    assert looked > 20
    assert (off > 0) is game.endswith("craps")


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
    decks = lines[0]["body"].get("decks", 0)
    visitor.page.goto("/law")
    pledges, torn = visitor.page.evaluate(VERIFY, [lines, decks])
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
    pledges, torn = visitor.page.evaluate(VERIFY, [lines, decks])
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
