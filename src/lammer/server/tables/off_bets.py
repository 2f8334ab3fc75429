"""A hand that is over, replayed from its lines: which bets were off after which of them.

The log does not say that, for it follows from the rules; so the table is made again, line by line.
"""

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lammer.server.ops.logs import say
from lammer.server.refused import Refused
from lammer.server.tables.hands import read
from lammer.store.port import HandRecord, Store, TableRecord
from lammer.table.apply import apply
from lammer.table.events import Event
from lammer.table.rules import Rules
from lammer.table.state import Table

Line = Mapping[str, Any]


def off_in(
    store: Store,
    rules_of: Callable[[TableRecord], Rules],
    table: str,
    hand: HandRecord,
    lines: Sequence[Line],
) -> list[dict[str, Any]] | None:
    """The bets that were off in a hand of a table. None if that is not known: the rules are not
    those any more that the table was opened under, or what is stored is no such table."""
    felt, opened = store.table(table), next(store.lines(table, 1, 1), None)
    if felt is None or opened is None:
        return None
    try:
        rules = rules_of(felt)
        if json.loads(opened)["body"]["digest"] != rules.digest:
            return None
        return off_bets(read(rules, hand.standing)[0], lines)
    except (Refused, ValueError, LookupError, TypeError) as problem:
        say(logging.ERROR, f"Hand {hand.number} is not replayed: {problem}", table=table)
        return None


def off_bets(table: Table, lines: Sequence[Line]) -> list[dict[str, Any]]:
    """The bets that are off, by seat: before the lines, and after each one that changes it. Where
    none ever is, there is nothing.

    >>> from lammer.table.run import Run
    >>> run = Run.at("nj-2011", rails={1: 10000})
    >>> def line(seq, **command):
    ...     (event,) = run.do(command).events
    ...     return {"seq": seq, "event": event.name, "body": event.body}
    >>> before = run.table
    >>> bet = line(2, do="bet", seat=1, wager="place-6", amount=600)
    >>> off_bets(before, [bet, line(3, do="remove", seat=1, wager="place-6")])
    [{'after': 2, 'bets': {'1': ['place-6']}}, {'after': 3, 'bets': {}}]
    """
    tables = [table]
    for line in lines:
        tables.append(_after(tables, line))
    found: list[dict[str, Any]] = []
    shown: dict[str, list[str]] = {}
    for number, there in enumerate(tables, start=lines[0]["seq"] - 1 if lines else 0):
        if (now := _off(there)) != shown:
            found.append({"after": number, "bets": now})
            shown = now
    return found


def _after(tables: Sequence[Table], line: Line) -> Table:
    """The table after a line. A trial that was entered wrongly is taken back by a line that says
    how many lines above it are as if they had not been."""
    body = line["body"]
    if line["event"] == "correct":
        back: int = body["lines"]
        return tables[-1 - back]
    return apply(tables[-1], Event(line["event"], "", body, (), body.get("moves", ())))


def _off(table: Table) -> dict[str, list[str]]:
    rules, context = table.rules, table.context
    found = {
        str(number): [
            name for name, bet in seat.bets.items() if rules.is_off(context, bet.wager, bet.called)
        ]
        for number, seat in table.seats.items()
    }
    return {number: names for number, names in found.items() if names}
