"""docs/scale.md: what a house of a given size needs, computed from what is in bench/results.

Run: .venv/bin/python bench/scale.py [--write]. ``--write`` writes the page. A test holds the page
against what is computed here.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "scale.md"
TEMPLATE = ROOT / "bench" / "scale.txt"
SIZES = (100, 1_000, 10_000, 100_000, 1_000_000)
PLAYERS_AT_A_TABLE, WATCHERS_AT_A_TABLE = 6, 2
COMMANDS_A_MINUTE = 10
"""Of one player: bets, and the trial."""
HOURS_A_DAY = 24
DAYS = 90
"""After which logs are pruned (the usual ``--days``)."""
LOAD = Fraction(6, 10)
"""The part of what was measured that is planned with. The rest is for peaks, and for tables of a
process that died."""


class Costs(NamedTuple):
    """What was measured, each with the file that has it."""

    command_us: Fraction
    database_us: Fraction
    message_us: Fraction
    table_kb: Fraction
    connection_kb: Fraction
    process_kb: Fraction
    command_bytes: Fraction
    commits_per_second: Fraction


def costs() -> Costs:
    def result(name: str) -> Any:
        path = ROOT / "bench" / "results" / f"{name}.json"
        return json.loads(path.read_text(encoding="utf-8"), parse_float=Fraction)

    server, growth, store = result("server"), result("growth"), result("store")
    most = max(result("processes")["runs"], key=lambda run: run["processes"])
    return Costs(
        Fraction(most["cpu_us_per_command"]["processes"]),
        Fraction(most["cpu_us_per_command"]["postgresql"]),
        Fraction(1_000_000) / server["fan_out"]["messages_per_cpu_second"],
        Fraction(growth["kilobytes_per_table"]),
        Fraction(growth["kilobytes_per_connection"]),
        Fraction(growth["kilobytes_of_a_house"]),
        Fraction(growth["postgresql"]["bytes_per_command"]),
        Fraction(store["per_second"]["postgresql"]["groups of a hundred"]),
    )


class Needs(NamedTuple):
    """What this many players need who are seated at the same time."""

    seated: int
    tables: int
    commands: Fraction
    """In a second, as everything that follows."""
    messages: Fraction
    command_cores: Fraction
    database_cores: Fraction
    message_cores: Fraction
    processes: int
    memory_gb: Fraction
    databases: int
    mb: Fraction
    tb_a_day: Fraction
    tb_kept: Fraction


def needs(seated: int, cost: Costs) -> Needs:
    tables = ceil(Fraction(seated, PLAYERS_AT_A_TABLE))
    commands = Fraction(seated * COMMANDS_A_MINUTE, 60)
    here = PLAYERS_AT_A_TABLE + WATCHERS_AT_A_TABLE
    messages = commands * here
    command_cores = commands * cost.command_us / 1_000_000
    database_cores = commands * cost.database_us / 1_000_000
    message_cores = messages * cost.message_us / 1_000_000
    processes = ceil((command_cores + message_cores) / LOAD)
    kilobytes = (
        processes * cost.process_kb + tables * cost.table_kb + tables * here * cost.connection_kb
    )
    mb = commands * cost.command_bytes / 1_000_000
    a_day = mb * 3600 * HOURS_A_DAY / 1_000_000
    return Needs(
        seated, tables, commands, messages, command_cores, database_cores, message_cores,
        processes, kilobytes / 1024 / 1024, ceil(commands / (cost.commits_per_second * LOAD)),
        mb, a_day, a_day * DAYS,
    )  # fmt: skip


def largest(cost: Costs) -> int:
    """Return how many players one database takes who are seated at the same time, in thousands
    rounded down."""
    players = cost.commits_per_second * LOAD * 60 / COMMANDS_A_MINUTE
    return int(players // 1000 * 1000)


def said(value: Fraction | int) -> str:
    """Return a number to two figures or more, as a person writes it.

    >>> said(Fraction(1, 300)), said(Fraction(7, 3)), said(166667), said(Fraction(2154, 10))
    ('0.0033', '2.3', '166,667', '215')
    """
    if value == int(value) or value >= 10:
        return f"{round(value):,}"
    digits = 1
    while value * 10**digits < 10:
        digits += 1
    return f"{float(value):.{digits}f}"


_ROWS: tuple[tuple[str, Callable[[Needs], Fraction | int]], ...] = (
    ("tables", lambda n: n.tables),
    ("commands a second", lambda n: n.commands),
    ("messages a second, to everybody at each table", lambda n: n.messages),
    ("cores that decide, write and answer", lambda n: n.command_cores),
    ("cores that send to players and spectators", lambda n: n.message_cores),
    ("processes, of one core each", lambda n: n.processes),
    ("GB of memory for them", lambda n: n.memory_gb),
    ("cores of PostgreSQL", lambda n: n.database_cores),
    ("databases", lambda n: n.databases),
    ("MB of logs a second", lambda n: n.mb),
    (f"TB a day, played {HOURS_A_DAY} hours", lambda n: n.tb_a_day),
    (f"TB in the databases, pruned after {DAYS} days", lambda n: n.tb_kept),
)


def _table(found: list[Needs]) -> Iterator[str]:
    yield "| seated at the same time | " + " | ".join(f"{each.seated:,}" for each in found) + " |"
    yield "|---|" + "--:|" * len(found)
    for name, value in _ROWS:
        yield f"| {name} | " + " | ".join(said(value(each)) for each in found) + " |"


def page() -> str:
    cost = costs()
    found = [needs(size, cost) for size in SIZES]
    million = found[-1]
    sending = million.message_cores / (million.command_cores + million.message_cores)
    return TEMPLATE.read_text(encoding="utf-8").format(
        table="\n".join(_table(found)),
        players=PLAYERS_AT_A_TABLE,
        watchers=WATCHERS_AT_A_TABLE,
        here=PLAYERS_AT_A_TABLE + WATCHERS_AT_A_TABLE,
        pace=COMMANDS_A_MINUTE,
        load=int(LOAD * 100),
        command_us=said(cost.command_us),
        database_us=said(cost.database_us),
        message_us=said(cost.message_us),
        process_mb=said(cost.process_kb / 1024),
        table_kb=said(cost.table_kb),
        connection_kb=said(cost.connection_kb),
        command_bytes=said(cost.command_bytes),
        commits=said(cost.commits_per_second),
        largest=f"{largest(cost):,}",
        databases=said(million.databases),
        sending=said(sending * 100),
        mb=said(million.mb),
        tb_a_day=said(million.tb_a_day),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write docs/scale.md")
    text = page()
    if parser.parse_args().write:
        PAGE.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
