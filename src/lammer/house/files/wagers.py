"""Reads the wager files that a house file names into it, so that no file is needed to deal the
wagers."""

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lammer.design import designed, is_wager_file
from lammer.house.files.read import BrokenFile, HouseFile, read_file
from lammer.house.own_wagers import with_start


def elections_in(path: str) -> dict[str, Any]:
    """Return the elections of a house file as a table is opened with them; raises
    ``BrokenFile``."""
    return with_wagers(read_file(path)).data


def with_wagers(file: HouseFile) -> HouseFile:
    """Return a house file with the definitions of its wagers in it, where it names the files that
    have them: their paths are from its folder. Raises ``BrokenFile``."""
    named = file.data.get("wagers")
    if not isinstance(named, list):
        return file
    folder = "" if file.path == "-" else os.path.dirname(file.path)
    read = [_definition(each, folder) for each in named]
    return replace(file, data={**file.data, "wagers": read})


def _definition(named: object, folder: str) -> object:
    if isinstance(named, Mapping):
        return with_start(named)
    if not isinstance(named, str):
        return named
    read = read_file(os.path.join(folder, named))
    if not is_wager_file(read.data):
        raise BrokenFile(read.path, None, "not a wager file")
    malformed = designed(read.data)[1]
    if malformed:
        first = malformed[0]
        what = f"{first.key}: {first.what}. {first.instead}".rstrip(".")
        raise BrokenFile(read.path, read.line_of(first.key), what)
    return with_start(read.data)
