"""A real house in a process or a thread of its own, and clients of it.

A process if the test kills it, reads its output or sets options other than limits; otherwise a
thread, which starts in a fraction of the time.
"""

import asyncio
import gc
import itertools
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any
from unittest.mock import patch

from argon2 import PasswordHasher
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidMessage

from lammer.cli.serve import _in_loop, _limits
from lammer.server.ops.limits import ServerLimits
from lammer.server.people import passwords
from lammer.server.serve import RunningServer, Settings, serve

Message = dict[str, Any]
GENEROUS = ("--limit", "tables_per_guest=3")
"""Options of every test's house; a test may override them."""
PATIENCE = 120
"""Seconds after which a test gives up waiting, also on a busy machine."""


METRICS_TOKEN = "metrics-token-of-a-test"


class RunningHouse:
    """A running house, and requests to it over HTTP."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.address = ""
        self.port = 0
        self.administrator: str | None = None

    # HTTP

    def call(
        self, method: str, path: str, body: object = None, token: str | None = None, **headers: str
    ) -> tuple[int, Any]:
        """Send a request; return the status and the JSON of the answer."""
        data = None if body is None else json.dumps(body).encode()
        sent = {"Content-Type": "application/json"} if data is not None else {}
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(self.address + path, data, sent, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, _read(answer.read())
        except urllib.error.HTTPError as problem:
            with problem:
                return problem.code, _read(problem.read())

    def get(self, path: str, token: str | None = None) -> Any:
        status, found = self.call("GET", path, token=token)
        assert status == 200, (path, status, found)
        return found

    def text(self, path: str, token: str | None = None) -> str:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        request = urllib.request.Request(self.address + path, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                found: str = answer.read().decode()
                return found
        except urllib.error.HTTPError as problem:
            problem.close()
            raise

    def metrics(self) -> str:
        return self.text("/metrics", METRICS_TOKEN)

    def guest(self, name: str = "Guest") -> str:
        """Create a guest; return the token."""
        status, found = self.call("POST", "/api/v1/guests", {"name": name})
        assert status == 201, found
        token: str = found["token"]
        return token

    def account(self, login: str, role: str | None = None, by: str | None = None) -> str:
        """Create an account with a role given by the administrator ``by``; return the token."""
        body = {"login": login, "password": f"{login}-and-a-long-word"}
        status, found = self.call("POST", "/api/v1/accounts", body)
        assert status == 201, found
        token: str = found["token"]
        if role is not None:
            invitation = self.administrator
            if by is not None:
                status, made = self.call("POST", "/api/v1/invitations", {"role": role}, by)
                assert status == 201, made
                invitation = made["token"]
            status, found = self.call(
                "POST", "/api/v1/invitations/accept", {"token": invitation}, token
            )
            assert status in (200, 201), found
        return token

    def log(self, table: str) -> bytes:
        return self.text(f"/api/v1/tables/{table}/log").encode()

    def client(self, table: str, token: str | None = None, name: str = "test") -> "LiveClient":
        return LiveClient(self.address, table, token, name)


class Running(RunningHouse):
    """``lammer serve`` as a process. It can be killed and started again; ``shut_down`` ends it for
    good."""

    def __init__(self, database: str, *options: str, environment: dict[str, str] | None = None):
        super().__init__(database)
        self.options = options
        self.environment = environment or {}
        self.program = sys.executable
        self.process: subprocess.Popen[str] | None = None
        self._errors: IO[str] | None = None
        self._kept_port: socket.socket | None = None
        self.administrator_link = ""
        self.said = self.last_words = ""

    def start(self, **more: Any) -> "Running":
        """Start it, and wait until it has printed its address."""
        try:
            if self._kept_port is None:
                self._keep_port()
            command = [self.program, "-m", "lammer", "serve", "--db", self.database]
            command += ["--port", str(self.port), "--metrics-token", METRICS_TOKEN]
            command += [*GENEROUS, *self.options]
            environment = {**os.environ, "PYTHONFAULTHANDLER": "1", **self.environment}
            # Output goes to a file: a pipe that nobody reads would block the house when full.
            self._errors = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=self._errors, text=True,
                env=environment, **more,
            )  # fmt: skip
            self._read_address(self.process)
        except BaseException:
            self.shut_down()
            raise
        return self

    def _keep_port(self) -> None:
        """Reserve a port that no other program gets while the house is down between two starts."""
        self._kept_port = socket.socket()
        self._kept_port.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._kept_port.bind(("127.0.0.1", self.port))
        self.port = self._kept_port.getsockname()[1]

    def _read_address(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None
        self.administrator = None
        # Then its output ends with a traceback of where it hangs.
        too_late = threading.Timer(2 * PATIENCE, process.send_signal, (signal.SIGABRT,))
        too_late.start()
        try:
            for line in process.stdout:
                if found := re.search(r"is open at (http[^\s,]+)", line):
                    self.address = found[1]
                    assert int(found[1].rpartition(":")[2]) == self.port
                if found := re.search(r"(http\S+/administrator#)(\S+)", line):
                    self.administrator_link, self.administrator = found[0], found[2]
                if line.startswith("Ctrl-C"):
                    return
        finally:
            too_late.cancel()
            too_late.join()
        self.kill()
        raise AssertionError(f"the house did not open: {self.said}")

    def kill(self) -> None:
        """Kill the process, as in a power failure."""
        self._end(signal.SIGKILL)

    def interrupt(self) -> int:
        """Send Ctrl-C; return the exit status."""
        return self._end(signal.SIGINT)

    def terminate(self) -> int:
        """End it as a service manager does; return the exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        process, self.process = self.process, None
        assert process is not None
        try:
            process.send_signal(how)
            self.last_words, _ = process.communicate(timeout=PATIENCE)
        except BaseException:
            process.kill()
            process.communicate()
            raise
        finally:
            self._read_errors()
        return process.returncode

    def _read_errors(self) -> None:
        errors, self._errors = self._errors, None
        if errors is not None:
            with errors:
                errors.seek(0)
                self.said = errors.read()

    def shut_down(self) -> None:
        """End it if it runs, and leave nothing open."""
        try:
            if self.process is not None:
                self.kill()
        finally:
            self._read_errors()
            if self._kept_port is not None:
                self._kept_port.close()
                self._kept_port = None

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None


