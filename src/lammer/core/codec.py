"""Converts dataclasses and named tuples to plain JSON data and back, as derived from their types.

A field that is equal to its default is left out. A mapping becomes a list that alternates names and
values, because its order matters. A record in a union is wrapped in an object with its class name
as the key. A field with a form or limits of its own is ``Annotated`` with ``Reads``, whose function
alone decides what is read. Data that does not fit raises ``Malformed``.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache, partial
from json import encoder as json_encoder
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from lammer.core.names import did_you_mean, nearest

MOST_WORD = 40
"""Characters of a foreign word that are repeated in a message."""
V = TypeVar("V")


class Malformed(ValueError):
    """Raised for data that does not fit its type. ``key`` says where, ``what`` what is wrong,
    ``instead`` what to write."""

    def __init__(self, key: str, what: str, instead: str = "") -> None:
        self.key, self.what, self.instead = key, what, instead
        super().__init__(f"{key}: {what}" if key else what)

    @property
    def sentence(self) -> str:
        """The message with a full stop, to be followed by another sentence."""
        return f"{self}."


class UnknownKey(Malformed):
    """Raised for a key that the record's class does not have; suggests the nearest known one."""

    def __init__(self, where: str, name: str, kind: type, known: Iterable[str]) -> None:
        self.where, self.name, self.kind = where, name, kind
        near = did_you_mean(nearest(name[:MOST_WORD], list(known))).strip()
        super().__init__(_under(where, plain(name)), "there is no such key here", near)


class Absent(Enum):
    """The type of ``ABSENT``, the value of a field whose key is missing where null is a value
    too."""

    ABSENT = "absent"


ABSENT = Absent.ABSENT


class Key(NamedTuple):
    """The JSON key of a named tuple's field, where it is not the field's name; for ``Annotated``.
    A dataclass's field has it in its metadata, as ``key``."""

    name: str


class Reads(NamedTuple):
    """How one key is read: a function of key and value, which raises ``Malformed``; ``example`` is
    what to write where the key is missing, ``words`` what can be written, for a reference."""

    read: Callable[[str, Any], Any]
    example: str = ""
    words: str = ""


Reader = Callable[[str, Any], V]
"""Reads the value of a key; raises ``Malformed``."""


class Faults:
    """Collects what is malformed, so that data is read to its end and every fault is reported.

    ``unknown`` makes the fault of an unknown name from its path, the name and the known ones.
    """

    def __init__(self, unknown: Callable[[str, str, Iterable[str]], Malformed]) -> None:
        self.found: list[Malformed] = []
        self._unknown = unknown

    def add(self, key: str, what: str, instead: str = "") -> None:
        self.found.append(Malformed(key, what, instead))

    def unknown(self, path: str, name: str, known: Iterable[str]) -> None:
        self.found.append(self._unknown(path, name, known))

    def read(self, one: Reader[V], key: str, value: Any) -> V | None:
        """Return the value; if it is malformed, keep the fault and return None."""
        try:
            return one(key, value)
        except Malformed as problem:
            self.found.append(problem)
            return None

    def by_name(
        self, one: Reader[V], key: str, table: Mapping[str, Any], names: Mapping[str, str]
    ) -> dict[str, V]:
        """Return the values of a table whose keys are ``names``, by what each name stands for."""
        found: dict[str, V] = {}
        for name, each in table.items():
            if name not in names:
                self.unknown(f"{key}.{name}", str(name), names)
                continue
            value = self.read(one, f"{key}.{name}", each)
            if value is not None:
                found[names[name]] = value
        return found


def readers_of(kind: type) -> dict[str, Reads]:
    """Return the fields of a class that have a reader of their own, each with it."""
    hints = get_type_hints(kind, include_extras=True)
    notes = {name: getattr(hint, "__metadata__", ()) for name, hint in hints.items()}
    return {name: each for name, some in notes.items() for each in some if isinstance(each, Reads)}


# Words about data


