"""The games one can sit down at, by what goes round among the players."""

from collections.abc import Mapping

from lammer.cli.play.games.craps import Craps
from lammer.cli.play.games.mini_dice import MiniDice
from lammer.cli.play.games.punto_banco import PuntoBanco
from lammer.cli.play.games.terminal_game import TerminalGame
from lammer.table import Table

PARTS: Mapping[str, TerminalGame] = {"dice": Craps(), "shaker": MiniDice(), "shoe": PuntoBanco()}


def part_of(table: Table) -> TerminalGame:
    """What is particular to the game of this table."""
    return PARTS[table.rules.procedure.trial.thing]
