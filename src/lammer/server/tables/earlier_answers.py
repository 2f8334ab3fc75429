"""What became of a command that is sent again: looked up in the log, beside the table.

Nothing is done again, so no tick has to wait for it; and however many are sent again, the house
looks up few at a time.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from lammer.server.tables.idempotency import Key, LastCommand
from lammer.store.port import LogEntry, Store

LOOKED_BACK = 2000
"""Lines looked through for a command that is sent again after later ones."""
AT_ONCE = 2
"""Look-ups at a time: half of those who read for the house."""
_BEFORE = frozenset(("new-dice", "withdraw", "commit"))
"""What the house may do before it does what was asked."""


class EarlierAnswer(NamedTuple):
    """What became of a number that is not above the last one done: the line it begins at, 0 if it
    was passed over, None if that is too long ago to say; and whether it was the same command."""

    seq: int | None
    same: bool = True


def look_back(
    store: Store, table: str, key: Key, number: int, last: LastCommand, raw: Mapping[str, Any]
) -> EarlierAnswer:
    """What became of a number of a client whose ``last`` one is known."""
    seq: int | None = last.seq
    if number < last.number:
        first = max(1, last.seq - LOOKED_BACK)
        seq = _line_of(store.entries(table, first, last.seq), key, number, first)
    if not seq:
        return EarlierAnswer(seq)
    line = next(store.lines(table, seq, seq), None)
    return EarlierAnswer(seq, line is None or is_same(line, raw))


def _line_of(entries: list[LogEntry], key: Key, number: int, first: int) -> int | None:
    """The line at which a number was done; 0 if it was passed over, None if it may have been done
    before the first of these."""
    mine = [each for each in entries if (each.person, each.client) == key]
    for each in mine:
        if each.number == number:
            return each.seq
    return 0 if mine and (first == 1 or mine[0].number < number) else None


def is_same(line: bytes, raw: Mapping[str, Any]) -> bool:
    """Whether a line was written for this very command. Fresh dice or a fresh seed may come before
    a trial, and a word given leads to the bet it was given for."""
    command = json.loads(line)["body"]["command"]
    if raw.get("do") == "confirm" or command["do"] in _BEFORE:
        return True
    return all(command.get(key) == value for key, value in raw.items())
