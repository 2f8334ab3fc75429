"""What a table must show: the postings that the text requires, with this house's elections."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from lammer.core.cite import clause_ids
from lammer.core.legality import wins_in
from lammer.core.money import dollars
from lammer.core.procedure import Posting
from lammer.core.product import Product, Status
from lammer.core.ruleset import EXPERIMENTAL_AREA
from lammer.core.wager import Behind, Chart, Collection, Payout, Wager, Win
from lammer.house.house import House, odds_multiple
from lammer.house.stakes import stakes

_MOMENT = {"bet": "when the wager is made", "win": "when the wager is won"}
_BASE = {"wager": "the amount wagered", "win": "the amount it could win"}


@dataclass(frozen=True, slots=True)
class Notice(Product):
    """One posting: its place, its heading, and its lines. An item is a line with the figures in
    it."""

    status: ClassVar[Status] = "shown"

    key: str
    where: str
    title: str
    items: tuple[dict[str, Any], ...]
    clauses: tuple[str, ...]


def notices(house: House) -> tuple[Notice, ...]:
    """Return everything this house must show, in the text's order.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> shown = notices(house(load("md-2013"), Elections()))
    >>> next(each for each in shown if each.key == "no-call-bets").items[0]["text"]
    'No call bets'
    """
    procedure = house.rules.procedure
    if procedure is None:
        return ()
    wanted = [each for each in procedure.postings if _needed(house, each)]
    return (*_own_words(house), *(_notice(house, each) for each in wanted))


def inscriptions(house: House) -> tuple[Notice, ...]:
    """Return the texts on the layout itself.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> [each.title for each in inscriptions(house(load("md-2013"), Elections(name="Bay House")))]
    ["The operator's name or logo", 'No call bets']
    """
    procedure = house.rules.procedure
    kinds = ("words", "name") if house.elections.name else ("words",)
    own = tuple(each for each in _own_words(house) if each.where == "layout")
    written = (
        each
        for each in (procedure.postings if procedure is not None else ())
        if each.where == "layout" and each.what in kinds and _needed(house, each)
    )
    return (*own, *(_notice(house, each) for each in written))


def _own_words(house: House) -> Iterable[Notice]:
    """Yield what a house shows where no text asks for it: its name, its pit, and which wagers stand
    in no text."""
    procedure, elected = house.rules.procedure, house.elections
    asked = {each.what for each in procedure.postings} if procedure is not None else set()
    if elected.name and "name" not in asked:
        item = {"text": elected.name, "name": elected.name}
        yield Notice("name", "layout", "The operator's name", (item,), ())
    if elected.pit and "payment" not in asked:
        item = {"text": f"Pit {elected.pit}", "pit": elected.pit}
        yield Notice("pit", "table", "The pit", (item,), ())
    own = [wager for wager in house.rules.wagers if wager.experimental]
    if own:
        names = ", ".join(wager.name for wager in own)
        text = f"Outside the regulation, an experiment of this house: {names}"
        named: dict[str, Any] = {"text": text, "wagers": [wager.key for wager in own]}
        cites = clause_ids(cite for wager in own for cite in wager.cites)
        yield Notice("experimental", "table", EXPERIMENTAL_AREA, (named,), cites)


def _needed(house: House, posting: Posting) -> bool:
    if posting.what == "vigorish":  # Some bet that is charged is offered.
        return bool(house.vigs)
    offered = {w.election.key for w in house.rules.wagers if w.election is not None}
    return posting.needs is None or posting.needs in offered


def _notice(house: House, posting: Posting) -> Notice:
    makers = {
        "words": _words,
        "marks": _words,
        "name": _name,
        "areas": _areas,
        "limits": _limits,
        "payouts": _payouts,
        "vigorish": _vigorish,
        "odds-words": _multiples,
        "payment": _payment,
        "own": _own,
    }
    items = tuple(makers[posting.what](house, posting))
    cites = clause_ids(posting.cites)
    return Notice(posting.key, posting.where, posting.words, items, cites)


def _wagers(house: House, posting: Posting) -> Iterable[Wager]:
    return (w for w in house.rules.wagers if w.key in (posting.wagers or (w.key,)))


def _words(_: House, posting: Posting) -> Iterable[dict[str, Any]]:
    yield {"text": posting.words}


def _name(house: House, _: Posting) -> Iterable[dict[str, Any]]:
    name = house.elections.name
    yield {"text": name or "(the operator's name or logo)", "name": name or None}


def _areas(house: House, posting: Posting) -> Iterable[dict[str, Any]]:
    for area in house.rules.layout:
        here = [w for w in house.rules.wagers if w.spot in area.spots]
        here = [w for w in here if w.key in (posting.wagers or (w.key,)) and not w.breakdown]
        if here:
            names = ", ".join(dict.fromkeys(w.name for w in here))
            keys = list(dict.fromkeys(w.key for w in here))
            yield {"text": f"{area.title}: {names}", "area": area.title, "wagers": keys}


def _limits(house: House, posting: Posting) -> Iterable[dict[str, Any]]:
    unit = house.elections.pay_unit
    flat = (wager for wager in _wagers(house, posting) if wager.behind is None)
    odds = [w for w in _wagers(house, posting) if w.behind and w.key in house.elections.limits]
    for names, keys, (low, high) in _together((w, _ends(house, w)) for w in (*flat, *odds)):
        most = f", maximum {dollars(high)}" if high is not None else ", no maximum posted"
        least = dollars(low if low is not None else unit)
        yield {"text": f"{names}: minimum {least}{most}", "wagers": keys, "min": low, "max": high}


def _ends(house: House, wager: Wager) -> tuple[int | None, int | None]:
    if wager.limits is not None:
        return wager.limits.min_cents, wager.limits.max_cents
    found = stakes(house.rules, wager, house.elections, house.vigs.get(wager.key))
    return found.least, found.most


def _payouts(house: House, posting: Posting) -> Iterable[dict[str, Any]]:
    for wager in _wagers(house, posting):
        if wager.parts:
            names = {part.wager: house.law.wager(part.wager).name for part in wager.parts}
            shares = ", ".join(f"{part.share} on {names[part.wager]}" for part in wager.parts)
            yield {"text": f"{wager.name}: paid by its parts, {shares}", "wager": wager.key}
            continue
        if wager.behind is not None:
            yield from _odds_paid(house, wager, wager.behind)
            continue
        for payout in wager.payouts():
            text = f"{wager.name}{_which(house, wager, payout)}: {payout.odds}"
            yield {"text": text, "wager": wager.key, "line": payout.key, "pays": str(payout.odds)}
    yield from _scope(house)


def _odds_paid(house: House, wager: Wager, behind: Behind) -> Iterable[dict[str, Any]]:
    """Yield what odds pay, by the point their bet is on."""
    for state in behind.states:
        on = f" on a point of {state}" if len(behind.states) > 1 else ""
        wins = wins_in(house.rules, wager, state)
        for payout in {win.payout.key: win.payout for win in wins}.values():
            text = f"{wager.name}{on}: {payout.odds}"
            yield {"text": text, "wager": wager.key, "line": payout.key, "pays": str(payout.odds)}


def _scope(house: House) -> Iterable[dict[str, Any]]:
    """Yield where odds other than the regulation's are paid."""
    listed = house.law.payouts()
    paid = house.elections.payouts.items()
    if any(key in listed and odds.fraction != listed[key].odds.fraction for key, odds in paid):
        scope = house.elections.payouts_scope
        where = "at every table of the property" if scope == "property" else "at this table"
        yield {"text": f"Odds that the house has chosen are paid {where}", "scope": scope}


