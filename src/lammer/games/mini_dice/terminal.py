"""Mini-dice at the terminal: a shaker that goes round, and bets on the next shake or a number."""

from collections.abc import Iterable

from lammer.cli.play.habits import LINE_CENTS, SIDE_CENTS, Habit, always
from lammer.cli.play.layouts import areas, board, pays
from lammer.cli.play.scene import Pieces, Scene, draw_board, rails, spots
from lammer.cli.play.terminal_game import show_rows
from lammer.instruments.dice.terminal import past_row
from lammer.instruments.shaker.terminal import ShakerGame
from lammer.table import TableState


class MiniDice(ShakerGame):
    """Two dice sealed in a shaker: the dealer shakes, then whoever accepted it."""

    habits = (
        Habit("places the 6 and 8", always(("place-6", LINE_CENTS), ("place-8", LINE_CENTS))),
        Habit("field, every shake", always(("field", SIDE_CENTS)), shoots=False),
        Habit("over 7, every shake", always(("over-7", LINE_CENTS))),
        Habit(
            "under 7 and any 7", always(("under-7", LINE_CENTS), ("any-seven", 100)), shoots=False
        ),
        Habit("places the 4 and 10", always(("place-4", LINE_CENTS), ("place-10", LINE_CENTS))),
    )
    staying = "Place bets"
    asked_example = "over 7?"
    help_foot = "Place bets stay up until their number or a 7 comes, and stay up when they win."

    def draw_layout(self, scene: Scene) -> None:
        table, seat = scene.table, scene.seat
        (title, first), *others = areas(table)
        numbers = {each.key: each.key.rpartition("-")[2] for each in first}
        paid = {each.key: pays(table, each) for each in first}
        draw_board(board(table, seat, _label(title), numbers, paid))
        show_rows(
            (_label(title), spots(table, seat, [each.key for each in wagers]))
            for title, wagers in others
        )
        show_rows(rails(scene))
        past_row("shakes", scene)

    def help(self, table: TableState) -> Iterable[tuple[str, Pieces]]:
        examples = (
            *(("place-6", "6 for 12"), ("place-4", "place 4 for 5"), ("field", "field 5")),
            *(("any-seven", "any seven 5"), ("over-7", "over 10"), ("under-7", "under 10")),
        )
        yield "bet", [words for key, words in examples if key in table.rules.wagers]
        yield "several", ["over 10, field 5", "6 and 8 for 12 each"]
        yield "change", ["press the 6", "press the 6 6", "half press the 6", "regress the 6"]
        yield "", ["less 5 on over 7", "down on the 6", "everything down"]
        yield "shake", ["shake", "or just Enter"]
        yield "shaker", ["take the shaker", "no shaker", "pass the shaker", "let the dealer shake"]


def _label(title: str) -> str:
    return title.lower().removesuffix(" bets")


GAME = MiniDice()
