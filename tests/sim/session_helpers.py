"""What several tests share: an automaton walked by hand, and sessions on the real table."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from lammer.sim.model.automaton import Automaton
from lammer.sim.model.player import StrategyLogic
from lammer.sim.play.on_table import StrategyPlayer, TableSession, TwoSeats, play
from lammer.sim.simulate import Prepared, Question, prepare
from lammer.sim.strategy import library
from lammer.sim.strategy.parts import Strategy

ONLY_IN_MARYLAND = ("all-", "bonus-")


def question(strategy: Strategy | str, **named: Any) -> Question:
    """A question about a strategy, or one of the library where it can be played."""
    if isinstance(strategy, str):
        if strategy.startswith(ONLY_IN_MARYLAND):
            named.setdefault("rules", "md-2013")
        strategy = library.load(strategy)
    return Question(strategy, **named)


class Walk(NamedTuple):
    """A session of an automaton, in cents."""

    final: int
    end: int | None
    rolls: int
    staked: int
    trail: tuple[int, ...]


def walk(automaton: Automaton, bankroll: int, drawn: Iterable[int], rolls: int) -> Walk:
    """A session, looked up step by step as the module ``automaton`` says."""
    unit = automaton.unit
    state, equity, staked = 0, bankroll // unit, 0
    trail = [equity]
    source = iter(drawn)
    while True:
        segment = automaton.segment(state, equity)
        row = int(automaton.row[segment])
        if row < 0 or len(trail) > rolls:
            over = row >= 0 or (row == -1 and len(trail) > rolls)
            end = None if over else -1 - row
            cents = tuple(each * unit for each in trail)
            return Walk(equity * unit, end, len(trail) - 1, staked * unit, cents)
        outcome = next(source)
        staked += int(automaton.staked[segment])
        equity += int(automaton.charge[segment]) + int(automaton.gain[row, outcome])
        state = int(automaton.to[row, outcome])
        trail.append(equity)


def walked(prepared: Prepared, seed: int, session: int, rolls: int) -> Walk:
    assert prepared.automaton is not None
    drawn = prepared.sampling.outcomes(seed, session)
    return walk(prepared.automaton, prepared.question.bankroll, drawn, rolls)


def at_the_table(prepared: Prepared, seed: int, session: int, rolls: int) -> TableSession:
    """The same session on the real table."""
    asked, law = prepared.question, prepared.rules.house.law
    logic = StrategyLogic(asked.strategy, asked.bankroll, asked.goal)
    place = TwoSeats(law.key, law.game, asked.house, asked.bankroll)
    return play(place, StrategyPlayer(logic), prepared.sampling.on_table(seed, session), rolls)


def ready(name: str, **named: Any) -> Prepared:
    return prepare(question(name, **named))
