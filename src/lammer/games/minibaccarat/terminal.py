"""Minibaccarat at the terminal: the dealer deals, and the bets are on either hand or a tie."""

from lammer.cli.play.habits import LINE_CENTS, Habit, always
from lammer.instruments.shoe.terminal.coup_game import CoupGame


class Minibaccarat(CoupGame):
    """A shoe of several decks that stays with the dealer; the tables decide who draws."""

    habits = (
        Habit("banker, every coup", always(("banker", LINE_CENTS))),
        Habit("player, every coup", always(("player", LINE_CENTS))),
        Habit("player, and a little on the tie", always(("player", LINE_CENTS), ("tie", 100))),
        Habit("banker, twice as much", always(("banker", 2 * LINE_CENTS))),
        Habit("player, twice as much", always(("player", 2 * LINE_CENTS))),
    )


GAME = Minibaccarat()
