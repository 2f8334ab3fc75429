"""``lammer submit``: the document that a licensee hands in for a game."""

import sys
from datetime import date
from typing import Annotated

from cyclopts import Parameter

from lammer import __version__
from lammer.cli.support.house_files import lawful, place_in, read_house_file, read_toml
from lammer.cli.support.options import Game
from lammer.cli.support.output import CommandError, flushing, write
from lammer.design import design_figure, designed, faults_of, is_wager_file
from lammer.house import HouseFile
from lammer.report.submission import (
    SubmittedFile,
    SubmittedHouse,
    SubmittedWager,
    submission_page,
)
from lammer.table import Run

HOUSE, WAGER = (
    f"lammer {each} shows one." for each in ("house --example nj-2011", "design --example")
)


def submit(
    *house: Annotated[str, Parameter(help="A house file (TOML), or several: one for each game.")],
    design: Annotated[
        tuple[str, ...],
        Parameter(help="A wager file of the house's own; may be given several times.", negative=()),
    ] = (),
    rules: Annotated[
        str | None, Parameter(help="The rule set, if a house file does not name it.")
    ] = None,
    game: Game = None,
    dated: Annotated[
        str | None, Parameter(name="--date", help="The date on it (default: today): 2026-11-19.")
    ] = None,
    out: Annotated[
        str | None, Parameter(help="Write to this file, not to standard output.")
    ] = None,
) -> int:
    """A rules submission, as a page to print: rules, wagers, odds, options, layout, notices.

    Each wager has its true odds, payout odds, house advantage, hit frequency and volatility; the
    appendix has the digests and the commands that compute each figure again.
    Example: lammer submit my-house.toml --design side-bet.toml --out submission.html
    """
    if not house:
        raise CommandError(
            "submit needs a house file.", "lammer house --example nj-2011 writes one."
        )
    named = (*house, *design)
    for path in named:
        if named.count(path) > 1:
            raise CommandError(f"{path} is named twice.", "Name each file once.")
    day = _date(dated)
    games = [_house(path, rules, game) for path in house]
    wagers = [_wager(path) for path in design]
    text = submission_page(games, wagers, day, __version__)
    if out is None:
        with flushing():
            write(text)
        return 0
    try:
        with open(out, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as problem:
        raise CommandError(f"{out} cannot be written: {problem.strerror}.") from None
    sys.stderr.write(f"written: {out}\n")
    return 0


def _date(text: str | None) -> date:
    if text is None:
        return date.today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise CommandError(f"--date {text} is no date.", "Write it 2026-11-19.") from None


def _house(path: str, rules: str | None, game: str | None) -> SubmittedHouse:
    read, law, elected = read_house_file(path, rules, game)
    here = lawful(read, law, elected)
    data = {key: value for key, value in read.data.items() if key not in ("rules", "game")}
    table = Run.at(law.key, law.game, rails={}, house=data).table
    return SubmittedHouse(_file(read), here, table)


def _wager(path: str) -> SubmittedWager:
    read = read_toml(path, "a wager file", WAGER)
    if not is_wager_file(read.data):
        raise CommandError(f"{path} is no wager file: it names no space and no shape.", WAGER)
    found, faults = designed(read.data)[0], faults_of(read.data)
    if found is None or faults:
        first = faults[0]
        raise CommandError(
            f"{path} is no wager to submit. {place_in(read, first.key)}: {first.what}.",
            f"{first.instead} lammer check {path} says all that is wrong.",
        )
    return SubmittedWager(_file(read), found, design_figure(found))


def _file(read: HouseFile) -> SubmittedFile:
    return SubmittedFile(read.path, read.raw)
