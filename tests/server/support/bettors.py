"""Players who reconnect after any failure, and keep a record of what they were sent.

A command without an answer is sent again under the same number once the house is back. What they
saw and what was acknowledged is compared with what the house has stored.
"""

import asyncio
import json
import random
import time
from dataclasses import dataclass, field
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidStatus

from lammer.audit.log.auditor import audit_log
from lammer.fair.verify import DrawTally, verify
from tests.server.support.running import PATIENCE, LiveClient, Message, RunningHouse

GIVEN_UP = (ConnectionClosed, InvalidStatus, OSError, TimeoutError, EOFError)
LATER = ("not-stored", "store-down", "busy", "moved")
"""Codes of refusals after which a command is sent again under its number."""
_PLAY: dict[str, tuple[tuple[str, int], ...]] = {
    "craps": (("pass", 500), ("field", 500), ("place-6", 600), ("hard-8", 100)),
    "mini-craps": (("pass", 500), ("come", 500), ("place-8", 600)),
    "automated-craps": (("pass", 500), ("field", 500), ("any-seven", 100)),
    "mini-dice": (("field", 500), ("any-seven", 100), ("place-6", 600)),
    "punto-banco": (("player", 1000), ("banker", 1000), ("tie", 100)),
}
_THING = {"mini-dice": "shaker", "punto-banco": "shoe"}
_TRIAL = {"mini-dice": "shake", "punto-banco": "deal"}


@dataclass
class Record:
    """What one player sent, which commands were acknowledged, and the lines received."""

    person: int = 0
    sent: dict[int, Message] = field(default_factory=dict)
    sent_at: dict[int, float] = field(default_factory=dict)
    """When each command was last sent, by ``time.monotonic``."""
    answered: dict[int, Message] = field(default_factory=dict)
    seen: dict[int, str] = field(default_factory=dict)
    times_back: int = 0
    not_kept: int = 0
    """Answers that said that nothing could be written."""


class LoadBettor:
    """A player at one table."""

    def __init__(self, house: RunningHouse, table: str, token: str, seed: int) -> None:
        self.house, self.table, self.token = house, table, token
        self.game = table.rpartition("-")[0]
        self.chance = random.Random(seed)
        self.name = f"bettor-{seed}"
        self.record = Record()
        self.number = 0
        self.stopping = False
        self._unanswered: tuple[int, Message] | None = None

    @property
    def waits(self) -> bool:
        """True while a command has neither been carried out nor refused."""
        return self._unanswered is not None

    async def play(self) -> None:
        """Play until stopped, across any number of lost connections."""
        while not self.stopping:
            client = LiveClient(self.house.address, self.table, self.token, self.name)
            try:
                await self._at_table(client)
            except GIVEN_UP:
                await asyncio.sleep(0.02)
            except KeyError:
                if "error" not in client.hello:
                    raise
                await asyncio.sleep(0.02)  # Another process has the table.
            finally:
                await client.close()
                self._keep(client)

    def _keep(self, client: LiveClient) -> None:
        """Keep every line received; a line received twice must be the same."""
        for seq, line in client.lines.items():
            assert self.record.seen.setdefault(seq, line["hash"]) == line["hash"], (seq, line)
        client.lines.clear()

    async def _at_table(self, client: LiveClient) -> None:
        start = max(self.record.seen, default=0) + 1
        await client.open(start)
        self.record.times_back += 1
        self.record.person = client.hello["you"]["person"]
        if self._unanswered is not None:
            await self._ask(client, *self._unanswered)
        if client.hello["you"]["seat"] is None:
            await self._new(client, {"do": "sit", "rail": 20_000})
        while not self.stopping:
            await self._one(client)
            self._keep(client)

    async def _one(self, client: LiveClient) -> None:
        seats, state = client.state["seats"], client.state
        seat = next((n for n, each in seats.items() if each["name"] == self.name), None)
        if seat is None:
            await self._new(client, {"do": "sit", "rail": 20_000})
            return
        if seats[seat]["rail"] < 3000 and not seats[seat]["bets"]:
            await self._new(client, {"do": "leave"})
            return
        choice = self.chance.random()
        if str(state["offered"]) == seat:
            await self._new(client, {"do": f"accept-{_THING.get(self.game, 'dice')}"})
        elif choice < 0.55:
            wager, cents = self.chance.choice(_PLAY[self.game])
            await self._new(client, {"do": "bet", "wager": wager, "amount": cents})
        elif choice < 0.62:
            await self._new(client, {"do": "seed", "seed": f"{self.name}-{self.number}"})
        elif choice < 0.66:
            await self._new(client, {"do": "remove", "wager": "field"})
        else:
            await self._new(client, {"do": _TRIAL.get(self.game, "roll")})

    async def _new(self, client: LiveClient, command: Message) -> None:
        self.number += 1
        await self._ask(client, self.number, command)

    async def _ask(self, client: LiveClient, number: int, command: Message) -> None:
        self.record.sent[number] = command
        self.record.sent_at[number] = time.monotonic()
        self._unanswered = (number, command)
        await client.send({"id": number, **command})
        answer = await client.answer(number)
        if answer["ok"] or answer["refusal"]["code"] not in LATER:
            self.record.answered[number] = answer
            self._unanswered = None
        else:
            self.record.not_kept += 1
            await asyncio.sleep(0.02)
            raise ConnectionError("try again under the same number")


