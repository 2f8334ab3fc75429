"""``lammer strategy``: the library of known strategies."""

import re
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from lammer.cli.support.options import Json, refuse_together
from lammer.cli.support.output import (
    CommandError,
    bold,
    console,
    flushing,
    grid,
    show,
    write,
    write_json,
)
from lammer.cli.support.simulation.answer import reporting_errors, unreadable
from lammer.sim.strategy import library
from lammer.sim.strategy.parts import Strategy
from lammer.sim.strategy.text import read_strategy
from lammer.sim.strategy.words import StrategySyntaxError


def strategy(
    name: Annotated[
        str | None, Parameter(help="One of the library, or a file. Left out: the whole list.")
    ] = None,
    *,
    example: Annotated[bool, Parameter(help="Print a file to start from, with remarks.")] = False,
    as_json: Json = False,
) -> int:
    """The library of known strategies; the text of one; a file to start your own from.

    Examples: lammer strategy; lammer strategy iron-cross; lammer strategy --example > mine.strategy
    """
    refuse_together({"--example": example, "NAME": name is not None})
    refuse_together({"--example": example, "--json": as_json})
    with flushing():
        if example:
            write(library.example())
        elif name in library.names():
            _one(name, library.load(name), library.text(name), as_json)
        elif name is not None:
            found = _of_file(name)
            _one(name, found, str(found), as_json)
        elif as_json:
            listed = [(key, library.load(key)) for key in library.names()]
            write_json({"format": 1, "strategies": [_plain(key, each) for key, each in listed]})
        else:
            _list()
    return 0


def _of_file(name: str) -> Strategy:
    if not Path(name).is_file() and re.fullmatch(r"[\w-]+", name):
        library.load(name)  # Raises ``UnknownName`` with the nearest.
    is_path = Path(name).is_file() or "/" in name or name.endswith(".strategy")
    if is_path and not re.search(r"\.py(:|$)", name):  # Needs nothing of the simulator.
        try:
            return read_strategy(name)
        except StrategySyntaxError as problem:
            raise unreadable(problem) from None
    with reporting_errors():
        from lammer.sim.api import find_strategy

        found = find_strategy(name)
    if not isinstance(found, Strategy):
        raise CommandError(f"{name} is a function, not a strategy.", "lammer simulate plays it.")
    return found


def _one(name: str, found: Strategy, text: str, as_json: bool) -> None:
    if as_json:
        write_json({"format": 1, **_plain(name, found), "text": text})
    else:
        write(text)


def _plain(key: str, each: Strategy) -> dict[str, str]:
    return {
        "strategy": key,
        "name": each.name,
        "game": each.game,
        "about": each.about,
        "source": each.source,
    }


def _list() -> None:
    screen = console()
    screen.print(bold("Strategies of the library"))
    table = grid("strategy", "game", "name")
    for key in library.names():
        each = library.load(key)
        table.add_row(key, each.game, each.name)
    show(table)
    screen.print(
        "\nlammer strategy NAME prints one; lammer strategy --example, a file to start from; "
        "lammer simulate NAME says what it does."
    )
