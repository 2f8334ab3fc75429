"""JSON as clients send it. A key that an object has twice is refused: of two readers of such a text
each may take another of its values, and the log would keep only one."""

import json
from typing import Any

import msgspec


class RepeatedKey(ValueError):
    """An object that has a key twice."""

    def __init__(self, key: str) -> None:
        super().__init__(f'"{key[:40]}" is there twice')


def decode(text: str | bytes, decoder: "msgspec.json.Decoder[Any] | None" = None) -> Any:
    """Return the value of a JSON text. Raises ``msgspec.DecodeError``, ``RepeatedKey``,
    ``UnicodeDecodeError`` or ``RecursionError``.

    >>> decode('{"a": {"b": ":"}, "c": [{"b": 1}]}')
    {'a': {'b': ':'}, 'c': [{'b': 1}]}
    >>> decode('{"a": 1, "\\\\u0061": 2}')
    Traceback (most recent call last):
    lammer.server.ops.strict_json.RepeatedKey: "a" is there twice
    """
    found = msgspec.json.decode(text) if decoder is None else decoder.decode(text)
    # Each key that is written has a colon. Where there are no more colons than keys that were read,
    # none is there twice, nor any colon in a text; so the usual message is read only once.
    colons = text.count(":") if isinstance(text, str) else text.count(b":")
    if colons != _keys(found):
        json.loads(text, object_pairs_hook=_checked, parse_int=str, parse_float=str)
    return found


def _keys(value: Any) -> int:
    """Return how many keys all objects in a value have together."""
    if type(value) is dict:
        return len(value) + sum(
            _keys(each) for each in value.values() if type(each) in (dict, list)
        )
    if type(value) is list:
        return sum(_keys(each) for each in value if type(each) in (dict, list))
    return 0


def _checked(pairs: list[tuple[str, Any]]) -> None:
    known: set[str] = set()
    for key, _ in pairs:
        if key in known:
            raise RepeatedKey(key)
        known.add(key)
