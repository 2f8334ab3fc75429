"""What a spectator costs for each message: CPU time of the house, before and now, beside what the
operating system alone takes to send it.

    python bench/fan_out.py [--before COMMIT] [--write] [--times N]

Two houses, one of an earlier commit and one of this tree, take turns; each has a player and
spectators at one table, over loopback. "alone": the player waits until everybody has seen a
message. "busy": it does not, so messages come faster than spectators are written to. What the
commands themselves cost is measured with no spectators, and taken off. "floor" is one ``send`` of
the same bytes for each spectator, in a loop, to sockets that are read by another process.
"""

import argparse
import asyncio
import json
import os
import platform
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from multiprocessing import get_context
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bench.server import LIMITS, LoadBot, Server, connected  # noqa: E402

RESULTS = Path(__file__).parent / "results" / "fan_out.json"
BEFORE = "5232f4d7"
SPECTATORS, COMMANDS = 500, 200
TABLE, LINES = "craps-1", b'{"lines"'
NEW_LIMITS = ("lines_per_hour", "lines_per_hour_guest")
"""Those that came after ``BEFORE``."""
PING = b"\x89\x04"
"""How a ping of four bytes begins; no message has the first of these."""
WAYS = ("alone", "busy")
_SPAWN = get_context("spawn")