def _read(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except ValueError:
        return raw.decode("utf-8", "replace")


@contextmanager
def running(database: str | Path, *options: str) -> Iterator[Running]:
    """A house that is ended with the test."""
    house = Running(str(database), *options).start()
    try:
        yield house
    finally:
        house.shut_down()


def _weak() -> PasswordHasher:
    return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


SETTLES = 20
"""Turns of the event loop in which it processes what was sent before."""


class ClockLoop(asyncio.SelectorEventLoop):
    """An event loop whose timers can be advanced ahead of the machine's clock."""

    ahead = 0.0

    def time(self) -> float:
        return super().time() + self.ahead

    async def pass_time(self, seconds: float) -> None:
        for _ in range(SETTLES):
            await asyncio.sleep(0.001)
        self.ahead += seconds


class InThread(RunningHouse):
    """A house in a thread of this process, whose clock can be advanced; with ``timers`` also the
    timers of its connections."""

    def __init__(self, database: str, limits: ServerLimits, timers: bool, more: Message) -> None:
        super().__init__(database)
        self._limits, self._timers, self._more = limits, timers, more
        self._ahead = 0.0
        self._copies = itertools.count(1)

    def open(self) -> None:
        settings = Settings(
            database=self.database, port=0, limits=self._limits,
            metrics_token=METRICS_TOKEN, **self._more,
        )  # fmt: skip
        found: Future[tuple[RunningServer, asyncio.AbstractEventLoop]] = Future()

        def opened(server: RunningServer) -> None:
            found.set_result((server, asyncio.get_running_loop()))

        def work() -> None:
            serving = serve(settings, opened, lambda _: None, monotonic=self._monotonic)
            try:
                self._run(serving)
            except BaseException as problem:
                if found.done():
                    raise
                found.set_exception(problem)

        self._thread = threading.Thread(target=work)
        with (
            patch.object(passwords, "PasswordHasher", _weak),  # A strong hash would be slow.
            patch.object(gc, "freeze"),  # Garbage of the house must be collected.
        ):
            self._thread.start()
            self._server, self._loop = found.result(PATIENCE)
        self.address, self.administrator = self._server.address, self._server.administrator
        self.port = int(self.address.rpartition(":")[2])

    def _run(self, serving: Coroutine[Any, Any, None]) -> None:
        if self._timers:
            with asyncio.Runner(loop_factory=ClockLoop) as runner:
                runner.run(serving)
        else:
            _in_loop(serving)

    def _monotonic(self) -> float:
        return time.monotonic() + self._ahead

    def close(self) -> None:
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._server.close)
            self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def pass_time(self, seconds: float) -> None:
        """Advance the house's clock."""
        self._ahead += seconds
        if isinstance(self._loop, ClockLoop):
            passing = self._loop.pass_time(seconds)
            asyncio.run_coroutine_threadsafe(passing, self._loop).result(PATIENCE)

    def lose_power(self) -> None:
        """Close it, and open it again with the database as it was before closing, as if it had been
        killed. Its address changes."""
        copy = f"{self.database}.{next(self._copies)}"
        with (
            closing(sqlite3.connect(self.database)) as before,
            closing(sqlite3.connect(copy)) as after,
        ):
            before.backup(after)
        self.close()
        self.database = copy
        self.open()


