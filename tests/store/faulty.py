"""A store whose writes fail at planned points.

It wraps a real store. Which write fails, and how, is a plan by the number of the write; a plan made
from a seed is always the same. What happened is kept in ``done``.
"""

import random
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, cast, get_args

from lammer.store.port import Conflict, OutcomeUnknown, Store, StoreError, Superseded

Mended = Literal["before", "after", "lost", "conflict", "slow", "hang", "hang-after", "full"]
"""Where a write fails: before anything is done; after all is done, but before the answer; before
anything is done, with nobody knowing; for what is stored already; not at all, but late; hanging
before or after it until ``release``; for want of room."""
Point = Mended | Literal["superseded", "mistake"]
"""And such that a table does not simply go on: the database was restored; our own mistake."""
POINTS: tuple[Mended, ...] = get_args(Mended)

WRITES = frozenset(
    (
        *("open_table", "commit", "add_person", "make_account", "rename", "set_password"),
        *("give_role", "take_role", "grant", "add_session", "seen", "revoke"),
        *("revoke_all", "add_invitation", "use_invitation", "set_first_invitation"),
    )
)
LONGEST_HANG_S = 60.0


class Happened(NamedTuple):
    """A write: its number from 1, its name, where it failed (None for nowhere)."""

    number: int
    name: str
    point: Point | None


def planned(seed: int, writes: int, share: float = 0.2) -> dict[int, Point]:
    """A plan for so many writes, of which about this share fails.

    >>> planned(7, 100) == planned(7, 100)
    True
    """
    chance = random.Random(seed)
    return {
        number: chance.choice(POINTS) for number in range(1, writes + 1) if chance.random() < share
    }


class Faulty:
    """``Faulty(store, plan).store`` is used in the place of ``store``."""

    def __init__(self, store: Store, plan: Mapping[int, Point], slow_s: float = 0.05) -> None:
        self._inner = store
        self._plan = dict(plan)
        self._slow_s = slow_s
        self._lock = threading.Lock()
        self._released = threading.Event()
        self.hanging = threading.Event()
        """Set while a write hangs."""
        self.reads_fail: set[str] = set()
        """Names of reads that fail as long as they are here."""
        self.down: str | None = None
        """As long as this is set every write fails with it, probes included."""
        self.done: list[Happened] = []

    @property
    def store(self) -> Store:
        return cast("Store", self)

    def release(self) -> None:
        """Let the write that hangs go on; later ones hang again."""
        self.hanging.clear()
        self._released.set()

    def fail_next(self, point: Point) -> None:
        """Add the next write to the plan."""
        with self._lock:
            self._plan[len(self.done) + 1] = point

    def from_here(self, plan: Mapping[int, Point]) -> int:
        """Add a plan whose first write is the next one; how many were made before."""
        with self._lock:
            made = len(self.done)
            self._plan |= {made + number: point for number, point in plan.items()}
        return made

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._inner, name)
        if self.down is not None and name in (*WRITES, "probe"):
            return self._refuse
        if name not in WRITES:
            return self._read if name in self.reads_fail else method
        return lambda *arguments, **named: self._write(name, lambda: method(*arguments, **named))

    def _read(self, *_: object, **__: object) -> Any:
        raise StoreError("A read was made to fail.")

    def _refuse(self, *_: object, **__: object) -> Any:
        raise StoreError(self.down)

    def _write(self, name: str, do: Callable[[], Any]) -> Any:
        with self._lock:
            number = len(self.done) + 1
            point = self._plan.get(number)
            self.done.append(Happened(number, name, point))
        match point:
            case "before":
                raise StoreError(f"Write {number} was made to fail.")
            case "lost":
                raise OutcomeUnknown(
                    f"Write {number} was made to fail, and nobody knows whether it did."
                )
            case "conflict":
                raise Conflict(f"Write {number} was made not to follow on what is stored.")
            case "superseded":
                raise Superseded(f"The house was made to be restored before write {number}.")
            case "mistake":
                raise ArithmeticError(f"A mistake was made in write {number}.")
            case "full":
                raise StoreError(f"The disk was made full at write {number}. Make room.")
            case "slow":
                time.sleep(self._slow_s)
            case "hang":
                self._hang()
        answer = do()
        if point == "hang-after":
            self._hang()
        if point == "after":
            raise OutcomeUnknown(f"The answer to write {number} was made to be lost.")
        return answer

    def _hang(self) -> None:
        self.hanging.set()
        try:
            if not self._released.wait(LONGEST_HANG_S):
                raise OutcomeUnknown("A write that was made to hang was never released.")
        finally:
            self.hanging.clear()
            self._released.clear()