def plain(text: str) -> str:
    """Return text from outside shortened, with unprintable characters replaced by question
    marks."""
    cut = text if len(text) <= MOST_WORD else f"{text[:MOST_WORD]}..."
    return "".join(each if each.isprintable() else "?" for each in cut)


def show(value: Any) -> str:
    match value:
        case str():
            return f'"{plain(value)}"'
        case bool():
            return "true" if value else "false"
        case None:
            return "null"
        case int():
            return str(value) if abs(value) < 10**18 else "a number that long"
        case list() | tuple():
            return "a list"
        case Mapping():
            return "an object"
    return "a number with a fraction"


def brief(data: Any) -> str:
    """Return a short description of data, for an error message."""
    if isinstance(data, dict | list):
        return "an object" if isinstance(data, dict) else f"a list of {len(data)}"
    text = repr(data)
    return text if len(text) <= MOST_WORD else f"{text[: MOST_WORD - 3]}..."


def _under(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def an_object(key: str, value: Any) -> Mapping[str, Any]:
    if isinstance(value, Mapping):
        return value
    raise Malformed(key, f"{show(value)} is not an object")


AsObject = Annotated[Mapping[str, V], Reads(an_object)]
"""A mapping that is written as a JSON object, its keys in any order."""


# Canonical JSON


def _canonical() -> Callable[[object], str]:
    """Return the canonical JSON encoder. ``json`` builds a new C encoder on each call; this builds
    one and reuses it. The bytes are the same."""
    each = json.JSONEncoder(
        sort_keys=True, separators=(",", ":"), ensure_ascii=False, check_circular=False
    )
    make = getattr(json_encoder, "c_make_encoder", None)
    if make is None:
        return each.encode
    quote = json_encoder.encode_basestring
    parts = make(None, each.default, quote, None, ":", ",", True, False, True)
    join = "".join
    return lambda value: join(parts(value, 0))


canonical = _canonical()
"""A value as JSON: keys sorted, no spaces, no escapes but those JSON needs."""


# The form of a type


class Form(NamedTuple):
    """Converts values of one type to plain data and back. ``values`` and ``data`` are the Python
    classes of either side, by which the members of a union are distinguished; ``record``: the type
    has named fields; ``alone``: a ``Reads`` that decides alone what is read."""

    write: Callable[[Any], Any]
    read: Callable[[Any, str], Any]
    values: tuple[type, ...]
    data: tuple[type, ...]
    record: bool = False
    alone: Reads | None = None


_PLAIN: dict[type, str] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    NoneType: "null",
}


@cache
def form(hint: Any) -> Form:
    """Return the converter for values of this type. Raises ``TypeError`` for a type without one."""
    origin = get_origin(hint)
    if hint is Any:
        return Form(_same, lambda data, _: data, (), ())
    if hint in _PLAIN:
        return Form(_same, partial(_read_plain, hint), (hint,), (hint,))
    if hint is datetime:
        return Form(datetime.isoformat, _read_moment, (datetime,), (str,))
    if origin is Annotated:
        return _annotated(*get_args(hint))
    if origin is Literal:
        kinds = tuple({type(each) for each in get_args(hint)})
        return Form(_same, partial(_read_one_of, get_args(hint)), kinds, kinds)
    if origin in (Union, UnionType):
        words = [
            one for each in get_args(hint) if get_origin(each) is Literal for one in get_args(each)
        ]
        others = [each for each in get_args(hint) if get_origin(each) is not Literal]
        members = [*others, Literal[tuple(words)]] if words else others
        return _union([_in_a_union(each) for each in members if each is not Absent])
    if origin is not None and issubclass(origin, Mapping):
        key, value = map(form, get_args(hint))
        write, read = partial(_write_pairs, key, value), partial(_read_pairs, key, value)
        return Form(write, read, (dict,), (list,))
    if origin is tuple:
        return _tuple(get_args(hint))
    if is_record(hint):
        whole = shape(hint)
        return Form(whole.write, whole.read, (hint,), (dict,), record=True)
    raise TypeError(f"{hint} has no form in JSON")


