"""``lammer restore``: the database replaced by a backup."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from lammer.cli.support.database import database, with_store
from lammer.cli.support.options import Database
from lammer.cli.support.output import flushing, write

if TYPE_CHECKING:
    from lammer.store.sql import SqlStore

NOT_AUDITED = (
    "Accounts and seals were checked. Not checked (--no-audit): what the tables decided and paid,\n"
    "draws, meters, hands, people, roles. lammer audit FILE checks all that.\n"
)


def restore(
    file: Annotated[str, Parameter(help="A file that lammer backup wrote.")],
    *,
    db: Database = None,
    no_audit: Annotated[
        bool,
        Parameter(name="--no-audit", help="Check accounts and seals only, which is quicker."),
    ] = False,
) -> int:
    """Put a house back to a backup, into SQLite or PostgreSQL, whichever it came from. A house
    that is running reads everything again by itself.

    The backup is audited first, as by lammer audit; if anything is wrong nothing is restored.
    Example: lammer restore monday.lammer
    """
    from lammer.server.verification.house_check import check_house
    from lammer.store.backup import restore as read_backup

    counted = {"tables": 0, "lines": 0}

    def check(store: "SqlStore") -> Sequence[str]:
        wrong: list[str] = []
        for part in () if no_audit else check_house(store):
            counted["tables"] += bool(part.table)
            counted["lines"] += part.lines
            wrong += [
                f"{part.table or 'people'}: {each.what}".rstrip(".") for each in part.findings
            ]
        return [f"{each} (lammer audit {file} lists all)" for each in wrong[:1]] + wrong[1:]

    with_store(lambda: read_backup(file, database(db), check))
    with flushing():
        write(
            "Restored. A house that is running reads everything again by itself; seeds that were\n"
            "pledged are withdrawn, for the outcomes that followed from them have been seen.\n"
        )
        audited = f"Audited: {counted['tables']:,} tables, {counted['lines']:,} lines, "
        write(NOT_AUDITED if no_audit else f"{audited}nothing wrong.\n")
    return 0
