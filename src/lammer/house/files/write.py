"""Writes elections as a house file."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def as_toml(elected: Mapping[str, Any]) -> str:
    """Return elections as TOML; reading it gives the same.

    >>> print(as_toml({"odds": 5, "limits": {"pass": {"min": 500}}, "vig": {"buy": "win"}}), end="")
    odds = 5
    [limits.pass]
    min = 500
    [vig]
    buy = "win"
    """
    return "".join(f"{line}\n" for line in _table(elected, ()))


def _table(values: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """Yield the lines of a table: what is plain first, then the tables inside it."""
    inside = {key: value for key, value in values.items() if isinstance(value, Mapping)}
    plain = {key: value for key, value in values.items() if key not in inside}
    if path and (plain or not inside):
        yield f"[{'.'.join(_key(each) for each in path)}]"
    for key, value in plain.items():
        yield f"{_key(key)} = {_value(value)}"
    for key, value in inside.items():
        yield from _table(value, (*path, key))


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, Mapping):
        pairs = (f"{_key(key)} = {_value(each)}" for key, each in value.items())
        return f"{{ {', '.join(pairs)} }}"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