def is_record(hint: Any) -> bool:
    return isinstance(hint, type) and (hasattr(hint, "_field_defaults") or is_dataclass(hint))


def _same(value: Any) -> Any:
    return value


def _annotated(hint: Any, *notes: Any) -> Form:
    reads = next((each for each in notes if isinstance(each, Reads)), None)
    if reads is None:
        return form(hint)
    origin = get_origin(hint)
    mapping = isinstance(origin, type) and issubclass(origin, Mapping)
    write = dict if mapping else form(hint).write
    classes = (dict,) if mapping else form(hint).values
    return Form(write, partial(_read_alone, reads.read), classes, classes, alone=reads)


def _read_alone(read: Callable[[str, Any], Any], data: Any, where: str) -> Any:
    path, inside, key = where.rpartition(".")
    try:
        return read(key, data)
    except Malformed as problem:
        if not inside:
            raise
        raise Malformed(f"{path}.{problem.key}", problem.what, problem.instead) from None


def _union(forms: Sequence[Form]) -> Form:
    """Return the form of a union. Its members are distinguished by class, both as values and as
    data."""
    by_value = {each: one for one in forms for each in one.values}
    by_data = {each: one for one in forms for each in one.data}
    tagged = [one for one in forms if one.record]
    apart = len(by_value) == sum(len(one.values) for one in forms)
    if not apart or len(by_data) + max(0, len(tagged) - 1) != sum(len(one.data) for one in forms):
        raise TypeError("two kinds in one union that cannot be told apart")
    names = {one.values[0].__name__: one for one in tagged}
    known = [_PLAIN[each] for each in by_data if each in _PLAIN]
    known += ["a list"] if list in by_data else []
    wanted = " or ".join([*known, *names])

    def write(value: Any) -> Any:
        return by_value[type(value)].write(value)

    def read(data: Any, where: str) -> Any:
        one = by_data.get(type(data))
        if tagged and isinstance(data, dict):
            one = names.get(str(next(iter(data), None)))
        if one is None:
            raise Malformed(where, f"{brief(data)} is not {wanted}")
        return one.read(data, where)

    alone = next((one for one in forms if one.alone), None)
    if alone is not None:
        return Form(write, alone.read, tuple(by_value), tuple(by_data), alone=alone.alone)
    return Form(write, read, tuple(by_value), tuple(by_data))


def _in_a_union(hint: Any) -> Form:
    """Return the form of a member of a union. A record is wrapped in an object with its class name
    as the only key, even if it is the only record in the union."""
    one = form(hint)
    if not one.record:
        return one
    name = one.values[0].__name__

    def read(data: Any, where: str) -> Any:
        if len(data) != 1:
            raise Malformed(where, f"{brief(data)} is not one {name}")
        return one.read(data[name], f"{where}.{name}")

    return one._replace(write=lambda value: {name: one.write(value)}, read=read)


def _tuple(hints: tuple[Any, ...]) -> Form:
    endless = len(hints) == 2 and hints[1] is Ellipsis
    forms = [form(each) for each in (hints[:1] if endless else hints)]

    def along(many: Sequence[Any]) -> Sequence[Form]:
        return forms * len(many) if endless else forms

    def write(value: Any) -> Any:
        return [one.write(each) for one, each in zip(along(value), value, strict=True)]

    def read(data: Any, where: str) -> Any:
        if not isinstance(data, list | tuple) or len(along(data)) != len(data):
            length = "" if endless else f" of {len(forms)}"
            raise Malformed(where, f"{brief(data)} is not a list{length}")
        each = enumerate(zip(along(data), data, strict=True))
        return tuple(one.read(value, f"{where}[{index}]") for index, (one, value) in each)

    return Form(write, read, (tuple,), (list,))


def _read_plain(kind: type, data: Any, where: str) -> Any:
    if type(data) is not kind:
        raise Malformed(where, f"{brief(data)} is not {_PLAIN[kind]}")
    return data


