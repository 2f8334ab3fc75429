"""What can be bet on a wager under a house's elections: the least, the most and the step."""

from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from lammer.core.cite import Cites
from lammer.core.legality import smallest_stake
from lammer.core.ruleset import Ruleset
from lammer.core.wager import Breakdown, Vig, Wager
from lammer.house.elections import Elections
from lammer.house.house import posted, posted_for_itself


class Stakes(NamedTuple):
    """The least and the most amount in cents, None if nothing limits it, and the step; the clauses
    for the least, and the wager whose limits these are (a part, of a bet put down as two)."""

    least: int
    most: int | None
    step: int
    why: Cites
    limited: str

    @property
    def possible(self) -> bool:
        return self.most is None or self.least <= self.most


def stakes(rules: Ruleset, wager: Wager, elected: Elections, vig: Vig | None) -> Stakes:
    """Return what can be bet on a wager, at its payouts in this house: payable, in its units, with
    a charge that is not zero (R-40), within the text's limits and those posted.

    >>> from lammer.games import load
    >>> nj = load("nj-2011")
    >>> stakes(nj, nj.wager("horn"), Elections(table_limits=(500, 700)), None)[:3]
    (800, 700, 400)
    """
    unit, step = elected.pay_unit, smallest_stake(wager, elected.pay_unit)
    why = wager.unit.cites if wager.unit is not None else ()
    for payout in wager.payouts():
        why += payout.law.payable
    if wager.breakdown is not None:
        return _in_parts(rules, wager, wager.breakdown, elected, Stakes(step, None, step, why, ""))
    low, high = posted(wager, elected)
    if wager.limits is not None:
        least, high, why = wager.limits.min_cents, wager.limits.max_cents, wager.limits.cites
    else:
        least = max(step, unit)
    charged = _least_charged(wager, vig, unit)
    if wager.vig is not None and charged > least:
        moment = vig.when if vig is not None else "bet"
        least = charged
        why = (*wager.vig.moments.get(moment, wager.vig.cites), *wager.vig.not_nil)
    return Stakes(-(-max(least, low or 0) // step) * step, high, step, why, wager.key)


def _in_parts(
    rules: Ruleset, wager: Wager, broken: Breakdown, elected: Elections, whole: Stakes
) -> Stakes:
    """Return what can be bet on a wager that is put down as two: what each part takes, within the
    limits posted for the wager by its own name."""
    low, high = posted_for_itself(wager, elected)
    lows = [Fraction(low or whole.step)]
    highs = [] if high is None else [(Fraction(high), wager.key)]
    for part in broken.parts:
        found = stakes(rules, rules.wager(part.wager), elected, None)
        lows.append(found.least / part.share)
        highs += [] if found.most is None else [(found.most / part.share, part.wager)]
    most, limited = min(highs, default=(None, wager.key))
    least = ceil(max(lows) / whole.step) * whole.step
    why = (*whole.why, *broken.cites)
    return Stakes(least, None if most is None else floor(most), whole.step, why, limited)


def _least_charged(wager: Wager, vig: Vig | None, unit: int) -> int:
    """Return the least amount of which the charge is a pay unit; 0 if nothing is charged on it."""
    if wager.vig is None or vig is None or not vig.rate or wager.vig.to_the_cent:
        return 0
    (payout,) = wager.payouts()
    return int(-(-unit // vig.charge(payout.odds)))
