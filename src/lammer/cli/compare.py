"""``lammer compare``: two rule sets or houses side by side, and the cost of a change."""

import os
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table
from rich.text import Text

from lammer.cli.support.house_files import lawful_house
from lammer.cli.support.mixes import EXAMPLE, read_mix
from lammer.cli.support.options import Game, Json
from lammer.cli.support.output import (
    CommandError,
    bold,
    console,
    grid,
    percent,
    show,
    write_json,
)
from lammer.core.compare import families, plain_comparison
from lammer.games.registry import RULESETS, did_you_mean, load, nearest
from lammer.games.text_comparison import compare as differences
from lammer.house import Elections, House, house
from lammer.house.bet_mix import MixChange, mix_change
from lammer.house.elected_options import elected_differently


def compare(
    left: Annotated[str, Parameter(help="A rule set, such as nj-2011, or a house file.")],
    right: Annotated[str, Parameter(help="Another, such as md-2013, or a house file.")],
    *,
    game: Game = None,
    mix: Annotated[
        str | None,
        Parameter(help="The money bet by wager: shares (TOML), meters (JSON), a log or a record."),
    ] = None,
    as_json: Json = False,
) -> int:
    """What differs between two rule sets or houses, computed from their data, with both clauses.

    With --mix also the edge of each wager before and after, and the house's share of all money bet.
    Examples: lammer compare nj-2011 md-2013; lammer compare nj-2011 my-house.toml --mix mix.toml
    """
    old, new = _house(left, game), _house(right, game)
    changed = None if mix is None else _mixed(old, new, mix, left)
    plain = _is_rule_set(left) and _is_rule_set(right)
    one, other = (old.law, new.law) if plain else (old.rules, new.rules)
    found = (*differences(one, other), *elected_differently(old, new))
    if as_json:
        more = {} if changed is None else changed.as_data()
        write_json({**plain_comparison(one, other, found), **more})
        return 0
    known = tuple(dict.fromkeys((*one.keys(), *other.keys())))
    both = tuple(key for key in known if one.named(key) and other.named(key))
    screen = console()
    for named, each in ((left, one), (right, other)):
        screen.print(bold(named).append(f" {each.title}", "not bold"))
    screen.print()
    table = Table(box=None, pad_edge=False, padding=(0, 3, 1, 0), header_style="bold")
    for column, ratio in (("matter", 2), ("wagers", 3), (left, 3), (right, 3)):
        table.add_column(column, ratio=ratio, overflow="fold")
    for row in found:
        table.add_row(
            row.matter,
            families(row.wagers, known if row.matter == "wager" else both) or "-",
            Text(row.left).append(f"\n{_few(row.left_clauses)}", "dim"),
            Text(row.right).append(f"\n{_few(row.right_clauses)}", "dim"),
        )
    show(table)
    if changed is not None:
        _show_mix(changed)
    told = "1 difference" if len(found) == 1 else f"{len(found)} differences"
    screen.print(f"{told}; {len(both)} wagers are in both. Every clause: --json.", style="dim")
    return 0


def _house(named: str, game: str | None) -> House:
    """Return the house of a file, or one that elects nothing under a rule set."""
    if _is_rule_set(named):
        return house(load(named, game), Elections())
    return lawful_house(named, None, game)


def _is_rule_set(named: str) -> bool:
    return named in RULESETS or not (named.endswith(".toml") or os.path.isfile(named))


def _mixed(old: House, new: House, path: str, left: str) -> MixChange:
    house_file = None if left in RULESETS else left
    amounts = read_mix(path, old.law.key, house_file)
    try:
        return mix_change(old, new, amounts)
    except KeyError as problem:
        names = dict.fromkeys((*old.equipped.keys(), *new.equipped.keys()))
        hint = did_you_mean(nearest(str(problem.args[0]), names))
        raise CommandError(
            f'{path}: there is no wager "{problem.args[0]}" in either.', f"{hint}{EXAMPLE}"
        ) from None
    except ValueError as problem:
        raise CommandError(f"{path}: {problem}.", EXAMPLE) from None


def _show_mix(changed: MixChange) -> None:
    table = grid("wager", right=("share", "edge before", "after", "change"))
    for each in changed.wagers:
        numbers = (each.share, each.old, each.new, each.change)
        table.add_row(each.wager, *("-" if one is None else percent(one) for one in numbers))
    held = (changed.hold_old, changed.hold_new, changed.change)
    if changed.left_out < 1:
        whole = "these" if changed.left_out else "all"
        table.add_row(bold(f"house's share of {whole}"), "", *map(percent, held))
    show(table)
    screen = console()
    if changed.left_out:
        share = percent(changed.left_out)
        only = "that only one of them offers" if changed.left_out < 1 else "that not both offer"
        screen.print(f"{share} of the mix is on wagers {only}: left out.")
    screen.print()


def _few(clauses: tuple[str, ...], most: int = 6) -> str:
    more = len(clauses) - most
    return ", ".join(clauses[:most]) + (f" and {more} more" if more > 0 else "")
