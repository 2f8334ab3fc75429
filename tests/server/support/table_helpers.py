"""Helpers for tests at tables: open tables, sum the books from the lines that a client received,
play hands to their end, check logs with ``lammer audit`` and ``lammer fair``."""

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

from lammer.server.verification.house_check import check_house
from lammer.store import open_sql, open_store
from tests.command import lammer
from tests.server.support.running import PATIENCE, InThread, LiveClient, Message, RunningHouse

QUICK = ("--limit", "commands_per_second=100000", "--limit", "commands_at_once=100000",
         "--limit", "requests_per_second=100000", "--limit", "requests_at_once=100000",
         "--limit", "lines_per_hour=9999999",
         "--limit", "lines_per_hour_guest=9999999")  # fmt: skip
"""Options of a house whose rate limits do not slow a test."""
THING = {"roll": "dice", "shake": "shaker", "deal": "shoe"}


async def until(done: Callable[[], Any]) -> None:
    """Wait until a condition holds, checking repeatedly."""
    async with asyncio.timeout(PATIENCE):
        while not done():
            await asyncio.sleep(0.001)


def play(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine to its end, with a time limit."""

    async def bounded() -> Any:
        async with asyncio.timeout(4 * PATIENCE):
            return await work

    return asyncio.run(bounded())


def new_table(at: RunningHouse, token: str, rules: str = "nj-2011", **more: Any) -> str:
    """Open a new table; return its key."""
    status, found = at.call("POST", "/api/v1/tables", {"rules": rules, **more}, token)
    assert status == 201, found
    key: str = found["table"]
    return key


@asynccontextmanager
async def at(
    house: RunningHouse,
    table: str,
    token: str | None = None,
    name: str = "test",
    start: int | None = 1,
    **more: Any,
) -> AsyncIterator[LiveClient]:
    """Connect a client that receives every line of the table."""
    client = house.client(table, token, name)
    await client.open(start, **more)
    try:
        yield client
    finally:
        await client.close()


def books_from_lines(lines: dict[int, Message]) -> dict[str, int]:
    """Return the books, summed from the transfers of every line."""
    assert sorted(lines) == list(range(1, len(lines) + 1)), "there are lines missing"
    books: dict[str, int] = {}
    for number in sorted(lines):
        for source, target, cents in lines[number]["body"].get("moves", ()):
            books[source] = books.get(source, 0) - cents
            books[target] = books.get(target, 0) + cents
    return books


def adds_up(client: LiveClient) -> dict[str, int]:
    """Check that every seat has what the lines say; return the books, which sum to zero."""
    books = books_from_lines(client.lines)
    assert sum(books.values()) == 0
    seats = client.state["seats"]
    for number, seat in seats.items():
        assert seat["rail"] == books.get(f"rail-{number}", 0) >= 0, (number, seat, books)
        assert seat["layout"] == books.get(f"layout-{number}", 0) >= 0, (number, seat, books)
        up = sum(bet["stake"] for bet in seat["bets"].values())
        assert seat["layout"] == up, (number, seat)
    for account, cents in books.items():
        kind, _, number = account.partition("-")
        if kind in ("rail", "layout") and number not in seats:
            assert cents == 0, (account, cents)
    return books


def purse_adds_up(
    house: RunningHouse, client: LiveClient, token: str, started: int = 100_000
) -> None:
    """Check that purse and table together have the chips of the beginning, less what the table
    won."""
    adds_up(client)
    me = house.get("/api/v1/me", token)
    seat = next((n for n, s in client.state["seats"].items() if s["name"] == me["name"]), None)
    there = client.state["seats"][seat] if seat is not None else {"rail": 0, "layout": 0}
    assert me["at_tables"] == there["rail"] + there["layout"]
    brought = sum(
        cents * (1 if source == "cage" else -1)
        for line in client.lines.values()
        if line["body"].get("name", me["name"]) == me["name"]
        for source, target, cents in line["body"].get("moves", ())
        if "cage" in (source, target) and (seat is None or f"rail-{seat}" in (source, target))
    )
    assert me["purse"] == started - brought, (me, brought)


async def caught_up(client: LiveClient, seq: int) -> None:
    """Receive everything up to a line."""
    while max(client.lines, default=0) < seq:
        await client.receive()


async def receive_until(client: LiveClient, done: Any, patience: float = PATIENCE) -> None:
    """Receive messages until a condition holds; messages without lines go to ``others``."""
    async with asyncio.timeout(patience):
        while not done():
            message = await client.receive()
            if "lines" not in message:
                client.others.append(message)


async def receive_as_time_passes(
    house: InThread, client: LiveClient, seconds: float, done: Any
) -> None:
    """Advance the clock repeatedly until a condition holds: a house checks only now and then who is
    away, and counts the seconds from that check."""
    async with asyncio.timeout(PATIENCE):
        while not done():
            house.pass_time(seconds)
            with suppress(TimeoutError):
                await client.receive(0.1)


def events(client: LiveClient, name: str) -> list[Message]:
    """Return the bodies of all events of a name, in order."""
    return [
        client.lines[number]["body"]
        for number in sorted(client.lines)
        if client.lines[number]["event"] == name
    ]


async def take(clients: dict[int, LiveClient], thing: str = "dice") -> int:
    """Let the player who is offered the instrument accept it; return the seat."""
    one = next(iter(clients.values()))
    assert one.state["shooter"] is None
    seat: int = one.state["offered"]
    found = await clients[seat].done(f"accept-{thing}")
    for each in clients.values():
        await caught_up(each, found["to"])
    return seat


async def trial(client: LiveClient, verb: str, others: tuple[LiveClient, ...] = ()) -> Message:
    """A roll, shake or coup, heard by all; its own line."""
    found = await client.done(verb)
    for each in (client, *others):
        await caught_up(each, found["to"])
    lines = (client.lines[number] for number in range(found["seq"], found["to"] + 1))
    return next(line for line in lines if line["event"] == verb)


async def seven_out(clients: dict[int, LiveClient], *, amount: int = 1000) -> int:
    """The shooter bets on the line and rolls until the dice go on; how many rolls that took."""
    (first, *_) = clients.values()
    shooter = first.state["shooter"]
    roller = clients[shooter]
    others = tuple(clients.values())
    for count in range(1, 2000):
        if "pass" not in roller.state["seats"][str(shooter)]["bets"]:
            await roller.done("bet", wager="pass", amount=amount)
        await trial(roller, "roll", others)
        for each in others:
            adds_up(each)
        if roller.state["shooter"] != shooter:
            return count
    raise AssertionError("two thousand rolls without a seven")


def judged(command: str, log: bytes, *options: str) -> tuple[int, Any]:
    """What ``lammer audit`` or ``lammer fair`` says of a log: the exit status and the JSON."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.log"
        path.write_bytes(log)
        done = lammer(command, str(path), "--json", *options)
    assert done.returncode in (0, 1), done.stderr
    return done.returncode, json.loads(done.stdout)


def passes_audit(house: RunningHouse, table: str, *, closed: bool = False) -> Any:
    """The exported log is right in everything, but for the close of a table that is open."""
    status, found = judged("audit", house.log(table))
    said = [each["what"] for each in found["findings"]]
    if closed:
        assert (status, said) == (0, []), said
    else:
        assert len(said) <= 1, said
        assert all("clos" in str(each) for each in said), said
    return found


def passes_fair(house: RunningHouse, table: str) -> Any:
    """Every pledge that is over was followed."""
    status, found = judged("fair", house.log(table))
    assert status == 0, found
    return found


def books_verify(house: RunningHouse) -> None:
    """The store finds nothing wrong with the money."""
    with closing(open_store(house.database)) as store:
        assert store.verify() == []


def is_well(house: RunningHouse) -> None:
    """All tables go on, and the money is right."""
    found = house.get("/health")
    assert found["ok"], found
    assert found["stopped"] == {}, found
    books_verify(house)
    assert database_findings(house) == []


def database_findings(house: RunningHouse, *, with_notes: bool = True) -> list[str]:
    """What the audit of a house's database finds, in words, and what it notes of tables."""
    with closing(open_sql(house.database)) as store:
        parts = store.as_of_now(lambda: list(check_house(store)))
    found = [
        f"{part.table}, line {each.line}, {each.kind}: {each.what}"
        for part in parts
        for each in part.findings
    ]
    notes = [f"{part.table}: {each.what}" for part in parts if part.table for each in part.notes]
    return [*found, *(notes if with_notes else ())]
