"""Moments: outcomes that a game sets apart, sent with the lines of their trial."""

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from lammer.server.history import scoreboard
from lammer.server.history.moments import moments
from lammer.server.house import HouseServer
from lammer.server.table_requests import TableRequest
from lammer.server.tables.audience import Listener
from lammer.store.port import Store
from lammer.table.run import Run
from tests.server.storage.test_failed_writes import at_house
from tests.server.storage.test_faulty_store import add_player, asked, new_store
from tests.store.faulty import Faulty


class WatchedTable:
    """A table, and the moments of each command."""

    def __init__(self, rules: str) -> None:
        self.run = Run.at(rules, rails={1: 500_000, 2: 500_000})
        self.score = scoreboard.NEW

    def do(self, **command: Any) -> list[tuple[str, str]]:
        before, lines = self.run.table, 1
        answer = self.run.do(command)
        assert answer.ok, (command, answer.refusal)
        now = self.run.table
        found = list(moments(self.score, [(before, answer.events)], now, lines))
        trials = [
            line
            for line, event in enumerate(answer.events, lines)
            if before.rules.instrument.outcome(event) is not None
        ]
        assert [each["line"] for each in found] == trials * len(found)
        self.score = scoreboard.after(self.score, before, now, answer.events)
        return [(each["kind"], each["text"]) for each in found]

    def roll(self, first: int, second: int) -> list[tuple[str, str]]:
        """The moments of a roll, before which the shooter has a line bet."""
        table = self.run.table
        if table.hands.seat is None:
            self.do(do="accept-dice", seat=table.hands.offered)
        seat = self.run.table.hands.seat
        assert isinstance(seat, int)
        if "pass" not in self.run.table.seats[seat].bets:
            self.do(do="bet", seat=seat, wager="pass", amount=500)
        return self.do(do="roll", dice=[first, second])


def test_naturals_points_made_and_seven_outs_are_moments_of_craps() -> None:
    table = WatchedTable("nj-2011")
    assert table.roll(3, 4) == [("natural", "Natural 7")]
    assert table.roll(5, 6) == [("natural", "Natural 11")]
    assert table.roll(1, 1) == []
    assert table.roll(2, 4) == []
    assert table.roll(5, 6) == []
    assert table.roll(3, 3) == [("point-made", "Point made: 6")]
    assert table.roll(4, 4) == []
    assert table.roll(3, 4) == [("seven-out", "Seven out")]


def test_every_tenth_roll_of_a_hand_is_a_moment() -> None:
    table = WatchedTable("nj-2011")
    assert [table.roll(1, 2) for _ in range(9)] == [[]] * 9
    assert table.roll(1, 2) == [("long-hand", "10 rolls in this hand")]
    assert [table.roll(2, 2) for _ in range(9)] == [[], [("point-made", "Point made: 4")]] * 4 + [
        []
    ]
    assert table.roll(2, 2) == [
        ("point-made", "Point made: 4"),
        ("long-hand", "20 rolls in this hand"),
    ]
    table.roll(2, 2)
    assert table.roll(3, 4) == [("seven-out", "Seven out")]
    assert [table.roll(1, 2) for _ in range(9)] == [[]] * 9  # Of the next hand.


def test_a_seven_only_for_come_bets_is_no_natural() -> None:
    table = WatchedTable("nj-2011")
    table.roll(2, 2)
    table.do(do="bet", seat=1, wager="come", amount=500)
    table.roll(4, 5)
    assert table.roll(1, 3) == [("point-made", "Point made: 4")]
    table.do(do="no-line-bet", seat=1)
    table.do(do="decline-dice", seat=2)
    assert table.run.table.hands.only_for
    assert table.do(do="roll", dice=[3, 4]) == []


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        (["9h", "2s", "Kc", "3d"], [("natural", "Natural 9: Player")]),
        (["2h", "8s", "Kc", "Kd"], [("natural", "Natural 8: Banker")]),
        (["9h", "9s", "Kc", "Kd"], [("natural", "Natural 9: Player and Banker")]),
        (["8h", "9s", "Kc", "Kd"], [("natural", "Natural 9: Banker")]),
        (["2h", "7s", "3c", "Kd", "4h"], []),  # Nine on three cards.
        (["6h", "7s", "Kc", "Kd"], []),
    ],
)
def test_a_natural_is_a_moment_of_punto_banco(
    cards: list[str], expected: list[tuple[str, str]]
) -> None:
    table = WatchedTable("nj-2001")
    table.do(do="accept-shoe", seat=1)
    assert table.do(do="deal", cards=cards) == expected


def test_mini_dice_have_no_moments() -> None:
    table = WatchedTable("nj-1997")
    table.do(do="accept-shaker", seat=1)
    table.do(do="no-more-bets")
    assert table.do(do="shake", dice=[3, 4]) == []


@pytest.fixture
def inner() -> Iterator[Store]:
    with closing(new_store()) as store:
        yield store


class Heard(Listener):
    """Somebody who keeps the messages with lines."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []

    def send(self, message: bytes) -> None:
        read = json.loads(message)
        if "lines" in read:
            self.messages.append(read)


def test_moments_come_with_the_lines_of_their_trial(inner: Store) -> None:
    """Also where a tick has several commands; a message without a moment has no such key."""
    ann = add_player(inner, "Ann")
    heard = Heard()

    async def play(house: HouseServer, _: Faulty) -> None:
        runner = await house.open_table(TableRequest(None, "nj-2011", None, {}))
        runner.listeners.add(heard)
        await asked(runner, ann, 1, {"do": "sit", "rail": 50_000})
        number = 1
        while not any(each.get("moments") for each in heard.messages):
            commands = ("accept-dice", "bet", "roll")
            for do in commands:
                number += 1
                more = {"wager": "pass", "amount": 100} if do == "bet" else {}
                await asked(runner, ann, number, {"do": do, **more})

    at_house(inner, play)
    *before, last = heard.messages
    assert not any("moments" in each for each in before)
    (moment, *_) = last["moments"]
    (roll,) = [json.loads(each) if isinstance(each, str) else each for each in last["lines"]][:1]
    assert roll["event"] == "roll"
    assert moment["line"] == roll["seq"]
