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
from lammer.instruments import weighed_faces
from lammer.odds import figure
from lammer.sim.effort import (
    COMPILING_SHARE,
    EXACT_SHARE,
    KERNEL_SECONDS,
    LEAST_SECONDS,
    MOST_SECONDS,
    SAMPLED_RATE,
    WATCHED_SHARE,
    Effort,
    Estimate,
    OutOfTime,
    TimeAllowed,
    spoken,
)
from lammer.sim.model.check import StrategyFault, Unplayable, afterwards, check
from lammer.sim.model.compile import NotCompiled, compiled
from lammer.sim.model.instrument import Sampling, sampling_at
from lammer.sim.model.interpret import LONG_PLAYED, Interpreter
from lammer.sim.model.player import StrategyLogic
from lammer.sim.model.world import World
from lammer.sim.report.result import ENDINGS, Ending, Result, ResultPart
from lammer.sim.sample.packed import MOST_ROLLS as LONG_SAMPLED
from lammer.sim.sample.sampler import MOST_THREADS, Engine, threads_there
from lammer.sim.sample.sampler import MOST_WORK as MOST_SAMPLED
from lammer.sim.strategy.parts import Strategy
from lammer.table.commands import Malformed, Open
from lammer.table.decide import rules_to_open
from lammer.table.rules import Rules

if TYPE_CHECKING:
    from lammer.sim.exact.solve import ExactSolution
    from lammer.sim.model.automaton import Automaton
    from lammer.sim.report.endings import Settled
    from lammer.sim.report.findings import Findings, Spread

Method = Literal["auto", "exact", "sample"]
USUAL_SESSIONS = 1_000_000
PLAYED_SESSIONS = 2_000
"""Sessions of a strategy that has to be played on the table, by default."""
MOST_EXACT = 6e9
"""Elementary operations of an exact solution that was not requested by name: some seconds."""
MOST_TIMED = 1e15
"""The same where the time allowed is a limit."""
MOST_PLAYED = 10**9
"""The limit of rolls that are played one by one."""
SAMPLE_IT = "Ask for no exact answer, and it is sampled."
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


class OverAtOnce(QuestionError):
    """Raised if play is over before the first trial; ``ruined`` if the bankroll does not pay for
    the first bet."""

    def __init__(self, ruined: bool, what: str, instead: str) -> None:
        super().__init__(what, instead)
        self.ruined = ruined


@dataclass(frozen=True)
class Question:
    """What a strategy is to do: at which table, with how much (cents), for how long; and how the
    bets that are still up then are counted (``endings``)."""

    strategy: Strategy
    rules: str | None = None
    game: str | None = None
    house: Mapping[str, Any] = field(default_factory=dict)
    house_path: str | None = None
    bankroll: int = 50_000
    rolls: int | None = 200
    goal: int | None = None
    ending: Ending = "fair"
    faces: tuple[str, ...] = ()
    """The weights of the faces of what is thrown, if it is not fair (``weighed_faces``)."""


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
    seconds: float | None = None
    """The time allowed; when it is over, the answer is what there is."""
    on_estimate: Callable[[Estimate], None] | None = None
    """Called with what is expected, before the work."""

    def clock(self) -> TimeAllowed:
        return TimeAllowed(self.seconds, self.stop)


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
    rate: float = 0.0
    """Trials a second that it plays, if it is not compiled."""

    @property
    def sampling(self) -> Sampling:
        return sampling_at(self.rules)


