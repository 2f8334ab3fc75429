"""Backup of a house to an SQLite file, and restore, between any two databases.

A backup contains no seed that is not revealed yet. A file is restored only after its accounts and
the seals of its logs were checked.
"""

import os
import re
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from lammer.store import open_sql, schema
from lammer.store.batches import Row
from lammer.store.port import Store, StoreError
from lammer.store.sql import Keep, SqlStore
from lammer.store.sqlite import SqliteStore, sync_folder

_FIRST = b"0" * 64
_SEAL = re.compile(
    rb',"hash":"([0-9a-f]{64})"((?:,"house":"[^"]*")?,"prev":"([0-9a-f]{64})"'
    rb',"seq":([0-9]{1,18})(?:,"table":"[^"]*")?\})\n?\Z'
)
_MOST_SHOWN = 3


class Contents(NamedTuple):
    """What a backup contains, counted."""

    people: int
    tables: int
    lines: int


def backup(store: Store, path: str | Path) -> Contents:
    """Write a consistent copy of everything but secrets to a new file, without blocking writers."""
    target = Path(path).expanduser().resolve()
    if target.exists():
        raise StoreError(f"{target} is there already. Give the backup another name.")
    try:
        with tempfile.TemporaryDirectory(prefix=".backup-", dir=target.parent) as folder:
            made = Path(folder) / "house"
            contents = _fill(store, made)
            _sync(made)
            _link_name(made, target)
        sync_folder(target)
    except OSError as error:
        raise StoreError(
            f"{target} cannot be written: {error.strerror}. Give another path."
        ) from error
    except sqlite3.Error as error:
        raise StoreError(f"{target} cannot be written: {error}. Make room for it.") from error
    return contents


def _fill(store: Store, path: Path) -> Contents:
    counts: Counter[str] = Counter()
    now = datetime.now(UTC).isoformat(timespec="seconds")
    with closing(SqliteStore(path, scratch=True)) as file:
        file.migrate()

        def fill(keep: Keep) -> None:
            def counted(name: str, rows: Sequence[tuple[object, ...]]) -> None:
                counts[name] += len(rows)
                keep(name, _portable_meta(rows) if name == "meta" else rows)

            store.dump(counted)
            keep("meta", [("backup", now)])

        file.replace(fill, renew=False)
    return Contents(counts["person"], counts["game_table"], counts["line"])


def _portable_meta(rows: Sequence[Row]) -> list[Row]:
    """Return the rows of ``meta`` that a backup keeps."""
    return [row for row in rows if row[0] in ("version", "generation", "house")]


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _link_name(made: Path, target: Path) -> None:
    """Give the file its name, unless that was taken meanwhile."""
    try:
        os.link(made, target)
    except FileExistsError:
        raise StoreError(f"{target} is there already. Give the backup another name.") from None
    except OSError:
        # The file system has no links.
        made.rename(target)


def restore(
    path: str | Path,
    address: str,
    check: Callable[[SqlStore], Sequence[str]] = lambda _: (),
) -> Contents:
    """Replace everything at ``address`` with the contents of a backup, unless ``check`` finds more
    wrong with it than accounts and seals show. A server that runs there notices and stops
    writing."""
    source = Path(path).expanduser().resolve()
    if not source.is_file():
        raise StoreError(f"There is no file {source}. Give the path of a backup.")
    with _upgraded(source) as file:
        contents = _checked(file, source, check)
        with closing(open_sql(address)) as target:
            if isinstance(target, SqliteStore) and target.path == source:
                raise StoreError(
                    f"{source} is the backup itself. Give the address of the database."
                )
            target.migrate()
            target.replace(lambda keep: file.dump(_portable(keep)))
    return contents


