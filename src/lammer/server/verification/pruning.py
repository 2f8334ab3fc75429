"""Takes the logs of closed tables out of a database: each is audited, written to a file that
``lammer audit`` accepts, read back, and only then deleted. What is left are the table's balances,
meters and transfers, the hashes of log and file, and what an audit of the house needs of the log.
"""

import json
import os
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from lammer.audit import Finding, Note
from lammer.server.verification.table_check import CheckedTable, check_table
from lammer.store.backup import seal_error
from lammer.store.port import Person, PrunedTable, StoreError, TableRecord, Transfer
from lammer.store.sql import SqlStore
from lammer.store.sqlite import sync_folder

MANIFEST = "manifest.json"
LOG_ENDING = ".jsonl"
_OPEN_ACCOUNTS = ("rail-", "layout-")


class PruningError(Exception):
    """Why a log stays where it is."""


class ExportedLog(NamedTuple):
    """A log in a file: its lines, its bytes, the hash of its last line and that of the file."""

    file: str
    lines: int
    size: int
    head: str
    sha256: str


def candidates(store: SqlStore, before: str) -> list[TableRecord]:
    """Return the tables that were closed before a time, and whose logs are here."""
    gone = store.all_pruned()
    return [
        each
        for each in store.tables(closed=True)
        if each.closed is not None and each.closed < before and each.table not in gone
    ]


def checked(
    store: SqlStore, record: TableRecord, people: Mapping[int, Person], before: str
) -> CheckedTable:
    """Return what an audit of a table found; ``PruningError`` if its log must stay, because it is
    not right, or was not closed ``before`` a time."""
    if record.closed is None:
        raise PruningError("it is open")
    if record.closed >= before:
        raise PruningError(f"it was closed on {record.closed[:10]}, not long enough ago")
    found = store.as_of_now(lambda: check_table(store, record, people))
    if found.findings:
        first = found.findings[0]
        more = f" (and {len(found.findings) - 1} more)" if len(found.findings) > 1 else ""
        raise PruningError(f"an audit of it finds: {first.what}{more}")
    return found


def export(store: SqlStore, record: TableRecord, folder: Path) -> ExportedLog:
    """Write the log of a table to a file, durably, and read it back. ``PruningError`` if it is not
    what was written, or another file is there."""
    path = folder / f"{record.table}{LOG_ENDING}"
    fresh = folder / f".{record.table}{LOG_ENDING}.part"
    with fresh.open("wb") as file:
        for line in store.lines(record.table, 1):
            file.write(line if line.endswith(b"\n") else line + b"\n")
        file.flush()
        os.fsync(file.fileno())
    made = _read_back(fresh)
    if path.exists() and _hash(path) != made.sha256:
        fresh.unlink()
        raise PruningError(f"{path} is there already, with something else in it")
    fresh.replace(path)
    sync_folder(path)
    return made._replace(file=path.name)


def _read_back(path: Path) -> ExportedLog:
    with path.open("rb") as file:
        wrong, lines = seal_error(file)
        size = file.tell()
        file.seek(max(0, size - 1_000_000))
        last = file.read().splitlines()[-1]
    if wrong is not None:
        raise PruningError(f"what was written to {path} is not its log: {wrong}")
    return ExportedLog(path.name, lines, size, json.loads(last)["hash"], _hash(path))


def _hash(path: Path) -> str:
    digest = sha256()
    with path.open("rb") as file:
        while piece := file.read(1 << 20):
            digest.update(piece)
    return digest.hexdigest()


def prune(
    store: SqlStore, record: TableRecord, found: CheckedTable, folder: Path, at: str
) -> ExportedLog:
    """Write the log of a table that was ``checked`` to a file, then delete it here.
    ``PruningError`` if it must stay; then nothing was deleted."""
    made = export(store, record, folder)
    kept = {
        "granted": [list(each) for each in found.granted],
        "roles": [[*whose, line] for whose, line in found.roles.items()],
    }
    store.prune(
        PrunedTable(
            record.table, made.lines, made.head, made.file, made.sha256, at, json.dumps(kept)
        )
    )
    write_manifest(store, folder)
    return made


def write_manifest(store: SqlStore, folder: Path) -> None:
    """Write what the database knows of all pruned logs beside them."""
    rows: list[dict[str, Any]] = [
        {"table": each.table, "lines": each.lines, "head": each.head, "file": each.file,
         "sha256": each.sha256, "pruned": each.at}
        for each in store.all_pruned().values()
    ]  # fmt: skip
    text = json.dumps({"format": 1, "house": store.house_id(), "logs": rows}, indent=1)
    fresh = folder / f".{MANIFEST}.part"
    fresh.write_text(text + "\n", encoding="utf-8")
    fresh.replace(folder / MANIFEST)
    sync_folder(folder / MANIFEST)


# What is left of a pruned table


def check_pruned(store: SqlStore, record: TableRecord, pruned: PrunedTable) -> CheckedTable:
    """Return the faults in what is stored of a table whose log has been pruned."""
    note = Note(
        0,
        f"Its log of {pruned.lines:,} lines was written to {pruned.file} on {pruned.at[:10]}: "
        f"lammer audit {pruned.file} --head {pruned.head}",
    )
    try:
        kept = json.loads(pruned.kept)
        granted = [Transfer(*each) for each in kept["granted"]]
        roles = {(person, role): line for person, role, line in kept["roles"]}
    except (ValueError, KeyError, TypeError):
        granted, roles = [], {}
    findings = [*_left_over(store, record, pruned)]
    return CheckedTable(record.table, 0, findings, (note,), None, granted, roles)


def _left_over(store: SqlStore, record: TableRecord, pruned: PrunedTable) -> Iterator[Finding]:
    key = record.table
    if record.closed is None:
        yield Finding(0, "table", "It is open, and its log was pruned.")
    if store.heads().get(key) != pruned.lines:
        what = f"Its log ends on line {store.heads().get(key, 0):,}, and {pruned.lines:,} were"
        yield Finding(0, "table", f"{what} pruned.")
    for account, cents in store.balances(key).items():
        if cents and account.startswith(_OPEN_ACCOUNTS):
            yield Finding(0, "table", f"It is closed with {cents} cents on {account}.")
    last = store.last_published(key)
    if last is not None and last.seq == pruned.lines and last.hash != pruned.head:
        what = f"Another head was published for line {last.seq:,}: {last.hash}."
        yield Finding(last.seq, "head", what)
    try:
        if store.head(key) is not None:
            what = "Some of its lines were not deleted; lammer prune deletes them."
            yield Finding(0, "table", what)
    except StoreError:
        pass  # The last line is gone, as it should be.
