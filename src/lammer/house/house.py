"""The elections as a table uses them: every gap filled, every wager accounted for."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from lammer.core.ruleset import Ruleset
from lammer.core.wager import Base, Moment, Vig, Wager
from lammer.house.elections import Elections, Ends

USUAL_RATE = Fraction(1, 20)
"""The vigorish when a house file names none: five percent."""


@dataclass(frozen=True, slots=True)
class House:
    """A lawful house: the rules in force there and what it posted.

    ``rules`` are the law's with this house's payouts and choices, and without the wagers it does
    not offer. ``vigs`` has the charge of each buy and lay bet.
    """

    law: Ruleset
    rules: Ruleset
    elections: Elections
    vigs: Mapping[str, Vig]


def house(law: Ruleset, elected: Elections) -> House:
    """Put elections into force. They are taken to be lawful: check them first.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> house(load("nj-2011"), Elections(offer={"buy": False})).rules.named("buy-4")
    ()
    """
    rules = law.paying(elected.payouts)
    for option in law.options:
        value = elected.options.get(option.key, option.default)
        rules = rules.changing(partial(option.chosen, value))
    kept = tuple(wager for wager in rules.wagers if offered(wager, elected, law))
    vigs = {w.key: elected_vig(w, elected) for w in kept if w.vig is not None}
    return House(law, replace(rules, wagers=kept), elected, vigs)


def offered(wager: Wager, elected: Elections, law: Ruleset) -> bool:
    """Whether this house takes this wager, and pays it by this table. Of several pay tables the
    first is taken when the house names none."""
    if wager.election is not None and not elected.offer.get(wager.election.key, True):
        return False
    if wager.variant is None:
        return True
    return wager.variant == elected.tables.get(wager.key, law.wager(wager.key).variant)


def posted(wager: Wager, elected: Elections) -> Ends:
    """The limits posted for a wager: its own, else the table's, which do not reach odds or wagers
    whose limits the text itself fixes.

    >>> from lammer.games import load
    >>> posted(load("nj-2011").wager("field"), Elections(table_limits=(1500, None)))
    (1500, None)
    """
    own = elected.limits.get(wager.key)
    if own is not None:
        return own
    fixed = wager.behind is not None or wager.limits is not None
    return (None, None) if fixed else elected.table_limits


def elected_vig(wager: Wager, elected: Elections) -> Vig:
    """The charge on a wager: as elected, else the usual rate at the first lawful moment."""
    assert wager.vig is not None
    usual = next(iter(wager.vig.moments))
    rate = elected.vig_rate.get(wager.key, USUAL_RATE)
    base: Base = "win" if elected.vig_base.get(wager.key, wager.vig.base) == "win" else "wager"
    when: Moment = "win" if elected.vig.get(wager.key, usual) == "win" else "bet"
    return Vig(rate, base, when)
