"""Somebody else's file, line by line: with a progress bar when it is long, and fit to be shown."""

import sys
from collections.abc import Iterator
from typing import BinaryIO

from lammer.table.script import lines

MOST_TEXT = 1000
"""Characters of somebody else's text that are shown."""
BIG = 4 << 20
"""Bytes from which on a file is worth a progress bar."""


def with_progress(stream: BinaryIO, path: str, what: str) -> Iterator[tuple[int, bytes]]:
    """The lines, with a progress bar on a terminal when there are many."""
    size = 0
    if path != "-" and sys.stderr.isatty() and stream.seekable():
        size = stream.seek(0, 2)
        stream.seek(0)
    if size < BIG:
        yield from lines(stream)
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=size)
        for number, line in lines(stream):
            yield number, line
            bar.update(task, advance=len(line))


def plain(text: str) -> str:
    """Somebody else's text, as far as it can be shown."""
    cut = text if len(text) <= MOST_TEXT else f"{text[:MOST_TEXT]}..."
    return "".join(each if each.isprintable() else "?" for each in cut)
