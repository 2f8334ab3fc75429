"""The state of a table: named tuples, never changed, only replaced."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from lammer.core.codec import Key
from lammer.core.wager import Call
from lammer.ledger import Books, layout, rail
from lammer.table.events import DEALER as DEALER
from lammer.table.events import Event
from lammer.table.events import Holder as Holder
from lammer.table.rules import Rules


class Bet(NamedTuple):
    """A stake on a wager, in a state of its machine.

    ``charged`` is the vigorish taken for it so far and ``coupon`` the match play with it, in cents;
    ``reduced``: chips were taken off it after a roll (R-61); ``carried``: the coupon was left by a
    void bet.
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
    """A seat at the table. ``gone``: its player has left, and bets remain.

    ``barred`` are the bets taken down that may not be put back yet, as (wager, state);
    ``coupon`` was left by a void bet, as (wager, cents), for the next bet there (R-35); ``owed`` is
    the vigorish marked and not yet collected, in cents.
    """

    number: int
    name: str
    bets: Mapping[str, Bet]
    gone: bool = False
    barred: tuple[tuple[str, str], ...] = ()
    coupon: tuple[str, int] | None = None
    owed: int = 0


class Holding(NamedTuple):
    """Who holds the instrument, in the terms of ``lammer.core.procedure.Turn``.

    ``offered`` is the seat it is offered to, ``before`` the holder it comes from. ``fresh``: the
    holder has not begun a first cycle yet. ``only_for``: going on without the stake that is due,
    only for bets that have their number (``OnlyFor``); ``asking``: the offer that precedes it.
    ``declined`` are the seats that declined since the offer began; ``selected``: the holder has
    made the ``Selection``. ``refused`` are the seats that did not take it when it was last offered
    to them; ``on_behalf_of`` is the seat for which the dealer holds it.
    """

    holder: Holder | None = None
    offered: int | None = None
    before: Holder | None = None
    fresh: bool = True
    only_for: Annotated[bool, Key("alone")] = False
    asking: bool = False
    declined: tuple[int, ...] = ()
    selected: Annotated[bool, Key("picked")] = False
    refused: tuple[int, ...] = ()
    on_behalf_of: int | None = None

    @property
    def seat(self) -> int | None:
        """The seat of the player who holds it."""
        return self.holder if isinstance(self.holder, int) else None


Kit = tuple[Any, ...] | None
"""The state of an instrument: a named tuple of its own, or None."""


class Pledge(NamedTuple):
    """A pledged seed: its hash, the players' seeds as (seat, seed), how many trials were drawn from
    them, whether the hand it is for is over, and what of the instrument was used up when it was
    pledged (``Instrument.used_up``)."""

    hash: str
    seeds: tuple[tuple[int, str], ...] = ()
    trials: int = 0
    over: bool = False
    used_up: Annotated[Mapping[str, int], Key("out")] = {}


@dataclass(frozen=True, slots=True)
class DueStep:
    """A step of the long form that is to be entered; ``number`` and ``count`` are those of its
    marker, ``seats`` those whose bets it is about."""

    step: str
    number: int | None = None
    count: int | None = None
    seats: tuple[int, ...] | None = None


class LastTrial(NamedTuple):
    """The trial that was entered last: the table before it, and all its events."""

    before: "TableState"
    events: tuple[Event, ...]


class TableState(NamedTuple):
    """The whole state of a table. Its size depends on seats and bets, not on how long it was
    played.

    ``context`` is that of the space, in craps the puck; ``thrown``: a trial has begun, or no more
    bets are taken; ``reopened``: the last trial lost bets on wagers that may be made again after
    that (``Offer.reopens_when``); ``tally_reported``: ``Tally.tell`` was told; ``kit``: the state
    of the instrument; ``pledge``: the seed that a program draws from; ``due``: the steps to be
    entered before the next trial, where the house elects the long form. ``last`` is the last trial
    while it can be taken back; the name of the command since, once there is one; None if there is
    no trial to take back. Snapshots omit it.
    """

    rules: Rules
    context: str
    seats: Mapping[int, Seat]
    books: Books
    hands: Holding
    thrown: bool = False
    reopened: Annotated[bool, Key("swept")] = False
    tally_reported: Annotated[bool, Key("told")] = False
    kit: Kit = None
    pledge: Pledge | None = None
    due: tuple[DueStep, ...] = ()
    last: LastTrial | str | None = None

    @property
    def point(self) -> int | None:
        """The number that the context names, such as the come-out point; None at the start of a
        cycle, and in games without numbered contexts.

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
        """Return the occupied seats, clockwise from seat 1."""
        return sorted(number for number, seat in self.seats.items() if not seat.gone)
