"""A table written down as plain data and read back: all of it but its rules, and the trial that
could still be taken back.

The way there and back is taken from the fields and types of the tuples a table is made of, once.
A tuple becomes an object without the fields that are as they usually are; a mapping becomes a list,
name and value in turn, for the order of bets and seats is the order they are settled in; a tuple
that could be of another kind carries its kind's name. What is read back is held against the types,
the rules and the books, and refused by ``Misfit`` where it does not fit.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from lammer.core.wager import Chart, Collection, Machine
from lammer.ledger import balanced
from lammer.table.rules import Rules
from lammer.table.state import Cards, Sealed, Table

_MOST_SHOWN = 40
_LEFT_OUT = frozenset(("rules", "last"))
_PLAIN: dict[type, str] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    NoneType: "null",
}


class Misfit(ValueError):
    """Data that is not a table of these rules: where, and what is wrong there."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where or 'the standing'}: {what}. Rebuild it from the table's log.")


class _Way(NamedTuple):
    """From a value to plain data and back. ``values`` and ``data`` are the classes of both, by
    which one kind is told from another."""

    write: Callable[[Any], Any]
    read: Callable[[Any, str], Any]
    values: tuple[type, ...]
    data: tuple[type, ...]


def dump(table: Table) -> dict[str, Any]:
    """Everything of a table but its rules, as plain data.

    >>> from lammer.table.run import Run
    >>> run = Run.at("nj-2011", rails={1: 10000})
    >>> dump(run.table)["seats"], dump(run.table)["hands"]
    ([1, {'number': 1, 'name': '', 'bets': []}], {'offered': 1})
    >>> load(run.table.rules, dump(run.table)) == run.table
    True
    """
    return _write_record(Table, table)


def load(rules: Rules, data: Mapping[str, Any]) -> Table:
    """The table that was written down, under its rules. Raises ``Misfit`` if it is none."""
    table: Table = _read_record(Table, {"rules": rules}, dict(data), "")
    _held_against(rules, table)
    return table


@cache
def _fields(kind: Any) -> dict[str, _Way]:
    """The way of each field of a tuple; the rules are not written down, nor what could be taken
    back."""
    hints = get_type_hints(kind)
    return {name: _way(hints[name]) for name in kind._fields if name not in _LEFT_OUT}


def _way(hint: Any) -> _Way:
    origin = get_origin(hint)
    if hint in _PLAIN:
        return _Way(_same, partial(_read_plain, hint), (hint,), (hint,))
    if hint is datetime:
        return _Way(datetime.isoformat, _read_moment, (datetime,), (str,))
    if origin is Literal:
        kinds = tuple({type(each) for each in get_args(hint)})
        return _Way(_same, partial(_read_one_of, get_args(hint)), kinds, kinds)
    if origin in (Union, UnionType):
        return _union([_in_a_union(each) for each in get_args(hint)])
    if origin is not None and issubclass(origin, Mapping):
        key, value = map(_way, get_args(hint))
        write, read = partial(_write_pairs, key, value), partial(_read_pairs, key, value)
        return _Way(write, read, (dict,), (list,))
    if origin is tuple:
        return _tuple(get_args(hint))
    if isinstance(hint, type) and hasattr(hint, "_field_defaults"):
        read_record = partial(_read_record, hint, {})
        return _Way(partial(_write_record, hint), read_record, (hint,), (dict,))
    raise TypeError(f"{hint} has no way to be written down")


def _same(value: Any) -> Any:
    return value


def _union(ways: Sequence[_Way]) -> _Way:
    """The members of a union are told apart by class, on both sides."""
    by_value = {each: way for way in ways for each in way.values}
    by_data = {each: way for way in ways for each in way.data}
    tagged = [way for way in ways if way.data == (dict,)]
    told = len(by_value) == sum(len(way.values) for way in ways)
    if not told or len(by_data) + max(0, len(tagged) - 1) != sum(len(way.data) for way in ways):
        raise TypeError("two kinds in one union that cannot be told apart")
    names = {way.values[0].__name__: way for way in tagged}
    known = [_PLAIN[each] for each in by_data if each in _PLAIN]
    known += ["a list"] if list in by_data else []
    wanted = " or ".join([*known, *names])

    def write(value: Any) -> Any:
        return by_value[type(value)].write(value)

    def read(data: Any, where: str) -> Any:
        way = by_data.get(type(data))
        if tagged and isinstance(data, dict):
            way = names.get(str(next(iter(data), None)))
        if way is None:
            raise Misfit(where, f"{_shown(data)} is not {wanted}")
        return way.read(data, where)

    return _Way(write, read, tuple(by_value), tuple(by_data))


def _in_a_union(hint: Any) -> _Way:
    """A tuple with named fields carries its kind's name in a union, even if it is the only one."""
    way = _way(hint)
    if way.data != (dict,):
        return way
    name = way.values[0].__name__

    def read(data: Any, where: str) -> Any:
        if len(data) != 1:
            raise Misfit(where, f"{_shown(data)} is not one {name}")
        return way.read(data[name], f"{where}.{name}")

    return way._replace(write=lambda value: {name: way.write(value)}, read=read)