def prepare(
    question: Question, progress: Progress | None = None, clock: TimeAllowed | None = None
) -> Prepared:
    """Check a strategy against its table and compile it. If half of the time is over before that,
    it is not compiled.

    Raises ``Unplayable`` with the clauses of what the table refuses, or ``QuestionError``.
    """
    check_question(question)
    rules = table_rules(question)
    strategy = question.strategy
    check(strategy, rules)
    automaton: Automaton | None = None
    logic = StrategyLogic(strategy, question.bankroll, question.goal)
    notes: list[str] = []
    why, rate = "", 0.0
    reserve = 0.0 if clock is None else clock.until(COMPILING_SHARE)

    def compiling(done: float, of: float) -> None:
        if progress is not None:
            progress("compiling", done, of)
        if clock is not None and clock.over(reserve):
            raise OutOfTime

    try:
        automaton, logic = compiled(
            strategy,
            rules,
            question.bankroll,
            question.goal,
            progress=compiling,
        )
    except OutOfTime:
        if clock is None or clock.ended_by == "asked":
            raise
        clock.ended_by = None
        why = "there was no time to compile it"
        notes.append("Sampled, not compiled: compiling took half of the time allowed.")
        more, rate = _probe(question, rules)
        notes += more
    except NotCompiled as problem:
        why = problem.why
        notes.append(f"Sampled, not compiled: {why}. {problem.instead}")
        more, rate = _probe(question, rules)
        notes += more
    else:
        faults, about = afterwards(logic)
        if faults:
            raise Unplayable(faults)
        notes += about
        if not any(automaton.staked):
            raise Unplayable([StrategyFault(0, strategy.name or "the strategy", "it never bets")])
        at_once = automaton.row[automaton.segment(0, question.bankroll // automaton.unit)]
        if at_once < 0:
            end = -1 - int(at_once)
            raise OverAtOnce(end == 0, *_over_at_once(logic, end))
        if question.rolls is None and _idle(automaton):
            raise QuestionError(
                "It would never end: there comes a time when it bets nothing more.",
                "Say how many rolls, or when it stops.",
            )
    return Prepared(question, rules, logic, automaton, tuple(notes), why, rate)


def _probe(question: Question, rules: Rules) -> tuple[list[str], float]:
    """Return what a few sessions show about a strategy that cannot be compiled, and how many trials
    a second they took."""
    strategy = question.strategy
    logic = StrategyLogic(strategy, question.bankroll, question.goal)
    world = World.of(strategy, rules)
    player, staked, sampling = Interpreter(logic, world), 0, sampling_at(rules)
    began, trials = time.perf_counter(), 0
    for session in range(PROBED_SESSIONS):
        if session == PROBED_SESSIONS // 2:  # Much is remembered by then.
            began, trials = time.perf_counter(), 0
        done = player.session(sampling.outcomes(0, session), PROBED_ROLLS)
        staked, trials = staked + done.staked, trials + done.rolls + 1
    rate = trials / max(time.perf_counter() - began, 1e-6)
    if not staked:
        raise Unplayable([StrategyFault(0, strategy.name or "the strategy", "it never bets")])
    faults, notes = afterwards(logic)
    return [*(f"refused: {fault}" for fault in faults), *notes], rate


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
            f'Use --rules {usual}, or begin it with "game: {law.games[0]}".',
        )
    try:
        found = rules_to_open(Open(key, law.game, question.house, ()))
    except Malformed as problem:
        raise QuestionError(f"{problem}.", problem.instead) from None
    if not isinstance(found, Rules):
        raise QuestionError(f"{found.detail} [{', '.join(found.clauses)}]")
    if not question.faces:
        return found
    try:
        weighed = weighed_faces(found.ruleset, question.faces)
    except Malformed as problem:
        raise QuestionError(f"{problem}.", problem.instead) from None
    return Rules(replace(found.house, rules=weighed))


def unfair(rules: Rules) -> tuple[str, ...]:
    """Return the note about outcomes that are not equally likely."""
    words = rules.space.facts.get("unfair")
    return (words,) if words else ()


def check_question(question: Question) -> None:
    """Raise ``QuestionError`` unless bankroll, goal and rolls are possible."""
    if not 0 < question.bankroll <= 10**11:
        raise QuestionError("A bankroll is more than nothing and at most a billion dollars.")
    if question.goal is not None and question.goal <= question.bankroll:
        raise QuestionError("The goal is not above the bankroll.", "Name a goal that is.")
    if question.goal is not None and question.goal > 10**12:
        raise QuestionError("The goal is more than ten billion dollars.")
    if question.ending not in ENDINGS:
        raise QuestionError(
            f'There is no ending "{question.ending}".', f"Endings: {', '.join(ENDINGS)}."
        )
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
    clock = means.clock()
    prepared = prepare(question, means.progress, clock)
    return answered(prepared, means, clock)


def answered(prepared: Prepared, means: Means, clock: TimeAllowed | None = None) -> Result:
    """Return the result of a prepared question."""
    check_means(means)
    clock = means.clock() if clock is None else clock
    findings, notes, estimate = _found(prepared, means, clock)
    question, automaton, rules = prepared.question, prepared.automaton, prepared.rules
    law, unit = rules.house.law, 1 if automaton is None else automaton.unit
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
        unit=unit,
        findings=findings,
        states=states,
        rows=rows,
        segments=segments,
        seconds=clock.spent,
        effort=Effort(means.seconds, estimate, None if findings.complete else clock.ended_by),
        notes=(*unfair(rules), *prepared.notes, *notes),
        faces=question.faces if unfair(rules) else (),
        parts=_parts(prepared, findings),
        settled=settled_at(question, rules, prepared.logic.least_bet(rules), findings, unit),
    )


