"""Recorded dice: one roll a line, or a table's log."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lammer.instruments.dice.keys import SO_MANY
from lammer.instruments.recording import RecordedTrialError

MOST_LINE = 100_000
Dice = tuple[int, ...]


def rolls(lines: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Return the rolls of a file: "3 4", "3,4", "3-4" or "34" a line (# begins a remark), or a
    log's.

    >>> list(rolls(["3 4", "# the second", "66"]))
    [(3, 4), (6, 6)]
    """
    return ((first, second) for first, second in rolls_of(2, lines))


def rolls_of(many: int, lines: Iterable[str]) -> Iterator[Dice]:
    """Yield the same of this many dice.

    >>> list(rolls_of(3, ["3 4 1", "662"]))
    [(3, 4, 1), (6, 6, 2)]
    """
    held: Dice | None = None  # Until the log is known not to take it back.
    for number, line in enumerate(lines, start=1):
        if len(line) > MOST_LINE:
            raise RecordedTrialError(number, "too long to be a roll")
        text = line.split("#")[0].strip() if not line.lstrip().startswith("{") else line
        if not text:
            continue
        if not text.lstrip().startswith("{"):
            found: Dice | None = _written(many, number, text)
        else:
            event = _event(number, text)
            if event.get("event") == "correct":
                held = None
            found = _logged(many, number, event)
        if found is not None:
            if held is not None:
                yield held
            held = found
    if held is not None:
        yield held


def _written(many: int, number: int, text: str) -> Dice:
    found = re.fullmatch(r"[\s,;+/-]*".join(["([1-6])"] * many), text)
    if found is None:
        example = " ".join("341"[:many])
        what = f'"{text[:40]}" is no roll of {SO_MANY[many]} dice: write {example}'
        raise RecordedTrialError(number, what)
    return tuple(map(int, found.groups()))


def _event(number: int, text: str) -> dict[str, Any]:
    try:
        event = json.loads(text)
    except (ValueError, RecursionError):
        raise RecordedTrialError(number, "neither a roll nor a line of a log") from None
    return event if isinstance(event, dict) else {}


def _logged(many: int, number: int, event: Mapping[str, Any]) -> Dice | None:
    """Return the roll of a log's line, if it is one that counts."""
    if event.get("event") not in ("roll", "shake"):
        return None
    body = event.get("body")
    dice = body.get("dice") if isinstance(body, dict) else None
    whole = isinstance(dice, list) and len(dice) == many
    if not whole or not all(type(die) is int and 1 <= die <= 6 for die in dice or ()):
        raise RecordedTrialError(number, f"a roll without {SO_MANY[many]} dice")
    assert dice is not None
    return tuple(dice)
