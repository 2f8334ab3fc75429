"""What a run found, in units and counts."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lammer.sim.model.automaton import Ints

Floats = NDArray[np.float64]
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
PLAYED_OUT = "rolls"
"""The end of a session that lasted all its rolls."""


@dataclass(frozen=True)
class Spread:
    """A distribution: ``values`` rising, ``mass`` a count (sampled) or a probability (exact) of
    each."""

    values: Ints | Floats
    mass: Ints | Floats

    @property
    def total(self) -> float:
        return float(self.mass.sum())

    @property
    def mean(self) -> float:
        return float((self.values * self.mass).sum() / self.mass.sum())

    @property
    def sd(self) -> float:
        away = self.values - self.mean
        return float(np.sqrt((away * away * self.mass).sum() / self.mass.sum()))

    def quantile(self, q: float) -> int:
        """Return the least value whose cumulative share reaches ``q``, rounded."""
        so_far = np.cumsum(self.mass) / self.mass.sum()
        at = min(int(np.searchsorted(so_far, q - 1e-12)), len(self.values) - 1)
        return round(float(self.values[at]))

    def at_least(self, value: int) -> float:
        return float(self.mass[self.values >= value].sum() / self.mass.sum())


RUINED = -1
"""The layout of those who are ruined, who have nothing up."""


@dataclass(frozen=True)
class FinalLayouts:
    """Final equity beside what was up: ``layout`` is ``RUINED`` or an index into ``layouts``, of
    which the first is empty (without ``layouts`` it is not known what was up); ``values`` and
    ``mass`` as in ``Spread``, rising within each layout.
    """

    layouts: tuple[Hashable, ...]
    layout: Ints
    values: Ints
    mass: Ints | Floats


@dataclass(frozen=True)
class Findings:
    """Of one automaton played from one bankroll, in units.

    ``sessions`` is None when exact. ``ends`` has each end's label, and ``PLAYED_OUT``, with a count
    or a chance. ``rolls`` and ``staked`` are (mean, standard error), the error 0 when exact.
    ``visits`` is how often a session decides in each segment, on average (None: not known). ``at``
    are roll numbers from 0 to the last, ``fan`` the equity at them by ``QUANTILES`` (who has ended
    keeps his), ``gone`` the share of sessions ended by then, by ``ends`` of the automaton.
    ``drawdown`` is the largest fall from a peak, always of sampled sessions. ``undecided`` is the
    chance left over when play until ruin or goal was cut off, 0.0 otherwise. ``complete`` is False
    when it was interrupted. ``left`` divides ``final`` by what was up at the end (None: not known).
    """

    method: Literal["exact", "sampled", "recorded"]
    sessions: int | None
    seed: int | None
    final: Spread
    ends: Mapping[str, float]
    rolls: tuple[float, float]
    staked: tuple[float, float]
    visits: Floats | None
    at: Ints
    fan: Ints
    gone: Floats
    drawdown: Spread | None = None
    undecided: float = 0.0
    complete: bool = True
    left: FinalLayouts | None = None
