"""One bet, one trial: what the machine does with the stake, in cents, and by which clauses.

The arithmetic is exact. An amount that cannot be paid in whole cents is our own mistake here
(the table refuses such wagers before they are up, NJ11-1.4f), so it raises.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import ClassVar, Literal, assert_never

from lammer.core.cite import clause_ids
from lammer.core.product import Product, Status
from lammer.core.space import Cells
from lammer.core.wager import Call, Lose, Move, Rule, Void, Wager, Win

Result = Literal["stands", "off", "moves", "wins", "loses", "void"]


@dataclass(frozen=True, slots=True)
class Settlement(Product):
    """What one trial did to one bet.

    ``returned_cents`` of the stake go back to the player with ``paid_cents`` of winnings;
    ``next_state`` is None once the bet is decided.
    """

    status: ClassVar[Status] = "enforced"

    wager: str
    result: Result
    paid_cents: int
    returned_cents: int
    next_state: str | None
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """What one trial does to a bet of any size: the share of the stake that wins, at which odds.

    ``share`` and ``pays`` are of the stake; the stake goes back in full when the bet is void. Of a
    bet that loses ``share`` is what goes back, mostly nothing.
    """

    result: Result
    next_state: str | None
    share: Fraction
    pays: Fraction
    clauses: tuple[str, ...]


_NOTHING = Fraction(0)
_WHOLE = Fraction(1)


def step(wager: Wager, state: str, cell: int, called: Call | None = None) -> Step:
    """Step the machine of ``wager`` over one cell.

    >>> from lammer.games import load
    >>> nj = load("nj-2011")
    >>> step(nj.wager("horn"), "up", nj.space.cell("off", (1, 1))).pays
    Fraction(15, 2)
    """
    works = cell in wager.working.cells(called)
    rules = wager.machine.rules(state) if works else wager.off_rules
    for rule in rules:
        if cell in rule.on:
            return _stepped(wager, rule, cell in wager.working.spoken_of)
    if works:
        return Step("stands", state, _NOTHING, _NOTHING, ())
    return Step("off", state, _NOTHING, _NOTHING, clause_ids(wager.working.cites))


def steps(wager: Wager, state: str, called: Call | None = None) -> Iterator[tuple[Cells, Step]]:
    """Step the machine of ``wager`` over every cell: each set of cells on which it does the same.
    On the cells that are in none of them, the bet stands or is off.

    >>> from lammer.games import load
    >>> nj = load("nj-2011")
    >>> [(len(cells), done.result) for cells, done in steps(nj.wager("place-6"), "up")]
    [(30, 'wins'), (36, 'loses')]
    """
    working, spoken = wager.working.cells(called), wager.working.spoken_of
    for left, rules in ((working, wager.machine.rules(state)), (~working, wager.off_rules)):
        for rule in rules:
            cells = rule.on & left
            left -= rule.on
            for part, is_spoken in ((cells & spoken, True), (cells - spoken, False)):
                if part:
                    yield part, _stepped(wager, rule, is_spoken)


def _stepped(wager: Wager, rule: Rule, spoken: bool) -> Step:
    """Return what a rule does. ``spoken``: the text says of the cell whether the bet works."""
    named = clause_ids((*rule.all_cites, *wager.working.cites) if spoken else rule.all_cites)
    match rule.effect:
        case Move(to):
            return Step("moves", to, _NOTHING, _NOTHING, named)
        case Void():
            return Step("void", None, _WHOLE, _NOTHING, named)
        case Lose():
            return Step("loses", None, rule.effect.returned, _NOTHING, named)
        case Win(payout, share):
            return Step("wins", None, share, share * payout.odds.fraction, named)
        case _:
            assert_never(rule.effect)


def settle(
    wager: Wager, state: str, cell: int, stake_cents: int, called: Call | None = None
) -> Settlement:
    """Return what one trial does to a bet, in cents.

    >>> from lammer.games import load
    >>> nj = load("nj-2011")
    >>> settle(nj.wager("place-6"), "up", nj.space.cell("8", (2, 4)), 1200).paid_cents
    1400
    """
    done = step(wager, state, cell, called)
    if done.result == "loses":
        back = returned_of_lost(stake_cents, done.share)
    else:
        back = _cents(done.share * stake_cents)
    paid = _cents(done.pays * stake_cents)
    return Settlement(wager.key, done.result, paid, back, done.next_state, done.clauses)


def returned_of_lost(stake_cents: int, share: Fraction) -> int:
    """Return what goes back of a bet that loses in part: what is collected is rounded down to the
    cent.

    >>> returned_of_lost(1000, Fraction(1, 2)), returned_of_lost(5, Fraction(1, 2))
    (500, 3)
    """
    return ceil(stake_cents * share)


def _cents(amount: Fraction) -> int:
    if amount.denominator != 1:
        raise ValueError(f"{amount} cents cannot be paid")
    return amount.numerator
