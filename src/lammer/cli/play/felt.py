"""The layout as one player sees it: the puck, the numbers with the chips on them, the line, the
field, the hardways, the bets in the centre, the rail, the last rolls, the neighbours.

It only draws. What is off is read from the wager's own data; every mark is a word as well, so that
nothing hangs on colour.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rich import box
from rich.table import Table as Grid
from rich.text import Text

from lammer.cli.play.words import spoken
from lammer.cli.say import console, show, write
from lammer.core.money import dollars
from lammer.core.wager import Collection
from lammer.table import Bet, Table

BOXES = ("4", "5", "6", "8", "9", "10")
LABEL = 9
NARROW, WIDEST = 76, 104
"""With fewer columns than the first there is no grid, only a list; beyond the second the grid grows
no more."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What is drawn: the table, whose seat it is seen from, everybody's name, the rolls so far."""

    table: Table
    seat: int
    names: Mapping[int, str]
    rolls: Sequence[tuple[int, int]]

    def name(self, seat: int) -> str:
        return self.names.get(seat, f"seat {seat}")


def draw(scene: Scene) -> None:
    width = min(console().width, WIDEST)
    rows = _numbers(scene.table, scene.seat)
    cell = (width - LABEL - 3) // len(BOXES) - 3
    if width >= NARROW and _longest(rows) <= cell:
        _grid(scene.table, rows, cell)
    else:
        _listed(scene.table, rows)
    for label, pieces in _below(scene):
        row(label, pieces, width)
    if scene.rolls:
        row("rolls", _rolls(scene, width), width)


# Chips


def works(table: Table, bet: Bet) -> bool:
    """Whether the bet can win or lose on the next roll."""
    working = table.rules.wagers[bet.wager].working.cells(bet.called)
    return bool(working & table.rules.space.context_cells(table.context))


def chips(table: Table, bet: Bet) -> str:
    """The stake, and whether it is off, or on because it was called.

    >>> from lammer.table import Run
    >>> run = Run.at("nj-2011", rails={1: 10000})
    >>> answer = run.do({"do": "bet", "seat": 1, "wager": "hard-8", "amount": 500})
    >>> chips(run.table, run.table.seats[1].bets["hard-8"])
    '$5 off'
    """
    if not works(table, bet):
        return f"{dollars(bet.stake)} off"
    return f"{dollars(bet.stake)}{' on' if bet.called == 'on' else ''}"


def _with_odds(table: Table, seat: int, bet: Bet) -> str:
    """A line or come bet with the odds behind it."""
    bets = table.seats[seat].bets
    behind = [
        f" +{chips(table, bets[odds.key])}"
        for odds in table.rules.supplements(bet.wager, bet.state)
        if odds.key in bets
    ]
    return chips(table, bet) + "".join(behind)


Rows = dict[str, dict[str, list[str]]]


def _numbers(table: Table, seat: int) -> Rows:
    """What lies on each number: come bets, bets for it, bets against it."""
    rows: Rows = {"come": {}, "place": {}, "against": {}}
    for bet in table.seats[seat].bets.values():
        wager = table.rules.wagers[bet.wager]
        where, _, number = wager.spot.rpartition("-")
        if where == "box":
            kind = "" if wager.key.startswith("place-") else f"{wager.key.partition('-')[0]} "
            rows["place"].setdefault(number, []).append(kind + chips(table, bet))
        elif where == "behind":
            kind = "lay" if wager.key.startswith("lay-") else "lose"
            rows["against"].setdefault(number, []).append(f"{kind} {chips(table, bet)}")
        elif wager.travels and bet.state != wager.machine.start:
            side, kind = ("against", "dc ") if wager.key.startswith("dont") else ("come", "")
            words = kind + _with_odds(table, seat, bet)
            rows[side].setdefault(bet.state, []).append(words)
    return rows


def _longest(rows: Rows) -> int:
    """The longest amount on the numbers: one that would be broken in two is not drawn so."""
    pieces = (each for found in rows.values() for lies in found.values() for each in lies)
    return max((len(word) for piece in pieces for word in piece.split()), default=0)


def _grid(table: Table, rows: Rows, cell: int) -> None:
    grid = Grid(box=box.ROUNDED, padding=(0, 1), show_header=True, header_style="bold")
    point = str(table.point) if table.point is not None else None
    grid.add_column("puck OFF" if point is None else "puck ON", width=LABEL, no_wrap=True)
    for number in BOXES:
        here = Text(f"ON {number}", "bold reverse") if number == point else Text(number)
        grid.add_column(here, width=cell, justify="center")
    for label, found in rows.items():
        if not found and label != "place":
            continue
        grid.add_row(label, *("\n".join(found.get(number, ())) for number in BOXES))
    show(grid, at_least=NARROW)


