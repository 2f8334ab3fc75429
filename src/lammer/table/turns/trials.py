"""Trials with any instrument: who may begin one, closing the betting, and void ones."""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from lammer.core.legality import NEEDS_STAKE, Refusal
from lammer.core.procedure import Turn
from lammer.table.bets.settlement import closing
from lammer.table.commands import NoMoreBets, plain
from lammer.table.events import Event, OnlyForChanged, VoidTrial
from lammer.table.refusals import Decision, refuse, too_late
from lammer.table.state import Holder, TableState
from lammer.table.turns.offers import check_authority, check_holder, no_holder
from lammer.table.turns.order import has_only_for_bets, has_stake
from lammer.table.turns.steps import must_be_entered, steps_due


class VoidTrialCommand(Protocol):
    """A command that enters a void trial."""

    @property
    def reason(self) -> str: ...
    @property
    def caller(self) -> str | None: ...


def no_more_bets(table: TableState, _: NoMoreBets, now: datetime) -> Decision:
    """Close the betting before a trial."""
    if table.thrown:
        return too_late(table, "it is called once")
    turn, trial = table.rules.procedure.turn, table.rules.procedure.trial
    instrument = table.rules.instrument
    refusal = instrument.exhausted(table) or instrument.not_ready(table, now) or steps_due(table)
    on_offer = not instrument.offered_first and table.hands.offered is not None
    if turn is not None and not on_offer:
        refusal = check_holder(table, turn, None, trial.closed) or refusal
    if refusal is not None:
        return refusal
    closed = closing(table)
    assert closed is not None
    return (closed,)


def begin_only_for(table: TableState, turn: Turn) -> Event:
    assert turn.only_for is not None
    clauses = table.rules.ids(turn.only_for.alone, turn.only_for.marker)
    return OnlyForChanged("table", clauses, table.hands.holder, on=True)


def check_may_begin(table: TableState, seat: Holder | None) -> tuple[Event, ...] | Refusal:
    """Return the events that precede a trial if it may begin now, or why not. A lone holder without
    the stake that is due goes on only for the wagers that have their number (``OnlyFor``)."""
    turn = table.rules.procedure.turn
    if turn is None:
        return no_holder(table) if seat is not None else _step_missing(table, None) or ()
    trial = table.rules.procedure.trial
    cites = trial.thrown if table.rules.instrument.offered_first else ()
    refusal = check_holder(table, turn, seat, cites) or _step_missing(table, turn)
    if refusal is not None:
        return refusal
    hands = table.hands
    if not turn.stake or table.context != table.rules.start or hands.only_for:
        return ()
    assert hands.seat is not None
    bets = table.seats[hands.seat].bets
    if not bets.keys().isdisjoint(turn.stake):
        return ()
    stand = has_only_for_bets(table, turn)
    if stand and len(table.seated()) == 1 and not has_stake(table, turn):
        return (begin_only_for(table, turn),)
    detail = f"Seat {hands.holder} must make {turn.stake_words} {turn.stake_when}."
    more = turn.only_for.offer if stand and turn.only_for else ()
    return refuse(table, NEEDS_STAKE, detail, turn.stake_cites, more)


def _step_missing(table: TableState, turn: Turn | None) -> Refusal | None:
    """Return the step of the long form that must come before a trial and has not been entered."""
    refusal = steps_due(table)
    trial = table.rules.procedure.trial
    if refusal is None and trial.closed and not table.thrown:
        return entered_whole(table)
    chosen = turn.selection if turn is not None else None
    if refusal is None and chosen is not None and not table.hands.selected:
        what = f"seat {table.hands.holder} selects {chosen.take} {trial.thing} first"
        return must_be_entered(table, what, chosen.taken)
    return refusal


def check_may_end(table: TableState, seat: int | None) -> tuple[Event, ...] | Refusal:
    """Return the events that precede the end of a trial, none if it has begun; or why it may not
    end."""
    return () if table.thrown else entered_whole(table) or check_may_begin(table, seat)


def entered_whole(table: TableState) -> Refusal | None:
    """Return why a trial may not be entered whole: this house enters its beginning first."""
    trial, begins = table.rules.procedure.trial, table.rules.instrument.begins
    if trial.closed:
        return must_be_entered(table, f'"{trial.closing_words}" is announced first', trial.closed)
    return must_be_entered(table, f"enter first that {begins}", trial.thrown)


def decide_void(
    table: TableState,
    command: VoidTrialCommand,
    before: tuple[Event, ...] | Refusal,
    made: Callable[[str, tuple[str, ...], str, str | None], VoidTrial],
    closed: bool = True,
) -> Decision:
    """Enter a void trial: void by itself, or called by somebody with the authority. ``before`` is
    what precedes it, or why there is none; ``made`` makes its event; ``closed`` says whether the
    betting must have been closed before."""
    trial = table.rules.procedure.trial
    reason = trial.reason(command.reason)
    if reason is None:
        known = ", ".join(each.key for each in trial.reasons if not each.none)
        callers = next((each.callers.cites for each in trial.reasons if each.callers), ())
        what = trial.noun
        detail = f'"{plain(command.reason)}" is no reason for a void {what}. There are: {known}.'
        return refuse(table, "not-a-reason", detail, callers)
    if isinstance(before, Refusal):
        return before
    if reason.none:
        return refuse(table, "not-a-reason", f"Not void: {reason.words}.", reason.none)
    named = reason.cites
    if reason.callers is not None:
        if command.caller is None:
            roles = " or ".join(table.rules.roles(reason.callers) or reason.callers.roles)
            what = trial.noun
            detail = f"Void only if the {roles} calls it; uncalled, the {what} counts."
            return refuse(table, "not-authorised", detail, reason.callers.cites, reason.cites)
        refusal = check_authority(
            table, reason.callers, command.caller, f"calls a void {trial.noun}"
        )
        if refusal is not None:
            return refusal
        named = (*reason.cites, *reason.callers.cites)
    clauses = table.rules.ids(named, trial.void)
    void = made(command.caller or "table", clauses, command.reason, command.caller)
    return (*before, *(announcement(table) if closed else ()), void)


def announcement(table: TableState) -> tuple[Event, ...]:
    """Return the announcement that must precede the trial and has not been made yet."""
    closed = closing(table) if table.rules.procedure.trial.closed else None
    return () if closed is None else (closed,)
