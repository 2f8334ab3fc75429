"""What a game shows of earlier trials: it goes on over a restart, a trial that is taken back is
counted no more, and a series that is over is shown until the next begins or the instrument is
renewed."""

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from lammer.instruments.shoe.scoreboard.roads import as_data
from lammer.server.history import hands, scoreboard
from lammer.server.history.scoreboard import Score
from lammer.server.house import HouseServer
from lammer.server.table_requests import TableRequest
from lammer.server.tables.audience import Listener
from lammer.store.port import Store
from lammer.table.run import Run
from tests.server.storage.test_failed_writes import at_house
from tests.server.storage.test_faulty_store import add_player, asked, new_store
from tests.store.faulty import Faulty


def plain(found: Any) -> Any:
    """What is sent of something."""
    return json.loads(json.dumps(found))


BANKER, PLAYER = ["2h", "9s", "3c", "Kd"], ["9h", "2s", "Kc", "3d"]
"""Coups: 5 to 9, 9 to 5."""


class Scored:
    """A table, and the score as its runner keeps it."""

    def __init__(self, rules: str) -> None:
        self.run = Run.at(rules, rails={1: 50_000, 2: 50_000})
        self.score = scoreboard.NEW

    def do(self, **command: Any) -> str:
        """What the score says after a command."""
        before = self.run.table
        answer = self.run.do(command)
        assert answer.ok, (command, answer.refusal)
        self.score = scoreboard.after(self.score, before, self.run.table, answer.events)
        return self.text

    @property
    def text(self) -> str:
        found = scoreboard.shown(self.score, self.run.table.rules)
        assert found is not None
        text: str = found["text"]
        return text


def test_a_hand_counts_its_rolls_and_points_until_the_next() -> None:
    table = Scored("nj-2011")
    assert table.text == "This hand: 0 rolls, no point made yet."
    table.do(do="accept-dice", seat=1)
    table.do(do="bet", seat=1, wager="pass", amount=1000)
    assert table.do(do="roll", dice=[2, 2]) == "This hand: 1 roll, no point made yet."
    assert table.do(do="roll", dice=[1, 3]) == "This hand: 2 rolls, 1 point made (4)."
    table.do(do="bet", seat=1, wager="pass", amount=1000)
    table.do(do="roll", dice=[5, 5])
    assert table.do(do="roll", dice=[3, 4]) == "The last hand: 4 rolls, 1 point made (4)."
    table.do(do="accept-dice", seat=2)
    table.do(do="bet", seat=2, wager="pass", amount=1000)
    assert table.do(do="roll", dice=[6, 6]) == "This hand: 1 roll, no point made yet."


def test_a_trial_that_is_taken_back_is_counted_no_more() -> None:
    table = Scored("nj-2011")
    table.do(do="accept-dice", seat=1)
    table.do(do="bet", seat=1, wager="pass", amount=1000)
    before = table.do(do="roll", dice=[2, 2])
    assert table.do(do="roll", dice=[3, 4]).startswith("The last hand: 2 rolls")
    assert table.do(do="correct", caller="boxperson", reason="wrong-dice") == before
    assert table.do(do="roll", dice=[3, 1]) == "This hand: 2 rolls, 1 point made (4)."


def test_the_roads_are_of_one_shoe() -> None:
    table = Scored("nj-2001")
    table.do(do="accept-shoe", seat=1)
    assert table.do(do="deal", cards=BANKER) == "1 coup: banker 1, player 0, tie 0."
    assert table.do(do="deal", cards=PLAYER) == "2 coups: banker 1, player 1, tie 0."
    found = scoreboard.shown(table.score, table.run.table.rules)
    assert found is not None
    exact = as_data(("banker", "player"))
    for road in ("bead_plate", "big_eye_boy", "small_road", "cockroach_pig"):
        assert [cell._asdict() for cell in found["roads"][road]] == exact[road]
    assert [cell._asdict() for cell in found["roads"]["big_road"]] == exact["big_road"]["cells"]
    assert table.do(do="shuffle") == "0 coups: banker 0, player 0, tie 0."
    table.do(do="accept-shoe", seat=2)
    assert table.do(do="deal", cards=BANKER) == "1 coup: banker 1, player 0, tie 0."


