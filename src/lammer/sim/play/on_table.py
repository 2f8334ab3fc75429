"""Sessions on the real table: the player at seat 2, while a neighbour at seat 1 takes every turn.

Commands are decided, settled, booked and, if wanted, logged by the table itself. Faster ways to
play are tested against this one; players that are Python functions play only here.
"""

import traceback
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from lammer.core.legality import Refusal
from lammer.core.procedure import Turn
from lammer.house.house import posted
from lammer.sim.model.instrument import TableTrial, sampling_at
from lammer.sim.model.memory import Memory, TrialSummary, trial_summary
from lammer.sim.model.player import SEAT, StrategyLogic
from lammer.sim.model.purse import Purse
from lammer.sim.model.world import SHORT
from lammer.sim.report.result import RUIN
from lammer.table.commands import Accept, CallBet, Command, Decline, MakeBet, Reduce, Remove
from lammer.table.events import BetLost, BetVoid, BetWon, Event
from lammer.table.log import SECOND
from lammer.table.rules import Rules
from lammer.table.run import Run
from lammer.table.state import Bet, TableState

NEIGHBOUR = 1
NEIGHBOURS_RAIL = 10**13
NOT_NOW = ("wrong-time",)
MOST_TOLD = 5
"""The most refusals that are kept for the report on a function."""
MOST_COMMANDS = 1_000
"""The most commands of a function before one trial; more are taken for an endless loop."""


class TooManyCommands(Exception):
    """A player's function gave more than ``MOST_COMMANDS`` before one trial."""


class PlayerFailed(Exception):
    """Raised if a player's function raised an exception: which, and where."""

    @classmethod
    def by(cls, function: object, problem: BaseException) -> "PlayerFailed":
        whole = traceback.extract_tb(problem.__traceback__)
        frames = [frame for frame in whole if frame.filename != __file__]
        at = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
        name = getattr(function, "__name__", type(function).__name__)
        return cls(f"{name} raised {type(problem).__name__}: {problem}{at}")


class TwoSeats:
    """A real table with the player and a neighbour, driven from trial to trial."""

    def __init__(
        self,
        rules: str,
        game: str | None,
        house: Mapping[str, Any] | None,
        bankroll: int,
        keep: Callable[[bytes], None] | None = None,
    ) -> None:
        rails = {NEIGHBOUR: NEIGHBOURS_RAIL, SEAT: bankroll}
        self.run = Run.at(rules, game, rails=rails, house=house, keep=keep)
        self.sampling = sampling_at(self.table.rules)

    def copy(self) -> "TwoSeats":
        """Return a copy that can be played on without changing this one."""
        other = copy(self)
        other.run = self.run.copy()
        return other

    @property
    def table(self) -> TableState:
        return self.run.table

    @property
    def equity(self) -> int:
        """Return the player's rail and layout, less vigorish owed, in cents."""
        table = self.table
        return table.rail(SEAT) + table.layout(SEAT) - table.seats[SEAT].owed

    def trial(self, trial: TableTrial) -> tuple[Event, ...]:
        """Play one trial, with the commands of all others that it requires."""
        self._make_ready()
        answer = self.run.carry_out(trial.command)
        if answer.refusal is not None:
            raise ValueError(f"{answer.refusal.detail} ({', '.join(answer.refusal.clauses)})")
        return answer.events

    def _make_ready(self) -> None:
        instrument = self.table.rules.instrument
        renewal = instrument.renewal(self.table)
        if renewal is not None:
            self._do(renewal)
        turn = self.table.rules.procedure.turn
        while turn is not None and self.table.hands.holder is None:
            offered = self.table.hands.offered
            assert offered is not None
            self._do(Accept(NEIGHBOUR) if offered == NEIGHBOUR else Decline(offered))
        table = self.table
        if turn is not None and turn.stake and table.context == table.rules.start:
            self._line_bet(table, turn)
        preparation = instrument.preparation(self.table, self.run.now + SECOND)
        if preparation is not None:
            self._do(preparation)

    def _line_bet(self, table: TableState, turn: Turn) -> None:
        """Make the line bet that the neighbour, who throws, must have."""
        if not any(wager in table.seats[NEIGHBOUR].bets for wager in turn.stake):
            low, _ = posted(table.rules.wagers[turn.stake[0]], table.rules.house.elections)
            self._do(MakeBet(NEIGHBOUR, turn.stake[0], max(table.rules.pay_unit, low or 0)))

    def _do(self, command: Command) -> None:
        refusal = self.run.carry_out(command).refusal
        if refusal is not None:
            raise ValueError(f"{refusal.detail} ({', '.join(refusal.clauses)})")


