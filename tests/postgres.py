"""A real PostgreSQL for the tests: Debian's server, in a temporary folder, on its own socket."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from shutil import which

import psycopg
import pytest

CONFIGURATION = """
listen_addresses = ''
max_connections = 300
shared_buffers = 16MB
fsync = on
synchronous_commit = on
logging_collector = off
autovacuum = off
"""


Clean = Callable[["psycopg.Connection[tuple[object, ...]]"], None]


def _drop(connection: "psycopg.Connection[tuple[object, ...]]") -> None:
    connection.execute("SET client_min_messages TO warning")
    connection.execute("DROP SCHEMA IF EXISTS lammer CASCADE")


def _programs() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    return found[-1].parent if found else None


def _all_processes() -> Iterator[tuple[int, tuple[str, int]]]:
    """Each process of this machine, with its state and its parent."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            rest = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            yield int(path.parent.name), (rest[0], int(rest[1]))


class Postgres:
    """One server and its databases."""

    def __init__(self) -> None:
        programs = _programs()
        if programs is None:
            pytest.skip("PostgreSQL is not installed")
        self._programs = programs
        # A plain PATH has no folder for what only root runs.
        runuser = which("runuser", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
        self._as_other = [runuser or "runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        # A path short enough for a socket, and one that the other user may enter.
        self.folder = Path(tempfile.mkdtemp(prefix="lammer-pg-", dir="/tmp"))
        if self._as_other:
            shutil.chown(self.folder, "postgres", "postgres")
        self._data = self.folder / "data"
        self._numbers = count(1)
        self._reused: dict[str, str] = {}
        self._run("initdb", "-D", self._data, "-U", "lammer", "-A", "trust", "-E", "UTF8", "-N")
        conf = self._data / "postgresql.conf"
        with conf.open("a", encoding="utf-8") as file:
            file.write(f"{CONFIGURATION}unix_socket_directories = '{self.folder}'\n")

    def _run(self, program: str, *arguments: str | Path) -> None:
        command: Sequence[str | Path] = [*self._as_other, self._programs / program, *arguments]
        done = subprocess.run(
            command,
            cwd="/",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stdout

    def _in(self, database: str) -> str:
        return f"postgresql://lammer@/{database}?host={self.folder}"

    @property
    def address(self) -> str:
        """Of the database that is always there."""
        return self._in("postgres")

    @property
    def socket(self) -> Path:
        """Where it listens."""
        return self.folder / ".s.PGSQL.5432"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        log = self.folder / "log"
        self._run("pg_ctl", "start", "-w", "-t", "60", "-D", self._data, "-l", log)

    def stop(self, mode: str = "fast") -> None:
        """Stop it: "smart", "fast" or "immediate"."""
        self._run("pg_ctl", "stop", "-w", "-t", "60", "-D", self._data, "-m", mode)

    @property
    def running(self) -> bool:
        return (self._data / "postmaster.pid").exists()

    @property
    def pid(self) -> int:
        """Of the first process of the server."""
        first = (self._data / "postmaster.pid").read_text(encoding="ascii").splitlines()[0]
        return int(first)

    def processes(self) -> list[int]:
        """The server's processes, the first one of them first."""
        first = self.pid
        return [first, *(pid for pid, (_, parent) in _all_processes() if parent == first)]

    def kill(self) -> None:
        """End all its processes at once, as when the machine stops. ``start`` brings it back."""
        end = time.monotonic() + 60
        # The first one is held still, so that it starts no other that nobody knows of.
        first = self.pid
        os.kill(first, signal.SIGSTOP)
        while dict(_all_processes())[first][0] not in "Tt":
            assert time.monotonic() < end, "PostgreSQL does not stand still"
            time.sleep(0.01)
        pids = self.processes()
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        while any(pid in pids and state != "Z" for pid, (state, _) in _all_processes()):
            assert time.monotonic() < end, "PostgreSQL does not end"
            time.sleep(0.01)
        # Where nobody buries the dead, the next server would take them for living.
        (self._data / "postmaster.pid").unlink(missing_ok=True)
        for lock in self.folder.glob(".s.PGSQL.*"):
            lock.unlink()

    def new_database(self) -> str:
        """The address of an empty one."""
        name = f"house_{next(self._numbers)}"
        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self._in(name)

    def reused(self, name: str, clean: Clean) -> str:
        """The address of one that is used again and again, cleaned."""
        address = self._reused.get(name) or self.new_database()
        self._reused[name] = address
        with psycopg.connect(address) as connection:
            clean(connection)
        return address

    def emptied(self, name: str) -> str:
        """The same, with nothing left in it."""
        return self.reused(name, _drop)

    def remove(self) -> None:
        """Stop it and delete all it has."""
        if self.running:
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)


def running() -> Iterator[Postgres]:
    """A server for as long as it is wanted."""
    postgres = Postgres()
    try:
        postgres.start()
        yield postgres
    finally:
        postgres.remove()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """The server that all tests of a session share; whoever stops it starts it again."""
    yield from running()
