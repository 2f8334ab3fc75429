"""What was acknowledged is stored after any crash, and what was not is stored completely or not at
all."""

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from lammer.store import open_sql, open_store
from lammer.store.port import OutcomeUnknown, Store, StoreError, Tick, Transfer
from lammer.store.postgres import PostgresStore
from tests.postgres import Postgres
from tests.server.support.running import wait_until
from tests.store.store_data import AT, guest, record, tick
from tests.store.test_lease_and_migrations import ROOT, run_sql
from tests.usual import usual

TABLES = ("craps-1", "craps-2")


@pytest.fixture
def ended(postgres: Postgres) -> Iterator[Postgres]:
    """The server, for tests that end it."""
    yield postgres
    if not postgres.running:
        postgres.start()


def child(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "tests.store.child", *arguments]


def heads(store: Store) -> list[int]:
    return [(store.head(table) or (0, b""))[0] for table in TABLES]


def test_sigkill_loses_nothing_acknowledged(address: str, request: pytest.FixtureRequest) -> None:
    chance = random.Random(6)
    with closing(open_store(address)) as store:
        store.migrate()
        ann = guest(store, 10**9)
        for table in TABLES:
            store.open_table(record(table))
    for _ in range(20 if request.config.getoption("--long", default=False) else 3):
        said = _killed_after(chance.uniform(0.0, 0.15), address, ann.id)
        with closing(open_store(address)) as store:
            found = heads(store)
            assert found[0] == found[1], "a group is there whole"
            assert found[0] in (said, said + 1)
            for table in TABLES:
                lines = list(store.lines(table, 1))
                assert lines == [f"{table} line {seq}".encode() for seq in range(1, found[0] + 1)]
                assert store.balances(table)["rail-1"] == 10 * found[0]
            assert store.verify() == []
    assert said > 2


