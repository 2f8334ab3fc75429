"""The table as it stands: named tuples, never changed, only replaced."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from lammer.core.wager import Call
from lammer.ledger import Books, layout, rail
from lammer.table.events import DEALER as DEALER
from lammer.table.events import Event
from lammer.table.events import Holder as Holder
from lammer.table.rules import Rules


class Bet(NamedTuple):
    """A stake on a wager, in a state of its machine.

    ``charged`` is the vigorish taken for it so far, ``coupon`` the match play lying with it;
    ``reduced`` says that chips came off it after a roll (R-61); ``carried``, that the coupon lay
    there already, from a void bet.
    """

    wager: str
    state: str
    stake: int
    called: Call | None = None
    charged: int = 0
    leave_up: bool = False
    coupon: int = 0
    reduced: bool = False
    carried: bool = False


class Seat(NamedTuple):
    """A place at the table. ``gone`` says that its player has left, bets behind.

    ``barred`` are the don't bets taken down that may not be put back yet, as (wager, state);
    ``coupon`` lies where a void bet was, as (wager, cents), for the next one there (R-35);
    ``owed`` is the vigorish marked and not yet collected.
    """

    number: int
    name: str
    bets: Mapping[str, Bet]
    gone: bool = False
    barred: tuple[tuple[str, str], ...] = ()
    coupon: tuple[str, int] | None = None
    owed: int = 0


class Holding(NamedTuple):
    """Whose the dice (shaker, shoe) are.

    ``holder`` is the shooter, ``offered`` the seat they are offered to, ``before`` the shooter they
    come from. ``fresh``: the holder has not made an initial come-out roll yet. ``alone``: rolling
    without a line bet, only for the come bets (1.11(b)); ``asking``: the offer that precedes it.
    ``declined`` are those who have been asked and declined since the offer began; ``picked``: two
    dice are chosen. ``refused`` are the players who did not take it when they were offered it last;
    ``on_behalf_of`` is the seat that has the dealer hold it.
    """

    holder: Holder | None = None
    offered: int | None = None
    before: Holder | None = None
    fresh: bool = True
    alone: bool = False
    asking: bool = False
    declined: tuple[int, ...] = ()
    picked: bool = False
    refused: tuple[int, ...] = ()
    on_behalf_of: int | None = None

    @property
    def seat(self) -> int | None:
        """The seat of a player who holds it."""
        return self.holder if isinstance(self.holder, int) else None


Kit = tuple[Any, ...] | None
"""The state of an instrument: a named tuple of its own, or nothing."""


class Pledge(NamedTuple):
    """A seed pledged: its hash, the players' own as (seat, seed), how many trials were drawn from
    them, whether the hand it is for is over, and which cards were out when it was pledged."""

    hash: str
    seeds: tuple[tuple[int, str], ...] = ()
    trials: int = 0
    over: bool = False
    out: Mapping[str, int] = {}


class LastTrial(NamedTuple):
    """The trial that was entered last: the table before it, and all that followed from it."""

    before: "TableState"
    events: tuple[Event, ...]


class TableState(NamedTuple):
    """Everything about a table. Its size depends on its seats and bets, never on what was played.

    ``context`` is the puck; ``thrown``: the dice are in the air, or no more bets are taken;
    ``swept``: the last roll was a 7 that took bets whose offer may reopen (R-26); ``told``: who
    had to be told has been; ``kit``: the shaker or the shoe; ``pledge``: the seed of what a program
    draws. ``last`` is the trial entered last, while it can be taken back; what was done since, once
    something was; None, where there is none to take back. It is not written down with a table.
    """

    rules: Rules
    context: str
    seats: Mapping[int, Seat]
    books: Books
    hands: Holding
    thrown: bool = False
    swept: bool = False
    told: bool = False
    kit: Kit = None
    pledge: Pledge | None = None
    last: LastTrial | str | None = None

    @property
    def point(self) -> int | None:
        """The come-out point, or None.

        >>> from lammer.table.run import Run
        >>> Run.at("nj-2011", rails={1: 10000}).table.point is None
        True
        """
        return int(self.context) if self.context.isdigit() else None

    def rail(self, seat: int) -> int:
        return self.books.get(rail(seat), 0)

    def layout(self, seat: int) -> int:
        return self.books.get(layout(seat), 0)

    def seated(self) -> list[int]:
        """The seats somebody plays at, clockwise from seat 1."""
        return sorted(number for number, seat in self.seats.items() if not seat.gone)
