"""How far sessions fall from a peak: exactly at some bounds, as far as that is possible."""

from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from lammer.sim.exact.falls import chances_of_falls
from lammer.sim.exact.field import TooMuchWork
from lammer.sim.report.findings import Spread
from lammer.sim.report.plots import round_width
from lammer.sim.report.result import Result, chance, counted, money
from lammer.sim.simulate import Means, Prepared, QuestionError

BOUNDS = 20
"""About how many falls are listed with their chance."""
SELDOM = 0.999
"""The share of sessions that fall less than the furthest bound."""


class FallChance(NamedTuple):
    """The chance of a fall of at least this many cents, and its standard error, 0 if exact."""

    cents: int
    chance: float
    error: float


@dataclass(frozen=True)
class Falls:
    """The chance of falls from a peak: the first ``exact`` of ``chances`` are exact, the others
    sampled. ``spread`` has the falls of sampled sessions in cents. ``note`` says why not all are
    exact."""

    exact: int
    chances: tuple[FallChance, ...]
    spread: Spread
    note: str = ""

    @property
    def computed(self) -> str:
        sessions = counted(int(self.spread.total), "sampled session")
        if self.exact == len(self.chances):
            return f"The chances are exact; the median and the mean are of {sessions}."
        if self.exact:
            return f"Chances without ± are exact; what has one is of {sessions}, as is the median."
        return f"Of {sessions}. {self.note}".strip()

    def rows(self) -> list[tuple[str, str]]:
        """Return words and values for reading."""
        spread = self.spread
        error = spread.sd / sqrt(spread.total)
        return [
            ("median", money(spread.quantile(0.5))),
            ("mean", f"{money(spread.mean)} ± {money(error)}"),
            *(
                (
                    f"{money(each.cents)} or more",
                    chance(each.chance) + (f" ± {chance(each.error)}" if each.error else ""),
                )
                for each in self.chances
            ),
        ]

    def as_data(self) -> dict[str, Any]:
        return {
            "exact": self.exact == len(self.chances),
            "note": self.note,
            "at_least": [
                {
                    "cents": each.cents,
                    "p": each.chance,
                    "se": each.error,
                    "method": "exact" if at < self.exact else "sampled",
                }
                for at, each in enumerate(self.chances)
            ],
            "sampled": {
                "sessions": int(self.spread.total),
                "mean": self.spread.mean,
                "sd": self.spread.sd,
                "median": self.spread.quantile(0.5),
            },
        }


def falls_of(prepared: Prepared, result: Result, means: Means) -> Falls:
    """Return the falls of a strategy whose result is known."""
    fall = result.findings.drawdown
    if fall is None:
        raise QuestionError(
            "A session of it is too long to follow its falls.", "Ask for fewer rolls."
        )
    spread = Spread(fall.values * result.unit, fall.mass)
    bounds = _bounds(spread, result.unit)
    automaton, note = prepared.automaton, prepared.why or prepared.sampling.no_exact
    exact: list[float] = []
    if automaton is not None and not prepared.sampling.no_exact and means.method != "sample":
        told = means.progress
        try:
            exact = chances_of_falls(
                automaton,
                result.bankroll // automaton.unit,
                result.rolls,
                [-(-each // automaton.unit) for each in bounds],
                progress=None if told is None else lambda at, of: told("falls", at, of),
                stop=means.stop,
            )
        except TooMuchWork as problem:
            note = f"it is {problem}"
        else:
            note = "" if len(exact) == len(bounds) else "further falls would take too much"
    chances = [FallChance(cents, p, 0.0) for cents, p in zip(bounds, exact, strict=False)]
    chances += [_sampled(spread, cents) for cents in bounds[len(exact) :]]
    why = f"Sampled, not exact: {note}." if note else ""
    return Falls(len(exact), tuple(chances), spread, why)


def _bounds(spread: Spread, unit: int) -> list[int]:
    """Return round falls up to one that few sessions reach."""
    most = max(spread.quantile(SELDOM), unit)
    width = round_width(most // BOUNDS + 1, unit)
    return list(range(width, most + width, width))


def _sampled(spread: Spread, cents: int) -> FallChance:
    p = spread.at_least(cents)
    return FallChance(cents, p, float(np.sqrt(p * (1 - p) / spread.total)))
