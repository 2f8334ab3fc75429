"""Output of a simulation: printed, or in a file for another program."""

import sys
from collections.abc import Iterator, Sequence
from textwrap import fill, indent
from typing import TYPE_CHECKING, Any

from lammer.cli.support.output import (
    CommandError,
    bold,
    coloured,
    console,
    exact,
    grid,
    percent,
    show,
    write,
    write_json,
)
from lammer.sim.report.colours import END_COLOURS, end_colours
from lammer.sim.report.result import Result, StrategyComparison, chance, money

if TYPE_CHECKING:
    import altair
    import polars
    from rich.table import Table

    from lammer.sim.play.shown_session import ShownSession

LINES_OF_BARS = 14
"""Lines of the histogram."""
BAR = 40
"""Columns of its longest bar."""
LONGEST_EDGE = 16


def print_result(result: Result) -> None:
    screen = console()
    screen.print(bold(fill(result.asked, screen.width)))
    for line in (result.computed, *result.notes):
        screen.print(fill(plain_text(line), screen.width), style="dim")
    write("\n")
    show(_figures(result))
    _heading("How it ends")
    show(_ends(result))
    _heading("Final bankroll")
    write("".join(f"{line}\n" for line in histogram(result, screen.width)))
    if result.parts:
        _heading("Where the money goes")
        show(_parts(result))
    screen.print(f"\n{_footnote(result)}", style="dim")


def print_comparison(shown: StrategyComparison) -> None:
    screen = console()
    for label, result in zip(shown.labels, shown.results, strict=True):
        asked = fill(f"{label} {result.asked}", screen.width, subsequent_indent="  ")
        screen.print(bold(asked[:1]).append(asked[1:], "not bold"))
        for line in (result.computed, *result.notes):
            screen.print(indent(fill(line, screen.width - 2), "  "), style="dim")
    if shown.same_chance:
        screen.print("All on the same random numbers.", style="dim")
    rows = shown.table()
    widths = [max(map(len, column)) + 2 for column in zip(*rows, strict=True)]
    for some in _fitting(widths, screen.width):
        write("\n")
        table = grid("", right=tuple(shown.labels[at - 1] for at in some))
        for row in rows:
            table.add_row(row[0], *(row[at] for at in some))
        show(table, at_least=widths[0] + sum(widths[at] for at in some))
    if shown.apart:
        screen.print(f"\n{fill(shown.apart, screen.width)}", style="dim")
    for pair in shown.pairs:
        _heading(f"{pair.one} against {pair.two}, session by session")
        screen.print(fill(plain_text(pair.computed), screen.width), style="dim")
        table = grid("", right=("",))
        table.show_header = False
        for words, value in pair.rows():
            table.add_row(words, plain_text(value))
        show(table)


def print_session(shown: "ShownSession") -> None:
    """Print a session, a line for each trial; plain where it goes to a file."""
    screen = console()
    screen.print(bold(fill(shown.asked, screen.width)))
    write("\n")
    noun, *middle, last = shown.head
    table = grid(noun, *middle, right=(last,))
    for row in shown.rows():
        table.add_row(*row)
    show(table)
    write(f"\n{fill(shown.ending_text, screen.width)}\n")


def _fitting(widths: Sequence[int], room: int) -> list[list[int]]:
    """Group the columns after the first so that each group fits beside it; at least one to a
    group."""
    groups: list[list[int]] = []
    used = room + 1
    for at, width in enumerate(widths[1:], start=1):
        if used + width > room:
            groups.append([])
            used = widths[0]
        groups[-1].append(at)
        used += width
    return groups


def print_json(shown: Result | StrategyComparison, *, distribution: bool = False) -> None:
    write_json(shown.as_data(distribution))


def write_csv(
    results: Sequence[Result], path: str | None = None, *, distribution: bool = False
) -> None:
    """Write a line for each result, or for each final bankroll; to standard output without a path,
    or with ``-``."""
    text = _frame(results, distribution).write_csv()
    if path in (None, "-"):
        write(text)
        return
    try:
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    except OSError as problem:
        raise _unwritable(path, problem) from None


def write_parquet(results: Sequence[Result], path: str, *, distribution: bool = False) -> None:
    """Write the same as a Parquet file."""
    try:
        with open(path, "wb") as file:
            _frame(results, distribution).write_parquet(file)
    except OSError as problem:
        raise _unwritable(path, problem) from None
    except Exception as problem:
        if type(problem).__module__.startswith("polars"):
            raise CommandError(f"{path} could not be written: {problem}.") from None
        raise


