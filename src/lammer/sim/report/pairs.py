"""The difference between two strategies on the same dice, session by session."""

from dataclasses import dataclass
from math import sqrt
from typing import Any, Literal, NamedTuple

from lammer.sim.report.result import Ending, chance, counted, money

Z95 = 1.959963984540054
"""Standard errors on either side of a mean that make an interval of 95 %."""


class PairShare(NamedTuple):
    """A chance and, if it was sampled, its standard error (0 if exact)."""

    chance: float
    error: float


@dataclass(frozen=True)
class PairedDifference:
    """What the first ends with less what the second does, in cents, on the same dice.

    ``one`` and ``two`` are labels of a comparison; ``ending`` is how bets that are up at the end
    are counted, ``fair`` or ``face``. ``sessions`` and ``seed`` are None if exact; ``error`` is the
    standard error of the mean, 0 if exact. ``seed`` is None too of recorded sessions. ``note`` says
    why it was sampled, if it was.
    """

    one: str
    two: str
    method: Literal["exact", "sampled", "recorded"]
    ending: Ending
    sessions: int | None
    seed: int | None
    mean: float
    error: float
    sd: float
    above: PairShare
    equal: PairShare
    below: PairShare
    note: str = ""

    @property
    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of the mean; the mean itself if it is exact."""
        return self.mean - Z95 * self.error, self.mean + Z95 * self.error

    @property
    def computed(self) -> str:
        """Return how it was computed, as a sentence or two."""
        how = {"face": "at their stakes"}.get(self.ending, "at their exact worth")
        counts = f"Bets still up count {how}."
        if self.method == "exact":
            return f"Exact, both as one machine. {counts}"
        sessions = counted(self.sessions or 0, "session")
        if self.method == "recorded":
            return f"{sessions} of one record. {counts}"
        why = f" {self.note}" if self.note else ""
        return f"Sampled: {sessions} on the same random numbers, seed {self.seed}.{why} {counts}"

    def rows(self) -> tuple[tuple[str, str], ...]:
        """Return words and values for reading."""
        a, b = self.one, self.two
        mean = money(self.mean)
        if self.error:
            low, high = self.interval
            mean = f"{mean} ± {money(self.error)} (95 %: {money(low)} to {money(high)})"
        return (
            (f"{a} less {b}, on average", mean),
            ("standard deviation of that", money(self.sd)),
            (f"{a} ends with more than {b}", _said(self.above)),
            ("both end with the same", _said(self.equal)),
            (f"{b} ends with more than {a}", _said(self.below)),
        )

    def as_data(self) -> dict[str, Any]:
        low, high = self.interval
        data: dict[str, Any] = {
            "a": self.one,
            "b": self.two,
            "method": self.method,
            "sessions": self.sessions,
            "seed": self.seed,
            "ending": self.ending,
            "mean": self.mean,
            "se": self.error,
            "low": low,
            "high": high,
            "sd": self.sd,
            "p_a_beats_b": self.above.chance,
            "p_equal": self.equal.chance,
            "p_b_beats_a": self.below.chance,
            "note": self.note,
        }
        if self.method != "exact":
            data["se_p"] = [self.above.error, self.equal.error, self.below.error]
        return data


def _said(share: PairShare) -> str:
    return chance(share.chance) + (f" ± {chance(share.error)}" if share.error else "")


def sampled_pair(
    labels: tuple[str, str],
    ending: Ending,
    seed: int,
    sums: tuple[int, float, float, int, int],
    note: str,
) -> PairedDifference:
    """Return a pair from sums over sessions: how many, of the differences and their squares, and
    how many differences were above zero, and zero."""
    count, total, squares, above, equal = sums
    mean = total / count
    variance = max(squares / count - mean**2, 0.0)
    shares = [many / count for many in (above, equal, count - above - equal)]
    one, same, two = (PairShare(each, sqrt(each * (1 - each) / count)) for each in shares)
    error, sd = sqrt(variance / count), sqrt(variance)
    return PairedDifference(
        *labels, "sampled", ending, count, seed, mean, error, sd, one, same, two, note
    )  # fmt: skip
