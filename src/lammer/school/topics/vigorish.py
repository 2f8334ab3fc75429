"""Questions about vigorish: what is charged on a stake, and when."""

from collections.abc import Sequence

from lammer.core.legality import Refusal
from lammer.core.money import dollars
from lammer.core.numbers import short_percent
from lammer.core.wager import Wager
from lammer.school.instrument import drills_of
from lammer.school.posing.posed_question import Pose, PosedQuestion
from lammer.school.posing.question_table import DecidedTrial, table_with_bets, wanted_trial
from lammer.school.posing.seeded_choices import SeededChoices
from lammer.school.posing.situations import as_bets, situations
from lammer.school.posing.stakes import stakes
from lammer.school.topics.payments import MOST_TRIES, SEATS, payment_way
from lammer.table import decide
from lammer.table.commands import MakeBet
from lammer.table.events import BetMade, BetWon, VigorishCharged
from lammer.table.refusals import unique_clauses
from lammer.table.rules import Rules
from lammer.table.state import TableState


def charged(rules: Rules, wagers: Sequence[Wager]) -> bool:
    """Return whether this house charges vigorish on one of these wagers."""
    return any((vig := rules.vig(wager)) is not None and vig.rate for wager in wagers)


def on(wagers: Sequence[Wager]) -> Pose:
    """Return a pose about the charge on one of these wagers, at the time the house takes it."""

    def pose(rules: Rules, picks: SeededChoices) -> PosedQuestion | None:
        some = [wager for wager in wagers if charged(rules, [wager])]
        for _ in range(MOST_TRIES):
            wager = picks.one(some)
            vig = rules.vig(wager)
            assert vig is not None
            posed = (_at_the_bet if vig.when == "bet" else _at_the_win)(rules, wager, picks)
            if posed is not None:
                return posed
        return None

    return pose


def _reckon(rules: Rules, wager: Wager, stake: int, charge: int) -> str:
    vig = rules.vig(wager)
    assert vig is not None
    (payout,) = wager.payouts()
    base = stake if vig.base == "wager" else stake * payout.odds.fraction
    exact = stake * vig.charge(payout.odds)
    rounded = "" if exact == charge else f", charged as {dollars(charge)}"
    words = "the wager" if vig.base == "wager" else "what it wins"
    return f"{short_percent(vig.rate)} of {words}, {dollars(base)}, is {dollars(exact)}{rounded}."


def _at_the_bet(rules: Rules, wager: Wager, picks: SeededChoices) -> PosedQuestion | None:
    every = situations(rules, wager)
    here = [s for s in every if s.context in wager.offer.contexts]
    if not here:
        return None
    situation, seat = picks.one(here), 1 + picks.below(SEATS)
    amounts = stakes(rules, situation, picks)
    if amounts is None:
        return None
    stake = amounts[-1]
    table = table_with_bets(rules, situation.context, {seat: {}})
    made = decide(table, MakeBet(seat, wager.key, stake))
    if isinstance(made, Refusal):
        return None
    event = next(each for each in made if isinstance(each, BetMade))
    action = {"do": "bet", "seat": seat, "wager": wager.key, "amount": stake}
    words = f"Seat {seat} bets {dollars(stake)} on the {wager.name}. What is the vigorish?"
    reckon = _reckon(rules, wager, stake, event.charge)
    answer = {"commission": event.charge}
    return PosedQuestion(table, words, answer, event.clauses, reckon, {"action": action})


def _at_the_win(rules: Rules, wager: Wager, picks: SeededChoices) -> PosedQuestion | None:
    situation, seat = picks.one(situations(rules, wager)), 1 + picks.below(SEATS)
    amounts = stakes(rules, situation, picks)
    if amounts is None:
        return None
    table = table_with_bets(rules, situation.context, {seat: as_bets(rules, situation, amounts)})
    found = wanted_trial(table, picks, lambda done: _charge(done) is not None)
    if found is None:
        return None
    return _won(table, wager, found)


def _charge(found: DecidedTrial) -> int | None:
    apart = [event.charge for event in found.events if isinstance(event, VigorishCharged)]
    won = [event.charge for event in found.events if isinstance(event, BetWon) and event.charge]
    return sum((*apart, *won)) if apart or won else None


def _won(table: TableState, wager: Wager, found: DecidedTrial) -> PosedQuestion:
    rules, charge = table.rules, _charge(found)
    assert charge is not None
    won = next(event for event in found.events if isinstance(event, BetWon))
    clauses = unique_clauses(*(event.clauses for event in found.events))
    outcome = drills_of(rules.procedure.trial.thing).outcome_words(rules, found.outcome, found.keys)
    way = payment_way(table)
    return PosedQuestion(
        table,
        f"{outcome}. What is the vigorish on the {rules.words_for(won.wager)}?",
        {"commission": charge},
        clauses,
        _reckon(rules, wager, won.stake, charge),
        {"outcome": dict(found.keys)},
        {} if way is None else {"procedure": way},
    )
