"""A house in a process of its own (``lammer serve``), and a client that uses only its protocol."""

import itertools
import json
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

PATIENCE = 120
"""Seconds that anything may take on a busy machine."""
Json = Any


class GoldenHouse:
    """A running house: its address, what it printed when it opened, and requests to it."""

    def __init__(self, address: str, printed: str) -> None:
        self.address, self.printed = address, printed
        found = re.search(r"/administrator#(\S+)", printed)
        self.administrator = found[1] if found else None

    def call(
        self, method: str, path: str, body: Json = None, token: str | None = None
    ) -> tuple[int, Json]:
        """Return the status and the body, as JSON where it is."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        data = None if body is None else json.dumps(body).encode()
        if data is not None:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, _read(answer.read())
        except urllib.error.HTTPError as problem:
            with problem:
                return problem.code, _read(problem.read())

    def get(self, path: str, token: str | None = None) -> Json:
        status, found = self.call("GET", f"/api/v1{path}", token=token)
        assert status == 200, (path, status, found)
        return found

    def post(self, path: str, body: Json, token: str | None = None) -> Json:
        status, found = self.call("POST", f"/api/v1{path}", body, token)
        assert status in (200, 201), (path, status, found)
        return found

    def log(self, table: str) -> bytes:
        with urllib.request.urlopen(
            f"{self.address}/api/v1/tables/{table}/log", timeout=PATIENCE
        ) as answer:
            found: bytes = answer.read()
            return found

    def account(self, login: str, role: str | None = None, by: str | None = None) -> str:
        """Make an account, with a role if one is named; return its token."""
        made = self.post("/accounts", {"login": login, "password": word(login)})
        token: str = made["token"]
        if role is not None:
            invitation = self.administrator
            if by is not None:
                invitation = self.post("/invitations", {"role": role}, by)["token"]
            self.post("/invitations/accept", {"token": invitation}, token)
        return token

    def sign_in(self, login: str) -> str:
        found: str = self.post("/sessions", {"login": login, "password": word(login)})["token"]
        return found

    @contextmanager
    def client(
        self, table: str, token: str | None = None, **query: Json
    ) -> Iterator["RecordingClient"]:
        asked = "&".join(f"{key}={value}" for key, value in {"client": "golden", **query}.items())
        url = f"{self.address.replace('http', 'ws', 1)}/api/v1/tables/{table}/live?{asked}"
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        # Messages may queue without end: a full queue stops the reading, also of the close frame.
        with connect(
            url, additional_headers=headers, max_size=None, max_queue=None,
            open_timeout=PATIENCE, compression=None, proxy=None,
        ) as socket:  # fmt: skip
            yield RecordingClient(socket)


def word(login: str) -> str:
    """Return the password of an account of the goldens."""
    return f"{login}-and-a-long-word"


def _read(raw: bytes) -> Json:
    try:
        return json.loads(raw)
    except ValueError:
        return raw.decode("utf-8", "replace")


class RecordingClient:
    """One WebSocket at a table; ``heard`` has every message, in order."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.heard: list[Json] = []
        self.hello = self.receive()
        self._numbers = itertools.count(self.hello["you"].get("last", 0) + 1)

    def receive(self) -> Json:
        self.heard.append(json.loads(self._socket.recv(timeout=PATIENCE)))
        return self.heard[-1]

    def send(self, message: Json) -> None:
        self._socket.send(message if isinstance(message, str) else json.dumps(message))

    def ask(self, **message: Json) -> Json:
        """Send a command or a question, and return its answer."""
        number = next(self._numbers)
        self.send({"id": number, **message})
        while True:
            found = self.receive()
            if found.get("re") == number:
                return found

    def do(self, verb: str, **keys: Json) -> Json:
        """Send a command that must succeed."""
        found = self.ask(do=verb, **keys)
        assert found["ok"], (verb, keys, found)
        return found


@contextmanager
def running(database: Path, *options: str) -> Iterator[GoldenHouse]:
    """Open a house on a database, and close it in order."""
    command = [sys.executable, "-m", "lammer", "serve", "--db", str(database), "--port", "0"]
    for limit in ("commands_per_second", "commands_at_once", "requests_per_second"):
        command += ["--limit", f"{limit}=100000"]
    command += ["--limit", "requests_at_once=100000", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            printed = ""
            for line in process.stdout:
                printed += line
                if line.startswith("Ctrl-C"):
                    break
            address = re.search(r"is open at (http[^\s,]+)", printed)
            assert address is not None, printed
            yield GoldenHouse(address[1], printed)
        finally:
            process.send_signal(signal.SIGINT)
            process.stdout.read()
            process.wait(PATIENCE)
    assert process.returncode == 0
