"""How far each client has counted its commands, so that what is sent twice is done once.

The store has the truth: the number is written in the transaction of what it led to. Here is a copy
of what was looked up, put back when a tick could not be written.
"""

from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from typing import NamedTuple

Key = tuple[int | None, str]
"""A person and the name of one of their clients."""


class LastCommand(NamedTuple):
    """The highest number done, and the line it begins at; zeros for none."""

    number: int = 0
    seq: int = 0


_NONE = LastCommand()


class CommandNumbers:
    def __init__(self, most: int) -> None:
        self._most = most
        self._last: OrderedDict[Key, LastCommand] = OrderedDict()
        self._undo: list[tuple[Key, LastCommand]] = []
        self._written: dict[Key, LastCommand] = {}
        self._in_tick = False
        self._sought: Counter[Key] = Counter()
        self._missed = 0

    def __contains__(self, key: Key) -> bool:
        return key in self._last

    def last(self, key: Key) -> LastCommand:
        """With what is done in the tick under way."""
        return self._last.get(key, _NONE)

    def written(self, key: Key) -> LastCommand:
        """What is written down, whatever is under way."""
        return self._written.get(key, self.last(key))

    def begin(self) -> None:
        """A tick is being prepared: until it ends nothing is forgotten."""
        self._in_tick = True

    def remember(self, key: Key, last: tuple[int, int]) -> None:
        """What the store has of a client."""
        if key not in self._last:
            self._last[key] = LastCommand(*last)
            self._forget()

    async def look_up(self, key: Key, read: Callable[[], Awaitable[tuple[int, int]]]) -> None:
        """Have the store's word on a client, unless it is known. What was done and forgotten again
        while the store was read is read again."""
        while key not in self._last:
            missed = self._missed
            self._sought[key] += 1
            try:
                last = await read()
            finally:
                self._sought -= Counter((key,))
            if missed == self._missed:
                self.remember(key, last)

    def done(self, key: Key, number: int, seq: int) -> None:
        self._undo.append((key, self.last(key)))
        self._last[key] = LastCommand(number, seq)
        self._last.move_to_end(key)
        self._forget()

    def take_back(self) -> None:
        """Nothing of this tick was done."""
        self._last.update(reversed(self._undo))
        self.keep()

    def look_up_again(self) -> None:
        """The store knows better: nothing that is remembered holds."""
        self._last.clear()

    def being_written(self) -> None:
        """The tick is on its way: until ``keep`` or ``take_back``, others see what was before."""
        self._written = dict(reversed(self._undo))

    def keep(self) -> None:
        self._undo, self._written = [], {}
        self._in_tick = False
        self._forget()

    def _forget(self) -> None:
        while len(self._last) > self._most and not self._in_tick:
            key, _ = self._last.popitem(last=False)
            self._missed += key in self._sought
