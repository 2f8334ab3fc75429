"""Players of a practice table: each acts through a ``Place``. Here is one who bets at random what
the house takes; players that follow strategies are made elsewhere and passed in."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from lammer.core.legality import Refusal
from lammer.school.posing.question_table import DecidedTrial
from lammer.school.posing.seeded_choices import SeededChoices
from lammer.school.topics.layouts import some_bet
from lammer.table import decide
from lammer.table.apply import apply_all
from lammer.table.commands import Command
from lammer.table.events import Event
from lammer.table.rules import Rules
from lammer.table.state import TableState

MOST_BETS = 4
"""The most bets that a random player has up."""


class DoneCommand(NamedTuple):
    """A command that the table carried out, the table before it, and what followed."""

    command: Command
    before: TableState
    events: tuple[Event, ...]


class Place:
    """A seat of a practice table, where a player acts before a trial."""

    def __init__(self, table: TableState, seat: int) -> None:
        self.table, self.seat = table, seat
        self.done: list[DoneCommand] = []

    def act(self, command: Command) -> Refusal | None:
        """Carry a command out; return why it is refused, if it is."""
        decision = decide(self.table, command)
        if isinstance(decision, Refusal):
            return decision
        self.done.append(DoneCommand(command, self.table, decision))
        self.table = apply_all(self.table, decision)
        return None

    @property
    def equity(self) -> int:
        """Chips on rail and layout less vigorish owed, in cents."""
        table, seat = self.table, self.seat
        return table.rail(seat) + table.layout(seat) - table.seats[seat].owed


class Bettor(Protocol):
    """A player of a practice table. ``name`` says how they bet, ``bankroll`` is what they bring, in
    cents."""

    name: str
    bankroll: int

    def bet(self, place: Place) -> bool:
        """Act before a trial; return whether they stay."""

    def observe(self, before: TableState, found: DecidedTrial, after: Place) -> None:
        """Note what a trial did."""


Newcomer = Callable[[Rules, int, SeededChoices], Bettor]
"""Returns who sits down at a seat of a table."""


class CasualBettor:
    """Somebody who bets at random on whatever the house takes."""

    name = "A little of everything"

    def __init__(self, bankroll: int, picks: SeededChoices) -> None:
        self.bankroll, self._picks = bankroll, picks

    def bet(self, place: Place) -> bool:
        for _ in range(2 * MOST_BETS):
            if len(place.table.seats[place.seat].bets) >= MOST_BETS:
                break
            command = some_bet(place.table, place.seat, self._picks)
            if command is not None:
                place.act(command)
        return bool(place.table.seats[place.seat].bets) or not place.table.hands.fresh

    def observe(self, before: TableState, found: DecidedTrial, after: Place) -> None:
        """Ignore it."""


def usual_bankroll(rules: Rules) -> int:
    """Return what a player brings, in cents: a good many of the least bets.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> usual_bankroll(Rules(house(load("nj-2011"), Elections())))
    100000
    """
    return max(1000_00, 1000 * rules.pay_unit)


def casual(rules: Rules, _seat: int, picks: SeededChoices) -> Bettor:
    """Return somebody who bets at random."""
    return CasualBettor(usual_bankroll(rules), SeededChoices("casual", picks.key().hex()))
