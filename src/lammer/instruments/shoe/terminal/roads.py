"""The five roads drawn in a terminal."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rich.console import Group
from rich.text import Text

from lammer.cli.support.output import bold
from lammer.instruments.shoe.scoreboard.roads import (
    ROWS,
    Result,
    RoadMark,
    bead_plate,
    big_eye_boy,
    big_road,
    cockroach_pig,
    small_road,
)

LETTERS: Mapping[str, Result] = {"B": "banker", "P": "player", "T": "tie"}
LETTER: Mapping[Result, str] = {result: letter for letter, result in LETTERS.items()}
STYLE = {
    "banker": "red",
    "player": "bright_blue",
    "tie": "green",
    "red": "red",
    "blue": "bright_blue",
}


class Glyphs(NamedTuple):
    """The marks of the derived roads, red then blue, distinguished by shape as well as colour."""

    big_eye_boy: str
    small_road: str
    cockroach_pig: str
    empty: str
    more: str


DRAWN = Glyphs("○□", "●■", "/\\", "·", "…")
PLAIN = Glyphs("ox", "OX", "/\\", ".", "<")
"""For a screen that cannot display the others."""

Sheet = Mapping[tuple[int, int], Text]
"""The content of each cell: column and row, and the text."""


def draw(results: Sequence[Result], width: int, *, plain: bool = False) -> Group:
    """Return the five roads, one below the other, with a legend.

    A road too wide for the screen shows its latest part, and says so. ``plain`` uses ASCII only.
    """
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
    """Return one letter for each decision, and the ties that followed. Ties before the first
    decision are shown on the first cell, by custom, or alone."""
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
    """Yield a heading and six rows; no rows, if there is nothing to show yet."""
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
