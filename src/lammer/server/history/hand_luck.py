"""The luck of stored hands, found by replaying them: for a player's history."""

import json
from collections import OrderedDict
from collections.abc import Iterator
from threading import Lock

from lammer.core.numbers import decimal, exact_and_decimal, square_root
from lammer.server.history.hand_replay import HandReplays, Line, LogPosition, ReplayStep
from lammer.store.port import PlayedHand, Store
from lammer.table.rules import Rules
from lammer.table.views.luck import Luck, LuckOfTable

MOST_LINES = 5000
"""Lines of a hand that are replayed."""
MOST_HOUSES = 16
"""Houses whose bets are kept solved."""
MOST_HANDS = 4096


class HandLucks:
    """Finds the luck of each part in a hand, and keeps it. Thread-safe."""

    def __init__(self, replays: HandReplays) -> None:
        self._replays = replays
        self._measures: OrderedDict[Rules, LuckOfTable] = OrderedDict()
        self._found: OrderedDict[tuple[str, int, int], Luck | None] = OrderedDict()
        self._lock = Lock()

    def of(self, store: Store, table: str, part: PlayedHand) -> Luck | None:
        """Return the luck in a part in a hand; None if the hand cannot be replayed."""
        key = table, part.first_seq, part.seat
        with self._lock:
            if key in self._found:
                return self._found[key]
        luck = self._replayed(store, table, part)
        with self._lock:
            self._found[key] = luck
            if len(self._found) > MOST_HANDS:
                self._found.popitem(last=False)
        return luck

    def _replayed(self, store: Store, table: str, part: PlayedHand) -> Luck | None:
        if part.last_seq - part.first_seq >= MOST_LINES:
            return None
        lines: list[Line] = [
            json.loads(line) for line in store.lines(table, part.first_seq, part.last_seq)
        ]
        replay = self._replays.replay(store, table, lines)
        if replay is None:
            return None
        luck, measure = Luck(), self._measure(replay.start.table.rules)
        for position in _commands(replay.steps, lines):
            before, after = position.before, position.table
            luck = luck.plus(measure.of_command(before, position.events, after, part.seat))
        return luck

    def _measure(self, rules: Rules) -> LuckOfTable:
        with self._lock:
            found = self._measures.get(rules)
            if found is None:
                found = self._measures[rules] = LuckOfTable(rules)
                if len(self._measures) > MOST_HOUSES:
                    self._measures.popitem(last=False)
            return found


def _commands(steps: list[ReplayStep], lines: list[Line]) -> Iterator[LogPosition]:
    """Yield the position after the last line of each command."""
    for at, step in enumerate(steps):
        if at + 1 == len(lines) or "command" in lines[at + 1]["body"]:
            yield step.position


def luck_data(net: int, luck: Luck) -> dict[str, object]:
    """Return a result split into expectation and luck, in cents.

    >>> from fractions import Fraction
    >>> luck_data(1000, Luck(Fraction(1010), Fraction(1)))["expected"]
    {'exact': '-10', 'decimal': '-10.000000'}
    """
    return {
        "net": net,
        "expected": exact_and_decimal(net - luck.above),
        "luck": exact_and_decimal(luck.above),
        "deviation": decimal(square_root(luck.variance)),
    }
