"""The games that can be played: each has a ``terminal`` module in its own folder."""

from lammer.cli.play.terminal_game import TerminalGame
from lammer.games.registry import game_module
from lammer.table import TableState


def terminal_game_of(table: TableState) -> TerminalGame:
    """Return what is particular to the game of this table."""
    game: TerminalGame = game_module(table.rules.house.law.key, "terminal").GAME
    return game
