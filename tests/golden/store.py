"""A store written by an earlier server: made here once, opened by every later one."""

import gzip
import json
import sqlite3
import tempfile
from contextlib import ExitStack, closing
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.golden.house import running
from tests.golden.sessions import AUTOMATIC, STAFFED, StaffedHouse, play_automatic, play_staffed

HERE = Path(__file__).parent
FILE = HERE / "store.sqlite.gz"
FACTS = HERE / "store.json"
EXPORTED = HERE / "exported"
"""The logs of its tables, as the server gave them out."""
PLAYER = "ada"


def record() -> None:
    """Play in a new house, close it, and keep its database and what was in it."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "house.sqlite"
        with running(database) as house:
            crew = StaffedHouse(house)
            player = house.account(PLAYER)
            for table in AUTOMATIC:
                with house.client(table, player) as client:
                    play_automatic(client, table)
            staffed = []
            for (rules, game), (elected, steps) in STAFFED.items():
                table = crew.open(rules, game, elected)
                staffed.append(table)
                with ExitStack() as stack:
                    clients = {
                        role: stack.enter_context(house.client(table, crew.tokens[role]))
                        for role in ("dealer", "boxperson", "floorperson")
                    }
                    play_staffed(clients, steps)
            hands = house.get("/me/hands?limit=200", player)["hands"]
            transfers = house.get("/me/transfers?limit=200", player)["transfers"]
            tables = {}
            EXPORTED.mkdir(exist_ok=True)
            for table in (*AUTOMATIC, *staffed):
                log = house.log(table)
                tables[table] = {"staffed": table in staffed, **fact(log)}
                (EXPORTED / f"{table}.log").write_bytes(log)
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("VACUUM")
        FILE.write_bytes(gzip.compress(database.read_bytes(), 9, mtime=0))
    facts = {"tables": tables, "hands": hands, "transfers": transfers}
    FACTS.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


def fact(log: bytes) -> dict[str, Any]:
    """How many lines a log has, and the digest of their bytes."""
    return {"lines": log.count(b"\n"), "sha256": sha256(log).hexdigest()}


def first_lines(log: bytes, count: int) -> bytes:
    return b"".join(log.splitlines(keepends=True)[:count])


def restored(database: Path) -> None:
    """Write the recorded database to a new file."""
    database.write_bytes(gzip.decompress(FILE.read_bytes()))
