"""``lammer house``: a commented house file to start from."""

from typing import Annotated

from cyclopts import Parameter

from lammer.cli.support.options import Game
from lammer.cli.support.output import write
from lammer.games.registry import load
from lammer.house import example as example_file


def house(
    *,
    example: Annotated[
        str, Parameter(help="The rule set to write a starting file for, such as nj-2011.")
    ],
    game: Game = None,
) -> int:
    """Write a commented house file to start from, on standard output.

    Example: lammer house --example nj-2011 > my-house.toml
    """
    write(example_file(load(example, game)))
    return 0
