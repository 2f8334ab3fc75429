"""One bet, one trial: what the machine does with the stake, in cents, and by which clauses.

The arithmetic is exact. An amount that cannot be paid in whole cents is our own mistake here
(the table refuses such wagers before they are up, NJ11-1.4f), so it raises.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal

from lammer.core.cite import clause_ids
from lammer.core.product import Product, Status
from lammer.core.wager import Call, Lose, Move, Void, Wager, Win

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


def settle(
    wager: Wager, state: str, cell: int, stake_cents: int, called: Call | None = None
) -> Settlement:
    """Step the machine of ``wager`` over one cell.

    >>> from lammer.games import load
    >>> nj = load("nj-2011")
    >>> settle(nj.wager("place-6"), "up", nj.space.cell("8", (2, 4)), 1200).paid_cents
    1400
    """
    works = cell in wager.working.cells(called)
    rules = wager.machine.rules(state) if works else wager.off_rules
    for rule in rules:
        if cell not in rule.on:
            continue
        spoken = wager.working.cites if cell in wager.working.spoken_of else ()
        named = clause_ids((*rule.all_cites, *spoken))
        match rule.effect:
            case Move(to):
                return Settlement(wager.key, "moves", 0, 0, to, named)
            case Void():
                return Settlement(wager.key, "void", 0, stake_cents, None, named)
            case Lose():
                return Settlement(wager.key, "loses", 0, 0, None, named)
            case Win(payout, share):
                back = _cents(share * stake_cents)
                paid = _cents(back * payout.odds.fraction)
                return Settlement(wager.key, "wins", paid, back, None, named)
    if works:
        return Settlement(wager.key, "stands", 0, 0, state, ())
    return Settlement(wager.key, "off", 0, 0, state, clause_ids(wager.working.cites))


def _cents(amount: Fraction) -> int:
    if amount.denominator != 1:
        raise ValueError(f"{amount} cents cannot be paid")
    return amount.numerator
