"""The matters on which two rule sets are compared: of a wager, of what people do at the table, of
the list as a whole.

Each function returns what a side says, in few words, and by which clauses.
"""

import hashlib
from collections.abc import Callable
from functools import reduce
from operator import or_

from lammer.core.cite import Cite
from lammer.core.money import dollars
from lammer.core.procedure import Making, Procedure, Seating
from lammer.core.ruleset import ListLaw, Ruleset
from lammer.core.wager import Breakdown, Effect, Lose, Move, Rule, Void, Wager, reachable

Side = tuple[str, tuple[Cite, ...]]
NOTHING: Side = ("-", ())


def _stated(cites: tuple[Cite, ...]) -> Side:
    """Return whether the text states it, only a reading does, or nothing does."""
    if not cites:
        return "not printed", ()
    printed = any(cite.printed for cite in cites)
    return "stated" if printed else "not printed; by reading", cites


LIST_MATTERS: dict[str, Callable[[ListLaw], Side]] = {
    "no other charge": lambda law: _stated(law.no_other_charge),
    'odds said with "to"': lambda law: _stated(law.odds_words),
    "posted limits": lambda law: _stated(law.posted_limits),
}


def _confirmed(making: Making) -> Side:
    if making.late is None:
        return "never", making.late_cites
    roles = " and ".join(making.late.roles)
    until = f"until {making.late_until}, if the {roles} confirm"
    return until, making.late_cites + making.late.cites


def _coupons(making: Making) -> Side:
    if making.coupons is None:
        return "none", making.no_coupons
    return f"on {' and '.join(making.coupons.wagers)}", making.coupons.cites


def _verbal(making: Making) -> Side:
    if making.verbal is None:
        return "none", making.no_verbal
    roles = " and ".join(making.verbal.roles)
    return f"with cash, if the {roles} confirms", making.verbal.cites + making.converted


def _seats(seating: Seating) -> Side:
    if not seating.seated:
        return f"nobody need be seated, at most {seating.most}", seating.most_cites
    cites = seating.seated + seating.stay + seating.most_cites
    return f"only the seated play, at most {seating.most}", cites


def _most_seats(seating: Seating) -> Side:
    said, cites = _stated(seating.most_cites)
    return f"{seating.most}, {said}", cites


def _turn(procedure: Procedure) -> Side:
    turn = procedure.turn
    if turn is None:
        return "nobody", procedure.unattended
    way = "clockwise" if turn.clockwise else "counter-clockwise"
    words, cites = f"from seat 1, {way}", turn.first + turn.declined
    if turn.selection is not None:
        words += f"; {turn.selection.take} of at least {turn.selection.least}"
        cites += turn.selection.taken
    return words, cites


def _forced(procedure: Procedure) -> Side:
    turn = procedure.turn
    if turn is None:
        return "-", procedure.unattended
    also = ", by a dealer too" if turn.dealer_passes else ""
    return f"{turn.must_pass_key.replace('-', ' ')}{also}", turn.must_pass_cites


def _nobody_takes(procedure: Procedure) -> Side:
    turn = procedure.turn
    if turn is None:
        return "-", procedure.unattended
    if not turn.nobody:
        return "the players are asked again", turn.relinquished
    return "the dealer, for the players", turn.nobody + turn.unrefused + turn.designated


def _closed(procedure: Procedure) -> Side:
    closed = procedure.trial.closed
    return ("announced", closed) if closed else ("not announced", ())


def _order(procedure: Procedure) -> Side:
    payment = procedure.trial.payment
    if payment is None:
        return "no order", ()
    cites = payment.losers + tuple(cite for way in payment.ways for cite in way.cites)
    if not payment.ways:
        return "losers first", cites
    return f"losers first, then by one of {len(payment.ways)} procedures", cites + payment.winners


def _instrument(procedure: Procedure) -> Side:
    trial = procedure.trial
    if trial.instrument is not None:
        return trial.instrument.summary(trial)
    return trial.thing, trial.thrown


def _stake(procedure: Procedure) -> Side:
    turn = procedure.turn
    if turn is None:
        return "-", procedure.unattended
    if not turn.stake:
        return "none needed", ()
    return f"{' or '.join(turn.stake)} {turn.stake_when}", turn.stake_cites


def _orders(procedure: Procedure) -> Side:
    turn = procedure.turn
    if turn is None:
        return "-", procedure.unattended
    authority = turn.order.authority
    return " or ".join(authority.roles), authority.cites


def _calls(procedure: Procedure) -> Side:
    called = [reason for reason in procedure.trial.reasons if reason.callers is not None]
    roles = dict.fromkeys(role for each in called if each.callers for role in each.callers.roles)
    cites = tuple(cite for each in called if each.callers for cite in each.callers.cites)
    return " or ".join(roles) or "nobody", cites or procedure.unattended


