"""Shared parts of the simulating commands: the question, the answer, and its output."""

import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lammer.cli.support.output import CommandError, flushing, open_input
from lammer.cli.support.simulation.options import OutputOptions, SessionOptions
from lammer.sim.strategy.parts import Strategy
from lammer.sim.strategy.words import StrategySyntaxError

if TYPE_CHECKING:
    from types import FrameType

    from lammer.sim.api import Player
    from lammer.sim.effort import Estimate
    from lammer.sim.play.recorded_sessions import RecordedSessions
    from lammer.sim.report.result import Result, StrategyComparison
    from lammer.sim.sample.sampler import Engine
    from lammer.sim.simulate import Means, Method, Progress, Question

USUAL_ROLLS = "200"
MISSING = (
    "simulation needs numpy, which is not installed.",
    "Install lammer with its extra: lammer[sim].",
)


def check_output(options: OutputOptions) -> None:
    """Refuse output options that cannot be satisfied, before the work."""
    wanted = options.as_json or options.as_csv or options.parquet is not None
    if options.distribution and not wanted:
        raise CommandError(
            "--distribution is for programs.", "Add --json, --csv or --parquet, or leave it out."
        )
    for option in SUFFIXES:
        check_file(option, getattr(options, option[2:]))


SUFFIXES = {
    "--report": (".html", ".htm"),
    "--plot": (".png", ".svg"),
    "--parquet": (".parquet",),
}
"""How the names of the files end that are written, by option."""


def check_file(option: str, path: str | None) -> None:
    """Refuse a file that cannot be written, before the work."""
    if path is None:
        return
    if not path.lower().endswith(SUFFIXES[option]):
        ends = " or ".join(SUFFIXES[option])
        raise CommandError(f"{option} {path}: the file's name ends in {ends}.")
    folder = Path(path).parent
    if Path(path).is_dir() or not folder.is_dir():
        raise CommandError(f"{path} cannot be written: there is no such folder.")


def output_answer(
    results: "list[Result]",
    whole: "Result | StrategyComparison",
    options: OutputOptions,
    *,
    quiet: bool = False,
) -> None:
    """Output the answer in the requested forms: printed first, unless ``quiet``, then written to
    files."""
    from lammer.cli.support.simulation import output as simulated
    from lammer.sim.report.result import Result

    with flushing():
        if quiet:
            pass
        elif options.as_json:
            simulated.print_json(whole, distribution=options.distribution)
        elif options.as_csv:
            simulated.write_csv(results, distribution=options.distribution)
        elif isinstance(whole, Result):
            simulated.print_result(whole)
        else:
            simulated.print_comparison(whole)
        sys.stdout.flush()
    if options.parquet is not None:
        simulated.write_parquet(results, options.parquet, distribution=options.distribution)
    if options.report is not None:
        simulated.write_report(whole, options.report)
    if options.plot is not None:
        simulated.write_plot(whole, options.plot)
    for path in (options.parquet, options.report, options.plot):
        if path is not None:
            sys.stderr.write(f"written: {path}\n")


def answered(name: str, options: SessionOptions) -> "Result":
    from lammer.sim.play.python_player import answer_function
    from lammer.sim.simulate import answer

    question, player = question_of(name, options)
    with means_of(options) as means:
        if isinstance(player, Strategy):
            return answer(question, means)
        return answer_function(question, player, means)


def question_of(name: str, options: SessionOptions) -> "tuple[Question, Player]":
    """Return the question of some options about a strategy, and the strategy or function."""
    from lammer.sim.api import find_strategy
    from lammer.sim.simulate import Question

    played = find_strategy(name)
    house = None if options.house is None else elected(options)
    question = Question(
        played if isinstance(played, Strategy) else Strategy(name, ()),
        options.rules if house is None else house[0],
        options.game if house is None else house[1],
        {} if house is None else house[2],
        options.house,
        cents(options.bankroll, "--bankroll"),
        rolls_of(options.rolls),
        None if options.goal is None else cents(options.goal, "--goal"),
        options.ending,
        tuple(options.faces or ()),
    )
    return question, played


@contextmanager
def means_of(options: SessionOptions) -> "Iterator[Means]":
    """Yield how options want an answer computed, with a progress bar where there is a terminal."""
    from lammer.sim.simulate import Means

    method: Method = "exact" if options.exact else "sample" if options.sample else "auto"
    engine: Engine = "gpu" if options.gpu else "auto"
    if options.gpu or options.cluster is not None:
        method = "sample" if method == "auto" else method
    with interruptible() as stop, _progress() as progress:
        yield Means(
            method,
            None if options.sessions is None else whole_number(options.sessions, "--sessions"),
            None if options.seed is None else whole_number(options.seed, "--seed"),
            engine,
            options.threads,
            options.cluster,
            progress=progress,
            stop=stop,
            seconds=None if options.seconds is None else seconds_of(options.seconds),
            on_estimate=(
                partial(say_long_estimate, options) if options.seconds is None else say_estimate
            ),
        )


LONG_SECONDS = 60
"""An answer that is expected to take longer is announced."""
MOST_LINE = 100_000
"""Bytes of one line of a recording."""


@contextmanager
def recorded_lines(path: str) -> Iterator[Iterator[str]]:
    """Yield the lines of a recording; ``CommandError`` with the line that cannot be read."""
    from lammer.instruments.recording import RecordedTrialError

    with open_input(path, "a file of rolls") as file:
        try:
            yield (
                line.decode("utf-8", "replace")
                for line in iter(lambda: file.readline(MOST_LINE + 1), b"")
            )
        except RecordedTrialError as problem:
            raise CommandError(f"{path}, {problem}.") from None


