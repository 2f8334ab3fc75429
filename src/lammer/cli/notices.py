"""``lammer notices``: what a table must show."""

from textwrap import fill
from typing import Annotated

from cyclopts import Parameter

from lammer.cli.support.house_files import lawful_house
from lammer.cli.support.options import Game, HouseOption, Json
from lammer.cli.support.output import bold, console, flushing, write, write_json
from lammer.games.registry import load
from lammer.house import Elections, House, house
from lammer.house import notices as notices_of


def notices(
    rules: Annotated[str, Parameter(help="A rule set, such as nj-2011.")],
    *,
    game: Game = None,
    house_file: HouseOption = None,
    as_json: Json = False,
) -> int:
    """What a table must show: limits, payout odds, "no call bets", fire and vigorish notices.

    Examples: lammer notices md-2013; lammer notices nj-2011 --house my-house.toml --json
    """
    here = _house(rules, game, house_file)
    with flushing():
        if as_json:
            _json(here)
        else:
            _words(here)
    return 0


def _house(rules: str, game: str | None, house_file: str | None) -> House:
    if house_file is not None:
        return lawful_house(house_file, rules, game)
    return house(load(rules, game), Elections())


def _json(here: House) -> None:
    write_json(
        {
            "format": 1,
            "rules": here.law.key,
            "game": here.law.game,
            "notices": [
                {
                    "key": notice.key,
                    "where": notice.where,
                    "title": notice.title,
                    "items": list(notice.items),
                    "clauses": list(notice.clauses),
                }
                for notice in notices_of(here)
            ],
        }
    )


def _words(here: House) -> None:
    screen = console()
    width = min(screen.width, 100)
    screen.print(f"What a table of {here.law.game} shows under {here.law.key}")
    for notice in notices_of(here):
        screen.print()
        screen.print(bold(notice.title), soft_wrap=True)
        where = "; ".join(filter(None, (notice.where, ", ".join(notice.clauses))))
        screen.print(f"  {where}", soft_wrap=True)
        for item in notice.items:
            if item["text"] != notice.title:
                write(fill(item["text"], width, initial_indent="  - ", subsequent_indent="    "))
                write("\n")
