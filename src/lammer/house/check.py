"""Elections held against the law: every breach, with its clause.

No rule is written here. Floors, caps, multiples and lists are data of the rule set; this module
only compares.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from lammer.core.cite import Cite, clause_ids
from lammer.core.product import Product, Status
from lammer.core.ruleset import Ruleset
from lammer.core.wager import Limits
from lammer.house.elections import Elections
from lammer.house.house import elected_vig, offered


@dataclass(frozen=True, slots=True)
class Breach(Product):
    """An election the law forbids: at which key, what is wrong, what would be lawful."""

    status: ClassVar[Status] = "enforced"

    key: str
    what: str
    instead: str
    clauses: tuple[str, ...]


def check_house(law: Ruleset, elected: Elections) -> tuple[Breach, ...]:
    """Every breach of ``law`` in these elections; none when the house is lawful.

    >>> from fractions import Fraction
    >>> from lammer.games import load
    >>> six_percent = Elections(vig_rate={"buy-4": Fraction(6, 100)})
    >>> check_house(load("nj-2011"), six_percent)[0].clauses
    ('NJ11-1.5a-s2',)
    """
    found = (
        *_listed(law, elected),
        *_multiples(law, elected),
        *_vigorish(law, elected),
        *_payouts(law, elected),
        *_limits(law, elected),
        *_options(law, elected),
    )
    return tuple(dict.fromkeys(found))


def _breach(key: str, what: str, instead: str, cites: tuple[Cite, ...]) -> Breach:
    return Breach(key, what, instead, clause_ids(cites))


def _listed(law: Ruleset, elected: Elections) -> Iterator[Breach]:
    """Wagers elected that this game does not have."""
    wanted = [(key, key) for key, table in elected.tables.items() if table]
    wanted += [(f"limits.{wager}", wager) for wager in elected.limits]
    for at, wager in wanted:
        if not law.named(wager):
            yield _unlisted(law, at, wager)
    here = {wager.election.key for wager in law.wagers if wager.election}
    for election, wished in elected.offer.items():
        if wished and election not in here:
            yield _unlisted(law, f"offer.{election}", election)
    lines = law.payouts()
    for line in elected.payouts:
        if line not in lines:
            yield _unlisted(law, f"payouts.{line}", line)


def _unlisted(law: Ruleset, at: str, name: str) -> Breach:
    what = f"{name} is not a wager of {law.game} under {law.key}"
    return _breach(at, what, "Leave it out.", law.law.only_these)


def _multiples(law: Ruleset, elected: Elections) -> Iterator[Breach]:
    found = _Together("odds")
    for wager in law.wagers:
        behind = wager.behind
        for state in behind.states if behind else ():
            assert behind is not None
            multiple = elected.odds.get(state, behind.most)
            what = f"{multiple} times {behind.base} on"
            if multiple > behind.most:
                found.add(what, state, f"Post at most {behind.most}.", behind.most_cites)
            if multiple < behind.least:
                instead = f"The player has a right to at least {behind.least}."
                found.add(what, state, instead, behind.least_cites)
    return found.breaches()


def _vigorish(law: Ruleset, elected: Elections) -> Iterator[Breach]:
    bases, rates, moments = _Together("vig_base"), _Together("vig_rate"), _Together("vig")
    for wager in law.wagers:
        if wager.vig is None or not offered(wager, elected, law):
            continue
        vig = elected_vig(wager, elected)
        (payout,) = wager.payouts()
        charge = vig.charge(payout.odds)
        if vig.base != wager.vig.base:
            instead = (
                f"The rate is on the {_BASE[wager.vig.base]}; to charge less, elect a lower one."
            )
            bases.add(
                f"a percentage of the {_BASE[vig.base]} on", wager.key, instead, wager.vig.cites
            )
        elif charge > wager.vig.cap:
            what = f"a charge of {_percent(charge)} of the wager on"
            instead = f"At most {_percent(wager.vig.cap)} of the wager."
            rates.add(what, wager.key, instead, wager.vig.cites)
        if vig.when not in wager.vig.moments:
            what = "vigorish collected only on a win on"
            moments.add(what, wager.key, "Collect it when the bet is made.", wager.vig.cites)
    yield from (*bases.breaches(), *rates.breaches(), *moments.breaches())


class _Together:
    """The same breach on several wagers is told once."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.found: dict[tuple[str, str, tuple[Cite, ...]], list[str]] = {}

    def add(self, what: str, on: str, instead: str, cites: tuple[Cite, ...]) -> None:
        self.found.setdefault((what, instead, cites), []).append(on)

    def breaches(self) -> Iterator[Breach]:
        for (what, instead, cites), names in self.found.items():
            yield _breach(self.key, f"{what} {', '.join(dict.fromkeys(names))}", instead, cites)


_BASE = {"wager": "amount wagered", "win": "amount the bet could win"}


def _payouts(law: Ruleset, elected: Elections) -> Iterator[Breach]:
    lines = law.payouts()
    for key, odds in elected.payouts.items():
        line = lines.get(key)
        if line is None:
            continue
        at = f"payouts.{key}"
        cites = (*line.law.cites, *line.cites)
        if odds.fraction < line.odds.fraction:
            yield _breach(at, f"{odds} on {key}", f"Pay at least {line.odds}.", cites)
        elif line.law.mode == "exact" and odds.fraction != line.odds.fraction:
            yield _breach(at, f"{odds} on {key}", f"Pay exactly {line.odds}.", cites)
    if elected.payouts_scope == "table":
        what = "payouts that hold at one table only"
        instead = "Pay the same odds everywhere in the property."
        yield _breach("payouts_scope", what, instead, law.law.uniform)


def _limits(law: Ruleset, elected: Elections) -> Iterator[Breach]:
    for wager in law.wagers:
        if wager.limits is None or wager.key not in elected.limits:
            continue
        low, high = elected.limits[wager.key]
        yield from _limit(wager.key, wager.limits, low, high)


def _limit(key: str, law: Limits, low: int | None, high: int | None) -> Iterator[Breach]:
    for end, amount in (("min", low), ("max", high)):
        if amount is None:
            continue
        at = f"limits.{key}.{end}"
        what = f"a {end} of {amount} cents"
        if not law.min_cents <= amount <= law.max_cents:
            instead = f"From {law.min_cents} to {law.max_cents} cents."
            yield _breach(at, what, instead, law.cites)
        elif amount % law.step_cents:
            yield _breach(at, what, f"In steps of {law.step_cents} cents.", law.step_cites)


def _options(law: Ruleset, elected: Elections) -> Iterator[Breach]:
    for option in law.options:
        value = elected.options.get(option.key, option.default)
        if value not in option.lawful:
            lawful = " or ".join(str(each).lower() for each in option.lawful)
            what = f"{option.words}: {str(value).lower()}"
            yield _breach(option.key, what, f"It is {lawful}.", option.cites)


def _percent(share: Fraction) -> str:
    """An exact percentage if it has a short decimal, else the fraction.

    >>> _percent(Fraction(1, 20)), _percent(Fraction(1, 30))
    ('5%', '1/30')
    """
    hundredth = share * 100
    for places in range(4):
        if (hundredth * 10**places).denominator == 1:
            whole = int(hundredth * 10**places)
            digits = f"{whole:0{places + 1}d}"
            return f"{digits[:-places]}.{digits[-places:]}%" if places else f"{digits}%"
    return str(share)