async def under_load(
    house: RunningHouse, bettors: list[LoadBettor], rounds: int, chance: random.Random, blow: Any
) -> None:
    """Let everybody play, and cause this many failures at random moments; between two of them
    everybody gets answers."""
    tasks = [asyncio.create_task(each.play()) for each in bettors]
    try:
        for _ in range(rounds):
            await _all_answered(bettors, tasks, 1)
            await asyncio.sleep(chance.uniform(0, 0.4))
            await asyncio.to_thread(blow)
        await _all_answered(bettors, tasks, 5)
    finally:
        for each in bettors:
            each.stopping = True
        done, late = await asyncio.wait(tasks, timeout=PATIENCE)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)  # Each player closes its connection.
    for task in done:
        task.result()
    assert not late, "somebody never came back"


async def _all_answered(
    bettors: list[LoadBettor], tasks: list[asyncio.Task[None]], times: int
) -> None:
    """Wait until each player has received this many more answers."""
    wanted = [len(each.record.answered) + times for each in bettors]
    end = time.monotonic() + 2 * PATIENCE
    while any(len(e.record.answered) < n for e, n in zip(bettors, wanted, strict=True)):
        _raise_first(tasks)
        assert time.monotonic() < end, "somebody is not answered any more"
        await asyncio.sleep(0.01)


def _raise_first(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        if task.done():
            task.result()


def compare_with_house(
    store: Any, bettors: list[LoadBettor], logs: dict[str, bytes]
) -> dict[str, int]:
    """Compare the log of the house with what each player sent and received. Return counts, so that
    a test can see that something was compared."""
    counts = {"answered": 0, "seen": 0, "kept": 0, "unanswered": 0}
    entries = {table: _entries(store, table) for table in logs}
    lines = {
        table: {line["seq"]: line for line in map(json.loads, log.splitlines())}
        for table, log in logs.items()
    }
    for each in bettors:
        record, log = each.record, lines[each.table]
        kept = entries[each.table].get((record.person, each.name), {})
        for seq, digest in record.seen.items():
            assert log[seq]["hash"] == digest, f"{each.table} line {seq} was shown and is not kept"
        for number, answer in record.answered.items():
            if answer["ok"]:
                assert len(kept.get(number, ())) == 1, (each.name, number, answer, kept.get(number))
                _is_there(log[kept[number][0]], record.sent[number], answer)
            else:
                assert number not in kept, (each.name, number, answer)
        for number, seqs in kept.items():
            assert number in record.sent, f"{each.name} never sent {number}"
            assert len(seqs) == 1, f"{each.name} {number} was done {len(seqs)} times"
        counts["answered"] += len(record.answered)
        counts["seen"] += len(record.seen)
        counts["kept"] += len(kept)
        counts["unanswered"] += len(record.sent) - len(record.answered)
    return counts


def _entries(store: Any, table: str) -> dict[tuple[int, str], dict[int, list[int]]]:
    """Return the line at which each command of each client begins."""
    found: dict[tuple[int, str], dict[int, list[int]]] = {}
    head = store.head(table)
    for entry in store.entries(table, 1, head[0]):
        if entry.person is not None:
            numbers = found.setdefault((entry.person, entry.client), {})
            numbers.setdefault(entry.number, []).append(entry.seq)
    return found


def _is_there(line: Message, sent: Message, answer: Message) -> None:
    """Return whether the line contains the command as sent and the answer named that line."""
    command = line["body"]["command"]
    assert {key: command[key] for key in sent} == sent, (sent, command)
    if "seq" in answer:
        assert line["seq"] == answer["seq"], (line["seq"], answer)


def drawn_as_pledged(table: str, log: bytes) -> DrawTally:
    """Check the log of an open table: no findings, no pledge withdrawn, every outcome drawn from
    its seed."""
    lines = list(enumerate(log.splitlines(keepends=True), 1))
    found = [each.what for each in audit_log(lines)]
    assert found == ["The log has no closing line: it is not complete."], (table, found)
    assert b'"event":"withdraw"' not in log
    (*checked, tally) = verify(lines)
    assert isinstance(tally, DrawTally)
    assert tally.ok, (table, checked)
    return tally
