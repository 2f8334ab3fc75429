"""Hands replayed, meters compared with the log, and what spectators cannot see."""

import itertools
import json
from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction
from typing import Any

import pytest

from lammer.core.numbers import decimal, square_root
from lammer.odds import figure
from lammer.table.commands import Open, read
from lammer.table.decide import rules_to_open
from lammer.table.log import Log
from lammer.table.rules import Rules
from lammer.table.run import Run
from lammer.table.snapshot import load
from tests.server.support.running import Message, RunningHouse, in_thread
from tests.server.support.table_helpers import (
    QUICK,
    adds_up,
    at,
    books_from_lines,
    caught_up,
    is_well,
    new_table,
    play,
    seven_out,
    take,
    trial,
)


class PlayedGames:
    """A house in which Anna and Bert have played craps and punto banco, and left."""

    def __init__(self, house: RunningHouse) -> None:
        self.house = house
        self.boss = house.account("boss-of-the-house", "administrator")
        self.watching = {
            "administrator": self.boss,
            "surveillance": house.account("the-watcher", "surveillance", self.boss),
            "floorperson": house.account("the-floor", "floorperson", self.boss),
        }
        self.anna = house.account("anna-the-player")
        self.bert = house.guest("Bert")
        self.craps = new_table(house, self.anna)
        self.cards = new_table(house, self.anna, rules="nj-2001")
        self.overheard: list[Message] = []
        play(self._craps())
        play(self._cards())

    async def _craps(self) -> None:
        """Three hands, with chips brought and taken away, a seat left and taken again."""
        house, table = self.house, self.craps
        async with (
            at(house, table, self.anna) as one,
            at(house, table, self.bert) as two,
            at(house, table) as spectator,
        ):
            await one.done("sit", rail=20_000)
            await two.done("sit", rail=20_000)
            await caught_up(one, max(two.lines))
            for _ in range(3):
                await two.done("bet", wager="place-8", amount=600)
                await two.done("bet", wager="dont-pass", amount=500)
                await two.done("remove", wager="place-8")
                await one.done("buy-in", amount=1500)
                await two.done("cash-out", amount=700)
                await caught_up(one, max(two.lines))
                await caught_up(two, max(one.lines))
                await take({1: one, 2: two})
                await seven_out({1: one, 2: two})
            await two.done("leave")
            if "2" not in two.state["seats"]:
                await two.done("sit", rail=3000)
                await two.done("leave")
            await one.done("leave")
            await caught_up(spectator, max(one.lines))
            self.overheard.append(spectator.hello)
            self.overheard += list(spectator.lines.values())
            self.overheard.append(spectator.state)
            for question in ("legal", "snapshot", "me"):
                self.overheard.append(await spectator.question(question))

    async def _cards(self) -> None:
        async with at(self.house, self.cards, self.anna) as one:
            await one.done("sit", rail=20_000)
            for wager in ("banker", "player", "tie", "banker"):
                if one.state["shooter"] is None:
                    await take({1: one}, "shoe")
                await one.done("bet", wager=wager, amount=1000)
                await trial(one, "deal")
                adds_up(one)
            await one.done("leave")

    def hands(self, token: str, path: str = "/api/v1/me/hands") -> list[Message]:
        """All of them, page by page, in the order they were played."""
        found: list[Message] = []
        after = ""
        while True:
            page = self.house.get(f"{path}?limit=2{after}", token)
            found += page["hands"]
            if page["next"] is None:
                return found[::-1]
            after = f"&after={page['next']}"

    def lines(self, table: str) -> dict[int, Message]:
        lines = [json.loads(line) for line in self.house.log(table).splitlines()]
        return {line["seq"]: line for line in lines}


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlayedGames]:
    with in_thread(tmp_path_factory.mktemp("history") / "house.sqlite", *QUICK) as opened:
        yield PlayedGames(opened)
        is_well(opened)


def test_hands_add_up(evening: PlayedGames) -> None:
    """What each hand says was brought, staked and won is what its lines say; each hand begins with
    the chips the one before it ended with."""
    for token in (evening.anna, evening.bert):
        played = evening.hands(token)
        assert len(played) >= 4
        for table, of_table in itertools.groupby(played, key=lambda each: each["table"]):
            lines, has, seen = evening.lines(table), 0, list(of_table)
            for part in seen:
                assert part["before"] == has, part
                counted = _counted(lines, part)
                assert counted == {key: part[key] for key in counted}, part
                has = part["after"]
            assert has == 0, "everybody has left"
            assert sum(part["brought"] for part in seen) == sum(
                -each["cents"]
                for each in evening.house.get("/api/v1/me/transfers?limit=200", token)["transfers"]
                if each["table"] == table
            )
            assert any(part["staked"] for part in seen)


