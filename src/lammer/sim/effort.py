"""How long an answer may take, how long it would take, and why it was ended early."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

EndedBy = Literal["time", "asked"]
"""Why an answer is partial: its time was over, or somebody asked it to stop."""
EXACT_SHARE = 0.6
"""The share of the time left that an exact answer gets, where a sample can follow."""
COMPILING_SHARE = 0.5
WATCHED_SHARE = 0.1
"""The share that a sample leaves for what is recorded roll by roll."""
SAMPLED_RATE = 1e8
"""Trials that a core samples in a second, about."""
KERNEL_SECONDS = 1.0
"""Seconds to load the kernels, about."""
LEAST_SECONDS, MOST_SECONDS = 0.01, 10**6


class OutOfTime(Exception):
    """Raised where it is to stop and there is nothing yet that could be kept."""


@dataclass
class TimeAllowed:
    """Looks at the time allowed, and at whether somebody asks to stop."""

    allowed: float | None = None
    asked: Callable[[], bool] | None = None
    began: float = field(default_factory=time.perf_counter)
    ended_by: EndedBy | None = None
    """What ended it; of both, the first."""

    @property
    def spent(self) -> float:
        return time.perf_counter() - self.began

    @property
    def left(self) -> float:
        """Return the seconds that are left."""
        if self.allowed is None:
            return float("inf")
        return max(self.allowed - self.spent, 0.0)

    def until(self, share: float) -> float:
        """Return the seconds that will be left once such a share of those left now is spent."""
        return self.left * (1 - share)

    def over(self, reserve: float = 0.0) -> bool:
        """Return whether to stop now, with so many seconds left."""
        if self.ended_by is None and self.asked is not None and self.asked():
            self.ended_by = "asked"
        if self.ended_by is None and self.allowed is not None and self.left <= reserve:
            self.ended_by = "time"
        return self.ended_by is not None


class Estimate(NamedTuple):
    """What was expected before it began: seconds and steps of an exact answer (None if there is
    none), seconds and sessions of a sample; right to a factor of three or so."""

    exact_seconds: float | None
    exact_steps: float | None
    sample_seconds: float
    sessions: int

    def words(self) -> str:
        sampled = f"a sample of {self.sessions:,} sessions about {spoken(self.sample_seconds)}"
        if self.exact_seconds is None:
            return f"No exact answer; {sampled}."
        return f"An exact answer takes about {spoken(self.exact_seconds)}, {sampled}."


class Effort(NamedTuple):
    """What was expected of an answer, the seconds allowed, and what ended it early."""

    allowed: float | None
    estimate: Estimate
    ended_by: EndedBy | None

    def as_data(self) -> dict[str, Any]:
        told = self.estimate
        return {
            "allowed": self.allowed,
            "exact": None
            if told.exact_seconds is None
            else {"steps": told.exact_steps, "seconds": told.exact_seconds},
            "sample": {"sessions": told.sessions, "seconds": told.sample_seconds},
            "ended_by": self.ended_by,
        }


def spoken(seconds: float) -> str:
    """Return a duration as people say it.

    >>> spoken(0.004), spoken(3.4), spoken(95), spoken(8000), spoken(1e6)
    ('0.1 seconds', '3 seconds', '2 minutes', '2 hours', '12 days')
    """
    if seconds < 2:
        return f"{max(seconds, 0.1):.1f} seconds"
    for size, name in ((60, "seconds"), (3600, "minutes"), (86400, "hours")):
        if seconds < 1.5 * size:
            return f"{seconds / {'seconds': 1, 'minutes': 60, 'hours': 3600}[name]:.0f} {name}"
    return f"{seconds / 86400:,.0f} days"
