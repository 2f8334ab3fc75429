"""Play on the real table: by a Python function, or on recorded dice."""

import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from lammer.core.legality import Refusal
from lammer.core.money import dollars
from lammer.games.registry import games_of, strategy_games, usual_rules
from lammer.sim.model.instrument import TableTrial, sampling_at
from lammer.sim.model.interpret import PlayedSession
from lammer.sim.play import position_player as played
from lammer.sim.play.on_table import (
    FunctionPlayer,
    Player,
    PlayerFailed,
    StrategyPlayer,
    TwoSeats,
    play,
)
from lammer.sim.report.result import Result, counted
from lammer.sim.simulate import (
    PLAYED_SESSIONS,
    Means,
    Question,
    QuestionError,
    check_means,
    check_question,
    check_work,
    prepare,
    table_rules,
)
from lammer.sim.strategy.parts import Strategy
from lammer.table.rules import Rules

Function = Callable[..., Any]
"""Called before each trial with the hand it plays (``on_table.Seated``). A class is instantiated
for each session, and the instances are called."""
MOST_ROLLS = 1_000_000


def answer_function(question: Question, function: Function, means: Means | None = None) -> Result:
    """Play sessions of a Python function on the real table, on the same dice as a strategy would
    get."""
    means = means or Means()
    if means.method == "exact":
        raise QuestionError("A Python function has no exact answer.", "Leave --exact out.")
    if means.engine == "gpu" or means.cluster is not None or means.threads is not None:
        raise QuestionError(
            "A Python function plays on the real table, on one core.",
            "Leave --gpu, --cluster and --threads out.",
        )
    check_question(question)
    check_means(means)
    began = time.perf_counter()
    rules = table_rules(_of_its_game(question))
    law = rules.house.law
    seed = secrets.randbits(63) if means.seed is None else means.seed
    sessions = PLAYED_SESSIONS if means.sessions is None else means.sessions
    check_work(sessions, question.rolls, slow=True)
    told = means.progress

    def progress(done: int, _: int) -> None:
        if told is not None:
            told("playing", done, sessions)

    refused: dict[str, Refusal] = {}
    lived = (
        _session(question, rules, function, seed, session, refused)
        for session in range(means.first, means.first + sessions)
    )
    ends = FunctionPlayer(function).ends
    found = played.findings(lived, ends, question.rolls, seed, sessions, progress, means.stop)
    return Result(
        rules=law.key,
        game=law.game,
        house=question.house_path,
        strategy=question.strategy.name or getattr(function, "__name__", "function"),
        text=(getattr(function, "__doc__", "") or "").strip(),
        bankroll=question.bankroll,
        rolls=question.rolls,
        goal=question.goal,
        unit=1,
        findings=found,
        states=0,
        rows=0,
        segments=0,
        seconds=time.perf_counter() - began,
        notes=(
            "Sampled: a Python function plays on the real table, roll by roll.",
            *_told(refused),
        ),
    )


def _of_its_game(question: Question) -> Question:
    """Return the question for the game of its rules, since a function plays any game."""
    rules = question.rules or usual_rules()[strategy_games()[0]]
    return replace(question, strategy=replace(question.strategy, game=games_of(rules)[0]))


def _told(refused: Mapping[str, Refusal]) -> list[str]:
    return [f"Refused: {each.detail} [{', '.join(each.clauses)}]" for each in refused.values()]


def _session(
    question: Question,
    rules: Rules,
    function: Function,
    seed: int,
    session: int,
    refused: dict[str, Refusal],
) -> PlayedSession:
    law = rules.house.law
    place = TwoSeats(law.key, law.game, question.house, question.bankroll)
    player = FunctionPlayer(_made(function), question.goal, refused)
    most = question.rolls or MOST_ROLLS
    done = play(place, player, place.sampling.on_table(seed, session), most)
    return PlayedSession(
        done.final, done.end, done.rolls, done.staked, list(done.trail), dict(done.parts)
    )


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
        found = table_rules(_of_its_game(question))
        player = FunctionPlayer(_made(strategy), goal)
    sampling = sampling_at(found)
    if sampling.no_recording:
        raise QuestionError(sampling.no_recording)
    law = found.house.law
    thrown = list(_at_most(sampling.recorded(lines)))
    if not thrown:
        raise QuestionError("There is no roll in that file.", "Write one roll a line, such as 3 4.")
    place = TwoSeats(law.key, law.game, question.house, bankroll)
    done = play(place, player, thrown, rolls)
    end = "end of the rolls" if done.end is None else player.ends[done.end]
    return RecordedSession(
        law.key, law.game, name, bankroll, done.final, done.rolls, len(thrown), done.staked, end,
        done.trail, done.parts,
    )  # fmt: skip


def _made(function: Function) -> Function:
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


def _at_most(rolls: Iterator[TableTrial]) -> Iterator[TableTrial]:
    for number, roll in enumerate(rolls):
        if number >= MOST_ROLLS:
            raise QuestionError(
                f"More than {MOST_ROLLS:,} recorded rolls.", "Cut the file into parts."
            )
        yield roll