@contextmanager
def opened_to_read(address: str) -> Iterator[SqlStore]:
    """Yield the database at an address, which nothing is written to; of an SQLite file with an
    older schema, an upgraded copy."""
    store = open_sql(address)
    with closing(store):
        if not isinstance(store, SqliteStore) or store.path is None:
            yield store
            return
    if not store.path.is_file():
        raise StoreError(f"There is no file {store.path}. Give the path of a database.")
    with closing(SqliteStore(store.path, readonly=True)) as file:
        version = file.version()
        if version == 0:
            raise StoreError(f"There is no house in {store.path}. Give the path of its database.")
        if version == schema.VERSION:
            yield file
            return
    with tempfile.TemporaryDirectory(prefix="lammer-audit-") as folder:
        copy = Path(folder) / "house"
        _copy_as_of_now(store.path, copy)
        with closing(SqliteStore(copy)) as file:
            file.migrate()
            yield file


def _copy_as_of_now(source: Path, copy: Path) -> None:
    """Copy an SQLite file that may be in use."""
    try:
        with (
            closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True)) as one,
            closing(sqlite3.connect(copy)) as other,
        ):
            one.backup(other)
    except sqlite3.Error as error:
        raise StoreError(f"{source} cannot be copied: {error}. Make room.") from error


def _portable(keep: Keep) -> Keep:
    """Return a function that keeps rows of a backup except its mark as one."""
    return lambda name, rows: keep(name, _portable_meta(rows) if name == "meta" else rows)


@contextmanager
def _upgraded(source: Path) -> Iterator[SqliteStore]:
    """Yield the backup, opened; if it has an older schema, an upgraded copy."""
    with closing(SqliteStore(source, readonly=True)) as file:
        version = file.version()
        if version == 0 or file.meta("backup") is None:
            raise StoreError(f"{source} is not a backup. Make one with `lammer backup`.")
        if version == schema.VERSION:
            yield file
            return
    with tempfile.TemporaryDirectory(prefix="lammer-restore-") as folder:
        copy = Path(folder) / "house"
        try:
            shutil.copyfile(source, copy)
        except OSError as error:
            raise StoreError(f"{source} cannot be copied: {error.strerror}. Make room.") from error
        with closing(SqliteStore(copy)) as file:
            file.migrate()
            yield file


def _checked(
    file: SqliteStore, source: Path, check: Callable[[SqlStore], Sequence[str]]
) -> Contents:
    """Return what the file contains; ``StoreError`` if any of it is inconsistent."""
    wrong = list(file.file_errors())
    if not wrong:
        wrong = file.verify()
    pruned = file.all_pruned()
    heads = {table: head for table, head in file.heads().items() if table not in pruned}
    if not wrong:
        wrong = [text for table, head in heads.items() for text in _log_errors(file, table, head)]
    if not wrong:
        wrong = list(check(file))
    if wrong:
        shown = "; ".join(wrong[:_MOST_SHOWN])
        more = f"; and {len(wrong) - _MOST_SHOWN} more" if len(wrong) > _MOST_SHOWN else ""
        raise StoreError(f"{source} is damaged, and nothing was restored: {shown}{more}.")
    return Contents(file.count("person"), file.count("head"), sum(heads.values()))


def _log_errors(file: SqliteStore, table: str, head: int) -> Iterator[str]:
    try:
        found, count = seal_error(file.lines(table, 1))
    except StoreError as trouble:
        yield str(trouble)
        return
    if found is None and count != head:
        found = f"it has {count} lines, and should have {head}"
    if found is not None:
        yield f"{table}: {found}"


def seal_error(lines: Iterable[bytes]) -> tuple[str | None, int]:
    """Return what is wrong with the seals of a log, None if nothing, and how many lines were read.

    >>> seal_error([])
    (None, 0)
    >>> seal_error([b"hello"])
    ('line 1 has no seal', 1)
    """
    before, seq = _FIRST, 0
    for line in lines:
        seq += 1
        seal = _SEAL.search(line)
        if seal is None:
            return f"line {seq} has no seal", seq
        digest, rest, prev, number = seal.groups()
        if int(number) != seq:
            return f"line {seq} says it is line {int(number)}", seq
        if prev != before:
            return f"line {seq} does not follow on the line before", seq
        if sha256(line[: seal.start()] + rest).hexdigest().encode() != digest:
            return f"line {seq} is not what was sealed", seq
        before = digest
    return None, seq
