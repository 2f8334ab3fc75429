"""Output of the command line: tables that fit the screen, readable numbers, errors."""

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from fractions import Fraction
from textwrap import fill
from typing import TYPE_CHECKING, Any, BinaryIO

from lammer.core.numbers import decimal as decimal
from lammer.core.numbers import percent as percent

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

PIPE_WIDTH = 132
"""Columns of a table when it does not go to a terminal."""


class CommandError(Exception):
    """An error that the user can correct: what happened, and what to do instead."""

    def __init__(self, what: str, instead: str = "") -> None:
        self.what, self.instead = what, instead
        super().__init__(what)


def open_input(path: str, what: str) -> BinaryIO:
    """Open a file to read, or standard input for "-"; ``CommandError`` if that fails. ``what``
    describes it for the hint."""
    if path == "-":
        if sys.stdin is None:
            raise CommandError("there is no standard input.", f"Name {what}.")
        return sys.stdin.buffer
    if path.startswith("-"):
        raise CommandError(
            f'there is no option "{path}".', f"Name {what}, or - for standard input."
        )
    try:
        return open(path, "rb")
    except OSError as problem:
        what_now = f"{path} cannot be read: {problem.strerror}."
        raise CommandError(what_now, f"Name {what}, or - for standard input.") from None


def cited_by(clauses: tuple[str, ...], verbose: bool = False) -> str:
    """Return the clause that decides, in brackets, or all of them; "" if there is none.

    >>> cited_by(("NJ11-1.8-s2", "NJ11-1.10a-s1")), cited_by(("A-1", "A-2"), verbose=True)
    ('[NJ11-1.10a-s1]', '[A-1, A-2]')
    """
    from lammer.games.clause_order import deciding_clause_first

    if not clauses:
        return ""
    return f"[{', '.join(clauses)}]" if verbose else f"[{deciding_clause_first(clauses)[0]}]"


def print_error(what: str, instead: str = "") -> None:
    """Print an error on standard error, and a line of help."""
    print(f"lammer: {what}", file=sys.stderr)  # noqa: T201
    if instead:
        print(f"        {instead}", file=sys.stderr)  # noqa: T201


@contextmanager
def flushing() -> Iterator[None]:
    """Flush the output at the end. A reader that is gone (head, less) is not an error."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        stop_writing()


def stop_writing() -> None:
    """Discard buffered output, so that closing it does not fail again."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def console() -> "Console":
    """Return a console as wide as the terminal, or wide enough for whole rows in a file. It prints
    plain text: nothing in a file name or a clause is markup."""
    return _screen()(width=_width(), highlight=False, markup=False, emoji=False)


def help_console() -> "Console":
    """Return a console for help texts, as wide as the terminal."""
    return _screen()()


def _screen() -> "type[Console]":
    from rich.console import Console

    class Screen(Console):
        """A console that leaves it to ``flushing`` when its reader is gone."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return Screen


def _width() -> int | None:
    """Return the configured columns, within bounds; None for the terminal's own."""
    asked = os.environ.get("COLUMNS", "")
    if asked.isascii() and asked.isdigit():
        return min(max(int(asked[:6]), 40), 500)
    return None if sys.stdout.isatty() else PIPE_WIDTH


def bold(words: str) -> "Text":
    from rich.text import Text

    return Text(words, style="bold")


def coloured(words: str, colour: str) -> "Text":
    from rich.text import Text

    return Text(words, style=colour)


def grid(*left: str, right: tuple[str, ...] = ()) -> "Table":
    """Return a plain table: columns of words, then columns of numbers."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name in left:
        table.add_column(name, no_wrap=True)
    for name in right:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def show(table: "Table", at_least: int = 0) -> None:
    """Print a table without trailing blanks, so that it can be pasted; at least ``at_least``
    columns wide, even if the screen is narrower."""
    screen = console()
    screen.width = max(screen.width, at_least)
    with screen.capture() as caught:
        screen.print(table)
    write("".join(f"{line.rstrip()}\n" for line in caught.get().splitlines()))


def paragraphs(text: str, indent: str = "  ", *, apart: bool = True) -> None:
    """Print prose, wrapped to the screen but at most to a readable width; lists and tables keep
    their lines."""
    width = min(console().width, 100)
    for block in text.split("\n\n"):
        lines = block.splitlines()
        if any(line.startswith(("- ", "|", "  ")) for line in lines):
            write("".join(f"{indent}{line}\n" for line in lines))
        else:
            write(fill(" ".join(lines), width, initial_indent=indent, subsequent_indent=indent))
            write("\n")
        if apart:
            write("\n")


def write(text: str) -> None:
    sys.stdout.write(text)


def write_json(value: Mapping[str, Any]) -> None:
    write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def too_long(value: Fraction, longest: int) -> bool:
    """Return whether a fraction is too long for a table."""
    return len(str(value)) > longest


def exact(value: Fraction, longest: int) -> str:
    """Return the fraction; one that is too long for a table as a decimal, with ~ before it.

    >>> exact(Fraction(7, 495), 12), exact(Fraction(10**30 - 1, 3 * 10**30), 12)
    ('7/495', '~0.333')
    """
    return f"~{decimal(value, 3)}" if too_long(value, longest) else str(value)
