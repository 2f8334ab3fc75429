"""One session, trial by trial: what was bet, what came, what was won, and the bankroll after."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from lammer.core.money import dollars
from lammer.sim.model.instrument import TableTrial, sampling_at
from lammer.sim.model.memory import TrialSummary
from lammer.sim.model.player import StrategyLogic
from lammer.sim.play.function_hand import Function, FunctionPlayer
from lammer.sim.play.on_table import Player, Seated, StrategyPlayer, TwoSeats, play
from lammer.sim.play.python_player import chance_of, of_its_game, player_function
from lammer.sim.play.recorded_sessions import RecordedSessions
from lammer.sim.play.still_up import StillUp, still_up
from lammer.sim.report.result import counted
from lammer.sim.simulate import Question, QuestionError, check_question, prepare, table_rules
from lammer.sim.strategy.parts import Strategy
from lammer.table.state import Bet

MOST_SHOWN = 100_000
"""Trials of a session that can be shown."""


class BetChange(NamedTuple):
    """A bet that was made or changed before a trial: by how much, and what is up then."""

    bet: str
    by: int
    stake: int


class ShownResult(NamedTuple):
    """A bet that a trial decided: ``wins``, ``loses`` or ``is void``; ``paid`` is what the bank
    paid on top of the stake, before vigorish."""

    bet: str
    result: str
    stake: int
    paid: int


@dataclass(frozen=True)
class ShownTrial:
    """One trial, in cents. ``context`` is what it was before it (in craps the point, or off),
    ``up`` what was up when it came, ``bankroll`` what is on rail and layout after it."""

    number: int
    context: str
    changes: tuple[BetChange, ...]
    outcome: Mapping[str, Any]
    called: int | str
    results: tuple[ShownResult, ...]
    bankroll: int
    up: Mapping[str, int]

    def as_data(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "context": self.context,
            "bets": [each._asdict() for each in self.changes],
            "up": dict(self.up),
            **self.outcome,
            "called": self.called,
            "results": [each._asdict() for each in self.results],
            "bankroll": self.bankroll,
        }

    @property
    def outcome_text(self) -> str:
        """Return the outcome as text."""
        said = [each for each in self.outcome.values() if each is not None]
        if len(said) == 1 and isinstance(said[0], tuple | list):
            return "-".join(map(str, said[0]))
        return " ".join(map(str, said)) or str(self.called)


@dataclass(frozen=True)
class ShownSession:
    """A session trial by trial. ``number`` counts from 1; ``seed`` is None for recorded trials."""

    rules: str
    game: str
    strategy: str
    noun: str
    number: int
    seed: int | None
    bankroll: int
    trials: tuple[ShownTrial, ...]
    final: int
    end: str
    staked: int
    up: StillUp

    def as_data(self) -> dict[str, Any]:
        return {
            "format": 1,
            "session": self.number,
            "seed": self.seed,
            "rules": self.rules,
            "game": self.game,
            "strategy": self.strategy,
            "bankroll": self.bankroll,
            "trials": [each.as_data() for each in self.trials],
            "rolls": len(self.trials),
            "final": self.final,
            "final_fair": self.up.final_fair(self.final),
            "end": self.end,
            "money_through": self.staked,
        }

    @property
    def asked(self) -> str:
        of = "" if self.seed is None else f" of seed {self.seed}"
        return (
            f"{self.strategy}: session {self.number:,}{of}, from {dollars(self.bankroll)} at "
            f"{self.game} under {self.rules}."
        )

    @property
    def ending_text(self) -> str:
        """Return how it ended, as a sentence."""
        ended = (
            f"It ended with {dollars(self.final)} after {counted(len(self.trials), self.noun)}: "
            f"{self.end}. {self.up.words(self.final)}"
        )
        return f"{ended.rstrip()} {dollars(self.staked)} was bet in all."

    @property
    def head(self) -> tuple[str, ...]:
        """Return the words above ``rows``."""
        before = ("before",) if self._contexts else ()
        return (self.noun, *before, "bets", "came", "won and lost", "bankroll")

    @property
    def _contexts(self) -> bool:
        """Return whether the contexts differ, so that they say something."""
        return len({each.context for each in self.trials}) > 1

    def rows(self) -> Iterator[tuple[str, ...]]:
        """Yield each trial as text: its number, the context, bets, outcome, results, bankroll."""
        for each in self.trials:
            yield (
                f"{each.number:,}",
                *((each.context,) if self._contexts else ()),
                ", ".join(map(_changed, each.changes)),
                each.outcome_text,
                ", ".join(map(_decided, each.results)),
                dollars(each.bankroll),
            )

    def __str__(self) -> str:
        rows = [self.head, *self.rows()]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        ]
        return "\n".join([self.asked, "", *lines, "", self.ending_text, ""])


def _changed(change: BetChange) -> str:
    if change.stake == change.by:
        return f"{change.bet} {dollars(change.by)}"
    if not change.stake:
        return f"{change.bet} taken down"
    verb = "raised" if change.by > 0 else "reduced"
    return f"{change.bet} {verb} to {dollars(change.stake)}"


def _decided(result: ShownResult) -> str:
    if result.result == "wins":
        return f"{result.bet} wins {dollars(result.paid)}"
    return f"{result.bet} {result.result} {dollars(result.stake)}"


class _Watched:
    """A player whose session is written down as it goes."""

    def __init__(self, player: Player, shows: tuple[str, ...], bankroll: int) -> None:
        self._player, self._shows = player, shows
        self.ends = player.ends
        self.trials: list[ShownTrial] = []
        self._now: TableTrial | None = None
        self._before: tuple[str, tuple[BetChange, ...], dict[str, Bet]] = ("", (), {})
        self._equity = bankroll

    def watched(self, trials: Iterable[TableTrial]) -> Iterator[TableTrial]:
        for each in trials:
            self._now = each
            yield each

    def decide(self, hand: Seated) -> int | None:
        before = dict(hand.up)
        end = self._player.decide(hand)
        after = dict(hand.up)
        changes = tuple(
            BetChange(name, by, _stake(after, name))
            for name in sorted({*before, *after})
            for by in (_stake(after, name) - _stake(before, name),)
            if by
        )
        self._before = (hand.table.context, changes, after)
        return end

    def observe(self, summary: TrialSummary, equity: int) -> None:
        assert self._now is not None
        context, changes, up = self._before
        paid = {name: amount for _, name, _, amount in summary.won}
        results = tuple(
            ShownResult(name, _RESULTS[result], _stake(up, name), paid.get(name, 0))
            for _, name, result in summary.results
        )
        shown = {key: getattr(self._now.command, key) for key in self._shows}
        outcome = {key: value for key, value in shown.items() if value is not None}
        stakes = {name: bet.stake for name, bet in sorted(up.items())}
        self.trials.append(
            ShownTrial(
                len(self.trials) + 1, context, changes, outcome, self._now.called, results, equity,
                stakes,
            )
        )  # fmt: skip
        self._player.observe(summary, equity)

    def after_last(self, hand: Seated) -> int | None:
        return self._player.after_last(hand)


_RESULTS = {"wins": "wins", "loses": "loses", "void": "is void"}


def _stake(up: Mapping[str, Bet], name: str) -> int:
    return up[name].stake if name in up else 0


def show_session(
    question: Question,
    player: Strategy | Function,
    seed: int,
    number: int,
    sessions: int | None = None,
) -> ShownSession:
    """Return the session of this number, counted from 1, of a sample of the seed; of so many
    sessions, if that is said."""
    _check(number, sessions, "sample")
    if isinstance(player, Strategy):
        prepare(question)
        somebody: Player = StrategyPlayer(StrategyLogic(player, question.bankroll, question.goal))
    else:
        check_question(question)
        question = of_its_game(question)
        somebody = FunctionPlayer(player_function(player), question.goal)
    rules = table_rules(question)
    trials = sampling_at(rules).on_table(seed, number - 1)
    return _shown(question, player, somebody, trials, number, seed)


def show_recorded(source: RecordedSessions, number: int) -> ShownSession:
    """Return the session of this number of a record, counted from 1."""
    _check(number, source.sessions, "record")
    first = (number - 1) * source.length
    trials = source.trials[first : first + source.length]
    somebody = source.somebody({})
    return _shown(source.question, source.player, somebody, trials, number, None)


def _check(number: int, there: int | None, of: str) -> None:
    if not 1 <= number <= 2**63:
        raise QuestionError("Sessions are counted from 1 to 2**63.", "Show one of them.")
    if there is not None and number > there:
        raise QuestionError(f"The {of} has {counted(there, 'session')}.", "Show one of them.")


def _shown(
    question: Question,
    player: Strategy | Function,
    somebody: Player,
    trials: Iterable[TableTrial],
    number: int,
    seed: int | None,
) -> ShownSession:
    rules = table_rules(question)
    law = rules.house.law
    place = TwoSeats(law.key, law.game, question.house, question.bankroll)
    watched = _Watched(somebody, place.sampling.shows, question.bankroll)
    chance = chance_of(0 if seed is None else seed, number - 1)
    rolls = min(question.rolls or MOST_SHOWN, MOST_SHOWN)
    done = play(place, watched, watched.watched(trials), rolls, chance)
    end = "end of the rolls" if done.end is None else watched.ends[done.end]
    procedure = law.procedure
    return ShownSession(
        law.key,
        law.game,
        question.strategy.name or getattr(player, "__name__", "function"),
        "roll" if procedure is None else procedure.trial.noun,
        number,
        seed,
        question.bankroll,
        tuple(watched.trials),
        done.final,
        end,
        done.staked,
        still_up(rules, done.left),
    )
