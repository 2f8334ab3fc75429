"""Instruments whose outcomes are independent, and equally likely unless somebody weighed them."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any

from lammer.sim.model.instrument import Sampling, TableTrial, WorldTrial
from lammer.sim.sample import chance
from lammer.sim.sample.sampler import EQUAL, WEIGHTED, Kernels
from lammer.table.commands import Command


class EqualOutcomes(Sampling):
    """A subclass names an outcome and the command that enters it; everything else is derived. There
    may be up to ``chance.MOST_OUTCOMES`` outcomes."""

    @abstractmethod
    def called(self, outcome: Any) -> int | str:
        """Return the usual name of an outcome of the space."""

    @abstractmethod
    def command(self, outcome: Any) -> Command:
        """Return the command that enters an outcome of the space at a table."""

    @property
    def kernels(self) -> Kernels:
        return WEIGHTED if self._weighted else EQUAL

    @property
    def _weighted(self) -> bool:
        return len(set(self.rules.space.weights)) > 1

    def trials(self) -> tuple[WorldTrial, ...]:
        space = self.rules.space
        return tuple(
            WorldTrial(outcome, self.called(outcome), weight)
            for outcome, weight in zip(space.outcomes, space.weights, strict=True)
        )

    def outcomes(self, seed: int, session: int) -> Iterator[int]:
        space = self.rules.space
        if self._weighted:
            return chance.weighted_rolls(chance.weighted_digits(space.weights), seed, session)
        return chance.rolls(len(space.outcomes), seed, session)

    def on_table(self, seed: int, session: int) -> Iterator[TableTrial]:
        space = self.rules.space
        return (self.table_trial(space.outcomes[n]) for n in self.outcomes(seed, session))

    def table_trial(self, outcome: Any) -> TableTrial:
        return TableTrial(self.command(outcome), self.called(outcome))
