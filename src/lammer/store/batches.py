"""Statements for many rows, and the statements that write a group of ticks."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from lammer.store.port import Conflict, Tick
from lammer.store.schema import INSERTS

Row = tuple[Any, ...]

ROWS_PER_STATEMENT = 25
"""Rows that one statement writes, if there are as many."""
VALUES = "VALUES (?"


class Batch(NamedTuple):
    """A statement for many rows. ``mismatch``: the error if it does not affect one row for each."""

    sql: str
    rows: Sequence[Row]
    mismatch: str | None = None


def grouped(sql: str, rows: Sequence[Row]) -> list[tuple[str, Sequence[Row]]]:
    """Split rows for statements with several ``VALUES`` each, which takes half the time, and a
    rest. Statements without ``VALUES`` are not split.

    >>> [len(some) for _, some in grouped("INSERT INTO role VALUES (?, ?)", [(1, "dealer")] * 60)]
    [2, 10]
    """
    whole = len(rows) - len(rows) % ROWS_PER_STATEMENT
    if whole == 0 or VALUES not in sql:
        return [(sql, rows)]
    several = [
        tuple(chain.from_iterable(rows[at : at + ROWS_PER_STATEMENT]))
        for at in range(0, whole, ROWS_PER_STATEMENT)
    ]
    found: list[tuple[str, Sequence[Row]]] = [(multi_row(sql, ROWS_PER_STATEMENT), several)]
    if whole < len(rows):
        found.append((sql, rows[whole:]))
    return found


@lru_cache(maxsize=1024)
def multi_row(sql: str, width: int) -> str:
    """Return a statement with ``VALUES`` for one row as one for ``width`` rows."""
    start = sql.index(VALUES) + len("VALUES ")
    end = sql.index(")", start) + 1
    return sql[:start] + ", ".join([sql[start:end]] * width) + sql[end:]


_SET_CLIENT = (
    f"{INSERTS['client']} ON CONFLICT (table_key, person, client) DO UPDATE"
    " SET number = excluded.number, seq = excluded.seq WHERE excluded.number > client.number"
)
_SET_BALANCE = (
    f"{INSERTS['balance']} ON CONFLICT (table_key, account) DO UPDATE SET cents = excluded.cents"
)
ADD_TRANSFER = (
    "INSERT INTO transfer (person, cents, why, at, table_key, seq) VALUES (?, ?, ?, ?, ?, ?)"
)
CHANGE_PURSE = "UPDATE purse SET cents = cents + ? WHERE person = ?"
_FREE_SEAT = "DELETE FROM seat WHERE table_key = ? AND seat = ?"
_TAKE_SEAT = (
    f"{INSERTS['seat']} ON CONFLICT (table_key, seat) DO UPDATE SET person = excluded.person"
)
_ADD_METER = (
    f"{INSERTS['meter']} ON CONFLICT (table_key, key) DO UPDATE"
    " SET times = meter.times + excluded.times, cents = meter.cents + excluded.cents"
)
_SET_STATE = (
    "INSERT INTO table_state (table_key, seq, state) VALUES (?, ?, ?)"
    " ON CONFLICT (table_key) DO UPDATE SET seq = excluded.seq, state = excluded.state"
)
_DELETE_SECRET = "DELETE FROM secret WHERE table_key = ?"
_SET_SECRET = (
    "INSERT INTO secret (table_key, seed) VALUES (?, ?)"
    " ON CONFLICT (table_key) DO UPDATE SET seed = excluded.seed"
)
_PUBLISH = f"{INSERTS['published_head']} ON CONFLICT (table_key, seq) DO NOTHING"
_CHECK_EPOCH = "UPDATE head SET epoch = epoch WHERE table_key = ? AND epoch = ?"
_CLOSE_TABLE = "UPDATE game_table SET closed = ? WHERE key = ?"

NO_PURSE = "A transfer names a person who is not in the store."
_USED_NUMBER = "A client's command has been kept already, or a later one has."
_NO_TABLE = "There is no such table in the store."
_GONE = "There is no such table in the store, or another process has it."


def _heads(ticks: Sequence[Tick]) -> list[Row]:
    """Return the last line, the table, the line before the first and the epoch for each tick, by
    table, so that processes lock them in the same order. ``Conflict`` if its lines are not
    consecutive."""
    rows = []
    for tick in sorted(ticks, key=_table):
        lines = tick.lines
        if not lines:
            continue
        first = lines[0][0]
        for at in range(1, len(lines)):
            if lines[at][0] != first + at:
                raise Conflict(f"The lines of {tick.table} from {first} on are not in sequence.")
        rows.append((first + len(lines) - 1, tick.table, first - 1, tick.epoch))
    return rows


def _table(tick: Tick) -> str:
    return tick.table


def _lines(ticks: Sequence[Tick]) -> tuple[list[Row], list[Row]]:
    """Return the lines, each with the command that begins there; and the last command of each
    client."""
    lines: list[Row] = []
    clients: list[Row] = []
    nobody = (None, None, None)
    for tick in ticks:
        table = tick.table
        commands = {entry[0]: entry[1:] for entry in tick.entries}
        for seq, (person, client, number) in commands.items():
            if person is not None:
                clients.append((table, person, client, number, seq))
        for seq, line in tick.lines:
            lines.append((table, seq, *commands.pop(seq, nobody), line))
        if commands:
            raise Conflict(f"{table} has no line {min(commands)} in this tick for its entry.")
    return lines, clients


def _conflict_text(heads: Sequence[Row]) -> str:
    named = ", ".join(f"{table} at line {before + 1}" for _, table, before, _ in heads[:3])
    more = f" and {len(heads) - 3} more" if len(heads) > 3 else ""
    return (
        f"A log does not go on from where it stands in the store (written were {named}{more})."
        " Ask for its head, and go on from there."
    )


def _latest_values(ticks: Sequence[Tick]) -> list[Batch]:
    """Return the statements for values that later ticks overwrite: only the last one is written."""
    balances: dict[tuple[str, str], int] = {}
    seats: dict[tuple[str, int], int | None] = {}
    meters: dict[tuple[str, str], tuple[int, int]] = {}
    seeds: dict[str, bytes] = {}
    states: dict[str, tuple[int, bytes]] = {}
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
        if tick.state is not None:
            states[table] = tick.state
    return [
        Batch(_SET_BALANCE, [(*key, cents) for key, cents in balances.items()]),
        Batch(_FREE_SEAT, [key for key, person in seats.items() if person is None]),
        Batch(_TAKE_SEAT, [(*key, person) for key, person in seats.items() if person is not None]),
        Batch(_ADD_METER, [(*key, *added) for key, added in meters.items()]),
        Batch(_SET_STATE, [(table, *state) for table, state in states.items()]),
        Batch(_DELETE_SECRET, [(table,) for table, seed in seeds.items() if not seed]),
        Batch(_SET_SECRET, [(table, seed) for table, seed in seeds.items() if seed]),
    ]


class LineBatch(NamedTuple):
    """The lines of a group, each as (table, seq, person, client, number, line), and for each tick
    (last seq, table, the seq before its first, epoch)."""

    heads: list[Row]
    rows: list[Row]

    @property
    def conflict(self) -> str:
        return _conflict_text(self.heads)


def _person(change: Row) -> int:
    person: int = change[1]
    return person


def batches(ticks: Sequence[Tick]) -> tuple[LineBatch, list[Batch]]:
    """Return the lines of a group of ticks, and the other statements, one for each relation."""
    heads = _heads(ticks)
    lines, clients = _lines(ticks)
    transfers = [transfer for tick in ticks for transfer in tick.transfers]
    changes = sorted(((each.cents, each.person) for each in transfers), key=_person)
    found = [
        Batch(_CHECK_EPOCH, [(each.table, each.epoch) for each in ticks if not each.lines], _GONE),
        Batch(_SET_CLIENT, clients, _USED_NUMBER),
        Batch(ADD_TRANSFER, transfers),
        Batch(CHANGE_PURSE, changes, NO_PURSE),
        Batch(INSERTS["hand"], [(tick.table, *hand) for tick in ticks for hand in tick.hands]),
        Batch(
            INSERTS["played_hand"], [(tick.table, *part) for tick in ticks for part in tick.played]
        ),
        Batch(
            INSERTS["pseudonym_key"],
            [(tick.table, tick.pseudonym_key) for tick in ticks if tick.pseudonym_key],
        ),
        Batch(
            _PUBLISH,
            [(tick.table, *tick.published) for tick in ticks if tick.published],
        ),
        *_latest_values(ticks),
        Batch(
            _CLOSE_TABLE, [(each.closed, each.table) for each in ticks if each.closed], _NO_TABLE
        ),
    ]
    return LineBatch(heads, lines), [batch for batch in found if batch.rows]
