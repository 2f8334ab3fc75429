"""Checks posted limits: those that the text fixes, those that leave a wager without any amount, and
the right to odds."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from math import ceil, floor

from lammer.core.cite import Cites
from lammer.core.legality import wins_in
from lammer.core.money import dollars
from lammer.core.ruleset import Ruleset
from lammer.core.wager import Behind, Limits, Wager
from lammer.house.breach import Breach, breach
from lammer.house.elections import Elections, Ends
from lammer.house.house import (
    elected_vig,
    odds_multiple,
    offered,
    posted,
    posted_for_itself,
)
from lammer.house.stakes import Stakes, stakes


def limit_breaches(law: Ruleset, elected: Elections, rights_kept: bool) -> Iterator[Breach]:
    """Yield the breaches of posted limits."""
    here = law.paying(elected.payouts)
    yield from _impossible(law, here, elected)
    for wager in here.wagers:
        low, high = elected.limits.get(wager.key, (None, None))
        if wager.limits is not None:
            yield from _fixed(wager.key, wager.limits, low, high)
        if wager.behind is None:
            continue
        for base in here.named(wager.behind.base):
            flat = posted(base, elected)
            ends = low, None if rights_kept else high
            yield from _right_to_odds(wager, wager.behind, flat, ends, elected)
            yield from _no_odds(here, wager, base, elected)


# Limits that leave no amount


def _impossible(law: Ruleset, here: Ruleset, elected: Elections) -> Iterator[Breach]:
    """Yield wagers on which no amount can be bet within the limits, those of one cause together."""
    for option in law.options:
        value = elected.options.get(option.key, option.default)
        if value in option.open and value != option.default:
            here = here.changing(partial(option.chosen, value))
    causes: dict[tuple[str, str, Cites], dict[str, tuple[Wager, Stakes]]] = {}
    for wager in here.wagers:
        own = wager.key in elected.limits
        if wager.behind is not None or not (own or offered(wager, elected, law)):
            continue
        if own and wager.limits is not None:
            continue  # The text's own limits are reported if they are changed.
        if posted(wager, elected)[1] is None and not (wager.limits or wager.breakdown):
            continue
        vig = elected_vig(wager, elected) if wager.vig is not None else None
        found = stakes(here, wager, elected, vig)
        if not found.possible:
            what = f"{_amounts(_least_posted(wager, elected), found.most, elected)} can be bet"
            cause = _written(found.limited, elected), what, found.why or law.law.posted_limits
            causes.setdefault(cause, {})[wager.key] = wager, found
    for (at, what, why), wagers in causes.items():
        on, instead = ", ".join(wagers), _instead(wagers)
        yield breach(at, f"{what} and paid on {on}", instead, why, harmless=True)


def _least_posted(wager: Wager, elected: Elections) -> int | None:
    if wager.limits is not None:
        return wager.limits.min_cents
    ends = posted_for_itself if wager.breakdown is not None else posted
    return ends(wager, elected)[0]


def _written(wager: str, elected: Elections, end: str = "max") -> str:
    """Return the key at which an end of a wager's limits stands: its own, its kind's, the
    table's."""
    low, high = elected.limits.get(wager, (None, None))
    if (high if end == "max" else low) is None:
        return f"limits.{end}"
    own = f"limits.{wager}.{end}"
    return elected.written.get(own, own)


def _amounts(low: int | None, high: int | None, elected: Elections) -> str:
    assert high is not None
    unit = f" in units of {dollars(elected.pay_unit)}" if elected.pay_unit > high else ""
    if low is None:
        return f"no amount up to {dollars(high)}{unit}"
    if low > high:
        return f"no amount of at least {dollars(low)} and at most {dollars(high)}"
    return f"no amount from {dollars(low)} to {dollars(high)}{unit}"


