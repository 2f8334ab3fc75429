"""Ends a table that cannot go on under the present rules: every bet and every chip is returned.

The chips are taken from the stored balances, which can be read without the rules. Vigorish that was
marked and not collected is not charged.
"""

from collections.abc import Mapping
from datetime import UTC, datetime

from lammer.ledger import CAGE, returning
from lammer.ledger import Transfer as Move
from lammer.server.storage.recovery import RecoveryError, origin_of
from lammer.store.port import LogEntry, Store, TableRecord, Tick, Transfer
from lammer.table.log import SECOND, Log, read_log_line, stamp
from lammer.table.script import parse

NO_CLIENT = ""
"""The client of a person who closes a table: none."""


def winding_up(
    store: Store, record: TableRecord, person: int | None, by: str, now: datetime
) -> Tick:
    """Return what ends the table; ``person`` closes it, and the log names them ``by``. Raises
    ``RecoveryError`` if what is stored contradicts itself."""
    head = store.head(record.table)
    if head is None:
        raise RecoveryError("its log has no lines")
    last, balances = read_log_line(parse(head[1])), store.balances(record.table)
    at = max(now, datetime.fromisoformat(last.at).astimezone(UTC))
    lines: list[bytes] = []
    log = Log(lines.append, origin_of(store, record))
    log.lines, log.head = last.seq, last.hash
    moves = returning(balances)
    log.wind_up(at, moves, by)
    log.close(at + SECOND, by)
    tick = Tick(record.table, list(enumerate(lines, last.seq + 1)), closed=stamp(at), secret=b"")
    seats = store.seats(record.table)
    tick.seats = dict.fromkeys(seats)
    tick.balances = _after(balances, moves)
    for source, target, cents in moves:
        if target != CAGE:
            continue
        player = seats.get(int(source.removeprefix("rail-")))
        if player is None:
            raise RecoveryError(f"there are {cents} cents on {source}, and nobody has that seat")
        moved = Transfer(player, cents, "wind-up", stamp(at), record.table, last.seq + 1)
        tick.transfers.append(moved)
    if person is not None:
        tick.entries.append(LogEntry(last.seq + 2, person, NO_CLIENT, 1))
    return tick


def _after(balances: Mapping[str, int], moves: list[Move]) -> dict[str, int]:
    after = dict(balances)
    for source, target, cents in moves:
        after[source] = after.get(source, 0) - cents
        after[target] = after.get(target, 0) + cents
    return {account: cents for account, cents in after.items() if balances.get(account) != cents}
