"""``lammer prune``: old logs out of the database, into files."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter, validators

from lammer.cli.support.database import database, with_store
from lammer.cli.support.options import Database, Json
from lammer.cli.support.output import CommandError, flushing, write

if TYPE_CHECKING:
    from lammer.store.port import TableRecord
    from lammer.store.sql import SqlStore

USUAL_DAYS = 90


def prune(
    folder: Annotated[str, Parameter(help="The folder for the logs; it is made if need be.")],
    *,
    days: Annotated[
        int,
        Parameter(
            validator=validators.Number(gte=0),
            help="Only of tables that have been closed for at least this many days.",
        ),
    ] = USUAL_DAYS,
    table: Annotated[
        tuple[str, ...], Parameter(help="Only of this table; may be given several times.")
    ] = (),
    dry_run: Annotated[
        bool, Parameter(name="--dry-run", negative=(), help="Say what would be done.")
    ] = False,
    db: Database = None,
    as_json: Json = False,
) -> int:
    """Write the logs of tables that were closed long ago to files, one for each, and delete them
    and their hands in the database, while the house runs or not.

    Each log is audited before, and read back from its file; one with anything wrong stays. Purses,
    balances, meters and transfers stay, and the hash of each log and file: lammer audit of the
    database still holds, and lammer audit FILE judges the log. Exit status 1: some had to stay.

    Example: lammer prune old-logs --days 365
    """
    from lammer.store import open_sql

    done: list[dict[str, Any]] = []

    def work() -> None:
        store = open_sql(database(db))
        try:
            done.extend(_prune(store, Path(folder), days, table, dry_run))
        finally:
            store.close()

    with_store(work)
    stays = [each for each in done if "why" in each]
    with flushing():
        if as_json:
            write(json.dumps({"format": 1, "dry_run": dry_run, "logs": done}, indent=1) + "\n")
        else:
            write("".join(map(_said, done)) or f"No log of a table closed {days} days ago.\n")
    return 1 if stays else 0


def _prune(
    store: "SqlStore", folder: Path, days: int, named: tuple[str, ...], dry_run: bool
) -> list[dict[str, Any]]:
    from lammer.server.verification import pruning
    from lammer.server.verification.house_check import everybody

    now = datetime.now(UTC).replace(microsecond=0)
    before = (now - timedelta(days=days)).isoformat().replace("+00:00", "Z")
    store.as_of_now(lambda: None)  # It says what is wrong with the database, if anything is.
    chosen = _named(store, named) if named else pruning.candidates(store, before)
    people = {each.id: each for each in everybody(store)}
    if not dry_run:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for left in store.all_pruned().values():
            store.delete_pruned(left)
    found: list[dict[str, Any]] = []
    for record in chosen:
        entry: dict[str, Any] = {"table": record.table, "closed": record.closed}
        try:
            log = pruning.checked(store, record, people, before)
            if dry_run:
                entry |= {"lines": log.lines}
            else:
                at = now.isoformat().replace("+00:00", "Z")
                made = pruning.prune(store, record, log, folder, at)
                entry |= made._asdict() | {"file": str(folder / made.file)}
        except pruning.PruningError as problem:
            entry["why"] = str(problem)
        found.append(entry)
    return found


def _named(store: "SqlStore", named: tuple[str, ...]) -> "list[TableRecord]":
    found, gone = [], store.all_pruned()
    for name in named:
        record = store.table(name)
        if record is None:
            raise CommandError(f"There is no table {name} in this database.")
        if name in gone:
            raise CommandError(f"The log of {name} is in {gone[name].file} already.")
        found.append(record)
    return found


def _said(entry: dict[str, Any]) -> str:
    if "why" in entry:
        return f"{entry['table']}: stays: {entry['why'].rstrip('.')}.\n"
    if "file" not in entry:
        return f"{entry['table']}: {entry['lines']:,} lines, closed {entry['closed'][:10]}.\n"
    size = f"{entry['lines']:,} lines, {entry['size']:,} bytes"
    return f"{entry['table']}: {size}, in {entry['file']}; head {entry['head']}.\n"
