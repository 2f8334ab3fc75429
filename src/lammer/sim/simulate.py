"""Answers a question about a strategy: prepares it, then solves or samples it."""

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, get_args

from lammer.core.money import dollars
from lammer.core.wager import Wager
from lammer.games.registry import load, usual_rules
from lammer.odds import figure
from lammer.sim.model.check import StrategyFault, Unplayable, afterwards, check
from lammer.sim.model.compile import NotCompiled, compiled
from lammer.sim.model.instrument import Sampling, sampling_at
from lammer.sim.model.interpret import LONG_PLAYED, Interpreter
from lammer.sim.model.player import StrategyLogic
from lammer.sim.model.world import World
from lammer.sim.report.result import Result, ResultPart
from lammer.sim.sample.packed import MOST_ROLLS as LONG_SAMPLED
from lammer.sim.sample.sampler import MOST_THREADS, Engine
from lammer.sim.sample.sampler import MOST_WORK as MOST_SAMPLED
from lammer.sim.strategy.parts import Strategy
from lammer.table.commands import Malformed, Open
from lammer.table.decide import rules_to_open
from lammer.table.rules import Rules

if TYPE_CHECKING:
    from lammer.sim.model.automaton import Automaton
    from lammer.sim.report.findings import Findings, Spread

Method = Literal["auto", "exact", "sample"]
USUAL_SESSIONS = 1_000_000
PLAYED_SESSIONS = 2_000
"""Sessions of a strategy that has to be played on the table, by default."""
MOST_EXACT = 6e9
"""Elementary operations of an exact solution that was not requested by name: some seconds."""
MOST_PLAYED = 10**9
"""The limit of rolls that are played one by one."""
DRAWDOWN_SESSIONS, DRAWDOWN_ROLLS = 5_000, 1_000_000
PROBED_SESSIONS, PROBED_ROLLS = 10, 200
"""Sessions and rolls on which a strategy that is not compiled is tried first."""
Progress = Callable[[str, float, float], None]
"""What is being done, how far it is, and how far it goes."""


class QuestionError(ValueError):
    """A question that cannot be answered: what is wrong, and what to ask instead."""

    def __init__(self, what: str, instead: str = "") -> None:
        self.what, self.instead = what, instead
        super().__init__(f"{what} {instead}".strip())


@dataclass(frozen=True)
class Question:
    """What a strategy is to do: at which table, with how much (cents), for how long."""

    strategy: Strategy
    rules: str | None = None
    game: str | None = None
    house: Mapping[str, Any] = field(default_factory=dict)
    house_path: str | None = None
    bankroll: int = 50_000
    rolls: int | None = 200
    goal: int | None = None


@dataclass(frozen=True)
class Means:
    """How a question is to be answered."""

    method: Method = "auto"
    sessions: int | None = None
    seed: int | None = None
    engine: Engine = "auto"
    threads: int | None = None
    cluster: str | None = None
    first: int = 0
    progress: Progress | None = None
    stop: Callable[[], bool] | None = None


@dataclass(frozen=True)
class Prepared:
    """A question with the rules of its table: compiled, or why not."""

    question: Question
    rules: Rules
    logic: StrategyLogic
    automaton: "Automaton | None"
    notes: tuple[str, ...]
    why: str = ""
    """Why it is not compiled, if it is not."""

    @property
    def sampling(self) -> Sampling:
        return sampling_at(self.rules)


