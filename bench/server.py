"""The house under load: commands a second from the command to the durable event seen by everybody
at the table, as a ratio to raw ``fdatasync`` on the same disk in the same run.

    python bench/server.py [--write] [--seconds S] [--memory ROLLS]

The house is a process of its own (``lammer serve`` on SQLite), the bots share another. A bot sends
its next command when it has the answer and has seen the line; each has a second client that
watches, and a command counts when both have seen it. "one" is one player at one table, "four" are
four at one, "hundred" one at each of a hundred, "together" the same with ten commands a message.
"fan_out" compares our WebSocket transport with uvicorn's own: messages delivered to spectators of
one table for each second of CPU time that the house uses.
"""

import argparse
import asyncio
import base64
import json
import os
import platform
import re
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bench.disk import fdatasync_rate  # noqa: E402

RESULTS = Path(__file__).parent / "results" / "server.json"
WAGERS = (
    *("field", "any-seven", "any-craps", "craps-2", "craps-3", "craps-12", "eleven"),
    *("hard-4", "hard-6", "hard-8"),
)
KINDS = ("one", "four", "hundred", "together", "spectators", "fan_out", "none")
STOCK = Path(__file__).parent / "stock_transport.py"
WATCHERS, COMMANDS = 500, 200
"""Spectators of one table, and the commands they see, in each turn of the fan-out."""
LAST_LINE = re.compile(rb'"to":(\d+)')
LIMITS = {
    "commands_per_second": 1_000_000,
    "lines_per_hour": 1_000_000_000,
    "lines_per_hour_guest": 1_000_000_000,
    "commands_at_once": 1_000_000,
    "connections_per_person": 5000,
    "connections_per_address": 10000,
    "requests_per_second": 100_000,
    "requests_at_once": 100_000,
    "connects_per_second": 100_000,
    "connects_at_once": 100_000,
    "outbox": 4096,
}


