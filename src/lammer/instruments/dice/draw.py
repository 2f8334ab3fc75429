"""Two dice from a key, thrown or shaken."""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from lammer.fair.draw import below, numbers
from lammer.fair.instrument import Draw, FindingKind, LogFollower, PledgedTrial
from lammer.table.state import TableState

SIDES = 6


def dice(key: bytes, trial: int) -> tuple[int, int]:
    """Return the dice of a pledge's trial, the first being 0.

    >>> from lammer.fair.draw import key_of
    >>> key = key_of(bytes(32))
    >>> [dice(key, trial) for trial in range(4)]
    [(2, 3), (4, 4), (5, 4), (5, 2)]
    """
    if trial < 0:
        raise ValueError(f"trials are counted from 0, and {trial} is below it")
    source = numbers(key, f"roll {trial}", 1)
    return 1 + below(SIDES, source, 1), 1 + below(SIDES, source, 1)


class DiceFollower(LogFollower):
    """Rolls and shakes, each by itself."""

    no_outcome = "Not two dice."

    def outcome(self, body: Mapping[str, Any]) -> Any:
        match body.get("dice"):
            case [first, second] if type(first) is int and type(second) is int:
                if 1 <= first <= SIDES and 1 <= second <= SIDES:
                    return first, second
        return None

    def due(self, _start: Any, key: bytes) -> Iterator[tuple[int, int]]:
        return (dice(key, trial) for trial in count())

    def faults(self, trial: PledgedTrial, due: Any) -> Iterator[tuple[FindingKind, str]]:
        if trial.got != due:
            said, gave = ("-".join(map(str, each)) for each in (trial.got, due))
            yield "trial", f"The dice are {said}, and the seeds give {gave}."


class DiceDraw(Draw):
    """Two dice for each trial."""

    follower = DiceFollower

    def drawn(self, table: TableState, key: bytes) -> dict[str, Any]:
        assert table.pledge is not None
        return {"dice": list(dice(key, table.pledge.trials))}


DRAW = DiceDraw()
