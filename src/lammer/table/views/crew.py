"""What the crew of a table may enter: the authorities and reasons fixed by the rules, and what the
table would accept now, by ``decide``."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from lammer.core.legality import Refusal
from lammer.core.procedure import Authority, Payment
from lammer.instruments import INSTRUMENTS, load
from lammer.table.commands import Command, Correct, EnterStep, OrderPass, verb_for
from lammer.table.decide import decide
from lammer.table.refusals import refuse
from lammer.table.rules import Rules
from lammer.table.state import TableState

# Fixed by the rules


def procedure_data(rules: Rules) -> dict[str, Any]:
    """Return who may call what, for the wire; null for what this game does not have.

    Each has ``roles`` (any of them may do it; for ``late`` all of them must agree) and
    ``clauses``; where a reason must be given, ``reasons`` has them.

    >>> from lammer.table import Run
    >>> data = procedure_data(Run.at("nj-2011", rails={}).table.rules)
    >>> data["order"]["roles"], data["order"]["reasons"]
    (['boxperson'], ['delay', 'invalid-rolls', 'violation'])
    >>> [each["key"] for each in data["void"] if each["roles"] is None]
    ['off-the-table', 'one-die-on-the-other', 'cocked']
    """
    making, trial = rules.procedure.making, rules.procedure.trial
    turn = rules.procedure.turn
    coupons, corrected = making.coupons, trial.corrected
    return {
        "noun": trial.noun,
        "void": _void(rules),
        "disputes": _by(rules, trial.disputes),
        "order": turn
        and {**rules.authority_data(turn.order.authority), "reasons": [*turn.order.reasons]},
        "correct": corrected
        and {**rules.authority_data(corrected.authority), "reasons": [*corrected.reasons]},
        "late": _by(rules, making.late),
        "verbal": _by(rules, making.verbal),
        "calls": _by(rules, making.calls),
        "coupons": coupons
        and {"wagers": [*coupons.wagers], "clauses": [*rules.ids(coupons.cites)]},
        "steps": _steps(rules) or None,
        "closing_words": trial.closing_words or None,
        "payment": _ways(rules, trial.payment),
        **{key: None for each in INSTRUMENTS for key in load(each).procedure_keys},
        **rules.instrument.procedure_data(rules),
    }


def _by(rules: Rules, authority: Authority | None) -> dict[str, Any] | None:
    return None if authority is None else rules.authority_data(authority)


def _steps(rules: Rules) -> list[dict[str, Any]]:
    """Return the steps that this house has entered, in the order of the text."""
    return [
        {
            "key": step.key,
            "words": step.words,
            "roles": [*step.by],
            "named": step.named,
            "wagers": [*step.wagers],
            "clauses": [*rules.ids(step.cites, step.again)],
        }
        for step in rules.steps.values()
    ]


def _void(rules: Rules) -> list[dict[str, Any]]:
    """Return the reasons for which a trial is void; those without roles are so by themselves."""
    return [
        {
            "key": each.key,
            "words": each.words,
            "roles": None if each.callers is None else [*rules.roles(each.callers)],
            "clauses": [*rules.ids(each.cites)],
        }
        for each in rules.procedure.trial.reasons
        if not each.none and (each.callers is None or rules.roles(each.callers))
    ]


def _ways(rules: Rules, payment: Payment | None) -> dict[str, Any] | None:
    """Return the procedures of paying winners that the house may choose from, and the notice it
    must give."""
    if payment is None or not payment.ways:
        return None
    ways = [
        {"key": way.key, "charges": way.charges, "clauses": [*rules.ids(way.cites)]}
        for way in payment.ways
    ]
    return {"ways": ways, "minutes": payment.minutes, "clauses": [*rules.ids(payment.changed)]}


# What may be done now


def crew_verbs(table: TableState, now: datetime) -> dict[str, Refusal | None]:
    """Return for each verb of the crew why it would be refused now; None if it would be accepted
    from a person with the role. "no-roll-last" is the verb for the trial that was entered last.

    >>> from lammer.table.log import EPOCH
    >>> from lammer.table.run import Run
    >>> run = Run.at("nj-2011", rails={1: 10000})
    >>> crew_verbs(run.table, EPOCH)["throw"].code
    'no-shooter'
    >>> run.do({"do": "accept-dice", "seat": 1}).ok
    True
    >>> may = crew_verbs(run.table, EPOCH)
    >>> may["throw"].code, may["rest"].code, may["order-pass"]
    ('needs-line-bet', 'dice-not-thrown', None)
    """
    thing = table.rules.procedure.trial.thing
    found: dict[str, Refusal | None] = {}
    for command in _samples(table, now):
        verb = verb_for(type(command), thing)
        decision = decide(table, command, now)
        of = getattr(command, "of", None)
        name = f"{verb}-{of}" if isinstance(of, str) else verb
        found[name] = decision if isinstance(decision, Refusal) else unannounced(table, verb)
    return found


def unannounced(table: TableState, verb: str) -> Refusal | None:
    """Return why a crew may not enter a trial yet: betting is closed first, where that is
    announced. In a log the trial implies it."""
    trial = table.rules.procedure.trial
    instrument = table.rules.instrument
    done = instrument.announced.get(verb)
    open_still = bool(trial.closed) and not table.thrown and instrument.exhausted(table) is None
    waits = table.rules.procedure.turn is not None and table.hands.holder is None
    if done is None or not open_still or waits:
        return None
    detail = f'"{trial.closing_words}" is announced before {done}.'
    return refuse(table, "wrong-time", detail, trial.closed)


def _samples(table: TableState, now: datetime) -> Iterator[Command]:
    """Yield one command for each verb of the crew, lawful except for the time."""
    rules = table.rules
    turn, trial = rules.procedure.turn, rules.procedure.trial
    if turn is not None:
        yield OrderPass(_first(rules, turn.order.authority), turn.order.reasons[0])
    if trial.corrected is not None:
        yield Correct(_first(rules, trial.corrected.authority), trial.corrected.reasons[0])
    if rules.steps:
        yield _due_step(table)
    yield from rules.instrument.crew_samples(table, now)


def _due_step(table: TableState) -> EnterStep:
    """Return the step that is due first, or any."""
    steps = table.rules.steps
    if not table.due:
        step = next(iter(steps.values()))
        return EnterStep(step.key, step.by[0])
    due = table.due[0]
    by = steps[due.step].by[0]
    return EnterStep(due.step, by, due.number, due.count, due.seats)


def _first(rules: Rules, authority: Authority) -> str:
    return rules.roles(authority)[0]