def _counted(lines: dict[int, Message], part: Message) -> Message:
    seat, there = part["seat"], part["before"]
    mine = {f"rail-{seat}", f"layout-{seat}"}
    brought = staked = won = 0
    for number in range(part["first"], part["last"] + 1):
        body, event = lines[number]["body"], lines[number]["event"]
        for source, target, cents in body.get("moves", ()):
            change = cents * ((target in mine) - (source in mine))
            there += change
            if "cage" in (source, target):
                brought += change
        if body.get("seat") == seat and event == "bet":
            staked += body["amount"]
        if body.get("seat") == seat and event == "wins":
            won += body["paid"] + body.get("coupon", 0)
    net = part["won"] - part["lost"] - part["vigorish"]
    assert part["before"] + part["brought"] + net == part["after"], part
    return {"after": there, "brought": brought, "staked": staked, "won": won}


def _rules(opening: Message) -> Rules:
    command = read(opening["body"]["command"], None)
    assert isinstance(command, Open)
    found = rules_to_open(command)
    assert isinstance(found, Rules)
    return found


def test_every_hand_can_be_replayed(evening: PlayedGames) -> None:
    """From the table as it stood, what was asked leads to the very lines, and to the balances."""
    replayed = 0
    for token in (evening.anna, evening.bert):
        for part in evening.hands(token):
            table, number = part["table"], part["hand"]
            lines = evening.lines(table)
            rules = _rules(lines[1])
            whole = evening.house.get(f"/api/v1/me/hands/{table}/{number}", token)
            assert part in whole["parts"]
            assert whole["next"] is None
            first = whole["lines"][0]["seq"]
            assert first <= part["first"]
            assert whole["lines"][-1]["seq"] >= part["last"]
            made: list[bytes] = []
            log = Log(made.append)
            log.lines, log.head = first - 1, lines[first - 1]["hash"]
            at_first = datetime.fromisoformat(lines[first - 1]["at"])
            run = Run.resume(load(rules, whole["standing"]), at_first, log)
            for line in whole["lines"]:
                if line["seq"] > part["last"]:
                    break
                if "command" in line["body"]:
                    assert run.do(line["body"]["command"]).ok
            assert [json.loads(each) for each in made] == [
                lines[seq] for seq in range(first, first + len(made))
            ]
            assert first + len(made) - 1 == part["last"]
            seat = part["seat"]
            has = run.table.rail(seat) + run.table.layout(seat)
            assert has == part["after"], part
            replayed += 1
    assert replayed >= 10


def test_hands_come_in_pages(evening: PlayedGames) -> None:
    house, whole = evening.house, evening.hands(evening.anna)
    for limit in (1, 3, 200):
        found: list[Message] = []
        after = ""
        while True:
            page = house.get(f"/api/v1/me/hands?limit={limit}{after}", evening.anna)
            assert len(page["hands"]) <= limit
            found += page["hands"]
            if page["next"] is None:
                break
            after = f"&after={page['next']}"
        assert found[::-1] == whole
    for wrong in ("limit=0", "limit=201", "limit=x", "after=x", "after=~~"):
        assert house.call("GET", f"/api/v1/me/hands?{wrong}", token=evening.anna)[0] == 400


def test_other_people_s_hands_are_private(evening: PlayedGames) -> None:
    """Whoever watches over the game sees them; players do not, nor by guessing numbers."""
    house = evening.house
    anna = house.get("/api/v1/me", evening.anna)["id"]
    mine = evening.hands(evening.anna)
    one = mine[0]
    path = f"/api/v1/people/{anna}/hands"
    for role, token in evening.watching.items():
        assert evening.hands(token, path) == mine, role
        found = house.get(f"{path}/{one['table']}/{one['hand']}", token)
        assert one in found["parts"]
    for token in (evening.bert, evening.anna):
        assert house.call("GET", path, token=token)[0] == 403
        assert house.call("GET", f"{path}/{one['table']}/{one['hand']}", token=token)[0] == 403
    assert house.call("GET", path)[0] == 401
    cards = next(each for each in mine if each["table"] == evening.cards)
    own = f"/api/v1/me/hands/{evening.cards}/{cards['hand']}"
    assert house.call("GET", own, token=evening.anna)[0] == 200
    assert house.call("GET", own, token=evening.bert)[0] == 404, "he was not there"
    shared = next(each for each in evening.hands(evening.bert) if each["staked"])
    seen = house.get(f"/api/v1/me/hands/{shared['table']}/{shared['hand']}", evening.bert)
    assert {part["seat"] for part in seen["parts"]} == {2}, "his own part, and nobody else's"