def settled_at(
    question: Question, rules: Rules, least_bet: int, findings: "Findings", unit: int
) -> "Settled | None":
    """Return how the sessions of a question end. Raises ``QuestionError`` if bets that are up would
    never be decided."""
    from lammer.sim.model.worth import NeverDecided, Worth
    from lammer.sim.report.endings import settled

    worth = Worth(rules)
    try:
        return settled(findings, unit, question.bankroll, question.ending, worth, least_bet)
    except NeverDecided as problem:
        raise QuestionError(f"At the end {problem}.", "Use --ending face.") from None


def _found(
    prepared: Prepared, means: Means, clock: TimeAllowed
) -> tuple["Findings", list[str], Estimate]:
    automaton, no_exact = prepared.automaton, prepared.sampling.no_exact
    sampled = estimated_sample(prepared, means)
    if means.seconds is None and means.method != "exact":
        check_work(sampled.sessions, prepared.question.rolls, slow=automaton is None)
    if automaton is None or no_exact:
        if means.method == "exact":
            why = prepared.why or no_exact
            raise QuestionError(f"There is no exact answer: {why}.", SAMPLE_IT)
    elif means.method != "sample" and means.sessions is None:
        from lammer.sim.exact.solve import MOST_WORK, ExactSolution, TooMuchWork

        question = prepared.question
        bankroll = question.bankroll // automaton.unit
        engine: Literal["numpy", "auto"] = "numpy" if means.engine == "numpy" else "auto"
        most = MOST_WORK if means.seconds is None else MOST_TIMED
        solution = ExactSolution(automaton, bankroll, question.rolls, engine, most)
        expected = sampled._replace(exact_seconds=solution.seconds, exact_steps=solution.work)
        tell(means, expected)
        why = _not_exact(expected, means, clock)
        if not why:
            only = means.method == "exact"
            reserve = 0.0 if only else clock.until(EXACT_SHARE)
            try:
                found = _exactly(prepared, means, solution, clock, reserve)
            except TooMuchWork as problem:
                if only:
                    raise QuestionError(f"{problem}.", SAMPLE_IT) from None
                why = f"Sampled, since it is {problem}."
            else:
                if found.complete or only or clock.ended_by == "asked":
                    return found, [], expected
                clock.ended_by = None
                why = "Sampled: the exact answer was not finished in its part of the time allowed."
        return _sampled(prepared, means, clock), [why], expected
    why_not = [f"Sampled: {no_exact}."] if no_exact and automaton else []
    tell(means, sampled)
    return _sampled(prepared, means, clock), why_not, sampled


