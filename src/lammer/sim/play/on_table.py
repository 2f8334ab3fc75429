"""Sessions on the real table: the player at seat 2, while a neighbour at seat 1 takes every turn.

Commands are decided, settled, booked and, if wanted, logged by the table itself. Faster ways to
play are tested against this one.
"""

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from typing import Any, NamedTuple, Protocol

from lammer.core.legality import Refusal
from lammer.core.procedure import Turn
from lammer.house.house import posted
from lammer.sim.model.instrument import TableTrial, sampling_at
from lammer.sim.model.memory import Memory, TrialSummary, summary_of_events
from lammer.sim.model.player import SEAT, StrategyLogic
from lammer.sim.model.purse import Purse
from lammer.sim.model.world import NOTHING_UP, SHORT, Layout
from lammer.sim.play.function_hand import FunctionHand
from lammer.table.commands import Accept, Command, Decline, MakeBet
from lammer.table.events import Event
from lammer.table.log import SECOND
from lammer.table.rules import Rules
from lammer.table.run import Run
from lammer.table.state import Bet, TableState

NEIGHBOUR = 1
NEIGHBOURS_RAIL = 10**13


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

    @property
    def left(self) -> Layout:
        """Return what the player has up now."""
        bets = self.table.seats[SEAT].bets
        return Layout(self.table.context, tuple(sorted(bets.items()))) if bets else NOTHING_UP

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


class Seated(FunctionHand):
    """The player's view of the real table (``PlayerView``), also for Python functions."""

    def __init__(self, place: TwoSeats, chance: str = "") -> None:
        super().__init__(chance)
        self._place = place
        self._began = place.equity
        self.rules: Rules = place.table.rules

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
        return self.new_hand

    @property
    def up(self) -> Mapping[str, Bet]:
        return self.table.seats[SEAT].bets

    @property
    def bets(self) -> dict[str, float]:
        return {name: bet.stake / 100 for name, bet in sorted(self.up.items())}

    @property
    def bankroll(self) -> float:
        return self._place.equity / 100

    @property
    def rail(self) -> float:
        return (self._place.equity - self.table.layout(SEAT)) / 100

    @property
    def purse(self) -> Purse:
        purse = Purse(self._began, self.table.layout(SEAT))
        purse.charged = self._began - self._place.equity
        return purse

    def equity_at_least(self, cents: int) -> bool:
        return self._place.equity >= cents

    def act(self, command: Command) -> Refusal | bool:
        answer = self._place.run.carry_out(command)
        if answer.refusal is not None:
            return False if answer.refusal.code in SHORT else answer.refusal
        if isinstance(command, MakeBet):
            self.staked += command.amount
            self.parts[command.wager] = self.parts.get(command.wager, 0) + command.amount
        return True

    def fresh(self) -> None:
        super().fresh()
        self._began = self._place.equity


class Player(Protocol):
    """Somebody who plays a session."""

    ends: tuple[str, ...]

    def decide(self, hand: Seated) -> int | None:
        """Act before a trial; return the index of the end that is reached, or None."""

    def observe(self, summary: TrialSummary, equity: int) -> None: ...

    def after_last(self, hand: Seated) -> int | None:
        """Return the end that is reached after the last trial, if any; never ruin, because no bet
        is due. The hand may be changed."""


class StrategyPlayer:
    """A strategy that plays."""

    def __init__(self, logic: StrategyLogic) -> None:
        self.logic, self.ends = logic, logic.ends
        self.memory: Memory = logic.start

    def decide(self, hand: Seated) -> int | None:
        return self.logic.decide(hand, self.memory)

    def observe(self, summary: TrialSummary, equity: int) -> None:  # noqa: ARG002
        self.memory = self.logic.after(self.memory, summary)

    def after_last(self, hand: Seated) -> int | None:
        return self.logic.decide(hand, self.memory) or None


class TableSession(NamedTuple):
    """The course of a session, in cents. ``trail`` is the equity after each trial, from the
    start; ``left`` is what was up when it ended."""

    final: int
    end: int | None
    rolls: int
    staked: int
    trail: tuple[int, ...]
    parts: Mapping[str, int]
    left: Layout


def play(
    place: TwoSeats,
    player: Player,
    trials: Iterable[TableTrial],
    rolls: int | None = None,
    chance: str = "",
) -> TableSession:
    """Play a session on the table: at most this many trials, or as many as are given; ``chance``
    seeds the random numbers of a function."""
    hand = Seated(place, chance)
    trail = [place.equity]
    end: int | None = None
    source = iter(trials)
    while True:
        left = place.left
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
        end = player.after_last(Seated(place.copy()))
    return TableSession(trail[-1], end, len(trail) - 1, hand.staked, tuple(trail), hand.parts, left)


def _trial_summary(
    place: TwoSeats,
    before: str,
    names: Mapping[str, str],
    trial: TableTrial,
    events: Iterable[Event],
    gain: int,
) -> TrialSummary:
    table = place.table
    return summary_of_events(
        table.rules, before, table.context, trial.called, events, SEAT, names, gain
    )
