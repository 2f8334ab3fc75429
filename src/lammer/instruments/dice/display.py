"""The dice that matter to a wager, for whoever draws a layout."""

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
    """Return the dice a wager waits for, and those that make it void at first, for the wire."""
    dice = dice_of(ruleset, wager)
    void = [list(each) for each in barred(ruleset, wager)]
    return {"dice": None if dice is None else list(dice), "barred": void}
