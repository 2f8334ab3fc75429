"""How fast the store commits, beside raw fdatasync on the same disk in the same run.

Run: .venv/bin/python bench/store.py [--write] [FOLDER]. One tick is a line of
500 bytes, two balances and an entry. They are committed one at a time, and in groups of a hundred,
each of another table. The raw disk, one at a time and groups take turns; a ratio is the median of
the turns: ticks a second to fdatasyncs a second. The raw one writes 500 bytes at the end of a file
for each. PostgreSQL, where there is a server, is measured the same way, without a target.
``--write`` keeps the result in bench/results/store.json.
"""

import json
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

from lammer.store import open_store
from lammer.store.port import LogEntry, Store, TableRecord, Tick

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.disk import fdatasync_rate
from bench.support import commit, keep, machine, options

TURNS = 15
TURN_SECONDS = 0.4
GROUP = 100
LINE = b"x" * 500
AT = "2026-01-01T00:00:00Z"
LEAST = {"one at a time": 0.4, "groups of a hundred": 10.0}


class FilledStore:
    """A store with tables, each going on from its last line."""

    def __init__(self, store: Store) -> None:
        self.store = store
        store.migrate()
        store.lease()
        self._person = store.add_person("guest", "Ann", AT, None).id
        self._tables = [f"craps-{number}" for number in range(GROUP)]
        for table in self._tables:
            store.open_table(
                TableRecord(table, "", "nj-2011", "craps", "automatic", None, "{}", None, AT)
            )
        self._next = {table: count(1) for table in self._tables}

    def tick(self, table: str) -> Tick:
        seq = next(self._next[table])
        stand = {"rail-1": seq, "layout-1": -seq}
        return Tick(table, [(seq, LINE)], [LogEntry(seq, self._person, "client", seq)], stand)

    def rate(self, tables: int) -> float:
        """Ticks a second, in groups of so many tables."""
        done, began = 0, time.perf_counter()
        while time.perf_counter() - began < TURN_SECONDS:
            self.store.commit([self.tick(table) for table in self._tables[:tables]])
            done += tables
        return done / (time.perf_counter() - began)


def measured(store: Store, folder: Path, turns: int) -> tuple[dict[str, float], dict[str, float]]:
    """The ratios, and the rates they come from."""
    with closing(store):
        house = FilledStore(store)
        house.rate(GROUP)
        found = [
            (fdatasync_rate(folder, TURN_SECONDS), house.rate(1), house.rate(GROUP))
            for _ in range(turns)
        ]
    names = ("one at a time", "groups of a hundred")
    ratios = {
        name: statistics.median(turn[at] / turn[0] for turn in found)
        for at, name in enumerate(names, 1)
    }
    rates = {
        name: statistics.median(turn[at] for turn in found)
        for at, name in enumerate(("fdatasync", *names))
    }
    return ratios, rates


@contextmanager
def postgres() -> Iterator[str | None]:
    """The address of a new database in a server of its own; None where there is no server."""
    if not list(Path("/usr/lib/postgresql").glob("*/bin/postgres")):
        yield None
        return
    from tests.postgres import running

    for server in running():
        yield server.new_database()


def main() -> None:
    parser = options(__doc__, TURNS)
    parser.add_argument("folder", nargs="?", help="where the databases are made")
    asked = parser.parse_args()
    found: dict[str, tuple[dict[str, float], dict[str, float]]] = {}
    with tempfile.TemporaryDirectory(dir=asked.folder) as name:
        folder = Path(name)
        found["sqlite"] = measured(open_store(str(folder / "house.db")), folder, asked.turns)
        with postgres() as address:
            if address is not None:
                found["postgresql"] = measured(open_store(address), folder, asked.turns)
    result = {
        "what": "ticks a second to fdatasyncs of 500 bytes a second, on the same disk",
        "machine": {**machine(), "sqlite": sqlite3.sqlite_version},
        "turns": asked.turns,
        "least": LEAST,
        "ratios": {
            engine: {name: round(value, 3) for name, value in ratios.items()}
            for engine, (ratios, _) in found.items()
        },
        "per_second": {
            engine: {name: round(value) for name, value in rates.items()}
            for engine, (_, rates) in found.items()
        },
        "commit": commit(),
    }
    print(json.dumps(result, indent=2))
    if asked.write:
        keep("store", result)
    short = [name for name, least in LEAST.items() if found["sqlite"][0][name] < least]
    if short:
        sys.exit(f"too slow: {', '.join(short)}")


if __name__ == "__main__":
    main()
