"""Run the command line in this process and return everything it wrote.

Only ``lammer.cli.main`` is imported: the goldens must outlive any change of modules and names.
"""

import io
import json
import os
import re
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import Any
from unittest.mock import patch

from lammer.cli import main

WIDTH = {"COLUMNS": "132"}
"""Tables are as wide as the terminal; a test runner may have set another width."""
DIGITS = 12
"""Significant digits that are compared of a decimal number: the last few depend on the machine."""


def run(arguments: list[str], typed: bytes = b"") -> str:
    """Return what a command printed, what it complained about and its exit status, as one text.

    It reads and writes files in the current folder; ``typed`` is its standard input.
    """
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    stdin, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(typed), "utf-8")
    status: object = None
    try:
        with redirect_stdout(out), redirect_stderr(err), patch.dict(os.environ, WIDTH):
            main(arguments)
    except SystemExit as end:
        status = end.code
    finally:
        sys.stdin = stdin
    printed, complaint = _text(out), _text(err)
    normal = NORMAL if "--json" in arguments else NORMAL_TEXT
    if arguments[0] in normal and printed:
        printed = normal[arguments[0]](printed)
    return f"{printed}--- standard error\n{complaint}--- exit status {status}\n"


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode("utf-8")


def _again(printed: str, change: Any) -> str:
    return json.dumps(change(json.loads(printed)), indent=1, ensure_ascii=False) + "\n"


def _simulated(value: Any) -> Any:
    """Leave out how long it took; round decimal numbers."""
    if isinstance(value, dict):
        return {key: _simulated(each) for key, each in value.items() if key != "seconds"}
    if isinstance(value, list):
        return [_simulated(each) for each in value]
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value


def _proved(value: Any) -> Any:
    """Replace the names of tests, which may change, by whether there are any."""
    if isinstance(value, dict):
        return {key: bool(each) if key == "tests" else _proved(each) for key, each in value.items()}
    return [_proved(each) for each in value] if isinstance(value, list) else value


def _proved_text(printed: str) -> str:
    """Leave out how many tests there are, and their names: the evidence is compared by itself."""
    return re.sub(r" +\d+ tests?\b", " tests", re.sub(r"(?m)^  tests/.*\n", "", printed))


NORMAL = {
    "simulate": lambda printed: _again(printed, _simulated),
    "compare-strategies": lambda printed: _again(printed, _simulated),
    "clauses": lambda printed: _again(printed, _proved),
    "law": lambda printed: _again(printed, _proved),
}
NORMAL_TEXT = {"clauses": _proved_text, "law": _proved_text}
"""All that is normalised, by command: seconds taken and decimals beyond ``DIGITS``; test names."""