def recorded(names: Sequence[str], path: str, options: SessionOptions) -> "list[RecordedSessions]":
    """Return the sessions of a recording for each strategy; without ``--rolls`` it is one."""
    from lammer.sim.play.recorded_sessions import recorded_sessions

    asked = [question_of(name, options) for name in names]
    if options.rolls is None:
        asked = [(replace(question, rolls=None), player) for question, player in asked]
    with recorded_lines(path) as lines:
        kept = list(lines) if len(asked) > 1 else lines
        return [recorded_sessions(question, player, kept) for question, player in asked]


def status_of(results: "list[Result]") -> int:
    """Return the exit status: 130 if somebody interrupted."""
    return 130 if any(each.interrupted for each in results) else 0


# Parsing options


def elected(options: SessionOptions) -> tuple[str, str, dict[str, Any]]:
    from lammer.cli.support.house_files import lawful_elections, without_crew

    assert options.house is not None
    here, data = lawful_elections(options.house, options.rules, options.game)
    return here.law.key, here.law.game, without_crew(data)


def cents(text: str, what: str) -> int:
    """Parse dollars as people write them: 500, $1,000, 12.50, 1e3; return cents."""
    plain = text.strip().removeprefix("$").replace(",", "").replace("_", "")
    if re.fullmatch(r"[0-9]{1,15}(\.[0-9]{1,2})?", plain):
        return int(Fraction(plain) * 100)
    if re.fullmatch(r"[0-9]{1,3}e[0-9]{1,2}", plain):
        return int(float(plain)) * 100
    raise CommandError(f'{what} "{text}" is no amount.', "Write dollars, such as 500 or 12.50.")


def rolls_of(text: str | None) -> int | None:
    return (
        None if text == "none" else whole_number(USUAL_ROLLS if text is None else text, "--rolls")
    )


def seconds_of(text: str) -> float:
    if re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,3})?", text.strip()):
        return float(text)
    raise CommandError(f'--seconds "{text}" is no time.', "Write seconds, such as 30 or 0.5.")


def whole_number(text: str, what: str) -> int:
    """Parse an integer: 1000000, 1,000,000, 1_000_000, 1e6."""
    plain = text.strip().replace("_", "").replace(",", "")
    if re.fullmatch(r"-?[0-9]{1,30}", plain):
        return int(plain)
    if re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?e[0-9]{1,2}", plain):
        value = Fraction(plain)
        if value.denominator == 1:
            return value.numerator
    raise CommandError(f'{what} "{text}" is no whole number.', "Write 1000000 or 1e6.")


def unreadable(problem: StrategySyntaxError) -> CommandError:
    what = f"the strategy cannot be read: {problem.where}{problem.what}."
    return CommandError(what, problem.instead)


@contextmanager
def reporting_errors() -> Iterator[None]:
    """Turn errors of a question into ``CommandError``, with what to do instead."""
    try:
        from lammer.sim.effort import OutOfTime
        from lammer.sim.model.check import Unplayable
        from lammer.sim.play.function_hand import PlayerFailed, TooManyCommands
        from lammer.sim.play.workers import WorkerLost
        from lammer.sim.sample.cluster import NoCluster
        from lammer.sim.sample.gpu import NoDevice
        from lammer.sim.simulate import QuestionError
    except ModuleNotFoundError as problem:
        if problem.name and problem.name.split(".")[0] == "lammer":
            raise
        raise CommandError(*MISSING) from None
    try:
        yield
    except StrategySyntaxError as problem:
        raise unreadable(problem) from None
    except Unplayable as problem:
        listed = "".join(f"\n  {fault}" for fault in problem.faults)
        raise CommandError(f"the table does not take this strategy:{listed}") from None
    except QuestionError as problem:
        raise CommandError(problem.what, problem.instead) from None
    except TooManyCommands as problem:
        raise CommandError(f"the player goes on without end: {problem}.") from None
    except (PlayerFailed, WorkerLost, NoCluster, NoDevice) as problem:
        raise CommandError(f"{problem}.") from None
    except (KeyboardInterrupt, OutOfTime):
        sys.stderr.write("lammer: interrupted before there was anything to show.\n")
        raise KeyboardInterrupt from None


def say_estimate(estimate: "Estimate") -> None:
    sys.stderr.write(f"{estimate.words()}\n")
    sys.stderr.flush()


def say_long_estimate(options: SessionOptions, estimate: "Estimate") -> None:
    """Say what is expected if it is long and nobody set a limit. Nothing is known of how fast a GPU
    or a cluster is."""
    exactly = estimate.exact_seconds
    if options.gpu or options.cluster is not None:
        return
    likely = [exactly] if options.exact else [exactly, estimate.sample_seconds]
    if min((each for each in likely if each is not None), default=0) > LONG_SECONDS:
        say_estimate(estimate)
        sys.stderr.write(
            "--seconds 60 ends it after a minute, Ctrl-C at any time, with what there is.\n"
        )


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Yield a function that says whether Ctrl-C was pressed. Pressed again, it raises
    ``KeyboardInterrupt``, as it does outside of the main thread."""
    pressed = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield pressed.is_set
        return

    def press(number: int, frame: "FrameType | None") -> None:
        if pressed.is_set():
            signal.default_int_handler(number, frame)
        pressed.set()

    before = signal.signal(signal.SIGINT, press)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _progress() -> "Iterator[Progress | None]":
    """Show a progress bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, Any] = {}

        def progress(what: str, done: float, total: float) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what, total=total, rate="")
            speed = bars.tasks[tasks[what]].speed
            rate = "" if not speed else f"{speed:,.0f}/s"
            bars.update(tasks[what], completed=done, total=total, rate=rate)

        yield progress
