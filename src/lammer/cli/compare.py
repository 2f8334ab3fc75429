"""``lammer compare``."""

from typing import Annotated

from cyclopts import Parameter
from rich.table import Table
from rich.text import Text

from lammer.cli.support.options import Game, Json
from lammer.cli.support.output import bold, console, show, write_json
from lammer.core.compare import families, plain_comparison
from lammer.games.registry import load
from lammer.games.texts import compare as differences


def compare(
    left: Annotated[str, Parameter(help="A rule set, such as nj-2011.")],
    right: Annotated[str, Parameter(help="Another, such as md-2013.")],
    *,
    game: Game = None,
    as_json: Json = False,
) -> int:
    """What differs between two rule sets, computed from their data, with both clauses.

    Example: lammer compare nj-2011 md-2013
    """
    one, other = load(left, game), load(right, game)
    found = differences(one, other)
    if as_json:
        write_json(plain_comparison(one, other, found))
        return 0
    known = tuple(dict.fromkeys((*one.keys(), *other.keys())))
    screen = console()
    for each in (one, other):
        screen.print(bold(each.key).append(f" {each.title}", "not bold"))
    screen.print()
    table = Table(box=None, pad_edge=False, padding=(0, 3, 1, 0), header_style="bold")
    for column, ratio in (("matter", 2), ("wagers", 3), (one.key, 3), (other.key, 3)):
        table.add_column(column, ratio=ratio, overflow="fold")
    for row in found:
        table.add_row(
            row.matter,
            families(row.wagers, known) or "-",
            Text(row.left).append(f"\n{_few(row.left_clauses)}", "dim"),
            Text(row.right).append(f"\n{_few(row.right_clauses)}", "dim"),
        )
    show(table)
    same = len([key for key in known if one.named(key) and other.named(key)])
    screen.print(
        f"{len(found)} differences; {same} wagers are in both. Every clause: --json.", style="dim"
    )
    return 0


def _few(clauses: tuple[str, ...], most: int = 6) -> str:
    more = len(clauses) - most
    return ", ".join(clauses[:most]) + (f" and {more} more" if more > 0 else "")
