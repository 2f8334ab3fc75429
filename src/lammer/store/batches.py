"""Statements for many rows, and a group of ticks as such statements."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from lammer.store.port import Conflict, Tick

Row = tuple[Any, ...]

WIDE = 25
"""So many rows are written by one statement, where there are as many."""
VALUES = "VALUES (?"


class Batch(NamedTuple):
    """One statement for many rows. ``missed``: what it means if not every row met one."""

    sql: str
    rows: Sequence[Row]
    missed: str | None = None


def widened(sql: str, rows: Sequence[Row]) -> list[tuple[str, Sequence[Row]]]:
    """A statement with ``VALUES`` for many rows, as one of several at a time and one of those left
    over: that takes half the time. Anything else stays as it is.

    >>> [len(some) for _, some in widened("INSERT INTO role VALUES (?, ?)", [(1, "dealer")] * 60)]
    [2, 10]
    """
    whole = len(rows) - len(rows) % WIDE
    if whole == 0 or VALUES not in sql:
        return [(sql, rows)]
    several = [tuple(chain.from_iterable(rows[at : at + WIDE])) for at in range(0, whole, WIDE)]
    found: list[tuple[str, Sequence[Row]]] = [(wide(sql, WIDE), several)]
    if whole < len(rows):
        found.append((sql, rows[whole:]))
    return found


@lru_cache(maxsize=1024)
def wide(sql: str, width: int) -> str:
    """A statement with ``VALUES`` for one row, for so many."""
    start = sql.index(VALUES) + len("VALUES ")
    end = sql.index(")", start) + 1
    return sql[:start] + ", ".join([sql[start:end]] * width) + sql[end:]


_CLIENT = (
    "INSERT INTO client (table_key, person, client, number, seq) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (table_key, person, client) DO UPDATE SET number = excluded.number,"
    " seq = excluded.seq WHERE excluded.number > client.number"
)
_BALANCE = (
    "INSERT INTO balance (table_key, account, cents) VALUES (?, ?, ?)"
    " ON CONFLICT (table_key, account) DO UPDATE SET cents = excluded.cents"
)
TRANSFER = "INSERT INTO transfer (person, cents, why, at, table_key, seq) VALUES (?, ?, ?, ?, ?, ?)"
PURSE = "UPDATE purse SET cents = cents + ? WHERE person = ?"
_LEFT = "DELETE FROM seat WHERE table_key = ? AND seat = ?"
_SAT = (
    "INSERT INTO seat (table_key, seat, person) VALUES (?, ?, ?)"
    " ON CONFLICT (table_key, seat) DO UPDATE SET person = excluded.person"
)
_HAND = "INSERT INTO hand (table_key, number, first_seq, began, snapshot) VALUES (?, ?, ?, ?, ?)"
_PLAYED = (
    "INSERT INTO played_hand (table_key, number, person, seat, first_seq, last_seq, ended, before,"
    " after, brought, staked, won, lost, vigorish)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_METER = (
    "INSERT INTO meter (table_key, key, times, cents) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (table_key, key)"
    " DO UPDATE SET times = meter.times + excluded.times, cents = meter.cents + excluded.cents"
)
_FORGET = "DELETE FROM secret WHERE table_key = ?"
_SECRET = (
    "INSERT INTO secret (table_key, seed) VALUES (?, ?)"
    " ON CONFLICT (table_key) DO UPDATE SET seed = excluded.seed"
)
_CLOSED = "UPDATE game_table SET closed = ? WHERE key = ?"

NO_PURSE = "A transfer names a person who is not in the store."
_TWICE = "A client's command has been kept already, or a later one has."
_NO_TABLE = "There is no such table in the store."


def _heads(ticks: Sequence[Tick]) -> list[Row]:
    """From which line to which each tick goes; they must follow one another without a gap."""
    rows = []
    for tick in ticks:
        lines = tick.lines
        if not lines:
            continue
        first = lines[0][0]
        for at in range(1, len(lines)):
            if lines[at][0] != first + at:
                raise Conflict(f"The lines of {tick.table} from {first} on are not in sequence.")
        rows.append((first + len(lines) - 1, tick.table, first - 1))
    return rows


def _lines(ticks: Sequence[Tick]) -> tuple[list[Row], list[Row]]:
    """The lines, each with the command that begins there; and the last command of each client."""
    lines: list[Row] = []
    clients: list[Row] = []
    nobody = (None, None, None)
    for tick in ticks:
        table = tick.table
        asked = {entry[0]: entry[1:] for entry in tick.entries}
        for seq, (person, client, number) in asked.items():
            if person is not None:
                clients.append((table, person, client, number, seq))
        for seq, line in tick.lines:
            lines.append((table, seq, *asked.pop(seq, nobody), line))
        if asked:
            raise Conflict(f"{table} has no line {min(asked)} in this tick for its entry.")
    return lines, clients


def _astray(heads: Sequence[Row]) -> str:
    named = ", ".join(f"{table} at line {before + 1}" for _, table, before in heads[:3])
    more = f" and {len(heads) - 3} more" if len(heads) > 3 else ""
    return (
        f"A log does not go on from where it stands in the store (written were {named}{more})."
        " Ask for its head, and go on from there."
    )


def _what_stands(ticks: Sequence[Tick]) -> list[Batch]:
    """What later ticks write over: only the last word of each is written."""
    balances: dict[tuple[str, str], int] = {}
    seats: dict[tuple[str, int], int | None] = {}
    meters: dict[tuple[str, str], tuple[int, int]] = {}
    seeds: dict[str, bytes] = {}
    for tick in ticks:
        table = tick.table
        for account, cents in tick.balances.items():
            balances[table, account] = cents
        for seat, person in tick.seats.items():
            seats[table, seat] = person
        for key, (times, cents) in tick.meters.items():
            before = meters.get((table, key), (0, 0))
            meters[table, key] = (before[0] + times, before[1] + cents)
        if tick.secret is not None:
            seeds[table] = tick.secret
    return [
        Batch(_BALANCE, [(*key, cents) for key, cents in balances.items()]),
        Batch(_LEFT, [key for key, person in seats.items() if person is None]),
        Batch(_SAT, [(*key, person) for key, person in seats.items() if person is not None]),
        Batch(_METER, [(*key, *added) for key, added in meters.items()]),
        Batch(_FORGET, [(table,) for table, seed in seeds.items() if not seed]),
        Batch(_SECRET, [(table, seed) for table, seed in seeds.items() if seed]),
    ]


class LineBatch(NamedTuple):
    """The lines of a group: each as (table, seq, person, client, number, line), and where each tick
    goes on, as (last seq, table, the seq before its first)."""

    heads: list[Row]
    rows: list[Row]

    @property
    def astray(self) -> str:
        return _astray(self.heads)


def batches(ticks: Sequence[Tick]) -> tuple[LineBatch, list[Batch]]:
    """A group of ticks: its lines, and the rest as one statement for each relation."""
    heads = _heads(ticks)
    lines, clients = _lines(ticks)
    transfers = [transfer for tick in ticks for transfer in tick.transfers]
    found = [
        Batch(_CLIENT, clients, _TWICE),
        Batch(TRANSFER, transfers),
        Batch(PURSE, [(each.cents, each.person) for each in transfers], NO_PURSE),
        Batch(_HAND, [(tick.table, *hand) for tick in ticks for hand in tick.hands]),
        Batch(_PLAYED, [(tick.table, *part) for tick in ticks for part in tick.played]),
        *_what_stands(ticks),
        Batch(_CLOSED, [(each.closed, each.table) for each in ticks if each.closed], _NO_TABLE),
    ]
    return LineBatch(heads, lines), [batch for batch in found if batch.rows]