def prepare(question: Question, progress: Progress | None = None) -> Prepared:
    """Check a strategy against its table and compile it.

    Raises ``Unplayable`` with the clauses of what the table refuses, or ``QuestionError``.
    """
    check_question(question)
    rules = table_rules(question)
    strategy = question.strategy
    check(strategy, rules)
    automaton: Automaton | None = None
    logic = StrategyLogic(strategy, question.bankroll, question.goal)
    notes: list[str] = []
    why = ""
    try:
        automaton, logic = compiled(
            strategy,
            rules,
            question.bankroll,
            question.goal,
            progress=None if progress is None else lambda done, of: progress("compiling", done, of),
        )
    except NotCompiled as problem:
        why = problem.why
        notes.append(f"Sampled, not compiled: {why}. {problem.instead}")
        notes += _probe(question, rules)
    else:
        faults, more = afterwards(logic)
        if faults:
            raise Unplayable(faults)
        notes += more
        if not any(automaton.staked):
            raise Unplayable([StrategyFault(0, strategy.name or "the strategy", "it never bets")])
        at_once = automaton.row[automaton.segment(0, question.bankroll // automaton.unit)]
        if at_once < 0:
            raise QuestionError(*_over_at_once(logic, -1 - int(at_once)))
        if question.rolls is None and _idle(automaton):
            raise QuestionError(
                "It would never end: there comes a time when it bets nothing more.",
                "Say how many rolls, or when it stops.",
            )
    return Prepared(question, rules, logic, automaton, tuple(notes), why)


def _probe(question: Question, rules: Rules) -> list[str]:
    """Return what a few sessions show about a strategy that cannot be compiled."""
    strategy = question.strategy
    logic = StrategyLogic(strategy, question.bankroll, question.goal)
    world = World.of(strategy, rules)
    player, staked, sampling = Interpreter(logic, world), 0, sampling_at(rules)
    for session in range(PROBED_SESSIONS):
        staked += player.session(sampling.outcomes(0, session), PROBED_ROLLS).staked
    if not staked:
        raise Unplayable([StrategyFault(0, strategy.name or "the strategy", "it never bets")])
    faults, notes = afterwards(logic)
    return [*(f"refused: {fault}" for fault in faults), *notes]


def _idle(automaton: "Automaton") -> bool:
    """True if there are positions from which nothing is ever staked, won or ended."""
    import numpy as np

    quiet_rows = (automaton.gain == 0).all(axis=1)
    live = automaton.row >= 0
    still = live & (automaton.staked == 0) & (automaton.charge == 0)
    still[live] &= quiet_rows[automaton.row[live]]
    idle = np.logical_and.reduceat(still, automaton.first[:-1])
    while idle.any():
        stays = np.zeros(len(still), bool)
        stays[live] = idle[automaton.to[automaton.row[live]]].all(axis=1)
        now = idle & np.logical_and.reduceat(still & stays, automaton.first[:-1])
        if (now == idle).all():
            return True
        idle = now
    return False


def _over_at_once(logic: StrategyLogic, end: int) -> tuple[str, str]:
    if end == 0:
        has = dollars(logic.bankroll)
        return f"{has} does not pay for the first bet.", "Begin with a larger bankroll."
    return f"It is over before it begins ({logic.ends[end]}).", "Change when it stops."


def table_rules(question: Question) -> Rules:
    """Return the rules of the table of a question."""
    wanted = question.strategy.game
    usual = usual_rules()[wanted]
    key = question.rules or usual
    law = load(key, question.game)
    if law.games[0] != wanted:
        raise QuestionError(
            f"{question.strategy.name or 'It'} is for {wanted}, and {key} is {law.game}.",
            f"Use --rules {usual}.",
        )
    try:
        found = rules_to_open(Open(key, law.game, question.house, ()))
    except Malformed as problem:
        raise QuestionError(f"{problem}.", problem.instead) from None
    if not isinstance(found, Rules):
        raise QuestionError(f"{found.detail} [{', '.join(found.clauses)}]")
    return found


def check_question(question: Question) -> None:
    """Raise ``QuestionError`` unless bankroll, goal and rolls are possible."""
    if not 0 < question.bankroll <= 10**11:
        raise QuestionError("A bankroll is more than nothing and at most a billion dollars.")
    if question.goal is not None and question.goal <= question.bankroll:
        raise QuestionError("The goal is not above the bankroll.", "Name a goal that is.")
    if question.goal is not None and question.goal > 10**12:
        raise QuestionError("The goal is more than ten billion dollars.")
    if question.rolls is not None and not 1 <= question.rolls <= 10**9:
        raise QuestionError(
            "A session has 1 to 1,000,000,000 rolls.", "Or --rolls none, until ruin or goal."
        )


def answer(question: Question, means: Means | None = None) -> Result:
    """Return the result: exact if possible, otherwise sampled.

    >>> from lammer.sim.strategy.text import parse
    >>> found = answer(Question(parse("bet pass 10"), rolls=100, bankroll=10_000))
    >>> found.exact, round(found.mean / 100, 2)
    (True, 97.07)
    """
    means = means or Means()
    check_means(means)
    began = time.perf_counter()
    prepared = prepare(question, means.progress)
    return answered(prepared, means, began)


def answered(prepared: Prepared, means: Means, began: float | None = None) -> Result:
    """Return the result of a prepared question."""
    check_means(means)
    began = time.perf_counter() if began is None else began
    findings, notes = _found(prepared, means)
    question, automaton, rules = prepared.question, prepared.automaton, prepared.rules
    law = rules.house.law
    sizes = (0, 0, 0) if automaton is None else automaton.facts().values()
    states, rows, segments = sizes
    return Result(
        rules=law.key,
        game=law.game,
        house=question.house_path,
        strategy=question.strategy.name,
        text=str(question.strategy),
        bankroll=question.bankroll,
        rolls=question.rolls,
        goal=question.goal,
        unit=1 if automaton is None else automaton.unit,
        findings=findings,
        states=states,
        rows=rows,
        segments=segments,
        seconds=time.perf_counter() - began,
        notes=(*prepared.notes, *notes),
        parts=_parts(prepared, findings),
    )


def _found(prepared: Prepared, means: Means) -> tuple["Findings", list[str]]:
    automaton, no_exact = prepared.automaton, prepared.sampling.no_exact
    if automaton is None or no_exact:
        if means.method == "exact":
            why = prepared.why or no_exact
            raise QuestionError(
                f"There is no exact answer: {why}.", "Leave --exact out: it is sampled."
            )
    elif means.method != "sample" and means.sessions is None:
        from lammer.sim.exact import solve as exact

        question = prepared.question
        bankroll = question.bankroll // automaton.unit
        work = exact.cost(automaton, bankroll, question.rolls)
        if work <= MOST_EXACT or means.method == "exact":
            try:
                return _exactly(prepared, means), []
            except exact.TooMuchWork as problem:
                if means.method == "exact":
                    raise QuestionError(
                        f"{problem}.", "Leave --exact out, and it is sampled."
                    ) from None
                why = f"Sampled, since it is {problem}."
        else:
            why = (
                f"Sampled: an exact answer would take some {work:.0e} steps (--exact asks for it)."
            )
        return _sampled(prepared, means), [why]
    why_not = [f"Sampled: {no_exact}."] if no_exact and automaton else []
    return _sampled(prepared, means), why_not


def _exactly(prepared: Prepared, means: Means) -> "Findings":
    from lammer.sim.exact import solve as exact

    automaton, question = prepared.automaton, prepared.question
    assert automaton is not None
    progress = means.progress
    found = exact.solve(
        automaton,
        question.bankroll // automaton.unit,
        question.rolls,
        engine="numpy" if means.engine == "numpy" else "auto",
        progress=None if progress is None else lambda at, of: progress("solving", at, of),
        stop=means.stop,
    )
    return replace(found, drawdown=_drawdown(prepared, means, found.rolls[0]))


def _drawdown(prepared: Prepared, means: Means, length: float) -> "Spread | None":
    """Sample the largest drawdown, which has no exact solution here, in a few sessions."""
    from lammer.sim.sample import sampler as sample

    automaton, question = prepared.automaton, prepared.question
    assert automaton is not None
    sessions = int(min(DRAWDOWN_SESSIONS, DRAWDOWN_ROLLS // max(length, 1)))
    if not sessions:
        return None
    bankroll, seed = question.bankroll // automaton.unit, means.seed or 0
    kernels = prepared.sampling.kernels
    return sample.drawdown(automaton, bankroll, question.rolls, sessions, seed, kernels)


def _sampled(prepared: Prepared, means: Means) -> "Findings":
    question, automaton = prepared.question, prepared.automaton
    seed = secrets.randbits(63) if means.seed is None else means.seed
    slow = automaton is None
    usual = PLAYED_SESSIONS if slow else USUAL_SESSIONS
    sessions = usual if means.sessions is None else means.sessions
    if slow and (means.engine == "gpu" or means.cluster is not None):
        raise QuestionError(
            f"No GPU and no cluster can play it: {prepared.why}.", "Leave them out."
        )
    kernels = prepared.sampling.kernels
    if kernels.no_gpu and means.engine == "gpu":
        raise QuestionError(kernels.no_gpu, "Leave --gpu out.")
    check_work(sessions, question.rolls, slow=slow)
    told = means.progress

    def progress(done: int, _rolls: int) -> None:
        if told is not None:
            told("playing", done, sessions)

    if automaton is None:
        from lammer.sim.play import position_player as played

        return played.sample(prepared, sessions, seed, means.first, progress, means.stop)
    bankroll = question.bankroll // automaton.unit
    if means.cluster is not None:
        from lammer.sim.sample import cluster

        return cluster.sample(
            automaton, bankroll, question.rolls, sessions, seed, means.cluster, first=means.first,
            kernels=kernels, progress=progress, stop=means.stop,
        )  # fmt: skip
    from lammer.sim.sample import sampler as sample

    return sample.sample(
        automaton, bankroll, question.rolls, sessions, seed, threads=means.threads,
        first=means.first, engine=means.engine, kernels=kernels, progress=progress,
        stop=means.stop,
    )  # fmt: skip


def check_work(sessions: int, rolls: int | None, *, slow: bool) -> None:
    """Raise ``QuestionError`` if the work is too much."""
    most = MOST_PLAYED if slow else MOST_SAMPLED
    if sessions < 1:
        raise QuestionError(f"{sessions} sessions are none.", "Ask for one or more.")
    each = rolls if rolls is not None else LONG_PLAYED if slow else LONG_SAMPLED
    if sessions * each > most:
        long = f"{rolls:,}" if rolls is not None else f"up to {each:,}"
        raise QuestionError(
            f"{sessions:,} sessions of {long} rolls are more than the "
            f"{most:,} rolls that {'can be played one by one' if slow else 'may be asked for'}.",
            f"Ask for at most {max(most // each, 1):,} sessions.",
        )


def check_means(means: Means) -> None:
    """Raise ``QuestionError`` unless method, seed and threads are possible."""
    if means.method not in get_args(Method):
        raise QuestionError(
            f'There is no method "{means.method}".', f"Methods: {', '.join(get_args(Method))}."
        )
    if means.seed is not None and not 0 <= means.seed < 2**64:
        raise QuestionError("A seed is a whole number from 0 to 2**64 - 1.")
    if means.threads is not None and not 1 <= means.threads <= MOST_THREADS:
        raise QuestionError(f"There can be 1 to {MOST_THREADS} threads.")


# Parts


def _parts(prepared: Prepared, findings: "Findings") -> tuple[ResultPart, ...]:
    """Return the money that went through each wager, with its exact edge."""
    automaton = prepared.automaton
    if automaton is None or findings.visits is None:
        return ()
    staked: dict[str, float] = {}
    for visits, made in zip(findings.visits.tolist(), automaton.parts, strict=True):
        for wager, cents in made:
            staked[wager] = staked.get(wager, 0.0) + visits * cents
    total = sum(staked.values())
    # Only the recorded sessions have visits: scale their shares.
    if findings.sessions is not None and total:
        scale = findings.staked[0] * automaton.unit / total
        staked = {wager: cents * scale for wager, cents in staked.items()}
    parts = []
    for wager, through in staked.items():
        edge = _edge(prepared.rules, prepared.rules.wagers[wager])
        parts.append(ResultPart(wager, through, edge, float(edge) * through))
    return tuple(sorted(parts, key=lambda part: -part.staked_cents_mean))


def _edge(rules: Rules, wager: Wager) -> Fraction:
    """Return the exact edge of a wager here; odds behind a bet have none."""
    if wager.behind is not None:
        return Fraction(0)
    return figure(rules.ruleset, wager, rules.vig(wager)).edge_per_bet_made