@pytest.mark.parametrize("game", ["craps", "cards"])
def test_meters_say_what_the_log_says(evening: PlayedGames, game: str) -> None:
    table: str = getattr(evening, game)
    lines = evening.lines(table)
    found = evening.house.get(f"/api/v1/tables/{table}/meters", evening.boss)["tables"][table]
    books = books_from_lines(lines)
    assert found["drop"] - found["taken_away"] == -books["cage"]
    assert found["win"] == books["bank"] + books.get("commission", 0), "what the tray gained"
    names = [line["event"] for line in lines.values()]
    assert found["trials"] == sum(names.count(each) for each in ("roll", "shake", "deal"))
    decided = [each for each in lines.values() if each["event"] in ("wins", "loses", "void")]
    assert found["decided"] == len(decided)
    assert found["handle"] == sum(each["body"]["stake"] for each in decided)
    house = evening.house.get("/api/v1/meters?closed=true", evening.boss)
    assert house["tables"][table] == found
    assert house["house"]["handle"] == sum(each["handle"] for each in house["tables"].values())
    for token in (evening.anna, evening.bert, None):
        path = f"/api/v1/tables/{table}/meters"
        assert evening.house.call("GET", path, token=token)[0] in (401, 403)


def _keys(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value) | {key for each in value.values() for key in _keys(each)}
    if isinstance(value, list):
        return {key for each in value for key in _keys(each)}
    return set()


def test_spectators_see_the_table_and_nobody_s_private_data(evening: PlayedGames) -> None:
    """Not a purse, a person's number, a login, a token or a client, in anything they are told."""
    house = evening.house
    told = list(evening.overheard)
    paths = [f"/api/v1/tables/{evening.craps}{more}" for more in ("", "/lines", "/legal")]
    told += [house.get(path) for path in ("/api/v1/tables", "/api/v1/house", *paths)]
    told += evening.lines(evening.craps).values()
    assert any("Bert" in json.dumps(each) for each in told), "they see who plays"
    forbidden = {
        *("purse", "person", "login", "token", "client", "password", "session", "roles_of"),
        *("opened_by", "address", "agent", "secret"),
    }
    assert not forbidden & _keys(told), forbidden & _keys(told)
    text = json.dumps(told)
    for secret in (
        *("the-watcher", "boss-of-the-house", "the-floor"),
        *(evening.anna, evening.bert, *evening.watching.values()),
    ):
        assert secret not in text
    assert "anna-the-player" in text, "that is the name she chose to be seen by"


def test_luck_of_a_coup_is_what_the_sheet_does_not_predict(evening: PlayedGames) -> None:
    edges = {
        wager: figure(rules.ruleset, rules.wagers[wager], rules.vig(rules.wagers[wager]))
        for rules in [Run.at("nj-2001", rails={}).table.rules]
        for wager in ("banker", "player", "tie")
    }
    played = [hand for hand in evening.hands(evening.anna) if hand["table"] == evening.cards]
    lucks = [
        each
        for each in evening.hands(evening.anna, "/api/v1/me/luck")
        if each["table"] == evening.cards
    ]
    assert len(lucks) == len(played)
    assert lucks[-1]["luck"]["exact"] == "0", "leaving is a hand without luck"
    for wager, hand, luck in zip(
        ("banker", "player", "tie", "banker"), played, lucks, strict=False
    ):
        assert luck["hand"] == hand["hand"]
        assert luck["net"] == hand["after"] - hand["before"] - hand["brought"]
        expected = -1000 * edges[wager].edge_per_bet_made
        assert Fraction(luck["expected"]["exact"]) == expected
        assert Fraction(luck["luck"]["exact"]) == luck["net"] - expected
        wanted = decimal(square_root(1000**2 * edges[wager].variance))
        assert luck["deviation"] == wanted


def test_luck_of_a_hand_of_dice(evening: PlayedGames) -> None:
    """Everything Anna bets at craps is the Pass Bet, decided before the hand is over."""
    page = evening.house.get("/api/v1/me/luck", evening.anna)
    found = {(each["table"], each["first"]): each for each in page["hands"]}
    hands = [hand for hand in evening.hands(evening.anna) if hand["table"] == evening.craps]
    assert hands
    for hand in hands:
        luck = found[hand["table"], hand["first"]]
        assert Fraction(luck["expected"]["exact"]) == -hand["staked"] * Fraction(7, 495)
    assert page["total"]["net"] == sum(each["net"] for each in page["hands"])
    sums = sum(Fraction(each["luck"]["exact"]) for each in page["hands"])
    assert Fraction(page["total"]["luck"]["exact"]) == sums
