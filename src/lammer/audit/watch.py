"""The interface by which an audit reports what it judges: each act, each trial, the money."""

from fractions import Fraction
from typing import NamedTuple

from lammer.table.state import TableState


class Staff(NamedTuple):
    """Who dealt, and in which shift, as the record names them; empty if it does not."""

    dealer: str = ""
    shift: str = ""


class Act(NamedTuple):
    """Something that people at the table did and that was judged: a bet taken, a payment, a charge.
    ``kind`` is that of the entry, ``wager`` the bets by name; ``right``: there was no finding."""

    line: int
    kind: str
    seat: int
    wager: str
    staff: Staff
    right: bool


class JudgedTrial(NamedTuple):
    """The trial that the recorded money belongs to: its line, its description, the table before it,
    its cell."""

    line: int
    words: str
    table: TableState
    cell: int

    def __str__(self) -> str:
        return self.words


class Watcher:
    """Receives what an audit reports; this one ignores it."""

    def acted(self, act: Act) -> None:
        """Receive an act that was judged."""

    def tried(self, trial: JudgedTrial) -> None:
        """Receive a trial that decides bets, before it does."""

    def won(self, money: str, wager: str, due: int | Fraction, done: int | Fraction) -> None:
        """Receive what the house won on a bet, and by which kind of entry: by the rules and by the
        record, in cents."""
