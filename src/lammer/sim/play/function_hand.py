"""Players that are Python functions: what a function sees and may do before each trial, on
whatever table (``FunctionHand``), and how its sessions end (``FunctionPlayer``)."""

import random
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from math import inf
from pathlib import Path
from typing import Any

from lammer.core.legality import Refusal
from lammer.sim.model.player import SEAT
from lammer.sim.report.result import RUIN
from lammer.table.commands import CallBet, Command, MakeBet, Reduce, Remove
from lammer.table.state import Bet

Function = Callable[..., Any]
"""Called before each trial with the hand it plays (``FunctionHand``). A class is instantiated for
each session, and the instances are called."""
NOT_NOW = ("wrong-time",)
MOST_TOLD = 5
"""The most refusals that are kept for the report on a function."""
MOST_COMMANDS = 1_000
"""The most commands of a function before one trial; more are taken for an endless loop."""


class TooManyCommands(Exception):
    """A player's function gave more than ``MOST_COMMANDS`` before one trial."""


class FunctionHand(ABC):
    """The hand that a function is called with; amounts in dollars."""

    def __init__(self, chance: str = "") -> None:
        self.staked = 0
        self.parts: dict[str, int] = {}
        self.refused: list[Refusal] = []
        self.broke = False
        self._count, self._tried_one = 0, False
        self._chance = chance
        self._random: random.Random | None = None

    def fresh(self) -> None:
        """Reset the counts of commands and refusals before the next trial."""
        self._count, self._tried_one, self.broke = 0, False, False
        self.refused.clear()

    @property
    @abstractmethod
    def point(self) -> int | None: ...

    @property
    @abstractmethod
    def new_shooter(self) -> bool: ...

    @property
    @abstractmethod
    def up(self) -> Mapping[str, Bet]: ...

    @property
    @abstractmethod
    def bets(self) -> dict[str, float]:
        """Return the bets that are up, in dollars, sorted by name."""

    @property
    @abstractmethod
    def bankroll(self) -> float:
        """Return the dollars on rail and layout, less vigorish owed."""

    @property
    @abstractmethod
    def rail(self) -> float:
        """Return the dollars on the rail, less vigorish owed."""

    @property
    def random(self) -> random.Random:
        """Return random numbers of the player's own: the same ones whenever the session of this
        number is played from this seed."""
        if self._random is None:
            self._random = random.Random(self._chance)
        return self._random

    @abstractmethod
    def equity_at_least(self, cents: int) -> bool: ...

    @abstractmethod
    def act(self, command: Command) -> Refusal | bool:
        """Give a command. True: done. False: permitted, but it cannot be paid for."""

    def bet(self, wager: str, dollars: float) -> bool:
        """Bet, or add to a bet. False if the amount is 0, the bet cannot be paid for, or it is
        refused; ``refused`` then has the reason."""
        cents = cents_of(dollars)
        return cents > 0 and self._tried(MakeBet(SEAT, wager, cents))

    def reduce(self, wager: str, dollars: float) -> bool:
        cents = cents_of(dollars)
        return cents > 0 and self._tried(Reduce(SEAT, wager, cents))

    def take_down(self, wager: str) -> bool:
        return self._tried(Remove(SEAT, wager))

    def call(self, wager: str, on: bool) -> bool:
        return self._tried(CallBet(SEAT, wager, on))

    def _tried(self, command: Command) -> bool:
        self._counted()
        nothing_up = not self.up
        answer = self.act(command)
        if answer is False and nothing_up and not self._tried_one:
            self.broke = True
        if isinstance(command, MakeBet) and not isinstance(answer, Refusal):
            self._tried_one = True
        if isinstance(answer, Refusal):
            self.refused.append(answer)
        return answer is True

    def _counted(self) -> None:
        self._count += 1
        if self._count > MOST_COMMANDS:
            raise TooManyCommands(f"more than {MOST_COMMANDS} commands before one trial")


def cents_of(dollars: float) -> int:
    if not 0 <= dollars < inf:
        raise ValueError(f"{dollars} dollars is no amount: write 0 or more")
    return round(dollars * 100)


class PlayerFailed(Exception):
    """Raised if a player's function raised an exception: which, and where."""

    @classmethod
    def by(cls, function: object, problem: BaseException) -> "PlayerFailed":
        whole = traceback.extract_tb(problem.__traceback__)
        here = Path(__file__).parent
        frames = [frame for frame in whole if Path(frame.filename).parent != here]
        at = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
        name = getattr(function, "__name__", type(function).__name__)
        return cls(f"{name} raised {type(problem).__name__}: {problem}{at}")


class FunctionPlayer:
    """A Python function that is called before each trial with the hand it plays. It stops by
    returning a word that says why."""

    ends: tuple[str, ...] = (RUIN, "goal", "stop")

    def __init__(
        self,
        function: Function,
        goal: int | None = None,
        refused: dict[str, Refusal] | None = None,
    ) -> None:
        self.function, self.goal = function, goal
        self.refused = {} if refused is None else refused

    def decide(self, hand: FunctionHand) -> int | None:
        if self.goal is not None and hand.equity_at_least(self.goal):
            return 1
        try:
            word = self.function(hand)
        except (Exception, SystemExit) as problem:
            if isinstance(problem, TooManyCommands):
                raise
            raise PlayerFailed.by(self.function, problem) from None
        if hand.refused:
            add_refusals(self.refused, hand.refused)
        if hand.broke and not hand.up:
            return 0
        return 2 if word else None

    def after_last(self, hand: FunctionHand) -> int | None:
        """Return the goal, if it is reached by the last trial."""
        return 1 if self.goal is not None and hand.equity_at_least(self.goal) else None

    def observe(self, summary: object, equity: int) -> None:
        """Ignore it: a function keeps its own state."""


def add_refusals(told: dict[str, Refusal], refused: Iterable[Refusal]) -> None:
    """Add those that are worth telling of, up to ``MOST_TOLD`` different ones."""
    for refusal in refused:
        if refusal.code not in NOT_NOW and len(told) < MOST_TOLD:
            told.setdefault(refusal.detail, refusal)
