"""``lammer simulate``, ``lammer compare-strategies`` and ``lammer strategy``."""

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lammer.cli.output import (
    CommandError,
    bold,
    console,
    grid,
    heard,
    reading,
    show,
    write,
    write_json,
)
from lammer.sim.strategy import library
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


@dataclass(frozen=True)
class SimulateOptions:
    """What was asked on the command line, as it was written."""

    rules: str | None = None
    game: str | None = None
    house: str | None = None
    bankroll: str = "500"
    rolls: str | None = None
    goal: str | None = None
    sessions: str | None = None
    seed: str | None = None
    exact: bool = False
    sample: bool = False
    gpu: bool = False
    threads: int | None = None
    cluster: str | None = None
    json: bool = False
    csv: bool = False
    distribution: bool = False
    parquet: str | None = None
    report: str | None = None
    plot: str | None = None


def simulate(name: str, dice: str | None, options: SimulateOptions) -> int:
    """One strategy; on recorded dice, if a file of them is given."""
    if dice is not None:
        return _on_recorded(name, dice, options)
    _sensible(options)
    with _troubled():
        result = _answered(name, options)
    _give([result], result, options)
    return 0 if result.findings.complete else 130


def compare(names: Sequence[str], options: SimulateOptions) -> int:
    """Several strategies on the same dice; one interrupted, those after it are left out."""
    from lammer.sim.report.result import MOST_COMPARED, StrategyComparison

    if not 2 <= len(names) <= MOST_COMPARED:
        raise CommandError(
            f"compare-strategies sets 2 to {MOST_COMPARED} side by side, not {len(names)}.",
            "lammer strategy lists the library.",
        )
    _sensible(options)
    if options.seed is None and not options.exact:
        options = _with_seed(options)
    results: list[Result] = []
    with _troubled():
        for name in names:
            results.append(_answered(name, options))
            if not results[-1].findings.complete:
                break
    whole = StrategyComparison(tuple(results))
    _give(results, whole, options)
    return 0 if all(each.findings.complete for each in results) else 130


def _sensible(options: SimulateOptions) -> None:
    """Options that would come to nothing, refused before the work."""
    wanted = options.json or options.csv or options.parquet is not None
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


def _with_seed(options: SimulateOptions) -> SimulateOptions:
    """The same dice for all of them."""
    import secrets
    from dataclasses import replace

    return replace(options, seed=str(secrets.randbits(63)))


def _give(
    results: "list[Result]", whole: "Result | StrategyComparison", options: SimulateOptions
) -> None:
    """The answer in the forms that were asked for; said first, then written to files."""
    from lammer.cli import simulate_output as simulated
    from lammer.sim.report.result import Result

    with heard():
        if options.json:
            simulated.say_json(whole, distribution=options.distribution)
        elif options.csv:
            simulated.write_csv(results, distribution=options.distribution)
        elif isinstance(whole, Result):
            simulated.say(whole)
        else:
            simulated.say_comparison(whole)
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