def write_report(shown: Result | StrategyComparison, path: str) -> None:
    from lammer.sim.report.html import report

    page = report(shown)
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)
    except OSError as problem:
        raise _unwritable(path, problem) from None


def write_plot(shown: Result | StrategyComparison, path: str) -> None:
    """Write the three plots, one below another, as a picture."""
    from lammer.sim.report import plots

    save_plot(plots.together(shown), path)


def save_plot(chart: "altair.LayerChart | dict[str, Any]", path: str) -> None:
    """Write a plot as a picture."""
    from lammer.sim.report import plots

    try:
        plots.save(chart, path)
    except ValueError as problem:
        raise CommandError(f"{problem}.", "Name a .png or an .svg file.") from None
    except OSError as problem:
        raise _unwritable(path, problem) from None


def _frame(results: Sequence[Result], distribution: bool) -> "polars.DataFrame":
    from lammer.sim.report.frames import distribution_frame, summary_frame

    return distribution_frame(*results) if distribution else summary_frame(results)


def _unwritable(path: str, problem: OSError) -> CommandError:
    return CommandError(f"{path} cannot be written: {problem.strerror}.", "Name another file.")


# Parts of a result


def _heading(words: str) -> None:
    write("\n")
    console().print(bold(words))


def _figures(result: Result) -> "Table":
    table = grid("", right=("", ""))
    table.show_header = False
    for figure in result.figures():
        table.add_row(
            figure.words, figure.value, plain_text(f"± {figure.error}") if figure.error else ""
        )
    return table


def _ends(result: Result) -> "Table":
    table = grid("", right=("",))
    table.show_header = False
    known = END_COLOURS | end_colours(result.findings.ends)
    for end, share in result.ends_seen().items():
        table.add_row(coloured(result.end_words(end), known[end].day), chance(share))
    return table


def _parts(result: Result) -> "Table":
    table = grid("wager", right=("bet", "edge", "%", "expected loss"))
    for part in result.parts:
        table.add_row(
            part.wager,
            money(part.staked_cents_mean),
            exact(part.edge, LONGEST_EDGE),
            percent(part.edge),
            money(part.expected_loss_cents),
        )
    if len(result.parts) > 1:
        staked = sum(part.staked_cents_mean for part in result.parts)
        lost = sum(part.expected_loss_cents for part in result.parts)
        table.add_row("together", money(staked), "", "", money(lost))
    return table


def histogram(result: Result, width: int = 80) -> Iterator[str]:
    """Yield the final bankroll as lines of text, a bar for each range; a mark shows where play
    began."""
    from lammer.sim.report.plots import bin_words, bins, gathered, tails

    begin, step, count = bins([result], LINES_OF_BARS)
    shares = gathered(result, begin, step, count)
    words = bin_words(begin, step, count, tails([result], begin, step, count))
    # "$0 to $100" is set in two columns; "below $100" and "$900 or more" in the same.
    names, tops = zip(*(_two_columns(each) for each in words), strict=True)
    left, right = max(map(len, names)), max(map(len, tops))
    room = max(10, min(BAR, width - left - right - 18))
    for at, share in enumerate(shares):
        bar = _bar(share / max(shares), room)
        start = begin + at * step <= result.bankroll < begin + (at + 1) * step
        mark = "  start" if start else ""
        said = f"{100 * share:.1f}%"
        yield f"{names[at]:>{left}} {tops[at]:>{right}} {said:>6} {bar}{mark}".rstrip()


def _two_columns(words: str) -> tuple[str, str]:
    """Return the words of a bin in two columns: "$0 to" and "$100", "$900" and "or more"."""
    low, to, high = words.partition(" to ")
    first, _, rest = words.partition(" ")
    return (f"{low} to", high) if to else (first, rest)


BLOCKS = " ▏▎▍▌▋▊▉█"


def _bar(share: float, room: int) -> str:
    """Return a bar to an eighth of a column; of ASCII characters if others cannot be written."""
    if not _can_write(BLOCKS):
        return "#" * round(share * room)
    whole, eighths = divmod(round(share * room * 8), 8)
    return BLOCKS[8] * whole + (BLOCKS[eighths] if eighths else "")


def _can_write(text: str) -> bool:
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def plain_text(text: str) -> str:
    """Return the text without characters that cannot be written here."""
    return text if _can_write("±") else text.replace("±", "+/-")


def _footnote(result: Result) -> str:
    took = f"{result.seconds:.3g} seconds"
    return f"{result.machine}; {took}. Every figure: --json."
