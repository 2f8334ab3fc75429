"""Shared parts of the simulating commands: the question, the answer, and its output."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lammer.cli.support.output import CommandError, flushing
from lammer.cli.support.simulation_options import OutputOptions, SessionOptions
from lammer.sim.strategy.conditions import StrategySyntaxError
from lammer.sim.strategy.parts import Strategy

if TYPE_CHECKING:
    from lammer.sim.report.result import Result, StrategyComparison
    from lammer.sim.sample.sampler import Engine
    from lammer.sim.simulate import Method, Progress

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
    suffixes = {
        "--report": (".html", ".htm"),
        "--plot": (".png", ".svg"),
        "--parquet": (".parquet",),
    }
    for option, known in suffixes.items():
        path = getattr(options, option[2:])
        if path is None:
            continue
        if not path.lower().endswith(known):
            raise CommandError(f"{option} {path}: the file's name ends in {' or '.join(known)}.")
        folder = Path(path).parent
        if Path(path).is_dir() or not folder.is_dir():
            raise CommandError(f"{path} cannot be written: there is no such folder.")


def with_seed(options: SessionOptions) -> SessionOptions:
    """Fix a seed, so that all strategies get the same dice."""
    import secrets
    from dataclasses import replace

    return replace(options, seed=str(secrets.randbits(63)))


def output_answer(
    results: "list[Result]", whole: "Result | StrategyComparison", options: OutputOptions
) -> None:
    """Output the answer in the requested forms: printed first, then written to files."""
    from lammer.cli.support import simulation_output as simulated
    from lammer.sim.report.result import Result

    with flushing():
        if options.as_json:
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
    from lammer.sim.api import named
    from lammer.sim.simulate import Means, Question, answer

    played = named(name)
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
    )
    method: Method = "exact" if options.exact else "sample" if options.sample else "auto"
    engine: Engine = "gpu" if options.gpu else "auto"
    if options.gpu or options.cluster is not None:
        method = "sample" if method == "auto" else method
    with _progress() as progress:
        means = Means(
            method,
            None if options.sessions is None else _count(options.sessions, "--sessions"),
            None if options.seed is None else _count(options.seed, "--seed"),
            engine,
            options.threads,
            options.cluster,
            progress=progress,
        )
        if isinstance(played, Strategy):
            return answer(question, means)
        from lammer.sim.play.python_player import answer_function

        return answer_function(question, played, means)


# Parsing options


def elected(options: SessionOptions) -> tuple[str, str, dict[str, Any]]:
    from lammer.cli.support.house_files import lawful_house, without_crew
    from lammer.house import read_file

    assert options.house is not None
    lawful = lawful_house(options.house, options.rules, options.game)
    return lawful.law.key, lawful.law.game, without_crew(read_file(options.house).data)


def cents(text: str, what: str) -> int:
    """Parse dollars as people write them: 500, $1,000, 12.50, 1e3; return cents."""
    plain = text.strip().removeprefix("$").replace(",", "").replace("_", "")
    if re.fullmatch(r"[0-9]{1,15}(\.[0-9]{1,2})?", plain):
        return int(Fraction(plain) * 100)
    if re.fullmatch(r"[0-9]{1,3}e[0-9]{1,2}", plain):
        return int(float(plain)) * 100
    raise CommandError(f'{what} "{text}" is no amount.', "Write dollars, such as 500 or 12.50.")


def rolls_of(text: str | None) -> int | None:
    return None if text == "none" else _count(USUAL_ROLLS if text is None else text, "--rolls")


def _count(text: str, what: str) -> int:
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
    at = f"line {problem.line}: " if problem.line else ""
    return CommandError(f"the strategy cannot be read: {at}{problem.what}.", problem.instead)


@contextmanager
def reporting_errors() -> Iterator[None]:
    """Turn errors of a question into ``CommandError``, with what to do instead."""
    try:
        from lammer.sim.model.check import Unplayable
        from lammer.sim.play.on_table import PlayerFailed, TooManyCommands
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
    except (PlayerFailed, NoCluster, NoDevice) as problem:
        raise CommandError(f"{problem}.") from None
    except KeyboardInterrupt:
        sys.stderr.write("lammer: interrupted before there was anything to show.\n")
        raise


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