def _read_one_of(known: tuple[Any, ...], data: Any, where: str) -> Any:
    for each in known:
        if type(data) is type(each) and data == each:
            return each
    raise Malformed(where, f"{brief(data)} is not one of {', '.join(map(repr, known))}")


def _read_moment(data: Any, where: str) -> datetime:
    try:
        found = datetime.fromisoformat(_read_plain(str, data, where))
    except Malformed:
        raise
    except ValueError:
        found = None
    if found is None or found.tzinfo is None:
        raise Malformed(where, f"{brief(data)} is not a moment with its time zone")
    return found


def _write_pairs(key: Form, value: Form, pairs: Mapping[Any, Any]) -> list[Any]:
    flat: list[Any] = []
    for name, each in pairs.items():
        flat += (key.write(name), value.write(each))
    return flat


def _read_pairs(key: Form, value: Form, data: Any, where: str) -> dict[Any, Any]:
    if not isinstance(data, list) or len(data) % 2:
        raise Malformed(where, f"{brief(data)} is not a list of names and values in turn")
    found: dict[Any, Any] = {}
    for name, each in zip(data[::2], data[1::2], strict=True):
        known = key.read(name, where)
        if known in found:
            raise Malformed(where, f"{brief(name)} comes twice")
        found[known] = value.read(each, f"{where}[{brief(name)}]")
    return found


# Records


class FieldForm(NamedTuple):
    """A field of a record: its Python name, type, form, and default (``MISSING`` if required)."""

    name: str
    hint: Any
    form: Form
    default: Any


class Shape:
    """Writes and reads records of one class; ``fields`` by JSON key, in the order of the class.

    >>> class Spot(NamedTuple):
    ...     column: int
    ...     row: int = 1
    >>> shape(Spot).write(Spot(3)), shape(Spot).read({"column": 2, "row": 5})
    ({'column': 3}, Spot(column=2, row=5))
    >>> shape(Spot).read({"row": 5})
    Traceback (most recent call last):
    ...
    lammer.core.codec.Malformed: column: is missing
    """

    def __init__(self, kind: Any, without: frozenset[str]) -> None:
        self.kind = kind
        hints = get_type_hints(kind, include_extras=True)
        self.fields = {
            key: FieldForm(name, hints[name], form(hints[name]), default)
            for name, key, default in _declared(kind, hints)
            if name not in without
        }
        self._writing = [
            (key, name, one.write, default) for key, (name, _, one, default) in self.fields.items()
        ]

    def write(self, record: Any) -> dict[str, Any]:
        """Return the record as plain data, without fields that are equal to their defaults."""
        found = {}
        for key, name, write, default in self._writing:
            value = getattr(record, name)
            if value is not default and value != default:
                found[key] = write(value)
        return found

    def read(
        self,
        data: Any,
        where: str = "",
        given: Mapping[str, Any] | None = None,
        beside: tuple[str, ...] = (),
        *,
        others: bool = False,
    ) -> Any:
        """Return the record that the data describes. ``given`` are further constructor arguments;
        keys in ``beside`` are ignored, and with ``others`` all unknown keys are."""
        if not isinstance(data, Mapping):
            raise Malformed(where, f"{brief(data)} is not an object")
        if not others:
            for key in data:
                if key not in self.fields and key not in beside:
                    raise UnknownKey(where, key, self.kind, self.fields)
        found = dict(given) if given else {}
        for key, (name, _, one, default) in self.fields.items():
            if key in data:
                found[name] = one.read(data[key], _under(where, key))
            elif default is MISSING and name not in found:
                example = one.alone.example if one.alone is not None else ""
                raise Malformed(_under(where, key), "is missing", example)
        return self.kind(**found)


def _declared(kind: Any, hints: Mapping[str, Any]) -> list[tuple[str, str, Any]]:
    """Return each field's name, key and default. Fields marked ``last`` come after those that a
    subclass adds."""
    if is_dataclass(kind):
        ordered = sorted(fields(kind), key=lambda each: bool(each.metadata.get("last")))
        return [(each.name, each.metadata.get("key", each.name), _usual(each)) for each in ordered]
    usual = kind._field_defaults
    return [(name, _key(name, hints[name]), usual.get(name, MISSING)) for name in kind._fields]


