"""Players of the strategy library at a practice table: each carries its lines out before a trial,
at a real table with others."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from lammer.core.legality import Refusal
from lammer.games.registry import games_of
from lammer.school.posing.question_table import DecidedTrial
from lammer.school.posing.seeded_choices import SeededChoices
from lammer.school.practice.players import Bettor, Place, casual, usual_bankroll
from lammer.sim.model.memory import Memory, summary_of_events, wagers
from lammer.sim.model.player import StrategyLogic
from lammer.sim.model.purse import Purse
from lammer.sim.model.world import SHORT
from lammer.sim.strategy import library
from lammer.sim.strategy.parts import Strategy
from lammer.table.commands import Command
from lammer.table.rules import Rules
from lammer.table.state import Bet, TableState

CASUAL = (1, 3)
"""How many of the players bet at random, so that every wager is met."""


class _Hand:
    """A strategy's view of a place (``PlayerView``)."""

    def __init__(self, place: Place) -> None:
        self._place, self._began = place, place.equity
        self.rules: Rules = place.table.rules

    @property
    def point(self) -> int | None:
        return self._place.table.point

    @property
    def new_hand(self) -> bool:
        return self._place.table.hands.fresh

    @property
    def up(self) -> Mapping[str, Bet]:
        return self._place.table.seats[self._place.seat].bets

    @property
    def purse(self) -> Purse:
        purse = Purse(self._began, self._place.table.layout(self._place.seat))
        purse.charged = self._began - self._place.equity
        return purse

    def act(self, command: Command) -> Refusal | bool:
        mine: Any = command
        refusal = self._place.act(replace(mine, seat=self._place.seat))
        if refusal is None:
            return True
        return False if refusal.code in SHORT else refusal


class StrategyBettor:
    """A strategy that plays at a seat until it comes to an end."""

    def __init__(self, strategy: Strategy, bankroll: int) -> None:
        self.name, self.bankroll = strategy.name, bankroll
        self._logic = StrategyLogic(strategy, bankroll)
        self._memory: Memory = self._logic.start
        self._held = bankroll

    def bet(self, place: Place) -> bool:
        self._held = place.equity
        return self._logic.decide(_Hand(place), self._memory) is None

    def observe(self, before: TableState, found: DecidedTrial, after: Place) -> None:
        if not self._memory:
            return
        seat, rules, equity = after.seat, before.rules, after.equity
        called = rules.instrument.called(found.outcome)
        assert called is not None
        names = {name: bet.wager for name, bet in before.seats[seat].bets.items()}
        summary = summary_of_events(
            rules, before.context, after.table.context, called, found.events, seat, names,
            equity - self._held,
        )  # fmt: skip
        self._memory = self._logic.after(self._memory, summary)


@lru_cache(maxsize=16)
def playable(rules: Rules) -> tuple[str, ...]:
    """Return the strategies of the library that can be played under these rules.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> "three-point-molly" in playable(Rules(house(load("nj-2011"), Elections())))
    True
    """
    game = games_of(rules.house.law.key)[0]
    return tuple(name for name in library.names() if _is_playable(library.load(name), game, rules))


def _is_playable(strategy: Strategy, game: str, rules: Rules) -> bool:
    known = {*rules.wagers, *rules.moved_names}
    named = rules.instrument.called(rules.space.outcomes[0]) is not None
    remembers = bool(StrategyLogic(strategy, 1).start)
    return strategy.game == game and wagers(strategy) <= known and (named or not remembers)


def newcomer(rules: Rules, seat: int, picks: SeededChoices) -> Bettor:
    """Return who sits down at a seat: a strategy of the library, now and then somebody who bets at
    random, as does everybody where no strategy is known."""
    known = playable(rules)
    if not known or picks.chance(*CASUAL):
        return casual(rules, seat, picks)
    return StrategyBettor(library.load(picks.one(known)), usual_bankroll(rules))
