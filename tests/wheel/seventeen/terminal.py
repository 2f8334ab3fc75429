"""The game at the terminal."""

from collections.abc import Iterable

from lammer.cli.play.habits import LINE_CENTS, Habit, always
from lammer.cli.play.scene import Pieces, Scene, rails, spots
from lammer.cli.play.terminal_game import show_rows
from lammer.table import TableState
from tests.wheel.spinner.terminal import WheelGame


class Seventeen(WheelGame):
    habits = (Habit("17, every spin", always(("number-17", LINE_CENTS))),) * 5
    staying = "No bets"
    asked_example = "17?"
    help_foot = "A bet is decided by the next spin."

    def draw_layout(self, scene: Scene) -> None:
        show_rows([("bets", spots(scene.table, scene.seat, ["number-17"]))])
        show_rows(rails(scene))

    def help(self, _table: TableState) -> Iterable[tuple[str, Pieces]]:
        yield "bet", ["17 for 10"]
        yield "spin", ["spin", "or just Enter"]


GAME = Seventeen()
