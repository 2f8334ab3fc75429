"""Finding and changing the cites inside a piece of a rule set, wherever they are."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from lammer.core.cite import Cite, Cites
from lammer.core.space import Cells, Space

T = TypeVar("T")


def cites_in(value: object) -> Iterator[Cite]:
    """Yield every cite anywhere inside a piece of a rule set."""
    match value:
        case Cite():
            yield value
        case Cells() | str() | int() | None:
            pass
        case dict():
            for each in value.values():
                yield from cites_in(each)
        case tuple():
            for each in value:
                yield from cites_in(each)
        case _ if is_dataclass(value):
            for field in fields(value):
                yield from cites_in(getattr(value, field.name))


def with_cites(value: T, change: Callable[[Cite], Cite]) -> T:
    """Return the same piece with every cite changed."""
    return with_clauses(value, lambda cites: tuple(map(change, cites)))


def with_clauses(value: T, change: Callable[[Cites], Cites]) -> T:
    """Return the same piece by other clauses: all cites of each rule changed together."""
    return _changed(value, change)  # type: ignore[no-any-return]


def _changed(value: Any, change: Callable[[Cites], Cites]) -> Any:
    match value:
        case Cells() | Space() | str() | int() | None:
            return value
        case dict():
            return {key: _changed(each, change) for key, each in value.items()}
        case (Cite(), *_):
            return change(value)
        case tuple():
            return tuple(_changed(each, change) for each in value)
        case _ if is_dataclass(value) and not isinstance(value, type):
            names = [field.name for field in fields(value) if field.init]
            return replace(value, **{n: _changed(getattr(value, n), change) for n in names})
    return value
