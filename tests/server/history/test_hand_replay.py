"""Stored lines are replayed to the states and sentences that were sent when they were new."""

import json
import random
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import msgspec
import pytest

from lammer.server.history import hand_replay
from lammer.server.history.hand_replay import replayed, scores, shown_after, states
from lammer.server.house import HouseServer
from lammer.server.table_requests import TableRequest
from lammer.server.tables.runner import TableRunner
from lammer.server.ws.protocol import LiveProtocol
from lammer.store.port import Store
from lammer.table.run import Run
from lammer.table.views import public
from tests.server.storage.test_faulty_store import asked, new_store
from tests.server.support.table_helpers import until
from tests.server.ws.test_welcome import ConnectionEnd, a_guest, at_live, connected, welcomed
from tests.store.faulty import Faulty

GAMES = [
    ("nj-2011", "craps"),
    ("md-2013", "craps"),
    ("nj-2011", "automated-craps"),
    ("nj-1997", "mini-dice"),
    ("nj-2001", "punto-banco"),
]
TRIALS = {"dice": "roll", "shaker": "shake", "shoe": "deal"}


@pytest.fixture
def inner() -> Iterator[Store]:
    with closing(new_store()) as store:
        yield store


def merged(state: dict[str, Any], change: dict[str, Any] | None) -> dict[str, Any]:
    """A state with a change, by the rule of docs/protocol.md."""
    if change is None:
        return state
    seats = {**state["seats"], **change["seats"]}
    return {**change, "seats": {key: seat for key, seat in seats.items() if seat is not None}}


class RandomPlay:
    """Two players who do anything at a table; what was shown after each command is kept."""

    def __init__(self, runner: TableRunner, players: list[Any], dice: random.Random) -> None:
        self.runner, self.players, self.dice = runner, players, dice
        self.numbers = dict.fromkeys(range(len(players)), 0)
        self.moments: dict[int, dict[str, Any]] = {}

    async def ask(self, player: int, **command: Any) -> None:
        self.numbers[player] += 1
        await asked(self.runner, self.players[player], self.numbers[player], command)
        self.moments[self.runner.seq] = public.full_state(self.runner.table)

    async def play(self, moments: int) -> None:
        """Go on until there are so many moments to compare: how long that takes, the dice say."""
        for player in self.numbers:
            await self.ask(player, do="sit", rail=20_000)
        while len(self.moments) < moments:
            await self.ask(self.dice.choice(list(self.numbers)), **self._anything())
            if not self.runner.table.seats:
                for player in self.numbers:
                    await self.ask(player, do="sit")

    def _anything(self) -> dict[str, Any]:
        """Something that a player may do, or may not."""
        dice, table = self.dice, self.runner.table
        thing = table.rules.procedure.trial.thing
        wager = dice.choice(list(table.rules.wagers))
        up = [name for seat in table.seats.values() for name in seat.bets]
        lying = dice.choice(up or [wager])
        stay = {"leave_up": True} if dice.random() < 0.3 else {}
        amount = dice.choice((500, 500, 600, 1000, 2500))
        found: list[dict[str, Any]] = dice.choice(
            [
                *[[{"do": "bet", "wager": wager, "amount": amount, **stay}]] * 9,
                *[[{"do": "bet", "wager": "pass", "amount": 1000}]] * 3,
                *[[{"do": "bet", "wager": "come", "amount": 1000}]] * 2,
                [{"do": "remove", "wager": lying}, {"do": "reduce", "wager": lying, "by": 500}],
                [{"do": "call", "wager": lying, "working": dice.random() < 0.5}],
                *[[{"do": TRIALS[thing]}]] * 5,
                *[[{"do": f"accept-{thing}"}]] * 4,
                [{"do": f"decline-{thing}"}, {"do": f"pass-{thing}"}, {"do": "no-line-bet"}],
                [{"do": "leave"}, {"do": "cash-out", "amount": 100}, {"do": "collect"}],
                *[[{"do": "sit"}]] * 3,
            ]
        )
        return dice.choice(found)


