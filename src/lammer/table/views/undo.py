"""How a player takes back a change to bets: the commands that do it, and the bets whose earlier
changes can no longer be taken back."""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeGuard

from lammer.table.commands import CallBet, Command, MakeBet, Reduce, Remove, command_data
from lammer.table.events import (
    BetCalled,
    BetMade,
    BetReduced,
    BetRemoved,
    Event,
    TrialCorrected,
    TrialEvent,
)
from lammer.table.state import TableState

_Change = BetMade | BetReduced | BetRemoved | BetCalled
_CHANGES = (BetMade, BetReduced, BetRemoved, BetCalled)
_TRIALS = (TrialEvent, TrialCorrected)


class Undo(NamedTuple):
    """``commands`` take a change back, in this order. ``final`` are names of bets that the change
    bars: no earlier change to one of them can be taken back."""

    commands: tuple[Command, ...]
    final: tuple[str, ...]


def undo_of(before: TableState, events: Sequence[Event]) -> Undo:
    """Return how to take back the changes that a command made to bets; ``before`` is the table it
    was given to. There are no commands for a trial, which no player takes back, for a bet that may
    not be made or raised again, and for odds behind such a bet.

    >>> from lammer.table.run import Run
    >>> run = Run.at("nj-2011", rails={1: 10000})
    >>> def undo(**command):
    ...     before = run.table
    ...     return undo_of(before, run.do(command).events).commands
    >>> undo(do="bet", seat=1, wager="field", amount=500)
    (Remove(seat=1, wager='field'),)
    >>> undo(do="bet", seat=1, wager="field", amount=300)
    (Reduce(seat=1, wager='field', by=300),)
    >>> undo(do="remove", seat=1, wager="field")[0].amount
    800
    """
    if len(events) == 1 and _leaves_all_open(events[0]):
        return Undo(_inverse(before, events[0]), ())  # The usual case.
    rules = before.rules
    trial = any(isinstance(event, _TRIALS) for event in events)
    changes = [event for event in events if isinstance(event, _CHANGES) and not trial]
    barred = {
        event.wager: event.barred[0]
        for event in changes
        if isinstance(event, BetRemoved) and event.barred is not None
    }
    cut = {event.wager for event in changes if isinstance(event, BetReduced) and event.reduced}
    bases = {*barred.values()}
    behind = bases and {
        key
        for key, wager in rules.wagers.items()
        if wager.behind is not None and wager.behind.base in bases
    }
    final = {*barred, *behind}
    commands = [
        command
        for event in reversed(changes)
        if event.wager not in final
        and not (isinstance(event, BetReduced) and event.reduced)
        and getattr(event, "with_bet", None) not in cut
        for command in _inverse(before, event)
    ]
    return Undo(tuple(commands), tuple(sorted(final)))


def _leaves_all_open(event: Event) -> TypeGuard[_Change]:
    """Return whether an event changes a bet and bars nothing."""
    kind = type(event)
    return kind is BetMade or (kind is BetRemoved and event.barred is None)  # type: ignore[attr-defined]


def as_data(undo: Undo, thing: str) -> dict[str, Any]:
    """Return what an answer says of it; keys that would be empty are omitted. The seat is filled in
    where the commands are sent."""
    found: dict[str, Any] = {}
    if undo.commands:
        found["undo"] = commands = [command_data(each, thing) for each in undo.commands]
        for each in commands:
            del each["seat"]
    if undo.final:
        found["final"] = list(undo.final)
    return found


def _inverse(before: TableState, event: _Change) -> tuple[Command, ...]:
    """Return the commands that take one change back; a removed bet returns with its call and with
    being left up."""
    seat, bet = event.seat, event.wager
    if isinstance(event, BetMade):
        more = event.stake > event.amount
        return (Reduce(seat, bet, event.amount) if more else Remove(seat, bet),)
    if isinstance(event, BetCalled):
        return (CallBet(seat, bet, not event.working),)
    if isinstance(event, BetReduced):
        return (MakeBet(seat, bet, event.by),)
    was = before.seats[seat].bets[bet]
    again = MakeBet(seat, bet, event.stake, leave_up=was.leave_up or None)
    return (again,) if was.called is None else (again, CallBet(seat, bet, was.called == "on"))