class TreeServer(Server):
    """A house that is run from another tree, with the packages of this one."""

    def __init__(self, folder: Path, tree: Path | None) -> None:
        if tree is None:
            super().__init__(folder)
            return
        limits = [
            f"--limit={name}={value}" for name, value in LIMITS.items() if name not in NEW_LIMITS
        ]
        database = folder / "before.sqlite"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "lammer", "serve", "--db", str(database), "--port=0", *limits],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(tree / "src")},
        )
        self._read_greeting()

    def cpu(self) -> float:
        """Return the seconds of CPU time of all its threads, to the nanosecond."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(each.read_text().split()[0]) for each in threads) / 1e9


class Readers:
    """Connections that another process opens and reads, as cheaply as it can: what they cost is not
    to slow the house down."""

    def __init__(self, port: int, request: bytes = b"") -> None:
        self.seen = _SPAWN.Value("L", 0, lock=False)
        self._ready = _SPAWN.Event()
        work = _SPAWN.Process(
            target=_read_all, args=(port, request, self.seen, self._ready), daemon=True
        )
        work.start()

    async def ready(self) -> None:
        await asyncio.to_thread(self._ready.wait, 60)

    async def until_seen(self, wanted: int) -> None:
        """Wait until so many messages were read in all."""
        end = time.monotonic() + 60
        while self.seen.value < wanted:
            if time.monotonic() > end:
                raise TimeoutError(f"{self.seen.value} messages instead of {wanted}")
            await asyncio.sleep(0.001)


def _read_all(port: int, request: bytes, seen: Any, ready: Any) -> None:
    """Read what comes over so many connections until one ends; count messages with lines."""
    selector = selectors.DefaultSelector()
    for _ in range(SPECTATORS):
        made = socket.create_connection(("127.0.0.1", port))
        if request:
            made.sendall(request)
            while b"\r\n\r\n" not in made.recv(2**16):
                pass
        made.setblocking(False)
        selector.register(made, selectors.EVENT_READ, [b""])
    ready.set()
    while True:
        for key, _ in selector.select():
            assert isinstance(key.fileobj, socket.socket)
            data = key.fileobj.recv(2**18)
            if not data:
                return
            ping = data.find(PING)
            if ping >= 0:
                key.fileobj.send(b"\x8a\x84\0\0\0\0" + data[ping + 2 : ping + 6])
            found = key.data[0] + data
            seen.value += found.count(LINES)
            key.data[0] = found[1 - len(LINES) :]


class SpectatorCrowd:
    """A player and spectators at one table."""

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        self.bot = LoadBot(0, TABLE, 1)
        self.bot.name = name
        self._up = False
        self._readers: Readers | None = None
        self.bytes = 0

    async def sit(self) -> None:
        """Sit down. The player waits for its own messages alone, and not for a spectator."""
        await self.bot.sit(self.server.port, self.server.call("/guests", {"name": "bot"})["token"])
        assert self.bot.watcher is not None
        assert self.bot.watcher.transport is not None
        self.bot.watcher.transport.close()
        self.bot.seen[1] = 2**60

    async def gather(self) -> None:
        port = self.server.port
        self._readers = Readers(
            port,
            f"GET /api/v1/tables/{TABLE}/live?client=watch HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode(),
        )
        await self._readers.ready()
        watcher = await connected(port, TABLE, None, "size", self._measure)
        await self._command()
        while not self.bytes:
            await asyncio.sleep(0.001)
        assert watcher.transport is not None
        watcher.transport.close()
        await self._readers.until_seen(SPECTATORS)

    def _measure(self, frame: bytes) -> None:
        self.bytes = len(frame) if frame.startswith(LINES) else self.bytes

    async def _command(self) -> None:
        self._up = not self._up
        bet = {"do": "bet", "wager": "field", "amount": 500}
        await self.bot.ask(bet if self._up else {"do": "remove", "wager": "field"})

    async def us_per_command(self, way: str) -> float:
        """Return the CPU time for a command that everybody sees."""
        readers, before = self._readers, self.server.cpu()
        start = 0 if readers is None else readers.seen.value
        for done in range(1, COMMANDS + 1):
            await self._command()
            if readers is not None and (way == "alone" or done == COMMANDS):
                await readers.until_seen(start + done * SPECTATORS)
        return 1e6 * (self.server.cpu() - before) / COMMANDS


class Floor:
    """Sockets that another process reads."""

    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0), backlog=SPECTATORS) as listening:
            self._readers = Readers(listening.getsockname()[1])
            self._sockets = [listening.accept()[0] for _ in range(SPECTATORS)]
        for each in self._sockets:
            each.setblocking(False)
            each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    async def us_per_message(self, size: int) -> float:
        message, took = LINES + b"x" * (size - len(LINES)), 0
        for _ in range(COMMANDS):
            wanted = self._readers.seen.value + SPECTATORS
            before = time.process_time_ns()
            for each in self._sockets:
                each.send(message)
            took += time.process_time_ns() - before
            await self._readers.until_seen(wanted)
        return took / 1000 / COMMANDS / SPECTATORS


async def measured(folder: Path, tree: Path, times: int) -> dict[str, Any]:
    names, servers = ("before", "now"), (TreeServer(folder, tree), TreeServer(folder, None))
    found: dict[str, list[float]] = {"floor": []}
    floor = Floor()
    try:
        crowds = {
            name: SpectatorCrowd(server, name) for name, server in zip(names, servers, strict=True)
        }
        for crowd in crowds.values():
            await crowd.sit()
        bare: dict[str, list[float]] = {name: [] for name in names}
        for turn in range(times + 1):
            for name, crowd in crowds.items():
                took = await crowd.us_per_command("busy")
                bare[name] += [took] if turn else []
        for crowd in crowds.values():
            await crowd.gather()
        for turn in range(times + 1):
            for way in WAYS:
                for name, crowd in crowds.items():
                    took = await crowd.us_per_command(way)
                    each = (took - statistics.median(bare[name])) / SPECTATORS
                    found.setdefault(f"{way} {name}", []).extend([each] if turn else [])
            found["floor"].append(await floor.us_per_message(crowds["now"].bytes + 4))
    finally:
        for server in servers:
            server.close()
    middle = {name: statistics.median(each) for name, each in found.items()}
    return {
        "before": BEFORE,
        "spectators": SPECTATORS,
        "bytes": {name: crowd.bytes for name, crowd in crowds.items()},
        "us_per_command": {name: round(statistics.median(bare[name]), 1) for name in names},
        "floor_us": round(middle["floor"], 2),
        **{
            way: {
                "before_us": round(middle[f"{way} before"], 2),
                "now_us": round(middle[f"{way} now"], 2),
                "before_to_floor": round(middle[f"{way} before"] / middle["floor"], 2),
                "now_to_floor": round(middle[f"{way} now"] / middle["floor"], 2),
                "ratio": round(middle[f"{way} now"] / middle[f"{way} before"], 2),
                "ratios": sorted(
                    round(now / before, 2)
                    for now, before in zip(found[f"{way} now"], found[f"{way} before"], strict=True)
                ),
            }
            for way in WAYS
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", default=BEFORE, help="the earlier commit")
    parser.add_argument("--times", type=int, default=9, help="turns of each house")
    parser.add_argument("--write", action="store_true", help="keep the result in bench/results")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        tree = Path(name) / "tree"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "-q", "--detach", str(tree), arguments.before], check=True)
        try:
            found = asyncio.run(measured(Path(name), tree, arguments.times))
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)
    found["before"] = arguments.before
    found["machine"] = (
        f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    )
    text = json.dumps(found, indent=2)
    print(text)
    if arguments.write:
        RESULTS.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