@contextmanager
def in_thread(
    database: str | Path, *options: str, timers: bool = False, **more: Any
) -> Iterator[InThread]:
    """Run a house in a thread of this process, with these options (only limits) and ``more``
    settings."""
    every = GENEROUS + options
    assert set(every[::2]) == {"--limit"}, options
    house = InThread(str(database), _limits(every[1::2]), timers, more)
    house.open()
    try:
        yield house
    finally:
        house.close()


class LiveClient:
    """One WebSocket at one table. Keeps every line it sees and every answer it gets.

    Whatever happens to the house or to the task it is used in, its socket is closed: by ``open`` if
    that fails, else by ``close``.
    """

    def __init__(self, address: str, table: str, token: str | None, name: str) -> None:
        self.url = f"{address.replace('http', 'ws', 1)}/api/v1/tables/{table}/live"
        self.token, self.name = token, name
        self.lines: dict[int, Message] = {}
        self.hello: Message = {}
        self.state: Message = {}
        self.shown: Message | None = None
        self.others: list[Message] = []
        self.numbers = itertools.count(1)
        self._socket: ClientConnection | None = None

    async def __aenter__(self) -> "LiveClient":
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def open(self, start: int | None = None, **more: Any) -> None:
        headers = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        query = f"?client={self.name}" + (f"&from={start}" if start is not None else "")
        try:
            # The queue of messages is unbounded: a full queue would stop the reading, and then a
            # closed connection would go unnoticed.
            self._socket = await connect(
                self.url + query, additional_headers=headers, max_size=None, max_queue=None,
                open_timeout=PATIENCE, ping_interval=None, compression=None, proxy=None, **more,
            )  # fmt: skip
        except InvalidMessage as problem:
            if isinstance(problem.__cause__, EOFError):
                raise ConnectionResetError("the house went away in the middle") from problem
            raise
        try:
            self.hello = await self._next()
            self.state = self.hello["snapshot"]["state"]
            self.shown = self.hello["snapshot"]["shown"]
            self.numbers = itertools.count(self.hello["you"].get("last", 0) + 1)
            self._see(self.hello)
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """Close the connection; if interrupted, still leave nothing open."""
        if self._socket is not None:
            try:
                await self._socket.close()
            finally:
                self._socket.transport.abort()

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None
        return self._socket

    async def _next(self, patience: float = PATIENCE) -> Message:
        async with asyncio.timeout(patience):
            found: Message = json.loads(await self.socket.recv())
        return found

    def _see(self, message: Message) -> None:
        for line in message.get("lines", ()):
            self.lines[line["seq"]] = line
        self.shown = message.get("shown", self.shown)
        state = message.get("state")
        if state is not None:
            seats = {**self.state.get("seats", {}), **state["seats"]}
            kept = {number: seat for number, seat in seats.items() if seat is not None}
            self.state = {**state, "seats": kept}

    async def receive(self, patience: float = PATIENCE) -> Message:
        """Receive and process the next message."""
        message = await self._next(patience)
        self._see(message)
        return message

    async def send(self, message: object) -> None:
        text = message if isinstance(message, str | bytes) else json.dumps(message)
        await self.socket.send(text)

    async def ask(self, do: str, *, number: int | None = None, **keys: Any) -> Message:
        """Send a command; return its answer."""
        number = next(self.numbers) if number is None else number
        await self.send({"id": number, "do": do, **keys})
        return await self.answer(number)

    async def done(self, do: str, **keys: Any) -> Message:
        """Send a command that must be carried out; return its answer."""
        found = await self.ask(do, **keys)
        assert found["ok"], (do, keys, found)
        return found

    async def refused(self, do: str, **keys: Any) -> Message:
        """Send a command that must be refused; return the refusal."""
        found = await self.ask(do, **keys)
        assert not found["ok"], (do, keys, found)
        refusal: Message = found["refusal"]
        return refusal

    async def question(self, ask: str) -> Message:
        number = next(self.numbers)
        await self.send({"id": number, "ask": ask})
        return await self.answer(number)

    async def answer(self, number: int | None) -> Message:
        while True:
            message = await self.receive()
            if "re" in message and message["re"] == number:
                return message
            if "re" in message or "lines" not in message:
                self.others.append(message)


def wait_until(done: Any, patience: float = PATIENCE, what: str = "") -> None:
    """Wait until a condition holds, checking repeatedly."""
    end = time.monotonic() + patience
    while not done():
        assert time.monotonic() < end, f"it never happened: {what}"
        time.sleep(0.02)