def _not_exact(expected: Estimate, means: Means, clock: TimeAllowed) -> str:
    """Return why an exact answer is not begun, as a sentence; empty if it is."""
    steps, seconds = expected.exact_steps, expected.exact_seconds
    assert steps is not None
    assert seconds is not None
    if means.method == "exact":
        return ""
    if means.seconds is None:
        if steps <= MOST_EXACT:
            return ""
        some = f"{float(f'{steps:.0e}'):,.0f}"
        return f"Sampled: an exact answer would take some {some} steps; it is to be asked for."
    if seconds <= clock.left * EXACT_SHARE:
        return ""
    return f"Sampled: an exact answer would take about {spoken(seconds)}."


def tell(means: Means, expected: Estimate) -> None:
    if means.on_estimate is not None:
        means.on_estimate(expected)


def estimated_sample(prepared: Prepared, means: Means) -> Estimate:
    """Return what a sample is expected to take."""
    usual = PLAYED_SESSIONS if prepared.automaton is None else USUAL_SESSIONS
    sessions = usual if means.sessions is None else means.sessions
    cores = threads_there(means.threads)
    each = prepared.question.rolls or 2_000
    if prepared.automaton is None:
        seconds = sessions * each / max(prepared.rate, 1.0) / cores
    else:
        seconds = KERNEL_SECONDS + sessions * each / SAMPLED_RATE / cores
    return Estimate(None, None, seconds, sessions)


def _exactly(
    prepared: Prepared, means: Means, solution: "ExactSolution", clock: TimeAllowed, reserve: float
) -> "Findings":
    progress = means.progress
    found = solution.carried_through(
        progress=None if progress is None else lambda at, of: progress("solving", at, of),
        stop=lambda: clock.over(reserve),
    )
    if not found.complete:
        return found
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


def _sampled(prepared: Prepared, means: Means, clock: TimeAllowed) -> "Findings":
    question, automaton = prepared.question, prepared.automaton
    seed = secrets.randbits(63) if means.seed is None else means.seed
    slow = automaton is None
    usual = PLAYED_SESSIONS if slow else USUAL_SESSIONS
    sessions = usual if means.sessions is None else means.sessions
    if slow and means.engine == "gpu":
        raise QuestionError(f"No GPU can play it: {prepared.why}.", "Leave --gpu out.")
    kernels = prepared.sampling.kernels
    if kernels.no_gpu and means.engine == "gpu":
        raise QuestionError(kernels.no_gpu, "Leave --gpu out.")
    told = means.progress

    def progress(done: int, _rolls: int) -> None:
        if told is not None:
            told("playing", done, sessions)

    if automaton is None:
        from lammer.sim.play import position_player as played

        source = played.StrategySessions(question, seed)
        return played.sample(source, sessions, seed, means, {}, clock.over)
    bankroll = question.bankroll // automaton.unit
    if means.cluster is not None:
        from lammer.sim.sample import cluster

        return cluster.sample(
            automaton, bankroll, question.rolls, sessions, seed, means.cluster, first=means.first,
            kernels=kernels, progress=progress, stop=clock.over,
        )  # fmt: skip
    from lammer.sim.sample import sampler as sample

    return sample.sample(
        automaton, bankroll, question.rolls, sessions, seed, threads=means.threads,
        first=means.first, engine=means.engine, kernels=kernels, progress=progress,
        stop=lambda: clock.over(WATCHED_SHARE * (clock.allowed or 0)),
    )  # fmt: skip


def check_work(sessions: int, rolls: int | None, *, slow: bool) -> None:
    """Raise ``QuestionError`` if the work is too much."""
    most = MOST_PLAYED if slow else MOST_SAMPLED
    if sessions < 1:
        raise QuestionError(f"{sessions} is too few sessions.", "Ask for one or more.")
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
    if means.seconds is not None and not LEAST_SECONDS <= means.seconds <= MOST_SECONDS:
        raise QuestionError(f"The time allowed is {LEAST_SECONDS} to {MOST_SECONDS:,} seconds.")
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