class Seated:
    """The player's view of the real table (``PlayerView``). For Python functions it also has
    ``bet``, ``reduce``, ``take_down`` and ``call``, in dollars."""

    def __init__(self, place: TwoSeats) -> None:
        self._place = place
        self._began = place.equity
        self.rules: Rules = place.table.rules
        self.staked = 0
        self.parts: dict[str, int] = {}
        self.refused: list[Refusal] = []
        self._count, self._tried_one = 0, False
        self.broke = False

    @property
    def table(self) -> TableState:
        return self._place.table

    @property
    def point(self) -> int | None:
        return self.table.point

    @property
    def new_hand(self) -> bool:
        return self.table.hands.fresh

    @property
    def new_shooter(self) -> bool:
        """The same, in the words of the language of strategies; for Python functions."""
        return self.new_hand

    @property
    def up(self) -> Mapping[str, Bet]:
        return self.table.seats[SEAT].bets

    @property
    def bets(self) -> dict[str, float]:
        """Return the bets that are up, in dollars by name."""
        return {name: bet.stake / 100 for name, bet in self.up.items()}

    @property
    def bankroll(self) -> float:
        """Return the dollars on rail and layout."""
        return self._place.equity / 100

    @property
    def rail(self) -> float:
        return self.table.rail(SEAT) / 100

    @property
    def purse(self) -> Purse:
        purse = Purse(self._began, self.table.layout(SEAT))
        purse.charged = self._began - self._place.equity
        return purse

    def act(self, command: Command) -> Refusal | bool:
        answer = self._place.run.carry_out(command)
        if answer.refusal is not None:
            return False if answer.refusal.code in SHORT else answer.refusal
        if isinstance(command, MakeBet):
            self.staked += command.amount
            self.parts[command.wager] = self.parts.get(command.wager, 0) + command.amount
        return True

    def fresh(self) -> None:
        """Reset the counts of commands and refusals before the next trial."""
        self._began = self._place.equity
        self._count, self._tried_one, self.broke = 0, False, False
        self.refused.clear()

    # For Python functions

    def bet(self, wager: str, dollars: float) -> bool:
        """Bet, or add to a bet. False if the amount is 0, the bet cannot be paid for, or it is
        refused; ``refused`` then has the reason."""
        cents = _cents(dollars)
        return cents > 0 and self._tried(MakeBet(SEAT, wager, cents))

    def reduce(self, wager: str, dollars: float) -> bool:
        cents = _cents(dollars)
        return cents > 0 and self._tried(Reduce(SEAT, wager, cents))

    def take_down(self, wager: str) -> bool:
        return self._tried(Remove(SEAT, wager))

    def call(self, wager: str, on: bool) -> bool:
        return self._tried(CallBet(SEAT, wager, on))

    def _tried(self, command: Command) -> bool:
        self._count += 1
        if self._count > MOST_COMMANDS:
            raise TooManyCommands(f"more than {MOST_COMMANDS} commands before one trial")
        nothing_up = not self.up
        answer = self.act(command)
        if answer is False and nothing_up and not self._tried_one:
            self.broke = True
        if isinstance(command, MakeBet) and not isinstance(answer, Refusal):
            self._tried_one = True
        if isinstance(answer, Refusal):
            self.refused.append(answer)
        return answer is True


def _cents(dollars: float) -> int:
    if not 0 <= dollars < inf:
        raise ValueError(f"{dollars} dollars is no amount: write 0 or more")
    return round(dollars * 100)