@pytest.mark.parametrize(("rules", "game"), GAMES)
def test_stored_lines_are_replayed_as_they_were_shown(inner: Store, rules: str, game: str) -> None:
    dice = random.Random(f"{rules} {game}")

    async def test(house: HouseServer, live: LiveProtocol, _: Faulty) -> None:
        people = [await a_guest(house), await a_guest(house)]
        runner = await house.open_table(TableRequest(None, rules, game, {}))
        play = RandomPlay(runner, [who for who, _ in people], dice)
        async with connected(live, table=runner.record.table) as watcher:
            await welcomed(watcher)
            await play.play(60)
            await until(lambda: watcher.received[-1].get("seq") == runner.seq)
            live_text = _texts(watcher)
            live_scores = {
                each["seq"]: each["score"] for each in watcher.received if "score" in each
            }
            live_shown = {
                each["seq"]: each["shown"] for each in watcher.received if "shown" in each
            }
        await _check_sentences(house, runner, live_text, dice)
        await _check_states(house, runner, play.moments)
        await _check_scores(house, runner, live_scores)
        await _check_shown(house, runner, live_shown)

    at_live(inner, test)


def _texts(watcher: ConnectionEnd) -> dict[int, str]:
    return {
        line["seq"]: text
        for each in watcher.received
        for line, text in zip(each.get("lines", ()), each.get("text", ()), strict=True)
    }


async def _check_sentences(
    house: HouseServer, runner: TableRunner, live_text: dict[int, str], dice: random.Random
) -> None:
    """The sentences of stored lines are those that were sent, wherever one begins to read."""
    table, last = runner.record.table, runner.seq
    assert len(live_text) > 30
    for first in (1, *dice.sample(range(2, last), 8)):
        lines, text = await house.writer.read(
            lambda store, first=first: house.replays.lines(store, table, first, last)  # type: ignore[misc]
        )
        assert len(lines) == len(text) == last - first + 1
        assert all(text)
        for seq, sentence in enumerate(text, first):
            assert sentence == live_text.get(seq, sentence), json.loads(lines[seq - first])


async def _replay(house: HouseServer, runner: TableRunner) -> Any:
    """Return the replay of all lines of a table but the first."""
    table, last = runner.record.table, runner.seq

    def read(store: Store) -> Any:
        lines = [json.loads(line) for line in store.lines(table, 2, last)]
        return house.replays.replay(store, table, lines)

    return await house.writer.read(read)


async def _check_states(
    house: HouseServer, runner: TableRunner, moments: dict[int, dict[str, Any]]
) -> None:
    """So are the states."""
    replay = await _replay(house, runner)
    state = public.full_state(replay.start.table)
    looked = 0
    for seq, change in enumerate(states(replay.start.table, replay.steps), 2):
        state = merged(state, change)
        if seq in moments:
            assert state == moments[seq], seq
            looked += 1
    assert looked > 40


async def _check_scores(
    house: HouseServer, runner: TableRunner, live_scores: dict[int, dict[str, Any]]
) -> None:
    """So are the scores; each was sent once, with the lines that changed it."""
    replay = await _replay(house, runner)
    score, *changes = scores(replay.start, replay.steps)
    looked = 0
    for seq, change in enumerate(changes, 2):
        score = change or score
        if seq in live_scores:
            assert msgspec.json.decode(msgspec.json.encode(score)) == live_scores[seq], seq
            looked += 1
    assert looked == len(live_scores)
    assert score == runner.snapshot()["score"]


async def _check_shown(
    house: HouseServer, runner: TableRunner, live_shown: dict[int, dict[str, Any] | None]
) -> None:
    """So is what lies on the table, wherever one begins to read."""
    table, last = runner.record.table, runner.seq
    assert len(live_shown) > 1
    for first in (2, *live_shown):
        shown = await house.writer.read(
            lambda store, first=first: _shown(house, store, table, first, last)  # type: ignore[misc]
        )
        assert {seq: shown[seq] for seq in live_shown if seq >= first - 1} == {
            seq: each for seq, each in live_shown.items() if seq >= first - 1
        }
        assert shown[last] == plain(runner.snapshot()["shown"])


