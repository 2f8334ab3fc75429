"""House files on disk: TOML, with the line to look at when something is wrong."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LARGEST = 1_000_000
"""A house file is a page or two; anything beyond this many bytes is not one."""


class BrokenFile(Exception):
    """A house file that cannot be read as TOML: what, and where."""

    def __init__(self, path: str, line: int | None, what: str) -> None:
        self.path, self.line, self.what = path, line, what
        super().__init__(f"{path}{f', line {line}' if line else ''}: {what}")


@dataclass(frozen=True)
class HouseFile:
    """A house file as written."""

    path: str
    text: str
    data: dict[str, Any]

    def line_of(self, key: str) -> int | None:
        """The line that a dotted key stands on, or the nearest of its tables."""
        return _lines(self.text).get(key) or (
            self.line_of(key.rpartition(".")[0]) if "." in key else None
        )


def read_file(path: str) -> HouseFile:
    """Read and parse a house file; ``BrokenFile`` says what is wrong with it and where."""
    try:
        raw = Path(path).read_bytes()[: LARGEST + 1]
    except OSError as problem:
        raise BrokenFile(path, None, problem.strerror or str(problem)) from None
    if len(raw) > LARGEST:
        raise BrokenFile(path, None, f"larger than {LARGEST} bytes; a house file is a page or two")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as problem:
        line = raw[: problem.start].count(b"\n") + 1
        raise BrokenFile(path, line, "not UTF-8 text") from None
    try:
        return HouseFile(path, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as problem:
        at = re.search(r"at line (\d+)", str(problem))
        line = int(at[1]) if at else text.count("\n") + 1
        what = re.sub(r" \(at (line.*|end of document)\)$", "", str(problem))
        shown = text.splitlines()[line - 1].strip() if line <= len(text.splitlines()) else ""
        raise BrokenFile(path, line, f"{what}{f': {shown}' if shown else ''}") from None
    except RecursionError:
        raise BrokenFile(path, None, "nested too deeply") from None


_HEADER = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]\s*(#.*)?")
_KEY = re.compile(r"""\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=""")


def _lines(text: str) -> dict[str, int]:
    """Dotted keys and the lines they are first written on, as far as plain looking can tell."""
    found: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        header = _HEADER.fullmatch(line)
        if header:
            table = _dotted(header[1])
            found.setdefault(table, number)
            continue
        key = _KEY.match(line)
        if key:
            whole = ".".join(part for part in (table, _dotted(key[1])) if part)
            found.setdefault(whole, number)
            for inner in re.finditer(r"""[{,]\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*=""", line):
                found.setdefault(f"{whole}.{inner[1] or inner[2] or inner[3]}", number)
    return found


def _dotted(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in key.split("."))
