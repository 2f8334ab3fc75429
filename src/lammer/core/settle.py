"""One bet, one trial: what the machine does with the stake, in cents, and by which clauses.

The arithmetic is exact. An amount that cannot be paid in whole cents is our own mistake here
(the table refuses such wagers before they are up, NJ11-1.4f), so it raises.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal

from lammer.core.cite import clause_ids
from lammer.core.product import Product, Status
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

    ``share`` and ``pays`` are of the stake; the stake goes back in full when the bet is void.
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
    return _stepped(wager, state, cell, rules, works)


def steps(wager: Wager, state: str, cells: int, called: Call | None = None) -> Iterator[Step]:
    """Step the machine of ``wager`` over each of so many cells, in order.

    >>> from lammer.games import load
    >>> nj = load("nj-2011")
    >>> {each.result for each in steps(nj.wager("place-6"), "up", nj.space.size)} == {
    ...     "stands", "off", "wins", "loses"}
    True
    """
    working, rules = wager.working.cells(called), wager.machine.rules(state)
    for cell in range(cells):
        works = cell in working
        yield _stepped(wager, state, cell, rules if works else wager.off_rules, works)


def _stepped(wager: Wager, state: str, cell: int, rules: Iterable[Rule], works: bool) -> Step:
    for rule in rules:
        if cell not in rule.on:
            continue
        spoken = wager.working.cites if cell in wager.working.spoken_of else ()
        named = clause_ids((*rule.all_cites, *spoken))
        match rule.effect:
            case Move(to):
                return Step("moves", to, _NOTHING, _NOTHING, named)
            case Void():
                return Step("void", None, _WHOLE, _NOTHING, named)
            case Lose():
                return Step("loses", None, _NOTHING, _NOTHING, named)
            case Win(payout, share):
                return Step("wins", None, share, share * payout.odds.fraction, named)
    if works:
        return Step("stands", state, _NOTHING, _NOTHING, ())
    return Step("off", state, _NOTHING, _NOTHING, clause_ids(wager.working.cites))


def settle(
    wager: Wager, state: str, cell: int, stake_cents: int, called: Call | None = None
) -> Settlement:
    """What one trial does to a bet, in cents.

    >>> from lammer.games import load
    >>> nj = load("nj-2011")
    >>> settle(nj.wager("place-6"), "up", nj.space.cell("8", (2, 4)), 1200).paid_cents
    1400
    """
    done = step(wager, state, cell, called)
    back, paid = _cents(done.share * stake_cents), _cents(done.pays * stake_cents)
    return Settlement(wager.key, done.result, paid, back, done.next_state, done.clauses)


def _cents(amount: Fraction) -> int:
    if amount.denominator != 1:
        raise ValueError(f"{amount} cents cannot be paid")
    return amount.numerator
