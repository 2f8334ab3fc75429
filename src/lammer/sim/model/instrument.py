"""What the simulator asks of an instrument (dice, a shoe, a wheel): how its outcomes come about.

Each instrument's folder has a module ``sample`` with a function ``at_table`` that gives its
``Sampling`` for the rules of a table. It is found by the instrument's key when it is needed; no
module of the simulator imports an instrument, or asks which one it has.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast

from lammer.instruments import INSTRUMENTS
from lammer.table.commands import Command
from lammer.table.rules import Rules

if TYPE_CHECKING:
    from lammer.sim.sample.sampler import Kernels


class WorldTrial(NamedTuple):
    """One outcome of a trial: its cell's key for looking effects up, and what people call it."""

    outcome: Any
    called: int | str
    weight: int


class TableTrial(NamedTuple):
    """A trial on the real table: the command that enters it, and what people call its outcome."""

    command: Command
    called: int | str


@dataclass(frozen=True)
class Sampling(ABC):
    """How the outcomes of an instrument come about at one table.

    The numbers of outcomes are those of ``trials``. A seed and a session have the same outcomes in
    the kernels, in ``outcomes`` and in ``on_table``. ``no_exact`` is why there are no exact answers
    (without a full stop), ``no_recording`` why ``recorded`` reads nothing (a sentence); empty if
    there are, and if it does.
    """

    rules: Rules
    no_exact: ClassVar[str] = ""
    shows: ClassVar[tuple[str, ...]] = ()
    """The keys of a trial's command that say its outcome."""
    no_recording: ClassVar[str] = "No recordings are read for this game."

    @property
    @abstractmethod
    def kernels(self) -> "Kernels":
        """What plays sessions by the million."""

    @abstractmethod
    def trials(self) -> tuple[WorldTrial, ...]:
        """The outcomes that are told apart."""

    @abstractmethod
    def outcomes(self, seed: int, session: int) -> Iterator[int]:
        """The outcomes of a session, by number."""

    @abstractmethod
    def on_table(self, seed: int, session: int) -> Iterator[TableTrial]:
        """The same for the real table."""

    def random_trial(self, numbers: Callable[[int, int], list[int]]) -> TableTrial:
        """Return a trial at random; ``numbers`` gives so many below a bound, each equally likely:
        ``numbers(below, count)``."""
        space = self.rules.space
        (number,) = numbers(len(space.outcomes), 1)
        return self.table_trial(space.outcomes[number])

    def table_trial(self, outcome: Any) -> TableTrial:
        """A trial with this outcome of the space. Raises ``ValueError`` if that does not say what
        was drawn."""
        raise ValueError(f"{outcome} does not say what was drawn")

    def recorded(self, lines: Iterable[str]) -> Iterator[TableTrial]:  # noqa: ARG002
        """The trials of a file. Raises ``ValueError`` at the first line that cannot be parsed."""
        raise ValueError(self.no_recording)


def sampling_at(rules: Rules) -> Sampling:
    """How outcomes come about at a table with these rules."""
    key = rules.procedure.trial.thing
    module = import_module(f"{INSTRUMENTS[key]}.sample")
    return cast("Sampling", module.at_table(rules))
