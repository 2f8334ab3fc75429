"""What a house takes in room: bytes in the database for a command and a line, memory for a table
and a connection.

Run: .venv/bin/python bench/growth.py [--write]. Players at some automatic craps tables make three
bets and roll, again and again. Bytes are those of the pages in use, less those before; for
PostgreSQL of the same house restored there, indexes included. Memory is what the process holds more
with a hundred tables opened, and with five hundred spectators. ``--write`` keeps the result in
bench/results/growth.json.
"""

import asyncio
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bench.server import LoadBot, Server, connected  # noqa: E402
from bench.store import postgres  # noqa: E402
from bench.support import commit, keep, machine, options  # noqa: E402
from lammer.store import open_sql  # noqa: E402
from lammer.store.backup import backup, restore  # noqa: E402

ROUNDS, TABLES, SPECTATORS = 300, 100, 500
PLAYED = 4
"""Tables that are played at."""
ROUND: list[dict[str, Any]] = [
    {"do": "bet", "wager": "field", "amount": 100},
    {"do": "bet", "wager": "any-seven", "amount": 100},
    {"do": "bet", "wager": "eleven", "amount": 100},
    {"do": "roll"},
]


def used(path: Path) -> int:
    """Return the bytes of the pages in use."""
    with closing(sqlite3.connect(path)) as file:
        (pages,), (free,), (size,) = (
            file.execute(f"PRAGMA {name}").fetchone()
            for name in ("page_count", "freelist_count", "page_size")
        )
    return int((pages - free) * size)


def counted(address: str) -> tuple[int, int]:
    """Return the commands of players and the lines in a database."""
    with closing(open_sql(address)) as store:
        lines = sum(store.heads().values())
        commands = sum(
            each.person is not None
            for table in store.heads()
            for each in store.entries(table, 1, 10**9)
        )
    return commands, lines


async def played(server: Server, tables: list[str]) -> None:
    for number, table in enumerate(tables):
        bot = LoadBot(number, table, 1)
        await bot.sit(server.port, server.call("/guests", {"name": f"b {number}"})["token"])
        for _ in range(ROUNDS):
            await bot.ask(*ROUND)
        await bot.ask({"do": "leave"})


async def memory(server: Server, chief: str) -> dict[str, float]:
    """Return the kilobytes of a table and of a connection."""
    before = server.memory()
    opened = [
        server.call("/tables", {"rules": "nj-2011", "game": "automated-craps"}, chief)["table"]
        for _ in range(TABLES)
    ]
    with_tables = server.memory()
    crowd = [
        await connected(server.port, opened[0], None, "watch", lambda _: None)
        for _ in range(SPECTATORS)
    ]
    with_crowd = server.memory()
    for socket in crowd:
        assert socket.transport is not None
        socket.transport.close()
    return {
        "kilobytes_of_a_house": before,
        "kilobytes_per_table": round((with_tables - before) / TABLES, 1),
        "kilobytes_per_connection": round((with_crowd - with_tables) / SPECTATORS, 1),
    }


def in_postgres(path: Path, folder: Path) -> int | None:
    """Return the bytes of the same house in PostgreSQL, less those of an empty one."""
    saved = folder / "house.lammer"
    with closing(open_sql(str(path))) as store:
        backup(store, saved)
    with postgres() as address:
        if address is None:
            return None
        sizes = []
        for fill in (False, True):
            with closing(open_sql(address)) as store:
                store.migrate()
            if fill:
                restore(saved, address)
            import psycopg

            with psycopg.connect(address) as connection:
                sql = (
                    "SELECT sum(pg_total_relation_size(c.oid))::bigint FROM pg_class c"
                    " JOIN pg_namespace n ON n.oid = c.relnamespace"
                    " WHERE n.nspname = 'lammer' AND c.relkind = 'r'"
                )
                row = connection.execute(sql).fetchone()
                assert row is not None
                sizes.append(int(row[0]))
        return sizes[1] - sizes[0]


def main() -> None:
    asked = options(__doc__, 1).parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = Server(folder)
        try:
            chief = server.administrator_token()
            room = asyncio.run(memory(server, chief))
            tables = [f"automated-craps-{number}" for number in range(2, 2 + PLAYED)]
            server.close()
            empty, start = used(server.database), counted(str(server.database))
            server = Server(folder)
            asyncio.run(played(server, tables))
        finally:
            server.close()
        full, end = used(server.database), counted(str(server.database))
        commands, lines = (after - before for before, after in zip(start, end, strict=True))
        whole = in_postgres(server.database, folder)
    bytes_ = full - empty
    result: dict[str, Any] = {
        "what": "bytes in the database for play at automatic craps; memory of a server process",
        "machine": machine(),
        "commands": commands,
        "lines": lines,
        "lines_per_command": round(lines / commands, 2),
        "sqlite": {
            "bytes_per_command": round(bytes_ / commands),
            "bytes_per_line": round(bytes_ / lines),
        },
        **room,
        "commit": commit(),
    }
    if whole is not None:
        result["postgresql"] = {
            "bytes_per_command": round(whole / end[0]),
            "bytes_per_line": round(whole / end[1]),
        }
    print(result)
    if asked.write:
        keep("growth", result)


if __name__ == "__main__":
    main()
