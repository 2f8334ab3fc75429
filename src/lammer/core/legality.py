"""Decides from a wager's data what may be done with it: making, changing and calling it, and
stakes.

Each answer is a value that names its clauses: a ``Permission``, or a ``Refusal`` with a code from
a closed list. Facts of the table (a new shooter, a bet that has its number) come in as names;
whose turn it is, what is posted and whether the chips are there is for the table to say.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd, lcm
from typing import ClassVar, Final, Literal, NewType, get_args

from lammer.core.cite import Cite, clause_ids
from lammer.core.money import dollars
from lammer.core.product import Product, Status
from lammer.core.ruleset import Ruleset
from lammer.core.wager import Action, Bar, BarCode, Call, Chart, Vig, Wager, Win

StakeCode = Literal[
    "not-a-unit", "under-minimum", "over-maximum", "not-a-step", "cannot-be-paid", "no-charge"
]
TableCode = Literal[
    "not-open",
    "already-open",
    "unlawful-house",
    "clock",
    "no-such-seat",
    "seat-taken",
    "table-full",
    "must-stay",
    "no-staff",
    "not-enough-chips",
    "too-much",
    "not-listed",
    "not-offered",
    "no-such-bet",
    "more-than-is-up",
    "over-odds-limit",
    "no-leaving-up",
    "no-area",
    "no-coupon",
    "no-verbal",
    "owes-vigorish",
    "nothing-owed",
    "not-here",
    "too-late",
    "not-confirmed",
    "not-authorised",
    "not-a-reason",
    "no-shooter",
    "not-your-dice",
    "not-your-turn",
    "needs-line-bet",
    "not-needed",
    "pledged",
    "not-pledged",
    "seeds-closed",
    "hand-goes-on",
    "wrong-seed",
    "nothing-to-correct",
    "step-due",
    "wrong-step",
]
NO_HOLDER: Final = "no-shooter"
NOT_HOLDER: Final = "not-your-dice"
NEEDS_STAKE: Final = "needs-line-bet"
"""Codes for any instrument whose names the protocol has had since there were only dice."""
InstrumentCode = NewType("InstrumentCode", str)
"""A code that one instrument alone gives, and lists."""
Code = Literal["wrong-time", "no-call"] | BarCode | StakeCode | TableCode | InstrumentCode
CODES: frozenset[str] = frozenset(
    {"wrong-time", "no-call", *get_args(BarCode), *get_args(StakeCode), *get_args(TableCode)}
)


@dataclass(frozen=True, slots=True)
class Permission(Product):
    """Something that may be done, and the clauses that allow it."""

    status: ClassVar[Status] = "enforced"

    words: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Refusal(Product):
    """Something that may not be done: a code, a sentence for the player, and the clauses."""

    status: ClassVar[Status] = "enforced"

    code: Code
    detail: str
    clauses: tuple[str, ...]


Answer = Permission | Refusal


def may_make(wager: Wager, context: str, facts: frozenset[str] = frozenset()) -> Answer:
    """Return a permission if the wager may be made in ``context`` while ``facts`` hold, else a
    refusal.

    >>> from lammer.games import load
    >>> may_make(load("nj-2011").wager("pass"), "6").detail
    'Pass Bet may be made only immediately before a come-out roll.'
    """
    offer = wager.offer
    named = clause_ids(offer.cites)
    here = context in offer.contexts or context in offer.midway
    if here and (not offer.needs or facts.intersection(offer.needs)):
        return Permission(f"{wager.name}: made {offer.words}", named)
    if here and offer.needs_cites:
        named = clause_ids((*offer.needs_cites, *offer.cites))
    return Refusal("wrong-time", f"{wager.name} may be made only {offer.words}.", named)


def may_change(
    wager: Wager, action: Action, state: str, facts: frozenset[str] = frozenset()
) -> Answer:
    """Return whether a bet that is up in ``state`` may be increased, reduced or removed, or put
    back after it was taken down. Raises ``ValueError`` if nothing bars putting it back: then it is
    a new bet, and ``may_make`` answers.

    >>> from lammer.games import load
    >>> may_change(load("nj-2011").wager("pass"), "remove", "6").clauses
    ('NJ11-1.3c1',)
    """
    for bar in wager.control.bars:
        here = not bar.states or state in bar.states
        if action in bar.actions and here and facts.issuperset(bar.needs):
            detail = f"{wager.name} {_barred(bar, (action,))}."
            return Refusal(bar.code, detail, clause_ids(bar.cites))
    if action == "replace":
        raise ValueError(f"replacing {wager.key} is making it again")
    cites = wager.control.cites
    if action == "increase":
        # More of a bet is made when the bet may be made; odds are changed under their own reading.
        cites = (*wager.offer.cites, *(cites if wager.behind else ()))
    return Permission(f"{wager.name} may be {_DONE[action]}", clause_ids(cites))


_DONE: dict[Action, str] = {
    "increase": "increased",
    "reduce": "reduced",
    "remove": "removed",
    "replace": "replaced",
}


def _barred(bar: Bar, actions: tuple[Action, ...]) -> str:
    once = " once it has its number" if bar.states else ""
    once += " once it was removed or reduced" if bar.needs else ""
    return f"may not be {' or '.join(_DONE[action] for action in actions)}{once}"


def control_words(wager: Wager) -> str:
    """Return a sentence on what may be done with a bet that is up, bar after bar.

    >>> from lammer.games import load
    >>> nj = load("nj-2011")
    >>> control_words(nj.wager("field"))
    'may be increased, reduced or removed'
    >>> control_words(nj.wager("pass")).partition("; ")[0]
    'may not be reduced or removed once it has its number'
    """
    barred = "; ".join(_barred(bar, bar.actions) for bar in wager.control.bars)
    return barred or "may be increased, reduced or removed"


def may_call(wager: Wager, call: Call, standing: Call | None = None) -> Answer:
    """Return whether the player may call the bet on or off. ``standing`` is the call in force,
    which may always be taken back.

    >>> from lammer.games import load
    >>> place = load("nj-2011").wager("place-6")
    >>> [type(may_call(place, "off", standing)).__name__ for standing in (None, "on")]
    ['Refusal', 'Permission']
    """
    working = wager.working
    allowed = working.may_call
    if allowed is not None and call == allowed.call:
        return Permission(f"{wager.name} may be called {call}", clause_ids(allowed.cites))
    if allowed is not None and standing == allowed.call:
        words = f"{wager.name} may be called {call} again"
        return Permission(words, clause_ids((*allowed.cites, *working.no_call)))
    detail = f"{wager.name} is {working.words}, and may not be called {call}."
    cites = (*working.cites, *working.no_call)
    if not working.spoken_of:  # Its clauses say nothing of when it works.
        cites = (*working.no_call, *working.cites)
    return Refusal("no-call", detail, clause_ids(cites))


def may_stake(
    ruleset: Ruleset,
    wager: Wager,
    stake_cents: int,
    pay_unit_cents: int,
    *,
    context: str | None = None,
    vig: Vig | None = None,
) -> Answer:
    """Return whether the text accepts a stake: in its units, within its limits, payable, and with a
    charge that does not round down to zero.

    A wager is payable if it and whatever it can win come to whole pay units (R-12, R-44); with
    ``context``, whatever it can win there, which is what odds on a point are judged by. The charge,
    under ``vig``, is rounded down to the pay unit (R-40).

    >>> from lammer.games import load
    >>> nj = load("nj-2011")
    >>> may_stake(nj, nj.wager("place-6"), 1000, 100).clauses
    ('NJ11-1.4f', 'R-12')
    >>> type(may_stake(nj, nj.wager("place-6"), 1200, 100)).__name__
    'Permission'
    """
    if stake_cents <= 0:
        raise ValueError(f"a stake of {stake_cents} cents is no stake")
    passed: list[Cite] = []
    refusal = (
        _in_units(wager, stake_cents, pay_unit_cents, passed)
        or _in_limits(ruleset, wager, stake_cents, pay_unit_cents, passed)
        or _payable(ruleset, wager, stake_cents, pay_unit_cents, context, passed)
        or _charged(wager, stake_cents, pay_unit_cents, vig, passed)
    )
    return refusal or Permission(f"{wager.name} for {dollars(stake_cents)}", clause_ids(passed))


def _in_units(wager: Wager, stake: int, pay_unit: int, passed: list[Cite]) -> Refusal | None:
    unit = wager.unit
    if unit is None:
        return None
    passed += unit.cites
    if stake % (unit.parts * pay_unit) == 0:
        return None
    smallest = dollars(unit.parts * pay_unit)
    detail = f"{wager.name}: placed in units of {unit.parts}, {smallest} and its multiples."
    return Refusal("not-a-unit", detail, clause_ids(unit.cites))


def _in_limits(
    ruleset: Ruleset, wager: Wager, stake: int, pay_unit: int, passed: list[Cite]
) -> Refusal | None:
    limits = wager.limits
    if limits is None:
        if stake >= pay_unit:
            return None
        detail = f"{wager.name}: at least one pay unit, {dollars(pay_unit)}."
        return Refusal("under-minimum", detail, clause_ids(ruleset.law.posted_limits))
    passed += (*limits.cites, *limits.step_cites)
    if stake < limits.min_cents:
        detail = f"{wager.name}: at least {dollars(limits.min_cents)}."
        return Refusal("under-minimum", detail, clause_ids(limits.cites))
    if stake > limits.max_cents:
        detail = f"{wager.name}: at most {dollars(limits.max_cents)}."
        return Refusal("over-maximum", detail, clause_ids(limits.cites))
    if stake % limits.step_cents:
        detail = f"{wager.name}: by {dollars(limits.step_cents)} and no less."
        return Refusal("not-a-step", detail, clause_ids(limits.step_cites))
    return None


def _payable(
    ruleset: Ruleset,
    wager: Wager,
    stake: int,
    pay_unit: int,
    context: str | None,
    passed: list[Cite],
) -> Refusal | None:
    for win in wins_in(ruleset, wager, context):
        why = win.payout.law.payable
        pays = win.share * stake * win.payout.odds.fraction
        if not why and pays.denominator == 1:
            continue
        if not why:
            detail = f"{dollars(stake)} on {wager.name} at {win.payout.odds} is no whole cents."
            return Refusal("cannot-be-paid", detail, clause_ids(win.payout.cites))
        passed += why
        if pays % pay_unit or stake % pay_unit:
            detail = (
                f"{dollars(stake)} on {wager.name} would be paid {dollars(pays)} at "
                f"{win.payout.odds}; both must be whole units of {dollars(pay_unit)}."
            )
            return Refusal("cannot-be-paid", detail, clause_ids(why))
    return None


def smallest_stake(wager: Wager, pay_unit: int) -> int:
    """Return the amount of which every acceptable stake is a multiple, for a wager whose payouts do
    not depend on a point: payable, in its units and in the steps that the text fixes.

    >>> from lammer.games import load
    >>> nj = load("nj-2011")
    >>> smallest_stake(nj.wager("place-6"), 100), smallest_stake(nj.wager("horn"), 100)
    (600, 400)
    """
    steps = [pay_unit * wager.unit.parts if wager.unit else 1]
    if wager.limits is not None:
        steps.append(wager.limits.step_cents)
    if any(win.payout.law.payable for win in wager.machine.wins()):
        steps.append(pay_unit)
    for win in wager.machine.wins() if wager.behind is None else ():
        pays = win.share * win.payout.odds.fraction
        whole = (pay_unit if win.payout.law.payable else 1) * pays.denominator
        steps.append(whole // gcd(whole, pays.numerator))
    return lcm(*steps)


def wins_in(ruleset: Ruleset, wager: Wager, context: str | None) -> Iterator[Win]:
    """Yield every way the wager can win; with a context, those that can happen there."""
    if context is None or not isinstance(wager.machine, Chart):
        yield from wager.machine.wins()
        return
    here = ruleset.space.context_cells(context)
    for rules in wager.machine.states.values():
        for rule in rules:
            if isinstance(rule.effect, Win) and rule.on & here:
                yield rule.effect


def _charged(
    wager: Wager, stake: int, pay_unit: int, vig: Vig | None, passed: list[Cite]
) -> Refusal | None:
    if wager.vig is None or vig is None or vig.rate == 0 or wager.vig.to_the_cent:
        return None
    (payout,) = wager.payouts()
    cites = (*wager.vig.moments.get(vig.when, wager.vig.cites), *wager.vig.not_nil)
    passed += cites
    if stake * vig.charge(payout.odds) >= pay_unit:
        return None
    detail = f"The charge on {dollars(stake)} at {wager.name} would round down to nothing."
    return Refusal("no-charge", detail, clause_ids(cites))
