"""Roulette at the terminal: the numbers in three columns, what is bet, the latest spins."""

from collections.abc import Iterable

from lammer.cli.play.habits import LINE_CENTS, SIDE_CENTS, Habit, always
from lammer.cli.play.layouts import areas, pays
from lammer.cli.play.scene import Pieces, Scene, chips, rails, spots
from lammer.cli.play.terminal_game import show_rows
from lammer.core.wager import Wager
from lammer.games.roulette.wheels import NUMBERS, REDS, ZEROS
from lammer.instruments.wheel.terminal import TerminalWheel, past_row
from lammer.table import TableState
from lammer.typed.vocabulary import spoken


class Roulette(TerminalWheel):
    """A ball on a wheel that the dealer spins."""

    key = "pocket"
    habits = (
        Habit("red, every spin", always(("red", LINE_CENTS))),
        Habit("17, every spin", always(("straight-17", SIDE_CENTS))),
        Habit("the second dozen", always(("dozen-2", LINE_CENTS))),
        Habit("black and even", always(("black", LINE_CENTS), ("even", LINE_CENTS))),
        Habit("corners", always(("corner-1", SIDE_CENTS), ("corner-32", SIDE_CENTS))),
    )
    staying = "No bets"
    asked_example = "red?"
    help_foot = "Every bet is decided by the next spin."

    def edge_group(self, wager: Wager) -> tuple[str, str]:
        """Return the kind of bet: positions of one kind have the same edge."""
        return (wager.kind.replace("-", " "), "") if wager.kind else super().edge_group(wager)

    def draw_layout(self, scene: Scene) -> None:
        table, seat = scene.table, scene.seat
        show_rows([("zeros", [_number(table, seat, zero) for zero in _zeros(table)])])
        for column in (3, 2, 1):
            numbers = [n for n in NUMBERS if n % 3 == column % 3]
            show_rows([(f"column {column}", [_number(table, seat, str(n)) for n in numbers])])
        outside = [wagers for title, wagers in areas(table)][-2:]
        show_rows(("", spots(table, seat, [each.key for each in some])) for some in outside)
        inside = [
            f"{spoken(name)} {chips(table, bet)}"
            for name, bet in table.seats[seat].bets.items()
            if table.rules.wagers[bet.wager].kind not in _DRAWN
        ]
        if inside:
            show_rows([("inside", inside)])
        show_rows(rails(scene))
        past_row(scene)

    def help(self, table: TableState) -> Iterable[tuple[str, Pieces]]:
        first = "first five" if "first-five" in table.rules.wagers else "first four"
        yield "bet", ["17 straight 5", "red 20", "column 2 for 10", "dozen 1 for 10", "low 10"]
        yield "several", ["split 8 11 for 5", "street 13 for 5", "corner 1 for 5", "line 31 for 5"]
        yield "", [f"{first} for 5", "trio 0 1 2 for 5"]
        yield "change", ["press red 10", "less 5 on red", "down on red", "everything down"]
        paid = [f"{each} {pays(table, table.rules.wagers[each])}" for each in _PAYS]
        yield "pays", [each.replace("-", " ") for each in paid]
        yield "spin", ["spin", "or just Enter"]


_DRAWN = ("straight", "column", "dozen", "even-money")
_PAYS = ("straight-17", "split-8-11", "street-13", "corner-1", "line-31", "column-1", "red")


def _zeros(table: TableState) -> list[str]:
    return [zero for zero in ZEROS if f"straight-{zero}" in table.rules.wagers]


def _number(table: TableState, seat: int, pocket: str) -> str:
    """Return a number, red ones with an "r" and black ones with a "b", and what is bet on it."""
    bet = table.seats[seat].bets.get(f"straight-{pocket}")
    colour = "" if pocket in ZEROS else "r" if int(pocket) in REDS else "b"
    return f"{pocket}{colour}" if bet is None else f"{pocket}{colour} {chips(table, bet)}"


GAME = Roulette()
