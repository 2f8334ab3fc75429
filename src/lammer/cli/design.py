"""``lammer design``: the exact figures of a wager that somebody designs, from a file."""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from importlib.resources import files
from typing import Annotated, Any

from cyclopts import Parameter

from lammer.cli.support.house_files import place_in, read_toml
from lammer.cli.support.options import Json
from lammer.cli.support.output import (
    CommandError,
    bold,
    console,
    decimal,
    flushing,
    grid,
    percent,
    show,
    write,
    write_json,
)
from lammer.core.money import dollars
from lammer.core.numbers import square_root
from lammer.core.odds import Odds
from lammer.design import (
    Designed,
    DesignFigure,
    WagerFault,
    alternatives,
    design_figure,
    designed,
    faults_of,
    schema,
    solve_payout,
)
from lammer.design.figures import MOST_PAYOUT, NoAnswer
from lammer.games.registry import load
from lammer.house import HouseFile
from lammer.house.values import rate
from lammer.odds import plain_figure

MOST_ALTERNATIVES = 200
EXAMPLE = "lammer design --example shows a wager file."
MOST_ROWS = 25
_TABLE = re.compile(r"(.+?)=([0-9]{1,9})(?:\.\.([0-9]{1,9}))?")


def design(
    file: Annotated[
        str | None,
        Parameter(help="A wager file (TOML); - for standard input.", allow_leading_hyphen=True),
    ] = None,
    *,
    solve: Annotated[
        str | None, Parameter(help="A payout line to solve for, by its key in the file.")
    ] = None,
    edge: Annotated[
        str | None,
        Parameter(help='With --solve: the least edge of the house, as "3/25" or "12%".'),
    ] = None,
    table: Annotated[
        str | None,
        Parameter(help='Other payouts for a line, to one, in a table: "complete=80..120".'),
    ] = None,
    print_schema: Annotated[
        bool, Parameter(name="--schema", help="Print the JSON Schema of wager files.")
    ] = False,
    example: Annotated[bool, Parameter(help="Print a commented wager file to start from.")] = False,
    as_json: Json = False,
) -> int:
    """The exact odds of a wager of your own: edge, hit frequency, variance and distribution.

    A wager file names a space, a shape and what is paid; lammer check FILE says what is wrong
    with it. Examples: lammer design --example > mine.toml; lammer design mine.toml;
    lammer design mine.toml --solve complete --edge 3/25; lammer design mine.toml --table 3=2..6
    """
    if example:
        write(files("lammer.design").joinpath("example.toml").read_text(encoding="utf-8"))
        return 0
    if print_schema:
        write_json(schema())
        return 0
    if file is None:
        raise CommandError("design needs FILE.", "lammer design --help lists its options.")
    if (solve is None) != (edge is None):
        raise CommandError("--solve KEY and --edge go together.", "Such as --solve 6 --edge 3/25.")
    read = read_toml(file, "a wager file", EXAMPLE)
    found, _ = designed(read.data)
    if found is None:
        raise _broken(read)
    try:
        figure = design_figure(found)
        solved = None if solve is None else _solved(read.data, solve, str(edge))
        others = None if table is None else _alternatives(read.data, table)
    except NoAnswer as problem:
        raise CommandError(problem.what, problem.instead) from None
    with flushing():
        if as_json:
            write_json(_plain(read, found, figure, solved, others))
        else:
            _show(read, found, figure, solved, others)
    return 0


def _broken(file: HouseFile) -> CommandError:
    faults = faults_of(file.data)
    lines = [f"{place_in(file, each.key)}: {each.what}. {each.instead}" for each in faults]
    head = f"{file.path} is not a wager file as it stands."
    return CommandError("\n        ".join((head, *lines)))


def _solved(data: Mapping[str, Any], key: str, edge: str) -> tuple[str, Fraction, Odds, Fraction]:
    try:
        wanted = rate("--edge", edge)
    except ValueError:
        raise CommandError(f"--edge {edge} is no share.", 'Write "3/25" or "12%".') from None
    odds = solve_payout(data, key, wanted)
    ((_, figure),) = alternatives(data, key, (odds,))
    return key, wanted, odds, figure.edge


def _alternatives(
    data: Mapping[str, Any], asked: str
) -> tuple[str, tuple[tuple[Odds, DesignFigure], ...]]:
    match = _TABLE.fullmatch(asked)
    if match is None:
        raise CommandError(f"--table {asked} names no payouts.", 'Write "KEY=20..30".')
    key, low, high = match[1], int(match[2]), int(match[3] or match[2])
    if not 1 <= low <= high <= MOST_PAYOUT or high - low >= MOST_ALTERNATIVES:
        raise CommandError(
            f"{low} to {high} are no payouts to compare.",
            f"Name at most {MOST_ALTERNATIVES}, the lower first, from 1.",
        )
    return key, alternatives(data, key, (Odds(each, 1) for each in range(low, high + 1)))


