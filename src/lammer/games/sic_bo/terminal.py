"""Sic bo at the terminal: three dice under a dome, and fifty places to bet."""

from collections.abc import Iterable, Iterator

from lammer.cli.play.habits import LINE_CENTS, SIDE_CENTS, Habit, always
from lammer.cli.play.layouts import areas, board, pays
from lammer.cli.play.scene import LabelledRow, Pieces, Scene, draw_board, rails, spots
from lammer.cli.play.terminal_game import show_rows
from lammer.core.wager import Wager
from lammer.instruments.dice.terminal import past_row
from lammer.instruments.dome.terminal import DomeGame
from lammer.table import TableState
from lammer.typed.vocabulary import spoken


class SicBo(DomeGame):
    """Every bet is for the next shake."""

    habits = (
        Habit("small, every shake", always(("small", LINE_CENTS))),
        Habit("big, every shake", always(("big", LINE_CENTS))),
        Habit("big, and a little on any triple", always(("big", LINE_CENTS), ("any-triple", 100))),
        Habit("the numbers 3 and 4", always(("number-3", SIDE_CENTS), ("number-4", SIDE_CENTS))),
        Habit("totals of 10 and 11", always(("total-10", SIDE_CENTS), ("total-11", SIDE_CENTS))),
    )
    staying = ""
    asked_example = "small?"
    help_foot = "Every bet is for the next shake alone. A triple loses Small and Big."

    def title(self, game: str) -> str:
        return game.replace("-", " ")

    def draw_layout(self, scene: Scene) -> None:
        table = scene.table
        (_, first), *others = areas(table)
        boxes = {each.key: spoken(each.key).title() for each in first}
        paid = {each.key: pays(table, each) for each in first}
        draw_board(board(table, scene.seat, "shake", boxes, paid))
        show_rows(row for title, wagers in others for row in _rows(scene, title, wagers))
        show_rows(rails(scene))
        past_row("shakes", scene)

    def help(self, table: TableState) -> Iterable[tuple[str, Pieces]]:
        examples = (
            *(("small", "small 10"), ("big", "big 10"), ("total-9", "total 9 5")),
            *(("number-3", "number 3 10"), ("pair-1-4", "pair 1 4 5"), ("double-2", "double 2 5")),
            *(("triple-4", "triple 4 1"), ("any-triple", "any triple 5")),
        )
        yield "bet", [words for key, words in examples if key in table.rules.wagers]
        yield "several", ["small 10, total 9 5"]
        yield "change", ["press small 10", "less 5 on big", "down on total 9", "everything down"]
        yield "shake", ["shake", "or just Enter"]


def _rows(scene: Scene, title: str, wagers: list[Wager]) -> Iterator[LabelledRow]:
    """Yield an area of the layout: what it pays, if all of it pays alike, and the bets there."""
    paid = {pays(scene.table, each) for each in wagers}
    drawn = spots(scene.table, scene.seat, [each.key for each in wagers])
    yield title.lower(), [*drawn, *([f"({paid.pop()})"] if len(paid) == 1 and all(paid) else [])]


GAME = SicBo()
