"""A pocket from a key."""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from lammer.fair.draw import below, numbers
from lammer.fair.instrument import Draw, FindingKind, LogFollower, PledgedTrial
from lammer.table.state import TableState
from tests.wheel.spinner.commands import POCKETS


def pocket(key: bytes, trial: int) -> str:
    return POCKETS[below(len(POCKETS), numbers(key, f"spin {trial}", 1), 1)]


class SpinFollower(LogFollower):
    """Spins, each by itself."""

    no_outcome = "No pocket."

    def outcome(self, body: Mapping[str, Any]) -> Any:
        found = body.get("pocket")
        return found if found in POCKETS else None

    def due(self, _start: Any, key: bytes) -> Iterator[str]:
        return (pocket(key, trial) for trial in count())

    def faults(self, trial: PledgedTrial, due: Any) -> Iterator[tuple[FindingKind, str]]:
        if trial.got != due:
            yield "trial", f"The pocket is {trial.got}, and the seeds give {due}."


class SpinDraw(Draw):
    """A pocket for each trial."""

    follower = SpinFollower

    def drawn(self, table: TableState, key: bytes) -> dict[str, Any]:
        assert table.pledge is not None
        return {"pocket": pocket(key, table.pledge.trials)}


DRAW = SpinDraw()
