"""Commands that are sent again are done once.

Each client numbers its commands. The store keeps the last number, written in the transaction of
what the command led to; ``CommandNumbers`` is a copy of what was looked up, rolled back when a tick
could not be written. ``look_back`` finds what became of a command that was done before: it reads
the log beside the table, so no tick waits for it.
"""

import json
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from functools import cache
from typing import NamedTuple

from lammer.instruments import INSTRUMENTS, load
from lammer.server.client_commands import Confirm, ParsedCommand
from lammer.server.people.permissions import ClientKey
from lammer.store.port import LogEntry, Store
from lammer.table.commands import CommitSeed, Withdraw, verb_for

LOOKED_BACK = 2000
"""Lines searched for a command that is sent again after later ones."""
AT_ONCE = 2
"""Look-ups at a time: half of the reading threads of the house."""


class LastCommand(NamedTuple):
    """The highest number done, and the line it begins at; zeros for none."""

    number: int = 0
    seq: int = 0


_NONE = LastCommand()


class CommandNumbers:
    """The last command of each client at one table, for at most ``most`` clients."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._last: OrderedDict[ClientKey, LastCommand] = OrderedDict()
        self._undo: list[tuple[ClientKey, LastCommand]] = []
        self._written: dict[ClientKey, LastCommand] = {}
        self._in_tick = False
        self._sought: Counter[ClientKey] = Counter()
        self._missed = 0

    def __contains__(self, key: ClientKey) -> bool:
        return key in self._last

    def last(self, key: ClientKey) -> LastCommand:
        """Return the last command, including those of the tick under way."""
        return self._last.get(key, _NONE)

    def written(self, key: ClientKey) -> LastCommand:
        """Return the last command that is durable, without those of the tick under way."""
        return self._written.get(key, self.last(key))

    def begin(self) -> None:
        """Begin a tick; until it ends no client is evicted."""
        self._in_tick = True

    def remember(self, key: ClientKey, last: tuple[int, int]) -> None:
        """Keep what the store has for a client, unless something is kept already."""
        if key not in self._last:
            self._last[key] = LastCommand(*last)
            self._evict()

    async def look_up(self, key: ClientKey, read: Callable[[], Awaitable[tuple[int, int]]]) -> None:
        """Read a client's last command from the store, unless it is known. Read again if the client
        was evicted meanwhile, since it may have done more than the first read found."""
        while key not in self._last:
            missed = self._missed
            self._sought[key] += 1
            try:
                last = await read()
            finally:
                self._sought -= Counter((key,))
            if missed == self._missed:
                self.remember(key, last)

    def done(self, key: ClientKey, number: int, seq: int) -> None:
        self._undo.append((key, self.last(key)))
        self._last[key] = LastCommand(number, seq)
        self._last.move_to_end(key)
        self._evict()

    def take_back(self) -> None:
        self._last.update(reversed(self._undo))
        self.keep()

    def look_up_again(self) -> None:
        """Forget all numbers, so that they are read from the store again."""
        self._last.clear()

    def being_written(self) -> None:
        """Make ``written`` return the state before this tick until ``keep`` or ``take_back``."""
        self._written = dict(reversed(self._undo))

    def keep(self) -> None:
        """End the tick under way; what it did is durable."""
        self._undo, self._written = [], {}
        self._in_tick = False
        self._evict()

    def _evict(self) -> None:
        while len(self._last) > self._most and not self._in_tick:
            key, _ = self._last.popitem(last=False)
            self._missed += key in self._sought


class EarlierAnswer(NamedTuple):
    """What became of a number that is not above the last one done: the line it begins at, 0 if it
    was skipped, None if that is too long ago to tell; and whether it was the same command."""

    seq: int | None
    same: bool = True


def find_earlier(
    store: Store, table: str, key: ClientKey, number: int, last: LastCommand, sent: ParsedCommand
) -> EarlierAnswer:
    """Return what became of a number of a client whose ``last`` command is known."""
    seq: int | None = last.seq
    if number < last.number:
        first = max(1, last.seq - LOOKED_BACK)
        seq = _line_of(store.entries(table, first, last.seq), key, number, first)
    if not seq:
        return EarlierAnswer(seq)
    line = next(store.lines(table, seq, seq), None)
    return EarlierAnswer(seq, line is None or is_same(line, sent))


def _line_of(entries: list[LogEntry], key: ClientKey, number: int, first: int) -> int | None:
    """Return the line at which a number was done; 0 if it was skipped, None if it may have been
    done before line ``first``."""
    mine = [each for each in entries if (each.person, each.client) == key]
    for each in mine:
        if each.number == number:
            return each.seq
    return 0 if mine and (first == 1 or mine[0].number < number) else None


def is_same(line: bytes, sent: ParsedCommand) -> bool:
    """Return whether a line was written for this very command. A fresh seed, or what an instrument
    needs, may come before a trial, and a confirmation leads to the bet that it confirms."""
    command = json.loads(line)["body"]["command"]
    if sent.kind is Confirm or command["do"] in _carried_out_before(tuple(INSTRUMENTS)):
        return True
    return all(command.get(key) == value for key, value in sent.raw.items())


@cache
def _carried_out_before(things: tuple[str, ...]) -> frozenset[str]:
    """The commands that the house may carry out before the one that was sent."""
    prepared = (verb_for(kind, thing) for thing in things for kind in load(thing).preparations)
    return frozenset((Withdraw.verb, CommitSeed.verb, *prepared))
