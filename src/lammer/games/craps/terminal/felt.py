"""The layout of craps as one player sees it: the puck, the numbers with the chips on them, the
line, the field, the hardways, the bets in the centre."""

from collections.abc import Iterable

from lammer.cli.play.scene import (
    Board,
    LabelledRow,
    Pieces,
    Rows,
    Scene,
    chips,
    draw_board,
    marked,
    plainly,
    rails,
    row,
    spots,
    with_odds,
)
from lammer.core.money import dollars
from lammer.core.wager import Collection
from lammer.games.craps.vocabulary import BOXES
from lammer.table import TableState
from lammer.typed.vocabulary import spoken


def draw(scene: Scene) -> None:
    point = scene.table.point
    boxes = {number: plainly(number) for number in BOXES}
    if point is not None:
        boxes[str(point)] = marked(f"ON {point}")
    draw_board(
        Board(
            "puck OFF" if point is None else "puck ON",
            "puck OFF" if point is None else f"puck ON {point}",
            boxes,
            _numbers(scene.table, scene.seat),
            kept=("place",),
        )
    )
    for label, pieces in (*_below(scene), *rails(scene)):
        row(label, pieces)


def _numbers(table: TableState, seat: int) -> Rows:
    """What lies on each number: come bets, bets for it, bets against it."""
    rows: dict[str, dict[str, Pieces]] = {"come": {}, "place": {}, "against": {}}
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
            words = kind + with_odds(table, seat, bet)
            rows[side].setdefault(bet.state, []).append(words)
    return rows


def _below(scene: Scene) -> Iterable[LabelledRow]:
    table, seat = scene.table, scene.seat
    yield "line", spots(table, seat, ("pass", "dont-pass", "come", "dont-come", "field"))
    hard = spots(table, seat, [f"hard-{number}" for number in ("4", "6", "8", "10")])
    yield "hardways", [each.removeprefix("hard ") for each in hard]
    yield "one roll", _center(table, seat) or ["-"]
    yield from _collections(table, seat)
    if own := spots(table, seat, _outside(table)):
        yield "experiment", own


def _center(table: TableState, seat: int) -> Pieces:
    """The one-roll bets but the field."""
    return [
        f"{spoken(name)} {chips(table, bet)}"
        for name, bet in table.seats[seat].bets.items()
        if table.rules.wagers[bet.wager].one_roll and name not in ("field", *_outside(table))
    ]


def _outside(table: TableState) -> tuple[str, ...]:
    """The wagers outside the regulation."""
    return tuple(key for key, wager in table.rules.wagers.items() if wager.experimental)


def _collections(table: TableState, seat: int) -> Iterable[LabelledRow]:
    """Bets that gather numbers, with those they have."""
    for name, bet in table.seats[seat].bets.items():
        machine = table.rules.wagers[bet.wager].machine
        if isinstance(machine, Collection):
            late = machine.late is not None and bet.state == machine.late[0]
            have = bet.state.replace(",", ", ") or "none yet"
            yield spoken(name), [dollars(bet.stake), "waits" if late else f"has {have}"]
