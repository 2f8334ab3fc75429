"""What may be done with a wager, read from its data: made, changed, called, and for how much.

Each answer is a value that names its clauses: a ``Permission``, or a ``Refusal`` with a code from
a closed list. Facts of the table (a new shooter, a bet that has its number) come in as names;
whose turn it is and whether the chips are there is for the table to say.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal

from lammer.core.cite import clause_ids
from lammer.core.product import Product, Status
from lammer.core.ruleset import Ruleset
from lammer.core.wager import Action, Call, Wager

Code = Literal[
    "wrong-time",
    "contract-bet",
    "no-change",
    "no-replacing",
    "no-call",
    "not-a-unit",
    "under-minimum",
    "over-maximum",
    "not-a-step",
    "cannot-be-paid",
]
CODES: tuple[Code, ...] = Code.__args__  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Permission(Product):
    """Something that may be done, and the clauses that allow it."""

    status: ClassVar[Status] = "enforced"

    words: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Refusal(Product):
    """Something that may not be done: the code, the clauses, and what to know instead."""

    status: ClassVar[Status] = "enforced"

    code: Code
    detail: str
    clauses: tuple[str, ...]


Answer = Permission | Refusal


def may_make(wager: Wager, context: str, facts: frozenset[str] = frozenset()) -> Answer:
    """Whether the wager may be made while the game stands in ``context`` and ``facts`` hold.

    >>> from lammer.games import load
    >>> may_make(load("nj-2011").wager("pass"), "6").detail
    'Pass Bet is made immediately before a come-out roll.'
    """
    offer = wager.offer
    if context in offer.contexts and facts.issuperset(offer.needs):
        return Permission(f"{wager.name}: {offer.words}", clause_ids(offer.cites))
    detail = f"{wager.name} is made {offer.words}."
    return Refusal("wrong-time", detail, clause_ids(offer.cites))


def may_change(
    wager: Wager, action: Action, state: str, facts: frozenset[str] = frozenset()
) -> Answer:
    """Whether a bet that is up in ``state`` may be increased, reduced, removed or replaced.

    >>> from lammer.games import load
    >>> may_change(load("nj-2011").wager("pass"), "remove", "6").clauses
    ('NJ11-1.3c1',)
    """
    for bar in wager.control.bars:
        here = not bar.states or state in bar.states
        if action in bar.actions and here and facts.issuperset(bar.needs):
            code: Code = "no-replacing" if bar.needs else "contract-bet"
            if not bar.states and not bar.needs:
                code = "no-change"
            once = " once it has its number" if bar.states else ""
            once += " once it was removed or reduced" if bar.needs else ""
            detail = f"{wager.name} may not be {_DONE[action]}{once}."
            return Refusal(code, detail, clause_ids(bar.cites))
    return Permission(f"{wager.name} may be {_DONE[action]}", clause_ids(wager.control.cites))


_DONE: dict[Action, str] = {
    "increase": "increased",
    "reduce": "reduced",
    "remove": "removed",
    "replace": "replaced",
}


def may_call(wager: Wager, call: Call) -> Answer:
    """Whether the player may call the bet on, or off.

    >>> from lammer.games import load
    >>> type(may_call(load("md-2013").wager("lay-4"), "off")).__name__
    'Permission'
    """
    working = wager.working
    if working.may_call is not None and working.may_call.call == call:
        return Permission(f"{wager.name} may be called {call}", clause_ids(working.may_call.cites))
    detail = f"{wager.name} is {working.words}, and may not be called {call}."
    return Refusal("no-call", detail, clause_ids(working.cites))


def may_stake(ruleset: Ruleset, wager: Wager, stake_cents: int, pay_unit_cents: int) -> Answer:
    """Whether the amount is one the text accepts: in its units, inside its limits, and payable.

    A wager is payable if everything it can win comes to whole pay units (R-12).

    >>> from lammer.games import load
    >>> nj = load("nj-2011")
    >>> may_stake(nj, nj.wager("place-6"), 1000, 100).clauses
    ('NJ11-1.4f', 'R-12')
    >>> type(may_stake(nj, nj.wager("place-6"), 1200, 100)).__name__
    'Permission'
    """
    return (
        _in_units(wager, stake_cents, pay_unit_cents)
        or _in_limits(wager, stake_cents)
        or _payable(ruleset, wager, stake_cents, pay_unit_cents)
        or Permission(f"{wager.name} for {_dollars(stake_cents)}", clause_ids(wager.cites))
    )


def _in_units(wager: Wager, stake_cents: int, pay_unit_cents: int) -> Refusal | None:
    unit = wager.unit
    if unit is None or stake_cents % (unit.parts * pay_unit_cents) == 0:
        return None
    detail = (
        f"{wager.name} is placed in units of {unit.parts}: "
        f"{_dollars(unit.parts * pay_unit_cents)} and its multiples."
    )
    return Refusal("not-a-unit", detail, clause_ids(unit.cites))


def _in_limits(wager: Wager, stake_cents: int) -> Refusal | None:
    limits = wager.limits
    if limits is None:
        return None
    if stake_cents < limits.min_cents:
        detail = f"{wager.name} is at least {_dollars(limits.min_cents)}."
        return Refusal("under-minimum", detail, clause_ids(limits.cites))
    if stake_cents > limits.max_cents:
        detail = f"{wager.name} is at most {_dollars(limits.max_cents)}."
        return Refusal("over-maximum", detail, clause_ids(limits.cites))
    if stake_cents % limits.step_cents:
        detail = f"{wager.name} goes by {_dollars(limits.step_cents)}."
        return Refusal("not-a-step", detail, clause_ids(limits.step_cites))
    return None


def _payable(
    ruleset: Ruleset, wager: Wager, stake_cents: int, pay_unit_cents: int
) -> Refusal | None:
    for win in wager.machine.wins():
        pays = win.share * stake_cents * win.payout.odds.fraction
        if pays % pay_unit_cents:
            detail = (
                f"{_dollars(stake_cents)} on {wager.name} would be paid {_dollars(pays)} at "
                f"{win.payout.odds}, which is not in whole units of {_dollars(pay_unit_cents)}."
            )
            return Refusal("cannot-be-paid", detail, clause_ids(ruleset.law.payable))
    return None


def _dollars(cents: int | Fraction) -> str:
    """Money for reading; a fraction of a cent is cut off and marked.

    >>> _dollars(1200), _dollars(Fraction(3500, 3))
    ('$12', '$11.66...')
    """
    whole = int(cents)
    dollars, rest = divmod(whole, 100)
    text = f"${dollars:,}.{rest:02}" if rest else f"${dollars:,}"
    return text if whole == cents else f"${dollars:,}.{rest:02}..."
