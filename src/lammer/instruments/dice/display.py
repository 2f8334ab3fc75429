"""The dice that a wager depends on, for whoever draws a layout."""

from typing import Any

from lammer.core.ruleset import Ruleset
from lammer.core.wager import Void, Wager, Win

_DRAWN_WITH_DICE = ("hardway", "hop", "one-roll", "field")
_VOID_AT_FIRST = ("line", "come")


def dice_of(ruleset: Ruleset, wager: Wager) -> tuple[int, int] | None:
    """Return the two dice that a wager waits for, the lower first, if no others win it.

    >>> from lammer.games import load
    >>> nj = load("nj-2011")
    >>> dice_of(nj, nj.wager("hard-8")), dice_of(nj, nj.wager("field"))
    ((4, 4), None)
    """
    if wager.kind not in _DRAWN_WITH_DICE:
        return None
    wins = _faces(ruleset, wager, Win)
    return next(iter(wins)) if len(wins) == 1 else None


def barred(ruleset: Ruleset, wager: Wager) -> list[tuple[int, int]]:
    """Return the dice, the lower first, that neither win nor lose a new bet on the line: it is
    void.

    >>> from lammer.games import load
    >>> nj = load("nj-2011")
    >>> barred(nj, nj.wager("dont-pass")), barred(nj, nj.wager("pass"))
    ([(6, 6)], [])
    """
    return sorted(_faces(ruleset, wager, Void)) if wager.kind in _VOID_AT_FIRST else []


def _faces(ruleset: Ruleset, wager: Wager, end: type[Win | Void]) -> set[tuple[int, int]]:
    """Return the two dice, the lower first, that end a new bet so."""
    outcomes, rules = ruleset.space.outcomes, wager.machine.rules(wager.machine.start)
    on = (cell for rule in rules if isinstance(rule.effect, end) for cell in rule.on)
    return {tuple(sorted(outcomes[cell % len(outcomes)])) for cell in on}


def wager_data(ruleset: Ruleset, wager: Wager) -> dict[str, Any]:
    """Return the dice a wager waits for, those that make it void at first, and if it is paid by the
    next roll and at several odds, the totals that each is for: for the wire."""
    dice = dice_of(ruleset, wager)
    void = [list(each) for each in barred(ruleset, wager)]
    return {
        "dice": None if dice is None else list(dice),
        "barred": void,
        "totals": [[odds, totals] for odds, totals in totals_paid(ruleset, wager)],
    }


def totals_paid(ruleset: Ruleset, wager: Wager) -> list[tuple[str, list[int]]]:
    """Return the odds of each payout of a bet on the next roll with several, and the totals that
    win it.

    >>> from lammer.games import load
    >>> nj = load("nj-2011")
    >>> totals_paid(nj, nj.wager("field"))
    [('1 to 1', [3, 4, 9, 10, 11]), ('2 to 1', [2]), ('2 to 1', [12])]
    """
    if not wager.one_roll or wager.parts or len(wager.payouts()) == 1:
        return []
    faces, found = ruleset.space.outcomes, dict[str, tuple[str, set[int]]]()
    for rule in wager.machine.rules(wager.machine.start):
        if isinstance(rule.effect, Win):
            payout = rule.effect.payout
            _, totals = found.setdefault(payout.key, (str(payout.odds), set()))
            totals |= {sum(faces[cell % len(faces)]) for cell in rule.on}
    return [(odds, sorted(totals)) for odds, totals in found.values()]
