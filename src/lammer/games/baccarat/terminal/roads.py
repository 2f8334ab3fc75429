"""``lammer roads``: the five roads of a baccarat shoe, drawn or as data."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated, NamedTuple

from cyclopts import Parameter
from rich.console import Group
from rich.text import Text

from lammer.cli.support.options import Json
from lammer.cli.support.output import CommandError, bold, console, open_input, write_json
from lammer.games.baccarat.roads import (
    ROWS,
    Result,
    RoadMark,
    as_data,
    bead_plate,
    big_eye_boy,
    big_road,
    cockroach_pig,
    small_road,
)
from lammer.table.commands import Malformed
from lammer.table.script import Overlong, lines, parse

Shoe = tuple[Result, ...]

LETTERS: Mapping[str, Result] = {"B": "banker", "P": "player", "T": "tie"}
LETTER: Mapping[Result, str] = {result: letter for letter, result in LETTERS.items()}
STYLE = {
    "banker": "red",
    "player": "bright_blue",
    "tie": "green",
    "red": "red",
    "blue": "bright_blue",
}
WHAT = "results such as BBPTBP, or a file of them"


class Glyphs(NamedTuple):
    """The marks of the derived roads, red then blue: told apart by shape as well as by colour."""

    big_eye_boy: str
    small_road: str
    cockroach_pig: str
    empty: str
    more: str


DRAWN = Glyphs("○□", "●■", "/\\", "·", "…")
PLAIN = Glyphs("ox", "OX", "/\\", ".", "<")
"""For a screen that cannot write the others."""


def roads(
    results: Annotated[
        str,
        Parameter(
            help="Results such as BBPTBP, a file of them, a log, or - for standard input.",
            allow_leading_hyphen=True,
        ),
    ],
    *,
    as_json: Json = False,
) -> int:
    """Draw the five roads of a punto banco shoe: bead plate, big road and the three below it.

    RESULTS are letters, B for banker, P for player and T for tie, in the order of the coups; or a
    file of such letters, or a log that lammer replay --log wrote (each shoe is drawn). Roads record
    what happened; they do not predict what comes.
    Examples: lammer roads BBPTBPPB; lammer roads evening.log --json
    """
    shoes = shoes_of(results)
    if as_json:
        found = [{"results": list(shoe), **as_data(shoe)} for shoe in shoes]
        write_json({"format": 1, "game": "punto-banco", "shoes": found})
        return 0
    screen = console()
    plain = not _can_write("".join(DRAWN))
    for number, shoe in enumerate(shoes, 1):
        if len(shoes) > 1:
            screen.print(bold(f"Shoe {number} of {len(shoes)}"))
        screen.print(draw(shoe, screen.width, plain=plain))
        if number < len(shoes):
            screen.print()
    return 0


def _can_write(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def shoes_of(given: str) -> list[Shoe]:
    """The shoes that an argument means: letters, or a file of letters, or a log."""
    if not given.strip():
        raise CommandError("there are no results.", f"Name {WHAT}.")
    if set(given.upper()) <= {*LETTERS, " "} or _meant_as_letters(given):
        return [results_of_letters(given)]
    with open_input(given, WHAT) as stream:
        try:
            return _shoes_in(given, lines(stream))
        except OSError as problem:
            raise CommandError(
                f"{given} cannot be read: {problem.strerror}.", f"Name {WHAT}."
            ) from None
        except Overlong as problem:
            raise CommandError(f"line {problem.number}: {problem}.", f"Name {WHAT}.") from None


def _meant_as_letters(given: str) -> bool:
    """Results with a slip in them, rather than the name of a file that is there."""
    most = sum(letter in LETTERS for letter in given.upper())
    return given.isalpha() and most > len(given) // 2 and not Path(given).exists()


def _shoes_in(path: str, numbered: Iterator[tuple[int, bytes]]) -> list[Shoe]:
    for number, line in numbered:
        if not line.strip():
            continue
        rest = chain([(number, line)], numbered)
        if line.lstrip().startswith(b"{"):
            shoes = results_of_log(rest)
        else:
            text = b"".join(each for _, each in rest).decode(errors="replace")
            shoes = [results_of_letters(text)]
        if shoes:
            return shoes
    raise CommandError(f"there are no baccarat results in {path}.", f"Name {WHAT}.")


def results_of_letters(text: str) -> Shoe:
    """B, P and T, small or large, with white space anywhere.

    >>> results_of_letters("b pT")
    ('banker', 'player', 'tie')
    """
    found: list[Result] = []
    for letter in "".join(text.split()):
        result = LETTERS.get(letter.upper())
        if result is None:
            raise CommandError(
                f"{letter!a} is no result (it stands after {len(found)} results).",
                "Write B for banker, P for player, T for tie.",
            )
        found.append(result)
    return tuple(found)


def results_of_log(numbered: Iterable[tuple[int, bytes]]) -> list[Shoe]:
    """The results in a log, shoe by shoe; a shoe without any is left out. What is read of a log is
    here and nowhere else: the lines whose ``event`` is ``result`` have the winner in their body,
    one whose ``event`` is ``shuffle`` begins a new shoe, one whose ``event`` is ``correct`` takes
    the result above it back. Lines come with their numbers."""
    shoes: list[list[Result]] = [[]]
    words = {str(result): result for result in LETTERS.values()}
    for number, line in numbered:
        if not line.strip():
            continue
        try:
            entry = parse(line)
        except Malformed as problem:
            raise CommandError(f"line {number}: {problem}.", problem.instead) from None
        if entry.get("event") == "shuffle":
            shoes.append([])
        elif entry.get("event") == "correct":
            del shoes[-1][-1:]
        elif entry.get("event") == "result":
            body = entry.get("body")
            winner = body.get("winner") if isinstance(body, dict) else None
            if not isinstance(winner, str) or winner not in words:
                raise CommandError(
                    f"line {number}: a result without a winner.",
                    "Its body needs a winner: player, banker or tie. lammer audit checks a log.",
                )
            shoes[-1].append(words[winner])
    return [tuple(shoe) for shoe in shoes if shoe]


Sheet = Mapping[tuple[int, int], Text]
"""What stands in each cell: column and row, and the text."""


def draw(results: Sequence[Result], width: int, *, plain: bool = False) -> Group:
    """The five roads, one under the other, with a legend. A road too wide for so many columns of
    the screen shows its latest part, and says so. ``plain`` keeps to ASCII."""
    glyphs = PLAIN if plain else DRAWN
    beads = {(b.column, b.row): Text(LETTER[b.mark], STYLE[b.mark]) for b in bead_plate(results)}
    sheets: tuple[tuple[str, Sheet], ...] = (
        ("Bead plate", beads),
        ("Big road", _big_road(results)),
        ("Big eye boy", _derived(big_eye_boy(results), glyphs.big_eye_boy)),
        ("Small road", _derived(small_road(results), glyphs.small_road)),
        ("Cockroach pig", _derived(cockroach_pig(results), glyphs.cockroach_pig)),
    )
    drawn: list[Text] = [_count(results)]
    for title, sheet in sheets:
        drawn += [Text(), *_road(title, sheet, width, glyphs)]
    return Group(*drawn, Text(), *_legend(results, glyphs))


def _count(results: Sequence[Result]) -> Text:
    told = ", ".join(f"{side} {results.count(side)}" for side in LETTERS.values())
    return Text(f"{len(results)} coup{'' if len(results) == 1 else 's'}: {told}.")


def _big_road(results: Sequence[Result]) -> Sheet:
    """A letter a decision, and the ties that followed. Ties before the first decision are shown on
    the first cell, by custom, or stand there alone."""
    road = big_road(results)
    if not road.cells and road.leading_ties:
        return {(1, 1): Text(f"{LETTER['tie']}{road.leading_ties}", STYLE["tie"])}
    sheet = {}
    ahead = road.leading_ties
    for cell in road.cells:
        text = Text(LETTER[cell.mark], STYLE[cell.mark])
        if cell.ties + ahead:
            text.append(str(cell.ties + ahead), STYLE["tie"])
        ahead = 0
        sheet[cell.column, cell.row] = text
    return sheet


def _derived(marks: Iterable[RoadMark], glyphs: str) -> Sheet:
    shapes = {"red": glyphs[0], "blue": glyphs[1]}
    return {(m.column, m.row): Text(shapes[m.mark], STYLE[m.mark]) for m in marks}


def _road(title: str, sheet: Sheet, width: int, glyphs: Glyphs) -> Iterator[Text]:
    """A heading and six rows; no rows, if there is nothing to show yet."""
    heading = bold(title)
    last = max((column for column, _ in sheet), default=0)
    if not last:
        yield heading.append(": nothing yet", "not bold")
        return
    wide = 1 + max(len(text) for text in sheet.values())
    room = max(1, (width - 2) // wide)
    first = max(1, last - room + 1)
    if first > 1:
        heading.append(f": the latest {last - first + 1} of {last} columns", "not bold")
    yield heading
    margin = f"{glyphs.more} " if first > 1 else "  "
    for row in range(1, ROWS + 1):
        line = Text(no_wrap=True, overflow="ignore").append(margin, "dim")
        for column in range(first, last + 1):
            text = sheet.get((column, row), Text(glyphs.empty, "dim"))
            line.append_text(text).append(" " * (wide - len(text)))
        line.rstrip()
        yield line


def _legend(results: Sequence[Result], glyphs: Glyphs) -> Iterator[Text]:
    yield Text(
        "B banker, P player, T tie. Big road: a number counts the ties after that win.", "dim"
    )
    ahead = big_road(results).leading_ties
    if ahead:
        many = "1 tie" if ahead == 1 else f"{ahead} ties"
        yield Text(f"{many} before the first win: counted on the first cell, by custom.", "dim")
    marks = (glyphs.big_eye_boy, glyphs.small_road, glyphs.cockroach_pig)
    red, blue = (" ".join(pair[at] for pair in marks) for at in (0, 1))
    yield Text(
        f"Lower roads: {red} red, the big road repeats itself; {blue} blue, it does not.", "dim"
    )
    yield Text("Roads record what happened; they do not predict what comes.", "dim")
