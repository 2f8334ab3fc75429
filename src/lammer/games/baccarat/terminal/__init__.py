"""Punto banco at the terminal: a shoe that goes round, and bets on either hand or a tie."""

from lammer.cli.play.habits import LINE_CENTS, Habit, always
from lammer.instruments.shoe.terminal.coup_game import CoupGame


class PuntoBanco(CoupGame):
    """A shoe of several decks; the curator deals, the tables decide who draws."""

    habits = (
        Habit("banker, every coup", always(("banker", LINE_CENTS))),
        Habit(
            "player, every coup; has the dealer deal",
            always(("player", LINE_CENTS)),
            designates=True,
        ),
        Habit("banker, and a little on the tie", always(("banker", LINE_CENTS), ("tie", 100))),
        Habit("player, and never the shoe", always(("player", LINE_CENTS)), shoots=False),
        Habit("banker, twice as much", always(("banker", 2 * LINE_CENTS))),
    )


GAME = PuntoBanco()
