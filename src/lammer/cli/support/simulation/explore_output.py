"""What ``lammer explore`` found, printed, as CSV and as a plot."""

import csv
import sys
from collections.abc import Iterable, Sequence
from textwrap import fill
from typing import TYPE_CHECKING

from lammer.cli.support.output import bold, console, grid, show, write
from lammer.cli.support.simulation.output import plain_text, save_plot
from lammer.sim.studies import curves
from lammer.sim.studies.answers import ExploreResult
from lammer.sim.studies.sweep import Sweep

if TYPE_CHECKING:
    from rich.table import Table


def show_explored(found: ExploreResult) -> None:
    """Print every answer under a heading of its own, each with how it was computed."""
    screen, result = console(), found.result
    screen.print(bold(fill(result.asked, screen.width)))
    for line in result.notes:
        _dim(line)
    if found.ruin is not None:
        _part("The bankroll it needs", found.ruin.computed, _plainly(found.ruin.rows()))
    if found.sweep is not None:
        heads, rows = found.sweep.table()
        words = f"{found.sweep.computed} {result.counting}"
        _part(
            f"Several values of {' and '.join(found.sweep.names)}",
            words,
            _table(heads, rows, len(found.sweep.names)),
        )
    if found.lines is not None:
        heads = ("line", "", "times", "bet", "expected loss")
        _part("What each line costs", found.lines.computed, _table(heads, found.lines.rows(), 2))
    if found.falls is not None:
        words = found.falls.computed
        _part("The largest fall from a peak", words, _plainly(found.falls.rows()))
    screen.print(f"\n{result.machine}. Every figure: --json.", style="dim")


def _part(title: str, computed: str, table: "Table") -> None:
    write("\n")
    console().print(bold(title))
    _dim(computed)
    show(table)


def _dim(text: str) -> None:
    screen = console()
    screen.print(fill(plain_text(text), screen.width), style="dim")


def _plainly(rows: Iterable[tuple[str, str]]) -> "Table":
    table = grid("", right=("",))
    table.show_header = False
    for words, value in rows:
        table.add_row(words, plain_text(value))
    return table


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], left: int) -> "Table":
    table = grid(*heads[:left], right=tuple(heads[left:]))
    for row in rows:
        table.add_row(*(plain_text(cell) for cell in row))
    return table


def write_csv(found: ExploreResult) -> None:
    """Write the one answer as lines, amounts in cents."""
    heads, rows = _lines(found)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)


def _lines(found: ExploreResult) -> tuple[Sequence[str], Iterable[Sequence[object]]]:
    if found.ruin is not None:
        return ("bankroll", "p_ruin", "se"), found.ruin.tried
    if found.lines is not None:
        return ("line", "text", "times", "staked", "loss"), found.lines.costs
    if found.falls is not None:
        return ("cents", "p", "se"), found.falls.chances
    assert found.sweep is not None
    return curves.sweep_lines(found.sweep)


def write_plot(sweep: Sweep, path: str) -> None:
    save_plot(curves.ruin_curve(sweep), path)
