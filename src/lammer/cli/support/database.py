"""The database of a house: its address, and errors with it."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from lammer.cli.support.output import CommandError

FILE = "house.sqlite"


def data_folder() -> Path:
    """Return the folder of this user's house."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Lammer"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "Lammer"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "lammer"


def database(given: str | None) -> str:
    """Return the address of the database: the given one, or a file in the user's data folder."""
    if given is not None:
        return given
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as problem:
        raise CommandError(
            f"{folder} cannot be made: {problem.strerror}.", "Name a file with --db FILE."
        ) from None
    return str(folder / FILE)


def with_store(work: Callable[[], object]) -> None:
    from lammer.store.port import StoreError as StoreTrouble

    try:
        work()
    except StoreTrouble as problem:
        raise CommandError(str(problem)) from None
    except OSError as problem:
        raise CommandError(f"{problem.strerror or problem}: {problem.filename or ''}") from None