# JSON


def _plain(
    file: HouseFile,
    found: Designed,
    figure: DesignFigure,
    solved: tuple[str, Fraction, Odds, Fraction] | None,
    others: tuple[str, tuple[tuple[Odds, DesignFigure], ...]] | None,
) -> dict[str, Any]:
    worst = figure.worst_case_cents
    plain: dict[str, Any] = {
        "format": 1,
        "file": file.path,
        "name": found.wager.name,
        "space": file.data["space"],
        **plain_figure(figure.figure),
        "pays": figure.pays,
        "distribution": [{"result": str(n), "p": str(p)} for n, p in figure.distribution],
        "hit_frequency": str(figure.hit_frequency),
        "worst_case_cents": None if worst is None else _whole(worst),
        "faults": [_plain_fault(file, each) for each in faults_of(file.data, found)],
    }
    if solved is not None:
        key, wanted, odds, edge = solved
        plain["solved"] = {
            "line": key, "edge_wanted": str(wanted), "pays": str(odds), "edge": str(edge),
        }  # fmt: skip
    if others is not None:
        plain["alternatives"] = [
            {
                "line": others[0],
                "pays": str(odds),
                "edge_per_bet_made": str(each.edge),
                "hit_frequency": str(each.hit_frequency),
                "variance": str(each.figure.variance),
            }
            for odds, each in others[1]
        ]
    return plain


def _whole(cents: Fraction) -> int | str:
    return cents.numerator if cents.denominator == 1 else str(cents)


def _plain_fault(file: HouseFile, fault: WagerFault) -> dict[str, Any]:
    return {
        "key": fault.key,
        "line": file.line_of(fault.key),
        "what": fault.what,
        "instead": fault.instead,
    }


# Tables


def _show(
    file: HouseFile,
    found: Designed,
    figure: DesignFigure,
    solved: tuple[str, Fraction, Odds, Fraction] | None,
    others: tuple[str, tuple[tuple[Odds, DesignFigure], ...]] | None,
) -> None:
    screen = console()
    space = file.data["space"]
    screen.print(
        bold(found.wager.name).append(f", {space}, {file.path}", "not bold"), soft_wrap=True
    )
    if found.about:
        screen.print(found.about.strip(), soft_wrap=True)
    screen.print(f"Pays {figure.pays}.", soft_wrap=True)
    write("\n")
    rows = grid("", right=("", ""))
    rows.show_header = False
    for words, value, exactly in _figures(found, figure):
        rows.add_row(words, value, exactly)
    show(rows)
    write("\n")
    _distribution(figure)
    if solved is not None:
        key, wanted, odds, edge = solved
        write(f"\n{key}: at most {odds} keeps an edge of {wanted}; the edge is then "
              f"{percent(edge)} ({_short(edge)}).\n")  # fmt: skip
    if others is not None:
        write(f"\nOther payouts for {others[0]}\n")
        table = grid("pays", right=("edge", "", "standard deviation"))
        for odds, each in others[1]:
            sd = decimal(square_root(each.figure.variance), 3)
            table.add_row(str(odds), percent(each.edge), _short(each.edge), sd)
        show(table)
    for fault in faults_of(file.data, found):
        write(f"\n{place_in(file, fault.key)}: {fault.what}. {fault.instead}\n")
    screen.print("\nThis wager is in no regulation: it is what the file says.", style="dim")


def _figures(found: Designed, figure: DesignFigure) -> Iterable[tuple[str, str, str]]:
    plain = figure.figure
    yield "edge per bet", percent(figure.edge), _short(figure.edge)
    yield "edge per bet and trial", percent(plain.edge_per_roll), _short(plain.edge_per_roll)
    yield "wins (hit frequency)", percent(figure.hit_frequency), _short(figure.hit_frequency)
    yield "pushes", percent(plain.p_push), _short(plain.p_push)
    yield "standard deviation", decimal(square_root(plain.variance), 4), ""
    procedure = load(found.rules.key).procedure
    noun = "trial" if procedure is None else procedure.trial.noun
    yield (
        f"{noun}s to decide, mean",
        decimal(plain.rolls_to_decide, 2),
        _short(plain.rolls_to_decide),
    )
    worst = figure.worst_case_cents
    most = found.max_cents
    if worst is not None and most is not None:
        yield f"most the house can lose on {dollars(most)}", dollars(worst), ""


def _distribution(figure: DesignFigure) -> None:
    table = grid("net, to one", right=("probability", "", "of the return"))
    rows = figure.distribution
    for net, p in rows[:MOST_ROWS]:
        table.add_row(str(net), percent(p, 6), _short(p), percent(net * p, 4))
    show(table)
    if len(rows) > MOST_ROWS:
        write(f"and {len(rows) - MOST_ROWS} more; --json has all.\n")


def _short(value: Fraction, longest: int = 24) -> str:
    text = str(value)
    return text if len(text) <= longest else ""
