"""Reads a table script: one JSON command a line, as untrusted bytes."""

import json
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from lammer.table.commands import Malformed

MOST_BYTES = 1 << 20
"""The longest line that is read."""


def lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield numbered lines, one at a time; raise ``Malformed`` at one that is too long."""
    number = 0
    while True:
        line = stream.readline(MOST_BYTES + 1)
        if not line:
            return
        number += 1
        if len(line) > MOST_BYTES:
            raise LineTooLong(number)
        yield number, line


class LineTooLong(Malformed):
    """A line longer than any command."""

    def __init__(self, number: int) -> None:
        super().__init__("", f"longer than {MOST_BYTES} bytes")
        self.number = number


def parse(line: bytes) -> dict[str, Any]:
    """Return the object on one line of JSON.

    >>> parse(b'{"do": "throw"}')
    {'do': 'throw'}
    >>> parse(b'{"do": "roll", "dice": [3, 3')
    Traceback (most recent call last):
    ...
    lammer.core.codec.Malformed: not JSON: Expecting ',' delimiter at column 29
    """
    try:
        text = line.decode()
    except UnicodeDecodeError as problem:
        raise Malformed("", f"not UTF-8 text: byte {problem.start + 1}") from None
    value = _read(lambda: _decoder.decode(text))
    if not isinstance(value, dict):
        raise Malformed("", "not an object", 'Write {"do": "bet", ...}.')
    return value


def parse_part(text: str, start: int) -> dict[str, Any]:
    """Return the object that begins at this place in a line, whatever follows it. Duplicate keys
    are not noticed: this is for lines that are then compared byte by byte."""
    value, _ = _read(lambda: _quick_decoder.raw_decode(text, start))
    if not isinstance(value, dict):
        raise Malformed("", "not an object")
    return value


def _read(decode: Callable[[], Any]) -> Any:
    try:
        return decode()
    except json.JSONDecodeError as problem:
        raise Malformed("", f"not JSON: {problem.msg} at column {problem.colno}") from None
    except RecursionError:
        raise Malformed("", "nested too deeply") from None
    except Malformed:
        raise
    except ValueError:
        raise Malformed("", "a number too long to read") from None


class NotWhole:
    """A number with a fraction, which no key accepts; ``show`` displays it as written."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text[:40]


def _no_float(text: str) -> NotWhole:
    return NotWhole(text)


def _no_constant(name: str) -> Any:
    raise Malformed("", f"{name} is no number")


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Malformed(key[:40], "stands there twice")
        found[key] = value
    return found


_decoder = json.JSONDecoder(
    object_pairs_hook=_unique_keys, parse_constant=_no_constant, parse_float=_no_float
)
_quick_decoder = json.JSONDecoder(parse_constant=_no_constant, parse_float=_no_float)