def _which(house: House, wager: Wager, payout: Payout) -> str:
    """Return what a payout is for, if a wager has several."""
    machine = wager.machine
    if isinstance(machine, Collection) and machine.ladder is not None:
        counts = [str(count) for count, each in machine.ladder.pays.items() if each == payout]
        return f", {' or '.join(counts)} different points"
    if not isinstance(machine, Chart) or len(wager.payouts()) == 1:
        return ""
    if wager.experimental:
        return f" on {payout.line}"
    on = house.rules.space.context_cells()
    for rule in machine.rules(machine.start):
        if isinstance(rule.effect, Win) and rule.effect.payout == payout:
            on = on | rule.on
    return f" on {house.rules.space.words(on)}"


def _vigorish(house: House, _: Posting) -> Iterable[dict[str, Any]]:
    rated = ((w, house.vigs[w.key]) for w in house.rules.wagers if w.key in house.vigs)
    for names, keys, vig in _together(rated):
        yield {
            "text": f"{names}: {vigorish_words(house, keys)}",
            "wagers": keys,
            "rate": str(vig.rate),
            "base": vig.base,
            "when": vig.when,
        }


def pay_unit_words(house: House) -> str:
    """Return in a sentence what the pay unit does: payments come in it, or no bet is below it.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> [pay_unit_words(house(load(key), Elections())) for key in ("nj-2011", "ac-roulette")]
    ['Bets are paid in units of $1.', 'Bets are at least $1.']
    """
    unit = dollars(house.elections.pay_unit)
    payable = any(payout.law.payable for payout in house.law.payouts().values())
    return f"Bets are paid in units of {unit}." if payable else f"Bets are at least {unit}."


