"""Amounts that players bet: lawful at this house, and usual at a table."""

from functools import lru_cache

from lammer.core.legality import Refusal
from lammer.core.wager import Wager
from lammer.school.posing.seeded_choices import SeededChoices
from lammer.school.posing.situations import Situation
from lammer.table.bets.amounts import check_amount
from lammer.table.rules import Rules
from lammer.table.state import Bet

USUAL = (
    *range(1, 26),
    *(26, 27, 28, 30, 32, 33, 35, 36, 40, 42, 44, 45, 48, 50, 52, 54, 55, 60, 65, 66, 70, 72, 75),
    *(80, 84, 85, 88, 90, 96, 100, 105, 110, 115, 120, 125, 130, 135, 140, 144, 150, 160, 175, 180),
    *(200, 210, 225, 240, 250, 275, 300, 350, 375, 400, 420, 450, 500, 600, 750, 1000, 1200, 1500),
    *(2000, 2500, 3000, 5000, 10000),
)
"""Stakes in pay units that dealers meet: chips of 1, 5, 25 and 100 in the combinations that wagers
are sold in."""

FEW = 8
BASES = 36
"""How many of the least amounts are usual: of any wager at least, of one with odds behind it."""


def lawful(rules: Rules, wager: Wager, base: Bet | None = None) -> tuple[int, ...]:
    """Return the usual stakes on a wager that this house takes, in cents; on odds, behind ``base``.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> craps = Rules(house(load("nj-2011"), Elections()))
    >>> lawful(craps, craps.wagers["place-6"])[:4], lawful(craps, craps.wagers["horn"])[:3]
    ((600, 1200, 1800, 2400), (400, 800, 1200))
    """
    return _lawful(rules, wager.key, base)


@lru_cache(maxsize=4096)
def _lawful(rules: Rules, key: str, base: Bet | None) -> tuple[int, ...]:
    wager = rules.wagers[key]
    taken = (units * rules.pay_unit for units in USUAL)
    return tuple(cents for cents in taken if _is_taken(rules, wager, cents, base))


def _is_taken(rules: Rules, wager: Wager, cents: int, base: Bet | None) -> bool:
    """Return whether the house takes a stake, and each part of one that is put down as two."""
    parts = wager.breakdown.parts if wager.breakdown is not None else ()
    shares = ((rules.wagers.get(part.wager), part.share * cents) for part in parts)
    return not isinstance(check_amount(rules, wager, cents, base), Refusal) and all(
        part is not None
        and share.denominator == 1
        and not isinstance(check_amount(rules, part, int(share), None), Refusal)
        for part, share in shares
    )


def stakes(rules: Rules, situation: Situation, picks: SeededChoices) -> tuple[int, ...] | None:
    """Return a lawful stake for each bet of a situation; None if the house takes none of the usual
    ones."""
    found: list[int] = []
    base: Bet | None = None
    for key, state in situation.bets:
        wager = rules.wagers[key]
        amounts = lawful(rules, wager, base if wager.behind is not None else None)
        if not amounts:
            return None
        usual = amounts[: max(FEW, len(amounts) // 2)]
        if base is not None and wager.behind is not None:
            near = [each for each in amounts if base.stake <= 2 * each <= 10 * base.stake]
            usual = tuple(near) or usual
        elif len(situation.bets) > 1:
            usual = amounts[:BASES]
        found.append(picks.one(usual if picks.chance(7, 8) else amounts))
        base = Bet(key, state, found[-1])
    return tuple(found)
