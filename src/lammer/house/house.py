"""Elections as a table uses them: with every default filled in."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from lammer.core.ruleset import Ruleset
from lammer.core.wager import Base, Behind, Moment, Vig, Wager
from lammer.house.elections import NOTHING, Elections, Ends
from lammer.house.known_names import known_names
from lammer.odds.sheet import USUAL_RATE

USUAL_ODDS = Fraction(100)
"""The multiple of odds if a house file names none."""


@dataclass(frozen=True, slots=True)
class House:
    """A lawful house: the rules in force there and its elections.

    ``rules`` are the law's with this house's payouts and choices, and without the wagers it does
    not offer. ``vigs`` has the charge of each buy and lay bet.
    """

    law: Ruleset
    rules: Ruleset
    elections: Elections
    vigs: Mapping[str, Vig]

    @property
    def equipped(self) -> Ruleset:
        """The law with the equipment that this house has chosen."""
        return self.law.equipped(self.elections.options)


def house(law: Ruleset, elected: Elections) -> House:
    """Put elections into force. They must be lawful: check them first.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> house(load("nj-2011"), Elections(offer={"buy": False})).rules.named("buy-4")
    ()
    """
    law = with_own(law, elected)
    equipped = law.equipped(elected.options)
    rules = equipped.paying(elected.payouts)
    for option in law.choices:
        value = elected.options.get(option.key, option.default)
        if value == option.default:
            continue
        rules = rules.changing(partial(option.chosen, value))
        if option.space is not None:
            rules = replace(rules, space=option.space(value))
        if option.procedure is not None and rules.procedure is not None:
            rules = replace(rules, procedure=option.procedure(value, rules.procedure))
    kept = tuple(wager for wager in rules.wagers if offered(wager, elected, equipped))
    vigs = {w.key: elected_vig(w, elected) for w in kept if w.vig is not None}
    return House(law, replace(rules, wagers=kept), elected, vigs)


def with_own(law: Ruleset, elected: Elections) -> Ruleset:
    """Return the law with the wagers outside it that a house deals as an experiment."""
    return law.adding(tuple(each.wager for each in elected.wagers))


def without_defaults(law: Ruleset, elected: Elections) -> Elections:
    """Return the elections without those that state a default about a wager this game does not
    have, so that a table opened with all defaults written out is the same table."""
    first = {key: names[0] for key, names in known_names().tables.items()}
    tables = {k: v for k, v in elected.tables.items() if law.named(k) or v != first.get(k)}
    here = {wager.election.key for wager in law.wagers if wager.election}
    offer = {key: wished for key, wished in elected.offer.items() if key in here or not wished}
    return replace(
        elected,
        tables=tables,
        offer=offer,
        odds={at: n for at, n in elected.odds.items() if (at, n) != (NOTHING, USUAL_ODDS)},
    )


def offered(wager: Wager, elected: Elections, law: Ruleset) -> bool:
    """True if this house offers this wager, and pays it by this table. Of several pay tables the
    first is used if the house names none."""
    if wager.election is not None and not elected.offer.get(wager.election.key, True):
        return False
    if wager.variant is None:
        return True
    return wager.variant == elected.tables.get(wager.key, law.wager(wager.key).variant)


def posted(wager: Wager, elected: Elections) -> Ends:
    """Return the limits posted for a wager: its own, else the table's, which do not apply to odds
    or to wagers whose limits the text fixes.

    >>> from lammer.games import load
    >>> posted(load("nj-2011").wager("field"), Elections(table_limits=(1500, None)))
    (1500, None)
    """
    low, high = elected.limits.get(wager.key, (None, None))
    if wager.behind is None and wager.limits is None:
        wide_low, wide_high = elected.table_limits
        low, high = low if low is not None else wide_low, high if high is not None else wide_high
    return low, high


def posted_for_itself(wager: Wager, elected: Elections) -> Ends:
    """Return the limits posted for a wager by its own name or kind, without the table's.

    >>> from lammer.games import load
    >>> posted_for_itself(load("nj-2011").wager("whirl"), Elections(table_limits=(1500, None)))
    (None, None)
    """
    return elected.limits.get(wager.key, (None, None))


def odds_multiple(behind: Behind, state: str, elected: Elections) -> Fraction:
    """Return how many times the bet the odds may be, once it is on that number: as elected, else
    the most the text allows.

    >>> from lammer.games import load
    >>> behind = load("nj-2011").wager("pass-odds").behind
    >>> odds_multiple(behind, "6", Elections(odds={"6": Fraction(5)}))
    Fraction(5, 1)
    """
    return elected.odds.get(state, Fraction(behind.most))


def elected_vig(wager: Wager, elected: Elections) -> Vig:
    """Return the charge on a wager: as elected, else the usual rate at the first lawful moment."""
    assert wager.vig is not None
    usual = next(iter(wager.vig.moments))
    rate = elected.vig_rate.get(wager.key, USUAL_RATE)
    base: Base = "win" if elected.vig_base.get(wager.key, wager.vig.base) == "win" else "wager"
    when: Moment = "win" if elected.vig.get(wager.key, usual) == "win" else "bet"
    return Vig(rate, base, when)