def _key(name: str, hint: Any) -> str:
    notes = getattr(hint, "__metadata__", ())
    return next((each.name for each in notes if isinstance(each, Key)), name)


def _usual(each: "Field[Any]") -> Any:
    return each.default if each.default_factory is MISSING else each.default_factory()


_SHAPES: dict[tuple[Any, frozenset[str]], Shape] = {}
_ALL: frozenset[str] = frozenset()


def shape(kind: type, without: frozenset[str] = _ALL) -> Shape:
    """Return the shape of a class of records, cached; ``without`` are fields that are not part of
    the data."""
    found = _SHAPES.get((kind, without))
    if found is None:
        found = _SHAPES[kind, without] = Shape(kind, without)
    return found


# JSON at once


def encoder(kind: type, without: frozenset[str], beside: str) -> Callable[[Any, str], str]:
    """Return a function that writes a record as canonical JSON, with the JSON of one more key
    ``beside`` its own ("" for none): the same as ``canonical(shape(kind).write(record))``, but
    faster. Building it takes a moment, so keep it.

    >>> class Spot(NamedTuple):
    ...     row: int
    ...     name: str = ""
    >>> encoder(Spot, frozenset(), "near")(Spot(3, "ä"), "[1]")
    '{"name":"ä","near":[1],"row":3}'
    """
    here: dict[str, Any] = {"_quote": json_encoder.encode_basestring, "_text": canonical}
    pieces = [(key, _piece(key, one, here)) for key, one in shape(kind, without).fields.items()]
    pieces.append((beside, f"    if beside:\n        text += f',\"{beside}\":{{beside}}'\n"))
    source = (
        "def encode(record, beside):\n"
        "    text = ''\n"
        f"{''.join(each for _, each in sorted(pieces))}"
        "    return '{' + text[1:] + '}'\n"
    )
    exec(source, here)
    found: Callable[[Any, str], str] = here["encode"]
    return found


def _piece(key: str, one: FieldForm, here: dict[str, Any]) -> str:
    said = _expression(one.hint, "value", here)
    add = f"text += f''',\"{key}\":{{{said}}}'''\n"
    read = f"    value = record.{one.name}\n"
    if one.default is MISSING:
        return f"{read}    {add}"
    here[f"_default_{one.name}"] = one.default
    test = f"value is not _default_{one.name} and value != _default_{one.name}"
    if one.default is None or one.default is ABSENT:
        test = f"value is not _default_{one.name}"
    elif not one.default:
        test = "value"
    return f"{read}    if {test}:\n        {add}"


def _expression(hint: Any, name: str, here: dict[str, Any]) -> str:
    """Return Python source that evaluates to the JSON of the value in the variable ``name``."""
    origin, inside = get_origin(hint), get_args(hint)
    if hint is int:
        return name
    if hint is str:
        return f"_quote({name})"
    if hint is bool:
        return f"'true' if {name} else 'false'"
    if origin is Annotated and form(hint).values != (dict,):
        return _expression(inside[0], name, here)
    if origin is tuple and inside[-1] is not Ellipsis:
        parts = ", ".join(
            _expression(each, f"{name}[{at}]", here) for at, each in enumerate(inside)
        )
        return f"'[{','.join(['%s'] * len(inside))}]' % ({parts},)"
    if origin is tuple:
        each = _expression(inside[0], "each", here)
        return f"'[' + ','.join([str({each}) for each in {name}]) + ']'"
    left = tuple(each for each in inside if each not in (NoneType, Absent))
    if origin in (Union, UnionType) and len(left) == 1:
        return f"'null' if {name} is None else {_expression(left[0], name, here)}"
    here[write := f"_write_{len(here)}"] = form(hint).write
    return f"_text({write}({name}))"
