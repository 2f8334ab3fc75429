"""People, tables, and ticks with balanced books, for tests of the store."""

from hashlib import sha256

from lammer.store.port import LogEntry, Person, Store, TableRecord, Tick, Transfer

AT = "2026-01-01T00:00:00Z"
FIRST = "0" * 64


def record(table: str, name: str = "Table", opened_by: int | None = None) -> TableRecord:
    return TableRecord(table, name, "nj-2011", "craps", "automatic", 20, "{}", opened_by, AT)


def guest(store: Store, cents: int = 100_000, name: str = "Ann") -> Person:
    return store.add_person("guest", name, AT, Transfer(0, cents, "grant", AT))


def sealed(count: int, table: str = "craps-1", first: int = 1, prev: str = FIRST) -> list[bytes]:
    """Lines as a table's log has them, each sealed to the one before."""
    lines = []
    for seq in range(first, first + count):
        head = f'{{"actor":"house","at":"{AT}","body":{{"of":"{table}"}},"clauses":[]'
        head += ',"event":"test"'
        tail = f',"prev":"{prev}","seq":{seq}}}'
        prev = sha256((head + tail).encode()).hexdigest()
        lines.append(f'{head},"hash":"{prev}"{tail}\n'.encode())
    return lines


def tick(table: str, seq: int, *, person: int | None = None, lines: int = 1) -> Tick:
    """A tick of so many lines; its books balance."""
    return Tick(
        table,
        [(number, f"{table} line {number}".encode()) for number in range(seq, seq + lines)],
        [LogEntry(seq, person, "client", seq)],
        {"bank": -seq, "rail-1": seq},
    )


def behind(store: Store, tick: Tick) -> None:
    """Commit a tick behind the back of the process that runs the table."""
    (tick.epoch,) = (each.epoch for each in store.places() if each.table == tick.table)
    store.commit([tick])


def buy_in(table: str, seq: int, person: int, cents: int) -> Tick:
    """Chips from a purse to a rail, as a table's first business."""
    return Tick(
        table,
        [(seq, b"buy")],
        balances={"cage": -cents, "rail-1": cents},
        transfers=[Transfer(person, -cents, "buy-in", AT, table, seq)],
    )