def _areas(procedure: Procedure) -> Side:
    """Return how many numbered areas there are for wagers whose progress is marked."""
    tallies = [tally for tally in procedure.tallies if tally.areas is not None]
    if not procedure.tallies:
        return "none", ()
    if not tallies:
        return "no number stated", tuple(c for tally in procedure.tallies for c in tally.placed)
    said = [f"{', '.join(tally.wagers)}: at most {tally.areas}" for tally in tallies]
    return "; ".join(said), tuple(cite for tally in tallies for cite in tally.areas_cites)


def _face(procedure: Procedure) -> Side:
    disputes = procedure.trial.disputes
    if disputes is None:
        return "nobody", procedure.unattended
    return " or ".join(disputes.roles), disputes.cites


def _corrects(procedure: Procedure) -> Side:
    corrected = procedure.trial.corrected
    if corrected is None:
        return "nobody", procedure.unattended
    return " or ".join(corrected.authority.roles), corrected.authority.cites


def _shown(procedure: Procedure) -> Side:
    keys = ", ".join(posting.key for posting in procedure.postings)
    return keys, tuple(cite for posting in procedure.postings for cite in posting.cites)


PROCEDURE_MATTERS: dict[str, Callable[[Procedure], Side]] = {
    "late bets": lambda procedure: _confirmed(procedure.making),
    "match play coupons": lambda procedure: _coupons(procedure.making),
    "verbal bets": lambda procedure: _verbal(procedure.making),
    "seats": lambda procedure: _seats(procedure.seating),
    "most seats": lambda procedure: _most_seats(procedure.seating),
    "numbered areas": _areas,
    "what decides": _instrument,
    "who is offered it": _turn,
    "the holder's bet": _stake,
    "a pass is forced": _forced,
    "who orders a pass": _orders,
    "nobody takes it": _nobody_takes,
    "no more bets": _closed,
    "order of settlement": _order,
    "who calls it void": _calls,
    "who rules on a face": _face,
    "who corrects an entry": _corrects,
    "what is posted": _shown,
}
"""What people do at the table, as far as editions differ in it."""


def posted(procedure: Procedure, key: str) -> Side:
    """Return where something is to be shown."""
    for posting in procedure.postings:
        if posting.key == key:
            return posting.where, posting.cites
    return "no duty", ()


def put_down_as(ruleset: Ruleset, wager: Wager) -> Side:
    """Return whether a wager is put down as two: always, or where the layout has no area for it."""
    if wager.breakdown is not None:
        return f"always, as {_parts(wager.breakdown)}", wager.breakdown.cites
    for option in ruleset.options:
        for value in option.lawful if wager.key in option.wagers else ():
            broken = option.chosen(value, wager).breakdown
            if broken is not None:
                return f"as {_parts(broken)} where the layout has no area", broken.cites
    return NOTHING


def _parts(broken: Breakdown) -> str:
    return " and ".join(part.wager for part in broken.parts)


def _at_games(wager: Wager) -> Side:
    if not wager.games_cites:
        return "every game of the rule set", wager.cites
    return ", ".join(wager.games), wager.games_cites


def _election(wager: Wager) -> Side:
    if wager.election is None:
        return "in the list", wager.cites
    return wager.election.words, wager.election.cites


def _made(wager: Wager) -> Side:
    return wager.offer.words, wager.offer.cites


def _working(wager: Wager) -> Side:
    call = wager.working.may_call
    words = wager.working.words
    cites = wager.working.cites
    if call is not None:
        return f"{words}; may be called {call.call}", cites + call.cites
    return words, cites


def _settlement(wager: Wager) -> Side:
    """Return a fingerprint of the result of each state on each cell, without payouts."""
    parts: list[str] = []
    cites: list[Cite] = []
    for state in reachable(wager.machine)[0]:
        for rule in wager.machine.rules(state):
            to = rule.effect.to if isinstance(rule.effect, Move) else ""
            what = _name_of(rule.effect)
            parts.append(f"{state}:{rule.on.mask:x}:{what}:{to}")
            cites += rule.cites
    print_of = hashlib.sha256("|".join(sorted(parts)).encode()).hexdigest()[:8]
    return f"machine {print_of} ({len(parts)} rules)", tuple(cites)


def _name_of(effect: Effect) -> str:
    """Return what an effect does, and how much of the bet it takes if that is not all."""
    part = f" {-effect.net}" if isinstance(effect, Lose) and effect.returned else ""
    return f"{type(effect).__name__}{part}"


def in_words(ruleset: Ruleset, wager: Wager, *, rest: bool = False) -> Side:
    """Return the result in words, for games with different sets of outcomes; with ``rest`` the
    outcomes that no other rule of a state names are called "anything else"."""
    parts: list[str] = []
    cites: list[Cite] = []
    for state in reachable(wager.machine)[0]:
        rules = tuple(wager.machine.rules(state))
        for rule in rules:
            effect = rule.effect
            to = f" to {effect.to}" if isinstance(effect, Move) else ""
            what = _name_of(effect).lower()
            on = _named(ruleset, rule, rules) if rest else ruleset.space.words(rule.on)
            parts.append(f"{on}: {what}{to}")
            cites += rule.cites
    return "; ".join(parts), tuple(cites)


