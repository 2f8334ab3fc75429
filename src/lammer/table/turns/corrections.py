"""Taking back a trial that was entered wrongly, by an event that reverses it. The table is then as
before the trial; but where betting is closed for a trial, it stays closed unless there was no trial
at all. Earlier log lines are not changed."""

from collections.abc import Sequence
from typing import TypeVar

from lammer.core.cite import Cites
from lammer.core.codec import ABSENT
from lammer.core.legality import Refusal
from lammer.core.procedure import ENTERED_TWICE
from lammer.ledger import taking_back
from lammer.table.commands import Correct, plain
from lammer.table.events import Event, TrialCorrected, TrialEvent
from lammer.table.refusals import Decision, refuse
from lammer.table.state import LastTrial, TableState
from lammer.table.turns.offers import check_authority

Trial = TypeVar("Trial", bound=TrialEvent)


def correct(table: TableState, command: Correct) -> Decision:
    """Take back the trial that was entered last, if nothing else was done since."""
    procedure = table.rules.procedure
    noun, corrected = procedure.trial.noun, procedure.trial.corrected
    if corrected is None:
        detail = f"Nobody enters a {noun} here, so nobody enters it wrongly."
        return refuse(table, "no-staff", detail, procedure.unattended)
    cites = corrected.authority.cites
    if table.pledge is not None:
        return _drawn(table, cites)
    refusal = check_authority(table, corrected.authority, command.caller, f"takes back a {noun}")
    if refusal is not None:
        return refusal
    if command.reason not in corrected.reasons:
        known = ", ".join(corrected.reasons)
        detail = (
            f'"{plain(command.reason)}" is no reason to take back a {noun}. There are: {known}.'
        )
        return refuse(table, "not-a-reason", detail, cites)
    back = taken_back(table, command.caller, command.reason, cites)
    return back if isinstance(back, Refusal) else (back,)


def taken_back(
    table: TableState, caller: str, reason: str, cites: Cites
) -> TrialCorrected | Refusal:
    """Return the event that takes back the trial entered last, by these clauses; or why it
    stands."""
    if table.pledge is not None:
        return _drawn(table, cites)
    last = table.last
    if not isinstance(last, LastTrial):
        return _too_late(table, cites)
    return _reverse(table, caller, reason, cites, last)


def last_outcome(table: TableState, kind: type[Trial]) -> Trial | None:
    """Return the trial that can be taken back, if there is one."""
    last = table.last
    events = last.events if isinstance(last, LastTrial) else ()
    return next((event for event in events if isinstance(event, kind)), None)


def _drawn(table: TableState, cites: Cites) -> Refusal:
    noun = table.rules.procedure.trial.noun
    detail = f"A program draws the {noun} here from the seed it pledged: what it drew stands."
    return refuse(table, "not-here", detail, cites)


def _too_late(table: TableState, cites: Cites) -> Refusal:
    noun = table.rules.procedure.trial.noun
    if table.last is None:
        detail = f"There is no {noun} to take back: none was entered, or it has been taken back."
        return refuse(table, "nothing-to-correct", detail, cites)
    detail = (
        f"Since the {noun} something else was done ({table.last}), so it stands. "
        "What it cost anybody is made good apart from the game."
    )
    return refuse(table, "too-late", detail, cites)


def _reverse(
    table: TableState, caller: str, reason: str, cites: Cites, last: LastTrial
) -> TrialCorrected:
    trial = next(event for event in last.events if isinstance(event, TrialEvent))
    announced = table.rules.procedure.trial.closed
    return table.rules.instrument.corrected(
        caller,
        table.rules.ids(cites),
        reason,
        trial.name,
        point=last.before.point if len(table.rules.space.contexts) > 1 else ABSENT,
        closed=reason != ENTERED_TWICE if announced else None,
        lines=len(last.events),
        moves=taking_back(move for event in last.events for move in event.moves),
        **table.rules.instrument.correction_data(trial, last.events),
    )


def corrected_trial(before: TableState, events: Sequence[Event]) -> LastTrial | None:
    """Return the trial that a command took back, if these events do so; ``before`` is the table
    before them."""
    if not events or not isinstance(events[0], TrialCorrected):
        return None
    assert isinstance(before.last, LastTrial)
    return before.last


def occupied_seats(table: TableState) -> frozenset[int]:
    """Return the seats in use, with those that the last trial removed and that taking it back would
    restore."""
    last = table.last
    there = frozenset(table.seats)
    return there | last.before.seats.keys() if isinstance(last, LastTrial) else there
