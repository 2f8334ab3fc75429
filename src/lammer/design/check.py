"""What is wrong with a wager file: what cannot be read, what can never come or never ends, amounts
that cannot be paid, and an edge of the player."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import lcm
from typing import Any

from lammer.core.codec import Malformed
from lammer.core.money import dollars
from lammer.core.numbers import share_words
from lammer.core.ruleset import Ruleset
from lammer.design.figures import MOST_DEALT, MOST_WORK, NoAnswer, design_figure, too_large, work_of
from lammer.design.wager import Designed, designed, wins_of
from lammer.games.check import check_ruleset
from lammer.law import known, outside

LOWER = "Lower a payout; lammer design --solve finds one."
PAY_UNIT = 100
"""Winnings are paid in whole dollars, as a house pays that elects nothing else."""


@dataclass(frozen=True, slots=True)
class WagerFault:
    """Something wrong with a wager file: its key, what it is, and what to write."""

    key: str
    what: str
    instead: str

    def __str__(self) -> str:
        return f"{self.key}: {self.what}. {self.instead}".strip()


def faults_of(data: Mapping[str, Any], found: Designed | None = None) -> tuple[WagerFault, ...]:
    """Return everything wrong with a wager file; ``found`` is its wager if it was read before.

    >>> [fault.key for fault in faults_of({
    ...     "key": "gift", "name": "A gift", "space": "two dice",
    ...     "one_roll": {"pays": {"7": "6 to 1"}},
    ... })]
    ['one_roll']
    """
    if found is None:
        found, malformed = designed(data)
    if found is None:
        return tuple(dict.fromkeys(_fault(each) for each in malformed))
    broken = dict.fromkeys(_rule_faults(found, data))
    edge = () if broken else _edge_faults(found, data)
    return tuple(dict.fromkeys((*broken, *edge, *_amounts(found))))


def dealt_within(
    data: Mapping[str, Any], within: Ruleset
) -> tuple[Designed | None, tuple[WagerFault, ...]]:
    """Return the wager of a file as it is dealt beside these rules, None if it cannot be; with
    everything wrong with it but its edge, which the house's other choices may change."""
    found, malformed = designed(data, within=within)
    if found is None:
        return None, tuple(dict.fromkeys(_fault(each) for each in malformed))
    # The table itself takes no amount that it cannot pay, where the file names none.
    amounts = (each for each in _amounts(found) if each.key in data)
    faults = tuple(dict.fromkeys((*_rule_faults(found, data), *amounts)))
    if not faults and work_of(found) > MOST_DEALT:
        what, instead = too_large(found)
        faults = (WagerFault(_shape_of(data), what.rstrip("."), instead),)
    return (None if faults else found), faults


def _fault(problem: Malformed) -> WagerFault:
    return WagerFault(problem.key, problem.what, problem.instead)


def _shape_of(data: Mapping[str, Any]) -> str:
    return next((key for key in data if isinstance(data[key], Mapping | list)), "")


def _rule_faults(design: Designed, data: Mapping[str, Any]) -> Iterator[WagerFault]:
    shape = _shape_of(data)
    others = check_ruleset(
        design.rules,
        listed=design.rules,
        clause_exists=lambda clause: outside(clause) is not None or known(clause),
    )
    for each in others:
        yield WagerFault(shape, each.what, "lammer design --example shows each shape.")
    if others:
        return
    if not wins_of(design.wager.machine):
        yield WagerFault(shape, "it never wins", "Say what wins and what it pays.")


def _edge_faults(design: Designed, data: Mapping[str, Any]) -> Iterator[WagerFault]:
    try:
        edge = design_figure(design).edge
    except NoAnswer as problem:
        key = "offer" if work_of(design) <= MOST_WORK else _shape_of(data)
        yield WagerFault(key, problem.what.rstrip("."), problem.instead)
        return
    if edge < 0:
        what = f"the player has an edge of {share_words(-edge)}"
        yield WagerFault(_shape_of(data), what, LOWER)


def _amounts(design: Designed) -> Iterator[WagerFault]:
    """Yield amounts that may be bet and of which the winnings are no whole dollars."""
    low, step = design.min_cents or PAY_UNIT, design.step_cents or PAY_UNIT
    unit = payable_unit(design)
    for key, amount in (("min", low), ("step", step)):
        if amount % unit:
            what = f"{dollars(amount)} cannot be paid in whole dollars on every win"
            instead = f"Take multiples of {dollars(unit)}: {key} = {unit // 100}."
            yield WagerFault(key, what, instead)
    if design.max_cents is not None and design.max_cents < low:
        yield WagerFault("max", "no amount can be bet", f"Write max = {low // 100} or more.")


def payable_unit(design: Designed) -> int:
    """Return the least amount in cents of which every win is a whole number of dollars.

    >>> found, _ = designed({
    ...     "key": "six", "name": "Six", "space": "two dice",
    ...     "before": {"wins": "6", "loses": "7", "pays": "7 to 6"},
    ... })
    >>> payable_unit(found)
    600
    """
    shares = (win.share * win.payout.odds.fraction for win in wins_of(design.wager.machine))
    return PAY_UNIT * lcm(*(each.denominator for each in shares))
