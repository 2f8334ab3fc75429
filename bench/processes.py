"""A house in PostgreSQL served by one, two and four processes: commands a second as a ratio to one.

    python bench/processes.py [--write] [--seconds S] [--tables N] [--counts N ...]

Each process is ``lammer serve --name``; as many players as tables are spread over them, and the
bots of ``bench/server.py`` play from one process of their own. Everything shares the machine, so
the CPU seconds of the processes, of PostgreSQL and of the bots are given beside the rates: where
they add up to all cores, more processes cannot do more, and the cost of a command says what
another machine would add.
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bench.server import LIMITS, LoadBot  # noqa: E402
from bench.support import machine  # noqa: E402
from tests.postgres import Postgres, running  # noqa: E402
from tests.server.support.running import RunningHouse  # noqa: E402

RESULTS = Path(__file__).parent / "results" / "processes.json"
COUNTS = (1, 2, 4)
TABLES = 48
NAMES = "abcdefghijklmnop"
SETTLED_SECONDS = 3


class NamedProcess(RunningHouse):
    """One process of the house."""

    def __init__(self, database: str, name: str, tables: int) -> None:
        super().__init__(database)
        self.name = name
        command = [sys.executable, "-m", "lammer", "serve", "--db", database, "--name", name]
        for limit, value in {**LIMITS, "tables": 2 * tables, "tables_per_guest": tables}.items():
            command += ["--limit", f"{limit}={value}"]
        self.process = subprocess.Popen(
            [*command, "--port", "0"], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if "is open at" in line:
                self.address = line.split()[-1]
                self.port = int(line.rpartition(":")[2])
            if "/administrator#" in line:
                self.administrator = line.rpartition("#")[2].strip()
            if line.startswith("Ctrl-C"):
                break

    def cpu(self) -> float:
        return _cpu(self.process.pid)

    def close(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=60)


def _cpu(pid: int) -> float:
    """CPU seconds of a process and of those it has buried."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def _spread(processes: list[NamedProcess], wanted: int) -> list[tuple[NamedProcess, str]]:
    """Open tables at the processes by turns; return each with the process that runs it. Some move
    to a process that has only just arrived."""
    chief = processes[0].account("chief", "administrator")
    opened = set()
    for number in range(wanted):
        at = processes[number % len(processes)]
        status, found = at.call("POST", "/api/v1/tables", {"rules": "nj-2011"}, chief)
        assert status == 201, found
        opened.add(found["table"])
    time.sleep(SETTLED_SECONDS)
    named, found, after = {each.name: each for each in processes}, [], ""
    while True:
        status, listed = processes[0].call("GET", f"/api/v1/tables?after={after}")
        assert status == 200, listed
        found += [(named[each["process"]], each["table"]) for each in listed["tables"]]
        after = listed["next"]
        if after is None:
            return [(at, table) for at, table in found if table in opened]


async def _measured(
    database: Postgres, processes: list[NamedProcess], wanted: int, seconds: float
) -> dict[str, Any]:
    tables = _spread(processes, wanted)
    bots = [LoadBot(number, table, 1) for number, (_, table) in enumerate(tables)]
    for bot, (at, _) in zip(bots, tables, strict=True):
        await bot.sit(at.port, at.guest(f"Player {bot.name[-4:]}"))
    for bot in bots:
        bot.waits, bot.done = [], 0

    def cpu() -> list[float]:
        return [
            sum(each.cpu() for each in processes),
            sum(map(_cpu, database.processes())),
            time.process_time(),
        ]

    before, started = cpu(), time.perf_counter()
    tasks = [asyncio.create_task(bot.play()) for bot in bots]
    await asyncio.sleep(seconds)
    for bot in bots:
        bot.stop = True
    await asyncio.gather(*tasks)
    took = time.perf_counter() - started
    spent = [after - earlier for after, earlier in zip(cpu(), before, strict=True)]
    done = sum(bot.done for bot in bots)
    for bot in bots:
        for socket in (bot.socket, bot.watcher):
            assert socket is not None
            assert socket.transport is not None
            socket.transport.close()
    waits = sorted(wait for bot in bots for wait in bot.waits)
    names = ("processes", "postgresql", "bots")
    return {
        "processes": len(processes),
        "tables": len(tables),
        "commands": done,
        "commands_per_second": round(done / took),
        "p50_ms": round(1000 * statistics.median(waits), 2),
        "p99_ms": round(1000 * waits[int(len(waits) * 0.99)], 2),
        "cores_busy": {
            name: round(each / took, 2) for name, each in zip(names, spent, strict=True)
        },
        "cpu_us_per_command": {
            name: round(1e6 * each / done, 1) for name, each in zip(names, spent, strict=True)
        },
    }


def measured(database: Postgres, count: int, tables: int, seconds: float) -> dict[str, Any]:
    address = database.new_database()
    processes: list[NamedProcess] = []
    try:
        processes.extend(NamedProcess(address, name, tables) for name in NAMES[:count])
        return asyncio.run(_measured(database, processes, tables, seconds))
    finally:
        for each in processes:
            each.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep the results")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--counts", type=int, nargs="+", default=COUNTS, help="of processes")
    given = parser.parse_args()
    found: list[dict[str, Any]] = []
    for database in running():
        for count in given.counts:
            found.append(measured(database, count, given.tables, given.seconds))
            found[-1]["ratio_to_one"] = round(
                found[-1]["commands_per_second"] / found[0]["commands_per_second"], 2
            )
            sys.stdout.write(json.dumps(found[-1]) + "\n")
            sys.stdout.flush()
    if given.write:
        result = {
            "machine": machine(),
            "seconds": given.seconds,
            "runs": found,
        }
        RESULTS.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
