"""``lammer restore``: the database replaced by a backup."""

from typing import Annotated

from cyclopts import Parameter

from lammer.cli.support.database import database, with_store
from lammer.cli.support.options import Database
from lammer.cli.support.output import flushing, write


def restore(
    file: Annotated[str, Parameter(help="A file that lammer backup wrote.")], *, db: Database = None
) -> int:
    """Put a house back to a backup, into SQLite or PostgreSQL, whichever it came from. A house
    that is running reads everything again by itself.

    Example: lammer restore monday.lammer
    """
    from lammer.store.backup import restore as read_backup

    with_store(lambda: read_backup(file, database(db)))
    with flushing():
        write(
            "Restored. A house that is running reads everything again by itself; seeds that were\n"
            "pledged are withdrawn, for the outcomes that followed from them have been seen.\n"
        )
    return 0
