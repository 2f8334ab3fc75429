"""The long form: what the crew does around bets and trials is entered step by step, if the house
elects it.

Elsewhere a trial implies it. Which steps there are, who makes them and what they follow is data of
the rule set (``lammer.core.procedure.CrewStep``); the steps due now are part of the table.
"""

from lammer.core.cite import Cites
from lammer.core.legality import Refusal
from lammer.core.procedure import CrewStep
from lammer.table.commands import EnterStep, plain
from lammer.table.events import StepEntered
from lammer.table.refusals import Decision, refuse
from lammer.table.state import DueStep, TableState


def enter(table: TableState, command: EnterStep) -> Decision:
    """Decide that a step was made: by whom, in its turn, with what it names."""
    step = _known(table, command.step)
    if isinstance(step, Refusal):
        return step
    cites = _cites(table, step)
    if command.caller not in step.by:
        detail = f"The {' or '.join(step.by)} does this, not the {command.caller}."
        return refuse(table, "not-authorised", detail, cites)
    due = next((each for each in table.due if each.step == step.key), None)
    if due is None:
        detail = f'"{step.key}" is not due: {_waiting(table)}.'
        return refuse(table, "wrong-step", detail, cites)
    if any(each.step == step.first for each in table.due):
        detail = f'"{step.first}" comes before "{step.key}".'
        return refuse(table, "wrong-step", detail, cites, table.rules.steps[step.first].cites)
    wrong = _wrongly_named(due, command)
    if wrong:
        return refuse(table, "wrong-step", wrong, cites)
    clauses = table.rules.ids(cites)
    named = command.number, command.count, command.seats
    return (StepEntered(command.caller, clauses, step.key, *named),)


def _known(table: TableState, key: str) -> CrewStep | Refusal:
    rules = table.rules
    step = rules.steps.get(key)
    if step is not None:
        return step
    here = {each.key: each for each in rules.procedure.steps}
    if key in here and not rules.steps:
        detail = "This house elects the short form: a trial implies what is done around it."
        return refuse(table, "not-needed", detail, here[key].cites)
    known = ", ".join(here) or "none"
    detail = f'There is no step "{plain(key)}" here. There are: {known}.'
    cites = rules.procedure.unattended
    return refuse(table, "not-listed", detail, cites)


def _cites(table: TableState, step: CrewStep) -> Cites:
    """Return the clauses of a step; they can depend on who holds the instrument."""
    return step.again if step.again and table.hands.before is not None else step.cites


def _waiting(table: TableState) -> str:
    return ", ".join(each.step for each in table.due) or "nothing is"


def _wrongly_named(due: DueStep, command: EnterStep) -> str:
    """Return what is wrong with the marker or the seats that a step names; "" if nothing is."""
    if (command.number, command.count, command.seats) == (due.number, due.count, due.seats):
        return ""
    if due.seats is not None:
        return f"These are the seats, in numerical order: {', '.join(map(str, due.seats))}."
    if due.number is None:
        return "It names no marker and no seats."
    which = "a marker" if due.count is None else f"marker {due.count}"
    return f"It is {which} on the {due.number}."


def steps_due(table: TableState) -> Refusal | None:
    """Return why no trial may begin yet: a step is to be entered first."""
    if not table.due:
        return None
    due = table.due[0]
    step = table.rules.steps[due.step]
    detail = f'"{step.key}" is entered first, by the {" or ".join(step.by)}.'
    return refuse(table, "step-due", detail, _cites(table, step))


def must_be_entered(table: TableState, what: str, *cites: Cites) -> Refusal | None:
    """Return why something may not be implied here: this house elects the long form."""
    if not table.rules.long_form:
        return None
    return refuse(table, "step-due", f"This house enters each step: {what}.", *cites)
