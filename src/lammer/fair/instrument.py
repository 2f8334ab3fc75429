"""What the fair draw asks of an instrument: outcomes from a key, and its part in verifying a log.

Each instrument's folder has a module ``draw`` with its ``Draw`` as ``DRAW``; it is found by the
instrument's key when it is needed.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, ClassVar, Literal

from lammer.instruments import INSTRUMENTS
from lammer.table.rules import Rules
from lammer.table.state import TableState

FindingKind = Literal["chain", "commitment", "seed", "trial", "cards", "malformed"]
MOST_FINDINGS = 100
"""Findings of one pledge that are listed."""


@dataclass(frozen=True, slots=True)
class DrawFinding:
    """One thing wrong: at which line, and in which pledge, if in any."""

    line: int
    kind: FindingKind
    what: str
    pledge: int | None = None


@dataclass(slots=True)
class PledgedTrial:
    """A trial under a pledge: its line, its outcome (None if the line did not say one), and what
    the instrument notes of it."""

    line: int
    got: Any
    notes: dict[str, Any] = field(default_factory=dict)


class OpenPledge:
    """A pledge from its commit to its end; ``start`` is the state of the instrument before it."""

    def __init__(self, number: int, line: int, hash: str, start: Any) -> None:
        self.number, self.line, self.hash, self.start = number, line, hash, start
        self.seeds: dict[int, str] = {}
        self.trials: list[PledgedTrial] = []
        self.count = 0
        self.findings: list[DrawFinding] = []
        self.found = 0

    def wrong(self, line: int, kind: FindingKind, what: str) -> None:
        self.found += 1
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(DrawFinding(line, kind, what, self.number))


class LogFollower(ABC):
    """One instrument followed through a log that is verified. ``rules`` are those of the table,
    None if the log does not say them."""

    no_outcome: ClassVar[str]
    """What is said of a trial whose line has no outcome."""

    def __init__(self, rules: Rules | None) -> None:
        self.rules = rules

    @abstractmethod
    def outcome(self, body: Mapping[str, Any]) -> Any:
        """Return the outcome that the line of a trial says; None if it says none."""

    @abstractmethod
    def due(self, start: Any, key: bytes) -> Iterator[Any]:
        """Yield what the trials of a pledge should have been, one after the other, without end."""

    @abstractmethod
    def faults(self, trial: PledgedTrial, due: Any) -> Iterator[tuple[FindingKind, str]]:
        """Yield what is wrong with a trial that should have been ``due``."""

    def start(self) -> Any:
        """Return the state of the instrument before a pledge, for ``due``."""
        return None

    def hear(  # noqa: B027
        self, event: str, line: int, body: Mapping[str, Any], pledge: OpenPledge | None
    ) -> None:
        """Take a line of the log into account; that of a trial is in the pledge already."""


class Draw(ABC):
    """How the outcomes of an instrument follow from a key."""

    follower: ClassVar[type[LogFollower]]

    @abstractmethod
    def drawn(self, table: TableState, key: bytes) -> dict[str, Any]:
        """Return what the next trial of the table's pledge shows, as keys of the command that
        enters it."""


def draw_of(thing: str) -> Draw:
    """Return the draw of the instrument of that key."""
    found: Draw = import_module(f"{INSTRUMENTS[thing]}.draw").DRAW
    return found
