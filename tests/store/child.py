"""Processes that a test can kill, or that need limits of their own: ``python -m tests.store.child
WHAT ...``.

Each prints what it has done, line by line.
"""

import os
import resource
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from lammer.store import open_store
from lammer.store.port import OutcomeUnknown, StoreError, Tick, Transfer
from tests.store.store_data import AT, record, tick


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def hold(address: str) -> None:
    """Have the lease until the input ends."""
    store = open_store(address)
    try:
        store.lease()
    except StoreError as trouble:
        say("refused", trouble)
    else:
        say("held")
    sys.stdin.readline()
    store.close()


def play(address: str, person: str) -> None:
    """Commit ticks of two tables and say so, for as long as it lives; each moves ten cents."""
    store = open_store(address)
    store.lease()
    heads = {table: (store.head(table) or (0, b""))[0] for table in ("craps-1", "craps-2")}
    cents = {table: -store.balances(table).get("cage", 0) for table in heads}
    while True:
        group = []
        for table in heads:
            heads[table] += 1
            cents[table] += 10
            seq = heads[table]
            group.append(
                Tick(
                    table,
                    [(seq, f"{table} line {seq}".encode())],
                    balances={"cage": -cents[table], "rail-1": cents[table]},
                    transfers=[Transfer(int(person), -10, "buy-in", AT, table, seq)],
                )
            )
        store.commit(group)
        say(*heads.values())


def without_room(path: str) -> None:
    """Fill the folder's file system, be refused, make room, go on."""
    store = open_store(path)
    store.migrate()
    store.lease()
    store.open_table(record("craps-1"))
    ballast = Path(path).with_name("ballast")
    with ballast.open("wb", buffering=0) as file:
        try:
            while file.write(b"x" * 4096):
                pass
        except OSError:
            say("full")
    seq = 0
    try:
        while True:
            store.commit([tick("craps-1", seq + 1, lines=20)])
            seq += 20
    except OutcomeUnknown as trouble:
        say("unsure", trouble)
    except StoreError as trouble:
        say("trouble", trouble)
    say("head", (store.head("craps-1") or (0,))[0] == seq)
    ballast.unlink()
    store.commit([tick("craps-1", seq + 1)])
    say("went on", store.head("craps-1") == (seq + 1, f"craps-1 line {seq + 1}".encode()))
    store.close()


def over_the_limit(path: str) -> None:
    """Meet a failing write in the middle of a commit, then go on, then die."""
    store = open_store(path)
    store.lease()
    seq = (store.head("craps-1") or (0,))[0]
    wal = Path(f"{path}-wal")
    resource.setrlimit(resource.RLIMIT_FSIZE, (wal.stat().st_size + 3000, resource.RLIM_INFINITY))
    for attempt in range(20):
        try:
            store.commit([tick("craps-1", seq + 1, lines=20)])
            seq += 20
        except OutcomeUnknown:
            say("unsure", attempt)
            break
    try:
        store.head("craps-1")
    except StoreError as trouble:
        say("trouble", trouble)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    say("head", (store.head("craps-1") or (0,))[0] - seq)
    os.kill(os.getpid(), signal.SIGKILL)


WHAT: dict[str, Callable[..., None]] = {
    each.__name__: each for each in (hold, play, without_room, over_the_limit)
}

if __name__ == "__main__":
    WHAT[sys.argv[1]](*sys.argv[2:])