def _answered(name: str, options: SimulateOptions) -> "Result":
    from lammer.sim.api import named
    from lammer.sim.simulate import Means, Question, answer

    played = named(name)
    house = None if options.house is None else _house(options)
    question = Question(
        played if isinstance(played, Strategy) else Strategy(name, ()),
        options.rules if house is None else house[0],
        options.game if house is None else house[1],
        {} if house is None else house[2],
        options.house,
        _cents(options.bankroll, "--bankroll"),
        _rolls(options.rolls),
        None if options.goal is None else _cents(options.goal, "--goal"),
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


# Reading what was asked


def _house(options: SimulateOptions) -> tuple[str, str, dict[str, Any]]:
    from lammer.cli.house import lawful_house
    from lammer.house import read_file

    assert options.house is not None
    lawful = lawful_house(options.house, options.rules, options.game)
    return lawful.law.key, lawful.law.game, read_file(options.house).data


def _cents(text: str, what: str) -> int:
    """Dollars as people write them, in cents: 500, $1,000, 12.50, 1e3."""
    plain = text.strip().removeprefix("$").replace(",", "").replace("_", "")
    if re.fullmatch(r"[0-9]{1,15}(\.[0-9]{1,2})?", plain):
        return int(Fraction(plain) * 100)
    if re.fullmatch(r"[0-9]{1,3}e[0-9]{1,2}", plain):
        return int(float(plain)) * 100
    raise CommandError(f'{what} "{text}" is no amount.', "Write dollars, such as 500 or 12.50.")


def _rolls(text: str | None) -> int | None:
    return None if text == "none" else _count(USUAL_ROLLS if text is None else text, "--rolls")


def _count(text: str, what: str) -> int:
    """A whole number: 1000000, 1,000,000, 1_000_000, 1e6."""
    plain = text.strip().replace("_", "").replace(",", "")
    if re.fullmatch(r"-?[0-9]{1,30}", plain):
        return int(plain)
    if re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?e[0-9]{1,2}", plain):
        value = Fraction(plain)
        if value.denominator == 1:
            return value.numerator
    raise CommandError(f'{what} "{text}" is no whole number.', "Write 1000000 or 1e6.")


@contextmanager
def _troubled() -> Iterator[None]:
    """What a question can be wrong about, as trouble with what to do instead."""
    try:
        from lammer.sim.model.check import Unplayable
        from lammer.sim.play.on_table import Endless, PlayerFailed
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
        at = f"line {problem.line}: " if problem.line else ""
        raise CommandError(
            f"the strategy cannot be read: {at}{problem.what}.", problem.instead
        ) from None
    except Unplayable as problem:
        listed = "".join(f"\n  {fault}" for fault in problem.faults)
        raise CommandError(f"the table does not take this strategy:{listed}") from None
    except QuestionError as problem:
        raise CommandError(problem.what, problem.instead) from None
    except Endless as problem:
        raise CommandError(f"the player never lets the dice roll: {problem}.") from None
    except (PlayerFailed, NoCluster, NoDevice) as problem:
        raise CommandError(f"{problem}.") from None
    except KeyboardInterrupt:
        sys.stderr.write("lammer: interrupted before there was anything to show.\n")
        raise


@contextmanager
def _progress() -> "Iterator[Progress | None]":
    """A bar on standard error, where somebody looks at it."""
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


# Recorded dice


def _on_recorded(name: str, path: str, options: SimulateOptions) -> int:
    from lammer.sim.api import named
    from lammer.sim.play.python_player import on_dice
    from lammer.sim.play.recorded_dice import MOST_LINE, NotARoll

    with _troubled():
        played = named(name)
        house = None if options.house is None else _house(options)
        with reading(path, "a file of rolls") as file:
            lines = (
                line.decode("utf-8", "replace")
                for line in iter(lambda: file.readline(MOST_LINE + 1), b"")
            )
            try:
                whole = on_dice(
                    played,
                    lines,
                    options.rules if house is None else house[0],
                    options.game if house is None else house[1],
                    {} if house is None else house[2],
                    _cents(options.bankroll, "--bankroll"),
                    None if options.goal is None else _cents(options.goal, "--goal"),
                    None if options.rolls is None else _rolls(options.rolls),
                )
            except NotARoll as problem:
                raise CommandError(f"{path}, {problem}.") from None
    with heard():
        if options.json:
            write_json(whole.as_data())
        else:
            write(whole.words())
    return 0


# The library


def strategy(name: str | None, example: bool, json: bool) -> int:
    """The library, one strategy's text, or a file to start from."""
    with _troubled(), heard():
        if example:
            write(library.example())
        elif name is not None:
            _one(name, json)
        elif json:
            listed = [(key, library.load(key)) for key in library.names()]
            write_json({"format": 1, "strategies": [_plain(key, each) for key, each in listed]})
        else:
            _list()
    return 0


def _one(name: str, json: bool) -> None:
    from lammer.sim.api import named

    found = named(name)
    if not isinstance(found, Strategy):
        raise CommandError(f"{name} is a function, not a strategy.", "lammer simulate plays it.")
    text = library.text(name) if name in library.names() else str(found)
    if json:
        write_json({"format": 1, **_plain(name, found), "text": text})
    else:
        write(text)


def _plain(key: str, each: Strategy) -> dict[str, str]:
    return {
        "strategy": key,
        "name": each.name,
        "game": each.game,
        "about": each.about,
        "source": each.source,
    }


def _list() -> None:
    screen = console()
    screen.print(bold("Strategies of the library"))
    table = grid("strategy", "game", "name")
    for key in library.names():
        each = library.load(key)
        table.add_row(key, each.game, each.name)
    show(table)
    screen.print(
        "\nlammer strategy NAME prints one; lammer strategy --example, a file to start from; "
        "lammer simulate NAME says what it does."
    )