class Player(Protocol):
    """Somebody who plays a session."""

    ends: tuple[str, ...]

    def decide(self, hand: Seated) -> int | None:
        """Act before a trial; return the index of the end that is reached, or None."""

    def observe(self, summary: TrialSummary, equity: int) -> None: ...

    @property
    def goal(self) -> int | None: ...


class StrategyPlayer:
    """A strategy that plays."""

    def __init__(self, logic: StrategyLogic) -> None:
        self.logic, self.ends, self.goal = logic, logic.ends, logic.goal
        self.memory: Memory = logic.start

    def decide(self, hand: Seated) -> int | None:
        return self.logic.decide(hand, self.memory)

    def observe(self, summary: TrialSummary, equity: int) -> None:
        self.memory = self.logic.after(self.memory, summary, equity)


class FunctionPlayer:
    """A Python function that is called before each trial with the hand it plays. It stops by
    returning a word that says why."""

    def __init__(
        self,
        function: Callable[[Seated], Any],
        goal: int | None = None,
        refused: dict[str, Refusal] | None = None,
    ) -> None:
        self.function, self.goal = function, goal
        self.refused = {} if refused is None else refused
        self.ends: tuple[str, ...] = (RUIN, "goal", "stop")

    def decide(self, hand: Seated) -> int | None:
        if self.goal is not None and hand.purse.equity_at_least(self.goal):
            return 1
        try:
            word = self.function(hand)
        except (Exception, SystemExit) as problem:
            if isinstance(problem, TooManyCommands):
                raise
            raise PlayerFailed.by(self.function, problem) from None
        for refusal in hand.refused:
            if refusal.code not in NOT_NOW and len(self.refused) < MOST_TOLD:
                self.refused.setdefault(refusal.detail, refusal)
        if hand.broke and not hand.up:
            return 0
        return 2 if word else None

    def observe(self, summary: TrialSummary, equity: int) -> None:
        """Ignore it: a function keeps its own state."""


class TableSession(NamedTuple):
    """The course of a session, in cents. ``trail`` is the equity after each trial, from the
    start."""

    final: int
    end: int | None
    rolls: int
    staked: int
    trail: tuple[int, ...]
    parts: Mapping[str, int]


def play(
    place: TwoSeats, player: Player, trials: Iterable[TableTrial], rolls: int | None = None
) -> TableSession:
    """Play a session on the table: at most so many trials, or as many as are given."""
    hand = Seated(place)
    trail = [place.equity]
    end: int | None = None
    source = iter(trials)
    while True:
        last = rolls is not None and len(trail) > rolls
        if last:
            break
        trial = next(source, None)
        if trial is None:
            break
        hand.fresh()
        held = place.equity
        end = player.decide(hand)
        if end is not None:
            break
        names = {name: bet.wager for name, bet in hand.up.items()}
        before = place.table.context
        events = place.trial(trial)
        trail.append(place.equity)
        player.observe(
            _trial_summary(place, before, names, trial, events, place.equity - held), trail[-1]
        )
    if end is None:
        end = _ended_anyway(place, player)
    return TableSession(trail[-1], end, len(trail) - 1, hand.staked, tuple(trail), hand.parts)


def _ended_anyway(place: TwoSeats, player: Player) -> int | None:
    """Return the end that the player has reached after the last trial, if any; never ruin, because
    no bet is due."""
    if isinstance(player, StrategyPlayer):
        return player.logic.decide(Seated(place.copy()), player.memory) or None
    return 1 if player.goal is not None and place.equity >= player.goal else None


def _trial_summary(
    place: TwoSeats,
    before: str,
    names: Mapping[str, str],
    trial: TableTrial,
    events: Iterable[Event],
    gain: int,
) -> TrialSummary:
    table = place.table
    results = (
        (names[event.wager], event.wager, event.name)
        for event in events
        if isinstance(event, BetWon | BetLost | BetVoid) and event.seat == SEAT
    )
    return trial_summary(table.rules, before, table.context, trial.called, results, gain)
