"""``lammer backup``: everything in the database but the seeds in use, in a new file."""

from typing import Annotated

from cyclopts import Parameter

from lammer.cli.support.database import database, with_store
from lammer.cli.support.options import Database
from lammer.cli.support.output import flushing, write


def backup(
    file: Annotated[str, Parameter(help="The file to write; it must not exist yet.")],
    *,
    db: Database = None,
) -> int:
    """Write everything the house has to a file, as of one moment, while it runs or not.

    The seeds of hands that are being played are left out: a backup tells nobody the dice to come.

    Example: lammer backup monday.lammer
    """
    from lammer.store import open_store
    from lammer.store.backup import backup as write_backup

    def work() -> None:
        store = open_store(database(db))
        try:
            write_backup(store, file)
        finally:
            store.close()

    with_store(work)
    with flushing():
        write(f"{file}: the house as of now.\n")
    return 0
