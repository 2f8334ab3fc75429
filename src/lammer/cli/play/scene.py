"""Parts of every layout: the table as one player sees it, chips as text, a board of boxes, rows,
the rail and the neighbours.

It only draws. What is off is read from the wager's data; every mark is a word as well, so that
nothing depends on colour.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.table import Table as Grid
from rich.text import Text

from lammer.cli.support.output import console, show, write
from lammer.core.money import dollars
from lammer.table import Bet, TableState
from lammer.table.state import DEALER
from lammer.typed.vocabulary import spoken

LABEL = 9
NARROW, WIDEST = 76, 104
"""With fewer columns than the first a list is drawn instead of a grid; the grid grows up to the
second."""
Pieces = list[str]
"""Parts of a row, none of which is wrapped."""
LabelledRow = tuple[str, Pieces]
Rows = Mapping[str, Mapping[str, Pieces]]
"""What lies in each box, by the row's label and the box's name."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What is drawn: the table, the seat it is seen from, everybody's name, the past trials as the
    game keeps them."""

    table: TableState
    seat: int
    names: Mapping[int, str]
    past: Sequence[Any]

    def name(self, seat: int) -> str:
        return self.names.get(seat, f"seat {seat}")


def width() -> int:
    return min(console().width, WIDEST)


# Names


def by_whom(scene: Scene, verb: str) -> str:
    """Return who did it, if it was not the player: "Ruth rolls ", "The dealer shakes "."""
    hands = scene.table.hands
    if hands.holder == DEALER or scene.table.rules.procedure.by_dealer:
        return f"The dealer {verb} "
    name = scene.names.get(hands.seat or 0)
    return f"{name} {verb} " if name else ""


# Chips


def works(table: TableState, bet: Bet) -> bool:
    """True if the bet can win or lose on the next roll."""
    working = table.rules.wagers[bet.wager].working.cells(bet.called)
    return bool(working & table.rules.space.context_cells(table.context))


def chips(table: TableState, bet: Bet) -> str:
    """Return the stake, and whether the bet is off, or called on.

    >>> from lammer.table import Run
    >>> run = Run.at("nj-2011", rails={1: 10000})
    >>> answer = run.do({"do": "bet", "seat": 1, "wager": "hard-8", "amount": 500})
    >>> chips(run.table, run.table.seats[1].bets["hard-8"])
    '$5 off'
    """
    if not works(table, bet):
        return f"{dollars(bet.stake)} off"
    return f"{dollars(bet.stake)}{' on' if bet.called == 'on' else ''}"


def with_odds(table: TableState, seat: int, bet: Bet) -> str:
    """Return a bet with the odds behind it."""
    bets = table.seats[seat].bets
    behind = [
        f" +{chips(table, bets[odds.key])}"
        for odds in table.rules.supplements(bet.wager, bet.state)
        if odds.key in bets
    ]
    return chips(table, bet) + "".join(behind)


def spots(table: TableState, seat: int, names: Iterable[str]) -> Pieces:
    """Return named spots, each with its chips or a dash, without those not offered."""
    bets = table.seats[seat].bets
    return [
        f"{spoken(name)} {with_odds(table, seat, bets[name]) if name in bets else '-'}"
        for name in names
        if name in table.rules.wagers
    ]


# A board


@dataclass(frozen=True, slots=True)
class Board:
    """Boxes side by side, with rows of what lies in them. ``boxes`` are their names as drawn,
    ``corner`` stands above the labels, ``title`` above a list if there is no room for a grid; rows
    ``kept`` are drawn even if they are empty."""

    corner: str
    title: str
    boxes: Mapping[str, Text | str]
    rows: Rows
    kept: tuple[str, ...] = ()


def plainly(words: str) -> Text:
    return Text(words)


def marked(words: str) -> Text:
    """Return the name of a box that is highlighted."""
    return Text(words, "bold reverse")


def draw_board(board: Board) -> None:
    """Draw the boxes as a grid; as a list if an amount would be wrapped."""
    columns = width()
    cell = (columns - LABEL - 3) // len(board.boxes) - 3
    if columns >= NARROW and _longest(board.rows) <= cell:
        _grid(board, cell)
    else:
        _listed(board)


def _longest(rows: Rows) -> int:
    pieces = (each for found in rows.values() for lies in found.values() for each in lies)
    return max((len(word) for piece in pieces for word in piece.split()), default=0)


def _grid(board: Board, cell: int) -> None:
    grid = Grid(box=box.ROUNDED, padding=(0, 1), show_header=True, header_style="bold")
    grid.add_column(board.corner, width=LABEL, no_wrap=True)
    for head in board.boxes.values():
        grid.add_column(head, width=cell, justify="center")
    for label, found in board.rows.items():
        if found or label in board.kept:
            grid.add_row(label, *("\n".join(found.get(name, ())) for name in board.boxes))
    show(grid, at_least=NARROW)


def _listed(board: Board) -> None:
    """Draw only the boxes with something in them."""
    write(f"{board.title}\n")
    for name in board.boxes:
        lies = [
            each if each[:1].isalpha() else f"{label} {each}"
            for label, found in board.rows.items()
            for each in found.get(name, ())
        ]
        if lies:
            row(name, lies)


# Rows


def row(label: str, pieces: Iterable[str]) -> None:
    """Print a labelled row of parts, wrapped between them."""
    columns = width()
    margin = f"  {label:{LABEL}}  "
    line = margin
    for piece in pieces:
        if len(line) + len(piece) > columns and line.strip() and line != margin:
            write(f"{line.rstrip()}\n")
            line = " " * len(margin)
        line += f"{piece}   "
    write(f"{line.rstrip()}\n")


def latest(pieces: Sequence[str], wide: int) -> Pieces:
    """Return the latest parts, newest last, as many as fit in a line at ``wide`` columns each."""
    room = max((width() - LABEL - 4) // wide, 4)
    return list(pieces[-room:])


def rails(scene: Scene) -> Iterable[LabelledRow]:
    """Yield the player's rail, and the neighbours' with their bets."""
    table, seat = scene.table, scene.seat
    up, owed = table.layout(seat), table.seats[seat].owed
    pieces = [dollars(table.rail(seat))]
    pieces += [f"{dollars(up)} on the layout"] if up else []
    pieces += [f"{dollars(owed)} vigorish owed"] if owed else []
    if table.rules.procedure.turn is not None:
        pieces.append(f"{table.rules.procedure.trial.thing} {_whose(scene)}")
    yield "rail", pieces
    others = [number for number in table.seats if number != seat]
    wide = max((len(dollars(table.rail(number))) for number in others), default=0)
    for number in others:
        yield scene.name(number), _neighbour(table, number, max(wide, 6))


def _whose(scene: Scene) -> str:
    hands = scene.table.hands
    if hands.holder == DEALER:
        whom = hands.on_behalf_of
        return "with the dealer" if whom is None else f"dealt for {_you(scene, whom)}"
    if hands.holder is not None:
        turn = scene.table.rules.procedure.turn
        words = turn.only_for.words.only if turn is not None and turn.only_for is not None else ""
        only = f", {words}" if hands.only_for else ""
        mine = hands.holder == scene.seat
        return ("yours" if mine else f"with {scene.name(hands.holder)}") + only
    return "nobody's" if hands.offered is None else f"offered to {_you(scene, hands.offered)}"


def _you(scene: Scene, seat: int) -> str:
    return "you" if seat == scene.seat else scene.name(seat)


def _neighbour(table: TableState, seat: int, wide: int) -> Pieces:
    """Return a neighbour's rail and bets."""
    bets = table.seats[seat].bets
    lies = [
        f"{spoken(name)} {with_odds(table, seat, bet)}"
        for name, bet in bets.items()
        if table.rules.wagers[bet.wager].behind is None
    ]
    return [f"{dollars(table.rail(seat)):{wide}}", *(lies or ["-"])]
