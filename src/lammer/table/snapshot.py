"""Snapshots of tables as plain data: everything but the rules, and the trial that could still be
taken back.

The codec (``lammer.core.codec``) derives the form of the data from the fields and types of the
tuples that a table consists of. What is read is checked against the types, the rules and the books;
``SnapshotError`` is raised if it does not fit.
"""

from collections.abc import Mapping
from typing import Any

from lammer.core.codec import Malformed, UnknownKey, brief, shape
from lammer.core.wager import Chart, Collection, Machine
from lammer.ledger import balanced
from lammer.table.rules import Rules
from lammer.table.state import Kit, TableState

_LEFT_OUT = frozenset(("rules", "last", "kit"))


class SnapshotError(ValueError):
    """Raised for data that is no table under these rules: where, and what is wrong there."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where or 'the snapshot'}: {what}. Rebuild it from the table's log.")


def dump(table: TableState) -> dict[str, Any]:
    """Return a table without its rules as plain data.

    >>> from lammer.table.run import Run
    >>> run = Run.at("nj-2011", rails={1: 10000})
    >>> dump(run.table)["seats"], dump(run.table)["hands"]
    ([1, {'number': 1, 'name': '', 'bets': []}], {'offered': 1})
    >>> load(run.table.rules, dump(run.table)) == run.table
    True
    """
    data = shape(TableState, _LEFT_OUT).write(table)
    kit = table.kit
    return (
        data if kit is None else {**data, "kit": {type(kit).__name__: shape(type(kit)).write(kit)}}
    )


def _kit(rules: Rules, data: Any) -> Kit:
    """Return the state of the instrument; its data carries the name of its kind."""
    kind = rules.instrument.kit
    if data is None and kind is None:
        return None
    if kind is None or not isinstance(data, Mapping) or list(data) != [kind.__name__]:
        raise SnapshotError("kit", f"it is not what {rules.house.law.game} is played with")
    found: Kit = shape(kind).read(data[kind.__name__], f"kit.{kind.__name__}")
    return found


def load(rules: Rules, data: Mapping[str, Any]) -> TableState:
    """Return the table of a snapshot under its rules. Raises ``SnapshotError`` if it does not
    fit."""
    try:
        given = {"rules": rules, "kit": _kit(rules, data.get("kit"))}
        table: TableState = shape(TableState, _LEFT_OUT).read(data, given=given, beside=("kit",))
    except UnknownKey as problem:
        what = f"{brief(problem.name)} is not a field of {problem.kind.__name__}"
        raise SnapshotError(problem.where, what) from None
    except Malformed as problem:
        raise SnapshotError(problem.key, problem.what) from None
    _check_consistent(rules, table)
    return table


def _check_consistent(rules: Rules, table: TableState) -> None:
    """Check what the types do not: that the table fits the rules, and that its books balance."""
    if table.context not in rules.space.contexts:
        raise SnapshotError(
            "context", f"{brief(table.context)} is no context of {rules.house.law.game}"
        )
    for number, seat in table.seats.items():
        if seat.number != number:
            raise SnapshotError(f"seats[{number}]", f"it is written as seat {seat.number}")
        for name, bet in seat.bets.items():
            where = f"seats[{number}].bets[{brief(name)}]"
            wager = rules.wagers.get(bet.wager)
            if wager is None or not _has_state(wager.machine, bet.state):
                raise SnapshotError(
                    where, f"there is no {brief(bet.wager)} in {brief(bet.state)} here"
                )
            if rules.bet_name(wager, bet.state) != name or bet.stake <= 0:
                raise SnapshotError(
                    where, f"{bet.stake} cents on {bet.wager} is not a bet of that name"
                )
    if not balanced(table.books):
        raise SnapshotError("books", "they do not balance")


def _has_state(machine: Machine, state: str) -> bool:
    if isinstance(machine, Chart):
        return state in machine.states
    assert isinstance(machine, Collection)
    if machine.late is not None and state == machine.late[0]:
        return True
    names = [goal.name for goal in machine.goals]
    gathered = machine.gathered(state)
    return state == ",".join(name for name in names if name in gathered)
