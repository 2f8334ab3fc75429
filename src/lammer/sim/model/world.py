"""The table reduced to one player: the effect of commands and trials on that player's bets.

Bets are settled by the table's own settlement and commands decided by its own ``decide``. Turns of
the instrument, books and log are left out: another player has a line bet and throws, so trials
never wait for this one.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

from lammer.core.legality import Refusal
from lammer.games.registry import game_terms
from lammer.ledger import COMMISSION, layout, rail
from lammer.sim.model.instrument import WorldTrial, sampling_at
from lammer.sim.model.memory import (
    Memory,
    TrialSummary,
    depends_on_new_hand,
    sees_outcomes,
    trial_summary,
)
from lammer.sim.model.player import SEAT
from lammer.sim.model.purse import Purse
from lammer.sim.strategy.parts import Strategy
from lammer.table.apply import apply
from lammer.table.bets.settlement import in_payment_order, reopens, settle_bet
from lammer.table.commands import Command, MakeBet
from lammer.table.decide import decide
from lammer.table.events import BetWon, Event, VigorishCharged
from lammer.table.rules import Effect, Rules
from lammer.table.state import Bet, Holding, Seat, TableState

PLENTY = 10**14
"""Cents on a rail that never runs out; the real amount is in the ``Purse``."""
MOST_REMEMBERED = 200_000
SHORT = ("not-enough-chips", "owes-vigorish")
"""Codes of refusals for lack of money."""


class Layout(NamedTuple):
    """What of a position decides what its bets are worth: the context and the bets."""

    context: str
    bets: tuple[tuple[str, Bet], ...]


NOTHING_UP = Layout("", ())


class Position(NamedTuple):
    """Everything but the bankroll that later play depends on: context, turn, bets and memory."""

    context: str
    fresh: bool
    reopened: bool
    bets: tuple[tuple[str, Bet], ...]
    barred: tuple[tuple[str, str], ...]
    memory: Memory

    @property
    def on_layout(self) -> int:
        return sum(bet.stake for _, bet in self.bets)

    @property
    def layout(self) -> Layout:
        return Layout(self.context, self.bets) if self.bets else NOTHING_UP


class BetOutcome(NamedTuple):
    """What a trial does to one bet: the bets that are up afterwards, and the change of equity."""

    up: tuple[tuple[str, Bet], ...]
    gain: int
    paid: int
    """What the bank paid, if it won; before vigorish."""


class Change(NamedTuple):
    """The effect of a command: the change of rail and layout in cents, bets made or changed, bets
    gone."""

    on_rail: int
    on_layout: int
    up: Mapping[str, Bet]
    down: tuple[str, ...]
    barred: tuple[tuple[str, str], ...]


class World:
    """The rules of a table for one player; answers and bet outcomes are cached."""

    def __init__(
        self,
        rules: Rules,
        sees: frozenset[int | str] = frozenset(),
        depends_on_new_hand: bool = True,
    ) -> None:
        self.rules = rules
        self._depends_on_new_hand = depends_on_new_hand
        self.space = rules.space
        sampling = sampling_at(rules)
        self.trials = sampling.trials()
        self._kit = rules.instrument.kit_at(rules)
        contexts = self.space.contexts
        self._cells = {each: self._cells_in(each) for each in contexts}
        self._told_apart = {each: self._told_apart_in(each, sees) for each in contexts}
        self._outcomes: dict[tuple[str, Bet, int], BetOutcome] = {}
        self._answers: dict[Hashable, Change | Refusal] = {}

    @classmethod
    def of(cls, strategy: Strategy, rules: Rules) -> "World":
        """Return a world that tells apart only what this strategy depends on."""
        return cls(rules, sees_outcomes(strategy), depends_on_new_hand(strategy, rules))

    def _cells_in(self, context: str) -> list[int]:
        """Return the cell of each trial."""
        return [self.rules.trial(context, trial.outcome)[0] for trial in self.trials]

    def _told_apart_in(self, context: str, sees: frozenset[int | str]) -> list[Hashable]:
        """Return a key for each trial; trials with different keys differ whatever bets are up: in
        the next context, the end of a hand, a point made, or an outcome that the strategy names."""
        found: list[Hashable] = []
        terms = game_terms(self.rules.house.law.key)
        for trial in self.trials:
            _, after, passes = self.rules.trial(context, trial.outcome)
            seen = trial.called if trial.called in sees else None
            found.append((after, passes, terms.happened(context, after, trial.called), seen))
        return found

    # Positions and tables

    def begin(self, memory: Memory) -> Position:
        return Position(self.rules.start, self._depends_on_new_hand, False, (), (), memory)

    def table(self, position: Position) -> TableState:
        """Return a table in this position, with an unlimited rail."""
        seat = Seat(SEAT, "", dict(position.bets), barred=position.barred)
        books = {rail(SEAT): PLENTY, layout(SEAT): position.on_layout, COMMISSION: PLENTY}
        hands = Holding(holder=1, fresh=position.fresh, selected=True)
        return TableState(
            self.rules, position.context, {SEAT: seat}, books, hands, reopened=position.reopened,
            kit=self._kit,
        )  # fmt: skip

    def position(self, table: TableState, memory: Memory) -> Position:
        seat = table.seats[SEAT]
        bets = tuple(sorted(seat.bets.items()))
        barred = self._barred(seat)
        return Position(table.context, table.hands.fresh, table.reopened, bets, barred, memory)

    def _barred(self, seat: Seat) -> tuple[tuple[str, str], ...]:
        """Return the bets that may not be made again. One that had moved could not be anyway."""
        wagers = self.rules.wagers
        return tuple(sorted({each for each in seat.barred if not wagers[each[0]].travels}))

    # Commands

    def answer(
        self, position: Position, up: Mapping[str, Bet], command: Command
    ) -> "Change | Refusal":
        """Return what the table does with a command here. Answers to bets are cached by stake and
        by the bets they stand behind or are added to; others have no influence on them."""
        if not isinstance(command, MakeBet):
            return self._changed(position, up, command)
        wager = self.rules.wagers.get(command.wager)
        behind = None if wager is None else wager.behind
        base = () if behind is None else tuple(b for b in up.values() if b.wager == behind.base)
        if wager is not None and wager.breakdown is not None:
            base = tuple(up[p.wager] for p in wager.breakdown.parts if p.wager in up)
        key = (
            command.wager, command.amount, up.get(command.wager), base, position.context,
            position.fresh, position.reopened, position.barred,
        )  # fmt: skip
        found = self._answers.get(key)
        if found is None:
            if len(self._answers) >= MOST_REMEMBERED:
                self._answers.clear()
            found = self._answers[key] = self._changed(position, up, command)
        return found

    def _changed(
        self, position: Position, up: Mapping[str, Bet], command: Command
    ) -> "Change | Refusal":
        table = self.table(position._replace(bets=tuple(up.items())))
        events = decide(table, command)
        if isinstance(events, Refusal):
            return events
        for event in events:
            table = apply(table, event)
        seat = table.seats[SEAT]
        new = {name: bet for name, bet in seat.bets.items() if up.get(name) != bet}
        gone = tuple(name for name in up if name not in seat.bets)
        return Change(*change_for(events, SEAT), new, gone, self._barred(seat))

    # Trials

    def groups(self, position: Position) -> Iterable[tuple[int, list[int]]]:
        """Group the outcomes (by number) that have the same effect on this position; each group
        with its first member."""
        effects, cells = self.rules.effects, self._cells[position.context]
        keys: list[Iterable[Hashable]] = [self._told_apart[position.context]]
        for _, bet in position.bets:
            row = effects(bet.wager, bet.state, bet.called)
            keys.append([id(row[cell]) for cell in cells])
        for each in position.barred:
            row = effects(*each, None)
            keys.append([row[cell] is None for cell in cells])
        found: dict[Hashable, list[int]] = {}
        for i, key in enumerate(zip(*keys, strict=True)):
            found.setdefault(key, []).append(i)
        return [(outcomes[0], outcomes) for outcomes in found.values()]

    def after(self, position: Position, number: int) -> tuple[Position, TrialSummary]:
        """Return the position after an outcome, with its memory unchanged, and a summary of the
        trial."""
        rules, trial = self.rules, self.trials[number]
        before = position.context
        cell, after, passes = rules.trial(before, trial.outcome)
        now = self._rolled(position, trial, after)
        up, gain, results, won, reopened = [], 0, [], [], False
        for (name, bet), (_, standing) in zip(position.bets, now.bets, strict=True):
            effect = rules.effects(bet.wager, bet.state, bet.called)[cell]
            if effect is None:
                up.append((name, standing))
                continue
            outcome = self._bet_outcome(name, standing, effect)
            up += outcome.up
            gain += outcome.gain
            if effect.result != "moves":
                results.append((bet.wager, name, effect.result))
            if effect.result == "wins":
                won.append((bet.wager, name, bet.stake, outcome.paid))
            reopened = reopened or (effect.result == "loses" and reopens(rules, bet.wager))
        summary = trial_summary(rules, before, after, trial.called, results, gain, won)
        fresh = self._depends_on_new_hand and (now.fresh or passes)
        return now._replace(bets=tuple(sorted(up)), reopened=reopened, fresh=fresh), summary

    def _rolled(self, position: Position, trial: WorldTrial, after: str) -> Position:
        """Apply what a trial does apart from bets: context, calls lifted, bars lifted."""
        if len(self.space.contexts) == 1:
            return position
        table = self.table(position)
        event = self.rules.instrument.bare_trial(table, trial.outcome, after)
        return self.position(apply(table, event), position.memory)

    def _bet_outcome(self, name: str, bet: Bet, effect: Effect) -> BetOutcome:
        key = name, bet, id(effect)
        found = self._outcomes.get(key)
        if found is None:
            if len(self._outcomes) >= MOST_REMEMBERED:
                self._outcomes.clear()
            found = self._outcomes[key] = self._decided(name, bet, effect)
        return found

    def _decided(self, name: str, bet: Bet, effect: Effect) -> BetOutcome:
        alone = Position(self.rules.start, False, False, ((name, bet),), (), ())
        table = self.table(alone)
        events = in_payment_order(table, [settle_bet(self.rules, SEAT, name, bet, effect)])
        marked = sum(
            event.charge
            for event in events
            if isinstance(event, VigorishCharged) and event.owed is not None
        )
        change = change_for(events, SEAT)
        for event in events:
            table = apply(table, event)
        paid = sum(event.paid for event in events if isinstance(event, BetWon))
        return BetOutcome(tuple(table.seats[SEAT].bets.items()), sum(change) - marked, paid)


def change_for(events: Sequence[Event], seat: int) -> tuple[int, int]:
    """Return the change of a seat's rail and of its layout by these events, in cents."""
    on_rail = on_layout = 0
    for event in events:
        for source, target, cents in event.moves:
            on_rail += cents * ((target == rail(seat)) - (source == rail(seat)))
            on_layout += cents * ((target == layout(seat)) - (source == layout(seat)))
    return on_rail, on_layout


