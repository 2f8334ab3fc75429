"""The interface between the fair draw and an instrument: outcomes from a key, and its part in
verifying a log.

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
    """One thing that is wrong: its line, and its pledge if it belongs to one."""

    line: int
    kind: FindingKind
    what: str
    pledge: int | None = None


@dataclass(slots=True)
class PledgedTrial:
    """A trial under a pledge: its line, its outcome (None if the line has none), and notes of the
    instrument."""

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
        self.doubtful = False
        """True if lines that its trials may depend on are missing or changed."""

    def report(self, line: int, kind: FindingKind, what: str) -> None:
        self.found += 1
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(DrawFinding(line, kind, what, self.number))


class LogFollower(ABC):
    """Follows one instrument through a log that is verified. ``rules`` are those of the table, None
    if the log does not contain them."""

    no_outcome: ClassVar[str]
    """The finding about a trial whose line has no outcome."""
    observed: ClassVar[frozenset[str]] = frozenset()
    """Events beside trials that ``observe`` does something with."""

    def __init__(self, rules: Rules | None) -> None:
        self.rules = rules
        self.known = True
        """Whether the state of the instrument is known."""

    def lose(self) -> None:  # noqa: B027
        """Note that lines are missing or changed."""

    @abstractmethod
    def outcome(self, body: Mapping[str, Any]) -> Any:
        """Return the outcome in the line of a trial; None if there is none."""

    @abstractmethod
    def due(self, start: Any, key: bytes) -> Iterator[Any]:
        """Yield the correct outcomes of a pledge's trials in order, without end."""

    @abstractmethod
    def faults(self, trial: PledgedTrial, due: Any) -> Iterator[tuple[FindingKind, str]]:
        """Yield what is wrong with a trial whose correct outcome is ``due``."""

    def start(self) -> Any:
        """Return the state of the instrument before a pledge, for ``due``."""
        return None

    def observe(  # noqa: B027
        self, event: str, line: int, body: Mapping[str, Any], pledge: OpenPledge | None
    ) -> None:
        """Process a line of the log; a trial is in the pledge already."""


class Draw(ABC):
    """Derives the outcomes of an instrument from a key."""

    follower: ClassVar[type[LogFollower]]

    @abstractmethod
    def drawn(self, table: TableState, key: bytes) -> dict[str, Any]:
        """Return the next trial of the table's pledge, as keys of the command that enters it."""


def draw_of(thing: str) -> Draw:
    """Return the draw of the instrument of that key."""
    found: Draw = import_module(f"{INSTRUMENTS[thing]}.draw").DRAW
    return found
