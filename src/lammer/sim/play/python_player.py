"""Play on the real table: by a Python function, or on recorded dice."""

import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from lammer.core.legality import Refusal
from lammer.core.money import dollars
from lammer.games.registry import games_of, strategy_games, usual_rules
from lammer.sim.effort import Effort, Estimate, TimeAllowed
from lammer.sim.model.instrument import Sampling, TableTrial, sampling_at
from lammer.sim.model.interpret import LONG_PLAYED, PlayedSession
from lammer.sim.model.player import StrategyLogic, least_of_all
from lammer.sim.play import position_player as played
from lammer.sim.play.function_hand import Function, FunctionPlayer, PlayerFailed
from lammer.sim.play.function_table import FunctionTable
from lammer.sim.play.on_table import Player, StrategyPlayer, TwoSeats, play
from lammer.sim.play.still_up import StillUp, still_up
from lammer.sim.play.workers import SessionSource
from lammer.sim.report.findings import Findings
from lammer.sim.report.result import Result, counted
from lammer.sim.sample.sampler import threads_there
from lammer.sim.simulate import (
    PLAYED_SESSIONS,
    SAMPLE_IT,
    Means,
    Question,
    QuestionError,
    check_means,
    check_question,
    check_work,
    prepare,
    settled_at,
    table_rules,
    tell,
    unfair,
)
from lammer.sim.strategy.parts import Strategy

MOST_ROLLS = 1_000_000


class FunctionSessions(SessionSource):
    """The sessions of a function."""

    ends = FunctionPlayer.ends

    def __init__(self, question: Question, function: Function, seed: int) -> None:
        self.question, self.function, self.seed = question, function, seed

    def __getstate__(self) -> dict[str, Any]:
        return {"question": self.question, "function": self.function, "seed": self.seed}

    @cached_property
    def _table(self) -> tuple[FunctionTable, Sampling]:
        rules = table_rules(self.question)
        return FunctionTable(rules), sampling_at(rules)

    @property
    def rolls(self) -> int | None:
        return self.question.rolls

    def play(self, session: int, refused: dict[str, Refusal]) -> PlayedSession:
        table, sampling = self._table
        asked = self.question
        player = FunctionPlayer(player_function(self.function), asked.goal, refused)
        return table.session(
            player,
            sampling.outcomes(self.seed, session),
            asked.rolls or LONG_PLAYED,
            asked.bankroll,
            chance_of(self.seed, session),
        )


def chance_of(seed: int, session: int) -> str:
    """Return what seeds the random numbers of a player in a session."""
    return f"{seed} {session}"


def answer_function(question: Question, function: Function, means: Means | None = None) -> Result:
    """Play sessions of a Python function on the same dice as a strategy would get."""
    means = means or Means()
    if means.method == "exact":
        raise QuestionError("A Python function has no exact answer.", SAMPLE_IT)
    if means.engine == "gpu":
        raise QuestionError("No GPU can play a Python function.", "Leave --gpu out.")
    check_question(question)
    check_means(means)
    clock = means.clock()
    question = of_its_game(question)
    rules = table_rules(question)
    seed = secrets.randbits(63) if means.seed is None else means.seed
    sessions = PLAYED_SESSIONS if means.sessions is None else means.sessions
    if means.seconds is None:
        check_work(sessions, question.rolls, slow=True)
    refused: dict[str, Refusal] = {}
    source = FunctionSessions(question, function, seed)
    expected = _estimate(source, sessions, means)
    tell(means, expected)
    found = played.sample(source, sessions, seed, means, refused, clock.over)
    return played_result(
        question,
        function,
        found,
        clock=clock,
        expected=expected,
        notes=(
            *unfair(rules),
            "Sampled: a Python function is played roll by roll.",
            *_told(refused),
        ),
        faces=question.faces if unfair(rules) else (),
    )


def played_result(
    question: Question,
    player: Strategy | Function,
    findings: Findings,
    *,
    clock: TimeAllowed,
    expected: Estimate,
    notes: tuple[str, ...],
    faces: tuple[str, ...] = (),
    recorded: int | None = None,
) -> Result:
    """Return the result of sessions that were played one by one, in cents."""
    rules = table_rules(question)
    law = rules.house.law
    if isinstance(player, Strategy):
        logic = StrategyLogic(player, question.bankroll, question.goal)
        least, text = logic.least_bet(rules), str(player)
    else:
        least, text = least_of_all(rules), (getattr(player, "__doc__", "") or "").strip()
    return Result(
        rules=law.key,
        game=law.game,
        house=question.house_path,
        strategy=question.strategy.name or getattr(player, "__name__", "function"),
        text=text,
        bankroll=question.bankroll,
        rolls=question.rolls,
        goal=question.goal,
        unit=1,
        findings=findings,
        states=0,
        rows=0,
        segments=0,
        seconds=clock.spent,
        notes=notes,
        settled=settled_at(question, rules, least, findings, 1),
        effort=Effort(clock.allowed, expected, None if findings.complete else clock.ended_by),
        faces=faces,
        recorded=recorded,
    )


