"""Writes the reference of commands and events in docs/formats.md from their types.

Run: .venv/bin/python tools/reference.py
"""

from collections.abc import Iterable, Mapping
from dataclasses import MISSING
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from lammer.core.codec import Absent, Reads, Shape, is_record, shape
from lammer.instruments import INSTRUMENTS, load
from lammer.table.commands import verbs
from lammer.table.events import COMMON_EVENTS, body_shape

FILE = Path(__file__).parents[1] / "docs" / "formats.md"
BEGIN, END = "<!-- reference: begin -->", "<!-- reference: end -->"
_PLAIN: Mapping[Any, str] = {
    int: "whole number",
    str: "text",
    bool: "true or false",
    NoneType: "null",
    Any: "anything",
}


def described(hint: Any) -> str:
    """The values of a type, in words.

    >>> described(int | None), described(tuple[str, ...]), described(keys.Cents)
    ('whole number or null', 'list of text', 'whole number above 0')
    """
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated(*inside)
    if origin is Literal:
        return " or ".join(f'"{each}"' for each in inside)
    if origin in (Union, UnionType):
        return " or ".join(described(each) for each in inside if each is not Absent)
    if origin is tuple and inside[-1] is Ellipsis:
        return f"list of {described(inside[0])}"
    if origin is tuple:
        return f"[{', '.join(described(each) for each in inside)}]"
    if is_record(hint):
        return f"object ({_keys(shape(hint))})"
    return _PLAIN[hint]


def _annotated(hint: Any, *notes: Any) -> str:
    found = next((each.words for each in notes if isinstance(each, Reads)), "")
    if not found and isinstance(origin := get_origin(hint), type):
        return "object" if issubclass(origin, Mapping) else described(hint)
    return found or described(hint)


def _keys(fields: Shape) -> str:
    """The keys of a record; those that may be left out stand in brackets."""
    found = []
    for key, one in fields.fields.items():
        if key == "moves":
            continue
        optional = one.default is not MISSING
        words = described(one.hint)
        if optional and one.default is None:
            words = words.removesuffix(" or null")
        found.append(f"[`{key}`: {words}]" if optional else f"`{key}`: {words}")
    return "; ".join(found)


def _rows(head: str, rows: Iterable[tuple[str, str]]) -> list[str]:
    return [f"| {head} | keys |", "|---|---|", *(f"| `{name}` | {said} |" for name, said in rows)]


def reference() -> str:
    """The whole section, as it stands in the file."""
    lines = ["Keys in brackets may be left out.", ""]
    everywhere = [
        verb
        for verb in verbs(next(iter(INSTRUMENTS)))
        if all(verb in verbs(each) for each in INSTRUMENTS)
    ]
    for thing in ("", *INSTRUMENTS):
        here = verbs(thing or next(iter(INSTRUMENTS)))
        own = everywhere if not thing else [verb for verb in here if verb not in everywhere]
        lines += [f"Commands {f'with the {thing}' if thing else 'at every table'}:", ""]
        lines += [*_rows("`do`", ((verb, _keys(shape(here[verb]))) for verb in own)), ""]
    lines += ["Events may have `moves`, a list of [from, to, cents], too."]
    for thing in ("", *INSTRUMENTS):
        kinds = load(thing).events if thing else COMMON_EVENTS
        lines += ["", f"Events {f'with the {thing}' if thing else 'at every table'}:", ""]
        lines += _rows("event", ((name, _keys(body_shape(kind))) for name, kind in kinds.items()))
    return "\n".join(lines)


def written(document: str) -> str:
    """The document with the reference as it should be."""
    before, _, rest = document.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{reference()}\n\n{END}{after}"


if __name__ == "__main__":
    FILE.write_text(written(FILE.read_text(encoding="utf-8")), encoding="utf-8")
