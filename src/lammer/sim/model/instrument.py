"""The interface between the simulator and an instrument (dice, a shoe, a wheel): how its outcomes
are generated.

Each instrument's folder has a module ``sample`` with a function ``at_table`` that returns its
``Sampling`` for the rules of a table. It is found by the instrument's key when it is needed; no
module of the simulator imports an instrument, or tests which one it has.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast

from lammer.instruments import INSTRUMENTS
from lammer.table.commands import Command
from lammer.table.rules import Rules

if TYPE_CHECKING:
    from lammer.sim.sample.sampler import Kernels


class WorldTrial(NamedTuple):
    """One outcome of a trial: its cell's key for looking effects up, and its usual name."""

    outcome: Any
    called: int | str
    weight: int


class TableTrial(NamedTuple):
    """A trial on the real table: the command that enters it, and the outcome's usual name."""

    command: Command
    called: int | str


@dataclass(frozen=True)
class Sampling(ABC):
    """The outcomes of an instrument at one table, numbered as in ``trials``.

    A seed and a session have the same outcomes in the kernels, in ``outcomes`` and in ``on_table``.
    ``no_exact`` is why there are no exact answers (without a full stop), ``no_recording`` why
    ``recorded`` reads nothing (a sentence); each is empty if it does not apply.
    """

    rules: Rules
    no_exact: ClassVar[str] = ""
    shows: ClassVar[tuple[str, ...]] = ()
    """The keys of a trial's command that say its outcome."""
    no_recording: ClassVar[str] = "No recordings are read for this game."

    @property
    @abstractmethod
    def kernels(self) -> "Kernels":
        """Return the kernels that play sessions by the million."""

    @abstractmethod
    def trials(self) -> tuple[WorldTrial, ...]:
        """Return the outcomes that are distinguished."""

    @abstractmethod
    def outcomes(self, seed: int, session: int) -> Iterator[int]:
        """Yield the outcomes of a session, by number."""

    @abstractmethod
    def on_table(self, seed: int, session: int) -> Iterator[TableTrial]:
        """Yield the same outcomes for the real table."""

    def table_trial(self, outcome: Any) -> TableTrial:
        """Return a trial with this outcome of the space. Raises ``ValueError`` if that does not say
        what was drawn."""
        raise ValueError(f"{outcome} does not say what was drawn")

    def recorded(self, lines: Iterable[str]) -> Iterator[TableTrial]:  # noqa: ARG002
        """Yield the trials of a file. Raises ``ValueError`` at the first line that cannot be
        parsed."""
        raise ValueError(self.no_recording)


def sampling_at(rules: Rules) -> Sampling:
    """Return the sampling at a table with these rules."""
    key = rules.procedure.trial.thing
    module = import_module(f"{INSTRUMENTS[key]}.sample")
    return cast("Sampling", module.at_table(rules))
