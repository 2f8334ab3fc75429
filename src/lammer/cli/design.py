"""``lammer design``: the exact figures of a wager that somebody designs, from a file."""

import re
from fractions import Fraction
from importlib.resources import files
from typing import Annotated

from cyclopts import Parameter

from lammer.cli.support.house_files import place_in, read_toml
from lammer.cli.support.options import Json, refuse_together
from lammer.cli.support.output import (
    CommandError,
    bold,
    console,
    flushing,
    grid,
    show,
    write,
    write_json,
)
from lammer.core.numbers import share_words
from lammer.design import (
    NoAnswer,
    SolvedDesign,
    alternative_rows,
    designed,
    distribution_rows,
    faults_of,
    figure_rows,
    plain_design,
    schema,
    work_out,
)
from lammer.house import HouseFile
from lammer.house.values import rate

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
    refuse_together({"--schema": print_schema, "--example": example})
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
        done = work_out(
            found,
            read.data,
            None if solve is None else (solve, _wanted(str(edge))),
            None if table is None else _payouts(table),
        )
    except NoAnswer as problem:
        raise CommandError(problem.what, problem.instead) from None
    with flushing():
        if as_json:
            write_json(plain_design(done, read.path, read.line_of))
        else:
            _show(read, done)
    return 0


def _broken(file: HouseFile) -> CommandError:
    faults = faults_of(file.data)
    lines = [f"{place_in(file, each.key)}: {each.what}. {each.instead}" for each in faults]
    head = f"{file.path} is not a wager file as it stands."
    return CommandError("\n        ".join((head, *lines)))


def _wanted(edge: str) -> Fraction:
    try:
        return rate("--edge", edge)
    except ValueError:
        raise CommandError(f"--edge {edge} is no share.", 'Write "3/25" or "12%".') from None


def _payouts(asked: str) -> tuple[str, int, int]:
    match = _TABLE.fullmatch(asked)
    if match is None:
        raise CommandError(f"--table {asked} names no payouts.", 'Write "KEY=20..30".')
    return match[1], int(match[2]), int(match[3] or match[2])


# Tables


def _show(file: HouseFile, done: SolvedDesign) -> None:
    screen = console()
    space = done.data["space"]
    name = bold(done.design.wager.name)
    screen.print(name.append(f", {space}, {file.path}", "not bold"), soft_wrap=True)
    if done.design.about:
        screen.print(done.design.about.strip(), soft_wrap=True)
    screen.print(f"Pays {done.figure.pays}.", soft_wrap=True)
    write("\n")
    rows = grid("", right=("", ""))
    rows.show_header = False
    for row in figure_rows(done):
        rows.add_row(*row)
    show(rows)
    write("\n")
    _distribution(done)
    solved, others = done.solved, done.others
    if solved is not None:
        kept = f"{solved.line}: at most {solved.pays} keeps an edge of {solved.wanted}"
        write(f"\n{kept}; the edge is then {share_words(solved.edge)}.\n")
    if others is not None:
        write(f"\nOther payouts for {others.line}\n")
        table = grid("pays", right=("edge", "", "standard deviation"))
        for other in alternative_rows(others):
            table.add_row(*other)
        show(table)
    for fault in done.faults:
        write(f"\n{place_in(file, fault.key)}: {fault.what}. {fault.instead}\n")
    screen.print("\nThis wager is in no regulation: it is what the file says.", style="dim")


def _distribution(done: SolvedDesign) -> None:
    table = grid("net, to one", right=("probability", "", "of the return"))
    rows = list(distribution_rows(done))
    for row in rows[:MOST_ROWS]:
        table.add_row(*row)
    show(table)
    if len(rows) > MOST_ROWS:
        write(f"and {len(rows) - MOST_ROWS} more; --json has all.\n")
