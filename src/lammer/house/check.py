"""Checks elections against the law: every breach, with its clause.

No rule is written here. Floors, caps, multiples and lists are data of the rule set; this module
only compares.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from lammer.core.numbers import share_words
from lammer.core.ruleset import Choice, Ruleset
from lammer.core.wager import Vig, VigLaw
from lammer.design import LOWER
from lammer.games.registry import did_you_mean, nearest
from lammer.house.breach import Breach, MergedBreaches, breach
from lammer.house.elections import NOTHING, Elections
from lammer.house.house import elected_vig, house, with_own
from lammer.house.known_names import belongs, is_of, known_names
from lammer.house.limits import limit_breaches
from lammer.house.own_wagers import edge_of
from lammer.house.values import either, show


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
    own = _own_wagers(law, elected)
    law = with_own(law, elected).equipped(elected.options)
    found = (
        *own,
        *_nothing(law, elected),
        *_listed(law, elected),
        *_said_for(law, elected),
        *_in_lieu(law, elected),
        *_multiples(law, elected),
        *_vigorish(law, elected),
        *_payouts(law, elected),
        *limit_breaches(law, elected, rights_kept),
        *_options(law, elected),
        *_long_form(law, elected),
    )
    return tuple(dict.fromkeys(found or _edges(law, elected)))


def check_together(houses: Sequence[tuple[Ruleset, Elections]]) -> tuple[tuple[int, Breach], ...]:
    """Return breaches between tables of one house, each with the place of the table that differs:
    in one pit, winners are paid by the same procedure; throughout the property, odds above those
    listed are the same at every table of a game.

    >>> from lammer.games import load
    >>> law = load("nj-2001")
    >>> one, other = (Elections(pit="A", options={"vig.procedure": n}) for n in (1, 3))
    >>> check_together([(law, one), (law, other)])[0][1].clauses
    ('NJ01-3.10c1',)
    """
    found: list[tuple[int, Breach]] = []
    first: dict[tuple[str, str], Choice] = {}
    paid: dict[tuple[str, str], tuple[int, Elections]] = {}
    for at, (listed, elected) in enumerate(houses):
        law = listed.equipped(elected.options)
        before = paid.setdefault((law.key, law.game), (at, elected))
        found += ((at, each) for each in _uniform(law, before[1], elected))
        payment = law.procedure.trial.payment if law.procedure is not None else None
        if payment is None or payment.option is None or not elected.pit:
            continue
        way = elected.options.get(payment.option, payment.ways[0].key)
        pit = elected.pit.strip().casefold()
        other = first.setdefault((pit, law.game), way)
        if way != other:
            what = f"procedure {way} in pit {elected.pit}, where another table uses {other}"
            instead = "Use the same procedure at every table of a pit."
            found.append((at, breach(payment.option, what, instead, payment.one_place)))
    return tuple(found)


def _uniform(law: Ruleset, first: Elections, elected: Elections) -> Iterator[Breach]:
    """Yield payouts that the text wants the same throughout the property, and that another table of
    the same game pays otherwise."""
    for key, line in law.payouts().items():
        one, other = elected.payouts.get(key, line.odds), first.payouts.get(key, line.odds)
        free = line.law.free and "table" not in (elected.payouts_scope, first.payouts_scope)
        if one.fraction == other.fraction or not (line.law.uniform or free):
            continue
        at = elected.written.get(key, f"payouts.{key}")
        what = f"{one} on {key}, where another table of {law.game} pays {other}"
        instead = "Pay the same everywhere in the property."
        yield breach(at, what, instead, line.law.uniform or line.law.free)


def _own_wagers(law: Ruleset, elected: Elections) -> Iterator[Breach]:
    """Yield wagers that no text has, if the house does not declare an experiment."""
    if elected.wagers and not elected.experimental:
        names = ", ".join(each.wager.key for each in elected.wagers)
        what = f"{names}: not a wager of {law.game} under {law.key}"
        instead = "A wager outside the text is dealt only with experimental = true."
        yield breach("wagers", what, instead, (*law.law.no_others, *law.law.only_these))
    if elected.experimental and not elected.wagers:
        what = "experimental, and no wager outside the text"
        instead = "Name one under wagers, or leave it out."
        yield breach("experimental", what, instead, law.law.only_these, harmless=True)


def _edges(law: Ruleset, elected: Elections) -> Iterator[Breach]:
    """Yield wagers outside the text on which the player has an edge at a lawful house."""
    rules = house(law, elected).rules if elected.wagers else law
    for each in elected.wagers:
        at = f"wagers.{each.place}"
        try:
            edge = edge_of(each, rules)
        except ValueError:
            what = f"what {each.wager.key} is worth depends on when it is made"
            instead = "Say with offer when it may be made."
            yield breach(at, what, instead, law.law.only_these)
            continue
        if edge < 0:
            what = f"{each.wager.key}: the player has an edge of {share_words(-edge)}"
            yield breach(at, what, LOWER, law.law.only_these)


def _listed(law: Ruleset, elected: Elections) -> Iterator[Breach]:
    """Yield wagers and payout lines elected that this game does not have."""
    wanted = [(key, key) for key, table in elected.tables.items() if table]
    wanted += [(f"limits.{wager}", wager) for wager in elected.limits]
    for at, wager in wanted:
        if not law.named(wager):
            yield _unlisted(law, at, wager, f"wager {wager}")
    for at, name in elected.foreign.items():
        yield _unlisted(law, at, name.partition(" ")[2], name)
    here = {wager.election.key for wager in law.wagers if wager.election}
    for election, wished in elected.offer.items():
        if wished and election not in here:
            yield _unlisted(law, f"offer.{election}", election, f"offer {election}")
    lines = law.payouts()
    for line in (*elected.payouts, *elected.said_for):
        if line not in lines:
            at = elected.written.get(line, f"payouts.{line}")
            what = f"{line} is not a payout line of {law.game} under {law.key}"
            near = did_you_mean(nearest(line, lines)).strip()
            instead = f"{belongs(f'line {line}', law)} {near or 'Leave it out.'}"
            yield breach(at, what, instead.strip(), law.law.only_these)


def _unlisted(law: Ruleset, at: str, shown: str, name: str) -> Breach:
    what = f"{shown} is not a wager of {law.game} under {law.key}"
    return breach(at, what, _not_here(name, law), law.law.only_these)


def _not_here(name: str, law: Ruleset) -> str:
    """Return which game something belongs to, with the advice to leave it out here."""
    return f"{belongs(name, law)} Leave it out.".strip()


def _nothing(law: Ruleset, elected: Elections) -> Iterator[Breach]:
    """Yield charges, odds and payouts elected for a game that leaves no choice of them."""
    for key in ("vig_rate", "vig", "vig_base"):
        if getattr(elected, key).get(NOTHING):
            what = f"{key} at {law.game}, where nothing is charged"
            yield breach(key, what, _not_here("vigorish", law), law.law.no_other_charge)
    if NOTHING in elected.odds:
        what = f"odds at {law.game}, where there are none"
        yield breach("odds", what, _not_here("odds", law), law.law.only_these)
    if not elected.round_up_odds and not any(wager.behind for wager in law.wagers):
        what = f"round_up_odds at {law.game}, where there are no odds"
        instead = _not_here("odds", law)
        yield breach("round_up_odds", what, instead, law.law.only_these, harmless=True)
    lines = law.payouts().values()
    if elected.payouts_scope == "table" and all(line.law.mode == "exact" for line in lines):
        what = f"payouts_scope at {law.game}, where every payout is the one listed"
        exact = next((line.law.exact for line in lines), ())
        yield breach("payouts_scope", what, _not_here("payouts", law), exact, harmless=True)


def _said_for(law: Ruleset, elected: Elections) -> Iterator[Breach]:
    """Yield payouts written with "for", which counts the stake."""
    lines = law.payouts()
    for key, said in elected.said_for.items():
        at = elected.written.get(key, f"payouts.{key}")
        instead = f'Odds are stated with "to", without the stake: "{said}" is "{said.odds}".'
        if said.odds is None:
            instead = 'Odds are stated with "to", without the stake, such as "3 to 1".'
        line = lines.get(key)
        cites = law.law.odds_words or (line.law.least if line is not None else law.law.only_these)
        yield breach(at, f'"{said}" on {key}', instead, cites)


def _long_form(law: Ruleset, elected: Elections) -> Iterator[Breach]:
    """Yield the long form elected for a game where nobody makes the steps."""
    if elected.long_form and (law.procedure is None or not law.procedure.has_long_form):
        what = f"long_form at {law.game}, where no crew enters anything"
        cites = law.procedure.unattended if law.procedure is not None else ()
        instead = _not_here("steps", law)
        yield breach("long_form", what, instead, cites or law.law.only_these)


def _in_lieu(law: Ruleset, elected: Elections) -> Iterator[Breach]:
    """Yield a wager that is left out although nothing is offered in lieu of it."""
    elections = {w.election.key: w.election for w in law.wagers if w.election}
    for key, election in elections.items():
        other = election.instead
        if other is None or elected.offer.get(key, True) or elected.offer.get(other, True):
            continue
        what = f"neither {key} nor {other} is offered"
        yield breach(f"offer.{key}", what, "Offer one of the two.", election.cites)


def _multiples(law: Ruleset, elected: Elections) -> Iterator[Breach]:
    points = (state for w in law.wagers if w.behind for state in w.behind.states)
    found = MergedBreaches("odds", points)
    for wager in law.wagers:
        behind = wager.behind
        for state in behind.states if behind else ():
            assert behind is not None
            multiple = elected.odds.get(state, behind.most)
            what = f"{multiple} times {behind.base} on"
            bounds = f"{behind.least} to {behind.most} times"
            if multiple > behind.most:
                found.add(what, state, f"Post {bounds}.", behind.most_cites)
            if multiple < behind.least:
                right = f"The player has a right to odds of {behind.least} times the bet"
                found.add(what, state, f"{right}: post {bounds}.", behind.least_cites)
    return found.breaches()


def _vigorish(law: Ruleset, elected: Elections) -> Iterator[Breach]:
    charged = [wager.key for wager in law.wagers if wager.vig is not None]
    bases, rates, moments = (
        MergedBreaches(key, charged) for key in ("vig_base", "vig_rate", "vig")
    )
    for wager in law.wagers:
        if wager.vig is None:
            continue
        vig = elected_vig(wager, elected)
        (payout,) = wager.payouts()
        lawful = replace(vig, base=wager.vig.base)
        cites = wager.vig.moments.get(vig.when, wager.vig.cites)
        if vig.base != wager.vig.base:
            what = f"a percentage of the {_BASE[vig.base]} on"
            instead = f"It is of the {_BASE[wager.vig.base]}; to charge less, choose a lower rate."
            bases.add(what, wager.key, instead, cites)
        if lawful.charge(payout.odds) > wager.vig.cap:
            what = f"{_rate_words(lawful, lawful.charge(payout.odds))} on"
            most = wager.vig.cap / lawful.charge(payout.odds) * vig.rate
            rates.add(what, wager.key, _bounds(wager.vig, most), cites)
        if vig.when not in wager.vig.moments:
            ways = " or ".join(_WHEN[moment] for moment in wager.vig.moments)
            what = f"vigorish collected {_WHEN[vig.when]} on"
            moments.add(what, wager.key, f"Collect it {ways}.", cites)
    for found in (bases, rates, moments):
        yield from found.breaches()
    yield from _uncharged(law, elected, charged)


def _uncharged(law: Ruleset, elected: Elections, charged: Sequence[str]) -> Iterator[Breach]:
    """Yield charges on wagers that have none."""
    kinds = dict.fromkeys(each.rpartition("-")[0] or each for each in charged)
    instead = f"Charged are only: {', '.join(kinds) or 'none'}."
    elections: dict[str, Mapping[str, object]] = {
        "vig_rate": elected.vig_rate,
        "vig": elected.vig,
        "vig_base": elected.vig_base,
    }
    for at, wished in elections.items():
        others = MergedBreaches(at, law.keys())
        for key, value in wished.items():
            if value and any(wager.vig is None for wager in law.named(key)):
                others.add("a charge on", key, instead, law.law.no_other_charge)
        yield from others.breaches()


def _rate_words(vig: Vig, charge: Fraction) -> str:
    """Return a rate in words, and what it comes to of the wager if it is of the win."""
    if vig.base == "wager":
        return f"a charge of {_percent(charge)} of the wager"
    return f"{_percent(vig.rate)} of the win, a charge of {_percent(charge)} of the wager,"


def _bounds(law: VigLaw, most: Fraction) -> str:
    cap = _percent(law.cap)
    if law.base == "wager":
        return f"Choose 0% to {cap} of the wager."
    return f"At most {cap} of the wager: choose 0% to {_percent(most)} of the win."


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
            yield breach(at, what, instead, (*line.law.least, *line.cites))
        elif exact:
            yield breach(at, what, instead, (*exact, *line.cites))
        elif line.law.uniform and elected.payouts_scope == "table":
            what = f"{odds} on {key} at one table only"
            instead = "Pay it everywhere in the property."
            yield breach("payouts_scope", what, instead, line.law.uniform)


def _options(law: Ruleset, elected: Elections) -> Iterator[Breach]:
    for option in law.choices:
        value = elected.options.get(option.key, option.default)
        wrong = [each for each in option.values(value) if each not in option.open]
        if wrong:
            what = f"{option.words}: {', '.join(show(each) for each in wrong)}"
            yield breach(option.key, what, f"It is {either(option.open)}.", option.cites)
    here = {option.key for option in law.choices}
    for key, value in elected.options.items():
        option = known_names().options[key]
        if key not in here and (value != option.default or not is_of(f"choice {key}", law)):
            what = f"{option.words}: not a choice of {law.game} under {law.key}"
            charge = law.law.no_other_charge if key.startswith("vig.") else ()
            instead = _not_here(f"choice {key}", law)
            usual = value == option.default
            yield breach(key, what, instead, charge or law.law.only_these, harmless=usual)


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