class Socket(asyncio.Protocol):
    """As little of a WebSocket client as a bot needs: text messages, whole frames."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self._hear = hear
        self._buffer = bytearray()
        self._open = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.ready.set_exception(RuntimeError(head.decode()[:200]))
                return
            self._buffer = rest
            self._open = True
            self.ready.set_result(None)
        while (frame := self._frame()) is not None:
            self._hear(frame)

    def _frame(self) -> bytes | None:
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        length, start = buffer[1] & 127, 2
        if length == 126:
            length, start = int.from_bytes(buffer[2:4], "big"), 4
        elif length == 127:
            length, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + length:
            return None
        kind, payload = buffer[0] & 15, bytes(buffer[start : start + length])
        del buffer[: start + length]
        if kind == 9:
            self._send(0x8A, payload)
            return b""
        return payload

    def send(self, payload: bytes) -> None:
        self._send(0x81, payload)

    def _send(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 254)) + size.to_bytes(2)
        assert self.transport is not None
        self.transport.write(head + b"\0\0\0\0" + payload)  # Masked by zeros: unchanged.


async def connected(
    port: int, table: str, token: str | None, client: str, hear: Callable[[bytes], None]
) -> Socket:
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(hear), "127.0.0.1", port)
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    bearer = f"Authorization: Bearer {token}\r\n" if token else ""
    assert socket.transport is not None
    socket.transport.write(
        f"GET /api/v1/tables/{table}/live?client={client} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
        f"Sec-WebSocket-Version: 13\r\n{bearer}\r\n".encode()
    )
    await asyncio.wait_for(socket.ready, 60)
    return socket


class LoadBot:
    """A player who puts a chip on each of ten wagers, and takes them down again. No task stands
    between a message and the next: what the bots cost is taken from the house."""

    def __init__(self, number: int, table: str, at_once: int) -> None:
        self.table, self.at_once = table, at_once
        self.name = f"bot-{number}-{secrets.token_hex(4)}"
        self.number = 0
        self.waits: list[float] = []
        self.done = 0
        self.stop = False
        self._sent_at = 0.0
        self._needed = 0
        self._answered = False
        self.seen = [0, 0]
        self._then: Callable[[], None] | None = None
        self.socket: Socket | None = None
        self.watcher: Socket | None = None
        turns: list[dict[str, Any]] = [
            *({"do": "bet", "wager": wager, "amount": 100} for wager in WAGERS),
            *({"do": "remove", "wager": wager} for wager in WAGERS),
        ]
        self._turns = [json.dumps(turn)[1:] for turn in turns]
        self._at = 0
        self._ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def sit(self, port: int, token: str) -> None:
        self.socket = await connected(port, self.table, token, self.name, self._hear)
        self.watcher = await connected(port, self.table, None, "watch", self._watch)
        await self.ask({"do": "sit", "rail": 90_000})
        if not self.table.startswith("automated"):
            await self.ask({"do": "accept-dice"})

    def _hear(self, frame: bytes) -> None:
        if frame.startswith(b'{"lines"'):
            self.seen[0] = _seq(frame)
        elif frame.startswith((b'{"re"', b'{"answers"')):
            self._answered = True
            if b'"ok":false' in frame:
                raise RuntimeError(frame.decode()[:300])
            self._needed = int(LAST_LINE.findall(frame)[-1])
        self._look()

    def _watch(self, frame: bytes) -> None:
        if frame.startswith(b'{"lines"'):
            self.seen[1] = _seq(frame)
            self._look()

    def _look(self) -> None:
        if self._answered and self.seen[0] >= self._needed <= self.seen[1]:
            self._answered = False
            self.waits.append(time.perf_counter() - self._sent_at)
            if self._then is not None:
                self._then()

    def _send(self, text: str, commands: int) -> None:
        self.done += commands
        assert self.socket is not None
        self._sent_at = time.perf_counter()
        self.socket.send(text.encode())

    async def ask(self, *commands: dict[str, Any]) -> None:
        """Send these, and wait until everybody has seen them."""
        told = asyncio.Event()
        self._then = told.set
        texts = [json.dumps(command)[1:] for command in commands]
        self._send(self._numbered(texts), len(commands))
        await asyncio.wait_for(told.wait(), 60)

    def _numbered(self, texts: list[str]) -> str:
        found = []
        for text in texts:
            self.number += 1
            found.append(f'{{"id":{self.number},{text}')
        return found[0] if len(found) == 1 else f"[{','.join(found)}]"

    async def play(self) -> None:
        """Play until told to stop, and then to the end of the round."""
        self._then = self._next
        self._next()
        while True:
            done, _ = await asyncio.wait({self._ended}, timeout=60)
            if done:
                return
            if time.perf_counter() - self._sent_at > 60:
                raise TimeoutError("a command was not answered within a minute")

    def _next(self) -> None:
        if self.stop and not self._at:
            self._ended.set_result(None)
            return
        some = self._turns[self._at : self._at + self.at_once]
        self._at = (self._at + self.at_once) % len(self._turns)
        self._send(self._numbered(some), len(some))


def _seq(frame: bytes) -> int:
    at = frame.rindex(b'"seq":', 0, frame.rindex(b',"state"')) + 6
    return int(frame[at : frame.index(b",", at)])


class Server:
    def __init__(self, folder: Path, *, stock: bool = False, **limits: int) -> None:
        self.database = folder / ("stock.sqlite" if stock else "house.sqlite")
        program = [str(STOCK)] if stock else ["-m", "lammer"]
        command = [sys.executable, *program, "serve", "--db", str(self.database)]
        for name, value in {**LIMITS, **limits}.items():
            command += ["--limit", f"{name}={value}"]
        self.process = subprocess.Popen(
            [*command, "--port", "0"], stdout=subprocess.PIPE, text=True
        )
        self._read_greeting()

    def _read_greeting(self) -> None:
        assert self.process.stdout is not None
        self.administrator = ""
        for line in self.process.stdout:
            if "is open at" in line:
                self.port = int(line.rpartition(":")[2])
            if "/administrator#" in line:
                self.administrator = line.rpartition("#")[2].strip()
            if line.startswith("Ctrl-C"):
                break

    def call(self, path: str, body: dict[str, Any], token: str | None = None) -> Any:
        import urllib.request

        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        url = f"http://127.0.0.1:{self.port}/api/v1{path}"
        request = urllib.request.Request(url, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def administrator_token(self) -> str:
        body = {"login": "chief", "password": "a long enough password", "name": "Chief"}
        token: str = self.call("/accounts", body)["token"]
        self.call("/invitations/accept", {"token": self.administrator}, token)
        return token

    def cpu(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Resident kilobytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0])

    def close(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=60)


async def measured(
    server: Server, tables: list[str], tokens: list[str], seconds: float, at_once: int = 1
) -> dict[str, Any]:
    bots = [LoadBot(number, table, at_once) for number, table in enumerate(tables)]
    for bot, token in zip(bots, tokens, strict=True):
        await bot.sit(server.port, token)
    for bot in bots:
        bot.waits, bot.done = [], 0
    before, own, started = server.cpu(), time.process_time(), time.perf_counter()
    tasks = [asyncio.create_task(bot.play()) for bot in bots]
    await asyncio.sleep(seconds)
    for bot in bots:
        bot.stop = True
    await asyncio.gather(*tasks)
    took, own = time.perf_counter() - started, time.process_time() - own
    done = sum(bot.done for bot in bots)
    waits = sorted(wait for bot in bots for wait in bot.waits)
    for bot in bots:
        await bot.ask({"do": "leave"})
        for socket in (bot.socket, bot.watcher):
            assert socket is not None
            assert socket.transport is not None
            socket.transport.close()
    return {
        "tables": len(set(tables)),
        "players": len(tables),
        "commands_in_a_message": at_once,
        "commands": done,
        "commands_per_second": round(done / took),
        "p50_ms": round(1000 * statistics.median(waits), 3),
        "p99_ms": round(1000 * waits[int(len(waits) * 0.99)], 3),
        "server_cpu_us_per_command": round(1e6 * (server.cpu() - before) / done, 1),
        "bots_cpu_us_per_command": round(1e6 * own / done, 1),
    }


async def spectators(server: Server, table: str, token: str, many: int, seconds: float) -> Any:
    """How long a command takes to be seen by the player and by everybody who watches."""
    seen = [0] * many
    left, everybody = many, asyncio.Event()
    wanted = 0

    def watching(at: int) -> Callable[[bytes], None]:
        def hear(frame: bytes) -> None:
            nonlocal left
            if frame.startswith(b'{"lines"') and seen[at] < wanted <= _seq(frame):
                seen[at] = wanted
                left -= 1
                if not left:
                    everybody.set()

        return hear

    bot = LoadBot(0, table, 1)
    await bot.sit(server.port, token)
    crowd = [await connected(server.port, table, None, "watch", watching(at)) for at in range(many)]
    waits: list[float] = []
    ends = time.perf_counter() + seconds
    while time.perf_counter() < ends:
        wanted, left = max(bot.seen) + 1, many
        everybody.clear()
        began = time.perf_counter()
        up = len(waits) % 2
        bet = {"do": "bet", "wager": "field", "amount": 100}
        await bot.ask({"do": "remove", "wager": "field"} if up else bet)
        await asyncio.wait_for(everybody.wait(), 60)
        waits.append(time.perf_counter() - began)
    wanted = 2**60
    await bot.ask({"do": "leave"})
    for socket in (*crowd, bot.socket, bot.watcher):
        assert socket is not None
        assert socket.transport is not None
        socket.transport.close()
    waits.sort()
    return {
        "spectators": many,
        "commands": len(waits),
        "p50_ms": round(1000 * statistics.median(waits), 2),
        "p99_ms": round(1000 * waits[int(len(waits) * 0.99)], 2),
    }


class Crowd:
    """A player and many spectators at one table."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.bot = LoadBot(0, "craps-1", 1)
        self._seen = 0
        self._wanted = 0
        self._everybody = asyncio.Event()

    async def gather(self) -> None:
        token = self.server.call("/guests", {"name": "bot"})["token"]
        await self.bot.sit(self.server.port, token)
        for _ in range(WATCHERS):
            await connected(self.server.port, "craps-1", None, "watch", self._hear)

    def _hear(self, frame: bytes) -> None:
        if frame.startswith(b'{"lines"'):
            self._seen += 1
            if self._seen == self._wanted:
                self._everybody.set()

    async def messages_per_cpu_second(self) -> float:
        """Messages delivered to spectators for each second of the house's CPU time."""
        before, start = self.server.cpu(), self._seen
        for at in range(COMMANDS):
            self._everybody.clear()
            self._wanted = self._seen + WATCHERS
            bet = {"do": "bet", "wager": "field", "amount": 500}
            await self.bot.ask({"do": "remove", "wager": "field"} if at % 2 else bet)
            await asyncio.wait_for(self._everybody.wait(), 60)
        return (self._seen - start) / (self.server.cpu() - before)