def _tuple(hints: tuple[Any, ...]) -> _Way:
    endless = len(hints) == 2 and hints[1] is Ellipsis
    ways = [_way(each) for each in (hints[:1] if endless else hints)]

    def along(many: Sequence[Any]) -> Sequence[_Way]:
        return ways * len(many) if endless else ways

    def write(value: Any) -> Any:
        return [way.write(each) for way, each in zip(along(value), value, strict=True)]

    def read(data: Any, where: str) -> Any:
        if not isinstance(data, list) or len(along(data)) != len(data):
            length = "" if endless else f" of {len(ways)}"
            raise Misfit(where, f"{_shown(data)} is not a list{length}")
        each = enumerate(zip(along(data), data, strict=True))
        return tuple(way.read(value, f"{where}[{index}]") for index, (way, value) in each)

    return _Way(write, read, (tuple,), (list,))


def _read_plain(kind: type, data: Any, where: str) -> Any:
    if type(data) is not kind:
        raise Misfit(where, f"{_shown(data)} is not {_PLAIN[kind]}")
    return data


def _read_one_of(known: tuple[Any, ...], data: Any, where: str) -> Any:
    for each in known:
        if type(data) is type(each) and data == each:
            return each
    raise Misfit(where, f"{_shown(data)} is not one of {', '.join(map(repr, known))}")


def _read_moment(data: Any, where: str) -> datetime:
    try:
        found = datetime.fromisoformat(_read_plain(str, data, where))
    except ValueError:
        found = None
    if found is None or found.tzinfo is None:
        raise Misfit(where, f"{_shown(data)} is not a moment with its time zone")
    return found


def _write_pairs(key: _Way, value: _Way, pairs: Mapping[Any, Any]) -> list[Any]:
    flat: list[Any] = []
    for name, each in pairs.items():
        flat += (key.write(name), value.write(each))
    return flat


def _read_pairs(key: _Way, value: _Way, data: Any, where: str) -> dict[Any, Any]:
    if not isinstance(data, list) or len(data) % 2:
        raise Misfit(where, f"{_shown(data)} is not a list of names and values in turn")
    found: dict[Any, Any] = {}
    for name, each in zip(data[::2], data[1::2], strict=True):
        known = key.read(name, where)
        if known in found:
            raise Misfit(where, f"{_shown(name)} comes twice")
        found[known] = value.read(each, f"{where}[{_shown(name)}]")
    return found


def _write_record(kind: Any, record: Any) -> dict[str, Any]:
    usual, data = kind._field_defaults, {}
    for name, way in _fields(kind).items():
        value = getattr(record, name)
        if name not in usual or value != usual[name]:
            data[name] = way.write(value)
    return data


def _read_record(kind: Any, given: Mapping[str, Any], data: Any, where: str) -> Any:
    if not isinstance(data, dict):
        raise Misfit(where, f"{_shown(data)} is not an object")
    fields, prefix = _fields(kind), f"{where}." if where else ""
    for name in data:
        if name not in fields:
            raise Misfit(where, f"{_shown(name)} is not a field of {kind.__name__}")
    read = dict(given)
    for name, way in fields.items():
        if name in data:
            read[name] = way.read(data[name], f"{prefix}{name}")
        elif name not in kind._field_defaults:
            raise Misfit(f"{prefix}{name}", "it is missing")
    return kind(**read)


def _shown(data: Any) -> str:
    """As much of some data as helps to find it."""
    if isinstance(data, dict | list):
        return "an object" if isinstance(data, dict) else f"a list of {len(data)}"
    text = repr(data)
    return text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 3]}..."


def _held_against(rules: Rules, table: Table) -> None:
    """What the types cannot say: that it is a table of these rules, and that its books hold."""
    if table.context not in rules.space.contexts:
        raise Misfit("context", f"{_shown(table.context)} is none of {rules.house.law.game}")
    trial = rules.procedure.trial
    wanted = Sealed if trial.shaker is not None else Cards if trial.shoe is not None else NoneType
    if not isinstance(table.kit, wanted):
        raise Misfit("kit", f"it is not what {rules.house.law.game} is played with")
    for number, seat in table.seats.items():
        if seat.number != number:
            raise Misfit(f"seats[{number}]", f"it is written as seat {seat.number}")
        for name, bet in seat.bets.items():
            where = f"seats[{number}].bets[{_shown(name)}]"
            wager = rules.wagers.get(bet.wager)
            if wager is None or not _has_state(wager.machine, bet.state):
                raise Misfit(where, f"there is no {_shown(bet.wager)} in {_shown(bet.state)} here")
            if rules.bet_name(wager, bet.state) != name or bet.stake <= 0:
                raise Misfit(where, f"{bet.stake} cents on {bet.wager} is not a bet of that name")
    if not balanced(table.books):
        raise Misfit("books", "they do not balance")


def _has_state(machine: Machine, state: str) -> bool:
    if isinstance(machine, Chart):
        return state in machine.states
    assert isinstance(machine, Collection)
    if machine.late is not None and state == machine.late[0]:
        return True
    names = [goal.name for goal in machine.goals]
    gathered = machine.gathered(state)
    return state == ",".join(name for name in names if name in gathered)
