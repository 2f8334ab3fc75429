"""Big six at the terminal: the seven spots, and where the wheel stopped lately."""

from collections.abc import Iterable

from lammer.cli.play.habits import LINE_CENTS, SIDE_CENTS, Habit, always
from lammer.cli.play.layouts import areas, board, pays
from lammer.cli.play.scene import Pieces, Scene, draw_board, rails
from lammer.cli.play.terminal_game import show_rows
from lammer.instruments.wheel.terminal import TerminalWheel, past_row
from lammer.table import TableState
from lammer.typed.vocabulary import spoken


class BigSix(TerminalWheel):
    """A wheel with a clapper that the dealer spins."""

    key = "stop"
    habits = (
        Habit("one, every spin", always(("one", LINE_CENTS))),
        Habit("the joker", always(("emblem-1", 100))),
        Habit("five and ten", always(("five", SIDE_CENTS), ("ten", SIDE_CENTS))),
        Habit("two, every spin", always(("two", LINE_CENTS))),
        Habit("twenty and the star", always(("twenty", SIDE_CENTS), ("emblem-2", 100))),
    )
    staying = "No bets"
    asked_example = "5?"
    help_foot = "Every bet is decided by the next spin."

    def title(self, game: str) -> str:
        return game.replace("-", " ")

    def draw_layout(self, scene: Scene) -> None:
        table, seat = scene.table, scene.seat
        wagers = [each for _, some in areas(table) for each in some]
        names = {each.key: spoken(each.key) for each in wagers}
        draw_board(board(table, seat, "stop", names, {w.key: pays(table, w) for w in wagers}))
        show_rows(rails(scene))
        past_row(scene)

    def help(self, _table: TableState) -> Iterable[tuple[str, Pieces]]:
        yield "bet", ["5 for 10", "1 for 10", "20 for 5", "joker for 5", "star for 5"]
        yield "several", ["1 for 10, 2 for 5"]
        yield "change", ["press 5 5", "down on 5", "everything down"]
        yield "spin", ["spin", "or just Enter"]


GAME = BigSix()