def plain(found: Any) -> Any:
    """What is sent of something."""
    return msgspec.json.decode(msgspec.json.encode(found))


def _shown(house: HouseServer, store: Store, table: str, first: int, last: int) -> dict[int, Any]:
    """What lies on the table after each line, by its number; from the one before ``first``."""
    lines = [json.loads(line) for line in store.lines(table, first, last)]
    replay = house.replays.replay(store, table, lines)
    assert replay is not None
    changes = {
        each["after"]: each["shown"] for each in shown_after(replay.start, first, replay.steps)
    }
    found, now = {}, None
    for seq in range(first - 1, last + 1):
        now = found[seq] = plain(changes.get(seq, now))
    return found


def test_a_trial_taken_back_is_taken_back_in_the_replay() -> None:
    lines: list[bytes] = []
    run = Run.at("nj-2011", rails={1: 50_000}, keep=lines.append)
    start, first = run.table, len(lines)
    shown = {}
    commands: list[dict[str, Any]] = [
        {"do": "accept-dice", "seat": 1},
        {"do": "bet", "seat": 1, "wager": "pass", "amount": 1000},
        {"do": "roll", "dice": [2, 4]},
        {"do": "bet", "seat": 1, "wager": "come", "amount": 1000},
    ]
    wrong = {"do": "correct", "caller": "boxperson", "reason": "wrong-dice"}
    for dice in ([3, 4], [4, 4], [5, 4]):
        commands += [{"do": "roll", "dice": dice}, wrong, {"do": "roll", "dice": [1, 4]}]
    for command in commands:
        assert run.do(command).ok, command
        shown[len(lines)] = public.full_state(run.table)
    steps = list(replayed(start, [json.loads(line) for line in lines[first:]]))
    state = public.full_state(start)
    for seq, change in enumerate(states(start, steps), first + 1):
        state = merged(state, change)
        assert state == shown.get(seq, state), seq
    assert sum("is taken back" in step.text for step in steps) == 3


def test_reading_on_needs_no_replay_from_the_beginning(
    inner: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is replayed before the first line asked for is bounded; who reads page by page is not
    affected."""
    monkeypatch.setattr(hand_replay, "MOST_REPLAYED", 5)

    async def test(house: HouseServer, _live: LiveProtocol, _: Faulty) -> None:
        ann, _token = await a_guest(house)
        runner = house.tables["craps-1"]
        await asked(runner, ann, 1, {"do": "sit", "rail": 50_000})
        for number in range(2, 14):
            bet = {"do": "bet", "wager": "field", "amount": 500}
            assert (await asked(runner, ann, number, bet))["ok"]

        def read(first: int, last: int) -> Any:
            return house.writer.read(
                lambda store: house.replays.lines(store, "craps-1", first, last)
            )

        assert set((await read(12, 14))[1]) == {""}
        for first in (3, 6, 9, 12):
            assert all((await read(first, first + 2))[1])

    at_live(inner, test)


def test_a_table_opened_under_other_rules_has_no_sentences(inner: Store) -> None:
    async def test(house: HouseServer, live: LiveProtocol, _: Faulty) -> None:
        other = house.rules_of(house.tables["mini-dice-1"].record)
        house.replays._rules_of = lambda _: other
        async with connected(live, query="&from=1") as client:
            hello = await welcomed(client)
        assert hello["text"] == [""] * len(hello["lines"])

    at_live(inner, test)


def test_lines_that_are_none_have_no_sentences(inner: Store) -> None:
    async def test(house: HouseServer, _live: LiveProtocol, _: Faulty) -> None:
        assert house.replays.replay(house.writer.store, "craps-1", [{"x": 1}]) is None

    at_live(inner, test)
