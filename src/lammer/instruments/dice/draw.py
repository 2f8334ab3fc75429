"""Dice from a key, thrown or shaken: two, or as many as a game has."""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any, ClassVar

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
    first, second = several(key, trial, 2)
    return first, second


def several(key: bytes, trial: int, many: int) -> tuple[int, ...]:
    """Return this many dice of a pledge's trial: of more the first two are as of two.

    >>> from lammer.fair.draw import key_of
    >>> several(key_of(bytes(32)), 0, 3)[:2]
    (2, 3)
    """
    if trial < 0:
        raise ValueError(f"trials are counted from 0, and {trial} is below it")
    source = numbers(key, f"roll {trial}", 1)
    return tuple(1 + below(SIDES, source, 1) for _ in range(many))


class DiceFollower(LogFollower):
    """Rolls and shakes, each by itself."""

    no_outcome = "Not two dice."
    many: ClassVar[int] = 2

    def outcome(self, body: Mapping[str, Any]) -> Any:
        found = body.get("dice")
        if not isinstance(found, list) or len(found) != self.many:
            return None
        good = all(type(face) is int and 1 <= face <= SIDES for face in found)
        return tuple(found) if good else None

    def due(self, _start: Any, key: bytes) -> Iterator[tuple[int, ...]]:
        return (several(key, trial, self.many) for trial in count())

    def faults(self, trial: PledgedTrial, due: Any) -> Iterator[tuple[FindingKind, str]]:
        if trial.got != due:
            said, gave = ("-".join(map(str, each)) for each in (trial.got, due))
            yield "trial", f"The dice are {said}, and the seeds give {gave}."


class DiceDraw(Draw):
    """Dice for each trial, as many as its follower expects."""

    follower: ClassVar[type[DiceFollower]] = DiceFollower

    def drawn(self, table: TableState, key: bytes) -> dict[str, Any]:
        assert table.pledge is not None
        return {"dice": list(several(key, table.pledge.trials, self.follower.many))}


DRAW = DiceDraw()