async def fan_out(folder: Path, times: int) -> dict[str, Any]:
    """Our transport and uvicorn's in turns, each in a house of its own."""
    ours, stock = Server(folder), Server(folder, stock=True)
    try:
        crowds = [Crowd(ours), Crowd(stock)]
        for crowd in crowds:
            await crowd.gather()
            await crowd.messages_per_cpu_second()
        turns = [[await crowd.messages_per_cpu_second() for crowd in crowds] for _ in range(times)]
    finally:
        ours.close()
        stock.close()
    return {
        "spectators": WATCHERS,
        "messages_per_cpu_second": round(statistics.median(turn[0] for turn in turns)),
        "stock_messages_per_cpu_second": round(statistics.median(turn[1] for turn in turns)),
        "ratio_to_stock": round(statistics.median(turn[0] / turn[1] for turn in turns), 2),
        "ratios": sorted(round(turn[0] / turn[1], 2) for turn in turns),
    }


async def memory(server: Server, table: str, token: str, rolls: int) -> dict[str, Any]:
    """What the house holds in memory while one table rolls on and on."""
    bot = LoadBot(0, table, 50)
    await bot.sit(server.port, token)
    samples: list[tuple[int, int]] = []
    started, done = time.perf_counter(), 0
    while done < rolls:
        await bot.ask(*[{"do": "roll"}] * 50)
        done += 50
        if done % (rolls // 20) < 50:
            samples.append((done, server.memory()))
    took = time.perf_counter() - started
    await bot.ask({"do": "leave"})
    half = [kilobytes for at, kilobytes in samples if at >= rolls // 2]
    return {
        "rolls": done,
        "rolls_per_second": round(done / took),
        "megabytes": [[at, round(kilobytes / 1024, 1)] for at, kilobytes in samples],
        "growth_in_the_second_half_megabytes": round((half[-1] - half[0]) / 1024, 1),
    }


async def beside_the_disk(
    folder: Path, times: int, measure: Callable[[], Awaitable[dict[str, Any]]]
) -> dict[str, Any]:
    """The middle one of several measurements by its ratio to what the disk itself does just before
    and just after it: both change from minute to minute. All the ratios are told."""
    found = []
    for _ in range(times):
        before = fdatasync_rate(folder), fdatasync_rate(folder, over=True)
        each = await measure()
        after = fdatasync_rate(folder), fdatasync_rate(folder, over=True)
        disk, over = (statistics.mean(pair) for pair in zip(before, after, strict=True))
        each["fdatasync_per_second"] = round(disk)
        each["ratio_to_fdatasync"] = round(each["commands_per_second"] / disk, 3)
        each["ratio_to_fdatasync_over"] = round(each["commands_per_second"] / over, 3)
        found.append(each)
    found.sort(key=lambda each: float(each["ratio_to_fdatasync"]))
    return {**found[len(found) // 2], "ratios": [each["ratio_to_fdatasync"] for each in found]}


async def run(
    seconds: float, folder: Path, only: str | None, rolls: int, times: int
) -> dict[str, Any]:
    if only == "fan_out":
        return {"fan_out": await fan_out(folder, times)}
    server = Server(folder)
    try:
        chief = server.administrator_token()
        many = []
        for _ in range(100):
            opened = server.call("/tables", {"rules": "nj-2011", "game": "automated-craps"}, chief)
            many.append(opened["table"])
        guests = [server.call("/guests", {"name": f"bot-{n}"})["token"] for n in range(100)]
        whole: dict[str, Any] = {}
        for name, tables, at_once in (
            ("one", many[:1], 1),
            ("four", many[:1] * 4, 1),
            ("hundred", many, 1),
            ("together", many, 10),
        ):
            if only in (None, name):
                players = guests[: len(tables)]
                measure = partial(measured, server, tables, players, seconds, at_once)
                whole[name] = await beside_the_disk(folder, times, measure)
        if only in (None, "spectators"):
            whole["spectators"] = await spectators(server, many[0], guests[0], 1000, seconds)
        if rolls:
            whole["memory"] = await memory(server, many[1], guests[1], rolls)
    finally:
        server.close()
    if only is None:
        whole["fan_out"] = await fan_out(folder, times)
    return whole


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep the result in bench/results")
    parser.add_argument("--only", choices=KINDS, help="one of them")
    parser.add_argument("--memory", type=int, default=0, metavar="ROLLS", help="roll so often")
    parser.add_argument("--seconds", type=float, default=6, help="for each measurement")
    parser.add_argument("--times", type=int, default=9, help="each measurement, for its middle")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        found = asyncio.run(
            run(
                arguments.seconds,
                Path(folder),
                arguments.only,
                arguments.memory,
                arguments.times,
            )
        )
    cores, version = os.cpu_count(), platform.python_version()
    found["machine"] = f"{platform.machine()}, {cores} cores, Python {version}"
    text = json.dumps(found, indent=2)
    print(text)
    if arguments.write:
        earlier = json.loads(RESULTS.read_text()) if arguments.only else {}
        RESULTS.write_text(json.dumps({**earlier, **found}, indent=2) + "\n")


if __name__ == "__main__":
    main()
