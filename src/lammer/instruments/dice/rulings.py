"""Rulings on a disputed face, of dice that are thrown or shaken."""

from lammer.core.legality import Refusal
from lammer.table.events import Event, VoidTrial
from lammer.table.refusals import refuse, unique_clauses
from lammer.table.state import TableState
from lammer.table.turns.offers import check_authority


def check_ruling(
    table: TableState, caller: str, before: tuple[Event, ...] | Refusal
) -> tuple[tuple[Event, ...], tuple[str, ...]] | Refusal:
    """Return what precedes a ruling on a disputed face, and its clauses; or why it is refused."""
    disputes = table.rules.procedure.trial.disputes
    if disputes is None:
        detail = "There is nobody here to rule on a face."
        return refuse(table, "no-staff", detail, table.rules.procedure.unattended)
    if isinstance(before, Refusal):
        return before
    refusal = check_authority(table, disputes, caller, "rules on a disputed face")
    return refusal or (before, table.rules.ids(disputes.cites))


def void_by_dispute(
    table: TableState, caller: str, clauses: tuple[str, ...], kind: type[VoidTrial]
) -> VoidTrial:
    """Return the event of a trial that is void by a ruling with these clauses."""
    void = unique_clauses(clauses, table.rules.ids(table.rules.procedure.trial.void))
    return kind(caller, void, "disputed-face", caller)