def _listed(table: Table, rows: Rows) -> None:
    """The numbers one below the other, where there is no room for a grid: only those with something
    on them."""
    point = table.point
    write(f"puck {'OFF' if point is None else f'ON {point}'}\n")
    for number in BOXES:
        lies = [
            f"{label} {each}" if each.startswith("$") else each
            for label, found in rows.items()
            for each in found.get(number, ())
        ]
        if lies:
            row(number, lies, console().width)


# Below the numbers


Pieces = list[str]
"""Things side by side in a row, none of which is broken across lines."""


def _below(scene: Scene) -> Iterable[tuple[str, Pieces]]:
    table, seat = scene.table, scene.seat
    yield "line", _spots(table, seat, ("pass", "dont-pass", "come", "dont-come", "field"))
    hard = _spots(table, seat, [f"hard-{number}" for number in ("4", "6", "8", "10")])
    yield "hardways", [each.removeprefix("hard ") for each in hard]
    yield "one roll", _center(table, seat) or ["-"]
    yield from _collections(table, seat)
    rail, up = table.rail(seat), table.layout(seat)
    lies = [f"{dollars(up)} on the layout"] if up else []
    dice = [f"dice {_whose(scene)}"] if table.rules.procedure.turn is not None else []
    yield "rail", [dollars(rail), *lies, *dice]
    for number in table.seats:
        if number != seat:
            yield scene.name(number), _neighbour(table, number)


def _spots(table: Table, seat: int, names: Iterable[str]) -> Pieces:
    """Named spots, each with its chips or a dash; those not offered are left out."""
    bets = table.seats[seat].bets
    return [
        f"{spoken(name)} {_with_odds(table, seat, bets[name]) if name in bets else '-'}"
        for name in names
        if name in table.rules.wagers
    ]


def _center(table: Table, seat: int) -> Pieces:
    """The one-roll bets but the field."""
    return [
        f"{spoken(name)} {chips(table, bet)}"
        for name, bet in table.seats[seat].bets.items()
        if table.rules.wagers[bet.wager].one_roll and name != "field"
    ]


def _collections(table: Table, seat: int) -> Iterable[tuple[str, Pieces]]:
    """Bets that gather numbers, with those they have."""
    for name, bet in table.seats[seat].bets.items():
        machine = table.rules.wagers[bet.wager].machine
        if isinstance(machine, Collection):
            late = machine.late is not None and bet.state == machine.late[0]
            have = bet.state.replace(",", ", ") or "none yet"
            yield spoken(name), [dollars(bet.stake), "waits" if late else f"has {have}"]


def _whose(scene: Scene) -> str:
    hands = scene.table.hands
    if hands.holder is not None:
        only = ", only for the come bets" if hands.alone else ""
        mine = hands.holder == scene.seat
        return ("yours" if mine else f"with {scene.name(hands.seat or 0)}") + only
    if hands.offered is None:
        return "nobody's"
    return f"offered to {'you' if hands.offered == scene.seat else scene.name(hands.offered)}"


def _neighbour(table: Table, seat: int) -> Pieces:
    """Somebody else's rail and bets."""
    bets = table.seats[seat].bets
    lies = [
        f"{spoken(name)} {_with_odds(table, seat, bet)}"
        for name, bet in bets.items()
        if table.rules.wagers[bet.wager].behind is None
    ]
    return [f"{dollars(table.rail(seat)):6}", *(lies or ["-"])]


def _rolls(scene: Scene, width: int) -> Pieces:
    """The last rolls, newest at the end, as many as fit in a line."""
    room = max((width - LABEL - 4) // 6, 4)
    return [f"{first}-{second}" for first, second in scene.rolls[-room:]]


def row(label: str, pieces: Iterable[str], width: int) -> None:
    """A labelled row of pieces, broken between them where the screen ends."""
    margin = f"  {label:{LABEL}}  "
    line = margin
    for piece in pieces:
        if len(line) + len(piece) > width and line.strip() and line != margin:
            write(f"{line.rstrip()}\n")
            line = " " * len(margin)
        line += f"{piece}   "
    write(f"{line.rstrip()}\n")