def _killed_after(seconds: float, address: str, person: int) -> int:
    """Let a process play, kill it, and give the last line it had acknowledged."""
    with subprocess.Popen(
        child("play", address, str(person)), cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as player:
        assert player.stdout is not None
        last = player.stdout.readline()
        time.sleep(seconds)
        player.send_signal(signal.SIGKILL)
        rest = player.stdout.readlines()
    player.wait()
    whole = [line for line in [last, *rest] if line.endswith("\n")]
    return int(whole[-1].split()[0])


def test_a_full_disk_is_trouble_and_over_when_there_is_room(tmp_path: Path) -> None:
    """On a small file system of the child's own."""
    folder = tmp_path / "small"
    folder.mkdir()
    apart = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--mount", "-Ur"]
    mount = 'mount -t tmpfs -o size=2m none "$0"'
    if subprocess.run([*apart, "sh", "-c", mount, folder], check=False, timeout=30).returncode:
        pytest.skip("no file system can be mounted here")
    filling = child("without_room", str(folder / "house.db"))
    done = subprocess.run(
        [*apart, "sh", "-c", f'{mount} && exec "$@"', str(folder), *filling],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    said = done.stdout.splitlines()
    assert said[0] == "full", done.stderr
    assert said[1].startswith("trouble The disk is full. Make room")
    assert said[2:] == ["head True", "went on True"]


def test_a_write_that_fails_at_the_commit_leaves_no_ghost(tmp_path: Path) -> None:
    """The file may not grow: the write fails in the middle of a commit. That is said to be open;
    then it is settled; and after a crash it stays as it was settled."""
    path = tmp_path / "house.db"
    with closing(open_store(str(path))) as keeper:
        keeper.migrate()
        keeper.open_table(record("craps-1"))
        keeper.commit([tick("craps-1", 1, lines=5)])
        done = subprocess.run(
            child("over_the_limit", str(path)),
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == -signal.SIGKILL, done.stderr
    said = done.stdout.splitlines()
    assert said[0].startswith("unsure"), done.stderr
    assert said[1].startswith("trouble The disk failed")
    assert said[2] == "head 0"
    with closing(open_store(str(path))) as store:
        found = store.head("craps-1")
        assert found is not None
        assert found[0] == 5 + 20 * int(said[0].split()[1])
        assert len(list(store.lines("craps-1", 1))) == found[0]


LOCK = 4242
"""What a commit of line 2 waits for."""
HELD_COMMIT = (
    "CREATE FUNCTION lammer.hold() RETURNS trigger LANGUAGE plpgsql AS"
    f" 'BEGIN PERFORM pg_advisory_lock({LOCK}); RETURN NULL; END'",
    "CREATE CONSTRAINT TRIGGER held AFTER INSERT ON lammer.line DEFERRABLE INITIALLY DEFERRED"
    " FOR EACH ROW WHEN (NEW.seq = 2) EXECUTE FUNCTION lammer.hold()",
)


class Holder:
    """Somebody else at the server, who holds commits of line 2 until told to let them go."""

    def __init__(self, address: str) -> None:
        self._server = psycopg.connect(address, autocommit=True)
        self._server.execute("SELECT pg_advisory_lock(%s)", (LOCK,))

    def ask(self, question: str, *values: object) -> int:
        found = self._server.execute(question.encode(), values).fetchone()
        assert found is not None
        return int(found[0])

    def wait_until_held(self) -> None:
        waiting = "SELECT count(*) FROM pg_locks WHERE objid = %s AND NOT granted"
        wait_until(lambda: self.ask(waiting, LOCK), what="a commit that waits")

    def wait_until_gone(self, pid: int) -> None:
        there = "SELECT count(*) FROM pg_stat_activity WHERE pid = %s"
        wait_until(lambda: not self.ask(there, pid), what="the end of a process")

    def let_go(self) -> None:
        self.ask("SELECT CAST(pg_advisory_unlock(%s) AS int)", LOCK)

    def close(self) -> None:
        self._server.close()


@pytest.mark.parametrize("leased", [False, True])
@pytest.mark.parametrize("how", ["ended", "cut"])
def test_postgresql_lost_during_the_commit_is_settled_before_the_next_answer(
    new_address: Callable[[str], str], leased: bool, how: str
) -> None:
    """The server's process is ended during the commit, or only the line to it is cut and it goes
    on. Either way the answer that comes next holds for good."""
    address = new_address("postgres")
    with closing(open_sql(address)) as store, closing(Holder(address)) as holder:
        assert isinstance(store, PostgresStore)
        store.migrate()
        store.open_table(record("craps-1"))
        if leased:
            store.lease()
        store.commit([tick("craps-1", 1)])
        run_sql(address, *HELD_COMMIT)
        connection = store._writer
        assert connection is not None
        number, pid = connection.driver.fileno(), connection.driver.info.backend_pid
        goes_on = how == "cut" and not leased
        """Where it has the lease, the store ends its earlier connection before it answers."""

        def lose() -> None:
            holder.wait_until_held()
            if how == "ended":
                holder.ask("SELECT CAST(pg_terminate_backend(%s) AS int)", pid)
                return
            with socket.socket(fileno=os.dup(number)) as line:
                line.shutdown(socket.SHUT_RDWR)
            if goes_on:
                holder.let_go()

        thread = threading.Thread(target=lose)
        thread.start()
        with pytest.raises(OutcomeUnknown, match="lost while it committed"):
            store.commit([tick("craps-1", 2)])
        thread.join()
        head = store.head("craps-1")
        assert head is not None
        assert head[0] == (2 if goes_on else 1)
        if not goes_on:
            holder.let_go()
        holder.wait_until_gone(pid)
        assert store.head("craps-1") == head, "the answer did not hold"
        store.commit([tick("craps-1", head[0] + 1)])


@pytest.mark.parametrize("way", usual(["fast", "immediate", "kill"], ["kill"]))
def test_postgresql_ended_and_started_under_a_store(ended: Postgres, way: str) -> None:
    address = ended.emptied("0")
    with closing(open_store(address)) as store:
        store.migrate()
        store.lease()
        ann = guest(store, 10**6)
        store.open_table(record("craps-1"))
        thread, acknowledged = _playing(store, ann.id)
        wait_until(lambda: acknowledged[0] >= 20, what="some lines")
        if way == "kill":
            ended.kill()
        else:
            ended.stop(way)
        with pytest.raises(StoreError):
            store.head("craps-1")
        ended.start()
        began = acknowledged[0]
        wait_until(lambda: acknowledged[0] >= began + 5, what="a store that is back")
        acknowledged[1] = 1
        thread.join()
        head = store.head("craps-1")
        assert head is not None
        assert head[0] == acknowledged[0]
        assert len(list(store.lines("craps-1", 1))) == head[0]
        assert store.purse(ann.id) == 10**6 - head[0]
        assert store.verify() == []


def test_a_connection_lost_between_the_first_statements_is_made_again(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lock was answered, the generation was not: the write is repeated on a new connection."""
    with closing(open_store(postgres.emptied("0"))) as store:
        store.migrate()
        store.lease()
        store.open_table(record("craps-1"))
        store.commit([tick("craps-1", 1)])
        execute: Callable[..., object] = psycopg.Connection.execute
        lost: list[int] = []

        def lost_once(connection: Any, query: str, *values: object) -> object:
            if not lost and "'generation'" in query and connection.info.pipeline_status:
                lost.append(connection.info.backend_pid)
                with connection.pipeline() as pipeline:
                    pipeline.sync()
                with psycopg.connect(postgres.address, autocommit=True) as other:
                    execute(other, "SELECT pg_terminate_backend(%s, 5000)", lost)
                raise psycopg.OperationalError("server closed the connection unexpectedly")
            return execute(connection, query, *values)

        monkeypatch.setattr(psycopg.Connection, "execute", lost_once)
        store.commit([tick("craps-1", 2)])
        assert lost
        assert store.head("craps-1") == (2, b"craps-1 line 2")


def _playing(store: Store, person: int) -> tuple[threading.Thread, list[int]]:
    """Somebody who commits line after line until told, asking for the head when unsure; the last
    line acknowledged, and the telling."""
    acknowledged = [0, 0]

    def play() -> None:
        while not acknowledged[1]:
            seq = acknowledged[0] + 1
            moved = Transfer(person, -1, "buy-in", AT, "craps-1", seq)
            stand = {"cage": -seq, "rail-1": seq}
            try:
                store.commit([Tick("craps-1", [(seq, b"x")], balances=stand, transfers=[moved])])
                acknowledged[0] = seq
            except OutcomeUnknown:
                _ask(store, acknowledged)
            except StoreError:
                time.sleep(0.01)

    thread = threading.Thread(target=play)
    thread.start()
    return thread, acknowledged


def _ask(store: Store, acknowledged: list[int]) -> None:
    while True:
        try:
            head = store.head("craps-1")
        except StoreError:
            time.sleep(0.01)
            continue
        assert head is not None
        assert head[0] in (acknowledged[0], acknowledged[0] + 1)
        acknowledged[0] = head[0]
        return


@pytest.mark.parametrize("engine", ["postgres"])
def test_a_broken_rest_is_not_noticed(postgres: Postgres, store: Store) -> None:
    """Connections that were lost while nobody used them are made anew without a word."""
    ann = guest(store)
    store.open_table(record("craps-1"))
    for seq in (1, 2, 3):
        store.commit([tick("craps-1", seq, person=ann.id)])
        with psycopg.connect(postgres.address, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                " WHERE application_name LIKE 'lammer %'"
            )
        assert store.purse(ann.id) == 100_000
    assert store.head("craps-1") == (3, b"craps-1 line 3")
