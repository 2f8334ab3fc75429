"""Input files line by line: with a progress bar if they are long, and safe to print."""

import sys
from collections.abc import Iterator
from typing import BinaryIO

from lammer.table.script import lines

MOST_TEXT = 1000
"""Characters of foreign text that are shown."""
BIG = 4 << 20
"""Bytes from which on a file gets a progress bar."""


def with_progress(stream: BinaryIO, path: str, what: str) -> Iterator[tuple[int, bytes]]:
    """Yield the numbered lines, with a progress bar on a terminal if the file is long."""
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
    """Return foreign text with only printable characters, shortened."""
    cut = text if len(text) <= MOST_TEXT else f"{text[:MOST_TEXT]}..."
    return "".join(each if each.isprintable() else "?" for each in cut)
