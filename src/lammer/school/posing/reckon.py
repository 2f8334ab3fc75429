"""Explains an amount as a dealer works it out: how many units, what each is paid."""

from fractions import Fraction

from lammer.core.money import dollars
from lammer.core.settle import Step, step
from lammer.core.wager import Payout, Rule, Wager, Win
from lammer.school.posing.question_table import DecidedTrial
from lammer.table.events import BetLost, BetMoved, BetVoid, BetWon, Event
from lammer.table.rules import Rules
from lammer.table.state import Bet
from lammer.table.views.reasons import reason


def reckoned(rules: Rules, bet: Bet, context: str, found: DecidedTrial, event: Event) -> str:
    """Return how the effect of a trial on a bet is worked out.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> rules = Rules(house(load("nj-2011"), Elections()))
    >>> units(rules, Fraction(7, 6), 3000)
    '$30 is 5 x $6, and 5 x $7 is $35'
    """
    wager = rules.wagers[bet.wager]
    match event:
        case BetWon():
            done, rule, payout = _won(rules, bet, context, found)
            if done.share != 1:
                words = _parts(rules, wager, rule, done.share, done.pays)
            else:
                words = f"pays {payout.odds}: {units(rules, done.pays, bet.stake)}"
            if event.charge:
                words += f", less {dollars(event.charge)} vigorish"
            return f"{rules.words_for(event.wager)}: {words}."
        case BetLost() | BetVoid() | BetMoved():
            return f"{rules.words_for(event.wager)}: {reason(rules, bet, context, found.outcome)}"
    return ""


def _won(rules: Rules, bet: Bet, context: str, found: DecidedTrial) -> tuple[Step, Rule, Payout]:
    """Return how a bet was won: its settlement, the rule of its machine, the payout."""
    wager = rules.wagers[bet.wager]
    cell = rules.trial(context, found.outcome)[0]
    rule = next(each for each in wager.machine.rules(bet.state) if cell in each.on)
    assert isinstance(rule.effect, Win)
    return step(wager, bet.state, cell, bet.called), rule, rule.effect.payout


def way(rules: Rules, bet: Bet, context: str, found: DecidedTrial, event: Event) -> str:
    """Return what happens to a bet, without its amounts: "pays 7 to 6, less 5% vigorish"."""
    match event:
        case BetWon():
            done, _, payout = _won(rules, bet, context, found)
            words = f"pays {payout.odds}"
            if done.share != 1:
                words += f" on {done.share} of it, the rest loses"
            return words + (", less vigorish" if event.charge else "")
        case BetLost():
            return "loses"
        case BetVoid():
            return "is void"
        case BetMoved():
            return f"goes to {rules.words_for(event.now)}" if event.now != event.wager else ""
    return ""


def units(rules: Rules, pays: Fraction, stake: int) -> str:
    """Return a payment as units of what the odds are stated for."""
    per, paid = pays.denominator * rules.pay_unit, pays.numerator * rules.pay_unit
    count, left = divmod(stake, per)
    total = dollars(stake * pays)
    if pays.denominator == 1:
        return f"{pays.numerator} x {dollars(stake)} is {total}" if pays != 1 else total
    if left or count == 1:
        return f"{dollars(stake)} is paid {total}"
    return f"{dollars(stake)} is {count} x {dollars(per)}, and {count} x {dollars(paid)} is {total}"


def _parts(rules: Rules, wager: Wager, rule: Rule, share: Fraction, pays: Fraction) -> str:
    """Return what a bet of several parts nets for each unit: one part is paid, the others lose."""
    whole = wager.unit.parts if wager.unit is not None else share.denominator
    won, paid = share * whole, pays * whole
    losing = whole - won
    on = rules.space.words(rule.on)
    parts = f"{losing} losing part{'s' * (losing != 1)}"
    return f"{paid} on the {on} less {parts}: {paid - losing} net per unit"