def _instead(wagers: Mapping[str, tuple[Wager, Stakes]]) -> str:
    """Return what would leave an amount on each of these wagers."""
    leasts: dict[int, list[str]] = {}
    for key, (wager, found) in wagers.items():
        for part in wager.breakdown.parts if wager.breakdown is not None else ():
            if part.wager == found.limited:
                on = f"{dollars(found.least * part.share)} on {part.wager}"
                return f"{dollars(found.least)} on {key} is {on}: post as much."
        leasts.setdefault(found.least, []).append(key)
    said = [f"{dollars(least)} on {', '.join(keys)}" for least, keys in leasts.items()]
    least = "; ".join(said) if len(said) > 1 else dollars(next(iter(leasts)))
    optional = all(wager.election is not None for wager, _ in wagers.values())
    return f"The least is {least}: post as much{', or do not offer it' if optional else ''}."


def _no_odds(here: Ruleset, wager: Wager, base: Wager, elected: Elections) -> Iterator[Breach]:
    """Yield the points on which the most odds come to less than can be paid, where a house does not
    round them up."""
    behind = wager.behind
    assert behind is not None
    _, most = posted(base, elected)
    if elected.round_up_odds or most is None:
        return
    most = most // elected.pay_unit * elected.pay_unit
    low, _ = elected.limits.get(wager.key, (None, None))
    for state in behind.states:
        (win,) = {each.payout.key: each for each in wins_in(here, wager, state)}.values()
        pays = win.payout.odds.fraction
        step = elected.pay_unit * pays.denominator
        cap = odds_multiple(behind, state, elected) * most
        cap = cap / pays if behind.by == "winnings" else cap
        if 0 < floor(cap / step) * step >= (low or 0) or not most:
            continue
        what = f"no odds on {state} of {wager.key}: at most {dollars(cap)} behind {base.key}"
        instead = f"They are paid in multiples of {dollars(step)}: round_up_odds = true."
        cites = (*behind.least_cites, *behind.round_up_cites)
        yield breach("round_up_odds", what, instead, cites, harmless=True)


# What the text fixes


def _fixed(key: str, law: Limits, low: int | None, high: int | None) -> Iterator[Breach]:
    """Yield a breach if limits that the text fixes are changed."""
    for end, amount, fixed in (("min", low, law.min_cents), ("max", high, law.max_cents)):
        if amount not in (None, fixed):
            assert amount is not None
            what = f"a {end}imum of {dollars(amount)} on {key}"
            instead = f"The text fixes it: {dollars(law.min_cents)} to {dollars(law.max_cents)}."
            yield breach(f"limits.{key}.{end}", what, instead, law.cites)


def _right_to_odds(
    wager: Wager, behind: Behind, flat: Ends, odds: Ends, elected: Elections
) -> Iterator[Breach]:
    """Yield a breach if limits posted on odds take away the odds a player has a right to, given
    those posted on the bet they stand behind."""
    (least, most), (low, high) = flat, odds
    pays = [win.payout.odds.fraction for win in wager.machine.wins()]
    shares = [behind.least / each if behind.by == "winnings" else behind.least for each in pays]
    right = f"The player has a right to odds of {behind.least} times {behind.base}"
    if high is not None and (most is None or high < most * max(shares)):
        up_to = "any amount" if most is None else f"up to {dollars(most)}"
        needed = "" if most is None else f" of at least {dollars(ceil(most * max(shares)))}"
        what = f"a maximum of {dollars(high)}, with {behind.base} taken for {up_to}"
        instead = f"{right}: post one{needed}."
        if most is None:
            instead = f"{right}: post a maximum on {behind.base} too, or none here."
        yield breach(_written(wager.key, elected), what, instead, behind.least_cites)
    lowest = least or elected.pay_unit
    reached = max(Fraction(lowest * min(shares)), Fraction(elected.pay_unit))
    if low is not None and low > reached:
        what = f"a minimum of {dollars(low)}, with {behind.base} taken from {dollars(lowest)}"
        instead = f"{right}: post at most {dollars(floor(reached))}."
        yield breach(_written(wager.key, elected, "min"), what, instead, behind.least_cites)
