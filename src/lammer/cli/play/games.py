"""The games that can be played: each has a ``terminal`` module in its own folder."""

from lammer.cli.play.terminal_game import TerminalGame
from lammer.games.registry import beside
from lammer.table import TableState


def terminal_game_of(table: TableState) -> TerminalGame:
    """Return what is particular to the game of this table."""
    game: TerminalGame = beside(table.rules.house.law.key, "terminal").GAME
    return game