def test_what_was_stored_without_a_score_is_not_counted_from_its_middle() -> None:
    """As by a version that kept none: until the series is over nothing is shown."""
    table = Scored("nj-2001")
    table.do(do="accept-shoe", seat=1)
    table.do(do="deal", cards=BANKER)
    old = hands.hand_record(hands.new_hand(2, 9, table.run.table, {}), table.run.table, {},
                            table.score, "").snapshot.replace(b'"score"', b'"other"')  # fmt: skip
    table.score = hands.read_snapshot(table.run.table.rules, old).score
    before = table.run.table
    events = table.run.do({"do": "deal", "cards": PLAYER}).events
    table.score = scoreboard.after(table.score, before, table.run.table, events)
    assert scoreboard.shown(table.score, before.rules) is None
    assert table.do(do="shuffle") == "0 coups: banker 0, player 0, tie 0."
    table.do(do="accept-shoe", seat=2)  # The Banker's Hand lost, and the shoe goes on.
    assert table.do(do="deal", cards=BANKER) == "1 coup: banker 1, player 0, tie 0."


def test_a_game_without_a_scoreboard_shows_nothing() -> None:
    rules = Run.at("nj-1997", rails={}).table.rules
    assert scoreboard.shown(scoreboard.NEW, rules) is None
    assert scoreboard.read_score(Score("bp", False).stored) == Score("bp", False)


@pytest.fixture
def inner() -> Iterator[Store]:
    with closing(new_store()) as store:
        yield store


@pytest.mark.parametrize(
    ("rules", "first", "trial"),
    [("nj-2011", ("accept-dice",), "roll"), ("nj-2001", ("accept-shoe",), "deal")],
)
def test_the_score_goes_on_after_a_restart(
    inner: Store, rules: str, first: tuple[str, ...], trial: str
) -> None:
    ann = add_player(inner, "Ann")
    shown: list[Any] = []
    lying: list[Any] = []
    table = ""

    async def play(house: HouseServer, _faulty: Faulty) -> None:
        nonlocal table
        runner = await house.open_table(TableRequest(None, rules, None, {}))
        table = runner.record.table
        wager = next(iter(runner.table.rules.wagers))
        commands = [{"do": "sit", "rail": 50_000}]
        for _ in range(12):
            commands += [{"do": each} for each in first]
            commands += [{"do": "bet", "wager": wager, "amount": 500}, {"do": trial}]
        for number, command in enumerate(commands, 1):
            await asked(runner, ann, number, command)
        shown.append(runner.snapshot()["score"])
        lying.append(plain(runner.snapshot()["shown"]))

    async def look(house: HouseServer, _: Faulty) -> None:
        shown.append(house.tables[table].snapshot()["score"])
        lying.append(plain(house.tables[table].snapshot()["shown"]))

    at_house(inner, play)
    at_house(inner, look)
    assert shown[0]["text"] not in ("", "This hand: 0 rolls, no point made yet.")
    assert shown[1] == shown[0]
    assert lying[0] is not None
    assert lying[1] == lying[0]


def test_the_last_coup_of_a_shoe_is_seen_though_the_house_shuffles_at_once(inner: Store) -> None:
    """Who was there sees the whole shoe until the next coup; who comes then sees a new one."""
    ann = add_player(inner, "Ann")

    async def play(house: HouseServer, _: Faulty) -> None:
        runner = await house.open_table(TableRequest(None, "nj-2001", None, {}))
        seen = Seen()
        runner.listeners.add(seen)
        await asked(runner, ann, 1, {"do": "sit", "rail": 100_000})
        number = 1
        while "The shoe is over." not in seen.text:
            for command in ({"do": "accept-shoe"}, {"do": "deal"}):
                number += 1
                await asked(runner, ann, number, command)
        assert runner.snapshot()["score"]["text"] == "0 coups: banker 0, player 0, tie 0."
        assert seen.lying["cards"]
        assert runner.snapshot()["shown"] is None
        await asked(runner, ann, number + 1, {"do": "cash-out", "amount": 100})
        assert seen.lying["cards"]

    at_house(inner, play)


class Seen(Listener):
    """Somebody who keeps what the score says, and what lies on the table."""

    text = ""
    lying: Any = None

    def send(self, message: bytes) -> None:
        found = json.loads(message)
        self.lying = found.get("shown", self.lying)
        score = found.get("score")
        self.text = self.text if score is None else score["text"]