def _estimate(source: SessionSource, sessions: int, means: Means) -> Estimate:
    """Return what this many sessions are expected to take, from one that is played before."""
    each = source.part(means.first, 1).seconds
    return Estimate(None, None, each * sessions / threads_there(means.threads), sessions)


def of_its_game(question: Question) -> Question:
    """Return the question for the game of its rules, since a function plays any game."""
    rules = question.rules or usual_rules()[strategy_games()[0]]
    return replace(question, strategy=replace(question.strategy, game=games_of(rules)[0]))


def _told(refused: Mapping[str, Refusal]) -> list[str]:
    return [f"Refused: {each.detail} [{', '.join(each.clauses)}]" for each in refused.values()]


# Recorded dice


@dataclass(frozen=True)
class RecordedSession:
    """The course of a strategy on recorded dice: one session."""

    rules: str
    game: str
    strategy: str
    bankroll: int
    final: int
    rolls: int
    there: int
    staked: int
    end: str
    trail: tuple[int, ...]
    parts: Mapping[str, int]
    up: StillUp

    def as_data(self) -> dict[str, Any]:
        return {
            "format": 1,
            "method": "recorded",
            "rules": self.rules,
            "game": self.game,
            "strategy": self.strategy,
            "bankroll": self.bankroll,
            "rolls": self.rolls,
            "recorded": self.there,
            "final": self.final,
            "final_fair": self.up.final_fair(self.final),
            "end": self.end,
            "money_through": self.staked,
            "parts": dict(self.parts),
            "trail": list(self.trail),
        }

    def words(self) -> str:
        """Return what happened, as text."""
        low, high = min(self.trail), max(self.trail)
        lines = [
            f"{self.strategy} at {self.game} ({self.rules}), on "
            f"{counted(self.there, 'recorded roll')}.",
            f"  From {dollars(self.bankroll)} to {dollars(self.final)} in "
            f"{counted(self.rolls, 'roll')}; "
            f"it ended by: {self.end}.",
            *([f"  {up}"] if (up := self.up.words(self.final)) else []),
            f"  Lowest {dollars(low)}, highest {dollars(high)}; {dollars(self.staked)} bet in all.",
        ]
        by_size = sorted(self.parts.items(), key=lambda each: -each[1])
        lines += [f"    {wager:<16} {dollars(cents):>12}" for wager, cents in by_size]
        return "".join(f"{line}\n" for line in lines)


def on_recorded(
    strategy: Strategy | Function,
    lines: Iterable[str],
    rules: str | None = None,
    game: str | None = None,
    house: Mapping[str, Any] | None = None,
    bankroll: int = 50_000,
    goal: int | None = None,
    rolls: int | None = None,
) -> RecordedSession:
    """Play a strategy or a function on the dice of a file, on the real table, until they end."""
    name = getattr(strategy, "name", "") or getattr(strategy, "__name__", "strategy")
    written = strategy if isinstance(strategy, Strategy) else Strategy(name, ())
    most = MOST_ROLLS if rolls is None else rolls
    question = Question(written, rules, game, house or {}, None, bankroll, most, goal)
    player: Player
    if isinstance(strategy, Strategy):
        prepared = prepare(question)
        found, player = prepared.rules, StrategyPlayer(prepared.logic)
    else:
        check_question(question)
        found = table_rules(of_its_game(question))
        player = FunctionPlayer(player_function(strategy), goal)
    sampling = sampling_at(found)
    if sampling.no_recording:
        raise QuestionError(sampling.no_recording)
    law = found.house.law
    thrown = list(at_most(sampling.recorded(lines)))
    if not thrown:
        raise QuestionError("There is no roll in that file.", "Write one roll a line, such as 3 4.")
    place = TwoSeats(law.key, law.game, question.house, bankroll)
    done = play(place, player, thrown, rolls)
    end = "end of the rolls" if done.end is None else player.ends[done.end]
    return RecordedSession(
        law.key, law.game, name, bankroll, done.final, done.rolls, len(thrown), done.staked, end,
        done.trail, done.parts, still_up(found, done.left),
    )  # fmt: skip


def player_function(function: Function) -> Function:
    """Return the function itself, or an instance of a class."""
    if not isinstance(function, type):
        return function
    try:
        made = function()
    except Exception as problem:  # noqa: BLE001
        raise PlayerFailed.by(function, problem) from None
    if not callable(made):
        raise QuestionError(
            f"A {function.__name__} cannot be called.", "Give it __call__(self, hand)."
        )
    return made  # type: ignore[no-any-return]


def at_most(rolls: Iterator[TableTrial]) -> Iterator[TableTrial]:
    for number, roll in enumerate(rolls):
        if number >= MOST_ROLLS:
            raise QuestionError(
                f"More than {MOST_ROLLS:,} recorded rolls.", "Cut the file into parts."
            )
        yield roll
