"""A shoe as the simulator samples it: coups dealt one after another, with three hands as
outcomes."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import ClassVar, Literal, cast

from lammer.instruments.shoe.cards import winner
from lammer.instruments.shoe.commands import Deal
from lammer.instruments.shoe.sample import dealing
from lammer.instruments.shoe.sample.dealing import PackedShoe, ShoeSpec
from lammer.sim.model.automaton import Automaton
from lammer.sim.model.instrument import Sampling, TableTrial, WorldTrial
from lammer.sim.sample.sampler import Kernel
from lammer.table.rules import Rules


@dataclass(frozen=True)
class ShoeKernels:
    """The kernels that play sessions out of a shoe, in numba or in plain Python."""

    shoe: ShoeSpec
    no_gpu: str = "A GPU plays independent trials, not cards out of a shoe."

    def pack(self, automaton: Automaton, bankroll: int) -> PackedShoe:
        return dealing.pack(automaton, bankroll, self.shoe)

    def module(self, engine: Literal["numba", "numpy"]) -> Kernel:
        name = "kernel_numba" if engine == "numba" else "dealing"
        return cast("Kernel", import_module(f"lammer.instruments.shoe.sample.{name}"))


class ShoeSampling(Sampling):
    """The coups of a table's shoe, told apart as its bets tell them: usually by the winner."""

    shows: ClassVar[tuple[str, ...]] = ("cards",)
    no_exact: ClassVar[str] = "a shoe remembers its cards"
    no_recording: ClassVar[str] = (
        "No file of recorded trials is read for a shoe: its coups depend on each other."
    )

    @property
    def kernels(self) -> ShoeKernels:
        return ShoeKernels(dealing.at_table(self.rules))

    def trials(self) -> tuple[WorldTrial, ...]:
        space = self.rules.space
        weights = dict(zip(space.outcomes, space.weights, strict=True))
        return tuple(
            WorldTrial(some[0], winner(*some[0][:2]), sum(weights[each] for each in some))
            for some in dealing.kinds_at(self.rules)
        )

    def outcomes(self, seed: int, session: int) -> Iterator[int]:
        for coup in dealing.coups_of(self.rules, seed, session):
            yield coup.kind

    def on_table(self, seed: int, session: int) -> Iterator[TableTrial]:
        for coup in dealing.coups_of(self.rules, seed, session):
            yield TableTrial(Deal(coup.cards, coup.cut_card), coup.winner)


def at_table(rules: Rules) -> ShoeSampling:
    """Return the shoe of a table."""
    return ShoeSampling(rules)
