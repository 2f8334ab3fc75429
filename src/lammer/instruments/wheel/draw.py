"""A place on the rim from a key."""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from lammer.fair.draw import below, numbers
from lammer.fair.instrument import Draw, FindingKind, LogFollower, PledgedTrial
from lammer.instruments.wheel.law import wheel_law
from lammer.table.rules import Rules
from lammer.table.state import TableState

Found = tuple[str, int | None]
"""A name on the rim, and its place if names repeat there."""


def place(places: int, key: bytes, trial: int) -> int:
    """Return which place of a rim comes in a pledge's trial, both counted from 0.

    >>> from lammer.fair.draw import key_of
    >>> key = key_of(bytes(32))
    >>> [place(38, key, trial) for trial in range(4)]
    [24, 10, 13, 35]
    """
    if trial < 0:
        raise ValueError(f"trials are counted from 0, and {trial} is below it")
    return below(places, numbers(key, f"spin {trial}", 1), 1)


class WheelFollower(LogFollower):
    """Spins, each by itself."""

    no_outcome = "No place of the wheel."

    def __init__(self, rules: Rules | None) -> None:
        super().__init__(rules)
        self.wheel = wheel_law(rules.procedure) if rules is not None else None
        self.known = self.wheel is not None

    def outcome(self, body: Mapping[str, Any]) -> Any:
        if self.wheel is None:
            return None
        name, at = body.get(self.wheel.key), body.get("place")
        if not isinstance(name, str) or not (at is None or type(at) is int):
            return None
        return None if self.wheel.place_of(name, at) is None else (name, at)

    def due(self, _start: Any, key: bytes) -> Iterator[Found]:
        wheel = self.wheel
        assert wheel is not None
        for trial in count():
            at = place(len(wheel.rim), key, trial)
            yield wheel.rim[at], at + 1 if wheel.repeats else None

    def faults(self, trial: PledgedTrial, due: Any) -> Iterator[tuple[FindingKind, str]]:
        if trial.got != due:
            what = "pocket" if self.wheel is None else self.wheel.key
            yield "trial", f"The {what} is {_said(trial.got)}, and the seeds give {_said(due)}."


def _said(found: Found) -> str:
    name, at = found
    return name if at is None else f"{name} (place {at})"


class WheelDraw(Draw):
    """A place for each trial."""

    follower = WheelFollower

    def drawn(self, table: TableState, key: bytes) -> dict[str, Any]:
        assert table.pledge is not None
        wheel = wheel_law(table.rules.procedure)
        outcomes = tuple(wheel.places())
        return wheel.outcome_data(outcomes[place(len(outcomes), key, table.pledge.trials)])


DRAW = WheelDraw()
