"""Rules and a strategy as one machine of whole numbers: what every solver and kernel runs on.

Money is counted in units of ``unit`` cents. A player's *equity* is what is on the rail and, at face
value, on the layout. Play goes in rounds of two halves:

1. *Decision.* In state ``s`` with equity ``e`` the player acts. What he does depends on ``e`` only
   by the interval it falls in: the segments of ``s`` are ``first[s] .. first[s + 1] - 1``, in
   rising order; segment ``k`` holds ``e < below[k]`` (and ``e >= below[k - 1]`` within the state).
   Either play ends there, ``row[k] = -1 - end`` with ``end`` an index into ``ends``, and nothing is
   charged; or the player's bets then lie as row ``row[k]`` says, equity changes by ``charge[k]``
   (vigorish paid up front, never above zero but for a refund), ``staked[k]`` units were put up in
   new bets.
2. *Trial.* Outcome ``o`` of ``outcomes`` (by ``weights``) in row ``r`` leads to state ``to[r, o]``
   and changes equity by ``gain[r, o]``.

Play begins in state 0 with the bankroll. After the last trial the segment is looked up once more:
if it is an end, play ended so, but for ruin: no bet is due any more. Nothing else is done there.

What is up in a state, apart from what is remembered, is its *layout*: ``layouts`` lists them, the
empty one first, and ``up[s]`` is the one of state ``s``.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
FOREVER = np.int64(2**62)
"""``below`` of a state's last segment."""


@dataclass(frozen=True)
class Automaton:
    """See the module. ``ends[0]`` is ``"ruin"``; ``parts[k]`` says how ``staked[k]`` is divided
    among wagers, in cents. Without ``up``, nothing counts as left on the layout."""

    unit: int
    outcomes: int
    weights: Ints
    first: Ints
    below: Ints
    row: Ints
    charge: Ints
    staked: Ints
    to: Ints
    gain: Ints
    ends: tuple[str, ...]
    parts: tuple[tuple[tuple[str, int], ...], ...] = ()
    up: Ints | None = None
    layouts: tuple[Hashable, ...] = (None,)

    @property
    def layout(self) -> Ints:
        """Return the layout of each state."""
        return np.zeros(self.states, np.int64) if self.up is None else self.up

    @property
    def states(self) -> int:
        return len(self.first) - 1

    @property
    def rows(self) -> int:
        return len(self.to)

    @property
    def segments(self) -> int:
        return len(self.below)

    def segment(self, state: int, equity: int) -> int:
        """Return the segment of a state that an equity falls in."""
        low, high = int(self.first[state]), int(self.first[state + 1])
        return low + int(np.searchsorted(self.below[low:high], equity, side="right"))

    def check(self) -> None:
        """Check that every interval, state and row is consistent. Raises ``ValueError``."""
        starts, ends = self.first[:-1], self.first[1:]
        problems = {
            "no state": self.states < 1,
            "a state without a segment": bool((ends <= starts).any()),
            "segments left over": int(self.first[-1]) != self.segments or int(self.first[0]) != 0,
            "a state that does not reach up": bool((self.below[ends - 1] != FOREVER).any()),
            "a row that is not there": bool((self.row >= self.rows).any()),
            "an end that is not named": bool((self.row < -len(self.ends)).any()),
            "a state that is not there": bool(((self.to < 0) | (self.to >= self.states)).any()),
            "a layout that is not there": len(self.layout) != self.states
            or bool(((self.layout < 0) | (self.layout >= len(self.layouts))).any()),
            "weights that do not fit": len(self.weights) != self.outcomes,
            "rows that do not fit": self.to.shape != (self.rows, self.outcomes)
            or self.gain.shape != self.to.shape,
        }
        inside = np.ones(self.segments, bool)
        inside[starts] = False
        problems["segments out of order"] = bool((np.diff(self.below)[inside[1:]] <= 0).any())
        for what, wrong in problems.items():
            if wrong:
                raise ValueError(f"an automaton with {what}")

    def facts(self) -> dict[str, Any]:
        """Return its size, for reports."""
        return {"states": self.states, "rows": self.rows, "segments": self.segments}
