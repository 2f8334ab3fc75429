"""Plays sessions position by position, for strategies that no finite automaton can hold.

Much slower than the kernels; the same outcomes give the same sessions (see ``world``).
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lammer.sim.model.memory import TrialSummary
from lammer.sim.model.player import StrategyLogic
from lammer.sim.model.purse import Purse
from lammer.sim.model.world import Layout, Position, SimulatedTurn, World

LONG_PLAYED = 10**5
"""Trials after which a session without a limit is stopped and left undecided."""
MOST_REMEMBERED = 200_000
RUINED = 0
"""The index of ruin among the ends."""


class PlayedSession(NamedTuple):
    """A session, in cents: ``trail`` is the equity from the start on, after each trial; ``left`` is
    what was up when it ended."""

    final: int
    end: int | None
    rolls: int
    staked: int
    trail: list[int]
    parts: dict[str, int]
    left: Layout


class Interpreter:
    """A strategy at a table, ready to play sessions."""

    def __init__(self, logic: StrategyLogic, world: World) -> None:
        self.logic, self.world = logic, world
        self._after: dict[tuple[Position, int], tuple[Position, TrialSummary]] = {}

    def session(self, outcomes: Iterable[int], rolls: int | None) -> PlayedSession:
        """Play a session on these outcomes, by number, of at most this many trials."""
        logic, source = self.logic, self._limited(outcomes, rolls)
        position, equity = self.world.begin(logic.start), logic.bankroll
        trail, staked = [equity], 0
        parts: dict[str, int] = {}
        while True:
            purse = Purse(equity, position.on_layout)
            turn = SimulatedTurn(self.world, position, purse)
            end = logic.decide(turn, position.memory)
            number = None if end not in (None, RUINED) else next(source, None)
            if number is None or end is not None:
                over = number is None and end == RUINED  # No bet is due after the last trial.
                end = None if over else end
                left = position.layout
                return PlayedSession(equity, end, len(trail) - 1, staked, trail, parts, left)
            staked += purse.staked
            for wager, cents in turn.made.items():
                parts[wager] = parts.get(wager, 0) + cents
            memory = logic.paid(position.memory, purse.charged)
            after, summary = self._trial(turn.now()._replace(memory=()), number)
            equity += summary.gain - purse.charged
            trail.append(equity)
            position = after._replace(memory=logic.after(memory, summary))

    @staticmethod
    def _limited(outcomes: Iterable[int], rolls: int | None) -> Iterator[int]:
        for count, outcome in enumerate(outcomes):
            if rolls is not None and count >= rolls:
                return
            yield outcome

    def _trial(self, position: Position, number: int) -> tuple[Position, TrialSummary]:
        key = position, number
        found = self._after.get(key)
        if found is None:
            if len(self._after) >= MOST_REMEMBERED:
                self._after.clear()
            found = self._after[key] = self.world.after(position, number)
        return found