def vigorish_words(house: House, keys: Sequence[str]) -> str:
    """Return the charge on wagers that have the same: how much of what, and when.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> vigorish_words(house(load("nj-2011"), Elections()), ["buy-4"])
    '5% of the amount wagered, rounded down to whole units of $1, collected when the wager is made'
    """
    wagers, vig = [house.rules.wager(key) for key in keys], house.vigs[keys[0]]
    if not vig.rate:
        return "no vigorish is charged"
    marked = any(_marks(house, wager) for wager in wagers)
    law = wagers[0].vig
    by = law.collected_by if law is not None else ""
    how = f"marked, and collected by {by}" if marked else "collected"
    when = "" if marked else f" {_MOMENT[vig.when]}"
    rounded = _rounding(house, wagers[0])
    return f"{rate_words(vig.rate)} of {_BASE[vig.base]}{rounded}, {how}{when}"


def _rounding(house: House, wager: Wager) -> str:
    if wager.vig is None or not wager.vig.to_the_cent:
        return f", rounded down to whole units of {dollars(house.elections.pay_unit)}"
    ways = {"down": "down to the cent", "up": "up to the cent", "nearest": "to the nearest cent"}
    return f", rounded {ways[str(house.elections.options.get(wager.vig.rounding or '', 'down'))]}"


def _marks(house: House, wager: Wager) -> bool:
    option = wager.vig.collect if wager.vig is not None else None
    return option is not None and house.elections.options.get(option) == "mark"


def _multiples(house: House, _: Posting) -> Iterable[dict[str, Any]]:
    by_multiple: dict[Fraction, list[str]] = {}
    behind = next((w.behind for w in house.rules.wagers if w.behind is not None), None)
    for state in behind.states if behind is not None else ():
        assert behind is not None
        multiple = odds_multiple(behind, state, house.elections)
        by_multiple.setdefault(multiple, []).append(state)
    for multiple, points in by_multiple.items():
        on = ", ".join(points)
        text = f"up to {multiple} times the bet on {on} (laying: to win up to {multiple} times it)"
        yield {"text": text, "points": points, "multiple": str(multiple)}


_CHARGES = {
    "after-all": "pay every winner, then go back and take every vigorish",
    "before-all": "take every vigorish, then go back and pay every winner",
    "after-each": "pay each winner and at once take that player's vigorish",
    "before-each": "take each player's vigorish and at once pay that winner",
}


def _payment(house: House, _: Posting) -> Iterable[dict[str, Any]]:
    """Yield how winners are paid here, and that notice is given before it changes."""
    procedure = house.rules.procedure
    payment = procedure.trial.payment if procedure is not None else None
    if payment is None or payment.option is None:
        return
    number = house.elections.options.get(payment.option, payment.ways[0].key)
    way = next(each for each in payment.ways if each.key == number)
    text = f"Procedure {number}, from the highest position down: {_CHARGES[way.charges]}"
    pit = house.elections.pit
    yield {"text": text, "procedure": number, "charges": way.charges}
    yield {"text": f"The same at every table of {f'pit {pit}' if pit else 'the pit'}", "pit": pit}
    least = payment.minutes
    yield {"text": f"Notified at least {least} minutes before it is changed", "minutes": least}


def _own(house: House, _: Posting) -> Iterable[dict[str, Any]]:
    for each in house.law.law.own:
        yield {"text": each.words, "clauses": list(clause_ids(each.cites))}


def _together(pairs: Iterable[tuple[Wager, Any]]) -> Iterable[tuple[str, list[str], Any]]:
    """Yield wagers that have the same value, one line for all of them."""
    groups: dict[Any, list[Wager]] = {}
    for wager, value in pairs:
        groups.setdefault(value, []).append(wager)
    for value, wagers in groups.items():
        names = list(dict.fromkeys(w.name for w in wagers))
        shown = ", ".join(names)
        yield shown, list(dict.fromkeys(w.key for w in wagers)), value


def rate_words(rate: Fraction) -> str:
    """Return a rate as a percentage, exactly."""
    whole = rate * 100
    return f"{whole.numerator}%" if whole.denominator == 1 else f"{whole}%"
