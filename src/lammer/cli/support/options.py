"""Options that several commands share, and the check for options that exclude each other."""

from typing import Annotated

from cyclopts import Parameter

from lammer.cli.support.output import CommandError

Json = Annotated[bool, Parameter(name="--json", help="Print JSON instead of a table.")]
Csv = Annotated[
    bool, Parameter(name="--csv", help="Print comma-separated values instead of a table.")
]
Game = Annotated[str | None, Parameter(help="The game, if not the rule set's first.")]
HouseOption = Annotated[
    str | None,
    Parameter(
        name="--house",
        help="A house file (TOML) whose elections apply; - for standard input.",
        allow_leading_hyphen=True,
    ),
]
Verbose = Annotated[
    bool,
    Parameter(name=("--verbose", "-v"), help="Show every clause, not only the one that decides."),
]
Database = Annotated[
    str | None, Parameter(help="The database of the house (default: the file in your data folder).")
]
Faces = Annotated[
    list[str] | None,
    Parameter(
        help="Throws that are not fair: weights of the faces 1 to 6, such as 1,1,1,1,1,1.2; "
        "given again, those of the next."
    ),
]


def refuse_together(*groups: dict[str, bool]) -> None:
    """Refuse options of one group that are given together, by name."""
    for group in groups:
        given = [name for name, on in group.items() if on]
        if len(given) > 1:
            raise CommandError(f"{given[0]} and {given[1]} do not go together.", "Leave one out.")
