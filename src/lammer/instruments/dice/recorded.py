"""Recorded dice: one roll a line, or a table's log."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lammer.instruments.recording import RecordedTrialError

MOST_LINE = 100_000


def rolls(lines: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Yield the rolls of a file: "3 4", "3,4", "3-4" or "34" a line (# begins a remark), or a
    log's.

    >>> list(rolls(["3 4", "# the second", "66"]))
    [(3, 4), (6, 6)]
    """
    held: tuple[int, int] | None = None  # Until the log is known not to take it back.
    for number, line in enumerate(lines, start=1):
        if len(line) > MOST_LINE:
            raise RecordedTrialError(number, "too long to be a roll")
        text = line.split("#")[0].strip() if not line.lstrip().startswith("{") else line
        if not text:
            continue
        if not text.lstrip().startswith("{"):
            found: tuple[int, int] | None = _written(number, text)
        else:
            event = _event(number, text)
            if event.get("event") == "correct":
                held = None
            found = _logged(number, event)
        if found is not None:
            if held is not None:
                yield held
            held = found
    if held is not None:
        yield held


def _written(number: int, text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([1-6])[\s,;+/-]*([1-6])", text)
    if found is None:
        raise RecordedTrialError(number, f'"{text[:40]}" is no roll of two dice: write 3 4')
    return int(found[1]), int(found[2])


def _event(number: int, text: str) -> dict[str, Any]:
    try:
        event = json.loads(text)
    except (ValueError, RecursionError):
        raise RecordedTrialError(number, "neither a roll nor a line of a log") from None
    return event if isinstance(event, dict) else {}


def _logged(number: int, event: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return the roll of a log's line, if it is one that counts."""
    if event.get("event") not in ("roll", "shake"):
        return None
    body = event.get("body")
    dice = body.get("dice") if isinstance(body, dict) else None
    two = isinstance(dice, list) and len(dice) == 2
    if not two or not all(type(die) is int and 1 <= die <= 6 for die in dice or ()):
        raise RecordedTrialError(number, "a roll without two dice")
    assert dice is not None
    return dice[0], dice[1]
