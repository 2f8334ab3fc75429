"""The odds sheet: every wager of a rule set, in the layout's order."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from lammer.core.ruleset import Ruleset
from lammer.core.wager import Vig, Wager
from lammer.odds.figure import Figure, figure

USUAL_RATE = Fraction(1, 20)
"""The vigorish if a house names none: five percent."""


def sheet(
    ruleset: Ruleset, wager: str | None = None, vigs: Mapping[str, tuple[Vig, ...]] | None = None
) -> Iterator[Figure]:
    """Yield the figures of every wager, or of one, as they are computed.

    Odds behind a bet have no line of their own: they are in their bet's ``with_odds``. A wager with
    vigorish has one line for each of ``vigs``, by default each lawful moment to take it.

    >>> from lammer.games import load
    >>> [f.edge_per_bet_made for f in sheet(load("nj-2011"), "buy-4")]
    [Fraction(1, 20), Fraction(1, 60)]
    """
    for each in in_layout_order(ruleset):
        if each.behind is not None or wager not in (None, each.key):
            continue
        if each.vig is None:
            yield figure(ruleset, each)
            continue
        for vig in (vigs or {}).get(each.key) or lawful_vigs(each):
            yield figure(ruleset, each, vig)


def lawful_vigs(wager: Wager, rate: Fraction = USUAL_RATE) -> tuple[Vig, ...]:
    """Return the charge at each moment the law allows it to be taken."""
    if wager.vig is None:
        return ()
    return tuple(Vig(rate, wager.vig.base, when) for when in wager.vig.moments)


def in_layout_order(ruleset: Ruleset) -> list[Wager]:
    """Return wagers area by area; if a spot holds several kinds, kind by kind."""
    place = {area.title: at for at, area in enumerate(ruleset.layout)}

    def position(wager: Wager) -> tuple[int, int]:
        area = ruleset.area_of(wager)
        return (place[area.title] if area else len(place), ruleset.wagers.index(wager))

    return sorted(ruleset.wagers, key=position)