def _named(ruleset: Ruleset, rule: Rule, rules: tuple[Rule, ...]) -> str:
    """Return the outcomes of a rule by their name, if they have one, or in words; of the last of
    ``rules`` that it has all that the others leave, if so."""
    if len(rules) > 1 and rule is rules[-1]:
        others = reduce(or_, (each.on for each in rules[:-1]))
        if rule.on == ~others:
            return "anything else"
    return ruleset.space.sets.get(rule.on) or ruleset.space.words(rule.on)


def _pays(wager: Wager) -> Side:
    payouts = wager.payouts()
    words = ", ".join(f"{payout.odds}" for payout in payouts)
    return words, tuple(cite for payout in payouts for cite in payout.cites)


def _mode(wager: Wager) -> Side:
    laws = tuple(dict.fromkeys(payout.law for payout in wager.payouts()))
    words: dict[str, None] = {}
    cites: list[Cite] = []
    for law in laws:
        words[_LAWS[law.mode]] = None
        cites += law.free or law.exact or law.least
        if law.uniform:
            words["higher ones the same everywhere"] = None
            cites += law.uniform
    return ", ".join(words), tuple(cites)


_LAWS = {
    "exact": "exactly the odds listed",
    "floor": "at least the odds listed",
    "free": "the house's to elect",
}


def _changes(wager: Wager) -> Side:
    bars: list[str] = []
    for bar in wager.control.bars:
        where = " with a number" if bar.states else ""
        once = f" once {', '.join(bar.needs)}" if bar.needs else ""
        bars.append(f"no {' or '.join(bar.actions)}{where}{once}".replace("-", " "))
    cites = (*wager.control.cites, *(cite for bar in wager.control.bars for cite in bar.cites))
    return "; ".join(sorted(bars)) or "free", cites


def _unit(wager: Wager) -> Side:
    if wager.unit is None:
        return NOTHING
    readings = [reading for cite in wager.unit.cites for reading in cite.readings]
    how = f", by reading {', '.join(readings)}" if readings else ""
    return f"units of {wager.unit.parts}{how}", wager.unit.cites


def _limits(wager: Wager) -> Side:
    if wager.limits is None:
        return NOTHING
    it = wager.limits
    low, high, step = map(dollars, (it.min_cents, it.max_cents, it.step_cents))
    return f"{low} to {high} by {step}", it.cites + it.step_cites


def _vigorish(wager: Wager) -> Side:
    if wager.vig is None:
        return NOTHING
    base = {"wager": "of the amount wagered", "win": "of what the bet could win"}[wager.vig.base]
    moments = {"bet": "when made", "win": "on a win"}
    only = wager.vig.only
    when = " or ".join(
        f"{moments[each]} {only[each]}" if each in only else moments[each]
        for each in wager.vig.moments
    )
    cites = [cite for each in wager.vig.moments.values() for cite in each]
    return f"{base}, at most {wager.vig.cap} of the wager, {when}", (*wager.vig.cites, *cites)


def _least_odds(wager: Wager) -> Side:
    if wager.behind is None:
        return NOTHING
    return f"{wager.behind.least} times, by {wager.behind.by}", wager.behind.least_cites


def _most_odds(wager: Wager) -> Side:
    if wager.behind is None:
        return NOTHING
    return f"{wager.behind.most} times, by {wager.behind.by}", wager.behind.most_cites


def _rounding_up(wager: Wager) -> Side:
    if wager.behind is None:
        return NOTHING
    return "what makes it payable", wager.behind.round_up_cites


def _payable(wager: Wager) -> Side:
    """Return whether the text refuses an amount that cannot be paid, or only a reading does."""
    cites = tuple(cite for payout in wager.payouts() for cite in payout.law.payable)
    if not cites:
        return "not asked", ()
    printed = any(cite.printed for cite in cites)
    return "refused" if printed else "refused, by reading", cites


def _returned(wager: Wager) -> Side:
    voids = [rule for rule in wager.off_rules if isinstance(rule.effect, Void)]
    if not voids:
        return NOTHING
    return "returned", tuple(cite for rule in voids for cite in rule.cites)


MATTERS: dict[str, Callable[[Wager], Side]] = {
    "games of the wager": _at_games,
    "election": _election,
    "when made": _made,
    "working": _working,
    "when off and decided": _returned,
    "settlement": _settlement,
    "payout": _pays,
    "payout law": _mode,
    "changes": _changes,
    "unit": _unit,
    "limits": _limits,
    "vigorish": _vigorish,
    "unpayable amounts": _payable,
    "least odds": _least_odds,
    "most odds": _most_odds,
    "odds over the limit": _rounding_up,
}
"""Every matter compared, with what a wager has to say on it."""

PRINTED = frozenset((*MATTERS, *PROCEDURE_MATTERS, "put down as two")) - {
    "games of the wager",
    "election",
    "payout law",
    "what is posted",
}
"""The matters on which a text may be silent, and another's followed instead."""