class SimulatedTurn:
    """A turn of the player in a position: commands are decided by the rules and paid from a
    purse."""

    def __init__(self, world: World, position: Position, purse: Purse) -> None:
        self.world, self.position, self.purse = world, position, purse
        self.rules = world.rules
        self.up = dict(position.bets)
        self.made: dict[str, int] = {}

    @property
    def point(self) -> int | None:
        context = self.position.context
        return int(context) if context.isdigit() else None

    @property
    def new_hand(self) -> bool:
        return self.position.fresh

    def now(self) -> Position:
        return self.position._replace(bets=tuple(sorted(self.up.items())))

    def act(self, command: Command) -> Refusal | bool:
        """Return True if done, the refusal, or False if it cannot be paid for."""
        answer = self.world.answer(self.position, self.up, command)
        if isinstance(answer, Refusal):
            return False if answer.code in SHORT else answer
        if answer.on_rail < 0 and not self.purse.rail_at_least(-answer.on_rail):
            return False
        staked = 0
        if isinstance(command, MakeBet):
            staked = command.amount
            self.made[command.wager] = self.made.get(command.wager, 0) + staked
        self.purse.move(answer.on_layout, -(answer.on_rail + answer.on_layout), staked)
        for name in answer.down:
            del self.up[name]
        self.up.update(answer.up)
        if answer.barred != self.position.barred:
            self.position = self.position._replace(barred=answer.barred)
        return True
