"""Recorded trials, cut into sessions: as many as the record holds, one after another."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from lammer.core.legality import Refusal
from lammer.sim.effort import Estimate
from lammer.sim.model.instrument import TableTrial, sampling_at
from lammer.sim.model.interpret import PlayedSession
from lammer.sim.model.player import StrategyLogic
from lammer.sim.play import position_player as played
from lammer.sim.play.function_hand import Function, FunctionPlayer
from lammer.sim.play.on_table import Player, StrategyPlayer, TableSession, TwoSeats, play
from lammer.sim.play.python_player import (
    at_most,
    chance_of,
    of_its_game,
    played_result,
    player_function,
)
from lammer.sim.play.still_up import still_up
from lammer.sim.play.workers import SessionSource
from lammer.sim.report.result import Result, counted
from lammer.sim.simulate import (
    Means,
    Question,
    QuestionError,
    check_means,
    check_question,
    prepare,
    table_rules,
)
from lammer.sim.strategy.parts import Strategy


class RecordedSessions(SessionSource):
    """The sessions of a strategy or a function on the real table: the first has the first trials of
    a record, and so on. All strategies get the same trials in the same session."""

    def __init__(
        self, question: Question, player: Strategy | Function, trials: tuple[TableTrial, ...]
    ) -> None:
        self.question, self.player, self.trials = question, player, trials

    @property
    def ends(self) -> tuple[str, ...]:
        return self.somebody({}).ends

    @property
    def rolls(self) -> int | None:
        return self.length

    @property
    def length(self) -> int:
        """Return the trials of a session."""
        return min(self.question.rolls or len(self.trials), len(self.trials))

    @property
    def sessions(self) -> int:
        return len(self.trials) // self.length

    def somebody(self, refused: dict[str, Refusal]) -> Player:
        """Return who plays a session."""
        question = self.question
        if isinstance(self.player, Strategy):
            return StrategyPlayer(StrategyLogic(self.player, question.bankroll, question.goal))
        return FunctionPlayer(player_function(self.player), question.goal, refused)

    def on_table(self, session: int, player: Player) -> TableSession:
        """Play a session, counted from 0."""
        question, length = self.question, self.length
        law = table_rules(question).house.law
        place = TwoSeats(law.key, law.game, question.house, question.bankroll)
        trials = self.trials[session * length : (session + 1) * length]
        return play(place, player, trials, length, chance_of(0, session))

    def play(self, session: int, refused: dict[str, Refusal]) -> PlayedSession:
        done = self.on_table(session, self.somebody(refused))
        return PlayedSession(
            done.final, done.end, done.rolls, done.staked, list(done.trail), dict(done.parts),
            done.left,
        )  # fmt: skip


def recorded_sessions(
    question: Question, player: Strategy | Function, lines: Iterable[str]
) -> RecordedSessions:
    """Read a record, and cut it. Raises ``QuestionError`` if there is nothing in it, and
    ``RecordedTrialError`` with the line that cannot be read."""
    if isinstance(player, Strategy):
        prepare(question)
    else:
        check_question(question)
        question = of_its_game(question)
    sampling = sampling_at(table_rules(question))
    if sampling.no_recording:
        raise QuestionError(sampling.no_recording)
    trials = tuple(at_most(sampling.recorded(lines)))
    if not trials:
        raise QuestionError("There is no roll in that file.", "Write one roll a line, such as 3 4.")
    return RecordedSessions(question, player, trials)


def answer_recorded(source: RecordedSessions, means: Means | None = None) -> Result:
    """Return what the sessions of a record end with."""
    means = means or Means()
    check_means(means)
    if means.method == "exact" or means.engine == "gpu" or means.sessions is not None:
        raise QuestionError(
            "A record has the sessions it has, and they are played one by one.",
            "Leave out how many, and how they would be computed.",
        )
    clock, question = means.clock(), source.question
    found = played.sample(source, source.sessions, 0, means, {}, clock.over)
    return played_result(
        replace(question, rolls=source.length),
        source.player,
        replace(found, method="recorded", seed=None),
        clock=clock,
        expected=Estimate(None, None, 0.0, source.sessions),
        notes=_notes(source),
        recorded=len(source.trials),
    )


def _notes(source: RecordedSessions) -> tuple[str, ...]:
    there, length = len(source.trials), source.length
    asked, over = source.question.rolls, there - source.sessions * length
    if asked is not None and asked > there:
        return (f"The record has {counted(there, 'trial')}, fewer than {asked:,}.",)
    rest = f"; the last {f'{over:,} are' if over > 1 else 'one is'} left over" if over else ""
    return (f"The record has {counted(there, 'trial')}{rest}.",)


def single(source: RecordedSessions) -> dict[str, Any]:
    """Return the output for the one session of a record."""
    player = source.somebody({})
    done = source.on_table(0, player)
    end = "end of the rolls" if done.end is None else player.ends[done.end]
    up = still_up(table_rules(source.question), done.left)
    return {
        "rolls": done.rolls,
        "recorded": len(source.trials),
        "final": done.final,
        "final_fair": up.final_fair(done.final),
        "end": end,
        "money_through": done.staked,
        "parts": dict(done.parts),
        "trail": list(done.trail),
    }
