"""Frozen, slotted dataclasses that are as quick to make as mutable ones.

The ``__init__`` of a frozen dataclass calls ``object.__setattr__`` for each field, which takes five
times as long as assigning it. Events are made by the million, so theirs are assigned on an object
of a mutable class with the same slots, which then becomes one of the frozen class.
"""

from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """Make a class a frozen, slotted dataclass.

    >>> @frozen
    ... class Pair:
    ...     left: int
    ...     right: int = 2
    >>> Pair(1), Pair(1) == Pair(1, 2)
    (Pair(left=1, right=2), True)
    >>> Pair(1).left = 5
    Traceback (most recent call last):
    ...
    dataclasses.FrozenInstanceError: cannot assign to field 'left'
    """
    made = dataclass(frozen=True, slots=True, init=False)(cls)
    own = {
        "__slots__": made.__dict__["__slots__"],
        "__setattr__": object.__setattr__,
        "__delattr__": object.__delattr__,
    }
    mutable = type(f"_Mutable{cls.__name__}", (made.__mro__[1],), own)
    setattr(made, "__new__", _constructor(made, mutable))  # noqa: B010
    return made


def _constructor(made: type, mutable: type) -> Callable[..., Any]:
    """Return a ``__new__`` that takes the fields as a dataclass's ``__init__`` would."""
    here: dict[str, Any] = {"_new": object.__new__, "_mutable": mutable}
    parameters = sorted(fields(made), key=lambda each: bool(each.kw_only))
    names = [_parameter(each, here) for each in parameters]
    first_named = next((at for at, each in enumerate(parameters) if each.kw_only), None)
    if first_named is not None:
        names.insert(first_named, "*")
    lines = [f"    made.{each.name} = {each.name}\n" for each in parameters]
    source = (
        f"def __new__({', '.join(('cls', *names))}):\n"
        "    made = _new(_mutable)\n"
        f"{''.join(lines)}"
        "    made.__class__ = cls\n"
        "    return made\n"
    )
    exec(source, here)
    found: Callable[..., Any] = here["__new__"]
    found.__qualname__ = f"{made.__qualname__}.__new__"
    return found


def _parameter(each: "Field[Any]", here: dict[str, Any]) -> str:
    if each.default_factory is not MISSING:
        raise TypeError(f"{each.name}: a default is a value here")
    if each.default is MISSING:
        return each.name
    here[f"_default_{each.name}"] = each.default
    return f"{each.name}=_default_{each.name}"
