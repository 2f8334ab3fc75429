"""Checks elections against the law: every breach, with its clause.

No rule is written here. Floors, caps, multiples and lists are data of the rule set; this module
only compares.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from lammer.core.cite import Cite, clause_ids
from lammer.core.legality import smallest_stake
from lammer.core.product import Product, Status
from lammer.core.ruleset import Choice, Ruleset
from lammer.core.wager import Behind, Limits, Wager
from lammer.games.registry import did_you_mean, nearest
from lammer.house.elections import NOTHING, Elections, Ends, known_names
from lammer.house.house import elected_vig, posted


@dataclass(frozen=True, slots=True)
class Breach(Product):
    """An election that the law forbids: its key, what is wrong, what would be lawful."""

    status: ClassVar[Status] = "enforced"

    key: str
    what: str
    instead: str
    clauses: tuple[str, ...]


def check_house(
    law: Ruleset, elected: Elections, *, rights_kept: bool = False
) -> tuple[Breach, ...]:
    """Return every breach of ``law`` in these elections. ``rights_kept``: the caller gives players
    the odds they have a right to whatever maximum is posted on them.

    >>> from fractions import Fraction
    >>> from lammer.games import load
    >>> six_percent = Elections(vig_rate={"buy-4": Fraction(6, 100)})
    >>> check_house(load("nj-2011"), six_percent)[0].clauses
    ('NJ11-1.5a-s2',)
    """
    found = (
        *_nothing(law, elected),
        *_listed(law, elected),
        *_multiples(law, elected),
        *_vigorish(law, elected),
        *_payouts(law, elected),
        *_limits(law, elected, rights_kept),
        *_options(law, elected),
    )
    return tuple(dict.fromkeys(found))


def check_together(houses: Sequence[tuple[Ruleset, Elections]]) -> tuple[tuple[int, Breach], ...]:
    """Return breaches between tables of one house, each with the place of the table that differs:
    in one pit, winners are paid by the same procedure.

    >>> from lammer.games import load
    >>> law = load("nj-2001")
    >>> one, other = (Elections(pit="A", options={"vig.procedure": n}) for n in (1, 3))
    >>> check_together([(law, one), (law, other)])[0][1].clauses
    ('NJ01-3.10c1',)
    """
    found: list[tuple[int, Breach]] = []
    first: dict[tuple[str, str], Choice] = {}
    for at, (law, elected) in enumerate(houses):
        payment = law.procedure.trial.payment if law.procedure is not None else None
        if payment is None or payment.option is None or not elected.pit:
            continue
        way = elected.options.get(payment.option, payment.ways[0].key)
        pit = elected.pit.strip().casefold()
        before = first.setdefault((pit, law.game), way)
        if way != before:
            what = f"procedure {way} in pit {elected.pit}, where another table uses {before}"
            instead = "Use the same procedure at every table of a pit."
            found.append((at, _breach(payment.option, what, instead, payment.one_place)))
    return tuple(found)


def _breach(key: str, what: str, instead: str, cites: tuple[Cite, ...]) -> Breach:
    return Breach(key, what, instead, clause_ids(cites))


def _listed(law: Ruleset, elected: Elections) -> Iterator[Breach]:
    """Yield wagers elected that this game does not have."""
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
            at = elected.written.get(line, f"payouts.{line}")
            what = f"{line} is not a payout line of {law.game} under {law.key}"
            near = did_you_mean(nearest(line, lines)).strip()
            yield _breach(at, what, near or "Leave it out.", law.law.only_these)


def _nothing(law: Ruleset, elected: Elections) -> Iterator[Breach]:
    """Yield charges and odds elected for a game without a wager to take them."""
    for key in ("vig_rate", "vig", "vig_base"):
        if getattr(elected, key).get(NOTHING):
            what = f"{key} at {law.game}, where nothing is charged"
            yield _breach(key, what, "Leave it out.", law.law.no_other_charge)
    if NOTHING in elected.odds:
        what = f"odds at {law.game}, where there are none"
        yield _breach("odds", what, "Leave it out.", law.law.only_these)


def _unlisted(law: Ruleset, at: str, name: str) -> Breach:
    what = f"{name} is not a wager of {law.game} under {law.key}"
    return _breach(at, what, "Leave it out.", law.law.only_these)


def _multiples(law: Ruleset, elected: Elections) -> Iterator[Breach]:
    points = (state for w in law.wagers if w.behind for state in w.behind.states)
    found = _MergedBreaches("odds", points)
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
    charged = [wager.key for wager in law.wagers if wager.vig is not None]
    bases, rates, moments = (
        _MergedBreaches(key, charged) for key in ("vig_base", "vig_rate", "vig")
    )
    others = _MergedBreaches("vig_rate", law.keys())
    for wager in law.wagers:
        if wager.vig is None:
            continue
        vig = elected_vig(wager, elected)
        (payout,) = wager.payouts()
        charge = replace(vig, base=wager.vig.base).charge(payout.odds)
        cites = wager.vig.moments.get(vig.when, wager.vig.cites)
        if vig.base != wager.vig.base:
            what = f"a percentage of the {_BASE[vig.base]} on"
            instead = f"It is of the {_BASE[wager.vig.base]}; to charge less, elect a lower rate."
            bases.add(what, wager.key, instead, cites)
        if charge > wager.vig.cap:
            what = f"a charge of {_percent(charge)} of the wager on"
            instead = f"At most {_percent(wager.vig.cap)} of the wager."
            rates.add(what, wager.key, instead, cites)
        if vig.when not in wager.vig.moments:
            either = " or ".join(_WHEN[moment] for moment in wager.vig.moments)
            what = f"vigorish collected {_WHEN[vig.when]} on"
            moments.add(what, wager.key, f"Collect it {either}.", cites)
    for key, rate in elected.vig_rate.items():
        if rate and any(wager.vig is None for wager in law.named(key)):
            kinds = dict.fromkeys(each.rpartition("-")[0] or each for each in charged)
            instead = f"Charged are only: {', '.join(kinds) or 'none'}."
            others.add("a charge on", key, instead, law.law.no_other_charge)
    for found in (bases, rates, moments, others):
        yield from found.breaches()


class _MergedBreaches:
    """Reports the same breach on several wagers once, at the key that covers them."""

    def __init__(self, key: str, everything: Iterable[str]) -> None:
        self.key = key
        self.everything = set(everything)
        self.found: dict[tuple[str, str, tuple[Cite, ...]], dict[str, None]] = {}

    def add(self, what: str, on: str, instead: str, cites: tuple[Cite, ...]) -> None:
        self.found.setdefault((what, instead, cites), {})[on] = None

    def breaches(self) -> Iterator[Breach]:
        for (what, instead, cites), names in self.found.items():
            yield _breach(self._at(list(names)), f"{what} {', '.join(names)}", instead, cites)

    def _at(self, names: list[str]) -> str:
        """Return ``odds``, or ``odds.10``; ``vig_rate``, ``vig_rate.lay`` or ``vig_rate.lay.4``."""
        if self.everything <= set(names):
            return self.key
        kind, _, number = names[0].rpartition("-")
        if not kind or not number.isdigit():
            return f"{self.key}.{names[0]}"
        family = {name for name in self.everything if name.rpartition("-")[0] == kind}
        whole = family and family <= set(names)
        return f"{self.key}.{kind}" if whole else f"{self.key}.{kind}.{number}"


_WHEN = {"bet": "when the bet is made", "win": "only on a win"}
_BASE = {"wager": "amount wagered", "win": "amount the bet could win"}


def _payouts(law: Ruleset, elected: Elections) -> Iterator[Breach]:
    lines = law.payouts()
    for key, odds in elected.payouts.items():
        line = lines.get(key)
        if line is None or odds.fraction == line.odds.fraction or line.law.free:
            continue
        exact = line.law.exact
        instead = f"Pay exactly {line.odds}." if exact else f"Pay at least {line.odds}."
        at, what = elected.written.get(key, f"payouts.{key}"), f"{odds} on {key}"
        if odds.fraction < line.odds.fraction:
            yield _breach(at, what, instead, (*line.law.least, *line.cites))
        elif exact:
            yield _breach(at, what, instead, (*exact, *line.cites))
        elif line.law.uniform and elected.payouts_scope == "table":
            what = f"{odds} on {key} at one table only"
            instead = "Pay it everywhere in the property."
            yield _breach("payouts_scope", what, instead, line.law.uniform)


def _limits(law: Ruleset, elected: Elections, rights_kept: bool) -> Iterator[Breach]:
    for wager in law.wagers:
        low, high = elected.limits.get(wager.key, (None, None))
        if high is not None:
            yield from _reachable(law, wager, elected, low, high)
        if wager.limits is not None:
            yield from _fixed(wager.key, wager.limits, low, high)
        if wager.behind is not None:
            for base in law.named(wager.behind.base):
                flat, ends = posted(base, elected), (low, None if rights_kept else high)
                yield from _right_to_odds(wager, wager.behind, flat, ends, elected.pay_unit)


def _reachable(
    law: Ruleset, wager: Wager, elected: Elections, low: int | None, high: int
) -> Iterator[Breach]:
    """Yield a breach if no amount between the posted limits is lawful."""
    at = f"limits.{wager.key}"
    step = smallest_stake(wager, elected.pay_unit)
    least = elected.pay_unit if wager.limits is None else step
    if high // step * step < max(low or step, step, least):
        what = f"no amount from {low or elected.pay_unit} to {high} cents can be placed and paid"
        unit = wager.unit.cites if wager.unit else ()
        payable = (cite for payout in wager.payouts() for cite in payout.law.payable)
        cites = (*unit, *payable) or law.law.posted_limits
        yield _breach(at, what, f"It is placed in multiples of {step} cents.", cites)
    if wager.vig is not None and not wager.vig.to_the_cent:
        vig = elected_vig(wager, elected)
        (payout,) = wager.payouts()
        if 0 < high * vig.charge(payout.odds) < elected.pay_unit:
            what = f"the charge on at most {high} cents rounds down to nothing"
            cites = (*wager.vig.cites, *wager.vig.not_nil)
            yield _breach(at, what, "Post a higher maximum.", cites)


def _fixed(key: str, law: Limits, low: int | None, high: int | None) -> Iterator[Breach]:
    """Yield a breach if limits that the text fixes are changed."""
    for end, amount, fixed in (("min", low, law.min_cents), ("max", high, law.max_cents)):
        if amount not in (None, fixed):
            what = f"a {end}imum of {amount} cents"
            yield _breach(f"limits.{key}.{end}", what, f"It is {fixed} cents.", law.cites)


def _right_to_odds(
    wager: Wager, behind: Behind, flat: Ends, odds: Ends, pay_unit: int
) -> Iterator[Breach]:
    """Yield a breach if limits posted on odds take away the odds a player has a right to, given
    those posted on the bet they stand behind."""
    (least, most), (low, high) = flat, odds
    pays = [win.payout.odds.fraction for win in wager.machine.wins()]
    stakes = [behind.least / each if behind.by == "winnings" else behind.least for each in pays]
    at = f"limits.{wager.key}"
    right = f"The player has a right to odds of {behind.least} times {behind.base}"
    if high is not None and (most is None or high < most * max(stakes)):
        up_to = "any amount" if most is None else f"up to {most} cents"
        what = f"a maximum of {high} cents, with {behind.base} taken for {up_to}"
        yield _breach(f"{at}.max", what, f"{right}; post a higher one.", behind.least_cites)
    lowest = least or pay_unit
    if low is not None and low > max(lowest * min(stakes), pay_unit):
        what = f"a minimum of {low} cents, with {behind.base} taken from {lowest} cents"
        yield _breach(f"{at}.min", what, f"{right}; post a lower one.", behind.least_cites)


def _options(law: Ruleset, elected: Elections) -> Iterator[Breach]:
    for option in law.options:
        value = elected.options.get(option.key, option.default)
        if value not in option.lawful:
            lawful = " or ".join(str(each).lower() for each in option.lawful)
            what = f"{option.words}: {str(value).lower()}"
            yield _breach(option.key, what, f"It is {lawful}.", option.cites)
    here = {option.key for option in law.options}
    for key, value in elected.options.items():
        option = known_names().options[key]
        if key not in here and value != option.default:
            what = f"{option.words}: not a choice of {law.game} under {law.key}"
            charge = law.law.no_other_charge if key.startswith("vig.") else ()
            yield _breach(key, what, "Leave it out.", charge or law.law.only_these)


def _percent(share: Fraction) -> str:
    """Return an exact percentage if it has a short decimal, else the fraction.

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
