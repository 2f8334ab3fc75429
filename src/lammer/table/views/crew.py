"""What the crew of a table may enter: who may call what and for which reasons, which holds as long
as the rules do; and which of it the table would take now, by asking ``decide``."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from lammer.core.legality import Refusal
from lammer.core.procedure import Authority, Payment
from lammer.instruments import INSTRUMENTS, load
from lammer.table.commands import Command, Correct, OrderPass, spelled
from lammer.table.decide import decide
from lammer.table.refusals import refuse
from lammer.table.rules import Rules
from lammer.table.state import TableState

# What holds as long as the rules do


def procedure_data(rules: Rules) -> dict[str, Any]:
    """Who may call what, for the wire: what is not done in this game is null.

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
        "coupons": coupons
        and {"wagers": [*coupons.wagers], "clauses": [*rules.ids(coupons.cites)]},
        "closing_words": trial.closing_words or None,
        "leaned": [*rules.ids(trial.leaned)] or None,
        "payment": _ways(rules, trial.payment),
        **{key: None for each in INSTRUMENTS for key in load(each).procedure_keys},
        **rules.instrument.procedure_data(rules),
    }


def _by(rules: Rules, authority: Authority | None) -> dict[str, Any] | None:
    return None if authority is None else rules.authority_data(authority)


def _void(rules: Rules) -> list[dict[str, Any]]:
    """The reasons for which a trial is void; without roles, it is so by itself."""
    return [
        {
            "key": each.key,
            "words": each.words,
            "roles": None if each.callers is None else [*rules.roles(each.callers)],
            "clauses": [*rules.ids(each.cites)],
        }
        for each in rules.procedure.trial.reasons
        if not each.none
    ]


def _ways(rules: Rules, payment: Payment | None) -> dict[str, Any] | None:
    """The ways to pay winners between which the house may change, and the notice it must give."""
    if payment is None or not payment.ways:
        return None
    ways = [
        {"key": way.key, "charges": way.charges, "clauses": [*rules.ids(way.cites)]}
        for way in payment.ways
    ]
    return {"ways": ways, "minutes": payment.minutes, "clauses": [*rules.ids(payment.changed)]}


# What may be done now


def crew_verbs(table: TableState, now: datetime) -> dict[str, Refusal | None]:
    """For each verb of the crew whether it would be taken now, from somebody who may.

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
        verb = spelled(type(command), thing)
        decision = decide(table, command, now)
        found[verb] = decision if isinstance(decision, Refusal) else unannounced(table, verb)
    return found


def unannounced(table: TableState, verb: str) -> Refusal | None:
    """Why a crew may not enter a trial yet: the betting is closed first, where that is announced.
    A log may leave it out, for there the trial stands for its announcement too."""
    trial = table.rules.procedure.trial
    instrument = table.rules.instrument
    done = instrument.announced.get(verb)
    open_still = bool(trial.closed) and not table.thrown and instrument.over(table) is None
    waits = table.rules.procedure.turn is not None and table.hands.holder is None
    if done is None or not open_still or waits:
        return None
    detail = f'"{trial.closing_words}" is announced before {done}.'
    return refuse(table, "wrong-time", detail, trial.closed)


def _samples(table: TableState, now: datetime) -> Iterator[Command]:
    """One command for each verb of the crew, lawful but for the moment."""
    rules = table.rules
    turn, trial = rules.procedure.turn, rules.procedure.trial
    if turn is not None:
        yield OrderPass(_first(rules, turn.order.authority), turn.order.reasons[0])
    if trial.corrected is not None:
        yield Correct(_first(rules, trial.corrected.authority), trial.corrected.reasons[0])
    yield from rules.instrument.crew_samples(table, now)


def _first(rules: Rules, authority: Authority) -> str:
    return rules.roles(authority)[0]
