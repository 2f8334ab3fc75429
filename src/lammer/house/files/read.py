"""House files on disk: TOML, with line numbers for errors."""

import os
import re
import stat
import tomllib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

LARGEST = 1_000_000
"""The limit of a house file in bytes."""


class BrokenFile(Exception):
    """A house file that is not valid TOML: what is wrong, and where."""

    def __init__(self, path: str, line: int | None, what: str) -> None:
        self.path, self.line, self.what = path, line, what
        super().__init__(f"{path}{f', line {line}' if line else ''}: {what}")


@dataclass(frozen=True)
class HouseFile:
    """A house file as written; ``raw`` are its bytes, of which a digest is made."""

    path: str
    text: str
    data: dict[str, Any]
    raw: bytes

    @cached_property
    def _lines(self) -> dict[str, int]:
        return _lines(self.text)

    def line_of(self, key: str) -> int | None:
        """Return the line of a dotted key, or of the nearest of its tables."""
        while key:
            if key in self._lines:
                return self._lines[key]
            key = key.rpartition(".")[0]
        return None


def read_file(path: str) -> HouseFile:
    """Read and parse a house file; raises ``BrokenFile``."""
    raw = _read(path)
    try:
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as problem:
        line = raw[: problem.start].count(b"\n") + 1
        raise BrokenFile(path, line, "not UTF-8 text") from None
    return read_text(text, path, raw)


def read_text(text: str, path: str, raw: bytes | None = None) -> HouseFile:
    """Parse the text of a house file; ``path`` names it in errors, ``raw`` is what it was read
    from."""
    try:
        raw = text.encode("utf-8", "surrogatepass") if raw is None else raw
        return HouseFile(path, text, tomllib.loads(text), raw)
    except tomllib.TOMLDecodeError as problem:
        raise _broken(path, text, str(problem)) from None
    except RecursionError:
        raise BrokenFile(path, None, "nested too deeply") from None
    except ValueError:
        # tomllib passes on errors of int(): a number of thousands of digits.
        raise BrokenFile(path, None, "a number in it is too long to read") from None


def _read(path: str) -> bytes:
    """Return the bytes of a file, a pipe or standard input ("-"), at most as many as a house file
    may have."""
    try:
        # Not blocking: opening a pipe that has no writer must not wait.
        handle = os.dup(0) if path == "-" else os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except (OSError, ValueError) as problem:
        raise BrokenFile(path or '""', None, _reason(problem)) from None
    try:
        mode = os.fstat(handle).st_mode
        if path != "-" and not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
            raise BrokenFile(path, None, "not a plain file")
        os.set_blocking(handle, True)  # A pipe without a writer is at its end.
        with os.fdopen(handle, "rb", closefd=False) as file:
            raw = file.read(LARGEST + 1)
    except OSError as problem:
        raise BrokenFile(path, None, _reason(problem)) from None
    finally:
        os.close(handle)
    if len(raw) > LARGEST:
        raise BrokenFile(path, None, f"larger than {LARGEST} bytes; a house file is a page or two")
    return raw


def _reason(problem: Exception) -> str:
    return getattr(problem, "strerror", None) or str(problem)


def _broken(path: str, text: str, said: str) -> BrokenFile:
    lines = text.split("\n")
    at = re.search(r"at line (\d+)", said)
    line = int(at[1]) if at else len(lines)
    what = re.sub(r" \(at (line.*|end of document)\)$", "", said)
    shown = lines[line - 1].strip() if line <= len(lines) else ""
    safe = "".join(c if c.isprintable() else "?" for c in shown[:60])
    return BrokenFile(path, line, f"{what}{f': {safe}' if safe else ''}")


_PART = r"""(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)"""
_DOTTED = rf"{_PART}(?:\s*\.\s*{_PART})*"
_HEADER = re.compile(rf"\s*\[{{1,2}}\s*({_DOTTED})\s*\]{{1,2}}\s*(#.*)?")
_KEY = re.compile(rf"\s*({_DOTTED})\s*=")
_INLINE = re.compile(rf"[{{,]\s*({_DOTTED})\s*=")


def _lines(text: str) -> dict[str, int]:
    """Return dotted keys and the lines they are first written on, by a simple scan. Each table on
    the way to a key counts as written there too, unless it was written before."""
    found: dict[str, int] = {}

    def note(path: list[str], line: int) -> None:
        for depth in range(1, len(path) + 1):
            found.setdefault(".".join(path[:depth]), line)

    table: list[str] = []
    lists: dict[str, int] = {}
    quotes = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if quotes:
            quotes = "" if quotes in line else quotes
            continue
        header = _HEADER.fullmatch(line)
        key = _KEY.match(line)
        if header:
            table = _parts(header[1])
            note(table, number)
            if line.lstrip().startswith("[["):  # One more of a list of tables.
                lists[header[1]] = lists.get(header[1], 0) + 1
            first = next((each for each in lists if table[0] == each), "")
            table = [first, str(lists[first]), *table[1:]] if first else table
            note(table, number)
        elif key:
            path = [*table, *_parts(key[1])]
            note(path, number)
            for inner in _INLINE.finditer(line, key.end() - 1):
                note([*path, *_parts(inner[1])], number)
        for mark in ('"""', "'''"):
            if line.count(mark) % 2:
                quotes = mark
    return found


def _parts(dotted: str) -> list[str]:
    """Return the parts of a dotted key, without quotes.

    >>> _parts('limits."pass"')
    ['limits', 'pass']
    """
    return [part.strip("\"'") for part in re.findall(_PART, dotted)]
