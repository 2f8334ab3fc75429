"""The earlier bets of a player: those that "same bet" makes again, and those that have just won.
They follow from the events of each step; the caller keeps them between steps."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from lammer.table import Event, TableState
from lammer.table.events import BetLost, BetVoid, BetWon, SatDown, TrialEvent


class EarlierBets(NamedTuple):
    """The earlier bets of one seat.

    ``had`` has the stake that each wager last had when a trial decided bets of the seat, in cents;
    ``last`` are those that were up at the latest such trial, ``won`` those that won the latest
    trial.
    """

    had: Mapping[str, int] = {}
    last: tuple[str, ...] = ()
    won: tuple[str, ...] = ()


NOTHING = EarlierBets()
_CHANGING = (SatDown, TrialEvent)


def earlier_bets_after(
    known: Mapping[int, EarlierBets], before: TableState, events: Sequence[Event]
) -> Mapping[int, EarlierBets]:
    """Return the earlier bets of every seat after one command; ``before`` is the table it was given
    to. A trial changes them, and whoever sits down had none.

    >>> from lammer.table import Run
    >>> run = Run.at("nj-2011", rails={1: 10000})
    >>> _ = run.do({"do": "accept-dice", "seat": 1})
    >>> _ = run.do({"do": "bet", "seat": 1, "wager": "pass", "amount": 1000})
    >>> before = run.table
    >>> earlier_bets_after({}, before, run.do({"do": "roll", "dice": [3, 4]}).events)[1]
    EarlierBets(had={'pass': 1000}, last=('pass',), won=('pass',))
    """
    if len(events) == 1 and not isinstance(events[0], _CHANGING):
        return known  # The usual case.
    new = {event.seat for event in events if isinstance(event, SatDown)}
    known = {seat: each for seat, each in known.items() if seat not in new} if new else known
    if not any(isinstance(event, TrialEvent) for event in events):
        return known
    found = {seat: known.get(seat, NOTHING)._replace(won=()) for seat in before.seats}
    ended = [event for event in events if isinstance(event, BetWon | BetLost | BetVoid)]
    for seat in {event.seat for event in ended} & found.keys():
        bets = before.seats[seat].bets
        stakes = {name: bet.stake for name, bet in bets.items() if name in before.rules.wagers}
        won = tuple(e.wager for e in ended if e.seat == seat and isinstance(e, BetWon))
        found[seat] = EarlierBets({**found[seat].had, **stakes}, tuple(stakes), won)
    return found
