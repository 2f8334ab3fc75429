"""The rules of a table for one player who is a Python function, without its books and log.

Each layout that comes about is a *spot*, which remembers what the rules answered there and where
each outcome led, so that most of a session is looking up. The same outcomes give the same sessions
as on the real table (``on_table``).
"""

from collections.abc import Iterable, Mapping
from math import inf
from types import MappingProxyType
from typing import Any, NamedTuple

from lammer.core.legality import Refusal
from lammer.sim.model.interpret import PlayedSession
from lammer.sim.model.player import SEAT
from lammer.sim.model.world import SHORT, Position, World
from lammer.sim.play.function_hand import FunctionHand, FunctionPlayer, cents_of
from lammer.table.commands import Command, MakeBet
from lammer.table.rules import Rules
from lammer.table.state import Bet

MOST_SPOTS, MOST_STEPS = 20_000, 200_000
"""Spots, and answers of the rules, that are remembered; beyond them all are forgotten."""


class _Spot:
    """What lies on the layout, and what is known of it: the steps that commands lead to, and what
    each outcome leads to, with the change of equity."""

    __slots__ = ("after", "bets", "new_shooter", "on_layout", "point", "position", "steps", "up")

    def __init__(self, position: Position, outcomes: int) -> None:
        self.position = position
        self.up = MappingProxyType(dict(position.bets))
        self.bets = {name: bet.stake / 100 for name, bet in position.bets}
        self.on_layout = position.on_layout
        context = position.context
        self.point = int(context) if context.isdigit() else None
        self.new_shooter = position.fresh
        self.steps: dict[Any, _Step | Refusal] = {}
        self.after: list[tuple[_Spot, int] | None] = [None] * outcomes


class _Step(NamedTuple):
    """A command that is done: the spot it leads to, what must be on the rail, what is charged, and
    the wager and stake of a bet that is made."""

    spot: _Spot
    cost: int
    charge: int
    wager: str
    staked: int


class _TableHand(FunctionHand):
    """A hand at a ``FunctionTable``. Bets by name and amount are looked up at once."""

    def __init__(self, table: "FunctionTable", spot: _Spot, equity: int, chance: str) -> None:
        super().__init__(chance)
        self._table = table
        self.spot, self.equity = spot, equity

    @property
    def rules(self) -> Rules:
        return self._table.world.rules

    @property
    def point(self) -> int | None:
        return self.spot.point

    @property
    def new_shooter(self) -> bool:
        return self.spot.new_shooter

    @property
    def up(self) -> Mapping[str, Bet]:
        return self.spot.up

    @property
    def bets(self) -> dict[str, float]:
        return self.spot.bets.copy()

    @property
    def bankroll(self) -> float:
        return self.equity / 100

    @property
    def rail(self) -> float:
        return (self.equity - self.spot.on_layout) / 100

    def equity_at_least(self, cents: int) -> bool:
        return self.equity >= cents

    def bet(self, wager: str, dollars: float) -> bool:
        spot, key = self.spot, (wager, dollars)
        step = spot.steps.get(key)
        if step is None:
            cents = cents_of(dollars)
            if cents <= 0:
                return False
            step = spot.steps[key] = self._table.step(spot, MakeBet(SEAT, wager, cents))
        self._counted()
        if isinstance(step, Refusal):
            if step.code not in SHORT:
                self.refused.append(step)
                return False
            done = False
        else:
            done = self._take(step)
        if not done and not spot.up and not self._tried_one:
            self.broke = True
        self._tried_one = True
        return done

    def act(self, command: Command) -> Refusal | bool:
        spot = self.spot
        step = spot.steps.get(command)
        if step is None:
            step = spot.steps[command] = self._table.step(spot, command)
        if isinstance(step, Refusal):
            return False if step.code in SHORT else step
        return self._take(step)

    def _take(self, step: _Step) -> bool:
        if step.cost > self.equity - self.spot.on_layout:
            return False
        self.equity -= step.charge
        if step.staked:
            self.staked += step.staked
            self.parts[step.wager] = self.parts.get(step.wager, 0) + step.staked
        self.spot = step.spot
        return True


class FunctionTable:
    """The rules of a table for one player, who is a function."""

    def __init__(self, rules: Rules) -> None:
        self.world = World(rules)
        self._spots: dict[Position, _Spot] = {}
        self._steps = 0

    def session(
        self,
        player: FunctionPlayer,
        outcomes: Iterable[int],
        rolls: int | None,
        bankroll: int,
        chance: str = "",
    ) -> PlayedSession:
        """Play a session from a bankroll in cents on these outcomes, by number, of at most this
        many trials; ``chance`` seeds the random numbers of the player."""
        spot = self._spot(self.world.begin(()))
        hand = _TableHand(self, spot, bankroll, chance)
        trail = [bankroll]
        end: int | None = None
        source = iter(outcomes)
        most = inf if rolls is None else rolls
        while len(trail) <= most:
            number = next(source, None)
            if number is None:
                break
            hand.fresh()
            end = player.decide(hand)
            if end is not None:
                break
            spot = hand.spot
            found = spot.after[number]
            if found is None:
                found = spot.after[number] = self._after(spot, number)
            spot, gain = found
            hand.spot = spot
            hand.equity += gain
            trail.append(hand.equity)
        equity = trail[-1]
        if end is None and player.goal is not None and equity >= player.goal:
            end = 1
        left = spot.position.layout
        return PlayedSession(equity, end, len(trail) - 1, hand.staked, trail, hand.parts, left)

    def step(self, spot: _Spot, command: Command) -> _Step | Refusal:
        """Return what the rules say to a command in a spot."""
        self._steps += 1
        if self._steps > MOST_STEPS:
            self._forget()
        answer = self.world.answer(spot.position, spot.up, command)
        if isinstance(answer, Refusal):
            return answer
        up = {name: bet for name, bet in spot.up.items() if name not in answer.down}
        up.update(answer.up)
        bets = tuple(sorted(up.items()))
        position = spot.position._replace(bets=bets, barred=answer.barred)
        wager, staked = "", 0
        if isinstance(command, MakeBet):
            wager, staked = command.wager, command.amount
        charge = -(answer.on_rail + answer.on_layout)
        return _Step(self._spot(position), -answer.on_rail, charge, wager, staked)

    def _after(self, spot: _Spot, number: int) -> tuple[_Spot, int]:
        position, summary = self.world.after(spot.position, number)
        return self._spot(position), summary.gain

    def _spot(self, position: Position) -> _Spot:
        found = self._spots.get(position)
        if found is None:
            if len(self._spots) >= MOST_SPOTS:
                self._forget()
            found = self._spots[position] = _Spot(position, len(self.world.trials))
        return found

    def _forget(self) -> None:
        """Forget all spots, and what they lead to, so that none holds another."""
        for spot in self._spots.values():
            spot.steps = {}
            spot.after = [None] * len(spot.after)
        self._spots.clear()
        self._steps = 0
