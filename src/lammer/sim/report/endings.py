"""What a session ends with, by how the bets that are still up are counted.

*Fair*: each at its exact worth. *Run out*: no bet is made any more, and what is up is decided; the
chances of that are exact, also of sampled sessions. *Face*: at its stake.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from math import floor, sqrt
from typing import Any, NamedTuple, Protocol

import numpy as np

from lammer.sim.model.automaton import Ints
from lammer.sim.report.findings import RUINED, FinalLayouts, Findings, Floats, Spread
from lammer.sim.report.result import Ending


class ValuedRunOut(Protocol):
    """What ``worth.RunOut`` has."""

    @property
    def gains(self) -> dict[int, float]: ...

    @property
    def trials(self) -> float: ...


class Valuer(Protocol):
    """What ``worth.Worth`` has."""

    def fair(self, layout: Any, /) -> Fraction: ...

    def run_out(self, layout: Any, /) -> ValuedRunOut: ...


class SampledShare(NamedTuple):
    """A chance and, if it was sampled, its standard error (0 if exact)."""

    chance: float
    error: float


@dataclass(frozen=True)
class Settled:
    """How sessions end, in cents, the bets that were up counted by ``ending``.

    ``spread`` has the final bankrolls, ``mean_error`` the standard error of their mean.
    ``mean_fair`` is the mean at fair value whatever the ending; ``p_broke`` is the chance of ruin
    with less left than the smallest bet, ``p_could_not_continue`` of ruin with more. ``trials`` is
    the mean of the trials in which bets ran out.
    """

    ending: Ending
    spread: Spread
    mean_error: float
    mean_fair: float
    ahead: SampledShare
    even: SampledShare
    behind: SampledShare
    broke: SampledShare
    could_not_continue: SampledShare
    trials: float = 0.0

    @property
    def mean(self) -> float:
        return self.spread.mean

    @property
    def shares(self) -> dict[str, SampledShare]:
        """Return the chances, by their keys in JSON."""
        return {
            "p_ahead": self.ahead,
            "p_even": self.even,
            "p_behind": self.behind,
            "p_broke": self.broke,
            "p_could_not_continue": self.could_not_continue,
        }


class _Outcomes(NamedTuple):
    """What sessions with one layout end with: values in cents and, beside each, its share of one
    of the masses; ``above`` and ``level``: the share of each mass that ends ahead, and even."""

    values: Floats
    mass: Floats
    above: Floats
    level: Floats


def settled(
    findings: Findings,
    unit: int,
    bankroll: int,
    ending: Ending,
    worth: Valuer | None,
    least_bet: int,
) -> Settled | None:
    """Return how sessions from a bankroll (cents) end; ``least_bet`` is the smallest bet of the
    strategy. Bets that are not known count at their stakes. None if nothing is known of what was
    up, as in findings written by hand."""
    left = findings.left
    if left is None:
        return None
    if worth is None or not left.layouts:
        ending, worth = "face", None
    sessions = findings.sessions
    parts = [
        (_counted(left, layout, unit, bankroll, ending, worth), layout)
        for layout in np.unique(left.layout).tolist()
    ]
    total = float(left.mass.sum())
    values = np.concatenate([part.values for part, _ in parts])
    mass = np.concatenate([part.mass for part, _ in parts])
    ahead = _share(np.concatenate([part.above for part, _ in parts]), left.mass, sessions)
    even = _share(np.concatenate([part.level for part, _ in parts]), left.mass, sessions)
    behind = _share(
        1 - np.concatenate([part.above + part.level for part, _ in parts]), left.mass, sessions
    )
    fair, error = _fair(left, unit, worth, sessions)
    ruined = left.layout == RUINED
    broke = ruined & (left.values * unit < least_bet)
    spread = _spread(values, mass)
    face_error = spread.sd / sqrt(sessions) if sessions and sessions > 1 else 0.0
    return Settled(
        ending,
        spread,
        face_error if ending == "face" else error,
        fair,
        ahead,
        even,
        behind,
        _share(broke.astype(np.float64), left.mass, sessions),
        _share((ruined & ~broke).astype(np.float64), left.mass, sessions),
        _trials(left, worth) / total if ending == "run-out" and worth is not None else 0.0,
    )


def _counted(
    left: FinalLayouts,
    layout: int,
    unit: int,
    bankroll: int,
    ending: Ending,
    worth: Valuer | None,
) -> _Outcomes:
    here = left.layout == layout
    cents, mass = left.values[here] * unit, _floats(left.mass[here])
    if layout <= 0 or ending == "face" or worth is None:
        return _Outcomes(
            cents.astype(np.float64),
            mass,
            (cents > bankroll).astype(np.float64),
            (cents == bankroll).astype(np.float64),
        )
    if ending == "fair":
        more = worth.fair(left.layouts[layout])
        bound = bankroll - more
        level = cents == int(bound) if bound.denominator == 1 else np.zeros(len(cents), bool)
        return _Outcomes(
            cents + float(more),
            mass,
            (cents > floor(bound)).astype(np.float64),
            level.astype(np.float64),
        )
    run = worth.run_out(left.layouts[layout])
    gains, chances = np.array(list(run.gains)), np.array(list(run.gains.values()))
    chances = chances / chances.sum()
    ends = cents[:, None] + gains
    return _Outcomes(
        ends.ravel().astype(np.float64),
        (mass[:, None] * chances).ravel(),
        ((ends > bankroll) * chances).sum(axis=1),
        ((ends == bankroll) * chances).sum(axis=1),
    )


def _spread(values: Floats, mass: Floats) -> Spread:
    found, place = np.unique(values, return_inverse=True)
    return Spread(found, np.bincount(place, mass, len(found)).astype(np.float64))


def _floats(values: Ints | Floats) -> Floats:
    return values.astype(np.float64)


def _share(each: Floats, weights: Ints | Floats, sessions: int | None) -> SampledShare:
    """Return the mean of a share that each session has, and its standard error."""
    mass = _floats(weights)
    total = float(mass.sum())
    mean = min(max(float(each @ mass) / total, 0.0), 1.0)
    if sessions is None or sessions < 2:
        return SampledShare(mean, 0.0)
    square = float((each * each) @ mass) / total
    return SampledShare(mean, sqrt(max(square - mean**2, 0.0) / sessions))


def _fair(
    left: FinalLayouts, unit: int, worth: Valuer | None, sessions: int | None
) -> tuple[float, float]:
    """Return the mean at fair value and its standard error."""
    values = _floats(left.values * unit)
    for layout in np.unique(left.layout).tolist():
        if layout > 0 and worth is not None:
            values[left.layout == layout] += float(worth.fair(left.layouts[layout]))
    spread = Spread(values, left.mass)
    error = spread.sd / sqrt(sessions) if sessions and sessions > 1 else 0.0
    return spread.mean, error


def _trials(left: FinalLayouts, worth: Valuer) -> float:
    """Return the mean number of trials in which bets run out, over all mass."""
    layouts: dict[int, Hashable] = {
        layout: left.layouts[layout] for layout in np.unique(left.layout).tolist() if layout > 0
    }
    return sum(
        worth.run_out(layout).trials * float(left.mass[left.layout == number].sum())
        for number, layout in layouts.items()
    )
